//! [`NewChapter`]: a chapter that is to be added, read from what somebody pasted or brought from the analysis board.

use domain::rules::line::NodePath;
use domain::rules::pgn::PgnGame;
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::study::{Study, StudyError};
use domain::rules::variant::Variant;

use super::MAX_CHAPTERS;
use super::error::StudyRefusal;
use super::exported::take_tags;
use crate::analysis::{BoardForStudy, ChapterColumns, seat_of};
use crate::games::GameId;
use crate::web::form::Problems;
use crate::web::title::Title;
use crate::wording::collections;

/// A chapter that is to be added.
pub struct NewChapter {
    /// What it is called; `None`: after its number.
    pub name: Option<Title>,
    /// The game of this site that it comes from; empty if from none.
    pub game: String,
    /// Its board.
    pub columns: ChapterColumns,
}

impl NewChapter {
    /// A board at its end, from the first seat's side.
    fn new(name: Option<Title>, study: &Study) -> Self {
        let last = study.line().last(&NodePath::START).unwrap_or_default();
        Self { name, game: String::new(), columns: ChapterColumns::of(study, &last, Seat::FIRST) }
    }

    /// A game at its end.
    fn of_game(game: PgnGame) -> Result<Self, StudyError> {
        let (name, study) = named(game)?;
        Ok(Self::new(name, &study))
    }

    /// The same with a name that was typed, if one was.
    fn called(self, typed: Option<Title>) -> Self {
        Self { name: typed.or(self.name), ..self }
    }

    /// The chapters of what was typed: of a text one for each of its games, else one from the start of a variant. What is wrong is noted.
    pub fn read_all(form: &ChapterFields<'_>, problems: &mut Problems) -> Vec<Self> {
        let name = match form.name.trim() {
            "" => None,
            typed => problems.note("chapter", Title::read(typed)),
        };
        let variant = if form.variant.is_empty() { Some(Variant::Duck) } else { Variant::by_key(form.variant) };
        let Some(variant) = problems.note("variant", variant.ok_or(StudyRefusal::NoSuchVariant)) else {
            return Vec::new();
        };
        let start = Position::start(variant);
        if form.text.trim().is_empty() {
            return vec![Self::new(name, &Study::new(start))];
        }
        // One more says that there are too many.
        let most = usize::try_from(MAX_CHAPTERS).unwrap_or_default() + 1;
        match Study::games_in(&form.text.replace("\r\n", "\n"), &start, most) {
            Ok(games) => Self::of_games(games, name.as_ref(), problems),
            Err(wrong) => {
                problems.add("text", &wrong);
                Vec::new()
            }
        }
    }

    fn of_games(games: Vec<Result<PgnGame, StudyError>>, name: Option<&Title>, problems: &mut Problems) -> Vec<Self> {
        let count = games.len();
        if i64::try_from(count).is_ok_and(|count| count > MAX_CHAPTERS) {
            problems.add("text", &StudyRefusal::TooManyChapters { has: 0, added: count });
            return Vec::new();
        }
        let mut chapters = Vec::with_capacity(count);
        for (number, game) in (1..).zip(games) {
            match game.and_then(Self::of_game) {
                // One name is not for several.
                Ok(chapter) => chapters.push(chapter.called(name.filter(|_| count == 1).cloned())),
                Err(error) if count == 1 => problems.add("text", &error),
                Err(error) => problems.add("text", &StudyRefusal::InGame { number, error }),
            }
        }
        chapters
    }

    /// A chapter as it was on the analysis board. What is wrong is noted.
    pub fn of_board(board: &BoardForStudy, name: &str, problems: &mut Problems) -> Option<Self> {
        let read = Study::read(&board.pgn.replace("\r\n", "\n"), &Position::start(Variant::Duck));
        let (own_name, study) = problems.note("pgn", read.and_then(|study| named(study.game().clone())))?;
        let name = match name.trim() {
            "" => own_name,
            typed => Some(problems.note("chapter", Title::read(typed))?),
        };
        let place = study.line().nearest(board.place.parse().unwrap_or_default());
        let side = seat_of(study.start().variant().seating(), &board.side).unwrap_or(Seat::FIRST);
        let game = GameId::read(&board.game).map(|game| game.to_string()).unwrap_or_default();
        Some(Self { name, game, columns: ChapterColumns::of(&study, &place, side) })
    }
}

