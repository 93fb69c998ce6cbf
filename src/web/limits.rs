//! How often one address may ask.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZero;
use std::sync::Arc;

use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest, web};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

use super::error::faced;
use super::site::Site;

/// A bucket for each address.
pub type Limiter = Arc<DefaultKeyedRateLimiter<IpAddr>>;

/// The limiter for so many requests a minute; none for 0.
pub fn limiter(requests_a_minute: u32) -> Option<Limiter> {
    let quota = Quota::per_minute(NonZero::new(requests_a_minute)?);
    Some(Arc::new(DefaultKeyedRateLimiter::keyed(quota)))
}

/// Refuses an address that asks too often, and says when it may again.
pub async fn limit<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, BoxBody>>, Error> {
    let limiter = request.app_data::<web::Data<Option<Limiter>>>().cloned();
    let counted = !matches!(request.path(), "/healthz" | "/readyz" | "/metrics");
    if let (true, Some(limiter), Some(address)) = (counted, limiter, address(&request))
        && let Some(limiter) = limiter.as_ref()
        && let Err(wait) = limiter.check_key(&address)
    {
        let seconds = wait.wait_time_from(DefaultClock::default().now()).as_secs() + 1;
        let status = StatusCode::TOO_MANY_REQUESTS;
        let mut response = faced(request.request(), status, "too-many-requests", |texts| {
            texts.one("error-too-often", "seconds", seconds)
        });
        response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        return Ok(request.into_response(response).map_into_right_body());
    }
    Ok(next.call(request).await?.map_into_left_body())
}

/// Who asks, as far as limits tell them apart.
fn address(request: &ServiceRequest) -> Option<IpAddr> {
    asker(request).map(household)
}

/// Who asks: the peer, or behind an own proxy the last address it has added.
pub fn asker(request: &ServiceRequest) -> Option<IpAddr> {
    asker_of(request.request())
}

/// The same once the request has come to its handler.
pub fn asker_of(request: &HttpRequest) -> Option<IpAddr> {
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

/// Anybody with IPv6 has a network of 2^64 addresses to ask from: it counts as one.
fn household(address: IpAddr) -> IpAddr {
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
    use super::household;

    #[test]
    fn a_network_of_ipv6_counts_as_one_address() {
        let of = |text: &str| household(text.parse().unwrap()).to_string();
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(of("2001:db8:1:2::9"), "2001:db8:1:2::");
        assert_eq!(of("::ffff:10.0.0.7"), "10.0.0.7");
        assert_eq!(of("10.0.0.7"), "10.0.0.7");
    }
}
