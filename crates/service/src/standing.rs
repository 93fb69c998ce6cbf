//! Revalidates the credentials and permissions behind open streams.

use std::collections::HashMap;

use adjutant_domain::account::session::SessionLifetimes;
use adjutant_domain::moment::Micros;

use super::access::{Actor, Credential};
use super::{App, Result, sessions, tokens};

/// Whether the session or token of each actor is still valid with the same permissions. Actors with
/// neither cannot lose any.
pub fn stand(app: &App, all: &[Actor], lives: SessionLifetimes, now: Micros) -> Result<Vec<bool>> {
    let (mut by_session, mut by_token) = (Vec::new(), Vec::new());
    for actor in all {
        match actor.credential {
            Credential::Session { id, .. } => by_session.push(id),
            Credential::Token { id, .. } => by_token.push(id),
            Credential::Nobody | Credential::Command => {}
        }
    }
    let by_session = numbered(sessions::of_ids(app, &by_session, lives, now)?);
    let by_token = numbered(tokens::of_ids(app, &by_token, now)?);
    let stands = |actor: &Actor| match actor.credential {
        Credential::Session { id, .. } => by_session.get(&id).is_some_and(|now| same(actor, now)),
        Credential::Token { id, .. } => by_token.get(&id).is_some_and(|now| same(actor, now)),
        Credential::Nobody | Credential::Command => true,
    };
    Ok(all.iter().map(stands).collect())
}

fn numbered(actors: Vec<Actor>) -> HashMap<i32, Actor> {
    let number = |actor: &Actor| match actor.credential {
        Credential::Session { id, .. } | Credential::Token { id, .. } => id,
        Credential::Nobody | Credential::Command => 0,
    };
    actors.into_iter().map(|actor| (number(&actor), actor)).collect()
}

/// Whether the actors are equal; grants are unordered.
fn same(before: &Actor, now: &Actor) -> bool {
    let bare = |actor: &Actor| Actor { grants: Vec::new(), ..actor.clone() };
    before.grants.len() == now.grants.len()
        && before.grants.iter().all(|grant| now.grants.contains(grant))
        && bare(before) == bare(now)
}
