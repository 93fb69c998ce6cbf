//! Explanations of places in the standings: how each tie-break is calculated, round by round.

use adjutant_domain::contest::EntrantId;
use adjutant_service::Thing;
use adjutant_service::contests::{self, PlaceExplanation, points_text};
use adjutant_site::schema_enums::{AdjustmentReason, TieBreakTotalName};
use swiss::tiebreak::{Adjustment, Contribution, Total, Verdict, Working};

use super::MAX_ROUNDS;
use crate::prelude::*;

endpoints! {
    explain_place: ReadPublic;
}

/// An entrant's place, and how it is calculated.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlaceExplanationResponse {
    pub entrant: u32,
    pub name: String,
    pub place: usize,
    pub points: String,
    /// In the order in which they apply.
    pub tie_breaks: Vec<TieBreakItem>,
}

/// How the value of a tie-break is calculated.
#[derive(Debug, Serialize, ToSchema)]
pub struct TieBreakItem {
    /// The code, as in C.07: `BH/C1`; `KP` for the points of a Keizer stage.
    pub code: String,
    /// Null if it was skipped, or if there was nobody to compare with.
    pub value: Option<String>,
    /// How the rounds combine: `sum`, `average`, `rounded-average`, `none-of-them` (1 if there are
    /// none), `own` (not a sum), `performance`, `perfect-performance`, `place` (among the tied
    /// entrants) or `sum-and-own-value` (of a Keizer stage).
    #[schema(value_type = TieBreakTotalName)]
    pub total: &'static str,
    /// For a performance: the opponents' average rating, the score in percent, and what that adds. For a perfect
    /// performance: the score and the expected score, in hundredths. Of a Keizer stage: the own value, in hundredths.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<i32>,
    /// The tied entrants, if only they count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub among: Vec<EntrantName>,
    pub rounds: Vec<ContributionItem>,
}

/// An entrant.
#[derive(Debug, Serialize, ToSchema)]
pub struct EntrantName {
    pub entrant: u32,
    pub name: String,
}

/// The contribution of a round.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContributionItem {
    /// The number of the round or, for a play-off, of the play-off.
    pub round: usize,
    pub opponent: Option<EntrantName>,
    /// The points scored.
    pub scored: String,
    /// The value used: the opponent's score or rating, or the entrant's own score after the round.
    pub base: String,
    /// What it contributes, if it counts.
    pub amount: String,
    /// Why the value differs from the opponent's score in the standings.
    pub adjusted: Option<AdjustedItem>,
    /// Whether the entrant skipped the round voluntarily; such rounds are cut first.
    pub voluntary: bool,
    pub counts: bool,
    /// Why it does not count: `cut-lowest`, `cut-voluntary`, `cut-highest`, `not-played` or `below-limit`.
    #[schema(value_type = Option<String>)]
    pub cut: Option<Verdict>,
    /// The article of C.07 by which it does not count.
    pub article: Option<&'static str>,
}

/// Why an opponent's score was adjusted.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdjustedItem {
    /// `byes-as-draws`: the opponent had left, and the unplayed rounds at the end count as draws;
    /// `dummy`: the round was not played and counts as one against an opponent with the entrant's
    /// own score.
    #[schema(value_type = AdjustmentReason)]
    pub why: &'static str,
    /// The article of C.07.
    pub article: &'static str,
    /// The number of rounds at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byes: Option<usize>,
    /// The opponent's score in the standings, or the entrant's own score.
    pub score: String,
}

fn entrant_name(of: &PlaceExplanation, place: usize) -> EntrantName {
    EntrantName {
        entrant: of.ids.get(place).map_or(0, |id| id.0),
        name: of.names.get(place).cloned().unwrap_or_default(),
    }
}

