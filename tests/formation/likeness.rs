//! Mirror images and distances.

use adjutant_domain::formation::{CELLS, SetUp, mirrored_cell};
use salpakan::rules::{Color, Draft, Rank, RuleSet};

use crate::support::{Chance, set_up};

/// From the front row to the back row.
const ONE: &str = "54321CLMK/ABTPPPPPP/SFS......";

#[test]
fn a_mirror_image_has_left_and_right_exchanged() {
    let mut chance = Chance(3);
    for _ in 0..1_000 {
        let own = chance.set_up();
        let other = own.mirrored();
        for cell in 0..CELLS {
            assert!(other.occupant(mirrored_cell(cell)) == own.occupant(cell));
        }
        assert!(other.mirrored() == own);
    }
}

#[test]
fn a_set_up_and_its_mirror_image_fold_to_the_same_one_with_the_flag_to_the_left() {
    let mut chance = Chance(4);
    for _ in 0..1_000 {
        let own = chance.set_up();
        let (folded, turned) = own.folded();
        assert!(own.mirrored().folded() == (folded, !turned));
        assert!(folded == if turned { own.mirrored() } else { own });
        let flag = (0..CELLS).find(|cell| folded.occupant(*cell) == Some(Rank::Flag));
        assert!(flag.is_some_and(|cell| cell % 9 <= 4));
    }
}

#[test]
fn with_the_flag_in_the_middle_the_highest_officer_beside_it_decides() {
    // The Flag is on e1, the General of the Army on e3 and the General on e2: the Lieutenant General decides.
    let middle = set_up("3..S5.S.2/PP1.4CLMK/AB.TFPPPP");
    let (folded, turned) = middle.folded();
    assert!(!turned && folded == middle, "he stands on file a");
    assert!(middle.mirrored().folded() == (middle, true));
}

#[test]
fn distances_count_squares_that_differ() {
    let one = set_up(ONE);
    assert_eq!(one.squares_apart(one), 0);
    let swapped = set_up("45321CLMK/ABTPPPPPP/SFS......");
    assert_eq!(one.squares_apart(swapped), 2);
    let moved = set_up("54321CLMK/ABTPPPPPP/SF.....S.");
    assert_eq!(one.squares_apart(moved), 2);
    let mut chance = Chance(5);
    for _ in 0..1_000 {
        let (left, right) = (chance.set_up(), chance.set_up());
        let differ = (0..CELLS).filter(|cell| left.occupant(*cell) != right.occupant(*cell));
        assert_eq!(left.squares_apart(right) as usize, differ.count());
        assert_eq!(left.squares_apart(right), left.mirrored().squares_apart(right.mirrored()));
    }
}

#[test]
fn both_sides_set_ups_are_seen_from_their_own_back_row() {
    let one = set_up(ONE);
    let black = one.deployment().seen_by(Color::Black);
    assert!(SetUp::of(&black) == Some(one));
    assert!(one.deployment().notation() == ONE);
}

#[test]
fn other_armies_and_other_zones_are_no_set_up_here() {
    for (rules, text) in [
        ("eleven", "54321CPPP/SF......./........."),
        ("krig", "S......../4321CLMKA/BTPPPPPPS/F5......."),
    ] {
        let rules: RuleSet = rules.parse().expect("rules");
        let draft = Draft::parse(Color::White, &rules, text);
        let army = draft.ok().and_then(|draft| draft.check(&rules).ok()).expect("legal");
        assert!(SetUp::of(&army).is_none());
    }
}
