//! Links that one hands on by a screen or on paper, and whoever has one does what it is for.

use super::qr::QrCode;
use super::request_context::RequestContext;

/// A link as it is shown once.
pub struct ShareLink {
    /// Whole where the site knows its address; else the path alone.
    pub text: String,
    /// Empty where the link is not whole.
    pub qr: QrCode,
    pub is_whole: bool,
}

impl ShareLink {
    /// The link to a path of this site. The site's address is the operator's to say: what a request
    /// calls its host may be anything, and a link to a stranger's site would hand him the secret.
    #[must_use]
    pub fn new(visit: &RequestContext, path: &str) -> ShareLink {
        match &visit.site.settings.public_url {
            Some(site) => {
                let text = format!("{}{path}", site.trim_end_matches('/'));
                ShareLink { qr: QrCode::new(&text), text, is_whole: true }
            }
            None => {
                let qr = QrCode { side: 0, path: String::new() };
                ShareLink { text: path.to_owned(), qr, is_whole: false }
            }
        }
    }
}
