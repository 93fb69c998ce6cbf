//! Organisations, their members and their rosters over the API.

use adjutant_domain::account::scopes::TokenScopes;
use serde_json::{Value, json};

use crate::client::{Reply, send};
use crate::service::TOKEN;
use crate::world::World;

const MEMBERS: &str = "/api/v1/organisations/league/members";
const ROSTER: &str = "/api/v1/organisations/league/roster";
const FILE: &str = "handle,name,club,province,age\n\
                    Sidapa,Juan dela Cruz,Bishops,Cebu,18-59\n\
                    Luningning,Luz Reyes,Hawks,Benguet,18-59\n\
                    Munting Bituin,Nene Cruz,Hawks,Benguet,13-17\n";

fn handles(page: &Value) -> Vec<&str> {
    let members = page["members"].as_array().expect("members");
    members.iter().map(|one| one["handle"].as_str().expect("a handle")).collect()
}

/// What of the trail has this action, the newest first.
fn entries(world: &World, action: &str) -> Vec<Value> {
    let page = world.show(Some(TOKEN), "GET", &format!("/api/v1/audit?action={action}"), "");
    page.json()["entries"].as_array().expect("entries").clone()
}

#[test]
fn organisations_are_listed_by_name_and_page_by_page() {
    let world = World::new();
    let list = world.service.get("/api/v1/organisations");
    assert_eq!(list.must("cache-control"), "public, no-cache");
    let tag = list.must("etag");
    let again = world.service.ask("GET", "/api/v1/organisations", &[("If-None-Match", tag)]);
    assert_eq!(again.status, 304);
    let slugs = |reply: &Reply| -> Vec<String> {
        let page = reply.json();
        let all = page["organisations"].as_array().expect("organisations");
        all.iter().map(|one| one["slug"].as_str().expect("a slug").to_owned()).collect()
    };
    assert_eq!(slugs(&list), ["league", "rival"], "one that is not open is not there");
    assert_eq!(list.json()["next"], Value::Null);
    assert_eq!(slugs(&world.service.get("/api/v1/organisations?search=the%20l")), ["league"]);
    assert_eq!(slugs(&world.service.get("/api/v1/organisations?after=league")), ["rival"]);
    let accept = [("Accept", "application/x-ndjson")];
    let lines = world.service.ask("GET", "/api/v1/organisations", &accept).text();
    assert_eq!(lines.lines().count(), 2, "{lines}");
    for wrong in ["colour=red", "search=", "search=a&search=b"] {
        assert_eq!(world.service.get(&format!("/api/v1/organisations?{wrong}")).status, 400);
    }
}

#[test]
fn a_long_list_of_organisations_goes_on_where_a_page_ends() {
    let world = World::new();
    let rows = (10..160).map(|id| {
        format!(
            "({id}, 'Club {id:03}', 'club {id:03}', 'club {id:03}', 'club-{id}', 1, '', '', '', 0, 0, '', '', 0, 0, 1, '')"
        )
    });
    world.sql(&format!("INSERT INTO organisations VALUES {}", rows.collect::<Vec<_>>().join(",")));
    let first = world.service.get("/api/v1/organisations?search=club").json();
    assert_eq!(first["organisations"].as_array().map(Vec::len), Some(100));
    let next = first["next"].as_str().expect("there are more");
    let rest = world.service.get(&format!("/api/v1/organisations?search=club&after={next}")).json();
    assert_eq!(rest["organisations"].as_array().map(Vec::len), Some(50));
    assert_eq!(rest["organisations"][0]["slug"], "club-110");
    assert_eq!(rest["next"], Value::Null);
    let accept = [("Accept", "application/x-ndjson")];
    let lines = world.service.ask("GET", "/api/v1/organisations?search=club", &accept).text();
    assert_eq!(lines.lines().count(), 150);
}

