//! Deleting accounts and anonymising players, and what prevents it.

use std::collections::BTreeSet;

use diesel::dsl::exists;
use diesel::prelude::*;

use super::accounts::AccountState;
use super::names::{EventOwner, NO_EVENT, name_key};
use super::organisations::OrganisationState;
use super::queries::load_in_chunks;
use super::schema::{
    accounts, claims, devices, events, games, links, members, merge_moves, merges, organisations,
    own_set_ups, profiles, recovery_codes, roles, sessions, sites, tokens,
};
use super::{
    AnyConnection, Result, analyses, collections, follows, idempotency_keys, notices,
    pairing_places, passkeys, play_notes, play_reports, player_pictures, plays, reviews, seeks,
    uploads,
};
use adjutant_domain::account::handle::look_key;
use adjutant_domain::account::roles::{OrganisationRole, SiteRole};
use adjutant_domain::search::search_key;

/// States of organisations that need an owner.
const STATES_NEEDING_OWNER: [OrganisationState; 2] =
    [OrganisationState::Waiting, OrganisationState::Open];

/// The slugs of organisations that would have no owner without this account.
pub fn solely_owned_organisations(conn: &mut AnyConnection, account: i32) -> Result<Vec<String>> {
    let owner = OrganisationRole::Owner as i16;
    let own: Vec<(i32, String)> = roles::table
        .inner_join(organisations::table)
        .filter(roles::account_id.eq(account))
        .filter(roles::role.eq(owner))
        .filter(organisations::state.eq_any(STATES_NEEDING_OWNER))
        .order(organisations::slug)
        .select((organisations::id, organisations::slug))
        .load(conn)?;
    let mut alone = Vec::new();
    for (organisation, slug) in own {
        let other = roles::table
            .inner_join(accounts::table)
            .filter(roles::organisation_id.eq(organisation))
            .filter(roles::role.eq(owner))
            .filter(roles::account_id.ne(account))
            .filter(accounts::state.eq(AccountState::Active));
        if !diesel::select(exists(other)).get_result::<bool>(conn)? {
            alone.push(slug);
        }
    }
    Ok(alone)
}

/// Whether there is another active operator.
pub fn has_another_operator(conn: &mut AnyConnection, account: i32) -> Result<bool> {
    let other = accounts::table
        .filter(accounts::site_role.eq(SiteRole::Operator as i16))
        .filter(accounts::state.eq(AccountState::Active))
        .filter(accounts::id.ne(account));
    Ok(diesel::select(exists(other)).get_result(conn)?)
}

/// Clears an account's row and deletes all of its credentials and data; `name` replaces its name.
pub fn erase_account(conn: &mut AnyConnection, id: i32, email: &str, name: &str) -> Result<()> {
    diesel::delete(sessions::table.filter(sessions::account_id.eq(id))).execute(conn)?;
    diesel::delete(devices::table.filter(devices::account_id.eq(id))).execute(conn)?;
    let codes = recovery_codes::table.filter(recovery_codes::account_id.eq(id));
    diesel::delete(codes).execute(conn)?;
    diesel::delete(links::table.filter(links::account_id.eq(id))).execute(conn)?;
    if !email.is_empty() {
        diesel::delete(links::table.filter(links::email.eq(email))).execute(conn)?;
    }
    diesel::delete(tokens::table.filter(tokens::account_id.eq(id))).execute(conn)?;
    diesel::delete(own_set_ups::table.filter(own_set_ups::account_id.eq(id))).execute(conn)?;
    diesel::delete(roles::table.filter(roles::account_id.eq(id))).execute(conn)?;
    diesel::delete(claims::table.filter(claims::account_id.eq(id))).execute(conn)?;
    passkeys::remove_for_account(conn, id)?;
    collections::remove_for_account(conn, id)?;
    analyses::remove_for_account(conn, id)?;
    follows::remove_for_account(conn, id)?;
    reviews::remove_for_account(conn, id)?;
    seeks::remove_for_account(conn, id)?;
    pairing_places::remove(conn, id)?;
    uploads::remove_for_account(conn, id)?;
    idempotency_keys::remove_for_account(conn, id)?;
    notices::remove_for_account(conn, id)?;
    play_reports::remove_for_account(conn, id)?;
    play_notes::remove_for_account(conn, id)?;
    plays::clear_account_seats(conn, id)?;
    diesel::update(accounts::table.find(id))
        .set((
            (
                accounts::name.eq(name),
                accounts::name_key.eq(name_key(name)),
                accounts::look_key.eq(look_key(name)),
                accounts::email.eq(""),
                accounts::email_key.eq(None::<String>),
                accounts::email_confirmed.eq(0),
                accounts::password.eq(""),
                accounts::state.eq(AccountState::Deleted),
                accounts::site_role.eq(0),
                accounts::player_id.eq(None::<i32>),
            ),
            accounts::totp.eq(Vec::new()),
            accounts::totp_on.eq(0),
            accounts::totp_step.eq(0),
            accounts::language.eq(""),
            accounts::created_at.eq(0),
            accounts::signed_in_at.eq(0),
            accounts::password_at.eq(0),
        ))
        .execute(conn)?;
    Ok(())
}

