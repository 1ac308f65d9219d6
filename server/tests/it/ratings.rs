//! Ratings: which games count, once and in order, and where the values are shown.

use serde_json::json;
use sqlx::PgPool;

use crate::story::{Browser, Page, Table, TestApp, days, hours};

const RATED: &[(&str, &str)] = &[("rated", "yes")];

/// A rated game after its first round.
async fn rated_game(white: &Browser, black: &Browser) -> Table {
    let table = Table::begin(white, black, RATED).await;
    table.play("1. e4@c6 e6@e2").await;
    table
}

async fn white_resigns(table: &Table, ply: usize) {
    assert_eq!(table.white.does("resign", ply, &[("confirm", "yes")]).await.leads_to(), table.game);
}

fn ratings(page: &Page) -> Vec<String> {
    page.texts(".player-rating").iter().map(|text| text.trim_start_matches("rating ").to_owned()).collect()
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_rated_game_changes_both_ratings(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let table = rated_game(&ann, &ben).await;
    assert_eq!(ratings(&table.white.sees().await), ["1500?", "1500?"]);
    white_resigns(&table, 2).await;
    assert_eq!(app.rate().await, 1);
    // The opponent is listed first.
    assert_eq!(ratings(&table.white.sees().await), ["1500? +162", "1500? −162"]);
    let page = app.anonymous().opens("/players/ben").await;
    assert_eq!(page.text(".rating-card h3"), "Duck Chess");
    assert_eq!(page.text(".rating-now"), "1662? after 1 rated game: provisional");
    assert_eq!(page.text(".rating-last summary"), "The last rated game");
    assert_eq!(page.texts(".rating-history tbody tr"), ["2 Mar 2026ann+1621662?"]);
    assert_eq!(page.attributes(".rating-history a", "href"), [table.game.as_str()]);
    ben.post("/challenges/new", &[("variant", "duck"), ("seat", "first"), ("clock", "standard")]).await.leads_to();
    assert_eq!(ann.opens("/lobby").await.text(".rating"), "rating 1662?");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn every_game_of_the_chart_is_in_a_table(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let mut games = Vec::new();
    for _ in 0..21 {
        app.pass(hours(1));
        let table = rated_game(&ann, &ben).await;
        white_resigns(&table, 2).await;
        app.rate().await;
        games.push(table.game);
    }
    games.reverse();
    let page = app.anonymous().opens("/players/ben").await;
    assert!(page.text(".rating-line figcaption").ends_with("over the last 21 games"));
    assert_eq!(page.attributes(".rating-history a", "href"), games);
    assert_eq!(page.text(".rating-earlier summary"), "11 more games of the chart");
    assert_eq!(page.attributes(".rating-earlier a", "href"), games[10..]);
    // The others are found by the search.
    assert_eq!(page.attributes("#finished + table a", "href"), games[..20]);
    assert_eq!(page.texts("#finished ~ p a.button"), ["All games of ben"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_second_game_beside_shows_the_rating_now(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let (first, second) = (rated_game(&ann, &ben).await, rated_game(&ann, &ben).await);
    white_resigns(&first, 2).await;
    app.rate().await;
    assert_eq!(ratings(&second.white.sees().await), ["1662?", "1338?"]);
    white_resigns(&second, 2).await;
    app.rate().await;
    assert_eq!(ratings(&first.white.sees().await), ["1500? +162", "1500? −162"], "as it was at that game");
    assert!(ratings(&second.white.sees().await)[0].starts_with("1662? +"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn games_that_do_not_count_change_nothing(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let casual = Table::begin(&ann, &ben, &[("rated", "")]).await;
    casual.play("1. e4@c6 e6@e2").await;
    white_resigns(&casual, 2).await;
    let before_both_moved = Table::begin(&ann, &ben, RATED).await;
    before_both_moved.play("1. e4@c6").await;
    let terms = async || before_both_moved.black.sees().await.text(".record-terms");
    assert!(terms().await.ends_with(" Rated."), "{}", terms().await);
    white_resigns(&before_both_moved, 1).await;
    assert!(terms().await.ends_with(" Rated, but too short to count."), "{}", terms().await);
    let cancelled = Table::begin(&ann, &ben, RATED).await;
    cancelled.play("1. e4@c6").await;
    app.pass(days(15));
    assert_eq!(app.sweep().await, 1);
    assert_eq!(app.count("select count(*) from games where ended_at is null").await, 0);
    assert_eq!(app.rate().await, 0);
    assert_eq!(app.count("select count(*) from ratings").await, 0);
    assert!(ratings(&casual.white.sees().await).is_empty(), "a casual game that is over says nothing of ratings");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn flags_and_draws_count_too(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let drawn = rated_game(&ann, &ben).await;
    drawn.white.does("offer-draw", 2, &[]).await.leads_to();
    drawn.black.does("accept-draw", 2, &[("confirm", "yes")]).await.leads_to();
    app.rate().await;
    assert_eq!(ratings(&drawn.white.sees().await), ["1500? ±0", "1500? ±0"]);
    let lost = rated_game(&ann, &ben).await;
    app.pass(days(31));
    assert_eq!(app.sweep().await, 1);
    app.rate().await;
    let ended = app.column("select ended_at::text from rating_changes order by ended_at desc limit 1").await;
    let deadline = app.column("select ended_at::text from games order by ended_at desc limit 1").await;
    assert_eq!(ended, deadline, "dated at the deadline");
    let shown = ratings(&lost.white.sees().await);
    assert!(shown[0].contains('+') && shown[1].contains('−'), "{shown:?}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_counts_once_on_any_number_of_servers(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let mut tables = Vec::new();
    for _ in 0..6 {
        let table = rated_game(&ann, &ben).await;
        white_resigns(&table, 2).await;
        tables.push(table);
    }
    // What is said after the end, before the game is counted and after it, must not queue it again.
    tables[0].white.says(2, "well played").await.leads_to();
    let other = app.beside().await;
    let counts = tokio::join!(app.rate(), other.rate(), app.rate(), other.rate());
    let counted = counts.0 + counts.1 + counts.2 + counts.3 + app.rate().await;
    assert_eq!(counted, 6);
    tables[0].white.says(2, "again").await.leads_to();
    assert_eq!(app.rate().await, 0);
    assert_eq!(app.count("select count(*) from rating_changes").await, 12);
    assert_eq!(app.column("select games::text from ratings").await, ["6", "6"]);
    assert_eq!(app.count("select count(*) from ratings_due").await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_server_counts_the_games_of_others_while_another_is_at_the_first(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, ben, cleo, dan] = ["ann", "ben", "cleo", "dan"].map(|name| app.signed_up(name));
    let (ann, ben, cleo, dan) = (ann.await, ben.await, cleo.await, dan.await);
    for (white, black) in [(&ann, &ben), (&ben, &ann), (&cleo, &dan)] {
        let table = rated_game(white, black).await;
        app.pass(hours(1));
        white_resigns(&table, 2).await;
    }
    let mut other = app.pool().begin().await.unwrap();
    sqlx::query("select from ratings_due order by ended_at limit 1 for update").execute(&mut *other).await.unwrap();
    assert_eq!(app.rate().await, 1);
    assert_eq!(
        app.column("select distinct players.name from rating_changes join players on id = player_id order by 1").await,
        ["cleo", "dan"]
    );
    other.rollback().await.unwrap();
    assert_eq!(app.rate().await, 2);
}

/// Each game starts where the one that ended before it left the player, in whatever order they were queued.
#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn games_count_in_the_order_they_ended(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben, cleo) = (app.signed_up("ann").await, app.signed_up("ben").await, app.signed_up("cleo").await);
    for other in [&ben, &cleo, &ben, &cleo] {
        let table = rated_game(&ann, other).await;
        app.pass(hours(3));
        white_resigns(&table, 2).await;
    }
    // Another server that came late would find them in another order.
    app.execute("update ratings_due set game_id = game_id").await;
    app.rate().await;
    let breaks = app.count(
        "select count(*) from (select rating_before, lag(rating_after) over (partition by player_id order by ended_at)
            as left_at from rating_changes) c where left_at is not null and left_at <> rating_before",
    );
    assert_eq!(breaks.await, 0);
    assert_eq!(app.column("select games::text from ratings order by games desc").await, ["4", "2", "2"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_that_cannot_be_counted_holds_up_only_its_players(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let (cleo, dora) = (app.signed_up("cleo").await, app.signed_up("dora").await);
    let broken = rated_game(&ann, &ben).await;
    white_resigns(&broken, 2).await;
    app.execute("update ratings_due set variant = 'no-such', players = array[-1, -2]").await;
    app.pass(hours(1));
    white_resigns(&rated_game(&cleo, &dora).await, 2).await;
    assert_eq!(app.rate().await, 1);
    assert_eq!(app.count("select count(*) from ratings_due").await, 1, "it waits for who mends it");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_message_and_the_counting_of_a_game_do_not_wait_for_each_other(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let table = rated_game(&ann, &ben).await;
    white_resigns(&table, 2).await;
    assert_eq!(app.acts_during(app.rate()).await, 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_rating_grows_unsure_while_nothing_is_played(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.signed_up("ann").await;
    app.execute(
        "insert into ratings (player_id, variant, rating, deviation, volatility, games, rated_at)
        select id, 'duck', 1800, 60, 0.06, 40, '2026-03-02T12:00:00Z' from players",
    )
    .await;
    let rating = async || app.anonymous().opens("/players/ann").await.text(".rating-figure");
    assert_eq!(rating().await, "1800");
    app.pass(days(600));
    assert_eq!(rating().await, "1800?");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn open_pages_learn_that_a_game_was_counted(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let table = rated_game(&ann, &ben).await;
    white_resigns(&table, 2).await;
    let mut at_game = app.anonymous().listens(&format!("{}/live", table.game)).await;
    let mut at_player = app.anonymous().listens("/live?player=ben").await;
    let mut in_lists = ann.listens("/live").await;
    assert_eq!(at_game.hears().await, Some(json!({ "game": 3 })));
    assert_eq!(at_player.hears().await, Some(json!({ "player": true })));
    in_lists.hears().await.unwrap();
    assert_eq!(table.white.sees().await.attributes("main", "data-extras"), ["0"]);

    app.rate().await;
    assert_eq!(at_game.hears().await, Some(json!({ "beside": 1 })));
    assert_eq!(at_player.hears().await, Some(json!({ "player": true })));
    assert!(in_lists.hears().await.is_some());
    assert_eq!(table.white.sees().await.attributes("main", "data-extras"), ["1"]);
    let mut later = ann.listens(&format!("{}/live", table.game)).await;
    assert_eq!(later.hears().await.unwrap()["beside"], 1);
    app.anonymous().get("/live?player=nobody").await.has_status(404);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_that_waits_to_be_counted_shows_what_it_was_played_with(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let table = rated_game(&ann, &ben).await;
    white_resigns(&table, 2).await;
    assert_eq!(ratings(&table.white.sees().await), ["1500?", "1500?"]);
}
