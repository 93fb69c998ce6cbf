//! The officials' desk of an event: people, rounds, results, settings.

use actix_web::web::Path;
use adjutant_domain::search::folded;

use adjutant_domain::contest::EntrantId;
use adjutant_service::accounts::AccountError;
use adjutant_service::contests::{
    self, BoardOptions, ContestBoard, DeskActs, DeskRights, EntrantLine, StewardLink, desk_acts,
    desk_rights, desk_sections, no_spot, steward_links, title_names, unconfirmed,
};
use adjutant_service::{App, Error, Thing};
use adjutant_site::assets;
use adjutant_site::forms::{SubmittedForm, run_attempt};
use adjutant_site::parameters::{AcceptedValues, ParameterError, percent_encode};
use adjutant_site::prelude::*;
use adjutant_site::use_cases::run_heavy_use_case;

use super::desk_log::{HistoryBar, LogPart, history_bar, log_part};
use super::desk_people::{PeoplePart, people_part};
use super::desk_results::{ResultsPart, results_part};
use super::desk_rounds::{RoundsPart, rounds_part};
use super::desk_settings::{SettingsPart, settings_part};
use super::desk_stewards::{StewardsPart, stewards_part};
use super::home::participants_heading;
use super::people_list::PreviewPart;
use super::round_views::selected_stage;
use super::sections::bar::{DeskSection, SectionBar, section_bar};
use super::{MAX_QUERY_NUMBER, address, labels, with_query};

const DONE_KEYS: &[&str] = &[
    "done-contest-made",
    "done-contest-event-restored",
    "done-contest-people",
    "done-contest-all-there",
    "done-contest-all-paid",
    "done-contest-registered",
    "done-contest-teams-registered",
    "done-contest-filled",
    "done-contest-withdrawn",
    "done-contest-withdrawn-next",
    "done-contest-withdrawn-plays",
    "done-contest-begun",
    "done-contest-ladder-begun",
    "done-contest-paired",
    "done-contest-paired-anew",
    "done-contest-published",
    "done-contest-taken-back",
    "done-contest-restored",
    "done-contest-begin-taken-back",
    "done-contest-rounds",
    "done-contest-announced",
    "done-contest-taken-down",
    "done-contest-line-ups",
    "done-contest-results",
    "done-contest-no-results",
    "done-contest-defaults",
    "done-contest-no-defaults",
    "done-contest-contested-settled",
    "done-contest-desk-forfeit",
    "done-contest-forfeit-undone",
    "done-contest-play-off",
    "done-contest-again",
    "done-contest-settings",
    "done-org-logo",
    "done-org-no-logo",
    "done-contest-prizes",
    "done-contest-cancelled",
    "done-contest-reopened",
    "done-contest-link-ended",
    "done-contest-undone",
    "done-contest-redone",
    "done-contest-altered",
    "done-contest-matches",
    "done-contest-paused-one",
    "done-contest-resumed-one",
    "done-contest-arena-ended",
    "done-contest-arena-clock",
    "done-contest-challenge",
    "done-contest-challenge-answered",
    "done-contest-ladder-ended",
    "done-contest-plan",
    "done-contest-merged",
    "done-contest-copy",
    "done-contest-numbered",
    "done-section-saved",
];
pub const PARTS: [&str; 6] = ["people", "rounds", "results", "stewards", "settings", "log"];

/// More facts than any event has.
const MAX_FACT_NUMBER: usize = 1_000_000;

#[derive(Debug, Clone, Default)]
pub struct DeskQuery {
    pub part: &'static str,
    /// From 1, like the round.
    pub stage: Option<usize>,
    pub round: Option<usize>,
    pub name: String,
    pub done: Option<FlashMessage>,
    /// Only acts before this fact.
    pub before: Option<usize>,
    /// The row to return to.
    pub row: Option<u32>,
}

