//! [`JudgedLine`]: what the computer says of the turns of the line on the board. It is made of what it has found in their positions, whoever
//! has asked about those.

use std::collections::BTreeMap;

use domain::rules::entry::Entry;
use domain::rules::line::NodePath;
use domain::rules::ply::Ply;
use domain::rules::position::Position;
use domain::rules::study::Study;
use domain::rules::turn::Turn;

use crate::accounts::PlayerId;
use crate::evaluation::{
    self, Course, EvaluatedLine, EvaluationRefusal, Graph, MOST_POSITIONS_OF_LINE, Mark, PositionState, Report,
    Silence, TurnFindings,
};
use crate::state::App;
use crate::wording::evaluations as words;

/// The line of a study that the board is in, to its end.
pub struct BoardLine {
    course: Course,
    /// The nodes at its positions.
    places: Vec<NodePath>,
    /// The ply that the board shows.
    shown: Ply,
}

/// What the computer says of it to one viewer.
#[derive(Default)]
pub struct JudgedLine {
    /// Whether it can be asked about all positions.
    pub can_ask: bool,
    /// In how many positions it has found something, of how many, while it goes on.
    pub progress: Option<(usize, usize)>,
    /// That some of it is not shown to this viewer.
    pub held_back: Option<String>,
    /// What it has found.
    pub findings: Option<LineFindings>,
}

/// What the computer has found.
pub struct LineFindings {
    /// The chances by ply.
    pub graph: Graph,
    /// The turns that it has judged.
    pub turns: Vec<PlacedFindings>,
    /// How many of each mark there are, in words: `2 mistakes`.
    pub marks: Vec<(Mark, String)>,
}

/// A turn of the line.
pub struct PlacedFindings {
    /// The node after it.
    pub place: NodePath,
    /// Whether the board shows it.
    pub is_shown: bool,
    /// What is said of it.
    pub said: TurnFindings,
}

impl BoardLine {
    /// The line through a node.
    ///
    /// # Errors
    /// It cannot be judged: it has no turns or too many, it is of three sides, or somebody drops out in it.
    pub fn of(study: &Study, place: &NodePath) -> Result<Self, EvaluationRefusal> {
        let end = study.line().last(place).unwrap_or_else(|| place.clone());
        let entries = study.line().turns_to(&end).unwrap_or_default();
        let turns: Option<Vec<Turn>> = entries.into_iter().copied().map(Entry::turn).collect();
        let turns = turns.ok_or(EvaluationRefusal::ManySides)?;
        Self::new(study.start(), turns, &end, Ply::after(place.turns()))
    }

    /// The line of turns that lead from a position to a node.
    ///
    /// # Errors
    /// It cannot be judged: it has no turns or too many, or it is of three sides.
    pub fn new(start: &Position, turns: Vec<Turn>, end: &NodePath, shown: Ply) -> Result<Self, EvaluationRefusal> {
        // A node is somebody's text, and may name any number of turns.
        if turns.is_empty() || end.turns() != turns.len() {
            return Err(EvaluationRefusal::NoTurns);
        }
        if turns.len() >= MOST_POSITIONS_OF_LINE {
            return Err(EvaluationRefusal::LineTooLong);
        }
        if start.seating().sides().count() != 2 {
            return Err(EvaluationRefusal::ManySides);
        }
        let places = end.nodes();
        if places.len() != turns.len() + 1 {
            return Err(EvaluationRefusal::NoTurns);
        }
        Ok(Self { course: Course::of_turns(start, turns), places, shown })
    }

    /// Its positions.
    pub fn positions(&self) -> &[Position] {
        self.course.positions()
    }

    /// What a query says of it: its turns, where it begins and ends, and which of its positions is shown.
    pub fn query(&self) -> Vec<(&'static str, String)> {
        let turns: Vec<_> = self.course.turns().iter().map(|turn| turn.text.as_str()).collect();
        let end = self.places.last().map(NodePath::to_string).unwrap_or_default();
        vec![
            ("start", self.positions()[0].fen()),
            ("turns", turns.join(" ")),
            ("end", end),
            ("ply", self.shown.turns().to_string()),
        ]
    }
}

impl JudgedLine {
    /// What a viewer may be told of a line.
    ///
    /// # Errors
    /// The database fails.
    pub async fn load(app: &App, viewer: PlayerId, line: &BoardLine) -> anyhow::Result<Self> {
        let positions = line.positions();
        let mut connection = app.pool.acquire().await?;
        let states = evaluation::load_positions(&mut connection, positions).await?;
        if states.iter().all(Option::is_none) {
            return Ok(Self { can_ask: true, ..Self::default() });
        }
        // Whoever has not asked themselves is not told that there is news, and need not wait behind others' lines.
        let own = evaluation::asked_about(&mut connection, viewer, positions, true).await?;
        // What nobody has asked about is not looked for among the running games: whoever asks is told, once and for all positions of the line.
        let has_asked = own.contains(&true);
        let known = positions
            .iter()
            .zip(&states)
            .filter(|(_, state)| has_asked || state.is_some())
            .map(|(position, _)| position);
        let silence = Silence::about(&mut connection, &app.games, Some(viewer), known).await?;
        let (mut lines, mut waiting, mut open, mut held_back) = (BTreeMap::new(), 0, 0, 0);
        for (((ply, position), state), is_own) in (0..).map(Ply::after).zip(positions).zip(states).zip(own) {
            match state {
                _ if position.result().is_some() => {}
                _ if (has_asked || state.is_some()) && silence.withholds(position).is_some() => held_back += 1,
                Some(PositionState::Found(found)) => {
                    lines.insert(ply, found);
                }
                Some(PositionState::Waiting) if is_own => waiting += 1,
                Some(PositionState::Waiting | PositionState::Failed) | None => open += 1,
            }
        }
        Ok(Self {
            can_ask: open > 0,
            progress: (waiting > 0).then(|| (lines.len(), lines.len() + waiting)),
            held_back: (held_back > 0).then(|| words::held_back(held_back)),
            findings: LineFindings::new(line, &lines),
        })
    }

    /// Whether more of it is to come.
    pub const fn waits(&self) -> bool {
        self.progress.is_some()
    }
}

impl LineFindings {
    /// `None`: nothing is known of any turn.
    fn new(line: &BoardLine, lines: &BTreeMap<Ply, Vec<EvaluatedLine>>) -> Option<Self> {
        let BoardLine { course, places, shown } = line;
        let report = Report::new(course, lines);
        let count = |mark: Mark| report.turns.iter().filter(|turn| turn.mark == Some(mark)).count();
        let marks = [Mark::Only].into_iter().chain(Mark::FAULTS);
        let marks = marks.map(|mark| (mark, count(mark))).filter(|(_, count)| *count > 0);
        let turns = report.turns.iter().map(|turn| PlacedFindings {
            place: places[turn.ply.turns()].clone(),
            is_shown: turn.ply == *shown,
            said: TurnFindings::new(course, &report, turn),
        });
        (!report.turns.is_empty()).then(|| Self {
            graph: Graph::new(course, &report, *shown),
            turns: turns.collect(),
            marks: marks.map(|(mark, count)| (mark, mark.counted(count))).collect(),
        })
    }
}
