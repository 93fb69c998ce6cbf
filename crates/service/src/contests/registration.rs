//! Registration of players by handle, and of guests by name.

use std::collections::BTreeMap;

use crate::access::{Act, Actor};
use crate::messages::LocalizedMessage;
use crate::refusals::several;
use crate::{App, Error, Result, bots, refusals};
use adjutant_domain::contest::{
    ContestError, ContestFact, EntrantProfile, IneligibleReason, SubmittedBy,
};
use adjutant_domain::game::GameKind;
use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::text;
use adjutant_store::{AnyConnection, ledgers, members, players, titles};
use ledger_ratings::{Pool, Title};
use serde::Deserialize;
use utoipa::ToSchema;

use super::authorize_act;
use super::cache::{self, LoadedContest};
use super::error_messages::{contest_error, into_message, not_eligible_error};
use super::execution::{CommandOutcome, FactBatch, execute_with};
use super::namesakes::{RegisteredNames, clean_name};
use super::personal::{PersonalFields, birth_year_fault, gender_fault};
use super::season_table::season_wins;
use super::sections::OtherSections;
use super::wire;

/// Maximum length of the name of a guest, club or province, in characters.
pub(super) const MAX_TEXT_LEN: usize = 60;
pub const MAX_ENTRANTS_PER_REQUEST: usize = 3_000;
const MAX_LISTED_FAULTS: usize = 20;
pub const MAX_RATING: u32 = 4_000;

