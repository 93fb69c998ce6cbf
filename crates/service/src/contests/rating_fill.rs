//! Filling in what is missing of entrants from a rating list of the organisation.

use std::collections::HashMap;

use crate::access::{Act, Actor};
use crate::organisations::access_guard;
use crate::privacy::reads_roster;
use crate::rating_lists::matching::{Found, Wanted, find, may_be_same_name};
use crate::rating_lists::{RatingList, chosen};
use crate::{App, Error, Result, refusals};
use adjutant_domain::contest::{
    Contest, EntrantId, EntrantProfile, MAX_FEDERATION_NUMBER_LEN, PersonalDetails, StageState,
};
use adjutant_domain::game::GameKind;
use adjutant_domain::keyed_enum;
use adjutant_domain::moment::Micros;
use adjutant_domain::rating_list::ListedPlayer;
use adjutant_store::AnyConnection;

use super::authorize_act;
use super::cache::{self, LoadedContest};
use super::conflict_of_interest::is_own_entry;
use super::error_messages::contest_error;
use super::execution::{CommandOutcome, execute_with};
use super::personal::PersonalFields;
use super::registration::{NewEntrant, check_list_size, resolve_entrant};

keyed_enum! {
    /// What a list fills in.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum FilledField {
        Rating => "rating",
        FederationNumber => "federation_number",
        BirthYear => "birth_year",
        Gender => "gender",
    }
}

/// What a list fills in for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filling {
    /// Nothing is missing, or the list has nothing of it.
    Nothing,
    /// The list has nobody with this number or, without one, with this name.
    Unlisted,
    /// The list has several with this number or name.
    Ambiguous(usize),
    /// The list has somebody with this number and quite another name, or with this name and another year of birth: who is
    /// empty for those who may not search the list. Nothing is filled in by itself.
    Doubtful(String),
    /// Another entrant has the federation number of whom the list has, or is found there, too.
    Taken,
    Filled {
        /// Without a name for those who may not search the list.
        from: ListedPlayer,
        /// Each with its value, a gender as its key; an empty one for those who may not see it.
        fields: Vec<(FilledField, String)>,
    },
}

impl Filling {
    /// Leaves only which fields are filled in: who may not search a list must not look up people in
    /// it by their names.
    fn hide_values(&mut self) {
        match self {
            Filling::Filled { from, fields } => {
                *from = ListedPlayer::default();
                fields.iter_mut().for_each(|(_, value)| value.clear());
            }
            Filling::Doubtful(name) => name.clear(),
            _ => {}
        }
    }
}

/// A list of people with what was filled in for each.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FilledList {
    /// The newest list; `None` if there is none.
    pub list: Option<RatingList>,
    pub rows: Vec<Filling>,
}

/// An entrant with what would be filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FillLine {
    pub entrant: EntrantId,
    pub name: String,
    pub filling: Filling,
}

/// What a list would fill in for the entrants of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FillPreview {
    pub event: String,
    pub list: RatingList,
    /// Those of whom something is missing.
    pub lines: Vec<FillLine>,
    /// Whether a round was paired, after which ratings are filled in only if that is asked for.
    pub has_begun: bool,
    /// Identifies the entrants and the list.
    pub digest: String,
}

impl FillPreview {
    /// The number of entrants for whom something is filled in.
    pub fn filled_count(&self) -> usize {
        self.lines.iter().filter(|one| matches!(one.filling, Filling::Filled { .. })).count()
    }
}

/// Which list is used, and whether ratings are filled in after the first pairing, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FillOptions {
    /// The newest by default.
    pub list: Option<i32>,
    pub late_ratings: bool,
}

/// The details of a person that a list can complete.
#[derive(Clone)]
struct Details {
    rating: u32,
    personal: PersonalDetails,
}

/// A name with what is known of the person; `None` for nobody.
type NamedDetails = Option<(String, Details)>;

impl Details {
    fn is_complete(&self, with_rating: bool) -> bool {
        let PersonalDetails { federation_number, birth_year, gender } = &self.personal;
        let is_rated = self.rating > 0 || !with_rating;
        is_rated && !federation_number.is_empty() && birth_year.is_some() && gender.is_some()
    }

