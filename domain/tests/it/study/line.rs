//! Lines of anything: what each change does, told by the ways that lead through them.

use std::collections::BTreeSet;

use domain::rules::line::{Line, NodePath};
use proptest::collection::vec;
use proptest::prelude::*;

use super::place;

/// Every place of a line.
pub fn places<T>(line: &Line<T>) -> Vec<NodePath> {
    fn walk<T>(line: &Line<T>, places: &mut Vec<NodePath>, start: &NodePath) {
        for (made, step) in line.turns.iter().enumerate() {
            let before = start.on(made);
            places.push(before.on(1));
            for (n, variation) in step.variations.iter().enumerate() {
                walk(variation, places, &before.into_variation(n, 0));
            }
        }
    }
    let mut all = vec![NodePath::START];
    walk(line, &mut all, &NodePath::START);
    all
}

/// Every way through a line, the turns one after the other.
fn ways(line: &Line<u8>) -> BTreeSet<Vec<u8>> {
    places(line).iter().map(|place| way(line, place)).collect()
}

fn way(line: &Line<u8>, place: &NodePath) -> Vec<u8> {
    line.turns_to(place).unwrap().into_iter().copied().collect()
}

/// A line of turns from 0 to 3, entered at places chosen by number.
fn any_line() -> impl Strategy<Value = Line<u8>> {
    vec((any::<usize>(), 0_u8..4), 0..40).prop_map(|entered| {
        let mut line = Line::default();
        for (index, turn) in entered {
            let places = places(&line);
            line.enter(&places[index % places.len()], turn);
        }
        line
    })
}

/// A line and a place in it.
fn any_place() -> impl Strategy<Value = (Line<u8>, NodePath)> {
    (any_line(), any::<usize>()).prop_map(|(line, index)| {
        let places = places(&line);
        let place = places[index % places.len()].clone();
        (line, place)
    })
}

