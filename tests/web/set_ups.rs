//! Set-ups of one's own, over HTTP and without script: kept, shown to nobody else, and told by nothing.

use std::sync::Arc;

use salpakan::record::codec::{deployment_count, deployment_from_number};
use salpakan::record::{parse_share_code, share_code};
use salpakan::rules::{Color, Deployment, RuleSet};

use crate::client::Reply;
use crate::markup::{Shown, forms, tags};
use crate::routes::routes;
use crate::service::{Service, Start};
use crate::visitor::{PASSWORD, Visitor};

const NEW: &str = "/set-ups/new";
const EXAMPLE: &str = "3..PL5P../.ASKTP.4S/BMCPPF12P";
const EXAMPLE_CODE: &str = "06ev2f1j7fws668";

/// The board's form on a page.
fn board(reply: &Reply) -> Shown {
    let all = forms(&reply.text());
    let found = all.into_iter().find(|form| form.fields.iter().any(|(name, _)| name == "cell"));
    found.unwrap_or_else(|| panic!("no board: {}", reply.whole()))
}

/// What stands on it.
pub fn cells(reply: &Reply) -> String {
    let own = board(reply).fields.into_iter().filter(|(name, _)| name == "cell");
    own.map(|(_, letter)| if letter.is_empty() { ".".to_owned() } else { letter }).collect()
}

/// The form with these letters in its cells.
fn filled(mut form: Shown, letters: &str) -> Shown {
    let letters: Vec<String> = letters.chars().filter(|c| *c != '/').map(String::from).collect();
    let cells = form.fields.iter_mut().filter(|(name, _)| name == "cell");
    assert_eq!(cells.map(|_| 1).sum::<usize>(), letters.len());
    let own = form.fields.iter_mut().filter(|(name, _)| name == "cell");
    own.zip(letters).for_each(|(field, letter)| field.1 = letter);
    form
}

fn keep(visitor: &mut Visitor, rules: &str, name: &str, letters: &str) -> Reply {
    let page = visitor.get(&format!("{NEW}?rules={rules}"));
    let form = filled(board(&page), letters);
    visitor.send_form(&form, &[("name", name), ("do", "save")])
}

fn kept(visitor: &mut Visitor, name: &str, letters: &str) {
    let reply = keep(visitor, "standard", name, letters);
    assert_eq!((reply.status, reply.must("location")), (303, "/set-ups?done=set-up-kept"));
}

/// Some deployment of the published game.
fn army(seed: u128) -> Deployment {
    let rules = RuleSet::STANDARD;
    let number = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    let number = number % deployment_count(&rules);
    deployment_from_number(&rules, Color::White, number).expect("below the count")
}

#[test]
fn a_set_up_is_made_listed_changed_renamed_and_removed() {
    let mut ana = Visitor::called("Anahaw");
    assert!(ana.get("/set-ups").text().contains("No saved set-ups yet."));
    kept(&mut ana, "Left wing", EXAMPLE);
    let list = ana.get("/set-ups?done=set-up-kept").text();
    for word in ["Set-up saved.", "Left wing", EXAMPLE_CODE] {
        assert!(list.contains(word), "{word}: {list}");
    }
    let at = forms(&list).into_iter().find(|form| form.action.ends_with("/remove"));
    let removing = at.expect("a button that removes it");
    let one = removing.action.trim_end_matches("/remove").to_owned();

    let page = ana.get(&one);
    assert_eq!(cells(&page), EXAMPLE.replace('/', ""));
    let other = army(1).notation();
    let saved = ana.send_form(&filled(board(&page), &other), &[("name", "Right wing")]);
    assert_eq!(saved.must("location"), "/set-ups?done=set-up-saved");
    assert_eq!(cells(&ana.get(&one)), other.replace('/', ""));

    let renaming = forms(&ana.get("/set-ups").text());
    let renaming = renaming.into_iter().find(|form| form.action == "/set-ups").expect("a form");
    let refused = ana.send_form(&renaming, &[("name", " ")]);
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("a name of 1 to 60"), "{}", refused.text());
    let renamed = ana.send_form(&renaming, &[("name", "Middle")]);
    assert_eq!(renamed.must("location"), "/set-ups?done=set-up-renamed");
    assert!(ana.get("/set-ups").text().contains("Middle"));

    let removed = ana.send_form(&removing, &[]);
    assert_eq!(removed.must("location"), "/set-ups?done=set-up-removed");
    assert_eq!(ana.get(&one).status, 404);
    assert_eq!(ana.send_form(&removing, &[]).status, 404);
}