    /// Takes over what is missing; returns it.
    fn fill(&mut self, from: &ListedPlayer, with_rating: bool) -> Vec<(FilledField, String)> {
        let (mut filled, personal) = (Vec::new(), &mut self.personal);
        if with_rating && self.rating == 0 && from.rating > 0 {
            self.rating = from.rating;
            filled.push((FilledField::Rating, from.rating.to_string()));
        }
        let number = &from.federation_number;
        let fits = !number.is_empty() && number.chars().count() <= MAX_FEDERATION_NUMBER_LEN;
        if personal.federation_number.is_empty() && fits {
            personal.federation_number.clone_from(number);
            filled.push((FilledField::FederationNumber, number.clone()));
        }
        if let (None, Some(year)) = (personal.birth_year, from.birth_year) {
            personal.birth_year = Some(year);
            filled.push((FilledField::BirthYear, year.to_string()));
        }
        if let (None, Some(gender)) = (personal.gender, from.gender) {
            personal.gender = Some(gender);
            filled.push((FilledField::Gender, gender.key().to_owned()));
        }
        filled
    }
}

/// How many people have each number, without those who have none.
fn counted<'a>(numbers: impl Iterator<Item = &'a String>) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for number in numbers.filter(|number| !number.is_empty()) {
        *counts.entry(number.clone()).or_default() += 1;
    }
    counts
}

/// Whether somebody who was found by number has quite another name, or by name another year of birth.
fn is_doubtful(name: &str, known: &Details, player: &ListedPlayer, by_number: bool) -> bool {
    match by_number {
        true => !may_be_same_name(name, &player.name),
        false => {
            let years = known.personal.birth_year.zip(player.birth_year);
            years.is_some_and(|(known, listed)| known != listed)
        }
    }
}

/// A player of a list, with their year of birth.
fn listed_text(player: &ListedPlayer) -> String {
    let year = player.birth_year.map(|year| format!(", {year}")).unwrap_or_default();
    format!("{}{year}", player.name)
}

/// Completes people, each with their name; `None` stays as it is. `others` are the federation
/// numbers of other entrants.
fn fill_all(
    conn: &mut AnyConnection,
    list: i32,
    (people, others): (&mut [NamedDetails], &[String]),
    with_rating: bool,
) -> Result<Vec<Filling>> {
    let lacks = |one: &&mut Option<(String, Details)>| {
        one.as_ref().is_some_and(|(_, details)| !details.is_complete(with_rating))
    };
    let wanted: Vec<Wanted<'_>> = people
        .iter()
        .flatten()
        .filter(|(_, details)| !details.is_complete(with_rating))
        .map(|(name, details)| Wanted {
            number: &details.personal.federation_number,
            name,
            birth_year: details.personal.birth_year,
        })
        .collect();
    let mut fillings = vec![Filling::Nothing; people.len()];
    let found = find(conn, list, &wanted)?;
    let numbers = people.iter().flatten().map(|(_, one)| &one.personal.federation_number);
    let known = counted(numbers.chain(others));
    let by_name = |found: &&Found| matches!(found, Found::One { by_number: false, .. });
    let players = found.iter().filter(by_name).filter_map(Found::player);
    let got = counted(players.map(|player| &player.federation_number));
    let of =
        |counts: &HashMap<String, usize>, number: &str| counts.get(number).copied().unwrap_or(0);
    let is_taken = |player: &ListedPlayer, by_number| match player.federation_number.as_str() {
        // Those without a number are the same if everything else is.
        "" => found.iter().filter(|one| one.player() == Some(player)).count() > 1,
        number if by_number => of(&known, number) > 1,
        number => of(&known, number) + of(&got, number) > 1,
    };
    let lacking = people.iter_mut().zip(&mut fillings).filter(|(one, _)| lacks(one));
    for ((one, filling), found) in lacking.zip(&found) {
        let Some((name, details)) = one else { continue };
        *filling = match found {
            Found::Nobody => Filling::Unlisted,
            Found::Several(count) => Filling::Ambiguous(*count),
            Found::One { player, by_number } if is_taken(player, *by_number) => Filling::Taken,
            Found::One { player, by_number } if is_doubtful(name, details, player, *by_number) => {
                Filling::Doubtful(listed_text(player))
            }
            Found::One { player, .. } => match details.fill(player, with_rating) {
                fields if fields.is_empty() => Filling::Nothing,
                fields => Filling::Filled { from: player.clone(), fields },
            },
        };
    }
    Ok(fillings)
}

/// Completes a list of people who are about to be registered, from the organisation's newest rating
/// list. What the list of people says stays.
pub fn fill_new_entrants(
    app: &App,
    actor: &Actor,
    slug: &str,
    entrants: &mut [NewEntrant],
) -> Result<FilledList> {
    check_list_size(entrants)?;
    let mut conn = app.store().connection()?;
    let (row, _) = authorize_act(&mut conn, actor, Act::CheckIn, slug)?;
    let run = cache::load(app, &mut conn, &row)?;
    let others = other_numbers(&run.contest, None);
    fill_list(&mut conn, run.host(), entrants, &others)
}

