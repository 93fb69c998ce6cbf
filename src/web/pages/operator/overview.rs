//! The operator overview: pending decisions, totals, recent log entries.

use crate::web::pages::organisations::index::OrganisationRow;
use crate::web::prelude::*;
use adjutant_service::access::{Act, ActTarget, Actor, require};
use adjutant_service::audit::{self, AuditScope, AuditView, ShownEntry};
use adjutant_service::games::{self, Totals};
use adjutant_service::organisations::{self, Organisation, OrganisationFilter, OrganisationState};
use adjutant_service::{App, Error, claims};
use adjutant_site::audit_lines::{AuditEntryLine, audit_lines};
use adjutant_site::time_format::format_minute;

use super::area_header;

/// Pending organisations and log entries shown.
const MAX_WAITING: usize = 50;
const MAX_AUDIT_ENTRIES: usize = 10;
/// The largest number of claims counted.
const MAX_CLAIMS: usize = 100;

const DONE_KEYS: &[&str] = &["done-org-decided"];

#[derive(Template)]
#[template(path = "operator/overview.html")]
struct OperatorOverviewPage<'a> {
    frame: PageFrame,
    head: AreaHeader,
    counts: Vec<(String, String)>,
    waiting: Vec<OrganisationRow<'a>>,
    decides: bool,
    claims: usize,
    /// What is known of the backups of this server, and whether something is to be done.
    backups: (String, bool),
    lines: Vec<AuditEntryLine>,
}

struct OverviewData {
    totals: Totals,
    waiting: Vec<Organisation>,
    claims: usize,
    entries: Vec<ShownEntry>,
}

fn load_overview(app: &App, actor: &Actor) -> Result<OverviewData, Error> {
    require(actor, Act::OverseeSite, ActTarget::Site, true)?;
    let (prefix, after) = (String::new(), String::new());
    let listing = OrganisationFilter { prefix, after, state: OrganisationState::Waiting };
    let claims = match claims::all_open(app, actor, MAX_CLAIMS) {
        Ok(all) => all.len(),
        // Moderators do not decide claims.
        Err(e) if e.is_of_others() => 0,
        Err(e) => return Err(e),
    };
    Ok(OverviewData {
        totals: games::totals(app)?,
        waiting: organisations::page(app, actor, &listing, MAX_WAITING)?.items,
        claims,
        entries: audit::page(
            app,
            actor,
            &AuditView::all_of(AuditScope::Site),
            None,
            MAX_AUDIT_ENTRIES,
        )?
        .entries,
    })
}

/// What is known of the backups, and whether an operator should see to them.
pub(super) fn backup_text(visit: &RequestContext) -> (String, bool) {
    let (daily, is_bad) = daily_backup_text(visit);
    match continuous_backup_text(visit) {
        None => (daily, is_bad),
        Some((continuous, is_worse)) => (format!("{daily} {continuous}"), is_bad || is_worse),
    }
}

/// What is known of the continuous backup, if one is made.
fn continuous_backup_text(visit: &RequestContext) -> Option<(String, bool)> {
    let texts = visit.texts();
    visit.site.settings.continuous_backup.as_ref()?;
    let state = visit.site.continuous_backups.state();
    let until = state.until.map(|until| format_minute(texts, until));
    Some(match (until, state.has_failed) {
        (Some(until), false) => (texts.one("op-continuous-until", "until", until), false),
        (Some(until), true) => (texts.one("op-continuous-failing", "until", until), true),
        (None, true) => (texts.get("op-continuous-failed"), true),
        (None, false) => (texts.get("op-continuous-begun"), false),
    })
}

fn daily_backup_text(visit: &RequestContext) -> (String, bool) {
    let texts = visit.texts();
    if visit.site.settings.backups.is_none() {
        return (texts.get("op-backups-none"), false);
    }
    let state = visit.site.backups.state();
    let newest = state.newest.map(|file| format_minute(texts, file.made));
    match (newest, state.failure.is_some()) {
        (Some(made), false) => (texts.one("op-backups-newest", "made", made), false),
        (Some(made), true) => (texts.one("op-backups-failing", "made", made), true),
        (None, true) => (texts.get("op-backups-failed"), true),
        (None, false) => (texts.get("op-backups-begun"), false),
    }
}

pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    let found = visit.run(load_overview).await?;
    let texts = visit.texts();
    let mut head = area_header(&visit, "/operator", "op-title").done(texts, done);
    head.over = None;
    let count = |key: &str, number: String| (texts.get(key), number);
    let page = OperatorOverviewPage {
        frame: visit.frame(texts.get("op-title")),
        head,
        counts: vec![
            count("op-count-waiting", found.waiting.len().to_string()),
            count("op-count-claims", found.claims.to_string()),
            count("nav-games", found.totals.games.to_string()),
            count("nav-players", found.totals.players.to_string()),
        ],
        decides: require(visit.actor(), Act::ApproveOrganisation, ActTarget::Site, true).is_ok(),
        waiting: found.waiting.iter().map(|one| OrganisationRow::new(one, texts)).collect(),
        claims: found.claims,
        backups: backup_text(&visit),
        lines: audit_lines(texts, found.entries),
    };
    private_html(&visit, StatusCode::OK, &page)
}
