//! Entrants at the desk: registered, admitted, checked in and withdrawn.

use actix_web::web::Path;

use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::{
    Contest, EntrantId, EntrantStatus, GameSlot, RegisteredEntrant, StageState,
};
use adjutant_service::access::Act;
use adjutant_service::contests::{
    BoardOptions, CommandOutcome, ContestBoard, ContestCommand, EntrantAction, EntrantCorrection,
    EntrantLine, GenderField, MAX_RATING, PersonalFields, authorize, correct_entrant, execute,
    execute_all, invalid_birth_year, invalid_gender, invalid_number, is_own_entry, is_team_event,
    load_contest, no_spot, official_board, register_entrants, register_teams,
};
use adjutant_service::{App, Error, refusals};
use adjutant_site::forms::{FormSchema, SubmittedForm, run_attempt};
use adjutant_site::prelude::*;
use serde::de::{IntoDeserializer, value};

use super::desk::{
    DeskData, DeskQuery, load_desk, page, render_refused, require_confirmation, required_entrant,
    run_and_redirect, unknown_event,
};
use super::desk_rounds::is_late_entrant;
use super::people_list::PreviewPart;
use super::{labels, people_list, teams};

/// Maximum number of people shown at once; search finds the others.
const MAX_SHOWN_PEOPLE: usize = 300;
/// Maximum size of a list of people.
pub const MAX_LIST_BYTES: usize = 1 << 20;
const SCHEMA: FormSchema = FormSchema {
    single: &[
        "do",
        "entrant",
        "lines",
        "exception",
        "name",
        "sure",
        "new-name",
        "new-rating",
        "new-club",
        "new-province",
        "new-number",
        "new-born",
        "new-gender",
        "fill",
        "into",
    ],
    repeated: &[people_list::GUEST_FIELD],
    files: &[("file", MAX_LIST_BYTES)],
};

pub struct DeskPersonRow {
    pub person: EntrantLine,
    pub about: String,
    pub standing: String,
    /// What they have paid of a fee that is not paid whole; empty for nothing.
    pub part_paid: String,
    pub is_in: bool,
    pub is_withdrawn: bool,
    pub members: Vec<String>,
    /// Open games they may forfeit, and games they have forfeited.
    pub open: Vec<TableAction>,
    pub forfeited: Vec<TableAction>,
    /// The Swiss stage, from 0, that began without them and that they may join.
    pub joins: Option<usize>,
    pub correction: Option<CorrectionForm>,
    pub may_remove: bool,
    /// Whether it may be the row of somebody who has another.
    pub may_merge: bool,
}

/// What can be corrected of an entrant, with what was entered.
pub struct CorrectionForm {
    /// Whether it is shown again after a refusal.
    pub is_open: bool,
    /// Only guests are renamed.
    pub name: Option<String>,
    pub rating: String,
    pub club: String,
    pub province: String,
    pub federation_number: String,
    pub birth_year: String,
    /// The key, empty for none.
    pub gender: String,
    /// Whether the entrant becomes a guest; `None` where that cannot be.
    pub guest: Option<bool>,
    /// Whether the rest is completed from the rating list.
    pub fill: bool,
}

impl CorrectionForm {
    fn new(one: &EntrantLine, is_onsite: bool, sent: Option<&SubmittedForm>) -> CorrectionForm {
        let own = sent.filter(|sent| {
            sent.text("do") == "correct" && sent.text("entrant") == one.id.0.to_string()
        });
        let value = |field: &str, known: &str| {
            own.map_or_else(|| known.to_owned(), |sent| sent.raw(field).to_owned())
        };
        let personal = one.personal.clone().unwrap_or_default();
        let year = personal.birth_year.map(|year| year.to_string()).unwrap_or_default();
        CorrectionForm {
            is_open: own.is_some(),
            name: (!one.is_player).then(|| value("new-name", &one.name)),
            rating: value("new-rating", &one.rating.to_string()),
            club: value("new-club", &one.club),
            province: value("new-province", &one.province),
            federation_number: value(
                "new-number",
                personal.federation_number.as_deref().unwrap_or_default(),
            ),
            birth_year: value("new-born", &year),
            gender: value("new-gender", personal.gender.map_or("", GenderField::key)),
            guest: (one.is_player && !is_onsite)
                .then(|| own.is_some_and(|sent| sent.is_checked("guest"))),
            fill: own.is_some_and(|sent| sent.is_checked("fill")),
        }
    }
}

