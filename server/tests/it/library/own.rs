//! What only the viewer may know: tags, private notes, and words of messages.

use sqlx::PgPool;

use super::{assert_finds, finds, played, refused};
use crate::duchess::{acts, game_of, game_of_six, moves, six};
use crate::story::{Table, TestApp, days};

async fn note(table: &Table, is_white: bool, ply: usize, text: &str) {
    let player = if is_white { &table.white } else { &table.black };
    player.does("note", ply, &[("message", text)]).await.leads_to();
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn players_find_games_by_their_tags_notes_and_messages(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek, kwak] = [app.signed_up("kwik").await, app.signed_up("kwek").await, app.signed_up("kwak").await];
    let first = Table::begin(&kwik, &kwek, &[("rated", "yes")]).await;
    first.play("1. Nf3@e5 Nf6@e4").await;
    first.white.says(2, "Good luck, and mind the Öland gander, weiß Æsop! Schön/gut \u{301}").await.leads_to();
    note(&first, true, 2, "My knight is in danger").await;
    note(&first, false, 2, "The knight of kwik is weak").await;
    first.black.does("resign", 2, &[("confirm", "yes")]).await.leads_to();
    let second = played(&app, &kwak, &kwik, &[], "1. e4@c6", "white").await;
    app.pass(days(1));
    let running = Table::begin(&kwik, &kwak, &[]).await;
    note(&running, true, 0, "A knight again").await;
    running.black.says(0, "Luck is good, señor: schön/gut \u{301}").await.leads_to();
    kwik.post(&format!("{}/tags", first.game), &[("tags", "To study, endgame")]).await.leads_to();
    kwek.post(&format!("{}/tags", second.game), &[("tags", "Endgame")]).await.leads_to();
    app.rate().await;
    app.fill_library().await;
    let [first_id, second_id, running_id] = [first.id(), second.id(), running.id()];

    assert_finds(
        &kwik,
        &[
            ("tag=TO+STUDY", &[first_id]),
            ("tag=endgame&player=kwek", &[first_id]),
            ("tag=endgame&result=0-1", &[]),
            ("tag=model", &[]),
            ("note=knight", &[first_id, running_id]),
            ("note=KNIGHT+danger", &[first_id]),
            ("note=danger+or+again", &[first_id, running_id]),
            ("note=knight+-danger", &[running_id]),
            ("note=weak", &[]),
            ("note=luck", &[]),
            ("words=good+luck", &[first_id, running_id]),
            ("words=%22good+luck%22", &[first_id]),
            ("words=%C3%B6land", &[first_id]),
            ("words=OLAND", &[first_id]),
            ("words=wei%C3%9F+aesop", &[first_id]),
            ("words=WEISS+%C3%86SOP", &[first_id]),
            ("words=sch%C3%B6n%2Fgut", &[first_id, running_id]),
            ("words=schon%2Fgut", &[first_id, running_id]),
            ("words=%C3%B4land", &[first_id]),
            ("words=senor", &[running_id]),
            ("words=se%C3%B1or", &[running_id]),
            ("words=sen", &[]),
            ("words=knight", &[]),
            ("words=luck&player=kwak", &[running_id]),
            ("words=luck&opponent=kwak", &[running_id]),
            ("words=luck&note=danger&tag=endgame&rated=yes", &[first_id]),
            ("words=luck&result=*", &[running_id]),
            ("words=luck&sort=longest", &[first_id, running_id]),
        ],
    )
    .await;
    assert_finds(
        &kwek,
        &[
            ("tag=endgame", &[second_id]),
            ("note=knight", &[first_id]),
            ("note=danger", &[]),
            ("words=luck", &[first_id]),
            ("words=luck&player=kwak", &[]),
        ],
    )
    .await;
    // As a server of the release before writes them: what is no word without its marks is none.
    app.execute(
        "insert into library_words select p.id, g.id, null,
            to_tsvector('simple', 'ärger \u{301}') || array_to_tsvector(array['#' || p.id])
        from players p, games g where p.name = 'kwik' and g.ended_at is not null
            and not exists (select from library_words w where w.game_id = g.id)",
    )
    .await;
    assert_finds(&kwik, &[("words=%C3%A4rger", &[second_id]), ("words=arger", &[second_id])]).await;
    // Where many games of a player have the words, they are asked for otherwise.
    app.execute(
        "insert into games select (jsonb_populate_record(g, jsonb_build_object('id', lpad(n::text, 10, '0')))).*
        from games g, generate_series(1, 1000) n where g.id = (select min(id) from games where ended_at is not null)",
    )
    .await;
    app.execute(
        "insert into library_words select player_id, lpad(n::text, 10, '0'), notes, messages
        from library_words, generate_series(1, 1000) n where notes @@ 'danger'",
    )
    .await;
    assert_finds(
        &kwik,
        &[
            ("note=knight", &[first_id, running_id]),
            ("note=knight+danger&sort=longest", &[first_id]),
            ("words=good+luck&note=knight", &[first_id, running_id]),
            ("words=%22good+luck%22&player=kwek&rated=yes", &[first_id]),
            ("words=luck&result=*", &[running_id]),
            ("words=luck&tag=endgame", &[first_id]),
            ("note=weak", &[]),
        ],
    )
    .await;
    // Another player, of whose games few have them, finds the same as before.
    assert_finds(&kwek, &[("note=knight", &[first_id]), ("note=danger", &[]), ("words=good+luck", &[first_id])]).await;
    let page = kwik.opens("/games?note=knight&words=luck").await;
    assert_eq!([page.value("note"), page.value("words")], ["knight", "luck"]);
    assert_eq!(page.texts(".library-chip span:first-child"), ["Your notes: knight", "Messages: luck"]);
    assert!(!page.has("details.library-more[open]"), "what was found is seen at once");
    let file = kwik.get("/games.pgn?words=luck").await;
    assert_eq!(file.text.matches("[Site ").count(), 2);
    assert!(!file.text.contains("gander") && !file.text.contains("danger"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_written_after_the_end_is_found_too(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek, kwak] = [app.signed_up("kwik").await, app.signed_up("kwek").await, app.signed_up("kwak").await];
    let table = played(&app, &kwik, &kwek, &[("public", "yes")], "1. Nf3@e5 Nf6@e4", "black").await;
    app.fill_library().await;
    note(&table, true, 2, "Look at this once more").await;
    table.black.says(2, "Thank you").await.leads_to();
    kwak.post(&format!("{}/kibitz", table.game), &[("kibitz", "Bravissimo")]).await.leads_to();
    assert!(app.fill_library().await > 0);
    assert_finds(
        &kwik,
        &[("note=look", &[table.id()]), ("words=thank", &[table.id()]), ("words=bravissimo", &[table.id()])],
    )
    .await;
    assert_finds(&kwek, &[("note=look", &[]), ("words=thank+bravissimo", &[table.id()])]).await;
    assert_finds(&kwak, &[("words=thank", &[]), ("words=bravissimo", &[])]).await;
    // From the archive as well.
    app.pass(days(30));
    app.archive().await;
    app.execute("delete from library_words").await;
    app.execute("insert into library_due select id, ended_at from games").await;
    app.fill_library().await;
    assert_finds(&kwik, &[("note=look&words=thank", &[table.id()])]).await;
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_message_in_a_running_game_is_found_at_once_and_kibitz_not_before_its_end(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek, kwak] = [app.signed_up("kwik").await, app.signed_up("kwek").await, app.signed_up("kwak").await];
    let table = Table::begin(&kwik, &kwek, &[("public", "yes")]).await;
    app.fill_library().await;
    table.white.says(0, "Hello").await.leads_to();
    kwak.post(&format!("{}/kibitz", table.game), &[("kibitz", "Take the rook")]).await.leads_to();
    assert_eq!(app.fill_library().await, 0, "nothing is taken in for a message");
    let id = table.id();
    assert_finds(&kwek, &[("words=hello", &[id]), ("words=rook", &[])]).await;
    table.white.does("resign", 0, &[("confirm", "yes")]).await.leads_to();
    // The library has not heard of it yet.
    assert_finds(&kwek, &[("words=hello", &[id])]).await;
    app.fill_library().await;
    assert_finds(&kwek, &[("words=hello", &[id]), ("words=rook", &[id])]).await;
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_visitor_is_told_to_log_in(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.signed_up("kwik").await;
    let stranger = app.anonymous();
    assert!(!stranger.opens("/games").await.asks_for("note"), "there is nothing of theirs");
    for (query, field) in [("tag=mine", "tag"), ("note=duck", "note"), ("rated=yes&words=duck", "words")] {
        let page = refused(&stranger.get(&format!("/games?{query}")).await);
        assert_eq!(
            page.text(&format!("#{field}-error")),
            "Your own tags, notes and messages are found when you are logged in."
        );
        let log_in = page.attributes("main a[href^='/login']", "href").concat();
        assert_eq!(log_in, format!("/login?next=%2Fgames%3F{}", query.replace('=', "%3D").replace('&', "%26")));
        refused(&stranger.get(&format!("/games.pgn?{query}")).await);
    }
    let [kwik, kwek] = [app.signed_in("kwik").await, app.signed_up("kwek").await];
    let over = played(&app, &kwik, &kwek, &[], "1. e4@c6", "white").await;
    for (table, ply) in [(over, 1), (Table::begin(&kwik, &kwek, &[]).await, 0)] {
        note(&table, true, ply, "Mind the duck").await;
        table.white.says(ply, "Good morning").await.leads_to();
    }
    app.fill_library().await;
    assert_eq!(finds(&kwik, "note=duck&words=morning").await.len(), 2);
    for (query, sentence) in
        [("note=-", "Write one word"), ("words=%22%22", "Write one word"), ("material=KR", "“KR” does not say")]
    {
        assert!(refused(&kwik.get(&format!("/games?{query}")).await).alert().contains(sentence), "{query}");
    }
    // Whatever PostgreSQL makes of it.
    for query in ["note=%00%00a", "words='a\\:*|", "note=%22a", "words=a%3Ab%26!c", "tag=%25%5F", "note=or"] {
        assert_eq!(finds(&kwik, query).await, [""; 0], "{query}");
    }
    // Whether these are words depends on how the database was set up. Where they are none, they do not find every game.
    for query in ["note=%F0%9F%A6%86", "words=%F0%9F%A6%86", "note=%E2%80%93", "words=%E2%80%A6&note=duck"] {
        let answer = kwik.get(&format!("/games?{query}")).await;
        match answer.status {
            200 => assert_eq!(finds(&kwik, query).await, [""; 0], "{query}"),
            _ => assert!(refused(&answer).alert().contains("Write one word"), "{query}"),
        }
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn partners_find_what_is_said_to_their_side_and_the_other_side_does_not(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let players = six(&app).await;
    let game = game_of_six(&app, &players).await;
    let writes = async |seat: usize, action: &str, text: &str| {
        acts(&players[seat], &game, 0, &[("action", action), ("message", text)]).await.leads_to();
    };
    writes(0, "side-comment", "Attack the purple fortress").await;
    writes(2, "note", "Mind the wizard").await;
    writes(1, "comment", "Greetings").await;
    app.fill_library().await;
    let all = [game.trim_start_matches("/games/")];
    for is_over in [false, true] {
        if is_over {
            for seat in [0, 2, 4] {
                acts(&players[seat], &game, 0, &[("action", "resign"), ("confirm", "yes")]).await.leads_to();
            }
            assert!(app.fill_library().await > 0);
            assert_eq!(app.count("select count(*) from library_words").await, 6);
        }
        for (seat, player) in players.iter().enumerate() {
            let found = |is_found: bool| if is_found { &all[..] } else { &[] };
            let expected = [
                ("words=greetings", found(true)),
                ("words=fortress", found(seat % 2 == 0)),
                ("note=wizard", found(seat == 2)),
            ];
            assert_finds(player, &expected).await;
        }
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_note_is_found_whichever_seat_of_its_player_wrote_it(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (players, game) = game_of(&app, "duchess-2x2", &["ann", "ben"]).await;
    moves(&players[0], &game, 0, "1c3-1c4").await;
    moves(&players[1], &game, 1, "2c3-2c4").await;
    let (ann, ben) = (&players[0], &players[1]);
    acts(ann, &game, 2, &[("action", "note"), ("message", "From the second seat")]).await.leads_to();
    let written = "select count(*) from events where body ->> 'type' = 'note-written' and body ->> 'seat' = '2'";
    assert_eq!(app.count(written).await, 1);
    app.fill_library().await;
    let id = game.trim_start_matches("/games/");
    for is_over in [false, true] {
        if is_over {
            acts(ben, &game, 2, &[("action", "resign"), ("confirm", "yes")]).await.leads_to();
            assert!(app.fill_library().await > 0);
        }
        assert_finds(ann, &[("note=second", &[id])]).await;
        assert_finds(ben, &[("note=second", &[])]).await;
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_search_in_words_that_takes_too_long_says_so(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    let mut holding = app.pool().begin().await.unwrap();
    sqlx::query("lock table library_words in access exclusive mode").execute(&mut *holding).await.unwrap();
    let page = kwik.get("/games?words=duck").await.page(422);
    assert!(page.text("main").contains("Too many games have to be looked through for this."));
    holding.rollback().await.unwrap();
    assert_eq!(finds(&kwik, "words=duck").await, [""; 0]);
}
