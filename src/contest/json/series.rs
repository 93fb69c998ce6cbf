//! Points, and how a meeting is decided.

use swiss::points::{PointSystem, Points};
use swiss::series::{Armageddon, Extra, Format, SeededDraw, Series, Side};

use super::facts::{COLORS, SIDES};
use super::reader::{
    JsonMembers, JsonResult, WordTable, integer, json_error, list, read_word, text, write_word,
};
use super::tree::{Json, list as written_list, object, or_null, text as written};
use super::tree::{integer as number, with_member};

const DRAWS: &WordTable<SeededDraw> =
    &[("replayed", SeededDraw::Replayed), ("holds", SeededDraw::Holds)];

/// Most games of a part of a series.
const MAX_GAMES: i64 = 99;
/// Most parts behind the main one.
const MAX_EXTRAS: usize = 8;
/// Longest clock of an armageddon: a day.
const MAX_CLOCK_SECONDS: i64 = 86_400;
/// The highest points of anything, and the target of a race.
const MAX_POINTS: Points = Points(1_000);

pub(super) fn write_points(points: &Points) -> Json {
    let shown = points.to_string();
    written(shown.strip_suffix(".0").unwrap_or(&shown))
}

pub(super) fn read_points(json: &Json) -> JsonResult<Points> {
    let points = match json {
        Json::Text(text) | Json::Fraction(text) => Points::parse(text),
        Json::Whole(_) => integer(json, 0, 9_999).ok().map(|whole: i32| Points(whole * 10)),
        _ => None,
    };
    let points = points.filter(|points| *points <= MAX_POINTS);
    points.ok_or_else(|| json_error("expected points from 0 to 100, such as \"2\" or \"0.5\""))
}

pub(super) fn write_system(system: &PointSystem) -> Json {
    let PointSystem { win, draw, loss, forfeit_loss, zero_bye, allocated_bye } = system;
    object([
        ("win", write_points(win)),
        ("draw", write_points(draw)),
        ("loss", write_points(loss)),
        ("default_loss", write_points(forfeit_loss)),
        ("zero_bye", write_points(zero_bye)),
        ("allocated_bye", write_points(allocated_bye)),
    ])
}

/// The league's: 2 for a win, 1 for a draw, and the bye that pairing gives is worth a win.
pub(in crate::contest) const LEAGUE_POINTS: PointSystem = PointSystem {
    win: Points(20),
    draw: Points(10),
    loss: Points(0),
    forfeit_loss: Points(0),
    zero_bye: Points(0),
    allocated_bye: Points(20),
};

pub(super) fn read_system(json: &Json) -> JsonResult<PointSystem> {
    let mut members = JsonMembers::from_json(json)?;
    let win = members.optional_or("win", LEAGUE_POINTS.win, read_points)?;
    let system = PointSystem {
        win,
        draw: members.optional_or("draw", LEAGUE_POINTS.draw, read_points)?,
        loss: members.optional_or("loss", LEAGUE_POINTS.loss, read_points)?,
        forfeit_loss: members.optional_or(
            "default_loss",
            LEAGUE_POINTS.forfeit_loss,
            read_points,
        )?,
        zero_bye: members.optional_or("zero_bye", LEAGUE_POINTS.zero_bye, read_points)?,
        allocated_bye: members.optional_or("allocated_bye", win, read_points)?,
    };
    members.finish()?;
    Ok(system)
}

pub(super) fn write(series: &Series) -> Json {
    let most = |most: Option<u32>| or_null(most, number);
    let json = match series.format {
        Format::Games { count, all } => object([
            ("format", written("games")),
            ("count", number(count)),
            ("all", Json::Flag(all)),
        ]),
        Format::Race { target, most: limit } => object([
            ("format", written("race")),
            ("target", write_points(&target)),
            ("most", most(limit)),
        ]),
        Format::Wins { wins, most: limit } => {
            object([("format", written("wins")), ("wins", number(wins)), ("most", most(limit))])
        }
        Format::TwiceToBeat { seeded, draw, most: limit } => object([
            ("format", written("twice-to-beat")),
            ("seeded", write_word(&seeded, SIDES)),
            ("draw", write_word(&draw, DRAWS)),
            ("most", most(limit)),
        ]),
    };
    let json = with_member(json, "points", Some(write_system(&series.points)));
    let json = with_member(json, "first", Some(write_word(&series.first, COLORS)));
    let json = with_member(json, "extras", Some(written_list(&series.extras, write_extra)));
    with_member(json, "default_ends", Some(Json::Flag(series.default_ends)))
}

