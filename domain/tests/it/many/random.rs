//! What holds for every game of several, whatever its seats ask for and however long they take.

use domain::correspondence::action::{Action, ActionRequest};
use domain::correspondence::comment::Comment;
use domain::correspondence::event::{Event, EventKind};
use domain::correspondence::game::Game;
use domain::correspondence::leave::LeavePeriod;
use domain::rules::duchess::SetUp;
use domain::rules::seat::Seat;
use jiff::SignedDuration;
use proptest::prelude::*;
use proptest::sample::Index;

use super::table;
use crate::correspondence::steps::{legal_turn, pause};
use crate::table::{Table, days};

/// What the seat of a number asks for.
#[derive(Clone, Debug)]
enum Step {
    Turn(Index),
    Asks(Index, ActionRequest),
    Says(Index, ActionRequest),
    TakesLeave(Index, i64),
}

fn step() -> impl Strategy<Value = Step> {
    let asks = vec![
        ActionRequest::OfferDraw,
        ActionRequest::AcceptDraw,
        ActionRequest::AcceptDraw,
        ActionRequest::DeclineDraw,
        ActionRequest::ClaimDraw,
        ActionRequest::Lifeline,
        ActionRequest::Resign,
        ActionRequest::KeepPlaying,
        ActionRequest::KeepPlaying,
    ];
    let says = vec![ActionRequest::Comment, ActionRequest::SideComment, ActionRequest::Note];
    prop_oneof![
        12 => any::<Index>().prop_map(Step::Turn),
        4 => (any::<Index>(), prop::sample::select(asks)).prop_map(|(seat, request)| Step::Asks(seat, request)),
        1 => (any::<Index>(), prop::sample::select(says)).prop_map(|(seat, request)| Step::Says(seat, request)),
        1 => (any::<Index>(), 1..15i64).prop_map(|(seat, lasts)| Step::TakesLeave(seat, lasts)),
    ]
}

fn take(table: &mut Table, step: &Step) {
    let seats: Vec<Seat> = table.game.seating().seats().collect();
    let (seat, request) = match step {
        Step::Turn(pick) => {
            let Some(turn) = legal_turn(table, *pick) else { return };
            (
                table.game.position().seat_to_move(),
                ActionRequest::Move { turn, offer_draw: false, lines: String::new() },
            )
        }
        Step::Asks(seat, request) | Step::Says(seat, request) => (*seat.get(&seats), request.clone()),
        Step::TakesLeave(seat, lasts) => {
            let period = LeavePeriod { from: table.now, until: table.now + days(*lasts) };
            let events = table.game.take_leave(*seat.get(&seats), period, table.now);
            return table.take(&events);
        }
    };
    let says = matches!(step, Step::Says(..));
    let message = Comment::new(&format!("at {}", table.now)).ok().filter(|_| says);
    let action = Action { message, ..table.action(request) };
    let bar = table.game.actions(seat, table.now);
    let done = table.request(seat, &action);
    if !bar.contains(&action.request.kind()) {
        assert!(done.is_err() || done == Ok(Vec::new()), "{action:?} is not offered");
    }
}

/// Whether a viewer may not know of an event.
fn is_hidden(event: &Event, viewer: Option<Seat>, game: &Game) -> bool {
    match event.what {
        EventKind::NoteWritten { seat, .. } => viewer.is_none_or(|viewer| !game.seating().is_same_player(viewer, seat)),
        EventKind::SaidToSide { seat, .. }
        | EventKind::Resigned { seat, pending: true, .. }
        | EventKind::ResignationTakenBack { seat } => {
            viewer.is_none_or(|viewer| game.seating().side(viewer) != game.seating().side(seat))
        }
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn games_of_several_keep_their_log_and_their_secrets(
        set_up in prop::sample::select(SetUp::ALL.to_vec()),
        steps in prop::collection::vec((pause(), step()), 1..40),
    ) {
        let mut table = table(set_up);
        for (pause, step) in &steps {
            table.pass(*pause);
            table.tick();
            take(&mut table, step);
            let game = &table.game;
            for seat in game.seating().seats() {
                let left = game.time_left(seat, table.now);
                prop_assert!(left >= SignedDuration::ZERO && left <= days(45));
            }
            prop_assert!(game.conclusion().is_some() || game.deadline().is_some_and(|deadline| deadline > table.now));
            prop_assert!(game.seat_to_move().is_none_or(|seat| !game.is_out(seat)));
        }
        let game = &table.game;
        prop_assert_eq!(&Game::fold(game.setup().clone(), &table.log).unwrap(), game);
        prop_assert!(table.log.windows(2).all(|pair| pair[0].at <= pair[1].at));
        for viewer in game.seating().seats().map(Some).chain([None]) {
            let known = table.log.iter().filter(|event| !is_hidden(event, viewer, game));
            let known = Game::fold(game.setup().clone(), known).unwrap();
            let (told, all): (Vec<_>, Vec<_>) = (known.log_entries(viewer).collect(), game.log_entries(viewer).collect());
            prop_assert_eq!(told, all);
            for seat in game.seating().seats() {
                prop_assert_eq!(known.shows_resignation(seat, viewer), game.shows_resignation(seat, viewer));
            }
            if let (Some(viewer), None) = (viewer, game.conclusion()) {
                prop_assert_eq!(known.actions(viewer, table.now), game.actions(viewer, table.now));
                prop_assert_eq!(known.deadline(), game.deadline());
            }
        }
    }
}
