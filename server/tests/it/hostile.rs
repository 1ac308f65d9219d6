//! Everything that comes from outside is data: it is shown as it is, or refused with a clear answer. Never is it an
//! error of the server, never does it end the connection.

use axum::body::Body;
use axum::http::{Method, Request, header};
use sqlx::PgPool;

use crate::story::{Answer, Browser, PASSWORD, Table, TestApp, challenge, hours, quiet_turn};

/// What people and programs send where a word is expected.
const NASTY: [&str; 20] = [
    "",
    " ",
    "0",
    "-1",
    "1000000000000",
    "99999999999999999999999999",
    "' OR 1=1 --",
    "\"; drop table games; --",
    "<script>alert(1)</script>",
    "\0",
    "e4\0@c6",
    "a\r\nSet-Cookie: x=y",
    "../../../etc/passwd",
    "..",
    "%00%0a",
    "{{ 7 * 7 }}",
    "🦆🦆🦆",
    "\u{202e}\u{feff}\u{fffd}\u{10ffff}",
    "e\u{301}\u{301}\u{301}",
    "Ω≈ç√∫˜µ≤≥÷",
];

/// Longer than any field takes, and shorter than the largest body.
fn long() -> String {
    "Nf3@e5 ".repeat(1_429)
}

/// Refused or answered, with words.
fn assert_clear(asked: &str, answer: &Answer) {
    assert!((200..500).contains(&answer.status), "{asked}: {}", answer.status);
    assert!(answer.status == 303 || !answer.text.is_empty(), "{asked}: {} without a word", answer.status);
}

async fn assert_clear_paths(browser: &Browser, paths: impl IntoIterator<Item = String>) {
    for path in paths {
        assert_clear(&path, &browser.get(&path).await);
    }
}

