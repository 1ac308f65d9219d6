//! A private collection is there for its owner alone.

use sqlx::PgPool;

use super::{FILE, imports, listed};
use crate::story::{TestApp, hours};

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nobody_else_finds_anything_of_a_private_collection(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let (guest, _) = app.guest().await;
    let stranger = app.anonymous();
    let path = imports(&app, &ann, &[("name", "Secret preparation")], FILE).await;
    let missing = stranger.get("/collections/aaaaaaaaaa").await.text.replace("aaaaaaaaaa", "");
    for browser in [&ben, &guest, &stranger] {
        for below in ["", ".pgn", ".atom", "?player=kwik", "?player=nobody", "/games/1", "/games/1.pgn", "/games/99"] {
            browser.get(&format!("{path}{below}")).await.has_status(404);
        }
    }
    let id = path.rsplit('/').next().unwrap();
    let answer = stranger.get(&path).await.text.replace(id, "");
    assert_eq!(answer.len(), missing.len(), "it is answered as one that is not there");
    ben.post(&path, &[("name", "Mine"), ("visibility", "public")]).await.has_status(404);
    ben.get(&format!("{path}/delete")).await.has_status(404);
    ben.post(&format!("{path}/delete"), &[("confirm", "yes")]).await.has_status(404);
    ben.sends_file(&format!("{path}/imports"), &[], ("x.pgn", b"1. e4@c6 *")).await.has_status(404);
    for browser in [&ben, &guest, &stranger] {
        for page in ["/collections/public", "/games", "/games?player=ann", "/players/ann", "/"] {
            assert!(!browser.get(page).await.text.contains("Secret preparation"), "{page}");
        }
    }
    assert_eq!(ann.opens(&path).await.text("h1"), "Secret preparation");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn by_link_it_is_in_no_list_and_public_ones_are_in_one(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let linked = imports(&app, &ann, &[("name", "Linked"), ("visibility", "link")], FILE).await;
    let public = imports(&app, &ann, &[("name", "Shown"), ("visibility", "public")], FILE).await;
    imports(&app, &ann, &[("name", "Empty"), ("visibility", "public")], "% nothing\n").await;
    for browser in [&ben, &app.anonymous()] {
        for path in [&linked, &public] {
            let page = browser.opens(path).await;
            assert_eq!(listed(&page).len(), 2);
            assert!(
                !page.has(".collection-imports") && !page.has("form[method=post] #name"),
                "only its owner changes it"
            );
            assert!(page.text(".lede").contains("imported by ann"));
            browser.opens(&format!("{path}/games/1")).await;
            assert!(browser.get(&format!("{path}.pgn")).await.text.contains("kwik"));
        }
        assert_eq!(listed(&browser.opens("/collections/public").await), ["Shown"]);
        assert!(browser.opens(&linked).await.has("meta[name=robots][content*=noindex]"));
        assert!(!browser.opens(&public).await.has("meta[name=robots]"));
        browser.get("/collections/public?page=2").await.has_status(404);
    }
    assert_eq!(listed(&ben.opens("/collections").await), [""; 0]);
    // Taken back.
    ann.post(&public, &[("name", "Shown"), ("visibility", "private")]).await.leads_to();
    ben.get(&public).await.has_status(404);
    assert_eq!(listed(&ben.opens("/collections/public").await), [""; 0]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn public_collections_are_found_by_words_and_put_in_order(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let one_game = FILE.split_once("[White \"Ann\"]").unwrap().0;
    for (browser, name, visibility, file) in [
        (&ann, "Openings of ducks", "public", FILE),
        (&ben, "anatomy of fowling", "public", one_game),
        (&ann, "Öffnungen", "public", one_game),
        (&ann, "Secret openings", "private", FILE),
    ] {
        imports(&app, browser, &[("name", name), ("visibility", visibility)], file).await;
        app.pass(hours(1));
    }
    let stranger = app.anonymous();
    let found = async |query: &str| listed(&stranger.opens(&format!("/collections/public{query}")).await);
    assert_eq!(found("").await, ["Öffnungen", "anatomy of fowling", "Openings of ducks"]);
    assert_eq!(found("?sort=largest").await, ["Openings of ducks", "Öffnungen", "anatomy of fowling"]);
    assert_eq!(found("?sort=name").await, ["anatomy of fowling", "Öffnungen", "Openings of ducks"]);
    assert_eq!(found("?q=DUCKS+ann").await, ["Openings of ducks"], "words of the name and its player's, in any case");
    for query in ["Öff", "öff", "ÖFFNUNGEN", "offnungen", "Ôffn"] {
        assert_eq!(found(&format!("?q={query}")).await, ["Öffnungen"], "{query}");
    }
    app.execute("update collections set description = 'Games of Łódź' where name = 'Öffnungen'").await;
    assert_eq!(found("?q=lodz").await, ["Öffnungen"], "what it is about counts");
    assert_eq!(found("?q=%00").await, [""; 0], "the database has no such character");
    assert_eq!(found("?q=ben&sort=name").await, ["anatomy of fowling"]);
    let page = stranger.opens("/collections/public?q=%25&sort=name").await;
    assert_eq!(listed(&page), [""; 0]);
    assert!(page.text(".empty").starts_with(
        "No public collection has all of these words in its name, its description or its owner’s name: “%”."
    ));
    assert_eq!(page.attributes("#q", "value"), ["%"]);
    assert_eq!(page.attributes("#sort option[selected]", "value"), ["name"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_download_ends_when_the_collection_is_made_private(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let path = imports(&app, &ann, &[("name", "Shown"), ("visibility", "public")], FILE).await;
    let file = format!("{path}.pgn");
    for (browser, is_sent) in [(&ben, false), (&ann, true)] {
        ann.post(&path, &[("name", "Shown"), ("visibility", "public")]).await.leads_to();
        // The first games are waited for while it changes.
        let mut slow = app.pool().begin().await.unwrap();
        sqlx::query("lock table collection_texts in access exclusive mode").execute(&mut *slow).await.unwrap();
        let changed = async {
            app.until_somebody_waits().await;
            ann.post(&path, &[("name", "Shown"), ("visibility", "private")]).await.leads_to();
            drop(slow);
        };
        let (answer, ()) = tokio::join!(browser.try_get(&file), changed);
        assert_eq!(answer.is_ok_and(|answer| answer.text.contains("kwik")), is_sent);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_operator_makes_one_private(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let path = imports(&app, &ann, &[("name", "Cheap ducks"), ("visibility", "public")], FILE).await;
    let fields = [("name", "Cheap ducks"), ("visibility", "public"), ("description", "Buy them here!")];
    ann.post(&path, &fields).await.leads_to();
    let unpublish = async |address: &str| server::admin::unpublish_at(app.pool(), address).await;
    let unpublished = unpublish(&format!("https://mallard.example{path}/games/1?next=yes")).await.unwrap();
    assert!(!unpublished.was_private);
    assert_eq!(
        [unpublished.owner, unpublished.name, unpublished.description],
        ["ann", "Cheap ducks", "Buy them here!"]
    );
    assert!(unpublish(&path).await.unwrap().was_private, "a second time it is said that it was");
    ben.get(&path).await.has_status(404);
    assert_eq!(listed(&ben.opens("/collections/public").await), [""; 0]);
    assert_eq!(ann.opens(&path).await.text("h1"), "Cheap ducks", "nothing is lost to its owner");
    for (address, says) in [
        ("/collections/aaaaaaaaaa", "there is nothing at '/collections/aaaaaaaaaa'"),
        ("/studies/aaaaaaaaaa#top", "there is nothing at '/studies/aaaaaaaaaa#top'"),
        ("/collections/", "'/collections/' is no address of a collection or a study: "),
        ("/studies/../etc", "'/studies/../etc' is no address of a collection or a study: "),
        ("/games/abc", "'/games/abc' is no address of a collection or a study: "),
    ] {
        let said = unpublish(address).await.unwrap_err().to_string();
        assert!(said.starts_with(says), "{said}");
    }
    let linked = imports(&app, &ann, &[("name", "Linked"), ("visibility", "link")], FILE).await;
    assert!(!unpublish(&linked).await.unwrap().was_private);
    ben.get(&linked).await.has_status(404);
}
