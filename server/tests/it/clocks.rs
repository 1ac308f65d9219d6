//! Clocks on the page, and flags that the server lets fall by itself. The time is the test's to set.

use jiff::{SignedDuration, Timestamp};
use sqlx::PgPool;

use crate::story::{Page, Table, TestApp, days, hours, quiet_turn, seconds};

const FLAGS: &str = "select count(*) from events where body ->> 'type' = 'flag-fell'";
const MICROSECOND: SignedDuration = SignedDuration::from_micros(1);

/// What the viewer's clock shows, with its note.
fn own_clock(page: &Page) -> String {
    page.text(".player-self .clock")
}

/// As pages write it, in whole seconds.
fn iso(at: Timestamp) -> String {
    Timestamp::from_second(at.as_second()).unwrap().to_string()
}

/// A table whose first round is complete, so that White's clock runs.
async fn running(app: &TestApp) -> Table {
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6 e6@e2").await;
    table
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn clocks_are_frozen_until_both_have_moved(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    app.pass(days(3));
    assert_eq!(own_clock(&table.white.sees().await), "30 days clock not started");
    table.play("e4@c6").await;
    app.pass(days(4));
    let page = table.black.sees().await;
    assert_eq!(own_clock(&page), "30 days clock not started");
    assert!(!page.has(".clock-running") && !page.text(".turns").contains("Clock started"));
    assert!(
        page.text(".record-note")
            .contains("If that has not happened by 16 Mar 2026, 12:00 UTC, the game is cancelled.")
    );
    table.play("e6@e2").await;

    let page = table.white.sees().await;
    assert_eq!(page.texts(".turns > li"), ["1. e4@c6 e6@e2", "Clock started on 9 Mar 2026"]);
    app.pass(hours(1));
    table.white.says(2, "Here we go").await.leads_to();
    let later = "kwik on e6@e2 9 Mar 2026, 13:00 UTC Here we go";
    let lines = table.white.sees().await.texts(".turns > li");
    assert_eq!(lines, ["1. e4@c6 e6@e2", "Clock started on 9 Mar 2026", later], "in the order in which they came");
    assert_eq!(own_clock(&page), "30 days until 8 Apr 2026, 12:00 UTC");
    assert_eq!(page.text(".player-opponent .clock"), "30 days waiting");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_running_clock_shows_its_deadline(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = running(&app).await;
    let deadline = app.now() + days(30);
    app.pass(days(2) + hours(3));
    let page = table.white.sees().await;
    assert_eq!(own_clock(&page), "27 days 21 h until 1 Apr 2026, 12:00 UTC");
    assert_eq!(page.attributes(".clock-running time", "datetime"), [iso(deadline)]);
    assert_eq!(page.attributes(".clock-left[data-left]", "data-left"), [iso(deadline)]);
    assert_eq!(page.texts(".clock-running").len(), 1, "one clock runs");
    let seen = app.anonymous().opens(&table.game).await;
    assert_eq!(seen.attributes(".clock-running time", "datetime"), [iso(deadline)]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_costs_what_it_took_and_earns_a_day(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = running(&app).await;
    app.pass(days(2) + hours(3));
    table.play("d4@d6").await;
    assert_eq!(own_clock(&table.white.sees().await), "28 days 21 h waiting");
    assert_eq!(own_clock(&table.black.sees().await), "30 days until 3 Apr 2026, 15:00 UTC");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_clock_never_shows_more_than_its_most(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    let table = Table::begin(&kwik, &kwek, &[("clock", "leisure")]).await;
    for ply in 0..24 {
        app.pass(seconds(1));
        table.seat(ply).moves(ply, &quiet_turn(ply, 4)).await.leads_to();
        // The first turn is free and earns nothing; each other three days, but for the second it took.
        let left = match ply / 2 {
            0 => "30 days".to_owned(),
            turn if turn <= 10 => format!("{} days 23 h", 30 + 3 * turn - 1),
            _ => "60 days".to_owned(),
        };
        assert_eq!(table.seat(ply).sees().await.text(".player-self .clock-left"), left, "after ply {ply}");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_server_itself_lets_a_flag_fall(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = running(&app).await;
    let deadline = app.now() + days(30);
    app.pass(days(30) + seconds(1));
    assert_eq!(app.sweep().await, 0, "a turn may still be on its way");
    app.pass(seconds(1));
    assert_eq!(app.sweep().await, 1);
    assert_eq!(app.count(FLAGS).await, 1);
    assert_eq!(app.instant("select max(at) from events").await, deadline, "dated when it was due");
    assert_eq!(app.instant("select ended_at from games").await, deadline);
    for player in [&table.white, &table.black] {
        assert_eq!(player.sees().await.text(".outcome-words"), "Black wins on time");
    }
    assert_eq!(app.sweep().await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn two_servers_let_each_flag_fall_once(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    for game in 1..=8 {
        Table::begin(&kwik, &kwek, &[]).await.play("e4@c6 e6@e2").await;
        app.pass(seconds(game));
    }
    app.pass(days(31));
    let (other, third) = (app.beside().await, app.beside().await);
    let swept = tokio::join!(app.sweep(), other.sweep(), third.sweep());
    assert!(swept.0 + swept.1 + swept.2 >= 8, "{swept:?}");
    assert_eq!(app.count(FLAGS).await, 8);
    assert_eq!(app.count("select count(distinct game_id) from events where body ->> 'type' = 'flag-fell'").await, 8);
    assert_eq!(app.count("select count(*) from games where ending = 'flag' and result = '0-1'").await, 8);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_in_time_wins_over_a_sweep_of_a_server_whose_clock_is_ahead(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = running(&app).await;
    let other = app.beside().await;
    app.pass(days(30) - MICROSECOND);
    other.pass(days(30) + seconds(2) - MICROSECOND);
    let (swept, moved) = tokio::join!(other.sweep(), table.white.moves(2, "d4@d6"));
    assert_eq!(swept, 0);
    assert_eq!(moved.leads_to(), table.game);
    other.pass(seconds(1));
    assert_eq!(other.sweep().await, 0, "the deadline is another's now");
    assert_eq!(app.count(FLAGS).await, 0);
    assert_eq!(
        own_clock(&table.white.sees().await),
        "1 day waiting",
        "a microsecond was left, and the turn earned a day"
    );
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_at_the_deadline_is_late_without_any_sweep(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = running(&app).await;
    app.pass(days(30));
    let deadline = app.now();
    let page = table.white.moves(2, "d4@d6").await.refused();
    assert_eq!(page.alert(), "The game is over. You can still write a comment or a note.");
    assert_eq!(page.text(".outcome-words"), "Black wins on time");
    assert_eq!(page.value("turn"), "d4@d6");
    assert_eq!(app.instant("select max(at) from events").await, deadline);
    assert_eq!((app.count(FLAGS).await, app.count("select ply::bigint from games").await), (1, 2));
    app.pass(days(1));
    assert_eq!(app.sweep().await, 0, "it was decided by the request");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_in_time_wins_over_what_another_server_is_asked_after_the_deadline(pool: PgPool) {
    let app = TestApp::new(pool.clone()).await;
    let table = running(&app).await;
    let other = app.beside().await;
    app.pass(days(30) - MICROSECOND);
    other.pass(days(30));
    let black = other.signed_in("kwek").await;
    let there = Table::at(&table.white.browser, &black, &table.game);
    let mut slow = pool.begin().await.unwrap();
    sqlx::query("lock table games in access exclusive mode").execute(&mut *slow).await.unwrap();
    let (comment, turn) = tokio::join!(there.black.says(2, "Time!"), async {
        app.until_somebody_waits().await;
        slow.commit().await.unwrap();
        table.white.moves(2, "d4@d6").await
    });
    assert_eq!(turn.leads_to(), table.game, "the comment came first, and waited for what may be on its way");
    assert_eq!(comment.leads_to(), table.game);
    let page = there.black.sees().await;
    assert_eq!((page.texts(".turn").len(), page.has(".outcome-words")), (3, false));
    assert_eq!(app.count(FLAGS).await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_is_dated_when_it_arrived_however_long_it_waits(pool: PgPool) {
    let app = TestApp::new(pool.clone()).await;
    let table = running(&app).await;
    app.pass(days(30) - MICROSECOND);
    let arrived = app.now();
    let mut slow = pool.begin().await.unwrap();
    sqlx::query("lock table sessions in access exclusive mode").execute(&mut *slow).await.unwrap();
    let (moved, ()) = tokio::join!(table.white.moves(2, "d4@d6"), async {
        app.until_somebody_waits().await;
        app.pass(seconds(1));
        slow.commit().await.unwrap();
    });
    assert_eq!(moved.leads_to(), table.game);
    assert_eq!(app.instant("select max(at) from events").await, arrived);
    assert_eq!(app.count(FLAGS).await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn many_late_requests_and_sweeps_at_once_end_a_game_once(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = running(&app).await;
    app.pass(days(30) + seconds(5));
    let other = app.beside().await;
    let (first, second, comment, _, _) = tokio::join!(
        table.white.moves(2, "d4@d6"),
        table.white.moves(2, "d4@d6"),
        table.black.says(2, "Time!"),
        app.sweep(),
        other.sweep(),
    );
    first.refused();
    second.refused();
    assert_eq!(comment.leads_to(), table.game, "after the end one can still speak");
    assert_eq!((app.count(FLAGS).await, app.count("select count(*) from events").await), (1, 4));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_without_a_first_round_is_cancelled_after_14_days(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    let begun = app.now();
    let (untouched, half) = (Table::begin(&kwik, &kwek, &[]).await, Table::begin(&kwik, &kwek, &[]).await);
    half.play("e4@c6").await;
    app.pass(days(14));
    assert_eq!(app.sweep().await, 0);
    app.pass(seconds(2));
    assert_eq!(app.sweep().await, 2);
    for (ply, table) in [&untouched, &half].into_iter().enumerate() {
        let page = table.white.sees().await;
        assert_eq!(page.text(".outcome-words"), "No result: the first round was not completed in time");
        let late = table.seat(ply).moves(ply, "e6@e2").await;
        assert_eq!(late.refused().alert(), "The game is over. You can still write a comment or a note.");
    }
    assert_eq!(app.instant("select ended_at from games").await, begun + days(14));
    assert_eq!(app.column("select distinct result || ' ' || ending from games").await, ["* cancelled"]);
    assert!(kwik.get(&format!("{}.pgn", half.game)).await.text.contains("[Termination \"Abandoned\"]"));
}
