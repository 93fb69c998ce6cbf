//! The previous and the next game of a replay, in the list that the reader comes from.

use crate::web::prelude::*;
use adjutant_service::access::Actor;
use adjutant_service::games::{self, Game, GameSummary};
use adjutant_service::records::GameId;
use adjutant_service::{App, Error, collections};
use adjutant_site::replay_list::ReplayList;

/// Addresses are empty where there is no such game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Around {
    /// The name of the list.
    pub list: String,
    pub list_link: String,
    pub earlier: String,
    pub later: String,
}

/// A list's name and address.
struct Heading {
    name: String,
    link: String,
}

/// The games before and after.
type Neighbors = [Option<GameId>; 2];

type Found = (ReplayList, Option<Heading>, Neighbors);

/// Finds the games beside a game of any kind. A list that the game is not in, or that the reader may
/// not see, is that of its event instead.
pub async fn load<S>(
    visit: &RequestContext,
    game: &Game<S>,
    list: ReplayList,
) -> PageResult<Around> {
    let (number, summary) = (game.number, game.summary.clone());
    let (list, heading, beside) =
        visit.run_brief(move |app, actor| find(app, actor, (number, &summary), list)).await?;
    let of_games = || list.heading(visit.texts()).map(|(name, link)| Heading { name, link });
    let of_event = || event_heading(&game.summary);
    let Heading { name, link } = heading.or_else(of_games).unwrap_or_else(of_event);
    let query = list.to_query().replacen('&', "?", 1);
    let address =
        |id: Option<GameId>| id.map_or_else(String::new, |id| format!("/games/{id}{query}"));
    let [earlier, later] = beside.map(address);
    Ok(Around { list: name, list_link: link, earlier, later })
}

fn event_heading(summary: &GameSummary) -> Heading {
    Heading { name: summary.event.clone(), link: format!("/events/{}", summary.event_slug) }
}

/// A game by its number, and what lists say of it.
type Listed<'a> = (i32, &'a GameSummary);

fn find(app: &App, actor: &Actor, game: Listed<'_>, list: ReplayList) -> Result<Found, Error> {
    let found = match &list {
        ReplayList::Collection(id) => in_collection(app, actor, game.1.id, *id)?
            .map(|(heading, beside)| (Some(heading), beside)),
        other => in_games(app, game, other)?.map(|beside| (None, beside)),
    };
    if let Some((heading, beside)) = found {
        return Ok((list, heading, beside));
    }
    let beside = in_games(app, game, &ReplayList::Event)?.unwrap_or_default();
    Ok((ReplayList::Event, None, beside))
}

fn in_games(
    app: &App,
    (number, summary): Listed<'_>,
    list: &ReplayList,
) -> Result<Option<Neighbors>, Error> {
    let Some(filter) = list.filter(&summary.event_slug) else { return Ok(None) };
    match games::neighbors(app, number, &filter) {
        // A player or an event of the query may be gone.
        Err(Error::Missing { .. } | Error::Invalid { .. }) => Ok(None),
        other => other,
    }
}

/// The collection, and the games of the chapters before and after this one.
fn in_collection(
    app: &App,
    actor: &Actor,
    game: GameId,
    id: i32,
) -> Result<Option<(Heading, Neighbors)>, Error> {
    let collection = match collections::get(app, actor, id) {
        Err(Error::Hidden | Error::Missing { .. }) => return Ok(None),
        other => other?,
    };
    let shown = collection.chapters.iter().filter_map(|chapter| chapter.game.as_ref());
    let mut ids: Vec<GameId> = shown.map(|game| game.id).collect();
    ids.dedup();
    let Some(at) = ids.iter().position(|id| *id == game) else { return Ok(None) };
    let earlier = at.checked_sub(1).and_then(|before| ids.get(before)).copied();
    let heading = Heading { name: collection.summary.title, link: format!("/collections/{id}") };
    Ok(Some((heading, [earlier, ids.get(at + 1).copied()])))
}
