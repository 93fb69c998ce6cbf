//! The daily quiz: the same for everybody, out of what is revealed, with nothing kept of who answers.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::service::{Service, Start, games, unfinished};

fn today() -> String {
    chrono::Utc::now().date_naive().to_string()
}

fn service() -> Service {
    Start::with(&games(60)).serve()
}

fn set(service: &Service, query: &str) -> Value {
    set_of(service, &today(), query)
}

fn set_of(service: &Service, day: &str, query: &str) -> Value {
    let reply = service.get(&format!("/api/v1/quiz/{day}{query}"));
    assert_eq!(reply.status, 200, "{}", reply.whole());
    reply.json()
}

#[test]
fn everybody_gets_the_same_five_questions() {
    let (one, other) = (service(), service());
    let (here, there) = (set(&one, ""), set(&other, ""));
    assert_eq!(here, there, "of the same games the same questions");
    let kinds: Vec<&str> = here["questions"]
        .as_array()
        .expect("questions")
        .iter()
        .map(|one| one["kind"].as_str().expect("a kind"))
        .collect();
    assert_eq!(kinds, ["ranks", "fight", "ranks", "fight", "ranks"]);
    for question in here["questions"].as_array().expect("questions") {
        assert!(question["told"].is_null());
        let viewer = &question["viewer"];
        for piece in question["pieces"].as_array().expect("pieces") {
            assert_eq!(piece["rank"].is_string(), piece["color"] == *viewer, "{piece}");
        }
    }
}

/// The games of each day are others: what holds must hold on all of them.
#[test]
fn answers_are_held_against_the_exact_probabilities() {
    let service = service();
    let today = chrono::Utc::now().date_naive();
    for day in today.iter_days().rev().take(20) {
        check_answers(&service, &day.to_string());
    }
}

fn check_answers(service: &Service, day: &str) {
    let set = |query: &str| set_of(service, day, query);
    // What is ticked by who has not looked, and who feels nothing: no points.
    let blind = set("?a=54321CLMKABTPSF.2.-.2.-");
    assert_eq!(blind["points"], 0);
    let told = &blind["questions"][0]["told"];
    let sum: f64 = told["ranks"]
        .as_array()
        .expect("ranks")
        .iter()
        .map(|one| one["probability"].as_f64().expect("a number"))
        .sum();
    assert!((sum - 1.0).abs() < 1e-9);
    // Ticking just the possible ranks: 100 points, less the distance between the truth and their shares
    // of the army. The distance of the whole army is worth none.
    let army = blind["questions"][0]["army"].as_str().expect("letters");
    let probability = |letter: char| {
        let said = told["ranks"].as_array().expect("ranks").iter();
        said.filter(|one| one["rank"].as_str() == Some(letter.to_string().as_str()))
            .map(|one| one["probability"].as_f64().expect("a number"))
            .sum::<f64>()
    };
    let letters: BTreeSet<char> = army.chars().collect();
    let off = |ticked: &dyn Fn(char) -> bool| {
        let all = army.chars().filter(|letter| ticked(*letter)).count() as f64;
        let share = |letter: char| {
            let of = army.chars().filter(|one| *one == letter && ticked(*one)).count() as f64;
            (of / all - probability(letter)).powi(2)
        };
        letters.iter().copied().map(share).sum::<f64>()
    };
    let possible = |letter: char| probability(letter) > 0.0;
    let expected = 100.0 * (1.0 - off(&possible) / off(&|_| true));
    let ticked: String = letters.iter().copied().filter(|letter| possible(*letter)).collect();
    let known = set(&format!("?a={ticked}"));
    let points = known["questions"][0]["told"]["points"].as_i64().expect("points");
    assert!((points as f64 - expected.max(0.0)).abs() < 0.6, "{points} of {expected}");
    let fight = &blind["questions"][1]["told"];
    let all = ["wins", "splits", "loses"].map(|key| fight[key].as_f64().expect("a number"));
    assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    // The answer that is nearest is worth most, and "even" nothing.
    let truth = all[0] + all[1] / 2.0;
    let expects = [0.05, 0.25, 0.5, 0.75, 0.95];
    let off = |digit: usize| (expects[digit] - truth).abs();
    let nearest = (0..5).min_by(|a, b| off(*a).total_cmp(&off(*b))).expect("five answers");
    let clear = set(&format!("?a=-.{nearest}"));
    let points: Vec<i64> = (0..5)
        .map(|digit| set(&format!("?a=-.{digit}")))
        .map(|set| set["questions"][1]["told"]["points"].as_i64().expect("points"))
        .collect();
    assert_eq!(points[2], 0, "{points:?} of {truth}");
    assert_eq!(points.iter().max(), Some(&points[nearest]), "{points:?} of {truth}");
    assert_eq!(points[nearest] > 0, nearest != 2, "{points:?} of {truth}");
    assert!(clear["questions"][2]["told"].is_null());
}

