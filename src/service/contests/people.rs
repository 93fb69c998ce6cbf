//! Who registers: players by their handles, and guests by a name alone.

use std::collections::{BTreeMap, HashMap};

use crate::account::handle::look_key;
use crate::contest::{By, Contest, Fact, Person, Refusal, Unfit};
use crate::organisation::text;
use crate::service::access::{Act, Actor};
use crate::service::refusals::several;
use crate::service::said::Said;
use crate::service::{App, Error, bots, refusals};
use crate::store::{AnyConnection, ledgers, members, owners, players};
use ledger_ratings::{Pool, Title};

use super::allowed;
use super::desk::{Told, telling};
use super::kept::{self, Run};
use super::refused::{not_eligible, reason, refused};
use super::season::titles_won;

/// Longest name of a guest, of a club and of a province, in characters.
const LONGEST: usize = 60;
/// So many are registered by one request.
pub const MOST_AT_ONCE: usize = 3_000;
/// So many faults are told at once.
const MOST_FAULTS: usize = 20;
/// The highest rating that is taken from a form.
const HIGHEST_RATING: u32 = 4_000;

/// Somebody who is to be registered by an official.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NewEntrant {
    /// A player's handle, or the name of a guest who is none here.
    pub name: String,
    /// Instead of the rating in the organisation's pool, for the seeding alone.
    pub rating: Option<u32>,
    /// Instead of what the roster says.
    pub club: String,
    pub province: String,
    /// What of the row of a list could not be read.
    pub unread: Option<Unread>,
}

/// Why a row of a list cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unread {
    /// Where the rating stands, this does; whether a comma before it may have cut a name in two.
    Rating { text: String, after_comma: bool },
    /// A cell goes on beyond its line.
    SeveralLines,
}

impl Unread {
    fn why(&self) -> Said {
        match self {
            Unread::Rating { text, after_comma: true } => refusals::ROW_NO_RATING_CUT.with([text]),
            Unread::Rating { text, after_comma: false } => {
                refusals::ROW_NO_RATING.with([text, &HIGHEST_RATING])
            }
            Unread::SeveralLines => refusals::ROW_SEVERAL_LINES.into(),
        }
    }
}

/// A player as the organisation knows him.
pub(super) fn known_player(
    connection: &mut AnyConnection,
    organisation: i32,
    player: i32,
) -> Result<Person, Error> {
    let ledgers = ledgers::of_player(connection, player)?;
    let of_organisation =
        |pool: i16| Pool::organisation_of(pool).is_some_and(|(of, _)| of == organisation);
    let own = ledgers.iter().filter(|(pool, _)| of_organisation(*pool));
    let most_games = own.max_by_key(|(_, ledger)| ledger.totals.games());
    let rating = most_games.map_or(0, |(_, ledger)| ledger.glicko.rating);
    let member = members::one(connection, organisation, player)?;
    let (club, province) = member.map_or_else(Default::default, |one| (one.club, one.province));
    let title = match most_games {
        Some(_) => Some(title(connection, organisation, rating)?),
        None => None,
    };
    let rating = u32::try_from(rating / 100).unwrap_or(0);
    Ok(Person { player, rating, title, club, province, ..Person::default() })
}

/// The place of a rating (hundredths) in the titles that hold, the lowest 0.
fn title(connection: &mut AnyConnection, organisation: i32, rating: i32) -> Result<u8, Error> {
    let own = owners::titles(connection, organisation)?;
    if own.is_empty() {
        return Ok(Title::of(rating) as u8);
    }
    let reached = own.iter().filter(|(_, from)| *from <= rating).count();
    Ok(u8::try_from(reached.saturating_sub(1)).unwrap_or(u8::MAX))
}

/// Why somebody may not take part, by name where it is the height of his title.
pub(super) fn turned_away(connection: &mut AnyConnection, run: &Run, why: Refusal) -> Error {
    let most = run.contest.settings.eligibility.title_at_most;
    match (why, most) {
        (Refusal::Unfit(reasons), Some(most)) if reasons.contains(&Unfit::Title) => {
            match title_name(connection, run.row.organisation_id, most) {
                Ok(title) => not_eligible(&reasons, title.as_ref()),
                Err(error) => error,
            }
        }
        (why, _) => refused(why),
    }
}

/// What the title of this height is called where the event is played.
fn title_name(
    connection: &mut AnyConnection,
    organisation: i32,
    height: u8,
) -> Result<Option<Said>, Error> {
    let (own, height) = (owners::titles(connection, organisation)?, usize::from(height));
    if !own.is_empty() {
        return Ok(own.get(height).map(|(name, _)| name.as_str().into()));
    }
    let said =
        |title: &Title| Said::keyed(format!("title-{}", title.key()), title.name(), Vec::new());
    Ok(Title::ALL.get(height).map(said))
}

