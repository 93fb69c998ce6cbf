//! `Idempotency-Key` on every POST of the API (draft-ietf-httpapi-idempotency-key-header): a request that is sent again
//! is carried out once and answered as the first time.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::body::{BodySize, BoxBody, MessageBody, to_bytes};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, Data};
use actix_web::{Error, FromRequest, HttpMessage, HttpRequest, HttpResponse, HttpResponseBuilder};
use futures_util::{Stream, StreamExt};
use tracing::Instrument;

use adjutant_service::App;
use adjutant_service::idempotency::{self, Answered, ClientKey, Known};
use adjutant_site::bearer_auth::BearerAuth;
use adjutant_site::error::{ApiError, negotiated_error};
use adjutant_site::middleware::EitherResponse;
use adjutant_site::site::Site;
use adjutant_site::time_format::now_micros;

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// Says that an answer is that of an earlier request.
const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");
/// Shorter keys could be guessed, and what is kept under a key is protected by it.
const KEY_LENGTH: std::ops::RangeInclusive<usize> = 16..=128;
/// Longer answers are not kept, only that there was one.
const MOST_ANSWER_BYTES: u64 = 64 << 10;
/// Stands for the answer to a request that was carried out, where it could not be kept.
const NOT_KEPT: &[u8] = b"not kept";
/// How much of a body is read that the handler has left.
const MOST_UNREAD_BYTES: usize = 64 << 10;
/// How much of the body of a repeated request is read; nothing of it is kept in memory.
const MOST_REPEATED_BYTES: usize = 1 << 30;
/// How long reading the rest of a body may take.
const PATIENCE: Duration = Duration::from_secs(300);
/// The `Retry-After` of a request that is in progress, in seconds.
const RETRY_AFTER_SECONDS: u64 = 1;

/// The key of a request: a string of structured fields (RFC 9651), or its characters without the quotation marks.
///
/// # Errors
/// Returns an error if there are several, or the one is too short, too long or has other characters.
fn sent_key(headers: &HeaderMap) -> Result<Option<String>, ()> {
    let mut sent = headers.get_all(IDEMPOTENCY_KEY);
    let Some(value) = sent.next() else { return Ok(None) };
    if sent.next().is_some() {
        return Err(());
    }
    let text = value.to_str().map_err(|_| ())?.trim();
    let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let key = quoted.unwrap_or(text);
    let is_plain = key.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\'));
    match is_plain && KEY_LENGTH.contains(&key.len()) {
        true => Ok(Some(key.to_owned())),
        false => Err(()),
    }
}

/// The body of a request and a hash of what has been read of it.
struct HashedBody {
    body: Payload,
    hasher: blake3::Hasher,
    is_read: bool,
}

impl HashedBody {
    /// Begins with what else makes a request: the method is POST.
    fn new(key: &ClientKey, request: &mut ServiceRequest) -> HashedBody {
        let mut hasher = blake3::Hasher::new_keyed(&key.request_key());
        for part in [request.path(), request.query_string()] {
            hasher.update(part.as_bytes()).update(&[0]);
        }
        let body = request.take_payload();
        HashedBody { is_read: matches!(body, Payload::None), body, hasher }
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, PayloadError>>> {
        let part = std::task::ready!(Pin::new(&mut self.body).poll_next(context));
        match &part {
            Some(Ok(bytes)) => drop(self.hasher.update(bytes)),
            Some(Err(_)) => {}
            None => self.is_read = true,
        }
        Poll::Ready(part)
    }
}

/// The body as the handler reads it.
#[derive(Clone)]
struct SharedBody(Rc<RefCell<HashedBody>>);

impl Stream for SharedBody {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.borrow_mut().poll(context)
    }
}

impl SharedBody {
    /// Reads up to `most` more bytes. Returns the fingerprint of the request if its body is read to the end.
    async fn fingerprint(self, most: usize) -> Option<Vec<u8>> {
        tokio::time::timeout(PATIENCE, self.read_rest(most)).await.ok()?
    }

    async fn read_rest(mut self, most: usize) -> Option<Vec<u8>> {
        let mut read = 0;
        while !self.0.borrow().is_read && read <= most {
            read += match self.next().await {
                Some(part) => part.ok()?.len(),
                None => 0,
            };
        }
        let body = self.0.borrow();
        body.is_read.then(|| body.hasher.finalize().as_bytes().to_vec())
    }
}

/// Whether an answer says what came of a request, and not that it was not looked at.
fn is_kept(status: StatusCode) -> bool {
    let is_refused_before = matches!(
        status,
        StatusCode::UNAUTHORIZED
            | StatusCode::FORBIDDEN
            | StatusCode::REQUEST_TIMEOUT
            | StatusCode::PAYLOAD_TOO_LARGE
            | StatusCode::TOO_MANY_REQUESTS
    );
    !status.is_server_error() && !is_refused_before
}

