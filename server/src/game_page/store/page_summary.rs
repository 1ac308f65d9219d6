//! What every page of a game needs before it is rendered, from the tables of several features: the viewer, the length of
//! the game's log, ratings and tags. It is a single query, because each further round trip would take longer than the query
//! itself.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::accounts::{PlayerId, PlayerName, Viewer};
use crate::computers::Level;
use crate::games::GameId;
use crate::games::visible::Extent;
use crate::preferences::Preferences;
use crate::ratings::{Rating, RatingPool, SeatRating};
use crate::tags::Tag;

/// Who requests a page.
#[derive(Clone, Copy)]
pub enum PageViewer<'a> {
    /// The player whose session has a token with this hash, unless it has expired.
    Session(&'a [u8; 32]),
    /// A player who has been identified already.
    Player(PlayerId),
    /// A visitor who is not signed in.
    Nobody,
}

/// What is known of a game before its log is read.
pub struct PageSummary {
    /// The viewer, if signed in.
    pub viewer: Option<Viewer>,
    /// How long its log is.
    pub extent: Extent,
    /// Ratings, and what belongs to the viewer.
    pub details: PageDetails,
}

/// What a game's page shows besides the game itself, whether it is running or over.
pub struct PageDetails {
    /// The players' standing, by seat.
    pub standings: Vec<Standing>,
    /// Whether the computers in it take some hours for a turn.
    pub like_post: bool,
    /// The viewer's own tags on it, in alphabetical order.
    pub tags: Vec<Tag>,
    /// Up to when the viewer has seen the game on its page, if ever.
    pub seen_until: Option<Timestamp>,
}

/// Who a player is, and how strong at present.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// How well it plays, if it is a computer.
    pub level: Option<Level>,
    /// Their present rating in the pool of the game; `None` if it says nothing: a guest has none, and in games with computers nobody
    /// has before the first that counts.
    pub rating: Option<SeatRating>,
}

/// One row per seat.
struct SummaryRow {
    seat_is_guest: bool,
    level: Option<i16>,
    has_computer: bool,
    like_post: bool,
    events: i32,
    visible: Option<Vec<i32>>,
    seated_anew: i32,
    rating: Option<f64>,
    deviation: Option<f64>,
    volatility: Option<f64>,
    rated_at: Option<jiff_sqlx::Timestamp>,
    viewer: Option<i64>,
    name: Option<String>,
    is_guest: Option<bool>,
    guest_name: Option<String>,
    preferences: Option<Json<Preferences>>,
    turns_waiting: Option<i64>,
    challenges_waiting: Option<i64>,
    deleted_at: Option<jiff_sqlx::Timestamp>,
    tags: Option<Vec<String>>,
    seen_until: Option<jiff_sqlx::Timestamp>,
}

impl SummaryRow {
    fn standing(&self, now: Timestamp) -> Standing {
        let written = self.rating.zip(self.deviation).zip(self.volatility).zip(self.rated_at);
        let written = written.map(|(((value, deviation), volatility), at)| {
            let rating = Rating { value, deviation, volatility };
            (rating, at.to_jiff())
        });
        let says_nothing = match RatingPool::of_game(self.has_computer) {
            RatingPool::People => self.seat_is_guest,
            RatingPool::Computers => written.is_none(),
        };
        Standing {
            level: self.level.and_then(Level::new),
            rating: (!says_nothing).then(|| SeatRating::now(written, now)),
        }
    }

