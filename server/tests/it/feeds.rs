//! Feeds: what a calendar and a feed reader get at the secret addresses.

use icalendar::{Calendar, CalendarComponent, Component};
use sqlx::PgPool;

use crate::duchess::{ROUND, game_of_six, moves, plays, six};
use crate::story::{Browser, Table, TestApp, days, hours};

/// The addresses of a player's feeds, as paths: the calendar's, the turns'.
pub async fn subscribe(browser: &Browser) -> (String, String) {
    browser.post("/settings/feeds", &[("do", "renew")]).await.leads_to();
    let page = browser.opens("/settings").await;
    let addresses = page.attributes("input.address", "value");
    let path = |address: &String| address.strip_prefix(&browser.site()).unwrap().to_owned();
    (path(&addresses[0]), path(&addresses[1]))
}

/// What is at an address, with what differs from run to run named.
async fn read(browser: &Browser, path: &str, tables: &[(&str, &Table)]) -> String {
    let answer = browser.get(path).await;
    answer.has_status(200);
    // Lines longer than 75 are folded, wherever the address ends.
    let text = answer.text.replace("\r\n ", "").replace('\r', "");
    let text = text.replace(&browser.site(), "http://site").replace("127.0.0.1", "site");
    tables.iter().fold(text, |text, (name, table)| text.replace(table.id(), name))
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_calendar_has_every_deadline(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let mine = Table::begin(&ann, &ben, &[]).await;
    mine.play("1. e4@c6 e6@e2").await;
    app.pass(hours(1));
    let theirs = Table::begin(&ben, &ann, &[("clock", "fast")]).await;
    theirs.play("1. d4@c6 d5@d3").await;
    app.pass(hours(1));
    let fresh = Table::begin(&ann, &ben, &[]).await;
    let over = Table::begin(&ann, &ben, &[]).await;
    over.white.does("resign", 0, &[("confirm", "yes")]).await.leads_to();

    let (calendar, _) = subscribe(&ann).await;
    let stranger = app.anonymous();
    let answer = stranger.get(&calendar).await;
    assert_eq!(answer.header("content-type"), "text/calendar; charset=utf-8");
    assert_eq!(answer.header("cache-control"), "private, no-cache");
    assert!(answer.text.lines().all(|line| line.trim_end_matches('\r').len() <= 75), "lines are folded");
    let tables = [("MINE", &mine), ("THEIRS", &theirs), ("FRESH", &fresh)];
    insta::assert_snapshot!(read(&stranger, &calendar, &tables).await);

    // A program that reads it finds an event a running game.
    let parsed: Calendar = answer.text.parse().unwrap();
    let events = parsed.components.iter().filter_map(|component| match component {
        CalendarComponent::Event(event) => Some(event.get_summary().unwrap().to_owned()),
        _ => None,
    });
    let mut events: Vec<_> = events.collect();
    events.sort();
    assert_eq!(events, ["Your first turn against ben", "Your turn against ben", "ben’s turn (not yours)"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_event_moves_with_its_deadline(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("ann", "ben").await;
    table.play("1. e4@c6 e6@e2").await;
    let (calendar, _) = subscribe(&table.white.browser).await;
    let event = async || {
        let text = read(&app.anonymous(), &calendar, &[("GAME", &table)]).await;
        let line = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap().to_owned();
        (line("UID:"), line("DTSTART:"), line("SUMMARY:"))
    };
    let own = event().await;
    assert_eq!(own, event().await, "it does not change by being looked at");
    app.pass(days(2));
    table.play("2. d4@d6").await;
    let theirs = event().await;
    assert_eq!((&own.0, own.1.as_str()), (&theirs.0, "DTSTART:20260401T120000Z"));
    assert_eq!((theirs.1.as_str(), theirs.2.as_str()), ("DTSTART:20260403T120000Z", "SUMMARY:ben’s turn (not yours)"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_feed_has_an_entry_for_each_turn_that_waits(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let first = Table::begin(&ann, &ben, &[]).await;
    first.play("1. e4@c6 e6@e2").await;
    app.pass(hours(1));
    let fresh = Table::begin(&ann, &ben, &[("variant", "three-check-duck")]).await;
    let theirs = Table::begin(&ben, &ann, &[]).await;
    let (_, turns) = subscribe(&ann).await;
    let stranger = app.anonymous();
    let answer = stranger.get(&turns).await;
    assert_eq!(answer.header("content-type"), "application/atom+xml; charset=utf-8");
    assert_eq!(answer.header("cache-control"), "private, no-cache");
    let tables = [("FIRST", &first), ("FRESH", &fresh), ("THEIRS", &theirs)];
    insta::assert_snapshot!(read(&stranger, &turns, &tables).await);

    first.play("2. d4@d6").await;
    let text = read(&stranger, &turns, &tables).await;
    assert!(!text.contains("FIRST"), "{text}");
    app.pass(hours(1));
    first.play("Nf6@e2").await;
    let text = read(&stranger, &turns, &tables).await;
    assert!(text.contains("games/FIRST/4</id>"), "the next turn is another entry: {text}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_feed_of_a_game_for_many_names_who_has_made_the_last_turns(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let players = six(&app).await;
    let game = game_of_six(&app, &players).await;
    let (_, feed) = subscribe(&players[3]).await;
    let summary = async || {
        let text = app.anonymous().get(&feed).await.text;
        let (_, rest) = text.split_once("<summary>").unwrap();
        rest.split_once(" You have until").unwrap().0.to_owned()
    };
    plays(&players, &game, "1c3-1c4 2c3-2c4 3c3-3c4").await;
    let first = "Duchess for six: ann played 1c3-1c4, ben played 2c3-2c4, cleo played 3c3-3c4.";
    assert_eq!(summary().await, first);
    let rest = ["4c3-4c4", "5c3-5c4", "6c3-6c4", "1c4-1c5", "2c4-2c5", "3c4-3c5"];
    for (ply, (seat, turn)) in (3..).zip([3, 4, 5, 0, 1, 2].into_iter().zip(rest)) {
        moves(&players[seat], &game, ply, turn).await;
    }
    let second = "Duchess for six: eve played 5c3-5c4, flo played 6c3-6c4, ann played 1c4-1c5, ben played 2c4-2c5, \
                  cleo played 3c4-3c5.";
    assert_eq!(summary().await, second);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_turn_that_came_last_is_first_in_the_feed(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let players = six(&app).await;
    let many = game_of_six(&app, &players).await;
    plays(&players, &many, ROUND).await;
    app.pass(days(29));
    let of_two = Table::begin(&players[0], &players[1], &[]).await;
    of_two.play("1. e4@c6").await;
    let (_, feed) = subscribe(&players[1]).await;
    app.pass(days(2));
    assert_eq!(app.sweep().await, 1, "Red is out of time: it is the turn of Blue, who has ben's other game waiting");
    let text = app.anonymous().get(&feed).await.text;
    let updated: Vec<_> = text.split("<updated>").skip(1).map(|rest| rest.split_once('<').unwrap().0).collect();
    assert_eq!(updated, ["2026-04-01T12:00:00+00:00", "2026-04-01T12:00:00+00:00", "2026-03-31T12:00:00+00:00"]);
    let newest = text.split("<entry>").nth(1).unwrap();
    assert!(newest.contains(&many), "{text}");
    assert!(newest.contains("ben played") || newest.contains("flo played"), "{text}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn times_in_the_feed_are_the_readers(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("ann", "ben").await;
    table.play("1. e4@c6 e6@e2").await;
    let ann = &table.white.browser;
    let form = ann.opens("/settings").await.form("main form.card").with("time_zone", "Asia/Tokyo");
    ann.submits(&form.with("dates", "figures")).await.leads_to();
    let (_, turns) = subscribe(ann).await;
    assert!(read(ann, &turns, &[]).await.contains("You have until 2026-04-01 21:00 (Asia/Tokyo)."));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_new_address_ends_the_old_one(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    assert!(!ann.opens("/settings").await.has("input.address"), "nobody has an address they did not ask for");
    let (old_calendar, old_turns) = subscribe(&ann).await;
    let (calendar, turns) = subscribe(&ann).await;
    assert_ne!(calendar, old_calendar);
    let stranger = app.anonymous();
    for gone in [old_calendar, old_turns] {
        stranger.get(&gone).await.has_status(404);
    }
    for there in [&calendar, &turns] {
        stranger.get(there).await.has_status(200);
    }
    ann.post("/settings/feeds", &[("do", "stop")]).await.leads_to();
    for gone in [&calendar, &turns] {
        stranger.get(gone).await.has_status(404);
    }
    assert_eq!(stranger.get("/settings/feeds").await.leads_to(), "/login?next=%2Fsettings%2Ffeeds");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_address_that_is_nobodys_leads_nowhere(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let (calendar, _) = subscribe(&ann).await;
    let secret = calendar.trim_start_matches("/feeds/").trim_end_matches(".ics");
    assert_eq!(secret.len(), 32);
    let other = "a".repeat(32);
    for file in
        [format!("{secret}.txt"), secret.to_owned(), format!("{other}.ics"), ".ics".to_owned(), "a.ics".to_owned()]
    {
        app.anonymous().get(&format!("/feeds/{file}")).await.has_status(404);
    }
}
