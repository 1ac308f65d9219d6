//! Guests, who play without an account: what they can do, and that it is nothing else.

mod routes;
mod sign_up;

use sqlx::PgPool;

use crate::story::{PASSWORD, Table, TestApp, challenge, days};

/// A game in which White is a guest, as one is against the computer.
pub async fn guests_table(app: &TestApp) -> Table {
    let table = app.table("Guest-k3x9q", "Teal").await;
    app.execute("update players set is_guest = true, guest_name = name, email = '' where name = 'Guest-k3x9q'").await;
    table
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_visitor_becomes_a_guest_with_a_name_of_their_own(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (browser, name) = app.guest().await;
    let (_, other) = app.guest().await;
    assert_ne!(name, other);
    assert!(name.starts_with("Guest-") && name.len() == 11, "{name}");

    let page = browser.opens("/games/mine").await;
    assert_eq!(page.text(".account-name"), "Guest");
    assert_eq!(page.text(".account-guest > .button"), "Sign up to keep your games");
    assert_eq!(
        page.attributes(".site-nav a", "href"),
        ["/games/mine", "/lobby", "/watch", "/games", "/puzzles"],
        "nobody is challenged by a guest"
    );
    assert_eq!(page.attributes(".empty form", "action"), ["/play"]);
    assert_eq!(app.column("select distinct email from players").await, [""]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nobody_logs_in_as_a_guest(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (_, name) = app.guest().await;
    for password in ["", PASSWORD, &name] {
        let page = app.anonymous().post("/login", &[("name", &name), ("password", password)]).await.refused();
        assert_eq!(page.texts("[role=alert] li"), ["The name or the password is wrong."]);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn as_many_guests_come_from_one_network_as_a_class_has_pupils(pool: PgPool) {
    let app = TestApp::new(pool).await;
    for _ in 0..60 {
        assert!(app.try_guest_from([192, 0, 2, 1]).await.is_ok());
    }
    let limited = app.try_guest_from([192, 0, 2, 1]).await.unwrap_err();
    assert_eq!(limited.retry_after().as_mins(), 15);
    assert!(app.try_guest_from([192, 0, 2, 2]).await.is_ok());
    assert_eq!(app.count("select count(*) from players").await, 61, "a refused one leaves nothing");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_guest_plays_like_anybody(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = guests_table(&app).await;
    table.play("e4@c6 e6@e2").await;
    table.white.says(2, "Good luck!").await.leads_to();
    table.white.does("conditional", 2, &[("lines", "d4@a3 d5@a4 e5@a5")]).await.has_status(422);
    table.white.moves(2, "d4@d6").await.leads_to();
    table.white.does("conditional", 3, &[("lines", "Nf6@e2 Nc3@e7")]).await.leads_to();
    table.black.moves(3, "Nf6@e2").await.leads_to();
    assert_eq!(table.black.sees().await.value("ply"), "5", "the conditional turn was played");
    table.black.moves(5, "d5@e5").await.leads_to();

    let guest = &table.white.browser;
    assert_eq!(guest.get("/next").await.leads_to(), table.game);
    assert_eq!(guest.opens("/").await.texts(".game-card").len(), 1);
    assert_eq!(guest.opens("/games/mine").await.texts(".game-card").len(), 1);
    assert_eq!(guest.opens(&format!("{}/conditionals", table.game)).await.text("h1"), "Conditional turns");
    let page = table.white.sees().await;
    assert!(!page.asks_for("tags"), "labels are for who comes back");
    table.white.does("resign", 6, &[("confirm", "yes")]).await.leads_to();
    assert_eq!(app.column("select result from games").await, ["0-1"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nobody_challenges_a_guest(pool: PgPool) {
    let app = TestApp::new(pool).await;
    guests_table(&app).await;
    let teal = app.signed_in("Teal").await;
    let sentence = "Guest-k3x9q is a guest, who plays without an account and cannot be challenged.";
    for variant in ["duck", "duchess-4"] {
        let page = teal.post("/challenges/new", &[("variant", variant), ("opponent", "guest-K3x9q")]).await.refused();
        assert_eq!(page.texts("[role=alert] li"), [sentence]);
    }
    let page = teal.opens("/players/Guest-k3x9q").await;
    assert!(page.text(".lede").starts_with("A guest, who plays without an account since"), "{}", page.text(".lede"));
    assert!(!page.has(".page-head .button"), "there is no button to challenge them");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_guest_sees_who_is_waiting_and_where_to_sign_up_for_it(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (guest, _) = app.guest().await;
    let challenge = challenge(&app.signed_up("Teal").await, &[]).await;
    let lobby = guest.opens("/lobby").await;
    assert_eq!(lobby.text(".list-action"), "Sign up to accept");
    assert!(!lobby.has(".page-head .button"));
    let page = guest.opens(&challenge).await;
    assert_eq!(page.text("main .button-primary"), "Sign up to accept");
    assert!(!page.has("main form"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_guest_who_stops_playing_is_asked_once_more(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = guests_table(&app).await;
    let guest = &table.white.browser;
    let form = guest.opens("/").await.form("form[action='/logout']");
    let asked = guest.submits(&form).await.page(422);
    assert!(asked.alert().starts_with("You would lose your games."), "{}", asked.alert());
    assert_eq!(guest.opens("/").await.text(".account-name"), "Guest", "nothing has happened");
    assert_eq!(guest.opens("/logout").await.text("h1"), "Stop playing");

    guest.submits(&asked.pressing(".button-danger")).await.leads_to();
    assert!(guest.opens("/").await.has(".sign-in"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn guests_who_cannot_come_back_are_forgotten_unless_a_game_names_them(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let (plays, hands_over) = (app.anonymous(), app.anonymous());
    let kept = plays.post("/play", &[]).await.leads_to().to_owned();
    hands_over.post("/play", &[]).await.leads_to();
    // Whoever hands over a game of which no rematch was wanted: the challenge still names them.
    let offers = app.anonymous();
    let over = offers.post("/play", &[]).await.leads_to().to_owned();
    let actions = format!("{over}/actions");
    offers.post(&actions, &[("action", "resign"), ("ply", "0"), ("confirm", "yes")]).await.leads_to();
    offers.post(&actions, &[("action", "rematch"), ("ply", "0")]).await.leads_to();
    // Counted as theirs, until it is another's.
    app.fill_library().await;
    app.execute("update challenges set state = 'declined', answered_at = created_at where rematch_of is not null")
        .await;
    app.signed_up("Teal").await;
    let form = offers.opens("/login").await.form("main form").with("name", "Teal").with("password", PASSWORD);
    offers.submits(&form.with("take_games", "yes")).await.leads_to();
    app.signed_up("Mandarin").await;
    let form = hands_over.opens("/login").await.form("main form").with("name", "Mandarin").with("password", PASSWORD);
    hands_over.submits(&form.with("take_games", "yes")).await.leads_to();
    app.fill_library().await;
    let forget = async || server::accounts::guests::forget_gone(app.pool(), app.now()).await.unwrap();
    assert_eq!((forget().await, app.count("select count(*) from players where is_guest").await), (0, 3));
    app.stays_up(days(181)).await;
    assert_eq!((forget().await, app.count("select count(*) from players where is_guest").await), (1, 2));
    assert_eq!(forget().await, 0);
    assert!(app.anonymous().opens(&kept).await.text("main").contains("Guest-"), "the game still says who played");
}
