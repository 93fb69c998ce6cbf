//! Published reviews that a moderator takes down: nobody but their authors and the moderators sees them, the authors read
//! why, and publish them again only once they are given back.

use adjutant_domain::account::scopes::TokenScopes;
use serde_json::json;

use crate::reviews_api::{begun, written};
use crate::visitor::Visitor;
use crate::world::World;

/// The page of a review whose address in the API this is.
fn page_of(api: &str) -> String {
    api.trim_start_matches("/api/v1").to_owned()
}

fn publish(world: &World, token: &str, own: &str) -> u16 {
    world.show(Some(token), "POST", &format!("{own}/publish"), "").status
}

fn rule(visitor: &mut Visitor, page: &str, what: &str, reason: &str) -> u16 {
    let form = format!("{page}/{what}");
    visitor.fill(&form, &form, &[("reason", reason)]).status
}

#[test]
#[expect(clippy::cognitive_complexity, reason = "one course of a review, told as it goes")]
fn a_removed_review_is_private_until_restored() {
    let (world, token) = written();
    let own = begun(&world, &token, "Rude words");
    let page = page_of(&own);
    let mut moderator = world.browser("moderator");
    assert_eq!(moderator.get(&page).status, 404, "what is not published is its author's alone");
    assert_eq!(publish(&world, &token, &own), 200);
    assert!(moderator.get(&page).text().contains("/take-down"));
    let mut author = world.browser("stranger");
    for visitor in [&mut author, &mut world.browser("organizer"), &mut Visitor::new(&world.service)]
    {
        assert!(!visitor.get(&page).text().contains("/take-down"));
    }
    assert_eq!(author.get(&format!("{page}/take-down")).status, 403);
    assert_eq!(rule(&mut moderator, &page, "take-down", " "), 422, "he must say why");
    assert_eq!(rule(&mut moderator, &page, "take-down", "It insults <Ben>."), 303);
    assert_eq!(moderator.get(&format!("{page}/take-down")).status, 404, "once is enough");
    let replay = format!("/games/{}", world.game);
    let mut nobody = Visitor::new(&world.service);
    assert_eq!(nobody.get(&page).status, 404);
    assert!(!nobody.get(&replay).text().contains("Rude words"));
    let shown = author.get(&page).text();
    assert!(shown.contains("It insults &#60;Ben&#62;.") && !shown.contains("value=\"publish\""));
    assert!(author.get("/reviews").text().contains("removed by a moderator"));
    let trail = author.get("/account/audit").text();
    assert!(
        trail.contains("Review removed from public view") && trail.contains("It insults"),
        "{trail}"
    );
    let csrf = author.token(&page);
    let fields = [("csrf", csrf.as_str()), ("do", "publish")];
    assert_eq!(author.post_bare(&format!("{page}/state"), &fields, &[]).status, 409);
    assert_eq!(publish(&world, &token, &own), 409);
    let list = moderator.get("/operator/reviews").text();
    assert!(list.contains("Rude words") && list.contains(&format!("href=\"{page}\"")), "{list}");
    assert_eq!(author.get("/operator/reviews").status, 403);
    let body = json!({"title": "Kind words"}).to_string();
    let changed = world.show(Some(&token), "POST", &format!("{own}/change"), &body);
    assert_eq!(changed.json()["review"]["taken_down"]["reason"], "It insults <Ben>.");
    assert!(moderator.get(&page).text().contains("Kind words"), "he sees that it was changed");
    assert_eq!(rule(&mut moderator, &page, "give-back", "It is kind now."), 303);
    assert_eq!(moderator.get(&page).status, 404, "it is its author's alone");
    assert!(!author.get(&page).text().contains("It insults"));
    assert_eq!(publish(&world, &token, &own), 200);
    assert_eq!(nobody.get(&page).status, 200);
}

#[test]
fn by_token_a_moderator_does_the_same_and_nobody_to_his_own() {
    let (world, token) = written();
    let own = begun(&world, &token, "Rude words");
    assert_eq!(publish(&world, &token, &own), 200);
    let moderator = world.token("moderator", TokenScopes::OFFICIATE);
    let rule = |token: &str, what: &str, reason: &str| {
        let body = json!({"reason": reason}).to_string();
        world.show(Some(token), "POST", &format!("{own}/{what}"), &body)
    };
    assert_eq!(rule(&world.token("owner", TokenScopes::OFFICIATE), "take-down", "no").status, 403);
    assert_eq!(rule(&moderator, "take-down", "").status, 400);
    assert_eq!(rule(&moderator, "give-back", "why").status, 404, "it is not taken down");
    let down = rule(&moderator, "take-down", "It insults Ben.");
    assert_eq!(down.json()["state"], "taken-down", "{}", down.whole());
    assert_eq!(rule(&moderator, "take-down", "again").status, 409);
    assert_eq!(world.service.get(&own).status, 404);
    let all = world.show(Some(&moderator), "GET", "/api/v1/reviews/taken-down", "").json();
    assert_eq!(all["reviews"][0]["taken_down"]["reason"], "It insults Ben.");
    let seen = world.show(Some(&moderator), "GET", &own, "");
    assert_eq!((seen.status, seen.json()["review"]["own"].clone()), (200, json!(false)));
    let give = |who: &str| {
        world.sql(&format!(
            "UPDATE reviews SET account_id = (SELECT id FROM accounts WHERE name = '{who}')"
        ));
    };
    give("moderator");
    assert_eq!(rule(&moderator, "give-back", "it is mine").status, 404);
    let all = world.show(Some(&moderator), "GET", "/api/v1/reviews/taken-down", "").json();
    assert_eq!(all["reviews"], json!([]), "others decide about his own");
    give("stranger");
    assert_eq!(rule(&moderator, "give-back", "The words are gone.").json()["state"], "private");
    assert_eq!(publish(&world, &token, &own), 200);
}
