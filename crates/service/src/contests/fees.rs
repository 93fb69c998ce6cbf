//! Who has paid the entry fee, how much and when, for officials.

use std::collections::HashMap;

use crate::access::{Act, Actor};
use crate::{App, Result};
use adjutant_domain::contest::{Amount, ContestFact, EntrantId, EntrantStatus, FeeDue};
use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::roster::write_table;
use chrono::SecondsFormat;
use chrono_tz::Tz;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::match_board::entrant_name;
use super::{authorize_act, cache};

/// What an entrant has paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FeeItem)]
pub struct FeeLine {
    #[serde(rename = "entrant")]
    #[schema(value_type = u32)]
    pub id: EntrantId,
    pub name: String,
    /// `in`, `waiting` or `withdrawn`.
    #[schema(value_type = String)]
    pub standing: EntrantStatus,
    pub paid: bool,
    /// In all; `0.00` if the amount is not known.
    #[schema(value_type = String)]
    pub amount: Amount,
    /// When that was last recorded; absent for nothing.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "moment")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub at: Option<Micros>,
}

/// The fees of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FeeListResponse)]
pub struct FeeReport {
    #[serde(skip)]
    pub event: String,
    /// Whose clocks its times are told by.
    #[serde(skip)]
    pub zone: Tz,
    /// What each entrant pays; absent if that is told in words alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<FeeDueItem>)]
    pub due: Option<FeeDue>,
    /// Those who take part, and others who have paid.
    pub entrants: Vec<FeeLine>,
    /// The number of entrants who have paid.
    pub paid: usize,
    /// All amounts paid.
    #[serde(serialize_with = "total")]
    #[schema(value_type = String)]
    pub received: u64,
    /// What is still to be paid by those who take part.
    #[serde(serialize_with = "total")]
    #[schema(value_type = String)]
    pub outstanding: u64,
}

/// An amount and its currency.
#[derive(Debug, ToSchema)]
#[allow(dead_code)]
struct FeeDueItem {
    amount: String,
    currency: String,
}

/// A sum of amounts, in hundredths, such as `3750.00`.
pub fn total_text(hundredths: u64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

fn total<S: Serializer>(hundredths: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&total_text(*hundredths))
}

fn moment<S: Serializer>(at: &Option<Micros>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&moment_text(*at))
}

fn moment_text(at: Option<Micros>) -> String {
    let at = at.and_then(Micros::to_utc);
    at.map(|at| at.to_rfc3339_opts(SecondsFormat::Secs, true)).unwrap_or_default()
}

/// The fees of an event, for its officials.
pub fn fee_report(app: &App, actor: &Actor, slug: &str) -> Result<FeeReport> {
    let mut conn = app.store().read_connection()?;
    let (row, _) = authorize_act(&mut conn, actor, Act::CheckIn, slug)?;
    let run = cache::load(app, &mut conn, &row)?;
    let mut recorded: HashMap<EntrantId, Micros> = HashMap::new();
    for (at, fact) in cache::read_facts(&mut conn, &row)? {
        if let ContestFact::FeePaidSet { entrant, .. } = fact {
            recorded.insert(entrant, at);
        }
    }
    let contest = &run.contest;
    let is_paying = |paid: bool, amount: Amount| paid || amount > Amount::default();
    let entrants: Vec<FeeLine> = contest
        .numbered_people()
        .filter(|(_, one)| {
            one.status == EntrantStatus::Active || is_paying(one.paid, one.amount_paid)
        })
        .map(|(id, one)| FeeLine {
            id,
            name: entrant_name(contest, id),
            standing: one.status,
            paid: one.paid,
            amount: one.amount_paid,
            at: recorded.get(&id).copied().filter(|_| is_paying(one.paid, one.amount_paid)),
        })
        .collect();
    let due = contest.fee_amount();
    let owing = entrants.iter().filter(|one| one.standing == EntrantStatus::Active && !one.paid);
    Ok(FeeReport {
        event: row.name.clone(),
        zone: contest.settings.timetable.zone(),
        due: contest.settings.fee_due.clone(),
        paid: entrants.iter().filter(|one| one.paid).count(),
        received: entrants.iter().map(|one| u64::from(one.amount.0)).sum(),
        outstanding: owing.map(|one| u64::from(due.0.saturating_sub(one.amount.0))).sum(),
        entrants,
    })
}

/// The fees of an event as a table in CSV, for its officials.
pub fn export_fees(app: &App, actor: &Actor, slug: &str) -> Result<String> {
    let report = fee_report(app, actor, slug)?;
    let (due, currency) = match &report.due {
        Some(due) => (due.amount.to_string(), due.currency.clone()),
        None => (String::new(), String::new()),
    };
    let standing = |standing: EntrantStatus| match standing {
        EntrantStatus::Active => "in",
        EntrantStatus::Waiting => "waiting",
        EntrantStatus::Withdrawn | EntrantStatus::Removed => "withdrawn",
    };
    let rows = report.entrants.iter().map(|one| {
        [
            one.id.0.to_string(),
            one.name.clone(),
            standing(one.standing).to_owned(),
            due.clone(),
            one.amount.to_string(),
            currency.clone(),
            if one.paid { "yes" } else { "no" }.to_owned(),
            moment_text(one.at),
        ]
    });
    let columns =
        ["number", "name", "standing", "fee", "amount", "currency", "paid", "recorded_at"];
    Ok(write_table(columns, rows))
}
