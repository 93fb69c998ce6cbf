//! `adjutant serve`: the site and its API.

use std::io::{self, IsTerminal};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use chrono::Utc;
use clap::Args;
use serde::Deserialize;
use tracing_subscriber::EnvFilter;

use crate::service::games::totals;
use crate::service::import::import;
use crate::service::records::Provenance;
use crate::service::{App, AppSettings, Error, Location, ratings};
use crate::web::{Site, SiteSettings, serve};

use super::import::progress_bar;

/// The demo's records: 800 games of 60 players.
const DEMO: &[u8] = include_bytes!("../../demo/sample.ggn");

/// Serve the site and its API.
///
/// Settings come from the command line, then from the environment, then from the
/// configuration file, then from defaults.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant serve --demo\n  adjutant serve --listen 0.0.0.0:8080 --data-dir /var/lib/adjutant\n  adjutant serve --database-url postgres://adjutant@localhost/adjutant\n\nConfiguration file (TOML), every line optional:\n  listen = \"127.0.0.1:8080\"\n  data_dir = \"data\"\n  database_url = \"postgres://...\"\n  public_url = \"https://salpakan.example\"\n  operator_token = \"...\"        # lets POST /api/v1/records import\n  largest_import = 67108864     # bytes\n  requests_a_minute = 1200      # from one address; 0 is without limit\n  behind_proxy = false          # believe X-Forwarded-For"
)]
pub struct Serve {
    /// Load the demo's records into an empty database first.
    #[arg(long)]
    demo: bool,
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
    /// Configuration file.
    #[arg(long, value_name = "FILE", env = "ADJUTANT_CONFIG")]
    config: Option<PathBuf>,
}

/// What the file and the environment may set.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Configured {
    listen: Option<SocketAddr>,
    data_dir: Option<PathBuf>,
    database_url: Option<String>,
    public_url: Option<String>,
    operator_token: Option<String>,
    largest_import: Option<usize>,
    requests_a_minute: Option<u32>,
    behind_proxy: Option<bool>,
}

/// Everything decided.
struct Settings {
    listen: SocketAddr,
    app: AppSettings,
    site: SiteSettings,
}

impl Serve {
    /// Runs the command.
    pub fn run(self) -> ExitCode {
        start_log();
        match self.serve() {
            Ok(()) => ExitCode::SUCCESS,
            Err(e) => {
                eprintln!("adjutant: {e}");
                ExitCode::from(2)
            }
        }
    }

    fn serve(&self) -> Result<(), Error> {
        let settings = self.settings()?;
        let app = App::open(&settings.app)?;
        let lock = app.lock_for_serving()?;
        if self.demo {
            load_demo(&app)?;
        }
        ratings::bring_up_to_date(&app)?;
        let site = Site { app, settings: settings.site };
        let served =
            actix_web::rt::System::new().block_on(serve(site, settings.listen, |address| {
                println!("Adjutant serves http://{address}/ (stop with Ctrl-C)");
            }));
        drop(lock);
        served.map_err(|e| Error::Unavailable(e.to_string()))
    }

    fn settings(&self) -> Result<Settings, Error> {
        let from_file = self.configured()?;
        let data_dir =
            self.data_dir.clone().or(from_file.data_dir).unwrap_or_else(|| PathBuf::from("data"));
        let database = match self.database_url.as_ref().or(from_file.database_url.as_ref()) {
            Some(url) => {
                Location::parse(url).map_err(|message| Error::invalid("database_url", message))?
            }
            None => Location::Sqlite(data_dir.join("adjutant.sqlite")),
        };
        let defaults = SiteSettings::default();
        Ok(Settings {
            listen: self
                .listen
                .or(from_file.listen)
                .unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 8080))),
            app: AppSettings { database, key_file: data_dir.join("seal.key") },
            site: SiteSettings {
                public_url: self.public_url.clone().or(from_file.public_url),
                operator_token: from_file.operator_token.filter(|token| !token.is_empty()),
                largest_import: from_file.largest_import.unwrap_or(defaults.largest_import),
                requests_a_minute: from_file
                    .requests_a_minute
                    .unwrap_or(defaults.requests_a_minute),
                behind_proxy: from_file.behind_proxy.unwrap_or(defaults.behind_proxy),
            },
        })
    }

    /// The configuration file, with the environment before it.
    fn configured(&self) -> Result<Configured, Error> {
        let mut builder = config::Config::builder();
        if let Some(file) = &self.config {
            builder = builder
                .add_source(config::File::from(file.as_path()).format(config::FileFormat::Toml));
        }
        let environment = config::Environment::with_prefix("ADJUTANT").try_parsing(true);
        let read = builder
            .build()
            .and_then(config::Config::try_deserialize::<Configured>)
            .map_err(|e| Error::invalid("configuration", e.to_string()))?;
        // The environment may hold other ADJUTANT_ variables: only known ones are taken.
        let named = config::Config::builder()
            .add_source(environment)
            .build()
            .map_err(|e| Error::invalid("environment", e.to_string()))?;
        Ok(Configured {
            operator_token: named.get("operator_token").ok().or(read.operator_token),
            largest_import: named.get("largest_import").ok().or(read.largest_import),
            requests_a_minute: named.get("requests_a_minute").ok().or(read.requests_a_minute),
            behind_proxy: named.get("behind_proxy").ok().or(read.behind_proxy),
            ..read
        })
    }
}

/// Logs for people on a terminal, JSON elsewhere; no query strings, no bodies.
fn start_log() {
    let filter = EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| EnvFilter::new("warn,adjutant=info,tracing_actix_web=error"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    if io::stderr().is_terminal() {
        log.init();
    } else {
        log.with_ansi(false).json().init();
    }
}

/// Loads the demo into an empty database.
fn load_demo(app: &App) -> Result<(), Error> {
    if totals(app)?.games > 0 {
        return Ok(());
    }
    let bar = progress_bar(Some(DEMO.len() as u64));
    let now = Utc::now().timestamp_micros();
    let counts = import(app, DEMO, Provenance::Demo, now, &mut |_, counts| {
        bar.set_position(counts.bytes);
    })?;
    bar.finish_and_clear();
    println!("{} demo games loaded", counts.added);
    Ok(())
}
