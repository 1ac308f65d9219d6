//! What players read, sentence by sentence: all but refusals and results.

use domain::rules::duchess::{DuchessPosition, SetUp};
use domain::rules::duck::DuckPosition;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_sentence_of_the_record_is_taken_apart_at_its_braces() {
    use super::log_entries::log_entry;
    use super::parts::{Part, parts};
    use domain::correspondence::game::LogEntryKind;

    let offered: Vec<_> = parts(log_entry(&LogEntryKind::DrawOffered).unwrap()).collect();
    assert_eq!(offered, [Part::Words(""), Part::Named("player"), Part::Words(" offered a draw")]);
    let leave: Vec<_> = parts("{player} took leave until {until}").collect();
    assert_eq!(leave[2..], [Part::Words(" took leave until "), Part::Named("until")]);
}

#[test]
fn one_and_many_have_sentences_of_their_own() {
    use super::{accounts, challenges, leave, ratings};

    assert_eq!(challenges::one_of_seats(2), "One of 2 seats");
    for (open, invited, you, says) in [
        (1, &[][..], false, "One seat is open to anyone."),
        (3, &["ann"], false, "3 seats are open to anyone. ann is invited."),
        (0, &["ann", "ben"], false, "ann and ben are invited."),
        (1, &[], true, "One seat is open to anyone. You are invited."),
        (0, &[], true, "You are invited."),
        (0, &["ben"], true, "You and ben are invited."),
    ] {
        let sentence = challenges::seats_open(open, invited, you);
        assert_eq!(sentence, format!("{says} The game begins when the last seat is taken."));
    }
    assert_eq!(challenges::with_partners(&["Yellow", "Magenta"]), "with Yellow and Magenta");
    assert_eq!([1, 3].map(leave::days), ["1 day", "3 days"]);
    assert_eq!(ratings::after_games(1, true), "after 1 rated game: provisional");
    assert_eq!(ratings::after_games(12, false), "after 12 rated games");
    for (minutes, sentence) in [
        (1, "Too many attempts. Wait a minute, then try again."),
        (15, "Too many attempts. Wait 15 minutes, then try again."),
        (24 * 60, "Too many attempts. Wait a day, then try again."),
    ] {
        assert_eq!(accounts::rate_limited(jiff::SignedDuration::from_mins(minutes)), sentence);
    }
}

#[test]
fn who_is_mated_while_their_side_plays_on() {
    use super::game_page::{are_mated, you_are_mated};

    for (others, to_a_mated_player, to_others) in [
        (
            &["ann", "cleo"][..],
            "You, ann and cleo are mated, and miss your turns until that changes.",
            "ann and cleo are mated, and miss every turn until that changes.",
        ),
        (
            &["ann"][..],
            "You and ann are mated, and miss your turns until that changes.",
            "ann is mated, and misses every turn until that changes.",
        ),
    ] {
        assert_eq!(you_are_mated(others), to_a_mated_player);
        assert_eq!(are_mated(others), to_others);
    }
    assert_eq!(you_are_mated(&[]), "You are mated, and miss your turns until that changes.");
}

#[test]
fn who_plays_against_a_challenger_so_far() {
    use super::challenges::opponents_so_far;

    assert_eq!(opponents_so_far(&[], true), "Anyone");
    assert_eq!(opponents_so_far(&["ben"], true), "ben, anyone");
    assert_eq!(opponents_so_far(&["ben", "cleo"], false), "ben, cleo");
}

#[test]
fn a_turn_alone_begins_with_a_capital() {
    use super::{duchess_turn_alone, piece_move_alone};

    for (fen, text, alone) in [
        (START, "Nf3@e5", "Knight g1 to f3"),
        ("4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1", "exd5@a3", "Pawn e4 takes the pawn on d5"),
        ("4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1", "O-O@a3", "Castling on the king’s side"),
        ("8/P7/8/8/8/4k3/8/4K3 w - - 0 1", "a8=Q@a3", "Pawn a7 to a8 and becomes a queen"),
    ] {
        let turn = fen.parse::<DuckPosition>().unwrap().read_turn(text).unwrap();
        assert_eq!(piece_move_alone(turn.piece_move()), alone, "{text}");
    }
    let position = DuchessPosition::start(SetUp::Four);
    let turn = position.read_turn("N1b2-1c4").unwrap();
    assert_eq!(duchess_turn_alone(turn, None, false), "Knight 1b2 to 1c4");
    assert_eq!(duchess_turn_alone(turn, None, true), "Knight 1b2 teleports to 1c4");
    let position: DuchessPosition = "2 1 K1c1Q1c3/K4c1P1c5 - - 0 1".parse().unwrap();
    let turn = position.read_turn("Q1c3-1c5").unwrap();
    assert_eq!(duchess_turn_alone(turn, Some("Green"), false), "Queen 1c3 takes Green’s pawn on 1c5");
    assert_eq!(duchess_turn_alone(turn, Some("Green"), true), "Queen 1c3 teleports and takes Green’s pawn on 1c5");
}

#[test]
fn pieces_of_duchess_are_listed_by_kind() {
    use super::{pieces_captured, pieces_on};
    use domain::rules::duchess::Role;

    let squares = ["1c2", "1d2", "2c3"].map(str::to_owned);
    assert_eq!(pieces_on(Role::King, &squares[..1]), "king 1c2");
    assert_eq!(pieces_on(Role::Pawn, &squares), "pawns 1c2, 1d2 and 2c3");
    assert_eq!([1, 2].map(|count| pieces_captured(Role::Bishop, count)), ["bishop", "2 bishops"]);
}

#[test]
fn a_draft_that_the_game_has_left_behind_is_accounted_for() {
    use super::conditional_turns::{DraftNow, moved_on};

    assert_eq!(moved_on("2. d4@d6", DraftNow::NotBegun), "The game has moved on: the last turn is 2. d4@d6.");
    assert_eq!(
        moved_on("2. d4@d6", DraftNow::Impossible),
        "The game has moved on since you began this: the last turn is 2. d4@d6. None of your draft is possible any more."
    );
}

#[test]
fn an_offer_of_a_draw_tells_who_has_still_to_answer() {
    use super::game_page::{DrawOffer, draw_offer};

    assert_eq!(draw_offer(DrawOffer::Yours, None), "You have offered a draw.");
    assert_eq!(
        draw_offer(DrawOffer::ToAll("ann"), Some(&["ben", "cleo"])),
        "ann offers a draw; all players have to agree. Still to answer: ben and cleo."
    );
}
