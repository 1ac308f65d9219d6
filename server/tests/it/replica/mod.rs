//! What strangers look at comes from a standby, and nobody misses what they have done or were told of.

mod balancer;
mod pair;
mod wrong;

use std::time::Duration;

use axum::body::Body;
use server::platform::database::Pool;
use server::platform::database::replica::{Patience, Replica};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use self::balancer::Balancer;
use self::pair::Pair;
use crate::story::{Browser, Page, Player, TIMEOUT, challenge};

const TURN: &str = "e4@c6";

/// How many events of a game a page shows.
fn events(page: &Page) -> String {
    page.attributes("main", "data-events").concat()
}

/// The page as it fetches itself when it was told of something.
async fn fetches(browser: &Browser, path: &str, after: &str) -> Page {
    let mut request = browser.request("GET", path, Body::empty());
    request.headers_mut().insert("page-after", after.parse().unwrap());
    browser.send(request).await.shown()
}

#[tokio::test]
async fn strangers_read_from_the_replica_and_players_from_the_primary() {
    let pair = Pair::start().await;
    let app = pair.patient_server().await;
    let table = app.table("ann", "ben").await;
    let stranger = Player::looking_on(&app.anonymous(), &table);
    pair.catches_up().await;
    pair.pauses().await;
    table.white.moves(0, TURN).await.leads_to();
    assert_eq!(events(&stranger.sees().await), "0", "that is what the replica has");
    assert_eq!(events(&table.white.sees().await), "1");
    let page = table.black.sees().await;
    assert_eq!((events(&page), page.value("ply")), ("1".to_owned(), "1".to_owned()));
    let pgn = stranger.browser.get(&format!("{}.pgn", table.game)).await.text;
    assert!(!pgn.contains(TURN), "{pgn}");

    pair.resumes().await;
    pair.catches_up().await;
    assert_eq!(events(&stranger.sees().await), "1");
    // What is measured once a second is there from the first measurement on.
    let has = |figures: &str, name| figures.contains(&format!("database_replica_{name} "));
    let names = ["in_use", "lag_bytes", "lag_seconds", "reads_total"];
    pair::eventually(async || {
        let figures = stranger.browser.get("/metrics").await.text;
        names.iter().all(|name| has(&figures, name))
    })
    .await;
}

#[tokio::test]
async fn who_logs_out_after_a_turn_still_sees_it() {
    let pair = Pair::start().await;
    let app = pair.patient_server().await;
    let table = app.table("ann", "ben").await;
    pair.catches_up().await;
    pair.pauses().await;
    table.white.moves(0, TURN).await.leads_to();
    let answer = table.white.browser.post("/logout", &[]).await;
    answer.leads_to();
    let cookie = answer.set_cookie("mallard-wrote");
    assert!(cookie.contains("Max-Age=3601") && cookie.contains("HttpOnly"), "{cookie}");
    assert_eq!(table.white.browser.cookie("mallard"), None);
    assert_eq!(events(&table.white.sees().await), "1");
    // Another browser is a stranger's.
    assert_eq!(events(&Player::looking_on(&app.anonymous(), &table).sees().await), "0");
}

#[tokio::test]
async fn a_page_that_is_told_of_a_turn_gets_it() {
    let pair = Pair::start().await;
    let app = pair.patient_server().await;
    let table = app.table("ann", "ben").await;
    let stranger = app.anonymous();
    let mut stream = stranger.listens(&format!("{}/live", table.game)).await;
    let begin = stream.hears().await.unwrap();
    assert_eq!(begin["game"], 0);
    pair.catches_up().await;
    pair.pauses().await;
    table.white.moves(0, TURN).await.leads_to();
    let told = stream.hears().await.unwrap();
    assert_eq!(told["game"], 1);
    let [before, after] = [&begin, &told].map(|message| message["after"].as_str().unwrap());
    assert_eq!(events(&fetches(&stranger, &table.game, before).await), "0", "the replica has come so far");
    assert_eq!(events(&fetches(&stranger, &table.game, after).await), "1");
    // A page that connects late is told of what is not there yet either.
    let mut late = app.anonymous().listens(&format!("{}/live", table.game)).await;
    let told = late.hears().await.unwrap();
    assert_eq!(told["game"], 1);
    assert_eq!(events(&fetches(&stranger, &table.game, told["after"].as_str().unwrap()).await), "1");
    // What cannot be read is no reason to show less.
    assert_eq!(events(&fetches(&stranger, &table.game, "soon").await), "1");

    pair.resumes().await;
    pair.catches_up().await;
    assert_eq!(events(&fetches(&stranger, &table.game, after).await), "1");
}

