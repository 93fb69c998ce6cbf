//! Importing records: reading, judging and storing each game independently.

use std::collections::HashSet;
use std::io::Read;

use adjutant_domain::account::handle::has_invisible;
use adjutant_domain::game::{AnyRecord, read_record};
use adjutant_domain::moment::Micros;
use adjutant_domain::parallel;
use adjutant_store::game_writer::{
    GameWriteOutcome, NewGame, RATED_NOWHERE, write_games_in_transaction,
};
use adjutant_store::names::NameCache;
use adjutant_store::owners::OwnerId;
use adjutant_store::sliced_writes::{SliceStep, SlicedWriter};
use adjutant_store::{AnyConnection, deleted_names, games};
use game_record::Roster;
use game_record::notation::{
    BATCH_BYTES, Batch, Batches, GameError, GameReader, GameText, ReadError,
};
use ledger_ratings::Day;

use super::messages::LocalizedMessage;
use super::owner::{Limits, Owner};
use super::records::{GameId, encode};
use super::{App, Error, Result, ratings, refusals, same_games};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The number of the game in its input, from 1.
    pub game: u64,
    pub error: GameError,
    /// The text as received, for a file of rejects.
    pub text: Vec<u8>,
}

/// A stored game that is not rated, although rating was requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    pub id: GameId,
    /// The number of the game in its input, from 1.
    pub game: u64,
    pub line: u64,
    /// Why, and what to do.
    pub message: LocalizedMessage,
}

/// The result for a game, reported in input order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Added(GameId),
    /// Added, but not rated, because the importer played in it.
    Unrated(Remark),
    Duplicate(GameId),
    Refused(Refusal),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    pub added: u64,
    pub duplicates: u64,
    pub refused: u64,
    /// Bytes of game texts read so far.
    pub bytes: u64,
}

/// Games per transaction: many, because each touches pages all over the indexes; fewer while live
/// games are in progress.
const TRANSACTION: usize = 40_000;
/// Games per step of a transaction while live games are in progress.
const GAMES_A_STEP: usize = 16;
/// Bytes of game texts per transaction, which limits memory if refused games are large.
const TRANSACTION_BYTES: u64 = 128 << 20;
/// Judged batches queued while a transaction is written: those of the next one.
const BATCHES_AHEAD: usize = TRANSACTION_BYTES as usize / BATCH_BYTES;
/// Maximum length of a stored name, site, round or date, in characters.
const LONGEST_VALUE: usize = 255;
/// The largest number of plies of a stored game: far beyond any real one, and a limit on the cost
/// of its replay. Files may contain longer games.
const MOST_PLIES: u32 = 20_000;

/// Imports all games of `input` for `owner`. Imports by members and organisations have limits of
/// their own.
///
/// `tell` is called for each game in input order once it is durable or refused, with the counts so
/// far. A refused game does not affect others.
///
/// # Errors
/// Returns [`Error::Invalid`] if the input becomes unreadable (earlier games are kept), and other
/// errors if the database fails.
pub fn import(
    app: &App,
    input: impl Read + Send,
    owner: impl Into<Owner>,
    now: Micros,
    tell: &mut dyn FnMut(&Verdict, &Counts),
) -> Result<Counts> {
    let limits = Limits { bytes: u64::MAX, ..Limits::default() };
    import_at_most(app, input, &limits, owner, now, tell)
}

/// Like [`import`], within the given limits.
///
/// # Errors
/// Returns [`Error::Invalid`] in the field [`TOO_LONG`] for a longer text or more games than the
/// owner may import.
pub fn import_at_most(
    app: &App,
    input: impl Read + Send,
    limits: &Limits,
    owner: impl Into<Owner>,
    now: Micros,
    tell: &mut dyn FnMut(&Verdict, &Counts),
) -> Result<Counts> {
    let owner = owner.into();
    let most = owner.room(limits).bytes;
    let reader = GameReader::new(input).map_err(unreadable)?.at_most(most);
    let own = owner.own_names(&mut *app.store().connection()?)?;
    let mut writer = Writer::new(app, &owner, limits)?;
    let keeps_texts =
        owner.id() != OwnerId::Site || deleted_names::has_any(writer.slices.connection())?;
    let mut failed = None;
    parallel::map_in_order_buffered(
        Batches(reader),
        parallel::available_workers(),
        BATCHES_AHEAD,
        |batch: Batch| judge_batch(app, batch, (&owner, &own), now, keeps_texts),
        |judged| match writer.take(judged, tell) {
            Ok(()) => true,
            Err(e) => {
                failed = Some(e);
                false
            }
        },
    );
    match failed {
        Some(Error::Invalid { field, message }) => {
            // Games before the break are kept.
            writer.finish(app, tell)?;
            Err(Error::Invalid { field, message })
        }
        Some(e) => Err(e),
        None => writer.finish(app, tell),
    }
}

