//! Which notices an account wants.

use adjutant_domain::notice::NoticeSettings;
use adjutant_store::notices as rows;

use super::own_account;
use crate::access::Actor;
use crate::{App, Error, Result, refusals};

pub fn settings(app: &App, actor: &Actor) -> Result<NoticeSettings> {
    let account = own_account(actor)?;
    let mut own = rows::settings(&mut *app.store().read_connection()?, &[account])?;
    Ok(own.remove(&account).unwrap_or_default())
}

/// Replaces the actor's settings.
///
/// # Errors
/// Returns [`Error::Invalid`] for an unknown time zone.
pub fn save_settings(app: &App, actor: &Actor, new: &NoticeSettings) -> Result<()> {
    let account = own_account(actor)?;
    if new.zone.parse::<chrono_tz::Tz>().is_err() {
        return Err(Error::invalid("zone", refusals::NOTICE_ZONE));
    }
    app.write(|conn| Ok(rows::set_settings(conn, account, new)?))
}
