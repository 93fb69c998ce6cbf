//! What the use cases refuse, a reader of Filipino reads in Filipino.

use adjutant_domain::account::scopes::TokenScopes;

use crate::acts::signed_up;
use crate::client::{Reply, send};
use crate::visitor::{PASSWORD, Visitor, hidden};
use crate::world::World;

const CLAIM: &str = "/account/player/claim";
const CLAIMS: &str = "/organisations/league/claims";
const ADD: &str = "/organisations/league/members/add";

/// The browser of a kind of account, who reads Filipino.
fn reader(world: &World, kind: &str) -> Visitor {
    in_filipino(world.browser(kind))
}

fn in_filipino(mut visitor: Visitor) -> Visitor {
    visitor.cookies.insert("language".to_owned(), "fil".to_owned());
    visitor
}

fn says(reply: &Reply, status: u16, words: &str) {
    let text = reply.text();
    assert_eq!(reply.status, status, "{words}: {text}");
    assert!(text.contains("<html lang=\"fil\""), "{text}");
    assert!(text.contains(words), "{words}: {text}");
    assert!(!text.contains("sa Ingles"), "{words}: {text}");
}

#[test]
fn claims_are_refused_in_filipino() {
    let world = World::new();
    let mut organizer = reader(&world, "organizer");
    for handle in ["Amihan", "Tala"] {
        assert_eq!(organizer.fill(ADD, ADD, &[("handle", handle)]).status, 303);
    }
    let mut pepe = in_filipino(signed_up(&world, "Pepe"));
    let claim = |visitor: &mut Visitor, handle: &str| {
        visitor.fill(CLAIM, CLAIM, &[("handle", handle), ("words", "Ako ito")])
    };
    says(&claim(&mut pepe, "Pepe"), 409, "Manlalaro mo na si Pepe.");
    let mut rosa = in_filipino(signed_up(&world, "Rosa"));
    says(&claim(&mut rosa, "Pepe"), 409, "May account na si Pepe.");
    assert_eq!(claim(&mut pepe, "Amihan").status, 303);
    says(&claim(&mut pepe, "Tala"), 409, "May inaangkin ka nang manlalaro.");

    let form = organizer.form(CLAIMS, CLAIMS);
    assert_eq!(organizer.send_form(&form, &[("decision", "confirm")]).status, 303);
    let again = organizer.send_form(&form, &[("decision", "confirm")]);
    says(&again, 409, "May pasya na sa pag-angking ito.");

    world.sql(
        "UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Pandesal')
             WHERE name = 'stranger'",
    );
    let mut stranger = reader(&world, "stranger");
    says(&claim(&mut stranger, "Tala"), 409, "pagsamahin sila ni Tala.");
}

#[test]
fn refused_claim_decisions_say_why() {
    let world = World::new();
    let mut owner = reader(&world, "owner");
    assert_eq!(owner.fill(ADD, ADD, &[("handle", "Amihan")]).status, 303);
    assert_eq!(owner.fill(CLAIM, CLAIM, &[("handle", "Amihan")]).status, 303);
    let own = owner.fill(CLAIMS, CLAIMS, &[("decision", "confirm")]);
    says(&own, 403, "Hindi ka puwedeng magpasya sa sarili mong pag-angkin.");

    let mut rosa = in_filipino(signed_up(&world, "Rosa"));
    assert_eq!(rosa.fill(CLAIM, CLAIM, &[("handle", "Sidapa")]).status, 303);
    let claim = hidden(&rosa.get("/account/player").text(), "claim").expect("her claim");
    let csrf = owner.token(CLAIMS);
    let fields = [("csrf", csrf.as_str()), ("claim", &claim), ("decision", "confirm")];
    let reply = owner.post_bare(CLAIMS, &[&fields[..], &[("reason", "")]].concat(), &[]);
    says(&reply, 403, "Ang operator ang magpapasya.");
}

#[test]
fn frequent_claims_are_told_when_to_retry() {
    let world = World::new();
    let mut rosa = in_filipino(signed_up(&world, "Rosa"));
    for _ in 0..5 {
        assert_eq!(rosa.fill(CLAIM, CLAIM, &[("handle", "Sidapa")]).status, 303);
        let page = "/account/player";
        let withdraw = rosa.get(page).text();
        let action = withdraw
            .split("action=\"")
            .filter_map(|rest| rest.split('"').next())
            .find(|action| action.contains("withdraw"))
            .expect("it can be withdrawn")
            .to_owned();
        assert_eq!(rosa.fill(page, &action, &[]).status, 303);
    }
    let reply = rosa.fill(CLAIM, CLAIM, &[("handle", "Sidapa")]);
    says(&reply, 429, "Masyadong maraming pagsubok.");
}

