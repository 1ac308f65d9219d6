//! What players report, and what an operator does about it.

use server::puzzles::{Retired, reinstate, reports, retire};
use sqlx::PgPool;

use super::{asks_for, with_puzzles};
use crate::startup::process::{Mallard, command, refusal};
use crate::story::TestApp;

/// An operator retires a puzzle.
async fn retires(app: &TestApp, id: i32, because: Option<&str>) {
    let retired = Retired { at: app.now(), because: because.map(str::to_owned) };
    assert!(retire(app.pool(), id, &retired, app.today()).await.unwrap());
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn players_report_what_is_wrong(pool: PgPool) {
    let app = with_puzzles(pool).await;
    let ann = app.signed_up("ann").await;
    assert!(!app.anonymous().opens("/puzzles/1").await.has("#report"));
    app.anonymous().post("/puzzles/1/report", &[("reason", "bad")]).await.has_status(303);
    let refused = ann.post("/puzzles/1/report", &[("reason", " \u{200b}")]).await.refused();
    assert_eq!(refused.alert(), "Say what is wrong with the puzzle.", "once, at the field");
    ann.post("/puzzles/1/report", &[("reason", &"x".repeat(1001))]).await.refused();
    let to = ann.post("/puzzles/1/report", &[("reason", "Qg7 wins too")]).await.leads_to().to_owned();
    assert_eq!(to, "/puzzles/1#report");
    assert!(ann.opens("/puzzles/1").await.text("#report").contains("you have reported this puzzle"));
    ann.post("/puzzles/1/report", &[("reason", "Qg7@a1 wins too")]).await.leads_to();
    let kept = "select puzzle_id || ' ' || reason from puzzle_reports";
    assert_eq!(app.column(kept).await, ["1 Qg7@a1 wins too"]);
    let lines = async || reports(app.pool()).await.unwrap().iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(lines().await, ["puzzle 1, ann on 2026-03-02: Qg7@a1 wins too"], "what an operator is shown");
    retires(&app, 1, None).await;
    assert_eq!(lines().await, ["puzzle 1 (retired), ann on 2026-03-02: Qg7@a1 wins too"]);
    let odd = "Isn't \"Qg7\" as good?\r\nIt\u{1b}[2J is";
    ann.post("/puzzles/1/report", &[("reason", odd)]).await.leads_to();
    let line = "puzzle 1 (retired), ann on 2026-03-02: Isn't \"Qg7\" as good? It\\u{1b}[2J is";
    assert_eq!(lines().await, [line], "on one line, and nothing that a terminal obeys");
    ann.post("/puzzles/99999/report", &[("reason", "bad")]).await.has_status(404);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_retired_puzzle_is_not_offered_and_its_page_says_so(pool: PgPool) {
    let app = with_puzzles(pool).await;
    let ann = app.signed_up("ann").await;
    retires(&app, 2, Some("Qg7 wins too")).await;
    assert_eq!(ann.opens("/puzzles").await.attributes(".puzzle-card", "href")[..2], ["/puzzles/1", "/puzzles/3"]);
    assert_eq!(app.anonymous().get("/puzzles/next?after=1").await.leads_to(), "/puzzles/3");
    let page = ann.opens("/puzzles/2").await;
    assert_eq!(
        page.text(".puzzle-side .notice"),
        "This puzzle was retired on 2 Mar 2026. The reason: Qg7 wins too. It is not offered any more, and tries at it do not count."
    );
    assert!(!page.has("#report"));
    let shown = asks_for(&ann, &page, "solution").await;
    assert_eq!(shown.text(".puzzle-said h2"), "The solution");
    assert_eq!(app.count("select count(*) from puzzle_attempts").await, 0, "nothing counts");
    assert!(reinstate(app.pool(), 2).await.unwrap());
    assert!(!ann.opens("/puzzles/2").await.has(".puzzle-side .notice"));
    assert_eq!(ann.opens("/puzzles").await.attributes(".puzzle-card", "href")[1], "/puzzles/2");
    let retired = Retired { at: app.now(), because: None };
    assert!(!retire(app.pool(), 99_999, &retired, app.today()).await.unwrap());
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_retired_puzzle_is_not_of_the_day(pool: PgPool) {
    let app = with_puzzles(pool).await;
    let visitor = app.anonymous();
    let today = visitor.get("/puzzles/daily").await.leads_to().to_owned();
    retires(&app, today.trim_start_matches("/puzzles/").parse().unwrap(), None).await;
    assert_eq!(app.chooses_daily_puzzles().await, 1);
    let other = visitor.get("/puzzles/daily").await.leads_to().to_owned();
    assert_ne!(other, today);
    assert!(!visitor.opens(&other).await.has(".notice"));
}

#[test]
fn the_commands_are_for_the_site_that_runs() {
    let data = tempfile::tempdir().unwrap();
    let said = refusal(command(data.path()).args(["puzzles", "reports"]));
    assert!(said.contains("no server is running on the data in"), "{said}");
    let server = Mallard::start(data.path());
    let run = |args: &[&str]| {
        let output = command(data.path()).arg("puzzles").args(args).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(run(&["reports"]), "No puzzle has been reported.\n");
    let said = run(&["retire", "2", "--because", "Qg7 wins too"]);
    assert!(said.contains("Puzzle 2 is not offered any more, and its page says so."), "{said}");
    assert!(server.get("/puzzles/2").1.contains("The reason: Qg7 wins too."));
    assert!(run(&["reinstate", "2"]).contains("Puzzle 2 is offered."));
    assert!(!server.get("/puzzles/2").1.contains("The reason:"));
    let said = refusal(command(data.path()).args(["puzzles", "retire", "99999"]));
    assert!(said.contains("there is no puzzle 99999"), "{said}");
}
