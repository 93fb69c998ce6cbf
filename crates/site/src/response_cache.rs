//! A cache of public responses in the form in which they are sent: many requests for a page cost
//! one rendering and one compression.
//!
//! A response is cached only if its handler allows it, and only until the public data changes: any of
//! them or, if its handler declares what it shows, those. Requests with credentials (a token, or a cookie that is no preference) bypass the cache.
//!
//! If many clients request the same new response at once, it is made once and the others wait.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use actix_web::body::{BoxBody, MessageBody, to_bytes};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::ErrorInternalServerError;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, Data};
use actix_web::{Error, HttpResponse};
use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use tokio::sync::watch;

use adjutant_service::App;
use adjutant_service::edition::Concerns;

use crate::i18n::Language;
use crate::middleware::EitherResponse;
use crate::replica_reads::ReadAtEdition;
use crate::request_context::{
    BOARD_COOKIE, LANGUAGE_COOKIE, Looks, PIECES_COOKIE, RANKS_COOKIE, RequestContext,
    SOUND_COOKIE, THEME_COOKIE,
};
use crate::session::{DEVICE_COOKIE, VISITOR_COOKIE, unprefixed_cookie_name};

/// Marks a response as public, and as determined by address, language, looks and accepted
/// encodings.
struct Cacheable {
    max_age: Duration,
    /// What it shows of the public data; `None` for any of them.
    concerns: Option<Concerns>,
}

/// A public response with the digest of its body as entity tag. It must not depend on anything that
/// is not part of `CacheKey`.
pub fn cacheable_response(content_type: &str, cache_control: &str, body: Vec<u8>) -> HttpResponse {
    // Weak, because the response has several encodings.
    let tag = format!("W/\"{}\"", &blake3::hash(&body).to_hex()[..24]);
    let short = body.len() <= MAX_BODY_BYTES;
    let mut response = HttpResponse::Ok()
        .content_type(content_type)
        .insert_header((header::ETAG, tag))
        .insert_header((header::CACHE_CONTROL, cache_control))
        // A cached body takes what it needs, and nothing that it might have grown into.
        .body(Bytes::from(body.into_boxed_slice()));
    if short {
        response.extensions_mut().insert(Cacheable { max_age: MAX_AGE, concerns: None });
    }
    response
}

/// The entity tag of a list whose rows are not all known when it begins: it holds until any public data change, at this
/// server and until it restarts, since others count their changes apart.
pub fn version_tag(content_type: &str, version: u64) -> String {
    static SERVER: LazyLock<u64> = LazyLock::new(rand::random);
    let known = format!("{} {version} {content_type}", *SERVER);
    format!("W/\"{}\"", &blake3::hash(known.as_bytes()).to_hex()[..24])
}

/// Has a public response cached for a short time, because some of what it shows has no data version.
pub fn cached_briefly(mut response: HttpResponse, max_age: Duration) -> HttpResponse {
    if let Some(cacheable) = response.extensions_mut().get_mut::<Cacheable>() {
        cacheable.max_age = max_age;
    }
    response
}

/// Has a public response cached while what it concerns does not change. A response without
/// `concerns` is made anew after any change.
pub fn cached_while_unchanged(
    mut response: HttpResponse,
    concerns: Option<Concerns>,
) -> HttpResponse {
    if let Some(cacheable) = response.extensions_mut().get_mut::<Cacheable>() {
        cacheable.concerns = concerns;
    }
    response
}

/// The longest response cached, before compression.
const MAX_BODY_BYTES: usize = 512 << 10;
/// The longest address, and the longest list of accepted forms, for which responses are cached.
const MAX_KEY_BYTES: usize = 512;
/// Responses expire after this time in any case.
const MAX_AGE: Duration = Duration::from_secs(600);
/// A place on a leaderboard moves with the results of others: elsewhere it may lag by this.
const PLACES_AGE: Duration = Duration::from_secs(10);
/// The estimated size of an entry in bytes besides its body.
const ENTRY_OVERHEAD_BYTES: usize = 1_024;

/// What a response depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct CacheKey {
    address: String,
    language: Language,
    looks: Looks,
    /// The accepted encodings and, for the API, media types, as sent by the client.
    accepted: Vec<u8>,
}

/// A response as it is sent.
struct CachedResponse {
    validity: Validity,
    headers: HeaderMap,
    body: Bytes,
}

/// When a response may be served.
struct Validity {
    /// The version of the public data before it was made.
    data_version: u64,
    concerns: Option<Concerns>,
    made_at: Instant,
    max_age: Duration,
}

impl Validity {
    fn holds(&self, app: &App) -> bool {
        let age = self.made_at.elapsed();
        age < self.max_age
            && match &self.concerns {
                None => self.data_version == app.edition(),
                Some(concerns) => {
                    concerns.are_unchanged(app, self.data_version)
                        && (age < PLACES_AGE || concerns.are_places_current(app))
                }
            }
    }
}