#[test]
fn roles_are_refused_in_filipino() {
    let world = World::new();
    let mut owner = reader(&world, "owner");
    let add = "/organisations/league/officials/add";
    let organizer =
        [("way", "account"), ("account", "stranger"), ("role", "organizer"), ("event", "")];
    assert_eq!(owner.fill(add, add, &organizer).status, 303);
    says(&owner.fill(add, add, &organizer), 409, "May role na ganito si stranger.");
    let list = "/organisations/league/officials";
    let page = owner.get(list).text();
    let actions = page.split("action=\"").filter_map(|rest| rest.split('"').next());
    let leave = actions.filter(|action| action.ends_with("/leave")).last().expect("a way out");
    says(&owner.fill(list, leave, &[]), 409, "Si owner ang huling may-ari ng The league.");
}

#[test]
fn organisations_are_refused_in_filipino() {
    let world = World::new();
    let mut owner = reader(&world, "owner");
    let new = "/organisations/new";
    let mut make = |name: &str, slug: &str| owner.fill(new, new, &[("name", name), ("slug", slug)]);
    says(&make("The league", "another"), 422, "May gumagamit na ng “The league” o ng kamukha");
    says(&make("The Ieague", "another"), 422, "May gumagamit na ng “The Ieague” o ng kamukha");
    says(&make("Another", "league"), 422, "May gumagamit na ng “league”.");

    let mut operator = reader(&world, "operator");
    let waiting = "/operator/organisations/waiting";
    let form = operator.form(waiting, waiting);
    let approve = [("decision", "open")];
    assert_eq!(operator.send_form(&form, &approve).status, 303);
    let again = operator.send_form(&form, &approve);
    says(&again, 409, "aktibo na ngayon ang The waiting.");
}

#[test]
fn members_are_refused_in_filipino() {
    let world = World::new();
    let mut owner = reader(&world, "owner");
    let mut add = |handle: &str| owner.fill(ADD, ADD, &[("handle", handle)]);
    assert_eq!(add("Amihan").status, 303);
    says(&add("Amihan"), 409, "Nasa roster na si Amihan.");
    says(&add("Arnihan"), 422, "Kamukha ng “Arnihan” ang “Amihan”");
    says(&add("x"), 422, "Hindi puwede ang handle na “x”: Masyadong maikli");

    let roster = "/organisations/league/roster";
    let rows = "handle,age\nx,\nBagwis,1999-01-02\n=1+1,\nArnihan,\n";
    let faulty = owner.fill(roster, roster, &[("text", rows)]);
    for words in [
        "Hindi puwede ang handle na “x”: Masyadong maikli",
        "Hindi age group ang “1999-01-02”",
        "Hindi puwedeng magsimula ang handle sa “=”",
    ] {
        says(&faulty, 422, words);
    }
    let alike = owner.fill(roster, roster, &[("text", "handle\nArnihan\n")]);
    says(&alike, 422, "Kamukha ng “Arnihan” ang “Amihan”");
}

#[test]
fn the_operators_desk_refuses_in_filipino() {
    let world = World::new();
    let mut operator = reader(&world, "operator");
    let role = "/operator/accounts/operator/role";
    let last = operator.fill(role, role, &[("role", "none"), ("reason", "Sapat na")]);
    says(&last, 409, "Ito ang huling operator na nakakapag-sign in.");
    let same = operator.get("/operator/players?from=Sidapa&into=Sidapa");
    says(&same, 200, "Iisang manlalaro ang dalawang ito.");
}

#[test]
fn the_api_goes_on_saying_it_in_english() {
    let world = World::new();
    let token = format!("Bearer {}", world.token("stranger", TokenScopes::RECORDS_IMPORT));
    let headers = [("Accept-Language", "fil"), ("Authorization", token.as_str())];
    let path = "/api/v1/records?organisation=league";
    let reply = send(world.service.address, "POST", path, &headers, b"");
    let words = "Only organizers and owners of “league” can import for it. Leave organisation out to \
                 import unrated games.";
    assert_eq!((reply.status, reply.json()["detail"].as_str()), (403, Some(words)));
}

#[test]
fn the_handle_of_somebody_who_left_is_refused_in_filipino() {
    let world = World::new();
    let mut mayumi = signed_up(&world, "Mayumi");
    let fields = [("name", "Mayumi"), ("password", PASSWORD)];
    let gone = mayumi.fill("/account/delete", "/account/delete", &fields);
    assert_eq!(gone.status, 303, "{}", gone.text());
    let mut other = in_filipino(Visitor::new(&world.service));
    let taken = other.sign_up("Mayumi", PASSWORD);
    says(&taken, 422, "Handle ito ng umalis na");
}
