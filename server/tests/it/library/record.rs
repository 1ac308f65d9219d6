//! How a player's games went, on their page.

use sqlx::PgPool;

use super::played;
use crate::log::Log;
use crate::story::{Page, Table, TestApp, days};

/// What the tables of results say, row by row: what is counted, and how many were won, drawn and lost.
fn rows(page: &Page) -> Vec<(String, [String; 3])> {
    let names = page.texts("main > .ratings > .tallies tbody th");
    let numbers = page.texts("main > .ratings > .tallies tbody .tally-number");
    // A screen reader is told which, in links: `2 won`.
    let number = |figure: &String| figure.split(' ').next().unwrap_or_default().to_owned();
    let three = |figures: &[String]| [number(&figures[0]), number(&figures[1]), number(&figures[2])];
    names.into_iter().zip(numbers.chunks(3).map(three)).collect()
}

fn row(name: &str, [won, drawn, lost]: [u8; 3]) -> (String, [String; 3]) {
    (name.to_owned(), [won.to_string(), drawn.to_string(), lost.to_string()])
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_players_page_says_how_their_games_went(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek, kwak] = [app.signed_up("kwik").await, app.signed_up("kwek").await, app.signed_up("kwak").await];
    played(&app, &kwik, &kwek, &[], "1. e4@c6 e6@e2", "black").await;
    played(&app, &kwek, &kwik, &[], "1. e4@c6 e6@e2", "black").await;
    played(&app, &kwak, &kwik, &[("variant", "duchess-2")], "", "white").await;
    let drawn = Table::begin(&kwik, &kwak, &[]).await;
    drawn.play("1. e4@c6 e6@e2").await;
    drawn.white.does("offer-draw", 2, &[]).await.leads_to();
    drawn.black.does("accept-draw", 2, &[("confirm", "yes")]).await.leads_to();
    // Neither a running game counts nor one that was called off.
    Table::begin(&kwik, &kwek, &[]).await;
    let page = kwik.opens("/players/kwik").await;
    assert!(!page.has("#record"), "nothing is counted yet");
    app.fill_library().await;

    let page = kwik.opens("/players/kwik").await;
    assert_eq!(
        rows(&page),
        [
            row("Duck Chess", [1, 1, 1]),
            row("as White", [1, 1, 0]),
            row("as Black", [0, 0, 1]),
            row("Duchess for two", [1, 0, 0]),
            row("as Red", [0, 0, 0]),
            row("as Green", [1, 0, 0]),
            row("Resignation", [2, 0, 1]),
            row("Draw by agreement", [0, 1, 0]),
        ]
    );
    assert!(!page.text("main").contains("against you"), "nobody plays against themselves");
    let page = kwek.opens("/players/kwik").await;
    assert!(page.text("main").contains("2 games against you: kwik won 1, drew 0 and lost 1."), "{}", page.text("main"));
    let games = page.attributes("#record + p + p a", "href").concat();
    assert_eq!(kwek.opens(&games).await.texts(".list tbody tr").len(), 3, "the one that runs is found too");
    for address in page.attributes(".tallies a", "href") {
        kwek.opens(&address).await;
    }
    // Each figure leads to just so many games.
    let figures = page.attributes(".tally-number a", "href");
    let numbers = page.texts(".tally-number a");
    assert_eq!(numbers.len(), 13, "those of openings too");
    for (address, figure) in figures.iter().zip(numbers) {
        let (number, outcome) = figure.split_once(' ').unwrap();
        let found = kwek.opens(address).await;
        assert_eq!(found.texts(".list tbody tr").len().to_string(), number, "{address}");
        assert!(address.ends_with(&format!("&outcome={outcome}")), "{address}");
    }
    assert!(!app.anonymous().opens("/players/kwek").await.text("main").contains("against you"));
    let openings = kwek.opens("/players/kwak").await.text("[aria-labelledby=openings] .hint");
    assert_eq!(openings, "So far no opening has been played twice from the same seat.");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_players_page_shows_when_they_played_how_they_begin_and_whom_they_have_beaten(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek, kwak] = [app.signed_up("kwik").await, app.signed_up("kwek").await, app.signed_up("kwak").await];
    let stranger = app.anonymous();
    assert!(!stranger.opens("/players/kwik").await.has("#activity, #openings, #best-wins"), "nothing was played");
    let rated: &[_] = &[("rated", "yes")];
    // On the 3rd, 4th and 5th of March; then one in April.
    played(&app, &kwek, &kwak, rated, "1. Nf3@e5 Nf6@e4", "black").await;
    app.rate().await;
    let weak = played(&app, &kwik, &kwak, rated, "1. e4@c6 e6@e2 2. d4@d6", "black").await;
    app.rate().await;
    let strong = played(&app, &kwik, &kwek, rated, "1. e4@c6 e6@e2", "black").await;
    app.rate().await;
    app.pass(days(30));
    played(&app, &kwek, &kwik, rated, "1. Nf3@e5 Nf6@e4", "black").await;
    played(&app, &kwik, &kwek, &[], "1. e4@c6 e6@e2 2. d4@d6", "white").await;
    for _ in 0..2 {
        played(&app, &kwak, &kwik, &[], "1. e4@c6 e6@e2", "black").await;
    }
    app.rate().await;
    app.fill_library().await;

    let page = stranger.opens("/players/kwik").await;
    assert_eq!(page.texts(".activity li"), ["March 2026: 2 games", "April 2026: 4 games"]);
    assert_eq!(page.attributes(".activity rect", "height"), ["24", "48"]);
    assert_eq!(page.texts(".activity rect"), ["March 2026: 2 games", "April 2026: 4 games"]);
    assert_eq!(page.texts(".activity-months span"), ["May 2024", "May 2025", "Apr 2026"]);
    assert_eq!(
        page.texts("[aria-labelledby=openings] tbody tr"),
        ["e4 e6 Duck Chess as White2 won01 lost", "e4 e6 Duck Chess as Black002 lost"],
        "each seat by itself, and what was played once is none"
    );
    let [white, black] = page.attributes("[aria-labelledby=openings] tbody th a", "href").try_into().unwrap();
    assert_eq!(stranger.opens(&white).await.texts(".list tbody tr").len(), 3);
    assert_eq!(stranger.opens(&black).await.texts(".list tbody tr").len(), 2);
    let wins = page.attributes("[aria-labelledby=best-wins] tbody a", "href");
    assert_eq!(wins, [strong.game.as_str(), weak.game.as_str()], "the stronger opponent first");
    assert!(page.text("[aria-labelledby=best-wins] tbody th").starts_with("kwek (16"));
    app.pass(days(800));
    assert!(!stranger.opens("/players/kwik").await.has("#activity"), "two years are shown");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_players_page_asks_the_database_two_questions(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek] = [app.signed_up("kwik").await, app.signed_up("kwek").await];
    played(&app, &kwik, &kwek, &[("rated", "yes")], "1. Nf3@e5 Nf6@e4", "black").await;
    Table::begin(&kwik, &kwek, &[]).await;
    app.rate().await;
    app.fill_library().await;
    let stranger = app.anonymous();
    let (log, _guards) = Log::begin();
    let page = stranger.opens("/players/kwik").await;
    assert!(page.has("#record") && page.has("#running") && page.has("#finished"));
    let text = log.text();
    let asked: Vec<&str> = text.lines().filter(|line| line.contains(" sqlx::query: ")).collect();
    assert_eq!(asked.len(), 2, "{}", asked.join("\n"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_a_player_shows_to_everybody_is_on_their_page(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let stranger = app.anonymous();
    for (name, visibility) in [("Mine alone", "private"), ("For friends", "link"), ("Pond games", "public")] {
        let fields = [("name", name), ("visibility", visibility)];
        ann.sends_file("/collections", &fields, ("games.pgn", b"1. e4@c6 *")).await.leads_to();
        app.read_collections().await;
        let study = ann.post("/studies", &[("name", name), ("chapter", "One")]).await.leads_to().to_owned();
        let form = ann.opens(&study).await.form("#edit").with("visibility", visibility);
        ann.submits(&form).await.leads_to();
    }
    let empty = ann.sends_file("/collections", &[("visibility", "public")], ("empty.pgn", b"[A]")).await;
    empty.leads_to();
    app.read_collections().await;
    for viewer in [&stranger, &ann] {
        let page = viewer.opens("/players/ann").await;
        let shown = page.texts("[aria-labelledby=published] li");
        assert_eq!(shown, ["Pond games collection, 1 game", "Pond games study, 1 chapter"]);
        for address in page.attributes("[aria-labelledby=published] a", "href") {
            assert_eq!(viewer.opens(&address).await.text("h1"), "Pond games");
        }
    }
    app.signed_up("ben").await;
    assert!(!ann.opens("/players/ben").await.has("#published"), "who shows nothing has no such list");
}

#[sqlx::test(migrations = false)]
async fn games_that_were_there_before_are_counted(pool: PgPool) {
    server::platform::database::MIGRATOR.run_to(84, &pool).await.unwrap();
    sqlx::raw_sql(
        "insert into players (id, name, email, password_hash, created_at) overriding system value
        values (1, 'kwik', 'kwik@example.org', '', now()), (2, 'kwek', 'kwek@example.org', '', now());
        insert into games (id, setup, variant, rated, begun_at, events, ply, fen, ended_at, result, ending, countdown_after, seated_players)
        select id, '{}', 'duck', false, '2026-01-01', 0, 2, '', at, '1-0', 'resigned', 0, '{1,2}'
        from (values ('aaaaaaaaaa', '2026-01-31 23:59:59Z'::timestamptz), ('bbbbbbbbbb', '2026-02-01 00:00:00Z')) games (id, at);
        delete from library_backlog;
        delete from library_due;
        insert into library_games (game_id, player_id, seats, side, is_first, is_running, at, variant, result, ending, rated, turns,
            rating, is_analysed, opening, revision)
        select id, player, player, player - 1, player = 1, false, ended_at, 'duck', '1-0', 'resigned', false, 2, 0, false, '', 3
        from games, generate_series(1, 2) player",
    )
    .execute(&pool)
    .await
    .unwrap();
    server::platform::database::MIGRATOR.run(&pool).await.unwrap();

    let app = TestApp::new(pool).await;
    assert_eq!(app.fill_library().await, 0);
    let page = app.anonymous().opens("/players/kwek").await;
    assert_eq!(rows(&page).first(), Some(&row("Duck Chess", [0, 0, 2])));
    assert_eq!(page.texts(".activity li"), ["January 2026: 1 game", "February 2026: 1 game"]);
}
