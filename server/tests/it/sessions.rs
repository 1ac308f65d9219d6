//! Where a player is logged in: the list of it, and an end to what stands there.

use sqlx::PgPool;

use crate::story::{Browser, PASSWORD, TestApp, days, encoded};

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";

/// A browser of a player who has logged in with it.
async fn logged_in(app: &TestApp, name: &str, user_agent: &str) -> Browser {
    let browser = app.anonymous();
    let mut request = browser.form_request("/login", encoded(&[("name", name), ("password", PASSWORD)]));
    request.headers_mut().insert("user-agent", user_agent.parse().unwrap());
    browser.send(request).await.leads_to();
    browser
}

/// Each session of the list in one line.
async fn listed(browser: &Browser) -> Vec<String> {
    browser.opens("/settings/sessions").await.texts(".session > div")
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_player_sees_where_they_are_logged_in(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.signed_up("kwek").await;
    app.signed_up("kwik").await;
    app.execute("delete from sessions").await;
    let phone = logged_in(&app, "kwik", SAFARI).await;
    assert_eq!(listed(&phone).await, ["Safari on iPhone This browser Logged in: 2 Mar 2026, 12:00 UTC."]);
    assert!(phone.opens("/settings/sessions").await.text("main").contains("not logged in anywhere else"));
    logged_in(&app, "kwek", FIREFOX).await;
    app.pass(days(3));
    phone.opens("/lobby").await;
    app.pass(days(2));
    let desk = logged_in(&app, "kwik", FIREFOX).await;
    let own = "Firefox on Linux This browser Logged in: 7 Mar 2026, 12:00 UTC.";
    let other = "Safari on iPhone Logged in: 2 Mar 2026, 12:00 UTC. Last used: 5 Mar 2026, 12:00 UTC.";
    assert_eq!(listed(&desk).await, [own, other]);
    let settings = desk.opens("/settings").await;
    assert_eq!(settings.attributes("main a[href='/settings/sessions']", "href").len(), 1);
    assert_eq!(app.anonymous().get("/settings/sessions").await.leads_to(), "/login?next=%2Fsettings%2Fsessions");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn one_of_them_is_logged_out(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.signed_up("kwik").await;
    app.execute("delete from sessions").await;
    let (desk, phone) = (logged_in(&app, "kwik", FIREFOX).await, logged_in(&app, "kwik", SAFARI).await);
    let tablet = logged_in(&app, "kwik", "").await;
    assert_eq!(listed(&desk).await.len(), 3);
    let page = desk.opens("/settings/sessions").await;
    let ids = page.attributes(".session button[name=end]", "value");
    let of_phone = page.texts(".session").iter().position(|session| session.contains("iPhone")).unwrap() - 1;
    let back = desk.post("/settings/sessions", &[("end", &ids[of_phone])]).await.leads_to().to_owned();
    assert_eq!(desk.opens(&back).await.status(), "That browser has been logged out.");
    assert!(phone.get("/settings").await.leads_to().starts_with("/login"));
    assert_eq!(listed(&tablet).await.len(), 2);
    assert!(listed(&tablet).await[0].starts_with("Unknown browser This browser"));
    // Whoever has that browser is not known by it any more.
    assert_eq!(app.count("select count(*) from known_devices").await, 2);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn all_others_are_logged_out(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.signed_up("kwek").await;
    app.signed_up("kwik").await;
    app.execute("delete from sessions").await;
    let (desk, phone) = (logged_in(&app, "kwik", FIREFOX).await, logged_in(&app, "kwik", SAFARI).await);
    let another_player = logged_in(&app, "kwek", FIREFOX).await;
    let form = desk.opens("/settings/sessions").await.pressing("button[value=others]");
    let back = desk.submits(&form).await.leads_to().to_owned();
    assert_eq!(desk.opens(&back).await.status(), "You are logged out everywhere else.");
    assert!(phone.get("/settings").await.leads_to().starts_with("/login"));
    another_player.opens("/settings").await;
    assert_eq!(app.count("select count(*) from sessions").await, 2);
    assert_eq!(app.count("select count(*) from known_devices").await, 2);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nobody_ends_the_sessions_of_another_player(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    let kwek = app.signed_up("kwek").await;
    let id = app.column(
        "select encode(substring(s.token_hash for 8), 'hex') from sessions s join players p on p.id = s.player_id
            where p.name = 'kwik'",
    );
    let id = id.await.remove(0);
    for end in [id.as_str(), "others", "", "%"] {
        kwek.post("/settings/sessions", &[("end", end)]).await.leads_to();
    }
    app.anonymous().post("/settings/sessions", &[("end", &id)]).await.leads_to();
    kwik.opens("/settings").await;
    kwek.opens("/settings").await;
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_session_ends_when_another_begins_in_its_browser(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.signed_up("kwik").await;
    app.execute("delete from sessions").await;
    let browser = app.anonymous();
    for _ in 0..3 {
        browser.post("/login", &[("name", "kwik"), ("password", PASSWORD)]).await.leads_to();
    }
    assert_eq!(app.count("select count(*) from sessions").await, 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn when_a_session_was_used_is_seldom_written(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    for _ in 0..3 {
        kwik.opens("/lobby").await;
    }
    let written = "select count(*) from sessions where seen_at is not null";
    assert_eq!(app.count(written).await, 0, "it began today");
    app.pass(days(1));
    kwik.opens("/lobby").await;
    let seen_at = app.instant("select seen_at from sessions").await;
    app.pass(crate::story::hours(11));
    kwik.opens("/lobby").await;
    assert_eq!(app.instant("select seen_at from sessions").await, seen_at);
    app.pass(crate::story::hours(1));
    kwik.opens("/lobby").await;
    assert_eq!(app.instant("select seen_at from sessions").await, app.now());
}
