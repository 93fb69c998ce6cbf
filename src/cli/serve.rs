//! `adjutant serve`: runs the site and its API.

use clap::Args;

use crate::web::{Site, log_panics, serve};
use adjutant_service::{App, Error, contests, ratings};

use super::settings::{ServeArgs, ServeSettings};
use super::words::say;
use super::{Status, demo, log, process};

/// Serve the site and its API.
///
/// Settings come from the command line, then from the environment, then from the
/// configuration file, then from defaults.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant serve --demo\n  adjutant serve --listen 0.0.0.0:8080 --data-dir /var/lib/adjutant\n  adjutant serve --database-url postgres://adjutant@localhost/adjutant\n\nWith ADJUTANT_OPERATOR_TOKEN set, POST /api/v1/records imports."
)]
pub struct Serve {
    /// Load the demo's games and organisation into an empty database first.
    #[arg(long)]
    demo: bool,
    #[command(flatten)]
    settings: ServeArgs,
}

impl Serve {
    pub(super) fn run(self) -> Status {
        Status::of(self.settings.resolve().and_then(|settings| {
            let counts = log::init(settings.otlp_endpoint.as_deref())?;
            log_panics();
            process::apply_limits();
            let served = serve_site(settings, self.demo);
            drop(counts);
            served.map(|()| Status::Good)
        }))
    }
}

#[expect(
    clippy::cognitive_complexity,
    reason = "a start is one step after the other, and each tells the log"
)]
fn serve_site(settings: ServeSettings, demo: bool) -> Result<(), Error> {
    process::check_thread_limit()?;
    let app = App::open_without_key(&settings.app)?;
    if let Some(why) = app.why_shut() {
        tracing::error!(error = %why, "{NO_KEY_NOTICE}");
        eprintln!("adjutant: {why}. {NO_KEY_NOTICE}");
    }
    if app.key_is_being_replaced() {
        tracing::warn!("{KEY_ROTATION_NOTICE}");
    }
    if let Some(schedule) = &settings.site.backups {
        schedule.directory.prepare()?;
    }
    if let Some(backup) = &settings.site.continuous_backup {
        backup.prepare(&settings.app.database)?;
    }
    let lock = app.lock_for_serving(exit_when_served_elsewhere)?;
    App::where_the_disk_fails(exit_on_disk_failure);
    if let Err(e) = app.prepare_delivery_key() {
        tracing::warn!(error = %e, "delivery.key cannot be made: mail, notices and webhooks wait for it");
    }
    if demo {
        demo::load(&app)?;
    }
    contests::backfill_results(&app)?;
    contests::backfill_missing_days(&app)?;
    ratings::bring_up_to_date(&app)?;
    if settings.site.public_url.is_none() {
        tracing::warn!("{NO_PUBLIC_URL_NOTICE}");
    }
    let site = Site::new(app, settings.site)?;
    let served = actix_web::rt::System::new().block_on(async {
        let told = |address| say!("Adjutant serves http://{address}/ (stop with Ctrl-C)");
        serve(site, settings.listen, told).await
    });
    drop(lock);
    served.map_err(|e| Error::Unavailable(e.to_string()))
}

/// Logged at start: links never use the host named by a request.
const NO_PUBLIC_URL_NOTICE: &str = "public_url is not set: passes and links for helpers are shown as paths, without a pattern for \
                          cameras, until it is";

/// Logged at start if a replacement of the key was not finished.
const KEY_ROTATION_NOTICE: &str = "the sealing key is being replaced, or that was interrupted: where no other command does it now, run \
                         `adjutant admin rotate-seal` again";

/// Logged at start without the sealing key.
const NO_KEY_NOTICE: &str = "Only what is public is served until the key is back: games played here stand, and nobody's clock \
                      runs";

/// The exit code if the disk fails.
const DISK_FAILED_EXIT_CODE: i32 = 3;

/// Exits immediately: data that is believed to be written may be lost.
fn exit_on_disk_failure(why: &str) {
    tracing::error!(error = why, "the disk fails; the server stops");
    eprintln!(
        "adjutant: the disk that holds the database fails ({why}). The server stops, so that nothing is \
         acknowledged that may be lost: see to the disk, then start it again."
    );
    std::process::exit(DISK_FAILED_EXIT_CODE);
}

/// The exit code if another server uses the database.
const SERVED_ELSEWHERE_EXIT_CODE: i32 = 4;

/// Exits immediately, since another server uses the database.
fn exit_when_served_elsewhere(why: &str) {
    tracing::error!(error = why, "the database is taken; this server stops");
    eprintln!("adjutant: while the database was gone it was taken: {why}");
    std::process::exit(SERVED_ELSEWHERE_EXIT_CODE);
}
