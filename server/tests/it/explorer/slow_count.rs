//! The explorer against counting by looking at every game, for positions and filters drawn by lot and several viewers.

use std::collections::BTreeMap;

use domain::rules::outcome::Outcome;
use domain::rules::ply::Ply;
use domain::rules::position::Position;
use domain::rules::variant::Variant;
use jiff::tz::TimeZone;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use server::games::{GameId, StoredGame, load};
use sqlx::PgPool;

use super::lines;
use crate::library::drawn::{self, SECRET};
use crate::story::{TestApp, encoded};

/// A game with the mean rating of its players, if it was counted.
struct Known {
    stored: StoredGame,
    rating: Option<i64>,
}

impl Known {
    fn fits(&self, fields: &BTreeMap<&str, &str>) -> bool {
        let number = |text: &str| text.parse::<i64>().unwrap();
        let year = |known: &Self| i64::from(known.stored.game.conclusion().unwrap().at.to_zoned(TimeZone::UTC).year());
        fields.iter().all(|(&field, &value)| match field {
            "rating-from" => self.rating.is_some_and(|rating| rating >= number(value)),
            "rating-to" => self.rating.is_some_and(|rating| rating <= number(value)),
            "from-year" => year(self) >= number(value),
            "to-year" => year(self) <= number(value),
            "player" => self.stored.players.iter().any(|(seat, player)| {
                let is_meant = match fields.get("seat") {
                    Some(&"first" | &"white") => seat.index() == 0,
                    Some(_) => seat.index() == 1,
                    None => true,
                };
                player.name.is(value) && is_meant
            }),
            "seat" => true,
            field => panic!("{field}"),
        })
    }

    /// What was first played from a position.
    fn turn_from(&self, position: &Position) -> Option<&str> {
        let game = &self.stored.game;
        let came =
            (0..=game.turns().len()).find(|&made| game.position_at(Ply::after(made)).unwrap().repeats(position))?;
        Some(game.turns().get(came).map_or("", |turn| &turn.text))
    }
}

/// Every game that is over and has a result.
async fn all(app: &TestApp) -> Vec<Known> {
    let mut games = Vec::new();
    for id in app.column("select id from games where ended_at is not null order by id").await {
        let stored = load(app.pool(), &GameId::stored(id.clone())).await.unwrap().unwrap();
        if stored.game.conclusion().unwrap().result.outcome == Outcome::Void {
            continue;
        }
        let rating =
            sqlx::query_scalar("select round(avg(rating_before))::bigint from rating_changes where game_id = $1");
        let rating = rating.bind(&id).fetch_one(app.pool()).await.unwrap();
        games.push(Known { stored, rating });
    }
    games
}

/// The lines of a table that are right, in alphabetical order.
fn counted(games: &[Known], position: &Position, fields: &BTreeMap<&str, &str>) -> Vec<String> {
    let mut turns = BTreeMap::<&str, Vec<&Known>>::new();
    for known in
        games.iter().filter(|known| known.stored.game.setup().variant == position.variant() && known.fits(fields))
    {
        if let Some(turn) = known.turn_from(position).filter(|turn| !turn.is_empty()) {
            turns.entry(turn).or_default().push(known);
        }
    }
    let line = |(turn, games): (&str, Vec<&Known>)| {
        let with = |result: &str| {
            let text = |known: &&&Known| {
                let game = &known.stored.game;
                game.conclusion().unwrap().result.outcome.text(game.seating()) == result
            };
            games.iter().filter(text).count()
        };
        let ratings: Vec<i64> = games.iter().filter_map(|known| known.rating).collect();
        let mean = match ratings.len() as i64 {
            0 => "–".to_owned(),
            count => ((ratings.iter().sum::<i64>() + count / 2) / count).to_string(),
        };
        format!("{turn}{}{}{}{}{mean}", games.len(), with("1-0"), with("1/2-1/2"), with("0-1"))
    };
    let mut lines: Vec<_> = turns.into_iter().map(line).collect();
    lines.sort();
    lines
}

/// A question drawn by lot: how far into a way to begin, and which games.
fn question(lot: &mut StdRng) -> (Variant, Vec<&'static str>, BTreeMap<&'static str, &'static str>) {
    let ways = ["", "Nf3@e5 Nf6@e4", "e4@c6 e6@e2 d4@d6 Nf6@e2"];
    let way: Vec<_> = ways.choose(lot).unwrap().split_whitespace().collect();
    let turns = way[..lot.random_range(0..=way.len())].to_vec();
    let variant = if lot.random_range(0..2) == 0 { Variant::Duck } else { Variant::ThreeCheckDuck };
    let mut fields = BTreeMap::new();
    let mut ask = |lot: &mut StdRng, name, values: &[&'static str]| {
        if lot.random_range(0..4) == 0 {
            fields.insert(name, *values.choose(lot).unwrap());
        }
    };
    ask(lot, "rating-from", &["1200", "1400", "1600"]);
    ask(lot, "rating-to", &["1599", "1799"]);
    ask(lot, "from-year", &["2026", "2027"]);
    ask(lot, "to-year", &["2027", "2028"]);
    ask(lot, "player", &["kwik", "kwek", "kwak", "donald"]);
    if fields.contains_key("player") && lot.random_range(0..2) == 0 {
        fields.insert("seat", ["first", "second", "white", "black"][lot.random_range(0..4)]);
    }
    if fields.get("rating-from") == Some(&"1600") {
        fields.remove("rating-to");
    }
    (variant, turns, fields)
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_explorer_counts_what_looking_at_every_game_counts_for_every_viewer_alike(pool: PgPool) {
    let app = TestApp::new(pool).await;
    drawn::play(&app, 45).await;
    app.fill_library().await;
    app.rate().await;
    let games = all(&app).await;
    let viewers = [app.anonymous(), app.signed_in("kwik").await, app.signed_in("donald").await];
    let mut lot = StdRng::seed_from_u64(3);
    let mut found_any = 0;
    for round in 0..160 {
        if round == 0 {
            app.fill_library().await;
        } else if round == 80 {
            // From here on most positions have totals.
            app.execute("update library_games set revision = 0 where not is_running").await;
            app.execute("update library_positions set turn = null").await;
            app.fill_library_with_totals().await;
            assert!(app.count("select count(*) from explorer_positions").await > 5);
        }
        let (variant, turns, fields) = question(&mut lot);
        let turns_text = turns.join(" ");
        let mut pairs: Vec<_> = fields.iter().map(|(&name, &value)| (name, value)).collect();
        pairs.extend([("variant", variant.key()), ("turns", &turns_text)]);
        pairs.retain(|(_, value)| !value.is_empty());
        let query = encoded(&pairs);
        let position = turns
            .iter()
            .fold(Position::start(variant), |position, turn| position.play(position.read_turn(turn).unwrap()));
        let answer = viewers[round % 3].get(&format!("/explorer?{query}")).await;
        assert!(!answer.text.contains(SECRET));
        let mut found = lines(&answer.shown());
        found.sort();
        assert_eq!(found, counted(&games, &position, &fields), "{round}: {query}");
        found_any += usize::from(!found.is_empty());
    }
    assert!(found_any > 50, "hardly anything was found: {found_any}");
}
