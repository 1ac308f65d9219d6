//! Log entries: draw claims, private notes, rematches; and entries that only older logs contain.

use domain::correspondence::action::{Action, ActionKind, ActionRequest};
use domain::correspondence::audience::Audience;
use domain::correspondence::comment::Comment;
use domain::correspondence::event::EventKind;
use domain::correspondence::game::Game;
use domain::correspondence::leave::LeavePeriod;
use domain::correspondence::refusal::Refusal;
use domain::correspondence::result::{Ending, GameResult};
use domain::correspondence::setup::GameSetup;
use domain::rules::outcome::{Outcome, RulesEnding};
use domain::rules::ply::Ply;
use domain::rules::seat::Seat;

use crate::table::{Table, days};

const WHITE: Seat = Seat::WHITE;
const BLACK: Seat = Seat::BLACK;

fn notes(table: &mut Table, seat: Seat, words: &str) -> Result<usize, Refusal> {
    let mut action = table.action(ActionRequest::Note);
    action.message = Comment::new(words).ok();
    table.request(seat, &action).map(|events| events.len())
}

fn can_claim(table: &Table, seat: Seat) -> bool {
    table.game.actions(seat, table.now).contains(&ActionKind::ClaimDraw)
}

#[test]
fn a_draw_is_claimed_when_the_position_has_occurred_three_times() {
    let mut table = Table::standard();
    table.play("Nf3@a3 Nf6@a4 Ng1@a3 Ng8@a4 Nf3@a3 Nf6@a4 Ng1@a3 Ng8@a4");
    assert!(!can_claim(&table, WHITE), "twice only: without the duck it was another position");
    let refusal = table.does(WHITE, ActionRequest::ClaimDraw).unwrap_err();
    assert_eq!(refusal, Refusal::NothingToClaim);
    table.play("Nf3@a3");
    assert!(can_claim(&table, WHITE) && can_claim(&table, BLACK), "either player, whoever moved last");
    let mut gone = Table::standard();
    gone.play("Nf3@a3 Nf6@a4 Ng1@a3 Ng8@a4 Nf3@a3 Nf6@a4 Ng1@a3 Ng8@a4 Nf3@a3 e6@a4");
    assert!(!can_claim(&gone, BLACK), "only while it is on the board");
    table.does(WHITE, ActionRequest::ClaimDraw).unwrap();
    assert_eq!(
        table.result(),
        Some(GameResult { outcome: Outcome::Draw, ending: Ending::ByRules(RulesEnding::Repetition) })
    );
    assert_eq!(table.does(WHITE, ActionRequest::ClaimDraw).unwrap(), []);
}

#[test]
fn a_draw_is_claimed_after_fifty_moves_of_each_without_capture_or_pawn_move() {
    let mut table = Table::standard();
    let duck = ["a3", "a4", "a5", "a6", "h3", "h4", "h5"];
    for n in 0..100 {
        let back = n / 2 % 2 == 1;
        let knight = ["Nf3", "Nf6", "Ng1", "Ng8"][n % 2 + if back { 2 } else { 0 }];
        assert_eq!(table.game.position().quiet_claim(), None);
        table.play(&format!("{knight}@{}", duck[n % duck.len()]));
    }
    table.does(BLACK, ActionRequest::ClaimDraw).unwrap();
    assert_eq!(
        table.result(),
        Some(GameResult { outcome: Outcome::Draw, ending: Ending::ByRules(RulesEnding::FiftyMoves) })
    );
}

#[test]
fn a_note_is_its_writers_alone() {
    let mut table = Table::standard();
    table.play("e4@c6");
    assert_eq!(notes(&mut table, BLACK, "Watch d5"), Ok(1));
    assert_eq!(notes(&mut table, BLACK, "Watch d5"), Ok(0), "a double click writes once");
    assert_eq!(notes(&mut table, BLACK, ""), Err(Refusal::EmptyMessage));
    let seen = |viewer| table.game.log_entries(viewer).count();
    assert_eq!((seen(Some(BLACK)), seen(Some(WHITE)), seen(None)), (1, 0, 0));
    let of_before = Action { request: ActionRequest::Note, message: Comment::new("A plan").ok(), ply: Ply::START };
    table.request(BLACK, &of_before).unwrap();
    table.does(WHITE, ActionRequest::Resign).unwrap();
    assert_eq!(notes(&mut table, WHITE, "Next time d4"), Ok(1), "also after the end");
    assert_eq!(table.game.log_entries(Some(WHITE)).count(), 1);
}

#[test]
fn a_note_of_the_other_player_changes_no_answer() {
    let mut table = Table::standard();
    table.says(WHITE, "Quack").unwrap();
    notes(&mut table, BLACK, "He quacks").unwrap();
    assert_eq!(table.says(WHITE, "Quack").unwrap(), [], "still the same comment sent twice");
}

