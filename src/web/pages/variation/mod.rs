//! What might have been in a game whose ranks are open: other set-ups, other plies. All of it is in the address, and
//! nothing is kept.

mod asked;
mod choices;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use crate::review::{Course, Question, Variation, VariationFault};
use crate::service::games::{self, Game};
use crate::service::records::GameId;
use crate::service::{Error, Thing};
use crate::web::assets;
use crate::web::board::{BoardDrawing, PieceMark};
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::pages::list::result_text;
use crate::web::pages::{ask_briefly, html};
use crate::web::parameters::Parameters;
use crate::web::ranks::RankWords;
use crate::web::replay::PlyText;
use crate::web::speech::Speech;
use crate::web::visit::{Frame, Visit};
use salpakan::record::{FullRecord, Timeline};
use salpakan::rules::{Color, Ending};
use salpakan::view::Scene;

use asked::Asked;
use choices::{Chosen, chosen};

/// Words with an address.
pub(super) struct Link {
    pub link: String,
    pub words: String,
}

/// A way to another ply.
struct Step {
    sign: &'static str,
    words: String,
    link: String,
}

/// A ply of one's own.
struct Own {
    link: String,
    text: PlyText,
    words: String,
    current: bool,
}

/// A piece of the board, or one that has fallen.
struct Piece {
    link: String,
    mark: PieceMark,
}

/// How the game would have gone.
struct Told {
    /// The swaps, each with the way to take it back.
    swaps: Vec<Link>,
    /// What the arbiter said, and what he would have said.
    was: String,
    would: String,
    /// What follows from it.
    so: String,
    /// Where it differs.
    link: String,
}

#[derive(Template)]
#[template(path = "variation/show.html")]
struct VariationPage {
    frame: Frame,
    players: String,
    game_link: String,
    board: BoardDrawing,
    pieces: Vec<Piece>,
    fallen: Vec<Piece>,
    sprite: &'static str,
    script: &'static str,
    said: String,
    turn: String,
    steps: Vec<Step>,
    told: Option<Told>,
    own: Vec<Own>,
    own_from: String,
    back: String,
    fresh: String,
    chosen: Option<Chosen>,
    share: String,
}

/// The variation at a ply.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let asked = Asked::read(&parameters).map_err(|e| PageError::parameter(&visit, &e))?;
    let missing = || PageError::new(&visit, &Error::missing(Thing::Game, path.as_str()));
    let id = GameId::parse(&path).ok_or_else(missing)?;
    let game = ask_briefly(&visit, move |app| games::get(app, id)).await?;
    let hidden = || PageError::new(&visit, &Error::Hidden);
    let record = game.stored.revealed().ok_or_else(hidden)?;
    let variation = Variation::of(record, &asked.question).map_err(|e| refused(&visit, e))?;
    html(&visit, &built(&visit, &game, (record, &variation), &asked.settled(&variation)))
}

/// Why there is no such variation.
fn refused(visit: &Visit, fault: VariationFault) -> PageError {
    let texts = visit.texts();
    let words = match fault {
        VariationFault::NoArmies => return PageError::new(visit, &Error::Hidden),
        VariationFault::Swap(swap) => texts.one("variation-no-swap", "swap", swap),
        VariationFault::Swaps => texts.one("variation-swaps", "most", crate::review::MOST_SWAPS),
        VariationFault::Long => texts.one("variation-long", "most", crate::review::MOST_OWN),
        VariationFault::Illegal(number, _) => texts.one("variation-illegal", "number", number),
    };
    PageError::with(visit, StatusCode::BAD_REQUEST, words)
}

fn built(
    visit: &Visit,
    game: &Game,
    (record, variation): (&FullRecord, &Variation),
    asked: &Asked,
) -> VariationPage {
    let texts = visit.texts();
    let timeline = &variation.timeline;
    let ply = asked.ply.unwrap_or_default();
    let ranks = RankWords { texts, rules: timeline.rules };
    let way = asked::Way { id: game.summary.id, asked };
    let view = variation.view();
    let scene = view.scene(ply);
    let roster = &game.stored.header().roster;
    let players = format!("{} – {}", roster.white, roster.black);
    let board = BoardDrawing::new(&scene, false, ranks);
    let kept_ply = ply.min(variation.kept);
    VariationPage {
        frame: visit.frame(format!("{} · {players}", texts.get("variation-title"))),
        game_link: format!("/games/{}?ply={kept_ply}", game.summary.id),
        players,
        pieces: pieces(&scene, ranks, &way),
        fallen: fallen(&scene, ranks, &way),
        board,
        sprite: assets::address("pieces.svg"),
        script: assets::address("js/replay/variation.js"),
        said: Speech::new(texts).of(timeline, ply),
        turn: turn(texts, timeline, ply),
        steps: steps(texts, &way, (ply, timeline.len())),
        told: told(texts, (record, variation), &way),
        own: own(texts, variation, &way, ply),
        own_from: texts.one("variation-own", "ply", variation.kept),
        back: way.shortened(variation),
        fresh: format!("/games/{}/variation?ply={kept_ply}", game.summary.id),
        chosen: chosen(ranks, variation, &scene, &way),
        share: format!(
            "{}{}",
            crate::web::pages::sharing::site(visit),
            way.to(&asked.question, Some(ply), None)
        ),
    }
}

