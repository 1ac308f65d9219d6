//! `GET /games/{id}/card.png`: what other sites show where a game's address is passed on. The board, who plays what, and how
//! far it has come: nothing of what is said beside it.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::ply::Ply;
use domain::seat::Seat;

use super::answer::Asked;
use super::drawing::{Drawing, Shade};
use super::look::{self, Look};
use super::{Format, lettering, raster, stills};
use crate::accounts::Player;
use crate::app::App;
use crate::error::Error;
use crate::games::board::seat_piece;
use crate::games::preview::{WIDTH, so_far};
use crate::games::remembered;
use crate::games::store::StoredGame;

/// Where words end at the latest, in pixels.
const RIGHT: f32 = 1160.0;
/// For how many players there is room.
const MOST_PLAYERS: usize = 2;

/// The picture; the file has the places and colours.
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

struct CardPlayer {
    piece: &'static str,
    /// The name as an outline.
    name: String,
    /// Where its baseline is.
    y: f32,
}

impl Card {
    fn new(stored: &StoredGame, ply: Ply, look: Look, asked: &Asked) -> Result<Self, Error> {
        let player = |(n, (seat, player)): (usize, (Seat, &Player))| {
            let y = 250.0 + 88.0 * n as f32;
            CardPlayer { piece: seat_piece(seat), name: line(&player.name.to_string(), 728.0, y, 50.0), y }
        };
        let (turn, state) = so_far(stored, ply);
        Ok(Self {
            drawing: stills::board(&stored.game, ply, asked.side(stored)?).ok_or(Error::NotFound)?,
            look,
            variant: stored.game.setup().variant.name(),
            players: stored.players.iter().take(MOST_PLAYERS).enumerate().map(player).collect(),
            turn,
            state,
        })
    }

    fn line(&self, text: &str, x: f32, y: f32, size: f32) -> String {
        line(text, x, y, size)
    }

    fn brand(&self) -> &'static str {
        look::brand()
    }

    /// What the players' pieces stand on.
    fn disc(&self) -> &'static str {
        self.look.square(&Shade::Dark)
    }
}

/// A line of words as an outline, smaller where it would not fit.
fn line(text: &str, x: f32, y: f32, size: f32) -> String {
    lettering::line(text, x, y, lettering::size_within(text, size, RIGHT - x))
}

/// `GET /games/{id}/card.png`
///
/// # Errors
/// There is no such game or ply, or too many pictures are being made.
pub async fn card(State(app): State<App>, Path(id): Path<String>, asked: Asked) -> Result<Response, Error> {
    let stored = remembered::look(&app, &id).await?;
    let ply = asked.ply(&stored)?;
    let look = asked.look()?;
    let card = Card::new(&stored, ply, look, &asked)?;
    // What the card says is a part of its name: the result may come after the last turn.
    let name = format!("{id}/card/{ply}/{}/{look:?}/{:?}", card.state, asked.side(&stored)?);
    let picture = app.studio.picture(&name, move || raster::png(&card.render()?, WIDTH)).await?;
    let is_last = ply == stored.game.ply();
    Ok(asked.respond(Format::Png, &picture, !is_last))
}
