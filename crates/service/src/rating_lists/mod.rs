//! Rating lists of federations, which an organisation imports to fill details of entrants. Only its
//! officials see them.

mod import;
pub(crate) mod matching;

use adjutant_domain::moment::{MINUTE, Micros};
use adjutant_domain::rating_list::ListedPlayer;
use adjutant_domain::search::{SearchTerms, search_key};
use adjutant_store::AnyConnection;
use adjutant_store::organisations::Organisation;
use adjutant_store::rating_lists::{self as rows, RatingListRow};
use adjutant_store::sliced_writes::{SliceStep, SlicedWriter};
use ledger_ratings::Day;

use super::access::{Act, Actor};
use super::audit::{self, Action, AuditEntry, Field};
use super::organisations::access_guard;
use super::{App, Error, Result, refusals};

pub use import::{
    ImportPermit, ImportedList, MAX_RATING_LISTS, NewRatingList, import, permit, permit_command,
};

/// Maximum number of players found at once.
pub const MAX_FOUND: usize = 50;
/// The number of players deleted at once.
const DELETED_PER_STEP: usize = 5_000;
const DELETED_PER_STEP_BESIDE_GAMES: usize = 200;
/// How long an import may write nothing before it counts as interrupted, by a crash or a broken connection: the next one
/// begins then.
const IMPORT_PATIENCE: i64 = 3 * MINUTE;

/// A list that an organisation has imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatingList {
    pub id: i32,
    pub name: String,
    /// The day it is of.
    pub day: Day,
    pub players: u32,
    pub imported_at: Micros,
}

impl From<RatingListRow> for RatingList {
    fn from(row: RatingListRow) -> RatingList {
        RatingList {
            id: row.id,
            name: row.name,
            day: Day(row.day),
            players: u32::try_from(row.players).unwrap_or(0),
            imported_at: row.imported_at,
        }
    }
}

/// The organisation, if the actor may read its lists.
fn readable(conn: &mut AnyConnection, actor: &Actor, slug: &str) -> Result<Organisation> {
    let (row, _) = access_guard::authorize(conn, actor, Act::ReadRoster, slug)?;
    access_guard::require_visible_members(&row)?;
    Ok(row)
}

/// The lists of an organisation, newest first.
pub fn lists(app: &App, actor: &Actor, slug: &str) -> Result<Vec<RatingList>> {
    let mut conn = app.store().read_connection()?;
    let row = readable(&mut conn, actor, slug)?;
    let lists = rows::for_organisation(&mut conn, row.id)?;
    Ok(lists.into_iter().map(RatingList::from).collect())
}

/// A list of an organisation by its id, or its newest.
pub(crate) fn chosen(
    conn: &mut AnyConnection,
    organisation: i32,
    list: Option<i32>,
) -> Result<Option<RatingList>> {
    let mut lists = rows::for_organisation(conn, organisation)?.into_iter();
    match list {
        None => Ok(lists.next().map(RatingList::from)),
        Some(id) => match lists.find(|one| one.id == id) {
            Some(row) => Ok(Some(row.into())),
            None => Err(Error::not_found(refusals::NO_RATING_LIST)),
        },
    }
}

/// Finds players in a list: by federation number, by the beginning of the name as it is listed, or
/// by the whole name in either order.
pub fn search(
    app: &App,
    actor: &Actor,
    slug: &str,
    list: i32,
    query: &str,
) -> Result<Vec<ListedPlayer>> {
    let mut conn = app.store().read_connection()?;
    let row = readable(&mut conn, actor, slug)?;
    chosen(&mut conn, row.id, Some(list))?;
    let Some(terms) = SearchTerms::parse(query) else { return Ok(Vec::new()) };
    let by_number = rows::with_numbers(&mut conn, list, &[query.trim()])?;
    if !by_number.is_empty() {
        return Ok(by_number.into_iter().take(MAX_FOUND).collect());
    }
    let limit = i64::try_from(MAX_FOUND).unwrap_or(i64::MAX);
    let mut found = rows::with_name_prefix(&mut conn, list, terms.prefix(), limit)?;
    for other in matching::with_names(&mut conn, list, &[query])? {
        if !found.contains(&other) {
            found.push(other);
        }
    }
    found.sort_by_cached_key(|one| (terms.rank(&search_key(&one.name)), search_key(&one.name)));
    found.truncate(MAX_FOUND);
    Ok(found)
}

/// Removes a list: nobody sees it any more, and its players are deleted with what has ended, since
/// that can take long. Entrants keep what was filled from it.
pub fn remove(app: &App, actor: &Actor, slug: &str, list: i32, now: Micros) -> Result<()> {
    access_guard::write(app, actor, Act::EditRoster, slug, |conn, row, acting_as| {
        let Some(own) = chosen(conn, row.id, Some(list))? else { return Ok(()) };
        rows::hide(conn, own.id)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::RatingListRemoved, now)
            .organisation(row.id)
            .with_change(Field::RatingList, own.name, "");
        Ok(audit::write(conn, &entry)?)
    })
}

/// Deletes a hidden list, little by little.
fn delete(slices: &mut SlicedWriter, list: i32) -> Result<()> {
    loop {
        let mut is_gone = false;
        slices.run_slice(|conn, pace| {
            let some = pace.rows_per_step(DELETED_PER_STEP_BESIDE_GAMES, DELETED_PER_STEP);
            is_gone = rows::delete_some(conn, list, i64::try_from(some).unwrap_or(i64::MAX))?;
            Ok::<_, Error>(SliceStep::Done)
        })?;
        if is_gone {
            return Ok(());
        }
    }
}

/// Deletes lists whose removal or import was interrupted; returns how many there were.
pub(super) fn delete_leftovers(app: &App, now: Micros) -> Result<usize> {
    let before = now.saturating_sub(IMPORT_PATIENCE);
    let all = rows::leftovers(&mut *app.store().connection()?, before)?;
    if !all.is_empty() {
        let mut slices = SlicedWriter::open(app.store())?;
        all.iter().try_for_each(|list| delete(&mut slices, *list))?;
    }
    Ok(all.len())
}
