//! Chess on the analysis board: it is there, in collections, and nowhere else.

use sqlx::PgPool;

use super::{here, presses, status, step, tries, turns};
use crate::story::TestApp;

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn chess_is_tried_on_a_board_of_its_own(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let board = ann.opens("/analysis?variant=duck").await;
    assert!(board.attributes(".more-new a", "href").contains(&"/analysis?variant=chess".to_owned()));
    let mut page = ann.opens("/analysis?variant=chess").await;
    assert_eq!(page.text(".analysis-of"), "Chess");
    assert!(!page.has("button[value=evaluate]"));
    for turn in ["e4", "e7e5", "Nf3", "Nc6", "bb5", "a6", "0-0"] {
        page = tries(&ann, &page, turn).await.shown();
    }
    assert_eq!((turns(&page).as_str(), here(&page).as_str()), ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O", "4. O-O"));
    let page = presses(&ann, &page, "#step-back").await;
    for (turn, why) in [
        ("O-O@d4", "There is no duck in chess: write the move alone, such as Nf3."),
        ("quack", "“quack” is not a turn: write it as Nf3, exd5, e8=Q, O-O or g1f3."),
        ("O-O-O", "You cannot castle to the queen’s side: a knight is on b1."),
    ] {
        let said = tries(&ann, &page, turn).await.refused().alert();
        assert!(said.contains(why), "{turn}: {said}");
    }
    let address = page.attributes("#address", "value").concat();
    let shared = app.anonymous().opens(&address[address.find("/analysis").unwrap()..]).await;
    assert_eq!((turns(&shared), here(&shared), status(&shared)), (turns(&page), here(&page), status(&page)));
    assert_eq!(shared.text("#pgn"), page.text("#pgn"));
    assert!(!page.text("#pgn").contains("Variant"), "{}", page.text("#pgn"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn pasted_chess_is_read_as_chess(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let anybody = app.anonymous();
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    for (board, text, of, said) in [
        ("duck", "1. e4 e5 2. Nf3", "Chess", "Black to move."),
        ("chess", "1. e4@c6 e6@e2", "Duck Chess", "White to move."),
        ("chess", stalemate, "Chess", "Draw by stalemate."),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Chess", "Draw: neither side can mate."),
        ("duchess-2", "[Event \"x\"]\n\n1. f3 e5 2. g4 Qh4# 0-1", "Chess, 0–1", "Black wins by checkmate."),
    ] {
        let page = anybody.opens(&format!("/analysis?variant={board}")).await;
        let page = anybody.submits(&page.pressing(&step("open")).with("text", text)).await.shown();
        assert_eq!((page.text(".analysis-of").as_str(), status(&page).as_str()), (of, said), "{text}");
    }
    for (text, why) in [
        ("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "Black’s king on e8 is in check, and White is to move."),
        ("[Variant \"Chess960\"]\n\n1. e4", "This is a game of Chess960"),
        ("1. e4 f5 2. Qh5+ a6", "That leaves the king on e8 in check from the queen on h5."),
    ] {
        let page = anybody.opens("/analysis?variant=chess").await;
        let refused = anybody.submits(&page.pressing(&step("open")).with("text", text)).await.refused();
        assert!(refused.alert().to_lowercase().contains(&why.to_lowercase()), "{}", refused.alert());
        assert_eq!(refused.value("text"), text);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn chess_is_nowhere_else(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    for path in [
        "/rules/chess",
        "/analysis/evaluation?variant=chess&fen=4k3/8/8/8/8/8/3N4/4K3+w+-+-+0+1",
        "/games?variant=chess",
    ] {
        ann.get(path).await.has_status(404);
    }
    // Collections have it, so the explorer says where to look.
    assert!(
        ann.opens("/explorer?variant=chess").await.text(".explorer-none").starts_with("Nobody plays this game here.")
    );
    for path in ["/challenges/new", "/play", "/games", "/explorer", "/puzzles", "/rules", "/players"] {
        let page = ann.opens(path).await;
        assert!(!page.has("[value=chess]") && !page.has("a[href*='variant=chess']"), "{path}");
    }
    // What scripts ask about a turn in the making.
    let fen = "4k3/8/8/8/1b6/8/3N4/4K3+w";
    let why = ann.get(&format!("/rules/why?variant=chess&fen={fen}&from=d2")).await;
    assert_eq!(why.text, "The knight on d2 cannot move: that would leave the king in check.");
    let read = ann.get(&format!("/rules/turn?variant=chess&fen={fen}&turn=Ke2")).await;
    assert_eq!(read.text, r#"{"from":"e1","to":"e2","hint":""}"#);
    ann.get(&format!("/rules/turn?variant=go&fen={fen}&turn=Ke2")).await.has_status(404);
    // A form that no page has.
    let page = ann.opens("/analysis?variant=chess").await;
    let page = ann.submits(&page.pressing("#play").with("step", "evaluate")).await.shown();
    assert!(!page.has("button[value=evaluate]"));
    let page = ann.submits(&page.pressing("button[value=explore]")).await.shown();
    assert!(page.text(".explorer-none").starts_with("Nobody plays this game here."));
}
