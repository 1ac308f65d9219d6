//! The turns as they are read on the page: lines of turns, notes between them, and variations below the turn they replace.

use domain::line::Place;
use domain::pgn::{Comment, Line};
use domain::position::Position;
use domain::study::Study;

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
    /// `Nf6@e2`
    pub text: String,
    /// `!`, `?!` and their like.
    pub glyphs: String,
    /// Where the board stands after it.
    pub place: String,
    /// Whether it stands there.
    pub is_shown: bool,
    /// Whether it was made in the game.
    pub is_made: bool,
}

/// Makes the parts of a study. The first turns of the line itself, as many as were made in the game, are marked.
pub fn parts(study: &Study, shown: &Place, made: usize) -> Vec<Part> {
    let mut view = View { shown, made, parts: Vec::new(), turns: Vec::new() };
    view.note(&study.line().comments);
    view.line(study.line(), study.start().clone(), &Place::START);
    view.flush();
    view.parts
}

struct View<'a> {
    shown: &'a Place,
    made: usize,
    parts: Vec<Part>,
    /// The turns since the last other part.
    turns: Vec<Node>,
}

impl View<'_> {
    fn line(&mut self, line: &Line, start: Position, before: &Place) {
        let mut position = start;
        for (index, step) in line.turns.iter().enumerate() {
            let place = before.on(index + 1);
            let text = position.write_turn(step.turn);
            self.turns.push(Node {
                number: number(&position, self.turns.is_empty()),
                text,
                glyphs: step.nags.iter().copied().map(glyph).collect(),
                is_shown: place == *self.shown,
                is_made: place.is_main() && place.turns() <= self.made,
                place: place.to_string(),
            });
            self.note(&step.comments);
            if !step.variations.is_empty() {
                self.variations(&step.variations, &position, &before.on(index));
            }
            position = position.play(step.turn);
        }
    }

    fn variations(&mut self, variations: &[Line], start: &Position, before: &Place) {
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

/// The number in front of a turn: always of the first seat's, of others where they come first.
fn number(before: &Position, comes_first: bool) -> String {
    let is_first_seat = before.seat_to_move().index() == 0;
    match (is_first_seat, comes_first) {
        (true, _) => format!("{}.", before.fullmove_number()),
        (false, true) => format!("{}...", before.fullmove_number()),
        (false, false) => String::new(),
    }
}

/// The turn that leads to a place with its number, as it is said in a sentence: `7... Qxd4@d2`.
pub fn last_turn(study: &Study, place: &Place) -> Option<String> {
    let back = study.line().back(place)?;
    let before = study.position_at(&back)?;
    Some(format!("{} {}", number(&before, true), before.write_turn(study.turn_before(place)?)))
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
