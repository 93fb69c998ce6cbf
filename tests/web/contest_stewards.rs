//! Stewards: an official's link on a phone without an account. What it is for, what it never does, and when it is over.

use crate::client::Reply;
use crate::contest_pages::{SWISS, act, begun, done, enter, event, organizer, pair, site, text};
use crate::service::Start;
use crate::visitor::{Visitor, hidden};

/// Makes a link on the desk; gives its address.
pub fn link(keeper: &mut Visitor, event: &str, fields: &[(&str, &str)]) -> String {
    let mut all = vec![("do", "make"), ("name", "Hall B"), ("hours", "8")];
    all.extend_from_slice(fields);
    let page = act(keeper, event, "stewards", &all);
    assert_eq!(page.status, 200, "{}", page.text());
    assert_eq!(page.must("cache-control"), "private, no-store");
    let text = page.text();
    let rest = text.split("/hall/").nth(1).expect("a link");
    format!("/hall/{}", &rest[..52])
}

/// A phone that has opened a link.
pub fn phone(service: &std::sync::Arc<crate::service::Service>, link: &str) -> Visitor {
    let mut phone = Visitor::new(service);
    let look = phone.get(link);
    assert_eq!((look.status, look.must("x-robots-tag")), (200, "noindex, nofollow"));
    assert_eq!(look.must("referrer-policy"), "no-referrer");
    let token = hidden(&look.text(), "csrf").expect("a form");
    let opened = phone.post_bare(link, &[("csrf", &token)], &[]);
    assert_eq!((opened.status, opened.must("location")), (303, "/hall"), "{}", opened.text());
    phone
}

/// Presses a button of a table.
pub fn press(phone: &mut Visitor, table: usize, came: &str) -> Reply {
    let page = text(phone, "/hall");
    let token = hidden(&page, "csrf").expect("a form");
    let row = page.split(&format!("id=\"table-{table}\"")).nth(1).expect("the table");
    let at = hidden(row, "at").expect("the table's form");
    phone.post_bare("/hall/results", &[("csrf", &token), ("at", &at), ("came", came)], &[])
}

fn led_to(reply: &Reply) -> &str {
    assert_eq!(reply.status, 303, "{}", reply.text());
    reply.must("location").rsplit("done=").next().expect("what was done")
}

#[test]
fn a_phone_without_an_account_enters_results_and_never_writes_over_what_stands() {
    let service = site();
    let mut keeper = organizer(&service, "Apolonia", "Liga ng Tarlac");
    let event = event(&mut keeper, "liga-ng-tarlac", "Hall Cup", &[SWISS]);
    begun(&mut keeper, &event);
    let link = link(&mut keeper, &event, &[("results", "1"), ("first", "1"), ("last", "2")]);
    let mut phone = phone(&service, &link);
    assert!(text(&mut phone, "/hall").contains("None of your tables is in play right now"));
    pair(&mut keeper, &event, 1);
    let page = text(&mut phone, "/hall");
    assert!(page.contains("id=\"table-2\"") && !page.contains("id=\"table-3\""), "{page}");
    for secret in ["1500", "Hawks", "Benguet"] {
        assert!(!page.contains(secret), "names and tables alone: {page}");
    }
    assert_eq!(led_to(&press(&mut phone, 1, "first")), "hall-entered");
    assert_eq!(led_to(&press(&mut phone, 1, "first")), "hall-known");
    assert!(text(&mut phone, "/hall").contains("1–0"));
    assert_eq!(led_to(&press(&mut phone, 1, "drawn")), "hall-noted");
    let public = text(&mut Visitor::new(&service), &format!("{event}?view=pairings"));
    assert_eq!(public.matches("1–0").count(), 1, "it stands as it was: {public}");
    assert!(!public.contains("Hall B"), "that is for officials alone: {public}");
    assert!(text(&mut phone, "/hall").contains("an official will decide"));
    let desk = text(&mut keeper, &format!("{event}/run?part=results"));
    assert!(desk.contains("Table 1: Hall B reports ½–½; 1–0 is recorded."), "{desk}");
    let settle = [("do", "settle"), ("stage", "0"), ("round", "0"), ("table", "0"), ("game", "0")];
    done(&mut keeper, &event, "results", &settle);
    assert!(!text(&mut keeper, &format!("{event}/run?part=results")).contains("Hall B says"));
    for (at, came) in [("0.0.2.0.3.7", "first"), ("0.0.1.0.1.2", "first"), ("0.0.1.0", "first")] {
        let token = hidden(&text(&mut phone, "/hall"), "csrf").expect("a form");
        let fields = [("csrf", token.as_str()), ("at", at), ("came", came)];
        let refused = phone.post_bare("/hall/results", &fields, &[]);
        assert!([404, 409].contains(&refused.status), "{at}: {}", refused.text());
    }
    let blank = press(&mut phone, 2, "none");
    assert_eq!(blank.status, 404, "a blank never erases: {}", blank.text());
    assert_eq!(phone.get("/hall?part=people").status, 200);
    assert!(!text(&mut phone, "/hall?part=people").contains(">Check in<"), "it is not for that");
}

