//! Rows that represent names: players, events, sites and rule-sets.
//!
//! The name of a merged player refers to the player into whom they were merged.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;

use adjutant_domain::account::handle::look_key;
use adjutant_domain::search::search_key;

use super::game_writer::NewGame;
use super::owners::OwnerId;
use super::queries::insert_all;
use super::schema::{events, games, players, rule_sets, sites};
use super::seal::Sealer;
use super::{
    AnyConnection, Result, StoreError, deleted_names, former_slugs, id_sequence, lookalikes,
    players as people,
};

/// The key of a name: trimmed, in lower case, with single spaces.
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

/// The slug of a name: letters and digits joined by `-`.
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

/// An id with the spelling of its row.
#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = players)]
pub struct NamedEntity {
    pub id: i32,
    #[diesel(column_name = handle)]
    pub name: String,
}

/// The row of a written name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ResolvedName {
    pub id: i32,
    /// Whether the row has the same spelling.
    pub is_exact_spelling: bool,
}

/// The four tables of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameKind {
    Player,
    Event,
    Site,
    RuleSet,
}

impl NameKind {
    const ALL: [NameKind; 4] =
        [NameKind::Player, NameKind::Event, NameKind::Site, NameKind::RuleSet];

    /// The counter of the rows, which is also their highest id.
    const fn counter(self) -> &'static str {
        match self {
            NameKind::Player => "players",
            NameKind::Event => "events",
            NameKind::Site => "sites",
            NameKind::RuleSet => "rule_sets",
        }
    }

    /// The key that all spellings of a name share.
    fn key(self, owner: &EventOwner, name: &str) -> String {
        match self {
            NameKind::Player => name_key(name),
            NameKind::Event => owner.key(name),
            NameKind::Site | NameKind::RuleSet => name.to_owned(),
        }
    }

    fn names_in(self, game: &NewGame) -> [&str; 2] {
        match self {
            NameKind::Player => [&game.white, &game.black],
            NameKind::Event => [&game.event; 2],
            NameKind::Site => [&game.site; 2],
            NameKind::RuleSet => [&game.rule_set; 2],
        }
    }
}

/// The owner of the events in an import, which are distinct from those of other owners.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EventOwner {
    id: OwnerId,
    /// The prefix of the folded name in `events.name_key`; empty for the site.
    key_prefix: String,
}

/// Separates the prefix from the folded name, which contains no control characters.
const KEY_PREFIX_END: char = '\u{1f}';
/// The folded name of the event that stands for none, which belongs to the site.
pub(super) const NO_EVENT: &str = "?";

impl EventOwner {
    pub fn site() -> EventOwner {
        EventOwner::default()
    }

    /// All members, who share their events.
    pub fn members() -> EventOwner {
        EventOwner { id: OwnerId::Members, key_prefix: "-".to_owned() }
    }

    /// The organisation with this id and slug.
    pub fn organisation(id: i32, slug: &str) -> EventOwner {
        EventOwner { id: OwnerId::Organisation(id), key_prefix: slug.to_owned() }
    }

    /// The id of the owner of games and events.
    pub const fn id(&self) -> OwnerId {
        self.id
    }

    /// The key of the owner's event with this name.
    pub(super) fn key(&self, name: &str) -> String {
        let folded = name_key(name);
        if self.key_prefix.is_empty() || folded == NO_EVENT {
            return folded;
        }
        format!("{}{KEY_PREFIX_END}{folded}", self.key_prefix)
    }

    /// The owner of the event with this key.
    fn owner_id_of_key(&self, key: &str) -> OwnerId {
        if key == NO_EVENT { OwnerId::Site } else { self.id }
    }

    /// The slug of an event, unless it is taken; that of a member's event never resembles one of
    /// the site.
    pub fn slug(&self, name: &str) -> String {
        match self.key_prefix.as_str() {
            "" => slug(name),
            "-" => format!("member-{}", slug(name)),
            mark => format!("{mark}-{}", slug(name)),
        }
    }
}

/// Ids by name as written, for games of one owner; invalid after a rollback of a transaction that
/// added to it.
#[derive(Debug, Default)]
pub struct NameCache {
    known: [HashMap<String, ResolvedName>; 4],
    owner: EventOwner,
    /// Recognises the names of deleted people, if needed.
    sealer: Option<Sealer>,
}

