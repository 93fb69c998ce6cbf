//! Stages begin, and rounds are paired, changed, published and taken back.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};
use rand::RngExt;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::web::play_commands::parse_play_id_param;
use adjutant_domain::contest::teams::MatchTable;
use adjutant_domain::contest::{EntrantId, ProhibitedGroup, RequestedBye};
use adjutant_service::access::Act;
use adjutant_service::contests::ContestCommand;
use adjutant_service::{App, Error, live, refusals};

use super::super::super::bearer_auth::BearerAuth;
use super::super::super::error::ApiError;
use super::super::super::site::Site;
use super::super::endpoint::endpoints;
use super::super::{CachePolicy, json_response, run_read};
use super::entrants::parse_member_places;
use super::separation::SeparationGroup;
use super::{
    ContestCommandResponse, MAX_LONG_BODY_BYTES, execute_commands, first, read_permitted_command,
    require_field, to_zero_based,
};

endpoints! {
    act_on_round: ManagePairings;
}

/// What is done with a stage or a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RoundAction {
    /// The stage begins with those who enter it.
    Begin,
    /// The stage has not begun after all, as long as nothing of it is played; with `rounds_too` its published rounds go.
    TakeBackBegin,
    /// An `entrant` who came late joins it.
    Join,
    /// The next round is paired as a draft, or the draft anew.
    Pair,
    /// Of a draft, `entrant` and `with` change their seats.
    Exchange,
    /// Everybody sees the `round`; with `draft`, as the desk has it, only if it is the one that was seen.
    Publish,
    /// The last `round` goes; with `results_too` one that has results.
    TakeBack,
    /// The round that was taken back last is there again.
    Restore,
    /// An `entrant` asks for a `bye` in a `round`, or for none after all.
    Bye,
    /// Of the team `entrant`, the `players` (their places among its members, from 1 on) play on the boards of a `table`.
    LineUp,
    /// The time for line-ups is over, of a `table` or of a whole `round`.
    Release,
    /// Another game is made for a table whose `play` was annulled.
    PlayAgain,
    /// People of the same of `groups` do not meet, at all or in the first `rounds`; instead of all groups before.
    KeepApart,
}

/// A bye that somebody asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ByeName {
    /// For the points of a draw.
    Half,
    /// For none.
    Zero,
    /// For the points of a win.
    Full,
    /// He plays after all.
    None,
}

/// What officials do with a stage or a round.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundActionRequest {
    #[serde(rename = "do")]
    pub action: RoundAction,
    /// The first where it is left out.
    #[serde(default = "first")]
    pub stage: usize,
    #[serde(default)]
    pub round: Option<usize>,
    #[serde(default)]
    pub entrant: Option<u32>,
    #[serde(default)]
    pub with: Option<u32>,
    #[serde(default)]
    pub bye: Option<ByeName>,
    #[serde(default)]
    pub groups: Option<Vec<SeparationGroup>>,
    #[serde(default)]
    pub play: Option<String>,
    #[serde(default)]
    pub draft: Option<String>,
    #[serde(default)]
    pub results_too: bool,
    #[serde(default)]
    pub rounds_too: bool,
    #[serde(default)]
    pub table: Option<usize>,
    #[serde(default)]
    pub players: Option<Vec<usize>>,
    /// The lot for the first color, if officials have drawn it: whether the first has White. Left out, it is
    /// drawn here.
    #[serde(default)]
    pub white: Option<bool>,
}

