//! Nobody is an official of their own game: what an official's command would add to an event must touch no game,
//! place or presence of their own. By a steward's link the same holds for whoever made the link.

use crate::contest::{Contest, EntrantId, Fact, KeptApart, Meeting, Round, Settings, Spot};
use crate::service::access::{Act, Actor};
use crate::service::{App, Error, refusals};
use crate::store::{AnyConnection, contests};

use super::kept::{self, Run};

/// Refuses facts that touch what somebody has at stake in the event. What people tell of themselves as players is
/// theirs to tell.
///
/// # Errors
/// [`Error::Conflict`]: another official does this.
pub(super) fn refuse_own(
    contest: &Contest,
    actor: &Actor,
    act: Act,
    facts: &[Fact],
) -> Result<(), Error> {
    match (act, actor.player) {
        (Act::TakePart, _) | (_, None) => Ok(()),
        (_, Some(player)) => match touched(contest, player, facts) {
            None => Ok(()),
            Some(Touched::Game) => Err(Error::conflict(refusals::OWN_GAME)),
            Some(Touched::Entry) => Err(Error::conflict(refusals::OWN_ENTRY)),
        },
    }
}

/// The same for a steward's link that this player has made.
///
/// # Errors
/// [`Error::Conflict`]: another official's link, or another official, does this.
pub(super) fn refuse_makers_own(
    contest: &Contest,
    maker: Option<i32>,
    facts: &[Fact],
) -> Result<(), Error> {
    match maker.and_then(|player| touched(contest, player, facts)) {
        None => Ok(()),
        Some(Touched::Game) => Err(Error::conflict(refusals::STEWARD_OWN_GAME)),
        Some(Touched::Entry) => Err(Error::conflict(refusals::STEWARD_OWN_ENTRY)),
    }
}

/// What of somebody's own is touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Touched {
    /// A meeting of theirs.
    Game,
    /// Whether they take part, are there, and where they stand.
    Entry,
}

/// Whether a player takes part in an event that is run here, or did: as an entrant, or as one of a team.
///
/// # Errors
/// [`Error`] where the store fails.
pub(in crate::service) fn plays_in(
    app: &App,
    connection: &mut AnyConnection,
    event: i32,
    player: i32,
) -> Result<bool, Error> {
    let Some(row) = contests::by_id(connection, event)? else { return Ok(false) };
    let run = kept::run(app, connection, &row)?;
    Ok(!entries_of(&run.contest, player).is_empty())
}

/// Whether somebody who takes part in an event is the actor, or their team.
#[must_use]
pub fn is_own_entry(run: &Run, actor: &Actor, entrant: EntrantId) -> bool {
    actor.player.is_some_and(|player| entries_of(&run.contest, player).contains(&entrant))
}

/// Every entry of a player: as an entrant, or as one of a team.
pub(super) fn entries_of(contest: &Contest, player: i32) -> Vec<EntrantId> {
    let is_theirs = |one: &crate::contest::Registered| match &one.team {
        Some(team) => team.people().any(|person| person.player == player),
        None => one.person.player == player,
    };
    let own = contest.numbered().filter(|(_, one)| player != 0 && is_theirs(one));
    own.map(|(id, _)| id).collect()
}

fn touched(contest: &Contest, player: i32, facts: &[Fact]) -> Option<Touched> {
    let own = Stake { contest, entries: entries_of(contest, player) };
    if own.entries.is_empty() {
        return None;
    }
    facts.iter().find_map(|fact| own.touched_by(fact, facts)).or_else(|| own.changed_by(facts))
}

/// What somebody has at stake in an event.
struct Stake<'a> {
    contest: &'a Contest,
    entries: Vec<EntrantId>,
}