/// Like [`fill_new_entrants`], for a list that is shown before it is registered. Nothing is filled in
/// for those who may not search rating lists: they would look up people in it by their names.
pub fn fill_shown_entrants(
    app: &App,
    actor: &Actor,
    slug: &str,
    entrants: &mut [NewEntrant],
) -> Result<FilledList> {
    let may_search = {
        let mut conn = app.store().connection()?;
        let (row, _) = authorize_act(&mut conn, actor, Act::CheckIn, slug)?;
        reads_roster(&mut conn, actor, row.organisation_id)?
    };
    match may_search {
        true => fill_new_entrants(app, actor, slug, entrants),
        false => Ok(FilledList::default()),
    }
}

/// Like [`fill_new_entrants`], for an event that an organisation is about to create. Nothing is
/// filled in for those who may not read its lists.
pub fn fill_first_entrants(
    app: &App,
    actor: &Actor,
    (organisation, game): (&str, GameKind),
    entrants: &mut [NewEntrant],
) -> Result<FilledList> {
    check_list_size(entrants)?;
    let mut conn = app.store().connection()?;
    match access_guard::authorize(&mut conn, actor, Act::ReadRoster, organisation) {
        Ok((row, _)) => fill_list(&mut conn, (row.id, game), entrants, &[]),
        Err(_) => Ok(FilledList::default()),
    }
}

fn fill_list(
    conn: &mut AnyConnection,
    host: (i32, GameKind),
    entrants: &mut [NewEntrant],
    others: &[String],
) -> Result<FilledList> {
    let Some(list) = chosen(conn, host.0, None)? else {
        return Ok(FilledList { list: None, rows: vec![Filling::Nothing; entrants.len()] });
    };
    let mut people = Vec::with_capacity(entrants.len());
    for one in &*entrants {
        // A row with a fault is shown with it, and corrected first.
        let person = resolve_entrant(conn, host, one)?.ok();
        people.push(person.map(|person| {
            (person.name, Details { rating: person.rating, personal: person.personal })
        }));
    }
    let rows = fill_all(conn, list.id, (&mut people, others), true)?;
    for ((one, person), filling) in entrants.iter_mut().zip(people).zip(&rows) {
        if let (Filling::Filled { fields, .. }, Some((_, details))) = (filling, person) {
            if fields.iter().any(|(field, _)| *field == FilledField::Rating) {
                one.rating = Some(details.rating);
            }
            one.personal = PersonalFields::from_details(&details.personal);
        }
    }
    Ok(FilledList { list: Some(list), rows })
}

/// The federation numbers of the entrants of an event but one.
fn other_numbers(contest: &Contest, but: Option<EntrantId>) -> Vec<String> {
    let others = contest.numbered_entrants().filter(|(id, _)| Some(*id) != but);
    others.map(|(_, one)| one.person.personal.federation_number.clone()).collect()
}

/// Completes one entrant from the newest list, their rating only before the first pairing: later it
/// would change the seeding of rounds that were paired.
pub(super) fn fill_person(
    conn: &mut AnyConnection,
    run: &LoadedContest,
    (entrant, person): (EntrantId, &mut EntrantProfile),
) -> Result<()> {
    let list = list_to_fill_from(conn, run, FillOptions::default())?;
    let others = other_numbers(&run.contest, Some(entrant));
    let details = Details { rating: person.rating, personal: person.personal.clone() };
    let mut people = [Some((person.name.clone(), details))];
    fill_all(conn, list.id, (&mut people, &others), !has_begun(&run.contest))?;
    if let [Some((_, details))] = people {
        person.rating = details.rating;
        person.personal = details.personal;
    }
    Ok(())
}

