//! Permissions: one table, which guards and tests read.
//!
//! A use case passes its [`Act`] and [`ActTarget`] to [`require`]; a route names its act. What the
//! table does not allow is refused.

mod rights;

pub use rights::{Act, Part, Right, TABLE};

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant, SiteRole};
use adjutant_domain::account::scopes::TokenScopes;
use adjutant_domain::moment::Micros;

use super::{Error, Result};

/// The party that requests an act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// The account id; 0 for anonymous users and commands on the server.
    pub account: i32,
    /// The name of the account; empty without one.
    pub name: String,
    pub player: Option<i32>,
    /// Whether they play without having signed up.
    pub is_guest: bool,
    pub site_role: SiteRole,
    pub grants: Vec<RoleGrant>,
    pub has_second_factor: bool,
    /// Whether the second factor was given in this session.
    pub gave_second_factor: bool,
    pub credential: Credential,
}

/// How the actor is authenticated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Credential {
    Nobody,
    /// `authenticated_at` is when the password was last given.
    Session {
        id: i32,
        authenticated_at: Micros,
    },
    Token {
        id: i32,
        scopes: TokenScopes,
    },
    /// A command on the server, or the operator's API token.
    Command,
}

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

/// The capacity in which somebody acts, as recorded in the audit log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActingAs(pub Part);

impl ActingAs {
    /// The key in the audit log.
    pub const fn key(self) -> &'static str {
        self.0.key()
    }
}

impl Actor {
    pub fn nobody() -> Actor {
        Actor {
            account: 0,
            name: String::new(),
            player: None,
            is_guest: false,
            site_role: SiteRole::None,
            grants: Vec::new(),
            has_second_factor: false,
            gave_second_factor: false,
            credential: Credential::Nobody,
        }
    }

    /// The actor of a command on the server, which has access to the database anyway.
    pub fn for_command() -> Actor {
        Actor {
            site_role: SiteRole::Operator,
            gave_second_factor: true,
            credential: Credential::Command,
            ..Actor::nobody()
        }
    }

    pub const fn is_signed_in(&self) -> bool {
        self.account != 0 && !self.is_guest
    }

    /// Whether they have a session, having signed up or not.
    pub const fn has_session(&self) -> bool {
        self.account != 0
    }

    pub fn has_any_role_in(&self, organisation: i32) -> bool {
        self.grants.iter().any(|grant| grant.organisation == organisation)
    }

    fn plays_in(&self, on: ActTarget) -> bool {
        matches!(on, ActTarget::Game { players, .. }
            if self.player.is_some_and(|own| players.contains(&own)))
    }

    /// Whether the actor has this role for the target. Nobody is an official of their own game.
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

    /// Whether the actor has this relation to the target.
    fn has_part(&self, part: Part, on: ActTarget) -> bool {
        match part {
            Part::Anybody => true,
            Part::SignedIn => self.is_signed_in(),
            Part::Oneself => match on {
                ActTarget::Account(account) => self.is_signed_in() && account == self.account,
                ActTarget::Player(player) => self.is_signed_in() && self.player == Some(player),
                _ => false,
            },
            Part::Guest => self.is_guest && on == ActTarget::Account(self.account),
            Part::Official(duty) => self.has_role(OrganisationRole::Official, duty, on),
            Part::Organizer => self.has_role(OrganisationRole::Organizer, Duties::NONE, on),
            Part::Owner => self.has_role(OrganisationRole::Owner, Duties::NONE, on),
            Part::Moderator => self.site_role == SiteRole::Moderator && !self.plays_in(on),
            Part::Operator => self.site_role == SiteRole::Operator && !self.plays_in(on),
        }
    }

    /// Whether the second factor required for a part was given; tokens were created by somebody who
    /// had given it.
    fn has_required_second_factor(&self, part: Part, demanded: bool) -> bool {
        let needed = match part {
            Part::Anybody | Part::SignedIn | Part::Oneself | Part::Guest => false,
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

/// Checks that the actor may perform the act, and returns the capacity in which they do.
/// `demands_second_factor` is the setting of the organisation concerned.
///
/// # Errors
/// - [`Error::SignIn`] if the actor is anonymous and that is not enough;
/// - [`Error::Role`] with the sufficient roles, if the actor has none of them;
/// - [`Error::Hidden`] if no role suffices or the target itself is not public: the response is the
///   same as for an address that does not exist;
/// - [`Error::Scope`] if the token lacks the scope;
/// - [`Error::SecondFactor`] if only the second factor is missing.
pub fn require(
    actor: &Actor,
    act: Act,
    on: ActTarget,
    demands_second_factor: bool,
) -> Result<ActingAs> {
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

/// The error for an actor who lacks every part of an act.
fn denial(act: Act) -> Error {
    let needed = act.right().parts;
    let by_role = act != Act::ReadUnopened && needed.iter().any(|part| part.is_role());
    if by_role { Error::Role { needed } } else { Error::Hidden }
}
