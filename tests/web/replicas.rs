//! What may be read at a replica is what everybody may read, and nothing that anybody decides by.

use std::collections::HashMap;

use adjutant_site::replica_reads::READ_AT_REPLICAS;

/// What each address is for, of pages and of reads of the API.
fn acts() -> HashMap<&'static str, &'static str> {
    let lines = |text: &'static str| text.lines().filter(|line| !line.starts_with('#'));
    let pages = lines(include_str!("data/routes.txt")).filter_map(|line| {
        let mut words = line.split_whitespace();
        Some((words.next()?, words.next()?))
    });
    let api = lines(include_str!("data/api-routes.txt")).filter_map(|line| {
        let mut words = line.split_whitespace();
        let (act, method, path) = (words.next()?, words.next()?, words.next()?);
        // What a token changes is not read at a replica.
        let is_everybodys = method == "GET" && words.next()? == "-";
        is_everybodys.then_some((act, path))
    });
    pages.chain(api).map(|(act, path)| (path, act)).collect()
}

#[test]
fn everything_that_is_read_at_a_replica_is_an_address_that_everybody_may_read() {
    let acts = acts();
    for path in READ_AT_REPLICAS {
        assert_eq!(acts.get(path), Some(&"ReadPublic"), "{path}");
    }
}

#[test]
fn nothing_of_games_under_way_of_events_or_of_ones_own_is_read_at_a_replica() {
    for path in READ_AT_REPLICAS {
        for word in
            ["play/", "plays", "events", "contest", "account", "reviews", "rooms", "/me", "mine"]
        {
            assert!(!path.contains(word), "{path}");
        }
    }
}
