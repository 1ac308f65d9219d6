//! The rules: a page of contents with what holds for all games, a page for each variant, and those of a game's variant for
//! the game's page, illustrated by small boards.

pub mod round;

use askama::Template;
use axum::extract::{Path, Query};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use domain::rules::duchess::SetUp;
use domain::rules::position::Position;
use domain::rules::variant::Variant;
use serde::Deserialize;
use shakmaty::Square;

use crate::boards::{Attempt, BoardView, ParsedTurn};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::page::{Layout, Page};
use crate::wording::VariantNames;
use crate::wording::rules as words;

/// The page of this feature.
pub fn router() -> Router<App> {
    Router::new()
        .route("/rules", get(show))
        .route("/rules/{game}", get(show_game))
        .route("/rules/turn", get(turn))
        .route("/rules/why", get(why))
}

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage {
    layout: Layout,
}

impl RulesPage {
    /// The variants of Duchess.
    fn duchess() -> impl Iterator<Item = Variant> {
        Variant::ALL.into_iter().filter(|variant| matches!(variant, Variant::Duchess(_)))
    }
}

/// Whose rules a page has.
enum RulesOf {
    Duck,
    ThreeCheckDuck,
    /// For so many players, or for any number.
    Duchess(Option<SetUp>),
}

impl RulesOf {
    /// By the key of a variant, or `duchess`.
    fn by_key(key: &str) -> Option<Self> {
        if key == "duchess" {
            return Some(Self::Duchess(None));
        }
        Some(match key.parse::<Variant>().ok()? {
            Variant::Duck => Self::Duck,
            Variant::ThreeCheckDuck => Self::ThreeCheckDuck,
            Variant::Duchess(set_up) => Self::Duchess(Some(set_up)),
            Variant::Chess => return None,
        })
    }

    /// The variant, unless they are for several.
    fn variant(&self) -> Option<Variant> {
        match self {
            Self::Duck => Some(Variant::Duck),
            Self::ThreeCheckDuck => Some(Variant::ThreeCheckDuck),
            Self::Duchess(set_up) => set_up.map(Variant::Duchess),
        }
    }
}

#[derive(Template)]
#[template(path = "rules/page.html")]
struct GameRulesPage {
    layout: Layout,
    game: RulesOf,
}

impl GameRulesPage {
    fn name(&self) -> &'static str {
        self.game.variant().map_or(words::DUCHESS, VariantNames::name)
    }

    fn in_short(&self) -> Option<&'static str> {
        self.game.variant().map(VariantNames::in_short)
    }
}

/// `GET /rules/{game}`
///
/// # Errors
/// There is no such game.
async fn show_game(layout: Layout, Path(key): Path<String>) -> Result<Response, Error> {
    let game = RulesOf::by_key(&key).ok_or(Error::NotFound)?;
    Ok(Page::new(GameRulesPage { layout, game }).into_response())
}

/// `GET /rules`
async fn show(layout: Layout) -> Response {
    Page::new(RulesPage { layout }).into_response()
}

/// The query of a script about a position.
#[derive(Deserialize)]
struct RulesQuery {
    /// The key of a variant, whether it is played here or only read.
    variant: String,
    fen: String,
    /// Whether the turn is one that the player prepares for.
    #[serde(default)]
    theirs: bool,
    #[serde(default)]
    turn: String,
}

impl RulesQuery {
    fn position(&self) -> Result<Position, Error> {
        let variant = Variant::by_key(&self.variant).ok_or(Error::NotFound)?;
        Position::from_fen(variant, &self.fen).map_err(|_| Error::NotFound)
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
    small(fen, &marks, words::A_TURN)
}

/// The duck in the way.
pub fn the_duck_blocks() -> Option<BoardView> {
    let fen = "8/8/8/8/8/3n4/1p1*4/R1B1K3 w - - 0 1";
    small(fen, &[("duck", Square::D2)], words::THE_DUCK_BLOCKS)
}

/// The end of a game.
pub fn the_king_is_taken() -> Option<BoardView> {
    let fen = "8/8/8/1pp1R3/2p*4/8/1P1P4/3K4 b - - 0 1";
    small(fen, &[("from", Square::E1), ("to", Square::E5)], words::THE_KING_IS_CAPTURED)
}

/// A castling that the duck forbids.
pub fn no_castling() -> Option<BoardView> {
    let fen = "8/8/8/8/8/8/PPP1P3/R1*1K3 w Q - 0 1";
    small(fen, &[("duck", Square::C1)], words::NO_CASTLING)
}

/// A check, where they count.
pub fn a_check() -> Option<BoardView> {
    let fen = "8/8/8/3pk3/*3p3/8/1BP5/1K6 b - - 0 1";
    let marks = [("from", Square::C1), ("to", Square::B2), ("duck", Square::A4), ("check", Square::E5)];
    small(fen, &marks, words::A_CHECK)
}
