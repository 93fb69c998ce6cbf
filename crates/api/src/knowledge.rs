//! What could be known in a game, over the API: only of finished games whose ranks are revealed.

use std::sync::Arc;

use utoipa::IntoParams;

use adjutant_service::games::{self, Game};
use adjutant_service::knowing::{self, Armies, Guessed, Known, KnownPiece, KnownRank, Viewer};
use salpakan::rules::Square;
use salpakan_knowledge::{Precision, Sets};

use super::games::parse_game_id;
use super::lists::{self, ListFormat, ListRow};
use super::prelude::*;
use super::round_to;
use adjutant_site::replay::square_name;
use adjutant_site::schema_enums::{ColorName, PrecisionName, PriorName, RankSetsName, ViewerName};

endpoints! {
    show: ReadPublic;
}

/// Query parameters.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)]
pub struct KnowledgeParameters {
    /// `white`, `black` or `public`; `public` by default.
    #[param(inline)]
    viewer: Option<ViewerName>,
    /// The ply after which the knowledge is returned; 0 for the deployment. Larger numbers mean the last ply.
    #[param(minimum = 0, maximum = 1_000_000)]
    ply: Option<u32>,
    /// `uniform`, every arrangement equally likely, by default; or `learned`, for `white` and `black`: from how people
    /// place their ranks in other revealed games, which is an assumption about people.
    #[param(inline)]
    prior: Option<PriorName>,
}

/// A rank that a piece may have.
#[derive(Debug, Serialize, ToSchema)]
pub struct RankProbabilityItem {
    /// The rank's letter in the notation.
    pub rank: char,
    pub probability: f64,
    /// The standard error of the probability; 0 if it is exact.
    pub error: f64,
    /// The number of `armies` in which the piece has the rank, as a decimal integer; null for the public viewer, and
    /// under the learned prior.
    pub armies: Option<String>,
    /// The probability as a fraction in lowest terms, such as `2/13`; null in the same cases.
    pub share: Option<String>,
}

/// What is known of a piece, on the board or captured.
#[derive(Debug, Serialize, ToSchema)]
pub struct PieceKnowledgeItem {
    /// The square it was deployed on.
    pub origin: &'static str,
    #[schema(value_type = ColorName)]
    pub color: &'static str,
    /// The ply on which it is captured in this game; null if it never is.
    pub fell: Option<u32>,
    /// Whether it has reached a square where a Private becomes a Spy (rule sets with `promotion`).
    pub promoted: bool,
    /// The expected share of an army that is weaker, 0 to 1.
    pub strength: f64,
    /// The possible ranks, the highest officer first.
    pub ranks: Vec<RankProbabilityItem>,
}

/// What was known between two plies that revealed something.
#[derive(Debug, Serialize, ToSchema)]
pub struct PositionKnowledgeItem {
    pub since: u32,
    pub until: u32,
    /// `exact`, or `estimated` for the public viewer if counting took too long.
    #[schema(value_type = PrecisionName)]
    pub precision: &'static str,
    /// Whether exactly the possible ranks are listed: `exact`, or `at-least` if ruling out others took too long.
    #[schema(value_type = RankSetsName)]
    pub sets: &'static str,
    /// The number of armies that fit, as a decimal integer; null for the public viewer.
    pub armies: Option<String>,
    /// For the public viewer, the number of pairs of armies.
    pub pairs: Option<f64>,
    /// The binary logarithm of the number of armies, or of pairs.
    pub bits: f64,
    pub pieces: Vec<PieceKnowledgeItem>,
}

/// The source of a learned prior.
#[derive(Debug, Serialize, ToSchema)]
pub struct LearnedPriorItem {
    /// The number of set-ups of revealed games under these rules, without those of this game.
    pub set_ups: u64,
    pub rules: &'static str,
}

