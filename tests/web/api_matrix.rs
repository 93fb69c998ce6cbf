//! Who may ask what of the API: every address of it with every kind of credential. What is expected
//! stands in data/api-routes.txt, written by hand.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_domain::account::scopes::TokenScopes;
use serde_json::Value;

use crate::client::{Reply, send};
use crate::matrix::address;
use crate::routes::{assert_guarded, routes};
use crate::service::{Service, TOKEN};
use crate::world::World;

const COLUMNS: [&str; 8] =
    ["none", "dead", "unscoped", "demoted", "right", "foreign", "operator", "key"];

/// A line of data/api-routes.txt.
#[derive(Debug, Clone)]
struct Row {
    act: String,
    method: String,
    pattern: String,
    role: Option<String>,
    scope: Option<String>,
    answers: BTreeMap<&'static str, String>,
}

fn rows() -> Vec<Row> {
    let text = include_str!("data/api-routes.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let row = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [act, method, pattern, role, scope, ref answers @ ..] = words[..] else {
            panic!("{line}")
        };
        assert_eq!(answers.len(), COLUMNS.len(), "{line}");
        let some = |word: &str| (word != "-").then(|| word.to_owned());
        Row {
            act: act.to_owned(),
            method: method.to_owned(),
            pattern: pattern.to_owned(),
            role: some(role),
            scope: some(scope),
            answers: COLUMNS.into_iter().zip(answers.iter().map(|one| (*one).to_owned())).collect(),
        }
    };
    lines.map(row).collect()
}

pub fn all_scopes() -> TokenScopes {
    TokenScopes::ALL.iter().fold(TokenScopes::NONE, |all, (scope, _)| all.union(*scope))
}

impl Row {
    fn wanted(&self) -> TokenScopes {
        self.scope
            .as_deref()
            .map_or(all_scopes(), |scope| TokenScopes::parse(scope).expect("a scope"))
    }

    /// Everything but the scope; where none is needed, one that is for something else.
    fn others(&self) -> TokenScopes {
        let others = TokenScopes::ALL.iter().filter(|(_, key)| Some(*key) != self.scope.as_deref());
        others.fold(TokenScopes::NONE, |all, (scope, _)| all.union(*scope))
    }

    fn role(&self) -> &str {
        self.role.as_deref().unwrap_or("stranger")
    }

    fn ask(&self, world: &World, token: Option<&str>) -> Reply {
        world.show(token, &self.method, &address(world, &self.pattern, "league"), "")
    }

    /// Holds an answer against the table.
    fn hold(&self, column: &str, reply: &Reply) {
        let expected = self.answers[column].as_str();
        let place = format!("{column} {} {}: {}", self.method, self.pattern, reply.whole());
        let status: String = expected.chars().filter(char::is_ascii_digit).collect();
        assert_eq!(reply.status.to_string(), status, "{place}");
        let bearer = "Bearer realm=\"adjutant\"";
        let scope = self.scope.as_deref().unwrap_or_default();
        let (kind, challenge) = match expected {
            "200" | "202" => return,
            "401" => ("unauthorized", Some(bearer.to_owned())),
            "401i" => ("invalid-token", Some(format!("{bearer}, error=\"invalid_token\""))),
            "403s" => (
                "insufficient-scope",
                Some(format!("{bearer}, error=\"insufficient_scope\", scope=\"{scope}\"")),
            ),
            "400" => ("invalid", None),
            "403" => ("forbidden", None),
            "404" => ("not-found", None),
            "409" => ("conflict", None),
            "422" => ("unreadable", None),
            other => panic!("{other}"),
        };
        assert_eq!(reply.header("www-authenticate"), challenge.as_deref(), "{place}");
        assert_eq!(reply.must("content-type"), "application/problem+json", "{place}");
        assert_eq!(reply.must("cache-control"), "no-store", "{place}");
        let problem = reply.json();
        assert_eq!(problem["type"], format!("/api/problems#{kind}"), "{place}");
        assert_eq!(problem["status"], reply.status, "{place}");
        assert!(problem["title"].is_string() && problem["detail"].is_string(), "{place}");
        assert_eq!(problem["scope"].is_string(), expected == "403s", "{place}");
    }
}

#[test]
fn every_address_of_the_api_has_a_row_and_every_row_an_address() {
    let said: BTreeSet<(String, String, String)> =
        rows().into_iter().map(|row| (row.act, row.method, row.pattern)).collect();
    let api = routes().into_iter().filter(|route| route.pattern.starts_with("/api/v1/"));
    let found: BTreeSet<(String, String, String)> = api
        .map(|route| {
            let method = route.kind.trim_end_matches("_resource").to_uppercase();
            (route.act, method, route.pattern)
        })
        .collect();
    let lacks: Vec<_> = found.difference(&said).collect();
    assert!(lacks.is_empty(), "tests/web/data/api-routes.txt lacks {lacks:?}");
    let more: Vec<_> = said.difference(&found).collect();
    assert!(more.is_empty(), "no address is as tests/web/data/api-routes.txt says: {more:?}");
}

