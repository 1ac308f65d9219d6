//! What open pages are notified of: by any server, never of what is private to others, and without missing anything.

use serde_json::json;
use sqlx::PgPool;

use tokio::time::timeout;

use crate::story::{Browser, Listening, Player, TIMEOUT, Table, TestApp, challenge};

fn stream_of(table: &Table) -> String {
    format!("{}/live", table.game)
}

/// Reconnects until the server listens again, as a page does.
async fn comes_again(browser: &Browser, path: &str) -> Listening {
    let tries = async {
        loop {
            match browser.tries_to_listen(path).await {
                Ok(stream) => return stream,
                Err(status) => assert_eq!(status, 503),
            }
        }
    };
    timeout(TIMEOUT, tries).await.expect("the server does not listen again")
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_sent_to_one_server_is_heard_at_another(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let other = app.beside().await.listening().await;
    let table = app.table("ann", "ben").await;
    let mut page = other.signed_in("ben").await.listens(&stream_of(&table)).await;
    assert_eq!(page.hears().await, Some(json!({ "game": 0, "waiting": { "turns": 0, "challenges": 0 } })));

    table.white.moves(0, "e4@c6").await.leads_to();
    assert_eq!(page.hears_all::<2>().await, json!({ "game": 1, "waiting": { "turns": 1, "challenges": 0 } }));
    table.black.moves(1, "e6@e2").await.leads_to();
    assert_eq!(page.hears_all::<2>().await, json!({ "game": 2, "waiting": { "turns": 0, "challenges": 0 } }));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_stream_tells_as_much_as_the_page_shows(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let table = app.table("ann", "ben").await;
    let stranger = Player::looking_on(&app.anonymous(), &table);
    table.play("e4@c6 e6@e2").await;
    table.white.says(2, "Hello").await.leads_to();
    for (player, shown) in [(&table.white, 3), (&table.black, 3), (&stranger, 2)] {
        let page = player.sees().await;
        assert_eq!(page.attributes("main", "data-events"), [shown.to_string()]);
        let mut stream = player.browser.listens(&stream_of(&table)).await;
        assert_eq!(stream.hears().await.unwrap()["game"], shown);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_lost_connection_loses_nothing(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let table = app.table("ann", "ben").await;
    let mut page = table.black.browser.listens(&stream_of(&table)).await;
    assert_eq!(page.hears().await.unwrap()["game"], 0);

    let gone = "select count(pg_terminate_backend(pid)) from pg_stat_activity
        where datname = current_database() and query like '%left join announcements%' and pid <> pg_backend_pid()";
    assert_eq!(app.count(gone).await, 1);
    table.white.moves(0, "e4@c6").await.leads_to();
    // Whether or not the turn, or a late announcement of the game's beginning, was still received, the stream ends, and
    // the next begins with the turn.
    for said in page.hears_the_end().await {
        assert!(said == json!({ "game": 1 }) || said["waiting"].is_object(), "{said}");
    }
    let mut page = comes_again(&table.black.browser, &stream_of(&table)).await;
    assert_eq!(page.hears().await, Some(json!({ "game": 1, "waiting": { "turns": 1, "challenges": 0 } })));
    table.black.moves(1, "e6@e2").await.leads_to();
    assert_eq!(page.hears_all::<2>().await, json!({ "game": 2, "waiting": { "turns": 0, "challenges": 0 } }));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_stranger_hears_nothing_of_what_the_players_say(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let table = app.table("ann", "ben").await;
    let mut stranger = app.signed_up("cid").await.listens(&stream_of(&table)).await;
    let mut opponent = table.black.browser.listens(&stream_of(&table)).await;
    assert_eq!(stranger.hears().await, Some(json!({ "game": 0, "waiting": { "turns": 0, "challenges": 0 } })));
    opponent.hears().await.unwrap();

    table.white.says(0, "Just between us").await.leads_to();
    assert_eq!(opponent.hears().await, Some(json!({ "game": 1 })));
    table.white.moves(0, "e4@c6").await.leads_to();
    // The very next thing, and it counts one event, not two.
    assert_eq!(stranger.hears().await, Some(json!({ "game": 1 })));
    assert_eq!(opponent.hears_all::<2>().await["game"], 2);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_was_refused_or_done_before_is_not_told(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let table = app.table("ann", "ben").await;
    let mut page = app.anonymous().listens(&stream_of(&table)).await;
    page.hears().await.unwrap();
    table.white.moves(0, "e5@c6").await.refused();
    table.black.moves(0, "e4@c6").await;
    table.white.moves(0, "e4@c6").await.leads_to();
    table.white.moves(0, "e2e4@c6").await.leads_to();
    table.black.moves(1, "e6@e2").await.leads_to();
    page.hears_up_to("game", 2).await;
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_is_heard_of_though_its_server_ended_before_it_could_tell(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let table = app.table("ann", "ben").await;
    // A server without the loop that notifies others.
    let ended = app.beside().await;
    let mut page = app.anonymous().listens(&stream_of(&table)).await;
    page.hears().await.unwrap();
    let white = Player::looking_on(&ended.signed_in("ann").await, &table);
    white.moves(0, "e4@c6").await.leads_to();
    assert_eq!(page.hears().await, Some(json!({ "game": 1 })));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_is_heard_of_though_the_connection_that_notifies_is_lost(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let table = app.table("ann", "ben").await;
    let mut page = app.anonymous().listens(&stream_of(&table)).await;
    page.hears().await.unwrap();
    table.white.moves(0, "e4@c6").await.leads_to();
    assert_eq!(page.hears().await, Some(json!({ "game": 1 })));
    let lost = "select count(pg_terminate_backend(pid)) from pg_stat_activity
        where datname = current_database() and query like 'select pg_notify%'";
    assert_eq!(app.count(lost).await, 1);
    table.black.moves(1, "e6@e2").await.leads_to();
    assert_eq!(page.hears().await, Some(json!({ "game": 2 })));
    table.white.moves(2, "d4@d6").await.leads_to();
    assert_eq!(page.hears().await, Some(json!({ "game": 3 })));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn challenges_are_told_to_those_who_see_them(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let mut to_ben = ben.listens("/live").await;
    let mut in_lobby = app.anonymous().listens("/live?lobby=yes").await;
    assert_eq!(to_ben.hears().await, Some(json!({ "waiting": { "turns": 0, "challenges": 0 } })));
    assert_eq!(in_lobby.hears().await, Some(json!({ "lobby": true })));

    let by_name = challenge(&ann, &[("opponent", "ben")]).await;
    assert_eq!(to_ben.hears().await, Some(json!({ "waiting": { "turns": 0, "challenges": 1 } })));
    ben.post(&format!("{by_name}/decline"), &[]).await.leads_to();
    assert_eq!(to_ben.hears().await, Some(json!({ "waiting": { "turns": 0, "challenges": 0 } })));
    let to_anyone = challenge(&ann, &[]).await;
    assert_eq!(in_lobby.hears().await, Some(json!({ "lobby": true })), "of those by name nothing was said");
    ben.post(&format!("{to_anyone}/accept"), &[]).await.leads_to();
    assert_eq!(in_lobby.hears().await, Some(json!({ "lobby": true })));
    assert!(to_ben.hears().await.is_some(), "a game of ben's has begun");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn streams_end_when_the_server_stops(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let table = app.table("ann", "ben").await;
    let mut of_game = app.anonymous().listens(&stream_of(&table)).await;
    let mut of_lobby = app.anonymous().listens("/live?lobby=yes").await;
    of_game.hears().await.unwrap();
    of_lobby.hears().await.unwrap();
    app.stops().await;
    assert_eq!(of_game.hears().await, None);
    assert_eq!(of_lobby.hears().await, None);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn streams_wait_without_the_database(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let connections = app.pool().max_connections();
    let table = app.table("ann", "ben").await;
    let mut pages = Vec::new();
    for _ in 0..2 * connections {
        let mut page = table.black.browser.listens(&stream_of(&table)).await;
        page.hears().await.unwrap();
        pages.push(page);
    }
    table.white.moves(0, "e4@c6").await.leads_to();
    for page in &mut pages {
        assert_eq!(page.hears_all::<2>().await["game"], 1);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_stream_ends_with_its_session_on_every_server(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let other = app.beside().await.listening().await;
    let table = app.table("ann", "ben").await;
    let leaving = app.signed_in("ben").await;
    let mut ending = Vec::new();
    for server in [&app, &other] {
        let same_browser = server.anonymous();
        same_browser.keep_cookie("mallard", &leaving.cookie("mallard").unwrap());
        for path in ["/live", "/live?lobby=yes", &stream_of(&table)] {
            ending.push(same_browser.listens(path).await);
        }
    }
    let mut staying = [table.black.browser.listens("/live").await, other.signed_in("ben").await.listens("/live").await];
    let mut opponent = table.white.browser.listens(&stream_of(&table)).await;
    for stream in ending.iter_mut().chain(&mut staying).chain([&mut opponent]) {
        stream.hears().await.unwrap();
    }

    leaving.post("/logout", &[]).await.leads_to();
    for stream in &mut ending {
        stream.hears_the_end().await;
    }
    table.white.moves(0, "e4@c6").await.leads_to();
    for stream in &mut staying {
        while stream.hears_of("waiting").await["turns"] == 0 {}
    }
    assert_eq!(opponent.hears_of("game").await, 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn another_password_ends_the_streams_of_all_other_sessions(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let other = app.beside().await.listening().await;
    let ann = app.signed_up("ann").await;
    let mut here = ann.listens("/live").await;
    let mut elsewhere = other.signed_in("ann").await.listens("/live").await;
    here.hears().await.unwrap();
    elsewhere.hears().await.unwrap();
    let change = [("current", crate::story::PASSWORD), ("new", "eight loud geese")];
    ann.post("/settings/password", &change).await.leads_to();
    elsewhere.hears_the_end().await;
    let by_name = challenge(&app.signed_up("ben").await, &[("opponent", "ann")]).await;
    assert!(by_name.starts_with("/challenges/"));
    while here.hears_of("waiting").await["challenges"] == 0 {}
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn logging_out_elsewhere_ends_the_streams_of_those_browsers(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let other = app.beside().await.listening().await;
    let desk = app.signed_up("ann").await;
    let mut here = desk.listens("/live").await;
    here.hears().await.unwrap();

    let phone = other.signed_in("ann").await;
    let mut on_phone = phone.listens("/live").await;
    on_phone.hears().await.unwrap();
    let listed = desk.opens("/settings/sessions").await.attributes(".session button[name=end]", "value");
    assert_eq!(listed.len(), 1, "{listed:?}");
    desk.post("/settings/sessions", &[("end", &listed[0])]).await.leads_to();
    on_phone.hears_the_end().await;

    let mut elsewhere = Vec::new();
    for server in [&app, &other] {
        let mut stream = server.signed_in("ann").await.listens("/live").await;
        stream.hears().await.unwrap();
        elsewhere.push(stream);
    }
    desk.post("/settings/sessions", &[("end", "others")]).await.leads_to();
    for stream in &mut elsewhere {
        stream.hears_the_end().await;
    }

    challenge(&app.signed_up("ben").await, &[("opponent", "ann")]).await;
    while here.hears_of("waiting").await["challenges"] == 0 {}
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn another_login_in_a_browser_ends_its_streams(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let other = app.beside().await.listening().await;
    app.signed_up("ann").await;
    app.signed_up("ben").await;
    for name in ["ann", "ben"] {
        let browser = app.signed_in("ann").await;
        let same_browser = other.anonymous();
        same_browser.keep_cookie("mallard", &browser.cookie("mallard").unwrap());
        let mut stream = same_browser.listens("/live").await;
        stream.hears().await.unwrap();
        let login = [("name", name), ("password", crate::story::PASSWORD)];
        browser.post("/login", &login).await.leads_to();
        stream.hears_the_end().await;
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_stream_is_neither_gathered_nor_packed_nor_kept(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let table = app.table("ann", "ben").await;
    let stream = app.anonymous().listens(&stream_of(&table)).await;
    let header = |name| stream.headers.get(name).map(|value| value.to_str().unwrap());
    assert_eq!(header("content-type"), Some("text/event-stream"));
    assert_eq!(header("cache-control"), Some("no-cache"));
    assert_eq!(header("content-encoding"), None);
    assert_eq!(header("x-accel-buffering"), Some("no"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn there_is_no_stream_about_nothing(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let stranger = app.anonymous();
    assert_eq!(stranger.get("/games/aaaaaaaaaa/live").await.status, 503, "it does not listen yet");
    let app = app.listening().await;
    assert_eq!(stranger.get("/games/aaaaaaaaaa/live").await.status, 404);
    assert_eq!(stranger.get("/games/no-such-name/live").await.status, 404);
    assert_eq!(stranger.get("/live").await.status, 404);
    assert_eq!(app.count("select count(*) from games").await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn of_notes_and_conditional_turns_only_their_writer_hears(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let table = app.table("ann", "ben").await;
    table.play("e4@c6").await;
    let mut writer = table.white.browser.listens(&stream_of(&table)).await;
    let mut opponent = table.black.browser.listens(&stream_of(&table)).await;
    let mut stranger = app.anonymous().listens(&stream_of(&table)).await;
    assert_eq!(writer.hears().await.unwrap()["game"], 1);
    assert_eq!(opponent.hears().await.unwrap()["game"], 1);
    assert_eq!(stranger.hears().await, Some(json!({ "game": 1 })));

    table.white.does("note", 1, &[("message", "Watch the queen")]).await.leads_to();
    table.white.does("conditional", 1, &[("lines", "e6@e2 d4@d6\nf6@e2 d4@d6")]).await.leads_to();
    writer.hears_up_to("game", 3).await;
    for (player, shown) in [(&table.white, "3"), (&table.black, "1")] {
        assert_eq!(player.sees().await.attributes("main", "data-events"), [shown]);
    }

    // The turn and its conditional reply come as one: they were made at one instant.
    table.black.moves(1, "e6@e2").await.leads_to();
    assert_eq!(stranger.hears().await, Some(json!({ "game": 3 })));
    assert_eq!(opponent.hears_all::<2>().await, json!({ "game": 3, "waiting": { "turns": 1, "challenges": 0 } }));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_waits_at_a_challenge_hears_of_its_answer(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    for (terms, stream) in [(&[("opponent", "ben")][..], "/live"), (&[], "/live?lobby=yes")] {
        let path = challenge(&ann, terms).await;
        let page = ann.opens(&path).await;
        assert_eq!(page.attributes("body", "data-live"), [stream]);
        assert_eq!(page.attributes("main", "data-path"), [path.as_str()]);
        let mut waiting = ann.listens(stream).await;
        waiting.hears().await.unwrap();
        let game = ben.post(&format!("{path}/accept"), &[]).await.leads_to().to_owned();
        assert!(waiting.hears().await.is_some());
        let page = ann.opens(&path).await;
        assert_eq!(page.status(), "Accepted: the game has begun. Go to the game");
        assert_eq!(page.attributes("#challenge-state a", "href"), [game.as_str()]);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn kibitz_is_told_to_those_who_look_on_and_to_the_players_after_the_end(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let (ann, ben, cid) = (app.signed_up("ann").await, app.signed_up("ben").await, app.signed_up("cid").await);
    let table = Table::begin(&ann, &ben, &[("public", "yes")]).await;
    let mut player = ann.listens(&stream_of(&table)).await;
    let mut looking_on = app.anonymous().listens(&stream_of(&table)).await;
    player.hears().await.unwrap();
    assert_eq!(looking_on.hears().await, Some(json!({ "game": 0 })));

    let writes = async |message| {
        cid.post(&format!("{}/kibitz", table.game), &[("ply", "0"), ("kibitz", message)]).await.leads_to();
    };
    writes("What about the bishop?").await;
    assert_eq!(looking_on.hears().await, Some(json!({ "beside": 1 })));
    writes("What about the bishop?").await;
    writes("And the duck?").await;
    assert_eq!(looking_on.hears().await, Some(json!({ "beside": 2 })), "what was sent twice is written once");
    let shown = async |browser: &Browser| browser.opens(&table.game).await.attributes("main", "data-extras");
    assert_eq!((shown(&cid).await, shown(&ann).await), (vec!["2".to_owned()], vec!["0".to_owned()]));
    let standing = ben.listens(&stream_of(&table)).await.hears().await;
    assert_eq!(standing, Some(json!({ "game": 0, "waiting": { "turns": 0, "challenges": 0 } })));

    // The next thing that the player receives is the end, and then what is written after it.
    table.black.says(0, "I am off").await.leads_to();
    assert_eq!(player.hears_all::<2>().await, json!({ "game": 1, "waiting": { "turns": 1, "challenges": 0 } }));
    table.white.does("resign", 0, &[("confirm", "yes")]).await.leads_to();
    assert_eq!(player.hears_all::<2>().await, json!({ "game": 2, "waiting": { "turns": 0, "challenges": 0 } }));
    assert_eq!(shown(&ann).await, ["2"]);
    writes("A pity").await;
    assert_eq!(player.hears().await, Some(json!({ "beside": 3 })));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_becomes_of_a_rematch_is_told_to_who_looks_at_the_game_before(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let table = app.table("ann", "ben").await;
    table.white.does("resign", 0, &[("confirm", "yes")]).await.leads_to();
    table.white.does("rematch", 0, &[]).await.leads_to();
    let mut players = table.white.browser.listens(&stream_of(&table)).await;
    let mut looking_on = app.anonymous().listens(&stream_of(&table)).await;
    players.hears().await.unwrap();
    assert_eq!(looking_on.hears().await, Some(json!({ "game": 2 })));

    let offer =
        async |browser: &Browser| browser.opens(&table.game).await.attributes(".outcome a.button", "href")[0].clone();
    let challenge = offer(&table.black.browser).await;
    table.black.browser.post(&format!("{challenge}/decline"), &[]).await.leads_to();
    // An announcement from before it was opened may arrive late, and repeat what awaits the player.
    assert_eq!(players.hears_of("beside").await, 1);
    let page = table.white.sees().await;
    assert!(page.text(".outcome").contains("ben has declined the rematch."), "{}", page.text(".outcome"));
    assert_eq!(page.attributes("main", "data-extras"), ["1"]);

    table.black.does("rematch", 0, &[]).await.leads_to();
    assert_eq!(
        looking_on.hears().await,
        Some(json!({ "game": 3 })),
        "that one was declined is the players' own affair"
    );
    let challenge = offer(&table.white.browser).await;
    table.white.browser.post(&format!("{challenge}/accept"), &[]).await.leads_to();
    assert_eq!(looking_on.hears().await, Some(json!({ "beside": 1 })));
    let page = app.anonymous().opens(&table.game).await;
    assert!(page.text(".outcome").contains("Go to the rematch"));
    assert_eq!(page.attributes("main", "data-extras"), ["1"]);
    assert_eq!(table.white.sees().await.attributes("main", "data-extras"), ["2"]);
}
