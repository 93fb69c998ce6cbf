//! Signing in by a link in mail, which takes the place of the password.

use crate::audit::Action;
use crate::{App, Result};
use adjutant_domain::account::secret::Secret;
use adjutant_domain::moment::Micros;
use adjutant_store::accounts::{self, AccountState};
use adjutant_store::links::{self, LinkKind};

use super::password_reset::{AccessMail, find_live_link, mail_access, new_link};
use super::sign_in::{audit_sign_in, open_session};
use super::{AccountError, ClientInfo, MailMessage, SignInOutcome};

/// Requests a link. The result is the same whether or not the address is in use; the message tells
/// its recipient.
pub fn request_sign_in_link(
    app: &App,
    email: &str,
    arrival: &ClientInfo<'_>,
    now: Micros,
) -> Result<Option<MailMessage>, AccountError> {
    mail_access(app, email, AccessMail::SIGN_IN, arrival, now)
}

/// Signs in by a link, which is used up; an authenticator app is still asked for.
pub fn sign_in_by_link(
    app: &App,
    link: &Secret,
    arrival: &ClientInfo<'_>,
    now: Micros,
) -> Result<SignInOutcome, AccountError> {
    let link = find_live_link(app, LinkKind::SignIn, link, now)?;
    app.write(|conn| {
        let row = accounts::by_id(conn, link.account_id)?;
        let row = row
            .filter(|row| row.state == AccountState::Active)
            .ok_or_else(AccountError::invalid_link)?;
        if !links::consume(conn, link.id, now)? {
            return Err(AccountError::invalid_link());
        }
        audit_sign_in(conn, row.id, Action::AccountLinkUsed, now)?;
        if row.totp_on != 0 {
            let pending = new_link(conn, LinkKind::SecondStep, row.id, "", now)?;
            return Ok(SignInOutcome::SecondFactorRequired(pending));
        }
        audit_sign_in(conn, row.id, Action::AccountSignedIn, now)?;
        Ok(SignInOutcome::Complete(open_session(conn, row.id, arrival, false, now)?))
    })
}