impl DeskQuery {
    fn read(query: &QueryString) -> Result<DeskQuery, ParameterError> {
        let given = query.parse(&["part", "stage", "round", "name", "done", "before"])?;
        let of = |text: &str| PARTS.into_iter().find(|part| *part == text);
        let takes = AcceptedValues::one_of(PARTS.join(", "));
        Ok(DeskQuery {
            part: given.parse_with("part", takes, of)?.unwrap_or("people"),
            stage: given.number("stage", 1..=MAX_QUERY_NUMBER)?,
            round: given.number("round", 1..=MAX_QUERY_NUMBER)?,
            name: given.text("name").unwrap_or_default(),
            done: FlashMessage::from_query(&given, DONE_KEYS)?,
            before: given.number("before", 1..=MAX_FACT_NUMBER)?,
            row: None,
        })
    }

    /// The place of a form on the desk.
    pub fn from_form(part: &'static str, sent: &SubmittedForm) -> DeskQuery {
        // Forms about rounds count from 1, the others from 0.
        let offset = if part == "rounds" { 0 } else { 1 };
        let from_1 = |name: &str| sent.text(name).parse::<usize>().ok()?.checked_add(offset);
        let round = if part == "results" { from_1("round") } else { None };
        let row = sent.text("entrant").parse().ok().filter(|_| part == "people");
        let (stage, name) = (from_1("stage"), sent.text("name").to_owned());
        DeskQuery { part, stage, round, name, row, ..DeskQuery::default() }
    }

    pub fn address(&self, slug: &str) -> String {
        let number = |one: Option<usize>| one.map(|one| one.to_string()).unwrap_or_default();
        let asked = [
            ("part", self.part.to_owned()),
            ("stage", number(self.stage)),
            ("round", number(self.round)),
            ("name", percent_encode(&self.name)),
        ];
        with_query(&address(slug, "run"), &asked)
    }

    /// The address after an action, at the affected row.
    pub fn address_after(&self, slug: &str, done: &str) -> String {
        let row = self.row.map(|number| format!("#entrant-{number}")).unwrap_or_default();
        FlashMessage::redirect_address(&self.address(slug), done) + &row
    }

    pub fn matches_search(&self, one: &EntrantLine) -> bool {
        folded(&one.name).contains(&folded(&self.name))
    }
}

/// Why nothing can be changed once an event is over.
struct EndedNote {
    words: String,
    /// Where the reader can reopen it; empty for those who cannot.
    reopen: String,
}

#[derive(Template)]
#[template(path = "contests/desk.html")]
pub struct DeskPage {
    pub frame: PageFrame,
    event: String,
    base: String,
    name: String,
    phase: String,
    /// That it is cancelled, with the reason; empty if it is not.
    cancelled: String,
    ended: Option<EndedNote>,
    done: String,
    faults: Vec<String>,
    csrf: String,
    tabs: Vec<NavTab>,
    stages: Vec<NavTab>,
    stage_number: usize,
    people: Option<PeoplePart>,
    rounds: Option<RoundsPart>,
    results: Option<ResultsPart>,
    stewards: Option<StewardsPart>,
    settings: Option<SettingsPart>,
    log: Option<LogPart>,
    part: &'static str,
    history: HistoryBar,
    /// The other sections, of a section.
    sections: Option<SectionBar>,
    /// The number of arranged matches waiting for officials.
    waiting: Option<String>,
    script: &'static str,
    live: &'static str,
}

pub struct DeskData {
    pub board: ContestBoard,
    pub rights: DeskRights,
    /// Stewards' links, newest first.
    pub links: Vec<StewardLink>,
    pub acts: DeskActs,
    /// The organisation's own titles, lowest first.
    pub titles: Vec<String>,
    /// Whether entrants can be completed from a rating list.
    pub has_rating_list: bool,
    /// The event, and the other sections of its festival.
    pub sections: Vec<DeskSection>,
}

/// Loads the desk of an event for its officials; others get the page for a missing event.
pub async fn load_desk(visit: &RequestContext, slug: &str) -> Result<DeskData, PageError> {
    load_desk_before(visit, slug, None).await
}

