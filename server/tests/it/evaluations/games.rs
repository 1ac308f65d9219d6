//! The tab of a finished game.

use server::engines::{EngineTable, Engines};
use sqlx::PgPool;

use super::{TURNS, asks, over, tab};
use crate::story::{TestApp, days, own_engine};

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_finished_game_is_looked_at_once_and_for_everybody(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let worker = app.worker().await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let table = over(&ann, &ben).await;
    let stranger = app.signed_up("cleo").await;
    assert!(stranger.opens(&tab(&table)).await.texts(".tab").contains(&"Computer".to_owned()));
    assert_eq!(asks(&stranger, &table).await.leads_to(), format!("{}#panel", tab(&table)));
    let page = ann.opens(&tab(&table)).await;
    assert_eq!(page.text(".computer-progress label"), "Waiting for the computer");
    assert!(!page.has("#computer"), "it is asked already");

    // One position after the other.
    let mut engines = Engines::new(EngineTable::new(&[], Some(own_engine())));
    assert!(worker.do_next(&mut engines).await.unwrap());
    let page = ann.opens(&tab(&table)).await;
    assert_eq!(page.text(".computer-progress label"), format!("The computer is at it: position 1 of {}", TURNS + 1));
    assert_eq!(app.work().await, TURNS);

    for reader in [&ann, &stranger, &app.anonymous()] {
        let page = reader.opens(&tab(&table)).await;
        assert!(!page.has(".computer-progress") && !page.has("#computer"));
        let plies = page.attributes(".chances-graph a", "href");
        let expected: Vec<_> = (0..=TURNS).map(|ply| format!("{}?ply={ply}&tab=computer", table.game)).collect();
        assert_eq!(plies, expected, "every point of the graph leads to its position");
        assert_eq!(page.attributes(".chances-graph a[aria-current]", "href"), expected[TURNS..]);
        let points = page.attributes(".chances-graph a", "aria-label");
        assert!(points[0].starts_with("Start: ") && points[0].ends_with("% for White"), "{points:?}");
        assert_eq!(page.texts(".computer-accuracy").len(), 2);
        assert_eq!(page.texts(".judged tbody tr").len(), TURNS);
        let past = reader.opens(&expected[2]).await;
        assert_eq!(past.attributes(".chances-graph a[aria-current]", "href"), [expected[2].clone()]);
    }
    let pgn = app.anonymous().get(&format!("{}.pgn?evals=yes", table.game)).await.text;
    assert_eq!(pgn.matches("[%eval ").count(), TURNS, "{pgn}");
    assert!(!app.anonymous().get(&format!("{}.pgn", table.game)).await.text.contains("%eval"));
    // Nothing is queued by asking again, from a page that was open all the time.
    ben.post(&format!("{}/computer", table.game), &[]).await.leads_to();
    assert_eq!(app.count("select count(*) from jobs").await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn open_pages_hear_of_every_position(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    app.worker().await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let table = over(&ann, &ben).await;
    let mut stream = app.anonymous().listens(&format!("{}/live", table.game)).await;
    asks(&ann, &table).await.leads_to();
    app.work().await;
    stream.hears_up_to("beside", 1 + TURNS as u64 + 1).await;
    let shown = app.anonymous().opens(&tab(&table)).await.attributes("main", "data-extras");
    assert_eq!(shown, [(TURNS + 2).to_string()], "the page says that it shows all of it");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_message_and_the_last_position_do_not_wait_for_each_other(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let worker = app.worker().await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    asks(&ann, &over(&ann, &ben).await).await.leads_to();
    let mut engines = Engines::new(EngineTable::new(&[], Some(own_engine())));
    for _ in 0..TURNS {
        assert!(worker.do_next(&mut engines).await.unwrap());
    }
    assert!(app.acts_during(worker.do_next(&mut engines)).await.unwrap());
    assert_eq!(app.count("select count(*) from game_evaluations where ended_at is not null").await, 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn only_players_with_an_account_ask_and_not_without_end(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let table = over(&ann, &ben).await;
    assert!(asks(&app.anonymous(), &table).await.leads_to().starts_with("/login?next="));
    let guest = app.anonymous();
    guest.post("/play", &[]).await.leads_to();
    assert!(guest.post(&format!("{}/computer", table.game), &[]).await.leads_to().starts_with("/signup"));
    assert_eq!(app.count("select count(*) from game_evaluations").await, 0);

    for _ in 0..20 {
        asks(&ann, &over(&ann, &ben).await).await.leads_to();
    }
    let refused = asks(&ann, &table).await.page(429);
    assert!(refused.alert().contains("20 games within 24 hours"), "{}", refused.alert());
    app.pass(days(1));
    app.worker().await;
    asks(&ann, &table).await.leads_to();
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn where_no_engine_is_nobody_waits(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let table = over(&ann, &ben).await;
    let refused = asks(&ann, &table).await.refused();
    assert_eq!(refused.alert(), "There is no engine for Duck Chess at the moment.");
}
