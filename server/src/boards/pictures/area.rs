//! A part of a picture, in pixels from its upper left corner.

/// From the left and upper edge, which belong to it, to the right and lower, which do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub left: u32,
    pub top: u32,
    pub right: u32,
    pub bottom: u32,
}

impl Area {
    pub const fn width(self) -> u32 {
        self.right - self.left
    }

    pub const fn height(self) -> u32 {
        self.bottom - self.top
    }

    /// How many pixels it has.
    pub const fn pixels(self) -> usize {
        self.width() as usize * self.height() as usize
    }

    /// The least that both are parts of.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// What of it is in another.
    #[must_use]
    pub fn within(self, other: Self) -> Self {
        let [left, right] = [self.left, self.right].map(|x| x.clamp(other.left, other.right));
        let [top, bottom] = [self.top, self.bottom].map(|y| y.clamp(other.top, other.bottom));
        Self { left, top, right, bottom }
    }

    pub const fn meets(self, other: Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }
}
