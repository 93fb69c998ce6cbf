//! Settings of `serve`: the command line before the environment before the configuration
//! file before defaults.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use actix_web::http::Uri;
use clap::Args;
use serde::Deserialize;

use crate::service::{AppSettings, Error, Location};
use crate::web::{AccessLog, SiteSettings};

/// Where the operator's token is looked for; no option, because all users of a machine see
/// each other's command lines.
const TOKEN: &str = "ADJUTANT_OPERATOR_TOKEN";

/// Settings as options and as variables of the environment.
#[derive(Debug, Default, Args)]
pub struct SettingArgs {
    /// Address to listen on; port 0 takes a free one. [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS", env = "ADJUTANT_LISTEN")]
    listen: Option<SocketAddr>,
    /// Directory of the database and the sealing key. [default: data]
    #[arg(long, value_name = "DIR", env = "ADJUTANT_DATA_DIR")]
    data_dir: Option<PathBuf>,
    /// Another database: a SQLite path or postgres://user:password@host/name.
    #[arg(long, value_name = "URL", env = "ADJUTANT_DATABASE_URL", hide_env_values = true)]
    database_url: Option<String>,
    /// The site's address as visitors reach it; pictures in chats need it.
    #[arg(long, value_name = "URL", env = "ADJUTANT_PUBLIC_URL")]
    public_url: Option<String>,
    /// Largest body of an import over HTTP, in bytes. [default: 67108864]
    #[arg(long, value_name = "BYTES", env = "ADJUTANT_LARGEST_IMPORT")]
    largest_import: Option<usize>,
    /// Largest text that a compressed import over HTTP may become. [default: 1073741824]
    #[arg(long, value_name = "BYTES", env = "ADJUTANT_LARGEST_EXPANDED_IMPORT")]
    largest_expanded_import: Option<u64>,
    /// A request's head, and each 40 kB of its body, must come in this time. [default: 20]
    #[arg(long, value_name = "SECONDS", env = "ADJUTANT_PATIENCE_SECONDS")]
    patience_seconds: Option<u64>,
    /// Requests a minute from one address; 0 is without limit. [default: 1200]
    #[arg(long, value_name = "COUNT", env = "ADJUTANT_REQUESTS_A_MINUTE")]
    requests_a_minute: Option<u32>,
    /// Memory for pages kept ready to send, in bytes; with 0 none are. [default: 67108864]
    #[arg(long, value_name = "BYTES", env = "ADJUTANT_KEPT_ANSWERS")]
    kept_answers: Option<u64>,
    /// Whether X-Forwarded-For is believed: only behind an own proxy. [default: false]
    #[arg(long, value_name = "BOOL", env = "ADJUTANT_BEHIND_PROXY")]
    behind_proxy: Option<bool>,
    /// Whether the log has a line for each request, and who asked. [default: off]
    #[arg(long, value_name = "WHAT", env = "ADJUTANT_ACCESS_LOG")]
    access_log: Option<AccessLog>,
    /// Configuration file (TOML); adjutant.example.toml shows all that it may say.
    #[arg(long, value_name = "FILE", env = "ADJUTANT_CONFIG")]
    config: Option<PathBuf>,
}

/// What the configuration file may say.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Configured {
    listen: Option<SocketAddr>,
    data_dir: Option<PathBuf>,
    database_url: Option<String>,
    public_url: Option<String>,
    operator_token: Option<String>,
    largest_import: Option<usize>,
    largest_expanded_import: Option<u64>,
    patience_seconds: Option<u64>,
    requests_a_minute: Option<u32>,
    kept_answers: Option<u64>,
    behind_proxy: Option<bool>,
    access_log: Option<AccessLog>,
}

/// Everything decided.
#[derive(Debug, Clone)]
pub struct Settings {
    pub listen: SocketAddr,
    pub app: AppSettings,
    pub site: SiteSettings,
}

impl SettingArgs {
    /// Decides.
    ///
    /// # Errors
    /// [`Error::Invalid`] names the file or the setting that cannot be read.
    pub fn decide(self) -> Result<Settings, Error> {
        let file = match &self.config {
            Some(path) => configured(path)?,
            None => Configured::default(),
        };
        let token = std::env::var(TOKEN).ok();
        decide(self, file, token)
    }
}

