//! The search against one that looks at every game and knows who may see what, for many searches drawn by lot and several viewers.

use std::collections::{BTreeMap, BTreeSet};

use domain::rules::ply::Ply;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::Value;
use server::games::{GameId, StoredGame, load};
use sqlx::PgPool;

use super::drawn::{self, SECRET};
use super::{atom, finds};
use crate::story::{Browser, TestApp, encoded};

/// What is searched for, by field.
type Fields = BTreeMap<&'static str, String>;

/// A game with the mean rating of its players, if it was counted, and with what was written about it.
struct Known {
    stored: StoredGame,
    rating: Option<i32>,
    /// Whether the computer has looked through it.
    is_analysed: bool,
    /// Whose tags it has, and which.
    tags: Vec<(String, String)>,
    /// What happened, as it is stored.
    log: Vec<Value>,
    /// What spectators wrote.
    kibitz: Vec<String>,
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

    /// Whether a player won, drew or lost it.
    fn went_so_for(&self, name: &str, outcome: &str) -> bool {
        let own = self.stored.players.iter().find(|(_, player)| player.name.is(name)).map(|(seat, _)| seat.index());
        let won = match &*self.result() {
            "1-0" => Some(0),
            "0-1" => Some(1),
            _ => None,
        };
        match outcome {
            "won" => own.is_some() && own == won,
            "lost" => own.is_some() && won.is_some() && own != won,
            _ => own.is_some() && self.result() == "1/2-1/2",
        }
    }

