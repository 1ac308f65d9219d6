//! What one visitor may not take from the others: connections, streams, the time of the server.

use std::time::Duration;

use axum::body::Body;
use server::platform::connections::Limits;
use sqlx::PgPool;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

use crate::story::{Answer, TIMEOUT, TestApp};

/// A server on which limits hold for this machine too.
async fn limited(pool: PgPool, limit: impl FnOnce(&mut Limits)) -> TestApp {
    TestApp::limited(pool, |config| config.unlimited_from = Some(Vec::new()), limit).await
}

async fn connect(app: &TestApp) -> TcpStream {
    TcpStream::connect(app.anonymous().site().trim_start_matches("http://")).await.unwrap()
}

/// Reads until the server closes the connection.
async fn read_to_the_end(stream: &mut TcpStream) -> String {
    let mut read = Vec::new();
    timeout(TIMEOUT, stream.read_to_end(&mut read)).await.expect("the connection is not closed").ok();
    String::from_utf8_lossy(&read).into_owned()
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_sends_half_a_request_or_none_is_cut(pool: PgPool) {
    let app = limited(pool, |limits| limits.head_timeout = Duration::from_secs(2)).await;
    let (mut silent, mut slow, mut idle) = (connect(&app).await, connect(&app).await, connect(&app).await);
    slow.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nx-more: ").await.unwrap();
    idle.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    assert_eq!(read_to_the_end(&mut silent).await, "");
    assert_eq!(read_to_the_end(&mut slow).await, "");
    assert!(read_to_the_end(&mut idle).await.ends_with("\r\n\r\nok\n"), "it is answered first");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_reads_nothing_of_what_they_asked_for_is_cut(pool: PgPool) {
    let limit = |limits: &mut Limits| {
        limits.max_of_network = Some(1);
        limits.write_timeout = Duration::from_millis(200);
    };
    let app = limited(pool, limit).await;
    let mut deaf = connect(&app).await;
    // More than the system takes for somebody who does not read.
    let request = "GET /static/pieces/mallard.svg HTTP/1.1\r\nhost: x\r\n\r\n";
    deaf.write_all(request.repeat(1500).as_bytes()).await.unwrap();
    comes_in(&app).await;
}

/// Comes again until there is a connection for them.
async fn comes_in(app: &TestApp) -> Answer {
    let tries = async {
        loop {
            match app.anonymous().try_get("/healthz").await {
                Ok(answer) if answer.status == 200 => return answer,
                _ => sleep(Duration::from_millis(50)).await,
            }
        }
    };
    timeout(TIMEOUT, tries).await.expect("nobody comes in")
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_network_has_its_share_of_connections(pool: PgPool) {
    let app = limited(pool, |limits| limits.max_of_network = Some(2)).await;
    let (first, _second) = (connect(&app).await, connect(&app).await);
    let mut refused = connect(&app).await;
    let answer = read_to_the_end(&mut refused).await;
    assert!(answer.starts_with("HTTP/1.1 503 ") && answer.contains("retry-after: 10\r\n"), "{answer}");
    assert!(answer.contains("Close some pages, or try again"), "{answer}");
    let mut refused = connect(&app).await;
    refused.write_all(b"GET /lobby HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    assert!(read_to_the_end(&mut refused).await.starts_with("HTTP/1.1 503 "), "also who has asked already");
    drop(first);
    comes_in(&app).await;
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn this_machine_and_a_proxy_are_bound_by_the_number_of_all_alone(pool: PgPool) {
    let limit = |limits: &mut Limits| {
        limits.max = 2;
        limits.reserved = 1;
        limits.max_of_network = Some(1);
    };
    let app = TestApp::limited(pool.clone(), |_| {}, limit).await;
    let connections = [connect(&app).await, connect(&app).await, connect(&app).await];
    assert!(read_to_the_end(&mut connect(&app).await).await.starts_with("HTTP/1.1 503 "));
    drop(connections);
    comes_in(&app).await;

    let mut of_network = Some(0);
    let behind_proxy = |config: &mut server::platform::config::Config| {
        config.behind_proxy = true;
        config.unlimited_from = Some(Vec::new());
    };
    let app = TestApp::limited(pool, behind_proxy, |limits| of_network = limits.max_of_network).await;
    assert_eq!(of_network, None);
    comes_in(&app).await;
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn streams_are_bounded_by_player_and_by_network(pool: PgPool) {
    let app = TestApp::limited(pool, |config| config.behind_proxy = true, |_| {}).await.listening().await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let (school, home) = ("203.0.113.7", "203.0.113.8");
    let mut open = Vec::new();
    for _ in 0..50 {
        open.push(ann.listens_from(school, "/live").await.unwrap());
    }
    let refused = ann.get("/live").await;
    assert_eq!(refused.page(429).text("h1"), "Too many at once");
    assert_eq!(refused.header("retry-after"), "31");
    assert_eq!(ann.listens_from(home, "/live").await.err(), Some(429), "wherever they are");
    for _ in 0..150 {
        open.push(app.anonymous().listens_from(school, "/live?lobby=yes").await.unwrap());
    }
    assert_eq!(app.anonymous().listens_from(school, "/live?lobby=yes").await.err(), Some(429));
    assert!(app.anonymous().listens_from(home, "/live?lobby=yes").await.is_ok(), "elsewhere nobody notices");
    assert!(ben.listens_from(school, "/live").await.is_ok(), "nor who has an account");
    drop(open);
    let again = async {
        while ann.listens_from(school, "/live").await.is_err() {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(TIMEOUT, again).await.expect("streams that were closed are not counted");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_networks_of_one_customer_have_a_share_of_streams_together(pool: PgPool) {
    let app = TestApp::limited(pool, |config| config.behind_proxy = true, |_| {}).await.listening().await;
    let listens = async |address: &str| app.anonymous().listens_from(address, "/live?lobby=yes").await;
    let mut open = Vec::new();
    for n in 0..750 {
        open.push(listens(&format!("2001:db8:0:{:x}::1", n / 150)).await.unwrap());
    }
    assert_eq!(listens("2001:db8:0:99::1").await.err(), Some(429));
    assert!(listens("2001:db8:1::1").await.is_ok(), "another customer");
    assert!(listens("203.0.113.7").await.is_ok());
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_sends_too_fast_is_refused_and_nobody_else(pool: PgPool) {
    let app = TestApp::set_up(pool, |config| config.behind_proxy = true).await;
    let from = async |address: &str, path: &str| {
        let mut request = app.anonymous().request("GET", path, Body::empty());
        request.headers_mut().insert("x-forwarded-for", address.parse().unwrap());
        app.anonymous().send(request).await
    };
    let mut films = 0;
    let refused = loop {
        let answer = from("203.0.113.7", "/games/zzzzzzzzzz%2E%67if").await;
        if answer.status == 429 {
            break answer;
        }
        answer.has_status(404);
        films += 1;
        assert!(films < 200, "nobody is refused");
    };
    assert!(films >= 15, "{films}");
    let page = refused.page(429);
    assert_eq!(page.text("h1"), "Too many at once");
    assert!(page.text("main").contains("not carried out. Wait a moment"), "{}", page.text("main"));
    assert!((1..=3).contains(&refused.header("retry-after").parse::<u32>().unwrap()));
    assert!(refused.header("content-security-policy").starts_with("default-src 'self'"));
    assert!(films < 40, "{films}: an escaped letter is the letter");
    from("203.0.113.8", "/games/zzzzzzzzzz.gif").await.has_status(404);
    from("203.0.113.8", "/lobby").await.has_status(200);
    // This machine is its operator.
    app.anonymous().get("/lobby").await.has_status(200);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_sends_a_long_text_too_fast_is_told_so_too(pool: PgPool) {
    let app = TestApp::set_up(pool, |config| config.behind_proxy = true).await;
    let mut answers = Vec::new();
    // On a slow machine there may be points again.
    for _ in 0..5 {
        for _ in 0..15 {
            let mut film = app.anonymous().request("GET", "/games/zzzzzzzzzz.gif", Body::empty());
            film.headers_mut().insert("x-forwarded-for", "203.0.113.7".parse().unwrap());
            app.anonymous().send(film).await;
        }
        let answer = posts_slowly(&app, "/games/zzzzzzzzzz.gif", 300_000).await;
        if answer.starts_with("HTTP/1.1 429 ") && answer.contains("Too many at once") {
            return;
        }
        answers.push(answer);
    }
    panic!("{answers:?}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_sends_where_nobody_reads_it_is_answered_all_the_same(pool: PgPool) {
    let app = TestApp::new(pool).await;
    for (path, status) in [("/nowhere", 404), ("/lobby", 405), ("/signup", 400), ("/static/favicon.svg", 405)] {
        let answer = posts_slowly(&app, path, 60_000).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{path}: {answer:.60}");
    }
}

/// Posts a long text in ten parts: what is answered after it.
async fn posts_slowly(app: &TestApp, path: &str, length: usize) -> String {
    // So little is kept on the way that most is read or never sent.
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_send_buffer_size(8 * 1024).unwrap();
    let address = app.anonymous().site().trim_start_matches("http://").parse().unwrap();
    let mut stream = socket.connect(address).await.unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.7\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    for _ in 0..10 {
        sleep(Duration::from_millis(20)).await;
        if stream.write_all(&vec![b'x'; length / 10]).await.is_err() {
            return "the connection was closed".to_owned();
        }
    }
    read_to_the_end(&mut stream).await
}
