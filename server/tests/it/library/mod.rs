//! The library: games are found by who played them, how they went and how they ended, and taken home as one file.

pub mod atom;
pub mod drawn;
mod hidden;
mod men;
mod own;
mod record;
mod saved;
mod slow_search;

use domain::correspondence::result::Ending;
use domain::rules::variant::Variant;
use sqlx::PgPool;

use crate::story::{Answer, Browser, Page, Table, TestApp, WHOLE_GAME, days};

/// The games of a page, in its order.
fn found(page: &Page) -> Vec<String> {
    page.attributes("[data-key]", "data-key")
}

/// The games that an address finds, on all its pages.
async fn finds(browser: &Browser, query: &str) -> Vec<String> {
    let mut games = Vec::new();
    let mut next = format!("/games?{query}");
    loop {
        let page = browser.opens(&next).await;
        let are_all_here = games.is_empty() && !found(&page).is_empty() && !page.has("a[rel=next]");
        assert_eq!(page.has(".library-count"), are_all_here, "how many there are is said where all of them are");
        games.extend(found(&page));
        match page.attributes("a[rel=next]", "href").pop() {
            Some(address) => next = address,
            None => return games,
        }
    }
}

/// Asserts what each of some queries finds for a viewer, in the order of the list.
async fn assert_finds(browser: &Browser, expected: &[(&str, &[&str])]) {
    for (query, games) in expected {
        assert_eq!(finds(browser, query).await, *games, "{query}");
    }
}

/// White plays, then resigns, or Black does.
async fn played(
    app: &TestApp,
    white: &Browser,
    black: &Browser,
    terms: &[(&str, &str)],
    turns: &str,
    resigns: &str,
) -> Table {
    app.pass(days(1));
    let table = Table::begin(white, black, terms).await;
    table.play(turns).await;
    let made = turns.split_whitespace().filter(|word| word.contains('@')).count();
    let loser = if resigns == "white" { &table.white } else { &table.black };
    loser.does("resign", made, &[("confirm", "yes")]).await.leads_to();
    table
}

