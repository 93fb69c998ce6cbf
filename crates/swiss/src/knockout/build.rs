//! The lines of a bracket, the matches that follow from them, and when each can be played.

use std::collections::BTreeMap;

use super::{Knockout, Match, MatchId, Places, Section, Shape, Source};

/// Seeds, counted from 0, in the order of the lines of a bracket: in each round the best remaining seed meets the
/// worst, if the better ones always win. `lines` is rounded up to a power of two.
pub fn bracket_order(lines: usize) -> Vec<usize> {
    let lines = lines.next_power_of_two();
    let mut order = vec![0];
    while order.len() < lines {
        let last = 2 * order.len() - 1;
        order = order.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    order
}

/// The lines of a field in the order of its seeds. Unless it is a power of two, the top seeds get byes.
pub fn seeded(entrants: &[usize]) -> Vec<Option<usize>> {
    bracket_order(entrants.len()).into_iter().map(|seed| entrants.get(seed).copied()).collect()
}

/// The matches so far, each after those that it depends on.
#[derive(Default)]
struct Builder {
    matches: Vec<Match>,
}

impl Builder {
    /// Adds a match between these sources, with no final places for either side yet.
    fn add(&mut self, section: Section, round: usize, sources: [Source; 2]) -> MatchId {
        self.matches.push(Match { section, round, sources, winner: None, loser: None });
        MatchId(self.matches.len() - 1)
    }

    /// Adds a round of matches between neighbours.
    fn round(&mut self, section: Section, round: usize, sources: &[Source]) -> Vec<MatchId> {
        let pairs = sources.chunks_exact(2);
        pairs.map(|pair| self.add(section, round, [pair[0], pair[1]])).collect()
    }

    /// Gives the losers of these matches the places from `first` on.
    fn losers_end(&mut self, matches: &[MatchId], first: usize) {
        let last = first + matches.len() - 1;
        for id in matches {
            self.matches[id.0].loser = Some(Places { first, last });
        }
    }

    /// Gives the winners of these matches the places from `first` on.
    fn winners_end(&mut self, matches: &[MatchId], first: usize) {
        let last = first + matches.len() - 1;
        for id in matches {
            self.matches[id.0].winner = Some(Places { first, last });
        }
    }
}

fn winners(matches: &[MatchId]) -> Vec<Source> {
    matches.iter().map(|id| Source::WinnerOf(*id)).collect()
}

fn losers(matches: &[MatchId]) -> Vec<Source> {
    matches.iter().map(|id| Source::LoserOf(*id)).collect()
}

pub fn matches(lines: Vec<Source>, shape: Shape) -> Vec<Match> {
    let mut builder = Builder::default();
    match shape {
        Shape::Single { left, third_place } => single(&mut builder, lines, left, third_place),
        Shape::Placement => placement(&mut builder, &lines, 1, 0),
        Shape::Double { reset } => double(&mut builder, lines, reset),
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

/// Double elimination: a second bracket for those who have lost once.
fn double(builder: &mut Builder, mut lines: Vec<Source>, reset: bool) {
    let mut main = Vec::new();
    while lines.len() > 1 {
        let matches = builder.round(Section::Main, main.len(), &lines);
        lines = winners(&matches);
        main.push(matches);
    }
    let unbeaten = lines[0];
    let beaten = losers_bracket(builder, &main);
    let last = builder.add(Section::GrandFinal, 0, [unbeaten, beaten]);
    let sides = [Source::WinnerOf(last), Source::LoserOf(last)];
    let decides = if reset { builder.add(Section::Reset, 0, sides) } else { last };
    builder.winners_end(&[decides], 1);
    builder.losers_end(&[decides], 2);
}

/// The losers of each round of the main bracket, until one is left; returns that source.
fn losers_bracket(builder: &mut Builder, main: &[Vec<MatchId>]) -> Source {
    let mut current = losers(&main[0]);
    let mut round = 0;
    // Whoever is eliminated there is placed behind all who are left in both brackets.
    let mut left = 2 * main[0].len();
    let mut play = |builder: &mut Builder, sources: &[Source]| {
        let matches = builder.round(Section::Losers, round, sources);
        left -= matches.len();
        builder.losers_end(&matches, left + 1);
        round += 1;
        winners(&matches)
    };
    for (number, fallen) in main.iter().enumerate().skip(1) {
        current = play(builder, &current);
        let crossed = crossed(losers(fallen), number);
        let pairs: Vec<Source> =
            current.iter().zip(&crossed).flat_map(|(one, other)| [*one, *other]).collect();
        current = play(builder, &pairs);
    }
    current[0]
}

/// Losers join from the other end in one round and half a bracket away in the next, so that a match is repeated as late
/// as possible. Within these halves the order stays.
fn crossed(mut fallen: Vec<Source>, round: usize) -> Vec<Source> {
    if !round.is_multiple_of(2) {
        fallen.reverse();
    } else if fallen.len() >= 4 {
        let half = fallen.len() / 2;
        fallen.rotate_left(half);
    }
    fallen
}

/// How many sides of each match somebody can reach, if all entrants come.
fn sides(matches: &[Match]) -> Vec<usize> {
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

impl Knockout {
    /// The matches by rounds, each as early as its sources allow. Matches with only one side are left out; a reset is
    /// included as if it were needed.
    pub fn rounds(&self) -> Vec<Vec<MatchId>> {
        let matches = self.matches();
        let sides = sides(matches);
        // How many rounds it takes until each match is decided.
        let mut over: Vec<usize> = Vec::with_capacity(matches.len());
        let mut rounds: Vec<Vec<MatchId>> = Vec::new();
        for (number, one) in matches.iter().enumerate() {
            let after = |source: &Source| match source {
                Source::WinnerOf(id) | Source::LoserOf(id) => over[id.0],
                Source::Entrant(_) | Source::Empty => 0,
            };
            let round = one.sources.iter().map(after).max().unwrap_or(0);
            let is_played = sides[number] == 2;
            over.push(round + usize::from(is_played));
            if is_played {
                rounds.resize_with(rounds.len().max(round + 1), Vec::new);
                rounds[round].push(MatchId(number));
            }
        }
        rounds
    }

    /// The least and greatest number of matches, which differ by the reset.
    pub fn match_count(&self) -> (usize, usize) {
        let most = sides(self.matches()).iter().filter(|sides| **sides == 2).count();
        let reset = self.matches().iter().filter(|one| one.section == Section::Reset).count();
        (most - reset, most)
    }
}
