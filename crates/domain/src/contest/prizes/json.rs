//! Prizes in JSON.

use serde::{Deserialize, Serialize};

use super::super::EntrantId;
use super::super::json::limits::{Number, is_zero, words};
use super::super::settings::MAX_ENTRANTS;
use super::{MAX_AMOUNT, MAX_PRIZE_LEN, MAX_PRIZE_TITLE_LEN, Prize, PrizeClass, PrizeCriterion};

/// A prize in JSON: with `from` and `to`, or with `best` or `performance`, and `among`; or with `best` and `class`, and
/// the places in it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(super) struct PrizeJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    what: Option<Words<MAX_PRIZE_LEN>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<PrizeTitle>,
    #[serde(skip_serializing_if = "Option::is_none")]
    performance: Option<PrizeTitle>,
    #[serde(skip_serializing_if = "Option::is_none")]
    among: Option<Vec<EntrantId>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<PrizeClass>,
    #[serde(default = "no_amount", skip_serializing_if = "is_no_amount")]
    amount: Amount,
}

type Place = Number<u32, 1, { MAX_ENTRANTS as i64 }>;
type Amount = Number<u64, 0, { MAX_AMOUNT as i64 }>;
type PrizeTitle = Words<MAX_PRIZE_TITLE_LEN>;

#[derive(Serialize, Deserialize)]
struct Words<const MAX: usize>(#[serde(deserialize_with = "words::<MAX, _>")] String);

const fn no_amount() -> Amount {
    Number(0)
}

fn is_no_amount(amount: &Amount) -> bool {
    is_zero(&amount.0)
}

impl TryFrom<PrizeJson> for Prize {
    type Error = &'static str;

    fn try_from(json: PrizeJson) -> Result<Prize, &'static str> {
        let PrizeJson { what, from, to, best, performance, among, class, amount } = json;
        let places = |from: Option<Place>| {
            let from = from.map_or(1, |from| from.0);
            let to = to.as_ref().map_or(from, |to| to.0);
            if to < from { Err("`to` is a place behind `from`") } else { Ok((from, to)) }
        };
        let description = match what {
            Some(Words(what)) => what,
            None if amount.0 > 0 => String::new(),
            None => return Err("missing field `what`"),
        };
        let is_in_places = from.is_some() || to.is_some();
        let criterion = match (best, performance, class, among) {
            (None, None, None, None) if from.is_some() => {
                let (from, to) = places(from)?;
                PrizeCriterion::Places { from, to }
            }
            (Some(Words(title)), None, Some(class), None) => {
                if !class.is_valid() {
                    return Err("`class` has no condition, or conditions that nobody meets");
                }
                let (from, to) = places(from)?;
                PrizeCriterion::Class { title, class, from, to }
            }
            (Some(Words(title)), None, None, among) if !is_in_places => {
                PrizeCriterion::Best { title, among: among.unwrap_or_default() }
            }
            (None, Some(Words(title)), None, among) if !is_in_places => {
                PrizeCriterion::Performance { title, among: among.unwrap_or_default() }
            }
            _ => {
                return Err("expected `from` and `to`, `best` and `among` or `class`, or \
                            `performance` and `among`");
            }
        };
        Ok(Prize { description, criterion, amount: amount.0 })
    }
}

impl From<Prize> for PrizeJson {
    fn from(Prize { description, criterion, amount }: Prize) -> PrizeJson {
        let json = PrizeJson {
            what: (!description.is_empty()).then_some(Words(description)),
            from: None,
            to: None,
            best: None,
            performance: None,
            among: None,
            class: None,
            amount: Number(amount),
        };
        let place = |place| Some(Number(place));
        let title = |title| Some(Words(title));
        match criterion {
            PrizeCriterion::Places { from, to } => {
                PrizeJson { from: place(from), to: place(to), ..json }
            }
            PrizeCriterion::Class { title: name, class, from, to } => PrizeJson {
                best: title(name),
                class: Some(class),
                from: place(from),
                to: place(to),
                ..json
            },
            PrizeCriterion::Best { title: name, among } => {
                PrizeJson { best: title(name), among: Some(among), ..json }
            }
            PrizeCriterion::Performance { title: name, among } => {
                PrizeJson { performance: title(name), among: Some(among), ..json }
            }
        }
    }
}
