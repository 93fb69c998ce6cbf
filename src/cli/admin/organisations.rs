//! `adjutant admin organisations`: lists, approves, refuses and closes organisations.

use clap::{ArgGroup, Args};

use crate::cli::words::say;
use adjutant_service::organisations::{
    self, MAX_PAGE_SIZE, Organisation, OrganisationDecision, OrganisationFilter, OrganisationState,
};

use super::{AdminContext, AdminError};

/// List organisations, or approve, reject or close one.
///
/// Without an option all are listed: name in links, state and name, separated by tabs.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant admin organisations\n  \
                  adjutant admin organisations --approve metro\n  \
                  adjutant admin organisations --close metro --reason \"asked for by its owner\"",
    group = ArgGroup::new("decision").args(["approve", "refuse", "close"])
)]
pub(super) struct Organisations {
    /// Open one that waits, was refused or is closed.
    #[arg(long, value_name = "SLUG")]
    approve: Option<String>,
    /// Reject one that waits for approval.
    #[arg(long, value_name = "SLUG")]
    refuse: Option<String>,
    /// Close an active one: its pages stay, nothing is added.
    #[arg(long, value_name = "SLUG")]
    close: Option<String>,
    /// Why; its owners can read it in the audit trail.
    #[arg(
        long,
        value_name = "WORDS",
        default_value = "",
        hide_default_value = true,
        requires = "decision"
    )]
    reason: String,
}

impl Organisations {
    pub(super) fn run(&self, desk: &AdminContext) -> Result<(), AdminError> {
        let decisions = [
            (&self.approve, OrganisationDecision::Open),
            (&self.refuse, OrganisationDecision::Refuse),
            (&self.close, OrganisationDecision::Close),
        ];
        let decided = decisions.into_iter().find_map(|(slug, what)| Some((slug.as_ref()?, what)));
        match decided {
            Some((slug, decision)) => {
                let AdminContext { app, actor, now, .. } = desk;
                let one = organisations::decide(app, actor, slug, decision, &self.reason, *now)?;
                print_organisation(&one);
                Ok(())
            }
            None => list(desk),
        }
    }
}

fn list(desk: &AdminContext) -> Result<(), AdminError> {
    for state in OrganisationState::ALL {
        let mut listing = OrganisationFilter { prefix: String::new(), after: String::new(), state };
        loop {
            let page = organisations::page(&desk.app, &desk.actor, &listing, MAX_PAGE_SIZE)?;
            page.items.iter().for_each(print_organisation);
            match page.next {
                Some(next) => listing.after = next,
                None => break,
            }
        }
    }
    Ok(())
}

fn print_organisation(one: &Organisation) {
    say!("{}\t{}\t{}", one.slug, one.state.key(), one.name);
}
