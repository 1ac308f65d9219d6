//! Men on squares, by which finished games are found: those in which all that are asked for stood on the board at the same time.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::iter::repeat_n;

use domain::rules::ply::Ply;
use domain::rules::position::{Position, Standing};
use domain::rules::seat::Colour;
use sqlx::{PgConnection, Postgres, QueryBuilder};

use crate::games::StoredGame;
use crate::web::search_error::SearchError;

/// The most men that can be asked for.
pub const MOST: usize = 16;

/// What is typed before the square of the duck, where others have a colour.
const DUCK: &str = "duck";

/// Men that are to stand on the board together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed(Vec<i16>);

impl Placed {
    /// What was typed: `White Kg1 Rf1, Black Kg8, duck e5`.
    ///
    /// # Errors
    /// A word is no man on a square, nobody's, cannot be there with the others, or is one too many.
    pub fn read(typed: &str) -> Result<Self, SearchError> {
        let mut whose = None;
        let mut placed = Vec::<Standing>::new();
        for word in typed.split(|c: char| c.is_whitespace() || c == ',' || c == ':').filter(|word| !word.is_empty()) {
            let colour = Colour::ALL.into_iter().find(|colour| colour.key().eq_ignore_ascii_case(word));
            if colour.is_some() || word.eq_ignore_ascii_case(DUCK) {
                whose = Some(colour);
                continue;
            }
            let whose = whose.ok_or_else(|| SearchError::NobodysMan(word.to_owned()))?;
            let standing = Standing::read(whose, word).ok_or_else(|| SearchError::NoMan(word.to_owned()))?;
            if !placed.iter().all(|&other| standing.can_be_with(other)) {
                return Err(SearchError::NotTogether(word.to_owned()));
            }
            if !placed.contains(&standing) {
                placed.push(standing);
            }
        }
        match placed.len() {
            0 => Err(SearchError::NoMan(typed.trim().to_owned())),
            1..=MOST => Ok(Self(placed.into_iter().map(number).collect())),
            _ => Err(SearchError::TooManyMen(MOST)),
        }
    }

    /// The numbers of the men, each once.
    pub fn numbers(&self) -> &[i16] {
        &self.0
    }

    /// The condition on a row `s` of `library_men`. Its men are in order, so `width_bucket` halves them until it has found the place of each:
    /// `@>` would compare all of them.
    pub fn push(&self, sql: &mut QueryBuilder<Postgres>) {
        for &number in &self.0 {
            sql.push(" and s.men[");
            push_place(sql, number);
            sql.push("] = ").push_bind(number);
        }
        self.push_at_the_same_time(sql);
    }

    /// The bits of each man are `positions` long; those that are left by `and` are the positions in which all stood.
    fn push_at_the_same_time(&self, sql: &mut QueryBuilder<Postgres>) {
        if self.0.len() < 2 {
            return;
        }
        sql.push(" and bit_count(");
        for (index, &number) in self.0.iter().enumerate() {
            sql.push(if index == 0 { "" } else { " & " });
            sql.push("substring(s.standing from (");
            push_place(sql, number);
            sql.push(" - 1) * s.positions + 1 for s.positions)");
        }
        sql.push(") > 0");
    }
}

/// Where a man stands among those of a row `s`, if it is there.
fn push_place(sql: &mut QueryBuilder<Postgres>, number: i16) {
    sql.push("width_bucket(").push_bind(number).push(", s.men)");
}

fn number(standing: Standing) -> i16 {
    standing.number().cast_signed()
}

/// When each man stood where in a game.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct MenRecord {
    /// Every man on every square on which it ever stood, each once, by its number, in order.
    pub men: Vec<i16>,
    /// How many positions the game has.
    pub positions: i32,
    /// When they stood there: for each of `men`, in their order, a `1` or `0` for each position.
    pub standing: String,
}

impl MenRecord {
    /// That of a game that came to some positions, one after the other.
    pub fn of(positions: impl IntoIterator<Item = impl Borrow<Position>>) -> Self {
        let mut standing = BTreeMap::<i16, String>::new();
        let mut count = 0;
        for position in positions {
            for man in position.borrow().standing() {
                let times = standing.entry(number(man)).or_default();
                times.extend(repeat_n('0', count - times.len()));
                times.push('1');
            }
            count += 1;
        }
        for times in standing.values_mut() {
            times.extend(repeat_n('0', count - times.len()));
        }
        let (men, times): (Vec<i16>, Vec<String>) = standing.into_iter().unzip();
        Self { men, positions: i32::try_from(count).unwrap_or(i32::MAX), standing: times.concat() }
    }

    /// Whether it says of each of the men when it stood there.
    pub fn is_whole(&self) -> bool {
        usize::try_from(self.positions).is_ok_and(|positions| positions * self.men.len() == self.standing.len())
    }

    /// Each of the men, with when it stood there: a `1` or `0` for each position.
    pub fn times(&self) -> impl Iterator<Item = (i16, &str)> {
        let length = usize::try_from(self.positions).unwrap_or_default();
        self.men.iter().enumerate().map(move |(place, &man)| {
            (man, self.standing.get(place * length..(place + 1) * length).unwrap_or_default())
        })
    }
}

/// The men of a finished game. They never change: nothing is done if they are there.
pub async fn write(connection: &mut PgConnection, stored: &StoredGame) -> anyhow::Result<()> {
    let game = &stored.game;
    if game.conclusion().is_none() {
        return Ok(());
    }
    let record = MenRecord::of((0..=game.turns().len()).filter_map(|turns| game.position_at(Ply::after(turns))));
    sqlx::query!(
        "insert into library_men (game_id, men, positions, standing) select $1, $2, $3, $4::text::bit varying
        where not exists (select from library_men where game_id = $1)",
        stored.id.as_str(),
        &record.men,
        record.positions,
        record.standing,
    )
    .execute(connection)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_are_typed_after_their_colour() {
        let read = |typed: &str| Placed::read(typed).map(|placed| placed.0.len());
        assert_eq!(read("White Kg1 Rf1, Black: Kg8 , DUCK e5"), Ok(4));
        assert_eq!(read("white e4 e4 Pe4"), Ok(1));
        assert_eq!(read("red K1c1 blue Q2c3"), Ok(2));
        assert_eq!(read("Kg1"), Err(SearchError::NobodysMan("Kg1".to_owned())));
        assert_eq!(read("white Kg9"), Err(SearchError::NoMan("Kg9".to_owned())));
        for (typed, word) in
            [("white Ke1 Kg1", "Kg1"), ("white e4, duck e4", "e4"), ("red K1c1 K1c2", "K1c2"), ("duck e5 e6", "e6")]
        {
            assert_eq!(read(typed), Err(SearchError::NotTogether(word.to_owned())), "{typed}");
        }
        assert_eq!(read("white, duck"), Err(SearchError::NoMan("white, duck".to_owned())));
        let many: String =
            (b'a'..=b'h').flat_map(|file| (2..=4).map(move |rank| format!(" {}{rank}", char::from(file)))).collect();
        assert_eq!(read(&format!("white{many}")), Err(SearchError::TooManyMen(MOST)));
    }
}
