//! Games are found by the men that were on the board: how many of each, and on which squares.

use std::ops::RangeInclusive;

use sqlx::PgPool;

use super::{assert_finds, finds, played, refused};
use crate::duchess::{acts, game_of_six, six};
use crate::story::{Table, TestApp};

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
        // A server that has not read them before.
        let fresh = app.beside().await;
        let kwik = fresh.visited_by(&kwik);
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
    // A server that has not read them before, and then reads what is filled in.
    let other = app.beside().await;
    let kwik_there = other.visited_by(&kwik);
    assert_finds(&kwik_there, expected).await;
    server::library::sets::<2>().drain(app.pool()).await.unwrap();
    assert_eq!(
        app.count(
            "select count(*) from library_men_blocks
            where turns is null or ratings is null or names is null or initials is null or ends is null"
        )
        .await,
        0
    );
    assert_finds(&kwik_there, expected).await;
    // What a server has read of a block it does not read again. Another one reads what is there now.
    app.execute("update library_men_blocks set turns = decode(repeat('00', length(turns)), 'hex')").await;
    assert_finds(&kwik_there, expected).await;
    let fresh = app.beside().await;
    let longer = "pieces=White+Ke1&length-from=2&sort=shortest";
    assert_eq!(finds(&fresh.visited_by(&kwik), longer).await, [last], "the one that waits is in no block");
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
