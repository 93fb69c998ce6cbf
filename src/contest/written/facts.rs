//! Facts.

use swiss::Color;
use swiss::knockout::MatchId;
use swiss::series::{GameResult, Next, PartOf, Side};

use super::super::arranged::TableId;
use super::super::results::{self, LONGEST_WHY};
use super::super::{AskedBye, Contested, EntrantId, Fact, LONGEST_BY, Meeting, Spot};
use super::people::{self, read_groups, read_id, read_ids, write_id};
use super::reading::{Members, Read, Words, fault, list, pair, text, whole, word, word_for};
use super::teams;
use super::tree::{Json, list as written_list, object, or_null, text as written};
use super::tree::{whole as number, with};
use super::{arranged, settings};

pub(super) const COLORS: &Words<Color> = &[("white", Color::White), ("black", Color::Black)];
pub(super) const SIDES: &Words<Side> = &[("first", Side::First), ("second", Side::Second)];
const BYES: &Words<AskedBye> =
    &[("half", AskedBye::Half), ("zero", AskedBye::Zero), ("full", AskedBye::Full)];
pub(super) const RESULTS: &Words<GameResult> = &[
    ("first", GameResult::Won(Side::First)),
    ("second", GameResult::Won(Side::Second)),
    ("drawn", GameResult::Drawn),
    ("first-absent", GameResult::Default { absent: Side::First }),
    ("second-absent", GameResult::Default { absent: Side::Second }),
    ("both-absent", GameResult::BothAbsent),
];

/// Highest numbers of stages, rounds, tables, games, groups and matches; what an event has is far less.
pub(super) const MOST_STAGES: usize = 32;
pub(super) const LAST_STAGE: i64 = 31;
pub(super) const LAST_ROUND: i64 = 9_999;
pub(super) const LAST_TABLE: i64 = 9_999;
const LAST_GAME: i64 = results::LAST_GAME as i64;
const LAST_GROUP: i64 = 9_999;
const LAST_MATCH: i64 = 99_999;
const MOST_MEETINGS: usize = 10_000;

pub(super) fn write(fact: &Fact) -> Json {
    match fact {
        Fact::Settled(of) => named("settled", [("settings", settings::write(of))]),
        Fact::Opened(open) => named("opened", [("open", Json::Flag(*open))]),
        Fact::Ended(over) => named("ended", [("over", Json::Flag(*over))]),
        Fact::Entered { person, waiting } => {
            with(named("entered", [("person", people::write(person))]), "waiting", set(*waiting))
        }
        Fact::Amended { entrant, person } => {
            with(of_one("amended", *entrant), "person", Some(people::write(person)))
        }
        Fact::Admitted(entrant) => of_one("admitted", *entrant),
        Fact::Withdrew { entrant, plays_on, own } => write_withdrew(*entrant, *plays_on, *own),
        Fact::Paid { entrant, paid } => {
            with(of_one("paid", *entrant), "paid", Some(Json::Flag(*paid)))
        }
        Fact::Present { entrant, present } => {
            with(of_one("present", *entrant), "present", Some(Json::Flag(*present)))
        }
        Fact::KeptApart(groups) => {
            named("kept-apart", [("groups", written_list(groups, people::write_apart))])
        }
        Fact::TeamEntered { .. }
        | Fact::TeamAmended { .. }
        | Fact::LinedUp { .. }
        | Fact::Released(_) => teams::write(fact),
        Fact::AskedBye { stage, round, entrant, bye } => {
            write_asked_bye(of_round("asked-bye", *stage, *round), entrant, *bye)
        }
        Fact::BeginTakenBack { stage } => named("begin-taken-back", [("stage", number(*stage))]),
        Fact::Begun { stage, groups, initial } => write_begun(*stage, groups, *initial),
        Fact::Joined { stage, entrant, at } => {
            let of =
                [("stage", number(*stage)), ("entrant", write_id(entrant)), ("at", number(*at))];
            named("joined", of)
        }
        Fact::Drafted { stage, round, meetings, byes, by_hand } => {
            write_drafted(of_round("drafted", *stage, *round), meetings, byes, *by_hand)
        }
        Fact::Published { stage, round } => of_round("published", *stage, *round),
        Fact::GraceOver { stage, round } => of_round("grace-over", *stage, *round),
        Fact::TakenBack { stage, round } => of_round("taken-back", *stage, *round),
        Fact::Restored { stage, round } => of_round("restored", *stage, *round),
        Fact::Result { spot, result, why } => write_result(*spot, *result, why),
        Fact::Said { spot, side, result } => {
            let json = with(of_spot("said", *spot), "side", Some(word_for(side, SIDES)));
            with(json, "result", Some(word_for(result, RESULTS)))
        }
        Fact::Contested { spot, said } => write_contested(*spot, said.as_ref()),
        Fact::PlayedOff { stage, winner, loser } => write_played_off(*stage, winner, loser),
        Fact::Windowed { stage, round, table, window } => {
            let json = with(of_round("windowed", *stage, *round), "table", table.map(number));
            arranged::write_window(json, window)
        }
        Fact::Arranging { of, at, what } => {
            let json = of_round(arranged::name(what), of.stage, of.round);
            arranged::write_told(with(json, "table", Some(number(of.table))), *at, what)
        }
    }
}

