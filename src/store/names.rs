//! Rows that stand for a name: players, events, sites and rule-sets.
//!
//! The name of a player who was merged stands for the one that he is.

use std::collections::{HashMap, HashSet};

use diesel::dsl::exists;
use diesel::prelude::*;

use crate::account::handle::look_key;

use super::connection::insert_all;
use super::schema::{counters, events, players, rule_sets, sites};
use super::seal::Sealer;
use super::write::NewGame;
use super::{AnyConnection, StoreError, counted, lookalikes, players as people, retired};

/// The key under which a name is one and the same: trimmed, lower case, single spaces.
#[must_use]
pub fn name_key(name: &str) -> String {
    let mut key = String::with_capacity(name.len());
    for word in name.split_whitespace() {
        if !key.is_empty() {
            key.push(' ');
        }
        key.extend(word.chars().flat_map(char::to_lowercase));
    }
    key
}

/// The part of an address that names an event: letters and digits joined by `-`.
#[must_use]
pub fn slug(name: &str) -> String {
    let mut slug = String::with_capacity(name.len());
    for character in name.chars().flat_map(char::to_lowercase) {
        if character.is_alphanumeric() {
            slug.push(character);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "unnamed".to_owned() } else { slug.chars().take(80).collect() }
}

/// An id and the spelling that the row has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub id: i32,
    pub name: String,
}

/// What a written name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    pub id: i32,
    /// Whether the row is spelt as it is written here.
    pub same: bool,
}

/// The four tables whose rows stand for a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Player,
    Event,
    Site,
    RuleSet,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Player, Kind::Event, Kind::Site, Kind::RuleSet];

    /// The counter of its rows, which is the highest id too.
    const fn counter(self) -> &'static str {
        match self {
            Kind::Player => "players",
            Kind::Event => "events",
            Kind::Site => "sites",
            Kind::RuleSet => "rule_sets",
        }
    }

    /// What two spellings of one name have in common.
    fn key(self, owner: &EventOwner, name: &str) -> String {
        match self {
            Kind::Player => name_key(name),
            Kind::Event => owner.key(name),
            Kind::Site | Kind::RuleSet => name.to_owned(),
        }
    }

    fn of(self, game: &NewGame) -> [&str; 2] {
        match self {
            Kind::Player => [&game.white, &game.black],
            Kind::Event => [&game.event; 2],
            Kind::Site => [&game.site; 2],
            Kind::RuleSet => [&game.rule_set; 2],
        }
    }
}

/// Whose the events are that an import names: an event of one owner is never another's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EventOwner {
    /// As in `events.organisation_id`.
    id: i32,
    /// What stands before the folded name in `events.name_key`; empty for the site's.
    mark: String,
}

/// Between an owner's mark and the folded name: no name holds a control character.
const MARK_END: char = '\u{1f}';
/// The folded name of the event that stands for none; it is the site's, whoever names it.
const NO_EVENT: &str = "?";

impl EventOwner {
    /// The site itself.
    #[must_use]
    pub fn site() -> EventOwner {
        EventOwner::default()
    }

    /// All members together: theirs are told apart from everybody else's, not from each other.
    #[must_use]
    pub fn members() -> EventOwner {
        EventOwner { id: -1, mark: "-".to_owned() }
    }

    /// The organisation of this number and name in addresses.
    #[must_use]
    pub fn organisation(id: i32, slug: &str) -> EventOwner {
        EventOwner { id, mark: slug.to_owned() }
    }

    /// The number under which games and events have their owner.
    #[must_use]
    pub const fn id(&self) -> i32 {
        self.id
    }

    /// The key of the owner's event of this name.
    pub(super) fn key(&self, name: &str) -> String {
        let folded = name_key(name);
        if self.mark.is_empty() || folded == NO_EVENT {
            return folded;
        }
        format!("{}{MARK_END}{folded}", self.mark)
    }

