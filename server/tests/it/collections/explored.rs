//! A collection is looked through for positions: its explorer, and the search for a position or for men on the board.

use std::collections::BTreeMap;

use domain::rules::pgn::PgnReader;
use domain::rules::position::Position;
use domain::rules::variant::Variant;
use sqlx::PgPool;

use super::{imports, listed};
use crate::explorer::lines;
use crate::story::{Browser, TestApp, encoded};

/// Games that meet by other turns, with ratings, years, and one without a result; and one in which somebody drops out.
const MET: &str = "\
[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2024.03.01\"]\n[WhiteElo \"1500\"]\n\n1. e4@c6 e6@h3 2. d4@a6 1-0\n\n\
[White \"Bob\"]\n[Black \"Cleo\"]\n[Date \"2025.??.??\"]\n[WhiteElo \"1700\"]\n\n1. d4@c6 e6@h3 2. e4@a6 d6@a3 0-1\n\n\
[White \"Cleo\"]\n[Black \"Ann\"]\n\n1. e4@c6 e6@e3 1/2-1/2\n\n\
[White \"Dan\"]\n\n1. e4@c6 e6@h3 *\n\n\
[Variant \"Duchess 3\"]\n[Red \"Eve\"]\n\n1. out 1-0-0\n\n\
[White \"Fay\"]\n[Date \"2020.01.01\"]\n\n1. e4@c6 d5@a3 2. exd5@a6 1-0\n";

