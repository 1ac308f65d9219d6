//! Searches in collections are saved, and followed by feed readers.

use sqlx::PgPool;

use super::{imports, listed};
use crate::library::atom;
use crate::story::{Page, TestApp, days};

fn game(white: &str, turns: &str) -> String {
    format!("[Event \"Pond open\"]\n[Date \"2026.03.01\"]\n[White \"{white}\"]\n[Black \"Bob\"]\n\n{turns} *\n\n")
}

/// The names of the searches that a page leads to.
fn saved(page: &Page) -> Vec<String> {
    page.texts(".library-saved .library-chip")
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_search_in_a_collection_is_saved_and_found_there_alone(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, bob] = [app.signed_up("ann").await, app.signed_up("bob").await];
    let file = game("Ann", "1. e4@c6") + &game("Dan", "1. d4@c6");
    let path = imports(&app, &ann, &[("visibility", "link"), ("name", "Pond games")], &file).await;
    assert!(!bob.opens(&format!("{path}?sort=imported-last")).await.has(".library-save"), "an order is no search");
    assert!(!app.anonymous().opens(&format!("{path}?player=dan")).await.has(".library-save"));

    let search = format!("{path}?event=pond&player=dan");
    let form = bob.opens(&search).await.form(".library-save form").with("name", "Dan here");
    assert_eq!(bob.submits(&form).await.leads_to(), search);
    let page = bob.opens(&search).await;
    assert_eq!((saved(&page), listed(&page)), (vec!["Dan here".to_owned()], vec!["Dan against Bob".to_owned()]));
    assert!(!page.has(".library-save"), "it is saved already");
    assert_eq!(page.attributes(".library-saved [aria-current]", "href"), [&*search]);
    assert!(saved(&ann.opens(&search).await).is_empty(), "nobody else sees it");
    for elsewhere in ["/games?player=bob", &imports(&app, &bob, &[], &file).await] {
        assert!(saved(&bob.opens(elsewhere).await).is_empty(), "{elsewhere}");
    }
    // The same words elsewhere are another search, and no two of a player have one name.
    bob.submits(&form).await.leads_to();
    let page = bob.post("/games/searches", &[("name", "dan HERE"), ("player", "dan")]).await.refused();
    assert!(page.alert().contains("another search under this name"), "{}", page.alert());

    let page = bob.opens("/games/searches").await;
    assert_eq!(page.texts(".library-searches li > p"), ["Dan here in the collection Pond games"]);
    assert_eq!(page.attributes(".library-searches a", "href"), [&*search]);
    assert_eq!(page.texts(".library-searches .library-chips li"), ["Player: dan", "Event: pond"]);

    // Who may no longer look into it is not told what it is called now.
    ann.submits(&ann.opens(&path).await.form(&format!("form[action='{path}']")).with("visibility", "private"))
        .await
        .leads_to();
    let page = bob.opens("/games/searches").await;
    assert_eq!(page.texts(".library-searches li > p"), ["Dan here in a collection that you can no longer see"]);
    bob.submits(&form).await.has_status(404);
    let id = path.rsplit_once('/').unwrap().1;
    for missing in ["x", "abcdefghij", id] {
        bob.post("/games/searches", &[("name", "x"), ("player", "dan"), ("collection", missing)]).await.has_status(404);
    }
    // It goes with its collection.
    ann.submits(&ann.opens(&format!("{path}/delete")).await.pressing("button[name=confirm]")).await.leads_to();
    assert!(bob.opens("/games/searches").await.has(".empty"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_cannot_be_saved_is_asked_for_again_with_its_collection(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let path = imports(&app, &ann, &[], &game("Ann", "1. e4@c6")).await;
    let id = path.rsplit_once('/').unwrap().1;
    let post = [("name", " "), ("event", "pond"), ("rated", "yes"), ("collection", id)];
    let page = ann.post("/games/searches", &post).await.refused();
    assert!(page.alert().contains("Give the search a name."), "{}", page.alert());
    assert_eq!(page.text(".library-save h2"), "Save this search in the collection games");
    let form = page.form(".library-save").with("name", "Pond");
    assert_eq!(ann.submits(&form).await.leads_to(), format!("{path}?event=pond"), "no game of a collection is rated");
    let page = ann.post("/games/searches", &[("name", "All"), ("rated", "yes"), ("collection", id)]).await.refused();
    assert!(page.alert().contains("Nothing is asked for."), "{}", page.alert());
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_comes_into_a_collection_is_a_feed(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, stranger] = [app.signed_up("ann").await, app.anonymous()];
    let file = game("Ann", "1. e4@c6") + &game("Dän & Co", "1. d4@c6 e6@d2");
    let path = imports(&app, &ann, &[("visibility", "public"), ("name", "Pond games")], &file).await;
    let page = stranger.opens(&format!("{path}?player=bob&sort=rating")).await;
    let address = format!("{path}.atom?player=bob");
    assert_eq!(page.attributes("head link[type='application/atom+xml']", "href"), [&*address]);
    assert_eq!(page.attributes("main a[href*='.atom']", "href"), [&*address]);

    let feed = atom::feed_at(&stranger, &address).await;
    assert_eq!(feed.title().as_str(), "Pond games at Mallard: Player: bob");
    let titles: Vec<_> = feed.entries().iter().map(|entry| entry.title().as_str()).collect();
    assert_eq!(titles, ["Dän & Co against Bob, Duck Chess, no result", "Ann against Bob, Duck Chess, no result"]);
    let entry = &feed.entries()[0];
    assert_eq!(entry.summary().unwrap().as_str(), "2 turns, 2026-03-01, Pond open");
    assert_eq!(entry.links()[0].href(), format!("{}{path}/games/2", stranger.site()));
    assert_eq!(feed.links()[1].href(), format!("{}{path}?player=bob", stranger.site()));
    // What comes later is first, whenever it was played.
    app.execute("update collection_games set taken_at = null where number = 2").await;
    app.pass(days(1));
    ann.sends_file(&format!("{path}/imports"), &[], ("b.pgn", game("Eve", "1. h4@c6").as_bytes())).await.leads_to();
    app.read_collections().await;
    let later = atom::feed_at(&stranger, &address).await;
    assert_eq!(atom::games(&later), ["3", "2", "1"]);
    let updated: Vec<_> = later.entries().iter().map(|entry| entry.updated().to_rfc3339()).collect();
    let dates = ["2026-03-03T12:00:00+00:00", "2026-03-02T12:00:00+00:00", "2026-03-02T12:00:00+00:00"];
    assert_eq!(updated, dates, "when the file was sent; of what was there before, when the collection was made");
    assert_eq!(later.updated().to_rfc3339(), dates[0]);
    let page = stranger.opens(&format!("{path}?sort=imported-last")).await;
    assert_eq!(listed(&page), ["Eve against Bob", "Dän & Co against Bob", "Ann against Bob"]);

    let page = stranger.get(&format!("{path}.atom?rating-from=x")).await.page(404);
    assert!(!page.alert().is_empty());
    for nothing in ["atom.pgn", "xml", "Atom", ""] {
        stranger.get(&format!("{path}.{nothing}")).await.has_status(404);
    }
    // A feed reader does not sign in.
    ann.submits(&ann.opens(&path).await.form(&format!("form[action='{path}']")).with("visibility", "private"))
        .await
        .leads_to();
    assert!(!ann.opens(&path).await.has("[href*='.atom']"));
    for browser in [&ann, &stranger] {
        browser.get(&address).await.has_status(404);
    }
}
