//! Which game is next, and a player's games in their order.

use sqlx::PgPool;

use crate::feeds::subscribe;
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
    let missing = kwik.get("/games/mine?page=9999").await.page(404);
    assert_eq!(missing.text(".empty"), "This list has no page 9999. Go to its first page");
    assert_eq!(missing.attributes(".empty a", "href"), ["/games/mine"]);
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
    assert_eq!(page.texts("[data-label=Result]"), ["You won by resignation", "You lost by resignation"]);
    assert_eq!(page.texts("[data-label=Colour]"), ["White", "White"]);
    assert_eq!(page.texts("[data-label=Score]"), ["1–0", "0–1"]);
    assert_eq!(page.texts(".site-nav .count"), ["2 waiting for you"]);
    assert_eq!(page.attributes("[aria-labelledby=own-turn] a", "href"), [quick.game, slow.game]);
    assert!(page.text("[aria-labelledby=own-turn]").contains("Duck Chess, round 2 Your turn, 4 days left Until 7 Mar"));

    let seen = app.anonymous().opens("/players/KWIK").await;
    assert_eq!(seen.texts("[data-label=Against]"), ["loser", "winner"], "everybody may see who plays whom");
    assert_eq!(seen.texts("[data-label=Result]"), ["Won by resignation", "Lost by resignation"]);
    let own = kwik.opens("/players/kwik").await;
    assert_eq!(own.texts("[data-label=Result]"), ["You won by resignation", "You lost by resignation"]);
    let other = app.anonymous().opens("/players/winner").await;
    let [against, colour, result, score] =
        ["Against", "Colour", "Result", "Score"].map(|of| other.texts(&format!("[data-label={of}]")));
    assert_eq!([against, colour, result, score].concat(), ["kwik", "Black", "Won by resignation", "0–1"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_page_of_my_games_may_have_none_but_those_that_wait_for_me(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    let over = Table::begin(&kwik, &kwek, &[]).await;
    over.white.does("resign", 0, &[("confirm", "yes")]).await.leads_to();
    // Theirs runs out first; of mine, those of the same instant have the same deadline.
    let theirs = Table::begin(&kwik, &kwek, &[("clock", "blitz")]).await;
    theirs.play("e4@c6").await;
    let mut mine = Vec::new();
    for hour in 0..2 {
        app.pass(hours(hour));
        let mut begun = Vec::new();
        for _ in 0..31 {
            begun.push(Table::begin(&kwik, &kwek, &[]).await.game);
        }
        begun.sort_by(|one, other| other.cmp(one));
        mine.extend(begun);
    }
    let links = async |page: u8| {
        let page = kwik.opens(&format!("/games/mine?page={page}")).await;
        let mut links = page.attributes("main a[href^='/games/']", "href");
        links.retain(|link| link != "/games/searches" && !link.starts_with("/games/mine"));
        (page.texts("h2"), links)
    };
    let (headings, listed) = links(1).await;
    assert_eq!((headings, &listed[..]), (vec!["Your turn 60".to_owned()], &mine[..60]), "the nearest deadlines first");
    let (headings, rest) = links(2).await;
    assert_eq!(headings, ["Your turn 2", "Their turn", "Finished"]);
    assert_eq!(rest[..2], mine[60..]);
    assert_eq!(rest[2..], [theirs.game, over.game]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_home_page_of_a_player_has_their_games(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    let empty = kwik.opens("/").await;
    assert_eq!(empty.text("h1"), "My games");
    assert!(empty.has(".empty") && !empty.has(".hero"), "no advertisement");

    let theirs = against(&app, &kwik, "theirs", &[]).await;
    let slow = against(&app, &kwik, "slow", &[]).await;
    let quick = against(&app, &kwik, "quick", &[("clock", "blitz")]).await;
    let over = against(&app, &kwik, "over", &[]).await;
    theirs.play("e4@c6").await;
    over.white.does("resign", 0, &[("confirm", "yes")]).await.leads_to();
    for table in [&slow, &quick] {
        table.play("e4@c6 e6@e2").await;
    }
    let asking = app.signed_up("asking").await;
    let asked = [("variant", "duck"), ("seat", "first"), ("clock", "standard"), ("opponent", "kwik")];
    asking.post("/challenges/new", &asked).await.leads_to();

    let home = kwik.opens("/").await;
    assert_eq!(home.texts("h2"), ["Your turn 2", "Their turn"], "finished games are in the list of all");
    assert_eq!(cards(&home, "own-turn"), ["quick", "slow"], "by deadline");
    assert_eq!(cards(&home, "their-turn"), ["theirs"]);
    assert!(home.text(".notice").starts_with("A challenge is waiting for your answer."), "{}", home.text(".notice"));
    let links = home.attributes("main a", "href");
    for link in ["/next", "/games/mine", "/challenges/new", "/lobby", "/analysis", "/rules"] {
        assert!(links.iter().any(|href| href == link), "{link}");
    }
    assert!(app.anonymous().opens("/").await.has(".hero"), "who is not logged in is told what this is");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_home_page_says_when_there_are_more_games_than_it_shows(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    for _ in 0..24 {
        Table::begin(&kwik, &kwek, &[]).await;
    }
    let home = kwik.opens("/").await;
    assert_eq!(home.texts("h2"), ["Your turn 24"]);
    assert!(!home.text("main").contains("more games in progress"));
    Table::begin(&kwik, &kwek, &[]).await;
    let home = kwik.opens("/").await;
    assert!(home.text("main").contains("You have more games in progress than are shown here. See all my games."));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_card_says_what_there_is_to_know_of_a_game(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6 e6@e2").await;
    app.pass(days(2) + hours(1));
    let card = async |browser: &Browser, path: &str| browser.opens(path).await.text(".game-card-words");
    let (kwik, kwek) = (&table.white.browser, &table.black.browser);
    let own = "kwek Duck Chess, round 2 Your turn, 27 days 23 h left Until 1 Apr 2026, 12:00 UTC";
    assert_eq!(card(kwik, "/games/mine").await, own);

    table.black.does("offer-draw", 2, &[]).await.leads_to();
    table.black.does("conditional", 2, &[("lines", "d4@d6 Nf6@e2")]).await.leads_to();
    let theirs = "kwik Duck Chess, round 2 kwik is to move, 27 days 23 h left Until 1 Apr 2026, 12:00 UTC";
    assert_eq!(card(kwek, "/games/mine").await, format!("{theirs} Draw offered Conditional turns prepared"));
    assert_eq!(card(kwek, "/players/kwek").await, format!("{theirs} Draw offered Conditional turns prepared"));
    assert_eq!(card(kwik, "/games/mine").await, format!("{own} A draw is offered to you"));
    for reader in [kwek, &app.anonymous()] {
        let shown = card(reader, "/players/kwik").await;
        assert!(shown.ends_with("A draw is offered"), "it is not offered to the reader: {shown}");
    }
    for reader in [kwik, &app.anonymous()] {
        let shown = card(reader, "/players/kwek").await;
        assert!(!shown.contains("Conditional"), "nobody else is told: {shown}");
    }

    kwik.post("/leave", &[("days", "7")]).await.leads_to();
    let away = "kwik Duck Chess, round 2 kwik is to move, 27 days 23 h left Until 8 Apr 2026, 12:00 UTC \
        kwik is on leave until 11 Mar 2026, 13:00 UTC Draw offered Conditional turns prepared";
    assert_eq!(card(kwek, "/games/mine").await, away);
    assert!(card(kwik, "/games/mine").await.contains("You are on leave until 11 Mar 2026, 13:00 UTC"));
    app.pass(days(1));
    assert_eq!(card(kwek, "/games/mine").await, away, "nothing runs");

    table.white.moves(2, "Nc3@a6").await.leads_to();
    let fresh = card(kwek, "/games/mine").await;
    assert!(fresh.starts_with("kwik Duck Chess, round 2 Your turn, 30 days left") && !fresh.contains("raw"), "{fresh}");
    assert!(!fresh.contains("Conditional") && !fresh.contains("leave"), "{fresh}");
}

/// A row written by a server that did not know countdowns; and one that such a server has updated after a newer one.
const OF_AN_OLDER_SERVER: [&str; 2] = [
    "update games set countdown_after = null, turn_since = null, clocks_started = null, paused_from = null,
        paused_until = null, seated_players = null",
    "update games set countdown_after = events - 1, turn_since = begun_at - interval '1 day',
        clocks_started = not clocks_started, paused_from = null, paused_until = null",
];

/// The list and the calendar show the same time as the game's page, whichever server wrote the row.
async fn check_times(app: &TestApp, table: &Table, calendar: &str, when: &str) {
    let kwik = &table.white.browser;
    let times = async || {
        let list = kwik.opens("/games/mine").await;
        let left = list.attributes(".game-card-left", "data-left");
        (list.text(".game-card-words"), list.attributes(".game-card-words time", "datetime"), left)
    };
    let feed = async || {
        let text = app.anonymous().get(calendar).await.text;
        let line = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap().trim().to_owned();
        (line("DTSTART"), line("SUMMARY"))
    };
    let (list, calendar) = (times().await, feed().await);
    let page = table.white.sees().await;
    let (deadline, left) = (list.1.first().unwrap(), page.attributes("[data-left]", "data-left"));
    assert!(page.attributes("time", "datetime").contains(deadline), "{when}: {deadline}");
    assert!(left.is_empty() || left == list.2, "{when}: {left:?} is not {:?}", list.2);
    assert_eq!(calendar.0, format!("DTSTART:{}", deadline.replace(['-', ':'], "")), "{when}");
    for older in OF_AN_OLDER_SERVER {
        app.execute(older).await;
        assert_eq!((times().await, feed().await), (list.clone(), calendar.clone()), "{when}: told by the log");
        assert_eq!(app.rewrite_rows().await, 1, "{when}");
        assert_eq!(app.rewrite_rows().await, 0, "{when}");
        assert_eq!((times().await, feed().await), (list.clone(), calendar.clone()), "{when}: told by the new row");
    }
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn lists_and_feeds_tell_the_time_as_the_game_does(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let differing = "select count(*) from games g where seated_players is distinct from
        (select array_agg(player_id order by seat) from game_seats where game_id = g.id)";
    assert_eq!(app.count(differing).await, 0);
    let (calendar, _) = subscribe(&table.white.browser).await;
    let takes = async |player: &Browser, from: &str, days: &str| {
        player.post("/leave", &[("from", from), ("days", days)]).await.leads_to();
    };
    check_times(&app, &table, &calendar, "before the first turn").await;
    table.play("e4@c6").await;
    takes(&table.black.browser, "2026-03-04", "3").await;
    check_times(&app, &table, &calendar, "the first round, with leave to come").await;
    app.pass(days(3));
    check_times(&app, &table, &calendar, "the first round, on leave").await;
    table.play("e6@e2").await;
    check_times(&app, &table, &calendar, "the clocks have started").await;
    takes(&table.white.browser, "2026-03-10", "5").await;
    takes(&table.white.browser, "2026-03-20", "2").await;
    check_times(&app, &table, &calendar, "leave to come twice").await;
    app.pass(days(7));
    check_times(&app, &table, &calendar, "on leave").await;
    app.pass(days(5));
    check_times(&app, &table, &calendar, "between leave and leave").await;
    table.play("d4@d6").await;
    check_times(&app, &table, &calendar, "the other is to move").await;
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_row_that_cannot_be_written_anew_holds_up_no_other(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6").await;
    let other = Table::begin(&table.black.browser, &table.white.browser, &[]).await;
    other.play("e4@c6").await;
    app.execute("update games set countdown_after = null").await;
    app.execute("update recent_events set body = '{}' where game_id = (select max(game_id) from recent_events)").await;
    assert_eq!(app.rewrite_rows().await, 1);
    assert_eq!(app.count("select count(*) from games where countdown_after = events").await, 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn small_boards_mark_the_last_turn(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    let table = Table::begin(&kwik, &kwek, &[]).await;
    let marked = async |page: &str| kwik.opens(page).await.attributes(".board .mark", "data-square");
    assert!(marked("/games/mine").await.is_empty(), "nobody has made a turn");
    table.play("e4@c6").await;
    assert_eq!(marked("/games/mine").await, ["e2", "e4", "c6"]);
    table.play("Nf6@e5").await;
    table.white.does("comment", 2, &[("message", "A knight!")]).await.leads_to();
    for page in ["/games/mine", "/players/kwek"] {
        assert_eq!(marked(page).await, ["g8", "f6", "e5"], "{page}");
    }
    // A server of the release before makes turns without saying where they went.
    app.execute("update games set ply = ply + 1").await;
    assert!(marked("/games/mine").await.is_empty(), "of another position");
    app.execute("update games set ply = ply - 1").await;
    table.white.does("resign", 2, &[("confirm", "yes")]).await.leads_to();
    app.fill_library().await;
    assert_eq!(marked("/games?view=boards").await, ["g8", "f6", "e5"], "after the end");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn small_round_boards_mark_the_last_turn(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    let table = Table::begin(&kwik, &kwek, &[("variant", "duchess-2")]).await;
    table.play("1c3-1c4").await;
    let page = kwek.opens("/games/mine").await;
    assert_eq!(page.attributes(".board .mark", "data-square"), ["1c3", "1c4"]);
}