/// The cached responses; disabled if no memory is configured.
pub struct ResponseCache(Option<Cache<CacheKey, Arc<CachedResponse>>>, InFlightResponses);

/// The responses being made, each with its waiting clients.
#[derive(Default)]
struct InFlightResponses(Mutex<HashMap<Turn, watch::Receiver<()>>>);

/// A request, and the version of the public data that it is to show: nobody waits for a response
/// that was begun before a change.
type Turn = (u64, CacheKey);

/// Held while a response is made; the others wait until it is dropped.
struct InFlightGuard<'a> {
    making: &'a InFlightResponses,
    turn: Turn,
    _ends: watch::Sender<()>,
}

impl Drop for InFlightGuard<'_> {
    fn drop(&mut self) {
        self.making.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.turn);
    }
}

impl InFlightResponses {
    /// A guard for the first client; the others return without one when that guard is dropped.
    async fn join_or_wait(&self, turn: &Turn) -> Option<InFlightGuard<'_>> {
        let mut waits = {
            let mut making = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            match making.entry(turn.clone()) {
                Entry::Occupied(entry) => entry.get().clone(),
                Entry::Vacant(entry) => {
                    let (ends, waits) = watch::channel(());
                    entry.insert(waits);
                    return Some(InFlightGuard { making: self, turn: turn.clone(), _ends: ends });
                }
            }
        };
        // Nothing is ever sent: the channel reports an error when the sender is dropped.
        let _ended = waits.changed().await;
        None
    }
}

impl ResponseCache {
    /// A cache of `bytes` in total.
    pub fn new(bytes: u64) -> ResponseCache {
        let weight = |key: &CacheKey, answer: &Arc<CachedResponse>| {
            let all =
                ENTRY_OVERHEAD_BYTES + key.address.len() + key.accepted.len() + answer.body.len();
            u32::try_from(all).unwrap_or(u32::MAX)
        };
        // LRU rather than by frequency, so that what was popular is evicted.
        let cache = Cache::builder()
            .max_capacity(bytes)
            .eviction_policy(EvictionPolicy::lru())
            .weigher(weight)
            .time_to_live(MAX_AGE);
        ResponseCache((bytes > 0).then(|| cache.build()), InFlightResponses::default())
    }

    fn find(&self, app: &App, key: &CacheKey) -> Option<Arc<CachedResponse>> {
        self.0.as_ref()?.get(key).filter(|response| response.validity.holds(app))
    }

    /// The cache key of a request, with the application and the current version of its public data;
    /// `None` if its response must not be cached.
    fn cache_key(&self, request: &ServiceRequest) -> Option<(App, Turn)> {
        self.0.as_ref()?;
        let headers = request.headers();
        let plain = request.method() == Method::GET
            && !headers.contains_key(header::AUTHORIZATION)
            && !headers.contains_key(header::RANGE);
        let address = request.uri().path_and_query()?.as_str();
        let api = request.path().starts_with("/api/v1/");
        let mut accepted = Vec::new();
        for name in [header::ACCEPT_ENCODING, header::ACCEPT].iter().take(1 + usize::from(api)) {
            for value in headers.get_all(name) {
                accepted.extend_from_slice(value.as_bytes());
                accepted.push(b'\n');
            }
        }
        let short = address.len() <= MAX_KEY_BYTES && accepted.len() <= MAX_KEY_BYTES;
        if !plain || !short || !is_anonymous(request) {
            return None;
        }
        let visit = RequestContext::from_http_request(request.request())?;
        let (language, looks) = (visit.language, visit.looks);
        let app = visit.site.app.clone();
        let turn = (app.edition(), CacheKey { address: visit.address, language, looks, accepted });
        Some((app, turn))
    }
}

/// Cookies that do not affect public pages other than by language and looks, which are part of the
/// key: the others tie forms to a browser, or concern games that the visitor plays.
const NEUTRAL_COOKIES: [&str; 8] = [
    LANGUAGE_COOKIE,
    THEME_COOKIE,
    BOARD_COOKIE,
    PIECES_COOKIE,
    SOUND_COOKIE,
    RANKS_COOKIE,
    DEVICE_COOKIE,
    VISITOR_COOKIE,
];

/// Whether no cookie identifies a visitor.
fn is_anonymous(request: &ServiceRequest) -> bool {
    let known = |name: &str| NEUTRAL_COOKIES.contains(&unprefixed_cookie_name(name));
    request.cookies().is_ok_and(|cookies| cookies.iter().all(|one| known(one.name())))
}

impl CachedResponse {
    fn to_response(&self) -> HttpResponse {
        let mut response = HttpResponse::with_body(StatusCode::OK, BoxBody::new(self.body.clone()));
        *response.headers_mut() = self.headers.clone();
        response
    }

