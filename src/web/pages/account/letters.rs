//! Letters that accounts ask for, handed to the post.

use crate::service::accounts::Letter;
use crate::web::site::Site;

/// Whether letters go out at all; without it the operator gives links by hand.
pub fn go_out(site: &Site) -> bool {
    site.post.is_some()
}

/// Posts the letters and waits for none: how long it takes tells nobody whether there is one.
pub fn send(site: &Site, letters: Vec<Letter>) {
    site.post(letters);
}