/// An entrant to register.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewEntrantRequest)]
pub struct NewEntrant {
    /// A player's handle, or the name of a guest.
    pub name: String,
    /// Rating for the seeding, instead of the one in the organisation's pool; at most 4000.
    pub rating: Option<u32>,
    /// Replaces the club of the roster.
    #[serde(default, deserialize_with = "wire::text_or_null")]
    #[schema(value_type = Option<String>)]
    pub club: String,
    #[serde(default, deserialize_with = "wire::text_or_null")]
    #[schema(value_type = Option<String>)]
    pub province: String,
    #[serde(default)]
    pub personal: PersonalFields,
    /// Enters a guest, even if a player of this site has the name.
    #[serde(default)]
    pub guest: bool,
    /// The row of the spreadsheet or the line of the text that it stands in, from 1.
    #[serde(skip)]
    pub row: Option<usize>,
    /// Why the row of a list is unreadable, if it is.
    #[serde(skip)]
    pub unreadable: Option<UnreadableReason>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnreadableReason {
    /// This text stands in place of the rating; `after_comma` if a comma before it may have split a
    /// name.
    Rating {
        text: String,
        after_comma: bool,
    },
    /// This text stands in place of the year of birth.
    BirthYear(String),
    Gender(String),
    SeveralLines,
    /// A quotation mark that is never closed.
    OpenQuote,
}

impl UnreadableReason {
    fn message(&self) -> LocalizedMessage {
        match self {
            UnreadableReason::Rating { text, after_comma: true } => {
                refusal!(ROW_NO_RATING_CUT, text)
            }
            UnreadableReason::Rating { text, after_comma: false } => {
                refusal!(ROW_NO_RATING, text, most = MAX_RATING)
            }
            UnreadableReason::BirthYear(text) => birth_year_fault(text),
            UnreadableReason::Gender(text) => gender_fault(text),
            UnreadableReason::SeveralLines => refusals::ROW_SEVERAL_LINES.into(),
            UnreadableReason::OpenQuote => refusals::ROW_OPEN_QUOTE.into(),
        }
    }
}

/// The profile of a player according to the organisation, with the rating in the game that is played.
fn player_profile(
    conn: &mut AnyConnection,
    (organisation, game): (i32, GameKind),
    player: i32,
) -> Result<EntrantProfile> {
    let ledgers = ledgers::for_player(conn, player)?;
    let of_organisation = |pool: i16| {
        Pool::organisation_of(pool)
            .is_some_and(|(of, _, family)| of == organisation && family == game.family())
    };
    let own = ledgers.iter().filter(|(pool, _)| of_organisation(*pool));
    let most_games = own.max_by_key(|(_, ledger)| ledger.totals.games());
    let rating = most_games.map_or(0, |(_, ledger)| ledger.glicko.rating);
    let points = most_games.map_or(0, |(_, ledger)| ledger.glicko.whole_points());
    let member = members::find(conn, organisation, player)?;
    let (club, province) = member.map_or_else(Default::default, |one| (one.club, one.province));
    let title = match most_games {
        Some(_) => Some(title_index(conn, organisation, rating)?),
        None => None,
    };
    let rating = u32::try_from(points).unwrap_or(0);
    Ok(EntrantProfile { player, rating, title, club, province, ..EntrantProfile::default() })
}

/// The profile of an actor's own player, who must be a person.
pub(super) fn own_profile(
    conn: &mut AnyConnection,
    run: &LoadedContest,
    player: i32,
) -> Result<EntrantProfile> {
    let player = players::canonical(conn, player)?;
    if bots::is_bot(conn, player.id)? {
        return Err(Error::conflict(refusal!(BOT_IN_EVENT, name = player.handle)));
    }
    let profile = player_profile(conn, run.host(), player.id)?;
    Ok(EntrantProfile { name: player.handle, ..profile })
}

/// The index of a rating (in hundredths) among the applicable titles, from 0 for the lowest.
fn title_index(conn: &mut AnyConnection, organisation: i32, rating: i32) -> Result<u8> {
    let own = titles::for_organisation(conn, organisation)?;
    if own.is_empty() {
        return Ok(Title::of(rating) as u8);
    }
    let reached = own.iter().filter(|(_, from)| *from <= rating).count();
    Ok(u8::try_from(reached.saturating_sub(1)).unwrap_or(u8::MAX))
}

/// The error for an ineligible entrant, which names the highest title allowed.
pub(super) fn ineligible_error(
    conn: &mut AnyConnection,
    run: &LoadedContest,
    why: ContestError,
) -> Error {
    let most = run.contest.settings.eligibility.max_title;
    match (why, most) {
        (ContestError::NotEligible(reasons), Some(most))
            if reasons.contains(&IneligibleReason::Title) =>
        {
            match title_name(conn, run.row.organisation_id, most) {
                Ok(Some(title)) => not_eligible_error(&reasons, &title),
                Ok(None) => contest_error(ContestError::NotEligible(reasons)),
                Err(error) => error,
            }
        }
        (why, _) => contest_error(why),
    }
}

fn title_name(
    conn: &mut AnyConnection,
    organisation: i32,
    height: u8,
) -> Result<Option<LocalizedMessage>> {
    let (own, height) = (titles::for_organisation(conn, organisation)?, usize::from(height));
    if !own.is_empty() {
        return Ok(own.get(height).map(|(name, _)| name.as_str().into()));
    }
    let said =
        |title: &Title| LocalizedMessage::keyed(format!("title-{}", title.key()), title.name());
    Ok(Title::ALL.get(height).map(said))
}

/// Resolves a row to a person of an event of this organisation and game, or returns its fault.
pub(super) fn resolve_entrant(
    conn: &mut AnyConnection,
    host: (i32, GameKind),
    new: &NewEntrant,
) -> Result<Result<EntrantProfile, LocalizedMessage>> {
    if let Some(unread) = &new.unreadable {
        return Ok(Err(unread.message()));
    }
    let line = |text: &str| {
        text::clean_line(text, MAX_TEXT_LEN)
            .map_err(|fault| LocalizedMessage::from(fault.message()))
    };
    let name = match line(&new.name) {
        Ok(name) if name.is_empty() => return Ok(Err(refusals::ROW_NAME_MISSING.into())),
        Ok(name) => name,
        Err(why) => return Ok(Err(refusal!(ROW_NAME, why))),
    };
    if new.rating.is_some_and(|rating| rating > MAX_RATING) {
        return Ok(Err(refusal!(ROW_RATING, most = MAX_RATING)));
    }
    let (club, province) = match (line(&new.club), line(&new.province)) {
        (Ok(club), Ok(province)) => (club, province),
        (Err(why), _) | (_, Err(why)) => return Ok(Err(why)),
    };
    let player = if new.guest { None } else { players::by_handle(conn, &name)? };
    let mut person = match player {
        Some(player) => {
            let barred = bots::refusal_in_event(conn, (player.id, &player.name), host.1)?;
            if let Some(why) = barred {
                return Ok(Err(why));
            }
            EntrantProfile { name: player.name, ..player_profile(conn, host, player.id)? }
        }
        None => EntrantProfile { name, ..EntrantProfile::default() },
    };
    person.personal = match new.personal.apply(&person.personal) {
        Ok(details) => details,
        Err((_, why)) => return Ok(Err(why)),
    };
    person.rating = new.rating.unwrap_or(person.rating);
    if !club.is_empty() {
        person.club = club;
    }
    if !province.is_empty() {
        person.province = province;
    }
    Ok(Ok(person))
}

/// Registers entrants, all or none. Players who are registered already are left as they are, so
/// that a corrected file can be sent again.
pub fn register_entrants(
    app: &App,
    actor: &Actor,
    slug: &str,
    list: &[NewEntrant],
    exception: bool,
    now: Micros,
) -> Result<CommandOutcome> {
    check_list_size(list)?;
    execute_with(app, actor, Act::CheckIn, slug, now, |conn, run| {
        let (facts, rows) = evaluate_list(app, conn, run, list, exception)?;
        facts_or_faults(facts, row_faults(rows))
    })
}

/// The facts that register a whole list, or its faults.
pub(super) fn entrant_facts(
    app: &App,
    conn: &mut AnyConnection,
    run: &LoadedContest,
    list: &[NewEntrant],
) -> Result<Vec<ContestFact>> {
    check_list_size(list)?;
    let (facts, rows) = evaluate_list(app, conn, run, list, false)?;
    facts_or_faults(facts, row_faults(rows))
}

/// The status of each row of a list.
pub(super) fn preview_rows(
    app: &App,
    conn: &mut AnyConnection,
    run: &LoadedContest,
    list: &[NewEntrant],
) -> Result<Vec<EntrantPreviewRow>> {
    check_list_size(list)?;
    evaluate_list(app, conn, run, list, false).map(|(_, rows)| rows)
}

fn row_faults(rows: Vec<EntrantPreviewRow>) -> Vec<LocalizedMessage> {
    let fault = |row: EntrantPreviewRow| match row.status {
        EntrantRowStatus::Invalid(why) => Some(row_fault(row.number, why)),
        _ => None,
    };
    rows.into_iter().filter_map(fault).collect()
}

pub(super) fn check_list_size(list: &[NewEntrant]) -> Result<()> {
    if list.len() > MAX_ENTRANTS_PER_REQUEST {
        return Err(Error::invalid(
            "entrants",
            refusal!(EVENT_TOO_MANY_ROWS, most = MAX_ENTRANTS_PER_REQUEST),
        ));
    }
    Ok(())
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntrantRowStatus {
    /// A player of this site, by handle.
    Player,
    Guest,
    /// Registered already; nothing is done.
    AlreadyRegistered,
    /// The same player as in this row; nothing is done.
    DuplicateOf(usize),
    Invalid(LocalizedMessage),
}

/// A row of a list as it would be registered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntrantPreviewRow {
    /// As [`NewEntrant::row`] says, otherwise the place in the list, from 1.
    pub number: usize,
    pub name: String,
    pub rating: u32,
    pub club: String,
    pub province: String,
    pub status: EntrantRowStatus,
    /// Whether it is a choice that this is a guest: a player of this site has the name, or it was chosen.
    pub may_be_guest: bool,
    /// Whether the name was completed, because somebody else has it, too.
    pub is_told_apart: bool,
}

impl EntrantPreviewRow {
    fn as_written(number: usize, new: &NewEntrant, status: EntrantRowStatus) -> Self {
        EntrantPreviewRow {
            number,
            name: new.name.clone(),
            rating: new.rating.unwrap_or_default(),
            club: new.club.clone(),
            province: new.province.clone(),
            status,
            may_be_guest: new.guest,
            is_told_apart: false,
        }
    }
}

pub fn preview_entrants(
    app: &App,
    actor: &Actor,
    slug: &str,
    list: &[NewEntrant],
    exception: bool,
) -> Result<Vec<EntrantPreviewRow>> {
    check_list_size(list)?;
    let mut conn = app.store().connection()?;
    let (row, _) = authorize_act(&mut conn, actor, Act::CheckIn, slug)?;
    let run = cache::load(app, &mut conn, &row)?;
    evaluate_list(app, &mut conn, &run, list, exception).map(|(_, rows)| rows)
}

/// The facts that register the valid rows of a list, and the status of each row.
fn evaluate_list(
    app: &App,
    conn: &mut AnyConnection,
    run: &LoadedContest,
    list: &[NewEntrant],
    exception: bool,
) -> Result<(Vec<ContestFact>, Vec<EntrantPreviewRow>)> {
    let (mut batch, mut rows) = (FactBatch::new(&run.contest), Vec::with_capacity(list.len()));
    let mut names = RegisteredNames::of(&run.contest);
    let won = season_wins(app, conn, run)?;
    let others = OtherSections::load(app, conn, run)?;
    for (place, new) in (1..).zip(list) {
        let number = new.row.unwrap_or(place);
        let resolved = resolve_entrant(conn, run.host(), new)?;
        let (person, again) = match resolved.and_then(|person| names.add(number, new, person)) {
            Ok((person, again)) => (with_title_wins(person, &won), again),
            Err(why) => {
                let status = EntrantRowStatus::Invalid(why);
                rows.push(EntrantPreviewRow::as_written(number, new, status));
                continue;
            }
        };
        if let Some(section) = others.section_of(&person) {
            let why = refusal!(SECTION_ELSEWHERE_ALREADY, name = person.name, section);
            let status = EntrantRowStatus::Invalid(why);
            rows.push(EntrantPreviewRow::as_written(number, new, status));
            continue;
        }
        let mut looked = EntrantPreviewRow {
            number,
            name: person.name.clone(),
            rating: person.rating,
            club: person.club.clone(),
            province: person.province.clone(),
            status: if person.player == 0 {
                EntrantRowStatus::Guest
            } else {
                EntrantRowStatus::Player
            },
            may_be_guest: new.guest || person.player != 0,
            is_told_apart: person.player == 0 && person.name != clean_name(new),
        };
        let by = SubmittedBy::Official { waives_eligibility: exception };
        match batch.after.register(person, by) {
            Ok(facts) => batch.add(facts)?,
            Err(ContestError::AlreadyRegistered(_)) => {
                looked.status =
                    again.map_or(EntrantRowStatus::AlreadyRegistered, EntrantRowStatus::DuplicateOf)
            }
            Err(why) => {
                looked.status =
                    EntrantRowStatus::Invalid(into_message(ineligible_error(conn, run, why)))
            }
        }
        rows.push(looked);
    }
    Ok((batch.facts, rows))
}

pub(super) fn facts_or_faults(
    facts: Vec<ContestFact>,
    faults: Vec<LocalizedMessage>,
) -> Result<Vec<ContestFact>> {
    if faults.is_empty() {
        return Ok(facts);
    }
    let why = summarize_faults(faults);
    Err(Error::invalid("entrants", refusal!(EVENT_ROWS, why)))
}

/// The first faults, and the number of further ones.
pub(super) fn summarize_faults(mut faults: Vec<LocalizedMessage>) -> LocalizedMessage {
    let more = faults.len().saturating_sub(MAX_LISTED_FAULTS);
    faults.truncate(MAX_LISTED_FAULTS);
    if more > 0 {
        faults.push(refusal!(ROWS_MORE, count = more));
    }
    several(faults)
}

pub(super) fn row_fault(number: usize, why: LocalizedMessage) -> LocalizedMessage {
    refusal!(ROW, row = number, why)
}

/// Sets the number of events of the season that the person has won.
fn with_title_wins(person: EntrantProfile, won: &BTreeMap<i32, u32>) -> EntrantProfile {
    EntrantProfile { titles_won: won.get(&person.player).copied().unwrap_or(0), ..person }
}

pub fn register_self(app: &App, actor: &Actor, slug: &str, now: Micros) -> Result<CommandOutcome> {
    let own = actor.player.ok_or_else(|| Error::conflict(refusals::NO_OWN_PLAYER))?;
    execute_with(app, actor, Act::TakePart, slug, now, |conn, run| {
        let person = with_title_wins(own_profile(conn, run, own)?, &season_wins(app, conn, run)?);
        if let Some(section) = OtherSections::load(app, conn, run)?.section_of(&person) {
            return Err(Error::conflict(refusal!(
                SECTION_ELSEWHERE_ALREADY,
                name = person.name,
                section
            )));
        }
        let told = run.contest.register(person, SubmittedBy::Entrant);
        told.map_err(|why| ineligible_error(conn, run, why))
    })
}
