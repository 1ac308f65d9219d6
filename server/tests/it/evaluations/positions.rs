//! The analysis board.

use sqlx::PgPool;

use super::{board, evaluates, said};
use crate::story::{TestApp, hours};

const FEN: &str = "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P1B1*/2P1PN2/PP3PPP/RN1QKB1R w KQkq - 0 6";

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_position_is_asked_about_and_shown_when_loaded_again(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    app.worker().await;
    let ann = app.signed_up("ann").await;
    let page = ann.opens(&board(FEN)).await;
    let mut stream = ann.listens("/live").await;
    let page = evaluates(&ann, &page).await.shown();
    assert!(said(&page).contains("The computer is at it."), "{}", said(&page));
    assert!(!page.has(".board-arrows"));
    assert!(stream.hears().await.is_some(), "what there is at first");
    assert_eq!(app.work().await, 1);
    stream.hears_of("waiting").await;

    let page = ann.opens(&board(FEN)).await;
    let lines = page.texts(".evaluation-lines li");
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(page.texts(".evaluation-turns b").iter().all(|turn| turn.starts_with("6. ")), "{lines:?}");
    assert_eq!(
        page.attributes(".arrow", "class"),
        ["arrow arrow-3", "arrow arrow-2", "arrow arrow-1"],
        "the best last"
    );
    assert_eq!(page.texts(".arrow ~ .arrow-number text"), ["3", "2", "1"], "numbers are above all arrows");
    let part = &page.attributes("#evaluation", "data-address")[0];
    assert_eq!(ann.opens(part).await.texts(".evaluation-lines li"), lines, "scripts get the same");

    // Whoever comes next need not wait, and the counts of turns make no difference.
    let ben = app.signed_up("ben").await;
    let page = ben.opens(&board(&FEN.replace("0 6", "3 30"))).await;
    assert_eq!(page.texts(".evaluation-lines li").len(), 3);
    assert_eq!(app.work().await, 0);
    assert!(said(&app.anonymous().opens(&board(FEN)).await).contains("Log in"), "without an account nothing is said");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_round_board_has_arrows_too(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let ann = app.signed_up("ann").await;
    let path = "/analysis?variant=duchess-2";
    let page = ann.opens(path).await;
    evaluates(&ann, &page).await.shown();
    assert_eq!(app.work().await, 1);
    let page = ann.opens(path).await;
    let lines = page.texts(".evaluation-lines li").len();
    assert!(lines > 1, "{}", said(&page));
    assert_eq!(page.texts(".board-round .arrow-number").len(), lines);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn only_players_with_an_account_ask_and_not_without_end(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let visitor = app.anonymous();
    let page = visitor.opens(&board(FEN)).await;
    assert!(evaluates(&visitor, &page).await.page(401).has("form[action='/login']"));
    let guest = app.anonymous();
    guest.post("/play", &[]).await.leads_to();
    let page = guest.opens(&board(FEN)).await;
    assert!(evaluates(&guest, &page).await.leads_to().starts_with("/signup"));
    assert_eq!(app.count("select count(*) from evaluated_positions").await, 0);

    let ann = app.signed_up("ann").await;
    let mut page = ann.opens("/analysis?variant=duck").await;
    for file in ["a", "b", "c", "d", "e", "f", "g", "h"] {
        for rank in [3, 4, 5, 6] {
            for pawn in ["e4", "d4"] {
                if app.count("select count(*) from position_questions").await == 60 {
                    continue;
                }
                let turn = format!("{pawn}@{file}{rank}");
                let after = format!("/analysis?variant=duck&pgn={turn}");
                if ann.get(&after).await.status != 200 {
                    continue;
                }
                page = evaluates(&ann, &ann.opens(&after).await).await.shown();
            }
        }
    }
    assert!(said(&page).contains("The computer is at it."));
    let one_more = ann.opens("/analysis?variant=duck&pgn=Nf3@e5").await;
    let refused = evaluates(&ann, &one_more).await.page(429);
    let said = refused.text("#evaluation [role=alert]");
    assert!(said.contains("60 positions within an hour"), "beside the button: {said}");
    assert_eq!(refused.alert(), said, "and nowhere else");
    app.pass(hours(1));
    app.worker().await;
    evaluates(&ann, &one_more).await.shown();
}
