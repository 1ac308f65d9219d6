//! What a page of a game asks before it is drawn, from the tables of several features: who looks, how far the game has
//! come, and what stands beside it. It asks once for all of it, for each question more would take longer than its answer.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::accounts::{PlayerId, PlayerName, Viewer};
use crate::games::GameId;
use crate::ratings::{SeatRating, SeatRow};
use crate::settings::Preferences;
use crate::tags::Tag;

/// Who looks at a page.
#[derive(Clone, Copy)]
pub enum Looking<'a> {
    /// Whose session has a token with this hash, if it goes on.
    Session(&'a [u8; 32]),
    /// A player who is known already.
    Player(PlayerId),
    /// One who is not signed in.
    Nobody,
}

/// What is seen of a game before its log is read.
pub struct Glance {
    /// Who looks, if signed in.
    pub viewer: Option<Viewer>,
    /// How many events the game has.
    pub events: u32,
    /// What stands beside it.
    pub at_game: AtGame,
}

/// What stands beside a game.
#[derive(Default)]
pub struct AtGame {
    /// By seat: as the players stood before the game with what it did to them, if it was counted, else as they stand now.
    pub ratings: Vec<SeatRating>,
    /// The viewer's own tags on it, in the order of the alphabet.
    pub tags: Vec<Tag>,
    /// How far the viewer has seen the game on its page, if ever.
    pub seen_until: Option<Timestamp>,
    /// The challenge that was made of an offer of a rematch, if the viewer may know of it: of several the one that is open.
    pub rematch: Option<Rematch>,
    /// How many such challenges were declined or taken back.
    pub rematches_off: u32,
    /// The game after which this one was offered as a rematch.
    pub rematch_of: Option<GameId>,
    /// The rematch that was played after this one.
    pub played_again: Option<GameId>,
}

/// The challenge that was made of an offer to play again.
pub struct Rematch {
    /// Its name in its address.
    pub challenge: String,
    /// `open`, or how it was answered.
    pub state: String,
    /// Who offers it.
    pub by: String,
    /// Whether that is the viewer.
    pub is_own: bool,
    /// Whether it waits for the viewer.
    pub waits: bool,
}

impl Rematch {
    /// Whether it can be answered.
    pub fn is_open(&self) -> bool {
        self.state == "open"
    }
}

/// A row a seat.
struct SeatSeen {
    events: i32,
    rating: Option<f64>,
    deviation: Option<f64>,
    volatility: Option<f64>,
    rated_at: Option<jiff_sqlx::Timestamp>,
    rating_before: Option<f64>,
    deviation_before: Option<f64>,
    rating_after: Option<f64>,
    deviation_after: Option<f64>,
    is_due: bool,
    rematch_of: Option<String>,
    played_again: Option<String>,
    viewer: Option<i64>,
    name: Option<String>,
    preferences: Option<Json<Preferences>>,
    turns_waiting: Option<i64>,
    challenges_waiting: Option<i64>,
    tags: Option<Vec<String>>,
    seen_until: Option<jiff_sqlx::Timestamp>,
    rematches_off: Option<i64>,
    rematch: Option<String>,
    rematch_state: Option<String>,
    rematch_by: Option<String>,
    rematch_is_own: Option<bool>,
    rematch_waits: Option<bool>,
}

impl SeatSeen {
    fn rating(&self) -> SeatRow {
        SeatRow {
            rating: self.rating,
            deviation: self.deviation,
            volatility: self.volatility,
            rated_at: self.rated_at.map(|at| at.to_jiff()),
            before: self.rating_before.zip(self.deviation_before),
            after: self.rating_after.zip(self.deviation_after),
            is_due: self.is_due,
        }
    }

    /// What is the viewer's, with the ratings of all seats.
    fn with_ratings(self, ratings: Vec<SeatRating>) -> Glance {
        let viewer = self.viewer.zip(self.name).map(|(id, name)| Viewer {
            id: PlayerId(id),
            name: PlayerName::stored(name),
            turns_waiting: self.turns_waiting.unwrap_or_default(),
            challenges_waiting: self.challenges_waiting.unwrap_or_default(),
            preferences: self.preferences.map(|Json(preferences)| preferences).unwrap_or_default(),
        });
        let at_game = AtGame {
            ratings,
            tags: self.tags.unwrap_or_default().into_iter().map(Tag::stored).collect(),
            seen_until: self.seen_until.map(|at| at.to_jiff()),
            rematch: self.rematch.zip(self.rematch_state).zip(self.rematch_by).map(|((challenge, state), by)| {
                Rematch {
                    challenge,
                    state,
                    by,
                    is_own: self.rematch_is_own.unwrap_or_default(),
                    waits: self.rematch_waits.unwrap_or_default(),
                }
            }),
            rematches_off: self.rematches_off.unwrap_or_default() as u32,
            rematch_of: self.rematch_of.map(GameId::stored),
            played_again: self.played_again.map(GameId::stored),
        };
        Glance { viewer, events: self.events as u32, at_game }
    }
}

