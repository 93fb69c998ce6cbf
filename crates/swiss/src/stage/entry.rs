//! The entrants of a stage, once its sources are over, and the points that they bring.

use std::collections::BTreeMap;

use super::super::groups::{Finisher, Qualifier, Undecided, best_of_place, top};
use super::super::knockout::Progress;
use super::super::points::Points;
use super::{CarriedPoints, Plan, Source, StageId};

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StageResult {
    /// The final standings of each group; one for systems without groups.
    pub groups: Vec<Vec<Finisher>>,
    /// Those left in a knock-out, or the winning team.
    pub winners: Vec<usize>,
    /// The losers of its last round.
    pub losers: Vec<usize>,
}

impl StageResult {
    /// The result of a knock-out; `None` before it is over.
    pub fn of_knockout(progress: &Progress) -> Option<StageResult> {
        if !progress.is_over() {
            return None;
        }
        let finisher = |entrant: usize| Finisher {
            entrant,
            games: 0,
            points: Points(0),
            tie_breaks: Vec::new(),
        };
        let group = progress.places.iter().map(|one| finisher(one.entrant)).collect();
        let mut shared = progress.places.chunk_by(|one, other| one.places == other.places);
        let mut next = || -> Vec<usize> {
            shared.next().unwrap_or_default().iter().map(|one| one.entrant).collect()
        };
        Some(StageResult { groups: vec![group], winners: next(), losers: next() })
    }
}

/// What is known of an event; each list has an element per stage.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Known {
    /// The entrants registered for a stage, in the order of the event's seeding.
    pub registered: Vec<Vec<usize>>,
    /// The entrants whom the officials seeded into it.
    pub seeds: Vec<Vec<usize>>,
    pub results: Vec<Option<StageResult>>,
}

/// An entrant of a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entered {
    pub entrant: usize,
    /// The index of the source in [`super::Stage::sources`].
    pub source: usize,
    /// The group and place, if the source has groups.
    pub qualifier: Option<Qualifier>,
}

/// Why the entrants are not known yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotYet {
    /// There is no such stage.
    NoStage(StageId),
    /// This stage is not over.
    Unfinished(StageId),
    /// Some are equal, with too few places for all. A lot or a play-off decides, and is entered into the stage's
    /// standings as a further tie-break.
    Undecided { of: StageId, undecided: Undecided },
    /// The stage has fewer entrants to advance than asked for.
    Missing { of: StageId, missing: usize },
}

impl Plan {
    /// The entrants of a stage in the order of their seeds: source by source, each in its own order. Entrants of
    /// several sources count once, for the first.
    ///
    /// `seeding` is the event's own seeding order, used if places are not carried over.
    ///
    /// # Errors
    /// Returns [`NotYet`] if the entrants are not known.
    pub fn entrants(
        &self,
        stage: StageId,
        known: &Known,
        seeding: &[usize],
    ) -> Result<Vec<Entered>, NotYet> {
        let own = self.stages.get(stage.0).ok_or(NotYet::NoStage(stage))?;
        let mut entered: Vec<Entered> = Vec::new();
        for (number, source) in own.sources.iter().enumerate() {
            for (entrant, qualifier) in from(stage, *source, known)? {
                if !entered.iter().any(|before| before.entrant == entrant) {
                    entered.push(Entered { entrant, source: number, qualifier });
                }
            }
        }
        if !own.carry.places {
            // Those who are not in the seeding come after those who are.
            let seed = |one: &Entered| {
                let at = seeding.iter().position(|entrant| *entrant == one.entrant);
                at.unwrap_or(seeding.len())
            };
            entered.sort_by_key(seed);
        }
        Ok(entered)
    }
}

type Coming = Vec<(usize, Option<Qualifier>)>;

fn from(stage: StageId, source: Source, known: &Known) -> Result<Coming, NotYet> {
    let plain = |entrants: &[usize]| entrants.iter().map(|entrant| (*entrant, None)).collect();
    let of_stage = |lists: &[Vec<usize>]| lists.get(stage.0).map(|list| plain(list));
    let result = |of: StageId| {
        known.results.get(of.0).and_then(Option::as_ref).ok_or(NotYet::Unfinished(of))
    };
    let qualified = |some: Vec<Qualifier>| -> Coming {
        some.into_iter().map(|one| (one.entrant, Some(one))).collect()
    };
    match source {
        Source::Registration => Ok(of_stage(&known.registered).unwrap_or_default()),
        Source::Seeds(count) => {
            let mut named: Coming = of_stage(&known.seeds).unwrap_or_default();
            named.truncate(count);
            Ok(named)
        }
        Source::Top { of, each } => {
            let groups = &result(of)?.groups;
            enough(of, each.saturating_mul(groups.len()), qualified(top(groups, each)))
        }
        Source::BestOfPlace { of, place, count } => {
            let choice = best_of_place(&result(of)?.groups, place, count);
            match choice.undecided {
                Some(undecided) => Err(NotYet::Undecided { of, undecided }),
                None => enough(of, count, qualified(choice.chosen)),
            }
        }
        Source::Winners(of) => enough(of, 1, plain(&result(of)?.winners)),
        Source::Losers(of) => enough(of, 1, plain(&result(of)?.losers)),
    }
}

fn enough(of: StageId, asked: usize, coming: Coming) -> Result<Coming, NotYet> {
    let missing = asked.saturating_sub(coming.len());
    if missing > 0 { Err(NotYet::Missing { of, missing }) } else { Ok(coming) }
}

/// A game of an earlier stage, with the points of both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CarriedGame {
    pub entrants: [usize; 2],
    pub points: [Points; 2],
}

/// The points with which each advancing entrant begins. Byes, which have no opponent, are in `others` and count only if
/// all points are carried over.
pub fn carried_points(
    which: CarriedPoints,
    advancing: &[usize],
    games: &[CarriedGame],
    others: &[(usize, Points)],
) -> BTreeMap<usize, Points> {
    let mut carried: BTreeMap<usize, Points> =
        advancing.iter().map(|entrant| (*entrant, Points(0))).collect();
    let mut add = |entrant: usize, points: Points| {
        if let Some(sum) = carried.get_mut(&entrant) {
            *sum = *sum + points;
        }
    };
    let counts = |game: &&CarriedGame| match which {
        CarriedPoints::None => false,
        CarriedPoints::All => true,
        CarriedPoints::AmongAdvancing => game.entrants.iter().all(|one| advancing.contains(one)),
    };
    for game in games.iter().filter(counts) {
        for (entrant, points) in game.entrants.iter().zip(game.points) {
            add(*entrant, points);
        }
    }
    if which == CarriedPoints::All {
        for (entrant, points) in others {
            add(*entrant, *points);
        }
    }
    carried
}
