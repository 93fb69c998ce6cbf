//! Why a Swiss round is paired as it is.

use actix_web::{HttpResponse, web};

use crate::service::contests;
use crate::service::{Error, refusals};

use super::super::super::bearer_auth::BearerAuth;
use super::super::super::error::{ApiError, Problem};
use super::super::super::parameters::QueryString;
use super::super::super::site::Site;
use super::super::{CachePolicy, json_response, run_heavy};
use super::MAX_ROUNDS;
use super::pairing_explanation_response::RoundExplanationResponse;
use crate::web::request_limits::Caller;

/// Why a round of a Swiss stage is paired as it is: its brackets, who floats down and why, which color is denied by
/// which rule of FIDE's C.04.3, and the criterion that decided. Officials are told of drafts, and of who is kept apart.
#[utoipa::path(
    get,
    path = "/api/v1/events/{slug}/rounds/{round}/why",
    operation_id = "explainRound",
    params(
        ("slug" = String, Path, description = "The event's name in addresses"),
        ("round" = u32, Path, description = "The round, from 1 on"),
        ("stage" = Option<usize>, Query, description = "The stage; the first where it is left out", minimum = 1, maximum = 64),
    ),
    responses(
        (status = 200, description = "Why it is paired so", body = RoundExplanationResponse,
            example = json!({"stage": 1, "round": 1, "published": true, "by_hand": false, "stale": false, "is_legal": true, "entrants": [{"entrant": 1, "name": "Lakandula"}, {"entrant": 2, "name": "Maharlika"}], "brackets": [{"score": "0", "kind": "homogeneous", "moved": [], "residents": [1, 2], "pairs": [{"white": 1, "black": 2, "higher": 1, "moved": false, "due": [{"strength": "none", "color": null, "granted": true}, {"strength": "none", "color": null, "granted": true}], "rule": "initial", "article": "5.2.5"}], "how_many_float": "nobody", "floaters": [], "first": {"taken": true, "pairs": [[1, 2]], "left": [], "verdict": null}}], "bye": null, "changed": null})),
        (status = 404, description = "No such event is run here, it has no such round of a Swiss stage, or that is a draft and not for who asks", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#not-found", "title": "Not Found", "status": 404, "detail": "there is no such stage, round or table"})),
    ),
)]
pub async fn explain_round(
    site: web::Data<Site>,
    caller: Caller,
    path: web::Path<(String, String)>,
    parameters: QueryString,
    BearerAuth(actor): BearerAuth,
) -> Result<HttpResponse, ApiError> {
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
