//! The tags of the description, under which documentation and generated clients group operations.

use serde_json::{Value, json};

/// A tag: its name, what its operations are about, and the first parts of their addresses below `/api/v1`.
struct Tag {
    name: &'static str,
    about: &'static str,
    areas: &'static [&'static str],
}

const TAGS: [Tag; 13] = [
    tag(
        "games",
        "Finished games: lists, records, replays, archives, and what could be known",
        &["games", "records", "totals", "archive"],
    ),
    tag(
        "plays",
        "Live games: their state, their events as they happen, and commands to them",
        &["plays", "bots"],
    ),
    tag(
        "seeks",
        "Game requests, pairing with whoever waits, and the computer as an opponent",
        &["seeks", "quick-pairing", "computers"],
    ),
    tag(
        "events",
        "Tournaments, leagues and ladders: entrants, rounds, results, standings, files",
        &["events", "contests"],
    ),
    tag(
        "organisations",
        "Clubs, schools and federations: members, rosters, leagues, rating lists, webhooks",
        &["organisations"],
    ),
    tag("players", "Players: their profiles, ratings and opponents", &["players"]),
    tag("leaderboards", "Rating pools and their leaderboards", &["leaderboards", "pools"]),
    tag(
        "formations",
        "Set-ups of revealed games: how often, by whom, with what score",
        &["formations"],
    ),
    tag(
        "reviews",
        "Collections of commented games, and reviews that were taken down",
        &["collections", "reviews"],
    ),
    tag("quiz", "The questions of a day, from revealed games", &["quiz"]),
    tag("me", "What belongs to the owner of the token: profile, games, matches, notices", &["me"]),
    tag("search", "Players, events and organisations by name", &["search"]),
    tag("site", "The site as a whole: its audit trail and this description", &["audit", "openapi"]),
];

const fn tag(name: &'static str, about: &'static str, areas: &'static [&'static str]) -> Tag {
    Tag { name, about, areas }
}

/// The tag of the operations at an address.
pub(super) fn of_path(path: &str) -> &'static str {
    let area = path.split('/').nth(3).and_then(|part| part.split('.').next()).unwrap_or_default();
    TAGS.iter().find(|tag| tag.areas.contains(&area)).map_or("", |tag| tag.name)
}

/// Every tag with its description.
pub(super) fn described() -> Value {
    TAGS.iter().map(|tag| json!({"name": tag.name, "description": tag.about})).collect()
}

#[cfg(test)]
mod tests {
    use super::{TAGS, of_path};
    use crate::endpoints;

    #[test]
    fn every_endpoint_has_a_tag() {
        for endpoint in endpoints() {
            assert_ne!(of_path(endpoint.path()), "", "{}", endpoint.path());
        }
    }

    #[test]
    fn every_area_of_a_tag_has_an_endpoint() {
        for area in TAGS.iter().flat_map(|tag| tag.areas) {
            let below = format!("/api/v1/{area}");
            assert!(endpoints().any(|one| one.path().starts_with(&below)), "{area}");
        }
    }
}
