//! The turns as they are read on the page: lines of turns, notes between them, and variations below the turn they replace.

use domain::rules::entry::Entry;
use domain::rules::line::{Comment, NodePath};
use domain::rules::pgn::PgnLine;
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::study::Study;

use crate::boards::SeatMark;
use crate::wording::SeatNames;

/// A part of the tree, in the order in which a page shows them.
pub enum Part {
    /// Turns one after the other.
    Turns(Vec<Node>),
    /// What somebody has written there.
    Note(String),
    /// Variations of the turn before: a list begins.
    Variations,
    /// A variation begins: an item of the list.
    Variation,
    /// The variation has ended.
    VariationEnd,
    /// All of them have.
    VariationsEnd,
}

/// A turn in the tree.
pub struct Node {
    /// `3.`, or `3...` where a line begins or goes on; empty between.
    pub number: String,
    /// `Nf6@e2`; `out of time` where a clock runs out and the others play on.
    pub text: String,
    /// Whose, where there are more than two seats.
    pub mark: Option<SeatMark>,
    /// `!`, `?!` and their like.
    pub glyphs: String,
    /// Where the board stands after it.
    pub place: String,
    /// Whether it stands there.
    pub is_shown: bool,
    /// Whether it was made in the game.
    pub is_made: bool,
    /// Who then misses a turn.
    pub missed: Vec<Missed>,
}

/// A turn that is missed.
pub struct Missed {
    /// `3.`, if its round begins with it; else empty.
    pub number: String,
    /// Whose it is.
    pub mark: SeatMark,
}

/// Makes the parts of a study. The first turns of the line itself, as many as were made in the game, are marked.
pub fn parts(study: &Study, shown: &NodePath, made: usize) -> Vec<Part> {
    let mut view = View { shown, made, parts: Vec::new(), turns: Vec::new() };
    view.note(&study.line().comments);
    view.line(study.line(), study.start().clone(), &NodePath::START);
    view.flush();
    view.parts
}

struct View<'a> {
    shown: &'a NodePath,
    made: usize,
    parts: Vec<Part>,
    /// The turns since the last other part.
    turns: Vec<Node>,
}

impl View<'_> {
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
                Some(Missed { number, mark: mark(seat)? })
            });
            self.turns.push(Node {
                number: if is_numbered { number(&position) } else { String::new() },
                text: text(&position, step.turn),
                mark: mark(position.seat_to_move()).filter(|_| position.seating().len() > 2),
                missed: missed.collect(),
                glyphs: step.nags.iter().copied().map(glyph).collect(),
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
        self.parts.push(Part::Variations);
        for (index, variation) in variations.iter().enumerate() {
            self.parts.push(Part::Variation);
            self.line(variation, start.clone(), &before.into_variation(index, 0));
            self.flush();
            self.parts.push(Part::VariationEnd);
        }
        self.parts.push(Part::VariationsEnd);
    }

    fn note(&mut self, comments: &[Comment]) {
        if !comments.is_empty() {
            self.flush();
            let words = comments.iter().map(Comment::text).collect::<Vec<_>>().join(" ");
            self.parts.push(Part::Note(words));
        }
    }

    fn flush(&mut self) {
        if !self.turns.is_empty() {
            self.parts.push(Part::Turns(std::mem::take(&mut self.turns)));
        }
    }
}

/// The number in front of a turn, where a line or a round begins: `3.` of the first seat, `3...` of others.
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

/// What leads to a place with its number, as it is said in a sentence: `7... Qxd4@d2`, `2. Red out of time`.
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

const fn glyph(nag: u8) -> &'static str {
    match nag {
        1 => "!",
        2 => "?",
        3 => "!!",
        4 => "??",
        5 => "!?",
        6 => "?!",
        _ => "",
    }
}