/// The same, with what was done before a fact.
async fn load_desk_before(
    visit: &RequestContext,
    slug: &str,
    before: Option<usize>,
) -> Result<DeskData, PageError> {
    let before = before.and_then(|before| i32::try_from(before).ok());
    let (actor, slug) = (visit.actor().clone(), slug.to_owned());
    run_heavy_use_case(visit, move |app| {
        let rights = desk_rights(app, &actor, &slug)?;
        let board = contests::contest_board(app, &actor, &slug, BoardOptions::default())?;
        let links = steward_links(app, &actor, &slug, now_micros())?;
        let titles = title_names(app, &board.loaded)?;
        let acts = desk_acts(app, &actor, &slug, before)?;
        let has_rating_list = rights.people && contests::has_rating_list(app, &board.loaded)?;
        let sections = desk_sections(app, &actor, &slug)?;
        Ok(DeskData { board, rights, links, titles, acts, has_rating_list, sections })
    })
    .await
}

fn tabs(asked: &DeskQuery, board: &ContestBoard, texts: Texts) -> Vec<NavTab> {
    let slug = &board.loaded.row.slug;
    let all = [
        ("people", participants_heading(contests::is_team_event(&board.loaded.contest))),
        ("rounds", "contest-rounds"),
        ("results", "contest-results"),
        ("stewards", "contest-stewards"),
        ("settings", "contest-settings"),
        ("log", "act-log"),
    ];
    let tab = |(part, words): (&'static str, &str)| NavTab {
        address: DeskQuery { part, stage: asked.stage, ..DeskQuery::default() }.address(slug),
        words: texts.get(words),
        here: part == asked.part,
    };
    all.map(tab).into_iter().collect()
}

fn stage_tabs(desk: &DeskData, asked: &DeskQuery, at: usize) -> Vec<NavTab> {
    let slug = &desk.board.loaded.row.slug;
    let several = desk.board.stages.len() > 1 && ["rounds", "results"].contains(&asked.part);
    let tab = |(number, stage): (usize, &contests::StageBoard)| NavTab {
        address: DeskQuery { part: asked.part, stage: Some(number + 1), ..DeskQuery::default() }
            .address(slug),
        words: stage.name.clone(),
        here: number == at,
    };
    desk.board.stages.iter().enumerate().filter(|_| several).map(tab).collect()
}

/// Says of an event that is over why nothing can be changed, and who can reopen it.
fn ended_note(desk: &DeskData, texts: Texts) -> Option<EndedNote> {
    if !desk.board.loaded.contest.is_over {
        return None;
    }
    let settings = DeskQuery { part: "settings", ..DeskQuery::default() };
    let reopen = settings.address(&desk.board.loaded.row.slug);
    Some(match desk.rights.settings {
        true => EndedNote { words: texts.get("contest-ended-reopen"), reopen },
        false => EndedNote { words: texts.get("contest-ended-ask"), reopen: String::new() },
    })
}

/// Builds the page; `sent` is refused input with its `faults`.
pub fn page(
    visit: &RequestContext,
    desk: &DeskData,
    asked: &DeskQuery,
    faults: Vec<String>,
    sent: Option<&SubmittedForm>,
) -> DeskPage {
    let texts = visit.texts();
    let (row, contest) = (&desk.board.loaded.row, &desk.board.loaded.contest);
    let at = selected_stage(&desk.board, asked.stage);
    let title = format!("{} · {}", texts.text("contest-desk"), row.name);
    let is = |part: &str| asked.part == part;
    DeskPage {
        frame: visit.frame(title),
        event: address(&row.slug, ""),
        base: address(&row.slug, "run"),
        name: row.name.clone(),
        phase: labels::phase_label(contest, texts),
        cancelled: labels::cancellation_label(contest, texts),
        ended: match asked.part {
            "rounds" | "results" => ended_note(desk, texts),
            _ => None,
        },
        done: asked.done.map(|done| done.text(texts)).unwrap_or_default(),
        faults,
        csrf: visit.form_token(),
        tabs: tabs(asked, &desk.board, texts),
        stages: stage_tabs(desk, asked, at),
        stage_number: at,
        people: is("people").then(|| people_part(desk, asked, sent, texts)),
        rounds: is("rounds").then(|| rounds_part(desk, at, sent, texts)),
        results: is("results").then(|| results_part(desk, (at, asked), sent, texts)),
        stewards: is("stewards").then(|| stewards_part(desk, sent, texts)),
        settings: is("settings").then(|| settings_part(visit, desk, sent)),
        log: is("log").then(|| log_part(desk, texts)),
        part: asked.part,
        history: history_bar(desk, texts),
        sections: section_bar(&desk.sections, &row.slug, None, texts),
        waiting: contest.arranges_matches().then(|| {
            texts.one(
                "matches-overdue",
                "count",
                contest.matches_awaiting_officials(now_micros()).len(),
            )
        }),
        script: assets::address("js/contest/results.js"),
        live: assets::address("js/contest/live.js"),
    }
}

