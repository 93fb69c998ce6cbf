//! Matches that their players arrange, over the API and on pages without a script: who sees what, and what follows.

use adjutant_domain::account::scopes::TokenScopes;
use serde_json::{Value, json};

use crate::client::Reply;
use crate::world::World;

/// A round robin of two players, which is published, and their tokens.
struct Pair {
    world: World,
    slug: String,
    official: String,
    players: [String; 2],
}

impl Pair {
    fn new() -> Pair {
        let world = World::new();
        world.sql(
            "UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Sidapa') WHERE name = 'stranger';
             UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Pandesal') WHERE name = 'foreign'",
        );
        let official = world.token("organizer", TokenScopes::OFFICIATE);
        let players = ["stranger", "foreign"].map(|kind| world.token(kind, TokenScopes::PLAY));
        let settings =
            json!({"plan": {"template": "round-robin", "entrants": 2}, "arranged": {"days": 9}});
        let new = json!({"name": "August", "first_day": "2026-12-05", "settings": settings});
        let path = "/api/v1/organisations/league/events";
        let made = world.show(Some(&official), "POST", path, &new.to_string());
        assert_eq!(made.status, 200, "{}", made.whole());
        let slug = made.json()["slug"].as_str().expect("a slug").to_owned();
        let pair = Pair { world, slug, official, players };
        pair.told("settings", json!({"open": true}));
        for player in &pair.players {
            let entered = pair.send(Some(player), "me", json!({"do": "enter"}));
            assert_eq!(entered.status, 200, "{}", entered.whole());
        }
        pair.told("rounds", json!({"do": "begin", "white": true}));
        pair.told("rounds", json!({"do": "pair"}));
        pair.told("rounds", json!({"do": "publish", "round": 1}));
        pair
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/v1/events/{}/{rest}", self.slug)
    }

    fn send(&self, by: Option<&str>, to: &str, body: Value) -> Reply {
        self.world.show(by, "POST", &self.path(to), &body.to_string())
    }

    fn told(&self, to: &str, body: Value) {
        let reply = self.send(Some(&self.official), to, body);
        assert_eq!(reply.status, 200, "{}", reply.whole());
    }

    fn read(&self, by: Option<&str>, path: &str) -> Value {
        let reply = self.world.show(by, "GET", path, "");
        assert_eq!(reply.status, 200, "{}", reply.whole());
        reply.json()
    }

    fn seen(&self, by: Option<&str>) -> Value {
        self.read(by, &self.path("matches/1-1-1"))
    }

    fn proposes(&self, player: usize, times: &[&str]) -> Reply {
        let body = json!({"do": "propose", "times": times});
        self.send(Some(&self.players[player]), "matches/1-1-1/part", body)
    }

    /// A whole minute of tomorrow, at so many hours of the day.
    fn tomorrow(&self, hour: u32) -> String {
        let opens = self.seen(None)["match"]["opens"].as_str().expect("a moment").to_owned();
        let opens = chrono::DateTime::parse_from_rfc3339(&opens).expect("a moment");
        let day = opens.date_naive() + chrono::Days::new(2);
        format!("{day}T{hour:02}:00:00Z")
    }
}

