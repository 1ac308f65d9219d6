//! SVG as pixels.

use anyhow::Context;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// A picture so many pixels wide, on a ground that can be seen through.
///
/// # Errors
/// It is no SVG, or has no size.
pub fn pixels(svg: &str, width: u32) -> anyhow::Result<Pixmap> {
    let tree = Tree::from_str(svg, &Options::default()).context("a picture of ours cannot be read")?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    let mut pixels = Pixmap::new(width, height).context("a picture has no size")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

/// The same as a PNG file.
///
/// # Errors
/// As [`pixels`].
pub fn png(svg: &str, width: u32) -> anyhow::Result<Vec<u8>> {
    pixels(svg, width)?.encode_png().context("a picture cannot be written as PNG")
}
