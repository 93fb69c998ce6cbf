//! Editing single members of a roster.

use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::FieldError;
use adjutant_domain::organisation::roster::{
    CellEdit, MemberDetails, Roster, RosterColumn, RosterFileRow,
};
use adjutant_store::AnyConnection;
use adjutant_store::id_sequence::reference;
use adjutant_store::members as rows;
use adjutant_store::organisations::Organisation;

use super::super::access::{Act, ActingAs, Actor};
use super::super::audit::{self, Action, AuditEntry, Field, yes_no};
use super::super::messages::LocalizedMessage;
use super::super::organisations::access_guard;
use super::super::roster::plan;
use super::super::{App, Error, Result, persons, privacy, refusals};
use super::roster_writer::{RosterChangeAuthor, RosterStep, member_values, write_changes};
use super::{Member, by_handle, details_from_row, single_member, to_members};

/// Runs a roster change in one transaction; the work returns the player, and the players whose
/// public visibility may change.
fn update_roster(
    app: &App,
    actor: &Actor,
    slug: &str,
    work: impl FnOnce(&mut AnyConnection, &Organisation, ActingAs) -> Result<(i32, Vec<i32>)>,
) -> Result<Option<Member>> {
    let update = |conn: &mut AnyConnection, row: Organisation, acting_as| {
        access_guard::require_open(&row)?;
        let (player, concerned) = work(conn, &row, acting_as)?;
        let row = rows::find(conn, row.id, player)?;
        Ok((to_members(conn, row.into_iter().collect(), true)?.pop(), concerned))
    };
    let (member, concerned) = access_guard::write(app, actor, Act::EditRoster, slug, update)?;
    persons::changed_any(app, &concerned)?;
    Ok(member)
}

/// Validates the details; all faults are reported in one error under the field of the first.
fn validate_details(details: &MemberDetails) -> Result<MemberDetails> {
    details.validated().map_err(|faults| {
        let field = faults.first().map_or("handle", |(column, _)| column.key());
        let named = |(column, fault): (RosterColumn, FieldError)| {
            refusal!(ROW_OF, name = column.key(), why = LocalizedMessage::from(fault.message()))
        };
        Error::invalid(field, refusals::several(faults.into_iter().map(named)))
    })
}

/// Adds a member: the player with this handle, or a new one.
pub fn add(
    app: &App,
    actor: &Actor,
    slug: &str,
    handle: &str,
    details: &MemberDetails,
    now: Micros,
) -> Result<Member> {
    let details = validate_details(details)?;
    update_roster(app, actor, slug, |conn, row, acting_as| {
        let found =
            plan::make(conn, app.sealer(), row.id, one_row_roster(handle, &details), false)?;
        if let Some(fault) = found.faults.listed.first() {
            return Err(Error::invalid("handle", fault.kind.message()));
        }
        if found.diff.added.is_empty() {
            return Err(Error::conflict(refusal!(ON_ROSTER, name = handle)));
        }
        let people = plan::people(conn, &found)?;
        let steps = plan::steps(&found, &people);
        let by = RosterChangeAuthor { actor, acting_as, organisation: row.id, now, reason: "" };
        let concerned = write_changes(conn, by, &steps)?;
        let player = people.first().map_or(0, |person| person.player);
        Ok((player, concerned))
    })
    .and_then(single_member)
}

fn one_row_roster(handle: &str, details: &MemberDetails) -> Roster {
    let cell = |text: &String| match text.as_str() {
        "" => CellEdit::Keep,
        text => CellEdit::Set(text.to_owned()),
    };
    let line = RosterFileRow {
        line: 1,
        handle: handle.trim().to_owned(),
        name: cell(&details.real_name),
        club: cell(&details.club),
        province: cell(&details.province),
        number: cell(&details.number),
        age: Some(details.age),
    };
    Roster { lines: vec![line], ..Roster::default() }
}

/// Changes the details of a member; a new club or province is no longer verified.
pub fn edit(
    app: &App,
    actor: &Actor,
    slug: &str,
    handle: &str,
    details: &MemberDetails,
    now: Micros,
) -> Result<Member> {
    let details = validate_details(details)?;
    update_roster(app, actor, slug, |conn, row, acting_as| {
        let member = by_handle(conn, row.id, handle)?;
        if details_from_row(&member) == details {
            return Ok((member.player, Vec::new()));
        }
        let step = RosterStep::Change { row: &member, details: &details };
        let by = RosterChangeAuthor { actor, acting_as, organisation: row.id, now, reason: "" };
        Ok((member.player, write_changes(conn, by, &[step])?))
    })
    .and_then(single_member)
}

/// Removes a member from the roster; the player and their games remain.
pub fn remove(
    app: &App,
    actor: &Actor,
    slug: &str,
    handle: &str,
    reason: &str,
    now: Micros,
) -> Result<()> {
    update_roster(app, actor, slug, |conn, row, acting_as| {
        let reason = &persons::reason(reason)?;
        let member = by_handle(conn, row.id, handle)?;
        let reason = &privacy::without_names_of(conn, actor, reason, &[member.player], "")?;
        let step = RosterStep::Remove { row: &member };
        let by = RosterChangeAuthor { actor, acting_as, organisation: row.id, now, reason };
        Ok((member.player, write_changes(conn, by, &[step])?))
    })
    .map(drop)
}

/// Marks a member's club and province as verified or not verified. No document is stored.
pub fn set_verified(
    app: &App,
    actor: &Actor,
    slug: &str,
    handle: &str,
    verified: bool,
    now: Micros,
) -> Result<Member> {
    update_roster(app, actor, slug, |conn, row, acting_as| {
        let member = by_handle(conn, row.id, handle)?;
        if verified && member.club.is_empty() && member.province.is_empty() {
            return Err(Error::conflict(refusal!(NOTHING_TO_VERIFY, name = handle)));
        }
        if verified && actor.player == Some(member.player) {
            return Err(Error::forbidden(refusals::VERIFIES_HIMSELF));
        }
        if verified == (member.verified_at > Micros::NEVER) {
            return Ok((member.player, Vec::new()));
        }
        let verification =
            if verified { (now, reference(actor.account)) } else { (Micros::NEVER, None) };
        let details = details_from_row(&member);
        rows::update(conn, member.id, member_values(&details, verification))?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::MemberVerified, now)
            .organisation(row.id)
            .player(member.player)
            .with_change(Field::Verified, yes_no(!verified), yes_no(verified));
        audit::write(conn, &entry)?;
        Ok((member.player, Vec::new()))
    })
    .and_then(single_member)
}
