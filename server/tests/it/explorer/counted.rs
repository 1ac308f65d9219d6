//! Which games count, and that each counts once, whatever comes between.

use sqlx::PgPool;

use super::{lines, play, play_on_terms, says};
use crate::story::{Table, TestApp, days};

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn running_and_cancelled_games_do_not_count(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let running = app.table("kwik", "kwek").await;
    running.play("1. e4@c6 e6@e2").await;
    let cancelled = app.table("ann", "ben").await;
    app.pass(days(20));
    app.sweep().await;
    assert!(app.anonymous().opens(&cancelled.game).await.has(".outcome"));
    app.fill_library_with_totals().await;
    let page = app.anonymous().opens(&format!("{}?tab=explorer&ply=0", running.game)).await;
    assert!(page.text("#panel").contains("No finished game here has come to this position yet."));
    assert_eq!(says(&app, "").await, [""; 0]);
    // Nor where there are totals.
    for n in 0..4 {
        play(&app, &format!("a{n}"), &format!("b{n}"), "e4@c6 e6@e2", "white").await;
    }
    app.fill_library_with_totals().await;
    let cancelled = app.table("cleo", "dan").await;
    app.pass(days(20));
    app.sweep().await;
    assert!(app.anonymous().opens(&cancelled.game).await.has(".outcome"));
    assert!(app.fill_library_with_totals().await > 0);
    let page = app.anonymous().opens("/explorer").await;
    assert_eq!(lines(&page), ["e4@c65005–"], "White's clock has run out in the one that was running");
    assert!(!page.text("main").contains("ended here"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_that_comes_back_to_a_position_is_one_game(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let there_and_back = "1. Nf3@a3 Nf6@a4 2. Ng1@a3 Ng8@a4 3. Nf3@a3 Nf6@a4 4. Ng1@a3 Ng8@a4 5. Nf3@a3";
    let game = play(&app, "kwik", "kwek", there_and_back, "black").await;
    app.fill_library().await;
    let page = app.anonymous().opens(&format!("{game}?tab=explorer&ply=4")).await;
    assert_eq!(lines(&page), ["Nf3@a3 played here1100–"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_position_gets_totals_when_one_game_more_than_enough_came_to_it(pool: PgPool) {
    let app = TestApp::new(pool).await;
    for (n, turns) in ["e4@c6 e6@e2", "e4@c6", "Nf3@e5"].into_iter().enumerate() {
        play(&app, &format!("a{n}"), &format!("b{n}"), turns, "white").await;
    }
    app.fill_library_with_totals().await;
    assert_eq!(app.count("select count(*) from explorer_positions").await, 0);
    assert_eq!(says(&app, "").await, ["e4@c62002–", "Nf3@e51001–"]);
    play(&app, "a3", "b3", "e4@c6 e6@e2", "black").await;
    app.fill_library_with_totals().await;
    assert_eq!(app.count("select count(*) from explorer_positions").await, 1, "the start alone");
    assert_eq!(says(&app, "").await, ["e4@c63102–", "Nf3@e51001–"]);
    assert_eq!(says(&app, "turns=e4@c6").await, ["e6@e22101–"]);
    // From now on each game is added.
    play(&app, "a4", "b4", "e4@c6 e6@e2", "black").await;
    app.fill_library_with_totals().await;
    assert_eq!(app.count("select count(*) from explorer_positions").await, 2);
    assert_eq!(says(&app, "").await, ["e4@c64202–", "Nf3@e51001–"]);
    assert_eq!(says(&app, "turns=e4@c6").await, ["e6@e23201–"], "and one game ended there");
    assert!(app.anonymous().opens("/explorer?turns=e4@c6").await.text("main").contains("One game ended here."));
    // Whoever takes a game in again counts nothing twice.
    app.execute("insert into library_due select id, ended_at from games").await;
    app.fill_library_with_totals().await;
    assert_eq!(says(&app, "").await, ["e4@c64202–", "Nf3@e51001–"]);
    assert_eq!(app.count("select count(*) from library_positions where xmax::text <> '0'").await, 0, "none is touched");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_moves_to_its_band_once_it_is_rated(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek] = [app.signed_up("kwik").await, app.signed_up("kwek").await];
    for _ in 0..5 {
        play_on_terms(&kwik, &kwek, &[("rated", "yes")], "e4@c6 e6@e2", "black").await;
    }
    app.fill_library_with_totals().await;
    assert_eq!(says(&app, "").await, ["e4@c65500–"]);
    assert_eq!(says(&app, "rating-from=1200").await, [""; 0]);
    app.rate().await;
    // Whichever server takes them in anew.
    let beside = app.beside().await;
    for _ in 0..2 {
        beside.fill_library_with_totals().await;
        app.execute("insert into library_due select id, ended_at from games on conflict do nothing").await;
    }
    app.fill_library_with_totals().await;
    assert_eq!(says(&app, "").await, ["e4@c655001500"]);
    assert_eq!(says(&app, "rating-from=1400&rating-to=1599").await, ["e4@c655001500"]);
    assert_eq!(says(&app, "rating-to=1399").await, [""; 0]);
    assert_eq!(app.count("select count(*) from explorer_turns where band = 0 or games < 1").await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn servers_that_count_at_once_count_each_game_once(pool: PgPool) {
    let app = TestApp::new(pool).await;
    for n in 0..8 {
        play(&app, &format!("a{n}"), &format!("b{n}"), "e4@c6 e6@e2 d4@d6", "black").await;
    }
    let beside = app.beside().await;
    let (here, there) = tokio::join!(app.fill_library_with_totals(), beside.fill_library_with_totals());
    assert_eq!(here + there, 8);
    assert_eq!(app.count("select count(*) from explorer_positions").await, 4);
    for query in ["", "turns=e4@c6", "turns=e4@c6+e6@e2"] {
        assert!(says(&app, query).await[0].ends_with("8800–"), "{query}");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn games_that_an_earlier_release_took_in_are_completed(pool: PgPool) {
    let app = TestApp::new(pool).await;
    for n in 0..5 {
        play(&app, &format!("a{n}"), &format!("b{n}"), "e4@c6 e6@e2", "white").await;
    }
    app.fill_library().await;
    app.execute("update library_positions set turn = null").await;
    app.execute("update library_games set revision = 0").await;
    assert_eq!(says(&app, "").await, [""; 0], "what was played is not known yet");
    assert_eq!(app.fill_library_with_totals().await, 5);
    assert_eq!(says(&app, "").await, ["e4@c65005–"]);
    assert_eq!(app.fill_library_with_totals().await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_server_that_counts_keeps_no_other_waiting(pool: PgPool) {
    let app = TestApp::new(pool).await;
    play(&app, "kwik", "kwek", "e4@c6 e6@e2", "white").await;
    let mut other = app.pool().begin().await.unwrap();
    assert!(server::explorer::try_lock(&mut other).await.unwrap());
    assert_eq!(app.fill_library().await, 0, "the other server is at it");
    other.rollback().await.unwrap();
    assert_eq!(app.fill_library().await, 1);
    assert_eq!(says(&app, "").await, ["e4@c61001–"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_position_that_takes_too_long_is_given_up(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let game = play(&app, "kwik", "kwek", "e4@c6 e6@e2", "white").await;
    app.fill_library().await;
    let mut slow = app.pool().begin().await.unwrap();
    sqlx::query("lock table library_positions in access exclusive mode").execute(&mut *slow).await.unwrap();
    for address in ["/explorer".to_owned(), format!("{game}?tab=explorer")] {
        let page = app.anonymous().opens(&address).await;
        assert!(page.text(".explorer-none").starts_with("Looking through these games takes too long"), "{address}");
    }
    slow.rollback().await.unwrap();
    assert_eq!(says(&app, "").await, ["e4@c61001–"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn of_a_player_with_very_many_games_the_last_are_looked_at(pool: PgPool) {
    let app = TestApp::new(pool).await;
    play(&app, "kwik", "kwek", "e4@c6 e6@e2", "white").await;
    server::library::queue::<0>().drain(app.pool()).await.unwrap();
    assert!(app.count("select count(*) from explorer_positions").await > 0);
    app.execute("alter table library_games disable trigger all").await;
    // All of them of another variant: what the filter leaves out is looked at too.
    let later = "insert into library_games
            (game_id, player_id, seats, side, is_first, is_running, at, variant, result, ending, rated, turns, opening, rating, is_analysed)
        select 'later-' || n, player_id, seats, side, is_first, is_running, at + n * interval '1 minute', 'three-check-duck', result,
            ending, rated, turns, opening, rating, is_analysed
        from library_games join players on players.id = player_id, generate_series($1::integer, $2) n
        where name = 'kwik' and game_id not like 'later-%'";
    sqlx::query(later).bind(1).bind(999).execute(app.pool()).await.unwrap();
    let page = app.anonymous().opens("/explorer?player=kwik").await;
    assert_eq!(lines(&page), ["e4@c61001–"]);
    assert!(!page.text("main").contains("the last 1000 games"), "these are all");
    sqlx::query(later).bind(1000).bind(1000).execute(app.pool()).await.unwrap();
    let page = app.anonymous().opens("/explorer?player=kwik").await;
    assert_eq!(lines(&page), [""; 0]);
    assert!(page.text("main").contains("Of this player, the last 1000 games are looked at."));
    assert_eq!(says(&app, "player=kwek").await, ["e4@c61001–"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn fair_play_asks_how_many_games_share_a_turn(pool: PgPool) {
    let app = TestApp::new(pool).await;
    for n in 0..5 {
        let turns = if n < 3 { "e4@c6 e6@e2 d4@d6" } else { "e4@c6 e6@e2" };
        play(&app, &format!("a{n}"), &format!("b{n}"), turns, "white").await;
    }
    let last = Table::begin(&app.signed_in("a0").await, &app.signed_in("b0").await, &[]).await;
    last.play("e4@c6 e6@e2 d4@d6 Nf6@e2").await;
    let id = server::games::GameId::read(last.id()).unwrap();
    for _ in 0..2 {
        // Counted from the games, then from totals.
        app.fill_library().await;
        let stored = server::games::load(app.pool(), &id).await.unwrap().unwrap();
        for (at_least, shared) in [(1, 3), (3, 3), (4, 2), (5, 2), (6, 0)] {
            let found = server::explorer::shared_turns(app.pool(), &stored.game, at_least).await.unwrap();
            assert_eq!(found, shared, "in {at_least} games");
        }
        app.execute("update library_games set revision = 0 where not is_running").await;
        app.execute("update library_positions set turn = null").await;
        app.fill_library_with_totals().await;
    }
    assert!(app.count("select count(*) from explorer_positions").await > 0);
}
