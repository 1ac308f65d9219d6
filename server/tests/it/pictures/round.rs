//! Pictures of the round board: Duchess, for two to six.

use domain::rules::duchess::{Drawing, Flap, SetUp, Square};
use sqlx::PgPool;

use super::pixels::{Film, Png};
use crate::story::{Browser, Page, TestApp, days, seconds};

const RED: [u8; 3] = [0xe8, 0x50, 0x3f];
const GREEN: [u8; 3] = [0x3f, 0xa0, 0x4a];
const BLUE: [u8; 3] = [0x4d, 0x8d, 0xf0];
const DARK: [u8; 3] = [0x78, 0xa4, 0x96];
const PAPER: [u8; 3] = [0xf2, 0xef, 0xe6];

/// A rook of Red’s beside a wizard.
const BESIDE_A_WIZARD: &str = "2 1 K1e1R1a1W1b1/K4c1";

/// A game of Duchess and who plays it, in the order of their seats.
struct RoundTable {
    players: Vec<Browser>,
    game: String,
}

impl RoundTable {
    async fn of(app: &TestApp, variant: &str, names: &[&str]) -> Self {
        let mut players = Vec::new();
        for name in names {
            players.push(app.signed_up(name).await);
        }
        let terms = [("variant", variant), ("seat", "first"), ("clock", "standard"), ("rated", "yes")];
        let challenge = players[0].post("/challenges/new", &terms).await.leads_to().to_owned();
        let mut game = String::new();
        for player in &players[1..] {
            player.post(&format!("{challenge}/accept"), &[]).await.leads_to().clone_into(&mut game);
        }
        assert!(game.starts_with("/games/"), "{game}");
        Self { players, game }
    }

    /// Turns from a ply on, each with the number of the player who makes it.
    async fn play(&self, ply: usize, turns: &[(usize, &str)]) {
        for (ply, (player, turn)) in (ply..).zip(turns) {
            let fields = [("action", "move"), ("ply", &ply.to_string()), ("turn", *turn)];
            self.players[*player].post(&format!("{}/actions", self.game), &fields).await.has_status(303);
        }
    }

    fn file(&self, rest: &str) -> String {
        format!("{}{rest}", self.game)
    }
}

/// Where a square is in a picture of the board so wide that has a flap at the bottom: at a part of the room that a piece has
/// there, from its middle to the right and down.
fn spot(set_up: SetUp, square: &str, below: usize, width: u32, (right, down): (f64, f64)) -> (u32, u32) {
    let spot = Drawing::of(set_up).spot(square.parse::<Square>().unwrap());
    let angle = -std::f64::consts::TAU / 6.0 * Flap::new(below).unwrap().index() as f64;
    let centre = spot.centre.turned(angle);
    let pixels = |at: f64| ((at * 1000.0 + 1110.0) * f64::from(width) / 2220.0) as u32;
    (pixels(centre.x + spot.room * right), pixels(centre.y + spot.room * down))
}

/// On a token beside its pawn, and near the corners of an empty square no less than on one with a token.
const BESIDE: (f64, f64) = (-0.6, -0.3);

trait Tokens {
    fn token_on(&self, set_up: SetUp, square: &str, below: usize) -> [u8; 3];
}

impl Tokens for Png {
    fn token_on(&self, set_up: SetUp, square: &str, below: usize) -> [u8; 3] {
        let (x, y) = spot(set_up, square, below, self.width, BESIDE);
        self.at(x, y)
    }
}

impl Tokens for (&Film, usize) {
    fn token_on(&self, set_up: SetUp, square: &str, below: usize) -> [u8; 3] {
        let (film, frame) = *self;
        let (x, y) = spot(set_up, square, below, film.width.into(), BESIDE);
        film.at(frame, x, y)
    }
}

/// Whether a colour is one that a GIF may have instead of another.
fn near(one: [u8; 3], other: [u8; 3]) -> bool {
    one.iter().zip(other).all(|(&one, other)| one.abs_diff(other) < 24)
}

