//! How well the viewer's own notes in play were calibrated, over the API: for themselves only.

use adjutant_domain::review::{Calibration, ForecastGroup};
use adjutant_service::calibration::{self, Calibrated, OfGame};
use adjutant_service::records::date_of;
use salpakan::rules::Rank;

use super::prelude::*;
use super::round_to;

endpoints! {
    show_own: KeepReviews;
}

/// The scores of a group of notes; the means are null without notes.
#[derive(Debug, Serialize, ToSchema)]
pub struct CalibrationScore {
    /// The number of notes that name one rank, and how many of them were right.
    pub notes: u32,
    pub right: u32,
    /// The mean probability that was stated, 0 to 1.
    pub chance: Option<f64>,
    /// The mean Brier score, 0 at best and 1 at worst.
    pub brier: Option<f64>,
    /// The Brier score of predicting, for the same pieces and ranks, the probabilities that follow from the challenges
    /// alone.
    pub uniform: Option<f64>,
}

/// Notes of a confidence.
#[derive(Debug, Serialize, ToSchema)]
pub struct CalibrationByChance {
    /// In percent.
    pub least: u32,
    pub most: u32,
    pub worth: CalibrationScore,
}

/// Notes that named a rank.
#[derive(Debug, Serialize, ToSchema)]
pub struct CalibrationByRank {
    /// The rank's letter in the notation.
    pub rank: char,
    pub worth: CalibrationScore,
}

/// Notes on games of a month.
#[derive(Debug, Serialize, ToSchema)]
pub struct CalibrationByMonth {
    pub month: String,
    pub worth: CalibrationScore,
}

/// Notes on a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct CalibrationByGame {
    pub game: String,
    pub day: String,
    pub worth: CalibrationScore,
}

/// The scores of your notes.
#[derive(Debug, Serialize, ToSchema)]
pub struct CalibrationResponse {
    pub all: CalibrationScore,
    /// By confidence.
    pub bands: Vec<CalibrationByChance>,
    /// By the named rank; ranks that no note named are omitted.
    pub ranks: Vec<CalibrationByRank>,
    /// Oldest first.
    pub months: Vec<CalibrationByMonth>,
    /// Newest first.
    pub games: Vec<CalibrationByGame>,
}

impl From<&ForecastGroup> for CalibrationScore {
    fn from(group: &ForecastGroup) -> CalibrationScore {
        let rounded = |value: Option<f64>| value.map(|value| round_to(6, value));
        CalibrationScore {
            notes: group.notes,
            right: group.correct,
            chance: rounded(group.mean_chance()),
            brier: rounded(group.mean_brier()),
            uniform: rounded(group.mean_uniform_brier()),
        }
    }
}

impl From<&Calibrated> for CalibrationResponse {
    fn from(found: &Calibrated) -> CalibrationResponse {
        let worth = &found.worth;
        let band = |((least, most), group): ((u32, u32), &ForecastGroup)| CalibrationByChance {
            least,
            most,
            worth: group.into(),
        };
        let ranked = Rank::ALL.into_iter().zip(&worth.ranks).filter(|(_, group)| group.notes > 0);
        let months = worth.months.iter();
        let game = |one: &OfGame| CalibrationByGame {
            game: one.game.to_string(),
            day: date_of(one.day),
            worth: (&one.worth).into(),
        };
        CalibrationResponse {
            all: (&worth.all).into(),
            bands: Calibration::BANDS.into_iter().zip(&worth.bands).map(band).collect(),
            ranks: ranked
                .map(|(rank, group)| CalibrationByRank { rank: rank.letter(), worth: group.into() })
                .collect(),
            months: months
                .map(|(month, group)| CalibrationByMonth {
                    month: month.clone(),
                    worth: group.into(),
                })
                .collect(),
            games: found.games.iter().map(game).collect(),
        }
    }
}

/// Scores your notes on hidden ranks in your revealed games.
///
/// A note that names one rank is a prediction. It is compared with what follows from the challenges alone. The newest
/// 500 games with each color count.
#[utoipa::path(
    get, path = "/api/v1/me/calibration", operation_id = "getOwnCalibration",
    responses((status = 200, description = "Scores by confidence, rank, month and game", body = CalibrationResponse,
        example = json!({"all": {"notes": 2, "right": 1, "chance": 0.85, "brier": 0.265, "uniform": 0.31}, "bands": [{"least": 100, "most": 100, "worth": {"notes": 0, "right": 0, "chance": null, "brier": null, "uniform": null}}], "ranks": [{"rank": "S", "worth": {"notes": 1, "right": 1, "chance": 0.7, "brier": 0.09, "uniform": 0.5}}], "months": [{"month": "2026-11", "worth": {"notes": 2, "right": 1, "chance": 0.85, "brier": 0.265, "uniform": 0.31}}], "games": [{"game": "0123456789abcdef", "day": "2026.11.20", "worth": {"notes": 2, "right": 1, "chance": 0.85, "brier": 0.265, "uniform": 0.31}}]}))),
)]
pub async fn show_own(site: SiteData, caller: Caller, BearerAuth(actor): BearerAuth) -> ApiResult {
    let found = run_heavy(&site, caller, move |app| calibration::own(app, &actor)).await?;
    Ok(private_json(&CalibrationResponse::from(&found)))
}
