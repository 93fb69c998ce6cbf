//! Games in pairs: what is public of one game, with armies of two worlds that both fit it.

use std::sync::Arc;

use salpakan::record::Timeline;
use salpakan::rules::{ByColor, Color, Deployment, RuleSet};

use crate::chance;
use crate::histories::Worlds;
use crate::random_play::{Clocks, Random, random_game_from};

/// What one game is in both worlds.
pub struct Pair {
    /// Which play of its world it is, counted from 0.
    pub number: u64,
    pub timeline: Timeline,
    pub armies: [ByColor<Deployment>; 2],
    /// The sides whose armies differ between the worlds: of them nobody but they may notice.
    pub hidden: Vec<Color>,
    pub end: End,
    pub setting: Setting,
}

/// Where a game is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// Two made it up between them; it is revealed when it is over.
    Casual,
    /// An official made it; its ranks stay closed.
    Event,
    /// The same, at a table, by passes alone.
    Table,
}

/// How a game ends that the rules have not ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    ByRule,
    Resigns,
    Agreed,
    TimeIsUp,
    /// Before its first ply, so that it is never revealed.
    Aborted,
    /// It goes on.
    Open,
}

const RULE_SETS: [&str; 6] =
    ["standard", "standard", "standard+promotion", "electronic", "krig", "eleven"];

impl Pair {
    /// The pair with this number; `open` ones go on for ever.
    pub fn new(number: u64, open: bool) -> Pair {
        Pair::played(number, open, Setting::Casual)
    }

    /// A pair of games of an event, every other one at a table. None of them is ever revealed.
    pub fn of_event(number: u64) -> Pair {
        let setting = if number.is_multiple_of(2) { Setting::Table } else { Setting::Event };
        // Only at a table, where no clock runs out while others play.
        let mut pair = Pair::played(number, number % 10 == 8, setting);
        pair.end = match (pair.end, setting) {
            (End::Aborted, _) | (End::TimeIsUp, Setting::Table) => End::Resigns,
            (end, _) => end,
        };
        pair
    }

    /// In which order the sides hand their set-ups in.
    pub fn order(number: u64) -> [Color; 2] {
        let mut order = Color::ALL;
        if number.is_multiple_of(3) {
            order.reverse();
        }
        order
    }

    fn played(number: u64, open: bool, setting: Setting) -> Pair {
        let mut random = Random(0x5ec2_e75e ^ number << 24);
        let key = RULE_SETS[random.below(RULE_SETS.len() as u64) as usize];
        let rules: RuleSet = key.parse().expect("a rule-set");
        // Every fortieth goes on until somebody has won; the others end before.
        let longest = if number % 40 == 7 { 400 } else { random.below(14) as usize };
        let first = match setting {
            Setting::Table => chance::first_at_table(number, number / 2, Pair::order(number)),
            Setting::Casual | Setting::Event => chance::first(number),
        };
        let game = random_game_from(&mut random, &rules, Clocks::None, longest, Some(first));
        let mut timeline = game.timeline;
        if open && timeline.ending.take().is_some() {
            timeline.plies.pop();
        }
        // Whether a Flag is shown is a player's word, and none is said here.
        timeline.flags = ByColor::default();
        let hidden = match random.below(3) {
            0 => vec![Color::White],
            1 => vec![Color::Black],
            _ => Color::ALL.to_vec(),
        };
        let end = match (timeline.ending, random.below(4)) {
            _ if open => End::Open,
            (Some(_), _) => End::ByRule,
            _ if timeline.is_empty() => End::Aborted,
            (None, 0) => End::Agreed,
            (None, 1) => End::TimeIsUp,
            _ => End::Resigns,
        };
        let worlds = Worlds::of(&mut random, timeline, game.armies, &hidden, 40);
        Pair { number, timeline: worlds.timeline, armies: worlds.armies, hidden, end, setting }
    }

    pub fn many(from: u64, count: u64, open: bool) -> Arc<Vec<Pair>> {
        Arc::new((from..from + count).map(|number| Pair::new(number, open)).collect())
    }

    /// How many pieces have another rank in the second world.
    pub fn differences(&self) -> usize {
        let [one, other] = &self.armies;
        let of = |color: Color| {
            one[color].pieces().zip(other[color].pieces()).filter(|(a, b)| a != b).count()
        };
        Color::ALL.into_iter().map(of).sum()
    }
}
