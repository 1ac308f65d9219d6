//! How a picture looks: the pieces of a set, the colours of a design. They are the pages' own, taken from the very files
//! that browsers get, always in the colours for the light: a picture is looked at anywhere.

use super::drawing::Shade;
use crate::preferences::{BoardDesign, PieceSet};

/// Which pieces on which board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Look {
    /// The pieces.
    pub pieces: PieceSet,
    /// The colours.
    pub design: BoardDesign,
}

const DESIGNS: &str = include_str!("../../../../static/css/boards.css");
const PALETTE: &str = include_str!("../../../../static/css/palette.css");
const BRAND: &str = include_str!("../../../../static/mallard.svg");
const MARKS: &str = include_str!("../../../../static/marks.svg");

const fn pieces(set: PieceSet) -> &'static str {
    match set {
        PieceSet::Mallard => include_str!("../../../../static/pieces/mallard.svg"),
        PieceSet::Reed => include_str!("../../../../static/pieces/reed.svg"),
        PieceSet::Pebble => include_str!("../../../../static/pieces/pebble.svg"),
    }
}

impl Look {
    /// What a piece is drawn with, in a square of 100 units; nothing if the set lacks it.
    pub fn piece(self, name: &str) -> &'static str {
        symbol(pieces(self.pieces), name)
    }

    /// A colour of the ground.
    pub fn shade(self, shade: &Shade) -> &'static str {
        match shade {
            Shade::Light => self.colour("square-light"),
            Shade::Dark => self.colour("square-dark"),
            Shade::Table => self.colour("square-note-on-light"),
            Shade::Paper => site_colour("page"),
        }
    }

    /// The colour of what is written on the ground.
    pub fn note(self, shade: &Shade) -> &'static str {
        match shade {
            Shade::Light => self.colour("square-note-on-light"),
            Shade::Dark => self.colour("square-note-on-dark"),
            Shade::Table => self.colour("square-light"),
            Shade::Paper => site_colour("ink-soft"),
        }
    }

    /// The colour around what is written on dark squares.
    pub fn note_edge(self) -> &'static str {
        self.colour("square-note-edge")
    }

    /// The colour of a mark.
    pub fn mark(self, name: &str) -> &'static str {
        self.colour(match name {
            "duck" | "duck-from" => "mark-duck",
            "check" => "mark-check",
            _ => "mark-turn",
        })
    }

    /// The colour that keeps a mark clear of any board.
    pub fn mark_edge(self) -> &'static str {
        site_colour("mark-edge")
    }

    /// A colour of the design.
    fn colour(self, name: &str) -> &'static str {
        colour_in(between(DESIGNS, &format!("[data-board=\"{}\"] {{", self.design.key()), "}"), name)
    }
}

/// The colour of a seat's tokens by its name: `red`.
pub fn seat(colour: &str) -> &'static str {
    site_colour(&format!("seat-{colour}"))
}

/// A colour of the site itself, as it is in the light.
pub fn site_colour(name: &str) -> &'static str {
    colour_in(between(PALETTE, ":root {", "}"), name)
}

/// A colour of a style sheet's block; grey if it lacks it, which a test forbids.
fn colour_in(block: Option<&'static str>, name: &str) -> &'static str {
    block.and_then(|block| between(block, &format!("--{name}:"), ";")).map_or("#808080", str::trim)
}

/// What the site's own mark is drawn with, in a square of 100 units.
pub fn brand() -> &'static str {
    symbol(BRAND, "mallard")
}

/// What a mark is drawn with, in a square of 100 units and with `currentColor`.
pub fn mark(name: &str) -> &'static str {
    symbol(MARKS, name)
}

/// What is in a symbol of a sprite.
fn symbol(sprite: &'static str, name: &str) -> &'static str {
    let opening = format!("<symbol id=\"{name}\" viewBox=\"0 0 100 100\">");
    between(sprite, &opening, "</symbol>").unwrap_or_default().trim()
}

fn between(text: &'static str, before: &str, after: &str) -> Option<&'static str> {
    let (_, rest) = text.split_once(before)?;
    rest.split_once(after).map(|(found, _)| found)
}

#[cfg(test)]
mod tests {
    use super::{DESIGNS, Look, PALETTE, between, brand, mark, seat};
    use crate::boards::pictures::drawing::Shade;
    use crate::preferences::{BoardDesign, PieceSet};

    const FIGURES: [&str; 18] =
        ["wK", "wQ", "wR", "wB", "wN", "wP", "wD", "wF", "wW", "bK", "bQ", "bR", "bB", "bN", "bP", "bD", "bF", "bW"];
    const COLOURS: [&str; 8] = [
        "square-light",
        "square-dark",
        "square-note-on-light",
        "square-note-on-dark",
        "square-note-edge",
        "mark-turn",
        "mark-check",
        "mark-duck",
    ];

    #[test]
    fn every_design_names_every_colour_and_every_set_has_every_piece() {
        for design in BoardDesign::ALL {
            let block = between(DESIGNS, &format!("[data-board=\"{}\"] {{", design.key()), "}").unwrap();
            for name in COLOURS {
                assert!(block.contains(&format!("--{name}:")), "{} lacks {name}", design.key());
            }
        }
        for pieces in PieceSet::ALL {
            let look = Look { pieces, ..Look::default() };
            for name in FIGURES.into_iter().chain(["duck"]) {
                assert!(look.piece(name).starts_with('<'), "{} lacks {name}", pieces.key());
            }
        }
        for colour in ["page", "ink-soft", "mark-edge", "seat-red", "seat-blue", "seat-yellow"] {
            assert!(between(PALETTE, ":root {", "}").unwrap().contains(&format!("--{colour}:")), "{colour}");
        }
        let shapes = ["token-round", "token-square", "token-hexagon", "pips-1", "pips-2", "pips-3"];
        for name in ["from", "to", "duck", "duck-from", "check"].into_iter().chain(shapes) {
            assert_ne!(mark(name), "", "{name}");
        }
        assert_ne!(brand(), "");
    }

    #[test]
    fn colours_are_those_of_the_light() {
        assert_eq!(Look::default().shade(&Shade::Light), "#ebeddb");
        let heron = Look { design: BoardDesign::Heron, ..Look::default() };
        assert_eq!((seat("red"), heron.mark_edge()), ("#e8503f", "#1c2926"));
        assert_eq!((heron.shade(&Shade::Dark), heron.note_edge()), ("#6d777d", "#000000"));
    }
}
