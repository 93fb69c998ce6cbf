//! Brute force: tries every deployment of a small army with the arbiter, and counts those with the same announcements.

use salpakan::record::Timeline;
use salpakan::rules::{Arbiter, ByColor, Color, Deployment, Rank, Square};
use salpakan_knowledge::{Knowledge, beliefs_at};

use crate::support::{Game, Random, deployment, orders, pieces, play, rules, said};

/// Small armies under every option.
const RULES: [&str; 10] = [
    "standard+army=FSP5T",
    "standard+army=FSPP5C",
    "electronic+army=FSPP5C",
    "standard+army=FSSPPC",
    "standard+army=FSP54T+promotion",
    "standard+army=FSPPP5+promotion",
    "standard+army=FSPPC+open-challenges+promotion",
    "standard+army=FSP54+open-flag",
    "krig+army=FSPP5+open-challenges",
    "electronic+army=FPPP5+open-flag+promotion",
];

/// A deployment of the enemy that is still consistent.
struct World {
    enemy: Deployment,
    arbiter: Arbiter,
}

struct Worlds<'a> {
    timeline: &'a Timeline,
    left: Vec<World>,
    color: Color,
}

impl<'a> Worlds<'a> {
    fn new(game: &'a Game, viewer: Color) -> Worlds<'a> {
        let timeline = &game.timeline;
        let color = viewer.opponent();
        let squares = game.armies[color].squares();
        let left = orders(&pieces(&timeline.rules)).into_iter().map(|order| {
            let enemy = deployment(&timeline.rules, color, squares, &order);
            let mut armies = ByColor::new(&game.armies.white, &game.armies.black);
            armies[color] = &enemy;
            World { enemy, arbiter: Arbiter::new(&timeline.rules, armies, timeline.first) }
        });
        let mut worlds = Worlds { timeline, left: left.collect(), color };
        worlds.see_flag(0);
        worlds
    }

    fn see_flag(&mut self, ply: u32) {
        if let Some(flag) = self.timeline.flags[self.color].filter(|flag| flag.since <= ply) {
            self.left.retain(|world| world.enemy.flag() == Some(flag.origin));
        }
    }

    fn see(&mut self, ply: u32) {
        let mv = self.timeline.plies[ply as usize - 1].mv;
        let heard = said(self.timeline, ply);
        self.left.retain_mut(|world| world.arbiter.play(mv) == Ok(heard));
        self.see_flag(ply);
    }

    fn with(&self, origin: Square, rank: Rank) -> u128 {
        self.left.iter().filter(|world| world.enemy.rank_at(origin) == Some(rank)).count() as u128
    }
}

fn agree(game: &Game, viewer: Color) -> usize {
    let knowledge = Knowledge::of_player(&game.timeline, &game.armies[viewer]);
    let mut worlds = Worlds::new(game, viewer);
    let mut looks = 0;
    for ply in 0..=game.timeline.len() {
        if ply > 0 {
            worlds.see(ply);
        }
        let beliefs = knowledge.at(ply);
        let rules = game.timeline.rules;
        assert_eq!(beliefs.armies(), worlds.left.len() as u128, "{rules}, ply {ply}");
        for belief in beliefs.pieces() {
            for rank in Rank::ALL {
                let (counted, brute) = (belief.armies_with(rank), worlds.with(belief.origin, rank));
                assert_eq!(counted, brute, "{rules}, ply {ply}, {}", belief.origin);
            }
        }
        assert!(beliefs == &beliefs_at(&game.timeline, &game.armies[viewer], beliefs.since));
        looks += 1;
    }
    looks
}

fn agree_in_many(seed: u64, keys: &[&str]) {
    let mut random = Random(seed);
    let mut looks = 0;
    for round in 0..80 {
        for key in keys {
            let game = play(&mut random, &rules(key), 20 + 8 * (round % 20));
            for viewer in Color::ALL {
                looks += agree(&game, viewer);
            }
        }
    }
    assert!(looks > 15_000, "only {looks}");
}

#[test]
fn the_arbiter_would_have_said_the_same_of_exactly_the_armies_that_are_counted() {
    agree_in_many(20_261, &RULES[..5]);
}

#[test]
fn and_under_options_that_declare_show_and_promote() {
    agree_in_many(20_262, &RULES[5..]);
}
