//! Player commands: merging two players, undoing a merge, and releasing a player from an account.

use clap::Args;

use crate::cli::words::{count_text, say};
use adjutant_service::{claims, merging};

use super::{AdminContext, AdminError};

/// Merge two players: the first one's games move to the second, and ratings are recalculated.
///
/// The first one's address then redirects to the second. Prints the number of the merge, for
/// `undo-merge`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant admin merge \"J. Cruz\" \"Juan Cruz\" --reason \"one person\"\n  \
                  adjutant admin merge \"J. Cruz\" \"Juan Cruz\" --dry-run"
)]
pub(super) struct MergePlayers {
    /// The handle whose games move.
    from: String,
    /// The handle that gets them.
    into: String,
    /// Why; both can read it in the audit trail.
    #[arg(
        long,
        value_name = "WORDS",
        required_unless_present = "dry_run",
        default_value = "",
        hide_default_value = true
    )]
    reason: String,
    /// Only print what would be done.
    #[arg(long)]
    dry_run: bool,
}

impl MergePlayers {
    pub(super) fn run(&self, desk: &AdminContext) -> Result<(), AdminError> {
        let AdminContext { app, actor, now, .. } = desk;
        if self.dry_run {
            return self.preview(desk);
        }
        let done = merging::merge(app, actor, &self.from, &self.into, &self.reason, *now)?;
        say!("merge {}: {} is {} now", done.id, done.from, done.into);
        Ok(())
    }

    fn preview(&self, desk: &AdminContext) -> Result<(), AdminError> {
        let seen = merging::preview(&desk.app, &desk.actor, &self.from, &self.into)?;
        if let Some(refusal) = seen.refusal {
            return Err(AdminError::Refused(refusal.to_string()));
        }
        let games = count_text(seen.games, "game");
        say!("{} would go from {} to {}", games, seen.from.handle, seen.into.handle);
        Ok(())
    }
}

/// Undo a merge: both players are there again, each with their own games.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  adjutant admin undo-merge 7 --reason \"two cousins of one name\""
)]
pub(super) struct UndoMerge {
    /// The number of the merge, as `merge` printed it.
    merge: i32,
    /// Why; both can read it in the audit trail.
    #[arg(long, value_name = "WORDS")]
    reason: String,
}

impl UndoMerge {
    pub(super) fn run(&self, desk: &AdminContext) -> Result<(), AdminError> {
        let AdminContext { app, actor, now, .. } = desk;
        let done = merging::undo(app, actor, self.merge, &self.reason, *now)?;
        say!("merge {} is undone: {} and {} are two again", done.id, done.from, done.into);
        Ok(())
    }
}

/// Detach a player from their account: the player stays and can be claimed or merged.
///
/// The account keeps its name and can claim another player.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  adjutant admin release \"Juan Cruz\" --reason \"claimed by somebody else\""
)]
pub(super) struct ReleasePlayer {
    /// The player's handle.
    handle: String,
    /// Why; they can read it in the audit trail.
    #[arg(long, value_name = "WORDS")]
    reason: String,
}

impl ReleasePlayer {
    pub(super) fn run(&self, desk: &AdminContext) -> Result<(), AdminError> {
        claims::release(&desk.app, &desk.actor, &self.handle, &self.reason, desk.now)?;
        say!("{} belongs to no account now", self.handle);
        Ok(())
    }
}
