//! What people do to each other, from the form to the page that shows it: claims, merges,
//! verified affiliations, roles.

use crate::api_matrix::all_scopes;
use crate::client::Reply;
use crate::markup::forms;
use crate::visitor::{PASSWORD, Visitor, encoded, hidden};
use crate::world::World;

fn leads_to(reply: &Reply, address: &str) {
    assert_eq!(reply.status, 303, "{}", reply.whole());
    assert_eq!(reply.must("location"), address);
}

pub fn signed_up(world: &World, name: &str) -> Visitor {
    let mut visitor = Visitor::new(&world.service);
    assert_eq!(visitor.sign_up(name, PASSWORD).status, 303);
    visitor
}

const CLAIM: &str = "/account/player/claim";
const CLAIMS: &str = "/organisations/league/claims";

/// A member of this organisation only, so that it decides about claims on them.
const MEMBER: &str = "Amihan";

fn add(official: &mut Visitor) {
    let page = "/organisations/league/members/add";
    assert_eq!(official.fill(page, page, &[("handle", MEMBER)]).status, 303);
}

#[test]
fn a_claim_is_refused_and_another_confirmed_by_an_official_who_knows_the_player() {
    let world = World::new();
    let mut organizer = world.browser("organizer");
    add(&mut organizer);
    let mut rosa = signed_up(&world, "Rosa");
    let mut berta = signed_up(&world, "Berta");
    let claim = [("handle", MEMBER), ("words", "I play on Sundays")];
    leads_to(&rosa.fill(CLAIM, CLAIM, &claim), "/account/player?done=claim");
    assert_eq!(world.browser("foreign").get(CLAIMS).status, 403, "it is no claim of theirs");
    let page = organizer.get(CLAIMS).text();
    assert!(page.contains("Rosa") && page.contains("I play on Sundays"), "{page}");
    let nothing = organizer.fill(CLAIMS, CLAIMS, &[("decision", "refuse"), ("reason", "")]);
    assert!(nothing.status == 422 && nothing.text().contains("-reason\""), "{}", nothing.text());
    let why = [("decision", "refuse"), ("reason", "We have not met")];
    leads_to(&organizer.fill(CLAIMS, CLAIMS, &why), &format!("{CLAIMS}?done=org-claim-refused"));
    let page = rosa.get("/account/player").text();
    assert!(page.contains("rejected") && hidden(&page, "claim").is_none(), "{page}");
    assert_eq!(rosa.get("/players/Rosa").status, 200, "she is who she was");

    for visitor in [&mut rosa, &mut berta] {
        leads_to(&visitor.fill(CLAIM, CLAIM, &claim), "/account/player?done=claim");
    }
    let page = organizer.get(CLAIMS).text();
    let rosas =
        page.split("Rosa").nth(1).and_then(|rest| hidden(rest, "claim")).expect("her claim");
    let csrf = hidden(&page, "csrf").expect("a token");
    let confirm =
        [("csrf", csrf.as_str()), ("claim", &rosas), ("decision", "confirm"), ("reason", "")];
    let done = organizer.post_bare(CLAIMS, &confirm, &[]);
    leads_to(&done, &format!("{CLAIMS}?done=org-claim-confirmed"));
    let again = organizer.post_bare(CLAIMS, &confirm, &[]);
    assert_eq!(again.status, 409, "{}", again.text());
    // The session that was open before knows it at once.
    let page = rosa.get("/account/player").text();
    assert!(page.contains("/players/Amihan") && page.contains("confirmed"), "{page}");
    assert!(
        berta.get("/account/player").text().contains("rejected"),
        "only one of the two is the player"
    );
    let moved = world.service.get("/players/Rosa");
    assert_eq!((moved.status, moved.must("location")), (308, "/players/Amihan"));
    assert_eq!(world.service.get("/api/v1/players/Rosa").json()["handle"], MEMBER);
    let reply = berta.fill(CLAIM, CLAIM, &claim);
    assert_eq!(reply.status, 409, "he has an account: {}", reply.text());
    let trail = world.browser("owner").get("/organisations/league/audit").text();
    assert!(trail.contains("We have not met"), "{trail}");
}

#[test]
fn nobody_decides_about_his_own_claim() {
    let world = World::new();
    let mut owner = world.browser("owner");
    add(&mut owner);
    leads_to(&owner.fill(CLAIM, CLAIM, &[("handle", MEMBER)]), "/account/player?done=claim");
    let own = owner.fill(CLAIMS, CLAIMS, &[("decision", "confirm")]);
    assert_eq!(own.status, 403, "{}", own.text());
    let page = owner.get("/account/player").text();
    assert!(hidden(&page, "claim").is_some(), "it is open still: {page}");
}

