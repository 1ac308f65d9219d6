//! Correspondence games as stories: what two players request, and what follows.

use domain::correspondence::action::{Action, ActionKind, ActionRequest};
use domain::correspondence::comment::{Comment, CommentError};
use domain::correspondence::event::{Event, EventKind};
use domain::correspondence::game::{BrokenLog, Game};
use domain::correspondence::limits::{MAX_MESSAGES_AFTER_END, MAX_MESSAGES_BETWEEN_TURNS, MAX_WRITINGS};
use domain::correspondence::refusal::Refusal;
use domain::correspondence::result::{Ending, GameResult};
use domain::correspondence::setup::GameSetup;
use domain::rules::duchess::SetUp;
use domain::rules::outcome::{Outcome, RulesEnding};
use domain::rules::ply::Ply;
use domain::rules::position::Position;
use domain::rules::seat::{Colour, Seat, Side};
use domain::rules::variant::Variant;
use jiff::SignedDuration;

use crate::table::{Table, days, kinds};

const WHITE: Seat = Seat::WHITE;
const BLACK: Seat = Seat::BLACK;

#[test]
fn clocks_stand_until_both_have_moved_and_then_one_runs_at_a_time() {
    let mut table = Table::standard();
    table.pass(days(3));
    table.play("e4@c6");
    assert_eq!(table.game.running_since(), None);
    table.pass(days(4));
    table.play("e6@e2");
    assert_eq!(table.game.clocks_started(), Some((Ply(2), table.now)));
    assert_eq!(table.game.time_left(WHITE, table.now), days(30), "the first turns cost nothing and earn nothing");
    assert_eq!(table.game.time_left(BLACK, table.now), days(30));
    table.pass(days(10));
    assert_eq!(table.game.time_left(WHITE, table.now), days(20));
    assert_eq!(table.game.time_left(BLACK, table.now), days(30));
    table.play("d4@d6");
    assert_eq!(table.game.time_left(WHITE, table.now), days(21), "a turn earns a day");
    assert_eq!(table.game.turns()[2].spent, days(10));
    assert_eq!(table.game.deadline(), Some(table.now + days(30)));
}

#[test]
fn a_clock_never_shows_more_than_its_cap() {
    let mut table = Table::standard();
    table.play("Nf3@e5 Nf6@e4");
    for _ in 0..10 {
        table.play("Ng1@e5 Ng8@e4 Nf3@e5 Nf6@e4");
    }
    assert_eq!(table.game.time_left(WHITE, table.now), days(45));
    assert_eq!(table.game.time_left(BLACK, table.now), days(45));
}

#[test]
fn a_flag_falls_at_the_deadline_and_not_before() {
    let mut table = Table::standard();
    table.play("e4@c6 e6@e2");
    let deadline = table.game.deadline().unwrap();
    assert_eq!(deadline, table.now + days(30));
    table.now = deadline - SignedDuration::from_micros(1);
    assert_eq!(table.tick(), []);
    table.now = deadline + days(2);
    let fallen = table.tick();
    assert_eq!(fallen, [Event { at: deadline, what: EventKind::FlagFell { seat: WHITE } }]);
    let result = table.result().unwrap();
    assert_eq!(result, GameResult { outcome: Outcome::Win(Side::BLACK), ending: Ending::ON_TIME });
    assert_eq!(table.tick(), [], "a flag falls once");
    assert_eq!(table.game.deadline(), None);
}

#[test]
fn a_turn_at_the_deadline_is_too_late_and_one_just_before_is_in_time() {
    let mut late = Table::standard();
    late.play("e4@c6 e6@e2");
    late.now = late.game.deadline().unwrap();
    assert!(matches!(late.turn(WHITE, "d4@d6"), Err(Refusal::GameOver(_))));
    assert_eq!(late.result().unwrap().ending, Ending::ON_TIME);

    let mut just = Table::standard();
    just.play("e4@c6 e6@e2");
    just.now = just.game.deadline().unwrap() - SignedDuration::from_micros(1);
    just.play("d4@d6");
    assert_eq!(just.result(), None);
    assert_eq!(just.game.time_left(WHITE, just.now), days(1) + SignedDuration::from_micros(1));
}

