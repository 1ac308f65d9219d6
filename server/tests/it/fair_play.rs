//! How often players choose an engine's turns in rated games: workers find out while nobody waits, and a command tells.

use std::path::Path;
use std::time::Duration;

use server::engines::{EngineTable, Engines};
use server::fair_play;
use server::worker::Worker;
use sqlx::PgPool;
use tokio::time::timeout;

use crate::startup::process::{Mallard, command, query, refusal};
use crate::story::{Browser, Table, TestApp, engine_that, quiet_turn, seconds};

const RATED: &[(&str, &str)] = &[("rated", "yes")];

/// So many turns are played, of which the first four of each seat are opening, in so many positions that are searched.
const TURNS: usize = 20;
const POSITIONS: usize = TURNS - 8 + 1;

/// So many turns of a game, in which the duck is on the fourth rank.
fn turns(number: usize) -> Vec<String> {
    (0..number).map(|ply| quiet_turn(ply, 4)).collect()
}

/// A rated game that White gives up after these turns.
async fn over(app: &TestApp, white: &Browser, black: &Browser, turns: &[String]) -> Table {
    let table = Table::begin(white, black, RATED).await;
    table.play(&turns.join(" ")).await;
    table.white.does("resign", turns.len(), &[("confirm", "yes")]).await.leads_to();
    app.rate().await;
    app.fill_library().await;
    table
}

/// An engine that likes all turns of White best in such a game. Of Black it would like other pieces to move, and thinks third of
/// the piece move that is made, with another duck.
fn engine() -> EngineTable {
    let mut cases = String::new();
    for ply in 0..=TURNS {
        let knight = ["g1f3", "g8f6", "f3g1", "f6g8"][ply % 4];
        let file = ["a", "b", "c", "d", "e", "f", "g", "h"][ply % 8];
        let made = |rank| format!("{knight},{}{file}{rank}", &knight[2..]);
        let lines = match ply % 2 {
            0 => [made(4), format!("a2a3,a3{file}5"), format!("b2b3,b3{file}5")],
            _ => [format!("a7a6,a6{file}5"), format!("b7b6,b6{file}5"), made(5)],
        };
        cases += &format!("{ply})\n");
        for (number, line) in lines.iter().enumerate() {
            cases += &format!("echo info depth 5 multipv {} score cp {} pv {line}\n", number + 1, 20 - 10 * number);
        }
        cases += &format!("echo bestmove {};;\n", lines[0]);
    }
    engine_that(&format!("case $turns in\n{cases} esac"))
}

/// Does all that waits, and says how many jobs and parts of jobs that was.
async fn work(worker: &Worker) -> usize {
    let mut engines = Engines::new(engine());
    let mut done = 0;
    while worker.do_next(&mut engines).await.unwrap() {
        done += 1;
    }
    done
}

