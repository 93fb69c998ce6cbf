//! Rulings of officials on live games, over the API.

use super::prelude::*;
use adjutant_domain::moment::SECOND;
use adjutant_domain::play::{OfficialAction, Rule};
use adjutant_service::live;
use salpakan::rules::{Color, Outcome, Termination};

use adjutant_site::live::PlayEvent;
use adjutant_site::schema_enums::{ColorName, ResultName, RulingName, TerminationName};

endpoints! {
    rule_on_play: RulePlay;
}

/// A ruling.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RulingRequest {
    /// 16 hexadecimal digits that you choose anew for each command: a command sent twice is
    /// executed once.
    #[schema(pattern = "^[0-9a-fA-F]{16}$")]
    pub id: String,
    /// The ruling: `pause`, `resume`, `add-time`, `adjudicate`, `annul`, `default`, `correct`, `reinstate` (continues a
    /// game that was over) or `confirm` (confirms the result).
    #[schema(value_type = RulingName)]
    pub ruling: String,
    /// The reason, at most 500 characters, visible to players and spectators. `confirm` takes none.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub reason: String,
    /// `white` or `black`: the player who gets the time of `add-time`, or who loses by `default`.
    #[schema(value_type = Option<ColorName>)]
    pub color: Option<String>,
    /// Seconds, for `add-time`.
    pub seconds: Option<u32>,
    /// `1-0`, `0-1` or `1/2-1/2`, for `adjudicate` and `correct`.
    #[schema(value_type = Option<ResultName>)]
    pub result: Option<String>,
    /// How the game ended, for `correct`; `adjudication` by default.
    #[schema(value_type = Option<TerminationName>)]
    pub termination: Option<String>,
}

impl RulingRequest {
    /// The requested ruling; `None` confirms the result.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the field that is missing or invalid.
    pub fn rule(&self) -> Result<Option<Rule>, Error> {
        let action = OfficialAction::ALL.into_iter().find(|action| action.key() == self.ruling);
        Ok(match action.ok_or_else(unknown_ruling)? {
            OfficialAction::Confirm => None,
            OfficialAction::Pause => Some(Rule::Pause),
            OfficialAction::Resume => Some(Rule::Resume),
            OfficialAction::AddTime => {
                let amount = i64::from(self.seconds.unwrap_or(0)) * SECOND;
                Some(Rule::AddTime { to: self.parse_color()?, amount })
            }
            OfficialAction::Adjudicate => Some(Rule::Adjudicate { outcome: self.parse_outcome()? }),
            OfficialAction::Annul => Some(Rule::Annul),
            OfficialAction::Default => Some(Rule::Default { loser: self.parse_color()? }),
            OfficialAction::Reinstate => Some(Rule::Reinstate),
            OfficialAction::Correct => {
                let (outcome, termination) = (self.parse_outcome()?, self.parse_termination()?);
                Some(Rule::Correct { outcome, termination })
            }
        })
    }

    fn parse_color(&self) -> Result<Color, Error> {
        let color = self.color.as_deref().and_then(Color::parse);
        color.ok_or_else(|| Error::invalid("color", "Send white or black."))
    }

    fn parse_outcome(&self) -> Result<Outcome, Error> {
        let outcome = self.result.as_deref().and_then(Outcome::parse);
        outcome.ok_or_else(|| Error::invalid("result", "Send 1-0, 0-1 or 1/2-1/2."))
    }

    fn parse_termination(&self) -> Result<Termination, Error> {
        let text = self.termination.as_deref().filter(|text| !text.is_empty());
        let Some(text) = text else { return Ok(Termination::Adjudication) };
        let termination = Termination::parse(text);
        termination.ok_or_else(|| {
            Error::invalid("termination", "Unknown termination. See the API description.")
        })
    }
}

fn unknown_ruling() -> Error {
    let all: Vec<&str> = OfficialAction::ALL.iter().map(|action| action.key()).collect();
    Error::invalid("ruling", format!("Send one of {}.", all.join(", ")))
}

/// Rules on a live game, as an official of its event or, for a game without an organisation, as a
/// moderator. Nobody rules on their own game.
///
/// The ruling is recorded in the audit log with its reason, which both players see. Sent again with
/// the same `id`, it is done once.
#[utoipa::path(
    post, path = "/api/v1/plays/{id}/rulings", operation_id = "ruleOnPlay",
    request_body(content = RulingRequest, example = json!({"id": "00000000000000a4", "ruling": "pause", "reason": "The lights are out."})),
    responses(
        (status = 200, description = "The event that it caused", body = PlayEvent,
            example = json!({"number": 9, "at": "2026-04-30T12:00:00Z", "event": "paused", "by": "official", "reason": "The lights are out."})),
        (status = 422),
    ),
)]
pub async fn rule_on_play(post: PlayPost) -> ApiResult {
    live::may_serve(&post.actor, Act::RulePlay)?;
    let (asked, command) = post.read(|asked: &RulingRequest| &asked.id).await?;
    let rule = asked.rule()?;
    let run = move |live: &_, actor: &_, play: &_, sent| {
        live::rule(live, actor, play, sent, (rule, &asked.reason))
    };
    command.run(run).await
}
