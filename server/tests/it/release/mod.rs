//! A database of the previous release, with games in it, is migrated and served by the present server.
//!
//! `script/release-fixture` writes `data.sql` and `queries.json` beside this file; `docs/release-fixture.md` says when.

mod make;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use sqlx::{AssertSqlSafe, Executor, PgPool, SqlSafeStr};

use crate::story::{Browser, TestApp, hours};

/// A file that the release before left: `data.sql`, some weeks of play, or `queries.json`, what it asks the database.
fn kept(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/release");
    fs::read_to_string(folder.join(file)).unwrap()
}

/// The last migration that the release before knew: the first line of its data says it.
fn last_migration() -> i64 {
    let data = kept("data.sql");
    let first = data.lines().next().unwrap();
    first.strip_prefix("-- migration ").expect("the first line names the last migration").parse().unwrap()
}

/// A database without the tables that those of tests begin with.
async fn empty(pool: &PgPool) {
    pool.execute("drop schema public cascade").await.unwrap();
    pool.execute("create schema public").await.unwrap();
}

/// The tables as the release before left them.
async fn as_it_was(pool: &PgPool) {
    empty(pool).await;
    server::MIGRATOR.run_to(last_migration(), pool).await.unwrap();
    pool.execute(sqlx::raw_sql(AssertSqlSafe(kept("data.sql")))).await.unwrap();
}

#[sqlx::test(migrations = false)]
async fn games_of_the_release_before_go_on(pool: PgPool) {
    as_it_was(&pool).await;
    server::MIGRATOR.run(&pool).await.unwrap();
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let latest = app.instant("select max(at) from events").await;
    app.pass(app.now().duration_until(latest) + hours(1));
    assert!(app.sends().await > 0 && !mail_server.emails().is_empty(), "what waited to be sent is sent");

    let games = app.column("select id from games order by id").await;
    assert!(games.len() > 15, "{games:?}");
    let mut browsers = Vec::new();
    for name in app.column("select name from players order by id").await {
        let browser = app.signed_in(&name).await;
        for path in ["/", "/games/mine", "/lobby", "/challenges/new", "/leave", "/settings", "/analysis"] {
            browser.get(path).await.has_status(200);
        }
        browser.get("/next").await.has_status(303);
        app.anonymous().opens(&format!("/players/{name}")).await;
        browsers.push(browser);
    }
    for game in &games {
        for browser in browsers.iter().chain([&app.anonymous()]) {
            browser.get(&format!("/games/{game}")).await.has_status(200);
        }
        for path in ["?ply=0", ".pgn", ".fen", ".svg"] {
            app.anonymous().get(&format!("/games/{game}{path}")).await.has_status(200);
        }
    }
    for challenge in app.column("select id from challenges order by id").await {
        let mut statuses = Vec::new();
        for browser in &browsers {
            statuses.push(browser.get(&format!("/challenges/{challenge}")).await.status);
        }
        assert!(statuses.contains(&200) && statuses.iter().all(|status| *status < 500), "{challenge}: {statuses:?}");
    }
    goes_on(&app, &browsers).await;
}

/// A turn brings the reply that its opponent prepared before the release, and what was put off is done.
async fn goes_on(app: &TestApp, browsers: &[Browser]) {
    let prepared = &app.column("select game_id from game_tags where key = 'prepared'").await[0];
    let page = format!("/games/{prepared}");
    let replies = [("action", "move"), ("ply", "3"), ("turn", "Nf6@e2")];
    let ben = &browsers[1];
    assert_eq!(ben.post(&format!("{page}/actions"), &replies).await.leads_to(), page);
    assert_eq!(ben.opens(&page).await.value("ply"), "5", "the prepared reply came at once");
    app.sweep().await;
    app.rate().await;
    app.fill_library().await;
    assert_eq!(app.count("select (select count(*) from ratings_due) + (select count(*) from library_due)").await, 0);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn the_release_before_can_run_beside_this_one(pool: PgPool) {
    let queries: Vec<String> = serde_json::from_str(&kept("queries.json")).unwrap();
    assert!(queries.len() > 100);
    let mut connection = pool.acquire().await.unwrap();
    let mut broken = Vec::new();
    for query in queries {
        if let Err(error) = (&mut *connection).prepare(AssertSqlSafe(query.clone()).into_sql_str()).await {
            broken.push(format!("{error}\n{query}"));
        }
    }
    let advice = "A server of the release before still asks this while servers are replaced. Take away in the next release \
                  what this one no longer uses (migrations/README.md)";
    assert!(broken.is_empty(), "{advice}:\n\n{}", broken.join("\n\n"));
}

/// It writes rows without the columns that it does not know.
#[sqlx::test(migrations = false)]
async fn rows_that_the_release_before_writes_are_whole(pool: PgPool) {
    empty(&pool).await;
    let columns = async || -> BTreeSet<String> {
        let all =
            "select table_name || '.' || column_name from information_schema.columns where table_schema = 'public'";
        sqlx::query_scalar(all).fetch_all(&pool).await.unwrap().into_iter().collect()
    };
    server::MIGRATOR.run_to(last_migration(), &pool).await.unwrap();
    let before = columns().await;
    server::MIGRATOR.run(&pool).await.unwrap();
    let table = |column: &str| column.split('.').next().unwrap_or_default().to_owned();
    let tables: BTreeSet<String> = before.iter().map(|column| table(column)).collect();
    let needed: Vec<String> = sqlx::query_scalar(
        "select table_name || '.' || column_name from information_schema.columns
        where table_schema = 'public' and is_nullable = 'NO' and column_default is null
            and is_identity = 'NO' and is_generated = 'NEVER'",
    )
    .fetch_all(&pool)
    .await
    .unwrap();
    let new: Vec<_> = needed.into_iter().filter(|of| tables.contains(&table(of)) && !before.contains(of)).collect();
    assert!(new.is_empty(), "a server of the release before cannot insert into these: give them a default: {new:?}");
}
