//! Examples of turns for input fields and hints, taken from the present position, so that they can actually be played.

use domain::correspondence::conditional::{ConditionalLine, Reply};
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::turn::Turn;

/// A turn that can be made in a position, as it is typed: `Nf6@e5`; `None` when there is none.
pub fn turn(position: &Position) -> Option<String> {
    Some(position.write_turn(any(position, |_| true)?))
}

/// A line of conditional turns of a seat's player, from a position in which another is to move: the turns of the others,
/// then the reply. `None` where the game is over before that.
pub fn line(position: &Position, own: Seat) -> Option<String> {
    line_to(position, own, |_| true)
}

/// The same from a position in which the player is to move, after a turn of theirs: a reply that is legal now as well,
/// so that it is legal after almost any turn.
pub fn line_behind(position: &Position, own: Seat) -> Option<String> {
    line_to(&position.play(any(position, |_| true)?), own, |reply| position.is_legal(reply))
}

fn line_to(position: &Position, own: Seat, is_reply: impl Fn(Turn) -> bool) -> Option<String> {
    let mut line = ConditionalLine::new(position.clone(), own);
    while line.is_theirs_next() {
        line.add(&turn(line.position())?).ok()?;
    }
    let reply = any(line.position(), is_reply)?;
    line.add(&line.position().write_turn(reply)).ok()?;
    let words = line.words().iter().map(String::as_str).filter(|&word| word != Reply::WAIT);
    Some(words.collect::<Vec<_>>().join(" "))
}

/// One of all turns, from the middle of the list, so that it is no corner or king move; a wanted one, if there is any.
fn any(position: &Position, is_wanted: impl Fn(Turn) -> bool) -> Option<Turn> {
    let mut turns = Vec::new();
    position.for_each_turn(|turn| turns.push(turn));
    let (before, behind) = turns.split_at(turns.len() / 2);
    let mut all = behind.iter().chain(before).copied();
    all.clone().find(|&turn| is_wanted(turn)).or_else(|| all.next())
}

#[cfg(test)]
mod tests {
    use domain::correspondence::conditional::ConditionalTree;
    use domain::rules::position::Position;
    use domain::rules::variant::Variant;

    use super::{line, line_behind, turn};

    #[test]
    fn an_example_can_be_typed_by_every_player_of_every_variant() {
        for variant in Variant::ALL {
            let start = Position::start(variant);
            let to_move = start.seat_to_move();
            assert!(start.read_turn(&turn(&start).unwrap()).is_ok(), "{variant}");
            for own in start.seating().seats().filter(|&own| !start.seating().is_same_player(own, to_move)) {
                let line = line(&start, own).unwrap();
                let tree = ConditionalTree::read(&line, &start, own).unwrap();
                assert_eq!(tree.to_string().lines().count(), 1, "{variant}: {line}");
            }
            // The player's own turn is not known yet: any other than that of the example.
            let own_turn = turn(&start).unwrap();
            let mut others = Vec::new();
            start.for_each_turn(|turn| others.push(turn));
            let last = others.into_iter().rev().find(|&turn| start.write_turn(turn) != own_turn).unwrap();
            let line = line_behind(&start, to_move).unwrap();
            let tree = ConditionalTree::read(&line, &start.play(last), to_move);
            assert!(tree.is_ok(), "{variant}: {line}: {tree:?}");
        }
    }
}