/// Every name of these players in rosters, profiles and records.
pub fn all_player_names(conn: &mut AnyConnection, players: &[i32]) -> Result<Vec<String>> {
    let mut names: Vec<String> = members::table
        .filter(members::player_id.eq_any(players))
        .select(members::real_name)
        .load(conn)?;
    let own: Vec<(String, String)> = profiles::table
        .filter(profiles::player_id.eq_any(players))
        .select((profiles::display_name, profiles::real_name))
        .load(conn)?;
    names.extend(own.into_iter().flat_map(|(shown, real)| [shown, real]));
    names.extend(written_player_names(conn, players)?);
    names.retain(|name| !name.trim().is_empty());
    names.sort_unstable();
    names.dedup();
    Ok(names)
}

/// The names of these players in records, which are public.
pub fn written_player_names(conn: &mut AnyConnection, players: &[i32]) -> Result<Vec<String>> {
    let white: Vec<String> = games::table
        .filter(games::white_id.eq_any(players))
        .select(games::white_as)
        .distinct()
        .load(conn)?;
    let black: Vec<String> = games::table
        .filter(games::black_id.eq_any(players))
        .select(games::black_as)
        .distinct()
        .load(conn)?;
    Ok(white.into_iter().chain(black).collect())
}

/// Deletes personal data of these players other than their handles: roster entries, profiles,
/// claims, names in records, reasons of merges, seeks, invitations, and notes on games.
pub fn erase_players(conn: &mut AnyConnection, players: &[i32]) -> Result<()> {
    diesel::delete(members::table.filter(members::player_id.eq_any(players))).execute(conn)?;
    diesel::delete(profiles::table.filter(profiles::player_id.eq_any(players))).execute(conn)?;
    diesel::delete(claims::table.filter(claims::player_id.eq_any(players))).execute(conn)?;
    player_pictures::remove(conn, players)?;
    seeks::remove_for_players(conn, players)?;
    follows::remove_for_players(conn, players)?;
    play_notes::remove_for_players(conn, players)?;
    diesel::update(games::table.filter(games::white_id.eq_any(players)))
        .set(games::white_as.eq(""))
        .execute(conn)?;
    diesel::update(games::table.filter(games::black_id.eq_any(players)))
        .set(games::black_as.eq(""))
        .execute(conn)?;
    let theirs = merges::from_player.eq_any(players).or(merges::into_player.eq_any(players));
    let ids: Vec<i32> = merges::table.filter(theirs).select(merges::id).load(conn)?;
    diesel::update(merge_moves::table.filter(merge_moves::merge_id.eq_any(&ids)))
        .set(merge_moves::as_before.eq(""))
        .execute(conn)?;
    diesel::update(merges::table.filter(merges::id.eq_any(&ids)))
        .set(merges::reason.eq(""))
        .execute(conn)?;
    Ok(())
}

