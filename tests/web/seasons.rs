//! A season of events: points by place, titles won, and who may not register any more.

use adjutant_domain::account::scopes::TokenScopes;
use serde_json::{Value, json};

use crate::client::Reply;
use crate::visitor::{PASSWORD, Visitor};
use crate::world::World;

struct League {
    world: World,
    token: String,
}

impl League {
    fn new() -> League {
        let world = World::new();
        world.sql("DELETE FROM seasons");
        world.sql("INSERT INTO seasons (id, organisation_id, name, first_day, last_day) VALUES (71, 1, '2026', 20454, 20818), (72, 1, '2025', 20089, 20453)");
        world.sql("INSERT INTO season_points VALUES (1, 'monthly: 10 7 5\n3 2 1')");
        let token = world.token("organizer", TokenScopes::OFFICIATE);
        League { world, token }
    }

    fn post(&self, path: &str, body: &Value) -> Reply {
        self.world.show(Some(&self.token), "POST", path, &body.to_string())
    }

    fn told(&self, slug: &str, to: &str, body: Value) {
        let reply = self.post(&format!("/api/v1/events/{slug}/{to}"), &body);
        assert_eq!(reply.status, 200, "{to} {body}: {}", reply.whole());
    }

    /// An event of one game each: everybody meets everybody, and who is named first wins.
    fn make(&self, name: &str, day: &str, settings: &Value) -> String {
        let new = json!({"name": name, "first_day": day, "settings": settings});
        let made = self.post("/api/v1/organisations/league/events", &new);
        assert_eq!(made.status, 200, "{}", made.whole());
        made.json()["slug"].as_str().expect("a slug").to_owned()
    }

    fn played(&self, name: &str, day: &str, kind: &str, people: &[&str]) -> String {
        let plan = json!({"template": "round-robin", "entrants": people.len()});
        let slug = self.make(name, day, &json!({"plan": plan, "kind": kind}));
        let people: Vec<Value> = (0..)
            .zip(people)
            .map(|(n, name)| json!({"name": name, "rating": 1900 - 50 * n}))
            .collect();
        let rounds = if people.len().is_multiple_of(2) { people.len() - 1 } else { people.len() };
        self.told(&slug, "entrants", json!({ "entrants": people }));
        self.told(&slug, "rounds", json!({"do": "begin", "white": true}));
        for round in 1..=rounds {
            self.told(&slug, "rounds", json!({"do": "pair"}));
            self.told(&slug, "rounds", json!({"do": "publish", "round": round}));
            let event = self.world.service.get(&format!("/api/v1/events/{slug}/contest")).json();
            let tables = &event["stages"][0]["rounds"][round - 1]["tables"];
            let result = |table: &Value| {
                let first = table["sides"][0].as_u64() < table["sides"][1].as_u64();
                json!({"round": round, "table": table["table"], "sides": table["sides"],
                    "result": if first { "first" } else { "second" }})
            };
            let results: Vec<Value> =
                tables.as_array().expect("tables").iter().map(result).collect();
            self.told(&slug, "results", json!({ "results": results }));
        }
        slug
    }

    fn ended(&self, name: &str, day: &str, kind: &str, people: &[&str]) -> String {
        let slug = self.played(name, day, kind, people);
        self.told(&slug, "settings", json!({"over": true}));
        slug
    }

    fn table(&self, asked: &str) -> Value {
        let path = format!("/api/v1/organisations/league/standings{asked}");
        let reply = self.world.service.get(&path);
        assert_eq!(reply.status, 200, "{}", reply.whole());
        reply.json()
    }

    fn rows(&self) -> Vec<(u64, String, u64, u64)> {
        let number = |value: &Value| value.as_u64().expect("a number");
        let row = |row: &Value| {
            let name = row["player"].as_str().expect("a name").to_owned();
            (number(&row["place"]), name, number(&row["points"]), number(&row["titles"]))
        };
        self.table("?season=71")["players"].as_array().expect("rows").iter().map(row).collect()
    }
}

