//! Watching: what goes on, what has just ended, the game of the day, and the strongest players.

use serde_json::json;
use sqlx::PgPool;

use crate::story::{Browser, Page, Player, Table, TestApp, WHOLE_GAME, days, encoded, hours};

const RATED: &[(&str, &str)] = &[("rated", "yes")];

/// The games under a heading, in their order.
fn games(page: &Page, heading: &str) -> Vec<String> {
    page.attributes(&format!("[aria-labelledby={heading}] [data-key]"), "data-key")
}

/// A game of 26 turns, which Black resigns.
async fn resigned(white: &Browser, black: &Browser, terms: &[(&str, &str)]) -> Table {
    let table = Table::begin(white, black, terms).await;
    table.play(WHOLE_GAME).await;
    table.black.does("resign", 26, &[("confirm", "yes")]).await.leads_to();
    table
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn running_games_are_watched_in_three_orders(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek, kwak, donald] = [
        app.signed_up("kwik").await,
        app.signed_up("kwek").await,
        app.signed_up("kwak").await,
        app.signed_up("donald").await,
    ];
    let stranger = app.anonymous();
    let page = stranger.opens("/watch").await;
    assert_eq!(
        page.texts(".empty"),
        [
            "There is none yet. At midnight UTC one is chosen among the games that ended within the month before with a result, after at least twenty turns.",
            "No game is being played at the moment.",
            "There is no game to show yet.",
            "Nobody is ranked at the moment."
        ]
    );
    resigned(&kwik, &kwek, RATED).await;
    app.rate().await;
    let weak = Table::begin(&kwek, &donald, RATED).await;
    weak.play("e4@c6 e6@e2").await;
    app.pass(days(10));
    let strong = Table::begin(&kwik, &kwak, RATED).await;
    strong.play("e4@c6 e6@e2").await;
    let casual = Table::begin(&kwak, &donald, &[]).await;
    casual.play("e4@c6 e6@e2 d4@d6").await;
    let begun = Table::begin(&kwik, &donald, &[]).await;
    begun.play("e4@c6").await;
    app.fill_library().await;

    let page = stranger.opens("/watch").await;
    assert_eq!(games(&page, "playing"), [strong.id(), weak.id(), casual.id()], "that with one turn is not among them");
    assert_eq!(page.texts("[aria-labelledby=playing] b")[0], "kwik against kwak");
    assert_eq!(page.texts("[aria-labelledby=playing] b + span")[0], "kwik is to move, 30 days left");
    assert_eq!(
        page.attributes("body", "data-live"),
        [format!("/watch/live?games={},{},{}", strong.id(), weak.id(), casual.id())]
    );
    let page = stranger.opens("/watch?order=pace").await;
    assert_eq!(
        games(&page, "playing"),
        [casual.id(), strong.id(), weak.id()],
        "three turns on a day, two, and two in ten days"
    );
    assert_eq!(page.text(".library-views [aria-current]"), "Fastest");

    let page = stranger.opens("/watch?order=looks").await;
    assert!(
        page.text("#playing ~ .empty").starts_with("Within a week nobody has looked"),
        "their players do not count"
    );
    for (browser, table) in
        [(&stranger, &strong), (&kwek, &casual), (&kwek, &casual), (&kwik, &casual), (&kwek, &strong), (&kwik, &weak)]
    {
        Player::looking_on(browser, table).sees().await;
    }
    app.pass(hours(1));
    strong.black.sees().await;
    strong.white.sees().await;
    assert_eq!(app.writes_audience().await, 3);
    let looks = async || games(&stranger.opens("/watch?order=looks").await, "playing");
    assert_eq!(looks().await, [casual.id(), strong.id(), weak.id()]);
    app.pass(days(5));
    for _ in 0..3 {
        Player::looking_on(&stranger, &weak).sees().await;
    }
    assert_eq!(app.writes_audience().await, 1);
    assert_eq!(looks().await, [weak.id(), casual.id(), strong.id()], "a week counts");
    app.pass(days(2));
    assert_eq!(looks().await, [weak.id()], "the others were looked at eight days ago");
    stranger.get("/watch?order=beauty").await.has_status(404);

    assert_eq!(
        games(&stranger.opens("/").await, "playing"),
        [strong.id(), weak.id(), casual.id()],
        "visitors see some"
    );
    strong.white.does("resign", 2, &[("confirm", "yes")]).await.leads_to();
    let page = stranger.opens("/watch").await;
    assert_eq!(
        games(&page, "playing"),
        [weak.id(), casual.id()],
        "it is not shown for the seconds until the library knows"
    );
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_page_is_told_when_one_of_its_games_goes_on_and_of_nothing_private(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let [first, second] = [app.table("ann", "ben").await, app.table("cleo", "dan").await];
    let stranger = app.anonymous();
    let address = format!("/watch/live?games={},{},99999999999", first.id(), second.id());
    let mut page = stranger.listens(&address).await;
    assert_eq!(page.hears().await, Some(json!({ "watched": true })));
    // Its player hears of a note: by then everybody would have.
    let mut own = second.white.browser.listens(&format!("{}/live", second.game)).await;
    own.hears().await;
    second.white.does("note", 0, &[("message", "My plan")]).await.leads_to();
    own.hears_up_to("game", 1).await;
    second.white.says(0, "Hello").await.leads_to();
    own.hears_up_to("game", 2).await;
    first.white.moves(0, "e4@c6").await.leads_to();
    assert_eq!(page.hears().await, Some(json!({ "watched": true })));
    assert_eq!(stranger.tries_to_listen("/watch/live?games=99999999999,nonsense").await.err(), Some(404));
    assert_eq!(stranger.tries_to_listen("/watch/live").await.err(), Some(404));
    app.stops().await;
    assert_eq!(page.hears_the_end().await, [json!(null); 0], "it was told of the turn, and of nothing else");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn each_day_has_a_game_and_what_has_just_ended_is_shown(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek] = [app.signed_up("kwik").await, app.signed_up("kwek").await];
    let stranger = app.anonymous();
    let choose = async || {
        app.rate().await;
        app.fill_library().await;
        server::watch::choose_daily(app.pool(), app.now()).await.unwrap()
    };
    let casual = resigned(&kwik, &kwek, &[]).await;
    app.pass(hours(1));
    let rated = resigned(&kwek, &kwik, RATED).await;
    app.pass(hours(1));
    let short = Table::begin(&kwik, &kwek, RATED).await;
    short.play("e4@c6 e6@e2").await;
    short.white.does("resign", 2, &[("confirm", "yes")]).await.leads_to();
    assert_eq!(choose().await, 0, "the games of a day before are chosen from");
    let page = stranger.opens("/watch").await;
    assert_eq!(games(&page, "finished"), [rated.id(), casual.id()], "the last first, and none that had hardly begun");
    assert!(!page.has("#daily-title"));

    app.pass(days(1));
    assert_eq!(choose().await, 1);
    assert_eq!(choose().await, 0, "a day has one");
    let page = stranger.opens("/watch").await;
    assert_eq!(page.text(".watch-daily-who"), "kwek against kwik");
    assert_eq!(page.attributes(".watch-daily-board", "href"), [rated.game.as_str()], "the rated one");
    app.pass(days(1));
    assert_eq!(choose().await, 1);
    let page = stranger.opens("/watch").await;
    assert_eq!(page.attributes(".watch-daily-board", "href"), [casual.game.as_str()], "no game comes twice");
    app.pass(days(1));
    assert_eq!(choose().await, 0, "there is no other");
    let page = stranger.opens("/watch").await;
    assert_eq!(page.attributes(".watch-daily-board", "href"), [casual.game.as_str()], "that of the day before stays");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_strongest_players_and_those_of_the_month_are_listed(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek] = [app.signed_up("kwik").await, app.signed_up("kwek").await];
    let stranger = app.anonymous();
    for won in 0..3 {
        let page = stranger.opens("/players").await;
        assert!(!page.text("main").contains("Players of March"), "not by {won} games");
        resigned(&kwik, &kwek, RATED).await;
        app.rate().await;
        app.pass(hours(1));
    }
    let page = stranger.opens("/players").await;
    assert_eq!(page.texts(".top-list caption"), ["Players of March"]);
    assert_eq!(page.texts(".top-list tbody tr"), ["1kwik+90 in 3 games"], "each counts for 30 at most");
    assert!(page.text("main").contains("Nobody is in this list yet."), "three games settle no rating");

    // As after many more games.
    app.execute("update ratings set games = 20, deviation = 70").await;
    app.pass(hours(1));
    let page = stranger.opens("/players").await;
    assert_eq!(page.texts(".top-list caption"), ["Duck Chess", "Players of March"]);
    assert_eq!(page.texts(".top-list th[scope=row]")[..2], ["kwik", "kwek"]);
    let all = page.attributes(".top-list caption a", "href").concat();
    assert_eq!(stranger.opens(&all).await.text("h1"), "The strongest at Duck Chess");
    assert_eq!(stranger.opens("/watch").await.texts(".top-list caption"), ["Players of March", "Duck Chess"]);
    app.pass(days(30));
    let page = stranger.opens("/players").await;
    assert_eq!(page.texts(".top-list caption"), ["Duck Chess", "Players of March"], "April has none yet");
    app.pass(days(160));
    assert!(!stranger.opens("/players").await.has(".top-list"), "whoever plays no more is in no list");
    stranger.get("/players?variant=chess").await.has_status(404);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_player_is_found_by_name_or_by_its_beginning(pool: PgPool) {
    let app = TestApp::new(pool).await;
    for name in ["Kwik", "kwek", "donald", "K-9"] {
        app.signed_up(name).await;
    }
    let (_, guest) = app.guest().await;
    app.execute("insert into account_deletions (player_id, asked_at, due_at, begun_at, done_at) select id, now(), now(), now(), now() from players where name = 'donald'").await;
    app.execute("update players set name = 'deleted player k3x9q' where name = 'donald'").await;
    let stranger = app.anonymous();
    assert_eq!(stranger.get("/players?name=+kWiK+").await.leads_to(), "/players/Kwik");
    let page = stranger.opens("/players?name=kw").await;
    assert_eq!(page.texts(".players-names li"), ["kwek", "Kwik"]);
    assert_eq!(page.value("name"), "kw", "what was typed stays");
    for name in ["nobody", "%", "_", "<b>", "kw\0", "deleted", &guest[..5]] {
        let page = stranger.get(&format!("/players?{}", encoded(&[("name", name)]))).await.page(404);
        let shown = name.replace('\0', "");
        assert_eq!(page.alert(), format!("There is no player “{shown}”. No name begins with it."));
    }
}
