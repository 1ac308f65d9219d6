//! Every code has a sentence of its own, and every key a name.

use std::collections::{BTreeSet, HashSet};

use domain::correspondence::action::{ActionKind, UnknownAction};
use domain::correspondence::comment::CommentError;
use domain::correspondence::conditional::{LinesError, Wrong};
use domain::correspondence::leave::{LeavePeriod, LeaveRefusal};
use domain::correspondence::refusal::Refusal;
use domain::correspondence::result::{Ending, GameResult};
use domain::correspondence::time_control::TimeControlKind;
use domain::rules::chess::{ChessFenError, ChessTurnError};
use domain::rules::duchess::{DuchessFenError, DuchessTurnError, Role as DuchessRole, SetUp};
use domain::rules::duck::{DuckFenError, DuckTurnError, Origin};
use domain::rules::outcome::Outcome;
use domain::rules::pgn::{PgnError, PgnProblem};
use domain::rules::position::FenError;
use domain::rules::seat::{Colour, Seating, Side};
use domain::rules::study::StudyError;
use domain::rules::turn::TurnError;
use domain::rules::variant::{UnknownVariant, Variant};
use jiff::Timestamp;
use shakmaty::{Bitboard, CastlingSide, Color, Role, Square};

use super::seats::colour;
use super::turns::{turn, turn_of_another};
use super::{ActionNames, ClockNames, Explained, Explanation, VariantNames, fens, studies};

/// One error of each code, and their sentences: all codes are there, and each sentence is whole and said only once.
fn each_has_a_sentence<T>(codes: &[&str], errors: &[T], code: impl Fn(&T) -> &'static str, say: impl Fn(&T) -> String) {
    let said: BTreeSet<_> = errors.iter().map(code).collect();
    assert_eq!(said, codes.iter().copied().collect());
    let sentences: Vec<_> = errors.iter().map(say).collect();
    for sentence in &sentences {
        assert!(sentence.ends_with('.') && !sentence.ends_with(".."), "{sentence}");
        assert!(
            !sentence.starts_with(|letter: char| letter.is_lowercase() && !sentence.starts_with("e3 ")),
            "{sentence}"
        );
        assert!(!sentence.contains("  "), "{sentence}");
    }
    let different: HashSet<_> = sentences.iter().collect();
    assert_eq!(different.len(), sentences.len(), "{sentences:#?}");
}

/// The same of reasons that explain themselves.
pub fn each_is_explained<T: Explained>(codes: &[&str], reasons: &[T]) {
    each_has_a_sentence(codes, reasons, T::code, T::sentence);
}

fn in_short(at: Timestamp) -> String {
    at.to_string()
}

fn text() -> String {
    "quack".to_owned()
}

const ROLE: Role = Role::Knight;
const FROM: Square = Square::B1;
const TO: Square = Square::C3;
const DUCK: Square = Square::E5;
const SIDE: CastlingSide = CastlingSide::KingSide;

fn duck_turns() -> Vec<DuckTurnError> {
    use DuckTurnError as Error;
    vec![
        Error::Empty,
        Error::Unreadable { text: text() },
        Error::PieceUnreadable { text: text() },
        Error::PieceMissing,
        Error::DuckUnreadable { text: text() },
        Error::GameOver,
        Error::EmptySquare { square: FROM },
        Error::DuckIsNoPiece { square: DUCK },
        Error::NotYourPiece { square: FROM, role: ROLE },
        Error::NoSuchPiece { role: ROLE, origin: Origin { file: None, rank: None } },
        Error::NoSuchPiece { role: ROLE, origin: Origin { file: Some(FROM.file()), rank: None } },
        Error::NoSuchPiece { role: ROLE, origin: Origin { file: None, rank: Some(FROM.rank()) } },
        Error::NoSuchPiece { role: ROLE, origin: Origin { file: Some(FROM.file()), rank: Some(FROM.rank()) } },
        Error::OwnPiece { square: TO, role: ROLE },
        Error::BlockedByDuck { role: ROLE, from: FROM, to: TO, duck: DUCK },
        Error::BlockedByPiece { role: ROLE, from: FROM, to: TO, square: DUCK, blocker: Role::Pawn },
        Error::NotItsWay { role: ROLE, from: FROM, to: TO },
        Error::NothingToCapture { from: FROM, to: TO },
        Error::CaptureWithoutFile { from: FROM, to: TO },
        Error::NoneCanGo { role: ROLE, to: TO },
        Error::Ambiguous { role: ROLE, to: TO, candidates: Bitboard::from(FROM) | DUCK },
        Error::PromotionMissing { from: FROM, to: TO },
        Error::PromotionMisplaced,
        Error::CastlingRightLost { side: SIDE },
        Error::CastlingRightLost { side: CastlingSide::QueenSide },
        Error::CastlingBlockedByDuck { side: SIDE, duck: DUCK },
        Error::CastlingBlockedByDuck { side: CastlingSide::QueenSide, duck: DUCK },
        Error::CastlingBlockedByPiece { side: SIDE, square: TO, blocker: ROLE },
        Error::CastlingBlockedByPiece { side: CastlingSide::QueenSide, square: TO, blocker: ROLE },
        Error::DuckMissing,
        Error::DuckNotMoved { square: DUCK },
        Error::DuckOnPiece { square: TO, role: ROLE, yours: true },
        Error::DuckOnPiece { square: TO, role: ROLE, yours: false },
    ]
}

