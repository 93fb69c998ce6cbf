//! Deliveries of notices beyond the site: queued with the notice, claimed by a worker, and tried
//! again until they succeed or are given up.

use std::collections::HashMap;

use chrono::Timelike;
use chrono_tz::Tz;

use adjutant_domain::moment::{MINUTE, Micros};
use adjutant_domain::notice::backoff::pause_after;
use adjutant_domain::notice::{Channel, MINUTES_PER_DAY, NoticeKinds, NoticeSettings};
use adjutant_store::accounts::{self, AccountRow, AccountState};
use adjutant_store::notices::{self as rows, NoticeRow};
use adjutant_store::outbox::{self, NewDelivery, OutboxChannel, OutboxRow, OutboxState, TryEnd};
use adjutant_store::{AnyConnection, labels, push_subscriptions};

use super::{ShownNotice, Unsubscription, shown};
use crate::access::{Act, ActTarget, Actor, require};
use crate::{App, Result};

/// How long a worker has a delivery for itself: longer than any try takes.
const LEASE: i64 = 5 * MINUTE;
/// Deliveries claimed at once.
const AT_ONCE: i64 = 8;
/// When digests are sent, in minutes after midnight.
const DIGEST_MINUTE: u16 = 8 * 60;
/// Failed deliveries shown to the operator.
const LISTED: i64 = 100;
/// Characters kept of an answer.
const MAX_ANSWER_CHARS: usize = 200;

/// Queues the deliveries of new notices, in their transaction.
pub(super) fn queue(
    conn: &mut AnyConnection,
    new: &[NoticeRow],
    settings: &HashMap<i32, NoticeSettings>,
    now: Micros,
) -> Result<()> {
    let default = NoticeSettings::default();
    let own = |row: &NoticeRow| settings.get(&row.account_id).unwrap_or(&default);
    let kind = |row: &NoticeRow| NoticeKinds::from_bits(row.kind);
    let by_mail: Vec<&NoticeRow> =
        new.iter().filter(|row| own(row).wants(Channel::Mail, kind(row))).collect();
    let readers: Vec<i32> = by_mail.iter().map(|row| row.account_id).collect();
    let reachable = rows::with_confirmed_email(conn, &readers)?;
    for row in by_mail.into_iter().filter(|row| reachable.contains(&row.account_id)) {
        outbox::add(conn, &mail_delivery(row, own(row), now), now)?;
    }
    queue_push(conn, new, (settings, &default), now)
}

/// Queues messages to the browsers of the readers.
fn queue_push(
    conn: &mut AnyConnection,
    new: &[NoticeRow],
    (settings, default): (&HashMap<i32, NoticeSettings>, &NoticeSettings),
    now: Micros,
) -> Result<()> {
    let readers: Vec<i32> = new.iter().map(|row| row.account_id).collect();
    let browsers = push_subscriptions::of_accounts(conn, &readers)?;
    for row in new {
        let own = settings.get(&row.account_id).unwrap_or(default);
        if !own.wants(Channel::Push, NoticeKinds::from_bits(row.kind)) {
            continue;
        }
        for browser in browsers.get(&row.account_id).into_iter().flatten() {
            let delivery = NewDelivery {
                channel: OutboxChannel::Push,
                key: format!("push {} {browser}", row.id),
                account: Some(row.account_id),
                target: *browser,
                body: row.id.to_string(),
                due_at: after_quiet_hours(own, now),
            };
            outbox::add(conn, &delivery, now)?;
        }
    }
    Ok(())
}

/// The mail of a notice, or the next digest.
fn mail_delivery(row: &NoticeRow, settings: &NoticeSettings, now: Micros) -> NewDelivery {
    let (key, target, due_at) = if settings.digest {
        let due_at = next_digest(settings, now);
        let day = due_at.day_in(zone(settings)).0;
        (format!("digest {} {day}", row.account_id), 0, due_at)
    } else {
        (format!("mail {}", row.id), row.id, after_quiet_hours(settings, now))
    };
    let (channel, account) = (OutboxChannel::Mail, Some(row.account_id));
    NewDelivery { channel, key, account, target, body: String::new(), due_at }
}

fn zone(settings: &NoticeSettings) -> Tz {
    settings.zone.parse().unwrap_or(Tz::UTC)
}

/// The minute of the day in the zone of the settings.
fn local_minute(settings: &NoticeSettings, at: Micros) -> u16 {
    let local = at.to_utc().map(|utc| utc.with_timezone(&zone(settings)));
    local.map_or(0, |local| (local.hour() * 60 + local.minute()) as u16)
}