fn correction_from_form(sent: &SubmittedForm) -> Result<EntrantCorrection, Error> {
    let given = |field: &str| sent.has(field).then(|| sent.text(field).to_owned());
    let rating = given("new-rating").map(|text| match text.as_str() {
        "" => Ok(0),
        text => text.parse().map_err(|_| invalid_number("rating", MAX_RATING)),
    });
    let birth_year = given("new-born").map(|text| match text.as_str() {
        "" => Ok(0),
        text => text.parse().map_err(|_| invalid_birth_year(text)),
    });
    let gender =
        given("new-gender").map(|key| GenderField::parse(&key).ok_or_else(|| invalid_gender(&key)));
    Ok(EntrantCorrection {
        name: given("new-name"),
        rating: rating.transpose()?,
        club: given("new-club"),
        province: given("new-province"),
        personal: PersonalFields {
            federation_number: given("new-number"),
            birth_year: birth_year.transpose()?,
            gender: gender.transpose()?,
        },
        guest: sent.is_checked("guest"),
        fill_from_rating_list: sent.is_checked("fill"),
    })
}

/// An entrant's table with an available action.
pub struct TableAction {
    /// In team matches of the own board, otherwise of any game.
    pub at: GameSlot,
    pub words: String,
}

impl TableAction {
    pub fn new(contest: &Contest, at: TableId, texts: Texts) -> TableAction {
        let TableId { stage, round, table } = at;
        let number = contest.table_number(at);
        let values = [("round", (round + 1).to_string()), ("table", number.to_string())];
        let at = GameSlot { stage, round, table, game: 0 };
        TableAction { at, words: texts.fill("contest-at-table", &values) }
    }
}

pub struct PeoplePart {
    /// Whether fees can be recorded, also after the end.
    pub may: bool,
    /// Whether entrants can be registered, admitted and withdrawn.
    pub may_change: bool,
    pub lines: Vec<DeskPersonRow>,
    /// Whether registering is what the page is about: nobody is in yet, or a list was sent.
    pub is_adding: bool,
    /// Pasted text that was refused.
    pub pasted: String,
    pub preview: Option<PreviewPart>,
    pub exception: bool,
    pub searched: String,
    pub checks_in: bool,
    pub of_teams: bool,
    pub has_fee: bool,
    /// Whether entrants can be completed from a rating list.
    pub can_fill: bool,
    /// Whether some in the list are not checked in, and have not paid.
    pub some_away: bool,
    pub some_owe: bool,
    pub count: String,
    /// How many matching people are not shown; empty if all are.
    pub more: String,
}