fn duchess_turns() -> Vec<DuchessTurnError> {
    use DuchessTurnError as Error;
    let square = |name: &str| name.parse().unwrap();
    let (role, from, to, other) = (DuchessRole::Fortress, square("1a1"), square("1a2"), square("2e5"));
    vec![
        Error::Empty,
        Error::Unreadable { text: text() },
        Error::NoSuchSquare { text: text() },
        Error::Folded { square: from },
        Error::GameOver,
        Error::EmptySquare { square: from },
        Error::NotYourPiece { square: from, role, owner: Colour::Blue, mover: Colour::Red },
        Error::OtherPiece { square: from, role, said: DuchessRole::Pawn },
        Error::OwnPiece { square: to, role },
        Error::PartnersPiece { square: to, role, owner: Colour::Green },
        Error::KingIsNotCaptured { square: to, owner: Colour::Blue },
        Error::Blocked { role, from, to, square: other, blocker: DuchessRole::Pawn },
        Error::NotItsWay { role, from, to },
        Error::NothingToCapture { from, to },
        Error::PawnBlocked { from, to, blocker: role },
        Error::KingThreatened { to, role, square: other },
        Error::LeavesKing { king: from, role, square: other },
        Error::PromotionMisplaced,
        Error::PromotionNotCaptured { role, choices: vec![] },
        Error::PromotionNotCaptured { role, choices: vec![DuchessRole::Queen, DuchessRole::Rook] },
        Error::OtherwiseNamed {
            error: Box::new(Error::EmptySquare { square: other }),
            names: vec![("1a5".to_owned(), other)],
        },
    ]
}

fn chess_turns() -> Vec<ChessTurnError> {
    use ChessTurnError as Error;
    let (role, square, side, king) = (ROLE, FROM, SIDE, Square::E1);
    vec![
        Error::Empty,
        Error::Unreadable { text: text() },
        Error::NoDuckHere,
        Error::KingThreatened { to: TO, role, square },
        Error::LeavesKing { king, role, square },
        Error::StillInCheck { king, role, square },
        Error::CastlingInCheck { side, king },
        Error::CastlingThroughCheck { side, passed: Square::F1, role, square },
    ]
}

#[test]
fn why_a_turn_cannot_be_made() {
    let duck: Vec<_> = duck_turns().into_iter().map(TurnError::from).collect();
    let duchess: Vec<_> = duchess_turns().into_iter().map(TurnError::from).collect();
    let chess: Vec<_> = chess_turns().into_iter().map(TurnError::from).collect();
    for say in [turn, turn_of_another] {
        each_has_a_sentence(DuckTurnError::CODES, &duck, TurnError::code, say);
        each_has_a_sentence(DuchessTurnError::CODES, &duchess, TurnError::code, say);
        each_has_a_sentence(ChessTurnError::CODES, &chess, TurnError::code, say);
        let inner = TurnError::from(ChessTurnError::Piece(DuckTurnError::GameOver));
        assert_eq!((inner.code(), say(&inner).as_str()), ("game-over", "The game is over."));
    }
}