#[test]
fn a_result_that_is_contested_is_shown_to_officials_in_later_rounds_too() {
    let service = site();
    let mut keeper = organizer(&service, "Florencia", "Liga ng Sulu");
    let event = event(&mut keeper, "liga-ng-sulu", "Conflict Cup", &[SWISS]);
    begun(&mut keeper, &event);
    pair(&mut keeper, &event, 1);
    let link = link(&mut keeper, &event, &[("results", "1")]);
    let mut phone = phone(&service, &link);
    for table in 1..=4 {
        assert_eq!(led_to(&press(&mut phone, table, "first")), "hall-entered");
    }
    assert_eq!(led_to(&press(&mut phone, 2, "second")), "hall-noted");
    pair(&mut keeper, &event, 2);
    let desk = text(&mut keeper, &format!("{event}/run?part=results"));
    let told = "Round 1, table 2: Hall B reports 0–1; 1–0 is recorded.";
    assert!(desk.contains(told), "{desk}");
    let settle = [("do", "settle"), ("stage", "0"), ("round", "0"), ("table", "1"), ("game", "0")];
    done(&mut keeper, &event, "results", &settle);
    let desk = text(&mut keeper, &format!("{event}/run?part=results"));
    assert!(!desk.contains("Hall B reports"), "{desk}");
}

#[test]
fn a_link_that_was_ended_opens_nothing_and_its_deeds_are_in_the_trail() {
    let service = site();
    let mut keeper = organizer(&service, "Basilisa", "Liga ng Zambales");
    let event = event(&mut keeper, "liga-ng-zambales", "Trail Cup", &[SWISS]);
    begun(&mut keeper, &event);
    pair(&mut keeper, &event, 1);
    let link = link(&mut keeper, &event, &[("results", "1")]);
    let mut phone = phone(&service, &link);
    assert!(text(&mut keeper, &format!("{event}/run?part=stewards")).contains("last used"));
    assert_eq!(led_to(&press(&mut phone, 3, "second")), "hall-entered");
    let log = text(&mut keeper, &format!("{event}/run?part=log"));
    assert!(log.contains("helper link 1 Hall B"), "{log}");
    done(&mut keeper, &event, "stewards", &[("do", "end"), ("number", "1")]);
    for path in ["/hall", link.as_str()] {
        let gone = phone.get(path);
        assert_eq!((gone.status, gone.must("x-robots-tag")), (410, "noindex, nofollow"), "{path}");
    }
    let token = keeper.token("/account/password");
    assert_eq!(phone.post_bare("/hall/results", &[("csrf", &token)], &[]).status, 403);
    let again = act(&mut keeper, &event, "stewards", &[("do", "end"), ("number", "1")]);
    assert_eq!(again.status, 404, "{}", again.text());
    let trail = text(&mut keeper, "/organisations/liga-ng-zambales/audit");
    for told in ["Helper link created", "Helper link revoked", "helper with a link", "1 Hall B"] {
        assert!(trail.contains(told), "{told}: {trail}");
    }
    assert!(trail.contains("Round 1, table 3: 0–1"), "{trail}");
    assert!(!trail.contains(&link[6..]), "no secret is in it");
    // What is wrong with a new one is told, and none is made.
    for (fields, why) in [
        (vec![("name", "Hall C"), ("hours", "8")], "results, check-in or both"),
        (vec![("name", ""), ("hours", "8"), ("results", "1")], "Give the link a name"),
        (vec![("name", "C"), ("hours", "73"), ("results", "1")], "Choose 1 to 72 hours"),
        (
            vec![("name", "C"), ("hours", "8"), ("results", "1"), ("first", "9"), ("last", "2")],
            "The last table is before the first",
        ),
    ] {
        let all = [vec![("do", "make")], fields].concat();
        let refused = act(&mut keeper, &event, "stewards", &all);
        assert_eq!(refused.status, 422, "{why}: {}", refused.text());
        assert!(refused.text().contains(why), "{why}: {}", refused.text());
    }
}

