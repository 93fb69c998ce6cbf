//! Full armies: identities, and properties of any knowledge.

use salpakan::record::Timeline;
use salpakan::rules::{Arbiter, Army, ByColor, Color, Deployment, Rank, RuleSet};
use salpakan_bot::{Endings, Field, simulate};
use salpakan_knowledge::{Knowledge, Ranks, beliefs_at, count};

use crate::support::{Game, Random, deploy, deployment, play, play_with, rules};

/// Games between bots, whose challenges are like people's, and random games.
pub fn games(many: u64) -> Vec<Game> {
    let field = Field::new(3, 40, many);
    let bots = (0..many).filter_map(|index| {
        let record = simulate(&field, &RuleSet::STANDARD, index, Endings::Final)?;
        let armies = ByColor::new(record.armies.white?, record.armies.black?);
        Some(Game { timeline: record.timeline, armies })
    });
    let mut random = Random(5);
    let keys = ["standard", "krig", "eleven", "standard+promotion", "electronic+open-challenges"];
    let keys = keys.into_iter().cycle().take(many as usize);
    let wild: Vec<Game> = keys.map(|key| play(&mut random, &rules(key), 300)).collect();
    bots.chain(wild).collect()
}

#[test]
fn a_standard_army_begins_with_all_its_arrangements() {
    let mut random = Random(1);
    let mut game = play(&mut random, &RuleSet::STANDARD, 1);
    game.timeline.flags = ByColor::default();
    let beliefs = beliefs_at(&game.timeline, &game.armies.white, 0);
    let factorial = |n: u128| (1..=n).product::<u128>();
    assert_eq!(beliefs.armies(), factorial(21) / (factorial(6) * factorial(2)));
    assert!((beliefs.bits() - 54.98).abs() < 0.01);
}

#[test]
fn of_every_piece_and_of_every_rank_the_counts_add_up() {
    for game in games(60) {
        for (viewer, own) in game.armies.iter() {
            for beliefs in Knowledge::of_player(&game.timeline, own).changes() {
                assert_eq!(beliefs.color, viewer.opponent());
                for belief in beliefs.pieces() {
                    assert_eq!(belief.share(Ranks::ALL), (beliefs.armies(), beliefs.armies()));
                }
                for rank in Rank::ALL {
                    let sum: u128 = beliefs.pieces().map(|piece| piece.armies_with(rank)).sum();
                    let pieces = u128::from(game.timeline.rules.army().count(rank));
                    assert_eq!(sum, beliefs.armies() * pieces);
                }
            }
        }
    }
}

#[test]
fn the_truth_stays_possible_and_what_was_ruled_out_stays_so() {
    for game in games(60) {
        for (viewer, own) in game.armies.iter() {
            let enemy = &game.armies[viewer.opponent()];
            let knowledge = Knowledge::of_player(&game.timeline, own);
            let mut before = knowledge.at(0);
            for ply in 0..=game.timeline.len() {
                let beliefs = knowledge.at(ply);
                assert!(beliefs.armies() > 0 && beliefs.armies() <= before.armies());
                for (now, then) in beliefs.pieces().zip(before.pieces()) {
                    assert!(now.deployed().is_within(then.deployed()));
                    let truth = enemy.rank_at(now.origin).expect("a piece");
                    assert!(now.deployed().contains(truth));
                    assert!(now.possible().contains(now.by_now(truth)));
                }
                before = beliefs;
            }
        }
    }
}

/// The game after this many plies.
fn broken_off(timeline: &Timeline, ply: u32) -> Timeline {
    let mut early = timeline.clone();
    early.plies.truncate(ply as usize);
    early.declared.retain(|said| said.ply <= ply);
    for color in Color::ALL {
        early.flags[color] = early.flags[color].filter(|flag| flag.since <= ply);
    }
    if ply < timeline.len() {
        early.ending = None;
    }
    early
}

#[test]
fn nothing_of_later_plies_is_known_before_them() {
    for game in games(12) {
        for (_, own) in game.armies.iter() {
            let knowledge = Knowledge::of_player(&game.timeline, own);
            for ply in (0..=game.timeline.len()).step_by(7) {
                let early = broken_off(&game.timeline, ply);
                assert!(knowledge.at(ply) == Knowledge::of_player(&early, own).at(ply));
            }
        }
    }
}

