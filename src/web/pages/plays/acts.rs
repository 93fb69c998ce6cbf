//! What a player sends from the page of his game: by a form, or by the page's script, which is answered
//! with the event that it made, as the API does.

use actix_web::http::{StatusCode, header};
use actix_web::web;
use actix_web::{HttpRequest, HttpResponse, ResponseError};

use crate::play::PlayId;
use crate::service::live::{self, Answer, AskedPly, NotDeployed, Receipt, Sending};
use crate::service::{Error, refusals};
use crate::web::api::plays::{read_id, read_word, sending};
use crate::web::arrived::Arrived;
use crate::web::deploy::Cells;
use crate::web::error::{ApiError, PageError};
use crate::web::forms::{self, Shape};
use crate::web::live::{ToldEvent, heard_already, hearing, listen};
use crate::web::pages::account::attempt::see_other;
use crate::web::pages::for_one;
use crate::web::parameters::Parameters;
use crate::web::visit::Visit;
use salpakan::rules::{Color, Draft, Move, RuleSet};

use super::command_desk;
use super::deploying::Typed;
use super::game::{self, Looks, Refused};
use super::spot::Spot;

/// A form of the game that was sent: which game, and the command's name.
pub struct Sent {
    pub id: PlayId,
    pub form: forms::Form,
    pub named: Result<Sending, Error>,
    /// Kept until the command is done.
    pub receipt: Receipt,
}

/// Reads it.
pub async fn read(
    request: &HttpRequest,
    visit: &Visit,
    path: &str,
    Arrived { payload, arrival }: Arrived,
    shape: Shape,
) -> Result<Sent, PageError> {
    let form = forms::read(visit, request, payload, shape).await?;
    let receipt = arrival.receipt();
    let named = sending(form.text("id"), receipt.at());
    let id = read_id(path).map_err(|e| PageError::new(visit, &e))?;
    Ok(Sent { id, form, named, receipt })
}

/// Answers as who sent it takes it.
pub async fn answered(
    request: &HttpRequest,
    visit: &Visit,
    spot: Spot,
    done: Result<Answer, NotDeployed>,
    typed: Typed,
) -> Result<HttpResponse, PageError> {
    let accepts = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let script = accepts.is_some_and(|kinds| kinds.contains("application/json"));
    let why = match done {
        Ok(_) if !script => return Ok(see_other(&spot.address())),
        Ok(answer) => {
            let told = serde_json::to_string(&ToldEvent::of(answer.number, &answer.event));
            return Ok(for_one("application/json", told.unwrap_or_default()));
        }
        Err(why) => why,
    };
    match game::refusal(visit, spot, why).await {
        Err(e) if script => Ok(ApiError::told(e, visit.texts()).error_response()),
        Err(e) => Err(PageError::new(visit, &e)),
        Ok((_, status, words)) if script => {
            let conflict = status == StatusCode::CONFLICT;
            let (status, kind) = match conflict {
                true => (status, "conflict"),
                false => (StatusCode::BAD_REQUEST, "invalid"),
            };
            Ok(ApiError::new(status, kind, words.join("; ")).error_response())
        }
        Ok((seen, status, words)) => {
            let refused = Refused { status, words, typed };
            game::page(visit, spot, &seen, &Looks::default(), refused).await
        }
    }
}

/// Takes a set-up, once.
pub async fn deploy(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    arrived: Arrived,
) -> Result<HttpResponse, PageError> {
    let shape = Shape { once: &["id", "setup"], many: &["cell"], files: &[] };
    let Sent { id, form, named, receipt } = read(&request, &visit, &path, arrived, shape).await?;
    let actor = visit.actor().clone();
    let cells: Vec<String> = form.all("cell").map(str::to_owned).collect();
    let typed = Typed { setup: form.text("setup").to_owned(), cells };
    let sent = typed.clone();
    let done = command_desk(&visit, move |live| -> Result<Answer, NotDeployed> {
        let _under_way = receipt;
        let read = |color, rules: &RuleSet| draft_of(color, rules, &sent);
        live::deploy(live, &actor, &id, named?, read, None)
    });
    let done = done.await;
    answered(&request, &visit, Spot::Play(id), done, typed).await
}

/// A set-up as it is written or, where nothing is, as it was chosen cell by cell.
pub fn draft_of(color: Color, rules: &RuleSet, typed: &Typed) -> Result<Draft, Error> {
    if typed.setup.is_empty() && !typed.cells.is_empty() {
        let chosen = Cells::read(*rules, typed.cells.iter().map(String::as_str));
        let chosen = chosen.ok_or_else(|| Error::invalid("setup", refusals::SET_UP_CELLS))?;
        return Ok(chosen.draft(color));
    }
    Draft::parse(color, rules, &typed.setup)
        .map_err(|_| Error::invalid("setup", refusals::SET_UP_WRITTEN))
}

/// Makes a ply.
pub async fn ply(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    arrived: Arrived,
) -> Result<HttpResponse, PageError> {
    let shape = Shape::of(&["id", "number", "ply"]);
    let Sent { id, form, named, receipt } = read(&request, &visit, &path, arrived, shape).await?;
    let actor = visit.actor().clone();
    let done = command_desk(&visit, move |live| -> Result<Answer, NotDeployed> {
        let _under_way = receipt;
        let mv = Move::parse(form.text("ply"))
            .map_err(|_| Error::invalid("ply", refusals::PLY_WRITTEN))?;
        let number = form.text("number").parse().ok();
        let number = number.ok_or_else(|| Error::invalid("number", refusals::PLY_NUMBER))?;
        Ok(live::ply(live, &actor, &id, AskedPly { sent: named?, number, mv })?)
    });
    let done = done.await;
    answered(&request, &visit, Spot::Play(id), done, Typed::default()).await
}

/// Says or does something else.
pub async fn word(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    arrived: Arrived,
) -> Result<HttpResponse, PageError> {
    let shape = Shape::of(&["id", "word", "seconds"]);
    let Sent { id, form, named, receipt } = read(&request, &visit, &path, arrived, shape).await?;
    let actor = visit.actor().clone();
    let done = command_desk(&visit, move |live| -> Result<Answer, NotDeployed> {
        let _under_way = receipt;
        let saying = read_word(form.text("word"), form.text("seconds").parse().unwrap_or(0))?;
        Ok(live::say(live, &actor, &id, named?, saying)?)
    });
    let done = done.await;
    answered(&request, &visit, Spot::Play(id), done, Typed::default()).await
}

/// What happens in the game, as it happens.
pub async fn events(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    parameters.read(&[]).map_err(|e| PageError::parameter(&visit, &e))?;
    let id = read_id(&path).map_err(|e| PageError::new(&visit, &e))?;
    let heard = hearing(&visit.site, visit.actor().clone(), id).await;
    let heard = heard.map_err(|e| PageError::new(&visit, &e))?;
    Ok(listen(heard, heard_already(&request)))
}
