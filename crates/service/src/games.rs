//! Games: one by its id, and pages of them by filters.

use std::collections::HashMap;
use std::fmt;

use adjutant_domain::game::{AnyRecord, GameKind};
use adjutant_domain::moment::Micros;
use adjutant_store::games::{GameCursor, GameIndex, NarrowGameRow};
use adjutant_store::owners::OwnerId;
use adjutant_store::record_annulments::{self, ANNULLED, RecordAnnulment};
use adjutant_store::{
    AnyConnection, deployments, distinct, games as rows, id_sequence, labels,
    players as player_rows,
};
use ledger_ratings::Day;
use salpakan::clock::{Speed, TimeControl};
use salpakan::record::RevealKey;
use salpakan::rules::{ByColor, Outcome, Termination};
use serde::Serialize;
use utoipa::ToSchema;

use super::access::ActTarget;
use super::owner::{Owners, Whose};
use super::ratings::GameRating;
use super::records::{
    GameId, Provenance, StoredGame, StoredRecord, date_text, decode, outcome_of, termination_of,
    time_control_of,
};
use super::{App, Error, Result, Thing, events, owner, players, ratings};

/// The data of a game in lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameSummary {
    pub id: GameId,
    pub white: String,
    pub black: String,
    pub event: String,
    pub event_slug: String,
    pub round: String,
    pub date: String,
    pub time_control: Option<TimeControl>,
    pub rule_set: String,
    pub outcome: Option<Outcome>,
    pub termination: Termination,
    pub plies: u32,
    /// Whether the ranks are public.
    pub revealed: bool,
    pub whose: Whose,
    /// Whether an official annulled it, so that it counts for nothing.
    pub annulled: bool,
    pub bots: ByColor<bool>,
}

/// The game whose records name their rules so.
pub(super) fn kind_of_rule_set(name: &str) -> GameKind {
    // Every name that is not of a game is that of a rule-set of Salpakan.
    GameKind::parse(name).unwrap_or_default()
}

impl GameSummary {
    pub fn kind(&self) -> GameKind {
        kind_of_rule_set(&self.rule_set)
    }

    /// Whether it belongs to an event; records write `?` for none.
    pub fn has_event(&self) -> bool {
        self.event != "?"
    }
}

/// A game with all that may be shown of it: of Salpakan, unless said otherwise.
#[derive(Debug, Clone)]
pub struct Game<S = StoredGame> {
    pub summary: GameSummary,
    pub stored: S,
    pub provenance: Provenance,
    pub imported_at: Micros,
    /// The database ids of the game and its players.
    pub number: i32,
    pub white_id: i32,
    pub black_id: i32,
    pub(super) event_id: i32,
    /// As stored; together with the owner it determines the pool that rates the game.
    pub(super) rated_in: i16,
    pub annulment: Option<RecordAnnulment>,
}

/// What names a game of any kind, without its record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameHead {
    pub number: i32,
    pub id: GameId,
    pub kind: GameKind,
    pub plies: u32,
    /// Whether its record is open to all.
    pub is_open: bool,
}

impl Game {
    pub fn head(&self) -> GameHead {
        GameHead {
            number: self.number,
            id: self.summary.id,
            kind: GameKind::Salpakan,
            plies: self.summary.plies,
            is_open: self.stored.revealed().is_some(),
        }
    }
}

impl Game<three_generals::record::Record> {
    pub fn head(&self) -> GameHead {
        GameHead {
            number: self.number,
            id: self.summary.id,
            kind: GameKind::ThreeGenerals,
            plies: self.summary.plies,
            is_open: true,
        }
    }
}

/// A game of either kind.
#[derive(Debug, Clone)]
pub enum AnyGame {
    Salpakan(Box<Game>),
    ThreeGenerals(Box<Game<three_generals::record::Record>>),
}

impl AnyGame {
    pub fn summary(&self) -> &GameSummary {
        match self {
            AnyGame::Salpakan(game) => &game.summary,
            AnyGame::ThreeGenerals(game) => &game.summary,
        }
    }

