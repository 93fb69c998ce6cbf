//! Leagues: an organisation's events with the same name of a league are its divisions, between which people change
//! places at the end of a season.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use adjutant_domain::contest::{Amount, EntrantId, EntrantStatus, RegisteredEntrant, recurrence};
use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::divisions::{
    self, Border, DivisionTable, Finisher, MAX_DIVISIONS, MAX_MOVING, Zone, Zoned,
};
use adjutant_domain::organisation::text;
use adjutant_store::contests::{self as rows, ContestRow, DivisionValues};
use adjutant_store::organisations::Organisation;
use adjutant_store::{AnyConnection, members};
use ledger_ratings::Day;

use super::cache::{self, LoadedContest};
use super::creation::{Creation, NewContest, create};
use super::deletion::delete_event;
use crate::access::{Act, Actor};
use crate::organisations::access_guard;
use crate::{App, Error, Result, refusals};

/// Maximum length of the name of a league, in characters.
const MAX_LEAGUE_NAME_LEN: usize = 60;
/// Maximum number of events that are listed with their leagues.
const MAX_LISTED: i64 = 500;

/// Puts an event into a league, or takes it out if the name is empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DivisionEdit {
    pub league: String,
    /// From 1 for the first division.
    pub level: u32,
    pub border: Border,
}

/// Somebody in a division.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DivisionPlace {
    pub id: EntrantId,
    pub name: String,
    /// `None` for who has no place yet.
    pub place: Option<usize>,
    pub zone: Zone,
    /// Whether somebody with the same place is in another zone.
    pub is_tied: bool,
    /// Whether they are a player of this site who is no member of the organisation.
    pub is_no_member: bool,
}

/// A division with its standings so far.
#[derive(Debug, Clone)]
pub struct Division {
    pub loaded: Arc<LoadedContest>,
    pub level: usize,
    pub border: Border,
    pub places: Vec<DivisionPlace>,
}

/// A league with its divisions, the first one first.
#[derive(Debug, Clone)]
pub struct League {
    pub name: String,
    pub divisions: Vec<Division>,
}

impl League {
    /// Whether the next season can be made.
    pub fn is_over(&self) -> bool {
        !self.divisions.is_empty() && self.divisions.iter().all(|one| one.loaded.contest.is_over)
    }

    /// Whether no round of any division was published.
    pub fn is_draft(&self) -> bool {
        self.divisions.iter().all(|one| one.loaded.row.phase == 0)
    }

    /// Name and first day that the next season may have.
    pub fn next(&self) -> (String, Day) {
        let first = self.divisions.iter().map(|one| one.loaded.row.first_day).max().unwrap_or(0);
        (recurrence::next_name(&self.name), Day(first.saturating_add(365)))
    }
}

/// The names of an organisation's leagues, the newest first, each with its events.
pub fn leagues(
    app: &App,
    actor: &Actor,
    organisation: &str,
) -> Result<Vec<(String, Vec<ContestRow>)>> {
    let mut conn = app.store().read_connection()?;
    let own = access_guard::find_visible(&mut conn, actor, organisation)?;
    let mut all: Vec<(String, Vec<ContestRow>)> = Vec::new();
    for event in rows::in_league(&mut conn, own.id, None, MAX_LISTED)? {
        let Some(name) = event.league.clone() else { continue };
        match all.iter_mut().find(|(known, _)| *known == name) {
            Some((_, events)) => events.push(event),
            None => all.push((name, vec![event])),
        }
    }
    for (_, events) in &mut all {
        events.sort_by_key(|event| (event.level, event.id));
    }
    Ok(all)
}

