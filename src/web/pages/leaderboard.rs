//! Leaderboards: one page per pool.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::{Arc, Weak};

use crate::web::prelude::*;
use adjutant_domain::game::GameKind;
use adjutant_service::access::Actor;
use adjutant_service::bots::Rung;
use adjutant_service::edition::{Concerns, Topic};
use adjutant_service::players::Score;
use adjutant_service::{App, Error, bots, leaderboard, pools};
use adjutant_site::assets;
use adjutant_site::charts::sparkline;
use adjutant_site::computer_game::computer_address;
use adjutant_site::digits::tenths;
use adjutant_site::embed_code::{EmbedCode, REFRESH_SCRIPT, frame_looks};
use adjutant_site::filters;
use adjutant_site::labels::{computer_level_label, pool_name, title_label};
use adjutant_site::leaderboard_query::LeaderboardQuery;
use adjutant_site::markup::Markup;
use adjutant_site::parameters::{percent_encode, to_query};
use adjutant_site::response_cache::cached_while_unchanged;
use adjutant_site::time_format::format_day;
use adjutant_site::use_cases::run_use_case;
use ledger_ratings::board::{Board, Cursor, Page, Placed, Standing};
use ledger_ratings::{Day, Entrants, Family, Pool, Shortfall, Titles};

/// Rows per page.
const ROWS: usize = 50;

pub struct LeaderboardRow {
    pub place: usize,
    pub handle: Arc<str>,
    pub link: String,
    pub title: Cow<'static, str>,
    pub rating: i32,
    pub deviation: i32,
    pub games: u32,
    pub score: String,
    pub last: String,
    pub spark: String,
    pub found: bool,
}

impl LeaderboardRow {
    /// Builds the row of a placed player; `found` is the id of the player that was searched for.
    pub fn new(
        placed: &Placed,
        pool: &Pool,
        titles: &Titles,
        texts: Texts,
        found: Option<i64>,
    ) -> LeaderboardRow {
        let row = &placed.row;
        let totals = row.totals;
        let trend: Vec<i32> = row.trend.points().iter().map(|p| i32::from(*p)).collect();
        LeaderboardRow {
            place: placed.place,
            handle: row.handle.clone(),
            link: percent_encode(&row.handle),
            title: row
                .title(pool, titles)
                .map(|title| title_label(title, texts))
                .unwrap_or_default(),
            rating: row.glicko.whole_points(),
            deviation: row.glicko.whole_deviation(),
            games: totals.games(),
            score: format!("{}/{}/{}", totals.wins, totals.draws, totals.losses),
            last: format_day(texts, row.last_day),
            spark: sparkline(&trend, 88.0, 26.0),
            found: found == Some(row.player),
        }
    }
}

/// A bar of the rating distribution.
pub struct DistributionBar {
    pub x: String,
    pub y: String,
    pub width: String,
    pub height: String,
    pub class: &'static str,
    pub words: String,
}

/// A bot on the ladder.
pub struct LadderRung {
    pub handle: String,
    pub link: String,
    /// Which level of the computer it is; empty for another bot.
    pub level: String,
    pub rating: i32,
    pub deviation: i32,
    pub games: u32,
    /// The scores against the neighbors; `None` where they have not met.
    pub above: Option<NeighborScore>,
    pub below: Option<NeighborScore>,
}

/// A score against a neighbor on the ladder.
pub struct NeighborScore {
    pub words: String,
    pub title: String,
    pub link: String,
}

impl LadderRung {
    fn new(rung: Rung, texts: Texts) -> LadderRung {
        let link = percent_encode(&rung.handle);
        let neighbor = |(other, score): (String, Score)| NeighborScore {
            words: format!("{}/{}/{}", score.wins, score.draws, score.losses),
            title: texts.one("ladder-bots-against", "name", &other),
            link: format!("/players/{link}/versus/{}", percent_encode(&other)),
        };
        let [above, below] = rung.neighbors.map(|one| one.map(neighbor));
        LadderRung {
            level: rung.level.map(|level| computer_level_label(texts, level)).unwrap_or_default(),
            rating: rung.rating,
            deviation: rung.deviation,
            games: rung.games,
            above,
            below,
            handle: rung.handle,
            link,
        }
    }
}

