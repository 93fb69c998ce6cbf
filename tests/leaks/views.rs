//! Views in two worlds.

use salpakan::clock::TimeControl;
use salpakan::record::codec::{encode_army, encode_timeline};
use salpakan::record::{Annotations, Embargo, FullRecord, Header, RevealKey, Roster};
use salpakan::rules::{Arbiter, ByColor, Color, Move, Rank, Square, Termination};
use salpakan::view::{self, View};

use crate::histories::{Worlds, same_history};
use crate::random_play::{Clocks, Random, random_game, rule_sets};

const CONTROL: Option<TimeControl> = Some(TimeControl::new(1200, 5));

/// A third of the games is cut off after a few plies, a third in the middle.
fn worlds(seed: u64, number: u64, swapped: &[Color]) -> Vec<Worlds> {
    let sets = rule_sets();
    let one = |index: u64| {
        let mut random = Random(seed << 40 | index << 20);
        let rules = &sets[(index % sets.len() as u64) as usize];
        let longest = [12, 60, 300][(index / sets.len() as u64 % 3) as usize];
        let game = random_game(&mut random, rules, Clocks::All, longest);
        Worlds::of(&mut random, game.timeline, game.armies, swapped, 60)
    };
    (0..number).map(one).collect()
}

/// Everything that a view can say, with the letters that `Debug` does not print.
fn told(view: &View) -> String {
    let mut text = format!("{view:?}\n{:?}\n{:?}\n", view.events(CONTROL), view.lives());
    let letter = |rank: Option<Rank>| rank.map_or('.', Rank::letter);
    text.extend(view.pieces.iter().map(|piece| letter(piece.rank)));
    text.extend(view.disclosed.iter().map(|one| one.rank.letter()));
    for event in view.events(CONTROL) {
        text.push(letter(event.piece.rank));
        text.extend(event.challenge.iter().flat_map(|c| c.fallen()).map(|a| letter(a.rank)));
        text.push(if event.promoted { '!' } else { ' ' });
        text.push(if event.flag_home { '#' } else { ' ' });
    }
    for life in view.lives() {
        text.push(letter(life.rank));
        text.extend(life.encounters.iter().map(|one| letter(one.other.rank)));
    }
    for ply in (0..=view.timeline.len()).step_by(7) {
        let scene = view.scene(ply);
        text += &format!("{scene:?}");
        text.extend(scene.standing.iter().map(|piece| letter(piece.rank)));
        text.extend(scene.fallen.iter().map(|piece| letter(piece.rank)));
    }
    text
}

#[test]
fn a_spectator_sees_the_same_in_both_worlds() {
    for worlds in worlds(1, 90, &Color::ALL) {
        // The second world has a timeline of its own; that it is equal was checked ply by ply.
        assert!(same_history(&worlds.timeline, &worlds.armies[1]));
        let view = view::spectator(&worlds.timeline);
        assert!(view.pieces.iter().all(|piece| piece.rank.is_none()));
        assert_eq!(view.annotations, None);
        let bytes = encode_timeline(&worlds.timeline);
        let decoded = salpakan::record::codec::decode_timeline(&bytes).expect("it was encoded");
        assert!(told(&view::spectator(&decoded)) == told(&view));
    }
}

#[test]
fn a_player_sees_the_same_whatever_the_enemy_had() {
    for me in Color::ALL {
        for worlds in worlds(2, 90, &[me.opponent()]) {
            let [one, other] = &worlds.armies;
            assert!(one[me] == other[me]);
            let seen =
                [one, other].map(|armies| told(&view::player(&worlds.timeline, &armies[me])));
            assert!(seen[0] == seen[1]);
        }
    }
}

#[test]
fn the_second_world_is_another_one() {
    // The tests above would notice nothing if the worlds hardly differed.
    let worlds = worlds(3, 90, &Color::ALL);
    let standard: Vec<_> =
        worlds.iter().filter(|w| w.timeline.rules.to_string() == "standard").collect();
    let differences: usize = standard.iter().map(|w| w.differences(Color::White)).sum();
    assert!(differences > 10 * standard.len(), "{differences} in {}", standard.len());
}