fn row(place: u64, name: &str, points: u64, titles: u64) -> (u64, String, u64, u64) {
    (place, name.to_owned(), points, titles)
}

#[test]
fn a_season_adds_up_what_its_events_that_are_over_come_to() {
    let league = League::new();
    assert_eq!(league.rows(), []);
    league.ended("March Monthly", "2026-03-07", "monthly", &["Sidapa", "Tinola", "A guest"]);
    league.ended("A Weekly", "2026-03-14", "", &["Tinola", "Another guest", "Sidapa"]);
    league.ended("Last year", "2025-12-30", "monthly", &["Tinola", "Sidapa"]);
    let open = league.played("April Monthly", "2026-04-04", "Monthly", &["Tinola", "Sidapa"]);
    assert_eq!(league.rows(), [row(1, "Sidapa", 11, 1), row(2, "Tinola", 10, 1)]);
    league.told(&open, "settings", json!({"over": true}));
    assert_eq!(league.rows(), [row(1, "Tinola", 20, 2), row(2, "Sidapa", 18, 1)]);
    // What is opened again and set right moves the table; nothing of it is stored.
    league.told(&open, "settings", json!({"over": false}));
    assert_eq!(league.rows()[0], row(1, "Sidapa", 11, 1));
    let event = league.world.service.get(&format!("/api/v1/events/{open}/contest")).json();
    let table = &event["stages"][0]["rounds"][0]["tables"][0];
    let stood = table["results"][0].as_str().expect("a result");
    let other = if stood == "first" { "second" } else { "first" };
    league.told(
        &open,
        "results",
        json!({"results": [{"round": 1, "table": 1, "sides": table["sides"],
        "result": other, "instead_of": stood, "why": "The slip was read upside down."}]}),
    );
    league.told(&open, "settings", json!({"over": true}));
    assert_eq!(league.rows(), [row(1, "Sidapa", 21, 2), row(2, "Tinola", 17, 1)]);
    let all = league.table("?season=71");
    assert_eq!(all["events"][1]["winners"], json!(["Tinola"]));
    assert_eq!(all["events"].as_array().map(Vec::len), Some(3));
    assert_eq!(league.table("")["season"]["name"], "2026");
    let csv = league.world.service.get("/api/v1/organisations/league/standings.csv?season=71");
    let csv = csv.text();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "\u{feff}place,player,points,titles,March Monthly,A Weekly,April Monthly");
    assert_eq!(lines[1..], ["1,Sidapa,21,2,10,1,10", "2,Tinola,17,1,7,3,7"]);
    let missing = league.world.service.get("/api/v1/organisations/league/standings?season=9");
    assert_eq!(missing.status, 404);
    // A player who keeps off lists is not named, and leaves no gap.
    league.world.sql("UPDATE players SET private = 1 WHERE handle = 'Sidapa'");
    league.told(&open, "settings", json!({"over": false}));
    league.told(&open, "settings", json!({"over": true}));
    assert_eq!(league.rows(), [row(1, "Tinola", 17, 1)]);
}

