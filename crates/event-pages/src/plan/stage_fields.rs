//! A stage of a plan as fields of a form. What has no field is kept in the JSON that the fields began with.

use adjutant_site::forms::SubmittedForm;
use serde_json::{Map, Value, json};

/// The names of the fields of a stage, each sent once for each stage.
pub const FIELDS: &[&str] = &[
    "name", "system", "rounds", "lasts", "groups", "drawing", "lot", "draw", "series", "games",
    "carry", "base", "from", "of", "count", "place", "from-2", "of-2", "count-2", "place-2",
];
/// A choice: its value and its label.
pub type Labelled = (&'static str, &'static str);

/// The systems for everybody, and those for teams only.
pub const SYSTEMS: [Labelled; 10] = [
    ("swiss", "plan-system-swiss"),
    ("keizer", "plan-system-keizer"),
    ("arena", "plan-system-arena"),
    ("ladder", "plan-system-ladder"),
    ("round-robin", "plan-system-round-robin"),
    ("double-round-robin", "plan-system-double-round-robin"),
    ("knock-out", "plan-system-knock-out"),
    ("third-place", "plan-system-third-place"),
    ("placement-knock-out", "plan-system-placement-knock-out"),
    ("double-elimination", "plan-system-double-elimination"),
];
pub const TEAM_SYSTEMS: [Labelled; 2] =
    [("board-groups", "plan-system-board-groups"), ("scheveningen", "plan-system-scheveningen")];
pub const SOURCES: [Labelled; 6] = [
    ("registration", "plan-from-registration"),
    ("top", "plan-from-top"),
    ("best-of-place", "plan-from-best-of-place"),
    ("winners", "plan-from-winners"),
    ("losers", "plan-from-losers"),
    ("seeds", "plan-from-seeds"),
];
pub const DRAWS: [Labelled; 3] = [
    ("seeded", "plan-draw-seeded"),
    ("cross-over", "plan-draw-cross-over"),
    ("spread", "plan-draw-spread"),
];
pub const DRAWINGS: [Labelled; 2] = [("", "plan-drawing-own"), ("drawn", "plan-drawing-server")];
pub const SERIES: [Labelled; 7] = [
    ("usual", "plan-series-usual"),
    ("best", "plan-series-best"),
    ("all", "plan-series-all"),
    ("race", "plan-series-race"),
    ("wins", "plan-series-wins"),
    ("twice", "plan-series-twice"),
    ("kept", "plan-series-kept"),
];
pub const CARRIES: [Labelled; 3] = [
    ("none", "plan-carry-none"),
    ("all", "plan-carry-all"),
    ("among-advancing", "plan-carry-among-advancing"),
];

/// Where entrants come from; numbers as they are entered, stages and places from 1.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SourceFields {
    /// Empty for none.
    pub from: String,
    pub of: String,
    pub count: String,
    pub place: String,
}

/// A stage as it is entered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StageFields {
    pub name: String,
    pub system: String,
    pub rounds: String,
    /// The minutes of an arena.
    pub lasts: String,
    pub groups: String,
    /// `drawn` if the server draws groups by lot; empty for the number, or a snake.
    pub drawing: String,
    /// The number by which groups are drawn by lot; empty for a snake.
    pub lot: String,
    pub draw: String,
    pub series: String,
    pub games: String,
    pub carry: String,
    pub sources: [SourceFields; 2],
    /// The stage in JSON that the fields began with.
    pub base: String,
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

/// A number that is counted from 0 in JSON, as people count it.
fn ordinal(value: &Value) -> String {
    value.as_u64().map(|number| (number + 1).to_string()).unwrap_or_default()
}

fn source_fields(source: &Value) -> SourceFields {
    SourceFields {
        from: text(&source["from"]),
        of: ordinal(&source["of"]),
        count: text(if source["each"].is_null() { &source["count"] } else { &source["each"] }),
        place: ordinal(&source["place"]),
    }
}

