//! Settings of `serve`: the command line takes precedence over the environment, then the configuration file, then
//! defaults.

use std::net::{SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::time::Duration;

use actix_web::http::Uri;
use clap::{Args, ValueEnum};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::web::{
    AccessLog, BackupSchedule, MailServer, MailSettings, OrganisationCreation, RegistrationMode,
    SiteSettings, parse_sender,
};
use adjutant_service::backup_directory::BackupDirectory;
use adjutant_service::continuous_backup::ContinuousBackup;
use adjutant_service::replicas::{ReplicaSettings, check_replica_urls};
use adjutant_service::{AppSettings, Error};

use super::store_args::app_settings;

/// The variable with the operator's token. There is no option for it, because all users of a machine can see command
/// lines.
const OPERATOR_TOKEN_VARIABLE: &str = "ADJUTANT_OPERATOR_TOKEN";
/// The variable with the mail server's URL, including its password; no option for the same reason.
const SMTP_URL_VARIABLE: &str = "ADJUTANT_SMTP_URL";
/// Variables that no option reads.
pub const SECRET_VARIABLES: [&str; 2] = [OPERATOR_TOKEN_VARIABLE, SMTP_URL_VARIABLE];
/// Browsers keep cookies for at most 400 days.
const MAX_SESSION_DAYS: u16 = 400;
/// How often backups are made, and how many are kept, where the settings do not say so.
const HOURS_BETWEEN_BACKUPS: u16 = 24;
const KEPT_BACKUPS: u16 = 14;
/// How far back a continuous backup reaches where the settings do not say so.
const HOURS_OF_CHANGES: u16 = 72;
/// The minimum length of the operator's token; shorter ones could be guessed.
const MIN_TOKEN_LENGTH: usize = 16;

/// Settings as options and variables of the environment, and as lines of the configuration file.
#[derive(Debug, Default, Args, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ServeArgs {
    /// Address or host name and port to listen on; port 0 picks a free port. [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS", env = "ADJUTANT_LISTEN", value_parser = parse_host_and_port)]
    #[serde(deserialize_with = "host_and_port")]
    listen: Option<String>,
    /// Directory of the database and of the sealing key. [default: data]
    #[arg(long, value_name = "DIR", env = "ADJUTANT_DATA_DIR")]
    data_dir: Option<PathBuf>,
    /// Database: a SQLite path or postgres://user:password@host/name. [default: adjutant.sqlite in --data-dir]
    #[arg(long, value_name = "URL", env = "ADJUTANT_DATABASE_URL", hide_env_values = true)]
    database_url: Option<String>,
    /// Standbys at which pages and answers are read that may be a little late, separated by commas; PostgreSQL only.
    /// [default: none]
    #[arg(
        long,
        value_name = "URLS",
        env = "ADJUTANT_REPLICA_URLS",
        hide_env_values = true,
        value_delimiter = ','
    )]
    replica_urls: Option<Vec<String>>,
    /// How old what is read there may be, in milliseconds. [default: 2000]
    #[arg(long, value_name = "MILLISECONDS", env = "ADJUTANT_REPLICA_MAX_AGE_MS")]
    replica_max_age_ms: Option<u64>,
    /// Public address of the site; needed for e-mail, link previews and QR codes.
    #[arg(long, value_name = "URL", env = "ADJUTANT_PUBLIC_URL")]
    public_url: Option<String>,
    #[arg(skip)]
    operator_token: Option<String>,
    /// Maximum body of an import over HTTP, in bytes. [default: 67108864]
    #[arg(long, value_name = "BYTES", env = "ADJUTANT_LARGEST_IMPORT")]
    largest_import: Option<usize>,
    /// Maximum size of such an import after decompression, in bytes. [default: 1073741824]
    #[arg(long, value_name = "BYTES", env = "ADJUTANT_LARGEST_EXPANDED_IMPORT")]
    largest_expanded_import: Option<u64>,
    /// Time limit for the head of a request and for each 40 kB of its body. [default: 20]
    #[arg(long, value_name = "SECONDS", env = "ADJUTANT_PATIENCE_SECONDS")]
    patience_seconds: Option<u64>,
    /// Requests per minute from one address; 0 means no limit. [default: 1200]
    #[arg(long, value_name = "COUNT", env = "ADJUTANT_REQUESTS_A_MINUTE")]
    requests_a_minute: Option<u32>,
    /// Burst of requests from one address. [default: 60]
    #[arg(long, value_name = "COUNT", env = "ADJUTANT_REQUEST_BURST")]
    request_burst: Option<u32>,
    /// Event streams that one address may have open; 0 means no limit. [default: 200]
    #[arg(long, value_name = "COUNT", env = "ADJUTANT_STREAMS_AN_ADDRESS")]
    streams_an_address: Option<u32>,
    /// Accounts created per address and hour; 0 means no limit. [default: 100]
    #[arg(long, value_name = "COUNT", env = "ADJUTANT_SIGN_UPS_AN_HOUR")]
    sign_ups_an_hour: Option<u32>,
    /// Memory for cached responses, in bytes; 0 turns the cache off. [default: 67108864]
    #[arg(long, value_name = "BYTES", env = "ADJUTANT_KEPT_ANSWERS")]
    kept_answers: Option<u64>,
    /// Separate address for /metrics, readable by anybody who reaches it. [default: this machine only, and not behind
    /// a proxy]
    #[arg(long, value_name = "ADDRESS", env = "ADJUTANT_METRICS_LISTEN", value_parser = parse_host_and_port)]
    #[serde(deserialize_with = "host_and_port")]
    metrics_listen: Option<String>,
    /// Trust X-Forwarded-For; only behind a proxy of your own. [default: false]
    #[arg(long, value_name = "BOOL", env = "ADJUTANT_BEHIND_PROXY")]
    behind_proxy: Option<bool>,
    /// Let webhooks and push services be in a private network, also without encryption. [default: false]
    #[arg(long, value_name = "BOOL", env = "ADJUTANT_PRIVATE_RECEIVERS")]
    private_receivers: Option<bool>,
    /// Whether requests are logged, and whether with the client. [default: off]
    #[arg(long, value_name = "WHAT", env = "ADJUTANT_ACCESS_LOG")]
    #[serde(deserialize_with = "word")]
    access_log: Option<AccessLog>,
    /// Who may sign up. [default: open]
    #[arg(long, value_name = "WHO", env = "ADJUTANT_REGISTRATION")]
    #[serde(deserialize_with = "word")]
    registration: Option<RegistrationMode>,
    /// Whether casual games may be played without an account. [default: true]
    #[arg(long, value_name = "BOOL", env = "ADJUTANT_GUESTS")]
    guests: Option<bool>,
    /// Threads in which the computer thinks as an opponent, all of the lowest priority; 0 for no computer. [default: 1]
    #[arg(long, value_name = "COUNT", env = "ADJUTANT_COMPUTER_THREADS")]
    computer_threads: Option<u8>,
    /// Games against the computer at a time. [default: 200]
    #[arg(long, value_name = "COUNT", env = "ADJUTANT_COMPUTER_GAMES")]
    computer_games: Option<u16>,
    /// Minutes from one rated game between the computer's levels to the next; 0 for none. [default: 360]
    #[arg(long, value_name = "MINUTES", env = "ADJUTANT_COMPUTER_MATCH_MINUTES")]
    computer_match_minutes: Option<u16>,
    /// Who may create organisations. [default: by-approval]
    #[arg(long, value_name = "WHO", env = "ADJUTANT_ORGANISATIONS")]
    #[serde(deserialize_with = "word")]
    organisations: Option<OrganisationCreation>,
    /// Days until an unused session ends. [default: 14]
    #[arg(long, value_name = "DAYS", env = "ADJUTANT_SESSION_IDLE_DAYS")]
    session_idle_days: Option<u16>,
    /// Days until any session ends. [default: 90]
    #[arg(long, value_name = "DAYS", env = "ADJUTANT_SESSION_DAYS")]
    session_days: Option<u16>,
    /// Maximum import by a member, in bytes after decompression. [default: 1048576]
    #[arg(long, value_name = "BYTES", env = "ADJUTANT_LARGEST_MEMBER_IMPORT")]
    largest_member_import: Option<u64>,
    /// Games per import by a member. [default: 200]
    #[arg(long, value_name = "COUNT", env = "ADJUTANT_MEMBER_GAMES_AT_ONCE")]
    member_games_at_once: Option<u64>,
    /// Games imported per member in total; 0 turns these imports off. [default: 2000]
    #[arg(long, value_name = "COUNT", env = "ADJUTANT_MEMBER_GAMES")]
    member_games: Option<u64>,
    /// Maximum import for an organisation, in bytes after decompression. [default: 33554432]
    #[arg(long, value_name = "BYTES", env = "ADJUTANT_LARGEST_ORGANISATION_IMPORT")]
    largest_organisation_import: Option<u64>,
    /// Games per import for an organisation. [default: 10000]
    #[arg(long, value_name = "COUNT", env = "ADJUTANT_ORGANISATION_GAMES_AT_ONCE")]
    organisation_games_at_once: Option<u64>,
    /// Directory in which the server makes backups at intervals. [default: none are made]
    #[arg(long, value_name = "DIR", env = "ADJUTANT_BACKUP_DIR")]
    backup_dir: Option<PathBuf>,
    /// Hours from one backup to the next. [default: 24]
    #[arg(long, value_name = "HOURS", env = "ADJUTANT_BACKUP_HOURS")]
    backup_hours: Option<u16>,
    /// How many of these backups are kept. [default: 14]
    #[arg(long, value_name = "COUNT", env = "ADJUTANT_BACKUPS_KEPT")]
    backups_kept: Option<u16>,
    /// Directory to which every change of a SQLite database is copied within a second. [default: none is]
    #[arg(long, value_name = "DIR", env = "ADJUTANT_CONTINUOUS_BACKUP_DIR")]
    continuous_backup_dir: Option<PathBuf>,
    /// For how many hours back any moment can be recovered from it. [default: 72]
    #[arg(long, value_name = "HOURS", env = "ADJUTANT_CONTINUOUS_BACKUP_HOURS")]
    continuous_backup_hours: Option<u16>,
    /// Directory of the open archive that `adjutant archive` writes, offered at /archive. [default: none is offered]
    #[arg(long, value_name = "DIR", env = "ADJUTANT_ARCHIVE_DIR")]
    archive_dir: Option<PathBuf>,
    /// Collector that gets traces of requests by OTLP over HTTP. [default: none]
    #[arg(long, value_name = "URL", env = "ADJUTANT_OTLP_ENDPOINT")]
    otlp_endpoint: Option<String>,
    #[arg(skip)]
    smtp_url: Option<String>,
    /// Sender of e-mails. [default: adjutant@ the host of --public-url]
    #[arg(long, value_name = "ADDRESS", env = "ADJUTANT_MAIL_FROM")]
    mail_from: Option<String>,
    /// Configuration file (TOML); see adjutant.example.toml.
    #[arg(long, value_name = "FILE", env = "ADJUTANT_CONFIG")]
    #[serde(skip)]
    config: Option<PathBuf>,
}

