//! The daily quiz. Answers are kept in the address: no account, cookie or script is needed.

use actix_web::http::header;

use crate::web::prelude::*;
use adjutant_domain::quiz::{
    ChallengeQuestion, DAILY_QUESTION_KINDS, Inclination, QuestionKind, QuizPoints,
};
use adjutant_service::games::Game;
use adjutant_service::quiz::{self, Asked};
use adjutant_site::assets;
use adjutant_site::board::{BoardDrawing, corner, side_name, symbol};
use adjutant_site::parameters::{AcceptedValues, ParameterError, QueryParameters};
use adjutant_site::quiz_answers::{
    QuizAnswer, QuizAnswers, SeenChallenge, date_text, mean, seen_challenges,
};
use adjutant_site::ranks::RankNames;
use adjutant_site::replay::{Perspective, square_name, view_from};
use adjutant_site::time_format::format_day;
use adjutant_site::time_format::today;
use adjutant_site::use_cases::run_use_case;
use ledger_ratings::Day;
use salpakan::rules::{Color, Rank};
use salpakan::view::Scene;
use salpakan_knowledge::Ranks;

/// A rank that can be ticked.
struct RankOption {
    letter: char,
    label: &'static str,
    name: &'static str,
    symbol: &'static str,
    /// How many of them an army has.
    count: u8,
}

/// The question to be answered.
struct QuestionPart {
    number: usize,
    ask: String,
    you: String,
    board: BoardDrawing,
    /// What was observed of the piece, and of others.
    of_it: Vec<String>,
    of_others: Vec<String>,
    ticks: Vec<RankOption>,
    feelings: Vec<(u8, String)>,
}

/// A bar of the exact probabilities.
struct ProbabilityBar {
    words: String,
    percent: String,
    width: u32,
    /// Marks a ticked rank and the actual one.
    mark: String,
}

struct AnswerFeedback {
    number: usize,
    board: BoardDrawing,
    points: QuizPoints,
    was: String,
    heading: String,
    bars: Vec<ProbabilityBar>,
    replay: String,
}

/// A row of the result.
struct AnswerRow {
    number: usize,
    what: &'static str,
    points: QuizPoints,
    link: String,
}

struct QuizSummary {
    total: QuizPoints,
    lines: Vec<AnswerRow>,
    share: String,
}

#[derive(Template)]
#[template(path = "pages/quiz.html")]
struct QuizPage {
    frame: PageFrame,
    heading: String,
    address: String,
    /// The answers so far, as encoded in addresses.
    answers: String,
    count: usize,
    put: Option<QuestionPart>,
    told: Option<AnswerFeedback>,
    result: Option<QuizSummary>,
    /// The day, if it is today's quiz, whose days in a row the visitor's device counts.
    streak_day: String,
    /// The address of the next question.
    next: String,
    /// Empty on the oldest day.
    earlier: String,
    look: &'static str,
    script: &'static str,
}

/// The state given by the query string.
struct QuizQuery {
    answers: QuizAnswers,
    /// Whether the page after the last answer is requested.
    next: bool,
    /// The submitted form, if any.
    form_answer: Option<QueryParameters>,
}

const KNOWN: &[&str] = &[
    "a", "next", "said", "fight", "5", "4", "3", "2", "1", "C", "L", "M", "K", "A", "B", "T", "P",
    "S", "F",
];

impl QuizQuery {
    fn read(parameters: &QueryString) -> Result<QuizQuery, ParameterError> {
        let given = parameters.parse(KNOWN)?;
        let answers = given.parse_with(
            "a",
            AcceptedValues::described_by("takes-quiz-answers"),
            QuizAnswers::parse,
        )?;
        Ok(QuizQuery {
            answers: answers.unwrap_or_default(),
            next: given.number("next", 0..=1)? == Some(1),
            form_answer: (given.number("said", 0..=1)? == Some(1)).then_some(given),
        })
    }
}

