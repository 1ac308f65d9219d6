//! A game that goes on: clocks, leave, conditional turns, and players who are mated or out of time while others play.

use sqlx::PgPool;

use super::{
    NAMES, ROUND, TWO_CORNERS, acts, game_of, game_of_six, moves, plays, sees, six, starts_from, without_clocks,
};
use crate::story::{Browser, Page, TestApp, days, seconds};

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn six_play_a_round_and_go_on_without_the_one_whose_flag_falls(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let players = six(&app).await;
    let game = game_of_six(&app, &players).await;
    let page = sees(&players[0], &game).await;
    assert_eq!(page.text("#board-status"), "Your turn: Red is to move.");
    plays(&players, &game, ROUND).await;
    assert_eq!(sees(&players[1], &game).await.text("#board-status"), "Waiting for ann.");
    app.pass(days(30) + seconds(5));
    app.sweep().await;
    assert_eq!(sees(&players[1], &game).await.text("#board-status"), "Your turn: Blue is to move.");
    assert_eq!(
        sees(&players[0], &game).await.text("#board-status"),
        "Your time ran out: you play no more turns. cleo and eve play on for your side. Waiting for ben."
    );
    let record = sees(&players[2], &game).await.text(".record");
    assert!(record.contains("ran out of time"), "{record}");
    acts(&players[0], &game, 6, &[("action", "resign"), ("confirm", "yes")]).await.refused();
    for (n, turn) in ["2c4-2c5", "3c4-3c5", "4c4-4c5", "5c4-5c5", "6c4-6c5"].into_iter().enumerate() {
        moves(&players[n + 1], &game, 6 + n, turn).await;
    }
    assert_eq!(sees(&players[1], &game).await.text("#board-status"), "Your turn: Blue is to move.", "Red is skipped");
    let card = players[1].opens("/games/mine").await.text(".game-card-words");
    assert!(card.contains("Duchess for six, round 3"), "Blue's third, though Red has made but one: {card}");
    let pgn = without_clocks(&players[3].get(&format!("{game}.pgn")).await.text);
    assert!(pgn.contains("[Red \"ann\"]") && pgn.contains("2. out 2c4-2c5 3c4-3c5"), "{pgn}");
    assert!(pgn.contains("[Variant \"Duchess 6\"]"), "{pgn}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_is_looked_into_where_a_clock_has_run_out(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let players = six(&app).await;
    let game = game_of_six(&app, &players).await;
    plays(&players, &game, ROUND).await;
    app.pass(days(30) + seconds(5));
    app.sweep().await;
    moves(&players[1], &game, 6, "2c4-2c5").await;
    let analysis = &sees(&players[1], &game).await.attributes(".tab-away", "href")[0];
    let steps = |page: &Page| page.texts(".study .node");
    let status = |page: &Page| page.text("#board-status");
    let page = players[1].opens(analysis).await;
    let last = ["1. 1c3-1c4", "2c3-2c4", "3c3-3c4", "4c3-4c4", "5c3-5c4", "6c3-6c4", "2. out of time", "2c4-2c5"];
    assert_eq!(steps(&page)[1..], last);
    assert_eq!(status(&page), "Yellow to move.");
    let page = players[1].submits(&page.pressing("#step-back")).await.shown();
    assert_eq!(status(&page), "Blue to move.", "Red is out");
    assert!(page.text("label[for=note]").contains("on 2. Red out of time"), "{}", page.text("label[for=note]"));
    let seventh = players[1].opens(&analysis.replace("ply=7", "ply=6")).await;
    assert_eq!(status(&seventh), "Blue to move.", "after the sixth turn Red's clock ran out");
    let page = players[1].submits(&page.pressing("#play").with("turn", "2d3-2d4")).await.shown();
    assert!(!page.has("[role=alert]") && status(&page) == "Yellow to move.");
    let page = players[1].submits(&page.pressing("#step-start")).await.shown();
    let page = players[1].submits(&page.pressing("#step-last")).await.shown();
    assert!(steps(&page).contains(&"2... 2d3-2d4".to_owned()), "kept: {:?}", steps(&page));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn leave_of_one_of_six_stops_their_clock_alone(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let players = six(&app).await;
    let game = game_of_six(&app, &players).await;
    plays(&players, &game, ROUND).await;
    players[0].post("/leave", &[("from", ""), ("days", "20")]).await.has_status(303);
    players[3].post("/leave", &[("from", ""), ("days", "28")]).await.has_status(303);
    app.pass(days(10));
    let clock = async |seat: &str| sees(&players[1], &game).await.text(&format!("[aria-label={seat}] .clock"));
    assert!(clock("Red").await.contains("30 days") && clock("Red").await.contains("on leave until"));
    moves(&players[0], &game, 6, "1c4-1c5").await;
    app.pass(days(12));
    assert!(
        clock("Blue").await.contains("18 days"),
        "another's leave stops no clock of Blue's: {}",
        clock("Blue").await
    );
    app.pass(days(18) + seconds(5));
    app.sweep().await;
    assert_eq!(sees(&players[2], &game).await.text("#board-status"), "Your turn: Yellow is to move.");
    assert!(sees(&players[2], &game).await.text("[aria-label=Blue]").contains("out of time"));
    acts(&players[3], &game, 7, &[("action", "resign"), ("confirm", "yes")]).await.has_status(303);
    let page = sees(&players[5], &game).await;
    assert!(page.text("#votes").starts_with("dan has voted to resign. If you resign too"), "Blue is not asked");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn conditional_turns_go_through_the_turns_of_several(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (players, game) = game_of(&app, "duchess-3", &NAMES[..3]).await;
    for (ply, turn) in ["1c3-1c4", "3c3-3c4"].into_iter().enumerate() {
        moves(&players[ply], &game, ply, turn).await;
    }
    let lines = "5c3-5c4 1d3-1d4 3d3-3d4";
    acts(&players[1], &game, 2, &[("action", "conditional"), ("lines", lines)]).await.has_status(303);
    let planned = sees(&players[1], &game).await.text(".planned");
    assert!(planned.contains("if 1... 5c3-5c4 and if 2. 1d3-1d4 then 2... 3d3-3d4"), "{planned}");
    moves(&players[2], &game, 2, "5c3-5c4").await;
    let planned = sees(&players[1], &game).await.text(".planned");
    assert!(planned.contains("if 2. 1d3-1d4 then 2... 3d3-3d4") && !planned.contains("5c3"), "{planned}");
    moves(&players[0], &game, 3, "1d3-1d4").await;
    assert_eq!(sees(&players[2], &game).await.text("#board-status"), "Your turn: Magenta is to move.", "answered");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_a_side_says_among_itself_nobody_else_reads(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let players = six(&app).await;
    let game = game_of_six(&app, &players).await;
    let said = [("action", "side-comment"), ("message", "Cyan is weak")];
    acts(&players[0], &game, 0, &said).await.has_status(303);
    for (seat, player) in players.iter().enumerate() {
        let reads = sees(player, &game).await.text("main").contains("Cyan is weak");
        assert_eq!(reads, seat % 2 == 0, "{}", NAMES[seat]);
        let pgn = player.get(&format!("{game}.pgn?comments=yes")).await.text;
        assert!(!pgn.contains("Cyan is weak"), "files are passed on");
    }
    assert!(!app.anonymous().opens(&game).await.text("main").contains("Cyan is weak"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_is_mated_reads_that_the_game_goes_on_without_them(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (players, game) = game_of(&app, "duchess-4", &NAMES[..4]).await;
    starts_from(&app, TWO_CORNERS).await;
    moves(&players[1], &game, 0, "R1c4-1c1").await;
    let status = async |viewer: &Browser| sees(viewer, &game).await.text("#board-status");
    assert_eq!(
        status(&players[0]).await,
        "You are mated, and miss your turns until that changes. The game goes on: cleo is to move."
    );
    assert_eq!(
        status(&players[2]).await,
        "Your turn: Green is to move. ann is mated, and misses every turn until that changes."
    );
    let to_others = "ann is mated, and misses every turn until that changes. The game goes on: cleo is to move.";
    assert_eq!(status(&players[3]).await, to_others);
    assert_eq!(sees(&app.anonymous(), &game).await.text(".viewing p"), to_others);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn with_two_sets_the_one_that_is_mated_is_named(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (players, game) = game_of(&app, "duchess-2x2", &NAMES[..2]).await;
    starts_from(&app, &TWO_CORNERS.replacen('4', "2x2", 1)).await;
    moves(&players[1], &game, 0, "R1c4-1c1").await;
    assert_eq!(
        sees(&players[0], &game).await.text("#board-status"),
        "Your turn: Green is to move. Red is mated, and misses every turn until that changes."
    );
    assert_eq!(
        sees(&players[1], &game).await.text("#board-status"),
        "Red is mated, and misses every turn until that changes. The game goes on: ann is to move."
    );
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_that_is_missed_stands_in_the_round_in_which_it_was(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (players, game) = game_of(&app, "duchess-4", &NAMES[..4]).await;
    starts_from(&app, TWO_CORNERS).await;
    for (ply, (seat, turn)) in [(1, "R1c4-1c1"), (2, "1d6-1d5"), (3, "K5c1-5b1")].into_iter().enumerate() {
        moves(&players[seat], &game, ply, turn).await;
    }
    let rounds = async || sees(&players[1], &game).await.texts(".round");
    assert_eq!(rounds().await, ["1. R1c4-1c1 1d6-1d5 K5c1-5b1", "2. –"], "Red is mated");
    moves(&players[1], &game, 3, "K2c1-2b1").await;
    assert_eq!(rounds().await, ["1. R1c4-1c1 1d6-1d5 K5c1-5b1", "2. – K2c1-2b1"]);
    let page = sees(&players[1], &game).await;
    assert_eq!(page.attributes(".turn-missed [role=img]", "aria-label"), ["Red misses its turn"]);
    let analysis = players[1].opens(&page.attributes(".tab-away", "href")[0]).await;
    assert_eq!(analysis.text(".study-turns"), "1... R1c4-1c1 1d6-1d5 K5c1-5b1 2. – K2c1-2b1");
    let conditionals = players[2].opens(&format!("{game}/conditionals")).await;
    assert!(
        conditionals.text(".conditionals-game a:first-child").ends_with("against ben and dan (with ann)"),
        "partners are none"
    );
    let pgn = players[1].get(&format!("{game}.pgn")).await.text;
    let turns = without_clocks(&pgn);
    assert!(turns.contains("\n1. .. R1c4-1c1 1d6-1d5 K5c1-5b1\n2. -- K2c1-2b1\n*"), "{turns}");
    let empty = players[1].opens("/analysis?variant=duck").await;
    let pasted = empty.pressing("button[value=open]").with("text", &pgn);
    let read = players[1].submits(&pasted).await.shown();
    assert_eq!(read.text(".study-turns"), analysis.text(".study-turns"), "it comes back as it was");
}
