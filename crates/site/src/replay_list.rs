//! The list of games from which a reader comes to a replay: its previous and next game follow it.

use adjutant_service::games::Filter;

use crate::game_query::GameQuery;
use crate::i18n::Texts;
use crate::parameters::{
    AcceptedValues, ParameterError, QueryParameters, QueryString, percent_encode, to_query,
};

/// The parameter of a replay's address that names the list.
pub const LIST_PARAMETER: &str = "list";
const EVENT: &str = "event";
const COLLECTION: &str = "collection-";
const GAMES: &str = "games";

#[derive(Debug, Clone, Default)]
pub enum ReplayList {
    /// The games of the game's event.
    #[default]
    Event,
    /// The games that match a query.
    Games(Box<GameQuery>),
    /// The chapters of a collection, by its id.
    Collection(i32),
}

impl ReplayList {
    /// Reads the list from the parameters of a replay.
    pub fn read(given: &QueryParameters) -> Result<ReplayList, ParameterError> {
        let accepted = AcceptedValues::described_by("takes-list");
        let list = given.parse_with(LIST_PARAMETER, accepted, ReplayList::parse)?;
        Ok(list.unwrap_or_default())
    }

    fn parse(text: &str) -> Option<ReplayList> {
        if text == EVENT {
            return Some(ReplayList::Event);
        }
        if let Some(id) = text.strip_prefix(COLLECTION) {
            return id.parse().ok().filter(|id| *id > 0).map(ReplayList::Collection);
        }
        let query = text.strip_prefix(GAMES)?;
        let query = if query.is_empty() { query } else { query.strip_prefix('?')? };
        let query = GameQuery::read(&QueryString::from_form_body(query)).ok()?;
        Some(ReplayList::Games(Box::new(query)))
    }

    /// Whether it is that of the game's event.
    pub fn is_event(&self) -> bool {
        matches!(self, ReplayList::Event)
    }

    /// The games of a player.
    pub fn of_player(handle: &str) -> ReplayList {
        ReplayList::of_query(&[("player", handle)])
    }

    /// The games of two players against each other.
    pub fn of_pair(player: &str, opponent: &str) -> ReplayList {
        ReplayList::of_query(&[("player", player), ("opponent", opponent)])
    }

    fn of_query(pairs: &[(&str, &str)]) -> ReplayList {
        let query = to_query(pairs);
        ReplayList::parse(&format!("{GAMES}{query}")).unwrap_or_default()
    }

    /// The parameter as part of a query string, with `&`; empty for the event.
    pub fn to_query(&self) -> String {
        let value = match self {
            ReplayList::Event => return String::new(),
            ReplayList::Collection(id) => format!("{COLLECTION}{id}"),
            ReplayList::Games(query) => format!("{GAMES}{}", filter_query(query)),
        };
        format!("&{LIST_PARAMETER}={}", percent_encode(&value))
    }

    /// The games of the list; `None` for a collection.
    pub fn filter(&self, event_slug: &str) -> Option<Filter> {
        match self {
            ReplayList::Event => {
                Some(Filter { event: Some(event_slug.to_owned()), ..Filter::default() })
            }
            ReplayList::Games(query) => Some(query.filter.clone()),
            ReplayList::Collection(_) => None,
        }
    }

    /// The name and the address of a list of games; `None` for the others, which have a name of their
    /// own.
    pub fn heading(&self, texts: Texts) -> Option<(String, String)> {
        let ReplayList::Games(query) = self else { return None };
        let given: Vec<(&str, &str)> = query.params.pairs().filter(is_filter).collect();
        let name = match given[..] {
            [] => texts.get("all-games"),
            [("player", handle)] => texts.one("list-of-player", "name", handle),
            _ => texts.get("list-found"),
        };
        Some((name, format!("/games{}", filter_query(query))))
    }
}

/// What narrows the list down, rather than choosing a page of it.
fn is_filter((name, _): &(&str, &str)) -> bool {
    !matches!(*name, "cursor" | "limit")
}

fn filter_query(query: &GameQuery) -> String {
    let given: Vec<(&str, &str)> = query.params.pairs().filter(is_filter).collect();
    to_query(&given)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<ReplayList, ParameterError> {
        ReplayList::read(&QueryString::from_form_body(query).parse(&[LIST_PARAMETER])?)
    }

    #[test]
    fn a_list_is_read_as_its_addresses_write_it() {
        for list in [
            ReplayList::of_player("Ñandú & Co"),
            ReplayList::of_pair("Ana", "Ben"),
            ReplayList::Collection(12),
            ReplayList::of_query(&[("speed", "rapid"), ("from", "2026-01-01")]),
            ReplayList::of_query(&[]),
        ] {
            let query = list.to_query();
            let again = read(&query).expect("it is one");
            assert_eq!(again.to_query(), query);
            assert_eq!(format!("{again:?}"), format!("{list:?}"));
        }
        assert_eq!(read("list=event").expect("it is one").to_query(), "");
    }

    #[test]
    fn what_is_no_list_is_refused() {
        for wrong in ["elsewhere", "games?rank=5", "gamesx", "collection-0", "collection-x", "//a"]
        {
            let query = format!("list={}", percent_encode(wrong));
            assert!(read(&query).is_err(), "{wrong}");
        }
    }
}
