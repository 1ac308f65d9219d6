//! A game shared: what other sites show of it, the board in their pages, and the panel where all of this is to be had.

use sqlx::PgPool;

use crate::story::{Page, TestApp};

/// What a site learns that is given the address of a page.
fn meta(page: &Page, property: &str) -> String {
    page.attributes(&format!("meta[property='{property}']"), "content").concat()
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn other_sites_learn_how_the_game_stands(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let site = app.anonymous().site();
    assert_eq!(meta(&table.white.sees().await, "og:description"), "Before the first turn · White to move");
    table.play("1. e4@c6").await;
    table.black.says(1, "My aunt is ill").await.leads_to();
    // The player to move sees another title, but passes on the same.
    for browser in [&app.anonymous(), &table.black.browser] {
        let page = browser.opens(&table.game).await;
        assert_eq!(meta(&page, "og:title"), "kwik against kwek: Duck Chess");
        assert_eq!(meta(&page, "og:description"), "1. e4@c6 · Black to move");
        assert_eq!(meta(&page, "og:url"), format!("{site}{}", table.game));
        assert_eq!(meta(&page, "og:image"), format!("{site}{}/card.png?ply=1", table.game));
        assert_eq!((meta(&page, "og:image:width"), meta(&page, "og:image:height")), ("1200".into(), "630".into()));
        assert!(page.attributes("head meta", "content").iter().all(|said| !said.contains("aunt")));
        let past = browser.opens(&format!("{}?ply=0", table.game)).await;
        assert_eq!(meta(&past, "og:url"), format!("{site}{}?ply=0", table.game));
        assert_eq!(meta(&past, "og:image"), format!("{site}{}/card.png?ply=0", table.game));
    }
    table.white.does("resign", 1, &[("confirm", "yes")]).await.leads_to();
    let page = app.anonymous().opens(&table.game).await;
    assert_eq!(meta(&page, "og:description"), "1. e4@c6 · Black wins by resignation");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_card_shows_the_board_and_says_how_the_game_ended(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("1. e4@c6").await;
    let path = format!("{}/card.png", table.game);
    let card = app.anonymous().png(&path).await;
    assert_eq!((card.width, card.height), (1200, 630));
    assert_eq!(card.at(10, 10), [0xf2, 0xef, 0xe6]);
    assert_eq!(card.at(40 + 550 * 9 / 16, 33 + 550 * 7 / 16), [0x78, 0xa4, 0x96], "e5 is empty");
    assert!(card.at(40 + 550 * 9 / 16, 33 + 550 * 93 / 160).iter().all(|&part| part > 200), "the pawn on e4");
    let playing = app.anonymous().file(&path, None).await;
    assert_eq!(playing.header("cache-control"), "public, no-cache");
    table.black.says(1, "My aunt is ill").await.leads_to();
    assert_eq!(app.anonymous().file(&path, None).await.bytes, playing.bytes, "what is said is not on it");
    table.white.does("resign", 1, &[("confirm", "yes")]).await.leads_to();
    let over = app.anonymous().file(&format!("{path}?ply=1&end"), Some(playing.header("etag"))).await;
    assert_eq!(over.status, 200, "the result is");
    let past = app.anonymous().file(&format!("{path}?ply=0"), None).await;
    assert_eq!(past.header("cache-control"), "public, no-cache", "it names the players");
    app.anonymous().get(&format!("{path}?ply=2")).await.has_status(404);
    app.anonymous().get("/games/aaaaaaaaaa/card.png").await.has_status(404);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_board_alone_may_stand_in_pages_of_others(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("1. e4@c6 e6@e2").await;
    table.white.says(2, "My aunt is ill").await.leads_to();
    let path = format!("{}/embed", table.game);
    let answer = table.white.browser.get(&path).await;
    assert!(answer.header("content-security-policy").contains("frame-ancestors *"));
    for own in [&table.game, "/", "/login", "/nowhere"] {
        let policy = app.anonymous().get(own).await;
        assert!(policy.header("content-security-policy").contains("frame-ancestors 'none'"), "{own}");
    }
    let page = answer.shown();
    assert!(!answer.text.contains("aunt") && !page.has("form") && !page.has("textarea"));
    assert_eq!(app.anonymous().get(&path).await.text, answer.text, "who looks makes no difference");
    assert_eq!(page.texts(".embed-name"), ["kwek", "kwik"]);
    assert_eq!(page.text(".embed-turn"), "1... e6@e2");
    assert_eq!(page.text(".embed-state .embed-note"), "White to move");
    assert_eq!(page.attributes(".piece[data-square=e2]", "data-piece"), ["duck"]);
    assert_eq!(page.attributes(".embed-step[rel=prev]", "href"), ["?ply=1"]);
    assert_eq!(page.attributes(".embed-step[rel=next]", "href"), [""; 0]);
    let site = app.anonymous().site();
    assert_eq!(page.attributes(".embed-game", "href"), [format!("{site}{}", table.game)]);

    let page = app.anonymous().opens(&format!("{path}?ply=1&side=black&pieces=reed&board=heron")).await;
    assert_eq!(page.texts(".embed-name"), ["kwik", "kwek"]);
    assert_eq!(page.attributes(".board", "data-orientation"), ["black"]);
    assert_eq!(page.attributes("main", "data-board"), ["heron"]);
    assert_eq!(page.attributes(".embed-step[rel=next]", "href"), ["?ply=2&side=black&pieces=reed&board=heron"]);
    let last = format!("{path}?side=black&pieces=reed&board=heron");
    assert_eq!(page.attributes(".embed-step[rel=last]", "href"), [last]);
    assert!(!page.has("[data-live]"), "a position that was asked for stays");
    for wrong in ["?ply=3", "?side=red", "?board=desert"] {
        app.anonymous().get(&format!("{path}{wrong}")).await.has_status(404);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_panel_has_everything_about_the_position(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("1. e4@c6 e6@e2").await;
    let (site, game) = (app.anonymous().site(), &table.game);
    let page = app.anonymous().opens(&format!("{game}?ply=1&tab=share")).await;
    assert_eq!(page.attributes("#share-link", "value"), [format!("{site}{game}?ply=1")]);
    let fen = app.anonymous().get(&format!("{game}.fen?ply=1")).await.text;
    assert_eq!(page.attributes("#share-fen", "value"), [fen.trim()]);
    let files = page.attributes(".share .downloads a", "href");
    assert_eq!(files, ["pgn", "fen", "svg", "png", "gif"].map(|kind| format!("{game}.{kind}?ply=1")));
    for file in files {
        assert_eq!(app.anonymous().file(&file, None).await.status, 200, "{file}");
    }
    let code = page.text("#share-embed");
    let src = format!("<iframe src=\"{site}{game}/embed?ply=1\" title=\"kwik against kwek: Duck Chess\"");
    assert!(code.starts_with(&src), "{code}");
    app.anonymous().opens(&page.attributes("#share-embed-hint a", "href")[0]).await;

    let own = table.black.browser.opens(&format!("{game}?tab=share")).await;
    let files = own.attributes(".share .downloads a", "href");
    assert!(files.contains(&format!("{game}.pgn?ply=2&comments=yes")), "{files:?}");
    assert!(files.contains(&format!("{game}.gif?ply=2&side=black")), "as the player sees it: {files:?}");
    assert!(own.text("#share-embed").contains(&format!("{game}/embed?side=black\"")), "it follows the game");
}