#[test]
fn equal_proposals_fix_a_match_and_nobody_else_sees_what_was_proposed() {
    let pair = Pair::new();
    let [one, two, three] = [8, 9, 10].map(|hour| pair.tomorrow(hour));
    assert_eq!(pair.proposes(0, &[&two, &three]).status, 200);
    let own = pair.read(Some(&pair.players[1]), "/api/v1/me/matches");
    assert_eq!(own["matches"][0]["proposed"], json!([0, 2]));
    assert_eq!(own["matches"][0]["match"]["match"], "1-1-1");
    assert_eq!(pair.seen(None)["inside"], Value::Null);
    let other = pair.world.token("elsewhere", TokenScopes::PLAY);
    assert_eq!(pair.seen(Some(&other))["inside"], Value::Null, "he plays elsewhere");
    let fixed = pair.proposes(1, &[&one, &three, &two]);
    assert_eq!((fixed.status, &fixed.json()["facts"]), (200, &json!(2)), "{}", fixed.whole());
    let seen = pair.seen(None);
    assert_eq!((&seen["match"]["time"], &seen["match"]["state"]), (&json!(two), &json!("agreed")));
    assert_eq!(seen["inside"], Value::Null);
    for by in [&pair.players[0], &pair.official] {
        let dossier = &pair.seen(Some(by))["inside"]["dossier"];
        let kinds: Vec<&str> = dossier
            .as_array()
            .expect("lines")
            .iter()
            .filter_map(|line| line["what"].as_str())
            .collect();
        assert_eq!(kinds, ["window", "proposed", "proposed", "fixed"]);
    }
    let early = pair.send(Some(&pair.players[0]), "matches/1-1-1/part", json!({"do": "here"}));
    assert_eq!(early.status, 409, "{}", early.whole());
    let calendar = pair.world.service.get(&format!("/events/{}/matches.ics", pair.slug)).text();
    let start = two.replace(['-', ':'], "");
    assert!(calendar.contains(&format!("DTSTART:{start}\r\n")), "{calendar}");
    let none = pair.world.service.get(&format!("/events/{}/matches.ics?entrant=7", pair.slug));
    assert!(!none.text().contains("VEVENT"));
}

#[test]
fn officials_set_times_and_what_is_wrong_is_named() {
    let pair = Pair::new();
    let time = pair.tomorrow(12);
    let refused = |by: &str, to: &str, body: Value| {
        let reply = pair.send(Some(by), to, body);
        (reply.status, reply.json()["detail"].as_str().unwrap_or_default().to_owned())
    };
    let (player, official) = (pair.players[0].as_str(), pair.official.as_str());
    let part = "matches/1-1-1/part";
    for (body, status, names) in [
        (json!({"do": "propose", "times": ["noon"]}), 400, "times"),
        (json!({"do": "propose", "times": []}), 400, "times"),
        (json!({"do": "propose", "times": ["2020-01-01T00:00:00Z"]}), 400, "times"),
        (json!({"do": "appeal", "words": "No."}), 409, "default"),
        (json!({"do": "here"}), 409, "time"),
    ] {
        let (got, why) = refused(player, part, body.clone());
        assert!(got == status && why.contains(names), "{body}: {got} {why}");
    }
    let fix = json!({"do": "fix", "time": time, "words": "both called"});
    assert_eq!(refused(player, "matches/1-1-1/ruling", fix.clone()).0, 403, "it takes a role");
    assert_eq!(refused(official, "matches/1-1-9/ruling", fix.clone()).0, 404);
    assert_eq!(refused(official, "matches/1-1/ruling", fix.clone()).0, 404);
    pair.told("matches/1-1-1/ruling", fix);
    assert_eq!(pair.seen(None)["match"]["time"], json!(time));
    let (status, why) =
        refused(player, part, json!({"do": "propose", "times": [pair.tomorrow(13)]}));
    assert!(status == 409 && why.contains("Officials"), "{why}");
    let (status, why) = refused(official, "matches/1-1-1/ruling", json!({"do": "window"}));
    assert!(status == 400 && why.contains("days"), "{why}");
}

#[test]
fn the_page_of_a_match_shows_everybody_the_rule_and_its_players_the_forms() {
    let pair = Pair::new();
    let time = pair.tomorrow(9);
    assert_eq!(pair.proposes(0, &[&time]).status, 200);
    let page = format!("/events/{}/matches/1-1-1", pair.slug);
    let seen = pair.world.service.get(&page).text();
    assert!(seen.contains("Sidapa") && seen.contains("Forfeit rule"), "{seen}");
    assert!(!seen.contains(&time) && !seen.contains("<h2>History"), "{seen}");
    let list = pair.world.service.get(&format!("/events/{}/matches", pair.slug)).text();
    assert!(list.contains("matches/1-1-1") && list.contains("no time agreed yet"), "{list}");
    let zone = pair.world.service.get(&format!("{page}?zone=Mars"));
    assert_eq!(zone.status, 400);
}
