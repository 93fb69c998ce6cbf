//! Computer analyses over the API: only of finished games whose ranks are revealed.

use actix_web::http::StatusCode;

use adjutant_service::analyses::{self, Analysis, ThreeGeneralsWhole, Whole};
use adjutant_service::games::{self, AnyGame};
use adjutant_service::records::GameId;
use adjutant_service::{App, Error};
use adjutant_site::analysis_text::{judgement_key, line_texts, move_text, reason_key};
use adjutant_site::replay::square_name;
use adjutant_site::schema_enums::{AnalysisStateName, ColorName, JudgementName, ReasonName};
use salpakan::record::Timeline;
use salpakan::rules::{ByColor, Square};
use salpakan_computer::analysis::{Luck, Odds, Point, Reason, Side, Turn};

use super::games::parse_game_id;
use super::prelude::*;
use super::round_to;

mod three_generals;

endpoints! {
    show: ReadPublic;
    request: KeepReviews;
}

/// A point of the graph: the chances to win before a ply, of the side to move, 0 to 1; draws count half.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnalysisPointItem {
    /// The ply that is to come.
    pub ply: u32,
    /// The side to move.
    #[schema(value_type = ColorName)]
    pub color: &'static str,
    /// By what that side knew.
    pub own: f64,
    /// With both armies known; the same where nothing is hidden.
    pub truth: f64,
}

/// The probabilities of a challenge's verdicts, by what the mover knew.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnalysisOddsItem {
    pub wins: f64,
    pub splits: f64,
    pub loses: f64,
}

/// Why the better move is better.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnalysisReasonItem {
    /// In Salpakan `flag-in-danger`, `stops-flag`, `challenge`, `poor-challenge`, `into-danger`, `left-in-danger` or `flag-runs`; in the
    /// Game of Three Generals `wins-game`, `loses-game`, `opens-line-of-fire`, `loses-general`, `wins-general`, `wakes-stone`,
    /// `lets-enemy-wake`, `loses-piece` or `wins-piece`; in both `line`.
    #[schema(value_type = ReasonName)]
    pub kind: &'static str,
    /// The square of the enemy piece that it is about; null if there is none.
    pub enemy: Option<&'static str>,
    /// The square of the own piece that stays in danger; null for other kinds.
    pub piece: Option<&'static str>,
    /// The probability that the enemy piece captures it, or that the enemy's Flag can arrive; null for other kinds.
    pub chance: Option<f64>,
    /// The odds of the challenge; null for other kinds.
    pub odds: Option<AnalysisOddsItem>,
    /// The letter of the piece of Three Generals that it is about; null for other kinds.
    pub about: Option<char>,
}

/// What a challenge gave its mover.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnalysisLuckItem {
    pub odds: AnalysisOddsItem,
    /// The mover's chance right after it, over all verdicts.
    pub expected: f64,
    /// The mover's chance right after it, with the verdict that came.
    pub given: f64,
}

/// The analysis of a ply.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnalysisPlyItem {
    pub ply: u32,
    #[schema(value_type = ColorName)]
    pub color: &'static str,
    /// The mover's chance with the best move, and with the one that was played, by what the mover knew.
    pub chance: f64,
    pub after: f64,
    /// `inaccuracy`, `mistake`, `blunder`, or null.
    #[schema(value_type = Option<JudgementName>)]
    pub judgement: Option<&'static str>,
    /// The best move; the played one where none is better.
    pub best: String,
    /// What would have followed, beginning with the best move.
    pub line: Vec<String>,
    /// Null where the best move was played.
    pub reason: Option<AnalysisReasonItem>,
    /// Null for a plain move, and where nothing is hidden.
    pub luck: Option<AnalysisLuckItem>,
}

/// How a side did.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnalysisSideItem {
    /// 0 to 100; null for a side without plies.
    pub accuracy: Option<f64>,
    /// The mean chance that a ply gave away, 0 to 1.
    pub mean_loss: f64,
    pub inaccuracies: u32,
    pub mistakes: u32,
    pub blunders: u32,
    /// What the side's challenges gave beyond expectation; 0.5 is half a game, and 0 where nothing is hidden.
    pub luck: f64,
}

