//! Entrants: registered by officials, one by one or in thousands, and by themselves.

use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::teams::BoardPlayers;
use adjutant_domain::contest::{Amount, ChallengeAnswer, EntrantId, GameSlot};
use adjutant_service::contests::{
    self, CommandOutcome, ContestCommand, EntrantAction, EntrantCorrection, GameResultName,
    NewEntrant, NewTeam, ParticipantAction, invalid_amount,
};
use swiss::series::GameResult;

use super::{
    MAX_LIST_BYTES, MAX_LONG_BODY_BYTES, all_to_zero_based, execute_commands, first,
    read_permitted, require_field, run_commands, to_zero_based,
};
use crate::prelude::*;

endpoints! {
    add: CheckIn;
    act_on_entrants: CheckIn;
    correct: CheckIn;
    act_as_participant: TakePart;
}

/// The largest request of a participant, in bytes.
const MAX_OWN_BYTES: usize = 32 << 10;

/// Entrants to register.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddEntrantsRequest {
    /// At most 3,000.
    #[serde(default)]
    pub entrants: Vec<NewEntrant>,
    /// In a team event, at most 500 teams.
    pub teams: Option<Vec<NewTeam>>,
    /// Registers them even if they are not eligible.
    #[serde(default)]
    pub exception: bool,
    /// Completes what is missing from the organisation's newest rating list, if there is one.
    #[serde(default)]
    pub fill_from_rating_list: bool,
}

/// An action of officials on entrants.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EntrantActionRequest {
    #[serde(rename = "do")]
    pub action: EntrantAction,
    /// The number of an entrant in the event.
    pub entrant: Option<u32>,
    /// Or several numbers; all of them or none.
    #[serde(default)]
    pub entrants: Vec<u32>,
    /// For `merge`: the number that stays.
    pub into: Option<u32>,
    /// With `paid`: how much each of them has paid in all, such as `50.00`. The fee is paid if that is enough.
    #[schema(pattern = r"^[0-9]{1,8}(\.[0-9]{1,2})?$")]
    pub amount: Option<String>,
}

/// An action of a participant, with its arguments.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ParticipantActionRequest {
    #[serde(rename = "do")]
    pub action: ParticipantAction,
    #[serde(default = "first")]
    pub stage: usize,
    pub round: Option<usize>,
    pub table: Option<usize>,
    #[serde(default = "first")]
    pub game: usize,
    #[schema(value_type = Option<GameResultName>)]
    pub result: Option<GameResult>,
    pub team: Option<NewTeam>,
    pub players: Option<Vec<usize>>,
    /// The number of the other of the challenge: whom you challenge or have challenged, or who challenged you.
    pub entrant: Option<u32>,
}

impl EntrantActionRequest {
    fn into_commands(self) -> Result<Vec<ContestCommand>, Error> {
        if self.action == EntrantAction::Clear {
            return Ok(vec![ContestCommand::ClearPresence]);
        }
        let all: Vec<u32> = self.entrant.into_iter().chain(self.entrants).collect();
        if all.is_empty() {
            return Err(Error::invalid(
                "entrant",
                "Name an entrant by number, or several as entrants.",
            ));
        }
        let into = match self.action {
            EntrantAction::Merge => EntrantId(require_field("into", self.into)?),
            _ => EntrantId(0),
        };
        let amount = self.amount.as_deref().map(|amount| match self.action {
            EntrantAction::Paid => amount.parse().map_err(|_| invalid_amount("amount")),
            _ => Err(Error::invalid("amount", "Send an amount with paid alone.")),
        });
        let amount: Option<Amount> = amount.transpose()?;
        let command = |entrant: u32| match amount {
            Some(amount) => ContestCommand::RecordPayment { entrant: EntrantId(entrant), amount },
            None => self.action.command(EntrantId(entrant), into),
        };
        Ok(all.into_iter().map(command).collect())
    }
}

impl ParticipantActionRequest {
    /// The stage, round and table that the action is about, counted from 0.
    fn table(&self) -> Result<TableId, Error> {
        let [stage, round, table] = all_to_zero_based([
            ("stage", self.stage),
            ("round", require_field("round", self.round)?),
            ("table", require_field("table", self.table)?),
        ])?;
        Ok(TableId { stage, round, table })
    }

    fn other(&self) -> Result<EntrantId, Error> {
        Ok(EntrantId(require_field("entrant", self.entrant)?))
    }

    fn into_line_up_command(self) -> Result<ContestCommand, Error> {
        let at = self.table()?;
        let players = parse_member_places(require_field("players", self.players)?)?;
        Ok(ContestCommand::SubmitLineUp { at, players })
    }

    fn to_report_command(&self) -> Result<ContestCommand, Error> {
        let TableId { stage, round, table } = self.table()?;
        let game = to_zero_based("game", self.game)?;
        let result = require_field("result", self.result)?;
        let spot = GameSlot { stage, round, table, game };
        Ok(ContestCommand::ReportResult { spot, result })
    }
}

/// Converts places among the members of a team, counted from 1.
pub(super) fn parse_member_places(players: Vec<usize>) -> Result<BoardPlayers, Error> {
    let places = players.into_iter().map(|place| to_zero_based("players", place));
    places.collect::<Result<Vec<usize>, Error>>().map(BoardPlayers)
}