/// The given time or, within the quiet hours, their end.
fn after_quiet_hours(settings: &NoticeSettings, at: Micros) -> Micros {
    let left = settings.quiet.map_or(0, |quiet| quiet.minutes_left(local_minute(settings, at)));
    at.saturating_add(i64::from(left) * MINUTE)
}

fn next_digest(settings: &NoticeSettings, now: Micros) -> Micros {
    let minute = local_minute(settings, now);
    let wait = (DIGEST_MINUTE + MINUTES_PER_DAY - minute) % MINUTES_PER_DAY;
    after_quiet_hours(settings, now.saturating_add(i64::from(wait) * MINUTE))
}

/// A claimed delivery.
#[derive(Debug, Clone)]
pub struct Claim(pub(super) OutboxRow);

impl Claim {
    /// The same for every try, so that a receiver can recognise a second delivery.
    pub fn key(&self) -> &str {
        &self.0.key
    }
}

/// The content of a mail with notices.
#[derive(Clone)]
pub struct NoticeMail {
    pub to: String,
    pub name: String,
    /// The reader's language: `en`, `fil`, or empty.
    pub language: String,
    pub zone: String,
    pub is_digest: bool,
    pub notices: Vec<ShownNotice>,
    /// The path of the link that ends such mail.
    pub unsubscribe_path: String,
}

/// Claims mail that is due. What nobody needs any more is done at once.
pub fn claim_mail(app: &App, now: Micros) -> Result<Vec<(Claim, NoticeMail)>> {
    let mut claimed = Vec::new();
    for row in claim(app, OutboxChannel::Mail, now)? {
        match notice_mail(app, &row)? {
            Some(mail) => claimed.push((Claim(row), mail)),
            None => finish(app, &Claim(row), &Outcome::Delivered(String::new()), (now, 0))?,
        }
    }
    Ok(claimed)
}

pub(super) fn claim(app: &App, channel: OutboxChannel, now: Micros) -> Result<Vec<OutboxRow>> {
    if !outbox::is_due(&mut *app.store().read_connection()?, channel, now)? {
        return Ok(Vec::new());
    }
    let until = now.saturating_add(LEASE);
    app.write(|conn| Ok(outbox::claim(conn, channel, (now, until), AT_ONCE)?))
}

/// The mail of a delivery; `None` if the account has no confirmed address, does not want it any
/// more, or has read it on the site.
fn notice_mail(app: &App, row: &OutboxRow) -> Result<Option<NoticeMail>> {
    let mut conn = app.store().read_connection()?;
    let Some(account) = reader(&mut conn, row)?.filter(|account| account.email_key.is_some())
    else {
        return Ok(None);
    };
    let settings = rows::settings(&mut conn, &[account.id])?.remove(&account.id);
    let settings = settings.unwrap_or_default();
    let is_digest = row.target == 0;
    let mut found = match is_digest {
        true => rows::since(&mut conn, account.id, (settings.mail, row.made_at - 1))?,
        false => rows::by_id(&mut conn, row.target)?.into_iter().collect(),
    };
    found.retain(|one| {
        let kind = NoticeKinds::from_bits(one.kind);
        one.read_at == Micros::NEVER && settings.wants(Channel::Mail, kind)
    });
    let Some(first) = found.first() else { return Ok(None) };
    let kind = if is_digest { NoticeKinds::NONE } else { NoticeKinds::from_bits(first.kind) };
    let unsubscribe_path = Unsubscription::new(account.id, kind).path(app)?;
    let notices = shown(app, &mut conn, found)?;
    Ok(Some(NoticeMail {
        to: account.email,
        name: account.name,
        language: account.language,
        zone: settings.zone,
        is_digest,
        notices,
        unsubscribe_path,
    }))
}

/// The account of a delivery, if it may sign in.
pub(super) fn reader(conn: &mut AnyConnection, row: &OutboxRow) -> Result<Option<AccountRow>> {
    let Some(id) = row.account_id else { return Ok(None) };
    Ok(accounts::by_id(conn, id)?.filter(|account| account.state == AccountState::Active))
}

/// How a try ended, with the answer of the receiver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Delivered(String),
    /// The receiver does not exist any more.
    Gone(String),
    /// It may succeed later.
    Failed(String),
    /// It can never succeed.
    Rejected(String),
}

