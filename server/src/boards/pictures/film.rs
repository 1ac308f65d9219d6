//! Scenes one after the other as an animated GIF. Of each only the part is drawn that differs from the one before, and
//! of that only the pixels are written that do.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use anyhow::Context;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::area::Area;
use super::drawing::{Mark, Piece, PlacedPiece, Scene, Stage};
use super::look::Look;
use super::palette::{Palette, UNCHANGED};
use super::{raster, svg};

/// A scene, and how long it is to be seen.
pub struct Still {
    /// What is seen.
    pub scene: Scene,
    /// For how long, in hundredths of a second.
    pub shown_cs: u16,
}

/// A film of scenes on one stage, as wide as the stage wants it; it begins again at its end.
///
/// # Errors
/// There is nothing to show.
pub fn gif(stage: &Stage, stills: &[Still], look: Look) -> anyhow::Result<Vec<u8>> {
    let mut film = Film::new(stage, look)?;
    film.prepare(stills)?;
    let mut palette = film.palette(stills)?;
    let whole = film.whole();
    let mut encoder = Encoder::new(Vec::new(), whole.width() as u16, whole.height() as u16, &palette.bytes())?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut seen = vec![UNCHANGED; whole.pixels()];
    let mut before = None;
    for still in stills {
        let area = film.changed(before, &still.scene)?;
        let mut buffer = palette.indices(&film.part(&still.scene, area)?);
        leave_unchanged(&mut buffer, &mut seen, area, whole.width() as usize);
        encoder.write_frame(&Frame {
            delay: still.shown_cs,
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            left: area.left as u16,
            top: area.top as u16,
            width: area.width() as u16,
            height: area.height() as u16,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        })?;
        before = Some(&still.scene);
    }
    Ok(encoder.into_inner()?)
}

/// A piece in pixels, by its look and its size in units.
type Sprites = HashMap<(Piece, u16), Pixmap>;

/// What all pictures of a film are put together from.
struct Film<'a> {
    stage: &'a Stage,
    look: Look,
    /// Pixels for each unit.
    scale: f32,
    ground: Pixmap,
    letters: Pixmap,
    sprites: Sprites,
}

/// Of how many stills at most the colours are looked at.
const SAMPLES: usize = 48;

impl<'a> Film<'a> {
    fn new(stage: &'a Stage, look: Look) -> anyhow::Result<Self> {
        let width = u32::from(stage.film_width);
        let scale = f32::from(stage.film_width) / f32::from(stage.size.0);
        let ground = raster::pixels(&svg::picture(&stage.bare(), look)?, width)?;
        let letters = raster::pixels(&svg::picture(&stage.lettering(width), look)?, width)?;
        Ok(Self { stage, look, scale, ground, letters, sprites: Sprites::new() })
    }

    /// Draws every piece once in every size.
    fn prepare(&mut self, stills: &[Still]) -> anyhow::Result<()> {
        for figure in stills.iter().flat_map(|still| &still.scene.pieces) {
            let key = (figure.piece, figure.side);
            if !self.sprites.contains_key(&key) {
                let pixels = raster::pixels(&svg::picture(&figure.alone(), self.look)?, self.length(figure.side))?;
                self.sprites.insert(key, pixels);
            }
        }
        Ok(())
    }

    /// The colours of what is to be seen: of the first picture, and of what changes in those that show a mark or a piece
    /// for the first time, and in some others.
    fn palette(&self, stills: &[Still]) -> anyhow::Result<Palette> {
        let mut known = BTreeSet::new();
        let mut samples = Vec::new();
        let every = stills.len().div_ceil(SAMPLES / 2).max(1);
        let mut before = None;
        for (n, still) in stills.iter().enumerate() {
            let names =
                still.scene.marks.iter().map(Mark::name).chain(still.scene.pieces.iter().map(PlacedPiece::name));
            let is_new = names.filter(|name| known.insert(*name)).count() > 0;
            if n % every == 0 || (is_new && samples.len() < SAMPLES) {
                samples.push(self.part(&still.scene, self.changed(before, &still.scene)?)?);
            }
            before = Some(&still.scene);
        }
        Ok(Palette::of(&samples))
    }

    fn whole(&self) -> Area {
        Area { left: 0, top: 0, right: self.ground.width(), bottom: self.ground.height() }
    }

    /// Units in pixels, at least one.
    fn length(&self, units: u16) -> u32 {
        ((f32::from(units) * self.scale).round() as u32).max(1)
    }

    fn area(&self, figure: &PlacedPiece) -> Area {
        let [left, top] = [(figure.x, self.stage.corner.0), (figure.y, self.stage.corner.1)]
            .map(|(at, corner)| ((f32::from(at) - f32::from(corner)) * self.scale).round().max(0.0) as u32);
        let side = self.length(figure.side);
        Area { left, top, right: left + side, bottom: top + side }.within(self.whole())
    }

    /// Where a scene differs from the one before; a pixel if it does not, for a frame of a GIF has at least one.
    fn changed(&self, before: Option<&Scene>, now: &Scene) -> anyhow::Result<Area> {
        let Some(before) = before else { return Ok(self.whole()) };
        let (old, new): (BTreeSet<_>, BTreeSet<_>) = (before.pieces.iter().collect(), now.pieces.iter().collect());
        let pieces = old.symmetric_difference(&new).map(|figure| self.area(figure));
        let (old, new): (BTreeSet<_>, BTreeSet<_>) = (before.marks.iter().collect(), now.marks.iter().collect());
        let marks: Vec<_> = old.symmetric_difference(&new).map(|&mark| mark.clone()).collect();
        let marked = if marks.is_empty() { None } else { self.marks(marks)?.area(self.scale, self.whole()) };
        Ok(pieces.chain(marked).reduce(Area::joined).unwrap_or(Area { left: 0, top: 0, right: 1, bottom: 1 }))
    }

    fn marks(&self, marks: Vec<Mark>) -> anyhow::Result<raster::Picture> {
        let drawing = self.stage.clear(Scene { marks, ..Scene::default() });
        raster::Picture::new(&svg::picture(&drawing, self.look)?)
    }

    /// A part of a scene.
    fn part(&self, scene: &Scene, area: Area) -> anyhow::Result<Pixmap> {
        let mut part = Pixmap::new(area.width(), area.height()).context("a part has no size")?;
        let put = |part: &mut Pixmap, pixels: &Pixmap, left: u32, top: u32| {
            let (x, y) = (left as i32 - area.left as i32, top as i32 - area.top as i32);
            part.draw_pixmap(x, y, pixels.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
        };
        put(&mut part, &self.ground, 0, 0);
        if !scene.marks.is_empty() {
            self.marks(scene.marks.clone())?.draw(&mut part, self.scale, area);
        }
        put(&mut part, &self.letters, 0, 0);
        for figure in &scene.pieces {
            let place = self.area(figure);
            if let Some(pixels) = self.sprites.get(&(figure.piece, figure.side)).filter(|_| place.meets(area)) {
                put(&mut part, pixels, place.left, place.top);
            }
        }
        Ok(part)
    }
}

/// Takes out of a part what is seen already, and notes the rest as seen.
fn leave_unchanged(part: &mut [u8], seen: &mut [u8], area: Area, width: usize) {
    let rows = part.chunks_exact_mut(area.width() as usize);
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
