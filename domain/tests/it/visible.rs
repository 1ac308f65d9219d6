//! What people write: empty if nothing of it can be seen, and harmless to what stands after it.

use domain::correspondence::comment::{Comment, CommentError};
use domain::rules::line;
use domain::rules::pgn::{PgnGame, PgnReader, PgnResult};
use domain::rules::position::Position;
use domain::rules::variant::Variant;
use domain::rules::visible::{has_visible, is_blank, is_override};
use proptest::prelude::*;

fn blank() -> impl Strategy<Value = char> {
    let every: Vec<char> = (0..=u32::from(char::MAX)).filter_map(char::from_u32).filter(|c| is_blank(*c)).collect();
    prop::sample::select(every)
}

fn overriding() -> impl Strategy<Value = char> {
    prop::sample::select(
        "\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}".chars().collect::<Vec<_>>(),
    )
}

/// A text of letters of many scripts, with what turns directions among them.
fn with_overrides() -> impl Strategy<Value = String> {
    prop::collection::vec(prop_oneof!["[a-z אבגA-Z🦆]".prop_map(|c| c.chars().next().unwrap()), overriding()], 1..60)
        .prop_map(String::from_iter)
}

proptest! {
    #[test]
    fn what_cannot_be_seen_is_empty(blanks in prop::collection::vec(blank(), 0..50), seen in "[a-z!אあ🦆]") {
        let text: String = blanks.iter().collect();
        prop_assert_eq!(Comment::new(&text), Err(CommentError::Empty));
        prop_assert_eq!(line::Comment::new(&text), None);
        prop_assert!(has_visible(&(text + &seen)));
    }

    #[test]
    fn nothing_turns_the_direction_of_what_stands_after_it(text in with_overrides()) {
        let harmless = |text: &str| !text.contains(is_override);
        if let Ok(comment) = Comment::new(&text) {
            prop_assert!(harmless(comment.as_str()));
            let kept: String = text.chars().filter(|c| !is_override(*c)).collect();
            prop_assert_eq!(comment.as_str(), kept.trim());
        }
        let of_before: Comment = serde_json::from_value(serde_json::Value::String(text.clone())).unwrap();
        prop_assert!(harmless(of_before.as_str()), "a log of before");

        let mut game = PgnGame::new(Position::start(Variant::Duck), [], PgnResult::Open);
        game.tags.set("Event", &text);
        game.line.comments.extend(line::Comment::new(&text));
        prop_assert!(harmless(&game.to_string()), "{}", game);
        let file = format!("[Event \"{text}\"]\n\n{{ {text} }} *");
        let read = PgnReader::new(file.as_bytes()).next().unwrap().unwrap();
        prop_assert!(harmless(&read.to_string()), "{}", read);
    }
}

#[test]
fn what_has_letters_can_be_seen() {
    for text in ["a", ".", "♥", "é", "e\u{301}", "👨\u{200d}👩", "ㅎ", "אב", "⠁", "\u{fffd}"] {
        assert!(has_visible(text), "{text}");
    }
}
