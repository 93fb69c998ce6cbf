//! What players tell of their opponents.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

use crate::service::live::{self, Report};
use crate::web::error::PageError;
use crate::web::moments::minute;
use crate::web::pages::desk::Head;
use crate::web::pages::plays::report::words_for;
use crate::web::pages::{encode, private_html};
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};
use salpakan::record::short_id_text;

use super::area::head;

const ADDRESS: &str = "/operator/reports";
/// Reports on a page.
const MOST: usize = 50;

struct Line {
    by: String,
    /// Both players, with the last part of their addresses.
    players: Vec<(String, String)>,
    game: String,
    ground: String,
    words: String,
    at: String,
}

#[derive(Template)]
#[template(path = "operator/reports.html")]
struct ReportsPage {
    frame: Frame,
    head: Head,
    lines: Vec<Line>,
    /// Where older ones are; empty where there are none.
    older: String,
}

fn line(visit: &Visit, report: Report) -> Line {
    Line {
        by: report.by,
        players: report.players.into_iter().map(|name| (encode(&name), name)).collect(),
        game: format!("/play/{}", short_id_text(&report.play)),
        ground: visit.texts().get(words_for(report.ground)),
        words: report.words,
        at: minute(report.at),
    }
}

/// The list; `before` in its address is the report behind which it goes on.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let given = parameters.read(&["before"]);
    let before = given.and_then(|given| given.number("before", 1..=i32::MAX));
    let before = before.map_err(|e| PageError::parameter(&visit, &e))?;
    let (actor, live) = (visit.actor().clone(), visit.site.live.clone());
    let found = visit.site.lanes.look(move || live::reports(&live, &actor, before, MOST)).await;
    let (found, more) = found.flatten().map_err(|e| PageError::new(&visit, &e))?;
    let last = found.last().filter(|_| more).map(|report| report.id);
    let page = ReportsPage {
        frame: visit.frame(visit.texts().get("op-tab-reports")),
        head: head(&visit, ADDRESS, "op-tab-reports"),
        lines: found.into_iter().map(|report| line(&visit, report)).collect(),
        older: last.map(|id| format!("{ADDRESS}?before={id}")).unwrap_or_default(),
    };
    private_html(&visit, StatusCode::OK, &page)
}
