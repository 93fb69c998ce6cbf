//! The daily quiz. What was said is in the address: no account, no cookie, no script.

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use askama::Template;
use chrono::Utc;

use crate::quiz::{Feeling, Kind, MIX, Points, Question};
use crate::service::games::Game;
use crate::service::quiz::{self, Asked};
use crate::web::assets;
use crate::web::board::{BoardDrawing, corner, side, symbol};
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::parameters::{BadParameter, Given, Parameters, Takes};
use crate::web::quiz::{Answer, Answers, SeenChallenge, date, mean, seen};
use crate::web::ranks::RankWords;
use crate::web::replay::{Knowledge, square_name, view_of};
use crate::web::visit::{Frame, Visit};
use ledger_ratings::Day;
use salpakan::rules::{Color, Rank};
use salpakan_knowledge::Ranks;

use super::{ask, html};

/// A rank that can be ticked.
struct Tick {
    letter: char,
    label: &'static str,
    name: &'static str,
    symbol: &'static str,
    /// How many an army has.
    count: u8,
}

/// The question that is to be answered.
struct Put {
    number: usize,
    ask: String,
    you: String,
    board: BoardDrawing,
    sprite: &'static str,
    /// What was seen of the piece, and of others.
    of_it: Vec<String>,
    of_others: Vec<String>,
    ticks: Vec<Tick>,
    feelings: Vec<(u8, String)>,
}

/// A bar of what the exact count says.
struct Bar {
    words: String,
    percent: String,
    width: u32,
    /// Whether it was ticked, or is how it went.
    mark: String,
}

/// What is said to an answer.
struct Told {
    number: usize,
    points: Points,
    was: String,
    heading: String,
    bars: Vec<Bar>,
    replay: String,
}

/// A line of the result.
struct Line {
    number: usize,
    what: &'static str,
    points: Points,
    link: String,
}

/// All answers together.
struct Summary {
    total: Points,
    lines: Vec<Line>,
    share: String,
}

#[derive(Template)]
#[template(path = "pages/quiz.html")]
struct QuizPage {
    frame: Frame,
    heading: String,
    address: String,
    /// The answers so far, as addresses have them.
    answers: String,
    count: usize,
    put: Option<Put>,
    told: Option<Told>,
    result: Option<Summary>,
    /// Where it goes on after an answer.
    next: String,
    earlier: String,
    look: &'static str,
    script: &'static str,
}

/// What an address says.
struct State {
    answers: Answers,
    /// Whether the page behind the last answer is asked for.
    next: bool,
    /// Whether a form was sent, and with what.
    said: Option<Given>,
}

const KNOWN: &[&str] = &[
    "a", "next", "said", "fight", "5", "4", "3", "2", "1", "C", "L", "M", "K", "A", "B", "T", "P",
    "S", "F",
];

impl State {
    fn read(parameters: &Parameters) -> Result<State, BadParameter> {
        let given = parameters.read(KNOWN)?;
        let answers = given.parsed("a", Takes::just("takes-quiz-answers"), Answers::parse)?;
        Ok(State {
            answers: answers.unwrap_or_default(),
            next: given.number("next", 0..=1)? == Some(1),
            said: (given.number("said", 0..=1)? == Some(1)).then_some(given),
        })
    }
}

/// What a form says to a question.
fn answer_of(given: &Given, kind: Kind) -> Result<Answer, BadParameter> {
    match kind {
        Kind::Ranks => {
            let ticked = |rank: Rank| given.text(&rank.letter().to_string()).is_some();
            Ok(Answer::Ranks(Ranks::filtered(ticked)))
        }
        Kind::Fight => {
            let feeling = given.number("fight", 0..=4_u8)?.and_then(Feeling::of_digit);
            Ok(Answer::Fight(feeling.unwrap_or(Feeling::Even)))
        }
    }
}

fn present() -> Day {
    Day(Utc::now().date_naive().to_epoch_days())
}

/// The set of today.
pub async fn today(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    of_day(visit, present(), &parameters).await
}

/// The set of a day.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    // What is no day is one of which there is no set.
    of_day(visit, Day::parse(&path).unwrap_or(Day::LAST), &parameters).await
}

