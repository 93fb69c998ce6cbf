//! The board on which a set-up is made or changed. The script keeps the draft in the page alone and sends
//! it once; without script each button sends it, and the page comes back with what the button does.

use actix_web::http::StatusCode;
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use crate::service::own_set_ups::{self, LONGEST_NAME, NewSetUp, SetUp};
use crate::web::assets;
use crate::web::deploy::{Cells, Deploying, Own, faults};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Choice, Done};
use crate::web::pages::account::attempt::{Refusal, attempt, now, see_other};
use crate::web::pages::{ask, private_html};
use crate::web::parameters::{Parameters, Takes};
use crate::web::ranks::RankWords;
use crate::web::visit::{Frame, Visit};
use salpakan::rules::{Color, Deployment, Preset, RuleSet};

use super::{ADDRESS, number};

const NEW: &str = "/set-ups/new";
const SHAPE: Shape = Shape { once: &["name", "rules", "code", "do"], many: &["cell"], files: &[] };

#[derive(Template)]
#[template(path = "set-ups/edit.html")]
struct EditPage {
    frame: Frame,
    heading: String,
    action: String,
    /// Each fault with the id of what it is about.
    faults: Vec<(String, String)>,
    done: String,
    /// Rule-sets to choose from; none where the set-up has its own already.
    choices: Vec<Choice>,
    rules: String,
    name: String,
    name_fault: String,
    code: String,
    code_fault: String,
    longest: usize,
    deploy: Deploying,
    script: &'static str,
}

/// What is on the board, and what stands beside it.
struct Board {
    /// The set-up that is changed; `None` for a new one.
    id: Option<i32>,
    /// Its name as it is kept.
    heading: String,
    name: String,
    code: String,
    cells: Cells,
}

/// What to say of it.
#[derive(Default)]
struct Said {
    status: StatusCode,
    /// By field, as use cases name them.
    refused: Vec<(&'static str, String)>,
    /// Whether what is wrong with the draft is said.
    checked: bool,
    done: String,
}

impl Said {
    fn refused(refusal: Refusal) -> Said {
        let status = match &refusal {
            Refusal::Faults { status, .. } => *status,
            Refusal::Prove | Refusal::DeadLink => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Said { status, refused: refusal.into_faults(), ..Said::default() }
    }
}

fn choices(rules: &RuleSet) -> Vec<Choice> {
    let mut all: Vec<Choice> =
        Preset::ALL.iter().map(|preset| Choice::new(preset.name, preset.name)).collect();
    let key = rules.key();
    if all.iter().all(|choice| choice.value != key) {
        all.push(Choice::new(&key, &key));
    }
    for choice in &mut all {
        choice.chosen = choice.value == key;
    }
    all
}

/// Those of one's own that fit these rules, to begin from.
async fn fitting(visit: &Visit, rules: RuleSet) -> Result<Vec<Own>, PageError> {
    let actor = visit.actor().clone();
    let all = ask(visit, move |app| own_set_ups::list(app, &actor)).await?;
    let fitting = all.into_iter().filter(|one| one.fits(&rules));
    Ok(fitting
        .map(|one| Own { draft: Cells::of(rules, &one.army).text(), name: one.name })
        .collect())
}

async fn page(visit: &Visit, board: Board, said: Said) -> Result<HttpResponse, PageError> {
    let (texts, rules) = (visit.texts(), board.cells.rules());
    let own = fitting(visit, rules).await?;
    let wrong = match said.checked {
        true => faults(RankWords { texts, rules }, &board.cells),
        false => Vec::new(),
    };
    let of_field = |field: &str| {
        let found = said.refused.iter().find(|(own, _)| *own == field);
        found.map(|(_, words)| words.clone()).unwrap_or_default()
    };
    let fields = said.refused.iter().map(|(field, words)| {
        let field = if field.is_empty() { "name" } else { field };
        (format!("set-up-{field}"), words.clone())
    });
    let cells = wrong
        .iter()
        .map(|fault| (format!("cell-{}", fault.cells.first().unwrap_or(&0)), fault.words.clone()));
    let title = if board.id.is_some() { "set-up-title" } else { "set-up-new" };
    let mut frame = visit.frame(texts.get(title));
    let faults: Vec<(String, String)> = fields.chain(cells).collect();
    if !faults.is_empty() {
        frame.title = format!("{} {}", texts.text("form-fault"), frame.title);
    }
    let page = EditPage {
        frame,
        action: board.id.map_or_else(|| NEW.to_owned(), |id| format!("{ADDRESS}/{id}")),
        faults,
        done: said.done.clone(),
        choices: if board.id.is_some() { Vec::new() } else { choices(&rules) },
        rules: rules.key(),
        name_fault: of_field("name"),
        code_fault: of_field("code"),
        longest: LONGEST_NAME,
        deploy: Deploying::new(texts, Color::White, &board.cells, &wrong, own),
        script: assets::address("js/deploy/main.js"),
        heading: board.heading,
        name: board.name,
        code: board.code,
    };
    private_html(visit, said.status, &page)
}

/// An empty board under the rules that the address names. A share code in it goes behind the `#`, which browsers
/// send to nobody; the page's script puts its set-up on the board.
pub async fn show_new(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let given = parameters.read(&["rules", "code"]);
    let given = given.map_err(|e| PageError::parameter(&visit, &e))?;
    let takes = Takes::one_of(Preset::ALL.map(|preset| preset.name).join(", "));
    let rules: Result<Option<RuleSet>, _> = given.parsed("rules", takes, |key| key.parse().ok());
    let rules = rules.map_err(|e| PageError::parameter(&visit, &e))?;
    let rules = own_set_ups::rules_of(&rules.unwrap_or_default());
    match given.text("code") {
        Some(code) => Ok(see_other(&format!("{NEW}?rules={}#{}", rules.key(), fragment(&code)))),
        None => page(&visit, new_board(&visit, Cells::empty(rules)), Said::default()).await,
    }
}

/// What of a text may stand behind a `#`: that of a share code.
fn fragment(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).take(LONGEST_NAME).collect()
}

fn new_board(visit: &Visit, cells: Cells) -> Board {
    let heading = visit.texts().get("set-up-new");
    Board { id: None, heading, name: String::new(), code: String::new(), cells }
}

/// One of one's own.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    Done::asked(&visit, &parameters, &[])?;
    let found = found(&visit, &path).await?;
    let cells = Cells::of(found.rules, &found.army);
    page(&visit, board_of(found, cells), Said::default()).await
}

