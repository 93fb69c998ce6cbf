//! Who has paid the entry fee of an event.

use adjutant_service::contests::{self, FeeReport};

use crate::prelude::*;

endpoints! {
    list: CheckIn;
}

/// Lists what each entrant has paid of the fee and when, with the totals.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}/fees", operation_id = "listFees",
    responses((status = 200, description = "The fees", body = FeeReport,
        example = json!({"due": {"amount": "75.00", "currency": "PHP"}, "entrants": [{"entrant": 1, "name": "Ana", "standing": "in", "paid": true, "amount": "75.00", "at": "2026-12-05T01:00:00Z"}, {"entrant": 2, "name": "Ben", "standing": "in", "paid": false, "amount": "50.00", "at": "2026-12-05T01:05:00Z"}], "paid": 1, "received": "125.00", "outstanding": "25.00"}))),
)]
pub async fn list(site: SiteData, BearerAuth(actor): BearerAuth, slug: Path<String>) -> ApiResult {
    let report = run_read(&site, move |app| contests::fee_report(app, &actor, &slug)).await?;
    Ok(private_json(&report))
}
