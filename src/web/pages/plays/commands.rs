//! The commands of a player, sent by a form or by the page's script. The script gets the resulting
//! event as the response, as in the API.

use actix_web::{FromRequest, ResponseError, dev};
use futures_util::future::LocalBoxFuture;
use serde::de::DeserializeOwned;

use crate::web::prelude::*;
use adjutant_domain::play::Sent;
use adjutant_service::access::Actor;
use adjutant_service::live::{self, Answer, AskedPly, Live, Refused};
use adjutant_service::{Error, refusals};
use adjutant_site::deployment_board::DraftCells;
use adjutant_site::error::ApiError;
use adjutant_site::html::{private_response, wants_json};
use adjutant_site::live::{PlayEvent, StreamAuth, last_event_id, stream_play, subscribe};
use adjutant_site::play_commands::{parse_action, parse_command_id};
use adjutant_site::received_command::ReceivedCommand;
use salpakan::rules::{Color, Draft, RuleSet};

use super::deployment_form::RefusedDraft;
use super::game;
use super::game_access::GameAccess;
use super::pass_holder::invalid_pass_page;

/// A command to be read, on a page that is reached by an account or by a table pass.
pub struct GameCommand {
    request: HttpRequest,
    visit: RequestContext,
    arrived: ReceivedCommand,
}

impl FromRequest for GameCommand {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<GameCommand, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut dev::Payload) -> Self::Future {
        let parts = <(RequestContext, ReceivedCommand)>::from_request(request, payload);
        let request = request.clone();
        Box::pin(async move {
            let (visit, arrived) = parts.await?;
            Ok(GameCommand { request, visit, arrived })
        })
    }
}

/// A form with a command.
pub trait CommandForm: DeserializeOwned + Send + 'static {
    /// The command's own id.
    fn command_id(&self) -> &str;

    /// The set-up in it, to be shown again if it is refused.
    fn draft(&self) -> RefusedDraft {
        RefusedDraft::default()
    }
}

impl GameCommand {
    /// Runs the command on the threads reserved for commands. Responds with a redirect or, to the
    /// script, with the resulting event.
    pub async fn run<T: CommandForm, R: Into<Option<Answer>> + Send + 'static>(
        self,
        use_case: impl FnOnce(&Live, &Actor, GameAccess, T, Result<Sent, Error>) -> Result<R, Refused>
        + Send
        + 'static,
    ) -> PageResult {
        let GameCommand { request, visit, arrived: ReceivedCommand { payload, arrival } } = self;
        let form = Post::new(request.clone(), payload).read::<T>(&visit).await?.into_values();
        let receipt = arrival.into_receipt();
        let sent = parse_command_id(form.command_id(), receipt.at());
        let Some(access) = GameAccess::of_request(&request, &visit).await? else {
            return invalid_pass_page(&visit);
        };
        let (typed, live, actor) = (form.draft(), visit.site.live.clone(), visit.actor().clone());
        let work = move || {
            // Held until the command is done.
            let _under_way = receipt;
            use_case(&live, &actor, access, form, sent).map(Into::into)
        };
        match visit.site.lanes.command(work).await.map_err(Refused::from).flatten() {
            Ok(Some(answer)) if wants_json(&request) => {
                let event = serde_json::to_string(&PlayEvent::new(answer.number, &answer.event));
                Ok(private_response("application/json", event.unwrap_or_default()))
            }
            Ok(_) => Ok(see_other(&access.address())),
            Err(why) if wants_json(&request) => Ok(problem(&visit, access, why).await),
            Err(why) => game::refusal_page(&visit, access, why, typed).await,
        }
    }
}

/// The response to the script if a command is refused.
async fn problem(visit: &RequestContext, access: GameAccess, why: Refused) -> HttpResponse {
    let problem = match game::refused_command(visit, access, why).await {
        Err(e) => ApiError::localized(e, visit.texts()),
        Ok((_, StatusCode::CONFLICT, words)) => {
            ApiError::new(StatusCode::CONFLICT, "conflict", words.join("; "))
        }
        Ok((_, _, words)) => ApiError::new(StatusCode::BAD_REQUEST, "invalid", words.join("; ")),
    };
    problem.error_response()
}

