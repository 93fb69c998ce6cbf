//! Ranks are called what the rule-set of the game calls them, wherever they are named.

use crate::service::{GAMES, Service, Start};

/// A game that ended by resignation, under the rules of the electronic version, where Spies
/// are called Agents; and another under the standard ones.
fn electronic() -> (Service, String, String) {
    let mut resigned = GAMES.iter().filter(|game| game.contains("\"resignation\""));
    let own = resigned.next().expect("a game").replace("\"standard\"", "\"electronic\"");
    let records = [own.as_str(), resigned.next().expect("another")].concat();
    let service = Start::with(&records).serve();
    let id = |rules: &str| {
        let found = service.get(&format!("/api/v1/games?ruleset={rules}")).json();
        found["games"][0]["id"].as_str().expect("the game").to_owned()
    };
    let ids = (id("electronic"), id("standard"));
    (service, ids.0, ids.1)
}

fn whole_page(service: &Service, id: &str, language: &str) -> String {
    let path = format!("/games/{id}?ply=100&view=revealed");
    let cookie = format!("language={language}");
    let reply = service.ask("GET", &path, &[("Cookie", &cookie)]);
    assert_eq!(reply.status, 200);
    reply.text()
}

#[test]
fn spies_of_the_electronic_rules_are_agents_on_the_page_and_in_its_script() {
    let (service, electronic, standard) = electronic();
    for (language, agent, spy) in [("en", "Agent", "Spy"), ("fil", "Ahente", "Espiya")] {
        let page = whole_page(&service, &electronic, language);
        let said = format!("AGT {agent}");
        assert!(page.contains(&said), "in words for screen readers");
        assert!(page.contains(">AGT</text>"), "on the pieces");
        assert!(page.contains(" AGT</td>"), "in the board as a table");
        assert!(page.contains("\"S\":\"AGT\"") && page.contains(&format!("\"S\":\"{agent}\"")));
        assert!(!page.contains("SPY") && !page.contains(spy), "{language}");
        let page = whole_page(&service, &standard, language);
        assert!(page.contains(&format!("SPY {spy}")) && page.contains("\"S\":\"SPY\""));
        assert!(!page.contains("AGT") && !page.contains(agent), "{language}");
    }
}

#[test]
fn the_api_tells_a_rule_sets_own_names_and_keeps_the_letters() {
    let (service, electronic, standard) = electronic();
    let replay = service.get(&format!("/api/v1/games/{electronic}/replay")).json();
    let agent = serde_json::json!([{"rank": "S", "name": "Agent", "abbreviation": "AGT"}]);
    assert_eq!(replay["rank_names"], agent);
    let pieces = replay["pieces"].as_array().expect("pieces");
    assert_eq!(pieces.iter().filter(|piece| piece["rank"] == "S").count(), 4);
    let replay = service.get(&format!("/api/v1/games/{standard}/replay")).json();
    assert_eq!(replay["rank_names"], serde_json::json!([]));
}

#[test]
fn the_page_of_the_rules_says_where_a_rank_has_another_name() {
    let page = Service::shared().get("/rules").text();
    assert!(page.contains("electronic: Agent"), "beside the Spy");
}