/// The number of games that the owner may import now.
fn room_for(app: &App, owner: &Owner, limits: &Limits) -> Result<u64> {
    let at_once = owner.room(limits).games;
    let Owner::Member { account } = owner else { return Ok(at_once) };
    let most = limits.member_games;
    let mut conn = app.store().connection()?;
    let asked = i64::try_from(most).unwrap_or(i64::MAX);
    let there = games::count_imported_by_member(&mut conn, *account, asked)?;
    Ok(at_once.min(most.saturating_sub(there as u64)))
}

/// The field of the error for a text that is too long.
pub const TOO_LONG: &str = "length";

fn unreadable(e: ReadError) -> Error {
    let too_long = e.cause.kind() == std::io::ErrorKind::FileTooLarge;
    let field = if too_long { TOO_LONG } else { "input" };
    let kept = if e.after_game > 0 { " (all games before that are kept)" } else { "" };
    Error::invalid(field, format!("{e}{kept}"))
}

/// Why the database refuses a valid game: a player in it is deleted,
const RETIRED: &str = "a player's name in it is that of somebody who was deleted from here at their wish, so that no \
     new games of theirs are taken; if it is another person, write the name more fully";
/// would be new with a lookalike name,
const LOOKS_ALIKE: &str = "a player's name in it is nobody's here and looks like somebody else's; write the name as it \
     is here, or, if it is another person, more fully";
/// or would be new with a reserved name.
const RESERVED: &str = "a player's name in it is kept for what is no person, such as the operator \
     or somebody who left; write the name of the person";

enum Judged {
    Good(Box<NewGame>, GameId, Origin),
    Bad(Refusal),
}

/// The position of a game in its input, for refusals by the database.
struct Origin {
    game: u64,
    line: u64,
    /// Kept if such a refusal is possible.
    text: Vec<u8>,
    /// Whether the importer played in it, so that it must not be rated.
    his_own: bool,
}

impl Origin {
    fn added(self, id: GameId) -> Verdict {
        if !self.his_own {
            return Verdict::Added(id);
        }
        Verdict::Unrated(Remark {
            id,
            game: self.game,
            line: self.line,
            message: refusals::PLAYS_HIMSELF.into(),
        })
    }

    fn refused(self, message: &str) -> Refusal {
        let (line, message) = (self.line, message.to_owned());
        let error = GameError { line, column: 1, ply: None, message };
        Refusal { game: self.game, error, text: self.text }
    }
}

struct JudgedBatch {
    games: Vec<Judged>,
    bytes: u64,
    failed: Option<Error>,
}

/// Judges a batch; `own` are the names of the importer, whose games are not rated.
fn judge_batch(
    app: &App,
    batch: Batch,
    (owner, own): (&Owner, &HashSet<String>),
    now: Micros,
    keeps_texts: bool,
) -> JudgedBatch {
    let mut judged = JudgedBatch {
        games: Vec::with_capacity(batch.games.len()),
        bytes: batch.games.iter().map(|game| game.bytes.len() as u64).sum(),
        failed: batch.failed.map(unreadable),
    };
    for game in batch.games {
        let record =
            read_record(&game).and_then(|record| storable(app, &record, &game).map(|()| record));
        match record.map(|record| encode(app, &record, owner, now)) {
            Ok(Ok(mut new)) => {
                let his_own = new.has_player_among(own);
                if his_own {
                    new.rated_in = RATED_NOWHERE;
                }
                let id = GameId::from_bytes(&new.content_id).unwrap_or(GameId([0; 10]));
                let text = if keeps_texts { game.bytes } else { Vec::new() };
                let origin = Origin { game: game.number, line: game.first_line, text, his_own };
                judged.games.push(Judged::Good(Box::new(new), id, origin));
            }
            Ok(Err(e)) => {
                judged.failed = Some(e);
                break;
            }
            Err(error) => judged.games.push(Judged::Bad(Refusal {
                game: game.number,
                error,
                text: game.bytes,
            })),
        }
    }
    judged
}

