//! The editor of a set-up. With its script the draft stays in the page until it is saved; without
//! it each button posts the draft and the page returns with the result.

use crate::web::prelude::*;
use adjutant_service::own_set_ups::{self, LONGEST_NAME, NewSetUp, SetUp};
use adjutant_site::assets;
use adjutant_site::deployment_board::{DeploymentBoard, DraftCells, SavedSetUp, draft_fault_texts};
use adjutant_site::labels::rule_set_choices;
use adjutant_site::parameters::AcceptedValues;
use adjutant_site::ranks::RankNames;
use salpakan::rules::{Color, Preset, RuleSet};

use super::ADDRESS;

const NEW: &str = "/set-ups/new";

#[derive(Deserialize)]
struct EditorForm {
    name: Verbatim,
    rules: Option<String>,
    code: String,
    #[serde(rename = "do")]
    action: String,
    cell: Vec<String>,
}

#[derive(Template)]
#[template(path = "set-ups/edit.html")]
struct SetUpEditorPage {
    frame: PageFrame,
    heading: String,
    action: String,
    /// Each fault with the id of the element that it concerns.
    faults: Vec<(String, String)>,
    done: String,
    /// The rule-sets to choose from; empty if the set-up has one already.
    choices: Vec<Choice>,
    rules: String,
    name: String,
    name_fault: String,
    code: String,
    code_fault: String,
    longest: usize,
    deploy: DeploymentBoard,
    script: &'static str,
}

/// The content of the editor.
struct EditorBoard {
    /// The set-up being edited; `None` for a new one.
    id: Option<i32>,
    /// Its saved name.
    heading: String,
    name: String,
    code: String,
    cells: DraftCells,
}

