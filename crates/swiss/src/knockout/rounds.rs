//! When each match can be played at the earliest.

use super::build::sides;
use super::{Knockout, MatchId, Section, Source};

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
