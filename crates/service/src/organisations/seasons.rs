//! An organisation's seasons, titles and point scales.

use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::RowError;
use adjutant_domain::organisation::season_points::PointScales;
use adjutant_domain::organisation::seasons::{Season, validate_seasons};
use adjutant_domain::organisation::titles::{self as drafts, TitleDraft};
use adjutant_store::organisations::Organisation;
use adjutant_store::seasons::{self as rows, SeasonRow};
use adjutant_store::{AnyConnection, titles as title_rows};
use ledger_ratings::Day;

use super::super::access::{Act, ActingAs, Actor};
use super::super::audit::{self, Action, AuditEntry, Field};
use super::super::messages::LocalizedMessage;
use super::super::{App, Error, Result, refusals};
use super::access_guard;

fn season_from_row(row: SeasonRow) -> (i32, Season) {
    let (first, last) = (Day(row.first_day), Day(row.last_day));
    (row.id, Season { name: row.name, first, last })
}

fn season_to_row(id: i32, season: &Season) -> SeasonRow {
    let name = season.name.clone();
    SeasonRow { id, name, first_day: season.first.0, last_day: season.last.0 }
}

/// An organisation's seasons with their ids, earliest first.
pub fn seasons(app: &App, actor: &Actor, slug: &str) -> Result<Vec<(i32, Season)>> {
    let mut conn = app.store().read_connection()?;
    let row = access_guard::find_visible(&mut conn, actor, slug)?;
    Ok(rows::for_organisation(&mut conn, row.id)?.into_iter().map(season_from_row).collect())
}

fn update_seasons<T>(
    app: &App,
    actor: &Actor,
    slug: &str,
    work: impl FnOnce(&mut AnyConnection, Organisation, ActingAs) -> Result<T>,
) -> Result<T> {
    let work = |conn: &mut _, row, acting_as| {
        access_guard::require_active(&row)?;
        work(conn, row, acting_as)
    };
    let done = access_guard::write(app, actor, Act::EditSeasons, slug, work)?;
    app.editions().raise();
    Ok(done)
}

/// Validates a season together with `others`, and normalises it.
fn validate_season(season: &Season, others: Vec<Season>) -> Result<Season> {
    let mut all = others;
    let own = all.len();
    all.push(season.clone());
    let faults = validate_seasons(&mut all);
    // All faults in one error, under the field of the first.
    match faults.first().map(|first| first.field) {
        Some(field) => {
            Err(Error::invalid(field, refusals::several(faults.into_iter().map(named_fault))))
        }
        None => Ok(all.swap_remove(own)),
    }
}

fn named_fault(one: RowError) -> LocalizedMessage {
    refusal!(ROW_OF, name = one.field, why = LocalizedMessage::from(one.fault.message()))
}

fn audit_entry(
    actor: &Actor,
    acting_as: ActingAs,
    action: Action,
    organisation: i32,
    now: Micros,
) -> AuditEntry {
    AuditEntry::for_actor(actor, acting_as, action, now).organisation(organisation)
}

fn day_text(day: Day) -> String {
    chrono::NaiveDate::from_epoch_days(day.0).map_or_else(String::new, |day| day.to_string())
}

/// Adds the changed fields; either season may be missing.
fn with_fields(entry: AuditEntry, before: Option<&Season>, after: Option<&Season>) -> AuditEntry {
    let texts = |season: Option<&Season>| match season {
        Some(one) => [one.name.clone(), day_text(one.first), day_text(one.last)],
        None => Default::default(),
    };
    let fields = [Field::Season, Field::FirstDay, Field::LastDay];
    let changes = fields.into_iter().zip(texts(before).into_iter().zip(texts(after)));
    changes.fold(entry, |entry, (field, (before, after))| entry.with_change(field, before, after))
}

/// Adds a season; returns its id.
pub fn add_season(
    app: &App,
    actor: &Actor,
    slug: &str,
    season: &Season,
    now: Micros,
) -> Result<i32> {
    update_seasons(app, actor, slug, |conn, row, acting_as| {
        let others =
            rows::for_organisation(conn, row.id)?.into_iter().map(|one| season_from_row(one).1);
        let season = validate_season(season, others.collect())?;
        let id = rows::add(conn, row.id, &season_to_row(0, &season))?;
        let entry = audit_entry(actor, acting_as, Action::SeasonAdded, row.id, now);
        audit::write(conn, &with_fields(entry, None, Some(&season)))?;
        Ok(id)
    })
}

