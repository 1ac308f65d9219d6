//! Links sent by email: an address is confirmed and changed, a forgotten password replaced.

use sqlx::PgPool;

use super::A_WHILE;
use crate::story::{Answer, Browser, MailServer, Misbehaviour, PASSWORD, TestApp, days, hours, seconds};

async fn signs_up(app: &TestApp, name: &str, email: &str) -> Browser {
    let browser = app.anonymous();
    let fields = [("name", name), ("email", email), ("password", PASSWORD)];
    browser.post("/signup", &fields).await.leads_to();
    browser
}

async fn signs_in(app: &TestApp, name: &str, password: &str) -> u16 {
    app.anonymous().post("/login", &[("name", name), ("password", password)]).await.status
}

/// The steps of resetting a password, up to the page that asks for the new one.
async fn link_for(app: &TestApp, mail_server: &MailServer, who: &str) -> String {
    let browser = app.anonymous();
    let login = browser.opens("/login").await;
    assert!(login.attributes("main a", "href").contains(&"/login/forgotten".to_owned()));
    let form = browser.opens("/login/forgotten").await.form("main form").with("who", who);
    assert_eq!(browser.submits(&form).await.leads_to(), "/login/forgotten?sent=yes");
    app.sends().await;
    mail_server.email().path("/login/reset?token=")
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn signing_up_sends_a_link_and_its_button_confirms(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let kwik = signs_up(&app, "kwik", "kwik@example.org").await;
    app.sends().await;
    let email = mail_server.email();
    assert_eq!(email.to, "kwik@example.org");
    assert!(email.subject().starts_with("Confirm your address for 127.0.0.1"), "{}", email.subject());
    assert_eq!(email.headers("list-unsubscribe"), [""; 0], "it was asked for");
    let path = email.path("/email/confirm?token=");

    // Opening the link, as a scanner of emails does, confirms nothing.
    let elsewhere = app.anonymous();
    let page = elsewhere.opens(&path).await;
    assert_eq!(page.text("strong.address"), "kwik@example.org");
    let settings = kwik.opens("/settings/email").await;
    assert!(settings.text("main form").contains("No emails are sent yet: kwik@example.org is not confirmed."));
    let notice = kwik.opens("/").await.text(".notice");
    assert!(notice.contains("open the link in the email that went to kwik@example.org."), "{notice}");

    assert_eq!(elsewhere.submits(&page.form("main form")).await.leads_to(), "/email/confirmed");
    assert_eq!(elsewhere.opens("/email/confirmed").await.text("h1"), "Your email address is confirmed");
    let settings = kwik.opens("/settings/email").await;
    assert!(settings.text("main form").contains("Emails go to kwik@example.org."));
    assert_eq!(kwik.opens("/").await.texts(".notice"), [""; 0]);
    // It works once.
    assert_eq!(elsewhere.get(&path).await.page(410).text("h2"), "This link does not work");
    elsewhere.submits(&page.form("main form")).await.refused();
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_link_that_confirms_is_valid_for_seven_days(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let kwik = signs_up(&app, "kwik", "kwik@example.org").await;
    app.sends().await;
    let path = mail_server.email().path("/email/confirm?token=");
    app.pass(days(7) - seconds(1));
    let page = kwik.opens(&path).await;
    app.pass(seconds(1));
    assert_eq!(kwik.get(&path).await.status, 410);
    kwik.submits(&page.form("main form")).await.refused();
    assert_eq!(app.count("select count(*) from players where email_confirmed_at is not null").await, 0);
    // Another one is had from the settings.
    let form = kwik.opens("/settings/email").await.form("main form");
    kwik.submits(&form).await.leads_to();
    app.sends().await;
    let form = kwik.opens(&mail_server.email().path("/email/confirm?token=")).await.form("main form");
    kwik.submits(&form).await.leads_to();
    assert_eq!(app.count("select count(*) from players where email_confirmed_at is not null").await, 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn another_address_counts_once_its_link_is_opened(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let kwik = app.signed_up("kwik").await;
    app.everybody_confirmed().await;
    let form = kwik.opens("/settings/email").await.form("main form");
    let refused = kwik.submits(&form.clone().with("email", "quack")).await.refused();
    assert_eq!(refused.value("email"), "quack");

    let form = form.with("email", "kwik@new.example");
    let refused = kwik.submits(&form.clone().with("password", "a wrong guess")).await.refused();
    assert_eq!(refused.alert(), "That did not work That is not your password.");
    assert_eq!((refused.value("email").as_str(), refused.value("password").as_str()), ("kwik@new.example", ""));
    let sent = kwik.submits(&form.with("password", PASSWORD)).await.leads_to().to_owned();
    let page = kwik.opens(&sent).await;
    assert!(page.text("[role=status]").contains("on its way to kwik@new.example"));
    assert!(page.text("main form").contains("Emails go to kwik@example.org. They will go to kwik@new.example"));
    app.sends().await;
    let mut emails = mail_server.emails();
    emails.sort_by(|one, other| one.to.cmp(&other.to));
    let [warning, email] = &emails[..] else { panic!("{} emails", emails.len()) };
    assert_eq!((warning.to.as_str(), email.to.as_str()), ("kwik@example.org", "kwik@new.example"));
    assert!(
        warning.text().contains("to kwik@new.example instead of this address")
            && warning.text().contains("/login/forgotten")
    );
    assert!(!warning.text().contains("token="), "the link is the other mailbox's");
    let form = app.anonymous().opens(&email.path("/email/confirm?token=")).await.form("main form");
    app.anonymous().submits(&form).await.leads_to();
    let now = app.column("select email || ' ' || coalesce(email_wanted, 'none') from players").await;
    assert_eq!(now, ["kwik@new.example none"]);
}

/// A player asks for emails at another address.
async fn wants(player: &Browser, email: &str) -> Answer {
    player.post("/settings/email", &[("email", email), ("password", PASSWORD)]).await
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_finds_a_browser_signed_in_does_not_take_the_emails_away(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let kwik = app.signed_up("kwik").await;
    app.everybody_confirmed().await;
    for _ in 0..10 {
        kwik.post("/settings/email", &[("email", "thief@example.org"), ("password", "a guess")]).await.refused();
    }
    wants(&kwik, "thief@example.org").await.has_status(429);
    kwik.post("/settings/email", &[("email", "kwik@example.org")]).await.leads_to();
    app.sends().await;
    assert_eq!(mail_server.emails().len(), 0);
    assert_eq!(app.count("select count(*) from players where email_wanted is not null").await, 0);
}

const LATER: Misbehaviour = Misbehaviour::Says("451 4.3.0 Come back later");

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_address_there_is_hears_of_another_before_that_one_gets_its_link(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let kwik = app.signed_up("kwik").await;
    app.everybody_confirmed().await;
    wants(&kwik, "kwik@new.example").await.leads_to();
    mail_server.will(&[LATER]);
    app.sends().await;
    assert_eq!((mail_server.emails().len(), mail_server.tries()), (0, 1), "the link waits");
    app.pass(seconds(60));
    app.sends().await;
    let to: Vec<_> = mail_server.emails().into_iter().map(|email| email.to).collect();
    assert_eq!(to, ["kwik@example.org", "kwik@new.example"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_address_that_takes_no_emails_is_told_of_the_change_all_the_same(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let kwik = app.signed_up("kwik").await;
    app.everybody_confirmed().await;
    wants(&kwik, "kwik@new.example").await.leads_to();
    for minutes in [0, 1, 2, 4, 8, 16] {
        app.pass(seconds(60 * minutes));
        mail_server.will(&[LATER]);
        app.sends().await;
    }
    assert_eq!((mail_server.emails().len(), mail_server.tries()), (0, 6));
    // After an hour nobody waits for it any longer.
    app.pass(seconds(60 * 29));
    app.sends().await;
    let email = mail_server.email();
    assert_eq!(email.to, "kwik@new.example");
    let form = kwik.opens(&email.path("/email/confirm?token=")).await.form("main form");
    kwik.submits(&form).await.leads_to();
    app.pass(seconds(60 * 3));
    app.sends().await;
    let email = mail_server.email();
    assert_eq!(email.to, "kwik@example.org");
    assert!(email.text().contains("now go to kwik@new.example instead of this address"), "{}", email.text());
    assert!(email.text().contains("/settings/password"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_address_given_up_is_not_confirmed_by_its_old_link(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let kwik = app.signed_up("kwik").await;
    app.everybody_confirmed().await;
    wants(&kwik, "kwik@mistyped.example").await.leads_to();
    app.sends().await;
    let emails = mail_server.emails();
    let email = emails.iter().find(|email| email.to == "kwik@mistyped.example").unwrap();
    let path = email.path("/email/confirm?token=");
    let form = kwik.opens(&path).await.form("main form");
    wants(&kwik, "kwik@example.org").await.leads_to();
    assert_eq!(kwik.get(&path).await.status, 410);
    kwik.submits(&form).await.refused();
    assert_eq!(app.column("select email from players").await, ["kwik@example.org"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nobodys_mailbox_is_filled_with_links(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let kwik = app.signed_up("kwik").await;
    for _ in 0..5 {
        wants(&kwik, "victim@example.org").await.leads_to();
    }
    let answer = wants(&kwik, "victim@example.org").await;
    assert_eq!(answer.page(429).value("email"), "victim@example.org");
    assert_eq!(answer.header("retry-after"), "900");
    signs_up(&app, "kwek", "Victim@example.org").await;
    app.sends().await;
    assert_eq!(mail_server.emails().len(), 5);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nor_is_it_filled_by_forgetting_passwords_of_accounts_that_have_its_address(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let owner = signs_up(&app, "owner", "victim@example.org").await;
    app.everybody_confirmed().await;
    for n in 0..12 {
        signs_up(&app, &format!("stranger{n}"), "victim@example.org").await;
    }
    app.sends().await;
    assert_eq!(mail_server.emails().len(), 4, "with the owner’s, which was not needed any more, five");
    app.pass(seconds(15 * 60));
    for n in 0..12 {
        app.anonymous().post("/login/forgotten", &[("who", &format!("stranger{n}"))]).await.leads_to();
    }
    app.sends().await;
    assert_eq!(mail_server.emails().len(), 5, "to all of them together");
    app.pass(seconds(15 * 60));
    for n in 0..12 {
        app.anonymous().post("/login/forgotten", &[("who", &format!("stranger{n}"))]).await.leads_to();
    }
    app.sends().await;
    assert_eq!(mail_server.emails().len(), 2, "twelve a day");

    // Who has shown that the address is theirs gets their link all the same, by the address too.
    app.anonymous().post("/login/forgotten", &[("who", "victim@example.org")]).await.leads_to();
    app.sends().await;
    let email = mail_server.email();
    assert!(email.text().contains("owner"), "{}", email.text());
    app.anonymous().opens(&email.path("/login/reset?token=")).await;
    owner.opens("/games/mine").await;
    // An hour's links are enough: each of them works.
    for _ in 0..2 {
        app.pass(seconds(15 * 60));
        for _ in 0..4 {
            app.anonymous().post("/login/forgotten", &[("who", "owner")]).await.leads_to();
        }
    }
    app.sends().await;
    assert_eq!(mail_server.emails().len(), 4);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn another_password_ends_what_a_thief_began_with_the_old_one(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let kwik = app.signed_up("kwik").await;
    app.everybody_confirmed().await;
    let thief = app.signed_in("kwik").await;
    wants(&thief, "thief@example.org").await.leads_to();
    app.sends().await;
    let (_warning, link) = match &mail_server.emails()[..] {
        [one, other] if other.to == "thief@example.org" => (one.clone(), other.clone()),
        [one, other] => (other.clone(), one.clone()),
        emails => panic!("{} emails", emails.len()),
    };
    let confirm = app.anonymous().opens(&link.path("/email/confirm?token=")).await.form("main form");
    let reset = link_for(&app, &mail_server, "kwik").await;

    let change = [("current", PASSWORD), ("new", "eight loud geese")];
    kwik.post("/settings/password", &change).await.leads_to();
    app.anonymous().submits(&confirm).await.refused();
    assert_eq!(app.anonymous().get(&reset).await.status, 410, "a link that somebody may have read");
    assert!(thief.get("/games/mine").await.leads_to().starts_with("/login"));
    let now = app.column("select email || ' ' || coalesce(email_wanted, 'none') from players").await;
    assert_eq!(now, ["kwik@example.org none"]);
    kwik.post("/settings/email", &[("email", "thief@example.org")]).await.refused();
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_address_that_is_not_confirmed_yet_keeps_its_link_when_the_password_changes(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let kwik = signs_up(&app, "kwik", "kwik@example.org").await;
    app.sends().await;
    let path = mail_server.email().path("/email/confirm?token=");
    kwik.post("/settings/password", &[("current", PASSWORD), ("new", "eight loud geese")]).await.leads_to();
    let form = app.anonymous().opens(&path).await.form("main form");
    assert_eq!(app.anonymous().submits(&form).await.leads_to(), "/email/confirmed");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_forgotten_password_is_replaced_and_ends_every_session(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let at_home = app.signed_up("kwik").await;
    let path = link_for(&app, &mail_server, "KWIK").await;
    let browser = app.anonymous();
    let page = browser.opens(&path).await;
    assert!(page.text(".lede").starts_with("For kwik."), "{}", page.text(".lede"));
    let form = page.form("main form");
    let refused = browser.submits(&form.clone().with("password", "short")).await.refused();
    assert_eq!(refused.alert(), "That did not work A password needs at least 8 characters.");
    assert_eq!(browser.submits(&form.clone().with("password", "eight loud geese")).await.leads_to(), "/");

    browser.opens("/games/mine").await;
    assert!(at_home.get("/games/mine").await.leads_to().starts_with("/login"), "the session at home is over");
    assert_eq!(signs_in(&app, "kwik", PASSWORD).await, 422);
    assert_eq!(signs_in(&app, "kwik", "eight loud geese").await, 303);
    // The link works once.
    assert_eq!(browser.get(&path).await.status, 410);
    browser.submits(&form.with("password", "nine loud geese")).await.refused();
    assert_eq!(signs_in(&app, "kwik", "eight loud geese").await, 303);
    // Who read the email has shown that mail arrives.
    assert_eq!(app.count("select count(*) from players where email_confirmed_at is not null").await, 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_link_for_a_password_works_for_an_hour(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    app.signed_up("kwik").await;
    let path = link_for(&app, &mail_server, " Kwik@Example.org ").await;
    app.pass(hours(1) - seconds(1));
    let form = app.anonymous().opens(&path).await.form("main form").with("password", "eight loud geese");
    app.pass(seconds(1));
    app.anonymous().submits(&form).await.refused();
    assert_eq!(signs_in(&app, "kwik", PASSWORD).await, 303);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_link_for_a_password_ends_with_its_address(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let kwik = app.signed_up("kwik").await;
    let path = link_for(&app, &mail_server, "kwik").await;
    app.anonymous().opens(&path).await;
    wants(&kwik, "kwik@new.example").await.leads_to();
    app.sends().await;
    let form = kwik.opens(&mail_server.email().path("/email/confirm?token=")).await.form("main form");
    kwik.submits(&form).await.leads_to();
    assert_eq!(app.anonymous().get(&path).await.status, 410, "another mailbox, perhaps another person's");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_answer_does_not_tell_who_is_known(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    app.signed_up("kwik").await;
    let mut answers = Vec::new();
    for who in ["kwik", "kwek", "kwik@example.org", "kwek@example.org"] {
        let answer = app.anonymous().post("/login/forgotten", &[("who", who)]).await;
        answers.push((answer.status, answer.leads_to().to_owned(), answer.text));
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    // The work itself is the same too, until nobody waits for it.
    assert_eq!(app.count("select count(*) from password_requests").await, 4);
    assert_eq!(app.count("select count(*) from letters").await, 0);
    app.sends().await;
    assert_eq!(mail_server.emails().len(), 2);
    assert_eq!(app.count("select count(*) from password_requests").await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn forgetting_is_limited_for_the_known_and_the_unknown_alike(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    app.signed_up("kwik").await;
    for who in ["kwik", "kwek"] {
        for _ in 0..5 {
            app.anonymous().post("/login/forgotten", &[("who", who)]).await.leads_to();
        }
        let answer = app.anonymous().post("/login/forgotten", &[("who", who)]).await;
        assert_eq!(answer.page(429).value("who"), who);
    }
    app.sends().await;
    assert_eq!(mail_server.emails().len(), 5);
    app.pass(seconds(15 * 60));
    app.anonymous().post("/login/forgotten", &[("who", "kwik")]).await.leads_to();
    assert_eq!(app.anonymous().post("/login/forgotten", &[("who", " ")]).await.refused().value("who").trim(), "");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn no_table_holds_what_is_in_a_link(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    app.signed_up("kwik").await;
    let path = link_for(&app, &mail_server, "kwik").await;
    let token = path.split_once("token=").unwrap().1;
    let everything = app
        .column(
            "select l::text from letters l union all select m::text from mailed_links m
            union all select r::text from password_requests r",
        )
        .await;
    assert!(everything.len() >= 2 && token.len() >= 40);
    assert!(everything.iter().all(|row| !row.contains(token)), "{everything:?}");
    app.sends_after(A_WHILE).await;
    assert_eq!(mail_server.emails().len(), 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_link_that_does_not_work_does_not_tell_why(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let (_kwik, kwek) = (signs_up(&app, "kwik", "kwik@example.org").await, app.signed_up("kwek").await);
    app.sends().await;
    let used = mail_server.email().path("/email/confirm?token=");
    let form = kwek.opens(&used).await.form("main form");
    kwek.submits(&form).await.leads_to();
    let for_a_password = link_for(&app, &mail_server, "kwik").await.replace("/login/reset", "/email/confirm");
    wants(&kwek, "kwek@old.example").await.leads_to();
    app.sends().await;
    let replaced = mail_server.email().path("/email/confirm?token=");
    wants(&kwek, "kwek@new.example").await.leads_to();
    app.sends().await;
    let expired = mail_server.email().path("/email/confirm?token=");
    app.pass(days(8));

    let never = format!("/email/confirm?token={}", "A".repeat(43));
    let mut answers = Vec::new();
    for path in [&used, &for_a_password, &replaced, &expired, &never, "/email/confirm", "/email/confirm?token=%00'"] {
        let token = path.split_once("token=").map_or("", |(_, token)| token);
        for answer in
            [app.anonymous().get(path).await, app.anonymous().post("/email/confirm", &[("token", token)]).await]
        {
            let status = if answer.status == 410 { 410 } else { 422 };
            answer.has_status(status);
            answers.push(answer.text);
        }
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_address_that_another_player_has_is_answered_like_any(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let (_kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    app.everybody_confirmed().await;
    let mut pages = Vec::new();
    for email in ["kwik@example.org", "nobody@example.org"] {
        let sent = wants(&kwek, email).await.leads_to().to_owned();
        pages.push(kwek.get(&sent).await.text.replace(email, "…"));
        app.sends().await;
        assert!(mail_server.emails().iter().any(|received| received.to == email));
    }
    assert_eq!(pages[0], pages[1]);
}
