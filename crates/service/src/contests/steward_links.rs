//! Steward links: an official delegates some duties, for some tables and hours, to somebody without
//! an account, and can revoke them at any time. Only the hash of a link's secret is stored.

use crate::access::{Act, Actor};
use crate::audit::{self, Action, AuditEntry, Field};
use crate::{App, Error, Result, Thing, refusals};
use adjutant_domain::account::secret::Secret;
use adjutant_domain::contest::{MAX_LINK_NAME_LEN, StewardScope};
use adjutant_domain::moment::{HOUR, Micros};
use adjutant_domain::organisation::text;
use adjutant_store::steward_links::{self as rows, StewardLinkRow};

use super::authorize_act;
use super::error_messages::no_spot;

/// Enough for an event of a few days.
pub const MAX_LINK_HOURS: u32 = 72;
const MAX_OPEN_LINKS: usize = 50;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StewardDuties {
    pub results: bool,
    pub check_in: bool,
}

impl StewardDuties {
    const fn to_bits(self) -> i16 {
        self.results as i16 + 2 * self.check_in as i16
    }

    pub(super) const fn from_bits(number: i16) -> StewardDuties {
        StewardDuties { results: number & 1 != 0, check_in: number & 2 != 0 }
    }

    const fn audit_text(self) -> &'static str {
        match (self.results, self.check_in) {
            (true, true) => "results, check-in",
            (true, false) => "results",
            (false, _) => "check-in",
        }
    }

    fn required_acts(self) -> impl Iterator<Item = Act> {
        let all = [(self.results, Act::EnterResults), (self.check_in, Act::CheckIn)];
        all.into_iter().filter(|(own, _)| *own).map(|(_, act)| act)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewStewardLink {
    /// The name of a hall, for example; shown at the desk and in the audit log.
    pub name: String,
    pub duties: StewardDuties,
    /// The tables whose results may be entered.
    pub scope: StewardScope,
    pub hours: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StewardLink {
    /// Counted from 1 within the event.
    pub number: i32,
    pub name: String,
    pub duties: StewardDuties,
    pub scope: StewardScope,
    pub created_at: Micros,
    pub expires_at: Micros,
    /// `None` if it was never used.
    pub used_at: Option<Micros>,
    pub is_open: bool,
}

/// Converts an index to a stored number from 1; 0 for none.
fn to_stored_number(number: Option<usize>) -> Result<i32> {
    number.map_or(Ok(0), |number| i32::try_from(number + 1).map_err(|_| no_spot()))
}

/// The inverse of [`to_stored_number`].
fn from_stored_number(number: i32) -> Option<usize> {
    usize::try_from(number).ok()?.checked_sub(1)
}

pub(super) fn scope_from_row(row: &StewardLinkRow) -> StewardScope {
    let tables = from_stored_number(row.first_table).zip(from_stored_number(row.last_table));
    StewardScope {
        stage: from_stored_number(row.stage),
        round: from_stored_number(row.round),
        tables: tables.map(|(first, last)| first..=last),
    }
}

pub(super) fn is_link_open(row: &StewardLinkRow, now: Micros) -> bool {
    row.revoked_at == Micros::NEVER && now < row.expires_at
}

fn to_steward_link(row: &StewardLinkRow, now: Micros) -> StewardLink {
    StewardLink {
        number: row.number,
        name: row.name.clone(),
        duties: StewardDuties::from_bits(row.duties),
        scope: scope_from_row(row),
        created_at: row.made_at,
        expires_at: row.expires_at,
        used_at: row.used_at.if_ever(),
        is_open: is_link_open(row, now),
    }
}

/// The row of a new link, without its number.
fn new_link_row(
    new: &NewStewardLink,
    name: String,
    actor: &Actor,
    now: Micros,
) -> Result<StewardLinkRow> {
    let tables = new.scope.tables.as_ref();
    if tables.is_some_and(std::ops::RangeInclusive::is_empty) {
        return Err(Error::invalid("tables", refusals::STEWARD_TABLES));
    }
    if new.hours == 0 || new.hours > MAX_LINK_HOURS {
        return Err(Error::invalid("hours", refusal!(STEWARD_HOURS, most = MAX_LINK_HOURS)));
    }
    Ok(StewardLinkRow {
        contest_id: 0,
        number: 0,
        name,
        duties: new.duties.to_bits(),
        stage: to_stored_number(new.scope.stage)?,
        round: to_stored_number(new.scope.round)?,
        first_table: to_stored_number(tables.map(|all| *all.start()))?,
        last_table: to_stored_number(tables.map(|all| *all.end()))?,
        made_by: actor.account,
        made_at: now,
        expires_at: now + i64::from(new.hours) * HOUR,
        revoked_at: Micros::NEVER,
        used_at: Micros::NEVER,
    })
}

/// Creates a link; its secret is returned only now.
pub fn create_steward_link(
    app: &App,
    actor: &Actor,
    slug: &str,
    new: &NewStewardLink,
    now: Micros,
) -> Result<Secret> {
    let secret = Secret::new(&mut rand::rng());
    app.write(|conn| {
        let mut may = None;
        for act in new.duties.required_acts() {
            may = Some(authorize_act(conn, actor, act, slug)?);
        }
        let (contest, acting_as) = match may {
            Some(may) => may,
            None => {
                authorize_act(conn, actor, Act::OfficiateEvent, slug)?;
                return Err(Error::invalid("duties", refusals::STEWARD_DUTY));
            }
        };
        let name = text::clean_line(&new.name, MAX_LINK_NAME_LEN)
            .map_err(|e| Error::invalid("name", e.message()))?;
        if name.is_empty() {
            return Err(Error::invalid("name", refusals::STEWARD_NAME));
        }
        let known = rows::for_contest(conn, contest.id)?;
        if known.iter().filter(|row| is_link_open(row, now)).count() >= MAX_OPEN_LINKS {
            return Err(Error::conflict(refusal!(STEWARD_MOST, most = MAX_OPEN_LINKS)));
        }
        let number = known.first().map_or(1, |last| last.number + 1);
        let row = StewardLinkRow {
            contest_id: contest.id,
            number,
            ..new_link_row(new, name, actor, now)?
        };
        rows::add(conn, &secret.hash(), &row)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::StewardMade, now)
            .organisation(contest.organisation_id)
            .event(contest.id)
            .with_change(Field::Steward, "", format!("{number} {}", row.name))
            .with_change(Field::Duties, "", new.duties.audit_text());
        Ok(audit::write(conn, &entry)?)
    })?;
    Ok(secret)
}

pub fn revoke_steward_link(
    app: &App,
    actor: &Actor,
    slug: &str,
    number: i32,
    now: Micros,
) -> Result<()> {
    app.write(|conn| {
        let (contest, _) = authorize_act(conn, actor, Act::OfficiateEvent, slug)?;
        let missing = || Error::not_found(refusals::STEWARD_NONE);
        let known = rows::for_contest(conn, contest.id)?;
        let row = known.into_iter().find(|row| row.number == number).ok_or_else(missing)?;
        let mut acts = StewardDuties::from_bits(row.duties).required_acts();
        let may = acts.find_map(|act| authorize_act(conn, actor, act, slug).ok());
        let (_, acting_as) = may.ok_or_else(|| Error::missing(Thing::Event, slug))?;
        if !rows::revoke(conn, contest.id, number, now)? {
            return Err(missing());
        }
        let entry = AuditEntry::for_actor(actor, acting_as, Action::StewardEnded, now)
            .organisation(contest.organisation_id)
            .event(contest.id)
            .with_change(Field::Steward, format!("{number} {}", row.name), "");
        Ok(audit::write(conn, &entry)?)
    })
}

/// The links of an event, newest first, except those that expired long ago.
pub fn steward_links(
    app: &App,
    actor: &Actor,
    slug: &str,
    now: Micros,
) -> Result<Vec<StewardLink>> {
    let mut conn = app.store().read_connection()?;
    let (contest, _) = authorize_act(&mut conn, actor, Act::OfficiateEvent, slug)?;
    let rows = rows::for_contest(&mut conn, contest.id)?;
    Ok(rows.iter().map(|row| to_steward_link(row, now)).collect())
}
