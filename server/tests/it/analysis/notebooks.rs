//! Notebooks: saved with the account, private to its player, and never overwritten unseen.

use sqlx::PgPool;

use super::{here, played, plays, presses, step, table, turns};
use crate::story::{PASSWORD, Page, TestApp};

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_tried_in_a_game_is_kept_for_its_player_alone(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let path = format!("/analysis?game={}", table.id());
    let white = &table.white.browser;
    let page = plays(white, &white.opens(&path).await, "Nf6@e2").await;
    assert!(page.text(".keeping").contains("Saved to your account. Only you can see it."));
    white.submits(&page.pressing("#step-back").with("note", "beware of the bishop")).await.shown();
    let again = app.signed_in("kwik").await.opens(&path).await;
    assert_eq!(turns(&again), "1. e4@c6 e6@e2 2. d4@d6 Nf6@e2 beware of the bishop");
    for other in [table.black.browser.clone(), app.signed_up("kwak").await, app.anonymous()] {
        let paths = [&path, &table.game, &format!("{}.pgn?comments=yes", table.game), "/analysis"];
        for path in paths {
            let text = other.get(path).await.text;
            assert!(!text.contains("beware") && !text.contains("Nf6@e2"), "{path}");
        }
    }
    table.black.moves(3, "a6@a5").await.leads_to();
    let page = white.opens(&path).await;
    assert_eq!(turns(&page), "1. e4@c6 e6@e2 2. d4@d6 a6@a5 2... Nf6@e2 beware of the bishop");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn looking_keeps_nothing(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let white = &table.white.browser;
    let page = white.opens(&format!("/analysis?game={}", table.id())).await;
    presses(white, &page, "#step-back").await;
    presses(white, &white.opens("/analysis").await, "#flip").await;
    assert_eq!(app.count("select count(*) from notebooks").await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_change_in_another_window_is_not_overwritten_unseen(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    let first = plays(&kwik, &kwik.opens("/analysis").await, "e4@c6").await;
    let second = kwik.opens("/analysis").await;
    let saved = async || turns(&kwik.opens("/analysis").await);
    plays(&kwik, &second, "e6@e2").await;
    let third = plays(&kwik, &first, "d5@d3").await;
    assert_eq!(turns(&third), "1. e4@c6 e6@e2 1... d5@d3", "what was played in both is there");
    assert_eq!(saved().await, turns(&third));

    // A note can only be one of two.
    let notes = async |page: &Page, note: &str| kwik.submits(&page.pressing("#note-save").with("note", note)).await;
    notes(&second, "of one window").await.shown();
    let late = notes(&first, "of the other").await.page(409);
    let asked = "In another window the note on 1. e4@c6 was changed. It now says: of one window";
    assert!(late.alert().starts_with(asked), "{}", late.alert());
    assert_eq!(turns(&late), "1. e4@c6 of one window 1... e6@e2 1... d5@d3");
    let still = super::tries(&kwik, &late, "a6@a5").await.page(409);
    assert!(saved().await.contains("of one window") && !saved().await.contains("a6@a5"));
    let both = super::tries(&kwik, &presses(&kwik, &still, &step("both-notes")).await, "a6@a5").await.shown();
    assert_eq!(turns(&both), "1. e4@c6 of one window of the other 1... e6@e2 1... d5@d3 1... a6@a5");
    assert_eq!(saved().await, turns(&both));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_cannot_be_read_any_more_is_not_overwritten_unasked(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let path = format!("/analysis?game={}", table.id());
    let white = &table.white.browser;
    plays(white, &white.opens(&path).await, "Nf6@e2").await;
    app.execute("update notebooks set pgn = replace(pgn, 'Nf6@e2', 'Nf6@e2 Quack')").await;
    let page = white.get(&path).await.page(422);
    assert!(page.value("text").contains("Nf6@e2 Quack"), "{}", page.value("text"));
    assert!(page.text(".keeping").contains("This board is not in your notebook."));
    let asked = super::tries(white, &page, "a6@a5").await.page(409);
    assert!(asked.text("#other-pgn").contains("Nf6@e2 Quack"));
    assert_eq!(app.count("select count(*) from notebooks where pgn like '%Quack%'").await, 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn opening_something_else_leaves_the_notebook_alone(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    let page = plays(&kwik, &kwik.opens("/analysis").await, "e4@c6").await;
    let page = kwik.submits(&page.pressing(&step("open")).with("text", "d4@d6 Nf6@d3")).await.shown();
    assert_eq!((turns(&page).as_str(), here(&page).as_str()), ("1. d4@d6 Nf6@d3", "Nf6@d3"));
    let page = plays(&kwik, &page, "Nf3@a3").await;
    assert!(page.text(".keeping").contains("This board is not in your notebook."));
    assert_eq!(turns(&kwik.opens("/analysis").await), "1. e4@c6");
    let asked = kwik.submits(&page.pressing(&step("keep"))).await.page(409);
    let kept = presses(&kwik, &asked, &step("replace")).await;
    assert_eq!(turns(&kwik.opens("/analysis").await), turns(&kept));

    // Another board takes its place, from another start: nothing of a window with the one before is played on it.
    let before = kwik.opens("/analysis").await;
    let chess = kwik.opens("/analysis?variant=chess").await;
    let chess = super::tries(&kwik, &chess, "d4").await.shown();
    let asked = kwik.submits(&chess.pressing(&step("keep"))).await.page(409);
    presses(&kwik, &asked, &step("replace")).await;
    let start = presses(&kwik, &before, "#step-start").await;
    assert_eq!(turns(&start), "1. d4", "it follows");
    kwik.submits(&before.pressing("#step-start").with("note", "of the duck")).await.page(409);
    assert_eq!(turns(&kwik.opens("/analysis").await), "1. d4");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_is_not_signed_in_can_sign_in_and_keep_it(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.signed_up("kwik").await;
    let anybody = app.anonymous();
    let page = played(&anybody, "e4@c6").await;
    assert!(page.text(".keeping").contains("Log in and save it"));
    let login = anybody.submits(&page.pressing(&step("keep"))).await.page(401);
    let form = login.form("main form").with("name", "kwik").with("password", PASSWORD);
    let back = anybody.submits(&form).await;
    let page = anybody.opens(back.leads_to()).await;
    assert_eq!(turns(&page), "1. e4@c6");
    assert!(page.text(".keeping").contains("This board is not in your notebook."), "nothing is kept unseen");
    let page = presses(&anybody, &page, &step("keep")).await;
    assert!(page.text(".keeping").contains("Saved to your account"));
    assert_eq!(turns(&app.signed_in("kwik").await.opens("/analysis").await), "1. e4@c6");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_board_outlives_the_session(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    let page = plays(&kwik, &kwik.opens("/analysis").await, "e4@c6").await;
    let stranger = app.whose_session_ended();
    let note = "é".repeat(1500);
    let sent = stranger.submits(&page.pressing("#play").with("turn", "d5@d3").with("note", &note)).await;
    let login = sent.page(401).form("main form");
    let back = stranger.submits(&login.with("name", "kwik").with("password", PASSWORD)).await;
    let page = stranger.opens(back.leads_to()).await;
    assert!(turns(&page).starts_with("1. e4@c6 éé") && turns(&page).ends_with("d5@d3"), "the step is made");
    presses(&stranger, &page, "#step-back").await;
    assert_eq!(turns(&kwik.opens("/analysis").await), turns(&page));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nobody_writes_into_the_notebook_of_another(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    let page = plays(&kwik, &kwik.opens("/analysis").await, "e4@c6").await;
    let login = kwek.submits(&page.pressing("#play").with("turn", "d5@d3")).await.page(401);
    assert!(login.alert().contains("kwik"), "{}", login.alert());
    assert_eq!(turns(&kwek.opens("/analysis").await), "");
}
