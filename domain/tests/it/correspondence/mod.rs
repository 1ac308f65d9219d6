//! What holds for every game, whatever two players ask for and however long they take.

mod books;
pub mod steps;

use domain::correspondence::action::{Action, ActionKind, ActionRequest};
use domain::correspondence::comment::Comment;
use domain::correspondence::event::{Event, EventKind};
use domain::correspondence::game::Game;
use domain::correspondence::time_control::TimeControlKind;
use domain::rules::seat::Seat;
use jiff::SignedDuration;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::table::Table;
use books::Books;
use steps::{Step, legal_turn, line, pause, step, take};

/// What may still happen after the end.
fn is_of_after_the_end(event: &Event) -> bool {
    matches!(event.what, EventKind::Commented { .. } | EventKind::NoteWritten { .. } | EventKind::RematchOffered { .. })
}

/// A request of each kind that is right in everything but, perhaps, that it is not the time for it.
fn requests(table: &Table, pick: Index) -> Vec<Action> {
    let turn = legal_turn(table, pick).unwrap_or_default();
    let lines = line(table, pick, pick).unwrap_or_default();
    let asks = [
        ActionRequest::Move { turn, offer_draw: false, lines: String::new() },
        ActionRequest::Conditional { lines },
        ActionRequest::Comment,
        ActionRequest::Note,
        ActionRequest::OfferDraw,
        ActionRequest::AcceptDraw,
        ActionRequest::DeclineDraw,
        ActionRequest::ClaimDraw,
        ActionRequest::Lifeline,
        ActionRequest::Cancel,
        ActionRequest::Resign,
        ActionRequest::Rematch,
    ];
    let message = |request: &ActionRequest| Comment::new("Quack").ok().filter(|_| request.kind().is_writing());
    asks.into_iter().map(|request| Action { message: message(&request), request, ply: table.game.ply() }).collect()
}

/// Everything that another player, or a spectator, can find out about a game.
fn seen(game: &Game, viewer: Option<Seat>, table: &Table) -> String {
    let seats: Vec<Seat> = game.seating().seats().collect();
    let clocks: Vec<_> =
        seats.iter().map(|&seat| (game.time_left(seat, table.now), game.on_leave(seat, table.now))).collect();
    let own = viewer.map(|seat| (game.actions(seat, table.now), game.conditionals(seat).to_string()));
    let log_entries: Vec<_> = game.log_entries(viewer).collect();
    format!(
        "{:?} {clocks:?} {:?} {:?} {:?} {own:?} {log_entries:?} {:?}",
        game.turns(),
        game.deadline(),
        game.conclusion(),
        game.draw_offered_by(),
        game.claimable_draw(),
    )
}

/// Whether an event is for the eyes of one seat alone.
fn private_to(event: &Event) -> Option<Seat> {
    match event.what {
        EventKind::NoteWritten { seat, .. }
        | EventKind::ConditionalsSet { seat, .. }
        | EventKind::ConditionalStopped { seat, .. } => Some(seat),
        _ => None,
    }
}