/// The result of a search for a player.
pub struct SearchedPlayer {
    pub standing: Standing,
    pub percentile: String,
    pub rating: i32,
    pub deviation: i32,
    pub missing: Vec<String>,
}

#[derive(Template)]
#[template(path = "pages/leaderboard.html")]
struct LeaderboardPage {
    frame: PageFrame,
    pool: &'static Pool,
    pool_name: String,
    pools: Vec<(String, String, bool)>,
    /// What a place needs, in short and in full.
    rule: [String; 2],
    /// The day from which activity is counted; empty if no game has a date.
    counted_from: String,
    /// Why nobody has a place, if that is so.
    lacking: Vec<String>,
    total: usize,
    players: usize,
    lines: Vec<LeaderboardRow>,
    previous: Option<String>,
    next: Option<String>,
    search: String,
    found: Option<SearchedPlayer>,
    not_found: bool,
    /// The ladder of bots, in their pool.
    rungs: Vec<LadderRung>,
    /// Where the computer is played in the pool's game.
    computer: &'static str,
    bars: Markup,
    low: i32,
    high: i32,
    embed: EmbedCode,
}

/// A leaderboard, and the standing of the player that was searched for.
struct LeaderboardData {
    pool: &'static Pool,
    board: Arc<Board>,
    titles: Titles,
    standing: Option<Standing>,
    /// In the pool of bots.
    ladder: Vec<Rung>,
}

/// Whether bots alone are rated in a pool, whose page is their ladder.
fn is_of_bots(pool: &Pool) -> bool {
    pool.entrants == Entrants::Bots
}

impl LeaderboardData {
    fn load(app: &App, actor: &Actor, key: &str, handle: &str) -> Result<LeaderboardData, Error> {
        let pool = pools::by_key(app, key)?;
        let board = leaderboard::board(app, pool)?;
        let standing = match handle {
            "" => None,
            handle => leaderboard::find(app, actor, pool, handle)?,
        };
        let ladder = if is_of_bots(pool) { bots::ladder(app, pool)? } else { Vec::new() };
        Ok(LeaderboardData { pool, board, titles: pools::titles(app, pool)?, standing, ladder })
    }

    /// Like [`load`](Self::load) without a database query, if the pool is the site's and its board
    /// is cached.
    fn from_memory(app: &App, key: &str, handle: &str) -> Option<LeaderboardData> {
        let pool = Pool::by_key(key).filter(|pool| handle.is_empty() && !is_of_bots(pool))?;
        let board = leaderboard::at_hand(app, pool)?;
        Some(LeaderboardData {
            pool,
            board,
            titles: Titles::Site,
            standing: None,
            ladder: Vec::new(),
        })
    }
}

/// Redirects to the pool with the most rated players.
pub async fn index(visit: RequestContext) -> PageResult {
    let key = run_use_case(&visit, |app| Ok(leaderboard::busiest_pool(app)?.key)).await?;
    Ok(HttpResponse::SeeOther()
        .insert_header(("Location", format!("/leaderboards/{key}")))
        .finish())
}

/// Shows the leaderboard of a pool.
pub async fn show(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let query = LeaderboardQuery::read(&parameters).or_page(&visit)?;
    let (key, handle) = (path.into_inner(), query.handle.clone());
    let seen = match LeaderboardData::from_memory(&visit.site.app, &key, &handle) {
        Some(seen) => seen,
        None => {
            visit.run(move |app, actor| LeaderboardData::load(app, actor, &key, &handle)).await?
        }
    };
    let rows = query.limit.unwrap_or(ROWS);
    let page = query.page_around(&seen.board, seen.standing.as_ref(), rows);
    let response = html(&visit, &leaderboard_page(&visit, seen, &page, query.handle))?;
    Ok(cached_while_unchanged(response, Some(Concerns::only([Topic::Boards]))))
}