/// The status and the headers of an answer.
type Head = (u16, Vec<(String, String)>);

/// The answer as it is kept: its head as a line of JSON, then the body.
fn write_answer(response: &HttpResponse<impl MessageBody>, body: &[u8]) -> Option<Vec<u8>> {
    let headers = response.headers().iter();
    let text = |value: &HeaderValue| value.to_str().ok().map(str::to_owned);
    let headers = headers.map(|(name, value)| Some((name.to_string(), text(value)?)));
    let head: Head = (response.status().as_u16(), headers.collect::<Option<_>>()?);
    let mut answer = serde_json::to_vec(&head).ok()?;
    answer.push(b'\n');
    answer.extend_from_slice(body);
    Some(answer)
}

/// Inverts [`write_answer`].
fn read_answer(answer: &[u8]) -> Option<HttpResponse> {
    let end = answer.iter().position(|byte| *byte == b'\n')?;
    let (status, headers): Head = serde_json::from_slice(&answer[..end]).ok()?;
    let mut response = HttpResponseBuilder::new(StatusCode::from_u16(status).ok()?);
    for (name, value) in headers {
        response.append_header((name, value));
    }
    response.insert_header((REPLAYED, "?1"));
    Some(response.body(Bytes::copy_from_slice(&answer[end + 1..])))
}

fn refusal(
    request: &HttpRequest,
    (status, kind): (StatusCode, &str),
    message: &'static str,
) -> HttpResponse {
    negotiated_error(request, status, kind, |texts| texts.get(message))
}

const INVALID: (StatusCode, &str) = (StatusCode::BAD_REQUEST, "invalid");
const IN_PROGRESS: (StatusCode, &str) = (StatusCode::CONFLICT, "conflict");
const DONE: (StatusCode, &str) = (StatusCode::CONFLICT, "conflict");
const OTHER_REQUEST: (StatusCode, &str) = (StatusCode::UNPROCESSABLE_ENTITY, "other-command");

/// Runs a write outside the worker threads.
async fn run<T: Send + 'static>(
    site: &Data<Site>,
    write: impl FnOnce(&App) -> Result<T, adjutant_service::Error> + Send + 'static,
) -> Result<T, adjutant_service::Error> {
    let app = site.app.clone();
    site.lanes.write(move || write(&app)).await?
}

/// A request whose key is claimed.
struct Claimed {
    site: Data<Site>,
    key: ClientKey,
    body: SharedBody,
}

impl Claimed {
    /// Keeps the answer, or forgets the key if there is none to be kept.
    async fn finish<B: MessageBody + 'static>(
        self,
        answered: Result<ServiceResponse<B>, Error>,
    ) -> Result<EitherResponse<B>, Error> {
        let response = match answered {
            Ok(response) if is_kept(response.status()) => response,
            other => {
                self.release().await;
                return Ok(other?.map_into_left_body());
            }
        };
        let fingerprint = self.body.clone().fingerprint(MOST_UNREAD_BYTES).await;
        let is_short = match response.response().body().size() {
            BodySize::None => true,
            BodySize::Sized(length) => length <= MOST_ANSWER_BYTES,
            BodySize::Stream => false,
        };
        let Some(fingerprint) = fingerprint else {
            self.release().await;
            return Ok(response.map_into_left_body());
        };
        if !is_short {
            self.keep(fingerprint, NOT_KEPT.to_vec()).await;
            return Ok(response.map_into_left_body());
        }
        let (request, response) = response.into_parts();
        let (response, body) = response.into_parts();
        let Ok(body) = to_bytes(body).await else {
            self.keep(fingerprint, NOT_KEPT.to_vec()).await;
            let error = adjutant_service::Error::Internal("an answer was cut off".into());
            return Err(ApiError::from(error).into());
        };
        let answer = write_answer(&response, &body).unwrap_or_else(|| NOT_KEPT.to_vec());
        self.keep(fingerprint, answer).await;
        let response = response.set_body(BoxBody::new(body));
        Ok(ServiceResponse::new(request, response).map_into_right_body())
    }

    async fn keep(&self, fingerprint: Vec<u8>, answer: Vec<u8>) {
        let (key, answered) = (self.key.clone(), Answered { fingerprint, answer });
        let kept = run(&self.site, move |app| idempotency::keep(app, &key, &answered)).await;
        if let Err(e) = kept {
            tracing::warn!(error = %e, "the answer to a request with a key is not kept");
        }
    }

    async fn release(&self) {
        let key = self.key.clone();
        if let Err(e) = run(&self.site, move |app| idempotency::release(app, &key)).await {
            tracing::warn!(error = %e, "the key of a request is not free again");
        }
    }
}

