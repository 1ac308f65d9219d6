//! The analysis board without scripts: every button, what is saved and for whom, and what is taken from it into a game.

mod chess;
mod notebooks;
mod sharing;

use sqlx::PgPool;

use crate::story::{Answer, Browser, Page, Table, TestApp};

/// The page after a turn.
async fn plays(browser: &Browser, page: &Page, turn: &str) -> Page {
    tries(browser, page, turn).await.shown()
}

async fn tries(browser: &Browser, page: &Page, turn: &str) -> Answer {
    browser.submits(&page.pressing("#play").with("turn", turn)).await
}

/// The page after some turns, from an empty board.
async fn played(browser: &Browser, turns: &str) -> Page {
    let mut page = browser.opens("/analysis?variant=duck").await;
    for turn in turns.split_whitespace() {
        page = plays(browser, &page, turn).await;
    }
    page
}

async fn presses(browser: &Browser, page: &Page, button: &str) -> Page {
    browser.submits(&page.pressing(button)).await.shown()
}

/// The turns as they are read, with notes and variations.
fn turns(page: &Page) -> String {
    page.text(".study-turns, .study-note")
}

/// Whose turn it is, or how the game ended.
fn status(page: &Page) -> String {
    page.text("#board-status")
}

/// The turn that led to the position on the board.
fn here(page: &Page) -> String {
    page.text(".study [aria-current=step]")
}