/// The resolved settings.
#[derive(Debug, Clone)]
pub struct ServeSettings {
    pub listen: SocketAddr,
    pub app: AppSettings,
    /// The address of a collector of traces.
    pub otlp_endpoint: Option<String>,
    pub site: SiteSettings,
}

impl ServeArgs {
    /// Resolves all settings.
    pub fn resolve(mut self) -> Result<ServeSettings, Error> {
        self.operator_token = std::env::var(OPERATOR_TOKEN_VARIABLE).ok();
        self.smtp_url = std::env::var(SMTP_URL_VARIABLE).ok();
        match &self.config {
            Some(path) => {
                let file = read_config_file(path)?;
                resolve_settings(self.or(file))
            }
            None => resolve_settings(self),
        }
    }

    /// These settings, and those of the file where these have none.
    fn or(self, file: ServeArgs) -> ServeArgs {
        macro_rules! either {
            ($($name:ident,)+) => { ServeArgs { $($name: self.$name.or(file.$name),)+ } };
        }
        either! {
            listen, data_dir, database_url, replica_urls, replica_max_age_ms, public_url, operator_token, largest_import,
            largest_expanded_import, patience_seconds, requests_a_minute, request_burst,
            streams_an_address, sign_ups_an_hour, kept_answers, metrics_listen, behind_proxy, private_receivers,
            access_log, registration, guests, computer_threads, computer_games,
            computer_match_minutes, organisations, session_idle_days, session_days,
            largest_member_import, member_games_at_once, member_games,
            largest_organisation_import, organisation_games_at_once, backup_dir, backup_hours, backups_kept,
            continuous_backup_dir, continuous_backup_hours, archive_dir,
            otlp_endpoint, smtp_url, mail_from, config,
        }
    }
}

