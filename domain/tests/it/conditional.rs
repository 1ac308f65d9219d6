//! Conditional turns as stories: what is written, what is replied, and who gets to know.

use domain::correspondence::action::{Action, ActionKind, ActionRequest};
use domain::correspondence::comment::Comment;
use domain::correspondence::conditional::{ConditionalTree, LinesError, RebasedLines, Reply, Wrong};
use domain::correspondence::event::{Event, EventKind};
use domain::correspondence::game::{Game, LogEntryKind};
use domain::correspondence::refusal::Refusal;
use domain::correspondence::result::{Ending, GameResult};
use domain::correspondence::time_control::TimeControl;
use domain::rules::outcome::{Outcome, RulesEnding};
use domain::rules::position::Position;
use domain::rules::seat::{Seat, Side};
use domain::rules::variant::Variant;

use crate::table::{Table, days, kinds};

const WHITE: Seat = Seat::WHITE;
const BLACK: Seat = Seat::BLACK;

#[test]
fn a_reply_that_the_duck_can_block_is_found_unless_another_is_written() {
    let start = Position::start(Variant::Duck);
    let blocked = |lines: &str| {
        let tree = ConditionalTree::read(lines, &start, BLACK).unwrap();
        tree.blocked_replies(&start, 10)
            .into_iter()
            .map(|it| (it.line.join(" "), it.reply, it.turns.join(" ")))
            .collect::<Vec<_>>()
    };
    let of = |line: &str, reply: &str, turns: &str| (line.to_owned(), reply.to_owned(), turns.to_owned());
    assert_eq!(blocked("d4@* Nf6@e4"), [of("", "Nf6@e4", "d4@e4 d4@f6")]);
    assert_eq!(blocked("d4@* Nf6@e4\nd4@e4 Nf6@e5"), [of("", "Nf6@e4", "d4@f6")]);
    assert_eq!(blocked("d4@* Nf6@e4\nd4@e4 Nf6@e5\nd4@f6 d5@e4"), []);
    assert_eq!(blocked("d4@e5 Nf6@e4\ne4@* resign"), []);
    assert_eq!(blocked("d4@e5 Nf6@e4 e3@* Nc6@a5"), [of("d4@e5 Nf6@e4", "Nc6@a5", "e3@a5 e3@c6")]);
    let tree = ConditionalTree::read("d4@* Nf6@e4\ne4@* Nf6@e5", &start, BLACK).unwrap();
    assert_eq!(tree.blocked_replies(&start, 1).len(), 1);
}

impl Table {
    pub fn plans(&mut self, seat: Seat, lines: &str) -> Result<Vec<Event>, Refusal> {
        let action = self.action(ActionRequest::Conditional { lines: lines.to_owned() });
        self.request(seat, &action)
    }

    /// A turn with conditional turns for the answer.
    pub fn turn_with(&mut self, seat: Seat, turn: &str, lines: &str) -> Result<Vec<Event>, Refusal> {
        let request = ActionRequest::Move { turn: turn.to_owned(), offer_draw: false, lines: lines.to_owned() };
        let action = self.action(request);
        self.request(seat, &action)
    }

    fn record(&self) -> String {
        let turns: Vec<&str> = self.game.turns().iter().map(|turn| turn.text.as_str()).collect();
        turns.join(" ")
    }

    /// What the plan of a seat is now.
    fn plan(&self, seat: Seat) -> String {
        self.game.conditionals(seat).to_string()
    }

    fn log_entries(&self, viewer: Option<Seat>) -> Vec<&LogEntryKind> {
        self.game.log_entries(viewer).map(|log_entry| &log_entry.kind).collect()
    }
}

/// White is to move after `e4@c6 e6@e2`, and Black has conditional turns.
fn black_plans(lines: &str) -> Table {
    let mut table = Table::standard();
    table.play("e4@c6 e6@e2");
    table.pass(days(2));
    table.plans(BLACK, lines).unwrap_or_else(|refusal| panic!("{refusal}"));
    table.pass(days(3));
    table
}

#[test]
fn a_reply_is_played_at_once_costs_no_time_and_is_marked_in_the_record() {
    let mut table = black_plans("d4@d6 Nf6@e2\nNc3@a6 d5@e2");
    let events = table.turn(WHITE, "d4@d6").unwrap();
    let reply = EventKind::Played { seat: BLACK, turn: "Nf6@e2".to_owned(), conditional: true };
    assert_eq!(events[1], Event { at: table.now, what: reply });
    assert_eq!(table.record(), "e4@c6 e6@e2 d4@d6 Nf6@e2");
    let marks: Vec<bool> = table.game.turns().iter().map(|turn| turn.conditional).collect();
    assert_eq!(marks, [false, false, false, true]);
    assert_eq!(table.game.time_left(BLACK, table.now), days(31), "a turn earns its day, however it is made");
    assert_eq!(table.game.seat_to_move(), Some(WHITE));
    assert_eq!(table.plan(BLACK), "", "the tree is used up");
}

