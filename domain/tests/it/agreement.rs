//! What the players of a game do together: resigning as a side, and agreeing on a draw.

use std::collections::HashSet;

use domain::correspondence::offers::DrawOffers;
use domain::correspondence::resignation::ResignationVotes;
use domain::correspondence::result::{Ending, GameResult};
use domain::rules::duchess::SetUp;
use domain::rules::outcome::Outcome;
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::variant::Variant;

fn start(set_up: SetUp) -> Position {
    Position::start(Variant::Duchess(set_up))
}

fn seat(set_up: SetUp, flap: usize) -> Seat {
    set_up.seating().seats().find(|&seat| set_up.flap(seat).number() == flap).unwrap()
}

fn resigned(set_up: SetUp, winner: usize) -> Option<GameResult> {
    let outcome = Outcome::Win(set_up.seating().side(seat(set_up, winner)));
    Some(GameResult { outcome, ending: Ending::Resigned })
}

#[test]
fn a_side_resigns_together() {
    let (start, seat) = (start(SetUp::Six), |flap| seat(SetUp::Six, flap));
    let mut votes = ResignationVotes::default();
    votes.resign(seat(1));
    votes.resign(seat(3));
    votes.withdraw(seat(1));
    votes.resign(seat(5));
    assert_eq!(votes.result(&start), None);
    assert!(votes.has_resigned(seat(3)) && !votes.has_resigned(seat(1)));
    let red_out = start.drop_out(seat(1)).unwrap();
    assert_eq!(votes.result(&red_out), resigned(SetUp::Six, 2), "who is out keeps nobody from it");
    votes.resign(seat(1));
    assert_eq!(votes.result(&start), resigned(SetUp::Six, 2));
}

#[test]
fn one_player_alone_resigns_at_once() {
    for (set_up, resigns, winner) in [(SetUp::Three, 5, 3), (SetUp::Two, 1, 4)] {
        let mut votes = ResignationVotes::default();
        votes.resign(seat(set_up, resigns));
        assert_eq!(votes.result(&start(set_up)), resigned(set_up, winner), "{set_up}");
    }
}

#[test]
fn a_draw_is_agreed_on_by_every_seat() {
    let [red, blue, green, magenta] = [1, 2, 4, 5].map(|flap| seat(SetUp::Four, flap));
    let mut offers = DrawOffers::new(SetUp::Four.seating());
    offers.offer(red);
    assert!(!offers.can_answer(red) && offers.can_answer(green), "a partner is asked too");
    assert!(!offers.accept(blue) && !offers.accept(green));
    assert!(offers.accept(magenta));
}

#[test]
fn endings_have_keys_of_their_own() {
    let keys: HashSet<_> = Ending::all().map(Ending::key).collect();
    assert_eq!(keys.len(), Ending::all().count());
    for ending in Ending::all() {
        let key = ending.key();
        assert_eq!(Ending::by_key(key), Some(ending));
        assert_eq!(serde_json::to_string(&ending).unwrap(), format!("\"{key}\""));
        assert_eq!(serde_json::from_str::<Ending>(&format!("\"{key}\"")).unwrap(), ending);
    }
    assert_eq!(Ending::by_key("dropped-out"), None);
}
