//! What may happen to a file on its way, and while it is read.

use std::collections::BTreeSet;

use axum::body::Body;
use futures_util::stream;
use serde_json::json;
use sqlx::PgPool;
use tokio::sync::mpsc;

use super::{imports, listed};
use crate::story::{TestApp, hours};

/// A file of so many games, each of which is another.
fn games(count: usize) -> String {
    (1..=count).map(|n| format!("[White \"player {n}\"]\n[Variant \"Duck\"]\n\n1. e4@c6 {{game {n}}} *\n\n")).collect()
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn whoever_dies_no_game_is_lost_or_there_twice(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let path = ann.sends_file("/collections", &[], ("x.pgn", games(1700).as_bytes())).await.leads_to().to_owned();
    // A server that is gone before its part is written, and one after it.
    let mut lost = app.pool().begin().await.unwrap();
    sqlx::query("select id from collections for update").execute(&mut *lost).await.unwrap();
    assert_eq!(app.read_collections().await, 0, "another server is at it");
    drop(lost);
    assert_eq!(app.read_part_of_collection().await, 1);
    let page = ann.opens(&path).await;
    assert!(page.text(".collection-imports").contains("500 games were taken."), "{}", page.text(".collection-imports"));
    assert!(page.has("progress[value]") && page.text(".lede").starts_with("500 games,"));
    // Two go on at the same time.
    let (one, other) = tokio::join!(app.read_collections(), app.read_collections());
    assert!(one + other >= 3);
    app.read_collections().await;
    let file = ann.get(&format!("{path}.pgn")).await.text;
    let players: Vec<&str> = file.lines().filter(|line| line.starts_with("[White ")).collect();
    assert_eq!(players.len(), 1700);
    assert_eq!(players.iter().collect::<BTreeSet<_>>().len(), 1700);
    assert_eq!(players[1699], "[White \"player 1700\"]", "they are in the order of the file");
    assert_eq!(app.count("select count(*) from collection_pieces").await, 0);
    assert!(ann.opens(&path).await.text(".lede").starts_with("1,700 games,"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn whoever_may_look_at_it_hears_how_far_it_has_been_read(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let path = ann.sends_file("/collections", &[], ("x.pgn", games(700).as_bytes())).await.leads_to().to_owned();
    let address = ann.opens(&path).await.attributes("body", "data-live").concat();
    assert_eq!(address, format!("{path}/live"));
    assert_eq!(ben.tries_to_listen(&address).await.err(), Some(404), "it is private");
    let mut page = ann.listens(&address).await;
    assert_eq!(page.hears_of("watched").await, json!(true));
    for said in ["500 games were taken.", "700 games were taken."] {
        assert_eq!(app.read_part_of_collection().await, 1);
        assert_eq!(page.hears_of("watched").await, json!(true));
        let files = ann.opens(&path).await.text(".collection-imports");
        assert!(files.contains(said), "{files}");
    }
    assert_eq!(ann.opens(&path).await.attributes("body", "data-live"), ["/live"], "it has been read");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_programs_write_is_read(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let samples = include_str!("../../../../domain/tests/oracle/duck-import-samples.txt");
    // Between two remarks is a block, and one block has a game twice.
    let lines: Vec<&str> = samples.lines().collect();
    let blocks = lines.split(|line| line.starts_with('#')).filter(|block| !block.is_empty());
    let file: String = blocks.map(|block| format!("{}\n*\n\n", block.join("\n"))).collect();
    let path = imports(&app, &ann, &[], &file.replace("1. e4 {[Duck", "*\n1. e4 {[Duck")).await;
    let page = ann.opens(&path).await;
    assert!(!page.has(".collection-errors"), "{}", page.text(".collection-errors"));
    assert_eq!(listed(&page).len(), 8);
    let whole = ann.get(&format!("{path}.pgn")).await.text;
    assert!(whole.contains("Qxe8"), "{whole}");
}

/// What programs/write.py has had other programs write: the games, and the men on the last board of each.
const WRITTEN: [(&str, &str); 2] = [
    (include_str!("programs/chess.pgn"), include_str!("programs/chess.fen")),
    (include_str!("programs/duck.pgn"), include_str!("programs/duck.fen")),
];

/// The board of a FEN, a character for each square, without the duck: pyffish lets it be moved after the king's capture, which ends our games.
fn men(board: &str) -> String {
    let squares = board.chars().map(|c| match c {
        '*' => ".".to_owned(),
        c => c.to_digit(10).map_or_else(|| c.to_string(), |empty| ".".repeat(empty as usize)),
    });
    squares.collect()
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn files_of_other_programs_make_the_round_trip(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    for (written, boards) in WRITTEN {
        let path = imports(&app, &ann, &[("name", "There and back")], written).await;
        let page = ann.opens(&path).await;
        assert!(!page.has(".collection-errors"), "{}", page.text(".collection-errors"));
        let last = "select split_part(fen, ' ', 1) from collection_games where collection_id = (select max(id) from collections) order by number";
        let boards: Vec<_> = boards.lines().map(men).collect();
        assert_eq!(app.column(last).await.iter().map(|board| men(board)).collect::<Vec<_>>(), boards);
        let exported = ann.get(&format!("{path}.pgn")).await.text;
        for sign in ["{", "(", "$", "\n[White"] {
            assert_eq!(exported.matches(sign).count(), written.matches(sign).count(), "{sign}");
        }
        ann.post(&format!("{path}/delete"), &[("confirm", "yes")]).await.leads_to();
        let again = imports(&app, &ann, &[("name", "There and back")], &exported).await;
        assert_eq!(ann.get(&format!("{again}.pgn")).await.text, exported);
        assert_eq!(app.column(last).await.iter().map(|board| men(board)).collect::<Vec<_>>(), boards);
        ann.post(&format!("{again}/delete"), &[("confirm", "yes")]).await.leads_to();
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_file_without_games_is_said_to_have_none(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let path = imports(&app, &ann, &[], "\n\n% nothing\n").await;
    assert!(ann.opens(&path).await.text(".collection-imports").contains("There is no game in this file."));
    assert_eq!(ann.get(&format!("{path}.pgn")).await.text, "");
    let path = imports(&app, &ann, &[], "A letter to my aunt\n").await;
    assert!(ann.opens(&path).await.text(".collection-imports").contains("1 game could not be read."));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_too_long_for_the_board_is_refused_with_its_line(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let long = format!("[White \"Ann\"]\n\n1. {} *\n\n", "Nf3@a3 Nf6@a4 Ng1@a3 Ng8@a4 ".repeat(300));
    let huge = format!("[White \"Ann\"]\n\n1. e4@c6 {{{}}} *\n\n", "quack\n".repeat(60_000));
    let path = imports(&app, &ann, &[], &format!("{long}{huge}1. d4@d6 *\n")).await;
    let errors = ann.opens(&path).await.texts(".collection-errors li");
    assert!(errors[0].starts_with("Game 1, line 1: A line can have at most 1000 turns."), "{errors:?}");
    assert!(errors[1].starts_with("Game 2, line 7: This is more text than a game can have"), "{errors:?}");
    assert_eq!(listed(&ann.opens(&path).await), ["Game 1"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_file_that_breaks_off_leaves_nothing(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let head = "--b\r\ncontent-disposition: form-data; name=\"pgn\"; filename=\"x.pgn\"\r\n\r\n";
    let half = format!("{head}{}", "1. e4@c6 *\n".repeat(50_000));
    let request = |body: Body| {
        let mut request = ann.form_request("/collections", body);
        request.headers_mut().insert("content-type", "multipart/form-data; boundary=b".parse().unwrap());
        request
    };
    // The line is cut.
    let broken = stream::iter([Ok(half.clone()), Err(std::io::Error::other("cut"))]);
    assert!(ann.try_send(request(Body::from_stream(broken))).await.is_err());
    // The form ends too early.
    ann.send(request(Body::from(half))).await.has_status(400);
    app.until("select count(*) from collections", 0).await;
    assert_eq!(app.count("select count(*) from collection_pieces").await, 0);
    assert_eq!(listed(&ann.opens("/collections").await), [""; 0]);

    // The server died with it.
    app.execute(
        "insert into collections (id, owner_id, name, visibility, made_at)
        select 'abcdefghij', id, '', 'public', '2026-03-02 12:00Z' from players",
    )
    .await;
    app.execute("insert into collection_imports values ('abcdefghij', 1, 'uploading', 'x.pgn', '2026-03-02 12:00Z')")
        .await;
    ann.get("/collections/abcdefghij").await.has_status(404);
    assert_eq!(app.forget_unfinished_files().await, 0, "it may still come");
    app.pass(hours(3));
    assert_eq!(app.forget_unfinished_files().await, 1);
    assert_eq!(app.count("select count(*) from collections").await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_collection_is_deleted_while_a_file_is_on_its_way(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let head = "--b\r\ncontent-disposition: form-data; name=\"pgn\"; filename=\"x.pgn\"\r\n\r\n";
    let half = "1. e4@c6 *\n".repeat(30_000);
    for (first, rest) in [(half.as_str(), half.as_str()), (half.as_str(), "*\n"), ("*\n", half.as_str())] {
        let path = imports(&app, &ann, &[], &games(1)).await;
        let (send, mut receive) = mpsc::channel(1);
        let body = Body::from_stream(stream::poll_fn(move |context| receive.poll_recv(context)));
        let mut request = ann.form_request(&format!("{path}/imports"), body);
        request.headers_mut().insert("content-type", "multipart/form-data; boundary=b".parse().unwrap());
        let sends = async {
            send.send(Ok::<_, std::io::Error>(format!("{head}{first}"))).await.unwrap();
            // Of a small beginning nothing is stored: then the collection may go before it was looked for, or after that.
            if first.len() > 1000 {
                app.until("select count(*) from collection_pieces", 1).await;
            }
            app.execute("delete from collections").await;
            send.send(Ok(format!("{rest}\r\n--b--\r\n"))).await.unwrap();
            drop(send);
        };
        let (answer, ()) = tokio::join!(ann.send(request), sends);
        answer.has_status(404);
    }
}
