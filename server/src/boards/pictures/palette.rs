//! The 255 colours of a GIF: those that cover most of the picture exactly as they are, the others as near as can be.

use std::collections::HashMap;

use color_quant::NeuQuant;
use resvg::tiny_skia::Pixmap;

/// The palette index for "unchanged" in a GIF.
pub const UNCHANGED: u8 = 255;
/// How many of the most frequent colours are kept exactly.
const EXACT: usize = 95;
/// Every pixel is looked at by the quantiser: there are few, and thin lines count.
const EVERY_PIXEL: i32 = 1;

/// Red, green and blue.
type Colour = [u8; 3];

/// The colours, and which of them is nearest to any other.
pub struct Palette {
    colours: Vec<Colour>,
    nearest: HashMap<Colour, u8>,
}

impl Palette {
    /// The colours for pictures like these.
    pub fn of(samples: &[Pixmap]) -> Self {
        let mut counts: HashMap<Colour, u32> = HashMap::new();
        for pixel in samples.iter().flat_map(Pixmap::pixels) {
            *counts.entry([pixel.red(), pixel.green(), pixel.blue()]).or_default() += 1;
        }
        let mut by_count: Vec<_> =
            counts.into_iter().map(|(colour, count)| (std::cmp::Reverse(count), colour)).collect();
        by_count.sort_unstable();
        let mut colours: Vec<_> = by_count.iter().map(|&(_, colour)| colour).collect();
        let rest = colours.split_off(colours.len().min(EXACT));
        let room = usize::from(UNCHANGED) - colours.len();
        if rest.len() <= room {
            colours.extend(rest);
        } else {
            let pixels: Vec<u8> = rest.iter().flat_map(|&[red, green, blue]| [red, green, blue, u8::MAX]).collect();
            let quantised = NeuQuant::new(EVERY_PIXEL, room, &pixels).color_map_rgb();
            colours.extend(quantised.chunks_exact(3).map(|colour| [colour[0], colour[1], colour[2]]));
        }
        Self { colours, nearest: HashMap::new() }
    }

    /// As a GIF has them, with the one that is not seen.
    pub fn bytes(&self) -> Vec<u8> {
        let mut colours = self.colours.clone();
        colours.resize(usize::from(UNCHANGED) + 1, [0; 3]);
        colours.concat()
    }

    /// The numbers of the colours of a picture.
    pub fn indices(&mut self, picture: &Pixmap) -> Vec<u8> {
        let mut last = ([0; 3], self.index([0; 3]));
        let index = |pixel: &resvg::tiny_skia::PremultipliedColorU8| {
            let colour = [pixel.red(), pixel.green(), pixel.blue()];
            if colour != last.0 {
                last = (colour, self.index(colour));
            }
            last.1
        };
        picture.pixels().iter().map(index).collect()
    }

    fn index(&mut self, colour: Colour) -> u8 {
        let colours = &self.colours;
        *self.nearest.entry(colour).or_insert_with(|| {
            let distance = |other: &Colour| -> i32 {
                let parts = colour.iter().zip(other).map(|(&a, &b)| i32::from(a) - i32::from(b));
                // The eye is most sensitive to green, then to red.
                parts.zip([3, 6, 1]).map(|(part, weight)| part * part * weight).sum()
            };
            let nearest = colours.iter().enumerate().min_by_key(|(_, other)| distance(other));
            nearest.map_or(0, |(index, _)| index as u8)
        })
    }
}
