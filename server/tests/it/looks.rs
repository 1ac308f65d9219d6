//! How boards look: what a player chooses, and where they see it.

use sqlx::PgPool;

use crate::story::{Page, Player, TestApp};

const IN_REACH: &str = "1. e4@c6 d5@e6 2. Bb5@a6";

/// Saves the settings with other choices; an empty one takes the tick from a box.
async fn chooses(player: &Player, choices: &[(&str, &str)]) {
    let form = player.browser.opens("/settings").await.form("main form.card");
    let form = choices.iter().fold(form, |form, (name, value)| form.with(name, value));
    assert_eq!(player.browser.submits(&form).await.leads_to(), "/settings?saved=choices");
}

/// The pieces and the colours that a page is drawn with.
fn look(page: &Page) -> (Vec<String>, String) {
    let pieces = page.attributes("use[href*='/pieces/']", "href");
    let mut sets: Vec<_> = pieces.iter().filter_map(|href| href.rsplit('/').next()?.split_once(".svg#")).collect();
    sets.sort_unstable();
    sets.dedup_by_key(|(set, _)| *set);
    let sets = sets.into_iter().map(|(set, _)| set.to_owned()).collect();
    (sets, page.attributes("main", "data-board").concat())
}

fn checks(page: &Page) -> Vec<String> {
    page.attributes(".mark-check", "data-square")
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn pieces_and_colours_are_as_chosen_on_every_page(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("ann", "ben").await;
    table.play("1. e4@c6").await;
    let pages = ["/".to_owned(), "/games/mine".to_owned(), format!("{}?ply=0", table.game), table.game.clone()];
    let usual = (vec!["mallard".to_owned()], "pond".to_owned());
    for path in &pages {
        assert_eq!(look(&table.black.browser.opens(path).await), usual, "{path}");
    }
    chooses(&table.black, &[("pieces", "reed"), ("design", "heron")]).await;
    for path in &pages {
        assert_eq!(
            look(&table.black.browser.opens(path).await),
            (vec!["reed".to_owned()], "heron".to_owned()),
            "{path}"
        );
    }
    let page = table.black.sees().await;
    assert!(page.attributes("#board", "data-pieces").concat().ends_with("/pieces/reed.svg"), "for the scripts too");
    assert_eq!(look(&table.white.sees().await), usual, "another player's choice");
    assert_eq!(look(&app.anonymous().opens(&table.game).await), usual, "visitors see the usual one");
    for path in ["/nowhere", "/lobby"] {
        let answer = table.black.browser.get(path).await;
        assert_eq!(look(&Page::read(&answer.text)), (vec!["reed".to_owned()], "heron".to_owned()), "{path}");
    }

    chooses(&table.white, &[("confirm_turns", "yes"), ("pieces", "pebble"), ("design", "mist")]).await;
    table.black.moves(1, "e6@e2").await.leads_to();
    let confirm = table.white.does("move", 2, &[("turn", "d4@d6")]).await.shown();
    assert_eq!(look(&confirm), (vec!["pebble".to_owned()], "mist".to_owned()));
    let plan = table.black.browser.opens(&format!("{}/conditionals", table.game)).await;
    assert_eq!(look(&plan), (vec!["reed".to_owned()], "heron".to_owned()));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_settings_show_every_choice(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let player = app.table("kwik", "kwek").await.white;
    chooses(&player, &[("pieces", "pebble"), ("design", "jetty"), ("coordinates", "")]).await;
    for (page, pieces, design) in [
        (ann.opens("/settings").await, "mallard", "pond"),
        (player.browser.opens("/settings").await, "pebble", "jetty"),
    ] {
        assert_eq!((page.value("pieces"), page.value("design")), (pieces.to_owned(), design.to_owned()));
        let samples = |css: &str| page.attributes(&format!("{css} .sample"), "data-board");
        assert_eq!(samples("#pieces"), [design; 3], "every set on the chosen board");
        assert_eq!(samples("#design"), ["pond", "jetty", "mist", "heron"]);
        let kings = page.attributes("#design .piece[data-piece=wK]", "href");
        assert!(kings.iter().all(|king| king.ends_with(&format!("/{pieces}.svg#wK"))), "{kings:?}");
        let kings = page.attributes("#pieces .piece[data-piece=wK]", "href");
        let sets: Vec<_> = kings.iter().filter_map(|king| king.rsplit('/').next()).collect();
        assert_eq!(sets, ["mallard.svg#wK", "reed.svg#wK", "pebble.svg#wK"]);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_not_in_the_lists_is_refused_and_the_rest_kept(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let form = ann.opens("/settings").await.form("main form.card");
    let form = form.with("pieces", "../swan").with("design", "desert").with("dates", "figures");
    let page = ann.submits(&form).await.refused();
    for sentence in ["Choose a set of pieces from the list.", "Choose the colours of the board from the list."] {
        assert!(page.alert().contains(sentence), "{}", page.alert());
    }
    assert_eq!(page.attributes(".error-summary a", "href"), ["#pieces", "#design"]);
    assert_eq!(page.value("dates"), "figures");
    assert_eq!(app.column("select preferences::text from players").await, ["{}"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_stored_name_that_is_gone_is_the_usual_one(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("ann", "ben").await;
    app.execute(r#"update players set preferences = '{"board": {"pieces": "swan", "design": "desert"}}'"#).await;
    assert_eq!(look(&table.white.sees().await), (vec!["mallard".to_owned()], "pond".to_owned()));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn coordinates_can_be_left_out(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("ann", "ben").await;
    assert_eq!(table.white.sees().await.texts("#board text").len(), 16);
    chooses(&table.white, &[("coordinates", "")]).await;
    assert_eq!(table.white.sees().await.texts("#board text").len(), 0);
    assert_eq!(table.white.browser.opens("/").await.texts(".board text").len(), 0);
    assert_eq!(table.black.sees().await.texts("#board text").len(), 16);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_king_that_can_be_captured_next_is_marked_for_who_wants_it(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("ann", "ben").await;
    table.play(IN_REACH).await;
    for page in [table.white.sees().await, table.black.sees().await, app.anonymous().opens(&table.game).await] {
        assert_eq!(checks(&page), ["e8"]);
        let words = page.attributes("#board svg", "aria-label").concat();
        assert!(words.ends_with("Black to move. Black’s king on e8 can be captured"), "{words}");
    }
    assert_eq!(checks(&table.black.browser.opens("/games/mine").await), ["e8"], "in the list too");
    assert_eq!(checks(&table.black.browser.opens(&format!("{}?ply=2", table.game)).await).len(), 0);

    chooses(&table.black, &[("check_marks", "")]).await;
    let page = table.black.sees().await;
    assert_eq!(checks(&page).len(), 0);
    assert!(!page.attributes("#board svg", "aria-label").concat().contains("captured"));

    // The duck blocks the attack, and then no longer does.
    table.black.moves(3, "h6@d7").await.leads_to();
    assert_eq!(checks(&table.white.sees().await).len(), 0);
    table.white.moves(4, "d3@h4").await.leads_to();
    assert_eq!(checks(&table.white.sees().await), ["e8"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nothing_is_marked_as_long_as_the_duck_may_be_anywhere(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("ann", "ben").await;
    table.play(IN_REACH).await;
    let page = table.white.browser.opens(&format!("{}/conditionals", table.game)).await;
    assert_eq!(checks(&page), ["e8"], "as it is");
    let adds = |turn| page.pressing("#add").with("turn", turn);
    let anywhere = table.white.browser.submits(&adds("h6@*")).await.shown();
    assert_eq!(anywhere.value("line"), "h6@*");
    assert_eq!(checks(&anywhere).len(), 0);
    let elsewhere = table.white.browser.submits(&adds("h6@h3")).await.shown();
    assert_eq!(checks(&elsewhere), ["e8"]);
}
