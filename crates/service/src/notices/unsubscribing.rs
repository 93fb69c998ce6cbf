//! Links in mail that end it, without a session (RFC 8058).

use adjutant_domain::notice::NoticeKinds;
use adjutant_store::accounts as account_rows;
use adjutant_store::notices as rows;

use crate::{App, Error, Result};

/// What a link ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsubscription {
    account: i32,
    /// The kind; `NONE` for all notices by mail.
    pub kind: NoticeKinds,
}

impl Unsubscription {
    pub(super) const fn new(account: i32, kind: NoticeKinds) -> Unsubscription {
        Unsubscription { account, kind }
    }

    /// The path of the link.
    pub(super) fn path(self, app: &App) -> Result<String> {
        let (account, kind) = (self.account, self.kind.bits());
        let code = app.delivery_keys()?.unsubscribe_code(account, kind);
        Ok(format!("/unsubscribe/{account}-{kind}-{code}"))
    }
}

/// Reads the last part of a link.
///
/// # Errors
/// Returns [`Error::Hidden`] for one that this server did not make.
pub fn unsubscription(app: &App, token: &str) -> Result<Unsubscription> {
    let mut parts = token.splitn(3, '-');
    let mut number = || parts.next()?.parse::<i32>().ok();
    let (account, kind) = number().zip(number()).ok_or(Error::Hidden)?;
    let code = parts.next().unwrap_or_default();
    if !app.delivery_keys()?.is_unsubscribe_code((account, kind), code) {
        return Err(Error::Hidden);
    }
    Ok(Unsubscription { account, kind: NoticeKinds::from_bits(kind) })
}

/// Ends mail of a kind, or all. Repeating it has no effect.
pub fn unsubscribe(app: &App, link: Unsubscription) -> Result<()> {
    app.write(|conn| {
        if account_rows::undeleted(conn, link.account)?.is_none() {
            return Ok(());
        }
        let mut own =
            rows::settings(conn, &[link.account])?.remove(&link.account).unwrap_or_default();
        own.mail = match link.kind.is_empty() {
            true => NoticeKinds::NONE,
            false => NoticeKinds::from_bits(own.mail.bits() & !link.kind.bits()),
        };
        Ok(rows::set_settings(conn, link.account, &own)?)
    })
}
