//! Badges with a code: officials and helpers at the door check their holders in by it; for everybody else it leads to the event,
//! and nobody guesses one.

use crate::contest_pages::{SWISS, called, done, event, organizer, site, text};
use crate::contest_stewards::{link, phone};
use crate::visitor::{Visitor, hidden};

/// The addresses on the badges of an event, by name.
fn badges(keeper: &mut Visitor, event: &str) -> Vec<String> {
    let page = text(keeper, &format!("{event}/run/badges"));
    assert_eq!(page.matches("class=\"badge\"").count(), 3, "{page}");
    // The test's site has no public address, so that no codes are drawn; the numbers lead there, too.
    assert!(page.contains("which is not configured"), "{page}");
    let paths = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    paths.filter(|path| path.contains("/badges/")).map(str::to_owned).collect()
}

#[test]
fn a_badge_checks_its_holder_in_on_the_phones_of_officials_and_helpers_alone() {
    let service = site();
    let mut keeper = organizer(&service, "Teofila", "Liga ng Romblon");
    let asked = [SWISS, ("check-in", "1"), ("fee", "₱100")];
    let own = event(&mut keeper, "liga-ng-romblon", "Badge Cup", &asked);
    let other = event(&mut keeper, "liga-ng-romblon", "Other Cup", &asked);
    for event in [&own, &other] {
        done(
            &mut keeper,
            event,
            "people",
            &[("do", "add"), ("lines", "Ana\nBen; 1400; Hawks\nCora")],
        );
    }
    let paths = badges(&mut keeper, &own);
    assert_eq!(paths.len(), 3);
    let ben = paths[1].as_str();
    assert!(ben.starts_with(&format!("{own}/badges/2-")), "{ben}");

    // An official: one tap.
    done(&mut keeper, &own, "people", &[("do", "paid"), ("entrant", "2")]);
    let seen = text(&mut keeper, ben);
    assert!(seen.contains("Ben") && seen.contains("Hawks") && seen.contains(">paid<"), "{seen}");
    let token = hidden(&seen, "csrf").expect("a form");
    let send = |of: &mut Visitor, path: &str, token: &str, there: &str| {
        of.post_bare(path, &[("csrf", token), ("there", there)], &[])
    };
    assert_eq!(send(&mut keeper, ben, &token, "1").status, 303);
    assert!(text(&mut keeper, ben).contains("checked in"));
    assert!(text(&mut keeper, &format!("{own}/run")).contains("3 registered, 1 checked in."));

    // A helper at the door sees who it is and what they owe.
    let door = link(&mut keeper, &own, &[("check-in", "1")]);
    let mut door = phone(&service, &door);
    let cora = text(&mut door, &paths[2]);
    assert!(cora.contains("Cora") && cora.contains("fee not paid"), "{cora}");
    let token = hidden(&cora, "csrf").expect("a form");
    assert_eq!(send(&mut door, &paths[2], &token, "1").status, 303);
    assert!(text(&mut keeper, &format!("{own}/run")).contains("3 registered, 2 checked in."));

    // Everybody else is led to the event: visitors, players, helpers for results, officials of nothing.
    let results = link(&mut keeper, &own, &[("results", "1")]);
    let elsewhere = link(&mut keeper, &other, &[("check-in", "1")]);
    let ana = paths[0].as_str();
    for (mut one, form) in [
        (Visitor::new(&service), "/sign-in"),
        (called(&service, "Nobody of Romblon"), "/account/password"),
        (phone(&service, &results), "/sign-in"),
        (phone(&service, &elsewhere), "/sign-in"),
    ] {
        let led = one.get(ana);
        assert_eq!((led.status, led.must("location")), (303, own.as_str()), "{}", led.text());
        let token = one.token(form);
        assert_eq!(send(&mut one, ana, &token, "1").status, 404);
    }

    assert!(text(&mut keeper, &format!("{own}/run")).contains("3 registered, 2 checked in."));

    // Nobody guesses a code, and those of another event or entrant are no good.
    let code = ana.rsplit('-').next().expect("a code");
    assert!(code.len() >= 20, "{code}");
    for wrong in [
        format!("{own}/badges/1-00000000000000000000"),
        format!("{own}/badges/2-{code}"),
        format!("{other}/badges/1-{code}"),
        format!("{own}/badges/99-{code}"),
        format!("{own}/badges/{code}"),
    ] {
        assert_eq!(keeper.get(&wrong).status, 404, "{wrong}");
        assert_eq!(door.get(&wrong).status, 404, "{wrong}");
    }
    // No page for the public has a code, and only those who check in print badges.
    let mut public = Visitor::new(&service);
    for page in ["", "?view=players", "/print/cards", "/print/table-cards", "/print/slips"] {
        let reply = public.get(&format!("{own}{page}"));
        assert!(!reply.text().contains("/badges/"), "{page}");
    }
    assert_eq!(public.get(&format!("{own}/print/badges")).status, 404);
    assert_ne!(public.get(&format!("{own}/run/badges")).status, 200);
    assert_ne!(called(&service, "Also Nobody").get(&format!("{own}/run/badges")).status, 200);
}

#[test]
fn an_entrant_has_the_badge_on_their_own_phone_and_nobody_else_sees_it() {
    let service = site();
    let mut keeper = organizer(&service, "Marcelina", "Liga ng Siquijor");
    let asked = [SWISS, ("check-in", "1")];
    let own = event(&mut keeper, "liga-ng-siquijor", "Phone Cup", &asked);
    done(&mut keeper, &own, "settings", &[("do", "open")]);
    let mut player = called(&service, "Isabelo");
    let own_badge = format!("{own}/badge");
    assert_eq!(player.get(&own_badge).status, 404, "who is not in has none");
    assert!(!text(&mut player, &own).contains("My badge"));
    let token = player.token(&own);
    let enter = [("csrf", token.as_str()), ("do", "enter")];
    assert_eq!(player.post_bare(&format!("{own}/part"), &enter, &[]).status, 303);
    assert!(text(&mut player, &own).contains("My badge"));
    let badge = player.get(&own_badge);
    assert_eq!((badge.status, badge.must("cache-control")), (200, "private, no-store"));
    assert!(badge.text().contains("Isabelo"), "{}", badge.text());
    assert_eq!(keeper.get(&own_badge).status, 404);
    assert_ne!(Visitor::new(&service).get(&own_badge).status, 200);
}
