//! What the server does of events without anybody asking: it reminds people, and has the default rule fire.

use crate::contest::Contest;
use crate::contest::arranged::{Due, LAST_MOMENT, Reminder, TableId, What};
use crate::service::access::{ActingAs, Actor, Part};
use crate::service::accounts::{Letter, LetterKind, MatchNews};
use crate::service::retries::Chore;
use crate::service::{App, Error};
use crate::store::contests::ContestRow;
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, accounts, contest_dues as rows, counted};

use super::desk::write;
use super::kept::{self, Run};
use super::matches::{match_key, zone_of};
use super::refused::refused;
use super::times::sides;

/// So many events are looked at a time.
const MOST: i64 = 100;

/// What was done.
#[derive(Debug, Default)]
pub struct Done {
    /// What is to be written to people.
    pub letters: Vec<Letter>,
    /// Of how many matches the default rule has fired.
    pub lapsed: usize,
}

/// Notes when something is due of an event as it stands. While a match is to be arranged or played, the event is among
/// those that are looked through for somebody's matches.
pub(super) fn note_due(
    connection: &mut AnyConnection,
    id: i32,
    contest: &Contest,
) -> Result<(), Error> {
    let is_open = || !contest.is_over && contest.arranged_matches().any(|(_, one)| !one.is_over());
    let due = contest.next_due().or_else(|| is_open().then_some(LAST_MOMENT));
    Ok(rows::set(connection, id, due)?)
}

/// Does what is due at `now`, each once: what was done is a fact in the same transaction. `up_since` is when the
/// server began to run. An event of which it fails harms no other.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn do_due(app: &App, now: i64, up_since: i64) -> Result<Done, Error> {
    let due = rows::due(&mut *app.store().connection()?, now, MOST)?;
    let mut all = Done::default();
    let retries = app.retries();
    for row in due {
        let chore = Chore::Matches(row.id);
        if !retries.may(chore, now) {
            continue;
        }
        match of_event(app, &row.slug, now, up_since) {
            Ok(done) => {
                retries.done(chore);
                all.letters.extend(done.letters);
                all.lapsed += done.lapsed;
            }
            Err(e) => {
                retries.fail(chore, now);
                tracing::warn!(event = row.slug, error = %e, "what is due was not done");
            }
        }
    }
    Ok(all)
}

/// What is due of one event.
fn of_event(app: &App, slug: &str, now: i64, up_since: i64) -> Result<Done, Error> {
    let (done, told) = in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        let Some(row) = crate::store::contests::by_slug(connection, slug)? else {
            return Ok::<_, Error>((Done::default(), false));
        };
        let run = kept::run(app, connection, &row)?;
        let due = run.contest.due(now, up_since);
        let facts = run.contest.do_due(&due, now).map_err(refused)?;
        if facts.is_empty() {
            note_due(connection, row.id, &run.contest)?;
            return Ok((Done::default(), false));
        }
        write(connection, &Actor::command(), server(), &run, &facts, now)?;
        let mut done = Done::default();
        for one in &due {
            done.lapsed += usize::from(matches!(one.what, What::Lapse { .. }));
            done.letters.extend(letters(connection, &run, one)?);
        }
        Ok((done, true))
    })?;
    if told {
        app.editions().raise();
    }
    Ok(done)
}

/// The server itself acts as whoever runs it.
const fn server() -> ActingAs {
    ActingAs(Part::Operator)
}

/// Letters about what was done, to those who have confirmed an address.
fn letters(connection: &mut AnyConnection, run: &Run, due: &Due) -> Result<Vec<Letter>, Error> {
    let (kind, to) = match due.what {
        What::Remind { of: Reminder::ToAgree, sides } => (LetterKind::MatchToAgree, sides),
        What::Remind { of: Reminder::Start, sides } => (LetterKind::MatchStarts, sides),
        What::Lapse { .. } => (LetterKind::MatchLapsed, [true; 2]),
    };
    let Some(sides) = sides(&run.contest, due.of) else { return Ok(Vec::new()) };
    let mut letters = Vec::new();
    for (at, side) in sides.into_iter().enumerate().filter(|(at, _)| to[*at]) {
        let (Some(own), Some(other)) =
            (run.contest.entrant(side), run.contest.entrant(sides[1 - at]))
        else {
            continue;
        };
        if own.person.player == 0 {
            continue;
        }
        let account = accounts::of_player(connection, own.person.player)?;
        let news = MatchNews {
            event: run.row.name.clone(),
            other: other.person.name.clone(),
            when: moment(&run.contest, due),
            zone: zone_of(&run.contest).to_owned(),
            path: path(&run.row, due.of),
        };
        letters.extend(account.and_then(|row| Letter::about_match(&row, kind, news)));
    }
    Ok(letters)
}

/// The moment that a letter tells: the cut-off, or the time of the match.
fn moment(contest: &Contest, due: &Due) -> i64 {
    let window = contest.window_of(due.of);
    let cut_off = window.map_or(due.since, |window| window.agree_by);
    contest.time_of(due.of).unwrap_or(cut_off)
}

/// The path of a match's page on this site.
fn path(row: &ContestRow, of: TableId) -> String {
    format!("/events/{}/matches/{}", row.slug, match_key(of))
}
