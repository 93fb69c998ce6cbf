//! Leaderboards over the API.

use adjutant_service::records::date_of;
use adjutant_service::{leaderboard, pools};
use adjutant_site::schema_enums::ShortfallName;
use ledger_ratings::board::{Board, Cursor, Page, Placed, Standing};
use ledger_ratings::{Day, Pool, Shortfall, Titles};

use super::lists::{self, ListFormat, ListRow, RowBatch};
use super::prelude::*;
use adjutant_site::leaderboard_query::LeaderboardQuery;

endpoints! {
    list_pools: ReadPublic;
    show: ReadPublic;
    histogram: ReadPublic;
}

/// A rating pool with its requirements.
#[derive(Debug, Serialize, ToSchema)]
pub struct PoolItem {
    pub key: &'static str,
    pub least_games: u32,
    pub least_opponents: u32,
    /// In rating points.
    pub most_deviation: i32,
    pub active_days: u32,
    /// The day from which `active_days` count back: the newest day of a game, ignoring future days;
    /// null if no game has a day.
    pub counted_from: Option<String>,
    /// A rating with a deviation above this is provisional.
    pub provisional_above: i32,
    /// The number of players with a rated game.
    pub players: usize,
    /// The number of players with a place.
    pub placed: usize,
}

/// Lists the pools of the site, or of an organisation, with what a place in each requires.
#[utoipa::path(
    get, path = "/api/v1/pools", operation_id = "listPools",
    params(("organisation" = Option<String>, Query, description = "The slug of an organisation, for its pools", pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$")),
    responses(
        (status = 200, description = "All pools", body = [PoolItem],
            example = json!([{"key": "rapid", "least_games": 12, "least_opponents": 5, "most_deviation": 110, "active_days": 365, "counted_from": "2026.05.26", "provisional_above": 110, "players": 60, "placed": 58}])),
        (status = 404, description = "No such organisation"),
    ),
)]
pub async fn list_pools(site: SiteData, parameters: QueryString) -> ApiResult {
    let organisation = parameters.parse(&["organisation"])?.text("organisation");
    let items = run_read(&site, move |app| {
        let all: Vec<&'static Pool> = match organisation {
            Some(slug) => pools::of_organisation(app, &slug)?,
            None => Pool::ALL.iter().collect(),
        };
        all.into_iter()
            .map(|pool| PoolItem::from_pool(app, pool))
            .collect::<Result<Vec<_>, Error>>()
    })
    .await?;
    Ok(public_json(&items))
}

impl PoolItem {
    fn from_pool(app: &App, pool: &'static Pool) -> Result<PoolItem, Error> {
        let board = leaderboard::board(app, pool)?;
        Ok(PoolItem {
            key: pool.key,
            least_games: pool.eligibility.games,
            least_opponents: pool.eligibility.opponents,
            most_deviation: pool.eligibility.deviation / 100,
            active_days: pool.eligibility.active_days,
            counted_from: Some(board.newest()).filter(|day| *day != Day::UNKNOWN).map(date_of),
            provisional_above: pool.system.provisional_above / 100,
            players: board.players(),
            placed: board.total(),
        })
    }
}

/// A row of a leaderboard.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeaderboardItem {
    pub place: usize,
    pub handle: String,
    /// The key of the site's title, or the name of an organisation's own title.
    pub title: Option<String>,
    pub rating: i32,
    pub deviation: i32,
    pub games: u32,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    pub last_day: String,
    /// The ratings after the last games, at most 12, oldest first.
    pub trend: Vec<i16>,
}

impl LeaderboardItem {
    fn from_placed(placed: &Placed, pool: &Pool, titles: &Titles) -> LeaderboardItem {
        let row = &placed.row;
        LeaderboardItem {
            place: placed.place,
            handle: row.handle.to_string(),
            title: row.title(pool, titles).map(|title| title.word().to_owned()),
            rating: row.glicko.whole_points(),
            deviation: row.glicko.whole_deviation(),
            games: row.totals.games(),
            wins: row.totals.wins,
            draws: row.totals.draws,
            losses: row.totals.losses,
            last_day: date_of(row.last_day),
            trend: row.trend.points().to_vec(),
        }
    }
}

