//! Leaderboards: one page a pool.

use actix_web::{HttpResponse, web};
use askama::Template;
use serde::Deserialize;

use crate::rating::board::{Board, Cursor, Page, Placed, Standing};
use crate::rating::{Pool, Shortfall};
use crate::service::records::date_of;
use crate::service::{App, Error, leaderboard};
use crate::web::charts::spark;
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::visit::{Frame, Visit};

use super::list::{encode, query};
use super::{ask, html};

/// Rows on a page.
const ROWS: usize = 50;

/// A row as the table shows it.
pub struct BoardLine {
    pub place: usize,
    pub handle: String,
    pub link: String,
    pub title: String,
    pub rating: i32,
    pub deviation: i32,
    pub games: u32,
    pub score: String,
    pub last: String,
    pub spark: String,
    pub found: bool,
}

impl BoardLine {
    /// The line of a placed row; `found` marks the one that was searched for.
    pub fn new(placed: &Placed, pool: &Pool, texts: Texts, found: Option<i64>) -> BoardLine {
        let row = &placed.row;
        let totals = row.totals;
        let trend: Vec<i32> = row.trend.points().iter().map(|p| i32::from(*p)).collect();
        BoardLine {
            place: placed.place,
            handle: row.handle.to_string(),
            link: encode(&row.handle),
            title: row
                .title(pool)
                .map(|title| texts.get(&format!("title-{}", title.key())))
                .unwrap_or_default(),
            rating: row.glicko.whole_points(),
            deviation: row.glicko.whole_deviation(),
            games: totals.games(),
            score: format!("{}/{}/{}", totals.wins, totals.draws, totals.losses),
            last: date_of(row.last_day).replace('.', "-"),
            spark: spark(&trend, 88.0, 26.0),
            found: found == Some(row.player),
        }
    }
}

/// A bar of the distribution.
pub struct Bar {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
    pub class: &'static str,
    pub words: String,
}

/// What the search found.
pub struct Found {
    pub handle: String,
    pub link: String,
    /// Whether the place is a real one.
    pub placed: bool,
    pub place: usize,
    pub total: usize,
    pub percentile: String,
    pub rating: i32,
    pub deviation: i32,
    pub missing: Vec<String>,
}

#[derive(Template)]
#[template(path = "pages/leaderboard.html")]
struct BoardPage {
    frame: Frame,
    pool: &'static Pool,
    pool_name: String,
    pools: Vec<(String, String, bool)>,
    rule: String,
    total: usize,
    players: usize,
    lines: Vec<BoardLine>,
    previous: Option<String>,
    next: Option<String>,
    search: String,
    found: Option<Found>,
    not_found: bool,
    bars: Vec<Bar>,
    low: i32,
    high: i32,
}

#[derive(Deserialize, Default)]
pub struct Query {
    after: Option<String>,
    before: Option<String>,
    place: Option<String>,
    handle: Option<String>,
}

/// The first pool that has players, else the first.
pub async fn index(visit: Visit) -> Result<HttpResponse, PageError> {
    let key = ask(&visit, |app| Ok(busiest(app)?.key)).await?;
    Ok(HttpResponse::SeeOther()
        .insert_header(("Location", format!("/leaderboards/{key}")))
        .finish())
}

/// The pool with most rated players.
pub fn busiest(app: &App) -> Result<&'static Pool, Error> {
    let mut best = (&Pool::ALL[0], 0);
    for pool in Pool::ALL {
        let players = leaderboard::board(app, pool)?.players();
        if players > best.1 {
            best = (pool, players);
        }
    }
    Ok(best.0)
}

/// One pool's leaderboard.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    query: web::Query<Query>,
) -> Result<HttpResponse, PageError> {
    let query = query.into_inner();
    let pool = Pool::by_key(&path)
        .ok_or_else(|| PageError::new(&visit, &Error::NotFound(format!("no pool {path:?}"))))?;
    let asked = query.handle.clone().unwrap_or_default();
    let handle = asked.trim().to_owned();
    let (board, standing) = ask(&visit, move |app| {
        let board = leaderboard::board(app, pool)?;
        let standing =
            if handle.is_empty() { None } else { leaderboard::find(app, pool, &handle)? };
        Ok((board, standing))
    })
    .await?;
    let page =
        page_of(&board, &query, standing.as_ref()).map_err(|e| PageError::new(&visit, &e))?;
    html(&visit, &build(&visit, &board, &page, standing, asked))
}

/// The rows that were asked for: by cursor, by place, around a player, or the top.
pub fn page_of(board: &Board, query: &Query, standing: Option<&Standing>) -> Result<Page, Error> {
    let cursor = |field: &'static str, text: &str| {
        text.parse::<Cursor>().map_err(|e| Error::invalid(field, e.to_string()))
    };
    if let Some(after) = &query.after {
        return Ok(board.page(Some(&cursor("after", after)?), ROWS));
    }
    if let Some(before) = &query.before {
        return Ok(board.page_before(&cursor("before", before)?, ROWS));
    }
    if let Some(place) = query.place.as_deref().map(str::trim).filter(|place| !place.is_empty()) {
        let place: usize = place
            .parse()
            .ok()
            .filter(|place| *place > 0)
            .ok_or_else(|| Error::invalid("place", "a place is a number from 1"))?;
        return Ok(board.jump(place, ROWS));
    }
    Ok(match standing {
        Some(standing) => board.jump(standing.position.place.saturating_sub(10).max(1), ROWS),
        None => board.page(None, ROWS),
    })
}