impl Stake<'_> {
    fn is_own(&self, entrant: EntrantId) -> bool {
        self.entries.contains(&entrant)
    }

    fn plays(&self, meeting: &Meeting) -> bool {
        meeting.sides.iter().any(|side| self.is_own(*side))
    }

    /// Whether a table is one at which they sit; a draft's, too.
    fn sits(&self, stage: usize, round: usize, table: usize) -> bool {
        let round = self.contest.stages.get(stage).and_then(|state| state.rounds.get(round));
        let meeting = round.and_then(|round| round.meetings.get(table));
        meeting.is_some_and(|meeting| self.plays(meeting))
    }

    fn sits_at(&self, spot: Spot) -> bool {
        self.sits(spot.stage, spot.round, spot.table)
    }

    /// Whether they meet somebody in a round that is played or drafted.
    fn meets(&self, other: EntrantId) -> bool {
        let rounds = self.contest.stages.iter().flat_map(|state| &state.rounds);
        let mut meetings = rounds.flat_map(|round| &round.meetings);
        meetings.any(|one| !one.is_over() && self.plays(one) && one.sides.contains(&other))
    }

    /// What a fact says of them by itself.
    fn touched_by(&self, fact: &Fact, all: &[Fact]) -> Option<Touched> {
        let game = |is: bool| is.then_some(Touched::Game);
        let entry = |is: bool| is.then_some(Touched::Entry);
        match fact {
            Fact::Result { spot, .. } | Fact::Said { spot, .. } | Fact::Contested { spot, .. } => {
                game(self.sits_at(*spot))
            }
            Fact::LinedUp { at, .. } | Fact::Released(at) => {
                game(self.sits(at.stage, at.round, at.table))
            }
            Fact::Arranging { of, .. } => game(self.sits(of.stage, of.round, of.table)),
            Fact::Windowed { stage, round, table: Some(table), .. } => {
                game(self.sits(*stage, *round, *table))
            }
            Fact::Windowed { stage, round, table: None, .. } => {
                game(self.has_window(*stage, *round))
            }
            Fact::PlayedOff { winner, loser, .. } => {
                entry(self.is_own(*winner) || self.is_own(*loser))
            }
            Fact::Present { entrant, present } if self.is_own(*entrant) => {
                entry(*present || !self.is_everybody_away(all))
            }
            Fact::Present { entrant, present } => game(!present && self.meets(*entrant)),
            Fact::Withdrew { entrant, .. } if self.is_own(*entrant) => Some(Touched::Entry),
            Fact::Withdrew { entrant, .. } => game(self.meets(*entrant)),
            Fact::Admitted(entrant)
            | Fact::Amended { entrant, .. }
            | Fact::AskedBye { entrant, .. }
            | Fact::Joined { entrant, .. } => entry(self.is_own(*entrant)),
            // Before it begins a team's list is a list as any other.
            Fact::TeamAmended { entrant, .. } => entry(self.is_own(*entrant) && self.has_begun()),
            Fact::KeptApart(groups) => {
                game(self.kept_from(groups) != self.kept_from(&self.contest.apart))
            }
            Fact::Drafted { stage, round, meetings, byes, by_hand: true } => {
                let draft = self.contest.stages.get(*stage).and_then(|one| one.rounds.get(*round));
                let before = draft.map(|draft| self.seats(&draft.meetings, &draft.byes));
                game(before.is_some_and(|before| before != self.seats(meetings, byes)))
            }
            Fact::Settled(settings) => entry(self.is_moved_by(settings)),
            _ => None,
        }
    }

    /// What all of it does to rounds that are published or drafted, whatever facts do it.
    fn changed_by(&self, facts: &[Fact]) -> Option<Touched> {
        let after = self.contest.with(facts).ok()?;
        let no_rounds: &[Round] = &[];
        for (stage, state) in self.contest.stages.iter().enumerate() {
            let later = after.stages.get(stage).map_or(no_rounds, |state| &state.rounds);
            for number in 0..state.rounds.len().max(later.len()) {
                let (before, after) = (state.rounds.get(number), later.get(number));
                let is_touched = match (self.own_of(before), self.own_of(after)) {
                    (Some(before), after) => before != after.unwrap_or_default(),
                    // A round that was taken back and is there again may bring results with it.
                    (None, Some((games, _))) => games.iter().any(|one| one.has_results()),
                    (None, None) => false,
                };
                if is_touched || self.is_drafted_elsewhere(before, after, facts) {
                    return Some(Touched::Game);
                }
            }
        }
        None
    }

    /// Whether something that is told of others gives them another opponent, side or bye in a draft. A draft that is
    /// merely made anew follows from what stands.
    fn is_drafted_elsewhere(
        &self,
        before: Option<&Round>,
        after: Option<&Round>,
        facts: &[Fact],
    ) -> bool {
        let is_pairing = |fact: &Fact| matches!(fact, Fact::Drafted { .. });
        let (Some(before), Some(after)) = (before, after) else { return false };
        !before.published
            && !facts.iter().all(is_pairing)
            && self.seats(&before.meetings, &before.byes)
                != self.seats(&after.meetings, &after.byes)
    }

    /// Their meetings and byes of a round, once it is published.
    fn own_of<'b>(&self, round: Option<&'b Round>) -> Option<(Vec<&'b Meeting>, Vec<EntrantId>)> {
        let round = round.filter(|round| round.published)?;
        let games = round.meetings.iter().filter(|one| self.plays(one)).collect();
        let byes = round.byes.iter().copied().filter(|id| self.is_own(*id)).collect();
        Some((games, byes))
    }

    /// Whom they meet in a round, and with which side; or their bye.
    fn seats(&self, meetings: &[Meeting], byes: &[EntrantId]) -> (Vec<[EntrantId; 2]>, bool) {
        let own = meetings.iter().filter(|one| self.plays(one)).map(|one| one.sides);
        (own.collect(), byes.iter().any(|id| self.is_own(*id)))
    }

    /// From whom they are kept, and how long.
    fn kept_from<'b>(&self, groups: &'b [KeptApart]) -> Vec<&'b KeptApart> {
        groups.iter().filter(|group| group.entrants.iter().any(|id| self.is_own(*id))).collect()
    }

    /// Whether an open match of theirs in the round has a window, which another one for all would move.
    fn has_window(&self, stage: usize, round: usize) -> bool {
        let of = self.contest.stages.get(stage).and_then(|state| state.rounds.get(round));
        let open = of.into_iter().flat_map(|of| of.meetings.iter().enumerate());
        let mut own = open.filter(|(_, one)| !one.is_over() && self.plays(one));
        own.any(|(table, _)| {
            let at = Spot { stage, round, table, game: 0 };
            self.contest.window_of(at.table_id()).is_some()
        })
    }

    /// Whether everybody goes back to not being there, as on a new day.
    fn is_everybody_away(&self, facts: &[Fact]) -> bool {
        let goes = |id: EntrantId| {
            facts.iter().any(
                |fact| matches!(fact, Fact::Present { entrant, present: false } if *entrant == id),
            )
        };
        let mut there = self.contest.numbered().filter(|(_, one)| one.present);
        there.all(|(id, _)| goes(id))
    }

    fn has_begun(&self) -> bool {
        let mut begun = self.contest.stages.iter().flat_map(|state| state.entrants());
        begun.any(|id| self.is_own(id))
    }

    /// Whether other settings give them another place, or end the event elsewhere than it was to end.
    fn is_moved_by(&self, settings: &Settings) -> bool {
        if !self.has_begun() {
            return false;
        }
        let settled = Fact::Settled(Box::new(settings.clone()));
        let Ok(after) = self.contest.with(std::slice::from_ref(&settled)) else { return false };
        let place = |contest: &Contest| {
            let own = contest.finishes().into_iter().filter(|(id, _)| self.is_own(*id));
            own.collect::<Vec<_>>()
        };
        settings.plan != self.contest.settings.plan || place(self.contest) != place(&after)
    }
}