/// Two players who have never met.
fn strangers(world: &World) -> (String, String) {
    let list = world.service.get("/api/v1/players").json();
    let names: Vec<String> = list["players"]
        .as_array()
        .expect("players")
        .iter()
        .map(|one| one["handle"].as_str().expect("a handle").to_owned())
        .collect();
    for (at, one) in names.iter().enumerate() {
        for other in &names[at + 1..] {
            let path = format!("/api/v1/players/{}/versus/{}", encoded(one), encoded(other));
            let versus = world.service.get(&path);
            let met = versus.json()["games"].as_array().is_some_and(|games| !games.is_empty());
            if !met {
                return (one.clone(), other.clone());
            }
        }
    }
    panic!("everybody has met everybody");
}

#[test]
fn two_players_are_made_one_after_a_look_and_two_again() {
    let world = World::new();
    let mut operator = world.browser("operator");
    let (from, into) = strangers(&world);
    let page = format!("/operator/players?from={}&into={}", encoded(&from), encoded(&into));
    let player = |handle: &str| world.service.get(&format!("/api/v1/players/{}", encoded(handle)));
    let games = |handle: &str| {
        let all = player(handle).json()["all"].clone();
        ["wins", "draws", "losses"]
            .iter()
            .map(|one| all[one].as_u64().expect("a count"))
            .sum::<u64>()
    };
    let ratings = |handle: &str| player(handle).json()["ratings"].clone();
    let (before, of_each) = ([ratings(&from), ratings(&into)], [games(&from), games(&into)]);
    let shown = operator.get(&page).text();
    assert!(shown.contains(&format!("<dd>{}", of_each[0])), "{shown}");
    assert_eq!(player(&from).status, 200, "a look changes nothing");
    let nothing = operator.fill(&page, "/operator/players", &[("reason", "")]);
    assert!(
        nothing.status == 422 && nothing.text().contains("#merge-reason"),
        "{}",
        nothing.text()
    );
    let why = [("reason", "The same card")];
    leads_to(&operator.fill(&page, "/operator/players", &why), "/operator/players?done=op-merged");
    let moved = world.service.get(&format!("/players/{}", encoded(&from)));
    let there = format!("/players/{}", encoded(&into));
    assert_eq!((moved.status, moved.must("location")), (308, there.as_str()));
    assert_eq!(moved.must("cache-control"), "no-store", "it can be undone");
    assert_eq!(player(&from).json()["handle"], into.as_str());
    assert_eq!(games(&into), of_each[0] + of_each[1]);
    assert_ne!(ratings(&into), before[1], "ratings are made anew");
    let list = operator.get("/operator/players").text();
    assert!(list.contains("The same card"), "{list}");
    let undo = list.split("href=\"").find_map(|rest| {
        let link = rest.split('"').next()?;
        link.ends_with("/undo").then(|| link.to_owned())
    });
    let undo = undo.expect("it can be undone");
    assert_eq!(operator.fill(&undo, &undo, &[("reason", "")]).status, 422);
    let done = operator.fill(&undo, &undo, &[("reason", "They are brothers")]);
    leads_to(&done, "/operator/players?done=op-undone");
    assert_eq!(operator.fill(&undo, &undo, &[("reason", "again")]).status, 409);
    assert_eq!([games(&from), games(&into)], of_each);
    assert_eq!([ratings(&from), ratings(&into)], before);
    let trail = operator.get("/operator/audit").text();
    for reason in ["The same card", "They are brothers"] {
        assert!(trail.contains(reason), "{reason}");
    }
}

#[test]
fn an_affiliation_is_verified_by_somebody_on_a_day_and_no_longer_once_it_changes() {
    let world = World::new();
    let mut organizer = world.browser("organizer");
    let edit = "/organisations/league/members/Sidapa/edit";
    let verify = "/organisations/league/members/Sidapa/verify";
    let members = "/organisations/league/members";
    let today = chrono::Utc::now().format("%-d %b %Y").to_string();
    let is_verified = |world: &World| {
        let page = world.service.get(members).text();
        let line = page.split("/players/Sidapa").nth(1).and_then(|rest| rest.split("</tr>").next());
        line.expect("his line").contains("verified")
    };
    assert!(!is_verified(&world));
    let done = organizer.fill(members, verify, &[]);
    leads_to(&done, &format!("{members}?done=org-member-verified"));
    assert!(is_verified(&world), "everybody sees it");
    let page = organizer.get(edit).text();
    assert!(page.contains(&format!("verified by organizer on {today}")), "{page}");
    leads_to(
        &organizer.fill(edit, edit, &[("number", "99")]),
        &format!("{members}?done=org-member-saved"),
    );
    assert!(is_verified(&world), "his number is not what was verified");
    organizer.fill(edit, edit, &[("club", "Another Club")]);
    assert!(!is_verified(&world), "nobody has verified another club");
    organizer.fill(members, verify, &[]);
    assert!(is_verified(&world));
    let taken = organizer.fill(edit, verify, &[]);
    leads_to(&taken, &format!("{members}?done=org-member-unverified"));
    assert!(!is_verified(&world));
    assert_eq!(world.browser("foreign").get(edit).status, 403);
}

