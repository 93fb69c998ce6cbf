//! Importing a rating list: as a stream, in small transactions. It takes the place of the list with
//! the same name once it is complete; until then that one is used.

use std::io::BufRead;
use std::time::Instant;

use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::text::clean_line;
use adjutant_domain::rating_list::{ListError, ListItem, ListReader, ListedPlayer, RatingKind};
use adjutant_domain::search::search_key;
use adjutant_store::AnyConnection;
use adjutant_store::organisations as organisation_rows;
use adjutant_store::rating_lists as rows;
use adjutant_store::roles;
use adjutant_store::sliced_writes::{SliceStep, SlicedWriter};
use ledger_ratings::Day;

use super::super::access::{Act, ActingAs, Actor, Part};
use super::super::audit::{self, Action, AuditEntry, Field};
use super::super::messages::LocalizedMessage;
use super::super::organisations::access_guard;
use super::super::sessions::grant_of;
use super::super::{App, Error, Result, refusals};
use super::{IMPORT_PATIENCE, RatingList, delete};

/// Maximum number of lists of an organisation.
pub const MAX_RATING_LISTS: usize = 6;
/// Maximum length of the name of a list, in characters.
const MAX_NAME_LEN: usize = 60;
/// Faulty rows that are named.
const MAX_LISTED_FAULTS: usize = 20;
/// Players per transaction.
const TRANSACTION: usize = 5_000;
/// Players per step of a transaction while games are in progress.
const PLAYERS_PER_STEP: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRatingList {
    pub name: String,
    /// The day it is of.
    pub day: Day,
    pub kind: RatingKind,
}

/// The permission to import lists of an organisation.
#[derive(Debug, Clone)]
pub struct ImportPermit {
    actor: Actor,
    slug: String,
    acting_as: ActingAs,
    organisation: i32,
}

/// A list that was imported, and what was wrong with its rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedList {
    pub list: RatingList,
    /// The first of them, each with its line.
    pub faults: Vec<LocalizedMessage>,
    pub fault_count: usize,
}

/// Checks the permission to import, before the file is read.
pub fn permit(app: &App, actor: &Actor, slug: &str) -> Result<ImportPermit> {
    access_guard::permit(app, actor, Act::EditRoster, slug)?;
    let mut conn = app.store().read_connection()?;
    let (row, acting_as) = access_guard::authorize(&mut conn, actor, Act::EditRoster, slug)?;
    let slug = slug.to_owned();
    Ok(ImportPermit { actor: actor.clone(), slug, acting_as, organisation: row.id })
}

/// The permission of a command on the server.
pub fn permit_command(app: &App, slug: &str) -> Result<ImportPermit> {
    let row = organisation_rows::by_slug(&mut *app.store().connection()?, slug)?;
    let row = row.ok_or_else(|| access_guard::organisation_missing(slug))?;
    access_guard::require_open(&row)?;
    let acting_as = ActingAs(Part::Operator);
    let (actor, slug) = (Actor::for_command(), slug.to_owned());
    Ok(ImportPermit { actor, slug, acting_as, organisation: row.id })
}

impl ImportPermit {
    /// Checks again, at the end of a long import, with the roles that the actor has now.
    fn check_again(&self, conn: &mut AnyConnection) -> Result<()> {
        if self.actor.account == 0 {
            let row = organisation_rows::by_slug(conn, &self.slug)?;
            let row = row.ok_or_else(|| access_guard::organisation_missing(&self.slug))?;
            return access_guard::require_open(&row);
        }
        let held = roles::grants_of_account(conn, self.actor.account)?;
        let grants = held.into_iter().filter_map(grant_of).collect();
        let actor = Actor { grants, ..self.actor.clone() };
        let (row, _) = access_guard::authorize(conn, &actor, Act::EditRoster, &self.slug)?;
        access_guard::require_open(&row)
    }
}

/// Imports a list. If the file cannot be read to its end, nothing changes.
pub fn import(
    app: &App,
    permit: &ImportPermit,
    new: &NewRatingList,
    file: impl BufRead,
    now: Micros,
) -> Result<ImportedList> {
    let name = match clean_line(&new.name, MAX_NAME_LEN) {
        Ok(name) if name.is_empty() => {
            return Err(Error::invalid("name", refusals::RATING_LIST_NAME));
        }
        Ok(name) => name,
        Err(fault) => return Err(Error::invalid("name", fault.message())),
    };
    // A file of another kind is refused before anything is written.
    let mut reader = ListReader::open(file, new.kind).map_err(unreadable)?;
    let mut writer = Writer::begin(app, permit, (&name, new.day), now)?;
    match writer.write_all(&mut reader).and_then(|()| writer.complete(permit, &name, now)) {
        Ok(replaced) => {
            replaced.into_iter().try_for_each(|list| delete(&mut writer.slices, list))?;
        }
        Err(e) => {
            writer.give_up();
            return Err(e);
        }
    }
    let players = u32::try_from(writer.players).unwrap_or(0);
    let list = RatingList { id: writer.list, name, day: new.day, players, imported_at: now };
    Ok(ImportedList { list, faults: writer.faults, fault_count: writer.fault_count })
}

