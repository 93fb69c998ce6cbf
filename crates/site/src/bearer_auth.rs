//! Authentication of API requests by a token in the `Authorization` header (RFC 6750).
//!
//! Cookies are ignored, so that no page of another site can act for a signed-in user, and so are
//! tokens in addresses, which end up in logs and histories.

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::{self, Data};
use actix_web::{FromRequest, HttpRequest};
use futures_util::future::LocalBoxFuture;
use subtle::ConstantTimeEq;

use adjutant_service::Error;
use adjutant_service::access::Actor;
use adjutant_service::tokens::{self, Bearer};

use crate::error::ApiError;
use crate::request_limits::Caller;
use crate::site::Site;
use crate::time_format::now_micros;

/// The authenticated actor, anonymous without a token. An invalid token is refused with status 401.
#[derive(Debug)]
pub struct BearerAuth(pub Actor);

impl FromRequest for BearerAuth {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<BearerAuth, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let site = request.app_data::<Data<Site>>().cloned();
        let (shown, request) = (bearer_token(request), request.clone());
        Box::pin(async move {
            let site = site.ok_or_else(|| Error::Internal("there is no site".into()))?;
            let Some(token) = shown? else { return Ok(BearerAuth(Actor::nobody())) };
            let actor = match is_operator_token(&site, &token) {
                true => Actor::for_command(),
                false => find_actor(&site, token).await?.ok_or_else(ApiError::invalid_token)?,
            };
            Caller::Account(actor.account).attach_to(&request);
            Ok(BearerAuth(actor))
        })
    }
}

/// The bearer token of the header, if any.
fn bearer_token(request: &HttpRequest) -> Result<Option<String>, ApiError> {
    let mut sent = request.headers().get_all(header::AUTHORIZATION);
    let (first, more) = (sent.next(), sent.next());
    let Some(value) = first else { return Ok(None) };
    let value = value.to_str().map_err(|_| ApiError::invalid_token())?;
    let (scheme, token) = value.split_once(' ').unwrap_or((value, ""));
    match (scheme.eq_ignore_ascii_case("bearer"), more) {
        (_, Some(_)) => Err(ApiError::invalid_token()),
        (true, None) => Ok(Some(token.trim().to_owned())),
        (false, None) => Ok(None),
    }
}

/// Whether this is the operator's token; compared in constant time.
fn is_operator_token(site: &Site, sent: &str) -> bool {
    let digest = |text: &str| *blake3::hash(text.as_bytes()).as_bytes();
    let own = site.settings.operator_token.as_deref();
    own.is_some_and(|own| digest(own).ct_eq(&digest(sent)).into())
}

async fn find_actor(site: &Data<Site>, token: String) -> Result<Option<Actor>, ApiError> {
    let now = now_micros();
    let found = if site.app.reads_at_once() {
        tokens::who(&site.app, &token, now)?
    } else {
        let app = site.app.clone();
        web::block(move || tokens::who(&app, &token, now)).await??
    };
    Ok(found.map(|Bearer { actor, due }| {
        if let Some(token) = due {
            let app = site.app.clone();
            // The response does not wait for this, and it may fail.
            drop(web::block(move || tokens::touch(&app, token, now)));
        }
        actor
    }))
}
