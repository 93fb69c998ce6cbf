//! Merging the file of a copy of an event, which went on elsewhere without network, into the event.

use std::collections::HashMap;

use adjutant_domain::account::handle::look_key;
use adjutant_domain::contest::json;
use adjutant_domain::contest::{
    CombinedCopies, Contest, ContestFact, CopyConflict, NoCopy, combine_copies,
};
use adjutant_domain::moment::Micros;
use adjutant_store::AnyConnection;
use adjutant_store::contests as rows;
use chrono::DateTime;

use super::authorize_act;
use super::cache::{self, CurrentPlayers, LoadedContest};
use super::conflict_of_interest::refuse_conflict_of_interest;
use super::event_file::{people, people_mut};
use super::event_import::{ImportOptions, MAX_FILE_BYTES, contest_error_at_line, line_error};
use super::execution::{CommandOutcome, append_timed_facts, update_ratings, without_names};
use crate::access::{Act, Actor};
use crate::audit::{Action, AuditEntry};
use crate::uploads::{self, Owner};
use crate::{App, Error, Result, refusals};

/// A fact of the copy that is not added, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConflictingFact {
    /// The line of the file.
    pub line: usize,
    pub fact: ContestFact,
    pub why: CopyConflict,
}

/// What comes of merging a copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyPreview {
    /// Of the file and of the event as it is now: what is merged is what was shown.
    pub digest: String,
    /// What is added, with the numbers of entrants in the copy.
    pub added: Vec<ContestFact>,
    /// How many facts of the copy are in the event already.
    pub already: usize,
    pub conflicts: Vec<ConflictingFact>,
    /// The contest of the copy, for the names of its entrants.
    pub copy: Contest,
}

/// A copy as it is read: its facts without names of players, with their lines and times.
struct CopyFile {
    facts: Vec<ContestFact>,
    lines: Vec<(usize, Micros)>,
    /// The facts with names.
    named: Vec<ContestFact>,
}

/// Shows what merging a copy adds, and what conflicts. Nothing is changed; the file is kept for half an hour for
/// [`merge_previewed_copy`].
pub fn preview_copy(
    app: &App,
    actor: &Actor,
    slug: &str,
    file: &[u8],
    now: Micros,
) -> Result<CopyPreview> {
    let mut conn = app.store().read_connection()?;
    let (row, _) = authorize_act(&mut conn, actor, Act::RunEvent, slug)?;
    let run = cache::load(app, &mut conn, &row)?;
    let (copy, combined) = combine(&mut conn, &run, file)?;
    let preview = to_preview(&run, file, copy, combined);
    drop(conn);
    let owner = Owner { account: actor.account, organisation: row.organisation_id };
    uploads::keep(app, owner, (&preview.digest, &ImportOptions::default()), file, now)?;
    Ok(preview)
}

/// Merges the copy that was shown. Nothing is merged if the event has gone on since.
pub fn merge_previewed_copy(
    app: &App,
    actor: &Actor,
    slug: &str,
    digest: &str,
    now: Micros,
) -> Result<CopyPreview> {
    let (row, _) = {
        let mut conn = app.store().read_connection()?;
        authorize_act(&mut conn, actor, Act::RunEvent, slug)?
    };
    let owner = Owner { account: actor.account, organisation: row.organisation_id };
    let gone = || Error::conflict(refusals::FILE_GONE);
    let (file, _): (_, ImportOptions) = uploads::find(app, owner, digest, now)?.ok_or_else(gone)?;
    let (preview, _) = merge_copy(app, actor, slug, (&file, Some(digest)), now)?;
    uploads::remove::<ImportOptions>(app, owner)?;
    Ok(preview)
}

/// Merges a copy; with `digest`, that of [`CopyPreview`], only as it was shown.
pub fn merge_copy(
    app: &App,
    actor: &Actor,
    slug: &str,
    (file, digest): (&[u8], Option<&str>),
    now: Micros,
) -> Result<(CopyPreview, CommandOutcome)> {
    let told = app.write(|conn| {
        let (row, acting_as) = authorize_act(conn, actor, Act::RunEvent, slug)?;
        let run = cache::load(app, conn, &row)?;
        let (copy, combined) = combine(conn, &run, file)?;
        let added = timed(&copy, &combined);
        let after = combined.after.clone();
        let preview = to_preview(&run, file, copy, combined);
        if digest.is_some_and(|shown| shown != preview.digest) {
            return Err(Error::conflict(refusals::COPY_MEANWHILE));
        }
        if added.is_empty() {
            let nothing = CommandOutcome { version: row.version, fact_count: 0 };
            return Ok::<_, Error>((preview, nothing));
        }
        let facts: Vec<ContestFact> = added.iter().map(|(_, fact)| fact.clone()).collect();
        refuse_conflict_of_interest(&run.contest, actor, Act::RunEvent, &facts)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::EventTold, now);
        let told = format!("{} facts merged from a file ({})", added.len(), preview.digest);
        let outcome = append_timed_facts(conn, entry, &run, (&after, &added), &told)?;
        Ok((preview, outcome))
    })?;
    if told.1.fact_count > 0 {
        app.editions().raise();
        update_ratings(app);
    }
    Ok(told)
}

