//! Sections at one desk: events of one weekend that share a hall, and people who change from one to another.

use super::registration::SubmittedBy;
use super::{
    Amount, CommandResult, Contest, ContestFact, ContestSettings, EntrantId, EntrantStatus,
    RegisteredEntrant,
};

/// Tables that a section without a player limit is given before people have entered.
const USUAL_TABLES: usize = 50;

impl Contest {
    /// The facts by which somebody of another section enters this one: with their details, what they have paid, and
    /// whether they are there. Who waited or withdrew there enters like anybody else, and waits if there is no room.
    pub fn take_over(&self, entrant: &RegisteredEntrant, by: SubmittedBy) -> CommandResult {
        let mut facts = match &entrant.team {
            Some(team) => self.enter_team(team.clone(), by)?,
            None => self.register(entrant.person.clone(), by)?,
        };
        let known = facts.iter().find_map(|fact| match fact {
            ContestFact::EntrantAdmitted { entrant } => Some(*entrant),
            _ => None,
        });
        let id = known.unwrap_or_else(|| self.next_entrant());
        if entrant.paid || entrant.amount_paid.0 > 0 {
            let (was_paid, had) =
                self.entrant(id).map_or((false, 0), |one| (one.paid, one.amount_paid.0));
            let (paid, amount) =
                (was_paid || entrant.paid, had.saturating_add(entrant.amount_paid.0));
            facts.push(ContestFact::FeePaidSet { entrant: id, paid, amount: Amount(amount) });
        }
        if entrant.present && self.settings.check_in {
            facts.push(ContestFact::PresenceSet { entrant: id, present: true });
        }
        self.with_updated_drafts(facts)
    }

    fn next_entrant(&self) -> EntrantId {
        EntrantId(u32::try_from(self.entrants.len() + 1).unwrap_or(u32::MAX))
    }

    /// How many tables its largest round has, or may have with those who are in.
    pub fn tables_needed(&self) -> usize {
        let used = self.rounds().map(|(_, round)| round.meetings.len()).max().unwrap_or(0);
        used.max(self.active_count() / 2)
    }

    /// The first table of a section that is laid out behind this one.
    pub fn first_table_behind(&self) -> u32 {
        self.settings.first_table_behind(self.tables_needed())
    }

    /// Whether two sections give a table to both of them.
    pub fn shares_tables_with(&self, other: &Contest) -> bool {
        let tables = |one: &Contest| {
            let first = one.settings.first_table as usize;
            first..first + one.tables_needed()
        };
        let (own, others) = (tables(self), tables(other));
        own.start.max(others.start) < own.end.min(others.end)
    }

    /// How many tables of the current rounds have a game to be played.
    pub fn open_table_count(&self) -> usize {
        let rounds = self.current_rounds().into_iter().filter_map(|at| self.round(at));
        rounds.flat_map(|round| &round.meetings).filter(|one| !one.is_over()).count()
    }

    /// How many take part who are not checked in; `None` if nobody is.
    pub fn absent_count(&self) -> Option<usize> {
        let is_away =
            |one: &&RegisteredEntrant| one.status == EntrantStatus::Active && !one.present;
        self.settings.check_in.then(|| self.entrants.iter().filter(is_away).count())
    }
}

impl ContestSettings {
    /// The first table of a section that is laid out behind this one, which needs so many tables.
    pub fn first_table_behind(&self, needed: usize) -> u32 {
        let room = self.max_entrants.map_or(USUAL_TABLES, |most| most as usize / 2);
        let tables = u32::try_from(room.max(needed)).unwrap_or(u32::MAX);
        self.first_table.saturating_add(tables)
    }

    /// The same settings for another section of the same days, whose tables begin elsewhere.
    pub fn for_section(&self, first_table: u32) -> ContestSettings {
        ContestSettings { first_table, ..self.duplicate(0) }
    }
}
