//! What is suggested to a new player.

use sqlx::PgPool;

use crate::story::{Browser, PASSWORD, Page, Table, TestApp, challenge, days};

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

/// The card of the welcome game, on the home page and on the page for new players.
async fn card(browser: &Browser) -> Page {
    let (home, welcome) = (browser.opens("/").await, browser.opens("/welcome").await);
    assert_eq!(home.text(".welcome-game"), welcome.text(".welcome-game"));
    home
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_new_player_has_a_game_with_the_computer_until_they_play_a_person(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let (ana, ben) = (app.signed_up("ana").await, app.signed_up("ben").await);
    let page = card(&ana).await;
    assert!(page.text(".welcome-game").contains("Duckling is a computer of level 1"), "{}", page.text(".welcome-game"));
    let game = ana.submits(&page.form(".welcome-game form")).await.leads_to().to_owned();

    let page = card(&ana).await;
    assert_eq!(page.attributes(".welcome-game .game-card-link", "href"), [game.as_str()]);
    assert!(page.has(".welcome-game .game-card svg") && page.text(".welcome-game").contains("Your turn"));
    assert_eq!(page.texts(".game-card").len(), 1, "it is not in the list of games as well");

    let table = Table::at(&ana, &ana, &game);
    table.white.moves(0, "e4@e6").await.leads_to();
    assert!(card(&ana).await.text(".welcome-game").contains("Duckling-computer is to move"));
    app.work().await;
    table.white.does("resign", 2, &[("confirm", "yes")]).await.leads_to();
    let page = card(&ana).await;
    assert!(
        page.text(".welcome-game").contains("Duck Chess against Duckling-computer. You lost by resignation."),
        "{}",
        page.text(".welcome-game")
    );
    assert_eq!(page.attributes(".welcome-game input[name=level]", "value"), ["1"], "there is none weaker");
    app.execute("update games set result = '1-0'").await;
    let page = card(&ana).await;
    assert_eq!(page.attributes(".welcome-game input[name=level]", "value"), ["2"], "who has won meets a stronger one");
    ana.submits(&page.form(".welcome-game form")).await.leads_to();
    assert_eq!(card(&ana).await.texts(".welcome-game .game-card").len(), 1);

    Table::begin(&ana, &ben, &[]).await;
    assert!(!card(&ana).await.has(".welcome-game"), "she plays a person");
    assert!(!card(&ben).await.has(".welcome-game"));
    assert_eq!(ana.opens("/").await.texts(".game-card").len(), 2, "and both games are in the list");
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn what_a_guest_brought_along_is_their_welcome_game(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let visitor = app.anonymous();
    let game = visitor.post("/play", &[("level", "3")]).await.leads_to().to_owned();
    assert!(!visitor.opens("/").await.has(".welcome-game"), "a guest has the game in the list");
    let form = visitor.opens("/signup").await.form("main form");
    let form = form.with("name", "Mandarin").with("email", "m@example.org").with("password", PASSWORD);
    visitor.submits(&form).await.leads_to();
    assert_eq!(card(&visitor).await.attributes(".welcome-game .game-card-link", "href"), [game]);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn without_a_worker_no_welcome_game_is_offered(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ana = app.signed_up("ana").await;
    assert!(!ana.opens("/").await.has(".welcome-game"));
}
