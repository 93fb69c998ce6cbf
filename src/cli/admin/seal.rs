//! Sealing key commands: accepting its loss, and replacing it.

use clap::Args;

use crate::cli::words::{count_text, say};
use crate::service::seal_keys::{self, LostKeyCounts, Replaced};

use super::{AdminContext, AdminError};

/// Say what stays closed for ever without the sealing key; with --accept, go on without it.
///
/// Look for the key first (seal.key in the data directory, and its own backup): what it sealed opens with
/// nothing else, not even for whoever runs the server. What is public needs no key: the site serves it
/// without, `adjutant export` writes it and `adjutant check` checks it. --accept stops the games that are
/// not final, takes away what cannot be opened any more, makes a new key, and leaves an entry in the audit
/// trail; no server may run. Take a backup before: if the key is found after all, that can be restored
/// beside it. Exits 0 where it is accepted or nothing is lost, 1 where something would be.
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

/// Replace the sealing key and seal everything again under the new one, also while a server runs.
///
/// For a key that somebody may have seen. The server takes the new key up by itself. The key file keeps the
/// key before as well, for what was being written at the moment of the change; the next replacement drops
/// it. Where it is interrupted, run it again. Old backups of the database open with the old key alone: keep
/// that beside them, or make new ones. Exits 0 where everything is under the new key, 1 where something
/// opened with no key (`adjutant check` says what).
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