/// Places in a frame on another site.
const EMBEDDED_ROWS: usize = 20;

#[derive(Template)]
#[template(path = "sharing/embed-leaderboard.html")]
struct EmbeddedLeaderboardPage {
    frame: PageFrame,
    pool: &'static str,
    lines: Vec<LeaderboardRow>,
    script: &'static str,
}

/// Shows the first places of a pool in a frame on another site.
pub async fn show_embed(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let looks = frame_looks(&parameters).or_page(&visit)?;
    let key = path.into_inner();
    let load = move |app: &App| LeaderboardData::load(app, &Actor::nobody(), &key, "");
    let (seen, texts) = (run_use_case(&visit, load).await?, visit.texts());
    let LeaderboardData { pool, board, titles, .. } = seen;
    let rows = LeaderboardQuery::default().page_around(&board, None, EMBEDDED_ROWS).rows;
    let title = texts.one("leaderboard-title", "pool", pool_name(pool, texts));
    let row = |one| LeaderboardRow::new(one, pool, &titles, texts, None);
    let page = EmbeddedLeaderboardPage {
        frame: PageFrame { looks, ..visit.frame(title) },
        pool: pool.key,
        lines: rows.iter().map(row).collect(),
        script: assets::address(REFRESH_SCRIPT),
    };
    html(&visit, &page)
}

fn leaderboard_page(
    visit: &RequestContext,
    seen: LeaderboardData,
    page: &Page,
    search: String,
) -> LeaderboardPage {
    let texts = visit.texts();
    let LeaderboardData { pool, board, titles, standing, ladder } = seen;
    let own = standing.as_ref().map(|standing| standing.row.player);
    let address = format!("/leaderboards/{}", pool.key);
    let link = |name: &str, cursor: &Cursor| {
        format!("{address}{}", to_query(&[(name, &cursor.to_string())]))
    };
    let pool_name = pool_name(pool, texts);
    let histogram = board.histogram();
    let here = standing.as_ref().map(|standing| standing.row.glicko.whole_points());
    LeaderboardPage {
        embed: EmbedCode::new(visit, &format!("/embed{address}"), &pool_name, 600),
        frame: visit.frame(texts.one("leaderboard-title", "pool", &pool_name)),
        pool,
        pool_name,
        pools: pool_buttons(texts, pool),
        rule: placement_rule(texts, pool),
        counted_from: latest_game_note(&board, texts),
        lacking: shortfall_lines(&board, texts),
        total: board.total(),
        players: board.players(),
        lines: page
            .rows
            .iter()
            .map(|row| LeaderboardRow::new(row, pool, &titles, texts, own))
            .collect(),
        previous: page.previous.as_ref().map(|cursor| link("before", cursor)),
        next: page.next.as_ref().map(|cursor| link("after", cursor)),
        not_found: !search.trim().is_empty() && standing.is_none(),
        search,
        found: standing.map(|standing| searched_player(texts, standing)),
        computer: match pool.family {
            Family::Standard => computer_address(GameKind::Salpakan),
            Family::ThreeGenerals => computer_address(GameKind::ThreeGenerals),
        },
        rungs: ladder.into_iter().map(|rung| LadderRung::new(rung, texts)).collect(),
        low: histogram.first().map_or(0, |bucket| bucket.from),
        high: histogram.last().map_or(0, |bucket| bucket.from + Board::BUCKET),
        bars: distribution(&board, here, texts),
    }
}

fn pool_buttons(texts: Texts, current: &Pool) -> Vec<(String, String, bool)> {
    let button = |pool: &Pool| {
        let address = format!("/leaderboards/{}", pool.key);
        (address, pool_name(pool, texts), pool.id == current.id)
    };
    let Some(own) = current.owner else { return Pool::beside(current).map(button).collect() };
    Pool::kinds_of_organisation()
        .filter_map(|of| Pool::of_organisation(own.id, own.slug, own.name, of))
        .map(button)
        .collect()
}

