//! Notices of accounts, and which of them each account wants.

use std::collections::{HashMap, HashSet};

use diesel::dsl::max;
use diesel::prelude::*;

use adjutant_domain::moment::Micros;
use adjutant_domain::notice::{NoticeKinds, NoticeSettings, QuietHours};

use super::accounts::AccountState;
use super::id_sequence;
use super::queries::{distinct, insert_all, load_in_chunks};
use super::schema::{accounts, games, notice_settings, notices};
use super::{AnyConnection, Result, outbox, push_subscriptions};

#[derive(Debug, Clone, PartialEq, Eq, HasQuery, Insertable)]
#[diesel(table_name = notices, treat_none_as_default_value = false)]
pub struct NoticeRow {
    pub id: i32,
    pub account_id: i32,
    pub cause: String,
    /// The bit of one kind.
    pub kind: i32,
    /// JSON without names.
    pub body: String,
    /// 1 if the account wants it on the site.
    pub on_site: i16,
    pub made_at: Micros,
    /// 0 for never.
    pub read_at: Micros,
}

/// Inserts notices, in a transaction of the caller; the ids of the given ones do not matter.
/// Returns those that were new: nobody gets a second one of the same cause.
pub fn add(conn: &mut AnyConnection, mut new: Vec<NoticeRow>) -> Result<Vec<NoticeRow>> {
    let first = id_sequence::next_ids(conn, "notices", new.len())?;
    let mut known: HashSet<(i32, String)> = HashSet::new();
    for cause in distinct(new.iter().map(|row| row.cause.clone())) {
        let readers: Vec<i32> =
            new.iter().filter(|row| row.cause == cause).map(|row| row.account_id).collect();
        let have: Vec<i32> = load_in_chunks(&readers, |chunk| {
            notices::table
                .filter(notices::account_id.eq_any(chunk))
                .filter(notices::cause.eq(&cause))
                .select(notices::account_id)
                .load(conn)
        })?;
        known.extend(have.into_iter().map(|account| (account, cause.clone())));
    }
    new.retain(|row| known.insert((row.account_id, row.cause.clone())));
    for (id, row) in (first..).zip(&mut new) {
        row.id = id;
    }
    insert_all!(conn, notices::table, new.clone());
    Ok(new)
}

/// Up to `limit` notices of an account on the site before the id `before`, newest first.
pub fn page(
    conn: &mut AnyConnection,
    account: i32,
    before: i32,
    limit: i64,
) -> Result<Vec<NoticeRow>> {
    Ok(NoticeRow::query()
        .filter(notices::account_id.eq(account))
        .filter(notices::id.lt(before))
        .filter(notices::on_site.eq(1))
        .order(notices::id.desc())
        .limit(limit)
        .load(conn)?)
}

pub fn by_id(conn: &mut AnyConnection, id: i32) -> Result<Option<NoticeRow>> {
    Ok(NoticeRow::query().find(id).first(conn).optional()?)
}

/// The notices of an account of some kinds since a time, oldest first.
pub fn since(
    conn: &mut AnyConnection,
    account: i32,
    (kinds, since): (NoticeKinds, Micros),
) -> Result<Vec<NoticeRow>> {
    let wanted = NoticeKinds::ALL.iter().filter(|(kind, _)| kinds.contains(*kind));
    let wanted: Vec<i32> = wanted.map(|(kind, _)| kind.bits()).collect();
    Ok(NoticeRow::query()
        .filter(notices::account_id.eq(account))
        .filter(notices::kind.eq_any(wanted))
        .filter(notices::made_at.gt(since))
        .order(notices::id)
        .load(conn)?)
}

/// All notices of an account, oldest first.
pub fn for_account(conn: &mut AnyConnection, account: i32) -> Result<Vec<NoticeRow>> {
    Ok(NoticeRow::query().filter(notices::account_id.eq(account)).order(notices::id).load(conn)?)
}

/// The number of unread notices of an account on the site.
pub fn count_unread(conn: &mut AnyConnection, account: i32) -> Result<i64> {
    Ok(notices::table
        .filter(notices::account_id.eq(account))
        .filter(notices::on_site.eq(1))
        .filter(notices::read_at.eq(Micros::NEVER))
        .count()
        .get_result(conn)?)
}

/// The newest notice of all; 0 if there is none.
pub fn newest(conn: &mut AnyConnection) -> Result<i32> {
    Ok(notices::table.select(max(notices::id)).get_result::<Option<i32>>(conn)?.unwrap_or(0))
}

/// The accounts with notices after one and up to another.
pub fn accounts_between(conn: &mut AnyConnection, after: i32, up_to: i32) -> Result<Vec<i32>> {
    let range = notices::id.gt(after).and(notices::id.le(up_to));
    Ok(notices::table.filter(range).select(notices::account_id).distinct().load(conn)?)
}

/// Marks one notice of an account as read, or all up to it.
pub fn mark_read(
    conn: &mut AnyConnection,
    account: i32,
    (id, with_older): (i32, bool),
    now: Micros,
) -> Result<()> {
    let unread = notices::account_id
        .eq(account)
        .and(notices::read_at.eq(Micros::NEVER))
        .and(notices::id.le(id));
    let set = notices::read_at.eq(now);
    if with_older {
        diesel::update(notices::table.filter(unread)).set(set).execute(conn)?;
    } else {
        diesel::update(notices::table.filter(unread.and(notices::id.eq(id))))
            .set(set)
            .execute(conn)?;
    }
    Ok(())
}

