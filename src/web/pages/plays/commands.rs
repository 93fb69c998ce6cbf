//! The commands of a player, sent by a form or by the page's script. The script gets the resulting
//! event as the response, as in the API.

use actix_web::ResponseError;
use serde::de::DeserializeOwned;

use crate::web::prelude::*;
use adjutant_service::access::Actor;
use adjutant_service::live::{self, Answer, AskedPly, Live, NotDeployed, Receipt, Sending};
use adjutant_service::{Error, refusals};
use adjutant_site::deployment_board::DraftCells;
use adjutant_site::error::ApiError;
use adjutant_site::html::{private_response, wants_json};
use adjutant_site::live::{PlayEvent, last_event_id, stream_play, subscribe};
use adjutant_site::play_commands::{parse_action, parse_command_id, parse_play_id_param};
use adjutant_site::received_command::ReceivedCommand;
use salpakan::rules::{Color, Draft, Move, RuleSet};

use super::deployment_form::RefusedDraft;
use super::game;
use super::game_access::GameAccess;

/// A submitted command.
pub struct SentCommand<T> {
    pub form: T,
    named: Result<Sending, Error>,
    /// Held until the command is done.
    receipt: Receipt,
}

/// The command's own id, part of every form of a command.
pub trait CommandFields: DeserializeOwned {
    fn command_id(&self) -> &str;
}

macro_rules! command_fields {
    ($($form:ty),*) => {
        $(impl $crate::web::pages::plays::commands::CommandFields for $form {
            fn command_id(&self) -> &str {
                &self.id
            }
        })*
    };
}

pub(super) use command_fields;

/// A set-up, in notation or cell by cell.
#[derive(Deserialize)]
pub struct DeploymentForm {
    id: String,
    setup: String,
    cell: Vec<String>,
}

#[derive(Deserialize)]
pub struct PlyForm {
    id: String,
    number: Entry<u32>,
    ply: String,
}

#[derive(Deserialize)]
struct ActionForm {
    id: String,
    word: String,
    seconds: Entry<u32>,
}

command_fields!(DeploymentForm, PlyForm, ActionForm);

impl PlyForm {
    /// The ply and its number.
    fn parse(&self) -> Result<(u32, Move), Error> {
        let mv =
            Move::parse(&self.ply).map_err(|_| Error::invalid("ply", refusals::PLY_WRITTEN))?;
        let number = self.number.get();
        Ok((number.ok_or_else(|| Error::invalid("number", refusals::PLY_NUMBER))?, mv))
    }
}

/// Reads a submitted command.
pub async fn read_command<T: CommandFields>(
    request: &HttpRequest,
    visit: &RequestContext,
    ReceivedCommand { payload, arrival }: ReceivedCommand,
) -> PageResult<SentCommand<T>> {
    let form = Post::new(request.clone(), payload).read::<T>(visit).await?.into_values();
    let receipt = arrival.into_receipt();
    let named = parse_command_id(form.command_id(), receipt.at());
    Ok(SentCommand { form, named, receipt })
}

impl<T: Send + 'static> SentCommand<T> {
    /// Runs the command on the threads reserved for commands.
    pub async fn run<R: Send + 'static>(
        self,
        visit: &RequestContext,
        command: impl FnOnce(&Live, &Actor, T, Result<Sending, Error>) -> Result<R, NotDeployed>
        + Send
        + 'static,
    ) -> Result<R, NotDeployed> {
        let (live, actor) = (visit.site.live.clone(), visit.actor().clone());
        let SentCommand { form, named, receipt } = self;
        let work = move || {
            let _under_way = receipt;
            command(&live, &actor, form, named)
        };
        visit.site.lanes.command(work).await?
    }
}

/// Responds with a redirect or, to the script, with the event.
pub async fn respond(
    request: &HttpRequest,
    visit: &RequestContext,
    spot: GameAccess,
    done: Result<Answer, NotDeployed>,
    typed: RefusedDraft,
) -> PageResult {
    let script = wants_json(request);
    let why = match done {
        Ok(_) if !script => return Ok(see_other(&spot.address())),
        Ok(answer) => {
            let told = serde_json::to_string(&PlayEvent::new(answer.number, &answer.event));
            return Ok(private_response("application/json", told.unwrap_or_default()));
        }
        Err(why) => why,
    };
    if !script {
        return game::refusal_page(visit, spot, why, typed).await;
    }
    let problem = match game::refused_command(visit, spot, why).await {
        Err(e) => ApiError::localized(e, visit.texts()),
        Ok((_, StatusCode::CONFLICT, words)) => {
            ApiError::new(StatusCode::CONFLICT, "conflict", words.join("; "))
        }
        Ok((_, _, words)) => ApiError::new(StatusCode::BAD_REQUEST, "invalid", words.join("; ")),
    };
    Ok(problem.error_response())
}

