//! What all requests share.

use crate::service::App;

/// How the site is set up.
#[derive(Debug, Clone)]
pub struct SiteSettings {
    /// `https://host` as visitors reach it; links in cards need it.
    pub public_url: Option<String>,
    /// Token of the operator for the API; none switches imports over HTTP off.
    pub operator_token: Option<String>,
    /// Largest body of an import, in bytes.
    pub largest_import: usize,
    /// Requests a minute from one address; 0 is without limit.
    pub requests_a_minute: u32,
    /// Whether `X-Forwarded-For` is believed: only behind an own proxy.
    pub behind_proxy: bool,
}

impl Default for SiteSettings {
    fn default() -> Self {
        SiteSettings {
            public_url: None,
            operator_token: None,
            largest_import: 64 << 20,
            requests_a_minute: 1_200,
            behind_proxy: false,
        }
    }
}

/// The service and its settings, one for all workers.
pub struct Site {
    pub app: App,
    pub settings: SiteSettings,
}
