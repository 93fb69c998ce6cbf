//! The HTTP server: middleware, start and shutdown, background tasks.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Compress, DefaultHeaders, from_fn};
use actix_web::rt::task::JoinHandle;
use actix_web::{App as ActixApp, HttpServer, web};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use rustix::process::{Resource, getrlimit};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tracing_actix_web::TracingLogger;

use adjutant_domain::account::session::SessionLifetimes;
use adjutant_domain::moment::{MINUTE, Micros};
use adjutant_domain::parallel::available_workers;
use adjutant_service::analyses::AnalysisWorker;
use adjutant_service::live::Live;
use adjutant_service::{App, contests, edition, formations, housekeeping, notices, tallies};

use crate::web::access_log;
use crate::web::idempotency;
use crate::web::request_span::RequestSpanBuilder;
use crate::web::routes;
use crate::web::stream_limits::{self, StreamLimiter, max_streams};
use adjutant_site::deliveries::Deliveries;
use adjutant_site::live::Feeds;
use adjutant_site::middleware;
use adjutant_site::operation;
use adjutant_site::readiness;
use adjutant_site::replica_reads;
use adjutant_site::request_id;
use adjutant_site::request_limits::{self, RequestLimiter};
use adjutant_site::response_cache::{self, ResponseCache};
use adjutant_site::session;
use adjutant_site::site::Site;
use adjutant_site::time_format::{now_micros, today};
use adjutant_site::{backups, compression, continuous_backups};

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error("cannot listen on {address}: {cause}; is another program there? Give another --listen")]
    Listen { address: SocketAddr, cause: std::io::Error },
    #[error("the server stopped: {0}")]
    Run(#[from] std::io::Error),
    #[error("metrics: {0}")]
    Metrics(String),
    #[error("analyses: {0}")]
    Analyses(String),
}

const CSP_HEADER: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";
/// A generous number of open files besides connections.
const RESERVED_FILES: u64 = 128;
/// The largest number of connections per worker.
const MAX_CONNECTIONS: usize = 25_000;
/// How long running requests may take to finish on shutdown.
const SHUTDOWN_TIMEOUT_SECONDS: u64 = 20;
/// How long queued mail may take to be sent on shutdown.
const MAIL_DRAIN_TIMEOUT: Duration = Duration::from_secs(5);
/// How long deliveries of the outbox may take to be finished on shutdown; the others wait for the next start.
const DELIVERY_DRAIN_TIMEOUT: Duration = Duration::from_secs(5);
/// The bounds of the response time histogram, in seconds.
const LATENCY_BUCKETS: [f64; 9] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0];
/// How often memory of idle callers and old metrics is released.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(30);
/// Heartbeat interval of idle streams, shorter than the usual timeout of proxies.
const HEARTBEAT_SECONDS: u32 = 15;
/// How often something is sent on the streams of live games.
const TICK_INTERVAL: Duration = Duration::from_millis(500);
/// How often expired sessions, links, tokens and seeks are deleted; they are invalid from the
/// moment they expire.
const HOUSEKEEPING_INTERVAL: Duration = Duration::from_secs(3_600);
/// How often rooms are checked: the delay until one ends whose game may no longer be shown.
const ROOM_CHECK_INTERVAL: Duration = Duration::from_secs(15);
/// How often versions of the events that are followed are looked up; costs two queries each.
const EVENT_CHECK_INTERVAL: Duration = Duration::from_millis(500);
const NOTICE_CHECK_INTERVAL: Duration = Duration::from_millis(500);
/// How often the list of live games is looked up while it is followed.
const PLAY_LIST_INTERVAL: Duration = Duration::from_secs(1);
/// How often the permissions of open streams are checked.
const STREAM_CHECK_INTERVAL: Duration = Duration::from_millis(500);
/// The maximum delay in ending a grace period.
const GRACE_CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// How often due actions of events are looked up; costs one index query.
const DUE_CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// The time in microseconds without a check after which the server counts as having been suspended.
const STANDSTILL: i64 = MINUTE;
/// The delay until pages show changes by other processes and a new day; costs two point queries.
const REFRESH_INTERVAL: Duration = Duration::from_secs(2);

