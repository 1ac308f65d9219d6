//! Giving a game up, and agreeing on a draw.

use sqlx::PgPool;

use crate::story::{Page, TestApp};

const EVENTS: &str = "select count(*) from events";

fn choices(page: &Page) -> Vec<String> {
    page.attributes("select[name=action] option", "value")
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn resigning_is_asked_once_more(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6").await;
    // Not only on one's own turn.
    let page = table.white.does("resign", 1, &[("message", "I give up")]).await.page(422);
    assert_eq!(page.alert(), "Resign this game? This cannot be undone.");
    assert_eq!(app.count(EVENTS).await, 1, "nothing happened yet");
    assert_eq!(page.texts(".action-bar button"), ["Yes, resign", "No, play on"]);
    assert_eq!(page.text(".question-message blockquote"), "I give up");
    let form = page.form(&format!(".action-bar form[action=\"{}#action-form\"]", table.game));
    assert_eq!(table.white.browser.submits(&form).await.shown().value("message"), "I give up");

    let form = page.form(".action-bar form").with("confirm", "yes");
    assert_eq!(table.white.browser.submits(&form).await.leads_to(), table.game);
    for player in [&table.white, &table.black] {
        let page = player.sees().await;
        assert_eq!(page.text(".outcome-words"), "Black wins by resignation");
        assert_eq!(page.texts(".comment-text"), ["I give up"]);
    }
    assert_eq!(app.count("select count(*) from games where result = '0-1' and ending = 'resigned'").await, 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn after_the_end_there_is_only_what_can_be_said(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6").await;
    table.black.does("resign", 1, &[("confirm", "yes")]).await.leads_to();
    assert_eq!(choices(&table.white.sees().await), ["comment", "note"]);
    assert!(!table.black.sees().await.asks_for("turn"));
    for action in ["move", "offer-draw", "accept-draw", "decline-draw"] {
        let page = table.black.does(action, 1, &[("turn", "e6@e2")]).await.refused();
        assert_eq!(page.alert(), "The game is over. You can still write a comment or a note.", "{action}");
    }
    // The winner cannot resign; the loser's second click on "yes" is no mistake.
    table.white.does("resign", 1, &[("confirm", "yes")]).await.refused();
    table.black.does("resign", 1, &[("confirm", "yes")]).await.leads_to();
    assert_eq!(table.black.says(1, "Well played").await.leads_to(), table.game);
    assert_eq!(table.white.sees().await.texts(".comment-text"), ["Well played"]);
    assert_eq!(app.count(EVENTS).await, 3);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_draw_is_offered_and_accepted(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    assert!(table.white.sees().await.has("[name=offer_draw]"));
    table.white.does("offer-draw", 0, &[("message", "Shall we?")]).await.leads_to();
    let page = table.black.sees().await;
    assert_eq!(page.text(".notice p"), "kwik offers a draw. It stands until your next turn.");
    assert_eq!(choices(&page), ["accept-draw", "decline-draw", "comment", "note", "resign"]);
    let chosen = page.attributes("select[name=action] option[selected]", "value");
    assert_eq!(chosen, ["comment"], "who writes an answer has not accepted");
    let page = table.white.sees().await;
    assert_eq!(page.text(".notice"), "You have offered a draw.");
    assert_eq!(choices(&page), ["move", "comment", "note", "resign"]);
    assert!(!page.has("[name=offer_draw]"), "it is offered already");

    let page = table.white.does("accept-draw", 0, &[("confirm", "yes")]).await.refused();
    assert_eq!(page.alert(), "No draw is offered to you now: an offer ends when you move.");
    table.black.does("accept-draw", 0, &[("confirm", "yes")]).await.leads_to();
    assert_eq!(table.white.sees().await.text(".outcome-words"), "Draw by agreement");
    table.black.does("accept-draw", 0, &[("confirm", "yes")]).await.leads_to();
    assert_eq!(app.column("select result || ' ' || ending from games").await, ["1/2-1/2 agreed"]);
    assert_eq!(app.count(EVENTS).await, 3);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn accepting_a_draw_is_asked_once_more(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.white.does("move", 0, &[("turn", "e4@c6"), ("offer_draw", "yes")]).await.leads_to();
    let written = table.black.sees().await.pressing("#offer button[value=accept-draw]");
    let page =
        table.black.browser.submits(&written.with("turn", "e6@e2").with("message", "Well played")).await.page(422);
    assert_eq!(page.alert(), "Accept the draw? The game ends at once, and this cannot be undone.");
    assert_eq!(page.texts(".action-bar button"), ["Yes, accept the draw", "No, play on"]);
    assert_eq!(page.text(".question-message blockquote"), "Well played");
    assert_eq!(app.count(EVENTS).await, 2, "nothing happened yet");
    let back = page.form(&format!(".action-bar form[action=\"{}#action-form\"]", table.game));
    let kept = table.black.browser.submits(&back).await.shown();
    assert_eq!((kept.value("message"), kept.value("turn")), ("Well played".to_owned(), "e6@e2".to_owned()));

    let form = page.form(".action-bar form").with("confirm", "yes");
    assert_eq!(table.black.browser.submits(&form).await.leads_to(), table.game);
    assert_eq!(table.white.sees().await.text(".outcome-words"), "Draw by agreement");
    assert_eq!(table.white.sees().await.text(".outcome-more"), "Ended in round 1, on 2 Mar 2026.");
    assert_eq!(app.count("select ply::bigint from games").await, 1, "the turn was not made");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_draw_is_declined_and_not_offered_again_at_once(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.white.does("offer-draw", 0, &[]).await.leads_to();
    table.white.does("offer-draw", 0, &[]).await.leads_to();
    assert_eq!(app.count(EVENTS).await, 1, "sent twice, offered once");
    let page = table.black.does("offer-draw", 0, &[]).await.refused();
    assert_eq!(page.alert(), "You have already been offered a draw: accept or decline it.");
    table.black.does("decline-draw", 0, &[]).await.leads_to();

    let page = table.white.sees().await;
    assert_eq!(
        page.texts(".comment"),
        ["kwik offered a draw 2 Mar 2026, 12:00 UTC", "kwek declined the draw 2 Mar 2026, 12:00 UTC"]
    );
    assert!(!choices(&page).contains(&"offer-draw".to_owned()));
    let page = table.white.does("offer-draw", 0, &[]).await.refused();
    assert_eq!(page.alert(), "You have already offered a draw. You can offer again after your next turn.");
    table.play("e4@c6").await;
    table.white.does("offer-draw", 1, &[]).await.leads_to();
    assert_eq!(table.black.sees().await.text(".notice p"), "kwik offers a draw. Your next turn declines it.");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_turn_in_the_making_outlives_the_answer_to_an_offer(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6").await;
    table.white.does("offer-draw", 1, &[]).await.leads_to();
    let page = table.black.sees().await.pressing("#offer button[value=decline-draw]");
    assert_eq!(table.black.sees().await.attributes("#action-form button", "name").len(), 2, "Enter presses neither");
    let written = page.with("turn", "Nf6@e5").with("lines", "d4@c3 Ng8@e6").with("message", "Not yet");
    let path = table.black.browser.submits(&written).await.leads_to().to_owned();
    let page = table.black.browser.opens(&path).await;
    assert!(page.text(".turns").contains("kwek declined the draw"));
    assert!(page.text(".turns").contains("Not yet"), "the message went with the answer");
    assert_eq!((page.value("turn").as_str(), page.value("lines").as_str()), ("Nf6@e5", "d4@c3 Ng8@e6"));
    assert_eq!((page.value("action").as_str(), page.value("message").as_str()), ("move", ""));
    table.black.browser.submits(&page.form("#action-form")).await.leads_to();
    assert_eq!(app.count("select ply::bigint from games").await, 2);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_offer_lapses_when_the_other_moves(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.white.does("move", 0, &[("turn", "e4@c6"), ("offer_draw", "yes")]).await.leads_to();
    assert_eq!(
        choices(&table.black.sees().await),
        ["move", "accept-draw", "decline-draw", "comment", "note", "resign"]
    );
    table.play("e6@e2").await;
    let page = table.black.does("accept-draw", 2, &[("confirm", "yes")]).await.refused();
    assert_eq!(page.alert(), "No draw is offered to you now: an offer ends when you move.");
    assert_eq!(page.text(".notice"), "");
    assert_eq!(table.white.sees().await.text(".notice"), "");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_second_click_on_decline_is_no_mistake(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.white.does("offer-draw", 0, &[]).await.leads_to();
    table.black.does("decline-draw", 0, &[]).await.leads_to();
    table.black.does("decline-draw", 0, &[]).await.leads_to();
    assert_eq!(app.count(EVENTS).await, 2);
    table.white.does("decline-draw", 0, &[]).await.refused();
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_would_resign_an_older_position_is_shown_the_present_one(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6").await;
    let page = table.white.does("resign", 0, &[("message", "Enough")]).await.page(409);
    assert!(page.alert().contains("has moved on") && !page.asks_for("confirm"), "{}", page.alert());
    assert_eq!((page.value("ply"), page.value("message")), ("1".to_owned(), "Enough".to_owned()));
}
