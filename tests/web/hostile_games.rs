//! What people write around a game who mean harm (data/markup.txt): notes, reports, set-ups, terms, and
//! what they put into addresses. It is refused, or shown as the words that it is.

use crate::by_forms::{BLACK, WHITE, between, deploy};
use crate::client::Reply;
use crate::hostile::{Written, assert_none, bundles, corpus};
use crate::markup::planted;
use crate::visitor::{PASSWORD, Visitor, encoded};
use crate::world::World;

fn called(world: &World, name: &str) -> Visitor {
    let mut visitor = Visitor::new(&world.service);
    assert_eq!(visitor.sign_up(name, PASSWORD).status, 303);
    visitor
}

/// Whether an answer to hostile words is right.
fn fault(reply: &Reply, one: &Written, takes: bool) -> Option<String> {
    if let Some(what) = planted(reply) {
        return Some(what);
    }
    match reply.status {
        303 if takes && !one.unseen && !one.lines => None,
        // No form takes such characters in any field.
        400 if one.text.contains(char::is_control) => None,
        404 | 409 | 413 | 422 => None,
        status => Some(status.to_string()),
    }
}

#[test]
fn game_texts_are_never_markup() {
    let world = World::new();
    let (mut ana, mut ben) = (called(&world, "Pilar"), called(&world, "Rosario"));
    let address = between(&mut ana, &mut ben, "Pilar");
    let mut faults = Vec::new();
    for one in corpus() {
        let deployment = format!("{address}/deployment");
        let replies = [
            ana.fill(&address, &deployment, &[("setup", &one.text)]),
            ana.fill("/play/new", "/play/new", &[("pace", "other"), ("other_pace", &one.text)]),
            ana.fill("/play/new", "/play/new", &[("to", &one.text)]),
        ];
        // Without words, the offer is to everybody.
        for reply in replies.iter().filter(|reply| reply.status != 303) {
            faults
                .extend(fault(reply, &one, false).map(|what| format!("{:?}: {what}", one.short())));
        }
        let text: String = one.text.chars().take(2_000).collect();
        for path in [
            "/play/new?to=".to_owned(),
            "/play/watch?before=".to_owned(),
            format!("{address}?from="),
            format!("{address}?ask="),
            format!("{address}?done="),
        ] {
            let reply = ana.get(&format!("{path}{}", encoded(&text)));
            faults.extend(planted(&reply).map(|what| format!("{path} {:?}: {what}", one.short())));
            assert!(reply.status < 500, "{path} {:?}: {}", one.short(), reply.status);
        }
    }
    deploy(&mut ana, &address, WHITE);
    deploy(&mut ben, &address, BLACK);
    let (notes, report) = (format!("{address}/notes"), format!("{address}/report"));
    let mut taken = 0;
    for one in corpus() {
        let note = ana.fill(&address, &notes, &[("piece", "e6"), ("words", &one.text)]);
        taken += u32::from(note.status == 303);
        faults
            .extend(fault(&note, &one, true).map(|what| format!("note {:?}: {what}", one.short())));
        faults.extend(planted(&ana.get(&address)).map(|what| format!("noted: {what}")));
        let told = ana.fill(&report, &report, &[("words", &one.text)]);
        faults.extend(
            fault(&told, &one, false).map(|what| format!("told {:?}: {what}", one.short())),
        );
    }
    assert!(taken > 5, "{taken} notes are taken");
    for words in bundles(480).iter().take(1) {
        let told = ana.fill(&report, &report, &[("ground", "other"), ("words", words)]);
        assert_eq!(told.status, 303, "{}", told.text());
    }
    let desk = world.browser("moderator").get("/operator/reports");
    assert!(desk.text().contains("reported by Pilar"), "{}", desk.text());
    faults.extend(planted(&desk).map(|what| format!("the desk: {what}")));
    assert_none(faults);
}