fn security_headers(site: &Site) -> DefaultHeaders {
    let headers = DefaultHeaders::new()
        .add(("Content-Security-Policy", CSP_HEADER))
        .add(("X-Content-Type-Options", "nosniff"))
        .add(("Referrer-Policy", "no-referrer"))
        .add(("X-Frame-Options", "DENY"))
        .add(("Cross-Origin-Opener-Policy", "same-origin"))
        .add(("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()"));
    let secure = site.settings.public_url.as_deref().is_some_and(|url| url.starts_with("https:"));
    if secure {
        headers.add(("Strict-Transport-Security", "max-age=31536000; includeSubDomains"))
    } else {
        headers
    }
}

/// The application as seen by every request, before it listens on an address.
#[derive(Clone)]
pub struct WebApp {
    site: web::Data<Site>,
    limiter: web::Data<RequestLimiter>,
    streams: web::Data<Arc<StreamLimiter>>,
    answers: web::Data<ResponseCache>,
    metrics: PrometheusHandle,
}

impl WebApp {
    pub fn new(site: Site, metrics: PrometheusHandle) -> WebApp {
        let limiter = web::Data::new(RequestLimiter::new(&site.settings));
        let answers = web::Data::new(ResponseCache::new(site.settings.response_cache_bytes));
        let files = open_file_limit();
        let streams = StreamLimiter::new(site.settings.streams_per_caller, max_streams(files));
        let streams = web::Data::new(streams);
        WebApp { site: web::Data::new(site), limiter, streams, answers, metrics }
    }

    pub fn site(&self) -> &Site {
        &self.site
    }

    /// The application of one worker: middleware and handlers.
    pub fn app(
        &self,
    ) -> ActixApp<
        impl ServiceFactory<
            ServiceRequest,
            Config = (),
            Response = ServiceResponse<impl MessageBody + use<>>,
            Error = actix_web::Error,
            InitError = (),
        > + use<>,
    > {
        ActixApp::new()
            .app_data(self.site.clone())
            .app_data(self.limiter.clone())
            .app_data(self.streams.clone())
            .app_data(self.answers.clone())
            .app_data(web::Data::new(self.metrics.clone()))
            .wrap(from_fn(replica_reads::read_at_replica))
            .wrap(from_fn(adjutant_api::announce_deprecations))
            .wrap(from_fn(idempotency::answer_once))
            .wrap(from_fn(session::identify_visitor))
            .wrap(from_fn(middleware::skip_private_compression))
            .wrap(from_fn(compression::compress_whole))
            .wrap(Compress::default())
            .wrap(from_fn(middleware::strip_identity_encoding))
            .wrap(from_fn(middleware::redirect_to_current_event))
            .wrap(from_fn(middleware::redirect_to_canonical_path))
            .wrap(from_fn(response_cache::serve_cached))
            .wrap(from_fn(request_limits::limit_requests))
            .wrap(from_fn(stream_limits::limit_streams))
            .wrap(from_fn(routes::record_request_metrics))
            .wrap(from_fn(middleware::set_cross_origin_headers))
            .wrap(security_headers(&self.site))
            .wrap(from_fn(middleware::allow_embedding))
            .wrap(from_fn(middleware::head_as_get))
            .wrap(TracingLogger::<RequestSpanBuilder>::new())
            .wrap(from_fn(access_log::log_request))
            .wrap(from_fn(request_id::number_request))
            .configure(routes::configure)
    }
}

fn bind_listener(address: SocketAddr) -> Result<(TcpListener, SocketAddr), ServeError> {
    let listen = |cause| ServeError::Listen { address, cause };
    let listener = TcpListener::bind(address).map_err(listen)?;
    let real = listener.local_addr().map_err(listen)?;
    Ok((listener, real))
}

