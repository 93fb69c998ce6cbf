//! Rosters: the members of organisations.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Text};

use super::names::name_key;
use super::organisations::OrganisationState;
use super::players::Privacy;
use super::queries::{KEYS_PER_STATEMENT, insert_all, load_in_chunks};
use super::schema::{accounts, members, organisations, players};
use super::{AnyConnection, Result, id_sequence};
use adjutant_domain::moment::Micros;
use adjutant_domain::search::search_key;

/// The details of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsChangeset)]
#[diesel(table_name = members, treat_none_as_null = true)]
pub struct MemberValues<'a> {
    pub reference: &'a str,
    pub real_name: &'a str,
    pub club: &'a str,
    pub province: &'a str,
    pub age_band: i16,
    pub verified_at: Micros,
    pub verified_by: Option<i32>,
}

#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = members, base_query = members::table.inner_join(players::table))]
pub struct MemberRow {
    pub id: i32,
    #[diesel(column_name = player_id)]
    pub player: i32,
    #[diesel(select_expression = players::handle)]
    pub handle: String,
    #[diesel(select_expression = players::name_key)]
    pub name_key: String,
    #[diesel(select_expression = players::private)]
    pub private: Privacy,
    pub reference: String,
    pub real_name: String,
    pub club: String,
    pub province: String,
    pub age_band: i16,
    pub verified_at: Micros,
    pub verified_by: Option<i32>,
    pub joined_at: Micros,
}

/// The filter of a page of members.
#[derive(Debug, Clone, Default)]
pub struct MemberSearch<'a> {
    /// The beginning of the handle.
    pub prefix: &'a str,
    /// The exact name of the club.
    pub club: Option<&'a str>,
    /// The last handle of the previous page.
    pub after: &'a str,
    /// Whether to include players who are not listed publicly.
    pub with_private: bool,
}

/// Members of an organisation by handle.
pub fn page(
    conn: &mut AnyConnection,
    organisation: i32,
    search: &MemberSearch<'_>,
    limit: i64,
) -> Result<Vec<MemberRow>> {
    let mut query = MemberRow::query()
        .filter(members::organisation_id.eq(organisation))
        .order(players::name_key)
        .limit(limit)
        .into_boxed();
    let prefix = name_key(search.prefix);
    if !prefix.is_empty() {
        let end = format!("{prefix}\u{10ffff}");
        query = query.filter(players::name_key.ge(prefix)).filter(players::name_key.lt(end));
    }
    if !search.after.is_empty() {
        query = query.filter(players::name_key.gt(name_key(search.after)));
    }
    if let Some(club) = search.club {
        query = query.filter(members::club.eq(club));
    }
    if !search.with_private {
        query = query.filter(players::private.eq(Privacy::Public));
    }
    Ok(query.load(conn)?)
}

/// The number of members of an organisation.
pub fn count(conn: &mut AnyConnection, organisation: i32, with_private: bool) -> Result<i64> {
    let mut query = members::table
        .inner_join(players::table)
        .filter(members::organisation_id.eq(organisation))
        .select(diesel::dsl::count_star())
        .into_boxed();
    if !with_private {
        query = query.filter(players::private.eq(Privacy::Public));
    }
    Ok(query.first(conn)?)
}

/// A player's membership in an organisation.
pub fn find(conn: &mut AnyConnection, organisation: i32, player: i32) -> Result<Option<MemberRow>> {
    Ok(MemberRow::query()
        .filter(members::organisation_id.eq(organisation))
        .filter(members::player_id.eq(player))
        .first(conn)
        .optional()?)
}

/// An open organisation's slug and name, the member's club and province, and when these were
/// verified.
pub type Affiliation = (String, String, String, String, Micros);

/// The organisations of a player.
pub fn affiliations(conn: &mut AnyConnection, player: i32) -> Result<Vec<Affiliation>> {
    Ok(members::table
        .inner_join(organisations::table)
        .filter(members::player_id.eq(player))
        .filter(organisations::state.eq(OrganisationState::Open))
        .order(organisations::name_key)
        .select((
            organisations::slug,
            organisations::name,
            members::club,
            members::province,
            members::verified_at,
        ))
        .load(conn)?)
}

/// Club and province of these players in open organisations, unordered but for each player's own,
/// which follow the name of the organisation.
pub fn clubs(conn: &mut AnyConnection, players: &[i32]) -> Result<Vec<(i32, String, String)>> {
    let mut found: Vec<(i32, String, String, String)> = load_in_chunks(players, |players| {
        members::table
            .inner_join(organisations::table)
            .filter(members::player_id.eq_any(players))
            .filter(organisations::state.eq(OrganisationState::Open))
            .filter(members::club.ne("").or(members::province.ne("")))
            .select((members::player_id, members::club, members::province, organisations::name_key))
            .load(conn)
    })?;
    found.sort_by(|one, other| one.3.cmp(&other.3));
    Ok(found.into_iter().map(|(player, club, province, _)| (player, club, province)).collect())
}

/// What members are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberOrder {
    Club,
    Province,
}