#[test]
fn a_game_whose_first_round_is_not_complete_after_14_days_is_cancelled() {
    let mut table = Table::standard();
    table.pass(days(13));
    table.play("e4@c6");
    table.pass(days(1));
    let begun = table.game.setup().begun_at;
    assert_eq!(table.tick(), [Event { at: begun + days(14), what: EventKind::Cancelled }]);
    let result = table.result().unwrap();
    assert_eq!((result.outcome, result.outcome.text(table.game.seating()).as_str()), (Outcome::Void, "*"));
    assert!(matches!(table.turn(BLACK, "e6@e2"), Err(Refusal::GameOver(_))));
}

#[test]
fn a_player_who_moves_out_of_turn_is_told_to_wait() {
    let mut table = Table::standard();
    let refusal = table.turn(BLACK, "e6@e2").unwrap_err();
    assert_eq!(refusal, Refusal::NotYourTurn { to_move: Colour::White });
    assert_eq!(refusal, Refusal::NotYourTurn { to_move: Colour::White });
}

#[test]
fn a_refused_turn_says_why_and_changes_nothing() {
    let mut table = Table::standard();
    table.play("e4@c6 e6@e2");
    let before = table.game.clone();
    let refusal = table.turn(WHITE, "Nf3@e2").unwrap_err();
    assert_eq!(refusal.to_string(), "illegal-turn error=Duck(DuckNotMoved { square: E2 })");
    let refusal = table.turn(WHITE, "Qf3@a3").unwrap_err();
    assert!(matches!(refusal, Refusal::Turn(error) if error.code() == "blocked-by-duck"));
    assert_eq!(table.game, before);
}

#[test]
fn the_same_turn_sent_twice_is_made_once() {
    let mut table = Table::standard();
    let sent =
        table.action(ActionRequest::Move { turn: "e2e4@c6".to_owned(), offer_draw: false, lines: String::new() });
    assert_eq!(table.request(WHITE, &sent).unwrap().len(), 1);
    assert_eq!(table.request(WHITE, &sent).unwrap(), []);
    table.play("e6@e2");
    assert_eq!(table.request(WHITE, &sent).unwrap(), [], "also after the answer");
    let other = Action {
        request: ActionRequest::Move { turn: "d4@c6".to_owned(), offer_draw: false, lines: String::new() },
        message: None,
        ply: Ply::START,
    };
    assert_eq!(table.request(WHITE, &other).unwrap_err(), Refusal::StalePly);
    assert_eq!(table.game.ply(), Ply(2));
}

#[test]
fn what_was_meant_for_an_older_position_is_not_done() {
    let mut table = Table::standard();
    let resign = table.action(ActionRequest::Resign);
    table.play("e4@c6");
    assert_eq!(table.request(BLACK, &resign).unwrap_err(), Refusal::StalePly);
    let ahead = Action { request: ActionRequest::Resign, message: None, ply: Ply(9) };
    assert_eq!(table.request(BLACK, &ahead).unwrap_err(), Refusal::NoSuchPly);
}

#[test]
fn the_capture_of_the_king_ends_the_game() {
    let mut table = Table::standard();
    table.play("e4@e6 f6@f5 Qh5@a6 d6@a5 Qxe8");
    assert_eq!(
        table.result(),
        Some(GameResult { outcome: Outcome::Win(Side::WHITE), ending: Ending::ByRules(RulesEnding::KingCaptured) })
    );
    assert_eq!(table.game.actions(BLACK, table.now), [ActionKind::Comment, ActionKind::Note, ActionKind::Rematch]);
    assert!(matches!(table.does(BLACK, ActionRequest::OfferDraw), Err(Refusal::GameOver(_))));
}

#[test]
fn white_resigns_and_black_wins() {
    let mut table = Table::standard();
    table.play("e4@c6");
    table.does(WHITE, ActionRequest::Resign).unwrap();
    assert_eq!(table.result(), Some(GameResult { outcome: Outcome::Win(Side::BLACK), ending: Ending::Resigned }));
    assert_eq!(table.does(WHITE, ActionRequest::Resign).unwrap(), [], "a double click resigns once and is no mistake");
    assert!(matches!(table.does(BLACK, ActionRequest::Resign), Err(Refusal::GameOver(_))));
}

