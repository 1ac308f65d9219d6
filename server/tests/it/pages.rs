//! What a visitor and a player see.

use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::header::HOST;
use sqlx::PgPool;

use crate::story::{TestApp, WHOLE_GAME};

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_newcomer_sees_what_it_is_about(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let home = app.anonymous().opens("/").await;
    assert!(home.has("main svg") && home.text("main").to_lowercase().contains("duck"), "a board and what it is");
    assert!(home.attributes("a", "href").contains(&"/signup".to_owned()));
    assert!(app.anonymous().opens("/rules").await.text("main").contains("king"));
    for path in ["/", "/rules", "/lobby", "/login", "/signup"] {
        let page = app.anonymous().opens(path).await;
        assert_eq!(page.texts("h1").len(), 1, "{path}");
        assert_ne!(page.text("title"), "", "{path}");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn each_variant_has_a_page_of_rules(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let stranger = app.anonymous();
    let contents = stranger.opens("/rules").await;
    assert_eq!(contents.text("h1"), "The rules");
    let links = contents.attributes(".contents a", "href");
    for (page, title, figures) in [
        ("duck", "Duck Chess", 4),
        ("three-check-duck", "Three-Check Duck Chess", 5),
        ("duchess", "Duchess", 14),
        ("duchess-6", "Duchess for six", 14),
        ("duchess-4", "Duchess for four", 14),
        ("duchess-3", "Duchess for three", 14),
        ("duchess-2x2", "Duchess with two sets each", 14),
        ("duchess-2", "Duchess for two", 14),
    ] {
        let path = format!("/rules/{page}");
        assert!(links.contains(&path), "{path} is in the table of contents: {links:?}");
        let rules = stranger.opens(&path).await;
        assert_eq!(rules.text("h1"), title);
        assert_eq!(rules.texts(".rule-figure figcaption").len(), figures, "{page}");
        for section in rules.attributes(".contents a", "href").iter().filter(|href| href.starts_with('#')) {
            assert!(rules.has(section), "{path}{section}");
        }
    }
    for section in ["duck", "three-check", "duchess", "notation", "clocks", "draws", "away"] {
        assert!(contents.has(&format!("#{section}")), "a link from elsewhere to #{section} still leads there");
    }
    stranger.get("/rules/chess").await.has_status(404);
    let kwik = app.signed_up("kwik").await;
    let terms = [("variant", "duchess-3"), ("seat", "first"), ("clock", "standard")];
    let challenge = kwik.post("/challenges/new", &terms).await.leads_to().to_owned();
    let links = kwik.opens(&challenge).await.attributes(".facts a", "href");
    assert!(links.contains(&"/rules/duchess-3".to_owned()), "{links:?}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn every_page_comes_with_its_guards(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    for path in ["/", "/lobby", "/nowhere", &table.game] {
        let answer = table.white.browser.get(path).await;
        assert!(answer.header("content-security-policy").starts_with("default-src 'self'"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "same-origin", "{path}");
        assert_eq!(answer.header("x-request-id").len(), 36, "{path}");
        assert!(matches!(answer.header("cache-control"), "private, no-cache" | "no-store"), "{path}");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_player_sees_the_game_from_their_side(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6").await;
    let (white, black) = (table.white.sees().await, table.black.sees().await);
    assert_eq!(white.status(), "Waiting for kwek.");
    assert_eq!(black.status(), "Your turn. Move a piece, then the duck.");
    assert!(black.text("title").starts_with("Your turn: kwik against kwek"), "{}", black.text("title"));
    assert_eq!(white.attributes("[data-orientation]", "data-orientation"), ["white"]);
    assert_eq!(black.attributes("[data-orientation]", "data-orientation"), ["black"]);
    assert!(black.has("#board-data") && !white.has("#board-data"), "only who can move gets the legal moves");
    assert!(black.asks_for("turn") && !white.asks_for("turn"));
    assert_eq!(white.text(".player-self .player-name"), "kwik");
    assert_eq!(black.text(".player-self .player-name"), "kwek");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_record_leads_to_every_position(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play(WHOLE_GAME).await;
    let page = app.anonymous().opens(&table.game).await;
    let lines = page.texts(".turns > li");
    assert_eq!(lines[..3], ["1. e4@c6 e6@e2", "Clock started on 2 Mar 2026", "2. d4@d6 Nf6@e2"]);
    assert_eq!(lines.last().unwrap(), "13. Kc2@d4 O-O@e2");
    let plies: Vec<_> = (1..=26).map(|ply| format!("{}?ply={ply}", table.game)).collect();
    assert_eq!(page.attributes(".turn", "href"), plies);
    assert_eq!(page.texts(".turn[aria-current]"), ["O-O@e2"]);

    let page = app.anonymous().opens(&format!("{}?ply=13", table.game)).await;
    assert_eq!(page.texts(".turn[aria-current]"), ["Ba4@e7"]);
    assert_eq!(page.text(".viewing p:first-child"), "You are looking at the position after 7. Ba4@e7.");
    let steps: Vec<_> = [0, 12, 14, 26].iter().map(|ply| format!("{}?ply={ply}", table.game)).collect();
    assert_eq!(page.attributes(".steps a[rel]", "href"), steps);
    assert_eq!(page.text(".viewing-words"), "White: bishop b5 to a4, duck to e7.");
    assert_eq!(page.attributes(".turn", "title")[1], "Black: pawn e7 to e6, duck to e2");
    let turned = page.attributes("#flip", "href").concat();
    assert_eq!(turned, format!("{}?ply=13&side=black", table.game));
    let turned = app.anonymous().opens(&turned).await;
    assert_eq!(turned.attributes("#board", "data-orientation"), ["black"]);
    assert_eq!(turned.attributes(".player-self", "aria-label"), ["Black"]);
    assert_eq!(turned.attributes("#step-next", "href"), [format!("{}?ply=14&side=black", table.game)]);

    let alone = app.anonymous().opens(&format!("{}/positions/13?side=black", table.game)).await;
    assert_eq!(alone.attributes("#board", "data-orientation"), ["black"]);
    assert_eq!(alone.text("#board-table tr:nth-child(6) td:nth-child(2)"), "white bishop");
    assert_eq!(alone.text(".viewing p:first-child"), "You are looking at the position after 7. Ba4@e7.");
    for ply in ["27", "-1", "x", ""] {
        app.anonymous().get(&format!("{}/positions/{ply}", table.game)).await.has_status(404);
    }
    let start = table.white.browser.opens(&format!("{}?ply=0", table.game)).await;
    assert_eq!(start.text(".viewing p"), "You are looking at the position before the first turn.");
    assert!(!start.asks_for("turn") && !start.has("#board-data"), "the past cannot be played in");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_captured_king_ends_the_game(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("1. e4@a3 f6@a4 2. Qh5@a5 a6@a4 3. Qxe8").await;
    for player in [&table.white, &table.black] {
        let page = player.sees().await;
        assert_eq!(page.text(".outcome-words"), "White wins by capturing the king");
        assert_eq!(page.texts(".turn").last().unwrap(), "Qxe8", "the duck stays where it was");
    }
    assert_eq!(app.column("select result || ' ' || ending from games").await, ["1-0 king-captured"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn machines_learn_how_the_server_is(pool: PgPool) {
    let app = TestApp::new(pool).await;
    assert_eq!(app.anonymous().get("/healthz").await.text, "ok\n");
    app.anonymous().opens("/lobby").await;
    let metrics = app.anonymous().get("/metrics").await;
    assert!(metrics.text.contains("route=\"/lobby\""), "{}", metrics.text);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn figures_are_not_told_under_the_public_address(pool: PgPool) {
    let app = TestApp::set_up(pool, |config| {
        config.public_url = Some("https://Mallard.example".to_owned());
        config.metrics_from = Some(vec!["127.0.0.1".parse().unwrap()]);
    })
    .await;
    let asked = async |host: &'static str| {
        let mut request = app.anonymous().request("GET", "/metrics", Body::empty());
        request.headers_mut().insert(HOST, HeaderValue::from_static(host));
        app.anonymous().send(request).await.status
    };
    assert_eq!(asked("mallard.example").await, 404, "a proxy that adds no header of its own");
    assert_eq!(asked("mallard.example:443").await, 404);
    assert_eq!(asked("127.0.0.1:8080").await, 200);
    assert_eq!(asked("localhost").await, 200);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn figures_of_a_public_site_are_told_to_nobody_unless_the_settings_say_to_whom(pool: PgPool) {
    let app = TestApp::set_up(pool, |config| config.public_url = Some("https://mallard.example".to_owned())).await;
    app.anonymous().get("/metrics").await.has_status(404);
}