/// Marks the notice that an account has of this cause as read, if it is unread.
pub fn mark_cause_read(
    conn: &mut AnyConnection,
    account: i32,
    cause: &str,
    now: Micros,
) -> Result<()> {
    let unread = notices::account_id
        .eq(account)
        .and(notices::read_at.eq(Micros::NEVER))
        .and(notices::cause.eq(cause));
    diesel::update(notices::table.filter(unread)).set(notices::read_at.eq(now)).execute(conn)?;
    Ok(())
}

/// Deletes the notices of an account and its settings.
pub(super) fn remove_for_account(conn: &mut AnyConnection, account: i32) -> Result<()> {
    diesel::delete(notices::table.filter(notices::account_id.eq(account))).execute(conn)?;
    diesel::delete(notice_settings::table.find(account)).execute(conn)?;
    outbox::remove_for_account(conn, account)?;
    push_subscriptions::remove_for_account(conn, account)?;
    Ok(())
}

/// The players of a game.
pub fn players_of_game(conn: &mut AnyConnection, game: i32) -> Result<[i32; 2]> {
    let seats = games::table.find(game).select((games::white_id, games::black_id));
    let (white, black): (i32, i32) = seats.first(conn)?;
    Ok([white, black])
}

/// Which of these accounts are active and have a confirmed address.
pub fn with_confirmed_email(conn: &mut AnyConnection, ids: &[i32]) -> Result<HashSet<i32>> {
    load_in_chunks(ids, |chunk| {
        accounts::table
            .filter(accounts::id.eq_any(chunk))
            .filter(accounts::state.eq(AccountState::Active))
            .filter(accounts::email_key.is_not_null())
            .select(accounts::id)
            .load(conn)
    })
}

/// The active accounts of these players, by player.
pub fn accounts_of_players(conn: &mut AnyConnection, players: &[i32]) -> Result<HashMap<i32, i32>> {
    let found: Vec<(Option<i32>, i32)> = load_in_chunks(players, |chunk| {
        accounts::table
            .filter(accounts::player_id.eq_any(chunk.iter().map(|id| Some(*id))))
            .filter(accounts::state.eq(AccountState::Active))
            .select((accounts::player_id, accounts::id))
            .load(conn)
    })?;
    Ok(found.into_iter().filter_map(|(player, account)| Some((player?, account))).collect())
}

#[derive(Debug, Clone, PartialEq, Eq, HasQuery, Insertable, AsChangeset)]
#[diesel(table_name = notice_settings, treat_none_as_default_value = false)]
struct SettingsRow {
    account_id: i32,
    site_kinds: i32,
    mail_kinds: i32,
    push_kinds: i32,
    quiet_from: i16,
    quiet_until: i16,
    zone: String,
    digest: i16,
}

impl From<SettingsRow> for NoticeSettings {
    fn from(row: SettingsRow) -> NoticeSettings {
        let minute = |stored: i16| u16::try_from(stored).unwrap_or_default();
        NoticeSettings {
            site: NoticeKinds::from_bits(row.site_kinds),
            mail: NoticeKinds::from_bits(row.mail_kinds),
            push: NoticeKinds::from_bits(row.push_kinds),
            quiet: QuietHours::new(minute(row.quiet_from), minute(row.quiet_until)),
            zone: row.zone,
            digest: row.digest != 0,
        }
    }
}

/// Removes the notices that these accounts have of an event.
pub(super) fn remove_of_event(
    conn: &mut AnyConnection,
    event: i32,
    accounts: &[i32],
) -> Result<()> {
    for chunk in accounts.chunks(500) {
        let own = notices::table.filter(notices::account_id.eq_any(chunk));
        let about = notices::cause.like(format!("event:{event}:%"));
        diesel::delete(own.filter(about)).execute(conn)?;
    }
    Ok(())
}

/// The settings of these accounts that have changed any.
pub fn settings(
    conn: &mut AnyConnection,
    accounts: &[i32],
) -> Result<HashMap<i32, NoticeSettings>> {
    let rows: Vec<SettingsRow> = load_in_chunks(accounts, |chunk| {
        SettingsRow::query().filter(notice_settings::account_id.eq_any(chunk)).load(conn)
    })?;
    Ok(rows.into_iter().map(|row| (row.account_id, row.into())).collect())
}

pub fn set_settings(
    conn: &mut AnyConnection,
    account: i32,
    settings: &NoticeSettings,
) -> Result<()> {
    let stored = |minute: u16| i16::try_from(minute).unwrap_or_default();
    let (from, until) = settings.quiet.map_or((0, 0), QuietHours::bounds);
    let row = SettingsRow {
        account_id: account,
        site_kinds: settings.site.bits(),
        mail_kinds: settings.mail.bits(),
        push_kinds: settings.push.bits(),
        quiet_from: stored(from),
        quiet_until: stored(until),
        zone: settings.zone.clone(),
        digest: i16::from(settings.digest),
    };
    diesel::insert_into(notice_settings::table)
        .values(&row)
        .on_conflict(notice_settings::account_id)
        .do_update()
        .set(&row)
        .execute(conn)?;
    Ok(())
}
