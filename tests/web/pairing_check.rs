//! Anybody checks how a tournament was paired, by its TRF file. Nothing of it is stored.

use crate::client::{Reply, send};
use crate::contest_pages::site;
use crate::markup::tags;
use crate::service::Service;

const SIX: &str = include_str!("../../crates/swiss/tests/pairing/data/002-n6-r5.trf");

fn check(service: &Service, file: &str) -> Reply {
    let body = format!(
        "--part\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n\r\n\
         --part\r\nContent-Disposition: form-data; name=\"trf\"; filename=\"six.trf\"\r\n\
         Content-Type: text/plain\r\n\r\n{file}\r\n--part--\r\n"
    );
    let kind = [("Content-Type", "multipart/form-data; boundary=part")];
    send(service.address, "POST", "/pairings/check", &kind, body.as_bytes())
}

#[test]
fn a_tournament_paired_by_the_rules_is_told_so_and_another_how_it_differs() {
    let service = site();
    let same = check(&service, SIX);
    assert_eq!(same.status, 200, "{}", same.text());
    assert!(same.text().contains("5 rounds, all paired according to the rules"), "{}", same.text());
    assert!(!same.text().contains("As published"), "{}", same.text());
    assert_eq!(same.must("cache-control"), "private, no-store");
    // White and Black of the first table of the last round are exchanged.
    let other = SIX.replace("     2 w 1\n", "     2 b 1\n").replace("     1 b 0\n", "     1 w 0\n");
    assert_ne!(other, SIX);
    let reply = check(&service, &other);
    assert_eq!(reply.status, 200, "{}", reply.text());
    let page = reply.text();
    tags(&page).unwrap_or_else(|e| panic!("{e}"));
    for said in [
        "1 of 5 rounds",
        "2 Test0002 Player0002 – 1 Test0001 Player0001",
        "How the rules pair this round",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
    assert!(
        page.contains("id=\"round-5-bracket-1\"") && !page.contains("id=\"round-4-bracket-1\"")
    );
}

#[test]
fn a_file_that_cannot_be_checked_is_told_with_its_place() {
    let service = site();
    let player = |number: usize| {
        format!(
            "001 {number:>4}      {:<33} 1500{:>32} {number:>4}\n",
            format!("Player {number}"),
            "0.0"
        )
    };
    let players = |count: usize| (1..=count).map(player).collect::<String>();
    let (two, many) = (players(2), players(301));
    let apart = players(2) + &"XXP 1 2\n".repeat(1_001);
    for (file, said) in [
        ("", "Choose a TRF file"),
        ("PK\u{3}\u{4}", "The file is not text"),
        ("012 Open\n001    1      Ana\n", "cannot be read as TRF: line "),
        (&*many, "up to 300 players and 30 rounds"),
        (&*apart, "more than 2000 numbers apart"),
        (&*two, "no finished round"),
    ] {
        let reply = check(&service, file);
        assert_eq!(reply.status, 422, "{said}: {}", reply.text());
        assert!(reply.text().contains(said), "{said}: {}", reply.text());
    }
}
