//! Which paths of the site are open to guests. A path that is added has to be put into one of the two lists.

use std::fs;
use std::path::Path;

use sqlx::PgPool;

use super::guests_table;
use crate::story::{TestApp, challenge};

/// How something is asked for, its route, and what is sent.
type Asked = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// What needs an account.
const REFUSED: &[Asked] = &[
    ("GET", "/welcome", &[]),
    ("GET", "/challenges/new", &[]),
    ("POST", "/challenges/new", &[("variant", "duck")]),
    ("POST", "/challenges/{id}/accept", &[]),
    ("POST", "/challenges/{id}/decline", &[]),
    ("POST", "/challenges/{id}/withdraw", &[]),
    ("POST", "/challenges/{id}/dismiss", &[]),
    ("POST", "/challenges/{id}/leave", &[]),
    ("POST", "/challenges/{id}/seats/{seat}", &[]),
    ("POST", "/games/{id}/kibitz", &[("kibitz", "Hello")]),
    ("POST", "/games/{id}/computer", &[]),
    ("POST", "/games/{id}/tags", &[("tags", "mine")]),
    ("GET", "/games/searches", &[]),
    ("POST", "/games/searches", &[("name", "Mine")]),
    ("GET", "/games/searches/{number}", &[]),
    ("POST", "/games/searches/{number}", &[("name", "Mine")]),
    ("GET", "/collections", &[]),
    ("POST", "/collections", &[]),
    ("POST", "/collections/{id}/imports", &[]),
    ("POST", "/collections/{id}/imports/{number}/dismiss", &[]),
    ("GET", "/collections/{id}/delete", &[]),
    ("POST", "/collections/{id}/delete", &[("confirm", "yes")]),
    ("GET", "/collections/{id}/games/delete", &[]),
    ("POST", "/collections/{id}/games/delete", &[("player", "n"), ("confirm", "yes")]),
    ("GET", "/collections/{id}/games/{number}/delete", &[]),
    ("POST", "/collections/{id}/games/{number}/delete", &[("confirm", "yes")]),
    ("POST", "/collections/{id}", &[("name", "Mine")]),
    ("GET", "/studies", &[]),
    ("POST", "/studies", &[("name", "Mine")]),
    ("GET", "/studies/add", &[]),
    ("POST", "/studies/add", &[("pgn", "1. e4@c6")]),
    ("POST", "/studies/{id}", &[("name", "Mine")]),
    ("GET", "/studies/{id}/delete", &[]),
    ("POST", "/studies/{id}/delete", &[("confirm", "yes")]),
    ("POST", "/studies/{id}/editors", &[("step", "accept")]),
    ("POST", "/studies/{id}/chapters", &[("chapter", "Mine")]),
    ("POST", "/studies/{id}/chapters/{number}", &[("step", "up")]),
    ("GET", "/studies/{id}/chapters/{number}/delete", &[]),
    ("POST", "/studies/{id}/chapters/{number}/delete", &[("confirm", "yes")]),
    ("POST", "/analysis", &[("step", "keep")]),
    ("POST", "/analysis", &[("step", "study")]),
    ("POST", "/puzzles/{id}/report", &[("reason", "Another turn wins too")]),
    ("GET", "/leave", &[]),
    ("POST", "/leave", &[("days", "3")]),
    ("POST", "/leave/end", &[]),
    ("GET", "/settings", &[]),
    ("POST", "/settings", &[]),
    ("GET", "/settings/email", &[]),
    ("POST", "/settings/email", &[("email", "duck@example.org")]),
    ("GET", "/settings/archive", &[]),
    ("POST", "/settings/archive", &[]),
    ("GET", "/settings/delete", &[]),
    ("POST", "/settings/delete", &[("confirm", "yes")]),
    ("GET", "/settings/delete/keep", &[]),
    ("POST", "/settings/delete/keep", &[]),
    ("GET", "/settings/profile", &[]),
    ("POST", "/settings/profile", &[("about", "I quack"), ("country", "NL")]),
    ("GET", "/settings/sessions", &[]),
    ("POST", "/settings/sessions", &[]),
    ("GET", "/settings/password", &[]),
    ("POST", "/settings/password", &[]),
    ("GET", "/settings/feeds", &[]),
    ("POST", "/settings/feeds", &[]),
];

