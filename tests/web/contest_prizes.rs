//! What an event's desk does seldom: a stage that began by mistake, prizes, and words in Filipino where it says no.

use crate::contest_pages::{SWISS, act, begun, done, event, organizer, pair, site, text};
use crate::visitor::Visitor;

const STAGE: (&str, &str) = ("stage", "1");

#[test]
fn a_stage_that_began_by_mistake_is_taken_back_and_everybody_reads_that_its_rounds_are_gone() {
    let service = site();
    let mut keeper = organizer(&service, "Hermelina", "Liga ng Panay");
    let event = event(&mut keeper, "liga-ng-panay", "Begun Cup", &[SWISS]);
    begun(&mut keeper, &event);
    pair(&mut keeper, &event, 1);
    let desk = text(&mut keeper, &format!("{event}/run?part=rounds"));
    assert!(desk.contains("Undo the start of the stage"), "{desk}");
    let back = [("do", "take-back-begin"), STAGE];
    let refused = act(&mut keeper, &event, "rounds", &back);
    assert_eq!(refused.status, 409);
    assert!(refused.text().contains("1 published rounds of the stage would be removed"));
    done(&mut keeper, &event, "rounds", &[back[0], STAGE, ("rounds_too", "1")]);
    let mut anybody = Visitor::new(&service);
    let page = text(&mut anybody, &format!("{event}?view=players"));
    assert!(page.contains("A published round was undone"), "{page}");
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", "Ina; 1100")]);
    done(&mut keeper, &event, "rounds", &[("do", "begin"), STAGE, ("white", "true")]);
    pair(&mut keeper, &event, 1);
    let page = text(&mut anybody, &event);
    assert!(!page.contains("was undone") && page.contains("Ina"), "{page}");
    let trail = text(&mut keeper, "/organisations/liga-ng-panay/audit");
    assert!(trail.contains("Start of stage 1 undone"), "{trail}");
}

#[test]
fn prizes_are_written_a_line_each_and_shown_with_who_has_them() {
    let service = site();
    let mut keeper = organizer(&service, "Purita", "Liga ng Aklan");
    let event = event(&mut keeper, "liga-ng-aklan", "Prize Cup", &[SWISS]);
    begun(&mut keeper, &event);
    let mut anybody = Visitor::new(&service);
    assert!(!text(&mut anybody, &event).contains("Prizes"));
    let lines = |lines| [("do", "prizes"), ("lines", lines)];
    for (wrong, status, why) in [
        ("1: Cup\n2", 422, "Line 2: Write what the prize is for"),
        ("1: Cup\n3-2: Cup", 422, "Line 2: Write what the prize is for"),
        ("Best lady = Nobody: Book", 422, "Line 1: Nobody here is called Nobody"),
        ("1: Cup\n\nLuckiest: Hat\n1-3: Medal", 422, "Lines 1 and 4 are both for place 1"),
    ] {
        let refused = act(&mut keeper, &event, "settings", &lines(wrong));
        assert_eq!(refused.status, status, "{}", refused.text());
        assert!(refused.text().contains(why), "{why}: {}", refused.text());
        let typed = wrong.split('\n').next().expect("it");
        assert!(refused.text().contains(typed), "{typed} is typed twice: {}", refused.text());
    }
    let written = "1: ₱5,000 <cup>\n2–3: Medal\nBest lady = ana; 5: Book\nLuckiest: Hat\nBest result *: Clock";
    done(&mut keeper, &event, "settings", &lines(written));
    let desk = text(&mut keeper, &format!("{event}/run?part=settings"));
    assert!(
        desk.contains("Best lady = Ana; Elsa: Book\nLuckiest: Hat\nBest result *: Clock"),
        "{desk}"
    );
    pair(&mut keeper, &event, 1);
    let row = |page: &str, name: &str| {
        let rows = page.split("<tr>").find(|row| row.contains(&format!(">{name}<")));
        rows.unwrap_or_else(|| panic!("{name}: {page}")).to_owned()
    };
    let page = text(&mut anybody, &format!("{event}?view=prizes"));
    assert!(row(&page, "Place 1").contains("₱5,000 &#60;cup&#62;"), "{page}");
    assert!(row(&page, "Place 1").contains("tied: not decided"), "nothing is played: {page}");
    assert!(row(&page, "Luckiest").contains("–"), "{page}");
    assert!(row(&page, "Best lady").contains("Ana, Elsa"), "{page}");
    let sheet = text(&mut anybody, &format!("{event}/print/prizes"));
    assert!(sheet.contains("class=\"awards\""), "{sheet}");
    assert!(!sheet.contains("class=\"prizes\""), "nobody has won yet: {sheet}");
    let answer = service.get(&format!("/api/v1{event}/contest")).json();
    assert_eq!(answer["prizes"][1]["places"], serde_json::json!([2, 3]));
    assert_eq!(answer["prizes"][2]["winners"], serde_json::json!([1, 5]));
    assert_eq!(answer["prizes"][2]["tied"], true);
    assert_eq!(answer["settings"]["prizes"][4]["performance"], "Best result");
}

