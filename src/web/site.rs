//! What all requests share.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;
use serde::Deserialize;

use crate::account::session::Lives;
use crate::service::accounts::{self, Letter};
use crate::service::live::{Chance, Live, Source, Threads};
use crate::service::organisations::Creation;
use crate::service::owner::Limits;
use crate::service::rooms::Rooms;
use crate::service::{App, Error};

use super::lanes::Lanes;
use super::live::{Feeds, clocks};
use super::mail::{MailSettings, Post};
use super::readiness::Readiness;
use super::rooms::Shown;

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
pub enum Registration {
    /// Everybody.
    #[default]
    Open,
    /// Whoever has an invitation.
    ByInvitation,
    /// Nobody; accounts are made by `adjutant admin`.
    Closed,
}

impl From<Registration> for accounts::Registration {
    fn from(who: Registration) -> accounts::Registration {
        match who {
            Registration::Open => accounts::Registration::Open,
            Registration::ByInvitation => accounts::Registration::ByInvitation,
            Registration::Closed => accounts::Registration::Closed,
        }
    }
}

/// Who may make an organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Founding {
    /// Everybody who has an account; it is open at once.
    Anyone,
    /// Everybody who has an account; it waits for an operator to open it.
    #[default]
    ByApproval,
}

impl From<Founding> for Creation {
    fn from(who: Founding) -> Creation {
        match who {
            Founding::Anyone => Creation::Anyone,
            Founding::ByApproval => Creation::ByApproval,
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
    pub largest_import: usize,
    /// How much text and how many games an import may bring.
    pub imports: Limits,
    /// A request's head, and each portion of its body, must come within this time.
    pub patience: Duration,
    /// Requests a minute from one address; 0 is without limit.
    pub requests_a_minute: u32,
    /// So many of them may come at once.
    pub request_burst: u32,
    /// Lines that go on without end, of one caller; 0 is without limit.
    pub streams_an_address: u32,
    /// Accounts that are made from one address in an hour; 0 is without limit.
    pub sign_ups_an_hour: u32,
    /// Memory for answers that are kept ready to send, in bytes; with 0 none are kept.
    pub kept_answers: u64,
    /// Whether `X-Forwarded-For` is believed: only behind an own proxy.
    pub behind_proxy: bool,
    pub access_log: AccessLog,
    /// Where figures are shown to whoever reaches it; without it to callers on this machine alone.
    pub metrics_listen: Option<SocketAddr>,
    pub registration: Registration,
    pub organisations: Founding,
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
    pub fn lives(&self) -> Lives {
        Lives::of_days(self.session_idle_days, self.session_days)
    }
}

impl Default for SiteSettings {
    fn default() -> Self {
        SiteSettings {
            public_url: None,
            operator_token: None,
            largest_import: 64 << 20,
            imports: Limits::default(),
            patience: Duration::from_secs(20),
            requests_a_minute: 1_200,
            request_burst: 60,
            streams_an_address: 200,
            sign_ups_an_hour: 100,
            kept_answers: 64 << 20,
            behind_proxy: false,
            access_log: AccessLog::Off,
            metrics_listen: None,
            registration: Registration::Open,
            organisations: Founding::ByApproval,
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
    pub post: Option<Post>,
    /// Games that are played here.
    pub live: Live,
    pub feeds: Arc<Feeds>,
    /// Rooms in which people look at a game together.
    pub rooms: Rooms<Shown>,
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
        Site::with(app, settings, clocks(), Chance::of_the_system())
    }

    /// The same, with clocks and chance from elsewhere.
    ///
    /// # Errors
    /// As [`Site::new`].
    pub fn with(
        app: App,
        settings: SiteSettings,
        clock: impl Into<Source>,
        chance: Chance,
    ) -> Result<Site, Error> {
        let address = settings.public_url.as_deref().unwrap_or_default();
        let open = |mail| Post::open(mail, address).map_err(|e| Error::invalid("smtp_url", e));
        let post = settings.mail.as_ref().map(open).transpose()?;
        let (live, threads) = Live::start_with(&app, clock, chance, &app.pulse_file())?;
        let feeds = Arc::<Feeds>::default();
        live.tell(feeds.clone());
        accounts::limit_sign_ups(&app, settings.sign_ups_an_hour);
        let (rooms, lanes) = (Rooms::default(), Lanes::start()?);
        let readiness = Readiness::default();
        Ok(Site { app, settings, post, live, feeds, rooms, lanes, readiness, _threads: threads })
    }

    /// Posts letters, where there is a mail server, and is back at once.
    pub fn post(&self, letters: impl IntoIterator<Item = Letter>) {
        if let Some(post) = &self.post {
            letters.into_iter().for_each(|letter| post.send(letter));
        }
    }
}
