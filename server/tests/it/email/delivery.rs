//! How emails leave: once, by whichever server, and again when they were not taken.

use sqlx::PgPool;

use super::{A_WHILE, first_round};
use crate::story::{Misbehaviour, PASSWORD, TestApp, days, hours, seconds};

const NO_EMAILS: &str = "This site sends no emails: whoever runs it has not set up a mail server.";
const MINUTE: jiff::SignedDuration = seconds(60);

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn of_two_servers_one_sends_it(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    let other = app.beside_with_mail_server(&mail_server).await;
    table.white.moves(2, "d4@d6").await.leads_to();
    app.pass(A_WHILE);
    other.pass(A_WHILE);
    for _ in 0..5 {
        tokio::join!(app.sends(), other.sends(), app.sends(), other.sends());
    }
    assert_eq!(mail_server.email().to, "kwek@example.org");
    assert_eq!(mail_server.tries(), 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_was_not_taken_is_tried_again_later_and_later(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    table.white.moves(2, "d4@d6").await.leads_to();
    let busy = Misbehaviour::Says("451 4.3.0 Come back later");
    mail_server.will(&[busy, busy, busy]);
    app.sends_after(A_WHILE).await;
    assert_eq!(
        app.column("select note from letters where attempts > 0").await,
        ["transient error (451): 4.3.0 Come back later"]
    );
    for minutes in [1, 2, 4] {
        let tries = mail_server.tries();
        assert_eq!(app.sends_after(MINUTE * minutes - seconds(1)).await, 0);
        assert_eq!(mail_server.tries(), tries, "too early by a second");
        assert_eq!(app.sends_after(seconds(1)).await, 1);
        assert_eq!(mail_server.tries(), tries + 1);
    }
    assert_eq!(mail_server.email().to, "kwek@example.org");
    assert_eq!(app.sends_after(hours(12)).await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_email_that_is_tried_again_tells_how_things_stand_then(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    table.white.moves(2, "d4@d6").await.leads_to();
    mail_server.will(&[Misbehaviour::Says("450 4.2.0 Greylisted")]);
    app.sends_after(A_WHILE).await;
    table.black.sees().await;
    assert_eq!(app.sends_after(MINUTE).await, 1);
    assert_eq!((mail_server.emails().len(), mail_server.tries()), (0, 1), "they have seen it meanwhile");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_refused_for_good_is_not_tried_again(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    table.white.moves(2, "d4@d6").await.leads_to();
    mail_server.will(&[Misbehaviour::Says("550 5.1.1 Nobody here is called so")]);
    app.sends_after(A_WHILE).await;
    assert_eq!(app.sends_after(days(1)).await, 0);
    assert_eq!((mail_server.emails().len(), mail_server.tries()), (0, 1));
    assert_eq!(app.count("select count(*) from letters where note like '%Nobody here%' and sent_at is null").await, 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_email_that_leaves_twice_can_be_recognised(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    table.white.moves(2, "d4@d6").await.leads_to();
    mail_server.will(&[Misbehaviour::HangsUp]);
    app.sends_after(A_WHILE).await;
    let first = mail_server.email();
    app.sends_after(MINUTE).await;
    let second = mail_server.email();
    assert_eq!(first.header("message-id"), second.header("message-id"));
    assert_eq!(first.subject(), second.subject());
    assert_eq!(app.sends_after(days(1)).await, 0);
    // Another email has another name.
    table.black.sees().await;
    table.black.moves(3, "Nf6@e2").await.leads_to();
    app.sends_after(A_WHILE).await;
    assert_ne!(mail_server.email().header("message-id"), second.header("message-id"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nothing_that_is_typed_becomes_a_header(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    let message = "\r\nBcc: everybody@example.org\r\n\r\n.\r\nMAIL FROM:<evil@example.org>\r\n.quit";
    table.white.does("move", 2, &[("turn", "d4@d6"), ("message", message)]).await.leads_to();
    app.sends_after(A_WHILE).await;
    let email = mail_server.email();
    assert_eq!(
        email.header_names(),
        [
            "From",
            "To",
            "Subject",
            "Date",
            "Message-ID",
            "Auto-Submitted",
            "List-Unsubscribe",
            "List-Unsubscribe-Post",
            "MIME-Version",
            "Content-Type",
        ]
    );
    assert!(email.text().contains("> Bcc: everybody@example.org\n> \n> .\n> MAIL FROM:<evil@example.org>\n> .quit"));
    assert_eq!(email.header("to"), "kwek <kwek@example.org>");
    assert_eq!(email.header("from"), "Mallard <mallard@localhost>");
    assert_eq!(email.header("auto-submitted"), "auto-generated");
    assert_eq!(mail_server.tries(), 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_address_in_which_an_email_could_be_steered_is_none(pool: PgPool) {
    let (app, _office) = TestApp::with_mail_server(pool).await;
    let browser = app.anonymous();
    for address in [
        "kwik@example.org\r\nBcc: everybody@example.org",
        "kwik@example.org, everybody@example.org",
        "<kwik@example.org>",
        "kwik@example.org>",
        "kwik@@example.org",
        "kwik@",
    ] {
        let fields = [("name", "kwik"), ("email", address), ("password", "seven quiet ducks")];
        let page = browser.post("/signup", &fields).await.refused();
        assert_eq!(
            page.alert(),
            "That did not work This is not an email address: it should look like name@example.org."
        );
        assert_eq!(page.value("email").split_whitespace().next(), address.split_whitespace().next());
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn without_a_mail_server_emails_are_done_with_and_pages_say_so(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    app.everybody_confirmed().await;
    assert_eq!(app.sends_after(A_WHILE).await, 2);
    assert_eq!(app.count("select count(*) from letters where due_at is not null").await, 0);
    let page = table.white.browser.opens("/settings/email").await;
    assert_eq!(page.text(".notice"), NO_EMAILS);
    assert!(!page.text("main").contains("link"), "none would come: {}", page.text("main"));
    let form = page.form("main form").with("email", "kwik@new.example").with("password", PASSWORD);
    let sent = table.white.browser.submits(&form).await.leads_to().to_owned();
    let page = table.white.browser.opens(&sent).await;
    assert_eq!(page.text("[role=status]"), "kwik@new.example is saved. Nothing was sent to it.");
    let form = table.white.browser.opens("/settings").await.text("main");
    assert!(form.contains(NO_EMAILS), "the same words everywhere: {form}");

    let stranger = app.anonymous();
    for path in ["/login/forgotten", "/login/forgotten?sent=yes"] {
        let page = stranger.opens(path).await;
        assert!(page.text(".notice").starts_with(NO_EMAILS), "{}", page.text(".notice"));
        assert!(!page.has("main form") && !page.has("[role=status]"), "no email is promised");
    }
    let refused = stranger.post("/login/forgotten", &[("who", "kwik")]).await.refused();
    assert!(refused.alert().contains("no email can be sent"), "{}", refused.alert());
    assert_eq!(app.count("select count(*) from password_requests").await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_server_that_refuses_us_is_tried_again(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    let refusals = [
        Misbehaviour::SaysAt("", "554 5.3.2 No service here"),
        Misbehaviour::SaysAt("", "521 We take no mail"),
        Misbehaviour::SaysAt("EHLO", "550 5.7.1 You are on a list"),
        Misbehaviour::SaysAt("MAIL", "550 Who are you?"),
        Misbehaviour::Says("530 5.7.0 Authentication required"),
        Misbehaviour::Says("550 5.7.1 Refused by policy"),
    ];
    table.white.moves(2, "d4@d6").await.leads_to();
    app.pass(A_WHILE);
    for (refusal, minutes) in refusals.into_iter().zip([1, 2, 4, 8, 16, 32]) {
        mail_server.will(&[refusal]);
        assert_eq!(app.sends().await, 1);
        assert_eq!(mail_server.emails().len(), 0);
        assert_eq!(app.count("select count(*) from letters where due_at is not null and note is not null").await, 1);
        app.pass(MINUTE * minutes);
    }
    assert_eq!(app.sends().await, 1);
    assert_eq!(mail_server.email().to, "kwek@example.org");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_email_of_an_unknown_kind_holds_up_no_others(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    app.run(
        "insert into letters (about, kind, player_id, mark, due_at, queued_at)
        select 'x', 'by-pigeon', id, 0, created_at, created_at from players where name = 'kwek'",
    )
    .await;
    table.white.moves(2, "d4@d6").await.leads_to();
    assert_eq!(app.sends_after(A_WHILE).await, 1);
    assert_eq!(mail_server.email().to, "kwek@example.org");
    // A newer server, which knows the kind, will find it.
    assert_eq!(app.count("select count(*) from letters where kind = 'by-pigeon' and due_at is not null").await, 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_email_that_cannot_be_written_waits_like_one_that_was_not_taken(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    table.white.moves(2, "d4@d6").await.leads_to();
    app.run("alter table game_looks rename to mislaid").await;
    assert_eq!(app.sends_after(A_WHILE).await, 1);
    assert_eq!(app.count("select attempts::bigint from letters where kind = 'your-turn' and mark = 3").await, 1);
    assert_eq!(app.sends().await, 0, "not at every look");
    app.run("alter table mislaid rename to game_looks").await;
    assert_eq!(app.sends_after(MINUTE).await, 1);
    assert_eq!(mail_server.email().to, "kwek@example.org");
}
