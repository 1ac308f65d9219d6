//! Emails and conditional turns: nobody is notified of their own reply, and nobody learns of others' conditional turns.

use sqlx::PgPool;

use super::{A_WHILE, first_round};

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_conditional_reply_is_told_to_the_other_alone(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    table.black.does("conditional", 2, &[("lines", "d4@d6 Nf6@e2\nNc3@c6 d5@h3")]).await.leads_to();
    assert_eq!(app.sends_after(A_WHILE).await, 0, "nothing is told of it");
    table.white.moves(2, "d4@d6").await.leads_to();
    app.sends_after(A_WHILE).await;
    let email = mail_server.email();
    assert_eq!(
        (email.to.as_str(), email.subject().as_str()),
        ("kwik@example.org", "Your turn: kwek played 2... Nf6@e2")
    );
    let all = [email.text(), email.html()].concat();
    assert!(!all.contains("d5@h3") && !all.contains("onditional"), "{all}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_resigned_by_a_condition_is_told_that_it_came_to_that(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    table.black.does("conditional", 2, &[("lines", "d4@d6 resign")]).await.leads_to();
    table.white.moves(2, "d4@d6").await.leads_to();
    app.sends_after(A_WHILE).await;
    let email = mail_server.email();
    assert_eq!(email.to, "kwek@example.org");
    assert_eq!(email.subject(), "White wins by resignation: your game with kwik");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn whose_conditional_turns_came_to_nothing_is_told_with_the_turn(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    table.black.does("conditional", 2, &[("lines", "d4@* Nf6@c3")]).await.leads_to();
    table.white.moves(2, "d4@f6").await.leads_to();
    app.sends_after(A_WHILE).await;
    let email = mail_server.email();
    assert_eq!(email.subject(), "Your turn: kwik played 2. d4@f6");
    for said in [email.text(), email.html()] {
        let why = "Your conditional turns have ended, because your reply Nf6@c3 could not be made.";
        assert!(said.contains(why), "{said}");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_private_note_is_in_no_email(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    table.white.does("note", 2, &[("message", "The pond is mine.")]).await.leads_to();
    table.white.does("move", 2, &[("turn", "d4@d6"), ("message", "Hello.")]).await.leads_to();
    app.sends_after(A_WHILE).await;
    let email = mail_server.email();
    assert!(email.text().contains("> Hello.") && !email.text().contains("pond"), "{}", email.text());
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_lifeline_moves_the_warnings(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    app.pass(crate::story::days(20));
    table.black.does("lifeline", 2, &[("confirm", "yes")]).await.leads_to();
    app.sends_after(crate::story::days(4)).await;
    assert_eq!(mail_server.emails().len(), 0, "a fifth was left by the deadline of before");
    app.sends_after(crate::story::days(3)).await;
    assert_eq!(mail_server.email().subject(), "You have a fifth of your time left against kwek");
}
