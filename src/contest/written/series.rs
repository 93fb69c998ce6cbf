//! Points, and how a meeting is decided.

use swiss::points::{PointSystem, Points};
use swiss::series::{Armageddon, Extra, Format, SeededDraw, Series, Side};

use super::facts::{COLORS, SIDES};
use super::reading::{Members, Read, Words, fault, list, text, whole, word, word_for};
use super::tree::{Json, list as written_list, object, or_null, text as written};
use super::tree::{whole as number, with};

const DRAWS: &Words<SeededDraw> =
    &[("replayed", SeededDraw::Replayed), ("holds", SeededDraw::Holds)];

/// Most games of a part of a series.
const MOST_GAMES: i64 = 99;
/// Most parts behind the main one.
const MOST_EXTRAS: usize = 8;
/// Longest clock of an armageddon: a day.
const LONGEST_CLOCK: i64 = 86_400;
/// The highest points of anything, and the target of a race.
const HIGHEST: Points = Points(1_000);

pub(super) fn write_points(points: &Points) -> Json {
    let shown = points.to_string();
    written(shown.strip_suffix(".0").unwrap_or(&shown))
}

pub(super) fn read_points(json: &Json) -> Read<Points> {
    let points = match json {
        Json::Text(text) | Json::Fraction(text) => Points::parse(text),
        Json::Whole(_) => whole(json, 0, 9_999).ok().map(|whole: i32| Points(whole * 10)),
        _ => None,
    };
    let points = points.filter(|points| *points <= HIGHEST);
    points.ok_or_else(|| fault("expected points from 0 to 100, such as \"2\" or \"0.5\""))
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
pub(in crate::contest) const LEAGUE: PointSystem = PointSystem {
    win: Points(20),
    draw: Points(10),
    loss: Points(0),
    forfeit_loss: Points(0),
    zero_bye: Points(0),
    allocated_bye: Points(20),
};

pub(super) fn read_system(json: &Json) -> Read<PointSystem> {
    let mut members = Members::of(json)?;
    let win = members.or("win", LEAGUE.win, read_points)?;
    let system = PointSystem {
        win,
        draw: members.or("draw", LEAGUE.draw, read_points)?,
        loss: members.or("loss", LEAGUE.loss, read_points)?,
        forfeit_loss: members.or("default_loss", LEAGUE.forfeit_loss, read_points)?,
        zero_bye: members.or("zero_bye", LEAGUE.zero_bye, read_points)?,
        allocated_bye: members.or("allocated_bye", win, read_points)?,
    };
    members.end()?;
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
            ("seeded", word_for(&seeded, SIDES)),
            ("draw", word_for(&draw, DRAWS)),
            ("most", most(limit)),
        ]),
    };
    let json = with(json, "points", Some(write_system(&series.points)));
    let json = with(json, "first", Some(word_for(&series.first, COLORS)));
    let json = with(json, "extras", Some(written_list(&series.extras, write_extra)));
    with(json, "default_ends", Some(Json::Flag(series.default_ends)))
}

/// `points` are those that count where the series says nothing of them.
pub(super) fn read(json: &Json, points: &PointSystem) -> Read<Series> {
    let mut members = Members::of(json)?;
    let format = read_format(&mut members)?;
    let series = Series {
        format,
        points: members.or("points", *points, read_system)?,
        first: members.or("first", swiss::Color::White, |json| word(json, COLORS))?,
        extras: members.or("extras", Vec::new(), |json| list(json, MOST_EXTRAS, read_extra))?,
        default_ends: members.flag("default_ends")?,
    };
    members.end()?;
    Ok(series)
}

fn games(json: &Json) -> Read<u32> {
    whole(json, 1, MOST_GAMES)
}

fn read_format(members: &mut Members<'_>) -> Read<Format> {
    let name = members.needed("format", |json| text(json, 20))?;
    Ok(match name.as_str() {
        "games" => {
            Format::Games { count: members.needed("count", games)?, all: members.flag("all")? }
        }
        "race" => Format::Race {
            target: members.needed("target", read_points)?,
            most: members.maybe("most", games)?,
        },
        "wins" => Format::Wins {
            wins: members.or("wins", 1, games)?,
            most: members.maybe("most", games)?,
        },
        "twice-to-beat" => Format::TwiceToBeat {
            seeded: members.or("seeded", Side::First, |json| word(json, SIDES))?,
            draw: members.or("draw", SeededDraw::Replayed, |json| word(json, DRAWS))?,
            most: members.maybe("most", games)?,
        },
        _ => return Err(fault("`format` is `games`, `race`, `wins` or `twice-to-beat`")),
    })
}

fn write_extra(extra: &Extra) -> Json {
    match extra {
        Extra::Games(count) => object([("extra", written("games")), ("count", number(*count))]),
        Extra::UntilWon => object([("extra", written("until-won"))]),
        Extra::GoesOn(side) => {
            object([("extra", written("goes-on")), ("side", word_for(side, SIDES))])
        }
        Extra::Armageddon(Armageddon { white, white_seconds, black_seconds, draw_odds }) => {
            object([
                ("extra", written("armageddon")),
                ("white", word_for(white, SIDES)),
                ("white_seconds", number(*white_seconds)),
                ("black_seconds", number(*black_seconds)),
                ("draw_odds", or_null(*draw_odds, |color| word_for(&color, COLORS))),
            ])
        }
    }
}

fn read_extra(json: &Json) -> Read<Extra> {
    let mut members = Members::of(json)?;
    let name = members.needed("extra", |json| text(json, 20))?;
    let extra = match name.as_str() {
        "games" => Extra::Games(members.needed("count", games)?),
        "until-won" => Extra::UntilWon,
        "goes-on" => Extra::GoesOn(members.needed("side", |json| word(json, SIDES))?),
        "armageddon" => Extra::Armageddon(Armageddon {
            white: members.needed("white", |json| word(json, SIDES))?,
            white_seconds: members.number("white_seconds", LONGEST_CLOCK)?,
            black_seconds: members.number("black_seconds", LONGEST_CLOCK)?,
            draw_odds: members.maybe("draw_odds", |json| word(json, COLORS))?,
        }),
        _ => return Err(fault("`extra` is `games`, `until-won`, `goes-on` or `armageddon`")),
    };
    members.end()?;
    Ok(extra)
}
