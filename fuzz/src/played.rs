//! A legal game that bytes choose: so that a fuzzer steers what is encoded.

use salpakan::record::codec::{deployment_count, deployment_from_number};
use salpakan::record::{Declaration, Ply, PublicFlag, Timeline};
use salpakan::rules::{Arbiter, Army, ByColor, Color, Deployment, Options, Preset, Rank, RuleSet};

/// Plies of the longest game.
const LONGEST: usize = 400;

/// Bytes as choices; zero where there are no more.
pub struct Choices<'a>(pub &'a [u8]);

impl Choices<'_> {
    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    fn wide(&mut self) -> u128 {
        (0..16).fold(0, |wide, _| wide << 8 | u128::from(self.byte()))
    }

    fn rules(&mut self) -> RuleSet {
        let bits = self.byte();
        let army = (bits & 0x10 != 0).then(|| self.army());
        let options = Options {
            army,
            open_challenges: bits & 0x20 != 0,
            open_flag: bits & 0x40 != 0,
            promotion: bits & 0x80 != 0,
        };
        RuleSet::new(Preset::ALL[usize::from(bits & 3)], options)
    }

    fn army(&mut self) -> Army {
        let others = usize::from(self.byte()) % Army::LARGEST;
        let mut letters = String::from("F");
        letters.extend((0..others).map(|_| {
            // Every rank but the last, which is the Flag.
            Rank::ALL[usize::from(self.byte()) % (Rank::COUNT - 1)].letter()
        }));
        Army::from_letters(&letters).expect("one Flag and few others")
    }

    /// A legal deployment.
    pub fn deployment(&mut self, rules: &RuleSet, color: Color) -> Deployment {
        let number = self.wide() % deployment_count(rules);
        deployment_from_number(rules, color, number).expect("it is below the count")
    }

    /// None, a usual clock, or any.
    fn clock(&mut self, kind: u8, last: &mut u32) -> Option<u32> {
        let byte = self.byte();
        match (kind & 3, byte) {
            (0, _) | (2, 0..0x40) => return None,
            (3, _) => *last = self.wide() as u32 >> (byte & 31),
            _ => *last = (*last + 5).saturating_sub(u32::from(byte)),
        }
        Some(*last)
    }
}

/// The game that these bytes choose: rules, armies, plies, clocks, public Flags.
pub fn game(choices: &mut Choices<'_>) -> (Timeline, ByColor<Deployment>) {
    let rules = choices.rules();
    let armies = ByColor::from_fn(|color| choices.deployment(&rules, color));
    let kind = choices.byte();
    let first = Color::ALL[usize::from(kind >> 7)];
    let mut timeline = Timeline {
        rules,
        first,
        taken: armies.map(|army| Some(army.squares())),
        plies: Vec::new(),
        ending: None,
        declared: Vec::new(),
        flags: ByColor::default(),
    };
    let mut arbiter = Arbiter::new(&rules, armies.as_ref(), first);
    let mut board = timeline.start();
    let mut clocks = [1200; 2];
    while !choices.0.is_empty() && timeline.plies.len() < LONGEST && !arbiter.is_over() {
        let index = u32::from(choices.byte()) % board.move_count();
        let mv = board.move_at(index).expect("it is below the count");
        let said = arbiter.play(mv).expect("a move of the public board is legal");
        board.apply(mv, said.verdict);
        let clock = choices.clock(kind, &mut clocks[timeline.plies.len() % 2]);
        timeline.plies.push(Ply { mv, verdict: said.verdict, clock });
        if let Some((challenger, defender)) = said.declared {
            let ply = timeline.len();
            timeline.declared.push(Declaration { ply, challenger, defender });
        }
        timeline.ending = said.ending;
    }
    timeline.flags = ByColor::from_fn(|color| public_flag(kind, &timeline, &armies[color]));
    (timeline, armies)
}

fn public_flag(kind: u8, timeline: &Timeline, army: &Deployment) -> Option<PublicFlag> {
    let origin = army.flag()?;
    match (kind >> 2 & 3, timeline.len()) {
        (0, _) => None,
        (1, _) => Some(PublicFlag { since: 0, origin }),
        (2, length) => Some(PublicFlag { since: length, origin }),
        (_, length) => (army.color() == Color::Black)
            .then_some(PublicFlag { since: u32::from(kind) % (length + 1), origin }),
    }
}