#[test]
fn a_place_is_written_as_numbers() {
    assert_eq!(place("7.1.3").to_string(), "7.1.3");
    assert_eq!(place("7.1.3").turns(), 10);
    for text in ["", "-1", "7.", "7.1", "7.0.1", "7.1.3.", "x", "70000", &"1.".repeat(200)] {
        assert!(text.parse::<NodePath>().is_err(), "{text}");
    }
    let line = Line::<u8>::default();
    assert_eq!(line.nearest(place("7.1.3")), NodePath::START);
    let far = format!("{}65535", "65535.65535.".repeat(64));
    assert_eq!(line.nearest(place(&far)), NodePath::START);
    let mut entered = line.clone();
    assert_eq!(
        (entered.enter(&place("3"), 1), entered),
        (place("3"), line.clone()),
        "nothing follows what is not there"
    );
    assert!(!line.has(&place("0.1.0")), "a place has one name");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_node_is_found_by_the_turns_that_lead_to_it((line, place) in any_place(), other in any_line()) {
        let turns = line.turns_to(&place).unwrap();
        prop_assert_eq!(line.along(&turns), place.clone());
        // Of another line, the last node on the way that is there.
        let found = other.along(&turns);
        prop_assert!(way(&line, &place).starts_with(&way(&other, &found)));
        let next = way(&line, &place).into_iter().take(found.turns() + 1).collect::<Vec<_>>();
        prop_assert!(next.len() == found.turns() || !ways(&other).contains(&next));
    }

    #[test]
    fn what_a_removal_takes_is_what_is_not_there_afterwards((line, place) in any_place()) {
        let (mut left, taken) = (line.clone(), line.what_removing_takes(&place));
        let _ = left.remove(&place);
        prop_assert_eq!(taken.count() + left.count(), line.count());
    }

    #[test]
    fn what_leads_to_a_node_can_be_taken_and_brought_back((line, place) in any_place()) {
        let alone = line.only(&place, 0);
        prop_assert_eq!(alone.turns_to(&NodePath::main(place.turns())), line.turns_to(&place));
        prop_assert_eq!((alone.count(), alone.depth()), (place.turns(), place.turns()));
        let mut joined = line.clone();
        joined.join(&alone);
        prop_assert_eq!(&joined, &line, "it says nothing else");
        let unsaid = line.only(&place, place.turns());
        prop_assert!(unsaid.turns.iter().all(|step| step.comments.is_empty() && step.nags.is_empty()));
        // Whatever was removed on the way to it.
        for turns in 1..=place.turns() {
            let mut left = line.clone();
            let removed = line.along(&line.turns_to(&place).unwrap()[..turns]);
            let _ = left.remove(&removed);
            left.join(&alone);
            prop_assert_eq!(way(&left, &left.along(&line.turns_to(&place).unwrap())), way(&line, &place));
        }
    }

    #[test]
    fn every_place_is_there_once_and_has_a_name((line, _) in any_place()) {
        let all = places(&line);
        prop_assert_eq!(all.len(), line.count() + 1);
        prop_assert_eq!(ways(&line).len(), all.len(), "no two lines begin alike");
        prop_assert_eq!(all.iter().map(NodePath::turns).max(), Some(line.depth()));
        for place in &all {
            prop_assert_eq!(place.to_string().parse(), Ok(place.clone()));
            prop_assert_eq!(way(&line, place).len(), place.turns());
            prop_assert_eq!(&line.nearest(place.on(100)), &line.last(place).unwrap_or_else(|| place.clone()));
            if let Some(forward) = line.forward(place) {
                prop_assert_eq!(line.back(&forward), Some(place.clone()));
            }
            match line.back(place) {
                Some(back) => prop_assert_eq!(&way(&line, place)[..back.turns()], &way(&line, &back)[..]),
                None => prop_assert_eq!(place, &NodePath::START),
            }
        }
    }

    #[test]
    fn a_turn_that_is_entered_is_there_once((line, at) in any_place(), turn in 0_u8..4) {
        let mut entered = line.clone();
        let there = entered.enter(&at, turn);
        let mut wanted = way(&line, &at);
        wanted.push(turn);
        prop_assert_eq!(way(&entered, &there), wanted.clone());
        let mut all = ways(&line);
        all.insert(wanted);
        prop_assert_eq!(ways(&entered), all);
        prop_assert_eq!(way(&entered, &at), way(&line, &at), "the place is where it was");
    }

    #[test]
    fn a_variation_that_is_promoted_loses_nothing((line, at) in any_place()) {
        let mut promoted = line.clone();
        match promoted.promote(&at) {
            None => prop_assert!(at.is_main() && promoted == line),
            Some(there) => {
                prop_assert_eq!(way(&promoted, &there), way(&line, &at));
                prop_assert_eq!(ways(&promoted), ways(&line));
                prop_assert!(there.to_string().split('.').count() < at.to_string().split('.').count());
            }
        }
    }

    #[test]
    fn a_turn_is_taken_out_with_what_is_behind_it((line, at) in any_place()) {
        let mut left = line.clone();
        match left.remove(&at) {
            None => prop_assert!(at == NodePath::START && left == line),
            Some(back) => {
                let gone = way(&line, &at);
                let mut all = ways(&line);
                all.retain(|way| !way.starts_with(&gone));
                prop_assert_eq!(ways(&left), all);
                prop_assert_eq!(way(&left, &back), gone[..gone.len() - 1].to_vec());
            }
        }
    }

    #[test]
    fn the_line_follows_a_game((line, at) in any_place(), game in vec(0_u8..4, 0..8)) {
        let mut followed = line.clone();
        let there = followed.follow(&game, &at);
        prop_assert_eq!(way(&followed, &there), way(&line, &at));
        prop_assert_eq!(way(&followed, &NodePath::main(game.len())), game.clone());
        let mut all = ways(&line);
        all.extend((0..=game.len()).map(|length| game[..length].to_vec()));
        prop_assert_eq!(ways(&followed), all);
    }

    #[test]
    fn joined_lines_have_the_ways_of_both(one in any_line(), other in any_line()) {
        let mut joined = one.clone();
        joined.join(&other);
        let all: BTreeSet<_> = ways(&one).union(&ways(&other)).cloned().collect();
        prop_assert_eq!(ways(&joined), all);
        let again = joined.clone();
        joined.join(&other);
        prop_assert_eq!(joined, again, "once is enough");
        let mut copy = Line::default();
        copy.join(&one);
        prop_assert_eq!(copy, one);
    }
}