fn step(name: &str) -> String {
    format!("button[value={name}]")
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn turns_of_both_sides_are_played_and_become_a_tree(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let anybody = app.anonymous();
    let page = played(&anybody, "e4@c6 e6@e2").await;
    assert_eq!(status(&page), "White to move.");
    let page = presses(&anybody, &page, "#step-back").await;
    assert_eq!((here(&page).as_str(), status(&page).as_str()), ("1. e4@c6", "Black to move."));
    let page = plays(&anybody, &page, "d7d5@d3").await;
    assert_eq!(turns(&page), "1. e4@c6 e6@e2 1... d5@d3");
    assert_eq!(page.texts(".study-variations li"), ["1... d5@d3"]);
    let page = plays(&anybody, &page, "exd5@d6").await;
    let page = presses(&anybody, &page, &step("promote")).await;
    assert_eq!(turns(&page), "1. e4@c6 d5@d3 1... e6@e2 2. exd5@d6");
    assert_eq!(here(&page), "2. exd5@d6");
    let page = presses(&anybody, &page, "#step-start").await;
    assert_eq!(here(&page), "Start");
    assert!(!page.has(&step("remove")) && page.has("#step-back[disabled]"));
    let page = presses(&anybody, &page, "#step-last").await;
    let page = presses(&anybody, &page, "#step-back").await;
    let page = presses(&anybody, &page, &step("remove")).await;
    assert_eq!(turns(&page), "1. e4@c6 e6@e2", "what stood beside it is the line now");
    let page = presses(&anybody, &page, "#flip").await;
    assert_eq!(page.attributes("#board", "data-orientation"), ["black"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_cannot_be_played_is_refused_and_nothing_is_lost(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let anybody = app.anonymous();
    let page = played(&anybody, "e4@e6").await;
    let refused = tries(&anybody, &page, "Nf3@a3").await.refused();
    assert!(refused.alert().contains("None of your knights can go to f3"), "{}", refused.alert());
    assert_eq!((refused.value("turn").as_str(), turns(&refused).as_str()), ("Nf3@a3", "1. e4@e6"));
    assert!(tries(&anybody, &page, " ").await.refused().alert().contains("Move on the board, or type a turn"));
    let page = played(&anybody, "e4@e6 f6@f5 Qh5@a6 d6@a5 Qxe8").await;
    assert_eq!(status(&page), "White wins by capturing the king.");
    assert!(!page.asks_for("turn"));

    let fen = page.attributes("#fen", "value").remove(0);
    let empty = anybody.opens("/analysis").await;
    let pgn = format!("[Variant \"Duck\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1-0");
    for text in [fen.clone(), pgn] {
        let page = anybody.submits(&empty.pressing(&step("open")).with("text", &text)).await.shown();
        assert_eq!(status(&page), "White wins by capturing the king.", "{text}");
        assert_eq!(page.attributes("#fen", "value"), [fen.as_str()]);
        assert!(!page.asks_for("turn"));
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_note_is_written_wherever_one_goes_next(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let anybody = app.anonymous();
    let page = played(&anybody, "e4@c6").await;
    let form = page.pressing("#step-start").with("note", " a solid\r\n move <b> ");
    let page = anybody.submits(&form).await.shown();
    assert_eq!(turns(&page), "1. e4@c6 a solid move <b>");
    assert_eq!(page.value("note"), "", "that of the start");
    let page = presses(&anybody, &page, "#step-forward").await;
    assert_eq!(page.value("note"), "a solid move <b>");
    let long = "quack ".repeat(400);
    let refused = anybody.submits(&page.pressing("#step-start").with("note", &long)).await.refused();
    assert!(refused.alert().contains("A note has at most 2000 characters"), "{}", refused.alert());
    assert_eq!(refused.value("note"), long);
    assert_eq!(here(&refused), "1. e4@c6", "one stays where it can be mended");
    let page = anybody.submits(&page.pressing("#note-save").with("note", "")).await.shown();
    assert_eq!(turns(&page), "1. e4@c6");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn positions_and_games_are_pasted(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let anybody = app.anonymous();
    let paste = async |page: &Page, button: &str, text: &str| {
        anybody.submits(&page.pressing(&step(button)).with("text", text)).await
    };
    let empty = anybody.opens("/analysis").await;
    let fen = "rnbqkbnr/pppppppp/8/4*3/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1";
    let page = paste(&empty, "open", fen).await.shown();
    assert_eq!(page.attributes("#fen", "value"), [fen]);
    let pgn = "[White \"Ann\"]\n[Black \"Ben\"]\n[Variant \"Duck\"]\n\n1. e4@c6 {solid} (1. d4@d6) e6@e2 *";
    let page = paste(&page, "open", pgn).await.shown();
    assert!(page.text(".analysis-of").contains("Ann against Ben"));
    assert_eq!(turns(&page), "1. e4@c6 solid 1. d4@d6 1... e6@e2");
    let page = paste(&page, "add", "1. e4@c6 d5@d3 2. exd5@d6").await.shown();
    assert!(turns(&page).contains("2. exd5@d6") && page.value("text").is_empty());

    let unread = paste(&page, "add", "1. e4@c6 e6@e2 2. Ke3@d6").await.refused();
    assert!(unread.alert().contains("Line 1, column 19 (Ke3@d6): "), "{}", unread.alert());
    let no_kings = paste(&page, "add", "8/8/8/8/8/8/8/8 w - - 0 1").await.refused();
    assert!(no_kings.alert().contains("Black has no king."), "{}", no_kings.alert());
    assert_eq!(unread.value("text"), "1. e4@c6 e6@e2 2. Ke3@d6");
    assert_eq!(turns(&unread), turns(&page));
    let nothing = paste(&page, "open", "").await.refused();
    assert!(nothing.alert().contains("Paste a position as FEN, or a game as PGN"));
    let elsewhere = paste(&page, "add", fen).await.refused();
    assert!(elsewhere.alert().contains("It starts from a different position"), "{}", elsewhere.alert());

    let asked = paste(&page, "open", fen).await.refused();
    assert!(asked.alert().contains("The board as it is now is not saved"), "{}", asked.alert());
    assert_eq!(turns(&asked), turns(&page));
    let page = presses(&anybody, &asked, &step("open")).await;
    assert_eq!((page.attributes("#fen", "value"), turns(&page)), (vec![fen.to_owned()], String::new()));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_pasted_of_another_game_is_refused_in_its_own_words(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let anybody = app.anonymous();
    for (board, text, why) in [
        ("duck", "6 6 K1a1", "This FEN of Duchess cannot be read. Column 5: The set-up 6 has 6 seats"),
        ("duchess-4", "3 2 K1c1/K3c1/K5c1", "This FEN of Duchess cannot be read. Column 3: “2” is not the flap"),
        ("duchess-2", "8/8/8/8/8/8/8 w", "This FEN cannot be read. The board has 7 ranks instead of 8."),
        ("duck", "1. N1b2-1c4", "This is a turn of Duchess, and the text does not say for how many"),
    ] {
        let page = anybody.opens(&format!("/analysis?variant={board}")).await;
        let refused = anybody.submits(&page.pressing(&step("open")).with("text", text)).await.refused();
        assert!(refused.alert().to_lowercase().contains(&why.to_lowercase()), "{}", refused.alert());
        assert_eq!(refused.value("text"), text);
    }
    let page = anybody.opens("/analysis?variant=duchess-2").await;
    let refused = tries(&anybody, &page, "").await.refused();
    assert!(refused.alert().ends_with("type a turn such as N1b2-1c4; then play it."), "{}", refused.alert());
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_board_that_cannot_be_read_is_not_thrown_away(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let anybody = app.anonymous();
    let page = played(&anybody, "e4@c6").await;
    let refused = anybody.submits(&page.pressing("#play").with("pgn", "1. e4@c6 quack").with("turn", "d5@d3")).await;
    let refused = refused.refused();
    assert!(refused.alert().contains("(quack)"));
    assert_eq!((refused.value("text").as_str(), refused.value("turn").as_str()), ("1. e4@c6 quack", "d5@d3"));
    let nowhere = anybody.submits(&page.pressing("#step-back").with("go", "7.1.3")).await.shown();
    assert_eq!(here(&nowhere), "1. e4@c6", "a place that is not there is the nearest that is");
    anybody.post("/analysis", &[("game", "nogame")]).await.has_status(404);
}

/// A table where Black is to move, and White may plan.
async fn table(app: &TestApp) -> Table {
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6 e6@e2 d4@d6").await;
    table
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_is_looked_into_from_any_of_its_positions(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let link = table.white.browser.opens(&format!("{}?ply=2", table.game)).await;
    let path = format!("/analysis?game={}&ply=2", table.id());
    assert!(link.attributes("main a", "href").contains(&path));
    for browser in [&table.white.browser, &app.anonymous()] {
        let page = browser.opens(&path).await;
        assert_eq!((here(&page).as_str(), turns(&page).as_str()), ("e6@e2", "1. e4@c6 e6@e2 2. d4@d6"));
        assert!(!page.has(&step("remove")), "what was played was played");
    }
    let black = table.black.browser.opens(&format!("/analysis?game={}", table.id())).await;
    assert_eq!(black.attributes("#board", "data-orientation"), ["black"]);
    assert_eq!(here(&black), "2. d4@d6");
    for path in [format!("/analysis?game={}&ply=4", table.id()), "/analysis?game=nosuchgame".to_owned()] {
        app.anonymous().get(&path).await.has_status(404);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_line_becomes_conditional_turns_by_the_page_that_asks(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    table.white.does("conditional", 3, &[("lines", "Nf6@e2 Nc3@e7 d5@e5 Bg5@e7\na6@* e5@e7")]).await.leads_to();
    let white = &table.white.browser;
    let mut page = white.opens(&format!("/analysis?game={}", table.id())).await;
    assert!(!page.has(".to-game"));
    for turn in ["Nf6@e2", "Nd2@e7", "d5@e5"] {
        page = plays(white, &page, turn).await;
    }
    let offer = page.text(".to-game");
    assert!(offer.contains("As conditional turns: Nf6@e2 Nd2@e7. It replaces Nc3@e7 to Nf6@e2"), "{offer}");
    let asking = presses(white, &page, ".to-game button").await;
    assert!(asking.status().contains("Not saved yet."));
    assert_eq!(asking.value("lines"), "Nf6@e2 Nd2@e7\na6@* e5@e7\n");
    white.submits(&asking.pressing("#save")).await.leads_to();
    assert!(table.white.sees().await.text(".planned").contains("if 2... Nf6@e2 then 3. Nd2@e7"));

    table.black.moves(3, "b6@b5").await.leads_to();
    let late = white.submits(&asking.pressing("#save")).await.page(409);
    assert!(late.alert().contains("the last turn is 2... b6@b5"));
    let page = white.submits(&page.pressing("#step-back")).await.shown();
    assert_eq!(turns(&page), "1. e4@c6 e6@e2 2. d4@d6 b6@b5 2... Nf6@e2 3. Nd2@e7 d5@e5", "the turn has come in");
    assert_eq!(here(&page), "3. Nd2@e7");
    assert!(!page.has(".to-game"), "the game went another way");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_turn_to_make_is_taken_to_the_game_with_what_may_follow(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let black = &table.black.browser;
    let mut page = black.opens(&format!("/analysis?game={}", table.id())).await;
    for turn in ["Nf6@e2", "Nc3@e7", "d5@e5"] {
        page = plays(black, &page, turn).await;
    }
    let page = presses(black, &page, ".to-game button").await;
    assert_eq!((page.value("turn").as_str(), page.value("lines").as_str()), ("Nf6@e2", "Nc3@e7 d5@e5"));
    assert_eq!(table.white.sees().await.value("ply"), "3", "nothing was sent");
    let onlooker = app.signed_up("kwak").await;
    let mut page = onlooker.opens(&format!("/analysis?game={}", table.id())).await;
    page = plays(&onlooker, &page, "Nf6@e2").await;
    assert!(!page.has(".to-game"));
}
