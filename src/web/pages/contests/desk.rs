//! An event's desk for its officials: people, rounds, results, settings.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use crate::contest::arranged::TableId;
use crate::contest::{Contest, EntrantId, Standing};
use crate::service::contests::{
    self, Board, Boards, DeskRights, EntrantLine, StewardLink, desk_rights, links, own_titles,
};
use crate::web::assets;
use crate::web::error::PageError;
use crate::web::forms;
use crate::web::i18n::Texts;
use crate::web::kit::{Done, Form, Tab};
use crate::web::pages::account::attempt::now;
use crate::web::pages::{ask_long, encode, private_html};
use crate::web::parameters::{BadParameter, Parameters, Takes};
use crate::web::visit::{Frame, Visit};
use swiss::stage::{System, Unit};

use super::desk_results::{ResultsPart, results};
use super::desk_rounds::{RoundsPart, is_late, rounds};
use super::desk_stewards::{StewardsPart, stewards};
use super::home::who;
use super::people_preview::PreviewPart;
use super::prizes;
use super::tables::stage_of;
use super::{address, asking, desk_arranged, desk_settings, desk_teams, teams, words};

const DONE: &[&str] = &[
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
const MOST: usize = 1_000;
/// So many people are shown at once; the others are found by their names.
const MOST_SHOWN: usize = 300;

/// What an address asks of the desk.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    pub part: &'static str,
    /// From 1 on, as the round.
    pub stage: Option<usize>,
    pub round: Option<usize>,
    pub name: String,
    pub done: Option<Done>,
    /// Whose row one comes back to.
    pub row: Option<u32>,
}

impl Asked {
    fn read(parameters: &Parameters) -> Result<Asked, BadParameter> {
        let given = parameters.read(&["part", "stage", "round", "name", "done"])?;
        let of = |text: &str| PARTS.into_iter().find(|part| *part == text);
        let takes = Takes::one_of(PARTS.join(", "));
        Ok(Asked {
            part: given.parsed("part", takes, of)?.unwrap_or("people"),
            stage: given.number("stage", 1..=MOST)?,
            round: given.number("round", 1..=MOST)?,
            name: given.text("name").unwrap_or_default(),
            done: Done::of(&given, DONE)?,
            row: None,
        })
    }

    /// The address of the same.
    pub fn address(&self, slug: &str) -> String {
        let number = |one: Option<usize>| one.map(|one| one.to_string()).unwrap_or_default();
        let asked = [
            ("part", self.part.to_owned()),
            ("stage", number(self.stage)),
            ("round", number(self.round)),
            ("name", encode(&self.name)),
        ];
        asking(&address(slug, "run"), &asked)
    }

    /// The same with what was done, at the row that it was done to.
    pub fn after(&self, slug: &str, done: &str) -> String {
        let row = self.row.map(|number| format!("#entrant-{number}")).unwrap_or_default();
        Done::address(&self.address(slug), done) + &row
    }

    /// Whether somebody is among those who are looked for.
    pub fn looks_for(&self, one: &EntrantLine) -> bool {
        one.name.to_lowercase().contains(&self.name.to_lowercase())
    }
}

/// Somebody at the desk.
pub struct PersonLine {
    pub number: u32,
    pub name: String,
    pub about: String,
    pub standing: String,
    pub is_in: bool,
    pub is_withdrawn: bool,
    pub paid: bool,
    pub present: bool,
    /// Of a team who is in it.
    pub members: Vec<String>,
    /// What is open for them at a table, which they may forfeit, and what they have forfeited.
    pub open: Vec<Deed>,
    pub forfeited: Vec<Deed>,
    /// The Swiss stage that has begun without him, and that he may join: counted from 0.
    pub joins: Option<usize>,
}

/// A table of somebody's, of which something may be done.
pub struct Deed {
    pub stage: usize,
    pub round: usize,
    pub table: usize,
    /// Which one it is.
    pub words: String,
}