/// A game as it is seen by who looks at it; `None` if there is no such game.
///
/// # Errors
/// The database fails.
pub async fn glance(
    connection: &mut PgConnection,
    id: &GameId,
    looking: Looking<'_>,
    now: Timestamp,
) -> anyhow::Result<Option<Glance>> {
    let (token_hash, player) = match looking {
        Looking::Session(hash) => (Some(hash.as_slice()), None),
        Looking::Player(player) => (None, Some(player.0)),
        Looking::Nobody => (None, None),
    };
    // What only a game that is over can have is not looked for before. What is the viewer's is read once, and stands in the
    // first row. Their tags are read by their own number alone. Every part is served by a key or an index.
    let rows = sqlx::query_as!(
        SeatSeen,
        r#"with viewer as materialized (
            select p.id, p.name, p.preferences,
                (select count(*) from games w where w.player_to_move = p.id) as turns_waiting,
                (select count(*) from waiting_challenges c where c.player_id = p.id) as challenges_waiting,
                array(select t.tag from game_tags t where t.game_id = $1 and t.player_id = p.id order by t.key) as tags,
                (select coalesce(l.seen_until, l.looked_at) from game_looks l
                    where l.game_id = $1 and l.player_id = p.id) as seen_until
            from players p
            where p.id = coalesce((select s.player_id from sessions s where s.token_hash = $2 and s.expires_at > $3), $4)
        )
        select g.events, r.rating as "rating?", r.deviation as "deviation?", r.volatility as "volatility?",
            r.rated_at as "rated_at?: jiff_sqlx::Timestamp", c.rating_before as "rating_before?",
            c.deviation_before as "deviation_before?", c.rating_after as "rating_after?",
            c.deviation_after as "deviation_after?",
            g.ended_at is not null and exists (select from ratings_due where game_id = $1) as "is_due!",
            case when s.seat = 0 then (select o.rematch_of from challenges o where o.game_id = $1) end as rematch_of,
            case when s.seat = 0 and g.ended_at is not null then (select o.game_id from challenges o
                where o.rematch_of = $1 and o.state = 'accepted' limit 1) end as played_again,
            v.id as "viewer?", v.name as "name?", v.preferences as "preferences?: Json<Preferences>",
            v.turns_waiting as "turns_waiting?", v.challenges_waiting as "challenges_waiting?", v.tags as "tags?",
            v.seen_until as "seen_until?: jiff_sqlx::Timestamp", 
            case when s.seat = 0 and g.ended_at is not null then (select count(*) from challenges o
                where o.rematch_of = $1 and o.state in ('declined', 'withdrawn')) end as rematches_off,
            again.id as "rematch?", again.state as "rematch_state?", again.by as "rematch_by?",
            again.is_own as "rematch_is_own?", again.waits as "rematch_waits?"
        from games g join game_seats s on s.game_id = g.id
            left join lateral (select * from ratings where player_id = s.player_id and variant = g.variant offset 0) r on true
            left join lateral (select * from rating_changes
                where game_id = g.id and seat = s.seat and g.ended_at is not null offset 0) c on true
            left join viewer v on s.seat = 0
            left join lateral (select c.id, c.state, p.name as by, c.challenger = v.id as is_own,
                    c.opponent = v.id or exists (select from challenge_places l
                        where l.challenge_id = c.id and l.player_id = v.id and not l.taken) as waits
                from challenges c join players p on p.id = c.challenger
                where g.ended_at is not null and v.id is not null and c.rematch_of = $1
                    and (c.challenger = v.id or c.opponent = v.id or exists (select from challenge_places l
                        where l.challenge_id = c.id and (l.player_id = v.id or l.player_id is null)))
                order by c.state = 'open' desc, c.created_at desc limit 1) again on true
        where g.id = $1 order by s.seat"#,
        id.as_str(),
        token_hash,
        now.to_sqlx() as _,
        player,
    )
    .fetch_all(connection)
    .await?;
    let ratings = rows.iter().map(|row| row.rating().shown(now)).collect();
    Ok(rows.into_iter().next().map(|first| first.with_ratings(ratings)))
}
