//! Learning from mistakes: positions of an analysed game as a player saw them, in which they gave chances away. The reader looks for the
//! better move; all of the state is in the address.

use crate::web::prelude::*;
use adjutant_service::analyses::{self, Analysis};
use adjutant_service::games::Game;
use adjutant_site::analysis_text::{judgement_key, line_texts, move_text, percent, reason_text};
use adjutant_site::assets;
use adjutant_site::board::{BoardDrawing, PieceMark, corner, side_name};
use adjutant_site::games::{game_heading, load_revealed_game};
use adjutant_site::parameters::{AcceptedValues, ParameterError};
use adjutant_site::ranks::RankNames;
use adjutant_site::replay::{Perspective, square_name, view_from};
use salpakan::rules::{Board, Color, Move, Square};
use salpakan_computer::analysis::{INACCURACY, Turn};

/// The state given by the query string.
#[derive(Clone, Copy)]
struct LearnQuery {
    side: Color,
    /// Which of the side's marked moves, counted from 1.
    at: u32,
    /// The selected piece.
    from: Option<Square>,
    /// The answer.
    mv: Option<Move>,
    /// Whether the better move is asked for.
    shown: bool,
}

impl LearnQuery {
    fn read(parameters: &QueryString) -> Result<LearnQuery, ParameterError> {
        let given = parameters.parse(&["side", "at", "from", "move", "show"])?;
        let colors = AcceptedValues::one_of("white, black".to_owned());
        let color = |text: &str| Color::ALL.into_iter().find(|color| color.key() == text);
        let square = AcceptedValues::described_by("takes-square");
        let line = AcceptedValues::described_by("takes-line");
        Ok(LearnQuery {
            side: given.parse_with("side", colors, color)?.unwrap_or(Color::White),
            at: given.number("at", 1..=10_000)?.unwrap_or(1),
            from: given.parse_with("from", square, |text| text.parse().ok())?,
            mv: given.parse_with("move", line, |text| Move::parse(text).ok())?,
            shown: given.number("show", 0..=1)? == Some(1),
        })
    }
}

/// A piece on the board; its link is empty if it cannot move.
struct LinkedPiece {
    link: String,
    mark: PieceMark,
}

/// A square that the selected piece can move to.
struct Target {
    x: u32,
    y: u32,
    link: String,
    words: String,
}

/// What is said to an answer, or instead of one.
struct Told {
    words: String,
    /// Whether the task is over.
    is_done: bool,
    /// The better move, why, and what would have followed; empty until it is over.
    best: String,
    reason: String,
    line: String,
}

struct Task {
    board: BoardDrawing,
    pieces: Vec<LinkedPiece>,
    chosen: Option<(u32, u32)>,
    targets: Vec<Target>,
    ask: String,
    told: Option<Told>,
    /// Empty once the best move is told.
    show: String,
    again: String,
    replay: String,
}

#[derive(Template)]
#[template(path = "analysis/learn.html")]
struct LearnPage {
    frame: PageFrame,
    heading: String,
    players: String,
    game: String,
    side: &'static str,
    number: u32,
    count: usize,
    task: Option<Task>,
    /// Why there is nothing to learn.
    nothing: &'static str,
    next: String,
    sprite: &'static str,
}

/// Shows one of a side's marked moves as a task.
pub async fn show(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let asked = LearnQuery::read(&parameters).or_page(&visit)?;
    let game = load_revealed_game(&visit, &path).await?;
    let own = game.clone();
    let (analysis, loss) = visit
        .run_heavy(move |app, _| {
            let analysis = analyses::of_game(app, &own)?;
            let turn = marked(&analysis, asked.side).get(asked.at as usize - 1).copied().cloned();
            let loss = match (&turn, asked.mv) {
                (Some(turn), Some(mv)) => analyses::loss_of(&own, turn, mv)?,
                _ => None,
            };
            Ok((analysis, loss))
        })
        .await?;
    html(&visit, &page(&visit, &game, &analysis, (asked, loss)))
}

/// The moves of a side that gave chances away.
fn marked(analysis: &Analysis, side: Color) -> Vec<&Turn> {
    let Analysis::Done(whole) = analysis else { return Vec::new() };
    let is_marked = |turn: &&Turn| turn.mover == side && turn.judgement().is_some();
    whole.turns.iter().filter(is_marked).collect()
}

