//! The officials' desk of an event: people, rounds, results, settings.

use actix_web::http::StatusCode;
use actix_web::web;
use askama::Template;

use crate::web::assets;
use crate::web::error::{PageError, PageResult};
use crate::web::forms;
use crate::web::html::private_html;
use crate::web::i18n::Texts;
use crate::web::kit::{FlashMessage, Form, NavTab};
use crate::web::page_frame::PageFrame;
use crate::web::parameters::{AcceptedValues, ParameterError, QueryString, percent_encode};
use crate::web::request_context::RequestContext;
use crate::web::time_format::now_micros;
use crate::web::use_cases::run_heavy_use_case;
use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::{Contest, EntrantId, EntrantStatus};
use adjutant_service::contests::{
    self, BoardOptions, ContestBoard, DeskRights, EntrantLine, StewardLink, desk_rights,
    steward_links, title_names,
};
use swiss::stage::{System, Unit};

use super::desk_results::{ResultsPart, results_part};
use super::desk_rounds::{RoundsPart, is_late_entrant, rounds_part};
use super::desk_stewards::{StewardsPart, stewards_part};
use super::home::participants_heading;
use super::people_preview::PreviewPart;
use super::prizes;
use super::round_views::selected_stage;
use super::{address, desk_scheduling, desk_settings, desk_teams, labels, teams, with_query};

const DONE_KEYS: &[&str] = &[
    "done-contest-made",
    "done-contest-event-restored",
    "done-contest-people",
    "done-contest-withdrawn",
    "done-contest-withdrawn-next",
    "done-contest-withdrawn-plays",
    "done-contest-begun",
    "done-contest-paired",
    "done-contest-paired-anew",
    "done-contest-published",
    "done-contest-taken-back",
    "done-contest-restored",
    "done-contest-begin-taken-back",
    "done-contest-rounds",
    "done-contest-line-ups",
    "done-contest-results",
    "done-contest-defaults",
    "done-contest-contested-settled",
    "done-contest-desk-forfeit",
    "done-contest-forfeit-undone",
    "done-contest-play-off",
    "done-contest-again",
    "done-contest-settings",
    "done-contest-prizes",
    "done-contest-link-ended",
];
const PARTS: [&str; 5] = ["people", "rounds", "results", "stewards", "settings"];
const MAX_QUERY_NUMBER: usize = 1_000;
/// Maximum number of people shown at once; search finds the others.
const MAX_SHOWN_PEOPLE: usize = 300;

/// The query of the desk's address.
#[derive(Debug, Clone, Default)]
pub struct DeskQuery {
    pub part: &'static str,
    /// From 1, like the round.
    pub stage: Option<usize>,
    pub round: Option<usize>,
    pub name: String,
    pub done: Option<FlashMessage>,
    /// The row to return to.
    pub row: Option<u32>,
}

impl DeskQuery {
    fn read(parameters: &QueryString) -> Result<DeskQuery, ParameterError> {
        let given = parameters.parse(&["part", "stage", "round", "name", "done"])?;
        let of = |text: &str| PARTS.into_iter().find(|part| *part == text);
        let takes = AcceptedValues::one_of(PARTS.join(", "));
        Ok(DeskQuery {
            part: given.parse_with("part", takes, of)?.unwrap_or("people"),
            stage: given.number("stage", 1..=MAX_QUERY_NUMBER)?,
            round: given.number("round", 1..=MAX_QUERY_NUMBER)?,
            name: given.text("name").unwrap_or_default(),
            done: FlashMessage::from_query(&given, DONE_KEYS)?,
            row: None,
        })
    }

    /// The address of this view.
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

    /// Whether an entrant matches the search.
    pub fn matches_search(&self, one: &EntrantLine) -> bool {
        one.name.to_lowercase().contains(&self.name.to_lowercase())
    }
}

