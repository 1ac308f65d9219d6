//! Puzzles that workers find in games played here, long after their end.

use domain::rules::puzzle::{Goal, Puzzle};
use domain::rules::seat::Seat;
use serde_json::json;
use server::engines::{EngineTable, Engines, NamedEngine};
use server::puzzles::{Retired, retire};
use sqlx::PgPool;

use super::{asks_for, tries};
use crate::story::{Browser, Table, TestApp, days, engine_that, own_engine, seconds};

/// The number of the first.
const FOUND: &str = "/puzzles/1000001";

/// A shipped puzzle in which White takes the king with the second turn.
fn known() -> Puzzle {
    let shipped = include_str!("../../../puzzles/puzzles.jsonl").lines().skip(1);
    let mut puzzles = shipped.map(|line| serde_json::from_str::<Puzzle>(line).unwrap());
    let is_short = |puzzle: &Puzzle| puzzle.goal() == Goal::Win { turns: 2 };
    puzzles.find(|puzzle| is_short(puzzle) && puzzle.start().seat_to_move() == Seat::FIRST).unwrap()
}

/// The turns of its line, to the end of the game.
fn line(puzzle: &Puzzle) -> String {
    let turns = puzzle.positions().iter().zip(puzzle.line());
    turns.map(|(position, &turn)| position.write_coordinates(turn)).collect::<Vec<_>>().join(" ")
}

/// A game that begins where the puzzle does.
async fn begun(app: &TestApp, white: &Browser, black: &Browser, puzzle: &Puzzle) -> Table {
    let table = Table::begin(white, black, &[("variant", puzzle.start().variant().key())]).await;
    let fen = puzzle.start().fen();
    sqlx::query("update games set setup = setup || $1, fen = $2 where id = $3")
        .bind(json!({ "start": fen }))
        .bind(fen)
        .bind(table.id())
        .execute(app.pool())
        .await
        .unwrap();
    table
}

/// One that was played to its end, as the puzzle goes.
async fn over(app: &TestApp, white: &Browser, black: &Browser, puzzle: &Puzzle) -> Table {
    let table = begun(app, white, black, puzzle).await;
    table.play(&line(puzzle)).await;
    table
}

/// A worker finds something to do while nobody waits, and does it: how many games that were.
async fn looks(app: &TestApp) -> usize {
    let queued = app.worker().await.look_for_idle_work().await.unwrap();
    app.work().await;
    queued
}

