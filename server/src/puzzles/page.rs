//! The page of a puzzle: the board, what was tried, and what came of it.

use askama::Template;
use domain::rules::line::NodePath;
use domain::rules::position::Position;
use domain::rules::puzzle::{Goal, Puzzle};
use domain::rules::seat::Seat;
use domain::rules::study::Study;

use super::attempt::{Help, Place};
use super::store::{Attempt, Origin, Standing, StoredPuzzle, WARM_UP};
use crate::analysis;
use crate::boards::{BoardData, BoardView};
use crate::web::form::Problems;
use crate::web::page::Layout;
use crate::wording::puzzles as words;
use crate::wording::{SeatNames, VariantNames, board_labels};

/// The page.
#[derive(Template)]
#[template(path = "puzzles/show.html")]
pub struct PuzzlePage {
    pub layout: Layout,
    pub stored: StoredPuzzle,
    pub place: Place,
    /// Of the viewer.
    pub attempt: Option<Attempt>,
    pub standing: Option<Standing>,
    pub has_reported: bool,
    /// Whether it is the puzzle of the day.
    pub is_daily: bool,
    /// What was typed, if it is no turn.
    pub turn: String,
    /// What was typed as a report, if it was refused.
    pub reason: String,
    pub problems: Problems,
}

/// A wrong turn, for its picture and words.
struct Refuted {
    /// `Qxh7@g5 Kxh7@g6`
    line: String,
    sentence: String,
    board: BoardView,
}

impl PuzzlePage {
    fn puzzle(&self) -> &Puzzle {
        &self.stored.puzzle
    }

    fn number(&self) -> u32 {
        self.puzzle().number()
    }

