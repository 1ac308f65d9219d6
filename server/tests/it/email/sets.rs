//! Emails to a player who holds two seats: they say which of them is meant, and never speak of their reader as of somebody else.

use sqlx::PgPool;

use super::A_WHILE;
use crate::duchess::{acts, challenges};
use crate::story::{MailServer, Received, Table, TestApp, days};

/// Ann, with Red and Green, against Ben, with Blue and Magenta; the emails until now have come.
async fn two_sets_each(pool: PgPool) -> (TestApp, MailServer, Table) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    app.everybody_confirmed().await;
    let challenge = challenges(&ann, "duchess-2x2", &[("opponent", "ben")]).await.leads_to().to_owned();
    app.sends().await;
    let game = ben.post(&format!("{challenge}/accept"), &[]).await.leads_to().to_owned();
    (app, mail_server, Table::at(&ann, &ben, &game))
}

/// All four seats have moved, and both players have seen it.
async fn round_made(pool: PgPool) -> (TestApp, MailServer, Table) {
    let (app, mail_server, table) = two_sets_each(pool).await;
    table.play("1c3-1c4 2c3-2c4 4c3-4c4 5c3-5c4").await;
    both_look(&app, &table).await;
    app.sends().await;
    mail_server.emails();
    (app, mail_server, table)
}

async fn both_look(app: &TestApp, table: &Table) {
    app.pass(A_WHILE);
    table.white.sees().await;
    table.black.sees().await;
    app.pass(A_WHILE);
}

/// The emails sent when a clock has run out, without those about time running out.
async fn runs_out(app: &TestApp, mail_server: &MailServer) -> [Received; 2] {
    app.pass(days(40));
    app.run("update letters set due_at = null where kind in ('fifth-left', 'day-left')").await;
    app.sweep().await;
    app.sends_after(A_WHILE).await;
    let mut emails = mail_server.emails();
    emails.sort_by_key(|email| email.to.clone());
    emails.try_into().unwrap_or_else(|emails: Vec<_>| panic!("{} emails", emails.len()))
}

#[track_caller]
fn says(email: &Received, subject: &str, words: &[&str]) {
    assert_eq!(email.subject(), subject);
    let (text, html) = (email.text(), email.html());
    for words in words {
        assert!(text.contains(words) && html.contains(words), "{words}\n{text}\n{html}");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_first_emails_name_both_seats_and_the_one_to_move(pool: PgPool) {
    let (app, mail_server, _) = two_sets_each(pool).await;
    app.sends_after(A_WHILE).await;
    let emails = mail_server.emails();
    let to = |who: &str| emails.iter().find(|email| email.to == format!("{who}@example.org")).unwrap();
    says(to("ben"), "ann challenges you to Duchess with two sets each", &["plays Red and Green"]);
    says(
        to("ann"),
        "ben has accepted your challenge",
        &["You play Red and Green. It is your turn as Red.", "The clocks stand still until every seat has moved."],
    );
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_an_offer_and_little_time_are_told_for_the_seat_to_move(pool: PgPool) {
    let (app, mail_server, table) = round_made(pool).await;
    acts(&table.white.browser, &table.game, 4, &[("action", "move"), ("turn", "1c4-1c5"), ("offer_draw", "yes")])
        .await
        .has_status(303);
    app.sends_after(A_WHILE).await;
    let emails = mail_server.emails();
    let subjects: Vec<_> = emails.iter().map(Received::subject).collect();
    let words = ["It is your turn as Blue", "ann offers a draw.", "Your clock as Blue shows 29 days 23 h:"];
    says(&emails[0], "Your turn: ann played 2. 1c4-1c5", &words);
    assert!(!emails[0].text().contains("against ben"), "{subjects:?}");

    table.black.sees().await;
    app.sends_after(days(24)).await;
    let goes_on = "After that Blue misses all turns, and you play on as Magenta.";
    let game = "in your game of Duchess with two sets each against ann.";
    says(&mail_server.email(), "You have a fifth of your time left as Blue against ann", &[goes_on, game]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_offer_stands_until_both_seats_have_moved(pool: PgPool) {
    let (app, mail_server, table) = round_made(pool).await;
    table.black.does("offer-draw", 4, &[]).await.leads_to();
    app.sends_after(A_WHILE).await;
    says(&mail_server.email(), "ben offers a draw", &["It stands until you have moved with each of your seats."]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_runs_out_of_time_with_one_seat_plays_on_with_the_other(pool: PgPool) {
    let (app, mail_server, table) = round_made(pool).await;
    table.play("1c4-1c5").await;
    both_look(&app, &table).await;
    let [to_ann, to_ben] = runs_out(&app, &mail_server).await;
    let out = "ben has run out of time as Blue, which misses all turns from now on.";
    says(&to_ann, "Your turn: ben has run out of time as Blue", &[out, "It is your turn as Green"]);
    assert!(to_ann.text().contains("You played 2. 1c4-1c5."), "{}", to_ann.text());
    let stays = "Blue misses all turns from now on; you play on as Magenta.";
    says(&to_ben, "Your time ran out: the game goes on without Blue", &["time as Blue ran out on", stays]);

    // Red runs out too, and Blue has no turn: it is Ann's again, as Green.
    table.white.moves(5, "4c4-4c5").await.leads_to();
    table.black.moves(6, "5c4-5c5").await.leads_to();
    both_look(&app, &table).await;
    let [to_ann, to_ben] = runs_out(&app, &mail_server).await;
    let out = "Your time as Red has run out: Red misses all turns from now on.";
    says(&to_ann, "Your turn: your time as Red has run out", &[out, "It is your turn as Green"]);
    let stays = "ann ran out of time as Red on";
    let goes_on = "Red misses all turns from now on; ann plays on as Green.";
    says(&to_ben, "ann has run out of time as Red: the game goes on", &[stays, goes_on]);

    table.white.does("resign", 7, &[("confirm", "yes")]).await.leads_to();
    app.rate().await;
    app.sends_after(A_WHILE).await;
    let you = "You played Blue and Magenta";
    says(&mail_server.email(), "Blue and Magenta win by resignation: your game against ann", &[you]);
}
