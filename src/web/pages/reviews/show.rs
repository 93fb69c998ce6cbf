//! A review: a position with what is said of it, and all remarks; for its author also the form.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use crate::review::{Glyph, LONGEST_WORDS, MOST_MARKS, Remark, marks_text};
use crate::service::games::Game;
use crate::service::reviews::{self, Review, TakenDown};
use crate::web::board::BoardDrawing;
use crate::web::error::PageError;
use crate::web::forms::Form as SentForm;
use crate::web::i18n::Texts;
use crate::web::kit::{Choice, Done, Field, Form, Press};
use crate::web::markup::Markup;
use crate::web::pages::list::encode;
use crate::web::pages::{ask_briefly, html_as, private_html};
use crate::web::parameters::Parameters;
use crate::web::ranks::RankWords;
use crate::web::replay::{Knowledge, view_of};
use crate::web::speech::Speech;
use crate::web::visit::{Frame, Visit};

use super::drawing::{Drawn, drawn};
use super::{DONE, address, game_of, heading, moderate, number};

/// A remark in the list.
struct Line {
    link: String,
    said: String,
    glyph: &'static str,
    words: String,
    marks: Vec<String>,
    current: bool,
}

/// A way to another ply.
struct Step {
    sign: &'static str,
    words: String,
    link: String,
}

#[derive(Template)]
#[template(path = "reviews/show.html")]
struct ShowPage {
    frame: Frame,
    done: String,
    title: String,
    players: String,
    replay_link: String,
    author: String,
    author_link: String,
    private: bool,
    /// Why a moderator took it down; empty where none did.
    taken_down: String,
    /// Where the visitor takes it down or gives it back, and how that is called.
    moderate: Option<(String, String)>,
    own: bool,
    board: BoardDrawing,
    sprite: &'static str,
    marks: Vec<Drawn>,
    said: String,
    glyph: &'static str,
    words: String,
    steps: Vec<Step>,
    lines: Vec<Line>,
    form: Option<Markup>,
    presses: Vec<Press>,
    quiet: bool,
}

