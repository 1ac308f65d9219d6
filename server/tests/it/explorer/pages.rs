//! The explorer on a page of its own, beside a game and beside the analysis board.

use domain::rules::duchess::SetUp;
use domain::rules::position::Position;
use domain::rules::variant::Variant;
use sqlx::PgPool;

use super::{lines, play, play_on_terms, says};
use crate::story::{Browser, Page, TestApp, days};

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_position_shows_what_was_played_from_it_however_it_came_about(pool: PgPool) {
    let app = TestApp::new(pool).await;
    play(&app, "a1", "b1", "1. Nf3@e5 Nf6@e4 2. Nc3@d5 Nc6@d4", "black").await;
    let last = play(&app, "a2", "b2", "1. Nc3@e4 Nf6@d4 2. Nf3@d5 Nc6@d4", "white").await;
    play(&app, "a3", "b3", "1. Nf3@e5 Nf6@e4 2. Nc3@d5 d6@d4", "white").await;
    app.fill_library().await;

    let running = app.table("kwik", "kwek").await;
    running.play("1. Nf3@e5 Nf6@e4 2. Nc3@d5").await;
    let at = async |query: &str| app.anonymous().opens(&format!("{}?tab=explorer{query}", running.game)).await;
    assert_eq!(at("&ply=0").await.texts(".tab[aria-current]"), ["Explorer"]);
    assert_eq!(lines(&at("&ply=0").await), ["Nf3@e5 played here2101–", "Nc3@e41001–"]);
    // Black is to move, and two orders of the same turns have led here.
    let now = at("").await;
    assert_eq!(lines(&now), ["Nc6@d42101–", "d6@d41001–"]);
    assert!(now.attributes(".explorer-games a", "href").contains(&last));
    assert_eq!(now.texts(".explorer-games li").len(), 3);
    assert!(
        now.text(".explorer-games").contains("a2 – b2 Black wins by resignation"),
        "{}",
        now.text(".explorer-games")
    );
    // An address of before leads there too.
    let old = app.anonymous().opens(&format!("{}?tab=book&ply=0", running.game)).await;
    assert_eq!(lines(&old), ["Nf3@e5 played here2101–", "Nc3@e41001–"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn transpositions_meet_in_duchess_too(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let terms: &[_] = &[("variant", "duchess-2")];
    play_on_terms(&ann, &ben, terms, "1c3-1c4 4b3-4b4 1b3-1b4 4c3-4c4", "white").await;
    play_on_terms(&ann, &ben, terms, "1b3-1b4 4b3-4b4 1c3-1c4 4c3-4c4", "black").await;
    app.fill_library().await;
    assert_eq!(says(&app, "variant=duchess-2").await.len(), 2);
    let found = says(&app, "variant=duchess-2&turns=1c3-1c4+4b3-4b4+1b3-1b4").await;
    assert_eq!(found, ["4c3-4c42101–"]);
    assert_eq!(says(&app, "variant=duchess-3").await, [""; 0]);
    assert!(app.anonymous().opens("/explorer?variant=duchess-6").await.has(".board"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn one_walks_from_position_to_position_and_to_the_games(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let game = play(&app, "kwik", "kwek", "1. e4@c6 e6@e2 2. d4@d6", "black").await;
    app.fill_library().await;
    let stranger = app.anonymous();
    let games = stranger.opens("/games").await;
    assert!(games.attributes("a", "href").contains(&"/explorer".to_owned()));
    let mut page = stranger.opens("/explorer").await;
    for turn in ["e4@c6", "e6@e2", "d4@d6"] {
        assert_eq!(page.texts(".explorer tbody th a"), [turn]);
        page = stranger.opens(&page.attributes(".explorer tbody th a", "href")[0]).await;
    }
    assert!(page.text("main").contains("One game ended here."));
    assert_eq!(page.texts(".explorer-way > *"), ["Start", "1. e4@c6", "e6@e2", "2. d4@d6"]);
    assert_eq!(page.attributes(".explorer-games a", "href"), [game.as_str()]);
    for (words, leads_to) in [("Games that begin this way", 1), ("All games with this position", 1)] {
        let links = page.texts("main a").into_iter().zip(page.attributes("main a", "href"));
        let address = links.into_iter().find(|(text, _)| text == words).unwrap().1;
        assert_eq!(stranger.opens(&address).await.texts(".list tbody tr").len(), leads_to, "{address}");
    }
    // The filter goes along, both ways.
    let page = stranger.opens("/explorer?player=kwik&turns=e4@c6").await;
    assert_eq!(page.attributes(".explorer-board .button", "href")[2], "/games?variant=duck&turns=e4%40c6&player=kwik");
    assert!(page.attributes("main a", "href").contains(&"/games?variant=duck&player=kwik".to_owned()), "for all games");
    let games = stranger.opens("/games?variant=duck&turns=e4%40c6&player=kwik&result=1-0").await;
    let explorer = "/explorer?player=kwik&turns=e4%40c6&variant=duck&search=result%3D1-0".to_owned();
    assert!(games.attributes("a", "href").contains(&explorer));
    let page = stranger.opens("/explorer?turns=e4@c6+e6@e2+d4@d6").await;
    let links: Vec<_> = page.attributes(".explorer-board .button", "href");
    let back = stranger.opens(&links[0]).await;
    assert_eq!(back.texts(".explorer-way > *"), ["Start", "1. e4@c6", "e6@e2"]);
    let analysis = stranger.opens(&links[1]).await;
    assert_eq!(analysis.texts(".study .node")[1..], ["1. e4@c6", "e6@e2", "2. d4@d6"]);
    let from_fen = "fen=rnbqkbnr%2Fpppppppp%2F8%2F8%2F8%2F8%2FPPPPPPPP%2FRNBQKBNR+w+KQkq+-+0+1&turns=e4@c6";
    assert_eq!(says(&app, from_fen).await, ["e6@e21100–"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn piece_moves_are_told_with_all_squares_that_the_duck_went_to(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek] = [app.signed_up("kwik").await, app.signed_up("kwek").await];
    for (turns, resigns) in [
        ("d4@c6", "white"),
        ("e4@c6", "black"),
        ("d4@e6", "white"),
        ("e4@e6", "black"),
        ("d4@c6", "black"),
        ("e4@d6", "black"),
        ("e4@c6", "white"),
    ] {
        play_on_terms(&kwik, &kwek, &[], turns, resigns).await;
    }
    app.fill_library().await;
    let stranger = app.anonymous();
    let page = stranger.opens("/explorer").await;
    let moves = page.texts(".explorer tr:has(.explorer-move)");
    assert_eq!(moves, ["e4 3 duck squares4301–", "d4 2 duck squares3102–"]);
    assert_eq!(lines(&page), ["e4@c62101–", "e4@d61100–", "e4@e61100–", "d4@c62101–", "d4@e61001–"]);
    assert_eq!(page.attributes(".explorer-move input[checked]", "type").len(), 2, "so few are shown at once");

    for duck in ["a3", "b3", "c3", "d3", "e3", "f3", "g3"] {
        play_on_terms(&kwik, &kwek, &[], &format!("e4@{duck}"), "black").await;
    }
    app.fill_library().await;
    let page = stranger.opens("/explorer").await;
    assert_eq!(page.texts(".explorer tr:has(.explorer-move)")[0], "e4 10 duck squares111001–");
    assert!(!page.has(".explorer-move input[checked]"), "many are folded");
    assert_eq!(page.texts(".explorer-duck li"), ["e4@f3 1", "e4@g3 1"], "the least frequent are told by name");
    let address = &page.attributes(".explorer-duck li a", "href")[1];
    assert_eq!(stranger.opens(address).await.texts(".explorer-way > *"), ["Start", "1. e4@g3"]);

    // Beside a game those of its own turn are shown.
    let running = app.table("kwak", "donald").await;
    running.play("1. d4@e6").await;
    let page = stranger.opens(&format!("{}?tab=explorer&ply=0", running.game)).await;
    assert_eq!(page.texts("tbody:has(.explorer-move input[checked]) .explorer-here"), ["played here"]);
    assert_eq!(page.attributes(".explorer-move input[checked]", "type").len(), 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_page_says_which_game_it_shows_and_what_was_asked_for(pool: PgPool) {
    let app = TestApp::new(pool).await;
    play(&app, "kwik", "kwek", "1. e4@c6 e6@e2", "black").await;
    app.fill_library().await;
    let stranger = app.anonymous();
    let chips = |page: &Page| page.texts(".library-chip > span:first-child");
    let page = stranger.opens("/explorer?player=kwik&seat=first&from-year=2020&turns=e4@c6").await;
    assert_eq!(page.text("h1"), "Explorer: Duck Chess");
    assert_eq!(chips(&page), ["From the year: 2020", "Player: kwik", "Moves first"]);
    let without = page.attributes(".library-chip", "href");
    let without_player = stranger.opens(&without[1]).await;
    assert_eq!(chips(&without_player), ["From the year: 2020"], "the seat was that of the player");
    assert_eq!(lines(&without_player), ["e6@e21100–"], "the position stays");
    assert_eq!(chips(&stranger.opens(&without[2]).await), ["From the year: 2020", "Player: kwik"]);

    // Other games have other seats; whether they have such turns is seen when one is chosen.
    let kept = page.attributes(".explorer-game input", "name").into_iter();
    let kept: Vec<_> = kept.zip(page.attributes(".explorer-game input", "value")).collect();
    let expected = [("from-year", "2020"), ("player", "kwik"), ("turns", "e4@c6"), ("other-variant", "true")];
    assert_eq!(kept, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    let duchess = stranger.opens("/explorer?variant=duchess-2").await;
    assert_eq!(duchess.text("h1"), "Explorer: Duchess for two");
    assert_eq!(duchess.text("#game option[selected]"), "Duchess for two");
    assert_eq!(duchess.attributes(".page-head a", "href"), ["/games?variant=duchess-2"]);
}

/// The address of a link, by its words.
fn link(page: &Page, words: &str) -> String {
    let mut links = page.texts("main a").into_iter().zip(page.attributes("main a", "href"));
    links.find(|(text, _)| text == words).unwrap_or_else(|| panic!("no link {words:?}")).1
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_search_is_kept_while_its_first_turns_are_chosen(pool: PgPool) {
    let app = TestApp::new(pool).await;
    play(&app, "kwik", "kwek", "1. e4@c6 e6@e2", "black").await;
    let lost = play(&app, "ann", "ben", "1. e4@c6 e6@e2", "white").await;
    app.fill_library().await;
    let stranger = app.anonymous();
    let search = "/games?result=0-1&ending=resigned&rating-to=1500&view=boards";
    let found = async |address: &str| {
        for asked in ["turns=e4%40c6", "result=0-1", "ending=resigned", "rating-to=1500", "view=boards"] {
            assert!(address.contains(asked), "{asked}: {address}");
        }
        let page = stranger.opens(address).await;
        assert_eq!(page.texts(".library-board").len(), 0, "nobody has a rating");
        let page = stranger.opens(&address.replace("&rating-to=1500", "")).await;
        assert_eq!(page.attributes(".library-board", "href"), [lost.as_str()]);
    };

    // In the explorer, which does not look at results.
    let page = stranger.opens(stranger.get(&format!("{search}&open=explorer")).await.leads_to()).await;
    assert!(page.text("main").contains("The rest of your search is kept"));
    let kept = page.texts("ul[aria-labelledby=kept] .library-chip > span:first-child");
    assert_eq!(kept, ["Resignation", "Rated at most: 1500", "Result: 0–1"]);
    let without = stranger.opens(&page.attributes(".library-chip", "href")[0]).await;
    assert_eq!(without.texts(".library-chip").len(), 2);
    assert!(link(&page, "Search for games").contains("ending=resigned"), "back to all of it");
    assert_eq!(lines(&page), ["e4@c62101–"]);
    let further = page.attributes(".explorer tbody th a", "href").remove(0);
    let page = stranger.opens(&further).await;
    found(&link(&page, "Games that begin this way")).await;
    assert_eq!(page.attributes(".explorer-form input[name=search]", "type"), ["hidden"]);
    let narrowed = stranger.opens(&format!("{further}&player=kwik")).await;
    let address = link(&narrowed, "Games that begin this way");
    assert!(
        address.contains("player=kwik") && address.contains("result=0-1"),
        "with what is asked for here: {address}"
    );
    let board = stranger.opens(&link(&narrowed, "Analysis board")).await;
    let address = link(&board, "Games that begin this way");
    assert!(address.contains("player=kwik") && address.contains("result=0-1"), "from there, too: {address}");

    // And on a board.
    for explores in [false, true] {
        let mut page = stranger.opens(stranger.get(&format!("{search}&open=board")).await.leads_to()).await;
        if explores {
            page = stranger.submits(&page.pressing("button[value=explore]")).await.shown();
        }
        assert!(page.text("main .hint").contains("Result: 0–1"), "it is told on the board, too");
        assert!(page.has("#kept-search"));
        let page = stranger.submits(&page.pressing("#play").with("turn", "e4@c6")).await.shown();
        found(&link(&page, "Games that begin this way")).await;
    }
    let refused = stranger.get("/games?player=nobody&open=explorer").await.page(404);
    assert!(refused.alert().contains("nobody"), "{}", refused.alert());
    let page = stranger.opens("/analysis?variant=duck&pgn=e4@c6").await;
    assert_eq!(link(&page, "Games that begin this way"), "/games?turns=e4%40c6&variant=duck");
    assert!(!page.has("#kept-search"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn of_a_long_way_the_last_turns_are_links(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let way = "Nf3@a3+Nf6@a4+Ng1@a3+Ng8@a4+".repeat(15);
    let page = app.anonymous().opens(&format!("/explorer?turns={way}")).await;
    let counts = ["span", "a", "b"].map(|kind| page.texts(&format!(".explorer-way > {kind}")).len());
    assert_eq!(counts, [20, 40, 1], "and the start is one too");
    assert_eq!(page.texts(".explorer-way > *").len(), 61, "all are told");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn games_are_left_out_by_player_seat_rating_and_year(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [kwik, kwek, _] = [app.signed_up("kwik").await, app.signed_up("kwek").await, app.signed_up("kwak").await];
    play_on_terms(&kwik, &kwek, &[("rated", "yes")], "e4@c6 e6@e2", "black").await;
    play_on_terms(&kwek, &kwik, &[], "Nf3@e5 Nf6@e4", "black").await;
    app.pass(days(365));
    // Their sessions have ended meanwhile.
    let [kwik, kwek, kwak] = [app.signed_in("kwik").await, app.signed_in("kwek").await, app.signed_in("kwak").await];
    play_on_terms(&kwek, &kwak, &[], "e4@c6 e6@e2", "white").await;
    app.rate().await;
    let expected: &[(&str, &[&str])] = &[
        ("", &["e4@c621011500", "Nf3@e51100–"]),
        ("player=KWIK", &["Nf3@e51100–", "e4@c611001500"]),
        ("player=kwik&seat=first", &["e4@c611001500"]),
        ("player=kwik&seat=black", &["Nf3@e51100–"]),
        ("player=kwak", &["e4@c61001–"]),
        ("player=kwak&from-year=2026&to-year=2026", &[]),
        ("to-year=2026", &["Nf3@e51100–", "e4@c611001500"]),
        ("from-year=2027", &["e4@c61001–"]),
        ("rating-from=1400&rating-to=1599", &["e4@c611001500"]),
        ("rating-from=1600", &[]),
        ("rating-to=1599&from-year=2027", &[]),
    ];
    for fill_with_totals in [false, true] {
        if fill_with_totals {
            for _ in 0..2 {
                // Of another variant: they change nothing of what is asked.
                play_on_terms(&kwak, &kwek, &[("variant", "three-check-duck")], "e4@c6", "white").await;
            }
            app.execute("update library_games set revision = 0 where not is_running").await;
            app.execute("update library_positions set turn = null").await;
            server::library::queue::<1>().drain(app.pool()).await.unwrap();
            assert!(app.count("select count(*) from explorer_positions where variant = 'duck'").await > 0);
        } else {
            app.fill_library().await;
        }
        for (query, lines) in expected {
            let mut found = says(&app, query).await;
            let mut lines = lines.to_vec();
            found.sort();
            lines.sort_unstable();
            assert_eq!(found, lines, "{query}, with totals: {fill_with_totals}");
        }
        let page = app.anonymous().opens("/explorer?player=kwik&seat=black").await;
        assert_eq!(page.texts(".explorer-games li").len(), 1, "of the games that are asked for");
        let next = &page.attributes(".explorer tbody th a", "href")[0];
        assert!(next.ends_with("&player=kwik&seat=black"), "the same games further on: {next}");
    }
    let own = kwak.opens("/explorer").await.attributes(".explorer-found > p > a[href*=player]", "href");
    assert_eq!(own, ["/explorer?variant=duck&player=kwak"]);
    assert_eq!(lines(&kwak.opens(&own[0]).await), ["e4@c61001–"]);
    let game = play_on_terms(&kwik, &kwak, &[], "e4@c6", "white").await;
    let page = app.anonymous().opens(&format!("{game}?tab=explorer&ply=0&player=kwik&seat=first")).await;
    assert_eq!(lines(&page), ["e4@c6 played here11001500"]);
    let steps = page.attributes("a.step[rel=next]", "href");
    assert!(steps[0].contains("tab=explorer") && steps[0].contains("player=kwik"), "{steps:?}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_cannot_be_explored_is_said_beside_its_field(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let game = play(&app, "kwik", "kwek", "1. e4@c6 e6@e2", "black").await;
    app.fill_library().await;
    let stranger = app.anonymous();
    for (query, field, sentence) in [
        ("variant=go", "variant", "“go” is not one of the choices."),
        ("turns=e4@c6+Ke3", "turns", "Turn 2, “Ke3”: "),
        ("variant=duchess-2&turns=e4@c6", "turns", "Turn 1, “e4@c6”: "),
        ("variant=duchess-2&fen=8%2F8%2F8%2F8%2F8%2F8%2F8%2F8+w+-+-+0+1", "fen", ""),
        ("fen=8%2F8", "fen", ""),
        ("rating-from=1450", "rating-from", "“1450” is not one of the choices."),
        ("rating-from=1800&rating-to=1399", "rating-to", "The end of this range is before its beginning."),
        ("from-year=soon", "from-year", "“soon” is not a year. Write it like 2026."),
        ("from-year=2027&to-year=2026", "to-year", "The end of this range is before its beginning."),
        ("player=nobody", "player", "There is no player “nobody”."),
        ("player=a%00b", "player", ""),
        ("seat=first", "seat", "Say whose seat it is: name a player too."),
        ("player=kwik&seat=red", "seat", "“red” is not one of the choices."),
    ] {
        let page = stranger.get(&format!("/explorer?{query}")).await.page(404);
        let said = page.text(&format!("#{field}-error"));
        assert!(said.starts_with(sentence) && !said.is_empty(), "{query}: {said}");
        assert!(page.alert().contains(&said), "{query}");
    }
    let typed = stranger.get("/explorer?turns=e4@c6+Ke3&player=kwik&from-year=soon").await.page(404);
    assert_eq!([typed.value("turns"), typed.value("player"), typed.value("from-year")], ["e4@c6 Ke3", "kwik", "soon"]);
    assert!(
        typed.alert().contains("Turn 2") && typed.text("#from-year-error").contains("is not a year"),
        "all is said at once"
    );
    let wrong = stranger.get("/explorer?turns=e4@c6+Ke3&player=kwi").await.page(404);
    let expected = ["/explorer?variant=duck&turns=e4%40c6+Ke3&player=kwik"];
    assert_eq!(wrong.attributes(".search-instead", "href"), expected, "all that was typed but the name");
    let many = format!("/explorer?turns={}", "Nf3@a3+Nf6@a4+Ng1@a3+Ng8@a4+".repeat(101));
    assert!(stranger.get(&many).await.page(404).alert().contains("At most 400 turns are read."));
    let beside = stranger.get(&format!("{game}?tab=explorer&player=nobody")).await.page(422);
    assert!(beside.alert().contains("There is no player “nobody”."));
    assert_eq!(beside.value("player"), "nobody");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_analysis_board_plays_what_the_explorer_shows(pool: PgPool) {
    let app = TestApp::new(pool).await;
    play(&app, "kwik", "kwek", "1. e4@c6 e6@e2 2. d4@d6", "black").await;
    app.fill_library().await;
    let stranger = app.anonymous();
    let page = stranger.opens("/analysis?variant=duck").await;
    assert!(!page.has(".explorer"), "it is closed at first");
    let press = async |page: &Page, button: &str| stranger.submits(&page.pressing(button)).await.shown();
    let page = press(&page, "button[value=explore]").await;
    assert_eq!(page.texts(".explorer-turn"), ["e4@c6"]);
    let page = press(&page, ".explorer-turn").await;
    assert_eq!(
        (page.texts(".study .node")[1..].concat(), page.texts(".explorer-turn")),
        ("1. e4@c6".into(), vec!["e6@e2".into()])
    );
    let filtered = page.pressing(".explorer-filters button").with("player", "kwek").with("seat", "first");
    let page = stranger.submits(&filtered).await.shown();
    assert!(page.text(".explorer-none").contains("of those you asked for"));
    let filtered = page.pressing("#play").with("seat", "second");
    let page = stranger.submits(&filtered).await.shown();
    assert_eq!(page.texts(".explorer-turn"), ["e6@e2"], "Enter in a field of the explorer plays nothing");
    let wrong = stranger.submits(&page.pressing(".explorer-filters button").with("player", "nobody")).await.refused();
    assert_eq!((wrong.value("player").as_str(), wrong.alert().contains("There is no player")), ("nobody", true));
    let page = press(&page, "button[value=close-explorer]").await;
    assert!(!page.has(".explorer") && page.has("button[value=explore]"));
    assert_eq!(page.texts(".study .node")[1..].concat(), "1. e4@c6", "the turns stay");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn turns_go_along_to_another_game_in_which_they_can_be_made(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let stranger = app.anonymous();
    let page = stranger.opens("/explorer?variant=duck&turns=e4@c6").await;
    let hidden = page.attributes(".explorer-game input", "name");
    assert_eq!(hidden, ["turns", "other-variant"]);
    let chosen = async |variant: &str| {
        let query = format!("/explorer?variant={variant}&turns=e4%40c6&other-variant=true");
        stranger.get(&query).await.leads_to().to_owned()
    };
    assert_eq!(chosen("three-check-duck").await, "/explorer?variant=three-check-duck&turns=e4%40c6");
    let anew = chosen("duchess-2").await;
    assert_eq!(anew, "/explorer?variant=duchess-2&begun-anew=true");
    let page = stranger.opens(&anew).await;
    assert!(page.text("main").contains("cannot be reached in Duchess"), "{}", page.text("main"));
    assert!(!page.attributes("main a", "href").concat().contains("begun-anew"), "of this page alone");
    assert!(!page.attributes("main input", "name").contains(&"begun-anew".to_owned()), "nor does a form ask for it");
    let refused = stranger.get("/explorer?variant=duck&turns=e9").await.page(404);
    assert_eq!(
        refused.attributes(".explorer-game input", "name"),
        ["turns"],
        "what is wrong is told again, not left behind"
    );
    let start = stranger.opens("/explorer?variant=duck").await;
    assert_eq!(start.attributes(".explorer-game input", "name"), [""; 0]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn of_a_long_way_games_with_the_same_first_turns_are_searched_for(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let there_and_back = ["Nf3@e5", "Nf6@e4", "Ng1@e5", "Ng8@e4"];
    let turns = |count: usize| there_and_back.iter().cycle().take(count).copied().collect::<Vec<_>>().join(" ");
    let stranger = app.anonymous();
    for address in ["/explorer?variant=duck&turns=", "/analysis?variant=duck&pgn="] {
        for (count, words) in [(20, "Games that begin this way"), (21, "Games with the same first 20 turns")] {
            let page = stranger.opens(&format!("{address}{}", turns(count).replace(' ', "+"))).await;
            let links = page.texts("main a").into_iter().zip(page.attributes("main a", "href"));
            let (_, leads_to) = links.into_iter().find(|(text, _)| text == words).unwrap();
            let query = form_urlencoded::parse(leads_to.split_once('?').unwrap().1.as_bytes());
            let searched = query.into_iter().find(|(name, _)| name == "turns").unwrap().1;
            assert_eq!(searched, turns(20), "{address}");
        }
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn of_a_way_on_which_somebody_drops_out_later_they_are_searched_for_too(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let mut position = Position::start(Variant::Duchess(SetUp::Six));
    let mut way = Vec::new();
    for _ in 0..21 {
        let mut first = None;
        position.for_each_turn(|turn| first = first.or(Some(turn)));
        let turn = first.expect("the game goes on");
        way.push(position.write_turn(turn));
        position = position.play(turn);
    }
    way.push("out".to_owned());
    let query = form_urlencoded::Serializer::new(String::new());
    let query = { query }.append_pair("variant", "duchess-6").append_pair("pgn", &way.join(" ")).finish();
    let page = app.anonymous().opens(&format!("/analysis?{query}")).await;
    assert!(page.texts(".analysis-games a").contains(&"Games with the same first 20 turns".to_owned()));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn players_are_called_what_they_are_called_now(pool: PgPool) {
    let app = TestApp::new(pool).await;
    play(&app, "kwik", "kwek", "1. e4@c6", "black").await;
    app.fill_library().await;
    app.execute("update players set name = 'deleted-1' where name = 'kwik'").await;
    let page = Browser::opens(&app.anonymous(), "/explorer").await;
    assert!(page.text(".explorer-games").contains("deleted-1 – kwek"));
    assert!(!page.text("body").contains("kwik"));
}
