//! Games of more than two seats as stories: who has to agree, whose clock runs, and how play continues without one of
//! them.

mod oracle;
mod random;

use domain::correspondence::action::{Action, ActionRequest};
use domain::correspondence::audience::Audience;
use domain::correspondence::comment::Comment;
use domain::correspondence::event::EventKind;
use domain::correspondence::game::{Game, LogEntryKind};
use domain::correspondence::leave::LeavePeriod;
use domain::correspondence::refusal::Refusal;
use domain::correspondence::result::{Ending, GameResult};
use domain::correspondence::time_control::TimeControl;
use domain::rules::duchess::SetUp;
use domain::rules::outcome::Outcome;
use domain::rules::seat::Seat;
use domain::rules::variant::Variant;

use crate::table::{Table, days};

const ROUND: &str = "1c3-1c4 2c3-2c4 3c3-3c4 4c3-4c4 5c3-5c4 6c3-6c4";

fn table(set_up: SetUp) -> Table {
    Table::of(Variant::Duchess(set_up), TimeControl::STANDARD)
}

fn seats<const N: usize>(table: &Table) -> [Seat; N] {
    std::array::from_fn(|n| table.game.seating().seat(n).unwrap())
}

/// Six players after their first round.
fn six() -> (Table, [Seat; 6]) {
    let mut table = table(SetUp::Six);
    table.play(ROUND);
    let seats = seats(&table);
    (table, seats)
}

/// The outcome as records write it, and the key of the ending.
fn result(table: &Table) -> (String, &'static str) {
    let GameResult { outcome, ending } = table.result().unwrap();
    (outcome.text(table.game.seating()), ending.key())
}

fn tells_side(table: &mut Table, seat: Seat, words: &str) -> Result<(), Refusal> {
    let action = Action { message: Comment::new(words).ok(), ..table.action(ActionRequest::SideComment) };
    table.request(seat, &action).map(|_| ())
}

#[test]
fn the_clocks_start_when_all_six_have_moved() {
    let mut table = table(SetUp::Six);
    table.pass(days(2));
    table.play("1c3-1c4 2c3-2c4 3c3-3c4 4c3-4c4 5c3-5c4");
    assert_eq!(table.game.running_since(), None);
    table.play("6c3-6c4");
    assert_eq!(table.game.running_since(), Some(table.now));
    let [red, blue, ..] = seats::<6>(&table);
    table.pass(days(4));
    assert_eq!(table.game.time_left(red, table.now), days(26));
    assert_eq!(table.game.time_left(blue, table.now), days(30));
}

#[test]
fn leave_of_one_of_six_stops_that_clock_alone() {
    let (mut table, [red, blue, ..]) = six();
    let leave = LeavePeriod { from: table.now, until: table.now + days(10) };
    let events = table.game.take_leave(blue, leave, table.now);
    table.take(&events);
    table.pass(days(3));
    assert_eq!(table.game.time_left(red, table.now), days(27), "Red's clock runs while Blue is away");
    table.play("1c4-1c5");
    table.pass(days(3));
    assert_eq!(table.game.time_left(blue, table.now), days(30));
    assert_eq!(table.game.deadline(), Some(leave.until + days(30)));
}

#[test]
fn a_seat_whose_flag_falls_is_out_and_the_others_play_on() {
    let (mut table, [red, blue, ..]) = six();
    let fallen_at = table.game.deadline().unwrap();
    table.now = fallen_at + days(3);
    let events = table.tick();
    assert_eq!(
        events.iter().map(|event| (event.at, &event.what)).collect::<Vec<_>>(),
        [(fallen_at, &EventKind::FlagFell { seat: red })]
    );
    assert_eq!((table.result(), table.game.seat_to_move()), (None, Some(blue)));
    assert_eq!(table.game.time_left(blue, table.now), days(27), "it runs from the very instant of the flag");
    assert_eq!(table.game.turns()[5].missed, [red]);
    assert_eq!(table.does(red, ActionRequest::Resign), Err(Refusal::ClockRanOut));
    table.play("2c4-2c5 3c4-3c5 4c4-4c5 5c4-5c5 6c4-6c5");
    assert_eq!(table.game.seat_to_move(), Some(blue), "Red's turn is missed");
    assert_eq!(Game::fold(table.game.setup().clone(), &table.log).unwrap(), table.game);
}

