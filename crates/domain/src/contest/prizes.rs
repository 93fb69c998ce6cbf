//! Prizes and their current winners.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use swiss::performance::performance;

use super::json::limits::{Number, words};
use super::settings::MAX_ENTRANTS;
use super::{Contest, EntrantId};

pub const MAX_PRIZES: usize = 100;
/// Maximum length of a prize's description and name, in characters.
pub const MAX_PRIZE_LEN: usize = 120;
pub const MAX_PRIZE_TITLE_LEN: usize = 60;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "PrizeJson", into = "PrizeJson")]
pub struct Prize {
    /// The prize in the organisers' words: money, a cup, a title.
    pub description: String,
    pub criterion: PrizeCriterion,
}

/// What a prize is awarded for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PrizeCriterion {
    /// A place of the event, or each of several, counted from 1.
    Places { from: u32, to: u32 },
    /// The best of some entrants, such as `Best lady`. A single one wins; if none is listed, nobody is chosen yet.
    Best { title: String, among: Vec<EntrantId> },
    /// The highest performance rating (C.07, 10.2) of some entrants, or of all if none are listed.
    Performance { title: String, among: Vec<EntrantId> },
}

/// A prize in JSON: with `from` and `to`, or with `best` or `performance`, and `among`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct PrizeJson {
    #[serde(deserialize_with = "words::<MAX_PRIZE_LEN, _>")]
    what: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<PrizeTitle>,
    #[serde(skip_serializing_if = "Option::is_none")]
    performance: Option<PrizeTitle>,
    #[serde(skip_serializing_if = "Option::is_none")]
    among: Option<Vec<EntrantId>>,
}

type Place = Number<u32, 1, { MAX_ENTRANTS as i64 }>;

#[derive(Serialize, Deserialize)]
struct PrizeTitle(#[serde(deserialize_with = "words::<MAX_PRIZE_TITLE_LEN, _>")] String);

impl TryFrom<PrizeJson> for Prize {
    type Error = &'static str;

    fn try_from(json: PrizeJson) -> Result<Prize, &'static str> {
        let PrizeJson { what: description, from, to, best, performance, among } = json;
        let criterion = match (from, to, best, performance) {
            (Some(from), to, None, None) if among.is_none() => {
                let to = to.map_or(from.0, |to| to.0);
                if to < from.0 {
                    return Err("`to` is a place behind `from`");
                }
                PrizeCriterion::Places { from: from.0, to }
            }
            (None, None, Some(PrizeTitle(title)), None) => {
                PrizeCriterion::Best { title, among: among.unwrap_or_default() }
            }
            (None, None, None, Some(PrizeTitle(title))) => {
                PrizeCriterion::Performance { title, among: among.unwrap_or_default() }
            }
            _ => {
                return Err(
                    "expected `from` and `to`, `best` and `among`, or `performance` and `among`",
                );
            }
        };
        Ok(Prize { description, criterion })
    }
}

impl From<Prize> for PrizeJson {
    fn from(Prize { description: what, criterion }: Prize) -> PrizeJson {
        let json =
            PrizeJson { what, from: None, to: None, best: None, performance: None, among: None };
        match criterion {
            PrizeCriterion::Places { from, to } => {
                PrizeJson { from: Some(Number(from)), to: Some(Number(to)), ..json }
            }
            PrizeCriterion::Best { title, among } => {
                PrizeJson { best: Some(PrizeTitle(title)), among: Some(among), ..json }
            }
            PrizeCriterion::Performance { title, among } => {
                PrizeJson { performance: Some(PrizeTitle(title)), among: Some(among), ..json }
            }
        }
    }
}

/// A prize's current winners.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Award {
    /// By place; empty if not known yet.
    pub winners: Vec<EntrantId>,
    /// Whether more entrants are tied than there are prizes; the tie is not broken here.
    pub is_tied: bool,
}

