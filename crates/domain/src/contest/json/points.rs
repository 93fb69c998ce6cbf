//! Points, as texts or numbers.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use swiss::points::{PointSystem, Points};

/// The maximum points of anything, including the target of a race.
const MAX_POINTS: Points = Points(1_000);

/// Written as text, without a trailing `.0`.
#[derive(Clone, Copy)]
pub struct PointsText(pub Points);

impl Serialize for PointsText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shown = self.0.to_string();
        serializer.serialize_str(shown.strip_suffix(".0").unwrap_or(&shown))
    }
}

impl<'de> Deserialize<'de> for PointsText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PointsText, D::Error> {
        deserializer.deserialize_any(PointsVisitor).map(PointsText)
    }
}

struct PointsVisitor;

impl Visitor<'_> for PointsVisitor {
    type Value = Points;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("points from 0 to 100, such as \"2\" or \"0.5\"")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Points, E> {
        let points = Points::parse(text).filter(|points| *points <= MAX_POINTS);
        let expected = "expected points from 0 to 100, such as \"2\" or \"0.5\"";
        points.ok_or_else(|| E::custom(expected))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Points, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Points, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Points, E> {
        self.visit_str(&number.to_string())
    }
}

/// The league's points: 2 for a win, 1 for a draw; the pairing-allocated bye is worth a win.
pub const LEAGUE_POINTS: PointSystem = PointSystem {
    win: Points(20),
    draw: Points(10),
    loss: Points(0),
    forfeit_loss: Points(0),
    zero_bye: Points(0),
    allocated_bye: Points(20),
};

/// The points of each result; omitted ones are those of [`LEAGUE_POINTS`].
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object")]
pub struct PointSystemJson {
    win: PointsText,
    draw: PointsText,
    loss: PointsText,
    default_loss: PointsText,
    zero_bye: PointsText,
    /// By default as much as a win.
    #[serde(deserialize_with = "super::limits::some")]
    allocated_bye: Option<PointsText>,
}

impl Default for PointSystemJson {
    fn default() -> PointSystemJson {
        let mut points = PointSystemJson::from(LEAGUE_POINTS);
        points.allocated_bye = None;
        points
    }
}

impl From<PointSystem> for PointSystemJson {
    fn from(system: PointSystem) -> PointSystemJson {
        let PointSystem { win, draw, loss, forfeit_loss, zero_bye, allocated_bye } = system;
        PointSystemJson {
            win: PointsText(win),
            draw: PointsText(draw),
            loss: PointsText(loss),
            default_loss: PointsText(forfeit_loss),
            zero_bye: PointsText(zero_bye),
            allocated_bye: Some(PointsText(allocated_bye)),
        }
    }
}

impl From<PointSystemJson> for PointSystem {
    fn from(json: PointSystemJson) -> PointSystem {
        PointSystem {
            win: json.win.0,
            draw: json.draw.0,
            loss: json.loss.0,
            forfeit_loss: json.default_loss.0,
            zero_bye: json.zero_bye.0,
            allocated_bye: json.allocated_bye.unwrap_or(json.win).0,
        }
    }
}

/// For serde's `with`.
pub mod point_system {
    use super::{Deserialize, Deserializer, PointSystem, PointSystemJson, Serialize, Serializer};

    pub fn serialize<S: Serializer>(
        system: &PointSystem,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        PointSystemJson::from(*system).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<PointSystem, D::Error> {
        PointSystemJson::deserialize(deserializer).map(PointSystem::from)
    }
}