/// The place of the player given as `handle`.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeaderboardPlaceItem {
    pub handle: String,
    pub rating: i32,
    pub deviation: i32,
    /// The place, or the one that the player would have if all requirements were met.
    pub place: usize,
    /// Whether the player has this place.
    pub placed: bool,
    /// The percentage of players with a place who are ranked lower.
    pub percentile: f64,
    /// The unmet requirements of a place.
    pub missing: Vec<ShortfallItem>,
}

/// A requirement for a place that is not met.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShortfallItem {
    /// `games`, `opponents`, `deviation` (in points) or `activity` (in days).
    #[schema(value_type = ShortfallName)]
    pub what: &'static str,
    /// The current value; null if unknown.
    pub has: Option<i64>,
    pub needs: i64,
}

impl From<&Shortfall> for ShortfallItem {
    fn from(shortfall: &Shortfall) -> ShortfallItem {
        let (what, has, needs) = match *shortfall {
            Shortfall::Games { has, needs } => ("games", Some(has.into()), needs.into()),
            Shortfall::Opponents { has, needs } => ("opponents", Some(has.into()), needs.into()),
            Shortfall::Deviation { has, needs } => {
                ("deviation", Some(i64::from(has / 100)), i64::from(needs / 100))
            }
            Shortfall::Activity { has, needs } => ("activity", has.map(i64::from), needs.into()),
            // Only the player is told, on their own page.
            Shortfall::KeepsOff => ("keeps-off", None, 0),
        };
        ShortfallItem { what, has, needs }
    }
}

impl From<&Standing> for LeaderboardPlaceItem {
    fn from(standing: &Standing) -> LeaderboardPlaceItem {
        let Standing { row, position, shortfalls } = standing;
        let percentile = 100.0 * position.below as f64 / position.total.max(1) as f64;
        LeaderboardPlaceItem {
            handle: row.handle.to_string(),
            rating: row.glicko.whole_points(),
            deviation: row.glicko.whole_deviation(),
            place: position.place,
            placed: shortfalls.is_empty(),
            percentile: (percentile * 10.0).round() / 10.0,
            missing: shortfalls.iter().map(ShortfallItem::from).collect(),
        }
    }
}

/// A page of a leaderboard.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeaderboardResponse {
    pub pool: &'static str,
    /// The number of players with a place.
    pub total: usize,
    /// With `handle`: the place of that player; null without a rated game in this pool, and for
    /// players who keep off leaderboards.
    pub standing: Option<LeaderboardPlaceItem>,
    pub rows: Vec<LeaderboardItem>,
    /// Send it as `before` for the previous page; null at the top.
    pub previous: Option<String>,
    /// Send it as `after` for the next page; null at the end.
    pub next: Option<String>,
}

