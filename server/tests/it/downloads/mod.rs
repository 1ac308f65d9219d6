//! Games taken home: FEN and PGN at every ply, and what is not in them for strangers.

use domain::rules::pgn::{PgnGame, PgnReader, PgnResult};
use sqlx::PgPool;

use crate::story::{Browser, Table, TestApp, WHOLE_GAME, hours, seconds, turns_of};

/// The positions of the whole game, from the start to the end, as an independent model of the rules writes them.
const FENS: &str = include_str!("whole-game.fens");

/// The one game in a PGN.
fn read(pgn: &str) -> PgnGame {
    let mut games = PgnReader::new(pgn.as_bytes());
    let game = games.next().unwrap().unwrap();
    assert!(games.next().is_none());
    game
}

/// Its turns in standard notation.
fn turns(game: &PgnGame) -> Vec<String> {
    let mut position = game.start.clone();
    let mut texts = Vec::new();
    for step in &game.line.turns {
        texts.push(position.write_entry(step.turn));
        position = position.after(step.turn);
    }
    texts
}

async fn pgn(browser: &Browser, path: &str) -> String {
    let answer = browser.get(path).await;
    answer.has_status(200);
    assert_eq!(answer.header("content-type"), "application/vnd.chess-pgn; charset=utf-8");
    answer.text
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn every_position_is_there_as_fen(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play(WHOLE_GAME).await;
    let anonymous = app.anonymous();
    let fens: Vec<_> = FENS.lines().collect();
    assert_eq!(fens.len(), 27);
    for (ply, fen) in fens.iter().enumerate() {
        let answer = anonymous.get(&format!("{}.fen?ply={ply}", table.game)).await;
        assert_eq!(answer.has_status(200).text, format!("{fen}\n"), "ply {ply}");
        assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
    }
    let last = anonymous.get(&format!("{}.fen", table.game)).await;
    assert_eq!(last.text.trim_end(), fens[26]);
    anonymous.get(&format!("{}.fen?ply=27", table.game)).await.has_status(404);
    assert_eq!(app.column("select fen from games").await, [fens[26]], "lists show the same");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_pgn_holds_exactly_the_turns(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play(WHOLE_GAME).await;
    table.white.does("resign", 26, &[("confirm", "yes")]).await.leads_to();
    let played: Vec<_> = turns_of(WHOLE_GAME).collect();
    for ply in [0, 1, 2, 13, 25, 26] {
        let game = read(&pgn(&app.anonymous(), &format!("{}.pgn?ply={ply}", table.game)).await);
        assert_eq!(turns(&game), played[..ply], "ply {ply}");
        assert_eq!(game.result, if ply == 26 { PgnResult::SecondSideWon } else { PgnResult::Open });
    }
    let whole = read(&pgn(&app.anonymous(), &format!("{}.pgn", table.game)).await);
    assert_eq!(turns(&whole), played);
    assert_eq!(whole.last_position().fen(), FENS.lines().last().unwrap());
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_pgn_says_what_others_write_too(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let opening: Vec<_> = turns_of(WHOLE_GAME).take(5).collect();
    table.white.says(0, "Good luck").await.leads_to();
    table.play(&opening.join(" ")).await;
    app.pass(hours(36));
    table.black.says(5, "A {brace}\nand \"quotes\"").await.leads_to();
    table.white.does("resign", 5, &[("confirm", "yes")]).await.leads_to();
    let answer = table.white.browser.get(&format!("{}.pgn?comments=yes", table.game)).await;
    let name = format!("attachment; filename=\"mallard-{}.pgn\"", table.id());
    assert_eq!(answer.header("content-disposition"), name);
    let site = format!("{}{}", app.anonymous().site(), table.game);
    insta::assert_snapshot!(answer.text.replace(&site, "<the game's page>"), @r#"
    [Event "Mallard, casual"]
    [Site "<the game's page>"]
    [Date "2026.03.02"]
    [Round "-"]
    [White "kwik"]
    [Black "kwek"]
    [Result "0-1"]
    [Variant "Duck"]
    [EndDate "2026.03.04"]
    [Termination "Normal"]
    [TimeControl "2592000+86400"]
    [UTCDate "2026.03.02"]
    [UTCTime "12:00:00"]

    {kwik: Good luck} 1. e4@c6 {[%clk 720:00:00]} 1... e6@e2 {[%clk 720:00:00]} 2.
    d4@d6 {[%clk 744:00:00]} 2... Nf6@e2 {[%clk 744:00:00]} 3. Nc3@e7
    {[%clk 768:00:00] kwek: A {brace) and "quotes"} 0-1
    "#);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_pgn_has_the_clocks_and_is_read_with_them(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    app.pass(hours(1));
    table.play("e4@c6 e6@e2").await;
    app.pass(hours(25) + seconds(1));
    table.play("d4@d6").await;
    let text = pgn(&app.anonymous(), &format!("{}.pgn", table.game)).await;
    let game = read(&text);
    let clocks: Vec<_> = game.line.turns.iter().map(|step| step.clock.unwrap().as_secs()).collect();
    assert_eq!(clocks, [720 * 3600, 720 * 3600, 718 * 3600 + 59 * 60 + 59], "the first round costs nothing");
    assert!(text.contains("{[%clk 718:59:59]}"), "{text}");
    assert_eq!(game.to_string(), text, "as it was written");
    let until = read(&pgn(&app.anonymous(), &format!("{}.pgn?ply=1", table.game)).await);
    assert_eq!(until.line.turns.len(), 1);
    let tags = ["WhiteElo", "BlackElo"].map(|tag| game.tags.get(tag));
    assert_eq!(tags, [None, None], "the game is not rated");
    // The analysis board takes the file, clocks and all.
    let empty = table.white.browser.opens("/analysis?variant=duck").await;
    let pasted = empty.pressing("button[value=open]").with("text", &text);
    let opened = table.white.browser.submits(&pasted).await.shown();
    assert_eq!(opened.text(".study-turns"), "1. e4@c6 e6@e2 2. d4@d6");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_pgn_of_a_rated_game_has_the_ratings_before_it(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let ratings = async |table: &Table| {
        let game = read(&pgn(&app.anonymous(), &format!("{}.pgn", table.game)).await);
        ["WhiteElo", "BlackElo"].map(|tag| game.tags.get(tag).map(str::to_owned))
    };
    for before in [["1500", "1500"], ["1338", "1662"]] {
        let table = Table::begin(&ann, &ben, &[("rated", "yes")]).await;
        table.play("e4@c6 e6@e2").await;
        assert_eq!(ratings(&table).await, [None, None], "it may change while they play");
        table.white.does("resign", 2, &[("confirm", "yes")]).await.leads_to();
        assert_eq!(ratings(&table).await, [None, None], "it has not been rated yet");
        app.rate().await;
        assert_eq!(ratings(&table).await, before.map(|points| Some(points.to_owned())));
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_players_say_to_each_other_is_theirs(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6").await;
    table.black.says(1, "My aunt is ill").await.leads_to();
    table.white.does("move", 1, &[("turn", "e5@a3"), ("message", "unsent")]).await.refused();
    let path = format!("{}.pgn?comments=yes", table.game);
    assert!(pgn(&table.white.browser, &path).await.contains("{[%clk 720:00:00] kwek: My aunt is ill}"));
    assert!(!pgn(&table.white.browser, &format!("{}.pgn", table.game)).await.contains("aunt"), "only when asked for");
    for stranger in [&app.anonymous(), &app.signed_up("kwak").await] {
        assert!(!pgn(stranger, &path).await.contains("aunt"));
        for page in [&table.game, &format!("{}?ply=1", table.game), "/players/kwek"] {
            assert!(!stranger.get(page).await.text.contains("aunt"), "{page}");
        }
        let panel = format!("{}?tab=share", table.game);
        let downloads = stranger.opens(&panel).await.text(".downloads");
        assert!(downloads.contains("PGN") && !downloads.contains("comments"), "{downloads}");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nobody_on_the_way_keeps_a_file_for_others(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    for file in [".pgn", ".pgn?comments=yes", ".fen"] {
        let answer = table.white.browser.get(&format!("{}{file}", table.game)).await;
        assert_eq!(answer.header("cache-control"), "private, no-cache", "{file}");
    }
}
