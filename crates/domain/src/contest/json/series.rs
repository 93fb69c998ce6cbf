//! How a meeting is decided, in JSON.

use serde::{Deserialize, Serialize};
use swiss::Color;
use swiss::points::PointSystem;
use swiss::series::{Armageddon, Extra, Format, SeededDraw, Series, Side};

use super::flat::flat;
use super::limits::{Number, list};
use super::points::{LEAGUE_POINTS, PointSystemJson, PointsText};

/// The number of games in a part of a series.
type GameCount = Number<u32, 1, 99>;
/// The seconds on an Armageddon clock: at most a day.
type ClockSeconds = Number<u32, 0, 86_400>;
/// Maximum number of parts after the main one.
const MAX_EXTRAS: usize = 8;

/// A series that may use the event's points.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "SeriesMembers", into = "SeriesMembers")]
pub struct SeriesJson {
    series: Series,
    has_points: bool,
}

impl From<&Series> for SeriesJson {
    fn from(series: &Series) -> SeriesJson {
        SeriesJson { series: series.clone(), has_points: true }
    }
}

impl SeriesJson {
    /// Returns the series; `usual` counts unless it has its own points.
    pub fn with_points(self, usual: PointSystem) -> Series {
        let points = if self.has_points { self.series.points } else { usual };
        Series { points, ..self.series }
    }
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum FormatName {
    Games,
    Race,
    Wins,
    TwiceToBeat,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct SeriesMembers {
    format: FormatName,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<GameCount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<PointsText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wins: Option<GameCount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seeded: Option<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    draw: Option<SeededDraw>,
    /// Null if there is no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<Option<GameCount>>,
    #[serde(default, deserialize_with = "super::limits::some")]
    points: Option<PointSystemJson>,
    #[serde(default)]
    first: Color,
    #[serde(default, deserialize_with = "list::<MAX_EXTRAS, _, _>")]
    extras: Vec<ExtraJson>,
    #[serde(default)]
    default_ends: bool,
}

impl TryFrom<SeriesMembers> for SeriesJson {
    type Error = String;

    fn try_from(json: SeriesMembers) -> Result<SeriesJson, String> {
        let present = [
            ("count", json.count.is_some()),
            ("all", json.all.is_some()),
            ("target", json.target.is_some()),
            ("wins", json.wins.is_some()),
            ("seeded", json.seeded.is_some()),
            ("draw", json.draw.is_some()),
            ("most", json.most.is_some()),
        ];
        let known: &[&str] = match json.format {
            FormatName::Games => &["count", "all"],
            FormatName::Race => &["target", "most"],
            FormatName::Wins => &["wins", "most"],
            FormatName::TwiceToBeat => &["seeded", "draw", "most"],
        };
        let foreign = present.iter().find(|(name, is_there)| *is_there && !known.contains(name));
        if let Some((name, _)) = foreign {
            return Err(format!("unknown field `{name}`"));
        }
        let most = json.most.flatten().map(|most| most.0);
        let format = match json.format {
            FormatName::Games => Format::Games {
                count: json.count.ok_or("missing field `count`")?.0,
                all: json.all.unwrap_or(false),
            },
            FormatName::Race => {
                Format::Race { target: json.target.ok_or("missing field `target`")?.0, most }
            }
            FormatName::Wins => Format::Wins { wins: json.wins.map_or(1, |wins| wins.0), most },
            FormatName::TwiceToBeat => Format::TwiceToBeat {
                seeded: json.seeded.unwrap_or(Side::First),
                draw: json.draw.unwrap_or_default(),
                most,
            },
        };
        let series = Series {
            format,
            points: json.points.map_or(LEAGUE_POINTS, PointSystem::from),
            first: json.first,
            extras: json.extras.into_iter().map(Extra::from).collect(),
            default_ends: json.default_ends,
        };
        Ok(SeriesJson { series, has_points: json.points.is_some() })
    }
}

impl From<SeriesJson> for SeriesMembers {
    fn from(SeriesJson { series, .. }: SeriesJson) -> SeriesMembers {
        let json = SeriesMembers {
            format: FormatName::Games,
            count: None,
            all: None,
            target: None,
            wins: None,
            seeded: None,
            draw: None,
            most: None,
            points: Some(series.points.into()),
            first: series.first,
            extras: series.extras.into_iter().map(ExtraJson::from).collect(),
            default_ends: series.default_ends,
        };
        let limit = |most: Option<u32>| Some(most.map(Number));
        match series.format {
            Format::Games { count, all } => {
                SeriesMembers { count: Some(Number(count)), all: Some(all), ..json }
            }
            Format::Race { target, most } => SeriesMembers {
                format: FormatName::Race,
                target: Some(PointsText(target)),
                most: limit(most),
                ..json
            },
            Format::Wins { wins, most } => SeriesMembers {
                format: FormatName::Wins,
                wins: Some(Number(wins)),
                most: limit(most),
                ..json
            },
            Format::TwiceToBeat { seeded, draw, most } => SeriesMembers {
                format: FormatName::TwiceToBeat,
                seeded: Some(seeded),
                draw: Some(draw),
                most: limit(most),
                ..json
            },
        }
    }
}

/// What follows a tie.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
enum ExtraJson {
    Games {
        count: GameCount,
    },
    UntilWon {},
    GoesOn {
        side: Side,
    },
    Armageddon {
        white: Side,
        white_seconds: ClockSeconds,
        black_seconds: ClockSeconds,
        draw_odds: Option<Color>,
    },
}

flat!(ExtraJson, "extra");

impl From<Extra> for ExtraJson {
    fn from(extra: Extra) -> ExtraJson {
        match extra {
            Extra::Games(count) => ExtraJson::Games { count: Number(count) },
            Extra::UntilWon => ExtraJson::UntilWon {},
            Extra::GoesOn(side) => ExtraJson::GoesOn { side },
            Extra::Armageddon(odds) => ExtraJson::Armageddon {
                white: odds.white,
                white_seconds: Number(odds.white_seconds),
                black_seconds: Number(odds.black_seconds),
                draw_odds: odds.draw_odds,
            },
        }
    }
}

impl From<ExtraJson> for Extra {
    fn from(json: ExtraJson) -> Extra {
        match json {
            ExtraJson::Games { count } => Extra::Games(count.0),
            ExtraJson::UntilWon {} => Extra::UntilWon,
            ExtraJson::GoesOn { side } => Extra::GoesOn(side),
            ExtraJson::Armageddon { white, white_seconds, black_seconds, draw_odds } => {
                let (white_seconds, black_seconds) = (white_seconds.0, black_seconds.0);
                Extra::Armageddon(Armageddon { white, white_seconds, black_seconds, draw_odds })
            }
        }
    }
}
