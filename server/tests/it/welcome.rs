//! What is suggested to a new player.

use sqlx::PgPool;

use crate::story::{PASSWORD, TestApp, challenge, days};

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_new_player_is_shown_ways_to_begin(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let browser = app.anonymous();
    let form = [("name", "Mandarin"), ("email", "m@example.org"), ("password", PASSWORD)];
    assert_eq!(browser.post("/signup", &form).await.leads_to(), "/welcome");
    let page = browser.opens("/welcome").await;
    assert_eq!(page.text("h1"), "Welcome, Mandarin");
    assert_eq!(
        page.texts(".way h2"),
        ["Play the computer", "Accept an open challenge", "Make a challenge", "Solve a puzzle"]
    );
    assert_eq!(page.form("#main form").action, "/play");
    assert!(page.attributes(".way a", "href").contains(&"/puzzles/daily".to_owned()));
    let terms =
        page.attributes(".way a", "href").into_iter().find(|href| href.starts_with("/challenges/new?")).unwrap();
    let form = browser.opens(&terms).await.form("main form");
    assert!(browser.submits(&form).await.leads_to().starts_with("/challenges/"), "the suggested terms are complete");
    assert_eq!(browser.opens("/games/mine").await.attributes(".empty a", "href")[0], "/welcome");
    assert_eq!(app.anonymous().get("/welcome").await.leads_to(), "/login?next=%2Fwelcome");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_was_on_the_way_to_something_is_led_there(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let form = [("name", "Mandarin"), ("email", "m@example.org"), ("password", PASSWORD), ("next", "/lobby")];
    assert_eq!(app.anonymous().post("/signup", &form).await.leads_to(), "/lobby");
}

/// Ratings of players who have an account, and were at the site just now.
async fn rate(app: &TestApp, players: &[(&str, i32)]) {
    for (name, rating) in players {
        app.signed_up(name).await;
        sqlx::query(
            "insert into ratings (player_id, variant, rating, deviation, volatility, games, rated_at)
            select id, 'duck', $2, 60, 0.06, 10, created_at from players where name = $1",
        )
        .bind(name)
        .bind(f64::from(*rating))
        .execute(app.pool())
        .await
        .unwrap();
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn open_challenges_of_players_about_as_strong_come_first(pool: PgPool) {
    let app = TestApp::new(pool).await;
    rate(&app, &[("strong", 2200), ("near", 1550), ("weak", 900), ("nearer", 1480)]).await;
    for name in ["strong", "near", "weak", "nearer"] {
        challenge(&app.signed_in(name).await, &[]).await;
    }
    let mandarin = app.signed_up("Mandarin").await;
    let page = mandarin.opens("/welcome").await;
    assert_eq!(page.texts(".way:nth-of-type(2) li > span > a"), ["nearer", "near", "weak"]);
    let answer = mandarin.submits(&page.form("form[action$='/accept']")).await;
    assert!(answer.leads_to().starts_with("/games/"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn opponents_are_suggested_who_are_near_and_there(pool: PgPool) {
    let app = TestApp::new(pool).await;
    rate(&app, &[("gone", 1500), ("Guest-abcde", 1500)]).await;
    app.execute("update players set is_guest = true where name = 'Guest-abcde'").await;
    app.stays_up(days(15)).await;
    app.signed_in("Guest-abcde").await;
    rate(&app, &[("away", 1500), ("strong", 2100), ("near", 1550), ("weak", 800), ("nearer", 1490)]).await;
    app.signed_in("away").await.post("/leave", &[("days", "3")]).await.leads_to();
    rate(&app, &[("Mandarin", 1500)]).await;
    let page = app.signed_in("Mandarin").await.opens("/welcome").await;
    assert_eq!(page.texts(".way:nth-of-type(3) li > span > a"), ["nearer", "near", "strong", "weak"]);
    assert_eq!(page.attributes(".way:nth-of-type(3) li .button", "href")[0], "/challenges/new?opponent=nearer");
}
