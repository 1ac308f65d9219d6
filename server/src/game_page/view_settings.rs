//! View settings of a game's page: the side at the bottom, and the open tab of the panel. They are part of the page's
//! address and of its forms, so that they survive each action.

use std::str::FromStr;

use domain::rules::ply::Ply;
use domain::rules::seat::{Seat, Seating};

use crate::explorer::Asked;
use crate::games::GameId;
use crate::wording::game_page::tabs;

/// The tabs of the panel next to the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The turns with all log entries between them.
    #[default]
    Record,
    /// The turns alone.
    Moves,
    /// What has been captured.
    Material,
    /// The viewer's own tags on the game.
    Tags,
    /// The rules of the variant.
    Rules,
    /// What was played from the position in finished games.
    Explorer,
    /// What the computer says of the game.
    Computer,
    /// What the position is shared with.
    Share,
    /// How to use the page.
    Help,
}

impl Tab {
    /// Every tab, in the order of the page.
    pub const ALL: [Self; 9] = [
        Self::Record,
        Self::Moves,
        Self::Computer,
        Self::Material,
        Self::Tags,
        Self::Rules,
        Self::Explorer,
        Self::Share,
        Self::Help,
    ];

    /// Its name in addresses.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Moves => "moves",
            Self::Material => "material",
            Self::Tags => "tags",
            Self::Rules => "rules",
            Self::Explorer => "explorer",
            Self::Computer => "computer",
            Self::Share => "share",
            Self::Help => "help",
        }
    }

    /// What is written on it.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Record => tabs::RECORD,
            Self::Moves => tabs::TURNS,
            Self::Material => tabs::MATERIAL,
            Self::Tags => tabs::TAGS,
            Self::Rules => tabs::RULES,
            Self::Explorer => tabs::EXPLORER,
            Self::Computer => tabs::COMPUTER,
            Self::Share => tabs::SHARE,
            Self::Help => tabs::HELP,
        }
    }
}

/// No tab has this key.
#[derive(Debug, PartialEq, Eq)]
pub struct UnknownTab;

impl FromStr for Tab {
    type Err = UnknownTab;

    fn from_str(key: &str) -> Result<Self, UnknownTab> {
        // What it was called in addresses before.
        let key = if key == "book" { Self::Explorer.key() } else { key };
        Self::ALL.into_iter().find(|tab| tab.key() == key).ok_or(UnknownTab)
    }
}

/// The view settings of a game's page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ViewSettings {
    /// The name in addresses of the seat at the lower edge of the board, `black`; empty if they have chosen none.
    side: String,
    /// What the panel shows.
    pub tab: Tab,
    /// Which games the explorer looks at.
    pub explored: Asked,
}

/// The most letters of a seat's name.
const MAX_SIDE_CHARS: usize = 10;

impl ViewSettings {
    /// Reads both from an address or a form. Missing or unknown values become the defaults, so that the page always
    /// works.
    pub fn read(side: &str, tab: &str) -> Self {
        let could_be_seat = side.len() <= MAX_SIDE_CHARS && side.bytes().all(|byte| byte.is_ascii_lowercase());
        let side = if could_be_seat { side.to_owned() } else { String::new() };
        Self { side, tab: tab.parse().unwrap_or_default(), explored: Asked::default() }
    }

    /// The same where the explorer looks at other games.
    #[must_use]
    pub fn exploring(self, explored: Asked) -> Self {
        Self { explored, ..self }
    }

    /// The same with another tab.
    #[must_use]
    pub fn with(&self, tab: Tab) -> Self {
        Self { tab, ..self.clone() }
    }

    /// The seat at the lower edge of the board, if they have chosen one that there is.
    pub fn seat(&self, seating: Seating) -> Option<Seat> {
        seating.by_key(&self.side)
    }

    /// The fields that say it in a form.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let tab = if self.tab == Tab::default() { "" } else { self.tab.key() };
        [("tab", tab), ("side", self.side.as_str())].into_iter().filter(|(_, value)| !value.is_empty())
    }

    /// The address of a game's page seen so: the position at a ply, or the present.
    ///
    /// `/games/abcdefgh?ply=7&tab=moves&side=black`
    pub fn address(&self, game: &GameId, ply: Option<Ply>) -> String {
        let mut address = format!("/games/{game}");
        let mut add = |name: &str, value: &str| {
            address.push(if address.contains('?') { '&' } else { '?' });
            address.extend([name, "=", value]);
        };
        if let Some(ply) = ply {
            add("ply", &ply.to_string());
        }
        self.fields().for_each(|(name, value)| add(name, value));
        if self.tab == Tab::Explorer {
            for (name, typed) in self.explored.fields() {
                add(&name, &form_urlencoded::byte_serialize(typed.as_bytes()).collect::<String>());
            }
        }
        address
    }
}

#[cfg(test)]
mod tests {
    use domain::rules::variant::Variant;

    use super::*;

    #[test]
    fn an_address_says_only_what_is_not_usual_and_is_read_back() {
        let game = GameId::stored("abcdefgh".to_owned());
        assert_eq!(ViewSettings::default().address(&game, None), "/games/abcdefgh");
        let view_settings = ViewSettings::read("black", "moves");
        assert_eq!((view_settings.seat(Variant::Duck.seating()), view_settings.tab), (Some(Seat::BLACK), Tab::Moves));
        assert_eq!(view_settings.address(&game, Some(Ply(7))), "/games/abcdefgh?ply=7&tab=moves&side=black");
        let asked = Asked { player: "a&b".to_owned(), ..Asked::default() };
        let explorer = ViewSettings::read("", "book").exploring(asked);
        assert_eq!(explorer.address(&game, None), "/games/abcdefgh?tab=explorer&player=a%26b");
        assert_eq!(explorer.with(Tab::Share).address(&game, None), "/games/abcdefgh?tab=share");
        assert_eq!(ViewSettings::read("No\"where", "engine"), ViewSettings::default());
        assert_eq!(ViewSettings::read("pink", "").seat(Variant::Duck.seating()), None);
    }
}