/// The address of the page that takes away an account's role.
fn revoke(visitor: &mut Visitor, name: &str) -> String {
    let page = visitor.get("/organisations/league/officials").text();
    let line = page.split("<tr>").find(|line| line.contains(&format!(">{name}")));
    let line = line.unwrap_or_else(|| panic!("{name} has no role: {page}"));
    let link = line
        .split("href=\"")
        .find_map(|rest| rest.split('"').next().filter(|link| link.ends_with("/revoke")));
    link.expect("it can be taken").to_owned()
}

#[test]
fn a_role_that_is_given_changed_and_taken_holds_from_the_next_request_on() {
    let world = World::new();
    let (mut owner, mut stranger) = (world.browser("owner"), world.browser("stranger"));
    let add = "/organisations/league/officials/add";
    let list = "/organisations/league/officials";
    let roster = "/organisations/league/roster";
    assert_eq!(stranger.get(list).status, 403);
    let official = |duties: &'static [&'static str]| {
        let mut fields =
            vec![("way", "account"), ("account", "stranger"), ("role", "official"), ("event", "")];
        fields.extend(duties.iter().map(|one| ("duties", *one)));
        fields
    };
    leads_to(
        &owner.fill(add, add, &official(&["results"])),
        &format!("{list}?done=org-role-given"),
    );
    assert_eq!(stranger.get(roster).status, 403, "an official keeps no roster");
    let again = owner.fill(add, add, &official(&["results"]));
    assert_eq!(again.status, 409, "he has it: {}", again.text());
    leads_to(
        &owner.fill(add, add, &official(&["results", "pairings"])),
        &format!("{list}?done=org-role-given"),
    );
    let page = owner.get(list).text();
    assert_eq!(page.matches(">stranger").count(), 1, "other duties, the same role: {page}");
    assert!(page.to_lowercase().contains("pairings"), "{page}");
    let trail = owner.get("/organisations/league/audit").text();
    assert!(trail.contains("Duties") || trail.contains("duties"), "{trail}");

    let organizer =
        [("way", "account"), ("account", "stranger"), ("role", "organizer"), ("event", "")];
    leads_to(&owner.fill(add, add, &organizer), &format!("{list}?done=org-role-given"));
    let form = stranger.form(roster, roster);
    for _ in 0..2 {
        let there = revoke(&mut owner, "stranger");
        assert_eq!(owner.fill(&there, &there, &[("reason", "The season is over")]).status, 303);
    }
    // The page is open still, and its form no longer works.
    let late = stranger.send_form(&form, &[("text", "handle\nIntruder\n")]);
    assert_eq!(late.status, 403, "{}", late.text());
    assert_eq!(stranger.get(roster).status, 403);
    assert!(stranger.is_signed_in(), "and he is who he was");

    let mut operator = world.browser("operator");
    let role = "/operator/accounts/stranger/role";
    assert_eq!(stranger.get("/operator").status, 403);
    let given = operator.fill(role, role, &[("role", "moderator"), ("reason", "He helps")]);
    assert_eq!(given.status, 303, "{}", given.text());
    let overview = stranger.get("/operator");
    assert_eq!(overview.status, 200);
    assert!(overview.text().contains("This server makes none by itself"), "of backups");
    let taken = operator.fill(role, role, &[("role", "none"), ("reason", "He helped")]);
    assert_eq!(taken.status, 303, "{}", taken.text());
    assert_eq!(stranger.get("/operator").status, 403);
    let suspend = "/operator/accounts/stranger/suspend";
    let token = world.token("stranger", all_scopes());
    let by_token = || world.show(Some(&token), "GET", "/api/v1/me", "").status;
    assert_eq!(by_token(), 200);
    assert_eq!(operator.fill(suspend, suspend, &[("reason", "Spam")]).status, 303);
    assert!(!stranger.is_signed_in(), "who is suspended is nobody");
    let reinstate = "/operator/accounts/stranger/reinstate";
    assert_eq!(operator.fill(reinstate, reinstate, &[("reason", "It was not")]).status, 303);
    assert_eq!(by_token(), 401, "who comes back makes new tokens");
}

