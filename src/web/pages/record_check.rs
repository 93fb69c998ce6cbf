//! Checks records that a visitor has, by the rules; nothing of them is stored. An installed app receives records here
//! that other apps share.

use crate::web::prelude::*;
use adjutant_domain::game::{AnyRecord, GameKind, read_record};
use adjutant_service::games;
use adjutant_service::records::{GameId, content_id};
use adjutant_service::{App, Error};
use adjutant_site::assets;
use adjutant_site::board::BoardDrawing;
use adjutant_site::forms::{FileLimits, SubmittedForm};
use adjutant_site::game_rows::result_text;
use adjutant_site::ranks::RankNames;
use adjutant_site::three_generals;
use adjutant_site::time_format::format_partial_date;
use adjutant_site::use_cases::run_heavy_use_case;
use game_record::notation::{GameError, GameReader, ReadError};
use salpakan::record::{Embargo, FullRecord, JudgedRecord, RevealKey};
use salpakan::view;

/// The address of the form, and what the app's manifest names for shared records.
const ADDRESS: &str = "/records/check";
const MAX_FILE_BYTES: usize = 1 << 20;
/// The longest text after decompression.
const MAX_TEXT_BYTES: u64 = 8 << 20;
/// The number of games that are checked at once.
const MAX_GAMES: usize = 20;
const RECORDS_FILE: FileLimits = &[("records", MAX_FILE_BYTES)];

/// The fields of the form, and those that only shared content has.
#[derive(Deserialize)]
struct RecordForm {
    text: Verbatim,
    #[serde(rename = "title")]
    _title: String,
    #[serde(rename = "url")]
    _url: String,
}

/// A game as it was found.
struct CheckedGame {
    number: u64,
    heading: String,
    /// Event, date, result and moves, or where it is wrong.
    about: String,
    /// What is wrong; empty if nothing is.
    error: String,
    /// The replay, if the site has the game; otherwise empty.
    replay: String,
    board: Option<BoardDrawing>,
    /// Where the insignia of its pieces are.
    sprite: &'static str,
}

#[derive(Template)]
#[template(path = "pages/record-check.html")]
struct CheckResultPage {
    frame: PageFrame,
    /// How many games are valid, and how many are not.
    counts: String,
    games: Vec<CheckedGame>,
    /// Why the rest was not read; empty if all of it was.
    broken: String,
    /// Whether there are more games than are checked at once.
    has_more: bool,
    most: usize,
}

fn form_page(visit: &RequestContext) -> FormPage {
    let texts = visit.texts();
    let form = visit.form("check", ADDRESS, "check-do").with_fields([
        Field::file(texts, "records", "org-records-file", ".ggn,.json,.ndjson,.zst,text/plain")
            .hint("check-file-hint"),
        Field::textarea(texts, "text", "org-records-text").hint("org-records-text-hint"),
    ]);
    FormPage::signed_out(visit, "check-title")
        .paragraph("check-words")
        .form(form)
        .link("/notation", "notation-link")
}

pub async fn show(visit: RequestContext) -> PageResult {
    form_page(&visit).respond(&visit)
}

/// Checks a file or a text. It changes nothing, and an app shares without a token of a form.
pub async fn submit(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read_unchanging::<RecordForm>(&visit, RECORDS_FILE).await?;
    let chosen = sent.file("records").map(|file| file.bytes.clone());
    let bytes = chosen.unwrap_or_else(|| sent.text.as_bytes().to_vec().into());
    if bytes.trim_ascii().is_empty() {
        return refuse(&visit, sent.raw(), visit.texts().get("org-fault-records-none"));
    }
    let found = run_heavy_use_case(&visit, move |app| check_games(app, &bytes)).await?;
    if let (true, Some(e)) = (found.games.is_empty(), &found.broken) {
        return refuse(&visit, sent.raw(), read_error(visit.texts(), e));
    }
    if found.games.is_empty() {
        return refuse(&visit, sent.raw(), visit.texts().get("check-none"));
    }
    let page = result_page(&visit, found);
    private_html(&visit, StatusCode::OK, &page)
}

fn refuse(visit: &RequestContext, sent: &SubmittedForm, message: String) -> PageResult {
    let refusal = FormRefusal::fault("records", message);
    form_page(visit).respond_again(visit, sent, refusal)
}

/// A valid record, and the game of the site that is the same.
type ValidRecord = (AnyRecord, Option<GameId>);

/// What was read of a file.
#[derive(Default)]
struct CheckReport {
    games: Vec<(u64, Result<ValidRecord, GameError>)>,
    broken: Option<ReadError>,
    has_more: bool,
}

