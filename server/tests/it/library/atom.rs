//! What a search finds, for a feed reader.

use atom_syndication::Feed;
use sqlx::PgPool;

use super::played;
use crate::story::{Answer, Browser, Table, TestApp, days};

/// The feed of a search, as a program reads it.
pub async fn feed(browser: &Browser, query: &str) -> Feed {
    feed_at(browser, &format!("/games.atom?{query}")).await
}

/// The feed at an address.
pub async fn feed_at(browser: &Browser, address: &str) -> Feed {
    let answer = browser.get(address).await;
    answer.has_status(200);
    Feed::read_from(answer.text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {}", answer.text))
}

/// The names of the games of a feed.
pub fn games(feed: &Feed) -> Vec<String> {
    feed.entries().iter().map(|entry| entry.id().rsplit_once('/').unwrap().1.to_owned()).collect()
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_search_is_a_feed_that_everybody_may_read(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek] = [app.signed_up("kwik").await, app.signed_up("kwek").await];
    let won = played(&app, &kwik, &kwek, &[], "1. Nf3@e5 Nf6@e4", "black").await;
    let lost = played(&app, &kwik, &kwek, &[("variant", "three-check-duck")], "1. e4@c6", "white").await;
    won.white.says(2, "quackery").await.leads_to();
    app.pass(days(1));
    let running = Table::begin(&kwek, &kwik, &[]).await;
    app.fill_library().await;
    let stranger = app.anonymous();
    let page = stranger.opens("/games?player=kwik&sort=shortest&view=boards").await;
    let links = page.attributes("head link[type='application/atom+xml']", "href");
    assert_eq!(links, ["/games.atom?player=kwik"], "the newest are always the first");
    assert_eq!(page.attributes("main a[href^='/games.atom']", "href"), links);

    let feed = feed(&stranger, "player=kwik&sort=shortest").await;
    assert_eq!(games(&feed), [lost.id(), won.id(), running.id()]);
    let titles: Vec<_> = feed.entries().iter().map(|entry| entry.title().as_str()).collect();
    let expected = [
        "kwik – kwek, Three-Check Duck Chess, 0–1",
        "kwik – kwek, Duck Chess, 1–0",
        "kwek – kwik, Duck Chess, running",
    ];
    assert_eq!(titles, expected);
    let summaries: Vec<_> = feed.entries().iter().filter_map(|entry| Some(entry.summary()?.as_str())).collect();
    assert_eq!(summaries[1..], ["White wins by resignation, after 2 turns.", "It goes on."]);
    assert_eq!(feed.title().as_str(), "Games at Mallard: Player: kwik");
    assert_eq!(feed.entries()[1].links()[0].href(), format!("{}{}", stranger.site(), won.game));
    assert_eq!(feed.entries()[0].updated().to_rfc3339(), "2026-03-04T12:00:00+00:00");
    assert_eq!(feed.links()[1].href(), format!("{}/games?player=kwik", stranger.site()));
    assert!(!stranger.get("/games.atom").await.text.contains("quackery"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_feed_without_news_is_not_sent_again(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek] = [app.signed_up("kwik").await, app.signed_up("kwek").await];
    played(&app, &kwik, &kwek, &[], "1. Nf3@e5 Nf6@e4", "black").await;
    app.fill_library().await;
    let stranger = app.anonymous();
    let ask = async |known: &str| -> Answer {
        let mut request = stranger.request("GET", "/games.atom?result=1-0", axum::body::Body::empty());
        request.headers_mut().insert("if-none-match", known.parse().unwrap());
        stranger.send(request).await
    };
    let first = stranger.get("/games.atom?result=1-0").await;
    assert_eq!(first.header("content-type"), "application/atom+xml; charset=utf-8");
    assert_eq!((first.header("cache-control"), first.header("x-robots-tag")), ("public, no-cache", "noindex"));
    let mark = first.header("etag").to_owned();
    app.pass(days(3));
    let again = ask(&mark).await;
    assert_eq!((again.status, again.text.as_str(), again.header("etag")), (304, "", mark.as_str()));
    played(&app, &kwek, &kwik, &[], "1. e4@c6", "black").await;
    app.fill_library().await;
    let news = ask(&mark).await;
    assert_eq!(news.status, 200);
    assert_ne!(news.header("etag"), mark);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn there_is_no_feed_of_what_is_private_or_cannot_be_searched(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    for query in ["tag=mine", "note=duck", "words=duck", "words=duck&player=kwik"] {
        for browser in [&kwik, &app.anonymous()] {
            let page = browser.get(&format!("/games.atom?{query}")).await.page(404);
            assert!(page.alert().contains("Whoever knows the address of a feed can read it"), "{}", page.alert());
        }
        let page = kwik.opens(&format!("/games?{query}")).await;
        assert!(!page.has("[href^='/games.atom']"));
    }
    let page = kwik.get("/games.atom?player=nobody").await.page(404);
    assert!(page.alert().contains("There is no player"));
    assert!(feed(&kwik, "player=kwik").await.entries().is_empty());
    // What XML cannot hold is not in its title.
    for query in ["player=kwik%0B", "material=K%0C-K", "player=kwik%0B&event=%EF%BF%BE%01"] {
        let feed = feed(&kwik, query).await;
        assert!(!feed.title().as_str().contains(|c: char| c.is_control() || c == '\u{fffe}'), "{query}");
    }
}