/// An entrant at the desk.
pub struct DeskPersonRow {
    pub number: u32,
    pub name: String,
    pub about: String,
    pub standing: String,
    pub is_in: bool,
    pub is_withdrawn: bool,
    pub paid: bool,
    pub present: bool,
    /// The members of a team.
    pub members: Vec<String>,
    /// Open games they may forfeit, and games they have forfeited.
    pub open: Vec<TableAction>,
    pub forfeited: Vec<TableAction>,
    /// The Swiss stage, from 0, that began without them and that they may join.
    pub joins: Option<usize>,
}

/// An entrant's table with an available action.
pub struct TableAction {
    pub stage: usize,
    pub round: usize,
    pub table: usize,
    /// The table's description.
    pub words: String,
}

impl TableAction {
    pub fn new(at: TableId, texts: Texts) -> TableAction {
        let TableId { stage, round, table } = at;
        let values = [("round", (round + 1).to_string()), ("table", (table + 1).to_string())];
        TableAction { stage, round, table, words: texts.fill("contest-at-table", &values) }
    }
}

/// Registration and check-in.
pub struct PeoplePart {
    /// Whether fees can be recorded, also after the end.
    pub may: bool,
    /// Whether entrants can be registered, admitted and withdrawn.
    pub may_change: bool,
    pub lines: Vec<DeskPersonRow>,
    /// Pasted text that was refused.
    pub pasted: String,
    /// The preview of a list.
    pub preview: Option<PreviewPart>,
    pub exception: bool,
    pub searched: String,
    pub checks_in: bool,
    pub of_teams: bool,
    pub has_fee: bool,
    /// Whether some in the list are not checked in, and have not paid.
    pub some_away: bool,
    pub some_owe: bool,
    pub count: String,
    /// How many matching people are not shown; empty if all are.
    pub more: String,
}

/// Settings of the event.
pub struct SettingsPart {
    pub may: bool,
    pub is_open: bool,
    pub is_over: bool,
    /// The format, as far as it can still change.
    pub forms: Vec<SettingsForm>,
    pub swiss: Vec<SwissStage>,
    /// One prize per line.
    pub prizes: String,
    /// Whether a player may win several prizes.
    pub prizes_add_up: bool,
}

/// Settings that are saved together.
pub struct SettingsForm {
    pub heading: String,
    pub words: String,
    pub form: Form,
}

/// A Swiss stage, whose number of rounds can change.
pub struct SwissStage {
    /// From 0.
    pub at: usize,
    pub words: String,
    pub rounds: usize,
}

#[derive(Template)]
#[template(path = "contests/desk.html")]
pub struct DeskPage {
    pub frame: PageFrame,
    event: String,
    base: String,
    name: String,
    phase: String,
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
    /// The number of arranged matches waiting for officials.
    waiting: Option<String>,
    script: &'static str,
}

/// The data of the desk.
pub struct DeskData {
    pub board: ContestBoard,
    pub rights: DeskRights,
    /// Stewards' links, newest first.
    pub links: Vec<StewardLink>,
    /// The organisation's own titles, lowest first.
    pub titles: Vec<String>,
}

/// Loads the desk of an event for its officials; others get the page for a missing event.
pub async fn load_desk(visit: &RequestContext, slug: &str) -> Result<DeskData, PageError> {
    let (actor, slug) = (visit.actor().clone(), slug.to_owned());
    run_heavy_use_case(visit, move |app| {
        let rights = desk_rights(app, &actor, &slug)?;
        let board = contests::contest_board(app, &actor, &slug, BoardOptions::default())?;
        let links = steward_links(app, &actor, &slug, now_micros())?;
        let titles = title_names(app, &board.loaded)?;
        Ok(DeskData { board, rights, links, titles })
    })
    .await
}

