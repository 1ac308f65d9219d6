//! What a game does not do, and how it says so: the page again, the reason, and what was typed still in its field.

use sqlx::PgPool;

use crate::story::{Player, TestApp};

/// White to move at ply 4, the duck on e2.
const OPENING: &str = "1. e4@c6 e6@e2 2. d4@d6 Nf6@e2";
const EVENTS: &str = "select count(*) from events";

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_illegal_turn_is_named_and_stays_in_its_field(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play(OPENING).await;
    for (turn, reason) in [
        ("Nc3@c3", "The duck cannot go to c3: your knight is there."),
        ("Nc3@f6", "The duck cannot go to f6: your opponent’s knight is there."),
        ("Ra2@a3", "Your own pawn is on a2."),
        ("Bd3@a3", "The bishop cannot go from f1 to d3: the duck is on e2."),
        ("Ke2@a3", "The king cannot go from e1 to e2: the duck is on e2."),
        ("Ra3@b3", "The rook cannot go from a1 to a3: a pawn is on a2."),
        ("Nf3@e2", "The duck must move: it is on e2 already."),
        ("Nf3", "Say where the duck goes, such as @e5 after the piece move."),
        ("@a3", "Say which piece moves before the duck does, such as Nf3@e5."),
        ("e2e3@a3", "The duck is on e2: move a piece first, then the duck."),
        ("f6d5@a3", "The knight on f6 is not your piece."),
        ("d2d3@a3", "There is no piece on d2."),
        ("exd5@a3", "The pawn on e4 has nothing to take on d5."),
        ("e6@a3", "A pawn does not move from e4 to e6."),
        ("O-O@a3", "You cannot castle to the king’s side: a bishop is on f1."),
        ("d5=Q@a3", "Only a pawn that reaches the last rank becomes another piece."),
        ("Nf3@z9", "“@z9” does not say where the duck goes: write a square, such as @e5."),
        ("quack", "“quack” is not a turn: write a piece move and the duck’s square, such as Nf3@e5 or g1f3@e5."),
        ("", "The turn is missing: write a piece move and the duck’s square, such as Nf3@e5 or g1f3@e5."),
        ("<b>\"&'", "“<b>\"&'” is not a turn: write a piece move and the duck’s square, such as Nf3@e5 or g1f3@e5."),
    ] {
        let page = table.white.moves(4, turn).await.refused();
        assert_eq!((page.alert(), page.value("turn")), (reason.to_owned(), turn.to_owned()));
        assert_eq!((page.value("action"), page.value("ply")), ("move".to_owned(), "4".to_owned()));
    }
    assert_eq!(app.count(EVENTS).await, 4);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn everything_typed_is_still_there_after_a_refusal(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let with = [("turn", "e5@a3"), ("message", "Tea?\r\nOr \"coffee\" & <cake>"), ("offer_draw", "yes")];
    let page = table.white.does("move", 0, &with).await.refused();
    assert_eq!(page.value("turn"), "e5@a3");
    assert_eq!(page.value("message").replace("\r\n", "\n"), "Tea?\nOr \"coffee\" & <cake>");
    assert!(page.has("input[name=offer_draw][checked]"));
    assert!(page.has("#turn[aria-invalid=true]"));
    assert_eq!(page.attributes("[role=alert] a", "href"), ["#turn"], "the summary leads to the field");
    assert_eq!(app.count(EVENTS).await, 0, "not even the message was kept");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_out_of_turn_waits_in_its_field(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play(OPENING).await;
    let page = table.black.moves(4, "d6@a3").await.refused();
    assert_eq!(page.alert(), "It is not your turn: wait for White.");
    assert_eq!(page.value("turn"), "d6@a3");
    assert_eq!(page.status(), "Waiting for kwik.");
    assert_eq!(app.count(EVENTS).await, 4);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_for_an_older_position_shows_the_present_one(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play(OPENING).await;
    let with = [("turn", "Nf3@a3"), ("message", "Hurry up")];
    let page = table.white.does("move", 2, &with).await.page(409);
    assert!(page.alert().starts_with("The game has moved on since you opened this page."), "{}", page.alert());
    assert_eq!((page.value("turn"), page.value("message")), ("Nf3@a3".to_owned(), "Hurry up".to_owned()));
    assert_eq!(page.value("ply"), "4", "sent once more from here, it is meant for this position");
    assert_eq!(page.texts(".turn").last().unwrap(), "Nf6@e2", "the page shows what has happened");
    assert_eq!(app.count(EVENTS).await, 4);

    // The game has moved on by the player's own turn: it is the other's now, and the text is not lost all the same.
    table.play("Nc3@e7").await;
    let page = table.white.moves(4, "Nf3@a3").await.page(409);
    assert_eq!((page.value("turn"), page.value("ply")), ("Nf3@a3".to_owned(), "5".to_owned()));
    assert_eq!(app.count(EVENTS).await, 5);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn other_actions_for_an_older_position_are_not_done_either(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play(OPENING).await;
    for action in ["offer-draw", "accept-draw", "decline-draw", "resign"] {
        let answer = table.white.does(action, 2, &[("confirm", "yes"), ("message", "Well?")]).await;
        assert_eq!(answer.page(409).value("message"), "Well?", "{action}");
    }
    assert_eq!(app.count(EVENTS).await, 4);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_ply_that_was_never_reached_is_refused(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    for action in ["move", "comment", "offer-draw", "resign"] {
        let with = [("turn", "e4@c6"), ("message", "Hello"), ("confirm", "yes")];
        let page = table.white.does(action, 1, &with).await.refused();
        assert!(page.alert().starts_with("This page belongs to a turn that has not been made."), "{}", page.alert());
    }
    assert_eq!(app.count(EVENTS).await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_same_turn_again_later_is_taken_for_the_same(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play(OPENING).await;
    for turn in ["d4@d6", "d2d4@d6", "d2d4,d4d6"] {
        assert_eq!(table.white.moves(2, turn).await.leads_to(), table.game, "{turn}");
    }
    assert_eq!(app.count(EVENTS).await, 4);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_of_others_can_be_looked_at_only(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play(OPENING).await;
    let kwak = Player::looking_on(&app.signed_up("kwak").await, &table);
    for action in ["move", "comment", "offer-draw", "accept-draw", "decline-draw", "resign", "quack"] {
        let with = [("turn", "Nf3@a3"), ("message", "Let me"), ("confirm", "yes")];
        let page = kwak.does(action, 4, &with).await.page(403);
        assert_eq!(page.text("h1"), "Not yours", "{action}");
    }
    kwak.does("resign", 4, &[]).await.has_status(403);
    let page = kwak.sees().await;
    assert_eq!(page.text(".viewing"), "kwik is to move.");
    assert!(!page.has("form.action-bar") && !page.has("#board-data"));
    assert_eq!(app.count(EVENTS).await, 4);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_unknown_action_or_ply_is_refused(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let page = table.white.does("quack", 0, &[("turn", "e4@c6")]).await.refused();
    assert_eq!((page.alert(), page.value("turn")), ("There is no action 'quack'.".to_owned(), "e4@c6".to_owned()));
    for ply in ["", "-1", "1000000000000", "one", "0x0", "0\0"] {
        let page = table.white.sends(&[("action", "move"), ("ply", ply), ("turn", "e4@c6")]).await.refused();
        assert!(page.alert().contains("for the number of turns made. Reload it and try again."), "{}", page.alert());
        assert_eq!((page.value("turn"), page.value("ply")), ("e4@c6".to_owned(), "0".to_owned()));
    }
    assert_eq!(app.count(EVENTS).await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_message_is_neither_empty_nor_endless(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    for message in ["", "  \r\n "] {
        let page = table.white.says(0, message).await.refused();
        assert_eq!(page.alert(), "The message is empty: write something, or choose another action.");
    }
    let long = "🦆".repeat(2_001);
    let page = table.white.says(0, &long).await.refused();
    assert_eq!(page.alert(), "The text has 2001 characters; 2000 are allowed. Please shorten it by 1.");
    assert_eq!(page.value("message"), long);
    let page = table.white.says(0, "bell\u{7}").await.refused();
    assert!(page.alert().contains("a character that cannot be shown"), "{}", page.alert());
    assert_eq!(app.count(EVENTS).await, 0);
    assert_eq!(table.white.says(0, &"🦆".repeat(2_000)).await.leads_to(), table.game);
    assert_eq!(app.count(EVENTS).await, 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_error_page_knows_who_is_signed_in(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let kwak = app.signed_up("kwak").await;
    let kwak_speaks = Player::looking_on(&kwak, &table).says(0, "May I?").await;
    for (answer, status) in [
        (kwak.get("/games/aaaaaaaaaa").await, 404),
        (kwak.get("/no/such/page").await, 404),
        (kwak_speaks, 403),
        (kwak.post_body("/challenges/new", "opponent=%ff").await, 400),
    ] {
        let page = answer.page(status);
        assert_eq!(page.text(".account-name"), "kwak");
        assert_ne!(page.alert(), "");
        assert_eq!(answer.header("cache-control"), "no-store");
    }
    let page = app.anonymous().get("/no/such/page").await.page(404);
    assert_eq!(page.text(".sign-in"), "Log in");
    // A server error has no layout, which may be what failed.
    app.execute("alter table players rename to elsewhere").await;
    let page = kwak.get("/lobby").await.page(500);
    assert!(!page.has(".account"));
}
