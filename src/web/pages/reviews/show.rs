//! The page of a review: a position with its comment, all comments and, for the author, the form.

use crate::web::prelude::*;
use adjutant_domain::review::{Glyph, MAX_COMMENT_LEN, MAX_MARKS, format_marks};
use adjutant_service::games::Game;
use adjutant_service::reviews::{self, Review, TakenDown};
use adjutant_site::board::BoardDrawing;
use adjutant_site::filters;
use adjutant_site::forms::Sent;
use adjutant_site::games::{game_heading, load_game};
use adjutant_site::html::html_with_status;
use adjutant_site::markup::Markup;
use adjutant_site::ranks::RankNames;
use adjutant_site::remarks::{AnnotationShape, RemarkRow, annotation_shapes, remark_rows};
use adjutant_site::replay::{Perspective, view_from};
use adjutant_site::spoken_plies::PlySpeaker;
use adjutant_site::step_links::{StepLink, step_links};

use super::actions::RemarkForm;
use super::{DONE_KEYS, moderate, review_address};

#[derive(Template)]
#[template(path = "reviews/show.html")]
struct ReviewPage<'a> {
    frame: PageFrame,
    done: String,
    review: &'a Review,
    players: String,
    replay_link: String,
    /// Why a moderator took it down; empty if none did.
    taken_down: String,
    /// Address and label of the visitor's moderation action.
    moderate: Option<(String, String)>,
    board: BoardDrawing,
    sprite: &'static str,
    script: &'static str,
    marks: Vec<AnnotationShape>,
    ply: u32,
    said: String,
    glyph: &'static str,
    words: String,
    steps: Vec<StepLink>,
    lines: Vec<RemarkRow>,
    form: Option<Markup>,
    presses: Vec<SubmitButton>,
    quiet: bool,
}

/// A refused comment.
pub(super) struct RefusedRemark {
    pub status: StatusCode,
    pub sent: Sent<RemarkForm>,
    pub faults: Vec<(&'static str, String)>,
}

/// Shows the review at a ply.
pub async fn show(
    visit: RequestContext,
    path: web::Path<(String, String)>,
    parameters: QueryString,
) -> PageResult {
    let given = parameters.parse(&["ply", "done"]).or_page(&visit)?;
    let done = FlashMessage::from_query(&given, DONE_KEYS).or_page(&visit)?;
    let ply = given.number("ply", 0..=1_000_000).or_page(&visit)?;
    let (game, id) = path.into_inner();
    let game = load_game(&visit, &game).await?;
    let id = visit.parse_id(&id)?;
    render_review(&visit, &game, (id, ply), done, None).await
}

/// Renders a review at a ply or at its first comment.
pub(super) async fn render_review(
    visit: &RequestContext,
    game: &Game,
    (id, ply): (i32, Option<u32>),
    done: Option<FlashMessage>,
    refused: Option<RefusedRemark>,
) -> PageResult {
    let own = game.clone();
    let (review, may_publish) = visit
        .run_brief(move |app, actor| {
            let review = reviews::get(app, actor, &own, id)?;
            let may = review.own && reviews::may_publish(app, actor)?;
            Ok((review, may))
        })
        .await?;
    let last = game.stored.timeline().len();
    let ply = ply.or(review.remarks.iter().next().map(|(ply, _)| ply)).unwrap_or(0).min(last);
    let status = refused.as_ref().map_or(StatusCode::OK, |refused| refused.status);
    let mut page = review_page(visit, game, &review, ply);
    page.done = done.map(|done| done.text(visit.texts())).unwrap_or_default();
    if review.own {
        page.form = Some(form(visit, game, &review, ply, refused).markup());
        page.presses = action_buttons(visit, game, &review, may_publish);
        page.quiet = !may_publish;
        return private_html(visit, status, &page);
    }
    page.moderate = moderate::moderation_link(visit, &review);
    if page.moderate.is_some() {
        return private_html(visit, status, &page);
    }
    html_with_status(visit, status, &page)
}

fn review_page<'a>(
    visit: &RequestContext,
    game: &Game,
    review: &'a Review,
    ply: u32,
) -> ReviewPage<'a> {
    let texts = visit.texts();
    let timeline = game.stored.timeline();
    let ranks = RankNames { texts, rules: timeline.rules };
    let view = view_from(&game.stored, Perspective::Revealed);
    let scene = view.scene(ply);
    let speech = PlySpeaker::new(texts);
    let here = review.remarks.at(ply);
    let at = |ply: u32| format!("{}?ply={ply}", review_address(review.game, review.id));
    let mut frame = visit.frame(review.title.clone());
    frame.skip_to_board();
    ReviewPage {
        frame,
        done: String::new(),
        review,
        players: game_heading(game),
        replay_link: format!("/games/{}?ply={ply}", review.game),
        taken_down: taken_down_notice(texts, review),
        moderate: None,
        board: BoardDrawing::new(&scene, false, ranks),
        sprite: adjutant_site::assets::address("pieces.svg"),
        script: adjutant_site::assets::address("js/review/draw.js"),
        marks: here.map(|own| annotation_shapes(texts, &own.marks)).unwrap_or_default(),
        ply,
        said: speech.describe_known(&view, ranks, ply),
        glyph: here.and_then(|own| own.glyph).map_or("", Glyph::key),
        words: here.map(|own| own.comment.clone()).unwrap_or_default(),
        steps: step_links(texts, ply, timeline.len(), at),
        lines: remark_rows(texts, game, review, at),
        form: None,
        presses: Vec::new(),
        quiet: false,
    }
}

