//! The rules: a page with all of them, and those of a game's variant for the game's page, illustrated by small boards.

pub mod round;

use askama::Template;
use axum::extract::Query;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use domain::rules::position::Position;
use domain::rules::variant::Variant;
use serde::Deserialize;
use shakmaty::Square;

use crate::boards::{Attempt, BoardView, ParsedTurn};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::page::{Layout, Page};

/// The page of this feature.
pub fn router() -> Router<App> {
    Router::new().route("/rules", get(show)).route("/rules/turn", get(turn)).route("/rules/why", get(why))
}

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage {
    layout: Layout,
}

/// `GET /rules`
async fn show(layout: Layout) -> Response {
    Page::new(RulesPage { layout }).into_response()
}

/// The query of a script about a position.
#[derive(Deserialize)]
struct RulesQuery {
    variant: Variant,
    fen: String,
    /// Whether the turn is one that the player prepares for.
    #[serde(default)]
    theirs: bool,
    #[serde(default)]
    turn: String,
}

impl RulesQuery {
    fn position(&self) -> Result<Position, Error> {
        Position::from_fen(self.variant, &self.fen).map_err(|_| Error::NotFound)
    }
}

/// `GET /rules/turn`: the turn that a text says in a position, as far as it specifies one, and what is wrong with it.
///
/// # Errors
/// There is no such position.
async fn turn(Query(query): Query<RulesQuery>) -> Result<Json<ParsedTurn>, Error> {
    Ok(Json(ParsedTurn::new(&query.position()?, &query.turn, query.theirs)))
}

/// `GET /rules/why`: why something cannot be done on a board, in a sentence. It says nothing of any game.
///
/// # Errors
/// There is no such position, or no such square.
async fn why(Query(query): Query<RulesQuery>, Query(attempt): Query<Attempt>) -> Result<String, Error> {
    attempt.why_not(&query.position()?, query.theirs).ok_or(Error::NotFound)
}

/// How many files and ranks the small boards have.
const CUT: u16 = 5;

fn small(fen: &str, marks: &[(&'static str, Square)], label: &str) -> Option<BoardView> {
    BoardView::illustration(fen, marks, label).map(|board| board.cut_to(CUT))
}

/// A turn: a piece move, then the duck's.
pub fn a_turn() -> Option<BoardView> {
    let marks = [("from", Square::B1), ("to", Square::C3), ("duck", Square::D4)];
    let fen = "8/8/8/8/3*4/2N5/PPPPP3/R1BQK3 b - - 0 1";
    small(fen, &marks, "White’s knight has gone from b1 to c3, and the duck to d4")
}

/// The duck in the way.
pub fn the_duck_blocks() -> Option<BoardView> {
    let fen = "8/8/8/8/8/3n4/1p1*4/R1B1K3 w - - 0 1";
    small(fen, &[("duck", Square::D2)], "The duck on d2, between the white bishop on c1 and what lies behind it")
}

/// The end of a game.
pub fn the_king_is_taken() -> Option<BoardView> {
    let fen = "8/8/8/1pp1R3/2p*4/8/1P1P4/3K4 b - - 0 1";
    small(fen, &[("from", Square::E1), ("to", Square::E5)], "The white rook from e1 has taken the king on e5")
}

/// A castling that the duck forbids.
pub fn no_castling() -> Option<BoardView> {
    let fen = "8/8/8/8/8/8/PPP1P3/R1*1K3 w Q - 0 1";
    small(fen, &[("duck", Square::C1)], "The duck on c1 stands between the white king on e1 and the rook on a1")
}

/// A check, where they count.
pub fn a_check() -> Option<BoardView> {
    let fen = "8/8/8/3pk3/*3p3/8/1BP5/1K6 b - - 0 1";
    let marks = [("from", Square::C1), ("to", Square::B2), ("duck", Square::A4), ("check", Square::E5)];
    small(fen, &marks, "The white bishop on b2 attacks the black king on e5")
}
