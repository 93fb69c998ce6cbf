//! Arranged matches whose games are played here: each begins at its time, and who does not come loses by the rule.

use crate::contest::arranged::TableId;
use crate::contest::{Contest, Fact, Refusal};
use crate::play::State;
use crate::service::audit::{self, Action, Entry};
use crate::service::{App, Error};
use crate::store::contest_plays::LinkRow;
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, counted};

use super::desk::{self, Telling};
use super::here::{self, Followed, Wanted};
use super::kept::Run;

impl Followed {
    /// Whether its players arrange their matches.
    pub(in crate::service) fn is_arranged(&self) -> bool {
        self.run.contest.settings.arranged.is_some()
    }

    /// When a match begins for the first time after `now`.
    pub(in crate::service) fn next_start(&self, now: i64) -> Option<i64> {
        self.run.contest.next_start(now)
    }

    /// Games in which both sides are to deploy, of matches that nothing else is known of: whoever does not come loses
    /// by the default rule.
    pub(in crate::service) fn starting(&self) -> Vec<&LinkRow> {
        let contest = &self.run.contest;
        let waits = |link: &&LinkRow| {
            let (at, _) = here::spot(link.at);
            let is_first = at.game == 0 && contest.has_started(at.table_id());
            is_first && link.state == State::Deploying
        };
        self.links.iter().filter(waits).collect()
    }

    /// Games that were annulled, of matches that begin at another time now: another is made then.
    pub(in crate::service) fn outdated(&self) -> Vec<&LinkRow> {
        let contest = &self.run.contest;
        let is_annulled = |link: &&LinkRow| {
            let (at, _) = here::spot(link.at);
            let is_open = contest.meeting_at(at).is_ok_and(|meeting| meeting.is_to_come(at.game));
            link.state == State::Aborted && is_open && !contest.is_game_meant(at.table_id())
        };
        self.links.iter().filter(is_annulled).collect()
    }

    /// Tells that a game was made, where its match was to begin now; in a transaction of the caller's.
    ///
    /// # Errors
    /// [`Error`] where the store fails.
    pub(in crate::service) fn tell_start(
        &self,
        connection: &mut AnyConnection,
        wanted: &Wanted,
        now: i64,
    ) -> Result<(), Error> {
        let of = here::spot(wanted.at).0.table_id();
        if self.run.contest.window_of(of).is_none() {
            return Ok(());
        }
        by_itself(connection, &self.run, |contest| contest.start(of, now), now).map(|_| ())
    }
}

/// The time to deploy in the first game of a match is over; `came` says which of its sides have.
///
/// # Errors
/// [`Error`] where the store fails.
pub(in crate::service) fn missed(
    app: &App,
    id: i32,
    of: TableId,
    came: [bool; 2],
    now: i64,
) -> Result<(), Error> {
    let told = in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        let Some(event) = here::look(app, connection, id)? else { return Ok::<_, Error>(false) };
        by_itself(connection, &event.run, |contest| contest.miss_start(of, came, now), now)
    })?;
    if told {
        app.editions().raise();
    }
    Ok(())
}

/// Adds what the server tells by itself; gives whether there was anything.
fn by_itself(
    connection: &mut AnyConnection,
    run: &Run,
    facts: impl FnOnce(&Contest) -> Result<Vec<Fact>, Refusal>,
    now: i64,
) -> Result<bool, Error> {
    let facts = match facts(&run.contest) {
        Ok(facts) => facts,
        Err(why) => {
            tracing::warn!(event = run.row.slug, ?why, "a match does not begin as it should");
            Vec::new()
        }
    };
    if facts.is_empty() {
        return Ok(false);
    }
    let entry = Entry::by(0, audit::BY_ITSELF, Action::EventTold, now)
        .organisation(run.row.organisation_id)
        .event(run.row.id);
    desk::write_as(connection, Telling { account: 0, at: now, entry }, run, &facts)?;
    Ok(true)
}