#[test]
fn an_organisation_is_shown_as_its_page_shows_it() {
    let world = World::new();
    let one = world.service.get("/api/v1/organisations/league");
    assert_eq!((one.status, one.must("cache-control")), (200, "public, no-cache"));
    let one = one.json();
    assert_eq!((&one["name"], &one["slug"]), (&"The league".into(), &"league".into()));
    assert_eq!((&one["color"], &one["logo"]), (&"#000000".into(), &Value::Null));
    assert_eq!(one["members"], 1, "a minor is not counted");
    assert_eq!(one["keepers"], json!([]), "accounts are named to nobody");
    let pools = ["online", "face-to-face", "three-generals-online", "three-generals-face-to-face"];
    assert_eq!(one["pools"], json!(pools.map(|pool| format!("league.{pool}"))));
    assert_eq!(one["seasons"][0]["name"], "Spring");
    assert_eq!(one["seasons"][0]["first_day"], "2024.10.04");
    world.sql(
        "UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Pandesal') WHERE name = 'owner';
         UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Sidapa') WHERE name = 'organizer'",
    );
    // Asked by somebody, because the answer to nobody is kept.
    let headers = [("Authorization", "Basic YTpi")];
    let one = world.service.ask("GET", "/api/v1/organisations/league", &headers).json();
    let expected = json!([{"handle": "Sidapa", "role": "organizer"}]);
    assert_eq!(one["keepers"], expected, "a minor is named to nobody");
    let missing = world.service.get("/api/v1/organisations/nowhere");
    assert_eq!(missing.status, 404);
    assert_eq!(missing.json()["detail"], "Organisation “nowhere” not found.");
}

#[test]
fn members_are_seen_as_on_the_page_and_more_of_them_by_who_may() {
    let world = World::new();
    let reader = world.token("organizer", TokenScopes::ROSTER_READ);
    let others = [
        None,
        Some(world.token("organizer", TokenScopes::ROSTER_WRITE)),
        Some(world.token("foreign", TokenScopes::ROSTER_READ)),
        Some(world.token("results", TokenScopes::ROSTER_READ)),
        Some(world.token("operator", TokenScopes::ROSTER_READ)),
        Some(TOKEN.to_owned()),
    ];
    let public = json!({
        "members": [{"handle": "Sidapa", "club": "Knights", "province": "Cebu", "verified": null}],
        "total": 1, "next": null,
    });
    for token in &others {
        let reply = world.show(token.as_deref(), "GET", MEMBERS, "");
        assert_eq!(reply.json(), public, "{token:?}");
        let keep = if token.is_none() { "public, no-cache" } else { "private, no-store" };
        assert_eq!(reply.must("cache-control"), keep, "{token:?}");
        let hidden = world.show(token.as_deref(), "GET", &format!("{MEMBERS}?search=Pan"), "");
        assert!(handles(&hidden.json()).is_empty(), "a minor is found by nobody else");
    }
    assert!(entries(&world, "registrations.read").is_empty());
    let page = world.show(Some(&reader), "GET", MEMBERS, "");
    assert_eq!(page.must("cache-control"), "private, no-store");
    let page = page.json();
    assert_eq!((handles(&page), &page["total"]), (vec!["Pandesal", "Sidapa"], &2.into()));
    let more = &page["members"][1]["more"];
    let expected = json!({
        "number": "7", "real_name": "Juan dela Cruz", "age": "18-59", "verified_by": "",
        "has_account": false, "private": false,
    });
    assert_eq!(more, &expected);
    let taken = entries(&world, "registrations.read");
    assert_eq!(taken.len(), 1, "{taken:?}");
    assert_eq!(
        (&taken[0]["by"], &taken[0]["acting_as"]),
        (&"organizer".into(), &"organizer".into())
    );
    assert_eq!(taken[0]["organisation"], "league");
    assert_eq!(taken[0]["changes"], json!([{"field": "rows", "before": "0", "after": "2"}]));
}

