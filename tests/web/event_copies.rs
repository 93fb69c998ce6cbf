//! A hall without network: the event is taken along on a laptop, goes on there and here, and comes together again.

use crate::contest_pages::{SWISS, called, done, enter, event, organizer, pair, site, text};
use crate::markup::tags;
use crate::service::Start;
use crate::visitor::{Visitor, hidden};

/// Uploads a file to a form with these fields.
fn upload(
    of: &mut Visitor,
    page: &str,
    fields: &[(&str, &str)],
    file: &[u8],
) -> crate::client::Reply {
    let token = of.token(page);
    let field = |(name, value): (&str, &str)| {
        format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let mut body = field(("csrf", &token));
    body.extend(fields.iter().map(|one| field(*one)));
    body.push_str(
        "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"event.ndjson\"\r\n",
    );
    body.push_str("Content-Type: application/x-ndjson\r\n\r\n");
    let body = [body.as_bytes(), file, b"\r\n--edge--\r\n"].concat();
    of.post_bytes(page, "multipart/form-data; boundary=edge", &body)
}

/// The same event on a laptop that nobody else uses: its keeper, and its address there.
fn taken_along(file: &[u8]) -> (Visitor, String) {
    let laptop =
        std::sync::Arc::new(Start::empty().env("ADJUTANT_ORGANISATIONS", "anyone").serve());
    let mut keeper = organizer(&laptop, "Hall", "The Hall");
    let page = "/organisations/the-hall/events/restore";
    let shown = upload(&mut keeper, page, &[("name", ""), ("first_day", ""), ("rounds", "")], file);
    assert_eq!(shown.status, 200, "{}", shown.text());
    let digest = hidden(&shown.text(), "digest").expect("a digest");
    let made = keeper.post(page, &[("digest", digest.as_str())]);
    assert_eq!(made.status, 303, "{}", made.text());
    let address = made.must("location").split("/run").next().expect("an address").to_owned();
    (keeper, address)
}

/// The result of each table of a round as everybody sees it.
fn results(of: &mut Visitor, event: &str, round: usize) -> String {
    let page = text(of, &format!("{event}?view=pairings&round={round}"));
    let table = page.split("<table class=\"pairings\">").nth(1).expect("the pairings");
    table.split("</table>").next().expect("its end").to_owned()
}

#[test]
fn what_a_laptop_did_without_network_is_shown_and_merged() {
    let service = site();
    let mut keeper = organizer(&service, "Potencianita", "Liga ng Sibuyan");
    called(&service, "Sibuyana");
    let event = event(&mut keeper, "liga-ng-sibuyan", "Offline Cup", &[SWISS]);
    let list = "Sibuyana;1700\nBen;1600\nCora;1500\nDan;1400";
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", list)]);
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    pair(&mut keeper, &event, 1);
    let file = keeper.get(&format!("{event}/run/event.ndjson")).text().to_owned();

    let (mut hall, there) = taken_along(file.as_bytes());
    assert_eq!(enter(&mut hall, &there, 1, '1', "").status, 303);
    pair(&mut hall, &there, 2);
    done(&mut hall, &there, "people", &[("do", "add"), ("lines", "Late Lita")]);
    // Meanwhile somebody has registered here.
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", "Early Eva")]);

    let copy = hall.get(&format!("{there}/run/event.ndjson")).text().to_owned();
    let page = format!("{event}/run/copy");
    let shown = upload(&mut keeper, &page, &[], copy.as_bytes());
    assert_eq!(shown.status, 200, "{}", shown.text());
    assert!(tags(&shown.text()).is_ok());
    for words in ["Nothing conflicts.", "Late Lita", "changes to add"] {
        assert!(shown.text().contains(words), "{words}: {}", shown.text());
    }
    let desk = text(&mut keeper, &format!("{event}/run"));
    assert!(!desk.contains("Late Lita"), "nothing has changed yet");
    let digest = hidden(&shown.text(), "digest").expect("a digest");
    let merged = keeper.post(&page, &[("digest", digest.as_str())]);
    assert_eq!(merged.status, 303, "{}", merged.text());
    let log = text(&mut keeper, merged.must("location"));
    assert!(log.contains("Copy merged."), "{log}");
    let desk = text(&mut keeper, &format!("{event}/run"));
    assert!(desk.contains("Late Lita") && desk.contains("Early Eva"), "{desk}");
    let mut public = Visitor::new(&service);
    assert_eq!(results(&mut public, &event, 1).matches("1–0").count(), 2);
    let whole = public.get(&format!("/api/v1{event}/contest")).json();
    let entrants = whole["entrants"].as_array().expect("entrants");
    assert_eq!((entrants.len(), &entrants[0]["player"]), (6, &serde_json::json!(true)));
    assert_eq!(whole["stages"][0]["rounds"].as_array().map(Vec::len), Some(2));
    // Once more, everything is there already.
    let again = upload(&mut keeper, &page, &[], copy.as_bytes());
    assert!(again.text().contains("are here already"), "{}", again.text());
    assert!(hidden(&again.text(), "digest").is_none(), "there is nothing to merge");
}

#[test]
fn another_result_for_a_game_is_a_conflict_that_an_official_reads() {
    let service = site();
    let mut keeper = organizer(&service, "Venancia", "Liga ng Tablas");
    let event = event(&mut keeper, "liga-ng-tablas", "Conflict Cup", &[SWISS]);
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", "Ana\nBen")]);
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    pair(&mut keeper, &event, 1);
    let file = keeper.get(&format!("{event}/run/event.ndjson")).text().to_owned();
    let (mut hall, there) = taken_along(file.as_bytes());
    assert_eq!(enter(&mut hall, &there, 1, '1', "").status, 303);
    assert_eq!(enter(&mut keeper, &event, 1, '2', "").status, 303);
    let copy = hall.get(&format!("{there}/run/event.ndjson")).text().to_owned();
    let page = format!("{event}/run/copy");
    let shown = upload(&mut keeper, &page, &[], copy.as_bytes());
    assert!(shown.text().contains("Here the result is 0–1."), "{}", shown.text());
    assert!(hidden(&shown.text(), "digest").is_none(), "nothing can be added");
    let other = upload(&mut keeper, &page, &[], b"{\"number\":1,\"at\":\"2026-12-05T09:00:00Z\",\"fact\":{\"fact\":\"opened\",\"open\":true}}\n");
    assert_eq!(other.status, 409, "{}", other.text());
    assert!(other.text().contains("the file of another event"), "{}", other.text());
    let count = copy.lines().count();
    let first = copy.lines().nth(1).expect("the settings");
    let rounds = first.split("\"rounds\":").nth(1).expect("rounds").split(['}', ',']).next();
    let rounds = format!("\"rounds\":{}", rounds.expect("a number"));
    let senseless = first.replacen("\"number\":1", &format!("\"number\":{count}"), 1).replacen(
        &rounds,
        "\"rounds\":0",
        1,
    );
    let senseless = format!("{copy}{senseless}\n");
    let refused = upload(&mut keeper, &page, &[], senseless.as_bytes());
    let faults = refused.text().split("role=\"alert\"").nth(1).unwrap_or_default().to_owned();
    assert!(refused.status == 422 && faults.contains(&format!("Line {}", count + 1)), "{faults}");
    let broken = upload(&mut keeper, &page, &[], &copy.as_bytes()[..copy.len() - 9]);
    assert!(broken.status == 422 && broken.text().contains("line "), "{}", broken.text());
}