/// A name that is not in the cache, with its key.
struct UnknownName<'a> {
    name: &'a str,
    key: String,
}

impl NameCache {
    /// An empty cache for games of this owner.
    pub fn new(owner: EventOwner) -> NameCache {
        NameCache { owner, ..NameCache::default() }
    }

    /// Also recognises the names of deleted people.
    pub fn with_deleted_names(self, sealer: &Sealer) -> NameCache {
        NameCache { sealer: Some(sealer.clone()), ..self }
    }

    /// Clears the cache, after a rollback.
    pub fn clear(&mut self) {
        self.known = Default::default();
    }

    /// The players' names in these games that belong to deleted people.
    pub(super) fn deleted_names(
        &self,
        conn: &mut AnyConnection,
        games: &[&NewGame],
    ) -> Result<HashSet<String>> {
        let Some(sealer) = &self.sealer else { return Ok(HashSet::new()) };
        let names: HashSet<&str> =
            games.iter().flat_map(|game| NameKind::Player.names_in(game)).collect();
        deleted_names::find_deleted(conn, sealer, names)
    }

    /// The players' names in these games that are new and resemble existing ones; empty for imports
    /// by the site itself.
    pub(super) fn lookalike_names(
        &self,
        conn: &mut AnyConnection,
        games: &[&NewGame],
    ) -> Result<HashSet<String>> {
        if self.owner.id == OwnerId::Site {
            return Ok(HashSet::new());
        }
        lookalikes::find_lookalikes(
            conn,
            games.iter().flat_map(|game| NameKind::Player.names_in(game)),
        )
    }

    /// Looks up or inserts the rows of all names in `games`, with few queries. The transaction must
    /// hold the writer lock.
    pub(super) fn resolve(&mut self, conn: &mut AnyConnection, games: &[&NewGame]) -> Result<()> {
        for kind in NameKind::ALL {
            let known = &mut self.known[kind as usize];
            let mut unknown: Vec<UnknownName<'_>> = Vec::new();
            let mut seen: HashSet<&str> = HashSet::new();
            for name in games.iter().flat_map(|game| kind.names_in(game)) {
                if !known.contains_key(name) && seen.insert(name) {
                    unknown.push(UnknownName { name, key: kind.key(&self.owner, name) });
                }
            }
            let rows = find_or_insert(conn, kind, &self.owner, &unknown)?;
            for UnknownName { name, key } in unknown {
                let row = &rows[&key];
                known.insert(
                    name.to_owned(),
                    ResolvedName { id: row.id, is_exact_spelling: row.name == name },
                );
            }
        }
        Ok(())
    }

    /// The ids of those of these players that exist.
    pub fn existing_players<'a>(
        &self,
        conn: &mut AnyConnection,
        names: impl Iterator<Item = &'a str>,
    ) -> Result<HashMap<&'a str, i32>> {
        let known = &self.known[NameKind::Player as usize];
        let (mut ids, mut unknown) = (HashMap::new(), Vec::new());
        for name in names.collect::<HashSet<_>>() {
            match known.get(name) {
                Some(row) => drop(ids.insert(name, row.id)),
                None => unknown.push(UnknownName { name, key: name_key(name) }),
            }
        }
        let mut rows = HashMap::new();
        find_existing(conn, NameKind::Player, &unknown, &mut rows)?;
        let found = |one: &UnknownName<'a>| Some((one.name, rows.get(&one.key)?.id));
        ids.extend(unknown.iter().filter_map(found));
        Ok(ids)
    }

    /// The row that [`NameCache::resolve`] has found.
    pub(super) fn get(&self, kind: NameKind, name: &str) -> Result<ResolvedName> {
        let known = self.known[kind as usize].get(name).copied();
        known.ok_or_else(|| StoreError::Damaged(format!("{name:?} has no row")))
    }
}

