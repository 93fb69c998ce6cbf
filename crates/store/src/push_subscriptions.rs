//! Browsers that show the notices of an account.

use std::collections::HashMap;

use diesel::prelude::*;

use adjutant_domain::moment::Micros;

use super::id_sequence;
use super::queries::load_in_chunks;
use super::schema::push_subscriptions;
use super::{AnyConnection, Result};

#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = push_subscriptions)]
pub struct PushSubscriptionRow {
    pub id: i32,
    pub account_id: i32,
    /// The address at the push service; whoever knows it and the keys can send messages.
    pub endpoint: String,
    pub p256dh: Vec<u8>,
    pub auth: Vec<u8>,
    pub made_at: Micros,
}

/// The address and the keys of a browser.
#[derive(Debug, Clone, Copy)]
pub struct NewPushSubscription<'a> {
    pub endpoint: &'a str,
    pub p256dh: &'a [u8],
    pub auth: &'a [u8],
}

/// Inserts the subscription of a browser, in a transaction that holds the writer lock; one with the
/// same address is replaced.
pub fn put(
    conn: &mut AnyConnection,
    account: i32,
    new: NewPushSubscription<'_>,
    now: Micros,
) -> Result<()> {
    let known = push_subscriptions::table.filter(push_subscriptions::endpoint.eq(new.endpoint));
    diesel::delete(known).execute(conn)?;
    let id = id_sequence::next_ids(conn, "push_subscriptions", 1)?;
    diesel::insert_into(push_subscriptions::table)
        .values((
            push_subscriptions::id.eq(id),
            push_subscriptions::account_id.eq(account),
            push_subscriptions::endpoint.eq(new.endpoint),
            push_subscriptions::p256dh.eq(new.p256dh),
            push_subscriptions::auth.eq(new.auth),
            push_subscriptions::made_at.eq(now),
        ))
        .execute(conn)?;
    Ok(())
}

pub fn by_id(conn: &mut AnyConnection, id: i32) -> Result<Option<PushSubscriptionRow>> {
    Ok(PushSubscriptionRow::query().find(id).first(conn).optional()?)
}

/// The subscriptions of an account, oldest first.
pub fn for_account(conn: &mut AnyConnection, account: i32) -> Result<Vec<PushSubscriptionRow>> {
    Ok(PushSubscriptionRow::query()
        .filter(push_subscriptions::account_id.eq(account))
        .order(push_subscriptions::id)
        .load(conn)?)
}

/// The ids of the subscriptions of these accounts, by account.
pub fn of_accounts(conn: &mut AnyConnection, accounts: &[i32]) -> Result<HashMap<i32, Vec<i32>>> {
    let found: Vec<(i32, i32)> = load_in_chunks(accounts, |chunk| {
        push_subscriptions::table
            .filter(push_subscriptions::account_id.eq_any(chunk))
            .select((push_subscriptions::account_id, push_subscriptions::id))
            .load(conn)
    })?;
    let mut all: HashMap<i32, Vec<i32>> = HashMap::new();
    for (account, id) in found {
        all.entry(account).or_default().push(id);
    }
    Ok(all)
}

/// Removes a subscription of an account by its address.
pub fn remove(conn: &mut AnyConnection, account: i32, endpoint: &str) -> Result<()> {
    let own = push_subscriptions::table
        .filter(push_subscriptions::account_id.eq(account))
        .filter(push_subscriptions::endpoint.eq(endpoint));
    diesel::delete(own).execute(conn)?;
    Ok(())
}

/// Removes one that the push service does not know any more.
pub fn remove_gone(conn: &mut AnyConnection, id: i32) -> Result<()> {
    diesel::delete(push_subscriptions::table.find(id)).execute(conn)?;
    Ok(())
}

pub(super) fn remove_for_account(conn: &mut AnyConnection, account: i32) -> Result<()> {
    let own = push_subscriptions::table.filter(push_subscriptions::account_id.eq(account));
    diesel::delete(own).execute(conn)?;
    Ok(())
}
