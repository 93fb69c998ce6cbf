//! The first page of one's account.

use actix_web::HttpResponse;

use crate::service::accounts::{self, Mine};
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::kit::{Done, Fact};
use crate::web::moments::day;
use crate::web::parameters::Parameters;
use crate::web::visit::Visit;

use super::attempt::{attempt, see_other};
use super::sheet::Sheet;

const DONE: &[&str] = &["done-signed-up", "done-invitation"];

fn facts(texts: Texts, mine: &Mine) -> Vec<Fact> {
    let factor = if mine.has_second_factor { "factor-is-on" } else { "factor-is-off" };
    vec![
        Fact::new(texts, "account-name", &mine.name),
        Fact::new(texts, "account-since", day(mine.created_at)),
        Fact::new(texts, "factor", texts.get(factor)).link(
            texts,
            "/account/security",
            "account-security",
        ),
    ]
}

/// The page.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let done = Done::asked(&visit, &parameters, DONE)?;
    let actor = visit.actor().clone();
    let found = attempt(&visit, move |app| accounts::mine(app, &actor));
    let Ok(mine) = found.await? else { return Ok(see_other("/sign-in")) };
    let sheet = Sheet::of_account(&visit, "/account", "account-title").done(done);
    let sheet = sheet.facts(facts(visit.texts(), &mine)).link("/account/player", "account-player");
    sheet.link("/organisations", "org-title").answer(&visit)
}
