//! How games are played here.

use crate::play::{Disclosure, Spectators, Venue};
use salpakan::rules::RuleSet;

use super::super::GamesHere;
use super::reading::{Members, Read, fault, text};
use super::tree::{Json, object, text as written};

/// The longest word that is read: a rule-set with all of its options.
const LONGEST_WORD: usize = 200;

pub(super) fn write(games: &GamesHere) -> Json {
    let GamesHere { rules, pace, venue, spectators, disclosure, at_once } = games;
    object([
        ("rules", written(&rules.to_string())),
        ("pace", written(&pace.to_string())),
        ("venue", written(venue.key())),
        ("spectators", written(&spectators.to_string())),
        ("disclosure", written(disclosure.key())),
        ("confirm", written(if *at_once { "at-once" } else { "official" })),
    ])
}

pub(super) fn read(json: &Json) -> Read<GamesHere> {
    let mut members = Members::of(json)?;
    let word = |json: &Json| text(json, LONGEST_WORD);
    let games = GamesHere {
        rules: members.or("rules", RuleSet::STANDARD, |json| {
            word(json)?.parse::<RuleSet>().map_err(|e| fault(e.to_string()))
        })?,
        pace: members
            .needed("pace", |json| word(json)?.parse().map_err(|e| fault(format!("{e}"))))?,
        venue: members.or("venue", Venue::Online, |json| {
            Venue::parse(&word(json)?).ok_or_else(|| fault("expected `online` or `table`"))
        })?,
        spectators: members.or("spectators", Spectators::Public, |json| {
            let expected = "expected `public`, `none`, `plies:6` or `minutes:15`";
            Spectators::parse(&word(json)?).ok_or_else(|| fault(expected))
        })?,
        disclosure: members.or("disclosure", Disclosure::Game, |json| {
            let expected = "expected `game`, `round` or `event`";
            Disclosure::parse(&word(json)?).ok_or_else(|| fault(expected))
        })?,
        at_once: members.or("confirm", true, |json| match word(json)?.as_str() {
            "at-once" => Ok(true),
            "official" => Ok(false),
            _ => Err(fault("expected `at-once` or `official`")),
        })?,
    };
    members.end()?;
    Ok(games)
}
