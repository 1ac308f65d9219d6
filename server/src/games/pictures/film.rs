//! Drawings one after the other as an animated GIF. Of each only the part is drawn that differs from the one before, and
//! of that only the pixels are written that do.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use anyhow::Context;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::drawing::{Drawing, Figure};
use super::look::Look;
use super::palette::{Palette, UNCHANGED};
use super::{raster, svg};

/// A drawing, and how long it is to be seen.
pub struct Still {
    /// What is seen.
    pub drawing: Drawing,
    /// For how long, in hundredths of a second.
    pub shown_cs: u16,
}

/// A film of drawings that have the same ground and letters, so many pixels wide; it begins again at its end.
///
/// # Errors
/// There is nothing to show.
pub fn gif(stills: &[Still], look: Look, width: u16) -> anyhow::Result<Vec<u8>> {
    let first = stills.first().context("a film of nothing")?;
    let mut film = Film::new(&first.drawing, look, width)?;
    film.prepare(stills)?;
    let mut palette = film.palette()?;
    let (width, height) = (film.ground.width() as u16, film.ground.height() as u16);
    let mut encoder = Encoder::new(Vec::new(), width, height, &palette.bytes())?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut seen = vec![UNCHANGED; usize::from(width) * usize::from(height)];
    let mut before = None;
    for still in stills {
        let area = match before {
            Some(before) => film.difference(before, &still.drawing),
            None => Area { left: 0, top: 0, right: u32::from(width), bottom: u32::from(height) },
        };
        let mut buffer = palette.indices(&film.part(&still.drawing, area)?);
        leave_unchanged(&mut buffer, &mut seen, area, usize::from(width));
        encoder.write_frame(&Frame {
            delay: still.shown_cs,
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            left: area.left as u16,
            top: area.top as u16,
            width: (area.right - area.left) as u16,
            height: (area.bottom - area.top) as u16,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        })?;
        before = Some(&still.drawing);
    }
    Ok(encoder.into_inner()?)
}