fn escaped(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn any_text_as_a_part_of_an_address_gets_an_answer(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    let raw = ["..%2f..", "%0a", "%00", "%ff", "%c3%28", "%", "%zz", "..;", "%2e%2e", "a%2fb", "?", "//", "%252e"];
    let words: Vec<_> =
        raw.map(str::to_owned).into_iter().chain(NASTY.map(escaped)).chain([escaped(&long())]).collect();
    for browser in [&kwik, &app.anonymous()] {
        for place in ["/", "/games/", "/challenges/", "/players/", "/puzzles/"] {
            assert_clear_paths(browser, words.iter().map(|word| format!("{place}{word}"))).await;
        }
        for (before, after) in
            [("/games/", ".pgn"), ("/games/", "/actions"), ("/challenges/", "/accept"), ("/puzzles/", "/report")]
        {
            assert_clear_paths(browser, words.iter().map(|word| format!("{before}{word}{after}"))).await;
        }
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn any_text_in_a_query_gets_an_answer(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.loads_puzzles().await;
    let table = app.table("kwik", "kwek").await;
    let game = &table.game;
    let file = ("pond.pgn", &b"[White \"kwik\"]\n\n1. e4@c6 e6@e2 1-0\n"[..]);
    let sent = table.white.browser.sends_file("/collections", &[("visibility", "public")], file).await;
    let collection = sent.leads_to();
    app.read_collections().await;
    let pages = [
        format!("{game}?ply="),
        format!("{game}.fen?ply="),
        format!("{game}.pgn?comments="),
        "/next?after=".to_owned(),
        "/games?material=".to_owned(),
        "/games?tag=".to_owned(),
        "/games?note=".to_owned(),
        "/games?words=".to_owned(),
        "/games.atom?turns=".to_owned(),
        format!("{collection}?player="),
        format!("{collection}?event="),
        format!("{collection}.atom?player="),
        format!("{collection}.atom?after="),
        format!("{collection}.pgn?fen="),
        format!("/explorer?collection={}&player=", collection.trim_start_matches("/collections/")),
        "/explorer?player=".to_owned(),
        "/explorer?turns=".to_owned(),
        "/help?q=".to_owned(),
        "/games/searches?kept=".to_owned(),
        "/games/mine?page=".to_owned(),
        "/games/mine?tag=".to_owned(),
        "/leave?days=3&from=".to_owned(),
        "/leave?days=".to_owned(),
        "/puzzles?theme=".to_owned(),
        "/puzzles?page=".to_owned(),
        "/players?name=".to_owned(),
        "/players?variant=".to_owned(),
        "/watch?order=".to_owned(),
        "/puzzles/next?after=".to_owned(),
        "/puzzles/1?played=".to_owned(),
        "/puzzles/1?tried=".to_owned(),
        "/puzzles/1?kept=".to_owned(),
        "/settings?saved=".to_owned(),
        "/mail/unsubscribe/your-turn.".to_owned(),
        "/login/reset?token=".to_owned(),
        "/email/confirm?token=".to_owned(),
        "/challenges/new?opponent=".to_owned(),
        "/challenges/new?variant=duck&clock=".to_owned(),
        "/login?next=".to_owned(),
        "/signup?name=".to_owned(),
    ];
    let raw = ["%00", "%ff", "%", "1&ply=2", "&&&", "=", "a=b=c"].map(str::to_owned);
    let words: Vec<_> = raw.into_iter().chain(NASTY.map(escaped)).chain([escaped(&long())]).collect();
    for browser in [&table.white.browser, &app.anonymous()] {
        for page in &pages {
            assert_clear_paths(browser, words.iter().map(|word| format!("{page}{word}"))).await;
        }
    }
}

/// Every form, with a field of each that takes anything.
fn forms(game: &str, challenge: &str) -> Vec<(String, Vec<(&'static str, &'static str)>)> {
    let challenge_fields =
        vec![("opponent", ""), ("variant", "duck"), ("seat", "first"), ("clock", "fast"), ("rated", "")];
    vec![
        (format!("{game}/actions"), vec![("action", "move"), ("ply", "0"), ("turn", "e4"), ("message", "")]),
        (format!("{game}/actions"), vec![("action", "comment"), ("ply", "0"), ("message", ""), ("confirm", "")]),
        (
            format!("{game}/actions"),
            vec![("action", "conditional"), ("ply", "0"), ("lines", "e4@* e5@e3"), ("line", "")],
        ),
        (
            format!("{game}/conditionals"),
            vec![("lines", "e4@* e5@e3"), ("line", ""), ("turn", ""), ("step", "add"), ("go", ""), ("remove", "")],
        ),
        (game.to_owned(), vec![("action", "move"), ("ply", "0"), ("turn", ""), ("message", "")]),
        (format!("{game}/tags"), vec![("tags", "")]),
        (format!("{game}/kibitz"), vec![("ply", ""), ("kibitz", "")]),
        ("/games/searches".to_owned(), vec![("name", ""), ("note", "duck"), ("fen", "")]),
        ("/games/searches/1".to_owned(), vec![("name", ""), ("do", "")]),
        ("/leave".to_owned(), vec![("from", ""), ("days", "")]),
        ("/leave/end".to_owned(), vec![("begins", "")]),
        ("/puzzles/1".to_owned(), vec![("played", ""), ("turn", ""), ("help", "")]),
        ("/puzzles/1/report".to_owned(), vec![("reason", "")]),
        ("/settings".to_owned(), vec![("time_zone", ""), ("dates", "words"), ("confirm_turns", "")]),
        ("/settings/email".to_owned(), vec![("email", "")]),
        ("/login/forgotten".to_owned(), vec![("who", "")]),
        ("/challenges/new".to_owned(), challenge_fields),
        (format!("{challenge}/accept"), vec![("x", "y")]),
        ("/signup".to_owned(), vec![("name", "ab"), ("email", "x"), ("password", "short"), ("next", "")]),
        // A name that cannot be one, so that no password is hashed for each of them.
        ("/login".to_owned(), vec![("name", "ab"), ("password", "x"), ("next", "")]),
    ]
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn any_text_in_any_field_gets_an_answer(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.loads_puzzles().await;
    let table = app.table("kwik", "kwek").await;
    let path = challenge(&table.black.browser, &[("opponent", "kwik")]).await;
    let long = long();
    let words: Vec<_> = NASTY.into_iter().chain([long.as_str()]).collect();
    for (path, fields) in forms(&table.game, &path) {
        for (at, (name, _)) in fields.iter().enumerate() {
            for word in &words {
                let mut fields = fields.clone();
                fields[at].1 = word;
                let answer = table.white.browser.post(&path, &fields).await;
                assert_clear(&format!("{path} {name}={word:.40}"), &answer);
            }
        }
    }
    assert_eq!(app.count("select count(*) from events where body ->> 'type' = 'played'").await, 0);
    app.anonymous().get("/healthz").await.has_status(200);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn fields_that_are_missing_doubled_or_unknown_get_an_answer(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.loads_puzzles().await;
    let table = app.table("kwik", "kwek").await;
    let path = challenge(&table.black.browser, &[("opponent", "kwik")]).await;
    for (path, fields) in forms(&table.game, &path) {
        for at in 0..fields.len() {
            let (mut fewer, mut more) = (fields.clone(), fields.clone());
            fewer.remove(at);
            more.push(fields[at]);
            assert_clear(&path, &table.white.browser.post(&path, &fewer).await);
            assert_clear(&path, &table.white.browser.post(&path, &more).await);
        }
        for body in ["", "&", "=", "&&==&", "turn", "%", "%%%", "a[b]=c", "\u{feff}action=move", "ply=0;action=move"] {
            assert_clear(&path, &table.white.browser.post_body(&path, body).await);
        }
    }
    assert_eq!(app.count("select count(*) from events").await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_of_ten_thousand_characters_is_refused(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let page = table.white.moves(0, &"N".repeat(10_000)).await.refused();
    assert_eq!(page.alert(), "A turn can have at most 100 characters.");
    assert_eq!(page.value("turn").len(), 10_000, "it is the writer's to shorten");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_players_write_is_shown_as_they_wrote_it(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let said = [
        "🦆 <script>alert('quack')</script>",
        "</textarea></form><form action=//evil.example>",
        "\" onmouseover=\"alert(1)",
        "' OR 1=1; drop table events; --",
        "&lt;b&gt; is not <b>, {{ 7 * 7 }} is not 49",
        "\u{202e}backwards\u{202c}",
    ];
    for message in said {
        table.white.says(0, message).await.leads_to();
    }
    for player in [&table.white, &table.black] {
        let page = player.sees().await;
        let shown = page.texts(".comment-text");
        assert_eq!((&shown[..5], &*shown[5]), (&said.map(str::to_owned)[..5], "backwards"), "overrides are taken out");
        assert!(!page.has(".comment script, .comment b b, [onmouseover], form[action^='//']"));
        assert_eq!(page.texts("main script"), page.texts("#board-data"), "no script but our data");
    }
    // The same in a field that is given back.
    let page = table.black.does("move", 0, &[("turn", "\"><script>x</script>"), ("message", said[1])]).await.refused();
    assert_eq!((page.value("turn"), page.value("message")), ("\"><script>x</script>".to_owned(), said[1].to_owned()));
    assert!(!page.has(".action-bar script"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn odd_requests_get_an_answer(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let browser = app.anonymous();
    for method in ["HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "BREW"] {
        for path in ["/", "/login", &table.game, &format!("{}/actions", table.game), "/static/favicon.svg"] {
            let request = Request::builder().method(Method::from_bytes(method.as_bytes()).unwrap()).uri(path);
            let status = browser.send(request.header(header::HOST, "x").body(Body::empty()).unwrap()).await.status;
            assert!((200..500).contains(&status), "{method} {path}: {status}");
        }
    }
    let long = "x".repeat(20_000);
    for (name, value) in [
        ("cookie", "mallard"),
        ("cookie", "mallard=;mallard=%00; mallard=\"x\""),
        ("cookie", &format!("mallard={long}")),
        ("x-request-id", "<script>"),
        ("x-request-id", &long),
        ("x-forwarded-for", "not an address"),
        ("accept-encoding", "quack;q=9"),
        ("if-none-match", "*"),
        ("range", "bytes=9-1"),
        ("content-length", "0"),
    ] {
        for path in ["/", &table.game, "/static/favicon.svg", "/healthz"] {
            let request = Request::get(path).header(header::HOST, "x").header(name, value).body(Body::empty()).unwrap();
            let status = browser.send(request).await.status;
            assert!((200..500).contains(&status), "{name} {path}: {status}");
        }
    }
    let mut cookie = Request::get("/").header(header::HOST, "x");
    cookie = cookie.header(header::COOKIE, axum::http::HeaderValue::from_bytes(b"mallard=\xff\xfe").unwrap());
    assert_clear("a cookie of no text", &browser.send(cookie.body(Body::empty()).unwrap()).await);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn files_beside_the_static_ones_are_out_of_reach(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let browser = app.anonymous();
    browser.get("/static/favicon.svg").await.has_status(200);
    for word in NASTY.map(escaped) {
        let status = browser.get(&format!("/static/{word}")).await.status;
        assert!((200..500).contains(&status), "{word}: {status}");
    }
    for path in ["/static/../Cargo.toml", "/static/%2e%2e/Cargo.toml", "/static/..%2fCargo.toml", "/static//etc/passwd"]
    {
        browser.get(path).await.has_status(404);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_character_nul_is_marked_in_forms_and_all_else_is_kept(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    let page = kwik.opens("/analysis?variant=duck").await;
    let page = kwik.submits(&page.pressing("#play").with("turn", "e4@c6")).await.shown();
    let noted = page.pressing("#step-back").with("note", "Dear\0 duck, 100%00 of it: %\x0000");
    let page = kwik.submits(&noted).await.shown();
    assert!(page.text(".study-turns, .study-note").contains("Dear\u{fffd} duck, 100%00 of it: %\u{fffd}00"));
    kwik.submits(&page.pressing("button[value=keep]")).await.shown();
    assert_eq!(app.count("select count(*) from notebooks where pgn like '%Dear_ duck%'").await, 1);

    let challenge =
        [("variant", "duck"), ("opponent", ""), ("seat", "first"), ("clock", "standard"), ("message", "a\0b")];
    assert_clear("a challenge", &kwik.post("/challenges/new", &challenge).await);
    let unsent = [
        ("name", "kwik"),
        ("password", PASSWORD),
        ("sent_to", "/analysis"),
        ("writer", "kwik"),
        ("unsent-note", "Dear\0 duck"),
        ("unsent-\0text", "d4@d6"),
    ];
    app.anonymous().post("/login", &unsent).await.has_status(303);
    let kept = app.column("select string_agg(fields::text, ' ') from kept_forms").await.join(" ");
    assert!(kept.contains("Dear\u{fffd} duck") && kept.contains("d4@d6"), "{kept}");
}

/// What cannot be seen, and is no blank to most programs.
const INVISIBLE: [&str; 7] = [
    "\u{200b}\u{200d}\u{2060}",
    "\u{fe0f}\u{fe0e}",
    "\u{3164}\u{115f}\u{1160}\u{ffa0}",
    "\u{202e}\u{2066}",
    " \u{ad} \u{feff}",
    "\u{7}\u{1b}",
    "\u{2800}\u{e0041}",
];

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_cannot_be_seen_is_empty_wherever_it_is_written(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    let table = Table::begin(&kwik, &kwek, &[("public", "yes")]).await;
    let kwak = app.signed_up("kwak").await;
    for (ply, invisible) in INVISIBLE.into_iter().enumerate() {
        for action in ["comment", "note"] {
            let page = table.white.does(action, ply, &[("message", invisible)]).await.refused();
            assert!(page.alert().contains("The message is empty"), "{action} {invisible:?}: {}", page.alert());
        }
        let page = kwak.post(&format!("{}/kibitz", table.game), &[("kibitz", invisible)]).await.refused();
        assert!(page.alert().contains("The message is empty"), "{invisible:?}: {}", page.alert());
        kwik.post(&format!("{}/tags", table.game), &[("tags", invisible)]).await.leads_to();
        let (turn, seat) = (quiet_turn(ply, 4), table.seat(ply));
        seat.does("move", ply, &[("turn", &turn), ("message", invisible)]).await.leads_to();
        let note = [("note", invisible), ("step", "to:"), ("pgn", "1. e4@c6")];
        assert!(!kwik.post("/analysis", &note).await.text.contains(&format!("{{{invisible}")), "{invisible:?}");
    }
    assert!(!app.anonymous().opens(&table.game).await.has(".comment"));
    assert_eq!(app.count("select (select count(*) from game_kibitzes) + (select count(*) from game_tags)").await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nothing_that_was_written_turns_what_stands_after_it(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    app.everybody_confirmed().await;
    let table = Table::begin(&kwik, &kwek, &[("public", "yes")]).await;
    let kwak = app.signed_up("kwak").await;
    let evil = "I \u{202e}\u{2067}won\u{2069} it";
    table.white.does("move", 0, &[("turn", "e4@c6"), ("message", evil)]).await.leads_to();
    kwak.post(&format!("{}/kibitz", table.game), &[("kibitz", evil)]).await.leads_to();
    // As the release before stored it.
    app.execute("update recent_events set body = replace(body::text, 'I won it', U&'I \\202Ewon it')::jsonb").await;
    app.execute("update game_kibitzes set text = U&'I \\202Ewon it'").await;
    assert_eq!(app.count("select count(*) from events where body::text like U&'%\\202E%'").await, 1);
    app.sends_after(hours(1)).await;
    let email = mail_server.emails().into_iter().find(|email| email.text().contains("won it")).unwrap();
    assert!(email.text().contains("> I won it") && !email.html().contains('\u{202e}'), "{}", email.text());
    let beside = app.beside().await;
    for path in [table.game.clone(), format!("{}.pgn?comments=yes", table.game)] {
        for browser in [&beside.signed_in("kwek").await, &beside.signed_in("kwak").await] {
            let text = browser.get(&path).await.text;
            assert!(!text.contains(['\u{202e}', '\u{2067}']), "{path}");
        }
    }
    assert!(
        beside.signed_in("kwek").await.get(&format!("{}.pgn?comments=yes", table.game)).await.text.contains("I won it")
    );
    assert_eq!(beside.anonymous().opens(&table.game).await.texts(".comment-text"), ["I won it", "I won it"]);
}