fn person_row(desk: &DeskData, one: &EntrantLine, texts: Texts) -> DeskPersonRow {
    let rating = if one.rating == 0 { String::new() } else { one.rating.to_string() };
    let about = [rating.as_str(), one.club.as_str(), one.province.as_str()];
    let about: Vec<&str> = about.into_iter().filter(|text| !text.is_empty()).collect();
    DeskPersonRow {
        number: one.id.0,
        name: one.name.clone(),
        about: about.join(" · "),
        standing: labels::standing_label(one.standing, texts),
        is_in: one.standing == EntrantStatus::Active,
        is_withdrawn: one.standing == EntrantStatus::Withdrawn,
        paid: one.paid == Some(true),
        present: one.present == Some(true),
        members: teams::member_labels(one),
        open: table_actions(desk, one.id, Contest::open_tables, texts),
        forfeited: table_actions(desk, one.id, Contest::revocable_forfeits, texts),
        joins: desk.rights.rounds.then(|| late_entry_stage(&desk.board, one)).flatten(),
    }
}

/// Actions on an entrant's tables for officials who enter results; games played here end there.
fn table_actions(
    desk: &DeskData,
    one: EntrantId,
    tables: fn(&Contest, EntrantId) -> Vec<TableId>,
    texts: Texts,
) -> Vec<TableAction> {
    let contest = &desk.board.loaded.contest;
    let may = desk.rights.results && !contest.is_over && contest.settings.onsite_games.is_none();
    let all = if may { tables(contest, one) } else { Vec::new() };
    all.into_iter().map(|at| TableAction::new(at, texts)).collect()
}

/// The stage that a late entrant may join.
fn late_entry_stage(board: &ContestBoard, one: &EntrantLine) -> Option<usize> {
    let contest = &board.loaded.contest;
    let may = !contest.is_over && one.standing == EntrantStatus::Active;
    (0..board.stages.len()).find(|at| may && is_late_entrant(contest, *at, one.id))
}

fn people_part(
    desk: &DeskData,
    asked: &DeskQuery,
    sent: Option<&forms::SubmittedForm>,
    texts: Texts,
) -> PeoplePart {
    let contest = &desk.board.loaded.contest;
    let shown: Vec<&EntrantLine> =
        desk.board.entrants.iter().filter(|one| asked.matches_search(one)).collect();
    let some = |is: &dyn Fn(&EntrantLine) -> Option<bool>| {
        shown.iter().any(|one| one.standing == EntrantStatus::Active && is(one) == Some(false))
    };
    let here = contest.entrants.iter().filter(|one| one.present).count();
    let values = [("count", contest.active_count().to_string()), ("here", here.to_string())];
    PeoplePart {
        may: desk.rights.people,
        may_change: desk.rights.people && !contest.is_over,
        some_away: contest.settings.check_in && !contest.is_over && some(&|one| one.present),
        some_owe: !contest.settings.fee.is_empty() && some(&|one| one.paid),
        lines: shown
            .iter()
            .take(MAX_SHOWN_PEOPLE)
            .map(|one| person_row(desk, one, texts))
            .collect(),
        more: match shown.len().saturating_sub(MAX_SHOWN_PEOPLE) {
            0 => String::new(),
            more => texts.one("contest-more-people", "count", more),
        },
        pasted: sent.map(|sent| sent.raw("lines").to_owned()).unwrap_or_default(),
        preview: None,
        exception: sent.is_some_and(|sent| sent.is_checked("exception")),
        searched: asked.name.clone(),
        checks_in: contest.settings.check_in && !contest.is_over,
        of_teams: contest.settings.team_boards().is_some(),
        has_fee: !contest.settings.fee.is_empty(),
        count: texts.fill("contest-count", &values),
    }
}

fn swiss_stages(board: &ContestBoard, texts: Texts) -> Vec<SwissStage> {
    let stages = board.stages.iter().enumerate();
    let of = |(at, stage): (usize, &contests::StageBoard)| match stage.system {
        System::Swiss { rounds } => {
            let words = texts.one("contest-rounds-of", "stage", &stage.name);
            Some(SwissStage { at, words, rounds })
        }
        _ => None,
    };
    stages.filter_map(of).collect()
}

