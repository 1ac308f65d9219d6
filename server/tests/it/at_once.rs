//! Several requests at the same time, on connections of their own and through two servers of one database: the game
//! takes them one after the other, whichever comes first.

use sqlx::PgPool;

use crate::story::{Player, Table, TestApp, WHOLE_GAME, quiet_turn, turns_of};

/// A second server, and the table as seen through it.
async fn through_another(app: &TestApp, table: &Table) -> (TestApp, [Player; 2]) {
    let other = app.beside().await;
    let white = Player::looking_on(&other.signed_in("kwik").await, table);
    let black = Player::looking_on(&other.signed_in("kwek").await, table);
    (other, [white, black])
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_same_turn_sent_twice_is_made_once(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let (_other, there) = through_another(&app, &table).await;
    for (ply, turn) in turns_of(WHOLE_GAME).enumerate() {
        let here = table.seat(ply);
        let (first, second, third) =
            tokio::join!(here.moves(ply, turn), there[ply % 2].moves(ply, turn), here.moves(ply, turn));
        for answer in [first, second, third] {
            assert_eq!(answer.leads_to(), table.game, "{turn}");
        }
    }
    assert_eq!(app.count("select count(*) from events").await, 26);
    assert_eq!(app.count("select ply::bigint from games").await, 26);
    assert_eq!(table.white.sees().await.texts(".turn").join(" "), turns_of(WHOLE_GAME).collect::<Vec<_>>().join(" "));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn of_two_different_turns_one_is_made(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let (_other, there) = through_another(&app, &table).await;
    for ply in 0..16 {
        let (fourth, fifth) = (quiet_turn(ply, 4), quiet_turn(ply, 5));
        let (one, two) = tokio::join!(table.seat(ply).moves(ply, &fourth), there[ply % 2].moves(ply, &fifth));
        let (made, lost, typed) = if one.status == 303 { (one, two, fifth) } else { (two, one, fourth) };
        made.has_status(303);
        assert_eq!(lost.page(409).value("turn"), typed);
        assert_eq!(app.count("select count(*) from events").await, ply as i64 + 1);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_comment_and_a_turn_are_both_kept(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    for ply in 0..12 {
        let (turn, said, thought) = (quiet_turn(ply, 4), format!("said {ply}"), format!("thought {ply}"));
        let (moved, answered, added) = tokio::join!(
            table.seat(ply).moves(ply, &turn),
            table.seat(ply + 1).says(ply, &said),
            table.seat(ply).says(ply, &thought),
        );
        for answer in [moved, answered, added] {
            assert_eq!(answer.leads_to(), table.game);
        }
    }
    assert_eq!(app.count("select count(*) from events where body ->> 'type' = 'played'").await, 12);
    assert_eq!(app.count("select count(distinct body ->> 'text') from events").await, 24);
    assert_eq!(app.count("select max(number)::bigint from events").await, 36);
    assert_eq!(table.black.sees().await.texts(".comment-text").len(), 24);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_resignation_and_a_turn_do_not_both_happen(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    for round in 1..=6 {
        let table = Table::begin(&kwik, &kwek, &[]).await;
        let confirmed = [("confirm", "yes")];
        let (moved, resigned) = tokio::join!(table.white.moves(0, "e4@c6"), table.black.does("resign", 0, &confirmed));
        match (moved.status, resigned.status) {
            (303, 409) | (422, 303) => {}
            other => panic!("{other:?}"),
        }
        assert_eq!(app.count("select count(*) from events").await, round);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_offer_is_accepted_or_moved_on_from(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    for _ in 0..6 {
        let table = Table::begin(&kwik, &kwek, &[]).await;
        table.white.does("move", 0, &[("turn", "e4@c6"), ("offer_draw", "yes")]).await.leads_to();
        let (moved, accepted) =
            tokio::join!(table.black.moves(1, "e6@e2"), table.black.does("accept-draw", 1, &[("confirm", "yes")]));
        let drawn = table.white.sees().await.text(".outcome-words");
        match (moved.status, accepted.status) {
            (303, 409) => assert_eq!(drawn, ""),
            (422, 303) => assert_eq!(drawn, "Draw by agreement"),
            other => panic!("{other:?}"),
        }
    }
}
