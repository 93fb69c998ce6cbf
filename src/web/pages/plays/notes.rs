//! What a player notes on his opponent's pieces: the form, what stands on his board and in his replay.

use actix_web::http::header;
use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse, ResponseError};

use crate::review::{Forecast, brier, forecast};
use crate::service::Error;
use crate::service::games::Game;
use crate::service::live::{self, LONGEST_NOTE, Notes, Seen};
use crate::web::api::plays::read_id;
use crate::web::error::{ApiError, PageError};
use crate::web::forms::{self, Shape};
use crate::web::i18n::Texts;
use crate::web::pages::account::attempt::see_other;
use crate::web::pages::{ask_briefly, for_one};
use crate::web::ranks::RankWords;
use crate::web::replay::square_name;
use crate::web::visit::Visit;
use salpakan::record::short_id_text;
use salpakan::rules::{Color, Rank};
use salpakan::view;

use super::deploying::Typed;
use super::game::{self, Looks, Refused};
use super::spot::Spot;
use super::{ADDRESS, at_desk};

/// An enemy piece that stands, with what is noted on it.
pub struct Noted {
    pub origin: &'static str,
    pub square: &'static str,
    pub words: String,
}

/// The form and the notes.
pub struct NotesPart {
    pub pieces: Vec<Noted>,
    pub longest: usize,
    /// Words to choose from: the ranks as boards label them.
    pub labels: Vec<&'static str>,
}

/// The part of somebody who plays; `None` for everybody else.
pub fn notes_part(texts: Texts, seen: &Seen, notes: &Notes) -> Option<NotesPart> {
    let color = seen.viewer.color().filter(|_| seen.play.life().going_on().is_some())?;
    let timeline = seen.play.timeline();
    let scene = view::spectator(timeline).scene(timeline.len());
    let theirs = scene.standing.iter().filter(|piece| piece.color != color);
    let noted = theirs.map(|piece| Noted {
        origin: square_name(piece.origin),
        square: square_name(piece.square),
        words: notes.on(piece.origin).to_owned(),
    });
    let ranks = RankWords { texts, rules: timeline.rules };
    let army = timeline.rules.army();
    let labels = Rank::ALL.into_iter().filter(|rank| army.count(*rank) > 0);
    Some(NotesPart {
        pieces: noted.collect(),
        longest: LONGEST_NOTE,
        labels: labels.map(|rank| ranks.label(rank)).collect(),
    })
}

/// One's own notes on a play; none for who looks on.
///
/// # Errors
/// The page for what the store fails in.
pub async fn own_notes(visit: &Visit, seen: &Seen) -> Result<Notes, PageError> {
    if seen.viewer.color().is_none() {
        return Ok(Notes::default());
    }
    let (actor, id) = (visit.actor().clone(), *seen.play.id());
    super::ask_desk(visit, move |live| live::notes(live, &actor, &id)).await
}

/// Takes a note.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let form = forms::read(&visit, &request, payload, Shape::of(&["piece", "words"])).await?;
    let id = read_id(&path).map_err(|e| PageError::new(&visit, &e))?;
    let actor = visit.actor().clone();
    let done = at_desk(&visit, move |live| -> Result<(), Error> {
        live::note(live, &actor, &id, (form.text("piece"), form.text("words")))
    });
    let accepts = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let script = accepts.is_some_and(|kinds| kinds.contains("application/json"));
    match done.await {
        Ok(()) if script => Ok(for_one("application/json", "{}".to_owned())),
        Ok(()) => Ok(see_other(&format!("{ADDRESS}/{}", short_id_text(&id)))),
        Err(e) if script => Ok(ApiError::from(e).error_response()),
        Err(e) => match game::refusal(&visit, Spot::Play(id), e.into()).await {
            Err(e) => Err(PageError::new(&visit, &e)),
            Ok((seen, status, words)) => {
                let refused = Refused { status, words, typed: Typed::default() };
                game::page(&visit, Spot::Play(id), &seen, &Looks::default(), refused).await
            }
        },
    }
}

/// A note beside the rank that the piece turned out to have.
pub struct Kept {
    pub piece: String,
    pub words: String,
    /// Whether it was right, and its score; empty where it names no rank.
    pub verdict: String,
}

/// One's notes on a game, and what they were worth together.
#[derive(Default)]
pub struct KeptNotes {
    pub all: Vec<Kept>,
    /// Empty where none names a rank.
    pub worth: String,
}

/// What the visitor noted on a game in which he had a side, once all ranks are public: each note with
/// what the piece was.
///
/// # Errors
/// The page for what the store fails in.
pub async fn kept_notes(visit: &Visit, game: &Game) -> Result<KeptNotes, PageError> {
    let Some(record) = game.stored.revealed().filter(|_| visit.is_signed_in()) else {
        return Ok(KeptNotes::default());
    };
    let (actor, number) = (visit.actor().clone(), game.number);
    let notes = ask_briefly(visit, move |app| live::notes_on_game(app, &actor, number)).await?;
    let ranks = RankWords { texts: visit.texts(), rules: record.timeline().rules };
    Ok(kept(ranks, &view::revealed(record), &notes))
}

fn kept(ranks: RankWords, view: &view::View<'_>, notes: &Notes) -> KeptNotes {
    let mut scores = Vec::new();
    let mut all = Vec::new();
    for (origin, words) in notes.iter() {
        let piece = view.pieces.iter().find(|piece| piece.origin == origin);
        let rank = piece.and_then(|piece| piece.rank);
        let color = piece.map_or(Color::White, |piece| piece.color);
        let piece = crate::web::board::words(ranks, color, rank, square_name(origin));
        let told = forecast(words).zip(rank);
        scores.extend(told.map(|(forecast, truth)| brier(forecast, truth)));
        let verdict = told.map_or_else(String::new, |told| verdict(ranks.texts, told));
        all.push(Kept { piece, words: words.to_owned(), verdict });
    }
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    let values = [("count", scores.len().to_string()), ("score", format!("{mean:.2}"))];
    let worth = match scores.len() {
        0 => String::new(),
        _ => ranks.texts.fill("notes-scored", &values),
    };
    KeptNotes { all, worth }
}

fn verdict(texts: Texts, (forecast, truth): (Forecast, Rank)) -> String {
    let right = if forecast.rank == truth { "note-right" } else { "note-wrong" };
    let score = format!("{:.2}", brier(forecast, truth));
    format!("{} · {}", texts.text(right), texts.one("note-score", "score", score))
}