fn read_config_file(path: &Path) -> Result<ServeArgs, Error> {
    if path.is_dir() {
        let message = format!("{}: this is a directory; name the file in it", path.display());
        return Err(Error::invalid("configuration", message));
    }
    let source = config::File::from(path).format(config::FileFormat::Toml);
    config::Config::builder()
        .add_source(source)
        .build()
        .and_then(config::Config::try_deserialize)
        .map_err(|e| Error::invalid("configuration", format!("{}: {e}", path.display())))
}

fn resolve_settings(given: ServeArgs) -> Result<ServeSettings, Error> {
    let data_dir = given.data_dir.as_deref().unwrap_or(Path::new("data"));
    let app = app_settings(data_dir, given.database_url.as_deref(), "database_url")?;
    let listen = resolve_address("listen", given.listen.as_deref().unwrap_or("127.0.0.1:8080"))?;
    let is_given = |text: &String| !text.is_empty();
    let metrics_listen = given.metrics_listen.as_ref().filter(|text| is_given(text));
    let metrics_listen =
        metrics_listen.map(|text| resolve_address("metrics_listen", text)).transpose()?;
    let public_url = given.public_url.clone().map(parse_public_url).transpose()?;
    let smtp_url = given.smtp_url.as_ref().filter(|text| is_given(text));
    let mail = smtp_url
        .map(|url| mail_settings(url, given.mail_from.as_deref(), public_url.as_deref()))
        .transpose()?;
    let operator_token = given.operator_token.clone().filter(is_given);
    if operator_token.as_ref().is_some_and(|token| token.trim().chars().count() < MIN_TOKEN_LENGTH)
    {
        let message = format!(
            "it can be guessed: give {MIN_TOKEN_LENGTH} characters or more, as `openssl rand -hex 16` does"
        );
        return Err(Error::invalid("operator_token", message));
    }
    let replicas = replica_settings(&given, &app)?;
    let backups = backup_schedule(&given)?;
    let continuous_backup = continuous_backup(&given)?;
    let otlp_endpoint = given.otlp_endpoint.clone().filter(is_given);
    let archive_dir = given.archive_dir.clone().filter(|path| !path.as_os_str().is_empty());
    let settings = SiteSettings::default();
    let mut site = SiteSettings {
        public_url,
        operator_token,
        mail,
        metrics_listen,
        backups,
        continuous_backup,
        archive_dir,
        replicas,
        ..settings
    };
    apply_limits(&mut site, &given)?;
    apply_account_settings(&mut site, &given)?;
    Ok(ServeSettings { listen, app, otlp_endpoint, site })
}