#[derive(Default)]
struct EditorMessages {
    status: StatusCode,
    /// Faults by the field names of the use cases.
    refused: Vec<(&'static str, String)>,
    /// Whether the faults of the draft are shown.
    checked: bool,
    done: String,
}

impl EditorMessages {
    fn refused(refusal: FormRefusal) -> EditorMessages {
        let status = refusal.status();
        EditorMessages { status, refused: refusal.into_faults(), ..EditorMessages::default() }
    }
}

fn choices(texts: Texts, rules: &RuleSet) -> Vec<Choice> {
    let mut all = rule_set_choices(texts);
    let key = rules.key();
    if all.iter().all(|choice| choice.value != key) {
        all.push(Choice::new(&key, &key));
    }
    for choice in &mut all {
        choice.chosen = choice.value == key;
    }
    all
}

/// The visitor's own set-ups for these rules, offered as starting points.
async fn own_set_ups_for(visit: &RequestContext, rules: RuleSet) -> PageResult<Vec<SavedSetUp>> {
    let all = visit.run(own_set_ups::list).await?;
    let fitting = all.into_iter().filter(|one| one.fits(&rules));
    Ok(fitting
        .map(|one| SavedSetUp {
            draft: DraftCells::from_deployment(rules, &one.army).to_text(),
            name: one.name,
        })
        .collect())
}

async fn page(visit: &RequestContext, board: EditorBoard, said: EditorMessages) -> PageResult {
    let (texts, rules) = (visit.texts(), board.cells.rules());
    let own = own_set_ups_for(visit, rules).await?;
    let wrong = match said.checked {
        true => draft_fault_texts(RankNames { texts, rules }, &board.cells),
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
    let page = SetUpEditorPage {
        frame,
        action: board.id.map_or_else(|| NEW.to_owned(), |id| format!("{ADDRESS}/{id}")),
        faults,
        done: said.done.clone(),
        choices: if board.id.is_some() { Vec::new() } else { choices(texts, &rules) },
        rules: rules.key(),
        name_fault: of_field("name"),
        code_fault: of_field("code"),
        longest: LONGEST_NAME,
        deploy: DeploymentBoard::new(texts, Color::White, &board.cells, &wrong, own),
        script: assets::address("js/deploy/main.js"),
        heading: board.heading,
        name: board.name,
        code: board.code,
    };
    private_html(visit, said.status, &page)
}

/// Shows an empty board under the requested rules. A share code in the query is moved to the
/// fragment, which browsers do not send, and loaded by the script.
pub async fn show_new(visit: RequestContext, parameters: QueryString) -> PageResult {
    let given = parameters.parse(&["rules", "code"]).or_page(&visit)?;
    let takes = AcceptedValues::one_of(Preset::ALL.map(|preset| preset.name).join(", "));
    let rules: Result<Option<RuleSet>, _> =
        given.parse_with("rules", takes, |key| key.parse().ok());
    let rules = rules.or_page(&visit)?;
    let rules = own_set_ups::rules_of(&rules.unwrap_or_default());
    match given.text("code") {
        Some(code) => {
            Ok(see_other(&format!("{NEW}?rules={}#{}", rules.key(), code_fragment(&code))))
        }
        None => {
            page(&visit, blank_board(&visit, DraftCells::empty(rules)), EditorMessages::default())
                .await
        }
    }
}

/// The characters of a share code that may appear in a fragment.
fn code_fragment(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).take(LONGEST_NAME).collect()
}

fn blank_board(visit: &RequestContext, cells: DraftCells) -> EditorBoard {
    let heading = visit.texts().get("set-up-new");
    EditorBoard { id: None, heading, name: String::new(), code: String::new(), cells }
}

/// Shows a set-up of the visitor's.
pub async fn show(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    FlashMessage::from_query_string(&visit, &parameters, &[])?;
    let found = load_set_up(&visit, &path).await?;
    let cells = DraftCells::from_deployment(found.rules, &found.army);
    page(&visit, board_from_set_up(found, cells), EditorMessages::default()).await
}

async fn load_set_up(visit: &RequestContext, id: &str) -> PageResult<SetUp> {
    let id = visit.parse_id(id)?;
    visit.run(move |app, actor| own_set_ups::get(app, actor, id)).await
}

fn board_from_set_up(found: SetUp, cells: DraftCells) -> EditorBoard {
    let (id, code) = (Some(found.id), String::new());
    EditorBoard { id, heading: found.name.clone(), name: found.name, code, cells }
}

pub async fn create(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<EditorForm>(&visit).await?;
    let key = sent.rules.as_deref().unwrap_or(RuleSet::STANDARD.preset().name);
    let rules: RuleSet = key.parse().map_err(|_| PageError::unreadable_form(&visit))?;
    let cells = cells_from_form(&visit, own_set_ups::rules_of(&rules), &sent)?;
    let board = blank_board(&visit, cells);
    run_action(&visit, &sent, board).await
}

pub async fn update(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    let sent = post.read::<EditorForm>(&visit).await?;
    let found = load_set_up(&visit, &path).await?;
    let cells = cells_from_form(&visit, found.rules, &sent)?;
    run_action(&visit, &sent, board_from_set_up(found, cells)).await
}

/// The submitted board; an empty one if nothing was submitted.
fn cells_from_form(
    visit: &RequestContext,
    rules: RuleSet,
    sent: &EditorForm,
) -> PageResult<DraftCells> {
    if sent.cell.is_empty() {
        return Ok(DraftCells::empty(rules));
    }
    DraftCells::parse_form(rules, sent.cell.iter().map(String::as_str))
        .ok_or_else(|| PageError::unreadable_form(visit))
}

/// Carries out the action of the pressed button.
async fn run_action(visit: &RequestContext, sent: &EditorForm, board: EditorBoard) -> PageResult {
    let (name, code) = (sent.name.to_string(), sent.code.clone());
    let board = EditorBoard { name, code, ..board };
    let rules = board.cells.rules();
    let cells = match sent.action.as_str() {
        "" | "save" => return save(visit, board).await,
        "check" => return check(visit, board).await,
        "load" => return load(visit, board).await,
        "mirror" => board.cells.clone().mirrored(),
        "random" => DraftCells::at_random(rules, &mut rand::rng()),
        "clear" => DraftCells::empty(rules),
        _ => return Err(PageError::unreadable_form(visit)),
    };
    page(visit, EditorBoard { cells, ..board }, EditorMessages::default()).await
}

/// Says that the set-up is legal, with its share code, or what is wrong.
async fn check(visit: &RequestContext, board: EditorBoard) -> PageResult {
    let said = match board.cells.to_deployment() {
        Ok(army) => {
            let code = salpakan::record::share_code(&board.cells.rules(), &army);
            let done = visit.texts().one("set-up-complete", "code", code);
            EditorMessages { done, ..EditorMessages::default() }
        }
        Err(_) => EditorMessages {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            checked: true,
            ..EditorMessages::default()
        },
    };
    page(visit, board, said).await
}

/// Loads a share code or a set-up in notation onto the board.
async fn load(visit: &RequestContext, board: EditorBoard) -> PageResult {
    let (rules, code) = (board.cells.rules(), board.code.clone());
    let loaded = match DraftCells::from_notation(rules, &code) {
        Some(cells) => Ok(cells),
        None => {
            let shared = visit.attempt(move |_, _| own_set_ups::by_share_code(&rules, &code));
            shared.await?.map(|army| DraftCells::from_deployment(rules, &army))
        }
    };
    match loaded {
        Ok(cells) => {
            let board = EditorBoard { cells, code: String::new(), ..board };
            page(visit, board, EditorMessages::default()).await
        }
        Err(refusal) => page(visit, board, EditorMessages::refused(refusal)).await,
    }
}

async fn save(visit: &RequestContext, board: EditorBoard) -> PageResult {
    let Ok(army) = board.cells.to_deployment() else { return check(visit, board).await };
    let id = board.id;
    let new = NewSetUp { name: board.name.clone(), rules: board.cells.rules(), army };
    let saved = visit.attempt(move |app, actor| match id {
        Some(id) => own_set_ups::replace(app, actor, id, &new, now_micros()),
        None => own_set_ups::keep(app, actor, &new, now_micros()).map(|_| ()),
    });
    match saved.await? {
        Ok(()) => {
            let done = if id.is_some() { "done-set-up-saved" } else { "done-set-up-kept" };
            Ok(redirect_with_flash(ADDRESS, done))
        }
        Err(refusal) => page(visit, board, EditorMessages::refused(refusal)).await,
    }
}