impl Deed {
    pub fn new(at: TableId, texts: Texts) -> Deed {
        let TableId { stage, round, table } = at;
        let values = [("round", (round + 1).to_string()), ("table", (table + 1).to_string())];
        Deed { stage, round, table, words: texts.fill("contest-at-table", &values) }
    }
}

/// Registration, and who is there.
pub struct PeoplePart {
    /// Fees are taken after the end, too.
    pub may: bool,
    /// Whether people are registered, let in and withdrawn.
    pub may_change: bool,
    pub lines: Vec<PersonLine>,
    /// What was pasted and refused.
    pub pasted: String,
    /// What a list would add.
    pub preview: Option<PreviewPart>,
    pub exception: bool,
    pub searched: String,
    pub checks_in: bool,
    pub of_teams: bool,
    pub has_fee: bool,
    /// Whether some in the list are not noted to be here, and to have paid.
    pub some_away: bool,
    pub some_owe: bool,
    pub count: String,
    /// How many of those who are looked for are not shown; empty where all are.
    pub more: String,
}

/// What holds for all of it.
pub struct SettingsPart {
    pub may: bool,
    pub is_open: bool,
    pub is_over: bool,
    /// How it is played, as far as that may change.
    pub forms: Vec<SettingsForm>,
    pub swiss: Vec<SwissStage>,
    /// A prize a line.
    pub prizes: String,
    /// Whether one player may win several.
    pub prizes_add_up: bool,
}

/// Settings that are saved together.
pub struct SettingsForm {
    pub heading: String,
    pub words: String,
    pub form: Form,
}

/// A Swiss stage, whose number of rounds can be changed.
pub struct SwissStage {
    /// Counted from 0.
    pub at: usize,
    pub words: String,
    pub rounds: usize,
}

#[derive(Template)]
#[template(path = "contests/desk.html")]
pub struct DeskPage {
    pub frame: Frame,
    event: String,
    base: String,
    name: String,
    phase: String,
    done: String,
    faults: Vec<String>,
    csrf: String,
    tabs: Vec<Tab>,
    stages: Vec<Tab>,
    stage_number: usize,
    people: Option<PeoplePart>,
    rounds: Option<RoundsPart>,
    results: Option<ResultsPart>,
    stewards: Option<StewardsPart>,
    settings: Option<SettingsPart>,
    /// Where players arrange their matches: how many of them wait for officials.
    waiting: Option<String>,
    script: &'static str,
}

/// What the desk is drawn from.
pub struct Desk {
    pub board: Board,
    pub rights: DeskRights,
    /// Links for stewards, the newest first.
    pub links: Vec<StewardLink>,
    /// What the organisation's own titles are called, the lowest first.
    pub titles: Vec<String>,
}

/// The desk of an event, for its officials.
///
/// # Errors
/// The page for who may not see it: as if there were none.
pub async fn find(visit: &Visit, slug: &str) -> Result<Desk, PageError> {
    let (actor, slug) = (visit.actor().clone(), slug.to_owned());
    ask_long(visit, move |app| {
        let rights = desk_rights(app, &actor, &slug)?;
        let board = contests::board(app, &actor, &slug, Boards::default())?;
        let links = links(app, &actor, &slug, now())?;
        let titles = own_titles(app, &board.run)?;
        Ok(Desk { board, rights, links, titles })
    })
    .await
}

fn person(desk: &Desk, one: &EntrantLine, texts: Texts) -> PersonLine {
    let rating = if one.rating == 0 { String::new() } else { one.rating.to_string() };
    let about = [rating.as_str(), one.club.as_str(), one.province.as_str()];
    let about: Vec<&str> = about.into_iter().filter(|text| !text.is_empty()).collect();
    PersonLine {
        number: one.id.0,
        name: one.name.clone(),
        about: about.join(" · "),
        standing: words::standing(one.standing, texts),
        is_in: one.standing == Standing::In,
        is_withdrawn: one.standing == Standing::Withdrawn,
        paid: one.paid == Some(true),
        present: one.present == Some(true),
        members: teams::members(one),
        open: at_tables(desk, one.id, Contest::open_tables, texts),
        forfeited: at_tables(desk, one.id, Contest::forfeits, texts),
        joins: desk.rights.rounds.then(|| joins(&desk.board, one)).flatten(),
    }
}

