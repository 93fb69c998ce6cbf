//! The area of operators and moderators, which requires a second factor.

pub mod accounts;
pub mod audit;
pub mod claims;
pub mod deliveries;
pub mod invitations;
pub mod merges;
pub mod moderation;
pub mod organisations;
pub mod overview;
pub mod status;

use crate::web::prelude::*;
use adjutant_domain::account::roles::SiteRole;

fn tabs(texts: Texts, operator: bool, at: &str) -> Vec<NavTab> {
    let all = [
        ("/operator", "op-tab-overview", true),
        ("/operator/accounts", "op-tab-accounts", true),
        ("/operator/organisations", "op-tab-organisations", true),
        ("/operator/players", "op-tab-players", operator),
        ("/operator/reports", "op-tab-reports", true),
        ("/operator/reviews", "op-tab-reviews", true),
        ("/operator/claims", "op-tab-claims", operator),
        ("/operator/invitations", "op-tab-invitations", operator),
        ("/operator/deliveries", "deliveries-title", true),
        ("/operator/status", "op-tab-status", true),
        ("/operator/audit", "op-tab-audit", true),
    ];
    let shown = all.into_iter().filter(|(_, _, shown)| *shown);
    shown.map(|(address, words, _)| NavTab::new(texts, address, words, at)).collect()
}

/// Builds the header; `at` is the address of the current tab, `heading` a key of the catalogue.
pub fn area_header(visit: &RequestContext, at: &str, heading: &str) -> AreaHeader {
    let texts = visit.texts();
    let operator = visit.actor().site_role == SiteRole::Operator;
    let (label, tabs) = (texts.get("op-title"), tabs(texts, operator, at));
    let over = Some((label.clone(), "/operator".to_owned()));
    AreaHeader { over, ..AreaHeader::new(label, tabs, texts.get(heading)) }
}
