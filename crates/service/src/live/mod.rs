//! Live games: the arbiter as a service.
//!
//! A live game is run by one `GameSession` in memory, which can be rebuilt from its events at any time.
//! Events are written before they are published: a response is durable.

mod arranging;
mod at_table;
mod bots_online;
mod chance;
mod computer;
mod embargo;
mod error_messages;
mod following;
mod game_lists;
mod leaving;
mod lobby;
mod making;
mod moments;
mod notes;
mod notifications;
mod one_device;
mod passes;
mod playing;
mod presence;
mod pulse;
mod quick_pairing;
mod recording;
mod reports;
mod rounds;
mod rulings;
mod secrets;
mod servers;
mod session;
mod start;
mod timer;
mod under_way;
mod unserved;
mod watch;
mod writer;

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, Weak};
use std::time::Duration;

use adjutant_domain::moment::{HOUR, Micros, SECOND};
use adjutant_domain::play::{Event, Outage, PlayId};
use salpakan::rules::{ByColor, Color};

use super::rooms::RoomKey;
use super::threads::{Bell, lock};
use super::{App, Error, Result};
use adjutant_store::heartbeat;
use adjutant_store::plays::{PlayRow, SeatHolder};

pub use arranging::{Arranged, Arrangement, EventDesk, arrange, event_desk};
pub use at_table::{JointAction, deploy_by_pass, ply_by_pass, say_by_pass, see_by_pass};
pub use bots_online::bots_online;
pub use salpakan_computer::{Level as ComputerLevel, Personality as ComputerPersonality};

pub use chance::{Chance, Purpose};
pub use computer::{
    ComputerFigures, ComputerGame, ComputerPlayer, ComputerSettings, ComputerThreads, Hint,
    OfferedLevel, computer_levels, gives_hints, hint, last_level as last_computer_level,
    level_of as computer_level_of, levels_of as computer_levels_of,
    number_in as computer_level_number, play_computer,
};
pub(crate) use computer::{make_all_players as make_all_computer_players, plays as computer_plays};
pub use embargo::{Lifted, Lifting, Wanted as LiftingWanted, lift, liftings};
pub use error_messages::rules_message;
pub use following::{Following, following};
pub use game_lists::{Running, Watched, just_begun, newest_watched, running, watched};
pub(super) use leaving::{end_plays, stop_abandoned, stop_all};
pub use lobby::{
    Lobby, Offer, Rematch, Seek, SeekId, Standing, accept, decline, lobby, offer, offer_by_link,
    offered_by_link, rematch, standing, take_back,
};
pub use moments::{Moments, Source};
pub(super) use notes::opened as opened_notes;
pub use notes::{LONGEST_NOTE, Notes, note, notes, notes_on_game};
pub use notifications::{Notification, current_notifications, require_notifications};
pub use one_device::{
    Look, OneDevice, begin as begin_on_one_device, see as see_on_one_device, uncover, uncover_again,
};
pub use passes::{
    Answer as PassAnswer, Pass, PassGiven, Place, Renewal, answer_by_pass, answer_pass, make_pass,
    open_pass, pass, pass_holds, pass_of_link, passes,
};
pub use playing::{AskedPly, act, deploy, ply};
use presence::Attendees;
pub use quick_pairing::{
    PLACE_KEPT, PRESENT_FOR, QuickPairing, WaitingCount, WaitingPlace, join as join_quick_pairing,
    last_played, leave as leave_quick_pairing, standing as quick_pairing,
    step_away as step_away_from_quick_pairing, waiting_counts,
};
pub use reports::{Ground, LONGEST_REPORT, Report, report, reports};
pub use rounds::play_again;
pub use rulings::{may_serve, rule};
pub(super) use secrets::{judged_again, open_army};
pub use servers::RunningServer;
use servers::{ServerMessage, Servers};
use session::GameSession;
pub use session::{Answer, Refused};
pub use start::Threads;
pub use under_way::Receipt;
use under_way::UnderWay;
pub use unserved::SentCommand;
use unserved::Unserved;
pub use watch::{Seen, Viewer, publish_all, see, subscription};
use writer::{Unwritten, Writer};

/// Receives what happens in live games, as soon as it is durable.
pub trait LiveListener: Send + Sync {
    /// Events of a game from number `first` on, counted from 1.
    fn events_stored(&self, play: &PlayId, first: usize, events: &[Event], now: Micros);

    fn notified(&self, account: i32, notification: Notification);

    /// All clocks stop because nothing can be written, or resume.
    fn clocks_stopped(&self, stopped: bool);

    /// Which players of a game are connected.
    fn presence_changed(&self, play: &PlayId, present: ByColor<bool>);

    /// A review room has changed or ended.
    fn room_changed(&self, key: RoomKey);

