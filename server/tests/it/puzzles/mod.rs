//! Puzzles: solved on the page by visitors and players, rated, one a day, reported, found in games.

mod daily;
mod found;
mod reported;

use sqlx::PgPool;

use crate::story::{Browser, Page, TestApp};

/// A server with the shipped puzzles.
async fn with_puzzles(pool: PgPool) -> TestApp {
    let app = TestApp::new(pool).await;
    app.loads_puzzles().await;
    app
}

/// What is pressed or typed on a puzzle's page, and the page that it leads to.
async fn tries(browser: &Browser, page: &Page, turn: &str) -> Page {
    let form = page.form("#puzzle-form").with("turn", turn);
    let to = browser.submits(&form).await.leads_to().to_owned();
    browser.opens(&to).await
}

async fn asks_for(browser: &Browser, page: &Page, help: &str) -> Page {
    let form = page.pressing(&format!("#puzzle-form [value={help}]"));
    let to = browser.submits(&form).await.leads_to().to_owned();
    browser.opens(&to).await
}

/// The number and the turns of the first puzzle that has to be solved with two.
async fn of_two_tasks(app: &TestApp) -> (i32, Vec<String>) {
    read(&app.column("select content from puzzles where goal = 'win-3' order by id limit 1").await.concat())
}

/// The turns of the first puzzle that counts, no. 2.
async fn line_of_second(app: &TestApp) -> Vec<String> {
    read(&app.column("select content from puzzles where id = 2").await.concat()).1
}

