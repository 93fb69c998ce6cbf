//! A game as an animated GIF: a frame a ply, each with nothing but the squares that are not as they were.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::view::View;

use super::canvas::{Area, Canvas};
use super::painting::Painting;
use super::palette::{self, CLEAR};
use super::{Caption, Look, NotDrawn, Size};

/// The longest span of a film, in plies.
pub const MOST_PLIES: u32 = 500;
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
/// the end of a game that has one. The same is drawn to the byte each time. A span is cut to [`MOST_PLIES`], a card to a large picture.
///
/// # Errors
/// [`NotDrawn`].
pub fn film(
    view: &View<'_>,
    caption: &Caption,
    look: Look,
    span: Film,
) -> Result<Vec<u8>, NotDrawn> {
    let size = if look.size == Size::Card { Size::Large } else { look.size };
    let look = Look { size, ..look };
    let to = span.to.min(view.timeline.len());
    let from = span.from.min(to).max(to.saturating_sub(MOST_PLIES));
    let mut painting = Painting::new(caption, look)?;
    let mut frames = Vec::with_capacity((to - from) as usize + 2);
    let mut ends = false;
    for ply in from..=to {
        let scene = view.scene(ply);
        let changed = painting.show(&scene);
        let whole = (ply == from).then(|| whole(painting.canvas()));
        frames.push(frame(painting.canvas(), whole.unwrap_or(changed), span.pace));
        ends = scene.to_move.is_none();
    }
    if ends && caption.points.is_some() {
        let changed = painting.end();
        frames.push(frame(painting.canvas(), changed, END));
    }
    if let Some(last) = frames.last_mut() {
        last.delay = END;
    }
    encode(painting.canvas(), frames, look).map_err(|e| NotDrawn(e.to_string()))
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

fn encode(
    canvas: &Canvas,
    frames: Vec<Frame<'static>>,
    look: Look,
) -> Result<Vec<u8>, gif::EncodingError> {
    let colors = palette::of(look.theme);
    let mut bytes = Vec::with_capacity(128 << 10);
    let (width, height) = (canvas.width as u16, canvas.height as u16);
    let mut encoder = Encoder::new(&mut bytes, width, height, colors.as_flattened())?;
    encoder.set_repeat(Repeat::Infinite)?;
    for frame in &frames {
        encoder.write_frame(frame)?;
    }
    drop(encoder);
    Ok(bytes)
}
