//! `adjutant rate`: updates or verifies the ratings.

use std::collections::{BTreeSet, HashMap};

use clap::Args;

use adjutant_service::ratings::{self, Changed, Recomputed};
use adjutant_service::records::date_of;
use adjutant_service::{App, Error, players};
use ledger_ratings::history::Entry;
use ledger_ratings::{Difference, Glicko, Score};

use super::Status;
use super::store_args::StoreArgs;
use super::words::say;

/// Bring all ratings up to date, or recalculate them from all games.
///
/// Imports update ratings by themselves; this command is for verification and repair. With
/// --recompute every game is rated again from scratch and the result compared with the stored
/// ratings, player by player; --write stores it. Exits 0 if nothing differs (or differences were
/// written), 1 if something differs, 2 if the store fails.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  adjutant rate\n  adjutant rate --recompute --explain\n  \
                        adjutant rate --recompute --write")]
pub struct Rate {
    #[command(flatten)]
    store: StoreArgs,
    /// Recalculate from scratch and compare with the stored ratings.
    #[arg(long)]
    recompute: bool,
    /// Show the players and games where stored and computed ratings differ.
    #[arg(long, requires = "recompute")]
    explain: bool,
    /// Store the recalculated ratings.
    #[arg(long, requires = "recompute")]
    write: bool,
}

/// The number of differences per pool that are explained.
const MAX_EXPLAINED: usize = 20;

impl Rate {
    pub(super) fn run(self) -> Status {
        self.store.status(self.rate().map(Status::good_if))
    }

    /// Returns whether the stored ratings are now right.
    fn rate(&self) -> Result<bool, Error> {
        let app = self.store.open_existing_without_key()?;
        if !self.recompute {
            say!("{}", changes_text(&ratings::bring_up_to_date(&app)?.changed));
            return Ok(true);
        }
        let explain = if self.explain { MAX_EXPLAINED } else { 0 };
        let pools = ratings::recompute(&app, self.write, explain)?;
        for pool in &pools {
            self.print_changes(&app, pool)?;
        }
        Ok(self.write || pools.iter().all(Recomputed::agrees))
    }

    fn print_changes(&self, app: &App, done: &Recomputed) -> Result<(), Error> {
        let key = done.pool.key;
        let computed = done.computed;
        if computed.players == 0 && done.agrees() {
            return Ok(());
        }
        let sums = format!(
            "{} games of {} players, ledger {:016x}",
            computed.games, computed.players, computed.checksum
        );
        if done.agrees() {
            say!("{key}: {sums}: nothing differs");
            return Ok(());
        }
        let written = if self.write { ", now written" } else { "" };
        say!("{key}: {sums}: {} ledgers differ{written}", done.different);
        if done.different == 0 {
            let stored = done.stored;
            say!(
                "  only the stored sums do: {} games of {} players, ledger {:016x}",
                stored.games,
                stored.players,
                stored.checksum
            );
        }
        self.print_differences(app, done)
    }

    fn print_differences(&self, app: &App, done: &Recomputed) -> Result<(), Error> {
        let ids: Vec<i32> = done.differences.iter().map(|(player, _)| *player).collect();
        let handles = players::handles(app, &ids)?;
        let games = game_labels(app, done)?;
        for (player, difference) in &done.differences {
            let handle = handles.get(player).map_or("?", String::as_str);
            say!("  {handle}: {}", difference_text(difference, &games));
        }
        if self.explain && done.different > done.differences.len() {
            say!("  ... and {} more", done.different - done.differences.len());
        }
        Ok(())
    }
}

fn changes_text(changed: &Changed) -> String {
    match changed {
        Changed::Nothing => "the ratings are up to date".to_owned(),
        Changed::Everything => "all games were rated from nothing".to_owned(),
        Changed::Some { ledgers, rated } => {
            let players: usize = ledgers.iter().map(|(_, ledgers)| ledgers.len()).sum();
            format!("{rated} games rated, {players} players' ledgers written")
        }
    }
}

/// The texts of the games that differences refer to, by number.
fn game_labels(app: &App, done: &Recomputed) -> Result<HashMap<i64, String>, Error> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut seen = BTreeSet::new();
    for (_, difference) in &done.differences {
        if let Difference::Entry { stored, computed, .. } = difference {
            entries
                .extend([stored, computed].into_iter().flatten().filter(|e| seen.insert(e.game)));
        }
    }
    // A damaged ledger may refer to missing games, which then have no text.
    let named = ratings::named(app, &entries).unwrap_or_default();
    Ok(named
        .into_iter()
        .map(|named| {
            let day = date_of(named.entry.day);
            (named.entry.game, format!("game {} of {day} against {}", named.game, named.opponent))
        })
        .collect())
}

fn difference_text(difference: &Difference, games: &HashMap<i64, String>) -> String {
    match difference {
        Difference::NotStored => "has rated games but no stored rating".to_owned(),
        Difference::NotComputed => "has a stored rating but no rated game".to_owned(),
        Difference::Damaged => "the stored ledger cannot be read".to_owned(),
        Difference::Summary => "the entries agree; a figure derived from them does not".to_owned(),
        Difference::Entry { at, stored, computed } => {
            let number = at + 1;
            let side = |entry: &Option<Entry>| match entry {
                None => "nothing".to_owned(),
                Some(entry) => format!("{}: {}", game_label(entry, games), entry_values(entry)),
            };
            format!(
                "rated game {number} differs first\n    stored   {}\n    computed {}",
                side(stored),
                side(computed)
            )
        }
    }
}

fn game_label<'a>(entry: &Entry, games: &'a HashMap<i64, String>) -> &'a str {
    games.get(&entry.game).map_or("an unknown game", String::as_str)
}

fn entry_values(entry: &Entry) -> String {
    let score = match entry.score {
        Score::Win => "won",
        Score::Draw => "drawn",
        Score::Loss => "lost",
    };
    let figures = |glicko: Glicko| {
        let hundredths = |value: i32| f64::from(value) / 100.0;
        format!(
            "{:.2} +- {:.2} ({:.7})",
            hundredths(glicko.rating),
            hundredths(glicko.deviation),
            f64::from(glicko.volatility) / Glicko::WHOLE
        )
    };
    format!("{score}, {} to {}", figures(entry.change.before), figures(entry.change.after))
}
