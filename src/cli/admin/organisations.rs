//! Organisations: which there are, and opening, refusing and closing them.

use clap::{ArgGroup, Args};

use crate::cli::words::say;
use crate::service::organisations::{self, Decision, Listing, MOST_ON_PAGE, Organisation, State};

use super::{Desk, Failure};

/// List organisations, or open, refuse or close one.
///
/// Without an option it lists all: the name in the address, the state, the name; split by tabs.
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
    /// Refuse one that waits.
    #[arg(long, value_name = "SLUG")]
    refuse: Option<String>,
    /// Close one that is open: its pages stay, nothing is added.
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
    pub(super) fn run(&self, desk: &Desk) -> Result<(), Failure> {
        let decisions = [
            (&self.approve, Decision::Open),
            (&self.refuse, Decision::Refuse),
            (&self.close, Decision::Close),
        ];
        let decided = decisions.into_iter().find_map(|(slug, what)| Some((slug.as_ref()?, what)));
        match decided {
            Some((slug, decision)) => {
                let Desk { app, actor, now, .. } = desk;
                let one = organisations::decide(app, actor, slug, decision, &self.reason, *now)?;
                print(&one);
                Ok(())
            }
            None => list(desk),
        }
    }
}

fn list(desk: &Desk) -> Result<(), Failure> {
    for state in State::ALL {
        let mut listing = Listing { prefix: String::new(), after: String::new(), state };
        loop {
            let page = organisations::page(&desk.app, &desk.actor, &listing, MOST_ON_PAGE)?;
            page.items.iter().for_each(print);
            match page.next {
                Some(next) => listing.after = next,
                None => break,
            }
        }
    }
    Ok(())
}

fn print(one: &Organisation) {
    say!("{}\t{}\t{}", one.slug, one.state.key(), one.name);
}
