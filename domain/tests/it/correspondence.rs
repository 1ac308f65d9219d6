//! What holds for every game, whatever two players ask for and however long they take.

use domain::action::{Action, Ask};
use domain::comment::Comment;
use domain::event::{Event, Happening};
use domain::game::Game;
use domain::refusal::Refusal;
use domain::seat::Seat;
use domain::time_control::TimeControl;
use domain::turn::Turn;
use jiff::SignedDuration;
use proptest::prelude::*;

use crate::game::Table;

/// Something a player does after some time; `pick` chooses among the turns that are legal then.
#[derive(Clone, Debug)]
enum Step {
    Turn { pick: prop::sample::Index, offer_draw: bool },
    OutOfTurn,
    OfferDraw(bool),
    AcceptDraw(bool),
    DeclineDraw(bool),
    Say(bool),
    Resign(bool),
    OldPage(bool),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        20 => (any::<prop::sample::Index>(), prop::bool::weighted(0.1))
            .prop_map(|(pick, offer_draw)| Step::Turn { pick, offer_draw }),
        1 => Just(Step::OutOfTurn),
        2 => any::<bool>().prop_map(Step::OfferDraw),
        1 => prop::bool::weighted(0.5).prop_map(Step::AcceptDraw),
        1 => any::<bool>().prop_map(Step::DeclineDraw),
        2 => any::<bool>().prop_map(Step::Say),
        1 => any::<bool>().prop_map(Step::OldPage),
        1 => prop::bool::weighted(0.5).prop_map(Step::Resign),
    ]
}

/// Mostly hours, now and then weeks.
fn pause() -> impl Strategy<Value = SignedDuration> {
    prop_oneof![
        6 => (0..200_000_000_000i64).prop_map(SignedDuration::from_micros),
        1 => (0..45 * 24i64).prop_map(SignedDuration::from_hours),
    ]
}

fn seat(black: bool) -> Seat {
    if black { Seat::BLACK } else { Seat::WHITE }
}

fn legal_turn(game: &Game, pick: prop::sample::Index) -> Option<String> {
    let mut turns: Vec<Turn> = Vec::new();
    game.position().for_each_turn(|turn| turns.push(turn));
    (!turns.is_empty()).then(|| game.position().write_turn(*pick.get(&turns)))
}

fn take(table: &mut Table, step: &Step) -> Result<(), Refusal> {
    let to_move = table.game.position().seat_to_move();
    let (seat, ask) = match step {
        Step::Turn { pick, offer_draw } => {
            let Some(turn) = legal_turn(&table.game, *pick) else { return Ok(()) };
            (to_move, Ask::Move { turn, offer_draw: *offer_draw, lines: String::new() })
        }
        Step::OutOfTurn => {
            let other = seat(to_move == Seat::WHITE);
            (other, Ask::Move { turn: "e4@c6".to_owned(), offer_draw: false, lines: String::new() })
        }
        Step::OfferDraw(black) => (seat(*black), Ask::OfferDraw),
        Step::AcceptDraw(black) => (seat(*black), Ask::AcceptDraw),
        Step::DeclineDraw(black) => (seat(*black), Ask::DeclineDraw),
        Step::Say(black) => (seat(*black), Ask::Comment),
        Step::Resign(black) => (seat(*black), Ask::Resign),
        Step::OldPage(black) => (seat(*black), Ask::OfferDraw),
    };
    let mut action = Action { ask, message: None, ply: table.game.ply() };
    if matches!(step, Step::Say(_)) {
        action.message = Comment::new(&format!("at {}", table.now)).ok();
    }
    if let (Step::OldPage(_), Some(earlier)) = (step, action.ply.previous()) {
        action.ply = earlier;
    }
    table.ask(seat, &action).map(|_| ())
}

/// What a seat was given: its bank, and an increment for each turn that the cap did not cut; what it spent, what is left.
fn check_clock(table: &Table, control: TimeControl, seat: Seat) -> Result<(), TestCaseError> {
    let game = &table.game;
    let mut left = control.bank;
    for (n, turn) in game.turns().iter().enumerate().filter(|(_, turn)| turn.seat == seat) {
        if n >= game.seating().len() {
            prop_assert!(turn.spent < left, "a turn took all the time there was, or more");
            left = (left - turn.spent + control.increment).min(control.cap);
        } else {
            prop_assert_eq!(turn.spent, SignedDuration::ZERO);
        }
        prop_assert_eq!(turn.left, left);
    }
    let shown = game.time_left(seat, table.now);
    prop_assert!(shown <= control.cap && shown >= SignedDuration::ZERO);
    if game.seat_to_move() != Some(seat) || game.running_since().is_none() {
        prop_assert_eq!(shown, left, "a clock ran that should have stood");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn every_game_keeps_its_time_and_its_log(
        control in prop::sample::select(TimeControl::KINDS.to_vec()),
        steps in prop::collection::vec((pause(), step()), 1..40),
    ) {
        let mut table = Table::new(control.time_control);
        for (pause, step) in &steps {
            table.pass(*pause);
            let (over_before, events_before) = (table.game.conclusion(), table.log.len());
            let _ = take(&mut table, step);
            if over_before.is_some() {
                prop_assert_eq!(table.game.conclusion(), over_before, "a game that ended stays as it ended");
                let said = |event: &Event| matches!(event.what, Happening::Commented { .. });
                prop_assert!(table.log[events_before..].iter().all(said), "after the end there are only comments");
            }
            for seat in table.game.seating().seats() {
                check_clock(&table, control.time_control, seat)?;
            }
        }
        let folded = Game::fold(table.game.setup().clone(), &table.log).expect("the log folds");
        prop_assert_eq!(&folded, &table.game, "folding gives the same game as deciding did");
        let in_order = table.log.windows(2).all(|pair| pair[0].at <= pair[1].at);
        prop_assert!(in_order, "events are dated in order");
    }

    #[test]
    fn the_action_bar_offers_just_what_is_not_refused(
        steps in prop::collection::vec((pause(), step()), 0..25),
    ) {
        let mut table = Table::standard();
        for (pause, step) in &steps {
            table.pass(*pause);
            let _ = take(&mut table, step);
            table.tick();
            for seat in table.game.seating().seats() {
                let bar: Vec<_> = table.game.actions(seat, table.now).iter().map(|kind| kind.key()).collect();
                for ask in [Ask::OfferDraw, Ask::AcceptDraw, Ask::DeclineDraw, Ask::Resign] {
                    let action = Action { ask, message: None, ply: table.game.ply() };
                    let done = table.game.act(seat, &action, table.now);
                    let does_something = done.is_ok_and(|events| !events.is_empty());
                    prop_assert_eq!(bar.contains(&action.ask.kind().key()), does_something, "{:?}", action.ask);
                }
            }
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
            prop_assert_eq!(&serde_json::from_str::<Happening>(&json).unwrap(), &event.what);
        }
    }
}
