//! The API's description of itself: whole, with examples, and true.

use std::collections::{BTreeMap, BTreeSet};

use adjutant::web::api::endpoints;
use adjutant_domain::account::scopes::TokenScopes;
use adjutant_domain::play::{Disclosure, OfficialAction, Venue};
use salpakan::rules::{Color, Outcome, Termination};
use serde_json::Value;

use crate::catalogues::{files, web_sources};
use crate::plays::{BLACK, Table, WHITE};
use crate::routes::{addresses_by_pattern, routes};
use crate::service::Service;
use crate::world::World;

fn description() -> Value {
    Service::shared().get("/api/v1/openapi.json").json()
}

/// Path, method and operation.
fn operations(description: &Value) -> Vec<(String, String, Value)> {
    let paths = description["paths"].as_object().expect("paths");
    let operations = paths.iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().expect("methods");
        methods.iter().map(move |(method, one)| (path.clone(), method.clone(), one.clone()))
    });
    operations.collect()
}

#[test]
fn it_is_openapi_3_1_with_a_name_of_its_own_for_each_operation() {
    let description = description();
    assert!(description["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")));
    let operations = operations(&description);
    let names: BTreeSet<&str> =
        operations.iter().map(|(.., one)| one["operationId"].as_str().expect("a name")).collect();
    assert_eq!(names.len(), operations.len(), "{names:?}");
}

#[test]
fn every_described_handler_is_an_endpoint() {
    let mut described = 0;
    for path in files("crates/api/src", "rs") {
        let text = std::fs::read_to_string(&path).expect("a source");
        let list = text.split("endpoints! {\n").nth(1).and_then(|rest| rest.split('}').next());
        for part in text.split("#[utoipa::path(").skip(1) {
            let name = part.split("async fn ").nth(1).and_then(|rest| rest.split('(').next());
            let name = name.expect("a handler");
            let listed = list.is_some_and(|list| list.contains(&format!("    {name}: ")));
            assert!(listed, "{}: endpoints! lacks {name}", path.display());
            described += 1;
        }
    }
    assert_eq!(
        described,
        endpoints().count(),
        "crates/api/src/lib.rs lacks the endpoints of a module"
    );
}

#[test]
fn the_description_has_every_endpoint_and_no_other() {
    let described: BTreeSet<(String, String)> = operations(&description())
        .into_iter()
        .map(|(path, method, _)| (path, method.to_uppercase()))
        .collect();
    let declared = endpoints().map(|one| (one.path().to_owned(), one.method().to_string()));
    assert_eq!(described, declared.collect());
}

#[test]
fn every_response_is_shown_by_an_example() {
    for (path, method, operation) in operations(&description()) {
        assert!(operation["summary"].is_string(), "{method} {path}");
        for (status, response) in operation["responses"].as_object().expect("responses") {
            let contents = response["content"].as_object();
            let contents = contents.unwrap_or_else(|| panic!("{method} {path} {status}"));
            for (kind, content) in contents {
                assert!(!content["example"].is_null(), "{method} {path} {status} {kind}");
            }
        }
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let words = parameter["description"].as_str().unwrap_or_default();
            let is_told = parameter["in"] != "path" || !words.is_empty();
            assert!(
                is_told,
                "crates/api/src/address_parameters.rs lacks {} of {path}",
                parameter["name"]
            );
            assert!(!words.is_empty() || parameter["schema"].is_object());
        }
    }
}

/// Schemas go by the names of their types: of two with one name, one would describe the other's answers.
#[test]
fn no_two_schemas_share_a_name() {
    let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in web_sources() {
        let text = std::fs::read_to_string(&path).expect("a source");
        for part in text.split("ToSchema)]").skip(1) {
            let head = part
                .lines()
                .find(|line| ["pub struct ", "pub enum "].iter().any(|k| line.starts_with(k)));
            let name =
                head.and_then(|line| line.split([' ', '(', '<', ';']).nth(2)).expect("a type");
            names.entry(name.to_owned()).or_default().push(path.display().to_string());
        }
    }
    assert!(names.len() > 60, "{names:?}");
    names.retain(|_, places| places.len() > 1);
    assert!(names.is_empty(), "{names:?}");
}

