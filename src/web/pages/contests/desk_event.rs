//! What concerns a whole event, from the desk: that it does not take place.

use adjutant_domain::contest::Contest;
use adjutant_service::Error;
use adjutant_service::contests::ContestCommand;
use adjutant_site::forms::SubmittedForm;
use adjutant_site::kit::{Field, Form};
use adjutant_site::request_context::RequestContext;

use super::desk::require_confirmation;

pub const CANCEL: &str = "cancel";

pub fn cancel_form(visit: &RequestContext, contest: &Contest, action: &str) -> Form {
    let texts = visit.texts();
    let known = contest.cancelled.clone().unwrap_or_default();
    let form = visit.form(CANCEL, action, "contest-cancel").dangerous().with_fields([
        Field::hidden(texts, "do", CANCEL),
        Field::text(texts, "reason", "contest-cancel-reason")
            .hint("contest-cancel-reason-hint")
            .value(known)
            .autocomplete("off"),
    ]);
    form.with_field(Field::checkbox(texts, "sure", "contest-cancel-sure", false).required())
}

pub fn cancel_command(
    visit: &RequestContext,
    sent: &SubmittedForm,
) -> Result<ContestCommand, Error> {
    require_confirmation(visit.texts(), sent)?;
    Ok(ContestCommand::Cancel(sent.text("reason").to_owned()))
}
