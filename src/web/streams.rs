//! How many lines that go on without end may be open: of one caller, and of all, so that files are left for pages.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{StatusCode, header};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, Data};
use actix_web::{Error, HttpResponse};

use super::error::faced;
use super::limits::Caller;

/// Files that are kept for pages, the database and the log, at least.
const RESERVED: u64 = 192;
/// Who may not listen now is told to come again after so many seconds.
const COME_AGAIN: u64 = 15;

/// The lines that are open.
pub struct Streams {
    /// Of one caller; 0 is without limit.
    of_one: usize,
    in_all: usize,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    all: usize,
    by: HashMap<Caller, usize>,
}

/// Why no further line is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Full {
    Own,
    All,
}

/// One line; it is closed when this is dropped.
struct Line {
    streams: Arc<Streams>,
    caller: Caller,
}

impl Drop for Line {
    fn drop(&mut self) {
        let mut open = self.streams.open();
        open.all -= 1;
        if let Some(own) = open.by.get_mut(&self.caller) {
            *own -= 1;
            if *own == 0 {
                open.by.remove(&self.caller);
            }
        }
    }
}

/// How many lines there may be where so many files may be open: a quarter of them is for others.
pub fn most_lines(files: u64) -> usize {
    usize::try_from(files.saturating_sub(RESERVED.max(files / 4))).unwrap_or(usize::MAX).max(8)
}

impl Streams {
    /// So many lines of one caller (0 is without limit) and of all.
    pub fn new(of_one: u32, in_all: usize) -> Arc<Streams> {
        let of_one = usize::try_from(of_one).unwrap_or(usize::MAX);
        Arc::new(Streams { of_one, in_all, open: Mutex::default() })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(self: &Arc<Streams>, caller: Caller) -> Result<Line, Full> {
        let mut open = self.open();
        let own = open.by.get(&caller).copied().unwrap_or_default();
        if self.of_one > 0 && own >= self.of_one {
            return Err(Full::Own);
        }
        if open.all >= self.in_all {
            return Err(Full::All);
        }
        open.all += 1;
        *open.by.entry(caller).or_default() += 1;
        Ok(Line { streams: Arc::clone(self), caller })
    }
}

/// What is sent on a line, which counts as long as this lives.
struct Counted {
    body: BoxBody,
    _line: Line,
}

impl MessageBody for Counted {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.get_mut().body).poll_next(context)
    }
}

/// Counts each answer that goes on without end, and gives none where too many are open.
pub async fn count<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let response = next.call(request).await?.map_into_boxed_body();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let Some(streams) = response.request().app_data::<Data<Arc<Streams>>>().cloned() else {
        return Ok(response);
    };
    if kind.is_none_or(|kind| kind != "text/event-stream") {
        return Ok(response);
    }
    match streams.begin(Caller::of(response.request())) {
        Ok(line) => Ok(response.map_body(|_, body| BoxBody::new(Counted { body, _line: line }))),
        Err(full) => {
            let refusal = refused(&response, full);
            Ok(response.into_response(refusal))
        }
    }
}

fn refused<B>(response: &ServiceResponse<B>, full: Full) -> HttpResponse {
    let (status, kind, key) = match full {
        Full::Own => (StatusCode::TOO_MANY_REQUESTS, "too-many-requests", "error-too-many-lines"),
        Full::All => (StatusCode::SERVICE_UNAVAILABLE, "busy", "error-busy"),
    };
    let words = |texts: super::i18n::Texts| texts.one(key, "seconds", COME_AGAIN);
    let mut answer = faced(response.request(), status, kind, words);
    answer.headers_mut().insert(header::RETRY_AFTER, COME_AGAIN.into());
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Caller = Caller::Account(1);
    const OTHER: Caller = Caller::Account(2);

    #[test]
    fn one_caller_and_all_have_their_bounds_and_what_is_closed_counts_no_more() {
        let streams = Streams::new(2, 3);
        let own: Vec<_> = (0..3).map(|_| streams.begin(ONE)).collect();
        assert_eq!(own.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, true, false]);
        assert_eq!(own[2].as_ref().err(), Some(&Full::Own));
        let other = streams.begin(OTHER);
        assert!(other.is_ok());
        assert_eq!(streams.begin(Caller::Account(3)).err(), Some(Full::All));
        drop((own, other));
        let open = streams.open();
        assert_eq!((open.all, open.by.len()), (0, 0));
    }

    #[test]
    fn files_are_left_for_pages_whatever_the_limit() {
        assert_eq!(most_lines(1_024), 768);
        assert_eq!(most_lines(256), 64);
        assert_eq!(most_lines(20_000), 15_000);
        assert_eq!(most_lines(100), 8);
    }
}
