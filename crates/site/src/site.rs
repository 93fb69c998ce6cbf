//! The state shared by all requests.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use actix_web::web;
use clap::ValueEnum;
use serde::Deserialize;

use adjutant_domain::account::session::SessionLifetimes;
use adjutant_service::accounts::{self, MailMessage};
use adjutant_service::live::{Chance, ComputerSettings, ComputerThreads, Live, Source, Threads};
use adjutant_service::organisations::CreationPolicy;
use adjutant_service::owner::Limits;
use adjutant_service::replicas::{ReplicaSettings, ReplicaWatchers};
use adjutant_service::rooms::Rooms;
use adjutant_service::{App, Error};

use crate::backups::{BackupSchedule, Backups};
use crate::continuous_backups::ContinuousBackups;
use crate::lanes::Lanes;
use crate::live::{Feeds, system_clocks};
use crate::mail::{MailSettings, Mailer};
use crate::outgoing_http::OutgoingHttp;
use crate::readiness::Readiness;
use crate::room_stream::LeaderView;
use adjutant_service::continuous_backup::ContinuousBackup;

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
    /// Only with an invitation.
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

#[derive(Debug, Clone)]
pub struct SiteSettings {
    /// `https://host` as visitors reach the site; required for preview images and links in mail.
    pub public_url: Option<String>,
    /// The operator's API token; without one, imports over HTTP are disabled.
    pub operator_token: Option<String>,
    /// Maximum body of an import in bytes.
    pub max_import_bytes: usize,
    /// Limits of text and games per import.
    pub imports: Limits,
    /// The timeout for the head of a request and for each chunk of its body.
    pub receive_timeout: Duration,
    /// Requests per minute and caller; 0 for no limit.
    pub requests_per_minute: u32,
    /// Requests per caller allowed in a burst.
    pub request_burst: u32,
    /// Event streams per caller; 0 for no limit.
    pub streams_per_caller: u32,
    /// Sign-ups per hour and address; 0 for no limit.
    pub sign_ups_per_hour: u32,
    /// Memory for cached responses in bytes; 0 disables the cache.
    pub response_cache_bytes: u64,
    /// Whether to trust `X-Forwarded-For`; only behind a proxy of one's own.
    pub behind_proxy: bool,
    pub access_log: AccessLog,
    /// The address that serves metrics; without one they are served to this machine only.
    pub metrics_listen: Option<SocketAddr>,
    pub registration: RegistrationMode,
    /// Whether casual games may be played without an account.
    pub guests: bool,
    /// How much of the server the computer may take.
    pub computer: ComputerSettings,
    pub organisation_creation: OrganisationCreation,
    /// Days without use after which a session ends.
    pub session_idle_days: u16,
    /// Days after which a session ends in any case.
    pub session_days: u16,
    /// The mail settings; without them no mail is sent.
    pub mail: Option<MailSettings>,
    /// Whether webhooks and push services may be in a private network, and without encryption.
    pub private_receivers: bool,
    /// Where backups are made; without it the server makes none.
    pub backups: Option<BackupSchedule>,
    /// Where changes are written continuously; SQLite only.
    pub continuous_backup: Option<ContinuousBackup>,
    /// Where the open archive is; without it the site publishes none.
    pub archive_dir: Option<PathBuf>,
    /// Where reads may be made that tolerate an age; PostgreSQL only.
    pub replicas: ReplicaSettings,
}

impl SiteSettings {
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
            guests: true,
            computer: ComputerSettings::default(),
            organisation_creation: OrganisationCreation::ByApproval,
            session_idle_days: 14,
            session_days: 90,
            mail: None,
            private_receivers: false,
            backups: None,
            continuous_backup: None,
            archive_dir: None,
            replicas: ReplicaSettings::default(),
        }
    }
}

/// The application and its settings, shared by all workers.
pub struct Site {
    pub app: App,
    pub settings: SiteSettings,
    /// `None` without a mail server.
    pub mailer: Option<Mailer>,
    /// Live games.
    pub live: Live,
    pub feeds: Arc<Feeds>,
    /// Review rooms.
    pub rooms: Rooms<LeaderView>,
    /// Threads for each kind of work.
    pub lanes: Lanes,
    pub readiness: Readiness,
    /// Sends messages to webhooks and push services.
    pub outgoing_http: OutgoingHttp,
    pub backups: Backups,
    pub continuous_backups: ContinuousBackups,
    _replicas: ReplicaWatchers,
    _computer: Option<ComputerThreads>,
    _threads: Threads,
}

/// The site as handlers take it.
pub type SiteData = web::Data<Site>;

impl Site {
    /// Creates the site.
    ///
    /// # Errors
    /// Returns [`Error::Invalid`] if the mail settings are unusable, and [`Error::Unavailable`] if
    /// live games cannot be started.
    pub fn new(app: App, settings: SiteSettings) -> Result<Site, Error> {
        Site::with_clock(app, settings, system_clocks(), Chance::of_the_system())
    }

    /// Like [`new`](Self::new), with the given clocks and source of randomness.
    pub fn with_clock(
        app: App,
        settings: SiteSettings,
        clock: impl Into<Source>,
        chance: Chance,
    ) -> Result<Site, Error> {
        let address = settings.public_url.as_deref().unwrap_or_default();
        let open = |mail| Mailer::start(mail, address).map_err(|e| Error::invalid("smtp_url", e));
        let post = settings.mail.as_ref().map(open).transpose()?;
        let replicas = app.watch_replicas(&settings.replicas)?;
        let (live, threads) = Live::start_with(&app, clock, chance, &app.pulse_file())?;
        let feeds = Arc::<Feeds>::default();
        live.set_listener(feeds.clone());
        let computer = live.start_computer(settings.computer)?;
        accounts::set_sign_up_limit(&app, settings.sign_ups_per_hour);
        let (rooms, lanes) = (Rooms::new(&live)?, Lanes::start()?);
        let readiness = Readiness::default();
        let outgoing_http = OutgoingHttp::new(settings.private_receivers);
        Ok(Site {
            app,
            settings,
            mailer: post,
            live,
            feeds,
            rooms,
            lanes,
            readiness,
            outgoing_http,
            backups: Backups::default(),
            continuous_backups: ContinuousBackups::default(),
            _replicas: replicas,
            _computer: computer,
            _threads: threads,
        })
    }

    /// Queues mail if there is a mail server; returns at once.
    pub fn send_mail(&self, letters: impl IntoIterator<Item = MailMessage>) {
        if let Some(post) = &self.mailer {
            letters.into_iter().for_each(|letter| post.send(letter));
        }
    }
}
