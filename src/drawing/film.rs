//! A game as an animated GIF: a frame a ply, each with nothing but the squares that are not as they were.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use salpakan::view::View;

use super::canvas::{Area, Canvas};
use super::painting::Painting;
use super::palette::{self, CLEAR};
use super::{Caption, Look, NotDrawn, Size};

/// The longest span of a film, in plies.
pub const MOST_PLIES: u32 = 500;
/// The largest a film may become, in bytes.
pub const MOST_BYTES: usize = 8 << 20;
/// How long the last frame stands, in hundredths of a second.
const END: u16 = 300;

/// Which plies are shown, and how fast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Film {
    /// The position that it begins with.
    pub from: u32,
    /// The position that it ends with; `from` or later.
    pub to: u32,
    /// Hundredths of a second for a ply.
    pub pace: u16,
}

/// A span of a game as its viewer sees it, as an animated GIF: `to - from + 1` frames, and one more with the result where it goes to
/// the end of a game that has one. The same is drawn to the byte each time. A card is cut to a large picture.
///
/// # Errors
/// [`NotDrawn::Long`] of a span of more than [`MOST_PLIES`], [`NotDrawn::Large`] above [`MOST_BYTES`].
pub fn film(
    view: &View<'_>,
    caption: &Caption,
    look: Look,
    span: Film,
) -> Result<Vec<u8>, NotDrawn> {
    let size = if look.size == Size::Card { Size::Large } else { look.size };
    let look = Look { size, ..look };
    let to = span.to.min(view.timeline.len());
    let from = span.from.min(to);
    if to - from > MOST_PLIES {
        return Err(NotDrawn::Long);
    }
    let mut painting = Painting::new(caption, look)?;
    let mut bytes = Vec::with_capacity(128 << 10);
    let mut reel = Reel::new(&mut bytes, painting.canvas(), look)?;
    let mut ends = false;
    for ply in from..=to {
        let scene = view.scene(ply);
        let changed = painting.show(&scene);
        let whole = (ply == from).then(|| whole(painting.canvas()));
        reel.add(frame(painting.canvas(), whole.unwrap_or(changed), span.pace))?;
        ends = scene.to_move.is_none();
    }
    if ends && caption.points.is_some() {
        let changed = painting.end();
        reel.add(frame(painting.canvas(), changed, END))?;
    }
    reel.close()?;
    Ok(bytes)
}

/// What is written so far, and the frame that may be the last: no more than one is in memory.
struct Reel<'a> {
    encoder: Encoder<&'a mut Vec<u8>>,
    last: Option<Frame<'static>>,
}

fn failed(e: gif::EncodingError) -> NotDrawn {
    NotDrawn::Failed(e.to_string())
}

impl<'a> Reel<'a> {
    fn new(bytes: &'a mut Vec<u8>, canvas: &Canvas, look: Look) -> Result<Reel<'a>, NotDrawn> {
        let colors = palette::of(look.theme);
        let (width, height) = (canvas.width as u16, canvas.height as u16);
        let mut encoder =
            Encoder::new(bytes, width, height, colors.as_flattened()).map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        Ok(Reel { encoder, last: None })
    }

    fn add(&mut self, frame: Frame<'static>) -> Result<(), NotDrawn> {
        match self.last.replace(frame) {
            Some(before) => self.write(&before),
            None => Ok(()),
        }
    }

    fn write(&mut self, frame: &Frame<'static>) -> Result<(), NotDrawn> {
        self.encoder.write_frame(frame).map_err(failed)?;
        if self.encoder.get_ref().len() > MOST_BYTES { Err(NotDrawn::Large) } else { Ok(()) }
    }

    /// Writes the last frame, which stands longer than the others.
    fn close(mut self) -> Result<(), NotDrawn> {
        match self.last.take() {
            Some(frame) => self.write(&Frame { delay: END, ..frame }),
            None => Ok(()),
        }
    }
}

fn whole(canvas: &Canvas) -> Vec<Area> {
    vec![Area { x: 0, y: 0, width: canvas.width, height: canvas.height }]
}

/// A frame with these areas of the canvas; everything else stays.
fn frame(canvas: &Canvas, changed: Vec<Area>, delay: u16) -> Frame<'static> {
    let none = Area { x: 0, y: 0, width: 1, height: 1 };
    let around = changed.iter().copied().reduce(Area::with).unwrap_or(none);
    let mut part = Canvas::new((around.width, around.height), CLEAR);
    for area in &changed {
        canvas.copy(*area, &mut part, (around.x, around.y));
    }
    Frame {
        delay,
        dispose: DisposalMethod::Keep,
        transparent: Some(CLEAR),
        top: around.y as u16,
        left: around.x as u16,
        width: around.width as u16,
        height: around.height as u16,
        buffer: Cow::Owned(part.pixels),
        ..Frame::default()
    }
}
