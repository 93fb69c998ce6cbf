//! Notices in browsers: their subscriptions, and the messages to them.

use adjutant_domain::moment::Micros;
use adjutant_domain::notice::{Channel, NoticeKinds};
use adjutant_store::notices as rows;
use adjutant_store::outbox::{OutboxChannel, OutboxRow};
use adjutant_store::push_subscriptions::{self, NewPushSubscription};

use super::deliveries::{Claim, Outcome, claim, finish, reader};
use super::{ShownNotice, own_account, shown};
use crate::access::Actor;
use crate::{App, Error, Result, refusals};

/// Browsers per account.
const MAX_SUBSCRIPTIONS: usize = 20;
/// Longer than the address of any push service.
const MAX_ENDPOINT_BYTES: usize = 1_000;

/// The public key of a browser, and its secret.
#[derive(Clone, Copy)]
pub struct BrowserKeys<'a> {
    pub p256dh: &'a [u8],
    pub auth: &'a [u8],
}

/// Has the actor's notices shown by a browser, whose address and keys the caller has checked.
pub fn subscribe_browser(
    app: &App,
    actor: &Actor,
    (endpoint, keys): (&str, BrowserKeys<'_>),
    now: Micros,
) -> Result<()> {
    let account = own_account(actor)?;
    if endpoint.len() > MAX_ENDPOINT_BYTES {
        return Err(Error::invalid("endpoint", refusals::PUSH_BROWSER));
    }
    app.write(|conn| {
        let own = push_subscriptions::for_account(conn, account)?;
        let is_known = own.iter().any(|one| one.endpoint == endpoint);
        // The oldest one gives way.
        if let Some(oldest) = own.first().filter(|_| !is_known && own.len() >= MAX_SUBSCRIPTIONS) {
            push_subscriptions::remove_gone(conn, oldest.id)?;
        }
        let new = NewPushSubscription { endpoint, p256dh: keys.p256dh, auth: keys.auth };
        Ok(push_subscriptions::put(conn, account, new, now)?)
    })
}

pub fn unsubscribe_browser(app: &App, actor: &Actor, endpoint: &str) -> Result<()> {
    let account = own_account(actor)?;
    app.write(|conn| Ok(push_subscriptions::remove(conn, account, endpoint)?))
}

/// A message to a browser.
#[derive(Clone)]
pub struct PushMessage {
    pub endpoint: String,
    pub p256dh: Vec<u8>,
    pub auth: Vec<u8>,
    /// The reader's language: `en`, `fil`, or empty.
    pub language: String,
    pub zone: String,
    pub notice: ShownNotice,
    /// The number of the account's unread notices, for the badge of the app.
    pub unread: u32,
}

/// The bytes of the server's private key for push services.
pub fn push_key(app: &App) -> Result<[u8; 32]> {
    Ok(app.delivery_keys()?.push_key())
}

/// Claims messages that are due. What nobody needs any more is done at once.
pub fn claim_push(app: &App, now: Micros) -> Result<Vec<(Claim, PushMessage)>> {
    let mut claimed = Vec::new();
    for row in claim(app, OutboxChannel::Push, now)? {
        match push_message(app, &row)? {
            Some(message) => claimed.push((Claim(row), message)),
            None => finish(app, &Claim(row), &Outcome::Delivered(String::new()), (now, 0))?,
        }
    }
    Ok(claimed)
}

/// The message of a delivery; `None` if the browser is gone, or the account does not want it any
/// more or has read it.
fn push_message(app: &App, row: &OutboxRow) -> Result<Option<PushMessage>> {
    let mut conn = app.store().read_connection()?;
    let Some(account) = reader(&mut conn, row)? else { return Ok(None) };
    let browser = push_subscriptions::by_id(&mut conn, row.target)?;
    let Some(browser) = browser.filter(|one| one.account_id == account.id) else {
        return Ok(None);
    };
    let settings = rows::settings(&mut conn, &[account.id])?.remove(&account.id);
    let settings = settings.unwrap_or_default();
    let id = row.body.parse().unwrap_or(0);
    let found = rows::by_id(&mut conn, id)?.filter(|one| {
        let kind = NoticeKinds::from_bits(one.kind);
        one.read_at == Micros::NEVER && settings.wants(Channel::Push, kind)
    });
    let notice = shown(app, &mut conn, found.into_iter().collect())?.pop();
    let unread = super::count_unread(&mut conn, account.id)?;
    Ok(notice.map(|notice| PushMessage {
        endpoint: browser.endpoint,
        p256dh: browser.p256dh,
        auth: browser.auth,
        language: account.language,
        zone: settings.zone,
        notice,
        unread,
    }))
}