#[test]
fn flags_that_fell_while_nobody_looked_fall_one_after_the_other() {
    let (mut table, [red, blue, yellow, green, magenta, _]) = six();
    table.now = table.game.deadline().unwrap() + days(200);
    table.tick();
    let fallen = |seat| table.log.iter().any(|event| event.what == EventKind::FlagFell { seat });
    assert!([red, blue, yellow, green, magenta].into_iter().all(fallen));
    assert_eq!(result(&table), ("0-1".to_owned(), "flag"), "Magenta was the last of Red, Yellow and Magenta");
}

#[test]
fn every_seat_must_agree_to_a_draw() {
    let (mut table, [red, blue, yellow, green, magenta, cyan]) = six();
    table.does(red, ActionRequest::OfferDraw).unwrap();
    for seat in [blue, yellow, green, magenta] {
        table.does(seat, ActionRequest::AcceptDraw).unwrap();
        assert_eq!(table.does(seat, ActionRequest::AcceptDraw), Ok(vec![]), "twice does no harm");
    }
    assert_eq!(table.game.draw_awaits().collect::<Vec<_>>(), [cyan]);
    assert_eq!(table.result(), None);
    table.does(cyan, ActionRequest::AcceptDraw).unwrap();
    assert_eq!(result(&table), ("1/2-1/2".to_owned(), "agreed"));
}

#[test]
fn an_offer_with_a_turn_does_not_take_the_place_of_one_that_waits_for_answers() {
    let (mut table, [red, blue, yellow, ..]) = six();
    let offering = |turn: &str| ActionRequest::Move { turn: turn.to_owned(), offer_draw: true, lines: String::new() };
    table.does(red, offering("1c4-1c5")).unwrap();
    table.does(yellow, ActionRequest::AcceptDraw).unwrap();
    table.does(blue, offering("2c4-2c5")).unwrap();
    assert_eq!(table.game.draw_offered_by(), Some(red));
    assert!(!table.game.draw_awaits().any(|seat| seat == yellow), "Yellow has agreed already");
}

#[test]
fn who_has_resigned_does_not_do_it_twice() {
    let (mut table, [red, ..]) = six();
    table.does(red, ActionRequest::Resign).unwrap();
    let again = Action { message: Comment::new("I am lost.").ok(), ..table.action(ActionRequest::Resign) };
    let events = table.request(red, &again).unwrap();
    assert!(events.iter().all(|event| matches!(event.what, EventKind::SaidToSide { .. })), "{events:?}");
}

#[test]
fn who_has_resigned_by_hand_does_not_do_it_again_by_a_condition() {
    let (mut table, [_, _, yellow, ..]) = six();
    table.does(yellow, ActionRequest::Resign).unwrap();
    table.does(yellow, ActionRequest::Conditional { lines: "1c4-1c5 2c4-2c5 resign".to_owned() }).unwrap();
    table.play("1c4-1c5 2c4-2c5");
    let told: Vec<_> =
        table.game.log_entries(Some(yellow)).map(|log_entry| (log_entry.seat, &log_entry.kind)).collect();
    assert_eq!(told, [(yellow, &LogEntryKind::Resigned)]);
    assert!(table.game.conditionals(yellow).is_empty());
    table.does(yellow, ActionRequest::KeepPlaying).unwrap();
    assert!(!table.game.has_resigned(yellow), "what came before does not come back");
    table.play("3c4-3c5");
    assert_eq!(
        table.game.log_entries(Some(yellow)).filter(|log_entry| log_entry.kind == LogEntryKind::Resigned).count(),
        1
    );
}

