//! Notices over HTTP and without script: the bell, the list, and the settings.

use crate::lobby::offer;
use crate::markup::forms;
use crate::visitor::Visitor;

/// The number at the bell; empty for none.
fn bell(visitor: &mut Visitor) -> String {
    let reply = visitor.get("/notices/unread");
    assert_eq!((reply.status, reply.must("cache-control")), (200, "private, no-store"));
    reply.text()
}

/// Presses the button of the list whose form sends this field.
fn press(visitor: &mut Visitor, field: &str) -> u16 {
    let page = visitor.get("/notices").text();
    let form =
        forms(&page).into_iter().find(|form| form.fields.iter().any(|(name, _)| name == field));
    visitor.send_form(&form.unwrap_or_else(|| panic!("no form: {page}")), &[]).status
}

#[test]
fn a_game_request_rings_the_bell_until_it_is_read() {
    let (mut ana, mut ben) = (Visitor::called("Quezon"), Visitor::called("Quirino"));
    assert_eq!(bell(&mut ben), "");
    for _ in 0..2 {
        assert_eq!(offer(&mut ana, &[("pace", "3d"), ("to", "Quirino")]).status, 303);
    }
    assert_eq!((bell(&mut ben), bell(&mut ana)), ("2".to_owned(), String::new()));
    let home = ben.get("/").text();
    assert!(home.contains("bell-count") && home.contains("2 unread"), "{home}");
    let list = ben.get("/notices").text();
    assert_eq!(
        list.matches("Quezon asks you for a game.").count(),
        4,
        "each with its button: {list}"
    );
    assert_eq!(press(&mut ben, "one"), 303);
    assert_eq!(bell(&mut ben), "1");
    assert_eq!(press(&mut ben, "all"), 303);
    assert_eq!(bell(&mut ben), "");
    assert!(!ben.get("/notices").text().contains("Mark all as read"));
}

#[test]
fn notices_are_for_signed_in_visitors_only() {
    let mut nobody = Visitor::anybody();
    for path in ["/notices", "/notices/settings", "/notices/unread"] {
        assert_eq!(nobody.get(path).status, 303, "{path}");
    }
    assert!(!nobody.get("/").text().contains("class=\"bell\""));
}

#[test]
fn a_kind_that_is_switched_off_is_not_told() {
    let (mut ana, mut ben) = (Visitor::called("Romblon"), Visitor::called("Rizal"));
    let page = ben.get("/notices/settings").text();
    let form =
        forms(&page).into_iter().find(|form| form.action == "/notices/settings").expect("a form");
    let kept: Vec<(String, String)> = form
        .fields
        .iter()
        .filter(|(name, value)| !(name == "site" && value == "request"))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let sent: Vec<(&str, &str)> = kept.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let saved = ben.post_bare("/notices/settings", &sent, &[]);
    assert_eq!(saved.must("location"), "/notices/settings?done=notices-saved", "{}", saved.text());
    assert_eq!(offer(&mut ana, &[("pace", "3d"), ("to", "Rizal")]).status, 303);
    assert_eq!(bell(&mut ben), "");
}

#[test]
fn older_notices_are_on_the_next_page_and_a_page_that_is_none_is_refused() {
    let mut ana = Visitor::called("Sorsogon");
    assert_eq!(ana.get("/notices?before=5").status, 200);
    assert_eq!(ana.get("/notices?before=x").status, 400);
}
