//! Descriptions of the path parameters. A name below the same address always means the same thing and is described only
//! here.

use serde_json::{Map, Value, json};

/// The path prefix, the parameter's name, its description, and an example or an empty text.
const PARAMETERS: [(&str, &str, &str, &str); 24] = [
    ("/collections/", "collection", "The collection's number", "3"),
    ("/collections/", "chapter", "The chapter's number", "8"),
    ("/files/", "file", "The file's name", "entrants.csv"),
    ("/contest/", "file", "The file's name", "stage-1.trf"),
    ("/events/", "slug", "The event's slug", ""),
    ("/events/", "match", "Stage, round and table, counted from 1: `1-2-3`", ""),
    ("/events/", "number", "The link's number in the event", "1"),
    ("/events/", "case", "The case's number in the event", "1"),
    ("/events/", "entrant", "The entrant's number in the event", "2"),
    ("/games/", "id", "The game's id, 16 characters", ""),
    ("/games/", "file", "`game.ggn` or `game.json`", ""),
    ("/games/", "review", "The review's number", "7"),
    ("/leaderboards/", "pool", POOL, ""),
    ("/notices/", "id", "The notice's number", "7"),
    ("/organisations/", "slug", "The organisation's slug", "liga-ng-bayan"),
    ("/organisations/", "list", "The rating list's number", "1"),
    ("/organisations/", "webhook", "The webhook's number", "1"),
    ("/organisations/", "delivery", "The delivery's number", "12"),
    ("/players/", "handle", "The player's handle, in upper or lower case", ""),
    ("/players/", "other", "The opponent's handle", ""),
    ("/players/", "pool", POOL, ""),
    ("/plays/", "id", "The live game's id", ""),
    ("/quiz/", "date", "A day of the last year, as `2026-11-23`", ""),
    ("/seeks/", "id", "The game request's id", ""),
];

const POOL: &str = "The pool's key, such as `rapid`, or an organisation's, such as `club.online`";

/// Adds the path parameters that the operation does not describe itself.
pub(super) fn complete(operation: &mut Map<String, Value>, path: &str) {
    let names: Vec<&str> =
        path.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
    if names.is_empty() {
        return;
    }
    let stated = operation.remove("parameters");
    let mut stated = stated.and_then(|all| all.as_array().cloned()).unwrap_or_default();
    let mut all = Vec::with_capacity(names.len() + stated.len());
    for name in names {
        let own = stated.iter().position(|one| one["name"] == name && one["in"] == "path");
        let own = own.map(|at| stated.remove(at)).filter(|one| one["description"].is_string());
        all.push(own.unwrap_or_else(|| parameter(path, name)));
    }
    all.append(&mut stated);
    operation.insert("parameters".to_owned(), Value::Array(all));
}

fn parameter(path: &str, name: &str) -> Value {
    let known = PARAMETERS.iter().find(|(below, own, ..)| *own == name && path.contains(below));
    let (.., description, example) = known.copied().unwrap_or_default();
    let mut parameter = json!({
        "name": name, "in": "path", "required": true, "description": description,
        "schema": {"type": "string"},
    });
    if !example.is_empty() {
        parameter["example"] = json!(example);
    }
    parameter
}

#[cfg(test)]
mod tests {
    use super::PARAMETERS;
    use crate::endpoints;

    #[test]
    fn every_description_is_of_a_parameter() {
        for (below, name, ..) in PARAMETERS {
            let of = |path: &str| path.contains(below) && path.contains(&format!("{{{name}}}"));
            assert!(endpoints().any(|one| of(one.path())), "{below} {name}");
        }
    }
}
