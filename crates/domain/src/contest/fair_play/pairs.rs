//! What two players do against each other and against nobody else.

use std::collections::{BTreeMap, BTreeSet};

use salpakan::rules::Outcome;
use swiss::series::GameResult;

use super::super::{Contest, EntrantId, EntrantStatus, GameSlot};
use super::{Evidence, Sign, SignKind};

/// So many draws, and nothing else, are more than chance: draws are rare.
const FEWEST_DRAWS: usize = 3;
/// A player who came to fewer games may just be somebody who comes late.
const FEWEST_PLAYED: usize = 2;

#[derive(Default)]
struct Pair {
    games: usize,
    draws: usize,
    events: BTreeSet<i32>,
    here: Vec<GameSlot>,
}

/// Two players of this event who have drawn all their games in events of the organisation.
pub(super) fn only_draws(evidence: &Evidence<'_>) -> Vec<Sign> {
    let mut pairs: BTreeMap<[i32; 2], Pair> = BTreeMap::new();
    let key = |one: i32, other: i32| [one.min(other), one.max(other)];
    for game in evidence.contest.played_games() {
        let pair = pairs.entry(key(game.players.white, game.players.black)).or_default();
        pair.games += 1;
        pair.draws += usize::from(game.outcome == Outcome::Draw);
        pair.here.push(game.spot);
    }
    let here: BTreeSet<[i32; 2]> = pairs.keys().copied().collect();
    for game in evidence.elsewhere {
        let [one, other] = game.players;
        let Some(pair) = pairs.get_mut(&key(one, other)) else { continue };
        pair.games += 1;
        pair.draws += usize::from(game.is_draw);
        pair.events.insert(game.event);
    }
    let sign = |players: &[i32; 2]| {
        let pair = pairs.get(players).filter(|pair| pair.games >= FEWEST_DRAWS)?;
        let kind = SignKind::OnlyDraws { games: pair.games, events: pair.events.len() + 1 };
        let first = pair.here.first().filter(|_| pair.draws == pair.games)?;
        let sign = Sign::of_game(kind, evidence.contest, *first)?;
        Some(Sign { games: pair.here.clone(), ..sign })
    };
    here.iter().filter_map(sign).collect()
}

/// Games that somebody did not come to, against a clubmate, who came to all others.
pub(super) fn forfeits_to_clubmates(evidence: &Evidence<'_>) -> Vec<Sign> {
    let contest = evidence.contest;
    let clubs = Clubs::new(contest);
    let mut games: BTreeMap<EntrantId, (usize, Vec<GameSlot>)> = BTreeMap::new();
    for (spot, sides, result) in results(contest) {
        for (at, entrant) in sides.iter().enumerate() {
            let (played, missed) = games.entry(*entrant).or_default();
            match result {
                GameResult::Won(_) | GameResult::Drawn => *played += 1,
                GameResult::BothAbsent => missed.push(spot),
                GameResult::Default { absent } if absent.index() == at => missed.push(spot),
                GameResult::Default { .. } => {}
            }
        }
    }
    let sign = |(entrant, (played, missed)): (&EntrantId, &(usize, Vec<GameSlot>))| {
        let [spot] = missed[..] else { return None };
        let one = contest.entrant(*entrant)?;
        let stayed = *played >= FEWEST_PLAYED && one.status == EntrantStatus::Active;
        let meeting = contest.published_meeting(spot.table_id()).filter(|_| stayed)?;
        let is_mates = clubs.are_mates(meeting.sides);
        let is_lost = !matches!(meeting.result_of(spot.game), Some(GameResult::BothAbsent));
        (is_mates && is_lost)
            .then(|| Sign::of_game(SignKind::ForfeitToClubmate, contest, spot))
            .flatten()
    };
    let mut found: Vec<Sign> = games.iter().filter_map(sign).collect();
    found.sort_by_key(|sign| sign.games.clone());
    found
}

/// The results of all games between single players.
pub(super) fn results(
    contest: &Contest,
) -> impl Iterator<Item = (GameSlot, [EntrantId; 2], GameResult)> {
    contest.published_tables().filter(|(_, meeting)| meeting.team.is_none()).flat_map(
        |(table, meeting)| {
            let games = meeting.games.iter().enumerate();
            games.map(move |(game, result)| (table.game(game), meeting.sides, *result))
        },
    )
}

/// The clubs of the entrants.
pub(super) struct Clubs<'a> {
    contest: &'a Contest,
    /// Of which more than half of all entrants are: to meet a mate is no exception there.
    host: Option<String>,
}

impl<'a> Clubs<'a> {
    pub fn new(contest: &'a Contest) -> Clubs<'a> {
        let mut sizes: BTreeMap<String, usize> = BTreeMap::new();
        let clubs = contest.numbered_entrants().filter_map(|(id, _)| club_key(contest, id));
        clubs.for_each(|club| *sizes.entry(club).or_default() += 1);
        let half = contest.numbered_entrants().count() / 2;
        let host = sizes.into_iter().find(|(_, size)| *size > half && half > 4);
        Clubs { contest, host: host.map(|(club, _)| club) }
    }

    /// Whether both name the same club, and most others do not.
    pub fn are_mates(&self, sides: [EntrantId; 2]) -> bool {
        let [one, other] = sides.map(|id| club_key(self.contest, id));
        one.is_some() && one == other && one != self.host
    }
}

fn club_key(contest: &Contest, id: EntrantId) -> Option<String> {
    let club = contest.entrant(id)?.person.club.trim().to_lowercase();
    (!club.is_empty()).then_some(club)
}
