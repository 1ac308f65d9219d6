//! [`CollectionFilter`]: which games of a collection are searched for. The address has the fields of the search for games of this site, and
//! they mean the same, but that players are names of the file.

use domain::rules::variant::Variant;
use jiff::civil::Date;

use crate::library::{self, Asked, OnBoard, PlayerOutcome, Range, SeatChoice, Sort};
use crate::web::form::Problems;
use crate::web::search::chosen;
use crate::web::search_error::SearchError;
use crate::wording::collections as words;

/// The order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// That of the files, and of the games in them.
    #[default]
    Imported,
    /// The other way round: what came last is first.
    ImportedLast,
    /// As games of this site are sorted, by the day on which they were played where that is meant.
    By(Sort),
}

impl Order {
    /// Every order.
    pub const ALL: [Self; 7] = [
        Self::Imported,
        Self::ImportedLast,
        Self::By(Sort::Newest),
        Self::By(Sort::Oldest),
        Self::By(Sort::Rating),
        Self::By(Sort::Longest),
        Self::By(Sort::Shortest),
    ];

    /// Its name in addresses; `None` of the one that needs none.
    pub const fn key(self) -> Option<&'static str> {
        match self {
            Self::Imported => None,
            Self::ImportedLast => Some("imported-last"),
            Self::By(sort) => Some(sort.key()),
        }
    }

    /// What a person reads.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Imported => words::AS_IMPORTED,
            Self::ImportedLast => words::IMPORTED_LAST,
            Self::By(sort) => sort.name(),
        }
    }
}

/// Which games are searched for: those that are all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CollectionFilter {
    /// A part of the name of one who plays, or all of it in quotation marks; empty if it does not matter.
    pub player: String,
    /// The same of another.
    pub opponent: String,
    /// Where the player sits.
    pub seat: Option<SeatChoice>,
    /// How it ended for the player.
    pub outcome: Option<PlayerOutcome>,
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
    /// In which order.
    pub order: Order,
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
        let outcome = problems.note("outcome", PlayerOutcome::read(asked)).flatten();
        let known = |text: &str| library::results().into_iter().find(|result| result == text);
        let result = problems.note("result", chosen(&asked.result, known)).flatten();
        let ratings =
            library::range(&mut problems, ("rating-from", &asked.rating_from), ("rating-to", &asked.rating_to));
        let length =
            library::range(&mut problems, ("length-from", &asked.length_from), ("length-to", &asked.length_to));
        let days = library::days(&mut problems, &asked.from, &asked.to);
        let variants = variant.map_or(Variant::READ.to_vec(), |variant| vec![variant]);
        let on_board = OnBoard::read(asked, &variants, &mut problems);
        let order = chosen(&asked.sort, |key| Order::ALL.into_iter().find(|order| order.key() == Some(key)));
        let order = problems.note("sort", order).flatten().unwrap_or_default();
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
        Ok(Self {
            player,
            opponent,
            seat,
            outcome,
            variant,
            result,
            ratings,
            event,
            days,
            length,
            on_board,
            order,
            after,
        })
    }

    /// Whether games are left out: an order alone leaves none.
    pub fn leaves_games_out(&self) -> bool {
        *self != Self { order: self.order, after: self.after, ..Self::default() }
    }
}
