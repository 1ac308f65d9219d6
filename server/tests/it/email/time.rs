//! Emails about time that runs out.

use sqlx::PgPool;

use super::{A_WHILE, first_round};
use crate::story::{days, hours, seconds};

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_fifth_and_a_day_left_are_told_once_each(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    // 30 days are on White's clock, and run since Black's turn.
    assert_eq!(app.sends_after(days(23)).await, 0, "more than a fifth is left");
    assert_eq!(app.sends_after(days(1)).await, 1);
    let email = mail_server.email();
    assert_eq!(email.to, "kwik@example.org");
    assert_eq!(email.subject(), "You have a fifth of your time left against kwek");
    assert!(email.text().contains("you have until 1 Apr 2026, 12:00 UTC."), "{}", email.text());
    assert!(email.text().contains("You get an email when your time is running out."), "{}", email.text());
    assert_eq!(email.path("/games/"), table.game);

    assert_eq!(app.sends_after(days(4)).await, 0);
    assert_eq!(app.sends_after(days(1)).await, 1);
    assert_eq!(mail_server.email().subject(), "You have one day left against kwek");
    assert_eq!(app.sends_after(hours(12)).await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_made_in_time_takes_the_warnings_back(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    app.pass(days(10));
    table.white.moves(2, "d4@d6").await.leads_to();
    table.black.sees().await;
    table.black.moves(3, "Nf6@e2").await.leads_to();
    table.white.sees().await;
    app.sends_after(days(16)).await;
    assert_eq!(mail_server.emails().len(), 0, "the deadline is another now");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_server_that_was_away_tells_the_last_warning_alone(pool: PgPool) {
    let (app, mail_server, _table) = first_round(pool).await;
    app.sends_after(days(29) + hours(20)).await;
    assert_eq!(mail_server.email().subject(), "You have one day left against kwek");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_fallen_flag_is_not_announced_any_more(pool: PgPool) {
    let (app, mail_server, _table) = first_round(pool).await;
    // The deadline is past and the sweeper has not come yet.
    app.sends_after(days(30) - A_WHILE + seconds(1)).await;
    assert_eq!(mail_server.emails().len(), 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn leave_puts_a_warning_off_that_was_written_and_not_sent(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    // An hour before the email about the last day White goes for a week: the day is left when they are back.
    app.sends_after(days(29) - hours(1) - A_WHILE).await;
    assert_eq!(mail_server.email().subject(), "You have a fifth of your time left against kwek");
    table.white.browser.post("/leave", &[("from", ""), ("days", "7")]).await.leads_to();
    for _ in 0..7 {
        app.sends_after(days(1)).await;
        assert_eq!(mail_server.emails().len(), 0, "the clock stands");
    }
    app.sends_after(hours(1)).await;
    let email = mail_server.email();
    assert_eq!(email.subject(), "You have one day left against kwek");
    assert!(email.text().contains("you have until 8 Apr 2026, 12:00 UTC."), "{}", email.text());
    app.sends_after(hours(12)).await;
    assert_eq!(mail_server.emails().len(), 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn leave_after_a_warning_brings_no_second_one(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    app.sends_after(days(29) + hours(1)).await;
    assert_eq!(mail_server.email().subject(), "You have one day left against kwek");
    table.white.browser.post("/leave", &[("from", ""), ("days", "7")]).await.leads_to();
    for _ in 0..7 {
        app.sends_after(days(1)).await;
    }
    app.sends_after(hours(20)).await;
    assert_eq!(mail_server.emails().len(), 0, "they know that it is less than a day");
    // The flag falls by the new deadline.
    app.sends_after(hours(3)).await;
    assert_eq!(app.sweep().await, 1);
    app.sends().await;
    assert_eq!(mail_server.emails().len(), 2);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_looks_after_the_deadline_is_told_of_the_end_all_the_same(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    // The deadline is past, and nobody has decided the flag yet.
    app.pass(days(30) - A_WHILE + seconds(1));
    table.white.sees().await;
    table.black.sees().await;
    app.sends().await;
    mail_server.emails();
    app.pass(seconds(2));
    assert_eq!(app.sweep().await, 1);
    app.sends_after(A_WHILE).await;
    let emails = mail_server.emails();
    let received: Vec<_> = emails.iter().map(|email| (email.to.as_str(), email.subject())).collect();
    let subject = |other| format!("Black wins on time: your game with {other}");
    assert_eq!(received, [("kwek@example.org", subject("kwik")), ("kwik@example.org", subject("kwek"))]);
}
