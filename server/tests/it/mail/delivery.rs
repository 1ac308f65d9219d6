//! How letters leave: once, by whichever server, and again when they were not taken.

use sqlx::PgPool;

use super::{A_WHILE, first_round};
use crate::story::{Mood, TestApp, days, hours, seconds};

const MINUTE: jiff::SignedDuration = seconds(60);

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn of_two_servers_one_sends_it(pool: PgPool) {
    let (app, office, table) = first_round(pool).await;
    let other = app.beside_with_post(&office).await;
    table.white.moves(2, "d4@d6").await.leads_to();
    app.pass(A_WHILE);
    other.pass(A_WHILE);
    for _ in 0..5 {
        tokio::join!(app.sends(), other.sends(), app.sends(), other.sends());
    }
    assert_eq!(office.letter().to, "kwek@example.org");
    assert_eq!(office.tries(), 1);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn what_was_not_taken_is_tried_again_later_and_later(pool: PgPool) {
    let (app, office, table) = first_round(pool).await;
    table.white.moves(2, "d4@d6").await.leads_to();
    let busy = Mood::Says("451 4.3.0 Come back later");
    office.will(&[busy, busy, busy]);
    app.sends_after(A_WHILE).await;
    assert_eq!(
        app.column("select note from letters where attempts > 0").await,
        ["transient error (451): 4.3.0 Come back later"]
    );
    for minutes in [1, 2, 4] {
        let tries = office.tries();
        assert_eq!(app.sends_after(MINUTE * minutes - seconds(1)).await, 0);
        assert_eq!(office.tries(), tries, "too early by a second");
        assert_eq!(app.sends_after(seconds(1)).await, 1);
        assert_eq!(office.tries(), tries + 1);
    }
    assert_eq!(office.letter().to, "kwek@example.org");
    assert_eq!(app.sends_after(hours(12)).await, 0);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_letter_that_is_tried_again_tells_how_things_stand_then(pool: PgPool) {
    let (app, office, table) = first_round(pool).await;
    table.white.moves(2, "d4@d6").await.leads_to();
    office.will(&[Mood::Says("450 4.2.0 Greylisted")]);
    app.sends_after(A_WHILE).await;
    table.black.sees().await;
    assert_eq!(app.sends_after(MINUTE).await, 1);
    assert_eq!((office.letters().len(), office.tries()), (0, 1), "they have seen it meanwhile");
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn what_is_refused_for_good_is_not_tried_again(pool: PgPool) {
    let (app, office, table) = first_round(pool).await;
    table.white.moves(2, "d4@d6").await.leads_to();
    office.will(&[Mood::Says("550 5.1.1 Nobody here is called so")]);
    app.sends_after(A_WHILE).await;
    assert_eq!(app.sends_after(days(1)).await, 0);
    assert_eq!((office.letters().len(), office.tries()), (0, 1));
    assert_eq!(app.count("select count(*) from letters where note like '%Nobody here%' and sent_at is null").await, 1);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_letter_that_leaves_twice_can_be_recognised(pool: PgPool) {
    let (app, office, table) = first_round(pool).await;
    table.white.moves(2, "d4@d6").await.leads_to();
    office.will(&[Mood::HangsUp]);
    app.sends_after(A_WHILE).await;
    let first = office.letter();
    app.sends_after(MINUTE).await;
    let second = office.letter();
    assert_eq!(first.header("message-id"), second.header("message-id"));
    assert_eq!(first.subject(), second.subject());
    assert_eq!(app.sends_after(days(1)).await, 0);
    // Another letter has another name.
    table.black.sees().await;
    table.black.moves(3, "Nf6@e2").await.leads_to();
    app.sends_after(A_WHILE).await;
    assert_ne!(office.letter().header("message-id"), second.header("message-id"));
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn nothing_that_is_typed_becomes_a_header(pool: PgPool) {
    let (app, office, table) = first_round(pool).await;
    let message = "\r\nBcc: everybody@example.org\r\n\r\n.\r\nMAIL FROM:<evil@example.org>\r\n.quit";
    table.white.does("move", 2, &[("turn", "d4@d6"), ("message", message)]).await.leads_to();
    app.sends_after(A_WHILE).await;
    let letter = office.letter();
    assert_eq!(
        letter.header_names(),
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
    assert!(letter.text().contains("> Bcc: everybody@example.org\n> \n> .\n> MAIL FROM:<evil@example.org>\n> .quit"));
    assert_eq!(letter.header("to"), "kwek <kwek@example.org>");
    assert_eq!(letter.header("from"), "Mallard <mallard@localhost>");
    assert_eq!(letter.header("auto-submitted"), "auto-generated");
    assert_eq!(office.tries(), 1);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn an_address_in_which_a_letter_could_be_steered_is_none(pool: PgPool) {
    let (app, _office) = TestApp::with_post(pool).await;
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
            "That did not work This is not an e-mail address: it should look like name@example.org."
        );
        assert_eq!(page.value("email").split_whitespace().next(), address.split_whitespace().next());
    }
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn without_a_mail_server_letters_are_done_with_and_pages_say_so(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    app.everybody_confirmed().await;
    assert_eq!(app.sends_after(A_WHILE).await, 2);
    assert_eq!(app.count("select count(*) from letters where due_at is not null").await, 0);
    let page = table.white.browser.opens("/settings/email").await;
    assert_eq!(page.text(".notice"), "This site is not set up to send mail: no letters come, whatever is chosen.");
}
