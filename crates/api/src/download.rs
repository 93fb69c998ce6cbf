//! Downloads by browsers: the records of finished games, `game.ggn` and `game.json`, and files of events for their
//! officials.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, web};

use adjutant_domain::game::{write_ggn, write_json};
use adjutant_service::games::{self, AnyGame};
use adjutant_service::records::GameId;
use adjutant_service::{App, Error, Thing};

use crate::contest::official_file;
use crate::{CachePolicy, respond};
use adjutant_site::error::PageError;
use adjutant_site::html::private_download;
use adjutant_site::replica_reads::reading_app;
use adjutant_site::request_context::RequestContext;
use adjutant_site::use_cases::run_heavy_use_case;

/// Serves a record to a browser.
pub async fn download_record(
    visit: RequestContext,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, PageError> {
    let (id, name) = path.into_inner();
    let app = reading_app(&visit.site);
    let found = visit.site.lanes.read(move || {
        let id = GameId::parse(&id).ok_or_else(|| Error::missing(Thing::Game, id.as_str()))?;
        record_file(games::get_any(&app, id)?, &name)
    });
    let found = found.await.flatten();
    found.map(RecordFile::into_response).map_err(|e| PageError::new(&visit, &e))
}

/// Serves a file of an event to its officials' browsers.
pub async fn download_official_file(
    visit: RequestContext,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, PageError> {
    let actor = visit.actor().clone();
    let (slug, name) = path.into_inner();
    let saved_as = format!("{slug}-{name}");
    let write = move |app: &App| official_file(app, &actor, &slug, &name);
    let (kind, text) = run_heavy_use_case(&visit, write).await?;
    Ok(private_download(kind, &saved_as, text.into_bytes()))
}

pub struct RecordFile {
    content_type: &'static str,
    /// The suggested file name.
    name: String,
    body: Vec<u8>,
}

impl RecordFile {
    pub fn into_response(self) -> HttpResponse {
        let mut response = respond(self.content_type, self.body, CachePolicy::Revalidate);
        let disposition = format!("attachment; filename=\"{}\"", self.name);
        if let Ok(value) = HeaderValue::from_str(&disposition) {
            response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
        }
        response
    }
}

/// Writes the record in the format given by the file name.
///
/// # Errors
/// Returns [`Error::Missing`] if the game is not revealed or the name is unknown.
pub fn record_file(game: AnyGame, name: &str) -> Result<RecordFile, Error> {
    let id = game.summary().id;
    let record = game.record().ok_or_else(|| Error::missing(Thing::Record, name))?;
    let mut text = String::new();
    let (content_type, ending) = match name {
        "game.ggn" => {
            write_ggn(&mut text, &record);
            ("text/plain; charset=utf-8", "ggn")
        }
        "game.json" => {
            write_json(&mut text, &record);
            text.push('\n');
            ("application/json", "json")
        }
        _ => return Err(Error::missing(Thing::File, name)),
    };
    let name = format!("{id}.{ending}");
    Ok(RecordFile { content_type, name, body: text.into_bytes() })
}
