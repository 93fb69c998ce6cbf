//! Animated GIFs of games: one frame per ply, with only the squares that changed.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::canvas::{Area, Canvas};
use super::painter::Painter;
use super::palette::{self, TRANSPARENT};
use super::picture::Pictures;
use super::{Caption, DrawingError, PictureSize, PictureStyle};

/// The maximum number of plies in an animation.
pub const MAX_ANIMATION_PLIES: u32 = 500;
/// The maximum size of an animation, in bytes.
pub const MAX_ANIMATION_BYTES: usize = 8 << 20;
/// How long the last frame is shown, in hundredths of a second.
const LAST_FRAME_DELAY: u16 = 300;

/// Which plies are shown, and how fast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnimationSpan {
    /// The first position.
    pub from: u32,
    /// The last position; not before `from`.
    pub to: u32,
    /// Hundredths of a second per ply.
    pub ply_delay: u16,
}

/// Renders a span of a game as an animated GIF of `to - from + 1` frames,
/// and one more with the result if the span includes the end of a game that has one. The bytes are
/// reproducible. [`PictureSize::Card`] is cropped to [`PictureSize::Large`].
///
/// # Errors
/// Returns [`DrawingError::TooManyPlies`] if the span has more than [`MAX_ANIMATION_PLIES`], and
/// [`DrawingError::TooLarge`] above [`MAX_ANIMATION_BYTES`].
pub fn render_gif(
    game: &dyn Pictures,
    caption: &Caption,
    look: PictureStyle,
    span: AnimationSpan,
) -> Result<Vec<u8>, DrawingError> {
    let size = if look.size == PictureSize::Card { PictureSize::Large } else { look.size };
    let look = PictureStyle { size, ..look };
    let to = span.to.min(game.last());
    let from = span.from.min(to);
    if to - from > MAX_ANIMATION_PLIES {
        return Err(DrawingError::TooManyPlies);
    }
    let mut painting = Painter::new(game.board(), caption, look)?;
    let mut bytes = Vec::with_capacity(128 << 10);
    let mut reel = GifWriter::new(&mut bytes, painting.canvas(), look)?;
    let mut ends = false;
    for ply in from..=to {
        let picture = game.picture(ply);
        let changed = painting.paint_picture(&picture);
        let whole = (ply == from).then(|| full_area(painting.canvas()));
        reel.push_frame(delta_frame(painting.canvas(), whole.unwrap_or(changed), span.ply_delay))?;
        ends = picture.is_last;
    }
    if ends && caption.points.is_some() {
        let changed = painting.paint_result();
        reel.push_frame(delta_frame(painting.canvas(), changed, LAST_FRAME_DELAY))?;
    }
    reel.finish()?;
    Ok(bytes)
}

/// The output so far and the most recent frame, so that at most one frame is in memory.
struct GifWriter<'a> {
    encoder: Encoder<&'a mut Vec<u8>>,
    last_frame: Option<Frame<'static>>,
}

fn encoding_error(e: gif::EncodingError) -> DrawingError {
    DrawingError::Failed(e.to_string())
}

impl<'a> GifWriter<'a> {
    fn new(
        bytes: &'a mut Vec<u8>,
        canvas: &Canvas,
        look: PictureStyle,
    ) -> Result<GifWriter<'a>, DrawingError> {
        let colors = palette::theme_colors(look.theme);
        let (width, height) = (canvas.width as u16, canvas.height as u16);
        let mut encoder =
            Encoder::new(bytes, width, height, colors.as_flattened()).map_err(encoding_error)?;
        encoder.set_repeat(Repeat::Infinite).map_err(encoding_error)?;
        Ok(GifWriter { encoder, last_frame: None })
    }

    fn push_frame(&mut self, frame: Frame<'static>) -> Result<(), DrawingError> {
        match self.last_frame.replace(frame) {
            Some(before) => self.write_frame(&before),
            None => Ok(()),
        }
    }

    fn write_frame(&mut self, frame: &Frame<'static>) -> Result<(), DrawingError> {
        self.encoder.write_frame(frame).map_err(encoding_error)?;
        if self.encoder.get_ref().len() > MAX_ANIMATION_BYTES {
            Err(DrawingError::TooLarge)
        } else {
            Ok(())
        }
    }

    /// Writes the last frame, with its longer delay.
    fn finish(mut self) -> Result<(), DrawingError> {
        match self.last_frame.take() {
            Some(frame) => self.write_frame(&Frame { delay: LAST_FRAME_DELAY, ..frame }),
            None => Ok(()),
        }
    }
}

fn full_area(canvas: &Canvas) -> Vec<Area> {
    vec![Area { x: 0, y: 0, width: canvas.width, height: canvas.height }]
}

/// A frame with only these areas of the canvas.
fn delta_frame(canvas: &Canvas, changed: Vec<Area>, delay: u16) -> Frame<'static> {
    let none = Area { x: 0, y: 0, width: 1, height: 1 };
    let around = changed.iter().copied().reduce(Area::union).unwrap_or(none);
    let mut part = Canvas::new((around.width, around.height), TRANSPARENT);
    for area in &changed {
        canvas.copy_area(*area, &mut part, (around.x, around.y));
    }
    Frame {
        delay,
        dispose: DisposalMethod::Keep,
        transparent: Some(TRANSPARENT),
        top: around.y as u16,
        left: around.x as u16,
        width: around.width as u16,
        height: around.height as u16,
        buffer: Cow::Owned(part.pixels),
        ..Frame::default()
    }
}
