//! The daily quiz over the API.

use adjutant_domain::quiz::ChallengeQuestion;
use adjutant_service::games::Game;
use adjutant_service::quiz::{self, Asked};
use adjutant_site::schema_enums::{ColorName, FallenSideName, QuizQuestionKind};
use ledger_ratings::Day;
use salpakan::rules::Rank;

use super::prelude::*;
use adjutant_site::quiz_answers::{QuizAnswer, QuizAnswers, date_text, mean, seen_challenges};
use adjutant_site::replay::{Perspective, square_name, verdict_key, view_from};

endpoints! {
    show: ReadPublic;
}

/// A piece in a question's position.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuizPiece {
    pub square: &'static str,
    /// The square where it was deployed.
    pub origin: &'static str,
    #[schema(value_type = ColorName)]
    pub color: &'static str,
    /// The rank's letter in the notation; omitted if the viewer does not know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<char>,
}

/// A challenge that the viewer saw.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuizChallenge {
    pub ply: u32,
    /// The rank of the viewer's own piece.
    pub own: char,
    /// The enemy piece, by the square where it was deployed.
    pub origin: &'static str,
    /// The captured piece: `theirs`, `mine` or `both`.
    #[schema(value_type = FallenSideName)]
    pub fell: &'static str,
}

/// The probability of a rank.
#[derive(Debug, Serialize, ToSchema)]
pub struct RankChance {
    pub rank: char,
    pub probability: f64,
}

/// Feedback on an answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuizFeedback {
    pub answer: String,
    /// The score: 100 for the exact probabilities, 0 for an answer that ignores the game or is worse.
    pub points: i32,
    /// The exact probabilities of the challenged piece's ranks, likeliest first.
    pub ranks: Vec<RankChance>,
    /// The probabilities that the challenger wins, that both are captured, and that the challenger is captured.
    pub wins: f64,
    pub splits: f64,
    pub loses: f64,
    /// The actual rank and verdict: `challenger`, `defender` or `split`.
    pub rank: char,
    pub verdict: &'static str,
    pub game: String,
}

/// A position before a challenge.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuizQuestion {
    pub number: usize,
    /// `ranks`: which ranks the challenged piece can have, answered with their letters, or `-` for none. `fight`:
    /// answered with a digit from 0 (flee) to 4 (fight).
    #[schema(value_type = QuizQuestionKind)]
    pub kind: &'static str,
    /// The number of the ply on which the challenge would be made.
    pub ply: u32,
    pub viewer: &'static str,
    /// The viewer's piece and the piece that it would challenge, by the squares where they were deployed.
    pub own: &'static str,
    pub enemy: &'static str,
    /// The ranks of a full army, as letters.
    pub army: String,
    /// By square.
    pub pieces: Vec<QuizPiece>,
    /// By ply.
    pub seen: Vec<QuizChallenge>,
    /// Null until it is answered.
    pub told: Option<QuizFeedback>,
}

/// The questions of a day.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuizResponse {
    pub date: String,
    pub questions: Vec<QuizQuestion>,
    /// The mean score of the answers; null without answers.
    pub points: Option<i32>,
}

fn feedback(asked: &Asked, answer: QuizAnswer) -> QuizFeedback {
    let truth = &asked.question.truth;
    let chance =
        |rank: Rank| RankChance { rank: rank.letter(), probability: truth.ranks[rank.index()] };
    let mut ranks: Vec<RankChance> =
        Rank::ALL.into_iter().map(chance).filter(|one| one.probability > 0.0).collect();
    ranks.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    QuizFeedback {
        answer: answer.text(),
        points: answer.points(&asked.question),
        ranks,
        wins: truth.win_chance,
        splits: truth.both_fall_chance,
        loses: truth.loss_chance,
        rank: truth.rank.letter(),
        verdict: verdict_key(truth.verdict),
        game: asked.game.to_string(),
    }
}

fn question_item(
    number: usize,
    asked: &Asked,
    game: &Game,
    answer: Option<QuizAnswer>,
) -> QuizQuestion {
    let question: &ChallengeQuestion = &asked.question;
    let view = view_from(&game.stored, Perspective::Player(question.viewer));
    let scene = view.scene(question.ply - 1);
    let piece = |piece: &salpakan::view::Standing| QuizPiece {
        square: square_name(piece.square),
        origin: square_name(piece.origin),
        color: piece.color.key(),
        rank: piece.rank.map(Rank::letter),
    };
    let seen = seen_challenges(&view, question).into_iter().map(|one| QuizChallenge {
        ply: one.ply,
        own: one.own.letter(),
        origin: square_name(one.origin),
        fell: one.fell.key(),
    });
    QuizQuestion {
        number,
        kind: question.kind.key(),
        ply: question.ply,
        viewer: question.viewer.key(),
        own: square_name(question.challenger),
        enemy: square_name(question.target),
        army: question.army.letters(),
        pieces: scene.standing.iter().map(piece).collect(),
        seen: seen.collect(),
        told: answer.map(|answer| feedback(asked, answer)),
    }
}

fn quiz_response(
    app: &App,
    day: Day,
    today: Day,
    answers: &QuizAnswers,
) -> Result<QuizResponse, Error> {
    let set = quiz::daily(app, day, today)?;
    let mut questions = Vec::with_capacity(set.len());
    for (number, asked) in (1..).zip(set.iter()) {
        let game = quiz::game_of(app, asked)?;
        questions.push(question_item(number, asked, &game, answers.0.get(number - 1).copied()));
    }
    let points: Vec<i32> =
        questions.iter().filter_map(|one| one.told.as_ref()).map(|told| told.points).collect();
    let points = (!points.is_empty()).then(|| mean(&points));
    Ok(QuizResponse { date: date_text(day), questions, points })
}

/// Returns the questions of a day, the same for everybody, and the feedback on answers.
#[utoipa::path(
    get, path = "/api/v1/quiz/{date}", operation_id = "getQuiz",
    params(
        ("a" = Option<String>, Query, description = "The answers so far, separated by dots: letters of ranks or `-`, and digits from 0 to 4, in the order of the questions", pattern = "^([54321CLMKABTPSF]{1,15}|-)([.][0-4])?$"),
    ),
    responses(
        (status = 200, description = "The questions", body = QuizResponse,
            example = json!({"date": "2026-11-23", "questions": [{"number": 1, "kind": "fight", "ply": 40, "viewer": "white", "own": "c3", "enemy": "d6", "army": "FSSPPPPPPTBAKMLC12345", "pieces": [{"square": "c5", "origin": "c3", "color": "white", "rank": "K"}, {"square": "c6", "origin": "d6", "color": "black"}], "seen": [{"ply": 21, "own": "T", "origin": "d6", "fell": "mine"}], "told": null}], "points": null})),
        (status = 400, description = "The answers cannot be read"),
        (status = 404, description = "There are no questions for that day"),
    ),
)]
pub async fn show(site: SiteData, path: Path<String>, parameters: QueryString) -> ApiResult {
    let given = parameters.parse(&["a"])?;
    let answers = given.parse_with(
        "a",
        AcceptedValues::described_by("takes-quiz-answers"),
        QuizAnswers::parse,
    )?;
    // A text that is no date has no questions, either.
    let day = Day::parse(&path).unwrap_or(Day::LAST);
    let today = today();
    let answers = answers.unwrap_or_default();
    let set = run_read(&site, move |app| quiz_response(app, day, today, &answers)).await?;
    Ok(public_json(&set))
}