async fn tells(app: &TestApp, name: &str) -> String {
    fair_play::report(app.pool(), "https://mallard.example", name).await.unwrap()
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn rated_games_are_looked_at_while_nobody_waits(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let worker = app.worker_with(engine()).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let table = over(&app, &ann, &ben, &turns(TURNS)).await;
    worker.look().await.unwrap();
    assert_eq!(work(&worker).await, 0, "nobody waits for it");
    assert!(tells(&app, "ann").await.contains("0 rated games have been looked at, 1 wait to be."));

    assert_eq!(worker.look_for_idle_work().await.unwrap(), 1);
    assert_eq!(work(&worker).await, POSITIONS);
    let of_ann = tells(&app, "ann").await;
    assert!(of_ann.starts_with("ann, Duck Chess: 6 turns in 1 rated game, at a mean rating of 1500\n"), "{of_ann}");
    let figures = |said: &str| -> Vec<String> {
        let shares = said.lines().filter(|line| line.ends_with('%') && !line.starts_with(' '));
        shares.map(|line| line.split("  ").last().unwrap().trim().to_owned()).collect()
    };
    assert_eq!(figures(&of_ann), ["100.0%", "100.0%", "100.0%", "0.0%"], "{of_ann}");
    assert!(of_ann.contains("nobody else has made 40 turns or more that count, within 200 rating points"), "{of_ann}");
    assert!(of_ann.contains("6 turns are too few") && of_ann.contains("a hint and no proof"), "{of_ann}");
    let of_ben = tells(&app, "BEN").await;
    assert_eq!(figures(&of_ben), ["0.0%", "0.0%", "0.0%", "2.9%"], "{of_ben}");
    assert!(of_ben.contains("1 rated game has been looked at, 0 wait to be."), "{of_ben}");

    assert_eq!(worker.look_for_idle_work().await.unwrap(), 0, "each game is looked at once");
    assert_eq!(app.count("select count(*) from fair_play_plies").await, 0);
    for (browser, path) in [(&ann, table.game.as_str()), (&ann, "/players/ben"), (&ben, "/players/ann")] {
        assert!(!browser.opens(path).await.text("main").contains("engine"), "no page tells of it");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn no_game_is_looked_at_before_the_library_has_all_that_were_there_before(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let worker = app.worker_with(engine()).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    over(&app, &ann, &ben, &turns(TURNS)).await;
    app.execute("insert into library_backlog (after) values ('')").await;
    assert_eq!(worker.look_for_idle_work().await.unwrap(), 0, "nobody knows yet what is often played");
    app.fill_library().await;
    assert_eq!(worker.look_for_idle_work().await.unwrap(), 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn only_rated_games_that_have_ended_are_looked_at_the_last_first(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let worker = app.worker_with(engine()).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let running = Table::begin(&ann, &ben, RATED).await;
    running.play(&turns(TURNS).join(" ")).await;
    let unrated = Table::begin(&ann, &ben, &[]).await;
    unrated.play("e4@c6 e6@e2").await;
    unrated.white.does("resign", 2, &[("confirm", "yes")]).await.leads_to();
    app.rate().await;
    assert_eq!(worker.look_for_idle_work().await.unwrap(), 0);
    // Somebody has written a job by hand.
    app.execute(
        "insert into jobs (kind, subject, variant, priority, queued_at, due_at)
        select 'fair-play', id, variant, 20, now() - interval '1 year', now() - interval '1 year' from games where ended_at is null",
    )
    .await;
    assert!(worker.do_next(&mut Engines::new(engine())).await.unwrap());
    assert_eq!(app.count("select count(*) from fair_play_plies").await, 0);
    assert_eq!(app.column("select note from jobs").await, ["the game is running"]);
    app.execute("delete from jobs").await;

    let short = over(&app, &ann, &ben, &turns(10)).await;
    for _ in 0..5 {
        app.pass(seconds(60));
        over(&app, &ann, &ben, &turns(2)).await;
    }
    assert_eq!(worker.look_for_idle_work().await.unwrap(), 4);
    let queued = app.column("select subject from jobs").await;
    assert!(!queued.contains(&short.id().to_owned()), "it is the oldest");
    assert_eq!(worker.look_for_idle_work().await.unwrap(), 0, "these wait");
    assert_eq!(work(&worker).await, 4, "short games say nothing");
    assert_eq!(worker.look_for_idle_work().await.unwrap(), 2);
    work(&worker).await;
    assert_eq!(app.count("select count(*) from fair_play_games").await, 0);
    let said = tells(&app, "ann").await;
    assert!(said.contains("ann, Duck Chess: no turn is counted yet."), "{said}");
    assert!(said.contains("6 rated games have been looked at, 0 wait to be."), "{said}");

    // Games with computers are a pool of their own.
    app.execute("update rating_changes set pool = 'computers', fair_play = null").await;
    assert_eq!(worker.look_for_idle_work().await.unwrap(), 0);
    assert!(tells(&app, "ann").await.starts_with("ann has ended no rated game with people"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_opening_that_many_games_share_is_left_out(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let worker = app.worker_with(engine()).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    for _ in 0..4 {
        over(&app, &ann, &ben, &turns(10)).await;
    }
    // The long game leaves them after the tenth turn: the duck goes to the fifth rank.
    let rest = (10..TURNS).map(|ply| quiet_turn(ply, 5));
    over(&app, &ann, &ben, &turns(10).into_iter().chain(rest).collect::<Vec<_>>()).await;
    while worker.look_for_idle_work().await.unwrap() > 0 {
        work(&worker).await;
    }
    // Ten turns were made five times: the first eight are opening in any case.
    assert_eq!(app.column("select turns::text from fair_play_games order by seat").await, ["5", "5"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn whoever_waits_for_an_engine_comes_first(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let worker = app.worker_with(engine()).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    over(&app, &ann, &ben, &turns(TURNS)).await;
    worker.look_for_idle_work().await.unwrap();
    let mut engines = Engines::new(engine());
    assert!(worker.do_next(&mut engines).await.unwrap());
    assert_eq!(app.count("select count(*) from fair_play_plies").await, 1, "one position");

    // Ann asks the computer for a game, which begins with its turn.
    let game = ann.post("/play", &[("seat", "second")]).await.leads_to().to_owned();
    over(&app, &ann, &ben, &turns(10)).await;
    worker.look().await.unwrap();
    assert_eq!(app.column("select kind from jobs order by priority").await, ["turn", "fair-play"]);
    assert_eq!(worker.look_for_idle_work().await.unwrap(), 0, "a turn waits");
    assert!(worker.do_next(&mut engines).await.unwrap());
    assert_eq!(ann.opens(&game).await.value("ply"), "1", "it is made before the next position is searched");
    assert_eq!(app.count("select count(*) from fair_play_plies").await, 1);
    assert_eq!(work(&worker).await, POSITIONS - 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_killed_worker_leaves_the_rest_to_another(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let worker = app.worker_with(engine()).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    over(&app, &ann, &ben, &turns(TURNS)).await;
    worker.look_for_idle_work().await.unwrap();
    let mut engines = Engines::new(engine());
    for _ in 0..3 {
        assert!(worker.do_next(&mut engines).await.unwrap());
    }
    // The next search hangs, until the worker is killed.
    let mut hanging = Engines::new(engine_that("sleep 600"));
    let killed = timeout(Duration::from_secs(60), async {
        tokio::select! {
            _ = worker.do_next(&mut hanging) => panic!("the engine has answered"),
            () = async {
                while app.count("select count(*) from jobs where lease is not null").await == 0 {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            } => {}
        }
    });
    killed.await.unwrap();
    drop((worker, hanging));
    let other = app.worker_with(engine()).await;
    assert_eq!(work(&other).await, 0, "the job is still leased");
    assert_eq!(other.look_for_idle_work().await.unwrap(), 0, "and not queued twice");
    app.pass(seconds(11));
    assert_eq!(work(&other).await, POSITIONS - 3, "another does the rest, and nothing twice");
    assert_eq!(app.count("select sum(turns) from fair_play_games").await, 12);
    assert_eq!(app.count("select count(*) from jobs").await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_that_cannot_be_looked_at_is_given_up(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let broken = || EngineTable::new(&[], Some(Path::new("/bin/false")));
    let worker = app.worker_with(broken()).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    over(&app, &ann, &ben, &turns(TURNS)).await;
    worker.look_for_idle_work().await.unwrap();
    for _ in 0..5 {
        assert!(worker.do_next(&mut Engines::new(broken())).await.unwrap());
        assert_eq!(worker.look_for_idle_work().await.unwrap(), 0);
        app.pass(seconds(600));
    }
    assert_eq!(app.count("select count(*) from jobs").await, 0);
    assert_eq!(worker.look_for_idle_work().await.unwrap(), 0, "nobody tries for ever");
    let said = tells(&app, "ann").await;
    assert!(said.contains("0 wait to be. 1 could not be: the worker's log says why."), "{said}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_player_is_compared_with_others_of_that_rating(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let worker = app.worker_with(engine()).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let table = over(&app, &ann, &ben, &turns(TURNS)).await;
    worker.look_for_idle_work().await.unwrap();
    work(&worker).await;
    // The same game, with more turns, stands for those of twelve others: two of them are much stronger.
    app.execute(
        "update fair_play_games set turns = 8 * turns, first = 8 * first, first_moves = 8 * first_moves where seat = 0",
    )
    .await;
    app.execute(
        "insert into players (name, email, password_hash, created_at)
        select 'other' || n, '', '', now() from generate_series(1, 12) n",
    )
    .await;
    app.execute(
        "insert into fair_play_games
        select f.game_id, 10 + n, p.id, f.variant, f.ended_at, case when n > 10 then 2000 else 1450 end, 100, 10 + n, 5, 5,
            20 + n, 4.0 + n / 10.0
        from fair_play_games f, generate_series(1, 12) n join players p on p.name = 'other' || n where f.seat = 0",
    )
    .await;
    let said = tells(&app, "ann").await;
    let first = said.lines().find(|line| line.starts_with("the engine's first choice")).unwrap();
    assert!(first.ends_with("100.0%    15.5%     3.0%   27.9 σ above"), "{said}");
    let lost = said.lines().find(|line| line.starts_with("chances to win lost")).unwrap();
    assert!(lost.ends_with("0.0%     4.5%     0.3%   15.0 σ below"), "{said}");
    assert!(said.contains("10 players within 100 rating points, with 1000 turns in 10 games"), "{said}");
    let address = format!("https://mallard.example{}  2026-03-02 against ben: 48 of 48 turns", table.game);
    assert!(said.contains(&address), "{said}");
}

#[test]
fn the_command_prints_what_is_known_of_a_player() {
    let data = tempfile::tempdir().unwrap();
    let _server = Mallard::start(data.path());
    let sign_up = "insert into players (name, email, password_hash, created_at)
        values ('kwik', 'kwik@example.org', '', now()) returning id";
    assert!(query(data.path(), sign_up).is_some());
    let output = command(data.path()).args(["fair-play", "kwik"]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && said.starts_with("kwik has ended no rated game"), "{said}");
    let said = refusal(command(data.path()).args(["fair-play", "kwek"]));
    assert!(said.contains("nobody here is called 'kwek'"), "{said}");
}