/// Parses the submitted answer to a question.
fn parse_answer(given: &QueryParameters, kind: QuestionKind) -> Result<QuizAnswer, ParameterError> {
    match kind {
        QuestionKind::Ranks => {
            let ticked = |rank: Rank| given.text(&rank.letter().to_string()).is_some();
            Ok(QuizAnswer::Ranks(Ranks::filtered(ticked)))
        }
        QuestionKind::Challenge => {
            let feeling = given.number("fight", 0..=4_u8)?.and_then(Inclination::from_digit);
            Ok(QuizAnswer::Fight(feeling.unwrap_or(Inclination::Even)))
        }
    }
}

/// Shows today's quiz.
pub async fn show_today(visit: RequestContext, parameters: QueryString) -> PageResult {
    show_day(visit, today(), &parameters).await
}

/// Shows the quiz of a day.
pub async fn show(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    // An invalid day has no quiz, like the last representable one.
    show_day(visit, Day::parse(&path).unwrap_or(Day::LAST), &parameters).await
}

async fn show_day(visit: RequestContext, day: Day, parameters: &QueryString) -> PageResult {
    let mut state = QuizQuery::read(parameters).or_page(&visit)?;
    let set = run_use_case(&visit, move |app| quiz::daily(app, day, today())).await?;
    let address = format!("/quiz/{}", date_text(day));
    let answered = state.answers.0.len();
    if let Some(given) = state.form_answer.take() {
        if let Some(asked) = set.get(answered) {
            let answer = parse_answer(&given, asked.question.kind).or_page(&visit)?;
            state.answers.0.push(answer);
        }
        let there = format!("{address}?a={}", state.answers.text());
        return Ok(HttpResponse::SeeOther().insert_header((header::LOCATION, there)).finish());
    }
    state.answers.0.truncate(set.len());
    let mut page = QuizPage {
        frame: visit.frame(visit.texts().one("quiz-title", "date", format_day(visit.texts(), day))),
        heading: visit.texts().one("quiz-title", "date", format_day(visit.texts(), day)),
        answers: state.answers.text(),
        streak_day: if day == today() { date_text(day) } else { String::new() },
        count: set.len(),
        put: None,
        told: None,
        result: None,
        next: format!("{address}?a={}&next=1", state.answers.text()),
        earlier: if day > today().plus(-quiz::DAYS) {
            format!("/quiz/{}", date_text(day.plus(-1)))
        } else {
            String::new()
        },
        look: assets::address("css/quiz.css"),
        script: assets::address("js/quiz/main.js"),
        address,
    };
    fill_page(&visit, &mut page, &set, &state).await?;
    html(&visit, &page)
}

/// Fills in what comes next: a question, the feedback to an answer, or the result.
async fn fill_page(
    visit: &RequestContext,
    page: &mut QuizPage,
    set: &[Asked],
    state: &QuizQuery,
) -> PageResult<()> {
    let (texts, answered) = (visit.texts(), state.answers.0.len());
    let last = answered.checked_sub(1).filter(|_| !state.next);
    let Some(asked) = set.get(last.unwrap_or(answered)).cloned() else {
        page.result = (answered > 0).then(|| quiz_summary(visit, &page.address, set, state));
        return Ok(());
    };
    let wanted = asked.clone();
    let game = run_use_case(visit, move |app| quiz::game_of(app, &wanted)).await?;
    match last.and_then(|at| state.answers.0.get(at)) {
        Some(answer) => page.told = Some(answer_feedback(texts, &game, &asked, answered, *answer)),
        None => page.put = Some(question_part(texts, &game, &asked, answered + 1)),
    }
    Ok(())
}