#[test]
fn two_monthly_titles_bar_from_further_monthlies_of_the_season() {
    let league = League::new();
    let bar = |kind: &str| {
        json!({"plan": {"template": "swiss", "entrants": 8, "rounds": 3}, "kind": kind,
            "eligibility": {"titles_won": 2}})
    };
    let enter = |slug: &str, exception: bool| {
        let body =
            json!({"entrants": [{"name": "Sidapa"}, {"name": "A guest"}], "exception": exception});
        league.post(&format!("/api/v1/events/{slug}/entrants"), &body)
    };
    league.ended("March Monthly", "2026-03-07", "monthly", &["Sidapa", "Tinola"]);
    league.ended("A Major", "2026-03-21", "major", &["Sidapa", "Tinola"]);
    let may = league.make("Before", "2026-04-04", &bar("monthly"));
    assert_eq!(enter(&may, false).status, 200, "one monthly and a major are no two monthlies");
    league.ended("April Monthly", "2026-04-05", "Monthly", &["Sidapa", "Tinola"]);
    let barred = league.make("After", "2026-05-02", &bar("monthly"));
    let refused = enter(&barred, false);
    assert_eq!(refused.status, 400, "{}", refused.whole());
    let told = refused.text();
    assert!(
        told.contains("Row 1") && told.contains("has won too many events of this season"),
        "{told}"
    );
    let weekly = league.make("A Weekly", "2026-05-03", &bar("weekly"));
    assert_eq!(enter(&weekly, false).status, 200, "it is another kind");
    let next = league.make("Next year", "2027-01-03", &bar("monthly"));
    assert_eq!(enter(&next, false).status, 200, "it is in no season");
    assert_eq!(enter(&barred, true).status, 200, "officials may make an exception");
}

#[test]
fn the_page_of_a_season_and_its_points_are_for_everybody_and_set_by_who_keeps_it() {
    let league = League::new();
    let slug = league.ended("March Monthly", "2026-03-07", "monthly", &["Sidapa", "A guest"]);
    let get = |path: &str| league.world.service.get(path).text();
    let page = get("/organisations/league/standings?season=71");
    for words in ["March Monthly", "Sidapa", "monthly", "10 – 7 – 5", "1 Jan 2026 – 31 Dec 2026"]
    {
        assert!(page.contains(words), "{words}: {page}");
    }
    assert!(page.contains("Guests without a player on this site"), "{page}");
    crate::markup::tags(&page).expect("markup");
    assert!(get("/organisations/league/standings").contains("2025"), "the other seasons");
    let event = get(&format!("/events/{slug}"));
    assert!(event.contains("Event type"), "{event}");
    // Who keeps an organisation sets what places are worth.
    let service = crate::contest_pages::site();
    let mut keeper = crate::contest_pages::organizer(&service, "Puntos", "Liga ng Puntos");
    let page = "/organisations/liga-ng-puntos/points";
    let wrong = keeper.post(page, &[("points", "monthly: 1 2\n3 2 1")]);
    assert_eq!(wrong.status, 422);
    assert!(wrong.text().contains("points that do not rise"), "{}", wrong.text());
    let kept = keeper.post(page, &[("points", "monthly:  10-7, 5\n\n3 2 1")]);
    assert_eq!(kept.status, 303, "{}", kept.text());
    assert!(keeper.get(page).text().contains("monthly: 10 7 5\n3 2 1"));
    let table = keeper.get("/organisations/liga-ng-puntos/standings").text();
    assert!(table.contains("No seasons yet."), "{table}");
}

