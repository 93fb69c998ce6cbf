//! Sends the messages of account use cases.

use crate::web::site::Site;
use adjutant_service::accounts::MailMessage;

/// Whether a mail server is configured; without one the operator hands out links.
pub fn is_enabled(site: &Site) -> bool {
    site.mailer.is_some()
}

/// Queues the messages without waiting: the response time must not tell whether an account exists.
pub fn send(site: &Site, letters: Vec<MailMessage>) {
    site.send_mail(letters);
}
