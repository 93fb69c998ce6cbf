//! The computer as a stand-in in an event: its player is registered here, and `Contest` knows in which rounds it plays.

use std::sync::atomic::Ordering;

use adjutant_domain::contest::{Contest, ContestFact, ContestSettings, EntrantProfile};
use adjutant_domain::moment::Micros;
use adjutant_store::{AnyConnection, ledgers};
use ledger_ratings::{Entrants, Pool};
use salpakan::clock::Speed;

use super::error_messages::contest_error;
use super::execution::FactBatch;
use crate::live::{computer_level_of, make_all_computer_players};
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
    let game = contest.settings.game();
    let level = contest.settings.stand_in.and_then(|number| computer_level_of(game, number).ok());
    let Some(level) = level.filter(|_| contest.lacks_stand_in() && computer_plays(app)) else {
        return Ok(Vec::new());
    };
    let all = make_all_computer_players(conn, app, now)?;
    let Some(computer) = all.into_iter().find(|one| one.level == level && one.is_active) else {
        return Ok(Vec::new());
    };
    let pool = Pool::of(game.family(), Speed::Rapid, Entrants::PersonAndComputer);
    let ledger = match pool {
        Some(pool) => ledgers::find(conn, pool.id, computer.player)?,
        None => None,
    };
    let rating = ledger.and_then(|ledger| u32::try_from(ledger.glicko.whole_points()).ok());
    let person = EntrantProfile {
        name: computer.name,
        player: computer.player,
        rating: rating.unwrap_or(FIRST_RATING),
        ..EntrantProfile::default()
    };
    contest.register_stand_in(person).map_err(contest_error)
}

/// Registers it after what the batch has so far: before rounds are paired, and after the settings have changed.
pub(super) fn register(
    conn: &mut AnyConnection,
    app: &App,
    batch: &mut FactBatch,
    now: Micros,
) -> Result<()> {
    let facts = registration(conn, app, &batch.after, now)?;
    batch.add(facts)
}
