//! Ratings against the paper's own example, and what must hold of all of them.

use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Rating, glicko2_rating_period};

use super::{CONFIG, Change, Rating, Score};

const DAY: SignedDuration = SignedDuration::from_hours(24);

fn rating(value: f64, deviation: f64) -> Rating {
    Rating { value, deviation, volatility: 0.06 }
}

fn idle(rating: Rating, days: i32) -> Rating {
    rating.after_idling(Timestamp::UNIX_EPOCH, Timestamp::UNIX_EPOCH + DAY * days)
}

/// Glickman's worked example: 1500 (200) beats 1400 (30), and loses to 1550 (100) and 1700 (300), in one period.
#[test]
fn the_example_of_the_paper_comes_out() {
    let opponents = [
        (rating(1400.0, 30.0).into(), Outcomes::WIN),
        (rating(1550.0, 100.0).into(), Outcomes::LOSS),
        (rating(1700.0, 300.0).into(), Outcomes::LOSS),
    ];
    let after: Rating = glicko2_rating_period(&Glicko2Rating::from(rating(1500.0, 200.0)), &opponents, &CONFIG).into();
    assert!((after.value - 1464.06).abs() < 0.01, "{after:?}");
    assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
    assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
}

/// The same formulas for one game, worked by hand for the first of the example's opponents: g = 0.9955, E = 0.639.
#[test]
fn one_game_is_a_period_of_its_own() {
    let (player, opponent) = (rating(1500.0, 200.0), rating(1400.0, 30.0));
    let after = player.after_game(&[(opponent, Score::Win)]);
    let period = glicko2_rating_period(&player.into(), &[(opponent.into(), Outcomes::WIN)], &CONFIG);
    assert!((after.value - period.rating).abs() < 1e-9 && (after.deviation - period.deviation).abs() < 1e-9);
    assert!((after.value - 1563.56).abs() < 0.01, "{after:?}");
}

#[test]
fn a_new_players_rating_has_a_question_mark_until_it_is_known_better() {
    let (mut winner, mut loser) = (Rating::NEW, Rating::NEW);
    assert_eq!(winner.to_string(), "1500?");
    (winner, loser) = (winner.after_game(&[(loser, Score::Win)]), loser.after_game(&[(winner, Score::Loss)]));
    assert_eq!((winner.to_string(), loser.to_string()), ("1662?".to_owned(), "1338?".to_owned()));
    for _ in 0..20 {
        winner = winner.after_game(&[(rating(winner.value, 60.0), Score::Draw)]);
    }
    assert!(!winner.is_provisional() && !winner.to_string().contains('?'), "{winner:?}");
}

#[test]
fn a_rating_grows_unsure_by_the_week() {
    let known = rating(1800.0, 60.0);
    assert_eq!(idle(known, 6), known);
    assert!(idle(known, 7).deviation > known.deviation);
    assert_eq!(idle(known, 7).value, known.value);
    assert!(!idle(known, 365).is_provisional());
    assert!(idle(known, 600).is_provisional());
    assert!((idle(known, 40_000).deviation - 350.0).abs() < 1e-9);
    assert_eq!(known.after_idling(Timestamp::UNIX_EPOCH, Timestamp::UNIX_EPOCH - DAY), known);
}

#[test]
fn a_change_is_what_the_figures_differ_by() {
    let change = |before, after| Change { before: rating(before, 50.0), after: rating(after, 50.0) }.to_string();
    assert_eq!(change(1500.4, 1512.6), "+13");
    assert_eq!(change(1512.6, 1500.4), "−13");
    assert_eq!(change(1500.4, 1499.6), "±0");
}

fn any_rating() -> impl Strategy<Value = Rating> {
    (600.0..2800.0, 30.0..350.0, 0.03..0.1).prop_map(|(value, deviation, volatility)| Rating {
        value,
        deviation,
        volatility,
    })
}

proptest! {
    #[test]
    fn the_winner_rises_and_the_loser_falls(first in any_rating(), second in any_rating()) {
        let (won, lost) = (first.after_game(&[(second, Score::Win)]), second.after_game(&[(first, Score::Loss)]));
        prop_assert!(won.value > first.value && lost.value < second.value);
        prop_assert!(first.after_game(&[(second, Score::Draw)]).value < won.value);
    }

    #[test]
    fn a_whole_side_is_as_much_stronger_to_each_of_another_as_it_is_on_the_mean(
        own in prop::collection::vec(any_rating(), 3), side in prop::collection::vec(any_rating(), 3),
    ) {
        let mean = |side: &[Rating]| side.iter().map(|rating| rating.value).sum::<f64>() / 3.0;
        for player in &own {
            let opponent = player.opponent_to(&own, &side);
            prop_assert!((opponent.value - player.value - (mean(&side) - mean(&own))).abs() < 1e-6);
            prop_assert!(opponent.deviation <= 350.0);
        }
        let [one, other] = [own[0], side[0]];
        prop_assert!((one.opponent_to(&[one], &[other]).value - other.value).abs() < 1e-6, "of two it is the other");
    }

    #[test]
    fn ratings_stay_finite_and_sure_within_bounds(games in prop::collection::vec((any_rating(), 0..3usize, 0..200), 0..60)) {
        let mut player = Rating::NEW;
        for (opponent, score, days) in games {
            player = idle(player, days);
            player = player.after_game(&[(opponent, [Score::Loss, Score::Draw, Score::Win][score])]);
            prop_assert!(player.value.is_finite() && player.volatility > 0.0);
            prop_assert!(player.deviation > 0.0 && player.deviation <= 350.0, "{:?}", player);
        }
    }
}
