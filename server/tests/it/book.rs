//! The opening book: finished games with a position.

use sqlx::PgPool;

use crate::story::{Page, TestApp};

/// White resigns, or Black, after the turns of a game.
async fn play(app: &TestApp, white: &str, black: &str, turns: &str, resigns: &str) -> String {
    let table = app.table(white, black).await;
    table.play(turns).await;
    let made = turns.split_whitespace().filter(|word| word.contains('@')).count();
    let loser = if resigns == "white" { &table.white } else { &table.black };
    loser.does("resign", made, &[("confirm", "yes")]).await.leads_to();
    table.game
}

/// The turns, each with its games, what White won, what was drawn and what Black won.
fn lines(page: &Page) -> Vec<String> {
    page.texts(".book tbody tr:first-child")
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_position_shows_what_was_played_from_it_however_it_came_about(pool: PgPool) {
    let app = TestApp::new(pool).await;
    play(&app, "a1", "b1", "1. Nf3@e5 Nf6@e4 2. Nc3@d5 Nc6@d4", "black").await;
    let example = play(&app, "a2", "b2", "1. Nc3@e4 Nf6@d4 2. Nf3@d5 Nc6@d4", "white").await;
    play(&app, "a3", "b3", "1. Nf3@e5 Nf6@e4 2. Nc3@d5 d6@d4", "white").await;
    assert_eq!(app.fill_book().await, 3);
    assert_eq!(app.fill_book().await, 0, "each is counted once");

    let running = app.table("kwik", "kwek").await;
    running.play("1. Nf3@e5 Nf6@e4 2. Nc3@d5").await;
    let at = async |query: &str| app.anonymous().opens(&format!("{}?tab=book{query}", running.game)).await;
    assert_eq!(at("&ply=0").await.texts(".tab[aria-current]"), ["Book"]);
    assert_eq!(lines(&at("&ply=0").await), ["Nf3@e5 played here2101", "Nc3@e41001"]);
    // Black is to move, and two orders of the same turns have led here.
    let now = at("").await;
    assert_eq!(lines(&now), ["Nc6@d42101", "d6@d41001"]);
    assert!(now.attributes(".book-games a", "href").contains(&example));
    assert_eq!(now.texts(".book-games li").len(), 3);
    assert!(now.text(".book-games").contains("a2 – b2 Black wins by resignation"), "{}", now.text(".book-games"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn running_and_cancelled_games_are_not_in_the_book(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let running = app.table("kwik", "kwek").await;
    running.play("1. e4@c6 e6@e2").await;
    let cancelled = app.table("ann", "ben").await;
    app.pass(crate::story::days(20));
    app.sweep().await;
    assert!(app.anonymous().opens(&cancelled.game).await.has(".outcome"));
    app.fill_book().await;
    assert_eq!(app.count("select count(*) from book_turns").await, 0);
    let page = app.anonymous().opens(&format!("{}?tab=book&ply=0", running.game)).await;
    assert!(page.text("#panel").contains("No finished game here has continued from this position yet."));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_that_comes_back_to_a_position_is_one_game(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let there_and_back = "1. Nf3@a3 Nf6@a4 2. Ng1@a3 Ng8@a4 3. Nf3@a3 Nf6@a4 4. Ng1@a3 Ng8@a4 5. Nf3@a3";
    let game = play(&app, "kwik", "kwek", there_and_back, "black").await;
    app.fill_book().await;
    let page = app.anonymous().opens(&format!("{game}?tab=book&ply=4")).await;
    assert_eq!(lines(&page), ["Nf3@a3 played here1100"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn servers_that_count_at_once_count_each_game_once(pool: PgPool) {
    let app = TestApp::new(pool).await;
    for n in 0..6 {
        play(&app, &format!("a{n}"), &format!("b{n}"), "1. e4@c6 e6@e2 2. d4@d6", "black").await;
    }
    let beside = app.beside().await;
    let (here, there) = tokio::join!(app.fill_book(), beside.fill_book());
    assert_eq!(here + there, 6);
    assert_eq!(app.count("select min(games)::bigint from book_turns").await, 6);
    assert_eq!(app.count("select count(*) from book_turns").await, 3);
    assert_eq!(app.count("select count(*) from book_due").await, 0);
}
