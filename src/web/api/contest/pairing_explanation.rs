//! Why a Swiss round is paired as it is.

use adjutant_service::contests;
use adjutant_service::refusals;

use super::MAX_ROUNDS;
use super::pairing_explanation_response::RoundExplanationResponse;
use crate::web::api::prelude::*;

endpoints! {
    explain_round: ReadPublic, OfficiateEvent;
}

/// Explains the pairing of a Swiss round: its brackets, who floats and why, which color preferences
/// FIDE's C.04.3 denied, and the criterion that decided. Officials also see drafts and forbidden
/// pairings.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}/rounds/{round}/why", operation_id = "explainRound",
    params(
        ("round" = u32, Path, description = "The round, from 1"),
        ("stage" = Option<usize>, Query, description = "The stage; the first by default", minimum = 1, maximum = 64),
    ),
    responses(
        (status = 200, description = "The explanation", body = RoundExplanationResponse,
            example = json!({"stage": 1, "round": 1, "published": true, "by_hand": false, "stale": false, "is_legal": true, "entrants": [{"entrant": 1, "name": "Lakandula"}, {"entrant": 2, "name": "Maharlika"}], "brackets": [{"score": "0", "kind": "homogeneous", "moved": [], "residents": [1, 2], "pairs": [{"white": 1, "black": 2, "higher": 1, "moved": false, "due": [{"strength": "none", "color": null, "granted": true}, {"strength": "none", "color": null, "granted": true}], "rule": "initial", "article": "5.2.5"}], "how_many_float": "nobody", "floaters": [], "first": {"taken": true, "pairs": [[1, 2]], "left": [], "verdict": null}}], "bye": null, "changed": null})),
        (status = 404, description = "No such event or Swiss round, or the round is not published yet"),
    ),
)]
pub async fn explain_round(
    site: SiteData,
    caller: Caller,
    path: Path<(String, String)>,
    parameters: QueryString,
    BearerAuth(actor): BearerAuth,
) -> ApiResult {
    let stage = parameters.parse(&["stage"])?.number("stage", 1..=64)?.unwrap_or(1_usize);
    let (slug, round) = path.into_inner();
    let number = round.parse().ok().filter(|number| (1..=MAX_ROUNDS).contains(number));
    let Some(number) = number else {
        return Err(Error::not_found(refusals::EVENT_NO_SPOT).into());
    };
    let explain = move |app: &_| contests::explain_round(app, &actor, &slug, stage - 1, number - 1);
    let of = run_heavy(&site, caller, explain).await?;
    let keep = if of.for_officials { CachePolicy::Private } else { CachePolicy::Revalidate };
    Ok(json_response(&RoundExplanationResponse::from_explanation(&of, stage, number), keep))
}
