//! Logos. Any uploaded picture is re-encoded as a small PNG, so that no part of the original file
//! is ever served: no appended script, no metadata.

use std::io::Cursor;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbaImage};

use crate::message::message_enum;

/// The maximum size of an uploaded file, in bytes.
pub const MAX_LOGO_BYTES: usize = 1024 * 1024;
/// The maximum side of an uploaded picture, in pixels.
pub const MAX_INPUT_SIDE: u32 = 4096;
/// The maximum side of a stored logo, in pixels.
pub const MAX_LOGO_SIDE: u32 = 256;
/// The memory limit of decoding: the largest picture with one byte per channel.
const MAX_DECODE_MEMORY: u64 = 64 * 1024 * 1024;

message_enum! {
    /// Why a file was rejected.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum LogoError {
        Empty => "refused-logo-empty",
        TooLarge => "refused-logo-too-large",
        UnsupportedFormat(kind: &'static str) => "refused-logo-unsupported-format",
        UnknownFormat => "refused-logo-unknown-format",
        TooManyPixels => "refused-logo-too-many-pixels",
        Damaged => "refused-logo-damaged",
    }
}

/// Decodes a PNG, JPEG or WebP picture, recognised by its content, and encodes it as a PNG of at
/// most [`MAX_LOGO_SIDE`] pixels per side, in the same proportions.
pub fn reencode(file: &[u8]) -> Result<Vec<u8>, LogoError> {
    encode_png(&shrink(decode_upload(file)?))
}

/// Decodes an uploaded picture within the limits above.
pub(super) fn decode_upload(file: &[u8]) -> Result<DynamicImage, LogoError> {
    if file.is_empty() {
        return Err(LogoError::Empty);
    }
    if file.len() > MAX_LOGO_BYTES {
        return Err(LogoError::TooLarge);
    }
    decode(file, detect_format(file)?)
}

/// The format according to the file's first bytes.
fn detect_format(file: &[u8]) -> Result<ImageFormat, LogoError> {
    let text = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file).trim_ascii_start();
    let head = text[..text.len().min(1024)].to_ascii_lowercase();
    let says = |word: &[u8]| head.windows(word.len()).any(|part| part == word);
    match file {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Ok(ImageFormat::Png),
        [0xff, 0xd8, 0xff, ..] => Ok(ImageFormat::Jpeg),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Ok(ImageFormat::WebP),
        [b'G', b'I', b'F', b'8', ..] => Err(LogoError::UnsupportedFormat("a GIF")),
        [b'B', b'M', ..] => Err(LogoError::UnsupportedFormat("a BMP")),
        [b'%', b'P', b'D', b'F', ..] => Err(LogoError::UnsupportedFormat("a PDF")),
        _ if text.starts_with(b"<") && says(b"<svg") => Err(LogoError::UnsupportedFormat("an SVG")),
        _ if text.starts_with(b"<") => Err(LogoError::UnsupportedFormat("a web page")),
        _ => Err(LogoError::UnknownFormat),
    }
}