/// The analysis of a game, as far as it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnalysisResponse {
    pub game: String,
    /// `none`, `waiting`, `done` or `failed`.
    #[schema(value_type = AnalysisStateName)]
    pub state: &'static str,
    /// How many analyses are made before it; null unless it waits.
    pub before: Option<i64>,
    /// Null until it is done.
    pub white: Option<AnalysisSideItem>,
    pub black: Option<AnalysisSideItem>,
    /// The graph; while it waits, that of a first look.
    pub points: Vec<AnalysisPointItem>,
    /// Empty until it is done.
    pub plies: Vec<AnalysisPlyItem>,
}

/// Returns the computer analysis of a game, or how far it is.
///
/// Every decision is judged by what its player knew. The page `/knowledge` has the definitions.
#[utoipa::path(
    get, path = "/api/v1/games/{id}/analysis", operation_id = "getAnalysis",
    responses(
        (status = 200, description = "The analysis", body = AnalysisResponse,
            example = json!({"game": "0123456789abcdef", "state": "done", "before": null, "white": {"accuracy": 91.4, "mean_loss": 0.011, "inaccuracies": 2, "mistakes": 1, "blunders": 0, "luck": 0.12}, "black": {"accuracy": 88.0, "mean_loss": 0.017, "inaccuracies": 1, "mistakes": 0, "blunders": 1, "luck": -0.05}, "points": [{"ply": 1, "color": "white", "own": 0.5, "truth": 0.47}], "plies": [{"ply": 1, "color": "white", "chance": 0.51, "after": 0.45, "judgement": "inaccuracy", "best": "e3xe4", "line": ["e3xe4+", "d6-d5", "e4-e5"], "reason": {"kind": "challenge", "enemy": "e4", "piece": null, "chance": null, "odds": {"wins": 0.71, "splits": 0.05, "loses": 0.24}, "about": null}, "luck": null}]})),
        (status = 404, description = "No such game, or it is not revealed"),
    ),
)]
pub async fn show(site: SiteData, caller: Caller, path: Path<String>) -> ApiResult {
    let id = parse_game_id(&path)?;
    let answer = run_heavy(&site, caller, move |app| {
        let game = games::get_any(app, id)?;
        let answer = response(app, &game)?;
        // How many wait before it changes without anything that is kept track of.
        let concerns = answer.before.is_none().then(|| Concerns::of_any_record(&game));
        Ok((answer, concerns))
    });
    let (answer, concerns) = answer.await?;
    Ok(match concerns {
        Some(concerns) => public_json_of(&answer, concerns),
        None => private_json(&answer),
    })
}

/// Asks for the computer analysis of a revealed game. Analyses are made one after the other and then kept; asking again for one that
/// waits or is done changes nothing.
///
/// Five of one account and two hundred in all may wait, and games of more than 2,000 plies are not analysed (409).
#[utoipa::path(
    post, path = "/api/v1/games/{id}/analysis/new", operation_id = "requestAnalysis",
    responses(
        (status = 202, description = "It waits, or is there already", body = AnalysisResponse,
            example = json!({"game": "0123456789abcdef", "state": "waiting", "before": 0, "white": null, "black": null, "points": [{"ply": 1, "color": "white", "own": 0.5, "truth": 0.47}], "plies": []})),
        (status = 404, description = "No such game, or it is not revealed"),
    ),
)]
pub async fn request(
    site: SiteData,
    caller: Caller,
    BearerAuth(actor): BearerAuth,
    path: Path<String>,
) -> ApiResult {
    let id = parse_game_id(&path)?;
    let answer = run_heavy(&site, caller, move |app| {
        let game = games::get_any(app, id)?;
        analyses::request(app, &actor, &game, now_micros())?;
        response(app, &game)
    });
    let mut accepted = private_json(&answer.await?);
    *accepted.status_mut() = StatusCode::ACCEPTED;
    Ok(accepted)
}

