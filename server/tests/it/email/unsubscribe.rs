//! No more emails, by one click.

use axum::http::header::{CONTENT_TYPE, ORIGIN};
use sqlx::PgPool;

use super::{A_WHILE, first_round};

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn one_click_in_the_mail_program_stops_emails_of_a_kind(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    table.white.does("move", 2, &[("turn", "d4@d6"), ("offer_draw", "yes")]).await.leads_to();
    app.sends_after(A_WHILE).await;
    let email = mail_server.email();
    assert_eq!(email.header("list-unsubscribe-post"), "List-Unsubscribe=One-Click");
    let link = email.header("list-unsubscribe");
    let address = link.strip_prefix('<').unwrap().strip_suffix('>').unwrap();
    let path = address.strip_prefix(&app.anonymous().site()).unwrap();
    assert_eq!(email.path("/mail/unsubscribe/"), path, "the text has the same link");

    // As a mail provider does it: no cookie, an origin of its own, the body in parts.
    let mut click = app.anonymous().form_request(path, "--b\r\n\r\nList-Unsubscribe=One-Click\r\n--b--\r\n");
    click.headers_mut().insert(ORIGIN, "https://mail.example".parse().unwrap());
    click.headers_mut().insert("sec-fetch-site", "cross-site".parse().unwrap());
    click.headers_mut().insert(CONTENT_TYPE, "multipart/form-data; boundary=b".parse().unwrap());
    let page = app.anonymous().send(click).await.shown();
    assert_eq!(page.text("[role=status]"), "You will get no more of them. You will still get all other emails.");

    table.black.sees().await;
    app.pass(A_WHILE);
    table.black.moves(3, "Nf6@e2").await.leads_to();
    table.white.moves(4, "Nc3@c6").await.leads_to();
    table.white.does("offer-draw", 5, &[]).await.leads_to();
    app.sends_after(A_WHILE).await;
    let subjects: Vec<_> = mail_server.emails().iter().map(|email| (email.to.clone(), email.subject())).collect();
    assert_eq!(subjects, [("kwek@example.org".to_owned(), "kwik offers a draw".to_owned())]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_link_opens_a_page_with_a_button(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    table.white.moves(2, "d4@d6").await.leads_to();
    app.sends_after(A_WHILE).await;
    let path = mail_server.email().path("/mail/unsubscribe/");
    let browser = app.anonymous();
    let page = browser.opens(&path).await;
    assert_eq!(page.text("h1"), "Emails when it is your turn");
    let form = page.form("main form");
    assert_eq!(app.count("select count(*) from players where preferences <> '{}'").await, 0, "looking stops nothing");
    assert_eq!(browser.submits(&form).await.leads_to(), format!("{path}#stopped"));
    let page = browser.opens(&path).await;
    assert_eq!(page.text("[role=status]"), "You will get no more of them. You will still get all other emails.");
    assert!(page.has("#stopped[role=status]") && !page.has("main form"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_a_mail_program_sends_along_need_not_be_text(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    table.white.moves(2, "d4@d6").await.leads_to();
    app.sends_after(A_WHILE).await;
    let path = mail_server.email().path("/mail/unsubscribe/");
    let page = app.anonymous().post_body(&path, &b"List-Unsubscribe=One-Click&from=\xff"[..]).await.shown();
    assert_eq!(page.text("[role=status]"), "You will get no more of them. You will still get all other emails.");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_link_of_nobody_stops_nothing(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    table.white.moves(2, "d4@d6").await.leads_to();
    app.sends_after(A_WHILE).await;
    let path = mail_server.email().path("/mail/unsubscribe/");
    let browser = app.anonymous();
    for wrong in [
        path.replace("your-turn", "my-turn"),
        path[..path.len() - 1].to_owned(),
        "/mail/unsubscribe/your-turn.".to_owned(),
        "/mail/unsubscribe/quack".to_owned(),
    ] {
        assert_eq!(browser.get(&wrong).await.status, 404, "{wrong}");
        assert_eq!(browser.post(&wrong, &[("List-Unsubscribe", "One-Click")]).await.status, 404, "{wrong}");
    }
    assert_eq!(app.count("select count(*) from players where preferences <> '{}'").await, 0);
}