#[test]
fn why_a_fen_cannot_be_read() {
    use DuckFenError as Error;
    let (column, color, square, found) = (7, Color::White, TO, text);
    let duck = [
        Error::BadPiece { column, found: 'x' },
        Error::RankLength { column, rank: 3, squares: 1 },
        Error::RankLength { column, rank: 3, squares: 9 },
        Error::RankCount { ranks: 1 },
        Error::RankCount { ranks: 7 },
        Error::TwoDucks { first: FROM, second: TO },
        Error::NoColor,
        Error::BadColor { column, found: found() },
        Error::BadCastling { column, found: found() },
        Error::BadEnPassant { column, found: found() },
        Error::BadHalfmoves { column, found: found() },
        Error::BadFullmoves { column, found: found() },
        Error::BadChecks { column, found: found() },
        Error::Trailing { column, found: found() },
        Error::ChecksNotCounted,
        Error::NoKing { color },
        Error::TwoKings { color, first: FROM, second: TO },
        Error::TooManyPawns { color, count: 9 },
        Error::TooManyPieces { color, count: 17 },
        Error::PawnOnLastRank { square },
        Error::DuckOnPiece { square },
        Error::CastlingWithoutKing { color, side: SIDE, king: Square::E1 },
        Error::CastlingWithoutKing { color, side: CastlingSide::QueenSide, king: Square::E1 },
        Error::CastlingWithoutRook { color, side: SIDE, rook: Square::H1 },
        Error::CastlingWithoutRook { color, side: CastlingSide::QueenSide, rook: Square::A1 },
        Error::EnPassantRank { square: Square::E3 },
        Error::EnPassantWithoutPawn { square: Square::E3, pawn: Square::E4 },
        Error::EnPassantBehindPiece { square: Square::E3, occupied: Square::E2 },
        Error::ThirdCheckGiven { color },
    ]
    .map(FenError::from);
    each_has_a_sentence(DuckFenError::CODES, &duck, FenError::code, fens::fen);
    use DuchessFenError as Round;
    let (set_up, seat, first, second) = (SetUp::Four, Colour::Red, "1a1".parse().unwrap(), "2e5".parse().unwrap());
    let duchess = [
        Round::NoSetUp,
        Round::BadSetUp { found: found() },
        Round::NoSeat { set_up },
        Round::SeatLeftOut { column, set_up },
        Round::BadSeat { column, found: found(), set_up },
        Round::NoPieces,
        Round::SeatCount { column, set_up, found: 1 },
        Round::SeatCount { column, set_up, found: 3 },
        Round::BadPiece { column, found: 'x' },
        Round::PieceLeftOut { column, found: found() },
        Round::BadSquare { column, found: found() },
        Round::Folded { column, square: first, set_up },
        Round::TwoPieces { column, square: second, named: "2e5".to_owned() },
        Round::TwoPieces { column, square: second, named: "1a5".to_owned() },
        Round::CapturedCount { column, seats: 4, found: found() },
        Round::BadCapturedPiece { column, found: 'K' },
        Round::BadOut { column, found: found() },
        Round::BadQuiet { column, found: found() },
        Round::BadRound { column, found: found() },
        Round::Trailing { column, found: found() },
        Round::NoKing { seat },
        Round::TwoKings { seat, first, second },
        Round::TooMany { seat, role: DuchessRole::Duchess, count: 2, most: 1 },
    ]
    .map(FenError::from);
    each_has_a_sentence(DuchessFenError::CODES, &duchess, FenError::code, fens::fen);
    let king = Square::E1;
    let chess = [ChessFenError::Duck { square }, ChessFenError::InCheck { color, king }].map(FenError::from);
    each_has_a_sentence(ChessFenError::CODES, &chess, FenError::code, fens::fen);
    let other = FenError::OtherVariant(Variant::Duck);
    assert_eq!((other.code(), fens::fen(&other).as_str()), ("other-variant", "The FEN is one of Duck Chess."));
}

