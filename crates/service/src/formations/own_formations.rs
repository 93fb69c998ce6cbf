//! A player's own set-ups: those used in revealed games, and the results of saved ones.

use crate::access::Actor;
use crate::own_set_ups;
use crate::{App, Result};
use adjutant_domain::formation::{Filter, Index, Listed, SetUp, Tally, Totals};

use super::index_cache::current_snapshot;
use super::queries::{ExampleGame, examples};

/// A saved set-up with its results in the player's games.
pub struct OwnSetUpUse {
    pub set_up: own_set_ups::SetUp,
    /// As it is, and mirrored.
    pub uses: [Tally; 2],
}

/// An account's own set-ups, which nobody else may see.
#[derive(Default)]
pub struct OwnFormations {
    /// Whether the index is still being built, so that nothing is known of games.
    pub is_preparing: bool,
    pub totals: Totals,
    /// The set-ups the player used most, folded.
    pub most_used: Vec<Listed>,
    /// Saved set-ups for the standard rules.
    pub own_set_ups: Vec<OwnSetUpUse>,
    pub examples: Vec<ExampleGame>,
}

const MAX_LISTED: usize = 20;
const MAX_SCANNED_EXAMPLES: usize = 50;

/// The actor's own set-ups with their results; `None` if the account has no player.
pub fn own_formations(app: &App, actor: &Actor) -> Result<Option<OwnFormations>> {
    let kept = own_set_ups::list(app, actor)?;
    let Some(player) = actor.player else { return Ok(None) };
    let snapshot = current_snapshot(app)?;
    let none = Index::default();
    let index = snapshot.as_ref().map_or(&none, |own| &own.index);
    let filter = Filter { player: Some(player), folded: true, ..Filter::default() };
    let kept: Vec<(own_set_ups::SetUp, SetUp)> = kept
        .into_iter()
        .filter_map(|one| SetUp::of(&one.army).map(|set_up| (one, set_up)))
        .collect();
    let asked: Vec<SetUp> = kept.iter().map(|(_, set_up)| *set_up).collect();
    let uses = index.uses(&asked, &filter);
    let found = index.examples(&filter, MAX_SCANNED_EXAMPLES);
    Ok(Some(OwnFormations {
        is_preparing: snapshot.is_none(),
        totals: index.totals(&filter),
        most_used: index.popular(&filter, MAX_LISTED).set_ups,
        own_set_ups: kept
            .into_iter()
            .zip(uses)
            .map(|((kept, _), uses)| OwnSetUpUse { set_up: kept, uses })
            .collect(),
        examples: examples(&mut *app.store().connection()?, actor, &found)?,
    }))
}