    pub fn header(&self) -> &game_record::Header {
        match self {
            AnyGame::Salpakan(game) => game.stored.header(),
            AnyGame::ThreeGenerals(game) => &game.stored.header,
        }
    }

    pub fn head(&self) -> GameHead {
        match self {
            AnyGame::Salpakan(game) => game.head(),
            AnyGame::ThreeGenerals(game) => game.head(),
        }
    }

    /// The game as what officials act on.
    pub fn act_target(&self) -> ActTarget {
        match self {
            AnyGame::Salpakan(game) => game.act_target(),
            AnyGame::ThreeGenerals(game) => game.act_target(),
        }
    }

    /// The record, if it may be shown whole.
    pub fn record(self) -> Option<AnyRecord> {
        match self {
            AnyGame::Salpakan(game) => StoredRecord::Salpakan(Box::new(game.stored)).whole(),
            AnyGame::ThreeGenerals(game) => Some(AnyRecord::ThreeGenerals(Box::new(game.stored))),
        }
    }
}

impl<S> Game<S> {
    /// The game as what officials act on; one without an organisation has organisation 0.
    pub fn act_target(&self) -> ActTarget {
        ActTarget::Game {
            organisation: self.summary.whose.organisation().map_or(0, |own| own.id),
            event: self.event_id,
            players: [self.white_id, self.black_id],
        }
    }

    fn with<T>(self, stored: T) -> Game<T> {
        let Game { summary, provenance, imported_at, number, white_id, black_id, .. } = self;
        let Game { event_id, rated_in, annulment, .. } = self;
        Game {
            summary,
            stored,
            provenance,
            imported_at,
            number,
            white_id,
            black_id,
            event_id,
            rated_in,
            annulment,
        }
    }
}

/// A filter of games; all criteria are optional and must hold together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// A handle, on either side.
    pub player: Option<String>,
    /// The handle of the opponent; requires `player`.
    pub opponent: Option<String>,
    /// The event's slug.
    pub event: Option<String>,
    /// The slug of the organisation that owns the games.
    pub organisation: Option<String>,
    /// Excludes games imported by members.
    pub vouched: bool,
    pub round: Option<String>,
    pub from: Option<Day>,
    pub to: Option<Day>,
    /// `Some(None)` is `*`.
    pub outcome: Option<Option<Outcome>>,
    pub termination: Option<Termination>,
    pub rule_set: Option<String>,
    pub speed: Option<Speed>,
    pub least_plies: Option<u32>,
    pub most_plies: Option<u32>,
}

/// The position of the next page, opaque to clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor(pub(super) GameCursor);

impl Cursor {
    /// Before the newest.
    pub(super) const START: Cursor = Cursor((i32::MAX, i32::MAX));

    /// Parses its `Display` form.
    pub fn parse(text: &str) -> Option<Cursor> {
        let (day, id) = text.split_once('_')?;
        let number = |text: &str| {
            let number = text.parse::<i64>().ok()?;
            Some(number.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
        };
        Some(Cursor((number(day)?, number(id)?)))
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.0.0, self.0.1)
    }
}

/// Items, and where to continue; a page without items may have a next one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    pub items: Vec<T>,
    pub next: Option<Cursor>,
}

pub const MOST_ON_PAGE: usize = 200;
/// Rows examined per page. A filter that matches rarely yields a short or empty page with a cursor,
/// and never scans the table.
pub const MOST_ROWS: usize = 20_000;
/// Rows of the first query and of the largest; each query doubles the number.
const STEPS: (i64, i64) = (64, 2_000);

/// A filter with resolved names.
pub(super) struct Wanted {
    player: Option<i32>,
    opponent: Option<i32>,
    event: Option<i32>,
    organisation: Option<i32>,
    rule_set: Option<i32>,
    filter: Filter,
    /// Whether members' games do not count towards the limit.
    members_beside: bool,
}

