//! The notation as the page shows it: lines of turns, notes between them, and variations below the turn they replace.

use domain::rules::entry::Entry;
use domain::rules::line::{Comment, NodePath};
use domain::rules::pgn::PgnLine;
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::study::Study;

use crate::boards::SeatMark;
use crate::evaluation::{read_score_in_pgn, score_in_pawns};
use crate::wording::SeatNames;
use crate::wording::glyphs::Glyph;

/// A part of the notation, in the order in which a page shows them.
pub enum NotationPart {
    /// Consecutive turns.
    Turns(Vec<Node>),
    /// A note.
    Note(String),
    /// Variations of the previous turn: a list begins.
    Variations,
    /// A variation begins: an item of the list.
    Variation,
    /// The variation ends.
    VariationEnd,
    /// The list ends.
    VariationsEnd,
}

/// A turn in the tree.
pub struct Node {
    /// `3.`, or `3...` where a line begins or continues; otherwise empty.
    pub number: String,
    /// `Nf6@e2`; `out of time` where a clock ran out and the others played on.
    pub text: String,
    /// The seat's mark, where there are more than two seats.
    pub mark: Option<SeatMark>,
    /// `!`, `?!`, ` ±` and their like.
    pub glyphs: Vec<Glyph>,
    /// `+0.3`: how a program judged the position after it, from the first side's view.
    pub score: Option<String>,
    /// The node after it.
    pub place: String,
    /// Whether the board shows that node.
    pub is_shown: bool,
    /// Whether it was made in the game.
    pub is_made: bool,
    /// The turns missed after it.
    pub missed: Vec<MissedTurn>,
}

/// A turn that is missed.
pub struct MissedTurn {
    /// `3.`, if its round begins with it; otherwise empty.
    pub number: String,
    /// The seat's mark.
    pub mark: SeatMark,
}

/// The notation of a study. Of the line itself, the first `made` turns are marked as made in the game.
pub fn parts(study: &Study, shown: &NodePath, made: usize) -> Vec<NotationPart> {
    let mut builder = NotationBuilder { shown, made, parts: Vec::new(), turns: Vec::new() };
    builder.note(&study.line().comments);
    builder.line(study.line(), study.start().clone(), &NodePath::START);
    builder.flush();
    builder.parts
}

struct NotationBuilder<'a> {
    shown: &'a NodePath,
    made: usize,
    parts: Vec<NotationPart>,
    /// The turns since the last part that was not turns.
    turns: Vec<Node>,
}

impl NotationBuilder<'_> {
    fn line(&mut self, line: &PgnLine, start: Position, before: &NodePath) {
        let mut position = start;
        let mut round = None;
        for (index, step) in line.turns.iter().enumerate() {
            let place = before.on(index + 1);
            let is_numbered = self.turns.is_empty() || round != Some(position.fullmove_number());
            round = Some(position.fullmove_number());
            let after = position.after(step.turn);
            let mark = |seat| SeatMark::of(position.variant(), seat);
            let missed: Vec<_> = position.missed_until(&after).collect();
            if missed.contains(&Seat::FIRST) {
                round = Some(after.fullmove_number());
            }
            let missed = missed.into_iter().filter_map(|seat| {
                let number = if seat == Seat::FIRST { format!("{}.", after.fullmove_number()) } else { String::new() };
                Some(MissedTurn { number, mark: mark(seat)? })
            });
            self.turns.push(Node {
                number: if is_numbered { number(&position) } else { String::new() },
                text: text(&position, step.turn),
                mark: mark(position.seat_to_move()).filter(|_| position.seating().has_many_seats()),
                missed: missed.collect(),
                glyphs: Glyph::all(position.seating(), &step.nags),
                score: step.comments.iter().rev().find_map(score),
                is_shown: place == *self.shown,
                is_made: place.is_main() && place.turns() <= self.made,
                place: place.to_string(),
            });
            self.note(&step.comments);
            if !step.variations.is_empty() {
                self.variations(&step.variations, &position, &before.on(index));
            }
            position = after;
        }
    }

    fn variations(&mut self, variations: &[PgnLine], start: &Position, before: &NodePath) {
        self.flush();
        self.parts.push(NotationPart::Variations);
        for (index, variation) in variations.iter().enumerate() {
            self.parts.push(NotationPart::Variation);
            self.line(variation, start.clone(), &before.into_variation(index, 0));
            self.flush();
            self.parts.push(NotationPart::VariationEnd);
        }
        self.parts.push(NotationPart::VariationsEnd);
    }

    fn note(&mut self, comments: &[Comment]) {
        let words: Vec<_> = comments.iter().filter_map(Comment::for_people).collect();
        if !words.is_empty() {
            self.flush();
            self.parts.push(NotationPart::Note(words.join(" ")));
        }
    }

    fn flush(&mut self) {
        if !self.turns.is_empty() {
            self.parts.push(NotationPart::Turns(std::mem::take(&mut self.turns)));
        }
    }
}

/// The number in front of a turn at the start of a line or a round: `3.` for the first seat, `3...` for others.
fn number(before: &Position) -> String {
    let dots = if before.seat_to_move() == Seat::FIRST { "." } else { "..." };
    format!("{}{dots}", before.fullmove_number())
}

fn text(before: &Position, entry: Entry) -> String {
    match entry {
        Entry::Turn(turn) => before.write_turn(turn),
        Entry::DropOut => "out of time".to_owned(),
    }
}

/// The entry before a node with its number, for use in a sentence: `7... Qxd4@d2`, `2. Red out of time`.
pub fn last_turn(study: &Study, place: &NodePath) -> Option<String> {
    let back = study.line().back(place)?;
    let before = study.position_at(&back)?;
    let entry = study.entry_before(place)?;
    let (number, text) = (number(&before), text(&before, entry));
    Some(match entry {
        Entry::Turn(_) => format!("{number} {text}"),
        Entry::DropOut => format!("{number} {} {text}", before.seating().name(before.seat_to_move())),
    })
}

/// What a program has written about the position after a turn.
fn score(comment: &Comment) -> Option<String> {
    comment.command("eval").and_then(read_score_in_pgn).map(score_in_pawns)
}