    /// The words of a viewer's notes, or of the messages that they may read as a player.
    fn words(&self, viewer: &str, notes: bool) -> String {
        let seat = self.stored.players.iter().find(|(_, player)| player.name.is(viewer)).map(|(seat, _)| seat.index());
        let Some(seat) = seat else { return String::new() };
        let is_meant = |event: &&Value| match event["type"].as_str().unwrap() {
            "note-written" => notes && event["seat"] == seat,
            "commented" => !notes,
            _ => false,
        };
        let written = self.log.iter().filter(is_meant).map(|event| event["text"].as_str().unwrap());
        let is_over = self.stored.game.conclusion().is_some();
        written
            .chain(self.kibitz.iter().filter(|_| is_over && !notes).map(String::as_str))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Whether these men were on the board at some time.
    fn had_men(&self, signature: &str) -> bool {
        let game = &self.stored.game;
        let men = |fen: &str, own: fn(&char) -> bool| {
            let letters = fen.split(' ').next().unwrap().chars().filter(own).map(|c| c.to_ascii_uppercase());
            let mut letters: Vec<_> = letters.collect();
            letters.sort_by_key(|&c| "KQRBNP".find(c));
            letters.into_iter().collect::<String>()
        };
        (0..=game.turns().len()).any(|turns| {
            let fen = game.position_at(Ply::after(turns)).unwrap().fen();
            let (white, black) = (men(&fen, char::is_ascii_uppercase), men(&fen, char::is_ascii_lowercase));
            format!("{white}-{black}") == signature
        })
    }

    /// Whether men stood on squares at the same time: `White Kg1, duck e5`.
    fn stood(&self, pieces: &str) -> bool {
        let game = &self.stored.game;
        let mut wanted = Vec::new();
        for part in pieces.split(", ") {
            let (whose, men) = part.split_once(' ').unwrap();
            for man in men.split(' ') {
                let (square, letter) = (man[man.len() - 2..].to_owned(), man.chars().next().unwrap());
                let letter = if letter.is_ascii_uppercase() { letter } else { 'P' };
                wanted.push((
                    square,
                    match whose {
                        "White" => letter,
                        "Black" => letter.to_ascii_lowercase(),
                        _ => '*',
                    },
                ));
            }
        }
        (0..=game.turns().len()).any(|turns| {
            let board = squares(&game.position_at(Ply::after(turns)).unwrap().fen());
            wanted.iter().all(|(square, letter)| board.get(square) == Some(letter))
        })
    }

    /// Whether it came to a position, as far as its men, the player to move, castling and en passant go.
    fn came_to(&self, fen: &str) -> bool {
        let board = |fen: &str| fen.split(' ').take(4).map(str::to_owned).collect::<Vec<_>>();
        let game = &self.stored.game;
        (0..=game.turns().len()).any(|turns| board(&game.position_at(Ply::after(turns)).unwrap().fen()) == board(fen))
    }

    fn fits(&self, fields: &Fields, viewer: &str) -> bool {
        let has_words =
            |text: String, words: &str| words.split(' ').all(|word| text.split(' ').any(|written| written == word));
        let game = &self.stored.game;
        let end = game.conclusion();
        let day = |text: &String| text.parse::<Date>().unwrap();
        let number = |text: &String| text.parse::<usize>().unwrap();
        let turns: Vec<&str> = game.turns().iter().map(|turn| turn.text.as_str()).collect();
        fields.iter().all(|(&field, value)| match field {
            "player" => self.is_played_by(value, fields.get("seat")),
            "opponent" => self.is_played_by(value, None) && fields.get("player") != Some(value),
            "seat" | "sort" => true,
            "outcome" => self.went_so_for(&fields["player"], value),
            "variant" => game.setup().variant.key() == value,
            "result" => self.result() == *value,
            "ending" => end.is_some_and(|end| end.result.ending.key() == value),
            "rated" => game.setup().rated == (value == "yes"),
            "length-from" => end.is_some() && turns.len() >= number(value),
            "length-to" => end.is_some() && turns.len() <= number(value),
            "turns" => end.is_some() && begin_so(&turns, value),
            "rating-from" => self.rating.is_some_and(|rating| rating as usize >= number(value)),
            "rating-to" => self.rating.is_some_and(|rating| rating as usize <= number(value)),
            "analysis" => self.is_analysed,
            "fen" => end.is_some() && self.came_to(value),
            "from" => end.is_some() && self.at().to_zoned(TimeZone::UTC).date() >= day(value),
            "to" => end.is_some() && self.at().to_zoned(TimeZone::UTC).date() <= day(value),
            "material" => end.is_some() && self.had_men(value),
            "pieces" => end.is_some() && self.stood(value),
            "tag" => self.tags.iter().any(|(by, tag)| by == viewer && tag == value),
            "note" => has_words(self.words(viewer, true), value),
            "words" => has_words(self.words(viewer, false), value),
            field => panic!("{field}"),
        })
    }
}

/// Whether these are the first turns: those without a duck may have any.
fn begin_so(turns: &[&str], wanted: &str) -> bool {
    let wanted: Vec<&str> = wanted.split(' ').collect();
    let is_so = |(turn, wanted): (&&str, &&str)| turn == wanted || turn.split('@').next() == Some(wanted);
    turns.len() >= wanted.len() && turns.iter().zip(&wanted).all(is_so)
}

/// What stands on each square of a FEN.
fn squares(fen: &str) -> BTreeMap<String, char> {
    let mut squares = BTreeMap::new();
    for (rank, row) in (1..=8).rev().zip(fen.split(' ').next().unwrap().split('/')) {
        let mut file = b'a';
        for c in row.chars() {
            match c.to_digit(10) {
                Some(empty) => file += empty as u8,
                None => {
                    squares.insert(format!("{}{rank}", char::from(file)), c);
                    file += 1;
                }
            }
        }
    }
    squares
}

/// Every game of the site.
async fn all(app: &TestApp) -> Vec<Known> {
    let mut games = Vec::new();
    for id in app.column("select id from games order by id").await {
        let stored = load(app.pool(), &GameId::stored(id.clone())).await.unwrap().unwrap();
        let rating =
            sqlx::query_scalar("select round(avg(rating_before))::integer from rating_changes where game_id = $1");
        let rating = rating.bind(&id).fetch_one(app.pool()).await.unwrap();
        let is_analysed = sqlx::query_scalar(
            "select count(*) > 0 from game_evaluations where game_id = $1 and ended_at is not null and failure is null",
        );
        let is_analysed = is_analysed.bind(&id).fetch_one(app.pool()).await.unwrap();
        let tags = sqlx::query_as(
            "select p.name, t.tag from game_tags t join players p on p.id = t.player_id where game_id = $1",
        );
        let tags = tags.bind(&id).fetch_all(app.pool()).await.unwrap();
        let log = sqlx::query_scalar("select body from events where game_id = $1");
        let log = log.bind(&id).fetch_all(app.pool()).await.unwrap();
        let kibitz = sqlx::query_scalar("select text from game_kibitzes where game_id = $1");
        let kibitz = kibitz.bind(&id).fetch_all(app.pool()).await.unwrap();
        games.push(Known { stored, rating, is_analysed, tags, log, kibitz });
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
    app.archive().await;
    let games: BTreeMap<_, _> = all(&app).await.into_iter().map(|known| (known.stored.id.to_string(), known)).collect();
    let viewers =
        [("", app.anonymous()), ("kwik", app.signed_in("kwik").await), ("donald", app.signed_in("donald").await)];
    let mut lot = StdRng::seed_from_u64(2);
    let (mut found_any, mut found_own) = (0, 0);
    for round in 0..400 {
        if round == 60 {
            // All games have waited so far: now most are in sets, five in each.
            server::library::sets::<5>().drain(app.pool()).await.unwrap();
        }
        let (viewer, browser) = &viewers[round % 3];
        let fields: Fields = if round == 0 { Fields::new() } else { drawn::search(&mut lot).into_iter().collect() };
        let pairs: Vec<_> = fields.iter().map(|(&name, value)| (name, value.as_str())).collect();
        let query = encoded(&pairs);
        let is_own = ["tag", "note", "words"].iter().any(|field| fields.contains_key(field));
        if is_own {
            atom_is_refused(browser, &query).await;
        }
        if is_own && viewer.is_empty() {
            let pages =
                [browser.get(&format!("/games?{query}")).await, browser.get(&format!("/games.pgn?{query}")).await];
            assert_eq!(pages.map(|page| page.status), [404; 2], "{query}: nothing is a visitor's own");
            continue;
        }
        let found = finds(browser, &query).await;
        let fitting = games.iter().filter(|(_, known)| known.fits(&fields, viewer));
        let expected: BTreeSet<_> = fitting.map(|(id, _)| id).collect();
        assert_eq!(found.iter().collect::<BTreeSet<_>>(), expected, "{viewer}: {query}");
        assert_in_order(&found, &games, &fields);
        found_any += usize::from(!found.is_empty());
        found_own += usize::from(is_own && !found.is_empty());
        if round % 10 < 2 {
            let file = browser.get(&format!("/games.pgn?{query}")).await;
            assert_eq!(file.text.matches("[Site ").count(), found.len(), "{query}");
        }
        if !is_own && !fields.contains_key("sort") {
            let feed = atom::feed(browser, &query).await;
            assert_eq!(atom::games(&feed), found[..found.len().min(30)], "{query}");
        }
    }
    assert!(found_any > 30 && found_own > 10, "hardly anything was found: {found_any}, {found_own}");
    for (_, viewer) in &viewers {
        let file = viewer.get("/games.pgn").await;
        assert_eq!(file.text.matches("[Site ").count(), games.len());
        for path in ["/games", "/games.pgn", "/games.atom", "/games?view=boards"] {
            assert!(!viewer.get(path).await.text.contains(SECRET), "{path}");
        }
        let searched = viewer.get(&format!("/games?player={SECRET}")).await;
        assert_eq!(searched.status, 404, "nobody is called so");
    }
}

async fn atom_is_refused(browser: &Browser, query: &str) {
    browser.get(&format!("/games.atom?{query}")).await.has_status(404);
}