#[test]
fn every_operation_may_be_refused_by_a_problem_document() {
    for (path, method, operation) in operations(&description()) {
        for status in ["400", "429"] {
            let content = &operation["responses"][status]["content"]["application/problem+json"];
            assert_eq!(
                content["schema"]["$ref"], "#/components/schemas/Problem",
                "{method} {path}"
            );
        }
    }
}

#[test]
fn the_page_for_people_lists_every_operation() {
    let page = Service::shared().get("/api").text();
    for (path, ..) in operations(&description()) {
        assert!(page.contains(&path), "{path}");
    }
    assert!(page.contains("/api/v1/openapi.json"));
}

#[test]
fn every_operation_that_is_not_for_everybody_names_its_scopes_and_roles() {
    let acts: BTreeMap<String, String> =
        routes().into_iter().map(|route| (route.pattern, route.act)).collect();
    let known: BTreeSet<&str> = TokenScopes::ALL.iter().map(|(_, key)| *key).collect();
    let mut guarded = 0;
    for (path, method, operation) in operations(&description()) {
        let security = operation["security"].as_array().expect("security of its own");
        // Public endpoints may return more with a token.
        let public = acts[&path] == "ReadPublic";
        if security.is_empty() {
            assert!(public, "{method} {path}");
            continue;
        }
        let needs_none = security[0] == serde_json::json!({});
        assert_eq!(needs_none, public, "{method} {path}");
        guarded += 1;
        let scopes: Vec<&str> = security[usize::from(needs_none)]["token"]
            .as_array()
            .expect("scopes")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        assert!(!scopes.is_empty() && scopes.iter().all(|one| known.contains(one)), "{path}");
        let roles = operation["x-roles"].as_array().expect("roles");
        let words = operation["description"].as_str().expect("a description");
        for name in scopes.into_iter().chain(roles.iter().filter_map(Value::as_str)) {
            assert!(words.contains(name), "{path}: {words}");
        }
        for status in ["401", "403"].into_iter().take(if needs_none { 1 } else { 2 }) {
            assert!(operation["responses"][status].is_object(), "{path} {status}");
        }
    }
    assert!(guarded >= 6, "{guarded}");
    let scheme = &description()["components"]["securitySchemes"]["token"];
    assert_eq!((&scheme["type"], &scheme["scheme"]), (&"http".into(), &"bearer".into()));
}

/// The schemas of what is sent, by the names of their types.
fn sent_schemas(description: &Value) -> Vec<(String, Value)> {
    let schemas = &description["components"]["schemas"];
    let mut found = BTreeMap::new();
    let mut open: Vec<String> = operations(description)
        .into_iter()
        .filter_map(|(.., one)| {
            let schema = &one["requestBody"]["content"]["application/json"]["schema"]["$ref"];
            schema.as_str().map(str::to_owned)
        })
        .collect();
    while let Some(link) = open.pop() {
        let name = link.rsplit('/').next().expect("a name").to_owned();
        let schema = schemas[&name].clone();
        let text = schema.to_string();
        if found.insert(name, schema).is_none() {
            let links = text.split("\"$ref\":\"").skip(1);
            open.extend(links.filter_map(|rest| rest.split('"').next()).map(str::to_owned));
        }
    }
    assert!(found.len() > 20, "{:?}", found.keys());
    found.into_iter().collect()
}

/// Words of which a field takes one stand in its description; then they are in its schema, too.
#[test]
fn enumerations_list_their_values_in_the_schema() {
    let description = description();
    let mut typed = 0;
    for (name, schema) in sent_schemas(&description) {
        for (field, own) in schema["properties"].as_object().into_iter().flatten() {
            let words = own["description"].as_str().unwrap_or_default().matches('`').count() / 2;
            let text =
                own["type"] == "string" || own["type"] == serde_json::json!(["string", "null"]);
            let bound = ["enum", "pattern", "format"].iter().any(|key| !own[*key].is_null());
            assert!(!text || words < 2 || bound, "{name}.{field}: {own}");
            typed += usize::from(!text || bound);
        }
    }
    assert!(typed > 60, "{typed}");
}

