//! Puzzles as text, and what is refused.

use domain::rules::puzzle::{Goal, Puzzle, Theme, Verdict};

/// The warm-up puzzle with two of its refutations.
const WARM_UP: &str = r#"{"id":1,"variant":"duck","fen":"8/4Q2p/7k/*7/4B1P1/7b/2q3PP/7K w - - 0 30","goal":"win","turns":2,"line":"e7f6@g6 c2e4@a1 f6h6","refutations":[{"e7f6":"h3g2@g6","e7h7":"h6h7@g6 h6g5@a1"}],"themes":["duck-must-leave"],"rating":1640,"source":"duckchess.com"}"#;

fn read(text: &str) -> Result<Puzzle, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[test]
fn a_puzzle_is_written_as_it_is_read() {
    let puzzle = read(WARM_UP).unwrap();
    assert_eq!(serde_json::to_string(&puzzle).unwrap(), WARM_UP);
    assert_eq!(puzzle.goal(), Goal::Win { turns: 2 });
    assert_eq!((puzzle.line().len(), puzzle.positions().len(), puzzle.goal().tasks()), (3, 4, 1));
    assert_eq!(puzzle.themes(), [Theme::DuckMustLeave]);
    assert!(puzzle.position(1).is_none() && puzzle.solution(1).is_none());
}

#[test]
fn the_first_reply_that_is_legal_refutes() {
    let puzzle = read(WARM_UP).unwrap();
    let position = puzzle.position(0).unwrap();
    let judged = |turn: &str| {
        let turn = position.read_turn(turn).unwrap();
        let reply = |reply| position.play(turn).write_coordinates(reply);
        puzzle.judge(0, turn).map(|verdict| match verdict {
            Verdict::Right => "right".to_owned(),
            Verdict::Wrong { reply: found } => found.map_or_else(|| "fowled".to_owned(), reply),
        })
    };
    assert_eq!(judged("Qf6@g6").as_deref(), Some("right"));
    assert_eq!(judged("Qf6@a1").as_deref(), Some("h3g2@g6"), "another duck");
    assert_eq!(judged("Qxh7@g5").as_deref(), Some("h6h7@g6"));
    assert_eq!(judged("Qxh7@g6").as_deref(), Some("h6g5@a1"), "the duck is where the first reply needs it");
    assert_eq!(judged("Qe6@a1"), None, "nothing is known of it");
}

#[test]
fn what_does_not_fit_is_refused() {
    for (from, to, why) in [
        ("e7f6@g6 c2e4@a1 f6h6", "e7f6@g6", "as many turns as the goal"),
        ("e7f6@g6 c2e4@a1 f6h6", "e7f6@g6 c2e4@a1 f6a1", "the turn f6a1"),
        ("\"turns\":2", "\"turns\":1", "as many tasks as the goal"),
        ("\"turns\":2", "\"turns\":0", "as many tasks as the goal"),
        ("\"win\"", "\"draw\"", "unknown variant `draw`"),
        ("duck-must-leave", "duck", "unknown variant `duck`"),
        ("8/4Q2p", "9/4Q2p", "the position of puzzle 1"),
    ] {
        let said = read(&WARM_UP.replacen(from, to, 1)).unwrap_err();
        assert!(said.contains(why), "{to}: {said}");
    }
}

#[test]
fn every_theme_is_found_by_its_key() {
    for theme in Theme::ALL {
        assert_eq!(theme.key().parse(), Ok(theme));
        assert_eq!(serde_json::to_value(theme).unwrap(), theme.key());
    }
    assert!("ducks".parse::<Theme>().is_err());
}
