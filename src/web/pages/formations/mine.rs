//! One's own set-ups: those that one used, and how those did that one keeps.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

use crate::formation::Tally;
use crate::service::formations::{self, KeptUse, Own};
use crate::web::deploy::Faces;
use crate::web::error::PageError;
use crate::web::pages::list::GameLine;
use crate::web::pages::{ask, private_html};
use crate::web::visit::{Frame, Visit};
use salpakan::rules::{Rank, RuleSet};

use super::parts::{Entry, HeatRow, Record, Shown, board, files};

#[derive(Template)]
#[template(path = "formations/mine.html")]
struct MinePage {
    frame: Frame,
    has_player: bool,
    preparing: bool,
    counted: String,
    set_ups: u64,
    score: Shown,
    files: Vec<char>,
    board: Vec<HeatRow>,
    used: Vec<Entry>,
    kept: Vec<Record>,
    examples: Vec<GameLine>,
    faces: Faces,
}

/// What the visitor's own set-ups did.
pub async fn show(visit: Visit) -> Result<HttpResponse, PageError> {
    let actor = visit.actor().clone();
    let own = ask(&visit, move |app| formations::own(app, &actor)).await?;
    private_html(&visit, StatusCode::OK, &page(&visit, own))
}

fn page(visit: &Visit, own: Option<Own>) -> MinePage {
    let texts = visit.texts();
    let has_player = own.is_some();
    let own = own.unwrap_or_default();
    let both = |kept: &KeptUse| {
        let [upright, turned] = kept.uses;
        Record::new(kept.kept.name.clone(), &Tally::and(upright, turned))
    };
    let all = own.totals.all();
    MinePage {
        frame: visit.frame(texts.get("formations-mine")),
        has_player,
        preparing: own.preparing,
        counted: texts.count("formations-counted", all.games()),
        set_ups: all.games(),
        score: Shown::of(all.score()),
        files: files(),
        board: board(&own.totals, Rank::Flag, false),
        used: own.used.iter().map(|one| Entry::new(one, texts, "")).collect(),
        kept: own.kept.iter().map(both).collect(),
        examples: own.examples.iter().map(|one| GameLine::new(&one.game, texts)).collect(),
        faces: Faces::of(texts, std::iter::once(RuleSet::STANDARD)),
    }
}
