//! What holds for every game that can be written, and for every file.

use std::time::Duration;

use domain::rules::entry::Entry;
use domain::rules::line::Comment;
use domain::rules::pgn::{PgnGame, PgnLine, PgnReader, PgnResult, PgnTurn};
use domain::rules::position::Position;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::study::any_beginning;

prop_compose! {
    /// A line whose turns are chosen by numbers, with something said here and there and other lines beside it.
    fn any_line(depth: u32)(
        choices in vec(any::<u32>(), 0..12),
        said in vec(any::<u8>(), 12),
        words in vec("[ -~é\n]{0,30}", 12),
        beside in if depth == 0 { Just(Vec::new()).boxed() } else { vec(any_line(depth - 1), 0..3).boxed() },
    ) -> Script {
        Script { choices, said, words, beside }
    }
}

/// What a line is made of, before there is a position to make it from.
#[derive(Clone, Debug)]
struct Script {
    choices: Vec<u32>,
    said: Vec<u8>,
    words: Vec<String>,
    beside: Vec<Self>,
}

impl Script {
    fn play(&self, start: &Position) -> PgnLine {
        let mut line = PgnLine::default();
        let mut position = start.clone();
        if self.said[0].is_multiple_of(3) {
            line.comments.extend(Comment::new(&self.words[0]));
        }
        for (n, &choice) in self.choices.iter().enumerate() {
            let mut entries: Vec<Entry> = position.read_entry("out").into_iter().collect();
            position.for_each_turn(|turn| entries.push(turn.into()));
            // Now and then a clock runs out, where that is no end.
            let Some(&entry) = entries.get(if choice % 8 == 0 { 0 } else { choice as usize % entries.len().max(1) })
            else {
                break;
            };
            let mut played = PgnTurn::from(entry);
            let said = self.said[n];
            if said.is_multiple_of(5) {
                played.nags.push(said);
                played.clock = Some(Duration::from_millis(u64::from(choice)));
            }
            if said.is_multiple_of(3) {
                played.comments.extend(self.words[n..].iter().take(2).filter_map(|words| Comment::new(words)));
            }
            if let Some(script) = self.beside.get(n) {
                played.variations.extend(Some(script.play(&position)).filter(|line| *line != PgnLine::default()));
            }
            position = position.after(entry);
            line.turns.push(played);
        }
        line
    }
}

fn any_game() -> impl Strategy<Value = PgnGame> {
    let result = prop_oneof![Just(PgnResult::FirstSideWon), Just(PgnResult::Draw), Just(PgnResult::Open)];
    let tags = vec(("[A-Za-z0-9_ ]{0,6}", "[ -~é\n]{0,20}"), 0..4);
    (any_beginning(), any_line(2), result, tags).prop_map(|(start, script, result, tags)| {
        let mut game = PgnGame { line: script.play(&start), ..PgnGame::new(start, [], result) };
        tags.iter().for_each(|(name, value)| game.tags.set(name, value));
        game
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn games_that_were_written_come_back_equal(games in vec(any_game(), 1..4)) {
        let file: String = games.iter().map(|game| format!("{game}\n")).collect();
        prop_assert!(file.lines().all(|line| line.starts_with('[') || line.chars().count() <= 80), "{}", file);
        let read: Result<Vec<_>, _> = PgnReader::new(file.as_bytes()).collect();
        prop_assert!(read == Ok(games), "{}", file);
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in vec(any::<u8>(), 0..300), text in "[\\[\\]{}()\";%$@,ΘDeNf3-6 .*\n]{0,120}") {
        prop_assert!(PgnReader::new(&bytes[..]).count() <= bytes.len() + 1);
        prop_assert!(PgnReader::new(text.as_bytes()).count() <= text.len() + 1);
    }

    #[test]
    fn what_is_cut_off_or_changed_is_read_or_refused(game in any_game(), at in any::<usize>(), byte in any::<u8>()) {
        let mut bytes = game.to_string().into_bytes();
        let at = at % bytes.len();
        let _ = PgnReader::new(&bytes[..at]).count();
        bytes[at] = byte;
        let _ = PgnReader::new(&bytes[..]).count();
    }
}
