//! The rating report of an event.

use adjutant_service::contests::{self, NotRated, RatingLine, RatingReport, UnratedGame};
use adjutant_site::schema_enums::UnratedReason;
use ledger_ratings::{AnyTitle, Glicko};

use super::exports::table;
use crate::prelude::*;

endpoints! {
    report: ReadPublic;
}

/// What an event did to the ratings of its players.
#[derive(Debug, Serialize, ToSchema)]
pub struct RatingReportResponse {
    /// The pool in which the event is rated.
    pub pool: &'static str,
    /// The players of this site.
    pub players: Vec<RatingReportItem>,
    /// The sum of all changes, in hundredths of a point.
    pub change: i32,
    /// Finished games that are not rated.
    pub unrated: Vec<UnratedEventGameItem>,
}

/// What an event did to a player's rating.
#[derive(Debug, Serialize, ToSchema)]
pub struct RatingReportItem {
    pub name: String,
    /// The rating in the event; 0 for none.
    pub entered: u32,
    /// Before the first rated game of the event, in whole points; null if the player has no rating.
    pub before: Option<i32>,
    /// The rated games of the event.
    pub games: usize,
    /// Two for a win, one for a draw.
    pub half_points: i32,
    /// The expected score, in hundredths of a game.
    pub expected: i32,
    /// The performance rating (C.07, 10.2); null without a rated game.
    pub performance: Option<i32>,
    /// By the games of the event, in hundredths of a point.
    pub change: i32,
    /// After the last rated game of the event; null if the player has no rating.
    pub after: Option<i32>,
    /// The title that the player had not before: the key of the site's, or the name of an organisation's own.
    pub earned_title: Option<String>,
}

/// A finished game that is not rated.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnratedEventGameItem {
    /// Numbers count from 1.
    pub stage: usize,
    pub round: usize,
    pub table: usize,
    pub game: usize,
    pub white: String,
    pub black: String,
    /// `forfeit`, `guest` or `missing`: not in the ratings, or not yet.
    #[schema(value_type = UnratedReason)]
    pub why: &'static str,
}

fn item(report: &RatingReport, line: &RatingLine) -> RatingReportItem {
    RatingReportItem {
        name: line.name.clone(),
        entered: line.entered,
        before: line.before.map(Glicko::whole_points),
        games: line.games,
        half_points: line.half_points,
        expected: line.expected,
        performance: line.performance,
        change: line.change,
        after: line.after.map(Glicko::whole_points),
        earned_title: report.earned_title(line).as_ref().map(AnyTitle::word).map(str::to_owned),
    }
}

fn unrated_item(game: &UnratedGame) -> UnratedEventGameItem {
    UnratedEventGameItem {
        stage: game.spot.stage + 1,
        round: game.spot.round + 1,
        table: game.spot.table + 1,
        game: game.spot.game + 1,
        white: game.names.white.clone(),
        black: game.names.black.clone(),
        why: match game.reason {
            NotRated::Forfeit => "forfeit",
            NotRated::Guest => "guest",
            NotRated::Missing => "missing",
        },
    }
}

impl From<&RatingReport> for RatingReportResponse {
    fn from(report: &RatingReport) -> RatingReportResponse {
        RatingReportResponse {
            pool: report.pool.key,
            players: report.lines.iter().map(|line| item(report, line)).collect(),
            change: report.change(),
            unrated: report.unrated.iter().map(unrated_item).collect(),
        }
    }
}

/// Returns the rating report of an event: of each player the rating before and after, the rated games with score and
/// expected score, the performance and the title earned; and the games that are not rated. As a table:
/// `/api/v1/events/{slug}/contest/ratings.csv`.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}/ratings", operation_id = "getRatingReport",
    responses(
        (status = 200, description = "The report", body = RatingReportResponse,
            example = json!({"pool": "liga.face-to-face", "players": [{"name": "Lakandula", "entered": 1500, "before": 1500, "games": 1, "half_points": 2, "expected": 50, "performance": 2300, "change": 4210, "after": 1542, "earned_title": null}], "change": 4210, "unrated": []})),
        (status = 404, description = "No such event, or it is not rated"),
    ),
)]
pub async fn report(site: SiteData, caller: Caller, slug: Path<String>) -> ApiResult {
    let report = run_heavy(&site, caller, move |app| {
        let report = contests::rating_report(app, &slug)?.ok_or_else(contests::not_rated)?;
        Ok(RatingReportResponse::from(&report))
    });
    Ok(public_json(&report.await?))
}

/// The players of a report as CSV.
pub(super) fn ratings_csv(report: &RatingReport) -> Result<String, Error> {
    let head = [
        "name",
        "entered",
        "before",
        "games",
        "score",
        "expected",
        "performance",
        "change",
        "after",
        "earned_title",
    ];
    let number = |value: Option<i32>| value.map(|value| value.to_string()).unwrap_or_default();
    let decimal = |value: i32| format!("{:.2}", f64::from(value) / 100.0);
    let row = |line: &RatingLine| {
        let one = item(report, line);
        vec![
            one.name,
            one.entered.to_string(),
            number(one.before),
            one.games.to_string(),
            decimal(one.half_points * 50),
            decimal(one.expected),
            number(one.performance),
            decimal(one.change),
            number(one.after),
            one.earned_title.unwrap_or_default(),
        ]
    };
    table(&head, report.lines.iter().map(row).collect())
}