    /// The games that somebody listens to.
    fn followed(&self) -> Vec<PlayId>;
}

/// The live games of this process.
#[derive(Clone)]
pub struct Live(Arc<LiveState>);

struct LiveState {
    app: App,
    moments: Moments,
    chance: Chance,
    writer: Writer,
    servers: Servers,
    sessions: Mutex<HashMap<PlayId, Arc<GameSession>>>,
    players: Attendees<(PlayId, Color)>,
    /// Accounts that listen to their notifications.
    listeners: Attendees<i32>,
    /// Held while presence is looked up and announced, so that no older state is announced last.
    presence_order: Mutex<()>,
    listener: OnceLock<Arc<dyn LiveListener>>,
    /// The computer's players, where it plays.
    computers: OnceLock<Arc<computer::Pool>>,
    /// Due times; outdated entries are recognised when they come up.
    due: Mutex<BTreeSet<(Micros, PlayId)>>,
    /// Since when nothing can be written.
    broken_since: Mutex<Option<Micros>>,
    /// What may have come while nothing could.
    unserved: Unserved,
    written_at: AtomicI64,
    /// The game written last, and its number of events.
    written_last: Mutex<Option<(PlayId, u32)>>,
    /// Commands received but not done, by game if known.
    receipts: UnderWay<Option<PlayId>>,
    writes: UnderWay<()>,
    /// Rung after each record.
    rater: Bell,
    /// Rung when a game of an event has ended.
    rounds: Bell,
    /// Since when this server has run without interruption; players not seen since count as seen
    /// then.
    began_at: AtomicI64,
}

/// After this time, in microseconds, absent players are forgotten; nobody is waited for that long.
const LONG_GONE: i64 = 6 * HOUR;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    /// Games in memory whose clocks run.
    pub in_play: usize,
    pub in_memory: usize,
    pub waiting: usize,
    pub due: usize,
    /// The delay of the earliest one.
    pub lag: Duration,
}

/// Marks a player as connected to a game while it lives.
pub struct Attendance {
    held: Option<presence::Attendance<(PlayId, Color)>>,
    live: Weak<LiveState>,
    play: PlayId,
    color: Color,
    seats: ByColor<SeatHolder>,
}

/// Marks an account as listening while it lives, and so as present in all of its games.
pub struct Listening {
    held: Option<presence::Attendance<i32>>,
    live: Weak<LiveState>,
    account: i32,
}

impl Drop for Attendance {
    fn drop(&mut self) {
        self.held = None;
        if let Some(live) = self.live.upgrade().map(Live) {
            live.tell_of_player((self.play, self.color));
            live.announce_presence(&self.play, &self.seats);
        }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.held = None;
        if let Some(live) = self.live.upgrade().map(Live) {
            live.tell_of_listener(self.account);
            live.announce_presence_of(self.account);
        }
    }
}

impl Live {
    pub fn app(&self) -> &App {
        &self.0.app
    }

    pub fn moments(&self) -> &Moments {
        &self.0.moments
    }

    pub fn chance(&self) -> &Chance {
        &self.0.chance
    }

    fn writer(&self) -> &Writer {
        &self.0.writer
    }

    fn servers(&self) -> &Servers {
        &self.0.servers
    }

    /// Announces a change of a review room at all servers.
    pub fn room_changed(&self, key: RoomKey) {
        self.announce(|listener| listener.room_changed(key));
        self.servers().tell(|| ServerMessage::Room(key.bytes()));
    }

    /// The number of this server; 0 with SQLite.
    pub(crate) fn own_server(&self) -> i32 {
        self.servers().own()
    }

    /// The numbers of all servers that run, with this one.
    pub(crate) fn server_ids(&self) -> Vec<i32> {
        self.servers().running().into_iter().map(|server| server.id).collect()
    }

    /// Whether this server hears what the others tell; what it did not hear it finds when it looks.
    pub fn hears_other_servers(&self) -> bool {
        self.servers().is_listening()
    }

    /// The servers that run on this database, this one first.
    pub fn running_servers(&self) -> Vec<RunningServer> {
        self.servers().running()
    }

