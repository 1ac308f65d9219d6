//! Tags: a player's own labels, on any game, for nobody else's eyes.

use sqlx::PgPool;

use crate::story::{Browser, Page, Table, TestApp};

async fn tag(browser: &Browser, game: &str, tags: &str) -> crate::story::Answer {
    browser.post(&format!("{game}/tags"), &[("tags", tags)]).await
}

fn tags(page: &Page) -> Vec<String> {
    page.texts(".tags .tag")
}

/// The game's page with the viewer's tags on it.
async fn tags_tab(browser: &Browser, game: &str) -> Page {
    browser.opens(&format!("{game}?tab=tags")).await
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn tags_are_put_on_a_game_and_find_it_again(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("ann", "ben").await;
    let ann = &table.white.browser;
    assert_eq!(
        tag(ann, &table.game, " To study , endgame,ENDGAME").await.leads_to(),
        format!("{}?tab=tags#tags", table.game)
    );
    let page = tags_tab(ann, &table.game).await;
    assert_eq!(tags(&page), ["endgame", "To study"]);
    assert_eq!(page.value("tags"), "endgame, To study");
    let link = page.attributes(".tags .tag", "href")[1].clone();
    assert_eq!(link, "/games/mine?tag=To%20study");
    let found = ann.opens(&link).await;
    assert_eq!(found.attributes(".game-card-link", "href"), [table.game.as_str()]);
    assert_eq!(found.texts(".tag-list .tag"), ["All my games", "endgame 1", "To study 1"]);
    assert_eq!(found.text(".tag[aria-current]"), "To study 1");
    assert!(!ann.opens("/games/mine?tag=opening").await.has(".game-card"));

    tag(ann, &table.game, "opening").await.leads_to();
    assert_eq!(tags(&tags_tab(ann, &table.game).await), ["opening"], "new ones take the place of the old");
    tag(ann, &table.game, " , ").await.leads_to();
    assert!(tags(&tags_tab(ann, &table.game).await).is_empty());
    assert!(!ann.opens("/games/mine").await.has(".tag-list"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nobody_else_sees_a_tag(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("ann", "ben").await;
    tag(&table.white.browser, &table.game, "sesame").await.leads_to();
    let stranger = app.signed_up("cleo").await;
    for browser in [&table.black.browser, &stranger, &app.anonymous()] {
        for path in
            [format!("{}?tab=tags", table.game), format!("{}.pgn?comments=yes", table.game), "/players/ann".to_owned()]
        {
            assert!(!browser.get(&path).await.has_status(200).text.contains("sesame"), "{path}");
        }
    }
    let mine = stranger.opens("/games/mine?tag=sesame").await;
    assert!(!mine.has(".game-card") && !mine.text("main").contains("sesame"));
    assert!(!table.white.browser.get(&format!("{}.pgn?comments=yes", table.game)).await.text.contains("sesame"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn others_games_can_be_tagged(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("ann", "ben").await;
    let cleo = app.signed_up("cleo").await;
    tag(&cleo, &table.game, "model").await.leads_to();
    let found = cleo.opens("/games/mine?tag=MODEL").await;
    assert_eq!(found.attributes(".game-card-link", "aria-label"), ["Duck Chess: ann against ben"]);
    table.white.does("resign", 0, &[("confirm", "yes")]).await.leads_to();
    let found = cleo.opens("/games/mine?tag=model").await;
    assert_eq!(found.texts(".list tbody th"), ["ann against ben"]);
    assert!(!found.has(".seat-icon"), "no seat was the viewer's");
    assert_eq!(found.texts("[data-label=Result]"), ["Black wins by resignation"]);
    assert!(!cleo.opens("/games/mine").await.has(".list tbody th"), "it is not a game of theirs");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_no_tag_is_refused_and_stays_in_the_field(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("ann", "ben").await;
    let ann = &table.white.browser;
    tag(ann, &table.game, "kept").await.leads_to();
    let long = format!("fine, {}", "x".repeat(31));
    let page = tag(ann, &table.game, &long).await.refused();
    assert!(page.alert().contains("at most 30 characters"), "{}", page.alert());
    assert_eq!(page.value("tags"), long);
    let many = (0..21).map(|n| format!("t{n}")).collect::<Vec<_>>().join(",");
    assert!(tag(ann, &table.game, &many).await.refused().alert().contains("at most 20 tags"));
    assert_eq!(tags(&tags_tab(ann, &table.game).await), ["kept"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn tags_need_a_player_and_a_game(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("ann", "ben").await;
    let anonymous = app.anonymous();
    assert!(tag(&anonymous, &table.game, "x").await.leads_to().starts_with("/login?next="));
    assert!(!tags_tab(&anonymous, &table.game).await.has(".tags"));
    assert_eq!(table.white.browser.get(&format!("{}/tags", table.game)).await.leads_to(), table.game);
    tag(&table.white.browser, "/games/nosuchgame", "x").await.has_status(404);
    tag(&table.white.browser, "/games/NO", "x").await.has_status(404);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_begun_in_the_action_bar_outlives_what_is_sent_beside_it(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let table = Table::begin(&ann, &ben, &[("public", "yes")]).await;
    let typed = |page: &Page| {
        let form = page.pressing(".tags button").with("turn", "e4@c6").with("lines", "e6@e2 d4@d6");
        form.with("message", "Here we go").with("offer_draw", "yes")
    };
    let form = typed(&tags_tab(&ann, &table.game).await);
    let path = ann.submits(&form.clone().with("tags", "gambit\nto show")).await.leads_to().to_owned();
    assert!(path.starts_with(&format!("{}?tab=tags&kept=", table.game)) && path.ends_with("#tags"), "{path}");
    assert_begun(&ann.opens(&path).await, "gambit, to show");
    assert_eq!(app.count("select count(*) from events").await, 0, "nothing was sent");

    let refused = ann.submits(&form.with("tags", &"x".repeat(31))).await.refused();
    assert_begun(&refused, &"x".repeat(31));

    table.white.does("resign", 0, &[("confirm", "yes")]).await.leads_to();
    let form =
        table.white.sees().await.pressing(".kibitz button").with("message", "Again?").with("kibitz", "It was fun");
    let path = ann.submits(&form).await.leads_to().to_owned();
    let page = ann.opens(&path).await;
    assert_eq!(page.value("message"), "Again?");
    assert_eq!(page.texts(".kibitz .comment-text"), ["It was fun"]);
}

fn assert_begun(page: &Page, tags: &str) {
    assert_eq!((page.value("turn"), page.value("lines")), ("e4@c6".to_owned(), "e6@e2 d4@d6".to_owned()));
    assert_eq!((page.value("message"), page.value("tags")), ("Here we go".to_owned(), tags.to_owned()));
    assert!(page.has("input[name=offer_draw][checked]"));
}