/// A league with its divisions; hidden if no event belongs to it.
pub fn league(app: &App, actor: &Actor, organisation: &str, name: &str) -> Result<League> {
    let mut conn = app.store().read_connection()?;
    let own = access_guard::find_visible(&mut conn, actor, organisation)?;
    // Only officials decide about them, and the roster may be private.
    let asks_members =
        access_guard::authorize(&mut conn, actor, Act::RunEvent, organisation).is_ok();
    let found = load_league(app, &mut conn, (&own, asks_members), name)?;
    if found.divisions.is_empty() { Err(Error::Hidden) } else { Ok(found) }
}

fn load_league(
    app: &App,
    conn: &mut AnyConnection,
    (own, asks_members): (&Organisation, bool),
    name: &str,
) -> Result<League> {
    let mut events = rows::in_league(conn, own.id, Some(name), MAX_DIVISIONS as i64)?;
    events.sort_by_key(|event| (event.level, event.id));
    let mut loaded = Vec::with_capacity(events.len());
    for event in &events {
        loaded.push(cache::load(app, conn, event)?);
    }
    let tables: Vec<DivisionTable<EntrantId>> = loaded.iter().map(|run| table(run)).collect();
    let mut known = BTreeSet::new();
    let has_members = asks_members && members::count(conn, own.id, true)? > 0;
    let mut all = Vec::with_capacity(loaded.len());
    for (run, rows) in loaded.into_iter().zip(divisions::zones(&tables)) {
        let mut places = Vec::with_capacity(rows.len());
        for row in rows {
            let Some(one) = run.contest.entrant(row.who) else { continue };
            let player = one.person.player;
            let is_no_member =
                has_members && player != 0 && members::find(conn, own.id, player)?.is_none();
            let mut place = division_place(one, &row, is_no_member);
            // Who plays in two divisions goes on in the higher one.
            if player != 0 && place.zone != Zone::Leaves && !known.insert(player) {
                place.zone = Zone::Leaves;
            }
            places.push(place);
        }
        let (level, border) = (all.len(), border(&run.row));
        all.push(Division { loaded: run, level, border, places });
    }
    Ok(League { name: name.to_owned(), divisions: all })
}

fn division_place(
    one: &RegisteredEntrant,
    row: &Zoned<EntrantId>,
    is_no_member: bool,
) -> DivisionPlace {
    DivisionPlace {
        id: row.who,
        name: one.person.name.clone(),
        place: Some(row.place).filter(|place| *place != usize::MAX),
        zone: row.zone,
        is_tied: row.is_tied,
        is_no_member,
    }
}

fn border(row: &ContestRow) -> Border {
    let number = |own: i16| u32::try_from(own).unwrap_or(0);
    Border { up: number(row.ups), down: number(row.downs), play_offs: number(row.play_offs) }
}

/// The order of a division so far; who is in no stage yet comes last, and changes nothing before there are standings.
fn table(run: &LoadedContest) -> DivisionTable<EntrantId> {
    let contest = &run.contest;
    let mut order: Vec<Finisher<EntrantId>> = Vec::new();
    let leaves = |one: &RegisteredEntrant| one.status == EntrantStatus::Withdrawn;
    for (who, place) in contest.final_places() {
        if let Some(one) = contest.entrant(who) {
            order.push(Finisher { who, place, leaves: leaves(one) });
        }
    }
    let has_standings = !order.is_empty();
    let placed: BTreeSet<EntrantId> = order.iter().map(|one| one.who).collect();
    let others = contest
        .numbered_people()
        .filter(|(id, one)| one.status != EntrantStatus::Waiting && !placed.contains(id));
    for (who, one) in others {
        order.push(Finisher { who, place: usize::MAX, leaves: leaves(one) });
    }
    let border = if has_standings { border(&run.row) } else { Border::default() };
    DivisionTable { border, order }
}

