//! Rating lists on pages and over the API: imported, searched, removed, and used at the desk.

use serde_json::json;

use crate::client::Reply;
use crate::contest_pages::{SWISS, act, done, event, organizer, site, text};
use crate::service::TOKEN;
use crate::visitor::{Visitor, hidden};
use crate::world::World;
use adjutant_domain::account::scopes::TokenScopes;

const LIST: &str = "Number,Name,Rating,Born,Sex\n5200001,\"Reyes, Ana\",2134,2004,F\n\
                    5200002,\"Cruz, Ben\",1900,1999,M\n5200003,\"Cruz, Ben\",1700,2010,M\n,,1500,,\n";

fn multipart(of: &mut Visitor, page: &str, fields: &[(&str, &str)], file: &str) -> Reply {
    let token = of.token(page);
    let mut body = String::new();
    for (field, value) in [("csrf", &*token)].iter().chain(fields) {
        body.push_str(&format!(
            "--part\r\nContent-Disposition: form-data; name=\"{field}\"\r\n\r\n{value}\r\n"
        ));
    }
    if !file.is_empty() {
        body.push_str(&format!(
            "--part\r\nContent-Disposition: form-data; name=\"file\"; filename=\"list.csv\"\r\n\
             Content-Type: text/csv\r\n\r\n{file}\r\n"
        ));
    }
    body.push_str("--part--\r\n");
    of.post_bytes(page, "multipart/form-data; boundary=part", body.as_bytes())
}

fn upload(of: &mut Visitor, page: &str, file: &str) -> Reply {
    let fields = [("name", "FIDE"), ("day", "2026-11-01"), ("kind", "standard")];
    multipart(of, page, &fields, file)
}

#[test]
fn the_list_that_a_new_event_begins_with_is_completed_as_it_is_shown() {
    let service = site();
    let mut keeper = organizer(&service, "Consuelo", "Liga ng Simula");
    assert_eq!(upload(&mut keeper, "/organisations/liga-ng-simula/rating-lists", LIST).status, 200);
    let wizard = "/organisations/liga-ng-simula/events/new";
    let mut answers = vec![
        ("name", "First Cup"),
        ("day", "2026-12-05"),
        ("template", "swiss"),
        ("entrants", "8"),
        ("minutes", "40"),
        ("pause", "10"),
        ("points", "2-1-0"),
        ("ties", "usual"),
    ];
    let shown = multipart(&mut keeper, wizard, &answers, "Name\nAna Reyes\nBen Cruz\nCora\n");
    let page = shown.text();
    assert_eq!(shown.status, 200, "{page}");
    assert!(page.contains("rating 2134") && page.contains("2 in the list"), "{page}");
    let [seen, lines] =
        ["seen", "lines"].map(|field| hidden(&page, field).expect("what was shown"));
    answers.retain(|(field, _)| *field != "entrants");
    answers.extend([("entrants", "3"), ("seen", &seen), ("lines", &lines)]);
    let made = multipart(&mut keeper, wizard, &answers, "");
    assert_eq!(made.status, 303, "{}", made.text());
    let desk = made.must("location").split('?').next().expect("an address").to_owned();
    let people = text(&mut keeper, &format!("{desk}?part=people"));
    for known in ["value=\"2134\"", "value=\"5200001\"", "value=\"2004\""] {
        assert!(people.contains(known), "{known}: {people}");
    }
}

#[test]
fn a_list_that_was_chosen_is_kept_while_another_answer_is_wrong() {
    let service = site();
    let mut keeper = organizer(&service, "Crisantina", "Liga ng Wasto");
    let wizard = "/organisations/liga-ng-wasto/events/new";
    let mut answers = vec![
        ("name", "Kept Cup"),
        ("template", "swiss"),
        ("entrants", "16"),
        ("minutes", "40"),
        ("pause", "10"),
        ("points", "2-1-0"),
        ("ties", "usual"),
    ];
    let list = "Name,Rating,Guest\nAna Reyes,1500,yes\nBen Cruz,1400,yes\nCora,,yes\n";
    let refused = multipart(&mut keeper, wizard, &answers, list);
    let page = refused.text();
    assert!(refused.status == 422 && page.contains("The list you chose is kept"), "{page}");
    let kept = ["lines", "unseen-list"].map(|field| hidden(&page, field).expect("it is kept"));
    answers.extend([("day", "2026-12-05"), ("lines", &kept[0]), ("unseen-list", &kept[1])]);
    let shown = multipart(&mut keeper, wizard, &answers, "");
    let page = shown.text();
    assert!(shown.status == 200 && page.contains("Ana Reyes"), "{page}");
    assert_eq!(hidden(&page, "unseen-list").as_deref(), Some(""));
    assert!(
        page.contains("name=\"entrants\" inputmode=\"numeric\" required value=\"3\""),
        "{page}"
    );
}

