//! The workers that send what is in the outbox.

use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use actix_web::web;
use rand::Rng;

use adjutant_service::Error;
use adjutant_service::notices::{self, Claim, Outcome};

use crate::push::{PushKey, push_request};
use crate::site::Site;
use crate::time_format::now_micros;
use crate::webhook::webhook_request;

/// How often an idle worker looks for work.
const IDLE_PAUSE: Duration = Duration::from_secs(1);
/// How long a worker waits after the database failed.
const FAILURE_PAUSE: Duration = Duration::from_secs(10);

/// What push services are told whom to ask, where the site has no public address.
const DEFAULT_CONTACT: &str = "https://localhost";

/// Whether the workers are to stop, and how they learn of it.
#[derive(Default)]
struct Stop {
    stopped: Mutex<bool>,
    changed: Condvar,
}

impl Stop {
    /// Waits for some time; returns whether the worker is to stop.
    fn wait(&self, pause: Duration) -> bool {
        let stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(stopped, pause, |stopped| !*stopped);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// The running workers.
pub struct Deliveries {
    stop: Arc<Stop>,
    threads: Vec<JoinHandle<()>>,
}

/// One round of a worker; returns the number of deliveries it tried.
type Round = fn(&Site) -> Result<usize, Error>;

impl Deliveries {
    /// Starts the workers.
    ///
    /// # Errors
    /// Returns an error if no thread can be started.
    pub fn start(site: &web::Data<Site>) -> io::Result<Deliveries> {
        let rounds: [(&str, Round); 3] =
            [("mail-out", send_mail), ("push-out", send_push), ("hooks-out", call_webhooks)];
        let stop = Arc::<Stop>::default();
        let start = |(name, round): (&str, Round)| {
            let (site, stop) = (site.clone(), Arc::clone(&stop));
            let thread = std::thread::Builder::new().name(name.to_owned());
            thread.spawn(move || work(&site, &stop, round))
        };
        let threads = rounds.into_iter().map(start).collect::<io::Result<Vec<_>>>()?;
        Ok(Deliveries { stop, threads })
    }

    /// Stops the workers after what they are sending, for at most `patience`. What they have not
    /// sent is sent after the next start.
    pub fn stop(self, patience: Duration) {
        *self.stop.stopped.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.stop.changed.notify_all();
        let end = Instant::now() + patience;
        while self.threads.iter().any(|thread| !thread.is_finished()) && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

fn work(site: &Site, stop: &Stop, round: Round) {
    loop {
        let pause = match round(site) {
            Ok(0) => IDLE_PAUSE,
            Ok(_) => Duration::ZERO,
            Err(e) => {
                tracing::warn!(error = %e, "the outbox cannot be read or written");
                FAILURE_PAUSE
            }
        };
        if stop.wait(pause) {
            return;
        }
    }
}

/// Records the end of a try.
fn finish(site: &Site, claim: &Claim, outcome: &Outcome) -> Result<(), Error> {
    let random = rand::rng().next_u32() as u16;
    if let Outcome::Failed(answer) | Outcome::Rejected(answer) = outcome {
        tracing::info!(answer, "a delivery failed");
    }
    notices::finish(&site.app, claim, outcome, (now_micros(), random))
}

fn send_mail(site: &Site) -> Result<usize, Error> {
    let claimed = notices::claim_mail(&site.app, now_micros())?;
    for (claim, mail) in &claimed {
        let outcome = match &site.mailer {
            Some(mailer) => mailer.deliver(mail, claim.key()),
            None => Outcome::Rejected("no mail server is set up".to_owned()),
        };
        finish(site, claim, &outcome)?;
    }
    Ok(claimed.len())
}

fn send_push(site: &Site) -> Result<usize, Error> {
    let claimed = notices::claim_push(&site.app, now_micros())?;
    if claimed.is_empty() {
        return Ok(0);
    }
    let key = PushKey::new(&notices::push_key(&site.app)?);
    let key = key.ok_or_else(|| Error::Internal("the key for push services is none".to_owned()))?;
    let contact = site.settings.public_url.as_deref().unwrap_or(DEFAULT_CONTACT);
    for (claim, message) in &claimed {
        let outcome = match push_request(message, &key, contact, now_micros()) {
            Ok(request) => site.outgoing_http.deliver(request),
            Err(why) => Outcome::Rejected(why),
        };
        finish(site, claim, &outcome)?;
    }
    Ok(claimed.len())
}

fn call_webhooks(site: &Site) -> Result<usize, Error> {
    let claimed = notices::claim_webhooks(&site.app, now_micros())?;
    for (claim, call) in &claimed {
        let outcome = match webhook_request(call, now_micros()) {
            Ok(request) => site.outgoing_http.deliver(request),
            Err(why) => Outcome::Rejected(why),
        };
        finish(site, claim, &outcome)?;
    }
    Ok(claimed.len())
}