/// What is stored of a division; `None` for none.
pub(super) fn parse_division(
    conn: &mut AnyConnection,
    row: &ContestRow,
    edit: &DivisionEdit,
) -> Result<Option<DivisionValues>> {
    let league = parse_league_name(&edit.league)?;
    let number = |field, number: u32| match i16::try_from(number) {
        Ok(own) if number <= MAX_MOVING => Ok(own),
        _ => Err(Error::invalid(field, refusal!(DIVISION_NUMBER, most = MAX_MOVING))),
    };
    let (ups, downs) = (number("ups", edit.border.up)?, number("downs", edit.border.down)?);
    let play_offs = number("play-offs", edit.border.play_offs)?;
    // A number that no division can have is a mistake, also of an event that leaves its league.
    let level = i16::try_from(edit.level).ok().filter(|level| *level <= MAX_DIVISIONS as i16);
    let level = level.filter(|level| *level > 0 || league.is_empty());
    let level = level
        .ok_or_else(|| Error::invalid("level", refusal!(DIVISION_LEVEL, most = MAX_DIVISIONS)))?;
    if league.is_empty() {
        return Ok(None);
    }
    let others = rows::in_league(conn, row.organisation_id, Some(&league), MAX_LISTED)?;
    if others.iter().any(|one| one.id != row.id && one.level == level) {
        return Err(Error::conflict(refusal!(DIVISION_TAKEN, league, level = edit.level)));
    }
    Ok(Some(DivisionValues { level, ups, downs, play_offs, league }))
}

fn parse_league_name(input: &str) -> Result<String> {
    text::clean_line(input, MAX_LEAGUE_NAME_LEN).map_err(|e| Error::invalid("league", e.message()))
}

/// A division as the audit log names it; empty for none.
pub(super) fn division_text(values: Option<&DivisionValues>) -> String {
    let Some(DivisionValues { league, level, ups, downs, play_offs }) = values else {
        return String::new();
    };
    format!("{league}, division {level}: {ups} up, {downs} down, {play_offs} in play-offs")
}

/// The division that a row is stored with.
pub(super) fn stored_division(row: &ContestRow) -> Option<DivisionValues> {
    let ContestRow { level, ups, downs, play_offs, .. } = *row;
    let league = row.league.clone()?;
    Some(DivisionValues { league, level, ups, downs, play_offs })
}

/// The next season of a league, with what officials decide about people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextSeason {
    pub league: String,
    /// The name of the league in the next season.
    pub name: String,
    pub first_day: Day,
    /// By event and entrant, the division from 0; `None` for who does not come back. Others go where their zone says.
    pub decisions: Decisions,
}

/// What officials decide, by event and entrant.
pub type Decisions = BTreeMap<(String, EntrantId), Option<usize>>;

/// Makes the events of the next season with their entrants, all or none; returns the slug of the first division.
pub fn make_next_season(
    app: &App,
    actor: &Actor,
    organisation: &str,
    next: &NextSeason,
    now: Micros,
) -> Result<String> {
    access_guard::permit(app, actor, Act::RunEvent, organisation)?;
    let known = league(app, actor, organisation, &next.league)?;
    if !known.is_over() {
        return Err(Error::conflict(refusals::LEAGUE_NOT_OVER));
    }
    let name = parse_league_name(&next.name)?;
    if name.is_empty() || name == known.name {
        return Err(Error::invalid("name", refusals::LEAGUE_NAME));
    }
    let all = next_divisions(&known, next, &name)?;
    create(app, actor, organisation, &all, now)
}

/// An entrant of a division, which is counted from 0.
type Key = (usize, EntrantId);

impl League {
    fn zoned(&self) -> Vec<Vec<Zoned<Key>>> {
        let row = |level: usize, one: &DivisionPlace| Zoned {
            who: (level, one.id),
            place: one.place.unwrap_or(usize::MAX),
            zone: one.zone,
            is_tied: one.is_tied,
        };
        let all = self.divisions.iter();
        all.map(|own| own.places.iter().map(|one| row(own.level, one)).collect()).collect()
    }