    /// Reads the body of a response into an entry.
    async fn from_response<B: MessageBody + 'static>(
        response: ServiceResponse<B>,
        validity: Validity,
    ) -> Result<(Arc<CachedResponse>, ServiceResponse<BoxBody>), Error> {
        let (request, response) = response.into_parts();
        let (head, body) = response.into_parts();
        let headers = head.headers().clone();
        let failed = |e: B::Error| ErrorInternalServerError(e.into());
        let body = to_bytes(body).await.map_err(failed)?;
        let whole = head.set_body(BoxBody::new(body.clone()));
        Ok((
            Arc::new(CachedResponse { validity, headers, body }),
            ServiceResponse::new(request, whole),
        ))
    }
}

/// Serves a cached response or caches the new one; responds with 304 if the client has it.
pub async fn serve_cached<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<EitherResponse<B>, Error> {
    let answers = request.app_data::<Data<ResponseCache>>().cloned();
    let key = answers.as_ref().and_then(|answers| answers.cache_key(&request));
    // Handlers must return the full response, so that it can be cached.
    let known: Vec<HeaderValue> = request.headers_mut().remove(header::IF_NONE_MATCH).collect();
    let find = || {
        let (app, (_, key)) = key.as_ref()?;
        answers.as_ref()?.find(app, key)
    };
    let mut kept = find();
    let mut _turn = None;
    if let (None, Some((_, turn)), Some(answers)) = (&kept, &key, &answers) {
        _turn = answers.1.join_or_wait(turn).await;
        // If the response was not cacheable, each waiting request makes its own.
        kept = find();
    }
    if let Some(kept) = kept {
        metrics::counter!("adjutant_http_cached_responses_total").increment(1);
        let response = request.into_response(kept.to_response()).map_into_right_body();
        return Ok(not_modified_if_matching(response, &known));
    }
    let mut response = next.call(request).await?;
    let keepable =
        response.status() == StatusCode::OK && !response.headers().contains_key(header::SET_COOKIE);
    let cacheable = response.response_mut().extensions_mut().remove::<Cacheable>();
    let cacheable = cacheable.filter(|_| keepable);
    // A replica may lack what this server already knows of: the response is only as new as what was read.
    let read_at = response.response_mut().extensions_mut().remove::<ReadAtEdition>();
    let version_of =
        |known: u64| read_at.map_or(known, |ReadAtEdition(edition)| edition.min(known));
    let response = match (answers.as_ref().and_then(|answers| answers.0.as_ref()), key, cacheable) {
        (Some(cache), Some((_, (known, key))), Some(Cacheable { max_age, concerns })) => {
            let data_version = version_of(known);
            let validity = Validity { data_version, concerns, made_at: Instant::now(), max_age };
            let (answer, response) = CachedResponse::from_response(response, validity).await?;
            cache.insert(key, answer);
            response.map_into_right_body()
        }
        _ => response.map_into_left_body(),
    };
    Ok(not_modified_if_matching(response, &known))
}

/// Headers of the response repeated with status 304 (RFC 9110, section 15.4.5).
const NOT_MODIFIED_HEADERS: [HeaderName; 3] = [header::ETAG, header::CACHE_CONTROL, header::VARY];

/// The response, or status 304 if its entity tag is among the `known`.
fn not_modified_if_matching<B>(
    response: EitherResponse<B>,
    known: &[HeaderValue],
) -> EitherResponse<B> {
    let tag = response.headers().get(header::ETAG).and_then(|tag| tag.to_str().ok());
    let has =
        |tag: &str| known.iter().any(|value| value.to_str().is_ok_and(|v| matches_etag(v, tag)));
    let is_there = matches!(response.status(), StatusCode::OK | StatusCode::PARTIAL_CONTENT);
    if !is_there || !tag.is_some_and(has) {
        return response;
    }
    let mut unchanged = HttpResponse::NotModified().finish();
    for name in NOT_MODIFIED_HEADERS {
        for value in response.headers().get_all(&name) {
            unchanged.headers_mut().append(name.clone(), value.clone());
        }
    }
    response.into_response(unchanged.map_into_right_body())
}

/// Whether an `If-None-Match` value contains the tag, by weak comparison.
fn matches_etag(value: &str, tag: &str) -> bool {
    let strong = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    value.trim() == "*" || value.split(',').any(|one| strong(one) == strong(tag))
}

#[cfg(test)]
mod tests {
    use super::matches_etag;

    #[test]
    fn a_tag_is_known_among_others_weak_or_not() {
        assert!(matches_etag("\"a\", W/\"b\"", "W/\"b\""));
        assert!(matches_etag("\"b\"", "W/\"b\""));
        assert!(matches_etag("*", "W/\"b\""));
        assert!(!matches_etag("\"a\"", "W/\"b\""));
        assert!(!matches_etag("", "W/\"b\""));
    }
}
