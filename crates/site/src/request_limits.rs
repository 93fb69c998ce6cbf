//! Rate limits by caller.
//!
//! Signed-in users, holders of API tokens and holders of links are counted individually, because
//! many phones in a hall can share one address. All others are counted by address. Credentials
//! count once they have been verified; until then, or if they are invalid, the address counts.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, FromRequest, HttpMessage, HttpRequest, web};
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
use moka::sync::Cache;

use crate::error::negotiated_error;
use crate::middleware::EitherResponse;
use crate::session::{
    SESSION_COOKIE, STEWARD_COOKIE, TABLE_PASS_COOKIE, VisitorIdentity, unprefixed_cookie_name,
};
use crate::site::{Site, SiteSettings};
use adjutant_domain::account::secret::Secret;

/// Identifies a caller for rate limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Caller {
    /// The id of the account; 0 is the operator's token.
    Account(i32),
    /// A digest of a link to a hall or a table.
    Link([u8; 8]),
    Address(IpAddr),
}

/// The caller that a handler has identified.
#[derive(Clone, Copy)]
struct IdentifiedCaller(Caller);

impl Caller {
    /// The caller as far as it is known by now.
    pub fn from_http_request(request: &HttpRequest) -> Caller {
        let extensions = request.extensions();
        let who = extensions.get::<Arc<VisitorIdentity>>().map(|who| &who.actor);
        if let Some(actor) = who.filter(|actor| actor.is_signed_in()) {
            return Caller::Account(actor.account);
        }
        let identified = extensions.get::<IdentifiedCaller>().map(|one| one.0);
        let counted = || extensions.get::<Caller>().copied();
        let nowhere = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        let address = || Caller::Address(client_ip(request).map_or(nowhere, network_prefix));
        identified.or_else(counted).unwrap_or_else(address)
    }

    /// The holder of this link.
    pub fn from_link(link: &Secret) -> Caller {
        let mut first = [0; 8];
        first.copy_from_slice(&blake3::hash(link.to_base32().as_bytes()).as_bytes()[..8]);
        Caller::Link(first)
    }

    /// Marks the credentials of the request as valid, so that the next request is counted by them.
    pub fn attach_to(self, request: &HttpRequest) {
        request.extensions_mut().insert(IdentifiedCaller(self));
    }
}

impl FromRequest for Caller {
    type Error = Infallible;
    type Future = Ready<Result<Caller, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Caller::from_http_request(request)))
    }
}

/// A digest of all credentials of a request.
type CredentialsDigest = [u8; 16];

/// How long credentials count before they are verified again.
const CALLER_CACHE_TTL: Duration = Duration::from_secs(60);
/// The number of callers remembered.
const CALLER_CACHE_CAPACITY: u64 = 65_536;

type Buckets =
    RateLimiter<Caller, DefaultKeyedStateStore<Caller>, DefaultClock, StateInformationMiddleware>;

/// A token bucket per caller.
pub struct RequestLimiter {
    buckets: Option<Buckets>,
    allowance: Allowance,
    callers: Cache<CredentialsDigest, Caller>,
}

impl RequestLimiter {
    pub fn new(settings: &SiteSettings) -> RequestLimiter {
        let quota = |rate: NonZero<u32>| {
            let burst = NonZero::new(settings.request_burst).unwrap_or(rate);
            let quota = Quota::per_minute(rate).allow_burst(burst.min(rate));
            RateLimiter::keyed(quota).with_middleware::<StateInformationMiddleware>()
        };
        let known = Cache::builder()
            .max_capacity(CALLER_CACHE_CAPACITY)
            .time_to_live(CALLER_CACHE_TTL)
            .build();
        RequestLimiter {
            buckets: NonZero::new(settings.requests_per_minute).map(quota),
            allowance: Allowance::of(settings),
            callers: known,
        }
    }

    /// Forgets idle callers.
    pub fn forget_idle(&self) {
        if let Some(buckets) = &self.buckets {
            buckets.retain_recent();
            buckets.shrink_to_fit();
        }
    }

    /// Counts a request: how many may follow at once, or the seconds to wait if the caller is over the limit. None
    /// without limits.
    fn count(&self, caller: &Caller) -> Option<Result<u32, u64>> {
        let counted = self.buckets.as_ref()?.check_key(caller);
        Some(match counted {
            Ok(state) => Ok(state.remaining_burst_capacity()),
            Err(wait) => Err(wait.wait_time_from(DefaultClock::default().now()).as_secs() + 1),
        })
    }
}

/// What a caller may send, as the headers of responses tell it (draft-ietf-httpapi-ratelimit-headers).
#[derive(Debug, Clone, Copy)]
struct Allowance {
    /// Requests at once.
    burst: u32,
    /// Requests in a minute.
    rate: u32,
}

impl Allowance {
    fn of(settings: &SiteSettings) -> Allowance {
        let rate = settings.requests_per_minute.max(1);
        let burst = if settings.request_burst == 0 { rate } else { settings.request_burst };
        Allowance { burst: burst.min(rate), rate }
    }

    /// The seconds in which this many requests become free again.
    fn seconds(self, requests: u32) -> u64 {
        (u64::from(requests) * 60).div_ceil(u64::from(self.rate))
    }

