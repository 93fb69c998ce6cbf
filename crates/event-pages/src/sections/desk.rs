//! The desk of all sections: one list of tables with their results, one list of people.

use std::collections::BTreeMap;

use actix_web::web::Path;

use adjutant_domain::contest::ResultEntry;
use adjutant_service::accounts::AccountError;
use adjutant_service::contests::{
    self, BoardOptions, ContestCommand, SectionMove, desk_sections, execute, move_entrant, no_spot,
};
use adjutant_service::{App, Error};
use adjutant_site::assets;
use adjutant_site::forms::{FormSchema, SubmittedForm, run_attempt};
use adjutant_site::html::wants_json;
use adjutant_site::parameters::{AcceptedValues, ParameterError, percent_encode};
use adjutant_site::prelude::*;
use adjutant_site::use_cases::run_heavy_use_case;

use super::super::desk::{as_form_error, required_entrant, unknown_event};
use super::super::{address, result_answers, with_query};
use super::bar::{DeskSection, SectionBar, section_bar};
use super::people::{SectionPeople, section_people};
use super::results::{SectionBoard, SectionResults, parse_placed, section_results};

const PARTS: [&str; 2] = ["results", "people"];
const DONE_KEYS: &[&str] = &["done-contest-results", "done-contest-people", "done-section-moved"];
const RESULTS: FormSchema =
    FormSchema { single: &["do", "stage", "round", "why"], repeated: &["result"], files: &[] };
const PEOPLE: FormSchema =
    FormSchema::new(&["do", "section", "entrant", "into", "exception", "name"]);
/// Milliseconds after which the page asks what others have entered in the other sections.
const REFRESH: u32 = 5_000;

struct DeskQuery {
    part: &'static str,
    name: String,
    done: Option<FlashMessage>,
}

impl DeskQuery {
    fn read(query: &QueryString) -> Result<DeskQuery, ParameterError> {
        let given = query.parse(&["part", "name", "done"])?;
        let of = |text: &str| PARTS.into_iter().find(|part| *part == text);
        let takes = AcceptedValues::one_of(PARTS.join(", "));
        Ok(DeskQuery {
            part: given.parse_with("part", takes, of)?.unwrap_or("results"),
            name: given.text("name").unwrap_or_default(),
            done: FlashMessage::from_query(&given, DONE_KEYS)?,
        })
    }

    fn address(&self, slug: &str) -> String {
        let asked = [("part", self.part.to_owned()), ("name", percent_encode(&self.name))];
        with_query(&address(slug, "run/sections"), &asked)
    }
}

#[derive(Template)]
#[template(path = "contests/sections-desk.html")]
struct SectionsPage {
    frame: PageFrame,
    event: String,
    name: String,
    base: String,
    csrf: String,
    done: String,
    faults: Vec<String>,
    bar: Option<SectionBar>,
    results: Option<SectionResults>,
    people: Option<SectionPeople>,
    script: &'static str,
    live: &'static str,
    refresh: u32,
}

struct SectionsData {
    all: Vec<DeskSection>,
    boards: Vec<SectionBoard>,
}

async fn load(visit: &RequestContext, slug: &str) -> Result<SectionsData, PageError> {
    let (actor, slug) = (visit.actor().clone(), slug.to_owned());
    run_heavy_use_case(visit, move |app| {
        let all = desk_sections(app, &actor, &slug)?;
        let mut boards = Vec::new();
        for (section, rights) in &all {
            let Some(rights) = *rights else { continue };
            let options = BoardOptions::default();
            let board = contests::contest_board(app, &actor, section.slug(), options)?;
            boards.push(SectionBoard { section: section.clone(), board, rights });
        }
        Ok(SectionsData { all, boards })
    })
    .await
}

fn page(
    visit: &RequestContext,
    data: &SectionsData,
    (slug, asked): (&str, &DeskQuery),
    faults: Vec<String>,
    sent: Option<&SubmittedForm>,
) -> SectionsPage {
    let texts = visit.texts();
    let own = data.all.iter().find(|(section, _)| section.slug() == slug);
    let name = own.map(|(section, _)| section.loaded.row.name.clone()).unwrap_or_default();
    let chosen: Vec<&str> = sent.into_iter().flat_map(|sent| sent.all("result")).collect();
    let why = sent.map_or("", |sent| sent.text("why"));
    SectionsPage {
        frame: visit.frame(format!("{} · {name}", texts.text("sections-title"))),
        event: address(slug, ""),
        name,
        base: address(slug, "run/sections"),
        csrf: visit.form_token(),
        done: asked.done.map(|done| done.text(texts)).unwrap_or_default(),
        faults,
        bar: section_bar(&data.all, slug, Some(asked.part), texts),
        results: (asked.part == "results")
            .then(|| section_results(&data.boards, &chosen, why, texts)),
        people: (asked.part == "people")
            .then(|| section_people(&data.boards, &asked.name, visit.actor(), texts)),
        script: assets::address("js/contest/results.js"),
        live: assets::address("js/contest/live.js"),
        refresh: REFRESH,
    }
}

pub async fn show(visit: RequestContext, path: Path<String>, query: QueryString) -> PageResult {
    let asked = DeskQuery::read(&query).or_page(&visit)?;
    let data = load(&visit, &path).await?;
    private_html(&visit, StatusCode::OK, &page(&visit, &data, (&path, &asked), Vec::new(), None))
}