#[test]
fn who_has_accepted_by_hand_is_not_told_that_a_condition_could_not() {
    let (mut table, [red, _, yellow, ..]) = six();
    table.does(red, ActionRequest::OfferDraw).unwrap();
    table.does(yellow, ActionRequest::Conditional { lines: "1c4-1c5 2c4-2c5 accept-draw".to_owned() }).unwrap();
    table.does(yellow, ActionRequest::AcceptDraw).unwrap();
    table.play("1c4-1c5 2c4-2c5");
    let told: Vec<_> =
        table.game.log_entries(Some(yellow)).map(|log_entry| (log_entry.seat, &log_entry.kind)).collect();
    assert_eq!(told, [(red, &LogEntryKind::DrawOffered), (yellow, &LogEntryKind::DrawAccepted)]);
}

#[test]
fn who_is_out_is_not_asked_for_a_draw() {
    let (mut table, [_, blue, yellow, green, magenta, cyan]) = six();
    table.now = table.game.deadline().unwrap();
    table.does(blue, ActionRequest::OfferDraw).unwrap();
    for seat in [yellow, green, magenta, cyan] {
        table.does(seat, ActionRequest::AcceptDraw).unwrap();
    }
    assert_eq!(result(&table), ("1/2-1/2".to_owned(), "agreed"));
}

#[test]
fn a_side_has_resigned_when_all_of_it_have() {
    let (mut table, [red, _, yellow, _, magenta, _]) = six();
    for seat in [red, yellow, magenta] {
        assert_eq!(table.result(), None);
        table.does(seat, ActionRequest::Resign).unwrap();
        if seat == yellow {
            table.does(yellow, ActionRequest::KeepPlaying).unwrap();
            table.does(yellow, ActionRequest::Resign).unwrap();
        }
    }
    assert_eq!(result(&table), ("0-1".to_owned(), "resigned"));
    let kinds: Vec<_> = table.game.log_entries(Some(red)).map(|log_entry| &log_entry.kind).collect();
    let resigned = &LogEntryKind::Resigned;
    assert_eq!(kinds, [resigned, resigned, &LogEntryKind::ResignationTakenBack, resigned]);
}

#[test]
fn a_resignation_that_waits_for_partners_is_told_to_them_alone() {
    let (mut table, [red, blue, yellow, _, magenta, _]) = six();
    let mut audiences = |seat, request| {
        let done = table.does(seat, request).unwrap();
        done.iter().map(|event| event.what.audience(true)).collect::<Vec<_>>()
    };
    assert_eq!(audiences(red, ActionRequest::Resign), [Audience::SideOf(red)]);
    assert_eq!(audiences(yellow, ActionRequest::Resign), [Audience::SideOf(yellow)]);
    assert_eq!(audiences(yellow, ActionRequest::KeepPlaying), [Audience::SideOf(yellow)]);
    let knows = |viewer| (table.game.shows_resignation(red, viewer), table.game.log_entries(viewer).count());
    assert_eq!([Some(red), Some(magenta), Some(blue), None].map(knows), [(true, 3), (true, 3), (false, 0), (false, 0)]);
    table.does(yellow, ActionRequest::Resign).unwrap();
    let last = table.does(magenta, ActionRequest::Resign).unwrap();
    assert_eq!(last[0].what.audience(true), Audience::Everyone, "the game is over");
    assert_eq!(table.game.log_entries(None).count(), 0);
}

#[test]
fn a_message_with_such_a_resignation_is_read_by_partners_alone() {
    let (mut table, [red, blue, yellow, ..]) = six();
    let text = |text: &str| Comment::new(text).ok();
    let mut sends = |request, message| {
        let action = Action { message, ..table.action(request) };
        let done = table.request(red, &action).unwrap();
        done.iter().map(|event| event.what.audience(true)).collect::<Vec<_>>()
    };
    let for_side = Audience::SideOf(red);
    assert_eq!(sends(ActionRequest::Resign, text("I give up")), [for_side, for_side]);
    assert_eq!(sends(ActionRequest::Resign, text("I give up")), [], "sent twice");
    assert_eq!(sends(ActionRequest::Resign, text("Will you two?")), [for_side], "at the second press");
    assert_eq!(sends(ActionRequest::KeepPlaying, text("I have seen something")), [for_side, for_side]);
    assert_eq!(sends(ActionRequest::KeepPlaying, text("Their Duchess hangs")), [for_side]);
    let reads = |viewer| table.game.log_entries(viewer).count();
    assert_eq!([Some(red), Some(yellow), Some(blue), None].map(reads), [6, 6, 0, 0]);
}

