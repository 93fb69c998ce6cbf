//! Compresses public responses whose whole body is known, each at once. Bodies that are streamed, and clients that accept
//! neither zstd nor Brotli, are left to actix, which compresses piece by piece: a replay takes it 1.4 ms with Brotli, of which
//! zstd needs 0.1 ms for the same size.

use std::io::Write;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    self, AcceptEncoding, ContentEncoding, Encoding, HeaderMap, HeaderValue, Preference, Quality,
};
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use actix_web::{Error, HttpMessage};

use crate::middleware::EitherResponse;

/// What gives the size of actix's Brotli, in a tenth of the time.
const ZSTD_LEVEL: i32 = 3;
/// Brotli's quality for clients without zstd.
const BROTLI_QUALITY: i32 = 3;
/// That of files that never change: an eighth smaller, and from the next quality on it takes ten times as long for little.
const FILE_QUALITY: i32 = 6;

/// How a body is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coding {
    Zstd,
    Brotli { quality: i32 },
}

impl Coding {
    /// The best of those that the client accepts most; `None` if it accepts another one more, or neither.
    fn choose(accepted: &AcceptEncoding, is_file: bool) -> Option<Coding> {
        let quality = |coding: ContentEncoding| {
            let coding = Preference::Specific(Encoding::Known(coding));
            let named = accepted.iter().find(|one| one.item == coding);
            named.map_or(Quality::ZERO, |one| one.quality)
        };
        let [zstd, brotli] = [ContentEncoding::Zstd, ContentEncoding::Brotli].map(quality);
        let most = accepted.iter().map(|one| one.quality).max().unwrap_or(Quality::ZERO);
        match most > Quality::ZERO {
            true if is_file && brotli == most => Some(Coding::Brotli { quality: FILE_QUALITY }),
            true if zstd == most => Some(Coding::Zstd),
            true if brotli == most => Some(Coding::Brotli { quality: BROTLI_QUALITY }),
            _ => None,
        }
    }

    const fn name(self) -> HeaderValue {
        match self {
            Coding::Zstd => HeaderValue::from_static("zstd"),
            Coding::Brotli { .. } => HeaderValue::from_static("br"),
        }
    }

    /// The compressed body; `None` if that is no shorter.
    fn compress(self, body: &[u8]) -> Option<Vec<u8>> {
        let packed = match self {
            Coding::Zstd => zstd::bulk::compress(body, ZSTD_LEVEL).ok()?,
            Coding::Brotli { quality } => brotli(body, quality)?,
        };
        (packed.len() < body.len()).then_some(packed)
    }
}

/// The binary logarithm of the window that a body fits into, within Brotli's bounds: a larger one is cleared for nothing.
fn window(length: usize) -> i32 {
    let bits = (length + 16).next_power_of_two().trailing_zeros();
    i32::try_from(bits).unwrap_or(22).clamp(10, 22)
}

fn brotli(body: &[u8], quality: i32) -> Option<Vec<u8>> {
    let parameters = brotli::enc::BrotliEncoderParams {
        quality,
        size_hint: body.len(),
        lgwin: window(body.len()),
        ..brotli::enc::BrotliEncoderParams::default()
    };
    let mut packed = Vec::with_capacity(body.len() / 4);
    let mut encoder = brotli::CompressorWriter::with_params(&mut packed, 4096, &parameters);
    encoder.write_all(body).ok()?;
    drop(encoder);
    Some(packed)
}

/// Whether a response may be compressed, and is not yet: see [`crate::middleware::skip_private_compression`].
fn is_compressible(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
    let is_text = ["text/", "application/json", "application/javascript", "image/svg+xml"];
    let is_text = is_text.iter().any(|one| kind.starts_with(one))
        || kind.split(';').next().is_some_and(|kind| kind.ends_with("+json"));
    is_text && !headers.contains_key(header::CONTENT_ENCODING)
}

/// Compresses a response as the client accepts it, if its body is known. Must be inside actix's compression, which leaves
/// encoded responses alone.
pub async fn compress_whole<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<EitherResponse<B>, Error> {
    let accepted = request.get_header::<AcceptEncoding>();
    let response = next.call(request).await?;
    let cache = response.headers().get(header::CACHE_CONTROL).and_then(|value| value.to_str().ok());
    let is_file = cache.is_some_and(|cache| cache.contains("immutable"));
    let coding = accepted.and_then(|accepted| Coding::choose(&accepted, is_file));
    let Some(coding) = coding.filter(|_| is_compressible(response.headers())) else {
        return Ok(response.map_into_left_body());
    };
    let (request, response) = response.into_parts();
    let (mut head, body) = response.into_parts();
    let body: Bytes = match body.try_into_bytes() {
        Ok(body) => body,
        Err(streamed) => {
            let response = head.set_body(streamed);
            return Ok(ServiceResponse::new(request, response).map_into_left_body());
        }
    };
    head.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
    let body = match coding.compress(&body) {
        Some(packed) => {
            head.headers_mut().insert(header::CONTENT_ENCODING, coding.name());
            Bytes::from(packed.into_boxed_slice())
        }
        None => {
            // Otherwise actix would try again.
            head.headers_mut()
                .insert(header::CONTENT_ENCODING, HeaderValue::from_static("identity"));
            body
        }
    };
    let response = head.set_body(BoxBody::new(body));
    Ok(ServiceResponse::new(request, response).map_into_right_body())
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::AcceptEncoding;

    use super::{Coding, brotli, window};

    fn chosen(accepted: &str, is_file: bool) -> Option<Coding> {
        let items = accepted.split(", ").map(|one| one.parse().expect("an encoding")).collect();
        Coding::choose(&AcceptEncoding(items), is_file)
    }

    #[test]
    fn pages_are_packed_by_zstd_and_files_by_brotli_unless_the_client_wants_another() {
        let page = Coding::Brotli { quality: super::BROTLI_QUALITY };
        let file = Coding::Brotli { quality: super::FILE_QUALITY };
        for (accepted, of_page, of_file) in [
            ("gzip, deflate, br, zstd", Some(Coding::Zstd), Some(file)),
            ("gzip, deflate, br", Some(page), Some(file)),
            ("zstd", Some(Coding::Zstd), Some(Coding::Zstd)),
            ("br;q=0.5, zstd;q=0.8", Some(Coding::Zstd), Some(Coding::Zstd)),
            ("br, zstd;q=0.8", Some(page), Some(file)),
            ("gzip, br;q=0.5", None, None),
            ("gzip", None, None),
            ("br;q=0, zstd;q=0", None, None),
            ("*", None, None),
        ] {
            assert_eq!(chosen(accepted, false), of_page, "{accepted}");
            assert_eq!(chosen(accepted, true), of_file, "{accepted}");
        }
    }

    #[test]
    fn what_is_packed_is_smaller_and_unpacks_to_what_it_was() {
        let body = "one piece, two pieces, three pieces; ".repeat(50).into_bytes();
        let packed = Coding::Zstd.compress(&body).expect("it is shorter");
        assert_eq!(zstd::bulk::decompress(&packed, body.len()).expect("it is whole"), body);
        let packed = brotli(&body, super::FILE_QUALITY).expect("it is packed");
        let mut whole = Vec::new();
        brotli::BrotliDecompress(&mut &packed[..], &mut whole).expect("it is whole");
        assert_eq!(whole, body);
        assert_eq!(Coding::Zstd.compress(b"short"), None);
        assert_eq!([0, 1_000, 75_000, 10_000_000].map(window), [10, 10, 17, 22]);
    }
}