/// Shows the page again with what was refused.
async fn refused(
    visit: &RequestContext,
    (slug, asked): (&str, &DeskQuery),
    sent: &SubmittedForm,
    refusal: FormRefusal,
) -> PageResult {
    let (status, faults) = refusal.into_messages();
    let data = load(visit, slug).await?;
    let mut page = page(visit, &data, (slug, asked), faults, Some(sent));
    page.frame.address = asked.address(slug);
    private_html(visit, status, &page)
}

/// Whether it is the slug of a section of this desk; others are unknown here.
async fn require_section(visit: &RequestContext, slug: &str, asked: &str) -> Result<(), PageError> {
    let (own, asked) = (slug.to_owned(), asked.to_owned());
    visit
        .run(move |app, actor| {
            let all = desk_sections(app, actor, &own)?;
            let is_known = all.iter().any(|(section, _)| section.slug() == asked);
            if is_known { Ok(()) } else { Err(no_spot()) }
        })
        .await
}

/// The results of each section, all or none of one.
fn enter(
    app: &App,
    visit: &RequestContext,
    entries: Vec<(String, ResultEntry)>,
) -> Result<(), Error> {
    let mut by_section: BTreeMap<String, Vec<ResultEntry>> = BTreeMap::new();
    for (slug, entry) in entries {
        by_section.entry(slug).or_default().push(entry);
    }
    let mut refusal = None;
    for (slug, entries) in by_section {
        let command = ContestCommand::EnterResults(entries);
        if let Err(e) = execute(app, visit.actor(), &slug, &command, now_micros()) {
            refusal = refusal.or(Some(e));
        }
    }
    refusal.map_or(Ok(()), Err)
}

/// Enters and corrects results of all sections.
pub async fn submit_results(
    request: HttpRequest,
    visit: RequestContext,
    path: Path<String>,
    post: Post,
) -> PageResult {
    let sent = post.read_fields(&visit, RESULTS).await?;
    let slug = path.into_inner();
    let given = sent.all("result").filter(|text| !text.is_empty());
    let read: Option<Vec<_>> = given.map(|text| parse_placed(text, sent.text("why"))).collect();
    let Some(mut entries) = read.filter(|_| sent.text("do") == "enter") else {
        return Err(unknown_event(&visit, &slug, no_spot()));
    };
    for (section, _) in &entries {
        require_section(&visit, &slug, section).await?;
    }
    if wants_json(&request) {
        return match (entries.pop(), entries.is_empty()) {
            (Some((section, entry)), true) => {
                result_answers::answer_entry(&visit, section, entry).await
            }
            _ => Err(unknown_event(&visit, &slug, no_spot())),
        };
    }
    let asked = DeskQuery { part: "results", name: String::new(), done: None };
    let looks = visit.clone();
    let done = run_attempt(&visit, move |app| {
        enter(app, &looks, entries).map_err(|e| AccountError::from(as_form_error(e)))
    });
    match done.await? {
        Ok(()) => Ok(redirect_with_flash(&asked.address(&slug), "done-contest-results")),
        Err(refusal) => refused(&visit, (&slug, &asked), &sent, refusal).await,
    }
}

enum PeopleAction {
    Move(SectionMove),
    /// In the section with this slug.
    One(String, ContestCommand),
}

fn people_action(sent: &SubmittedForm) -> Result<PeopleAction, Error> {
    let (section, entrant) = (sent.text("section").to_owned(), required_entrant(sent, "entrant")?);
    Ok(match sent.text("do") {
        "move" => PeopleAction::Move(SectionMove {
            from: section,
            into: sent.text("into").to_owned(),
            entrant,
            exception: sent.is_checked("exception"),
        }),
        deed @ ("there" | "gone") => {
            let present = deed == "there";
            PeopleAction::One(section, ContestCommand::SetPresence { entrant, present })
        }
        _ => return Err(no_spot()),
    })
}

/// Checks people in, and puts them into another section.
pub async fn submit_people(visit: RequestContext, path: Path<String>, post: Post) -> PageResult {
    let sent = post.read_fields(&visit, PEOPLE).await?;
    let slug = path.into_inner();
    let action = people_action(&sent).map_err(|e| unknown_event(&visit, &slug, e))?;
    require_section(&visit, &slug, sent.text("section")).await?;
    let asked = DeskQuery { part: "people", name: sent.text("name").to_owned(), done: None };
    let looks = visit.clone();
    let done = run_attempt(&visit, move |app| {
        let (actor, now) = (looks.actor(), now_micros());
        let done = match &action {
            PeopleAction::Move(wanted) => {
                move_entrant(app, actor, wanted, now).map(|_| "done-section-moved")
            }
            PeopleAction::One(section, command) => {
                execute(app, actor, section, command, now).map(|_| "done-contest-people")
            }
        };
        done.map_err(|e| AccountError::from(as_form_error(e)))
    });
    match done.await? {
        Ok(done) => {
            let back = FlashMessage::redirect_address(&asked.address(&slug), done);
            Ok(see_other(&back))
        }
        Err(refusal) => refused(&visit, (&slug, &asked), &sent, refusal).await,
    }
}
