//! Pictures of games for other sites: the board at any ply as SVG and PNG, a game as an animated GIF, and the preview
//! card of a shared link. They show only what everyone may see, and are the same for everyone.

mod area;
mod drawing;
pub mod film;
pub mod lettering;
pub mod look;
mod palette;
pub mod raster;
mod renderer;
mod round_drawing;
mod square_drawing;
pub mod stills;
pub mod svg;

pub use drawing::{Drawing, Mark, Piece, PlacedPiece, Shade};
pub use look::Look;
pub use renderer::{Picture, Renderer};
pub use svg::Symbols;

/// What a picture can be had as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// The board, sharp at every size.
    Svg,
    /// The board in pixels.
    Png,
    /// The game from its beginning, moving.
    Gif,
}

impl Format {
    /// The format of a file by the end of its name.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            "gif" => Some(Self::Gif),
            _ => None,
        }
    }

    /// What it is in HTTP.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml; charset=utf-8",
            Self::Png => "image/png",
            Self::Gif => "image/gif",
        }
    }
}