#[test]
fn event_news_are_a_feed_and_event_dates_a_calendar() {
    let league = League::new();
    let slug = league.played("March & Monthly", "2026-03-07", "monthly", &["Sidapa", "A guest"]);
    let feed = || league.world.service.get("/organisations/league/events.atom");
    let reply = feed();
    assert_eq!(reply.must("content-type"), "application/atom+xml; charset=utf-8");
    assert_eq!(reply.must("cache-control"), "public, no-cache");
    assert!(reply.must("etag").starts_with("W/"));
    let text = reply.text();
    let entries = |text: &str| text.matches("<entry>").count();
    let before = entries(&text);
    assert_eq!(text.matches("</entry>").count(), before);
    assert!(text.contains("March &#38; Monthly: round 1 published"), "{text}");
    assert!(
        text.contains(&format!("/events/{slug}?view=pairings&#38;stage=1&#38;round=1")),
        "{text}"
    );
    assert!(!text.contains("is over"));
    league.told(&slug, "settings", json!({"over": true}));
    let text = feed().text();
    assert_eq!(entries(&text), before + 1);
    assert!(text.contains("March &#38; Monthly finished: final standings"), "{text}");
    // A draft is nobody's news, and what was taken back is none any more.
    league.told(&slug, "settings", json!({"over": false}));
    league.told(&slug, "rounds", json!({"do": "take-back", "round": 1, "results_too": true}));
    league.told(&slug, "rounds", json!({"do": "pair"}));
    assert_eq!(entries(&feed().text()), before - 1);
    for path in ["/organisations/league/events.ics".to_owned(), format!("/events/{slug}/event.ics")]
    {
        let reply = league.world.service.get(&path);
        assert_eq!(reply.must("content-type"), "text/calendar; charset=utf-8");
        let text = reply.text();
        assert!(text.starts_with("BEGIN:VCALENDAR\r\n") && text.ends_with("END:VCALENDAR\r\n"));
        assert!(text.contains("DTSTART;VALUE=DATE:20260307\r\n"), "{text}");
        assert!(text.contains("SUMMARY:March & Monthly\r\n"), "{text}");
    }
    let own = || league.world.service.get(&format!("/events/{slug}/event.ics")).text();
    assert!(!own().contains("SUMMARY:March & Monthly: Round"), "{}", own());
    league.told(&slug, "rounds", json!({"do": "publish", "round": 1}));
    assert!(own().contains("SUMMARY:March & Monthly: Round 1\r\n"), "{}", own());
    assert_eq!(own().matches("BEGIN:VEVENT").count(), 2);
    let home = league.world.service.get("/organisations/league").text();
    assert!(home.contains(r#"<link rel="alternate" type="application/atom+xml""#), "{home}");
    assert_eq!(league.world.service.get("/organisations/waiting/events.atom").status, 404);
    assert_eq!(league.world.service.get("/events/nothing/event.ics").status, 404);
}

#[test]
fn an_owner_makes_an_event_without_another_role() {
    let service = crate::contest_pages::site();
    let mut owner = Visitor::new(&service);
    assert_eq!(owner.sign_up("Mayari", PASSWORD).status, 303);
    let fields =
        [("name", "Liga ng Mayari"), ("slug", ""), ("place", ""), ("about", ""), ("website", "")];
    assert_eq!(owner.post("/organisations/new", &fields).status, 303);
    let home = "/organisations/liga-ng-mayari";
    let page = owner.get(home).text();
    assert!(page.contains("events/new"), "{page}");
    let made = crate::contest_pages::event(
        &mut owner,
        "liga-ng-mayari",
        "Unang Laban",
        &[crate::contest_pages::SWISS],
    );
    assert_eq!(owner.get(&format!("{made}/run")).status, 200);
}

#[test]
fn a_refusal_for_lack_of_a_role_names_the_role() {
    let league = League::new();
    let world = &league.world;
    let token = world.token("foreign", TokenScopes::OFFICIATE);
    let path = "/api/v1/organisations/league/events";
    let refused = world.show(Some(&token), "POST", path, "{}");
    assert_eq!(refused.status, 403, "{}", refused.whole());
    assert_eq!(refused.json()["type"], "/api/problems#forbidden");
    let detail = refused.json()["detail"].to_string();
    assert!(detail.contains("organizer or owner"), "{detail}");
    let page = world.ask("foreign", "GET", "/organisations/league/events/new");
    assert_eq!(page.status, 403);
    assert!(
        page.text().contains("You need one of these roles: organizer or owner"),
        "{}",
        page.text()
    );
    let owner = world.token("owner", TokenScopes::OFFICIATE);
    let plan = json!({"template": "swiss", "entrants": 8});
    let new = json!({"name": "Cup", "first_day": "2026-12-05", "settings": {"plan": plan}});
    let made = world.show(Some(&owner), "POST", path, &new.to_string());
    assert_eq!(made.status, 200, "{}", made.whole());
}
