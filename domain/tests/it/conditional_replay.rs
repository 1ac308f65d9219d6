//! Conditional replies do what the players would have done themselves at that instant: the same game is played twice,
//! once with conditional turns and once by players who write theirs on a sheet of paper and answer immediately.

use domain::correspondence::action::{Action, ActionRequest};
use domain::correspondence::conditional::ConditionalTree;
use domain::correspondence::event::{Event, EventKind};
use domain::correspondence::game::Game;
use domain::rules::position::Position;
use domain::rules::seat::{BySeat, Seat};
use domain::rules::turn::Turn;
use jiff::SignedDuration;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::table::Table;

/// A player's sheet of paper: lines of turns, theirs first.
type Sheet = Vec<Vec<String>>;

/// A line of a sheet, to be made in whatever position it is written for.
#[derive(Clone, Debug)]
struct Line {
    /// Which turn of theirs, and whether with any duck.
    theirs: Vec<(Index, bool)>,
    /// 0: resign at last, 1: accept a draw at last.
    end: u8,
}

/// What the player to move does, and what both write on their sheets.
#[derive(Clone, Debug)]
struct Step {
    pause: i64,
    /// Writes the one who waits.
    waiting_writes: Option<Vec<Line>>,
    /// Writes the one who moves, for what comes then.
    mover_writes: Option<Vec<Line>>,
    /// Does the mover do what is on the other's sheet?
    follows: bool,
    pick: Index,
    offer_draw: bool,
}

fn lines() -> impl Strategy<Value = Vec<Line>> {
    let turn = (any::<Index>(), prop::bool::weighted(0.3));
    let line = (prop::collection::vec(turn, 1..4), 0..12u8).prop_map(|(theirs, end)| Line { theirs, end });
    prop::collection::vec(line, 1..4)
}

fn step() -> impl Strategy<Value = Step> {
    let writes = || prop::option::weighted(0.5, lines());
    (0..100_000i64, writes(), writes(), prop::bool::weighted(0.8), any::<Index>(), prop::bool::weighted(0.3)).prop_map(
        |(pause, waiting_writes, mover_writes, follows, pick, offer_draw)| Step {
            pause,
            waiting_writes,
            mover_writes,
            follows,
            pick,
            offer_draw,
        },
    )
}

/// The legal turns of a position as text, few or all.
fn turns(position: &Position, limit: usize) -> Vec<String> {
    let mut turns: Vec<Turn> = Vec::new();
    position.for_each_turn(|turn| turns.push(turn));
    turns.iter().take(limit).map(|&turn| position.write_turn(turn)).collect()
}

fn after(position: &Position, turn: &str) -> Position {
    position.play(position.read_turn(turn).unwrap())
}

/// Writes a sheet for a position; only its first line, where others contradict it.
fn write(position: &Position, lines: &[Line]) -> Sheet {
    let mut sheet: Sheet = lines.iter().map(|line| words(position.clone(), line)).collect();
    sheet.retain(|words| !words.is_empty());
    let waiting = position.seating().opponents(position.seat_to_move()).next().unwrap();
    if ConditionalTree::read(&text(&sheet), position, waiting).is_err() {
        sheet.truncate(1);
    }
    sheet
}

fn words(mut position: Position, line: &Line) -> Vec<String> {
    let mut words = Vec::new();
    for &(pick, any_duck) in &line.theirs {
        let theirs = turns(&position, 4);
        if theirs.is_empty() {
            break;
        }
        let theirs = pick.get(&theirs).clone();
        position = after(&position, &theirs);
        let Some(reply) = turns(&position, 9).pop() else { break };
        position = after(&position, &reply);
        let piece = theirs.split('@').next().unwrap_or_default();
        words.extend([if any_duck { format!("{piece}@*") } else { theirs }, reply]);
    }
    if let (Some(last), Some(end)) = (words.last_mut(), ["resign", "accept-draw"].get(line.end as usize)) {
        *last = (*end).to_owned();
    }
    words
}

fn text(sheet: &Sheet) -> String {
    sheet.iter().map(|line| line.join(" ") + "\n").collect()
}

/// The game without conditional turns, and the sheets.
struct ManualGame {
    table: Table,
    sheets: BySeat<Sheet>,
}

impl ManualGame {
    fn asks(&mut self, seat: Seat, request: ActionRequest) -> bool {
        let action = Action { request, message: None, ply: self.table.game.ply() };
        self.table.request(seat, &action).is_ok_and(|events| !events.is_empty())
    }

    /// A turn, and then the replies on the sheets until nobody has one.
    fn plays(&mut self, seat: Seat, turn: &str, offer_draw: bool, then: Sheet) {
        let request = ActionRequest::Move { turn: turn.to_owned(), offer_draw, lines: String::new() };
        let before = self.table.game.clone();
        assert!(self.asks(seat, request), "{turn}");
        self.sheets[seat] = then;
        self.answers(&before);
    }