/// What may be done of somebody's tables by who enters results; games that are played here end there.
fn at_tables(
    desk: &Desk,
    one: EntrantId,
    tables: fn(&Contest, EntrantId) -> Vec<TableId>,
    texts: Texts,
) -> Vec<Deed> {
    let contest = &desk.board.run.contest;
    let may = desk.rights.results && !contest.is_over && contest.settings.games.is_none();
    let all = if may { tables(contest, one) } else { Vec::new() };
    all.into_iter().map(|at| Deed::new(at, texts)).collect()
}

/// The stage that somebody who came late may join.
fn joins(board: &Board, one: &EntrantLine) -> Option<usize> {
    let contest = &board.run.contest;
    let may = !contest.is_over && one.standing == Standing::In;
    (0..board.stages.len()).find(|at| may && is_late(contest, *at, one.id))
}

fn people(desk: &Desk, asked: &Asked, sent: Option<&forms::Form>, texts: Texts) -> PeoplePart {
    let contest = &desk.board.run.contest;
    let shown: Vec<&EntrantLine> =
        desk.board.entrants.iter().filter(|one| asked.looks_for(one)).collect();
    let some = |is: &dyn Fn(&EntrantLine) -> Option<bool>| {
        shown.iter().any(|one| one.standing == Standing::In && is(one) == Some(false))
    };
    let here = contest.entrants.iter().filter(|one| one.present).count();
    let values = [("count", contest.count_in().to_string()), ("here", here.to_string())];
    PeoplePart {
        may: desk.rights.people,
        may_change: desk.rights.people && !contest.is_over,
        some_away: contest.settings.check_in && !contest.is_over && some(&|one| one.present),
        some_owe: !contest.settings.fee.is_empty() && some(&|one| one.paid),
        lines: shown.iter().take(MOST_SHOWN).map(|one| person(desk, one, texts)).collect(),
        more: match shown.len().saturating_sub(MOST_SHOWN) {
            0 => String::new(),
            more => texts.one("contest-more-people", "count", more),
        },
        pasted: sent.map(|sent| sent.raw("lines").to_owned()).unwrap_or_default(),
        preview: None,
        exception: sent.is_some_and(|sent| sent.is_ticked("exception")),
        searched: asked.name.clone(),
        checks_in: contest.settings.check_in && !contest.is_over,
        of_teams: contest.settings.team_boards().is_some(),
        has_fee: !contest.settings.fee.is_empty(),
        count: texts.fill("contest-count", &values),
    }
}

