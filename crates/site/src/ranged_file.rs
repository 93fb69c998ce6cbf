//! A file of any size as a response, whole or a part of it (RFC 9110, section 14), so that broken downloads go on.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::time::SystemTime;

use actix_web::body::SizedStream;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, ByteRangeSpec, EntityTag, Header, IfRange, Range};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream::{self, Stream};

use crate::site::SiteData;

/// What is read and sent at once.
const CHUNK_BYTES: u64 = 128 << 10;

/// An open file, which stays what it is while another takes its name.
pub struct RangedFile {
    pub file: File,
    pub bytes: u64,
    /// A digest of it.
    pub digest: String,
    pub changed_at: SystemTime,
    pub content_type: &'static str,
}

/// What a request asks of a file.
#[derive(Debug, PartialEq, Eq)]
enum Wanted {
    Whole,
    /// From one byte through another.
    Part(u64, u64),
    Unsatisfiable,
}

impl RangedFile {
    fn tag(&self) -> EntityTag {
        EntityTag::new_strong(self.digest.clone())
    }

    /// Responds with what the request asks for. Whether it is unchanged is seen by its tag, as for every response.
    pub fn into_response(self, site: &SiteData, request: &HttpRequest) -> HttpResponse {
        let wanted = wanted(request, &self.tag(), self.changed_at, self.bytes);
        let mut response = HttpResponse::Ok();
        response
            .content_type(self.content_type)
            .insert_header((header::CACHE_CONTROL, "public, no-cache"))
            // It is compressed, and its parts are those of the file.
            .insert_header((header::CONTENT_ENCODING, "identity"))
            .insert_header((header::ACCEPT_RANGES, "bytes"))
            .insert_header(header::ETag(self.tag()))
            .insert_header(header::LastModified(self.changed_at.into()));
        let (first, last) = match wanted {
            Wanted::Whole if self.bytes == 0 => return response.finish(),
            Wanted::Whole => (0, self.bytes - 1),
            Wanted::Part(first, last) => {
                let part = format!("bytes {first}-{last}/{}", self.bytes);
                response.status(StatusCode::PARTIAL_CONTENT);
                response.insert_header((header::CONTENT_RANGE, part));
                (first, last)
            }
            Wanted::Unsatisfiable => {
                return HttpResponse::RangeNotSatisfiable()
                    .insert_header((header::CONTENT_RANGE, format!("bytes */{}", self.bytes)))
                    .insert_header((header::CACHE_CONTROL, "no-store"))
                    .finish();
            }
        };
        let count = last - first + 1;
        response.body(SizedStream::new(count, read_chunks(site.clone(), self.file, first, count)))
    }
}

/// What a request asks for. Several ranges at once are not offered: the whole is then sent, as the standard allows.
fn wanted(request: &HttpRequest, tag: &EntityTag, changed_at: SystemTime, bytes: u64) -> Wanted {
    let headers = request.headers();
    let ranges = headers.get(header::RANGE).and_then(|_| Range::parse(request).ok());
    let Some(Range::Bytes(ranges)) = ranges else { return Wanted::Whole };
    let [range] = &ranges[..] else { return Wanted::Whole };
    if headers.contains_key(header::IF_RANGE) {
        let is_same = match IfRange::parse(request) {
            Ok(IfRange::EntityTag(known)) => known.strong_eq(tag),
            Ok(IfRange::Date(known)) => known == changed_at.into(),
            Err(_) => false,
        };
        if !is_same {
            return Wanted::Whole;
        }
    }
    // A range that ends before it begins is none.
    if matches!(range, ByteRangeSpec::FromTo(first, last) if last < first) {
        return Wanted::Whole;
    }
    range.to_satisfiable_range(bytes).map_or(Wanted::Unsatisfiable, |(a, b)| Wanted::Part(a, b))
}

/// Reads `count` bytes from `first` on, as fast as they are taken.
fn read_chunks(
    site: SiteData,
    file: File,
    first: u64,
    count: u64,
) -> impl Stream<Item = Result<Bytes, io::Error>> {
    stream::try_unfold((file, first, count), move |(mut file, at, left)| {
        let site = site.clone();
        async move {
            if left == 0 {
                return Ok(None);
            }
            let read = move || {
                let mut chunk = vec![0; left.min(CHUNK_BYTES) as usize];
                file.seek(SeekFrom::Start(at))?;
                file.read_exact(&mut chunk)?;
                Ok::<_, io::Error>((chunk, file))
            };
            let done = site.lanes.read(read).await.map_err(|e| io::Error::other(e.to_string()));
            let (chunk, file) = done.flatten().inspect_err(|e| {
                tracing::error!(error = %e, "a download broke off");
            })?;
            let length = chunk.len() as u64;
            Ok(Some((Bytes::from(chunk), (file, at + length, left - length))))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;
    use std::time::{Duration, UNIX_EPOCH};

    fn asked(headers: &[(&str, &str)]) -> Wanted {
        let request = headers.iter().fold(TestRequest::get(), |request, (name, value)| {
            request.insert_header((*name, *value))
        });
        let changed_at = UNIX_EPOCH + Duration::from_secs(784_111_777);
        let tag = EntityTag::new_strong("abc".to_owned());
        wanted(&request.to_http_request(), &tag, changed_at, 1_000)
    }

    #[test]
    fn one_range_is_served_and_everything_else_is_the_whole() {
        for (range, expected) in [
            ("bytes=0-99", Wanted::Part(0, 99)),
            ("bytes=900-", Wanted::Part(900, 999)),
            ("bytes=-100", Wanted::Part(900, 999)),
            ("bytes=990-5000", Wanted::Part(990, 999)),
            ("bytes=1000-", Wanted::Unsatisfiable),
            ("bytes=-0", Wanted::Unsatisfiable),
            ("bytes=9-3", Wanted::Whole),
            ("bytes=0-1,5-6", Wanted::Whole),
            ("lines=1-2", Wanted::Whole),
            ("bytes", Wanted::Whole),
        ] {
            assert_eq!(asked(&[("Range", range)]), expected, "{range}");
        }
        assert_eq!(asked(&[]), Wanted::Whole);
    }

    #[test]
    fn a_part_goes_on_only_in_the_file_that_was_begun() {
        let range = ("Range", "bytes=10-");
        let part = Wanted::Part(10, 999);
        for (known, expected) in [
            ("\"abc\"", &part),
            ("\"abd\"", &Wanted::Whole),
            ("W/\"abc\"", &Wanted::Whole),
            ("Sun, 06 Nov 1994 08:49:37 GMT", &part),
            ("Sun, 06 Nov 1994 08:49:38 GMT", &Wanted::Whole),
            ("nonsense", &Wanted::Whole),
        ] {
            assert_eq!(&asked(&[range, ("If-Range", known)]), expected, "{known}");
        }
    }
}