/// Checks the form of an address to listen on, so that errors name the option or variable.
fn parse_host_and_port(text: &str) -> Result<String, String> {
    let port = text.rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok());
    port.map(|_| text.to_owned()).ok_or_else(|| {
        "write an address or a host with a port, as 127.0.0.1:8080 or localhost:8080".to_owned()
    })
}

fn host_and_port<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let text = String::deserialize(from)?;
    let wrong = |why| D::Error::custom(format!("listen on {text:?}? {why}"));
    parse_host_and_port(&text).map(Some).map_err(wrong)
}

/// Resolves an address to listen on, given by IP address or host name.
fn resolve_address(name: &'static str, text: &str) -> Result<SocketAddr, Error> {
    let refused = |why: String| {
        Error::invalid(
            name,
            format!(
                "{text:?} {why}; write an address or a host with a port, as 127.0.0.1:8080 or localhost:8080"
            ),
        )
    };
    let mut found = text.to_socket_addrs().map_err(|e| refused(format!("is no address: {e}")))?;
    found.next().ok_or_else(|| refused("has no address".to_owned()))
}

/// Reads one of the words that a setting accepts, as on the command line.
fn word<'de, T: ValueEnum, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    let text = String::deserialize(from)?;
    T::from_str(&text, false).map(Some).map_err(|_| {
        let words: Vec<String> = T::value_variants()
            .iter()
            .filter_map(|one| Some(format!("{:?}", one.to_possible_value()?.get_name())))
            .collect();
        D::Error::custom(format!("{text:?} is none of {}", words.join(", ")))
    })
}

