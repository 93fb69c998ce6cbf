//! Tasks from games of Three Generals, in which both players saw everything.

use crate::web::prelude::*;
use adjutant_service::analyses::{self, Analysis, ThreeGeneralsWhole};
use adjutant_service::games::Game;
use adjutant_site::analysis_text::judgement_key;
use adjutant_site::assets;
use adjutant_site::parameters::{AcceptedValues, ParameterError, percent_encode};
use adjutant_site::three_generals::reason_text;
use adjutant_site::three_generals_choice::{ChoiceLinks, Chosen, choice_board, source};
use three_generals::record::{Record, Timeline};
use three_generals::{Color, Ply, Position, Square};
use three_generals_computer::analysis::{Point, Turn};

use super::{Answer, Played, Solution, Task, TaskLinks, TaskQuery, Tasks, Told};

type OpenAnalysis = Analysis<ThreeGeneralsWhole, Point>;

/// What is chosen on the board or in the hand.
struct Choice {
    /// The square or the letter of what is to move.
    piece: String,
    to: Option<Square>,
    ply: Option<Ply>,
}

fn read(parameters: &QueryString) -> Result<(TaskQuery, Choice), ParameterError> {
    let given = parameters.parse(&["side", "at", "piece", "to", "move", "show"])?;
    let square = AcceptedValues::described_by("takes-square");
    let ply = AcceptedValues::described_by("takes-open-line");
    let choice = Choice {
        piece: given.text("piece").unwrap_or_default(),
        to: given.parse_with("to", square, |text| text.parse().ok())?,
        ply: given.parse_with("move", ply, |text| text.parse().ok())?,
    };
    Ok((TaskQuery::read(&given)?, choice))
}

impl ChoiceLinks for TaskLinks {
    fn resting(&self) -> String {
        self.at(self.asked.at)
    }

    fn choosing(&self, piece: &str, to: Option<Square>) -> String {
        let to = to.map(|square| format!("&to={square}")).unwrap_or_default();
        self.with("piece", piece) + &to
    }

    fn playing(&self, ply: Ply) -> String {
        self.with("move", &percent_encode(&ply.to_string()))
    }
}

/// The task that is asked for.
pub(super) async fn tasks(
    visit: &RequestContext,
    game: Game<Record>,
    parameters: &QueryString,
) -> PageResult<(TaskQuery, Tasks)> {
    let (asked, choice) = read(parameters).or_page(visit)?;
    let (own, answer) = (game.clone(), choice.ply);
    let (analysis, loss) = visit
        .run_heavy(move |app, _| {
            let analysis = analyses::of_three_generals(app, &own)?;
            let turn = marked(&analysis, asked.side).get(asked.at as usize - 1).copied();
            let loss = match (turn, answer) {
                (Some(turn), Some(ply)) => analyses::three_generals_loss_of(&own, turn, ply),
                _ => None,
            };
            Ok((analysis, loss))
        })
        .await?;
    let all = marked(&analysis, asked.side);
    let links = TaskLinks { id: game.summary.id, asked };
    let turn = all.get(asked.at as usize - 1);
    let timeline = &game.stored.timeline;
    let task = turn.map(|turn| task(visit.texts(), timeline, (turn, loss), &choice, &links));
    Ok((asked, Tasks::new(&analysis, all.len(), task)))
}

/// The moves of a side that gave chances away.
fn marked(analysis: &OpenAnalysis, side: Color) -> Vec<&Turn> {
    let Analysis::Done(whole) = analysis else { return Vec::new() };
    let is_marked = |turn: &&Turn| turn.mover == side && turn.judgement().is_some();
    whole.turns.iter().filter(is_marked).collect()
}

fn task(
    texts: Texts,
    timeline: &Timeline,
    (turn, loss): (&Turn, Option<f32>),
    choice: &Choice,
    links: &TaskLinks,
) -> Task {
    let before = turn.ply as usize - 1;
    let position = timeline.positions().nth(before).unwrap_or_else(Position::start);
    let last = before.checked_sub(1).and_then(|index| timeline.plies.get(index));
    let answer = choice.ply.map(|ply| Answer {
        words: ply.to_string(),
        is_best: ply == turn.best,
        is_played: ply == turn.played,
        loss,
    });
    let solution = || Solution {
        best: turn.best.to_string(),
        reason: turn.reason.map(|reason| reason_text(texts, reason)).unwrap_or_default(),
        line: turn.line.iter().map(Ply::to_string).collect::<Vec<_>>().join(" "),
    };
    let played = Played {
        ply: turn.ply,
        words: turn.played.to_string(),
        mover: turn.mover,
        judgement: turn.judgement().map_or("", judgement_key),
        loss: turn.loss(),
    };
    let last = last.map(|timed| timed.ply);
    // The better move stands out once it is shown.
    let (piece, plies) = match links.asked.shown {
        true => (source(turn.best), vec![turn.best]),
        false => (choice.piece.clone(), position.plies().to_vec()),
    };
    let chosen = Chosen { piece: &piece, to: choice.to };
    let flipped = turn.mover == Color::Black;
    Task {
        choice: choice_board(texts, &position, (&plies, last), flipped, &chosen, links),
        sprite: assets::address("three-generals.svg"),
        ask: played.ask(texts),
        told: Told::new(texts, links.asked.shown, answer.as_ref(), solution),
        replay: format!("/games/{}?ply={before}", links.id),
    }
}
