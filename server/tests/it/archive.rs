//! Games that are long over are stored in another way, and nobody notices.

use sqlx::PgPool;

use crate::story::{Table, TestApp, WHOLE_GAME, days, hours};

const RECENT: &str = "select count(*) from recent_events";
const ARCHIVED: &str = "select count(*) from archived_events";
const ALL: &str = "select count(*) from events";
/// The games whose rows and events disagree on how many there are, in which place.
const ASTRAY: &str = "select count(*) from games g where events <> (select count(*) from events where game_id = g.id)
    or archived_events <> coalesce((select cardinality(bodies) from archived_events where game_id = g.id), 0)
    or array(select number from events where game_id = g.id order by number) <> array(select generate_series(1, events))";

/// A whole game with messages, which White gave up.
async fn whole_game(app: &TestApp) -> Table {
    let table = app.table("kwik", "kwek").await;
    table.play(WHOLE_GAME).await;
    table.white.says(26, "Well played").await.has_status(303);
    table.white.does("note", 26, &[("message", "The bishop was better")]).await.has_status(303);
    table.white.does("resign", 26, &[("confirm", "yes")]).await.has_status(303);
    table
}

/// What there is to be seen of a game, by a server that remembers nothing of it.
async fn everything_of(app: &TestApp, table: &Table) -> Vec<String> {
    let server = app.beside().await;
    let mut seen = Vec::new();
    for browser in [server.anonymous(), server.signed_in("kwik").await, server.signed_in("kwek").await] {
        for path in ["", "?ply=3", "?tab=record", ".pgn", ".fen", ".svg"] {
            let page = browser.get(&format!("{}{path}", table.game)).await;
            seen.push(page.has_status(200).text.replace(&browser.site(), "https://mallard.example"));
        }
    }
    seen
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_game_that_is_long_over_looks_as_before(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = whole_game(&app).await;
    app.pass(days(7) - hours(1));
    assert_eq!(app.archive().await, 0, "they may still talk about it");
    app.pass(hours(1));
    // The first looks are noted.
    everything_of(&app, &table).await;
    let (before, events) = (everything_of(&app, &table).await, app.count(ALL).await);
    assert_eq!(app.archive().await, 1);
    assert_eq!((app.count(RECENT).await, app.count(ARCHIVED).await, app.count(ALL).await), (0, 1, events));
    assert_eq!(app.archive().await, 0);
    for (before, after) in before.iter().zip(everything_of(&app, &table).await) {
        assert_eq!(before, &after);
    }
    assert_eq!(app.count(ASTRAY).await, 0);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn what_is_said_of_an_archived_game_is_kept_and_archived_too(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = whole_game(&app).await;
    app.pass(days(8));
    assert_eq!(app.archive().await, 1);
    for message in ["I have looked at it again", "So have I"] {
        let ben = app.beside().await.signed_in("kwek").await;
        Table::at(&ben, &ben, &table.game).black.says(26, message).await.has_status(303);
        let record = app.beside().await.signed_in("kwik").await.opens(&table.game).await.text("main");
        assert!(record.contains("Well played") && record.contains(message), "{record}");
        assert_eq!((app.count(RECENT).await, app.archive().await, app.count(RECENT).await), (1, 1, 0));
        let record = app.beside().await.signed_in("kwik").await.opens(&table.game).await.text("main");
        assert!(record.contains("Well played") && record.contains(message), "{record}");
    }
    assert_eq!(app.count(ASTRAY).await, 0);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn games_that_go_on_stay_where_they_are(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6 e6@e2").await;
    app.stays_up(days(20)).await;
    assert_eq!((app.archive().await, app.count(RECENT).await), (0, 2));
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn servers_that_archive_at_once_while_people_talk_lose_nothing(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let mut tables = Vec::new();
    for _ in 0..6 {
        let table = Table::begin(&ann, &ben, &[]).await;
        table.play("e4@c6 e6@e2").await;
        table.white.does("resign", 2, &[("confirm", "yes")]).await.has_status(303);
        tables.push(table);
    }
    app.pass(days(8));
    let (ann, ben) = (app.signed_in("ann").await, app.signed_in("ben").await);
    let servers = [app.beside().await, app.beside().await];
    let talk = async {
        for round in 0..10 {
            for table in &tables {
                let table = Table::at(&ann, &ben, &table.game);
                table.seat(round).says(2, &format!("word {round}")).await.has_status(303);
            }
        }
    };
    let archives = async |server: &TestApp| {
        for _ in 0..40 {
            server.archive().await;
        }
    };
    tokio::join!(talk, archives(&servers[0]), archives(&servers[1]));
    app.archive().await;
    assert_eq!((app.count(RECENT).await, app.count(ARCHIVED).await, app.count(ASTRAY).await), (0, 6, 0));
    assert_eq!(app.count(ALL).await, 6 * 13);
    let page = servers[0].signed_in("ann").await.opens(&tables[3].game).await.text("main");
    assert!((0..10).all(|round| page.contains(&format!("word {round}"))), "{page}");
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_game_that_somebody_is_writing_to_is_archived_later(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let mut tables = Vec::new();
    for _ in 0..2 {
        let table = Table::begin(&ann, &ben, &[]).await;
        table.play("e4@c6 e6@e2").await;
        table.white.does("resign", 2, &[("confirm", "yes")]).await.has_status(303);
        tables.push(table);
    }
    app.pass(days(8));
    let mut writing = app.pool().begin().await.unwrap();
    let lock = "select from games where id = $1 for no key update";
    sqlx::query(lock).bind(tables[0].id()).execute(&mut *writing).await.unwrap();
    assert_eq!(app.archive().await, 1, "nobody waits for the other");
    assert_eq!(app.column("select game_id from archived_events").await, [tables[1].id()]);
    writing.commit().await.unwrap();
    assert_eq!(app.archive().await, 1);
    assert_eq!((app.count(RECENT).await, app.count(ARCHIVED).await, app.count(ASTRAY).await), (0, 2, 0));
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn what_a_server_of_the_release_before_adds_to_an_archived_game_is_shown_and_archived(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = whole_game(&app).await;
    app.pass(days(8));
    assert_eq!(app.archive().await, 1);
    // As that release writes whatever happens in a game: its row and the log in one statement.
    app.execute(
        "with written as (update games set events = events + 1 returning id, events), logged as (
            insert into events (game_id, number, at, body)
            select id, log.* from written, unnest(
                array[events], array[timestamptz '2026-03-10'],
                array[jsonb '{\"type\": \"commented\", \"seat\": 0, \"ply\": 26, \"text\": \"By the old one\"}']
            ) log
        )
        select exists (select from written)",
    )
    .await;
    let record = async || app.beside().await.signed_in("kwik").await.opens(&table.game).await.text("main");
    assert!(record().await.contains("By the old one"));
    assert_eq!((app.count(RECENT).await, app.archive().await, app.count(RECENT).await), (1, 1, 0));
    let record = record().await;
    assert!(record.contains("Well played") && record.contains("By the old one"), "{record}");
    assert_eq!(app.count(ASTRAY).await, 0);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_server_of_the_release_before_writes_to_all_events(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    app.execute(
        "insert into events (game_id, number, at, body)
        select id, 1, now(), jsonb '{\"type\": \"commented\", \"seat\": 0, \"text\": \"by the old one\"}' from games",
    )
    .await;
    assert_eq!((app.count(RECENT).await, app.count(ALL).await), (1, 1));
    drop(table);
}
