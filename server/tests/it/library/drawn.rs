//! Games and searches drawn by lot.

use domain::rules::position::Position;
use domain::rules::variant::Variant;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::story::{Browser, Table, TestApp, hours};

/// What is in all that players of the drawn games write: no page, file or feed says it.
pub const SECRET: &str = "quackery";

const PLAYERS: [&str; 4] = ["kwik", "kwek", "kwak", "donald"];
const OPENINGS: [&str; 6] = ["", "Nf3@e5", "Nf3@e5 Nf6@e4", "e4@c6", "e4@c6 e6@e2 d4@d6 Nf6@e2", "e4@a6 d5@a3 exd5@a6"];
/// What they write, by word.
const WORDS: [&str; 4] = ["alpha", "beta", "gamma", "delta"];
const TAGS: [&str; 2] = ["model", "to study"];

/// So many games of four players, of some variants, finished and running, with messages and notes.
pub async fn play(app: &TestApp, games: usize) {
    let mut lot = StdRng::seed_from_u64(1);
    let mut players = Vec::new();
    for name in PLAYERS {
        players.push(app.signed_up(name).await);
    }
    for _ in 0..games {
        app.pass(hours(lot.random_range(1..20)));
        let (white, black) = draw_pair(&players, &mut lot);
        let variant = ["duck", "three-check-duck"][lot.random_range(0..2)];
        let rated: &[_] = if lot.random_range(0..2) == 0 { &[("rated", "yes")] } else { &[] };
        let public: &[_] = if lot.random_range(0..2) == 0 { &[("public", "yes")] } else { &[] };
        let table = Table::begin(white, black, &[&[("variant", variant)], rated, public].concat()).await;
        let turns = *OPENINGS.choose(&mut lot).unwrap();
        table.play(turns).await;
        let made = turns.split_whitespace().count();
        write(&table, made, &mut lot).await;
        let looker_on = &players[lot.random_range(0..players.len())];
        let kibitz = [("kibitz", &*words(&mut lot)), ("ply", "0")];
        // Refused of a game that is not public, and of one's own.
        looker_on.post(&format!("{}/kibitz", table.game), &kibitz).await;
        let tag = *TAGS.choose(&mut lot).unwrap();
        looker_on.post(&format!("{}/tags", table.game), &[("tags", tag)]).await.leads_to();
        match lot.random_range(0..4) {
            0 => {}
            1 if made >= 2 => {
                let (by, to) = (table.seat(made + 1), table.seat(made));
                by.does("offer-draw", made, &[]).await.leads_to();
                to.does("accept-draw", made, &[("confirm", "yes")]).await.leads_to();
            }
            other => {
                let loser = if other == 2 { &table.white } else { &table.black };
                loser.does("resign", made, &[("confirm", "yes")]).await.leads_to();
            }
        }
        if lot.random_range(0..3) == 0 {
            write(&table, made, &mut lot).await;
        }
    }
    // The computer has looked through some of them, and given others up.
    app.execute(
        "insert into game_evaluations (game_id, asked_by, asked_at, positions, ended_at, failure)
        select id, (select min(id) from players), ended_at, 1, ended_at, case when n % 5 = 0 then 'gone' end
        from (select id, ended_at, row_number() over (order by begun_at, id) as n from games where ended_at is not null) game
        where n % 3 = 0",
    )
    .await;
}

/// A message of White, perhaps one of Black, and perhaps a private note of each.
async fn write(table: &Table, ply: usize, lot: &mut StdRng) {
    table.white.says(ply, &words(lot)).await.leads_to();
    if lot.random_range(0..2) == 0 {
        table.black.says(ply, &words(lot)).await.leads_to();
    }
    for player in [&table.white, &table.black] {
        if lot.random_range(0..2) == 0 {
            player.does("note", ply, &[("message", &words(lot))]).await.leads_to();
        }
    }
}

/// One word or two, and the secret.
fn words(lot: &mut StdRng) -> String {
    format!("{SECRET} {} {}", WORDS.choose(lot).unwrap(), WORDS.choose(lot).unwrap())
}

/// The positions of Duck Chess that some turns lead to.
fn positions(turns: &str) -> Vec<String> {
    let mut position = Position::start(Variant::Duck);
    let mut fens = vec![position.fen()];
    for turn in turns.split_whitespace() {
        position = position.play(position.read_turn(turn).unwrap());
        fens.push(position.fen());
    }
    fens
}