fn taken_down_notice(texts: Texts, review: &Review) -> String {
    let words = |down: &TakenDown| texts.one("review-taken-down-for", "reason", &down.reason);
    review.taken_down.as_ref().map(words).unwrap_or_default()
}

fn form(
    visit: &RequestContext,
    game: &Game,
    review: &Review,
    ply: u32,
    refused: Option<RefusedRemark>,
) -> Form {
    let texts = visit.texts();
    let here = review.remarks.at(ply).cloned().unwrap_or_default();
    let glyphs = Glyph::ALL.map(|glyph| Choice::new(glyph.key(), glyph.key()));
    let none = Choice::new("", texts.get("review-no-glyph"));
    let glyphs: Vec<Choice> = std::iter::once(none).chain(glyphs).collect();
    let action = format!("{}/remark", review_address(game.summary.id, review.id));
    let words = Field::textarea(texts, "words", "review-words").value(&here.comment);
    let marks = Field::text(texts, "marks", "review-marks").value(format_marks(&here.marks));
    let form = visit
        .form("remark", &action, "review-save")
        .with_field(Field::hidden(texts, "ply", ply.to_string()))
        .with_field(words.hint_text(texts.one("review-words-hint", "most", MAX_COMMENT_LEN)))
        .with_field(
            Field::select(texts, "glyph", "review-glyph", glyphs)
                .value(here.glyph.map_or("", Glyph::key)),
        )
        .with_field(marks.hint_text(texts.one("review-marks-hint", "most", MAX_MARKS)));
    match refused {
        Some(RefusedRemark { sent, faults, .. }) => {
            form.filled_from(sent.raw()).with_errors(faults)
        }
        None => form,
    }
}

fn action_buttons(
    visit: &RequestContext,
    game: &Game,
    review: &Review,
    may_publish: bool,
) -> Vec<SubmitButton> {
    let action = format!("{}/state", review_address(game.summary.id, review.id));
    let press =
        |words: &str, what: &str| visit.button(&action, words).with_hidden_field("do", what);
    let mut all = Vec::new();
    if review.published {
        all.push(press("review-withdraw", "withdraw"));
    } else if may_publish && review.taken_down.is_none() {
        all.push(press("review-publish", "publish"));
    }
    all.push(press("review-remove", "remove").dangerous());
    all
}
