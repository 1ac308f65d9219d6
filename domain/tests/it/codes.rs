//! The codes of errors: programs and translations rely on them.

use std::collections::HashSet;

use domain::correspondence::comment::CommentError;
use domain::correspondence::conditional::Wrong;
use domain::correspondence::leave::LeaveRefusal;
use domain::correspondence::refusal::Refusal;
use domain::rules::chess::{ChessFenError, ChessTurnError};
use domain::rules::duchess::{DuchessFenError, DuchessTurnError};
use domain::rules::duck::{DuckFenError, DuckTurnError};
use domain::rules::pgn::PgnProblem;
use domain::rules::study::StudyError;

const ALL: [(&str, &[&str]); 12] = [
    ("refusal", Refusal::CODES),
    ("leave", LeaveRefusal::CODES),
    ("comment", CommentError::CODES),
    ("conditional turns", Wrong::CODES),
    ("duck turn", DuckTurnError::CODES),
    ("duck FEN", DuckFenError::CODES),
    ("Duchess turn", DuchessTurnError::CODES),
    ("Duchess FEN", DuchessFenError::CODES),
    ("chess turn", ChessTurnError::CODES),
    ("chess FEN", ChessFenError::CODES),
    ("PGN", PgnProblem::CODES),
    ("study", StudyError::CODES),
];

#[test]
fn codes_are_kebab_case_and_tell_the_errors_of_a_kind_apart() {
    for (kind, codes) in ALL {
        let different: HashSet<_> = codes.iter().collect();
        assert_eq!(different.len(), codes.len(), "{kind}");
        let is_kebab =
            |code: &&str| code.split('-').all(|word| word.bytes().all(|b| b.is_ascii_lowercase()) && !word.is_empty());
        assert_eq!(codes.iter().copied().find(|code| !is_kebab(code)), None, "{kind}");
    }
}

#[test]
fn codes_do_not_change() {
    let list: Vec<_> = ALL.iter().map(|(kind, codes)| format!("{kind}:\n  {}\n", codes.join("\n  "))).collect();
    insta::assert_snapshot!(list.concat());
}
