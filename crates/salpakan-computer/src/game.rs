//! A game between two programs, with the arbiter between them: each is given what its player sees.

use salpakan::record::{Declaration, Ply, PublicFlag, Timeline};
use salpakan::rules::{Arbiter, ByColor, Color, Deployment, Move, Outcome, RuleSet};
use salpakan_bot::Random;

use crate::{Candidate, Sight};

/// A program that plays.
pub trait Player {
    /// A set-up; `None` if it has none, which loses.
    fn deploy(&mut self, rules: &RuleSet, color: Color, random: &mut Random) -> Option<Deployment>;

    /// A move with what it was chosen from; an illegal one, or none, loses.
    fn choose(&mut self, sight: &Sight, random: &mut Random) -> Option<(Move, Vec<Candidate>)>;
}

/// A game that was played.
pub struct Played {
    pub timeline: Timeline,
    pub armies: ByColor<Deployment>,
    pub outcome: Outcome,
    /// By ply, what the program chose from; nothing for plies before those that it made.
    pub candidates: Vec<Vec<Candidate>>,
}

/// Plays a game; after so many plies it is a draw. `None` if a side does not deploy.
pub fn play(
    rules: &RuleSet,
    players: ByColor<&mut dyn Player>,
    first: Color,
    most_plies: u32,
    random: &mut Random,
) -> Option<Played> {
    let armies = ByColor {
        white: players.white.deploy(rules, Color::White, random)?,
        black: players.black.deploy(rules, Color::Black, random)?,
    };
    let flags = |army: &Deployment| {
        let flag = army.flag().filter(|_| rules.options().open_flag);
        flag.map(|origin| PublicFlag { since: 0, origin })
    };
    let timeline = Timeline {
        rules: *rules,
        first,
        taken: armies.as_ref().map(|army| Some(army.squares())),
        plies: Vec::new(),
        ending: None,
        declared: Vec::new(),
        flags: armies.as_ref().map(flags),
    };
    play_on(timeline, armies, players, most_plies, random)
}

/// Plays a game on from where its timeline stands, until it has so many plies; then it is a draw. `None` if the game is over, or
/// another one than that of these armies.
pub fn play_on(
    timeline: Timeline,
    armies: ByColor<Deployment>,
    mut players: ByColor<&mut dyn Player>,
    most_plies: u32,
    random: &mut Random,
) -> Option<Played> {
    let mut arbiter = Arbiter::new(&timeline.rules, armies.as_ref(), timeline.first);
    for ply in &timeline.plies {
        let said = arbiter.play(ply.mv).ok()?;
        if said.ending.is_some() || said.verdict != ply.verdict {
            return None;
        }
    }
    let candidates = vec![Vec::new(); timeline.plies.len()];
    let mut played = Played { timeline, armies, outcome: Outcome::Draw, candidates };
    for number in played.timeline.len() + 1..=most_plies {
        let mover = arbiter.to_move();
        let sight = Sight::new(&played.timeline, &played.armies[mover]);
        let chosen = players[mover].choose(&sight, random);
        let said = chosen.and_then(|(mv, candidates)| {
            let said = arbiter.play(mv).ok()?;
            Some((mv, candidates, said))
        });
        let Some((mv, candidates, said)) = said else {
            played.outcome = Outcome::Win(mover.opponent());
            return Some(played);
        };
        played.timeline.plies.push(Ply { mv, verdict: said.verdict, clock: None });
        played.candidates.push(candidates);
        if let Some((challenger, defender)) = said.declared {
            played.timeline.declared.push(Declaration { ply: number, challenger, defender });
        }
        if let Some(ending) = said.ending {
            played.timeline.ending = Some(ending);
            played.outcome = ending.outcome();
            return Some(played);
        }
    }
    Some(played)
}