/// Refuses values that the databases cannot index or show, before they fail a whole transaction.
fn storable(app: &App, record: &AnyRecord, game: &GameText) -> Result<(), GameError> {
    let Roster { event, site, date, round, white, black } = &record.header().roster;
    let values = [event, site, date, round, white, black];
    for (tag, value) in ["Event", "Site", "Date", "Round", "White", "Black"].into_iter().zip(values)
    {
        let message = if value.chars().any(char::is_control) {
            format!("{tag} holds a control character; take it out")
        } else if has_invisible(value) {
            format!(
                "{tag} holds a character that cannot be seen or that turns the text around it; \
                 write it anew without"
            )
        } else if value.chars().count() > LONGEST_VALUE {
            format!("{tag} is longer than {LONGEST_VALUE} characters; shorten it")
        } else {
            continue;
        };
        return Err(GameError { line: game.first_line, column: 1, ply: None, message });
    }
    if let Some(message) = date_fault(date, app.today()) {
        let line = game.first_line + lines_before_tag(&game.bytes, "Date");
        return Err(GameError { line, column: 1, ply: None, message });
    }
    if record.ply_count() > MOST_PLIES {
        let message = format!("more than {MOST_PLIES} plies; games that long are not stored");
        let ply = Some(MOST_PLIES + 1);
        return Err(GameError { line: game.first_line, column: 1, ply, message });
    }
    Ok(())
}

/// What is wrong with the date of a game: ratings follow the order of the days, so that none is
/// guessed. A server ahead of the uploader's clock may be a day off.
fn date_fault(date: &str, today: Day) -> Option<String> {
    if !Day::is_tag(date) {
        return Some(format!(
            "Date is \"{date}\", which is not a valid date; write it as 2026.04.30, or ????.??.?? \
             if it is unknown"
        ));
    }
    let ahead = Day::of_tag(date) > today.plus(1);
    ahead.then(|| format!("Date is {date}, which is in the future; write the day of the game"))
}

/// The number of lines before that of a tag; 0 if no line begins with it, as in JSON.
fn lines_before_tag(text: &[u8], tag: &str) -> u64 {
    let begins = format!("[{tag} ");
    let mut lines = text.split(|byte| *byte == b'\n');
    lines.position(|line| line.trim_ascii_start().starts_with(begins.as_bytes())).unwrap_or(0)
        as u64
}

type Outcome = Result<(GameId, Origin), Refusal>;

/// Groups games into transactions and reports them in order.
struct Writer {
    slices: SlicedWriter,
    names: NameCache,
    waiting: Vec<Judged>,
    waiting_bytes: u64,
    counts: Counts,
    /// The number of games that may still be imported.
    room: u64,
}

impl Writer {
    fn new(app: &App, owner: &Owner, limits: &Limits) -> Result<Writer> {
        Ok(Writer {
            room: room_for(app, owner, limits)?,
            slices: SlicedWriter::open(app.store())?,
            names: NameCache::new(owner.events()).with_deleted_names(app.sealer()),
            waiting: Vec::new(),
            waiting_bytes: 0,
            counts: Counts::default(),
        })
    }

    fn take(&mut self, judged: JudgedBatch, tell: &mut dyn FnMut(&Verdict, &Counts)) -> Result<()> {
        self.counts.bytes += judged.bytes;
        self.waiting_bytes += judged.bytes;
        let room = usize::try_from(self.room).unwrap_or(usize::MAX);
        let too_many = judged.games.len() > room;
        self.room -= judged.games.len().min(room) as u64;
        self.waiting.extend(judged.games.into_iter().take(room));
        if self.waiting.len() >= TRANSACTION || self.waiting_bytes >= TRANSACTION_BYTES {
            self.flush(tell)?;
        }
        if too_many {
            return Err(Error::invalid(TOO_LONG, refusals::TOO_MANY_GAMES));
        }
        judged.failed.map_or(Ok(()), Err)
    }

    /// Writes the remaining games, and rates all new ones.
    fn finish(mut self, app: &App, tell: &mut dyn FnMut(&Verdict, &Counts)) -> Result<Counts> {
        self.flush(tell)?;
        let counts = self.counts;
        drop(self);
        ratings::bring_up_to_date(app)?;
        Ok(counts)
    }