async fn of_day(
    visit: Visit,
    day: Day,
    parameters: &Parameters,
) -> Result<HttpResponse, PageError> {
    let refuse = |e: BadParameter| PageError::parameter(&visit, &e);
    let mut state = State::read(parameters).map_err(refuse)?;
    let set = ask(&visit, move |app| quiz::daily(app, day, present())).await?;
    let address = format!("/quiz/{}", date(day));
    let answered = state.answers.0.len();
    if let Some(given) = state.said.take() {
        if let Some(asked) = set.get(answered) {
            let answer = answer_of(&given, asked.question.kind).map_err(refuse)?;
            state.answers.0.push(answer);
        }
        let there = format!("{address}?a={}", state.answers.text());
        return Ok(HttpResponse::SeeOther().insert_header((header::LOCATION, there)).finish());
    }
    state.answers.0.truncate(set.len());
    let mut page = QuizPage {
        frame: visit.frame(visit.texts().one("quiz-title", "date", date(day))),
        heading: visit.texts().one("quiz-title", "date", date(day)),
        answers: state.answers.text(),
        count: set.len(),
        put: None,
        told: None,
        result: None,
        next: format!("{address}?a={}&next=1", state.answers.text()),
        earlier: format!("/quiz/{}", date(day.plus(-1))),
        look: assets::address("css/quiz.css"),
        script: assets::address("js/share/copy.js"),
        address,
    };
    fill(&visit, &mut page, &set, &state).await?;
    html(&visit, &page)
}

/// Puts onto the page what comes next: a question, what is said to an answer, or the result.
async fn fill(
    visit: &Visit,
    page: &mut QuizPage,
    set: &[Asked],
    state: &State,
) -> Result<(), PageError> {
    let (texts, answered) = (visit.texts(), state.answers.0.len());
    let last = answered.checked_sub(1).filter(|_| !state.next);
    let Some(asked) = set.get(last.unwrap_or(answered)).cloned() else {
        page.result = (answered > 0).then(|| result(visit, &page.address, set, state));
        return Ok(());
    };
    let wanted = asked.clone();
    let game = ask(visit, move |app| quiz::game_of(app, &wanted)).await?;
    match last.and_then(|at| state.answers.0.get(at)) {
        Some(answer) => page.told = Some(told(texts, &game, &asked, answered, *answer)),
        None => page.put = Some(put(texts, &game, &asked, answered + 1)),
    }
    Ok(())
}

fn put(texts: Texts, game: &Game, asked: &Asked, number: usize) -> Put {
    let question = &asked.question;
    let ranks = RankWords { texts, rules: game.stored.timeline().rules };
    let view = view_of(&game.stored, Knowledge::As(question.viewer));
    let scene = view.scene(question.ply - 1);
    let flipped = question.viewer == Color::Black;
    let mut board = BoardDrawing::new(&scene, flipped, ranks);
    let stands = |origin| scene.standing.iter().find(|piece| piece.origin == origin);
    let (own, enemy) = (stands(question.own), stands(question.enemy));
    // The marks are of the challenge that could be made, not of the ply before.
    board.from = own.map(|piece| corner(piece.square, flipped));
    board.to = enemy.map(|piece| corner(piece.square, flipped));
    board.fight = true;
    let values = [
        ("own", own.map_or("", |piece| square_name(piece.square)).to_owned()),
        ("enemy", enemy.map_or("", |piece| square_name(piece.square)).to_owned()),
        ("rank", ranks.said(own.and_then(|piece| piece.rank))),
        ("origin", square_name(question.enemy).to_owned()),
        ("side", side(texts, question.viewer).to_owned()),
        ("ply", question.ply.to_string()),
    ];
    let (of_it, of_others): (Vec<SeenChallenge>, Vec<SeenChallenge>) =
        seen(&view, question).into_iter().partition(|one| one.origin == question.enemy);
    let words = |all: Vec<SeenChallenge>| all.iter().map(|one| in_words(ranks, one)).collect();
    Put {
        number,
        ask: texts.fill(&format!("quiz-ask-{}", question.kind.key()), &values),
        you: texts.fill("quiz-you", &values),
        board,
        sprite: assets::address("pieces.svg"),
        of_it: words(of_it),
        of_others: words(of_others),
        ticks: if question.kind == Kind::Ranks { ticks(ranks, question) } else { Vec::new() },
        feelings: match question.kind {
            Kind::Ranks => Vec::new(),
            Kind::Fight => Feeling::ALL.map(|one| (one.digit(), feeling(texts, one))).to_vec(),
        },
    }
}

fn feeling(texts: Texts, feeling: Feeling) -> String {
    texts.get(&format!("quiz-feeling-{}", feeling.digit()))
}

