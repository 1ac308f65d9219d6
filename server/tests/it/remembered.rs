//! Servers remember the games they have read. Nobody can tell by what they are shown: it is what a server shows that has
//! just started and remembers nothing, whoever changed the game, by whichever server.

use sqlx::PgPool;

use crate::story::{Player, Table, TestApp, days, quiet_turn};

/// Whose seat, what is done, and what is in the fields.
type Deed = (usize, &'static str, &'static [(&'static str, &'static str)]);

/// Everybody who may look at a game: its players, and one who is not signed in.
async fn everybody(app: &TestApp, table: &Table) -> Vec<Player> {
    let [white, black] = [app.signed_in("kwik").await, app.signed_in("kwek").await];
    [white, black, app.anonymous()].iter().map(|browser| Player::looking_on(browser, table)).collect()
}

/// What each is shown of the game from both sides, and of its last position but one.
async fn pages(lookers: &[Player], table: &Table, ply: usize) -> Vec<String> {
    let mut pages = Vec::new();
    for looker in lookers {
        for seen in ["?side=black", "", &format!("?ply={ply}"), ".pgn"] {
            let path = format!("{}{seen}", table.game);
            // The PGN names its site.
            pages.push(looker.browser.get(&path).await.text.replace(&looker.browser.site(), ""));
        }
    }
    pages
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn what_is_remembered_changes_nothing_that_is_shown(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let other = app.beside().await;
    let (here, there) = (everybody(&app, &table).await, everybody(&other, &table).await);
    let deeds: [Deed; 12] = [
        (0, "move", &[("turn", "Nf3@a4")]),
        (1, "move", &[("turn", "Nf6@b4"), ("message", "Good luck!")]),
        (1, "conditional", &[("lines", "Ng1@c4 Ng8@d4")]),
        (0, "comment", &[("message", "Thank you.")]),
        (0, "note", &[("message", "Watch the knight.")]),
        (0, "move", &[("turn", "Ng1@c4")]),
        (0, "move", &[("turn", "Nf3@e4"), ("offer_draw", "yes")]),
        (1, "decline-draw", &[]),
        (1, "move", &[("turn", "Nf6@f4")]),
        (1, "offer-draw", &[]),
        (0, "accept-draw", &[("confirm", "yes")]),
        (1, "rematch", &[]),
    ];
    for (done, (seat, action, with)) in deeds.into_iter().enumerate() {
        let through = if done % 2 == 0 { &here } else { &there };
        let ply = through[seat].sees().await.value("ply").parse().unwrap();
        through[seat].does(action, ply, with).await.has_status(303);
        let fresh = app.beside().await;
        let as_it_is = pages(&everybody(&fresh, &table).await, &table, ply).await;
        assert_eq!(pages(&here, &table, ply).await, as_it_is, "{action}, where it was remembered");
        assert_eq!(pages(&there, &table, ply).await, as_it_is, "{action}, at the other server");
    }
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_turn_made_through_one_server_is_at_once_on_the_page_of_another(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let other = app.beside().await;
    let there = everybody(&other, &table).await;
    for ply in 0..6 {
        assert_eq!(there[2].sees().await.texts(".turn").len(), ply);
        let turn = quiet_turn(ply, 4);
        table.seat(ply).moves(ply, &turn).await.has_status(303);
        for looker in &there {
            assert_eq!(looker.sees().await.texts(".turn").last(), Some(&turn));
        }
    }
    assert_eq!(there[0].sees().await.status(), "Your turn. Move a piece, then the duck.");
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn the_clock_of_a_remembered_game_goes_on(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("Nf3@a4 Nf6@b4").await;
    let clock = async || table.black.sees().await.text(".player-opponent .clock-left");
    let before = clock().await;
    app.pass(days(3));
    let after = clock().await;
    assert_ne!(before, after);
    app.pass(days(28));
    assert_eq!(app.sweep().await, 1);
    assert!(table.black.sees().await.text(".outcome-words").contains("time"), "the flag that fell is seen");
}
