//! The index as bytes: it comes back as it was, or not at all.

use adjutant_domain::formation::{CELLS, Filter, Index};
use salpakan::rules::Rank;

use crate::support::{drawn, index};

fn bytes(index: &Index) -> Vec<u8> {
    let mut bytes = Vec::new();
    index.write(&mut bytes);
    bytes
}

#[test]
fn an_index_that_was_written_is_read_as_it_was() {
    let games = drawn(91, 400);
    let before = index(&games);
    let after = Index::read(&bytes(&before)).expect("it is read");
    assert_eq!(after.games(), 400);
    for game in &games {
        let (segment, at) = after.find(game.facts.number).expect("it is there");
        assert_eq!(segment.facts(at), game.facts);
        assert!(segment.set_ups(at) == game.set_ups, "game {}", game.facts.number);
    }
    for folded in [false, true] {
        let filter = Filter { folded, least_rating: Some(1_400), ..Filter::default() };
        let (before, after) = (before.totals(&filter), after.totals(&filter));
        assert_eq!(before.all().games(), after.all().games());
        for (cell, rank) in (0..CELLS).flat_map(|cell| Rank::ALL.map(|rank| (cell, Some(rank)))) {
            assert_eq!(before.place(cell, rank).games(), after.place(cell, rank).games());
        }
    }
    assert_eq!(bytes(&after), bytes(&before));
    assert_eq!(Index::read(&bytes(&index(&[]))).expect("of no games").games(), 0);
}

#[test]
fn bytes_that_are_cut_longer_or_out_of_order_are_no_index() {
    let whole = bytes(&index(&drawn(92, 60)));
    for length in 0..whole.len() {
        assert!(Index::read(&whole[..length]).is_none(), "the first {length} bytes");
    }
    let mut longer = whole.clone();
    longer.push(0);
    assert!(Index::read(&longer).is_none());
    let mut turned = whole.clone();
    // The numbers of the first segment's first two games.
    turned[8..16].rotate_left(4);
    assert!(Index::read(&turned).is_none());
    let mut many = whole;
    many[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(Index::read(&many).is_none());
}