fn total(total: Total) -> (&'static str, Vec<i32>) {
    match total {
        Total::Sum => ("sum", Vec::new()),
        Total::Average => ("average", Vec::new()),
        Total::RoundedAverage => ("rounded-average", Vec::new()),
        Total::NoneOfThem => ("none-of-them", Vec::new()),
        Total::Own => ("own", Vec::new()),
        Total::Performance { average, percent, difference } => {
            ("performance", vec![average, i32::from(percent), difference])
        }
        Total::Perfect { score, expected } => ("perfect-performance", vec![score, expected]),
        Total::Place { .. } => ("place", Vec::new()),
        Total::SumAndOwnValue { own } => {
            let hundredths = i32::try_from(own.in_hundredths()).unwrap_or(i32::MAX);
            ("sum-and-own-value", vec![hundredths])
        }
    }
}

fn adjusted_item(adjustment: Adjustment) -> AdjustedItem {
    let article = adjustment.article();
    match adjustment {
        Adjustment::ByesAsDraws { byes, has } => AdjustedItem {
            why: "byes-as-draws",
            article,
            byes: Some(byes),
            score: points_text(has),
        },
        Adjustment::Dummy { own, .. } => {
            AdjustedItem { why: "dummy", article, byes: None, score: points_text(own) }
        }
    }
}

fn tie_break_item(of: &PlaceExplanation, code: &str, working: &Working) -> TieBreakItem {
    let contribution = |one: &Contribution| ContributionItem {
        round: one.round + 1,
        opponent: one.opponent.map(|place| entrant_name(of, place)),
        scored: points_text(one.scored),
        base: one.base.to_string(),
        amount: one.amount.to_string(),
        adjusted: one.adjusted.map(adjusted_item),
        voluntary: one.voluntary,
        counts: one.counts(),
        cut: (!one.counts()).then_some(one.verdict),
        article: one.verdict.article(),
    };
    let (total, parts) = total(working.total);
    TieBreakItem {
        code: code.to_owned(),
        value: working.value.map(|value| value.to_string()),
        total,
        parts,
        among: working.among.iter().map(|place| entrant_name(of, *place)).collect(),
        rounds: working.contributions.iter().map(contribution).collect(),
    }
}

/// Explains a place in the standings: for each tie-break the calculation, opponent by opponent, and
/// what was cut.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}/places/{entrant}", operation_id = "explainPlace",
    params(
        ("entrant" = u32, Path, description = "The entrant's number in the event"),
        ("stage" = Option<usize>, Query, description = "The stage; the first by default", minimum = 1, maximum = 64),
        ("after" = Option<usize>, Query, description = "The standings after this number of rounds", minimum = 0, maximum = 1000),
    ),
    responses(
        (status = 200, description = "The calculation", body = PlaceExplanationResponse,
            example = json!({"entrant": 4, "name": "Lakandula", "place": 1, "points": "2", "tie_breaks": [{"code": "BH", "value": "2", "total": "sum", "rounds": [{"round": 1, "opponent": {"entrant": 7, "name": "Maharlika"}, "scored": "2", "base": "2", "amount": "2", "adjusted": null, "voluntary": false, "counts": true, "cut": null, "article": null}]}]})),
        (status = 404, description = "No such event, or the entrant is not in the standings of the stage"),
    ),
)]
pub async fn explain_place(
    site: SiteData,
    caller: Caller,
    path: Path<(String, String)>,
    parameters: QueryString,
) -> ApiResult {
    let given = parameters.parse(&["stage", "after"])?;
    let stage = given.number("stage", 1..=64)?.unwrap_or(1_usize) - 1;
    let after = given.number("after", 0..=MAX_ROUNDS)?;
    let (slug, entrant) = path.into_inner();
    let Ok(number) = entrant.parse() else {
        return Err(Error::missing(Thing::Entrant, entrant).into());
    };
    let explain =
        move |app: &_| contests::explain_place(app, &slug, stage, EntrantId(number), after);
    let of = run_heavy(&site, caller, explain).await?;
    let tie_breaks = of.criteria.iter().map(|(code, working)| tie_break_item(&of, code, working));
    let answer = PlaceExplanationResponse {
        entrant: number,
        place: of.place,
        points: points_text(of.points),
        tie_breaks: tie_breaks.collect(),
        name: of.name.clone(),
    };
    Ok(public_json(&answer))
}
