//! Conditional turns: made on their page, played at once, and nobody else's to see.

use sqlx::PgPool;

use crate::story::{Table, TestApp, days};

/// A table where Black is to move, and White may plan.
async fn table(app: &TestApp) -> Table {
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6 e6@e2 d4@d6").await;
    table
}

fn page_of(table: &Table) -> String {
    format!("{}/conditionals", table.game)
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_reply_is_made_step_by_step_and_played_at_once(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let white = &table.white.browser;
    let page = white.opens(&page_of(&table)).await;
    assert_eq!(page.status(), "If kwek plays … No conditional turns.");
    let page = white.opens(&format!("{}?lines=&line=&turn=g8f6@e2", page_of(&table))).await;
    assert!(page.status().starts_with("… then I reply"));
    let page = white.opens(&format!("{}?lines=&line=Nf6@e2&turn=Nc3@e7", page_of(&table))).await;
    assert_eq!(page.value("lines"), "Nf6@e2 Nc3@e7\n");
    assert!(page.status().contains("Not saved yet."));
    assert_eq!(white.submits(&page.form(".conditionals-save")).await.leads_to(), table.game);
    assert!(table.white.sees().await.text(".conditionals-link").contains("Conditional turns (1)"));

    app.pass(days(3));
    let answer = table.black.moves(3, "Nf6@e2").await;
    answer.leads_to();
    let page = table.black.sees().await;
    assert_eq!(page.texts(".turns .turn")[4], "Nc3@e7 ⟲(conditional)");
    assert!(page.status().starts_with("Your turn"));
    let clock = page.text(".player-opponent .clock");
    assert_eq!(clock, "32 days waiting", "a day came with d4, another with the reply, which cost nothing");
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_tree_is_saved_as_text_and_taken_apart_by_links(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let lines = "Nf6@e2 Nc3@e7 d5@e5 Bg5@e7\r\nNf6@e2 Nc3@e7 h6@c6 resign\r\na6@* e5@e7";
    table.white.does("conditional", 3, &[("lines", lines)]).await.leads_to();
    let page = table.white.browser.opens(&page_of(&table)).await;
    assert_eq!(page.texts(".branch"), ["If Nf6@e2 then Nc3@e7 and 4 more turns", "If a6@* then e5@e7"]);
    let remove = page.attributes(".branch-links a:last-child", "href");
    let page = table.white.browser.opens(&remove[0]).await;
    assert_eq!(page.value("lines"), "a6@* e5@e7\n");
    table.white.browser.submits(&page.form(".conditionals-save").with("lines", "")).await.leads_to();
    assert!(!table.white.sees().await.text(".conditionals-link").contains('('), "none clears it");
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn what_is_wrong_with_a_line_is_said_and_nothing_is_lost(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let page = table.white.does("conditional", 3, &[("lines", "Nf6@e2 Ke4@a3\na6@* e5@e7")]).await.refused();
    assert!(page.alert().contains("Line 1, word 2 (Ke4@a3): "), "{}", page.alert());
    assert_eq!(page.value("lines"), "Nf6@e2 Ke4@a3\na6@* e5@e7");
    let refused = table.white.browser.get(&format!("{}?line=Nf6@e2&turn=quack", page_of(&table))).await.refused();
    assert!(refused.alert().contains("quack"));
    assert_eq!(refused.value("turn"), "quack");
    let own_turn = table.black.does("conditional", 3, &[("lines", "d5@a3 Nf6@a4")]).await.refused();
    assert!(own_turn.alert().contains("It is your turn"));
    let stale = table.white.does("conditional", 2, &[("lines", "a6@* e5@e7")]).await;
    assert_eq!(stale.page(409).value("lines"), "a6@* e5@e7\n");
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn nobody_else_learns_of_them(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let seen = async || {
        let path = &table.game;
        let mut all = Vec::new();
        for browser in [&table.black.browser, &app.anonymous()] {
            for page in
                [path.clone(), format!("{path}.pgn?comments=yes"), format!("{path}.fen"), "/games/mine".to_owned()]
            {
                all.push(browser.get(&page).await.text);
            }
        }
        all
    };
    let before = seen().await;
    table.white.does("conditional", 3, &[("lines", "Nf6@e2 Nc3@e7")]).await.leads_to();
    assert_eq!(seen().await, before);
    assert_eq!(table.black.browser.get(&page_of(&table)).await.shown().value("lines"), "");
    assert_eq!(app.anonymous().get(&page_of(&table)).await.status, 303);
    assert_eq!(app.signed_up("kwak").await.get(&page_of(&table)).await.status, 403);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn trees_of_both_answer_each_other(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    table.white.does("conditional", 3, &[("lines", "Nf6@e2 Nc3@e7 d5@e5 Bg5@e7")]).await.leads_to();
    table.black.does("move", 3, &[("turn", "Nf6@e2"), ("lines", "Nc3@e7 d5@e5")]).await.leads_to();
    let page = table.black.sees().await;
    assert_eq!(page.value("ply"), "7");
    assert!(page.texts(".turns .turn")[6].starts_with("Bg5@e7"));
}