/// A member in a list by club or by province.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct SortedMember {
    #[diesel(sql_type = Integer)]
    pub id: i32,
    #[diesel(sql_type = Integer)]
    pub player_id: i32,
    #[diesel(sql_type = Integer)]
    pub organisation_id: i32,
    #[diesel(sql_type = Text)]
    pub club: String,
    #[diesel(sql_type = Text)]
    pub province: String,
}

/// Up to `limit` members who have a club or province, in its order after the one with this value and
/// id; also those of closed organisations and those who are not listed publicly.
pub fn sorted(
    conn: &mut AnyConnection,
    order: MemberOrder,
    (value, id): (&str, i32),
    limit: i64,
) -> Result<Vec<SortedMember>> {
    let column = match order {
        MemberOrder::Club => "club",
        MemberOrder::Province => "province",
    };
    let query = format!(
        "SELECT id, player_id, organisation_id, club, province FROM members WHERE {column} <> '' \
         AND ({column}, id) > ($1, $2) ORDER BY {column}, id LIMIT $3"
    );
    Ok(diesel::sql_query(query)
        .bind::<Text, _>(value)
        .bind::<Integer, _>(id)
        .bind::<BigInt, _>(limit)
        .load(conn)?)
}

/// The real names of these players in open organisations, each with the organisation's id.
pub fn real_names(conn: &mut AnyConnection, players: &[i32]) -> Result<Vec<(i32, String)>> {
    Ok(members::table
        .inner_join(organisations::table)
        .filter(members::player_id.eq_any(players))
        .filter(organisations::state.eq(OrganisationState::Open))
        .select((members::organisation_id, members::real_name))
        .load(conn)?)
}

/// Inserts members, each a player with details, in a transaction that holds the writer lock. Fails
/// if one is a member already.
pub fn add_all(
    conn: &mut AnyConnection,
    organisation: i32,
    new: &[(i32, MemberValues<'_>)],
    now: Micros,
) -> Result<()> {
    let first = id_sequence::next_ids(conn, "members", new.len())?;
    let rows: Vec<_> = (first..)
        .zip(new)
        .map(|(id, (player, values))| {
            (
                members::id.eq(id),
                members::organisation_id.eq(organisation),
                members::player_id.eq(*player),
                members::reference.eq(values.reference),
                members::real_name.eq(values.real_name),
                members::club.eq(values.club),
                members::province.eq(values.province),
                members::age_band.eq(values.age_band),
                members::verified_at.eq(values.verified_at),
                members::verified_by.eq(values.verified_by),
                members::joined_at.eq(now),
            )
        })
        .collect();
    insert_all!(conn, members::table, rows);
    Ok(())
}

pub fn update(conn: &mut AnyConnection, id: i32, values: MemberValues<'_>) -> Result<()> {
    diesel::update(members::table.find(id)).set(values).execute(conn)?;
    Ok(())
}

pub fn remove(conn: &mut AnyConnection, ids: &[i32]) -> Result<()> {
    for some in ids.chunks(KEYS_PER_STATEMENT) {
        diesel::delete(members::table.filter(members::id.eq_any(some))).execute(conn)?;
    }
    Ok(())
}

/// Players and accounts with one of these lookalike keys, by key.
pub fn lookalikes_by_key(
    conn: &mut AnyConnection,
    looks: &[String],
) -> Result<HashMap<String, String>> {
    let mut found: HashMap<String, String> = load_in_chunks(looks, |looks| {
        let alike = accounts::table.filter(accounts::look_key.eq_any(looks));
        alike.select((accounts::look_key, accounts::name)).load(conn)
    })?;
    let handles: HashMap<String, String> = load_in_chunks(looks, |looks| {
        let alike = players::table.filter(players::look_key.eq_any(looks));
        alike.select((players::look_key, players::handle)).load(conn)
    })?;
    found.extend(handles);
    Ok(found)
}

#[derive(Debug, Clone, Copy)]
pub struct NewPlayerRow<'a> {
    pub handle: &'a str,
    pub look_key: &'a str,
    pub privacy: Privacy,
}

/// Inserts players in a transaction that holds the writer lock; returns the id of the first, the
/// others follow. The caller has checked that the handles are free.
pub fn add_players(conn: &mut AnyConnection, new: &[NewPlayerRow<'_>]) -> Result<i32> {
    let first = id_sequence::next_ids(conn, "players", new.len())?;
    let rows: Vec<_> = (first..)
        .zip(new)
        .map(|(id, player)| {
            (
                players::id.eq(id),
                players::handle.eq(player.handle),
                players::name_key.eq(name_key(player.handle)),
                players::look_key.eq(player.look_key),
                players::search_key.eq(search_key(player.handle)),
                players::private.eq(player.privacy),
            )
        })
        .collect();
    insert_all!(conn, players::table, rows);
    Ok(first)
}

/// Which of these players have an account.
pub fn players_with_accounts(conn: &mut AnyConnection, ids: &[i32]) -> Result<HashSet<i32>> {
    load_in_chunks(ids, |ids| {
        let some = accounts::table.filter(accounts::player_id.eq_any(ids));
        some.select(accounts::player_id.assume_not_null()).load(conn)
    })
}
