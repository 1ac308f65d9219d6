//! Leave: days off, for all games at once.

use sqlx::PgPool;

use crate::story::{Browser, Table, TestApp, days, hours, seconds};

fn left(page: &crate::story::Page) -> Vec<String> {
    page.texts(".leave-days")
}

async fn takes(player: &Browser, from: &str, days: &str) -> crate::story::Answer {
    player.post("/leave", &[("from", from), ("days", days)]).await
}

/// A table whose first round is complete: White is to move, with 30 days on the clock.
async fn running(app: &TestApp) -> Table {
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6 e6@e2").await;
    table
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn leave_stops_the_clock_and_everybody_sees_it(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = running(&app).await;
    app.pass(days(2));
    assert_eq!(takes(&table.white.browser, "", "7").await.leads_to(), "/leave");

    let calendar = table.white.browser.opens("/leave").await;
    assert_eq!(left(&calendar), ["21", "28"]);
    assert!(
        calendar.text(".leave-period").starts_with("You are on leave from 4 Mar 2026, 12:00 UTC until 11 Mar 2026")
    );
    let ahead = calendar.texts(".calendar li");
    assert_eq!(ahead[0], "11 Mar 2026, 12:00 UTC Your leave ends: your clocks run");
    assert_eq!(ahead[1], "8 Apr 2026, 12:00 UTC Your time in Duck Chess against kwek runs out");
    let theirs = table.black.browser.opens("/leave").await.texts(".calendar li");
    assert_eq!(theirs[0], "8 Apr 2026, 12:00 UTC kwik’s time in Duck Chess against you runs out");

    app.pass(days(5));
    let seen = table.black.sees().await;
    let clock = seen.text(".player-opponent .clock");
    assert_eq!(clock, "28 days on leave until 11 Mar 2026, 12:00 UTC time until 8 Apr 2026, 12:00 UTC");
    assert!(!seen.has("[data-left]"), "nothing counts down");
    assert!(
        seen.text(".comment").starts_with("kwik took leave from 4 Mar 2026, 12:00 UTC until 11 Mar 2026, 12:00 UTC")
    );
    assert!(table.black.browser.opens("/players/kwik").await.text(".notice").contains("on leave until 11 Mar 2026"));

    app.pass(days(3));
    assert!(table.white.sees().await.text(".player-self .clock").starts_with("27 days until 8 Apr"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nobody_is_told_to_lose_a_game_that_would_be_cancelled(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6").await;
    let ahead = table.black.browser.opens("/leave").await.texts(".calendar li");
    assert_eq!(ahead.len(), 1);
    assert!(
        ahead[0].ends_with("Duck Chess against kwik is cancelled, unless its first round is complete"),
        "{ahead:?}"
    );
    assert!(table.black.browser.opens("/games/mine").await.text(".game-card").contains("First round until"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_flag_falls_by_the_deadline_that_leave_has_moved(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = running(&app).await;
    takes(&table.white.browser, "2026-03-20", "28").await.leads_to();
    // The page says why the deadline is so far away.
    let clock = table.black.sees().await.text(".player-opponent .clock");
    assert!(clock.contains("on leave from 20 Mar 2026 until 17 Apr 2026 time until"), "{clock}");
    app.pass(days(31));
    assert_eq!(app.sweep().await, 0);
    let clock = table.black.sees().await.text(".player-opponent .clock");
    assert!(!clock.contains("on leave from") && clock.contains("on leave until"), "{clock}");
    assert!(table.white.sees().await.status().starts_with("Your turn"));
    app.pass(days(28) + hours(1));
    assert_eq!(app.sweep().await, 1);
    assert!(table.black.sees().await.text(".outcome-words").contains("Black wins on time"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_begun_day_is_used_and_the_rest_comes_back(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = running(&app).await;
    let kwik = &table.white.browser;
    takes(kwik, "", "10").await.leads_to();
    app.pass(days(2) + hours(5));
    let page = kwik.opens("/leave").await;
    assert_eq!(page.text(".leave-period button"), "End it on 5 Mar 2026, 12:00 UTC", "a day that has begun is used");
    let form = page.form(".leave-period form");
    assert_eq!(kwik.submits(&form).await.leads_to(), "/leave");
    let calendar = kwik.opens("/leave").await;
    assert_eq!(left(&calendar), ["25", "28"], "three days have begun");
    assert!(calendar.text(".leave-period").contains("until 5 Mar 2026, 12:00 UTC"));
    assert!(table.black.sees().await.text(".player-opponent .clock").contains("until 4 Apr 2026, 12:00 UTC"));
    kwik.submits(&form).await.refused();
    let said = table.black.sees().await.text(".comment");
    let shortened =
        "kwik took leave from 2 Mar 2026, 12:00 UTC until 12 Mar 2026, 12:00 UTC, and ended it early on 5 Mar";
    assert!(said.starts_with(shortened), "{said}");
    assert!(!table.black.sees().await.has(".comment .comment-on"), "leave says nothing about a turn");

    takes(kwik, "2026-07-01", "5").await.leads_to();
    let clock = table.black.sees().await.text(".player-opponent .clock");
    let leaves = "on leave until 5 Mar 2026, 12:00 UTC on leave from 1 Jul 2026 until 6 Jul 2026";
    assert!(clock.contains(leaves), "the present one first: {clock}");
    let told = table.black.sees().await.texts(".comment");
    assert_eq!(told.len(), 2, "one line a leave: {told:?}");
    assert!(told[0].starts_with(shortened) && told[1].starts_with("kwik took leave from 1 Jul"), "{told:?}");
    let periods = kwik.opens("/leave").await;
    assert_eq!(left(&periods), ["20", "28"]);
    let call_off = periods.form(".leave-period:last-child form");
    kwik.submits(&call_off).await.leads_to();
    assert_eq!(left(&kwik.opens("/leave").await), ["25", "28"], "nothing of it was used");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn leave_that_cannot_be_taken_says_why_and_keeps_what_was_typed(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    for (from, days, why) in [
        ("", "29", "You have 28 days of leave left in 2026, and 29 days of this leave begin in that year."),
        ("", "999999", "You can take at most 28 days of leave a calendar year; 999999 days are more than that."),
        ("", "0", "at least one"),
        ("", "a week", "Enter a number of days"),
        ("", "-3", "Enter a number of days"),
        ("2026-02-01", "3", "in the past"),
        ("2030-01-01", "3", "at most a year"),
        ("24 December", "3", "such as 2026-12-24"),
    ] {
        let page = takes(&kwik, from, days).await.refused();
        assert!(page.alert().contains(why), "{}", page.alert());
        assert_eq!((page.value("from"), page.value("days")), (from.to_owned(), days.to_owned()));
    }
    takes(&kwik, "2026-06-01", "10").await.leads_to();
    assert!(takes(&kwik, "2026-06-05", "1").await.refused().alert().contains("You already have leave from 1 Jun 2026"));
    assert_eq!(app.count("select count(*) from leaves").await, 1);
    assert_eq!(app.anonymous().get("/leave").await.leads_to(), "/login?next=%2Fleave");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn considering_leave_shows_the_deadlines_and_takes_nothing(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = running(&app).await;
    let page = table.white.browser.opens("/leave?from=&days=9").await;
    assert!(page.text(".calendar-own").contains("With this leave: 10 Apr 2026, 12:00 UTC"));
    assert_eq!(app.count("select count(*) from leaves").await, 0);
    assert_eq!(left(&table.white.browser.opens("/leave").await), ["28", "28"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_that_begins_during_leave_knows_of_it(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    takes(&kwik, "", "7").await.leads_to();
    let table = Table::begin(&kwik, &kwek, &[]).await;
    let page = table.black.sees().await;
    assert!(page.text(".player-opponent .clock").contains("on leave until 9 Mar 2026"));
    assert!(page.text(".record-note").contains("not happened by 23 Mar 2026"), "{}", page.text(".record-note"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_that_was_not_told_before_a_crash_is_told_before_its_flag_falls(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = running(&app).await;
    // The state when a server has taken the leave and died before recording it in the games.
    app.execute(
        "insert into leaves select player_id, begun_at + interval '1 day', begun_at + interval '8 days', begun_at
            from game_seats join games on id = game_id where seat = 0",
    )
    .await;
    app.execute(
        "insert into game_leave_words select game_id, player_id, begins_at, ends_at from leaves natural join game_seats",
    )
    .await;
    app.pass(days(33));
    let other = app.beside().await;
    assert_eq!(other.sweep().await, 1, "told, and then no longer overdue");
    assert!(table.white.sees().await.text(".player-self .clock").contains("until 8 Apr 2026, 12:00 UTC"));
    assert_eq!(app.count("select count(*) from game_leave_words").await, 0);
    assert_eq!(app.count("select count(*) from events where body ->> 'type' = 'flag-fell'").await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn leave_called_off_makes_room_for_leave_taken_in_its_place_whatever_a_game_hears_first(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = running(&app).await;
    takes(&table.white.browser, "2026-06-12", "8").await.leads_to();
    // The state when the first leave was called off and other days taken before any game recorded either.
    app.execute(
        "insert into game_leave_words select game_id, player_id, timestamptz '2026-06-10 00:00Z', timestamptz '2026-06-15 00:00Z'
            from game_seats where seat = 0",
    )
    .await;
    app.execute(
        "insert into game_leave_words select game_id, player_id, begins_at, begins_at from leaves natural join game_seats",
    )
    .await;
    app.sweep().await;
    let record = table.black.sees().await.text(".comment");
    assert!(record.contains("cancelled the leave from 12 Jun 2026"), "{record}");
    assert!(record.contains("took leave from 10 Jun 2026, 00:00 UTC until 15 Jun 2026"), "{record}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_record_has_a_line_for_each_leave_in_the_order_of_time(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let table = Table::begin(&ann, &ben, &[("variant", "duchess-2x2")]).await;
    takes(&ann, "2026-06-12", "5").await.leads_to();
    takes(&ben, "", "2").await.leads_to();
    app.pass(days(1));
    let lines = table.white.sees().await.texts(".comment");
    assert_eq!(lines.len(), 2, "of who holds two seats it is said once: {lines:?}");
    assert!(lines[0].starts_with("ann took leave from") && lines[1].starts_with("ben took leave from"), "{lines:?}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn leave_taken_again_for_longer_is_all_heard_of(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = running(&app).await;
    takes(&table.white.browser, "2026-06-12", "5").await.leads_to();
    app.execute(
        "insert into game_leave_words select game_id, player_id, begins_at, begins_at + interval '7 days'
            from leaves natural join game_seats",
    )
    .await;
    app.sweep().await;
    let record = table.black.sees().await.text(".comment");
    assert!(record.contains("from 12 Jun 2026, 00:00 UTC until 19 Jun 2026, 00:00 UTC"), "{record}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn leave_is_not_taken_and_called_off_without_end(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    for _ in 0..15 {
        kwik.post("/leave", &[("from", "2026-04-01"), ("days", "3")]).await.leads_to();
        kwik.post("/leave/end", &[("begins", "2026-04-01T00:00:00Z")]).await.leads_to();
    }
    let page = kwik.post("/leave", &[("from", "2026-04-01"), ("days", "3")]).await.page(429);
    assert_eq!((page.value("from").as_str(), page.value("days").as_str()), ("2026-04-01", "3"));
    assert!(page.alert().contains("Wait 15 minutes"), "{}", page.alert());
    app.pass(seconds(15 * 60));
    kwik.post("/leave", &[("from", "2026-04-01"), ("days", "3")]).await.leads_to();
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_ends_leave_that_is_not_there_is_told_so(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    for begins in ["2026-04-01T00:00:00Z", "quack"] {
        let page = kwik.post("/leave/end", &[("begins", begins)]).await.page(422);
        assert!(page.alert().contains("There is no such leave. Reload the page"), "{}", page.alert());
    }
}