/// The limit of open files; unlimited if none is set.
fn open_file_limit() -> u64 {
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

/// The number of connections per worker that leaves enough files for the database and the log.
/// Further connections wait.
fn connections_per_worker(files: u64) -> usize {
    let left = files.saturating_sub(RESERVED_FILES.min(files / 2));
    let each = usize::try_from(left).unwrap_or(usize::MAX) / available_workers();
    each.clamp(1, MAX_CONNECTIONS)
}

/// Listens on `address`, calls `ready` with the actual one, and serves until stopped.
pub async fn serve(
    site: Site,
    address: SocketAddr,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let (listener, real) = bind_listener(address)?;
    let metrics: PrometheusHandle = PrometheusBuilder::new()
        .set_buckets(&LATENCY_BUCKETS)
        .and_then(PrometheusBuilder::install_recorder)
        .map_err(|e| ServeError::Metrics(e.to_string()))?;
    let figures =
        site.settings.metrics_listen.map(|at| serve_metrics(at, metrics.clone())).transpose()?;
    readiness::describe_metrics(&site);
    let trying =
        site.readiness.health.watch(&site.app).map_err(|e| ServeError::Metrics(e.to_string()))?;
    site.app.set_today(today());
    // Before the first request, so that no response is cached for a wrong data version.
    refresh_data_version(site.app.clone()).await;
    let (patience, feeds) = (site.settings.receive_timeout, Arc::clone(&site.feeds));
    let lives = site.settings.session_lifetimes();
    let mut chores = vec![
        actix_web::rt::spawn(run_refresh(site.app.clone())),
        actix_web::rt::spawn(run_formation_index(site.app.clone())),
        actix_web::rt::spawn(run_tallies(site.app.clone())),
        actix_web::rt::spawn(run_grace_periods(site.app.clone())),
        actix_web::rt::spawn(run_housekeeping(site.app.clone(), lives)),
        actix_web::rt::spawn(run_stream_revocation(site.live.clone(), site.feeds.clone(), lives)),
    ];
    // Before `ready`, so that from then on a stop signal shuts the server down gracefully.
    let told = wait_for_stop(stop_signals()?, feeds);
    let door = WebApp::new(site, metrics);
    let of_post = door.site.clone();
    let deliveries = Deliveries::start(&door.site)?;
    let analyses = AnalysisWorker::start(&door.site.app, now_micros)
        .map_err(|e| ServeError::Analyses(e.to_string()))?;
    chores.extend([
        actix_web::rt::spawn(run_cleanup(door.metrics.clone(), door.limiter.clone())),
        actix_web::rt::spawn(run_due_matches(door.site.clone())),
        actix_web::rt::spawn(backups::run_backups(door.site.clone())),
        actix_web::rt::spawn(continuous_backups::run_continuous_backup(door.site.clone())),
        actix_web::rt::spawn(operation::run_operation_metrics(door.site.clone())),
        actix_web::rt::spawn(run_room_checks(door.site.clone())),
        actix_web::rt::spawn(run_broadcast(door.site.clone())),
        actix_web::rt::spawn(run_ticks(Arc::clone(&door.site.feeds))),
        actix_web::rt::spawn(run_event_versions(door.site.clone())),
        actix_web::rt::spawn(run_notice_counts(door.site.clone())),
        actix_web::rt::spawn(run_play_list(door.site.clone())),
        actix_web::rt::spawn(readiness::run_readiness_checks(door.site.clone())),
    ]);
    chores.extend(figures.map(actix_web::rt::spawn));
    let server = HttpServer::new(move || door.app())
        .listen(listener)?
        .max_connections(connections_per_worker(open_file_limit()))
        .client_request_timeout(patience)
        .keep_alive(Duration::from_secs(30))
        .shutdown_timeout(SHUTDOWN_TIMEOUT_SECONDS)
        .shutdown_signal(told)
        .run();
    ready(real);
    let served = server.await;
    chores.iter().for_each(JoinHandle::abort);
    drop(trying);
    drop(analyses);
    deliveries.stop(DELIVERY_DRAIN_TIMEOUT);
    if let Some(post) = &of_post.mailer {
        post.shutdown(MAIL_DRAIN_TIMEOUT);
    }
    of_post.continuous_backups.ship(&of_post);
    Ok(served?)
}

/// The signals that stop the server, handled from now on.
fn stop_signals() -> std::io::Result<[Signal; 2]> {
    Ok([signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?])
}

/// Waits for a stop signal, then closes the endless streams.
async fn wait_for_stop([mut terminated, mut interrupted]: [Signal; 2], feeds: Arc<Feeds>) {
    tokio::select! {
        _ = terminated.recv() => {}
        _ = interrupted.recv() => {}
    }
    feeds.close();
}

/// Forgets idle callers, and aggregates metrics that nobody fetches.
async fn run_cleanup(metrics: PrometheusHandle, limiter: web::Data<RequestLimiter>) {
    let mut ticks = tokio::time::interval(CLEANUP_INTERVAL);
    loop {
        ticks.tick().await;
        metrics.run_upkeep();
        limiter.forget_idle();
    }
}

/// Publishes live updates to delayed spectators every second, and sends heartbeats.
async fn run_broadcast(site: web::Data<Site>) {
    let (live, feeds) = (&site.live, &site.feeds);
    let mut ticks = tokio::time::interval(Duration::from_secs(1));
    let mut until_beat = HEARTBEAT_SECONDS;
    loop {
        ticks.tick().await;
        until_beat -= 1;
        let (commits, writes) = live.written();
        metrics::counter!("adjutant_play_commits_total").absolute(commits);
        metrics::counter!("adjutant_play_writes_total").absolute(writes);
        let (retries, waiting) = live.app().retries().counted();
        metrics::counter!("adjutant_due_retries_total").absolute(retries);
        metrics::gauge!("adjutant_due_retries_waiting").set(waiting as f64);
        let now = live.moments().now();
        if until_beat == 0 {
            until_beat = HEARTBEAT_SECONDS;
            feeds.send_heartbeats(now);
        } else {
            feeds.advance_time(now);
        }
        site.readiness.mark_broadcast();
    }
}

/// Lets both ends of a live game's stream notice that the other is gone.
async fn run_ticks(feeds: Arc<Feeds>) {
    let mut ticks = tokio::time::interval(TICK_INTERVAL);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        feeds.tick();
    }
}

