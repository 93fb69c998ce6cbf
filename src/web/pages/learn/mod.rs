//! Learning from mistakes: positions of an analyzed game in which a player gave chances away, as that player saw them. The reader looks
//! for the better move; all of the state is in the address.

mod salpakan;
mod three_generals;

use crate::web::prelude::*;
use ::salpakan::rules::Color;
use adjutant_service::analyses::Analysis;
use adjutant_service::games::AnyGame;
use adjutant_service::records::GameId;
use adjutant_site::analysis_text::percent;
use adjutant_site::board::side_name;
use adjutant_site::choice_board::ChoiceBoard;
use adjutant_site::games::{any_game_heading, load_open_game};
use adjutant_site::parameters::{AcceptedValues, ParameterError, QueryParameters};
use salpakan_computer::analysis::INACCURACY;

/// Which task is asked for; how a move is written in the address belongs to each game.
#[derive(Clone, Copy)]
struct TaskQuery {
    side: Color,
    /// Which of the side's marked moves, counted from 1.
    at: u32,
    /// Whether the better move is asked for.
    shown: bool,
}

impl TaskQuery {
    fn read(given: &QueryParameters) -> Result<TaskQuery, ParameterError> {
        let colors = AcceptedValues::one_of("white, black".to_owned());
        let color = |text: &str| Color::ALL.into_iter().find(|color| color.key() == text);
        Ok(TaskQuery {
            side: given.parse_with("side", colors, color)?.unwrap_or(Color::White),
            at: given.number("at", 1..=10_000)?.unwrap_or(1),
            shown: given.number("show", 0..=1)? == Some(1),
        })
    }
}

/// Links from a task.
struct TaskLinks {
    id: GameId,
    asked: TaskQuery,
}

impl TaskLinks {
    fn at(&self, at: u32) -> String {
        format!("/games/{}/learn?side={}&at={at}", self.id, self.asked.side.key())
    }

    fn with(&self, name: &str, value: &str) -> String {
        format!("{}&{name}={value}", self.at(self.asked.at))
    }
}

/// The move that gave chances away.
struct Played {
    ply: u32,
    /// In words.
    words: String,
    mover: Color,
    /// The key of how bad it was.
    judgement: &'static str,
    /// What it gave away, 0 to 1.
    loss: f32,
}

impl Played {
    /// Asks for the better move.
    fn ask(self, texts: Texts) -> String {
        let values = [
            ("ply", self.ply.to_string()),
            ("move", self.words),
            ("side", side_name(texts, self.mover).to_owned()),
            ("lost", percent(f64::from(self.loss))),
        ];
        texts.fill(&format!("learn-ask-{}", self.judgement), &values)
    }
}

/// The answer to a task, beside what was played and what is best.
struct Answer {
    /// In words.
    words: String,
    is_best: bool,
    is_played: bool,
    /// What it gives away, 0 to 1; `None` for a move that is not legal.
    loss: Option<f32>,
}

impl Answer {
    fn key(&self) -> &'static str {
        match self.loss {
            _ if self.is_best => "learn-found",
            _ if self.is_played => "learn-played",
            None => "learn-illegal",
            Some(loss) if loss < INACCURACY => "learn-good",
            Some(_) => "learn-not-yet",
        }
    }
}

/// The better move, why it is better, and what would have followed.
struct Solution {
    best: String,
    reason: String,
    line: String,
}

/// What is said to an answer, or instead of one.
struct Told {
    words: String,
    /// Whether the words name the better move themselves.
    shown: bool,
    /// Once the task is over.
    solution: Option<Solution>,
}

impl Told {
    /// `None` before there is an answer.
    fn new(
        texts: Texts,
        shown: bool,
        answer: Option<&Answer>,
        solution: impl FnOnce() -> Solution,
    ) -> Option<Told> {
        let key = if shown { "learn-shown" } else { answer?.key() };
        let is_done = ["learn-shown", "learn-found", "learn-good"].contains(&key);
        let lost = answer.and_then(|answer| answer.loss).unwrap_or(0.0);
        let solution = is_done.then(solution);
        let best = solution.as_ref().filter(|_| shown).map(|solution| solution.best.clone());
        let values = [
            ("move", best.or_else(|| Some(answer?.words.clone())).unwrap_or_default()),
            ("lost", percent(f64::from(lost))),
        ];
        Some(Told { words: texts.fill(key, &values), shown, solution })
    }
}

struct Task {
    choice: ChoiceBoard,
    sprite: &'static str,
    /// What was played, and that there is something better.
    ask: String,
    told: Option<Told>,
    /// The position in the replay.
    replay: String,
}

impl Task {
    /// Whether the better move is still looked for.
    fn is_open(&self) -> bool {
        self.told.as_ref().is_none_or(|told| told.solution.is_none())
    }
}

/// What a game tells of the task that is asked for.
struct Tasks {
    is_analysed: bool,
    /// The moves of the side that gave chances away.
    count: usize,
    task: Option<Task>,
}

impl Tasks {
    fn new<W, P>(analysis: &Analysis<W, P>, count: usize, task: Option<Task>) -> Tasks {
        Tasks { is_analysed: matches!(analysis, Analysis::Done(_)), count, task }
    }
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
    show: String,
    again: String,
    next: String,
}

/// Shows one of a side's marked moves as a task.
pub async fn show(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let game = load_open_game(&visit, &path).await?;
    let players = any_game_heading(&game);
    let id = game.summary().id;
    let (asked, tasks) = match game {
        AnyGame::Salpakan(game) => salpakan::tasks(&visit, *game, &parameters).await?,
        AnyGame::ThreeGenerals(game) => three_generals::tasks(&visit, *game, &parameters).await?,
    };
    html(&visit, &page(&visit, players, &TaskLinks { id, asked }, tasks))
}

fn page(visit: &RequestContext, players: String, links: &TaskLinks, tasks: Tasks) -> LearnPage {
    let texts = visit.texts();
    let Tasks { is_analysed, count, task } = tasks;
    let asked = links.asked;
    let mut frame = visit.frame(format!("{} · {players}", texts.get("learn-title")));
    // Without a task there is no board.
    if task.is_some() {
        frame.skip_to_board();
    }
    LearnPage {
        frame,
        heading: texts.get("learn-title"),
        players,
        game: format!("/games/{}", links.id),
        side: side_name(texts, asked.side),
        number: asked.at,
        count,
        task,
        nothing: texts.text(if is_analysed { "learn-none" } else { "learn-not-analysed" }),
        show: links.with("show", "1"),
        again: links.at(asked.at),
        next: if (asked.at as usize) < count { links.at(asked.at + 1) } else { String::new() },
    }
}
