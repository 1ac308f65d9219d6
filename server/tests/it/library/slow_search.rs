//! The search against one that looks at every game, for many searches drawn by lot and several viewers.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use rand::SeedableRng;
use rand::rngs::StdRng;
use server::games::{GameId, StoredGame, load};
use sqlx::PgPool;

use super::drawn::{self, SECRET};
use super::finds;
use crate::story::{TestApp, encoded};

/// What is searched for, by field.
type Fields = BTreeMap<&'static str, String>;

/// A game with the mean rating of its players, if it was counted.
struct Known {
    stored: StoredGame,
    rating: Option<i32>,
}

impl Known {
    fn result(&self) -> String {
        let game = &self.stored.game;
        game.conclusion().map_or("*".to_owned(), |end| end.result.outcome.text(game.seating()))
    }

    fn at(&self) -> Timestamp {
        let game = &self.stored.game;
        game.conclusion().map_or(game.setup().begun_at, |end| end.at)
    }

    /// Whether a player has a seat, of those that are meant.
    fn is_played_by(&self, name: &str, seat: Option<&String>) -> bool {
        let is_meant = |index: usize| match seat.map(String::as_str) {
            None => true,
            Some("first" | "white") => index == 0,
            Some(_) => index == 1,
        };
        self.stored.players.iter().any(|(seat, player)| player.name.is(name) && is_meant(seat.index()))
    }

    fn fits(&self, fields: &Fields) -> bool {
        let game = &self.stored.game;
        let end = game.conclusion();
        let day = |text: &String| text.parse::<Date>().unwrap();
        let number = |text: &String| text.parse::<usize>().unwrap();
        let turns: Vec<&str> = game.turns().iter().map(|turn| turn.text.as_str()).collect();
        fields.iter().all(|(&field, value)| match field {
            "player" => self.is_played_by(value, fields.get("seat")),
            "opponent" => self.is_played_by(value, None) && fields.get("player") != Some(value),
            "seat" | "sort" => true,
            "variant" => game.setup().variant.key() == value,
            "result" => self.result() == *value,
            "ending" => end.is_some_and(|end| end.result.ending.key() == value),
            "rated" => game.setup().rated == (value == "yes"),
            "length-from" => end.is_some() && turns.len() >= number(value),
            "length-to" => end.is_some() && turns.len() <= number(value),
            "turns" => end.is_some() && turns.join(" ").starts_with(value.as_str()),
            "rating-from" => self.rating.is_some_and(|rating| rating as usize >= number(value)),
            "from" => end.is_some() && self.at().to_zoned(TimeZone::UTC).date() >= day(value),
            "to" => end.is_some() && self.at().to_zoned(TimeZone::UTC).date() <= day(value),
            field => panic!("{field}"),
        })
    }
}

/// Every game of the site.
async fn all(app: &TestApp) -> Vec<Known> {
    let mut games = Vec::new();
    for id in app.column("select id from games order by id").await {
        let stored = load(app.pool(), &GameId::stored(id.clone())).await.unwrap().unwrap();
        let rating =
            sqlx::query_scalar("select round(avg(rating_before))::integer from rating_changes where game_id = $1");
        let rating = rating.bind(&id).fetch_one(app.pool()).await.unwrap();
        games.push(Known { stored, rating });
    }
    games
}

/// Nothing stands twice, finished games come before running ones unless those are asked for, and each list is in order.
fn assert_in_order(found: &[String], games: &BTreeMap<String, Known>, fields: &Fields) {
    let place = |id: &String| {
        let known = &games[id];
        let is_running = known.stored.game.conclusion().is_none();
        let at = known.at().as_microsecond();
        let turns = known.stored.game.turns().len() as i64;
        let value = match fields.get("sort").map(String::as_str) {
            _ if is_running => -at,
            None => -at,
            Some("oldest") => at,
            Some("longest") => -turns,
            Some("shortest") => turns,
            Some(_) => -i64::from(known.rating.unwrap_or(0)),
        };
        let first = if fields.get("result").is_some_and(|result| result == "*") { !is_running } else { is_running };
        (first, value)
    };
    let places: Vec<_> = found.iter().map(place).collect();
    assert!(places.is_sorted(), "{fields:?}: {places:?}");
    assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len(), "{fields:?}: a game stands there twice");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_search_finds_what_looking_at_every_game_finds_for_every_viewer_alike(pool: PgPool) {
    let app = TestApp::new(pool).await;
    drawn::play(&app, 45).await;
    app.rate().await;
    app.fill_library().await;
    let games: BTreeMap<_, _> = all(&app).await.into_iter().map(|known| (known.stored.id.to_string(), known)).collect();
    let viewers = [app.anonymous(), app.signed_in("kwik").await, app.signed_in("donald").await];
    let mut lot = StdRng::seed_from_u64(2);
    let mut found_any = 0;
    for round in 0..120 {
        let fields: Fields = if round == 0 { Fields::new() } else { drawn::search(&mut lot).into_iter().collect() };
        let pairs: Vec<_> = fields.iter().map(|(&name, value)| (name, value.as_str())).collect();
        let query = encoded(&pairs);
        let found = finds(&viewers[round % 3], &query).await;
        let expected: BTreeSet<_> = games.iter().filter(|(_, known)| known.fits(&fields)).map(|(id, _)| id).collect();
        assert_eq!(found.iter().collect::<BTreeSet<_>>(), expected, "{query}");
        assert_in_order(&found, &games, &fields);
        found_any += usize::from(!found.is_empty());
        if round % 10 == 0 {
            let file = viewers[0].get(&format!("/games.pgn?{query}")).await;
            assert_eq!(file.text.matches("[Site ").count(), found.len(), "{query}");
        }
    }
    assert!(found_any > 30, "hardly anything was found: {found_any}");
    for viewer in &viewers {
        let file = viewer.get("/games.pgn").await;
        assert_eq!(file.text.matches("[Site ").count(), games.len());
        assert!(!file.text.contains(SECRET));
        assert!(!viewer.get("/games").await.text.contains(SECRET));
        let searched = viewer.get(&format!("/games?player={SECRET}")).await;
        assert_eq!(searched.status, 404, "nobody is called so");
    }
}