/// What a viewer knew.
#[derive(Debug, Serialize, ToSchema)]
pub struct KnowledgeResponse {
    pub game: String,
    pub viewer: &'static str,
    /// The prior: `uniform`, every arrangement equally likely; `learned`, from how people place
    /// their ranks.
    #[schema(value_type = PriorName)]
    pub prior: &'static str,
    /// The source of the learned prior; null for the uniform one.
    pub learned_from: Option<LearnedPriorItem>,
    /// One if a ply was requested, otherwise all changes.
    pub positions: Vec<PositionKnowledgeItem>,
}

impl ListRow for PositionKnowledgeItem {}

/// Returns exactly what a viewer could know of hidden ranks.
///
/// `white` and `black` are about the opponent's pieces, by counting all armies that agree with what that player saw;
/// `public` is about all pieces, exactly or with standard errors. With a `ply`, this returns what was known after that
/// ply. Without one, it returns every change for players (also as `Accept: application/x-ndjson`, one per line) and,
/// for `public` or under the learned prior, what was known at the deployment. Under the learned prior the possible
/// ranks and the number of armies are the same, and probabilities are not fractions. The page `/knowledge` has the
/// definitions.
#[utoipa::path(
    get, path = "/api/v1/games/{id}/knowledge", operation_id = "getKnowledge",
    params(KnowledgeParameters),
    responses(
        (status = 200, description = "What was known", content(
            (KnowledgeResponse = "application/json", example = json!({"game": "0123456789abcdef", "viewer": "white", "prior": "uniform", "learned_from": null, "positions": [{"since": 5, "until": 10, "precision": "exact", "sets": "exact", "armies": "21963698684928000", "pairs": null, "bits": 54.286, "pieces": [{"origin": "a6", "color": "black", "fell": null, "promoted": false, "strength": 0.7, "ranks": [{"rank": "S", "probability": 0.153846154, "error": 0.0, "armies": "3379030566912000", "share": "2/13"}]}]}]})),
            (PositionKnowledgeItem = "application/x-ndjson", example = json!({"since": 0, "until": 4, "precision": "exact", "sets": "exact", "armies": "35479820952576000", "pairs": null, "bits": 54.978, "pieces": []})),
            )),
        (status = 404, description = "No such game, or it is not revealed"),
    ),
)]
pub async fn show(
    request: HttpRequest,
    site: SiteData,
    caller: Caller,
    path: Path<String>,
    parameters: QueryString,
) -> ApiResult {
    let given = parameters.parse(&["viewer", "ply", "prior"])?;
    let words = Viewer::ALL.map(Viewer::key).join(", ");
    let viewer = given.parse_with("viewer", AcceptedValues::one_of(words), Viewer::parse)?;
    let viewer = viewer.unwrap_or(Viewer::Public);
    let ply = given.number("ply", 0..=1_000_000)?;
    let learns = |text: &str| ["uniform", "learned"].iter().position(|own| *own == text);
    let words = AcceptedValues::one_of("uniform, learned".to_owned());
    let learned = given.parse_with("prior", words, learns)? == Some(1);
    let id = parse_game_id(&path)?;
    let form = ListFormat::from_accept_header_without_csv(&request);
    let (game, found) = run_heavy(&site, caller, move |app| {
        let game = games::get(app, id)?;
        let found = if learned {
            learned_knowledge(app, &game, viewer, ply)
        } else {
            exact_knowledge(app, &game, viewer, ply)
        };
        Ok((game.summary.id.to_string(), found?))
    })
    .await?;
    let KnowledgeResult { positions, learned_from } = found;
    if form == ListFormat::Ndjson {
        return lists::page_response(form, &positions);
    }
    let prior = if learned { "learned" } else { "uniform" };
    let answer = KnowledgeResponse { game, viewer: viewer.key(), prior, learned_from, positions };
    Ok(lists::vary_by_accept(public_json(&answer)))
}

/// The data of the response.
struct KnowledgeResult {
    positions: Vec<PositionKnowledgeItem>,
    learned_from: Option<LearnedPriorItem>,
}

