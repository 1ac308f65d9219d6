//! What a waiting player can do: give a lifeline, or call off a game that does not get going.

use domain::correspondence::action::{ActionKind, ActionRequest};
use domain::correspondence::event::{Event, EventKind};
use domain::correspondence::leave::LeavePeriod;
use domain::correspondence::refusal::Refusal;
use domain::correspondence::result::{Ending, GameResult};
use domain::correspondence::time_control::TimeControl;
use domain::rules::outcome::Outcome;
use domain::rules::seat::{Colour, Seat};
use jiff::SignedDuration;

use crate::table::{Table, days};

const WHITE: Seat = Seat::WHITE;
const BLACK: Seat = Seat::BLACK;

fn offers(table: &Table, seat: Seat, kind: ActionKind) -> bool {
    table.game.actions(seat, table.now).contains(&kind)
}

#[test]
fn a_lifeline_gives_the_player_to_move_three_days_once_a_turn() {
    let mut table = Table::standard();
    table.play("e4@c6 e6@e2");
    table.pass(days(29));
    assert!(offers(&table, BLACK, ActionKind::Lifeline));
    let given = table.does(BLACK, ActionRequest::Lifeline).unwrap();
    let what = EventKind::LifelineGiven { seat: BLACK, to: WHITE, granted: days(3) };
    assert_eq!(given, [Event { at: table.now, what }]);
    assert_eq!(table.game.time_left(WHITE, table.now), days(4));
    assert_eq!(table.game.deadline(), Some(table.now + days(4)));
    assert!(!offers(&table, BLACK, ActionKind::Lifeline));
    assert_eq!(table.does(BLACK, ActionRequest::Lifeline).unwrap(), [], "a double click gives once");
    table.pass(days(3));
    table.play("d4@d6");
    assert_eq!(table.game.turns()[2].spent, days(32), "more than there was at first");
    assert_eq!(table.game.time_left(WHITE, table.now), days(2));
    assert!(offers(&table, WHITE, ActionKind::Lifeline), "the next turn is another");
}

#[test]
fn a_lifeline_never_lifts_a_clock_above_its_cap() {
    let mut table = Table::new(TimeControl { cap: days(32), ..TimeControl::STANDARD });
    table.play("e4@c6 e6@e2");
    assert_eq!(table.game.possible_lifeline(BLACK, table.now), Some((WHITE, days(2))));
    table.does(BLACK, ActionRequest::Lifeline).unwrap();
    assert_eq!(table.game.time_left(WHITE, table.now), days(32), "two days are all that fit");
    table.play("d4@d6 Nf6@e2");
    let refusal = table.does(BLACK, ActionRequest::Lifeline).unwrap_err();
    assert_eq!(refusal, Refusal::ClockFull { to: Colour::White });
}

#[test]
fn a_lifeline_that_the_next_increment_would_make_worthless_is_not_offered() {
    let mut table = Table::new(TimeControl { cap: days(31), ..TimeControl::STANDARD });
    table.play("e4@c6 e6@e2");
    assert!(!offers(&table, BLACK, ActionKind::Lifeline), "the day of the next turn fills the clock");
    assert_eq!(table.game.possible_lifeline(BLACK, table.now), None);
    let refusal = table.does(BLACK, ActionRequest::Lifeline).unwrap_err();
    assert_eq!(refusal, Refusal::ClockFull { to: Colour::White });
    table.pass(SignedDuration::from_hours(1));
    assert!(offers(&table, BLACK, ActionKind::Lifeline));
    assert_eq!(table.game.possible_lifeline(BLACK, table.now), Some((WHITE, SignedDuration::from_hours(25))));
}

#[test]
fn nobody_throws_a_lifeline_to_themselves_or_where_no_clock_runs() {
    let mut table = Table::standard();
    assert_eq!(table.does(BLACK, ActionRequest::Lifeline).unwrap_err(), Refusal::ClocksFrozen);
    table.play("e4@c6 e6@e2");
    table.pass(days(1));
    assert_eq!(table.does(WHITE, ActionRequest::Lifeline).unwrap_err(), Refusal::OwnClockRuns);
    table.pass(days(29));
    assert!(matches!(table.does(BLACK, ActionRequest::Lifeline), Err(Refusal::GameOver(_))), "the flag has fallen");
}

#[test]
fn leave_that_a_game_is_told_of_after_a_lifeline_does_not_lift_the_clock_above_its_cap() {
    let mut table = Table::new(TimeControl { cap: days(30), ..TimeControl::STANDARD });
    table.play("e4@c6 e6@e2");
    let period = LeavePeriod { from: table.now, until: table.now + days(9) };
    table.pass(days(2));
    table.does(BLACK, ActionRequest::Lifeline).unwrap();
    table.pass(days(1));
    let events = table.game.take_leave(WHITE, period, table.now);
    table.take(&events);
    assert_eq!(table.game.time_left(WHITE, table.now), days(30));
}

#[test]
fn a_player_who_has_waited_five_days_for_the_first_turn_may_call_the_game_off() {
    let mut table = Table::standard();
    table.pass(days(5) - SignedDuration::from_micros(1));
    let refusal = table.does(BLACK, ActionRequest::Cancel).unwrap_err();
    let since = "2024-05-25T12:00:00Z".parse().unwrap();
    assert_eq!(refusal, Refusal::NotWaitedEnough { for_whom: Colour::White, since });
    assert!(!offers(&table, BLACK, ActionKind::Cancel));
    table.pass(SignedDuration::from_micros(1));
    assert!(offers(&table, BLACK, ActionKind::Cancel));
    assert_eq!(table.does(WHITE, ActionRequest::Cancel).unwrap_err(), Refusal::WaitingForYou);
    table.does(BLACK, ActionRequest::Cancel).unwrap();
    assert_eq!(table.result(), Some(GameResult { outcome: Outcome::Void, ending: Ending::CalledOff }));
    assert_eq!(table.does(BLACK, ActionRequest::Cancel).unwrap(), [], "a double click is no mistake");
    assert!(ActionKind::Cancel.asks_once_more());
}

#[test]
fn the_wait_begins_with_the_turn_before_and_leave_does_not_count() {
    let mut table = Table::standard();
    table.pass(days(4));
    table.play("e4@c6");
    let period = LeavePeriod { from: table.now + days(1), until: table.now + days(3) };
    let events = table.game.take_leave(BLACK, period, table.now);
    table.take(&events);
    table.pass(days(6));
    assert!(matches!(table.does(WHITE, ActionRequest::Cancel), Err(Refusal::NotWaitedEnough { .. })));
    table.pass(days(1));
    assert!(offers(&table, WHITE, ActionKind::Cancel));
    table.play("e6@e2");
    assert_eq!(table.does(BLACK, ActionRequest::Cancel).unwrap_err(), Refusal::RoundComplete);
}