#[test]
fn a_long_roster_is_read_by_the_page_or_whole_and_the_trail_says_so_once() {
    let world = World::new();
    let writer = world.token("owner", TokenScopes::ROSTER_READ.union(TokenScopes::ROSTER_WRITE));
    let rows: Vec<String> = (0..250).map(|n| format!("Kawal {n:03},Name {n}")).collect();
    let file = format!("handle,name\n{}\n", rows.join("\n"));
    let digest = look(&world, &writer, "", &file)["digest"].as_str().expect("fine").to_owned();
    assert_eq!(apply(&world, &writer, &digest, "", &file).status, 200);
    let first = world.show(Some(&writer), "GET", &format!("{MEMBERS}?search=Kawal"), "").json();
    assert_eq!((handles(&first).len(), &first["next"]), (100, &"Kawal 099".into()));
    let path = format!("{MEMBERS}?search=kawal&after=Kawal%20199");
    let last = world.show(Some(&writer), "GET", &path, "").json();
    assert_eq!((handles(&last).len(), &last["next"]), (50, &Value::Null));
    let before = entries(&world, "registrations.read").len();
    let whole = |token: Option<&str>| {
        let header = token.map(|token| format!("Bearer {token}"));
        let mut headers = vec![("Accept", "application/x-ndjson")];
        headers.extend(header.iter().map(|header| ("Authorization", header.as_str())));
        send(world.service.address, "GET", MEMBERS, &headers, b"").text()
    };
    let lines = whole(Some(&writer));
    assert_eq!((lines.lines().count(), lines.matches("real_name").count()), (252, 252));
    let taken = entries(&world, "registrations.read");
    assert_eq!(taken.len(), before + 1);
    assert_eq!(taken[0]["changes"][0]["after"], "252");
    let lines = whole(None);
    assert_eq!((lines.lines().count(), lines.matches("more").count()), (251, 0));
    assert_eq!(entries(&world, "registrations.read").len(), before + 1);
}

fn look(world: &World, token: &str, query: &str, file: &str) -> Value {
    let reply = world.show(Some(token), "POST", &format!("{ROSTER}?{query}"), file);
    assert_eq!(reply.status, 200, "{}", reply.whole());
    assert_eq!(reply.must("cache-control"), "private, no-store");
    reply.json()
}

fn apply(world: &World, token: &str, digest: &str, query: &str, file: &str) -> Reply {
    world.show(Some(token), "POST", &format!("{ROSTER}?apply={digest}{query}"), file)
}

#[test]
fn a_roster_is_looked_at_and_then_written_just_so() {
    let world = World::new();
    let writer = world.token("organizer", TokenScopes::ROSTER_WRITE);
    let seen = look(&world, &writer, "", FILE);
    assert_eq!((&seen["applied"], &seen["faults"]), (&false.into(), &json!([])));
    let counts = |answer: &Value| {
        ["added", "changed", "unchanged", "removed"].map(|name| answer[name].as_u64().unwrap_or(99))
    };
    assert_eq!(counts(&seen), [2, 1, 0, 0]);
    let row = |handle: &str| {
        let rows = seen["rows"].as_array().expect("rows");
        rows.iter().find(|row| row["handle"] == handle).expect("a row").clone()
    };
    let sidapa = row("Sidapa");
    assert_eq!((&sidapa["what"], &sidapa["line"]), (&"changed".into(), &2.into()));
    assert_eq!(
        sidapa["changes"],
        json!([{"field": "club", "before": "Knights", "after": "Bishops"}])
    );
    let new = row("Luningning");
    assert_eq!((&new["what"], &new["new_player"]), (&"added".into(), &true.into()));
    let reader = world.token("organizer", TokenScopes::ROSTER_READ);
    let page = || world.show(Some(&reader), "GET", MEMBERS, "").json();
    assert_eq!(handles(&page()), ["Pandesal", "Sidapa"], "nothing was written");

    let digest = seen["digest"].as_str().expect("a digest");
    let done = apply(&world, &writer, digest, "", FILE);
    assert_eq!(done.status, 200, "{}", done.whole());
    let done = done.json();
    assert_eq!((&done["applied"], counts(&done)), (&true.into(), [2, 1, 0, 0]));
    assert_eq!(handles(&page()), ["Luningning", "Munting Bituin", "Pandesal", "Sidapa"]);
    let public = world.service.get(MEMBERS).json();
    assert_eq!(handles(&public), ["Luningning", "Sidapa"], "who is a minor keeps off lists");
    let imported = entries(&world, "roster.imported");
    assert_eq!((imported.len(), &imported[0]["by"]), (1, &"organizer".into()));
    assert_eq!(imported[0]["acting_as"], "organizer");
    assert!(!imported[0].to_string().contains("Luz"), "{imported:?}");
}

