//! Builds the matches of a plan from its lines.

use std::collections::BTreeMap;

use super::{Match, MatchId, Places, Section, Shape, Source, double};

/// The matches so far, each after those that it depends on.
#[derive(Default)]
pub struct Builder {
    pub matches: Vec<Match>,
}

impl Builder {
    /// Adds a match between these sources, with no final places for either side yet.
    pub fn add(&mut self, section: Section, round: usize, sources: [Source; 2]) -> MatchId {
        self.matches.push(Match { section, round, sources, winner: None, loser: None });
        MatchId(self.matches.len() - 1)
    }

    /// Adds a round of matches between neighbours.
    pub fn round(&mut self, section: Section, round: usize, sources: &[Source]) -> Vec<MatchId> {
        let pairs = sources.chunks_exact(2);
        pairs.map(|pair| self.add(section, round, [pair[0], pair[1]])).collect()
    }

    /// Gives the losers of these matches the places from `first` on.
    pub fn losers_end(&mut self, matches: &[MatchId], first: usize) {
        let last = first + matches.len() - 1;
        for id in matches {
            self.matches[id.0].loser = Some(Places { first, last });
        }
    }

    /// Gives the winners of these matches the places from `first` on.
    pub fn winners_end(&mut self, matches: &[MatchId], first: usize) {
        let last = first + matches.len() - 1;
        for id in matches {
            self.matches[id.0].winner = Some(Places { first, last });
        }
    }
}

pub fn winners(matches: &[MatchId]) -> Vec<Source> {
    matches.iter().map(|id| Source::WinnerOf(*id)).collect()
}

pub fn losers(matches: &[MatchId]) -> Vec<Source> {
    matches.iter().map(|id| Source::LoserOf(*id)).collect()
}

pub fn matches(lines: Vec<Source>, shape: Shape) -> Vec<Match> {
    let mut builder = Builder::default();
    match shape {
        Shape::Single { left, third_place } => single(&mut builder, lines, left, third_place),
        Shape::Placement => placement(&mut builder, &lines, 1, 0),
        Shape::Double { reset } => double::build(&mut builder, lines, reset),
    }
    close_ranks(&mut builder.matches);
    builder.matches
}

fn single(builder: &mut Builder, mut lines: Vec<Source>, left: usize, third_place: bool) {
    let mut semi_finals = Vec::new();
    let mut round = 0;
    while lines.len() > left {
        let matches = builder.round(Section::Main, round, &lines);
        if matches.len() == 2 && third_place {
            semi_finals.clone_from(&matches);
        } else {
            builder.losers_end(&matches, matches.len() + 1);
        }
        if matches.len() == left {
            builder.winners_end(&matches, 1);
        }
        lines = winners(&matches);
        round += 1;
    }
    let third = builder.round(Section::ThirdPlace, 0, &losers(&semi_finals));
    if !third.is_empty() {
        builder.winners_end(&third, 3);
        builder.losers_end(&third, 4);
    }
}

/// Adds matches for the places from `first` on.
fn placement(builder: &mut Builder, lines: &[Source], first: usize, round: usize) {
    let section = if first == 1 { Section::Main } else { Section::Placement(first) };
    let matches = builder.round(section, round, lines);
    if let [last] = matches[..] {
        builder.winners_end(&[last], first);
        builder.losers_end(&[last], first + 1);
        return;
    }
    placement(builder, &winners(&matches), first, round + 1);
    placement(builder, &losers(&matches), first + matches.len(), round + 1);
}

/// How many sides of each match somebody can reach, if all entrants come.
pub fn sides(matches: &[Match]) -> Vec<usize> {
    let mut sides: Vec<usize> = Vec::with_capacity(matches.len());
    for one in matches {
        let comes = |source: &&Source| match source {
            Source::Entrant(_) => true,
            Source::Empty => false,
            Source::WinnerOf(id) => sides[id.0] > 0,
            Source::LoserOf(id) => sides[id.0] > 1,
        };
        sides.push(one.sources.iter().filter(comes).count());
    }
    sides
}

/// Renumbers places without those that nobody can reach because of empty lines.
fn close_ranks(matches: &mut [Match]) {
    let sides = sides(matches);
    let mut ends: BTreeMap<Places, usize> = BTreeMap::new();
    for (one, sides) in matches.iter().zip(&sides) {
        for (places, there) in [(one.winner, *sides > 0), (one.loser, *sides > 1)] {
            if let Some(places) = places {
                *ends.entry(places).or_default() += usize::from(there);
            }
        }
    }
    let mut before = 0;
    let mut numbered = BTreeMap::new();
    for (places, count) in ends {
        numbered.insert(
            places,
            (count > 0).then_some(Places { first: before + 1, last: before + count }),
        );
        before += count;
    }
    let anew =
        |places: Option<Places>| places.and_then(|old| numbered.get(&old).copied().flatten());
    for one in matches {
        (one.winner, one.loser) = (anew(one.winner), anew(one.loser));
    }
}
