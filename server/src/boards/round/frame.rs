//! The section that a picture of the round board shows: all of it, or a cutout; with folded flaps no more than there
//! is, so that the board is as large as possible.

use domain::rules::duchess::{SetUp, Square};

use super::{RoundBoard, outline};

/// Half of the picture where all flaps are open: the disc, and the names round it.
const DISC: i32 = 1015;
const NAMED: (i32, i32) = (1054, 1100);
/// The width of the table's edge around a board with folded flaps, without names.
const TABLE: i32 = 45;
/// Half of what the name of a line takes, to the sides and upwards.
const NAME: (i32, i32) = (46, 40);

/// A square section of the picture: its centre, and half its side.
#[derive(Clone, Copy)]
pub(super) struct Cutout {
    middle: (i32, i32),
    half: i32,
}

impl RoundBoard {
    /// The same, cropped to the surroundings of a square: this far in each direction, in units of the picture.
    #[must_use]
    pub fn cut_round(self, square: Square, half: i32) -> Self {
        let cutout = Cutout { middle: self.shape().centre(square), half };
        Self { cutout: Some(cutout), ..self }
    }

    /// Whether only a part of it is seen.
    pub fn is_cut(&self) -> bool {
        self.cutout.is_some()
    }

    /// For how many the table is laid, in a word: the style sheets know from it how wide the picture is for its height.
    pub fn table(&self) -> &'static str {
        table(self.set_up())
    }

    /// Whether all flaps are open: then the table is a disc, otherwise it follows the rim.
    pub fn is_whole(&self) -> bool {
        self.set_up() == SetUp::Six
    }

    /// What is seen of a picture with names round the board, as a `viewBox`.
    pub fn wide(&self) -> String {
        let (right, down) = NAME;
        let names = self.names();
        let at_rim = names.iter().filter(|name| name.place == "rim");
        let corners = at_rim.flat_map(|name| [(name.x - right, name.y - down), (name.x + right, name.y + down)]);
        self.view_box(NAMED, self.rim_corners().chain(corners))
    }

    /// What is seen of one without.
    pub fn narrow(&self) -> String {
        self.view_box((DISC, DISC), self.rim_corners())
    }

    /// The part, or the disc, or else what holds all of these points; its middle is that of the board from left to right.
    fn view_box(&self, disc: (i32, i32), points: impl Iterator<Item = (i32, i32)>) -> String {
        if let Some(Cutout { middle: (x, y), half }) = self.cutout {
            return format!("{} {} {} {}", x - half, y - half, 2 * half, 2 * half);
        }
        let (mut half, (mut top, mut bottom)) = (disc.0, (-disc.1, disc.1));
        if !self.is_whole() {
            (half, top, bottom) =
                points.fold((0, 0, 0), |(half, top, bottom), (x, y)| (half.max(x.abs()), top.min(y), bottom.max(y)));
        }
        format!("{} {top} {} {}", -half, 2 * half, bottom - top)
    }

    fn rim_corners(&self) -> impl Iterator<Item = (i32, i32)> {
        let ends = outline::rim_points(self.set_up(), &self.shape());
        ends.into_iter().flat_map(|(x, y)| [(x - TABLE, y - TABLE), (x + TABLE, y + TABLE)])
    }

    /// Whether a point is within what is seen.
    pub(super) fn is_seen(&self, (x, y): (i32, i32)) -> bool {
        self.cutout.is_none_or(|cutout| (x - cutout.middle.0).abs().max((y - cutout.middle.1).abs()) < cutout.half)
    }
}

/// For how many a table is laid, in a word.
pub const fn table(set_up: SetUp) -> &'static str {
    match set_up {
        SetUp::Six => "six",
        SetUp::Four | SetUp::TwoByTwo => "four",
        SetUp::Three => "three",
        SetUp::Two => "two",
    }
}
