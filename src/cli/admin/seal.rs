//! Sealing key commands: accepting its loss, and replacing it.

use clap::Args;

use crate::cli::words::{count_text, say};
use adjutant_service::seal_keys::{self, LostKeyCounts, Replaced};

use super::{AdminContext, AdminError};

/// Report what is lost for ever without the sealing key; with --accept, continue without it.
///
/// Look for the key first (seal.key in the data directory, or its backup): nothing else opens what
/// it sealed, not even for the operator. Public data needs no key: the site serves it, `adjutant
/// export` writes it and `adjutant check` checks it. --accept ends all games that are not final,
/// deletes what can no longer be opened, creates a new key, and adds an entry to the audit trail;
/// no server may be running. Make a backup first: if the key turns up later, that backup can be
/// restored separately. Exits 0 if the loss is accepted or nothing is lost, 1 if something would
/// be.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant admin seal-lost\n  adjutant backup before.backup && adjutant admin seal-lost --accept"
)]
pub(super) struct AcceptLostKey {
    /// Accept the loss.
    #[arg(long)]
    accept: bool,
}

impl AcceptLostKey {
    pub(super) fn run(&self, desk: &AdminContext) -> Result<(), AdminError> {
        let settings = desk.store.settings()?;
        if self.accept {
            print_lost(&seal_keys::accept_loss(&settings, desk.now)?);
            let key = settings.key_file.display();
            say!(
                "Accepted. A new key is in {key}: keep a backup of it apart from those of the database."
            );
            return Ok(());
        }
        let lost = seal_keys::what_is_lost(&settings)?;
        print_lost(&lost);
        match lost == LostKeyCounts::default() {
            true => Ok(()),
            false => Err(AdminError::Refused(NOT_ACCEPTED_NOTICE.to_owned())),
        }
    }
}

const NOT_ACCEPTED_NOTICE: &str = "nothing was changed; where the key cannot be found, stop the server, take a backup, and run \
                            this again with --accept";

/// Prints what stays sealed forever.
fn print_lost(lost: &LostKeyCounts) {
    if *lost == LostKeyCounts::default() {
        say!("Nothing is sealed here: no key is missed.");
        return;
    }
    say!("Without the sealing key this stays closed for ever:");
    let LostKeyCounts { plays, records, notes, own_set_ups, second_factors, retired_names } = *lost;
    let lines = [
        (plays, "game", "played here and not final: stopped, without a result"),
        (records, "record", "whose ranks are not open yet: moves and result stay, ranks do not"),
        (notes, "note sheet", "of players on games"),
        (own_set_ups, "set-up", "that players keep"),
        (
            second_factors,
            "second factor",
            "of accounts: they stay on, and only recovery codes give them",
        ),
        (
            retired_names,
            "protected name",
            "of people who had themselves deleted: anybody may take it again",
        ),
    ];
    for (count, what, about) in lines.into_iter().filter(|(count, ..)| *count > 0) {
        say!("  {} {about}", count_text(count.unsigned_abs(), what));
    }
}

/// Replace the sealing key and seal everything again, also while a server is running.
///
/// Use it if somebody may have seen the key. A running server picks up the new key by itself. The
/// key file also keeps the previous key, for data written during the change; the next replacement
/// drops it. If it is interrupted, run it again. Old backups of the database need the old key: keep
/// it beside them, or make new ones. Exits 0 if everything is sealed with the new key, 1 if
/// something could not be opened with any key (`adjutant check` says what).
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  adjutant admin rotate-seal")]
pub(super) struct RotateKey {}

impl RotateKey {
    pub(super) fn run(&self, desk: &AdminContext) -> Result<(), AdminError> {
        let settings = desk.store.settings()?;
        let Replaced { resealed, unopened } = seal_keys::replace(&desk.app, &settings, desk.now)?;
        let key = settings.key_file.display();
        say!("{resealed} sealed anew; the new key is in {key}: make a new backup of it");
        match unopened {
            0 => Ok(()),
            some => Err(AdminError::Refused(format!(
                "{} opened with no key and was left as it is; run `adjutant check`",
                count_text(some, "sealed body")
            ))),
        }
    }
}