fn check_games(app: &App, bytes: &[u8]) -> Result<CheckReport, Error> {
    let mut report = CheckReport::default();
    let reader = match GameReader::new(bytes) {
        Ok(reader) => reader.at_most(MAX_TEXT_BYTES),
        Err(e) => return Ok(CheckReport { broken: Some(e), ..report }),
    };
    for game in reader {
        let game = match game {
            Ok(game) => game,
            Err(e) => {
                report.broken = Some(e);
                break;
            }
        };
        if report.games.len() == MAX_GAMES {
            report.has_more = true;
            break;
        }
        let checked = match read_record(&game) {
            Ok(record) => {
                let known = known_game(app, &record)?;
                Ok((record, known))
            }
            Err(e) => Err(e),
        };
        report.games.push((game.number, checked));
    }
    Ok(report)
}

/// The game of the site with the same content. The id covers nothing that is hidden.
fn known_game(app: &App, record: &AnyRecord) -> Result<Option<GameId>, Error> {
    match games::get_any(app, content_id(record)) {
        Ok(game) => Ok(Some(game.summary().id)),
        Err(Error::Missing { .. }) => Ok(None),
        Err(e) => Err(e),
    }
}

fn result_page(visit: &RequestContext, found: CheckReport) -> CheckResultPage {
    let texts = visit.texts();
    // One board is enough to recognise a game by, and many would be a long page.
    let alone = found.games.len() == 1;
    let valid = found.games.iter().filter(|(_, checked)| checked.is_ok()).count();
    let counts = [("valid", valid), ("invalid", found.games.len() - valid)];
    let games = found.games.into_iter().map(|(number, checked)| match checked {
        Ok((record, id)) => valid_game(texts, number, record, id, alone),
        Err(e) => invalid_game(texts, number, &e),
    });
    CheckResultPage {
        games: games.collect(),
        counts: texts.fill("check-counts", &counts.map(|(key, count)| (key, count.to_string()))),
        frame: visit.frame(texts.get("check-title")),
        broken: found.broken.map(|e| read_error(texts, &e)).unwrap_or_default(),
        has_more: found.has_more,
        most: MAX_GAMES,
    }
}

fn valid_game(
    texts: Texts,
    number: u64,
    record: AnyRecord,
    id: Option<GameId>,
    is_drawn: bool,
) -> CheckedGame {
    let header = record.header();
    let about = [
        header.roster.event.clone(),
        format_partial_date(texts, &header.roster.date),
        texts.get(&format!("termination-{}", header.termination.name())),
        texts.count("plies-count", record.ply_count()),
    ];
    let about: Vec<String> =
        about.into_iter().filter(|part| !matches!(&**part, "" | "?")).collect();
    CheckedGame {
        number,
        heading: format!(
            "{} – {} {}",
            header.roster.white,
            header.roster.black,
            result_text(header.outcome)
        ),
        about: about.join(" · "),
        error: String::new(),
        replay: id.map(|id| format!("/games/{id}")).unwrap_or_default(),
        sprite: match record.kind() {
            GameKind::Salpakan => assets::address("pieces.svg"),
            GameKind::ThreeGenerals => assets::address("three-generals.svg"),
        },
        board: match record {
            _ if !is_drawn => None,
            AnyRecord::Salpakan(record) => Some(last_position(texts, *record)),
            AnyRecord::ThreeGenerals(record) => {
                let timeline = &record.timeline;
                let last = timeline.plies.last().map(|played| played.ply);
                let position = timeline.positions().last();
                position.map(|position| three_generals::drawing(texts, &position, last, false))
            }
        },
    }
}

/// The last position: with the ranks of a finished game, which the file has.
fn last_position(texts: Texts, record: JudgedRecord) -> BoardDrawing {
    let ranks = RankNames { texts, rules: record.timeline.rules };
    let last = record.timeline.len();
    let Some(key) = RevealKey::of(&record.header, Embargo::None) else {
        return BoardDrawing::new(&view::spectator(&record.timeline).scene(last), false, ranks);
    };
    let JudgedRecord { header, timeline, annotations, armies } = record;
    let full = FullRecord::new(header, timeline, annotations, armies, &key);
    BoardDrawing::new(&view::revealed(&full).scene(last), false, ranks)
}

/// Why a file is not read: in English, as are all reasons about records.
fn read_error(texts: Texts, e: &ReadError) -> String {
    texts.one("check-reason", "reason", e.to_string())
}

fn invalid_game(texts: Texts, number: u64, e: &GameError) -> CheckedGame {
    let values = [
        ("line", e.line.to_string()),
        ("number", e.column.to_string()),
        ("ply", e.ply.map_or_else(|| "–".to_owned(), |ply| ply.to_string())),
    ];
    CheckedGame {
        number,
        heading: texts.one("check-game", "number", number),
        about: texts.fill("org-records-place", &values),
        error: texts.one("check-reason", "reason", &e.message),
        replay: String::new(),
        board: None,
        sprite: "",
    }
}