fn question_part(texts: Texts, game: &Game, asked: &Asked, number: usize) -> QuestionPart {
    let question = &asked.question;
    let ranks = RankNames { texts, rules: game.stored.timeline().rules };
    let view = view_from(&game.stored, Perspective::Player(question.viewer));
    let scene = view.scene(question.ply - 1);
    let stands = |origin| scene.standing.iter().find(|piece| piece.origin == origin);
    let (own, enemy) = (stands(question.challenger), stands(question.target));
    let values = [
        ("own", own.map_or("", |piece| square_name(piece.square)).to_owned()),
        ("enemy", enemy.map_or("", |piece| square_name(piece.square)).to_owned()),
        ("rank", ranks.name_or_hidden(own.and_then(|piece| piece.rank))),
        ("origin", square_name(question.target).to_owned()),
        ("side", side_name(texts, question.viewer).to_owned()),
        ("ply", question.ply.to_string()),
    ];
    let (of_it, of_others): (Vec<SeenChallenge>, Vec<SeenChallenge>) =
        seen_challenges(&view, question).into_iter().partition(|one| one.origin == question.target);
    let words =
        |all: Vec<SeenChallenge>| all.iter().map(|one| challenge_text(ranks, one)).collect();
    QuestionPart {
        number,
        ask: texts.fill(&format!("quiz-ask-{}", question.kind.key()), &values),
        you: texts.fill("quiz-you", &values),
        board: question_board(ranks, &scene, question),
        of_it: words(of_it),
        of_others: words(of_others),
        ticks: if question.kind == QuestionKind::Ranks {
            rank_options(ranks, question)
        } else {
            Vec::new()
        },
        feelings: match question.kind {
            QuestionKind::Ranks => Vec::new(),
            QuestionKind::Challenge => {
                Inclination::ALL.map(|one| (one.digit(), feeling_label(texts, one))).to_vec()
            }
        },
    }
}

/// The board before the challenge, which is marked instead of the last move.
fn question_board(ranks: RankNames, scene: &Scene, question: &ChallengeQuestion) -> BoardDrawing {
    let flipped = question.viewer == Color::Black;
    let square = |origin| scene.standing.iter().find(|piece| piece.origin == origin);
    let marked = |origin| square(origin).map(|piece| corner(piece.square, flipped));
    BoardDrawing {
        from: marked(question.challenger),
        to: marked(question.target),
        fight: true,
        ..BoardDrawing::new(scene, flipped, ranks)
    }
}

fn feeling_label(texts: Texts, feeling: Inclination) -> String {
    texts.get(&format!("quiz-feeling-{}", feeling.digit()))
}

fn rank_options(ranks: RankNames, question: &ChallengeQuestion) -> Vec<RankOption> {
    let there = |rank: &Rank| question.army.count(*rank) > 0;
    let tick = |rank: Rank| RankOption {
        letter: rank.letter(),
        label: ranks.label(rank),
        name: ranks.name(rank),
        symbol: symbol(Some(rank)),
        count: question.army.count(rank),
    };
    Rank::ALL.into_iter().filter(there).map(tick).collect()
}

fn challenge_text(ranks: RankNames, seen: &SeenChallenge) -> String {
    let values = [
        ("ply", seen.ply.to_string()),
        ("rank", ranks.name(seen.own).to_owned()),
        ("origin", square_name(seen.origin).to_owned()),
    ];
    ranks.texts.fill(&format!("quiz-seen-{}", seen.fell.key()), &values)
}

fn bar(words: String, share: f64, mark: String) -> ProbabilityBar {
    let width = (share * 100.0).round() as u32;
    ProbabilityBar { words, percent: format!("{:.1} %", share * 100.0), width, mark }
}

