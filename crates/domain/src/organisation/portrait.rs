//! Pictures of people. Any uploaded picture is re-encoded as a small square JPEG, so that no part of
//! the original file is ever served: no place where it was taken, no appended script.

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, Rgb, RgbImage};

use super::logo::{LogoError, decode_upload};

/// The side of a stored picture, in pixels.
pub const PICTURE_SIDE: u32 = 256;
const QUALITY: u8 = 85;

/// Decodes a PNG, JPEG or WebP picture, takes the square in its middle and encodes it as a JPEG of
/// [`PICTURE_SIDE`] pixels; what is transparent becomes white.
pub fn reencode(file: &[u8]) -> Result<Vec<u8>, LogoError> {
    let whole = decode_upload(file)?;
    let side = whole.width().min(whole.height());
    let (left, top) = ((whole.width() - side) / 2, (whole.height() - side) / 2);
    let square = whole.crop_imm(left, top, side, side);
    let small = square.resize_exact(PICTURE_SIDE, PICTURE_SIDE, FilterType::Triangle);
    let mut jpeg = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, QUALITY);
    opaque(&small).write_with_encoder(encoder).map_err(|_| LogoError::Damaged)?;
    Ok(jpeg)
}

fn opaque(picture: &DynamicImage) -> RgbImage {
    let dots = picture.to_rgba8();
    RgbImage::from_fn(dots.width(), dots.height(), |x, y| {
        let [red, green, blue, alpha] = dots.get_pixel(x, y).0;
        let over = |part: u8| {
            let mixed = u16::from(part) * u16::from(alpha) + 255 * (255 - u16::from(alpha));
            (mixed / 255) as u8
        };
        Rgb([over(red), over(green), over(blue)])
    })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{ImageFormat, Rgba, RgbaImage};

    use super::*;

    fn png(picture: RgbaImage) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::ImageRgba8(picture).write_to(&mut bytes, ImageFormat::Png).expect("a PNG");
        bytes.into_inner()
    }

    fn read(jpeg: &[u8]) -> RgbImage {
        image::load_from_memory_with_format(jpeg, ImageFormat::Jpeg).expect("a JPEG").into_rgb8()
    }

    #[test]
    fn a_picture_becomes_the_square_in_its_middle() {
        let red_between_blue = RgbaImage::from_fn(300, 100, |x, _| match x {
            100..200 => Rgba([255, 0, 0, 255]),
            _ => Rgba([0, 0, 255, 255]),
        });
        let small = read(&reencode(&png(red_between_blue)).expect("a picture"));
        assert_eq!(small.dimensions(), (PICTURE_SIDE, PICTURE_SIDE));
        for at in [(20, 20), (236, 128)] {
            let [red, _, blue] = small.get_pixel(at.0, at.1).0;
            assert!(red > 200 && blue < 60, "{at:?}");
        }
    }

    #[test]
    fn what_is_transparent_becomes_white() {
        let clear = RgbaImage::from_pixel(4, 4, Rgba([0, 0, 0, 0]));
        let small = read(&reencode(&png(clear)).expect("a picture"));
        assert!(small.get_pixel(9, 9).0.iter().all(|part| *part > 250));
    }

    #[test]
    fn what_is_no_picture_or_too_much_of_one_is_refused_with_the_reason() {
        assert_eq!(reencode(b""), Err(LogoError::Empty));
        assert_eq!(reencode(b"<svg/>"), Err(LogoError::UnsupportedFormat("an SVG")));
        let wide = png(RgbaImage::from_pixel(4097, 1, Rgba([0, 0, 0, 255])));
        assert_eq!(reencode(&wide), Err(LogoError::TooManyPixels));
        let cut = png(RgbaImage::from_pixel(40, 40, Rgba([7, 8, 9, 255])));
        assert_eq!(reencode(&cut[..60]), Err(LogoError::Damaged));
    }

    #[test]
    fn nothing_of_the_file_but_its_dots_is_left() {
        let mut file = png(RgbaImage::from_pixel(40, 40, Rgba([7, 8, 9, 255])));
        file.extend(b"GPS 14.59 120.98 <script>");
        let jpeg = reencode(&file).expect("a picture");
        assert!(!jpeg.windows(3).any(|part| part == b"GPS"));
    }
}
