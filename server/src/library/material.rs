//! [`MaterialKey`]: the men on a board, by which finished games are found.

use std::collections::BTreeSet;

use domain::rules::ply::Ply;
use domain::rules::position::Position;
use domain::rules::variant::Variant;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::commonness::Commonness;
use crate::games::StoredGame;
use crate::web::search_error::SearchError;

/// The letters of men in the order in which they are written: those of Duchess (F fortress, D duchess, W wizard) in between.
const LETTERS: &str = "KQFDRBNWP";
/// More men than any seat has.
const MAX_MEN: usize = 24;

/// The men of each seat, the one that moves first in front: `KRN-KR`. The duck is nobody's, and not counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MaterialKey(String);

impl MaterialKey {
    /// What was typed, in any order and case.
    ///
    /// # Errors
    /// A letter is that of no man, a seat has no king or two, or there are more or fewer seats than in any game.
    pub fn read(typed: &str) -> Result<Self, SearchError> {
        let wrong = || SearchError::Material(typed.to_owned());
        let parts: Vec<_> = typed.split(['-', '–']).map(sorted).collect::<Option<_>>().ok_or_else(wrong)?;
        let is_for_a_game = Variant::ALL.iter().any(|variant| variant.seating().len() == parts.len());
        if is_for_a_game { Ok(Self(parts.join("-"))) } else { Err(wrong()) }
    }

    /// The men of a position; `None` where a king is gone.
    pub fn of(position: &Position) -> Option<Self> {
        let material = position.material();
        let is_whole = material.iter().all(|(_, seat)| seat.captured.iter().all(|&(letter, _)| letter != 'K'));
        let men = material.iter().map(|(_, seat)| {
            let each = seat.on_board.iter().flat_map(|&(letter, count)| std::iter::repeat_n(letter, count.into()));
            ['K'].into_iter().chain(each).collect::<String>()
        });
        is_whole.then(|| Self(men.collect::<Vec<_>>().join("-")))
    }

    /// The key as it is stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The men of a seat as they are stored, if they can be those of one.
fn sorted(typed: &str) -> Option<String> {
    let letters = typed.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_uppercase());
    let mut places: Vec<usize> = letters.take(MAX_MEN + 1).map(|c| LETTERS.find(c)).collect::<Option<_>>()?;
    places.sort_unstable();
    let kings = places.iter().filter(|&&place| place == 0).count();
    (kings == 1 && places.len() <= MAX_MEN).then(|| places.iter().map(|&place| &LETTERS[place..=place]).collect())
}

/// From how many games on men are common.
const MANY: i64 = 5000;

/// How common some men are.
pub async fn commonness(connection: &mut PgConnection, key: &MaterialKey) -> anyhow::Result<Commonness> {
    // Served by the primary key. The planner, which has to guess how many there are, takes the longer way where it guesses wrong.
    let games = sqlx::query_scalar!(
        r#"select count(*) as "games!" from (select from library_material where signature = $1 limit $2) games"#,
        key.as_str(),
        MANY,
    )
    .fetch_one(connection)
    .await?;
    Ok(Commonness::of(games, MANY))
}

/// The men that stood on a game's board, each key once. They never change: nothing is done if they are there.
pub async fn write(connection: &mut PgConnection, stored: &StoredGame) -> anyhow::Result<()> {
    let game = &stored.game;
    let Some(end) = game.conclusion() else { return Ok(()) };
    let positions = (0..=game.turns().len()).filter_map(|turns| game.position_at(Ply::after(turns)));
    let keys: BTreeSet<_> = positions.filter_map(MaterialKey::of).collect();
    let keys: Vec<_> = keys.into_iter().map(|key| key.0).collect();
    sqlx::query!(
        "insert into library_material (signature, at, game_id) select signature, $2, $3 from unnest($1::text[]) signature
        on conflict do nothing",
        &keys,
        end.at.to_sqlx() as _,
        stored.id.as_str(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variant: &str, fen: &str) -> Option<String> {
        let position = Position::from_fen(variant.parse().unwrap(), fen).unwrap();
        MaterialKey::of(&position).map(|key| key.0)
    }

    #[test]
    fn what_is_typed_is_what_stands_on_the_board() {
        let read = |typed: &str| MaterialKey::read(typed).map(|key| key.0).ok();
        assert_eq!(read(" nkr – Rk"), Some("KRN-KR".to_owned()));
        assert_eq!(of("duck", "4k2r/8/8/4*3/8/5N2/8/R3K3 w - - 0 40"), Some("KRN-KR".to_owned()));
        let start = MaterialKey::of(&Position::start(Variant::Duck)).unwrap();
        assert_eq!(start.as_str(), "KQRRBBNNPPPPPPPP-KQRRBBNNPPPPPPPP");
        for variant in Variant::ALL {
            let start = MaterialKey::of(&Position::start(variant)).unwrap();
            assert_eq!(MaterialKey::read(start.as_str()), Ok(start));
        }
        for wrong in ["", "KR", "KRX-K", "KK-K", "R-K", "K-K-K-K-K", "K-K-K-K-K-K-K", &format!("K{}-K", "P".repeat(30))]
        {
            assert!(MaterialKey::read(wrong).is_err(), "{wrong}");
        }
    }
}