    /// Whose the event with this key is.
    fn owner_of(&self, key: &str) -> i32 {
        if key == NO_EVENT { 0 } else { self.id }
    }

    /// The name of an event in addresses, if it is free: a member's never looks like the site's.
    pub(super) fn slug(&self, name: &str) -> String {
        match self.mark.as_str() {
            "" => slug(name),
            "-" => format!("member-{}", slug(name)),
            mark => format!("{mark}-{}", slug(name)),
        }
    }
}

/// Ids by name as written, filled while games of one owner are written; valid as long as no
/// transaction that added to it was rolled back.
#[derive(Debug, Default)]
pub struct NameCache {
    known: [HashMap<String, Known>; 4],
    owner: EventOwner,
    /// Knows the names of people who are deleted, where it matters.
    sealer: Option<Sealer>,
}

/// A name that is not in the cache, and its key.
struct Unknown<'a> {
    name: &'a str,
    key: String,
}

impl NameCache {
    /// An empty one, for games of this owner.
    #[must_use]
    pub fn of(owner: EventOwner) -> NameCache {
        NameCache { owner, ..NameCache::default() }
    }

    /// One that refuses the names of people who had themselves deleted.
    #[must_use]
    pub fn guarded(self, sealer: &Sealer) -> NameCache {
        NameCache { sealer: Some(sealer.clone()), ..self }
    }

    /// Forgets what it knows, which a transaction that was rolled back may have made.
    pub fn clear(&mut self) {
        self.known = Default::default();
    }

    /// The players' names in these games that are of people who had themselves deleted.
    pub(super) fn retired(
        &self,
        connection: &mut AnyConnection,
        games: &[&NewGame],
    ) -> Result<HashSet<String>, StoreError> {
        let Some(sealer) = &self.sealer else { return Ok(HashSet::new()) };
        let names: HashSet<&str> = games.iter().flat_map(|game| Kind::Player.of(game)).collect();
        retired::among(connection, sealer, names)
    }

    /// The players' names in these games that nobody bears yet and that look like somebody
    /// else's; none where the site itself vouches for whom it brings.
    pub(super) fn look_alikes(
        &self,
        connection: &mut AnyConnection,
        games: &[&NewGame],
    ) -> Result<HashSet<String>, StoreError> {
        if self.owner.id == 0 {
            return Ok(HashSet::new());
        }
        lookalikes::among(connection, games.iter().flat_map(|game| Kind::Player.of(game)))
    }

    /// Looks up or makes the rows of all names that occur in `games`, few statements for all.
    /// The transaction must hold the writer's lock.
    pub(super) fn resolve(
        &mut self,
        connection: &mut AnyConnection,
        games: &[&NewGame],
    ) -> Result<(), StoreError> {
        for kind in Kind::ALL {
            let known = &mut self.known[kind as usize];
            let mut unknown: Vec<Unknown<'_>> = Vec::new();
            let mut seen: HashSet<&str> = HashSet::new();
            for name in games.iter().flat_map(|game| kind.of(game)) {
                if !known.contains_key(name) && seen.insert(name) {
                    unknown.push(Unknown { name, key: kind.key(&self.owner, name) });
                }
            }
            let rows = rows_of(connection, kind, &self.owner, &unknown)?;
            for Unknown { name, key } in unknown {
                let row = &rows[&key];
                known.insert(name.to_owned(), Known { id: row.id, same: row.name == name });
            }
        }
        Ok(())
    }

    /// What [`NameCache::resolve`] found for this name.
    pub(super) fn get(&self, kind: Kind, name: &str) -> Result<Known, StoreError> {
        let known = self.known[kind as usize].get(name).copied();
        known.ok_or_else(|| StoreError::Damaged(format!("{name:?} has no row")))
    }
}

