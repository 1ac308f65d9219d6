//! What players may do, at random: reasonable and unreasonable things, in time and too late.

use domain::correspondence::action::{Action, ActionRequest};
use domain::correspondence::comment::Comment;
use domain::correspondence::event::Event;
use domain::correspondence::leave::LeavePeriod;
use domain::correspondence::outage::Outage;
use domain::correspondence::refusal::Refusal;
use domain::rules::seat::Seat;
use domain::rules::turn::Turn;
use jiff::SignedDuration;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::table::{Table, days};

/// Something a player does after some time; `pick` chooses among the turns that are legal then.
#[derive(Clone, Debug)]
pub enum Step {
    Turn {
        pick: Index,
        offer_draw: bool,
    },
    /// A knight goes to and fro, so that positions come again.
    Shuffle,
    OutOfTurn,
    Asks {
        black: bool,
        request: ActionRequest,
    },
    Says {
        black: bool,
        private: bool,
    },
    OldPage(bool),
    Plans {
        black: bool,
        theirs: Index,
        ours: Index,
    },
    /// Leave that begins in so many hours, and lasts so many days.
    TakesLeave {
        black: bool,
        begins: i64,
        lasts: i64,
    },
    /// The last leave taken ends with its day, or is called off.
    EndsLeave {
        black: bool,
    },
    /// Nobody can reach the site for so many minutes, which the game learns afterwards.
    SiteDown {
        minutes: i64,
    },
}

pub fn step() -> impl Strategy<Value = Step> {
    let plain = vec![
        ActionRequest::OfferDraw,
        ActionRequest::AcceptDraw,
        ActionRequest::DeclineDraw,
        ActionRequest::ClaimDraw,
        ActionRequest::Cancel,
        ActionRequest::Rematch,
    ];
    let asks = |request: BoxedStrategy<ActionRequest>| {
        (any::<bool>(), request).prop_map(|(black, request)| Step::Asks { black, request })
    };
    prop_oneof![
        18 => (any::<Index>(), prop::bool::weighted(0.1))
            .prop_map(|(pick, offer_draw)| Step::Turn { pick, offer_draw }),
        6 => Just(Step::Shuffle),
        1 => Just(Step::OutOfTurn),
        5 => asks(prop::sample::select(plain).boxed()),
        4 => asks(Just(ActionRequest::Lifeline).boxed()),
        2 => asks(Just(ActionRequest::AcceptDraw).boxed()),
        1 => asks(prop::sample::select(vec![ActionRequest::Resign, ActionRequest::Rematch, ActionRequest::Rematch]).boxed()),
        2 => any::<(bool, bool)>().prop_map(|(black, private)| Step::Says { black, private }),
        1 => any::<bool>().prop_map(Step::OldPage),
        4 => any::<(bool, Index, Index)>().prop_map(|(black, theirs, ours)| Step::Plans { black, theirs, ours }),
        3 => (any::<bool>(), 0..300i64, 1..15i64)
            .prop_map(|(black, begins, lasts)| Step::TakesLeave { black, begins, lasts }),
        1 => any::<bool>().prop_map(|black| Step::EndsLeave { black }),
        1 => (1..60 * 24 * 20i64).prop_map(|minutes| Step::SiteDown { minutes }),
    ]
}

/// Mostly hours, now and then weeks.
pub fn pause() -> impl Strategy<Value = SignedDuration> {
    prop_oneof![
        15 => (0..80_000_000_000i64).prop_map(SignedDuration::from_micros),
        1 => (0..45 * 24i64).prop_map(SignedDuration::from_hours),
    ]
}

pub fn legal_turn(table: &Table, pick: Index) -> Option<String> {
    let position = table.game.position();
    let mut turns: Vec<Turn> = Vec::new();
    position.for_each_turn(|turn| turns.push(turn));
    (!turns.is_empty()).then(|| position.write_turn(*pick.get(&turns)))
}

/// One of theirs, one of ours, as a line of conditional turns for whoever waits.
pub fn line(table: &Table, theirs: Index, ours: Index) -> Option<String> {
    let theirs = legal_turn(table, theirs)?;
    let after = table.game.position().play(table.game.position().read_turn(&theirs).ok()?);
    let mut turns: Vec<Turn> = Vec::new();
    after.for_each_turn(|turn| turns.push(turn));
    (!turns.is_empty()).then(|| format!("{theirs} {}", after.write_turn(*ours.get(&turns))))
}

fn seat(black: bool) -> Seat {
    if black { Seat::BLACK } else { Seat::WHITE }
}

fn shuffle(table: &Table) -> String {
    let turns = ["Nf3@a3", "Ng1@a3", "Nf6@a4", "Ng8@a4"];
    let legal = turns.into_iter().find(|turn| table.game.position().read_turn(turn).is_ok());
    legal.unwrap_or("Nf3@a3").to_owned()
}

fn moves(turn: String, offer_draw: bool) -> ActionRequest {
    ActionRequest::Move { turn, offer_draw, lines: String::new() }
}

/// Does a step; what was refused has no events.
pub fn take(table: &mut Table, step: &Step) -> Result<Vec<Event>, Refusal> {
    let to_move = table.game.position().seat_to_move();
    let (seat, request) = match step {
        Step::Turn { pick, offer_draw } => match legal_turn(table, *pick) {
            Some(turn) => (to_move, moves(turn, *offer_draw)),
            None => return Ok(Vec::new()),
        },
        Step::Shuffle => (to_move, moves(shuffle(table), false)),
        Step::OutOfTurn => (seat(to_move == Seat::WHITE), moves("e4@c6".to_owned(), false)),
        Step::Asks { black, request } => (seat(*black), request.clone()),
        Step::Says { black, private } => {
            (seat(*black), if *private { ActionRequest::Note } else { ActionRequest::Comment })
        }
        Step::OldPage(black) => (seat(*black), ActionRequest::OfferDraw),
        Step::Plans { black, theirs, ours } => match line(table, *theirs, *ours) {
            Some(lines) => (seat(*black), ActionRequest::Conditional { lines }),
            None => return Ok(Vec::new()),
        },
        Step::TakesLeave { black, begins, lasts } => {
            let from = table.now + SignedDuration::from_hours(*begins);
            let period = LeavePeriod { from, until: from + days(*lasts) };
            let events = table.game.take_leave(seat(*black), period, table.now);
            table.take(&events);
            return Ok(events);
        }
        Step::SiteDown { minutes } => return Ok(site_down(table, SignedDuration::from_mins(*minutes))),
        Step::EndsLeave { black } => return Ok(end_leave(table, seat(*black))),
    };
    let mut action = Action { request, message: None, ply: table.game.ply() };
    if matches!(step, Step::Says { .. }) {
        action.message = Comment::new(&format!("at {}", table.now)).ok();
    }
    if let (Step::OldPage(_), Some(earlier)) = (step, action.ply.previous()) {
        action.ply = earlier;
    }
    table.request(seat, &action)
}

fn site_down(table: &mut Table, time: SignedDuration) -> Vec<Event> {
    let from = table.now;
    table.pass(time);
    let events = table.game.note_outage(Outage { from, until: table.now }, table.now);
    table.take(&events);
    events
}

fn end_leave(table: &mut Table, seat: Seat) -> Vec<Event> {
    let Some(last) = table.game.leave(seat).periods().next_back() else { return Vec::new() };
    let begun = (0..).map(|n| last.from + days(n)).find(|&end| end >= table.now).unwrap();
    let events = table.game.end_leave(seat, LeavePeriod { until: begun, ..last }, table.now);
    table.take(&events);
    events
}
