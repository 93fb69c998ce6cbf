//! Making the second world: random swaps of two ranks of a side, each kept only if
//! everything that everybody saw stays as it was.

use salpakan::record::Timeline;
use salpakan::rules::{Announcement, Arbiter, ByColor, Color, Deployment, Draft, Rank, Square};

use crate::random_play::Random;

/// Two sets of armies that fit the same public half.
pub struct Worlds {
    pub timeline: Timeline,
    pub armies: [ByColor<Deployment>; 2],
}

impl Worlds {
    /// The second world differs in the armies of `sides` only.
    pub fn of(
        random: &mut Random,
        timeline: Timeline,
        armies: ByColor<Deployment>,
        sides: &[Color],
        swaps: u32,
    ) -> Worlds {
        let mut other = armies;
        for index in 0..swaps as usize * sides.len() {
            let color = sides[index % sides.len()];
            let tried = swapped(random, &timeline, &other[color]);
            let mut armies = other;
            armies[color] = tried;
            if same_history(&timeline, &armies) {
                other = armies;
            }
        }
        Worlds { timeline, armies: [armies, other] }
    }

    /// How many pieces of `color` have another rank in the second world.
    pub fn differences(&self, color: Color) -> usize {
        let [one, other] = &self.armies;
        one[color].pieces().zip(other[color].pieces()).filter(|(a, b)| a != b).count()
    }
}

/// The army with two of its ranks in each other's place.
pub fn swapped(random: &mut Random, timeline: &Timeline, army: &Deployment) -> Deployment {
    let mut pieces: Vec<(Square, Rank)> = army.pieces().collect();
    let count = pieces.len() as u64;
    let (one, other) = (random.below(count) as usize, random.below(count) as usize);
    let rank = pieces[one].1;
    pieces[one].1 = pieces[other].1;
    pieces[other].1 = rank;
    let draft = Draft::new(army.color(), pieces);
    draft.check(&timeline.rules).expect("swapped ranks are the same army")
}

/// Whether these armies would have given this timeline, public Flags included.
pub fn same_history(timeline: &Timeline, armies: &ByColor<Deployment>) -> bool {
    let flags = timeline.flags.iter().all(|(color, public)| {
        public.is_none_or(|public| armies[color].flag() == Some(public.origin))
    });
    flags && announcements(timeline, armies).is_some_and(|said| fits(timeline, &said))
}

fn announcements(timeline: &Timeline, armies: &ByColor<Deployment>) -> Option<Vec<Announcement>> {
    let mut arbiter = Arbiter::new(&timeline.rules, armies.as_ref(), timeline.first);
    timeline.plies.iter().map(|ply| arbiter.play(ply.mv).ok()).collect()
}

fn fits(timeline: &Timeline, said: &[Announcement]) -> bool {
    let verdicts = timeline.plies.iter().zip(said).all(|(ply, said)| ply.verdict == said.verdict);
    let declared: Vec<(Rank, Rank)> = said.iter().filter_map(|said| said.declared).collect();
    let known = timeline.declared.iter().map(|one| (one.challenger, one.defender));
    let ending = said.last().and_then(|last| last.ending);
    verdicts && known.eq(declared) && ending == timeline.ending
}
