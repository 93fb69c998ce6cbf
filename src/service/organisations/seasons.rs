//! An organisation's seasons and its own titles.

use crate::organisation::FaultAt;
use crate::organisation::points::Scales;
use crate::organisation::seasons::{Season, check};
use crate::organisation::titles::{self as drafts, Draft};
use crate::store::organisations::OrganisationRow;
use crate::store::seasons::{self as rows, SeasonRow};
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, titles as title_rows};
use ledger_ratings::Day;

use super::super::access::{Act, ActingAs, Actor};
use super::super::audit::{self, Action, Entry, Field};
use super::super::{App, Error, refusals};
use super::guard;

fn season_of(row: SeasonRow) -> (i32, Season) {
    let (first, last) = (Day(row.first_day), Day(row.last_day));
    (row.id, Season { name: row.name, first, last })
}

fn row_of(id: i32, season: &Season) -> SeasonRow {
    let name = season.name.clone();
    SeasonRow { id, name, first_day: season.first.0, last_day: season.last.0 }
}

/// An organisation's seasons with their numbers, the first first.
///
/// # Errors
/// [`Error::Missing`] where there is none that this actor may know of.
pub fn seasons(app: &App, actor: &Actor, slug: &str) -> Result<Vec<(i32, Season)>, Error> {
    let mut connection = app.store().reading()?;
    let row = guard::seen(&mut connection, actor, slug)?;
    Ok(rows::of(&mut connection, row.id)?.into_iter().map(season_of).collect())
}

/// Runs a change of an organisation's seasons in one transaction.
fn change<T>(
    app: &App,
    actor: &Actor,
    slug: &str,
    work: impl FnOnce(&mut AnyConnection, &OrganisationRow, ActingAs) -> Result<T, Error>,
) -> Result<T, Error> {
    let mut connection = app.store().connection()?;
    let done = in_transaction(&mut connection, |connection| {
        let (row, acting_as) = guard::locked(connection, actor, Act::EditSeasons, slug)?;
        guard::alive(&row)?;
        work(connection, &row, acting_as)
    })?;
    app.editions().raise();
    Ok(done)
}

/// The season as it is written, where it goes with `others`.
fn checked(season: &Season, others: Vec<Season>) -> Result<Season, Error> {
    let mut all = others;
    let own = all.len();
    all.push(season.clone());
    match all_faults(check(&mut all)) {
        Some(e) => Err(e),
        None => Ok(all.swap_remove(own)),
    }
}

/// All faults in one error, under the field of the first.
fn all_faults(faults: Vec<FaultAt>) -> Option<Error> {
    let first = faults.first()?.field;
    let words: Vec<String> =
        faults.iter().map(|one| format!("{}: {}", one.field, one.fault)).collect();
    Some(Error::invalid(first, words.join("; ")))
}

fn entry(actor: &Actor, acting_as: ActingAs, action: Action, organisation: i32, now: i64) -> Entry {
    Entry::by(actor.account, acting_as.key(), action, now).organisation(organisation)
}

fn day_text(day: Day) -> String {
    chrono::NaiveDate::from_epoch_days(day.0).map_or_else(String::new, |day| day.to_string())
}

/// Field by field; either side may be missing.
fn with_fields(entry: Entry, before: Option<&Season>, after: Option<&Season>) -> Entry {
    let name = |one: Option<&Season>| one.map_or_else(String::new, |one| one.name.clone());
    let first = |one: Option<&Season>| one.map_or_else(String::new, |one| day_text(one.first));
    let last = |one: Option<&Season>| one.map_or_else(String::new, |one| day_text(one.last));
    entry
        .change(Field::Season, name(before), name(after))
        .change(Field::FirstDay, first(before), first(after))
        .change(Field::LastDay, last(before), last(after))
}

/// Adds a season; gives its number.
///
/// # Errors
/// As [`require`](super::super::access::require) has it; [`Error::Missing`]; [`Error::Invalid`]
/// with all that is wrong with it.
pub fn add_season(
    app: &App,
    actor: &Actor,
    slug: &str,
    season: &Season,
    now: i64,
) -> Result<i32, Error> {
    change(app, actor, slug, |connection, row, acting_as| {
        let others = rows::of(connection, row.id)?.into_iter().map(|one| season_of(one).1);
        let season = checked(season, others.collect())?;
        let id = rows::add(connection, row.id, &row_of(0, &season))?;
        let entry = entry(actor, acting_as, Action::SeasonAdded, row.id, now);
        audit::write(connection, &with_fields(entry, None, Some(&season)))?;
        Ok(id)
    })
}

/// The season with this number and the others.
fn apart(
    connection: &mut AnyConnection,
    organisation: i32,
    id: i32,
) -> Result<(Season, Vec<Season>), Error> {
    let all = rows::of(connection, organisation)?.into_iter().map(season_of);
    let (own, others): (Vec<_>, Vec<_>) = all.partition(|(own, _)| *own == id);
    let others = others.into_iter().map(|(_, season)| season).collect();
    match own.into_iter().next() {
        Some((_, season)) => Ok((season, others)),
        None => Err(Error::not_found(refusals::NO_SEASON)),
    }
}

