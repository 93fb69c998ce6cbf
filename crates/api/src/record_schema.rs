//! The schema of a record in JSON, for the description only. `crates/game-record/src/notation/json` writes it.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use adjutant_site::replay::Replay;
use adjutant_site::schema_enums::{ColorName, GameName, RecordResultName, TerminationName};

/// Both set-ups in the notation; unknown ones are omitted.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "it is described, and written by the notation")]
pub struct RecordSetUpsSchema {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
}

/// A finished game, as specified in docs/notation.md.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "it is described, and written by the notation")]
pub struct RecordSchema {
    /// `Event`, `Site`, `Date`, `Round`, `White`, `Black` and every other tag.
    pub tags: BTreeMap<String, String>,
    /// The rule set's key, such as `standard`.
    pub ruleset: String,
    #[schema(value_type = ColorName)]
    pub first: &'static str,
    /// The time control, such as `1200+5`; `-` for none.
    pub time_control: String,
    pub setups: RecordSetUpsSchema,
    /// Plies such as `e3-e4` and `e4xe5+`.
    pub plies: Vec<String>,
    /// The mover's seconds left after each ply; omitted without clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Vec<Option<u32>>>,
    /// Comments by the number of their ply; omitted if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comments: Option<BTreeMap<String, String>>,
    #[schema(value_type = RecordResultName)]
    pub result: &'static str,
    #[schema(value_type = TerminationName)]
    pub termination: &'static str,
}

/// A finished game of Three Generals, as specified in docs/notation.md.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "it is described, and written by the notation")]
pub struct ThreeGeneralsRecordSchema {
    /// `Event`, `Site`, `Date`, `Round`, `White`, `Black` and every other tag.
    pub tags: BTreeMap<String, String>,
    #[schema(value_type = GameName)]
    pub game: &'static str,
    /// The time control, such as `1200+5`; `-` for none.
    pub time_control: String,
    /// Plies such as `e3-e4`, `e4xe5+` and `P@c4`.
    pub plies: Vec<String>,
    /// The mover's seconds left after each ply; omitted without clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Vec<Option<u32>>>,
    /// Comments by the number of their ply; omitted if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comments: Option<BTreeMap<String, String>>,
    #[schema(value_type = RecordResultName)]
    pub result: &'static str,
    #[schema(value_type = TerminationName)]
    pub termination: &'static str,
}

/// A game: the record if it is finished and revealed, otherwise what is public.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "it is described, and written by the notation")]
pub enum GameFormatsSchema {
    Record(Box<RecordSchema>),
    ThreeGenerals(Box<ThreeGeneralsRecordSchema>),
    Public(Box<Replay>),
}
