//! The puzzle of the day.

use std::collections::HashSet;

use sqlx::PgPool;

use super::with_puzzles;
use crate::story::{Browser, TestApp, days, hours, seconds};

/// Where `/puzzles/daily` leads.
async fn today(browser: &Browser) -> String {
    browser.get("/puzzles/daily").await.leads_to().to_owned()
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn each_day_has_a_puzzle(pool: PgPool) {
    let app = with_puzzles(pool).await;
    let visitor = app.anonymous();
    let first = today(&visitor).await;
    assert_eq!(today(&app.signed_up("ann").await).await, first, "the same for everybody");
    let page = visitor.opens(&first).await;
    assert!(page.text(".puzzle-of").ends_with("puzzle of the day"));
    for browser in [&visitor, &app.signed_up("ben").await] {
        let home = browser.opens("/").await;
        assert_eq!(home.text(".daily h2"), "Puzzle of the day");
        assert!(home.attributes(".daily .button", "href").contains(&"/puzzles/daily".to_owned()));
        assert!(home.attributes(".site-nav a", "href").contains(&"/puzzles".to_owned()));
    }
    // Until midnight in UTC, and then another, which was chosen before.
    app.pass(hours(12) - seconds(1));
    assert_eq!(today(&visitor).await, first);
    app.pass(seconds(1));
    let second = today(&visitor).await;
    assert_ne!(second, first);

    let feed = visitor.get("/puzzles/daily.atom").await;
    assert_eq!(feed.header("content-type"), "application/atom+xml; charset=utf-8");
    let read: atom_syndication::Feed = feed.text.parse().unwrap();
    let links: Vec<_> = read.entries.iter().map(|entry| entry.links[0].href.clone()).collect();
    assert_eq!(links, [second, first].map(|path| format!("{}{path}", visitor.site())), "the days since the site began");
    assert!(read.entries[0].title.as_str().starts_with("Puzzle of 2026-03-03: no. "));
    app.chooses_daily_puzzles().await;
    app.pass(days(1));
    let later: atom_syndication::Feed = visitor.get("/puzzles/daily.atom").await.text.parse().unwrap();
    assert_eq!(later.entries[1].id, read.entries[0].id, "an entry stays what it was");
    for _ in 0..20 {
        app.chooses_daily_puzzles().await;
        app.pass(days(1));
    }
    let later: atom_syndication::Feed = visitor.get("/puzzles/daily.atom").await.text.parse().unwrap();
    assert_eq!(later.entries.len(), 14);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_day_keeps_its_puzzle_when_there_are_more_or_fewer(pool: PgPool) {
    let app = with_puzzles(pool).await;
    let visitor = app.anonymous();
    let first = today(&visitor).await;
    assert_eq!(app.chooses_daily_puzzles().await, 0, "it is chosen once");
    app.execute("delete from puzzles where id > 1 and id not in (select puzzle_id from daily_puzzles) and id % 2 = 0")
        .await;
    app.chooses_daily_puzzles().await;
    assert_eq!(today(&visitor).await, first);
    app.loads_puzzles().await;
    assert_eq!(today(&visitor).await, first);
    // Where no server has chosen one in time, the last stays.
    app.pass(days(10));
    let last = today(&visitor).await;
    assert_eq!(app.chooses_daily_puzzles().await, 2);
    assert_ne!(today(&visitor).await, last);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn no_puzzle_comes_again_before_all_have_come(pool: PgPool) {
    let app = with_puzzles(pool).await;
    app.execute("delete from puzzles where id > 8").await;
    app.execute("delete from daily_puzzles").await;
    let visitor = app.anonymous();
    let mut seen = Vec::new();
    for _ in 0..14 {
        app.chooses_daily_puzzles().await;
        seen.push(today(&visitor).await);
        app.pass(days(1));
    }
    assert_eq!(seen[..7].iter().collect::<HashSet<_>>().len(), 7, "{seen:?}");
    assert_eq!(seen[..7], seen[7..], "then the one whose day is the longest ago");
    assert!(!seen.contains(&"/puzzles/1".to_owned()), "the warm-up is for beginners");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn servers_that_choose_at_once_choose_the_same(pool: PgPool) {
    let app = with_puzzles(pool).await;
    let other = app.beside().await;
    app.pass(days(5));
    other.pass(days(5));
    let (one, two) = tokio::join!(app.chooses_daily_puzzles(), other.chooses_daily_puzzles());
    assert_eq!(one + two, 2);
    assert_eq!(today(&app.anonymous()).await, today(&other.anonymous()).await);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn reading_writes_nothing(pool: PgPool) {
    let app = TestApp::new(pool).await;
    server::puzzles::load_shipped(app.pool()).await.unwrap();
    let visitor = app.anonymous();
    for path in ["/puzzles/daily", "/puzzles/daily.atom"] {
        visitor.get(path).await.has_status(404);
    }
    assert!(!visitor.opens("/").await.has(".daily"));
    assert_eq!(app.count("select count(*) from daily_puzzles").await, 0);
}