async fn says(browser: &Browser, path: &str, query: &str) -> Vec<String> {
    let id = path.rsplit('/').next().unwrap();
    lines(&browser.opens(&format!("/explorer?collection={id}&{query}")).await)
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_was_played_from_a_position_is_told_of_a_collection(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let path = imports(&app, &ann, &[("name", "Pond")], MET).await;
    let page = ann.opens(&ann.opens(&path).await.attributes(".page-head a", "href")[0]).await;
    assert_eq!(lines(&page), ["e4@c642101500", "d4@c610011700"]);
    assert!(page.text(".explorer caption").contains("5 games"));
    assert!(page.text("main").contains("All games of “Pond” count"));
    assert_eq!(
        (page.text(".lede"), page.attributes(".lede a", "href")[0].clone()),
        ("The games of Pond".to_owned(), path.clone())
    );
    assert_eq!(
        page.texts(".explorer-games li"),
        ["Bob – Cleo 0–1, 2025", "Ann – Bob 1–0, 2024-03-01", "Fay – ? 1–0, 2020-01-01", "Dan – ?", "Cleo – Ann ½–½"]
    );
    assert_eq!(page.attributes(".explorer-games a", "href")[0], format!("{path}/games/2"));
    assert_eq!(page.text("#collection option[selected]"), "Pond");
    for (query, expected) in [
        ("turns=e4@c6", vec!["e6@h321001500", "e6@e31010–", "d5@a31100–"]),
        // By whichever turns.
        ("turns=e4@c6+e6@h3+d4@a6", vec!["d6@a310011700"]),
        ("turns=d4@c6+e6@h3+e4@a6", vec!["d6@a310011700"]),
        ("rating-from=1600", vec!["d4@c610011700"]),
        ("from-year=2024&to-year=2024", vec!["e4@c611001500"]),
        ("to-year=2025", vec!["e4@c622001500", "d4@c610011700"]),
        ("player=BO", vec!["e4@c611001500", "d4@c610011700"]),
        ("player=bob&seat=white", vec!["d4@c610011700"]),
        ("player=bob&seat=second", vec!["e4@c611001500"]),
        ("player=b&seat=first&turns=e4@c6", vec![]),
        ("variant=duchess-3", vec!["out1100–"]),
    ] {
        assert_eq!(says(&ann, &path, query).await, expected, "{query}");
    }
    let id = path.rsplit('/').next().unwrap();
    let page = ann.opens(&format!("/explorer?collection={id}&turns=e4@c6+e6@h3")).await;
    assert!(page.text(".explorer-found").contains("One game ended here."));
    let all = page.attributes(".explorer-found p a", "href").into_iter().find(|href| href.contains("fen=")).unwrap();
    assert_eq!(listed(&ann.opens(&all).await), ["Ann against Bob", "Dan against ?"]);
    let none = ann.opens(&format!("/explorer?collection={id}&turns=a4@a6")).await;
    assert_eq!(none.text(".explorer-none"), "No game in “Pond” has come to this position.");
    assert_eq!(lines(&ann.opens("/explorer").await), [""; 0], "these are no games of this site");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn games_that_return_to_a_position_or_begin_elsewhere_count_once(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let fen = "rnbqkbnr/pppppppp/8/8/8/4*3/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let path = imports(
        &app,
        &ann,
        &[("name", "Пруд")],
        &format!(
            "[White \"Østby\"]\n[Black \"Иванов\"]\n\n1. Nf3@e5 Nf6@e6 2. Ng1@e5 Ng8@e3 3. Nc3@a5 Nf6@e5 4. Nb1@e6 Ng8@e3 5. Nf3@a4 1-0\n\n\
            [White \"Østby\"]\n[FEN \"{fen}\"]\n\n1. Nc3@a6 0-1\n\n\
            [Variant \"Duchess 6\"]\n[Red \"Eve\"]\n\n1. out out *\n"
        ),
    )
    .await;
    let from = format!("fen={}", fen.replace(' ', "+"));
    assert_eq!(
        says(&ann, &path, &from).await,
        ["Nc3@a51100–", "Nc3@a61001–"],
        "where it came back, what was first played"
    );
    assert_eq!(says(&ann, &path, "").await, ["Nf3@e51100–"], "the start has no duck");
    for (player, expected) in [("Иванов", 1), ("Øst", 1), ("stby", 1), ("Åst", 0)] {
        assert_eq!(says(&ann, &path, &encoded(&[("player", player)])).await.len(), expected, "{player}");
    }
    // Somebody drops out, and the others go on: the way leads there.
    let id = path.rsplit('/').next().unwrap();
    let page = ann.opens(&format!("/explorer?collection={id}&variant=duchess-6")).await;
    let page = ann.opens(&page.attributes(".explorer th a", "href")[0]).await;
    assert_eq!(lines(&page), ["out1000–"]);
    assert!(page.text(".explorer-way").contains("out"));
    // Something else is wrong, and it is still the collection that is asked for.
    let refused = ann.get(&format!("/explorer?collection={id}&from-year=x")).await.page(404);
    assert_eq!(refused.text("#collection option[selected]"), "Пруд");
    assert!(refused.text("main").contains("All games of “Пруд” count"));
    ann.post(&path, &[("name", "Пруд"), ("visibility", "link")]).await.leads_to();
    for query in ["from-year=x", "turns=Ke9"] {
        let refused = app.anonymous().get(&format!("/explorer?collection={id}&{query}")).await.page(404);
        assert_eq!(refused.text("#collection option[selected]"), "Пруд", "{query}");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn games_of_long_ago_are_found_by_their_years(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let game = |white: &str, date: &str| format!("[White \"{white}\"]\n[Date \"{date}\"]\n\n1. e4 e5 1-0\n\n");
    let file = game("Adolf", "1851.06.21") + &game("Bobby", "1992.11.04") + &game("Cy", "2023.13.45");
    let path = imports(&app, &ann, &[], &file).await;
    for (query, expected) in [
        ("variant=chess&from-year=1800&to-year=1899", vec!["e41100–"]),
        ("variant=chess&from-year=1992&to-year=1992", vec!["e41100–"]),
        ("variant=chess&to-year=1992", vec!["e42200–"]),
        ("variant=chess&from-year=2000", vec!["e41100–"]),
    ] {
        assert_eq!(says(&ann, &path, query).await, expected, "{query}");
    }
    assert_eq!(
        ann.opens(&path).await.texts("[data-label=Played]"),
        ["1851-06-21", "1992-11-04", "2023"],
        "no such month"
    );
    assert!(ann.get(&format!("{path}.pgn")).await.text.contains("[Date \"2023.13.45\"]"), "the file keeps its words");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn chess_is_explored_in_a_collection_alone(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let file = "[White \"Kwik\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White \"Kwek\"]\n\n1. Nf3 e5 2. e4 1/2-1/2\n\n[White \"Kwak\"]\n\n1. e4@c6 *\n";
    let path = imports(&app, &ann, &[("name", "Pond")], file).await;
    assert_eq!(says(&ann, &path, "variant=chess").await, ["e41100–", "Nf31010–"]);
    let page = ann.opens(&ann.opens(&path).await.attributes(".page-head a", "href")[0]).await;
    assert_eq!(lines(&page), ["e41100–", "Nf31010–"], "the first game is one of chess");
    assert_eq!(says(&ann, &path, "variant=duck").await, ["e4@c61000–"]);
    let board = ann.opens(&format!("{path}/games/1")).await;
    let open = ann.submits(&board.pressing("button[value=explore]")).await.shown();
    assert_eq!(lines(&open), ["e41100–", "Nf31010–"]);
    let here = ann.submits(&open.pressing("button[value=explore]").with("collection", "")).await.shown();
    assert!(here.text(".explorer-none").starts_with("Nobody plays this game here."));
    // Nobody plays it here, so nothing leads to one's own games of it, and the form says so whose collection is taken back.
    assert!(!page.text("main").contains("Only my own games"), "{}", page.text("main"));
    let page = ann.opens("/explorer?variant=chess").await;
    assert!(page.text(".explorer-none").contains("Nobody plays this game here."), "{}", page.text("main"));
    assert!(!page.text("main").contains("Only my own games"), "{}", page.text("main"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_tab_of_a_game_looks_at_a_collection_too(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let path = imports(&app, &ann, &[("name", "Pond"), ("visibility", "link")], MET).await;
    let id = path.rsplit('/').next().unwrap();
    let table = app.table("kwik", "kwek").await;
    let tab = format!("{}?tab=explorer&collection={id}", table.game);
    for browser in [&ann, &app.anonymous(), &table.white.browser] {
        let page = browser.opens(&tab).await;
        assert_eq!(lines(&page), ["e4@c642101500", "d4@c610011700"]);
        assert!(page.text("main").contains("All games of “Pond” count"));
    }
    ann.post(&path, &[("name", "Pond"), ("visibility", "private")]).await.leads_to();
    assert_eq!(lines(&ann.opens(&tab).await).len(), 2);
    for browser in [&app.anonymous(), &table.white.browser] {
        let page = browser.get(&tab).await.refused();
        assert!(page.text("#collection-error").starts_with("There is no such collection") && lines(&page).is_empty());
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn positions_and_men_are_searched_for(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let path = imports(&app, &ann, &[], MET).await;
    let mut met = Position::start(Variant::Duck);
    for turn in ["e4@c6", "e6@h3", "d4@a6"] {
        met = met.play(met.read_turn(turn).unwrap());
    }
    let fen = met.fen().replace(' ', "+");
    for (query, expected) in [
        (format!("fen={fen}"), vec!["Ann against Bob", "Bob against Cleo"]),
        (format!("fen={fen}&result=0-1"), vec!["Bob against Cleo"]),
        (format!("fen={fen}&variant=three-check-duck"), vec![]),
        (
            format!("fen={}", Position::start("duchess-3".parse().unwrap()).fen().replace(' ', "+")),
            vec!["Eve against ? against ?"],
        ),
        ("material=kqrrbbnnpppppppp-KQRRBBNNPPPPPPP".to_owned(), vec!["Fay against ?"]),
        ("material=KQ-K".to_owned(), vec![]),
        ("pieces=White+e4+d4,+duck+a6".to_owned(), vec!["Ann against Bob", "Bob against Cleo"]),
        ("pieces=White+d4,+duck+c6".to_owned(), vec!["Bob against Cleo"]),
        // Each of them stood there, one after the other.
        ("pieces=duck+e3,+white+e2".to_owned(), vec![]),
        ("pieces=White+d5,+Black+Ke8&result=1-0".to_owned(), vec!["Fay against ?"]),
        ("pieces=Red+K1c1".to_owned(), vec!["Eve against ? against ?"]),
    ] {
        assert_eq!(listed(&ann.opens(&format!("{path}?{query}")).await), expected, "{query}");
    }
    for (query, field) in [("fen=x", "fen"), ("material=KX-K", "material"), ("pieces=Kg1", "pieces")] {
        let page = ann.get(&format!("{path}?{query}")).await.page(404);
        assert_ne!(page.text(&format!("#{field}-error")), "", "{query}");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_explorer_beside_a_game_of_a_collection_looks_at_that(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let path = imports(&app, &ann, &[("name", "Pond")], MET).await;
    let board = ann.opens(&format!("{path}/games/1")).await;
    let open = ann.submits(&board.pressing("button[value=explore]")).await.shown();
    assert_eq!(lines(&open), ["e4@c642101500", "d4@c610011700"]);
    let next = ann.submits(&open.pressing("button[value='d4@c6']")).await.shown();
    assert_eq!(
        (next.text(".node[aria-current]"), lines(&next)),
        ("1. d4@c6".to_owned(), vec!["e6@h310011700".to_owned()])
    );
    let here = ann.submits(&next.pressing("button[value=explore]").with("collection", "")).await.shown();
    assert!(here.text(".explorer-none").starts_with("No finished game here"), "{}", here.text(".explorer-none"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nobody_else_learns_anything_from_the_explorer_of_a_private_collection(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let (guest, stranger) = (app.guest().await.0, app.anonymous());
    let path = imports(&app, &ann, &[("name", "Pond secret"), ("visibility", "link")], MET).await;
    let id = path.rsplit('/').next().unwrap();
    for browser in [&ann, &ben, &guest, &stranger] {
        assert_eq!(says(browser, &path, "").await.len(), 2);
    }
    assert!(!ben.opens("/explorer").await.text("main").contains("Pond secret"), "it is not theirs to choose");
    assert_eq!(ann.opens("/explorer").await.texts("#collection option"), ["This site", "Pond secret"]);
    ann.post(&path, &[("name", "Pond secret"), ("visibility", "private")]).await.leads_to();
    assert_eq!(says(&ann, &path, "").await.len(), 2);
    for browser in [&ben, &guest, &stranger] {
        for collection in [id, "aaaaaaaaaa", "x", "%00"] {
            let page = browser.get(&format!("/explorer?collection={collection}")).await.page(404);
            assert!(page.text("#collection-error").starts_with("There is no such collection"));
            assert!(!page.text("body").contains("Pond secret") && lines(&page).is_empty());
        }
        let board = browser.opens("/analysis?variant=duck").await;
        let form = board.pressing("button[value=explore]").with("collection", id).with("explorer", "yes");
        let page = browser.submits(&form).await.refused();
        assert!(page.text("#collection-error").starts_with("There is no such collection") && lines(&page).is_empty());
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn games_that_a_release_before_has_taken_are_looked_through_too(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let path = imports(&app, &ann, &[], MET).await;
    let before = says(&ann, &path, "").await;
    // As that leaves them; of one the text cannot be read any more, and there are more than are written at once.
    app.execute("delete from collection_positions").await;
    app.execute(
        "insert into collection_games select collection_id, number + n, variant, players, names, date, event, result, rating, turns, opening,
            fen, sha256(n::text::bytea)
        from collection_games, generate_series(100, 300) n where number = 1",
    )
    .await;
    app.execute(
        "insert into collection_texts select collection_id, number, 'e9' from collection_games where number > 100",
    )
    .await;
    app.execute("insert into collection_positions_due select collection_id, number from collection_games on conflict do nothing").await;
    let page = ann.opens(&ann.opens(&path).await.attributes(".page-head a", "href")[0]).await;
    assert!(
        lines(&page).is_empty() && page.text("main").contains("Some games of this collection are still being read")
    );
    let search = format!("{path}?pieces=white+e4+d4");
    assert!(ann.opens(&search).await.text("main").contains("Some games of this collection are still being read"));
    assert!(!ann.opens(&path).await.text("main").contains("still being read"), "names are there at once");
    assert_eq!(app.write_positions_of_collections().await, 2);
    assert_eq!(says(&ann, &path, "").await, before);
    let page = ann.opens(&ann.opens(&path).await.attributes(".page-head a", "href")[0]).await;
    assert!(!page.text("main").contains("still being read"));
    assert_eq!(app.write_positions_of_collections().await, 0, "there is nothing more to do");
    // Of games whose positions a release has written that knew of no men, these are written too.
    app.execute("update collection_positions set men = null, standing = null where number < 5").await;
    assert!(ann.opens(&search).await.text("main").contains("still being read"));
    assert_eq!(app.write_positions_of_collections().await, 1);
    assert!(!ann.opens(&search).await.text("main").contains("still being read"));
    assert_eq!(
        listed(&ann.opens(&format!("{path}?pieces=white+e4+d4")).await),
        ["Ann against Bob", "Bob against Cleo"]
    );
    assert_eq!(says(&ann, &path, "").await, before);
}

/// Every turn of the first rounds is counted as somebody would who goes through all games.
#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_counts_are_those_of_all_games_one_after_the_other(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    // Few turns that are often the same, in any order.
    let quiet = [["a3", "b3", "c3"], ["a6", "b6", "c6"]];
    let mut state = 7_u32;
    let mut by_lot = |below: usize| {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
        (state >> 16) as usize % below
    };
    let mut file = String::new();
    for _ in 0..60 {
        let mut words = Vec::new();
        let mut left = quiet.map(Vec::from);
        for ply in 0..by_lot(6) {
            let pawns = &mut left[ply % 2];
            let pawn = pawns.remove(by_lot(pawns.len()));
            words.push(format!("{pawn}@{}", if ply % 2 == 0 { "e4" } else { "e5" }));
        }
        file += &format!(
            "[Round \"{}\"]\n\n{} {}\n\n",
            by_lot(1000),
            words.join(" "),
            ["1-0", "0-1", "1/2-1/2", "*"][by_lot(4)]
        );
    }
    let path = imports(&app, &ann, &[], &file).await;
    // By FEN without its counters, and by turn: how many games.
    let mut expected = BTreeMap::<String, BTreeMap<String, usize>>::new();
    let exported = ann.get(&format!("{path}.pgn")).await.text;
    for game in PgnReader::new(exported.as_bytes()).map(Result::unwrap) {
        let mut position = game.start.clone();
        for step in &game.line.turns {
            let turns = expected.entry(position.fen()).or_default();
            *turns.entry(position.write_entry(step.turn)).or_default() += 1;
            position = position.after(step.turn);
        }
    }
    assert!(expected.len() > 20, "{}", expected.len());
    for (fen, turns) in expected {
        let mut told: Vec<(String, usize)> = Vec::new();
        let id = path.rsplit('/').next().unwrap();
        let page = ann.opens(&format!("/explorer?collection={id}&fen={}", fen.replace(' ', "+"))).await;
        let turns_alone = "tr:not(:has(.explorer-move)) > th[scope=row]";
        let (names, games) = (page.texts(turns_alone), page.texts(&format!("{turns_alone} + td")));
        told.extend(names.into_iter().zip(games.iter().map(|games| games.parse().unwrap())));
        told.sort();
        assert_eq!(told, turns.into_iter().collect::<Vec<_>>(), "{fen}");
    }
}

/// Of the most frequent piece moves all is told, turns with others are named below, and those whose result nobody knows have no bar.
#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn turns_with_rare_piece_moves_are_folded(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let moves = "b3 b4 c3 c4 d3 d4 e5 f3 f4 g3 g4 h3 h4 Na3 Nc3 Nf3 Nh3 Ne2 Bd3 Be2 Bc4 Bb5 Ba6 Ke2".split(' ');
    let games: String = moves.map(|piece| format!("1. e4@a3 a5@a4 2. {piece}@d5 *\n\n")).collect();
    let games = format!("{games}1. e4@a3 a5@a4 2. b3@d5 b6@a3 1-0\n");
    let path = imports(&app, &ann, &[("name", "Moves")], &games).await;
    let address = &ann.opens(&path).await.attributes(".page-head a", "href")[0];
    let page = ann.opens(&format!("{address}&turns=e4@a3+a5@a4")).await;
    assert_eq!((lines(&page).len(), lines(&page)[0].as_str()), (20, "b3@d52100–"));
    assert_eq!(page.attributes(".explorer-bar svg", "viewBox").len(), 1, "one turn has a result");
    assert!(page.text(".explorer-found").contains("Games without a known result are counted under Games only."));
    assert_eq!(
        (page.text(".explorer-others summary"), page.texts(".explorer-others li").len()),
        ("4 more turns".to_owned(), 4)
    );
    let other = page.attributes(".explorer-others a", "href").remove(0);
    let turn = page.texts(".explorer-others a").remove(0);
    assert_eq!(ann.opens(&other).await.texts(".explorer-way > *")[3], format!("2. {turn}"));
}