fn configured(path: &std::path::Path) -> Result<Configured, Error> {
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

fn decide(args: SettingArgs, file: Configured, token: Option<String>) -> Result<Settings, Error> {
    let data_dir = args.data_dir.or(file.data_dir).unwrap_or_else(|| PathBuf::from("data"));
    let database = match args.database_url.or(file.database_url) {
        Some(url) => {
            Location::parse(&url).map_err(|message| Error::invalid("database_url", message))?
        }
        None => Location::Sqlite(data_dir.join("adjutant.sqlite")),
    };
    let defaults = SiteSettings::default();
    let patience = args.patience_seconds.or(file.patience_seconds).map(Duration::from_secs);
    if patience == Some(Duration::ZERO) {
        return Err(Error::invalid("patience_seconds", "nobody is so quick; give 1 or more"));
    }
    let site = SiteSettings {
        public_url: args.public_url.or(file.public_url).map(public_url).transpose()?,
        operator_token: token.or(file.operator_token).filter(|token| !token.is_empty()),
        largest_import: args
            .largest_import
            .or(file.largest_import)
            .unwrap_or(defaults.largest_import),
        largest_expanded_import: args
            .largest_expanded_import
            .or(file.largest_expanded_import)
            .unwrap_or(defaults.largest_expanded_import),
        patience: patience.unwrap_or(defaults.patience),
        requests_a_minute: args
            .requests_a_minute
            .or(file.requests_a_minute)
            .unwrap_or(defaults.requests_a_minute),
        kept_answers: args.kept_answers.or(file.kept_answers).unwrap_or(defaults.kept_answers),
        behind_proxy: args.behind_proxy.or(file.behind_proxy).unwrap_or(defaults.behind_proxy),
        access_log: args.access_log.or(file.access_log).unwrap_or(defaults.access_log),
    };
    let listen =
        args.listen.or(file.listen).unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 8080)));
    Ok(Settings {
        listen,
        app: AppSettings { database, key_file: data_dir.join("seal.key") },
        site,
    })
}

/// An address behind which the site's own paths make whole addresses.
fn public_url(text: String) -> Result<String, Error> {
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
    use super::*;

    const EXAMPLE: &str = include_str!("../../adjutant.example.toml");

    fn read(text: &str) -> Configured {
        let source = config::File::from_str(text, config::FileFormat::Toml);
        let read = config::Config::builder().add_source(source).build().unwrap();
        read.try_deserialize().unwrap()
    }

    #[test]
    fn the_example_says_the_defaults() {
        let example = decide(SettingArgs::default(), read(EXAMPLE), None).unwrap();
        let defaults = decide(SettingArgs::default(), Configured::default(), None).unwrap();
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
        let Configured {
            listen,
            data_dir,
            database_url,
            public_url,
            operator_token,
            largest_import,
            largest_expanded_import,
            patience_seconds,
            requests_a_minute,
            kept_answers,
            behind_proxy,
            access_log,
        } = read(&all);
        assert!(listen.is_some() && data_dir.is_some() && database_url.is_some());
        assert!(public_url.is_some() && operator_token.is_some() && largest_import.is_some());
        assert!(largest_expanded_import.is_some() && patience_seconds.is_some());
        assert!(requests_a_minute.is_some() && kept_answers.is_some() && behind_proxy.is_some());
        assert!(access_log.is_some());
    }

    #[test]
    fn the_command_line_goes_before_the_file() {
        let args = SettingArgs { requests_a_minute: Some(7), ..SettingArgs::default() };
        let file = read("requests_a_minute = 8\nbehind_proxy = true\noperator_token = \"file\"");
        let settings = decide(args, file, Some("environment".to_owned())).unwrap();
        assert_eq!(settings.site.requests_a_minute, 7);
        assert!(settings.site.behind_proxy);
        assert_eq!(settings.site.operator_token.as_deref(), Some("environment"));
    }
}