fn timed(copy: &CopyFile, combined: &CombinedCopies) -> Vec<(Micros, ContestFact)> {
    combined.added.iter().map(|(at, fact)| (copy.lines[*at].1, fact.clone())).collect()
}

fn to_preview(
    run: &LoadedContest,
    file: &[u8],
    copy: CopyFile,
    combined: CombinedCopies,
) -> CopyPreview {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&run.row.version.to_le_bytes());
    hasher.update(file);
    let CopyFile { lines, named, .. } = copy;
    let conflict = |(at, why): (usize, CopyConflict)| ConflictingFact {
        line: lines[at].0,
        fact: named[at].clone(),
        why,
    };
    CopyPreview {
        digest: hasher.finalize().to_hex()[..16].to_owned(),
        added: combined.added.iter().map(|(at, _)| named[*at].clone()).collect(),
        already: combined.already.len(),
        conflicts: combined.conflicts.into_iter().map(conflict).collect(),
        copy: Contest::from_facts(&named).unwrap_or(combined.other),
    }
}

fn combine(
    conn: &mut AnyConnection,
    run: &LoadedContest,
    file: &[u8],
) -> Result<(CopyFile, CombinedCopies)> {
    if run.contest.settings.onsite_games().is_some() {
        return Err(Error::conflict(refusals::COPY_PLAYED_HERE));
    }
    let stored = rows::facts(conn, run.row.id, 0)?;
    let mut ours = Vec::with_capacity(stored.len());
    for (number, fact) in stored.iter().filter(|fact| fact.number <= run.row.version).enumerate() {
        let damaged = |e: json::JsonError| cache::damaged_fact(&run.row, number, &e.to_string());
        ours.push(json::read_fact(&fact.body).map_err(damaged)?);
    }
    let copy = read_copy(conn, &ours, file)?;
    let combined = combine_copies(&ours, &copy.facts).map_err(|why| match why {
        NoCopy::OtherEvent => Error::conflict(refusals::COPY_OF_OTHER),
        NoCopy::Invalid(at) => line_error(copy.lines[at].0, refusals::FILE_ORDER),
    })?;
    Ok((copy, combined))
}

/// Reads a copy. Its people are our players where they have their names: elsewhere they have no accounts.
fn read_copy(conn: &mut AnyConnection, ours: &[ContestFact], file: &[u8]) -> Result<CopyFile> {
    if file.len() > MAX_FILE_BYTES {
        return Err(Error::invalid("file", refusals::FILE_IS_BROKEN));
    }
    let text =
        str::from_utf8(file).map_err(|_| Error::invalid("file", refusals::FILE_IS_NO_UTF8))?;
    let read =
        json::read_contest_file(text).map_err(|e| line_error(e.line, format!("{}.", e.fault)))?;
    let numbers: Vec<i32> =
        ours.iter().flat_map(people).map(|person| person.player).filter(|id| *id != 0).collect();
    let current = CurrentPlayers::read(conn, numbers.iter().copied())?;
    let players: HashMap<String, i32> = numbers
        .into_iter()
        .filter_map(|id| Some((look_key(&current.resolve(id).1?.handle), id)))
        .collect();
    let mut copy = CopyFile { facts: Vec::new(), lines: Vec::new(), named: Vec::new() };
    for one in read.facts {
        let mut fact = one.fact;
        // As in an import: settings that cannot be played are no settings.
        if let ContestFact::SettingsChanged { settings } = &fact {
            Contest::create((**settings).clone())
                .map_err(|refusal| contest_error_at_line(one.line, refusal))?;
        }
        // Who is a guest in our fact of the same number is one, whoever has the name.
        let own = ours.get(copy.facts.len()).into_iter().flat_map(people);
        let guests: Vec<String> =
            own.filter(|one| one.player == 0).map(|one| look_key(&one.name)).collect();
        for person in people_mut(&mut fact) {
            let key = look_key(&person.name);
            let player = players.get(&key).copied().filter(|_| !guests.contains(&key));
            person.player = player.unwrap_or(0);
        }
        let at = DateTime::parse_from_rfc3339(&one.at).ok().map(Micros::from);
        let at = at.ok_or_else(|| line_error(one.line, refusals::FILE_MOMENT))?;
        copy.facts.push(without_names(&fact));
        copy.lines.push((one.line, at));
        copy.named.push(fact);
    }
    Ok(copy)
}
