//! Signing up, in and out, by the pages.

use sqlx::PgPool;

use crate::story::{Answer, Browser, PASSWORD, TestApp, seconds};

async fn sign_up(browser: &Browser, name: &str, password: &str) -> Answer {
    let form = browser.opens("/signup").await.form("main form");
    let form = form.with("name", name).with("email", "duck@example.org").with("password", password);
    browser.submits(&form).await
}

async fn sign_in(browser: &Browser, name: &str, password: &str) -> Answer {
    let form = browser.opens("/login").await.form("main form");
    browser.submits(&form.with("name", name).with("password", password)).await
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_account_is_made_left_and_come_back_to(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let browser = app.anonymous();
    assert_eq!(sign_up(&browser, "Mother_Duck-1", PASSWORD).await.leads_to(), "/welcome");
    assert_eq!(browser.opens("/").await.text(".account-name"), "Mother_Duck-1");
    assert_eq!(app.column("select email from players").await, ["duck@example.org"]);

    let form = browser.opens("/").await.form("form[action='/logout']");
    assert_eq!(browser.submits(&form).await.leads_to(), "/");
    assert!(browser.opens("/").await.has(".sign-in"));

    let page = sign_in(&browser, "Mother_Duck-1", "seven quiet duck").await.refused();
    assert_eq!(page.texts("[role=alert] li"), ["The name or the password is wrong."]);
    assert_eq!((page.value("name"), page.value("password")), ("Mother_Duck-1".to_owned(), String::new()));
    assert_eq!(sign_in(&browser, "mother_duck-1", PASSWORD).await.leads_to(), "/", "names are the same in any case");
    assert_eq!(browser.opens("/").await.text(".account-name"), "Mother_Duck-1");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_name_is_short_plain_and_taken_once(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.signed_up("Donald").await;
    let browser = app.anonymous();
    for (name, reason) in [
        ("", "A name has 3 to 20 characters; this one has 0."),
        ("ab", "A name has 3 to 20 characters; this one has 2."),
        ("a23456789012345678901", "A name has 3 to 20 characters; this one has 21."),
        ("Dürer", "A name can only contain the letters a to z, digits, '_' and '-', not 'ü'."),
        ("🦆🦆🦆", "A name can only contain the letters a to z, digits, '_' and '-', not '🦆'."),
        ("a b", "A name can only contain the letters a to z, digits, '_' and '-', not a space."),
        ("../x", "A name can only contain the letters a to z, digits, '_' and '-', not '.'."),
        ("donald", "The name donald is taken. Choose another one."),
        ("DONALD", "The name DONALD is taken. Choose another one."),
    ] {
        let page = sign_up(&browser, name, PASSWORD).await.refused();
        assert_eq!(page.texts("[role=alert] li"), [reason]);
        assert_eq!((page.value("name"), page.value("email")), (name.to_owned(), "duck@example.org".to_owned()));
        assert_eq!(page.value("password"), "", "a password is not sent back");
    }
    assert_eq!(app.count("select count(*) from players").await, 1);
    for name in ["abc", "a2345678901234567890", "---", "___"] {
        sign_up(&app.anonymous(), name, PASSWORD).await.leads_to();
    }
    assert_eq!(app.count("select count(*) from players").await, 5);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn one_name_is_not_given_twice_at_once(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (one, two) = (app.anonymous(), app.anonymous());
    let answers = tokio::join!(sign_up(&one, "daisy", PASSWORD), sign_up(&two, "Daisy", PASSWORD));
    let mut statuses = [answers.0.status, answers.1.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 422]);
    assert_eq!(app.count("select count(*) from players").await, 1);
}

const NO_DOMAIN: &str = "The part after the @ must be a domain name with a dot, as in name@example.org.";

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_password_or_address_that_will_not_do_is_named(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let browser = app.anonymous();
    let long = "x".repeat(257);
    for (email, password, reason) in [
        ("duck@example.org", "short", "A password needs at least 8 characters."),
        ("duck@example.org", &long, "A password can have at most 256 characters."),
        ("duck@example.org", "DONALD-DUCK", "Your name is the first thing anybody would try: choose another password."),
        ("duck", PASSWORD, "This is not an email address: it should look like name@example.org."),
        ("a b@example.org", PASSWORD, "This is not an email address: it should look like name@example.org."),
        ("duck@localhost", PASSWORD, NO_DOMAIN),
        ("duck@[127.0.0.1]", PASSWORD, NO_DOMAIN),
        ("duck@[IPv6:::1]", PASSWORD, NO_DOMAIN),
        ("duck@127.0.0.1", PASSWORD, NO_DOMAIN),
        ("x@y\0", PASSWORD, "This is not an email address: it should look like name@example.org."),
    ] {
        let form = [("name", "donald-duck"), ("email", email), ("password", password)];
        let page = browser.post("/signup", &form).await.refused();
        assert_eq!(page.texts("[role=alert] li"), [reason]);
    }
    let page = browser.post("/signup", &[]).await.refused();
    assert_eq!(page.attributes("[role=alert] a", "href"), ["#name", "#password"]);
    assert_eq!(app.count("select count(*) from players").await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_cookie_is_for_this_site_and_no_script(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let answer = sign_up(&app.anonymous(), "kwik", PASSWORD).await;
    let attributes: Vec<_> = answer.set_cookie("mallard").split("; ").skip(1).collect();
    for attribute in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31104000"] {
        assert!(attributes.contains(&attribute), "{attributes:?}");
    }
    assert!(!attributes.contains(&"Secure"), "it would not come back over http");
    assert!(!attributes.iter().any(|attribute| attribute.starts_with("Domain")), "{attributes:?}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn over_https_the_cookie_is_bound_to_the_host(pool: PgPool) {
    let app = TestApp::set_up(pool, |config| config.public_url = Some("https://mallard.example/".to_owned())).await;
    let browser = app.anonymous();
    let answer = sign_up(&browser, "kwik", PASSWORD).await;
    let cookie = answer.set_cookie("__Host-mallard");
    assert!(cookie.contains("; Secure"), "{cookie}");
    assert!(cookie.contains("; Path=/") && !cookie.contains("Domain"), "{cookie}");
    assert_eq!(browser.opens("/").await.text(".account-name"), "kwik");
    browser.keep_cookie("mallard", &browser.cookie("__Host-mallard").unwrap());
    browser.keep_cookie("__Host-mallard", "x");
    assert!(browser.opens("/").await.has(".sign-in"), "a cookie that anybody on the way could set does not count");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_database_knows_no_password_and_no_token(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let browser = app.anonymous();
    sign_up(&browser, "kwik", PASSWORD).await.leads_to();
    let token = browser.cookie("mallard").unwrap();
    assert_eq!(token.len(), 43, "256 bits");
    let hash = app.column("select password_hash from players").await;
    assert!(hash[0].starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", hash[0]);
    let hashes = app.column("select encode(token_hash, 'hex') from sessions").await;
    assert_eq!(hashes, [sha256sum(&token)]);
    let dump = app.column("select p::text || s::text from players p, sessions s").await;
    assert!(!dump[0].contains(PASSWORD) && !dump[0].contains(&token));
}

fn sha256sum(text: &str) -> String {
    use sha2::{Digest, Sha256};
    data_encoding::HEXLOWER.encode(&Sha256::digest(text))
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_session_ends_on_the_server(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (here, there) = (app.signed_up("kwik").await, app.signed_in("kwik").await);
    let token = here.cookie("mallard").unwrap();
    let answer = here.post("/logout", &[]).await;
    answer.leads_to();
    assert!(answer.set_cookie("mallard").contains("Max-Age=0"), "{:?}", answer.set_cookies());
    assert_eq!(here.cookie("mallard"), None);
    here.keep_cookie("mallard", &token);
    assert!(here.opens("/").await.has(".sign-in"), "a copy of the cookie is worth nothing");
    assert!(!there.opens("/").await.has(".sign-in"), "the other browser stays signed in");
    app.pass(seconds(180 * 86_400));
    assert!(there.opens("/").await.has(".sign-in"), "in the end it is forgotten");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_types_the_address_to_log_out_finds_a_button(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    let page = kwik.opens("/logout").await;
    assert!(page.text("main").contains("You are logged in as kwik"), "{}", page.text("main"));
    assert!(kwik.opens("/").await.text("header").contains("kwik"), "looking at it has changed nothing");
    kwik.submits(&page.form("main form")).await.leads_to();
    assert!(kwik.opens("/").await.has(".sign-in"));
    assert_eq!(kwik.get("/logout").await.leads_to(), "/");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn signing_in_leads_nowhere_else(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.signed_up("kwik").await;
    for (next, leads_to) in [
        ("/games/mine?page=2", "/games/mine?page=2"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("/\\evil.example/", "/"),
        ("/\t/evil.example/", "/"),
        ("/\r\nSet-Cookie: x=y", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
    ] {
        let browser = app.anonymous();
        let login = browser.post("/login", &[("name", "kwik"), ("password", PASSWORD), ("next", next)]).await;
        assert_eq!(login.leads_to(), leads_to, "{next:?}");
        let query = crate::story::encoded(&[("next", next)]);
        assert_eq!(browser.get(&format!("/login?{query}")).await.leads_to(), leads_to, "signed in already: {next:?}");
    }
    let fields = [("name", "kwek"), ("email", "a@b.c"), ("password", PASSWORD), ("next", "//evil.example")];
    assert_eq!(app.anonymous().post("/signup", &fields).await.leads_to(), "/welcome");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn tries_at_one_name_are_limited(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.signed_up("kwik").await;
    app.signed_up("kwek").await;
    let guesser = app.anonymous();
    for _ in 0..10 {
        sign_in(&guesser, "KWIK", "a wrong guess").await.refused();
    }
    // From then on not even the right password is looked at.
    for password in ["a wrong guess", PASSWORD] {
        let answer = sign_in(&guesser, "kwik", password).await;
        let page = answer.page(429);
        assert_eq!(page.texts("[role=alert] li"), ["Too many attempts. Wait 15 minutes, then try again."]);
        assert_eq!(answer.header("retry-after"), "900");
        assert_eq!(page.value("name"), "kwik");
    }
    assert_eq!(sign_in(&app.anonymous(), "kwek", PASSWORD).await.leads_to(), "/", "others are let in");
    app.pass(seconds(15 * 60 - 1));
    sign_in(&guesser, "kwik", PASSWORD).await.has_status(429);
    app.pass(seconds(1));
    assert_eq!(sign_in(&guesser, "kwik", PASSWORD).await.leads_to(), "/");
    for _ in 0..10 {
        sign_in(&app.anonymous(), "kwik", "a wrong guess").await.refused();
    }
    sign_in(&app.anonymous(), "kwik", "a wrong guess").await.has_status(429);
}

/// What signing in from an address of the network is answered, for a server behind a proxy.
async fn signs_in_from(app: &TestApp, address: &str, name: &str, password: &str) -> u16 {
    let browser = app.anonymous();
    let mut request = browser.form_request("/login", crate::story::encoded(&[("name", name), ("password", password)]));
    request.headers_mut().insert("x-forwarded-for", address.parse().unwrap());
    browser.send(request).await.status
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_guesses_at_a_name_shuts_out_nobody_but_themselves(pool: PgPool) {
    let app = TestApp::set_up(pool, |config| config.behind_proxy = true).await;
    app.signed_up("kwik").await;
    for _ in 0..10 {
        assert_eq!(signs_in_from(&app, "192.0.2.1", "kwik", "a wrong guess").await, 422);
    }
    assert_eq!(signs_in_from(&app, "192.0.2.1", "kwik", PASSWORD).await, 429);
    assert_eq!(signs_in_from(&app, "198.51.100.7", "kwik", PASSWORD).await, 303, "the player is elsewhere");
    // Many who guess together are held up all the same; the player's own success forgives nothing of theirs.
    for guess in 10..40 {
        assert_eq!(signs_in_from(&app, &format!("203.0.113.{guess}"), "kwik", "a wrong guess").await, 422);
    }
    assert_eq!(signs_in_from(&app, "203.0.113.99", "kwik", "a wrong guess").await, 429);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_sign_in_that_overlaps_another_password_comes_too_late(pool: PgPool) {
    let app = TestApp::new(pool.clone()).await;
    app.signed_up("kwik").await;
    // Another password is being set: it is there when the one that was typed has been looked at, and not before.
    let mut setting = pool.begin().await.unwrap();
    sqlx::query("update players set password_hash = 'another' where name = 'kwik'")
        .execute(&mut *setting)
        .await
        .unwrap();
    let thief = app.anonymous();
    let (answer, ()) = tokio::join!(sign_in(&thief, "kwik", PASSWORD), async {
        app.until_somebody_waits().await;
        sqlx::query("delete from sessions").execute(&mut *setting).await.unwrap();
        setting.commit().await.unwrap();
    });
    assert_eq!(answer.refused().alert(), "That did not work The name or the password is wrong.");
    assert_eq!(app.count("select count(*) from sessions").await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn many_guesses_at_once_do_not_slip_through(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.signed_up("kwik").await;
    let guess = async || {
        let fields = [("name", "kwik"), ("password", "a wrong guess")];
        app.anonymous().post("/login", &fields).await.status
    };
    let mut statuses = Vec::new();
    for _ in 0..4 {
        let four = tokio::join!(guess(), guess(), guess(), guess());
        statuses.extend([four.0, four.1, four.2, four.3]);
    }
    assert_eq!(statuses.iter().filter(|&&status| status == 422).count(), 10, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|&&status| status == 429).count(), 6, "{statuses:?}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn accounts_made_from_one_address_are_limited_but_for_the_machine_itself(pool: PgPool) {
    let app = TestApp::set_up(pool, |config| config.behind_proxy = true).await;
    let from = async |address: &str, name: &str| {
        let browser = app.anonymous();
        let fields = [("name", name), ("email", "duck@example.org"), ("password", PASSWORD)];
        let mut request = browser.form_request("/signup", crate::story::encoded(&fields));
        request.headers_mut().insert("x-forwarded-for", address.parse().unwrap());
        browser.send(request).await
    };
    app.execute("insert into password_tries (counted_as, at) select 'signup-from:192.0.2.1', '2026-03-02T12:00:00Z' from generate_series(1, 39)").await;
    from("192.0.2.1", "kwik").await.leads_to();
    let page = from("192.0.2.1", "kwek").await.page(429);
    assert_eq!(page.texts("[role=alert] li"), ["Too many attempts. Wait 15 minutes, then try again."]);
    assert_eq!(page.value("name"), "kwek");
    from("192.0.2.2", "kwek").await.leads_to();
    app.execute("insert into password_tries (counted_as, at) select 'signup-from:127.0.0.1', '2026-03-02T12:00:00Z' from generate_series(1, 99)").await;
    from("127.0.0.1", "kwak").await.leads_to();

    // One customer may have thousands of networks.
    app.execute("insert into password_tries (counted_as, at) select 'signup-from:2001:db8:0::/48', '2026-03-02T12:00:00Z' from generate_series(1, 199)").await;
    from("2001:db8:0:1::1", "woerd").await.leads_to();
    from("2001:db8:0:2::1", "eend").await.has_status(429);
    from("2001:db8:1:2::1", "eend").await.leads_to();
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn tries_from_one_address_are_limited(pool: PgPool) {
    let app = TestApp::set_up(pool, |config| config.behind_proxy = true).await;
    app.signed_up("kwik").await;
    let from = async |address, name: &str, password| signs_in_from(&app, address, name, password).await;
    for guess in 0..50 {
        assert_eq!(from("192.0.2.1", &format!("nobody{guess}"), "a wrong guess").await, 422);
    }
    assert_eq!(from("192.0.2.1", "kwik", PASSWORD).await, 429);
    assert_eq!(from("198.51.100.7, 192.0.2.1", "kwik", PASSWORD).await, 429, "only what our proxy wrote counts");
    assert_eq!(from("192.0.2.1, 198.51.100.7", "kwik", PASSWORD).await, 303);
    app.pass(seconds(15 * 60));
    assert_eq!(from("192.0.2.1", "kwik", PASSWORD).await, 303);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn where_no_emails_are_sent_nobody_needs_an_address(pool: PgPool) {
    let (with_mail, mail_server) = TestApp::with_mail_server(pool).await;
    let app = with_mail.beside().await;
    let browser = app.anonymous();
    let page = browser.opens("/signup").await;
    assert!(!page.has("#email[required]"));
    assert!(page.text("#email-hint").contains("This site sends no emails"), "{}", page.text("#email-hint"));
    let form = page.form("main form").with("name", "kwik").with("password", PASSWORD);
    let odd = browser.submits(&form.clone().with("email", "quack")).await.refused();
    assert!(odd.alert().contains("This is not an email address"), "what is typed is read: {}", odd.alert());
    browser.submits(&form).await.leads_to();
    assert_eq!(app.count("select count(*) from letters").await, 0);
    let page = browser.opens("/settings/email").await;
    assert!(page.text("main form").contains("You have not given an address, and need none."));
    assert_eq!(page.value("email"), "");

    // Later the site sends emails.
    let elsewhere = with_mail.visited_by(&browser);
    assert!(elsewhere.opens("/signup").await.has("#email[required]"));
    let refused = with_mail.anonymous().post("/signup", &[("name", "kwek"), ("password", PASSWORD)]).await.refused();
    assert_eq!(refused.attributes("[role=alert] a", "href"), ["#email"]);
    assert!(elsewhere.opens("/settings").await.text("main").contains("you have not given an email address"));
    with_mail.anonymous().post("/login/forgotten", &[("who", "kwik")]).await.leads_to();
    with_mail.sends().await;
    assert_eq!(mail_server.emails().len(), 0, "there is nowhere to send it");
    let page = elsewhere.opens("/settings/email").await;
    assert!(page.text("main form").contains("No emails are sent: you have not given an address."));
    let form = page.form("main form").with("email", "kwik@example.org").with("password", PASSWORD);
    elsewhere.submits(&form).await.leads_to();
    with_mail.sends().await;
    assert_eq!(mail_server.email().to, "kwik@example.org");
    assert_eq!(app.column("select email from players").await, ["kwik@example.org"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_operator_helps_who_has_no_address(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.anonymous().post("/signup", &[("name", "kwik"), ("password", PASSWORD)]).await.leads_to();
    let link = server::account_links::reset_link(app.pool(), "", "kwik", app.now()).await.unwrap();
    assert_eq!(link.player, "kwik");
    let form = app.anonymous().opens(&link.url).await.form("main form").with("password", "eight loud geese");
    app.anonymous().submits(&form).await.leads_to();
}
