//! Games that go on from a position as it was, between two who search a little, each seeing what it sees.

use salpakan::record::Timeline;
use salpakan::rules::{ByColor, Color, Deployment, Move, Outcome, RuleSet};
use salpakan_bot::Random;

use super::{Analyst, until};
use crate::game::{Player, play_on};
use crate::inference::Told;
use crate::search::{Candidate, Effort, search};
use crate::{Sight, Weights};

/// A game that goes on for longer is a draw.
const LONGEST: u32 = 400;
/// What a ply of such a game may spend.
const NODES: u32 = 30;

/// A player who keeps what the enemy's plies have told, which takes most of the time of a short search when it is found anew.
#[derive(Clone)]
struct Follower<'a> {
    weights: &'a Weights,
    effort: Effort,
    told: Told,
    /// The plies that it has followed.
    plies: u32,
}

impl<'a> Follower<'a> {
    fn new(weights: &'a Weights, sight: &Sight, random: &mut Random) -> Option<Follower<'a>> {
        let (prior, policy) = (&weights.prior, &weights.networks.policy);
        let told = Told::by_all(sight, prior, policy, random)?;
        let plies = sight.game().1.len();
        Some(Follower { weights, effort: Effort::of_nodes(NODES), told, plies })
    }
}

impl Player for Follower<'_> {
    /// It joins games that have begun.
    fn deploy(&mut self, _: &RuleSet, _: Color, _: &mut Random) -> Option<Deployment> {
        None
    }

    fn choose(&mut self, sight: &Sight, random: &mut Random) -> Option<(Move, Vec<Candidate>)> {
        let Weights { networks, prior } = self.weights;
        let (own, timeline) = sight.game();
        // Between two of its own plies lies one of the enemy's.
        if let Some(last) = timeline.plies.last().filter(|_| timeline.len() > self.plies) {
            let before = Sight::new(&until(timeline, timeline.len() - 1), own);
            self.told.add(&before, last.mv, &networks.policy);
            self.plies = timeline.len();
        }
        let mut guesses = self.told.guesses(sight, prior, 1.0, random)?;
        let armies = self.effort.armies;
        let worlds: Vec<_> = (0..armies).map(|_| sight.world(guesses.next(random))).collect();
        self.told.guess = guesses.next(random).to_vec();
        let candidates = search(networks, &worlds, self.effort, random);
        Some((candidates.first()?.mv, candidates))
    }
}

impl Analyst<'_> {
    /// The points of a side in so many games that go on after so many plies. Where none can, half of them.
    pub(super) fn searched_points(
        &self,
        plies: u32,
        side: Color,
        games: u8,
        random: &mut Random,
    ) -> f32 {
        let before = Timeline { ending: None, ..until(self.timeline, plies) };
        let armies: ByColor<Deployment> = self.armies.map(|army| *army);
        let players =
            self.armies.map(|army| Follower::new(self.weights, &Sight::new(&before, army), random));
        let points = |_| {
            let ByColor { white: Some(mut white), black: Some(mut black) } = players.clone() else {
                return 0.5;
            };
            let players = ByColor::<&mut dyn Player> { white: &mut white, black: &mut black };
            let played = play_on(before.clone(), armies, players, plies + LONGEST, random);
            match played.map(|played| played.outcome) {
                Some(Outcome::Win(winner)) => f32::from(u8::from(winner == side)),
                Some(Outcome::Draw) | None => 0.5,
            }
        };
        (0..games).map(points).sum()
    }
}