/// Returns a page of a pool's leaderboard.
///
/// An address that ends in `.csv` or `.ndjson`, or the Accept header, selects those formats: the
/// whole leaderboard from there on, unless `limit` asks for a page. With `.csv` it is a file for spreadsheets, which begins
/// with a byte order mark (UTF-8).
#[utoipa::path(
    get, path = "/api/v1/leaderboards/{pool}", operation_id = "getLeaderboard",
    params(
        ("after" = Option<String>, Query, description = "`next` of the previous page", pattern = "^[0-9]{1,9}\\.[0-9]{1,9}\\.[0-9]{1,9}\\.[^\\u0000-\\u001f\\u007f-\\u009f]+$"),
        ("before" = Option<String>, Query, description = "`previous` of the next page", pattern = "^[0-9]{1,9}\\.[0-9]{1,9}\\.[0-9]{1,9}\\.[^\\u0000-\\u001f\\u007f-\\u009f]+$"),
        ("place" = Option<usize>, Query, description = "The first place of the page, from 1", minimum = 1),
        ("handle" = Option<String>, Query, description = "A player to look up: the page around them, and their place", pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"),
        ("limit" = Option<usize>, Query, description = "Rows per page, 1 to 500", minimum = 1, maximum = 500),
    ),
    responses((status = 200, description = "A page, or the whole leaderboard", content(
        (LeaderboardResponse = "application/json", example = json!({"pool": "rapid", "total": 58, "standing": null, "rows": [{"place": 1, "handle": "Lakandula", "title": "general", "rating": 1913, "deviation": 88, "games": 41, "wins": 33, "draws": 1, "losses": 7, "last_day": "2026.05.26", "trend": [1850, 1871, 1890, 1913]}], "previous": null, "next": null})),
        (LeaderboardItem = "application/x-ndjson", example = json!({"place": 1, "handle": "Lakandula", "title": "general", "rating": 1913, "deviation": 88, "games": 41, "wins": 33, "draws": 1, "losses": 7, "last_day": "2026.05.26", "trend": [1850, 1871, 1890, 1913]})),
        (String = "text/csv", example = json!("place,handle,title,rating\n1,Lakandula,general,1913\n")),
        ))),
)]
pub async fn show(
    request: HttpRequest,
    site: SiteData,
    path: Path<String>,
    parameters: QueryString,
) -> ApiResult {
    let query = LeaderboardQuery::read(&parameters)?;
    let (key, form) = match path.rsplit_once('.') {
        Some((key, "csv")) => (key.to_owned(), ListFormat::CsvFile),
        Some((key, "ndjson")) => (key.to_owned(), ListFormat::Ndjson),
        Some((key, "json")) => (key.to_owned(), ListFormat::Json),
        _ => (path.clone(), ListFormat::from_accept_header(&request)),
    };
    let handle = query.handle.clone();
    let (pool, board, titles, standing) = run_read(&site, move |app| {
        let pool = pools::by_key(app, &key)?;
        // The response is cached for everybody, so it must not contain anything only its subject may see.
        let found = match handle.as_str() {
            "" => None,
            handle => leaderboard::find(app, &Actor::nobody(), pool, handle)?,
        };
        Ok((pool, leaderboard::board(app, pool)?, pools::titles(app, pool)?, found))
    })
    .await?;
    let most = if form == ListFormat::Json { 100 } else { LeaderboardQuery::MAX_ROWS };
    let page = query.page_around(&board, standing.as_ref(), query.limit.unwrap_or(most));
    let rows = items(&page, pool, &titles);
    match form {
        ListFormat::Json => {
            let answer = LeaderboardResponse {
                pool: pool.key,
                total: page.total,
                standing: standing.as_ref().map(LeaderboardPlaceItem::from),
                rows,
                previous: page.previous.map(|cursor| cursor.to_string()),
                next: page.next.map(|cursor| cursor.to_string()),
            };
            let concerns = Concerns::only([Topic::Boards]);
            Ok(lists::vary_by_accept(public_json_of(&answer, Some(concerns))))
        }
        form if query.limit.is_some() => lists::page_response(form, &rows),
        // One snapshot for all batches, so that no player is missing or listed twice.
        form => {
            lists::stream_list(&site, form, None, move |_, cursor: Option<Cursor>| {
                let page = match &cursor {
                    None => query.page_around(&board, standing.as_ref(), most),
                    Some(cursor) => board.page(Some(cursor), LeaderboardQuery::MAX_ROWS),
                };
                Ok(RowBatch { rows: items(&page, pool, &titles), next: page.next })
            })
            .await
        }
    }
}

fn items(page: &Page, pool: &Pool, titles: &Titles) -> Vec<LeaderboardItem> {
    page.rows.iter().map(|row| LeaderboardItem::from_placed(row, pool, titles)).collect()
}

impl ListRow for LeaderboardItem {
    const COLUMNS: &'static str =
        "place,handle,title,rating,deviation,games,wins,draws,losses,last_day";
}

/// A bar of the distribution.
#[derive(Debug, Serialize, ToSchema)]
pub struct HistogramBucketItem {
    /// The lowest rating of the bar.
    pub from: i32,
    /// Width of the bar in points.
    pub width: i32,
    pub players: usize,
}

/// Returns the distribution of the ratings of ranked players.
#[utoipa::path(
    get, path = "/api/v1/leaderboards/{pool}/histogram", operation_id = "getRatingHistogram",
    responses((status = 200, description = "The bars, lowest first", body = [HistogramBucketItem],
        example = json!([{"from": 1500, "width": 25, "players": 4}]))),
)]
pub async fn histogram(site: SiteData, key: Path<String>) -> ApiResult {
    let board =
        run_read(&site, move |app| leaderboard::board(app, pools::by_key(app, &key)?)).await?;
    let items: Vec<HistogramBucketItem> = board
        .histogram()
        .into_iter()
        .map(|b| HistogramBucketItem { from: b.from, width: Board::BUCKET, players: b.players })
        .collect();
    Ok(public_json(&items))
}
