//! Duchess: games of two to six players on one round board, from the challenge to the end.

use domain::rules::pgn::PgnReader;
use sqlx::PgPool;

use crate::story::{Answer, Browser, Page, TestApp, days, seconds};

const NAMES: [&str; 6] = ["ann", "ben", "cleo", "dan", "eve", "flo"];
pub const ROUND: &str = "1c3-1c4 2c3-2c4 3c3-3c4 4c3-4c4 5c3-5c4 6c3-6c4";

/// Blue and Magenta, to move, mate both of the others within three turns.
const TWO_CORNERS: &str = "4 2 K1a1/R1e2R1c4K2c1/K4a1P1d6/R4e2R4c4K5c1";

pub async fn six(app: &TestApp) -> [Browser; 6] {
    let [ann, ben, cleo, dan, eve, flo] = NAMES.map(|name| app.signed_up(name));
    [ann.await, ben.await, cleo.await, dan.await, eve.await, flo.await]
}

pub async fn challenges(by: &Browser, variant: &str, fields: &[(&str, &str)]) -> Answer {
    let usual = [("variant", variant), ("seat", "first"), ("clock", "standard"), ("rated", "yes")];
    by.post("/challenges/new", &[&usual[..], fields].concat()).await
}

/// As many as a game takes sit down one after the other, and the address of their game.
async fn game_of(app: &TestApp, variant: &str, names: &[&str]) -> (Vec<Browser>, String) {
    let mut players = Vec::new();
    for name in names {
        players.push(app.signed_up(name).await);
    }
    let challenge = challenges(&players[0], variant, &[]).await.leads_to().to_owned();
    let mut led_to = challenge.clone();
    for player in &players[1..] {
        player.post(&format!("{challenge}/accept"), &[]).await.leads_to().clone_into(&mut led_to);
    }
    (players, led_to)
}

/// A game as it is written without the times that the clocks showed.
fn without_clocks(pgn: &str) -> String {
    let mut game = PgnReader::new(pgn.as_bytes()).next().unwrap().unwrap();
    game.line.turns.iter_mut().for_each(|step| step.clock = None);
    game.to_string()
}

/// A game without turns starts from this position.
async fn starts_from(app: &TestApp, fen: &str) {
    let start = serde_json::json!({ "start": fen });
    sqlx::query("update games set setup = setup || $1").bind(start).execute(app.pool()).await.unwrap();
}

/// Six sit down one after the other; the address of their game.
pub async fn game_of_six(app: &TestApp, players: &[Browser; 6]) -> String {
    let fields = [("partners", "cleo, eve"), ("opponent", "ben")];
    let challenge = challenges(&players[0], "duchess-6", &fields).await.leads_to().to_owned();
    let own = players[0].opens("/lobby").await.attributes(".seat-icon .seat-red use", "href");
    assert!(own[0].ends_with("#token-round"), "the challenger's own seat: {own:?}");
    assert_eq!(players[0].opens("/lobby").await.texts("[data-label=Against]"), ["ben, anyone"], "partners are none");
    for (seat, player) in players.iter().enumerate().skip(1).take(4) {
        let path = format!("{challenge}/seats/{seat}");
        assert_eq!(player.post(&path, &[]).await.leads_to(), challenge, "{}", NAMES[seat]);
    }
    let game = players[5].post(&format!("{challenge}/accept"), &[]).await.leads_to().to_owned();
    assert!(game.starts_with("/games/"), "{game}");
    assert!(app.count("select count(*) from game_seats").await == 6);
    game
}

pub async fn acts(player: &Browser, game: &str, ply: usize, fields: &[(&str, &str)]) -> Answer {
    let ply = ply.to_string();
    player.post(&format!("{game}/actions"), &[&[("ply", ply.as_str())], fields].concat()).await
}

pub async fn moves(player: &Browser, game: &str, ply: usize, turn: &str) {
    acts(player, game, ply, &[("action", "move"), ("turn", turn)]).await.has_status(303);
}

pub async fn plays(players: &[Browser; 6], game: &str, turns: &str) {
    for (ply, turn) in turns.split_whitespace().enumerate() {
        let seat = turn.trim_start_matches(|c: char| c.is_ascii_uppercase()).as_bytes()[0] - b'1';
        moves(&players[usize::from(seat)], game, ply, turn).await;
    }
}

