//! The visitor's own set-ups: those they used, and the results of those they saved.

use crate::web::prelude::*;
use adjutant_domain::formation::Tally;
use adjutant_service::formations::{self, OwnFormations, OwnSetUpUse};
use adjutant_site::deployment_board::PieceFaces;
use adjutant_site::game_rows::GameList;
use salpakan::rules::{Rank, RuleSet};

use super::widgets::{HeatRow, PercentRange, ScoreRecord, SetUpRow, heat_board};

#[derive(Template)]
#[template(path = "formations/mine.html")]
struct OwnFormationsPage {
    frame: PageFrame,
    has_player: bool,
    preparing: bool,
    counted: String,
    set_ups: u64,
    score: PercentRange,
    board: Vec<HeatRow>,
    used: Vec<SetUpRow>,
    kept: Vec<ScoreRecord>,
    examples: GameList,
    faces: PieceFaces,
}

pub async fn show(visit: RequestContext) -> PageResult {
    let own = visit.run(formations::own_formations).await?;
    private_html(&visit, StatusCode::OK, &page(&visit, own))
}

fn page(visit: &RequestContext, own: Option<OwnFormations>) -> OwnFormationsPage {
    let texts = visit.texts();
    let has_player = own.is_some();
    let own = own.unwrap_or_default();
    let both = |kept: &OwnSetUpUse| {
        let [upright, turned] = kept.uses;
        ScoreRecord::new(kept.set_up.name.clone(), Tally::and(upright, turned))
    };
    let all = own.totals.all();
    OwnFormationsPage {
        frame: visit.frame(texts.get("formations-mine")),
        has_player,
        preparing: own.is_preparing,
        counted: texts.count("formations-counted", all.games()),
        set_ups: all.games(),
        score: PercentRange::new(all.score()),
        board: heat_board(&own.totals, Rank::Flag, false),
        used: own.most_used.iter().map(|one| SetUpRow::new(one, texts, "")).collect(),
        kept: own.own_set_ups.iter().map(both).collect(),
        examples: GameList::new(texts, own.examples.into_iter().map(|one| one.game).collect()),
        faces: PieceFaces::for_rule_sets(texts, std::iter::once(RuleSet::STANDARD)),
    }
}