#[test]
fn a_tree_goes_on_behind_its_replies() {
    let mut table = black_plans("d4@d6 Nf6@e2 Nc3@a6 Bb4@e2\nd4@d6 Nf6@e2 e5@a6 Nd5@e2\nNf3@d6 c5@e2");
    table.play("d4@d6");
    assert_eq!(table.plan(BLACK), "Nc3@a6 Bb4@e2\ne5@a6 Nd5@e2\n");
    table.pass(days(1));
    table.play("e5@a6");
    assert_eq!(table.record(), "e4@c6 e6@e2 d4@d6 Nf6@e2 e5@a6 Nd5@e2");
    assert_eq!(
        table.log_entries(Some(BLACK)),
        [] as [&LogEntryKind; 0],
        "a tree that was played to its end says nothing"
    );
}

#[test]
fn a_tree_that_does_not_fit_vanishes_and_only_its_writer_is_told() {
    let mut table = black_plans("d4@d6 Nf6@e2");
    table.play("Nc3@a6");
    assert_eq!(table.game.seat_to_move(), Some(BLACK));
    assert_eq!(table.plan(BLACK), "");
    assert_eq!(table.log_entries(Some(BLACK)), [&LogEntryKind::ConditionalsLeft]);
    assert_eq!((table.log_entries(Some(WHITE)).len(), table.log_entries(None).len()), (0, 0));
    table.play("d5@e2 d4@d6");
    assert_eq!(table.game.seat_to_move(), Some(BLACK), "it does not come back");
}

#[test]
fn the_very_turn_comes_before_a_turn_with_any_duck() {
    let plan = "d4@* Nf6@a3\nd4@d6 c5@e2";
    let mut exact = black_plans(plan);
    exact.play("d4@d6");
    assert_eq!(exact.record(), "e4@c6 e6@e2 d4@d6 c5@e2");
    let mut any = black_plans(plan);
    any.play("d4@h6");
    assert_eq!(any.record(), "e4@c6 e6@e2 d4@h6 Nf6@a3");
}

#[test]
fn a_reply_that_is_not_legal_then_stops_the_tree_and_only_its_writer_is_told() {
    let mut table = black_plans("d4@* Nf6@a3 Nc3@* Bb4@a4");
    let events = table.turn(WHITE, "d4@a3").unwrap();
    let stopped = EventKind::ConditionalStopped { seat: BLACK, ply: table.game.ply(), turn: "Nf6@a3".to_owned() };
    assert_eq!(kinds(&events)[1..], [&stopped]);
    assert_eq!(table.game.seat_to_move(), Some(BLACK));
    assert_eq!(table.log_entries(Some(BLACK)), [&LogEntryKind::ConditionalStopped { turn: "Nf6@a3".to_owned() }]);
    assert_eq!((table.log_entries(Some(WHITE)).len(), table.log_entries(None).len()), (0, 0));
    assert_eq!(table.plan(BLACK), "");
    assert_eq!(table.game.time_left(BLACK, table.now + days(1)), days(29), "Black's clock runs");
}

#[test]
fn turns_behind_any_duck_are_read_when_they_come() {
    let mut table = black_plans("d4@* g8f6@a3 b1c3@* f8b4@a4 a2a3@a5 Bxc3@a6");
    table.play("d4@h6 Nc3@h5");
    assert_eq!(table.record(), "e4@c6 e6@e2 d4@h6 Nf6@a3 Nc3@h5 Bb4@a4");
    table.play("a3@a5");
    assert_eq!(table.record(), "e4@c6 e6@e2 d4@h6 Nf6@a3 Nc3@h5 Bb4@a4 a3@a5 Bxc3@a6");
}

#[test]
fn the_trees_of_both_players_answer_each_other() {
    let mut table = black_plans("d4@d6 Nf6@e2 Nc3@a6 Bb4@e2 a3@e3 a6@e2");
    let events = table.turn_with(WHITE, "d4@d6", "Nf6@e2 Nc3@a6 Bb4@e2 a3@e3").unwrap();
    assert_eq!(table.record(), "e4@c6 e6@e2 d4@d6 Nf6@e2 Nc3@a6 Bb4@e2 a3@e3 a6@e2");
    assert!(events.iter().all(|event| event.at == table.now));
    assert_eq!((table.plan(WHITE), table.plan(BLACK)), (String::new(), String::new()));
    assert_eq!(table.log_entries(Some(WHITE)), [] as [&LogEntryKind; 0], "White's was at its end");
    assert_eq!(Game::fold(table.game.setup().clone(), &table.log).unwrap(), table.game);
}

