//! Who may ask what of which address: every route with every kind of account, each method, and
//! organisations in each state. What is expected follows from the second statement of the table
//! of rights (tests/access/data/rights.txt) and from data/routes.txt, never from the program.

use std::collections::BTreeMap;

use adjutant_domain::account::scopes::TokenScopes;

use crate::client::Reply;
use crate::routes::{Route, routes};
use crate::service::TOKEN;
use crate::world::{KINDS, World};

/// By act and kind: `y`, `s`, `r` or `-`.
fn stated() -> BTreeMap<(String, String), char> {
    let text = include_str!("../access/data/rights.txt");
    let heading = text.lines().find(|line| line.starts_with("# act ")).expect("a heading");
    let kinds: Vec<&str> = heading.split_whitespace().skip(2).collect();
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let cells = rows.flat_map(|row| {
        let mut words = row.split_whitespace();
        let act = words.next().expect("an act");
        let cells: Vec<_> = kinds.iter().zip(words).collect();
        cells.into_iter().map(move |(kind, cell)| {
            ((act.to_owned(), (*kind).to_owned()), cell.chars().next().expect("a letter"))
        })
    });
    cells.collect()
}

/// What data/routes.txt says of a route.
#[derive(Debug, Clone)]
struct Expected {
    act: String,
    pattern: String,
    /// The answer to GET and to a form without fields, from who may.
    reads: Option<u16>,
    takes: Option<u16>,
    /// Kinds that hear something else, to GET and to a form.
    others: Vec<(String, [u16; 2])>,
}

impl Expected {
    /// What somebody of a kind hears who may, where `usual` is what others hear.
    fn of(&self, kind: &str, reads: bool, usual: u16) -> u16 {
        let other = self.others.iter().find(|(own, _)| own == kind);
        other.map_or(usual, |(_, answers)| answers[usize::from(!reads)])
    }
}

fn expected() -> Vec<Expected> {
    let text = include_str!("data/routes.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [act, pattern, reads, takes, ref others @ ..] = words[..] else { panic!("{line}") };
            let other = |word: &&str| {
                let (kind, answers) = word.split_once('=').expect("a kind and a status");
                let (reads, takes) = answers.split_once(',').unwrap_or((answers, answers));
                let status = |text: &str| text.parse().expect("a status");
                (kind.to_owned(), [status(reads), status(takes)])
            };
            Expected {
                act: act.to_owned(),
                pattern: pattern.to_owned(),
                reads: reads.parse().ok(),
                takes: takes.parse().ok(),
                others: others.iter().map(other).collect(),
            }
        })
        .collect()
}

/// Pages: the API knows tokens alone, and has a test of its own.
fn pages() -> Vec<Route> {
    routes().into_iter().filter(|route| !route.pattern.starts_with("/api/v1/")).collect()
}

/// Pages about oneself are about the asking account.
const ABOUT_ONESELF: [&str; 15] = [
    "KeepAccount",
    "ReadOwnProfile",
    "KeepProfile",
    "BecomeBot",
    "ReadOwnAudit",
    "ExportOwn",
    "DeleteOwn",
    "KeepSetUps",
    "Follow",
    "KeepNotices",
    "MarkNotices",
    "KeepReviews",
    "Follow",
    "Play",
    "PlayCasually",
];

fn letter(cells: &BTreeMap<(String, String), char>, act: &str, kind: &str) -> char {
    // A suspended account counts as nobody, whatever its roles.
    let kind = if kind == "suspended" { "nobody" } else { kind };
    let is_oneself = ABOUT_ONESELF.contains(&act) && !["nobody", "guest"].contains(&kind);
    let kind = if is_oneself { "oneself" } else { kind };
    cells[&(act.to_owned(), kind.to_owned())]
}