fn page(
    visit: &RequestContext,
    game: &Game,
    analysis: &Analysis,
    (asked, loss): (LearnQuery, Option<f32>),
) -> LearnPage {
    let texts = visit.texts();
    let all = marked(analysis, asked.side);
    let turn = all.get(asked.at as usize - 1);
    let way = Way { id: game.summary.id.to_string(), asked };
    let players = game_heading(game);
    let mut frame = visit.frame(format!("{} · {players}", texts.get("learn-title")));
    // Without a task there is no board.
    if turn.is_some() {
        frame.skip_to_board();
    }
    LearnPage {
        frame,
        heading: texts.get("learn-title"),
        game: format!("/games/{}", way.id),
        side: side_name(texts, asked.side),
        number: asked.at,
        count: all.len(),
        task: turn.map(|turn| task(texts, game, (turn, loss), &way)),
        nothing: match analysis {
            Analysis::Done(_) => texts.text("learn-none"),
            _ => texts.text("learn-not-analysed"),
        },
        next: if (asked.at as usize) < all.len() { way.at(asked.at + 1) } else { String::new() },
        sprite: assets::address("pieces.svg"),
        players,
    }
}

/// Links from a task.
struct Way {
    id: String,
    asked: LearnQuery,
}

impl Way {
    fn at(&self, at: u32) -> String {
        format!("/games/{}/learn?side={}&at={at}", self.id, self.asked.side.key())
    }

    fn with(&self, name: &str, value: &str) -> String {
        format!("{}&{name}={value}", self.at(self.asked.at))
    }
}

fn task(texts: Texts, game: &Game, (turn, loss): (&Turn, Option<f32>), way: &Way) -> Task {
    let timeline = game.stored.timeline();
    let ranks = RankNames { texts, rules: timeline.rules };
    let flipped = turn.mover == Color::Black;
    let scene = view_from(&game.stored, Perspective::Player(turn.mover)).scene(turn.ply - 1);
    let drawing = BoardDrawing::new(&scene, flipped, ranks);
    let board = timeline.board_after(turn.ply - 1);
    let told = told(texts, game, (turn, loss), (&board, way.asked));
    let is_done = told.as_ref().is_some_and(|told| told.is_done);
    let values = [
        ("ply", turn.ply.to_string()),
        ("move", move_text(&board, turn.played)),
        ("side", side_name(texts, turn.mover).to_owned()),
        ("lost", percent(f64::from(turn.loss()))),
    ];
    let judgement = turn.judgement().map_or("", judgement_key);
    let can_move = |square: Square| board.moves().any(|mv| mv.from == square);
    let squares = scene.standing.iter().map(|piece| piece.square);
    let pieces = squares.zip(BoardDrawing::new(&scene, flipped, ranks).pieces);
    let link = |square: Square| match can_move(square) {
        true => way.with("from", square_name(square)),
        false => String::new(),
    };
    Task {
        pieces: pieces.map(|(square, mark)| LinkedPiece { link: link(square), mark }).collect(),
        chosen: way.asked.from.filter(|from| can_move(*from)).map(|from| corner(from, flipped)),
        targets: targets(&board, way, flipped),
        ask: texts.fill(&format!("learn-ask-{judgement}"), &values),
        show: if is_done { String::new() } else { way.with("show", "1") },
        told,
        again: way.at(way.asked.at),
        replay: format!("/games/{}?ply={}&view={}", way.id, turn.ply - 1, turn.mover.key()),
        board: drawing,
    }
}

fn targets(board: &Board, way: &Way, flipped: bool) -> Vec<Target> {
    let Some(from) = way.asked.from else { return Vec::new() };
    let target = |mv: Move| {
        let (x, y) = corner(mv.to, flipped);
        let text = format!("{}-{}", square_name(mv.from), square_name(mv.to));
        Target { x, y, link: way.with("move", &text), words: move_text(board, mv) }
    };
    board.moves().filter(|mv| mv.from == from).map(target).collect()
}

/// What is said to the answer; `None` before there is one.
fn told(
    texts: Texts,
    game: &Game,
    (turn, loss): (&Turn, Option<f32>),
    (board, asked): (&Board, LearnQuery),
) -> Option<Told> {
    let key = match (asked.mv, loss) {
        _ if asked.shown => "learn-shown",
        (None, _) => return None,
        (Some(mv), _) if mv == turn.best => "learn-found",
        (Some(mv), _) if mv == turn.played => "learn-played",
        (Some(_), None) => "learn-illegal",
        (Some(_), Some(loss)) if loss < INACCURACY => "learn-good",
        (Some(_), Some(_)) => "learn-not-yet",
    };
    let is_done = ["learn-shown", "learn-found", "learn-good"].contains(&key);
    let values = [
        ("move", asked.mv.map_or_else(String::new, |mv| move_text(board, mv))),
        ("lost", percent(f64::from(loss.unwrap_or(0.0)))),
    ];
    let when_done = |text: String| if is_done { text } else { String::new() };
    let reason = turn.reason.as_ref().map(|one| reason_text(texts, one));
    Some(Told {
        words: texts.fill(key, &values),
        is_done,
        best: when_done(move_text(board, turn.best)),
        reason: when_done(reason.unwrap_or_default()),
        line: when_done(line_texts(game.stored.timeline(), turn).join(" ")),
    })
}