fn set<T: Copy>(value: &mut T, given: Option<T>) {
    *value = given.unwrap_or(*value);
}

/// Limits on the use of the machine, and its metrics.
fn apply_limits(site: &mut SiteSettings, given: &ServeArgs) -> Result<(), Error> {
    let mut patience = site.receive_timeout.as_secs();
    set(&mut patience, given.patience_seconds);
    if patience == 0 {
        return Err(Error::invalid("patience_seconds", "nobody is so quick; give 1 or more"));
    }
    site.receive_timeout = Duration::from_secs(patience);
    set(&mut site.max_import_bytes, given.largest_import);
    set(&mut site.imports.bytes, given.largest_expanded_import);
    set(&mut site.imports.member.bytes, given.largest_member_import);
    set(&mut site.imports.member.games, given.member_games_at_once);
    set(&mut site.imports.member_games, given.member_games);
    set(&mut site.imports.organisation.bytes, given.largest_organisation_import);
    set(&mut site.imports.organisation.games, given.organisation_games_at_once);
    set(&mut site.requests_per_minute, given.requests_a_minute);
    set(&mut site.request_burst, given.request_burst);
    set(&mut site.streams_per_caller, given.streams_an_address);
    set(&mut site.sign_ups_per_hour, given.sign_ups_an_hour);
    set(&mut site.response_cache_bytes, given.kept_answers);
    set(&mut site.behind_proxy, given.behind_proxy);
    set(&mut site.private_receivers, given.private_receivers);
    set(&mut site.access_log, given.access_log);
    Ok(())
}

/// The least age that replicas can keep to: they are told of changes several times a second.
const LEAST_REPLICA_AGE_MS: u64 = 1_000;
/// The greatest; of older data nobody should be told.
const GREATEST_REPLICA_AGE_MS: u64 = 60_000;

/// Where reads may be made that tolerate an age; none without addresses.
fn replica_settings(given: &ServeArgs, app: &AppSettings) -> Result<ReplicaSettings, Error> {
    let ReplicaSettings { mut urls, mut max_age } = ReplicaSettings::default();
    let named = given.replica_urls.iter().flatten().map(|url| url.trim().to_owned());
    urls.extend(named.filter(|url| !url.is_empty()));
    check_replica_urls(&app.database, &urls)?;
    if let Some(millis) = given.replica_max_age_ms {
        let possible = LEAST_REPLICA_AGE_MS..=GREATEST_REPLICA_AGE_MS;
        if !possible.contains(&millis) {
            let message = format!(
                "{millis} ms cannot be kept to; give {LEAST_REPLICA_AGE_MS} to {GREATEST_REPLICA_AGE_MS}"
            );
            return Err(Error::invalid("replica_max_age_ms", message));
        }
        max_age = Duration::from_millis(millis);
    }
    Ok(ReplicaSettings { urls, max_age })
}

/// Where backups are made, and how often; an empty directory means none.
fn backup_schedule(given: &ServeArgs) -> Result<Option<BackupSchedule>, Error> {
    let Some(path) = given.backup_dir.as_ref().filter(|path| !path.as_os_str().is_empty()) else {
        return Ok(None);
    };
    let count = |field, given: Option<u16>, usual| match given.unwrap_or(usual) {
        0 => Err(Error::invalid(field, "give 1 or more")),
        count => Ok(count),
    };
    let hours = count("backup_hours", given.backup_hours, HOURS_BETWEEN_BACKUPS)?;
    let kept = count("backups_kept", given.backups_kept, KEPT_BACKUPS)?;
    Ok(Some(BackupSchedule { directory: BackupDirectory::new(path), hours, kept }))
}

/// Where changes are copied to; an empty directory means nowhere.
fn continuous_backup(given: &ServeArgs) -> Result<Option<ContinuousBackup>, Error> {
    let path = given.continuous_backup_dir.clone().filter(|path| !path.as_os_str().is_empty());
    let Some(directory) = path else { return Ok(None) };
    match given.continuous_backup_hours.unwrap_or(HOURS_OF_CHANGES) {
        0 => Err(Error::invalid("continuous_backup_hours", "give 1 or more")),
        hours => {
            let longest_log = ContinuousBackup::LONGEST_LOG;
            Ok(Some(ContinuousBackup { directory, hours, longest_log }))
        }
    }
}

