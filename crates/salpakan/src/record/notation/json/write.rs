//! Writes the JSON form: one line per game.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::record::JudgedRecord;
use crate::rules::{Color, Deployment, Outcome};

use super::super::ply;

/// The written object; a separate type, so that each new field is a decision.
#[derive(Serialize)]
struct Twin<'a> {
    tags: Tags<'a>,
    ruleset: String,
    first: &'static str,
    time_control: String,
    setups: Setups,
    plies: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clocks: Option<Vec<Option<u32>>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    comments: &'a BTreeMap<u32, String>,
    result: &'static str,
    termination: &'static str,
}

struct Tags<'a>(Vec<(&'a str, &'a str)>);

impl Serialize for Tags<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct Setups {
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<String>,
}

fn twin(record: &JudgedRecord) -> Twin<'_> {
    let JudgedRecord { header, timeline, annotations, armies } = record;
    let extra = annotations.extra_tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let tags = header.roster.tags().into_iter().chain(extra).collect();
    let last = timeline.plies.len();
    let text_of = |(index, played): (usize, &crate::record::Ply)| {
        let mut text = String::with_capacity(7);
        ply::push(&mut text, played, timeline.ending.is_some() && index + 1 == last);
        text
    };
    let timed = timeline.plies.iter().any(|ply| ply.clock.is_some());
    let setup = |color: Color| armies[color].as_ref().map(Deployment::notation);
    Twin {
        tags: Tags(tags),
        ruleset: timeline.rules.key(),
        first: timeline.first.key(),
        time_control: header.time_control.map_or("-".to_owned(), |tc| tc.to_string()),
        setups: Setups { white: setup(Color::White), black: setup(Color::Black) },
        plies: timeline.plies.iter().enumerate().map(text_of).collect(),
        clocks: timed.then(|| timeline.plies.iter().map(|ply| ply.clock).collect()),
        comments: &annotations.comments,
        result: header.outcome.map_or("*", Outcome::notation),
        termination: header.termination.name(),
    }
}

/// Appends the record as one line of JSON, without a line end.
pub fn write(text: &mut String, record: &JudgedRecord) {
    // Strings, numbers and lists always serialize.
    text.push_str(&serde_json::to_string(&twin(record)).unwrap_or_default());
}
