//! Searches that players have saved.

use sqlx::PgPool;

use crate::story::{Browser, Page, TestApp};

/// The saved searches of a page: their names, and where they lead.
fn saved(page: &Page) -> Vec<(String, String)> {
    let (links, css) = (page.texts(".library-saved .library-chip"), ".library-saved .library-chip");
    links.into_iter().zip(page.attributes(css, "href")).collect()
}

/// Saves what a page searches for.
async fn save(browser: &Browser, address: &str, name: &str) -> String {
    let form = browser.opens(address).await.form(".library-save form");
    browser.submits(&form.with("name", name)).await.leads_to().to_owned()
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_search_is_saved_opened_renamed_and_removed(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    for all in ["/games", "/games?view=boards", "/games?sort=oldest&view=boards"] {
        assert!(!kwik.opens(all).await.has(".library-save"), "{all} is no search");
    }
    let address = "/games?player=kwik&result=1-0&view=boards";
    assert_eq!(save(&kwik, address, "  My   wins ").await, address);
    save(&kwik, "/games?opponent=kwik&note=duck+%26+cover", "Covered").await;
    let page = kwik.opens(address).await;
    let expected = [("Covered", "/games?note=duck+%26+cover&opponent=kwik"), ("My wins", address)];
    let named = |(name, address): (&str, &str)| (name.to_owned(), address.to_owned());
    assert_eq!(saved(&page), expected.map(named));
    assert_eq!(page.text(".library-saved [aria-current]"), "My wins");
    assert!(!page.has(".library-save"), "it is saved already");
    for (missing, status) in [("player=nobody", 404), ("rated=yes&after=x", 404)] {
        assert_eq!(saved(&kwik.get(&format!("/games?{missing}")).await.page(status)), expected.map(named), "{missing}");
    }
    assert!(app.anonymous().opens("/games?rated=yes").await.texts(".library-saved").is_empty());
    assert!(saved(&app.signed_up("kwek").await.opens("/games?rated=yes").await).is_empty(), "nobody else sees it");

    let page = kwik.opens("/games/searches").await;
    assert_eq!(page.texts(".library-searches li > p"), ["Covered", "My wins"]);
    let asked_for = page.texts(".library-searches .library-chips li");
    assert_eq!(asked_for, ["Opponent: kwik", "Your notes: duck & cover", "Player: kwik", "Result: 1–0"]);
    let form = page.form(".library-searches li:nth-child(2) form");
    assert_eq!(kwik.submits(&form.clone().with("name", "Victories")).await.leads_to(), "/games/searches");
    let page = kwik.submits(&form.clone().with("name", "COVERED")).await.refused();
    assert!(page.alert().contains("another search under this name"), "{}", page.alert());
    assert_eq!(page.attributes("#new-name", "value"), ["COVERED"], "what was typed stays");
    let form = kwik.opens("/games/searches").await.pressing("li:nth-child(1) button[name=do]");
    kwik.submits(&form).await.leads_to();
    kwik.submits(&form).await.leads_to();
    let page = kwik.opens("/games/searches").await;
    assert_eq!(page.texts(".library-searches li > p"), ["Victories"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_cannot_be_saved_is_said_and_what_was_typed_stays(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    let post = async |name: &str, field: (&str, &str)| kwik.post("/games/searches", &[("name", name), field]).await;
    post("Rated", ("rated", "yes")).await.leads_to();
    post("Rated", ("rated", "yes")).await.leads_to();
    assert_eq!(app.count("select count(*) from saved_searches").await, 1, "sent twice, saved once");
    let long = "x".repeat(61);
    for (name, field, sentence) in [
        ("", ("rated", "no"), "Give the search a name."),
        ("\u{200b}", ("rated", "no"), "Give the search a name."),
        (&*long, ("rated", "no"), "A name has at most 60 characters."),
        ("rATED", ("rated", "no"), "You have saved another search under this name."),
        ("All", ("after", "f1-abcdefghij"), "Nothing is asked for."),
        ("All", ("sort", "oldest"), "Nothing is asked for."),
        ("Long", ("turns", &*"e4@c6 ".repeat(400)), "This search is too long to be saved."),
    ] {
        let page = post(name, field).await.refused();
        assert!(page.alert().contains(sentence), "{sentence}: {}", page.alert());
        assert_eq!(page.attributes("#name", "value"), [name], "what was typed stays");
        assert_eq!(page.value(field.0), field.1);
    }
    app.execute(
        "insert into saved_searches select player_id, n, 'n' || n, 'n' || n, 'rated=no', saved_at
        from saved_searches, generate_series(2, 50) n",
    )
    .await;
    assert!(post("One more", ("rated", "no")).await.refused().alert().contains("You can save 50 searches."));
    for (path, status) in [("/games/searches/51", 404), ("/games/searches/x", 404), ("/games/searches/1", 422)] {
        kwik.post(path, &[("name", "n2")]).await.has_status(status);
    }
    // What is another's is not there.
    let kwek = app.signed_up("kwek").await;
    kwek.post("/games/searches/1", &[("name", "Mine")]).await.has_status(404);
    kwek.post("/games/searches/1", &[("do", "remove")]).await.leads_to();
    assert_eq!(app.count("select count(*) from saved_searches").await, 50);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_is_not_there_logs_in_first_and_finds_it_again(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.signed_up("kwik").await;
    for (path, fields) in [("/games/searches", vec![("name", "Mine"), ("rated", "yes")]), ("/games/searches/1", vec![])]
    {
        assert!(app.anonymous().post(path, &fields).await.leads_to().starts_with("/login?next="), "{path}");
        assert!(app.anonymous().get(path).await.leads_to().starts_with("/login?next="), "{path}");
    }
    let ended = app.whose_session_ended();
    let page = ended.post("/games/searches", &[("name", "Mine"), ("rated", "yes"), ("writer", "kwik")]).await.page(401);
    let form = page.form("form[action='/login']").with("name", "kwik").with("password", crate::story::PASSWORD);
    let path = ended.submits(&form).await.leads_to().to_owned();
    let page = ended.opens(&path).await;
    assert_eq!([page.value("name"), page.value("rated")], ["Mine", "yes"]);
    assert_eq!(ended.submits(&page.form(".library-save")).await.leads_to(), "/games?rated=yes");
}
