//! Similar set-ups: docs/formations.md, "How far apart two set-ups are".

use std::collections::HashMap;

use super::facts::Segment;
use super::filter::Filter;
use super::index::Index;
use super::listed::{Example, Listed, Newest};
use super::set_up::{CELLS, SetUp};
use super::totals::Tally;

/// A set-up and its distance from the given one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Near {
    pub listed: Listed,
    /// The number of different squares, for this set-up or its mirror image, whichever is nearer.
    pub apart: u32,
}

/// The neighbourhood of a set-up.
#[derive(Debug, Clone, Default)]
pub struct Nearest {
    /// The results of the set-up itself, as it is and mirrored.
    pub own: [Tally; 2],
    /// The newest games with it, either way.
    pub examples: Vec<Example>,
    /// Other set-ups, the nearest first, at equal distance the most used first.
    pub others: Vec<Near>,
    /// Results of all set-ups by distance; the first entry is the set-up's own.
    pub by_distance: Vec<Tally>,
}

/// How many sides of games are grouped into set-ups at most, unless the nearest alone are more.
const GROUPED: u64 = 20_000;
const DISTANCES: usize = CELLS + 1;

#[derive(Clone, Copy)]
struct Asked {
    folded: SetUp,
    mirrored: SetUp,
    /// Whether the given set-up is the mirror image.
    turned: bool,
}

impl Asked {
    fn apart(&self, other: SetUp) -> u32 {
        self.folded.squares_apart(other).min(self.mirrored.squares_apart(other))
    }
}

impl Nearest {
    /// Searches the sides in `index` that match `filter` for set-ups near `set_up`: up to `most`
    /// others and as many examples.
    pub fn find(index: &Index, set_up: SetUp, filter: &Filter, most: usize) -> Nearest {
        let (folded, turned) = set_up.folded();
        let asked = Asked { folded, mirrored: folded.mirrored(), turned };
        let mut found =
            Nearest { by_distance: vec![Tally::default(); DISTANCES], ..Nearest::default() };
        let mut newest = Newest::new(most);
        for (distances, own, examples) in
            index.each(|segment| around(segment, filter, &asked, most))
        {
            found.by_distance.iter_mut().zip(&distances).for_each(|(all, one)| all.join(one));
            found.own.iter_mut().zip(&own).for_each(|(all, one)| all.join(one));
            newest.join(examples);
        }
        found.examples = newest.finish();
        let reach = reach(&found.by_distance);
        let mut groups: HashMap<SetUp, Tally> = HashMap::new();
        for some in index.each(|segment| within(segment, filter, &asked, reach)) {
            for (set_up, tally) in some {
                groups.entry(set_up).or_default().join(&tally);
            }
        }
        let near =
            |(set_up, tally)| Near { listed: Listed { set_up, tally }, apart: asked.apart(set_up) };
        found.others = groups.into_iter().map(near).collect();
        found.others.sort_unstable_by(|left, right| {
            let order = super::listed::by_use(&left.listed, &right.listed);
            left.apart.cmp(&right.apart).then(order)
        });
        found.others.truncate(most);
        found
    }
}

/// The largest distance within which at most [`GROUPED`] sides are grouped, but at least one.
fn reach(by_distance: &[Tally]) -> u32 {
    let (mut reach, mut sides) = (0, 0);
    for (distance, tally) in (0..).zip(by_distance).skip(1) {
        sides += tally.games();
        if reach > 0 && sides > GROUPED {
            break;
        }
        if sides > 0 {
            reach = distance;
        }
    }
    reach
}

fn around(
    segment: &Segment,
    filter: &Filter,
    asked: &Asked,
    most: usize,
) -> (Vec<Tally>, [Tally; 2], Newest) {
    let mut distances = vec![Tally::default(); DISTANCES];
    let mut own = [Tally::default(); 2];
    let mut newest = Newest::new(most);
    filter.sides(segment, |side| {
        let one = Tally::of(side.score, side.rating);
        let apart = asked.apart(side.folded);
        distances[apart as usize].join(&one);
        if side.folded == asked.folded {
            own[usize::from(side.mirrored != asked.turned)].join(&one);
            newest.take(segment, &side);
        }
    });
    (distances, own, newest)
}

fn within(segment: &Segment, filter: &Filter, asked: &Asked, reach: u32) -> HashMap<SetUp, Tally> {
    let mut groups: HashMap<SetUp, Tally> = HashMap::new();
    filter.sides(segment, |side| {
        if side.folded != asked.folded && asked.apart(side.folded) <= reach {
            groups.entry(side.folded).or_default().join(&Tally::of(side.score, side.rating));
        }
    });
    groups
}