async fn found(visit: &Visit, id: &str) -> Result<SetUp, PageError> {
    let (id, actor) = (number(visit, id)?, visit.actor().clone());
    ask(visit, move |app| own_set_ups::get(app, &actor, id)).await
}

fn board_of(found: SetUp, cells: Cells) -> Board {
    let (id, code) = (Some(found.id), String::new());
    Board { id, heading: found.name.clone(), name: found.name, code, cells }
}

/// Takes a new one.
pub async fn take_new(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, SHAPE).await?;
    let key = if sent.has("rules") { sent.text("rules") } else { RuleSet::STANDARD.preset().name };
    let rules: RuleSet = key.parse().map_err(|_| unreadable(&visit))?;
    let cells = cells_of(&visit, own_set_ups::rules_of(&rules), &sent)?;
    let board = new_board(&visit, cells);
    act(&visit, &sent, board).await
}

/// Changes one.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, SHAPE).await?;
    let found = found(&visit, &path).await?;
    let cells = cells_of(&visit, found.rules, &sent)?;
    act(&visit, &sent, board_of(found, cells)).await
}

fn unreadable(visit: &Visit) -> PageError {
    PageError::with(visit, StatusCode::BAD_REQUEST, visit.texts().get("error-form"))
}

/// The board as it was sent; an empty one where nothing was.
fn cells_of(visit: &Visit, rules: RuleSet, sent: &forms::Form) -> Result<Cells, PageError> {
    if !sent.has("cell") {
        return Ok(Cells::empty(rules));
    }
    Cells::read(rules, sent.all("cell")).ok_or_else(|| unreadable(visit))
}

/// Does what the button says.
async fn act(visit: &Visit, sent: &forms::Form, board: Board) -> Result<HttpResponse, PageError> {
    let (name, code) = (sent.raw("name").to_owned(), sent.text("code").to_owned());
    let board = Board { name, code, ..board };
    let rules = board.cells.rules();
    match sent.text("do") {
        "" | "save" => save(visit, board).await,
        "check" => check(visit, board).await,
        "mirror" => {
            let cells = board.cells.clone().mirrored();
            page(visit, Board { cells, ..board }, Said::default()).await
        }
        "random" => {
            let cells = Cells::at_random(rules, &mut rand::rng());
            page(visit, Board { cells, ..board }, Said::default()).await
        }
        "clear" => {
            page(visit, Board { cells: Cells::empty(rules), ..board }, Said::default()).await
        }
        "load" => load(visit, board).await,
        _ => Err(unreadable(visit)),
    }
}

async fn check(visit: &Visit, board: Board) -> Result<HttpResponse, PageError> {
    let said = match board.cells.check() {
        Ok(army) => Said { done: complete(visit, &board, &army), ..Said::default() },
        Err(_) => {
            Said { status: StatusCode::UNPROCESSABLE_ENTITY, checked: true, ..Said::default() }
        }
    };
    page(visit, board, said).await
}

/// That nothing is wrong, with the share code.
fn complete(visit: &Visit, board: &Board, army: &Deployment) -> String {
    let code = salpakan::record::share_code(&board.cells.rules(), army);
    visit.texts().one("set-up-complete", "code", code)
}

/// Puts on the board what a share code, or a set-up in the notation, says.
async fn load(visit: &Visit, board: Board) -> Result<HttpResponse, PageError> {
    let (rules, code) = (board.cells.rules(), board.code.clone());
    if let Some(cells) = Cells::of_notation(rules, &code) {
        return page(visit, Board { cells, code: String::new(), ..board }, Said::default()).await;
    }
    let shared = attempt(visit, move |_| Ok(own_set_ups::by_share_code(&rules, &code)?));
    match shared.await? {
        Ok(army) => {
            let board = Board { cells: Cells::of(rules, &army), code: String::new(), ..board };
            page(visit, board, Said::default()).await
        }
        Err(refusal) => page(visit, board, Said::refused(refusal)).await,
    }
}

async fn save(visit: &Visit, board: Board) -> Result<HttpResponse, PageError> {
    let Ok(army) = board.cells.check() else { return check(visit, board).await };
    let (id, actor) = (board.id, visit.actor().clone());
    let new = NewSetUp { name: board.name.clone(), rules: board.cells.rules(), army };
    let saved = attempt(visit, move |app| {
        match id {
            Some(id) => own_set_ups::replace(app, &actor, id, &new, now())?,
            None => own_set_ups::keep(app, &actor, &new, now()).map(|_| ())?,
        }
        Ok(())
    });
    match saved.await? {
        Ok(()) => {
            let done = if id.is_some() { "done-set-up-saved" } else { "done-set-up-kept" };
            Ok(see_other(&Done::address(ADDRESS, done)))
        }
        Err(refusal) => page(visit, board, Said::refused(refusal)).await,
    }
}
