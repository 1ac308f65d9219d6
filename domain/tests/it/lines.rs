//! The lines of conditional turns: what reads, how it is written, and what is said of what does not read.

use domain::correspondence::conditional::{ConditionalTree, Reply};
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;
use proptest::prelude::*;

fn start() -> Position {
    Position::start(Variant::Duck)
}

fn read(lines: &str) -> Result<String, String> {
    let tree = ConditionalTree::read(lines, &start(), Seat::BLACK).map_err(|error| error.to_string())?;
    Ok(tree.to_string())
}

fn wrong(lines: &str) -> String {
    read(lines).unwrap_err()
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
    assert_eq!(wrong("1. e4@c6, e6@c6"), "Line 1, word 2 (e6@c6): the duck must move: it is on c6 already.");
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
    assert_eq!(wrong("e4@c6 e6@c6"), "Line 1, word 2 (e6@c6): the duck must move: it is on c6 already.");
    assert_eq!(wrong("\n\ne5@c6 e6@c6"), "Line 3, word 1 (e5@c6): a pawn does not move from e2 to e5.");
    let half = wrong("e4@c6 e6@e2\nd4@c6");
    assert_eq!(half, "Line 2, word 1 (d4@c6): the line ends with a turn of another player: add your reply to it.");
    let own = wrong("e4@c6 e6@*");
    assert_eq!(
        own,
        "Line 1, word 2 (e6@*): only a turn of the other side can leave the duck open: say where yours goes, such as @e5."
    );
    let two = wrong("e4@c6 e6@e2\ne4@c6 e5@e2 d4@d6 Nf6@e2");
    assert_eq!(two, "Line 2, word 2 (e5@e2): another line replies 'e6@e2' to the same turn: choose one of the two.");
    let theirs = wrong("resign");
    assert_eq!(
        theirs,
        "Line 1, word 1 (resign): another player is to move here: 'resign' and 'accept-draw' can only be your reply."
    );
    let after = wrong("e4@c6 accept-draw e6@e2");
    assert_eq!(after, "Line 1, word 3 (e6@e2): nothing can follow 'resign' or 'accept-draw'.");
}

#[test]
fn nothing_is_replied_after_the_end() {
    let line = "e4@e6 f6@f5 Qh5@a6 d6@a5 Qxe8";
    assert_eq!(wrong(&format!("{line} resign")), "Line 1, word 6 (resign): the game is over after the turn before it.");
    let capture = wrong("e4@e6 f6@f5 Qh5@a6 d6@a5 Qxe8@* resign");
    assert_eq!(capture, "Line 1, word 6 (resign): the game is over after the turn before it.");
    assert_eq!(wrong(&format!("{line} Nf6@e3")), "Line 1, word 6 (Nf6@e3): the game is over after the turn before it.");
}

#[test]
fn what_the_other_side_cannot_do_is_said_of_the_other_side() {
    for (theirs, said) in [
        ("Nf3@e2", "the duck cannot go to e2: your opponent's pawn is there"),
        ("Nf3@e7", "the duck cannot go to e7: your pawn is there"),
        ("e7e5@e3", "the pawn on e7 is yours: here your opponent is to move"),
        ("Rxb1@e3", "your opponent's own knight is on b1"),
        ("Nd5@e3", "none of your opponent's knights can go to d5"),
        ("O-O@e3", "your opponent cannot castle to the king's side: a bishop is on f1"),
    ] {
        assert_eq!(wrong(&format!("{theirs} e6@e3")), format!("Line 1, word 1 ({theirs}): {said}."));
    }
    assert_eq!(wrong("e4@c6 e5@d7"), "Line 1, word 2 (e5@d7): the duck cannot go to d7: your pawn is there.");
}

#[test]
fn behind_any_duck_a_reply_is_read_as_if_there_were_no_duck() {
    assert_eq!(read("e4@* e5@e7 Bc4@* Nf6@e2 Bxf7@* Qe7@a3").unwrap(), "e4@* e5@e7 Bc4@* Nf6@e2 Bxf7@* Qe7@a3\n");
    let blocked = wrong("e4@* Qh4@a3");
    assert_eq!(blocked, "Line 1, word 2 (Qh4@a3): the queen cannot go from d8 to h4: a pawn is on e7.");
    let known = wrong("e4@* e5@e7 Qh5@e7 Nf6@a3");
    assert_eq!(known, "Line 1, word 3 (Qh5@e7): the duck must move: it is on e7 already.", "the reply put it there");
    let no_duck = wrong("e4@* e5");
    assert_eq!(no_duck, "Line 1, word 2 (e5): say where the duck goes, such as @e5 after the piece move.");
    let word = wrong("e4@* quack!");
    assert!(word.starts_with("Line 1, word 2 (quack!): 'quack!' is not a turn: "), "{word}");
    let own = wrong("e4@* e5@*");
    assert_eq!(
        own,
        "Line 1, word 2 (e5@*): only a turn of the other side can leave the duck open: say where yours goes, such as @e5."
    );
}

#[test]
fn a_tree_has_its_limits() {
    let to_and_fro = "Nf3@a3 Nf6@a4 Ng1@a3 Ng8@a4 ";
    assert!(read(&to_and_fro.repeat(10)).is_ok());
    assert_eq!(wrong(&to_and_fro.repeat(11)), "Line 1: a line can have at most 40 turns.");
    let mut many = String::new();
    start().for_each_turn(|turn| many += &format!("{} resign\n", start().write_turn(turn)));
    let most: String = many.split_inclusive('\n').take(250).collect();
    assert_eq!(read(&most).unwrap(), most);
    let over = wrong(&many);
    assert_eq!(over, "Line 251: there can be at most 500 conditional turns in a game.");
    let long = wrong(&format!("e4@c6{}", "!".repeat(10_000)));
    assert_eq!(long, format!("Line 1, word 1 (e4@c6{}…): a turn has at most 40 characters.", "!".repeat(15)));
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
