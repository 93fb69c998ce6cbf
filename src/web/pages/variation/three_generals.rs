//! Variations of a game of Three Generals: nothing of it is hidden, so that only its plies can be others.

use crate::web::prelude::*;
use adjutant_domain::review::{MAX_OWN_PLIES, OpenLine, OpenLineError};
use adjutant_service::games::Game;
use adjutant_service::records::GameId;
use adjutant_site::assets;
use adjutant_site::choice_board::PlyLink;
use adjutant_site::game_rows::result_text;
use adjutant_site::games::heading;
use adjutant_site::html::game_html;
use adjutant_site::i18n::Texts;
use adjutant_site::parameters::{AcceptedValues, ParameterError, percent_encode};
use adjutant_site::step_links::step_links;
use adjutant_site::three_generals::describe_ply;
use adjutant_site::three_generals_choice::{ChoiceLinks, Chosen, choice_board};
use adjutant_site::use_cases::build_maybe_offloaded;
use three_generals::record::Record;
use three_generals::{Color, Ply, Position, Square};

use super::{VariationView, page_frame};

/// The parameters of a variation.
pub(super) struct LineParams {
    kept: Option<u32>,
    own: Vec<Ply>,
    ply: Option<u32>,
    /// The square or the letter of what is chosen to move.
    piece: String,
    /// The square that it is to move to, where that can end in more than one way.
    to: Option<Square>,
}

impl LineParams {
    pub(super) fn read(parameters: &QueryString) -> Result<LineParams, ParameterError> {
        let given = parameters.parse(&["kept", "line", "ply", "piece", "to"])?;
        let plies = |text: &str| {
            let parts = text.split('.').filter(|part| !part.is_empty());
            parts.map(|part| part.parse().ok()).collect::<Option<Vec<Ply>>>()
        };
        let line = AcceptedValues::described_by("takes-open-line");
        let square = AcceptedValues::described_by("takes-square");
        Ok(LineParams {
            kept: given.number("kept", 0..=1_000_000)?,
            own: given.parse_with("line", line, plies)?.unwrap_or_default(),
            ply: given.number("ply", 0..=1_000_000)?,
            piece: given.text("piece").unwrap_or_default(),
            to: given.parse_with("to", square, |text| text.parse().ok())?,
        })
    }
}

/// Links to other places of a line, and to other lines.
struct Links {
    id: GameId,
    kept: u32,
    own: Vec<Ply>,
    ply: u32,
}

impl Links {
    fn line(&self, kept: u32, own: &[Ply], more: &str) -> String {
        let line: Vec<String> = own.iter().map(|ply| percent_encode(&ply.to_string())).collect();
        let line = line.join(".");
        format!("/games/{}/variation?kept={kept}&line={line}{more}", self.id)
    }

    fn at_ply(&self, ply: u32) -> String {
        self.line(self.kept, &self.own, &format!("&ply={ply}"))
    }

    fn without_last_ply(&self) -> String {
        let own = &self.own[..self.own.len().saturating_sub(1)];
        self.line(self.kept, own, "")
    }
}

impl ChoiceLinks for Links {
    fn resting(&self) -> String {
        self.at_ply(self.ply)
    }

    fn choosing(&self, piece: &str, to: Option<Square>) -> String {
        let to = to.map(|square| format!("&to={square}")).unwrap_or_default();
        let ply = self.ply;
        self.line(self.kept, &self.own, &format!("&ply={ply}&piece={piece}{to}"))
    }

    /// The line that plays this ply after the one shown.
    fn playing(&self, ply: Ply) -> String {
        let behind = self.ply.saturating_sub(self.kept) as usize;
        let mut own: Vec<Ply> = self.own.iter().take(behind).copied().collect();
        own.push(ply);
        self.line(self.ply.min(self.kept), &own, "")
    }
}

#[derive(Template)]
#[template(path = "variation/three-generals.html")]
struct LinePage {
    frame: PageFrame,
    line: VariationView,
    /// Where nothing is chosen.
    close: String,
}