#[test]
fn a_branch_may_end_in_resigning() {
    let mut table = black_plans("d4@d6 Nf6@e2 Nc3@a6 resign");
    table.play("d4@d6 Nc3@a6");
    let result = table.result().unwrap();
    assert_eq!(result, GameResult { outcome: Outcome::Win(Side::WHITE), ending: Ending::Resigned });
    assert!(table.game.conclusion().unwrap().conditional, "it is marked, as a conditional turn is");
    let mut by_hand = black_plans("");
    by_hand.does(BLACK, ActionRequest::Resign).unwrap();
    assert!(!by_hand.game.conclusion().unwrap().conditional);
}

#[test]
fn a_branch_may_end_in_accepting_a_draw_that_is_offered() {
    let mut table = black_plans("d4@d6 accept-draw");
    let request = ActionRequest::Move { turn: "d4@d6".to_owned(), offer_draw: true, lines: String::new() };
    let action = table.action(request);
    table.request(WHITE, &action).unwrap();
    assert_eq!(table.result().unwrap().ending, Ending::Agreed);
    assert!(table.game.conclusion().unwrap().conditional);
    assert_eq!(Game::fold(table.game.setup().clone(), &table.log).unwrap(), table.game);

    let mut none = black_plans("d4@d6 accept-draw");
    none.play("d4@d6");
    assert_eq!(none.result(), None);
    assert_eq!(none.log_entries(Some(BLACK)), [&LogEntryKind::ConditionalStopped { turn: "accept-draw".to_owned() }]);
}

#[test]
fn a_reply_may_take_the_king() {
    let mut table = Table::standard();
    table.play("e4@e6 f6@f5");
    let mut white = table;
    white.turn_with(WHITE, "Qh5@a6", "d6@* Qxe8\nh6@a5 Qxe8").unwrap();
    white.play("d6@a5");
    let result = white.result().unwrap();
    assert_eq!(
        (result.outcome, result.ending),
        (Outcome::Win(Side::WHITE), Ending::ByRules(RulesEnding::KingCaptured))
    );
}

#[test]
fn all_lines_together_replace_the_tree_and_none_clears_it() {
    let mut table = black_plans("d4@d6 Nf6@e2");
    assert_eq!(table.plans(BLACK, "\n  d2d4@d6   g8f6@e2 \n").unwrap(), [], "the same tree set again");
    table.plans(BLACK, "Nc3@d6 Nf6@e2").unwrap();
    assert_eq!(table.plan(BLACK), "Nc3@d6 Nf6@e2\n");
    assert_eq!(table.plans(BLACK, "").unwrap().len(), 1);
    assert_eq!(table.plans(BLACK, " \n ").unwrap(), []);
    table.play("Nc3@d6");
    assert_eq!(table.game.seat_to_move(), Some(BLACK));
    assert_eq!(table.log_entries(Some(BLACK)), [] as [&LogEntryKind; 0]);
}

#[test]
fn conditional_turns_are_set_while_the_other_player_is_to_move() {
    let mut table = Table::standard();
    let refusal = table.plans(WHITE, "e6@e2 d4@d6").unwrap_err();
    assert_eq!(refusal, Refusal::YourTurnFirst);
    let offered = |seat| table.game.actions(seat, table.now).contains(&ActionKind::Conditional);
    assert_eq!((offered(WHITE), offered(BLACK)), (false, true));
    table.plans(BLACK, "e4@c6 e6@e2").unwrap();
    table.play("e4@c6");
    assert!(table.game.clocks_started().is_some(), "the reply completes the first round");
    table.does(BLACK, ActionRequest::Resign).unwrap();
    assert!(matches!(table.plans(BLACK, "d4@d6 Nf6@e2"), Err(Refusal::GameOver(_))));
}

#[test]
fn lines_that_cannot_be_replace_nothing_and_a_turn_sent_with_them_is_not_made() {
    let mut table = black_plans("d4@d6 Nf6@e2");
    let refusal = table.plans(BLACK, "d4@d6 Nf6@e2\n\nd4@d6 Nf9@e2").unwrap_err();
    assert!(refusal.to_string().contains("line: 3, word: Some((2, \"Nf9@e2\"))"), "{refusal}");
    assert_eq!(table.plan(BLACK), "d4@d6 Nf6@e2\n");
    table.turn_with(WHITE, "d4@d6", "Nf6@e2 Qd3@d6\ne5@e3").unwrap_err();
    assert_eq!(table.game.seat_to_move(), Some(WHITE));
}