impl RoundActionRequest {
    fn into_command(self) -> Result<ContestCommand, Error> {
        let stage = to_zero_based("stage", self.stage)?;
        let round = || to_zero_based("round", require_field("round", self.round)?);
        let entrant = || require_field("entrant", self.entrant).map(EntrantId);
        Ok(match self.action {
            RoundAction::Begin => {
                let lot = || rand::rng().random::<bool>();
                ContestCommand::StartStage { stage, white: self.white.unwrap_or_else(lot) }
            }
            RoundAction::TakeBackBegin => {
                ContestCommand::TakeBackStageStart { stage, with_rounds: self.rounds_too }
            }
            RoundAction::Join => ContestCommand::JoinStage { stage, entrant: entrant()? },
            RoundAction::Pair => ContestCommand::PairRound { stage },
            RoundAction::Exchange => ContestCommand::SwapEntrants {
                stage,
                one: entrant()?,
                other: require_field("with", self.with).map(EntrantId)?,
            },
            RoundAction::Publish => match self.draft.as_deref() {
                None => ContestCommand::PublishRound { stage, round: round()? },
                Some(seen) => {
                    // What is no draft of ours is another than the one that is there.
                    let seen = u64::from_str_radix(seen, 16).unwrap_or_default();
                    ContestCommand::PublishSeenDraft { stage, round: round()?, seen }
                }
            },
            RoundAction::TakeBack => ContestCommand::TakeBackRound {
                stage,
                round: round()?,
                with_results: self.results_too,
            },
            RoundAction::Restore => ContestCommand::RestoreRound { stage },
            RoundAction::Bye => ContestCommand::RequestBye {
                stage,
                round: round()?,
                entrant: entrant()?,
                bye: match require_field("bye", self.bye)? {
                    ByeName::Half => Some(RequestedBye::Half),
                    ByeName::Zero => Some(RequestedBye::Zero),
                    ByeName::Full => Some(RequestedBye::Full),
                    ByeName::None => None,
                },
            },
            RoundAction::LineUp => {
                let table = to_zero_based("table", require_field("table", self.table)?)?;
                let (at, team) = (MatchTable { stage, round: round()?, table }, entrant()?);
                ContestCommand::SetLineUp {
                    at,
                    team,
                    players: parse_member_places(require_field("players", self.players)?)?,
                }
            }
            RoundAction::Release => {
                let table = self.table.map(|table| to_zero_based("table", table)).transpose()?;
                ContestCommand::ReleaseLineUps { stage, round: round()?, table }
            }
            // It is no command of the event, and was taken before.
            RoundAction::PlayAgain => return Err(Error::not_found(refusals::EVENT_NO_SPOT)),
            RoundAction::KeepApart => {
                let groups = require_field("groups", self.groups)?;
                let groups = groups.into_iter().map(ProhibitedGroup::try_from);
                ContestCommand::SetProhibitedGroups(groups.collect::<Result<_, _>>()?)
            }
        })
    }
}

/// Starts a stage; pairs, edits, publishes or retracts a round.
///
/// Only officials see a draft, at `/api/v1/events/{slug}/desk`, with the rules that it violates.
#[utoipa::path(
    post,
    path = "/api/v1/events/{slug}/rounds",
    operation_id = "tellOfRounds",
    request_body(content = RoundActionRequest, example = json!({"do": "publish", "stage": 1, "round": 1})),
    responses((status = 200, description = "The change is recorded", body = ContestCommandResponse,
        example = json!({"version": 17, "facts": 1}))),
)]
pub async fn act_on_round(
    request: HttpRequest,
    site: web::Data<Site>,
    BearerAuth(actor): BearerAuth,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let slug = path.into_inner();
    let of = (&actor, Act::ManagePairings, slug.as_str());
    let sent: RoundActionRequest =
        read_permitted_command((&request, payload), &site, of, MAX_LONG_BODY_BYTES).await?;
    if sent.action == RoundAction::PlayAgain {
        let play = parse_play_id_param(&require_field("play", sent.play)?)?;
        let live = site.live.clone();
        let again = move |_: &App| live::play_again(&live, &actor, &slug, &play);
        let version = run_read(&site, again).await?;
        return Ok(json_response(
            &ContestCommandResponse { version, facts: 0 },
            CachePolicy::Private,
        ));
    }
    let commands = vec![sent.into_command()?];
    Ok(json_response(&execute_commands(&site, actor, slug, commands).await?, CachePolicy::Private))
}
