//! The players on a game's preview card: each player once, with the icons of their seats; where there are many, one
//! column per side.

use domain::rules::seat::Seat;

use crate::boards::SeatIcon;
use crate::boards::pictures::{Piece, PlacedPiece, lettering};
use crate::games::StoredGame;

/// A player on the card; all lengths in pixels.
pub struct CardPlayer {
    /// The kings of their seats.
    pub seats: Vec<PlacedPiece>,
    /// Their name as an outline.
    pub name: String,
}

/// The area of the players on the card: its left and right edge, and its vertical centre.
const LEFT: f32 = 640.0;
const RIGHT: f32 = 1160.0;
const MIDDLE: f32 = 286.0;
/// The most players that fit into one column.
const ONE_COLUMN: usize = 3;
/// The gap between two columns.
const GAP: f32 = 28.0;

/// The sizes of a player's row, icon and letters.
struct Size {
    row: f32,
    icon: f32,
    letters: f32,
}

/// Every player.
pub fn card_players(stored: &StoredGame) -> Vec<CardPlayer> {
    let seating = stored.game.seating();
    let players: Vec<_> = stored.each_player().map(|(seat, _)| seat).collect();
    let columns: Vec<Vec<Seat>> = if players.len() > ONE_COLUMN {
        let of = |side| players.iter().copied().filter(move |&seat| seating.side(seat) == side);
        seating.sides().map(|side| of(side).collect()).collect()
    } else {
        vec![players]
    };
    let rows = columns.iter().map(Vec::len).max().unwrap_or_default();
    let size = match (columns.len(), rows) {
        (1, ..=2) => Size { row: 88.0, icon: 72.0, letters: 50.0 },
        (1, _) => Size { row: 68.0, icon: 58.0, letters: 42.0 },
        (_, ..=2) => Size { row: 84.0, icon: 66.0, letters: 38.0 },
        _ => Size { row: 70.0, icon: 58.0, letters: 34.0 },
    };
    let width = (RIGHT - LEFT + GAP) / columns.len() as f32 - GAP;
    let top = MIDDLE - size.row * (rows as f32 - 1.0) / 2.0;
    let column = |(column, seats): (usize, Vec<Seat>)| {
        let left = LEFT + (width + GAP) * column as f32;
        let card_player = |(row, seat)| size.card_player(stored, seat, left, top + size.row * row as f32, left + width);
        seats.into_iter().enumerate().map(card_player).collect::<Vec<_>>()
    };
    columns.into_iter().enumerate().flat_map(column).collect()
}

impl Size {
    /// The player of a seat, in a row centred at a height.
    fn card_player(&self, stored: &StoredGame, seat: Seat, left: f32, middle: f32, right: f32) -> CardPlayer {
        let variant = stored.game.setup().variant;
        let seats = stored.game.seating().seats_with(seat);
        let icon = |(n, seat)| self.icon(SeatIcon::of(variant, seat), left + (self.icon + 4.0) * n as f32, middle);
        let icons: Vec<_> = seats.enumerate().map(icon).collect();
        let x = left + (self.icon + 4.0) * icons.len() as f32 + 12.0;
        let name = stored.players[seat].name.to_string();
        let size = lettering::size_within(&name, self.letters, right - x);
        CardPlayer { seats: icons, name: lettering::line(&name, x, middle + size * 0.36, size) }
    }

    /// The icon of a seat: a figure without a token is drawn on a disc, and is smaller than it.
    fn icon(&self, icon: SeatIcon, left: f32, middle: f32) -> PlacedPiece {
        let (piece, side) = match icon.token {
            Some(token) => (
                Piece::Token {
                    colour: token.colour,
                    shape: token.shape,
                    figure: token.king,
                    pips: token.pips,
                    is_fallen: false,
                },
                self.icon,
            ),
            None => (Piece::Plain(icon.piece), self.icon * 7.0 / 9.0),
        };
        let corner = (left + (self.icon - side) / 2.0, middle - side / 2.0);
        PlacedPiece { piece, x: corner.0 as i16, y: corner.1 as i16, side: side as u16 }
    }
}

impl PlacedPiece {
    /// The disc under it, if it has no token of its own: its centre and radius.
    pub fn disc(&self) -> Option<(i16, i16, u16)> {
        let half = self.side / 2;
        let on_disc = (self.x + half as i16, self.y + half as i16, half * 9 / 7);
        matches!(self.piece, Piece::Plain(_)).then_some(on_disc)
    }
}
