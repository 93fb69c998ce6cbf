//! Limits on open event streams, per caller and in total, so that files are left for pages.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{StatusCode, header};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, Data};
use actix_web::{Error, HttpResponse, rt};
use futures_util::StreamExt;
use futures_util::stream::{LocalBoxStream, unfold};
use tokio::sync::watch;

use adjutant_site::error::negotiated_error;
use adjutant_site::notice_stream;
use adjutant_site::request_limits::Caller;

/// Files reserved for pages, the database and the log.
const RESERVED_FILES: u64 = 192;
/// The `Retry-After` of a stream refused for all, in seconds.
const RETRY_AFTER_SECONDS: u64 = 15;
/// The same for one caller: by then its closed streams have been found.
const CALLER_RETRY_AFTER_SECONDS: u64 = 3;
/// How many comments find a stream whose client is gone: the first is answered with a reset, on
/// which the second fails.
const PROBE_COMMENTS: u32 = 2;
const PROBE_INTERVAL: Duration = Duration::from_secs(1);

pub struct StreamLimiter {
    /// Per caller; 0 for no limit.
    per_caller: usize,
    total: usize,
    counts: Mutex<StreamCounts>,
}

#[derive(Default)]
struct StreamCounts {
    all: usize,
    by_caller: HashMap<Caller, CallerStreams>,
}

#[derive(Default)]
struct CallerStreams {
    open: usize,
    probe: Arc<Probe>,
}

/// Finds streams of one caller whose clients are gone, by writing to all of them. Nothing else
/// tells a closed tab from one that only listens, and heartbeats take half a minute.
#[derive(Default)]
struct Probe {
    comments: watch::Sender<()>,
    /// One more than the comments still to send; 0 while nothing runs.
    left: AtomicU32,
}

impl Probe {
    /// Has the streams send their comments from now on, at most one a second.
    fn start(self: &Arc<Probe>) {
        if self.left.swap(PROBE_COMMENTS + 1, Ordering::AcqRel) > 0 {
            return;
        }
        let probe = Arc::clone(self);
        rt::spawn(async move {
            while probe.left.fetch_sub(1, Ordering::AcqRel) > 1 {
                probe.comments.send_replace(());
                rt::time::sleep(PROBE_INTERVAL).await;
            }
        });
    }

    /// Yields whenever a stream is to send a comment.
    fn comments(&self) -> LocalBoxStream<'static, ()> {
        let comments = self.comments.subscribe();
        unfold(comments, |mut comments| async {
            comments.changed().await.ok()?;
            Some(((), comments))
        })
        .boxed_local()
    }
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
            own.open -= 1;
            if own.open == 0 {
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
        let own = open.by_caller.get(&caller).map_or(0, |own| own.open);
        if self.per_caller > 0 && own >= self.per_caller {
            return Err(LimitReached::PerCaller);
        }
        if open.all >= if is_dispensable { self.total / 2 } else { self.total } {
            return Err(LimitReached::Total);
        }
        open.all += 1;
        open.by_caller.entry(caller).or_default().open += 1;
        Ok(StreamPermit { streams: Arc::clone(self), caller })
    }

    /// Looks for closed streams of a caller who has three quarters of what it may have.
    fn probe_if_crowded(&self, caller: Caller) {
        let crowd = self.per_caller - self.per_caller / 4;
        let open = self.lock_counts();
        let own = open.by_caller.get(&caller).filter(|own| crowd > 0 && own.open >= crowd);
        if let Some(own) = own {
            own.probe.start();
        }
    }

    /// When a caller's streams are to send a comment.
    fn comments(&self, caller: Caller) -> LocalBoxStream<'static, ()> {
        self.lock_counts().by_caller.entry(caller).or_default().probe.comments()
    }
}

/// The body of a stream, counted while it lives.
struct CountedBody {
    body: BoxBody,
    comments: LocalBoxStream<'static, ()>,
    _line: StreamPermit,
}

