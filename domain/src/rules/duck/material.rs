//! What has been captured from each seat in the duck games, by the usual count of chess.

use shakmaty::{ByRole, Color, Role};

use super::DuckPosition;
use crate::rules::material::Material;
use crate::rules::seat::{BySeat, Seat, Seating};

/// The pieces' values in pawns, the highest first.
const WORTH: [(Role, u32); 5] =
    [(Role::Queen, 9), (Role::Rook, 5), (Role::Bishop, 3), (Role::Knight, 3), (Role::Pawn, 1)];

impl DuckPosition {
    /// What each seat has and has lost.
    pub fn material(&self) -> BySeat<Material> {
        let captured = self.captured();
        BySeat::new(Seating::WHITE_AND_BLACK, |seat| {
            let color = if seat == Seat::WHITE { Color::White } else { Color::Black };
            let on_board = self.board().material()[color];
            let points = WORTH.iter().map(|&(role, worth)| worth * u32::from(on_board[role])).sum();
            let mut lost = counted(captured[color]);
            // A king that has been captured is what the game was about.
            if captured[color].king > 0 {
                lost.insert(0, (Role::King.upper_char(), 1));
            }
            Material { on_board: counted(on_board), captured: lost, points: Some(points) }
        })
    }
}

fn counted(pieces: ByRole<u8>) -> Vec<(char, u8)> {
    let each = WORTH.iter().map(|&(role, _)| (role.upper_char(), pieces[role]));
    each.filter(|&(_, count)| count > 0).collect()
}
