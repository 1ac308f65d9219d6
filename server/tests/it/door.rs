//! Access, and what is rejected before any handler runs: visitors who are not signed in, unknown paths, posts from
//! other sites, bodies that no form of ours sends.

use axum::http::header::ORIGIN;
use sqlx::PgPool;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::story::{Browser, PASSWORD, Page, Player, Table, TestApp};

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_sent_after_the_session_ended_is_not_lost(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let browser = app.whose_session_ended();
    let with = [("turn", "e4@c6"), ("message", "Off we go & \"good luck\" +1\r\n🦆"), ("offer_draw", "yes")];
    let page = Player::looking_on(&browser, &table).does("move", 0, &with).await.page(401);
    assert!(page.alert().contains("nothing was sent"), "{}", page.alert());

    let form = page.form("main form");
    let wrong = browser.submits(&form.with("name", "kwik").with("password", "not this one")).await.refused();
    let form = wrong.form("main form").with("password", PASSWORD);
    let path = browser.submits(&form).await.leads_to().to_owned();
    assert!(path.starts_with(&format!("{}?kept=", table.game)), "{path}: to the page it was typed on");
    for typed in ["e4@", "e4%40", "Off"] {
        assert!(!path.contains(typed), "{path}: nothing typed is in the address");
    }
    let page = browser.opens(&path).await;
    assert_eq!(page.value("turn"), "e4@c6");
    assert_eq!(page.value("message").replace('\r', ""), "Off we go & \"good luck\" +1\n🦆");
    assert_eq!(page.value("action"), "move");
    assert!(page.has("input[name=offer_draw][checked]"));
    assert_eq!(app.count("select count(*) from events").await, 0);

    let others = table.black.browser.opens(&path).await;
    assert!(!others.text("main").contains("Off we go"), "it is nobody else's");

    // It is sent unchanged.
    assert_eq!(browser.submits(&page.form("#action-form")).await.leads_to(), table.game);
    assert_eq!(app.count("select ply::bigint from games").await, 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_was_never_signed_in_is_led_to_the_login_page(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let stranger = Player::looking_on(&app.anonymous(), &table);
    let query = crate::story::encoded(&[("next", &table.game)]);
    assert_eq!(stranger.does("move", 0, &[("turn", "e4@c6")]).await.leads_to(), format!("/login?{query}"));
    let page_of_lines = format!("{}/conditionals", table.game);
    let query = crate::story::encoded(&[("next", &page_of_lines)]);
    assert_eq!(
        stranger.does("conditional", 0, &[("lines", "e4@c6 e6@e2")]).await.leads_to(),
        format!("/login?{query}")
    );
    assert_eq!(stranger.browser.post(&page_of_lines, &[("step", "add")]).await.leads_to(), format!("/login?{query}"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_private_is_kept_over_the_end_of_a_session_too(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6").await;
    let browser = app.whose_session_ended();
    let kwik = Player::looking_on(&browser, &table);
    let note = kwik.does("note", 1, &[("message", "he blunders in a hurry")]).await.page(401);
    let page = signs_in(&browser, &note, "kwik").await;
    assert_eq!((page.value("action").as_str(), page.value("message").as_str()), ("note", "he blunders in a hurry"));

    let lines = [("lines", "e6@e2 d4@d6\nd6@* d4@a3"), ("line", "e6@e2")];
    app.execute("delete from sessions").await;
    let page = kwik.does("conditional", 1, &lines).await.page(401);
    let page = signs_in(&browser, &page, "kwik").await;
    assert_eq!(page.text("h1"), "Conditional turns");
    assert_eq!(page.value("lines"), "e6@e2 d4@d6\nd6@* d4@a3\n");
    assert_eq!(page.value("line"), "e6@e2");
    assert_eq!(app.count("select count(*) from events").await, 1, "nothing is sent by itself");
}

/// Signs in on the page that holds what was typed: the page that shows it again.
async fn signs_in(browser: &Browser, page: &Page, name: &str) -> Page {
    let form = page.form("main form").with("name", name).with("password", PASSWORD);
    let path = browser.submits(&form).await.leads_to().to_owned();
    browser.opens(&path).await
}

/// What is typed into a form.
type Fields = [(&'static str, &'static str)];

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn whatever_was_typed_outlives_the_session(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek, kwak) = (app.signed_up("kwik").await, app.signed_up("kwek").await, app.signed_up("kwak").await);
    let table = Table::begin(&kwik, &kwek, &[("public", "yes")]).await;
    let (tags, kibitz) = (format!("{}/tags", table.game), format!("{}/kibitz", table.game));
    let typed: [(&str, &str, &str, &Fields); 6] = [
        (&table.game, &kibitz, "kibitz", &[("kibitz", "The duck decides it.")]),
        (&table.game, &tags, "tags", &[("tags", "gambit, to show")]),
        ("/challenges/new", "/challenges/new", "opponent", &[("opponent", "kwek"), ("rated", "yes")]),
        ("/leave", "/leave", "days", &[("days", "11"), ("from", "2026-08-01")]),
        ("/settings", "/settings", "time_zone", &[("time_zone", "Europe/Amsterdam"), ("dates", "figures")]),
        ("/settings/email", "/settings/email", "email", &[("email", "new@example.org"), ("password", PASSWORD)]),
    ];
    for (page, sent_to, field, fields) in typed {
        assert_eq!(kwak.opens(page).await.attributes("main [name=writer]", "value")[0], "kwak", "{page}");
        app.execute("delete from sessions where player_id = (select id from players where name = 'kwak')").await;
        let fields = [&[("writer", "kwak")], fields].concat();
        let login = kwak.post(sent_to, &fields).await.page(401);
        assert!(login.alert().contains("kept"), "{}", login.alert());
        let shown = signs_in(&kwak, &login, "kwak").await;
        let written = fields.iter().find(|(name, _)| *name == field).unwrap().1;
        let values = shown.attributes(&format!("main [name={field}]"), "value").join(" ")
            + &shown.text(&format!("[name={field}]"));
        assert!(values.contains(written) || shown.value(field) == written, "{sent_to}: {values}");
    }
    let kept = app.column("select string_agg(fields::text, ' ') from kept_forms").await.join(" ");
    assert!(!kept.contains(PASSWORD), "a password is not kept");
    assert_eq!(app.count("select count(*) from challenges where state = 'open'").await, 0, "nothing is sent by itself");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_one_player_wrote_is_not_sent_by_another(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let page = table.white.sees().await;
    let form = page.form("#action-form").with("turn", "e4@c6").with("message", "Between us");
    app.execute("delete from sessions").await;
    let login = table.white.browser.submits(&form).await.page(401);
    assert_eq!(login.value("name"), "kwik", "it is known whose page it was");
    let as_kwek = login.form("main form").with("name", "kwek").with("password", PASSWORD);
    let refused = table.white.browser.submits(&as_kwek).await.refused();
    assert!(refused.alert().contains("Log in as kwik"), "{}", refused.alert());
    assert!(!refused.text("main").contains("Between us"));
    assert_eq!(app.count("select count(*) from sessions").await, 0);
    assert_eq!(app.count("select count(*) from kept_forms").await, 0);

    // The same where another has signed in meanwhile, in another window of the same browser.
    let shared = app.signed_in("kwek").await;
    let login = shared.submits(&form).await.page(401);
    assert!(login.alert().contains("no longer logged in as kwik"), "{}", login.alert());
    assert_eq!(app.count("select count(*) from events").await, 0);
    assert_eq!(signs_in(&shared, &login, "kwik").await.value("message"), "Between us");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn only_the_last_forms_are_kept(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let says = async |text: &str| {
        let with = [("answer", "note"), ("turn", "e4@c6"), ("message", text)];
        table.white.does("move", 0, &with).await.leads_to().to_owned()
    };
    for number in 0..25 {
        says(&format!("Message {number}")).await;
    }
    assert_eq!(app.count("select count(*) from kept_forms").await, 20);
    app.pass(crate::story::days(8));
    says("Hello?").await;
    assert_eq!(app.count("select count(*) from kept_forms").await, 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_comes_back_to_another_position_is_not_sent_unseen(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6 e6@e2").await;
    let fields = [("action", "move"), ("ply", "0"), ("turn", "e4@c6"), ("message", "Hello!")];
    let page = table.white.browser.post(&table.game, &fields).await.page(409);
    assert!(page.alert().contains("moved on"));
    assert_eq!((page.value("turn").as_str(), page.value("message").as_str()), ("e4@c6", "Hello!"));
    let note = [("action", "note"), ("ply", "0"), ("message", "Hm.")];
    assert_eq!(table.white.browser.post(&table.game, &note).await.shown().value("message"), "Hm.");
    table.white.browser.post("/games/zzzzzzzzzz", &note).await.has_status(404);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn pages_of_a_player_lead_to_the_login_page_and_back(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.signed_up("kwik").await;
    for path in ["/games/mine", "/games/mine?page=2", "/next", "/challenges/new", "/challenges/new?opponent=kwek"] {
        let browser = app.anonymous();
        let login = browser.get(path).await.leads_to().to_owned();
        assert!(login.starts_with("/login?next="), "{login}");
        assert_eq!(browser.opens(&login).await.value("next"), path);
    }
    let browser = app.anonymous();
    let login = browser.get("/challenges/new?opponent=kwek").await.leads_to().to_owned();
    let form = browser.opens(&login).await.form("main form").with("name", "kwik").with("password", PASSWORD);
    let back = browser.submits(&form).await.leads_to().to_owned();
    assert_eq!(browser.opens(&back).await.value("opponent"), "kwek");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn posts_need_somebody_signed_in(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, anonymous) = (app.signed_up("kwik").await, app.anonymous());
    let form = kwik.opens("/challenges/new").await.form("main form");
    let challenge = kwik.submits(&form).await.leads_to().to_owned();
    for path in ["/challenges/new", &format!("{challenge}/accept"), &format!("{challenge}/withdraw")] {
        let login = anonymous.post(path, &[]).await.leads_to().to_owned();
        // What leads back is a page, though the path takes a post.
        let back = anonymous.opens(&login).await.value("next");
        assert_eq!(back, path);
        let seen = kwik.get(&back).await;
        assert!(seen.status == 200 || seen.leads_to() == challenge, "{back}");
    }
    assert_eq!(app.count("select count(*) from challenges where state = 'open'").await, 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_not_there_is_not_found(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    for path in [
        "/nowhere",
        "/games/zzzzzzzzzz",
        "/games/zzzzzzzzzz.pgn",
        "/games/zzzzzzzzzz.fen",
        "/challenges/zzzzzzzzzz",
        "/challenges/zzzzzzzzzz/accept",
        "/players/nobody",
        "/players/x",
        "/static/nothing.css",
    ] {
        for browser in [&app.anonymous(), &table.white.browser] {
            assert_eq!(browser.get(path).await.status, 404, "{path}");
        }
    }
    for ending in [".zip", ".", ".pgn.fen", "?ply=1", "?ply=-1", "?ply=1000000000000", "?ply=abc", "?ply="] {
        let answer = app.anonymous().get(&format!("{}{ending}", table.game)).await;
        assert_eq!(answer.page(404).text("h1"), "Not found", "{ending}");
    }
    for path in ["/games/zzzzzzzzzz/actions", "/challenges/zzzzzzzzzz/accept", "/challenges/zzzzzzzzzz/decline"] {
        let fields = [("action", "move"), ("ply", "0"), ("turn", "e4@c6")];
        table.white.browser.post(path, &fields).await.has_status(404);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_path_that_only_takes_posts_leads_back_to_its_page(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let actions = format!("{}/actions", table.game);
    assert_eq!(app.anonymous().get(&actions).await.leads_to(), table.game);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_an_address_cannot_do_is_a_page_that_names_what_it_can(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    let answers = [
        (kwik.post("/lobby", &[]).await, "GET,HEAD"),
        (kwik.post("/live", &[]).await, "GET,HEAD"),
        (kwik.post("/healthz", &[]).await, "GET,HEAD"),
        (kwik.post("/feeds/x", &[]).await, "GET,HEAD"),
        (kwik.post("/static/css/board.css", &[]).await, "GET,HEAD"),
    ];
    for (answer, allowed) in answers {
        let page = answer.page(405);
        assert_eq!(page.text("h1"), "Not possible here");
        assert!(page.text("main").contains("Go back"));
        assert_eq!(answer.header("allow"), allowed);
        assert_eq!(answer.header("cache-control"), "no-store");
    }
    let framed = kwik.post("/lobby", &[]).await.page(405);
    assert!(framed.text("header").contains("kwik"), "who is signed in finds their way on");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_cannot_be_read_is_a_page_that_says_what_to_do(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    let mut answers = Vec::new();
    for path in
        ["/games/%ff", "/players/%ff", "/challenges/%c3%28", "/games/%ff/live", "/feeds/%ff", "/mail/unsubscribe/%ff"]
    {
        answers.push((path, kwik.get(path).await));
    }
    for path in ["/games/mine?page=1&page=2", "/login?next=/&next=/lobby", "/live?lobby=yes&lobby=no"] {
        answers.push((path, kwik.get(path).await));
    }
    answers.push(("twice", kwik.post("/login", &[("name", "kwik"), ("password", "a"), ("password", "b")]).await));
    for (path, answer) in &answers {
        let page = answer.page(400);
        assert_eq!(page.text("h1"), "Not readable", "{path}");
        let said = page.text("main");
        assert!(said.contains("start from the home page") || said.contains("send it again"), "{path}: {said}");
        for words in ["deserialize", "UTF-8", "duplicate"] {
            assert!(!said.contains(words), "{path}: {said}");
        }
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_seat_that_is_no_number_is_not_there(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    let challenge = crate::story::challenge(&kwik, &[]).await;
    for seat in ["x", "-1", "99999999999999999999", "%20", "1.5"] {
        kwik.post(&format!("{challenge}/seats/{seat}"), &[]).await.page(404);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_post_of_another_site_is_not_done(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let (kwik, actions) = (&table.white.browser, format!("{}/actions", table.game));
    let forged = |fetch_site: &str, origin: Option<&str>| {
        let mut request = kwik.form_request(&actions, "action=move&ply=0&turn=e4@c6");
        let headers = request.headers_mut();
        headers.remove("sec-fetch-site");
        headers.remove(ORIGIN);
        if !fetch_site.is_empty() {
            headers.insert("sec-fetch-site", fetch_site.parse().unwrap());
        }
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        request
    };
    let own = kwik.site();
    for request in [
        forged("cross-site", Some("https://evil.example")),
        forged("same-site", Some("http://evil.127.0.0.1")),
        forged("cross-site", None),
        forged("", Some("https://evil.example")),
        forged("", Some("null")),
        forged("", Some(&own.replace("http:", "https:").replace("127.0.0.1", "127.0.0.2"))),
    ] {
        let page = kwik.send(request).await.page(403);
        assert_eq!(page.text("h1"), "Sent from another site");
    }
    assert_eq!(app.count("select count(*) from events").await, 0);
    assert_eq!(kwik.send(forged("same-origin", Some(&own))).await.leads_to(), table.game);
    assert_eq!(app.count("select count(*) from events").await, 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_body_larger_than_any_form_is_too_large(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let body = format!("action=comment&ply=0&message={}", "x".repeat(64 * 1024));
    for path in [&format!("{}/actions", table.game), "/challenges/new", "/leave", "/signup"] {
        let page = table.white.browser.post_body(path, body.clone()).await.page(413);
        assert_eq!(page.text("h1"), "Too large", "{path}");
    }
    assert_eq!(app.count("select count(*) from events").await, 0);
}

/// Sends a whole request before it looks for the answer, as simple programs do.
async fn write_then_read(app: &TestApp, path: &str, bytes: usize) -> String {
    let address = app.anonymous().site().replace("http://", "");
    let mut stream = TcpStream::connect(&address).await.unwrap();
    let head =
        format!("POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {bytes}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(&vec![b'x'; bytes]).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_body_of_many_megabytes_gets_its_answer_too(pool: PgPool) {
    let app = TestApp::new(pool).await;
    for path in ["/games/zzzzzzzzzz/actions", "/signup", "/logout", "/nowhere", "/healthz"] {
        let answer = write_then_read(&app, path, 10_000_000).await;
        assert!(answer.starts_with("HTTP/1.1 413 "), "{path}: {answer:.40}");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_body_that_does_not_say_how_long_it_is_gets_its_answer_too(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let address = app.anonymous().site().replace("http://", "");
    for path in ["/games/zzzzzzzzzz/actions", "/signup", "/logout", "/nowhere"] {
        let mut stream = TcpStream::connect(&address).await.unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        for _ in 0..100 {
            stream.write_all(&[b"186a0\r\n", &[b'x'; 100_000][..], b"\r\n"].concat()).await.unwrap();
        }
        stream.write_all(b"0\r\n\r\n").await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 413 "), "{path}: {answer:.40}");
        assert!(answer.contains("Go back and shorten what you wrote."), "{path}");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_asks_before_they_send_too_much_sends_nothing(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let address = app.anonymous().site().replace("http://", "");
    let mut stream = TcpStream::connect(&address).await.unwrap();
    let head =
        format!("POST /signup HTTP/1.1\r\nhost: {address}\r\ncontent-length: 10000000\r\nexpect: 100-continue\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer:.40}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_body_that_is_not_text_is_unreadable(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let bodies: [&[u8]; 4] = [b"name=\xff", b"name=%ff", b"message=%c3%28", b"\x80"];
    for path in [&format!("{}/actions", table.game), "/challenges/new", "/login", "/signup"] {
        for body in bodies {
            let page = table.white.browser.post_body(path, body).await.page(400);
            assert_eq!(page.text("h1"), "Not readable", "{path}");
        }
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn another_kind_of_body_is_unreadable(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let mut request = table.white.browser.form_request(&format!("{}/actions", table.game), "{\"action\": \"resign\"}");
    request.headers_mut().insert("content-type", "application/json".parse().unwrap());
    table.white.browser.send(request).await.page(400);
}
