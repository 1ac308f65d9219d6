//! The drawing: a disc of 157 squares that do not overlap.

use std::f64::consts::{PI, TAU};

use domain::duchess::{Drawing, Point, Reach, SetUp, Square};

use super::turned;

/// Twice the area within the corners is what goes round them clockwise.
fn area(square: Square) -> f64 {
    let sides = Drawing::of_board().outline(square);
    sides.iter().map(|side| side.from.x * side.to.y - side.to.x * side.from.y).sum::<f64>() / 2.0
}

fn near(a: Point, b: Point) -> bool {
    (a.x - b.x).hypot(a.y - b.y) < 1e-9
}

#[test]
fn fills_the_disc_without_overlap() {
    assert!(
        Square::all().all(|square| area(square) > 0.007),
        "every square is clockwise, and there is room for a piece"
    );
    assert!(area(Square::VORTEX) < 0.08);
    let total: f64 = Square::all().map(area).sum();
    let parts = [1.0, 1.5].map(|length| (length * TAU / (6.0 * (8.0 + 5.0 * 1.5))).sin());
    let polygon = (48.0 * parts[0] + 30.0 * parts[1]) / 2.0;
    assert!((total - polygon).abs() < 1e-9 && total < PI, "{total}, {polygon}");
}

#[test]
fn is_the_same_after_a_sixth_of_a_turn() {
    let drawing = Drawing::of_board();
    let sixth = |Point { x, y }| {
        let (sin, cos) = (TAU / 6.0).sin_cos();
        Point { x: x * cos - y * sin, y: x * sin + y * cos }
    };
    for square in Square::all() {
        let other = drawing.outline(turned(square));
        for side in drawing.outline(square) {
            let matches = |to: &domain::duchess::Curve| {
                near(to.from, sixth(side.from)) && near(to.controls[0], sixth(side.controls[0]))
            };
            assert!(other.iter().any(matches), "{square}");
        }
        assert!(near(drawing.centre(turned(square)), sixth(drawing.centre(square))));
    }
}

#[test]
fn draws_a_side_alike_from_both_squares() {
    let drawing = Drawing::of_board();
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
