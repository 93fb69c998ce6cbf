//! The open archive: the games that everybody may have, by the time when they became public.

use std::collections::HashMap;

use adjutant_domain::game::AnyRecord;
use adjutant_domain::moment::Micros;
use adjutant_store::games::{self as rows, NarrowGameRow};
use adjutant_store::open_archive;
use game_record::Annotations;

use super::stored::{self, Sealed};
use super::{App, Result};

/// The number of games that are in memory at once.
const AT_ONCE: usize = 250;

/// When the first game was stored; `None` without games.
pub fn first_stored(app: &App) -> Result<Option<Micros>> {
    Ok(open_archive::first_stored(&mut *app.store().read_connection()?)?)
}

/// Passes the games that became public within `span`, which ends before its second moment, to `give`, the earliest first and
/// without comments and foreign tags: these are texts of their authors, and may name people. `give` returns whether to go on.
pub fn published_between(
    app: &App,
    span: (Micros, Micros),
    give: &mut dyn FnMut(&AnyRecord) -> bool,
) -> Result<()> {
    let mut conn = app.store().read_connection()?;
    let found = open_archive::published_between(&mut conn, span)?;
    for ids in found.chunks(AT_ONCE) {
        let some = rows::by_ids(&mut conn, ids)?.into_iter().map(|row| (row.id, row));
        let mut some: HashMap<i32, NarrowGameRow> = some.collect();
        let some = ids.iter().filter_map(|id| some.remove(id)).collect();
        for raw in stored::read_many(&mut conn, some, Sealed::Leave)? {
            if let Some(mut record) = raw.decode()?.whole() {
                *record.annotations_mut() = Annotations::default();
                if !give(&record) {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}