/// Finds the rows with these keys; missing ones are inserted in order of occurrence.
fn find_or_insert(
    conn: &mut AnyConnection,
    kind: NameKind,
    owner: &EventOwner,
    unknown: &[UnknownName<'_>],
) -> Result<HashMap<String, NamedEntity>> {
    let mut rows = HashMap::with_capacity(unknown.len());
    find_existing(conn, kind, unknown, &mut rows)?;
    let mut new: Vec<(i32, &UnknownName<'_>)> = Vec::new();
    if unknown.iter().any(|one| !rows.contains_key(&one.key)) {
        // Waits for concurrent inserts, whose rows are then found.
        id_sequence::lock_counter(conn, kind.counter())?;
        find_existing(conn, kind, unknown, &mut rows)?;
        let mut last = id_sequence::counter(conn, kind.counter())?;
        for one in unknown {
            if !rows.contains_key(&one.key) {
                last += 1;
                let id = i32::try_from(last).map_err(|_| {
                    StoreError::Damaged(format!("no ids for {} are left", kind.counter()))
                })?;
                rows.insert(one.key.clone(), NamedEntity { id, name: one.name.to_owned() });
                new.push((id, one));
            }
        }
        id_sequence::set_counter(conn, kind.counter(), last)?;
        insert(conn, kind, owner, &new)?;
    }
    Ok(rows)
}

/// Adds existing rows for the keys missing in `rows`.
fn find_existing(
    conn: &mut AnyConnection,
    kind: NameKind,
    unknown: &[UnknownName<'_>],
    rows: &mut HashMap<String, NamedEntity>,
) -> Result<()> {
    let missing: Vec<&str> =
        unknown.iter().map(|one| one.key.as_str()).filter(|key| !rows.contains_key(*key)).collect();
    for keys in missing.chunks(500) {
        for (key, id, name) in load_by_keys(conn, kind, keys)? {
            rows.insert(key, NamedEntity { id, name });
        }
    }
    Ok(())
}

/// Finds or inserts the rule-set with this key, in a transaction of the caller.
pub fn find_or_insert_rule_set(conn: &mut AnyConnection, key: &str) -> Result<i32> {
    let found = |conn: &mut AnyConnection| {
        let own = rule_sets::table.filter(rule_sets::name.eq(key));
        own.select(rule_sets::id).first::<i32>(conn).optional()
    };
    if let Some(id) = found(conn)? {
        return Ok(id);
    }
    // Waits for a concurrent insert.
    id_sequence::lock_counter(conn, NameKind::RuleSet.counter())?;
    if let Some(made) = found(conn)? {
        return Ok(made);
    }
    let id = id_sequence::next_ids(conn, NameKind::RuleSet.counter(), 1)?;
    diesel::insert_into(rule_sets::table)
        .values((rule_sets::id.eq(id), rule_sets::name.eq(key)))
        .execute(conn)?;
    Ok(id)
}

fn load_by_keys(
    conn: &mut AnyConnection,
    kind: NameKind,
    keys: &[&str],
) -> Result<Vec<(String, i32, String)>> {
    Ok(match kind {
        NameKind::Player => {
            let rows = people::by_keys(conn, keys)?.into_iter();
            rows.map(|(key, row)| (key, row.id, row.handle)).collect()
        }
        NameKind::Event => {
            let mut found: Vec<(String, i32, String)> = events::table
                .filter(events::name_key.eq_any(keys))
                .select((events::name_key, events::id, events::name))
                .load(conn)?;
            found.extend(
                events::table
                    .filter(events::renamed_key.eq_any(keys))
                    .select((events::renamed_key.assume_not_null(), events::id, events::name))
                    .load::<(String, i32, String)>(conn)?,
            );
            found
        }
        NameKind::Site => sites::table
            .filter(sites::name.eq_any(keys))
            .select((sites::name, sites::id, sites::name))
            .load(conn)?,
        NameKind::RuleSet => rule_sets::table
            .filter(rule_sets::name.eq_any(keys))
            .select((rule_sets::name, rule_sets::id, rule_sets::name))
            .load(conn)?,
    })
}

fn insert(
    conn: &mut AnyConnection,
    kind: NameKind,
    owner: &EventOwner,
    new: &[(i32, &UnknownName<'_>)],
) -> Result<()> {
    match kind {
        NameKind::Player => {
            let rows: Vec<_> = new
                .iter()
                .map(|(id, one)| {
                    let (handle, key) = (players::handle.eq(one.name), one.key.as_str());
                    let look = players::look_key.eq(look_key(one.name));
                    let found = players::search_key.eq(search_key(one.name));
                    (players::id.eq(id), handle, players::name_key.eq(key), look, found)
                })
                .collect();
            insert_all!(conn, players::table, rows);
        }
        NameKind::Event => {
            for (id, one) in new {
                insert_event(conn, *id, owner, one)?;
            }
        }
        NameKind::Site => {
            let rows: Vec<_> =
                new.iter().map(|(id, one)| (sites::id.eq(id), sites::name.eq(one.name))).collect();
            insert_all!(conn, sites::table, rows);
        }
        NameKind::RuleSet => {
            let rows: Vec<_> = new
                .iter()
                .map(|(id, one)| (rule_sets::id.eq(id), rule_sets::name.eq(one.name)))
                .collect();
            insert_all!(conn, rule_sets::table, rows);
        }
    }
    Ok(())
}

/// Inserts an owner's event with a new name, in a transaction that holds the writer lock; returns
/// its id, or `None` if the owner has an event of this name.
pub fn create_event(
    conn: &mut AnyConnection,
    owner: &EventOwner,
    name: &str,
) -> Result<Option<i32>> {
    let one = UnknownName { name, key: owner.key(name) };
    if !load_by_keys(conn, NameKind::Event, &[&one.key])?.is_empty() {
        return Ok(None);
    }
    let id = id_sequence::next_ids(conn, NameKind::Event.counter(), 1)?;
    insert_event(conn, id, owner, &one)?;
    Ok(Some(id))
}

/// Renames an owner's event, in a transaction that holds the writer lock; `false` if another one has the name, or had
/// it first. Its address stays, records keep the name that they were written with, and records with either name belong
/// to it.
pub fn rename_event(
    conn: &mut AnyConnection,
    owner: &EventOwner,
    id: i32,
    name: &str,
) -> Result<bool> {
    let key = owner.key(name);
    let known = load_by_keys(conn, NameKind::Event, &[&key])?;
    if known.iter().any(|(_, other, _)| *other != id) {
        return Ok(false);
    }
    let row = events::table.find(id);
    let (before, first_key): (String, String) =
        row.select((events::name, events::name_key)).first(conn)?;
    let spelling = |conn: &mut AnyConnection, from: &str, to: &str| {
        let records = games::table.filter(games::event_id.eq(id)).filter(games::event_as.eq(from));
        diesel::update(records).set(games::event_as.eq(to)).execute(conn)
    };
    spelling(conn, "", &before)?;
    spelling(conn, name, "")?;
    diesel::update(row)
        .set((
            events::name.eq(name),
            events::search_key.eq(search_key(name)),
            events::renamed_key.eq((key != first_key).then_some(key)),
        ))
        .execute(conn)?;
    Ok(true)
}

fn insert_event(
    conn: &mut AnyConnection,
    id: i32,
    owner: &EventOwner,
    one: &UnknownName<'_>,
) -> Result<()> {
    let owner_id = owner.owner_id_of_key(&one.key);
    let base = if owner_id == OwnerId::Site { slug(one.name) } else { owner.slug(one.name) };
    let mut slug = base.clone();
    let mut number = i64::from(id);
    // Different names may have the same slug, even with a number appended: try until one is free.
    while former_slugs::is_taken(conn, &slug, id)? {
        slug = format!("{base}-{number}");
        number += 1;
    }
    diesel::insert_into(events::table)
        .values((
            events::id.eq(id),
            events::name.eq(one.name),
            events::name_key.eq(&one.key),
            events::slug.eq(slug),
            events::search_key.eq(search_key(one.name)),
            events::organisation_id.eq(owner_id.organisation()),
            events::by_member.eq(owner_id.by_member()),
        ))
        .execute(conn)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{EventOwner, OwnerId, name_key, slug};

    #[test]
    fn an_event_of_one_owner_is_never_anothers() {
        let club = EventOwner::organisation(7, "club");
        let keys = [EventOwner::site(), EventOwner::members(), club].map(|one| one.key(" Open  I"));
        assert_eq!(keys, ["open i", "-\u{1f}open i", "club\u{1f}open i"]);
    }

    #[test]
    fn no_event_is_the_sites_whoever_names_none() {
        let club = EventOwner::organisation(7, "club");
        assert_eq!((club.key(" ? ").as_str(), club.owner_id_of_key("?")), ("?", OwnerId::Site));
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