/// Registration and sessions.
fn apply_account_settings(site: &mut SiteSettings, given: &ServeArgs) -> Result<(), Error> {
    set(&mut site.registration, given.registration);
    set(&mut site.guests, given.guests);
    set(&mut site.computer.threads, given.computer_threads);
    set(&mut site.computer.games, given.computer_games);
    set(&mut site.computer.match_minutes, given.computer_match_minutes);
    set(&mut site.organisation_creation, given.organisations);
    set(&mut site.session_days, given.session_days);
    set(&mut site.session_idle_days, given.session_idle_days);
    if !(1..=MAX_SESSION_DAYS).contains(&site.session_days) {
        let message = format!("give 1 to {MAX_SESSION_DAYS} days");
        return Err(Error::invalid("session_days", message));
    }
    if !(1..=site.session_days).contains(&site.session_idle_days) {
        let message =
            format!("give 1 to {} days, which is how long sessions last at all", site.session_days);
        return Err(Error::invalid("session_idle_days", message));
    }
    Ok(())
}

/// How mail is sent. Links in it need the site's address.
fn mail_settings(
    smtp_url: &str,
    from: Option<&str>,
    public_url: Option<&str>,
) -> Result<MailSettings, Error> {
    let Some(public_url) = public_url else {
        let message = "links in letters need the site's address: give public_url, too";
        return Err(Error::invalid("smtp_url", message));
    };
    let server = MailServer::parse(smtp_url).map_err(|e| Error::invalid("smtp_url", e))?;
    let from = parse_sender(from, public_url).map_err(|e| Error::invalid("mail_from", e))?;
    Ok(MailSettings { server, from })
}

/// An address to which the site's paths can be appended.
fn parse_public_url(text: String) -> Result<String, Error> {
    let is_address = text.parse::<Uri>().is_ok_and(|uri| {
        matches!(uri.scheme_str(), Some("http" | "https"))
            && uri.authority().is_some_and(|site| {
                let port = site.as_str().rsplit_once(':').map(|(_, port)| port);
                let port_fits =
                    port.is_none_or(|port| port.ends_with(']') || site.port().is_some());
                !site.host().is_empty() && !site.as_str().contains('@') && port_fits
            })
            && uri.query().is_none()
    });
    if is_address && !text.contains('#') {
        return Ok(text);
    }
    let message = format!(
        "{text:?} is no address of a site; write it as https://salpakan.example, without query"
    );
    Err(Error::invalid("public_url", message))
}

#[cfg(test)]
mod tests {
    use adjutant_service::owner::{Limits, Room};

    use super::*;

    const EXAMPLE: &str = include_str!("../../adjutant.example.toml");

    fn read(text: &str) -> ServeArgs {
        let source = config::File::from_str(text, config::FileFormat::Toml);
        let read = config::Config::builder().add_source(source).build().unwrap();
        read.try_deserialize().unwrap()
    }

    #[test]
    fn the_example_says_the_defaults() {
        let example = resolve_settings(read(EXAMPLE)).unwrap();
        let defaults = resolve_settings(ServeArgs::default()).unwrap();
        assert_eq!(format!("{example:?}"), format!("{defaults:?}"));
    }

