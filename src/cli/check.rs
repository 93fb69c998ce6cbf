//! `adjutant check`: verifies all stored data.

use clap::Args;

use adjutant_service::integrity::{self, IntegrityFault, IntegrityReport};
use adjutant_service::{Error, games};

use super::Status;
use super::import::progress_bar_with;
use super::store_args::StoreArgs;
use super::words::{count_text, say};

/// Check the database: files, counters, the audit trail, and every record against the rules.
///
/// Every record must decode, the arbiter must confirm it, and its id and columns must follow from
/// it; unfinished games are opened with the sealing key. Live games must have all their events,
/// readable, and their sealed data must open. Without the key everything else is checked, and the
/// missing key is reported. Nothing is changed. Exits 0 if all is well, 1 if something is wrong, 2
/// if the database cannot be read. (`adjutant rate --recompute` checks the ratings.)
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  adjutant check\n  adjutant check --data-dir restored")]
pub struct Check {
    #[command(flatten)]
    store: StoreArgs,
}

impl Check {
    pub(super) fn run(self) -> Status {
        self.store.status(self.check())
    }

    fn check(&self) -> Result<Status, Error> {
        let app = self.store.open_existing_without_key()?;
        // A counter that is lost is a fault to be found, and none of the bar.
        let games = games::totals(&app).map_or(0, |totals| totals.games.unsigned_abs());
        let style = "{bar:30} {pos}/{len} games {per_sec} {eta} left";
        let bar = progress_bar_with(style, Some(games));
        let mut found = |fault: &IntegrityFault| {
            let place = fault.game.map_or_else(String::new, |id| format!("game {id}: "));
            bar.suspend(|| say!("{place}{}", fault.message));
        };
        let checked =
            integrity::check(&app, &mut found, &mut |checked| bar.set_position(checked.games))?;
        bar.finish_and_clear();
        let IntegrityReport {
            games,
            sealed,
            lost_keys: lost,
            audit_entries: entries,
            set_ups,
            plays,
            faults,
        } = checked;
        let verdict =
            if faults == 0 { "all is well".to_owned() } else { count_text(faults, "fault") };
        if lost > 0 {
            let games = count_text(lost, "game");
            say!(
                "the ranks of {games} stay closed for ever: they went with a sealing key that was lost"
            );
        }
        say!(
            "{} ({sealed} of them with closed ranks), {}, {} and {entries} of the audit trail checked: {verdict}",
            count_text(games, "game"),
            count_text(plays, "play"),
            count_text(set_ups, "set-up")
        );
        Ok(Status::good_if(faults == 0))
    }
}
