//! Chess without a duck in a collection: read from any program's files, beside games of the site's own variants.

use sqlx::PgPool;

use super::{imports, listed};
use crate::story::TestApp;

/// Chess as lichess and ChessBase write it, Duck Chess, Duchess, and a game of Chess960.
const FILE: &str = "[Event \"Rated Blitz game\"]\n[White \"Paul\"]\n[Black \"Duke\"]\n[Result \"1-0\"]\n[Variant \"Standard\"]\n\n\
    1. e4 { [%eval 0.17] [%clk 0:03:00] } 1... e5 2. Bc4 Nc6?? (2... Nf6 3. d3) 3. Qh5 Nf6 $4 4. Qxf7# 1-0\n\n\
    [White \"Ann\"]\n[Black \"Bob\"]\n\n1.d4 d5 2.c4 (2.Nf3 -- 3.Bf4 {a plan}) e6 1/2-1/2\n\n\
    [White \"kwik\"]\n[Black \"kwek\"]\n\n1. e4@c6 e6@e2 *\n\n\
    [Variant \"Duchess 2\"]\n[Red \"Zoë\"]\n[Green \"Max\"]\n\n1. N1b2-1c4 *\n\n\
    [White \"Cy\"]\n[Variant \"Chess960\"]\n\n1. e4 *\n";

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn chess_is_imported_beside_other_games_and_exported_equal(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let path = imports(&app, &ann, &[], FILE).await;
    let page = ann.opens(&path).await;
    let file = page.text(".collection-imports");
    for said in [
        "4 games were taken.",
        "1 game could not be read.",
        "1 of those taken names no variant and was read as Duck Chess.",
        "This is a game of Chess960",
    ] {
        assert!(file.contains(said), "{said}: {file}");
    }
    assert_eq!(listed(&page), ["Paul against Duke", "Ann against Bob", "kwik against kwek", "Zoë against Max"]);
    assert_eq!(page.texts("[data-label=Game]"), ["Chess", "Chess", "Duck Chess", "Duchess for two"]);
    for (query, expected) in [
        ("variant=chess", vec!["Paul against Duke", "Ann against Bob"]),
        ("variant=duck", vec!["kwik against kwek"]),
        ("turns=1.+e4+e5", vec!["Paul against Duke"]),
        ("turns=e4@c6", vec!["kwik against kwek"]),
        ("variant=chess&turns=d4+d5+c4&result=1/2-1/2", vec!["Ann against Bob"]),
    ] {
        assert_eq!(listed(&ann.opens(&format!("{path}?{query}")).await), expected, "{query}");
    }
    let chips = ann.opens(&format!("{path}?variant=chess")).await;
    assert_eq!(chips.texts(".library-chip span:first-child"), ["Chess"]);
    let boards = ann.opens(&format!("{path}?view=boards")).await;
    assert_eq!(boards.attributes(".library-board .board-svg", "role").len(), 4);

    let whole = ann.get(&format!("{path}.pgn")).await.text;
    assert_eq!(whole.matches("[Variant ").count(), 2, "chess needs no tag: {whole}");
    let words = whole.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("2. Bc4 Nc6 $4 (2... Nf6 3. d3) 3. Qh5 Nf6 $4 4. Qxf7# 1-0"), "{whole}");
    assert!(words.contains("(2. Nf3 {-- Bf4 a plan})"), "{whole}");
    let again = imports(&app, &ann, &[("name", "Again")], &whole).await;
    assert_eq!(ann.get(&format!("{again}.pgn")).await.text, whole);
    let file = ann.opens(&again).await.text(".collection-imports");
    assert!(file.contains("4 games were taken.") && !file.contains("names no variant"), "{file}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_collection_of_chess_is_explored_as_chess(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let chess = imports(&app, &ann, &[], "[White \"Paul\"]\n\n1. e4 e5 1-0\n").await;
    let mixed = imports(&app, &ann, &[], FILE).await;
    let explorer = |path: &str| format!("/explorer?collection={}", path.rsplit('/').next().unwrap());
    for variant in ["", "&variant=duck", "&variant=duchess-2"] {
        let way = ann.get(&format!("{}{variant}", explorer(&chess))).await;
        let page = ann.opens(way.leads_to()).await;
        assert_eq!(page.texts(".explorer tbody a"), ["e4"], "{variant}");
        assert_eq!(page.text("#variant option[selected]"), "Chess");
    }
    // What is there is shown, and who asks for less is told that there is none.
    assert_eq!(ann.opens(&explorer(&mixed)).await.texts(".explorer tbody a"), ["e4@c6"]);
    for narrowed in ["&player=nobody", "&turns=e4@c6"] {
        assert!(ann.opens(&format!("{}{narrowed}", explorer(&chess))).await.has(".explorer-none"), "{narrowed}");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_of_chess_is_stepped_through_and_gone_on_with(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let path = imports(&app, &ann, &[], FILE).await;
    let page = ann.opens(&format!("{path}/games/1")).await;
    let head = page.text(".analysis-head");
    assert!(head.starts_with("Paul against Duke Chess, 1–0 Game 1 of 4"), "{head}");
    assert!(page.text(".study-variations").contains("2... Nf6 3. d3"), "{}", page.text(".study-variations"));
    assert_eq!(page.texts(".node-score"), ["+0.2"]);
    assert!(page.texts(".node").contains(&"1. e4, evaluated as +0.2".to_owned()), "{:?}", page.texts(".node"));
    assert!(page.texts(".node").contains(&"Nc6?? (blunder)".to_owned()));
    assert!(!page.has(".study-note"), "what is for programs is not for people");
    // Other engines play chess.
    assert!(!page.has("button[value=evaluate]"));
    let last = ann.submits(&page.pressing("#step-last")).await.shown();
    assert_eq!(last.text("#board-status"), "White wins by checkmate.");
    assert!(last.has(".board-marks .mark-check[data-square=e8]"));
    let label = last.attributes("#board .board-svg", "aria-label").concat();
    assert!(label.ends_with("Black’s king on e8 is mated"), "{label}");
    let back = ann.submits(&last.pressing("#step-back")).await.shown();
    let refused = ann.submits(&back.pressing("#play").with("turn", "Qxe8")).await.refused();
    assert!(refused.alert().contains("a pawn is on f7"), "{}", refused.alert());
    let next = ann.submits(&back.pressing("#play").with("turn", "Qxe5")).await.shown();
    assert_eq!(next.text(".node[aria-current]"), "4. Qxe5+");
    let refused = ann.submits(&next.pressing("#play").with("turn", "a6")).await.refused();
    let why = refused.alert();
    assert!(why.contains("That leaves the king on e8 in check from the queen on e5."), "{why}");
    assert_eq!(refused.value("turn"), "a6");
    let kept = ann.submits(&next.pressing("button[value=keep]")).await.shown();
    assert!(kept.text(".keeping").contains("Saved to your account"));
    assert!(ann.opens("/analysis").await.text(".analysis-of").contains("Chess: Paul against Duke"));
    let alone = ann.get(&format!("{path}/games/1.pgn")).await.text;
    assert!(!alone.contains("Variant") && alone.ends_with("4. Qxf7# 1-0\n"), "{alone}");
}
