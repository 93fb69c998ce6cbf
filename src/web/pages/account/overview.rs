//! The overview page of the account.

use crate::web::prelude::*;
use adjutant_service::accounts::{self, OwnAccount};
use adjutant_site::time_format::format_date;

use super::account_page;

const DONE_KEYS: &[&str] = &["done-signed-up", "done-invitation"];

fn facts(texts: Texts, mine: &OwnAccount) -> Vec<LabeledFact> {
    let factor = if mine.account.has_second_factor { "factor-is-on" } else { "factor-is-off" };
    vec![
        LabeledFact::new(texts, "account-name", &mine.account.name),
        LabeledFact::new(texts, "account-since", format_date(texts, mine.account.created_at)),
        LabeledFact::new(texts, "factor", texts.get(factor)).with_link(
            texts,
            "/account/security",
            "account-security",
        ),
    ]
}

pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    let found = visit.attempt(accounts::own_account);
    let Ok(mine) = found.await? else { return Ok(see_other("/sign-in")) };
    let sheet = account_page(&visit, "/account", "account-title").done(done);
    let sheet = sheet.facts(facts(visit.texts(), &mine)).link("/account/player", "account-player");
    sheet.link("/organisations", "org-title").respond(&visit)
}
