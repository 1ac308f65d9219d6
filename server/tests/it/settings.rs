//! Settings: each choice, and what comes of it.

use sqlx::PgPool;

use crate::story::{PASSWORD, Page, Player, Table, TestApp, days};

/// The settings form, with further choices filled in.
async fn choose(player: &Player, choices: &[(&str, &str)]) {
    let form = player.browser.opens("/settings").await.form("main form.card");
    let form = choices.iter().fold(form, |form, (name, value)| form.with(name, value));
    assert_eq!(player.browser.submits(&form).await.leads_to(), "/settings?saved=choices");
}

fn ticked(page: &Page) -> Vec<String> {
    page.attributes("input[type=checkbox][checked]", "name")
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_chosen_stays_chosen(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let page = ann.opens("/settings").await;
    let emails = ["your_turn", "time_running_out", "draw_offered", "game_over", "challenge"];
    let shown = ["coordinates", "check_marks"].map(str::to_owned);
    assert_eq!(ticked(&page), [&shown[..], &emails.map(|email| format!("letters_{email}"))].concat());
    assert_eq!(page.attributes(".site-menu a[href='/settings']", "href").len(), 1);

    let mut form = page.form("main form.card").with("confirm_turns", "yes").with("time_zone", "Asia/Kolkata");
    form = form.with("dates", "figures");
    form.fields.retain(|(name, _)| name != "letters_game_over");
    let back = ann.submits(&form).await.leads_to().to_owned();
    let page = ann.opens(&back).await;
    assert_eq!(page.status(), "Saved.");
    assert_eq!(page.value("time_zone"), "Asia/Kolkata");
    assert_eq!(page.value("dates"), "figures");
    let expected = ["confirm_turns", "coordinates", "check_marks", "letters_your_turn", "letters_time_running_out"];
    assert_eq!(ticked(&page)[..5], expected);
    assert!(!ticked(&page).contains(&"letters_game_over".to_owned()));
    let stored = app.column("select preferences::text from players").await;
    assert_eq!(
        stored,
        [
            r#"{"dates": "figures", "letters": {"game_over": false}, "time_zone": "Asia/Kolkata", "confirm_turns": true}"#
        ]
    );
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_zone_that_is_not_there_is_refused_and_kept(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let form = ann.opens("/settings").await.form("main form.card");
    let form = form.with("time_zone", "Europe/Duckburg").with("confirm_turns", "yes");
    let page = ann.submits(&form).await.refused();
    assert!(page.alert().contains("There is no time zone called \"Europe/Duckburg\""), "{}", page.alert());
    assert_eq!(page.value("time_zone"), "Europe/Duckburg");
    assert_eq!(page.value("confirm_turns"), "yes");
    assert_eq!(app.column("select preferences::text from players").await, ["{}"]);
    assert_eq!(app.anonymous().get("/settings").await.leads_to(), "/login?next=%2Fsettings");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn times_are_written_as_chosen(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("ann", "ben").await;
    table.play("1. e4@c6 e6@e2").await;
    let clock = |page: &Page| (page.text(".clock time"), page.attributes(".clock time", "data-local").len());
    let utc = table.white.sees().await;
    assert_eq!(clock(&utc), ("1 Apr 2026, 12:00 UTC".to_owned(), 1));

    choose(&table.white, &[("time_zone", "Pacific/Auckland")]).await;
    let chosen = table.white.sees().await;
    assert_eq!(clock(&chosen), ("2 Apr 2026, 01:00".to_owned(), 0));
    assert_eq!(chosen.attributes(".clock time", "datetime"), ["2026-04-01T12:00:00Z"]);
    assert_eq!(chosen.attributes(".clock time", "title"), ["1 Apr 2026, 12:00 UTC"]);
    assert!(chosen.text(".record").contains("Clock started on 3 Mar 2026"), "{}", chosen.text(".record"));
    assert_eq!(table.white.browser.opens("/games/mine").await.text(".game-card time"), "2 Apr 2026, 01:00");

    choose(&table.white, &[("dates", "figures")]).await;
    assert_eq!(clock(&table.white.sees().await), ("2026-04-02 01:00".to_owned(), 0));
    assert_eq!(clock(&table.black.sees().await), clock(&utc), "another player's choice");
    choose(&table.white, &[("time_zone", "")]).await;
    assert_eq!(clock(&table.white.sees().await), ("2026-04-01 12:00 UTC".to_owned(), 1));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn boards_are_seen_from_whites_side_by_who_wants_it(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("ann", "ben").await;
    let seen = |page: Page| page.attributes(".board", "data-orientation");
    assert_eq!(seen(table.black.sees().await), ["black"]);
    choose(&table.black, &[("from_whites_side", "yes")]).await;
    assert_eq!(seen(table.black.sees().await), ["white"]);
    assert_eq!(seen(table.black.browser.opens("/games/mine").await), ["white"]);
    assert_eq!(table.black.sees().await.text(".player-self .player-name"), "ann");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_round_board_has_no_whites_side(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let table = Table::begin(&ann, &ben, &[("variant", "duchess-2")]).await;
    choose(&table.black, &[("from_whites_side", "yes")]).await;
    for page in [&table.game, "/games/mine", &format!("/analysis?game={}", table.id())] {
        let page = table.black.browser.opens(page).await;
        assert_eq!(page.attributes(".board", "data-orientation"), ["green"]);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_is_shown_once_more_to_who_wants_it(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("ann", "ben").await;
    choose(&table.white, &[("confirm_turns", "yes")]).await;
    let with = [("turn", "e2e4@c6"), ("message", "Good luck <b>!"), ("offer_draw", "yes")];
    let page = table.white.does("move", 0, &with).await.shown();
    assert_eq!(page.text("h1"), "Send 1. e4@c6?");
    assert_eq!(page.attributes("[data-piece=duck]", "data-square"), ["c6"]);
    assert_eq!(page.value("message"), "Good luck <b>!", "and can still be written");
    assert_eq!(app.count("select count(*) from events").await, 0, "nothing is sent yet");

    let change = page.pressing("button[formaction]");
    assert_eq!(change.action, table.game, "what was typed is not in the address");
    let page_again = table.white.browser.submits(&change).await.shown();
    assert_eq!(page_again.value("turn"), "e2e4@c6");
    assert_eq!(page_again.value("message"), "Good luck <b>!");
    assert!(page_again.has("input[name=offer_draw][checked]"));

    let form = page.pressing("button[name=confirm]").with("message", "Good luck <b>, ben!");
    assert_eq!(form.action, format!("{}/actions#actions", table.game));
    let changed = Page::value(&page, "turn");
    assert_eq!(changed, "e2e4@c6");
    assert_eq!(table.white.browser.submits(&form).await.leads_to(), table.game);
    let record = table.black.sees().await.text(".record");
    assert!(record.contains("e4@c6") && record.contains("Good luck <b>, ben!"), "{record}");
    table.black.moves(1, "e6@e2").await.leads_to();
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn only_a_turn_that_would_be_made_is_asked_about(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("ann", "ben").await;
    for player in [&table.white, &table.black] {
        choose(player, &[("confirm_turns", "yes")]).await;
    }
    assert!(table.white.moves(0, "e2e5@c6").await.refused().alert().contains("e5"));
    assert!(table.black.moves(0, "e6@e2").await.refused().alert().contains("White"));
    table.white.does("move", 0, &[("turn", "e4@c6"), ("confirm", "yes")]).await.leads_to();
    table.white.moves(0, "e4@c6").await.leads_to();
    table.black.moves(0, "e6@e2").await.page(409);
    table.white.says(1, "a comment is simply sent").await.leads_to();
    app.pass(days(15));
    let over = table.black.moves(1, "e6@e2").await.refused();
    assert_eq!(app.column("select ending from games").await, ["cancelled"], "{}", over.alert());
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_new_password_signs_all_other_browsers_out(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let here = app.signed_up("ann").await;
    let there = app.signed_in("ann").await;
    let change = |current, new| [("current", current), ("new", new)];
    let wrong = here.post("/settings/password", &change("not this one", "a new password")).await.refused();
    assert!(wrong.alert().contains("That is not your password."), "{}", wrong.alert());
    let short = here.post("/settings/password", &change(PASSWORD, "short")).await.refused();
    assert!(short.alert().contains("at least 8 characters"), "{}", short.alert());
    assert!(!short.has(&format!("[value='{PASSWORD}']")), "passwords are not sent back");

    let done = here.post("/settings/password", &change(PASSWORD, "a new password")).await.leads_to().to_owned();
    assert!(here.opens(&done).await.status().contains("logged out everywhere else"));
    assert_eq!(there.get("/settings").await.leads_to(), "/login?next=%2Fsettings");
    let login = |password| [("name", "ann"), ("password", password)];
    app.anonymous().post("/login", &login(PASSWORD)).await.refused();
    assert_eq!(app.anonymous().post("/login", &login("a new password")).await.leads_to(), "/");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn passwords_are_not_tried_at_leisure_in_a_browser_that_was_left_open(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    for _ in 0..10 {
        ann.post("/settings/password", &[("current", "a guess"), ("new", "a new password")]).await.refused();
    }
    let change = [("current", PASSWORD), ("new", "a new password")];
    assert!(ann.post("/settings/password", &change).await.page(429).alert().contains("Too many attempts"));
    app.pass(days(1));
    ann.post("/settings/password", &change).await.leads_to();
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_few_words_and_a_flag_are_read_by_everybody(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    assert!(!ben.opens("/players/ann").await.has(".about, .flag"), "nothing is said that was not written");
    let form = ann.opens("/players/ann").await.attributes("main a[href='/settings/profile']", "href").concat();
    let form = ann.opens(&form).await.form("main form.card");
    let long = form.clone().with("country", "NL").with("about", &format!("{} quack", "d".repeat(500)));
    let page = ann.submits(&long).await.refused();
    assert!(page.alert().contains("506 characters; 500 are allowed"), "{}", page.alert());
    assert_eq!(
        (page.value("country"), page.value("about").len()),
        ("NL".to_owned(), 506),
        "what was typed is still there"
    );
    let odd = ann.submits(&form.clone().with("country", "Atlantis")).await.refused();
    assert!(odd.alert().contains("Choose a country"), "{}", odd.alert());

    let words = "I play <b>ducks</b>.\r\nMore on https://pond.example! ";
    let back = ann.submits(&form.with("country", "NL").with("about", words)).await.leads_to().to_owned();
    assert_eq!(back, "/players/ann");
    for reader in [&ann, &ben, &app.anonymous()] {
        let page = reader.opens("/players/ann").await;
        assert_eq!(page.text(".about"), "I play <b>ducks</b>. More on https://pond.example!");
        assert_eq!(page.attributes(".about a", "rel"), ["nofollow ugc noopener noreferrer"]);
        let flag = page.attributes(".flag", "src").concat();
        assert!(flag.ends_with("/flags/NL.svg"), "{flag}");
        assert_eq!(reader.get(&flag).await.header("content-type"), "image/svg+xml");
        assert!(page.text(".lede").starts_with("Netherlands. Playing here since"), "{}", page.text(".lede"));
    }
    assert!(!ben.opens("/players/ann").await.has("a[href='/settings/profile']"));

    let form =
        ann.opens("/settings/profile").await.form("main form.card").with("country", "").with("about", " \u{200b}");
    ann.submits(&form).await.leads_to();
    assert!(!ben.opens("/players/ann").await.has(".about, .flag"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_operator_takes_words_away(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let form = ann.opens("/settings/profile").await.form("main form.card");
    ann.submits(&form.with("country", "NZ").with("about", "Buy cheap ducks!")).await.leads_to();
    let clear = async |name: &str| server::accounts::clear_profile(app.pool(), name).await;
    assert_eq!(clear("ANN").await.unwrap().as_deref(), Some("Buy cheap ducks!"));
    assert_eq!(clear("ann").await.unwrap(), None);
    assert_eq!(clear("ben").await.err().unwrap().to_string(), "nobody here is called 'ben'");
    let page = ann.opens("/players/ann").await;
    assert!(!page.has(".about") && page.text(".lede").contains("New Zealand"), "{}", page.text("main"));
}
