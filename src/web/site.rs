//! What all requests share.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;
use serde::Deserialize;

use crate::account::session::SessionLifetimes;
use crate::service::accounts::{self, MailMessage};
use crate::service::live::{Chance, Live, Source, Threads};
use crate::service::organisations::CreationPolicy;
use crate::service::owner::Limits;
use crate::service::rooms::Rooms;
use crate::service::{App, Error};

use super::lanes::Lanes;
use super::live::{Feeds, system_clocks};
use super::mail::{MailSettings, Mailer};
use super::readiness::Readiness;
use super::room_stream::LeaderView;

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

/// Who may sign up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RegistrationMode {
    /// Everybody.
    #[default]
    Open,
    /// Whoever has an invitation.
    ByInvitation,
    /// Nobody; accounts are made by `adjutant admin`.
    Closed,
}

impl From<RegistrationMode> for accounts::SignUpPolicy {
    fn from(who: RegistrationMode) -> accounts::SignUpPolicy {
        match who {
            RegistrationMode::Open => accounts::SignUpPolicy::Open,
            RegistrationMode::ByInvitation => accounts::SignUpPolicy::ByInvitation,
            RegistrationMode::Closed => accounts::SignUpPolicy::Closed,
        }
    }
}

/// Who may make an organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrganisationCreation {
    /// Everybody who has an account; it is open at once.
    Anyone,
    /// Everybody who has an account; it waits for an operator to open it.
    #[default]
    ByApproval,
}

impl From<OrganisationCreation> for CreationPolicy {
    fn from(who: OrganisationCreation) -> CreationPolicy {
        match who {
            OrganisationCreation::Anyone => CreationPolicy::Anyone,
            OrganisationCreation::ByApproval => CreationPolicy::ByApproval,
        }
    }
}

/// How the site is set up.
#[derive(Debug, Clone)]
pub struct SiteSettings {
    /// `https://host` as visitors reach it; links in cards need it.
    pub public_url: Option<String>,
    /// Token of the operator for the API; none switches imports over HTTP off.
    pub operator_token: Option<String>,
    /// Largest body of an import, in bytes.
    pub max_import_bytes: usize,
    /// How much text and how many games an import may bring.
    pub imports: Limits,
    /// A request's head, and each portion of its body, must come within this time.
    pub receive_timeout: Duration,
    /// Requests a minute from one address; 0 is without limit.
    pub requests_per_minute: u32,
    /// So many of them may come at once.
    pub request_burst: u32,
    /// Lines that go on without end, of one caller; 0 is without limit.
    pub streams_per_caller: u32,
    /// Accounts that are made from one address in an hour; 0 is without limit.
    pub sign_ups_per_hour: u32,
    /// Memory for answers that are kept ready to send, in bytes; with 0 none are kept.
    pub response_cache_bytes: u64,
    /// Whether `X-Forwarded-For` is believed: only behind an own proxy.
    pub behind_proxy: bool,
    pub access_log: AccessLog,
    /// Where figures are shown to whoever reaches it; without it to callers on this machine alone.
    pub metrics_listen: Option<SocketAddr>,
    pub registration: RegistrationMode,
    pub organisation_creation: OrganisationCreation,
    /// A session that is not used ends after so many days.
    pub session_idle_days: u16,
    /// A session ends after so many days, however much it is used.
    pub session_days: u16,
    /// How letters go out; none without it.
    pub mail: Option<MailSettings>,
}

impl SiteSettings {
    /// How long somebody stays signed in.
    #[must_use]
    pub fn session_lifetimes(&self) -> SessionLifetimes {
        SessionLifetimes::from_days(self.session_idle_days, self.session_days)
    }
}

impl Default for SiteSettings {
    fn default() -> Self {
        SiteSettings {
            public_url: None,
            operator_token: None,
            max_import_bytes: 64 << 20,
            imports: Limits::default(),
            receive_timeout: Duration::from_secs(20),
            requests_per_minute: 1_200,
            request_burst: 60,
            streams_per_caller: 200,
            sign_ups_per_hour: 100,
            response_cache_bytes: 64 << 20,
            behind_proxy: false,
            access_log: AccessLog::Off,
            metrics_listen: None,
            registration: RegistrationMode::Open,
            organisation_creation: OrganisationCreation::ByApproval,
            session_idle_days: 14,
            session_days: 90,
            mail: None,
        }
    }
}

/// The service and its settings, one for all workers.
pub struct Site {
    pub app: App,
    pub settings: SiteSettings,
    /// Where letters are posted; none without a mail server.
    pub mailer: Option<Mailer>,
    /// Games that are played here.
    pub live: Live,
    pub feeds: Arc<Feeds>,
    /// Rooms in which people look at a game together.
    pub rooms: Rooms<LeaderView>,
    /// Threads for each kind of work.
    pub lanes: Lanes,
    pub readiness: Readiness,
    _threads: Threads,
}

impl Site {
    /// The site of a service.
    ///
    /// # Errors
    /// [`Error::Invalid`] where there is no way to the mail server of the settings;
    /// [`Error::Unavailable`] where games cannot be played here.
    pub fn new(app: App, settings: SiteSettings) -> Result<Site, Error> {
        Site::with_clock(app, settings, system_clocks(), Chance::of_the_system())
    }

    /// The same, with clocks and chance from elsewhere.
    ///
    /// # Errors
    /// As [`Site::new`].
    pub fn with_clock(
        app: App,
        settings: SiteSettings,
        clock: impl Into<Source>,
        chance: Chance,
    ) -> Result<Site, Error> {
        let address = settings.public_url.as_deref().unwrap_or_default();
        let open = |mail| Mailer::start(mail, address).map_err(|e| Error::invalid("smtp_url", e));
        let post = settings.mail.as_ref().map(open).transpose()?;
        let (live, threads) = Live::start_with(&app, clock, chance, &app.pulse_file())?;
        let feeds = Arc::<Feeds>::default();
        live.tell(feeds.clone());
        accounts::set_sign_up_limit(&app, settings.sign_ups_per_hour);
        let (rooms, lanes) = (Rooms::default(), Lanes::start()?);
        let readiness = Readiness::default();
        Ok(Site {
            app,
            settings,
            mailer: post,
            live,
            feeds,
            rooms,
            lanes,
            readiness,
            _threads: threads,
        })
    }

    /// Posts letters, where there is a mail server, and is back at once.
    pub fn send_mail(&self, letters: impl IntoIterator<Item = MailMessage>) {
        if let Some(post) = &self.mailer {
            letters.into_iter().for_each(|letter| post.send(letter));
        }
    }
}
