//! A thread that updates ratings after each record, so that players do not wait for it.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::retries::Chore;
use crate::{App, Error, ratings};

/// Requests rating updates; requests during an update cause one more.
pub(super) struct Rater(SyncSender<bool>);

/// The thread, which ends when this is dropped.
pub(super) struct Rating {
    tell: SyncSender<bool>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Rating {
    fn drop(&mut self) {
        let _gone = self.tell.send(false);
        if let Some(thread) = self.thread.take() {
            let _ended = thread.join();
        }
    }
}

impl Rater {
    /// Starts the thread.
    pub(super) fn start(app: &App) -> Result<(Rater, Rating), Error> {
        let (tell, told) = sync_channel(1);
        let app = app.clone();
        let thread = std::thread::Builder::new()
            .name("ratings".to_owned())
            .spawn(move || work(&app, &told))
            .map_err(|e| Error::Unavailable(format!("no thread can be made: {e}")))?;
        let rating = Rating { tell: tell.clone(), thread: Some(thread) };
        Ok((Rater(tell), rating))
    }

    pub(super) fn rate(&self) {
        // A full channel means that an update is pending.
        let _asked = self.0.try_send(true);
    }
}

fn work(app: &App, told: &Receiver<bool>) {
    let mut again: Option<Duration> = None;
    loop {
        let rate = match again {
            None => told.recv().is_ok_and(|rate| rate),
            Some(pause) => match told.recv_timeout(pause) {
                Ok(rate) => rate,
                Err(RecvTimeoutError::Timeout) => true,
                Err(RecvTimeoutError::Disconnected) => false,
            },
        };
        if !rate {
            return;
        }
        again = match ratings::bring_up_to_date(app) {
            Ok(_) => {
                app.retries().done(Chore::Ratings);
                None
            }
            Err(e) => {
                tracing::warn!(error = %e, "ratings could not follow a game; that is tried again");
                // Counted from now, so the current time is irrelevant.
                let pause = app.retries().fail(Chore::Ratings, 0);
                Some(Duration::from_micros(pause.unsigned_abs()))
            }
        };
    }
}
