//! What a player notes on his opponent's pieces, for himself alone: a word or two on each, by where it
//! was deployed. They rest sealed in one length, and no page but his own has them.

use std::collections::BTreeMap;
use std::fmt;

use rand::Rng;

use crate::organisation::text;
use crate::play::PlayId;
use crate::service::access::{Act, ActTarget, Actor, require};
use crate::service::{App, Error, Thing, refusals};
use crate::store::plays::{PlayRow, SeatProof};
use crate::store::seal::{NONCE_BYTES, SealedKind, Sealer};
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, id_sequence, play_notes, play_queries};
use salpakan::rules::{Color, Square, Squares};

use super::Live;
use super::watch::{plays, viewer_of};

/// Most characters of a note: those on a whole army find room where they are sealed.
pub const LONGEST_NOTE: usize = 10;

/// Notes by the square on which a piece was deployed.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Notes(BTreeMap<Square, String>);

impl fmt::Debug for Notes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Notes(..)")
    }
}

impl Notes {
    /// What is noted on the piece that was deployed there; empty for nothing.
    #[must_use]
    pub fn on(&self, origin: Square) -> &str {
        self.0.get(&origin).map_or("", String::as_str)
    }

    /// All of them, by square.
    pub fn iter(&self) -> impl Iterator<Item = (Square, &str)> {
        self.0.iter().map(|(origin, words)| (*origin, words.as_str()))
    }

    /// A line for each piece: its square, a space, the words.
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

fn missing(id: &PlayId) -> Error {
    Error::missing(Thing::Play, salpakan::record::short_id_text(id))
}

/// The actor's own notes on a play; none for who has no side in it.
///
/// # Errors
/// [`Error::Missing`] where there is no such play; [`Error::Unavailable`] where the key is another.
pub fn notes(live: &Live, actor: &Actor, id: &PlayId) -> Result<Notes, Error> {
    let table = live.table(id)?.ok_or_else(|| missing(id))?;
    let mut connection = live.app().store().read_connection()?;
    of_actor(live.app(), &mut connection, actor, &table.row)
}

/// The actor's own notes on the play that became the game in this row; none where he had no side in it, and
/// none as long as the sealing key is missing.
///
/// # Errors
/// [`Error::Internal`]; [`Error::Unavailable`] where the key is another.
pub fn notes_on_game(app: &App, actor: &Actor, game: i32) -> Result<Notes, Error> {
    // What everybody may read does not wait for the key.
    if !plays(actor) || app.why_shut().is_some() {
        return Ok(Notes::default());
    }
    let mut connection = app.store().read_connection()?;
    match play_queries::by_game(&mut connection, game)? {
        Some(row) => of_actor(app, &mut connection, actor, &row),
        None => Ok(Notes::default()),
    }
}

fn of_actor(
    app: &App,
    connection: &mut AnyConnection,
    actor: &Actor,
    row: &PlayRow,
) -> Result<Notes, Error> {
    match row.seat_of(actor.account).filter(|_| plays(actor)) {
        Some(seat) => read(app.sealer(), connection, row, seat),
        None => Ok(Notes::default()),
    }
}

fn read(
    sealer: &Sealer,
    connection: &mut AnyConnection,
    row: &PlayRow,
    seat: SeatProof,
) -> Result<Notes, Error> {
    let Some(sealed) = play_notes::for_seat(connection, seat)? else { return Ok(Notes::default()) };
    opened(sealer, (&row.public_id, seat.color()), &sealed)
}

/// Notes that somebody made with a color on the play of this id, as they rest.
///
/// # Errors
/// [`Error::Unavailable`] where the key is another.
pub(in crate::service) fn opened(
    sealer: &Sealer,
    (id, color): (&PlayId, Color),
    sealed: &[u8],
) -> Result<Notes, Error> {
    let plain = sealer.open(SealedKind::Notes(color), id, sealed)?;
    Ok(Notes::read(&String::from_utf8_lossy(&plain)))
}

/// Notes something on an enemy piece, by where it was deployed; no words take the note away.
///
/// # Errors
/// As [`require`] has it; [`Error::Missing`] for who has no side in it; [`Error::Conflict`] before play
/// begins and once it is over; [`Error::Invalid`] for other pieces and for words that are too long.
pub fn note(
    live: &Live,
    actor: &Actor,
    id: &PlayId,
    (origin, words): (&str, &str),
) -> Result<(), Error> {
    require(actor, Act::Play, ActTarget::Account(actor.account), false)?;
    live.stands()?;
    let table = live.table(id)?.ok_or_else(|| missing(id))?;
    let color = viewer_of(&table.row, actor).color().ok_or_else(|| missing(id))?;
    let seat = table.row.seat_of(actor.account).ok_or_else(|| missing(id))?;
    let taken = table.look(live, |open| theirs(&open.play, color))?;
    let origin = origin.parse().ok().filter(|origin| taken.contains(*origin));
    let origin = origin.ok_or_else(|| Error::invalid("piece", refusals::NOTE_PIECE))?;
    let words = text::clean_line(words, LONGEST_NOTE).map_err(|e| Error::invalid("words", e))?;
    let mut nonce = [0; NONCE_BYTES];
    rand::rng().fill_bytes(&mut nonce);
    let sealer = live.app().sealer();
    in_transaction(&mut *live.app().store().connection()?, |connection| {
        id_sequence::lock_writer(connection)?;
        let mut notes = read(sealer, connection, &table.row, seat)?;
        match words.is_empty() {
            true => notes.0.remove(&origin),
            false => notes.0.insert(origin, words.clone()),
        };
        let text = notes.write();
        let sealed = sealer.seal(SealedKind::Notes(seat.color()), id, text.as_bytes(), nonce)?;
        play_notes::put(connection, seat, &sealed)?;
        Ok(())
    })
}

/// Where the opponent's pieces were deployed, while it is played.
fn theirs(play: &crate::play::Play, color: Color) -> Result<Squares, Error> {
    if play.state().is_over() {
        return Err(Error::conflict(refusals::PLAY_OVER));
    }
    let taken = play.timeline().taken[color.opponent()];
    taken.ok_or_else(|| Error::conflict(refusals::PLAY_NOT_BEGUN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::seal::MAX_NOTES_BYTES;

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
