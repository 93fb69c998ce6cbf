//! Notices of accounts: publishing them with what they tell of, and reading them.
//!
//! Whoever publishes a notice does so in the transaction of its cause, so that none is lost and none
//! tells of something that did not happen.

mod contest_facts;
mod deliveries;
mod keys;
mod live_games;
mod moves;
mod push;
mod reminders;
mod settings;
mod unsubscribing;
mod webhooks;

use std::collections::HashMap;

use adjutant_domain::moment::Micros;
use adjutant_domain::notice::json::{read_notice, write_notice};
use adjutant_domain::notice::{Channel, Notice, NoticeKinds, NoticeSettings};
use adjutant_store::labels::SlugLabel;
use adjutant_store::notices::{self as rows, NoticeRow};
use adjutant_store::{AnyConnection, contests as contest_rows, labels, players};

use super::access::{Act, ActTarget, Actor, require};
use super::contests::{self, match_key};
use super::{App, Error, Result, refusals};

pub(super) use contest_facts::{
    accounts_of_entrants, publish_facts, publish_to_accounts, publish_to_entrants,
    publish_undone_act,
};
pub use deliveries::{
    Claim, FailedDelivery, NoticeMail, OutboxFigures, Outcome, claim_mail, failed_deliveries,
    finish, retry,
};
pub use keys::DeliveryKeys;
pub(super) use live_games::{change_notices, publish_finished};
pub use push::{
    BrowserKeys, PushMessage, claim_push, push_key, subscribe_browser, unsubscribe_browser,
};
pub use reminders::run_reminders;
pub use settings::{save_settings, settings};
pub use unsubscribing::{Unsubscription, unsubscribe, unsubscription};
pub(super) use webhooks::queue_ranks_opened;
pub use webhooks::{
    Webhook, WebhookCall, WebhookDelivery, WebhookSecret, add_webhook, claim_webhooks,
    remove_webhook, replay_webhook, require_webhooks, webhooks,
};

/// Notices per page.
pub const PAGE: usize = 30;
/// The name of a player who is deleted.
const DELETED_PLAYER_NAME: &str = "—";

/// A notice to an account, with its cause: nobody gets a second one of the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NewNotice {
    pub account: i32,
    pub cause: String,
    pub notice: Notice,
}

/// Stores notices, in the transaction of what they tell of; those that an account wants on no
/// channel are dropped.
pub(super) fn publish(conn: &mut AnyConnection, all: Vec<NewNotice>, now: Micros) -> Result<()> {
    if all.is_empty() {
        return Ok(());
    }
    let accounts: Vec<i32> = all.iter().map(|one| one.account).collect();
    let settings = rows::settings(conn, &accounts)?;
    let default = NoticeSettings::default();
    let new = all.into_iter().filter_map(|one| {
        let (own, kind) = (settings.get(&one.account).unwrap_or(&default), one.notice.kind());
        let is_wanted = Channel::ALL.into_iter().any(|channel| own.wants(channel, kind));
        is_wanted.then(|| NoticeRow {
            id: 0,
            account_id: one.account,
            cause: one.cause,
            kind: kind.bits(),
            body: write_notice(&one.notice),
            on_site: i16::from(own.wants(Channel::Site, kind)),
            made_at: now,
            read_at: Micros::NEVER,
        })
    });
    let new: Vec<NoticeRow> = new.collect();
    if !new.is_empty() {
        let new = rows::add(conn, new)?;
        deliveries::queue(conn, &new, &settings, now)?;
    }
    Ok(())
}

/// A notice with current names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownNotice {
    pub id: i32,
    pub notice: Notice,
    pub event: Option<SlugLabel>,
    /// The opponent, the player who did it, or the new place of an event; empty for none.
    pub name: String,
    /// The address of what it is about.
    pub path: String,
    pub made_at: Micros,
    pub read_at: Option<Micros>,
}

/// The account whose notices the actor reads.
pub fn own_account(actor: &Actor) -> Result<i32> {
    require(actor, Act::KeepNotices, ActTarget::Account(actor.account), false)?;
    Ok(actor.account)
}

