//! Some weeks of play through the pages, then saved for the next release.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sqlx::PgPool;

use crate::duchess::{ROUND, acts, challenges, game_of_six, plays, six};
use crate::story::{Browser, Table, TestApp, WHOLE_GAME, challenge, days, hours};

#[sqlx::test(migrator = "server::MIGRATOR")]
#[ignore = "writes what the release after this one is tried on: script/release-fixture"]
async fn this_release_is_kept(pool: PgPool) {
    let (app, _mail_server) = TestApp::with_mail_server(pool.clone()).await;
    let players = six(&app).await;
    app.everybody_confirmed().await;
    game_for_six(&app, &players).await;
    finished_games(&app, &players).await;
    app.rate().await;
    app.fill_library().await;
    games_of_duchess(&app, &players).await;
    running_games(&app, &players).await;
    open_challenges(&players).await;
    what_players_keep(&app, &players).await;

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/release");
    fs::write(folder.join("data.sql"), dump(&pool).await).unwrap();
    fs::write(folder.join("queries.json"), queries()).unwrap();
}

/// Games that ended in each way.
async fn finished_games(app: &TestApp, [ann, ben, cleo, dan, ..]: &[Browser; 6]) {
    let never_begun = Table::begin(cleo, dan, &[]).await;
    let flagged = Table::begin(ben, cleo, &[("clock", "blitz")]).await;
    flagged.play("e4@c6 e6@e2").await;
    let king = Table::begin(ann, cleo, &[]).await;
    king.play("e4@e6 f6@f5 Qh5@a6 d6@a5 Qxe8").await;
    let whole = Table::begin(ann, ben, &[("public", "yes")]).await;
    whole.play(WHOLE_GAME).await;
    dan.post(&format!("{}/kibitz", whole.game), &[("kibitz", "What about the bishop?")]).await.has_status(303);
    whole.white.does("resign", 26, &[("confirm", "yes"), ("message", "Thank you!")]).await.leads_to();
    whole.black.does("rematch", 26, &[]).await.leads_to();
    let drawn = Table::begin(dan, ann, &[("variant", "three-check-duck")]).await;
    drawn.white.does("offer-draw", 0, &[("message", "Shall we?")]).await.leads_to();
    drawn.black.does("accept-draw", 0, &[("confirm", "yes")]).await.leads_to();
    app.pass(days(6));
    never_begun.black.does("cancel", 0, &[("confirm", "yes")]).await.leads_to();
    app.pass(days(12));
    assert!(app.sweep().await > 0, "a flag falls");
}

/// A game of which a round was played, and something said.
async fn game_for_six(app: &TestApp, players: &[Browser; 6]) {
    let six = game_of_six(app, players).await;
    plays(players, &six, ROUND).await;
    players[4].post(&format!("{six}/tags"), &[("tags", "Round board")]).await.leads_to();
    acts(&players[0], &six, 6, &[("action", "comment"), ("message", "Good luck to all")]).await.has_status(303);
}

/// The others of its variants, begun.
async fn games_of_duchess(app: &TestApp, players: &[Browser; 6]) {
    for (variant, seats) in [("duchess-4", 4), ("duchess-3", 3), ("duchess-2x2", 2), ("duchess-2", 2)] {
        let challenge = challenges(&players[0], variant, &[]).await.leads_to().to_owned();
        let mut game = String::new();
        for player in &players[1..seats] {
            player.post(&format!("{challenge}/accept"), &[]).await.leads_to().clone_into(&mut game);
        }
        acts(&players[0], &game, 0, &[("action", "move"), ("turn", "1c3-1c4")]).await.has_status(303);
        app.pass(hours(1));
    }
}