#[test]
fn the_description_names_the_scope_of_each_row() {
    let description = Service::shared().get("/api/v1/openapi.json").json();
    for row in rows() {
        let operation = &description["paths"][&row.pattern][row.method.to_lowercase()];
        let security = operation["security"].as_array().and_then(|all| all.last());
        let named: Vec<&str> = security
            .and_then(|one| one["token"].as_array())
            .map(|scopes| scopes.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default();
        assert_eq!(named, row.scope.as_deref().into_iter().collect::<Vec<_>>(), "{}", row.pattern);
    }
}

#[test]
fn requests_without_a_required_token_are_told_so() {
    let world = World::new();
    for row in rows() {
        let path = address(&world, &row.pattern, "league");
        let headers = [&[][..], &[("Authorization", "Basic YTpi")], &[("Cookie", "session=abc")]];
        for headers in headers {
            let reply = send(world.service.address, &row.method, &path, headers, b"");
            row.hold("none", &reply);
            assert_guarded(&path, &reply);
        }
    }
}

/// Tokens that open nothing.
fn dead(world: &World) -> Vec<(&'static str, String)> {
    let spoilt = |set: &str| {
        let (token, whose) = world.token_of(5, all_scopes());
        world.sql(&format!("UPDATE tokens SET {set} WHERE {whose}"));
        token
    };
    let live = world.token("owner", all_scopes());
    vec![
        ("malformed", "adj_not-a-token".to_owned()),
        ("empty", String::new()),
        ("without its head", live["adj_".len()..].to_owned()),
        ("with a tail", format!("{live}a")),
        ("unknown", format!("adj_{}", "a".repeat(52))),
        ("expired", spoilt("expires_at = 1")),
        ("revoked", spoilt("revoked_at = 1")),
        ("suspended", world.token("suspended", all_scopes())),
    ]
}

#[test]
fn a_dead_token_opens_nothing_and_does_not_say_how_it_died() {
    let world = World::new();
    let dead = dead(&world);
    for row in rows() {
        let mut answers = BTreeSet::new();
        for (how, token) in &dead {
            let reply = row.ask(&world, Some(token));
            row.hold("dead", &reply);
            answers.insert((reply.status, reply.body.clone()));
            let told = !token.is_empty() && reply.whole().contains(token);
            assert!(!told, "{how}: {} says the token", row.pattern);
        }
        assert_eq!(answers.len(), 1, "{}: they can be told apart", row.pattern);
    }
}

#[test]
fn a_token_opens_what_its_scope_and_its_owners_role_both_allow() {
    let world = World::new();
    let (foreign, operator) =
        (world.token("foreign", all_scopes()), world.token("operator", all_scopes()));
    for row in rows() {
        let token = |scopes| world.token(row.role(), scopes);
        row.hold("unscoped", &row.ask(&world, Some(&token(row.others()))));
        let reply = row.ask(&world, Some(&token(row.wanted())));
        row.hold("right", &reply);
        if row.scope.is_some() && reply.status == 200 {
            assert_eq!(reply.must("cache-control"), "private, no-store", "{}", row.pattern);
            assert_eq!(reply.header("etag"), None, "{}", row.pattern);
        }
        row.hold("foreign", &row.ask(&world, Some(&foreign)));
        row.hold("operator", &row.ask(&world, Some(&operator)));
        row.hold("key", &row.ask(&world, Some(TOKEN)));
    }
}

#[test]
fn a_token_made_in_a_role_does_nothing_more_once_the_role_is_gone() {
    let world = World::new();
    let tokens: Vec<(Row, String)> = rows()
        .into_iter()
        .map(|row| {
            let token = world.token(row.role(), row.wanted());
            row.hold("right", &row.ask(&world, Some(&token)));
            (row, token)
        })
        .collect();
    world.sql("DELETE FROM roles; UPDATE accounts SET site_role = 0");
    for (row, token) in tokens {
        row.hold("demoted", &row.ask(&world, Some(&token)));
    }
}

#[test]
fn tokens_do_nothing_without_a_required_second_factor() {
    let world = World::new();
    world.sql("UPDATE accounts SET totp_on = 0; UPDATE organisations SET second_factor = 1");
    let moderator = world.token("moderator", all_scopes());
    let owner = world.token("owner", all_scopes());
    let roster = "/api/v1/organisations/league/roster";
    for (token, method, path) in [
        (&moderator, "GET", "/api/v1/audit"),
        (&owner, "GET", "/api/v1/organisations/league/audit"),
        (&owner, "POST", roster),
    ] {
        let reply = world.show(Some(token), method, path, "");
        assert_eq!(reply.status, 403, "{path}: {}", reply.whole());
        assert_eq!(reply.json()["type"], "/api/problems#second-factor", "{path}");
        assert_eq!(reply.header("www-authenticate"), None, "{path}");
    }
    let members = world.show(Some(&owner), "GET", "/api/v1/organisations/league/members", "");
    assert_eq!(members.status, 200);
    assert!(!members.text().contains("Juan dela Cruz"), "{}", members.text());
}

#[test]
fn to_a_token_that_may_not_know_of_an_organisation_it_is_as_if_there_were_none() {
    let world = World::new();
    let tokens = [
        None,
        Some(world.token("stranger", all_scopes())),
        Some(world.token("owner", all_scopes())),
        Some(world.token("foreign", all_scopes())),
    ];
    let hushed = |reply: &Reply, slug: &str| (reply.status, reply.text().replace(slug, "SLUG"));
    for row in rows().into_iter().filter(|row| row.pattern.contains("/organisations/{slug}")) {
        for token in &tokens {
            let ask = |slug: &str| {
                let path = address(&world, &row.pattern, slug);
                hushed(&world.show(token.as_deref(), &row.method, &path, ""), slug)
            };
            let (there, nowhere) = (ask("waiting"), ask("nowhere"));
            assert_eq!(there, nowhere, "{}", row.pattern);
            assert!([401, 404].contains(&there.0), "{}: {there:?}", row.pattern);
        }
    }
}