#[test]
fn what_is_said_with_conditional_turns_is_said_once() {
    let mut table = black_plans("d4@d6 Nf6@e2");
    let mut action = table.action(ActionRequest::Conditional { lines: "d4@d6 Nf6@e2".to_owned() });
    action.message = Comment::new("Take your time").ok();
    assert_eq!(table.request(BLACK, &action).unwrap().len(), 1);
    assert_eq!(table.request(BLACK, &action).unwrap(), []);
}

#[test]
fn the_same_turn_sent_twice_is_answered_once() {
    let mut table = black_plans("d4@d6 Nf6@e2 d4d5@a6 Nxe4@e2");
    let request = ActionRequest::Move { turn: "d4@d6".to_owned(), offer_draw: false, lines: String::new() };
    let action: Action = table.action(request);
    assert_eq!(table.request(WHITE, &action).unwrap().len(), 2);
    assert_eq!(table.request(WHITE, &action).unwrap(), []);
    assert_eq!(table.game.ply().turns(), 4);
}

#[test]
fn a_reply_lets_an_offer_pass_as_any_turn_does() {
    let mut table = black_plans("d4@d6 Nf6@e2");
    let request = ActionRequest::Move { turn: "d4@d6".to_owned(), offer_draw: true, lines: String::new() };
    let action = table.action(request);
    table.request(WHITE, &action).unwrap();
    assert_eq!((table.game.draw_offered_by(), table.game.seat_to_move()), (None, Some(WHITE)));
}

#[test]
fn replies_fill_the_clock_to_its_cap_and_no_further() {
    let mut table = Table::new(TimeControl { cap: days(30), ..TimeControl::STANDARD });
    table.play("e4@c6 e6@e2");
    table.plans(BLACK, "d4@d6 Nf6@e2").unwrap();
    table.play("d4@d6");
    assert_eq!(table.game.time_left(BLACK, table.now), days(30));
}

#[test]
fn lines_that_are_late_come_to_what_the_tree_itself_comes_to() {
    let start = Position::start(Variant::Duck);
    let lines = "e4@c6 e6@e2 d4@d6 Nf6@e2\ne4@c6 e6@e2 Nc3@* resign\ne4@* e5@e3\nd4@* d5@e3\n";
    for (theirs, reply) in [("e4@c6", "e6@e2"), ("e4@a3", "e5@e3"), ("d4@e6", "d5@e3")] {
        let tree = ConditionalTree::read(lines, &start, BLACK).unwrap();
        let turn = start.read_turn(theirs).unwrap();
        let Some(Reply::Turn { text, then }) = tree.into_reply(&start, turn) else { panic!("{theirs}") };
        assert_eq!(text, reply);
        let between = start.play(turn);
        let answer = between.read_turn(reply).unwrap();
        let moved = RebasedLines::rebase(lines, &[(&start, turn), (&between, answer)]).unwrap();
        let left = ConditionalTree::read(&moved.remaining.join("\n"), &between.play(answer), BLACK).unwrap();
        assert_eq!(left, then, "{theirs}");
        assert_eq!(moved.remaining.len() + moved.dropped.len() + moved.played, 4, "{theirs}: none is forgotten");
    }
}

#[test]
fn lines_that_nobody_can_read_are_moved_along_as_far_as_they_can_be() {
    let start = Position::start(Variant::Duck);
    let turn = start.read_turn("e4@c6").unwrap();
    let moved =
        RebasedLines::rebase("1. e2e4@c6 quack quack\nquack e6@e2\n\n  ,\ne4@c6\nresign", &[(&start, turn)]).unwrap();
    assert_eq!((moved.remaining, moved.played), (vec!["quack quack".to_owned()], 1));
    let gone: Vec<_> = moved.dropped.iter().map(|gone| gone.line.as_str()).collect();
    assert_eq!(gone, ["quack e6@e2", "resign"]);
}

#[test]
fn lines_beyond_what_a_tree_can_have_are_not_moved_along() {
    let start = Position::start(Variant::Duck);
    let made = [(&start, start.read_turn("e4@c6").unwrap())];
    let most = "e4@c6 e6@e2\n\n".repeat(ConditionalTree::MAX_LINES);
    let moved = RebasedLines::rebase(&most, &made).unwrap();
    assert_eq!(moved.remaining, ["e6@e2"], "blank lines do not count, and what is left of all is the same");
    let wrong = RebasedLines::rebase(&format!("{most}d4@* e6@e3"), &made).unwrap_err();
    assert_eq!(wrong, LinesError { line: 501, word: None, wrong: Wrong::TooMany });
    let long = format!("e4@c6 {}", "e6@e2 ".repeat(ConditionalTree::MAX_DEPTH));
    let wrong = RebasedLines::rebase(&long, &made).unwrap_err();
    assert_eq!(wrong, LinesError { line: 1, word: None, wrong: Wrong::TooDeep }, "and no word of it is left out");
}