/// A row as a person; what is wrong with it.
pub(super) fn person_of(
    connection: &mut AnyConnection,
    organisation: i32,
    new: &NewEntrant,
) -> Result<Result<Person, Said>, Error> {
    if let Some(unread) = &new.unread {
        return Ok(Err(unread.why()));
    }
    let line = |text: &str| text::line(text, LONGEST).map_err(Said::from);
    let name = match line(&new.name) {
        Ok(name) if name.is_empty() => return Ok(Err(refusals::ROW_NAME_MISSING.into())),
        Ok(name) => name,
        Err(why) => return Ok(Err(refusals::ROW_NAME.with([&why]).naming("why", why))),
    };
    if new.rating.is_some_and(|rating| rating > HIGHEST_RATING) {
        return Ok(Err(refusals::ROW_RATING.with([&HIGHEST_RATING])));
    }
    let (club, province) = match (line(&new.club), line(&new.province)) {
        (Ok(club), Ok(province)) => (club, province),
        (Err(why), _) | (_, Err(why)) => return Ok(Err(why)),
    };
    let mut person = match players::by_handle(connection, &name)? {
        Some(player) if bots::is_bot(connection, player.id)? => {
            return Ok(Err(refusals::BOT_IN_EVENT.with([&player.name])));
        }
        Some(player) => {
            Person { name: player.name, ..known_player(connection, organisation, player.id)? }
        }
        None => Person { name, ..Person::default() },
    };
    person.rating = new.rating.unwrap_or(person.rating);
    if !club.is_empty() {
        person.club = club;
    }
    if !province.is_empty() {
        person.province = province;
    }
    Ok(Ok(person))
}

/// Registers people, all of them or nobody: what is wrong is said of each row. Who is registered already with the
/// same player is left as he is, so that a file that was corrected is sent again.
///
/// # Errors
/// As [`super::tell`]; [`Error::Invalid`] with the faults, row by row.
pub fn enter_all(
    app: &App,
    actor: &Actor,
    slug: &str,
    list: &[NewEntrant],
    exception: bool,
    now: i64,
) -> Result<Told, Error> {
    fits(list)?;
    telling(app, actor, Act::CheckIn, slug, now, |connection, run| {
        let mut faults: Vec<Said> = Vec::new();
        let (facts, rows) = judged(app, connection, run, list, exception)?;
        for (number, looked) in (1..).zip(rows) {
            if let RowIs::Wrong(why) = looked.is {
                faults.push(row(number, why));
            }
        }
        or_faults(facts, faults)
    })
}

fn fits(list: &[NewEntrant]) -> Result<(), Error> {
    if list.len() > MOST_AT_ONCE {
        return Err(Error::invalid(
            "entrants",
            refusals::EVENT_TOO_MANY_ROWS.with([&MOST_AT_ONCE]),
        ));
    }
    Ok(())
}

/// What somebody in a row is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowIs {
    /// A player here, by the handle.
    Player,
    Guest,
    /// Registered already: nothing is done.
    There,
    /// The same player as in this row, counted from 1: nothing is done.
    Again(usize),
    Wrong(Said),
}

/// A row of a list as it would be registered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookedRow {
    pub name: String,
    pub rating: u32,
    pub club: String,
    pub province: String,
    pub is: RowIs,
}

/// What registering a list would do, row by row; nothing is done.
///
/// # Errors
/// As [`enter_all`], but for faults of rows.
pub fn look_at_list(
    app: &App,
    actor: &Actor,
    slug: &str,
    list: &[NewEntrant],
    exception: bool,
) -> Result<Vec<LookedRow>, Error> {
    fits(list)?;
    let mut connection = app.store().connection()?;
    let (row, _) = allowed(&mut connection, actor, Act::CheckIn, slug)?;
    let run = kept::run(app, &mut connection, &row)?;
    judged(app, &mut connection, &run, list, exception).map(|(_, rows)| rows)
}

