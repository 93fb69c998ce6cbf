//! What might have been: the arbiter says the same to the same, and other things where ranks decide.

use adjutant_domain::review::{
    MAX_OWN_PLIES, ReplayOutcome, Swap, Variation, VariationFault, VariationQuery,
};
use salpakan::record::notation::read_game;
use salpakan::record::{Embargo, FullRecord, JudgedRecord, RevealKey};
use salpakan::rules::{
    Board, ByColor, Color, Deployment, Rank, RuleSet, Square, Termination, Verdict,
};

use crate::random_play::{Clocks, Random, random_game, rule_sets};
use crate::support::{SAMPLE, games};

fn full(record: JudgedRecord) -> Option<FullRecord> {
    let key = RevealKey::of(&record.header, Embargo::None)?;
    let JudgedRecord { header, timeline, annotations, armies } = record;
    Some(FullRecord::new(header, timeline, annotations, armies, &key))
}

/// The demo's games whose ranks are open.
fn sample() -> Vec<FullRecord> {
    let all = games(SAMPLE.as_bytes());
    let all: Vec<FullRecord> = all
        .iter()
        .filter_map(|text| full(read_game(text).expect("a valid game")))
        .filter(|record| record.armies().white.is_some() && record.armies().black.is_some())
        .collect();
    assert!(all.len() > 500);
    all
}

/// Games of all rule-sets, played at random to their end by rule.
fn wild() -> Vec<FullRecord> {
    let sets: Vec<RuleSet> = rule_sets().to_vec();
    let one = |index: u64| {
        let rules = &sets[index as usize % sets.len()];
        let game = random_game(&mut Random(77 << 40 | index << 20), rules, Clocks::None, 400);
        let ending = game.timeline.ending?;
        let header = salpakan::record::Header {
            roster: salpakan::record::Roster::default(),
            time_control: None,
            outcome: Some(ending.outcome()),
            termination: ending.termination,
        };
        let armies = game.armies.map(Some);
        full(JudgedRecord {
            header,
            timeline: game.timeline,
            annotations: Default::default(),
            armies,
        })
    };
    let all: Vec<FullRecord> = (0..120).filter_map(one).collect();
    assert!(all.len() > 20, "{}", all.len());
    all
}

fn below(random: &mut Random, n: usize) -> usize {
    random.below(n as u64) as usize
}

fn asked(swaps: Vec<Swap>) -> VariationQuery {
    VariationQuery { swaps, ..VariationQuery::default() }
}

fn swap(record: &FullRecord, random: &mut Random) -> Option<Swap> {
    let color = Color::ALL[below(random, 2)];
    let army: Vec<Square> = record.armies()[color]?.pieces().map(|(square, _)| square).collect();
    let (one, other) = (army[below(random, army.len())], army[below(random, army.len())]);
    (one != other).then_some(Swap { one, other })
}

fn ranks(army: &Deployment) -> Vec<Rank> {
    let mut ranks: Vec<Rank> = army.pieces().map(|(_, rank)| rank).collect();
    ranks.sort_unstable_by_key(|rank| rank.index());
    ranks
}

/// The first ply whose verdict the ranks alone make another, by a judge of its own; `None` of a Flag that decides without one.
fn first_other_verdict(record: &FullRecord, armies: &ByColor<Deployment>) -> Option<u32> {
    let timeline = record.timeline();
    let promotes = timeline.rules.options().promotion;
    let mut promoted: Vec<Square> = Vec::new();
    let mut board: Board = timeline.start();
    for (number, ply) in (1..).zip(&timeline.plies) {
        let piece = |square| board.piece_at(square);
        let rank = |at: Square, promoted: &[Square]| {
            let piece = piece(at)?;
            let rank = armies[piece.color].rank_at(piece.origin)?;
            let risen = rank == Rank::Private && promoted.contains(&piece.origin);
            Some(if risen { Rank::Spy } else { rank })
        };
        let mover = piece(ply.mv.from).expect("it moves");
        let verdict = match (rank(ply.mv.from, &promoted), rank(ply.mv.to, &promoted)) {
            (Some(one), Some(other)) => Some(Verdict::of(one, other)),
            _ => None,
        };
        if verdict != ply.verdict {
            return Some(number);
        }
        board.apply(ply.mv, ply.verdict);
        let arrived = board.piece_at(ply.mv.to).is_some_and(|there| there == mover);
        if promotes && arrived && ply.mv.to.is_goal_of(mover.color) {
            promoted.push(mover.origin);
        }
    }
    None
}

#[test]
fn the_same_set_ups_say_the_same_in_every_game() {
    for record in sample().into_iter().chain(wild()) {
        let same = Variation::new(&record, &VariationQuery::default()).expect("an answer");
        assert_eq!(same.outcome, ReplayOutcome::Same);
        assert_eq!(&same.timeline, record.timeline());
        assert_eq!(same.kept_plies, record.timeline().len());
    }
}

