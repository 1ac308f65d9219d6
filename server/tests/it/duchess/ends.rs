//! Who wins, and when.

use sqlx::PgPool;

use super::{NAMES, ROUND, TWO_CORNERS, acts, challenges, game_of, game_of_six, moves, plays, sees, six, starts_from};
use crate::story::{Browser, TestApp};

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_side_wins_when_the_other_has_resigned_as_a_whole_and_all_six_are_rated(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let players = six(&app).await;
    let game = game_of_six(&app, &players).await;
    plays(&players, &game, ROUND).await;
    let asked = acts(&players[1], &game, 6, &[("action", "resign")]).await.refused().alert();
    assert_eq!(
        asked,
        "Resign this game? It is lost as soon as dan and flo have resigned too; until then you can take it back."
    );
    let asked = acts(&players[1], &game, 6, &[("action", "resign"), ("message", "I give up")]).await.refused();
    assert_eq!(asked.text(".question-message figcaption"), "With your message, which only your partners can read");
    let shown = async |browser: &Browser| {
        let page = browser.opens(&game).await;
        (page.text("main"), page.attributes("main", "data-events"), browser.get(&format!("{game}.pgn")).await.text)
    };
    let before = (shown(&players[0]).await, shown(&app.anonymous()).await);
    for seat in [1, 3, 5] {
        assert_eq!((shown(&players[0]).await, shown(&app.anonymous()).await), before, "{seat}");
        if seat == 5 {
            let page = sees(&players[5], &game).await;
            let said = "ben and dan have voted to resign. If you resign too, the game ends, and your side has lost it.";
            assert_eq!(page.text("#votes"), said);
            assert!(page.text("[aria-label=Blue]").contains("wants to resign"));
            let asked = acts(&players[5], &game, 6, &[("action", "resign")]).await.refused().alert();
            assert_eq!(
                asked,
                "Resign this game? ben and dan have voted for it already: the game ends at once, and your side has lost \
                 it. This cannot be undone."
            );
        }
        let message = if seat == 1 { "I give up" } else { "" };
        let resigns = [("action", "resign"), ("message", message), ("confirm", "yes")];
        acts(&players[seat], &game, 6, &resigns).await.has_status(303);
        assert!(sees(&players[5], &game).await.text("main").contains("I give up"), "{seat}");
        let told = sees(&players[5], &game).await.text(".record").matches("voted to resign").count();
        assert_eq!(told, if seat == 1 { 1 } else { 2 }, "{seat}");
    }
    let page = sees(&players[0], &game).await;
    assert!(page.text(".record-result").starts_with("Red, Yellow and Magenta win by resignation"));
    assert!(!page.text(".record").contains("resigned, which counts"));
    let record = sees(&players[1], &game).await.text(".record");
    assert_eq!(record.matches("voted to resign").count(), 2, "{record}");
    assert!(!record.contains("plays on"), "nobody does: {record}");
    assert_eq!(app.rate().await, 1);
    let changes = app.column("select (rating_after > rating_before)::text from rating_changes order by seat").await;
    assert_eq!(changes, ["true", "false", "true", "false", "true", "false"]);
    let pgn = players[0].get(&format!("{game}.pgn")).await.text;
    assert!(pgn.contains("[RedElo \"1500\"]") && pgn.contains("[CyanElo \"1500\"]"), "{pgn}");
    let mine = players[2].opens("/games/mine").await;
    let row = ["Colour", "Result", "Score"].map(|of| mine.text(&format!("[data-label={of}]")));
    assert_eq!(row, ["Yellow", "You won by resignation", "1–0"]);
    assert_eq!(mine.texts(".list tbody th"), ["ben, dan and flo (with ann and eve)"], "partners are no opponents");
    let history = app.anonymous().opens("/players/cleo").await.texts(".rating-history tbody th");
    assert_eq!(history, ["ben, dan and flo (with ann and eve)"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_team_wins_when_both_kings_of_the_other_are_mated_at_once(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (players, game) = game_of(&app, "duchess-4", &NAMES[..4]).await;
    starts_from(&app, TWO_CORNERS).await;
    let turns = [(1, "R1c4-1c1"), (2, "1d6-1d5"), (3, "R4c4-4c1")];
    for (ply, (seat, turn)) in turns.into_iter().enumerate() {
        moves(&players[seat], &game, ply, turn).await;
        let page = sees(&players[seat], &game).await;
        assert_eq!(page.text("[aria-label=Red]").contains("mated"), ply < 2, "said while it goes on");
        assert!(page.has("#board [data-piece='red wK'] [transform]"), "it lies on its side");
    }
    let result = sees(&players[0], &game).await.text(".record-result");
    assert!(result.starts_with("Blue and Magenta win by checkmate"), "{result}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn of_three_the_player_on_the_right_of_the_beaten_one_wins(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (players, game) = game_of(&app, "duchess-3", &NAMES[..3]).await;
    for (ply, turn) in ["1c3-1c4", "3c3-3c4", "5c3-5c4"].into_iter().enumerate() {
        moves(&players[ply], &game, ply, turn).await;
    }
    acts(&players[2], &game, 3, &[("action", "resign"), ("confirm", "yes")]).await.has_status(303);
    let result = sees(&players[0], &game).await.text(".record-result");
    assert!(result.starts_with("Yellow wins by resignation"), "{result}");
    assert_eq!(app.rate().await, 1);
    let changes = app.column("select (rating_after > rating_before)::text from rating_changes order by seat").await;
    assert_eq!(changes, ["false", "true", "false"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn one_plays_two_sets_against_another(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let challenge = challenges(&ann, "duchess-2x2", &[("opponent", "ben")]).await.leads_to().to_owned();
    let game = ben.post(&format!("{challenge}/accept"), &[]).await.leads_to().to_owned();
    let turns = [(&ann, "1c3-1c4"), (&ben, "2c3-2c4"), (&ann, "4c3-4c4"), (&ben, "5c3-5c4"), (&ann, "1c4-1c5")];
    for (ply, (player, turn)) in turns.into_iter().enumerate() {
        moves(player, &game, ply, turn).await;
    }
    assert_eq!(sees(&ben, &game).await.text("#board-status"), "Your turn: Blue is to move.");
    acts(&ben, &game, 5, &[("action", "resign"), ("confirm", "yes")]).await.has_status(303);
    let result = sees(&ann, &game).await.text(".record-result");
    assert!(result.starts_with("Red and Green win by resignation"), "{result}");
    assert_eq!(app.rate().await, 1);
    assert_eq!(app.count("select count(*) from rating_changes").await, 2);
}
