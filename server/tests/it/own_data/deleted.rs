//! An account is deleted: what it takes, what stays, and how it is taken back.

use server::games::damaged;
use sqlx::PgPool;

use super::{MARK, NAME, app, asks_for_the_end, places_of, somebody_who_wrote_everywhere};
use crate::duchess::{game_of_six, six};
use crate::story::{PASSWORD, Table, TestApp, challenge, days, hours};

/// Where the words are before, so that it is known that they are looked for well.
const WRITTEN_IN: [&str; 24] = [
    "archived_events.bodies",
    "collection_errors.sentence",
    "collection_games.event",
    "collection_imports.file_name",
    "collection_pieces.bytes",
    "collection_texts.pgn",
    "collections.name",
    "game_kibitzes.text",
    "game_tags.key",
    "game_tags.tag",
    "kept_forms.fields",
    "letters.wanted",
    "library_words.messages",
    "library_words.notes",
    "notebooks.pgn",
    "players.email_wanted",
    "puzzle_reports.reason",
    "recent_events.body",
    "saved_searches.name",
    "saved_searches.query",
    "studies.description",
    "studies.name",
    "study_chapters.name",
    "study_chapters.pgn",
];

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn afterwards_no_table_holds_the_name_the_address_or_a_word(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let (quagga, old, running) = somebody_who_wrote_everywhere(&app).await;
    for (name, player) in [("Theirs", "quagga77"), ("Mine", "kwik")] {
        old.black.browser.post("/games/searches", &[("name", name), ("player", player)]).await.leads_to();
    }
    let before = places_of(&app, MARK).await;
    for place in WRITTEN_IN {
        assert!(before.iter().any(|found| found == place), "nothing was written in {place}: {before:?}");
    }
    let named = places_of(&app, NAME).await;
    for place in ["letters.email", "password_requests.typed", "password_tries.counted_as", "players.name"] {
        assert!(named.iter().any(|found| found == place), "{place}: {named:?}");
    }
    assert_eq!(asks_for_the_end(&quagga).await.leads_to(), "/settings/delete?done=asked");
    app.sends().await;
    app.stays_up(days(13)).await;
    let kwik = &old.black.browser;
    let late = Table::begin(&quagga, kwik, &[]).await;
    late.play("e4@c6 e6@e2").await;
    late.white.says(2, &format!("{MARK} says goodbye")).await.leads_to();
    app.stays_up(days(1)).await;

    // The last email is to be sent before the address goes, and the games that are resigned are counted.
    assert_eq!(app.deletes_accounts().await, 0);
    app.sends().await;
    app.rate().await;
    assert_eq!(app.deletes_accounts().await, 1);
    assert_eq!(app.deletes_accounts().await, 0, "once");
    app.sends().await;
    let emails = mail_server.emails();
    let is_last = |text: &str| text.contains("is being deleted now, with your address");
    let last: Vec<_> = emails.iter().filter(|email| is_last(&email.text())).collect();
    assert_eq!(last.len(), 1);
    assert_eq!(last[0].to, "Quagga77@example.org");
    assert!(last[0].subject().starts_with("Your account at"), "{}", last[0].subject());

    for text in [MARK, NAME] {
        assert_eq!(places_of(&app, text).await, [""; 0], "{text}");
    }
    app.fill_library().await;
    assert_eq!(places_of(&app, MARK).await, [""; 0], "what is taken into the library anew has none either");
    assert_eq!(damaged(app.pool()).await.unwrap(), [""; 0]);
    let found =
        async |words: &str| kwik.opens(&format!("/games?words={words}")).await.attributes("[data-key]", "data-key");
    assert_eq!(found(MARK).await, [""; 0]);
    assert_eq!(found("luck").await, [old.id()], "what they wrote themselves is found");
    assert_eq!(kwik.opens("/games/searches").await.texts(".library-searches a"), ["Mine"]);
    // Others still have what they wrote, and the games tell how they went.
    assert!(kwik.opens(&running.game).await.text("main").contains("deleted player"));
    for (game, said) in [(&old.game, "Good luck!"), (&late.game, "by resignation")] {
        let page = kwik.opens(game).await.text("main");
        assert!(page.contains("deleted player") && page.contains(said), "{page}");
        assert!(page.contains("wrote a message, which was deleted with the account"), "{page}");
        assert!(!kwik.opens(game).await.has("a[href^='/players/deleted']"));
    }
    assert!(kwik.opens(&old.game).await.text("main").contains("A secret of kwik"));
    let studies = app.column("select id from studies").await;
    let [study] = &studies[..] else { panic!("{studies:?}") };
    let page = kwik.opens(&format!("/studies/{study}")).await;
    assert!(page.text("#editors").contains("You edit it alone."));
    assert!(
        !page.text(".study-chapter").contains(','),
        "nobody is told who changed it: {}",
        page.text(".study-chapter")
    );
    let chapter = kwik.get(&format!("/studies/{study}/chapters/1.pgn")).await.text;
    assert!(chapter.contains("{so it was}") && chapter.contains("[White \"deleted player "), "{chapter}");
    let pgn = kwik.get(&format!("{}.pgn?comments=yes", old.game)).await.text;
    assert!(pgn.contains("[White \"deleted player ") && !pgn.contains("{deleted player"), "{pgn}");
    assert_eq!(app.count("select count(*) from challenges where state = 'open'").await, 0);
    kwik.get("/players/Quagga77").await.has_status(404);
    assert!(quagga.get("/settings").await.leads_to().starts_with("/login"));
    app.anonymous().post("/login", &[("name", NAME), ("password", PASSWORD)]).await.refused();
    let form = [("name", NAME), ("email", "other@example.org"), ("password", PASSWORD)];
    assert_eq!(app.anonymous().post("/signup", &form).await.leads_to(), "/welcome", "the name is free");
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn open_pages_and_servers_with_the_game_in_memory_follow(pool: PgPool) {
    let app = app(pool).await;
    let other = app.beside().await;
    let table = app.table(NAME, "kwik").await;
    table.play("e4@c6 e6@e2").await;
    table.white.says(2, MARK).await.leads_to();
    let stranger = other.anonymous();
    for browser in [&stranger, &table.black.browser] {
        assert!(browser.opens(&table.game).await.text("main").contains(NAME));
    }
    let cards = ["/card.png", "/card.png?ply=0"].map(|card| format!("{}{card}", table.game));
    let mut before = Vec::new();
    for card in &cards {
        let answer = stranger.file(card, None).await;
        assert!(!answer.header("cache-control").contains("immutable"), "{card}: it names the players");
        before.push((answer.header("etag").to_owned(), answer.bytes));
    }
    asks_for_the_end(&table.white.browser).await.leads_to();
    app.stays_up(days(14)).await;
    app.deletes_accounts().await;
    // No mail server is set up here: the email is dropped, and holds up nothing.
    app.sends().await;
    app.rate().await;
    assert_eq!(app.deletes_accounts().await, 1);
    for browser in [&stranger, &table.black.browser] {
        for path in ["", "?tab=record", ".pgn", ".svg", "?ply=1"] {
            let text = browser.get(&format!("{}{path}", table.game)).await.text;
            assert!(!text.contains(NAME) && !text.contains(MARK), "{path}: {text}");
        }
    }
    for (card, (tag, picture)) in cards.iter().zip(&before) {
        let answer = stranger.file(card, None).await;
        assert!(answer.header("etag") != tag && answer.bytes != *picture, "{card} has the old name");
    }
    let after = app.column("select name from players where name like 'deleted player _____'").await;
    assert_eq!(after.len(), 1);
    // Nobody is there to play again.
    assert!(!table.black.browser.opens(&table.game).await.has("button[value=rematch]"));
    table.black.does("rematch", 2, &[]).await.leads_to();
    assert_eq!(app.count("select count(*) from challenges where rematch_of is not null").await, 0);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn it_is_asked_for_with_the_password_told_of_and_taken_back(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let quagga = app.signed_up(NAME).await;
    app.everybody_confirmed().await;
    let form = quagga.opens("/settings/delete").await.form("form.card");
    let page = quagga.submits(&form.clone().with("password", PASSWORD)).await.refused();
    assert!(page.alert().contains("Tick the box"), "{}", page.alert());
    let page = quagga.submits(&form.with("password", "wrong").with("confirm", "yes")).await.refused();
    assert!(page.alert().contains("password"), "{}", page.alert());
    assert_eq!(page.value("confirm"), "yes");
    assert_eq!(app.count("select count(*) from account_deletions").await, 0);

    let asked = asks_for_the_end(&quagga).await.leads_to().to_owned();
    assert!(quagga.opens(&asked).await.status().starts_with("Your account will be deleted."));
    app.sends().await;
    let email = mail_server.email();
    assert!(
        email.text().contains("will be deleted on 16 March 2026") || email.text().contains("16 Mar 2026"),
        "{}",
        email.text()
    );
    email.path("/settings/delete");
    for path in ["/", "/settings", "/settings/email", "/settings/password", "/settings/sessions", "/settings/archive"] {
        let notice = quagga.opens(path).await.text(".notice-deletion");
        assert!(notice.contains("16 Mar 2026") && notice.contains("Keep my account"), "{path}: {notice}");
    }
    // The account can be used meanwhile.
    app.stays_up(days(13)).await;
    challenge(&quagga, &[]).await;
    assert_eq!(app.deletes_accounts().await, 0);
    let keep = quagga.opens("/").await.form(".notice-deletion form");
    let kept = quagga.submits(&keep).await.leads_to().to_owned();
    assert_eq!(quagga.opens(&kept).await.status(), "Your account stays. Nothing has been deleted.");
    app.stays_up(days(2)).await;
    assert_eq!(app.deletes_accounts().await, 0);
    assert_eq!(quagga.opens("/").await.text(".account-name"), NAME);
    assert!(!quagga.opens("/").await.has(".notice-deletion"));
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn what_was_broken_off_is_gone_on_with(pool: PgPool) {
    let app = app(pool).await;
    let table = app.table(NAME, "kwik").await;
    table.play("e4@c6 e6@e2").await;
    table.white.says(2, MARK).await.leads_to();
    asks_for_the_end(&table.white.browser).await.leads_to();
    app.stays_up(days(14)).await;
    app.run("create function fail() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$")
        .await;
    for (make, remove, ended, written) in [
        (
            "create trigger fail before update on games for each row execute function fail()",
            "drop trigger fail on games",
            0,
            true,
        ),
        (
            "create trigger fail before update on players for each row when (new.name like 'deleted %') execute function fail()",
            "drop trigger fail on players",
            1,
            false,
        ),
    ] {
        app.run(make).await;
        assert_eq!(app.deletes_accounts().await, 0, "{make}");
        assert_eq!(app.count("select count(*) from games where ended_at is not null").await, ended, "{make}");
        assert_eq!(!places_of(&app, MARK).await.is_empty(), written, "{make}");
        app.sends().await;
        app.rate().await;
        app.run(remove).await;
    }
    assert_eq!(app.column("select name from players order by id limit 1").await, [NAME]);
    let too_late = table.white.browser.post("/settings/delete/keep", &[]).await;
    assert!(too_late.leads_to().starts_with("/login"), "it has begun");
    assert_eq!(app.beside().await.deletes_accounts().await, 1);
    for text in [MARK, NAME] {
        assert_eq!(places_of(&app, text).await, [""; 0], "{text}");
    }
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_game_that_cannot_be_changed_holds_up_nothing_else(pool: PgPool) {
    let app = app(pool).await;
    let first = app.table(NAME, "kwik").await;
    let second = Table::begin(&first.white.browser, &first.black.browser, &[]).await;
    for table in [&first, &second] {
        table.play("e4@c6 e6@e2").await;
        table.white.says(2, MARK).await.leads_to();
    }
    asks_for_the_end(&first.white.browser).await.leads_to();
    app.stays_up(days(14)).await;
    app.run(
        "create function fail() returns trigger language plpgsql as $$ begin
            if old.game_id = (select min(id) from games) then raise 'it is damaged'; end if;
            return new;
        end $$",
    )
    .await;
    app.run("create trigger fail before update on recent_events for each row execute function fail()").await;
    app.deletes_accounts().await;
    app.sends().await;
    app.rate().await;
    assert_eq!(app.deletes_accounts().await, 0);
    assert_eq!(places_of(&app, NAME).await, [""; 0]);
    let written = "select distinct game_id from recent_events where body::text like '%Zwartkop%'";
    assert_eq!(app.column(written).await, app.column("select min(id) from games").await);
    assert_eq!(app.count("select count(*) from games where ended_at is null").await, 0);
    app.run("drop trigger fail on recent_events").await;
    assert_eq!(app.deletes_accounts().await, 1);
    assert_eq!(places_of(&app, MARK).await, [""; 0]);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_mail_server_that_is_down_keeps_the_address_for_a_day_at_most(pool: PgPool) {
    let app = app(pool).await;
    let quagga = app.signed_up(NAME).await;
    app.everybody_confirmed().await;
    asks_for_the_end(&quagga).await.leads_to();
    app.pass(days(14));
    assert_eq!(app.deletes_accounts().await, 0);
    app.pass(hours(23));
    assert_eq!(app.deletes_accounts().await, 0);
    app.pass(hours(1));
    assert_eq!(app.deletes_accounts().await, 1);
    assert_eq!(places_of(&app, NAME).await, [""; 0]);
    assert_eq!(app.count("select count(*) from letters").await, 0);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_game_with_partners_goes_on_until_the_clock_runs_out(pool: PgPool) {
    let app = app(pool).await;
    let players = six(&app).await;
    let game = game_of_six(&app, &players).await;
    let table = Table::at(&players[0], &players[1], &game);
    for (ply, turn) in crate::duchess::ROUND.split_whitespace().enumerate() {
        let form = [("action", "move"), ("ply", &ply.to_string()), ("turn", turn)];
        players[ply].post(&format!("{game}/actions"), &form).await.leads_to();
    }
    table.white.does("side-comment", 6, &[("message", MARK)]).await.leads_to();
    asks_for_the_end(&players[0]).await.leads_to();
    app.pass(hours(1));
    app.run("update account_deletions set due_at = asked_at").await;
    app.deletes_accounts().await;
    app.sends().await;
    assert_eq!(app.deletes_accounts().await, 1);
    let page = players[2].opens(&game).await.text("main");
    assert!(page.contains("deleted player") && page.contains("wants to resign"), "{page}");
    assert_eq!(app.count("select count(*) from games where ended_at is null").await, 1);
    assert_eq!(places_of(&app, MARK).await, [""; 0]);
    // The seat's clock runs out, and the others play on.
    app.stays_up(days(60)).await;
    app.sweep().await;
    assert!(players[2].opens(&game).await.text("main").contains("ran out of time"));
    assert_eq!(damaged(app.pool()).await.unwrap(), [""; 0]);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn only_games_in_which_something_was_written_are_taken_into_the_search_anew(pool: PgPool) {
    let app = app(pool).await;
    let first = app.table(NAME, "kwik").await;
    let second = Table::begin(&first.white.browser, &first.black.browser, &[]).await;
    for table in [&first, &second] {
        table.play("e4@c6 e6@e2").await;
        table.black.says(2, "Thank you").await.leads_to();
    }
    first.white.says(2, MARK).await.leads_to();
    for table in [&first, &second] {
        table.black.does("resign", 2, &[("confirm", "yes")]).await.leads_to();
    }
    app.rate().await;
    app.fill_library().await;
    asks_for_the_end(&first.white.browser).await.leads_to();
    app.stays_up(days(14)).await;
    assert_eq!(app.deletes_accounts().await, 0, "its last email is not sent yet");
    // What somebody else has written in the other game is found all the time.
    assert_eq!(app.column("select game_id from library_due where at = 'infinity'").await, [first.id()]);
    assert_eq!(app.column("select distinct game_id from library_words").await, [second.id()]);
    assert_eq!(app.fill_library().await, 1);
    assert_eq!(app.count("select count(*) from library_words").await, 3, "the player has no row any more");
    app.deletes_accounts().await;
    assert_eq!(app.count("select count(*) from library_due").await, 0, "once");
    app.sends().await;
    assert_eq!(app.deletes_accounts().await, 1);
    assert_eq!(app.count("select count(*) from library_words").await, 2, "those of kwik");
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn what_a_server_of_the_release_before_deletes_is_not_found_any_more(pool: PgPool) {
    let (app, _mail_server) = TestApp::with_mail_server(pool).await;
    let (quagga, old, _) = somebody_who_wrote_everywhere(&app).await;
    asks_for_the_end(&quagga).await.leads_to();
    app.run("update archived_events set bodies = array(select replace(body::text, 'Zwartkop', 'nobody')::jsonb from unnest(bodies) body)").await;
    let places = places_of(&app, MARK).await;
    assert!(!places.contains(&"library_words.messages".to_owned()), "{places:?}");
    assert_eq!(app.column("select game_id from library_due where at = 'infinity'").await, [old.id()]);
    app.fill_library().await;
    app.run("update account_deletions set begun_at = due_at, done_at = due_at").await;
    let left = "select (select count(*) from library_words join players on id = player_id where name = 'Quagga77')
        + (select count(*) from saved_searches) + (select count(*) from study_editors)
        + (select count(*) from studies s join players p on p.id = s.owner_id where p.name = 'Quagga77')
        + (select count(*) from study_chapters c join players p on p.id = c.changed_by where p.name = 'Quagga77')";
    assert_eq!(app.count(left).await, 0);
    assert_eq!(app.count("select count(*) from studies").await, 1, "that of another stays");
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_study_that_others_edit_is_theirs_afterwards(pool: PgPool) {
    let app = app(pool).await;
    let [quagga, kwik, kwek] = [app.signed_up(NAME).await, app.signed_up("kwik").await, app.signed_up("kwek").await];
    app.signed_up("kwak").await;
    let shared =
        quagga.post("/studies", &[("name", "Shared"), ("text", "1. e4@c6 {ours} *")]).await.leads_to().to_owned();
    let alone = quagga.post("/studies", &[("name", "Alone"), ("visibility", "public")]).await.leads_to().to_owned();
    let invites = async |path: &str, name: &str| {
        quagga.post(&format!("{path}/editors"), &[("step", "invite"), ("player", name)]).await.leads_to();
    };
    // Who has not accepted is no editor.
    for (path, name) in [(&shared, "kwak"), (&shared, "kwik"), (&shared, "kwek"), (&alone, "kwak")] {
        invites(path, name).await;
    }
    for editor in [&kwek, &kwik] {
        editor.post(&format!("{shared}/editors"), &[("step", "accept")]).await.leads_to();
        app.pass(hours(1));
    }
    asks_for_the_end(&quagga).await.leads_to();
    app.stays_up(days(14)).await;
    app.deletes_accounts().await;
    app.sends().await;
    assert_eq!(app.deletes_accounts().await, 1);
    kwik.get(&alone).await.has_status(404);
    let page = kwek.opens(&shared).await;
    assert!(page.text(".lede").starts_with("A study by kwek and kwik."), "{}", page.text(".lede"));
    assert!(page.has("#edit") && page.text("#editors").contains("kwak invited"));
    assert!(kwik.get(&format!("{shared}.pgn")).await.text.contains("{ours}"));
    assert_eq!(app.count("select count(*) from study_editors").await, 2);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn others_still_search_their_files_for_such_a_name(pool: PgPool) {
    let app = app(pool).await;
    let [quagga, kwik] = [app.signed_up(NAME).await, app.signed_up("kwik").await];
    let file = format!("[White \"{NAME}\"]\n\n1. e4@c6 *\n");
    let path = kwik.sends_file("/collections", &[], ("pond.pgn", file.as_bytes())).await.leads_to().to_owned();
    app.read_collections().await;
    let id = path.rsplit_once('/').unwrap().1;
    for (name, collection) in [("Here", ""), ("In my file", id)] {
        kwik.post("/games/searches", &[("name", name), ("player", NAME), ("collection", collection)]).await.leads_to();
    }
    asks_for_the_end(&quagga).await.leads_to();
    app.stays_up(days(14)).await;
    app.deletes_accounts().await;
    app.sends().await;
    assert_eq!(app.deletes_accounts().await, 1);
    assert_eq!(kwik.opens("/games/searches").await.texts(".library-searches a"), ["In my file"]);
    assert_eq!(kwik.opens(&format!("{path}?player={NAME}")).await.texts("[data-key] th").len(), 1);
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn copies_of_their_games_in_collections_follow(pool: PgPool) {
    let app = app(pool).await;
    let [quagga, kwik] = [app.signed_up(NAME).await, app.signed_up("kwik").await];
    let game = Table::begin(&quagga, &kwik, &[]).await;
    game.play("e4@c6 e6@e2").await;
    game.black.does("resign", 2, &[("confirm", "yes")]).await.leads_to();
    let copy = kwik.get(&format!("{}.pgn", game.game)).await.text;
    assert!(copy.contains(&format!("[White \"{NAME}\"]")), "{copy}");
    // Somebody else may be called so in what was played elsewhere.
    let file = format!("{copy}\n\n[Site \"https://elsewhere.example/games/1\"]\n[White \"{NAME}\"]\n\n1. d4@c6 *\n");
    let path = kwik.sends_file("/collections", &[], ("pond.pgn", file.as_bytes())).await.leads_to().to_owned();
    app.read_collections().await;
    let found = async |name: &str| kwik.opens(&format!("{path}?player={name}")).await.texts("[data-key] th").len();
    assert_eq!(found(NAME).await, 2);

    asks_for_the_end(&quagga).await.leads_to();
    app.stays_up(days(14)).await;
    app.deletes_accounts().await;
    app.sends().await;
    app.rate().await;
    assert_eq!(app.deletes_accounts().await, 1);
    assert_eq!(found(NAME).await, 1, "the one from elsewhere");
    assert_eq!(found("kwik").await, 1);
    let pgn = kwik.get(&format!("{path}.pgn")).await.text;
    assert_eq!(pgn.matches(NAME).count(), 1, "{pgn}");
    assert!(pgn.contains("[White \"deleted player ") && pgn.contains("[Black \"kwik\"]"), "{pgn}");
}