/// A page of games, newest first.
pub fn page(
    app: &App,
    filter: &Filter,
    cursor: Option<Cursor>,
    limit: usize,
) -> Result<Page<GameSummary>> {
    let mut conn = app.store().read_connection()?;
    let wanted = look_up(&mut conn, filter)?;
    let (found, next) = find(&mut conn, &wanted, cursor, limit.clamp(1, MOST_ON_PAGE))?;
    Ok(Page { items: summaries(&mut conn, found)?, next })
}

/// The narrow rows of a page, without names.
pub(super) fn find_rows(
    conn: &mut AnyConnection,
    filter: &Filter,
    cursor: Option<Cursor>,
    limit: usize,
) -> Result<(Vec<NarrowGameRow>, Option<Cursor>)> {
    let wanted = look_up(conn, filter)?;
    find(conn, &wanted, cursor, limit)
}

/// The narrow rows of all games of a player, newest first, up to `limit` of those that count.
pub(super) fn of_player(
    conn: &mut AnyConnection,
    player: i32,
    limit: usize,
) -> Result<(Vec<NarrowGameRow>, Option<Cursor>)> {
    let wanted = Wanted {
        player: Some(player),
        opponent: None,
        event: None,
        organisation: None,
        rule_set: None,
        filter: Filter::default(),
        members_beside: true,
    };
    find(conn, &wanted, None, limit)
}

pub(super) fn look_up(conn: &mut AnyConnection, filter: &Filter) -> Result<Wanted> {
    if filter.opponent.is_some() && filter.player.is_none() {
        return Err(Error::invalid("opponent", "name the player too, in `player`"));
    }
    let mut player = |handle: &Option<String>| -> Result<Option<i32>> {
        handle.as_deref().map(|handle| players::id_of(conn, handle)).transpose()
    };
    let (player, opponent) = (player(&filter.player)?, player(&filter.opponent)?);
    let event = filter.event.as_deref().map(|slug| events::id_of(conn, slug)).transpose()?;
    let rule_set = match &filter.rule_set {
        None => None,
        Some(key) => {
            let known = rows::rule_set_names(conn)?;
            // An unknown rule-set matches nothing; -1 is no id.
            Some(known.iter().find(|(_, name)| name == key).map_or(-1, |(id, _)| *id))
        }
    };
    let organisation = filter.organisation.as_deref();
    let organisation = organisation.map(|slug| owner::id_of(conn, slug)).transpose()?;
    let filter = filter.clone();
    let members_beside = false;
    Ok(Wanted { player, opponent, event, organisation, rule_set, filter, members_beside })
}

fn find(
    conn: &mut AnyConnection,
    wanted: &Wanted,
    cursor: Option<Cursor>,
    limit: usize,
) -> Result<(Vec<NarrowGameRow>, Option<Cursor>)> {
    let mut before = cursor.unwrap_or(Cursor::START).0;
    if let Some(to) = wanted.filter.to {
        before = before.min((to.0, i32::MAX));
    }
    let mut found: Vec<NarrowGameRow> = Vec::new();
    let (mut looked_at, mut counted) = (0, 0);
    let mut step = STEPS.0.max(limit as i64 + 1) / 2;
    while looked_at < MOST_ROWS {
        step = (step * 2).min(STEPS.1).min((MOST_ROWS - looked_at) as i64);
        let rows = next_rows(conn, wanted, (before, Direction::Older), step)?;
        let last_step = rows.len() < step as usize;
        looked_at += rows.len();
        for row in rows {
            before = (row.day, row.id);
            if wanted.matches(&row) {
                counted += usize::from(!wanted.members_beside || is_vouched(&row));
                found.push(row);
                if counted > limit {
                    found.pop();
                    let next = found.last().map(|row| Cursor((row.day, row.id)));
                    return Ok((found, next));
                }
            }
        }
        if last_step {
            return Ok((found, None));
        }
    }
    Ok((found, Some(Cursor(before))))
}

