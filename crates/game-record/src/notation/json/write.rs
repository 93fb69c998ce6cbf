//! Writes the JSON form: one line per game.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::{ByColor, Color, Game, Outcome};

/// The written object; a separate type, so that each new field is a decision.
#[derive(Serialize)]
struct Twin<'a> {
    tags: Tags<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ruleset: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<&'static str>,
    time_control: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    setups: Option<Setups>,
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

fn twin<G: Game>(record: &G::Record) -> Twin<'_> {
    let (header, annotations, own) =
        (G::header(record), G::annotations(record), G::own_tags(record));
    let extra = annotations.extra_tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let tags = header.roster.tags().into_iter().chain(extra).collect();
    let numbers = 1..=G::ply_count(record);
    let text_of = |number: u32| {
        let mut text = String::with_capacity(7);
        G::push_ply(record, number, &mut text);
        text
    };
    let clocks: Vec<Option<u32>> = numbers.clone().map(|number| G::clock(record, number)).collect();
    let ByColor { white, black } = own.setups;
    Twin {
        tags: Tags(tags),
        game: own.game,
        // A game that has rule-sets has set-ups.
        setups: own.rules.is_some().then_some(Setups { white, black }),
        ruleset: own.rules,
        first: own.first.map(Color::key),
        time_control: header.time_control.map_or("-".to_owned(), |tc| tc.to_string()),
        plies: numbers.map(text_of).collect(),
        clocks: clocks.iter().any(Option::is_some).then_some(clocks),
        comments: &annotations.comments,
        result: header.outcome.map_or("*", Outcome::notation),
        termination: header.termination.name(),
    }
}

/// Appends the record as one line of JSON, without a line end.
pub fn write<G: Game>(text: &mut String, record: &G::Record) {
    // Strings, numbers and lists always serialize.
    text.push_str(&serde_json::to_string(&twin::<G>(record)).unwrap_or_default());
}