/// Records how a try ended; `random` spreads the next one.
pub fn finish(
    app: &App,
    claim: &Claim,
    outcome: &Outcome,
    (now, random): (Micros, u16),
) -> Result<()> {
    let row = &claim.0;
    let tries = u16::try_from(row.tries).unwrap_or(u16::MAX);
    let (end, answer) = match outcome {
        Outcome::Delivered(answer) => (TryEnd::Done, answer),
        Outcome::Rejected(answer) | Outcome::Gone(answer) => (TryEnd::Dead, answer),
        Outcome::Failed(answer) => match pause_after(tries, random) {
            Some(pause) => (TryEnd::Again(now.saturating_add(pause)), answer),
            None => (TryEnd::Dead, answer),
        },
    };
    let answer: String = answer.chars().take(MAX_ANSWER_CHARS).collect();
    // A browser that is gone is forgotten.
    let is_gone = row.channel == OutboxChannel::Push && matches!(outcome, Outcome::Gone(_));
    let end = if is_gone { TryEnd::Done } else { end };
    app.write(|conn| {
        if outbox::finish(conn, row, (end, &answer), now)? && is_gone {
            push_subscriptions::remove_gone(conn, row.target)?;
        }
        Ok(())
    })
}

/// A delivery that was given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedDelivery {
    pub id: i32,
    /// `mail`, `push` or `webhook`.
    pub channel: &'static str,
    /// The name of the account; empty for none.
    pub account: String,
    pub tries: i16,
    pub answer: String,
    pub made_at: Micros,
    pub done_at: Micros,
}

/// The numbers of deliveries that wait and that were given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutboxFigures {
    pub waiting: i64,
    pub given_up: i64,
}

/// The newest deliveries that were given up, for the operator.
pub fn failed_deliveries(app: &App, actor: &Actor) -> Result<(Vec<FailedDelivery>, OutboxFigures)> {
    require(actor, Act::OverseeSite, ActTarget::Site, false)?;
    let mut conn = app.store().read_connection()?;
    let (waiting, given_up) = outbox::counts(&mut conn)?;
    let rows = outbox::in_state(&mut conn, OutboxState::Dead, LISTED)?;
    let ids: Vec<i32> = rows.iter().filter_map(|row| row.account_id).collect();
    let names = labels::account_names(&mut conn, &ids)?;
    let shown = rows.into_iter().map(|row| FailedDelivery {
        id: row.id,
        channel: row.channel.key(),
        account: row.account_id.and_then(|id| names.get(&id).cloned()).unwrap_or_default(),
        tries: row.tries,
        answer: row.answer,
        made_at: row.made_at,
        done_at: row.done_at,
    });
    Ok((shown.collect(), OutboxFigures { waiting, given_up }))
}

/// Queues a delivery anew that was given up.
pub fn retry(app: &App, actor: &Actor, id: i32, now: Micros) -> Result<()> {
    require(actor, Act::OverseeSite, ActTarget::Site, false)?;
    app.write(|conn| {
        outbox::requeue(conn, id, now)?;
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use adjutant_domain::moment::HOUR;
    use adjutant_domain::notice::QuietHours;

    /// 22 November 2026, 12:00 in Manila.
    const NOON: Micros = Micros(1_795_320_000_000_000);

    fn settings(quiet: Option<(u16, u16)>) -> NoticeSettings {
        let quiet = quiet.and_then(|(from, until)| QuietHours::new(from, until));
        NoticeSettings { quiet, ..NoticeSettings::default() }
    }

    #[test]
    fn within_the_quiet_hours_of_the_zone_mail_waits_for_their_end() {
        let night = settings(Some((22 * 60, 7 * 60)));
        assert_eq!(after_quiet_hours(&night, NOON), NOON);
        assert_eq!(after_quiet_hours(&night, NOON + 10 * HOUR), NOON + 19 * HOUR);
        let utc = NoticeSettings { zone: "UTC".to_owned(), ..night };
        assert_eq!(after_quiet_hours(&utc, NOON), NOON + 3 * HOUR, "it is 4 there");
    }

    #[test]
    fn a_digest_is_sent_at_eight_of_the_next_day_or_after_the_quiet_hours() {
        assert_eq!(next_digest(&settings(None), NOON), NOON + 20 * HOUR);
        assert_eq!(next_digest(&settings(Some((60, 9 * 60))), NOON), NOON + 21 * HOUR);
    }

    #[test]
    fn all_digests_of_a_day_are_one_delivery() {
        let digest = NoticeSettings { digest: true, ..settings(None) };
        let row = NoticeRow {
            id: 5,
            account_id: 3,
            cause: String::new(),
            kind: 1,
            body: String::new(),
            on_site: 1,
            made_at: NOON,
            read_at: Micros::NEVER,
        };
        let first = mail_delivery(&row, &digest, NOON);
        let second = mail_delivery(&NoticeRow { id: 6, ..row.clone() }, &digest, NOON + HOUR);
        let next = mail_delivery(&row, &digest, NOON + 21 * HOUR);
        assert_eq!(first.key, second.key);
        assert_ne!(first.key, next.key);
        let single = mail_delivery(&row, &settings(None), NOON);
        assert_eq!((single.key.as_str(), single.target), ("mail 5", 5));
    }
}
