//! Computer players: they come to a game as people do, and play it to its end.

use server::engines::Engines;
use sqlx::PgPool;

use crate::story::{Browser, Page, Table, TestApp, challenge, engine_that, hours, seconds};

/// Begins a game with the computer, by the button of the home page or by other choices: `/games/…`.
async fn plays(browser: &Browser, chosen: &[(&str, &str)]) -> String {
    let game = browser.post("/play", chosen).await.leads_to().to_owned();
    assert!(game.starts_with("/games/"), "{game}");
    game
}

/// Makes a turn on a game's page.
async fn moves(browser: &Browser, game: &str, turn: &str) -> Page {
    let ply = browser.opens(game).await.value("ply");
    let actions = format!("{game}/actions");
    browser.post(&actions, &[("action", "move"), ("ply", &ply), ("turn", turn)]).await.leads_to();
    browser.opens(game).await
}

fn ply(page: &Page) -> usize {
    page.value("ply").parse().unwrap()
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_visitor_plays_the_computer_without_an_account(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let visitor = app.anonymous();
    let home = visitor.opens("/").await;
    let game = visitor.submits(&home.form("form[action='/play']")).await.leads_to().to_owned();
    assert_eq!(app.work().await, 0, "the computer waits for the first turn");
    let page = visitor.opens(&game).await;
    assert!(page.text("main").contains("Duckling-computer"), "{}", page.text("main"));
    let table = Table::at(&visitor, &visitor, &game);
    for round in 1..=3 {
        table.white.makes_any_turn().await;
        assert_eq!(app.work().await, 1);
        assert_eq!(ply(&visitor.opens(&game).await), 2 * round, "the computer has answered");
    }
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_computer_takes_a_challenge_and_plays_as_second_seat(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let ana = app.signed_up("ana").await;
    let challenge = challenge(&ana, &[("opponent", "teal-computer"), ("seat", "second")]).await;
    assert_eq!(app.work().await, 1, "it has accepted, and made the first turn");
    let game = ana.get(&challenge).await.leads_to().to_owned();
    assert!(game.starts_with("/games/"), "{game}");
    assert_eq!(ply(&ana.opens(&game).await), 1);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn computers_take_all_seats_of_duchess_and_play_in_turn(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let ana = app.signed_up("ana").await;
    let game = plays(&ana, &[("variant", "duchess-6"), ("level", "2")]).await;
    let names = ana.opens(&game).await.text("main");
    assert!(names.matches("-computer").count() >= 5, "{names}");
    moves(&ana, &game, "N1b2-1c4").await;
    assert_eq!(app.work().await, 5, "each of the five others has made its turn");
    assert_eq!(ply(&ana.opens(&game).await), 6);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_computer_that_answers_like_a_letter_takes_some_hours(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let ana = app.signed_up("ana").await;
    let game = plays(&ana, &[("like_post", "yes")]).await;
    let says = async || ana.opens(&game).await.text("#answers-by");
    assert_eq!(says().await, "The computer answers like a letter: within 11 hours of your turn.");
    moves(&ana, &game, "e4@e6").await;
    assert!(says().await.starts_with("Duckling-computer answers like a letter: by "), "{}", says().await);
    app.pass(hours(1) - seconds(1));
    assert_eq!(app.work().await, 0);
    app.pass(hours(11));
    assert_eq!(says().await, "", "it is late: no worker has come");
    app.beat().await;
    assert_eq!(app.work().await, 1);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn who_writes_to_a_computer_is_told_that_it_does_not_read(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let (ana, ben) = (app.signed_up("ana").await, app.signed_up("ben").await);
    let game = plays(&ana, &[]).await;
    assert!(ana.opens(&game).await.text("#message-hint").starts_with("Computers read no messages."));
    let table = Table::begin(&ana, &ben, &[]).await;
    assert!(!table.white.sees().await.has("#message-hint"));
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn an_address_that_asks_for_what_there_is_not_says_so(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let visitor = app.anonymous();
    let refused = visitor.get("/play?variant=bad").await.refused();
    assert!(!refused.alert().is_empty(), "it is said what is wrong");
    let refused = visitor.get("/play?level=7").await.refused();
    assert!(refused.alert().contains("from 1 to 5"), "{}", refused.alert());
    visitor.opens("/play?level=4&variant=duchess-6").await;
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn nobody_begins_games_with_computers_without_end(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let ana = app.signed_up("ana").await;
    for _ in 0..30 {
        plays(&ana, &[]).await;
        app.execute("update game_seats set ended_at = now()").await;
    }
    ana.post("/play", &[]).await.has_status(429);
    app.pass(seconds(15 * 60));
    app.worker().await;
    plays(&ana, &[]).await;
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn what_cannot_be_played_is_said_and_nothing_begins(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ana = app.signed_up("ana").await;
    let refused = ana.post("/play", &[]).await.refused();
    assert!(refused.alert().contains("No computer plays Duck Chess here at the moment"), "{}", refused.alert());
    app.worker().await;
    let refused = ana.post("/play", &[("level", "9"), ("seat", "middle")]).await.refused();
    let alert = refused.alert();
    assert!(alert.contains("from 1 to 5") && alert.contains("first, second or at random"), "{alert}");
    assert_eq!(app.count("select count(*) from games").await, 0);
    for _ in 0..20 {
        plays(&ana, &[]).await;
    }
    assert!(ana.post("/play", &[]).await.refused().alert().contains("20 games with computers"));
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_worker_that_dies_at_a_turn_costs_the_game_some_seconds(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let hangs = app.worker_with(engine_that("sleep 600")).await;
    let ana = app.signed_up("ana").await;
    let game = plays(&ana, &[]).await;
    moves(&ana, &game, "e4@e6").await;
    hangs.look().await.unwrap();
    let mut engines = Engines::new(engine_that("sleep 600"));
    // It has taken the turn when it is gone.
    let taken = async {
        while app.count("select count(*) from jobs where lease is not null").await == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        _ = hangs.do_next(&mut engines) => panic!("an engine that hangs has answered"),
        () = taken => {}
    }
    assert_eq!(app.work().await, 0, "the lease of the dead worker holds");
    app.pass(seconds(11));
    assert_eq!(app.work().await, 1);
    assert_eq!(ply(&ana.opens(&game).await), 2);
    assert_eq!(app.count("select count(*) from jobs").await, 0);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn an_engine_that_lies_costs_its_job_and_not_the_worker(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let liar = engine_that("echo bestmove e2e5,e5d6");
    let worker = app.worker_with(liar.clone()).await;
    let ana = app.signed_up("ana").await;
    let game = plays(&ana, &[]).await;
    moves(&ana, &game, "e4@e6").await;
    worker.look().await.unwrap();
    assert!(worker.do_next(&mut Engines::new(liar)).await.unwrap());
    assert_eq!(app.column("select note from jobs").await.len(), 1);
    assert_eq!(ply(&ana.opens(&game).await), 1);
    assert_eq!(app.work().await, 0, "it waits before it is tried again");
    app.pass(seconds(5));
    assert_eq!(app.work().await, 1, "by a better engine");
    assert_eq!(ply(&ana.opens(&game).await), 2);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_computer_says_what_it_is(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let page = app.anonymous().opens("/players/Goldeneye-computer").await;
    assert!(page.text("main").contains("A computer: an engine plays this account, at level 5 of 5."));
    let play = page.attributes(".page-head a", "href").remove(0);
    assert!(app.anonymous().opens(&play).await.has("input[name=level][value='5'][checked]"));
}