/// The fields of a form that adds chapters.
pub struct ChapterFields<'a> {
    /// What one chapter is to be called.
    pub name: &'a str,
    /// From which variant's start, where nothing is pasted.
    pub variant: &'a str,
    /// What is pasted.
    pub text: &'a str,
}

/// A game without the tags of the study that it was in, called as it says, or after its players or its event.
fn named(mut game: PgnGame) -> Result<(Option<Title>, Study), StudyError> {
    let name = take_tags(&mut game).or_else(|| {
        let players = players(&game);
        players.as_deref().or(game.tags.get("Event")).and_then(Title::cut)
    });
    Ok((name, Study::of(game)?))
}

/// Who played, if anybody is named.
fn players(game: &PgnGame) -> Option<String> {
    let seating = game.start.seating();
    let name = |seat| game.tags.get(seating.colour(seat).pgn_tag()).unwrap_or_default().to_owned();
    collections::named_players(seating, &seating.seats().map(name).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, variant: &str, text: &str) -> Result<Vec<(Option<String>, i32)>, Vec<String>> {
        let mut problems = Problems::default();
        let chapters = NewChapter::read_all(&ChapterFields { name, variant, text }, &mut problems);
        if !problems.is_empty() {
            return Err(problems.iter().map(|problem| format!("{}: {}", problem.field, problem.code)).collect());
        }
        let told = |chapter: NewChapter| (chapter.name.map(|name| name.as_str().to_owned()), chapter.columns.turns);
        Ok(chapters.into_iter().map(told).collect())
    }

    #[test]
    fn a_text_has_a_chapter_for_each_of_its_games() {
        let some = |name: &str| Some(name.to_owned());
        let games = "[White \"kwik\"]\n[Black \"kwek\"]\n\n1. e4@c6 *\n\n[Event \"Pond open\"]\n\n*\n\n1. d4@d6 e6@e3 *\n\n[White \"?\"]\n[Black \"kwak\"]\n\n*\n";
        let read_games = read("", "", games).unwrap();
        assert_eq!(
            read_games,
            [(some("kwik against kwek"), 1), (some("Pond open"), 0), (None, 2), (some("? against kwak"), 0)]
        );
        assert_eq!(read("Mine", "", "1. e4@c6").unwrap(), [(some("Mine"), 1)]);
        assert_eq!(read("", "duchess-6", "").unwrap(), [(None, 0)]);
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(read("", "", fen).unwrap(), [(None, 0)]);
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        assert_eq!(read("", "go", ""), Err(vec!["variant: no-such-variant".to_owned()]));
        assert_eq!(read("\u{200b}", "", ""), Err(vec!["chapter: no-name".to_owned()]));
        assert_eq!(read("", "", "1. Ke7@e5 *"), Err(vec!["text: bad-pgn".to_owned()]));
        assert_eq!(read("", "", &"1. e4@c6 *\n\n".repeat(65)), Err(vec!["text: too-many-chapters".to_owned()]));
        let long = format!("1. e4@c6 *\n\n1. e4@c6 {{{}}} *", "long ".repeat(12_000));
        assert_eq!(read("", "", &long), Err(vec!["text: in-game".to_owned()]));
    }

    #[test]
    fn of_several_games_all_that_cannot_be_read_are_told() {
        let text = "1. Ke7@e5 *\n\n1. e4@c6 e5@c5 2. Qh6@c6 *\n\n1. d4@d6 *\n\n[FEN \"8/8\"]\n\n*\n";
        let mut problems = Problems::default();
        NewChapter::read_all(&ChapterFields { name: "", variant: "", text }, &mut problems);
        let told: Vec<&str> = problems.iter().map(|problem| problem.sentence.as_str()).collect();
        let begins = ["Game 1: Line 1, column 4 (Ke7@e5): ", "Game 2: Line 3, column 19 (Qh6@c6): ", "Game 4: Line 7"];
        assert_eq!(told.len(), begins.len(), "{told:?}");
        for (told, begin) in told.iter().zip(begins) {
            assert!(told.starts_with(begin), "{told} {begin}");
        }
    }
}
