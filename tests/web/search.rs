//! The search as page, suggestions and API, and the lists that lead to what is found.

use crate::client::Reply;
use crate::service::{Service, Start, games};
use crate::visitor::Visitor;
use crate::world::World;

#[test]
fn a_part_of_a_name_leads_to_its_page_by_page_suggestions_and_api() {
    let service = Service::shared();
    let page = service.get("/search?q=DAPA").text();
    assert!(page.contains("<a href=\"/players/Sidapa\">Sidapa</a>"), "{page}");
    assert!(page.contains("value=\"DAPA\""), "what was asked for stays in the box");
    let suggested = service.get("/search/suggestions?q=sid").json();
    assert_eq!(suggested["results"][0]["link"], "/players/Sidapa");
    assert_eq!(suggested["all"], "/search?q=sid");
    let found = service.get("/api/v1/search?q=sidapa&limit=1").json();
    assert_eq!(found["players"][0]["handle"], "Sidapa");
    let event = service.get("/api/v1/search?q=ranked%20evening").json();
    let slug = event["events"][0]["slug"].as_str().expect("an event").to_owned();
    assert_eq!(service.get(&format!("/events/{slug}")).status, 200);
}

#[test]
fn a_game_is_found_by_its_id_and_help_by_its_words_in_either_language() {
    let service = Service::shared();
    let games = service.get("/api/v1/games?limit=1").json();
    let id = games["games"][0]["id"].as_str().expect("an id").to_owned();
    assert!(service.get(&format!("/search?q={id}")).text().contains(&format!("/games/{id}")));
    let english = service.get("/search?q=how%20to%20play").text();
    assert!(english.contains("<a href=\"/rules\">"), "{english}");
    let filipino = service.ask("GET", "/search?q=paano", &[("Accept-Language", "fil")]).text();
    assert!(filipino.contains("<a href=\"/rules\">"), "{filipino}");
}

#[test]
fn nothing_found_says_so_and_markup_in_a_query_is_text() {
    let service = Service::shared();
    let page = service.get("/search?q=%3Cb%3Ezzqx").text();
    assert!(page.contains("&#60;b&#62;zzqx") && !page.contains("<b>zzqx"), "{page}");
    assert!(page.contains("Nothing found for"), "{page}");
    assert_eq!(service.get("/search").status, 200);
    assert_eq!(service.get("/search?colour=red").status, 400);
    assert_eq!(service.get("/api/v1/search?q=a&limit=51").status, 400);
}

#[test]
fn a_name_is_found_as_soon_as_it_is_there() {
    let service = Start::with(&games(2)).serve();
    assert!(!service.get("/search?q=newcomer").text().contains("/players/"));
    let mut visitor = Visitor::new(&std::sync::Arc::new(service));
    assert_eq!(visitor.sign_up("Newcomer", crate::visitor::PASSWORD).status, 303);
    assert!(visitor.get("/search?q=newcomer").text().contains("/players/Newcomer"));
}

#[test]
fn the_list_of_players_is_sorted_by_each_of_its_columns() {
    let service = Service::shared();
    for sort in ["rating", "place", "name", "games"] {
        let page = service.get(&format!("/players?sort={sort}")).text();
        assert_eq!(page.matches("aria-sort=").count(), 1, "{sort}");
        assert!(page.matches("<th scope=\"row\">").count() > 5, "{sort}");
    }
    assert_eq!(service.get("/players?sort=luck").status, 400);
}

