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

/// What the pages about the site belong to.
pub const SITE: &str = "This site";
/// What people look for who mean the page about the site.
pub const ABOUT_WORDS: &str = "who, owner, licence, license, source code, open source";
/// What people look for who mean the terms.
pub const TERMS_WORDS: &str = "conditions, rules of conduct, conduct, behaviour, insults, age, agreement";
/// What people look for who mean the page about privacy.
pub const PRIVACY_WORDS: &str = "data protection, GDPR, cookies, tracking, personal data, logs";
/// What people look for who mean the page of contact.
pub const CONTACT_WORDS: &str = "email, support, administrator, bug, report, complaint, imprint, legal notice";

/// How much of what was looked for is repeated.
const MOST_QUOTED: usize = 60;

/// How many texts were found: `3 results for “leave”`.
pub fn found(count: usize, asked: &str) -> String {
    let asked = quoted(asked);
    plural(count, format!("1 result for “{asked}”"), format!("{count} results for “{asked}”"))
}

/// Nothing was found.
pub fn nothing_found(asked: &str) -> String {
    format!(
        "Nothing was found for all of “{}”. Try one word less, or another word for it; or look through all articles below.",
        quoted(asked)
    )
}

/// Nothing was found for words that nobody uses here, but for others like them.
pub fn found_instead(asked: &str) -> String {
    format!("Nothing here has “{}”. Did you mean this?", quoted(asked))
}

fn quoted(asked: &str) -> String {
    let asked = without_overrides(asked);
    let shown: String = asked.chars().take(MOST_QUOTED).collect();
    if shown.len() < asked.len() { shown + "…" } else { shown }
}