#[test]
fn a_name_that_is_taken_comes_back_with_the_board_as_it_was_sent() {
    let mut ben = Visitor::called("Banaba");
    kept(&mut ben, "Left wing", EXAMPLE);
    let other = army(2).notation();
    let refused = keep(&mut ben, "standard", "left WING", &other);
    assert_eq!(refused.status, 422);
    let text = refused.text();
    assert!(text.contains("<a href=\"#set-up-name\">You already have a set-up called Left wing"));
    assert!(text.contains("<title>Error: New set-up"), "{text}");
    assert_eq!(cells(&refused), other.replace('/', ""));
    assert!(text.contains("value=\"left WING\""));
}

#[test]
fn every_button_works_without_script() {
    let mut cora = Visitor::called("Camia");
    let page = cora.get(NEW);
    assert_eq!(cells(&page), ".".repeat(27));
    let form = board(&page);
    let does = |visitor: &mut Visitor, form: &Shown, act: &str| {
        let reply = visitor.send_form(form, &[("name", "mine"), ("do", act)]);
        assert!(reply.text().contains("value=\"mine\""), "the name stays");
        (reply.status, cells(&reply), reply.text())
    };
    let (status, at_random, _) = does(&mut cora, &form, "random");
    assert_eq!(status, 200);
    let form = filled(form, &at_random);
    let (_, mirrored, _) = does(&mut cora, &form, "mirror");
    let rows = at_random.as_bytes().chunks(9).map(|row| row.iter().rev().copied());
    assert_eq!(mirrored.into_bytes(), rows.flatten().collect::<Vec<u8>>());
    let (status, same, text) = does(&mut cora, &form, "check");
    assert_eq!((status, &same), (200, &at_random));
    let code = text.split("Share code: ").nth(1).map(|rest| &rest[..15]).expect("a code");
    let found = parse_share_code(&RuleSet::STANDARD, Color::White, code).expect("it is one");
    assert_eq!(found.notation().replace('/', ""), at_random);
    let (_, cleared, _) = does(&mut cora, &form, "clear");
    assert_eq!(cleared, ".".repeat(27));
    for (written, status) in [
        (EXAMPLE_CODE.to_uppercase().as_str(), 200),
        (EXAMPLE, 200),
        ("0".repeat(16).as_str(), 422),
        ("no code", 422),
        ("", 422),
    ] {
        let reply = cora.send_form(&form, &[("code", written), ("do", "load")]);
        assert_eq!(reply.status, status, "{written}");
        let expected = if status == 200 { EXAMPLE.replace('/', "") } else { at_random.clone() };
        assert_eq!(cells(&reply), expected, "{written}");
        assert_eq!(reply.text().contains("href=\"#set-up-code\""), status == 422);
    }
    assert_eq!(cora.send_form(&form, &[("do", "resign")]).status, 400);
    assert!(cora.get("/set-ups").text().contains("No saved set-ups yet."), "nothing was kept");
}

#[test]
fn all_that_is_wrong_is_said_at_once_and_marked() {
    let mut dora = Visitor::called("Dapdap");
    let page = dora.get(&format!("{NEW}?rules=krig"));
    let form = filled(
        board(&page),
        "55...../../FF.......SKTP.4SBMCPPP12P/".replace('/', ".").as_str().get(..36).expect("36"),
    );
    for act in ["check", "save"] {
        let reply = dora.send_form(&form, &[("name", "mine"), ("do", act)]);
        assert_eq!(reply.status, 422);
        let text = reply.text();
        for words in [
            "2 pieces are in the border row; at most one is allowed",
            "General of the Army: 2 instead of 1",
            "Lieutenant General: 0 instead of 1",
            "Flag: 2 instead of 1",
        ] {
            assert!(text.contains(words), "{act} {words}: {text}");
        }
        let wrong: Vec<String> = tags(&text)
            .expect("a page")
            .into_iter()
            .filter(|tag| tag.name == "select" && tag.get("aria-invalid") == Some("true"))
            .map(|tag| tag.get("id").expect("an id").to_owned())
            .collect();
        assert_eq!(wrong, ["cell-0", "cell-1", "cell-11", "cell-12"], "{act}");
    }
}