/// The next rows of the best index for the filter, in order.
fn next_rows(
    conn: &mut AnyConnection,
    wanted: &Wanted,
    (from, direction): (GameCursor, Direction),
    step: i64,
) -> Result<Vec<NarrowGameRow>> {
    let from_day = wanted.filter.from.map_or(i32::MIN, |day| day.0);
    let mut walk = |walk| match direction {
        Direction::Older => rows::page(conn, walk, from, from_day, step),
        Direction::Newer => rows::page_upwards(conn, walk, from, step),
    };
    let Some(player) = wanted.player else {
        return Ok(match (wanted.event, wanted.organisation) {
            (Some(event), _) => walk(GameIndex::Event(event))?,
            (None, Some(organisation)) => walk(GameIndex::Organisation(organisation))?,
            (None, None) => walk(GameIndex::Calendar)?,
        });
    };
    let (as_white, as_black) = match wanted.opponent {
        None => (GameIndex::White(player), GameIndex::Black(player)),
        Some(other) => (
            GameIndex::Pair { white: player, black: other },
            GameIndex::Pair { white: other, black: player },
        ),
    };
    let mut both = walk(as_white)?;
    both.extend(walk(as_black)?);
    both.sort_unstable_by_key(|row| (row.day, row.id));
    if direction == Direction::Older {
        both.reverse();
    }
    both.dedup_by_key(|row| row.id);
    // Rows beyond the shorter of the two lists may be incomplete.
    both.truncate(step as usize);
    Ok(both)
}

/// Whether the site or an organisation answers for a game, as nobody does for those that members imported.
pub(super) fn is_vouched(row: &NarrowGameRow) -> bool {
    row.owner != OwnerId::Members
}

/// Whether a game counts in scores and figures, which annulled ones and those imported by members do not.
pub(super) fn counts(row: &NarrowGameRow) -> bool {
    is_vouched(row) && row.rated_in != ANNULLED
}

impl Wanted {
    fn is_in_days(&self, row: &NarrowGameRow) -> bool {
        let (from, to) = (self.filter.from, self.filter.to);
        from.is_none_or(|day| day.0 <= row.day) && to.is_none_or(|day| row.day <= day.0)
    }

    pub(super) fn matches(&self, row: &NarrowGameRow) -> bool {
        let filter = &self.filter;
        let plies = row.plies as u32;
        let between = |a: Option<i32>, b: Option<i32>| match (a, b) {
            (Some(a), Some(b)) => {
                (row.white_id, row.black_id) == (a, b) || (row.white_id, row.black_id) == (b, a)
            }
            (Some(one), None) | (None, Some(one)) => row.white_id == one || row.black_id == one,
            (None, None) => true,
        };
        between(self.player, self.opponent)
            && self.event.is_none_or(|event| row.event_id == event)
            && self.organisation.is_none_or(|own| row.owner == OwnerId::Organisation(own))
            && (!filter.vouched || is_vouched(row))
            && self.rule_set.is_none_or(|rule_set| row.rule_set_id == rule_set)
            && filter.speed.is_none_or(|speed| Speed::of(time_control_of(row)) == speed)
            && filter.round.as_ref().is_none_or(|round| row.round == *round)
            && filter.outcome.is_none_or(|outcome| outcome_of(row.outcome) == outcome)
            && filter.termination.is_none_or(|t| termination_of(row.termination) == t)
            && filter.least_plies.is_none_or(|least| plies >= least)
            && filter.most_plies.is_none_or(|most| plies <= most)
    }
}