#[test]
fn a_draw_is_offered_and_accepted() {
    let mut table = Table::standard();
    table.play("e4@c6");
    table.does(WHITE, ActionRequest::OfferDraw).unwrap();
    assert_eq!(table.game.draw_offered_by(), Some(WHITE));
    assert_eq!(
        table.game.actions(BLACK, table.now)[..3],
        [ActionKind::Move, ActionKind::AcceptDraw, ActionKind::DeclineDraw]
    );
    assert!(!table.game.actions(BLACK, table.now).contains(&ActionKind::OfferDraw), "accept is the way to offer back");
    assert_eq!(table.does(BLACK, ActionRequest::OfferDraw).unwrap_err(), Refusal::OfferedToYou);
    table.does(BLACK, ActionRequest::AcceptDraw).unwrap();
    assert_eq!(table.result(), Some(GameResult { outcome: Outcome::Draw, ending: Ending::Agreed }));
}

#[test]
fn nobody_accepts_their_own_offer_or_none() {
    let mut table = Table::standard();
    assert_eq!(table.does(BLACK, ActionRequest::AcceptDraw).unwrap_err(), Refusal::NothingOffered);
    table.does(WHITE, ActionRequest::OfferDraw).unwrap();
    assert_eq!(table.does(WHITE, ActionRequest::AcceptDraw).unwrap_err(), Refusal::NothingOffered);
    assert_eq!(table.result(), None);
}

#[test]
fn an_offer_lapses_when_the_other_player_moves_and_comes_again_only_after_an_own_turn() {
    let mut table = Table::standard();
    table.play("e4@c6");
    table.does(WHITE, ActionRequest::OfferDraw).unwrap();
    table.does(BLACK, ActionRequest::DeclineDraw).unwrap();
    assert_eq!(table.does(WHITE, ActionRequest::OfferDraw).unwrap_err(), Refusal::OfferedAlready);
    table.play("e6@e2 d4@d6");
    table.does(WHITE, ActionRequest::OfferDraw).unwrap();
    assert!(!table.game.actions(WHITE, table.now).contains(&ActionKind::OfferDraw), "it is offered already");
    table.play("Nf6@e2");
    assert_eq!(table.game.draw_offered_by(), None);
    assert_eq!(table.does(BLACK, ActionRequest::AcceptDraw).unwrap_err(), Refusal::NothingOffered);
}

#[test]
fn a_draw_offered_with_a_turn_stands_for_the_opponent() {
    let mut table = Table::standard();
    let action = table.action(ActionRequest::Move { turn: "e4@c6".to_owned(), offer_draw: true, lines: String::new() });
    let events = table.request(WHITE, &action).unwrap();
    let played = EventKind::Played { seat: WHITE, turn: "e4@c6".to_owned(), conditional: false };
    assert_eq!(kinds(&events), [&played, &EventKind::DrawOffered { seat: WHITE }]);
    assert!(table.game.actions(BLACK, table.now).contains(&ActionKind::AcceptDraw));
}

#[test]
fn a_message_stands_beside_the_turn_it_was_sent_with_and_a_comment_where_its_writer_was() {
    let mut table = Table::standard();
    let mut action =
        table.action(ActionRequest::Move { turn: "e4@c6".to_owned(), offer_draw: false, lines: String::new() });
    action.message = Comment::new("Good luck!").ok();
    table.request(WHITE, &action).unwrap();
    let late = Action { request: ActionRequest::Comment, message: Comment::new("Hello").ok(), ply: Ply::START };
    table.request(BLACK, &late).unwrap();
    let said: Vec<_> = table.game.log_entries(Some(WHITE)).map(|log_entry| (log_entry.ply, log_entry.seat)).collect();
    assert_eq!(said, [(Ply(1), WHITE), (Ply(0), BLACK)]);
}

#[test]
fn the_same_comment_sent_twice_is_written_once_but_may_be_said_again_later() {
    let mut table = Table::standard();
    assert_eq!(table.says(WHITE, "Quack").unwrap().len(), 1);
    assert_eq!(table.says(WHITE, "Quack").unwrap(), []);
    table.says(BLACK, "Quack").unwrap();
    assert_eq!(table.says(WHITE, "Quack").unwrap().len(), 1);
}