/// Games with something pending: conditional turns, an offer, a lifeline, leave, a message, a note.
async fn running_games(app: &TestApp, [ann, ben, cleo, dan, ..]: &[Browser; 6]) {
    app.pass(days(1));
    let untouched = Table::begin(dan, ben, &[("clock", "leisure")]).await;
    untouched.white.does("note", 0, &[("message", "Beware of the duck")]).await.leads_to();
    let lifeline = Table::begin(cleo, dan, &[("clock", "fast"), ("public", "yes")]).await;
    lifeline.play("e4@c6 e6@e2").await;
    app.pass(days(9));
    lifeline.black.does("lifeline", 2, &[("confirm", "yes")]).await.leads_to();
    let prepared = Table::begin(ann, ben, &[]).await;
    prepared.play("e4@c6 e6@e2 d4@d6").await;
    let lines = "Nf6@e2 Nc3@e7 d5@e5 Bg5@e7\na6@* e5@e7";
    prepared.white.does("conditional", 3, &[("lines", lines)]).await.leads_to();
    prepared.white.says(3, "How is the <weather>? 🦆").await.leads_to();
    ann.post(&format!("{}/tags", prepared.game), &[("tags", "prepared, To study")]).await.leads_to();
    let offered = Table::begin(ben, cleo, &[]).await;
    offered.play("e4@c6 e6@e2").await;
    offered.white.does("move", 2, &[("turn", "d4@d6"), ("offer_draw", "yes")]).await.leads_to();
    let three_checks = Table::begin(dan, cleo, &[("variant", "three-check-duck")]).await;
    three_checks.play("e4@e6 f6@f5 Qh5@a6").await;
    cleo.post("/leave", &[("from", ""), ("days", "7")]).await.leads_to();
    dan.post("/leave", &[("from", "2026-06-01"), ("days", "5")]).await.leads_to();
    app.pass(hours(3));
    let resigned = Table::begin(ann, dan, &[]).await;
    resigned.play("e4@c6 e6@e2").await;
    resigned.white.does("resign", 2, &[("confirm", "yes")]).await.leads_to();
}

async fn open_challenges([ann, ben, cleo, dan, eve, _]: &[Browser; 6]) {
    challenge(eve, &[]).await;
    challenge(ann, &[("opponent", "eve"), ("seat", "random"), ("clock", "fast")]).await;
    let declined = challenge(ben, &[("opponent", "eve")]).await;
    eve.post(&format!("{declined}/decline"), &[]).await.leads_to();
    let withdrawn = challenge(cleo, &[("opponent", "ben")]).await;
    cleo.post(&format!("{withdrawn}/withdraw"), &[]).await.leads_to();
    challenges(dan, "duchess-6", &[("opponent", "ann"), ("partners", "cleo")]).await.leads_to();
}

/// Settings, secret addresses, an analysis board and a forgotten password.
async fn what_players_keep(app: &TestApp, [ann, ben, ..]: &[Browser; 6]) {
    let form = ann.opens("/settings").await.form("main form.card").with("time_zone", "Asia/Kolkata");
    ann.submits(&form.with("confirm_turns", "yes")).await.leads_to();
    ann.post("/settings/feeds", &[("do", "renew")]).await.leads_to();
    let board = ben.opens("/analysis").await.pressing("#play").with("turn", "e4@c6");
    ben.submits(&board).await.shown();
    app.anonymous().post("/login/forgotten", &[("who", "flo")]).await.leads_to();
}

/// All rows, as statements that insert them.
async fn dump(pool: &PgPool) -> String {
    let last: i64 = sqlx::query_scalar("select max(version) from _sqlx_migrations").fetch_one(pool).await.unwrap();
    let name: String = sqlx::query_scalar("select current_database()").fetch_one(pool).await.unwrap();
    let url = std::env::var("DATABASE_URL").unwrap();
    let (server, _) = url.rsplit_once('/').unwrap();
    let (_, options) = url.split_once('?').unwrap_or_default();
    let dumped = Command::new(std::env::var_os("PG_DUMP").unwrap_or_else(|| "pg_dump".into()))
        .args(["--data-only", "--column-inserts", "--no-owner", "--exclude-table=_sqlx_migrations"])
        .arg(format!("--dbname={server}/{name}?{options}"))
        .output()
        .unwrap();
    assert!(dumped.status.success(), "{}", String::from_utf8_lossy(&dumped.stderr));
    let text = String::from_utf8(dumped.stdout).unwrap();
    // What only psql understands, what depends on the version of pg_dump, and what would outlast the loading.
    let is_data =
        |line: &&str| !["\\", "--", "SET ", "SELECT pg_catalog.set_config"].iter().any(|no| line.starts_with(no));
    let mut data = format!("-- migration {last}\n-- Made by script/release-fixture.\n");
    for line in text.lines().filter(is_data) {
        // An empty line after a statement is for the eye; any other is part of a text.
        if !(line.is_empty() && (data.ends_with(";\n") || data.ends_with("fixture.\n"))) {
            data.push_str(line);
            data.push('\n');
        }
    }
    data
}

/// The texts of all queries that are checked when the code is compiled.
fn queries() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.sqlx");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let query = |file: &PathBuf| -> String {
        let told: serde_json::Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        told["query"].as_str().expect("each tells its query").to_owned()
    };
    let mut queries: Vec<_> = files.iter().map(query).collect();
    queries.sort();
    serde_json::to_string_pretty(&queries).unwrap() + "\n"
}
