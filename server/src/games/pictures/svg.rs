//! A drawing as SVG that needs nothing else: no style sheet, no font, no other file.

use std::collections::BTreeSet;

use askama::Template;

use super::drawing::{Drawing, Letter, Shade};
use super::lettering;
use super::look::{self, Look};

/// The size of the letters at the edge, in units of the drawing.
const LETTER: f32 = 17.0;

#[derive(Template)]
#[template(path = "games/pictures/board.svg")]
struct BoardPicture<'a> {
    drawing: &'a Drawing,
    look: Look,
}

/// The whole picture.
///
/// # Errors
/// None that can be told: a template is filled in.
pub fn picture(drawing: &Drawing, look: Look) -> askama::Result<String> {
    BoardPicture { drawing, look }.render()
}

impl Drawing {
    /// The names of its pieces, each once.
    pub fn piece_names(&self) -> BTreeSet<&'static str> {
        self.pieces.iter().map(|piece| piece.name).collect()
    }

    /// The names of its marks, each once.
    pub fn mark_names(&self) -> BTreeSet<&'static str> {
        self.marks.iter().map(|mark| mark.name).collect()
    }

    /// What the marks of a name are drawn with.
    pub fn mark_symbol(&self, name: &str) -> &'static str {
        look::mark(name)
    }
}

impl Letter {
    /// Its outline.
    pub fn path(&self) -> String {
        let text = self.text.to_string();
        // Names of files end where they are placed, those of ranks begin there.
        let before = if self.text.is_alphabetic() { lettering::width(&text, LETTER) } else { 0.0 };
        lettering::line(&text, f32::from(self.x) - before, f32::from(self.y), LETTER)
    }
}