#[test]
fn what_is_said_with_something_that_was_done_before_is_not_lost() {
    let mut table = Table::standard();
    let saying = |request: &ActionRequest, ply: Ply, words: &str| Action {
        request: request.clone(),
        message: Comment::new(words).ok(),
        ply,
    };
    let turn = ActionRequest::Move { turn: "e4@c6".to_owned(), offer_draw: false, lines: String::new() };
    assert_eq!(table.request(WHITE, &saying(&turn, Ply::START, "")).unwrap().len(), 1);
    let events = table.request(WHITE, &saying(&turn, Ply::START, "Good luck!")).unwrap();
    let said = EventKind::Commented { seat: WHITE, ply: Ply(1), text: Comment::new("Good luck!").unwrap() };
    assert_eq!(kinds(&events), [&said], "beside the turn");
    table.play("e6@e2");
    table.says(BLACK, "Thanks").unwrap();
    assert_eq!(table.request(WHITE, &saying(&turn, Ply::START, "Good luck!")).unwrap(), [], "it was said");

    table.does(BLACK, ActionRequest::OfferDraw).unwrap();
    assert_eq!(table.request(BLACK, &saying(&ActionRequest::OfferDraw, Ply(2), "What about it?")).unwrap().len(), 1);
    table.does(BLACK, ActionRequest::Resign).unwrap();
    assert_eq!(table.request(BLACK, &saying(&ActionRequest::Resign, Ply(2), "Well played")).unwrap().len(), 1);
    assert_eq!(table.request(BLACK, &saying(&ActionRequest::Resign, Ply(2), "Well played")).unwrap(), []);
}

#[test]
fn after_the_end_there_is_still_something_to_say() {
    let mut table = Table::standard();
    table.does(BLACK, ActionRequest::Resign).unwrap();
    table.says(WHITE, "Thank you for the game").unwrap();
    assert_eq!(table.game.log_entries(Some(BLACK)).count(), 1);
    assert_eq!(table.says(WHITE, "").unwrap_err(), Refusal::EmptyMessage);
}

#[test]
fn a_log_that_does_not_fit_together_is_not_folded() {
    let mut table = Table::standard();
    table.play("e4@c6 e6@e2");
    let setup = table.game.setup().clone();
    let mut out_of_turn = table.log.clone();
    out_of_turn.remove(0);
    let error = Game::fold(setup.clone(), &out_of_turn).unwrap_err();
    assert_eq!(error.to_string(), "seat 1 made a turn at ply 0 out of turn");
    let mut illegal = table.log.clone();
    illegal[1].what = EventKind::Played { seat: BLACK, turn: "e6@c6".to_owned(), conditional: false };
    let error = Game::fold(setup, &illegal).unwrap_err();
    assert_eq!(error.to_string(), "the turn 'e6@c6' at ply 1 cannot be made: duck-not-moved square=C6");
}

#[test]
fn a_log_in_which_an_ended_game_goes_on_is_not_folded() {
    let mut table = Table::standard();
    table.play("e4@c6 e6@e2");
    table.does(WHITE, ActionRequest::Resign).unwrap();
    table.says(BLACK, "Thank you").unwrap();
    let at = table.now + days(40);
    for what in [EventKind::FlagFell { seat: WHITE }, EventKind::Cancelled, EventKind::DrawOffered { seat: BLACK }] {
        let mut log = table.log.clone();
        log.push(Event { at, what });
        let error = Game::fold(table.game.setup().clone(), &log).unwrap_err();
        assert_eq!(error.to_string(), "the game was over at ply 2, and went on");
    }
}

#[test]
fn a_player_can_write_very_often_but_not_without_end() {
    let mut table = Table::standard();
    for time in 1..MAX_WRITINGS {
        let mut note = table.action(ActionRequest::Note);
        note.message = Comment::new(&format!("Quack {time}")).ok();
        table.request(WHITE, &note).unwrap();
    }
    let mut action = table.action(ActionRequest::Move {
        turn: "e4@c6".to_owned(),
        offer_draw: false,
        lines: "e6@e2 d4@h6".to_owned(),
    });
    action.message = Comment::new("The last two").ok();
    assert_eq!(table.request(WHITE, &action).unwrap_err(), Refusal::TooManyMessagesInGame);
    action.message = None;
    assert_eq!(table.request(WHITE, &action).unwrap().len(), 2);
    assert_eq!(table.says(WHITE, "One more").unwrap_err(), Refusal::TooManyMessagesInGame);
    assert_eq!(table.does(WHITE, ActionRequest::Conditional { lines: "e6@e2 d4@h6".to_owned() }).unwrap(), []);
    let mut changed = table.action(ActionRequest::Conditional { lines: String::new() });
    assert_eq!(table.game.act(WHITE, &changed, table.now).unwrap().len(), 1, "taken back");
    changed.request = ActionRequest::Conditional { lines: "e6@e2 d4@h3".to_owned() };
    assert_eq!(table.request(WHITE, &changed).unwrap_err(), Refusal::TooManyMessagesInGame);
    table.says(BLACK, "At last!").unwrap();
    table.turn(BLACK, "e6@e2").unwrap();
    assert_eq!(table.game.turns().len(), 3, "the reply is played");
    table.play("d5@d3");
    table.turn(WHITE, "Nf3@e5").unwrap();
}

