//! Versions of what everybody may see of an event, for pages that follow it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::access::Actor;
use crate::edition::Topic;
use crate::{App, Result};

use super::board::{BoardOptions, build_board};
use super::cache::{self, LoadedContest};
use super::event_row;
use super::execution::is_official;
use super::onsite_games::load_event_plays;

/// A digest of the public board of an event: it changes with what everybody may see, and with
/// nothing else. Drafts, payments, reports and check-ins leave it as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicVersion(u64);

impl std::fmt::Display for PublicVersion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// What a version was computed from: data version, facts, and the states of games on this site.
type VersionBasis = (u64, i32, u64);
/// A version with its basis, as it is cached.
pub(super) type CachedVersion = (VersionBasis, PublicVersion);

/// The version of an event that the actor may see.
pub fn public_version(app: &App, actor: &Actor, slug: &str) -> Result<PublicVersion> {
    is_official(app, actor, slug)?;
    current_version(app, slug)
}

/// The version of an event, whoever asks.
pub fn current_version(app: &App, slug: &str) -> Result<PublicVersion> {
    // Taken first: what changes meanwhile is noticed the next time.
    let edition = app.edition();
    let mut conn = app.store().read_connection()?;
    let row = event_row(&mut conn, slug)?;
    let run = cache::load(app, &mut conn, &row)?;
    let plays = load_event_plays(&mut conn, &run)?.fingerprint();
    drop(conn);
    let basis = (edition, row.version, plays);
    let cached = app.memory.contests.versions.get(&row.id);
    if let Some((_, version)) = cached.filter(|(of, _)| *of == basis) {
        return Ok(version);
    }
    let version = digest(app, &run)?;
    let is_known_elsewhere = |(of, known): CachedVersion| of.0 == edition && known != version;
    if cached.is_some_and(is_known_elsewhere) {
        // States of live games change without a new data version, which cached pages wait for.
        app.editions().touch([Topic::Event(row.id)]);
    }
    app.memory.contests.versions.insert(row.id, (basis, version));
    Ok(version)
}

fn digest(app: &App, run: &Arc<LoadedContest>) -> Result<PublicVersion> {
    let board = build_board(app, run, false, BoardOptions::default())?;
    let contest = &run.contest;
    let shown = (
        (&run.row.name, run.row.first_day, &run.row.logo, &contest.settings),
        (contest.registration_open, contest.is_over, &contest.cancelled, &contest.announcements),
        (&board.entrants, &board.stages),
    );
    let mut hasher = DefaultHasher::new();
    format!("{shown:?}").hash(&mut hasher);
    Ok(PublicVersion(hasher.finish()))
}
