//! Links handed on by screen or on paper; anybody who has one may use it.

use crate::qr::QrCode;
use crate::request_context::RequestContext;

/// A link as it is shown once.
pub struct ShareLink {
    /// The absolute address if the public address is configured, otherwise the path.
    pub text: String,
    /// Empty if the link is not absolute.
    pub qr: QrCode,
    pub is_whole: bool,
}

impl ShareLink {
    /// The link to a path of this site. Only the configured public address is used: the host header
    /// of a request may be forged, and a link to another site would reveal the secret.
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
