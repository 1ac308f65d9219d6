//! [`ComputerPanel`]: what the tab shows to one viewer.

use std::collections::BTreeMap;

use domain::rules::ply::Ply;
use domain::rules::seat::Seat;
use sqlx::PgConnection;

use crate::accounts::PlayerId;
use crate::evaluation::{
    self, Course, EvaluatedLine, GameEvaluation, GameState, Graph, JudgedTurn, Mark, Report, Silence, TurnFindings,
};
use crate::games::{Games, StoredGame};
use crate::web::form::Problems;
use crate::wording::{Explained, SeatNames, all_of, evaluations as words};

/// What the tab shows to one viewer.
#[derive(Default)]
pub struct ComputerPanel {
    /// Why nothing is said of this game, whoever asks.
    pub refusal: Option<String>,
    /// Whether it can be asked for: nobody has, or it was given up.
    pub can_ask: bool,
    /// Whether it was given up.
    pub has_failed: bool,
    /// Why it was not done as asked.
    pub problems: Problems,
    /// How many positions have been searched, of how many, while it goes on.
    pub progress: Option<(usize, usize)>,
    /// That some of it is not shown to this viewer.
    pub held_back: Option<String>,
    /// What has been found out.
    pub findings: Option<Findings>,
}

/// What has been found out.
pub struct Findings {
    /// The chances by ply.
    pub graph: Graph,
    /// What it says of the turns of each player.
    pub players: Vec<PlayerFindings>,
    /// Where the chances fell the most.
    pub moments: Vec<TurnFindings>,
    /// All turns.
    pub turns: Vec<TurnFindings>,
}

/// What is said of a player's turns.
pub struct PlayerFindings {
    /// Who.
    pub name: String,
    /// `White`; of several seats all.
    pub seats: String,
    /// In hundredths.
    pub accuracy: u32,
    /// Of how many turns, if the viewer is not told of all: `12 of 14 turns`.
    pub of_turns: Option<String>,
    /// The signs of marks, with how many there are in words: `2 mistakes`.
    pub marks: Vec<(Mark, String)>,
}

impl ComputerPanel {
    /// The panel of a game at a ply.
    ///
    /// # Errors
    /// The database fails.
    pub async fn load(
        connection: &mut PgConnection,
        games: &Games,
        stored: &StoredGame,
        shown: Ply,
        viewer: Option<PlayerId>,
    ) -> anyhow::Result<Self> {
        if let Err(refusal) = evaluation::may_be_evaluated(stored) {
            return Ok(Self { refusal: Some(refusal.sentence()), ..Self::default() });
        }
        let Some(found) = evaluation::load_game(connection, &stored.id).await? else {
            return Ok(Self { can_ask: true, ..Self::default() });
        };
        let GameEvaluation { state, positions, lines } = found;
        let searched = lines.len();
        let lines = told(connection, games, stored, viewer, lines).await?;
        let held_back = searched - lines.len();
        let course = Course::of_game(&stored.game);
        let report = Report::new(&course, &lines);
        Ok(Self {
            can_ask: state == GameState::Failed,
            has_failed: state == GameState::Failed,
            progress: (state == GameState::Waiting).then_some((searched, positions)),
            held_back: (held_back > 0).then(|| words::held_back(held_back)),
            findings: (searched > 0).then(|| Findings::new(stored, &course, &report, shown, state == GameState::Done)),
            ..Self::default()
        })
    }
}

/// The lines that a viewer may be told of.
///
/// # Errors
/// The database fails.
pub async fn told(
    connection: &mut PgConnection,
    games: &Games,
    stored: &StoredGame,
    viewer: Option<PlayerId>,
    lines: BTreeMap<Ply, Vec<EvaluatedLine>>,
) -> anyhow::Result<BTreeMap<Ply, Vec<EvaluatedLine>>> {
    let game = &stored.game;
    let positions = lines.keys().filter_map(|&ply| game.position_at(ply));
    let silence = Silence::about(connection, games, viewer, positions).await?;
    let is_told = |ply: Ply| game.position_at(ply).is_some_and(|position| silence.withholds(position).is_none());
    Ok(lines.into_iter().filter(|&(ply, _)| is_told(ply)).collect())
}

impl Findings {
    /// `is_done`: every position was searched: only then can the players be judged.
    fn new(stored: &StoredGame, course: &Course, report: &Report, shown: Ply, is_done: bool) -> Self {
        let of_turn = |turn: &JudgedTurn| TurnFindings::new(course, report, turn);
        Self {
            graph: Graph::new(course, report, shown),
            players: stored
                .each_player()
                .filter(|_| is_done)
                .filter_map(|(seat, _)| PlayerFindings::new(stored, report, seat))
                .collect(),
            moments: report.moments().into_iter().map(of_turn).collect(),
            turns: report.turns.iter().map(of_turn).collect(),
        }
    }
}

impl PlayerFindings {
    /// `None`: the viewer is told of none of their turns.
    fn new(stored: &StoredGame, report: &Report, first: Seat) -> Option<Self> {
        let game = &stored.game;
        let seating = game.seating();
        let seats: Vec<_> = seating.seats_with(first).collect();
        let accuracies: Vec<_> = seats.iter().filter_map(|&seat| report.accuracy(seat)).collect();
        let number = u32::try_from(accuracies.len()).unwrap_or_default();
        let accuracy = accuracies.iter().sum::<u32>().checked_div(number)?;
        let judged = report.turns.iter().filter(|turn| seats.contains(&turn.seat)).count();
        let made = game.turns().iter().filter(|turn| seats.contains(&turn.seat)).count();
        let marks = [Mark::Only].into_iter().chain(Mark::FAULTS).filter_map(|mark| {
            let count: usize = seats.iter().map(|&seat| report.count(seat, mark)).sum();
            (count > 0).then(|| (mark, mark.counted(count)))
        });
        Some(Self {
            name: stored.players[first].name.to_string(),
            seats: all_of(&seats.iter().map(|&seat| seating.name(seat)).collect::<Vec<_>>()),
            accuracy,
            of_turns: (judged < made).then(|| words::of_turns(judged, made)),
            marks: marks.collect(),
        })
    }
}
