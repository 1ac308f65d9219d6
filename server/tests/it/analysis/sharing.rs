//! What is shared: an address that shows the same, FEN and PGN; and how much there can be.

use sqlx::PgPool;

use super::{here, played, plays, presses, step, turns};
use crate::story::TestApp;

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_address_shows_the_same_board(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let anybody = app.anonymous();
    let page = played(&anybody, "e4@c6 d5@d3").await;
    let page = presses(&anybody, &page, "#step-back").await;
    let page =
        anybody.submits(&page.pressing("#play").with("turn", "e6@e2").with("note", "why? because & so on {1}")).await;
    let page = presses(&anybody, &page.shown(), "#flip").await;
    let address = page.attributes("#address", "value").concat();
    let path = address.strip_prefix(&anybody.site()).unwrap();
    assert!(path.starts_with("/analysis?variant=duck&pgn=1.+e4@c6+"), "{path}");
    let shared = app.signed_up("kwak").await.opens(path).await;
    assert_eq!((turns(&shared), here(&shared)), (turns(&page), "1... e6@e2".to_owned()));
    assert_eq!(shared.attributes("#board", "data-orientation"), ["black"]);
    assert_eq!(app.count("select count(*) from notebooks").await, 0, "an address keeps nothing");
    let fen = "rnbqkbnr/pppppppp/8/4*3/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1";
    let page = anybody.opens(&format!("/analysis?fen={}", fen.replace(' ', "+"))).await;
    let page = plays(&anybody, &page, "d5@a3").await;
    let address = page.attributes("#address", "value").concat();
    let again = anybody.opens(address.strip_prefix(&anybody.site()).unwrap()).await;
    assert_eq!(again.attributes("#fen", "value"), page.attributes("#fen", "value"));
    let three = anybody.opens("/analysis?variant=three-check-duck").await;
    assert!(three.text("#pgn").contains("[Variant \"Three-check Duck\"]"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_address_that_cannot_be_read_says_why(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let anybody = app.anonymous();
    let refused = anybody.get("/analysis?pgn=e4@c6+quack").await.refused();
    assert!(refused.alert().contains("Line 1, column 7 (quack): "), "{}", refused.alert());
    assert_eq!(refused.value("text"), "e4@c6 quack");
    let refused = anybody.get("/analysis?fen=8/8/8/8/8/8/8/8+w").await.refused();
    assert!(refused.alert().contains("This FEN cannot be read."), "{}", refused.alert());
    let page = anybody.opens("/analysis?fen=4k3/8/8/8/8/8/8/4K3+w+-+-+0+1").await;
    let pasted = page.pressing(&step("open")).with("text", "1. e4@c6 e6@e2");
    let refused = anybody.submits(&pasted).await.refused();
    let said = "Line 1, column 4 (e4@c6): You have no pawn. These turns are read from the position that the board starts from. \
         If they begin at the usual start, write [Variant \"Duck\"] above them, or start a new board first.";
    assert!(refused.alert().ends_with(said), "{}", refused.alert());
    let tagged = pasted.with("text", "[Variant \"Duck\"]\n\n1. e4@c6 e6@e2");
    assert!(!anybody.submits(&tagged).await.shown().has("[role=alert]"));
    anybody.get("/analysis?variant=draughts").await.has_status(404);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn there_is_a_most_and_it_is_said(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let anybody = app.anonymous();
    let mut page = anybody.opens("/analysis").await;
    let note = "é ".repeat(900);
    let line = "Nf3@a3 Nf6@a4 Ng1@a3 Ng8@a4 ".repeat(10);
    page = anybody.submits(&page.pressing(&step("open")).with("text", &line)).await.shown();
    assert!(page.has("#address"));
    let mut refused = None;
    for _ in 0..40 {
        let answer = anybody.submits(&page.pressing("#step-back").with("note", &note)).await;
        if answer.status == 422 {
            refused = Some(answer.refused());
            break;
        }
        page = answer.shown();
    }
    assert!(!page.has("#address"), "too long for an address");
    assert!(page.text(".share").contains("This is too long for an address"));
    let refused = refused.unwrap();
    assert!(refused.alert().contains("more than 48 kilobytes of text"), "{}", refused.alert());
    assert_eq!(refused.value("note"), note);
    let text = format!("[Variant \"Duck\"]\n\n1. e4@c6 {{{}}} *", "é".repeat(24_000));
    let whole = anybody.submits(&refused.pressing(&step("add")).with("note", "").with("text", &text)).await.refused();
    assert!(whole.alert().contains("48 kilobytes"), "{}", whole.alert());
    assert_eq!(whole.value("text"), text, "nothing of it is lost");
    let body = format!("pgn={}", "x".repeat(400_000));
    anybody.post_body("/analysis", body).await.has_status(413);
}