/// The rows of these keys; those that are missing are made, in the order in which they came.
fn rows_of(
    connection: &mut AnyConnection,
    kind: Kind,
    owner: &EventOwner,
    unknown: &[Unknown<'_>],
) -> Result<HashMap<String, Named>, StoreError> {
    let mut rows = HashMap::with_capacity(unknown.len());
    find(connection, kind, unknown, &mut rows)?;
    let counter = counters::table.filter(counters::name.eq(kind.counter()));
    let mut new: Vec<(i32, &Unknown<'_>)> = Vec::new();
    if unknown.iter().any(|one| !rows.contains_key(&one.key)) {
        // Whoever else makes rows waits here, or is waited for: what he made is there by then.
        diesel::update(counter).set(counters::value.eq(counters::value)).execute(connection)?;
        find(connection, kind, unknown, &mut rows)?;
        let mut last: i64 = counter.select(counters::value).first(connection)?;
        for one in unknown {
            if !rows.contains_key(&one.key) {
                last += 1;
                let id = i32::try_from(last).map_err(|_| {
                    StoreError::Damaged(format!("no ids for {} are left", kind.counter()))
                })?;
                rows.insert(one.key.clone(), Named { id, name: one.name.to_owned() });
                new.push((id, one));
            }
        }
        diesel::update(counter).set(counters::value.eq(last)).execute(connection)?;
        insert(connection, kind, owner, &new)?;
    }
    Ok(rows)
}

/// Adds the rows of those keys that have none in `rows` yet, as far as they are there.
fn find(
    connection: &mut AnyConnection,
    kind: Kind,
    unknown: &[Unknown<'_>],
    rows: &mut HashMap<String, Named>,
) -> Result<(), StoreError> {
    let missing: Vec<&str> =
        unknown.iter().map(|one| one.key.as_str()).filter(|key| !rows.contains_key(*key)).collect();
    for keys in missing.chunks(500) {
        for (key, id, name) in look_up(connection, kind, keys)? {
            rows.insert(key, Named { id, name });
        }
    }
    Ok(())
}

/// The row of the rule-set with this key, made where there is none, in a transaction of the
/// caller's.
///
/// # Errors
/// [`StoreError::Database`].
pub fn rule_set_id(connection: &mut AnyConnection, key: &str) -> Result<i32, StoreError> {
    let found = |connection: &mut AnyConnection| {
        let own = rule_sets::table.filter(rule_sets::name.eq(key));
        own.select(rule_sets::id).first::<i32>(connection).optional()
    };
    if let Some(id) = found(connection)? {
        return Ok(id);
    }
    // Whoever makes one waits here for whoever is just making it.
    let counter = counters::table.find(Kind::RuleSet.counter());
    diesel::update(counter).set(counters::value.eq(counters::value)).execute(connection)?;
    if let Some(made) = found(connection)? {
        return Ok(made);
    }
    let id = counted::next_ids(connection, Kind::RuleSet.counter(), 1)?;
    diesel::insert_into(rule_sets::table)
        .values((rule_sets::id.eq(id), rule_sets::name.eq(key)))
        .execute(connection)?;
    Ok(id)
}

fn look_up(
    connection: &mut AnyConnection,
    kind: Kind,
    keys: &[&str],
) -> Result<Vec<(String, i32, String)>, StoreError> {
    Ok(match kind {
        Kind::Player => people::by_keys(connection, keys)?,
        Kind::Event => events::table
            .filter(events::name_key.eq_any(keys))
            .select((events::name_key, events::id, events::name))
            .load(connection)?,
        Kind::Site => sites::table
            .filter(sites::name.eq_any(keys))
            .select((sites::name, sites::id, sites::name))
            .load(connection)?,
        Kind::RuleSet => rule_sets::table
            .filter(rule_sets::name.eq_any(keys))
            .select((rule_sets::name, rule_sets::id, rule_sets::name))
            .load(connection)?,
    })
}

fn insert(
    connection: &mut AnyConnection,
    kind: Kind,
    owner: &EventOwner,
    new: &[(i32, &Unknown<'_>)],
) -> Result<(), StoreError> {
    match kind {
        Kind::Player => {
            let rows: Vec<_> = new
                .iter()
                .map(|(id, one)| {
                    let (handle, key) = (players::handle.eq(one.name), one.key.as_str());
                    let look = players::look_key.eq(look_key(one.name));
                    (players::id.eq(id), handle, players::name_key.eq(key), look)
                })
                .collect();
            insert_all!(connection, players::table, rows);
        }
        Kind::Event => {
            for (id, one) in new {
                add_event(connection, *id, owner, one)?;
            }
        }
        Kind::Site => {
            let rows: Vec<_> =
                new.iter().map(|(id, one)| (sites::id.eq(id), sites::name.eq(one.name))).collect();
            insert_all!(connection, sites::table, rows);
        }
        Kind::RuleSet => {
            let rows: Vec<_> = new
                .iter()
                .map(|(id, one)| (rule_sets::id.eq(id), rule_sets::name.eq(one.name)))
                .collect();
            insert_all!(connection, rule_sets::table, rows);
        }
    }
    Ok(())
}

/// Makes an owner's event that nobody has named yet, in a transaction that holds the writer's lock; gives its id.
/// `None` where the owner has one of this name.
///
/// # Errors
/// [`StoreError::Database`].
pub fn new_event(
    connection: &mut AnyConnection,
    owner: &EventOwner,
    name: &str,
) -> Result<Option<i32>, StoreError> {
    let one = Unknown { name, key: owner.key(name) };
    if !look_up(connection, Kind::Event, &[&one.key])?.is_empty() {
        return Ok(None);
    }
    let id = super::counted::next_ids(connection, Kind::Event.counter(), 1)?;
    add_event(connection, id, owner, &one)?;
    Ok(Some(id))
}

fn add_event(
    connection: &mut AnyConnection,
    id: i32,
    owner: &EventOwner,
    one: &Unknown<'_>,
) -> Result<(), StoreError> {
    let owner_id = owner.owner_of(&one.key);
    let base = if owner_id == 0 { slug(one.name) } else { owner.slug(one.name) };
    let mut slug = base.clone();
    let mut number = i64::from(id);
    // Names may fold to one slug, with a number behind it too: try until one is free.
    while diesel::select(exists(events::table.filter(events::slug.eq(&slug))))
        .get_result::<bool>(connection)?
    {
        slug = format!("{base}-{number}");
        number += 1;
    }
    diesel::insert_into(events::table)
        .values((
            events::id.eq(id),
            events::name.eq(one.name),
            events::name_key.eq(&one.key),
            events::slug.eq(slug),
            events::organisation_id.eq(owner_id),
        ))
        .execute(connection)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{EventOwner, name_key, slug};

    #[test]
    fn an_event_of_one_owner_is_never_anothers() {
        let club = EventOwner::organisation(7, "club");
        let keys = [EventOwner::site(), EventOwner::members(), club].map(|one| one.key(" Open  I"));
        assert_eq!(keys, ["open i", "-\u{1f}open i", "club\u{1f}open i"]);
    }

    #[test]
    fn no_event_is_the_sites_whoever_names_none() {
        let club = EventOwner::organisation(7, "club");
        assert_eq!((club.key(" ? ").as_str(), club.owner_of("?")), ("?", 0));
    }

    #[test]
    fn spellings_of_one_name_share_a_key() {
        assert_eq!(name_key("  Juan  DELA\tCruz "), name_key("juan dela cruz"));
        assert_ne!(name_key("Juan Cruz"), name_key("JuanCruz"));
    }

    #[test]
    fn a_slug_is_letters_and_digits_joined_by_dashes() {
        assert_eq!(slug("Path to Glory, 2026!"), "path-to-glory-2026");
        assert_eq!(slug("???"), "unnamed");
    }
}