#[test]
fn the_words_of_the_schemas_are_those_that_are_taken() {
    let description = description();
    let of = |name: &str| -> BTreeSet<String> {
        let schema = &description["components"]["schemas"][name]["enum"];
        let words = schema.as_array().unwrap_or_else(|| panic!("{name}"));
        words.iter().map(|word| word.as_str().expect("a word").to_owned()).collect()
    };
    let all = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<BTreeSet<_>>();
    let rulings: Vec<&str> = OfficialAction::ALL.iter().map(|action| action.key()).collect();
    assert_eq!(of("RulingName"), all(&rulings));
    let ends: Vec<&str> = Termination::ALL.iter().map(|end| end.name()).collect();
    assert_eq!(of("TerminationName"), all(&ends));
    assert_eq!(of("ColorName"), all(&Color::ALL.map(Color::key)));
    assert!(of("VenueName").iter().all(|word| Venue::parse(word).is_some()));
    assert!(of("DisclosureName").iter().all(|word| Disclosure::parse(word).is_some()));
    assert!(of("ResultName").iter().all(|word| Outcome::parse(word).is_some()));
    assert_eq!(of("PlayActionName").len(), 13);
    let mut table = Table::new();
    table.deploy(WHITE, BLACK);
    // Only a game without set-ups takes the word `ready`.
    for word in of("PlayActionName").into_iter().filter(|word| word != "ready") {
        let reply = table.send("white", "/words", serde_json::json!({"word": word}));
        assert!(!reply.text().contains("\"field\":\"word\""), "{word}: {}", reply.text());
        if ["resign", "abort"].contains(&word.as_str()) {
            table = Table::new();
            table.deploy(WHITE, BLACK);
        }
    }
}

#[test]
fn an_empty_roster_is_no_roster() {
    let world = World::new();
    let token = world.token("owner", TokenScopes::ROSTER_WRITE);
    for body in ["", " \n", "\u{feff}", "\u{feff}\r\n"] {
        let path = "/api/v1/organisations/league/roster?missing=remove";
        let reply = world.show(Some(&token), "POST", path, body);
        assert_eq!((reply.status, &reply.json()["field"]), (400, &"body".into()), "{body:?}");
    }
}

/// The fields of a value by their paths, those of all items of a list as one; an object is its path with `{}`.
fn field_paths(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            found.insert(format!("{path}{{}}"));
            for (name, value) in fields {
                let path = format!("{path}.{name}");
                found.insert(path.clone());
                field_paths(value, &path, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| {
            field_paths(item, &format!("{path}[]"), found);
        }),
        _ => {}
    }
}

/// The object that a field is in.
fn parent(path: &str) -> String {
    format!("{}{{}}", path.rsplit_once('.').map_or("", |(parent, _)| parent))
}

#[test]
fn an_entity_tag_is_described_where_there_is_one() {
    let service = Service::shared();
    let description = description();
    for (pattern, address) in addresses_by_pattern(&service) {
        let response = &description["paths"][&pattern]["get"]["responses"]["200"];
        let reply = service.get(&address);
        if !response.is_object() || reply.status != 200 {
            continue;
        }
        let described = response["headers"]["ETag"].is_object();
        assert_eq!(described, reply.header("etag").is_some(), "{pattern}");
    }
}

#[test]
fn every_example_shows_all_that_the_real_response_has() {
    let service = Service::shared();
    let description = description();
    let (mut count, mut faults) = (0, Vec::new());
    for (pattern, address) in addresses_by_pattern(&service) {
        let content = &description["paths"][&pattern]["get"]["responses"]["200"]["content"];
        let example = &content["application/json"]["example"];
        let reply = service.get(&address);
        let is_json =
            reply.header("content-type").is_some_and(|kind| kind.starts_with("application/json"));
        if example.is_null() || reply.status != 200 || !is_json || pattern.ends_with("openapi.json")
        {
            continue;
        }
        count += 1;
        let [mut shown, mut real] = [BTreeSet::new(), BTreeSet::new()];
        field_paths(example, "", &mut shown);
        field_paths(&reply.json(), "", &mut real);
        let fields = real.iter().filter(|path| !path.ends_with("{}"));
        let missing = fields.filter(|path| !shown.contains(*path) && shown.contains(&parent(path)));
        faults.extend(missing.map(|path| format!("{pattern}: {path}")));
    }
    assert!(count > 15, "{count} responses");
    assert!(faults.is_empty(), "examples lack:\n{}", faults.join("\n"));
}