fn person_row(
    desk: &DeskData,
    one: &EntrantLine,
    sent: Option<&SubmittedForm>,
    texts: Texts,
) -> DeskPersonRow {
    let contest = &desk.board.loaded.contest;
    let may_correct =
        desk.rights.people && !contest.is_over && contest.settings.team_boards().is_none();
    DeskPersonRow {
        person: one.clone(),
        about: labels::joined(&[&labels::rating_label(one.rating), &one.club, &one.province]),
        standing: labels::standing_label(one.standing, texts),
        part_paid: one
            .amount_paid
            .filter(|_| one.paid == Some(false))
            .map(|amount| texts.one("fee-part-paid", "amount", amount))
            .unwrap_or_default(),
        is_in: one.standing == EntrantStatus::Active,
        is_withdrawn: one.standing == EntrantStatus::Withdrawn,
        members: teams::member_labels(one),
        open: table_actions(desk, one.id, Contest::open_tables, texts),
        forfeited: table_actions(desk, one.id, Contest::revocable_forfeits, texts),
        joins: desk.rights.rounds.then(|| late_entry_stage(&desk.board, one)).flatten(),
        may_merge: may_correct && contest.numbered_entrants().nth(1).is_some(),
        may_remove: desk.rights.people && !contest.is_over && contest.can_remove(one.id),
        correction: may_correct
            .then(|| CorrectionForm::new(one, contest.settings.onsite_games().is_some(), sent)),
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
    let may = desk.rights.results && !contest.is_over && contest.settings.onsite_games().is_none();
    let all = if may { tables(contest, one) } else { Vec::new() };
    all.into_iter().map(|at| TableAction::new(contest, at, texts)).collect()
}

/// The stage that a late entrant may join.
fn late_entry_stage(board: &ContestBoard, one: &EntrantLine) -> Option<usize> {
    let contest = &board.loaded.contest;
    let may = !contest.is_over && one.standing == EntrantStatus::Active;
    (0..board.stages.len()).find(|at| may && is_late_entrant(contest, *at, one.id))
}

/// Builds the list of entrants, with refused input.
pub fn people_part(
    desk: &DeskData,
    asked: &DeskQuery,
    sent: Option<&SubmittedForm>,
    texts: Texts,
) -> PeoplePart {
    let contest = &desk.board.loaded.contest;
    let shown: Vec<&EntrantLine> =
        desk.board.entrants.iter().filter(|one| asked.matches_search(one)).collect();
    let some = |is: &dyn Fn(&EntrantLine) -> Option<bool>| {
        shown.iter().any(|one| one.standing == EntrantStatus::Active && is(one) == Some(false))
    };
    let is_here = |one: &&RegisteredEntrant| {
        one.present && one.status == EntrantStatus::Active && !one.person.stands_in
    };
    let here = contest.entrants.iter().filter(is_here).count();
    let values = [("count", contest.active_count().to_string()), ("here", here.to_string())];
    PeoplePart {
        may: desk.rights.people,
        may_change: desk.rights.people && !contest.is_over,
        some_away: contest.settings.check_in && !contest.is_over && some(&|one| one.present),
        some_owe: contest.settings.has_fee() && some(&|one| one.paid),
        lines: shown
            .iter()
            .take(MAX_SHOWN_PEOPLE)
            .map(|one| person_row(desk, one, sent, texts))
            .collect(),
        more: match shown.len().saturating_sub(MAX_SHOWN_PEOPLE) {
            0 => String::new(),
            more => texts.one("contest-more-people", "count", more),
        },
        is_adding: contest.entrants.is_empty()
            || sent.is_some_and(|sent| ["add", "look"].contains(&sent.text("do"))),
        pasted: sent.map(|sent| sent.raw("lines").to_owned()).unwrap_or_default(),
        preview: None,
        exception: sent.is_some_and(|sent| sent.is_checked("exception")),
        searched: asked.name.clone(),
        checks_in: contest.settings.check_in && !contest.is_over,
        of_teams: contest.settings.team_boards().is_some(),
        has_fee: contest.settings.has_fee(),
        can_fill: desk.has_rating_list
            && !contest.is_over
            && contest.settings.team_boards().is_none(),
        count: match contest.settings.check_in {
            true => texts.fill("contest-count", &values),
            false => texts.one("contest-count-plain", "count", contest.active_count()),
        },
    }
}

enum PeopleAction {
    Register,
    Preview,
    Correct(EntrantId),
    /// For all matching entrants: they are here, or have paid.
    AllMatching(EntrantAction),
    One(ContestCommand),
    /// What it would be merged into is no number.
    MergeIntoNothing,
}

fn people_action(sent: &SubmittedForm) -> Result<PeopleAction, Error> {
    Ok(match sent.text("do") {
        "add" => PeopleAction::Register,
        "look" => PeopleAction::Preview,
        "correct" => PeopleAction::Correct(required_entrant(sent, "entrant")?),
        "all-there" => PeopleAction::AllMatching(EntrantAction::There),
        "all-paid" => PeopleAction::AllMatching(EntrantAction::Paid),
        action => {
            let action = EntrantAction::deserialize(action.into_deserializer());
            let action = action.map_err(|_: value::Error| no_spot())?;
            PeopleAction::One(match action {
                EntrantAction::Clear => ContestCommand::ClearPresence,
                EntrantAction::Merge => {
                    let entrant = required_entrant(sent, "entrant")?;
                    let Ok(into) = required_entrant(sent, "into") else {
                        return Ok(PeopleAction::MergeIntoNothing);
                    };
                    action.command(entrant, into)
                }
                action => {
                    let entrant = required_entrant(sent, "entrant")?;
                    action.command(entrant, entrant)
                }
            })
        }
    })
}

fn command_for_all(
    app: &App,
    visit: &RequestContext,
    slug: &str,
    sent: &SubmittedForm,
    action: EntrantAction,
) -> Result<CommandOutcome, Error> {
    let asked = DeskQuery::from_form("people", sent);
    let board = official_board(app, visit.actor(), slug, BoardOptions::default())?;
    let shown = board.entrants.iter().filter(|one| one.standing == EntrantStatus::Active);
    // An official who also plays is checked in by another one.
    let is_others = |command: &ContestCommand| match command {
        ContestCommand::SetPresence { entrant, .. } => {
            !is_own_entry(&board.loaded, visit.actor(), *entrant)
        }
        _ => true,
    };
    let looked_for =
        shown.filter(|one| asked.matches_search(one)).map(|one| action.command(one.id, one.id));
    let all: Vec<ContestCommand> = looked_for.filter(is_others).collect();
    match all.is_empty() {
        true => Ok(CommandOutcome { version: board.loaded.row.version, fact_count: 0 }),
        false => execute_all(app, visit.actor(), slug, &all, now_micros()).map_err(Error::from),
    }
}

/// Registers, admits and checks in.
pub async fn submit(visit: RequestContext, path: Path<String>, post: Post) -> PageResult {
    let sent = post.read_fields(&visit, SCHEMA).await?;
    let slug = path.into_inner();
    let action = people_action(&sent).map_err(|e| unknown_event(&visit, &slug, e))?;
    if matches!(action, PeopleAction::Preview) {
        return preview_list(&visit, slug, sent).await;
    }
    run_and_redirect(&visit, slug, "people", sent, move |app, visit, slug, sent| {
        require_confirmation(visit.texts(), sent)?;
        let (actor, exception) = (visit.actor(), sent.is_checked("exception"));
        match action {
            PeopleAction::One(command) => {
                execute(app, actor, slug, &command, now_micros())?;
                return Ok(done_key(&load_contest(app, slug)?.contest, &command).to_owned());
            }
            PeopleAction::AllMatching(action) => {
                let key = match action {
                    EntrantAction::Paid => "done-contest-all-paid",
                    _ => "done-contest-all-there",
                };
                let changed = command_for_all(app, visit, slug, sent, action)?.fact_count;
                return Ok(FlashMessage::counted(key, changed));
            }
            PeopleAction::Correct(entrant) => {
                let correction = correction_from_form(sent)?;
                correct_entrant(app, actor, slug, entrant, &correction, now_micros())?
            }
            PeopleAction::Register if is_team_event(&load_contest(app, slug)?.contest) => {
                let list = teams::teams_from_form(sent)?;
                register_teams(app, actor, slug, &list, exception, now_micros())?;
                return Ok(FlashMessage::counted("done-contest-teams-registered", list.len()));
            }
            PeopleAction::Register => {
                let mut list = people_list::list_from_form(sent)?;
                people_list::set_guests(&mut list.people, sent);
                register_entrants(app, actor, slug, &list.people, exception, now_micros())?;
                return Ok(FlashMessage::counted("done-contest-registered", list.people.len()));
            }
            PeopleAction::MergeIntoNothing => {
                // Without permission nothing about entrants is revealed.
                authorize(app, actor, Act::CheckIn, slug)?;
                return Err(Error::invalid("into", refusals::EVENT_MERGE_INTO));
            }
            PeopleAction::Preview => return Err(no_spot()),
        };
        Ok("done-contest-people".to_owned())
    })
    .await
}

/// The message after an action on entrants.
fn done_key(contest: &Contest, command: &ContestCommand) -> &'static str {
    if matches!(command, ContestCommand::Merge { .. }) {
        return "done-contest-merged";
    }
    let ContestCommand::Withdraw(entrant) = command else { return "done-contest-people" };
    let has_begun = contest.stages.iter().any(StageState::has_begun);
    match (has_begun, contest.open_tables(*entrant).is_empty()) {
        (false, _) => "done-contest-withdrawn",
        (true, true) => "done-contest-withdrawn-next",
        (true, false) => "done-contest-withdrawn-plays",
    }
}

/// Previews a list row by row and adds nothing.
async fn preview_list(visit: &RequestContext, slug: String, sent: SubmittedForm) -> PageResult {
    let at = DeskQuery::from_form("people", &sent);
    let (actor, own, list) = (visit.actor().clone(), slug.clone(), sent.clone());
    let looked =
        run_attempt(visit, move |app| Ok(people_list::preview_list(app, &actor, &own, &list)?));
    let looked = match looked.await? {
        Ok(looked) => looked,
        Err(refusal) => return render_refused(visit, &slug, &at, &sent, refusal).await,
    };
    let desk = load_desk(visit, &slug).await?;
    let mut page = page(visit, &desk, &at, Vec::new(), Some(&sent));
    page.frame.address = at.address(&slug);
    page.show_preview(looked.into_part(&sent, visit.texts()));
    private_html(visit, StatusCode::OK, &page)
}