impl DeskPage {
    pub fn show_preview(&mut self, preview: PreviewPart) {
        if let Some(people) = &mut self.people {
            people.preview = Some(preview);
        }
    }
}

pub async fn show(visit: RequestContext, path: Path<String>, query: QueryString) -> PageResult {
    let asked = DeskQuery::read(&query).or_page(&visit)?;
    let desk = load_desk_before(&visit, &path, asked.before).await?;
    private_html(&visit, StatusCode::OK, &page(&visit, &desk, &asked, Vec::new(), None))
}

pub fn required_number(sent: &SubmittedForm, name: &str) -> Result<usize, Error> {
    sent.text(name).parse().map_err(|_| no_spot())
}

pub fn required_entrant(sent: &SubmittedForm, name: &str) -> Result<EntrantId, Error> {
    let id = sent.text(name).parse().map(EntrantId);
    id.map_err(|_| no_spot())
}

/// Refuses what was to be confirmed by the box beside it, and was not.
pub fn require_confirmation(texts: Texts, sent: &SubmittedForm) -> Result<(), Error> {
    let label = match sent.text("do") {
        "forfeit" => "contest-forfeit-sure",
        "clear" => "contest-clear-sure",
        "remove" => "contest-remove-sure",
        "merge" => "contest-merge-sure",
        "cancel" => "contest-cancel-sure",
        _ => return Ok(()),
    };
    if sent.is_checked("sure") { Ok(()) } else { Err(unconfirmed(texts.text(label))) }
}

/// Runs the command of a form, which gives the message when it is done, and redirects to the form's
/// place, or shows it again with the error.
pub async fn run_and_redirect<D: AsRef<str> + Send + 'static>(
    visit: &RequestContext,
    slug: String,
    part: &'static str,
    sent: SubmittedForm,
    act: impl FnOnce(&App, &RequestContext, &str, &SubmittedForm) -> Result<D, Error> + Send + 'static,
) -> PageResult {
    let at = DeskQuery::from_form(part, &sent);
    let (looks, own, form) = (visit.clone(), slug.clone(), sent.clone());
    let done = run_attempt(visit, move |app| {
        act(app, &looks, &own, &form).map_err(|e| AccountError::from(as_form_error(e)))
    });
    match done.await? {
        Ok(done) => Ok(see_other(&at.address_after(&slug, done.as_ref()))),
        Err(refusal) => render_refused(visit, &slug, &at, &sent, refusal).await,
    }
}

/// Turns "not found" into a form error, since an error page would lose the rest of the input.
pub fn as_form_error(e: Error) -> Error {
    match e {
        Error::NotFound(said) => Error::Invalid { field: "", message: said },
        e => e,
    }
}

pub async fn render_refused(
    visit: &RequestContext,
    slug: &str,
    at: &DeskQuery,
    sent: &SubmittedForm,
    refusal: FormRefusal,
) -> PageResult {
    let (status, mut faults) = refusal.into_messages();
    if at.part == "results" && sent.text("do") == "enter" {
        faults.push(visit.texts().get("contest-results-unsaved"));
    }
    let desk = load_desk(visit, slug).await?;
    let mut page = page(visit, &desk, at, faults, Some(sent));
    // Preferences return to the form.
    page.frame.address = at.address(slug);
    private_html(visit, status, &page)
}

/// The response to a form that nobody at this desk was shown.
pub fn unknown_event(visit: &RequestContext, slug: &str, e: Error) -> PageError {
    // Without permission the response is 404, whatever was sent.
    match e {
        Error::NotFound(_) => PageError::new(visit, &Error::missing(Thing::Event, slug)),
        e => PageError::new(visit, &e),
    }
}
