//! Variations of a game that is revealed, or hides nothing, with other set-ups or moves. All of their state is in the address;
//! nothing is stored.

mod piece_options;
mod query;
mod three_generals;

use crate::web::prelude::*;
use adjutant_domain::review::{ReplayOutcome, Variation, VariationFault, VariationQuery};
use adjutant_service::games::{self, AnyGame, Game};
use adjutant_site::assets;
use adjutant_site::choice_board::{ChoiceBoard, LinkedPiece, PlyLink};
use adjutant_site::game_rows::result_text;
use adjutant_site::games::{game_heading, parse_game_id};
use adjutant_site::html::game_html;
use adjutant_site::ranks::RankNames;
use adjutant_site::replay::PlyText;
use adjutant_site::spoken_plies::PlySpeaker;
use adjutant_site::step_links::{StepLink, step_links};
use adjutant_site::use_cases::build_maybe_offloaded;
use salpakan::record::{FullRecord, Timeline};
use salpakan::rules::{Color, Ending};
use salpakan::view::Scene;

use piece_options::{SelectedPiece, selected_piece};
use query::VariationParams;

pub(super) struct LabelledLink {
    pub link: String,
    pub words: String,
}

/// How the game would have gone.
struct VariationOutcome {
    /// The swaps, each with the link that undoes it.
    swaps: Vec<LabelledLink>,
    /// The actual announcement of the arbiter, and that of the variation.
    was: String,
    would: String,
    /// The consequence for the game.
    so: String,
    /// The address of the first difference.
    link: String,
}

/// What the pages of both games show of a variation.
struct VariationView {
    players: String,
    game_link: String,
    choice: ChoiceBoard,
    sprite: &'static str,
    script: &'static str,
    said: String,
    turn: String,
    steps: Vec<StepLink>,
    /// The plies that are not the game's.
    own: Vec<PlyLink>,
    own_from: String,
    /// The variation without its last ply.
    back: String,
    /// The variation that is the game itself.
    fresh: String,
    share: String,
}

#[derive(Template)]
#[template(path = "variation/salpakan.html")]
struct VariationPage {
    frame: PageFrame,
    line: VariationView,
    told: Option<VariationOutcome>,
    chosen: Option<SelectedPiece>,
    fallen: Vec<LinkedPiece>,
}

/// The frame of a variation of a game between `players`.
fn page_frame(visit: &RequestContext, players: &str) -> PageFrame {
    let title = visit.texts().get("variation-title");
    let mut frame = visit.frame(format!("{title} · {players}"));
    frame.skip_to_board();
    frame
}

/// Shows the variation at a ply.
pub async fn show(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let id = parse_game_id(&path).or_page(&visit)?;
    let game = match visit.run_brief(move |app, _| games::get_any(app, id)).await? {
        AnyGame::Salpakan(game) => game,
        AnyGame::ThreeGenerals(game) => {
            let asked = three_generals::LineParams::read(&parameters).or_page(&visit)?;
            return three_generals::show(&visit, game, asked).await;
        }
    };
    let asked = VariationParams::read(&parameters).or_page(&visit)?;
    let plies = game.summary.plies;
    let built = build_maybe_offloaded(&visit, plies, move |visit| {
        let record = game.stored.revealed().ok_or(VariationFault::NoArmies)?;
        let variation = Variation::new(record, &asked.question)?;
        let asked = asked.with_default_ply(&variation);
        Ok(variation_page(visit, &game, (record, &variation), &asked))
    });
    let page = built.await?.map_err(|fault| variation_error_page(&visit, fault))?;
    game_html(&visit, plies, page).await
}

/// Explains why the variation is invalid.
fn variation_error_page(visit: &RequestContext, fault: VariationFault) -> PageError {
    let texts = visit.texts();
    let words = match fault {
        VariationFault::NoArmies => return PageError::hidden(visit),
        VariationFault::InvalidSwap(swap) => texts.one("variation-no-swap", "swap", swap),
        VariationFault::TooManySwaps => {
            texts.one("variation-swaps", "most", adjutant_domain::review::MAX_SWAPS)
        }
        VariationFault::TooManyPlies => {
            texts.one("variation-long", "most", adjutant_domain::review::MAX_OWN_PLIES)
        }
        VariationFault::IllegalPly(number, _) => texts.one("variation-illegal", "number", number),
    };
    PageError::with_status(visit, StatusCode::BAD_REQUEST, words)
}