fn refused(answer: &Answer) -> Page {
    answer.page(404)
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn games_are_found_by_who_played_and_how_it_ended(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek, kwak] = [app.signed_up("kwik").await, app.signed_up("kwek").await, app.signed_up("kwak").await];
    let first = played(&app, &kwik, &kwek, &[("rated", "yes")], "1. Nf3@e5 Nf6@e4", "black").await;
    let second = played(
        &app,
        &kwek,
        &kwik,
        &[("variant", "three-check-duck"), ("rated", "yes")],
        "1. e4@c6 e6@e2 2. d4@d6",
        "black",
    )
    .await;
    let third = played(&app, &kwak, &kwik, &[], "1. e4@c6", "white").await;
    app.pass(days(1));
    let running = Table::begin(&kwak, &kwek, &[]).await;
    let [first, second, third, running] = [&first, &second, &third, &running].map(|table| table.id().to_owned());
    assert_eq!(finds(&kwik, "").await, [""; 0], "nothing is taken in yet");
    app.rate().await;
    assert_eq!(app.fill_library().await, 4);
    assert_eq!(app.fill_library().await, 0, "each is taken in once");

    let stranger = app.anonymous();
    let all = finds(&stranger, "").await;
    assert_eq!(all, [third.clone(), second.clone(), first.clone(), running.clone()], "the running one comes last");
    for (query, expected) in [
        ("player=KWIK", vec![&third, &second, &first]),
        ("player=kwik&opponent=kwek", vec![&second, &first]),
        ("opponent=kwak", vec![&third, &running]),
        ("player=kwik&seat=white", vec![&first]),
        ("player=kwik&seat=second", vec![&third, &second]),
        ("player=kwik&seat=red", vec![]),
        ("player=kwik&outcome=won", vec![&third, &first]),
        ("player=kwik&outcome=won&seat=black", vec![&third]),
        ("player=kwik&outcome=lost&opponent=kwak", vec![]),
        ("player=kwik&outcome=lost", vec![&second]),
        ("player=kwik&outcome=drawn", vec![]),
        ("variant=three-check-duck", vec![&second]),
        ("result=1-0", vec![&second, &first]),
        ("result=0-1", vec![&third]),
        ("result=*", vec![&running]),
        ("ending=resigned&player=kwak", vec![&third]),
        ("ending=checkmate", vec![]),
        ("rated=yes", vec![&second, &first]),
        ("rating-from=1500&rating-to=1500", vec![&second, &first]),
        ("length-to=2", vec![&third, &first]),
        ("length-from=3", vec![&second]),
        ("from=2026-03-04&to=2026-03-04", vec![&second]),
        ("to=2026-03-03", vec![&first]),
        ("turns=Nf3@e5", vec![&first]),
        ("turns=1.+g1f3@e5+Nf6@e4", vec![&first]),
        ("turns=e4@c6", vec![&third, &second]),
        ("turns=e4@c6&variant=duck", vec![&third]),
        ("fen=rnbqkb1r%2Fpppppppp%2F5n2%2F8%2F4*3%2F5N2%2FPPPPPPPP%2FRNBQKB1R+w+KQkq+-+2+2", vec![&first]),
        (
            "fen=rnbqkb1r%2Fpppppppp%2F5n2%2F8%2F4*3%2F5N2%2FPPPPPPPP%2FRNBQKB1R+w+KQkq+-+2+2&ending=resigned",
            vec![&first],
        ),
        (
            "fen=rnbqkb1r%2Fpppppppp%2F5n2%2F8%2F4*3%2F5N2%2FPPPPPPPP%2FRNBQKB1R+w+KQkq+-+2+2&ending=resigned&sort=longest&rated=yes",
            vec![&first],
        ),
        ("fen=rnbqkb1r%2Fpppppppp%2F5n2%2F8%2F4*3%2F5N2%2FPPPPPPPP%2FRNBQKB1R+w+KQkq+-+2+2&ending=fowled", vec![]),
        ("sort=oldest", vec![&first, &second, &third, &running]),
        ("sort=longest&result=1-0", vec![&second, &first]),
        ("sort=shortest&player=kwik", vec![&third, &first, &second]),
        ("analysis=yes", vec![]),
    ] {
        assert_eq!(finds(&stranger, query).await.iter().collect::<Vec<_>>(), expected, "{query}");
    }
    let page = stranger.opens("/games?player=kwik&result=1-0").await;
    assert_eq!(page.texts("tbody th"), ["kwek against kwik", "kwik against kwek"]);
    assert_eq!(page.texts("[data-label=Result]"), ["White wins by resignation"; 2]);
    assert_eq!(page.texts(".library-chip > span:first-child"), ["Player: kwik", "Result: 1–0"]);
    assert_eq!(page.attributes(".library-chip", "href"), ["/games?result=1-0", "/games?player=kwik"]);
    assert_eq!(page.text(".library-count"), "2 games");
    let page = stranger.opens("/games?ending=resigned&opponent=kwek&player=kwik&rated=yes").await;
    let chips = ["Player: kwik", "Opponent: kwek", "Resignation", "Rated"];
    assert_eq!(page.texts(".library-chip > span:first-child"), chips, "as in the form");
    assert_eq!(stranger.opens("/games?player=kwak&ending=resigned").await.text(".library-count"), "1 game");
    assert!(stranger.opens("/games?view=boards").await.has(".library-board .board-svg"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_cannot_be_searched_is_said_beside_its_field(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.signed_up("kwik").await;
    app.signed_up("kwikly").await;
    let stranger = app.anonymous();
    for (query, field, sentence) in [
        ("player=nobody", "player", "There is no player “nobody”."),
        ("player=KWI", "player", "There is no player “KWI”. Did you mean kwik or kwikly?"),
        ("opponent=kwikl", "opponent", "There is no player “kwikl”. Did you mean kwikly?"),
        ("opponent=a%00b", "opponent", ""),
        ("seat=first", "seat", "Say whose seat it is: name a player too."),
        ("outcome=won", "outcome", "Say who won, drew or lost: name a player too."),
        ("player=kwik&outcome=*", "outcome", "“*” is not one of the choices."),
        ("variant=go", "variant", "“go” is not one of the choices."),
        ("result=2-0", "result", "“2-0” is not one of the choices."),
        ("ending=boredom", "ending", "“boredom” is not one of the choices."),
        ("rated=maybe", "rated", "“maybe” is not one of the choices."),
        ("analysis=no", "analysis", "“no” is not one of the choices."),
        ("rating-from=strong", "rating-from", "“strong” is not a whole number up to 65,535."),
        ("length-from=9&length-to=3", "length-to", "The end of this range is before its beginning."),
        ("from=yesterday", "from", "“yesterday” is not a day. Write it like 2026-03-31."),
        ("from=2026-03-02&to=2026-03-01", "to", "The end of this range is before its beginning."),
        ("turns=Nf3@e5+Nf7", "turns", "Turn 2, “Nf7”: "),
        ("fen=8%2F8", "fen", ""),
        ("sort=random", "sort", "“random” is not one of the choices."),
    ] {
        let page = refused(&stranger.get(&format!("/games?{query}")).await);
        let said = page.text(&format!("#{field}-error"));
        assert!(said.starts_with(sentence) && !said.is_empty(), "{query}: {said}");
        assert!(page.alert().contains(&said), "{query}");
        let file = refused(&stranger.get(&format!("/games.pgn?{query}")).await);
        assert_eq!(file.text(&format!("#{field}-error")), said);
    }
    let page = refused(&stranger.get("/games?opponent=kwikl&rated=perhaps&from=x").await);
    let all = page.texts("#error-summary li");
    let expected = [
        "Opponent: There is no player “kwikl”. Did you mean kwikly? Search for kwikly",
        "Rated: “perhaps” is not one of the choices.",
        "From: “x” is not a day. Write it like 2026-03-31.",
    ];
    assert_eq!(all, expected, "most of the fields are folded, so they are named");
    let links = page.attributes(".search-instead", "href");
    assert_eq!(links, ["/games?from=x&rated=perhaps&opponent=kwikly"], "all that was typed but the name");
    let found = refused(&stranger.get("/games?player=KWI").await);
    assert_eq!(found.texts(".search-instead"), ["Search for kwik", "Search for kwikly"]);
    let kwikly = &found.attributes(".search-instead", "href")[1];
    assert_eq!(stranger.opens(kwikly).await.value("player"), "kwikly");
    assert_eq!(page.texts(".library-chip > span:first-child"), ["Opponent: kwikl", "Rated: perhaps", "From: x"]);
    assert_eq!(page.text(".library-more summary"), "More to search by (2 in use)");
    let typed = refused(&stranger.get("/games?player=nobody&turns=Nf3@e5&from=2026-03-01").await);
    assert_eq!([typed.value("player"), typed.value("turns"), typed.value("from")], ["nobody", "Nf3@e5", "2026-03-01"]);
    assert!(typed.has("details.library-more[open]"));
    for after in ["x", "f1-..", "f99999999999999999999-abcdefghij"] {
        let page = refused(&stranger.get(&format!("/games?after={after}")).await);
        assert!(page.text(".empty").contains("This list has no such page."));
    }
    assert_eq!(stranger.get("/players/nobody.pgn").await.status, 404);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn all_that_is_found_is_one_file_without_what_players_say(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek] = [app.signed_up("kwik").await, app.signed_up("kwek").await];
    let whole = played(&app, &kwik, &kwek, &[("rated", "yes")], WHOLE_GAME, "white").await;
    whole.black.says(26, "a secret of ours").await.leads_to();
    let short = played(&app, &kwek, &kwik, &[], "1. e4@c6", "white").await;
    app.rate().await;
    app.fill_library().await;
    for browser in [&app.anonymous(), &kwik] {
        let file = browser.get("/games.pgn?player=kwek&sort=oldest").await;
        assert_eq!(file.header("content-type"), "application/vnd.chess-pgn; charset=utf-8");
        assert_eq!(file.header("content-disposition"), "attachment; filename=\"mallard-games.pgn\"");
        let sites: Vec<_> = file.text.lines().filter(|line| line.starts_with("[Site ")).collect();
        assert_eq!(sites.len(), 2);
        assert!(sites[0].contains(whole.id()) && sites[1].contains(short.id()));
        assert!(file.text.contains("[WhiteElo \"1500\"]") && file.text.contains("1. e4@c6"));
        assert!(!file.text.contains("secret"));
        let of_player = browser.get("/players/Kwek.pgn").await;
        assert_eq!(of_player.text.matches("[Site ").count(), 2);
    }
    assert_eq!(app.anonymous().get("/games.pgn?variant=duchess-6").await.text, "");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_rated_game_is_found_at_once_and_by_its_rating_once_it_is_counted(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek] = [app.signed_up("kwik").await, app.signed_up("kwek").await];
    let game = played(&app, &kwik, &kwek, &[("rated", "yes")], "1. Nf3@e5 Nf6@e4", "black").await.id().to_owned();
    assert_eq!(app.fill_library().await, 1);
    assert_eq!(finds(&kwik, "result=1-0").await, [game.as_str()]);
    assert_eq!(finds(&kwik, "rating-from=1000").await, [""; 0]);
    app.rate().await;
    assert_eq!(app.fill_library().await, 1);
    assert_eq!(finds(&kwik, "rating-from=1000").await, [game]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn games_that_were_there_before_are_taken_in_as_well(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek] = [app.signed_up("kwik").await, app.signed_up("kwek").await];
    let first = played(&app, &kwik, &kwek, &[], "1. Nf3@e5 Nf6@e4", "black").await.id().to_owned();
    let second = played(&app, &kwek, &kwik, &[], "1. e4@c6", "white").await.id().to_owned();
    app.execute("delete from library_due").await;
    assert_eq!(app.fill_library().await, 2);
    assert_eq!(finds(&kwik, "").await, [second, first]);
    assert_eq!(app.fill_library().await, 0);
    assert_eq!(app.count("select count(*) from library_backlog").await, 0, "nothing is looked for any more");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_of_which_an_earlier_release_took_in_less_is_taken_in_anew(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek] = [app.signed_up("kwik").await, app.signed_up("kwek").await];
    let game = played(&app, &kwik, &kwek, &[], "1. Nf3@e5 Nf6@e4", "black").await.id().to_owned();
    Table::begin(&kwek, &kwik, &[]).await;
    app.fill_library().await;
    app.execute("update library_games set revision = default, opening = ''").await;
    assert_eq!(finds(&kwik, "turns=Nf3@e5").await, [""; 0]);
    assert_eq!(app.fill_library().await, 1, "one that runs will be taken in anyway");
    assert_eq!(finds(&kwik, "turns=Nf3@e5").await, [game]);
    assert_eq!(app.fill_library().await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_file_of_a_player_is_of_a_player(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek] = [app.signed_up("kwik").await, app.signed_up("kwek").await];
    played(&app, &kwik, &kwek, &[], "1. Nf3@e5 Nf6@e4", "black").await;
    app.fill_library().await;
    assert!(app.anonymous().get("/players/KWIK.pgn").await.text.contains("[White \"kwik\"]"));
    for path in ["/players/.pgn", "/players/%20.pgn", "/players/nobody.pgn", "/players/a%2Fb.pgn"] {
        app.anonymous().get(path).await.has_status(404);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_was_asked_is_taken_away_one_by_one(pool: PgPool) {
    let app = TestApp::new(pool).await;
    app.signed_up("kwik").await;
    let stranger = app.anonymous();
    let page = stranger.opens("/games?player=kwik&seat=first&rated=yes").await;
    let chips = page.texts(".library-chip span:first-child");
    assert_eq!(chips, ["Player: kwik", "Moves first", "Rated"]);
    let without = page.attributes(".library-chip", "href");
    assert_eq!(without[0], "/games?rated=yes", "nobody's seat is asked for");
    let form = stranger.get("/games?player=kwik&opponent=&rated=yes&sort=").await;
    assert_eq!(form.leads_to(), "/games?player=kwik&rated=yes", "the address has what is asked alone");
    for address in without {
        stranger.opens(&address).await;
    }
    stranger.get("/games?ending=resigned&after=r5-abcdefghij").await.page(404);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn games_change_hands_and_end_and_are_found_as_they_are(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek] = [app.signed_up("kwik").await, app.signed_up("kwek").await];
    let table = Table::begin(&kwik, &kwek, &[]).await;
    table.play("1. e4@c6").await;
    app.fill_library().await;
    assert_eq!(finds(&kwik, "result=*").await, [table.id()]);
    table.white.does("resign", 1, &[("confirm", "yes")]).await.leads_to();
    // It waits until it is rated, if it is to be.
    app.rate().await;
    assert_eq!(app.fill_library().await, 1);
    assert_eq!(finds(&kwik, "result=*").await, [""; 0]);
    assert_eq!(finds(&kwik, "result=0-1").await, [table.id()]);
    app.signed_up("kwak").await;
    app.execute("update game_seats set player_id = (select id from players where name = 'kwak') where seat = 0").await;
    app.fill_library().await;
    assert_eq!(finds(&kwik, "player=kwak").await, [table.id()]);
    assert_eq!(finds(&kwik, "player=kwik").await, [""; 0]);
    // Events that are archived are read all the same.
    app.pass(days(30));
    app.archive().await;
    app.execute("insert into library_due select id, ended_at from games").await;
    app.fill_library().await;
    assert_eq!(finds(&kwik, "turns=e4@c6").await, [table.id()]);
}

#[test]
fn programs_are_told_every_value_of_a_search() {
    let guide = include_str!("../../../../docs/playing.md");
    let row = |field: &str| {
        let row = guide.lines().find(|line| line.starts_with(&format!("| `{field}` |"))).unwrap();
        row.split('`').skip(3).step_by(2).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row("variant"), Variant::ALL.map(|variant| variant.key().to_owned()));
    assert_eq!(row("result"), server::library::results());
    assert_eq!(row("ending"), Ending::all().map(|ending| ending.key().to_owned()).collect::<Vec<_>>());
    let seats = server::library::SeatChoice::all().map(|seat| seat.key().to_owned());
    assert_eq!(row("seat"), seats.collect::<Vec<_>>());
    assert_eq!(row("sort"), server::library::Sort::ALL.map(|sort| sort.key().to_owned()));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_opening_is_played_on_a_board_and_its_games_are_found(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek] = [app.signed_up("kwik").await, app.signed_up("kwek").await];
    let wanted = played(&app, &kwik, &kwek, &[], "1. e4@c6 e6@e2 2. d4@d6", "black").await;
    played(&app, &kwik, &kwek, &[], "1. e4@c6 d6@e2 2. d4@d3", "black").await;
    app.fill_library().await;

    let anybody = app.anonymous();
    let links = |page: &Page| page.attributes(".analysis-games a", "href");
    let way = async |search: &str| anybody.get(search).await.leads_to().to_owned();
    let board = anybody.opens(&way("/games?turns=1.+e4@c6&variant=duck&open=board").await).await;
    assert_eq!(board.text(".study-turns"), "1. e4@c6", "what was typed is on it");
    let board = anybody.submits(&board.pressing("#play").with("turn", "e6@e2")).await.shown();
    let [opening, position] = links(&board).try_into().unwrap();
    assert_eq!(found(&anybody.opens(&opening).await), [wanted.id()]);
    assert_eq!(found(&anybody.opens(&position).await), [wanted.id()]);
    let open = anybody.submits(&board.pressing("button[value=explore]")).await.shown();
    assert_eq!(links(&open), [opening, position], "they stay beside the explorer");

    let found_by = async |turns: &str| found(&anybody.opens(&format!("/games?turns={turns}")).await);
    assert_eq!(found_by("1.e4+e6+d4").await, [wanted.id()], "wherever the duck went");
    assert_eq!(found_by("e4@*+d6@e2").await.len(), 1);
    assert_eq!(found_by("1.+e4+%CE%98c6").await.len(), 2, "the duck is written apart");
    assert_eq!(found_by("e4@*+e6@d3").await.len(), 0);
    let shorter = anybody.submits(&board.pressing("#step-back")).await.shown();
    assert_eq!(found(&anybody.opens(&links(&shorter)[0]).await).len(), 2);
    let start = anybody.submits(&board.pressing("#step-start")).await.shown();
    assert_eq!(links(&start), [""; 0], "all games begin so");
    let fen = "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP*PPP/RNBQKBNR w KQkq - 0 2".replace(' ', "+");
    let elsewhere = anybody.opens(&format!("/analysis?variant=duck&fen={fen}&pgn=d4@d6")).await;
    assert_eq!(links(&elsewhere).len(), 1, "it does not begin where games begin");
    assert_eq!(links(&anybody.opens("/analysis?variant=chess&pgn=e4").await), [""; 0], "nobody plays it here");
}

/// A board has to know where the duck went, and shows a position or the turns that lead to it: the rest of the search goes along.
#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_a_board_cannot_show_comes_back_from_it(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek] = [app.signed_up("kwik").await, app.signed_up("kwek").await];
    let by_e3 = played(&app, &kwik, &kwek, &[], "1. e3@c6 e6@a3 2. d3@d6", "black").await;
    played(&app, &kwik, &kwek, &[], "1. d3@c6 e6@a3 2. e3@d6", "black").await;
    app.fill_library().await;
    let anybody = app.anonymous();
    let way = async |search: &str| anybody.get(&format!("/games?{search}")).await.leads_to().to_owned();
    let games = |page: &Page| page.attributes(".analysis-games a", "href");
    let whole = |page: &Page| page.attributes("#kept-search", "href")[0].to_owned();

    // Turns without a duck: those that are played stand for them.
    let typed = "turns=e4%40c6+e6+d4%40d6";
    let board = anybody.opens(&way(&format!("variant=duck&{typed}&result=0-1&open=board")).await).await;
    assert_eq!(board.text(".study-turns"), "1. e4@c6", "those before are on it");
    assert!(board.text("main").contains("does not say where the duck goes"), "{}", board.text("main"));
    assert_eq!(whole(&board), format!("/games?result=0-1&{typed}&variant=duck"));
    assert_eq!(found(&anybody.opens(&whole(&board)).await), [""; 0]);
    let board = anybody.submits(&board.pressing("#play").with("turn", "e6@e2")).await.shown();
    assert!(!board.text("main").contains("does not say where the duck goes"), "it is no longer where it stopped");
    let [opening, position] = games(&board).try_into().unwrap();
    assert_eq!(opening, "/games?result=0-1&turns=e4%40c6+e6%40e2&variant=duck");
    assert!(position.contains("fen=") && !position.contains("turns="), "{position}");

    let open = way(&format!("variant=duck&{typed}&open=explorer")).await;
    let search = "turns%3De4%2540c6%2Be6%2Bd4%2540d6%26variant%3Dduck";
    assert_eq!(open, format!("/explorer?turns=e4%40c6&variant=duck&search={search}"));
    let explorer = anybody.opens(&open).await;
    assert!(explorer.text("main").contains("Begins: e4@c6 e6 d4@d6"), "{}", explorer.text("main"));
    assert!(explorer.text("main").contains("does not say where the duck goes"), "{}", explorer.text("main"));
    let links = explorer.attributes("main a", "href");
    assert!(links.contains(&format!("/games?variant=duck&{typed}")), "{links:?}");
    let start = anybody.opens(&explorer.attributes(".explorer-way a", "href")[0]).await;
    assert!(!start.text("main").contains("does not say where the duck goes"), "{}", start.text("main"));
    let other = anybody.opens(&format!("/explorer?variant=duchess-2&search={search}")).await;
    assert!(!other.text("main").contains("Begins:"), "no game of Duchess begins so");

    // A position, and how games began that came to it.
    let fen = "rnbqkbnr%2Fpppp1ppp%2F3*p3%2F8%2F8%2F3PP3%2FPPP2PPP%2FRNBQKBNR+b+KQkq+-+0+2";
    assert_eq!(found(&anybody.opens(&format!("/games?fen={fen}")).await).len(), 2);
    let board = anybody.opens(&way(&format!("fen={fen}&turns=e3&open=board")).await).await;
    assert!(board.attributes("#fen", "value")[0].starts_with("rnbqkbnr/pppp1ppp/3*p3"), "it has the position");
    assert!(!board.text("main").contains("where the duck goes"), "it does not show the turns at all");
    assert_eq!(found(&anybody.opens(&games(&board)[0]).await), [by_e3.id()]);
    assert_eq!(whole(&board), "/games?turns=e3", "the position is on the board");

    // Nobody said of which variant: it is that of the games.
    let terms = [("variant", "three-check-duck")];
    played(&app, &kwik, &kwek, &terms, "1. a4@c6 a5@h3", "black").await;
    app.fill_library().await;
    assert_eq!(way("turns=a4&open=board").await, "/analysis?variant=three-check-duck&search=turns%3Da4");
    assert_eq!(way("turns=h4%40c6&open=board").await, "/analysis?variant=duck&pgn=h4%40c6", "there is none");

    // And here it can be but one.
    let turns = "turns=1c3-1c4+4b3-4b4";
    assert_eq!(way(&format!("{turns}&open=board")).await, "/analysis?variant=duchess-2&pgn=1c3-1c4+4b3-4b4");
    let explorer = anybody.opens(&way(&format!("{turns}&open=explorer")).await).await;
    assert_eq!(explorer.text("h1"), "Explorer: Duchess for two");
}
