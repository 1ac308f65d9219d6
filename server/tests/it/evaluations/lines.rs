//! Whole lines of the analysis board.

use sqlx::PgPool;

use super::{GAME, TURNS, said};
use crate::story::{Answer, Browser, Page, TestApp, hours};

/// The analysis board with some turns, at the last of them.
fn board(turns: &str) -> String {
    format!("/analysis?variant=duck&pgn={}", turns.replace(' ', "+"))
}

/// Asks about the line on the board.
async fn asks(browser: &Browser, page: &Page) -> Answer {
    browser.submits(&page.pressing("#evaluate-line")).await
}

/// The turns that are judged, with their marks and what was better.
fn judged(page: &Page) -> Vec<String> {
    page.texts(".judged tbody th")
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_turns_of_a_line_are_judged(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    app.worker().await;
    let ann = app.signed_up("ann").await;
    let page = ann.opens(&board(GAME)).await;
    let mut stream = ann.listens("/live").await;
    let page = asks(&ann, &page).await.shown();
    assert!(said(&page).contains("The line waits for the computer"), "{}", said(&page));
    assert!(page.has("#evaluation[data-waits]") && !page.has("#evaluate-line"));
    assert!(stream.hears().await.is_some(), "what there is at first");
    assert_eq!(app.work().await, TURNS + 1, "the position before each turn, and the last");
    stream.hears_of("waiting").await;

    let page = ann.opens(&board(GAME)).await;
    let turns = judged(&page);
    assert_eq!(turns.len(), TURNS, "{turns:?}");
    for (shown, turn) in turns.iter().zip(["1. e4@c6", "1... e6@e2", "2. d4@d6", "2... Nf6@e2", "3. Nc3@e7"]) {
        assert!(shown.starts_with(turn), "{turns:?}");
    }
    assert!(!page.has("#evaluation[data-waits]") && !page.has("#evaluate-line"), "there is nothing left to ask");
    assert!(
        page.has(".judged-line .chances-graph") && page.has(".evaluation-lines"),
        "the position has its lines, too"
    );
    assert_eq!(page.text(".judged [aria-current] th"), turns[TURNS - 1]);
    let part = &page.attributes("#evaluation", "data-address")[0];
    assert_eq!(judged(&ann.opens(part).await), turns, "scripts get the same");

    let page = ann.submits(&page.pressing(".judged tr:nth-child(2) button")).await.shown();
    assert_eq!(page.text(".study [aria-current=step]"), "e6@e2", "its turns lead to their positions");

    // Whoever comes next need not wait, and a line that leaves it has what they share.
    let ben = app.signed_up("ben").await;
    let other = ben.opens(&board("1. e4@c6 e6@e2 2. d4@d6 c5@e3")).await;
    assert_eq!(judged(&other), turns[..3]);
    assert_eq!(other.text("#evaluate-line"), "Analyse the rest of this line");
    asks(&ben, &other).await.shown();
    assert_eq!(app.work().await, 1);
    assert_eq!(judged(&app.anonymous().opens(&board(GAME)).await), [""; 0], "without an account nothing is said");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_of_a_collection_is_analysed(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let ann = app.signed_up("ann").await;
    let file = format!("[White \"Kwik\"]\n[Black \"Kwek\"]\n[Result \"1-0\"]\n\n{GAME} e5@e6 4. Nd5@d2 1-0\n");
    let answer = ann.sends_file("/collections", &[], ("games.pgn", file.as_bytes())).await;
    let path = format!("{}/games/1", answer.leads_to());
    app.read_collections().await;
    let page = asks(&ann, &ann.opens(&path).await).await.shown();
    assert!(page.has(&format!("a[href='{path}.pgn']")), "the board still says where it comes from");
    assert_eq!(app.work().await, TURNS + 3);
    assert_eq!(judged(&ann.opens(&path).await).len(), TURNS + 2);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn of_a_line_nothing_is_said_that_helps_in_a_running_game(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let table = app.table("ann", "ben").await;
    table.play(GAME).await;
    let (ann, cleo) = (&table.white.browser, app.signed_up("cleo").await);
    let jobs = "select count(*) from jobs where kind = 'line'";

    asks(ann, &ann.opens(&board(GAME)).await).await.shown();
    assert_eq!(app.count(jobs).await, 1, "the start alone is nobody's");
    asks(&cleo, &cleo.opens(&board(GAME)).await).await.shown();
    assert_eq!(app.count(jobs).await, TURNS as i64, "all but what stands on the board now");
    assert_eq!(app.work().await, TURNS);

    let page = cleo.opens(&board(GAME)).await;
    assert!(said(&page).contains("1 position is left out for you"), "{}", said(&page));
    assert_eq!(judged(&page).len(), TURNS - 1, "{:?}", judged(&page));
    let page = ann.opens(&board(GAME)).await;
    assert!(said(&page).contains("5 positions are left out for you"), "{}", said(&page));
    assert_eq!(judged(&page), [""; 0]);
    assert!(!page.has("#evaluate-line"), "asking again would bring nothing");
    let part = &page.attributes("#evaluation", "data-address")[0];
    assert_eq!(judged(&ann.opens(part).await), [""; 0]);

    // The board of the game itself says nothing, whatever form is sent.
    let fields = [("game", table.id()), ("step", "evaluate-line"), ("place", "3")];
    let refused = cleo.post("/analysis", &fields).await.refused();
    assert!(refused.alert().contains("still running"), "{}", refused.alert());
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn lines_are_asked_about_within_bounds(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let refused = asks(&ann, &ann.opens(&board(GAME)).await).await.refused();
    assert!(refused.alert().contains("There is no engine for Duck Chess"), "{}", refused.alert());
    app.worker().await;
    let long = ann.opens(&board(&"Nf3@e5 Nf6@e4 Ng1@e5 Ng8@e4 ".repeat(100))).await;
    let refused = asks(&ann, &long).await.refused();
    assert!(refused.alert().contains("at most 400 positions"), "{}", refused.alert());
    assert_eq!(app.count("select count(*) from jobs").await, 0);

    let first_turns = ["a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "Na3", "Nc3"];
    for turn in first_turns {
        app.pass(jiff::SignedDuration::from_secs(1));
        asks(&ann, &ann.opens(&board(&format!("{turn}@e5"))).await).await.shown();
    }
    assert_eq!(app.count("select count(*) from jobs").await, 11, "the start is asked about once");
    let one_more = ann.opens(&board("Nf3@e5")).await;
    let refused = asks(&ann, &one_more).await.page(429);
    assert!(refused.alert().contains("10 lines within an hour"), "{}", refused.alert());
    // Single positions have a bound of their own.
    ann.submits(&one_more.pressing("#evaluate")).await.shown();
    app.pass(hours(1));
    app.worker().await;
    asks(&ann, &one_more).await.shown();

    let guest = app.anonymous();
    guest.post("/play", &[]).await.leads_to();
    assert!(!guest.opens(&board(GAME)).await.has("#evaluate-line"));
    let fields = [("variant", "duck"), ("pgn", GAME), ("step", "evaluate-line")];
    assert!(guest.post("/analysis", &fields).await.leads_to().starts_with("/signup"));
}