impl StageFields {
    /// The fields of a stage of the plan's JSON.
    pub fn from_json(stage: &Value) -> StageFields {
        let system = &stage["system"];
        let key = match (system["type"].as_str(), &system["cycles"], &system["third_place"]) {
            (Some("round-robin"), Value::String(cycles), _) if cycles == "double" => {
                "double-round-robin"
            }
            (Some("knock-out"), _, Value::Bool(true)) => "third-place",
            (key, ..) => key.unwrap_or_default(),
        };
        let (series, games) = series_fields(&stage["series"]);
        let source = |at: usize| stage["sources"].get(at).map(source_fields).unwrap_or_default();
        StageFields {
            name: text(&stage["name"]),
            system: key.to_owned(),
            rounds: text(&system["rounds"]),
            lasts: text(&system["minutes"]),
            groups: text(&system["groups"]),
            drawing: if system["drawn"] == true { "drawn".to_owned() } else { String::new() },
            lot: if system["drawn"] == true { String::new() } else { text(&system["lot"]) },
            draw: text(&system["draw"]),
            series: series.to_owned(),
            games,
            carry: text(&stage["carry"]["points"]),
            sources: [source(0), source(1)],
            base: stage.to_string(),
        }
    }

    /// The stages of a form.
    pub fn of_form(sent: &SubmittedForm) -> Vec<StageFields> {
        let value = |field: &str, at: usize| sent.all(field).nth(at).unwrap_or_default().to_owned();
        let stage = |at: usize| StageFields {
            name: value("name", at),
            system: value("system", at),
            rounds: value("rounds", at),
            lasts: value("lasts", at),
            groups: value("groups", at),
            drawing: value("drawing", at),
            lot: value("lot", at),
            draw: value("draw", at),
            series: value("series", at),
            games: value("games", at),
            carry: value("carry", at),
            sources: [("from", "of", "count", "place"), ("from-2", "of-2", "count-2", "place-2")]
                .map(|(from, of, count, place)| SourceFields {
                    from: value(from, at),
                    of: value(of, at),
                    count: value(count, at),
                    place: value(place, at),
                }),
            base: value("base", at),
        };
        (0..sent.all("system").count()).map(stage).collect()
    }