    fn variant(&self) -> &'static str {
        self.position().variant().name()
    }

    fn position(&self) -> &Position {
        self.place.position(self.puzzle())
    }

    fn solver(&self) -> Seat {
        self.puzzle().start().seat_to_move()
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        self.position().variant().seating().name(seat)
    }

    fn other(&self) -> &'static str {
        let seating = self.position().variant().seating();
        let other = seating.seats().find(|&seat| seat != self.solver()).unwrap_or(Seat::FIRST);
        self.seat_name(other)
    }

    fn is_over(&self) -> bool {
        self.place.is_over(self.puzzle())
    }

    fn is_solved(&self) -> bool {
        self.place.is_solved(self.puzzle())
    }

    /// What has to be done, all of it or what is left of it.
    fn task(&self) -> String {
        let (goal, counts_checks) = (self.puzzle().goal(), self.position().features().checks_to_win.is_some());
        let left = match goal {
            Goal::Win { turns } => Goal::Win { turns: turns - self.place.task.min(goal.tasks() - 1) as u32 },
            save @ Goal::Save { .. } => save,
        };
        words::task(left, self.seat_name(self.solver()), self.other(), counts_checks)
    }

    /// What the board says beside the task.
    fn status(&self) -> String {
        words::to_move(self.seat_name(self.solver()))
    }

    /// What has been found, while there is more to find: `Qf6@g6 Kh5@a1`.
    fn found(&self) -> Option<String> {
        let plies = 2 * self.place.task;
        (plies > 0 && !self.is_over()).then(|| self.line(plies))
    }

    /// So many turns of the line.
    fn line(&self, plies: usize) -> String {
        let turns = self.puzzle().positions().iter().zip(self.puzzle().line()).take(plies);
        turns.map(|(position, &turn)| position.write_turn(turn)).collect::<Vec<_>>().join(" ")
    }

    fn whole_line(&self) -> String {
        self.line(usize::MAX)
    }

    /// How it goes on after the solution.
    fn afterwards(&self) -> String {
        words::afterwards(self.puzzle().goal(), self.other())
    }

    fn refuted(&self) -> Option<Refuted> {
        let tried = self.place.tried?;
        let before = self.position();
        let middle = before.play(tried.turn);
        let mut line = before.write_turn(tried.turn);
        let reply = tried.reply.map(|reply| middle.write_turn(reply));
        let (after, last) = match tried.reply {
            Some(reply) => (middle.play(reply), reply),
            None => (middle.clone(), tried.turn),
        };
        let ends = tried.reply.is_some() && after.result().is_some();
        let sentence = words::refuted(self.puzzle().goal(), &line, reply.as_deref(), self.other(), ends);
        reply.iter().for_each(|reply| {
            line.push(' ');
            line.push_str(reply);
        });
        let board = BoardView::new(&after, Some(last), self.solver(), board_labels::after(&line));
        Some(Refuted { line, sentence, board })
    }

    /// Which piece moves.
    fn hint(&self) -> Option<String> {
        if self.place.help != Some(Help::Hint) || self.is_over() {
            return None;
        }
        let solution = self.puzzle().solution(self.place.task)?;
        let coordinates = self.position().write_coordinates(solution);
        Some(words::hint(coordinates.get(..2).unwrap_or_default()))
    }

    fn themes(&self) -> Vec<(&'static str, &'static str)> {
        self.puzzle().themes().iter().map(|&theme| (theme.key(), words::theme(theme))).collect()
    }

    /// How others did.
    fn tried(&self) -> String {
        words::tried(self.stored.tried, self.stored.solved)
    }

    /// What the attempt did to the viewer's rating.
    fn change(&self) -> Option<String> {
        let points = self.attempt?.points?;
        Some(words::change(points.into(), &self.own_rating()?))
    }

    /// The viewer's rating, if they have one.
    fn own_rating(&self) -> Option<String> {
        self.standing.map(|standing| words::rating(standing.rating.points(), standing.rating.is_provisional()))
    }

    /// How hard it is, and how others did.
    fn level(&self) -> String {
        let rating = self.stored.rating;
        let level = words::level(&words::rating(rating.points(), rating.is_provisional()), self.is_warm_up());
        format!("{level} {}", self.tried())
    }

    fn is_warm_up(&self) -> bool {
        self.number() == WARM_UP.unsigned_abs()
    }

    /// Where it comes from.
    fn source(&self) -> &str {
        match self.stored.origin {
            Some(_) => words::FROM_A_GAME,
            None if self.is_warm_up() => words::FROM_THE_INVENTOR,
            None => words::source(self.puzzle().source()),
        }
    }

    /// The game it was found in, where it begins; not before the end, because the game goes on there.
    fn game(&self) -> Option<String> {
        let Origin { game, ply } = self.stored.origin.as_ref().filter(|_| self.is_over())?;
        Some(format!("/games/{}?ply={ply}", game.as_str()))
    }

    /// That it is not offered any more.
    fn retired(&self) -> Option<String> {
        let retired = self.stored.retired.as_ref()?;
        Some(words::retired(&self.layout.day_in_words(retired.at), retired.because.as_deref()))
    }

    fn played(&self) -> String {
        self.place.played(self.puzzle())
    }

    fn board(&self) -> BoardView {
        let last = self.place.last(self.puzzle());
        let turn = last.map(|(turn, before)| before.write_turn(turn));
        let label = match turn {
            Some(turn) => board_labels::after(&turn),
            None => board_labels::at_start(self.seat_name(self.solver())),
        };
        let board = BoardView::new(self.position(), last.map(|(turn, _)| turn), self.solver(), label);
        board.coming_from(last.map(|(_, before)| before))
    }

    fn board_data(&self) -> Result<Option<String>, serde_json::Error> {
        let data = || BoardData::new(self.position(), self.solver(), 2 * self.place.task as u32);
        let check_marks = self.layout.board.check_marks;
        (!self.is_over()).then(|| data().marked_as(&self.board(), check_marks).json()).transpose()
    }

    /// The analysis board with the puzzle; with its solution once that is known.
    fn analysis(&self) -> Option<String> {
        let mut study = Study::new(self.puzzle().start().clone());
        if self.is_over() {
            let mut path = NodePath::START;
            for (position, &turn) in self.puzzle().positions().iter().zip(self.puzzle().line()) {
                path = study.play(&path, &position.write_turn(turn)).ok()?;
            }
        }
        analysis::address_of(&study, self.solver())
    }

    fn asks_to_sign_up(&self) -> bool {
        self.layout.account().is_none()
    }
}