#[tokio::test]
async fn what_the_replica_does_not_have_yet_is_there() {
    let pair = Pair::start().await;
    let app = pair.patient_server().await;
    let ann = app.signed_up("ann").await;
    pair.catches_up().await;
    pair.pauses().await;
    let link = challenge(&ann, &[]).await;
    assert!(!app.anonymous().get("/lobby").await.text.contains(&link));
    app.anonymous().opens(&link).await;
    app.anonymous().get("/challenges/nothing").await.has_status(404);
}

#[tokio::test]
async fn a_replica_that_is_too_far_behind_is_left_out_until_it_has_caught_up() {
    let pair = Pair::start().await;
    let app = pair.server().await;
    let table = app.table("ann", "ben").await;
    let stranger = Player::looking_on(&app.anonymous(), &table);
    pair.pauses().await;
    table.white.moves(0, TURN).await.leads_to();
    app.until_replica_is_in_use(false).await;
    assert_eq!(events(&stranger.sees().await), "1");
    pair.resumes().await;
    app.until_replica_is_in_use(true).await;
    assert_eq!(events(&stranger.sees().await), "1");
}

#[tokio::test]
async fn a_replica_may_die_and_come_back() {
    let mut pair = Pair::start().await;
    let app = pair.patient_server().await;
    let table = app.table("ann", "ben").await;
    let stranger = Player::looking_on(&app.anonymous(), &table);
    pair.catches_up().await;
    stranger.sees().await;
    pair.kills_standby().await;
    assert_eq!(events(&stranger.sees().await), "0", "it had connections that are dead");
    app.until_replica_is_in_use(false).await;
    table.white.moves(0, TURN).await.leads_to();
    assert_eq!(events(&stranger.sees().await), "1");

    pair.starts_standby().await;
    app.until_replica_is_in_use(true).await;
    pair.pauses().await;
    table.black.moves(1, "e6@e2").await.leads_to();
    assert_eq!(events(&stranger.sees().await), "1", "it is in use again");
}

#[tokio::test]
async fn of_two_standbys_one_may_be_shut_down() {
    let mut pair = Pair::start().await;
    let first = pair.starts_another_standby().await;
    let balancer = Balancer::leading_to(&[first.options(), pair.standby_options()]).await;
    let app = pair.patient_server_reading_from(&balancer.url()).await;
    let table = app.table("ann", "ben").await;
    let stranger = Player::looking_on(&app.anonymous(), &table);
    pair.catches_up().await;
    // What the second standby shows can be told from what the primary shows.
    pair.pauses().await;
    table.white.moves(0, TURN).await.leads_to();
    stranger.sees().await;

    let shut_down = tokio::spawn(first.stop());
    while !shut_down.is_finished() {
        stranger.sees().await;
    }
    let second_answers = async {
        while events(&stranger.sees().await) != "0" {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(TIMEOUT, second_answers).await.expect("nothing comes from the second");
    pair.kills_standby().await;
    assert_eq!(events(&stranger.sees().await), "1", "there is the primary");
}

#[tokio::test]
async fn a_replica_that_hangs_keeps_nobody_waiting() {
    let pair = Pair::start().await;
    let app = pair.server().await;
    let table = app.table("ann", "ben").await;
    let stranger = Player::looking_on(&app.anonymous(), &table);
    pair.catches_up().await;
    let frozen = pair.freezes_connections().await;
    assert_eq!(events(&stranger.sees().await), "0");
    drop(frozen);
    app.until_replica_is_in_use(true).await;
}

#[tokio::test]
async fn a_server_whose_connections_are_all_taken_keeps_its_replica() {
    let pair = Pair::start().await;
    let primary = Pool::new(pair.primary.options(), 2);
    let replica = Replica::open(&pair.standby_url(), &primary, 2, Patience::default()).await.unwrap();
    let taken = [primary.acquire().await.unwrap(), primary.acquire().await.unwrap()];
    let stop = CancellationToken::new();
    let watching = tokio::spawn(replica.clone().run(pair.primary.options(), stop.clone()));
    let is_taken_in = async {
        while replica.pool_for(None).await.is_none() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(TIMEOUT, is_taken_in).await.expect("nobody measures how far it is behind");
    drop(taken);
    stop.cancel();
    watching.await.unwrap();
}
