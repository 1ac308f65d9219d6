//! The lines of conditional turns: what reads, how it is written, and what is said of what does not read.

use domain::correspondence::conditional::{ConditionalTree, LinesError, Reply, Wrong};
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;
use proptest::prelude::*;

fn start() -> Position {
    Position::start(Variant::Duck)
}

fn read(lines: &str) -> Result<String, LinesError> {
    let tree = ConditionalTree::read(lines, &start(), Seat::BLACK)?;
    Ok(tree.to_string())
}

/// Line, word and code of what is wrong: `1:2 (e6@c6) illegal-reply duck-not-moved`.
fn wrong(lines: &str) -> String {
    let LinesError { line, word, wrong } = read(lines).unwrap_err();
    let place = word.map_or_else(|| line.to_string(), |(word, text)| format!("{line}:{word} ({text})"));
    match &wrong {
        Wrong::Reply(error) | Wrong::Theirs(error) => format!("{place} {} {}", wrong.code(), error.code()),
        _ => format!("{place} {}", wrong.code()),
    }
}

#[test]
fn every_notation_of_a_turn_becomes_the_standard_one() {
    assert_eq!(read("e2e4@c6 e7-e6,e2 b1c3@* g8f6@a4").unwrap(), "e4@c6 e6@e2 Nc3@* Nf6@a4\n");
}

#[test]
fn lines_read_as_players_write_them() {
    let tree = "e4@c6 e6@e2 d4@d6 resign\nd4@* e6@e3\n";
    assert_eq!(read("1. e4@c6 e6@e2 2. d4@d6 Resign\n1. d4@*, e6@e3").unwrap(), tree);
    assert_eq!(read("1.e4@c6, e6@e2; 2.d4@d6 RESIGN\n\n1... \nd4@*,e6@e3").unwrap(), tree);
    assert_eq!(read("e4@c6 Accept-Draw").unwrap(), "e4@c6 accept-draw\n");
    assert_eq!(wrong("1. e4@c6, e6@c6"), "1:2 (e6@c6) illegal-reply duck-not-moved");
}

#[test]
fn lines_that_begin_alike_are_one_tree_and_shorter_ones_are_part_of_longer_ones() {
    let tree = "e4@c6 e6@e2 d4@d6 Nf6@e2\ne4@c6 e6@e2 Nc3@d6 resign\nd4@* e6@e3\n";
    let lines = "e4@c6 e6@e2\ne4@c6 e6@e2 d4@d6 Nf6@e2\nd4@* e6@e3\n\ne4@c6 e6@e2 Nc3@d6 resign\r\ne4@c6 e6@e2";
    assert_eq!(read(lines).unwrap(), tree);
    assert_eq!(read(tree).unwrap(), tree);
    let tree = ConditionalTree::read(tree, &start(), Seat::BLACK).unwrap();
    assert_eq!((tree.turns(), tree.branches().len()), (8, 2));
    assert_eq!(tree.branches()[0].reply.word(), "e6@e2");
    assert_eq!(tree.branches()[0].reply.then().unwrap().branches()[1].reply, Reply::Resign);
}

#[test]
fn what_does_not_read_is_named_by_line_and_word() {
    assert_eq!(wrong("e4@c6 e6@c6"), "1:2 (e6@c6) illegal-reply duck-not-moved");
    assert_eq!(wrong("\n\ne5@c6 e6@c6"), "3:1 (e5@c6) illegal-turn illegal-piece-move");
    let half = wrong("e4@c6 e6@e2\nd4@c6");
    assert_eq!(half, "2:1 (d4@c6) reply-missing");
    let own = wrong("e4@c6 e6@*");
    assert_eq!(own, "1:2 (e6@*) any-duck-in-reply");
    let two = wrong("e4@c6 e6@e2\ne4@c6 e5@e2 d4@d6 Nf6@e2");
    assert_eq!(two, "2:2 (e5@e2) other-reply");
    let theirs = wrong("resign");
    assert_eq!(theirs, "1:1 (resign) end-of-theirs");
    let after = wrong("e4@c6 accept-draw e6@e2");
    assert_eq!(after, "1:3 (e6@e2) after-end");
}

#[test]
fn nothing_is_replied_after_the_end() {
    let line = "e4@e6 f6@f5 Qh5@a6 d6@a5 Qxe8";
    assert_eq!(wrong(&format!("{line} resign")), "1:6 (resign) game-over");
    let capture = wrong("e4@e6 f6@f5 Qh5@a6 d6@a5 Qxe8@* resign");
    assert_eq!(capture, "1:6 (resign) game-over");
    assert_eq!(wrong(&format!("{line} Nf6@e3")), "1:6 (Nf6@e3) game-over");
}