    /// The stage in the plan's JSON; the label of the field that is no number if there is one.
    pub fn to_json(&self) -> Result<Value, &'static str> {
        let mut stage = match serde_json::from_str(&self.base) {
            Ok(Value::Object(base)) => base,
            _ => Map::new(),
        };
        stage.insert("name".to_owned(), json!(self.name));
        let system = self.system_json(stage.get("system"))?;
        stage.insert("sources".to_owned(), self.sources_json(stage.get("sources"))?);
        let known = StageFields::from_json(&Value::Object(stage.clone()));
        let is_as_it_was = (&known.system, &known.series, &known.games)
            == (&self.system, &self.series, &self.games);
        if self.series != "kept" && !is_as_it_was {
            match self.series_json()? {
                Some(series) => stage.insert("series".to_owned(), series),
                None => stage.remove("series"),
            };
        }
        stage.insert("system".to_owned(), system);
        let places = stage.get("carry").and_then(|carry| carry["places"].as_bool());
        let carry = json!({"points": self.carry, "places": places.unwrap_or(true)});
        stage.insert("carry".to_owned(), carry);
        Ok(Value::Object(stage))
    }

    fn system_json(&self, base: Option<&Value>) -> Result<Value, &'static str> {
        let draw = || match DRAWS.iter().any(|(key, _)| *key == self.draw) {
            true => self.draw.as_str(),
            false => "seeded",
        };
        let left = base.and_then(|base| base["left"].as_u64()).unwrap_or(1);
        let reset = base.and_then(|base| base["reset"].as_bool()).unwrap_or(true);
        Ok(match self.system.as_str() {
            "swiss" => json!({"type": "swiss", "rounds": number(&self.rounds, "plan-rounds")?}),
            // What its rounds count is set at the desk.
            "keizer" => {
                let known = base.filter(|base| base["type"] == "keizer").cloned();
                let mut keizer = known.unwrap_or_else(|| json!({"type": "keizer"}));
                keizer["rounds"] = json!(number(&self.rounds, "plan-rounds")?);
                keizer
            }
            // What its games count is set at the desk.
            "arena" => {
                let known = base.filter(|base| base["type"] == "arena").cloned();
                let mut arena = known.unwrap_or_else(|| json!({"type": "arena"}));
                arena["minutes"] = json!(number(&self.lasts, "contest-arena-minutes")?);
                arena
            }
            // Its rules are set at the desk.
            "ladder" => match base.filter(|base| base["type"] == "ladder") {
                Some(base) => base.clone(),
                None => json!({"type": "ladder"}),
            },
            "round-robin" => self.round_robin_json("single")?,
            "double-round-robin" => self.round_robin_json("double")?,
            "knock-out" => json!({"type": "knock-out", "left": left, "draw": draw()}),
            "third-place" => {
                json!({"type": "knock-out", "left": 1, "third_place": true, "draw": draw()})
            }
            "placement-knock-out" => json!({"type": "placement-knock-out", "draw": draw()}),
            "double-elimination" => {
                json!({"type": "double-elimination", "reset": reset, "draw": draw()})
            }
            "board-groups" => match base.filter(|base| base["type"] == "board-groups") {
                Some(base) => base.clone(),
                None => json!({"type": "board-groups"}),
            },
            other => json!({"type": other}),
        })
    }

    fn round_robin_json(&self, cycles: &str) -> Result<Value, &'static str> {
        let groups = match self.groups.as_str() {
            "" => 1,
            groups => number(groups, "plan-groups")?,
        };
        let mut system = json!({"type": "round-robin", "groups": groups, "cycles": cycles});
        if self.drawing == "drawn" {
            // The number that was drawn is known here, and not to be sent.
            system["drawn"] = json!(true);
        } else if !self.lot.is_empty() {
            system["lot"] = json!(number(&self.lot, "plan-lot")?);
        }
        Ok(system)
    }

    fn sources_json(&self, base: Option<&Value>) -> Result<Value, &'static str> {
        let given = self.sources.iter().filter(|source| !source.from.is_empty());
        let mut sources = given.map(SourceFields::to_json).collect::<Result<Vec<_>, _>>()?;
        // A form has room for two; others stay.
        let more = base.and_then(Value::as_array).into_iter().flatten().skip(2);
        sources.extend(more.cloned());
        Ok(Value::Array(sources))
    }

    /// How a meeting is decided; `None` for the system's usual way.
    fn series_json(&self) -> Result<Option<Value>, &'static str> {
        let count = || number(&self.games, "plan-count-games");
        let is_knockout = !["swiss", "keizer", "round-robin", "double-round-robin", "board-groups"]
            .contains(&self.system.as_str());
        let extras = if is_knockout { json!([{"extra": "until-won"}]) } else { json!([]) };
        Ok(Some(match self.series.as_str() {
            "best" => json!({"format": "games", "count": count()?, "all": false, "extras": extras}),
            "all" => json!({"format": "games", "count": count()?, "all": true, "extras": extras}),
            "race" => json!({"format": "race", "target": count()?.to_string(), "extras": extras}),
            "wins" => json!({"format": "wins", "wins": count()?}),
            "twice" => json!({"format": "twice-to-beat"}),
            _ => return Ok(None),
        }))
    }

    /// Takes a stage out of the numbers that the sources have: those behind it move, and what came from it comes from
    /// the registration.
    pub fn without_stage(mut self, removed: usize) -> StageFields {
        for source in &mut self.sources {
            match source.of.parse::<usize>().ok().and_then(|of| of.checked_sub(1)) {
                Some(of) if of == removed => {
                    *source =
                        SourceFields { from: "registration".to_owned(), ..SourceFields::default() };
                }
                Some(of) if of > removed => source.of = of.to_string(),
                _ => {}
            }
        }
        self
    }
}

impl SourceFields {
    fn to_json(&self) -> Result<Value, &'static str> {
        let from_one = |text: &str, field| match number(text, field)? {
            0 => Err(field),
            number => Ok(number - 1),
        };
        let of = || from_one(&self.of, "plan-of");
        Ok(match self.from.as_str() {
            "top" => {
                json!({"from": "top", "of": of()?, "each": number(&self.count, "plan-each")?})
            }
            "best-of-place" => {
                let place = from_one(&self.place, "plan-place")?;
                let count = number(&self.count, "plan-each")?;
                json!({"from": "best-of-place", "of": of()?, "place": place, "count": count})
            }
            from @ ("winners" | "losers") => json!({"from": from, "of": of()?}),
            "seeds" => json!({"from": "seeds", "count": number(&self.count, "plan-each")?}),
            _ => json!({"from": "registration"}),
        })
    }
}

