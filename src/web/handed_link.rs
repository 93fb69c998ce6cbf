//! Links that one hands on by a screen or on paper, and whoever has one does what it is for.

use super::qr::Qr;
use super::visit::Visit;

/// A link as it is shown once.
pub struct HandedLink {
    /// Whole where the site knows its address; else the path alone.
    pub text: String,
    /// Empty where the link is not whole.
    pub qr: Qr,
    pub is_whole: bool,
}

impl HandedLink {
    /// The link to a path of this site. The site's address is the operator's to say: what a request
    /// calls its host may be anything, and a link to a stranger's site would hand him the secret.
    #[must_use]
    pub fn new(visit: &Visit, path: &str) -> HandedLink {
        match &visit.site.settings.public_url {
            Some(site) => {
                let text = format!("{}{path}", site.trim_end_matches('/'));
                HandedLink { qr: Qr::of(&text), text, is_whole: true }
            }
            None => {
                let qr = Qr { side: 0, path: String::new() };
                HandedLink { text: path.to_owned(), qr, is_whole: false }
            }
        }
    }
}
