//! What was done at the desk: the list of it, undoing and redoing.

use actix_web::web::Path;

use adjutant_domain::contest::ContestFact;
use adjutant_service::contests::{
    ActAuthor, ActState, DeskAct, DeskActs, no_spot, redo_act, undo_act, zone_name,
};
use adjutant_site::assets;
use adjutant_site::forms::FormSchema;
use adjutant_site::prelude::*;
use adjutant_site::time_format::{format_in_zone, to_rfc3339};

use super::act_text::ActTexts;
use super::desk::{DeskData, PARTS, required_number, run_and_redirect, unknown_event};
use super::{address, with_query};

/// A button that undoes an act or does it again.
pub struct ActButton {
    /// The number of the act's first fact.
    pub first: usize,
    pub sentence: String,
}

pub struct ActRow {
    pub button: ActButton,
    /// The time in the event's zone, and in RFC 3339.
    pub at: String,
    pub exact: String,
    pub by: String,
    pub is_undone: bool,
    pub may_undo: bool,
    pub may_redo: bool,
}

pub struct LogPart {
    pub rows: Vec<ActRow>,
    pub zone: String,
    /// Adds the reader's own time.
    pub script: &'static str,
    /// The address of earlier acts; empty if there are none.
    pub earlier: String,
}

/// What can be undone or done again from each part of the desk.
#[derive(Default)]
pub struct HistoryBar {
    pub undo: Option<ActButton>,
    pub redo: Option<ActButton>,
}

fn act_texts(desk: &DeskData, texts: Texts) -> ActTexts<'_> {
    ActTexts { contest: &desk.board.loaded.contest, acts: &desk.acts.acts, texts }
}

/// The latest act that can be undone, and if the last thing was to undo one, that which can be done again.
pub fn history_bar(desk: &DeskData, texts: Texts) -> HistoryBar {
    let acts = &desk.acts.acts;
    let button = |act: &DeskAct| ActButton {
        first: act.first,
        sentence: act_texts(desk, texts).sentence(act),
    };
    let undo = acts.iter().find(|act| act.is_reversible && act.state != ActState::Undone);
    let undone = acts.first().and_then(|act| match act.facts.first() {
        Some(ContestFact::Undone { first, .. }) => Some(*first),
        _ => None,
    });
    let redo = acts.iter().find(|act| act.is_reversible && Some(act.first) == undone);
    HistoryBar { undo: undo.map(button), redo: redo.map(button) }
}

pub fn log_part(desk: &DeskData, texts: Texts) -> LogPart {
    let DeskActs { acts, before } = &desk.acts;
    let contest = &desk.board.loaded.contest;
    let own = contest.settings.timetable.time_zone.as_str();
    let zone = if own.is_empty() { zone_name(contest) } else { own };
    let row = |act: &DeskAct| {
        let is_undone = act.state == ActState::Undone;
        ActRow {
            button: ActButton { first: act.first, sentence: act_texts(desk, texts).sentence(act) },
            at: format_in_zone(texts, act.at, zone),
            exact: to_rfc3339(act.at),
            by: author_name(&act.by, texts),
            is_undone,
            may_undo: act.is_reversible && !is_undone,
            may_redo: act.is_reversible && is_undone,
        }
    };
    let earlier = before.map(|before| {
        let asked = [("part", "log".to_owned()), ("before", before.to_string())];
        with_query(&address(&desk.board.loaded.row.slug, "run"), &asked)
    });
    LogPart {
        rows: acts.iter().map(row).collect(),
        zone: zone.to_owned(),
        script: assets::address("js/shell/times.js"),
        earlier: earlier.unwrap_or_default(),
    }
}

fn author_name(by: &ActAuthor, texts: Texts) -> String {
    match by {
        ActAuthor::Account(name) => name.clone(),
        ActAuthor::DeletedAccount => texts.get("trail-deleted"),
        ActAuthor::HelperLink(name) => texts.one("act-by-link", "name", name),
        ActAuthor::Server => texts.get("act-by-itself"),
    }
}

/// Undoes an act, or does it again, and returns to the part of the desk where that was asked for.
pub async fn submit(visit: RequestContext, path: Path<String>, post: Post) -> PageResult {
    let sent = post.read_fields(&visit, FormSchema::new(&["do", "act", "part"])).await?;
    let slug = path.into_inner();
    let part = PARTS.into_iter().find(|part| *part == sent.text("part"));
    let (Some(part), Ok(first), "undo" | "redo") =
        (part, required_number(&sent, "act"), sent.text("do"))
    else {
        return Err(unknown_event(&visit, &slug, no_spot()));
    };
    run_and_redirect(&visit, slug, part, sent, move |app, visit, slug, sent| {
        match sent.text("do") {
            "undo" => undo_act(app, visit.actor(), slug, first, now_micros())
                .map(|_| "done-contest-undone"),
            _ => redo_act(app, visit.actor(), slug, first, now_micros())
                .map(|_| "done-contest-redone"),
        }
    })
    .await
}