fn number(text: &str, field: &'static str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| field)
}

/// The kind of a series, and its number of games, points or wins.
fn series_fields(series: &Value) -> (&'static str, String) {
    let is_plain = series["extras"].as_array().is_none_or(|extras| {
        extras.is_empty() || extras.len() == 1 && extras[0]["extra"] == "until-won"
    });
    let count = text(&series["count"]);
    match series["format"].as_str() {
        None => ("usual", String::new()),
        _ if !is_plain => ("kept", String::new()),
        Some("games") if series["count"] == 1 => ("usual", String::new()),
        Some("games") if series["all"] == true => ("all", count),
        Some("games") => ("best", count),
        Some("race") if series["most"].is_null() => ("race", text(&series["target"])),
        Some("wins") if series["most"].is_null() => ("wins", text(&series["wins"])),
        Some("twice-to-beat") if series["most"].is_null() => ("twice", String::new()),
        Some(_) => ("kept", String::new()),
    }
}

#[cfg(test)]
mod tests {
    use adjutant_domain::contest::json::{read_settings, write_settings};

    use super::*;

    fn stages(plan: &str) -> Vec<Value> {
        let settings = read_settings(&format!(r#"{{"plan":{plan}}}"#)).expect(plan);
        let written: Value = serde_json::from_str(&write_settings(&settings)).expect("JSON");
        written["plan"]["stages"].as_array().expect("stages").clone()
    }

    #[test]
    fn plans_of_all_templates_are_the_same_after_the_form() {
        for plan in [
            r#"{"template":"swiss","entrants":40}"#,
            r#"{"template":"swiss-to-final","entrants":40}"#,
            r#"{"template":"keizer","entrants":40}"#,
            r#"{"template":"ladder","entrants":40}"#,
            r#"{"template":"groups-to-knock-out","entrants":24}"#,
            r#"{"template":"double-round-robin","entrants":6}"#,
            r#"{"template":"single-elimination","entrants":16}"#,
            r#"{"template":"double-elimination","entrants":16}"#,
            r#"{"template":"qualifier-days","entrants":40,"days":3}"#,
            r#"{"unit":"players","stages":[{"name":"Groups","system":{"type":"round-robin","groups":4,"lot":271828}}]}"#,
            r#"{"unit":"players","stages":[{"name":"Groups","system":{"type":"round-robin","groups":4,"drawn":true}}]}"#,
        ] {
            for stage in stages(plan) {
                let fields = StageFields::from_json(&stage);
                let again = fields.to_json().expect("numbers");
                let one = format!(r#"{{"unit":"players","stages":[{again}]}}"#);
                // Series that are the usual ones are left to the default, which is what they were.
                let settings = read_settings(&format!(r#"{{"plan":{one}}}"#)).expect(&one);
                let written: Value =
                    serde_json::from_str(&write_settings(&settings)).expect("JSON");
                assert_eq!(written["plan"]["stages"][0], stage, "{plan}");
            }
        }
    }

    #[test]
    fn what_is_no_number_is_named() {
        let swiss = StageFields {
            system: "swiss".to_owned(),
            rounds: "many".to_owned(),
            ..StageFields::default()
        };
        assert_eq!(swiss.to_json(), Err("plan-rounds"));
        let top = SourceFields {
            from: "top".to_owned(),
            of: "0".to_owned(),
            count: "2".to_owned(),
            ..SourceFields::default()
        };
        assert_eq!(top.to_json(), Err("plan-of"));
    }

    #[test]
    fn a_stage_that_is_removed_leaves_no_wrong_number() {
        let of = |of: &str| SourceFields {
            from: "top".to_owned(),
            of: of.to_owned(),
            ..SourceFields::default()
        };
        let stage = StageFields { sources: [of("2"), of("3")], ..StageFields::default() };
        let sources = stage.without_stage(1).sources;
        assert_eq!((sources[0].from.as_str(), sources[0].of.as_str()), ("registration", ""));
        assert_eq!((sources[1].from.as_str(), sources[1].of.as_str()), ("top", "2"));
    }
}