    fn add_to(self, headers: &mut HeaderMap, remaining: u32) {
        let policy = format!("\"requests\";q={};w={}", self.burst, self.seconds(self.burst));
        let used = self.burst.saturating_sub(remaining);
        let state = format!("\"requests\";r={remaining};t={}", self.seconds(used));
        for (name, text) in [(RATE_LIMIT_POLICY, policy), (RATE_LIMIT, state)] {
            if let Ok(value) = HeaderValue::from_str(&text) {
                headers.insert(name, value);
            }
        }
    }
}

const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// Refuses a caller over the limit with status 429 and `Retry-After`.
pub async fn limit_requests<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<EitherResponse<B>, Error> {
    let Some(limiter) = request.app_data::<web::Data<RequestLimiter>>().cloned() else {
        return Ok(next.call(request).await?.map_into_left_body());
    };
    let shown = credentials_digest(request.request());
    let known = shown.and_then(|shown| limiter.callers.get(&shown));
    let caller = known
        .or_else(|| service_client_ip(&request).map(|from| Caller::Address(network_prefix(from))));
    let mut remaining = None;
    if let Some(caller) = caller {
        let counted = is_rate_limited(request.path()).then(|| limiter.count(&caller)).flatten();
        remaining = counted.and_then(Result::ok).filter(|_| request.path().starts_with(API));
        if let Some(Err(seconds)) = counted {
            let status = StatusCode::TOO_MANY_REQUESTS;
            let mut response =
                negotiated_error(request.request(), status, "too-many-requests", |texts| {
                    texts.one("refused-too-often", "seconds", seconds)
                });
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
            if request.path().starts_with(API) {
                limiter.allowance.add_to(response.headers_mut(), 0);
            }
            return Ok(request.into_response(response).map_into_right_body());
        }
        request.extensions_mut().insert(caller);
    }
    let mut response = next.call(request).await?;
    if let Some(remaining) = remaining {
        limiter.allowance.add_to(response.headers_mut(), remaining);
    }
    if let (None, Some(shown)) = (known, shown) {
        match Caller::from_http_request(response.request()) {
            Caller::Address(_) => {}
            found => limiter.callers.insert(shown, found),
        }
    }
    Ok(response.map_into_left_body())
}

const API: &str = "/api/v1/";

/// Monitoring probes and static files, which are small and cached by browsers, are not limited.
fn is_rate_limited(path: &str) -> bool {
    !matches!(path, "/healthz" | "/readyz" | "/metrics") && !path.starts_with("/static/")
}

/// A digest of the credentials of a request: the token for the API, cookies for pages.
fn credentials_digest(request: &HttpRequest) -> Option<CredentialsDigest> {
    let mut hasher = blake3::Hasher::new();
    let mut any = false;
    if request.path().starts_with(API) {
        for value in request.headers().get_all(header::AUTHORIZATION) {
            hasher.update(value.as_bytes());
            any = true;
        }
    } else {
        for cookie in request.cookies().ok()?.iter() {
            let name = unprefixed_cookie_name(cookie.name());
            if [SESSION_COOKIE, STEWARD_COOKIE, TABLE_PASS_COOKIE].contains(&name) {
                hasher.update(name.as_bytes()).update(b"=").update(cookie.value().as_bytes());
                hasher.update(b";");
                any = true;
            }
        }
    }
    let mut digest = [0; 16];
    digest.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    any.then_some(digest)
}

/// The client's address: the peer or, behind a proxy, the last address added by it.
pub fn service_client_ip(request: &ServiceRequest) -> Option<IpAddr> {
    client_ip(request.request())
}

/// Like [`service_client_ip`], within a handler.
pub fn client_ip(request: &HttpRequest) -> Option<IpAddr> {
    let site = request.app_data::<web::Data<Site>>()?;
    let forwarded = || {
        let value = request.headers().get_all("x-forwarded-for").last()?.to_str().ok()?;
        value.rsplit(',').next()?.trim().parse().ok()
    };
    site.settings
        .behind_proxy
        .then(forwarded)
        .flatten()
        .or_else(|| request.peer_addr().map(|peer| peer.ip()))
}

/// An IPv6 client usually has a network of 2^64 addresses, which counts as one.
fn network_prefix(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => IpAddr::V4(v4),
            None => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
        },
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::{Allowance, network_prefix};
    use actix_web::http::header::HeaderMap;

    #[test]
    fn headers_tell_the_policy_and_what_remains_of_it() {
        let mut headers = HeaderMap::new();
        Allowance { burst: 100, rate: 300 }.add_to(&mut headers, 97);
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        assert_eq!(text("ratelimit-policy"), Some("\"requests\";q=100;w=20"));
        assert_eq!(text("ratelimit"), Some("\"requests\";r=97;t=1"));
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one_address() {
        let of = |text: &str| network_prefix(text.parse().unwrap()).to_string();
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(of("2001:db8:1:2::9"), "2001:db8:1:2::");
        assert_eq!(of("::ffff:10.0.0.7"), "10.0.0.7");
        assert_eq!(of("10.0.0.7"), "10.0.0.7");
    }
}