#[test]
fn players_by_club_or_province_are_those_whom_lists_show_of_open_organisations() {
    let world = World::new();
    let list = |query: &str| world.service.get(&format!("/players?{query}")).text();
    for sort in ["club", "province"] {
        let page = list(&format!("sort={sort}"));
        assert_eq!(page.matches("aria-sort=\"ascending\"").count(), 1, "{sort}");
        let rows: Vec<&str> = page.split("<th scope=\"row\">").skip(1).collect();
        let [row] = &rows[..] else { panic!("one of two is listed publicly: {page}") };
        assert!(row.contains("Sidapa") && row.contains("Knights") && row.contains("Cebu"), "{row}");
        assert!(!page.contains("Pandesal") && !page.contains("Young Knights"), "{page}");
    }
    let after = list("sort=club&after=1%20Knights");
    assert!(!after.contains("Sidapa"), "what comes after the last: {after}");
    world.sql("UPDATE organisations SET state = 3 WHERE id = 1; UPDATE counters SET value = value + 1 WHERE name = 'members'");
    let end = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while list("sort=club").contains("Sidapa") {
        assert!(std::time::Instant::now() < end, "the organisation is closed");
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
}

#[test]
fn games_are_filtered_by_month_and_speed() {
    let service = Service::shared();
    let all = service.get("/api/v1/games?limit=200").json();
    let all = all["games"].as_array().expect("games");
    let month = all[0]["date"].as_str().expect("a date")[..7].replace('.', "-");
    let some = service.get(&format!("/api/v1/games?limit=200&month={month}")).json();
    let some = some["games"].as_array().expect("games");
    let in_month = |game: &serde_json::Value| {
        game["date"].as_str().is_some_and(|date| date[..7].replace('.', "-") == month)
    };
    assert_eq!(some.len(), all.iter().filter(|game| in_month(game)).count());
    assert!(some.iter().all(in_month));
    let count = |speed: &str| {
        let found = service.get(&format!("/api/v1/games?limit=200&speed={speed}")).json();
        found["games"].as_array().map_or(0, Vec::len)
    };
    let by_speed = ["blitz", "rapid", "classical", "untimed"].map(count);
    assert_eq!(by_speed.iter().sum::<usize>(), all.len());
    for wrong in ["month=2026-13", "month=may", "speed=fast"] {
        assert_eq!(service.get(&format!("/api/v1/games?{wrong}")).status, 400, "{wrong}");
    }
}

#[test]
fn events_are_in_tabs_with_players_and_winner() {
    let service = Service::shared();
    let page = service.get("/events?view=finished").text();
    assert!(page.contains("aria-current=\"page\">Finished ("), "{page}");
    assert!(page.contains("<table"), "{page}");
    assert_eq!(service.get("/events?view=someday").status, 400);
    assert_eq!(service.get("/events?organisation=nobody").status, 404);
    assert!(service.get("/events?view=finished&month=1999-01").text().contains("class=\"notice\""));
}

/// Sends the form to follow, which is on the page of each player.
fn follow(visitor: &mut Visitor, fields: &[(&str, &str)]) -> Reply {
    let token = visitor.token("/players/Sidapa");
    let mut all = vec![("csrf", token.as_str())];
    all.extend_from_slice(fields);
    visitor.post_bare("/account/follows", &all, &[])
}

#[test]
fn who_is_signed_in_follows_from_a_page_and_sees_whom_in_the_account() {
    let service = Service::shared();
    assert!(!service.get("/players/Sidapa").text().contains("/account/follows"));
    let mut visitor = Visitor::called("Basilio Sisa");
    let page = visitor.get("/players/Sidapa").text();
    assert!(page.contains("action=\"/account/follows\"") && page.contains("value=\"follow\""));
    let whom = [("kind", "player"), ("name", "Sidapa"), ("do", "follow")];
    let reply = follow(&mut visitor, &whom);
    assert_eq!((reply.status, reply.must("location")), (303, "/players/Sidapa"));
    assert!(visitor.get("/players/Sidapa").text().contains("value=\"unfollow\""));
    assert!(visitor.get("/account/follows").text().contains("/players/Sidapa"));
    let nobody = [("kind", "player"), ("name", "Nobody at all"), ("do", "follow")];
    assert_eq!(follow(&mut visitor, &nobody).status, 404);
    let wrong = [("kind", "rank"), ("name", "Sidapa"), ("do", "follow")];
    assert_eq!(follow(&mut visitor, &wrong).status, 400);
}
