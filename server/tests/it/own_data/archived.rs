//! The archive of all that is kept of a player: opened, and compared with what they did.

use std::collections::BTreeMap;
use std::io::Read;

use axum::body::{Body, to_bytes};
use flate2::read::DeflateDecoder;
use serde_json::Value;
use sqlx::PgPool;

use super::{MARK, NAME, app, somebody_who_wrote_everywhere};
use crate::story::{Browser, Table, TestApp, quiet_turn};

/// Downloads the archive, and opens it: the text of every file.
async fn archive(browser: &Browser) -> BTreeMap<String, String> {
    let answer = browser.exchange(browser.form_request("/settings/archive", "")).await.unwrap();
    assert_eq!(answer.status(), 200);
    let headers = answer.headers().clone();
    assert_eq!(headers["content-type"], "application/zip");
    assert!(headers["content-disposition"].to_str().unwrap().ends_with(".zip\""));
    let zip = to_bytes(Body::new(answer.into_body()), 64 * 1024 * 1024).await.unwrap();
    let short = |at: usize| usize::from(u16::from_le_bytes(zip[at..at + 2].try_into().unwrap()));
    let long = |at: usize| u32::from_le_bytes(zip[at..at + 4].try_into().unwrap()) as usize;
    let end = zip.len() - 22;
    let mut at = long(end + 16);
    let mut files = BTreeMap::new();
    for _ in 0..short(end + 10) {
        let (compressed, size, begins_at) = (long(at + 20), long(at + 24), long(at + 42));
        let name = String::from_utf8(zip[at + 46..at + 46 + short(at + 28)].to_vec()).unwrap();
        let bytes = begins_at + 30 + name.len();
        let mut text = String::new();
        DeflateDecoder::new(&zip[bytes..bytes + compressed]).read_to_string(&mut text).unwrap();
        assert_eq!((text.len(), crc32fast::hash(text.as_bytes()) as usize), (size, long(at + 16)), "{name}");
        at += 46 + name.len();
        files.insert(name, text);
    }
    files
}

