//! The preview of a game for shared links: a title, a sentence and a picture, the same for everyone.

use domain::rules::ply::Ply;

use crate::boards::numbered;
use crate::games::StoredGame;
use crate::wording::{self, SeatNames, board_labels, game_lists, players_line};

/// The size of the picture, in pixels.
pub const WIDTH: u32 = 1200;
pub const HEIGHT: u32 = 630;

/// What other sites show of a game.
pub struct Preview {
    /// `kwik against kwek: Duck Chess`
    pub title: String,
    /// `12. Nf3@e5 · Black to move`
    pub description: String,
    /// The address of the page.
    pub page: String,
    /// The address of the picture.
    pub picture: String,
    /// The picture in words.
    pub alt: String,
}

impl Preview {
    pub const WIDTH: u32 = WIDTH;
    pub const HEIGHT: u32 = HEIGHT;

    /// The preview of a game at the present ply or the requested one. It does not depend on the viewer.
    pub fn new(stored: &StoredGame, ply: Ply, site: &str) -> Self {
        let title = title(stored);
        let (turn, state) = so_far(stored, ply);
        let page = format!("{site}/games/{}", stored.id);
        let is_present = ply == stored.game.ply();
        // Sites keep a picture by its address, so the end has one of its own: the query is not read any further.
        let end = if is_present && stored.game.conclusion().is_some() { "&end" } else { "" };
        Self {
            picture: format!("{page}/card.png?ply={ply}{end}"),
            page: if is_present { page } else { format!("{page}?ply={ply}") },
            description: game_lists::turn_and_state(&turn, &state),
            alt: board_labels::preview(&title, &turn, &state),
            title,
        }
    }
}

/// Who plays: `kwik against kwek`, or `kwik, kwak against kwek, wak` where they are partners.
pub fn versus(stored: &StoredGame) -> String {
    let names: Vec<_> = stored.players.iter().map(|(_, player)| player.name.to_string()).collect();
    players_line(stored.game.seating(), None, &names)
}

/// Who plays what: `kwik against kwek: Duck Chess`.
pub fn title(stored: &StoredGame) -> String {
    game_lists::title(&versus(stored), stored.game.setup().variant)
}

/// The last turn, and who is to move or how the game ended: `12. Nf3@e5`, `Black to move`.
pub fn so_far(stored: &StoredGame, ply: Ply) -> (String, String) {
    let game = &stored.game;
    let turn = numbered(game, ply).unwrap_or_else(|| game_lists::BEFORE_FIRST_TURN.to_owned());
    let state = match game.conclusion().filter(|_| ply == game.ply()) {
        Some(end) => wording::result(end.result, game.seating()),
        None => {
            let position = game.position_at(ply).unwrap_or(game.position());
            game_lists::to_move(game.seating().name(position.seat_to_move()))
        }
    };
    (turn, state)
}