fn read(content: &str) -> (i32, Vec<String>) {
    let json: serde_json::Value = serde_json::from_str(content).unwrap();
    let line = json["line"].as_str().unwrap().split(' ').map(str::to_owned).collect();
    (json["id"].as_i64().unwrap() as i32, line)
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_visitor_solves_the_warm_up_puzzle(pool: PgPool) {
    let app = with_puzzles(pool).await;
    let visitor = app.anonymous();
    let list = visitor.opens("/puzzles").await;
    assert_eq!(list.text("h1"), "Puzzles");
    assert_eq!(list.attributes(".puzzle-card", "href")[0], "/puzzles/1");
    assert_eq!(list.attributes(".puzzle-card", "href").len(), 24);
    assert_eq!(list.attributes("[rel=next]", "href"), ["/puzzles?page=2"]);

    let page = visitor.opens("/puzzles/1").await;
    assert_eq!(page.text("h1"), "Puzzle 1");
    assert_eq!(page.text(".puzzle-of"), "Duck Chess · warm-up");
    assert!(page.text(".puzzle-warm-up").contains("by the inventor of Duck Chess"));
    assert_eq!(page.status(), "White to move.");
    assert!(page.text(".puzzle-task").contains("after which White can take the king next, whatever Black does"));
    assert!(page.has("#board-data") && page.asks_for("turn"));

    // What tempts is refuted by a line that is drawn.
    let wrong = tries(&visitor, &page, "Qxh7@g5").await;
    let said = wrong.alert();
    assert!(
        said.contains("Not this one") && said.contains("Qxh7@g5 does not win next turn: Black answers Kxh7@"),
        "{said}"
    );
    assert!(wrong.text(".puzzle-wrong figcaption").starts_with("After Qxh7@g5 Kxh7@"));
    // The right piece with another duck is wrong too.
    let wrong = tries(&visitor, &wrong, "Qf6@f5").await;
    assert!(wrong.alert().contains("Qf6@f5 does not win next turn"), "{}", wrong.alert());

    let solved = tries(&visitor, &wrong, "Qf6@g6").await;
    assert_eq!(solved.text(".puzzle-said h2"), "Solved");
    assert!(solved.text(".puzzle-line").starts_with("Qf6@g6 "), "{}", solved.text(".puzzle-line"));
    assert!(solved.text(".puzzle-line").ends_with("Qxh6"), "{}", solved.text(".puzzle-line"));
    assert!(solved.texts(".puzzle-themes li").contains(&"The duck must leave".to_owned()));
    assert!(!solved.has("#puzzle-form") && !solved.has(".puzzle-change"));
    assert_eq!(solved.attributes("#next-puzzle", "href"), ["/puzzles/next?after=1"]);
    assert_eq!(visitor.get("/puzzles/next?after=1").await.leads_to(), "/puzzles/2");
    assert_eq!(app.column("select count(*)::text from puzzle_attempts").await, ["0"], "nothing is kept of visitors");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_solution_is_not_on_the_page_before_it_is_known(pool: PgPool) {
    let app = with_puzzles(pool).await;
    let ann = app.signed_up("ann").await;
    let themes = "Themes";
    // Not by any address, before the attempt has ended.
    for query in
        ["", "?help=solution", "?help=hint", "?played=e7f6@g6", "?tried=e7h7@g5", "?played=Qf6@g6&help=solution"]
    {
        let answer = ann.get(&format!("/puzzles/1{query}")).await;
        answer.has_status(200);
        for secret in ["Qf6@g6", "f6@g6", themes, "duck-must-leave", "on e7 moves", "Not this one"] {
            assert!(!answer.text.contains(secret), "{query}: {secret}");
        }
    }
    // A visitor has asked for it by the address.
    assert!(app.anonymous().get("/puzzles/1?help=solution").await.text.contains("Qf6@g6"));

    let page = ann.opens("/puzzles/1").await;
    let hint = asks_for(&ann, &page, "hint").await;
    assert_eq!(hint.text(".puzzle-said"), "Hint: The piece on e7 moves.");
    let shown = asks_for(&ann, &hint, "solution").await;
    assert_eq!(shown.text(".puzzle-said h2"), "The solution");
    assert!(shown.text(".puzzle-line").starts_with("Qf6@g6"));
    assert_eq!(app.column("select solved::text from puzzle_attempts").await, ["false"], "a hint is a miss");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn only_the_first_attempt_counts(pool: PgPool) {
    let app = with_puzzles(pool).await;
    let ann = app.signed_up("ann").await;
    let turn = line_of_second(&app).await[0].clone();
    let page = ann.opens("/puzzles/2").await;
    let solved = tries(&ann, &page, &turn).await;
    assert!(solved.text(".puzzle-change").starts_with('+'), "{}", solved.text(".puzzle-change"));
    let standing = "select round(rating)::text || ' ' || streak || ' ' || tried from puzzle_players";
    let after = app.column(standing).await;
    assert!(after[0].ends_with(" 1 1"), "{after:?}");
    let of_puzzle = app.column("select (rating < 900)::text || tried || solved from puzzles where id = 2").await;
    assert_eq!(of_puzzle, ["true11"], "the puzzle has lost");

    // Once more, and wrong: it is explained, and nothing moves.
    let again = ann.opens("/puzzles/2").await;
    let shown = asks_for(&ann, &again, "solution").await;
    assert_eq!(shown.text(".puzzle-said h2"), "The solution");
    assert_eq!(app.column(standing).await, after);

    // A miss ends the streak, but not the best one.
    let next = ann.get("/puzzles/next").await.leads_to().to_owned();
    assert_ne!(next, "/puzzles/2", "one that was not tried");
    let page = ann.opens(&next).await;
    asks_for(&ann, &page, "solution").await;
    assert_eq!(app.column("select streak || ' ' || best_streak || ' ' || tried from puzzle_players").await, ["0 1 2"]);
    let list = ann.opens("/puzzles").await;
    assert_eq!(list.texts(".puzzle-standing dd")[1..], ["1 of 2", "0", "1"]);
    assert!(list.text(".puzzle-card-solved").ends_with("solved"));
    let page = ann.opens(&next).await;
    assert!(page.text(".puzzle-side").contains("You have tried this puzzle. Further tries do not count."));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_solution_of_two_turns_is_found_one_by_one(pool: PgPool) {
    let app = with_puzzles(pool).await;
    let (id, line) = of_two_tasks(&app).await;
    let ann = app.signed_up("ann").await;
    let address = format!("/puzzles/{id}");
    let page = ann.opens(&address).await;
    // The second turn cannot be seen by an address that claims the first.
    let claimed = ann.opens(&format!("{address}?played={}", line[0])).await;
    assert!(!claimed.has(".puzzle-said") && claimed.value("played").is_empty());

    let second = tries(&ann, &page, &line[0]).await;
    assert!(second.text(".puzzle-said").starts_with("Right so far: "), "{}", second.text(".puzzle-said"));
    assert_eq!(second.value("played"), line[0]);
    assert!(!second.has(".puzzle-change"), "nothing is decided yet");
    let solved = tries(&ann, &second, &line[2]).await;
    assert_eq!(solved.text(".puzzle-said h2"), "Solved");
    assert_eq!(solved.text(".puzzle-line").split(' ').count(), 5);
    assert!(solved.text(".puzzle-change").starts_with('+'));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_no_turn_is_refused_and_costs_nothing(pool: PgPool) {
    let app = with_puzzles(pool).await;
    let ann = app.signed_up("ann").await;
    for (turn, why) in [("", "Play a turn"), ("Qf6", "duck"), ("Ke5@a1", "king"), ("<b>", "not a turn")] {
        let refused = ann.post("/puzzles/1", &[("turn", turn)]).await.refused();
        assert!(refused.alert().contains(why), "{turn}: {}", refused.alert());
        assert_eq!(refused.value("turn"), turn);
    }
    assert_eq!(app.column("select count(*)::text from puzzle_attempts").await, ["0"]);
    for path in ["/puzzles/0", "/puzzles/01", "/puzzles/-1", "/puzzles/x", "/puzzles/99999", "/puzzles/9999999999"] {
        ann.get(path).await.has_status(404);
        ann.post(path, &[("turn", "Qf6@g6")]).await.has_status(404);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_list_is_of_a_theme_a_game_and_a_difficulty(pool: PgPool) {
    let app = with_puzzles(pool).await;
    let visitor = app.anonymous();
    let list = visitor.opens("/puzzles?variant=three-check-duck&theme=third-check&difficulty=easy").await;
    assert!(!list.texts(".puzzle-card").is_empty());
    assert!(list.texts(".puzzle-card").iter().all(|card| card.contains("Three-Check Duck Chess")));
    assert_eq!(list.attributes("option[selected]", "value"), ["three-check-duck", "third-check", "easy"]);
    let next = list.attributes(".page-head .button-primary", "href").concat();
    assert_eq!(next, "/puzzles/next?variant=three-check-duck&theme=third-check&difficulty=easy");
    let first = list.attributes(".puzzle-card", "href")[0].clone();
    assert_eq!(visitor.get(&next).await.leads_to(), first);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_there_is_not_is_said_and_leads_to_the_list(pool: PgPool) {
    let app = with_puzzles(pool).await;
    let visitor = app.anonymous();
    for (query, sentence) in [
        ("theme=zzz", "There is no theme “zzz”."),
        ("variant=chess", "There is no game “chess” among the puzzles."),
        ("difficulty=no", "There is no difficulty “no”."),
        ("page=9999", "This list has no page 9999."),
        ("page=x", "This list has no such page."),
        ("theme=quiet&page=0", "This list has no such page."),
    ] {
        let page = visitor.get(&format!("/puzzles?{query}")).await.page(404);
        assert!(page.text(".empty").starts_with(sentence), "{query}: {}", page.text(".empty"));
        assert!(page.attributes(".empty a", "href")[0].starts_with("/puzzles"), "{query}");
        assert!(!page.has(".puzzle-card") && !page.has("[rel=next]"), "{query}");
    }
    assert_eq!(visitor.get("/puzzles/next?theme=zzz").await.leads_to(), "/puzzles?theme=zzz");
    let last = visitor.opens("/puzzles?theme=quiet&page=2").await;
    assert_eq!(last.attributes("[rel=prev]", "href"), ["/puzzles?theme=quiet&page=1"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn whoever_begins_warms_up_and_goes_on_near_their_level(pool: PgPool) {
    let app = with_puzzles(pool).await;
    let ann = app.signed_up("ann").await;
    let first = ann.opens("/puzzles").await.texts(".puzzle-card")[0].clone();
    assert!(first.contains("Warm-up") && !first.contains("1640"), "{first}");
    assert_eq!(ann.get("/puzzles/next").await.leads_to(), "/puzzles/1");
    let page = ann.opens("/puzzles/1").await;
    assert!(page.text(".puzzle-facts").contains("None: it is for warming up."), "{}", page.text(".puzzle-facts"));
    assert!(page.text(".puzzle-facts").contains("inventor"), "{}", page.text(".puzzle-facts"));
    let hard = ann.opens("/puzzles?difficulty=hard").await;
    assert!(!hard.attributes(".puzzle-card", "href").contains(&"/puzzles/1".to_owned()));

    // It costs nothing to miss it.
    let missed = tries(&ann, &page, "Qxh7@g5").await;
    assert!(missed.alert().contains("Not this one") && !missed.has(".puzzle-change"));
    assert_eq!(app.count("select count(*) from puzzle_players").await, 0);
    assert!(!ann.opens("/puzzles").await.has(".puzzle-standing"));
    for _ in 0..10 {
        let next = ann.get("/puzzles/next").await.leads_to().to_owned();
        let id: i64 = next.trim_start_matches("/puzzles/").parse().unwrap();
        let near = app.column("select id::text from puzzles where rating between 1000 and 1200").await;
        assert!(near.contains(&id.to_string()), "{next}");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_first_miss_costs_little(pool: PgPool) {
    let app = with_puzzles(pool).await;
    let ann = app.signed_up("ann").await;
    let page = ann.opens("/puzzles/2").await;
    assert!(
        page.text(".puzzle-facts").contains("About 900. Nobody has tried it yet."),
        "{}",
        page.text(".puzzle-facts")
    );
    assert!(page.text(".puzzle-facts").contains("A game that the engine played against itself"));
    let missed = asks_for(&ann, &page, "solution").await;
    assert_eq!(missed.text(".puzzle-change"), "−40 points. Your puzzle rating is about 1060.");
    assert!(!missed.text(".puzzle-side").contains('?'), "{}", missed.text(".puzzle-side"));
    assert_eq!(ann.opens("/puzzles").await.texts(".puzzle-standing dd")[0], "about 1060");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn loading_them_again_changes_nothing(pool: PgPool) {
    let app = with_puzzles(pool).await;
    let ann = app.signed_up("ann").await;
    let page = ann.opens("/puzzles/2").await;
    asks_for(&ann, &page, "hint").await;
    let all = "select md5(string_agg(p::text, ',' order by id)) from puzzles p";
    let before = app.column(all).await;
    app.loads_puzzles().await;
    assert_eq!(app.column(all).await, before);
    app.execute("update puzzles set content = '{}' where id = 3").await;
    app.loads_puzzles().await;
    assert_eq!(app.column(all).await, before, "what has changed is put right");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_site_without_puzzles_says_so(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let visitor = app.anonymous();
    assert!(visitor.opens("/puzzles").await.text(".empty").contains("no such puzzles"));
    for path in ["/puzzles/1", "/puzzles/daily", "/puzzles/daily.atom"] {
        visitor.get(path).await.has_status(404);
    }
    assert_eq!(visitor.get("/puzzles/next").await.leads_to(), "/puzzles");
    assert!(!visitor.opens("/").await.has(".daily"));
}
