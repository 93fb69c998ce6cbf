//! The identity and permissions of an API token.

use adjutant_domain::account::roles::{Duties, OrganisationRole, SiteRole};
use adjutant_domain::account::scopes::TokenScopes;
use adjutant_store::{labels, players};

use super::access::{Act, ActTarget, Actor, Credential, require};
use super::{App, Result};

/// A role with current names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// The organisation's slug.
    pub organisation: String,
    pub role: OrganisationRole,
    /// The event's slug; `None` for all events.
    pub event: Option<String>,
    pub duties: Duties,
}

/// The identity of an actor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Me {
    /// The account's name; `None` for the operator's token.
    pub name: Option<String>,
    /// The handle of the account's player.
    pub player: Option<String>,
    pub bot: bool,
    pub site: SiteRole,
    pub roles: Vec<Held>,
    /// The scopes of the token; `None` if it is unrestricted.
    pub scopes: Option<TokenScopes>,
}

pub fn me(app: &App, actor: &Actor) -> Result<Me> {
    let scopes = match actor.credential {
        Credential::Token { scopes, .. } => Some(scopes),
        Credential::Nobody | Credential::Session { .. } | Credential::Command => None,
    };
    if actor.credential == Credential::Command {
        return Ok(Me {
            name: None,
            player: None,
            bot: false,
            site: actor.site_role,
            roles: Vec::new(),
            scopes,
        });
    }
    require(actor, Act::ReadOwnProfile, ActTarget::Account(actor.account), false)?;
    let mut conn = app.store().read_connection()?;
    let player: Vec<i32> = actor.player.into_iter().collect();
    let bot = !players::bots_among(&mut conn, &player)?.is_empty();
    let player = players::by_ids(&mut conn, &player)?.pop().map(|named| named.name);
    let ids: Vec<i32> = actor.grants.iter().map(|grant| grant.organisation).collect();
    let organisations = labels::organisations(&mut conn, &ids)?;
    let ids: Vec<i32> =
        actor.grants.iter().map(|grant| grant.event).filter(|event| *event > 0).collect();
    let events = labels::events(&mut conn, &ids)?;
    let held = actor.grants.iter().filter_map(|grant| {
        Some(Held {
            organisation: organisations.get(&grant.organisation)?.slug.clone(),
            role: grant.role,
            event: events.get(&grant.event).map(|event| event.slug.clone()),
            duties: grant.duties,
        })
    });
    Ok(Me {
        name: Some(actor.name.clone()),
        player,
        bot,
        site: actor.site_role,
        roles: held.collect(),
        scopes,
    })
}