/// Adds names to rows with few queries in total.
pub(super) fn summaries(
    conn: &mut AnyConnection,
    found: Vec<NarrowGameRow>,
) -> Result<Vec<GameSummary>> {
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let ids = distinct(found.iter().flat_map(|row| [row.white_id, row.black_id]));
    let handles = players::names(conn, &ids)?;
    let event_ids = distinct(found.iter().map(|row| row.event_id));
    let events = labels::events(conn, &event_ids)?;
    let rule_sets: HashMap<i32, String> = rows::rule_set_names(conn)?.into_iter().collect();
    let owners = Owners::read(conn, found.iter().map(|row| row.owner))?;
    let bots = player_rows::bots_among(conn, &ids)?;
    let name = |id: &i32| handles.get(id).cloned().unwrap_or_default();
    Ok(found
        .iter()
        .map(|row| {
            let event = events.get(&row.event_id).cloned();
            let event = event.map(|event| (event.name, event.slug)).unwrap_or_default();
            let rule_set = rule_sets.get(&row.rule_set_id).cloned().unwrap_or_default();
            let names = [name(&row.white_id), name(&row.black_id)];
            summary(row, names, event, rule_set, &owners, &bots)
        })
        .collect())
}

fn summary(
    row: &NarrowGameRow,
    [white, black]: [String; 2],
    (event, event_slug): (String, String),
    rule_set: String,
    owners: &Owners,
    bots: &[i32],
) -> GameSummary {
    GameSummary {
        id: GameId::from_bytes(&row.content_id).unwrap_or(GameId([0; GameId::BYTES])),
        white,
        black,
        event,
        event_slug,
        round: row.round.clone(),
        date: date_text(row.day, &row.date_text),
        time_control: time_control_of(row),
        rule_set,
        outcome: outcome_of(row.outcome),
        termination: termination_of(row.termination),
        plies: row.plies as u32,
        revealed: row.revealed != 0,
        whose: owners.whose(row.owner),
        annulled: row.rated_in == ANNULLED,
        bots: ByColor::new(bots.contains(&row.white_id), bots.contains(&row.black_id)),
    }
}

/// A game of Salpakan, for what only Salpakan has.
///
/// # Errors
/// [`Error::Missing`] if there is no such game, and [`Error::NotFound`] with the address of its record if it is of
/// another kind.
pub fn get(app: &App, id: GameId) -> Result<Game> {
    salpakan(read(&mut *app.store().read_connection()?, id)?, id)
}

/// A game of any kind.
///
/// # Errors
/// [`Error::Missing`] if there is no such game.
pub fn get_any(app: &App, id: GameId) -> Result<AnyGame> {
    read(&mut *app.store().read_connection()?, id)
}

fn salpakan(game: AnyGame, id: GameId) -> Result<Game> {
    match game {
        AnyGame::Salpakan(game) => Ok(*game),
        AnyGame::ThreeGenerals(_) => {
            Err(Error::NotFound(refusal!(OTHER_GAME, game = id.to_string())))
        }
    }
}

/// Games with more plies take milliseconds to read and render.
pub const LONG: u32 = 2_000;

/// Whether a game has more than [`LONG`] plies; `false` if it does not exist.
pub fn is_long(app: &App, id: GameId) -> Result<bool> {
    let plies = rows::ply_count(&mut *app.store().read_connection()?, &id.0)?;
    Ok(plies.is_some_and(|plies| u32::try_from(plies).is_ok_and(|plies| plies > LONG)))
}

/// A game and its effect on the players' ratings.
pub fn get_rated(app: &App, id: GameId) -> Result<(Game, GameRating)> {
    let mut conn = app.store().read_connection()?;
    let game = salpakan(read(&mut conn, id)?, id)?;
    let rating = ratings::rating_of(&mut conn, &game)?;
    Ok((game, rating))
}

/// Like [`get_rated`], for a game of any kind.
pub fn get_any_rated(app: &App, id: GameId) -> Result<(AnyGame, GameRating)> {
    let mut conn = app.store().read_connection()?;
    let game = read(&mut conn, id)?;
    let rating = match &game {
        AnyGame::Salpakan(game) => ratings::rating_of(&mut conn, game)?,
        AnyGame::ThreeGenerals(game) => ratings::rating_of(&mut conn, game)?,
    };
    Ok((game, rating))
}

/// Rows examined for the game before or after another one in a list; a list that matches rarely then
/// has none.
const MOST_ROWS_BESIDE: usize = 2_000;

