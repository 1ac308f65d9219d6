//! What players read about how a game ended.

use domain::correspondence::result::{Ending, GameResult};
use domain::rules::outcome::Outcome;
use domain::rules::seat::{Seat, Seating, Side};

use super::SeatNames;

#[test]
fn who_wins_and_how() {
    for (outcome, ending, seating, sentence) in [
        (Outcome::Win(Side::WHITE), "king-captured", Seating::WHITE_AND_BLACK, "White wins by capturing the king"),
        (Outcome::Win(Side::BLACK), "resigned", Seating::WHITE_AND_BLACK, "Black wins by resignation"),
        (Outcome::Win(Side::BLACK), "flag", Seating::DUCHESS_SIX, "Blue, Green and Cyan win on time"),
        (Outcome::Win(Side::BLACK), "checkmate", Seating::DUCHESS_FOUR, "Blue and Magenta win by checkmate"),
        (Outcome::Win(Side::WHITE), "resigned", Seating::DUCHESS_THREE, "Red wins by resignation of Yellow"),
        (Outcome::Draw, "nobody-can-move", Seating::DUCHESS_FOUR, "Draw: nobody can move"),
        (Outcome::Draw, "agreed", Seating::WHITE_AND_BLACK, "Draw by agreement"),
        (Outcome::Draw, "repetition", Seating::WHITE_AND_BLACK, "Draw by threefold repetition"),
        (
            Outcome::Void,
            "called-off",
            Seating::WHITE_AND_BLACK,
            "No result: called off, because a first turn was not made",
        ),
    ] {
        let result = GameResult::read(&outcome.text(seating), ending, seating).unwrap();
        assert_eq!(super::result(result, seating), sentence);
    }
}

#[test]
fn a_result_is_told_to_the_winner_and_the_loser() {
    let duck = Seating::WHITE_AND_BLACK;
    for (outcome, ending, yours, anothers) in [
        ("1-0", "resigned", "You won by resignation", "Won by resignation"),
        ("0-1", "resigned", "You lost by resignation", "Lost by resignation"),
        ("0-1", "flag", "You lost on time", "Lost on time"),
        ("0-1", "king-captured", "You lost: your king was captured", "Lost: their king was captured"),
        ("1/2-1/2", "agreed", "Draw by agreement", "Draw by agreement"),
    ] {
        let result = GameResult::read(outcome, ending, duck).unwrap();
        assert_eq!(super::your_result(result, duck, Seat::WHITE, &[]), yours);
        assert_eq!(super::result_of_player(result, duck, Seat::WHITE, &[]), anothers);
    }
    // Whoever was fowled has won.
    let fowled = GameResult::read("0-1", "fowled", duck).unwrap();
    assert_eq!(super::your_result(fowled, duck, Seat::BLACK, &[]), "You won: you were fowled");
    let six = GameResult::read("1-0", "checkmate", Seating::DUCHESS_SIX).unwrap();
    let magenta = Seating::DUCHESS_SIX.by_key("magenta").unwrap();
    assert_eq!(super::your_result(six, Seating::DUCHESS_SIX, magenta, &[]), "You won by checkmate");
}

#[test]
fn where_three_play_it_is_told_whose_loss_decided_the_game() {
    let three = Seating::DUCHESS_THREE;
    let players = ["ivo", "greta", "hannah"].map(str::to_owned);
    let seats: Vec<_> = three.seats().collect();
    let resigned = GameResult { outcome: Outcome::Win(three.side(seats[0])), ending: Ending::Resigned };
    assert_eq!(resigned.decided_by(three), Some(seats[1]));
    let yours = |result, seat: usize| super::your_result(result, three, seats[seat], &players);
    assert_eq!(yours(resigned, 0), "You won: greta resigned");
    assert_eq!(yours(resigned, 1), "You lost by resignation");
    assert_eq!(yours(resigned, 2), "You lost: greta resigned");
    assert_eq!(super::result_of_player(resigned, three, seats[2], &players), "Lost: greta resigned");
    let names: Vec<_> = seats.iter().map(|&seat| three.name(seat)).collect();
    assert_eq!(super::result(resigned, three), format!("{} wins by resignation of {}", names[0], names[1]));
    let on_time = GameResult { ending: Ending::ON_TIME, ..resigned };
    assert_eq!(yours(on_time, 2), "You lost: greta ran out of time");
}

#[test]
fn every_decided_game_is_told_as_won_or_lost() {
    let duck = Seating::WHITE_AND_BLACK;
    for ending in ["king-captured", "fowled", "third-check", "checkmate", "flag", "resigned"] {
        let result = GameResult::read("1-0", ending, duck).unwrap();
        for (seat, word) in [(Seat::WHITE, "won"), (Seat::BLACK, "lost")] {
            assert!(super::your_result(result, duck, seat, &[]).starts_with(&format!("You {word}")), "{ending}");
            let of_player = super::result_of_player(result, duck, seat, &[]);
            assert!(of_player.to_lowercase().starts_with(word), "{ending}");
        }
    }
}

#[test]
fn a_score_has_a_part_for_each_side() {
    use super::score;

    assert_eq!(score(Outcome::Win(Side::BLACK), Seating::WHITE_AND_BLACK).as_deref(), Some("0–1"));
    assert_eq!(score(Outcome::Win(Side::WHITE), Seating::DUCHESS_SIX).as_deref(), Some("1–0"));
    assert_eq!(score(Outcome::Win(Side::BLACK), Seating::DUCHESS_THREE).as_deref(), Some("0–1–0"));
    assert_eq!(score(Outcome::Draw, Seating::WHITE_AND_BLACK).as_deref(), Some("½–½"));
    assert_eq!(score(Outcome::Draw, Seating::DUCHESS_THREE).as_deref(), Some("⅓–⅓–⅓"));
    assert_eq!(score(Outcome::Void, Seating::WHITE_AND_BLACK), None);
}
