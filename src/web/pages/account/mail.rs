//! Letters that accounts ask for, handed to the post.

use crate::service::accounts::MailMessage;
use crate::web::site::Site;

/// Whether letters go out at all; without it the operator gives links by hand.
pub fn is_enabled(site: &Site) -> bool {
    site.mailer.is_some()
}

/// Posts the letters and waits for none: how long it takes tells nobody whether there is one.
pub fn send(site: &Site, letters: Vec<MailMessage>) {
    site.send_mail(letters);
}
