//! Live games of an account with its own notes, seeks and reports.

use adjutant_store::plays::PlayRow;
use adjutant_store::seal::SealedKind;
use adjutant_store::{AnyConnection, play_notes, play_queries, play_reports, players, seeks};
use salpakan::record::short_id_text;
use salpakan::rules::Color;

use super::super::super::{App, Result};
use super::{Give, Goes, Part, Played, Report, Seek, ever};

/// Games read per batch.
const AT_ONCE: i64 = 200;

/// Live games, those with White first; running ones before finished ones.
pub(super) fn plays(app: &App, (account, player): (i32, i32), give: Give<'_>) -> Goes {
    let mut conn = app.store().connection()?;
    for color in Color::ALL {
        let mut after = (0, 0);
        loop {
            let rows = play_queries::for_player(&mut conn, player, color, after, AT_ONCE)?;
            let Some(last) = rows.last() else { break };
            after = (last.ended_at, last.id);
            for row in &rows {
                if !give(&Part::Play(one(app, &mut conn, row, (account, color))?)) {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

fn one(
    app: &App,
    conn: &mut AnyConnection,
    row: &PlayRow,
    (account, color): (i32, Color),
) -> Result<Played> {
    // Notes of another account for the same player are not included.
    let sealed = match row.seat_of(account).filter(|seat| seat.color() == color) {
        Some(seat) => play_notes::for_seat(conn, seat)?,
        None => None,
    };
    let notes = match sealed {
        Some(body) => app.sealer().open(SealedKind::Notes(color), &row.public_id, &body)?,
        None => Vec::new(),
    };
    Ok(Played {
        id: short_id_text(&row.public_id),
        color,
        state: row.state,
        rated: row.rated,
        created_at: row.created_at,
        ended_at: ever(row.ended_at),
        notes: String::from_utf8_lossy(&notes).into_owned(),
    })
}

/// Seeks and reports.
pub(super) fn told(conn: &mut AnyConnection, account: i32, give: Give<'_>) -> Goes {
    let mut parts = Vec::new();
    for row in seeks::for_account(conn, account, i64::MAX)? {
        let to = row.to_player.map(|player| players::canonical(conn, player));
        parts.push(Part::Seek(Seek {
            id: short_id_text(&row.public_id),
            to: to.transpose()?.map(|named| named.handle),
            color: row.color,
            created_at: row.created_at,
            expires_at: row.expires_at,
        }));
    }
    for row in play_reports::for_account(conn, account, i64::MAX)? {
        parts.push(Part::Report(Report { text: row.text, at: row.at }));
    }
    Ok(parts.iter().all(give))
}
