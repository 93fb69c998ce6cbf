//! Links that are handed on by a screen: they lead to the address that the operator has said, and to no
//! other, whatever a request calls its host.

use crate::client::send;
use crate::service::{Start, games};
use crate::tables::game;
use crate::visitor::{PASSWORD, Visitor};
use crate::world::World;

const FORGED: &str = "evil.example";

/// The page with the link of a pass, asked for under a forged host.
fn pass(start: Start) -> (World, String) {
    let world = World::of(start);
    let game = game(&world);
    let path = format!("{game}/passes");
    let form = "application/x-www-form-urlencoded";
    let official = world.browser("results");
    let cookies: Vec<String> =
        official.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let cookies = cookies.join("; ");
    let token = world.browser("results").token(&path);
    let headers = [
        ("Cookie", cookies.as_str()),
        ("Content-Type", form),
        ("X-Forwarded-Host", FORGED),
        ("Forwarded", "host=evil.example;proto=https"),
    ];
    let body = format!("csrf={token}&place=device");
    let page = send(world.service.address, "POST", &path, &headers, body.as_bytes());
    assert_eq!(page.status, 200, "{}", page.whole());
    (world, page.text())
}

fn shown(page: &str) -> &str {
    let code = page.split("<code class=\"secret\">").nth(1);
    code.and_then(|rest| rest.split('<').next()).expect("a link")
}

#[test]
fn without_an_address_of_the_site_a_pass_is_a_path_and_start_says_so() {
    let (world, page) = pass(Start::with(&games(40)));
    assert!(shown(&page).starts_with("/at/"), "{}", shown(&page));
    assert!(!page.contains(FORGED) && !page.contains("class=\"qr\""), "{page}");
    assert!(!page.contains(&world.service.address.to_string()), "{page}");
    assert!(page.contains("(public_url)"), "{page}");
    assert!(world.service.log().contains("public_url is not set"), "{}", world.service.log());
}

#[test]
fn with_an_address_of_the_site_a_pass_leads_there_and_has_a_pattern_for_cameras() {
    let start = Start::with(&games(40)).env("ADJUTANT_PUBLIC_URL", "http://salpakan.example/");
    let (world, page) = pass(start);
    assert!(shown(&page).starts_with("http://salpakan.example/at/"), "{}", shown(&page));
    assert!(!page.contains(FORGED) && page.contains("<path d=\"M"), "{page}");
    assert!(!world.service.log().contains("public_url is not set"));
}

#[test]
fn nobody_signs_up_under_a_name_that_differs_by_spaces_marks_and_look_alikes_alone() {
    let service = std::sync::Arc::new(Start::empty().serve());
    assert_eq!(Visitor::new(&service).sign_up("Lakandula", PASSWORD).status, 303);
    for name in
        ["Laka ndula", "Lakandula.", "La.kan-du_la", "L'akandula", "lAKANDU1A", "1aka nduIa."]
    {
        let refused = Visitor::new(&service).sign_up(name, PASSWORD);
        assert_eq!(refused.status, 422, "{name}: {}", refused.whole());
        assert!(refused.text().contains("href=\"#sign-up-name\""), "{name}");
    }
    assert_eq!(Visitor::new(&service).sign_up("Lakandulo", PASSWORD).status, 303);
}