/// Knowledge under the uniform prior.
fn exact_knowledge(
    app: &App,
    game: &Game,
    viewer: Viewer,
    ply: Option<u32>,
) -> Result<KnowledgeResult, Error> {
    // The same for every unrevealed game, whatever else is requested.
    let timeline = knowing::record(game)?.timeline();
    let known = match (viewer, ply) {
        (_, Some(ply)) => vec![knowing::at(app, game, viewer, ply)?],
        (Viewer::Player(color), None) => {
            knowing::whole(game, color)?.into_iter().map(Arc::new).collect()
        }
        // Counting for the public viewer is expensive, so it must be requested ply by ply.
        (Viewer::Public, None) => vec![knowing::at(app, game, viewer, 0)?],
    };
    let falls = knowing::falls(timeline);
    let positions = known.iter().map(|one| position(one, &falls)).collect();
    Ok(KnowledgeResult { positions, learned_from: None })
}

/// Knowledge under the learned prior. A position is expensive, so it must be requested ply by ply.
fn learned_knowledge(
    app: &App,
    game: &Game,
    viewer: Viewer,
    ply: Option<u32>,
) -> Result<KnowledgeResult, Error> {
    let timeline = knowing::record(game)?.timeline();
    let Viewer::Player(color) = viewer else {
        let why = "The learned prior needs a player. Set viewer to white or black.";
        return Err(Error::invalid("prior", why));
    };
    let Guessed { known, set_ups } = knowing::guessed_at(app, game, color, ply.unwrap_or(0))?;
    let positions = vec![position(&known, &knowing::falls(timeline))];
    let learned_from = Some(LearnedPriorItem { set_ups, rules: "standard" });
    Ok(KnowledgeResult { positions, learned_from })
}

fn position(known: &Known, falls: &[(Square, u32)]) -> PositionKnowledgeItem {
    let (armies, pairs, precision, sets) = match known.armies {
        Armies::Counted(armies) => (Some(armies), None, Precision::Exact, Sets::Exact),
        Armies::Pairs { pairs, precision, sets } => (None, Some(pairs.value), precision, sets),
    };
    PositionKnowledgeItem {
        since: known.since,
        until: known.until,
        precision: if precision == Precision::Exact { "exact" } else { "estimated" },
        sets: if sets == Sets::Exact { "exact" } else { "at-least" },
        armies: armies.map(|armies| armies.to_string()),
        pairs,
        bits: round_to(9, known.bits()),
        pieces: known.pieces.iter().map(|one| piece(one, armies, falls)).collect(),
    }
}

fn piece(known: &KnownPiece, of: Option<u128>, falls: &[(Square, u32)]) -> PieceKnowledgeItem {
    PieceKnowledgeItem {
        origin: square_name(known.origin),
        color: known.color.key(),
        fell: falls.iter().find(|(origin, _)| *origin == known.origin).map(|(_, ply)| *ply),
        promoted: known.promoted,
        strength: round_to(9, known.strength),
        ranks: known.ranks.iter().map(|one| rank(one, of)).collect(),
    }
}

fn rank(known: &KnownRank, of: Option<u128>) -> RankProbabilityItem {
    RankProbabilityItem {
        rank: known.rank.letter(),
        probability: round_to(9, known.chance.value),
        error: round_to(9, known.chance.error),
        armies: known.armies.map(|armies| armies.to_string()),
        share: known.armies.zip(of).map(|(armies, of)| fraction(armies, of)),
    }
}

/// Returns a share as a fraction in lowest terms.
pub fn fraction(part: u128, of: u128) -> String {
    let (mut one, mut other) = (part, of);
    while other != 0 {
        (one, other) = (other, one % other);
    }
    let divisor = one.max(1);
    format!("{}/{}", part / divisor, of / divisor)
}

#[cfg(test)]
mod tests {
    use super::fraction;

    #[test]
    fn a_share_is_written_in_lowest_terms() {
        assert_eq!(fraction(3_379_030_566_912_000, 21_963_698_684_928_000), "2/13");
        assert_eq!([fraction(0, 5), fraction(5, 5), fraction(0, 0)], ["0/1", "1/1", "0/0"]);
    }
}