/// A page of the actor's notices before an id, newest first, and the id of the next page.
pub fn page(
    app: &App,
    actor: &Actor,
    before: Option<i32>,
) -> Result<(Vec<ShownNotice>, Option<i32>)> {
    let account = own_account(actor)?;
    let mut conn = app.store().read_connection()?;
    let before = before.unwrap_or(i32::MAX);
    let mut found = rows::page(&mut conn, account, before, PAGE as i64 + 1)?;
    let next = (found.len() > PAGE).then(|| found[PAGE - 1].id);
    found.truncate(PAGE);
    Ok((shown(app, &mut conn, found)?, next))
}

/// The number of the account's unread notices.
pub fn count_unread(conn: &mut AnyConnection, account: i32) -> Result<u32> {
    Ok(u32::try_from(rows::count_unread(conn, account)?).unwrap_or(u32::MAX))
}

/// The newest notice, and the accounts with notices newer than `since`; none without it.
pub fn accounts_since(app: &App, since: Option<i32>) -> Result<(i32, Vec<i32>)> {
    let mut conn = app.store().read_connection()?;
    let newest = rows::newest(&mut conn)?;
    let accounts = match since.filter(|since| *since < newest) {
        Some(since) => rows::accounts_between(&mut conn, since, newest)?,
        None => Vec::new(),
    };
    Ok((newest, accounts))
}

/// The numbers of unread notices of accounts.
pub fn unread_of(app: &App, accounts: &[i32]) -> Result<Vec<(i32, u32)>> {
    if accounts.is_empty() {
        return Ok(Vec::new());
    }
    let mut conn = app.store().read_connection()?;
    accounts.iter().map(|account| Ok((*account, count_unread(&mut conn, *account)?))).collect()
}

/// What is marked as read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    One(i32),
    /// This one and all before it.
    UpTo(i32),
}

/// Checks that the actor may mark notices as read.
pub fn authorize_marking(actor: &Actor) -> Result<()> {
    require(actor, Act::MarkNotices, ActTarget::Account(actor.account), false).map(drop)
}

/// Marks notices of the actor as read; returns how many are left unread.
pub fn mark_read(app: &App, actor: &Actor, which: Which, now: Micros) -> Result<u32> {
    authorize_marking(actor)?;
    let account = actor.account;
    app.write(|conn| {
        match which {
            Which::One(id) => {
                let own = rows::by_id(conn, id)?.filter(|row| row.account_id == account);
                own.ok_or_else(|| Error::not_found(refusals::NO_NOTICE))?;
                rows::mark_read(conn, account, (id, false), now)?;
            }
            Which::UpTo(id) => rows::mark_read(conn, account, (id, true), now)?,
        }
        count_unread(conn, account)
    })
}

/// Marks what an account was told for a cause as read, in the transaction in which it answers that.
pub(super) fn mark_answered(
    conn: &mut AnyConnection,
    account: i32,
    cause: &str,
    now: Micros,
) -> Result<()> {
    Ok(rows::mark_cause_read(conn, account, cause, now)?)
}

/// The names of the players who declined a game request of the account since, as far as it has not read of it, each once.
pub(super) fn declined_since(
    app: &App,
    conn: &mut AnyConnection,
    account: i32,
    since: Micros,
) -> Result<Vec<String>> {
    let mut names = Names::default();
    let mut all = Vec::new();
    for row in rows::since(conn, account, (NoticeKinds::REQUEST, since))? {
        let is_shown = row.on_site != 0 && row.read_at == Micros::NEVER;
        let Some(notice) = read_notice(&row.body).filter(|_| is_shown) else { continue };
        if let Notice::RequestDeclined { .. } = notice {
            all.push(names.of(app, conn, &notice)?);
        }
    }
    all.sort();
    all.dedup();
    Ok(all)
}

/// All notices of an account with current names, oldest first.
pub(super) fn of_account(
    app: &App,
    conn: &mut AnyConnection,
    account: i32,
) -> Result<Vec<ShownNotice>> {
    let rows = rows::for_account(conn, account)?;
    shown(app, conn, rows)
}