fn json(files: &BTreeMap<String, String>, name: &str) -> Vec<Value> {
    serde_json::from_str(&files[name]).unwrap_or_else(|error| panic!("{name}: {error}: {}", files[name]))
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn everything_that_was_written_is_in_it(pool: PgPool) {
    let app = app(pool).await;
    let (quagga, old, running) = somebody_who_wrote_everywhere(&app).await;
    let page = quagga.opens("/settings/archive").await;
    let listed = page.texts(".archive-files dt");
    let files = archive(&quagga).await;
    assert_eq!(listed.len(), files.len());
    for name in &listed {
        assert!(files["README.txt"].contains(&format!("\n{name}\n")), "{name}: {}", files["README.txt"]);
    }
    for (name, text) in &files {
        if name.ends_with(".json") && !["account.json", "settings.json"].contains(&name.as_str()) {
            json(&files, name);
        }
        let empty = ["emails.json", "looks.json", "analyses.json"];
        assert!(empty.contains(&name.as_str()) || text.trim() != "[]", "{name} is empty");
    }
    for told in ["Quagga77@example.org", &format!("\"about\": \"{MARK}\""), "\"country\": \"NL\""] {
        assert!(files["account.json"].contains(told), "{}", files["account.json"]);
    }
    let texts =
        |name: &str| json(&files, name).iter().map(|row| row["text"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    let mut messages = texts("messages.json");
    messages.sort();
    assert_eq!(messages, ["Good luck!".to_owned(), format!("{MARK} greets you"), format!("{MARK} has to go soon")]);
    assert_eq!(texts("notes.json"), [format!("{MARK} is tired")]);
    assert_eq!(texts("kibitz.json"), [format!("{MARK} looks on")]);
    assert_eq!(json(&files, "tags.json")[0]["tag"], MARK);
    let (_, collected) = files.iter().find(|(name, _)| name.starts_with("collections/")).unwrap();
    assert!(collected.contains(&format!("{MARK} was here")) && files["collections.json"].contains(".pgn"));
    assert!(
        files["studies.pgn"].contains(&format!("[StudyName \"{MARK} study\"]"))
            && files["studies.json"].contains("Of kwik")
    );
    assert!(!files["studies.pgn"].contains("so it was"), "that of another is for its owner to take along");
    assert!(files["notebooks.pgn"].contains(&format!("{MARK} thinks")));
    assert!(files["drafts.json"].contains("was too late") && files["puzzles.json"].contains("found another"));
    assert!(files["sign-ins.json"].contains("Zwartkop on Linux"));
    assert_eq!(files["games.pgn"].matches("[Event ").count(), 2);
    assert!(files["games.pgn"].contains(&format!("{MARK} greets you")), "{}", files["games.pgn"]);
    let games = json(&files, "games.json");
    let mut ids: Vec<_> = games.iter().map(|game| game["id"].as_str().unwrap()).collect();
    let mut played = [old.id(), running.id()];
    ids.sort_unstable();
    played.sort_unstable();
    assert_eq!(ids, played);
    assert!(files["games.json"].contains("Nf6@e2 Nc3@e7"), "the own conditional turns");
    assert_eq!(json(&files, "challenges.json").len(), 4);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn nothing_of_others_and_no_secret_is_in_it(pool: PgPool) {
    let app = app(pool).await;
    let (quagga, old, _) = somebody_who_wrote_everywhere(&app).await;
    let secrets = app
        .column(
            "select password_hash from players union all select mail_secret from players union all select secret from feeds
            union all select encode(token_hash, 'hex') from sessions union all select encode(token_hash, 'hex') from known_devices",
        )
        .await;
    assert!(secrets.len() > 5);
    for (name, text) in archive(&quagga).await {
        assert!(!text.contains("A secret of kwik"), "{name}");
        assert!(!text.contains("kwik@example.org"), "{name}");
        let token = quagga.cookie("mallard").unwrap();
        assert!(secrets.iter().chain([&token]).all(|secret| !text.contains(secret)), "{name}");
    }
    let files = archive(&old.black.browser).await;
    assert!(files["notes.json"].contains("A secret of kwik"));
    for (name, text) in files {
        assert!(!text.contains("is tired") && !text.contains("Nf6@e2 Nc3@e7") && !text.contains("thinks"), "{name}");
    }
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn it_has_all_of_more_games_than_a_part(pool: PgPool) {
    let app = app(pool).await;
    let table = app.table(NAME, "kwik").await;
    table.white.moves(0, &quiet_turn(0, 4)).await.leads_to();
    table.white.says(1, MARK).await.leads_to();
    app.run(
        "with copies as (
            insert into games (id, setup, variant, rated, begun_at, events, ply, fen, player_to_move, deadline, seated_players)
            select 'copy' || lpad(n::text, 6, '0'), setup, variant, rated, begun_at, events, ply, fen, player_to_move, deadline, seated_players
            from games, generate_series(1, 230) n returning id
        ), seats as (
            insert into game_seats (game_id, seat, player_id) select c.id, seat, player_id from copies c, game_seats
        )
        insert into recent_events (game_id, number, at, body) select c.id, number, at, body from copies c, recent_events",
    )
    .await;
    let files = archive(&table.white.browser).await;
    assert_eq!(files["games.pgn"].matches("[Event ").count(), 231);
    for name in ["games.json", "messages.json"] {
        assert_eq!(json(&files, name).len(), 231, "{name}");
    }
    assert_eq!(files["notes.json"].trim(), "[]");
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn it_has_all_games_of_all_collections_once(pool: PgPool) {
    let app = app(pool).await;
    let quagga = app.signed_up(NAME).await;
    for (name, games) in [("first", 61), ("second", 50), ("third", 1)] {
        let game = |number: i32| format!("[Event \"{name} {number}.\"]\n\n1. e4@c6 *\n\n");
        let file: String = (1..=games).map(game).collect();
        quagga.sends_file("/collections", &[], (&format!("{name}.pgn"), file.as_bytes())).await.leads_to();
        app.read_collections().await;
    }
    let collection = quagga.opens("/collections").await.attributes("[data-key] th a", "href").swap_remove(0);
    let id = collection.rsplit_once('/').unwrap().1;
    quagga.post("/games/searches", &[("name", "Third"), ("event", "third"), ("collection", id)]).await.leads_to();
    let files = archive(&quagga).await;
    let searches: Vec<_> = json(&files, "searches.json").iter().map(|row| row["address"].clone()).collect();
    assert_eq!(searches, [format!("{collection}?event=third")]);
    for (name, games) in [("first", 61), ("second", 50), ("third", 1)] {
        let of_it = |file: &&String| file.starts_with(&format!("collections/{name} "));
        let [file] = files.keys().filter(of_it).collect::<Vec<_>>()[..] else { panic!("{:?}", files.keys()) };
        let key = file.trim_end_matches(".pgn").rsplit(' ').next().unwrap();
        assert!(json(&files, "collections.json").iter().any(|row| row["name"] == name && row["collection"] == key));
        let events: Vec<_> = files[file].lines().filter(|line| line.starts_with("[Event ")).collect();
        let expected: Vec<_> = (1..=games).map(|number| format!("[Event \"{name} {number}.\"]")).collect();
        assert_eq!(events, expected);
    }
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn it_is_the_players_own(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    Table::begin(&kwik, &kwek, &[]).await;
    let stranger = app.anonymous();
    stranger.post("/settings/archive", &[]).await.leads_to().contains("/login");
    assert_eq!(app.anonymous().get("/settings/archive").await.leads_to(), "/login?next=%2Fsettings%2Farchive");
    let files = archive(&app.signed_up("kwak").await).await;
    assert_eq!((files["games.pgn"].as_str(), files["games.json"].trim()), ("", "[]"));
}
