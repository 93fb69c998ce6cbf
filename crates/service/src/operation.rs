//! What operators watch: what waits to be sent, the database and its standbys.

use adjutant_domain::moment::Micros;
use adjutant_store::operation as stored;
use adjutant_store::outbox::{self, OutboxChannel, OutboxState};

pub use adjutant_store::operation::{DatabaseFacts, Replica, WalArchive};

use super::access::{Act, ActTarget, Actor, require};
use super::{App, Result};

/// The outbox of one channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelQueue {
    /// `mail`, `push`, `webhook` or `reminder`.
    pub channel: &'static str,
    pub waiting: i64,
    /// Microseconds since the first of those was due; 0 where none is.
    pub late_by: i64,
    pub given_up: i64,
}

/// The state of the database and of what waits in it.
#[derive(Debug, Clone, PartialEq)]
pub struct OperationFigures {
    pub database: DatabaseFacts,
    pub queues: Vec<ChannelQueue>,
    pub replicas: Vec<Replica>,
    pub wal_archive: Option<WalArchive>,
}

const CHANNELS: [OutboxChannel; 4] =
    [OutboxChannel::Mail, OutboxChannel::Push, OutboxChannel::Webhook, OutboxChannel::Reminder];

/// Reads the figures, for monitoring.
pub fn figures(app: &App, now: Micros) -> Result<OperationFigures> {
    let mut conn = app.store().read_connection()?;
    let waiting = outbox::queues(&mut conn, OutboxState::Waiting)?;
    let given_up = outbox::queues(&mut conn, OutboxState::Dead)?;
    let queues = CHANNELS.map(|channel| {
        let of = |queues: &[outbox::Queue]| {
            queues.iter().find(|queue| queue.channel == channel).cloned()
        };
        let waits = of(&waiting);
        let first_due = waits.as_ref().and_then(|queue| queue.first_due_at);
        ChannelQueue {
            channel: channel.key(),
            waiting: waits.map_or(0, |queue| queue.deliveries),
            late_by: first_due.map_or(0, |due| now.since(due).max(0)),
            given_up: of(&given_up).map_or(0, |queue| queue.deliveries),
        }
    });
    Ok(OperationFigures {
        database: stored::database_facts(&mut conn)?,
        queues: queues.into(),
        replicas: stored::replicas(&mut conn)?,
        wal_archive: stored::wal_archive(&mut conn)?,
    })
}

/// Reads the figures, for the operators' page.
pub fn overview(app: &App, actor: &Actor, now: Micros) -> Result<OperationFigures> {
    require(actor, Act::OverseeSite, ActTarget::Site, false)?;
    figures(app, now)
}
