//! The home page, which explains the game in a minute, and the rules.

use askama::Template;
use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::duchess::{DuchessPosition, SetUp};
use shakmaty::Square;

use crate::app::App;
use crate::games::BoardView;
use crate::page::{Layout, Page};

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new().route("/", get(show)).route("/rules", get(rules))
}

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage {
    layout: Layout,
}

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage {
    layout: Layout,
}

impl RulesPage {
    fn duchess_start(&self) -> Option<BoardView> {
        BoardView::round_illustration(
            &DuchessPosition::start(SetUp::Six).to_string(),
            None,
            "Duchess for six before the first turn",
        )
    }

    fn duchess_rook(&self) -> Option<BoardView> {
        let words = "A rook goes from 1c2 straight through the Vortex to 4c3";
        BoardView::round_illustration("2 1 K1a1R1c2/K4a1", Some("R1c2-4c3"), words)
    }

    fn duchess_teleport(&self) -> Option<BoardView> {
        let words = "A rook teleports from 1a1, next to Red’s wizard, to 4c3, next to Green’s";
        BoardView::round_illustration("4 1 K1d1W1b2R1a1/K2c1/K4d1W4b3/K5c1", Some("R1a1-4c3"), words)
    }
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

    fn take_the_king(&self) -> Option<BoardView> {
        let fen = "rnbqBb1r/ppp2ppp/4pn2/3p4/3PP3/2N5/PPP1*PPP/R1BQK1NR b KQ - 0 5";
        let marks = [("from", Square::B5), ("to", Square::E8)];
        BoardView::illustration(fen, &marks, "The bishop from b5 has taken the king on e8")
    }
}

const BISHOP_AND_DUCK: &str = "rnbqkb1r/ppp1*ppp/4pn2/3p2B1/3PP3/2N5/PPP2PPP/R2QKBNR b KQkq - 1 4";

/// `GET /`
async fn show(layout: Layout) -> Response {
    Page::new(HomePage { layout }).into_response()
}

/// `GET /rules`
async fn rules(layout: Layout) -> Response {
    Page::new(RulesPage { layout }).into_response()
}