fn placement_rule(texts: Texts, pool: &Pool) -> [String; 2] {
    let rule = pool.eligibility;
    let values = [
        ("games", rule.games.to_string()),
        ("opponents", rule.opponents.to_string()),
        ("deviation", (rule.deviation / 100).to_string()),
        ("days", rule.active_days.to_string()),
    ];
    ["leaderboard-rule", "leaderboard-rule-more"].map(|key| texts.fill(key, &values))
}

fn latest_game_note(board: &Board, texts: Texts) -> String {
    match board.newest() {
        Day::UNKNOWN => String::new(),
        day => texts.one("leaderboard-from", "day", format_day(texts, day)),
    }
}

/// How many players miss each requirement, if nobody has a place.
fn shortfall_lines(board: &Board, texts: Texts) -> Vec<String> {
    if board.total() > 0 || board.players() == 0 {
        return Vec::new();
    }
    let lacking = board.lacking();
    [
        ("lacking-games", lacking.games),
        ("lacking-opponents", lacking.opponents),
        ("lacking-deviation", lacking.deviation),
        ("lacking-activity", lacking.activity),
    ]
    .into_iter()
    .filter(|(_, players)| *players > 0)
    .map(|(key, players)| texts.count(key, players))
    .collect()
}

fn searched_player(texts: Texts, standing: Standing) -> SearchedPlayer {
    let position = standing.position;
    let percentile = 100.0 * position.below as f64 / position.total.max(1) as f64;
    SearchedPlayer {
        percentile: format!("{percentile:.0}"),
        rating: standing.row.glicko.whole_points(),
        deviation: standing.row.glicko.whole_deviation(),
        missing: standing.shortfalls.iter().map(|one| shortfall_text(texts, one)).collect(),
        standing,
    }
}

/// What a player needs for a place, in numbers.
pub fn shortfall_text(texts: Texts, shortfall: &Shortfall) -> String {
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
        Shortfall::KeepsOff => return texts.get("missing-keeps-off"),
    };
    texts.fill(key, &[("has", has), ("needs", needs)])
}

/// A rendered distribution by board and language, reusable until a rating changes.
type CachedDistribution = (Weak<Board>, Texts, Markup);

thread_local! {
    static DISTRIBUTION_CACHE: RefCell<Vec<CachedDistribution>> = const { RefCell::new(Vec::new()) };
}

#[derive(Template)]
#[template(path = "bars.html")]
struct DistributionChart {
    bars: Vec<DistributionBar>,
}

/// Renders the distribution; the bar of the rating `here` is marked.
fn distribution(board: &Arc<Board>, here: Option<i32>, texts: Texts) -> Markup {
    if here.is_some() {
        return Markup::render(&DistributionChart { bars: distribution_bars(board, here, texts) });
    }
    DISTRIBUTION_CACHE.with_borrow_mut(|drawn| {
        drawn.retain(|(own, ..)| own.strong_count() > 0);
        let own = |(of, in_texts, _): &&CachedDistribution| {
            std::ptr::eq(of.as_ptr(), Arc::as_ptr(board)) && *in_texts == texts
        };
        if let Some((.., markup)) = drawn.iter().find(own) {
            return markup.clone();
        }
        let markup =
            Markup::render(&DistributionChart { bars: distribution_bars(board, None, texts) });
        drawn.push((Arc::downgrade(board), texts, markup.clone()));
        markup
    })
}

fn distribution_bars(board: &Board, here: Option<i32>, texts: Texts) -> Vec<DistributionBar> {
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
            DistributionBar {
                x: tenths(n as f64 * width),
                y: tenths(HEIGHT - height),
                width: tenths((width - 1.0).max(0.5)),
                height: tenths(height),
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
