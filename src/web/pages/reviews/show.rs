//! The page of a review: a position with its comment, all comments and, for the author, the form.

use crate::web::prelude::*;
use ::three_generals::Position;
use adjutant_domain::review::{Glyph, MAX_COMMENT_LEN, MAX_MARKS, format_marks};
use adjutant_service::games::AnyGame;
use adjutant_service::reviews::{self, Review, TakenDown};
use adjutant_site::assets;
use adjutant_site::board::BoardDrawing;
use adjutant_site::filters;
use adjutant_site::forms::Sent;
use adjutant_site::games::{any_game_heading, load_any_game};
use adjutant_site::html::html_with_status;
use adjutant_site::markup::Markup;
use adjutant_site::ranks::RankNames;
use adjutant_site::remarks::{AnnotationShape, RemarkRow, annotation_shapes, any_remark_rows};
use adjutant_site::replay::{Perspective, view_from};
use adjutant_site::spoken_plies::PlySpeaker;
use adjutant_site::step_links::{StepLink, step_links};
use adjutant_site::three_generals::{self, HeldPiece};
use salpakan::rules::Color;

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
    /// The rows of the board.
    rows: u8,
    /// What Black and White have in hand; `None` in a game without hands.
    above: Option<Vec<HeldPiece>>,
    below: Option<Vec<HeldPiece>>,
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
    let game = load_any_game(&visit, &game).await?;
    let id = visit.parse_id(&id)?;
    render_review(&visit, &game, (id, ply), done, None).await
}

/// Renders a review at a ply or at its first comment.
pub(super) async fn render_review(
    visit: &RequestContext,
    game: &AnyGame,
    (id, ply): (i32, Option<u32>),
    done: Option<FlashMessage>,
    refused: Option<RefusedRemark>,
) -> PageResult {
    let own = game.head();
    let (review, may_publish) = visit
        .run_brief(move |app, actor| {
            let review = reviews::get(app, actor, own, id)?;
            let may = review.own && reviews::may_publish(app, actor)?;
            Ok((review, may))
        })
        .await?;
    let last = game.head().plies;
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
    game: &AnyGame,
    review: &'a Review,
    ply: u32,
) -> ReviewPage<'a> {
    let texts = visit.texts();
    let head = game.head();
    let here = review.remarks.at(ply);
    let at = |ply: u32| format!("{}?ply={ply}", review_address(review.game, review.id));
    let mut frame = visit.frame(review.title.clone());
    frame.skip_to_board();
    let Shown { board, sprite, hands: [above, below], said } = Shown::of(texts, game, ply);
    ReviewPage {
        frame,
        done: String::new(),
        review,
        players: any_game_heading(game),
        replay_link: format!("/games/{}?ply={ply}", review.game),
        taken_down: taken_down_notice(texts, review),
        moderate: None,
        board,
        sprite,
        rows: head.kind.rows(),
        above,
        below,
        script: assets::address("js/review/draw.js"),
        marks: here.map(|own| annotation_shapes(texts, head.kind, &own.marks)).unwrap_or_default(),
        ply,
        said,
        glyph: here.and_then(|own| own.glyph).map_or("", Glyph::key),
        words: here.map(|own| own.comment.clone()).unwrap_or_default(),
        steps: step_links(texts, ply, head.plies, at),
        lines: any_remark_rows(texts, game, review, at),
        form: None,
        presses: Vec::new(),
        quiet: false,
    }
}

/// The position that a review is at.
struct Shown {
    board: BoardDrawing,
    sprite: &'static str,
    /// Black's and White's.
    hands: [Option<Vec<HeldPiece>>; 2],
    said: String,
}

impl Shown {
    fn of(texts: Texts, game: &AnyGame, ply: u32) -> Shown {
        match game {
            AnyGame::Salpakan(game) => {
                let ranks = RankNames { texts, rules: game.stored.timeline().rules };
                let view = view_from(&game.stored, Perspective::Revealed);
                Shown {
                    board: BoardDrawing::new(&view.scene(ply), false, ranks),
                    sprite: assets::address("pieces.svg"),
                    hands: [None, None],
                    said: PlySpeaker::new(texts).describe_known(&view, ranks, ply),
                }
            }
            AnyGame::ThreeGenerals(own) => {
                let timeline = &own.stored.timeline;
                let position =
                    timeline.positions().nth(ply as usize).unwrap_or_else(Position::start);
                let played = (ply as usize).checked_sub(1).map(|index| timeline.plies[index].ply);
                let hand = |color| Some(three_generals::hand(texts, &position, color));
                Shown {
                    board: three_generals::drawing(texts, &position, played, false),
                    sprite: assets::address("three-generals.svg"),
                    hands: [Color::Black, Color::White].map(hand),
                    said: three_generals::PlySpeaker::new(texts, timeline).describe(ply),
                }
            }
        }
    }
}

fn taken_down_notice(texts: Texts, review: &Review) -> String {
    let words = |down: &TakenDown| texts.one("review-taken-down-for", "reason", &down.reason);
    review.taken_down.as_ref().map(words).unwrap_or_default()
}

fn form(
    visit: &RequestContext,
    game: &AnyGame,
    review: &Review,
    ply: u32,
    refused: Option<RefusedRemark>,
) -> Form {
    let texts = visit.texts();
    let here = review.remarks.at(ply).cloned().unwrap_or_default();
    let glyphs = Glyph::ALL.map(|glyph| Choice::new(glyph.key(), glyph.key()));
    let none = Choice::new("", texts.get("review-no-glyph"));
    let glyphs: Vec<Choice> = std::iter::once(none).chain(glyphs).collect();
    let action = format!("{}/remark", review_address(game.head().id, review.id));
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
    game: &AnyGame,
    review: &Review,
    may_publish: bool,
) -> Vec<SubmitButton> {
    let action = format!("{}/state", review_address(game.head().id, review.id));
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
