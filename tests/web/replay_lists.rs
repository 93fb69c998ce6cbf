//! A replay leads on in the list that its reader comes from.

use serde_json::Value;

use crate::client::Reply;
use crate::service::Service;
use crate::visitor::encoded;

/// The games that a query finds, oldest first: ids, and whether they are revealed.
fn listed(query: &str) -> Vec<(String, bool)> {
    let reply = Service::shared().get(&format!("/api/v1/games?{query}&limit=100"));
    let games = reply.json()["games"].as_array().expect("games").clone();
    let one = |game: &Value| {
        (game["id"].as_str().expect("an id").to_owned(), game["revealed"] == Value::Bool(true))
    };
    games.iter().rev().map(one).collect()
}

/// A replay with its list.
fn replay(id: &str, list: &str) -> Reply {
    Service::shared().get(&format!("/games/{id}?ply=3&list={}", encoded(list)))
}

/// The address that a link with this `rel` leads to.
fn led(page: &str, rel: &str) -> Option<String> {
    let rest = page.split(&format!("rel=\"{rel} nofollow\" href=\"")).nth(1)?;
    rest.split('"').next().map(|link| link.replace("&amp;", "&"))
}

#[test]
fn previous_and_next_follow_the_list_and_keep_it() {
    for (query, list, name) in [
        ("player=Sidapa", "games?player=Sidapa", "Games of Sidapa"),
        ("player=Sidapa&min_plies=40", "games?player=Sidapa&min_plies=40", "Games found"),
    ] {
        let all = listed(query);
        assert!(all.len() > 2, "{query}: {all:?}");
        for (at, (id, _)) in all.iter().enumerate() {
            let page = replay(id, list).text();
            let revealed = |(id, revealed): &&(String, bool)| revealed.then(|| id.clone());
            let before = all[..at].iter().rev().find_map(|one| revealed(&one));
            let after = all[at + 1..].iter().find_map(|one| revealed(&one));
            let kept = format!("?list={}", encoded(list));
            let address = |id: Option<String>| id.map(|id| format!("/games/{id}{kept}"));
            assert_eq!(led(&page, "prev"), address(before), "{list} {at}");
            assert_eq!(led(&page, "next"), address(after), "{list} {at}");
            assert!(page.contains(name), "{name}");
            let step = format!("ply=4&#38;view=revealed&#38;list={}", encoded(list));
            assert!(page.contains(&step) || !all[at].1, "the steps keep the list");
        }
    }
}

#[test]
fn lists_link_to_replays_that_follow_them() {
    let service = Service::shared();
    let links = |path: &str, list: &str| {
        let page = service.get(path).text();
        let wanted = format!("?list={}\"", encoded(list));
        assert!(page.contains(&wanted), "{path} lacks {wanted}: {page}");
    };
    links("/players/Sidapa", "games?player=Sidapa");
    links("/games?speed=rapid&limit=5", "games?speed=rapid");
    links("/games", "games");
}

#[test]
fn a_list_without_the_game_is_that_of_its_event_and_one_that_is_none_is_refused() {
    let (id, _) = listed("player=Sidapa").remove(1);
    let of_event = Service::shared().get(&format!("/games/{id}?ply=3")).text();
    let event = |page: &str| (led(page, "prev"), led(page, "next"));
    for list in ["games?player=Nobody", "games?player=Sidapa&opponent=Sidapa", "collection-99"] {
        let reply = replay(&id, list);
        assert_eq!(reply.status, 200, "{list}");
        assert_eq!(event(&reply.text()), event(&of_event), "{list}");
    }
    for wrong in ["elsewhere", "games?rank=5", "https://a.example", "collection-x"] {
        assert_eq!(replay(&id, wrong).status, 400, "{wrong}");
    }
}
