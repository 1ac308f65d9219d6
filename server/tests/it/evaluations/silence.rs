//! Nobody is told about a game that runs, by whatever route.

use sqlx::PgPool;

use super::{GAME, TURNS, asks, board, evaluates, over, resigns, said, tab};
use crate::story::{Browser, Table, TestApp};

/// Ann's game against Ben, which is running, after the turns of the short game.
async fn running(app: &TestApp) -> Table {
    let table = app.table("ann", "ben").await;
    table.play(GAME).await;
    table
}

/// The position of a game.
async fn fen(table: &Table) -> String {
    let fen = table.white.browser.get(&format!("{}.fen", table.game)).await.text;
    fen.trim().to_owned()
}

/// The same with the duck, or the count of turns, somewhere else.
fn with_duck_at(fen: &str, rank: usize) -> String {
    let (squares, rest) = fen.split_once(' ').unwrap();
    let mut ranks: Vec<_> = squares.split('/').map(|rank| rank.replace('*', "1").replace("11", "2")).collect();
    ranks[8 - rank] = ranks[8 - rank].replacen('8', "3*4", 1);
    format!("{} {rest}", ranks.join("/"))
}

/// A position that is refused to a player, whatever they do about it.
async fn is_refused(browser: &Browser, path: &str) {
    let page = browser.opens(path).await;
    let refused = evaluates(browser, &page).await.refused();
    assert!(refused.alert().contains("your game against ben, which is still running"), "{path}: {}", refused.alert());
    assert!(!refused.has(".evaluation-lines") && !refused.has(".board-arrows"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nothing_is_said_of_the_game_itself(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let table = running(&app).await;
    let stranger = app.signed_up("cleo").await;
    for reader in [&table.white.browser, &stranger] {
        let page = reader.opens(&tab(&table)).await;
        assert!(page.text("#panel").contains("The computer says nothing about a game that is still running."));
        assert!(!page.has("#computer"));
        assert!(!reader.opens(&table.game).await.texts(".tab").contains(&"Computer".to_owned()));
        let refused = reader.post(&format!("{}/computer", table.game), &[]).await.refused();
        assert!(refused.alert().contains("still running"), "{}", refused.alert());
        // Its board, whoever opens it; with a form that was made by hand.
        let analysis = format!("/analysis?game={}", table.id());
        let page = reader.opens(&analysis).await;
        assert!(said(&page).contains("still running") && !page.has("#evaluate"));
        let fields = [("game", table.id()), ("step", "evaluate"), ("place", "3")];
        let refused = reader.post("/analysis", &fields).await.refused();
        assert!(refused.alert().contains("still running"), "{}", refused.alert());
    }
    assert_eq!(app.count("select count(*) from jobs where kind <> 'turn'").await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nothing_is_said_of_positions_that_are_were_or_nearly_are_in_it(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let table = running(&app).await;
    let ann = &table.white.browser;
    let now = fen(&table).await;
    is_refused(ann, &board(&now)).await;
    is_refused(ann, &board(&with_duck_at(&now, 5))).await;
    is_refused(ann, &board(&now.replace("2 3", "0 77"))).await;
    is_refused(ann, &board(&now.replace(" b ", " w "))).await;
    let three = board(&now).replace("variant=duck", "variant=three-check-duck");
    is_refused(ann, &format!("{three}+%2B0%2B0")).await;
    let pgn = GAME.replace(' ', "+");
    is_refused(ann, &format!("/analysis?variant=duck&pgn={pgn}")).await;
    for past in 1..5 {
        is_refused(ann, &format!("/analysis?variant=duck&pgn={pgn}&place={past}")).await;
    }
    // What may come of it within three turns, and what nearly is it.
    is_refused(ann, &format!("/analysis?variant=duck&pgn={pgn}+d5@a3+4.+exd5@a5+Nxd5@a6")).await;
    is_refused(ann, &format!("/analysis?variant=duck&pgn={pgn}+a6@a3")).await;
    // The colours exchanged.
    let (squares, _) = now.split_once(' ').unwrap();
    let exchanged: String = squares
        .chars()
        .map(|c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
        .collect();
    let exchanged: Vec<_> = exchanged.split('/').rev().collect();
    is_refused(ann, &board(&format!("{} w KQkq - 2 3", exchanged.join("/")))).await;

    // Typed into the page, and kept in the notebook.
    let page = ann.opens("/analysis?variant=duck").await;
    let page = ann.submits(&page.pressing("[value=open]").with("text", &now)).await.shown();
    evaluates(ann, &page).await.refused();
    let page = ann.submits(&page.pressing("[value=keep]")).await.shown();
    evaluates(ann, &page).await.refused();
    // In a chapter of a study, brought from the game's own board.
    let page = ann.opens(&format!("/analysis?game={}", table.id())).await;
    let page = ann.opens(ann.submits(&page.pressing("[value=study]")).await.leads_to()).await;
    let made = ann.submits(&page.form(".study-from-board").with("name", "Help")).await;
    evaluates(ann, &ann.opens(made.leads_to()).await).await.refused();
    assert_eq!(app.count("select count(*) from jobs").await, 0);

    // Other openings, and other games.
    for other in
        ["/analysis?variant=duck", "/analysis?variant=duck&pgn=d4@e6", &board("4k3/8/8/8/3*4/8/4P3/4K3 w - - 0 1")]
    {
        evaluates(ann, &ann.opens(other).await).await.shown();
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn strangers_are_told_nothing_of_what_stands_on_a_board(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let table = running(&app).await;
    let now = fen(&table).await;
    let cleo = app.signed_up("cleo").await;
    let is_refused = async |fen: &str| {
        let page = cleo.opens(&board(fen)).await;
        let refused = evaluates(&cleo, &page).await.refused();
        assert!(refused.alert().contains("on the board of a game that is still running"), "{}", refused.alert());
    };
    is_refused(&now).await;
    is_refused(&with_duck_at(&now, 5)).await;
    assert_eq!(app.count("select count(*) from jobs").await, 0);
    // What was there before, and openings.
    let before = "/analysis?variant=duck&pgn=1.+e4@c6+e6@e2+2.+d4@d6+Nf6@e2";
    evaluates(&cleo, &cleo.opens(before).await).await.shown();
    evaluates(&cleo, &cleo.opens("/analysis?variant=duck&pgn=d4@e6").await).await.shown();

    resigns(&table).await;
    evaluates(&cleo, &cleo.opens(&board(&now)).await).await.shown();
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_known_already_is_held_back(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let (cleo, dan) = (app.signed_up("cleo").await, app.signed_up("dan").await);
    let twin = over(&cleo, &dan).await;
    let now = board(&fen(&twin).await);
    evaluates(&cleo, &cleo.opens(&now).await).await.shown();
    app.work().await;
    let shown = cleo.opens(&now).await;
    assert_eq!(shown.texts(".evaluation-lines li").len(), 3);
    let part = shown.attributes("#evaluation", "data-address").remove(0);
    assert!(cleo.opens(&part).await.has(".evaluation-lines"));

    // Ann and Ben play the same turns.
    let table = running(&app).await;
    let ann = &table.white.browser;
    let refused = asks(ann, &twin).await.refused();
    assert!(refused.alert().contains("your game against ben"), "{}", refused.alert());
    asks(&dan, &twin).await.leads_to();
    app.work().await;
    for viewer in [&dan, &app.anonymous()] {
        let page = viewer.opens(&tab(&twin)).await;
        let held_back = page.text(".computer-held-back");
        assert!(held_back.contains("1 position is left out for you, because a game that is still"), "{held_back}");
        let accuracies = page.texts(".computer-accuracy");
        assert!(accuracies[0].ends_with("% accuracy in 2 of 3 turns"), "{accuracies:?}");
        assert!(accuracies[1].ends_with("% accuracy"), "all turns of Black are told of: {accuracies:?}");
        let pgn = viewer.get(&format!("{}.pgn?evals=yes", twin.game)).await.text;
        assert_eq!(pgn.matches("%eval").count(), TURNS - 1, "{pgn}");
    }
    for path in [&now, &part] {
        let page = cleo.opens(path).await;
        assert!(page.text("#evaluation").contains("on the board of a game"), "{}", page.text("#evaluation"));
        assert!(!page.has(".evaluation-lines") && !page.has(".board-arrows"));
    }
    for player in [ann, &table.black.browser] {
        for path in [&now, &part] {
            let page = player.opens(path).await;
            assert!(page.text("#evaluation").contains("which is still running"), "{}", page.text("#evaluation"));
            assert!(!page.has(".evaluation-lines") && !page.has(".board-arrows"));
        }
        let page = player.opens(&tab(&twin)).await;
        assert!(
            page.text(".computer-held-back").contains("5 positions are left out for you"),
            "{}",
            page.text("#panel")
        );
        assert_eq!(page.texts(".chances-graph a").len(), 1, "where every game begins");
        assert!(!page.has(".judged tbody tr") && !page.has(".computer-accuracy"));
        let pgn = player.get(&format!("{}.pgn?evals=yes", twin.game)).await.text;
        assert!(!pgn.contains("%eval") && !pgn.contains('$'), "{pgn}");
    }
    // Nothing else tells of it.
    let paths = ["", "/conditionals", "/embed", "/positions/5", "/messages", ".pgn?evals=yes"];
    for path in
        paths.map(|path| format!("{}{path}", table.game)).iter().map(String::as_str).chain(["/metrics", "/games/mine"])
    {
        let text = ann.get(path).await.text;
        assert!(!["%eval", "chances-graph", "evaluation-lines"].iter().any(|word| text.contains(word)), "{path}");
    }

    resigns(&table).await;
    assert!(ann.opens(&now).await.has(".evaluation-lines"), "the game is over");
    assert_eq!(ann.opens(&tab(&twin)).await.texts(".judged tbody tr").len(), 5);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_against_the_computer_is_a_running_game(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let ann = app.signed_up("ann").await;
    let game = ann.post("/play", &[]).await.leads_to().to_owned();
    let actions = [("action", "move"), ("ply", "0"), ("turn", "e4@e6")];
    ann.post(&format!("{game}/actions"), &actions).await.leads_to();
    let page = ann.opens("/analysis?variant=duck&pgn=e4@e6").await;
    let refused = evaluates(&ann, &page).await.refused();
    assert!(refused.alert().contains("your game against Duckling-computer"), "{}", refused.alert());
}
