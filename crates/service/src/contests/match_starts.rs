//! Scheduled matches played on this site: their games start on time, and absent players lose by the
//! default rule.

use crate::audit::{ACTING_AS_SERVER, Action, AuditEntry};
use crate::{App, Result};
use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::{ContestError, ContestFact};
use adjutant_domain::moment::Micros;
use adjutant_domain::play::State;
use adjutant_store::AnyConnection;
use adjutant_store::contest_plays::ContestPlayRow;

use super::cache::LoadedContest;
use super::execution::{append_automatic_facts, append_facts};
use super::onsite_games::{self, OnsiteContest, PlayToCreate};

impl OnsiteContest {
    pub(crate) fn has_scheduled_matches(&self) -> bool {
        self.loaded.contest.arranges_matches()
    }

    pub(crate) fn next_start_at(&self, now: Micros) -> Option<Micros> {
        self.loaded.contest.next_match_start(now)
    }

    /// Games in deployment whose match has no result yet; players who do not appear lose by the
    /// default rule.
    pub(crate) fn plays_awaiting_deployment(&self) -> Vec<&ContestPlayRow> {
        let contest = &self.loaded.contest;
        let waits = |link: &&ContestPlayRow| {
            let (at, _) = onsite_games::slot_from_key(link.spot);
            let is_first = at.game == 0 && contest.has_match_started(at.table_id());
            is_first && link.state == State::Deploying
        };
        self.links.iter().filter(waits).collect()
    }

    /// Annulled games of matches that were rescheduled, for which a new game will be created.
    pub(crate) fn outdated(&self) -> Vec<&ContestPlayRow> {
        let contest = &self.loaded.contest;
        let is_annulled = |link: &&ContestPlayRow| {
            let (at, _) = onsite_games::slot_from_key(link.spot);
            let is_open = contest.meeting_at(at).is_ok_and(|meeting| meeting.is_upcoming(at.game));
            link.state == State::Aborted && is_open && !contest.is_game_current(at.table_id())
        };
        self.links.iter().filter(is_annulled).collect()
    }

    /// Records that a game was created at the start of its match; in a transaction of the caller.
    pub(crate) fn record_start(
        &self,
        conn: &mut AnyConnection,
        wanted: &PlayToCreate,
        now: Micros,
    ) -> Result<()> {
        let of = onsite_games::slot_from_key(wanted.slot_key).0.table_id();
        if self.loaded.contest.match_window(of).is_none() {
            return Ok(());
        }
        let facts = facts_or_none(&self.loaded, self.loaded.contest.start_match(of, now));
        if !facts.is_empty() {
            let entry = AuditEntry::for_account(0, ACTING_AS_SERVER, Action::EventTold, now);
            append_facts(conn, entry, &self.loaded, &facts)?;
        }
        Ok(())
    }
}

/// Handles the end of the deployment time in the first game of a match; `came` tells which sides
/// have deployed.
pub(crate) fn apply_missed_start(
    app: &App,
    id: i32,
    table_id: TableId,
    has_deployed: [bool; 2],
    now: Micros,
) -> Result<()> {
    append_automatic_facts(app, id, ACTING_AS_SERVER, now, |_, run| {
        Ok(facts_or_none(run, run.contest.default_missed_start(table_id, has_deployed, now)))
    })
    .map(drop)
}

/// The facts; none if the contest refuses them, which nobody can be told.
fn facts_or_none(
    run: &LoadedContest,
    facts: Result<Vec<ContestFact>, ContestError>,
) -> Vec<ContestFact> {
    facts.unwrap_or_else(|why| {
        tracing::warn!(event = run.row.slug, ?why, "a match does not begin as it should");
        Vec::new()
    })
}
