//! `adjutant admin invite`: links for signing up or taking a role.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant};
use adjutant_service::accounts::{self, NewInvitation as Invited};
use adjutant_service::organisations;

use super::{AdminContext, AdminError};

/// Print a sign-up link, which works once, within 14 days.
///
/// With an organisation and a role, the person who opens it gets that role, also with an existing
/// account.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  adjutant admin invite\n  \
                        adjutant admin invite --organisation metro --role owner")]
pub(super) struct InviteArgs {
    /// The organisation, by its name in links.
    #[arg(long, value_name = "SLUG", requires = "role")]
    organisation: Option<String>,
    /// The person's role there.
    #[arg(long, value_name = "ROLE", requires = "organisation", value_parser = invited_role())]
    role: Option<OrganisationRole>,
}

/// The roles that an invitation gives.
fn invited_role() -> impl TypedValueParser<Value = OrganisationRole> {
    PossibleValuesParser::new(
        [OrganisationRole::Owner, OrganisationRole::Organizer].map(OrganisationRole::key),
    )
    .try_map(|key| OrganisationRole::parse(&key).ok_or(key))
}

impl InviteArgs {
    pub(super) fn run(&self, desk: &AdminContext) -> Result<(), AdminError> {
        let AdminContext { app, actor, now, .. } = desk;
        let (grant, demands_second_factor) = match (&self.organisation, self.role) {
            (Some(slug), Some(role)) => {
                let found = organisations::get(app, actor, slug)?;
                let organisation = found.id;
                let grant = RoleGrant { organisation, role, event: 0, duties: Duties::NONE };
                (Some(grant), found.demands_second_factor)
            }
            _ => (None, false),
        };
        let letter = accounts::invite(
            app,
            actor,
            &Invited { email: "", grant, demands_second_factor },
            *now,
        )?;
        if let Some(path) = letter.link_path() {
            desk.links.print_link(&path, "It works once, within 14 days.");
        }
        Ok(())
    }
}
