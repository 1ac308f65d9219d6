//! Pictures of games: what they show, how they are cached, and what they never contain.

mod pixels;
mod round;
mod shared;

use sqlx::PgPool;

use crate::story::{TestApp, WHOLE_GAME, turns_of};
use pixels::Film;

const LIGHT: [u8; 3] = [0xeb, 0xed, 0xdb];
const DARK: [u8; 3] = [0x78, 0xa4, 0x96];

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_position_is_there_as_a_picture_that_needs_nothing_else(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("1. e4@c6").await;
    let answer = app.anonymous().get(&format!("{}.svg", table.game)).await;
    assert_eq!(answer.has_status(200).header("content-type"), "image/svg+xml; charset=utf-8");
    let svg = answer.text;
    assert!(svg.contains("<title id=\"title\">The board after 1. e4@c6, Black to move</title>"), "{svg}");
    let references = svg.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    assert!(references.clone().count() > 32, "33 pieces and their marks");
    for reference in references {
        let target = reference.strip_prefix('#').unwrap_or_else(|| panic!("{reference} is somewhere else"));
        assert!(svg.contains(&format!("<symbol id=\"{target}\"")), "{reference} is not there");
    }
    for needs in ["<style", "<text", "class=", "style=", "url(", "<script", "var(", "/static"] {
        assert!(!svg.contains(needs), "{needs}");
    }
    let before = app.anonymous().get(&format!("{}.svg?ply=0&pieces=reed&board=heron", table.game)).await.text;
    assert!(before.contains("before the first turn") && before.contains("#6d777d") && !before.contains("id=\"duck\""));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn pieces_stand_where_they_stand(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("1. e4@c6 e6@e2").await;
    let png = app.anonymous().png(&format!("{}.png", table.game)).await;
    assert_eq!((png.width, png.height), (800, 800));
    for (square, shade) in [("e3", DARK), ("d5", LIGHT), ("h6", DARK)] {
        assert_eq!(png.body_on(square), shade, "{square} is empty");
    }
    assert!(is_light(png.body_on("e4")), "a white pawn: {:?}", png.body_on("e4"));
    assert!(!is_light(png.body_on("d7")), "a black pawn: {:?}", png.body_on("d7"));
    assert!(is_yellow(png.body_on("e2")), "the duck: {:?}", png.body_on("e2"));
    let turned = app.anonymous().png(&format!("{}.png?side=black", table.game)).await;
    for square in ["a1", "e4", "e2", "d7", "h8"] {
        assert_eq!(turned.body_from_black(square), png.body_on(square), "{square} from the other side");
    }
    let heron = app.anonymous().png(&format!("{}.png?board=heron&ply=0", table.game)).await;
    assert_eq!(heron.body_on("d5"), [0xff; 3]);
}

fn is_yellow([red, green, blue]: [u8; 3]) -> bool {
    red > 180 && green > 120 && blue < 150
}

fn is_light(colour: [u8; 3]) -> bool {
    colour.iter().all(|&part| part > 200)
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_film_shows_of_each_turn_the_piece_and_then_the_duck(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play(WHOLE_GAME).await;
    let film = app.anonymous().film(&format!("{}.gif", table.game)).await;
    assert_eq!((film.width, film.height), (480, 480));
    assert_eq!(film.frames.len(), 1 + 2 * turns_of(WHOLE_GAME).count());
    assert!(film.repeats);
    assert!(film.bytes < 600_000, "{} bytes", film.bytes);
    let shown: Vec<_> = film.frames.iter().map(|frame| frame.delay).collect();
    assert!(shown[1] < shown[2] && shown[52] > shown[50], "the piece is quick, the last frame stays: {shown:?}");

    let is_duck = |frame: usize, square: &str| is_yellow(film.body_on(frame, square));
    assert_eq!(film.body_on(0, "e4"), LIGHT);
    assert!(is_light(film.body_on(1, "e4")) && film.body_on(1, "e4") != LIGHT, "the pawn has moved");
    assert!(!is_duck(1, "c6") && is_duck(2, "c6"), "then the duck has come");
    assert!(is_duck(3, "c6") && !is_duck(4, "c6") && is_duck(4, "e2"), "it stays while Black's pawn moves");
    let last = film.frames.len() - 1;
    let png = app.anonymous().png(&format!("{}.png", table.game)).await;
    for square in ["e2", "g8", "f8", "c2", "h1", "a4", "e5"] {
        assert!(near(film.body_on(last, square), png.body_on(square)), "{square} at the end");
    }

    let opening = app.anonymous().film(&format!("{}.gif?ply=3&side=black&pieces=pebble", table.game)).await;
    assert_eq!(opening.frames.len(), 7);
    assert_eq!(app.anonymous().film(&format!("{}.gif?ply=0", table.game)).await.frames.len(), 1);
}

const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// A GIF has 255 colours.
fn near(one: [u8; 3], other: [u8; 3]) -> bool {
    one.iter().zip(other).all(|(&one, other)| one.abs_diff(other) < 24)
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_capture_of_a_king_has_no_duck(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6 d5@e6 Bb5@a6 h6@h3 Bxe8").await;
    let film: Film = app.anonymous().film(&format!("{}.gif", table.game)).await;
    assert_eq!(film.frames.len(), 1 + 4 * 2 + 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_past_is_kept_for_ever_and_the_present_asked_for_again(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("1. e4@c6").await;
    let browser = app.anonymous();
    for extension in ["svg", "png", "gif"] {
        let present = format!("{}.{extension}", table.game);
        let first = browser.file(&present, None).await;
        assert_eq!(first.header("cache-control"), "public, no-cache");
        assert_eq!(first.header("set-cookie"), "");
        let again = browser.file(&present, Some(first.header("etag"))).await;
        assert_eq!((again.status, again.bytes.len()), (304, 0), "{extension}");
        let past = browser.file(&format!("{present}?ply=1"), None).await;
        // Drawn words change with the end of the game, drawn pixels do not.
        let kept = if extension == "svg" { "public, no-cache" } else { FOR_EVER };
        assert_eq!(past.header("cache-control"), kept, "{extension}");
        assert_eq!((past.header("etag"), &past.bytes), (first.header("etag"), &first.bytes));
        let of_a_player = table.white.browser.file(&present, None).await;
        assert_eq!(of_a_player.bytes, first.bytes, "who looks makes no difference");
    }
    let before = browser.file(&format!("{}.png", table.game), None).await;
    table.black.moves(1, "e6@e2").await.leads_to();
    let after = browser.file(&format!("{}.png", table.game), Some(before.header("etag"))).await;
    assert_eq!(after.status, 200, "the game has gone on");
    let past = browser.file(&format!("{}.svg?ply=1", table.game), None).await;
    assert_eq!(past.header("cache-control"), FOR_EVER);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_words_of_the_last_position_are_those_of_the_end(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("1. e4@c6 e6@e2").await;
    let browser = app.anonymous();
    let picture = format!("{}.svg?ply=2", table.game);
    let running = browser.file(&picture, None).await;
    assert!(String::from_utf8_lossy(&running.bytes).contains("White to move"));
    table.white.does("resign", 2, &[("confirm", "yes")]).await.leads_to();
    let ended = browser.file(&picture, Some(running.header("etag"))).await;
    assert_eq!((ended.status, ended.header("cache-control")), (200, FOR_EVER));
    assert!(String::from_utf8_lossy(&ended.bytes).contains("The final position"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_a_game_has_not_is_not_there(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("1. e4@c6").await;
    for wrong in ["?ply=2", "?ply=-1", "?ply=x", "?side=red", "?pieces=swan", "?board=../pond"] {
        for extension in ["svg", "png", "gif"] {
            app.anonymous().get(&format!("{}.{extension}{wrong}", table.game)).await.has_status(404);
        }
    }
    for nowhere in ["/games/aaaaaaaaaa.png", "/games/x.gif"] {
        app.anonymous().get(nowhere).await.has_status(404);
    }
    app.anonymous().get(&format!("{}.jpg", table.game)).await.has_status(404);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_players_write_is_in_no_picture(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("1. e4@c6").await;
    let silent = app.anonymous().file(&format!("{}.png", table.game), None).await.bytes;
    table.black.says(1, "My aunt is ill").await.leads_to();
    table.black.does("note", 1, &[("message", "aunt")]).await.leads_to();
    table.white.does("conditional", 1, &[("lines", "e6@e2 d4@d6")]).await.leads_to();
    for extension in ["svg", "png", "gif"] {
        let file = table.black.browser.file(&format!("{}.{extension}", table.game), None).await;
        assert!(!String::from_utf8_lossy(&file.bytes).contains("aunt"), "{extension}");
    }
    assert_eq!(table.black.browser.file(&format!("{}.png", table.game), None).await.bytes, silent);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_asks_for_many_films_at_once_holds_up_no_still(pool: PgPool) {
    // This machine is its operator, and not limited.
    let app = TestApp::set_up(pool, |config| config.behind_proxy = true).await;
    let table = app.table("kwik", "kwek").await;
    table.play(WHOLE_GAME).await;
    let films = (10..24).map(|ply| {
        let (browser, path) = (app.anonymous(), format!("{}.gif?ply={ply}", table.game));
        let mut request = browser.request("GET", &path, axum::body::Body::empty());
        request.headers_mut().insert("x-forwarded-for", "203.0.113.7".parse().unwrap());
        async move { browser.exchange(request).await.unwrap().status() }
    });
    let films = tokio::spawn(futures_util::future::join_all(films));
    assert_eq!((app.anonymous().png(&format!("{}.png", table.game)).await).width, 800);
    let statuses = films.await.unwrap();
    assert!(statuses.iter().any(|status| *status == 200), "{statuses:?}");
    assert!(statuses.iter().any(|status| *status == 429), "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 429].contains(&status.as_u16())), "{statuses:?}");
}
