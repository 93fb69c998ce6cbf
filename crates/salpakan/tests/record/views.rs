//! Views: histories, events and scenes are consistent.

use salpakan::clock::TimeControl;
use salpakan::record::Timeline;
use salpakan::rules::{Board, Color, Rank, Square, Verdict};
use salpakan::view::{self, Fate, Fortune, View};

use crate::random_play::{Clocks, Game, Random, random_game, rule_sets};

fn games(seed: u64) -> Vec<Game> {
    let sets = rule_sets();
    (0..60)
        .map(|index| {
            let rules = &sets[index as usize % sets.len()];
            random_game(&mut Random(seed << 40 | index << 20), rules, Clocks::All, 400)
        })
        .collect()
}

fn standing(board: &Board) -> Vec<(Square, Color, Square)> {
    board.pieces().map(|(square, piece)| (square, piece.color, piece.origin)).collect()
}

#[test]
fn a_scene_stands_as_the_board_does_and_no_piece_is_lost() {
    for game in games(1) {
        let view = view::spectator(&game.timeline);
        for ply in (0..=game.timeline.len()).step_by(11) {
            let scene = view.scene(ply);
            let pieces: Vec<_> =
                scene.standing.iter().map(|p| (p.square, p.color, p.origin)).collect();
            assert_eq!(pieces, standing(&game.timeline.board_after(ply)));
            assert_eq!(scene.standing.len() + scene.fallen.len(), view.pieces.len());
            assert!(scene.fallen.is_sorted_by_key(|fallen| fallen.ply));
        }
    }
}

#[test]
fn lives_end_where_the_last_scene_has_them() {
    for game in games(2) {
        let view = view::player(&game.timeline, &game.armies.white);
        let last = view.scene(u32::MAX);
        for life in view.lives() {
            match life.fate {
                Fate::Stands(square) => assert!(last.standing.iter().any(|piece| {
                    (piece.square, piece.origin, piece.rank) == (square, life.origin, life.rank)
                })),
                Fate::Fell { ply, .. } => assert!(last.fallen.iter().any(|piece| {
                    (piece.ply, piece.origin, piece.rank) == (ply, life.origin, life.rank)
                })),
            }
            let fell = matches!(life.fate, Fate::Fell { .. });
            let lost = life.encounters.last().is_some_and(|met| met.fortune != Fortune::Won);
            assert_eq!(fell, lost);
            assert!(life.path.is_sorted_by_key(|stop| stop.ply));
        }
    }
}

#[test]
fn each_challenge_is_in_two_lives() {
    for game in games(3) {
        let view = view::spectator(&game.timeline);
        let challenges = game.timeline.plies.iter().filter(|ply| ply.verdict.is_some()).count();
        let met: usize = view.lives().iter().map(|life| life.encounters.len()).sum();
        assert_eq!(met, 2 * challenges);
    }
}

#[test]
fn the_players_ranks_explain_the_verdicts_that_both_know() {
    for game in games(4).into_iter().filter(|g| g.timeline.rules.options().open_challenges) {
        let public = view::spectator(&game.timeline);
        let events = public.events(None);
        let challenges = events.iter().filter_map(|event| event.challenge);
        for challenge in challenges {
            let ranks = (challenge.challenger.rank, challenge.defender.rank);
            let (Some(one), Some(other)) = ranks else { panic!("both ranks were declared") };
            assert!(Verdict::of(one, other) == challenge.verdict);
        }
    }
}

/// White's Private walks from e3 to e8 past Black's pieces; `promotion` makes it a Spy there.
fn promoted(options: &str) -> Game {
    let rules = format!("standard+army=FP{options}").parse().expect("a rule-set");
    let draft = |color, text: &str| {
        let draft = salpakan::rules::Draft::parse(color, &rules, text).expect("a set-up");
        draft.check(&rules).expect("a legal set-up")
    };
    let white = draft(Color::White, "....P..../........./F........");
    let black = draft(Color::Black, "F......../........./........P");
    let mut timeline = Timeline {
        rules,
        first: Color::White,
        taken: salpakan::rules::ByColor::new(Some(white.squares()), Some(black.squares())),
        plies: Vec::new(),
        ending: None,
        declared: Vec::new(),
        flags: salpakan::rules::ByColor::default(),
    };
    for (number, text) in
        "e3e4 i6i5 e4e5 i5i6 e5e6 i6i5 e6e7 i5i6 e7e8 i6i5 e8f8".split(' ').enumerate()
    {
        let mv = salpakan::rules::Move::parse(text).expect("a move");
        let clock = Some(1200 - number as u32);
        timeline.plies.push(salpakan::record::Ply { mv, verdict: None, clock });
    }
    let armies = salpakan::rules::ByColor::new(white, black);
    Game { timeline, armies }
}

fn ranks(view: &View, plies: [u32; 2]) -> [Option<Rank>; 2] {
    let e3: Square = "e3".parse().expect("a square");
    plies.map(|ply| view.rank_of(e3, ply))
}

#[test]
fn only_its_owner_sees_a_private_become_a_spy() {
    let game = promoted("+promotion");
    let own = view::player(&game.timeline, &game.armies.white);
    assert!(ranks(&own, [8, 9]) == [Some(Rank::Private), Some(Rank::Spy)]);
    let e3 = "e3".parse().expect("a square");
    assert_eq!(own.life(e3).and_then(|life| life.promoted), Some(9));
    let promotions = own.events(None).iter().filter(|event| event.promoted).count();
    assert_eq!(promotions, 1);
    for view in [view::spectator(&game.timeline), view::player(&game.timeline, &game.armies.black)]
    {
        assert!(ranks(&view, [8, 9]) == [None, None]);
        assert!(view.promotions.is_empty());
    }
}

#[test]
fn without_the_option_a_private_stays_one() {
    let game = promoted("");
    let own = view::player(&game.timeline, &game.armies.white);
    assert!(ranks(&own, [8, 11]) == [Some(Rank::Private); 2]);
}

#[test]
fn seconds_used_follow_from_clocks_and_time_control() {
    let game = promoted("");
    let view = view::spectator(&game.timeline);
    let control = TimeControl::new(1200, 5);
    let used = |events: Vec<view::Event>| -> Vec<Option<u32>> {
        events.iter().map(|event| event.used).collect()
    };
    let seconds = used(view.events(Some(control)));
    assert_eq!(seconds[..4], [Some(5), Some(6), Some(7), Some(7)]);
    assert!(used(view.events(None)).iter().all(Option::is_none));
    assert_eq!(view.scene(3).clocks.white, Some(1198));
}
