//! A cache of loaded contests.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::Hash;
use std::sync::Arc;

use moka::policy::EvictionPolicy;
use moka::sync::Cache;

use crate::edition::Topic;
use crate::{App, Result};
use adjutant_domain::contest::fair_play::OtherGame;
use adjutant_domain::contest::teams::Team;
use adjutant_domain::contest::{
    Contest, ContestFact, EntrantId, EntrantProfile, RoundExplanation, RoundId, facts_in_force,
    json,
};
use adjutant_domain::game::GameKind;
use adjutant_domain::moment::Micros;
use adjutant_store::contests::{self as rows, ContestRow, PlayerNameRow};
use adjutant_store::{AnyConnection, StoreError};

use swiss::standings::Kept;

use super::public_version::CachedVersion;

/// The number of contests cached: the events of a busy weekend.
const MAX_CACHED_CONTESTS: u64 = 64;
/// The number of people for whose standings values are cached, whatever the number of their groups:
/// one event can have very many small ones, which must not drive each other out.
const MAX_CACHED_PEOPLE: u64 = 64_000;
const MAX_MERGE_CHAIN: usize = 20;
/// The name of an entrant whose player is deleted.
const DELETED_PLAYER_NAME: &str = "—";

/// Publication times of rounds.
pub type PublicationTimes = BTreeMap<RoundId, Micros>;

/// The current state of a contest, with its row.
#[derive(Debug, Clone)]
pub struct LoadedContest {
    pub row: ContestRow,
    /// With everybody's current name.
    pub contest: Contest,
    /// Entrants who are not listed publicly: only officials see more of them than the name.
    pub private_entrants: BTreeSet<EntrantId>,
    pub published_at: PublicationTimes,
}

impl LoadedContest {
    /// A contest without entrants, as its first facts make it.
    pub(super) fn new_contest(row: ContestRow, facts: &[ContestFact]) -> Result<LoadedContest> {
        let contest = fold_facts(&row, facts.iter())?;
        let (private_entrants, published_at) = (BTreeSet::new(), PublicationTimes::new());
        Ok(LoadedContest { row, contest, private_entrants, published_at })
    }

    /// The number of its organisation, and its game: by both a player has a rating.
    pub(super) const fn host(&self) -> (i32, GameKind) {
        (self.row.organisation_id, self.contest.settings.game())
    }
}

/// A round of an event: its row and version, and the round.
type RoundKey = (i32, i32, RoundId);

/// A group of an event: its row, the stage and the group.
type GroupKey = (i32, usize, usize);

/// Contests with the data version of their names; round explanations, which are slow to compute, and values of
/// standings, so that only those are computed again that a result changed. Both contain no names.
#[derive(Debug)]
pub struct ContestCache {
    contests: Cache<i32, (u64, Arc<LoadedContest>)>,
    pub(super) explanations: Cache<RoundKey, Arc<RoundExplanation>>,
    pub(super) standings: Cache<GroupKey, Kept>,
    pub(super) versions: Cache<i32, CachedVersion>,
    /// The games of finished events, by event and version.
    pub(super) other_games: Cache<(i32, i32), Arc<Vec<OtherGame>>>,
}

impl Default for ContestCache {
    fn default() -> ContestCache {
        ContestCache {
            contests: newest_cache(MAX_CACHED_CONTESTS),
            explanations: newest_cache(MAX_CACHED_CONTESTS),
            standings: standings_cache(),
            versions: newest_cache(MAX_CACHED_CONTESTS),
            other_games: newest_cache(MAX_CACHED_CONTESTS),
        }
    }
}

/// The values of the groups that were used last, which weigh as much as they have people.
fn standings_cache() -> Cache<GroupKey, Kept> {
    let people = |kept: &Kept| u32::try_from(kept.people()).unwrap_or(u32::MAX).max(1);
    Cache::builder()
        .max_capacity(MAX_CACHED_PEOPLE)
        .weigher(move |_, kept| people(kept))
        .eviction_policy(EvictionPolicy::lru())
        .build()
}

/// A cache of what was used last: earlier versions, however often they were read, give way.
pub(super) fn newest_cache<K, V>(capacity: u64) -> Cache<K, V>
where
    K: Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    Cache::builder().max_capacity(capacity).eviction_policy(EvictionPolicy::lru()).build()
}

/// Loads the current state of a contest, from the cache if possible.
pub(crate) fn load(
    app: &App,
    conn: &mut AnyConnection,
    row: &ContestRow,
) -> Result<Arc<LoadedContest>> {
    let edition = app.editions().last_change(&[Topic::Event(row.id)]);
    if let Some((of, run)) = app.memory.contests.contests.get(&row.id)
        && of == edition
        && run.row.version == row.version
    {
        return Ok(run);
    }
    let (mut contest, published_at) = read_contest(conn, row)?;
    let private_entrants = resolve_names(conn, &mut contest)?;
    let row = row.clone();
    let run = Arc::new(LoadedContest { row, contest, private_entrants, published_at });
    // A replica may still have the names from before this version.
    if !app.reads_at_replica() {
        app.memory.contests.contests.insert(run.row.id, (edition, Arc::clone(&run)));
    }
    Ok(run)
}