#[test]
fn a_revealed_record_does_differ_between_the_worlds() {
    let annotations = Annotations::default();
    let header = Header {
        roster: Roster::default(),
        time_control: CONTROL,
        outcome: None,
        termination: Termination::Adjudication,
    };
    let key = RevealKey::of(&header, Embargo::None).expect("an adjudicated game is final");
    let mut different = 0;
    for worlds in worlds(4, 30, &Color::ALL) {
        let seen = worlds.armies.map(|armies| {
            let (timeline, armies) = (worlds.timeline.clone(), armies.map(Some));
            let full = FullRecord::new(header.clone(), timeline, annotations.clone(), armies, &key);
            assert_eq!(view::revealed(&full).annotations, Some(&annotations));
            told(&view::revealed(&full))
        });
        different += usize::from(seen[0] != seen[1]);
    }
    assert!(different > 20, "told() shows the ranks, in {different} of 30 games");
}

#[test]
fn l28_a_spectator_knows_nothing_that_a_player_does_not() {
    for worlds in worlds(5, 60, &[]) {
        let public = view::spectator(&worlds.timeline);
        for (_, army) in worlds.armies[0].iter() {
            let own = view::player(&worlds.timeline, army);
            for piece in &public.pieces {
                for ply in (0..=worlds.timeline.len()).step_by(5) {
                    let known = public.rank_of(piece.origin, ply);
                    let mine = own.rank_of(piece.origin, ply);
                    assert!(known.is_none() || known == mine);
                }
            }
        }
    }
}

#[test]
fn l12_a_flag_on_the_back_row_is_marked_only_for_those_who_know_it() {
    let mut marked = 0;
    for worlds in worlds(6, 120, &[]) {
        let enemy_knows = worlds.timeline.flags != ByColor::default()
            || worlds.timeline.rules.options().open_challenges;
        let public = view::spectator(&worlds.timeline);
        assert!(enemy_knows || public.events(None).iter().all(|event| !event.flag_home));
        for (me, army) in worlds.armies[0].iter() {
            for event in view::player(&worlds.timeline, army).events(None) {
                assert!(enemy_knows || !event.flag_home || event.piece.color == me);
                marked += usize::from(event.flag_home);
            }
        }
    }
    assert!(marked > 0, "some Flags of random games come home");
}

#[test]
fn l14_an_illegal_move_is_refused_alike_in_both_worlds() {
    for worlds in worlds(7, 30, &Color::ALL) {
        let mut arbiters = [0, 1].map(|world: usize| {
            let armies = worlds.armies[world].as_ref();
            Arbiter::new(&worlds.timeline.rules, armies, worlds.timeline.first)
        });
        for ply in worlds.timeline.plies.iter().take(40) {
            for from in Square::all().step_by(5) {
                for to in Square::all().step_by(3) {
                    let [one, other] = arbiters
                        .each_ref()
                        .map(|arbiter| arbiter.clone().play(Move::new(from, to)).err());
                    assert_eq!(one, other);
                }
            }
            let [one, other] = arbiters.each_mut().map(|arbiter| arbiter.play(ply.mv));
            assert_eq!(one, other);
        }
    }
}

#[test]
fn l64_an_army_has_as_many_bytes_in_both_worlds() {
    for worlds in worlds(8, 60, &Color::ALL) {
        for color in Color::ALL {
            let [one, other] = worlds
                .armies
                .map(|armies| encode_army(&worlds.timeline.rules, &armies[color]).as_slice().len());
            assert_eq!(one, other);
        }
    }
}

#[test]
fn l60_no_debug_text_of_secrets_names_a_rank() {
    for worlds in worlds(9, 10, &[]) {
        let army = &worlds.armies[0].white;
        let view = view::player(&worlds.timeline, army);
        let arbiter = Arbiter::new(&worlds.timeline.rules, worlds.armies[0].as_ref(), Color::White);
        let bytes = encode_army(&worlds.timeline.rules, army);
        let text = format!("{army:?} {view:?} {arbiter:?} {bytes:?} {:?}", view.scene(9));
        // The public fields about Flags have that word in their names.
        for rank in Rank::ALL.into_iter().filter(|rank| *rank != Rank::Flag) {
            assert!(!text.contains(rank.name()) && !text.contains(rank.abbreviation()));
        }
    }
}