fn build(
    visit: &Visit,
    board: &Board,
    page: &Page,
    standing: Option<Standing>,
    search: String,
) -> BoardPage {
    let texts = visit.texts();
    let pool = board.pool();
    let own = standing.as_ref().map(|standing| standing.row.player);
    let address = format!("/leaderboards/{}", pool.key);
    let link =
        |name: &str, cursor: &Cursor| format!("{address}{}", query(&[(name, &cursor.to_string())]));
    let pool_name = texts.get(&format!("pool-{}", pool.key));
    let histogram = board.histogram();
    let here = standing.as_ref().map(|standing| standing.row.glicko.whole_points());
    BoardPage {
        frame: visit.frame(texts.one("leaderboard-title", "pool", &pool_name)),
        pool,
        pool_name,
        pools: pools(texts, pool),
        rule: rule(texts, pool),
        total: board.total(),
        players: board.players(),
        lines: page.rows.iter().map(|row| BoardLine::new(row, pool, texts, own)).collect(),
        previous: page.previous.as_ref().map(|cursor| link("before", cursor)),
        next: page.next.as_ref().map(|cursor| link("after", cursor)),
        not_found: !search.trim().is_empty() && standing.is_none(),
        search,
        found: standing.map(|standing| found(texts, &standing)),
        low: histogram.first().map_or(0, |bucket| bucket.from),
        high: histogram.last().map_or(0, |bucket| bucket.from + Board::BUCKET),
        bars: bars(board, here, texts),
    }
}

fn pools(texts: Texts, current: &Pool) -> Vec<(String, String, bool)> {
    Pool::ALL
        .iter()
        .map(|pool| {
            let name = texts.get(&format!("pool-{}", pool.key));
            (format!("/leaderboards/{}", pool.key), name, pool.id == current.id)
        })
        .collect()
}

fn rule(texts: Texts, pool: &Pool) -> String {
    let rule = pool.eligibility;
    texts.fill(
        "leaderboard-rule",
        &[
            ("games", rule.games.to_string()),
            ("opponents", rule.opponents.to_string()),
            ("deviation", (rule.deviation / 100).to_string()),
            ("days", rule.active_days.to_string()),
        ],
    )
}

fn found(texts: Texts, standing: &Standing) -> Found {
    let position = standing.position;
    let percentile = 100.0 * position.below as f64 / position.total.max(1) as f64;
    Found {
        handle: standing.row.handle.to_string(),
        link: encode(&standing.row.handle),
        placed: standing.shortfalls.is_empty(),
        place: position.place,
        total: position.total,
        percentile: format!("{percentile:.0}"),
        rating: standing.row.glicko.whole_points(),
        deviation: standing.row.glicko.whole_deviation(),
        missing: standing.shortfalls.iter().map(|one| missing(texts, one)).collect(),
    }
}

/// What a player lacks for a place, in numbers.
pub fn missing(texts: Texts, shortfall: &Shortfall) -> String {
    let (key, has, needs) = match shortfall {
        Shortfall::Games { has, needs } => ("missing-games", has.to_string(), needs.to_string()),
        Shortfall::Opponents { has, needs } => {
            ("missing-opponents", has.to_string(), needs.to_string())
        }
        Shortfall::Deviation { has, needs } => {
            ("missing-deviation", (has / 100).to_string(), (needs / 100).to_string())
        }
        Shortfall::Activity { has, needs } => {
            let has = has.map_or_else(|| "?".to_owned(), |days| days.to_string());
            ("missing-activity", has, needs.to_string())
        }
    };
    texts.fill(key, &[("has", has), ("needs", needs)])
}

fn bars(board: &Board, here: Option<i32>, texts: Texts) -> Vec<Bar> {
    const WIDTH: f64 = 600.0;
    const HEIGHT: f64 = 110.0;
    let histogram = board.histogram();
    let most = histogram.iter().map(|bucket| bucket.players).max().unwrap_or(1).max(1);
    let width = WIDTH / histogram.len().max(1) as f64;
    histogram
        .iter()
        .enumerate()
        .map(|(n, bucket)| {
            let height = HEIGHT * bucket.players as f64 / most as f64;
            let range = bucket.from..bucket.from + Board::BUCKET;
            let own = here.is_some_and(|rating| range.contains(&rating));
            Bar {
                x: (n as f64 * width * 10.0).round() / 10.0,
                y: ((HEIGHT - height) * 10.0).round() / 10.0,
                width: ((width - 1.0).max(0.5) * 10.0).round() / 10.0,
                height: (height * 10.0).round() / 10.0,
                class: if own { "bar here" } else { "bar" },
                words: texts.fill(
                    "histogram-bar",
                    &[
                        ("from", range.start.to_string()),
                        ("to", (range.end - 1).to_string()),
                        ("players", bucket.players.to_string()),
                    ],
                ),
            }
        })
        .collect()
}