#[test]
fn other_rules_have_their_own_army_and_rows() {
    let mut visitor = Visitor::called("Gumamela");
    for (rules, cells, pieces) in
        [("krig", 36, 15), ("eleven", 27, 9), ("electronic", 27, 15), ("standard+army=FPP", 27, 2)]
    {
        let page = visitor.get(&format!("{NEW}?rules={}", rules.replace('+', "%2B")));
        let selects: Vec<_> = tags(&page.text())
            .expect("a page")
            .into_iter()
            .filter(|tag| tag.name == "select" && tag.get("name") == Some("cell"))
            .collect();
        assert_eq!(selects.len(), cells, "{rules}");
        let options = page.text().split("id=\"cell-1\"").nth(1).map(|rest| {
            rest.split("</select>").next().unwrap_or_default().matches("<option").count()
        });
        assert_eq!(options, Some(pieces + 1), "{rules}");
    }
    assert!(visitor.get(&format!("{NEW}?rules=electronic")).text().contains("AGT\u{2003}Agent"));
    assert_eq!(visitor.get(&format!("{NEW}?rules=chess")).status, 400);
    assert_eq!(visitor.get(&format!("{NEW}?set_up=5")).status, 400);
    let page = visitor.get(NEW);
    let short = Shown { fields: vec![], ..board(&page) };
    let csrf = visitor.token(NEW);
    for (name, value) in [("rules", "chess"), ("cell", "x"), ("cell", "."), ("rank", "5")] {
        let reply = visitor.send_form(&short, &[("csrf", &csrf), (name, value)]);
        assert_eq!(reply.status, 400, "{name}={value}");
    }
}

#[test]
fn a_hundred_find_room_and_the_next_hears_why_not() {
    let mut ana = Visitor::called("Kamagong");
    let form = filled(board(&ana.get(NEW)), EXAMPLE);
    for n in 0..100 {
        let kept = ana.send_form(&form, &[("name", &format!("no. {n}"))]);
        assert_eq!(kept.status, 303, "{n}");
    }
    let list = ana.get("/set-ups").text();
    assert!(list.contains("You have no room for more set-ups. Delete one first."));
    assert!(!list.contains("href=\"/set-ups/new\""), "there is no way to a new one");
    assert_eq!(list.matches("class=\"small-board").count(), 100);
    let refused = ana.send_form(&form, &[("name", "one more")]);
    assert_eq!(refused.status, 409);
    assert!(refused.text().contains("You have already saved 100 set-ups"), "{}", refused.text());
    assert_eq!(cells(&refused), EXAMPLE.replace('/', ""), "the board is still there");
}

/// What identifies a set-up wherever it is told.
fn secrets(army: &Deployment, name: &str) -> Vec<String> {
    let (notation, code) = (army.notation(), share_code(&RuleSet::STANDARD, army));
    let mut all = vec![notation.replace('/', ""), notation.clone(), code, name.to_owned()];
    all.extend(notation.split('/').map(str::to_owned));
    all
}

#[test]
fn nobody_else_reads_of_it_on_any_address_nor_in_the_log_nor_in_a_file() {
    let start = Start::with(&crate::service::games(20)).token().env("RUST_LOG", "trace");
    let service = Arc::new(start.serve());
    let mut ana = Visitor::new(&service);
    assert_eq!(ana.sign_up("Ana", PASSWORD).status, 303);
    let (own, name) = (army(3), "canary seven");
    kept(&mut ana, name, &own.notation());
    let one = "/set-ups/1";
    assert!(ana.get(one).text().contains(name), "she herself does");
    let mut ben = Visitor::new(&service);
    assert_eq!(ben.sign_up("Ben", PASSWORD).status, 303);
    let mut told = String::new();
    for route in routes().iter().filter(|route| route.kind != "post_resource") {
        let path = route.pattern.replace("{set_up}", "1").replace("{handle}", "Ana");
        // These lines do not end, unless they are asked for what they do not know.
        let path = path.replace("/notices/events", "/notices/events?nothing=1");
        let path = path.replace("/plays/events", "/plays/events?nothing=1");
        if path.contains('{') && !path.contains("{id}") {
            continue;
        }
        told += &ben.get(&path.replace("{id}", "1")).whole();
        told += &service.get(&path.replace("{id}", "1")).whole();
    }
    let hushed = |path: &str, visitor: &mut Visitor| {
        let reply = visitor.get(path);
        (reply.status, reply.text().replace(path, "PATH"))
    };
    assert_eq!(hushed(one, &mut ben), hushed("/set-ups/2", &mut ben), "as where nothing is");
    let form = board(&ben.get(NEW));
    let theft = Shown { action: one.to_owned(), ..filled(form, EXAMPLE) };
    for act in ["save", "check", "load"] {
        assert_eq!(ben.send_form(&theft, &[("name", "his"), ("do", act)]).status, 404);
    }
    let token = ben.token(NEW);
    for (path, fields) in [
        ("/set-ups", vec![("csrf", token.as_str()), ("id", "1"), ("name", "his")]),
        ("/set-ups/1/remove", vec![("csrf", token.as_str())]),
    ] {
        assert_eq!(ben.post_bare(path, &fields, &[]).status, 404, "{path}");
    }
    assert!(ana.get("/set-ups").text().contains(name), "it is still hers");
    told += &service.log();
    for secret in secrets(&own, name) {
        assert!(!told.contains(&secret), "{secret} is told");
        assert!(!any_file_holds(service.dir.path(), &secret), "{secret} rests in the clear");
    }
}

