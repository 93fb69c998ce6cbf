//! The first page: what this is, a game to play through, the top, the newest.

use actix_web::HttpResponse;
use askama::Template;

use crate::service::games::{self, Filter, Game, GameSummary, Totals};
use crate::service::{App, Error, leaderboard};
use crate::web::error::PageError;
use crate::web::visit::{Frame, Visit};
use ledger_ratings::board::Page;
use ledger_ratings::{Pool, Titles};
use salpakan::rules::Termination;

use super::leaderboard::{BoardLine, busiest};
use super::list::GameLine;
use super::replay::{Address, ReplayParts, parts};
use super::{ask, html};

/// Rows of the leaderboard and of the newest games.
const ROWS: usize = 10;
/// The remarkable game is looked for among so many of the newest.
const CANDIDATES: usize = 120;

#[derive(Template)]
#[template(path = "pages/home.html")]
struct HomePage {
    frame: Frame,
    totals: Totals,
    pool_name: String,
    pool_key: &'static str,
    lines: Vec<BoardLine>,
    games: Vec<GameLine>,
    replay: Option<ReplayParts>,
}

struct Found {
    totals: Totals,
    pool: &'static Pool,
    top: Page,
    newest: Vec<GameSummary>,
    remarkable: Option<Game>,
}

/// The first page.
pub async fn show(visit: Visit) -> Result<HttpResponse, PageError> {
    let found = ask(&visit, find).await?;
    let texts = visit.texts();
    let pool = found.pool;
    let page = HomePage {
        frame: visit.frame(texts.get("home-title")),
        totals: found.totals,
        pool_name: texts.get(&format!("pool-{}", pool.key)),
        pool_key: pool.key,
        lines: found
            .top
            .rows
            .iter()
            .map(|r| BoardLine::new(r, pool, &Titles::Site, texts, None))
            .collect(),
        games: found.newest.iter().map(|game| GameLine::new(game, texts)).collect(),
        replay: found.remarkable.map(|game| parts(&visit, &game, Address::start(&game), [None; 2])),
    };
    html(&visit, &page)
}

fn find(app: &App) -> Result<Found, Error> {
    let pool = busiest(app)?;
    // What nobody vouches for is not what the first page shows.
    let filter = Filter { vouched: true, ..Filter::default() };
    let newest = games::page(app, &filter, None, CANDIDATES)?.items;
    let best = newest.iter().filter(|game| game.revealed).max_by_key(|game| remarkable(game));
    let remarkable = best.map(|game| games::get(app, game.id)).transpose()?;
    Ok(Found {
        totals: games::totals(app)?,
        pool,
        top: leaderboard::board(app, pool)?.page(None, ROWS),
        newest: newest.into_iter().take(ROWS).collect(),
        remarkable,
    })
}

/// A game worth watching: decided on the board, a Flag that ran home, neither short nor endless.
fn remarkable(game: &GameSummary) -> u32 {
    let ending = match game.termination {
        Termination::FlagReached => 300,
        Termination::FlagCaptured => 200,
        _ => 0,
    };
    ending + 150_u32.saturating_sub(game.plies.abs_diff(110))
}
