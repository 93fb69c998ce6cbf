//! The members on an organisation's roster: the public list, and administration by officials.

mod editing;
pub(super) mod roster_writer;

use std::collections::HashMap;

use adjutant_domain::account::age::AgeBand;
use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::roster::MemberDetails;
use adjutant_store::members::{self as rows, MemberRow};
use adjutant_store::organisations::Organisation;
use adjutant_store::{AnyConnection, labels, organisations, players, profiles};
use serde::Serialize;
use utoipa::ToSchema;

use super::access::{Act, ActTarget, Actor, require};
use super::audit::{self, Action, AuditEntry, Field};
use super::organisations::{ListPage, MAX_PAGE_SIZE, access_guard};
use super::{App, Error, Result, Thing, persons};

use roster_writer::{RosterChangeAuthor, RosterStep, write_changes};

pub use editing::{add, edit, remove, set_verified};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub handle: String,
    pub club: String,
    pub province: String,
    /// When the organisation verified club and province.
    pub verified_at: Option<Micros>,
    pub joined_at: Micros,
    /// Whether the age band in this roster keeps the member off public lists. What other rosters or
    /// the members themselves state about their age is not revealed: otherwise adding somebody to a
    /// roster would reveal whether they are a minor.
    pub is_private: bool,
    /// For officials only.
    pub official_details: Option<OfficialMemberDetails>,
}

/// Details for the organisation's officials only.
#[derive(Clone, PartialEq, Eq)]
pub struct OfficialMemberDetails {
    /// The organisation's own number of the member.
    pub number: String,
    pub real_name: String,
    pub age: AgeBand,
    /// The account that verified the member; empty if unverified.
    pub verified_by: String,
    /// Whether the player has an account, which anybody who claims the player is told too.
    pub has_account: bool,
}

/// Omits the details, which are for officials only.
impl std::fmt::Debug for OfficialMemberDetails {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("More(..)")
    }
}

impl Member {
    /// The editable details as officials see them.
    pub fn to_details(&self) -> MemberDetails {
        let (club, province) = (self.club.clone(), self.province.clone());
        match self.official_details.clone() {
            Some(OfficialMemberDetails { number, real_name, age, .. }) => {
                MemberDetails { number, real_name, club, province, age }
            }
            None => MemberDetails { club, province, ..MemberDetails::default() },
        }
    }
}