fn decode(file: &[u8], format: ImageFormat) -> Result<DynamicImage, LogoError> {
    let why = |e: image::ImageError| match e {
        image::ImageError::Limits(_) => LogoError::TooManyPixels,
        _ => LogoError::Damaged,
    };
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_INPUT_SIDE);
    limits.max_image_height = Some(MAX_INPUT_SIDE);
    limits.max_alloc = Some(MAX_DECODE_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder().map_err(why)?;
    // Not every decoder checks the limits by itself.
    let (width, height) = decoder.dimensions();
    limits.check_dimensions(width, height).map_err(why)?;
    if decoder.total_bytes() > MAX_DECODE_MEMORY {
        return Err(LogoError::TooManyPixels);
    }
    decoder.set_limits(limits).map_err(why)?;
    let orientation = decoder.orientation().map_err(why)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(why)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// Scales the picture down to fit, never up.
fn shrink(picture: DynamicImage) -> RgbaImage {
    if picture.width() <= MAX_LOGO_SIDE && picture.height() <= MAX_LOGO_SIDE {
        return picture.into_rgba8();
    }
    let mut whole = picture.into_rgba8();
    // The colour of invisible pixels must not bleed into their neighbours.
    for dot in whole.pixels_mut() {
        let [red, green, blue, alpha] = dot.0;
        let times = |part: u8| (u16::from(part) * u16::from(alpha) / 255) as u8;
        dot.0 = [times(red), times(green), times(blue), alpha];
    }
    let mut small =
        DynamicImage::ImageRgba8(whole).thumbnail(MAX_LOGO_SIDE, MAX_LOGO_SIDE).into_rgba8();
    for dot in small.pixels_mut() {
        let [red, green, blue, alpha] = dot.0;
        let over = |part: u8| {
            let whole = u16::from(part) * 255 / u16::from(alpha.max(1));
            u8::try_from(whole).unwrap_or(u8::MAX)
        };
        dot.0 = [over(red), over(green), over(blue), alpha];
    }
    small
}

fn encode_png(picture: &RgbaImage) -> Result<Vec<u8>, LogoError> {
    let mut png = Vec::new();
    let encoder =
        PngEncoder::new_with_quality(&mut png, CompressionType::Default, FilterType::Adaptive);
    picture.write_with_encoder(encoder).map_err(|_| LogoError::Damaged)?;
    Ok(png)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32) -> DynamicImage {
        DynamicImage::ImageRgba8(RgbaImage::from_fn(width, height, |x, y| {
            image::Rgba([(x % 256) as u8, (y % 256) as u8, 90, 255])
        }))
    }

    fn file(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).expect("it is written");
        bytes.into_inner()
    }

    fn size(png: &[u8]) -> (u32, u32) {
        let read = image::load_from_memory_with_format(png, ImageFormat::Png).expect("a PNG");
        (read.width(), read.height())
    }

    #[test]
    fn a_picture_is_scaled_down_and_never_up() {
        let png = reencode(&file(&picture(600, 300), ImageFormat::Png)).expect("a logo");
        assert_eq!(size(&png), (256, 128));
        let png = reencode(&file(&picture(20, 10), ImageFormat::WebP)).expect("a logo");
        assert_eq!(size(&png), (20, 10));
        let opaque = DynamicImage::ImageRgb8(picture(300, 2).into_rgb8());
        let png = reencode(&file(&opaque, ImageFormat::Jpeg)).expect("a logo");
        assert_eq!(size(&png), (256, 2));
    }

    #[test]
    fn what_stands_behind_the_picture_is_gone() {
        for format in [ImageFormat::Png, ImageFormat::WebP] {
            let mut both = file(&picture(30, 30), format);
            both.extend_from_slice(b"<script>alert(1)</script><?php system($_GET[0]); ?>");
            let png = reencode(&both).expect("a logo");
            assert!(!png.windows(7).any(|part| part == b"<script"), "{format:?}");
        }
    }

    #[test]
    fn a_bomb_is_refused_before_it_is_unpacked() {
        // A PNG header that claims 60,000 x 60,000 pixels, and one with 16 bits per channel.
        for (width, height, depth) in [(60_000u32, 60_000u32, 8u8), (4096, 4096, 16), (4097, 1, 8)]
        {
            let bomb = png_of_zeros(width, height, depth);
            assert_eq!(reencode(&bomb), Err(LogoError::TooManyPixels), "{width} x {height}");
        }
    }

    /// A PNG with these dimensions in its header and little data.
    fn png_of_zeros(width: u32, height: u32, depth: u8) -> Vec<u8> {
        let mut header = Vec::new();
        header.extend_from_slice(&width.to_be_bytes());
        header.extend_from_slice(&height.to_be_bytes());
        header.extend_from_slice(&[depth, 6, 0, 0, 0]);
        let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
        // 64 KiB of zeros, compressed with zlib.
        let zeros = [0x78, 0x9c, 0xed, 0xc1, 0x01, 0x01, 0, 0, 0, 0x80, 0x90, 0xfe, 0xaf, 0xee];
        for (name, body) in [(b"IHDR", header.as_slice()), (b"IDAT", &zeros), (b"IEND", &[])] {
            png.extend_from_slice(&(body.len() as u32).to_be_bytes());
            let at = png.len();
            png.extend_from_slice(name);
            png.extend_from_slice(body);
            let checksum = crc32(&png[at..]);
            png.extend_from_slice(&checksum.to_be_bytes());
        }
        png
    }

    fn crc32(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(u32::MAX, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 * (crc & 1)))
        })
    }

    #[test]
    fn a_file_that_is_cut_off_is_damaged_or_no_worse_than_a_picture() {
        let whole = file(&picture(40, 40), ImageFormat::Png);
        for length in 1..whole.len() - 12 {
            assert!(reencode(&whole[..length]).is_err(), "{length}");
        }
        assert_eq!(reencode(&whole[..whole.len() / 2]), Err(LogoError::Damaged));
    }

    #[test]
    fn what_is_no_picture_is_refused_by_its_name() {
        let refused = |bytes: &[u8]| reencode(bytes).expect_err("it is refused");
        assert_eq!(refused(b""), LogoError::Empty);
        assert_eq!(refused(&vec![0; MAX_LOGO_BYTES + 1]), LogoError::TooLarge);
        assert_eq!(refused(b"GIF89a"), LogoError::UnsupportedFormat("a GIF"));
        for svg in [
            "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
            "\u{feff} <?xml version='1.0'?><!-- x --><SVG/>",
        ] {
            assert_eq!(refused(svg.as_bytes()), LogoError::UnsupportedFormat("an SVG"));
        }
        assert_eq!(refused(b"<!doctype html><p>"), LogoError::UnsupportedFormat("a web page"));
        assert_eq!(refused(b"MZ\x90"), LogoError::UnknownFormat);
    }

    #[test]
    fn dots_that_cannot_be_seen_colour_nothing() {
        let half = RgbaImage::from_fn(512, 512, |x, _| {
            if x % 2 == 0 { image::Rgba([200, 0, 0, 255]) } else { image::Rgba([0, 255, 0, 0]) }
        });
        let small = shrink(DynamicImage::ImageRgba8(half));
        let [red, green, ..] = small.get_pixel(100, 100).0;
        assert!(red > 190 && green < 5, "{red} {green}");
    }
}
