//! The admin command: a password reset link for a player whom no email reaches.

use server::account_links::reset_link;
use sqlx::PgPool;

use crate::startup::process::{Mallard, command, query, refusal};
use crate::story::{TestApp, hours, seconds};

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_admin_link_lets_its_player_in_once_and_says_nothing_about_their_address(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let at_home = app.signed_up("kwik").await;
    let link = reset_link(app.pool(), "http://pond.example", "KWIK", app.now()).await.unwrap();
    assert_eq!(link.player, "kwik (kwik@example.org)");
    let path = link.url.strip_prefix("http://pond.example").unwrap().to_owned();
    assert!(path.starts_with("/login/reset?token="), "{path}");

    let browser = app.anonymous();
    let page = browser.opens(&path).await;
    assert!(page.text(".lede").starts_with("For kwik."), "{}", page.text(".lede"));
    let form = page.form("main form").with("password", "eight loud geese");
    assert_eq!(browser.submits(&form).await.leads_to(), "/");
    browser.opens("/games/mine").await;
    assert!(at_home.get("/games/mine").await.leads_to().starts_with("/login"), "all other sessions are over");
    assert_eq!(browser.get(&path).await.status, 410, "it works once");
    assert_eq!(app.count("select count(*) from players where email_confirmed_at is not null").await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_admin_link_works_for_an_hour_and_ends_with_the_next_that_is_used(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.signed_up("kwik").await;
    let path = async || {
        let link = reset_link(app.pool(), "", "kwik", app.now()).await.unwrap();
        link.url
    };
    let (first, second) = (path().await, path().await);
    app.pass(hours(1) - seconds(1));
    let form = app.anonymous().opens(&second).await.form("main form").with("password", "eight loud geese");
    app.anonymous().submits(&form).await.leads_to();
    assert_eq!(app.anonymous().get(&first).await.status, 410);
    let third = path().await;
    app.pass(hours(1));
    assert_eq!(app.anonymous().get(&third).await.status, 410);
    let nobody = reset_link(app.pool(), "", "kwek", app.now()).await.err().unwrap();
    assert_eq!(nobody.to_string(), "nobody here is called 'kwek'");
}

#[test]
fn the_command_prints_the_link_of_a_server_that_runs() {
    let data = tempfile::tempdir().unwrap();
    let said = refusal(command(data.path()).args(["reset-link", "kwik"]));
    assert!(said.contains("no server is running on the data in") && said.contains("start it first"), "{said}");

    let server = Mallard::start(data.path());
    let sign_up = "insert into players (name, email, password_hash, created_at)
        values ('kwik', 'kwik@example.org', '', now()) returning id";
    assert!(query(data.path(), sign_up).is_some());
    let site = format!("http://{}", server.address());
    let output = command(data.path()).args(["--public-url", &site, "reset-link", "kwik"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.contains("For kwik (kwik@example.org) alone."), "{said}");
    let link = String::from_utf8(output.stdout).unwrap();
    let path = link.trim_end().strip_prefix(&site).unwrap();
    assert!(!said.contains("PUBLIC_URL"), "{said}");
    let output = command(data.path()).args(["reset-link", "kwik"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("If the site is not at http://"), "{said}");
    let (status, page) = server.get(path);
    assert!(status == 200 && page.contains("For kwik."), "{link}: {status}");
    let said = refusal(command(data.path()).args(["reset-link", "kwek"]));
    assert!(said.contains("nobody here is called 'kwek'"), "{said}");
}