    /// The decisions about people of its divisions; the event and number of one that there is not.
    fn keyed<'a>(
        &self,
        decisions: &'a Decisions,
    ) -> Result<BTreeMap<Key, Option<usize>>, &'a (String, EntrantId)> {
        let key = |(who, level): (&'a (String, EntrantId), &Option<usize>)| {
            let (slug, id) = who;
            let division = self.divisions.iter().find(|one| one.loaded.row.slug == *slug);
            let division = division.filter(|one| one.places.iter().any(|place| place.id == *id));
            division.map(|one| ((one.level, *id), *level)).ok_or(who)
        };
        decisions.iter().map(key).collect()
    }

    /// How many people each division of the next season has; none if there are no such people.
    pub fn next_sizes(&self, decisions: &Decisions) -> Vec<usize> {
        let keyed = self.keyed(decisions).unwrap_or_default();
        divisions::next_season(&self.zoned(), &keyed).iter().map(Vec::len).collect()
    }
}

fn next_divisions(known: &League, next: &NextSeason, name: &str) -> Result<Vec<Creation<'static>>> {
    let decisions = known.keyed(&next.decisions).map_err(|(event, id)| {
        Error::invalid("decisions", refusal!(LEAGUE_UNKNOWN_PERSON, event, number = id.0))
    })?;
    let assigned = divisions::next_season(&known.zoned(), &decisions);
    let first = known.divisions.iter().map(|one| one.loaded.row.first_day).min().unwrap_or(0);
    let days = next.first_day.0.saturating_sub(first);
    let mut all = Vec::with_capacity(assigned.len());
    for (division, people) in known.divisions.iter().zip(assigned) {
        let row = &division.loaded.row;
        let decided = moves(known, division.level, &people);
        let entrant = |one: &divisions::Assigned<Key>| {
            known.divisions[one.from].loaded.contest.entrant(one.who.1).map(fresh_entrant)
        };
        all.push(Creation {
            people: people.iter().filter_map(entrant).collect(),
            division: stored_division(row)
                .map(|values| DivisionValues { league: name.to_owned(), ..values }),
            decided,
            ..Creation::alone(NewContest {
                name: next_event_name(&row.name, &known.name, name),
                first_day: Day(row.first_day.saturating_add(days)),
                settings: division.loaded.contest.settings.duplicate(days),
            })
        });
    }
    Ok(all)
}

/// The name of the event in the next season: with the league's new name in place of the old one.
fn next_event_name(event: &str, league: &str, next: &str) -> String {
    match event.contains(league) {
        true => event.replace(league, next),
        false => recurrence::next_name(event),
    }
}

/// Who comes from another division, by their numbers there: for the audit log, which names nobody.
fn moves(known: &League, level: usize, people: &[divisions::Assigned<Key>]) -> Vec<String> {
    let others = people.iter().filter(|one| one.from != level);
    let text = |one: &divisions::Assigned<Key>| {
        let way = if one.from > level { "up" } else { "down" };
        format!("entrant {} of {}: {way}", one.who.1.0, known.divisions[one.from].loaded.row.slug)
    };
    others.map(text).collect()
}

/// Somebody as they enter the next season.
fn fresh_entrant(one: &RegisteredEntrant) -> RegisteredEntrant {
    RegisteredEntrant { paid: false, amount_paid: Amount(0), present: false, ..one.clone() }
}

/// Deletes the events of a league none of which has begun, so that they can be made again.
pub fn delete_drafts(
    app: &App,
    actor: &Actor,
    organisation: &str,
    name: &str,
    now: Micros,
) -> Result<()> {
    access_guard::permit(app, actor, Act::RunEvent, organisation)?;
    let known = league(app, actor, organisation, name)?;
    if !known.is_draft() {
        return Err(Error::conflict(refusals::LEAGUE_HAS_BEGUN));
    }
    for division in &known.divisions {
        let row = &division.loaded.row;
        delete_event(app, actor, &row.slug, &row.name, now)?;
    }
    Ok(())
}
