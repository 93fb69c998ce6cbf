//! The daily quiz: its questions are determined by the date and the public games alone, so that all
//! get the same.
//!
//! A hash of the date and the question's position selects the next game in the order of content
//! ids, which are as good as random. Members' own games, which nobody vouches for, are excluded,
//! and so are games imported on the day itself, so that a quiz does not change during its day; if a
//! site has no older games, they are used.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use adjutant_domain::moment::Micros;
use adjutant_domain::quiz::{
    ChallengeQuestion, DAILY_QUESTION_KINDS, QuestionKind, find_questions,
};
use adjutant_store::games::{self as rows, NarrowGameRow};
use adjutant_store::owners::OwnerId;
use ledger_ratings::Day;

use super::games::{self, Game};
use super::records::{GameId, date_of};
use super::refusals;
use super::threads::lock;
use super::{App, Error, Result};

/// The number of quizzes cached.
const MOST_SETS: usize = 40;
/// The number of past days whose quizzes are available.
pub const DAYS: i32 = 366;
/// Rows examined per question, and games read.
const ROWS: i64 = 64;
const READS: usize = 12;

/// A question with its game.
#[derive(Debug, Clone)]
pub struct Asked {
    pub game: GameId,
    pub question: ChallengeQuestion,
}

/// The most recently used quizzes.
#[derive(Debug, Default)]
pub struct Sets(Mutex<BTreeMap<i32, Arc<Vec<Asked>>>>);

impl Sets {
    fn get(&self, day: Day) -> Option<Arc<Vec<Asked>>> {
        lock(&self.0).get(&day.0).cloned()
    }

    fn keep(&self, day: Day, set: &Arc<Vec<Asked>>) {
        let mut sets = lock(&self.0);
        sets.insert(day.0, Arc::clone(set));
        while sets.len() > MOST_SETS {
            sets.pop_first();
        }
    }
}

/// The quiz of a day: as many questions as [`DAILY_QUESTION_KINDS`], or fewer without enough games.
/// Its games were revealed when they were chosen; [`game_of`] checks again.
pub fn daily(app: &App, day: Day, today: Day) -> Result<Arc<Vec<Asked>>> {
    if day > today || day < today.plus(-DAYS) {
        return Err(Error::not_found(refusals::QUIZ_DAY));
    }
    if let Some(set) = app.memory.quizzes.get(day) {
        return Ok(set);
    }
    let mut set = choose(app, day, Micros::start_of(day))?;
    if set.len() < DAILY_QUESTION_KINDS.len() {
        set = choose(app, day, Micros::MAX)?;
    }
    let set = Arc::new(set);
    if set.len() == DAILY_QUESTION_KINDS.len() {
        app.memory.quizzes.keep(day, &set);
    }
    Ok(set)
}

/// The game of a question, if it is still public.
pub fn game_of(app: &App, asked: &Asked) -> Result<Game> {
    let game = games::get(app, asked.game)?;
    match game.stored.revealed() {
        Some(_) => Ok(game),
        None => Err(Error::not_found(refusals::QUIZ_DAY)),
    }
}

fn choose(app: &App, day: Day, before: Micros) -> Result<Vec<Asked>> {
    let mut set: Vec<Asked> = Vec::with_capacity(DAILY_QUESTION_KINDS.len());
    for (place, kind) in DAILY_QUESTION_KINDS.into_iter().enumerate() {
        let seed = blake3::hash(format!("quiz {} {place}", date_of(day)).as_bytes());
        let taken: Vec<GameId> = set.iter().map(|asked| asked.game).collect();
        set.extend(one(app, seed.as_bytes(), kind, before, &taken)?);
    }
    Ok(set)
}

/// The first question found for the seed.
fn one(
    app: &App,
    seed: &[u8; 32],
    kind: QuestionKind,
    before: Micros,
    taken: &[GameId],
) -> Result<Option<Asked>> {
    let mut read = 0;
    for row in candidates(app, seed, before)? {
        let Some(id) = GameId::from_bytes(&row.content_id).filter(|id| !taken.contains(id)) else {
            continue;
        };
        if read == READS {
            break;
        }
        read += 1;
        let game = match games::get(app, id) {
            Ok(game) => game,
            // A game in which nothing is hidden has no such questions.
            Err(Error::Missing { .. } | Error::NotFound(_)) => continue,
            Err(e) => return Err(e),
        };
        let Some(record) = game.stored.revealed() else { continue };
        let mut all = find_questions(record, kind);
        if !all.is_empty() {
            let chosen = usize::from(seed[31]) * all.len() / 256;
            return Ok(Some(Asked { game: id, question: all.swap_remove(chosen) }));
        }
    }
    Ok(None)
}

/// Candidate games in the order of content ids from the seed on, wrapping around.
fn candidates(app: &App, seed: &[u8; 32], before: Micros) -> Result<Vec<NarrowGameRow>> {
    let mut conn = app.store().connection()?;
    let mut found = rows::page_from_content_id(&mut conn, &seed[..GameId::BYTES], ROWS)?;
    if (found.len() as i64) < ROWS {
        found.extend(rows::page_from_content_id(&mut conn, &[], ROWS)?);
    }
    let open = |row: &NarrowGameRow| row.revealed != 0 && row.owner != OwnerId::Members;
    let rows = found.into_iter().filter(|(row, came)| open(row) && *came < before);
    Ok(rows.map(|(row, _)| row).collect())
}