    fn answers(&mut self, before: &Game) {
        let (Some(seat), Some(made)) = (self.table.game.seat_to_move(), self.table.game.turns().last()) else {
            return;
        };
        let sheet = std::mem::take(&mut self.sheets[seat]);
        let position = before.position();
        let exact = |line: &&Vec<String>| position.read_turn(&line[0]) == Ok(made.turn);
        let duck = made.text.split('@').nth(1).unwrap_or_default();
        let any = |line: &&Vec<String>| {
            let piece = line[0].strip_suffix("@*");
            piece.is_some_and(|piece| position.read_turn(&format!("{piece}@{duck}")) == Ok(made.turn))
        };
        let Some(fits) = sheet.iter().find(exact).or_else(|| sheet.iter().find(any)) else { return };
        let going_on = sheet.iter().filter(|line| line[0] == fits[0]);
        let then: Sheet = going_on.map(|line| line[2..].to_vec()).filter(|line| !line.is_empty()).collect();
        let before = self.table.game.clone();
        let done = match fits[1].as_str() {
            "resign" => self.asks(seat, ActionRequest::Resign),
            "accept-draw" => self.asks(seat, ActionRequest::AcceptDraw),
            turn => {
                let request = ActionRequest::Move { turn: turn.to_owned(), offer_draw: false, lines: String::new() };
                self.asks(seat, request)
            }
        };
        if done && self.table.game.conclusion().is_none() {
            self.sheets[seat] = then;
            self.answers(&before);
        }
    }
}

fn compare(automatic: &Table, manual: &ManualGame) -> Result<(), TestCaseError> {
    let (one, other) = (&automatic.game, &manual.table.game);
    prop_assert_eq!(one.position(), other.position());
    let turns = |game: &Game| -> Vec<_> {
        game.turns().iter().map(|turn| (turn.seat, turn.text.clone(), turn.at, turn.spent, turn.left)).collect()
    };
    prop_assert_eq!(turns(one), turns(other));
    let end = |game: &Game| game.conclusion().map(|end| (end.result, end.at));
    prop_assert_eq!(end(one), end(other));
    prop_assert!(other.conclusion().is_none_or(|end| !end.conditional), "nothing is conditional on paper");
    prop_assert_eq!(one.deadline(), other.deadline());
    prop_assert_eq!(one.draw_offered_by(), other.draw_offered_by());
    for seat in one.seating().seats() {
        prop_assert_eq!(one.time_left(seat, automatic.now), other.time_left(seat, automatic.now));
        let open = one.conclusion().is_none() && !manual.sheets[seat].is_empty();
        prop_assert_eq!(!one.conditionals(seat).is_empty(), open, "what is left of the tree");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn conditional_replies_are_what_would_have_been_done_by_hand(steps in prop::collection::vec(step(), 1..16)) {
        let mut automatic = Table::standard();
        let sheets = BySeat::new(automatic.game.seating(), |_| Sheet::new());
        let mut manual = ManualGame { table: Table::standard(), sheets };
        for step in &steps {
            let Some(mover) = automatic.game.seat_to_move() else { break };
            let waiting = automatic.game.seating().opponents(mover).next().unwrap();
            automatic.pass(SignedDuration::from_secs(step.pause));
            manual.table.now = automatic.now;
            if let Some(lines) = &step.waiting_writes {
                let sheet = write(automatic.game.position(), lines);
                automatic.plans(waiting, &text(&sheet)).unwrap_or_else(|refusal| panic!("{refusal}"));
                manual.sheets[waiting] = sheet;
            }
            let theirs = manual.sheets[waiting].first().filter(|_| step.follows).map(|line| line[0].clone());
            let all = turns(automatic.game.position(), usize::MAX);
            let fitting = |turn: &&String| theirs.as_ref().is_some_and(|theirs| fits(theirs, turn));
            let followed: Vec<&String> = all.iter().filter(fitting).collect();
            let turn = if followed.is_empty() { step.pick.get(&all) } else { *step.pick.get(&followed) };
            let after = after(automatic.game.position(), turn);
            let writes = step.mover_writes.as_ref().filter(|_| after.result().is_none());
            let then = writes.map_or(Sheet::new(), |lines| write(&after, lines));
            let offer_draw = step.offer_draw;
            let request = ActionRequest::Move { turn: turn.clone(), offer_draw, lines: text(&then) };
            let action = automatic.action(request);
            automatic.request(mover, &action).unwrap_or_else(|refusal| panic!("{refusal}"));
            manual.plays(mover, turn, offer_draw, then);
            compare(&automatic, &manual)?;
        }
        let folded = Game::fold(automatic.game.setup().clone(), &automatic.log).unwrap();
        prop_assert_eq!(&folded, &automatic.game);
        for seats in [vec![Seat::WHITE], vec![Seat::BLACK], vec![Seat::WHITE, Seat::BLACK]] {
            goes_as_before_without_the_words_of(&automatic, &seats)?;
        }
    }
}

/// A player who deletes their account takes their plans out of the log, and the game stays what it was.
fn goes_as_before_without_the_words_of(table: &Table, seats: &[Seat]) -> Result<(), TestCaseError> {
    let left = |event: &Event| Event { at: event.at, what: left_of(&event.what, seats) };
    let log: Vec<_> = table.log.iter().map(left).collect();
    let game = Game::fold(table.game.setup().clone(), &log).unwrap();
    prop_assert_eq!(game.turns(), table.game.turns());
    prop_assert_eq!(game.conclusion(), table.game.conclusion());
    prop_assert_eq!(game.deadline(), table.game.deadline());
    for &seat in seats {
        prop_assert!(game.conditionals(seat).is_empty());
    }
    let audience = |event: &Event| event.what.audience(false);
    prop_assert!(log.iter().map(audience).eq(table.log.iter().map(audience)), "each sees as many events as before");
    Ok(())
}

fn left_of(what: &EventKind, seats: &[Seat]) -> EventKind {
    what.without_words_of(seats).unwrap_or_else(|| what.clone())
}

/// Whether a turn is the one on a sheet.
fn fits(theirs: &str, turn: &str) -> bool {
    theirs.strip_suffix("@*").map_or(theirs == turn, |piece| turn.split('@').next() == Some(piece))
}
