//! How hard a puzzle is thought to be before anybody has tried it.

use domain::rules::duck::{DuckPosition, DuckTurn};
use domain::rules::puzzle::Goal;

use super::find::look;
use crate::Engine;

/// The fewest positions that the engine is given, and how often they are doubled.
const FEWEST: u64 = 100;
const DOUBLINGS: u32 = 10;
/// What each doubling that the engine needs adds.
const PER_DOUBLING: u32 = 80;

/// By how far ahead one must look, and how long the engine looks until it has found the solution for good.
pub fn rating(position: &DuckPosition, goal: Goal, solution: DuckTurn, engine: &mut Engine) -> u32 {
    let easiest = match goal {
        Goal::Save { turns: 1 } => 900,
        Goal::Win { turns: 2 } => 1000,
        Goal::Save { .. } => 1250,
        Goal::Win { .. } => 1400,
    };
    let is_missed =
        |&doublings: &u32| look(engine, position, FEWEST << doublings, &[]).is_none_or(|(turn, _)| turn != solution);
    let needed = (0..DOUBLINGS).rev().find(is_missed).map_or(0, |missed| missed + 1);
    easiest + PER_DOUBLING * needed
}
