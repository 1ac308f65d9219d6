//! A drawing as SVG that needs nothing else: no style sheet, no font, no other file.

use std::collections::BTreeMap;

use askama::Template;

use super::drawing::{Drawing, Held, Letter, Mark, Piece, Shade};
use super::lettering;
use super::look::{self, Look};

#[derive(Template)]
#[template(path = "games/pictures/board.svg")]
struct BoardPicture<'a> {
    drawing: &'a Drawing,
    look: Look,
}

/// The whole picture.
///
/// # Errors
/// None in practice: a template is rendered.
pub fn picture(drawing: &Drawing, look: Look) -> askama::Result<String> {
    BoardPicture { drawing, look }.render()
}

/// What marks and pieces are drawn with, by name: each in a square of 100 units.
pub type Symbols = BTreeMap<String, String>;

impl Drawing {
    /// What its marks and pieces are drawn with.
    pub fn symbols(&self, look: Look) -> Symbols {
        let mut symbols = Symbols::new();
        for mark in &self.scene.marks {
            if let Mark::Symbol { name, .. } = mark {
                symbols.entry(format!("mark-{name}")).or_insert_with(|| look::mark(name).to_owned());
            }
        }
        self.scene.pieces.iter().for_each(|figure| figure.piece.add_to(&mut symbols, look));
        symbols
    }

    /// `viewBox`
    pub fn view_box(&self) -> String {
        let (corner, size) = (self.stage.corner, self.stage.size);
        format!("{} {} {} {}", corner.0, corner.1, size.0, size.1)
    }
}

impl Piece {
    /// Its name among the symbols.
    pub fn id(&self) -> String {
        match self {
            Self::Plain(name) => (*name).to_owned(),
            Self::Token { colour, figure, is_fallen: true, .. } => format!("{colour}-{figure}-fallen"),
            Self::Token { colour, figure, .. } => format!("{colour}-{figure}"),
        }
    }

    /// Adds what it is drawn with: a token is put together from symbols of its own.
    pub fn add_to(&self, symbols: &mut Symbols, look: Look) {
        let id = self.id();
        if symbols.contains_key(&id) {
            return;
        }
        let drawn = match *self {
            Self::Plain(name) => look.piece(name).to_owned(),
            Self::Token { colour, shape, figure, pips, is_fallen } => {
                let mut part = |name: &str, drawn: &str, with: &str| {
                    symbols.entry(name.to_owned()).or_insert_with(|| drawn.to_owned());
                    format!("<use href=\"#{name}\" {with}/>")
                };
                let whole = "width=\"100\" height=\"100\"";
                let token = format!("token-{shape}");
                let mut drawn = part(&token, look::mark(&token), &format!("{whole} color=\"{}\"", look::seat(colour)));
                let turned = if is_fallen { " transform=\"rotate(90 50 50)\"" } else { "" };
                let within = format!("x=\"10\" y=\"9\" width=\"80\" height=\"80\"{turned}");
                drawn += &part(figure, look.piece(figure), &within);
                if let Some(pips) = pips.map(|pips| format!("pips-{pips}")) {
                    drawn += &part(&pips, look::mark(&pips), whole);
                }
                drawn
            }
        };
        symbols.insert(id, drawn);
    }
}

impl Letter {
    /// Its outline.
    pub fn path(&self) -> String {
        let size = f32::from(self.size);
        let before = match self.held {
            Held::Start => 0.0,
            Held::Middle => lettering::width(&self.text, size) / 2.0,
            Held::End => lettering::width(&self.text, size),
        };
        lettering::line(&self.text, f32::from(self.x) - before, f32::from(self.y), size)
    }
}
