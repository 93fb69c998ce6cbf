//! A player's own set-ups: those that he used in revealed games, and how those did that he keeps.

use crate::formation::{Filter, Index, Listed, SetUp, Tally, Totals};
use crate::service::access::Actor;
use crate::service::own_set_ups;
use crate::service::{App, Error};

use super::index_cache::current_snapshot;
use super::queries::{ExampleGame, examples};

/// A set-up that somebody keeps, and how it did in his games.
pub struct OwnSetUpUse {
    pub set_up: own_set_ups::SetUp,
    /// As it stands and mirrored.
    pub uses: [Tally; 2],
}

/// What somebody sees of his own set-ups. It is for him alone: what he keeps and has not used is nobody's business.
#[derive(Default)]
pub struct OwnFormations {
    /// Whether set-ups are being read for the first time: of games there is nothing yet.
    pub is_preparing: bool,
    pub totals: Totals,
    /// Those of his games that he used most, folded.
    pub most_used: Vec<Listed>,
    /// Those that he keeps and that games under the published rules can have.
    pub own_set_ups: Vec<OwnSetUpUse>,
    pub examples: Vec<ExampleGame>,
}

const MAX_LISTED: usize = 20;
const MAX_SCANNED_EXAMPLES: usize = 50;

/// What the actor's own set-ups did; `None` where his account has no player.
///
/// # Errors
/// As [`crate::service::access::require`] for who may not keep set-ups; [`Error`] where the store fails.
pub fn own_formations(app: &App, actor: &Actor) -> Result<Option<OwnFormations>, Error> {
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
