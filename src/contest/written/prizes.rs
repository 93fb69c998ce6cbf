//! Prizes.

use super::super::prizes::{LONGEST_PRIZE, LONGEST_TITLE, MOST_PRIZES};
use super::super::settings::MOST_ENTRANTS;
use super::super::{Prize, PrizeFor};
use super::people::{read_ids, write_id};
use super::reading::{Members, Read, fault, list, text, whole};
use super::tree::{Json, list as written_list, object, text as written, whole as number, with};

pub(super) fn write(prize: &Prize) -> Json {
    let json = object([("what", written(&prize.what))]);
    match &prize.of {
        PrizeFor::Places { from, to } => {
            with(with(json, "from", Some(number(*from))), "to", Some(number(*to)))
        }
        PrizeFor::Best { title, among } => {
            with(with(json, "best", Some(written(title))), "among", Some(ids(among)))
        }
        PrizeFor::Performance { title, among } => {
            with(with(json, "performance", Some(written(title))), "among", Some(ids(among)))
        }
    }
}

fn ids(among: &[super::super::EntrantId]) -> Json {
    written_list(among, write_id)
}

pub(super) fn read_all(json: &Json) -> Read<Vec<Prize>> {
    list(json, MOST_PRIZES, read)
}

fn read(json: &Json) -> Read<Prize> {
    let mut members = Members::of(json)?;
    let what = members.needed("what", |json| said(json, LONGEST_PRIZE))?;
    let title = |json: &Json| said(json, LONGEST_TITLE);
    let place = |json: &Json| whole(json, 1, i64::from(MOST_ENTRANTS));
    let of = if members.has("best") {
        let title = members.needed("best", title)?;
        PrizeFor::Best { title, among: members.or("among", Vec::new(), read_ids)? }
    } else if members.has("performance") {
        let title = members.needed("performance", title)?;
        PrizeFor::Performance { title, among: members.or("among", Vec::new(), read_ids)? }
    } else {
        let from = members.needed("from", place)?;
        let to = members.or("to", from, place)?;
        if to < from {
            return Err(fault("`to` is a place behind `from`"));
        }
        PrizeFor::Places { from, to }
    };
    members.end()?;
    Ok(Prize { what, of })
}

/// Words on one line, and some.
fn said(json: &Json, most: usize) -> Read<String> {
    let text = text(json, most)?;
    match text.trim().is_empty() || text.chars().any(char::is_control) {
        true => Err(fault("expected words on one line")),
        false => Ok(text),
    }
}