#[test]
fn a_visitor_goes_through_it_by_forms_alone() {
    let service = service();
    let mut address = "/quiz".to_owned();
    for number in 1..=5 {
        let page = service.get(&address).text();
        assert!(page.contains(&format!("Question {number} / 5")), "{page}");
        let action = page.split("<form action=\"").nth(1).expect("a form");
        let action = action.split('"').next().expect("its end");
        let hidden =
            page.split("name=\"a\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
        let before = hidden.map(|a| format!("a={a}&")).unwrap_or_default();
        let said = if page.contains("type=\"radio\"") { "fight=3" } else { "S=1&P=1&T=1" };
        let sent = service.get(&format!("{action}?{before}said=1&{said}"));
        assert_eq!(sent.status, 303);
        assert_eq!(sent.header("set-cookie"), None);
        let told = service.get(sent.must("location")).text();
        assert!(told.contains("Exact ") && told.contains("points"), "{told}");
        let next = told.split("class=\"button primary\" href=\"").nth(1).expect("a way on");
        address = crate::markup::plain(next.split('"').next().expect("its end"));
    }
    let result = service.get(&address).text();
    assert!(result.contains("Share without spoilers"), "{result}");
    let share = result.split("<textarea").nth(1).expect("the text to pass on");
    let share = share.split("</textarea>").next().expect("its end");
    let squares = share.chars().filter(|one| "🟩🟨🟧🟥".contains(*one)).count();
    assert_eq!(squares, 5, "{share}");
    for word in ["Spy", "Private", "General", "SPY", "PVT"] {
        assert!(!share.contains(word), "{share}");
    }
    let filipino = service.ask("GET", "/quiz", &[("Accept-Language", "fil")]).text();
    assert!(filipino.contains("Tanong 1 / 5"));
}

#[test]
fn invalid_days_and_answers_are_refused() {
    let service = Service::shared();
    for day in ["2999-01-01", "2000-01-01", "tomorrow", "2026-13-01"] {
        assert_eq!(service.get(&format!("/quiz/{day}")).status, 404, "{day}");
        assert_eq!(service.get(&format!("/api/v1/quiz/{day}")).status, 404, "{day}");
    }
    for wrong in ["a=Z", "a=S.9", "a=X", "b=1", "a=S.1.S.1.S.1"] {
        assert_eq!(service.get(&format!("/quiz?{wrong}")).status, 400, "{wrong}");
        let api = service.get(&format!("/api/v1/quiz/{}?{wrong}", today()));
        assert_eq!(api.status, 400, "{wrong}");
    }
}

#[test]
fn a_game_that_is_not_over_is_never_asked_about() {
    let service = Start::with(&unfinished().concat()).serve();
    let set = set(&service, "");
    assert_eq!(set["questions"].as_array().map(Vec::len), Some(0));
    assert!(service.get("/quiz").text().contains("No games to ask about yet"));
}

#[test]
fn the_oldest_day_links_to_no_earlier_one() {
    let service = service();
    let days = |ago| chrono::Utc::now().date_naive() - chrono::Days::new(ago);
    let page = |ago| service.get(&format!("/quiz/{}", days(ago)));
    assert!(page(365).text().contains(&format!("\"/quiz/{}\"", days(366))));
    let oldest = page(366);
    assert_eq!(oldest.status, 200);
    assert!(!oldest.text().contains(&format!("\"/quiz/{}\"", days(367))));
    assert_eq!(page(367).status, 404);
}
