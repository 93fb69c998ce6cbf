//! Webhooks of organisations.

use diesel::prelude::*;

use adjutant_domain::moment::Micros;
use adjutant_domain::notice::webhook::WebhookKinds;

use super::id_sequence;
use super::outbox::{OutboxChannel, OutboxRow};
use super::schema::{outbox, webhooks};
use super::{AnyConnection, Result};

#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = webhooks)]
pub struct WebhookRow {
    pub id: i32,
    pub organisation_id: i32,
    pub url: String,
    pub kinds: i32,
    pub made_at: Micros,
}

/// Inserts a webhook, in a transaction that holds the writer lock; returns its id.
pub fn add(
    conn: &mut AnyConnection,
    organisation: i32,
    (url, kinds): (&str, WebhookKinds),
    now: Micros,
) -> Result<i32> {
    let id = id_sequence::next_ids(conn, "webhooks", 1)?;
    diesel::insert_into(webhooks::table)
        .values((
            webhooks::id.eq(id),
            webhooks::organisation_id.eq(organisation),
            webhooks::url.eq(url),
            webhooks::kinds.eq(kinds.bits()),
            webhooks::made_at.eq(now),
        ))
        .execute(conn)?;
    Ok(id)
}

pub fn by_id(conn: &mut AnyConnection, id: i32) -> Result<Option<WebhookRow>> {
    Ok(WebhookRow::query().find(id).first(conn).optional()?)
}

pub fn for_organisation(conn: &mut AnyConnection, organisation: i32) -> Result<Vec<WebhookRow>> {
    Ok(WebhookRow::query()
        .filter(webhooks::organisation_id.eq(organisation))
        .order(webhooks::id)
        .load(conn)?)
}

/// Removes a webhook with its deliveries.
pub fn remove(conn: &mut AnyConnection, id: i32) -> Result<()> {
    let own = outbox::table
        .filter(outbox::channel.eq(OutboxChannel::Webhook))
        .filter(outbox::target.eq(id));
    diesel::delete(own).execute(conn)?;
    diesel::delete(webhooks::table.find(id)).execute(conn)?;
    Ok(())
}

/// Up to `limit` deliveries to a webhook, newest first.
pub fn deliveries(conn: &mut AnyConnection, id: i32, limit: i64) -> Result<Vec<OutboxRow>> {
    Ok(OutboxRow::query()
        .filter(outbox::channel.eq(OutboxChannel::Webhook))
        .filter(outbox::target.eq(id))
        .order(outbox::id.desc())
        .limit(limit)
        .load(conn)?)
}