#[test]
fn prizes_of_classes_and_money_are_written_a_line_each_and_shown_with_what_everybody_gets() {
    let service = site();
    let mut keeper = organizer(&service, "Rosalinda", "Liga ng Antique");
    let event = event(&mut keeper, "liga-ng-antique", "Money Cup", &[SWISS]);
    begun(&mut keeper, &event);
    pair(&mut keeper, &event, 1);
    let sent = |lines, sharing| {
        [("do", "prizes"), ("lines", lines), ("currency", "₱"), ("sharing", sharing)]
    };
    for (wrong, why) in [
        ("1: Cup\nBest (ratng -1199): Cup", "Line 2: “ratng -1199” is no condition"),
        ("Best (rating 1200): Cup", "Line 1: “rating 1200” is no condition"),
        ("Best (born 12-): Cup", "Line 1: “born 12-” is no condition"),
        ("Best (rating 5-4): Cup", "Line 1: “rating 5-4” is no condition"),
        ("Best (title from Nobody): Cup", "Line 1: There is no title “Nobody”. Choose one of"),
        ("1: 5,50", "Line 1: Write an amount such as 5000"),
        ("A (unrated): Cup\nB (unrated): Hat", "Lines 1 and 2 are both for place 1"),
    ] {
        let refused = act(&mut keeper, &event, "settings", &sent(wrong, "hort"));
        assert_eq!(refused.status, 422, "{}", refused.text());
        let page = refused.text();
        assert!(page.contains(why), "{why}: {page}");
        assert!(page.contains("value=\"hort\" selected") && page.contains("value=\"₱\""), "{page}");
    }
    let written = "1: ₱5,000.50 + Cup\n2–3: 1000\nBest under 1000 (rating -999; place 1): Book\n\
                   Best girl under 16 (born 2010-; female): Hat\nSecond newcomer (unrated; club Lakan; province Cebu; place 2): 250\nRaffle (hall) =: Hat";
    done(&mut keeper, &event, "settings", &sent(written, "equal"));
    let desk = text(&mut keeper, &format!("{event}/run?part=settings"));
    let again = "1: 5,000.50 + Cup\n2–3: 1,000\nBest under 1000 (rating -999): Book\n\
                 Best girl under 16 (born 2010-; female): Hat\nSecond newcomer (unrated; club Lakan; province Cebu; place 2): 250\nRaffle (hall) =: Hat";
    assert!(desk.contains(again), "{desk}");
    assert!(desk.contains("value=\"equal\" selected"), "{desk}");
    assert!(desk.contains("class=\"payouts\""), "a preview: {desk}");
    let mut anybody = Visitor::new(&service);
    let page = text(&mut anybody, &format!("{event}?view=prizes"));
    assert!(page.contains("₱5,000.50 + Cup") && page.contains("money shared"), "{page}");
    let sheet = text(&mut anybody, &format!("{event}/print/prizes"));
    assert!(sheet.contains("class=\"payouts\"") && sheet.contains("Prize money"), "{sheet}");
    let answer = service.get(&format!("/api/v1{event}/contest")).json();
    assert_eq!(answer["prizes"][0]["amount"], 500_050);
    assert_eq!(answer["prizes"][0]["shared"], true);
    assert_eq!(answer["prizes"][4]["places"], serde_json::json!([2, 2]));
    let paid = answer["payouts"].as_array().expect("all are equal yet");
    let sum: u64 = paid.iter().filter_map(|one| one["amount"].as_u64()).sum();
    assert_eq!(sum, 700_050);
    assert_eq!(answer["settings"]["prizes_shared"], "equal");
    let files = text(&mut anybody, &format!("{event}/files"));
    for file in ["prizes.csv", "stage-1-trf16.trf"] {
        assert!(files.contains(&format!("/api/v1{event}/contest/{file}")), "{file}: {files}");
    }
    let csv = service.get(&format!("/api/v1{event}/contest/prizes.csv")).text();
    let head = "\u{feff}prize,amount,description,winner,undecided,paid_in_all\n1,5000.50,Cup,";
    assert!(csv.starts_with(head) && csv.contains("\nBest girl under 16,,Hat,,,\n"), "{csv}");
    let old = service.get(&format!("/api/v1{event}/contest/stage-1-trf16.trf")).text();
    assert!(old.contains("\nXXR ") && !old.contains("\n142 "), "{old}");
    assert_eq!(answer["settings"]["prizes"][2]["class"], serde_json::json!({"rating_to": 999}));
}

#[test]
fn why_there_is_no_pairing_and_no_stage_is_said_in_filipino() {
    let service = site();
    let mut keeper = organizer(&service, "Quirina", "Liga ng Capiz");
    let cup = event(&mut keeper, "liga-ng-capiz", "Wika Cup", &[SWISS]);
    begun(&mut keeper, &cup);
    let names = "Ana; Ben; Cora; Dan; Elsa; Fe; Gil; Hana";
    done(&mut keeper, &cup, "rounds", &[("do", "apart"), STAGE, ("lines", names)]);
    let final_too = [("template", "swiss-to-final")];
    let two = event(&mut keeper, "liga-ng-capiz", "Dalawang Yugto", &final_too);
    begun(&mut keeper, &two);
    keeper.cookies.insert("language".to_owned(), "fil".to_owned());
    let refused = act(&mut keeper, &cup, "rounds", &[("do", "pair"), STAGE]);
    assert!(refused.text().contains("Paano man ipares"), "{}", refused.text());
    assert!(!refused.text().contains("However the players are paired"), "{}", refused.text());
    let begin = [("do", "begin"), ("stage", "2"), ("white", "true")];
    let refused = act(&mut keeper, &two, "rounds", &begin);
    assert!(refused.text().contains("Hindi pa tapos ang yugto 1"), "{}", refused.text());
    let rows = [("do", "add"), ("lines", "Ana; 1100\n; 900\nIna; 9999")];
    let refused = act(&mut keeper, &cup, "people", &rows).text();
    for english in ["is already registered and looks", "The name is missing", "A rating is at most"]
    {
        assert!(!refused.contains(english), "{english}: {refused}");
    }
}
