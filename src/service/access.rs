//! Who may do what: one table that the guards and their tests read.
//!
//! A use case names its [`Act`] and what it is done [`ActTarget`], and asks [`require`]; a route names
//! the act that it is for. What the table does not allow is refused.

mod rights;

pub use rights::{Act, Part, Right, TABLE};

use crate::account::roles::{Duties, OrganisationRole, RoleGrant, SiteRole};
use crate::account::scopes::TokenScopes;

use super::Error;

/// Who asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// The account's number; 0 for nobody, and for a command on the server.
    pub account: i32,
    /// The name that he signs in with; empty for nobody.
    pub name: String,
    /// The player that the account has.
    pub player: Option<i32>,
    pub site_role: SiteRole,
    pub grants: Vec<RoleGrant>,
    /// Whether the account has a second factor set up.
    pub has_second_factor: bool,
    /// Whether it was given in this session.
    pub gave_second_factor: bool,
    pub credential: Credential,
}

/// By what he shows who he is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Credential {
    Nobody,
    /// `proved_at` is when the password was last given in it, in microseconds since 1970.
    Session {
        id: i32,
        authenticated_at: i64,
    },
    Token {
        id: i32,
        scopes: TokenScopes,
    },
    /// Somebody with the run of the server itself, or the configured key of the API.
    Command,
}

/// What it is done on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActTarget {
    Site,
    /// An account, or what belongs to it.
    Account(i32),
    Player(i32),
    Organisation(i32),
    Event {
        organisation: i32,
        event: i32,
    },
    /// A game of an event, with both its players.
    Game {
        organisation: i32,
        event: i32,
        players: [i32; 2],
    },
}

/// The part in which somebody acts: what the audit trail says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActingAs(pub Part);

impl ActingAs {
    /// The word that the audit trail keeps.
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.0.key()
    }
}

impl Actor {
    /// Somebody who shows nothing.
    #[must_use]
    pub fn nobody() -> Actor {
        Actor {
            account: 0,
            name: String::new(),
            player: None,
            site_role: SiteRole::None,
            grants: Vec::new(),
            has_second_factor: false,
            gave_second_factor: false,
            credential: Credential::Nobody,
        }
    }

    /// Whoever runs a command on the server: he has the database anyway.
    #[must_use]
    pub fn for_command() -> Actor {
        Actor {
            site_role: SiteRole::Operator,
            gave_second_factor: true,
            credential: Credential::Command,
            ..Actor::nobody()
        }
    }

    /// Whether an account stands behind it.
    #[must_use]
    pub const fn is_signed_in(&self) -> bool {
        self.account != 0
    }

    /// Whether he has any role in the organisation.
    #[must_use]
    pub fn has_any_role_in(&self, organisation: i32) -> bool {
        self.grants.iter().any(|grant| grant.organisation == organisation)
    }

    fn plays_in(&self, on: ActTarget) -> bool {
        matches!(on, ActTarget::Game { players, .. }
            if self.player.is_some_and(|own| players.contains(&own)))
    }

    /// Whether he has this role where it is done. Nobody is an official of his own game.
    fn has_role(&self, role: OrganisationRole, duty: Duties, on: ActTarget) -> bool {
        let (organisation, event) = match on {
            ActTarget::Organisation(organisation) => (organisation, None),
            ActTarget::Event { organisation, event }
            | ActTarget::Game { organisation, event, .. } => (organisation, Some(event)),
            ActTarget::Site | ActTarget::Account(_) | ActTarget::Player(_) => return false,
        };
        let fits = |grant: &RoleGrant| {
            let everywhere = role != OrganisationRole::Official || grant.event == 0;
            grant.organisation == organisation
                && grant.role == role
                && (everywhere || event == Some(grant.event))
                && (role != OrganisationRole::Official || grant.duties.contains(duty))
        };
        organisation > 0 && !self.plays_in(on) && self.grants.iter().any(fits)
    }

    /// Whether he is this to what it is done on.
    fn has_part(&self, part: Part, on: ActTarget) -> bool {
        match part {
            Part::Anybody => true,
            Part::SignedIn => self.is_signed_in(),
            Part::Oneself => match on {
                ActTarget::Account(account) => self.is_signed_in() && account == self.account,
                ActTarget::Player(player) => self.player == Some(player),
                _ => false,
            },
            Part::Official(duty) => self.has_role(OrganisationRole::Official, duty, on),
            Part::Organizer => self.has_role(OrganisationRole::Organizer, Duties::NONE, on),
            Part::Owner => self.has_role(OrganisationRole::Owner, Duties::NONE, on),
            Part::Moderator => self.site_role == SiteRole::Moderator && !self.plays_in(on),
            Part::Operator => self.site_role == SiteRole::Operator && !self.plays_in(on),
        }
    }

    /// Whether the second factor that a part asks for was given; a token was made by somebody
    /// who had given it.
    fn has_required_second_factor(&self, part: Part, demanded: bool) -> bool {
        let needed = match part {
            Part::Anybody | Part::SignedIn | Part::Oneself => false,
            Part::Official(_) | Part::Organizer | Part::Owner => demanded,
            Part::Moderator | Part::Operator => true,
        };
        match self.credential {
            Credential::Command => true,
            Credential::Token { .. } => !needed || self.has_second_factor,
            Credential::Nobody | Credential::Session { .. } => !needed || self.gave_second_factor,
        }
    }
}

/// Whether the actor may do it, and in which part. `demands_second_factor` is what the
/// organisation that it is done on says of its officials.
///
/// # Errors
/// - [`Error::SignIn`] for somebody who shows nothing, where that is not enough;
/// - [`Error::Role`] for somebody without a role that it takes, with the roles that would do;
/// - [`Error::Hidden`] where no role would do, or where even what it is done on is not for
///   everybody to know: the answer is that of an address where nothing is;
/// - [`Error::Scope`] for a token that was not made for it;
/// - [`Error::SecondFactor`] for the right one without it.
pub fn require(
    actor: &Actor,
    act: Act,
    on: ActTarget,
    demands_second_factor: bool,
) -> Result<ActingAs, Error> {
    let right = act.right();
    let parts: Vec<Part> =
        right.parts.iter().copied().filter(|part| actor.has_part(*part, on)).collect();
    if parts.is_empty() {
        let unknown = !actor.is_signed_in() && actor.credential != Credential::Command;
        return Err(if unknown { Error::SignIn } else { denial(act) });
    }
    if let Credential::Token { scopes, .. } = actor.credential
        && !right.parts.contains(&Part::Anybody)
    {
        match right.scope {
            Some(scope) if scopes.contains(scope) => {}
            needed => {
                return Err(Error::Scope { needed: needed.and_then(|all| all.keys().next()) });
            }
        }
    }
    let enough = |part: &Part| actor.has_required_second_factor(*part, demands_second_factor);
    parts.into_iter().find(enough).map(ActingAs).ok_or(Error::SecondFactor)
}

/// What somebody hears who lacks every part of an act.
fn denial(act: Act) -> Error {
    let needed = act.right().parts;
    let by_role = act != Act::ReadUnopened && needed.iter().any(|part| part.is_role());
    if by_role { Error::Role { needed } } else { Error::Hidden }
}