#[test]
fn nothing_is_written_where_anything_has_changed_since() {
    let world = World::new();
    let writer = world.token("owner", TokenScopes::ROSTER_WRITE);
    let digest = look(&world, &writer, "", FILE)["digest"].as_str().expect("fine").to_owned();
    let refused = |query: &str, digest: &str, file: &str| {
        let reply = apply(&world, &writer, digest, query, file);
        assert_eq!(reply.status, 409, "{}", reply.whole());
        assert_eq!(reply.json()["type"], "/api/problems#conflict");
    };
    refused("", &digest, &FILE.replace("Bishops", "Rooks"));
    refused("&missing=remove", &digest, FILE);
    refused("", &"0".repeat(32), FILE);
    refused("", &digest, "handle\nSidapa\nSidapa\n");
    world.sql("UPDATE members SET club = 'Pawns' WHERE real_name = 'Juan dela Cruz'");
    refused("", &digest, FILE);
    let fresh = look(&world, &writer, "", FILE)["digest"].as_str().expect("fine").to_owned();
    assert_ne!(fresh, digest);
    assert_eq!(apply(&world, &writer, &fresh, "", FILE).status, 200);
    refused("", &fresh, FILE);
    let everybody = look(&world, &writer, "missing=remove", "handle\nSidapa\n");
    assert_eq!(everybody["removed"], 3);
    assert!(entries(&world, "roster.imported").len() == 1);
}

#[test]
fn roster_errors_name_their_place() {
    let world = World::new();
    let writer = world.token("owner", TokenScopes::ROSTER_WRITE);
    let file = "handle,age\nSidapa,90\n\u{202e}evil,18-59\n";
    let seen = look(&world, &writer, "", file);
    assert_eq!((&seen["digest"], &seen["applied"]), (&Value::Null, &false.into()));
    let faults = seen["faults"].as_array().expect("faults");
    let places: Vec<_> = faults.iter().map(|one| (&one["line"], &one["column"])).collect();
    assert_eq!(places, [(&json!(2), &json!(2)), (&json!(3), &json!(1))], "{faults:?}");
    let empty = world.show(Some(&writer), "POST", ROSTER, "");
    assert!(empty.status == 400 && empty.text().contains("empty"), "{}", empty.whole());
}

#[test]
fn files_that_are_no_roster_are_refused() {
    let world = World::new();
    let writer = world.token("owner", TokenScopes::ROSTER_WRITE);
    for wrong in ["apply=x", "apply=", "missing=all", "as=owner", "missing=keep&missing=keep"] {
        let reply = world.show(Some(&writer), "POST", &format!("{ROSTER}?{wrong}"), FILE);
        assert_eq!(reply.status, 400, "{wrong}: {}", reply.whole());
    }
    let large = "a".repeat(4 * 1024 * 1024 + 1);
    let reply = world.show(Some(&writer), "POST", ROSTER, &large);
    assert_eq!(reply.status, 413, "{}", reply.whole());
    let header = format!("Bearer {writer}");
    let headers = [("Authorization", header.as_str()), ("Content-Encoding", "gzip")];
    let reply = send(world.service.address, "POST", ROSTER, &headers, FILE.as_bytes());
    assert_eq!(reply.status, 415);
    // Without permission the file is not even read.
    let stranger = world.token("stranger", TokenScopes::ROSTER_WRITE);
    assert_eq!(world.show(Some(&stranger), "POST", ROSTER, &large).status, 403);
    world.sql("UPDATE organisations SET state = 3");
    assert_eq!(world.show(Some(&writer), "POST", ROSTER, FILE).status, 404, "closed");
}

#[test]
fn a_look_over_the_api_leaves_the_file_of_the_page_alone() {
    let world = World::new();
    let page = world.post("owner", "/organisations/league/roster", "text=handle%0ALuningning%0A");
    assert_eq!(page.status, 200, "{}", page.text());
    let digest = crate::visitor::hidden(&page.text(), "digest").expect("a digest");
    look(&world, &world.token("owner", TokenScopes::ROSTER_WRITE), "", FILE);
    let fields = format!("digest={digest}");
    let done = world.post("owner", "/organisations/league/roster/apply", &fields);
    assert_eq!(done.status, 303, "{}", done.text());
}