/// The address with names in it that are there; `slug` for an organisation's.
pub fn address(world: &World, pattern: &str, slug: &str) -> String {
    let of_event = pattern.contains("/events/") && !pattern.contains("/organisations/{slug}");
    let slug = if of_event { "ranked-evening-10-january" } else { slug };
    let filled = pattern
        // The stream of an event that is there does not end.
        .replace("/events/{slug}/events", "/events/nowhere/events")
        // Nor that of the list of live games.
        .replace("/plays/events", "/plays/events?nothing=1")
        // Nor does that of the bell, which takes no parameters.
        .replace("/notices/events", "/notices/events?nothing=1")
        .replace("{slug}", slug)
        .replace("/operator/invitations/{invitation}", "/operator/invitations/2")
        .replace("{invitation}", "1")
        .replace("/games/{id}", &format!("/games/{}", world.game))
        .replace("{id}", "0123456789abcdef")
        .replace("/files/{file}", "/files/entrants.csv")
        .replace("{file}", "game.ggn")
        .replace("{entrant}", "1")
        .replace("{round}", "1")
        .replace("{match}", "1-1-1")
        .replace("{handle}", "Sidapa")
        .replace("{other}", "Pandesal")
        .replace("{pool}", "rapid")
        .replace("{season}", "1")
        .replace("{webhook}", "1")
        .replace("{list}", "1")
        .replace("{delivery}", "1")
        .replace("{table}", "1")
        .replace("{date}", &chrono::Utc::now().date_naive().to_string())
        .replace("{role}", "1")
        .replace("{merge}", "1")
        .replace("{name}", "stranger")
        .replace("{digest}", "x")
        .replace("{name:.*}", "x")
        .replace("{set_up}", "1")
        .replace("{review}", "1")
        .replace("{collection}", "1")
        .replace("{chapter}", "1")
        .replace("{code}", "000000000000000")
        .replace("{offer}", "0123456789abcdef")
        .replace("{link}", "x")
        .replace("{entrant}", "1")
        .replace("{round}", "1")
        .replace("{sheet}", "pairings")
        .replace("{case}", "1")
        .replace("{badge}", "1-0")
        .replace("{view}", "pairings")
        .replace("{number}", "1")
        .replace("{token}", "x");
    assert!(!filled.contains('{'), "{filled}: say in tests/web/matrix.rs what stands there");
    filled
}

fn kinds() -> impl Iterator<Item = &'static str> {
    ["nobody"].into_iter().chain(KINDS)
}

/// What is wrong with an answer to somebody whose letter it is, if anything.
fn wrong(letter: char, reads: bool, [allowed, role]: [u16; 2], reply: &Reply) -> Option<String> {
    let expected = match (letter, reads) {
        ('y', _) => allowed,
        ('s', true) => 303,
        ('s', false) => 401,
        ('r', _) => role,
        _ => 404,
    };
    if reply.status != expected {
        return Some(format!("{} instead of {expected}", reply.status));
    }
    let leads = reply.header("location").unwrap_or_default();
    let led = !(letter == 's' && reads) || leads.starts_with("/sign-in?next=");
    (!led).then(|| format!("leads to {leads}"))
}

#[test]
fn every_route_has_a_row_and_every_row_a_route() {
    let said: Vec<(String, String)> =
        expected().into_iter().map(|one| (one.pattern, one.act)).collect();
    let found: Vec<(String, String)> =
        pages().into_iter().map(|route| (route.pattern, route.act)).collect();
    for route in &found {
        assert!(said.contains(route), "tests/web/data/routes.txt lacks {route:?}");
    }
    for row in &said {
        assert!(found.contains(row), "no route is as data/routes.txt says: {row:?}");
    }
}

#[test]
fn every_address_answers_each_kind_of_account_as_the_table_says() {
    let world = World::new();
    let cells = stated();
    let mut faults = Vec::new();
    for row in expected() {
        let Expected { act, pattern, reads, takes, .. } = &row;
        for kind in kinds() {
            let cell = letter(&cells, act, kind);
            let path = address(&world, pattern, "league");
            if let Some(status) = *reads {
                let reply = world.ask(kind, "GET", &path);
                let fault =
                    wrong(cell, true, [status, 403].map(|usual| row.of(kind, true, usual)), &reply);
                faults.extend(fault.map(|fault| format!("{kind} GET {path} ({act}): {fault}")));
                if is_kept_by_somebody(kind, &path, &reply) {
                    faults.push(format!("{kind} GET {path}: may be kept"));
                }
            }
            if let Some(status) = *takes {
                let reply = world.post(kind, &path, "");
                let fault = wrong(
                    cell,
                    false,
                    [status, 403].map(|usual| row.of(kind, false, usual)),
                    &reply,
                );
                faults.extend(fault.map(|fault| format!("{kind} POST {path} ({act}): {fault}")));
            }
        }
    }
    assert!(faults.is_empty(), "{} answers are wrong:\n{}", faults.len(), faults.join("\n"));
}

