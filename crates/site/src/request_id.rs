//! The number of a request, by which an operator finds the lines of the log that belong to what a visitor was told.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage, HttpRequest};
use data_encoding::BASE32_DNSCURVE;

use crate::site::Site;

const HEADER: HeaderName = HeaderName::from_static("x-request-id");
/// The lengths that a proxy's number may have: those of UUIDs and of what other proxies make are among them.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=64;

/// The number of a request: random, so that it tells nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestId(String);

impl RequestId {
    fn random() -> RequestId {
        RequestId(BASE32_DNSCURVE.encode(&rand::random::<[u8; 8]>()))
    }

    /// The number that a proxy has given it, if it is one.
    fn from_proxy(request: &ServiceRequest) -> Option<RequestId> {
        request.app_data::<Data<Site>>().filter(|site| site.settings.behind_proxy)?;
        let text = request.headers().get(HEADER)?.to_str().ok()?;
        let fits = |letter: u8| letter.is_ascii_alphanumeric() || letter == b'-' || letter == b'_';
        (LENGTHS.contains(&text.len()) && text.bytes().all(fits))
            .then(|| RequestId(text.to_owned()))
    }

    /// The number that this request has got.
    pub fn of(request: &HttpRequest) -> Option<RequestId> {
        request.extensions().get::<RequestId>().cloned()
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Gives each request a number, which its answer has, too: that of the proxy if there is one, otherwise its own.
pub async fn number_request<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let id = RequestId::from_proxy(&request).unwrap_or_else(RequestId::random);
    let value = HeaderValue::from_str(id.as_str()).ok();
    request.extensions_mut().insert(id);
    let mut answered = next.call(request).await?;
    if let Some(value) = value {
        answered.headers_mut().insert(HEADER, value);
    }
    Ok(answered)
}
