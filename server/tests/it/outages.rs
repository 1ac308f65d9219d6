//! The site was down: nobody loses time by it.

use sqlx::PgPool;

use crate::story::{Table, TestApp, days, hours, seconds};

const FLAGS: &str = "select count(*) from events where body ->> 'type' = 'flag-fell'";
const NOTED: &str = "select count(*) from events where body ->> 'type' = 'site-down'";

/// A table whose clock runs, at a site that is known to be up.
async fn running(app: &TestApp) -> Table {
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6 e6@e2").await;
    app.beat().await;
    table
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn nobody_loses_on_time_because_the_site_was_down(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = running(&app).await;
    app.stays_up(days(30) - hours(1)).await;
    // It comes back eleven hours after the clock would have run out.
    app.pass(hours(12));
    app.sweep().await;
    assert_eq!((app.count(FLAGS).await, app.count(NOTED).await), (0, 1));
    let page = table.white.sees().await;
    assert_eq!(page.text(".player-self .clock"), "1 h until 2 Apr 2026, 00:00 UTC");
    let said = "The site was down from 1 Apr 2026, 11:00 UTC until 1 Apr 2026, 23:00 UTC, and the clock stood still 1 Apr 2026, 23:00 UTC";
    assert_eq!(page.texts(".turns > li").last().unwrap(), said);
    app.stays_up(hours(1) + seconds(3)).await;
    app.sweep().await;
    assert_eq!(app.count(FLAGS).await, 1, "the hour that was left has passed");
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn whoever_comes_first_after_an_outage_has_their_time_back(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = running(&app).await;
    app.stays_up(days(2)).await;
    app.pass(days(3));
    // No server has had the time to notice.
    table.play("d4@d6").await;
    assert_eq!(
        table.white.sees().await.text(".player-self .clock"),
        "29 days waiting",
        "two of 30 days, and one for the turn"
    );
    assert_eq!(app.count(NOTED).await, 1);
    app.beat().await;
    app.note_outages().await;
    assert_eq!(app.count(NOTED).await, 1, "the game has gone on");
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_minute_is_no_outage(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = running(&app).await;
    app.pass(seconds(60));
    table.play("d4@d6").await;
    app.beat().await;
    app.pass(seconds(61));
    app.beat().await;
    app.note_outages().await;
    assert_eq!(app.count("select count(*) from outages").await, 1);
    assert_eq!(app.count(NOTED).await, 1);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_flag_that_had_fallen_before_the_outage_stays_down(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = running(&app).await;
    app.stays_up(days(30) + seconds(1)).await;
    app.pass(hours(5));
    app.sweep().await;
    assert_eq!((app.count(FLAGS).await, app.count(NOTED).await), (1, 0));
    assert!(!table.white.sees().await.text(".turns").contains("The site was down"));
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn every_running_game_is_told_once_whichever_server_is_first(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let tables = [running(&app).await, app.table("kwak", "donald").await, app.table("daisy", "dagobert").await];
    tables[2].white.does("resign", 0, &[("confirm", "yes")]).await.leads_to();
    app.pass(hours(5));
    let other = app.beside().await;
    app.beat().await;
    other.beat().await;
    assert_eq!(app.count("select count(*) from outages").await, 1);
    assert_eq!(app.note_outages().await + other.note_outages().await, 1, "one server tells them");
    assert_eq!(app.count(NOTED).await, 2, "one of the three is over");
    let frozen = tables[1].white.sees().await;
    assert!(frozen.text(".record-note").contains("16 Mar 2026, 17:00 UTC"), "the first round has five hours more");
    other.pass(hours(1));
    other.beat().await;
    assert_eq!(app.note_outages().await, 1, "that is another one");
    assert_eq!(app.count(NOTED).await, 4);
}
