//! Somebody guesses at a player's password, from many addresses and at every server, while the player wants to get in.

use sqlx::PgPool;

use crate::story::{Answer, Browser, PASSWORD, TestApp, encoded, seconds};

const NEW_PASSWORD: &str = "nine loud geese";
const QUARTER_HOUR: i64 = 15 * 60;

/// A form that comes from an address of the network, as our proxy tells it.
async fn posts_from(address: &str, browser: &Browser, path: &str, fields: &[(&str, &str)]) -> Answer {
    let mut request = browser.form_request(path, encoded(fields));
    request.headers_mut().insert("x-forwarded-for", address.parse().unwrap());
    browser.send(request).await
}

async fn logs_in(address: &str, browser: &Browser, name: &str, password: &str) -> Answer {
    posts_from(address, browser, "/login", &[("name", name), ("password", password)]).await
}

/// Two servers behind a proxy.
async fn two_servers(pool: PgPool) -> [TestApp; 2] {
    let one = TestApp::set_up(pool, |config| config.behind_proxy = true).await;
    let other = one.beside_set_up(|config| config.behind_proxy = true).await;
    [one, other]
}

/// Forty wrong passwords for one name, from four addresses, at both servers in turn.
async fn guess_forty_times(servers: &[TestApp; 2], name: &str) {
    for guess in 0..40 {
        let address = format!("203.0.113.{}", guess % 4);
        let server = &servers[guess / 4 % 2];
        logs_in(&address, &server.anonymous(), name, "a wrong guess").await.refused();
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_player_gets_in_while_others_guess(pool: PgPool) {
    let servers = two_servers(pool).await;
    let [one, other] = &servers;
    one.signed_up("kwik").await;
    let laptop = one.anonymous();
    logs_in("198.51.100.7", &laptop, "kwik", PASSWORD).await.leads_to();
    laptop.post("/logout", &[]).await.leads_to();

    guess_forty_times(&servers, "kwik").await;
    let stranger = other.anonymous();
    logs_in("203.0.113.99", &stranger, "kwik", PASSWORD).await.has_status(429);

    // The browser has logged in before, so its attempts count apart: at each server, and from one of the guessers' own
    // addresses too.
    logs_in("203.0.113.1", &other.visited_by(&laptop), "kwik", "a slip of the finger").await.refused();
    logs_in("203.0.113.1", &other.visited_by(&laptop), "KWIK", PASSWORD).await.leads_to();
    assert_eq!(laptop.opens("/").await.text(".account-name"), "kwik");
    // That forgives nothing to those who guess.
    logs_in("203.0.113.99", &stranger, "kwik", PASSWORD).await.has_status(429);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn one_customer_with_many_networks_shuts_out_nobody_but_themselves(pool: PgPool) {
    let app = TestApp::set_up(pool, |config| config.behind_proxy = true).await;
    app.signed_up("kwik").await;
    for network in 0..10 {
        let address = format!("2001:db8:0:{network}::1");
        logs_in(&address, &app.anonymous(), "kwik", "a wrong guess").await.refused();
    }
    for network in 10..50 {
        let address = format!("2001:db8:0:{network}::1");
        logs_in(&address, &app.anonymous(), "kwik", PASSWORD).await.has_status(429);
    }
    for address in ["2001:db8:1::1", "198.51.100.7"] {
        logs_in(address, &app.anonymous(), "kwik", PASSWORD).await.leads_to();
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_player_who_is_in_changes_password_and_address_while_others_guess(pool: PgPool) {
    let servers = two_servers(pool).await;
    let kwik = servers[0].signed_up("kwik").await;
    guess_forty_times(&servers, "kwik").await;
    let email = [("email", "kwik@new.example"), ("password", PASSWORD)];
    posts_from("203.0.113.1", &kwik, "/settings/email", &email).await.leads_to();
    let change = [("current", PASSWORD), ("new", NEW_PASSWORD)];
    posts_from("203.0.113.1", &servers[1].visited_by(&kwik), "/settings/password", &change).await.leads_to();
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_known_browser_guesses_no_more_often_than_others(pool: PgPool) {
    let [one, other] = &two_servers(pool).await;
    one.signed_up("kwik").await;
    let laptop = one.anonymous();
    logs_in("198.51.100.7", &laptop, "kwik", PASSWORD).await.leads_to();
    for guess in 0..10 {
        let browser = [one, other][guess % 2].visited_by(&laptop);
        logs_in(&format!("203.0.113.{guess}"), &browser, "kwik", "a wrong guess").await.refused();
    }
    logs_in("198.51.100.7", &laptop, "kwik", PASSWORD).await.has_status(429);
    logs_in("198.51.100.7", &one.anonymous(), "kwik", PASSWORD).await.leads_to();
    one.pass(seconds(QUARTER_HOUR));
    logs_in("198.51.100.7", &laptop, "kwik", PASSWORD).await.leads_to();
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_session_that_somebody_found_open_shuts_out_nobody_but_itself(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (left_open, own) = (app.signed_up("kwik").await, app.signed_in("kwik").await);
    let guess = [("current", "a wrong guess"), ("new", NEW_PASSWORD)];
    for _ in 0..10 {
        left_open.post("/settings/password", &guess).await.refused();
    }
    left_open.post("/settings/password", &guess).await.has_status(429);
    left_open.post("/settings/email", &[("email", "thief@example.org"), ("password", "a guess")]).await.has_status(429);
    app.anonymous().post("/login", &[("name", "kwik"), ("password", PASSWORD)]).await.leads_to();
    own.post("/settings/password", &[("current", PASSWORD), ("new", NEW_PASSWORD)]).await.leads_to();
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_browser_is_known_for_the_players_who_have_logged_in_with_it_and_no_others(pool: PgPool) {
    let servers = two_servers(pool).await;
    let [one, other] = &servers;
    for name in ["kwik", "kwek", "kwak"] {
        one.signed_up(name).await;
    }
    let family = one.anonymous();
    for name in ["kwik", "kwek"] {
        logs_in("198.51.100.7", &family, name, PASSWORD).await.leads_to();
        family.post("/logout", &[]).await.leads_to();
    }
    for name in ["kwik", "kwek", "kwak"] {
        guess_forty_times(&servers, name).await;
        one.pass(seconds(1));
        other.pass(seconds(1));
        // Each name is guessed at from other addresses than the one before.
        one.execute("delete from password_tries where counted_as like 'address:%'").await;
    }
    logs_in("198.51.100.7", &family, "kwak", PASSWORD).await.has_status(429);
    for name in ["kwik", "kwek"] {
        logs_in("198.51.100.7", &other.visited_by(&family), name, PASSWORD).await.leads_to();
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_token_of_a_known_browser_is_renewed_with_each_login_and_only_its_hash_is_stored(pool: PgPool) {
    let app = TestApp::set_up(pool, |config| config.behind_proxy = true).await;
    app.signed_up("kwik").await;
    let laptop = app.anonymous();
    let answer = logs_in("198.51.100.7", &laptop, "kwik", PASSWORD).await;
    let cookies = answer.set_cookies();
    let cookie = cookies.iter().find(|cookie| cookie.starts_with("mallard-device=")).expect("a cookie of its own");
    for attribute in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=34560000"] {
        assert!(cookie.split("; ").any(|one| one == attribute), "{cookie}");
    }
    let first = laptop.cookie("mallard-device").unwrap();
    assert_eq!(first.len(), 43, "256 bits");
    assert!(!app.column("select d::text from known_devices d").await[0].contains(&first));

    logs_in("198.51.100.7", &laptop, "kwik", PASSWORD).await.leads_to();
    assert_ne!(laptop.cookie("mallard-device").unwrap(), first);
    assert_eq!(app.count("select count(*) from known_devices").await, 1);
    let copy = app.anonymous();
    copy.keep_cookie("mallard-device", &first);
    for _ in 0..10 {
        logs_in("192.0.2.1", &copy, "kwik", "a wrong guess").await.refused();
    }
    logs_in("198.51.100.7", &laptop, "kwik", PASSWORD).await.leads_to();
    logs_in("192.0.2.1", &copy, "kwik", PASSWORD).await.has_status(429);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn over_https_the_token_of_a_browser_is_bound_to_the_host(pool: PgPool) {
    let app = TestApp::set_up(pool, |config| config.public_url = Some("https://mallard.example".to_owned())).await;
    app.signed_up("kwik").await;
    let answer = app.anonymous().post("/login", &[("name", "kwik"), ("password", PASSWORD)]).await;
    let cookies = answer.set_cookies();
    let cookie = cookies.iter().find(|cookie| cookie.starts_with("__Host-mallard-device=")).unwrap();
    assert!(cookie.contains("; Secure") && !cookie.contains("Domain"), "{cookie}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn another_password_forgets_the_browsers_that_the_old_one_made_known(pool: PgPool) {
    let servers = two_servers(pool).await;
    let [one, other] = &servers;
    one.signed_up("kwik").await;
    let (own, thief) = (one.anonymous(), one.anonymous());
    logs_in("192.0.2.66", &thief, "kwik", PASSWORD).await.leads_to();
    logs_in("198.51.100.7", &own, "kwik", PASSWORD).await.leads_to();
    own.post("/settings/password", &[("current", PASSWORD), ("new", NEW_PASSWORD)]).await.leads_to();
    assert_eq!(one.count("select count(*) from known_devices").await, 1);
    guess_forty_times(&servers, "kwik").await;
    logs_in("192.0.2.66", &thief, "kwik", NEW_PASSWORD).await.has_status(429);
    logs_in("198.51.100.7", &other.visited_by(&own), "kwik", NEW_PASSWORD).await.leads_to();
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_player_has_a_bounded_number_of_known_browsers_and_not_for_ever(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.signed_up("kwik").await;
    for _ in 0..25 {
        app.anonymous().post("/login", &[("name", "kwik"), ("password", PASSWORD)]).await.leads_to();
        app.pass(seconds(60));
    }
    assert_eq!(app.count("select count(*) from known_devices").await, 20);
    app.pass(seconds(400 * 86_400));
    app.anonymous().post("/login", &[("name", "kwik"), ("password", PASSWORD)]).await.leads_to();
    assert_eq!(app.count("select count(*) from known_devices").await, 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_name_that_nobody_has_is_answered_and_counted_as_any_other(pool: PgPool) {
    let app = TestApp::set_up(pool, |config| config.behind_proxy = true).await;
    app.signed_up("kwik").await;
    app.signed_up("kwek").await;
    let known = app.anonymous();
    logs_in("198.51.100.7", &known, "kwek", PASSWORD).await.leads_to();
    let device = known.cookie("mallard-device").unwrap();
    let mut pages = Vec::new();
    for name in ["kwik", "nemo"] {
        let browser = app.anonymous();
        browser.keep_cookie("mallard-device", &device);
        let mut answers = Vec::new();
        for _ in 0..12 {
            let answer = logs_in("192.0.2.1", &browser, name, "a wrong guess").await;
            answers.push((answer.status, answer.set_cookies().len(), answer.text.replace(name, "NAME")));
        }
        pages.push(answers);
    }
    assert_eq!(pages[0], pages[1]);
    let counted = "select count(*) from password_tries where counted_as like '%kwik%'";
    let of_nobody = "select count(*) from password_tries where counted_as like '%nemo%'";
    assert_eq!((app.count(counted).await, app.count(of_nobody).await), (20, 20));
}
