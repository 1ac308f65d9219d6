//! `GET /games/{id}/card.png`: the preview that other sites show for a link to a game. The board, the players and the
//! state of the game, but no messages.

use askama::Template;
use axum::extract::Path;
use axum::response::Response;
use domain::rules::ply::Ply;

use super::PictureRequest;
use super::card_players::{CardPlayer, card_players};
use crate::boards::pictures::{
    Drawing, Format, Look, Mark, Shade, Symbols, lettering, look as board_look, raster, stills,
};
use crate::game_page::look;
use crate::game_page::preview::{WIDTH, so_far};
use crate::games::StoredGame;
use crate::platform::error::Error;
use crate::web::reading::Reading;
use crate::wording::VariantNames;

/// Where words end at the latest, in pixels.
const RIGHT: f32 = 1160.0;
/// The side of the board, in pixels.
const BOARD: u32 = 550;

/// The picture's template: it places everything else, and sets the colours.
#[derive(Template)]
#[template(path = "games/pictures/card.svg")]
struct Card {
    drawing: Drawing,
    look: Look,
    variant: &'static str,
    players: Vec<CardPlayer>,
    /// `12. Nf3@e5`
    turn: String,
    /// `Black to move`
    state: String,
}

impl Card {
    fn new(stored: &StoredGame, ply: Ply, look: Look, request: &PictureRequest) -> Result<Self, Error> {
        let (turn, state) = so_far(stored, ply);
        Ok(Self {
            drawing: stills::board(&stored.game, ply, request.side(stored)?).at_width(BOARD),
            look,
            variant: stored.game.setup().variant.name(),
            players: card_players(stored),
            turn,
            state,
        })
    }

    /// What the board and the players' pieces are drawn with.
    fn symbols(&self) -> Symbols {
        let mut symbols = self.drawing.symbols(self.look);
        let seats = self.players.iter().flat_map(|player| &player.seats);
        seats.for_each(|figure| figure.piece.add_to(&mut symbols, self.look));
        symbols
    }

    /// A line of text as an outline, shrunk if it would not fit.
    fn line(&self, text: &str, x: f32, y: f32, size: f32) -> String {
        lettering::line(text, x, y, lettering::size_within(text, size, RIGHT - x))
    }

    /// The colour of the disc under pieces without tokens.
    fn disc(&self) -> &'static str {
        self.look.shade(&Shade::Dark)
    }

    fn brand(&self) -> &'static str {
        board_look::brand()
    }
}

/// `GET /games/{id}/card.png`
///
/// # Errors
/// There is no such game or ply, or too many pictures are being made.
pub async fn card(Reading(app): Reading, Path(id): Path<String>, request: PictureRequest) -> Result<Response, Error> {
    let stored = look::look(&app, &id).await?;
    let ply = request.ply(&stored)?;
    let look = request.look()?;
    let card = Card::new(&stored, ply, look, &request)?;
    // What the card says is a part of its name: the result may come after the last turn, and players may get other names.
    let (seated, side) = (stored.seated_anew, request.side(&stored)?);
    let name = format!("{id}/card/{ply}/{seated}/{}/{look:?}/{side:?}", card.state);
    let picture = app.renderer.still(&name, request.visitor(), move || raster::png(&card.render()?, WIDTH)).await?;
    // It names the players, so no ply's card stays as it is for ever.
    Ok(request.respond(Format::Png, &picture, false))
}