#[test]
fn why_a_game_or_a_study_cannot_be_read() {
    let turn = || TurnError::from(DuckTurnError::DuckMissing);
    let fen = || FenError::from(DuckFenError::NoColor);
    let problems = [
        PgnProblem::BadTag,
        PgnProblem::Chess960,
        PgnProblem::UnknownVariant(text()),
        PgnProblem::TooLong(262_144),
        PgnProblem::NoSetUp,
        PgnProblem::UnknownStart(text()),
        PgnProblem::Fen(fen()),
        PgnProblem::Turn { written: text(), is_in_variation: true, error: turn() },
        PgnProblem::NotMissed,
        PgnProblem::VariationWithoutTurn,
        PgnProblem::NothingToClose,
        PgnProblem::VariationNotClosed,
        PgnProblem::TooDeep(64),
        PgnProblem::CommentNotClosed,
        PgnProblem::Stray(text()),
        PgnProblem::Unreadable(std::io::ErrorKind::InvalidData),
    ];
    each_has_a_sentence(PgnProblem::CODES, &problems, PgnProblem::code, studies::pgn);
    let (line, column, word) = (2, 3, text);
    let studies = [
        StudyError::Nothing,
        StudyError::Fen(fen()),
        StudyError::Fen(DuchessFenError::NoPieces.into()),
        StudyError::Pgn { error: PgnError { line, column, problem: PgnProblem::BadTag }, word: word() },
        StudyError::OtherGame { line, column, word: word(), written_as: Variant::Duchess(SetUp::Six) },
        StudyError::OtherGame { line, column, word: word(), written_as: Variant::Duck },
        StudyError::OtherGame { line, column, word: word(), written_as: Variant::Chess },
        StudyError::Turn(turn()),
        StudyError::Over,
        StudyError::NotThere,
        StudyError::OtherStart,
        StudyError::TooMany,
        StudyError::TooDeep,
        StudyError::TooLong,
        StudyError::CommentTooLong,
    ];
    each_has_a_sentence(StudyError::CODES, &studies, StudyError::code, super::study);
}

#[test]
fn why_a_game_does_not_do_what_it_is_asked() {
    let turn = || TurnError::from(DuckTurnError::DuckMissing);
    let wrongs = || {
        [
            Wrong::Reply(turn()),
            Wrong::Theirs(DuckTurnError::NotYourPiece { square: FROM, role: ROLE }.into()),
            Wrong::AnyDuckInReply,
            Wrong::Over,
            Wrong::EndOfTheirs,
            Wrong::OwnTurnAgain,
            Wrong::AfterEnd,
            Wrong::OtherReply { other: text() },
            Wrong::ReplyMissing,
            Wrong::TooLong,
            Wrong::TooDeep,
            Wrong::TooMany,
        ]
    };
    each_has_a_sentence(Wrong::CODES, &wrongs(), Wrong::code, super::wrong_turn);
    let lines = wrongs().map(|wrong| LinesError { line: 2, word: Some((3, text())), wrong });
    each_has_a_sentence(Wrong::CODES, &lines, LinesError::code, super::lines);
    let result = GameResult::read("1-0", "resigned", Seating::WHITE_AND_BLACK).unwrap();
    let refusals = [
        Refusal::StalePly,
        Refusal::NoSuchPly,
        Refusal::GameOver(result),
        Refusal::NotYourTurn { to_move: Colour::Black },
        Refusal::Turn(turn()),
        Refusal::EmptyMessage,
        Refusal::TooManyMessagesInGame,
        Refusal::TooManyMessagesSinceTurn,
        Refusal::TooManyMessagesAfterEnd,
        Refusal::OfferedAlready,
        Refusal::OfferedToYou,
        Refusal::NothingOffered,
        Refusal::NothingToClaim,
        Refusal::ClocksFrozen,
        Refusal::OwnClockRuns,
        Refusal::LifelineGiven,
        Refusal::ClockFull { to: Colour::Black },
        Refusal::RoundComplete,
        Refusal::WaitingForYou,
        Refusal::NotWaitedEnough { for_whom: Colour::Black, since: Timestamp::UNIX_EPOCH },
        Refusal::ClockRanOut,
        Refusal::NoPartners,
        Refusal::NotResigned,
        Refusal::NotOver,
        Refusal::YourTurnFirst,
        Refusal::Conditionals(LinesError { line: 2, word: None, wrong: Wrong::TooMany }),
    ];
    each_has_a_sentence(Refusal::CODES, &refusals, Refusal::code, |refusal| super::refusal(refusal, in_short));
    let comments = [CommentError::Empty, CommentError::TooLong(2001), CommentError::Unprintable('\u{7}')];
    each_has_a_sentence(CommentError::CODES, &comments, CommentError::code, super::comment);
    let period = LeavePeriod { from: Timestamp::UNIX_EPOCH, until: Timestamp::UNIX_EPOCH };
    let leave = [
        LeaveRefusal::NoDays,
        LeaveRefusal::InThePast,
        LeaveRefusal::TooFarAhead,
        LeaveRefusal::TooManyDays(99),
        LeaveRefusal::NotEnough { year: 2026, left: 1, wanted: 2 },
        LeaveRefusal::NotEnough { year: 2026, left: 2, wanted: 3 },
        LeaveRefusal::Overlaps(period),
        LeaveRefusal::NotThere,
        LeaveRefusal::OverAlready,
    ];
    each_has_a_sentence(LeaveRefusal::CODES, &leave, LeaveRefusal::code, |refusal| super::leave(refusal, in_short));
}

