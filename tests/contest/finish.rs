//! Where everybody has ended, over all stages of an event.

use crate::event::{DRAWN, Event, id, stronger};

fn finishes(event: &Event) -> Vec<(usize, u32)> {
    event.contest.final_places().into_iter().map(|(one, place)| (place, one.0)).collect()
}

#[test]
fn finalists_rank_before_the_others() {
    let mut event = Event::of(
        8,
        r#"{"plan":{"template":"swiss-to-final","entrants":8,"rounds":3},"tie_breaks":["DE","BH","SB","PO"]}"#,
    );
    assert_eq!(finishes(&event), []);
    event.begin(0);
    event.play_out(0, stronger);
    let swiss = event.standings(0, 0);
    assert_eq!(finishes(&event), swiss, "as they stand while there is no final");
    event.begin(1);
    // The second wins twice, and is the champion.
    let second = swiss[1].1;
    event.play_out(1, |sides| {
        if sides[0] == id(second) { crate::event::FIRST } else { crate::event::SECOND }
    });
    let ended = finishes(&event);
    assert_eq!(ended[0], (1, second));
    assert_eq!(ended[1], (2, swiss[0].1));
    assert!(ended[2..].iter().map(|one| one.1).eq(swiss[2..].iter().map(|one| one.1)));
    assert_eq!(ended[2].0, 3);
}

#[test]
fn players_eliminated_in_groups_share_places_across_groups() {
    let mut event = Event::of(
        8,
        r#"{"plan":{"template":"groups-to-knock-out","entrants":8,"groups":2},"tie_breaks":["DEL","PO"]}"#,
    );
    event.begin(0);
    event.play_out(0, stronger);
    event.begin(1);
    event.play_out(1, stronger);
    let places: Vec<usize> = finishes(&event).iter().map(|one| one.0).collect();
    assert_eq!(places.len(), 8);
    assert_eq!((places[0], places[1]), (1, 2));
    // The thirds of both groups, then the fourths.
    assert_eq!(places[4..], [5, 5, 7, 7]);
    assert_eq!(finishes(&event)[0].1, 1);
}

#[test]
fn players_tied_after_all_tie_breaks_share_the_place() {
    let mut event =
        Event::of(4, r#"{"plan":{"template":"round-robin","entrants":4},"tie_breaks":["DE"]}"#);
    event.begin(0);
    event.play_out(0, |_| DRAWN);
    assert_eq!(finishes(&event), [(1, 1), (1, 2), (1, 3), (1, 4)]);
}