/// What strangers may look at or do, and with it guests; and what guests do in their own games.
const OPEN: &[&str] = &[
    "/",
    "/about",
    "/challenges/{id}",
    "/collections/public",
    "/collections/{id}/games/{number}",
    "/collections/{id}/live",
    "/contact",
    "/email/confirm",
    "/email/confirmed",
    "/games",
    "/games.atom",
    "/games.pgn",
    "/explorer",
    "/games/mine",
    "/games/{id}",
    "/games/{id}/actions",
    "/games/{id}/card.png",
    "/games/{id}/conditionals",
    "/games/{id}/embed",
    "/games/{id}/embed/live",
    "/games/{id}/live",
    "/games/{id}/messages",
    "/games/{id}/positions/{ply}",
    "/healthz",
    "/help",
    "/help/{page}",
    "/live",
    "/lobby",
    "/login",
    "/login/forgotten",
    "/login/reset",
    "/logout",
    "/metrics",
    "/next",
    "/play",
    "/players",
    "/players/{name}",
    "/privacy",
    "/puzzles",
    "/puzzles/daily",
    "/puzzles/daily.atom",
    "/puzzles/next",
    "/puzzles/{id}",
    "/rules",
    "/rules/turn",
    "/rules/why",
    "/rules/{game}",
    "/signup",
    "/static/{*name}",
    "/studies/public",
    "/studies/{id}/chapters/{number}/live",
    "/studies/{id}/live",
    "/terms",
    "/watch",
    "/watch/live",
];

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn whatever_needs_an_account_leads_a_guest_to_signing_up(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = guests_table(&app).await;
    let challenge = challenge(&app.signed_in("Teal").await, &[]).await;
    let guest = &table.white.browser;
    for &(method, route, fields) in REFUSED {
        let path = route
            .replace("/games/{id}", &table.game)
            .replace("/challenges/{id}", &challenge)
            .replace("/collections/{id}", "/collections/abcdefghij")
            .replace("/studies/{id}", "/studies/abcdefghij")
            .replace("{seat}", "0")
            .replace("{number}", "1")
            .replace("/puzzles/{id}", "/puzzles/1");
        let answer = if method == "GET" { guest.get(&path).await } else { guest.post(&path, fields).await };
        assert!(answer.leads_to().starts_with("/signup?next=%2F"), "{path}: {}", answer.leads_to());
        assert_eq!(guest.opens("/").await.text(".account-name"), "Guest", "{path}");
    }
    for table in
        ["collections", "game_kibitzes", "game_tags", "notebooks", "leaves", "feeds", "saved_searches", "studies"]
    {
        let rows = format!("select count(*) from {table}");
        assert_eq!(sqlx::query_scalar::<_, i64>(sqlx::AssertSqlSafe(rows)).fetch_one(app.pool()).await.unwrap(), 0);
    }
}

#[test]
fn every_path_is_known_to_be_open_to_guests_or_not() {
    let mut routes = Vec::new();
    read_routes(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut routes);
    assert!(routes.len() > 40, "the routes are written otherwise than this test reads them: {routes:?}");
    let is_known = |route: &String| OPEN.contains(&route.as_str()) || REFUSED.iter().any(|(_, path, _)| path == route);
    routes.retain(|route| !is_known(route));
    assert!(routes.is_empty(), "say in this file whether these are open to guests: {routes:?}");
}

/// The paths of all routes of a folder that are written as text. Those that are constants are those of feeds and of unsubscribing,
/// which have a secret, and the analysis board's.
fn read_routes(folder: &Path, routes: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_routes(&path, routes);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path).unwrap();
            let source = source.split("#[cfg(test)]").next().unwrap();
            let written = source.split(".route(").skip(1);
            routes.extend(
                written.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next().map(str::to_owned)),
            );
        }
    }
}
