//! The page of a game for holders of a table pass, and the commands sent from it.

use actix_web::http::StatusCode;
use actix_web::web;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use crate::web::error::{PageError, PageResult};
use crate::web::forms::Post;
use crate::web::html::see_other;
use crate::web::kit::{Form, FormPage};
use crate::web::live::{last_event_id, stream_play, subscribe_with_pass};
use crate::web::parameters::QueryString;
use crate::web::play_commands::parse_command_id;
use crate::web::received_command::ReceivedCommand;
use crate::web::request_context::RequestContext;
use crate::web::request_limits::Caller;
use crate::web::session::{TABLE_PASS_COOKIE, cookie_secret, table_pass_cookie};
use adjutant_domain::account::secret::Secret;
use adjutant_service::live::{
    self, Answer, AskedPly, NotDeployed, Pass, PassAnswer, Place, Receipt, Sending,
};
use adjutant_service::{Error, refusals};
use salpakan::rules::RuleSet;

use super::commands::{
    CommandFields, DeploymentForm, PlyForm, command_fields, draft_from_form, respond,
};
use super::deployment_form::RefusedDraft;
use super::game::{self, GameQuery, RefusedCommand};
use super::game_access::{GameAccess, PASS_PATH};
use super::joint_actions;
use super::{query_live, run_command};

/// Explains a link, with a button to open it: link previews of chat programs must not use it up.
pub async fn show_link(visit: RequestContext, link: web::Path<String>) -> PageResult {
    let place = match Secret::parse(&link) {
        Some(link) => query_live(&visit, move |live| live::pass_of_link(live, &link)).await?,
        None => None,
    };
    let Some(place) = place else { return invalid_pass_page(&visit) };
    let words = match place {
        Place::SetUp(_) => "table-open-set-up",
        Place::Device => "table-open-device",
    };
    let (texts, token) = (visit.texts(), visit.form_token());
    let form = Form::new(texts, "open", &visit.path, &token, "table-open");
    let heading = format!("table-place-{}", place.key());
    FormPage::signed_out(&visit, &heading).paragraph(words).form(form).respond(&visit)
}

/// Redeems the link: this browser gets the pass, and the link becomes invalid.
pub async fn open_link(visit: RequestContext, link: web::Path<String>, post: Post) -> PageResult {
    post.read_empty(&visit).await?;
    let token = match Secret::parse(&link) {
        Some(link) => query_live(&visit, move |live| live::open_pass(live, &link)).await?,
        None => None,
    };
    let Some(token) = token else { return invalid_pass_page(&visit) };
    let mut response = see_other(PASS_PATH);
    let cookie = table_pass_cookie(&visit.site, &token);
    response.add_cookie(&cookie).map_err(|e| {
        PageError::new(&visit, &Error::Internal(format!("a cookie that is none: {e}")))
    })?;
    Ok(response)
}

/// The page for a used or unknown link and for a browser without a pass; it does not say which.
fn invalid_pass_page(visit: &RequestContext) -> PageResult {
    let sheet = FormPage::signed_out(visit, "link-dead-title").paragraph("table-none");
    sheet.link("/", "error-home").respond_with_status(visit, StatusCode::GONE)
}

/// The pass of this browser, if any.
async fn pass_from_cookie(
    request: &HttpRequest,
    visit: &RequestContext,
) -> PageResult<Option<Pass>> {
    let Some(token) = cookie_secret(request, &visit.site, TABLE_PASS_COOKIE) else {
        return Ok(None);
    };
    let link = Caller::from_link(&token);
    let pass = query_live(visit, move |live| live::pass(live, &token)).await?;
    if pass.is_some() {
        link.attach_to(request);
    }
    Ok(pass)
}

/// Shows the game as the pass allows.
pub async fn show(
    request: HttpRequest,
    visit: RequestContext,
    parameters: QueryString,
) -> PageResult {
    let given = parameters.parse(&["from", "stay"]);
    let given = given.map_err(|e| PageError::from_parameter(&visit, &e))?;
    let stays = given.number("stay", 0..=1).map_err(|e| PageError::from_parameter(&visit, &e))?;
    let looks =
        GameQuery { from: given.text("from"), stays: stays == Some(1), ..GameQuery::default() };
    let Some(pass) = pass_from_cookie(&request, &visit).await? else {
        return invalid_pass_page(&visit);
    };
    let spot = GameAccess::ViaPass(pass);
    let seen = game::load_game(&visit, spot).await?;
    game::page(&visit, spot, &seen, &looks, RefusedCommand::default()).await
}

/// A form submitted from the table.
struct TableForm<T> {
    pass: Pass,
    form: T,
    named: Result<Sending, Error>,
    /// Held until the command is done.
    receipt: Receipt,
}

#[derive(Deserialize)]
struct ActionForm {
    id: String,
    word: String,
    white: bool,
    black: bool,
}

command_fields!(ActionForm);