/// Whether a page for somebody signed in lacks the word that keeps it out of every cache.
fn is_kept_by_somebody(kind: &str, path: &str, reply: &Reply) -> bool {
    let signed_in = !["nobody", "suspended", "guest"].contains(&kind);
    let page = reply.header("content-type").is_some_and(|kind| kind.starts_with("text/html"));
    let cache = reply.header("cache-control").unwrap_or_default();
    signed_in && page && !path.starts_with("/static/") && !cache.contains("no-store")
}

#[test]
fn a_form_without_its_token_or_from_another_site_changes_nothing() {
    let world = World::new();
    for Expected { pattern, takes, .. } in expected() {
        // A set-up, a record and a tournament are only looked at.
        let harmless = ["/preferences", "/formations/set-up", "/records/check", "/pairings/check"];
        if takes.is_none() || harmless.contains(&pattern.as_str()) {
            continue;
        }
        let path = address(&world, &pattern, "league");
        for kind in kinds() {
            for site in ["same-origin", "same-site", "cross-site"] {
                let reply = world.post_from_elsewhere(kind, site, &path);
                let refused = [401, 403, 404].contains(&reply.status);
                assert!(refused, "{kind} from {site} to {path}: {}", reply.status);
            }
        }
    }
}

#[test]
fn no_other_method_does_anything() {
    let world = World::new();
    for Expected { pattern, reads, takes, .. } in expected() {
        let path = address(&world, &pattern, "league");
        let path = path.split('?').next().unwrap_or_default();
        let mut others = vec!["PUT", "PATCH", "DELETE", "TRACE"];
        others.extend((reads.is_none()).then_some("GET"));
        others.extend((takes.is_none()).then_some("POST"));
        for method in others {
            for kind in ["nobody", "stranger", "owner", "operator"] {
                let status = world.ask(kind, method, path).status;
                let refused = [303, 401, 403, 404, 405].contains(&status);
                assert!(refused, "{kind} {method} {path}: {status}");
            }
        }
    }
}

#[test]
fn a_hidden_organisation_looks_like_a_missing_one() {
    let world = World::new();
    let hushed = |reply: &Reply, slug: &str| (reply.status, reply.text().replace(slug, "SLUG"));
    for Expected { pattern, reads, takes, .. } in expected() {
        if !pattern.contains("/organisations/{slug}") {
            continue;
        }
        let (there, nowhere) =
            (address(&world, &pattern, "waiting"), address(&world, &pattern, "nowhere"));
        for kind in ["nobody", "stranger", "owner", "foreign"] {
            if reads.is_some() {
                let one = hushed(&world.ask(kind, "GET", &there), "waiting");
                let other = hushed(&world.ask(kind, "GET", &nowhere), "nowhere");
                assert_eq!(one, other, "{kind} reads {there}");
                assert_ne!(one.0, 200, "{kind} reads {there}");
            }
            if takes.is_some() {
                let one = hushed(&world.post(kind, &there, ""), "waiting");
                let other = hushed(&world.post(kind, &nowhere, ""), "nowhere");
                assert_eq!(one, other, "{kind} sends {there}");
            }
        }
    }
}

#[test]
fn of_a_closed_organisation_who_kept_it_sees_the_profile_and_nobody_sees_people() {
    let world = World::new();
    world.sql("UPDATE organisations SET state = 3 WHERE slug = 'league'");
    let cells = stated();
    for row in expected().into_iter().filter(|row| row.pattern.contains("/organisations/{slug}")) {
        let Some(usual) = row.reads else { continue };
        let path = address(&world, &row.pattern, "league");
        for kind in kinds() {
            let reply = world.ask(kind, "GET", &path);
            let expected = match letter(&cells, "ReadUnopened", kind) {
                'y' if letter(&cells, &row.act, kind) == 'y' => {
                    let closed = row.others.iter().any(|(own, _)| own == "closed");
                    row.of(if closed { "closed" } else { kind }, true, usual)
                }
                'y' if letter(&cells, &row.act, kind) == 'r' => 403,
                'y' => 404,
                _ => world.ask(kind, "GET", &address(&world, &row.pattern, "nowhere")).status,
            };
            assert_eq!(reply.status, expected, "{kind} GET {path}");
            for person in ["Juan dela Cruz", "Maria Clara", "Pandesal"] {
                let told = reply.status == 200 && reply.text().contains(person);
                assert!(!told, "{kind} reads {person} at {path}");
            }
        }
    }
    let home = world.ask("owner", "GET", "/organisations/league").text();
    assert!(home.contains("The league") && !home.contains("/league/members"), "{home}");
}

