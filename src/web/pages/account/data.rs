//! All one's data to take along, and leaving for good.

use std::io;
use std::time::{Duration, Instant};

use actix_web::http::header;
use actix_web::web::{self, Bytes, Payload};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Sender, channel};

use crate::service::{accounts, live, privacy};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Done, Field, Form};
use crate::web::own_data;
use crate::web::session::leave_nothing;
use crate::web::visit::Visit;

use super::attempt::{Came, Refusal, attempt_secret, now, see_other};
use super::sheet::Sheet;

const ADDRESS: &str = "/account/data";
const DELETE: &str = "/account/delete";
/// Pieces that wait for a reader.
const WAITING: usize = 16;
/// Who reads more slowly holds a thread no longer.
const LONGEST: Duration = Duration::from_secs(120);
const PAUSE: Duration = Duration::from_millis(5);

/// The page: what one takes along, and the way to leave.
pub async fn show(visit: Visit) -> Result<HttpResponse, PageError> {
    let texts = visit.texts();
    let form = Form::new(texts, "data", ADDRESS, &visit.form_token(), "data-take");
    Sheet::of_account(&visit, ADDRESS, "account-data")
        .say("data-words")
        .form(form)
        .link(DELETE, "delete-title")
        .answer(&visit)
}

/// Sends the file, part by part as it is read.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let _ = forms::read(&visit, &request, payload, Shape::of(&[])).await?;
    let place = visit.site.lanes.export(visit.caller).await;
    let place = place.map_err(|e| PageError::new(&visit, &e))?;
    let (sender, receiver) = channel(WAITING);
    let (app, actor) = (visit.site.app.clone(), visit.actor().clone());
    // It goes on by itself, and ends when nobody reads any more.
    drop(web::block(move || {
        let _place = place;
        let (until, at) = (Instant::now() + LONGEST, now());
        let mut goes = push(&sender, own_data::head(at), until);
        let mut first = true;
        let read = privacy::export(&app, &actor, actor.account, at, &mut |part| {
            goes = goes && push(&sender, own_data::line(part, first), until);
            first = false;
            goes
        });
        match read {
            Ok(()) if goes => drop(push(&sender, own_data::TAIL.to_owned(), until)),
            Ok(()) => {}
            Err(e) => {
                tracing::error!(error = %e, "somebody's own data could not be read to the end");
                let _ = sender.try_send(Err(io::Error::other("cut off")));
            }
        }
    }));
    let body = stream::unfold(receiver, |mut receiver| async move {
        receiver.recv().await.map(|piece| (piece, receiver))
    });
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"adjutant-data.json\""))
        .streaming(Box::pin(body)))
}

/// Hands a piece over; `false` where nobody takes it in time.
fn push(sender: &Sender<Result<Bytes, io::Error>>, text: String, until: Instant) -> bool {
    let mut piece = Ok(Bytes::from(text));
    loop {
        match sender.try_send(piece) {
            Ok(()) => return true,
            Err(TrySendError::Closed(_)) => return false,
            Err(TrySendError::Full(_)) if Instant::now() > until => return false,
            Err(TrySendError::Full(back)) => piece = back,
        }
        std::thread::sleep(PAUSE);
    }
}

fn delete_sheet(visit: &Visit) -> Sheet {
    let texts = visit.texts();
    let name = visit.actor().name.clone();
    let form = Form::new(texts, "delete", DELETE, &visit.form_token(), "delete-button")
        .with(
            Field::line(texts, "name", "delete-name")
                .hint_words(texts.one("delete-name-hint", "name", name))
                .required(),
        )
        .with(Field::password(texts, "password", "password"))
        .danger()
        .instead(ADDRESS, "cancel");
    Sheet::of_account(visit, ADDRESS, "delete-title")
        .say("delete-words")
        .say("delete-stays")
        .form(form)
}

/// Asks for one's name and password before that which cannot be undone.
pub async fn show_delete(visit: Visit) -> Result<HttpResponse, PageError> {
    delete_sheet(&visit).answer(&visit)
}

/// Deletes the account, and the person from its player.
pub async fn take_delete(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, Shape::of(&["name", "password"])).await?;
    let texts = visit.texts();
    if sent.text("name") != visit.actor().name {
        let words = texts.get("delete-fault-name");
        return delete_sheet(&visit).refused(&visit, Refusal::faults(vec![("name", words)]));
    }
    let (actor, came) = (visit.actor().clone(), Came::of(&request, &visit));
    let password = sent.raw("password").to_owned();
    let desk = visit.site.live.clone();
    let deleted = attempt_secret(&visit, move |app| {
        accounts::prove_again(app, &actor, &password, &came.arrival(), now())?;
        let plays = live::running(&desk, &actor)?;
        let deleted = privacy::delete(app, &actor, actor.account, now())?;
        for play in plays {
            // What cannot be told now is found when the play is looked at.
            let _later = desk.refresh(&play.id);
        }
        Ok(deleted)
    });
    match deleted.await? {
        Ok(_) => {
            let mut response = see_other(&Done::address("/sign-in", "done-deleted"));
            leave_nothing(&mut response, &visit.site);
            Ok(response)
        }
        Err(refusal) => delete_sheet(&visit).refused(&visit, refusal),
    }
}
