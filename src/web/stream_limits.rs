//! Limits on open event streams, per caller and in total, so that files are left for pages.

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

use adjutant_site::error::negotiated_error;
use adjutant_site::notice_stream;
use adjutant_site::request_limits::Caller;

/// Files reserved for pages, the database and the log.
const RESERVED_FILES: u64 = 192;
/// The `Retry-After` of a refused stream, in seconds.
const RETRY_AFTER_SECONDS: u64 = 15;

pub struct StreamLimiter {
    /// Per caller; 0 for no limit.
    per_caller: usize,
    total: usize,
    counts: Mutex<StreamCounts>,
}

#[derive(Default)]
struct StreamCounts {
    all: usize,
    by_caller: HashMap<Caller, usize>,
}

/// Which limit is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LimitReached {
    PerCaller,
    Total,
}

/// An open stream; dropping it closes it.
struct StreamPermit {
    streams: Arc<StreamLimiter>,
    caller: Caller,
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        let mut open = self.streams.lock_counts();
        open.all -= 1;
        if let Some(own) = open.by_caller.get_mut(&self.caller) {
            *own -= 1;
            if *own == 0 {
                open.by_caller.remove(&self.caller);
            }
        }
    }
}

/// The number of streams for a limit of open files, of which a quarter is reserved.
pub fn max_streams(files: u64) -> usize {
    usize::try_from(files.saturating_sub(RESERVED_FILES.max(files / 4)))
        .unwrap_or(usize::MAX)
        .max(8)
}

impl StreamLimiter {
    /// Limits per caller (0 for no limit) and in total.
    pub fn new(of_one: u32, in_all: usize) -> Arc<StreamLimiter> {
        let of_one = usize::try_from(of_one).unwrap_or(usize::MAX);
        Arc::new(StreamLimiter { per_caller: of_one, total: in_all, counts: Mutex::default() })
    }

    fn lock_counts(&self) -> MutexGuard<'_, StreamCounts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a stream; one that pages can do without leaves half of the total to others.
    fn acquire(
        self: &Arc<StreamLimiter>,
        caller: Caller,
        is_dispensable: bool,
    ) -> Result<StreamPermit, LimitReached> {
        let mut open = self.lock_counts();
        let own = open.by_caller.get(&caller).copied().unwrap_or_default();
        if self.per_caller > 0 && own >= self.per_caller {
            return Err(LimitReached::PerCaller);
        }
        if open.all >= if is_dispensable { self.total / 2 } else { self.total } {
            return Err(LimitReached::Total);
        }
        open.all += 1;
        *open.by_caller.entry(caller).or_default() += 1;
        Ok(StreamPermit { streams: Arc::clone(self), caller })
    }
}

/// The body of a stream, counted while it lives.
struct CountedBody {
    body: BoxBody,
    _line: StreamPermit,
}

impl MessageBody for CountedBody {
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

/// Counts event streams, and refuses further ones beyond the limits.
pub async fn limit_streams<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let response = next.call(request).await?.map_into_boxed_body();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let Some(streams) = response.request().app_data::<Data<Arc<StreamLimiter>>>().cloned() else {
        return Ok(response);
    };
    if kind.is_none_or(|kind| kind != "text/event-stream") {
        return Ok(response);
    }
    let is_dispensable = response.request().path() == notice_stream::PATH;
    match streams.acquire(Caller::from_http_request(response.request()), is_dispensable) {
        Ok(line) => {
            Ok(response.map_body(|_, body| BoxBody::new(CountedBody { body, _line: line })))
        }
        Err(full) => {
            let refusal = limit_response(&response, full);
            Ok(response.into_response(refusal))
        }
    }
}

fn limit_response<B>(response: &ServiceResponse<B>, full: LimitReached) -> HttpResponse {
    let (status, kind, key) = match full {
        LimitReached::PerCaller => {
            (StatusCode::TOO_MANY_REQUESTS, "too-many-requests", "error-too-many-lines")
        }
        LimitReached::Total => (StatusCode::SERVICE_UNAVAILABLE, "busy", "refused-busy"),
    };
    let words = |texts: adjutant_site::i18n::Texts| texts.one(key, "seconds", RETRY_AFTER_SECONDS);
    let mut answer = negotiated_error(response.request(), status, kind, words);
    answer.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER_SECONDS.into());
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Caller = Caller::Account(1);
    const OTHER: Caller = Caller::Account(2);

    #[test]
    fn one_caller_and_all_have_their_bounds_and_what_is_closed_counts_no_more() {
        let streams = StreamLimiter::new(2, 3);
        let own: Vec<_> = (0..3).map(|_| streams.acquire(ONE, false)).collect();
        assert_eq!(own.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, true, false]);
        assert_eq!(own[2].as_ref().err(), Some(&LimitReached::PerCaller));
        let other = streams.acquire(OTHER, false);
        assert!(other.is_ok());
        assert_eq!(streams.acquire(Caller::Account(3), false).err(), Some(LimitReached::Total));
        drop((own, other));
        let open = streams.lock_counts();
        assert_eq!((open.all, open.by_caller.len()), (0, 0));
    }

    #[test]
    fn the_bell_leaves_half_of_the_streams_to_games() {
        let streams = StreamLimiter::new(0, 4);
        let bells: Vec<_> = (0..3).map(|_| streams.acquire(ONE, true)).collect();
        assert_eq!(bells.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, true, false]);
        assert!(streams.acquire(OTHER, false).is_ok());
    }

    #[test]
    fn files_are_left_for_pages_whatever_the_limit() {
        assert_eq!(max_streams(1_024), 768);
        assert_eq!(max_streams(256), 64);
        assert_eq!(max_streams(20_000), 15_000);
        assert_eq!(max_streams(100), 8);
    }
}
