//! The front page: an introduction, a featured game, the top players, the newest games.

use crate::web::prelude::*;
use adjutant_service::games::{self, Filter, Game, GameSummary, Totals};
use adjutant_service::{App, Error, leaderboard};
use adjutant_site::game_rows::GameList;
use adjutant_site::use_cases::run_use_case;
use ledger_ratings::board::Page;
use ledger_ratings::{Pool, Titles};
use salpakan::rules::Termination;

use super::leaderboard::{LeaderboardRow, busiest_pool};
use super::replay::{ReplayAddress, ReplayParts, replay_parts};

/// Rows of the leaderboard and of the newest games.
const ROWS: usize = 10;
/// How many of the newest games are candidates for the featured game.
const FEATURED_CANDIDATES: usize = 120;

#[derive(Template)]
#[template(path = "pages/home.html")]
struct FrontPage {
    frame: PageFrame,
    totals: Totals,
    pool_name: String,
    pool_key: &'static str,
    lines: Vec<LeaderboardRow>,
    games: GameList,
    replay: Option<ReplayParts>,
}

struct FrontPageData {
    totals: Totals,
    pool: &'static Pool,
    top: Page,
    newest: Vec<GameSummary>,
    remarkable: Option<Game>,
}

pub async fn show(visit: RequestContext) -> PageResult {
    let found = run_use_case(&visit, load_front_page).await?;
    let texts = visit.texts();
    let pool = found.pool;
    let page = FrontPage {
        frame: visit.frame(texts.get("home-title")),
        totals: found.totals,
        pool_name: texts.get(&format!("pool-{}", pool.key)),
        pool_key: pool.key,
        lines: found
            .top
            .rows
            .iter()
            .map(|r| LeaderboardRow::new(r, pool, &Titles::Site, texts, None))
            .collect(),
        games: GameList::new(texts, found.newest),
        replay: found
            .remarkable
            .map(|game| replay_parts(&visit, &game, ReplayAddress::start(&game), [None; 2])),
    };
    html(&visit, &page)
}

fn load_front_page(app: &App) -> Result<FrontPageData, Error> {
    let pool = busiest_pool(app)?;
    // The front page shows vouched games only.
    let filter = Filter { vouched: true, ..Filter::default() };
    let newest = games::page(app, &filter, None, FEATURED_CANDIDATES)?.items;
    let best = newest.iter().filter(|game| game.revealed).max_by_key(|game| featured_score(game));
    let remarkable = best.map(|game| games::get(app, game.id)).transpose()?;
    Ok(FrontPageData {
        totals: games::totals(app)?,
        pool,
        top: leaderboard::board(app, pool)?.page(None, ROWS),
        newest: newest.into_iter().take(ROWS).collect(),
        remarkable,
    })
}

/// Scores a game as a feature: best if a Flag reached the far row or was captured, and about 110
/// plies.
fn featured_score(game: &GameSummary) -> u32 {
    let ending = match game.termination {
        Termination::FlagReached => 300,
        Termination::FlagCaptured => 200,
        _ => 0,
    };
    ending + 150_u32.saturating_sub(game.plies.abs_diff(110))
}
