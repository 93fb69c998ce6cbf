//! Webhooks of organisations: their addresses, and the messages to them.

use adjutant_domain::contest::{Contest, ContestFact, Round, RoundId};
use adjutant_domain::moment::Micros;
use adjutant_domain::notice::json::write_webhook_event;
use adjutant_domain::notice::webhook::{WebhookEvent, WebhookKinds};
use adjutant_store::contests::ContestRow;
use adjutant_store::outbox::{self, NewDelivery, OutboxChannel, OutboxRow, OutboxState};
use adjutant_store::webhooks::{self as rows, WebhookRow};
use adjutant_store::{AnyConnection, labels};

use super::deliveries::{Claim, claim};
use crate::access::{Act, ActingAs, Actor};
use crate::audit::{self, Action, AuditEntry, Field};
use crate::organisations::access_guard::authorize;
use crate::{App, Error, Result, refusals};

/// Webhooks per organisation.
const MAX_WEBHOOKS: usize = 10;
const MAX_URL_BYTES: usize = 1_000;
/// Deliveries shown of each.
const LISTED: i64 = 20;

/// A webhook with its latest deliveries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    pub id: i32,
    pub url: String,
    pub kinds: WebhookKinds,
    /// What receivers check signatures with.
    pub secret: WebhookSecret,
    pub deliveries: Vec<WebhookDelivery>,
}

/// The key of a webhook; `Debug` shows nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookSecret(pub [u8; 32]);

impl std::fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("WebhookSecret(..)")
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookDelivery {
    pub id: i32,
    /// The message without its time.
    pub body: String,
    /// `waiting`, `done` or `dead`.
    pub state: &'static str,
    pub tries: i16,
    pub answer: String,
    pub made_at: Micros,
}

impl From<OutboxRow> for WebhookDelivery {
    fn from(row: OutboxRow) -> WebhookDelivery {
        let state = match row.state {
            OutboxState::Waiting => "waiting",
            OutboxState::Done => "done",
            OutboxState::Dead => "dead",
        };
        WebhookDelivery {
            id: row.id,
            body: row.body,
            state,
            tries: row.tries,
            answer: row.answer,
            made_at: row.made_at,
        }
    }
}

/// The organisation, and the capacity in which the actor manages its webhooks.
fn allowed(conn: &mut AnyConnection, actor: &Actor, slug: &str) -> Result<(i32, ActingAs)> {
    let (own, acting_as) = authorize(conn, actor, Act::ManageWebhooks, slug)?;
    Ok((own.id, acting_as))
}

/// Checks that the actor manages the webhooks of an organisation.
pub fn require_webhooks(app: &App, actor: &Actor, slug: &str) -> Result<()> {
    allowed(&mut *app.store().read_connection()?, actor, slug).map(|_| ())
}

/// The webhooks of an organisation, oldest first.
pub fn webhooks(app: &App, actor: &Actor, slug: &str) -> Result<Vec<Webhook>> {
    let mut conn = app.store().read_connection()?;
    let (organisation, _) = allowed(&mut conn, actor, slug)?;
    let mut all = Vec::new();
    for row in rows::for_organisation(&mut conn, organisation)? {
        let deliveries = rows::deliveries(&mut conn, row.id, LISTED)?;
        all.push(Webhook {
            id: row.id,
            secret: secret(app, &row)?,
            url: row.url,
            kinds: WebhookKinds::from_bits(row.kinds),
            deliveries: deliveries.into_iter().map(WebhookDelivery::from).collect(),
        });
    }
    Ok(all)
}

fn secret(app: &App, row: &WebhookRow) -> Result<WebhookSecret> {
    Ok(WebhookSecret(app.delivery_keys()?.webhook_key(row.id, row.made_at)))
}

/// Adds a webhook with an address that the caller has checked; returns its id.
pub fn add_webhook(
    app: &App,
    actor: &Actor,
    slug: &str,
    (url, kinds): (&str, WebhookKinds),
    now: Micros,
) -> Result<i32> {
    if url.len() > MAX_URL_BYTES {
        return Err(Error::invalid("url", refusals::WEBHOOK_ADDRESS));
    }
    if kinds.is_empty() {
        return Err(Error::invalid("kinds", refusals::WEBHOOK_KINDS));
    }
    app.write(|conn| {
        let (organisation, acting_as) = allowed(conn, actor, slug)?;
        if rows::for_organisation(conn, organisation)?.len() >= MAX_WEBHOOKS {
            return Err(Error::conflict(refusal!(MOST_WEBHOOKS, most = MAX_WEBHOOKS)));
        }
        let id = rows::add(conn, organisation, (url, kinds), now)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::WebhookAdded, now);
        audit::write(conn, &entry.organisation(organisation).with_change(Field::Webhook, "", url))?;
        Ok(id)
    })
}

fn own(conn: &mut AnyConnection, organisation: i32, id: i32) -> Result<WebhookRow> {
    let row = rows::by_id(conn, id)?.filter(|row| row.organisation_id == organisation);
    row.ok_or_else(|| Error::not_found(refusals::NO_WEBHOOK))
}

pub fn remove_webhook(app: &App, actor: &Actor, slug: &str, id: i32, now: Micros) -> Result<()> {
    app.write(|conn| {
        let (organisation, acting_as) = allowed(conn, actor, slug)?;
        let row = own(conn, organisation, id)?;
        rows::remove(conn, row.id)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::WebhookRemoved, now);
        let entry = entry.organisation(organisation).with_change(Field::Webhook, row.url, "");
        audit::write(conn, &entry)?;
        Ok(())
    })
}