/// Announces changes of events to those who follow them.
async fn run_event_versions(site: web::Data<Site>) {
    let mut ticks = tokio::time::interval(EVENT_CHECK_INTERVAL);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if site.feeds.events.followed().is_empty() {
            continue;
        }
        let (app, feeds) = (site.app.clone(), Arc::clone(&site.feeds));
        let failed = "changes of events could not be looked up";
        run_blocking(move || feeds.events.look_up(&app), failed).await;
    }
}

/// Tells those who follow their bell of new notices.
async fn run_notice_counts(site: web::Data<Site>) {
    let mut ticks = tokio::time::interval(NOTICE_CHECK_INTERVAL);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if !site.feeds.notices.is_followed() {
            continue;
        }
        let (app, feeds) = (site.app.clone(), Arc::clone(&site.feeds));
        let failed = "new notices could not be looked up";
        run_blocking(move || feeds.notices.look_up(&app), failed).await;
    }
}

/// Tells those who follow the list of live games what has begun and what is over.
async fn run_play_list(site: web::Data<Site>) {
    let mut ticks = tokio::time::interval(PLAY_LIST_INTERVAL);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if !site.feeds.play_list.is_followed() {
            continue;
        }
        let (live, feeds) = (site.live.clone(), Arc::clone(&site.feeds));
        let failed = "the list of live games could not be looked up";
        run_blocking(move || feeds.play_list.look_up(&live), failed).await;
    }
}

/// Ends streams whose permission was revoked; twice a second, so that they end within one.
async fn run_stream_revocation(live: Live, feeds: Arc<Feeds>, lives: SessionLifetimes) {
    let mut ticks = tokio::time::interval(STREAM_CHECK_INTERVAL);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut failing = false;
    loop {
        ticks.tick().await;
        let (live, bonds, now) = (live.clone(), Arc::clone(&feeds.streams), now_micros());
        let looked = web::block(move || bonds.close_revoked(&live, lives, now)).await;
        if let Ok(Err(e)) = &looked
            && !failing
        {
            tracing::warn!(error = %e, "whether lines may go on could not be looked up");
        }
        failing = matches!(looked, Ok(Err(_)));
    }
}

/// Serves metrics at an address of their own.
fn serve_metrics(
    address: SocketAddr,
    metrics: PrometheusHandle,
) -> Result<impl Future<Output = ()>, ServeError> {
    let (listener, _) = bind_listener(address)?;
    let server = HttpServer::new(move || {
        ActixApp::new()
            .app_data(web::Data::new(metrics.clone()))
            .route("/metrics", web::get().to(routes::internal_metrics))
    })
    .workers(1)
    .disable_signals()
    .listen(listener)?
    .run();
    Ok(async move {
        if let Err(e) = server.await {
            tracing::error!(error = %e, "figures are not shown any more");
        }
    })
}

/// Runs a chore off the worker threads; an error is logged as `failed`.
async fn run_blocking<T: Send + 'static>(
    chore: impl FnOnce() -> Result<T, adjutant_service::Error> + Send + 'static,
    failed: &str,
) -> Option<T> {
    let done = web::block(chore).await.ok()?;
    done.map_err(|e| tracing::warn!(error = %e, "{failed}")).ok()
}

