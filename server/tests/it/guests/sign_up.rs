//! A guest gets an account, or goes on with one that they have: the games are theirs.

use sqlx::PgPool;

use super::guests_table;
use crate::story::{Answer, Browser, PASSWORD, Table, TestApp, challenge, days};

async fn sign_up(browser: &Browser, name: &str) -> Answer {
    let form = browser.opens("/signup").await.form("main form");
    browser.submits(&form.with("name", name).with("email", "mandarin@example.org").with("password", PASSWORD)).await
}

async fn log_in(browser: &Browser, name: &str, takes_games: bool) -> Answer {
    let form = browser.opens("/login").await.form("main form");
    let form = form.with("name", name).with("password", PASSWORD);
    browser.submits(&form.with("take_games", if takes_games { "yes" } else { "" })).await
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_guest_who_signs_up_keeps_the_game_under_the_new_name(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let other = app.beside().await;
    let table = guests_table(&app).await;
    table.play("e4@c6 e6@e2").await;
    let guest = &table.white.browser;
    // A second window of the same session, and every server has the game in memory.
    let stolen = app.anonymous();
    stolen.keep_cookie("mallard", &guest.cookie("mallard").unwrap());
    let strangers = [app.anonymous(), other.anonymous()];
    for stranger in &strangers {
        assert!(stranger.opens(&table.game).await.text("main").contains("Guest-k3x9q"));
    }

    let page = guest.opens("/signup").await;
    assert!(page.text(".lede").starts_with("Your games come with you"), "{}", page.text(".lede"));
    assert_eq!(sign_up(guest, "Mandarin").await.leads_to(), "/welcome");
    assert_eq!(guest.opens("/").await.text(".account-name"), "Mandarin");
    for browser in strangers.iter().chain([&table.black.browser]) {
        let page = browser.opens(&table.game).await.text("main");
        assert!(page.contains("Mandarin") && !page.contains("Guest-"), "{page}");
    }
    assert!(app.anonymous().get(&format!("{}.pgn", table.game)).await.text.contains("[White \"Mandarin\"]"));
    assert!(stolen.opens("/").await.has(".sign-in"), "the session of the guest has ended");
    assert_eq!(
        app.column("select name || ' ' || email || ' ' || is_guest from players order by id").await,
        ["Mandarin mandarin@example.org false", "Teal Teal@example.org false"]
    );
    app.anonymous().get("/players/Guest-k3x9q").await.has_status(404);

    // From a page that was open before.
    let sent = [("action", "move"), ("ply", "2"), ("turn", "d4@d6"), ("writer", "Guest-k3x9q")];
    table.white.sends(&sent).await.leads_to();
    table.black.moves(3, "Nf6@e2").await.leads_to();
    assert_eq!(log_in(&app.anonymous(), "mandarin", false).await.leads_to(), "/");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_has_played_the_computer_signs_up_and_goes_on(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let visitor = app.anonymous();
    let game = visitor.post("/play", &[]).await.leads_to().to_owned();
    let table = Table::at(&visitor, &visitor, &game);
    table.white.moves(0, "e4@e6").await.leads_to();
    app.work().await;
    assert!(visitor.opens(&game).await.text("main").contains("Guest-"));

    assert_eq!(sign_up(&visitor, "Mandarin").await.leads_to(), "/welcome");
    let page = visitor.opens(&game).await;
    assert!(page.text("main").contains("Mandarin") && !page.text("main").contains("Guest-"));
    table.white.makes_any_turn().await;
    app.work().await;
    assert_eq!(visitor.opens(&game).await.value("ply"), "4", "the computer answers as before");
    let again = visitor.post("/play", &[]).await.leads_to().to_owned();
    assert!(visitor.opens(&again).await.text("main").contains("Mandarin"), "no other guest is made");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_confirmation_is_sent_as_to_anybody(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = guests_table(&app).await;
    table.black.browser.opens("/").await;
    assert_eq!(app.count("select count(*) from letters where kind = 'confirm-email'").await, 0);
    sign_up(&table.white.browser, "Mandarin").await.leads_to();
    assert_eq!(app.count("select count(*) from letters where kind = 'confirm-email'").await, 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn open_pages_are_told_of_the_new_name(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let table = guests_table(&app).await;
    let mut page = app.anonymous().listens(&format!("{}/live", table.game)).await;
    assert_eq!(page.hears().await.unwrap()["game"], 0);
    let mut own = table.white.browser.listens("/live").await;
    sign_up(&table.white.browser, "Mandarin").await.leads_to();
    assert_eq!(page.hears_of("beside").await, 1);
    own.hears_the_end().await;
    assert_eq!(table.black.sees().await.attributes("main", "data-extras"), ["1"], "a page that is up to date says so");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_refused_sign_up_leaves_the_guest_a_guest(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = guests_table(&app).await;
    let guest = &table.white.browser;
    let of_guests = "Names that begin with Guest- are for guests, who play without an account. Choose another one.";
    let of_computers = "Names with 'computer' in them are for computer players. Choose another one.";
    for (name, reason) in [
        ("teal", "The name teal is taken. Choose another one."),
        ("Guest-abc", of_guests),
        ("GUEST-k3x9q", of_guests),
        ("Teal-Computer", of_computers),
        ("my_computer_2", of_computers),
    ] {
        assert_eq!(sign_up(guest, name).await.refused().texts("[role=alert] li"), [reason]);
    }
    assert_eq!(guest.opens("/").await.text(".account-name"), "Guest");
    sign_up(guest, "guestling").await.leads_to();
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_a_guest_wanted_to_do_is_filled_in_after_signing_up(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = guests_table(&app).await;
    let guest = &table.white.browser;
    let wanted = [("variant", "three-check-duck"), ("opponent", "Teal"), ("clock", "fast"), ("seat", "second")];
    let to_sign_up = guest.post("/challenges/new", &wanted).await.leads_to().to_owned();
    let form = guest.opens(&to_sign_up).await.form("main form").with("name", "Mandarin");
    let next =
        guest.submits(&form.with("email", "m@example.org").with("password", PASSWORD)).await.leads_to().to_owned();
    let page = guest.opens(&next).await;
    assert_eq!((page.value("opponent"), page.value("clock")), ("Teal".to_owned(), "fast".to_owned()));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_logs_in_takes_the_guests_games_along(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = guests_table(&app).await;
    app.signed_up("Mandarin").await.post("/leave", &[("days", "3")]).await.leads_to();
    table.play("e4@c6 e6@e2").await;
    let guest = &table.white.browser;
    let page = guest.opens("/login").await;
    assert!(page.text(".choice").starts_with("Take the game that I play as a guest into this account"));
    assert_eq!(page.value("take_games"), "yes");
    assert_eq!(log_in(guest, "Mandarin", true).await.leads_to(), "/");

    assert_eq!(guest.opens("/").await.texts(".game-card").len(), 1);
    let page = app.anonymous().opens(&table.game).await.text("main");
    assert!(page.contains("Mandarin") && !page.contains("Guest-"), "{page}");
    assert_eq!(guest.get("/next").await.leads_to(), table.game);
    // A page of the guest that was still open is taken for nobody's: it is sent again by who they are now.
    let sent = [("action", "move"), ("ply", "2"), ("turn", "d4@d6"), ("writer", "Guest-k3x9q")];
    let form = table.white.sends(&sent).await.page(401).form("main form");
    let kept = guest.submits(&form.with("name", "Mandarin").with("password", PASSWORD)).await.leads_to().to_owned();
    assert_eq!(guest.opens(&kept).await.value("turn"), "d4@d6");
    table.white.moves(2, "d4@d6").await.leads_to();
    assert!(table.white.sees().await.text("main").contains("leave"), "the game has heard of it");
    app.stays_up(days(2)).await;
    table.black.moves(3, "Nf6@e2").await.leads_to();
    assert_eq!(
        app.column("select p.name from game_seats s join players p on p.id = s.player_id order by s.seat").await,
        ["Mandarin", "Teal"]
    );
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_logs_in_takes_offered_rematches_along(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.signed_up("Mandarin").await;
    let offers = guests_table(&app).await;
    offers.white.does("resign", 0, &[("confirm", "yes")]).await.leads_to();
    offers.white.does("rematch", 0, &[]).await.leads_to();
    let guest = &offers.white.browser;
    assert_eq!(log_in(guest, "Mandarin", true).await.leads_to(), "/");
    assert!(offers.white.sees().await.text(".outcome").contains("You have offered a rematch."));
    let page = offers.black.sees().await;
    assert!(page.text(".outcome").contains("Mandarin offers a rematch."), "{}", page.text(".outcome"));
    let challenge = page.attributes(".outcome a.button", "href").remove(0);
    let rematch = offers.black.browser.post(&format!("{challenge}/accept"), &[]).await.leads_to().to_owned();
    let players = guest.opens(&rematch).await.text("main");
    assert!(players.contains("Mandarin") && players.contains("Teal"), "{players}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn games_that_are_not_taken_along_stay_the_guests(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = guests_table(&app).await;
    app.signed_up("Mandarin").await;
    let guest = &table.white.browser;
    log_in(guest, "Mandarin", false).await.leads_to();
    assert_eq!(guest.opens("/games/mine").await.texts(".game-card").len(), 0);
    assert_eq!(table.white.moves(0, "e4@c6").await.status, 403);
    assert!(app.anonymous().opens(&table.game).await.text("main").contains("Guest-k3x9q"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_against_oneself_is_not_made_by_logging_in(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = guests_table(&app).await;
    log_in(&table.white.browser, "Teal", true).await.leads_to();
    assert_eq!(app.count("select count(distinct player_id) from game_seats").await, 2);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_challenge_can_be_accepted_as_soon_as_one_has_an_account(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (guest, _) = app.guest().await;
    let challenge = challenge(&app.signed_up("Teal").await, &[]).await;
    let accept = format!("{challenge}/accept");
    guest.post(&accept, &[]).await.leads_to();
    sign_up(&guest, "Mandarin").await.leads_to();
    assert!(guest.post(&accept, &[]).await.leads_to().starts_with("/games/"));
}

/// A guest, and a finished game of theirs with the computer, of which a round was played.
async fn guest_with_finished_game(app: &TestApp) -> (Browser, String) {
    app.worker().await;
    let guest = app.anonymous();
    let game = guest.post("/play", &[]).await.leads_to().to_owned();
    let table = Table::at(&guest, &guest, &game);
    table.white.moves(0, "e4@e6").await.leads_to();
    app.work().await;
    table.white.does("resign", 2, &[("confirm", "yes")]).await.leads_to();
    (guest, game)
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn who_has_to_sign_up_first_is_told_what_for(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (guest, game) = guest_with_finished_game(&app).await;
    let page = guest.opens(&format!("{game}?tab=computer")).await;
    let sign_up = guest.submits(&page.form("#computer")).await.leads_to().to_owned();
    let lede = guest.opens(&sign_up).await.text(".lede");
    assert!(lede.starts_with("Sign up to have the computer analyse this game. Your games come with you"), "{lede}");
    let asks_for_people = guest.get("/challenges/new").await.leads_to().to_owned();
    assert!(guest.opens(&asks_for_people).await.text(".lede").starts_with("Sign up to play people."));
    assert!(app.anonymous().opens("/login?next=/leave").await.text(".lede").starts_with("Log in to take leave."));
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn what_a_guest_typed_goes_along_to_the_account_that_they_log_in_to(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (guest, _) = guest_with_finished_game(&app).await;
    app.signed_up("Mandarin").await;
    let board = guest.opens("/analysis").await.pressing("#play").with("turn", "e4@c6");
    let board = guest.submits(&board).await.shown();
    let sign_up = guest.submits(&board.pressing(".keeping button")).await.leads_to().to_owned();
    let log_in = guest.opens(&sign_up).await.attributes(".aside a", "href").remove(0);
    let form = guest.opens(&log_in).await.form("main form").with("name", "Mandarin").with("password", PASSWORD);
    let board = guest.submits(&form).await.leads_to().to_owned();
    assert!(board.starts_with("/analysis?kept="), "{board}");
    let page = guest.opens(&board).await;
    assert!(page.text("main").contains("e4@c6"), "the board is there: {}", page.text("main"));
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_visitor_who_asks_the_computer_can_sign_up_and_go_on(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let visitor = app.anonymous();
    let board = visitor.opens("/analysis").await.pressing("#play").with("turn", "e4@c6");
    let board = visitor.submits(&board).await.shown();
    let page = visitor.submits(&board.pressing("#evaluate")).await.page(401);
    assert!(page.alert().starts_with("Log in to ask the computer about a position"), "{}", page.alert());
    assert!(!page.alert().contains("nothing was sent"), "nothing was written that could be lost");
    let page = visitor.submits(&page.pressing("form.aside button")).await.shown();
    assert!(page.text(".lede").starts_with("Sign up to ask the computer about a position"), "{}", page.text(".lede"));
    let refused = visitor.submits(&page.form("main form").with("name", "x")).await.refused();
    let form = refused.form("main form").with("name", "Mandarin").with("email", "m@example.org");
    let board = visitor.submits(&form.with("password", PASSWORD)).await.leads_to().to_owned();
    assert!(board.starts_with("/analysis?kept="), "{board}");
    assert!(visitor.opens(&board).await.text("main").contains("e4@c6"));
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn no_game_is_lost_where_a_guest_brings_more_than_one_may_have(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let (guest, mandarin) = (app.anonymous(), app.signed_up("Mandarin").await);
    for player in [&guest, &mandarin] {
        for _ in 0..12 {
            player.post("/play", &[]).await.leads_to();
        }
    }
    log_in(&guest, "Mandarin", true).await.leads_to();
    assert_eq!(guest.opens("/games/mine").await.texts(".game-card").len(), 24);
    let refused = guest.post("/play", &[]).await.refused();
    assert!(refused.alert().contains("You have 24 games with computers in progress."), "{}", refused.alert());
    assert!(refused.alert().contains("fewer than 20"), "{}", refused.alert());
}
