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
use actix_web::http::header;
use actix_web::middleware::Next;
use actix_web::{Error, FromRequest, HttpMessage, HttpRequest, web};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};
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

/// A token bucket per caller.
pub struct RequestLimiter {
    buckets: Option<DefaultKeyedRateLimiter<Caller>>,
    callers: Cache<CredentialsDigest, Caller>,
}

impl RequestLimiter {
    pub fn new(settings: &SiteSettings) -> RequestLimiter {
        let quota = |rate: NonZero<u32>| {
            let burst = NonZero::new(settings.request_burst).unwrap_or(rate);
            DefaultKeyedRateLimiter::keyed(Quota::per_minute(rate).allow_burst(burst.min(rate)))
        };
        let known = Cache::builder()
            .max_capacity(CALLER_CACHE_CAPACITY)
            .time_to_live(CALLER_CACHE_TTL)
            .build();
        RequestLimiter {
            buckets: NonZero::new(settings.requests_per_minute).map(quota),
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

    /// The seconds to wait, if the caller is over the limit.
    fn retry_after(&self, caller: &Caller) -> Option<u64> {
        let wait = self.buckets.as_ref()?.check_key(caller).err()?;
        Some(wait.wait_time_from(DefaultClock::default().now()).as_secs() + 1)
    }
}

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
    if let Some(caller) = caller {
        if is_rate_limited(request.path())
            && let Some(seconds) = limiter.retry_after(&caller)
        {
            let status = StatusCode::TOO_MANY_REQUESTS;
            let mut response =
                negotiated_error(request.request(), status, "too-many-requests", |texts| {
                    texts.one("refused-too-often", "seconds", seconds)
                });
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
            return Ok(request.into_response(response).map_into_right_body());
        }
        request.extensions_mut().insert(caller);
    }
    let response = next.call(request).await?;
    if let (None, Some(shown)) = (known, shown) {
        match Caller::from_http_request(response.request()) {
            Caller::Address(_) => {}
            found => limiter.callers.insert(shown, found),
        }
    }
    Ok(response.map_into_left_body())
}

/// Monitoring probes and static files, which are small and cached by browsers, are not limited.
fn is_rate_limited(path: &str) -> bool {
    !matches!(path, "/healthz" | "/readyz" | "/metrics") && !path.starts_with("/static/")
}

/// A digest of the credentials of a request: the token for the API, cookies for pages.
fn credentials_digest(request: &HttpRequest) -> Option<CredentialsDigest> {
    let mut hasher = blake3::Hasher::new();
    let mut any = false;
    if request.path().starts_with("/api/v1/") {
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
    use super::network_prefix;

    #[test]
    fn a_network_of_ipv6_counts_as_one_address() {
        let of = |text: &str| network_prefix(text.parse().unwrap()).to_string();
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(of("2001:db8:1:2::9"), "2001:db8:1:2::");
        assert_eq!(of("::ffff:10.0.0.7"), "10.0.0.7");
        assert_eq!(of("10.0.0.7"), "10.0.0.7");
    }
}
