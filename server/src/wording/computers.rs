//! Computer players.

use domain::rules::variant::Variant;

use super::VariantNames;

/// A level in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InWords {
    /// `Beginner`
    pub title: &'static str,
    /// What to expect.
    pub hint: &'static str,
}

/// A level in words.
pub const fn of_level(level: u8) -> InWords {
    match level {
        1 => InWords { title: "Beginner", hint: "Overlooks a lot, and leaves its king to be taken. For a first game." },
        2 => InWords { title: "Casual", hint: "Takes what is given to it, and gives some back." },
        3 => InWords { title: "Experienced", hint: "Sees what happens in the next turn or two." },
        4 => InWords { title: "Strong", hint: "Punishes every loose piece, and a king that nobody guards." },
        _ => InWords { title: "As strong as it gets", hint: "The engine at its best. You will need the weeks." },
    }
}

/// The seats.
pub const FIRST: &str = "You move first";
/// The seats.
pub const SECOND: &str = "You move second";
/// The seats.
pub const AT_RANDOM: &str = "At random";

/// What a computer player says of itself.
pub fn about(level: u8, of: u8) -> String {
    let InWords { title, hint } = of_level(level);
    format!("A computer: an engine plays this account, at level {level} of {of}. {title}. {hint}")
}

/// That there are no other levels.
pub fn no_such_level(best: u8) -> String {
    format!("Choose a level from 1 to {best}.")
}

/// That there are no other seats.
pub const NO_SUCH_SEAT: &str = "Choose whether you move first, second or at random.";

/// That no engine plays a variant at the moment.
pub fn no_engine(variant: Variant) -> String {
    format!("No computer plays {} here at the moment. Choose another game, or challenge a player.", variant.name())
}

/// That only those who have an account have ratings.
pub const RATED_WITHOUT_ACCOUNT: &str =
    "Rated games need an account: sign up first, or take the tick from Rated. Your games go along.";

/// That a player has enough games with computers.
pub fn too_many_games(running: i64, most: i64) -> String {
    match running > most {
        true => format!(
            "You have {running} games with computers in progress. You can begin another one when there are fewer than {most}."
        ),
        false => format!(
            "You have {running} games with computers in progress, and that is the limit. Finish one of them first."
        ),
    }
}
