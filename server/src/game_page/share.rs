//! Ways to share a position: addresses, files, and the code that embeds the board in another site's page.

use askama::Template;
use domain::rules::ply::Ply;
use domain::rules::seat::Seat;

use super::preview::title;
use crate::boards::pictures::stills::MAX_TURNS;
use crate::games::{GameId, StoredGame};
use crate::preferences::{BoardDesign, BoardLooks, PieceSet};
use crate::wording::game_page;

/// The size of the embedded frame in pixels: the board, a line of text above it and two below.
const FRAME: (u32, u32) = (400, 540);

/// The panel of a position.
pub struct Share {
    id: GameId,
    /// The position that is shared.
    pub ply: Ply,
    is_present: bool,
    site: String,
    /// The title of a shared link.
    pub title: String,
    /// The position as text.
    pub fen: String,
    /// Whether the viewer may have what the players have written.
    pub plays: bool,
    /// The query that makes pictures look like the viewer's own board.
    look: String,
    side: String,
}

/// The code, which is shown as text.
#[derive(Template)]
#[template(
    source = r#"<iframe src="{{ address }}" title="{{ title }}" width="{{ width }}" height="{{ height }}" style="border:0;max-width:100%" loading="lazy"></iframe>"#,
    ext = "html"
)]
struct EmbedCode<'a> {
    address: String,
    title: &'a str,
    width: u32,
    height: u32,
}

impl Share {
    /// The panel for a viewer who sees a position from a seat.
    pub fn new(stored: &StoredGame, ply: Ply, site: &str, plays: bool, seen_from: Seat, looks: BoardLooks) -> Self {
        let game = &stored.game;
        let side =
            if seen_from == Seat::WHITE { String::new() } else { format!("side={}", game.seating().key(seen_from)) };
        Self {
            id: stored.id.clone(),
            ply,
            is_present: ply == game.ply(),
            site: site.to_owned(),
            title: title(stored),
            fen: game.position_at(ply).unwrap_or(game.position()).fen(),
            plays,
            look: look(looks),
            side,
        }
    }

    /// The address of the position.
    pub fn link(&self) -> String {
        format!("{}/games/{}?ply={}", self.site, self.id, self.ply)
    }

    /// The path of a file about the position: `pgn`, `svg`.
    pub fn file(&self, extension: &str) -> String {
        format!("/games/{}.{extension}?ply={}", self.id, self.ply)
    }

    /// The path of the whole game with what the computer says of it.
    pub fn whole_game_with_evaluations(&self) -> String {
        format!("/games/{}.pgn?evals=yes", self.id)
    }

    /// The path of a picture of the position, seen and looking as the viewer's own.
    pub fn picture(&self, extension: &str) -> String {
        self.with_looks(&self.file(extension))
    }

    /// The name under which a file is downloaded.
    pub fn file_name(&self, extension: &str) -> String {
        format!("mallard-{}-{}.{extension}", self.id, self.ply)
    }

    /// What the animation shows, for whoever downloads it.
    pub fn film_hint(&self) -> String {
        game_page::film_hint((self.ply.0 > MAX_TURNS).then_some(MAX_TURNS))
    }

    /// The path of the board to embed: it follows the game, or stays at a past position.
    pub fn embed(&self) -> String {
        let ply = if self.is_present { String::new() } else { format!("ply={}", self.ply) };
        self.with_looks(&format!("/games/{}/embed?{ply}", self.id))
    }

    /// Whether the embedded board follows the game.
    pub fn follows(&self) -> bool {
        self.is_present
    }

    /// The code that puts it there.
    pub fn embed_code(&self) -> askama::Result<String> {
        let address = format!("{}{}", self.site, self.embed());
        EmbedCode { address, title: &self.title, width: FRAME.0, height: FRAME.1 }.render()
    }

    fn with_looks(&self, path: &str) -> String {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let query: Vec<_> = [query, &self.side, &self.look].into_iter().filter(|part| !part.is_empty()).collect();
        if query.is_empty() { path.to_owned() } else { format!("{path}?{}", query.join("&")) }
    }
}

/// What differs from the usual look.
fn look(looks: BoardLooks) -> String {
    let pieces = (looks.pieces != PieceSet::default()).then(|| format!("pieces={}", looks.pieces.key()));
    let design = (looks.design != BoardDesign::default()).then(|| format!("board={}", looks.design.key()));
    pieces.into_iter().chain(design).collect::<Vec<_>>().join("&")
}