/// Which of these games were imported by a member whose account is deleted: the names of their
/// events and sites may have been erased.
pub fn imported_by_deleted(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<i32>> {
    let gone = accounts::table
        .filter(accounts::state.eq(AccountState::Deleted))
        .select(accounts::id.nullable());
    load_in_chunks(ids, |ids| {
        games::table
            .filter(games::id.eq_any(ids))
            .filter(games::by_member.eq(1))
            .filter(games::imported_by.eq_any(gone))
            .select(games::id)
            .load(conn)
    })
}

/// Erases the names of events and sites that occur only in games imported by this account as a
/// member, because they are free text.
pub fn erase_event_and_site_names(conn: &mut AnyConnection, account: i32) -> Result<()> {
    let own = games::by_member.eq(1).and(games::imported_by.eq(account));
    let others = games::by_member.eq(0).or(games::imported_by.ne(account));
    let brought: Vec<(i32, i32)> =
        games::table.filter(own).select((games::event_id, games::site_id)).load(conn)?;
    let (events, sites): (BTreeSet<i32>, BTreeSet<i32>) = brought.into_iter().unzip();
    if events.is_empty() {
        return Ok(());
    }
    let kept: Vec<i32> = games::table
        .filter(games::event_id.eq_any(&events))
        .filter(others)
        .select(games::event_id)
        .distinct()
        .load(conn)?;
    for event in events.iter().filter(|id| !kept.contains(id)) {
        erase_event_name(conn, *event)?;
    }
    let kept: Vec<i32> = games::table
        .filter(games::site_id.eq_any(&sites))
        .filter(others)
        .select(games::site_id)
        .distinct()
        .load(conn)?;
    for site in sites.iter().filter(|id| !kept.contains(id)) {
        erase_site_name(conn, *site)?;
    }
    Ok(())
}

/// The first unused number for a name.
fn first_free_number(from: i32, mut is_taken: impl FnMut(i64) -> Result<bool>) -> Result<i64> {
    let mut number = i64::from(from);
    while is_taken(number)? {
        number += 1;
    }
    Ok(number)
}

fn erase_event_name(conn: &mut AnyConnection, id: i32) -> Result<()> {
    let owner = EventOwner::members();
    let name = |number: i64| format!("Event {number}, without a name");
    let number = first_free_number(id, |number| {
        let name = name(number);
        let same = events::name_key.eq(owner.key(&name)).or(events::slug.eq(owner.slug(&name)));
        Ok(diesel::select(exists(events::table.filter(same))).get_result(conn)?)
    })?;
    let name = name(number);
    let is_none = events::name_key.eq(NO_EVENT);
    let changed = diesel::update(events::table.find(id).filter(diesel::dsl::not(is_none)))
        .set((
            events::name.eq(&name),
            events::name_key.eq(owner.key(&name)),
            events::slug.eq(owner.slug(&name)),
            events::search_key.eq(search_key(&name)),
        ))
        .execute(conn)?;
    if changed > 0 {
        diesel::update(games::table.filter(games::event_id.eq(id)))
            .set(games::event_as.eq(""))
            .execute(conn)?;
    }
    Ok(())
}

fn erase_site_name(conn: &mut AnyConnection, id: i32) -> Result<()> {
    let name = |number: i64| format!("Site {number}, without a name");
    let number = first_free_number(id, |number| {
        let same = sites::name.eq(name(number));
        Ok(diesel::select(exists(sites::table.filter(same))).get_result(conn)?)
    })?;
    diesel::update(sites::table.find(id).filter(sites::name.ne("?")))
        .set(sites::name.eq(name(number)))
        .execute(conn)?;
    Ok(())
}
