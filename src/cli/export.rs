//! `adjutant export`: writes records from the store.

use std::io;
use std::path::PathBuf;

use clap::Args;

use adjutant_domain::game::Rules;
use adjutant_service::Error;
use adjutant_service::export::export;
use adjutant_service::games::Filter;
use ledger_ratings::Day;
use salpakan::rules::Termination;

use super::Status;
use super::convert::{RecordFormat, RecordWriter};
use super::output::{PackedOutput, ignore_broken_pipe};
use super::store_args::StoreArgs;

/// Write the finished games, ordered by day, event, round and game.
///
/// Unfinished games are never exported: their ranks are secret.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant export > all.ggn\n  adjutant export --player Lakandula --form ndjson --zstd --output lakandula.ndjson.zst\n\nThe notation is described in docs/notation.md and, on any site, at /notation."
)]
pub struct Export {
    #[command(flatten)]
    store: StoreArgs,
    /// Output format.
    #[arg(long, alias = "format", value_enum, default_value_t = RecordFormat::Ggn)]
    form: RecordFormat,
    /// Compress with zstd.
    #[arg(long)]
    zstd: bool,
    /// Output file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Only games of this player.
    #[arg(long, value_name = "HANDLE")]
    player: Option<String>,
    /// Only games against this player; needs --player.
    #[arg(long, value_name = "HANDLE", requires = "player")]
    opponent: Option<String>,
    /// Only games of this event, by its name in links.
    #[arg(long, value_name = "SLUG")]
    event: Option<String>,
    /// Only games of this round.
    #[arg(long)]
    round: Option<String>,
    /// Only games on or after this day, such as 2026-04-30 or 2026.04.30.
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// Only games on or before this day.
    #[arg(long, value_name = "DATE")]
    to: Option<String>,
    /// Only games that ended in this way, such as flag-captured.
    #[arg(long, value_name = "TERMINATION")]
    termination: Option<String>,
    /// Only games of this rule-set.
    #[arg(long, value_name = "KEY")]
    ruleset: Option<String>,
}

impl Export {
    pub(super) fn run(self) -> Status {
        self.store.status(self.export().map(|()| Status::Good))
    }

    fn filter(&self) -> Result<Filter, Error> {
        let day = |field: &'static str, text: &Option<String>| {
            let day = |text| Day::parse(text).ok_or_else(|| Error::invalid(field, Day::TAKES));
            text.as_deref().map(day).transpose()
        };
        let termination = self.termination.as_deref().map(|text| {
            let known = "write one as flag-captured or resignation";
            Termination::parse(text).ok_or_else(|| Error::invalid("termination", known))
        });
        let rule_set = self.ruleset.as_deref().map(|text| {
            text.parse::<Rules>()
                .map(|rules| rules.key())
                .map_err(|e| Error::invalid("ruleset", format!("{e}, or three-generals")))
        });
        Ok(Filter {
            player: self.player.clone(),
            opponent: self.opponent.clone(),
            event: self.event.clone(),
            round: self.round.clone(),
            from: day("from", &self.from)?,
            to: day("to", &self.to)?,
            termination: termination.transpose()?,
            rule_set: rule_set.transpose()?,
            ..Filter::default()
        })
    }

    fn export(&self) -> Result<(), Error> {
        let filter = self.filter()?;
        let app = self.store.open_existing_without_key()?;
        let fail = |e: io::Error| Error::Unavailable(format!("cannot write the export to {e}"));
        let packed = PackedOutput::open(self.output.as_deref(), self.zstd).map_err(fail)?;
        let mut writer = RecordWriter::new(packed, self.form);
        let mut written = Ok(());
        export(&app, &filter, &mut |record| {
            written = writer.write(record);
            written.is_ok()
        })?;
        let written = written.and_then(|()| writer.finish()).and_then(PackedOutput::finish);
        ignore_broken_pipe(written).map_err(fail)
    }
}