    #[test]
    fn the_example_with_all_its_lines_sets_everything() {
        let all: String = EXAMPLE
            .lines()
            .map(|line| match line.strip_prefix("# ").filter(|rest| rest.contains(" = ")) {
                Some(setting) => format!("{setting}\n"),
                None => format!("{line}\n"),
            })
            .collect();
        let ServeArgs {
            listen,
            data_dir,
            database_url,
            replica_urls,
            replica_max_age_ms,
            public_url,
            operator_token,
            largest_import,
            largest_expanded_import,
            patience_seconds,
            requests_a_minute,
            request_burst,
            streams_an_address,
            sign_ups_an_hour,
            kept_answers,
            behind_proxy,
            private_receivers,
            metrics_listen,
            access_log,
            registration,
            guests,
            computer_threads,
            computer_games,
            computer_match_minutes,
            organisations,
            session_idle_days,
            session_days,
            largest_member_import,
            member_games_at_once,
            member_games,
            largest_organisation_import,
            organisation_games_at_once,
            backup_dir,
            backup_hours,
            backups_kept,
            continuous_backup_dir,
            continuous_backup_hours,
            archive_dir,
            otlp_endpoint,
            smtp_url,
            mail_from,
            config: _,
        } = read(&all);
        assert!(listen.is_some() && data_dir.is_some() && database_url.is_some());
        assert!(replica_urls.is_some() && replica_max_age_ms.is_some());
        assert!(public_url.is_some() && operator_token.is_some() && largest_import.is_some());
        assert!(largest_expanded_import.is_some() && patience_seconds.is_some());
        assert!(streams_an_address.is_some() && sign_ups_an_hour.is_some());
        assert!(request_burst.is_some() && requests_a_minute.is_some());
        assert!(kept_answers.is_some() && behind_proxy.is_some());
        assert!(metrics_listen.is_some() && private_receivers.is_some());
        assert!(access_log.is_some() && registration.is_some() && organisations.is_some());
        assert!(guests.is_some() && backup_dir.is_some());
        assert!(computer_threads.is_some() && computer_games.is_some());
        assert!(computer_match_minutes.is_some());
        assert!(backup_hours.is_some() && backups_kept.is_some());
        assert!(continuous_backup_dir.is_some() && continuous_backup_hours.is_some());
        assert!(otlp_endpoint.is_some() && archive_dir.is_some());
        assert!(session_idle_days.is_some() && session_days.is_some() && mail_from.is_some());
        assert!(largest_member_import.is_some() && smtp_url.is_some());
        assert!(member_games_at_once.is_some() && member_games.is_some());
        assert!(largest_organisation_import.is_some() && organisation_games_at_once.is_some());
        resolve_settings(read(&all)).unwrap();
    }

    #[test]
    fn the_command_line_goes_before_the_file() {
        let args = ServeArgs { requests_a_minute: Some(7), ..ServeArgs::default() };
        let file = read(
            "requests_a_minute = 8\nbehind_proxy = true\noperator_token = \"from the file of it\"",
        );
        let operator_token = Some("from the environment".to_owned());
        let settings = resolve_settings(ServeArgs { operator_token, ..args }.or(file)).unwrap();
        assert_eq!(settings.site.requests_per_minute, 7);
        assert!(settings.site.behind_proxy);
        assert_eq!(settings.site.operator_token.as_deref(), Some("from the environment"));
    }

    /// The refusals of a file, as text.
    fn refused(file: &str) -> String {
        let decided = resolve_settings(read(file));
        decided.map(|_| ()).unwrap_err().to_string()
    }

    #[test]
    fn people_come_as_the_operator_wants() {
        let file = "registration = \"by-invitation\"\norganisations = \"anyone\"\n\
                    session_idle_days = 1\nsession_days = 2";
        let args = ServeArgs { session_days: Some(7), ..ServeArgs::default() };
        let site = resolve_settings(args.or(read(file))).unwrap().site;
        assert_eq!(site.registration, RegistrationMode::ByInvitation);
        assert_eq!(site.organisation_creation, OrganisationCreation::Anyone);
        assert_eq!((site.session_idle_days, site.session_days), (1, 7));
    }

    #[test]
    fn what_cannot_be_right_is_refused_with_what_would_be() {
        let said = refused("operator_token = \"secret\"");
        assert!(said.starts_with("operator_token: it can be guessed: give 16"), "{said}");
        let read = |text: &str| {
            let source = config::File::from_str(text, config::FileFormat::Toml);
            let read = config::Config::builder().add_source(source).build().unwrap();
            read.try_deserialize::<ServeArgs>().unwrap_err().to_string()
        };
        let said = read("listen = \"8080\"");
        assert!(said.contains("localhost:8080"), "{said}");
        let said = read("registration = \"nobody\"");
        assert!(
            said.contains("\"nobody\" is none of \"open\", \"by-invitation\", \"closed\""),
            "{said}"
        );
        let said = read("access_log = \"all\"");
        assert!(said.contains("\"off\", \"on\", \"addresses\""), "{said}");
    }