#[test]
fn at_the_door_a_phone_checks_people_in_and_does_nothing_else() {
    let service = site();
    let mut keeper = organizer(&service, "Crisanta", "Liga ng Quezon");
    let event = event(&mut keeper, "liga-ng-quezon", "Door Cup", &[SWISS, ("check-in", "1")]);
    let eight = "Ana\nBen\nCora";
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", eight)]);
    let link = link(&mut keeper, &event, &[("check-in", "1")]);
    let mut phone = phone(&service, &link);
    let page = text(&mut phone, "/hall?part=people&name=be");
    assert!(page.contains("Ben") && !page.contains("Cora"), "{page}");
    let token = hidden(&page, "csrf").expect("a form");
    let there = [("csrf", token.as_str()), ("entrant", "2"), ("there", "1"), ("name", "be")];
    let noted = phone.post_bare("/hall/people", &there, &[]);
    assert_eq!(led_to(&noted), "hall-people");
    assert!(text(&mut keeper, &format!("{event}/run")).contains("3 registered, 1 checked in."));
    let stranger = [("csrf", token.as_str()), ("entrant", "9"), ("there", "1"), ("name", "")];
    assert_eq!(phone.post_bare("/hall/people", &stranger, &[]).status, 404);
    done(&mut keeper, &event, "people", &[("do", "there"), ("entrant", "1")]);
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    pair(&mut keeper, &event, 1);
    let fields = [("csrf", token.as_str()), ("at", "0.0.0.0.1.2"), ("came", "first")];
    assert_eq!(phone.post_bare("/hall/results", &fields, &[]).status, 404, "it is not for that");
    assert_eq!(enter(&mut keeper, &event, 1, '1', "").status, 303);
}

#[test]
fn link_holders_and_accounts_are_rate_limited_apart_from_their_address() {
    let own = Start::empty().env("ADJUTANT_ORGANISATIONS", "anyone").serve();
    let service = std::sync::Arc::new(own);
    let mut keeper = organizer(&service, "Desideria", "Liga ng Biliran");
    let event = event(&mut keeper, "liga-ng-biliran", "Count Cup", &[SWISS]);
    begun(&mut keeper, &event);
    let link = link(&mut keeper, &event, &[("results", "1")]);
    let phone = phone(&service, &link);
    let (dir, cookies) = (service.dir.clone(), [phone.cookies.clone(), keeper.cookies.clone()]);
    drop((phone, keeper, service));
    let limited = Start::again(&dir).env("ADJUTANT_REQUESTS_A_MINUTE", "120").serve();
    let limited = std::sync::Arc::new(limited);
    let [mut phone, mut keeper] = cookies.map(|cookies| {
        let mut visitor = Visitor::new(&limited);
        visitor.cookies = cookies;
        visitor
    });
    assert_eq!((phone.get("/hall").status, keeper.get("/account").status), (200, 200));
    // The address may ask 60 times at once, and then twice a second.
    let answers: Vec<u16> = (0..100).map(|_| limited.get("/api/v1/pools").status).collect();
    let answered = answers.iter().filter(|status| **status == 200).count();
    assert!((50..90).contains(&answered), "{answered}");
    let full = || (0..20).any(|_| limited.get("/api/v1/pools").status == 429);
    assert!(full(), "nobody else gets more from this address");
    let mut forged = Visitor::new(&limited);
    forged.cookies = phone.cookies.clone();
    forged.cookies.values_mut().for_each(|value| *value = "a".repeat(52));
    assert!(
        (0..20).any(|_| forged.get("/hall").status == 429),
        "what opens nothing counts nothing"
    );
    for _ in 0..20 {
        assert_eq!((phone.get("/hall").status, keeper.get("/account").status), (200, 200));
    }
    assert!((0..100).any(|_| phone.get("/hall").status == 429), "he has a limit of his own");
}