#[test]
fn what_the_other_side_cannot_do_is_said_of_the_other_side() {
    for (theirs, code) in [
        ("Nf3@e2", "duck-on-piece"),
        ("Nf3@e7", "duck-on-piece"),
        ("e7e5@e3", "not-your-piece"),
        ("Rxb1@e3", "own-piece"),
        ("Nd5@e3", "none-can-go"),
        ("O-O@e3", "castling-blocked-by-piece"),
    ] {
        assert_eq!(wrong(&format!("{theirs} e6@e3")), format!("1:1 ({theirs}) illegal-turn {code}"));
    }
    assert_eq!(wrong("e4@c6 e5@d7"), "1:2 (e5@d7) illegal-reply duck-on-piece");
}

#[test]
fn behind_any_duck_a_reply_is_read_as_if_there_were_no_duck() {
    assert_eq!(read("e4@* e5@e7 Bc4@* Nf6@e2 Bxf7@* Qe7@a3").unwrap(), "e4@* e5@e7 Bc4@* Nf6@e2 Bxf7@* Qe7@a3\n");
    let blocked = wrong("e4@* Qh4@a3");
    assert_eq!(blocked, "1:2 (Qh4@a3) illegal-reply blocked-by-piece");
    let known = wrong("e4@* e5@e7 Qh5@e7 Nf6@a3");
    assert_eq!(known, "1:3 (Qh5@e7) illegal-turn duck-not-moved", "the reply put it there");
    let no_duck = wrong("e4@* e5");
    assert_eq!(no_duck, "1:2 (e5) illegal-reply duck-missing");
    let word = wrong("e4@* quack!");
    assert_eq!(word, "1:2 (quack!) illegal-reply unreadable");
    let own = wrong("e4@* e5@*");
    assert_eq!(own, "1:2 (e5@*) any-duck-in-reply");
}

#[test]
fn a_tree_has_its_limits() {
    let to_and_fro = "Nf3@a3 Nf6@a4 Ng1@a3 Ng8@a4 ";
    assert!(read(&to_and_fro.repeat(10)).is_ok());
    assert_eq!(wrong(&to_and_fro.repeat(11)), "1 too-deep");
    let mut many = String::new();
    start().for_each_turn(|turn| many += &format!("{} resign\n", start().write_turn(turn)));
    let most: String = many.split_inclusive('\n').take(250).collect();
    assert_eq!(read(&most).unwrap(), most);
    let over = wrong(&many);
    assert_eq!(over, "251 too-many");
    let long = wrong(&format!("e4@c6{}", "!".repeat(10_000)));
    assert_eq!(long, format!("1:1 (e4@c6{}…) too-long", "!".repeat(15)));
}

/// Words that read as often as not.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec![
            "e4@c6", "e6@e2", "Nf3@*", "d4@*", "Nf6@a3", "Nc3@a4", "Qxe8", "resign", "accept-draw", "O-O@e5", "e8=Q@a1", "@*", "*",
            "🦆", "Nf3Θe5", "e4@", "xx@e5",
        ]).prop_map(str::to_owned),
        1 => "[a-hKQRBNx@*=1-8]{1,8}",
        1 => "\\PC{0,12}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_lines_panic_and_what_reads_is_written_and_read_again(
        lines in prop::collection::vec(prop::collection::vec(word(), 0..6), 0..6),
    ) {
        let lines: Vec<String> = lines.iter().map(|words| words.join(" ")).collect();
        if let Ok(tree) = ConditionalTree::read(&lines.join("\n"), &start(), Seat::BLACK) {
            prop_assert_eq!(&ConditionalTree::read(&tree.to_string(), &start(), Seat::BLACK).unwrap(), &tree);
        }
    }

    #[test]
    fn a_tree_that_was_written_reads_as_it_was(
        picks in prop::collection::vec(prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..8), 1..8),
    ) {
        let lines: Vec<String> = picks.iter().map(|picks| random_line(picks)).collect();
        // Two lines may reply differently to one turn: that is refused, and no matter here.
        if let Ok(tree) = ConditionalTree::read(&lines.join("\n"), &start(), Seat::BLACK) {
            prop_assert!(!tree.is_empty());
            prop_assert_eq!(&ConditionalTree::read(&tree.to_string(), &start(), Seat::BLACK).unwrap(), &tree);
        }
    }
}

/// Legal turns from the start in any number of pairs; a turn of theirs may stand for any duck.
fn random_line(picks: &[(prop::sample::Index, bool)]) -> String {
    let mut position = start();
    let mut words = Vec::new();
    for (pick, any_duck) in picks.iter().flat_map(|&pick| [pick, (pick.0, false)]) {
        let mut turns: Vec<Turn> = Vec::new();
        position.for_each_turn(|turn| turns.push(turn));
        if turns.is_empty() {
            words.truncate(words.len() / 2 * 2);
            break;
        }
        // Few turns, so that lines begin alike.
        let turn = turns[pick.index(turns.len().min(3))];
        let text = position.write_turn(turn);
        let piece = text.split('@').next().unwrap_or_default();
        words.push(if any_duck { format!("{piece}@*") } else { text.clone() });
        position = position.play(turn);
    }
    words.join(" ")
}
