//! Servers cache games. Pages do not reveal that: they equal those of a server that has just started, whoever changed
//! the game on whichever server.

use server::games::{self, GameId};
use sqlx::PgPool;

use crate::duchess::{challenges, six};
use crate::story::{Player, Table, TestApp, days, quiet_turn};

/// Whose seat, what is done, and what is in the fields.
type Deed = (usize, &'static str, &'static [(&'static str, &'static str)]);

/// Everyone who may view a game: its players, and a visitor who is not signed in.
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

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
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

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
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

/// What each may ask for of a running game.
async fn looks_at_all(looker: &Player, table: &Table) {
    for part in ["", ".fen", ".pgn", "/positions/1", "/embed", "?tab=moves", "?ply=1"] {
        looker.browser.get(&format!("{}{part}", table.game)).await.has_status(200);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_private_to_one_costs_the_others_nothing_not_even_time(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("Nf3@a4 Nf6@b4 Ng1@c4").await;
    let other = app.beside().await;
    let (here, there) = (everybody(&app, &table).await, everybody(&other, &table).await);
    for looker in here.iter().chain(&there) {
        looks_at_all(looker, &table).await;
    }
    let deeds: [Deed; 4] = [
        (0, "note", &[("message", "Watch the knight.")]),
        (0, "conditional", &[("lines", "Ng8@d4 Nf3@e4")]),
        (0, "conditional", &[("lines", "")]),
        (0, "note", &[("message", "No, the duck.")]),
    ];
    for (seat, action, with) in deeds {
        let before = (app.reads(), other.reads());
        here[seat].does(action, 3, with).await.has_status(303);
        for looker in here[1..].iter().chain(&there[1..]) {
            looks_at_all(looker, &table).await;
        }
        assert_eq!((app.reads(), other.reads()), before, "nobody reads the log anew for a {action} of another");
        looks_at_all(&here[seat], &table).await;
        assert_eq!((app.reads(), other.reads()), before, "nor does its writer, where it was written");
    }
    assert!(there[0].sees().await.text("main").contains("No, the duck."), "and sees it by any server");
    let read = other.reads();
    table.black.says(3, "Quack!").await.has_status(303);
    assert!(there[0].sees().await.text("main").contains("Quack!"), "what is for both is seen by both");
    assert!(!there[2].sees().await.text("main").contains("Quack!"));
    assert_eq!(other.reads(), read + 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_has_seen_all_they_may_is_not_noted_again_for_what_they_may_not(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("Nf3@a4").await;
    table.black.sees().await;
    app.pass(days(1));
    table.white.does("note", 1, &[("message", "Watch the knight.")]).await.has_status(303);
    table.white.sees().await;
    table.black.sees().await;
    let black = "select looked_at from game_looks l join players p on p.id = l.player_id where p.name = 'kwek'";
    assert_eq!(app.instant(black).await, app.now() - days(1));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_row_that_an_older_server_wrote_is_not_believed(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("Nf3@a4").await;
    app.execute("create table before as select visible from games").await;
    let lookers = everybody(&app, &table).await;
    for looker in &lookers {
        looker.sees().await;
    }
    table.play("Nf6@b4").await;
    app.execute("update games set visible = (select visible from before)").await;
    for looker in &lookers {
        assert_eq!(looker.sees().await.texts(".turn").last().unwrap(), "Nf6@b4");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
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

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_drawn_of_a_game_takes_no_more_memory_than_is_reckoned(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let players = six(&app).await;
    let check = async |path: &str, what: &str| {
        let id = GameId::read(path.trim_start_matches("/games/")).unwrap();
        let stored = games::load(app.pool(), &id).await.unwrap().unwrap();
        let reckoned = stored.memory() - stored.game.memory();
        let kept = stored.board_data(stored.game.position().seat_to_move(), true).unwrap().len();
        assert!(kept <= reckoned, "{what}: {kept} bytes, and {reckoned} were reckoned with");
    };
    for (variant, seats) in [
        ("duck", 2),
        ("three-check-duck", 2),
        ("duchess-2", 2),
        ("duchess-2x2", 2),
        ("duchess-3", 3),
        ("duchess-4", 4),
        ("duchess-6", 6),
    ] {
        let challenge = challenges(&players[0], variant, &[]).await.leads_to().to_owned();
        let mut game = String::new();
        for player in &players[1..seats] {
            game = player.post(&format!("{challenge}/accept"), &[]).await.leads_to().to_owned();
        }
        check(&game, variant).await;
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_is_made_in_the_game_of_the_database_and_not_in_the_one_that_is_remembered(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    app.execute("create table earlier as select * from games").await;
    table.play("e4@c6 e5@e3").await;
    // The database is set back to before the first turn, and two others are made by a server that knows of none.
    app.execute("delete from recent_events").await;
    app.execute("delete from letters").await;
    app.execute(
        "update games set (events, revision, ply, fen, player_to_move, deadline, visible, countdown_after, turn_since,
            clocks_started) = (select events, revision, ply, fen, player_to_move, deadline, visible, countdown_after,
            turn_since, clocks_started from earlier)",
    )
    .await;
    let other = app.beside().await;
    let there = everybody(&other, &table).await;
    there[0].moves(0, "d4@c6").await.has_status(303);
    there[1].moves(1, "d5@e3").await.has_status(303);

    assert_eq!(table.white.moves(2, "exd5@a3").await.status, 422, "the pawn went to d4");
    table.white.moves(2, "Nf3@a3").await.has_status(303);
    assert_eq!(there[1].sees().await.texts(".turn"), ["d4@c6", "d5@e3", "Nf3@a3"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_that_was_changed_by_hand_does_not_hold_up_the_sweeper_and_its_flag_falls(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6 e5@e3").await;
    // Without another revision, by which a server would know.
    app.execute("update recent_events set at = at - interval '60 days'").await;
    app.execute(
        "update games set deadline = deadline - interval '60 days', setup = setup
            || jsonb_build_object('begun_at', (setup->>'begun_at')::timestamptz - interval '60 days')",
    )
    .await;
    app.sweep().await;
    app.sweep().await;
    assert_eq!(app.count("select count(*) from games where ending = 'flag'").await, 1);
}