#[test]
fn an_organizer_imports_a_list_and_the_desk_fills_in_what_is_missing() {
    let service = site();
    let mut keeper = organizer(&service, "Remedios", "Liga ng Talaan");
    let page = "/organisations/liga-ng-talaan/rating-lists";
    let event = event(&mut keeper, "liga-ng-talaan", "Listed Cup", &[SWISS]);
    let fill = format!("{event}/run/rating-list");
    assert!(text(&mut keeper, &fill).contains("There is no rating list yet"));
    let refused = upload(&mut keeper, page, "rank,points\n1,2\n");
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert!(
        refused.text().contains("Line 1: There is no column for the name"),
        "{}",
        refused.text()
    );
    assert!(
        refused.text().contains("value=\"FIDE\""),
        "what was entered stays: {}",
        refused.text()
    );
    let imported = upload(&mut keeper, page, LIST);
    assert_eq!(imported.status, 200, "{}", imported.text());
    let said = imported.text();
    assert!(said.contains("FIDE: 3 players imported") && said.contains("Line 5: "), "{said}");
    let list =
        said.split(&format!("href=\"{page}/")).nth(1).and_then(|rest| rest.split('"').next());
    let list = format!("{page}/{}", list.expect("a list"));
    let found = text(&mut keeper, &format!("{list}?search=ana%20reyes"));
    assert!(
        found.contains("5200001") && found.contains("2134") && found.contains("2004"),
        "{found}"
    );
    assert!(text(&mut keeper, &format!("{list}?search=zz")).contains("Nobody found"));

    let pasted = [("do", "look"), ("lines", "Ana Reyes\nBen Cruz")];
    let looked = act(&mut keeper, &event, "people", &pasted);
    let said = looked.text();
    assert!(said.contains("rating 2134") && said.contains("(from Reyes, Ana)"), "{said}");
    assert!(said.contains("2 in the list"), "{said}");
    assert!(said.contains("Completed from FIDE"), "{said}");
    assert!(said.contains("Ana Reyes;2134;;;5200001;2004;female"), "it is sent as shown: {said}");

    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", "Reyes Ana\nBen Cruz\nCora")]);
    let preview = text(&mut keeper, &fill);
    assert!(preview.contains("1 entrant will be completed"), "{preview}");
    let digest =
        preview.split("name=\"digest\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let number = list.rsplit('/').next().expect("a number").to_owned();
    let form = [("list", number.as_str()), ("digest", digest.expect("a digest"))];
    let filled = act(&mut keeper, &event, "rating-list", &form);
    assert_eq!(filled.status, 303, "{}", filled.text());
    let again = act(&mut keeper, &event, "rating-list", &form);
    assert!(again.status == 409 && again.text().contains("have changed"), "{}", again.text());
    let people = text(&mut keeper, &format!("{event}/run?part=people"));
    for known in ["value=\"2134\"", "value=\"5200001\"", "value=\"2004\""] {
        assert!(people.contains(known), "{known}: {people}");
    }
    let row = [("do", "correct"), ("entrant", "2"), ("new-number", "5200003"), ("fill", "1")];
    done(&mut keeper, &event, "people", &row);
    let people = text(&mut keeper, &format!("{event}/run?part=people"));
    assert!(people.contains("value=\"1700\"") && people.contains("value=\"2010\""), "{people}");

    let mut visitor = Visitor::new(&service);
    for address in [page, &list, &fill] {
        let reply = visitor.get(address);
        assert_ne!(reply.status, 200, "{address}");
        assert!(!reply.text().contains("Reyes"), "{address}");
    }
    let token = keeper.token(page);
    let removed = keeper.post_bytes(
        &format!("{list}/remove"),
        "application/x-www-form-urlencoded",
        format!("csrf={token}").as_bytes(),
    );
    assert_eq!(removed.status, 303, "{}", removed.text());
    assert!(text(&mut keeper, page).contains("No rating lists yet"));
}

#[test]
fn programs_import_search_and_remove_lists_and_fill_in_entrants() {
    let world = World::new();
    let scopes = TokenScopes::ROSTER_READ.union(TokenScopes::ROSTER_WRITE);
    let token = world.token("organizer", scopes.union(TokenScopes::OFFICIATE));
    let ask = |method: &str, path: &str, body: &str| {
        let reply = world.show(Some(&token), method, path, body);
        (reply.status, reply.json())
    };
    let lists = "/api/v1/organisations/league/rating-lists";
    let (status, done) = ask("POST", &format!("{lists}/new?name=FIDE&date=2026-11-01"), LIST);
    assert_eq!(status, 200, "{done}");
    assert_eq!((&done["list"]["players"], &done["faulty"]), (&json!(3), &json!(1)));
    assert!(done["faults"][0].as_str().is_some_and(|fault| fault.starts_with("Line 5: ")));
    for (query, field) in
        [("", "name"), ("?name=FIDE&date=soon", "date"), ("?name=F&rating=all", "rating")]
    {
        let (status, why) = ask("POST", &format!("{lists}/new{query}"), LIST);
        assert!(status == 400 && why.to_string().contains(field), "{query}: {status} {why}");
    }
    let (status, why) = ask("POST", &format!("{lists}/new?name=FIDE"), "<list>");
    assert!(
        status == 400 && why["detail"].as_str().is_some_and(|why| why.contains("too early")),
        "{why}"
    );
    let (_, all) = ask("GET", lists, "");
    assert_eq!(all["lists"].as_array().map(Vec::len), Some(1), "the list is the one before: {all}");
    let list = all["lists"][0]["id"].clone();
    let (_, found) = ask("GET", &format!("{lists}/{list}?search=REYES"), "");
    assert_eq!(
        found["players"],
        json!([{"federation_number": "5200001", "name": "Reyes, Ana", "federation": null, "rating": 2134,
                "birth_year": 2004, "gender": "female"}])
    );
    let plan = json!({"name": "Listed", "first_day": "2026-12-05",
                      "settings": {"plan": {"template": "swiss", "entrants": 8, "rounds": 2}}});
    let (_, made) = ask("POST", "/api/v1/organisations/league/events", &plan.to_string());
    let event = format!("/api/v1/events/{}", made["slug"].as_str().expect("a slug"));
    let people = json!({"entrants": [{"name": "Ana Reyes"}, {"name": "Ben Cruz"}]}).to_string();
    assert_eq!(ask("POST", &format!("{event}/entrants"), &people).0, 200);
    let (_, preview) = ask("POST", &format!("{event}/fill"), "{}");
    assert_eq!((&preview["applied"], &preview["filled"]), (&json!(false), &json!(1)), "{preview}");
    assert_eq!(preview["entrants"][0]["values"][0], json!({"field": "rating", "value": "2134"}));
    assert_eq!(preview["entrants"][1]["status"], "ambiguous");
    let apply = json!({"apply": preview["digest"]}).to_string();
    let (status, done) = ask("POST", &format!("{event}/fill"), &apply);
    assert_eq!((status, &done["applied"]), (200, &json!(true)), "{done}");
    assert_eq!(ask("POST", &format!("{event}/fill"), &apply).0, 409);
    let people = json!({"entrants": [{"name": "Ben Cruz Jr", "personal": {"federation_number": "5200002"}}],
                        "fill_from_rating_list": true});
    assert_eq!(ask("POST", &format!("{event}/entrants"), &people.to_string()).0, 200);
    let (_, board) = ask("GET", &format!("{event}/contest"), "");
    let ratings: Vec<_> = (0..3).map(|at| board["entrants"][at]["rating"].clone()).collect();
    assert_eq!(ratings[0], 2134, "{board}");
    assert_eq!(ratings[2], 1900, "{board}");
    let stranger = world.token("stranger", TokenScopes::ROSTER_READ);
    for token in [Some(stranger.as_str()), None] {
        let reply = world.show(token, "GET", &format!("{lists}/{list}?search=reyes"), "");
        assert!(reply.status != 200 && !reply.text().contains("5200001"), "{}", reply.text());
    }
    assert_ne!(
        world.show(Some(TOKEN), "GET", lists, "").status,
        200,
        "the site's operator neither"
    );
    assert_eq!(ask("POST", &format!("{lists}/{list}/remove"), "").0, 200);
    assert_eq!(ask("POST", &format!("{lists}/{list}/remove"), "").0, 404);
}
