//! Duchess: games of two to six players on one round board, from the challenge to the end.

mod ends;
mod play;
mod seats;

use domain::rules::pgn::PgnReader;

use crate::story::{Answer, Browser, Page, TestApp};

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
pub async fn game_of(app: &TestApp, variant: &str, names: &[&str]) -> (Vec<Browser>, String) {
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