fn season_and_others(
    conn: &mut AnyConnection,
    organisation: i32,
    id: i32,
) -> Result<(Season, Vec<Season>)> {
    let all = rows::for_organisation(conn, organisation)?.into_iter().map(season_from_row);
    let (own, others): (Vec<_>, Vec<_>) = all.partition(|(own, _)| *own == id);
    let others = others.into_iter().map(|(_, season)| season).collect();
    match own.into_iter().next() {
        Some((_, season)) => Ok((season, others)),
        None => Err(Error::not_found(refusals::NO_SEASON)),
    }
}

pub fn edit_season(
    app: &App,
    actor: &Actor,
    slug: &str,
    id: i32,
    season: &Season,
    now: Micros,
) -> Result<()> {
    update_seasons(app, actor, slug, |conn, row, acting_as| {
        let (before, others) = season_and_others(conn, row.id, id)?;
        let season = validate_season(season, others)?;
        rows::update(conn, &season_to_row(id, &season))?;
        let entry = audit_entry(actor, acting_as, Action::SeasonChanged, row.id, now);
        let entry = with_fields(entry, Some(&before), Some(&season));
        audit::write_changes(conn, &entry)?;
        Ok(())
    })
}

/// Deletes a season; games are not affected.
pub fn remove_season(app: &App, actor: &Actor, slug: &str, id: i32, now: Micros) -> Result<()> {
    update_seasons(app, actor, slug, |conn, row, acting_as| {
        let (before, _) = season_and_others(conn, row.id, id)?;
        rows::remove(conn, id)?;
        let entry = audit_entry(actor, acting_as, Action::SeasonRemoved, row.id, now);
        audit::write(conn, &with_fields(entry, Some(&before), None))?;
        Ok(())
    })
}

/// An organisation's own titles, lowest first; empty if it uses those of the site.
pub fn titles(app: &App, actor: &Actor, slug: &str) -> Result<Vec<TitleDraft>> {
    let mut conn = app.store().read_connection()?;
    let row = access_guard::find_visible(&mut conn, actor, slug)?;
    titles_from_store(&mut conn, row.id)
}

fn titles_from_store(conn: &mut AnyConnection, organisation: i32) -> Result<Vec<TitleDraft>> {
    let found = title_rows::for_organisation(conn, organisation)?;
    Ok(found.into_iter().map(|(name, from)| TitleDraft { name, min_rating: from }).collect())
}

/// Replaces an organisation's titles; without any, those of the site apply.
pub fn set_titles(
    app: &App,
    actor: &Actor,
    slug: &str,
    titles: &[TitleDraft],
    now: Micros,
) -> Result<()> {
    let mut titles = titles.to_vec();
    let faults = drafts::validate_titles(&mut titles);
    update_seasons(app, actor, slug, |conn, row, acting_as| {
        if !faults.is_empty() {
            let at_row = |one: RowError| refusal!(ROW, row = one.row + 1, why = named_fault(one));
            return Err(Error::invalid(
                "titles",
                refusals::several(faults.into_iter().map(at_row)),
            ));
        }
        let before = titles_from_store(conn, row.id)?;
        let list: Vec<(&str, i32)> =
            titles.iter().map(|one| (&*one.name, one.min_rating)).collect();
        title_rows::replace(conn, row.id, &list)?;
        let entry = audit_entry(actor, acting_as, Action::TitlesChanged, row.id, now).with_change(
            Field::Title,
            titles_text(&before),
            titles_text(&titles),
        );
        audit::write_changes(conn, &entry)?;
        Ok(())
    })
}

/// The titles in one line, for the audit log.
fn titles_text(titles: &[TitleDraft]) -> String {
    let word = |one: &TitleDraft| format!("{} {}", one.min_rating / 100, one.name);
    titles.iter().map(word).collect::<Vec<_>>().join(", ")
}

/// The season points for places in an organisation's events.
pub fn point_scales(app: &App, actor: &Actor, slug: &str) -> Result<PointScales> {
    let mut conn = app.store().read_connection()?;
    let row = access_guard::find_visible(&mut conn, actor, slug)?;
    Ok(PointScales::parse(&rows::points_table(&mut conn, row.id)?).unwrap_or_default())
}

/// Replaces the point scales, which apply to all seasons.
pub fn set_point_scales(
    app: &App,
    actor: &Actor,
    slug: &str,
    scales: &PointScales,
    now: Micros,
) -> Result<()> {
    update_seasons(app, actor, slug, |conn, row, acting_as| {
        let before = rows::points_table(conn, row.id)?;
        let after = scales.to_text();
        rows::set_points_table(conn, row.id, &after)?;
        let line = |text: &str| text.replace('\n', "; ");
        let entry = audit_entry(actor, acting_as, Action::PointsChanged, row.id, now).with_change(
            Field::Points,
            line(&before),
            line(&after),
        );
        audit::write_changes(conn, &entry)?;
        Ok(())
    })
}
