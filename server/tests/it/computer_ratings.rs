//! Rated games with computers: they count in a pool apart, for everybody in them, and move nobody's rating among people.

use sqlx::PgPool;

use crate::duchess::{acts, moves};
use crate::story::{Browser, Page, Table, TestApp, challenge};

/// What is written next to the names of the players at a game, the opponent's first.
fn beside_names(page: &Page) -> Vec<String> {
    page.texts(".player-rating").iter().map(|text| text.trim_start_matches("rating ").to_owned()).collect()
}

/// A player has moved first in a rated game with a computer, and it has answered.
async fn rated_game(app: &TestApp, player: &Browser) -> Table {
    let game = player.post("/play", &[("level", "2"), ("rated", "yes")]).await.leads_to().to_owned();
    let table = Table::at(player, player, &game);
    table.white.moves(0, "e4@e6").await.leads_to();
    assert_eq!(app.work().await, 1, "the computer has answered");
    table
}

async fn gives_up(app: &TestApp, table: &Table) {
    table.white.does("resign", 2, &[("confirm", "yes")]).await.leads_to();
    assert_eq!(app.rate().await, 1);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_rated_game_with_a_computer_moves_the_ratings_of_that_pool_alone(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let (ana, ben) = (app.signed_up("ana").await, app.signed_up("ben").await);
    let among_people = Table::begin(&ana, &ben, &[("rated", "yes")]).await;
    among_people.play("e4@c6 e6@e2").await;
    gives_up(&app, &among_people).await;

    let table = rated_game(&app, &ana).await;
    let page = table.white.sees().await;
    assert_eq!(beside_names(&page), ["level 2"], "what is not known yet is not shown as 1500");
    assert!(page.text(".record-terms").ends_with(" Rated, in the ratings against computers."));
    gives_up(&app, &table).await;
    assert_eq!(beside_names(&table.white.sees().await), ["1500? +162", "1500? −162"]);

    let page = app.anonymous().opens("/players/ana").await;
    assert_eq!(page.texts("main h2")[..2], ["Ratings", "Against computers"]);
    assert_eq!(page.texts(".rating-figure"), ["1338?", "1338?"]);
    assert_eq!(page.texts(".rating-history tbody th"), ["ben", "Teal-computer"]);
    let page = app.anonymous().opens("/players/Teal-computer").await;
    assert_eq!(
        (page.text("#against-computers"), page.text(".rating-now")),
        ("Ratings".into(), "1662? after 1 rated game: provisional".into())
    );
    let page = app.anonymous().opens("/players/ben").await;
    assert!(!page.has("#against-computers"), "he has played no computer");

    let next = rated_game(&app, &ana).await;
    assert_eq!(beside_names(&next.white.sees().await), ["1662?", "1338?"], "the ratings of the pool, now");
    assert_eq!(
        app.column("select name from ratings join players on id = player_id order by name").await,
        ["ana", "ben"]
    );
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn unrated_is_what_a_game_with_a_computer_is_unless_somebody_wants_it_rated(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let ana = app.signed_up("ana").await;
    let form = ana.opens("/play").await.form("form.terms");
    let game = ana.submits(&form).await.leads_to().to_owned();
    assert!(ana.opens(&game).await.text(".record-terms").ends_with(" Not rated."));
    ana.submits(&form.with("rated", "yes")).await.leads_to();
    assert_eq!(app.column("select rated::text from games order by rated").await, ["false", "true"]);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_guest_plays_unrated(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let visitor = app.anonymous();
    assert!(!visitor.opens("/play").await.has("input[name=rated]"));
    let refused = visitor.post("/play", &[("rated", "yes")]).await.refused();
    assert!(refused.alert().contains("Rated games need an account"), "{}", refused.alert());
    assert!(refused.has("input[name=rated][checked]"), "and can be taken back");
    assert_eq!(app.count("select count(*) from players where is_guest").await, 0);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_computer_accepts_a_rated_challenge(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let ana = app.signed_up("ana").await;
    challenge(&ana, &[("opponent", "Teal-computer"), ("seat", "second"), ("rated", "yes")]).await;
    assert_eq!(app.work().await, 1, "it has accepted, and made the first turn");
    assert_eq!(app.column("select rated::text from games").await, ["true"]);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn one_computer_among_partners_makes_the_game_one_with_computers_for_all(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let (ana, ben, cleo) = (app.signed_up("ana").await, app.signed_up("ben").await, app.signed_up("cleo").await);
    let terms = [("variant", "duchess-4"), ("partners", "Teal-computer"), ("opponent", "ben, cleo"), ("rated", "yes")];
    let form = [terms.as_slice(), &[("seat", "first"), ("clock", "standard")]].concat();
    let challenge = ana.post("/challenges/new", &form).await.leads_to().to_owned();
    for other in [&ben, &cleo] {
        other.post(&format!("{challenge}/accept"), &[]).await.has_status(303);
    }
    app.work().await;
    let game = format!("/games/{}", app.column("select id from games").await[0]);
    moves(&ana, &game, 0, "1c3-1c4").await;
    moves(&ben, &game, 1, "2c3-2c4").await;
    app.work().await;
    moves(&cleo, &game, 3, "5c3-5c4").await;
    for loser in [&ben, &cleo] {
        acts(loser, &game, 4, &[("action", "resign"), ("confirm", "yes")]).await.has_status(303);
    }
    assert_eq!(app.rate().await, 1);
    assert_eq!(app.count("select count(*) from ratings").await, 0, "nobody's rating among people");
    let won =
        "select name from ratings_with_computers join players on id = player_id where rating > 1500 order by name";
    assert_eq!(app.column(won).await, ["Teal-computer", "ana"]);
    assert_eq!(app.count("select count(*) from ratings_with_computers where rating < 1500").await, 2);
}

/// Two pairs play the same games among themselves; one of them plays computers between, and stands as the other.
#[sqlx::test(migrator = "server::MIGRATOR")]
async fn ratings_among_people_are_the_same_with_and_without_games_with_computers(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let (ana, ben) = (app.signed_up("ana").await, app.signed_up("ben").await);
    let (cleo, dora) = (app.signed_up("cleo").await, app.signed_up("dora").await);
    for is_lost_by_first in [true, false, false, true, false] {
        for (first, second) in [(&ana, &ben), (&cleo, &dora)] {
            let (loser, winner) = if is_lost_by_first { (first, second) } else { (second, first) };
            let table = Table::begin(loser, winner, &[("rated", "yes")]).await;
            table.play("e4@c6 e6@e2").await;
            gives_up(&app, &table).await;
        }
        for player in [&ana, &ben] {
            gives_up(&app, &rated_game(&app, player).await).await;
        }
    }
    let stand = app
        .column(
            "select concat_ws(' ', rating, deviation, volatility, games) from ratings join players on id = player_id
            order by name",
        )
        .await;
    assert_eq!(stand[..2], stand[2..], "ana as cleo, and ben as dora");
    assert_eq!(
        app.column("select games::text from ratings_with_computers order by ratings_with_computers.games").await,
        ["5", "5", "10"]
    );
}
