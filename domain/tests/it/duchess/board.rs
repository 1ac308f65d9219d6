//! The board: what touches what, which other programs worked out in other ways.

use std::collections::BTreeSet;

use domain::rules::duchess::{Flap, Ray, Reach, SetUp, Square, SquareSet};
use serde::Deserialize;

use super::turned;

#[derive(Deserialize)]
struct Board {
    squares: Vec<Described>,
}

#[derive(Deserialize)]
struct Described {
    name: String,
    colour: String,
    edges: Vec<String>,
    corners: Vec<String>,
    rook_lines: Vec<Vec<String>>,
    bishop_lines: Vec<Vec<String>>,
    knight: Vec<String>,
}

fn square(name: &str) -> Square {
    name.parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn set(names: &[String]) -> SquareSet {
    names.iter().map(|name| square(name)).collect()
}

fn lines(lines: &[Vec<String>]) -> BTreeSet<Vec<Square>> {
    lines.iter().map(|line| line.iter().map(|name| square(name)).collect()).collect()
}

fn rays(rays: &[Ray]) -> BTreeSet<Vec<Square>> {
    rays.iter().map(|ray| ray.to_vec()).collect()
}

#[test]
fn touches_as_other_programs_say() {
    let board: Board = serde_json::from_str(include_str!("../../oracle/duchess-board.json")).unwrap();
    assert_eq!(board.squares.len(), Square::COUNT);
    let reach = Reach::of(SetUp::Six);
    for described in board.squares {
        let from = reach.from(square(&described.name));
        assert_eq!(square(&described.name).to_string(), described.name);
        assert_eq!(from.is_black, described.colour == "black", "{}", described.name);
        assert_eq!(from.edges, set(&described.edges), "{}", described.name);
        assert_eq!(from.corners, set(&described.corners), "{}", described.name);
        assert_eq!(from.knight, set(&described.knight), "{}", described.name);
        assert_eq!(rays(&from.rook_rays), lines(&described.rook_lines), "{}", described.name);
        assert_eq!(rays(&from.bishop_rays), lines(&described.bishop_lines), "{}", described.name);
    }
}

fn all_turned(set: SquareSet) -> SquareSet {
    set.into_iter().map(turned).collect()
}

#[test]
fn is_the_same_from_every_flap() {
    let reach = Reach::of(SetUp::Six);
    for square in Square::all() {
        let (from, to) = (reach.from(square), reach.from(turned(square)));
        let sets = [from.edges, from.corners, from.next_to, from.knight, from.rook, from.bishop].map(all_turned);
        assert_eq!(sets, [to.edges, to.corners, to.next_to, to.knight, to.rook, to.bishop], "{square}");
        let lines = |rays: &[Ray]| rays.iter().map(|ray| ray.iter().copied().map(turned).collect()).collect();
        let turned: [BTreeSet<Vec<Square>>; 2] = [lines(&from.rook_rays), lines(&from.bishop_rays)];
        assert_eq!(turned, [rays(&to.rook_rays), rays(&to.bishop_rays)], "{square}");
    }
}

#[test]
fn can_be_gone_back_on_by_every_way_that_leads_on() {
    for set_up in SetUp::ALL {
        let reach = Reach::of(set_up);
        for square in set_up.squares() {
            let from = reach.from(square);
            for (to, rays) in [(from.rook, &from.rook_rays), (from.bishop, &from.bishop_rays)] {
                assert_eq!(
                    to.count(),
                    rays.iter().map(|ray| ray.len()).sum::<usize>(),
                    "{square}: no way meets another"
                );
                assert!(!to.contains(square), "{square}: no way comes round");
            }
            for back in from.knight {
                assert!(reach.from(back).knight.contains(square), "{square}, {back}");
            }
            for ray in &from.rook_rays {
                goes_back(ray, square, |end| &reach.from(end).rook_rays);
            }
            for ray in &from.bishop_rays {
                goes_back(ray, square, |end| &reach.from(end).bishop_rays);
            }
        }
    }
}

fn goes_back<'a>(ray: &Ray, square: Square, rays: impl Fn(Square) -> &'a arrayvec::ArrayVec<Ray, 6>) {
    for length in 1..=ray.len() {
        let back: Vec<Square> = ray[..length - 1].iter().rev().copied().chain([square]).collect();
        assert!(rays(ray[length - 1]).iter().any(|ray| ray.starts_with(&back)), "{square} to {}", ray[length - 1]);
    }
}

#[test]
fn loses_with_a_flap_nothing_but_its_squares() {
    let full = Reach::of(SetUp::Six);
    for set_up in SetUp::ALL {
        let (squares, reach) = (set_up.squares(), Reach::of(set_up));
        for square in Square::all() {
            let (all, left) = (full.from(square), reach.from(square));
            let open = if squares.contains(square) { squares } else { SquareSet::EMPTY };
            let sets = [all.edges, all.corners, all.knight, all.rook, all.bishop].map(|set| set & open);
            assert_eq!(sets, [left.edges, left.corners, left.knight, left.rook, left.bishop], "{set_up}: {square}");
        }
    }
}

#[test]
fn changes_colour_at_every_side_and_at_no_corner() {
    let reach = Reach::of(SetUp::Six);
    for square in Square::all() {
        let from = reach.from(square);
        assert!(from.edges.into_iter().all(|other| reach.from(other).is_black != from.is_black), "{square}");
        assert!(from.corners.into_iter().all(|other| reach.from(other).is_black == from.is_black), "{square}");
    }
    assert_eq!(Square::all().filter(|&square| reach.from(square).is_black).count(), 79);
}

#[test]
fn has_two_names_for_half_of_the_inner_ring() {
    for (alias, name) in [("1a5", "2e5"), ("1b5", "2e6"), ("1a6", "2d5"), ("1b6", "2d6"), ("6A5", "1e5"), ("v", "V")] {
        assert_eq!(square(alias), square(name));
        assert_eq!(square(alias).to_string(), name);
    }
    for name in ["", "V1", "1", "7a1", "0a1", "1f1", "1a0", "1a7", "1a11", "1é1", "a1"] {
        assert!(name.parse::<Square>().is_err(), "{name}");
    }
    assert_eq!(Square::all().filter(|square| square.flap().is_none()).count(), 37);
    assert!(Flap::all().all(|flap| Square::all().filter(|square| square.flap() == Some(flap)).count() == 20));
}