#[test]
fn a_resignation_stored_before_any_was_pending_was_told_to_all() {
    let stored: EventKind = serde_json::from_str(r#"{"type":"resigned","seat":0}"#).unwrap();
    assert_eq!(stored.audience(true), Audience::Everyone);
    assert_eq!(serde_json::to_string(&stored).unwrap(), r#"{"type":"resigned","seat":0}"#);
}

#[test]
fn what_is_said_to_the_own_side_is_read_there_alone() {
    let (mut table, [red, blue, yellow, ..]) = six();
    tells_side(&mut table, red, "Shall we attack Cyan?").unwrap();
    let reads = |seat: Option<Seat>| table.game.log_entries(seat).count();
    assert_eq!((reads(Some(red)), reads(Some(yellow)), reads(Some(blue)), reads(None)), (1, 1, 0, 0));
    let mut three = self::table(SetUp::Three);
    let [red, ..] = seats::<3>(&three);
    assert_eq!(tells_side(&mut three, red, "To myself?"), Err(Refusal::NoPartners));
}

#[test]
fn a_line_of_conditional_turns_goes_through_the_turns_of_others() {
    let (mut table, [_, _, _, green, ..]) = six();
    let lines = "1c4-1c5 2c4-2c5 3c4-3c5 4c4-4c5 5c4-5c5 6c4-6c5 1c5-1c6 2c5-2c6 3c5-3c6 4c5-4c6\n1c4-1c5 .. 2a3-2a4 3c4-3c5 4d3-4d4";
    table.does(green, ActionRequest::Conditional { lines: lines.to_owned() }).unwrap();
    table.play("1c4-1c5 2c4-2c5");
    assert!(!table.game.conditionals(green).is_empty());
    table.play("3c4-3c5");
    let last = table.game.turns().last().unwrap();
    assert_eq!((last.seat, last.text.as_str(), last.conditional), (green, "4c4-4c5", true));
    table.play("5c4-5c5 6a3-6a4");
    assert!(table.game.conditionals(green).is_empty(), "Cyan played otherwise");
    let wrong = table.does(green, ActionRequest::Conditional { lines: "1c5-1c6 2c5-2c6".to_owned() }).unwrap_err();
    assert!(wrong.to_string().contains("ReplyMissing"), "{wrong}");
}

#[test]
fn one_player_with_two_sets_speaks_for_both() {
    let mut table = table(SetUp::TwoByTwo);
    table.play("1c3-1c4 2c3-2c4 4c3-4c4 5c3-5c4");
    let [red, blue, green, magenta] = seats(&table);
    assert_eq!(table.does(green, ActionRequest::Conditional { lines: String::new() }), Err(Refusal::YourTurnFirst));
    let lines = "1c4-1c5 2c4-2c5 4c4-4c5 5c4-5c5";
    table.does(magenta, ActionRequest::Conditional { lines: lines.to_owned() }).unwrap();
    table.play("1c4-1c5");
    assert_eq!(table.game.seat_to_move(), Some(green), "Blue has answered");
    table.does(green, ActionRequest::OfferDraw).unwrap();
    assert_eq!(table.game.draw_awaits().collect::<Vec<_>>(), [blue, magenta]);
    table.does(red, ActionRequest::Resign).unwrap();
    assert_eq!(result(&table), ("0-1".to_owned(), "resigned"));
}

#[test]
fn of_three_the_player_on_the_right_wins() {
    let mut table = table(SetUp::Three);
    table.play("1c3-1c4 3c3-3c4 5c3-5c4");
    let [_, yellow, _] = seats::<3>(&table);
    table.does(yellow, ActionRequest::Resign).unwrap();
    let end = table.result().unwrap();
    assert_eq!(end.ending, Ending::Resigned);
    assert!(matches!(end.outcome, Outcome::Win(_)));
    assert_eq!(end.outcome.text(table.game.seating()), "1-0-0");
}
