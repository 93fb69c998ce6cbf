//! Games with their moves, as a stream of any length.

use utoipa::IntoParams;

use adjutant_domain::game::{AnyRecord, write_ggn, write_json};
use adjutant_domain::moment::Micros;
use adjutant_service::export::{self, After, RecordBatch};
use adjutant_service::games::{Cursor, Filter};
use adjutant_service::records::GameId;
use adjutant_site::game_query::{GAME_PARAMETERS, GameQuery};
use adjutant_site::html::as_attachment;
use adjutant_site::schema_enums::RecordFormatName;

use super::games::GameFilters;
use super::lists;
use super::prelude::*;
use super::respond;

endpoints! {
    export_games: ReadPublic;
}

/// How games are exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RecordFormat {
    Ndjson,
    Entries,
    Ggn,
}

impl RecordFormat {
    const ALL: [(&'static str, RecordFormat); 3] = [
        ("ndjson", RecordFormat::Ndjson),
        ("entries", RecordFormat::Entries),
        ("ggn", RecordFormat::Ggn),
    ];

    fn parse(text: &str) -> Option<RecordFormat> {
        RecordFormat::ALL.iter().find(|(key, _)| *key == text).map(|(_, format)| *format)
    }

    const fn content_type(self) -> &'static str {
        match self {
            RecordFormat::Ndjson | RecordFormat::Entries => "application/x-ndjson",
            RecordFormat::Ggn => "text/plain; charset=utf-8",
        }
    }

    const fn file_name(self) -> &'static str {
        match self {
            RecordFormat::Ndjson | RecordFormat::Entries => "games.ndjson",
            RecordFormat::Ggn => "games.ggn",
        }
    }

    fn write(self, text: &mut String, id: GameId, record: &AnyRecord) {
        match self {
            RecordFormat::Ndjson => write_json(text, record),
            RecordFormat::Entries => {
                text.push_str("{\"id\":\"");
                text.push_str(&id.to_string());
                text.push_str("\",\"record\":");
                write_json(text, record);
                text.push('}');
            }
            RecordFormat::Ggn => write_ggn(text, record),
        }
        text.push('\n');
    }
}

/// What is exported, and how.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)]
pub struct ExportParameters {
    /// `ndjson`, one record per line as docs/notation.md specifies it; `entries`, the same with the game's id beside
    /// each; or `ggn`. The first and the last can be imported again. `ndjson` by default.
    #[param(inline)]
    format: Option<RecordFormatName>,
    /// Continue after this game: the id of the last one that you have, or what the `Link` header says.
    #[param(pattern = "^([0-9a-hjkmnp-tv-zA-HJKMNP-TV-Z]{16}|-?[0-9]{1,10}_-?[0-9]{1,10})$")]
    after: Option<String>,
    /// Only games that were stored at or after this time, as 2026-04-30T12:00:00Z.
    #[param(format = DateTime)]
    since: Option<String>,
    /// Look for at most this many games, 1 to 200, and put the address of the rest into the `Link` header; without it, all
    /// games are streamed.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<usize>,
}

const PARAMETERS: &[&str] = &{
    let mut names = [""; GAME_PARAMETERS.len() + 2];
    let mut at = 0;
    while at < GAME_PARAMETERS.len() {
        // An export has `after`, which takes ids of games as well, in place of the cursor.
        names[at] = match GAME_PARAMETERS[at].as_bytes() {
            b"cursor" => "after",
            _ => GAME_PARAMETERS[at],
        };
        at += 1;
    }
    names[at] = "since";
    names[at + 1] = "format";
    names
};

/// What a request asks to export.
struct Export {
    filter: Filter,
    since: Option<Micros>,
    format: RecordFormat,
}

impl Export {
    /// Writes the next games of the list, and says where it continues.
    fn batch(
        &self,
        app: &App,
        cursor: Option<Cursor>,
        limit: usize,
    ) -> Result<(Vec<u8>, Option<Cursor>), Error> {
        let RecordBatch { records, next } =
            export::batch(app, &self.filter, self.since, cursor, limit)?;
        let mut text = String::new();
        for (id, record) in &records {
            self.format.write(&mut text, *id, record);
        }
        Ok((text.into_bytes(), next))
    }
}

/// Exports finished games with their moves, newest first.
///
/// The games are written while you read them, however many they are; take your time. If the connection breaks, continue
/// with the id of the last game that arrived whole as `after`. Games whose ranks are not public yet are left out. With
/// `limit` you get a page, and the `Link` header leads to the next one; a page may be empty although it has a next one.
#[utoipa::path(
    get, path = "/api/v1/games/export", operation_id = "exportGames",
    params(GameFilters, ExportParameters),
    responses(
        (status = 200, description = "The games", content(
            (String = "application/x-ndjson", example = json!("{\"tags\":{\"Event\":\"Path to Glory\",\"White\":\"Lakandula\",\"Black\":\"Maharlika\"},\"ruleset\":\"standard\",\"first\":\"white\",\"time_control\":\"1200+5\",\"setups\":{\"white\":\"3..PL5P../.ASKTP.4S/BMCPPF12P\",\"black\":\"...3FT.../12SLPASKM/BPP4P5PPC\"},\"plies\":[\"e3-e4\"],\"result\":\"0-1\",\"termination\":\"resignation\"}\n")),
            (String = "text/plain", example = json!("[Event \"Path to Glory\"]\n[White \"Lakandula\"]\n[Black \"Maharlika\"]\n")),
        )),
        (status = 404, description = "No such player, event, organisation or game"),
    ),
)]
pub async fn export_games(
    request: HttpRequest,
    site: SiteData,
    parameters: QueryString,
) -> ApiResult {
    let given = parameters.parse(PARAMETERS)?;
    let formats = RecordFormat::ALL.map(|(key, _)| key).join(", ");
    let format =
        given.parse_with("format", AcceptedValues::one_of(formats), RecordFormat::parse)?;
    let format = format.unwrap_or(RecordFormat::Ndjson);
    let moment = AcceptedValues::described_by("takes-time");
    let since = given.parse_with("since", moment, parse_rfc3339)?;
    let after =
        given.parse_with("after", AcceptedValues::described_by("takes-after"), After::parse)?;
    let query = GameQuery::from_parameters(given)?;
    let start = match after {
        None => None,
        Some(after) => {
            Some(run_short_read(&site, move |app| export::cursor_after(app, after)).await?)
        }
    };
    let export = std::sync::Arc::new(Export { filter: query.filter.clone(), since, format });
    let response = match query.limit {
        None => {
            let make = move |app: &App, cursor: Option<Cursor>, _: bool| {
                export.batch(app, cursor, export::AT_ONCE)
            };
            let keep = CachePolicy::Revalidate;
            lists::stream_batches(&site, format.content_type(), keep, start, make).await?
        }
        Some(limit) => {
            let (body, next) = run_read(&site, move |app| export.batch(app, start, limit)).await?;
            let mut response = respond(format.content_type(), body, CachePolicy::Revalidate);
            if let Some(next) = next {
                let query = query.params.query_with("after", &next.to_string());
                lists::set_next_link(&mut response, request.path(), &query);
            }
            response
        }
    };
    Ok(as_attachment(response, format.file_name()))
}