    fn sessions(&self) -> MutexGuard<'_, HashMap<PlayId, Arc<GameSession>>> {
        lock(&self.0.sessions)
    }

    pub fn written(&self) -> (u64, u64) {
        let tally = self.0.writer.tally();
        (tally.commits.load(Ordering::Relaxed), tally.writes.load(Ordering::Relaxed))
    }

    /// Sets the listener; later calls are ignored.
    pub fn set_listener(&self, listener: Arc<dyn LiveListener>) {
        let _second = self.0.listener.set(listener);
        if self.broken_since().is_some() {
            self.announce(|listener| listener.clocks_stopped(true));
        }
    }

    fn announce(&self, tell: impl FnOnce(&dyn LiveListener)) {
        if let Some(listener) = self.0.listener.get() {
            tell(&**listener);
        }
    }

    fn play_created(&self, play: &PlayId, seats: &ByColor<SeatHolder>) {
        let started = |(color, seat): (Color, &SeatHolder)| {
            Some((seat.account?, Notification::GameStarted { play: *play, color }))
        };
        self.notify(seats.iter().filter_map(started).collect());
    }

    /// Updates ratings and pages after a new record.
    fn games_changed(&self) {
        self.0.rater.ring();
    }

    /// Stops all clocks after a failed write or read; no player loses time until the problem is
    /// solved.
    fn broke(&self, e: &Error, since: Micros) {
        // Writes succeeded until then.
        if self.stand(since.max(Micros(self.0.written_at.load(Ordering::Relaxed)))) {
            tracing::error!(error = %e, "plays cannot be written; they stand until they can");
        }
    }

    /// Stops all games unless they are stopped; returns whether they were not.
    fn stand(&self, since: Micros) -> bool {
        let mut broken = lock(&self.0.broken_since);
        let new = broken.is_none();
        // Whatever notices it first need not be what ran last before it.
        *broken = Some(broken.map_or(since, |known| known.min(since)));
        drop(broken);
        if new {
            self.announce(|listener| listener.clocks_stopped(true));
        }
        new
    }

    /// Stops all games because a write does not complete.
    fn stuck(&self, since: Micros) {
        if self.stand(since) {
            tracing::error!("a write of plays is not made; they stand until it is");
        }
    }

    fn wrote(&self, play: PlayId, version: u32, now: Micros) {
        self.0.written_at.fetch_max(now.0, Ordering::Relaxed);
        *lock(&self.0.written_last) = Some((play, version));
    }

    fn written_last(&self) -> Option<(PlayId, u32)> {
        *lock(&self.0.written_last)
    }

    /// Since when games are stopped because nothing can be written.
    pub fn broken_since(&self) -> Option<Micros> {
        *lock(&self.0.broken_since)
    }

    /// The time at which clocks are shown, and whether games are stopped; if so, when they stopped.
    fn shown_at(&self, now: Micros) -> (Micros, bool) {
        self.broken_since().map_or((now, false), |since| (since.min(now), true))
    }

    /// Stops all games because health checks have found that nothing can be written since then.
    pub fn cannot_write(&self, why: &str, since: Duration) {
        self.broke(&Error::not_saved(why), self.ago(since));
    }

    /// The same because health checks have failed since then, the last of which began when
    /// `checked` says, unless something was written after that.
    pub fn check_failed(&self, why: &str, since: Duration, checked: Duration) {
        if self.ago(checked) >= Micros(self.0.written_at.load(Ordering::Relaxed)) {
            self.cannot_write(why, since);
        }
    }

    fn ago(&self, time: Duration) -> Micros {
        let time = i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
        self.0.moments.now().saturating_sub(time)
    }

    pub fn figures(&self) -> Figures {
        let now = self.0.moments.now();
        let sessions: Vec<Arc<GameSession>> = self.sessions().values().cloned().collect();
        let due = lock(&self.0.due);
        let lag = due.first().map_or(0, |(at, _)| now.since(*at).max(0));
        Figures {
            in_play: sessions.iter().filter(|session| session.is_in_play()).count(),
            in_memory: sessions.len(),
            waiting: self.0.writer.waiting(),
            due: due.len(),
            lag: Duration::from_micros(lag.unsigned_abs()),
        }
    }

    /// The error for a command that was not written; stops all games if the database failed.
    fn not_written(&self, unwritten: Unwritten, since: Micros) -> Error {
        match unwritten {
            Unwritten::Store(e) => {
                self.broke(&e, since);
                Error::clocks_stand(e.to_string())
            }
            Unwritten::Work(e) => e,
        }
    }

    /// Refuses commands while nothing can be written.
    fn stands(&self) -> Result<()> {
        match self.broken_since().or_else(|| self.stuck_since()) {
            None => Ok(()),
            Some(_) => Err(Error::clocks_stand("plays cannot be written")),
        }
    }

    /// Handles a suspension of the whole server.
    fn stood_still(&self, since: Micros, now: Micros) {
        tracing::warn!(seconds = (now - since) / SECOND, "the server stood still");
        // An earlier failure lasts longer.
        self.stand(since.max(Micros(self.0.written_at.load(Ordering::Relaxed))));
        // The timer goes on trying.
        if let Err(e) = self.mend() {
            tracing::warn!(error = %e, "plays cannot be written yet");
        }
    }

    /// Checks that something can be written, by a heartbeat. Without the sealing key
    /// no set-up can be sealed and no ply judged.
    fn writes(&self) -> Result<()> {
        self.0.app.needs_its_key()?;
        let number = self.0.moments.now().0 & i64::from(i32::MAX);
        let mut conn = self.0.app.store().connection()?;
        Ok(heartbeat::write_heartbeat(&mut conn, i32::try_from(number).unwrap_or_default())?)
    }

    /// Tries to write again; on success all games resume.
    fn mend(&self) -> Result<()> {
        let Some(since) = self.broken_since() else { return Ok(()) };
        let written = self.writes().and_then(|()| {
            // The time spent waiting for this write does not count either.
            let now = self.0.moments.now();
            // Time in which another server ran counts.
            let others = servers::last_of_others(self)?;
            start::note_outage(&self.0.app, since.max(others), now).map(|()| now)
        });
        match written {
            Ok(now) => {
                tracing::info!(seconds = (now - since) / SECOND, "plays can be written again");
                self.forget_games();
                self.0.writer.reconnect();
                // Failed actions are retried at once.
                self.0.app.retries().forget_plays();
                // Nobody could be seen in the meantime.
                self.0.began_at.fetch_max(now.0, Ordering::Relaxed);
                self.0.written_at.fetch_max(now.0, Ordering::Relaxed);
                self.0.unserved.games_go_on(Outage { stopped: since, resumed: now });
                *lock(&self.0.broken_since) = None;
                self.announce(|listener| listener.clocks_stopped(false));
                self.servers().tell(|| ServerMessage::Outage);
            }
            // The missing key was reported at the start.
            Err(_) if self.0.app.why_shut().is_some() => {}
            Err(e) => return Err(e),
        }
        Ok(())
    }

    /// Has all games read again before their next use.
    fn forget_games(&self) {
        let sessions: Vec<Arc<GameSession>> = self.sessions().values().cloned().collect();
        sessions.iter().for_each(|session| session.forget());
    }

    pub fn attend(&self, play: PlayId, color: Color) -> Result<Attendance> {
        let seats = self.session(&play)?.row.seats;
        let held = Some(self.0.players.attend((play, color), &self.0.moments));
        self.tell_of_player((play, color));
        self.announce_presence(&play, &seats);
        Ok(Attendance { held, live: Arc::downgrade(&self.0), play, color, seats })
    }

    pub fn listening(&self, account: i32) -> Listening {
        let held = Some(self.0.listeners.attend(account, &self.0.moments));
        self.tell_of_listener(account);
        self.announce_presence_of(account);
        Listening { held, live: Arc::downgrade(&self.0), account }
    }

    /// Announces which players of a game are connected.
    fn announce_presence(&self, play: &PlayId, seats: &ByColor<SeatHolder>) {
        let order = lock(&self.0.presence_order);
        let present = self.present(play, seats);
        self.announce(|listener| listener.presence_changed(play, present));
        drop(order);
    }

    /// The same for the games in memory that an account plays.
    fn announce_presence_of(&self, account: i32) {
        let plays = |session: &&Arc<GameSession>| {
            session.row.seats.iter().any(|(_, seat)| seat.account == Some(account))
        };
        let sessions: Vec<Arc<GameSession>> =
            self.sessions().values().filter(plays).cloned().collect();
        sessions.iter().for_each(|one| self.announce_presence(&one.id, &one.row.seats));
    }

    /// Which players are connected to a game, or listen for all of theirs.
    fn present(&self, play: &PlayId, seats: &ByColor<SeatHolder>) -> ByColor<bool> {
        let listens = |account| self.0.listeners.gone_since(account).is_none();
        ByColor::from_fn(|color| {
            seats[color].account.is_some_and(listens)
                || self.0.players.gone_since((*play, color)).is_none()
        })
    }

    fn seen(&self, play: PlayId, color: Color) {
        if self.0.players.seen((play, color), self.0.moments.now()) {
            self.tell_of_player((play, color));
        }
    }

    /// The number of remembered players and listening accounts.
    pub fn remembered(&self) -> (usize, usize) {
        (self.0.players.len(), self.0.listeners.len())
    }

    /// Since when a side has been absent; `None` while it is connected or its account listens.
    /// Nobody is absent for longer than the server runs.
    fn gone_since(&self, row: &PlayRow, color: Color) -> Option<Micros> {
        let silent = match row.seats[color].account {
            Some(account) => self.0.listeners.gone_since(account)?,
            None => Micros::NEVER,
        };
        let left = self.0.players.gone_since((row.public_id, color))?;
        Some(left.max(Micros(self.0.began_at.load(Ordering::Relaxed))).max(silent))
    }
}