async fn found(app: &TestApp) -> i64 {
    app.count("select count(*) from puzzles where game_id is not null").await
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_tactic_of_a_finished_game_can_be_solved_by_everybody(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let puzzle = known();
    let table = over(&app, &ann, &ben, &puzzle).await;
    app.pass(days(8));
    assert_eq!(looks(&app).await, 1);
    assert_eq!(looks(&app).await, 0, "each game is looked through once");
    assert_eq!(app.column("select state from puzzle_games").await, ["done"]);
    assert_eq!(app.count("select count(*) from jobs").await, 0);

    let cleo = app.signed_up("cleo").await;
    assert_eq!(cleo.opens("/puzzles").await.attributes(".puzzle-card", "href"), [FOUND]);
    let page = cleo.opens(FOUND).await;
    assert_eq!(page.text("h1"), "Puzzle 1000001");
    assert_eq!(page.texts(".puzzle-facts dd").last().unwrap(), "A game played here");
    assert!(!cleo.get(FOUND).await.text.contains(table.id()), "the game tells the solution");
    let solved = tries(&cleo, &page, line(&puzzle).split(' ').next().unwrap()).await;
    assert_eq!(solved.text(".puzzle-said h2"), "Solved");
    assert!(solved.text(".puzzle-change").starts_with('+'));
    let game = [format!("{}?ply=0", table.game)];
    assert_eq!(solved.attributes(".puzzle-facts a", "href"), game);
    cleo.get(&game[0]).await.has_status(200);
    let visitor = app.anonymous();
    let given_up = asks_for(&visitor, &visitor.opens(FOUND).await, "solution").await;
    assert_eq!(given_up.attributes(".puzzle-facts a", "href"), game);

    // It is a puzzle like all others.
    app.chooses_daily_puzzles().await;
    assert_eq!(visitor.get("/puzzles/daily").await.leads_to(), FOUND);
    ben.post(&format!("{FOUND}/report"), &[("reason", "I know this one")]).await.leads_to();
    let stored = "select p::text from puzzles p where id = 1000001";
    let before = app.column(stored).await;
    app.loads_puzzles().await;
    assert_eq!(app.column(stored).await, before, "what is shipped leaves it alone");
    let retired = Retired { at: app.now(), because: Some("Dull".to_owned()) };
    assert!(retire(app.pool(), 1_000_001, &retired, app.today()).await.unwrap());
    assert!(visitor.opens(FOUND).await.text(".notice").contains("Dull"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn games_that_run_or_have_just_ended_are_left_alone(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let puzzle = known();
    over(&app, &ann, &ben, &puzzle).await;
    app.pass(days(61));
    let running = begun(&app, &ann, &ben, &puzzle).await;
    running.play(line(&puzzle).split(' ').next().unwrap()).await;
    over(&app, &ann, &ben, &puzzle).await;
    app.pass(days(1));
    assert_eq!(looks(&app).await, 0, "one runs, one ended yesterday, one is old");
    // Somebody has written a job by hand.
    app.execute(
        "insert into jobs (kind, subject, variant, priority, queued_at, due_at)
        select 'puzzles', id, variant, 30, now() - interval '1 year', now() - interval '1 year' from games
        where ended_at is null",
    )
    .await;
    app.work().await;
    assert_eq!(app.column("select note from jobs").await, ["the game is running"]);
    app.execute("delete from jobs").await;
    assert_eq!(found(&app).await, 0);

    app.pass(days(7));
    assert_eq!(looks(&app).await, 1);
    assert_eq!(found(&app).await, 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_position_is_one_puzzle_however_many_games_have_it(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let puzzle = known();
    over(&app, &ann, &ben, &puzzle).await;
    over(&app, &ben, &ann, &puzzle).await;
    app.pass(days(8));
    assert_eq!(looks(&app).await, 2);
    assert_eq!(found(&app).await, 1);
    assert_eq!(app.column("select state from puzzle_games").await, ["done", "done"]);

    // Nor is one that is shipped found again.
    app.execute("truncate puzzles, puzzle_games cascade").await;
    app.loads_puzzles().await;
    assert_eq!(looks(&app).await, 2);
    assert_eq!(found(&app).await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_stands_on_a_board_now_is_no_puzzle(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let puzzle = known();
    over(&app, &ann, &ben, &puzzle).await;
    app.pass(days(8));
    begun(&app, &ann, &ben, &puzzle).await;
    assert_eq!(looks(&app).await, 1);
    assert_eq!(found(&app).await, 0);
}

/// What an engine says of a puzzle: `puzzle {…}`, with something in it changed.
fn saying(puzzle: &Puzzle, key: &str, value: serde_json::Value) -> EngineTable {
    let mut said = serde_json::to_value(puzzle).unwrap();
    said[key] = value;
    engine_that(&format!("echo 'puzzle {said}'"))
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_engine_that_lies_adds_none(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let puzzle = known();
    over(&app, &ann, &ben, &puzzle).await;
    app.pass(days(8));
    let elsewhere = include_str!("../../../puzzles/puzzles.jsonl").lines().next().unwrap();
    let lies = [
        (engine_that("echo puzzle perhaps"), "no puzzle"),
        (engine_that(&format!("echo 'puzzle {elsewhere}'")), "begins in another position"),
        (saying(&puzzle, "refutations", json!([{}])), "no answer to some turn"),
        (saying(&puzzle, "rating", json!(4_000_000)), "rates a puzzle 4000000"),
        (engine_that("exit 1"), "ended"),
    ];
    let worker = app.worker().await;
    assert_eq!(worker.look_for_idle_work().await.unwrap(), 1);
    for (number, (lie, reason)) in lies.into_iter().enumerate() {
        assert!(worker.do_next(&mut Engines::new(lie)).await.unwrap());
        let notes = app.column("select note from jobs").await;
        assert!(number == 4 || notes[0].contains(reason), "{notes:?}");
        app.pass(seconds(600));
    }
    assert_eq!(app.column("select state from puzzle_games").await, ["failed"]);
    assert_eq!(worker.look_for_idle_work().await.unwrap(), 0, "nobody tries for ever");
    assert_eq!(app.count("select count(*) from puzzles").await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn where_a_puzzle_is_from_is_not_for_the_engine_to_say(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let puzzle = known();
    let table = over(&app, &ann, &ben, &puzzle).await;
    app.pass(days(8));
    // Its other program plays, and it has none that finds puzzles.
    let named: NamedEngine = format!("duck={}", own_engine().display()).parse().unwrap();
    let other = app.worker_with(EngineTable::new(&[named], None)).await;
    assert_eq!(other.look_for_idle_work().await.unwrap(), 0);
    let worker = app.worker().await;
    assert_eq!(worker.look_for_idle_work().await.unwrap(), 1);
    assert!(!other.do_next(&mut Engines::new(EngineTable::default())).await.unwrap(), "it leaves the job to others");

    let mut engines = Engines::new(saying(&puzzle, "source", json!("mallory")));
    assert!(worker.do_next(&mut engines).await.unwrap());
    let source = app.column("select content::json->>'source' from puzzles where content::json->>'id' = id::text").await;
    assert_eq!(source, [format!("game {}, ply 0", table.id())]);
}
