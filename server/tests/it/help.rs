//! The help: what a player looks for is found, what articles lead to is there, and the operator has a word.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use sqlx::PgPool;

use crate::story::{Page, TestApp, encoded};

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_wonders_how_leave_works_finds_the_article(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let stranger = app.anonymous();
    let help = stranger.opens("/help").await;
    assert_eq!(help.attributes("form[role=search]", "action"), ["/help"]);
    let found = stranger.opens("/help?q=How+does+leave+work%3F").await;
    assert_eq!(found.attributes(".help-results a", "href")[0], "/help/leave");
    assert!(found.text("#found").ends_with("results for “How does leave work?”"), "{}", found.text("#found"));
    assert!(found.texts(".help-excerpt mark").iter().any(|word| word == "leave"));
    assert_eq!(found.attributes("#q", "value"), ["How does leave work?"], "to be changed");

    let article = stranger.opens("/help/leave").await;
    assert_eq!(article.text("h1"), "Leave");
    assert_eq!(article.text("title"), "Leave: help – Mallard");
    assert!(article.text(".help-text").contains("28 days in each calendar year"));
    for section in article.attributes(".help-contents a", "href") {
        assert!(article.has(&format!(".help-text {section} > a[href='{section}']")), "{section} leads to itself");
    }
    assert_eq!(article.attributes("[rel=prev]", "href"), ["/help/clocks"]);
    assert_eq!(article.attributes("[rel=next]", "href"), ["/help/conditional-turns"]);
    let found = stranger.opens("/help?q=vacations").await;
    assert_eq!(found.attributes(".help-results a", "href"), ["/help/leave"], "by what others call it");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn every_topic_is_found_by_what_people_call_it(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let stranger = app.anonymous();
    for (asked, article) in [
        ("conditional", "conditional-turns"),
        ("premove", "conditional-turns"),
        ("run out of time", "clocks"),
        ("castling", "making-a-turn"),
        ("stalemate", "draws-and-resigning"),
        ("forgotten password", "password-and-sessions"),
        ("GIF", "downloads"),
        ("rematch", "after-the-game"),
        ("blunder", "computer-analysis"),
        ("cheating", "fair-play"),
        ("keyboard shortcuts", "keys"),
        ("dark mode", "settings"),
        ("unsubscribe", "emails"),
        ("calendar", "feeds"),
        ("Tim Paulden", "duck-chess"),
        ("Alan Blair", "duchess"),
        ("third check", "three-check-duck-chess"),
        ("guests", "guests"),
        ("Glicko", "ratings"),
        ("streak", "puzzles"),
        ("spectators", "messages-and-notes"),
        ("backup", "operators-care"),
        ("tournament", "challenges"),
        ("ladder", "challenges"),
    ] {
        let found = stranger.opens(&format!("/help?{}", encoded(&[("q", asked)]))).await;
        let first = found.attributes(".help-results a", "href").into_iter().next().unwrap_or_default();
        assert_eq!(first.split('#').next(), Some(&*format!("/help/{article}")), "{asked}");
    }
    for (asked, page) in [
        ("terms", "/terms"),
        ("data protection", "/privacy"),
        ("cookies", "/privacy"),
        ("complaint", "/contact"),
        ("open source", "/about"),
    ] {
        let found = stranger.opens(&format!("/help?{}", encoded(&[("q", asked)]))).await;
        let first = found.attributes(".help-results a", "href").into_iter().next().unwrap_or_default();
        assert_eq!(first.split('#').next(), Some(page), "{asked}");
        assert_eq!(found.texts(".help-results .hint")[0], "This site");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_not_there_says_what_to_do(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let stranger = app.anonymous();
    let nothing = stranger.opens("/help?q=submarine").await;
    assert!(nothing.text("[role=status]").starts_with("Nothing was found for all of “submarine”. Try one word less"));
    assert!(nothing.attributes(".help-groups a", "href").len() > 25, "all articles are below");
    let slip = stranger.opens("/help?q=condtional+turns").await;
    assert_eq!(slip.text("[role=status]"), "Nothing here has “condtional turns”. Did you mean this?");
    assert!(slip.text("#found").ends_with("for “conditional turns”"), "{}", slip.text("#found"));
    assert_eq!(slip.attributes(".help-results a", "href")[0], "/help/conditional-turns");
    assert!(!stranger.opens("/help?q=+%2C").await.has("[role=status]"), "nothing was asked");
    let missing = stranger.get("/help/submarines").await.page(404);
    assert_eq!(missing.text("h1"), "No such article");
    assert!(missing.attributes("main a", "href").contains(&"/help".to_owned()));
}

/// The index, each article and each page about the site, as strangers see them.
async fn all_pages(app: &TestApp) -> Vec<(String, Page)> {
    let stranger = app.anonymous();
    let index = stranger.opens("/help").await;
    let mut paths = index.attributes(".help-groups a", "href");
    paths.extend(["/help", "/about", "/terms", "/privacy", "/contact"].map(str::to_owned));
    let mut pages = Vec::new();
    for path in paths {
        let page = stranger.opens(&path).await;
        pages.push((path, page));
    }
    pages
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn no_link_leads_nowhere(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.loads_puzzles().await;
    let pages = all_pages(&app).await;
    let mut links: BTreeSet<String> = pages
        .iter()
        .flat_map(|(path, page)| {
            let full = |href: String| if href.starts_with('#') { format!("{path}{href}") } else { href };
            page.attributes("main a", "href").into_iter().map(full).collect::<Vec<_>>()
        })
        .collect();
    read_links_to_help(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../templates")), &mut links);
    assert!(links.len() > 100, "links are written otherwise than this test reads them: {links:?}");
    let stranger = app.anonymous();
    let member = app.signed_up("kwik").await;
    for link in links {
        let (path, id) = link.split_once('#').unwrap_or((&link, ""));
        if path.starts_with("https://") {
            continue;
        }
        let answer = stranger.get(path).await;
        assert!([200, 303].contains(&answer.status), "{link}: {}", answer.status);
        if !id.is_empty() {
            let page = if answer.status == 303 { member.opens(path).await } else { answer.shown() };
            assert!(page.has(&format!("[id='{id}']")), "{link}");
        }
    }
}

/// Where templates lead to articles.
fn read_links_to_help(folder: &Path, links: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_links_to_help(&path, links);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let written = text.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
        links.extend(written.filter(|href| href.starts_with("/help/") && !href.contains('{')).map(str::to_owned));
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn each_page_has_one_title_and_ids_that_differ(pool: PgPool) {
    let app = TestApp::new(pool).await;
    for (path, page) in all_pages(&app).await {
        assert_eq!(page.texts("h1").len(), 1, "{path}");
        let ids = page.attributes("[id]", "id");
        let different: BTreeSet<_> = ids.iter().collect();
        assert_eq!(different.len(), ids.len(), "{path}: {ids:?}");
        let foot = page.attributes(".site-footer a", "href");
        let others = ["/explorer", "/studies/public", "/collections/public"];
        for link in ["/help", "/about", "/terms", "/privacy", "/contact"].into_iter().chain(others) {
            assert!(foot.contains(&link.to_owned()), "{path}: {foot:?}");
        }
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nobody_needs_an_account_or_a_database_to_read(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (guest, _) = app.guest().await;
    assert_eq!(guest.opens("/help/guests").await.text(".account-name"), "Guest");
    let stranger = app.anonymous();
    app.pool().close();
    for path in ["/help", "/help?q=leave", "/help/leave", "/about", "/terms", "/privacy", "/contact"] {
        let answer = stranger.get(path).await;
        answer.has_status(200);
        assert_eq!(answer.header("cache-control"), "private, no-cache", "{path}");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_operator_puts_texts_in_the_place_of_the_default_ones(pool: PgPool) {
    let folder = tempfile::tempdir().unwrap();
    let hostile = "# House <b>rules</b>\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) [y](https://example.org)\n\n\
        ## \"><img src=x onerror=alert(1)>\n";
    fs::write(folder.path().join("terms.md"), hostile).unwrap();
    let app = TestApp::set_up(pool, |config| config.pages_folder = Some(folder.path().to_owned())).await;
    let stranger = app.anonymous();
    let terms = stranger.opens("/terms").await;
    assert_eq!(terms.text("h1"), "House <b>rules</b>", "markup is shown as text");
    assert!(terms.text(".help-text").contains("<script>alert(1)</script>"));
    assert!(!terms.has(".help-text script") && !terms.has(".help-text img"));
    assert_eq!(terms.attributes(".help-text p a", "href"), ["https://example.org"]);
    assert_eq!(terms.attributes(".help-text p a", "rel"), ["nofollow noopener"]);
    assert_eq!(stranger.opens("/about").await.text("h1"), "About this site", "what has no file is as before");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_contact_page_invents_no_address(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let contact = app.anonymous().opens("/contact").await;
    assert!(contact.text(".help-text").starts_with("The operator of this site has not said how they can be reached."));
    let set = app.beside_set_up(|config| config.mail_from = Some("Mallard <pond@mallard.example>".to_owned())).await;
    let contact = set.anonymous().opens("/contact").await;
    assert_eq!(contact.attributes(".help-text p:nth-child(2) a", "href"), ["mailto:pond@mallard.example"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_looked_for_is_shown_as_it_was_typed_and_no_more(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let typed = "<script>alert(1)</script>\u{202e} leave\"'>";
    let page = app.anonymous().opens(&format!("/help?{}", encoded(&[("q", typed)]))).await;
    assert!(!page.has("main script"));
    assert!(page.text("[role=status]").contains("<script>alert(1)</script> leave"), "{}", page.text("[role=status]"));
    let long = app.anonymous().opens(&format!("/help?q={}", "leave+".repeat(400))).await;
    assert!(long.text("#found").len() < 120, "{}", long.text("#found"));
}