/// Answers a request whose key is known.
async fn answer_again(request: &HttpRequest, body: SharedBody, before: Answered) -> HttpResponse {
    let fingerprint = body.fingerprint(MOST_REPEATED_BYTES).await;
    if fingerprint.as_ref() != Some(&before.fingerprint) {
        return refusal(request, OTHER_REQUEST, "refused-other-request");
    }
    if before.answer == NOT_KEPT {
        return refusal(request, DONE, "refused-answer-not-kept");
    }
    read_answer(&before.answer).unwrap_or_else(|| {
        let status = (StatusCode::INTERNAL_SERVER_ERROR, "internal");
        refusal(request, status, "refused-internal")
    })
}

/// Carries out a request with a key once, and gives its answer again.
pub async fn answer_once<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<EitherResponse<B>, Error> {
    let is_command = *request.method() == Method::POST && request.path().starts_with("/api/v1/");
    let site = request.app_data::<Data<Site>>().cloned();
    let (true, Some(site)) = (is_command, site) else {
        return Ok(next.call(request).await?.map_into_left_body());
    };
    let key = match sent_key(request.headers()) {
        Ok(None) => return Ok(next.call(request).await?.map_into_left_body()),
        Ok(Some(key)) => key,
        Err(()) => {
            let refused = refusal(request.request(), INVALID, "refused-idempotency-key");
            return Ok(request.into_response(refused).map_into_right_body());
        }
    };
    // Whoever is not let in hears so from the handler.
    let actor = BearerAuth::from_request(request.request(), &mut Payload::None).await;
    let key = actor.ok().and_then(|BearerAuth(actor)| idempotency::key_of(&actor, &key));
    let Some(key) = key else { return Ok(next.call(request).await?.map_into_left_body()) };
    let body = HashedBody::new(&key, &mut request);
    let body = SharedBody(Rc::new(RefCell::new(body)));
    let (asked, now) = (key.clone(), now_micros());
    let known = run(&site, move |app| idempotency::claim(app, &asked, now)).await;
    match known.map_err(ApiError::from)? {
        Known::New => {}
        Known::InProgress => {
            let mut refused = refusal(request.request(), IN_PROGRESS, "refused-in-progress");
            refused.headers_mut().insert(RETRY_AFTER, RETRY_AFTER_SECONDS.into());
            return Ok(request.into_response(refused).map_into_right_body());
        }
        Known::Answered(before) => {
            let again = answer_again(request.request(), body, before).await;
            return Ok(request.into_response(again).map_into_right_body());
        }
    }
    request.set_payload(Payload::Stream { payload: Box::pin(body.clone()) });
    let claimed = Claimed { site, key, body };
    // Goes on if the client is gone, who will ask for the answer again.
    let answer = async move { claimed.finish(next.call(request).await).await };
    actix_web::rt::spawn(answer.in_current_span()).await.map_err(|_| {
        ApiError::from(adjutant_service::Error::Internal("a request was cut off".into()))
    })?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(values: &[&'static str]) -> Result<Option<String>, ()> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(IDEMPOTENCY_KEY, HeaderValue::from_static(value));
        }
        sent_key(&headers)
    }

    #[test]
    fn a_key_has_16_to_128_visible_characters_with_or_without_quotation_marks() {
        let plain = "8e03978e-40d5-43dd-bc93-6894a57f9324";
        assert_eq!(key(&[]), Ok(None));
        assert_eq!(key(&[plain]), Ok(Some(plain.to_owned())));
        assert_eq!(key(&["\"8e03978e-40d5-43dd-bc93-6894a57f9324\""]), key(&[plain]));
        for wrong in ["", "short", "sixteen and blank", "0123456789abcde\\", "\"0123456789abcdef"] {
            assert_eq!(key(&[wrong]), Err(()), "{wrong}");
        }
        assert_eq!(key(&[plain, plain]), Err(()), "two of them");
    }

    #[actix_web::test]
    async fn an_answer_is_kept_with_its_headers_and_says_that_it_was_given_before() {
        let first =
            HttpResponse::Conflict().insert_header(("cache-control", "no-store")).body("{}");
        let kept = write_answer(&first, b"{\n}").expect("it is text");
        let again = read_answer(&kept).expect("it is as it was written");
        assert_eq!(again.status(), StatusCode::CONFLICT);
        assert_eq!(
            again.headers().get("cache-control").map(|value| value.as_bytes()),
            Some(&b"no-store"[..])
        );
        assert_eq!(again.headers().get(REPLAYED).map(|value| value.as_bytes()), Some(&b"?1"[..]));
        assert_eq!(to_bytes(again.into_body()).await.expect("bytes"), Bytes::from_static(b"{\n}"));
    }
}