async fn sees(player: &Browser, game: &str) -> Page {
    player.opens(game).await
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_challenger_chooses_any_seat_and_is_told_what_a_game_does_not_have(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let mut players = Vec::new();
    for name in NAMES {
        players.push(app.signed_up(name).await);
    }
    let ann = &players[0];
    let usual = [("clock", "standard"), ("rated", "yes")];
    let tries = async |fields: &[(&str, &str)]| ann.post("/challenges/new", &[&usual[..], fields].concat()).await;
    for (variant, seat, plays) in [
        ("duchess-6", "sixth", "Cyan"),
        ("duchess-4", "third", "Green"),
        ("duchess-3", "second", "Yellow"),
        ("duchess-2x2", "second", "Blue and Magenta"),
        ("duchess-2", "second", "Green"),
    ] {
        let made = tries(&[("variant", variant), ("seat", seat)]).await.leads_to().to_owned();
        let facts = ann.opens(&made).await.text(".facts");
        assert!(facts.contains(&format!("You play{plays} ")), "{facts}");
    }
    for (fields, reason) in [
        (
            [("variant", "duchess-3"), ("seat", "fourth"), ("partners", ""), ("opponent", "ben")],
            "Duchess for three has no fourth seat: choose Red, Yellow or Magenta, or random.",
        ),
        (
            [("variant", "duchess-2"), ("seat", "third"), ("partners", ""), ("opponent", "ben")],
            "Duchess for two has no third seat: choose Red or Green, or random.",
        ),
        (
            [("variant", "duchess-3"), ("seat", "first"), ("partners", "cleo"), ("opponent", "ben")],
            "There are no partners in Duchess for three: leave the field empty.",
        ),
        (
            [("variant", "duchess-4"), ("seat", "first"), ("partners", "cleo, dan"), ("opponent", "ben")],
            "In Duchess for four there is one seat on your side besides yours, and you name 2 players.",
        ),
        (
            [("variant", "duchess-4"), ("seat", "random"), ("partners", "cleo"), ("opponent", "ben, dan, eve")],
            "In Duchess for four there are 2 seats against you, and you name 3 players.",
        ),
        (
            [("variant", "duchess-2"), ("seat", "first"), ("partners", ""), ("opponent", "ben, dan")],
            "This game is for two: name one opponent, or leave the field empty for anyone.",
        ),
    ] {
        let page = tries(&fields).await.refused();
        assert_eq!(page.texts("[role=alert] li"), [reason]);
        for (name, value) in fields {
            assert_eq!(page.value(name), value, "{reason}: {name} is kept");
        }
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn seats_are_filled_one_by_one_and_the_game_begins_with_the_last(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let players = six(&app).await;
    let [ann, ben, cleo, dan, ..] = &players;
    let fields = [("partners", "cleo"), ("opponent", "ben")];
    let challenge = challenges(ann, "duchess-6", &fields).await.leads_to().to_owned();
    let page = cleo.opens(&challenge).await;
    let invited = page.text(".places");
    assert!(invited.contains("You are invited") && invited.contains("ben is invited"), "{invited}");
    assert!(!invited.contains("cleo"), "nobody is spoken of to themselves: {invited}");
    let seen_by_dan = dan.opens(&challenge).await.text(".places");
    assert!(seen_by_dan.contains("cleo is invited"), "{seen_by_dan}");
    assert_eq!(page.texts(".place-name")[0], "Red, with Yellow and Magenta");
    let open = "3 seats are open to anyone. You and ben are invited. The game begins when the last seat is taken.";
    assert_eq!(page.text("#challenge-state"), open);
    let plays = async |player: &Browser| player.opens("/lobby").await.texts("[data-label='You play']");
    assert_eq!(plays(dan).await, ["One of 3 seats"], "the others are kept");
    assert_eq!(plays(cleo).await, ["Yellow"], "the seat that is kept for her");
    assert_eq!(
        cleo.opens(&challenge).await.texts(".place-take summary").len(),
        4,
        "one more to her side, or two to the other"
    );
    players[4].post(&format!("{challenge}/seats/4"), &[]).await.has_status(303);
    let offered = cleo.opens(&challenge).await.attributes(".place-take:has(summary)", "action");
    let brings = [3, 5].map(|seat| format!("{challenge}/seats/{seat}"));
    assert_eq!(offered, brings, "on her own side there is no seat left for another");
    players[4].post(&format!("{challenge}/leave"), &[]).await.has_status(303);
    let lobby = cleo.opens("/lobby").await;
    assert!(lobby.text("main").contains("Duchess for six"));
    assert_eq!(lobby.text("[data-count=challenges]"), "Lobby 1 waiting for your answer");
    assert_eq!(ann.opens("/lobby").await.text("[data-count=challenges]"), "Lobby", "her own place is taken");
    dan.post(&format!("{challenge}/seats/2"), &[]).await.refused();
    dan.post(&format!("{challenge}/seats/3"), &[("partners", "flo")]).await.has_status(303);
    dan.post(&format!("{challenge}/seats/5"), &[]).await.refused();
    ben.post(&format!("{challenge}/decline"), &[]).await.has_status(303);
    assert!(dan.opens(&challenge).await.text(".places").contains("Open to anyone"));
    ben.post(&format!("{challenge}/seats/1"), &[]).await.has_status(303);
    ben.post(&format!("{challenge}/leave"), &[]).await.has_status(303);
    ann.post(&format!("{challenge}/leave"), &[]).await.refused();
    ben.post(&format!("{challenge}/withdraw"), &[]).await.has_status(403);
    ann.post(&format!("{challenge}/withdraw"), &[]).await.has_status(303);
    ben.post(&format!("{challenge}/seats/1"), &[]).await.refused();
}

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
    assert!(conditionals.text(".conditionals-game").ends_with("against ben and dan (with ann)"), "partners are none");
    let pgn = players[1].get(&format!("{game}.pgn")).await.text;
    let turns = without_clocks(&pgn);
    assert!(turns.contains("\n1. .. R1c4-1c1 1d6-1d5 K5c1-5b1\n2. -- K2c1-2b1\n*"), "{turns}");
    let empty = players[1].opens("/analysis?variant=duck").await;
    let pasted = empty.pressing("button[value=open]").with("text", &pgn);
    let read = players[1].submits(&pasted).await.shown();
    assert_eq!(read.text(".study-turns"), analysis.text(".study-turns"), "it comes back as it was");
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

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_rematch_of_four_asks_everybody_and_leads_there_and_back(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (players, game) = game_of(&app, "duchess-4", &NAMES[..4]).await;
    let [ann, ben, cleo, dan] = &players[..] else { panic!("four play") };
    for player in [ann, cleo] {
        acts(player, &game, 0, &[("action", "resign"), ("confirm", "yes")]).await.has_status(303);
    }
    acts(ben, &game, 0, &[("action", "rematch")]).await.has_status(303);
    let outcome = async |player: &Browser| sees(player, &game).await.text(".outcome");
    let asked = outcome(ann).await;
    assert!(asked.contains("ben offers a rematch.") && asked.contains("Answer the rematch"), "{asked}");
    assert!(!asked.contains("Offer a rematch"), "one is enough: {asked}");
    let own = outcome(ben).await;
    assert!(own.contains("You have offered a rematch.") && own.contains("See its seats"), "{own}");
    assert!(!sees(&app.anonymous(), &game).await.text(".outcome").contains("rematch"));

    let again = sees(ann, &game).await.attributes(".outcome a.button", "href")[0].clone();
    let places = ann.opens(&again).await.texts(".places li");
    assert!(
        places[0].contains("Red") && places[0].contains("dan is invited"),
        "everybody moves on by one seat: {places:?}"
    );
    for player in [ann, cleo] {
        player.post(&format!("{again}/accept"), &[]).await.has_status(303);
    }
    assert!(outcome(ann).await.contains("See its seats"), "ann has hers");
    dan.post(&format!("{again}/decline"), &[]).await.has_status(303);
    assert!(outcome(dan).await.contains("See its seats"), "it is open to anyone now, dan too");
    let next = dan.post(&format!("{again}/seats/0"), &[]).await.leads_to().to_owned();
    assert!(next.starts_with("/games/"), "{next}");
    for browser in [ann, dan, &app.anonymous()] {
        assert_eq!(sees(browser, &game).await.attributes(".outcome a", "href"), [next.as_str()], "on to the rematch");
        assert_eq!(sees(browser, &next).await.attributes(".record-note a", "href"), [game.as_str()], "and back");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nobody_is_asked_to_seats_without_end(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let players = six(&app).await;
    let [ann, ben, cleo, ..] = &players;
    for _ in 0..10 {
        challenges(ann, "duchess-6", &[("opponent", "ben")]).await.has_status(303);
    }
    let page = challenges(ann, "duchess-6", &[("opponent", "ben")]).await.refused();
    let says = "You have challenged ben 10 times since yesterday without being accepted. Give them time to answer.";
    assert!(page.alert().contains(says), "{}", page.alert());
    challenges(ann, "duck", &[("opponent", "ben")]).await.refused();
    challenges(ann, "duchess-6", &[("opponent", "dan")]).await.has_status(303);

    // Nor as partners, by who sits down in the challenges of others; places that were declined count too.
    for _ in 0..10 {
        let challenge = challenges(cleo, "duchess-6", &[]).await.leads_to().to_owned();
        ann.post(&format!("{challenge}/seats/1"), &[("partners", "flo")]).await.has_status(303);
        players[5].post(&format!("{challenge}/decline"), &[]).await.has_status(303);
    }
    let challenge = challenges(ben, "duchess-6", &[]).await.leads_to().to_owned();
    let page = ann.post(&format!("{challenge}/seats/1"), &[("partners", "flo")]).await.refused();
    assert!(page.alert().contains("You have challenged flo 10 times"), "{}", page.alert());
    assert_eq!(page.value("partners"), "flo", "what was typed is kept");
    assert!(page.texts(".places li")[1].contains("Open to anyone"), "and nothing has changed");
    app.pass(days(1));
    ann.post(&format!("{challenge}/seats/1"), &[("partners", "flo")]).await.has_status(303);
}
