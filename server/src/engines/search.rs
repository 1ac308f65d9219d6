//! What an engine is asked, and what it answers.

use std::time::Duration;

use domain::correspondence::game::Game;
use domain::rules::ply::Ply;
use domain::rules::position::Position;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;
use serde::{Deserialize, Serialize};

/// A position to be searched.
#[derive(Clone, Debug)]
pub struct Search {
    /// Where the line begins that leads to it.
    start: Position,
    /// The turns from there, each legal.
    turns: Vec<Turn>,
    position: Position,
    /// When it ends.
    pub limit: SearchLimit,
    /// How many lines are wanted, each beginning with another piece move.
    pub lines: usize,
    /// How strong the engine is to play, in its own Elo; `None`: as well as it can.
    pub elo: Option<u32>,
    /// Whether the turn that is found is to be played, and not shown with what may follow.
    pub is_to_play: bool,
}

/// When a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchLimit {
    /// After so many positions: the same on every machine.
    Nodes(u64),
    /// After this time.
    Time(Duration),
}

impl Search {
    /// A search of a position for one line, at full strength.
    pub fn new(start: Position, limit: SearchLimit) -> Self {
        Self { position: start.clone(), start, turns: Vec::new(), limit, lines: 1, elo: None, is_to_play: false }
    }

    /// A search of a game's position, with the turns before it, so that the engine knows of repetitions; without them if
    /// something else than turns has led there, or more than two play.
    pub fn of_game(game: &Game, ply: Ply, limit: SearchLimit) -> Self {
        let before = &game.turns()[..ply.turns()];
        if game.seating().players() > 2 || before.iter().any(|made| !made.missed.is_empty()) {
            return Self::new(game.position_at(ply).unwrap_or(game.position()).clone(), limit);
        }
        let mut search = Self::new(game.start().clone(), limit);
        before.iter().for_each(|made| search.push(made.turn));
        search
    }

    /// The same after one more turn, which has to be legal there.
    pub fn push(&mut self, turn: Turn) {
        self.position = self.position.play(turn);
        self.turns.push(turn);
    }

    /// The position that is searched.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Its variant.
    pub fn variant(&self) -> Variant {
        self.position.variant()
    }

    /// The `position` line that sets it up, with the turns before it, so that the engine knows of repetitions.
    pub(super) fn set_up(&self) -> String {
        let mut line = format!("position fen {}", self.start.fen());
        let mut position = self.start.clone();
        for (number, &turn) in self.turns.iter().enumerate() {
            line += if number == 0 { " moves " } else { " " };
            line += &position.write_uci(turn);
            position = position.play(turn);
        }
        line
    }
}

/// How good a position is for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EngineScore {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// It wins in so many turns of its own; 0: it has won.
    WinIn(u32),
    /// It loses in so many turns of the other side; 0: it has lost.
    LossIn(u32),
}

impl EngineScore {
    /// The same for the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Centipawns(score) => Self::Centipawns(-score),
            Self::WinIn(turns) => Self::LossIn(turns),
            Self::LossIn(turns) => Self::WinIn(turns),
        }
    }

    /// Greater for what is better.
    pub(super) fn order(self) -> (i8, i64) {
        match self {
            Self::WinIn(turns) => (1, -i64::from(turns)),
            Self::Centipawns(score) => (0, i64::from(score)),
            Self::LossIn(turns) => (-1, i64::from(turns)),
        }
    }

    /// The chance to win, from 0 to 1, a draw counting half. A pawn is worth what it is in the net of Mallard's engine: 350
    /// hundredths are a chance of 1 / (1 + 1/e).
    pub fn winning_chances(self) -> f64 {
        match self {
            Self::Centipawns(score) => 1.0 / (1.0 + (-f64::from(score) / 350.0).exp()),
            Self::WinIn(_) => 1.0,
            Self::LossIn(_) => 0.0,
        }
    }
}

/// A line that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineLine {
    /// How good it is for the side to move.
    pub score: EngineScore,
    /// How many turns ahead the engine looked.
    pub depth: u32,
    /// Its turns, each legal.
    pub turns: Vec<Turn>,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The turn to play: legal.
    pub best: Turn,
    /// The lines, the best first. An engine that says no score has none.
    pub lines: Vec<EngineLine>,
}

impl Found {
    /// The score of the best line, if the engine said one.
    pub fn score(&self) -> Option<EngineScore> {
        self.lines.first().map(|line| line.score)
    }
}