fn has_svg(page: &Page, needs: &[&str]) -> bool {
    let files = page.attributes(".share .downloads a", "href");
    needs.iter().all(|need| files.iter().any(|file| file.contains(need)))
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_position_of_duchess_is_a_picture_that_needs_nothing_else(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = RoundTable::of(&app, "duchess-6", &["ann", "ben", "cleo", "dan", "eve", "flo"]).await;
    table.play(0, &[(0, "1c3-1c4"), (1, "N2b2-2c4")]).await;
    let answer = app.anonymous().get(&table.file(".svg")).await;
    assert_eq!(answer.has_status(200).header("content-type"), "image/svg+xml; charset=utf-8");
    let svg = answer.text;
    assert!(svg.contains("<title id=\"title\">The board after 1... N2b2-2c4, Yellow to move</title>"), "{svg}");
    let references: Vec<_> = svg.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    for colour in ["red", "blue", "yellow", "green", "magenta", "cyan"] {
        let prefix = format!("#{colour}-");
        assert_eq!(references.iter().filter(|name| name.starts_with(&prefix)).count(), 15, "{colour}");
    }
    for reference in references {
        let target = reference.strip_prefix('#').unwrap_or_else(|| panic!("{reference} is somewhere else"));
        assert!(svg.contains(&format!("<symbol id=\"{target}\"")), "{reference} is not there");
    }
    for needs in ["<style", "<text", "class=", "style=", "url(", "<script", "var(", "/static"] {
        assert!(!svg.contains(needs), "{needs}");
    }
    assert!(svg.contains("stroke-dasharray=\"0 30\""), "the knight's leap is dotted");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn every_seat_sees_its_own_flap_at_the_bottom(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = RoundTable::of(&app, "duchess-2", &["ann", "ben"]).await;
    table.play(0, &[(0, "1c3-1c4"), (1, "4b3-4b4")]).await;
    let png = app.anonymous().png(&table.file(".png")).await;
    assert_eq!((png.width, png.height), (1200, 1200));
    assert_eq!((png.token_on(SetUp::Two, "1c4", 1), png.token_on(SetUp::Two, "4b4", 1)), (RED, GREEN));
    assert_eq!(
        (png.token_on(SetUp::Two, "1c3", 1), png.token_on(SetUp::Two, "2c5", 1)),
        (DARK, DARK),
        "nothing stands there"
    );
    assert_eq!(png.at(3, 3), PAPER, "around the table");
    let turned = app.anonymous().png(&table.file(".png?side=green")).await;
    assert_eq!((turned.token_on(SetUp::Two, "1c4", 4), turned.token_on(SetUp::Two, "4b4", 4)), (RED, GREEN));
    let start = app.anonymous().png(&table.file(".png?ply=0&board=heron")).await;
    assert_eq!((start.token_on(SetUp::Two, "1c3", 1), start.token_on(SetUp::Two, "1c4", 1)), (RED, [0xff; 3]));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_film_shows_every_piece_on_its_way(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = RoundTable::of(&app, "duchess-2", &["ann", "ben"]).await;
    let start = serde_json::json!({ "start": BESIDE_A_WIZARD });
    sqlx::query("update games set setup = setup || $1").bind(start).execute(app.pool()).await.unwrap();
    table.play(0, &[(0, "R1a1-1a4"), (1, "K4c1-4c2"), (0, "W1b1-1b2")]).await;
    let film = app.anonymous().film(&table.file(".gif")).await;
    assert_eq!((film.width, film.height, film.repeats), (640, 640, true));
    // Six points along three squares; four along one.
    assert_eq!(film.frames.len(), 1 + (6 + 1) + (4 + 1) + (4 + 1));
    let rook = |frame: usize, square: &str| near((&film, frame).token_on(SetUp::Two, square, 1), RED);
    assert!(rook(0, "1a1") && !rook(0, "1a2") && !rook(0, "1a4"));
    assert!(!rook(3, "1a1") && !rook(3, "1a4"), "it is on its way");
    assert!(rook(7, "1a4") && rook(17, "1a4") && !rook(7, "1a1"));
    let shown: Vec<_> = film.frames.iter().map(|frame| frame.delay).collect();
    assert!(shown[1] < 10 && shown[7] > 50 && shown[17] > shown[12], "on its way it is quick: {shown:?}");
    let last = film.frames.len() - 1;
    let png = app.anonymous().png(&table.file(".png")).await;
    for square in ["1a4", "1b2", "1c2", "1b1", "4c1", "V"] {
        assert!(
            near((&film, last).token_on(SetUp::Two, square, 1), png.token_on(SetUp::Two, square, 1)),
            "{square} at the end"
        );
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_piece_that_teleports_is_nowhere_for_a_moment_and_leaves_a_star(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = RoundTable::of(&app, "duchess-2", &["ann", "ben"]).await;
    let start = serde_json::json!({ "start": BESIDE_A_WIZARD });
    sqlx::query("update games set setup = setup || $1").bind(start).execute(app.pool()).await.unwrap();
    table.play(0, &[(0, "R1a1-1c2")]).await;
    let film = app.anonymous().film(&table.file(".gif")).await;
    let rook = |frame: usize, square: &str| near((&film, frame).token_on(SetUp::Two, square, 1), RED);
    assert!(rook(0, "1a1") && !rook(1, "1a1") && !rook(1, "1c2"));
    assert!(rook(film.frames.len() - 1, "1c2"));
    let (x, y) = spot(SetUp::Two, "1a1", 1, 1200, (0.0, 0.0));
    let png = app.anonymous().png(&table.file(".png")).await;
    assert_eq!(png.at(x, y), [0xf0, 0xb3, 0x2a], "a star");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_is_out_of_time_has_no_part_in_the_film(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = RoundTable::of(&app, "duchess-4", &["ann", "ben", "cleo", "dan"]).await;
    table.play(0, &[(0, "1c3-1c4"), (1, "2c3-2c4"), (2, "4c3-4c4"), (3, "5c3-5c4")]).await;
    app.pass(days(30) + seconds(5));
    app.sweep().await;
    table.play(4, &[(1, "2c4-2c5"), (2, "4c4-4c5"), (3, "5c4-5c5"), (1, "2c5-2c6")]).await;
    let film = app.anonymous().film(&table.file(".gif?side=blue")).await;
    assert_eq!(film.frames.len(), 1 + 8 * 5, "eight turns");
    assert!(
        near((&film, 40).token_on(SetUp::Four, "2c6", 2), BLUE)
            && near((&film, 40).token_on(SetUp::Four, "1c4", 2), RED)
    );
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_past_of_a_round_board_is_kept_for_ever_and_what_is_not_there_is_not_found(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = RoundTable::of(&app, "duchess-2", &["ann", "ben"]).await;
    table.play(0, &[(0, "1c3-1c4")]).await;
    let browser = app.anonymous();
    for kind in [".svg", ".png", ".gif", "/card.png"] {
        let present = browser.file(&table.file(kind), None).await;
        assert_eq!(present.header("cache-control"), "public, no-cache", "{kind}");
        let again = browser.file(&table.file(kind), Some(present.header("etag"))).await;
        assert_eq!((again.status, again.bytes.len()), (304, 0), "{kind}");
        let past = browser.file(&table.file(&format!("{kind}?ply=0&side=green")), None).await;
        let kept = if kind == "/card.png" { "public, no-cache" } else { "public, max-age=31536000, immutable" };
        assert_eq!(past.header("cache-control"), kept, "{kind}");
        for wrong in ["?ply=2", "?ply=x", "?side=blue", "?side=white", "?pieces=swan"] {
            assert_eq!(browser.file(&table.file(&format!("{kind}{wrong}")), None).await.status, 404, "{kind}{wrong}");
        }
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_card_of_a_team_game_names_every_player_beside_their_token(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = RoundTable::of(&app, "duchess-6", &["ann", "ben", "cleo", "dan", "eve", "flo"]).await;
    let card = app.anonymous().png(&table.file("/card.png")).await;
    assert_eq!((card.width, card.height), (1200, 630));
    // Two columns, a side each; the tokens' edges, where no figure is.
    let colours = [(652, 196, RED), (926, 196, BLUE), (926, 266, GREEN)];
    for (x, y, colour) in colours {
        assert!(near(card.at(x, y), colour), "{:?} instead of {colour:?} at {x}, {y}", card.at(x, y));
    }
    let page = app.anonymous().opens(&table.game).await;
    let meta = |property: &str| page.attributes(&format!("meta[property='{property}']"), "content").concat();
    assert_eq!(meta("og:title"), "ann, cleo and eve against ben, dan and flo: Duchess for six");
    assert!(meta("og:image").ends_with("/card.png?ply=0"), "{}", meta("og:image"));
    assert_eq!(page.attributes("meta[name='twitter:card']", "content"), ["summary_large_image"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_panel_offers_all_of_it_and_the_frame_names_everybody(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = RoundTable::of(&app, "duchess-4", &["ann", "ben", "cleo", "dan"]).await;
    table.play(0, &[(0, "1c3-1c4")]).await;
    let page = table.players[2].opens(&table.file("?tab=share")).await;
    assert!(has_svg(&page, &[".svg?ply=1&side=green", ".png?ply=1&side=green", ".gif?ply=1&side=green"]));
    assert!(page.text("#share-embed").contains("title=\"ann and cleo against ben and dan: Duchess for four\""));
    let frame = table.players[2].opens(&page.attributes("#share-embed-hint a", "href")[0]).await;
    assert_eq!(frame.texts(".embed-name"), ["ben", "dan", "ann", "cleo"], "the others, then one's own side");
    assert_eq!(frame.attributes(".board", "data-orientation"), ["green"]);
    assert_eq!(frame.texts(".embed-to-move .embed-name"), ["ben"]);
    assert_eq!(frame.attributes(".embed-seat", "aria-label"), ["Blue", "Magenta", "Red", "Green"]);

    let two = RoundTable::of(&app, "duchess-2x2", &["eve", "flo"]).await;
    let frame = app.anonymous().opens(&two.file("/embed")).await;
    assert_eq!(frame.texts(".embed-name"), ["flo", "eve"], "each once");
    assert_eq!(frame.attributes(".embed-seat", "aria-label"), ["Blue", "Magenta", "Red", "Green"]);
}
