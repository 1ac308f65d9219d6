//! What is to be seen on the round board.

use askama::Template;
use domain::rules::duchess::{DuchessPosition, Flap, SetUp};

use super::RoundBoard;

#[derive(Template)]
#[template(
    source = "{% import \"round_board.html\" as boards %}{% call boards::drawing(board, \"/pieces.svg\", \"/static\", true, true, true) %}{% endcall %}",
    ext = "html"
)]
struct Picture {
    board: RoundBoard,
}

fn flap(number: usize) -> Flap {
    Flap::new(number).unwrap()
}

fn start(set_up: SetUp, below: Flap) -> RoundBoard {
    RoundBoard::new(&DuchessPosition::start(set_up), None, below, "The start".to_owned())
}

#[test]
fn each_seat_can_sit_at_the_bottom() {
    for set_up in SetUp::ALL {
        for seat in set_up.seating().seats() {
            let board = start(set_up, set_up.flap(seat));
            assert_eq!(board.orientation(), set_up.colour(seat));
            let tokens = board.tokens();
            assert_eq!(tokens.len(), 15 * set_up.seating().len());
            let king = tokens.iter().filter(|token| token.figure.ends_with('K')).max_by_key(|token| token.y).unwrap();
            assert_eq!(king.colour, set_up.colour(seat), "{set_up}");
            // Beside one folded flap the squares lean a little.
            assert!(king.x.abs() < 5, "{set_up}: {}", king.x);
        }
    }
}

#[test]
fn sides_differ_by_shape_and_lightness() {
    let looks = |set_up| {
        let board = start(set_up, flap(1));
        let looks = |colour: &str| {
            let king = |token: &&crate::boards::round::Token| token.colour == colour && token.figure.ends_with('K');
            board.tokens().iter().find(king).map(|king| (king.shape, king.figure)).unwrap()
        };
        set_up.seating().seats().map(|seat| looks(set_up.colour(seat))).collect::<Vec<_>>()
    };
    let (one, other) = (("round", "wK"), ("square", "bK"));
    assert_eq!(looks(SetUp::Four), [one, other, one, other]);
    assert_eq!(looks(SetUp::Three), [one, other, ("hexagon", "wK")]);
}

#[test]
fn folded_flaps_are_not_there() {
    let texts: Vec<_> = start(SetUp::Two, flap(1)).names().into_iter().map(|name| name.text).collect();
    assert!(texts.contains(&"4e".to_owned()) && texts.contains(&"2c5".to_owned()));
    assert!(!texts.contains(&"2e".to_owned()));
    let whole = start(SetUp::Six, flap(1)).dark_squares();
    let folded = start(SetUp::Two, flap(1)).dark_squares();
    assert_eq!((whole.matches('M').count(), folded.matches('M').count()), (79, 79 - 4 * 10));
}

#[test]
fn the_picture_is_no_larger_than_the_board_is() {
    let size = |set_up, with_names: bool| {
        let board = start(set_up, flap(1));
        let view = if with_names { board.wide() } else { board.narrow() };
        let numbers: Vec<f64> = view.split(' ').map(|number| number.parse().unwrap()).collect();
        // The style sheet has to know it: its `--board-aspect`.
        (numbers[2] / numbers[3] * 100.0).round() / 100.0
    };
    assert_eq!(SetUp::ALL.map(|set_up| size(set_up, true)), [0.96, 0.96, 1.12, 0.96, 0.59]);
    assert_eq!((size(SetUp::Six, false), size(SetUp::Two, false)), (1.0, 0.62));
}

#[test]
fn a_line_along_an_edge_says_whose_turn_it_is() {
    let board = start(SetUp::Three, flap(1));
    assert!(board.turn().is_none());
    let (colour, edge) = board.with_turn().turn().unwrap();
    assert_eq!((colour, edge.matches('C').count()), ("red", 5));
}

#[test]
fn the_rim_is_one_line() {
    for set_up in SetUp::ALL {
        let rim = start(set_up, flap(1)).rim();
        assert_eq!(rim.matches('M').count(), 1);
        let folded = Flap::all().filter(|&flap| !set_up.is_open(flap)).count();
        // Thirteen sides round a flap; without it what lies before it: the inner ends of its five lines.
        assert_eq!(rim.matches('c').count(), 13 * (6 - folded) + 5 * folded, "{set_up}");
    }
}

