//! Invitations: links that let somebody sign up.

use clap::Args;

use crate::service::accounts::{self, Invite as Invited};

use super::{Desk, Failure};

/// Print a link that lets somebody sign up, once and within 14 days.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  adjutant admin invite --public-url https://salpakan.example")]
pub(super) struct Invite {}

impl Invite {
    pub(super) fn run(&self, desk: &Desk) -> Result<(), Failure> {
        let Desk { app, actor, now, .. } = desk;
        let new = Invited { email: "", grant: None, demands_second_factor: false };
        let letter = accounts::invite(app, actor, &new, *now)?;
        if let Some(path) = letter.path() {
            desk.links.show(&path, "It works once, within 14 days.");
        }
        Ok(())
    }
}
