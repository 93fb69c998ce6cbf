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

#[test]
fn a_player_reports_officials_decide_the_concerned_appeals_and_another_official_rules() {
    let service = site();
    let mut keeper = organizer(&service, "Tiburciang", "Liga ng Dumaran");
    let mut second = called(&service, "Venancing");
    let mut accused = called(&service, "Urbanong");
    let mut witness = called(&service, "Wenceslang");
    let role = [
        ("way", "account"),
        ("account", "Venancing"),
        ("email", ""),
        ("role", "organizer"),
        ("event", ""),
    ];
    sent(&mut keeper, "/organisations/liga-ng-dumaran/officials/appoint", &role);
    let players = "Urbanong\nWenceslang\nAna\nBen";
    let event = evening(&mut keeper, "liga-ng-dumaran", "Patas Cup", players);
    let home = text(&mut witness, &event);
    assert!(home.contains(&format!("{event}/report")), "the event leads to it: {home}");
    let report = format!("{event}/report");
    let words = "Somebody whispered a rank to him.";
    let fields = [("entrants", "urbanong"), ("tables", "1-1"), ("words", words)];
    let refused =
        send(&mut witness, &report, &[("entrants", "Nobody"), ("tables", ""), ("words", words)]);
    assert_eq!(refused.status, 422);
    for kept in ["There is no entrant “Nobody”", words] {
        assert!(refused.text().contains(kept), "{kept}: {}", refused.text());
    }
    for (tables, why) in [("x", "“x” is no table"), ("9-1", "not in a published round")] {
        let refused =
            send(&mut witness, &report, &[("entrants", "1"), ("tables", tables), ("words", words)]);
        assert!(refused.text().contains(why), "{why}: {}", refused.text());
    }
    let own = send(
        &mut witness,
        &report,
        &[("entrants", "Wenceslang"), ("tables", ""), ("words", words)],
    );
    assert!(own.text().contains("You cannot report yourself"), "{}", own.text());
    sent(&mut witness, &report, &fields);

    let area = format!("{event}/run/fair-play");
    let page = text(&mut keeper, &area);
    assert!(page.contains(&format!("href=\"{area}/1\"")) && page.contains("Urbanong"), "{page}");
    assert!(text(&mut second, "/notices").contains("a player reported others"));
    let case = format!("{area}/1");
    let page = text(&mut keeper, &case);
    assert!(page.contains("Reported by Wenceslang") && page.contains(words), "{page}");
    sent(&mut keeper, &case, &[("do", "note"), ("words", "I asked the spectator.")]);
    let own_case = format!("{event}/cases/1");
    for visitor in [&mut accused, &mut witness] {
        assert_eq!(visitor.get(&own_case).status, 404, "nothing is decided");
        assert_eq!(visitor.get(&case).status, 403);
        assert_eq!(visitor.get(&area).status, 403);
    }
    let decision = [("do", "decide"), ("words", "Send spectators away."), ("appeal_days", "3")];
    let refused = send(&mut keeper, &case, &decision);
    assert_eq!(refused.status, 422, "without a decision");
    let mut decision = decision.to_vec();
    decision.push(("outcome", "warning"));
    sent(&mut keeper, &case, &decision);

    assert!(text(&mut accused, "/notices").contains(&own_case), "told, with the address");
    assert!(text(&mut accused, &report).contains(&own_case), "also found on the event's page");
    let page = text(&mut accused, &own_case);
    for told in ["Warning", "Send spectators away.", "Can be appealed until"] {
        assert!(page.contains(told), "{told}: {page}");
    }
    for hidden in [words, "I asked the spectator.", "Wenceslang", "Tiburciang"] {
        assert!(!page.contains(hidden), "{hidden}: {page}");
    }
    assert_eq!(witness.get(&own_case).status, 404, "it is not about the witness");
    sent(&mut accused, &own_case, &[("words", "I asked for the time.")]);
    let again = send(&mut accused, &own_case, &[("words", "Again.")]);
    assert_eq!(again.status, 409, "{}", again.text());
    assert!(again.text().contains("You have appealed already"), "{}", again.text());

    let ruling = [("do", "rule"), ("outcome", "no-action"), ("words", "The watch was broken.")];
    let refused = send(&mut keeper, &case, &ruling);
    assert!(refused.text().contains("you cannot rule on the appeal"), "{}", refused.text());
    assert!(text(&mut second, "/notices").contains("was appealed"));
    sent(&mut second, &case, &ruling);
    let page = text(&mut accused, &own_case);
    assert!(page.contains("The watch was broken.") && page.contains("No action"), "{page}");
    let trail = text(&mut keeper, "/organisations/liga-ng-dumaran/audit");
    // Its form names every action.
    let rows = trail.split("</select>").last().expect("rows");
    for action in ["Fair play case decided", "Appeal ruled on"] {
        assert!(rows.contains(action), "{action}: {rows}");
    }
    // Officials whom a case concerns read it, too.
    for hidden in ["Wenceslang", "Players reported to officials", "Fair play decision appealed"] {
        assert!(!rows.contains(hidden), "{hidden}: {rows}");
    }
    let own = text(&mut witness, "/account/audit");
    assert!(own.contains("Players reported to officials"), "{own}");
    for hidden in [words, "The watch was broken."] {
        assert!(!trail.contains(hidden), "{hidden}: {trail}");
    }
}

#[test]
fn officials_who_play_see_nothing_about_their_own_games() {
    let service = site();
    let mut keeper = organizer(&service, "Xaviering", "Liga ng Cuyo");
    let mut player = organizer(&service, "Ysabelang", "Liga ng Agutaya");
    let role = [
        ("way", "account"),
        ("account", "Ysabelang"),
        ("email", ""),
        ("role", "organizer"),
        ("event", ""),
    ];
    sent(&mut keeper, "/organisations/liga-ng-cuyo/officials/appoint", &role);
    let event = evening(&mut keeper, "liga-ng-cuyo", "Tapat Cup", "Ysabelang\nAna\nBen\nCora");
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
    assert!(own.text().contains("It concerns you"), "{}", own.text());
}

#[test]
fn a_club_mates_lost_last_round_stands_on_the_page_and_opens_a_case_with_its_names() {
    let service = site();
    let mut keeper = organizer(&service, "Zosimang", "Liga ng Balabac");
    let one_round = ("entrants", "2");
    let event = event(&mut keeper, "liga-ng-balabac", "Bigay Cup", &[SWISS, one_round]);
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
        ["A club-mate lost the last round", "rated 400 points higher", "a prize by this game"]
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
