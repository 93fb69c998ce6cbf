//! Both armies together: what is known of pieces, and which of them have met.

use salpakan::record::Timeline;
use salpakan::rules::{Color, Piece, Rank};

use super::super::Ranks;
use super::super::belief::Known;
use super::super::evidence::{Fact, Meeting, evidence};

/// A challenge from the perspective of one of its pieces.
#[derive(Clone, PartialEq, Eq)]
pub struct Link {
    /// The index of the other piece's group in [`Network::groups`].
    pub other: usize,
    /// By this piece's rank at deployment: the ranks that the other may have.
    pub leaves: [Ranks; Rank::COUNT],
}

/// Pieces of one side with equal knowledge: the same set, and the same challenges with the same others, for example two
/// pieces that were captured by the same piece.
pub struct Group {
    pub color: Color,
    pub ranks: Ranks,
    pub size: u16,
    /// Challenges with pieces of uncertain rank.
    pub links: Vec<Link>,
}

/// The public knowledge of both armies.
pub struct Network {
    pub army: [u8; Rank::COUNT],
    /// Those with links come first.
    pub groups: Vec<Group>,
    /// The number of groups with links.
    pub linked: usize,
    /// All pieces, White's first, by origin, each with its group.
    pub pieces: Vec<(Piece, usize)>,
    /// Pieces that are now Spies if they were deployed as Privates.
    pub promoted: Vec<Piece>,
}

impl Network {
    /// The network after `ply` plies; `None` for an obvious contradiction.
    pub fn of(timeline: &Timeline, ply: u32) -> Option<Network> {
        let army = timeline.rules.army();
        let mut known = Color::ALL
            .map(|color| Known::new(color, army, timeline.taken[color].unwrap_or_default()));
        let (mut meetings, mut promoted) = (Vec::new(), Vec::new());
        for one in evidence(timeline, ply) {
            match one.fact {
                Fact::Among { piece, ranks } => {
                    known[piece.color as usize].narrow(piece.origin, ranks);
                }
                Fact::Met(meeting) => meetings.push(meeting),
                Fact::Promotes { piece } => promoted.push(piece),
            }
        }
        let mut sets: Vec<(Piece, Ranks)> = Vec::new();
        for (color, known) in Color::ALL.into_iter().zip(&known) {
            let pieces = known.origins.iter().zip(&known.sets);
            sets.extend(pieces.map(|(&origin, &ranks)| (Piece { color, origin }, ranks)));
        }
        narrow(&mut sets, &meetings)?;
        Some(Network::build(army.counts(), &sets, &meetings, promoted))
    }

    fn build(
        army: [u8; Rank::COUNT],
        sets: &[(Piece, Ranks)],
        meetings: &[Meeting],
        promoted: Vec<Piece>,
    ) -> Network {
        let links = links(sets, meetings);
        let mut order: Vec<usize> = (0..sets.len()).collect();
        order.sort_by_key(|&piece| links[piece].is_empty());
        let (mut groups, mut firsts): (Vec<Group>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut group_of = vec![0; sets.len()];
        for piece in order {
            let (Piece { color, .. }, ranks) = sets[piece];
            let alike = |first: &usize| {
                (sets[*first].0.color, sets[*first].1) == (color, ranks)
                    && links[*first] == links[piece]
            };
            group_of[piece] = firsts.iter().position(alike).unwrap_or(groups.len());
            if group_of[piece] == groups.len() {
                groups.push(Group { color, ranks, size: 0, links: links[piece].clone() });
                firsts.push(piece);
            }
            groups[group_of[piece]].size += 1;
        }
        // So far links refer to pieces. If a group has two links to the same group, one suffices.
        for group in &mut groups {
            for link in &mut group.links {
                link.other = group_of[link.other];
            }
            group.links.sort_by_key(|link| link.other);
            group.links.dedup();
        }
        let linked = groups.iter().filter(|group| !group.links.is_empty()).count();
        let pieces =
            sets.iter().zip(&group_of).map(|((piece, _), &group)| (*piece, group)).collect();
        Network { army, groups, linked, pieces, promoted }
    }
}

/// The links of each piece, which refer to other pieces by index.
fn links(sets: &[(Piece, Ranks)], meetings: &[Meeting]) -> Vec<Vec<Link>> {
    let mut links = vec![Vec::new(); sets.len()];
    for meeting in meetings {
        let [challenger, defender] = fighters_of(meeting, sets);
        // If one rank is certain, the other's set contains everything that follows from the challenge.
        if sets[challenger].1.len() < 2 || sets[defender].1.len() < 2 {
            continue;
        }
        for (one, other) in [(challenger, defender), (defender, challenger)] {
            let color = sets[other].0.color;
            let leaves = Rank::ALL.map(|rank| meeting.ranks_against(color, rank));
            links[one].push(Link { other, leaves });
        }
    }
    for links in &mut links {
        links.sort_by_key(|link| link.other);
    }
    links
}

/// The indices of challenger and defender among the pieces.
fn fighters_of(meeting: &Meeting, sets: &[(Piece, Ranks)]) -> [usize; 2] {
    [meeting.challenger, meeting.defender].map(|fighter| {
        let piece = Piece { color: fighter.color, origin: fighter.origin };
        sets.iter().position(|(one, _)| *one == piece).unwrap_or(0)
    })
}

/// Removes from each set the ranks that some challenge rules out for all ranks of the other piece, until nothing
/// changes.
fn narrow(sets: &mut [(Piece, Ranks)], meetings: &[Meeting]) -> Option<()> {
    loop {
        let mut changed = false;
        for meeting in meetings {
            let [challenger, defender] = fighters_of(meeting, sets);
            for (one, other) in [(challenger, defender), (defender, challenger)] {
                let color = sets[one].0.color;
                let fits = |rank: Rank| meeting.ranks_against(color, rank);
                let able = sets[other].1.iter().fold(Ranks::NONE, |able, rank| able.or(fits(rank)));
                let now = sets[one].1.and(able);
                changed |= now != sets[one].1;
                sets[one].1 = now;
                if now.is_empty() {
                    return None;
                }
            }
        }
        if !changed {
            return Some(());
        }
    }
}
