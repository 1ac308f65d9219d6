//! Games of a collection are deleted, one or all that a search finds; the others keep their numbers, and follow each other as they are found.

use sqlx::PgPool;

use super::{FILE, imports, listed};
use crate::story::{PASSWORD, Page, TestApp};

fn game(white: &str, turns: &str) -> String {
    format!("[White \"{white}\"]\n[Black \"Bob\"]\n\n{turns} *\n\n")
}

/// Where a game stands, and the addresses of the games before and after it.
fn place(page: &Page) -> (String, [Vec<String>; 2]) {
    let line = page.text("nav.analysis-of");
    let neighbours = ["prev", "next"].map(|rel| page.attributes(&format!(".analysis-of a[rel={rel}]"), "href"));
    (line.split(" · ").next().unwrap_or_default().to_owned(), neighbours)
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_is_deleted_and_the_others_keep_their_numbers(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, bob] = [app.signed_up("ann").await, app.signed_up("bob").await];
    let file = game("Ann", "1. e4@c6") + &game("Cat", "1. d4@c6") + &game("Dan", "1. e4@c6 e6@e2");
    let path = imports(&app, &ann, &[("visibility", "public")], &file).await;
    assert!(!bob.opens(&format!("{path}/games/1")).await.text("nav.analysis-of").contains("Delete"));
    bob.get(&format!("{path}/games/1/delete")).await.has_status(404);
    bob.post(&format!("{path}/games/1/delete"), &[("confirm", "yes")]).await.has_status(404);

    let shown = ann.opens(&format!("{path}/games/1")).await;
    let asked = ann.opens(shown.attributes(".analysis-of a", "href").last().unwrap()).await;
    assert!(asked.text("main").contains("Delete Ann against Bob from games?"), "{}", asked.text("main"));
    assert_eq!(asked.attributes("main a[download]", "href"), [format!("{path}/games/1.pgn")]);
    ann.post(&format!("{path}/games/1/delete"), &[]).await.shown();
    assert_eq!(listed(&ann.opens(&path).await).len(), 3, "it was asked first");
    assert_eq!(ann.submits(&asked.pressing("button[name=confirm]")).await.leads_to(), path);
    ann.get(&format!("{path}/games/1")).await.has_status(404);
    // Pressed twice: it is gone, as was asked.
    assert_eq!(ann.submits(&asked.pressing("button[name=confirm]")).await.leads_to(), path);
    for missing in ["0", "9", "x", "01"] {
        ann.get(&format!("{path}/games/{missing}/delete")).await.has_status(404);
    }

    let page = bob.opens(&path).await;
    assert_eq!(listed(&page), ["Cat against Bob", "Dan against Bob"]);
    assert!(page.text(".lede").starts_with("2 games"), "{}", page.text(".lede"));
    let shown = ann.opens(&format!("{path}/games/3")).await;
    assert_eq!(shown.text("h1"), "Dan against Bob");
    let line = "Game 3 (2 of 2) in the collection".to_owned();
    assert_eq!(place(&shown), (line, [vec![format!("{path}/games/2")], vec![]]));
    assert_eq!(listed(&bob.opens(&format!("{path}?turns=e4@c6")).await), ["Dan against Bob"]);
    let explorer = bob.opens(&page.attributes(".page-head a", "href")[0]).await;
    assert!(explorer.text(".explorer caption").contains("2 games"), "{}", explorer.text(".explorer caption"));

    // What was deleted can be brought along again. No number is given twice, not the highest one either.
    for number in [4, 5] {
        ann.sends_file(&format!("{path}/imports"), &[], ("again.pgn", file.as_bytes())).await.leads_to();
        app.read_collections().await;
        let again = ann.opens(&format!("{path}/games/{number}")).await;
        assert_eq!(again.text("h1"), "Ann against Bob");
        assert_eq!(place(&again).0, format!("Game {number} (3 of 3) in the collection"));
        let asked = ann.opens(&format!("{path}/games/{number}/delete")).await;
        ann.submits(&asked.pressing("button[name=confirm]")).await.leads_to();
    }
    let left = "select count(*) from collection_positions union all select count(*) from collection_texts";
    assert_eq!(sqlx::query_scalar::<_, i64>(left).fetch_all(app.pool()).await.unwrap(), [2, 2]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn games_that_a_search_has_found_follow_each_other(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let file = game("Ann", "1. e4@c6") + &game("Cat", "1. d4@c6") + &game("Dan", "1. e4@c6 e6@e2") + FILE;
    let path = imports(&app, &ann, &[], &file).await;
    let search = "player=bob&turns=e4%40c6&sort=longest";
    let page = ann.opens(&format!("{path}?{search}&view=boards")).await;
    let boards = page.attributes(".library-board", "href");
    // Without a search, in the order of the files.
    assert_eq!(place(&ann.opens(&format!("{path}/games/1")).await).1, [vec![], vec![format!("{path}/games/2")]]);
    let first = ann.opens(&boards[0]).await;
    assert_eq!(first.text("h1"), "Dan against Bob");
    assert_eq!(place(&first), ("Game 3 (1 of 2) in your search".to_owned(), [vec![], vec![boards[1].clone()]]));
    // The place and the way back stay while turns are looked at and made.
    let stepped = ann.submits(&first.pressing("#step-last")).await.shown();
    assert_eq!(place(&stepped), place(&first));
    let back = &stepped.attributes(".analysis-of a", "href")[0];
    assert_eq!(ann.opens(back).await.attributes(".library-board", "href"), boards);
    let second = ann.opens(&boards[1]).await;
    assert_eq!(place(&second), ("Game 1 (2 of 2) in your search".to_owned(), [vec![boards[0].clone()], vec![]]));
    // Who deletes a game, or keeps it, is where they were.
    let deletion = stepped.attributes(".analysis-of a", "href").pop().unwrap();
    let asked = ann.opens(&deletion).await;
    assert_eq!(asked.attributes("main .buttons a", "href"), [boards[0].clone()]);
    assert_eq!(ann.submits(&asked.pressing("button[name=confirm]")).await.leads_to(), back);
    assert_eq!(ann.opens(back).await.attributes(".library-board", "href"), boards[1..]);
    // Where the search finds other games, or nobody can tell what is meant, it stands among all.
    for search in ["player=cat", "seat=middle", "after=9", "sort=random", "no=field"] {
        let page = ann.opens(&format!("{path}/games/1?{search}")).await;
        assert_eq!(
            place(&page),
            ("Game 1 of 4 in the collection".to_owned(), [vec![], vec![format!("{path}/games/2")]])
        );
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn all_games_that_a_search_finds_are_deleted_at_once(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, bob] = [app.signed_up("ann").await, app.signed_up("bob").await];
    let many: String = (1..=40).map(|n| game(&format!("k{n}"), "1. d4@d6")).collect();
    let path = imports(&app, &ann, &[("visibility", "public")], &(game("Ann", "1. e4@c6") + &many)).await;
    let search = format!("{path}?player=k&sort=newest");
    let delete = format!("{path}/games/delete");
    assert!(!bob.opens(&search).await.text(".library-head").contains("Delete"));
    bob.get(&format!("{delete}?player=k")).await.has_status(404);
    bob.post(&delete, &[("player", "k"), ("found", "40"), ("confirm", "yes")]).await.has_status(404);

    let page = ann.opens(&search).await;
    let asked = ann.opens(page.attributes(".library-head .button", "href").last().unwrap()).await;
    let question = "Delete 40 games from games, matching “Player: k”?";
    assert!(asked.text("main").contains(question), "{}", asked.text("main"));
    let file = ann.get(&asked.attributes("main a[download]", "href")[0]).await;
    assert_eq!(file.text.matches("[White ").count(), 40, "they can be taken home first");
    // What comes between the question and the answer is not deleted unseen.
    let more = game("k41", "1. d4@d6");
    ann.sends_file(&format!("{path}/imports"), &[], ("more.pgn", more.as_bytes())).await.leads_to();
    app.read_collections().await;
    let again = ann.submits(&asked.pressing("button[name=confirm]")).await.shown();
    assert!(
        again.text("[role=alert]").contains("Nothing was deleted") && again.text("main").contains("Delete 41 games")
    );
    assert_eq!(ann.opens(&path).await.text(".lede").split(',').next(), Some("42 games"));
    // Who is asked to log in meanwhile is asked again, about the same games.
    let ended = app.whose_session_ended();
    let login = ended.submits(&again.pressing("button[name=confirm]")).await.page(401);
    let login = login.form("form[action='/login']").with("name", "ann").with("password", PASSWORD);
    let resumed = ended.opens(ended.submits(&login).await.leads_to()).await;
    assert!(resumed.text("main").contains("Delete 41 games"), "{}", resumed.text("main"));
    assert_eq!(ended.submits(&resumed.pressing("button[name=confirm]")).await.leads_to(), path);
    assert_eq!(listed(&ann.opens(&path).await), ["Ann against Bob"]);

    // All of it, none of it, or nobody knows what: that is nothing to be deleted here.
    for (query, leads_to) in [
        ("", path.clone()),
        ("?sort=newest", format!("{path}?sort=newest")),
        ("?event=%CC%81&player=+", format!("{path}?event=%CC%81&player=+")),
        ("?player=k", format!("{path}?player=k")),
        ("?seat=middle&player=k", format!("{path}?player=k&seat=middle")),
    ] {
        assert_eq!(ann.get(&format!("{delete}{query}")).await.leads_to(), leads_to);
    }
    let all = [("player", " "), ("found", "1"), ("confirm", "yes")];
    assert_eq!(ann.post(&delete, &all).await.leads_to(), format!("{path}?player=+"));
    assert_eq!(listed(&ann.opens(&path).await).len(), 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nothing_is_deleted_by_a_search_that_takes_too_long_or_does_not_know_all_games(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let path = imports(&app, &ann, &[], &(game("Ann", "1. e4@c6") + &game("Cat", "1. d4@c6"))).await;
    let confirmed = async |query: &str| {
        let asked = ann.opens(&format!("{path}/games/delete?{query}")).await;
        asked.pressing("button[name=confirm]")
    };
    let form = confirmed("player=cat").await;
    let mut slow = app.pool().begin().await.unwrap();
    sqlx::query("lock table collection_games in access exclusive mode").execute(&mut *slow).await.unwrap();
    let page = ann.submits(&form).await.page(422);
    assert!(page.text(".empty").starts_with("Too many games have to be looked through"), "{}", page.text(".empty"));
    drop(slow);

    let form = confirmed("pieces=White+d4").await;
    app.execute("delete from collection_positions where number = 1").await;
    app.execute("insert into collection_positions_due (collection_id, number) select collection_id, 1 from collection_games where number = 1").await;
    assert_eq!(ann.submits(&form).await.leads_to(), format!("{path}?pieces=White+d4"));
    let page = ann.opens(&format!("{path}?pieces=White+d4")).await;
    assert!(page.text("main .notice").contains("still being read") && !page.text(".library-head").contains("Delete"));
    assert_eq!(listed(&ann.opens(&path).await).len(), 2);
    // A game whose positions wait to be read is deleted with its place in the queue.
    let asked = ann.opens(&format!("{path}/games/1/delete")).await;
    ann.submits(&asked.pressing("button[name=confirm]")).await.leads_to();
    assert_eq!(app.count("select count(*) from collection_positions_due").await, 0);
    assert_eq!(ann.submits(&form).await.leads_to(), path);
    assert_eq!(listed(&ann.opens(&path).await), [""; 0]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_looks_on_while_games_are_deleted_sees_the_others(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let many: String = (1..=40).map(|n| game(&format!("k{n}"), "1. d4@d6")).collect();
    let path = imports(&app, &ann, &[], &many).await;
    let first = format!("{path}?sort=longest");
    let next = ann.opens(&first).await.attributes("a[rel=next]", "href")[0].clone();
    // The file is on its way when a game in the middle of it goes.
    let mut slow = app.pool().begin().await.unwrap();
    sqlx::query("lock table collection_texts in access exclusive mode").execute(&mut *slow).await.unwrap();
    let address = format!("{path}.pgn");
    let file = async {
        let file = ann.get(&address).await;
        file.text.matches("[White ").count()
    };
    let deletes = async {
        app.until_somebody_waits().await;
        sqlx::query("delete from collection_games where number in (7, 30)").execute(&mut *slow).await.unwrap();
        slow.commit().await.unwrap();
    };
    assert_eq!(tokio::join!(file, deletes).0, 38);
    // So is the last game of the page that was looked at.
    assert_eq!(ann.get(&next).await.leads_to(), first);
}
