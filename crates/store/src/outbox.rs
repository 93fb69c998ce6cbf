//! The outbox: deliveries that are queued in the transaction of their cause, claimed by a worker for
//! some time, and tried again until they succeed or are given up.

use diesel::dsl::{count_star, exists, min};
use diesel::prelude::*;

use adjutant_domain::moment::Micros;

use super::columns::stored_enum;
use super::id_sequence;
use super::schema::outbox;
use super::{AnyConnection, Result};

stored_enum! {
    OutboxChannel, else Unknown {
        Mail = 0 "mail",
        Push = 1 "push",
        Webhook = 2 "webhook",
        /// Something that the server itself does at its time.
        Reminder = 3 "reminder",
        Unknown = -1 "unknown",
    }
}

stored_enum! {
    OutboxState, else Dead {
        Waiting = 0,
        Done = 1,
        /// It was given up.
        Dead = 2,
    }
}

/// A delivery; times are 0 for never.
#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = outbox)]
pub struct OutboxRow {
    pub id: i32,
    pub channel: OutboxChannel,
    #[diesel(column_name = work_key)]
    pub key: String,
    pub account_id: Option<i32>,
    pub target: i32,
    pub body: String,
    pub state: OutboxState,
    pub tries: i16,
    pub due_at: Micros,
    pub leased_until: Micros,
    pub answer: String,
    pub made_at: Micros,
    pub done_at: Micros,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDelivery {
    pub channel: OutboxChannel,
    /// Identifies the work: a second delivery with the same key is not queued.
    pub key: String,
    pub account: Option<i32>,
    pub target: i32,
    pub body: String,
    pub due_at: Micros,
}

/// Queues a delivery, in a transaction of the caller, unless one with its key exists.
pub fn add(conn: &mut AnyConnection, new: &NewDelivery, now: Micros) -> Result<()> {
    let id = id_sequence::next_ids(conn, "outbox", 1)?;
    diesel::insert_into(outbox::table)
        .values((
            outbox::id.eq(id),
            outbox::channel.eq(new.channel),
            outbox::work_key.eq(&new.key),
            outbox::account_id.eq(new.account),
            outbox::target.eq(new.target),
            outbox::body.eq(&new.body),
            outbox::state.eq(OutboxState::Waiting),
            outbox::tries.eq(0),
            outbox::due_at.eq(new.due_at),
            outbox::leased_until.eq(Micros::NEVER),
            outbox::answer.eq(""),
            outbox::made_at.eq(now),
            outbox::done_at.eq(Micros::NEVER),
        ))
        .on_conflict_do_nothing()
        .execute(conn)?;
    Ok(())
}

/// Whether something that the server does at its time waits for a target, with a body that begins with this word.
pub fn is_waiting(conn: &mut AnyConnection, target: i32, word: &str) -> Result<bool> {
    let waiting = outbox::table
        .filter(outbox::channel.eq(OutboxChannel::Reminder))
        .filter(outbox::state.eq(OutboxState::Waiting))
        .filter(outbox::target.eq(target))
        .filter(outbox::body.like(format!("{word} %")));
    Ok(diesel::select(exists(waiting)).get_result(conn)?)
}

/// Claims up to `limit` due deliveries of a channel until a time, in a transaction that holds the
/// writer lock, so that no other worker has them before. Each claim counts as a try.
pub fn claim(
    conn: &mut AnyConnection,
    channel: OutboxChannel,
    (now, until): (Micros, Micros),
    limit: i64,
) -> Result<Vec<OutboxRow>> {
    let mut rows: Vec<OutboxRow> = OutboxRow::query()
        .filter(outbox::channel.eq(channel))
        .filter(outbox::state.eq(OutboxState::Waiting))
        .filter(outbox::due_at.le(now))
        .filter(outbox::leased_until.le(now))
        .order((outbox::due_at, outbox::id))
        .limit(limit)
        .load(conn)?;
    for row in &mut rows {
        row.leased_until = until;
        row.tries = row.tries.saturating_add(1);
        diesel::update(outbox::table.find(row.id))
            .set((outbox::leased_until.eq(until), outbox::tries.eq(row.tries)))
            .execute(conn)?;
    }
    Ok(rows)
}

pub fn by_id(conn: &mut AnyConnection, id: i32) -> Result<Option<OutboxRow>> {
    Ok(OutboxRow::query().find(id).first(conn).optional()?)
}

/// How a try ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TryEnd {
    Done,
    /// To be tried again from this time on.
    Again(Micros),
    Dead,
}

