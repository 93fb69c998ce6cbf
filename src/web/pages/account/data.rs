//! Download of all personal data, and account deletion.

use std::io;
use std::time::{Duration, Instant};

use actix_web::http::header;
use actix_web::web::Bytes;
use futures_util::stream;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Sender, channel};

use crate::web::prelude::*;
use adjutant_api::data_export;
use adjutant_service::accounts::{self, AccountError};
use adjutant_service::{live, privacy};
use adjutant_site::forms::RequestOrigin;
use adjutant_site::session::clear_session;

use super::account_page;

const ADDRESS: &str = "/account/data";
const DELETE_PATH: &str = "/account/delete";
/// Chunks queued for the client.
const MAX_QUEUED_CHUNKS: usize = 16;
/// A slower client must not hold the thread longer.
const MAX_DOWNLOAD_TIME: Duration = Duration::from_secs(120);
const SEND_RETRY_PAUSE: Duration = Duration::from_millis(5);

#[derive(Deserialize)]
struct DeleteForm {
    name: String,
    password: Verbatim,
}

pub async fn show(visit: RequestContext) -> PageResult {
    let form = visit.form("data", ADDRESS, "data-take");
    account_page(&visit, ADDRESS, "account-data")
        .paragraph("data-words")
        .form(form)
        .link(DELETE_PATH, "delete-title")
        .respond(&visit)
}

/// Streams the file as it is read from the database.
pub async fn download(visit: RequestContext, post: Post) -> PageResult {
    post.read_empty(&visit).await?;
    let place = visit.site.lanes.export(visit.caller).await.or_page(&visit)?;
    let (sender, receiver) = channel(MAX_QUEUED_CHUNKS);
    let (app, actor) = (visit.site.app.clone(), visit.actor().clone());
    // The job ends when the client stops reading.
    drop(web::block(move || {
        let _place = place;
        let (until, at) = (Instant::now() + MAX_DOWNLOAD_TIME, now_micros());
        let mut goes = send_chunk(&sender, data_export::json_head(at), until);
        let mut first = true;
        let read = privacy::export(&app, &actor, actor.account, at, &mut |part| {
            goes = goes && send_chunk(&sender, data_export::json_line(part, first), until);
            first = false;
            goes
        });
        match read {
            Ok(()) if goes => drop(send_chunk(&sender, data_export::JSON_TAIL.to_owned(), until)),
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

/// Sends a chunk; returns `false` if the client does not take it in time.
fn send_chunk(sender: &Sender<Result<Bytes, io::Error>>, text: String, until: Instant) -> bool {
    let mut piece = Ok(Bytes::from(text));
    loop {
        match sender.try_send(piece) {
            Ok(()) => return true,
            Err(TrySendError::Closed(_)) => return false,
            Err(TrySendError::Full(_)) if Instant::now() > until => return false,
            Err(TrySendError::Full(back)) => piece = back,
        }
        std::thread::sleep(SEND_RETRY_PAUSE);
    }
}

fn delete_form_page(visit: &RequestContext) -> FormPage {
    let texts = visit.texts();
    let name = visit.actor().name.clone();
    let form = visit
        .form("delete", DELETE_PATH, "delete-button")
        .with_field(
            Field::text(texts, "name", "delete-name")
                .hint_text(texts.one("delete-name-hint", "name", name))
                .required(),
        )
        .with_field(Field::password(texts, "password", "password"))
        .dangerous()
        .with_alternative(ADDRESS, "cancel");
    account_page(visit, ADDRESS, "delete-title")
        .paragraph("delete-words")
        .paragraph("delete-stays")
        .form(form)
}

/// Asks for name and password before the deletion, which cannot be undone.
pub async fn show_delete(visit: RequestContext) -> PageResult {
    delete_form_page(&visit).respond(&visit)
}

/// Deletes the account and detaches the person from their player.
pub async fn submit_delete(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<DeleteForm>(&visit).await?;
    let texts = visit.texts();
    if sent.name != visit.actor().name {
        let words = texts.get("delete-fault-name");
        return delete_form_page(&visit).respond_refused(&visit, FormRefusal::fault("name", words));
    }
    let came = RequestOrigin::new(&request, &visit);
    let password = sent.password.clone();
    let desk = visit.site.live.clone();
    let deleted = visit.attempt_secret(move |app, actor| {
        accounts::reauthenticate(app, actor, &password, &came.as_arrival(), now_micros())?;
        let plays = live::running(&desk, actor)?;
        privacy::delete(app, actor, actor.account, now_micros())?;
        for play in plays {
            // If this fails, the change is noticed when the game is next loaded.
            let _later = desk.refresh(&play.id);
        }
        Ok::<_, AccountError>(())
    });
    match deleted.await? {
        Ok(()) => {
            let mut response = redirect_with_flash("/sign-in", "done-deleted");
            clear_session(&mut response, &visit.site);
            Ok(response)
        }
        Err(refusal) => delete_form_page(&visit).respond_refused(&visit, refusal),
    }
}