/// The direction of a walk through games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Older,
    Newer,
}

/// The revealed games before and after the game of this number, by date, in the list of those that match; `None` if it
/// is not in that list.
pub fn neighbors(app: &App, number: i32, filter: &Filter) -> Result<Option<[Option<GameId>; 2]>> {
    let mut conn = app.store().read_connection()?;
    let wanted = look_up(&mut conn, filter)?;
    let row = rows::by_ids(&mut conn, &[number])?.into_iter().next();
    let Some(row) = row.filter(|row| wanted.matches(row) && wanted.is_in_days(row)) else {
        return Ok(None);
    };
    let here = (row.day, row.id);
    let mut beside = |direction| {
        let found = nearest_revealed(&mut conn, &wanted, here, direction)?;
        Ok::<_, Error>(found.and_then(|row| GameId::from_bytes(&row.content_id)))
    };
    Ok(Some([beside(Direction::Older)?, beside(Direction::Newer)?]))
}

fn nearest_revealed(
    conn: &mut AnyConnection,
    wanted: &Wanted,
    mut from: GameCursor,
    direction: Direction,
) -> Result<Option<NarrowGameRow>> {
    let (mut looked_at, mut step) = (0, 8);
    while looked_at < MOST_ROWS_BESIDE {
        let rows = next_rows(conn, wanted, (from, direction), step)?;
        let is_last = rows.len() < step as usize;
        looked_at += rows.len();
        for row in rows {
            from = (row.day, row.id);
            if row.revealed != 0 && wanted.matches(&row) && wanted.is_in_days(&row) {
                return Ok(Some(row));
            }
        }
        if is_last {
            return Ok(None);
        }
        step = (step * 4).min(STEPS.1);
    }
    Ok(None)
}

fn read(conn: &mut AnyConnection, id: GameId) -> Result<AnyGame> {
    let (row, bodies) = rows::by_content_id(conn, &id.0)?
        .ok_or_else(|| Error::missing(Thing::Game, id.to_string()))?;
    let number = row.narrow.id;
    let stored =
        decode(&row, &bodies, |key: &RevealKey| Ok(deployments::revealed(conn, number, key)?))?;
    let owners = Owners::read(conn, std::iter::once(row.narrow.owner))?;
    let named = (row.details.event.clone(), row.details.event_slug.clone());
    let players = [row.white.clone(), row.black.clone()];
    let ids = [row.narrow.white_id, row.narrow.black_id];
    let bots = player_rows::bots_among(conn, &ids)?;
    let annulment = match row.narrow.rated_in {
        ANNULLED => record_annulments::find(conn, number)?,
        _ => None,
    };
    let game = Game {
        summary: summary(&row.narrow, players, named, row.details.rule_set.clone(), &owners, &bots),
        stored: (),
        provenance: Provenance::of(row.details.provenance),
        imported_at: row.details.imported_at,
        number,
        white_id: row.narrow.white_id,
        black_id: row.narrow.black_id,
        event_id: row.narrow.event_id,
        rated_in: row.narrow.rated_in,
        annulment,
    };
    Ok(match stored {
        StoredRecord::Salpakan(stored) => AnyGame::Salpakan(Box::new(game.with(*stored))),
        StoredRecord::ThreeGenerals(record) => AnyGame::ThreeGenerals(Box::new(game.with(*record))),
    })
}

/// The number of games, players and events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TotalsResponse)]
pub struct Totals {
    pub games: i64,
    pub players: i64,
    pub events: i64,
}

pub fn totals(app: &App) -> Result<Totals> {
    let mut conn = app.store().read_connection()?;
    let mut count = |name| id_sequence::counter(&mut conn, name);
    // Results without a record use ids of games, but are none.
    let games = count("games")? - count("unrecorded_numbers")?;
    let players = count("players")?;
    Ok(Totals { games, players, events: adjutant_store::event_deletion::count(&mut conn)? })
}