/// The facts that register a list, as far as nothing is wrong with a row, and each row.
fn judged(
    app: &App,
    connection: &mut AnyConnection,
    run: &Run,
    list: &[NewEntrant],
    exception: bool,
) -> Result<(Vec<Fact>, Vec<LookedRow>), Error> {
    let (mut facts, mut rows) = (Vec::new(), Vec::with_capacity(list.len()));
    let mut after = run.contest.clone();
    let mut looks = looks(&after);
    let won = titles_won(app, connection, run)?;
    for (number, new) in (1..).zip(list) {
        let (name, club, province) = (new.name.clone(), new.club.clone(), new.province.clone());
        let rating = new.rating.unwrap_or_default();
        let as_written = |is| LookedRow { name, rating, club, province, is };
        let person = match person_of(connection, run.row.organisation_id, new)? {
            Ok(person) => with_titles(person, &won),
            Err(why) => {
                rows.push(as_written(RowIs::Wrong(why)));
                continue;
            }
        };
        let key = look_key(&person.name);
        let again = match looks.get(&key) {
            Some(other) if other.player == 0 || person.player == 0 => {
                rows.push(as_written(RowIs::Wrong(other.why())));
                continue;
            }
            other => other.and_then(|other| other.row),
        };
        let look = Look { name: person.name.clone(), player: person.player, row: Some(number) };
        looks.entry(key).or_insert(look);
        let mut looked = LookedRow {
            name: person.name.clone(),
            rating: person.rating,
            club: person.club.clone(),
            province: person.province.clone(),
            is: if person.player == 0 { RowIs::Guest } else { RowIs::Player },
        };
        match after.enter(person, By::Desk { exception }) {
            Ok(more) => {
                after.tell(&more).map_err(|_| Error::Internal("a fact".to_owned()))?;
                facts.extend(more);
            }
            Err(Refusal::Already(_)) => looked.is = again.map_or(RowIs::There, RowIs::Again),
            Err(why) => looked.is = RowIs::Wrong(reason(turned_away(connection, run, why))),
        }
        rows.push(looked);
    }
    Ok((facts, rows))
}

/// The facts, or what is wrong with the rows.
pub(super) fn or_faults(facts: Vec<Fact>, faults: Vec<Said>) -> Result<Vec<Fact>, Error> {
    if faults.is_empty() {
        return Ok(facts);
    }
    let why = first_of(faults);
    Err(Error::invalid("entrants", refusals::EVENT_ROWS.with([&why]).naming("why", why)))
}

/// The first of what is wrong, and how much more there is.
pub(super) fn first_of(mut faults: Vec<Said>) -> Said {
    let more = faults.len().saturating_sub(MOST_FAULTS);
    faults.truncate(MOST_FAULTS);
    if more > 0 {
        faults.push(refusals::ROWS_MORE.with([&more]));
    }
    several(faults)
}

/// What is wrong with a row.
pub(super) fn row(number: usize, why: Said) -> Said {
    refusals::ROW.with([&number, &why]).naming("why", why)
}

/// With the events of the season that he has won.
fn with_titles(person: Person, won: &BTreeMap<i32, u32>) -> Person {
    Person { titles_won: won.get(&person.player).copied().unwrap_or(0), ..person }
}

/// Whose name looks so.
struct Look {
    name: String,
    player: i32,
    /// Where he stands in the list itself, counted from 1.
    row: Option<usize>,
}

impl Look {
    /// Why nobody else may look the same.
    fn why(&self) -> Said {
        match self.row {
            Some(row) => refusals::ROW_AGAIN.with([&row]),
            None => refusals::ROW_LOOKS.with([&self.name]),
        }
    }
}

/// Those who are registered, by how their names look.
fn looks(contest: &Contest) -> HashMap<String, Look> {
    let of = |one: &crate::contest::Registered| {
        let (name, player) = (one.person.name.clone(), one.person.player);
        (look_key(&name), Look { name, player, row: None })
    };
    contest.entrants.iter().map(of).collect()
}

/// Registers the actor himself.
///
/// # Errors
/// As [`super::tell`]; [`Error::Conflict`] where he has no player, or may not take part.
pub fn enter_oneself(app: &App, actor: &Actor, slug: &str, now: i64) -> Result<Told, Error> {
    let own = actor.player.ok_or_else(|| Error::conflict(refusals::NO_OWN_PLAYER))?;
    telling(app, actor, Act::TakePart, slug, now, |connection, run| {
        let player = players::leading(connection, own)?;
        if bots::is_bot(connection, player.id)? {
            return Err(Error::conflict(refusals::BOT_IN_EVENT.with([&player.handle])));
        }
        let won = titles_won(app, connection, run)?;
        let person =
            with_titles(known_player(connection, run.row.organisation_id, player.id)?, &won);
        let person = Person { name: player.handle, ..person };
        let told = run.contest.enter(person, By::Himself);
        told.map_err(|why| turned_away(connection, run, why))
    })
}
