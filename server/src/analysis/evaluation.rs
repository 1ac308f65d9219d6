//! What the computer says of the position on the board, and of the turns of its line (`judged_line.rs`). It is asked by a step of the page's form, and answers after a while:
//! the page shows that when it is loaded again, and scripts when the page's stream says that there is something. `GET
//! /analysis/evaluation` returns only that part of the page, for them.

use askama::Template;
use axum::extract::Query;
use axum::response::{IntoResponse, Response};
use domain::rules::line::NodePath;
use domain::rules::ply::Ply;
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;
use serde::Deserialize;

use super::form::seat_of;
use super::judged_line::{BoardLine, JudgedLine};
use crate::accounts::Viewer;
use crate::boards::BoardView;
use crate::engines::EngineScore;
use crate::evaluation::{
    self, EvaluatedLine, EvaluationRefusal, MOST_POSITIONS_OF_LINE, PositionState, Silence, score_in_pawns,
};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::page::{Layout, Page};
use crate::web::reading::Reading;
use crate::wording::{Explained, SeatNames, evaluations as words};

/// What the computer says of a position to one viewer.
#[derive(Template)]
#[template(path = "analysis/evaluation.html")]
pub struct EvaluationPart {
    /// What is shown.
    shown: Shown,
    /// Why it was not done as asked: beside the button.
    refusal: Option<String>,
    /// Whether the viewer has an account, which asking needs.
    is_player: bool,
    /// The address of this part alone.
    address: String,
    /// The turns that lines begin with, for the board.
    pub first_turns: Vec<Turn>,
    /// What is said of the line that the position is in, if it is one of turns that can be judged.
    line: Option<JudgedLine>,
}

/// What is shown of a position.
enum Shown {
    /// It can be asked for.
    Nothing,
    /// Nothing is said, and why.
    Refused(String),
    /// It was asked for, and waits.
    Waiting,
    /// It was given up, and can be asked for again.
    Failed,
    /// The lines that were found.
    Found(Vec<LineView>),
    /// The game is over in it: there is nothing to be asked.
    Over,
}

/// A line.
struct LineView {
    /// From 1, the best.
    rank: usize,
    /// For the first side: `+1.3`.
    score: String,
    /// The same in words: `62 % for White`.
    chances: String,
    /// `12... Nf6@e5`
    first: String,
    /// The turns after it.
    rest: String,
}

impl EvaluationPart {
    /// What a viewer may be told of a position, and of the line that it is in. `board_runs`: the board is that of a running game.
    ///
    /// # Errors
    /// The database fails.
    pub async fn load(
        app: &App,
        viewer: Option<&Viewer>,
        position: &Position,
        board_line: Option<&BoardLine>,
        board_runs: bool,
    ) -> anyhow::Result<Self> {
        let is_player = viewer.is_some_and(|viewer| !viewer.is_guest);
        let shown = if board_runs {
            Shown::Refused(EvaluationRefusal::GameRuns.sentence())
        } else if position.result().is_some() {
            Shown::Over
        } else if let Some(viewer) = viewer.filter(|_| is_player) {
            Shown::load(app, viewer, position).await?
        } else {
            Shown::Nothing
        };
        let line = match viewer.filter(|_| is_player && !board_runs).zip(board_line) {
            Some((viewer, line)) => Some(JudgedLine::load(app, viewer.id, line).await?),
            None => None,
        };
        let first_turns = match &shown {
            Shown::Found(lines) => lines.iter().filter_map(|line| line.first_turn(position)).collect(),
            _ => Vec::new(),
        };
        let mut query = vec![("variant", position.variant().key().to_owned()), ("fen", position.fen())];
        query.extend(board_line.filter(|_| line.is_some()).into_iter().flat_map(BoardLine::query));
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(query).finish();
        Ok(Self { shown, refusal: None, is_player, address: format!("{PATH}?{query}"), first_turns, line })
    }

    /// The same, after the computer was asked and refused.
    pub fn refused(self, refusal: Option<&EvaluationRefusal>) -> Self {
        Self { refusal: refusal.map(Explained::sentence), ..self }
    }

    fn waits(&self) -> bool {
        matches!(self.shown, Shown::Waiting) || self.line.as_ref().is_some_and(JudgedLine::waits)
    }
}

