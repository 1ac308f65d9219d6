//! What only the viewer may know: tags, private notes, and words of messages.

use std::ops::RangeInclusive;

use sqlx::PgPool;

use super::{finds, played, refused};
use crate::duchess::{acts, game_of, game_of_six, moves, six};
use crate::story::{Browser, Table, TestApp, days};

async fn note(table: &Table, is_white: bool, ply: usize, text: &str) {
    let player = if is_white { &table.white } else { &table.black };
    player.does("note", ply, &[("message", text)]).await.leads_to();
}

/// Asserts what each of some queries finds for a viewer, in the order of the list.
async fn assert_finds(browser: &Browser, expected: &[(&str, &[&str])]) {
    for (query, games) in expected {
        assert_eq!(finds(browser, query).await, *games, "{query}");
    }
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

/// Puts copies of two finished games into the library in turn, which end in another order than that of their names, and some at the same time.
async fn copy(app: &TestApp, games: [&str; 2], copies: RangeInclusive<i32>) {
    for statement in [
        "insert into games select (jsonb_populate_record(t, jsonb_build_object('id', to_hex(n * 37 % 256) || 'copy' || n,
            'ended_at', t.ended_at + (1 + n * 37 % 151 / 2) * interval '1 hour'))).*
            from games t, generate_series($3, $4) n where t.id = case n % 8 when 0 then $2 else $1 end",
        "insert into game_seats select (jsonb_populate_record(t, jsonb_build_object('game_id', to_hex(n * 37 % 256) || 'copy' || n,
            'ended_at', t.ended_at + (1 + n * 37 % 151 / 2) * interval '1 hour'))).*
            from game_seats t, generate_series($3, $4) n where t.game_id = case n % 8 when 0 then $2 else $1 end",
        "insert into library_games select (jsonb_populate_record(t, jsonb_build_object('game_id', to_hex(n * 37 % 256) || 'copy' || n,
            'at', t.at + (1 + n * 37 % 151 / 2) * interval '1 hour'))).*
            from library_games t, generate_series($3, $4) n where t.game_id = case n % 8 when 0 then $2 else $1 end",
    ] {
        let query = sqlx::query(statement).bind(games[0]).bind(games[1]).bind(copies.start()).bind(copies.end());
        query.execute(app.pool()).await.unwrap();
    }
    // One after the other, as they are put into sets in the order in which they come.
    for number in copies {
        let game = games[usize::from(number % 8 == 0)];
        let men = "insert into library_men select
            (jsonb_populate_record(t, jsonb_build_object('game_id', to_hex($2 * 37 % 256) || 'copy' || $2))).*
            from library_men t where t.game_id = $1";
        sqlx::query(men).bind(game).bind(number).execute(app.pool()).await.unwrap();
    }
}