/// The stored countdown agrees with the game, now and until the next event.
fn check_countdown(table: &Table, later: SignedDuration) -> Result<(), TestCaseError> {
    let game = &table.game;
    let Some(countdown) = game.countdown() else {
        prop_assert_eq!(game.deadline(), None);
        return Ok(());
    };
    let to_move = game.seat_to_move().expect("the game goes on");
    prop_assert_eq!(Some(countdown.deadline), game.deadline());
    prop_assert_eq!(countdown.clocks_started, game.clocks_started().is_some());
    for now in [table.now, (table.now + later).min(countdown.deadline - SignedDuration::from_micros(1))] {
        prop_assert_eq!(countdown.paused_until(now), game.on_leave(to_move, now).map(|period| period.until));
        let stops = countdown.counts_down_to(now);
        prop_assert_eq!(stops.is_none(), countdown.paused_until(now).is_some());
        if game.running_since().is_some() {
            prop_assert_eq!(countdown.left_at(now), game.time_left(to_move, now));
        }
        let left = countdown.left_at(now);
        prop_assert!(left > SignedDuration::ZERO, "play goes on, so there is time left");
        prop_assert_eq!(game.leave(to_move).instant_after(now, left), countdown.deadline);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn every_game_keeps_its_time_and_its_log(
        control in prop::sample::select(TimeControlKind::ALL.to_vec()),
        steps in prop::collection::vec((pause(), step()), 1..40),
        later in pause(),
    ) {
        let mut table = Table::new(control.time_control());
        for (pause, step) in &steps {
            table.pass(*pause);
            table.tick();
            let (over_before, events_before) = (table.game.conclusion(), table.log.len());
            let _ = take(&mut table, step);
            if over_before.is_some() {
                prop_assert_eq!(table.game.conclusion(), over_before, "a game that ended stays as it ended");
                prop_assert!(table.log[events_before..].iter().all(is_of_after_the_end));
            }
            for seat in table.game.seating().seats() {
                Books::of(&table, control.time_control(), seat)?.check(&table)?;
            }
            check_countdown(&table, later)?;
        }
        let folded = Game::fold(table.game.setup().clone(), &table.log).expect("the log folds");
        prop_assert_eq!(&folded, &table.game, "folding gives the same game as deciding did");
        let in_order = table.log.windows(2).all(|pair| pair[0].at <= pair[1].at);
        prop_assert!(in_order, "events are dated in order");
    }

    #[test]
    fn the_action_bar_offers_just_what_is_not_refused(
        to_and_fro in 0..12usize,
        steps in prop::collection::vec((pause(), step()), 0..25),
        pick in any::<Index>(),
    ) {
        let mut table = Table::standard();
        for _ in 0..to_and_fro {
            let _ = take(&mut table, &Step::Shuffle);
        }
        for (pause, step) in &steps {
            table.pass(*pause);
            let _ = take(&mut table, step);
            table.tick();
            for seat in table.game.seating().seats() {
                let bar = table.game.actions(seat, table.now);
                for action in requests(&table, pick) {
                    let done = table.game.act(seat, &action, table.now);
                    let kind = action.request.kind();
                    // To set the same conditional turns, or to say the same, once more is no mistake and does nothing.
                    let does_something = match kind {
                        ActionKind::Conditional | ActionKind::Comment | ActionKind::Note => done.is_ok(),
                        _ => done.is_ok_and(|events| !events.is_empty()),
                    };
                    prop_assert_eq!(bar.contains(&kind), does_something, "{:?} by {:?}", action.request, seat);
                }
            }
        }
    }

    #[test]
    fn nobody_finds_out_what_is_private_to_another(steps in prop::collection::vec((pause(), step()), 1..30)) {
        let mut table = Table::standard();
        for (pause, step) in &steps {
            table.pass(*pause);
            let _ = take(&mut table, step);
        }
        for viewer in [None, Some(Seat::WHITE), Some(Seat::BLACK)] {
            let of_others = |event: &&Event| private_to(event).is_some_and(|seat| Some(seat) != viewer);
            let known = table.log.iter().filter(|event| !of_others(event));
            let known = Game::fold(table.game.setup().clone(), known).expect("the log folds without");
            prop_assert_eq!(seen(&known, viewer, &table), seen(&table.game, viewer, &table));
        }
    }

    #[test]
    fn events_come_back_from_json_as_they_went(steps in prop::collection::vec((pause(), step()), 1..25)) {
        let mut table = Table::standard();
        for (pause, step) in &steps {
            table.pass(*pause);
            let _ = take(&mut table, step);
        }
        for event in &table.log {
            let json = serde_json::to_string(&event.what).unwrap();
            prop_assert_eq!(&serde_json::from_str::<EventKind>(&json).unwrap(), &event.what);
        }
    }
}