/// Resolves the names of stored notices; damaged ones are left out.
fn shown(app: &App, conn: &mut AnyConnection, rows: Vec<NoticeRow>) -> Result<Vec<ShownNotice>> {
    let read = rows.into_iter().filter_map(|row| Some((read_notice(&row.body)?, row)));
    let read: Vec<(Notice, NoticeRow)> = read.collect();
    let events: Vec<i32> = read.iter().filter_map(|(notice, _)| notice.event()).collect();
    let events = labels::events(conn, &events)?;
    let mut names = Names::default();
    let mut all = Vec::with_capacity(read.len());
    for (notice, row) in read {
        let event = notice.event().and_then(|id| events.get(&id).cloned());
        let name = names.of(app, conn, &notice)?;
        let path = path(&notice, event.as_ref());
        let (made_at, read_at) = (row.made_at, row.read_at.if_ever());
        all.push(ShownNotice { id: row.id, notice, event, name, path, made_at, read_at });
    }
    Ok(all)
}

/// Names of people, each looked up once.
#[derive(Default)]
struct Names {
    players: HashMap<i32, String>,
}

impl Names {
    fn of(&mut self, app: &App, conn: &mut AnyConnection, notice: &Notice) -> Result<String> {
        if let Some((event, entrant)) = notice.event().zip(notice.opponent()) {
            let Some(row) = contest_rows::by_id(conn, event)? else { return Ok(String::new()) };
            let loaded = contests::load_row(app, conn, &row)?;
            return Ok(contests::entrant_name(&loaded.contest, entrant));
        }
        if let Notice::EventMoved { event, place: true, .. } = notice {
            let Some(row) = contest_rows::by_id(conn, *event)? else { return Ok(String::new()) };
            return Ok(moves::place(&contests::load_row(app, conn, &row)?.contest));
        }
        let Some(player) = notice.player() else { return Ok(String::new()) };
        if let Some(name) = self.players.get(&player) {
            return Ok(name.clone());
        }
        let id = players::canonical(conn, player)?.id;
        let is_gone = !players::anonymous_among(conn, &[id])?.is_empty();
        let name = match is_gone {
            true => DELETED_PLAYER_NAME.to_owned(),
            false => players::canonical(conn, id)?.handle,
        };
        self.players.insert(player, name.clone());
        Ok(name)
    }
}

/// The address of what a notice is about.
fn path(notice: &Notice, event: Option<&SlugLabel>) -> String {
    let slug = event.map(|event| event.slug.as_str()).unwrap_or_default();
    match notice {
        Notice::Paired { .. }
        | Notice::Bye { .. }
        | Notice::RoundPublished { .. }
        | Notice::ResultEntered { .. }
        | Notice::ResultReported { .. }
        | Notice::ResultDisputed { .. }
        | Notice::EventCancelled { .. }
        | Notice::EventResumed { .. }
        | Notice::Challenged { .. }
        | Notice::ChallengeClosed { .. }
        | Notice::EventMoved { .. }
        | Notice::RoundStarts { .. } => format!("/events/{slug}"),
        Notice::DecisionNeeded { .. } => format!("/events/{slug}/run"),
        Notice::CaseReported { case, .. } | Notice::CaseAppealed { case, .. } => {
            format!("/events/{slug}/run/fair-play/{case}")
        }
        Notice::CaseDecided { case, .. } | Notice::CaseRuled { case, .. } => {
            format!("/events/{slug}/cases/{case}")
        }
        Notice::ActUndone { .. } => format!("/events/{slug}/run?part=log"),
        Notice::StartsSoon { table, .. }
        | Notice::TimesProposed { table, .. }
        | Notice::TimeFixed { table, .. } => {
            format!("/events/{slug}/matches/{}", match_key(*table))
        }
        Notice::YourMove { play }
        | Notice::GameOver { play }
        | Notice::RequestAccepted { play, .. }
        | Notice::GameFinished { play, .. }
        | Notice::RanksOpened { play } => format!("/play/{play}"),
        Notice::GameRequest { .. } | Notice::RequestDeclined { .. } => "/play".to_owned(),
        Notice::Reviewed { game, review, .. } => format!("/games/{game}/reviews/{review}"),
    }
}
