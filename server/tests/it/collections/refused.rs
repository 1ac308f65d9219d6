//! Files that are not taken, and what their sender is told.

use axum::body::Body;
use futures_util::future::join_all;
use futures_util::{StreamExt, stream};
use sqlx::PgPool;

use super::FILE;
use crate::story::TestApp;

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_wrong_with_a_file_or_its_form_is_said_and_what_was_typed_stays(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let file = ("x.pgn", FILE.as_bytes());
    let long = "x".repeat(101);
    for (fields, file, field, sentence) in [
        (
            &[("name", "Kept"), ("visibility", "link")][..],
            ("", &b""[..]),
            "pgn",
            "Choose a PGN file. It must not be empty or blank.",
        ),
        (
            &[("name", "Blank")][..],
            ("x.pgn", &b"\xef\xbb\xbf\r\n \n\t\n"[..]),
            "pgn",
            "Choose a PGN file. It must not be empty or blank.",
        ),
        (
            &[("name", "Packed")][..],
            ("x.pgn.gz", &b"\x1f\x8b\x08\x00\x00\x00\x00\x00"[..]),
            "pgn",
            "This is not a PGN file, which is plain text. If it is packed, as ZIP or gzip, unpack it first.",
        ),
        (
            &[("name", "Wide")][..],
            ("x.pgn", &b"\xff\xfe1\0.\0"[..]),
            "pgn",
            "This file is text in UTF-16. Save it as UTF-8, and send that.",
        ),
        (&[("name", long.as_str())][..], file, "name", "A name has at most 100 characters."),
        (&[("visibility", "friends")][..], file, "visibility", "Choose who can see it."),
    ] {
        let page = ann.sends_file("/collections", fields, file).await.refused();
        assert_eq!(page.text(&format!("#{field}-error")), sentence);
        if let Some((_, typed)) = fields.iter().find(|(name, _)| *name == "name") {
            assert_eq!(page.value("name"), *typed);
        }
    }
    ann.post("/collections", &[("pgn", FILE)]).await.has_status(400);
    app.until("select count(*) from collections", 0).await;
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_file_that_is_too_large_is_refused_and_one_that_is_not_is_taken(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let most = 50 * 1024 * 1024;
    let mut file = vec![b' '; most + 1];
    for line in file.chunks_mut(1000) {
        line[0] = b'\n';
    }
    file[1] = b'*';
    let page = ann.sends_file("/collections", &[("name", "Large")], ("x.pgn", &file)).await.page(413);
    assert!(page.alert().contains("A file can have at most 50 MB."), "{}", page.alert());
    assert_eq!(page.value("name"), "Large");
    app.until("select count(*) from collections", 0).await;
    file.truncate(most);
    ann.sends_file("/collections", &[], ("x.pgn", &file)).await.leads_to();
    file.resize(60 * 1024 * 1024, b'x');
    let page = ann.sends_file("/collections", &[], ("x.pgn", &file)).await.page(413);
    assert!(page.alert().contains("A file can have at most 50 MB."), "{}", page.alert());
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_may_not_import_is_led_to_where_they_can(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (guest, _) = app.guest().await;
    let file = ("x.pgn", FILE.as_bytes());
    assert_eq!(guest.sends_file("/collections", &[], file).await.leads_to(), "/signup?next=%2Fcollections");
    assert_eq!(app.anonymous().sends_file("/collections", &[], file).await.leads_to(), "/login?next=%2Fcollections");
    let [ann, _] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let of_ben = ann.sends_file("/collections", &[("writer", "ben")], file).await;
    assert_eq!(of_ben.leads_to(), "/login?next=%2Fcollections", "the page was somebody else's");
    app.until("select count(*) from collections", 0).await;
    ann.sends_file("/collections", &[("writer", "Ann")], file).await.leads_to();
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nobody_fills_the_queue_or_the_disk(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let file = ("x.pgn", FILE.as_bytes());
    let first = ann.sends_file("/collections", &[], file).await.leads_to().to_owned();
    for _ in 0..2 {
        ann.sends_file(&format!("{first}/imports"), &[], file).await.leads_to();
    }
    for path in ["/collections", &format!("{first}/imports")] {
        let page = ann.sends_file(path, &[], file).await.refused();
        assert!(page.text("#pgn-error").starts_with("You have 3 files that are still being read."));
    }
    ben.sends_file("/collections", &[], file).await.leads_to();
    app.read_collections().await;
    app.execute(
        "insert into collections (id, owner_id, name, visibility, made_at, is_ready)
        select 'c' || n, p.id, 'x', 'private', '2026-03-02 12:00Z', true from players p, generate_series(1, 49) n where p.name = 'ann'",
    )
    .await;
    let page = ann.sends_file("/collections", &[], file).await.refused();
    assert!(page.text("#pgn-error").starts_with("You have 50 collections"), "{}", page.text("#pgn-error"));
    ann.sends_file(&format!("{first}/imports"), &[], file).await.leads_to();
    app.read_collections().await;
    app.execute("update collection_imports set bytes = 500 * 1024 * 1024").await;
    let page = ann.sends_file(&format!("{first}/imports"), &[], file).await.refused();
    assert!(page.text("#pgn-error").contains("more than 500 MB"), "{}", page.text("#pgn-error"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn files_of_one_network_are_counted_while_they_are_sent(pool: PgPool) {
    let app = TestApp::set_up(pool, |config| config.unlimited_from = Some(Vec::new())).await;
    let ann = app.signed_up("ann").await;
    let head = "--b\r\ncontent-disposition: form-data; name=\"pgn\"; filename=\"x.pgn\"\r\n\r\n";
    let begins = format!("{head}{}", "1. e4@c6 *\n".repeat(30_000));
    let begun = (0..3).map(|_| {
        let first = stream::iter([Ok::<_, std::io::Error>(begins.clone())]);
        let mut request = ann.form_request("/collections", Body::from_stream(first.chain(stream::pending())));
        request.headers_mut().insert("content-type", "multipart/form-data; boundary=b".parse().unwrap());
        ann.exchange(request)
    });
    let fourth = async {
        app.until("select count(*) from collection_pieces", 3).await;
        ann.sends_file("/collections", &[], ("x.pgn", FILE.as_bytes())).await
    };
    tokio::select! {
        _ = join_all(begun) => panic!("they are not at their end"),
        answer = fourth => {
            let said = answer.has_status(429).text.as_str();
            assert!(said.contains("Several files are still being sent from your network."), "{said}");
        }
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_a_collection_cannot_be_asked_is_said_and_no_file_is_sent_for_it(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let path = ann.sends_file("/collections", &[], ("x.pgn", FILE.as_bytes())).await.leads_to().to_owned();
    app.read_collections().await;
    let page = ann.opens(&format!("{path}?ending=fowled&rated=yes&variant=duck")).await;
    let said = "A collection cannot be searched by “Ended by” or “Rated”, so that is left out.";
    assert_eq!(page.texts(".notice"), [said]);
    assert!(ann.get(&format!("{path}.pgn?ending=fowled")).await.has_status(404).text.contains("“Ended by”"));
    ann.get(&format!("{path}.atom?rated=yes")).await.has_status(404);
    ann.get(&format!("{path}/games/delete?variant=duck&ending=fowled")).await.has_status(404);
    ann.get(&format!("{path}/games/delete?variant=duck")).await.has_status(200);
    assert!(!ann.opens(&format!("{path}?variant=duck")).await.has(".notice"));
    ann.get(&format!("{path}.pgn?variant=duck")).await.has_status(200);
}