fn unreadable(error: ListError) -> Error {
    Error::invalid("file", error.message())
}

struct Writer {
    slices: SlicedWriter,
    list: i32,
    /// When it began, by the clock of the caller and by that of the machine.
    began: (Micros, Instant),
    players: i32,
    faults: Vec<LocalizedMessage>,
    fault_count: usize,
}

impl Writer {
    fn begin(
        app: &App,
        permit: &ImportPermit,
        (name, day): (&str, Day),
        now: Micros,
    ) -> Result<Writer> {
        let slices = SlicedWriter::open(app.store())?;
        let list = app.write(|conn| {
            rows::hide_interrupted(conn, permit.organisation, now.saturating_sub(IMPORT_PATIENCE))?;
            // What is not complete takes as much room, until it is deleted.
            let unfinished = rows::unfinished(conn, permit.organisation)?;
            if unfinished.importing > 0 || unfinished.removed >= MAX_RATING_LISTS {
                return Err(Error::conflict(refusals::RATING_LIST_BUSY));
            }
            let others = rows::for_organisation(conn, permit.organisation)?;
            let key = search_key(name);
            let kept = others.iter().filter(|one| search_key(&one.name) != key).count();
            if kept >= MAX_RATING_LISTS {
                return Err(Error::conflict(refusal!(MOST_RATING_LISTS, most = MAX_RATING_LISTS)));
            }
            Ok(rows::add(conn, permit.organisation, (name, day.0), now)?)
        })?;
        let (began, faults) = ((now, Instant::now()), Vec::new());
        Ok(Writer { slices, list, began, players: 0, faults, fault_count: 0 })
    }

    fn write_all(&mut self, reader: &mut ListReader<'_>) -> Result<()> {
        let mut waiting = Vec::with_capacity(TRANSACTION);
        for item in reader {
            match item.map_err(unreadable)? {
                ListItem::Player(player) => waiting.push(player),
                ListItem::Fault(fault) => {
                    self.fault_count += 1;
                    if self.faults.len() < MAX_LISTED_FAULTS {
                        self.faults.push(fault.message().into());
                    }
                }
            }
            if waiting.len() == TRANSACTION {
                self.write(std::mem::take(&mut waiting))?;
            }
        }
        self.write(waiting)
    }

    fn now(&self) -> Micros {
        let (began, since) = self.began;
        began.saturating_add(i64::try_from(since.elapsed().as_micros()).unwrap_or(i64::MAX))
    }

    fn write(&mut self, players: Vec<ListedPlayer>) -> Result<()> {
        let (list, mut next, mut rest) = (self.list, self.players, players);
        let now = self.now();
        while !rest.is_empty() {
            self.slices.run_slice(|conn, pace| {
                let count = rest.len().min(pace.rows_per_step(PLAYERS_PER_STEP, TRANSACTION));
                let later = rest.split_off(count);
                let some = std::mem::replace(&mut rest, later);
                // One that was silent for too long is given up by others.
                if !rows::note_progress(conn, list, now)? {
                    return Err(Error::conflict(refusals::NO_RATING_LIST));
                }
                rows::add_players(conn, list, next, some)?;
                next += i32::try_from(count).unwrap_or(i32::MAX);
                let is_done = rest.is_empty();
                Ok::<_, Error>(if is_done { SliceStep::Done } else { SliceStep::More })
            })?;
        }
        self.players = next;
        Ok(())
    }

    /// Shows the list in place of those with its name, whose ids are returned.
    fn complete(&mut self, permit: &ImportPermit, name: &str, now: Micros) -> Result<Vec<i32>> {
        let (list, players) = (self.list, self.players);
        self.slices.run_short(|conn| {
            permit.check_again(conn)?;
            let replaced = rows::complete(conn, permit.organisation, (list, players), now)?;
            let replaced = replaced.ok_or_else(|| Error::conflict(refusals::NO_RATING_LIST))?;
            let action = Action::RatingListImported;
            let entry = AuditEntry::for_actor(&permit.actor, permit.acting_as, action, now)
                .organisation(permit.organisation)
                .with_change(Field::RatingList, "", name)
                .with_change(Field::Rows, 0, players);
            audit::write(conn, &entry)?;
            Ok(replaced)
        })
    }

    /// Removes what was written of a list that cannot be read. What is left after a failure here is
    /// removed with what has ended.
    fn give_up(&mut self) {
        let list = self.list;
        let hidden = self.slices.run_short(|conn| Ok::<_, Error>(rows::hide(conn, list)?));
        if let Err(e) = hidden.and_then(|()| delete(&mut self.slices, list)) {
            tracing::warn!(error = %e, "a rating list could not be removed; it is removed later");
        }
    }
}