impl CountedBody {
    fn new(body: BoxBody, permit: StreamPermit) -> CountedBody {
        let comments = permit.streams.comments(permit.caller);
        CountedBody { body, comments, _line: permit }
    }
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
        let stream = self.get_mut();
        let next = Pin::new(&mut stream.body).poll_next(context);
        if next.is_pending() && stream.comments.poll_next_unpin(context).is_ready() {
            return Poll::Ready(Some(Ok(Bytes::from_static(b":\n\n"))));
        }
        next
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
    let caller = Caller::from_http_request(response.request());
    streams.probe_if_crowded(caller);
    match streams.acquire(caller, is_dispensable) {
        Ok(permit) => Ok(response.map_body(|_, body| BoxBody::new(CountedBody::new(body, permit)))),
        Err(full) => {
            let refusal = limit_response(&response, full);
            Ok(response.into_response(refusal))
        }
    }
}

fn limit_response<B>(response: &ServiceResponse<B>, full: LimitReached) -> HttpResponse {
    let (status, kind, key, seconds) = match full {
        LimitReached::PerCaller => (
            StatusCode::TOO_MANY_REQUESTS,
            "too-many-requests",
            "error-too-many-lines",
            CALLER_RETRY_AFTER_SECONDS,
        ),
        LimitReached::Total => {
            (StatusCode::SERVICE_UNAVAILABLE, "busy", "refused-busy", RETRY_AFTER_SECONDS)
        }
    };
    let words = |texts: adjutant_site::i18n::Texts| texts.one(key, "seconds", seconds);
    let mut answer = negotiated_error(response.request(), status, kind, words);
    answer.headers_mut().insert(header::RETRY_AFTER, seconds.into());
    answer
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use actix_web::body::BodyStream;

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

    /// The body of a stream on which nothing happens.
    fn silent(streams: &Arc<StreamLimiter>, caller: Caller) -> CountedBody {
        let permit = streams.acquire(caller, false).expect("there is room");
        let nothing = futures_util::stream::pending::<Result<Bytes, std::io::Error>>();
        CountedBody::new(BoxBody::new(BodyStream::new(nothing)), permit)
    }

    /// The comment that a stream sends now, if it does.
    async fn comment(body: &mut CountedBody) -> Option<Bytes> {
        let next = poll_fn(|context| Pin::new(&mut *body).poll_next(context));
        let sent = rt::time::timeout(Duration::from_millis(100), next).await.ok()?;
        Some(sent.expect("it goes on").expect("no error"))
    }

    #[test]
    fn streams_of_a_crowded_caller_send_two_comments_a_second_apart_and_others_none() {
        rt::System::new().block_on(async {
            let streams = StreamLimiter::new(4, 8);
            let mut own = [silent(&streams, ONE), silent(&streams, ONE)];
            let mut other = silent(&streams, OTHER);
            streams.probe_if_crowded(ONE);
            assert_eq!(comment(&mut own[0]).await, None, "half of the streams are open");
            let third = silent(&streams, ONE);
            streams.probe_if_crowded(ONE);
            for body in &mut own {
                assert_eq!(comment(body).await.as_deref(), Some(&b":\n\n"[..]));
            }
            streams.probe_if_crowded(ONE);
            assert_eq!(comment(&mut own[0]).await, None, "one comment a second");
            rt::time::sleep(PROBE_INTERVAL).await;
            assert!(comment(&mut own[0]).await.is_some(), "the second follows by itself");
            assert_eq!(comment(&mut own[0]).await, None);
            assert_eq!(comment(&mut other).await, None);
            drop(third);
        });
    }

    #[test]
    fn files_are_left_for_pages_whatever_the_limit() {
        assert_eq!(max_streams(1_024), 768);
        assert_eq!(max_streams(256), 64);
        assert_eq!(max_streams(20_000), 15_000);
        assert_eq!(max_streams(100), 8);
    }
}