fn variation_page(
    visit: &RequestContext,
    game: &Game,
    (record, variation): (&FullRecord, &Variation),
    asked: &VariationParams,
) -> VariationPage {
    let texts = visit.texts();
    let timeline = &variation.timeline;
    let ply = asked.ply.unwrap_or_default();
    let ranks = RankNames { texts, rules: timeline.rules };
    let way = query::VariationLinks { id: game.summary.id, query: asked };
    let view = variation.view();
    let scene = view.scene(ply);
    let players = game_heading(game);
    let kept_ply = ply.min(variation.kept_plies);
    VariationPage {
        frame: page_frame(visit, &players),
        told: variation_outcome(texts, (record, variation), &way),
        chosen: selected_piece(ranks, variation, &scene, &way),
        fallen: fallen_piece_links(&scene, ranks, &way),
        line: VariationView {
            players,
            game_link: format!("/games/{}?ply={kept_ply}", game.summary.id),
            choice: piece_options::choice_board(ranks, variation, &scene, &way),
            sprite: assets::address("pieces.svg"),
            script: assets::address("js/replay/variation.js"),
            said: PlySpeaker::new(texts).describe(timeline, ply),
            turn: turn_label(texts, timeline, ply),
            steps: step_links(texts, ply, timeline.len(), |ply| way.at_ply(ply)),
            own: own_plies(texts, variation, &way, ply),
            own_from: texts.one("variation-own", "ply", variation.kept_plies),
            back: way.without_last_ply(variation),
            fresh: format!("/games/{}/variation?ply={kept_ply}", game.summary.id),
            share: [visit.site_origin(), &way.link_to(&asked.question, Some(ply), None)].concat(),
        },
    }
}

fn fallen_piece_links(
    scene: &Scene,
    ranks: RankNames,
    way: &query::VariationLinks<'_>,
) -> Vec<LinkedPiece> {
    let one = |piece: &salpakan::view::Fallen| LinkedPiece {
        link: way.toggle_piece(piece.origin),
        mark: adjutant_site::board::fallen_mark(piece, ranks),
    };
    scene.fallen.iter().map(one).collect()
}

/// The side to move after `ply` plies, or the end of the game.
fn turn_label(texts: Texts, timeline: &Timeline, ply: u32) -> String {
    match timeline.ending.filter(|_| ply == timeline.len()) {
        Some(ending) => ending_label(texts, ending),
        None => match timeline.mover(ply + 1) {
            Color::White => texts.get("variation-white"),
            Color::Black => texts.get("variation-black"),
        },
    }
}

fn ending_label(texts: Texts, ending: Ending) -> String {
    let how = texts.get(&format!("termination-{}", ending.termination.name()));
    let values = [("how", how), ("result", result_text(Some(ending.outcome())).to_owned())];
    texts.fill("variation-ends", &values)
}

/// What the swaps change; `None` without swaps.
fn variation_outcome(
    texts: Texts,
    (record, variation): (&FullRecord, &Variation),
    way: &query::VariationLinks<'_>,
) -> Option<VariationOutcome> {
    let question = &way.query.question;
    if question.swaps.is_empty() {
        return None;
    }
    let swaps = piece_options::swap_links(texts, record, way);
    let ReplayOutcome::Diverges { ply, would } = variation.outcome else {
        let plies = record.timeline().len();
        let so = texts.count("variation-same", plies as usize);
        return Some(VariationOutcome {
            swaps,
            was: String::new(),
            would: String::new(),
            so,
            link: String::new(),
        });
    };
    let speech = PlySpeaker::new(texts);
    // The announcement in a game with the swaps alone, however many of its plies are kept.
    let whole = VariationQuery { swaps: question.swaps.clone(), ..VariationQuery::default() };
    let said = Variation::new(record, &whole).map(|whole| speech.describe(&whole.timeline, ply));
    let ended = record.timeline().ending.filter(|_| ply == record.timeline().len());
    let so = match (would.ending, ended) {
        (Some(ending), _) => ending_label(texts, ending),
        (None, Some(_)) => texts.get("variation-goes-on"),
        (None, None) => texts.get("variation-otherwise"),
    };
    Some(VariationOutcome {
        swaps,
        was: speech.describe(record.timeline(), ply),
        would: said.unwrap_or_default(),
        so,
        link: way.link_to(&whole, None, None),
    })
}

fn own_plies(
    texts: Texts,
    variation: &Variation,
    way: &query::VariationLinks<'_>,
    current: u32,
) -> Vec<PlyLink> {
    let (timeline, speech) = (&variation.timeline, PlySpeaker::new(texts));
    let plies = (1_u32..).zip(&timeline.plies).skip(variation.kept_plies as usize);
    let one = |(number, ply): (u32, &salpakan::record::Ply)| PlyLink {
        link: way.at_ply(number),
        text: PlyText::from_ply(ply, timeline.ending.is_some() && number == timeline.len())
            .as_str()
            .to_owned(),
        words: speech.describe(timeline, number),
        is_current: number == current,
    };
    plies.map(one).collect()
}
