//! SVG as pixels.

use anyhow::Context;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::area::Area;

/// A picture that can be drawn in parts and at any size.
pub struct Picture(Tree);

impl Picture {
    /// Reads it.
    ///
    /// # Errors
    /// It is no SVG, or has no size.
    pub fn new(svg: &str) -> anyhow::Result<Self> {
        Ok(Self(Tree::from_str(svg, &Options::default()).context("a picture of ours cannot be read")?))
    }

    /// Draws a part of it over what is in that part, at so many pixels for each unit.
    pub fn draw(&self, part: &mut Pixmap, scale: f32, area: Area) {
        let at = Transform::from_scale(scale, scale).post_translate(-(area.left as f32), -(area.top as f32));
        resvg::render(&self.0, at, &mut part.as_mut());
    }

    /// Where in the whole anything of it is seen, at so many pixels for each unit.
    pub fn area(&self, scale: f32, whole: Area) -> Option<Area> {
        let seen = self.0.root().abs_layer_bounding_box();
        let least = |at: f32| (at * scale).floor().max(0.0) as u32;
        let most = |at: f32| (at * scale).ceil().max(0.0) as u32;
        let area = Area {
            left: least(seen.left()),
            top: least(seen.top()),
            right: most(seen.right()),
            bottom: most(seen.bottom()),
        };
        Some(area.within(whole)).filter(|area| area.pixels() > 0)
    }
}

/// A picture so many pixels wide, on a ground that can be seen through.
///
/// # Errors
/// It is no SVG, or has no size.
pub fn pixels(svg: &str, width: u32) -> anyhow::Result<Pixmap> {
    let picture = Picture::new(svg)?;
    let size = picture.0.size();
    let scale = width as f32 / size.width();
    let height = (size.height() * scale).round() as u32;
    let mut pixels = Pixmap::new(width, height).context("a picture has no size")?;
    picture.draw(&mut pixels, scale, Area { left: 0, top: 0, right: width, bottom: height });
    Ok(pixels)
}

/// The same as a PNG file.
///
/// # Errors
/// As [`pixels`].
pub fn png(svg: &str, width: u32) -> anyhow::Result<Vec<u8>> {
    pixels(svg, width)?.encode_png().context("a picture cannot be written as PNG")
}