/// Sends a delivery again.
pub fn replay_webhook(
    app: &App,
    actor: &Actor,
    slug: &str,
    (webhook, delivery): (i32, i32),
    now: Micros,
) -> Result<()> {
    app.write(|conn| {
        let (organisation, _) = allowed(conn, actor, slug)?;
        let row = own(conn, organisation, webhook)?;
        let found = outbox::by_id(conn, delivery)?;
        let is_own =
            |one: &OutboxRow| one.channel == OutboxChannel::Webhook && one.target == row.id;
        let found = found.filter(is_own).ok_or_else(|| Error::not_found(refusals::NO_WEBHOOK))?;
        outbox::requeue(conn, found.id, now)?;
        Ok(())
    })
}

/// Queues the messages about new facts of an event, in their transaction.
pub(super) fn queue_facts(
    conn: &mut AnyConnection,
    row: &ContestRow,
    (before, after, facts): (&Contest, &Contest, &[ContestFact]),
    now: Micros,
) -> Result<()> {
    let hooks = rows::for_organisation(conn, row.organisation_id)?;
    if hooks.is_empty() {
        return Ok(());
    }
    let mut has_results = false;
    for (number, fact) in (row.version + 1..).zip(facts) {
        let Some(event) = WebhookEvent::from_fact(&row.slug, fact) else { continue };
        has_results |= event.kind() == WebhookKinds::RESULT;
        queue(conn, &hooks, &event, (&format!("{} {number}", row.id), now))?;
    }
    // Undoing says what it changed in no fact of its own.
    if facts.iter().any(|fact| matches!(fact, ContestFact::Undone { .. })) {
        for RoundId { stage, round } in changed_rounds(before, after) {
            let cause = format!("{} undone {} {stage} {round}", row.id, row.version + 1);
            let event = row.slug.clone();
            let changed = WebhookEvent::RoundChanged { event, stage: stage + 1, round: round + 1 };
            queue(conn, &hooks, &changed, (&cause, now))?;
        }
    }
    if has_results {
        let version = row.version + i32::try_from(facts.len()).unwrap_or(i32::MAX);
        let event = WebhookEvent::StandingsChanged { event: row.slug.clone(), version };
        queue(conn, &hooks, &event, (&format!("{} standings {version}", row.id), now))?;
    }
    Ok(())
}

/// The rounds that are published before and after, with other pairings.
fn changed_rounds(before: &Contest, after: &Contest) -> Vec<RoundId> {
    let sides =
        |round: &Round| -> Vec<_> { round.meetings.iter().map(|meeting| meeting.sides).collect() };
    let is_changed = |(at, round): &(RoundId, &Round)| {
        let known = before.round(*at).filter(|known| known.published && round.published);
        known.is_some_and(|known| sides(known) != sides(round) || known.byes != round.byes)
    };
    after.rounds().filter(is_changed).map(|(at, _)| at).collect()
}

/// Queues the message that the ranks of a game of an event were opened.
pub(crate) fn queue_ranks_opened(
    conn: &mut AnyConnection,
    (organisation, event, play): (i32, i32, &str),
    now: Micros,
) -> Result<()> {
    let hooks = rows::for_organisation(conn, organisation)?;
    if hooks.is_empty() {
        return Ok(());
    }
    let Some(label) = labels::events(conn, &[event])?.remove(&event) else { return Ok(()) };
    let opened = WebhookEvent::RanksOpened { event: label.slug, play: play.to_owned() };
    queue(conn, &hooks, &opened, (&format!("ranks {play}"), now))
}

fn queue(
    conn: &mut AnyConnection,
    hooks: &[WebhookRow],
    event: &WebhookEvent,
    (cause, now): (&str, Micros),
) -> Result<()> {
    let wanting =
        hooks.iter().filter(|hook| WebhookKinds::from_bits(hook.kinds).contains(event.kind()));
    for hook in wanting {
        let delivery = NewDelivery {
            channel: OutboxChannel::Webhook,
            key: format!("hook {} {cause}", hook.id),
            account: None,
            target: hook.id,
            body: write_webhook_event(event),
            due_at: now,
        };
        outbox::add(conn, &delivery, now)?;
    }
    Ok(())
}

/// A message to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookCall {
    pub url: String,
    pub secret: WebhookSecret,
    /// The same for every try.
    pub id: String,
    /// The message without its time.
    pub body: String,
    pub made_at: Micros,
}

/// Claims messages that are due.
pub fn claim_webhooks(app: &App, now: Micros) -> Result<Vec<(Claim, WebhookCall)>> {
    let claimed = claim(app, OutboxChannel::Webhook, now)?;
    let mut conn = app.store().read_connection()?;
    let mut calls = Vec::new();
    for row in claimed {
        // A removed webhook takes its deliveries along.
        let Some(hook) = rows::by_id(&mut conn, row.target)? else { continue };
        let call = WebhookCall {
            secret: secret(app, &hook)?,
            url: hook.url,
            id: format!("msg_{}", row.id),
            body: row.body.clone(),
            made_at: row.made_at,
        };
        calls.push((Claim(row), call));
    }
    Ok(calls)
}
