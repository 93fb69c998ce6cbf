//! The computer as a stand-in in an event: its player is registered here, and `Contest` knows in which rounds it plays.

use std::sync::atomic::Ordering;

use adjutant_domain::contest::{Contest, ContestFact, ContestSettings, EntrantProfile};
use adjutant_domain::moment::Micros;
use adjutant_store::{AnyConnection, ledgers};
use ledger_ratings::{Entrants, Pool};
use salpakan::clock::Speed;
use salpakan_computer::Level;

use super::command::ContestCommand;
use super::error_messages::contest_error;
use super::execution::FactBatch;
use crate::live::make_all_computer_players;
use crate::{App, Error, Result, refusals};

/// Its rating as long as it has none against people, which is everybody's first.
const FIRST_RATING: u32 = 1_500;

fn computer_plays(app: &App) -> bool {
    app.memory.computer_plays.load(Ordering::Relaxed)
}

/// Refuses that the computer stands in where it does not play.
pub(super) fn check_settings(
    app: &App,
    before: Option<u8>,
    settings: &ContestSettings,
) -> Result<()> {
    let is_new = settings.stand_in.is_some() && settings.stand_in != before;
    if is_new && !computer_plays(app) {
        Err(Error::conflict(refusals::COMPUTER_OFF))
    } else {
        Ok(())
    }
}

/// The facts by which the computer's player is registered, if the settings ask for it. Where the computer does not play, or the
/// level is barred, there are none, and a bye is given as usual.
pub(super) fn registration(
    conn: &mut AnyConnection,
    app: &App,
    contest: &Contest,
    now: Micros,
) -> Result<Vec<ContestFact>> {
    let level = contest.settings.stand_in.and_then(Level::new);
    let Some(level) = level.filter(|_| contest.lacks_stand_in() && computer_plays(app)) else {
        return Ok(Vec::new());
    };
    let all = make_all_computer_players(conn, app, now)?;
    let Some(computer) = all.into_iter().find(|one| one.level == level && one.is_active) else {
        return Ok(Vec::new());
    };
    let pool =
        Pool::of(contest.settings.game().family(), Speed::Rapid, Entrants::PersonAndComputer);
    let ledger = match pool {
        Some(pool) => ledgers::find(conn, pool.id, computer.player)?,
        None => None,
    };
    let rating = ledger.and_then(|ledger| u32::try_from(ledger.glicko.rating / 100).ok());
    let person = EntrantProfile {
        name: computer.name,
        player: computer.player,
        rating: rating.unwrap_or(FIRST_RATING),
        ..EntrantProfile::default()
    };
    contest.register_stand_in(person).map_err(contest_error)
}

/// Registers it before rounds are paired, if that was not possible earlier.
pub(super) fn register_before(
    conn: &mut AnyConnection,
    app: &App,
    batch: &mut FactBatch,
    commands: &[ContestCommand],
    now: Micros,
) -> Result<()> {
    let is_round = |command: &ContestCommand| matches!(command, ContestCommand::Round(_));
    if commands.iter().any(is_round) {
        let facts = registration(conn, app, &batch.after, now)?;
        batch.add(facts)?;
    }
    Ok(())
}

/// Registers it after the settings have changed.
pub(super) fn register_after(
    conn: &mut AnyConnection,
    app: &App,
    batch: &mut FactBatch,
    commands: &[ContestCommand],
    now: Micros,
) -> Result<()> {
    let changes = |command: &ContestCommand| matches!(command, ContestCommand::ChangeSettings(_));
    if commands.iter().any(changes) {
        let facts = registration(conn, app, &batch.after, now)?;
        batch.add(facts)?;
    }
    Ok(())
}