impl Shown {
    async fn load(app: &App, viewer: &Viewer, position: &Position) -> anyhow::Result<Self> {
        let mut connection = app.pool.acquire().await?;
        let Some(state) = evaluation::load_position(&mut connection, position).await? else { return Ok(Self::Nothing) };
        let silence = Silence::about(&mut connection, &app.games, Some(viewer.id), [position]).await?;
        if let Some(refusal) = silence.withholds(position) {
            return Ok(Self::Refused(refusal.sentence()));
        }
        // Whoever has not asked about it alone need not wait behind the line that it is in, and is not told when it is done.
        let alone = evaluation::asked_about(&mut connection, viewer.id, std::slice::from_ref(position), false).await?;
        Ok(match state {
            PositionState::Waiting if !alone.contains(&true) => Self::Nothing,
            PositionState::Waiting => Self::Waiting,
            PositionState::Failed => Self::Failed,
            PositionState::Found(lines) => {
                Self::Found(lines.iter().zip(1..).map(|(line, rank)| LineView::new(position, line, rank)).collect())
            }
        })
    }
}

impl LineView {
    fn new(position: &Position, line: &EvaluatedLine, rank: usize) -> Self {
        let seating = position.seating();
        // With two sides a score is read as the first side's, wherever it stands.
        let is_first = seating.side(position.seat_to_move()) == seating.side(Seat::FIRST);
        let seen_from = if is_first || seating.sides().count() > 2 { position.seat_to_move() } else { Seat::FIRST };
        let score: EngineScore =
            if is_first || seating.sides().count() > 2 { line.score } else { line.score.reversed() };
        let numbered = line.numbered(position);
        let (first, rest) = split_first(&numbered);
        Self {
            rank,
            score: score_in_pawns(score),
            chances: words::chances(seating.name(seen_from), (score.winning_chances() * 100.0).round() as u32),
            first: first.to_owned(),
            rest: rest.to_owned(),
        }
    }

    fn first_turn(&self, position: &Position) -> Option<Turn> {
        position.read_turn(self.first.split_whitespace().last()?).ok()
    }
}

/// The first turn with its number, and what follows.
fn split_first(numbered: &str) -> (&str, &str) {
    let mut spaces = numbered.match_indices(' ');
    spaces.nth(1).map_or((numbered, ""), |(at, _)| (&numbered[..at], numbered[at..].trim_start()))
}

/// The path of the part alone.
pub const PATH: &str = "/analysis/evaluation";

/// Which position.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct EvaluationQuery {
    variant: String,
    fen: String,
    /// The seat at the lower edge of the board.
    side: String,
    /// The position that the line on the board begins with.
    start: String,
    /// Its turns.
    turns: String,
    /// The node at its end.
    end: String,
    /// The ply that the board shows.
    ply: String,
}

impl EvaluationQuery {
    /// The line on the board, if it can be read and is not longer than what the computer looks through.
    fn line(&self, variant: Variant) -> Option<BoardLine> {
        if self.turns.split(' ').count() >= MOST_POSITIONS_OF_LINE {
            return None;
        }
        let start = Position::from_fen(variant, &self.start).ok()?;
        let mut position = start.clone();
        let mut turns = Vec::new();
        for text in self.turns.split(' ') {
            let turn = position.read_turn(text).ok()?;
            position = position.play(turn);
            turns.push(turn);
        }
        let end = self.end.parse::<NodePath>().ok()?;
        let shown = self.ply.parse().ok().filter(|ply| *ply <= turns.len())?;
        BoardLine::new(&start, turns, &end, Ply::after(shown)).ok()
    }
}

/// The part, and the board that it draws on.
#[derive(Template)]
#[template(path = "analysis/evaluation_alone.html")]
struct EvaluationAlone {
    layout: Layout,
    part: EvaluationPart,
    board: BoardView,
}

/// `GET /analysis/evaluation`: what is known already. Nothing is asked by it.
///
/// # Errors
/// There is no such variant or position.
pub async fn show(
    Reading(app): Reading,
    layout: Layout,
    Query(query): Query<EvaluationQuery>,
) -> Result<Response, Error> {
    let variant: Variant = query.variant.parse().map_err(|_| Error::NotFound)?;
    let position = Position::from_fen(variant, &query.fen).map_err(|_| Error::NotFound)?;
    let line = layout.account().and_then(|_| query.line(variant));
    let part = EvaluationPart::load(&app, layout.viewer.as_ref(), &position, line.as_ref(), false).await?;
    let side = seat_of(position.seating(), &query.side).unwrap_or(Seat::FIRST);
    let board = BoardView::new(&position, None, side, String::new()).with_arrows(&part.first_turns);
    Ok(Page::new(EvaluationAlone { layout, part, board }).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_split_behind_its_first_turn() {
        assert_eq!(split_first("1. e4@e6 d5@d3 2. exd5@a3"), ("1. e4@e6", "d5@d3 2. exd5@a3"));
        assert_eq!(split_first("1... d5@d3 2. exd5@a3"), ("1... d5@d3", "2. exd5@a3"));
        assert_eq!(split_first("1. Qxe8"), ("1. Qxe8", ""));
    }
}
