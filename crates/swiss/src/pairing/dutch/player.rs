//! Players in terms of the Dutch system (C.04.3, section A).

use std::cmp::Reverse;
use std::collections::HashSet;

use super::super::super::Tournament;
use super::super::super::entrant::{Bye, Entry};
use super::super::super::points::Points;
use super::super::colors::Preference;
use crate::Color;

/// How a player was paired outside their score group (A.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Float {
    Down,
    Up,
    None,
}

/// A player who is to be paired.
#[derive(Debug)]
pub struct Player {
    /// The index among the entrants.
    pub entrant: usize,
    /// The pairing number, counted from 0.
    pub number: usize,
    /// With acceleration.
    pub score: Points,
    /// The score group: 0 for the highest.
    pub group: usize,
    /// Entrants that the player has met or is kept apart from.
    pub apart: HashSet<usize>,
    pub preference: Preference,
    /// One round back, and two.
    pub floats: [Float; 2],
    pub may_have_bye: bool,
    pub games: usize,
}

/// All players who are to be paired, by score, then by pairing number (A.2).
#[derive(Debug)]
pub struct Field {
    pub players: Vec<Player>,
    /// The number of finished rounds.
    pub played: usize,
    /// In the last round, players with more points are top scorers (A.7); `None` before.
    top_score: Option<Points>,
}

impl Field {
    pub fn of(tournament: &Tournament) -> Field {
        let numbers = tournament.pairing_numbers();
        let present =
            (0..tournament.entrants.len()).filter(|entrant| tournament.is_present(*entrant));
        let mut players: Vec<Player> = present
            .filter_map(|entrant| Some(player(tournament, entrant, numbers[entrant]?)))
            .collect();
        players.sort_by_key(|player| (Reverse(player.score), player.number));
        let mut group = 0;
        for at in 1..players.len() {
            group += usize::from(players[at].score != players[at - 1].score);
            players[at].group = group;
        }
        let best = tournament.points.win.max(tournament.points.draw);
        let rounds = i32::try_from(tournament.played).unwrap_or(i32::MAX);
        let top_score = (tournament.played + 1 >= tournament.rounds)
            .then(|| Points(rounds.saturating_mul(best.0) / 2));
        Field { players, played: tournament.played, top_score }
    }

    /// Whether two players may meet (C1, C3, and rules that keep them apart).
    pub fn may_meet(&self, one: usize, other: usize) -> bool {
        !self.are_apart(one, other) && self.colors_allow(one, other)
    }

    /// Whether two players have met or are kept apart.
    pub fn are_apart(&self, one: usize, other: usize) -> bool {
        self.players[one].apart.contains(&self.players[other].entrant)
    }

    /// Whether the absolute preference of at least one of the two can be granted (C3).
    pub fn colors_allow(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.players[one], &self.players[other]);
        let top = |player: &Player| self.top_score.is_some_and(|score| player.score > score);
        let (mine, his) = (&one.preference, &other.preference);
        let clash = mine.is_absolute() && his.is_absolute() && mine.color == his.color;
        !clash || top(one) || top(other)
    }

    /// Whether it is certain that all of these can be paired, or all but any one if their number is odd: each may meet
    /// at least half of the others (Dirac 1952). If it is not certain, they may still be.
    pub fn surely_meet(&self, some: impl Iterator<Item = usize> + Clone) -> bool {
        let absolute = |color: Color| {
            let due = |player: &Player| {
                player.preference.is_absolute() && player.preference.color == Some(color)
            };
            some.clone().filter(|player| due(&self.players[*player])).count()
        };
        let same = Color::ALL.map(absolute);
        let count = some.clone().count();
        some.clone().all(|player| {
            let player = &self.players[player];
            let clash = player.preference.color.filter(|_| player.preference.is_absolute());
            let clash = clash.map_or(0, |color| same[color as usize]);
            // The player, and whoever is left out if their number is odd.
            let least = count.saturating_sub(2 + player.apart.len() + clash);
            2 * least >= count
        })
    }

    /// The number of score groups.
    pub fn groups(&self) -> usize {
        self.players.last().map_or(0, |player| player.group + 1)
    }
}

fn player(tournament: &Tournament, entrant: usize, number: usize) -> Player {
    let entries = &tournament.entrants[entrant].entries;
    let back = |rounds| float(tournament, entrant, rounds);
    Player {
        entrant,
        number,
        score: tournament.accelerated(entrant, tournament.played),
        group: 0,
        apart: apart(tournament, entrant),
        preference: Preference::of(entries),
        floats: [back(1), back(2)],
        may_have_bye: entries.iter().all(|entry| may_follow(tournament, entry)),
        games: entries.iter().filter(|entry| entry.is_played()).count(),
    }
}

/// C2: nobody gets the bye who has had it, or has got a win's points without playing.
fn may_follow(tournament: &Tournament, entry: &Entry) -> bool {
    let won = tournament.points.of(entry) >= tournament.points.win;
    entry.is_played() || !(won || matches!(entry, Entry::Bye(Bye::Allocated)))
}

fn apart(tournament: &Tournament, entrant: usize) -> HashSet<usize> {
    let entries = tournament.entrants[entrant].entries.iter();
    let met = entries.filter(|entry| entry.is_played()).filter_map(Entry::opponent);
    let kept = tournament.apart.iter().filter(|apart| {
        (apart.rounds.0..apart.rounds.1).contains(&tournament.played)
            && apart.entrants.contains(&entrant)
    });
    met.chain(kept.flat_map(|apart| apart.entrants.iter().copied())).collect()
}

/// A.4: by the scores of both before the round. Getting points without playing is a downfloat, too.
fn float(tournament: &Tournament, entrant: usize, back: usize) -> Float {
    let Some(round) = tournament.played.checked_sub(back) else { return Float::None };
    match tournament.entrants[entrant].entries.get(round) {
        Some(Entry::Played { opponent, .. }) => {
            let score = |entrant| tournament.accelerated(entrant, round);
            match score(entrant).cmp(&score(*opponent)) {
                std::cmp::Ordering::Greater => Float::Down,
                std::cmp::Ordering::Less => Float::Up,
                std::cmp::Ordering::Equal => Float::None,
            }
        }
        Some(entry) if tournament.points.of(entry) > tournament.points.loss => Float::Down,
        _ => Float::None,
    }
}
