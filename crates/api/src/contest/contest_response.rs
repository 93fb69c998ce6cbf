//! An event in responses. Officials get additional fields.

use adjutant_site::schema_enums::ContestPhaseName;
use std::ops::Not;

use serde_json::Value;

use crate::prelude::*;
use adjutant_domain::contest::{Award, Payout, Prize, PrizeCriterion, json};
use adjutant_service::contests::{ContestBoard, EntrantLine, SeparationGroup, StageBoard};

use super::views::{day_text, phase_name};

/// An event that is run on this site.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContestResponse {
    pub name: String,
    pub slug: String,
    pub first_day: String,
    /// `to-come`, `under-way`, `over` or `cancelled`.
    #[schema(value_type = ContestPhaseName)]
    pub phase: &'static str,
    /// The address of its logo, a PNG. Absent if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    /// Why the event is cancelled; may be empty. Absent if it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancelled: Option<String>,
    /// The number of the event's facts.
    pub version: i32,
    /// Whether players can register themselves.
    pub open: bool,
    /// The settings. Stages and sources in it are counted from 0, as in the plan. Without `game` it is an event of Game of
    /// the Generals.
    #[schema(value_type = Object)]
    pub settings: Value,
    /// The entrants by number. Only officials see the waiting list.
    pub entrants: Vec<EntrantLine>,
    pub stages: Vec<StageBoard>,
    /// The prizes, and who would win them now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prizes: Vec<PrizeItem>,
    /// Those who would get money now, by place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub payouts: Vec<PayoutItem>,
    /// Officials only: forbidden pairings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apart: Option<Vec<SeparationGroup>>,
}

/// A prize.
#[derive(Debug, Serialize, ToSchema)]
pub struct PrizeItem {
    pub what: String,
    /// The first and the last place that the prize is for: of the event, or of its class if it has a title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<[u32; 2]>,
    /// The name of a prize that is not for places.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The entrants who would win it now; empty if that is not known yet.
    pub winners: Vec<u32>,
    /// Whether more entrants are equal than there are prizes, so that the winner is not decided.
    pub tied: bool,
    /// Money for each of its places, in hundredths of the settings' `currency`.
    #[serde(skip_serializing_if = "is_nothing")]
    pub amount: u64,
    /// Whether the winners share the amount with those who are equal on points.
    #[serde(skip_serializing_if = "Not::not")]
    pub shared: bool,
}

/// The money that an entrant would get in all.
#[derive(Debug, Serialize, ToSchema)]
pub struct PayoutItem {
    pub entrant: u32,
    /// In hundredths of the settings' `currency`.
    pub amount: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_nothing(amount: &u64) -> bool {
    *amount == 0
}

impl From<Payout> for PayoutItem {
    fn from(one: Payout) -> PayoutItem {
        PayoutItem { entrant: one.entrant.0, amount: one.amount }
    }
}

/// The address of an event's logo.
pub fn logo_address(slug: &str) -> String {
    format!("/events/{slug}/logo.png")
}

impl From<ContestBoard> for ContestResponse {
    fn from(board: ContestBoard) -> ContestResponse {
        let (row, contest) = (&board.loaded.row, &board.loaded.contest);
        let awards = contest.awards();
        let apart = || contest.prohibited.iter().map(SeparationGroup::from).collect();
        ContestResponse {
            name: row.name.clone(),
            slug: row.slug.clone(),
            first_day: day_text(row.first_day),
            phase: phase_name(row.phase),
            logo: row.logo.as_ref().map(|_| logo_address(&row.slug)),
            cancelled: contest.cancelled.clone(),
            version: row.version,
            open: contest.registration_open,
            settings: serde_json::from_str(&json::write_settings(&contest.settings))
                .unwrap_or_default(),
            apart: board.for_officials.then(apart),
            entrants: board.entrants,
            prizes: contest.settings.prizes.iter().zip(awards.prizes).map(prize).collect(),
            payouts: awards.payouts.into_iter().map(PayoutItem::from).collect(),
            stages: board.stages,
        }
    }
}

fn prize((prize, award): (&Prize, Award)) -> PrizeItem {
    let (places, title) = match &prize.criterion {
        PrizeCriterion::Places { from, to } => (Some([*from, *to]), None),
        PrizeCriterion::Class { title, from, to, .. } => (Some([*from, *to]), Some(title.clone())),
        PrizeCriterion::Best { title, .. } | PrizeCriterion::Performance { title, .. } => {
            (None, Some(title.clone()))
        }
    };
    PrizeItem {
        what: prize.description.clone(),
        places,
        title,
        winners: award.winners.iter().map(|id| id.0).collect(),
        tied: award.is_tied,
        amount: prize.amount,
        shared: award.is_shared,
    }
}
