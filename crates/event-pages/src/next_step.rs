//! What officials do next when a stage is over: start the stage that it leads to, or end the event.

use adjutant_domain::contest::Contest;
use adjutant_site::i18n::Texts;
use swiss::stage::Source;

use super::desk::{DeskData, DeskQuery};

/// A link to what comes next.
pub struct NextStep {
    pub words: String,
    pub address: String,
}

/// The first stage that has not begun and waits for no other.
fn startable_stage(contest: &Contest) -> Option<usize> {
    let is_over = |source: &Source| source.of().is_none_or(|of| contest.is_stage_over(of.0));
    let mut stages = contest.stages.iter().zip(&contest.settings.plan.stages);
    stages.position(|(state, plan)| !state.has_begun() && plan.sources.iter().all(is_over))
}

/// What comes after a stage that is over; `None` before that, and for officials who may not do it.
pub fn next_step(desk: &DeskData, at: usize, texts: Texts) -> Option<NextStep> {
    let (board, contest) = (&desk.board, &desk.board.loaded.contest);
    if contest.is_over || !board.stages[at].is_over {
        return None;
    }
    let slug = &board.loaded.row.slug;
    let link = |part, stage: Option<usize>| DeskQuery { part, stage, ..DeskQuery::default() };
    if let Some(next) = startable_stage(contest) {
        let words = texts.one("contest-start-next", "stage", &board.stages[next].name);
        let address = link("rounds", Some(next + 1)).address(slug);
        return desk.rights.rounds.then_some(NextStep { words, address });
    }
    let is_played = board.stages.iter().all(|stage| stage.is_over);
    (is_played && desk.rights.settings).then(|| NextStep {
        words: texts.get("contest-end"),
        address: format!("{}#settings", link("settings", None).address(slug)),
    })
}
