//! The welcome game: a game with the computer, for a player who has not played a person yet. Whatever game with computers such a
//! player has is it, also one that they began as a guest.

use domain::rules::outcome::Outcome;
use domain::rules::variant::Variant;
use jiff::Timestamp;

use super::store;
use crate::accounts::PlayerId;
use crate::computers::{self, Character, Level};
use crate::lists::{self, FinishedGame, GameCard, GameLine, ListContext, ListOwner};
use crate::platform::database::Pool;
use crate::wording::welcome as words;

/// How far a player has got with their welcome game.
pub enum WelcomeGame {
    /// It can begin.
    Offered(NextGame),
    /// It goes on.
    Running(Box<GameCard>),
    /// It is over, and another one can begin if there is an engine for it.
    Over {
        /// The game.
        game: Box<FinishedGame>,
        /// What comes after it.
        next: Option<NextGame>,
    },
}

/// A game with the computer that one button begins.
#[derive(Clone, Copy)]
pub struct NextGame {
    /// What is played.
    pub variant: Variant,
    /// Against whom.
    pub level: Level,
    /// What the button says.
    pub label: &'static str,
}

impl NextGame {
    /// The computer that plays it.
    pub fn opponent(&self) -> &'static Character {
        self.level.character()
    }

    /// What to expect of that.
    pub fn in_words(&self) -> words::Expected {
        words::expected(self.opponent().short_name(), self.level.number())
    }
}

impl WelcomeGame {
    /// The welcome game of a player; `None` if they have played a person, or if there is none and no computer to begin one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn of(pool: &Pool, player: PlayerId, now: Timestamp) -> anyhow::Result<Option<Self>> {
        if store::has_played_people(pool, player).await? {
            return Ok(None);
        }
        let context = ListContext { viewer: Some(player), now };
        let Some(line) = shown(lists::of_player(pool, player, context, (MOST_LOOKED_AT, 0)).await?) else {
            let first = NextGame { variant: super::VARIANT, level: Level::FIRST, label: words::BEGIN };
            return Ok(playable(pool, first, now).await?.map(Self::Offered));
        };
        if line.end.is_none() {
            return Ok(Some(Self::Running(Box::new(GameCard::new(line, ListOwner::Viewer)))));
        }
        let level = store::level_in(pool, &line.id).await?.unwrap_or(Level::FIRST);
        let next = playable(pool, after(&line, level), now).await?;
        Ok(Some(Self::Over { game: Box::new(FinishedGame::new(line, ListOwner::Viewer)), next }))
    }

    /// The game that goes on, if it does.
    pub fn running(&self) -> Option<&GameCard> {
        match self {
            Self::Running(card) => Some(card),
            Self::Offered(_) | Self::Over { .. } => None,
        }
    }
}

/// Of running games always the same, whichever is to be played next; otherwise the last that has ended. `lines` are in the order of
/// lists, the running ones first.
fn shown(mut lines: Vec<GameLine>) -> Option<GameLine> {
    let running = lines.iter().enumerate().filter(|(_, line)| line.end.is_none());
    let number =
        running.min_by(|(_, one), (_, other)| one.id.as_str().cmp(other.id.as_str())).map_or(0, |(number, _)| number);
    (number < lines.len()).then(|| lines.swap_remove(number))
}

/// So many games with computers can run at the same time, and one may have ended.
const MOST_LOOKED_AT: i64 = 21;

/// The game, if a computer plays it at the moment.
async fn playable(pool: &Pool, next: NextGame, now: Timestamp) -> anyhow::Result<Option<NextGame>> {
    Ok(computers::variants(pool, now).await?.contains(&next.variant).then_some(next))
}

/// What comes after a game at a level: who has won meets a stronger computer, who has lost a weaker one.
fn after(line: &GameLine, level: Level) -> NextGame {
    let own = line.seat.map(|seat| line.variant.seating().side(seat));
    let (level, label) = match line.end.map(|(result, _)| result.outcome) {
        Some(Outcome::Win(side)) if own == Some(side) => (level.stronger(), words::STRONGER),
        Some(Outcome::Win(_)) => (level.weaker(), words::AGAIN),
        Some(Outcome::Draw | Outcome::Void) | None => (level, words::AGAIN),
    };
    NextGame { variant: line.variant, level, label }
}
