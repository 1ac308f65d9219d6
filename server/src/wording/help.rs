//! The help, and the pages about the site.

use domain::rules::visible::without_overrides;

use super::plural;

/// Articles for who is new here.
pub const FIRST_STEPS: &str = "First steps";
/// Those about a game's page.
pub const BOARD: &str = "At the board";
/// Those about a game over weeks.
pub const CORRESPONDENCE: &str = "Correspondence";
/// Those about the games.
pub const VARIANTS: &str = "Variants";
/// Those about what comes of games.
pub const AFTER_THE_GAME: &str = "After the game";
/// Those about what belongs to a player.
pub const ACCOUNT: &str = "Your account";
/// Those about running a site.
pub const OPERATORS: &str = "For operators";

/// What the site is, and by whom.
pub const ABOUT: &str = "About";
/// What players agree to.
pub const TERMS: &str = "Terms";
/// What is kept of visitors.
pub const PRIVACY: &str = "Privacy";
/// How to reach whoever runs the site.
pub const CONTACT: &str = "Contact";

/// How much of what was looked for is repeated.
const MOST_QUOTED: usize = 60;

/// How many articles were found: `3 articles for “leave”`.
pub fn found(count: usize, asked: &str) -> String {
    let asked = quoted(asked);
    plural(count, format!("1 article for “{asked}”"), format!("{count} articles for “{asked}”"))
}

/// No article was found.
pub fn nothing_found(asked: &str) -> String {
    format!(
        "No article has all of “{}”. Try one word less, or another word for it; or look through all articles below.",
        quoted(asked)
    )
}

fn quoted(asked: &str) -> String {
    let asked = without_overrides(asked);
    let shown: String = asked.chars().take(MOST_QUOTED).collect();
    if shown.len() < asked.len() { shown + "…" } else { shown }
}
