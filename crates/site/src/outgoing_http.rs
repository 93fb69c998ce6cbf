//! Requests to addresses that people enter: push services and webhooks. They go to public addresses
//! only, whatever a name resolves to, and follow no redirects.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use ureq::config::Config;
use ureq::http::{Request, Uri};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Error};

use adjutant_service::notices::Outcome;

/// The time for a request with its answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Header bytes read of an answer.
const MAX_ANSWER_BYTES: usize = 16 << 10;

/// Sends requests.
#[derive(Clone)]
pub struct OutgoingHttp {
    agent: Agent,
    private_receivers: bool,
}

/// Resolves names to public addresses. The connection is made to what this returns, so that a name
/// cannot resolve to something else afterwards.
#[derive(Debug)]
struct PublicResolver {
    inner: DefaultResolver,
    private_receivers: bool,
}

impl Resolver for PublicResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let found = self.inner.resolve(uri, config, timeout)?;
        let mut public = self.empty();
        for address in found.iter() {
            if self.private_receivers || is_public(address.ip()) {
                public.push(*address);
            }
        }
        if public.is_empty() { Err(Error::HostNotFound) } else { Ok(public) }
    }
}

/// Whether an address belongs to a machine on the internet, not to this one, its network, or none.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// By the registry of special addresses (RFC 6890).
fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let is_special = address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation()
        || first == 0
        || first >= 240
        || (first == 100 && second & 0xc0 == 64)
        || (first == 192 && second == 0 && third == 0)
        || (first == 198 && second & 0xfe == 18);
    !is_special
}

/// Only global unicast addresses, and of those that contain an IPv4 address only where that is
/// public.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    let within = |at: usize| {
        let ([a, b], [c, d]) = (parts[at].to_be_bytes(), parts[at + 1].to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match parts {
        // NAT64 (RFC 6052).
        [0x64, 0xff9b, 0, 0, 0, 0, ..] => within(6),
        // 6to4 (RFC 3056).
        [0x2002, ..] => within(1),
        // Documentation (RFC 3849), and Teredo with other special ones (RFC 2928).
        [0x2001, 0xdb8, ..] | [0x2001, 0..=0x1ff, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

impl OutgoingHttp {
    /// `private_receivers` allows any address, and connections without encryption.
    pub fn new(private_receivers: bool) -> OutgoingHttp {
        let config = Agent::config_builder()
            .https_only(!private_receivers)
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .max_response_header_size(MAX_ANSWER_BYTES)
            .proxy(None)
            .timeout_global(Some(TIMEOUT))
            .user_agent("Adjutant")
            .build();
        let resolver = PublicResolver { inner: DefaultResolver::default(), private_receivers };
        let agent = Agent::with_parts(config, DefaultConnector::default(), resolver);
        OutgoingHttp { agent, private_receivers }
    }

    /// Whether requests can be sent to an address, as far as it can be told before it is resolved.
    pub fn accepts(&self, address: &str) -> bool {
        let Ok(uri) = address.parse::<Uri>() else { return false };
        let Some(authority) = uri.authority() else { return false };
        let scheme = uri.scheme_str();
        let is_named = !authority.as_str().contains('@') && !authority.host().is_empty();
        let host = authority.host().trim_start_matches('[').trim_end_matches(']');
        let is_reachable = host.parse::<IpAddr>().map_or(true, is_public);
        is_named
            && (scheme == Some("https") || (self.private_receivers && scheme == Some("http")))
            && (self.private_receivers || is_reachable)
    }

    /// Sends a request; returns the status of the answer, or why there is none.
    pub fn send(&self, request: Request<Vec<u8>>) -> Result<u16, String> {
        self.agent.run(request).map(|answer| answer.status().as_u16()).map_err(|e| e.to_string())
    }

    /// Sends a request, and tells by the status whether it was taken. A receiver that is gone is
    /// rejected, as is one that demands something else.
    pub fn deliver(&self, request: Request<Vec<u8>>) -> Outcome {
        match self.send(request) {
            Ok(status @ 200..=299) => Outcome::Delivered(status.to_string()),
            Ok(status @ (404 | 410)) => Outcome::Gone(status.to_string()),
            Ok(status @ (400 | 403 | 413)) => Outcome::Rejected(status.to_string()),
            Ok(status) => Outcome::Failed(status.to_string()),
            Err(why) => Outcome::Failed(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn special_addresses_are_not_public() {
        for special in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.9.9.9",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2002:a00:1::1",
            "2001:db8::1",
            "2001::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "100::1",
        ] {
            assert!(!is_public(special.parse().unwrap()), "{special}");
        }
        for public in [
            "1.1.1.1",
            "8.8.8.8",
            "100.63.255.255",
            "100.128.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.1.0.1",
            "198.17.0.1",
            "198.20.0.1",
            "223.255.255.254",
            "2606:4700::1111",
            "2a00:1450::1",
            "64:ff9b::808:808",
            "2002:808:808::1",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }

    #[test]
    fn names_that_lead_to_this_machine_are_refused_after_they_are_resolved() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        let http = OutgoingHttp::new(false);
        for host in
            ["localhost", "127.0.0.1", "[::1]", "0.0.0.0", "2130706433", "[::ffff:127.0.0.1]"]
        {
            let request =
                Request::post(format!("https://{host}:{port}/")).body(Vec::new()).unwrap();
            assert!(http.send(request).is_err(), "{host}");
        }
        assert!(listener.accept().is_err(), "nobody came");
    }

    #[test]
    fn an_address_must_be_https_with_a_host_and_no_login() {
        let http = OutgoingHttp::new(false);
        assert!(http.accepts("https://hooks.example.org/adjutant?x=1"));
        for wrong in [
            "",
            "hooks",
            "http://hooks.example.org",
            "https://me:you@hooks.example.org/",
            "ftp://a.example",
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://10.0.0.1:8443/",
            "file:///etc/passwd",
            "https:///x",
        ] {
            assert!(!http.accepts(wrong), "{wrong}");
        }
        assert!(OutgoingHttp::new(true).accepts("http://127.0.0.1:80/"));
    }
}
