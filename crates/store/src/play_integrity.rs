//! Consistency checks of the rows of live games, which scan the tables.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer};

use super::plays::PlayRow;
use super::schema::plays;
use super::{AnyConnection, Result, StoreError};
use adjutant_domain::moment::Micros;

#[derive(QueryableByName)]
struct EventNumbers {
    #[diesel(sql_type = Integer)]
    play_id: i32,
    #[diesel(sql_type = BigInt)]
    events: i64,
    #[diesel(sql_type = Integer)]
    last: i32,
}

/// A batch of games with consecutive ids.
pub struct PlayBatch {
    /// Each with its number of events and the number of the last one.
    pub plays: Vec<(PlayRow, i64, i32)>,
    /// Descriptions of unreadable rows.
    pub damaged: Vec<String>,
    /// The id before the batch, and its last id.
    pub id_range: (i32, i32),
}

/// Up to `limit` games after the id `after`; `None` if there are no more.
pub fn batch_after(conn: &mut AnyConnection, after: i32, limit: i64) -> Result<Option<PlayBatch>> {
    let ids = plays::table.filter(plays::id.gt(after)).order(plays::id).limit(limit);
    let ids: Vec<i32> = ids.select(plays::id).load(conn)?;
    let Some(last) = ids.last().copied() else { return Ok(None) };
    let query = format!(
        "SELECT play_id, count(*) AS events, max(number) AS last FROM play_events \
         WHERE play_id > {after} AND play_id <= {last} GROUP BY play_id ORDER BY play_id"
    );
    let counted: Vec<EventNumbers> = diesel::sql_query(query).load(conn)?;
    let mut batch = PlayBatch { plays: Vec::new(), damaged: Vec::new(), id_range: (after, last) };
    for id in ids {
        // One by one, since a row that cannot be read fails its whole query.
        match PlayRow::query().filter(plays::id.eq(id)).first(conn).map_err(StoreError::from) {
            Ok(row) => {
                let own = counted.binary_search_by_key(&id, |one| one.play_id).ok();
                let (events, last) =
                    own.map_or((0, 0), |at| (counted[at].events, counted[at].last));
                batch.plays.push((row, events, last));
            }
            Err(StoreError::Damaged(what)) => batch.damaged.push(format!("play {id} has {what}")),
            Err(e) => return Err(e),
        }
    }
    Ok(Some(batch))
}

/// Describes differences between a game's row and its events.
pub fn find_faults(row: &PlayRow, events: i64, last: i32) -> Vec<String> {
    let mut faults = Vec::new();
    let version = i64::from(row.version);
    if version != events {
        faults.push(format!("its row counts {version} events, but {events} are stored"));
    } else if i64::from(last) != events {
        faults.push(format!("its {events} events are not numbered without a gap"));
    }
    if row.state.is_over() != (row.ended_at != Micros::NEVER) {
        faults.push("its row says both that it is running and that it is over".to_owned());
    }
    faults
}
