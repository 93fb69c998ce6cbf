//! Fair play of an event: what its officials see, reports of players, cases, decisions and appeals.

use serde_json::json;

use crate::client::Reply;
use crate::contest_pages::{SWISS, called, done, enter, event, organizer, pair, site, text};
use crate::contests::Evening;
use crate::visitor::Visitor;

/// Sends a form whose token is on a page.
fn send(of: &mut Visitor, page: &str, fields: &[(&str, &str)]) -> Reply {
    let token = of.token(page);
    let mut all = vec![("csrf", token.as_str())];
    all.extend_from_slice(fields);
    of.post_bare(page, &all, &[])
}

fn sent(of: &mut Visitor, page: &str, fields: &[(&str, &str)]) -> String {
    let reply = send(of, page, fields);
    assert_eq!(reply.status, 303, "{page}: {}", reply.text());
    reply.must("location").to_owned()
}

/// An event of four rounds with these players, the first round of which is published.
fn evening(keeper: &mut Visitor, slug: &str, name: &str, players: &str) -> String {
    let event = event(keeper, slug, name, &[SWISS]);
    done(keeper, &event, "people", &[("do", "add"), ("lines", players)]);
    done(keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    pair(keeper, &event, 1);
    event
}

const SEEN: &str = "Somebody whispered a rank to him.";

/// The people of a case, and the event.
struct People {
    keeper: Visitor,
    second: Visitor,
    accused: Visitor,
    witness: Visitor,
    event: String,
}

impl People {
    fn new() -> People {
        let service = site();
        let mut keeper = organizer(&service, "Tiburciang", "Liga ng Linapacan");
        let second = called(&service, "Venancing");
        let (accused, witness) = (called(&service, "Urbanong"), called(&service, "Wenceslang"));
        let role = [
            ("way", "account"),
            ("account", "Venancing"),
            ("email", ""),
            ("role", "organizer"),
            ("event", ""),
        ];
        sent(&mut keeper, "/organisations/liga-ng-linapacan/officials/appoint", &role);
        let players = "Urbanong\nWenceslang\nAna\nBen";
        let event = evening(&mut keeper, "liga-ng-linapacan", "Patas Cup", players);
        People { keeper, second, accused, witness, event }
    }

    fn address(&self, rest: &str) -> String {
        format!("{}/{rest}", self.event)
    }

    fn report(&mut self, entrants: &str, tables: &str) -> Reply {
        let page = self.address("report");
        let fields = [("entrants", entrants), ("tables", tables), ("words", SEEN)];
        send(&mut self.witness, &page, &fields)
    }
}

fn reports_are_corrected_and_read_by_officials(people: &mut People) {
    let home = text(&mut people.witness, &people.event.clone());
    assert!(home.contains(&people.address("report")), "the event leads to it: {home}");
    for (entrants, tables, why) in [
        ("Nobody", "", "There is no entrant “Nobody”"),
        ("1", "x", "“x” is no table"),
        ("1", "9-1", "not in a published round"),
        ("Wenceslang", "", "You cannot report yourself"),
    ] {
        let refused = people.report(entrants, tables);
        assert_eq!(refused.status, 422);
        for kept in [why, SEEN] {
            assert!(refused.text().contains(kept), "{kept}: {}", refused.text());
        }
    }
    assert_eq!(people.report("urbanong", "1-1").status, 303);
    let area = people.address("run/fair-play");
    let page = text(&mut people.keeper, &area);
    assert!(page.contains(&format!("href=\"{area}/1\"")) && page.contains("Urbanong"), "{page}");
    assert!(text(&mut people.second, "/notices").contains("a player reported others"));
    let page = text(&mut people.keeper, &format!("{area}/1"));
    assert!(page.contains("Reported by Wenceslang") && page.contains(SEEN), "{page}");
}

fn decisions_are_told_and_nothing_before(people: &mut People) {
    let (area, own) = (people.address("run/fair-play"), people.address("cases/1"));
    let case = format!("{area}/1");
    sent(&mut people.keeper, &case, &[("do", "note"), ("words", "I asked the spectator.")]);
    for visitor in [&mut people.accused, &mut people.witness] {
        assert_eq!(visitor.get(&own).status, 404, "nothing is decided");
        assert_eq!((visitor.get(&case).status, visitor.get(&area).status), (403, 403));
    }
    let decision = [
        ("do", "decide"),
        ("words", "Send spectators away."),
        ("appeal_days", "3"),
        ("outcome", "warning"),
    ];
    let refused = send(&mut people.keeper, &case, &decision[..3]);
    assert_eq!(refused.status, 422, "without a decision");
    sent(&mut people.keeper, &case, &decision);
    assert!(text(&mut people.accused, "/notices").contains(&own), "told, with the address");
    let report = people.address("report");
    assert!(text(&mut people.accused, &report).contains(&own), "also found from the event");
    let page = text(&mut people.accused, &own);
    for told in ["Warning", "Send spectators away.", "Can be appealed until"] {
        assert!(page.contains(told), "{told}: {page}");
    }
    for hidden in [SEEN, "I asked the spectator.", "Wenceslang", "Tiburciang"] {
        assert!(!page.contains(hidden), "{hidden}: {page}");
    }
    assert_eq!(people.witness.get(&own).status, 404, "it is not about the witness");
}

fn appeals_are_ruled_on_by_another_official(people: &mut People) {
    let (case, own) = (people.address("run/fair-play/1"), people.address("cases/1"));
    sent(&mut people.accused, &own, &[("words", "I asked for the time.")]);
    let again = send(&mut people.accused, &own, &[("words", "Again.")]);
    assert_eq!(again.status, 409, "{}", again.text());
    assert!(again.text().contains("You have appealed already"), "{}", again.text());
    let ruling = [("do", "rule"), ("outcome", "no-action"), ("words", "The watch was broken.")];
    let refused = send(&mut people.keeper, &case, &ruling);
    assert!(refused.text().contains("you cannot rule on the appeal"), "{}", refused.text());
    assert!(text(&mut people.second, "/notices").contains("was appealed"));
    sent(&mut people.second, &case, &ruling);
    let page = text(&mut people.accused, &own);
    assert!(page.contains("The watch was broken.") && page.contains("No action"), "{page}");
}

fn the_trail_tells_of_decisions_alone(people: &mut People) {
    let trail = text(&mut people.keeper, "/organisations/liga-ng-linapacan/audit");
    // Its form names every action.
    let rows = trail.split("</select>").last().expect("rows");
    for action in ["Fair play case decided", "Appeal ruled on"] {
        assert!(rows.contains(action), "{action}: {rows}");
    }
    // Officials whom a case concerns read it, too.
    for hidden in [
        "Wenceslang",
        "Players reported to officials",
        "Fair play decision appealed",
        SEEN,
        "The watch was broken.",
    ] {
        assert!(!rows.contains(hidden), "{hidden}: {rows}");
    }
    let own = text(&mut people.witness, "/account/audit");
    assert!(own.contains("Players reported to officials"), "{own}");
}

#[test]
fn a_player_reports_officials_decide_the_concerned_appeals_and_another_official_rules() {
    let mut people = People::new();
    reports_are_corrected_and_read_by_officials(&mut people);
    decisions_are_told_and_nothing_before(&mut people);
    appeals_are_ruled_on_by_another_official(&mut people);
    the_trail_tells_of_decisions_alone(&mut people);
}

#[test]
fn officials_who_play_see_nothing_about_their_own_games() {
    let service = site();
    let mut keeper = organizer(&service, "Xaviering", "Liga ng Corongan");
    let mut player = organizer(&service, "Ysabelang", "Liga ng Agutaya");
    let role = [
        ("way", "account"),
        ("account", "Ysabelang"),
        ("email", ""),
        ("role", "organizer"),
        ("event", ""),
    ];
    sent(&mut keeper, "/organisations/liga-ng-corongan/officials/appoint", &role);
    let event = evening(&mut keeper, "liga-ng-corongan", "Tapat Cup", "Ysabelang\nAna\nBen\nCora");
    let area = format!("{event}/run/fair-play");
    for entrants in ["Ysabelang\nAna", "Ben"] {
        sent(
            &mut keeper,
            &area,
            &[("entrants", entrants), ("tables", ""), ("words", "To be seen.")],
        );
    }
    let page = text(&mut player, &area);
    assert!(page.contains(&format!("{area}/2")), "a case of others: {page}");
    assert!(!page.contains(&format!("{area}/1\"")), "their own: {page}");
    assert_eq!(player.get(&format!("{area}/1")).status, 404);
    let own =
        send(&mut player, &area, &[("entrants", "Ysabelang"), ("tables", ""), ("words", "Me.")]);
    assert!(own.text().contains("The case concerns you"), "{}", own.text());
}

#[test]
fn a_clubmates_lost_last_round_stands_on_the_page_and_opens_a_case_with_its_names() {
    let service = site();
    let mut keeper = organizer(&service, "Zosimang", "Liga ng Culion");
    let one_round = ("entrants", "2");
    let event = event(&mut keeper, "liga-ng-culion", "Bigay Cup", &[SWISS, one_round]);
    let players = "Ana; 1900; Hawks\nBen; 1500; Hawks";
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", players)]);
    done(&mut keeper, &event, "settings", &[("do", "prizes"), ("lines", "1: Cup")]);
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    let area = format!("{event}/run/fair-play");
    pair(&mut keeper, &event, 1);
    // Ana has White, and Ben wins.
    assert_eq!(enter(&mut keeper, &event, 1, '2', "").status, 303);
    let page = text(&mut keeper, &area);
    for said in
        ["A clubmate lost the last round", "rated 400 points higher", "a prize through this game"]
    {
        assert!(page.contains(said), "{said}: {page}");
    }
    let open = page
        .split("href=\"")
        .find_map(|rest| rest.split('"').next().filter(|link| link.contains("entrants=")));
    let form = text(&mut keeper, &open.expect("a link").replace("&#38;", "&").replace("#case", ""));
    assert!(form.contains("1 Ana\n2 Ben") && form.contains("value=\"1-1-1\""), "{form}");
}

#[test]
fn over_the_api_cases_are_opened_noted_and_decided_once_and_faults_are_named() {
    let evening = Evening::begun();
    evening.round(1);
    let (status, said) = evening.refused("cases", json!({"entrants": [], "words": "x"}));
    assert!(status == 400 && said.contains("1 to 20"), "{status} {said}");
    let (status, said) = evening.refused("cases", json!({"entrants": [1], "words": " "}));
    assert!(status == 400 && said.contains("missing"), "{status} {said}");
    let tables = json!([{"round": 2, "table": 1}]);
    let (_, said) =
        evening.refused("cases", json!({"entrants": [1], "tables": tables, "words": "x"}));
    assert!(said.contains("published round"), "{said}");
    let new =
        json!({"entrants": [1, 7], "tables": [{"round": 1, "table": 1}], "words": "Too fast."});
    assert_eq!(evening.told("cases", new)["case"], 1);
    let listed = evening.world.show(Some(&evening.token), "GET", &evening.path("fair-play"), "");
    let listed = listed.json();
    assert_eq!(listed["cases"][0]["state"], "open");
    assert_eq!(listed["cases"][0]["entrants"][1]["name"], "Gloria");
    assert_eq!(listed["signs"], json!([]));
    evening.told("cases/1/entries", json!({"do": "note", "words": "They are friends."}));
    let (_, said) = evening.refused("cases/1/entries", json!({"do": "decide", "words": "x"}));
    assert!(said.contains("Choose what you decide"), "{said}");
    let (_, said) = evening.refused(
        "cases/1/entries",
        json!({"do": "decide", "outcome": "warning", "words": "x", "appeal_days": 61}),
    );
    assert!(said.contains("at most 60 days"), "{said}");
    evening.told(
        "cases/1/entries",
        json!({"do": "decide", "outcome": "no-action", "words": "Nothing."}),
    );
    let (status, said) = evening
        .refused("cases/1/entries", json!({"do": "rule", "outcome": "warning", "words": "x"}));
    assert!(status == 409 && said.contains("Nobody has appealed"), "{status} {said}");
    let (status, _) = evening.refused("cases/2/entries", json!({"do": "note", "words": "x"}));
    assert_eq!(status, 404);
    let case = evening.world.show(Some(&evening.token), "GET", &evening.path("cases/1"), "").json();
    let entries: Vec<&str> = case["entries"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["entry"].as_str().expect("a kind"))
        .collect();
    assert_eq!(entries, ["opened", "noted", "decided"]);
    assert_eq!((&case["state"], &case["outcome"]), (&json!("decided"), &json!("no-action")));
    assert_eq!(case["tables"], json!([{"stage": 1, "round": 1, "table": 1}]));
}
