//! Correcting an entrant's details at any time.

use crate::access::{Act, Actor};
use crate::messages::LocalizedMessage;
use crate::{App, Error, Result, refusals};
use adjutant_domain::contest::{EntrantId, EntrantProfile};
use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::text;
use adjutant_store::{AnyConnection, members, players};
use serde::Deserialize;
use utoipa::ToSchema;

use super::cache::LoadedContest;
use super::error_messages::contest_error;
use super::execution::{CommandOutcome, execute_with};
use super::namesakes::name_key;
use super::personal::{PersonalFields, personal_error};
use super::rating_fill::fill_person;
use super::registration::{MAX_RATING, MAX_TEXT_LEN};

/// What is corrected of an entrant; what is left out stays.
///
/// A new rating changes the pairing numbers of stages that have not started. In others they stay as
/// they were published (C.04.2), while tie-breaks that use ratings follow.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CorrectEntrantRequest)]
pub struct EntrantCorrection {
    /// The name of a guest. Players are shown by their own name.
    pub name: Option<String>,
    /// At most 4000; 0 for none.
    pub rating: Option<u32>,
    /// Empty for none.
    pub club: Option<String>,
    /// Empty for none.
    pub province: Option<String>,
    #[serde(default)]
    pub personal: PersonalFields,
    /// Makes a guest of an entrant who was taken for a player of this site with the same name. What
    /// was rated for the player is taken back. Not in events that are played on this site.
    #[serde(default)]
    pub guest: bool,
    /// Completes what is missing after the correction from the organisation's newest rating list.
    #[serde(default)]
    pub fill_from_rating_list: bool,
}

fn clean(field: &'static str, given: &str) -> Result<String> {
    text::clean_line(given, MAX_TEXT_LEN).map_err(|fault| Error::invalid(field, fault.message()))
}

/// Corrects an entrant of an event without teams.
pub fn correct_entrant(
    app: &App,
    actor: &Actor,
    slug: &str,
    entrant: EntrantId,
    correction: &EntrantCorrection,
    now: Micros,
) -> Result<CommandOutcome> {
    execute_with(app, actor, Act::CheckIn, slug, now, |conn, run| {
        let known = run.contest.entrant(entrant).map(|one| one.person.clone());
        // Only the name of a known entrant can be compared; the command refuses others.
        let person = match known {
            Some(known) => corrected_profile(conn, run, entrant, known, correction)?,
            None => EntrantProfile::default(),
        };
        run.contest.amend_person(entrant, person).map_err(contest_error)
    })
}

fn corrected_profile(
    conn: &mut AnyConnection,
    run: &LoadedContest,
    entrant: EntrantId,
    known: EntrantProfile,
    correction: &EntrantCorrection,
) -> Result<EntrantProfile> {
    let EntrantCorrection { name, rating, club, province, personal, guest, fill_from_rating_list } =
        correction;
    let player = known.player;
    let mut person = if *guest { unlinked(run, known)? } else { known };
    if let Some(name) = name {
        let name = clean("name", name)?;
        if name != person.name {
            check_guest_name(conn, run, entrant, &person, &name)?;
            person.name = name;
        }
    }
    if rating.is_some_and(|rating| rating > MAX_RATING) {
        return Err(Error::invalid("rating", refusal!(ROW_RATING, most = MAX_RATING)));
    }
    person.rating = rating.unwrap_or(person.rating);
    if let Some(club) = club {
        person.club = clean("club", club)?;
    }
    if let Some(province) = province {
        person.province = clean("province", province)?;
    }
    if *guest {
        clear_roster_details(conn, run, player, &mut person)?;
    }
    person.personal = personal.apply(&person.personal).map_err(personal_error)?;
    if *fill_from_rating_list {
        fill_person(conn, run, (entrant, &mut person))?;
    }
    Ok(person)
}

/// The person as a guest: somebody else than the player.
fn unlinked(run: &LoadedContest, known: EntrantProfile) -> Result<EntrantProfile> {
    if run.contest.settings.onsite_games().is_some() {
        return Err(Error::conflict(refusal!(ENTRANT_PLAYS_HERE, name = known.name)));
    }
    Ok(EntrantProfile { player: 0, title: None, stands_in: false, ..known })
}

/// Takes away what the roster says of the player, who may have hidden it: it is not known of somebody else.
fn clear_roster_details(
    conn: &mut AnyConnection,
    run: &LoadedContest,
    player: i32,
    person: &mut EntrantProfile,
) -> Result<()> {
    let Some(member) = members::find(conn, run.row.organisation_id, player)? else { return Ok(()) };
    if person.club == member.club {
        person.club.clear();
    }
    if person.province == member.province {
        person.province.clear();
    }
    Ok(())
}

/// Refuses a name that would make a guest somebody else, or rename a player.
fn check_guest_name(
    conn: &mut AnyConnection,
    run: &LoadedContest,
    entrant: EntrantId,
    known: &EntrantProfile,
    name: &str,
) -> Result<()> {
    let wrong = |message: LocalizedMessage| Err(Error::invalid("name", message));
    if known.player != 0 {
        return wrong(refusal!(ENTRANT_IS_PLAYER, name = known.name));
    }
    if name.is_empty() {
        return wrong(refusals::ROW_NAME_MISSING.into());
    }
    if let Some(player) = players::by_handle(conn, name)? {
        return wrong(refusal!(GUEST_NAME_OF_PLAYER, name = player.name));
    }
    let key = name_key(name);
    let others = run.contest.numbered_entrants().filter(|(id, _)| *id != entrant);
    match others.map(|(_, one)| one).find(|one| name_key(&one.person.name) == key) {
        Some(other) => wrong(refusal!(ROW_LOOKS, name = other.person.name)),
        None => Ok(()),
    }
}