fn response(app: &App, game: &AnyGame) -> Result<AnalysisResponse, Error> {
    let id = game.summary().id;
    Ok(match game {
        AnyGame::Salpakan(game) => {
            let timeline = game.stored.timeline();
            answer(id, analyses::of_game(app, game)?, point, |whole| {
                let Whole { turns, points, sides } = whole;
                let points = points.iter().map(point).collect();
                let plies = turns.iter().map(|turn| ply(timeline, turn)).collect();
                (points, plies, sides.as_ref().map(side))
            })
        }
        AnyGame::ThreeGenerals(game) => {
            let analysis = analyses::of_three_generals(app, game)?;
            answer(id, analysis, three_generals::point, |whole| {
                let ThreeGeneralsWhole { turns, points, sides } = whole;
                let points = points.iter().map(three_generals::point).collect();
                let plies = turns.iter().map(three_generals::ply).collect();
                (points, plies, sides.as_ref().map(three_generals::side))
            })
        }
    })
}

/// The parts of a whole analysis: the graph, the plies, and how both sides did.
type AnalysisParts = (Vec<AnalysisPointItem>, Vec<AnalysisPlyItem>, ByColor<AnalysisSideItem>);

/// The response of an analysis, as far as it is.
fn answer<W, P>(
    id: GameId,
    analysis: Analysis<W, P>,
    point: impl Fn(&P) -> AnalysisPointItem,
    parts: impl FnOnce(&W) -> AnalysisParts,
) -> AnalysisResponse {
    let mut answer = AnalysisResponse {
        game: id.to_string(),
        state: "none",
        before: None,
        white: None,
        black: None,
        points: Vec::new(),
        plies: Vec::new(),
    };
    match analysis {
        Analysis::Absent => {}
        Analysis::Failed => answer.state = "failed",
        Analysis::Waiting { before, first } => {
            (answer.state, answer.before) = ("waiting", Some(before));
            answer.points = first.iter().map(point).collect();
        }
        Analysis::Done(whole) => {
            let (points, plies, ByColor { white, black }) = parts(&whole);
            answer.state = "done";
            (answer.white, answer.black) = (Some(white), Some(black));
            (answer.points, answer.plies) = (points, plies);
        }
    }
    answer
}

fn share(chance: f32) -> f64 {
    round_to(4, f64::from(chance))
}

fn point(point: &Point) -> AnalysisPointItem {
    AnalysisPointItem {
        ply: point.ply,
        color: point.mover.key(),
        own: share(point.chance),
        truth: share(point.truth),
    }
}

fn side(side: &Side) -> AnalysisSideItem {
    AnalysisSideItem {
        accuracy: side.accuracy.map(|accuracy| round_to(2, accuracy)),
        mean_loss: round_to(4, side.mean_loss),
        inaccuracies: side.inaccuracies,
        mistakes: side.mistakes,
        blunders: side.blunders,
        luck: round_to(4, side.luck),
    }
}

fn ply(timeline: &Timeline, turn: &Turn) -> AnalysisPlyItem {
    let board = timeline.board_after(turn.ply - 1);
    AnalysisPlyItem {
        ply: turn.ply,
        color: turn.mover.key(),
        chance: share(turn.chance),
        after: share(turn.after),
        judgement: turn.judgement().map(judgement_key),
        best: move_text(&board, turn.best),
        line: line_texts(timeline, turn),
        reason: turn.reason.as_ref().map(reason),
        luck: turn.luck.map(|luck| {
            let Luck { odds: of, expected, given } = luck;
            AnalysisLuckItem { odds: odds(of), expected: share(expected), given: share(given) }
        }),
    }
}

fn odds(odds: Odds) -> AnalysisOddsItem {
    AnalysisOddsItem {
        wins: share(odds.wins),
        splits: share(odds.splits),
        loses: share(odds.loses),
    }
}

fn reason(reason: &Reason) -> AnalysisReasonItem {
    let name = |square: Square| Some(square_name(square));
    let (enemy, piece, chance, of) = match *reason {
        Reason::FlagInDanger { by } => (name(by), None, None, None),
        Reason::StopsFlag { chance } => (None, None, Some(chance), None),
        Reason::Challenge { target, odds } | Reason::PoorChallenge { target, odds } => {
            (name(target), None, None, Some(odds))
        }
        Reason::IntoDanger { by, chance } => (name(by), None, Some(chance), None),
        Reason::LeftInDanger { piece, by, chance } => (name(by), name(piece), Some(chance), None),
        Reason::FlagRuns | Reason::Line => (None, None, None, None),
    };
    AnalysisReasonItem {
        kind: reason_key(reason),
        enemy,
        piece,
        chance: chance.map(share),
        odds: of.map(odds),
        about: None,
    }
}
