//! The panel of a game's page: its tabs are pages of their own, and stay open while one plays.

use sqlx::PgPool;

use crate::story::TestApp;

const OPENING: &str = "1. e4@c6 e6@e2 2. d4@d6 Nf6@e2 3. Nc3@e7 d5@e5 4. Bg5@e7 Nxe4@f6 5. Nxe4@e7 dxe4@f6";

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn every_tab_is_an_address_that_keeps_the_position_and_the_side(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play(OPENING).await;
    let game = &table.game;
    let page = table.white.browser.opens(&format!("{game}?ply=3&side=black")).await;
    assert_eq!(page.texts(".tab"), ["Record", "Turns", "Material", "Tags", "Rules", "Explorer", "Share", "Help"]);
    assert_eq!(page.text(".tab[aria-current]"), "Record");
    assert_eq!(page.attributes("#board", "data-orientation"), ["black"]);
    let tabs = page.attributes(".tab", "href");
    assert_eq!(tabs[0], format!("{game}?ply=3&side=black#panel"));
    assert_eq!(tabs[2], format!("{game}?ply=3&tab=material&side=black#panel"));
    for tab in tabs {
        let page = table.white.browser.opens(tab.trim_end_matches("#panel")).await;
        assert_eq!(page.attributes(".tab[aria-current]", "href"), [tab]);
        assert!(page.text(".viewing p").contains("after 2. d4@d6"));
        assert_eq!(page.text(".player-self .player-name"), "kwek");
    }
    let steps = page.attributes(".steps a[rel=first]", "href");
    assert_eq!(steps[0], format!("{game}?ply=0&side=black"));
    assert!(!app.anonymous().opens(game).await.texts(".tab").contains(&"Tags".to_owned()));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_turns_alone_are_without_what_was_said(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("1. e4@c6 e6@e2").await;
    table.white.does("comment", 2, &[("message", "Hello there")]).await.leads_to();
    assert!(table.white.sees().await.text(".record").contains("Hello there"));
    let alone = table.white.browser.opens(&format!("{}?tab=moves", table.game)).await;
    assert_eq!(alone.texts(".turns > li"), ["1. e4@c6 e6@e2"]);
    assert!(!alone.text("main").contains("Hello there"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_material_is_that_of_the_position_on_the_board(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play(OPENING).await;
    let at = async |query: &str| app.anonymous().opens(&format!("{}?tab=material{query}", table.game)).await;
    let now = at("").await;
    assert_eq!(now.texts(".captured-list .visually-hidden"), ["knight", "pawn", "knight"]);
    assert_eq!(now.texts(".balance tfoot td"), ["35", "36 +1"]);
    assert_eq!(now.texts(".balance tbody tr:last-child td"), ["7", "8"]);
    assert!(!at("&ply=4").await.has(".captured-list"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_rules_are_those_of_the_variant(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let page = app.anonymous().opens(&format!("{}?tab=rules", table.game)).await;
    assert_eq!(page.texts("#panel h3")[0], "The rules of Duck Chess");
    assert!(page.text("#panel").contains("fowled") && !page.text("#panel").contains("third check"));
    assert_eq!(page.texts(".rule-figure figcaption").len(), 4);
    let links = page.attributes("#panel a", "href");
    assert!(links.contains(&"/rules/duck".to_owned()), "{links:?}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_sent_comes_back_to_the_open_tab_but_a_turn_to_the_record(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let seen = format!("{}?tab=material&side=black", table.game);
    let ann = &table.white.browser;

    let refused = ann.submits(&ann.opens(&seen).await.form("#action-form").with("turn", "Ke4@e5")).await.refused();
    assert_eq!(refused.text(".tab[aria-current]"), "Material");
    assert_eq!(refused.attributes("#board", "data-orientation"), ["black"]);

    let form = ann.opens(&seen).await.form("#action-form").with("action", "comment").with("message", "Hello");
    assert_eq!(ann.submits(&form).await.leads_to(), seen);
    let form = ann.opens(&seen).await.form("#action-form").with("turn", "e4@c6");
    assert_eq!(ann.submits(&form).await.leads_to(), format!("{}?side=black", table.game));

    let form = ann.opens(&format!("{}?tab=tags&side=black", table.game)).await.form(".tags-form");
    assert_eq!(
        ann.submits(&form.with("tags", "league")).await.leads_to(),
        format!("{}?tab=tags&side=black#tags", table.game)
    );
}
