//! Text as outlines, so that a picture looks the same everywhere and needs no installed font. The font is a subset of
//! Inter (`server/fonts`) with the letters that occur in player names and in our own sentences.

use std::fmt::Write;
use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

static FONT: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(include_bytes!("../../../fonts/inter-semibold.ttf"), 0).ok());

/// A line of words as the `d` of an SVG path, its baseline beginning at `x`, `y`. What the font lacks is left out.
pub fn line(text: &str, x: f32, y: f32, size: f32) -> String {
    let Some(font) = FONT.as_ref() else { return String::new() };
    let scale = size / f32::from(font.units_per_em());
    let mut pen = Pen { path: String::new(), x, y, scale };
    for glyph in glyphs(font, text) {
        font.outline_glyph(glyph, &mut pen);
        pen.x += advance(font, glyph) * scale;
    }
    pen.path
}

/// How wide a line is at a size.
pub fn width(text: &str, size: f32) -> f32 {
    let Some(font) = FONT.as_ref() else { return 0.0 };
    let advances: f32 = glyphs(font, text).map(|glyph| advance(font, glyph)).sum();
    advances * size / f32::from(font.units_per_em())
}

/// The size at which a line is no wider than there is room: what is wanted, or less.
pub fn size_within(text: &str, wanted: f32, room: f32) -> f32 {
    wanted * (room / width(text, wanted)).min(1.0)
}

fn glyphs<'a>(font: &'a Face<'static>, text: &'a str) -> impl Iterator<Item = GlyphId> + 'a {
    text.chars().filter_map(|letter| font.glyph_index(letter))
}

fn advance(font: &Face<'static>, glyph: GlyphId) -> f32 {
    font.glyph_hor_advance(glyph).map_or(0.0, f32::from)
}

/// Writes outlines where the pen is; fonts count upwards, pictures downwards.
struct Pen {
    path: String,
    x: f32,
    y: f32,
    scale: f32,
}

impl Pen {
    fn put(&mut self, letter: char, points: &[(f32, f32)]) {
        self.path.push(letter);
        for (n, (x, y)) in points.iter().enumerate() {
            let blank = if n == 0 { "" } else { " " };
            // Writing to a string does not fail.
            let _ = write!(self.path, "{blank}{:.2} {:.2}", self.x + x * self.scale, self.y - y * self.scale);
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.put('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.put('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.put('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.put('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::{line, size_within, width};

    #[test]
    fn the_font_has_all_that_names_and_our_sentences_are_made_of() {
        for letter in ('!'..='~').chain("·½×–—‘’“”…".chars()) {
            assert!(line(&letter.to_string(), 0.0, 0.0, 10.0).ends_with('Z'), "{letter}");
            assert!(width(&letter.to_string(), 10.0) > 1.0, "{letter}");
        }
    }

    #[test]
    fn a_long_line_is_made_to_fit() {
        let name = "Wilhelminammmmmmmmmm";
        let size = size_within(name, 48.0, 300.0);
        assert!((width(name, size) - 300.0).abs() < 0.1, "{size}");
        assert_eq!(size_within("Al", 48.0, 300.0), 48.0);
    }
}
