//! Collections: games from elsewhere are imported in the background, searched, stepped through, and exported to the same PGN again.

mod chess;
mod deleted;
mod explored;
mod followed;
mod import;
mod privacy;
mod refused;

use sqlx::PgPool;

use crate::story::{Answer, Browser, Page, TestApp};

/// Games as programs write them: two that are taken, one of a variant without rules, one with an illegal turn, and one that is there already in other words.
const FILE: &str = "\u{feff}[Event \"Pond open\"]\r\n[Site \"https://www.pychess.org/abc\"]\r\n[Date \"2026.03.01\"]\r\n[White \"kwik\"]\r\n\
    [Black \"Kwek\"]\r\n[Result \"1-0\"]\r\n[Variant \"Duck\"]\r\n[WhiteElo \"1500\"]\r\n[BlackElo \"1700\"]\r\n\r\n\
    1. e4,c6 { good } ( 1. d4,d6 $1 ) 1... e6,e2 1-0\r\n\r\n\
    [White \"Ann\"]\n[Variant \"Atomic\"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n\n\
    [White \"Ann\"]\n[Black \"Bob\"]\n\n1. Nf3@e5 Nf6@e4 *\n\n\
    [White \"Ann\"]\n[Variant \"Duck\"]\n\n1. e4@c6 Ke7@e5 *\n\n\
    [White \"Ann\"]\n[Black \"Bob\"]\n[Variant \"Duck Chess\"]\n\n1. g1f3,f3e5 g8f6,f6e4 *\n";

/// Imports a file: the path of its new collection.
async fn imports(app: &TestApp, browser: &Browser, fields: &[(&str, &str)], file: &str) -> String {
    let path = browser.sends_file("/collections", fields, ("games.pgn", file.as_bytes())).await.leads_to().to_owned();
    app.read_collections().await;
    path
}

