//! Games that an event's officials create, and revealing their ranks, over the API.

use super::prelude::*;
use adjutant_domain::game::Rules;
use adjutant_domain::moment::MINUTE;
use adjutant_domain::play::{Disclosure, Spectators, Terms, Venue, pace_message};
use adjutant_service::live::{self, Arrangement, LiftingWanted};
use salpakan::clock::Pace;
use salpakan::record::short_id_text;
use salpakan::rules::ByColor;

use super::seeks::CreateSeekResponse;
use adjutant_site::schema_enums::{DisclosureName, VenueName};

endpoints! {
    create: ManagePairings;
    lift_embargo: LiftEmbargo;
}

/// A new game of an event.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateEventPlayRequest {
    /// The round as in the record, such as `2.1`; optional.
    #[serde(default)]
    pub round: String,
    /// The handles of the players. Online games require that each has an account.
    pub white: String,
    pub black: String,
    /// A rule set's key; `standard` by default.
    pub rules: Option<String>,
    /// Where it is played: `online`, each player on their own device, or at one `table` with a
    /// device as referee; `online` by default.
    #[schema(value_type = Option<VenueName>)]
    pub venue: Option<String>,
    /// The time control, such as `1200+5`; at a table also `-`, for no clocks.
    #[schema(
        pattern = "^(-|[1-9][0-9]?d|[0-9]{1,5}(/[0-9]{1,5})?[+][0-9]{1,3}(d[1-9][0-9]{0,2})?)$"
    )]
    pub pace: String,
    /// Whether the game counts in the organisation's rating pool.
    #[serde(default)]
    pub rated: bool,
    /// When ranks are revealed after the result is final: with the `game`, or when an official
    /// reveals those of the `round` or of the whole `event`; `round` by default.
    #[schema(value_type = Option<DisclosureName>)]
    pub disclosure: Option<String>,
    /// Who may watch: `none`, `public`, or with a delay of `plies:6` or `minutes:15`; `public` by
    /// default.
    #[schema(pattern = "^(none|public|plies:[1-9][0-9]{0,2}|minutes:[1-9][0-9]{0,2})$")]
    pub spectators: Option<String>,
    /// Minutes to deploy; optional.
    pub deployment: Option<u32>,
}

/// Ranks to reveal.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LiftEmbargoRequest {
    /// The finished round; the whole event by default.
    pub round: Option<String>,
    /// The reason, for the audit log; public if the ranks are revealed early.
    #[serde(default)]
    pub reason: String,
    /// Whether you confirm the request of another official.
    #[serde(default)]
    pub confirm: bool,
    /// Whether to withdraw the request that is not confirmed yet.
    #[serde(default)]
    pub withdraw: bool,
}

/// Revealed ranks.
#[derive(Debug, Serialize, ToSchema)]
pub struct LiftEmbargoResponse {
    /// The number of games.
    pub opened: usize,
    /// Whether a second official has to confirm it, because the round or the event is not over by
    /// its plan.
    pub waits: bool,
}

impl CreateEventPlayRequest {
    /// Converts the request.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the field that is invalid.
    pub fn into_arrangement(self) -> Result<Arrangement, Error> {
        let some = |text: Option<String>, usual: &str| {
            text.filter(|text| !text.is_empty()).unwrap_or_else(|| usual.to_owned())
        };
        let rules: Rules = some(self.rules, "standard")
            .parse()
            .map_err(|e| Error::invalid("rules", format!("{e}")))?;
        let pace = Pace::parse(&self.pace).map_err(|e| Error::invalid("pace", pace_message(e)))?;
        // Where nothing is hidden, there is nothing to reveal later.
        let usually = if rules.salpakan().is_some() { "round" } else { "game" };
        let disclosure = Disclosure::parse(&some(self.disclosure, usually));
        let disclosure =
            disclosure.ok_or_else(|| Error::invalid("disclosure", "Send game, round or event."))?;
        let spectators = Spectators::parse(&some(self.spectators, "public")).ok_or_else(|| {
            Error::invalid("spectators", "Send none, public, plies:NUMBER or minutes:NUMBER.")
        })?;
        let venue = Venue::parse(&some(self.venue, "online"));
        let venue = venue.ok_or_else(|| Error::invalid("venue", "Send online or table."))?;
        let usual = Terms::of_event(rules, pace);
        let minutes = |count| i64::from(count) * MINUTE;
        let deployment = self.deployment.map_or(usual.deployment, minutes);
        Ok(Arrangement {
            round: self.round,
            players: ByColor::new(self.white, self.black),
            terms: Terms { rated: self.rated, venue, spectators, disclosure, deployment, ..usual },
        })
    }
}

/// Creates a game of an event, as one of its officials. Both players may deploy at once.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/plays", operation_id = "createEventPlay",
    request_body(content = CreateEventPlayRequest, example = json!({"round": "1", "white": "Lakandula", "black": "Maharlika", "pace": "1200+5", "rated": true, "disclosure": "round"})),
    responses((status = 200, description = "The new game", body = CreateSeekResponse,
        example = json!({"id": "0123456789abcdef"}))),
)]
pub async fn create(ApiPost { site, actor, body }: ApiPost, path: Path<String>) -> ApiResult {
    live::may_serve(&actor, Act::ManagePairings)?;
    let asked: CreateEventPlayRequest = body.json(MAX_COMMAND_BYTES).await?;
    let (asked, slug) = (asked.into_arrangement()?, path.into_inner());
    let id = run_play_read(&site, move |live| live::arrange(live, &actor, &slug, asked)).await?;
    Ok(private_json(&CreateSeekResponse { id: short_id_text(&id) }))
}

/// Reveals the ranks of a finished round or of the whole event. The act is recorded in the audit
/// log.
///
/// Before the event's plan says that it is over, this takes two officials who do not take part: the
/// first response is `waits`, the second official sends the same with `confirm`, and the page of
/// the event shows the reason.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/openings", operation_id = "liftEmbargo",
    request_body(content = LiftEmbargoRequest, example = json!({"round": "1", "reason": "The round is over."})),
    responses((status = 200, description = "The ranks are revealed", body = LiftEmbargoResponse,
        example = json!({"opened": 12, "waits": false}))),
)]
pub async fn lift_embargo(ApiPost { site, actor, body }: ApiPost, slug: Path<String>) -> ApiResult {
    live::may_serve(&actor, Act::LiftEmbargo)?;
    let asked: LiftEmbargoRequest = body.json(MAX_COMMAND_BYTES).await?;
    let lift = move |live: &live::Live| {
        let wanted = match (asked.confirm, asked.withdraw) {
            (true, _) => LiftingWanted::Confirm,
            (false, true) => LiftingWanted::Drop,
            (false, false) => LiftingWanted::Open(&asked.reason),
        };
        live::lift(live, &actor, &slug, asked.round.as_deref(), wanted)
    };
    let lifted = run_play_read(&site, lift).await?;
    let opened = if let live::Lifted::Opened(games) = lifted { games } else { 0 };
    Ok(private_json(&LiftEmbargoResponse { opened, waits: lifted == live::Lifted::Asked }))
}