/// Reads a contest and its publication times, without the names of players.
fn read_contest(conn: &mut AnyConnection, row: &ContestRow) -> Result<(Contest, PublicationTimes)> {
    let facts = read_facts(conn, row)?;
    let mut published = BTreeMap::new();
    for (told_at, fact) in &facts {
        match fact {
            ContestFact::RoundPublished(at) | ContestFact::RoundRestored(at) => {
                published.insert(*at, *told_at);
            }
            ContestFact::RoundTakenBack(at) => {
                published.remove(at);
            }
            _ => {}
        }
    }
    Ok((fold_facts(row, facts.iter().map(|(_, fact)| fact))?, published))
}

pub(super) fn damaged_fact(row: &ContestRow, number: usize, why: &str) -> StoreError {
    StoreError::Damaged(format!("fact {} of the event {}: {why}", number + 1, row.slug))
}

/// Reads the facts of a contest that are in force, with their times.
pub(super) fn read_facts(
    conn: &mut AnyConnection,
    row: &ContestRow,
) -> Result<Vec<(Micros, ContestFact)>> {
    let mut facts = Vec::new();
    let stored = rows::facts(conn, row.id, 0)?;
    for (number, stored) in stored.iter().filter(|fact| fact.number <= row.version).enumerate() {
        let fact =
            json::read_fact(&stored.body).map_err(|e| damaged_fact(row, number, &e.to_string()))?;
        facts.push((stored.told_at, fact));
    }
    if facts.iter().all(|(_, fact)| !matches!(fact, ContestFact::Undone { .. })) {
        return Ok(facts);
    }
    let told: Vec<&ContestFact> = facts.iter().map(|(_, fact)| fact).collect();
    let counting = facts_in_force(&told);
    let counting = counting.map_err(|e| damaged_fact(row, e.0, "it undoes what is not there"))?;
    let mut facts: Vec<_> = facts.into_iter().map(Some).collect();
    Ok(counting.into_iter().filter_map(|at| facts[at].take()).collect())
}

pub(super) fn fold_facts<'a>(
    row: &ContestRow,
    facts: impl Iterator<Item = &'a ContestFact>,
) -> Result<Contest> {
    let senseless = "it does not follow from those before";
    Ok(Contest::from_facts(facts).map_err(|e| damaged_fact(row, e.0, senseless))?)
}

/// Sets the current names of players, since facts contain none; returns the entrants who are not
/// listed publicly.
fn resolve_names(conn: &mut AnyConnection, contest: &mut Contest) -> Result<BTreeSet<EntrantId>> {
    let everybody = contest
        .entrants
        .iter()
        .flat_map(|one| std::iter::once(&one.person).chain(one.team.iter().flat_map(Team::people)));
    let names = CurrentPlayers::read(conn, everybody.map(|person| person.player))?;
    let mut private = BTreeSet::new();
    for (number, one) in (1..).map(EntrantId).zip(&mut contest.entrants) {
        one.team.iter_mut().flat_map(Team::people_mut).for_each(|own| {
            names.update_person(own);
        });
        if names.update_person(&mut one.person).is_some_and(|row| row.private.is_private()) {
            private.insert(number);
        }
    }
    Ok(private)
}

/// Current names of players.
pub(super) struct CurrentPlayers(HashMap<i32, PlayerNameRow>);

impl CurrentPlayers {
    /// Reads these players and those they were merged into; 0 stands for nobody.
    pub fn read(
        conn: &mut AnyConnection,
        players: impl Iterator<Item = i32>,
    ) -> Result<CurrentPlayers> {
        let mut known: HashMap<i32, PlayerNameRow> = HashMap::new();
        let mut asked: Vec<i32> = players.filter(|id| *id != 0).collect();
        for _ in 0..MAX_MERGE_CHAIN {
            asked.sort_unstable();
            asked.dedup();
            if asked.is_empty() {
                break;
            }
            let found = rows::player_names(conn, &asked)?;
            asked = found.iter().filter_map(|row| row.merged_into).collect();
            known.extend(found.into_iter().map(|row| (row.id, row)));
            asked.retain(|id| !known.contains_key(id));
        }
        Ok(CurrentPlayers(known))
    }

    /// The current id of a player and their row; `None` if the player is deleted.
    pub fn resolve(&self, player: i32) -> (i32, Option<&PlayerNameRow>) {
        let mut id = player;
        for _ in 0..MAX_MERGE_CHAIN {
            match self.0.get(&id).and_then(|row| row.merged_into) {
                Some(into) => id = into,
                None => break,
            }
        }
        (id, self.0.get(&id))
    }

    /// Sets the current name and id of a person; returns the player's row.
    pub(super) fn update_person(&self, person: &mut EntrantProfile) -> Option<&PlayerNameRow> {
        if person.player == 0 {
            return None;
        }
        let (id, row) = self.resolve(person.player);
        person.player = id;
        person.name = row.map_or_else(|| DELETED_PLAYER_NAME.to_owned(), |row| row.handle.clone());
        row
    }
}