pub(super) fn details_from_row(row: &MemberRow) -> MemberDetails {
    MemberDetails {
        number: row.reference.clone(),
        real_name: row.real_name.clone(),
        club: row.club.clone(),
        province: row.province.clone(),
        age: AgeBand::from_number(row.age_band),
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MemberFilter {
    pub prefix: String,
    pub club: Option<String>,
    /// The last handle of the previous page; empty for the first page.
    pub after: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RosterPage {
    pub items: Vec<Member>,
    /// The handle after which the next page begins.
    pub next: Option<String>,
    /// The number of members visible to the actor.
    pub total: i64,
}

/// An organisation whose members the actor may see, and whether they see non-public details.
fn visible_roster(
    conn: &mut AnyConnection,
    actor: &Actor,
    slug: &str,
) -> Result<(Organisation, bool)> {
    let row = access_guard::find_visible(conn, actor, slug)?;
    access_guard::require_visible_members(&row)?;
    let (on, demanded) = (ActTarget::Organisation(row.id), row.demands_second_factor);
    let official = require(actor, Act::ReadRoster, on, demanded).is_ok();
    Ok((row, official))
}

/// A page of an organisation's members by handle. Members who are not listed publicly are shown to
/// officials only.
pub fn page(
    app: &App,
    actor: &Actor,
    slug: &str,
    search: &MemberFilter,
    limit: usize,
) -> Result<RosterPage> {
    let mut conn = app.store().read_connection()?;
    let (row, official) = visible_roster(&mut conn, actor, slug)?;
    let limit = limit.clamp(1, MAX_PAGE_SIZE);
    let found = rows::page(
        &mut conn,
        row.id,
        &rows::MemberSearch {
            prefix: &search.prefix,
            club: search.club.as_deref(),
            after: &search.after,
            with_private: official,
        },
        limit as i64 + 1,
    )?;
    let total = rows::count(&mut conn, row.id, official)?;
    let ListPage { items, next } =
        ListPage::from_rows(found, limit, |one: &MemberRow| one.handle.clone());
    Ok(RosterPage { items: to_members(&mut conn, items, official)?, next, total })
}

/// Like [`page`], for an export, which is logged if it includes non-public details. `all` tells
/// whether the following pages will be exported too.
pub fn export_page(
    app: &App,
    actor: &Actor,
    slug: &str,
    search: &MemberFilter,
    (limit, all): (usize, bool),
    now: Micros,
) -> Result<RosterPage> {
    let found = page(app, actor, slug, search, limit)?;
    let taken = if all { found.total } else { found.items.len() as i64 };
    if found.items.iter().all(|member| member.official_details.is_none()) {
        return Ok(found);
    }
    access_guard::write(app, actor, Act::ReadRoster, slug, |conn, row, acting_as| {
        let entry = AuditEntry::for_actor(actor, acting_as, Action::RegistrationsRead, now)
            .organisation(row.id)
            .with_change(Field::Rows, 0, taken);
        Ok(audit::write(conn, &entry)?)
    })?;
    Ok(found)
}

fn to_members(
    conn: &mut AnyConnection,
    rows: Vec<MemberRow>,
    official: bool,
) -> Result<Vec<Member>> {
    let (mut names, mut accounts) = (HashMap::new(), Default::default());
    if official {
        let by: Vec<i32> = rows.iter().filter_map(|row| row.verified_by).collect();
        names = labels::account_names(conn, &by)?;
        let players: Vec<i32> = rows.iter().map(|row| row.player).collect();
        accounts = rows::players_with_accounts(conn, &players)?;
    }
    let more = |row: &MemberRow| OfficialMemberDetails {
        number: row.reference.clone(),
        real_name: row.real_name.clone(),
        age: AgeBand::from_number(row.age_band),
        verified_by: row.verified_by.and_then(|id| names.get(&id).cloned()).unwrap_or_default(),
        has_account: accounts.contains(&row.player),
    };
    let member = |row: MemberRow| Member {
        official_details: official.then(|| more(&row)),
        handle: row.handle,
        club: row.club,
        province: row.province,
        verified_at: row.verified_at.if_ever(),
        joined_at: row.joined_at,
        is_private: AgeBand::from_number(row.age_band).is_minor(),
    };
    Ok(rows.into_iter().map(member).collect())
}

pub fn get(app: &App, actor: &Actor, slug: &str, handle: &str) -> Result<Member> {
    let mut conn = app.store().read_connection()?;
    let (row, official) = visible_roster(&mut conn, actor, slug)?;
    let member = by_handle(&mut conn, row.id, handle)?;
    if member.private.is_private() && !official {
        return Err(Error::missing(Thing::Player, handle));
    }
    single_member(to_members(&mut conn, vec![member], official)?.pop())
}

fn single_member(member: Option<Member>) -> Result<Member> {
    member.ok_or_else(|| Error::Internal("a member was lost on the way".to_owned()))
}

/// The member with this handle, or with one merged into it.
fn by_handle(conn: &mut AnyConnection, organisation: i32, handle: &str) -> Result<MemberRow> {
    let missing = || Error::missing(Thing::Player, handle);
    let player = players::by_handle(conn, handle)?.ok_or_else(missing)?.id;
    rows::find(conn, organisation, player)?.ok_or_else(missing)
}

/// An organisation that a player is a member of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AffiliationItem)]
pub struct Affiliation {
    pub organisation: String,
    /// The organisation's slug.
    pub slug: String,
    pub club: Option<String>,
    pub province: Option<String>,
    /// The day on which the organisation verified club and province.
    pub verified_on: Option<String>,
}

/// The affiliations of a player, by name of the organisation. The caller checks permissions.
pub(super) fn player_affiliations(
    conn: &mut AnyConnection,
    player: i32,
) -> Result<Vec<Affiliation>> {
    let stated = |text: String| Some(text).filter(|text| !text.is_empty());
    let day = |at: Micros| at.to_utc().map(|at| at.date_naive().to_string()).unwrap_or_default();
    let affiliation = |(slug, organisation, club, province, verified_at)| Affiliation {
        organisation,
        slug,
        club: stated(club),
        province: stated(province),
        verified_on: Micros::if_ever(verified_at).map(day),
    };
    Ok(rows::affiliations(conn, player)?.into_iter().map(affiliation).collect())
}

/// The organisations with the actor's player on their rosters.
pub fn own_affiliations(app: &App, actor: &Actor) -> Result<Vec<Affiliation>> {
    require(actor, Act::KeepAccount, ActTarget::Account(actor.account), false)?;
    let Some(player) = actor.player else { return Ok(Vec::new()) };
    player_affiliations(&mut *app.store().connection()?, player)
}

/// Removes the actor's player, and those merged into it, from an organisation's roster.
pub fn leave(app: &App, actor: &Actor, slug: &str, now: Micros) -> Result<()> {
    require(actor, Act::KeepAccount, ActTarget::Account(actor.account), false)?;
    let missing = || Error::missing(Thing::Organisation, slug);
    let player = actor.player.ok_or_else(missing)?;
    let acting_as = require(actor, Act::KeepProfile, ActTarget::Player(player), false)?;
    app.write(|conn| {
        let organisation = organisations::by_slug(conn, slug)?.ok_or_else(missing)?.id;
        let mut own = Vec::new();
        for one in profiles::with_merged_players(conn, player)? {
            own.extend(rows::find(conn, organisation, one)?);
        }
        if own.is_empty() {
            return Err(missing());
        }
        let steps: Vec<RosterStep<'_>> = own.iter().map(|row| RosterStep::Remove { row }).collect();
        let by = RosterChangeAuthor { actor, acting_as, organisation, now, reason: "" };
        write_changes(conn, by, &steps)?;
        Ok(profiles::sync_privacy(conn, player)?)
    })?;
    persons::changed(app, &[player])
}