    fn flush(&mut self, tell: &mut dyn FnMut(&Verdict, &Counts)) -> Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        self.waiting_bytes = 0;
        let mut new = Vec::with_capacity(waiting.len());
        let mut outcomes = Vec::with_capacity(waiting.len());
        for judged in waiting {
            match judged {
                Judged::Good(game, id, origin) => {
                    new.push(*game);
                    outcomes.push(Ok((id, origin)));
                }
                Judged::Bad(refusal) => outcomes.push(Err(refusal)),
            }
        }
        let mut outcomes = outcomes.into_iter().peekable();
        let mut rest = new.as_slice();
        // At least once, since refusals are reported even if there is nothing to write.
        loop {
            let written = self.write_slice(&mut rest)?;
            let last = rest.is_empty();
            let mut written = written.into_iter();
            self.tell(&mut outcomes, &mut written, last, tell);
            if last {
                return Ok(());
            }
        }
    }

    /// Writes as many games as one transaction takes.
    fn write_slice(&mut self, rest: &mut &[NewGame]) -> Result<Vec<Written>> {
        let mut written = Vec::new();
        if rest.is_empty() {
            return Ok(written);
        }
        let (names, left) = (&mut self.names, &mut *rest);
        let done = self.slices.run_slice(|conn, pace| {
            let (now, later) =
                left.split_at(left.len().min(pace.rows_per_step(GAMES_A_STEP, TRANSACTION)));
            written.extend(write_unknown(conn, names, now)?);
            *left = later;
            Ok::<_, Error>(if left.is_empty() { SliceStep::Done } else { SliceStep::More })
        });
        if let Err(e) = done {
            self.names.clear();
            return Err(e);
        }
        Ok(written)
    }

    /// Reports the written games and the refused ones between them.
    fn tell(
        &mut self,
        outcomes: &mut std::iter::Peekable<impl Iterator<Item = Outcome>>,
        written: &mut std::vec::IntoIter<Written>,
        last: bool,
        tell: &mut dyn FnMut(&Verdict, &Counts),
    ) {
        while let Some(outcome) =
            outcomes.next_if(|outcome| last || outcome.is_err() || written.len() > 0)
        {
            let verdict = match outcome {
                Ok((id, origin)) => match written.next() {
                    Some(Written::SameAs(there)) => Verdict::Duplicate(there),
                    Some(Written::As(outcome)) => match outcome {
                        GameWriteOutcome::Added | GameWriteOutcome::TakenOver => origin.added(id),
                        GameWriteOutcome::Reserved => Verdict::Refused(origin.refused(RESERVED)),
                        GameWriteOutcome::Retired => Verdict::Refused(origin.refused(RETIRED)),
                        GameWriteOutcome::LooksAlike => {
                            Verdict::Refused(origin.refused(LOOKS_ALIKE))
                        }
                        GameWriteOutcome::Duplicate => Verdict::Duplicate(id),
                    },
                    None => Verdict::Duplicate(id),
                },
                Err(refusal) => Verdict::Refused(refusal),
            };
            match &verdict {
                Verdict::Added(_) | Verdict::Unrated(_) => self.counts.added += 1,
                Verdict::Duplicate(_) => self.counts.duplicates += 1,
                Verdict::Refused(_) => self.counts.refused += 1,
            }
            tell(&verdict, &self.counts);
        }
    }
}

/// The result for a game to be written.
#[derive(Debug, Clone, Copy)]
enum Written {
    As(GameWriteOutcome),
    /// Not written: it is stored already, under another event or place.
    SameAs(GameId),
}

/// Writes games, without those that are stored already under another event or place.
fn write_unknown(
    conn: &mut AnyConnection,
    names: &mut NameCache,
    games: &[NewGame],
) -> Result<Vec<Written>> {
    let same = same_games::find(conn, names, games)?;
    if same.is_empty() {
        let written = write_games_in_transaction(conn, names, games)?;
        return Ok(written.into_iter().map(Written::As).collect());
    }
    let unknown = games.iter().enumerate().filter(|(at, _)| !same.contains_key(at));
    let unknown: Vec<NewGame> = unknown.map(|(_, game)| game.clone()).collect();
    let mut written = write_games_in_transaction(conn, names, &unknown)?.into_iter();
    let result = |at| match same.get(&at) {
        Some(there) => Some(Written::SameAs(*there)),
        None => written.next().map(Written::As),
    };
    Ok((0..games.len()).map_while(result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_that_is_none_or_still_to_come_is_told() {
        let told = |date: &str| date_fault(date, Day::of_tag("2026.04.30"));
        for taken in ["2026.04.30", "2026.05.01", "1986.??.??", "????.??.??", "?"] {
            assert_eq!(told(taken), None, "{taken}");
        }
        for wrong in ["30/04/2026", "Abril 30", "2026.13.45", "2099.01.01", "2026.05.02"] {
            assert!(told(wrong).is_some_and(|message| message.contains(wrong)), "{wrong}");
        }
        assert_eq!(date_fault("2099.01.01", Day::LAST), None, "without a day none is to come");
    }

    #[test]
    fn the_line_of_a_tag_is_counted_within_its_game() {
        assert_eq!(lines_before_tag(b"[Event \"A\"]\r\n[Date \"x\"]\r\n", "Date"), 1);
        assert_eq!(lines_before_tag(b"{\"tags\": {\"Date\": \"x\"}}", "Date"), 0);
    }
}