#[test]
fn between_two_turns_a_player_can_write_often_but_not_without_end() {
    let mut table = Table::standard();
    for time in 0..MAX_MESSAGES_BETWEEN_TURNS {
        table.says(WHITE, &format!("Quack {time}")).unwrap();
    }
    assert_eq!(table.says(WHITE, "One more").unwrap_err(), Refusal::TooManyMessagesSinceTurn);
    table.says(BLACK, "That was a lot.").unwrap();
    let mut note = table.action(ActionRequest::Note);
    note.message = Comment::new("They have had enough.").ok();
    table.request(WHITE, &note).unwrap();
    let mut turn =
        table.action(ActionRequest::Move { turn: "e4@c6".to_owned(), offer_draw: false, lines: String::new() });
    turn.message = Comment::new("With a turn it goes.").ok();
    assert_eq!(table.request(WHITE, &turn).unwrap().len(), 2);
    for time in 1..MAX_MESSAGES_BETWEEN_TURNS {
        table.says(WHITE, &format!("Quack {time}")).unwrap();
    }
    assert_eq!(table.says(WHITE, "One more").unwrap_err(), Refusal::TooManyMessagesSinceTurn);
    table.does(WHITE, ActionRequest::Resign).unwrap();
    for time in MAX_MESSAGES_BETWEEN_TURNS..MAX_MESSAGES_AFTER_END {
        table.says(WHITE, &format!("After the end {time}")).unwrap();
    }
    assert_eq!(table.says(WHITE, "One more").unwrap_err(), Refusal::TooManyMessagesAfterEnd);
}

#[test]
fn whether_an_action_would_be_accepted_is_said_as_it_is_when_it_is_done() {
    let mut table = Table::standard();
    let turn = table.action(ActionRequest::Move {
        turn: "e4@c6".to_owned(),
        offer_draw: false,
        lines: "e6@e2 resign".to_owned(),
    });
    table.request(WHITE, &turn).unwrap();
    for request in [ActionRequest::Resign, ActionRequest::Cancel, ActionRequest::OfferDraw, ActionRequest::Comment] {
        for seat in [WHITE, BLACK] {
            let action = table.action(request.clone());
            let done = table.game.act(seat, &action, table.now).map(drop);
            assert_eq!(table.game.may_act(seat, &action, table.now), done, "{action:?}");
        }
    }
}

#[test]
fn a_start_that_cannot_be_read_is_a_damaged_log() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let setup = |start: &str| GameSetup { start: Some(start.to_owned()), ..Table::standard().game.setup().clone() };
    assert_eq!(Game::new(setup(fen)).unwrap().start().fen(), fen);
    let damaged = setup("4k3/8/8/8/8/8/4P3 w - - 0 1");
    assert!(damaged.start().is_err());
    let refused = Game::fold(damaged.clone(), &[]).unwrap_err();
    assert!(matches!(&refused, BrokenLog::Start { fen, .. } if Some(fen) == damaged.start.as_ref()), "{refused}");
    let of_another_game = Position::start(Variant::Duchess(SetUp::Two)).fen();
    assert!(matches!(Game::new(setup(&of_another_game)), Err(BrokenLog::Start { .. })));
}

#[test]
fn a_comment_is_trimmed_bounded_and_printable() {
    assert_eq!(Comment::new(" two\r\nlines \n").unwrap().as_str(), "two\nlines");
    assert_eq!(Comment::new(&"🦆".repeat(2_000)).unwrap().as_str().chars().count(), 2_000);
    let error = Comment::new(&"🦆".repeat(2_003)).unwrap_err();
    assert_eq!(error, CommentError::TooLong(2_003));
    assert!(Comment::new("nul \0").is_err());
    assert!(Comment::new(" \n\t ").is_err());
}