/// Registers players or teams: all of them or, if one cannot be registered, none.
///
/// Players are found by handle; other names are guests. Errors are reported row by row. Players who
/// are registered already stay as they are, so a corrected list can be sent again.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/entrants", operation_id = "addEntrants",
    request_body(content = AddEntrantsRequest, example = json!({"entrants": [{"name": "Lakandula"}, {"name": "Maria Makiling", "rating": 1500, "club": "Knights"}]})),
    responses((status = 200, description = "All are registered", body = CommandOutcome,
        example = json!({"version": 3, "facts": 2}))),
)]
pub async fn add(ApiPost { site, actor, body }: ApiPost, slug: Path<String>) -> ApiResult {
    let of = (&actor, Act::CheckIn, slug.as_str());
    let mut sent: AddEntrantsRequest = read_permitted(&site, of, body, MAX_LIST_BYTES).await?;
    if sent.teams.is_some() && !sent.entrants.is_empty() {
        return Err(Error::invalid("body", "Send either entrants or teams.").into());
    }
    let outcome = run_read(&site, move |app| match sent.teams {
        Some(teams) => {
            contests::register_teams(app, &actor, &slug, &teams, sent.exception, now_micros())
        }
        None => {
            let list = &mut sent.entrants;
            if sent.fill_from_rating_list {
                contests::fill_new_entrants(app, &actor, &slug, list)?;
            }
            contests::register_entrants(app, &actor, &slug, list, sent.exception, now_micros())
        }
    });
    Ok(private_json(&outcome.await?))
}

/// Admits, withdraws or checks in entrants, marks who has paid, or merges two rows of one person.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/people", operation_id = "actOnEntrant",
    request_body(content = EntrantActionRequest, example = json!({"do": "there", "entrants": [1, 2]})),
    responses((status = 200, description = "The change is recorded", body = CommandOutcome,
        example = json!({"version": 5, "facts": 2}))),
)]
pub async fn act_on_entrants(post: ApiPost, slug: Path<String>) -> ApiResult {
    let of = (Act::CheckIn, slug.into_inner());
    run_commands(post, of, MAX_LONG_BODY_BYTES, EntrantActionRequest::into_commands).await
}

/// Corrects an entrant: the name of a guest, the rating, club or province. What is left out stays.
///
/// This is possible at any time until the event is over. A new rating changes the pairing numbers of
/// stages that have not started; in others they stay.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/entrants/{entrant}", operation_id = "correctEntrant",
    request_body(content = EntrantCorrection, example = json!({"rating": 1640, "club": "Knights"})),
    responses((status = 200, description = "The correction is recorded", body = CommandOutcome,
        example = json!({"version": 6, "facts": 1}))),
)]
pub async fn correct(
    ApiPost { site, actor, body }: ApiPost,
    path: Path<(String, String)>,
) -> ApiResult {
    let (slug, number) = path.into_inner();
    // There is no entrant 0.
    let entrant = EntrantId(number.parse().unwrap_or(0));
    let of = (&actor, Act::CheckIn, slug.as_str());
    let sent: EntrantCorrection = read_permitted(&site, of, body, MAX_OWN_BYTES).await?;
    let app = site.app.clone();
    let correct =
        move || contests::correct_entrant(&app, &actor, &slug, entrant, &sent, now_micros());
    Ok(private_json(&site.lanes.write(correct).await??))
}

/// Registers you or your team, withdraws, checks in, submits a line-up, or reports the result of
/// your game.
///
/// A sealed line-up is visible to its team and to officials only, until both are in or an official
/// releases them. If players report results, a result counts once both sides report the same;
/// otherwise an official decides.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/me", operation_id = "updateOwnParticipation",
    request_body(content = ParticipantActionRequest, example = json!({"do": "say", "round": 1, "table": 3, "result": "first"})),
    responses((status = 200, description = "The change is recorded", body = CommandOutcome,
        example = json!({"version": 9, "facts": 1}))),
)]
pub async fn act_as_participant(
    ApiPost { site, actor, body }: ApiPost,
    slug: Path<String>,
) -> ApiResult {
    let of = (&actor, Act::TakePart, slug.as_str());
    let sent: ParticipantActionRequest = read_permitted(&site, of, body, MAX_OWN_BYTES).await?;
    let command = match sent.action {
        ParticipantAction::Enter => {
            let enter = move |app: &_| contests::register_self(app, &actor, &slug, now_micros());
            let outcome = run_read(&site, enter).await?;
            return Ok(private_json(&outcome));
        }
        ParticipantAction::EnterTeam => {
            let team = require_field("team", sent.team)?;
            let enter =
                move |app: &_| contests::register_own_team(app, &actor, &slug, &team, now_micros());
            let outcome = run_read(&site, enter).await?;
            return Ok(private_json(&outcome));
        }
        ParticipantAction::LineUp => sent.into_line_up_command()?,
        ParticipantAction::Leave => ContestCommand::WithdrawSelf,
        ParticipantAction::Return => ContestCommand::RejoinSelf,
        ParticipantAction::Forfeit => ContestCommand::ForfeitOwnTable(sent.table()?),
        ParticipantAction::Arrive => ContestCommand::CheckInSelf,
        ParticipantAction::Say => sent.to_report_command()?,
        ParticipantAction::Challenge => ContestCommand::ChallengeSelf(sent.other()?),
        ParticipantAction::AcceptChallenge => {
            ContestCommand::AnswerSelf(ChallengeAnswer::Accept, sent.other()?)
        }
        ParticipantAction::RefuseChallenge => {
            ContestCommand::AnswerSelf(ChallengeAnswer::Refuse, sent.other()?)
        }
        ParticipantAction::WithdrawChallenge => {
            ContestCommand::AnswerSelf(ChallengeAnswer::Withdraw, sent.other()?)
        }
        ParticipantAction::Pause => ContestCommand::PauseSelf { paused: true },
        ParticipantAction::Resume => ContestCommand::PauseSelf { paused: false },
    };
    execute_commands(&site, actor, slug.into_inner(), vec![command]).await
}