/// Some turns, of which one may have any duck.
fn with_any_duck(turns: &str, lot: &mut StdRng) -> String {
    let mut turns: Vec<&str> = turns.split(' ').collect();
    let open = lot.random_range(0..turns.len());
    turns[open] = turns[open].split('@').next().unwrap();
    turns.join(" ")
}

/// The men of White or Black at the beginning, but for some pawns.
fn men(without: usize) -> String {
    format!("KQRRBBNN{}", "P".repeat(8 - without))
}

fn draw_pair<'a>(players: &'a [Browser], lot: &mut StdRng) -> (&'a Browser, &'a Browser) {
    let first = lot.random_range(0..players.len());
    let second = (first + lot.random_range(1..players.len())) % players.len();
    (&players[first], &players[second])
}

/// A search drawn by lot: its fields.
pub fn search(lot: &mut StdRng) -> Vec<(&'static str, String)> {
    let mut fields = Vec::new();
    let mut ask = |lot: &mut StdRng, name, values: &[&str]| {
        if lot.random_range(0..4) == 0 {
            fields.push((name, (*values.choose(lot).unwrap()).to_owned()));
        }
    };
    ask(lot, "player", &PLAYERS);
    ask(lot, "opponent", &PLAYERS);
    ask(lot, "variant", &["duck", "three-check-duck", "duchess-2"]);
    ask(lot, "result", &["1-0", "0-1", "1/2-1/2", "*"]);
    ask(lot, "ending", &["resigned", "agreed", "cancelled"]);
    ask(lot, "rated", &["yes", "no"]);
    ask(lot, "length-from", &["1", "2", "3"]);
    ask(lot, "length-to", &["1", "3", "4"]);
    let open: Vec<String> = OPENINGS[1..].iter().map(|turns| with_any_duck(turns, lot)).collect();
    let turns: Vec<&str> = OPENINGS[1..].iter().copied().chain(open.iter().map(String::as_str)).collect();
    ask(lot, "turns", &turns);
    ask(lot, "rating-from", &["1400", "1500"]);
    ask(lot, "rating-to", &["1499", "1600"]);
    ask(lot, "analysis", &["yes"]);
    let positions: Vec<String> = OPENINGS.iter().flat_map(|turns| positions(turns)).collect();
    ask(lot, "fen", &positions.iter().map(String::as_str).collect::<Vec<_>>());
    ask(lot, "from", &["2026-03-05", "2026-03-10"]);
    ask(lot, "to", &["2026-03-12"]);
    ask(lot, "sort", &["oldest", "longest", "shortest", "rating"]);
    let material = [(0, 0), (0, 1), (1, 0)].map(|(white, black)| format!("{}-{}", men(white), men(black)));
    ask(lot, "material", &material.each_ref().map(String::as_str));
    let pieces = [
        "White Nf3, duck e5",
        "White e4",
        "White e4 d4, Black e6",
        "Black Nf6, duck e4",
        "White Nf3 e2, Black Ng8",
        "White Kd2",
    ];
    ask(lot, "pieces", &pieces);
    ask(lot, "tag", &TAGS);
    ask(lot, "note", &["alpha", "beta delta"]);
    ask(lot, "words", &["gamma", "alpha beta", SECRET]);
    if lot.random_range(0..6) == 0 {
        // What men on squares are found with in ways of their own.
        fields.retain(|(name, _)| ["pieces", "fen", "variant", "result", "sort"].contains(name));
    }
    let has = |name: &str, fields: &[(&str, String)]| fields.iter().any(|(other, _)| *other == name);
    if has("player", &fields) && lot.random_range(0..3) == 0 {
        fields.push(("seat", ["first", "second", "white", "black"][lot.random_range(0..4)].to_owned()));
    }
    if has("player", &fields) && lot.random_range(0..3) == 0 {
        fields.push(("outcome", ["won", "drawn", "lost"][lot.random_range(0..3)].to_owned()));
    }
    // Turns and positions of Duck Chess are none of Duchess.
    if fields.contains(&("variant", "duchess-2".to_owned())) {
        fields.retain(|(name, _)| !["turns", "fen"].contains(name));
    }
    if has("rating-from", &fields) {
        fields.retain(|(name, value)| *name != "rating-to" || value == "1600");
    }
    if has("length-from", &fields) {
        fields.retain(|(name, value)| *name != "length-to" || value == "4");
    }
    fields
}