fn tabs(asked: &DeskQuery, board: &ContestBoard, texts: Texts) -> Vec<NavTab> {
    let slug = &board.loaded.row.slug;
    let all = [
        ("people", participants_heading(contests::is_team_event(&board.loaded.contest))),
        ("rounds", "contest-rounds"),
        ("results", "contest-results"),
        ("stewards", "contest-stewards"),
        ("settings", "contest-settings"),
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

fn settings_part(
    visit: &RequestContext,
    desk: &DeskData,
    sent: Option<&forms::SubmittedForm>,
) -> SettingsPart {
    let (contest, may) = (&desk.board.loaded.contest, desk.rights.settings);
    let action = address(&desk.board.loaded.row.slug, "run/settings");
    let (settings, csrf, texts) = (&contest.settings, visit.form_token(), visit.texts());
    let filled = |form: Form, deed: &str| match sent.filter(|sent| sent.text("do") == deed) {
        Some(sent) => form.filled_from(sent),
        None => form,
    };
    let forms = || {
        let usual = desk_settings::form(settings, &desk.titles, &action, &csrf, texts);
        let more = match settings.plan.unit {
            Unit::Players => SettingsForm {
                heading: texts.get("matches-title"),
                words: texts.get("contest-arranged-words"),
                form: filled(
                    desk_scheduling::form(settings, &action, &csrf, texts),
                    desk_scheduling::FORM_ACTION,
                ),
            },
            Unit::Teams { .. } => SettingsForm {
                heading: texts.get("contest-teams"),
                words: texts.get("contest-teams-words"),
                form: filled(
                    desk_teams::form(settings, &desk.titles, &action, &csrf, texts),
                    desk_teams::FORM_ACTION,
                ),
            },
        };
        let usual = SettingsForm {
            heading: texts.get("contest-settings"),
            words: texts.get("contest-settle-words"),
            form: filled(usual, "settle"),
        };
        vec![usual, more]
    };
    SettingsPart {
        may,
        is_open: contest.registration_open,
        is_over: contest.is_over,
        forms: if may && !contest.is_over { forms() } else { Vec::new() },
        prizes: match sent.filter(|sent| sent.text("do") == "prizes") {
            Some(sent) => sent.raw("lines").to_owned(),
            None => prizes::to_prize_lines(contest),
        },
        prizes_add_up: match sent.filter(|sent| sent.text("do") == "prizes") {
            Some(sent) => sent.is_checked("add-up"),
            None => contest.settings.prizes_cumulative,
        },
        swiss: swiss_stages(&desk.board, visit.texts()),
    }
}

/// Builds the page; `sent` is refused input with its `faults`.
pub fn page(
    visit: &RequestContext,
    desk: &DeskData,
    asked: &DeskQuery,
    faults: Vec<String>,
    sent: Option<&forms::SubmittedForm>,
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
        done: asked.done.map(|done| done.text(texts)).unwrap_or_default(),
        faults,
        csrf: visit.form_token(),
        tabs: tabs(asked, &desk.board, texts),
        stages: stage_tabs(desk, asked, at),
        stage_number: at,
        people: is("people").then(|| people_part(desk, asked, sent, texts)),
        rounds: is("rounds").then(|| rounds_part(desk, at, sent, texts)),
        results: is("results").then(|| results_part(desk, at, asked, sent, texts)),
        stewards: is("stewards").then(|| stewards_part(desk, sent, texts)),
        settings: is("settings").then(|| settings_part(visit, desk, sent)),
        waiting: contest.settings.scheduling.is_some().then(|| {
            texts.one(
                "matches-overdue",
                "count",
                contest.matches_awaiting_officials(now_micros()).len(),
            )
        }),
        script: assets::address("js/contest/results.js"),
    }
}

impl DeskPage {
    /// Shows the preview of a list.
    pub fn show_preview(&mut self, preview: PreviewPart) {
        if let Some(people) = &mut self.people {
            people.preview = Some(preview);
        }
    }
}

/// Shows the desk.
pub async fn show(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let asked = DeskQuery::read(&parameters).map_err(|e| PageError::from_parameter(&visit, &e))?;
    let desk = load_desk(&visit, &path).await?;
    private_html(&visit, StatusCode::OK, &page(&visit, &desk, &asked, Vec::new(), None))
}