    #[test]
    fn a_host_may_go_by_its_name() {
        let file = "listen = \"localhost:0\"\nmetrics_listen = \"localhost:9464\"";
        let settings = resolve_settings(read(file)).unwrap();
        assert!(settings.listen.ip().is_loopback());
        assert_eq!(settings.site.metrics_listen.map(|at| at.port()), Some(9464));
    }

    #[test]
    fn imports_are_as_large_as_the_operator_wants() {
        let file = "largest_expanded_import = 1\nlargest_member_import = 2\nmember_games = 4\n\
                    member_games_at_once = 3\nlargest_organisation_import = 5\n\
                    organisation_games_at_once = 6";
        let args = ServeArgs { member_games: Some(7), ..ServeArgs::default() };
        let imports = resolve_settings(args.or(read(file))).unwrap().site.imports;
        let member = Room { bytes: 2, games: 3 };
        let organisation = Room { bytes: 5, games: 6 };
        assert_eq!(imports, Limits { bytes: 1, member, member_games: 7, organisation });
    }

    #[test]
    fn replicas_are_of_postgresql_and_their_age_is_one_that_can_be_kept_to() {
        let postgres = "database_url = \"postgres://a@one/db\"\n";
        let said = refused("replica_urls = [\"postgres://a@two/db\"]");
        assert!(said.starts_with("replica_urls: SQLite has no replicas"), "{said}");
        let said = refused(&format!("{postgres}replica_urls = [\"a:hunter2@two/db\"]"));
        assert!(said.starts_with("replica_urls: \"two/db\" is no address"), "{said}");
        for millis in [0, 999, 60_001] {
            let said = refused(&format!("replica_max_age_ms = {millis}"));
            assert!(
                said.starts_with("replica_max_age_ms: ") && said.contains("1000 to 60000"),
                "{said}"
            );
        }
        let named = "replica_urls = [\"postgres://a:hunter2@two/db\", \"postgres://a@three/db\"]";
        let settings = resolve_settings(read(&format!("{postgres}{named}"))).unwrap();
        assert_eq!(settings.site.replicas.urls.len(), 2);
        assert_eq!(settings.site.replicas.max_age, Duration::from_secs(2));
        assert!(!format!("{:?}", settings.site).contains("hunter2"));
        let bare = resolve_settings(read("replica_urls = []")).unwrap();
        assert_eq!(bare.site.replicas.urls, Vec::<String>::new());
    }

    #[test]
    fn a_session_cannot_idle_longer_than_it_lasts() {
        assert!(refused("session_days = 13").starts_with("session_idle_days: give 1 to 13 days"));
        assert!(refused("session_idle_days = 0").starts_with("session_idle_days: give 1 to 90"));
        for days in [0, 401, 65_535] {
            let said = refused(&format!("session_days = {days}"));
            assert!(said.starts_with("session_days: give 1 to 400 days"), "{said}");
        }
    }

    #[test]
    fn letters_need_the_address_of_the_site() {
        let smtp = "smtp_url = \"smtps://me:hunter2@mail.example\"\n";
        let said = refused(smtp);
        assert!(said.contains("smtp_url") && said.contains("public_url"), "{said}");
        let with = format!("{smtp}public_url = \"https://salpakan.example\"\n");
        let decided = resolve_settings(read(&with)).unwrap();
        assert!(!format!("{decided:?}").contains("hunter2"));
        let mail = decided.site.mail.unwrap();
        assert_eq!(mail.from.to_string(), "Adjutant <adjutant@salpakan.example>");
        let said = refused(&format!("{with}mail_from = \"nobody\""));
        assert!(said.starts_with("mail_from: \"nobody\" is no e-mail address"), "{said}");
        let bare = resolve_settings(read("smtp_url = \"\""));
        assert_eq!(bare.unwrap().site.mail, None);
    }

    #[test]
    fn the_mail_server_of_the_environment_goes_before_the_files() {
        let file = "smtp_url = \"smtp://file.example\"\npublic_url = \"https://a.example\"";
        let smtp_url = Some("smtp://environment.example".to_owned());
        let environment = ServeArgs { smtp_url, ..ServeArgs::default() };
        let mail = resolve_settings(environment.or(read(file))).unwrap().site.mail.unwrap();
        assert_eq!(mail.server.host, "environment.example");
    }
}