async fn read_form<T: CommandFields>(
    request: &HttpRequest,
    visit: &RequestContext,
    ReceivedCommand { payload, arrival }: ReceivedCommand,
) -> PageResult<Result<TableForm<T>, HttpResponse>> {
    let form = Post::new(request.clone(), payload).read::<T>(visit).await?.into_values();
    let receipt = arrival.into_receipt();
    let named = parse_command_id(form.command_id(), receipt.at());
    match pass_from_cookie(request, visit).await? {
        Some(pass) => Ok(Ok(TableForm { pass, form, named, receipt })),
        None => Ok(Err(invalid_pass_page(visit)?)),
    }
}

pub async fn submit_deployment(
    request: HttpRequest,
    visit: RequestContext,
    arrived: ReceivedCommand,
) -> PageResult {
    let sent = match read_form::<DeploymentForm>(&request, &visit, arrived).await? {
        Ok(sent) => sent,
        Err(none) => return Ok(none),
    };
    let TableForm { pass, form, named, receipt } = sent;
    let typed = RefusedDraft { setup: form.setup, cells: form.cell };
    let taken = typed.clone();
    let done = run_command(&visit, move |live| -> Result<Answer, NotDeployed> {
        let _under_way = receipt;
        let read = |color, rules: &RuleSet| draft_from_form(color, rules, &taken);
        live::deploy_by_pass(live, &pass, named?, read)
    });
    let done = done.await;
    respond(&request, &visit, GameAccess::ViaPass(pass), done, typed).await
}

/// Plays a move for the side to move.
pub async fn submit_ply(
    request: HttpRequest,
    visit: RequestContext,
    arrived: ReceivedCommand,
) -> PageResult {
    let sent = match read_form::<PlyForm>(&request, &visit, arrived).await? {
        Ok(sent) => sent,
        Err(none) => return Ok(none),
    };
    let TableForm { pass, form, named, receipt } = sent;
    let done = run_command(&visit, move |live| -> Result<Answer, NotDeployed> {
        let _under_way = receipt;
        let (number, mv) = form.parse()?;
        Ok(live::ply_by_pass(live, &pass, AskedPly { sent: named?, number, mv })?)
    });
    let done = done.await;
    respond(&request, &visit, GameAccess::ViaPass(pass), done, RefusedDraft::default()).await
}

/// Carries out a joint action after every player who must agree has ticked their box.
pub async fn submit_action(
    request: HttpRequest,
    visit: RequestContext,
    arrived: ReceivedCommand,
) -> PageResult {
    let sent = match read_form::<ActionForm>(&request, &visit, arrived).await? {
        Ok(sent) => sent,
        Err(none) => return Ok(none),
    };
    let TableForm { pass, form, named, receipt } = sent;
    if let Some((place, answer)) = parse_renewal_answer(&form.word) {
        let done =
            run_command(&visit, move |live| live::answer_by_pass(live, &pass, place, answer));
        return match done.await {
            Ok(()) => Ok(see_other(PASS_PATH)),
            Err(why) => {
                let why: Result<Answer, NotDeployed> = Err(why.into());
                respond(&request, &visit, GameAccess::ViaPass(pass), why, RefusedDraft::default())
                    .await
            }
        };
    }
    let done = run_command(&visit, move |live| -> Result<Answer, NotDeployed> {
        let _under_way = receipt;
        let what = joint_actions::parse_action(&form.word);
        let what = what.ok_or_else(|| Error::invalid("word", refusals::TABLE_WORD))?;
        if !joint_actions::required_consents(what).iter().all(|who| match *who {
            "white" => form.white,
            _ => form.black,
        }) {
            return Err(Error::conflict(refusals::NOT_ALL_AGREE).into());
        }
        Ok(live::say_by_pass(live, &pass, named?, what)?)
    });
    let done = done.await;
    respond(&request, &visit, GameAccess::ViaPass(pass), done, RefusedDraft::default()).await
}

/// Parses a side's answer to a renewal request, such as `agree-device`.
fn parse_renewal_answer(word: &str) -> Option<(Place, PassAnswer)> {
    let (answer, place) = word.split_once('-')?;
    let answer = match answer {
        "agree" => PassAnswer::Agree,
        "refuse" => PassAnswer::Refuse,
        _ => return None,
    };
    Some((Place::parse(place)?, answer))
}

/// Streams the events at the table.
pub async fn events(
    request: HttpRequest,
    visit: RequestContext,
    parameters: QueryString,
) -> PageResult {
    parameters.parse(&[]).map_err(|e| PageError::from_parameter(&visit, &e))?;
    let Some(pass) = pass_from_cookie(&request, &visit).await? else {
        return invalid_pass_page(&visit);
    };
    let heard = subscribe_with_pass(&visit.site, pass).await;
    let heard = heard.map_err(|e| PageError::new(&visit, &e))?;
    Ok(stream_play(heard, last_event_id(&request)))
}