#[test]
fn a_minor_is_looked_for_on_leaderboards_as_somebody_without_a_rating() {
    let world = World::new();
    let own = world.service.get("/api/v1/players/Pandesal").json();
    let pool = own["ratings"][0]["pool"].as_str().expect("he is rated").to_owned();
    assert_eq!(own["ratings"][0]["place"], serde_json::Value::Null);
    let api = format!("/api/v1/leaderboards/{pool}");
    for path in
        [format!("/leaderboards/{pool}"), format!("{api}.csv"), format!("{api}.ndjson"), api]
    {
        for kind in ["nobody", "owner", "operator"] {
            let ask = |handle: &str| {
                let reply = world.ask(kind, "GET", &format!("{path}?handle={handle}"));
                (reply.status, reply.text().replace(handle, "HANDLE"))
            };
            assert_eq!(ask("Pandesal"), ask("Nobodyatall"), "{kind} {path}");
        }
    }
    world.sql(
        "UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Pandesal') WHERE name = 'stranger'",
    );
    let page =
        world.ask("stranger", "GET", &format!("/leaderboards/{pool}?handle=Pandesal")).text();
    assert!(page.contains("hidden from leaderboards"), "he himself is told: {page}");
}

#[test]
fn adding_a_minor_of_another_roster_reveals_nothing() {
    let world = World::new();
    world.sql(
        "INSERT INTO members (id, organisation_id, player_id, reference, real_name, club, province, age_band, verified_at, joined_at)
             SELECT id + 10, 2, id, '', '', '', '', 0, 0, 0 FROM players
             WHERE handle IN ('Sidapa', 'Pandesal')",
    );
    let token = world.token("foreign", TokenScopes::ROSTER_READ);
    let page = world.show(Some(&token), "GET", "/api/v1/organisations/rival/members", "").json();
    assert_eq!(page["members"][0]["handle"], "Pandesal");
    assert_eq!(page["members"][0]["more"], page["members"][1]["more"]);
    let page = world.ask("foreign", "GET", "/organisations/rival/members").text();
    assert!(page.contains("Pandesal") && !page.contains("hidden from lists"), "{page}");
    let page = world.ask("owner", "GET", "/organisations/league/members").text();
    assert!(page.contains("hidden from lists"), "by its own roster: {page}");
}

#[test]
fn a_trail_that_is_taken_as_a_file_says_so_from_then_on() {
    let world = World::new();
    let files = [
        ("owner", "/organisations/league/audit.csv", "owner"),
        ("moderator", "/operator/audit.ndjson", "moderator"),
    ];
    for (kind, path, acting_as) in files {
        assert_eq!(world.ask("stranger", "GET", path).status, 403);
        assert_eq!(world.ask(kind, "GET", path).status, 200);
        let trail = world.show(Some(TOKEN), "GET", "/api/v1/audit?limit=1", "").json();
        let newest = &trail["entries"][0];
        assert_eq!((&newest["action"], &newest["by"]), (&"audit.exported".into(), &kind.into()));
        assert_eq!(newest["acting_as"], acting_as);
        let league = path.starts_with("/organisations").then_some("league");
        assert_eq!(newest["organisation"].as_str(), league);
    }
    let page = world.ask("owner", "GET", "/organisations/league/audit").text();
    assert!(page.matches("Audit trail exported").count() > 1, "in the list, not only the filter");
}

#[test]
fn only_officials_see_member_details() {
    let world = World::new();
    let about_all = ["Sidapa", "Knights", "Cebu"];
    let about_officials = ["Juan dela Cruz"];
    let about_a_minor = ["Pandesal", "Maria Clara", "Young Knights", "Bohol"];
    for kind in kinds() {
        let page = world.ask(kind, "GET", "/organisations/league/members").text();
        let sees = |words: &[&str]| words.iter().filter(|word| page.contains(**word)).count();
        assert_eq!(sees(&about_all), about_all.len(), "{kind}");
        let official = kind == "organizer" || kind == "owner";
        let expected = if official { about_officials.len() } else { 0 };
        assert_eq!(sees(&about_officials), expected, "{kind} reads a real name");
        let expected = if official { about_a_minor.len() } else { 0 };
        assert_eq!(sees(&about_a_minor), expected, "{kind} reads of a minor");
    }
    let list = world.ask("nobody", "GET", "/players?prefix=p").text();
    assert!(!list.contains("Pandesal"), "a minor is in no list");
}
