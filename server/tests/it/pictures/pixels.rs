//! Pictures as a browser sees them: files with their headers, and the colour of what stands on a square.

use axum::body::{Body, to_bytes};
use axum::http::HeaderMap;
use gif::{ColorOutput, DecodeOptions, Repeat};
use resvg::tiny_skia::Pixmap;

use crate::story::Browser;

/// Red, green and blue.
type Colour = [u8; 3];

/// An answer that is no text.
pub struct File {
    pub status: u16,
    pub bytes: Vec<u8>,
    headers: HeaderMap,
}

impl File {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

/// A PNG.
pub struct Png {
    pub width: u32,
    pub height: u32,
    pixels: Pixmap,
}

/// A GIF, every frame as it is seen.
pub struct Film {
    pub width: u16,
    pub height: u16,
    pub repeats: bool,
    pub bytes: usize,
    pub frames: Vec<Seen>,
}

/// A frame over those before it.
pub struct Seen {
    pub delay: u16,
    rgba: Vec<u8>,
}

impl Browser {
    /// Fetches a file, perhaps one of which it has a version.
    pub async fn file(&self, path: &str, known: Option<&str>) -> File {
        let mut request = self.request("GET", path, Body::empty());
        if let Some(known) = known {
            request.headers_mut().insert("if-none-match", known.parse().unwrap());
        }
        let (head, body) = self.exchange(request).await.unwrap().into_parts();
        let bytes = to_bytes(Body::new(body), 16 << 20).await.unwrap().to_vec();
        File { status: head.status.as_u16(), bytes, headers: head.headers }
    }

    pub async fn png(&self, path: &str) -> Png {
        let file = self.file(path, None).await;
        assert_eq!((file.status, file.header("content-type")), (200, "image/png"), "{path}");
        let pixels = Pixmap::decode_png(&file.bytes).unwrap();
        Png { width: pixels.width(), height: pixels.height(), pixels }
    }

    pub async fn film(&self, path: &str) -> Film {
        let file = self.file(path, None).await;
        assert_eq!((file.status, file.header("content-type")), (200, "image/gif"), "{path}");
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(file.bytes.as_slice()).unwrap();
        let (width, height) = (decoder.width(), decoder.height());
        let mut canvas = vec![0; usize::from(width) * usize::from(height) * 4];
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let rows = frame.buffer.chunks_exact(usize::from(frame.width) * 4);
            for (row, y) in rows.zip(usize::from(frame.top)..) {
                let left = (y * usize::from(width) + usize::from(frame.left)) * 4;
                for (pixel, at) in row.chunks_exact(4).zip((left..).step_by(4)) {
                    if pixel[3] > 0 {
                        canvas[at..at + 4].copy_from_slice(pixel);
                    }
                }
            }
            frames.push(Seen { delay: frame.delay, rgba: canvas.clone() });
        }
        let repeats = matches!(decoder.repeat(), Repeat::Infinite);
        Film { width, height, repeats, bytes: file.bytes.len(), frames }
    }
}

impl Png {
    pub fn body_on(&self, square: &str) -> Colour {
        let (x, y) = body(square, false, self.width);
        self.at(x, y)
    }

    pub fn body_from_black(&self, square: &str) -> Colour {
        let (x, y) = body(square, true, self.width);
        self.at(x, y)
    }

    pub fn at(&self, x: u32, y: u32) -> Colour {
        let pixel = self.pixels.pixel(x, y).unwrap();
        [pixel.red(), pixel.green(), pixel.blue()]
    }
}

impl Film {
    pub fn body_on(&self, frame: usize, square: &str) -> Colour {
        let (x, y) = body(square, false, u32::from(self.width));
        self.at(frame, x, y)
    }

    pub fn at(&self, frame: usize, x: u32, y: u32) -> Colour {
        let at = (y as usize * usize::from(self.width) + x as usize) * 4;
        self.frames[frame].rgba[at..at + 3].try_into().unwrap()
    }
}

/// Where the body of whatever stands on a square is, a little below its middle: in pixels of a board so wide.
fn body(square: &str, from_black: bool, width: u32) -> (u32, u32) {
    let [file, rank] = square.as_bytes() else { panic!("{square} is no square") };
    let (file, rank) = (u32::from(file - b'a'), u32::from(rank - b'1'));
    let (column, row) = if from_black { (7 - file, rank) } else { (file, 7 - rank) };
    let side = width / 8;
    (column * side + side / 2, row * side + side * 13 / 20)
}
