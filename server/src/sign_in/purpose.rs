//! [`SignInPurpose`]: what somebody logs in or signs up for.

use crate::wording::sign_in as words;

/// What somebody wants who is led to a page to log in or sign up on, by the path to which it leads on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignInPurpose {
    /// To have the computer go through a game.
    AnalyseGame,
    /// To ask the computer about a position, or to keep a board.
    AnalysisBoard,
    /// To put tags on a game.
    Tags,
    /// To save a search for games.
    SaveSearch,
    /// To import games.
    Collections,
    /// To make a study.
    Studies,
    /// To challenge people, or to answer them.
    PlayPeople,
    /// To take leave.
    Leave,
    /// To change settings.
    Settings,
}

impl SignInPurpose {
    /// What a path is for, if it can be told.
    pub fn of(path: &str) -> Option<Self> {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let shows_tab = |tab: &str| query.split('&').any(|field| field.strip_prefix("tab=") == Some(tab));
        match path.split('/').nth(1)? {
            "games" if path.ends_with("/computer") || shows_tab("computer") => Some(Self::AnalyseGame),
            "games" if path.ends_with("/tags") || shows_tab("tags") => Some(Self::Tags),
            "games" if path.starts_with("/games/searches") => Some(Self::SaveSearch),
            "collections" => Some(Self::Collections),
            "studies" => Some(Self::Studies),
            "analysis" => Some(Self::AnalysisBoard),
            "challenges" | "lobby" => Some(Self::PlayPeople),
            "leave" => Some(Self::Leave),
            "settings" => Some(Self::Settings),
            _ => None,
        }
    }

    /// `Sign up to play people.`
    pub fn to_sign_up(self) -> String {
        words::sign_up_to(self.infinitive())
    }

    /// `Log in to play people.`
    pub fn to_log_in(self) -> String {
        words::log_in_to(self.infinitive())
    }

    const fn infinitive(self) -> &'static str {
        match self {
            Self::AnalyseGame => words::ANALYSE_GAME,
            Self::AnalysisBoard => words::ANALYSIS_BOARD,
            Self::Tags => words::TAGS,
            Self::SaveSearch => words::SAVE_SEARCH,
            Self::Collections => words::COLLECTIONS,
            Self::Studies => words::STUDIES,
            Self::PlayPeople => words::PLAY_PEOPLE,
            Self::Leave => words::LEAVE,
            Self::Settings => words::SETTINGS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SignInPurpose;

    #[test]
    fn a_path_tells_what_somebody_wants() {
        let of = |path| SignInPurpose::of(path).map(SignInPurpose::to_sign_up);
        let analyse = "Sign up to have the computer analyse this game.";
        assert_eq!(of("/games/abc?tab=computer&kept=x").as_deref(), Some(analyse));
        assert_eq!(of("/games/abc/computer").as_deref(), Some(analyse));
        assert_eq!(of("/challenges/new?opponent=kwak").as_deref(), Some("Sign up to play people."));
        assert_eq!(of("/games/searches/3").as_deref(), Some("Sign up to save searches for games."));
        assert_eq!(of("/collections").as_deref(), Some("Sign up to keep collections of games."));
        assert_eq!(of("/studies?own=yes").as_deref(), Some("Sign up to make studies."));
        for other in ["", "/", "games", "/games/abc", "/games/abc?tab=moves", "/welcome"] {
            assert_eq!(of(other), None, "{other:?}");
        }
    }
}