/// `points` are those that count where the series says nothing of them.
pub(super) fn read(json: &Json, points: &PointSystem) -> JsonResult<Series> {
    let mut members = JsonMembers::from_json(json)?;
    let format = read_format(&mut members)?;
    let series = Series {
        format,
        points: members.optional_or("points", *points, read_system)?,
        first: members.optional_or("first", swiss::Color::White, |json| read_word(json, COLORS))?,
        extras: members
            .optional_or("extras", Vec::new(), |json| list(json, MAX_EXTRAS, read_extra))?,
        default_ends: members.flag("default_ends")?,
    };
    members.finish()?;
    Ok(series)
}

fn read_game_count(json: &Json) -> JsonResult<u32> {
    integer(json, 1, MAX_GAMES)
}

fn read_format(members: &mut JsonMembers<'_>) -> JsonResult<Format> {
    let name = members.required("format", |json| text(json, 20))?;
    Ok(match name.as_str() {
        "games" => Format::Games {
            count: members.required("count", read_game_count)?,
            all: members.flag("all")?,
        },
        "race" => Format::Race {
            target: members.required("target", read_points)?,
            most: members.optional("most", read_game_count)?,
        },
        "wins" => Format::Wins {
            wins: members.optional_or("wins", 1, read_game_count)?,
            most: members.optional("most", read_game_count)?,
        },
        "twice-to-beat" => Format::TwiceToBeat {
            seeded: members.optional_or("seeded", Side::First, |json| read_word(json, SIDES))?,
            draw: members
                .optional_or("draw", SeededDraw::Replayed, |json| read_word(json, DRAWS))?,
            most: members.optional("most", read_game_count)?,
        },
        _ => return Err(json_error("`format` is `games`, `race`, `wins` or `twice-to-beat`")),
    })
}

fn write_extra(extra: &Extra) -> Json {
    match extra {
        Extra::Games(count) => object([("extra", written("games")), ("count", number(*count))]),
        Extra::UntilWon => object([("extra", written("until-won"))]),
        Extra::GoesOn(side) => {
            object([("extra", written("goes-on")), ("side", write_word(side, SIDES))])
        }
        Extra::Armageddon(Armageddon { white, white_seconds, black_seconds, draw_odds }) => {
            object([
                ("extra", written("armageddon")),
                ("white", write_word(white, SIDES)),
                ("white_seconds", number(*white_seconds)),
                ("black_seconds", number(*black_seconds)),
                ("draw_odds", or_null(*draw_odds, |color| write_word(&color, COLORS))),
            ])
        }
    }
}

fn read_extra(json: &Json) -> JsonResult<Extra> {
    let mut members = JsonMembers::from_json(json)?;
    let name = members.required("extra", |json| text(json, 20))?;
    let extra = match name.as_str() {
        "games" => Extra::Games(members.required("count", read_game_count)?),
        "until-won" => Extra::UntilWon,
        "goes-on" => Extra::GoesOn(members.required("side", |json| read_word(json, SIDES))?),
        "armageddon" => Extra::Armageddon(Armageddon {
            white: members.required("white", |json| read_word(json, SIDES))?,
            white_seconds: members.number("white_seconds", MAX_CLOCK_SECONDS)?,
            black_seconds: members.number("black_seconds", MAX_CLOCK_SECONDS)?,
            draw_odds: members.optional("draw_odds", |json| read_word(json, COLORS))?,
        }),
        _ => return Err(json_error("`extra` is `games`, `until-won`, `goes-on` or `armageddon`")),
    };
    members.finish()?;
    Ok(extra)
}
