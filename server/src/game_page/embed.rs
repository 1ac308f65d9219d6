//! `GET /games/{id}/embed`: the board for embedding in other sites. It is the only page that may be framed, so it
//! contains nothing that could be clicked by mistake, only links to other positions and to the game. It is the same for
//! everyone.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use domain::rules::outcome::Outcome;
use domain::rules::ply::Ply;
use domain::rules::seat::{Seat, Seating};

use super::pictures::PictureRequest;
use super::preview::{so_far, title};
use super::{live, look};
use crate::boards::{BoardView, SeatIcon};
use crate::games::StoredGame;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::live::Listener;
use crate::web::page::{Layout, Page};
use crate::web::reading::Reading;
use crate::wording::SeatNames;

/// The usual policy, except that any site may frame the page, and nothing can be sent from it.
const CONTENT_SECURITY_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *; object-src 'none'",
);

#[derive(Template)]
#[template(path = "games/embed.html")]
struct EmbedPage {
    layout: Layout,
    stored: Arc<StoredGame>,
    ply: Ply,
    seen_from: Seat,
    /// Whether it always shows the latest position.
    follows: bool,
    /// The query parameters other than the ply.
    rest: String,
}

/// A player above or below the board.
struct EmbedPlayer {
    /// Their seats' pictures, each with its name.
    seats: Vec<(&'static str, SeatIcon)>,
    name: String,
    to_move: bool,
    won: bool,
}

impl EmbedPage {
    fn board(&self) -> BoardView {
        BoardView::at(&self.stored.game, self.ply, self.seen_from)
    }

    /// Those of other sides.
    fn above(&self) -> Vec<EmbedPlayer> {
        self.players(|seating, seat| seating.side(seat) != seating.side(self.seen_from))
    }

    /// Those of the side at the lower edge.
    fn below(&self) -> Vec<EmbedPlayer> {
        self.players(|seating, seat| seating.side(seat) == seating.side(self.seen_from))
    }

    fn players(&self, are_there: impl Fn(Seating, Seat) -> bool) -> Vec<EmbedPlayer> {
        let seating = self.stored.game.seating();
        let there = self.stored.each_player().filter(|&(seat, _)| are_there(seating, seat));
        there.map(|(seat, _)| self.player(seat)).collect()
    }

    fn player(&self, seat: Seat) -> EmbedPlayer {
        let game = &self.stored.game;
        let (seating, variant) = (game.seating(), game.setup().variant);
        let outcome = game.conclusion().filter(|_| self.ply == game.ply()).map(|end| end.result.outcome);
        let to_move = game.position_at(self.ply).unwrap_or(game.position()).seat_to_move();
        EmbedPlayer {
            seats: seating.seats_with(seat).map(|seat| (seating.name(seat), SeatIcon::of(variant, seat))).collect(),
            name: self.stored.players[seat].name.to_string(),
            to_move: outcome.is_none() && seating.is_same_player(to_move, seat),
            won: outcome == Some(Outcome::Win(seating.side(seat))),
        }
    }

    /// Whether names share a line.
    fn is_for_many(&self) -> bool {
        self.stored.game.seating().is_for_many()
    }

    fn title(&self) -> String {
        title(&self.stored)
    }

    /// The last turn, and the player to move or the result.
    fn state(&self) -> (String, String) {
        so_far(&self.stored, self.ply)
    }

    fn is_present(&self) -> bool {
        self.ply == self.stored.game.ply()
    }

    /// How many events anyone may see, so that the script can tell when the page is out of date.
    fn events(&self) -> u32 {
        self.stored.visible.public()
    }

    /// The path of the present position in this frame.
    fn present(&self) -> String {
        let with = if self.rest.is_empty() { "" } else { "?" };
        format!("/games/{}/embed{with}{}", self.stored.id, self.rest)
    }

    /// Where the links of the frame lead.
    fn steps(&self) -> EmbedSteps {
        let and = if self.rest.is_empty() { "" } else { "&" };
        let at = |ply: Ply| format!("?ply={ply}{and}{}", self.rest);
        let back = self.ply.previous();
        let forward = (!self.is_present()).then(|| self.ply.next());
        EmbedSteps {
            start: back.map(|_| at(Ply::START)),
            back: back.map(at),
            forward: forward.map(at),
            last: forward.map(|_| self.present()),
        }
    }
}

/// The addresses of other positions; `None` where there is none, or where it is already shown.
struct EmbedSteps {
    start: Option<String>,
    back: Option<String>,
    forward: Option<String>,
    last: Option<String>,
}

/// `GET /games/{id}/embed`
///
/// # Errors
/// There is no such game, ply, side or look.
pub async fn show(Reading(app): Reading, Path(id): Path<String>, request: PictureRequest) -> Result<Response, Error> {
    let stored = look::look(&app, &id).await?;
    let ply = request.ply(&stored)?;
    let seen_from = request.side(&stored)?;
    let look = request.look()?;
    let mut layout = Layout::new(None, app.assets.clone(), app.public_url.clone());
    layout.board.pieces = look.pieces;
    layout.board.design = look.design;
    let follows = !request.names_a_ply();
    let page = EmbedPage { layout, stored, ply, seen_from, follows, rest: request.rest() };
    let mut response = Page::new(page).into_response();
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY);
    Ok(response)
}

/// `GET /games/{id}/embed/live`: the stream of the game's page for an anonymous visitor, even if somebody is signed in.
///
/// # Errors
/// There is no such game, they have too many streams, or the server receives no announcements at the moment.
pub async fn live(State(app): State<App>, listener: Listener, Path(id): Path<String>) -> Result<Response, Error> {
    live::stream(&app, &id, &listener.anonymous()).await?.open().await
}