    /// The summary: the viewer's data from this row, with the standings of all seats.
    fn with_standings(self, standings: Vec<Standing>) -> PageSummary {
        let viewer = self.viewer.zip(self.name).map(|(id, name)| Viewer {
            id: PlayerId(id),
            name: PlayerName::stored(name),
            is_guest: self.is_guest.unwrap_or_default(),
            guest_name: self.guest_name.map(PlayerName::stored),
            turns_waiting: self.turns_waiting.unwrap_or_default(),
            challenges_waiting: self.challenges_waiting.unwrap_or_default(),
            deleted_at: self.deleted_at.map(|at| at.to_jiff()),
            preferences: self.preferences.map(|Json(preferences)| preferences).unwrap_or_default(),
        });
        let details = PageDetails {
            standings,
            like_post: self.like_post,
            tags: self.tags.unwrap_or_default().into_iter().map(Tag::stored).collect(),
            seen_until: self.seen_until.map(|at| at.to_jiff()),
        };
        PageSummary { viewer, extent: Extent::new(self.events, self.visible.as_deref(), self.seated_anew), details }
    }
}

/// The summary of a game for one viewer; `None` if there is no such game. What only a finished game can have is
/// loaded separately: see [`aftermath`](crate::game_page::store::aftermath).
///
/// # Errors
/// The database fails.
pub async fn page_summary(
    connection: &mut PgConnection,
    id: &GameId,
    page_viewer: PageViewer<'_>,
    now: Timestamp,
) -> anyhow::Result<Option<PageSummary>> {
    let (token_hash, player) = match page_viewer {
        PageViewer::Session(hash) => (Some(hash.as_slice()), None),
        PageViewer::Player(player) => (None, Some(player.0)),
        PageViewer::Nobody => (None, None),
    };
    // The viewer's data is read once and returned in the first row. Their tags are looked up by their own id only. Every
    // part is served by a key or an index.
    let rows = sqlx::query_as!(
        SummaryRow,
        r#"with viewer as materialized (
            select p.id, p.name, p.is_guest, p.guest_name, p.preferences,
                (select count(*) from games w where w.player_to_move = p.id) as turns_waiting,
                (select count(*) from waiting_challenges c where c.player_id = p.id) as challenges_waiting,
                (select due_at from account_deletions d where d.player_id = p.id) as deleted_at,
                array(select t.tag from game_tags t where t.game_id = $1 and t.player_id = p.id order by t.key) as tags,
                (select coalesce(l.seen_until, l.looked_at) from game_looks l
                    where l.game_id = $1 and l.player_id = p.id) as seen_until
            from players p
            where p.id = coalesce((select s.player_id from sessions s where s.token_hash = $2 and s.expires_at > $3), $4)
        ), computer as materialized (
            select exists (select from game_seats k join computers c on c.player_id = k.player_id where k.game_id = $1) as sits
        )
        select g.events, g.visible, g.seated_anew, sp.is_guest as seat_is_guest, c.level as "level?",
            computer.sits as "has_computer!", exists (select from computer_paces where game_id = $1) as "like_post!",
            r.rating as "rating?", r.deviation as "deviation?", r.volatility as "volatility?",
            r.rated_at as "rated_at?: jiff_sqlx::Timestamp", v.id as "viewer?", v.name as "name?",
            v.is_guest as "is_guest?", v.guest_name as "guest_name?",
            v.preferences as "preferences?: Json<Preferences>", v.turns_waiting as "turns_waiting?",
            v.challenges_waiting as "challenges_waiting?",
            v.deleted_at as "deleted_at?: jiff_sqlx::Timestamp", v.tags as "tags?",
            v.seen_until as "seen_until?: jiff_sqlx::Timestamp"
        from games g join game_seats s on s.game_id = g.id join players sp on sp.id = s.player_id cross join computer
            left join computers c on c.player_id = s.player_id
            left join lateral (
                select * from ratings where player_id = s.player_id and variant = g.variant and not computer.sits
                union all
                select * from ratings_with_computers
                    where player_id = s.player_id and variant = g.variant and computer.sits offset 0) r on true
            left join viewer v on s.seat = 0
        where g.id = $1 order by s.seat"#,
        id.as_str(),
        token_hash,
        now.to_sqlx() as _,
        player,
    )
    .fetch_all(connection)
    .await?;
    let standings = rows.iter().map(|row| row.standing(now)).collect();
    Ok(rows.into_iter().next().map(|first| first.with_standings(standings)))
}