impl Contest {
    /// The winners of each of [`super::ContestSettings::prizes`].
    pub fn awards(&self) -> Vec<Award> {
        if self.settings.prizes.is_empty() {
            return Vec::new();
        }
        let finishes = self.final_places();
        let mut performances: Option<BTreeMap<EntrantId, i32>> = None;
        let mut awards = vec![Award::default(); self.settings.prizes.len()];
        // Prizes for places are awarded first, wherever they are listed.
        for (prize, award) in self.settings.prizes.iter().zip(&mut awards) {
            if let PrizeCriterion::Places { from, to } = &prize.criterion {
                *award = place_award(&finishes, *from as usize, *to as usize);
            }
        }
        let won = |award: &Award| if award.is_tied { Vec::new() } else { award.winners.clone() };
        let mut has: BTreeSet<EntrantId> = awards.iter().flat_map(won).collect();
        for (prize, award) in self.settings.prizes.iter().zip(&mut awards) {
            let may = |id: &EntrantId| self.settings.prizes_cumulative || !has.contains(id);
            let left = finishes.iter().filter(|(id, _)| may(id));
            *award = match &prize.criterion {
                PrizeCriterion::Places { .. } => continue,
                PrizeCriterion::Best { among, .. } => {
                    let own = left.filter(|(id, _)| among.contains(id));
                    // The lowest place is the best.
                    best_award(
                        own.map(|(id, place)| (*id, -i64::try_from(*place).unwrap_or(i64::MAX))),
                    )
                }
                PrizeCriterion::Performance { among, .. } => {
                    let all = performances.get_or_insert_with(|| self.performance_ratings());
                    let own = left.filter(|(id, _)| among.is_empty() || among.contains(id));
                    best_award(own.filter_map(|(id, _)| Some((*id, i64::from(*all.get(id)?)))))
                }
            };
            // Tied entrants have not won it yet.
            has.extend(won(award));
        }
        awards
    }

    /// Performance ratings in the last stage with standings that each entrant was in.
    fn performance_ratings(&self) -> BTreeMap<EntrantId, i32> {
        let mut all = BTreeMap::new();
        for stage in 0..self.stages.len() {
            let groups = 0..self.stages[stage].groups.len();
            for table in groups.filter_map(|group| self.group_tournament(stage, group, usize::MAX))
            {
                let played = table.tournament.played;
                for (at, id) in table.entrants.iter().enumerate() {
                    if let Some(own) = performance(&table.tournament, at, played, None) {
                        all.insert(*id, own.tournament);
                    }
                }
            }
        }
        all
    }
}

/// A place that two prizes are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DuplicatePlace {
    /// The two prizes, from 0 in the order entered.
    pub prizes: [usize; 2],
    pub place: u32,
}

/// The first place that two of these prizes are for.
pub fn find_duplicate_place(prizes: &[Prize]) -> Option<DuplicatePlace> {
    let places = |(number, prize): (usize, &Prize)| match prize.criterion {
        PrizeCriterion::Places { from, to } => Some((from, to, number)),
        _ => None,
    };
    let mut all: Vec<(u32, u32, usize)> = prizes.iter().enumerate().filter_map(places).collect();
    all.sort_unstable();
    let two = all.windows(2).find(|two| two[0].1 >= two[1].0)?;
    let (one, other) = (two[0].2, two[1].2);
    Some(DuplicatePlace { prizes: [one.min(other), one.max(other)], place: two[1].0 })
}

/// The winners of these places. Tied entrants share as many places as they are.
fn place_award(finishes: &[(EntrantId, usize)], from: usize, to: usize) -> Award {
    let mut award = Award::default();
    for (id, first) in finishes {
        let equal = finishes.iter().filter(|(_, place)| place == first).count();
        let last = first + equal - 1;
        if *first <= to && last >= from {
            award.winners.push(*id);
            award.is_tied |= *first < from || last > to;
        }
    }
    award
}

/// The entrants with the highest value.
fn best_award(all: impl Iterator<Item = (EntrantId, i64)>) -> Award {
    let all: Vec<(EntrantId, i64)> = all.collect();
    let most = all.iter().map(|(_, value)| *value).max();
    let winners: Vec<EntrantId> =
        all.iter().filter(|(_, value)| Some(*value) == most).map(|(id, _)| *id).collect();
    Award { is_tied: winners.len() > 1, winners }
}
