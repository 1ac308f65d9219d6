//! What a finished game's page shows besides the game: rating changes and rematches. Running games have neither, so
//! their pages, the majority, do not query it.

use domain::rules::seat::Seat;
use sqlx::PgConnection;

use crate::accounts::PlayerId;
use crate::games::{GameId, StoredGame};
use crate::ratings::{Change, Rating, SeatRating};

/// What happened after a game's end.
#[derive(Default)]
pub struct Aftermath {
    /// The rating changes, by the first seat of each player, if the game has been rated.
    pub changes: Vec<(Seat, Change)>,
    /// Whether the game still waits to be rated.
    pub is_due: bool,
    /// The challenge made from a rematch offer, if the viewer may know of it; the open one, if there are several.
    pub rematch: Option<Rematch>,
    /// How many such challenges were declined or withdrawn.
    pub rematches_off: u32,
    /// The rematch that was played after it.
    pub played_again: Option<GameId>,
    /// How often something has changed in what the computer says of it.
    pub evaluation: u32,
}

impl Aftermath {
    /// The rating next to a player's name, given their present one. A game that was not rated and will not be shows
    /// none: present ratings say nothing about it.
    pub fn rating(&self, seat: Seat, now: Option<SeatRating>) -> Option<SeatRating> {
        if self.is_due {
            return now.map(|now| SeatRating { is_due: true, ..now });
        }
        let change = self.changes.iter().find(|(changed, _)| *changed == seat);
        change.map(|&(_, change)| SeatRating::counted(change))
    }
}

/// The challenge made from a rematch offer.
pub struct Rematch {
    /// Its id.
    pub challenge: String,
    /// `open`, or how it was answered.
    pub state: String,
    /// The offerer's name.
    pub by: String,
    /// Whether the viewer is the offerer.
    pub is_own: bool,
    /// Whether it awaits the viewer's answer.
    pub waits: bool,
}

impl Rematch {
    /// Whether it can be answered.
    pub fn is_open(&self) -> bool {
        self.state == "open"
    }
}

/// What a game did to the ratings of its players, by the first seat of each; nothing until it has been rated.
///
/// # Errors
/// The database fails.
pub async fn rating_changes(connection: &mut PgConnection, stored: &StoredGame) -> anyhow::Result<Vec<(Seat, Change)>> {
    if stored.game.conclusion().is_none() || !stored.game.setup().rated {
        return Ok(Vec::new());
    }
    Ok(aftermath(connection, &stored.id, None).await?.changes)
}

/// What came after the end of a game, as a viewer may know it.
///
/// # Errors
/// The database fails.
pub async fn aftermath(
    connection: &mut PgConnection,
    id: &GameId,
    viewer: Option<PlayerId>,
) -> anyhow::Result<Aftermath> {
    let row = sqlx::query!(
        r#"select exists (select from ratings_due where game_id = $1)
                or exists (select from ratings_with_computers_due where game_id = $1) as "is_due!",
            (select game_id from challenges where rematch_of = $1 and state = 'accepted' limit 1) as played_again,
            (select count(*) from challenges
                where rematch_of = $1 and state in ('declined', 'withdrawn')) as "rematches_off!",
            coalesce((select revision from game_evaluations where game_id = $1), 0) as "evaluation!",
            changes.seats as "seats!", changes.befores as "befores!", changes.deviations_before as "deviations_before!",
            changes.afters as "afters!", changes.deviations_after as "deviations_after!"
        from (select coalesce(array_agg(seat order by seat), '{}') as seats,
                coalesce(array_agg(rating_before order by seat), '{}') as befores,
                coalesce(array_agg(deviation_before order by seat), '{}') as deviations_before,
                coalesce(array_agg(rating_after order by seat), '{}') as afters,
                coalesce(array_agg(deviation_after order by seat), '{}') as deviations_after
            from rating_changes where game_id = $1) changes"#,
        id.as_str(),
    )
    .fetch_one(&mut *connection)
    .await?;
    let rating = |(value, deviation)| Rating { value, deviation, volatility: Rating::NEW.volatility };
    let befores = row.befores.into_iter().zip(row.deviations_before).map(rating);
    let afters = row.afters.into_iter().zip(row.deviations_after).map(rating);
    let changes = befores.zip(afters).map(|(before, after)| Change { before, after });
    let seats = row.seats.into_iter().filter_map(|seat| Seat::new(seat as usize));
    Ok(Aftermath {
        changes: seats.zip(changes).collect(),
        is_due: row.is_due,
        rematch: match viewer {
            Some(viewer) => rematch(connection, id, viewer).await?,
            None => None,
        },
        rematches_off: row.rematches_off as u32,
        played_again: row.played_again.map(GameId::stored),
        evaluation: row.evaluation as u32,
    })
}

/// The challenge made from a rematch offer, as its participants may see it.
async fn rematch(connection: &mut PgConnection, id: &GameId, viewer: PlayerId) -> anyhow::Result<Option<Rematch>> {
    Ok(sqlx::query_as!(
        Rematch,
        r#"select c.id as challenge, c.state, p.name as by, c.challenger = $2 as "is_own!",
            (c.opponent is not distinct from $2 or exists (select from challenge_places l
                where l.challenge_id = c.id and l.player_id = $2 and not l.taken)) as "waits!"
        from challenges c join players p on p.id = c.challenger
        where c.rematch_of = $1 and (c.challenger = $2 or c.opponent = $2 or exists (select from challenge_places l
            where l.challenge_id = c.id and (l.player_id = $2 or l.player_id is null)))
        order by c.state = 'open' desc, c.created_at desc limit 1"#,
        id.as_str(),
        viewer.0,
    )
    .fetch_optional(connection)
    .await?)
}