/// What was sent and is wrong.
pub(super) struct Refused {
    pub status: StatusCode,
    pub sent: SentForm,
    pub faults: Vec<(&'static str, String)>,
}

/// The review at a ply.
pub async fn show(
    visit: Visit,
    path: web::Path<(String, String)>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let wrong = |e| PageError::parameter(&visit, &e);
    let given = parameters.read(&["ply", "done"]).map_err(wrong)?;
    let done = Done::of(&given, DONE).map_err(wrong)?;
    let ply = given.number("ply", 0..=1_000_000).map_err(wrong)?;
    let (game, id) = path.into_inner();
    let game = game_of(&visit, &game).await?;
    let id = number(&visit, &id)?;
    page(&visit, &game, (id, ply), done, None).await
}

/// The page of a review at a ply, or at its first remark.
pub(super) async fn page(
    visit: &Visit,
    game: &Game,
    (id, ply): (i32, Option<u32>),
    done: Option<Done>,
    refused: Option<Refused>,
) -> Result<HttpResponse, PageError> {
    let (actor, own) = (visit.actor().clone(), game.clone());
    let (review, may_publish) = ask_briefly(visit, move |app| {
        let review = reviews::get(app, &actor, &own, id)?;
        let may = review.own && reviews::may_publish(app, &actor)?;
        Ok((review, may))
    })
    .await?;
    let last = game.stored.timeline().len();
    let ply = ply.or(review.remarks.iter().next().map(|(ply, _)| ply)).unwrap_or(0).min(last);
    let status = refused.as_ref().map_or(StatusCode::OK, |refused| refused.status);
    let mut page = built(visit, game, &review, ply);
    page.done = done.map(|done| done.words(visit.texts())).unwrap_or_default();
    if review.own {
        page.form = Some(form(visit, game, &review, ply, refused).markup());
        page.presses = presses(visit, game, &review, may_publish);
        page.quiet = !may_publish;
        return private_html(visit, status, &page);
    }
    page.moderate = moderate::way(visit, &review);
    if page.moderate.is_some() {
        return private_html(visit, status, &page);
    }
    html_as(visit, status, &page)
}

fn built(visit: &Visit, game: &Game, review: &Review, ply: u32) -> ShowPage {
    let texts = visit.texts();
    let timeline = game.stored.timeline();
    let ranks = RankWords { texts, rules: timeline.rules };
    let scene = view_of(&game.stored, Knowledge::Revealed).scene(ply);
    let speech = Speech::new(texts);
    let here = review.remarks.at(ply);
    let at = |ply: u32| format!("{}?ply={ply}", address(review.game, review.id));
    let line = |(at_ply, remark): (u32, &Remark)| Line {
        link: at(at_ply),
        said: speech.of(timeline, at_ply),
        glyph: remark.glyph.map_or("", Glyph::sign),
        words: remark.words.clone(),
        marks: drawn(texts, &remark.marks).into_iter().map(|mark| mark.words).collect(),
        current: at_ply == ply,
    };
    let step = |sign, key: &str, ply| Step { sign, words: texts.get(key), link: at(ply) };
    let last = timeline.len();
    ShowPage {
        frame: visit.frame(review.title.clone()),
        done: String::new(),
        title: review.title.clone(),
        players: heading(game),
        replay_link: format!("/games/{}?ply={ply}", review.game),
        author_link: format!("/players/{}", encode(&review.author)),
        author: review.author.clone(),
        private: !review.published,
        taken_down: taken_down(texts, review),
        moderate: None,
        own: review.own,
        board: BoardDrawing::new(&scene, false, ranks),
        sprite: crate::web::assets::address("pieces.svg"),
        marks: here.map(|own| drawn(texts, &own.marks)).unwrap_or_default(),
        said: speech.of(timeline, ply),
        glyph: here.and_then(|own| own.glyph).map_or("", Glyph::sign),
        words: here.map(|own| own.words.clone()).unwrap_or_default(),
        steps: vec![
            step("«", "step-first", 0),
            step("−10", "step-back10", ply.saturating_sub(10)),
            step("‹", "step-previous", ply.saturating_sub(1)),
            step("›", "step-next", (ply + 1).min(last)),
            step("+10", "step-on10", (ply + 10).min(last)),
            step("»", "step-last", last),
        ],
        lines: review.remarks.iter().map(line).collect(),
        form: None,
        presses: Vec::new(),
        quiet: false,
    }
}

fn taken_down(texts: Texts, review: &Review) -> String {
    let words = |down: &TakenDown| texts.one("review-taken-down-for", "reason", &down.reason);
    review.taken_down.as_ref().map(words).unwrap_or_default()
}

fn form(visit: &Visit, game: &Game, review: &Review, ply: u32, refused: Option<Refused>) -> Form {
    let texts = visit.texts();
    let here = review.remarks.at(ply).cloned().unwrap_or_default();
    let glyphs = Glyph::ALL.map(|glyph| Choice::new(glyph.sign(), glyph.sign()));
    let none = Choice::new("", texts.get("review-no-glyph"));
    let glyphs: Vec<Choice> = std::iter::once(none).chain(glyphs).collect();
    let action = format!("{}/remark", address(game.summary.id, review.id));
    let words = Field::area(texts, "words", "review-words").value(&here.words);
    let marks = Field::line(texts, "marks", "review-marks").value(marks_text(&here.marks));
    let form = Form::new(texts, "remark", &action, &visit.form_token(), "review-save")
        .with(Field::hidden(texts, "ply", ply.to_string()))
        .with(words.hint_words(texts.one("review-words-hint", "most", LONGEST_WORDS)))
        .with(
            Field::select(texts, "glyph", "review-glyph", glyphs)
                .value(here.glyph.map_or("", Glyph::sign)),
        )
        .with(marks.hint_words(texts.one("review-marks-hint", "most", MOST_MARKS)));
    match refused {
        Some(Refused { sent, faults, .. }) => form.filled(&sent).faults(faults),
        None => form,
    }
}

fn presses(visit: &Visit, game: &Game, review: &Review, may_publish: bool) -> Vec<Press> {
    let (texts, token) = (visit.texts(), visit.form_token());
    let action = format!("{}/state", address(game.summary.id, review.id));
    let press =
        |words: &str, what: &str| Press::new(texts, &action, &token, words).send("do", what);
    let mut all = Vec::new();
    if review.published {
        all.push(press("review-withdraw", "withdraw"));
    } else if may_publish && review.taken_down.is_none() {
        all.push(press("review-publish", "publish"));
    }
    all.push(press("review-remove", "remove").danger());
    all
}
