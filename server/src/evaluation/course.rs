//! [`Course`]: the turns of a game, or of a line of analysis, with the positions between them.

use domain::correspondence::game::Game;
use domain::rules::ply::Ply;
use domain::rules::position::Position;
use domain::rules::seat::{Seat, Seating};
use domain::rules::turn::Turn;

/// What is judged turn by turn.
#[derive(Debug)]
pub struct Course {
    /// Before each turn, and after the last.
    positions: Vec<Position>,
    turns: Vec<CourseTurn>,
}

/// A turn of it.
#[derive(Debug)]
pub struct CourseTurn {
    /// Who made it.
    pub seat: Seat,
    /// As it is written: `Nf3@e5`.
    pub text: String,
}

impl Course {
    /// That of a game.
    pub fn of_game(game: &Game) -> Self {
        let plies = (0..=game.turns().len()).map(Ply::after);
        let positions = plies.map_while(|ply| game.position_at(ply).cloned()).collect();
        let turns = game.turns().iter().map(|made| CourseTurn { seat: made.seat, text: made.text.clone() });
        Self { positions, turns: turns.collect() }
    }

    /// That of turns that can be made one after the other.
    pub fn of_turns(start: &Position, turns: impl IntoIterator<Item = Turn>) -> Self {
        let mut course = Self { positions: vec![start.clone()], turns: Vec::new() };
        let mut position = start.clone();
        for turn in turns {
            course.turns.push(CourseTurn { seat: position.seat_to_move(), text: position.write_turn(turn) });
            position = position.play(turn);
            course.positions.push(position.clone());
        }
        course
    }

    /// Before each turn, and after the last.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The turns.
    pub fn turns(&self) -> &[CourseTurn] {
        &self.turns
    }

    /// Who sits where.
    pub fn seating(&self) -> Seating {
        self.positions[0].seating()
    }

    /// The position at a ply.
    pub fn position_at(&self, ply: Ply) -> Option<&Position> {
        self.positions.get(ply.turns())
    }

    /// The turn that led to a ply.
    pub fn turn_before(&self, ply: Ply) -> Option<&CourseTurn> {
        self.turns.get(ply.previous()?.turns())
    }

    /// The turn that led to a ply, with its number: `7... Qxd4@d2`.
    pub fn numbered(&self, ply: Ply) -> Option<String> {
        let turn = self.turn_before(ply)?;
        let before = self.position_at(ply.previous()?)?;
        let dots = if turn.seat == Seat::FIRST { "." } else { "..." };
        Some(format!("{}{dots} {}", before.fullmove_number(), turn.text))
    }
}
