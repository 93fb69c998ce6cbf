//! Tasks from games of Salpakan: what was hidden from the player is hidden from the reader.

use crate::web::prelude::*;
use adjutant_service::analyses::{self, Analysis};
use adjutant_service::games::Game;
use adjutant_site::analysis_text::{judgement_key, line_texts, move_text, reason_text};
use adjutant_site::assets;
use adjutant_site::choice_board::ChoiceBoard;
use adjutant_site::parameters::{AcceptedValues, ParameterError};
use adjutant_site::ranks::RankNames;
use adjutant_site::replay::{Perspective, square_name, view_from};
use adjutant_site::salpakan_choice::{MoveChoice, moves_from};
use salpakan::rules::{Board, Color, Move, Square};
use salpakan::view::Standing;
use salpakan_computer::analysis::Turn;

use super::{Answer, Played, Solution, Task, TaskLinks, TaskQuery, Tasks, Told};

/// What is chosen on the board.
#[derive(Clone, Copy)]
struct Choice {
    from: Option<Square>,
    mv: Option<Move>,
}

fn read(parameters: &QueryString) -> Result<(TaskQuery, Choice), ParameterError> {
    let given = parameters.parse(&["side", "at", "from", "move", "show"])?;
    let square = AcceptedValues::described_by("takes-square");
    let line = AcceptedValues::described_by("takes-line");
    let choice = Choice {
        from: given.parse_with("from", square, |text| text.parse().ok())?,
        mv: given.parse_with("move", line, |text| Move::parse(text).ok())?,
    };
    Ok((TaskQuery::read(&given)?, choice))
}

/// The task that is asked for.
pub(super) async fn tasks(
    visit: &RequestContext,
    game: Game,
    parameters: &QueryString,
) -> PageResult<(TaskQuery, Tasks)> {
    let (asked, choice) = read(parameters).or_page(visit)?;
    let own = game.clone();
    let (analysis, loss) = visit
        .run_heavy(move |app, _| {
            let analysis = analyses::of_game(app, &own)?;
            let turn = marked(&analysis, asked.side).get(asked.at as usize - 1).copied();
            let loss = match (turn, choice.mv) {
                (Some(turn), Some(mv)) => analyses::loss_of(&own, turn, mv)?,
                _ => None,
            };
            Ok((analysis, loss))
        })
        .await?;
    let all = marked(&analysis, asked.side);
    let links = TaskLinks { id: game.summary.id, asked };
    let turn = all.get(asked.at as usize - 1);
    let task = turn.map(|turn| task(visit.texts(), &game, (turn, loss), choice, &links));
    Ok((asked, Tasks::new(&analysis, all.len(), task)))
}

/// The moves of a side that gave chances away.
fn marked(analysis: &Analysis, side: Color) -> Vec<&Turn> {
    let Analysis::Done(whole) = analysis else { return Vec::new() };
    let is_marked = |turn: &&Turn| turn.mover == side && turn.judgement().is_some();
    whole.turns.iter().filter(is_marked).collect()
}

fn task(
    texts: Texts,
    game: &Game,
    (turn, loss): (&Turn, Option<f32>),
    choice: Choice,
    links: &TaskLinks,
) -> Task {
    let timeline = game.stored.timeline();
    let board = timeline.board_after(turn.ply - 1);
    let answer = choice.mv.map(|mv| Answer {
        words: move_text(&board, mv),
        is_best: mv == turn.best,
        is_played: mv == turn.played,
        loss,
    });
    let solution = || Solution {
        best: move_text(&board, turn.best),
        reason: turn.reason.as_ref().map(|one| reason_text(texts, one)).unwrap_or_default(),
        line: line_texts(timeline, turn).join(" "),
    };
    let played = Played {
        ply: turn.ply,
        words: move_text(&board, turn.played),
        mover: turn.mover,
        judgement: turn.judgement().map_or("", judgement_key),
        loss: turn.loss(),
    };
    Task {
        choice: choice_board(texts, game, turn, (&board, choice.from), links),
        sprite: assets::address("pieces.svg"),
        ask: played.ask(texts),
        told: Told::new(texts, links.asked.shown, answer.as_ref(), solution),
        replay: format!("/games/{}?ply={}&view={}", links.id, turn.ply - 1, turn.mover.key()),
    }
}

/// The position as the player saw it.
fn choice_board(
    texts: Texts,
    game: &Game,
    turn: &Turn,
    (board, from): (&Board, Option<Square>),
    links: &TaskLinks,
) -> ChoiceBoard {
    let ranks = RankNames { texts, rules: game.stored.timeline().rules };
    let flipped = turn.mover == Color::Black;
    let scene = view_from(&game.stored, Perspective::Player(turn.mover)).scene(turn.ply - 1);
    let can_move = |square: Square| board.moves().any(|mv| mv.from == square);
    // The better move stands out once it is shown.
    let shown = links.asked.shown;
    let from = if shown { Some(turn.best.from) } else { from.filter(|from| can_move(*from)) };
    let mut moves = from.map(|from| moves_from(board, from)).unwrap_or_default();
    moves.retain(|(mv, _)| !shown || *mv == turn.best);
    let choosing = |piece: &Standing| match can_move(piece.square) {
        true => links.with("from", square_name(piece.square)),
        false => String::new(),
    };
    let playing =
        |mv: Move| links.with("move", &format!("{}-{}", square_name(mv.from), square_name(mv.to)));
    MoveChoice { scene: &scene, ranks, flipped, from, moves }.draw(choosing, playing)
}