/// Records the end of a claimed try; `false` if the claim has expired and another worker has it.
pub fn finish(
    conn: &mut AnyConnection,
    row: &OutboxRow,
    (end, answer): (TryEnd, &str),
    now: Micros,
) -> Result<bool> {
    let claimed = outbox::table
        .find(row.id)
        .filter(outbox::state.eq(OutboxState::Waiting))
        .filter(outbox::leased_until.eq(row.leased_until));
    let (state, due_at, done_at) = match end {
        TryEnd::Done => (OutboxState::Done, row.due_at, now),
        TryEnd::Again(at) => (OutboxState::Waiting, at, Micros::NEVER),
        TryEnd::Dead => (OutboxState::Dead, row.due_at, now),
    };
    let set = (
        outbox::state.eq(state),
        outbox::due_at.eq(due_at),
        outbox::done_at.eq(done_at),
        outbox::leased_until.eq(Micros::NEVER),
        outbox::answer.eq(answer),
    );
    Ok(diesel::update(claimed).set(set).execute(conn)? == 1)
}

/// Queues a delivery anew that was given up or done; `false` if it is not there.
pub fn requeue(conn: &mut AnyConnection, id: i32, now: Micros) -> Result<bool> {
    let ended = outbox::table.find(id).filter(outbox::state.ne(OutboxState::Waiting));
    let set = (
        outbox::state.eq(OutboxState::Waiting),
        outbox::tries.eq(0),
        outbox::due_at.eq(now),
        outbox::leased_until.eq(Micros::NEVER),
        outbox::done_at.eq(Micros::NEVER),
    );
    Ok(diesel::update(ended).set(set).execute(conn)? == 1)
}

/// Up to `limit` deliveries in a state, newest first.
pub fn in_state(
    conn: &mut AnyConnection,
    state: OutboxState,
    limit: i64,
) -> Result<Vec<OutboxRow>> {
    Ok(OutboxRow::query()
        .filter(outbox::state.eq(state))
        .order(outbox::id.desc())
        .limit(limit)
        .load(conn)?)
}

/// The numbers of waiting and of given up deliveries.
pub fn counts(conn: &mut AnyConnection) -> Result<(i64, i64)> {
    let mut count = |state: OutboxState| {
        outbox::table.filter(outbox::state.eq(state)).count().get_result::<i64>(conn)
    };
    Ok((count(OutboxState::Waiting)?, count(OutboxState::Dead)?))
}

/// How many deliveries of a channel are in a state, and when the first of them was or is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Queue {
    pub channel: OutboxChannel,
    pub deliveries: i64,
    pub first_due_at: Option<Micros>,
}

/// The queues of a state, of channels that have any.
pub fn queues(conn: &mut AnyConnection, state: OutboxState) -> Result<Vec<Queue>> {
    let rows: Vec<(OutboxChannel, i64, Option<Micros>)> = outbox::table
        .filter(outbox::state.eq(state))
        .group_by(outbox::channel)
        .select((outbox::channel, count_star(), min(outbox::due_at)))
        .order(outbox::channel)
        .load(conn)?;
    let queue = |(channel, deliveries, first_due_at)| Queue { channel, deliveries, first_due_at };
    Ok(rows.into_iter().map(queue).collect())
}

/// Deletes the deliveries to an account.
pub(super) fn remove_for_account(conn: &mut AnyConnection, account: i32) -> Result<()> {
    diesel::delete(outbox::table.filter(outbox::account_id.eq(account))).execute(conn)?;
    Ok(())
}

/// Whether a delivery of a channel can be claimed.
pub fn is_due(conn: &mut AnyConnection, channel: OutboxChannel, now: Micros) -> Result<bool> {
    let due = outbox::table
        .filter(outbox::channel.eq(channel))
        .filter(outbox::state.eq(OutboxState::Waiting))
        .filter(outbox::due_at.le(now))
        .filter(outbox::leased_until.le(now));
    Ok(diesel::select(diesel::dsl::exists(due)).get_result(conn)?)
}
