//! The log: a line for each request, and in none of them what somebody typed as a password.

use std::io::Write;
use std::sync::{Arc, Mutex};

use sqlx::PgPool;
use tracing::Dispatch;
use tracing::level_filters::LevelFilter;
use tracing::subscriber::{DefaultGuard, NoSubscriber};

use crate::story::{PASSWORD, TestApp, days};

/// What is logged on this thread, at every level.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// The guards end it. While there is only one subscriber in the process, tracing takes a place in the code that
    /// another thread comes to first for one that nobody listens to: so there is a second one, which does nothing.
    pub fn begin() -> (Self, (DefaultGuard, Dispatch)) {
        let log = Self::default();
        let writer = log.clone();
        let lines = tracing_subscriber::fmt().with_max_level(LevelFilter::TRACE).with_writer(move || writer.clone());
        let guard = tracing::subscriber::set_default(lines.with_ansi(false).finish());
        (log, (guard, Dispatch::new(NoSubscriber::new())))
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_that_cannot_be_read_is_logged_once_until_it_can_be_again(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6").await;
    app.pass(days(20));
    // One that does not remember the game.
    let app = app.beside().await;
    let (log, _guards) = Log::begin();
    let told = |what: &str| log.text().matches(what).count();
    app.execute("update recent_events set body = body || '{\"turn\": \"e9\"}'").await;
    app.execute("update games set countdown_after = null").await;
    for _ in 0..3 {
        app.sweep().await;
        app.rewrite_rows().await;
    }
    assert_eq!(told("a game cannot be decided"), 1);
    assert_eq!(told("the row of a game cannot be written anew"), 1);
    let metrics = app.anonymous().get("/metrics").await.text;
    for work in ["decide", "write-row"] {
        assert!(metrics.contains(&format!("games_failing{{work=\"{work}\"}}")), "{metrics}");
    }

    app.execute("update recent_events set body = body || '{\"turn\": \"e4@c6\"}'").await;
    assert_eq!(app.rewrite_rows().await, 1);
    app.sweep().await;
    assert_eq!(app.count("select count(*) from games where ended_at is not null").await, 1);
    assert_eq!(told("a game cannot be decided"), 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_password_is_never_in_the_log(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (log, _guards) = Log::begin();
    let browser = app.anonymous();
    let sign_up = |name, password| [("name", name), ("email", "duck@example.org"), ("password", password)];
    browser.post("/signup", &sign_up("kwik", PASSWORD)).await.leads_to();
    browser.post("/signup", &sign_up("kwik", "once-more-secret")).await.refused();
    browser.post("/signup", &sign_up("kwek", "2short")).await.refused();
    browser.post("/login", &[("name", "kwik"), ("password", "wrong-secret")]).await.refused();
    browser.post("/login", &[("name", "secret in the wrong field"), ("password", "x")]).await.refused();
    browser.post("/login", &[("name", "kwik"), ("password", "doubled-secret"), ("password", "x")]).await.page(400);
    browser.post_body("/login", "password=broken-secret&name=%ff").await.page(400);
    browser.get("/login?name=kwik&password=secret-in-the-address").await;
    browser.get("/signup?password=secret-in-the-address").await;
    browser.post("/login", &[("name", "kwik"), ("password", PASSWORD)]).await.leads_to();
    let token = browser.cookie("mallard").unwrap();
    browser.get("/games/mine").await.has_status(200);

    let text = log.text();
    assert_eq!(text.matches("answered").count(), 11, "every request has its line");
    assert!(text.contains("path=\"/login\"") && text.contains("status=422"), "{text}");
    for secret in ["secret", PASSWORD, "seven+quiet", "2short", &token] {
        let line = text.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret:?}");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_id_of_a_request_is_our_own_whatever_a_visitor_says(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let browser = app.anonymous();
    let (log, _guards) = Log::begin();
    let mut request = browser.request("GET", "/lobby", axum::body::Body::empty());
    request.headers_mut().append("x-request-id", "a-forged-id".parse().unwrap());
    request.headers_mut().append("x-request-id", "another-forged-id".parse().unwrap());
    let answer = browser.send(request).await;
    let id = answer.header("x-request-id");
    assert_eq!(id.len(), 36, "{id}");
    let text = log.text();
    assert!(text.contains(id) && !text.contains("forged"), "{text}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_address_of_a_feed_is_never_in_the_log(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let browser = app.signed_up("kwik").await;
    let (log, _guards) = Log::begin();
    browser.post("/settings/feeds", &[]).await.leads_to();
    let addresses = browser.opens("/settings").await.attributes("input.address", "value");
    assert_eq!(addresses.len(), 2);
    for address in &addresses {
        browser.get(address.strip_prefix(&browser.site()).unwrap()).await.has_status(200);
    }
    let text = log.text();
    assert!(text.contains("path=\"/feeds/{file}\""), "{text}");
    let secret = addresses[0].rsplit('/').next().unwrap().trim_end_matches(".ics");
    let line = text.lines().find(|line| line.contains(secret));
    assert_eq!(line, None);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_an_email_holds_is_never_in_the_log(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let (log, _guards) = Log::begin();
    let browser = app.anonymous();
    let sign_up = [("name", "kwik"), ("email", "duck@example.org"), ("password", PASSWORD)];
    browser.post("/signup", &sign_up).await.leads_to();
    app.sends().await;
    let path = mail_server.email().path("/email/confirm?token=");
    let form = browser.opens(&path).await.form("main form");
    browser.submits(&form).await.leads_to();
    let secret = app.column("select mail_secret from players").await.remove(0);
    browser.opens(&format!("/mail/unsubscribe/your-turn.{secret}")).await;

    let (text, token) = (log.text(), path.split_once('=').unwrap().1);
    assert!(text.contains("/email/confirm") && text.contains("/mail/unsubscribe/{token}"), "{text}");
    for secret in [token, &secret, "duck@example.org"] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_address_of_a_collection_is_never_in_the_log(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let mut secrets = Vec::new();
    for _ in 0..2 {
        let answer = ann.sends_file("/collections", &[("visibility", "link")], ("x.pgn", b"1. e4@c6 *")).await;
        secrets.push(answer.leads_to().rsplit('/').next().unwrap().to_owned());
    }
    // The first file cannot be read, and the one game of the second not be shown.
    app.execute(
        "delete from collection_pieces where collection_id = (select collection_id from collection_imports order by begun_at limit 1)",
    )
    .await;
    assert_eq!(app.read_collections().await, 1, "it does not keep others waiting");
    app.execute("update collection_texts set pgn = '1. quack *'").await;
    let (log, _guards) = Log::begin();
    assert_eq!(app.read_collections().await, 0);
    assert_eq!(app.count("select count(*) from collection_imports where state = 'waiting'").await, 1);
    for id in &secrets {
        for below in ["", ".pgn", "/", "/nothing", "/games", "/games/1", "/games/1/2"] {
            ann.get(&format!("/collections/{id}{below}")).await;
        }
    }
    // Only the most talkative level has every address.
    let text: String =
        log.text().lines().filter(|line| !line.contains(" TRACE ")).map(|line| format!("{line}\n")).collect();
    for said in [
        "one cannot be done",
        "a piece of the file is missing",
        "of a collection cannot be read",
        "path=\"/collections/\"",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    for secret in secrets.iter().map(String::as_str).chain(["quack"]) {
        let line = text.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret}");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_address_of_a_study_is_never_in_the_log(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let answer = ann.post("/studies", &[("name", "Quack"), ("visibility", "link"), ("text", "1. e4@c6 {hush}")]).await;
    let path = answer.leads_to().to_owned();
    let id = path.rsplit('/').next().unwrap();
    let (log, _guards) = Log::begin();
    for below in ["", ".pgn", "/", "/nothing", "/chapters/1", "/chapters/1.pgn", "/chapters/1/2", "/delete", "/live"] {
        ann.get(&format!("{path}{below}")).await;
    }
    for below in ["", "/chapters", "/chapters/1", "/editors", "/nothing"] {
        ann.post(&format!("{path}{below}"), &[("name", "Quack"), ("text", "1. d4@d6 {hush}")]).await;
    }
    let board = ann.opens(&format!("{path}/chapters/1")).await;
    ann.submits(&board.pressing("#play").with("turn", "e6@e2").with("note", "hush")).await.shown();
    let text: String =
        log.text().lines().filter(|line| !line.contains(" TRACE ")).map(|line| format!("{line}\n")).collect();
    assert!(text.contains("path=\"/studies/\"") && text.contains("path=\"/studies/{id}/chapters/{number}\""), "{text}");
    for secret in [id, "Quack", "hush"] {
        assert_eq!(text.lines().find(|line| line.contains(secret)), None, "{secret}");
    }
}