/// Changes a season.
///
/// # Errors
/// As [`add_season`]; [`Error::NotFound`] where the organisation has none of this number.
pub fn edit_season(
    app: &App,
    actor: &Actor,
    slug: &str,
    id: i32,
    season: &Season,
    now: i64,
) -> Result<(), Error> {
    change(app, actor, slug, |connection, row, acting_as| {
        let (before, others) = apart(connection, row.id, id)?;
        let season = checked(season, others)?;
        rows::update(connection, &row_of(id, &season))?;
        let entry = entry(actor, acting_as, Action::SeasonChanged, row.id, now);
        let entry = with_fields(entry, Some(&before), Some(&season));
        if !entry.is_without_changes() {
            audit::write(connection, &entry)?;
        }
        Ok(())
    })
}

/// Takes a season away; games stay what they are.
///
/// # Errors
/// As [`edit_season`].
pub fn remove_season(app: &App, actor: &Actor, slug: &str, id: i32, now: i64) -> Result<(), Error> {
    change(app, actor, slug, |connection, row, acting_as| {
        let (before, _) = apart(connection, row.id, id)?;
        rows::remove(connection, id)?;
        let entry = entry(actor, acting_as, Action::SeasonRemoved, row.id, now);
        audit::write(connection, &with_fields(entry, Some(&before), None))?;
        Ok(())
    })
}

/// An organisation's own titles, lowest first; none where the site's hold.
///
/// # Errors
/// [`Error::Missing`] where there is none that this actor may know of.
pub fn titles(app: &App, actor: &Actor, slug: &str) -> Result<Vec<Draft>, Error> {
    let mut connection = app.store().reading()?;
    let row = guard::seen(&mut connection, actor, slug)?;
    titles_of(&mut connection, row.id)
}

fn titles_of(connection: &mut AnyConnection, organisation: i32) -> Result<Vec<Draft>, Error> {
    let found = title_rows::of(connection, organisation)?;
    Ok(found.into_iter().map(|(name, from)| Draft { name, from }).collect())
}

/// Writes an organisation's titles over those that were there; none: the site's hold.
///
/// # Errors
/// As [`require`](super::super::access::require) has it; [`Error::Missing`]; [`Error::Invalid`]
/// with all that is wrong.
pub fn set_titles(
    app: &App,
    actor: &Actor,
    slug: &str,
    titles: &[Draft],
    now: i64,
) -> Result<(), Error> {
    let mut titles = titles.to_vec();
    let faults = drafts::check(&mut titles);
    change(app, actor, slug, |connection, row, acting_as| {
        let words: Vec<String> = faults.iter().map(ToString::to_string).collect();
        if !words.is_empty() {
            return Err(Error::invalid("titles", words.join("; ")));
        }
        let before = titles_of(connection, row.id)?;
        let list: Vec<(&str, i32)> = titles.iter().map(|one| (&*one.name, one.from)).collect();
        title_rows::replace(connection, row.id, &list)?;
        let entry = entry(actor, acting_as, Action::TitlesChanged, row.id, now).change(
            Field::Title,
            words_of(&before),
            words_of(&titles),
        );
        if !entry.is_without_changes() {
            audit::write(connection, &entry)?;
        }
        Ok(())
    })
}

/// A table in one line, as the audit trail has it.
fn words_of(titles: &[Draft]) -> String {
    let word = |one: &Draft| format!("{} {}", one.from / 100, one.name);
    titles.iter().map(word).collect::<Vec<_>>().join(", ")
}

/// What places in an organisation's events are worth for its seasons.
///
/// # Errors
/// [`Error::Missing`] where there is none that this actor may know of.
pub fn points(app: &App, actor: &Actor, slug: &str) -> Result<Scales, Error> {
    let mut connection = app.store().reading()?;
    let row = guard::seen(&mut connection, actor, slug)?;
    Ok(Scales::read(&rows::points(&mut connection, row.id)?).unwrap_or_default())
}

/// Writes what places are worth over what was there. Tables of all seasons follow.
///
/// # Errors
/// As [`require`](super::super::access::require) has it; [`Error::Missing`].
pub fn set_points(
    app: &App,
    actor: &Actor,
    slug: &str,
    scales: &Scales,
    now: i64,
) -> Result<(), Error> {
    change(app, actor, slug, |connection, row, acting_as| {
        let before = rows::points(connection, row.id)?;
        let after = scales.written();
        rows::set_points(connection, row.id, &after)?;
        let line = |text: &str| text.replace('\n', "; ");
        let entry = entry(actor, acting_as, Action::PointsChanged, row.id, now).change(
            Field::Points,
            line(&before),
            line(&after),
        );
        if !entry.is_without_changes() {
            audit::write(connection, &entry)?;
        }
        Ok(())
    })
}
