//! Parts of an event as requests and answers write them. Stages, rounds, tables, groups and games are counted from 1 there.

use crate::records::{GameId, date_of};
use adjutant_domain::contest::{EntrantId, PairingWarning};
use adjutant_domain::moment::Micros;
use adjutant_domain::play::{PlayId, State};
use chrono::SecondsFormat;
use ledger_ratings::Day;
use salpakan::record::short_id_text;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use swiss::Color;
use swiss::knockout::Section;
use swiss::points::Points;
use swiss::series::{Next, Side};
use swiss::stage::System;
use utoipa::ToSchema;

use super::board::points_text;

pub(super) fn from_one<S: Serializer>(number: &usize, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u64(*number as u64 + 1)
}

/// A day as `2026-12-05`.
pub(super) fn day<S: Serializer>(day: &Day, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&date_of(*day).replace('.', "-"))
}

/// A moment in UTC, to the second.
pub(super) fn optional_moment<S: Serializer>(
    at: &Option<Micros>,
    to: S,
) -> Result<S::Ok, S::Error> {
    let text = at.and_then(Micros::to_utc).map(|at| at.to_rfc3339_opts(SecondsFormat::Secs, true));
    text.serialize(to)
}

pub(super) fn moment<S: Serializer>(at: &Micros, to: S) -> Result<S::Ok, S::Error> {
    optional_moment(&Some(*at), to)
}

pub(super) fn points<S: Serializer>(points: &Points, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&points_text(*points))
}

pub(super) fn both_points<S: Serializer>(both: &[Points; 2], to: S) -> Result<S::Ok, S::Error> {
    both.map(points_text).serialize(to)
}

pub(super) fn optional_scores<S: Serializer>(
    scores: &Option<[Points; 2]>,
    to: S,
) -> Result<S::Ok, S::Error> {
    scores.map(|both| both.map(points_text)).serialize(to)
}

pub(super) fn play_id<S: Serializer>(id: &PlayId, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&short_id_text(id))
}

pub(super) fn record_id<S: Serializer>(id: &Option<GameId>, to: S) -> Result<S::Ok, S::Error> {
    id.map(|id| id.to_string()).serialize(to)
}

pub(super) fn play_state<S: Serializer>(state: &State, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(state.key())
}

pub(super) fn system<S: Serializer>(system: &System, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(match system {
        System::Swiss { .. } => "swiss",
        System::Keizer { .. } => "keizer",
        System::Arena { .. } => "arena",
        System::Ladder { .. } => "ladder",
        System::RoundRobin { .. } => "round-robin",
        System::Knockout { .. } => "knock-out",
        System::BoardGroups { .. } => "board-groups",
        System::Scheveningen => "scheveningen",
    })
}

pub(super) fn section<S: Serializer>(section: &Option<Section>, to: S) -> Result<S::Ok, S::Error> {
    let name = section.map(|section| match section {
        Section::Main => "main".to_owned(),
        Section::ThirdPlace => "third-place".to_owned(),
        Section::Placement(best) => format!("placement-{best}"),
        Section::Losers => "losers".to_owned(),
        Section::GrandFinal => "grand-final".to_owned(),
        Section::Reset => "reset".to_owned(),
    });
    name.serialize(to)
}

pub(super) fn text_or_null<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Option::deserialize(from).map(Option::unwrap_or_default)
}

/// Reads a number that need not be that of an entrant.
pub(super) fn any_entrant<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<EntrantId>, D::Error> {
    Option::deserialize(from).map(|number| number.map(EntrantId))
}

/// The result of a game: who won it, or who was absent.
// It describes `GameResult`, which a crate without utoipa declares.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum GameResultName {
    First,
    Second,
    Drawn,
    FirstAbsent,
    SecondAbsent,
    BothAbsent,
}

/// The next step at a table.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct NextGameItem {
    /// `play`, `decided`, `tied` or `both-out`.
    next: &'static str,
    /// The game to be played next.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<usize>,
    /// The color of the first side in it: `white` or `black`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    first: Option<Color>,
    /// `first` or `second`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    winner: Option<Side>,
}

pub(super) fn next_game<S: Serializer>(next: &Next, to: S) -> Result<S::Ok, S::Error> {
    let plain = |next| NextGameItem { next, ..NextGameItem::default() };
    let item = match *next {
        Next::Play { game, first, .. } => {
            NextGameItem { game: Some(game + 1), first: Some(first), ..plain("play") }
        }
        Next::Decided { winner, .. } => NextGameItem { winner: Some(winner), ..plain("decided") },
        Next::Tied => plain("tied"),
        Next::BothOut => plain("both-out"),
    };
    item.serialize(to)
}

/// A rule that a draft breaks.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct DraftWarningItem {
    /// `met-before`, `second-bye`, `third-in-row`, `too-often`, `kept-apart` or `far-apart`.
    warning: &'static str,
    #[schema(value_type = Vec<u32>)]
    entrants: Vec<EntrantId>,
    /// The round in which the two have met.
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    color: Option<Color>,
}

pub(super) fn warnings<S: Serializer>(
    warnings: &[PairingWarning],
    to: S,
) -> Result<S::Ok, S::Error> {
    let plain = |warning, entrants: &[EntrantId]| DraftWarningItem {
        warning,
        entrants: entrants.to_vec(),
        ..DraftWarningItem::default()
    };
    to.collect_seq(warnings.iter().map(|warning| match *warning {
        PairingWarning::MetBefore { one, other, round } => {
            DraftWarningItem { round: Some(round + 1), ..plain("met-before", &[one, other]) }
        }
        PairingWarning::SecondBye(one) => plain("second-bye", &[one]),
        PairingWarning::ColorThreeTimes(one, color) => {
            DraftWarningItem { color: Some(color), ..plain("third-in-row", &[one]) }
        }
        PairingWarning::ColorImbalance(one, color) => {
            DraftWarningItem { color: Some(color), ..plain("too-often", &[one]) }
        }
        PairingWarning::ProhibitedPair { one, other } => plain("kept-apart", &[one, other]),
        PairingWarning::ScoreGap { one, other } => plain("far-apart", &[one, other]),
    }))
}
