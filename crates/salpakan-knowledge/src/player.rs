//! A player's knowledge of the enemy's army, ply by ply.

use salpakan::record::{FullRecord, Timeline};
use salpakan::rules::{Color, Deployment, Rank};

use super::Ranks;
use super::belief::{Beliefs, Known};
use super::evidence::{Evidence, Fact, evidence};

/// What one player can know of the enemy's army during a whole game.
///
/// There is an entry for each ply in which the player learnt something; [`Knowledge::at`] finds the current one.
#[derive(Clone, PartialEq, Eq)]
pub struct Knowledge {
    viewer: Color,
    changes: Vec<Beliefs>,
}

impl Knowledge {
    /// The knowledge of the player with the army `own`, from the deployment to the last ply of the timeline.
    pub fn of_player(timeline: &Timeline, own: &Deployment) -> Knowledge {
        let mut learner = Learner::new(timeline, own);
        let mut changes = vec![learner.known.beliefs(0)];
        let facts = evidence(timeline, timeline.len());
        for same_ply in facts.chunk_by(|one, next| one.ply == next.ply) {
            let ply = same_ply[0].ply;
            let learnt = learner.learn(same_ply);
            let Some(before) = changes.last() else { continue };
            let now = match learnt {
                Learnt::Nothing => continue,
                Learnt::Promotion => learner.known.recounted(ply, before),
                Learnt::Ranks => learner.known.beliefs(ply),
            };
            if ply == before.since {
                changes.pop();
            }
            changes.push(now);
        }
        Knowledge { viewer: own.color(), changes }
    }

    /// *Ghost view*: what the opponent of `color` could know of the army of `color`. It requires a revealed record
    /// because it depends on the opponent's ranks. `None` without deployments.
    pub fn ghost(record: &FullRecord, color: Color) -> Option<Knowledge> {
        let opponent = record.armies()[color.opponent()].as_ref()?;
        Some(Knowledge::of_player(record.timeline(), opponent))
    }

    /// The player who knows this.
    pub const fn viewer(&self) -> Color {
        self.viewer
    }

    /// The knowledge after `ply` plies, or after the last if there are fewer.
    pub fn at(&self, ply: u32) -> &Beliefs {
        let later = self.changes.partition_point(|beliefs| beliefs.since <= ply);
        &self.changes[later.saturating_sub(1)]
    }

    /// All changes of knowledge, by ply; the first is the deployment.
    pub fn changes(&self) -> &[Beliefs] {
        &self.changes
    }
}

/// What a player knows after `ply` plies: one position, without the rest of the game.
pub fn beliefs_at(timeline: &Timeline, own: &Deployment, ply: u32) -> Beliefs {
    known_at(timeline, own, ply).beliefs(ply.min(timeline.len()))
}

/// The query behind [`beliefs_at`] for [`super::count`]: the army, and by origin the possible ranks of each piece by
/// itself.
pub fn query(timeline: &Timeline, own: &Deployment, ply: u32) -> ([u8; Rank::COUNT], Vec<Ranks>) {
    let known = known_at(timeline, own, ply);
    (known.army.counts(), known.sets)
}

/// What a player knows of each piece by itself after `ply` plies.
pub(super) fn known_at(timeline: &Timeline, own: &Deployment, ply: u32) -> Known {
    let mut learner = Learner::new(timeline, own);
    learner.learn(&evidence(timeline, ply));
    learner.known
}

/// What was learnt in a ply.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Learnt {
    Nothing,
    Promotion,
    Ranks,
}

/// Applies a player's own ranks to the public evidence.
struct Learner<'a> {
    own: &'a Deployment,
    known: Known,
}

impl<'a> Learner<'a> {
    fn new(timeline: &Timeline, own: &'a Deployment) -> Learner<'a> {
        let enemy = own.color().opponent();
        let taken = timeline.taken[enemy].unwrap_or_default();
        Learner { own, known: Known::new(enemy, timeline.rules.army(), taken) }
    }

    fn learn(&mut self, facts: &[Evidence]) -> Learnt {
        facts.iter().map(|one| self.take(&one.fact)).max().unwrap_or(Learnt::Nothing)
    }

    fn take(&mut self, fact: &Fact) -> Learnt {
        let enemy = self.own.color().opponent();
        let (origin, ranks) = match fact {
            Fact::Among { piece, ranks } if piece.color == enemy => (piece.origin, *ranks),
            Fact::Met(meeting) => {
                let Some(rank) = self.own.rank_at(meeting.of(self.own.color()).origin) else {
                    return Learnt::Nothing;
                };
                (meeting.of(enemy).origin, meeting.ranks_against(enemy, rank))
            }
            Fact::Promotes { piece } if piece.color == enemy => {
                self.known.come_home(piece.origin);
                return Learnt::Promotion;
            }
            Fact::Among { .. } | Fact::Promotes { .. } => return Learnt::Nothing,
        };
        if self.known.narrow(origin, ranks) { Learnt::Ranks } else { Learnt::Nothing }
    }
}