/// A part of the picture, in pixels.
#[derive(Clone, Copy)]
struct Area {
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

impl Area {
    fn joined(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    fn meets(self, other: Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }
}

/// A piece or a mark in pixels, by whether it is a mark, its name and its size in units.
type Sprites = HashMap<(bool, &'static str, u16), Pixmap>;

/// What all pictures of a film are put together from.
struct Film {
    look: Look,
    /// Pixels for each unit.
    scale: f32,
    ground: Pixmap,
    letters: Pixmap,
    sprites: Sprites,
}

impl Film {
    fn new(drawing: &Drawing, look: Look, width: u16) -> anyhow::Result<Self> {
        let scale = f32::from(width) / f32::from(drawing.size.0);
        let ground = raster::pixels(&svg::picture(&drawing.bare(), look)?, u32::from(width))?;
        let letters = raster::pixels(&svg::picture(&drawing.lettering(), look)?, u32::from(width))?;
        Ok(Self { look, scale, ground, letters, sprites: Sprites::new() })
    }

    /// Draws every piece and mark once.
    fn prepare(&mut self, stills: &[Still]) -> anyhow::Result<()> {
        for still in stills {
            let marks = still.drawing.marks.iter().map(|figure| (true, figure));
            for (is_mark, figure) in marks.chain(still.drawing.pieces.iter().map(|figure| (false, figure))) {
                let key = (is_mark, figure.name, figure.side);
                if self.sprites.contains_key(&key) {
                    continue;
                }
                let alone = vec![Figure { x: 0, y: 0, ..*figure }];
                let (marks, pieces) = if is_mark { (alone, Vec::new()) } else { (Vec::new(), alone) };
                let drawing = Drawing { size: (figure.side, figure.side), marks, pieces, ..Drawing::default() };
                let pixels = raster::pixels(&svg::picture(&drawing, self.look)?, self.pixels(figure.side).max(1))?;
                self.sprites.insert(key, pixels);
            }
        }
        Ok(())
    }

    /// The colours of all that can be seen: every piece on every mark on either shade.
    fn palette(&self) -> anyhow::Result<Palette> {
        let mut whole = self.ground.clone();
        whole.draw_pixmap(0, 0, self.letters.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
        let side = self.sprites.values().map(Pixmap::width).max().unwrap_or(1);
        let backgrounds = self.backgrounds(side)?;
        let mut samples = vec![whole];
        for (_, piece) in self.sprites.iter().filter(|((is_mark, ..), _)| !is_mark) {
            for background in &backgrounds {
                let mut tile = background.clone();
                tile.draw_pixmap(0, 0, piece.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
                samples.push(tile);
            }
        }
        samples.extend(backgrounds);
        Ok(Palette::of(&samples))
    }

    /// The shades of the ground, bare and marked.
    fn backgrounds(&self, side: u32) -> anyhow::Result<Vec<Pixmap>> {
        let shades: BTreeSet<_> = self
            .ground
            .pixels()
            .iter()
            .filter(|pixel| pixel.alpha() == u8::MAX)
            .map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
            .collect();
        let mut backgrounds = Vec::new();
        for [red, green, blue] in shades {
            let mut bare = Pixmap::new(side, side).context("a square has no size")?;
            bare.fill(resvg::tiny_skia::Color::from_rgba8(red, green, blue, u8::MAX));
            for (_, mark) in self.sprites.iter().filter(|((is_mark, ..), _)| *is_mark) {
                let mut marked = bare.clone();
                marked.draw_pixmap(0, 0, mark.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
                backgrounds.push(marked);
            }
            backgrounds.push(bare);
        }
        Ok(backgrounds)
    }

    fn pixels(&self, units: u16) -> u32 {
        (f32::from(units) * self.scale).round() as u32
    }

    fn area(&self, figure: &Figure) -> Area {
        let (left, top) = (self.pixels(figure.x), self.pixels(figure.y));
        let side = self.pixels(figure.side).max(1);
        let [right, bottom] =
            [(left + side, self.ground.width()), (top + side, self.ground.height())].map(|(end, most)| end.min(most));
        Area { left, top, right, bottom }
    }

    /// Where two drawings differ; a pixel if they do not, for a frame of a GIF has at least one.
    fn difference(&self, before: &Drawing, now: &Drawing) -> Area {
        let figures = |drawing: &Drawing| -> BTreeSet<(bool, Figure)> {
            let marks = drawing.marks.iter().map(|&mark| (true, mark));
            marks.chain(drawing.pieces.iter().map(|&piece| (false, piece))).collect()
        };
        let (before, now) = (figures(before), figures(now));
        let areas = before.symmetric_difference(&now).map(|(_, figure)| self.area(figure));
        areas.reduce(Area::joined).unwrap_or(Area { left: 0, top: 0, right: 1, bottom: 1 })
    }

    /// A part of a drawing.
    fn part(&self, drawing: &Drawing, area: Area) -> anyhow::Result<Pixmap> {
        let mut part = Pixmap::new(area.right - area.left, area.bottom - area.top).context("a part has no size")?;
        let sprite = |is_mark: bool, figure: &Figure| {
            let place = self.area(figure);
            let pixels = self.sprites.get(&(is_mark, figure.name, figure.side)).filter(|_| place.meets(area))?;
            Some((pixels, place.left, place.top))
        };
        let layers = std::iter::once((&self.ground, 0, 0))
            .chain(drawing.marks.iter().filter_map(|mark| sprite(true, mark)))
            .chain([(&self.letters, 0, 0)])
            .chain(drawing.pieces.iter().filter_map(|piece| sprite(false, piece)));
        for (pixels, left, top) in layers {
            let (x, y) = (left as i32 - area.left as i32, top as i32 - area.top as i32);
            part.draw_pixmap(x, y, pixels.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
        }
        Ok(part)
    }
}

/// Takes out of a part what is seen already, and notes the rest as seen.
fn leave_unchanged(part: &mut [u8], seen: &mut [u8], area: Area, width: usize) {
    let rows = part.chunks_exact_mut((area.right - area.left) as usize);
    for (row, y) in rows.zip(area.top as usize..) {
        let from = y * width + area.left as usize;
        for (new, old) in row.iter_mut().zip(&mut seen[from..]) {
            if *new == *old {
                *new = UNCHANGED;
            } else {
                *old = *new;
            }
        }
    }
}
