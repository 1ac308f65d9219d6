//! Numeric annotation glyphs of PGN: what somebody says of a turn, or of the position after it, by a number.

use domain::rules::seat::{Seating, Side};

use super::SeatNames;

/// A glyph as people read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// Its sign: of a turn at once behind it, of a position after a space.
    pub sign: &'static str,
    /// What it means: `good turn`, `better for White`.
    pub words: String,
}

impl Glyph {
    /// Those of some numbers, what is said of the turn first; none of numbers that are not known here.
    pub fn all(seating: Seating, nags: &[u8]) -> Vec<Self> {
        let glyphs = nags.iter().filter_map(|&nag| Self::of(seating, nag));
        let (of_position, of_turn): (Vec<_>, Vec<_>) = glyphs.partition(Self::is_of_position);
        of_turn.into_iter().chain(of_position).collect()
    }

    fn is_of_position(&self) -> bool {
        self.sign.starts_with(' ')
    }

    /// The numbers are those of the standard of PGN, section 10, and 146 is ChessBase's; the signs are those of the Chess Informant, where fonts
    /// have them.
    fn of(seating: Seating, nag: u8) -> Option<Self> {
        let (sign, words) = match nag {
            1 => ("!", "good turn"),
            2 => ("?", "mistake"),
            3 => ("!!", "brilliant turn"),
            4 => ("??", "blunder"),
            5 => ("!?", "interesting turn"),
            6 => ("?!", "dubious turn"),
            7 | 8 => (" □", "the only turn"),
            10..=12 => (" =", "even"),
            13 => (" ∞", "unclear"),
            146 => (" N", "novelty"),
            nag => return Self::of_side(seating, nag),
        };
        Some(Self { sign, words: words.to_owned() })
    }

    /// What is said of a side: even numbers are the first one's.
    fn of_side(seating: Seating, nag: u8) -> Option<Self> {
        let (sign, words) = match nag {
            14 => (" +=", "slightly better"),
            15 => (" =+", "slightly better"),
            16 => (" ±", "better"),
            17 => (" ∓", "better"),
            18 | 20 => (" +−", "winning"),
            19 | 21 => (" −+", "winning"),
            22 | 23 => (" ⊙", "zugzwang"),
            32 | 33 => (" ↻", "a lead in development"),
            36 | 37 => (" ↑", "the initiative"),
            40 | 41 => (" →", "the attack"),
            44 | 45 => (" =∞", "compensation"),
            132 | 133 => (" ⇄", "counterplay"),
            138 | 139 => (" ⊕", "time trouble"),
            _ => return None,
        };
        let side = if nag.is_multiple_of(2) { Side::WHITE } else { Side::BLACK };
        Some(Self { sign, words: format!("{words} for {}", seating.side_name(side)) })
    }
}

#[cfg(test)]
mod tests {
    use domain::rules::duchess::SetUp;
    use domain::rules::variant::Variant;

    use super::*;

    #[test]
    fn what_is_said_of_a_turn_stands_before_what_is_said_of_the_position() {
        let read = |variant: Variant, nags: &[u8]| {
            let glyphs = Glyph::all(variant.seating(), nags).into_iter();
            glyphs.map(|glyph| format!("{} ({})", glyph.sign, glyph.words)).collect::<Vec<_>>().concat()
        };
        assert_eq!(read(Variant::Duck, &[14, 1]), "! (good turn) += (slightly better for White)");
        assert_eq!(read(Variant::Duck, &[19, 255, 6, 146]), "?! (dubious turn) −+ (winning for Black) N (novelty)");
        assert_eq!(read(Variant::Duchess(SetUp::TwoByTwo), &[36]), " ↑ (the initiative for Red and Green)");
        assert_eq!(read(Variant::Duck, &[]), "");
    }
}