#[test]
fn a_swap_keeps_the_army_and_is_undone_by_itself() {
    let mut random = Random(11);
    for record in sample().iter().take(300) {
        let Some(swap) = swap(record, &mut random) else { continue };
        let other = Variation::new(record, &asked(vec![swap])).expect("an answer");
        for color in Color::ALL {
            let own = record.armies()[color].expect("it is there");
            assert_eq!(ranks(&own), ranks(&other.armies()[color]));
            assert_eq!(own.squares(), other.armies()[color].squares());
        }
        let twice = Variation::new(record, &asked(vec![swap, swap])).expect("an answer");
        assert_eq!((twice.outcome, &twice.timeline), (ReplayOutcome::Same, record.timeline()));
    }
}

#[test]
fn the_first_ply_that_differs_is_found() {
    let (mut random, mut differ) = (Random(12), 0);
    for record in sample().iter().chain(&wild()) {
        for _ in 0..4 {
            let Some(swap) = swap(record, &mut random) else { continue };
            let other = Variation::new(record, &asked(vec![swap])).expect("an answer");
            let expected = first_other_verdict(record, other.armies());
            match other.outcome {
                ReplayOutcome::Same => assert_eq!(expected, None),
                ReplayOutcome::Diverges { ply, would } => {
                    let was = &record.timeline().plies[ply as usize - 1];
                    let by_verdict = would.verdict != was.verdict;
                    // An end that comes or does not come, without another verdict, comes first.
                    assert!(expected.is_none_or(|first| first >= ply));
                    assert_eq!(by_verdict, expected == Some(ply));
                    assert_eq!(other.timeline.len(), ply);
                    assert_eq!(
                        other.timeline.plies[..ply as usize - 1],
                        record.timeline().plies[..ply as usize - 1]
                    );
                    assert_eq!(other.timeline.ending, would.ending);
                    differ += 1;
                }
            }
        }
    }
    assert!(differ > 300, "{differ}");
}

#[test]
fn one_plays_on_from_any_ply_and_the_arbiter_judges() {
    let mut random = Random(13);
    for record in sample().iter().take(100) {
        let kept = below(&mut random, record.timeline().len() as usize) as u32;
        let mut question = VariationQuery { kept_plies: Some(kept), ..VariationQuery::default() };
        for _ in 0..MAX_OWN_PLIES {
            let before = Variation::new(record, &question).expect("it can be played");
            if before.timeline.ending.is_some() {
                break;
            }
            let board = before.timeline.board_after(u32::MAX);
            let count = board.move_count();
            question
                .own_plies
                .push(board.move_at(below(&mut random, count as usize) as u32).expect("a move"));
        }
        let played = Variation::new(record, &question).expect("it can be played");
        assert_eq!(
            (played.kept_plies, played.own_plies() as usize),
            (kept, question.own_plies.len())
        );
        assert_eq!(first_other_verdict(&relined(record, &played), played.armies()), None);
        let scene = played.view().scene(u32::MAX);
        assert!(scene.standing.iter().all(|piece| piece.rank.is_some()));
    }
}

/// The record as if the variation had been the game.
fn relined(record: &FullRecord, played: &Variation) -> FullRecord {
    let header = record.header().clone();
    let key = RevealKey::of(&header, Embargo::None).expect("it is over");
    let timeline = played.timeline.clone();
    FullRecord::new(header, timeline, Default::default(), *record.armies(), &key)
}

#[test]
fn impossible_variations_are_refused() {
    let record = &sample()[0];
    let at = |text: &str| text.parse::<Square>().expect("a square");
    let of =
        |question: &VariationQuery| Variation::new(record, question).expect_err("it is refused");
    let across = Swap { one: at("a1"), other: at("a8") };
    assert_eq!(of(&asked(vec![across])), VariationFault::InvalidSwap(across));
    let white = record.armies().white.expect("it is there").flag().expect("a Flag");
    let itself = Swap { one: white, other: white };
    assert_eq!(of(&asked(vec![itself])), VariationFault::InvalidSwap(itself));
    let far = salpakan::rules::Move::parse("a4e5").expect("a move");
    let question =
        VariationQuery { kept_plies: Some(0), own_plies: vec![far], ..VariationQuery::default() };
    assert!(matches!(of(&question), VariationFault::IllegalPly(1, _)));
    let question =
        VariationQuery { own_plies: vec![far; MAX_OWN_PLIES + 1], ..VariationQuery::default() };
    assert_eq!(of(&question), VariationFault::TooManyPlies);
    assert!(record.header().termination != Termination::Unterminated);
}
