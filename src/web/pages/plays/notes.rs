//! A player's notes on the opponent's pieces: the form, on the board, and in the replay.

use actix_web::ResponseError;

use crate::web::prelude::*;
use adjutant_domain::review::{Forecast, brier_score, parse_forecast};
use adjutant_service::Error;
use adjutant_service::games::Game;
use adjutant_service::live::{self, LONGEST_NOTE, Notes, Seen};
use adjutant_site::error::ApiError;
use adjutant_site::html::{private_response, wants_json};
use adjutant_site::play_commands::parse_play_id_param;
use adjutant_site::ranks::RankNames;
use adjutant_site::replay::square_name;
use salpakan::rules::{Color, Rank};
use salpakan::view;

use super::deployment_form::RefusedDraft;
use super::game;
use super::game_access::GameAccess;
use super::{game_address, run_live};

/// An enemy piece on the board with its note.
pub struct NotedPiece {
    pub origin: &'static str,
    pub square: &'static str,
    pub words: String,
}

pub struct NotesPart {
    pub pieces: Vec<NotedPiece>,
    pub longest: usize,
    /// Suggestions: the labels of the ranks.
    pub labels: Vec<&'static str>,
}

/// Builds the form for a player; `None` for other viewers.
pub fn notes_part(texts: Texts, seen: &Seen, notes: &Notes) -> Option<NotesPart> {
    let color = seen.viewer.color().filter(|_| seen.play.life().going_on().is_some())?;
    let timeline = seen.play.timeline()?;
    let scene = view::spectator(timeline).scene(timeline.len());
    let theirs = scene.standing.iter().filter(|piece| piece.color != color);
    let noted = theirs.map(|piece| NotedPiece {
        origin: square_name(piece.origin),
        square: square_name(piece.square),
        words: notes.on(piece.origin).to_owned(),
    });
    let ranks = RankNames { texts, rules: timeline.rules };
    let army = timeline.rules.army();
    let labels = Rank::ALL.into_iter().filter(|rank| army.count(*rank) > 0);
    Some(NotesPart {
        pieces: noted.collect(),
        longest: LONGEST_NOTE,
        labels: labels.map(|rank| ranks.label(rank)).collect(),
    })
}

/// The viewer's notes on a game; empty for spectators.
pub async fn load_own_notes(visit: &RequestContext, seen: &Seen) -> PageResult<Notes> {
    if seen.viewer.color().is_none() {
        return Ok(Notes::default());
    }
    let id = *seen.play.id();
    super::query_live(visit, move |live, actor| live::notes(live, actor, &id)).await
}

#[derive(Deserialize)]
struct NoteForm {
    piece: String,
    words: String,
}

pub async fn submit_note(
    request: HttpRequest,
    visit: RequestContext,
    path: web::Path<String>,
    post: Post,
) -> PageResult {
    let form = post.read::<NoteForm>(&visit).await?;
    let id = parse_play_id_param(&path).or_page(&visit)?;
    let done = run_live(&visit, move |live, actor| -> Result<(), Error> {
        live::note(live, actor, &id, (&form.piece, &form.words))
    });
    let script = wants_json(&request);
    match done.await {
        Ok(()) if script => Ok(private_response("application/json", "{}".to_owned())),
        Ok(()) => Ok(see_other(&game_address(&id))),
        Err(e) if script => Ok(ApiError::from(e).error_response()),
        Err(e) => {
            let (spot, typed) = (GameAccess::ViaAccount(id), RefusedDraft::default());
            game::refusal_page(&visit, spot, e.into(), typed).await
        }
    }
}

/// A note beside the actual rank of the piece.
pub struct NoteReviewRow {
    pub piece: String,
    pub words: String,
    /// Whether it was right, with its score; empty if it names no rank.
    pub verdict: String,
}

/// A player's notes on a finished game with their average score.
#[derive(Default)]
pub struct NotesReview {
    pub all: Vec<NoteReviewRow>,
    /// Empty if no note names a rank.
    pub worth: String,
}

/// Loads the notes of the visitor who played the game, once it is revealed, each with the rank of
/// its piece.
pub async fn load_notes_review(visit: &RequestContext, game: &Game) -> PageResult<NotesReview> {
    let Some(record) = game.stored.revealed().filter(|_| visit.is_signed_in()) else {
        return Ok(NotesReview::default());
    };
    let number = game.number;
    let notes = visit.run_brief(move |app, actor| live::notes_on_game(app, actor, number)).await?;
    let ranks = RankNames { texts: visit.texts(), rules: record.timeline().rules };
    Ok(notes_review(ranks, &view::revealed(record), &notes))
}

fn notes_review(ranks: RankNames, view: &view::View<'_>, notes: &Notes) -> NotesReview {
    let mut scores = Vec::new();
    let mut all = Vec::new();
    for (origin, words) in notes.iter() {
        let piece = view.pieces.iter().find(|piece| piece.origin == origin);
        let rank = piece.and_then(|piece| piece.rank);
        let color = piece.map_or(Color::White, |piece| piece.color);
        let piece = adjutant_site::board::piece_label(ranks, color, rank, square_name(origin));
        let told = parse_forecast(words).zip(rank);
        scores.extend(told.map(|(forecast, truth)| brier_score(forecast, truth)));
        let verdict = told.map_or_else(String::new, |told| note_verdict(ranks.texts, told));
        all.push(NoteReviewRow { piece, words: words.to_owned(), verdict });
    }
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    let values = [("count", scores.len().to_string()), ("score", format!("{mean:.2}"))];
    let worth = match scores.len() {
        0 => String::new(),
        _ => ranks.texts.fill("notes-scored", &values),
    };
    NotesReview { all, worth }
}

fn note_verdict(texts: Texts, (forecast, truth): (Forecast, Rank)) -> String {
    let right = if forecast.rank == truth { "note-right" } else { "note-wrong" };
    let score = format!("{:.2}", brier_score(forecast, truth));
    format!("{} · {}", texts.text(right), texts.one("note-score", "score", score))
}
