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

    let [anns, cleos] = [ann.opens(&board(GAME)).await, cleo.opens(&board(GAME)).await];
    let page = asks(ann, &anns).await.shown();
    assert_eq!(app.count(jobs).await, 1, "the start alone is nobody's");
    assert!(said(&page).contains("5 positions are left out for you"), "{}", said(&page));
    assert!(!page.has("#evaluate-line"), "nothing else of it can be had");
    asks(&cleo, &cleos).await.shown();
    assert_eq!(app.count(jobs).await, TURNS as i64, "all but what stands on the board now");
    assert_eq!(app.work().await, TURNS);

    let page = cleo.opens(&board(GAME)).await;
    assert_eq!(judged(&page).len(), TURNS - 1, "{:?}", judged(&page));
    assert!(said(&page).contains("1 position is left out for you"), "{}", said(&page));
    assert!(!page.has("#evaluate-line"));
    let refused = asks(&cleo, &cleos).await.refused();
    assert!(refused.alert().contains("stands on the board of a game that is still running"), "{}", refused.alert());
    let page = ann.opens(&board(GAME)).await;
    assert!(said(&page).contains("5 positions are left out for you"), "{}", said(&page));
    assert_eq!(judged(&page), [""; 0]);
    let refused = asks(ann, &anns).await.refused();
    assert!(refused.alert().contains("your game against ben"), "{}", refused.alert());
    assert_eq!(app.count(jobs).await, 0);
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
    let long = "Nf3@e5 Nf6@e4 Ng1@e5 Ng8@e4 ".repeat(100);
    let page = ann.opens(&board(&long)).await;
    assert!(page.has("#evaluate") && !page.has("#evaluate-line"));
    let address = &page.attributes("#evaluation", "data-address")[0];
    assert!(!address.contains("turns="), "what is too long is not asked for again and again: {address}");
    let refused = ann.post("/analysis", &[("pgn", &long), ("step", "evaluate-line")]).await.refused();
    assert!(refused.alert().contains("at most 400 positions"), "{}", refused.alert());
    assert_eq!(app.count("select count(*) from jobs").await, 0);

    for turn in ["a3", "b3", "c3", "d3", "Na3"] {
        app.pass(jiff::SignedDuration::from_secs(1));
        asks(&ann, &ann.opens(&board(&format!("{turn}@e5"))).await).await.shown();
    }
    assert_eq!(app.count("select count(*) from jobs").await, 6, "the start is asked about once");
    let one_more = ann.opens(&board("Nf3@e5")).await;
    let refused = asks(&ann, &one_more).await.page(429);
    assert!(refused.alert().contains("5 lines within an hour"), "{}", refused.alert());
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

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_position_that_two_lines_come_to_by_other_turns_is_found_for_both(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    // The same position, with other counts of turns.
    let (long, short) = ("Nf3@e5 e6@c6 Ng1@e5 Nf6@c6 e3@c4", "e3@e5 e6@c6 Nf3@e4 Nf6@c3 Ng1@c4");
    asks(&ann, &ann.opens(&board(long)).await).await.shown();
    let waiting = "select count(*) from evaluated_positions where lines is null";
    let before = app.count(waiting).await;
    asks(&ben, &ben.opens(&board(short)).await).await.shown();
    assert_eq!(app.count(waiting).await, before + 4, "they share the start and the end");
    app.work().await;
    assert_eq!(app.count(waiting).await, 0);
    assert_eq!(judged(&ann.opens(&board(long)).await).len(), 5);
    assert_eq!(judged(&ben.opens(&board(short)).await).len(), 5);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_turns_of_a_variation_lead_to_its_positions(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let ann = app.signed_up("ann").await;
    let address = format!("{}&place=1.1.2", board("1. e4@c6 e6@e2 (1... d5@d3 2. exd5@e3) 2. d4@d6"));
    asks(&ann, &ann.opens(&address).await).await.shown();
    assert_eq!(app.work().await, 4);
    let page = ann.opens(&address).await;
    let turns = judged(&page);
    assert_eq!(turns.len(), 3, "those of the variation and before it: {turns:?}");
    let part = ann.opens(&page.attributes("#evaluation", "data-address")[0]).await;
    assert_eq!(part.attributes(".judged button", "value"), ["1", "1.1.1", "1.1.2"]);
    let page = ann.submits(&page.pressing(".judged tr:nth-child(2) button")).await.shown();
    assert_eq!(page.text(".study [aria-current=step]"), "1... d5@d3");

    // What scripts would never ask for is answered without the line.
    for (name, value) in
        [("start", "nonsense"), ("turns", "e4@c6 Ke5@a1"), ("end", "65535"), ("end", "1.1.9"), ("ply", "7")]
    {
        let mut query = vec![("variant", "duck"), ("fen", "8/8/4k3/8/3*4/8/4P3/4K3 w - - 0 1")];
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        query.extend([("start", start), ("turns", "e4@c6 d5@d3"), ("end", "2"), ("ply", "2")]);
        query.retain(|(field, _)| *field != name);
        query.push((name, value));
        let query: Vec<_> = query.iter().map(|(name, value)| format!("{name}={}", value.replace(' ', "+"))).collect();
        let part = ann.opens(&format!("/analysis/evaluation?{}", query.join("&"))).await;
        assert!(part.has("#evaluation") && !part.has(".judged-line"), "{name}={value}");
    }
}