/// Deletes expired data, every hour.
async fn run_housekeeping(app: App, lives: SessionLifetimes) {
    let mut ticks = tokio::time::interval(HOUSEKEEPING_INTERVAL);
    loop {
        ticks.tick().await;
        let (app, now) = (app.clone(), now_micros());
        let tidy = move || housekeeping::tidy(&app, lives, now);
        let gone = run_blocking(tidy, "what is over could not be taken away").await;
        if let Some(gone) = gone.filter(|gone| !gone.is_nothing()) {
            let housekeeping::Tidied { sessions, links, tokens, seeks, passes, notices, guests } =
                gone;
            tracing::info!(
                sessions,
                links,
                tokens,
                seeks,
                passes,
                notices,
                guests,
                "what was over is taken away"
            );
        }
    }
}

/// The start of the uninterrupted uptime after a check at `now`: a suspended machine starts anew,
/// and a clock that was set back does not make anybody wait.
fn continuous_uptime_start(up_since: Micros, looked_at: Micros, now: Micros) -> Micros {
    if now - looked_at > STANDSTILL { now } else { up_since.min(now) }
}

/// Sends reminders of matches, and applies the default rule of events.
async fn run_due_matches(site: web::Data<Site>) {
    let mut up_since = now_micros();
    let (mut ticks, mut looked_at) = (tokio::time::interval(DUE_CHECK_INTERVAL), up_since);
    loop {
        ticks.tick().await;
        let (app, now) = (site.app.clone(), now_micros());
        up_since = continuous_uptime_start(up_since, looked_at, now);
        looked_at = now;
        let run = move || contests::run_due_actions(&app, now, up_since);
        if let Some(done) = run_blocking(run, "what is due could not be looked for").await {
            if done.applied_defaults > 0 {
                tracing::info!(matches = done.applied_defaults, "applied the forfeit rule");
            }
            site.send_mail(done.mail);
        }
        let app = site.app.clone();
        let remind = move || notices::run_reminders(&app, now);
        run_blocking(remind, "matches about to start could not be announced").await;
    }
}

/// Closes rooms that are over, and notifies their streams.
async fn run_room_checks(site: web::Data<Site>) {
    let mut ticks = tokio::time::interval(ROOM_CHECK_INTERVAL);
    loop {
        ticks.tick().await;
        let rooms = site.rooms.clone();
        let tend = move || rooms.tend(now_micros());
        let told = run_blocking(tend, "review rooms could not be looked after").await;
        told.into_iter().flatten().for_each(|key| site.feeds.rooms.notify(key));
    }
}

/// Regularly looks for changes by other processes, such as an import by command, and for midnight.
async fn run_refresh(app: App) {
    let mut ticks = tokio::time::interval(REFRESH_INTERVAL);
    loop {
        ticks.tick().await;
        refresh_data_version(app.clone()).await;
    }
}

/// Indexes the set-ups of newly revealed games, at the start of all games.
async fn run_formation_index(app: App) {
    let mut ticks = tokio::time::interval(REFRESH_INTERVAL);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let app = app.clone();
        let refresh = move || formations::refresh_index(&app);
        run_blocking(refresh, "set-ups could not be counted").await;
    }
}

/// Calculates what the tallies of revealed games lack, at most a fifth of the time.
async fn run_tallies(app: App) {
    let mut ticks = tokio::time::interval(REFRESH_INTERVAL);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let app = app.clone();
        let complete = move || tallies::complete(&app);
        run_blocking(complete, "tallies could not be calculated").await;
    }
}

/// Ends expired grace periods, every few seconds.
async fn run_grace_periods(app: App) {
    let mut ticks = tokio::time::interval(GRACE_CHECK_INTERVAL);
    loop {
        ticks.tick().await;
        let (app, now) = (app.clone(), now_micros());
        let end = move || contests::end_grace_periods(&app, today(), now);
        run_blocking(end, "times of grace could not be ended").await;
    }
}

async fn refresh_data_version(app: App) {
    let look = move || edition::look_for_changes(&app, today());
    run_blocking(look, "changes by other programs could not be looked for").await;
}

#[cfg(test)]
mod tests {
    use super::{STANDSTILL, continuous_uptime_start};
    use adjutant_domain::moment::Micros;

    #[test]
    fn a_machine_that_slept_is_up_anew_and_a_clock_that_was_set_back_makes_nobody_wait() {
        let hour = |number: i64| Micros(60 * STANDSTILL * number);
        assert_eq!(continuous_uptime_start(Micros(0), hour(1), hour(1) + STANDSTILL), Micros(0));
        assert_eq!(continuous_uptime_start(Micros(0), hour(1), hour(9)), hour(9), "it has slept");
        assert_eq!(continuous_uptime_start(hour(5), hour(6), hour(1)), hour(1), "it was set back");
    }
}
