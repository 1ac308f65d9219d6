//! The drawing: a flower of 157 squares that do not overlap, within a disc.

use std::f64::consts::{PI, TAU};

use domain::rules::duchess::{Drawing, Point, Reach, SetUp, Square};

use super::turned;

/// Twice the area within the corners is what goes round them clockwise.
fn area(square: Square) -> f64 {
    let sides = Drawing::of(SetUp::Six).outline(square);
    sides.iter().map(|side| side.from.x * side.to.y - side.to.x * side.from.y).sum::<f64>() / 2.0
}

fn near(a: Point, b: Point) -> bool {
    (a.x - b.x).hypot(a.y - b.y) < 1e-9
}

#[test]
fn has_room_for_a_piece_on_every_square_without_overlap() {
    let drawing = Drawing::of(SetUp::Six);
    for square in Square::all() {
        assert!(area(square) > 0.008, "{square} is clockwise");
        assert!(drawing.spot(square).room > 0.054, "{square}: {}", drawing.spot(square).room);
    }
    assert!(area(Square::VORTEX) < 0.1);
    let total: f64 = Square::all().map(area).sum();
    assert!(total < PI && total > 0.6 * PI, "it lies within the disc, and leaves little of it: {total}");
}

#[test]
fn has_room_where_flaps_are_folded_too() {
    for set_up in SetUp::ALL {
        let drawing = Drawing::of(set_up);
        for square in set_up.squares() {
            assert!(drawing.spot(square).room > 0.05, "{set_up} {square}: {}", drawing.spot(square).room);
        }
        let folded = Square::all().filter(|&square| !set_up.squares().contains(square));
        assert!(folded.into_iter().all(|square| drawing.outline(square).is_empty()), "{set_up}");
    }
}

#[test]
fn has_every_players_edge_on_the_circle() {
    for square in Square::all().filter(|square| matches!(square.place(), Some((_, _, 1)))) {
        let edge = Drawing::of(SetUp::Six).outline(square).last().unwrap();
        assert!([edge.from, edge.to].iter().all(|point| (point.x.hypot(point.y) - 1.0).abs() < 1e-9), "{square}");
    }
}

#[test]
fn is_the_same_after_a_sixth_of_a_turn() {
    let drawing = Drawing::of(SetUp::Six);
    let sixth = |Point { x, y }| {
        let (sin, cos) = (TAU / 6.0).sin_cos();
        Point { x: x * cos - y * sin, y: x * sin + y * cos }
    };
    for square in Square::all() {
        let other = drawing.outline(turned(square));
        for side in drawing.outline(square) {
            let matches = |to: &domain::rules::duchess::Curve| {
                near(to.from, sixth(side.from)) && near(to.controls[0], sixth(side.controls[0]))
            };
            assert!(other.iter().any(matches), "{square}");
        }
        assert!(near(drawing.centre(turned(square)), sixth(drawing.centre(square))));
    }
}

#[test]
fn draws_a_side_alike_from_both_squares() {
    let drawing = Drawing::of(SetUp::Six);
    for square in Square::all() {
        for neighbour in Reach::of(SetUp::Six).from(square).edges {
            let shared = drawing.outline(square).iter().filter(|side| {
                drawing.outline(neighbour).iter().any(|other| {
                    let [first, second] = other.controls;
                    near(side.from, other.to) && near(side.controls[0], second) && near(side.controls[1], first)
                })
            });
            assert_eq!(shared.count(), 1, "{square}, {neighbour}");
        }
    }
}
