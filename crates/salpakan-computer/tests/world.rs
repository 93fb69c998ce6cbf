//! A supposed position plays by the rules: it tells what the arbiter tells, under every rule-set.

use salpakan::record::{Declaration, Ply, Timeline};
use salpakan::rules::{Arbiter, ByColor, Color, Deployment, Move, Rank, RuleSet};
use salpakan_bot::{Random, Skill, deploy};
use salpakan_computer::{Sight, World};

const RULES: [&str; 8] = [
    "standard",
    "electronic",
    "eleven",
    "standard+army=FP",
    "standard+army=FPS+promotion",
    "krig",
    "standard+promotion",
    "electronic+army=FPPPPPPPPS5+open-challenges+promotion",
];

/// A game of random plies that go ahead more often than not, so that Flags arrive.
struct Game {
    arbiter: Arbiter,
    timeline: Timeline,
    armies: ByColor<Deployment>,
}

impl Game {
    fn new(rules: &str, random: &mut Random) -> Game {
        let rules: RuleSet = rules.parse().expect("rules");
        let armies = ByColor::from_fn(|color| {
            deploy(&rules, color, Skill(0), random).expect("a deployment")
        });
        let first = if random.chance(500) { Color::White } else { Color::Black };
        let timeline = Timeline {
            rules,
            first,
            taken: armies.as_ref().map(|army| Some(army.squares())),
            plies: Vec::new(),
            ending: None,
            declared: Vec::new(),
            flags: ByColor::default(),
        };
        Game { arbiter: Arbiter::new(&rules, armies.as_ref(), first), timeline, armies }
    }

    /// What the side to move sees, if the enemy is guessed rightly.
    fn world(&self) -> World {
        let me = self.arbiter.to_move();
        let sight = Sight::new(&self.timeline, &self.armies[me]);
        let enemy = &self.armies[me.opponent()];
        let at = |(origin, _): &(_, _)| enemy.rank_at(*origin).expect("a piece");
        let guess: Vec<Rank> = sight.possible().iter().map(at).collect();
        sight.world(&guess)
    }

    fn play(&mut self, m: Move) {
        let said = self.arbiter.play(m).expect("legal");
        self.timeline.plies.push(Ply { mv: m, verdict: said.verdict, clock: None });
        if let Some((challenger, defender)) = said.declared {
            let ply = self.timeline.len();
            self.timeline.declared.push(Declaration { ply, challenger, defender });
        }
        self.timeline.ending = said.ending;
    }
}

fn a_move(world: &World, random: &mut Random) -> Move {
    let mut moves = Vec::new();
    world.moves(&mut moves);
    let me = world.to_move();
    let some = (0..3).map(|_| moves[random.below(moves.len() as u32) as usize]);
    some.max_by_key(|m| m.to.depth(me)).expect("a move")
}

#[test]
fn a_supposed_position_tells_what_the_arbiter_tells() {
    let (mut waited, mut ended) = (0, 0);
    for (n, rules) in RULES.iter().cycle().take(800).enumerate() {
        let mut random = Random::new(3, n as u64);
        let mut game = Game::new(rules, &mut random);
        let mut running = game.world();
        for _ in 0..400 {
            let seen = game.world();
            for square in salpakan::rules::Square::all() {
                let stands = seen.standing(Color::White).union(seen.standing(Color::Black));
                if stands.contains(square) {
                    assert_eq!(seen.rank_index(square), running.rank_index(square), "{rules}");
                    assert_eq!(seen.wins(square), running.wins(square));
                    assert_eq!(seen.beaten(square), running.beaten(square));
                    assert_eq!(seen.has_moved(square), running.has_moved(square));
                }
            }
            assert_eq!(seen.standing(Color::White), running.standing(Color::White));
            assert_eq!(seen.waiting(), running.waiting(), "{rules}");
            waited += u32::from(seen.waiting().is_some());
            let m = a_move(&seen, &mut random);
            let verdict = running.play(m);
            game.play(m);
            let said = game.timeline.plies.last().expect("a ply").verdict;
            assert_eq!(verdict, said, "{rules}");
            assert_eq!(running.winner(), game.timeline.ending.map(|end| end.winner), "{rules}");
            if running.winner().is_some() {
                ended += 1;
                break;
            }
        }
    }
    assert!(waited > 3 && ended > 400, "{waited} Flags waited, {ended} games ended");
}
