//! What stands beside a game for who looks at it, from the tables of several features: a page asks once for all of it,
//! for each question more would take about as long as the answer.

use jiff::Timestamp;
use sqlx::PgConnection;

use super::StoredGame;
use crate::accounts::PlayerId;
use crate::ratings::{SeatRating, SeatRow};
use crate::tags::Tag;

/// What stands beside a game.
#[derive(Default)]
pub struct AtGame {
    /// By seat: as the players stood before the game with what it did to them, if it was counted, else as they stand now.
    pub ratings: Vec<SeatRating>,
    /// The viewer's own tags on it, in the order of the alphabet.
    pub tags: Vec<Tag>,
    /// When the viewer last opened its page, if ever.
    pub looked_at: Option<Timestamp>,
    /// The challenge that an opponent has made of an offer of a rematch, if it waits for the viewer.
    pub rematch: Option<String>,
}

/// What stands beside a game for a viewer.
///
/// # Errors
/// The database fails.
pub async fn at_game(
    connection: &mut PgConnection,
    stored: &StoredGame,
    viewer: Option<PlayerId>,
    now: Timestamp,
) -> anyhow::Result<AtGame> {
    // Two rows, one a seat; what is the viewer's is the same in both. Their tags are read by their own number alone.
    let rows = sqlx::query!(
        r#"select r.rating as "rating?", r.deviation as "deviation?", r.volatility as "volatility?",
            r.rated_at as "rated_at?: jiff_sqlx::Timestamp", c.rating_before as "rating_before?",
            c.deviation_before as "deviation_before?", c.rating_after as "rating_after?",
            c.deviation_after as "deviation_after?",
            exists (select from ratings_due where game_id = $1) as "is_due!",
            array(select tag from game_tags where game_id = $1 and player_id = $3 order by key) as "tags!",
            (select looked_at from game_looks where game_id = $1 and player_id = $3)
                as "looked_at: jiff_sqlx::Timestamp",
            (select id from challenges where rematch_of = $1 and opponent = $3 and state = 'open') as rematch
        from game_seats s left join ratings r on r.player_id = s.player_id and r.variant = $2
            left join rating_changes c on c.game_id = s.game_id and c.seat = s.seat
        where s.game_id = $1 order by s.seat"#,
        stored.id.as_str(),
        stored.game.setup().variant.key(),
        viewer.map(|viewer| viewer.0),
    )
    .fetch_all(connection)
    .await?;
    let mut at_game = AtGame::default();
    for row in rows {
        let seat = SeatRow {
            rating: row.rating,
            deviation: row.deviation,
            volatility: row.volatility,
            rated_at: row.rated_at.map(|at| at.to_jiff()),
            before: row.rating_before.zip(row.deviation_before),
            after: row.rating_after.zip(row.deviation_after),
            is_due: row.is_due,
        };
        at_game.ratings.push(seat.shown(now));
        at_game.tags = row.tags.into_iter().map(Tag::stored).collect();
        at_game.looked_at = row.looked_at.map(|at| at.to_jiff());
        at_game.rematch = row.rematch;
    }
    Ok(at_game)
}