fn ticks(ranks: RankWords, question: &Question) -> Vec<Tick> {
    let there = |rank: &Rank| question.army.count(*rank) > 0;
    let tick = |rank: Rank| Tick {
        letter: rank.letter(),
        label: ranks.label(rank),
        name: ranks.name(rank),
        symbol: symbol(Some(rank)),
        count: question.army.count(rank),
    };
    Rank::ALL.into_iter().filter(there).map(tick).collect()
}

fn in_words(ranks: RankWords, seen: &SeenChallenge) -> String {
    let values = [
        ("ply", seen.ply.to_string()),
        ("rank", ranks.said(Some(seen.own))),
        ("origin", square_name(seen.origin).to_owned()),
    ];
    ranks.texts.fill(&format!("quiz-seen-{}", seen.fell.key()), &values)
}

fn bar(words: String, share: f64, mark: String) -> Bar {
    let width = (share * 100.0).round() as u32;
    Bar { words, percent: format!("{:.1} %", share * 100.0), width, mark }
}

fn told(texts: Texts, game: &Game, asked: &Asked, number: usize, answer: Answer) -> Told {
    let (question, truth) = (&asked.question, &asked.question.truth);
    let ranks = RankWords { texts, rules: game.stored.timeline().rules };
    let bars = match answer {
        Answer::Ranks(said) => of_ranks(ranks, question, said),
        Answer::Fight(_) => {
            [("quiz-wins", truth.wins), ("quiz-splits", truth.splits), ("quiz-loses", truth.loses)]
                .map(|(key, share)| bar(texts.get(key), share, String::new()))
                .into()
        }
    };
    let values = [
        ("rank", ranks.said(Some(truth.rank))),
        ("white", game.stored.header().roster.white.clone()),
        ("black", game.stored.header().roster.black.clone()),
        ("event", game.summary.event.clone()),
        ("expected", format!("{:.2}", truth.expected())),
        (
            "said",
            match answer {
                Answer::Fight(one) => feeling(texts, one),
                Answer::Ranks(_) => String::new(),
            },
        ),
    ];
    Told {
        number,
        points: answer.points(question),
        was: texts.fill("quiz-was", &values),
        heading: texts.fill(&format!("quiz-exact-{}", question.kind.key()), &values),
        bars,
        replay: format!("/games/{}?ply={}&view=revealed", asked.game, question.ply - 1),
    }
}

/// Ranks that were possible or ticked, the likeliest first.
fn of_ranks(ranks: RankWords, question: &Question, said: Ranks) -> Vec<Bar> {
    let chance = |rank: Rank| question.truth.ranks[rank.index()];
    let mut all: Vec<Rank> =
        Rank::ALL.into_iter().filter(|rank| chance(*rank) > 0.0 || said.contains(*rank)).collect();
    all.sort_by(|a, b| chance(*b).total_cmp(&chance(*a)));
    let one = |rank: Rank| {
        let ticked =
            if said.contains(rank) { ranks.texts.get("quiz-ticked") } else { String::new() };
        bar(ranks.said(Some(rank)), chance(rank), ticked)
    };
    all.into_iter().map(one).collect()
}

/// A square for each answer, which tells how good it was and nothing else.
const fn square(points: Points) -> char {
    match points {
        80.. => '🟩',
        40..80 => '🟨',
        0..40 => '🟧',
        _ => '🟥',
    }
}

fn result(visit: &Visit, address: &str, set: &[Asked], state: &State) -> Summary {
    let texts = visit.texts();
    let mut before = Answers::default();
    let mut lines = Vec::with_capacity(MIX.len());
    for (asked, answer) in set.iter().zip(&state.answers.0) {
        before.0.push(*answer);
        lines.push(Line {
            number: before.0.len(),
            what: texts.text(&format!("quiz-kind-{}", asked.question.kind.key())),
            points: answer.points(&asked.question),
            link: format!("{address}?a={}", before.text()),
        });
    }
    let points: Vec<Points> = lines.iter().map(|line| line.points).collect();
    let total = mean(&points);
    let site = visit.site.settings.public_url.as_deref().unwrap_or_default();
    let squares: String = points.iter().map(|points| square(*points)).collect();
    let day = address.rsplit('/').next().unwrap_or_default();
    let share = format!(
        "{} {total}\n{squares}\n{}{address}",
        texts.one("quiz-title", "date", day),
        site.trim_end_matches('/')
    );
    Summary { total, lines, share }
}