fn swiss(board: &Board, texts: Texts) -> Vec<SwissStage> {
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

fn tabs(asked: &Asked, board: &Board, texts: Texts) -> Vec<Tab> {
    let slug = &board.run.row.slug;
    let all = [
        ("people", who(contests::is_of_teams(&board.run.contest))),
        ("rounds", "contest-rounds"),
        ("results", "contest-results"),
        ("stewards", "contest-stewards"),
        ("settings", "contest-settings"),
    ];
    let tab = |(part, words): (&'static str, &str)| Tab {
        address: Asked { part, stage: asked.stage, ..Asked::default() }.address(slug),
        words: texts.get(words),
        here: part == asked.part,
    };
    all.map(tab).into_iter().collect()
}

fn stages(desk: &Desk, asked: &Asked, at: usize) -> Vec<Tab> {
    let slug = &desk.board.run.row.slug;
    let several = desk.board.stages.len() > 1 && ["rounds", "results"].contains(&asked.part);
    let tab = |(number, stage): (usize, &contests::StageBoard)| Tab {
        address: Asked { part: asked.part, stage: Some(number + 1), ..Asked::default() }
            .address(slug),
        words: stage.name.clone(),
        here: number == at,
    };
    desk.board.stages.iter().enumerate().filter(|_| several).map(tab).collect()
}

fn settings(visit: &Visit, desk: &Desk, sent: Option<&forms::Form>) -> SettingsPart {
    let (contest, may) = (&desk.board.run.contest, desk.rights.settings);
    let action = address(&desk.board.run.row.slug, "run/settings");
    let (settings, csrf, texts) = (&contest.settings, visit.form_token(), visit.texts());
    let filled = |form: Form, deed: &str| match sent.filter(|sent| sent.text("do") == deed) {
        Some(sent) => form.filled(sent),
        None => form,
    };
    let forms = || {
        let usual = desk_settings::form(settings, &desk.titles, &action, &csrf, texts);
        let more = match settings.plan.unit {
            Unit::Players => SettingsForm {
                heading: texts.get("matches-title"),
                words: texts.get("contest-arranged-words"),
                form: filled(
                    desk_arranged::form(settings, &action, &csrf, texts),
                    desk_arranged::DEED,
                ),
            },
            Unit::Teams { .. } => SettingsForm {
                heading: texts.get("contest-teams"),
                words: texts.get("contest-teams-words"),
                form: filled(
                    desk_teams::form(settings, &desk.titles, &action, &csrf, texts),
                    desk_teams::DEED,
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
        is_open: contest.is_open,
        is_over: contest.is_over,
        forms: if may && !contest.is_over { forms() } else { Vec::new() },
        prizes: match sent.filter(|sent| sent.text("do") == "prizes") {
            Some(sent) => sent.raw("lines").to_owned(),
            None => prizes::lines(contest),
        },
        prizes_add_up: match sent.filter(|sent| sent.text("do") == "prizes") {
            Some(sent) => sent.is_ticked("add-up"),
            None => contest.settings.prizes_add_up,
        },
        swiss: swiss(&desk.board, visit.texts()),
    }
}

/// The page; `sent` is what was refused, with `faults`.
pub fn page(
    visit: &Visit,
    desk: &Desk,
    asked: &Asked,
    faults: Vec<String>,
    sent: Option<&forms::Form>,
) -> DeskPage {
    let texts = visit.texts();
    let (row, contest) = (&desk.board.run.row, &desk.board.run.contest);
    let at = stage_of(&desk.board, asked.stage);
    let title = format!("{} · {}", texts.text("contest-desk"), row.name);
    let is = |part: &str| asked.part == part;
    DeskPage {
        frame: visit.frame(title),
        event: address(&row.slug, ""),
        base: address(&row.slug, "run"),
        name: row.name.clone(),
        phase: words::phase(contest, texts),
        done: asked.done.map(|done| done.words(texts)).unwrap_or_default(),
        faults,
        csrf: visit.form_token(),
        tabs: tabs(asked, &desk.board, texts),
        stages: stages(desk, asked, at),
        stage_number: at,
        people: is("people").then(|| people(desk, asked, sent, texts)),
        rounds: is("rounds").then(|| rounds(desk, at, sent, texts)),
        results: is("results").then(|| results(desk, at, asked, sent, texts)),
        stewards: is("stewards").then(|| stewards(desk, sent, texts)),
        settings: is("settings").then(|| settings(visit, desk, sent)),
        waiting: contest
            .settings
            .arranged
            .is_some()
            .then(|| texts.one("matches-overdue", "count", contest.overdue(now()).len())),
        script: assets::address("js/contest/results.js"),
    }
}

impl DeskPage {
    /// Shows what a list would add.
    pub fn preview(&mut self, preview: PreviewPart) {
        if let Some(people) = &mut self.people {
            people.preview = Some(preview);
        }
    }
}

/// The desk.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let asked = Asked::read(&parameters).map_err(|e| PageError::parameter(&visit, &e))?;
    let desk = find(&visit, &path).await?;
    private_html(&visit, StatusCode::OK, &page(&visit, &desk, &asked, Vec::new(), None))
}