pub async fn submit_deployment(
    request: HttpRequest,
    visit: RequestContext,
    path: web::Path<String>,
    arrived: ReceivedCommand,
) -> PageResult {
    let sent = read_command(&request, &visit, arrived).await?;
    let spot = GameAccess::at_address(&path).or_page(&visit)?;
    deploy(&request, &visit, spot, sent).await
}

/// Deploys the set-up of whoever reaches the game this way.
pub async fn deploy(
    request: &HttpRequest,
    visit: &RequestContext,
    spot: GameAccess,
    sent: SentCommand<DeploymentForm>,
) -> PageResult {
    let typed = RefusedDraft { setup: sent.form.setup.clone(), cells: sent.form.cell.clone() };
    let draft = typed.clone();
    let done = sent.run(visit, move |live, actor, _, named| {
        let read = |color, rules: &RuleSet| draft_from_form(color, rules, &draft);
        match &spot {
            GameAccess::ViaAccount(id) => live::deploy(live, actor, id, named?, read, None),
            GameAccess::ViaPass(pass) => live::deploy_by_pass(live, pass, named?, read),
        }
    });
    let done = done.await;
    respond(request, visit, spot, done, typed).await
}

/// Parses a set-up given in notation or, if that is empty, cell by cell.
fn draft_from_form(color: Color, rules: &RuleSet, typed: &RefusedDraft) -> Result<Draft, Error> {
    if typed.setup.is_empty() && !typed.cells.is_empty() {
        let chosen = DraftCells::parse_form(*rules, typed.cells.iter().map(String::as_str));
        let chosen = chosen.ok_or_else(|| Error::invalid("setup", refusals::SET_UP_CELLS))?;
        return Ok(chosen.to_draft(color));
    }
    Draft::parse(color, rules, &typed.setup)
        .map_err(|_| Error::invalid("setup", refusals::SET_UP_WRITTEN))
}

pub async fn submit_ply(
    request: HttpRequest,
    visit: RequestContext,
    path: web::Path<String>,
    arrived: ReceivedCommand,
) -> PageResult {
    let sent = read_command(&request, &visit, arrived).await?;
    let spot = GameAccess::at_address(&path).or_page(&visit)?;
    play_ply(&request, &visit, spot, sent).await
}

/// Plays a move, by a pass for the side to move.
pub async fn play_ply(
    request: &HttpRequest,
    visit: &RequestContext,
    spot: GameAccess,
    sent: SentCommand<PlyForm>,
) -> PageResult {
    let done = sent.run(visit, move |live, actor, form, named| {
        let (number, mv) = form.parse()?;
        let asked = AskedPly { sent: named?, number, mv };
        Ok(match &spot {
            GameAccess::ViaAccount(id) => live::ply(live, actor, id, asked)?,
            GameAccess::ViaPass(pass) => live::ply_by_pass(live, pass, asked)?,
        })
    });
    let done = done.await;
    respond(request, visit, spot, done, RefusedDraft::default()).await
}

/// Carries out any other action.
pub async fn submit_action(
    request: HttpRequest,
    visit: RequestContext,
    path: web::Path<String>,
    arrived: ReceivedCommand,
) -> PageResult {
    let sent = read_command::<ActionForm>(&request, &visit, arrived).await?;
    let id = parse_play_id_param(&path).or_page(&visit)?;
    let done = sent.run(&visit, move |live, actor, form, named| {
        let action = parse_action(&form.word, form.seconds.get().unwrap_or(0))?;
        Ok(live::act(live, actor, &id, named?, action)?)
    });
    let done = done.await;
    respond(&request, &visit, GameAccess::ViaAccount(id), done, RefusedDraft::default()).await
}

/// Streams the events of the game.
pub async fn events(
    request: HttpRequest,
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    parameters.parse(&[]).or_page(&visit)?;
    let id = parse_play_id_param(&path).or_page(&visit)?;
    let heard = subscribe(&visit.site, visit.actor().clone(), id).await.or_page(&visit)?;
    Ok(stream_play(heard, last_event_id(&request)))
}