/// The games of one length, the last that ended first.
async fn of_length(app: &TestApp, turns: i32) -> Vec<String> {
    let games = "select id from games where ply = $1 and ended_at is not null order by ended_at desc, id desc";
    sqlx::query_scalar(games).bind(turns).fetch_all(app.pool()).await.unwrap()
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn all_pages_of_games_by_men_follow_each_other(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek] = [app.signed_up("kwik").await, app.signed_up("kwek").await];
    // Of four turns: the duck was on a3 before the pawn came to d5, and never with it. Of three: they were there together.
    let apart = played(&app, &kwik, &kwek, &[], "1. e4@a6 d5@a3 2. exd5@a6 Qxd5@a3", "black").await;
    let together = played(&app, &kwik, &kwek, &[], "1. d4@h6 e6@h3 2. d5@a3", "black").await;
    app.fill_library().await;
    copy(&app, [apart.id(), together.id()], 1..=597).await;
    server::library::sets::<2>().drain(app.pool()).await.unwrap();
    // These wait.
    copy(&app, [apart.id(), together.id()], 598..=600).await;
    assert_eq!(app.count("select count(*) from library_men_blocks").await, 299);
    assert_eq!(app.count("select count(*) from library_men_waiting").await, 4);

    let reversed = |games: &[String]| games.iter().rev().cloned().collect::<Vec<_>>();
    let sorted = |games: &[String]| {
        let mut games = games.to_vec();
        games.sort_unstable();
        games
    };
    // One candidate of eight had these men together: a page needs more than are read first.
    let men = "pieces=White+d5,+duck+a3";
    let newest_first = of_length(&app, 3).await;
    assert_eq!(newest_first.len(), 76);
    // All are as long as each other, and none has a rating: so many that they are read in the order in which their names begin.
    for (query, expected) in [
        ("", newest_first.clone()),
        ("&sort=oldest", reversed(&newest_first)),
        ("&sort=longest", reversed(&sorted(&newest_first))),
        ("&sort=shortest", sorted(&newest_first)),
        ("&sort=rating", reversed(&sorted(&newest_first))),
        ("&sort=longest&length-to=3", reversed(&sorted(&newest_first))),
        ("&length-to=3", newest_first.clone()),
        ("&player=kwik&length-to=3", newest_first.clone()),
        ("&length-from=4", vec![]),
    ] {
        assert_eq!(finds(&kwik, &format!("{men}{query}")).await, expected, "{query}");
    }
    // All candidates had these.
    let newest_first = of_length(&app, 4).await;
    let men = "pieces=White+e4,+Black+d5&variant=duck";
    assert_eq!(finds(&kwik, men).await, newest_first);
    assert_eq!(finds(&kwik, &format!("{men}&sort=oldest")).await, reversed(&newest_first));
    for sort in ["newest", "rating"] {
        let from_the_start = "fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR+w+KQkq+-+0+1";
        let found = finds(&kwik, &format!("{men}&{from_the_start}&sort={sort}")).await;
        assert_eq!(found, [apart.id()], "copies have no positions: {sort}");
    }
    // Every third of them came to the start, as far as is known, and so have many others, at other times.
    app.execute(
        "insert into library_positions (key, at, game_id) select start.key, at, game_id from (
            select key from library_positions group by key order by count(*) desc, key limit 1
        ) start, (
            select at, game_id, row_number() over (order by at, game_id) as number from library_games
            where is_first and turns = 4
        ) alike where number % 3 = 0 on conflict do nothing",
    )
    .await;
    let at_other_times = "insert into library_positions (key, at, game_id)
        select key, '1990-01-01'::timestamptz + n * interval '1 day', $1 from (
            select key from library_positions group by key order by count(*) desc, key limit 1
        ) start, generate_series(1, 800) n";
    sqlx::query(at_other_times).bind(together.id()).execute(app.pool()).await.unwrap();
    let came = "select game_id from library_games l where is_first and turns = 4 and exists (
            select from library_positions p where p.at = l.at and p.game_id = l.game_id
            and p.key = (select key from library_positions group by key order by count(*) desc, key limit 1)
        ) order by at desc, game_id desc";
    let came: Vec<String> = sqlx::query_scalar(came).fetch_all(app.pool()).await.unwrap();
    assert!(came.len() > 31 && came.len() < 200, "{} fill more than a page", came.len());
    // So many are not asked one by one.
    assert!(app.count("select count(*) from library_positions").await > 2 * 299);
    // Blocks of the release before say less of their games.
    for incomplete in [
        "update library_men_blocks set names = null where false",
        "update library_men_blocks set names = null where first % 4 = 0",
        "update library_men_blocks set ends = null where first % 6 = 0",
        "update library_men_blocks set initials = null where first % 6 = 0",
        "update library_men_blocks set names = null, ends = null, initials = null",
        "update library_men_waiting set men = null",
    ] {
        app.execute(incomplete).await;
        for (sort, expected) in [("newest", &came), ("oldest", &reversed(&came))] {
            let search = format!("{men}&fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR+w+KQkq+-+0+1&sort={sort}");
            assert_eq!(finds(&kwik, &search).await, *expected, "{sort}: {incomplete}");
        }
        let together = of_length(&app, 3).await;
        for (sort, expected) in [("newest", together.clone()), ("rating", reversed(&sorted(&together)))] {
            let search = format!("pieces=White+d5,+duck+a3&sort={sort}");
            assert_eq!(finds(&kwik, &search).await, expected, "{sort}: {incomplete}");
        }
    }
    // Copies ended on four days: those of the third and the last, and all but those of the last.
    let third =
        "select to_char(ended_at at time zone 'UTC' + interval '2 days', 'YYYY-MM-DD') from games where id = $1";
    let third: String = sqlx::query_scalar(third).bind(apart.id()).fetch_one(app.pool()).await.unwrap();
    let since = "select id from games where ply = 4 and ended_at >= ($1 || 'T00:00Z')::timestamptz order by ended_at desc, id desc";
    let since: Vec<String> = sqlx::query_scalar(since).bind(&third).fetch_all(app.pool()).await.unwrap();
    assert!(since.len() > 31 && since.len() < 526);
    assert_eq!(finds(&kwik, &format!("{men}&from={third}")).await, since);
    let until = "select id from games where ply = 4 and ended_at < ($1 || 'T00:00Z')::timestamptz + interval '1 day' order by ended_at, id";
    let until: Vec<String> = sqlx::query_scalar(until).bind(&third).fetch_all(app.pool()).await.unwrap();
    assert!(until.len() > 31 && until.len() < 526);
    assert_eq!(finds(&kwik, &format!("{men}&to={third}&sort=oldest")).await, until);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn games_are_found_by_the_men_that_stood_on_the_board(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek] = [app.signed_up("kwik").await, app.signed_up("kwek").await];
    let taken = played(&app, &kwik, &kwek, &[], "1. e4@a6 d5@a3 2. exd5@a6 Qxd5@a3", "black").await;
    let quiet = played(&app, &kwik, &kwek, &[("variant", "three-check-duck")], "1. e4@c6", "black").await;
    Table::begin(&kwik, &kwek, &[]).await;
    app.fill_library().await;
    let all = "KQRRBBNNPPPPPPPP";
    let fewer = "KQRRBBNNPPPPPPP";
    let (taken, quiet) = (taken.id(), quiet.id());
    let expected: &[(&str, &[&str])] = &[
        (&format!("material={all}-{all}"), &[quiet, taken]),
        (&format!("material={all}-{all}&sort=oldest"), &[taken, quiet]),
        (&format!("material={all}-{fewer}"), &[taken]),
        (&format!("material={}-{fewer}&sort=longest", "pppppppnnbbrrqk"), &[taken]),
        (&format!("material={fewer}-{all}"), &[]),
        (
            &format!("material={all}-{all}&variant=duck&fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR+w+KQkq+-+0+1"),
            &[taken],
        ),
        (&format!("material={all}-{all}&player=kwik&result=1-0&turns=e4@c6"), &[quiet]),
    ];
    assert_finds(&kwik, expected).await;
    // Where many games had them, they are asked for otherwise.
    app.execute(
        "insert into library_material select signature, at + n * interval '1 second', game_id
        from library_material, generate_series(1, 5000) n",
    )
    .await;
    assert_finds(&kwik, expected).await;
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn games_are_found_by_men_that_stood_on_squares_at_the_same_time(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let players = six(&app).await;
    let round = game_of_six(&app, &players).await;
    for seat in [0, 2, 4] {
        acts(&players[seat], &round, 0, &[("action", "resign"), ("confirm", "yes")]).await.leads_to();
    }
    let [kwik, kwek] = [app.signed_up("kwik").await, app.signed_up("kwek").await];
    let taken = played(&app, &kwik, &kwek, &[], "1. e4@a6 d5@a3 2. exd5@a6 Qxd5@a3", "black").await;
    let quiet = played(&app, &kwik, &kwek, &[("variant", "three-check-duck")], "1. e4@c6", "black").await;
    let mated = played(&app, &kwik, &kwek, &[], "1. d4@c6", "white").await;
    let last = played(&app, &kwik, &kwek, &[("variant", "three-check-duck")], "1. d4@c6 e5@h3", "white").await;
    Table::begin(&kwik, &kwek, &[]).await;
    app.fill_library().await;
    let (mated, last) = (mated.id(), last.id());
    let (taken, quiet, round) = (taken.id(), quiet.id(), round.trim_start_matches("/games/"));
    let king = "red+K1c1";
    let expected: &[(&str, &[&str])] = &[
        ("pieces=White+e4", &[quiet, taken]),
        ("pieces=white+Pe4,+duck+c6&sort=oldest", &[quiet]),
        ("pieces=Black:+Qd5+Ke8,+White+Ke1", &[taken]),
        // Both were there, but one after the other.
        ("pieces=White+e4+d5", &[]),
        ("pieces=White+e4,+Black+d5&variant=duck", &[taken]),
        ("pieces=White+e4,+Black+d5&variant=three-check-duck", &[]),
        ("pieces=White+Ke1,+Black+Ke8&result=1-0&player=kwik&sort=longest", &[taken, quiet]),
        ("pieces=White+Ke1,+Black+Ke8&result=1-0&ending=resigned&rated=no&sort=longest", &[taken, quiet]),
        ("pieces=White+Ke1&length-to=1&sort=rating&player=kwik&result=1-0", &[quiet]),
        ("pieces=White+Ke1&length-from=2&sort=shortest", &[last, taken]),
        ("pieces=White+Ke1&length-from=2&sort=longest&variant=duck", &[taken]),
        ("pieces=White+Ke1&rated=yes", &[]),
        ("pieces=White+Ke1&result=0-1&sort=longest", &[last, mated]),
        ("pieces=White+d4", &[last, mated]),
        ("pieces=White+d4&sort=oldest&result=0-1", &[mated, last]),
        ("pieces=White+d4,+Black+e5,+duck+h3", &[last]),
        ("pieces=White+d4&fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR+w+KQkq+-+0+1", &[last, mated]),
        ("pieces=White+d4&sort=rating&variant=duck", &[mated]),
        (&format!("pieces={king}"), &[round]),
    ];
    assert_finds(&kwik, expected).await;
    // Two blocks of two games are put into sets, the last game waits on.
    server::library::sets::<2>().drain(app.pool()).await.unwrap();
    assert_eq!(app.count("select count(*) from library_men_waiting").await, 1);
    assert_finds(&kwik, expected).await;
    // An earlier release has not written how long the games of its blocks were, and how they were rated.
    app.execute(
        "update library_men_blocks set turns = null, ratings = null, names = null, initials = null, ends = null",
    )
    .await;
    assert_finds(&kwik, expected).await;
    server::library::sets::<2>().drain(app.pool()).await.unwrap();
    assert_eq!(
        app.count(
            "select count(*) from library_men_blocks
            where turns is null or ratings is null or names is null or initials is null or ends is null"
        )
        .await,
        0
    );
    assert_finds(&kwik, expected).await;
    // A game that waits and has left the library does not keep the others waiting.
    app.execute(
        "insert into library_men_waiting (place, game_id, at, turns) overriding system value
        select min(place) - 1, 'gone', now(), 0 from library_men_waiting",
    )
    .await;
    server::library::sets::<2>().drain(app.pool()).await.unwrap();
    assert_eq!(app.count("select count(*) from library_men_waiting").await, 0);
    assert_eq!(app.count("select count(*) from library_men_blocks").await, 3);
    assert_finds(&kwik, expected).await;
    // Where they cannot be found by the sets, they are not found.
    app.execute("delete from library_men_sets where key % 7 = 0").await;
    for query in ["pieces=White+e4,+Black+d5&variant=duck", "pieces=White+d4"] {
        assert_eq!(finds(&kwik, query).await, [""; 0], "{query}");
    }
    // Where too many wait, each game is asked.
    app.execute(
        "insert into library_men_waiting (place, game_id, at, turns) overriding system value
        select place, 'none', now(), 0 from unnest('{100, 20000}'::integer[]) place",
    )
    .await;
    assert_finds(&kwik, expected).await;
    for (query, sentence) in [
        ("pieces=Kg1", "Whose is “Kg1”?"),
        ("pieces=white+Kg9", "“Kg9” is no man on a square."),
        ("pieces=white", "“white” is no man on a square."),
    ] {
        assert!(refused(&kwik.get(&format!("/games?{query}")).await).alert().contains(sentence), "{query}");
    }
    assert_eq!(
        kwik.opens("/games?pieces=White+e4").await.texts(".library-chip span:first-child"),
        ["Men on squares: White e4"]
    );
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