/// What the form at an address would send now.
fn stands(visitor: &mut Visitor, page: &str) -> Vec<(String, String)> {
    let form = forms(&visitor.get(page).text()).into_iter().find(|form| form.action == page);
    let mut fields = form.expect("its form").fields;
    fields.retain(|(name, _)| name != "csrf");
    fields
}

#[test]
fn a_field_that_is_not_sent_stays_and_one_that_is_sent_empty_is_emptied() {
    let world = World::new();
    let mut owner = world.browser("owner");
    let edit = "/organisations/league/edit";
    let whole = [
        ("about", "We play\non Sundays"),
        ("place", "Cebu"),
        ("website", "https://league.example"),
        ("second-factor", "1"),
    ];
    assert_eq!(owner.fill(edit, edit, &whole).status, 303);
    let before = stands(&mut owner, edit);
    let stamp = before.iter().find(|(name, _)| name == "before").expect("a stamp").1.clone();
    let titles = "/organisations/league/titles";
    assert_eq!(owner.fill(titles, titles, &[("titles", "0 Recruit\n1500 Scout")]).status, 303);
    let season = "/organisations/league/seasons/1";
    let member = "/organisations/league/members/Sidapa/edit";
    for page in [edit, titles, season, member] {
        let before = stands(&mut owner, page);
        let stamp =
            before.iter().find(|(name, _)| name == "before").map(|(_, value)| value.clone());
        let stamp = stamp.iter().map(|value| ("before", value.as_str())).collect::<Vec<_>>();
        let reply = owner.post(page, &stamp);
        assert!([303, 422].contains(&reply.status), "{page}: {}", reply.status);
        assert_eq!(stands(&mut owner, page), before, "{page}");
    }
    // As a browser sends it, nothing touched.
    for page in [edit, titles, season, member] {
        let before = stands(&mut owner, page);
        assert_eq!(owner.fill(page, page, &[]).status, 303, "{page}");
        assert_eq!(stands(&mut owner, page), before, "{page}");
    }
    let one = owner.post(edit, &[("before", &stamp), ("place", "")]);
    assert_eq!(one.status, 303, "{}", one.text());
    let after = stands(&mut owner, edit);
    let of =
        |name: &str| after.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str());
    assert_eq!((of("place"), of("website")), (Some(""), Some("https://league.example")));
    assert_eq!(
        of("second-factor"),
        Some("1"),
        "a box of a form that was not there is not unticked"
    );
    assert_eq!(owner.fill(member, member, &[("club", "")]).status, 303);
    let after = stands(&mut owner, member);
    assert!(after.contains(&("club".to_owned(), String::new())), "{after:?}");
    assert!(after.contains(&("province".to_owned(), "Cebu".to_owned())), "{after:?}");
    assert_eq!(
        owner.fill(titles, titles, &[("titles", "")]).status,
        303,
        "the site's titles again"
    );
    assert!(stands(&mut owner, titles).contains(&("titles".to_owned(), String::new())));
}

#[test]
fn text_errors_are_in_the_readers_language() {
    let world = World::new();
    let mut pepe = signed_up(&world, "Pepe");
    pepe.cookies.insert("language".to_owned(), "fil".to_owned());
    let mut owner = world.browser("owner");
    let (long, unseen) = ("x".repeat(501), "a\u{202e}b");
    let remove = "/organisations/league/members/Sidapa/remove";
    let edit = "/organisations/league/edit";
    for (visitor, page, field) in [
        (&mut pepe, "/account/player", "display_name"),
        (&mut owner, remove, "reason"),
        (&mut world.browser("owner"), edit, "place"),
    ] {
        visitor.cookies.insert("language".to_owned(), "fil".to_owned());
        for (text, words) in [(long.as_str(), "hanggang"), (unseen, "Hindi nakikita")] {
            let reply = visitor.fill(page, page, &[(field, text)]);
            assert_eq!(reply.status, 422, "{page}");
            assert!(reply.text().contains(words), "{page}: {}", reply.text());
        }
    }
    for (text, words) in [(long.as_str(), "hanggang"), (unseen, "Hindi nakikita")] {
        let reply = pepe.fill(CLAIM, CLAIM, &[("handle", "Sidapa"), ("words", text)]);
        assert!(reply.status == 422 && reply.text().contains(words), "{}", reply.text());
    }
    // As long as the service takes, and no longer.
    for (length, status) in [(60, 303), (61, 422)] {
        let name = "x".repeat(length);
        let page = "/account/player";
        assert_eq!(pepe.fill(page, page, &[("display_name", &name)]).status, status, "{length}");
    }
}
