//! The table where a game is played: the page of whoever holds a pass, and what he sends from it.

use actix_web::http::StatusCode;
use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::account::secret::Secret;
use crate::service::live::{
    self, Answer, AskedPly, NotDeployed, Pass, PassAnswer, Place, Receipt, Sending,
};
use crate::service::{Error, refusals};
use crate::web::api::plays::sending;
use crate::web::arrived::Arrived;
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::Form;
use crate::web::limits::Caller;
use crate::web::live::{heard_already, hearing_at_table, listen};
use crate::web::pages::account::attempt::see_other;
use crate::web::pages::account::sheet::Sheet;
use crate::web::parameters::Parameters;
use crate::web::session::{TABLE, secret_in, table_cookie};
use crate::web::visit::Visit;
use salpakan::rules::{Move, RuleSet};

use super::acts::{answered, draft_of};
use super::deploying::Typed;
use super::game::{self, Looks, Refused};
use super::jointly;
use super::spot::{AT, Spot};
use super::{ask_desk, command_desk};

/// What a link is for, and a button that opens it: a look alone, as programs in chats take one, uses
/// nothing up.
pub async fn show_link(visit: Visit, link: web::Path<String>) -> Result<HttpResponse, PageError> {
    let place = match Secret::parse(&link) {
        Some(link) => ask_desk(&visit, move |live| live::pass_of_link(live, &link)).await?,
        None => None,
    };
    let Some(place) = place else { return none(&visit) };
    let words = match place {
        Place::SetUp(_) => "table-open-set-up",
        Place::Device => "table-open-device",
    };
    let (texts, token) = (visit.texts(), visit.form_token());
    let form = Form::new(texts, "open", &visit.path, &token, "table-open");
    let heading = format!("table-place-{}", place.key());
    Sheet::at_the_door(&visit, &heading).say(words).form(form).answer(&visit)
}

/// Opens it: this browser has the pass from now on, and the link opens nothing any more.
pub async fn open_link(
    request: HttpRequest,
    visit: Visit,
    link: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let _ = forms::read(&visit, &request, payload, Shape::of(&[])).await?;
    let token = match Secret::parse(&link) {
        Some(link) => ask_desk(&visit, move |live| live::open_pass(live, &link)).await?,
        None => None,
    };
    let Some(token) = token else { return none(&visit) };
    let mut response = see_other(AT);
    let cookie = table_cookie(&visit.site, &token);
    response.add_cookie(&cookie).map_err(|e| {
        PageError::new(&visit, &Error::Internal(format!("a cookie that is none: {e}")))
    })?;
    Ok(response)
}

/// A link that was used or never was, or a browser that has none: the same of all.
fn none(visit: &Visit) -> Result<HttpResponse, PageError> {
    let sheet = Sheet::at_the_door(visit, "link-dead-title").say("table-none");
    sheet.link("/", "error-home").answer_as(visit, StatusCode::GONE)
}

/// The pass of this browser, if it holds one.
async fn held(request: &HttpRequest, visit: &Visit) -> Result<Option<Pass>, PageError> {
    let Some(token) = secret_in(request, &visit.site, TABLE) else { return Ok(None) };
    let link = Caller::holding(&token);
    let pass = ask_desk(visit, move |live| live::pass(live, &token)).await?;
    if pass.is_some() {
        link.note(request);
    }
    Ok(pass)
}

/// The table, as the pass shows it.
pub async fn show(
    request: HttpRequest,
    visit: Visit,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let given = parameters.read(&["from", "stay"]);
    let given = given.map_err(|e| PageError::parameter(&visit, &e))?;
    let stays = given.number("stay", 0..=1).map_err(|e| PageError::parameter(&visit, &e))?;
    let looks = Looks { from: given.text("from"), stays: stays == Some(1), ..Looks::default() };
    let Some(pass) = held(&request, &visit).await? else { return none(&visit) };
    let spot = Spot::Table(pass);
    let seen = game::seen(&visit, spot).await?;
    game::page(&visit, spot, &seen, &looks, Refused::default()).await
}

/// A form that was sent from the table.
struct Sent {
    pass: Pass,
    form: forms::Form,
    named: Result<Sending, Error>,
    /// Kept until the command is done.
    receipt: Receipt,
}

async fn read(
    request: &HttpRequest,
    visit: &Visit,
    Arrived { payload, arrival }: Arrived,
    shape: Shape,
) -> Result<Result<Sent, HttpResponse>, PageError> {
    let form = forms::read(visit, request, payload, shape).await?;
    let receipt = arrival.receipt();
    let named = sending(form.text("id"), receipt.at());
    match held(request, visit).await? {
        Some(pass) => Ok(Ok(Sent { pass, form, named, receipt })),
        None => Ok(Err(none(visit)?)),
    }
}