#[test]
fn the_last_turn_and_kings_in_check_are_marked() {
    let before: DuchessPosition = "2 1 K1c1/K4c1R1e1W2c6".parse().unwrap();
    let turn = before.read_turn("K1c1-1c2").unwrap();
    let board = RoundBoard::new(&before, Some(turn), flap(1), "A position".to_owned());
    let marks: Vec<_> = board.marks().iter().map(|mark| (mark.name, mark.square.to_string())).collect();
    assert_eq!(marks, [("from", "1c1".to_owned()), ("to", "1c2".to_owned())]);
    assert_eq!(board.label_with_kings(), "A position. Red’s king on 1c1 is in check");
    let html = Picture { board }.render().unwrap();
    assert!(html.contains("A position. Red’s king on 1c1 is in check"), "{html}");
    assert!(html.contains("mark-check") && html.contains("<title>Green wizard</title>"));
}

#[test]
fn a_mated_king_lies_on_its_side_even_if_its_seat_is_out_of_time() {
    let position: DuchessPosition = "4 2 K1a1/R1e2R1c1K2c1/P1d6K4a1/K5c1 - 1 0 7".parse().unwrap();
    let board = RoundBoard::new(&position, None, flap(1), "A position".to_owned());
    assert_eq!(board.label_with_kings(), "A position. Red’s king on 1a1 is mated");
    let fallen = |board: &RoundBoard| {
        board.tokens().iter().filter(|token| token.is_fallen).map(|token| token.words.clone()).collect::<Vec<_>>()
    };
    assert_eq!(fallen(&board), ["Red king, mated"]);
    assert!(Picture { board }.render().unwrap().contains("rotate(90)"));
    let start = RoundBoard::new(&DuchessPosition::start(SetUp::Six), None, flap(1), String::new());
    assert!(fallen(&start).is_empty());
}

#[test]
fn the_last_turn_is_a_line_that_bends() {
    let before: DuchessPosition = "2 1 K1c1R1a1/K4c1W2c6".parse().unwrap();
    let board = |text: &str| {
        let turn = before.read_turn(text).unwrap();
        RoundBoard::new(&before.play(turn), Some(turn), flap(1), String::new()).coming_from(&before)
    };
    assert_eq!(board("R1a1-1a4").way().matches('C').count(), 3, "through the middles of three squares");
    let start = DuchessPosition::start(SetUp::Two);
    let leap = start.read_turn("N1b2-1c4").unwrap();
    let leapt = RoundBoard::new(&start.play(leap), Some(leap), flap(1), String::new()).coming_from(&start);
    assert_eq!(leapt.way(), "", "a knight passes no squares");
    assert_eq!((leapt.leap().matches('C').count(), leapt.stars().len()), (1, 0), "it leaps from one to the other");
}

#[test]
fn a_teleportation_is_marked_by_stars() {
    let before: DuchessPosition = "2 1 K1e1R1a1W1b1/K4c1".parse().unwrap();
    let turn = before.read_turn("R1a1-1c2").unwrap();
    let board = RoundBoard::new(&before.play(turn), Some(turn), flap(1), String::new());
    assert!(board.stars().is_empty(), "where it is not known how the turn went, nothing is said of it");
    let board = board.coming_from(&before);
    assert_eq!((board.stars().len(), board.way(), board.leap()), (2, String::new(), String::new()));
}

#[test]
fn scripts_are_told_every_turn_and_its_way() {
    let data = super::data(&DuchessPosition::start(SetUp::Six), domain::rules::seat::Seat::FIRST);
    let data = serde_json::to_value(data).unwrap();
    assert_eq!(
        (&data["toMove"], &data["orientation"], &data["pieces"]["1c1"]),
        (&"red".into(), &"red".into(), &"red wK".into())
    );
    let moves = data["moves"].as_array().unwrap();
    let of = |from: &str, to: &str| moves.iter().find(|turn| turn["from"] == from && turn["to"] == to).unwrap();
    assert_eq!(of("1c3", "1c4")["way"], serde_json::json!(["1c4"]));
    assert_eq!((of("1b2", "1c4").get("way"), &of("1b2", "1c4")["text"]), (None, &"N1b2-1c4".into()));
    assert_eq!(moves.len() as u64, DuchessPosition::start(SetUp::Six).count_turns());
}

#[test]
fn a_position_is_told_in_words() {
    let position: DuchessPosition = "2 1 K1c1P1c2P1d2/K4c1R1e1W2c6".parse().unwrap();
    let board = RoundBoard::new(&position, None, flap(1), String::new());
    let words = board.in_words();
    assert_eq!((words[0].seat, words[0].pieces.as_str()), ("Red", "king 1c1; pawns 1c2 and 1d2"));
    assert_eq!(words[1].pieces, "king 4c1; rook 1e1; wizard 2c6");
}