fn write_withdrew(entrant: EntrantId, plays_on: bool, own: bool) -> Json {
    with(with(of_one("withdrew", entrant), "plays_on", set(plays_on)), "own", set(own))
}

fn write_asked_bye(json: Json, entrant: &EntrantId, bye: Option<AskedBye>) -> Json {
    let json = with(json, "entrant", Some(write_id(entrant)));
    with(json, "bye", Some(or_null(bye, |bye| word_for(&bye, BYES))))
}

fn write_begun(stage: usize, groups: &[Vec<EntrantId>], initial: Color) -> Json {
    named(
        "begun",
        [
            ("stage", number(stage)),
            ("groups", written_groups(groups)),
            ("initial", word_for(&initial, COLORS)),
        ],
    )
}

fn write_drafted(json: Json, meetings: &[Meeting], byes: &[EntrantId], by_hand: bool) -> Json {
    let json = with(json, "meetings", Some(written_list(meetings, write_meeting)));
    let json = with(json, "byes", Some(written_list(byes, write_id)));
    with(json, "by_hand", set(by_hand))
}

fn write_result(spot: Spot, result: Option<GameResult>, why: &str) -> Json {
    let result = or_null(result, |result| word_for(&result, RESULTS));
    let json = with(of_spot("result", spot), "result", Some(result));
    with(json, "why", (!why.is_empty()).then(|| written(why)))
}

fn write_played_off(stage: usize, winner: &EntrantId, loser: &EntrantId) -> Json {
    let of = [("stage", number(stage)), ("winner", write_id(winner)), ("loser", write_id(loser))];
    named("played-off", of)
}

fn write_contested(spot: Spot, said: Option<&Contested>) -> Json {
    let json = with(of_spot("contested", spot), "by", said.map(|said| written(&said.by)));
    let result = said.map(|said| said.result);
    with(json, "result", Some(or_null(result, |result| word_for(&result, RESULTS))))
}

pub(super) fn named<const N: usize>(name: &str, members: [(&str, Json); N]) -> Json {
    let json = object([("fact", written(name))]);
    members.into_iter().fold(json, |json, (name, value)| with(json, name, Some(value)))
}

/// A flag that is off where it is left out.
pub(super) fn set(flag: bool) -> Option<Json> {
    flag.then_some(Json::Flag(true))
}

pub(super) fn of_one(name: &str, entrant: EntrantId) -> Json {
    named(name, [("entrant", write_id(&entrant))])
}

pub(super) fn of_round(name: &str, stage: usize, round: usize) -> Json {
    named(name, [("stage", number(stage)), ("round", number(round))])
}

fn of_spot(name: &str, spot: Spot) -> Json {
    let Spot { stage, round, table, game } = spot;
    let json = of_round(name, stage, round);
    with(with(json, "table", Some(number(table))), "game", Some(number(game)))
}

fn written_groups(groups: &[Vec<EntrantId>]) -> Json {
    written_list(groups, |group| written_list(group, write_id))
}

fn write_meeting(meeting: &Meeting) -> Json {
    let Meeting { sides, group, of, games, .. } = meeting;
    let mut json = object([("sides", written_list(sides, write_id))]);
    json = with(json, "group", (*group != 0).then(|| number(*group)));
    json = with(json, "match", of.map(|of| number(of.0)));
    let decided = meeting.by_withdrawal && !games.is_empty();
    with(json, "games", decided.then(|| written_list(games, |game| word_for(game, RESULTS))))
}

pub(super) fn read(json: &Json) -> Read<Fact> {
    let mut members = Members::of(json)?;
    let name = members.needed("fact", |json| text(json, 20))?;
    let fact = of_entrants(&name, &mut members)
        .or_else(|| teams::read(&name, &mut members))
        .or_else(|| of_rounds(&name, &mut members))
        .unwrap_or_else(|| Err(fault(format!("there is no fact `{name}`"))))?;
    members.end()?;
    Ok(fact)
}

/// Facts about the event and its people.
fn of_entrants(name: &str, members: &mut Members<'_>) -> Option<Read<Fact>> {
    let mut read = || {
        Ok(Some(match name {
            "settled" => Fact::Settled(Box::new(members.needed("settings", settings::read)?)),
            "opened" => Fact::Opened(members.needed("open", super::reading::flag)?),
            "ended" => Fact::Ended(members.needed("over", super::reading::flag)?),
            "entered" => Fact::Entered {
                person: members.needed("person", people::read)?,
                waiting: members.flag("waiting")?,
            },
            "amended" => Fact::Amended {
                entrant: members.needed("entrant", read_id)?,
                person: members.needed("person", people::read)?,
            },
            "admitted" => Fact::Admitted(members.needed("entrant", read_id)?),
            "withdrew" => Fact::Withdrew {
                entrant: members.needed("entrant", read_id)?,
                plays_on: members.flag("plays_on")?,
                own: members.flag("own")?,
            },
            "paid" => Fact::Paid {
                entrant: members.needed("entrant", read_id)?,
                paid: members.needed("paid", super::reading::flag)?,
            },
            "present" => Fact::Present {
                entrant: members.needed("entrant", read_id)?,
                present: members.needed("present", super::reading::flag)?,
            },
            "kept-apart" => Fact::KeptApart(members.needed("groups", people::read_all_apart)?),
            _ => return Ok(None),
        }))
    };
    read().transpose()
}