#[test]
fn comments_are_for_the_players_and_in_a_public_game_for_everyone() {
    let mut table = Table::standard();
    table.says(WHITE, "Hello").unwrap();
    assert_eq!(table.game.log_entries(None).count(), 0);
    let public = GameSetup { public: true, ..table.game.setup().clone() };
    let game = Game::fold(public, &table.log).unwrap();
    assert_eq!(game.log_entries(None).count(), 1);
}

#[test]
fn those_who_look_on_write_beside_a_public_game_and_its_players_see_it_after_the_end() {
    let private = Table::standard().game;
    assert!(!private.shows_kibitz(None) && !private.shows_kibitz(Some(WHITE)));
    let mut table = Table::standard();
    table.game = Game::new(GameSetup { public: true, ..table.game.setup().clone() }).unwrap();
    assert!(table.game.shows_kibitz(None) && !table.game.shows_kibitz(Some(WHITE)));
    table.does(BLACK, ActionRequest::Resign).unwrap();
    assert!(table.game.shows_kibitz(None) && table.game.shows_kibitz(Some(WHITE)));
}

#[test]
fn who_may_know_of_an_event_is_who_may_read_of_it_in_the_record() {
    let mut table = Table::standard();
    let tree = |lines: &str| ActionRequest::Conditional { lines: lines.to_owned() };
    table.says(WHITE, "Hello").unwrap();
    notes(&mut table, WHITE, "A plan").unwrap();
    table.does(BLACK, tree("e4@c6 e6@e2")).unwrap();
    table.play("e4@c6 d4@h6");
    table.does(WHITE, tree("d5@* exd5@e3")).unwrap();
    table.does(WHITE, ActionRequest::Lifeline).unwrap();
    table.does(WHITE, ActionRequest::OfferDraw).unwrap();
    table.does(BLACK, ActionRequest::DeclineDraw).unwrap();
    let leave = LeavePeriod { from: table.now, until: table.now + days(2) };
    let taken = table.game.take_leave(WHITE, leave, table.now);
    table.take(&taken);
    let ended = table.game.end_leave(WHITE, LeavePeriod { until: table.now + days(1), ..leave }, table.now);
    table.take(&ended);
    table.play("d5@e3");
    table.does(WHITE, ActionRequest::Resign).unwrap();
    table.does(WHITE, ActionRequest::Rematch).unwrap();

    let mut game = Game::new(table.game.setup().clone()).unwrap();
    let mut told = 0;
    for event in &table.log {
        let viewers = [Some(WHITE), Some(BLACK), None];
        let read = |game: &Game| viewers.map(|viewer| game.log_entries(viewer).cloned().collect::<Vec<_>>());
        let before = read(&game);
        game.apply(event).unwrap();
        let after = read(&game);
        let may_read = std::array::from_fn(|viewer| after[viewer] != before[viewer]);
        if may_read != [false; 3] && !matches!(event.what, EventKind::Played { .. }) {
            let may_know = match event.what.audience(false) {
                Audience::Everyone => [true; 3],
                Audience::Players => [true, true, false],
                Audience::SideOf(seat) | Audience::Seat(seat) => [seat == WHITE, seat == BLACK, false],
            };
            assert_eq!(may_read, may_know, "{event:?}");
            told += 1;
        }
    }
    assert_eq!(told, 9);
}

#[test]
fn a_rematch_is_offered_once_by_each_after_the_end() {
    let mut table = Table::standard();
    assert_eq!(table.does(WHITE, ActionRequest::Rematch).unwrap_err(), Refusal::NotOver);
    table.does(WHITE, ActionRequest::Resign).unwrap();
    assert_eq!(table.does(WHITE, ActionRequest::Rematch).unwrap().len(), 1);
    assert_eq!(table.does(WHITE, ActionRequest::Rematch).unwrap(), []);
    let offered = |seat| table.game.actions(seat, table.now).contains(&ActionKind::Rematch);
    assert_eq!((offered(WHITE), offered(BLACK)), (false, true));
}

#[test]
fn what_was_written_before_conditional_turns_and_public_games_still_reads() {
    let played: EventKind = serde_json::from_str(r#"{"type":"played","seat":0,"turn":"e4@c6"}"#).unwrap();
    assert_eq!(played, EventKind::Played { seat: WHITE, turn: "e4@c6".to_owned(), conditional: false });
    assert_eq!(serde_json::to_string(&played).unwrap(), r#"{"type":"played","seat":0,"turn":"e4@c6"}"#);
    let setup: GameSetup = serde_json::from_str(
        r#"{"variant":"duck","time_control":{"bank":"PT720H","increment":"PT24H","cap":"PT1080H"},"rated":true,
            "begun_at":"2026-11-21T08:00:00Z"}"#,
    )
    .unwrap();
    assert!(!setup.public);
}
