//! What officials do in games under way, over the API.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::play::{OfficialDeed, Rule};
use crate::service::Error;
use crate::service::access::Act;
use crate::service::live::{self, AskedRuling, Sending};
use salpakan::clock::SECOND;
use salpakan::rules::{Color, Outcome, Termination};

use super::super::arrived::Arrived;
use super::super::bearer::Asker;
use super::super::error::ApiError;
use super::super::live::ToldEvent;
use super::super::site::Site;
use super::bodies::{MOST_COMMAND, command};
use super::command_desk;
use super::games::TerminationName;
use super::plays::{answered, read_id, sending};
use super::words::{ColorWord, ResultWord, RulingWord};

/// A ruling.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SentRuling {
    /// 16 hexadecimal digits, chosen by you, others for each command: what is sent again is done once.
    #[schema(pattern = "^[0-9a-fA-F]{16}$")]
    pub id: String,
    /// `pause`, `resume`, `add-time`, `adjudicate`, `annul`, `default`, `correct`, `reinstate` (the game
    /// goes on that was over), `confirm` (the result is right).
    #[schema(value_type = RulingWord)]
    pub ruling: String,
    /// Why, in at most 500 characters; both players and whoever watches read it. `confirm` takes none.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub reason: String,
    /// `white` or `black`: whom `add-time` gives time, and who loses by `default`.
    #[serde(default)]
    #[schema(value_type = Option<ColorWord>)]
    pub color: Option<String>,
    /// Seconds, for `add-time`.
    #[serde(default)]
    pub seconds: Option<u32>,
    /// `1-0`, `0-1` or `1/2-1/2`, for `adjudicate` and `correct`.
    #[serde(default)]
    #[schema(value_type = Option<ResultWord>)]
    pub result: Option<String>,
    /// How it ended, for `correct`; `adjudication` where it is left out.
    #[serde(default)]
    #[schema(value_type = Option<TerminationName>)]
    pub termination: Option<String>,
}

impl SentRuling {
    /// What is asked for.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the field that is missing or means nothing.
    pub fn asked(self, sent: Sending) -> Result<AskedRuling, Error> {
        let deed = OfficialDeed::ALL.into_iter().find(|deed| deed.key() == self.ruling);
        let rule = match deed.ok_or_else(no_ruling)? {
            OfficialDeed::Confirm => None,
            OfficialDeed::Pause => Some(Rule::Pause),
            OfficialDeed::Resume => Some(Rule::Resume),
            OfficialDeed::AddTime => {
                let amount = i64::from(self.seconds.unwrap_or(0)) * SECOND;
                Some(Rule::AddTime { to: self.color()?, amount })
            }
            OfficialDeed::Adjudicate => Some(Rule::Adjudicate { outcome: self.outcome()? }),
            OfficialDeed::Annul => Some(Rule::Annul),
            OfficialDeed::Default => Some(Rule::Default { loser: self.color()? }),
            OfficialDeed::Reinstate => Some(Rule::Reinstate),
            OfficialDeed::Correct => {
                let (outcome, termination) = (self.outcome()?, self.termination()?);
                Some(Rule::Correct { outcome, termination })
            }
        };
        Ok(AskedRuling { sent, rule, reason: self.reason })
    }

    fn color(&self) -> Result<Color, Error> {
        let color = self.color.as_deref().and_then(Color::parse);
        color.ok_or_else(|| Error::invalid("color", "name white or black"))
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        let outcome = self.result.as_deref().and_then(Outcome::parse);
        outcome.ok_or_else(|| Error::invalid("result", "a result is 1-0, 0-1 or 1/2-1/2"))
    }

    fn termination(&self) -> Result<Termination, Error> {
        let text = self.termination.as_deref().filter(|text| !text.is_empty());
        let Some(text) = text else { return Ok(Termination::Adjudication) };
        let termination = Termination::parse(text);
        termination.ok_or_else(|| Error::invalid("termination", "no game ends so"))
    }
}

fn no_ruling() -> Error {
    let all: Vec<&str> = OfficialDeed::ALL.iter().map(|deed| deed.key()).collect();
    Error::invalid("ruling", format!("it is one of {}", all.join(", ")))
}

/// Rules on a game, as an official of its event; of a game that belongs to nobody but the site, as a
/// moderator. Nobody rules on a game that he plays in. It is written into the audit trail with its
/// reason, which both players read. Sent again with the same `id`, it is done once.
#[utoipa::path(
    post,
    path = "/api/v1/plays/{id}/rulings",
    operation_id = "ruleOnPlay",
    params(("id" = String, Path, description = "The play's id")),
    request_body(content = SentRuling, example = json!({"id": "00000000000000a4", "ruling": "pause", "reason": "The lights are out."})),
    responses((status = 200, description = "The event that it made", body = ToldEvent,
        example = json!({"number": 9, "at": "2026-04-30T12:00:00Z", "event": "paused", "by": "official", "reason": "The lights are out."}))),
)]
pub async fn rule(
    request: HttpRequest,
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<String>,
    arrived: Arrived,
) -> Result<HttpResponse, ApiError> {
    live::may_serve(&actor, Act::RulePlay)?;
    let id = read_id(&path)?;
    let Arrived { payload, arrival } = arrived;
    let asked: SentRuling = command(&request, payload, MOST_COMMAND, &site).await?;
    let receipt = arrival.receipt();
    let sent = sending(&asked.id, receipt.at())?;
    let asked = asked.asked(sent)?;
    let answer = command_desk(&site, move |live| {
        let _under_way = receipt;
        live::rule(live, &actor, &id, &asked)
    });
    let answer = answer.await?;
    Ok(answered(answer.number, &answer.event))
}