/// Shows the variation at a ply.
pub(super) async fn show(
    visit: &RequestContext,
    game: Box<Game<Record>>,
    asked: LineParams,
) -> PageResult {
    let plies = game.summary.plies;
    let built = build_maybe_offloaded(visit, plies, move |visit| {
        let line = OpenLine::new(&game.stored.timeline, asked.kept, &asked.own)?;
        Ok(page(visit, &game, &line, asked))
    });
    let page = built.await?.map_err(|e| line_error_page(visit, e))?;
    game_html(visit, plies, page).await
}

fn line_error_page(visit: &RequestContext, fault: OpenLineError) -> PageError {
    let texts = visit.texts();
    let words = match fault {
        OpenLineError::TooManyPlies => texts.one("variation-long", "most", MAX_OWN_PLIES),
        OpenLineError::IllegalPly(number, _) => texts.one("variation-illegal", "number", number),
    };
    PageError::with_status(visit, StatusCode::BAD_REQUEST, words)
}

fn page(
    visit: &RequestContext,
    game: &Game<Record>,
    line: &OpenLine,
    asked: LineParams,
) -> LinePage {
    let texts = visit.texts();
    let plies = line.game.plies();
    let last = plies.len() as u32;
    // Without a line of one's own there is a game to go through.
    let first = if asked.own.is_empty() && asked.kept.is_none() { 0 } else { last };
    let ply = asked.ply.unwrap_or(first).min(last);
    let links = Links { id: game.summary.id, kept: line.kept_plies, own: asked.own, ply };
    let here = line.game.until(ply as usize);
    let position = here.position();
    let legal = if here.ending().is_some() { Vec::new() } else { position.plies() };
    let played = here.plies().last().copied();
    let chosen = Chosen { piece: &asked.piece, to: asked.to };
    let roster = &game.stored.header.roster;
    let players = heading(&roster.white, &roster.black);
    let kept_ply = ply.min(line.kept_plies);
    LinePage {
        frame: page_frame(visit, &players),
        close: links.resting(),
        line: VariationView {
            players,
            game_link: format!("/games/{}?ply={kept_ply}", links.id),
            choice: choice_board(texts, position, (&legal, played), false, &chosen, &links),
            sprite: assets::address("three-generals.svg"),
            script: assets::address("js/replay/variation.js"),
            said: said(texts, plies, ply),
            turn: turn_label(texts, &here),
            steps: step_links(texts, ply, last, |ply| links.at_ply(ply)),
            own: own_plies(texts, plies, &links),
            own_from: texts.one("variation-own", "ply", line.kept_plies),
            back: links.without_last_ply(),
            fresh: format!("/games/{}/variation?ply={kept_ply}", links.id),
            share: [visit.site_origin(), &links.at_ply(ply)].concat(),
        },
    }
}

/// The positions of a line, from the start.
fn positions(plies: &[Ply]) -> impl Iterator<Item = Position> {
    let mut plies = plies.iter();
    std::iter::successors(Some(Position::start()), move |position| {
        position.after(*plies.next()?).ok()
    })
}

/// The ply that is shown, in words.
fn said(texts: Texts, plies: &[Ply], ply: u32) -> String {
    let Some(index) = (ply as usize).checked_sub(1) else { return texts.get("js-start") };
    let before = positions(plies).nth(index);
    let words = before.map(|before| describe_ply(texts, &before, plies[index]));
    format!("{ply}. {}", words.unwrap_or_default())
}

/// The side to move, or the end by the rules.
fn turn_label(texts: Texts, game: &three_generals::Game) -> String {
    match game.ending() {
        Some(ending) => {
            let how = texts.get(&format!("termination-{}", ending.termination().name()));
            let values = [("how", how), ("result", result_text(Some(ending.outcome())).to_owned())];
            texts.fill("variation-ends", &values)
        }
        None => match game.position().side_to_move() {
            Color::White => texts.get("variation-white"),
            Color::Black => texts.get("variation-black"),
        },
    }
}

fn own_plies(texts: Texts, plies: &[Ply], links: &Links) -> Vec<PlyLink> {
    let all = (1_u32..).zip(plies).zip(positions(plies)).skip(links.kept as usize);
    let row = |((number, ply), before): ((u32, &Ply), Position)| PlyLink {
        link: links.at_ply(number),
        text: ply.to_string(),
        words: describe_ply(texts, &before, *ply),
        is_current: number == links.ply,
    };
    all.map(row).collect()
}