fn pieces(scene: &Scene, ranks: RankWords, way: &asked::Way<'_>) -> Vec<Piece> {
    let marks = BoardDrawing::new(scene, false, ranks).pieces;
    let origins = scene.standing.iter().map(|piece| piece.origin);
    let one = |(origin, mark)| Piece { link: way.piece(origin), mark };
    origins.zip(marks).map(one).collect()
}

fn fallen(scene: &Scene, ranks: RankWords, way: &asked::Way<'_>) -> Vec<Piece> {
    let one = |piece: &salpakan::view::Fallen| Piece {
        link: way.piece(piece.origin),
        mark: crate::web::board::fallen(piece, ranks),
    };
    scene.fallen.iter().map(one).collect()
}

/// Whose turn it is after so many plies, or how it ended.
fn turn(texts: Texts, timeline: &Timeline, ply: u32) -> String {
    match timeline.ending.filter(|_| ply == timeline.len()) {
        Some(ending) => ends(texts, ending),
        None => match timeline.mover(ply + 1) {
            Color::White => texts.get("variation-white"),
            Color::Black => texts.get("variation-black"),
        },
    }
}

fn ends(texts: Texts, ending: Ending) -> String {
    let how = texts.get(&format!("termination-{}", ending.termination.name()));
    let values = [("how", how), ("result", result_text(Some(ending.outcome())).to_owned())];
    texts.fill("variation-ends", &values)
}

fn steps(texts: Texts, way: &asked::Way<'_>, (ply, last): (u32, u32)) -> Vec<Step> {
    let step = |sign, key: &str, ply| Step { sign, words: texts.get(key), link: way.at(ply) };
    vec![
        step("«", "step-first", 0),
        step("−10", "step-back10", ply.saturating_sub(10)),
        step("‹", "step-previous", ply.saturating_sub(1)),
        step("›", "step-next", (ply + 1).min(last)),
        step("+10", "step-on10", (ply + 10).min(last)),
        step("»", "step-last", last),
    ]
}

/// What the swaps change; `None` without any.
fn told(
    texts: Texts,
    (record, variation): (&FullRecord, &Variation),
    way: &asked::Way<'_>,
) -> Option<Told> {
    let question = &way.asked.question;
    if question.swaps.is_empty() {
        return None;
    }
    let swaps = choices::swaps(texts, record, way);
    let Course::Otherwise { ply, would } = variation.course else {
        let plies = record.timeline().len();
        let so = texts.count("variation-same", plies as usize);
        return Some(Told {
            swaps,
            was: String::new(),
            would: String::new(),
            so,
            link: String::new(),
        });
    };
    let speech = Speech::new(texts);
    // As the arbiter would have said it, whatever is kept of the game.
    let whole = Question { swaps: question.swaps.clone(), ..Question::default() };
    let said = Variation::of(record, &whole).map(|whole| speech.of(&whole.timeline, ply));
    let ended = record.timeline().ending.filter(|_| ply == record.timeline().len());
    let so = match (would.ending, ended) {
        (Some(ending), _) => ends(texts, ending),
        (None, Some(_)) => texts.get("variation-goes-on"),
        (None, None) => texts.get("variation-otherwise"),
    };
    Some(Told {
        swaps,
        was: speech.of(record.timeline(), ply),
        would: said.unwrap_or_default(),
        so,
        link: way.to(&whole, None, None),
    })
}

fn own(texts: Texts, variation: &Variation, way: &asked::Way<'_>, current: u32) -> Vec<Own> {
    let (timeline, speech) = (&variation.timeline, Speech::new(texts));
    let plies = (1_u32..).zip(&timeline.plies).skip(variation.kept as usize);
    let one = |(number, ply): (u32, &salpakan::record::Ply)| Own {
        link: way.at(number),
        text: PlyText::of(ply, timeline.ending.is_some() && number == timeline.len()),
        words: speech.of(timeline, number),
        current: number == current,
    };
    plies.map(one).collect()
}
