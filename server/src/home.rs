//! The home page, which explains the game in a minute.

use askama::Template;
use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use shakmaty::Square;

use crate::boards::{BoardView, RoundBoard};
use crate::rules;
use crate::state::App;
use crate::web::page::{Layout, Page};

/// The page of this feature.
pub fn router() -> Router<App> {
    Router::new().route("/", get(show))
}

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage {
    layout: Layout,
}

impl HomePage {
    fn hero(&self) -> Option<BoardView> {
        let marks = [("from", Square::C1), ("to", Square::G5), ("duck", Square::E7)];
        let words = "A game of Duck Chess after 4. Bg5@e7: the duck stands on e7, before the black king";
        BoardView::illustration(BISHOP_AND_DUCK, &marks, words)
    }

    fn move_a_piece(&self) -> Option<BoardView> {
        let fen = "rnbqkbnr/pppp1ppp/2*1p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        let marks = [("from", Square::E7), ("to", Square::E6)];
        BoardView::illustration(fen, &marks, "Black has moved a pawn from e7 to e6")
    }

    fn move_the_duck(&self) -> Option<BoardView> {
        let fen = "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP*PPP/RNBQKBNR w KQkq - 0 2";
        let marks = [("from", Square::E7), ("to", Square::E6), ("duck", Square::E2)];
        BoardView::illustration(fen, &marks, "The duck has gone from c6 to e2")
    }

    fn nothing_passes(&self) -> Option<BoardView> {
        let marks = [("from", Square::C1), ("to", Square::G5), ("duck", Square::E7)];
        BoardView::illustration(
            BISHOP_AND_DUCK,
            &marks,
            "The duck on e7 stands between the bishop on g5 and the queen on d8",
        )
    }

    fn capture_the_king(&self) -> Option<BoardView> {
        let fen = "rnbqBb1r/ppp2ppp/4pn2/3p4/3PP3/2N5/PPP1*PPP/R1BQK1NR b KQ - 0 5";
        let marks = [("from", Square::B5), ("to", Square::E8)];
        BoardView::illustration(fen, &marks, "The bishop from b5 has taken the king on e8")
    }

    fn duchess(&self) -> RoundBoard {
        rules::round::start()
    }
}

const BISHOP_AND_DUCK: &str = "rnbqkb1r/ppp1*ppp/4pn2/3p2B1/3PP3/2N5/PPP2PPP/R2QKBNR b KQkq - 1 4";

/// `GET /`
async fn show(layout: Layout) -> Response {
    Page::new(HomePage { layout }).into_response()
}
