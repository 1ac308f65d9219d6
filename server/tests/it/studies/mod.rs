//! Studies: chapters on the analysis board that several players edit, as far as each of them may.

mod asked;
mod chapters;
mod rights;
mod together;

use sqlx::PgPool;

use crate::story::{Answer, Browser, Page, TestApp};

/// Makes a study: its path.
async fn makes(browser: &Browser, fields: &[(&str, &str)]) -> String {
    browser.post("/studies", fields).await.leads_to().to_owned()
}

/// Invites a player to edit a study, who accepts.
async fn edit_together(path: &str, owner: &Browser, (editor, name): (&Browser, &str)) {
    invites(path, owner, name).await.leads_to();
    answers(path, editor, "accept").await.leads_to();
}

async fn invites(path: &str, owner: &Browser, name: &str) -> Answer {
    owner.post(&format!("{path}/editors"), &[("step", "invite"), ("player", name)]).await
}

async fn answers(path: &str, invited: &Browser, step: &str) -> Answer {
    invited.post(&format!("{path}/editors"), &[("step", step)]).await
}

/// The page after a turn on a chapter's board.
async fn tries(browser: &Browser, page: &Page, turn: &str) -> Answer {
    browser.submits(&page.pressing("#play").with("turn", turn)).await
}

async fn plays(browser: &Browser, page: &Page, turn: &str) -> Page {
    tries(browser, page, turn).await.shown()
}

async fn presses(browser: &Browser, page: &Page, step: &str) -> Page {
    browser.submits(&page.pressing(&format!("button[value={step}]"))).await.shown()
}

/// The turns as they are read, with notes and variations.
fn turns(page: &Page) -> String {
    page.text(".study-turns, .study-note")
}

/// The names of the chapters on a study's page, in their order.
fn chapters(page: &Page) -> Vec<String> {
    page.texts(".study-chapter b")
}

/// The names of the studies in lists.
fn listed(page: &Page) -> Vec<String> {
    page.texts("[data-key] th")
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_study_is_made_described_and_deleted(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let page = ann.opens("/studies").await;
    assert!(page.text(".empty").contains("no studies"));
    let form = page.form("form.study-form").with("name", " Duck  openings ").with("chapter", "The usual square");
    let path = ann.submits(&form).await.leads_to().to_owned();
    let page = ann.opens(&path).await;
    assert_eq!(page.text("h1"), "Duck openings");
    assert!(
        page.text(".lede")
            .contains("A study by ann. Only its owner, its editors and those who are invited can see it.")
    );
    assert_eq!(chapters(&page), ["The usual square"]);
    assert!(page.has(".study-chapter .board-svg"));
    assert!(
        page.text(".study-chapter").contains("Duck Chess · 0 turns") && page.text(".study-chapter").contains("ann, ")
    );
    assert_eq!(listed(&ann.opens("/studies").await), ["Duck openings"]);

    let words = "About the duck.\n\nSee https://example.org/duck and <b>quack</b>.";
    let form = page.form("#edit").with("name", "Openings").with("description", words).with("visibility", "public");
    ann.submits(&form).await.leads_to();
    let page = ann.opens(&path).await;
    assert_eq!(page.text("h1"), "Openings");
    assert!(page.text(".study-words").contains("About the duck. See https://example.org/duck and <b>quack</b>."));
    assert_eq!(page.attributes(".study-words a", "rel"), ["nofollow ugc noopener noreferrer"]);
    let found = async |query: &str| listed(&app.anonymous().opens(&format!("/studies/public{query}")).await);
    assert_eq!(found("").await, ["Openings"]);
    for (query, is_found) in [
        ("?q=OPEN+ann", true),
        ("?sort=largest&q=open", true),
        ("?sort=name", true),
        ("?q=ben", false),
        ("?q=quáck", true),
    ] {
        assert_eq!(found(query).await.len(), usize::from(is_found), "{query}");
    }

    let form = page.form("#edit").with("name", " ").with("description", &"x".repeat(2001)).with("visibility", "all");
    let refused = ann.submits(&form).await.refused();
    assert_eq!(refused.text("#name-error"), "Give it a name.");
    assert_eq!(refused.text("#visibility-error"), "Choose who can see it.");
    assert_ne!(refused.text("#description-error"), "");
    assert_eq!(refused.value("description").len(), 2001, "what was typed stays");

    let asked = ann.opens(&format!("{path}/delete")).await;
    assert!(asked.text("main").contains("Delete Openings with all its chapters"));
    ann.post(&format!("{path}/delete"), &[]).await.shown();
    ann.submits(&asked.pressing("button[name=confirm]")).await.leads_to();
    ann.get(&path).await.has_status(404);
    let rows = "select (select count(*) from studies) + (select count(*) from study_chapters)";
    assert_eq!(app.count(rows).await, 0);
}
