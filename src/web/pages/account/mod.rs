//! Pages of the visitor's own account, and signing up, in and out.

pub mod audit;
pub mod data;
pub mod email;
pub mod follows;
pub mod invitation;
pub mod overview;
pub mod passkeys;
pub mod password;
pub mod password_reset;
pub mod picture;
pub mod player;
pub mod second_factor;
pub mod security;
mod session_cookies;
pub mod sign_in;
pub mod sign_in_link;
pub mod sign_up;
pub mod tokens;

use crate::web::prelude::*;

/// The account pages, in the order of the navigation.
const ACCOUNT_TABS: [(&str, &str); 7] = [
    ("/account", "account-overview"),
    ("/account/player", "account-player"),
    ("/account/follows", "follows-title"),
    ("/account/security", "account-security"),
    ("/account/tokens", "account-tokens"),
    ("/account/data", "account-data"),
    ("/account/audit", "account-audit"),
];

/// The navigation of the account pages; `at` is the address of the current tab.
pub fn account_tabs(texts: Texts, at: &str) -> Vec<NavTab> {
    ACCOUNT_TABS.iter().map(|(address, words)| NavTab::new(texts, *address, words, at)).collect()
}

/// An account page with one form, under the tab with the address `at`.
pub fn account_page(visit: &RequestContext, at: &str, heading: &str) -> FormPage {
    let texts = visit.texts();
    let (label, tabs) = (texts.get("account-area"), account_tabs(texts, at));
    FormPage::new(visit, AreaHeader::new(label, tabs, texts.get(heading)))
}