/// A set-up, in notation or cell by cell.
#[derive(Deserialize)]
pub struct DeploymentForm {
    id: String,
    setup: String,
    cell: Vec<String>,
    /// The side whose page it is on; empty but on one device.
    #[serde(default)]
    pub side: String,
}

#[derive(Deserialize)]
pub struct PlyForm {
    id: String,
    /// Likewise.
    #[serde(default)]
    pub side: String,
    number: Entry<u32>,
    ply: String,
}

#[derive(Deserialize)]
struct ActionForm {
    id: String,
    word: String,
    seconds: Entry<u32>,
}

impl CommandForm for DeploymentForm {
    fn command_id(&self) -> &str {
        &self.id
    }

    fn draft(&self) -> RefusedDraft {
        RefusedDraft { setup: self.setup.clone(), cells: self.cell.clone() }
    }
}

impl CommandForm for PlyForm {
    fn command_id(&self) -> &str {
        &self.id
    }
}

impl CommandForm for ActionForm {
    fn command_id(&self) -> &str {
        &self.id
    }
}

impl PlyForm {
    /// The ply as it was sent.
    pub fn asked(&self, sent: Sent) -> Result<AskedPly, Error> {
        let number = self.number.get();
        let number = number.ok_or_else(|| Error::invalid("number", refusals::PLY_NUMBER))?;
        Ok(AskedPly { sent, number, ply: self.ply.clone() })
    }
}

pub async fn submit_deployment(command: GameCommand) -> PageResult {
    let deploy = |live: &_, actor: &_, access, form: DeploymentForm, sent: Result<_, _>| {
        let read = |color, rules: &RuleSet| draft_from_form(color, rules, &form);
        match access {
            GameAccess::ViaAccount(id) => live::deploy(live, actor, &id, sent?, read, None),
            GameAccess::ViaPass(pass) => live::deploy_by_pass(live, &pass, sent?, None, read),
        }
    };
    command.run(deploy).await
}

/// Parses a set-up given in notation or, if that is empty, cell by cell.
pub fn draft_from_form(
    color: Color,
    rules: &RuleSet,
    form: &DeploymentForm,
) -> Result<Draft, Error> {
    if form.setup.is_empty() && !form.cell.is_empty() {
        let chosen = DraftCells::parse_form(*rules, form.cell.iter().map(String::as_str));
        let chosen = chosen.ok_or_else(|| Error::invalid("setup", refusals::SET_UP_CELLS))?;
        return Ok(chosen.to_draft(color));
    }
    Draft::parse(color, rules, &form.setup)
        .map_err(|_| Error::invalid("setup", refusals::SET_UP_WRITTEN))
}

/// Plays a move, by a pass for the side to move.
pub async fn submit_ply(command: GameCommand) -> PageResult {
    let play = |live: &_, actor: &_, access, form: PlyForm, sent: Result<_, _>| {
        let asked = form.asked(sent?)?;
        match access {
            GameAccess::ViaAccount(id) => live::ply(live, actor, &id, asked),
            GameAccess::ViaPass(pass) => live::ply_by_pass(live, &pass, asked),
        }
    };
    command.run(play).await
}

/// Carries out any other action of a player with an account.
pub async fn submit_action(command: GameCommand) -> PageResult {
    let act = |live: &_, actor: &_, access: GameAccess, form: ActionForm, sent: Result<_, _>| {
        let action = parse_action(&form.word, form.seconds.get().unwrap_or(0))?;
        live::act(live, actor, access.by_account()?, sent?, action)
    };
    command.run(act).await
}

/// Streams the events of the game.
pub async fn events(
    request: HttpRequest,
    visit: RequestContext,
    parameters: QueryString,
) -> PageResult {
    parameters.parse(&[]).or_page(&visit)?;
    let (auth, id) = match GameAccess::of_request(&request, &visit).await? {
        Some(GameAccess::ViaAccount(id)) => (StreamAuth::Actor(visit.actor().clone()), id),
        Some(GameAccess::ViaPass(pass)) => (StreamAuth::Pass(pass), *pass.play()),
        None => return invalid_pass_page(&visit),
    };
    let heard = subscribe(&visit.site, auth, id).await.or_page(&visit)?;
    Ok(stream_play(heard, last_event_id(&request)))
}