/// Swaps two enemy ranks wherever the timeline stays exactly the same.
#[test]
fn two_enemy_armies_that_look_the_same_are_known_the_same() {
    let mut random = Random(9);
    let mut worlds = 0;
    for _ in 0..3_000 {
        let game = play(&mut random, &rules("standard+army=FSSPPP54C+promotion"), 60);
        let viewer = Color::Black;
        let enemy = &game.armies.white;
        let squares: Vec<_> = enemy.squares().iter().collect();
        let mut ranks: Vec<Rank> = enemy.pieces().map(|(_, rank)| rank).collect();
        ranks.swap(random.below(squares.len()), random.below(squares.len()));
        let other = deployment(&game.timeline.rules, Color::White, enemy.squares(), &ranks);
        let mut armies = game.armies;
        armies.white = other;
        let Some(timeline) = replayed(&game, &armies) else { continue };
        if other == *enemy || timeline != game.timeline {
            continue;
        }
        worlds += 1;
        let one = Knowledge::of_player(&game.timeline, &game.armies[viewer]);
        let two = Knowledge::of_player(&timeline, &armies[viewer]);
        assert!(one == two);
        // Each of the two armies is among those that are counted.
        let last = one.at(game.timeline.len());
        for belief in last.pieces() {
            let rank = other.rank_at(belief.origin).expect("a piece");
            assert!(belief.deployed().contains(rank));
        }
    }
    assert!(worlds > 200, "only {worlds}");
}

/// The same moves with other armies, if they are possible.
fn replayed(game: &Game, armies: &ByColor<Deployment>) -> Option<Timeline> {
    let mut timeline = game.timeline.clone();
    let mut arbiter = Arbiter::new(&timeline.rules, armies.as_ref(), timeline.first);
    timeline.ending = None;
    for ply in &mut timeline.plies {
        let said = arbiter.play(ply.mv).ok()?;
        ply.verdict = said.verdict;
        timeline.ending = said.ending;
    }
    for color in Color::ALL {
        if let Some(flag) = &mut timeline.flags[color] {
            flag.origin = armies[color].flag()?;
        }
    }
    Some(timeline)
}

/// Random sets on a full army; the largest counts need more than 64 bits.
#[test]
fn counts_of_large_armies_add_up_in_either_kind_of_integer() {
    let mut random = Random(4);
    let armies =
        ["FSSPPPPPP54321CLMKABT", "FSSSSPPPP554433221CCLLMMKKA", "FPPPPPPPPPPPPPPPPPPPPPPPPPP"];
    for letters in armies {
        let army = Army::from_letters(letters).expect("an army");
        for _ in 0..60 {
            let fights = random.below(9);
            let sets: Vec<Ranks> = (0..army.size())
                .map(|piece| {
                    let bits = random.below(1 << 15) as u16 | random.below(1 << 15) as u16;
                    if piece < fights { Ranks::of_bits(bits) } else { Ranks::ALL }
                })
                .collect();
            let counts = count(army.counts(), &sets);
            let sums: Vec<u128> =
                (0..sets.len()).map(|piece| counts.of(piece).iter().sum()).collect();
            assert!(sums.iter().all(|sum| *sum == counts.total));
            for rank in Rank::ALL {
                let of_rank = |piece| counts.of(piece)[rank.index()];
                let sum: u128 = (0..sets.len()).map(of_rank).sum();
                assert_eq!(sum, counts.total * u128::from(army.count(rank)));
            }
        }
    }
}

#[test]
fn a_contradiction_leaves_no_army() {
    let army = RuleSet::STANDARD.army();
    let mut sets = vec![Ranks::ALL; 21];
    sets[3] = Ranks::FLAG;
    sets[4] = Ranks::FLAG;
    let counts = count(army.counts(), &sets);
    assert_eq!((counts.total, counts.of(0)[0]), (0, 0));
    let sets = vec![Ranks::NO_FLAG; 21];
    assert_eq!(count(army.counts(), &sets).total, 0);
    // Nor do other numbers of pieces make up an army of 21.
    for pieces in [0, 20, 22, 100] {
        assert_eq!(count(army.counts(), &vec![Ranks::ALL; pieces]).total, 0);
    }
}

#[test]
fn nothing_that_is_known_can_be_printed() {
    let mut random = Random(2);
    let game = play_with(
        &mut random,
        &RuleSet::STANDARD,
        ByColor::from_fn(|color| deploy(&mut Random(7), &RuleSet::STANDARD, color)),
        Color::White,
        100,
    );
    let knowledge = Knowledge::of_player(&game.timeline, &game.armies.white);
    let beliefs = knowledge.at(50);
    let belief = beliefs.pieces().next().expect("a piece");
    let said = format!("{knowledge:?} {beliefs:?} {belief:?} {:?}", belief.possible());
    assert_eq!(said, "Knowledge(..) Beliefs(..) Belief(..) Ranks(..)");
}
