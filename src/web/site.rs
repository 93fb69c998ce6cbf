//! What all requests share.

use std::time::Duration;

use clap::ValueEnum;
use serde::Deserialize;

use crate::service::App;

/// Whether the log has a line for each request. Off by default: faults are logged anyway, the
/// metrics count, and who reads what is for each hall to decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccessLog {
    /// None.
    #[default]
    Off,
    /// What was asked for and how it was answered, not by whom.
    On,
    /// The address of who asked, too.
    Addresses,
}

/// How the site is set up.
#[derive(Debug, Clone)]
pub struct SiteSettings {
    /// `https://host` as visitors reach it; links in cards need it.
    pub public_url: Option<String>,
    /// Token of the operator for the API; none switches imports over HTTP off.
    pub operator_token: Option<String>,
    /// Largest body of an import, in bytes.
    pub largest_import: usize,
    /// Largest text that a compressed import may become, in bytes.
    pub largest_expanded_import: u64,
    /// A request's head, and each portion of its body, must come within this time.
    pub patience: Duration,
    /// Requests a minute from one address; 0 is without limit.
    pub requests_a_minute: u32,
    /// Memory for answers that are kept ready to send, in bytes; with 0 none are kept.
    pub kept_answers: u64,
    /// Whether `X-Forwarded-For` is believed: only behind an own proxy.
    pub behind_proxy: bool,
    pub access_log: AccessLog,
}

impl Default for SiteSettings {
    fn default() -> Self {
        SiteSettings {
            public_url: None,
            operator_token: None,
            largest_import: 64 << 20,
            largest_expanded_import: 1 << 30,
            patience: Duration::from_secs(20),
            requests_a_minute: 1_200,
            kept_answers: 64 << 20,
            behind_proxy: false,
            access_log: AccessLog::Off,
        }
    }
}

/// The service and its settings, one for all workers.
pub struct Site {
    pub app: App,
    pub settings: SiteSettings,
}