/// Facts about stages, their rounds and their tables.
fn of_rounds(name: &str, members: &mut Members<'_>) -> Option<Read<Fact>> {
    let known = [
        "asked-bye",
        "begun",
        "begin-taken-back",
        "joined",
        "drafted",
        "published",
        "taken-back",
        "restored",
        "grace-over",
        "result",
        "said",
        "contested",
        "played-off",
        "windowed",
    ];
    let is_known = known.contains(&name) || arranged::NAMES.contains(&name);
    is_known.then(|| of_round_named(name, members))
}

fn of_round_named(name: &str, members: &mut Members<'_>) -> Read<Fact> {
    let stage = members.number("stage", LAST_STAGE)?;
    let of_stage = matches!(name, "begun" | "begin-taken-back" | "joined" | "played-off");
    let round = if of_stage { 0 } else { members.number("round", LAST_ROUND)? };
    Ok(match name {
        "begun" => Fact::Begun {
            stage,
            groups: members.needed("groups", read_groups)?,
            initial: members.needed("initial", |json| word(json, COLORS))?,
        },
        "begin-taken-back" => Fact::BeginTakenBack { stage },
        "joined" => Fact::Joined {
            stage,
            entrant: members.needed("entrant", read_id)?,
            at: members.number("at", LAST_TABLE)?,
        },
        "played-off" => Fact::PlayedOff {
            stage,
            winner: members.needed("winner", read_id)?,
            loser: members.needed("loser", read_id)?,
        },
        "asked-bye" => Fact::AskedBye {
            stage,
            round,
            entrant: members.needed("entrant", read_id)?,
            bye: members.maybe("bye", |json| word(json, BYES))?,
        },
        "drafted" => Fact::Drafted {
            stage,
            round,
            meetings: members.needed("meetings", |json| list(json, MOST_MEETINGS, read_meeting))?,
            byes: members.needed("byes", read_ids)?,
            by_hand: members.flag("by_hand")?,
        },
        "published" => Fact::Published { stage, round },
        "taken-back" => Fact::TakenBack { stage, round },
        "grace-over" => Fact::GraceOver { stage, round },
        "restored" => Fact::Restored { stage, round },
        "windowed" => {
            let table = members.maybe("table", |json| whole(json, 0, LAST_TABLE))?;
            Fact::Windowed { stage, round, table, window: arranged::read_window(members)? }
        }
        _ if arranged::NAMES.contains(&name) => {
            let of = TableId { stage, round, table: members.number("table", LAST_TABLE)? };
            let (at, what) = arranged::read_told(name, members)?;
            Fact::Arranging { of, at, what }
        }
        _ => of_spot_named(name, stage, round, members)?,
    })
}

fn of_spot_named(name: &str, stage: usize, round: usize, members: &mut Members<'_>) -> Read<Fact> {
    let table = members.number("table", LAST_TABLE)?;
    let game = members.number("game", LAST_GAME)?;
    let spot = Spot { stage, round, table, game };
    if name == "said" {
        let side = members.needed("side", |json| word(json, SIDES))?;
        let result = members.needed("result", |json| word(json, RESULTS))?;
        return Ok(Fact::Said { spot, side, result });
    }
    let result = members.maybe("result", |json| word(json, RESULTS))?;
    if name == "contested" {
        let by = members.maybe("by", |json| text(json, LONGEST_BY))?;
        let said = match (by, result) {
            (Some(by), Some(result)) => Some(Contested { by, result }),
            (None, None) => None,
            _ => return Err(fault("`by` goes with a `result`")),
        };
        return Ok(Fact::Contested { spot, said });
    }
    let why = members.or("why", String::new(), |json| text(json, LONGEST_WHY))?;
    Ok(Fact::Result { spot, result, why })
}

/// Whose turn it is follows from the series, which the fold knows.
fn read_meeting(json: &Json) -> Read<Meeting> {
    let mut members = Members::of(json)?;
    let sides = members.needed("sides", |json| pair(json, read_id))?;
    let group = members.or("group", 0, |json| whole(json, 0, LAST_GROUP))?;
    let of = members.maybe("match", |json| whole(json, 0, LAST_MATCH).map(MatchId))?;
    let game = |json: &Json| word(json, RESULTS);
    let games = |json: &Json| list(json, results::LAST_GAME, game);
    let games: Vec<GameResult> = members.or("games", Vec::new(), games)?;
    members.end()?;
    let next = Next::Play { game: games.len(), first: Color::White, part: PartOf::Main };
    let by_withdrawal = !games.is_empty();
    let (said, team) = ([None; 2], None);
    Ok(Meeting { sides, group, of, games, team, said, by_withdrawal, next })
}