fn any_file_holds(dir: &std::path::Path, needle: &str) -> bool {
    std::fs::read_dir(dir).expect("a directory").flatten().any(|entry| {
        let path = entry.path();
        if path.is_dir() {
            return any_file_holds(&path, needle);
        }
        let bytes = std::fs::read(&path).unwrap_or_default();
        bytes.windows(needle.len()).any(|window| window == needle.as_bytes())
    })
}

/// As a browser asks, which takes compressed answers.
fn browsed(visitor: &Visitor, path: &str) -> Reply {
    let cookies: Vec<String> =
        visitor.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let cookies = cookies.join("; ");
    let headers = [("Cookie", cookies.as_str()), ("Accept-Encoding", "gzip, br, zstd")];
    visitor.service.ask("GET", path, &headers)
}

#[test]
fn pages_with_ranks_are_kept_by_nobody_and_always_as_long() {
    let mut ana = Visitor::called("Hagonoy");
    let mut sizes = std::collections::BTreeSet::new();
    kept(&mut ana, "mine", EXAMPLE);
    let list = ana.get("/set-ups").text();
    let form = forms(&list).into_iter().find(|form| form.action.ends_with("/remove"));
    let one = form.expect("a form").action.trim_end_matches("/remove").to_owned();
    for seed in 0..40 {
        let form = filled(board(&ana.get(&one)), &army(seed).notation());
        let body: usize = form.fields.iter().map(|(name, value)| name.len() + value.len()).sum();
        assert_eq!(ana.send_form(&form, &[]).status, 303);
        let replies = [one.as_str(), "/set-ups", NEW].map(|path| browsed(&ana, path));
        for reply in &replies {
            assert_eq!(reply.must("cache-control"), "private, no-store");
            assert_eq!(reply.header("content-encoding"), None, "its length would tell");
            assert_eq!(reply.header("etag"), None);
        }
        sizes.insert((body, replies.map(|reply| reply.body.len())));
    }
    assert_eq!(sizes.len(), 1, "{sizes:?}");
}

#[test]
fn no_address_and_no_title_says_a_name_or_a_rank() {
    let mut ana = Visitor::called("Ilang");
    kept(&mut ana, "canary nine", EXAMPLE);
    let list = ana.get("/set-ups").text();
    let form = forms(&list).into_iter().find(|form| form.action.ends_with("/remove"));
    let one = form.expect("a form").action.trim_end_matches("/remove").to_owned();
    assert!(one.trim_start_matches("/set-ups/").bytes().all(|byte| byte.is_ascii_digit()));
    for path in [one.as_str(), "/set-ups", NEW] {
        let page = ana.get(path).text();
        let head = page.split("</head>").next().expect("a head");
        assert!(!head.contains("canary"), "{path}: {head}");
        let leads = tags(&page).expect("a page").into_iter().filter_map(|tag| {
            let led = ["href", "action", "src"].iter().find_map(|name| tag.get(name))?.to_owned();
            Some(led)
        });
        for address in leads {
            assert!(!address.contains("canary") && !address.contains(EXAMPLE_CODE), "{address}");
        }
    }
}

#[test]
fn his_own_data_have_his_set_ups() {
    let mut ana = Visitor::called("Jasmin");
    kept(&mut ana, "Left wing", EXAMPLE);
    let csrf = ana.token("/account/data");
    let reply = ana.post_bare("/account/data", &[("csrf", &csrf)], &[]);
    assert_eq!(reply.must("cache-control"), "private, no-store");
    let data = reply.json();
    let parts = data["parts"].as_array().expect("parts");
    let own: Vec<_> = parts.iter().filter(|part| part["part"] == "set-up").collect();
    assert_eq!(own.len(), 1);
    assert_eq!((&own[0]["name"], &own[0]["set_up"]), (&"Left wing".into(), &EXAMPLE.into()));
    assert_eq!(
        (&own[0]["share_code"], &own[0]["rule_set"]),
        (&EXAMPLE_CODE.into(), &"standard".into())
    );
}

#[test]
fn the_service_is_asked_by_nobody_who_is_not_signed_in() {
    let service = Service::shared();
    for path in ["/set-ups", NEW, "/set-ups/1"] {
        let reply = service.get(path);
        assert_eq!(reply.status, 303, "{path}");
        assert!(reply.must("location").starts_with("/sign-in?next="), "{path}");
    }
}
