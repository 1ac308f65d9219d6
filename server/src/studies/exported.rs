//! Chapters as PGN, and back. The names of study and chapter are tags, as lichess.org writes them; a game's own tags stay.

use domain::rules::pgn::PgnGame;

use crate::web::title::Title;

/// The tags of the names.
const STUDY: &str = "StudyName";
const CHAPTER: &str = "ChapterName";
/// How a game begins that does not say where it was played.
const NO_EVENT: &str = "[Event \"?\"]\n";

/// The PGN of a chapter as it is stored, with the names.
pub fn exported(study: &str, chapter: &str, pgn: &str) -> String {
    let names = format!("{}{}", tag(STUDY, study), tag(CHAPTER, chapter));
    let Some((tags, turns)) = pgn.split_once("\n\n") else { return pgn.to_owned() };
    let tags = format!("{tags}\n");
    let tags = match tags.strip_prefix(NO_EVENT) {
        Some(others) => format!("{}{others}", tag("Event", &event(study, chapter))),
        None => tags,
    };
    format!("{tags}{names}\n{turns}")
}

/// Takes out of a game what [`exported`] has put there: the chapter's name, if it has one.
pub fn take_tags(game: &mut PgnGame) -> Option<Title> {
    let (study, chapter) = (game.tags.remove(STUDY), game.tags.remove(CHAPTER));
    let chapter = chapter.unwrap_or_default();
    if game.tags.get("Event") == Some(&event(&study.unwrap_or_default(), &chapter)) {
        game.tags.remove("Event");
    }
    Title::cut(&chapter)
}

fn event(study: &str, chapter: &str) -> String {
    format!("{study}: {chapter}")
}

fn tag(name: &str, value: &str) -> String {
    format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use domain::rules::pgn::PgnReader;

    use super::*;

    fn read(text: &str) -> PgnGame {
        PgnReader::new(text.as_bytes()).next().unwrap().unwrap()
    }

    #[test]
    fn what_is_exported_is_the_same_chapter_again() {
        for own in ["", "[Event \"Pond open\"]\n[White \"kwik\"]\n[Opening \"Quack\"]\n\n"] {
            for name in ["Openings", "The \"duck\" \\ on e4 [a]"] {
                let stored = read(&format!("{own}1. e4@c6 {{good}} (1. d4@d6) 1... e6@e2 *\n")).to_string();
                let text = exported(name, "A: 1", &stored);
                let mut again = read(&text);
                assert_eq!((again.tags.get(STUDY), again.tags.get(CHAPTER)), (Some(name), Some("A: 1")));
                let event = again.tags.get("Event").unwrap().to_owned();
                assert_eq!(event, if own.is_empty() { format!("{name}: A: 1") } else { "Pond open".to_owned() });
                assert_eq!(take_tags(&mut again).unwrap().as_str(), "A: 1");
                assert_eq!(again.to_string(), stored);
            }
        }
    }
}
