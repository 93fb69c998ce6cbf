//! A player's private notes on the opponent's pieces: a word or two each, by the square of
//! deployment. They are sealed in a constant length and shown to the player only.

use std::collections::BTreeMap;
use std::fmt;

use crate::access::{Act, ActTarget, Actor, require};
use crate::{App, Error, Result, refusals};
use adjutant_domain::organisation::text;
use adjutant_domain::play::PlayId;
use adjutant_store::plays::{PlayRow, SeatProof};
use adjutant_store::seal::{SealedKind, Sealer};
use adjutant_store::{AnyConnection, play_notes, play_queries};
use salpakan::rules::{Color, Square, Squares};

use super::Live;
use super::watch::{plays, seat_at, seat_of};

/// Maximum length of a note in characters: notes on a whole army fit into the sealed length.
pub const LONGEST_NOTE: usize = 10;

/// Notes by the square on which the piece was deployed.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Notes(BTreeMap<Square, String>);

impl fmt::Debug for Notes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Notes(..)")
    }
}

impl Notes {
    /// The note on the piece deployed on this square; empty for none.
    pub fn on(&self, origin: Square) -> &str {
        self.0.get(&origin).map_or("", String::as_str)
    }

    pub fn iter(&self) -> impl Iterator<Item = (Square, &str)> {
        self.0.iter().map(|(origin, words)| (*origin, words.as_str()))
    }

    /// Parses one line per piece: its square, a blank, the note.
    fn read(text: &str) -> Notes {
        let note = |line: &str| {
            let (square, words) = line.split_once(' ')?;
            Some((square.parse().ok()?, words.to_owned()))
        };
        Notes(text.lines().filter_map(note).collect())
    }

    fn write(&self) -> String {
        self.iter().map(|(origin, words)| format!("{origin} {words}\n")).collect()
    }
}

/// The actor's own notes on a game; empty for non-players.
pub fn notes(live: &Live, actor: &Actor, id: &PlayId) -> Result<Notes> {
    let session = live.session(id)?;
    let mut conn = live.app().store().read_connection()?;
    of_actor(live.app(), &mut conn, actor, &session.row)
}

/// The actor's own notes on the live game recorded in this row; empty for non-players, and while
/// the sealing key is missing.
pub fn notes_on_game(app: &App, actor: &Actor, game: i32) -> Result<Notes> {
    // Public pages must not depend on the key.
    if !plays(actor) || app.why_shut().is_some() {
        return Ok(Notes::default());
    }
    let mut conn = app.store().read_connection()?;
    match play_queries::by_game(&mut conn, game)? {
        Some(row) => of_actor(app, &mut conn, actor, &row),
        None => Ok(Notes::default()),
    }
}

fn of_actor(app: &App, conn: &mut AnyConnection, actor: &Actor, row: &PlayRow) -> Result<Notes> {
    match seat_of(row, actor) {
        Some(seat) => read(app.sealer(), conn, row, seat),
        None => Ok(Notes::default()),
    }
}

fn read(
    sealer: &Sealer,
    conn: &mut AnyConnection,
    row: &PlayRow,
    seat: SeatProof,
) -> Result<Notes> {
    let Some(sealed) = play_notes::for_seat(conn, seat)? else { return Ok(Notes::default()) };
    opened(sealer, (&row.public_id, seat.color()), &sealed)
}

/// Opens the sealed notes of a side on this game.
pub(crate) fn opened(
    sealer: &Sealer,
    (id, color): (&PlayId, Color),
    sealed: &[u8],
) -> Result<Notes> {
    let plain = sealer.open(SealedKind::Notes(color), id, sealed)?;
    Ok(Notes::read(&String::from_utf8_lossy(&plain)))
}

/// Sets the note on an enemy piece, by its square of deployment; an empty one is deleted.
pub fn note(live: &Live, actor: &Actor, id: &PlayId, (origin, words): (&str, &str)) -> Result<()> {
    require(actor, Act::PlayCasually, ActTarget::Account(actor.account), false)?;
    live.stands()?;
    let (session, seat) = seat_at(live, actor, id)?;
    let taken = session.look(live, |open| theirs(&open.play, seat.color()))?;
    let origin = origin.parse().ok().filter(|origin| taken.contains(*origin));
    let origin = origin.ok_or_else(|| Error::invalid("piece", refusals::NOTE_PIECE))?;
    let words =
        text::clean_line(words, LONGEST_NOTE).map_err(|e| Error::invalid("words", e.message()))?;
    let sealer = live.app().sealer();
    live.app().write(|conn| {
        let mut notes = read(sealer, conn, &session.row, seat)?;
        match words.is_empty() {
            true => notes.0.remove(&origin),
            false => notes.0.insert(origin, words.clone()),
        };
        let text = notes.write();
        let sealed =
            sealer.seal(SealedKind::Notes(seat.color()), id, text.as_bytes(), rand::random())?;
        play_notes::put(conn, seat, &sealed)?;
        Ok(())
    })
}

/// The squares on which the opponent deployed, during play.
fn theirs(play: &adjutant_domain::play::Play, color: Color) -> Result<Squares> {
    if play.state().is_over() {
        return Err(Error::conflict(refusals::PLAY_OVER));
    }
    let taken = play.timeline().and_then(|timeline| timeline.taken[color.opponent()]);
    taken.ok_or_else(|| Error::conflict(refusals::PLAY_NOT_BEGUN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use adjutant_store::seal::MAX_NOTES_BYTES;

    #[test]
    fn notes_on_a_whole_army_in_the_widest_letters_find_their_room() {
        let all: BTreeMap<Square, String> = Square::all()
            .take(21)
            .map(|origin| (origin, "\u{1f396}".repeat(LONGEST_NOTE)))
            .collect();
        let notes = Notes(all);
        let text = notes.write();
        assert!(text.len() <= MAX_NOTES_BYTES, "{} bytes", text.len());
        assert!(Notes::read(&text) == notes, "and read back");
    }
}
