//! Which game is next, and a player's games in their order.

use sqlx::PgPool;

use crate::story::{Browser, Page, Table, TestApp, days, hours};

/// The opponents in the cards below a heading.
fn cards(page: &Page, heading: &str) -> Vec<String> {
    page.texts(&format!("[aria-labelledby={heading}] .game-card-who"))
}

/// A game of the player against somebody new, begun an hour after the one before.
async fn against(app: &TestApp, player: &Browser, name: &str, terms: &[(&str, &str)]) -> Table {
    app.pass(hours(1));
    let other = app.signed_up(name).await;
    Table::begin(player, &other, terms).await
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_next_game_is_the_one_with_the_nearest_deadline(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    assert_eq!(kwik.get("/next").await.leads_to(), "/games/mine", "no game at all");
    let standard = against(&app, &kwik, "slow", &[]).await;
    let blitz = against(&app, &kwik, "quick", &[("clock", "blitz")]).await;
    let fresh = against(&app, &kwik, "fresh", &[]).await;
    let theirs = against(&app, &kwik, "theirs", &[]).await;
    for table in [&standard, &blitz] {
        table.play("e4@c6 e6@e2").await;
    }
    theirs.play("e4@c6").await;

    // Five days to a turn of the blitz game, 14 to the first of the fresh one, 30 to one of the standard game.
    let next = async |query: &str| kwik.get(&format!("/next{query}")).await.leads_to().to_owned();
    assert_eq!(next("").await, blitz.game);
    let after = |table: &Table| format!("?after={}", table.id());
    assert_eq!(next(&after(&blitz)).await, fresh.game);
    assert_eq!(next(&after(&fresh)).await, standard.game);
    assert_eq!(next(&after(&standard)).await, blitz.game, "and round again");
    assert_eq!(next(&after(&theirs)).await, blitz.game);
    for nonsense in ["?after=", "?after=zzzzzzzzzz", "?after=../../x", "?after=%00", "?after=a&after=b"] {
        let answer = kwik.get(&format!("/next{nonsense}")).await;
        assert!(matches!(answer.status, 303 | 400), "{nonsense}");
    }

    blitz.play("d4@d6").await;
    assert_eq!(next("").await, fresh.game);
    fresh.play("e4@c6").await;
    assert_eq!(next(&after(&standard)).await, standard.game, "the only one");
    standard.play("d4@d6").await;
    assert_eq!(next("").await, "/games/mine", "nothing waits");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn my_games_are_mine_then_theirs_then_the_finished(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    assert!(kwik.opens("/games/mine").await.has(".empty"));
    let lost = against(&app, &kwik, "winner", &[]).await;
    let won = against(&app, &kwik, "loser", &[]).await;
    let slow = against(&app, &kwik, "slow", &[("clock", "leisure")]).await;
    let quick = against(&app, &kwik, "quick", &[("clock", "blitz")]).await;
    let late = against(&app, &kwik, "late", &[("clock", "fast")]).await;
    let patient = against(&app, &kwik, "patient", &[]).await;
    for table in [&slow, &quick, &late, &patient] {
        table.play("e4@c6 e6@e2").await;
    }
    for table in [&patient, &late] {
        table.play("d4@d6").await;
    }
    lost.white.does("resign", 0, &[("confirm", "yes")]).await.leads_to();
    app.pass(days(1));
    won.black.does("resign", 0, &[("confirm", "yes")]).await.leads_to();

    let page = kwik.opens("/games/mine").await;
    assert_eq!(page.texts("h2"), ["Your turn 2", "Their turn", "Finished"]);
    assert_eq!(cards(&page, "own-turn"), ["quick", "slow"], "by deadline");
    assert_eq!(cards(&page, "their-turn"), ["late", "patient"], "by deadline");
    assert_eq!(page.texts("[data-label=Against]"), ["loser", "winner"], "the last first");
    assert_eq!(page.texts("[data-label=Result]"), ["White wins by resignation", "Black wins by resignation"]);
    assert_eq!(page.texts(".site-nav .count"), ["2 waiting for you"]);
    assert_eq!(page.attributes("[aria-labelledby=own-turn] a", "href"), [quick.game, slow.game]);
    assert!(page.text("[aria-labelledby=own-turn]").contains("Duck Chess, turn 2 Your turn, 4 days left Until 7 Mar"));

    let seen = app.anonymous().opens("/players/KWIK").await;
    assert_eq!(seen.texts("[data-label=Against]"), ["loser", "winner"], "everybody may see who plays whom");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_card_says_what_there_is_to_know_of_a_game(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6 e6@e2").await;
    app.pass(days(2) + hours(1));
    let card = async |browser: &Browser, path: &str| browser.opens(path).await.text(".game-card-words");
    let (kwik, kwek) = (&table.white.browser, &table.black.browser);
    let own = "kwek Duck Chess, turn 2 Your turn, 27 days 23 h left Until 1 Apr 2026, 12:00 UTC";
    assert_eq!(card(kwik, "/games/mine").await, own);

    table.black.does("offer-draw", 2, &[]).await.leads_to();
    table.black.does("conditional", 2, &[("lines", "d4@d6 Nf6@e2")]).await.leads_to();
    let theirs = "kwik Duck Chess, turn 2 kwik is to move, 27 days 23 h left Until 1 Apr 2026, 12:00 UTC";
    assert_eq!(card(kwek, "/games/mine").await, format!("{theirs} Draw offered Conditional turns prepared"));
    assert_eq!(card(kwek, "/players/kwek").await, format!("{theirs} Draw offered Conditional turns prepared"));
    assert_eq!(card(kwik, "/games/mine").await, format!("{own} A draw is offered to you"));
    for reader in [kwik, &app.anonymous()] {
        let shown = card(reader, "/players/kwek").await;
        assert!(!shown.contains("Conditional"), "nobody else is told: {shown}");
    }

    kwik.post("/leave", &[("days", "7")]).await.leads_to();
    let away = "kwik Duck Chess, turn 2 kwik is to move, 27 days 23 h left Until 8 Apr 2026, 12:00 UTC \
        On leave until 11 Mar 2026, 13:00 UTC Draw offered Conditional turns prepared";
    assert_eq!(card(kwek, "/games/mine").await, away);
    app.pass(days(1));
    assert_eq!(card(kwek, "/games/mine").await, away, "nothing runs");

    table.white.moves(2, "Nc3@a6").await.leads_to();
    let fresh = card(kwek, "/games/mine").await;
    assert!(fresh.starts_with("kwik Duck Chess, turn 2 Your turn, 30 days left") && !fresh.contains("raw"), "{fresh}");
    assert!(!fresh.contains("Conditional") && !fresh.contains("leave"), "{fresh}");
}
