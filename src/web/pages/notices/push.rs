//! Notices in the visitor's browser: its subscription.

use data_encoding::BASE64URL_NOPAD;

use crate::web::prelude::*;
use adjutant_service::notices::{self, BrowserKeys};
use adjutant_service::{Error, refusals};
use adjutant_site::push::are_browser_keys;

/// What the browser says about itself; the keys in base64url.
#[derive(Deserialize)]
struct SubscriptionForm {
    endpoint: String,
    p256dh: String,
    auth: String,
}

#[derive(Deserialize)]
struct EndpointForm {
    endpoint: String,
}

/// Has this browser show notices.
pub async fn subscribe(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<SubscriptionForm>(&visit).await?;
    let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap_or_default();
    let (p256dh, auth) = (decode(&sent.p256dh), decode(&sent.auth));
    let endpoint = sent.endpoint.clone();
    let is_valid = are_browser_keys(&p256dh, &auth) && visit.site.outgoing_http.accepts(&endpoint);
    let subscribe = move |app: &_, actor: &_| match is_valid {
        false => Err(Error::invalid("endpoint", refusals::PUSH_BROWSER)),
        true => {
            let keys = BrowserKeys { p256dh: &p256dh, auth: &auth };
            notices::subscribe_browser(app, actor, (&endpoint, keys), now_micros())
        }
    };
    visit.run(subscribe).await?;
    Ok(HttpResponse::NoContent().finish())
}

pub async fn unsubscribe(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<EndpointForm>(&visit).await?;
    let endpoint = sent.endpoint.clone();
    visit.run(move |app, actor| notices::unsubscribe_browser(app, actor, &endpoint)).await?;
    Ok(HttpResponse::NoContent().finish())
}