/// Takes a side's set-up, once.
pub async fn deploy(
    request: HttpRequest,
    visit: Visit,
    arrived: Arrived,
) -> Result<HttpResponse, PageError> {
    let shape = Shape { once: &["id", "setup"], many: &["cell"], files: &[] };
    let sent = match read(&request, &visit, arrived, shape).await? {
        Ok(sent) => sent,
        Err(none) => return Ok(none),
    };
    let Sent { pass, form, named, receipt } = sent;
    let cells: Vec<String> = form.all("cell").map(str::to_owned).collect();
    let typed = Typed { setup: form.text("setup").to_owned(), cells };
    let taken = typed.clone();
    let done = command_desk(&visit, move |live| -> Result<Answer, NotDeployed> {
        let _under_way = receipt;
        let read = |color, rules: &RuleSet| draft_of(color, rules, &taken);
        live::deploy_by_pass(live, &pass, named?, read)
    });
    let done = done.await;
    answered(&request, &visit, Spot::Table(pass), done, typed).await
}

/// Makes a ply of whoever is to move.
pub async fn ply(
    request: HttpRequest,
    visit: Visit,
    arrived: Arrived,
) -> Result<HttpResponse, PageError> {
    let sent = match read(&request, &visit, arrived, Shape::of(&["id", "number", "ply"])).await? {
        Ok(sent) => sent,
        Err(none) => return Ok(none),
    };
    let Sent { pass, form, named, receipt } = sent;
    let done = command_desk(&visit, move |live| -> Result<Answer, NotDeployed> {
        let _under_way = receipt;
        let mv = Move::parse(form.text("ply"));
        let mv = mv.map_err(|_| Error::invalid("ply", refusals::PLY_WRITTEN))?;
        let number = form.text("number").parse().ok();
        let number = number.ok_or_else(|| Error::invalid("number", refusals::PLY_NUMBER))?;
        Ok(live::ply_by_pass(live, &pass, AskedPly { sent: named?, number, mv })?)
    });
    let done = done.await;
    answered(&request, &visit, Spot::Table(pass), done, Typed::default()).await
}

/// Says something for the players: everybody who has to agree has ticked his box.
pub async fn word(
    request: HttpRequest,
    visit: Visit,
    arrived: Arrived,
) -> Result<HttpResponse, PageError> {
    let shape = Shape::of(&["id", "word", "white", "black"]);
    let sent = match read(&request, &visit, arrived, shape).await? {
        Ok(sent) => sent,
        Err(none) => return Ok(none),
    };
    let Sent { pass, form, named, receipt } = sent;
    if let Some((place, answer)) = renewal(form.text("word")) {
        let done =
            command_desk(&visit, move |live| live::answer_by_pass(live, &pass, place, answer));
        return match done.await {
            Ok(()) => Ok(see_other(AT)),
            Err(why) => {
                let why: Result<Answer, NotDeployed> = Err(why.into());
                answered(&request, &visit, Spot::Table(pass), why, Typed::default()).await
            }
        };
    }
    let done = command_desk(&visit, move |live| -> Result<Answer, NotDeployed> {
        let _under_way = receipt;
        let what = jointly::read(form.text("word"));
        let what = what.ok_or_else(|| Error::invalid("word", refusals::TABLE_WORD))?;
        if !jointly::agree(what).iter().all(|who| form.is_ticked(who)) {
            return Err(Error::conflict(refusals::NOT_ALL_AGREE).into());
        }
        Ok(live::say_by_pass(live, &pass, named?, what)?)
    });
    let done = done.await;
    answered(&request, &visit, Spot::Table(pass), done, Typed::default()).await
}

/// What a side says of a pass that is asked for: `agree-device`.
fn renewal(word: &str) -> Option<(Place, PassAnswer)> {
    let (answer, place) = word.split_once('-')?;
    let answer = match answer {
        "agree" => PassAnswer::Agree,
        "refuse" => PassAnswer::Refuse,
        _ => return None,
    };
    Some((Place::parse(place)?, answer))
}

/// What happens at the table, as it happens.
pub async fn events(
    request: HttpRequest,
    visit: Visit,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    parameters.read(&[]).map_err(|e| PageError::parameter(&visit, &e))?;
    let Some(pass) = held(&request, &visit).await? else { return none(&visit) };
    let heard = hearing_at_table(&visit.site, pass).await;
    let heard = heard.map_err(|e| PageError::new(&visit, &e))?;
    Ok(listen(heard, heard_already(&request)))
}
