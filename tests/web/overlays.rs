//! Stream overlays of a game and of a table show what spectators know, whoever opens them.

use crate::by_forms::{BLACK, WHITE, assert_no_rank, begun, chosen, deploy, game, is_to_move};
use crate::contest_pages::{self, SWISS, organizer, pair, site};
use crate::visitor::Visitor;

#[test]
fn the_overlay_of_a_game_has_names_clocks_and_verdicts_and_is_linked_from_its_page() {
    let (mut ana, mut ben, address) = game("Capas", "Carcar");
    let overlay = format!("/overlay{address}");
    let mut nobody = Visitor::anybody();
    let before = nobody.get(&overlay);
    assert_eq!((before.status, before.must("cache-control")), (200, "private, no-store"));
    assert!(before.text().contains("Capas") && before.text().contains("Carcar"));
    deploy(&mut ana, &address, WHITE);
    deploy(&mut ben, &address, BLACK);
    let mover = if is_to_move(&mut ana, &address) { &mut ana } else { &mut ben };
    let (form, plies) = chosen(mover, &address);
    assert_eq!(mover.send_form(&form, &[("ply", &plies[0])]).status, 303);
    let page = nobody.get(&overlay).text();
    assert!(page.contains("data-running=\"") && page.contains("class=\"clock\""), "{page}");
    assert!(page.contains("<noscript><meta http-equiv=\"refresh\""), "{page}");
    assert_no_rank(&page);
    // A player sees no more of it than anybody.
    let own = ana.get(&overlay).text();
    assert_no_rank(&own);
    assert!(!own.contains("sign-out") && own.contains("Carcar"));
    assert!(
        nobody.get(&format!("{overlay}?letters=dark")).text().contains("class=\"overlay dark\"")
    );
    assert_eq!(nobody.get(&format!("{overlay}?letters=red")).status, 400);
    assert_eq!(nobody.get("/overlay/play/0123456789abcdef").status, 404);
    let page = nobody.get(&address).text();
    assert!(page.contains(&format!("href=\"{overlay}\"")) && page.contains("OBS"), "{page}");
}

#[test]
fn an_overlay_listens_to_what_spectators_are_told() {
    let (_ana, _ben, address) = begun("Catbalogan", "Candon");
    let page = Visitor::anybody().get(&format!("/overlay{address}")).text();
    assert!(page.contains(&format!("data-stream=\"/overlay{address}/events\"")), "{page}");
    assert_eq!(Visitor::anybody().get(&format!("/overlay{address}/events?x=1")).status, 400);
}

#[test]
fn the_overlay_of_a_table_has_the_names_of_its_last_round() {
    let service = site();
    let mut keeper = organizer(&service, "Rosa", "Liga ng Overlay");
    let event = contest_pages::event(&mut keeper, "liga-ng-overlay", "Overlay Open", &[SWISS]);
    let mut anybody = Visitor::new(&service);
    let table = |number: usize| format!("/overlay{event}/{number}");
    assert_eq!(anybody.get(&table(1)).status, 404, "no round is published");
    contest_pages::begun(&mut keeper, &event);
    pair(&mut keeper, &event, 1);
    let page = anybody.get(&table(1));
    assert_eq!(page.status, 200, "{}", page.whole());
    let page = page.text();
    assert!(page.matches("class=\"name\"").count() == 2 && page.contains("data-stream=\"\""));
    for wrong in [0, 99, 10_001] {
        assert_eq!(anybody.get(&table(wrong)).status, 404, "{wrong}");
    }
    let home = anybody.get(&event).text();
    assert!(home.contains(&format!("href=\"{}\"", table(1))), "{home}");
}

/// The address of the button that opens the overlay.
fn overlay_link(page: &str) -> &str {
    let link = page.split("id=\"overlay-link\"").nth(1).expect("the overlay is offered");
    let link = link.split("href=\"").nth(1).and_then(|rest| rest.split('"').next());
    link.expect("a link")
}

#[test]
fn the_links_to_overlays_on_pages_of_games_and_events_open() {
    let service = site();
    let mut keeper = organizer(&service, "Mila", "Liga ng Bulakan");
    let event = contest_pages::event(&mut keeper, "liga-ng-bulakan", "Linked Open", &[SWISS]);
    contest_pages::begun(&mut keeper, &event);
    pair(&mut keeper, &event, 1);
    let mut anybody = Visitor::new(&service);
    let home = anybody.get(&event).text();
    let overlay = anybody.get(overlay_link(&home));
    assert_eq!(overlay.status, 200, "{}", overlay.whole());
    assert!(overlay.text().contains("Ana") || overlay.text().contains("Elsa"), "table 1");
    let (_ana, _ben, address) = begun("Calbayog", "Catarman");
    let mut nobody = Visitor::anybody();
    let page = nobody.get(&address).text();
    let overlay = nobody.get(overlay_link(&page));
    assert_eq!(overlay.status, 200, "{}", overlay.whole());
    assert!(overlay.text().contains("Calbayog") && overlay.text().contains("Catarman"));
}
