//! How games are played here.

use crate::play::{Disclosure, Spectators, Venue};
use salpakan::rules::RuleSet;

use super::super::OnsiteGames;
use super::reader::{JsonMembers, JsonResult, json_error, text};
use super::tree::{Json, object, text as written};

/// The longest word that is read: a rule-set with all of its options.
const MAX_WORD_LEN: usize = 200;

pub(super) fn write(games: &OnsiteGames) -> Json {
    let OnsiteGames { rules, pace, venue, spectators, disclosure, auto_confirm: at_once } = games;
    object([
        ("rules", written(&rules.to_string())),
        ("pace", written(&pace.to_string())),
        ("venue", written(venue.key())),
        ("spectators", written(&spectators.to_string())),
        ("disclosure", written(disclosure.key())),
        ("confirm", written(if *at_once { "at-once" } else { "official" })),
    ])
}

pub(super) fn read(json: &Json) -> JsonResult<OnsiteGames> {
    let mut members = JsonMembers::from_json(json)?;
    let word = |json: &Json| text(json, MAX_WORD_LEN);
    let games = OnsiteGames {
        rules: members.optional_or("rules", RuleSet::STANDARD, |json| {
            word(json)?.parse::<RuleSet>().map_err(|e| json_error(e.to_string()))
        })?,
        pace: members
            .required("pace", |json| word(json)?.parse().map_err(|e| json_error(format!("{e}"))))?,
        venue: members.optional_or("venue", Venue::Online, |json| {
            Venue::parse(&word(json)?).ok_or_else(|| json_error("expected `online` or `table`"))
        })?,
        spectators: members.optional_or("spectators", Spectators::Public, |json| {
            let expected = "expected `public`, `none`, `plies:6` or `minutes:15`";
            Spectators::parse(&word(json)?).ok_or_else(|| json_error(expected))
        })?,
        disclosure: members.optional_or("disclosure", Disclosure::Game, |json| {
            let expected = "expected `game`, `round` or `event`";
            Disclosure::parse(&word(json)?).ok_or_else(|| json_error(expected))
        })?,
        auto_confirm: members.optional_or("confirm", true, |json| match word(json)?.as_str() {
            "at-once" => Ok(true),
            "official" => Ok(false),
            _ => Err(json_error("expected `at-once` or `official`")),
        })?,
    };
    members.finish()?;
    Ok(games)
}
