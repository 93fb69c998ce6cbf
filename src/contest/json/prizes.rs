//! Prizes.

use super::super::prizes::{MAX_PRIZE_LEN, MAX_PRIZE_TITLE_LEN, MAX_PRIZES};
use super::super::settings::MAX_ENTRANTS;
use super::super::{Prize, PrizeCriterion};
use super::people::{read_ids, write_id};
use super::reader::{JsonMembers, JsonResult, integer, json_error, list, text};
use super::tree::{
    Json, integer as number, list as written_list, object, text as written, with_member,
};

pub(super) fn write(prize: &Prize) -> Json {
    let json = object([("what", written(&prize.description))]);
    match &prize.criterion {
        PrizeCriterion::Places { from, to } => {
            with_member(with_member(json, "from", Some(number(*from))), "to", Some(number(*to)))
        }
        PrizeCriterion::Best { title, among } => with_member(
            with_member(json, "best", Some(written(title))),
            "among",
            Some(write_entrants(among)),
        ),
        PrizeCriterion::Performance { title, among } => with_member(
            with_member(json, "performance", Some(written(title))),
            "among",
            Some(write_entrants(among)),
        ),
    }
}

fn write_entrants(among: &[super::super::EntrantId]) -> Json {
    written_list(among, write_id)
}

pub(super) fn read_all(json: &Json) -> JsonResult<Vec<Prize>> {
    list(json, MAX_PRIZES, read)
}

fn read(json: &Json) -> JsonResult<Prize> {
    let mut members = JsonMembers::from_json(json)?;
    let what = members.required("what", |json| read_single_line(json, MAX_PRIZE_LEN))?;
    let title = |json: &Json| read_single_line(json, MAX_PRIZE_TITLE_LEN);
    let place = |json: &Json| integer(json, 1, i64::from(MAX_ENTRANTS));
    let of = if members.has("best") {
        let title = members.required("best", title)?;
        PrizeCriterion::Best { title, among: members.optional_or("among", Vec::new(), read_ids)? }
    } else if members.has("performance") {
        let title = members.required("performance", title)?;
        PrizeCriterion::Performance {
            title,
            among: members.optional_or("among", Vec::new(), read_ids)?,
        }
    } else {
        let from = members.required("from", place)?;
        let to = members.optional_or("to", from, place)?;
        if to < from {
            return Err(json_error("`to` is a place behind `from`"));
        }
        PrizeCriterion::Places { from, to }
    };
    members.finish()?;
    Ok(Prize { description: what, criterion: of })
}

/// Words on one line, and some.
fn read_single_line(json: &Json, most: usize) -> JsonResult<String> {
    let text = text(json, most)?;
    match text.trim().is_empty() || text.chars().any(char::is_control) {
        true => Err(json_error("expected words on one line")),
        false => Ok(text),
    }
}