fn answer_feedback(
    texts: Texts,
    game: &Game,
    asked: &Asked,
    number: usize,
    answer: QuizAnswer,
) -> AnswerFeedback {
    let (question, truth) = (&asked.question, &asked.question.truth);
    let ranks = RankNames { texts, rules: game.stored.timeline().rules };
    // The board of the question, with the challenged piece turned over.
    let mut scene =
        view_from(&game.stored, Perspective::Player(question.viewer)).scene(question.ply - 1);
    for piece in scene.standing.iter_mut().filter(|piece| piece.origin == question.target) {
        piece.rank = Some(truth.rank);
    }
    let bars = match answer {
        QuizAnswer::Ranks(said) => rank_bars(ranks, question, said),
        QuizAnswer::Fight(_) => [
            ("quiz-wins", truth.win_chance),
            ("quiz-splits", truth.both_fall_chance),
            ("quiz-loses", truth.loss_chance),
        ]
        .map(|(key, share)| bar(texts.get(key), share, String::new()))
        .into(),
    };
    let values = [
        ("rank", ranks.name(truth.rank).to_owned()),
        ("white", game.stored.header().roster.white.clone()),
        ("black", game.stored.header().roster.black.clone()),
        ("event", game.summary.event.clone()),
        ("expected", format!("{:.2}", truth.expected_score())),
        (
            "said",
            match answer {
                QuizAnswer::Fight(one) => feeling_label(texts, one),
                QuizAnswer::Ranks(_) => String::new(),
            },
        ),
    ];
    AnswerFeedback {
        number,
        board: question_board(ranks, &scene, question),
        points: answer.points(question),
        was: texts.fill("quiz-was", &values),
        heading: texts.fill(&format!("quiz-exact-{}", question.kind.key()), &values),
        bars,
        replay: format!("/games/{}?ply={}&view=revealed", asked.game, question.ply - 1),
    }
}

/// The ranks that were possible or ticked, the likeliest first.
fn rank_bars(ranks: RankNames, question: &ChallengeQuestion, said: Ranks) -> Vec<ProbabilityBar> {
    let chance = |rank: Rank| question.truth.ranks[rank.index()];
    let mut all: Vec<Rank> =
        Rank::ALL.into_iter().filter(|rank| chance(*rank) > 0.0 || said.contains(*rank)).collect();
    all.sort_by(|a, b| chance(*b).total_cmp(&chance(*a)));
    let one = |rank: Rank| {
        let ticked =
            if said.contains(rank) { ranks.texts.get("quiz-ticked") } else { String::new() };
        bar(ranks.name(rank).to_owned(), chance(rank), ticked)
    };
    all.into_iter().map(one).collect()
}

/// A square for each answer that shows how good it was without giving the answer away.
const fn score_emoji(points: QuizPoints) -> char {
    match points {
        80.. => '🟩',
        40..80 => '🟨',
        1..40 => '🟧',
        _ => '🟥',
    }
}

fn quiz_summary(
    visit: &RequestContext,
    address: &str,
    set: &[Asked],
    state: &QuizQuery,
) -> QuizSummary {
    let texts = visit.texts();
    let mut before = QuizAnswers::default();
    let mut lines = Vec::with_capacity(DAILY_QUESTION_KINDS.len());
    for (asked, answer) in set.iter().zip(&state.answers.0) {
        before.0.push(*answer);
        lines.push(AnswerRow {
            number: before.0.len(),
            what: texts.text(&format!("quiz-kind-{}", asked.question.kind.key())),
            points: answer.points(&asked.question),
            link: format!("{address}?a={}", before.text()),
        });
    }
    let points: Vec<QuizPoints> = lines.iter().map(|line| line.points).collect();
    let total = mean(&points);
    let site = visit.site.settings.public_url.as_deref().unwrap_or_default();
    let squares: String = points.iter().map(|points| score_emoji(*points)).collect();
    let day = address.rsplit('/').next().unwrap_or_default();
    let share = format!(
        "{} {total}\n{squares}\n{}{address}",
        texts.one("quiz-title", "date", quiz_day(texts, day)),
        site.trim_end_matches('/')
    );
    QuizSummary { total, lines, share }
}

/// The day of a quiz's address as people write it.
fn quiz_day(texts: Texts, day: &str) -> String {
    Day::parse(day).map_or_else(|| day.to_owned(), |day| format_day(texts, day))
}
