//! [`CollectionFilter`]: which games of a collection are searched for. The address has the fields of the search for games of this site, and
//! they mean the same, but that players are names of the file.

use domain::rules::variant::Variant;
use jiff::civil::Date;

use crate::library::{self, Asked, OnBoard, Range, SeatChoice, Sort};
use crate::web::form::Problems;
use crate::web::search::chosen;
use crate::web::search_error::SearchError;

/// Which games are searched for: those that are all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CollectionFilter {
    /// A part of the name of one who plays; empty if it does not matter.
    pub player: String,
    /// The same of another.
    pub opponent: String,
    /// Where the player sits.
    pub seat: Option<SeatChoice>,
    /// The game.
    pub variant: Option<Variant>,
    /// The result as PGN writes it.
    pub result: Option<String>,
    /// The mean of the players' ratings.
    pub ratings: Option<Range>,
    /// A part of what the event is called; empty if it does not matter.
    pub event: String,
    /// The first day and the last one. Of a game that tells its year or month alone, some day of it is enough.
    pub days: (Option<Date>, Option<Date>),
    /// How many turns it has.
    pub length: Option<Range>,
    /// What happened on the board.
    pub on_board: OnBoard,
    /// The order, by the day on which it was played where that is meant; `None` for that of the files.
    pub sort: Option<Sort>,
    /// The number of the game after which the list begins.
    pub after: i32,
}

impl CollectionFilter {
    /// What is asked for.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn read(asked: &Asked) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        // Accents alone are nothing: names are compared without.
        let is_nothing = |c: char| c.is_whitespace() || matches!(c, '\u{300}'..='\u{36f}');
        let text = |typed: &str| match typed.chars().all(is_nothing) {
            true => String::new(),
            false => typed.trim().replace('\0', "\u{fffd}"),
        };
        let variant = problems.note("variant", chosen(&asked.variant, Variant::by_key)).flatten();
        let seat = problems.note("seat", SeatChoice::read(asked)).flatten();
        let known = |text: &str| library::results().into_iter().find(|result| result == text);
        let result = problems.note("result", chosen(&asked.result, known)).flatten();
        let ratings =
            library::range(&mut problems, ("rating-from", &asked.rating_from), ("rating-to", &asked.rating_to));
        let length =
            library::range(&mut problems, ("length-from", &asked.length_from), ("length-to", &asked.length_to));
        let days = library::days(&mut problems, &asked.from, &asked.to);
        let variants = variant.map_or(Variant::READ.to_vec(), |variant| vec![variant]);
        let on_board = OnBoard::read(asked, &variants, &mut problems);
        let sort = chosen(&asked.sort, |key| Sort::ALL.into_iter().find(|sort| sort.key() == key));
        let sort = problems.note("sort", sort).flatten();
        let after = match asked.after.as_str() {
            "" => Ok(0),
            after => {
                after.parse().ok().filter(|&after| after >= 0).ok_or_else(|| SearchError::NoNumber(after.to_owned()))
            }
        };
        let after = problems.note("after", after).unwrap_or_default();
        if !problems.is_empty() {
            return Err(problems);
        }
        let (player, opponent, event) = (text(&asked.player), text(&asked.opponent), text(&asked.event));
        Ok(Self { player, opponent, seat, variant, result, ratings, event, days, length, on_board, sort, after })
    }

    /// Whether games are left out: an order alone leaves none.
    pub fn leaves_games_out(&self) -> bool {
        *self != Self { sort: self.sort, after: self.after, ..Self::default() }
    }
}