/// The entrants as a list completes them, and what would be filled in. An official's own entry is
/// left to others.
fn fill_entrants(
    conn: &mut AnyConnection,
    run: &LoadedContest,
    actor: &Actor,
    options: FillOptions,
) -> Result<(FillPreview, Vec<(EntrantId, EntrantProfile)>)> {
    let list = list_to_fill_from(conn, run, options)?;
    let has_begun = has_begun(&run.contest);
    let with_rating = !has_begun || options.late_ratings;
    let own: Vec<(EntrantId, EntrantProfile)> = run
        .contest
        .numbered_entrants()
        .filter(|(id, one)| one.team.is_none() && !is_own_entry(run, actor, *id))
        .map(|(id, one)| (id, one.person.clone()))
        .collect();
    let details = |person: &EntrantProfile| Details {
        rating: person.rating,
        personal: person.personal.clone(),
    };
    let mut people: Vec<_> =
        own.iter().map(|(_, one)| Some((one.name.clone(), details(one)))).collect();
    let others: Vec<String> = run
        .contest
        .numbered_entrants()
        .filter(|(id, one)| one.team.is_some() || is_own_entry(run, actor, *id))
        .map(|(_, one)| one.person.personal.federation_number.clone())
        .collect();
    let fillings = fill_all(conn, list.id, (&mut people, &others), with_rating)?;
    let (mut lines, mut changed) = (Vec::new(), Vec::new());
    for (((entrant, person), after), filling) in own.into_iter().zip(people).zip(fillings) {
        let name = person.name.clone();
        if let (Filling::Filled { .. }, Some((_, after))) = (&filling, after) {
            let Details { rating, personal } = after;
            changed.push((entrant, EntrantProfile { rating, personal, ..person }));
        }
        if filling != Filling::Nothing {
            lines.push(FillLine { entrant, name, filling });
        }
    }
    let digest = fill_digest(&list, run, options);
    let event = run.row.name.clone();
    Ok((FillPreview { event, list, lines, has_begun, digest }, changed))
}

fn has_begun(contest: &Contest) -> bool {
    contest.stages.iter().any(StageState::has_begun)
}

/// Whether the organisation of an event has a rating list.
pub fn has_rating_list(app: &App, run: &LoadedContest) -> Result<bool> {
    let mut conn = app.store().read_connection()?;
    Ok(chosen(&mut conn, run.row.organisation_id, None)?.is_some())
}

/// The lists from which entrants of an event can be completed, newest first.
pub fn lists_to_fill_from(app: &App, actor: &Actor, slug: &str) -> Result<Vec<RatingList>> {
    let mut conn = app.store().read_connection()?;
    let (row, _) = authorize_act(&mut conn, actor, Act::CheckIn, slug)?;
    let lists = adjutant_store::rating_lists::for_organisation(&mut conn, row.organisation_id)?;
    Ok(lists.into_iter().map(RatingList::from).collect())
}

/// Shows what a rating list would fill in for the entrants of an event, and changes nothing.
pub fn preview_fill(
    app: &App,
    actor: &Actor,
    slug: &str,
    options: FillOptions,
) -> Result<FillPreview> {
    let mut conn = app.store().connection()?;
    let (row, _) = authorize_act(&mut conn, actor, Act::CheckIn, slug)?;
    let run = cache::load(app, &mut conn, &row)?;
    let (mut preview, _) = fill_entrants(&mut conn, &run, actor, options)?;
    if !reads_roster(&mut conn, actor, row.organisation_id)? {
        preview.lines.iter_mut().for_each(|line| line.filling.hide_values());
    }
    Ok(preview)
}

/// Fills in what the preview with this digest showed.
pub fn apply_fill(
    app: &App,
    actor: &Actor,
    slug: &str,
    (options, digest): (FillOptions, &str),
    now: Micros,
) -> Result<CommandOutcome> {
    // The list is searched before the transaction, in which others would wait for it.
    let (preview, changed) = {
        let mut conn = app.store().connection()?;
        let (row, _) = authorize_act(&mut conn, actor, Act::CheckIn, slug)?;
        let run = cache::load(app, &mut conn, &row)?;
        fill_entrants(&mut conn, &run, actor, options)?
    };
    if preview.digest != digest {
        return Err(Error::conflict(refusals::FILL_CHANGED));
    }
    execute_with(app, actor, Act::CheckIn, slug, now, |conn, run| {
        let list = list_to_fill_from(conn, run, options)?;
        if fill_digest(&list, run, options) != digest {
            return Err(Error::conflict(refusals::FILL_CHANGED));
        }
        run.contest.amend_people(changed).map_err(contest_error)
    })
}

/// The list of the options, or the newest.
fn list_to_fill_from(
    conn: &mut AnyConnection,
    run: &LoadedContest,
    options: FillOptions,
) -> Result<RatingList> {
    let list = chosen(conn, run.row.organisation_id, options.list)?;
    list.ok_or_else(|| Error::conflict(refusals::RATING_LIST_NONE))
}

fn fill_digest(list: &RatingList, run: &LoadedContest, options: FillOptions) -> String {
    format!("{}-{}-{}", list.id, run.row.version, u8::from(options.late_ratings))
}