/// The names of the players in the list of a collection.
fn listed(page: &Page) -> Vec<String> {
    page.texts("[data-key] th")
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_file_is_imported_in_the_background_and_exported_again(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    assert!(ann.opens("/collections").await.text(".empty").contains("no collections"));
    let answer = ann.sends_file("/collections", &[], ("Pond games.pgn", FILE.as_bytes())).await;
    let path = answer.leads_to().to_owned();
    let page = ann.opens(&path).await;
    assert_eq!(page.text("h1"), "Pond games");
    assert!(page.status().contains("in the background") && page.text(".collection-imports").contains("0 % read"));
    app.read_collections().await;

    let page = ann.opens(&path).await;
    assert!(!page.has("[role=status]"));
    let file = page.text(".collection-imports");
    for said in ["Pond games.pgn", "2 games were taken.", "1 game was there already.", "2 games could not be read."] {
        assert!(file.contains(said), "{said}: {file}");
    }
    assert!(file.contains("1 of those taken names no variant and was read as Duck Chess."), "{file}");
    let errors = page.texts(".collection-errors li");
    assert!(errors[0].starts_with("Game 2, line 14: There are no rules for the variant “Atomic”"), "{errors:?}");
    assert!(errors[1].starts_with("Game 4, line 26: "), "{errors:?}");
    assert_eq!(listed(&page), ["kwik against Kwek", "Ann against Bob"]);
    assert_eq!(page.texts("[data-label=Score]"), ["1–0", "–"]);
    assert_eq!(page.texts("[data-label=Played]"), ["2026-03-01", "–"]);
    assert_eq!(page.texts("[data-label=Event]"), ["Pond open", "–"]);
    let boards = ann.opens(&format!("{path}?view=boards")).await;
    assert!(boards.has(".library-board .board-svg"));
    let marks = boards.attributes("li:first-child .library-board .mark", "data-square");
    assert_eq!(marks, ["e7", "e6", "e2"], "the last turn is marked");
    assert_eq!(listed(&ann.opens("/collections").await), ["Pond games"]);

    let whole = ann.get(&format!("{path}.pgn")).await;
    assert_eq!(whole.header("content-type"), "application/vnd.chess-pgn; charset=utf-8");
    assert!(whole.text.contains("1. e4@c6 {good} (1. d4@d6 $1) 1... e6@e2 1-0"), "{}", whole.text);
    assert!(whole.text.contains("[Site \"https://www.pychess.org/abc\"]"));
    // What was exported is the same collection again.
    let again = imports(&app, &ann, &[("name", "Again")], &whole.text).await;
    assert_eq!(ann.get(&format!("{again}.pgn")).await.text, whole.text);
    // And nothing new for the old one.
    ann.sends_file(&format!("{path}/imports"), &[], ("again.pgn", whole.text.as_bytes())).await.leads_to();
    app.read_collections().await;
    let page = ann.opens(&path).await;
    assert!(page.texts(".collection-imports li")[0].contains("No game was taken. 2 games were there already."));
    assert_eq!(listed(&page).len(), 2);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn games_that_say_two_results_are_named_and_those_that_say_none_have_that_of_the_board(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let game = |white: &str, tag: &str, turns: &str| {
        let start = "[FEN \"4k3/8/8/8/8/8/8/K3R3 w - - 0 1\"]";
        format!("[White \"{white}\"]\n[Black \"kwek\"]\n[Result \"{tag}\"]\n[Variant \"Duck\"]\n{start}\n\n{turns}\n\n")
    };
    let file = game("Open", "*", "1. Rxe8 *")
        + &game("Same", "1-0", "1. Rxe8 1-0")
        + &game("Tag", "0-1", "1. Re2@a2 1-0")
        + &game("Board", "0-1", "1. Rxe8 0-1")
        + &game("Later", "1/2-1/2", "1. Re3@a2 *");
    let path = imports(&app, &ann, &[], &file).await;
    let page = ann.opens(&path).await;
    let said = page.text(".collection-imports");
    let expected = "5 games were taken. In 2 of those taken (games 3 and 4) the Result tag, the end of the turns and the last position do not \
        agree. The result after the turns was kept or, where there is none, that of the tag.";
    assert!(said.contains(expected), "{said}");
    assert_eq!(page.texts("[data-label=Score]"), ["1–0", "1–0", "1–0", "0–1", "½–½"]);
    let won: Vec<_> = listed(&ann.opens(&format!("{path}?result=1-0")).await);
    assert_eq!(won, ["Open against kwek", "Same against kwek", "Tag against kwek"]);
    let open = ann.get(&format!("{path}.pgn")).await.text;
    assert!(open.contains("1. Rxe8 *"), "the file is left as it is: {open}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_is_stepped_through_on_the_analysis_board(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let path = imports(&app, &ann, &[], FILE).await;
    let page = ann.opens(&format!("{path}/games/1")).await;
    assert_eq!(page.text("h1"), "kwik against Kwek");
    assert_eq!(page.text("p.analysis-of"), "Duck Chess, 1–0");
    assert!(page.text("nav.analysis-of").starts_with("Game 1 of 2 in the collection"));
    assert!(!page.has(".analysis-of a[rel=prev]"));
    let second = ann.opens(&page.attributes(".analysis-of a[rel=next]", "href")[0]).await;
    assert_eq!(second.text("h1"), "Ann against Bob");
    let one = imports(&app, &ann, &[], "[White \"May\"]\n\n1. d4@d6 *\n\n[Round \"2\"]\n\n1. d4@d6 *\n").await;
    assert_eq!(ann.opens(&format!("{one}/games/1")).await.text("h1"), "May against ?");
    assert_eq!(ann.opens(&format!("{one}/games/2")).await.text("h1"), "Game 2");
    assert_eq!(second.attributes(".analysis-of a[rel=prev]", "href"), [format!("{path}/games/1")]);
    assert!(!second.has(".analysis-of a[rel=next]"));
    assert_eq!(page.text(".study-note"), "good");
    assert!(page.text(".study-variations").contains("d4@d6!"));
    let tags = page.texts(".study-tags div");
    assert_eq!(page.texts(".study-tags dt"), ["Event", "Site", "Date", "Black Elo", "White Elo"]);
    assert!(tags.contains(&"EventPond open".to_owned()) && tags.contains(&"White Elo1500".to_owned()), "{tags:?}");
    assert!(page.has("meta[name=robots][content*=noindex]"));
    let next = ann.submits(&page.pressing("#step-last")).await.shown();
    assert_eq!(next.text(".node[aria-current]"), "1... e6@e2");
    assert_eq!(next.attributes(".analysis-of a", "href")[0], path, "the way back stays");
    assert!(next.has(".analysis-of a[rel=next]"), "the way on stays");
    assert!(next.texts(".study-tags div").contains(&"EventPond open".to_owned()));
    let kept = ann.submits(&next.pressing("button[value=keep]")).await.shown();
    assert!(kept.text(".keeping").contains("Saved to your account"));
    let alone = ann.get(&format!("{path}/games/1.pgn")).await;
    assert!(alone.text.starts_with("[Event \"Pond open\"]") && alone.text.ends_with("1-0\n"), "{}", alone.text);
    for missing in ["0", "3", "01", "x", "-1", "99999999999", "1.pgn.pgn"] {
        ann.get(&format!("{path}/games/{missing}")).await.has_status(404);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn games_of_a_collection_are_searched(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let duchess = "[Variant \"Duchess 2\"]\n[Red \"Zoë\"]\n\n*\n";
    let many: String = (1..=40).map(|n| format!("[White \"n{n}\"]\n[Round \"{n}\"]\n\n1. d4@d6 *\n\n")).collect();
    let some_day = "[White \"May\"]\n[Date \"2025.05.??\"]\n\n1. d4@d6 *\n";
    let path = imports(&app, &ann, &[], &format!("{FILE}\n{duchess}\n{many}\n{some_day}")).await;
    for (query, expected) in [
        ("player=KWI", vec!["kwik against Kwek"]),
        ("player=bob&opponent=ann", vec!["Ann against Bob"]),
        ("player=kw&opponent=kwek", vec!["kwik against Kwek"]),
        ("player=ann&opponent=an", vec![]),
        ("player=%22ann%22", vec!["Ann against Bob"]),
        ("player=%22+ANN+%22&opponent=%22bob%22&seat=white", vec!["Ann against Bob"]),
        ("player=%22an%22", vec![]),
        ("player=ann&opponent=%22bo%22", vec![]),
        ("player=%22zoe%22", vec!["Zoë against ?"]),
        ("player=zo%C3%AB", vec!["Zoë against ?"]),
        ("player=ZOE", vec!["Zoë against ?"]),
        ("player=zo%C3%A8&seat=red", vec!["Zoë against ?"]),
        ("event=p%C3%B3nd", vec!["kwik against Kwek"]),
        ("result=1-0", vec!["kwik against Kwek"]),
        ("variant=duchess-2", vec!["Zoë against ?"]),
        ("turns=Nf3@e5", vec!["Ann against Bob"]),
        ("turns=1.+g1f3@e5+Nf6@e4", vec!["Ann against Bob"]),
        ("turns=Nf3@e6", vec![]),
        ("rating-from=1600&rating-to=1600", vec!["kwik against Kwek"]),
        ("rating-to=1700", vec!["kwik against Kwek"]),
        ("length-from=2&player=k", vec!["kwik against Kwek"]),
        ("player=n40", vec!["n40 against ?"]),
        ("player=%25", vec![]),
        ("player=ann&seat=white", vec!["Ann against Bob"]),
        ("player=ann&seat=second", vec![]),
        ("player=kwik&outcome=won", vec!["kwik against Kwek"]),
        ("player=kwik&outcome=won&seat=black", vec![]),
        ("player=kwek&outcome=lost&opponent=kwik", vec!["kwik against Kwek"]),
        ("player=kwek&outcome=won", vec![]),
        ("player=bob&seat=black&opponent=ann", vec!["Ann against Bob"]),
        ("player=zo%C3%AB&seat=red", vec!["Zoë against ?"]),
        ("player=zo%C3%AB&seat=white", vec![]),
        ("event=pond", vec!["kwik against Kwek"]),
        ("event=pond&result=0-1", vec![]),
        ("from=2026-03-01&to=2026-03-01", vec!["kwik against Kwek"]),
        ("from=2026-03-02&to=2027-01-01", vec![]),
        ("to=2026-04-30&from=2025-01-01", vec!["kwik against Kwek", "May against ?"]),
        ("from=2025-05-31&to=2025-12-31", vec!["May against ?"]),
        ("from=2025-06-01&to=2025-12-31", vec![]),
    ] {
        assert_eq!(listed(&ann.opens(&format!("{path}?{query}")).await), expected, "{query}");
    }
    // A server of the release before adds names with their accents.
    app.execute(
        "insert into collection_games select collection_id, 99, variant, '{Zoë,Łuk Weiß}', 'zoë' || chr(10) || 'łuk weiß', date, event, result, rating, turns, opening, fen, '\\x00'
        from collection_games where number = 1",
    )
    .await;
    for query in ["player=luk&opponent=zoe", "player=weiss", "player=%22luk+wei%C3%9F%22", "player=WEI%E1%BA%9E"] {
        assert_eq!(listed(&ann.opens(&format!("{path}?{query}")).await), ["Zoë against Łuk Weiß"], "{query}");
    }
    app.execute("delete from collection_games where number = 99").await;
    let first = ann.opens(&path).await;
    assert_eq!(listed(&first).len(), 30);
    let second = ann.opens(&first.attributes("a[rel=next]", "href")[0]).await;
    assert_eq!(listed(&second).len(), 14);
    assert!(!second.has("a[rel=next]"));
    let chips = ann.opens(&format!("{path}?player=kwik&result=1-0")).await;
    assert_eq!(chips.text(".library-count"), "1 of 44 games");
    let counted = ann.opens(&format!("{path}?sort=longest&length-to=1")).await;
    assert_eq!((counted.text(".library-count"), listed(&counted).len()), ("42 of 44 games".to_owned(), 30));
    assert_eq!(chips.attributes(".library-chip", "href")[0], format!("{path}?result=1-0"));
    for (query, field) in [
        ("variant=go", "variant"),
        ("result=2-0", "result"),
        ("turns=Ke5", "turns"),
        ("rating-from=x", "rating-from"),
        ("length-from=9&length-to=3", "length-to"),
        ("from=yesterday", "from"),
        ("from=2026-03-02&to=2026-03-01", "to"),
        ("sort=random", "sort"),
        ("seat=first", "seat"),
        ("player=ann&seat=middle", "seat"),
    ] {
        let page = ann.get(&format!("{path}?{query}")).await.page(404);
        assert_ne!(page.text(&format!("#{field}-error")), "", "{query}");
        assert!(!page.has(".empty"), "nothing is said to have been looked for");
    }
    ann.get(&format!("{path}?after=x")).await.page(404);
    // Fields of the search for games of this site, which these games do not have.
    let all = ann.opens(&format!("{path}?rated=yes&ending=fowled")).await;
    assert_eq!((listed(&all).len(), all.texts(".library-chip").len()), (30, 0));
    let form = ann.get(&format!("{path}?player=kwik&opponent=&result=")).await;
    assert_eq!(form.leads_to(), format!("{path}?player=kwik"));
    let chips = ann.opens(&format!("{path}?event=pond")).await;
    assert_eq!(chips.texts(".library-chip span:first-child"), ["Event: pond"]);
    assert_eq!(ann.opens("/games?event=pond").await.texts(".library-chip"), [""; 0]);
    assert_eq!(ann.opens("/games").await.texts("tbody th"), [""; 0], "they are no games of this site");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn games_of_a_collection_are_put_in_order_page_by_page(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let game = |name: &str, tags: &str, turns: &str| format!("[White \"{name}\"]\n{tags}\n{turns} *\n\n");
    let elo = |rating: u32| format!("[WhiteElo \"{rating}\"]\n[BlackElo \"{rating}\"]\n");
    let mut file = game("old", "[Date \"1899.12.31\"]\n", "1. d4@d6");
    file += &game("year", &format!("[Date \"2026.??.??\"]\n{}", elo(1500)), "1. d4@d6 e5@a3 2. c3@a4");
    file += &game("new", &format!("[Date \"2026.03.01\"]\n{}", elo(1900)), "1. d4@d6 e5@a3");
    file += &game("ever", "[Date \"someday\"]\n", "1. d4@d6 c5@a3 2. c3@a4");
    let many: String = (1..=40).map(|n| game(&format!("n{n}"), "[Date \"2001.01.01\"]\n", "1. d4@d6")).collect();
    let path = imports(&app, &ann, &[], &(file + &many)).await;
    for (sort, first, last) in [
        ("", ["old", "year", "new"], "n40"),
        ("newest", ["new", "year", "n1"], "ever"),
        ("oldest", ["old", "n1", "n2"], "ever"),
        ("rating", ["new", "year", "old"], "n40"),
        ("longest", ["year", "ever", "new"], "n40"),
        ("shortest", ["old", "n1", "n2"], "ever"),
    ] {
        let first_page = ann.opens(&if sort.is_empty() { path.clone() } else { format!("{path}?sort={sort}") }).await;
        let second_page = ann.opens(&first_page.attributes("a[rel=next]", "href")[0]).await;
        let names: Vec<_> = [first_page, second_page].iter().flat_map(listed).collect();
        let names: Vec<_> = names.iter().map(|players| players.trim_end_matches(" against ?")).collect();
        assert_eq!((names.len(), &names[..3], names[43]), (44, &first[..], last), "{sort}");
    }
    let filtered = ann.opens(&format!("{path}?from=1851-06-21&to=1900-01-01")).await;
    assert_eq!(listed(&filtered), ["old against ?"]);
    let filtered = ann.opens(&format!("{path}?sort=longest&length-from=2")).await;
    assert_eq!(listed(&filtered), ["year against ?", "ever against ?", "new against ?"]);
    let on_the_board = "fen=rnbqkbnr%2Fpppp1ppp%2F8%2F4p3%2F3P4%2F*7%2FPPP1PPPP%2FRNBQKBNR+w+KQkq+-+1+2";
    let filtered = ann.opens(&format!("{path}?sort=rating&{on_the_board}")).await;
    assert_eq!(listed(&filtered), ["new against ?", "year against ?"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_found_is_taken_home_as_one_file_in_its_order(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    // More than are searched for at once, some of each day, the last day first.
    let game = |n: usize| {
        let black = ["even", "odd"][n % 2];
        format!("[White \"n{n}\"]\n[Black \"{black}\"]\n[Date \"{}.01.01\"]\n\n1. d4@d6 *\n\n", 3000 - n / 4)
    };
    let path = imports(&app, &ann, &[], &(1..=5100).map(game).collect::<String>()).await;
    let is_odd = |n: &usize| n % 2 == 1;
    for (query, mut expected) in [
        ("player=n&sort=oldest", (1..=5100).collect::<Vec<_>>()),
        ("player=odd&seat=second&sort=oldest", (1..=5100).filter(is_odd).collect()),
    ] {
        let page = ann.opens(&format!("{path}?{query}&view=boards")).await;
        let file = ann.get(&page.attributes(".library-head a[download]", "href").concat()).await;
        let lines = file.text.lines();
        let numbers: Vec<usize> =
            lines.filter_map(|line| line.strip_prefix("[White \"n")?.strip_suffix("\"]")?.parse().ok()).collect();
        expected.sort_by_key(|n| (3000 - n / 4, *n));
        assert!(numbers == expected, "{query}: {} games", numbers.len());
    }
    let whole = ann.get(&format!("{path}.pgn")).await;
    assert_eq!(whole.text.matches("[White ").count(), 5100);
    assert!(!ann.opens(&path).await.has(".library-head a[download]"), "all are above");
    let refused = ann.get(&format!("{path}.pgn?seat=middle")).await.page(404);
    assert_ne!(refused.text("#seat-error"), "");
    // While the boards of a game are still to be read, there is no file that lacks it.
    app.execute("delete from collection_positions where number = 7").await;
    app.execute("insert into collection_positions_due (collection_id, number) select collection_id, number from collection_games where number = 7").await;
    let on_the_board = "pieces=White+d4&player=n1";
    assert!(!ann.opens(&format!("{path}?{on_the_board}")).await.has(".library-head a[download]"));
    let refused = ann.get(&format!("{path}.pgn?{on_the_board}")).await.page(422);
    assert!(refused.text("main .notice").contains("still"), "{}", refused.text("main"));
    app.write_positions_of_collections().await;
    assert!(ann.get(&format!("{path}.pgn?{on_the_board}")).await.text.contains("[White \"n1\"]"));
    // The explorer is led to with what it can tell.
    let search = format!("{path}?player=odd&from=2026-01-01&rating-from=1500");
    let page = ann.opens(&search).await;
    let explorer = page.attributes(".page-head a", "href");
    let id = path.rsplit('/').next().unwrap();
    let expected =
        format!("/explorer?player=odd&from-year=2026&variant=duck&collection={id}&search=rating-from%3D1500");
    assert_eq!(explorer[0], expected, "1500 is within a band, and goes along");
    assert_eq!(
        ann.get(&format!("{search}&open=explorer")).await.leads_to(),
        expected,
        "by the button of the form, too"
    );
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_search_that_takes_too_long_is_given_up(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let path = imports(&app, &ann, &[], FILE).await;
    let mut slow = app.pool().begin().await.unwrap();
    sqlx::query("lock table collection_games in access exclusive mode").execute(&mut *slow).await.unwrap();
    let page = ann.get(&format!("{path}?player=kwik")).await.page(422);
    assert!(page.text(".empty").starts_with("Too many games have to be looked through"), "{}", page.text(".empty"));
    drop(slow);
    assert_eq!(listed(&ann.opens(&format!("{path}?player=kwik")).await), ["kwik against Kwek"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_said_of_a_file_is_dismissed_and_its_games_stay(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, bob] = [app.signed_up("ann").await, app.signed_up("bob").await];
    let path = imports(&app, &ann, &[("visibility", "public")], FILE).await;
    let page = ann.opens(&path).await;
    assert!(page.text(".lede").contains("could not be read"));
    let form = page.form(".collection-imports form");
    bob.post(&form.action, &[]).await.has_status(404);
    assert!(ann.opens(&path).await.has(".collection-errors"), "others cannot");
    for _ in 0..2 {
        assert_eq!(ann.submits(&form).await.leads_to(), path);
    }
    let page = ann.opens(&path).await;
    assert!(!page.has(".collection-imports") && !page.text(".lede").contains("could not be read"));
    assert_eq!(listed(&page).len(), 2);
    for missing in ["2", "x"] {
        ann.post(&format!("{path}/imports/{missing}/dismiss"), &[]).await.has_status(404);
    }
    // A file that comes later is told of.
    let more = "[White \"Cat\"]\n\n1. d4@d6 *\n";
    ann.sends_file(&format!("{path}/imports"), &[], ("more.pgn", more.as_bytes())).await.leads_to();
    app.read_collections().await;
    assert_eq!(ann.opens(&path).await.texts(".collection-imports b"), ["more.pgn"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_collection_is_renamed_shown_to_others_and_deleted(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let path = imports(&app, &ann, &[("name", "Old"), ("visibility", "link")], FILE).await;
    let form = ann.opens(&path).await.form(".collection-changes form");
    assert!(form.fields.contains(&("visibility".to_owned(), "link".to_owned())));
    let changed = form.clone().with("name", " New  name ").with("visibility", "public");
    ann.submits(&changed.with("description", "Ducks of 2026.\nMore at https://pond.example/")).await.leads_to();
    let page = app.anonymous().opens(&path).await;
    assert_eq!(page.text("h1"), "New name");
    assert_eq!(page.text(".collection-words"), "Ducks of 2026. More at https://pond.example/");
    assert_eq!(page.attributes(".collection-words a", "href"), ["https://pond.example/"]);
    let page = ann.opens(&path).await;
    assert!(page.text(".lede").contains("Everybody can see it"));
    let refused: Answer = ann.submits(&form.clone().with("name", " ")).await;
    assert_eq!(refused.refused().text("#name-error"), "Give it a name.");
    let refused = ann.submits(&form.clone().with("visibility", "nobody")).await.refused();
    assert_eq!(refused.text("#visibility-error"), "Choose who can see it.");
    let of_release_before = [("name", "New name"), ("visibility", "public")];
    ann.post(&path, &of_release_before).await.leads_to();
    assert!(ann.opens(&path).await.has(".collection-words"), "a form without the field does not empty it");
    let long = "x".repeat(2001);
    let refused = ann.submits(&form.with("description", &long)).await.refused();
    assert!(refused.text("#description-error").contains("2000 are allowed"), "{}", refused.text("#description-error"));
    assert_eq!(refused.text("#description"), long, "what was typed stays");

    let asked = ann.opens(&format!("{path}/delete")).await;
    assert!(asked.text("main").contains("Delete New name with 2 games? This cannot be undone."));
    ann.post(&format!("{path}/delete"), &[]).await.shown();
    ann.submits(&asked.pressing("button[name=confirm]")).await.leads_to();
    ann.get(&path).await.has_status(404);
    let rows = "select (select count(*) from collections) + (select count(*) from collection_imports)
        + (select count(*) from collection_games) + (select count(*) from collection_texts)";
    assert_eq!(app.count(rows).await, 0);
}
