//! The form for deploying, and the player's own set-up while they wait for the opponent.

use adjutant_domain::play::{PlayerAction, Venue};
use adjutant_service::live::Seen;
use adjutant_service::own_set_ups;
use adjutant_site::deployment_board::{
    DeploymentBoard, DraftCells, PieceFaces, SavedSetUp, SmallBoard, draft_fault_texts,
};
use adjutant_site::error::PageResult;
use adjutant_site::ranks::RankNames;
use adjutant_site::request_context::RequestContext;
use salpakan::rules::RuleSet;

use super::new_command_id;
use super::status::is_deploying;

/// A refused submission, shown again.
#[derive(Clone, Default)]
pub struct RefusedDraft {
    /// The set-up in notation.
    pub setup: String,
    /// The letters chosen for the cells.
    pub cells: Vec<String>,
}

pub struct DeployPart {
    /// The id of the command.
    pub id: String,
    pub typed: String,
    pub board: DeploymentBoard,
    /// Names and notations of the player's saved set-ups.
    pub own: Vec<(String, String)>,
}

/// The player's set-up, shown while the opponent deploys.
pub struct WaitingPart {
    pub color: &'static str,
    pub faces: PieceFaces,
    /// `None` if this device hides the player's ranks.
    pub board: Option<SmallBoard>,
}

/// Builds the form for a player who has not deployed; earlier games do not influence it.
pub async fn deploy_part(
    visit: &RequestContext,
    seen: &Seen,
    typed: RefusedDraft,
) -> PageResult<Option<DeployPart>> {
    let Some(color) = seen.viewer.color().filter(|_| seen.may.contains(&PlayerAction::Ready))
    else {
        return Ok(None);
    };
    let Some(timeline) = seen.play.timeline() else { return Ok(None) };
    let rules = timeline.rules;
    // Holders of a table pass have no saved set-ups, and one device is shared with the opponent.
    let terms = seen.play.terms();
    let is_shared = terms.venue == Venue::Table && !terms.is_of_event();
    let all = match visit.is_signed_in() && !is_shared {
        true => visit.run(own_set_ups::list).await?,
        false => Vec::new(),
    };
    let (mut own, mut known) = (Vec::new(), Vec::new());
    for one in all.into_iter().filter(|one| one.fits(&rules)) {
        let cells = DraftCells::from_deployment(rules, &one.army);
        if let Ok(army) = cells.to_draft(color).check(&rules) {
            known.push((one.name.clone(), army.notation()));
        }
        own.push(SavedSetUp { draft: cells.to_text(), name: one.name });
    }
    let (cells, chosen) = draft_from_cells(rules, &typed.cells);
    let ranks = RankNames { texts: visit.texts(), rules };
    let wrong = if chosen { draft_fault_texts(ranks, &cells) } else { Vec::new() };
    let board = DeploymentBoard::new(visit.texts(), color, &cells, &wrong, own);
    Ok(Some(DeployPart { id: new_command_id(visit), typed: typed.setup, board, own: known }))
}

/// The draft chosen cell by cell, and whether any cell was chosen.
fn draft_from_cells(rules: RuleSet, sent: &[String]) -> (DraftCells, bool) {
    let any = sent.iter().any(|letter| letter != ".");
    let read = DraftCells::parse_form(rules, sent.iter().map(String::as_str)).filter(|_| any);
    let chosen = read.is_some();
    (read.unwrap_or_else(|| DraftCells::empty(rules)), chosen)
}

/// The player's own set-up until play begins.
pub fn waiting_part(visit: &RequestContext, seen: &Seen, hidden: bool) -> Option<WaitingPart> {
    let own = seen.own.as_ref().filter(|_| is_deploying(seen))?;
    let rules = seen.play.timeline()?.rules;
    Some(WaitingPart {
        color: own.color().key(),
        faces: PieceFaces::for_rule_sets(visit.texts(), std::iter::once(rules)),
        board: (!hidden).then(|| SmallBoard::new(&DraftCells::from_deployment(rules, own))),
    })
}
