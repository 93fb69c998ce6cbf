//! The lobby over HTTP and without script: offers are made, declined, taken back and taken up.

use crate::client::Reply;
use crate::markup::forms;
use crate::visitor::Visitor;

/// Makes an offer with these fields, the others as the page has them.
pub fn offer(visitor: &mut Visitor, fields: &[(&str, &str)]) -> Reply {
    visitor.fill("/play/new", "/play/new", fields)
}

/// Presses the button of the lobby that does this to the offer of `by`; gives where it leads.
pub fn press(visitor: &mut Visitor, by: &str, act: &str) -> Reply {
    let page = visitor.get("/play").text();
    let own = page.split("<li").find(|line| line.contains(&format!("<b>{by}</b>")));
    let line = own.unwrap_or_else(|| panic!("no offer of {by}: {page}"));
    let action = line.split("action=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let mut actions = action.filter(|action| action.ends_with(act));
    let action = actions.next().unwrap_or_else(|| panic!("no button: {line}")).to_owned();
    let form = forms(&page).into_iter().find(|form| form.action == action).expect("its form");
    visitor.send_form(&form, &[])
}

/// The page of the lobby without its head and its foot.
fn lobby(visitor: &mut Visitor) -> String {
    let page = visitor.get("/play");
    assert_eq!((page.status, page.must("cache-control")), (200, "private, no-store"));
    let text = page.text();
    let main = text.split("<main").nth(1).and_then(|rest| rest.split("</main>").next());
    main.expect("a page").to_owned()
}

#[test]
fn an_offer_to_everybody_is_taken_up_by_one_and_leads_both_to_their_game() {
    let (mut ana, mut ben) = (Visitor::called("Lanao"), Visitor::called("Laguna"));
    let made = offer(&mut ana, &[("pace", "600+5"), ("color", "white")]);
    assert_eq!((made.status, made.must("location")), (303, "/play?done=offer-made"));
    for words in ["Lanao", "10 min + 5 s", "rated", "Black"] {
        assert!(lobby(&mut ben).contains(words), "{words}");
    }
    let nobody = lobby(&mut Visitor::anybody());
    assert!(nobody.contains("Lanao") && !nobody.contains("/accept"), "{nobody}");
    let taken = press(&mut ben, "Lanao", "/accept");
    assert_eq!(taken.status, 303, "{}", taken.text());
    let address = taken.must("location").to_owned();
    assert!(address.len() == 22 && address.starts_with("/play/"), "{address}");
    for (player, opponent) in [(&mut ana, "Laguna"), (&mut ben, "Lanao")] {
        let page = lobby(player);
        assert!(page.contains(&format!("data-play=\"{address}\"")), "{page}");
        assert!(page.contains(opponent) && page.contains("deploying"), "{page}");
    }
    assert!(!lobby(&mut Visitor::called("Lubang")).contains("Lanao"), "it is gone");
}

#[test]
fn an_offer_to_one_player_is_shown_to_nobody_else_and_may_be_declined() {
    let (mut ana, mut ben) = (Visitor::called("Marinduque"), Visitor::called("Masbate"));
    assert_eq!(offer(&mut ana, &[("pace", "3d"), ("to", "Masbate")]).status, 303);
    let mut other = Visitor::called("Mindoro");
    assert!(!lobby(&mut other).contains("Marinduque"));
    assert!(lobby(&mut ben).contains("3 days per move"));
    assert!(ana.get("/play?done=offer-made").text().contains("Your game request is open."));
    assert_eq!(ben.get("/notices/unread").text(), "1");
    let declined = press(&mut ben, "Marinduque", "/take-back");
    assert_eq!(declined.must("location"), "/play?done=offer-gone");
    assert_eq!(ben.get("/notices/unread").text(), "", "he has answered it");
    let page = lobby(&mut ana);
    assert!(!page.contains("→ Masbate"), "{page}");
    assert!(page.contains("Masbate declined your game request."), "{page}");
    assert!(!ana.get("/play?done=offer-made").text().contains("Your game request is open."));
    assert!(ana.get("/notices").text().contains("Masbate declined your game request."));
    assert_eq!(offer(&mut ana, &[("pace", "other"), ("other_pace", "900+0d10")]).status, 303);
    assert!(lobby(&mut other).contains("15 min, 10 s delay"));
    assert_eq!(press(&mut ana, "Marinduque", "/take-back").status, 303);
    assert!(!lobby(&mut other).contains("Marinduque"));
}

#[test]
fn an_invalid_game_request_comes_back_with_errors() {
    let mut ana = Visitor::called("Palawan");
    for (fields, status, words) in [
        (vec![("pace", "other"), ("other_pace", "soon")], 422, "href=\"#offer-other_pace\""),
        (vec![("rules", "chess")], 422, "href=\"#offer-rules\""),
        (vec![("to", "Palawan")], 409, "You cannot play against yourself"),
    ] {
        let refused = offer(&mut ana, &fields);
        assert_eq!(refused.status, status, "{fields:?}");
        assert!(refused.text().contains(words), "{fields:?}: {}", refused.text());
    }
    assert_eq!(offer(&mut ana, &[("to", "Nobodyatall")]).status, 404);
    let mut ben = Visitor::called("Pangasinan");
    for id in ["0123456789abcdef", "x"] {
        let token = ben.token("/play/new");
        let path = format!("/play/offers/{id}/accept");
        assert_eq!(ben.post_bare(&path, &[("csrf", &token)], &[]).status, 404, "{id}");
    }
    assert_eq!(Visitor::anybody().get("/play/new").status, 303, "who signs in may");
}
