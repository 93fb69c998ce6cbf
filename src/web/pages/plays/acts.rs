//! What a player sends from the page of his game: by a form, or by the page's script, which is answered
//! with the event that it made, as the API does.

use actix_web::http::{StatusCode, header};
use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse, ResponseError};

use crate::play::PlayId;
use crate::record::short_id_text;
use crate::rules::{Move, RuleSet};
use crate::service::Error;
use crate::service::live::{self, Answer, AskedPly, NotDeployed, Sending};
use crate::web::api::plays::{draft, read_id, read_word, sending};
use crate::web::error::{ApiError, PageError};
use crate::web::forms::{self, Shape};
use crate::web::live::{ToldEvent, heard_already, hearing, listen};
use crate::web::pages::account::attempt::see_other;
use crate::web::pages::for_one;
use crate::web::parameters::Parameters;
use crate::web::visit::Visit;

use super::game::{self, Looks, Refused};
use super::{ADDRESS, at_desk};

/// A form of the game that was sent: which game, and the command's name.
pub struct Sent {
    pub id: PlayId,
    pub form: forms::Form,
    pub named: Result<Sending, Error>,
}

/// Reads it.
pub async fn read(
    request: &HttpRequest,
    visit: &Visit,
    path: &str,
    payload: Payload,
    shape: Shape,
) -> Result<Sent, PageError> {
    let form = forms::read(visit, request, payload, shape).await?;
    let named = sending(form.text("id"), visit.site.live.moments().now());
    let id = read_id(path).map_err(|e| PageError::new(visit, &e))?;
    Ok(Sent { id, form, named })
}

/// Answers as who sent it takes it.
pub async fn answered(
    request: &HttpRequest,
    visit: &Visit,
    id: PlayId,
    done: Result<Answer, NotDeployed>,
    typed: String,
) -> Result<HttpResponse, PageError> {
    let accepts = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let script = accepts.is_some_and(|kinds| kinds.contains("application/json"));
    let why = match done {
        Ok(_) if !script => return Ok(see_other(&format!("{ADDRESS}/{}", short_id_text(&id)))),
        Ok(answer) => {
            let told = serde_json::to_string(&ToldEvent::of(answer.number, &answer.event));
            return Ok(for_one("application/json", told.unwrap_or_default()));
        }
        Err(why) => why,
    };
    match game::refusal(visit, id, why).await {
        Err(e) if script => Ok(ApiError::from(e).error_response()),
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
            game::page(visit, &seen, &Looks::default(), refused).await
        }
    }
}

/// Takes a set-up, once.
pub async fn deploy(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = read(&request, &visit, &path, payload, Shape::of(&["id", "setup"])).await?;
    let Sent { id, form, named } = sent;
    let (actor, typed) = (visit.actor().clone(), form.text("setup").to_owned());
    let setup = typed.clone();
    let done = at_desk(&visit, move |live| -> Result<Answer, NotDeployed> {
        let read = |color, rules: &RuleSet| draft(color, rules, &setup);
        live::deploy(live, &actor, &id, named?, read, None)
    });
    let done = done.await;
    answered(&request, &visit, id, done, typed).await
}

/// Makes a ply.
pub async fn ply(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let shape = Shape::of(&["id", "number", "ply"]);
    let Sent { id, form, named } = read(&request, &visit, &path, payload, shape).await?;
    let actor = visit.actor().clone();
    let done = at_desk(&visit, move |live| -> Result<Answer, NotDeployed> {
        let mv = Move::parse(form.text("ply"))
            .map_err(|_| Error::invalid("ply", "a ply is written e3-e4"))?;
        let number = form.text("number").parse().ok();
        let number = number.ok_or_else(|| Error::invalid("number", "plies count from 1"))?;
        Ok(live::ply(live, &actor, &id, AskedPly { sent: named?, number, mv })?)
    });
    let done = done.await;
    answered(&request, &visit, id, done, String::new()).await
}

/// Says or does something else.
pub async fn word(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let shape = Shape::of(&["id", "word", "seconds"]);
    let Sent { id, form, named } = read(&request, &visit, &path, payload, shape).await?;
    let actor = visit.actor().clone();
    let done = at_desk(&visit, move |live| -> Result<Answer, NotDeployed> {
        let saying = read_word(form.text("word"), form.text("seconds").parse().unwrap_or(0))?;
        Ok(live::say(live, &actor, &id, named?, saying)?)
    });
    let done = done.await;
    answered(&request, &visit, id, done, String::new()).await
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