#[test]
fn every_ending_of_every_game_is_told() {
    let of = |ending| super::result(GameResult { outcome: Outcome::Win(Side::WHITE), ending }, Seating::DUCHESS_FOUR);
    let told: HashSet<_> = Ending::all().map(of).collect();
    assert_eq!(told.len(), Ending::all().count());
    assert!(told.iter().all(|words| !words.ends_with('.') && !words.contains(" wins ")), "{told:?}");
}

#[test]
fn every_key_has_a_name_of_its_own() {
    let colours: HashSet<_> = Colour::ALL.map(colour).into();
    assert_eq!(colours.len(), Colour::ALL.len());
    let variants: HashSet<_> = Variant::READ.map(|variant| variant.name()).into();
    assert_eq!(variants.len(), Variant::READ.len());
    assert!(Variant::READ.iter().all(|variant| variant.in_short().ends_with('.')));
    let actions: HashSet<_> = ActionKind::ALL.map(|kind| kind.label()).into();
    assert_eq!(actions.len(), ActionKind::ALL.len());
    let clocks: HashSet<_> = TimeControlKind::ALL.map(|kind| kind.name()).into();
    assert_eq!(clocks.len(), TimeControlKind::ALL.len());
    assert!(!clocks.contains("Clock"));
}

#[test]
fn reasons_of_the_domain_explain_themselves() {
    each_is_explained(&["no-such-action"], &[UnknownAction(text())]);
    each_is_explained(&["no-such-variant"], &[UnknownVariant(text())]);
    each_is_explained(&["empty"], &[CommentError::Empty]);
    each_is_explained(&["reply-missing"], &[Wrong::ReplyMissing]);
    each_is_explained(&["nothing"], &[StudyError::Nothing]);
    let refusal = Explanation::of_refusal(&Refusal::StalePly, in_short);
    assert_eq!((refusal.code(), refusal.sentence()), ("moved-on", super::refusal(&Refusal::StalePly, in_short)));
    let leave = Explanation::of_leave(&LeaveRefusal::OverAlready, in_short);
    assert_eq!((leave.code(), leave.sentence()), ("over-already", super::leave(&LeaveRefusal::OverAlready, in_short)));
}

#[test]
fn every_error_page_says_what_happened() {
    use super::error_pages::{
        FROM_ANOTHER_SITE, INTERNAL, NOT_FOUND, NOT_NOW, NOT_POSSIBLE_HERE, TOO_LARGE, TOO_SLOW, UNREADABLE_ADDRESS,
        forbidden, too_many, unreadable,
    };
    use crate::platform::error::{Forbidden, TooMany, Unreadable};

    let pages = [
        NOT_FOUND,
        FROM_ANOTHER_SITE,
        NOT_POSSIBLE_HERE,
        UNREADABLE_ADDRESS,
        TOO_LARGE,
        NOT_NOW,
        TOO_SLOW,
        INTERNAL,
        forbidden(Forbidden::ChallengeOfAnother),
        forbidden(Forbidden::GameOfOthers),
        forbidden(Forbidden::NotASpectator),
        unreadable(Unreadable::CutShort),
        unreadable(Unreadable::NotUtf8),
        unreadable(Unreadable::Form),
    ];
    let sentences: HashSet<_> = pages.iter().map(|page| &page.sentence).collect();
    assert_eq!(sentences.len(), pages.len());
    assert!(pages.iter().all(|page| page.sentence.ends_with('.') && !page.title.ends_with('.')));
    let reasons = [TooMany::StreamsOfPlayer, TooMany::StreamsOfNetwork, TooMany::Requests];
    for (what, code) in reasons.into_iter().zip(TooMany::CODES) {
        assert_eq!(what.code(), *code);
    }
    let sentences: HashSet<_> = reasons.map(|what| too_many(what).sentence).into_iter().collect();
    assert_eq!(sentences.len(), reasons.len());
    assert_eq!(too_many(TooMany::Films).sentence, too_many(TooMany::Stills).sentence, "nobody has to tell them apart");
}
