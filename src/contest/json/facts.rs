//! Facts.

use swiss::Color;
use swiss::knockout::MatchId;
use swiss::series::{GameResult, Next, PartOf, Side};

use super::super::results::{self, MAX_REASON_LEN};
use super::super::scheduling::TableId;
use super::super::{
    ContestFact, DisputedResult, EntrantId, GameSlot, MAX_LINK_NAME_LEN, Meeting, RequestedBye,
};
use super::people::{self, read_groups, read_id, read_ids, write_id};
use super::reader::{
    JsonMembers, JsonResult, WordTable, integer, json_error, list, pair, read_word, text,
    write_word,
};
use super::teams;
use super::tree::{Json, list as written_list, object, or_null, text as written};
use super::tree::{integer as number, with_member};
use super::{scheduling, settings};

pub(super) const COLORS: &WordTable<Color> = &[("white", Color::White), ("black", Color::Black)];
pub(super) const SIDES: &WordTable<Side> = &[("first", Side::First), ("second", Side::Second)];
const BYES: &WordTable<RequestedBye> =
    &[("half", RequestedBye::Half), ("zero", RequestedBye::Zero), ("full", RequestedBye::Full)];
pub(super) const RESULTS: &WordTable<GameResult> = &[
    ("first", GameResult::Won(Side::First)),
    ("second", GameResult::Won(Side::Second)),
    ("drawn", GameResult::Drawn),
    ("first-absent", GameResult::Default { absent: Side::First }),
    ("second-absent", GameResult::Default { absent: Side::Second }),
    ("both-absent", GameResult::BothAbsent),
];

/// Highest numbers of stages, rounds, tables, games, groups and matches; what an event has is far less.
pub(super) const MAX_STAGES: usize = 32;
pub(super) const MAX_STAGE_INDEX: i64 = 31;
pub(super) const MAX_ROUND_INDEX: i64 = 9_999;
pub(super) const MAX_TABLE_INDEX: i64 = 9_999;
const MAX_GAME_INDEX: i64 = results::MAX_GAME_INDEX as i64;
const MAX_GROUP_INDEX: i64 = 9_999;
const MAX_MATCH_INDEX: i64 = 99_999;
const MAX_MEETINGS: usize = 10_000;

pub(super) fn write(fact: &ContestFact) -> Json {
    match fact {
        ContestFact::SettingsChanged(of) => {
            fact_object("settled", [("settings", settings::write(of))])
        }
        ContestFact::RegistrationToggled(open) => {
            fact_object("opened", [("open", Json::Flag(*open))])
        }
        ContestFact::EventEndedSet(over) => fact_object("ended", [("over", Json::Flag(*over))]),
        ContestFact::EntrantRegistered { person, waiting } => with_member(
            fact_object("entered", [("person", people::write(person))]),
            "waiting",
            true_or_absent(*waiting),
        ),
        ContestFact::PersonAmended { entrant, person } => {
            with_member(entrant_fact("amended", *entrant), "person", Some(people::write(person)))
        }
        ContestFact::EntrantAdmitted(entrant) => entrant_fact("admitted", *entrant),
        ContestFact::EntrantWithdrew { entrant, plays_on, by_entrant: own } => {
            write_withdrawal(*entrant, *plays_on, *own)
        }
        ContestFact::FeePaidSet { entrant, paid } => {
            with_member(entrant_fact("paid", *entrant), "paid", Some(Json::Flag(*paid)))
        }
        ContestFact::PresenceSet { entrant, present } => {
            with_member(entrant_fact("present", *entrant), "present", Some(Json::Flag(*present)))
        }
        ContestFact::ProhibitedGroupsSet(groups) => fact_object(
            "kept-apart",
            [("groups", written_list(groups, people::write_prohibited_group))],
        ),
        ContestFact::TeamRegistered { .. }
        | ContestFact::TeamAmended { .. }
        | ContestFact::LineUpSubmitted { .. }
        | ContestFact::LineUpsReleased(_) => teams::write(fact),
        ContestFact::ByeRequested { stage, round, entrant, bye } => {
            write_requested_bye(round_fact("asked-bye", *stage, *round), entrant, *bye)
        }
        ContestFact::StageStartTakenBack { stage } => {
            fact_object("begin-taken-back", [("stage", number(*stage))])
        }
        ContestFact::StageStarted { stage, groups, initial } => {
            write_stage_start(*stage, groups, *initial)
        }
        ContestFact::StageJoined { stage, entrant, at } => {
            let of =
                [("stage", number(*stage)), ("entrant", write_id(entrant)), ("at", number(*at))];
            fact_object("joined", of)
        }
        ContestFact::RoundDrafted { stage, round, meetings, byes, is_manual: by_hand } => {
            write_draft(round_fact("drafted", *stage, *round), meetings, byes, *by_hand)
        }
        ContestFact::RoundPublished { stage, round } => round_fact("published", *stage, *round),
        ContestFact::GraceEnded { stage, round } => round_fact("grace-over", *stage, *round),
        ContestFact::RoundTakenBack { stage, round } => round_fact("taken-back", *stage, *round),
        ContestFact::RoundRestored { stage, round } => round_fact("restored", *stage, *round),
        ContestFact::ResultEntered { spot, result, reason: why } => {
            write_result(*spot, *result, why)
        }
        ContestFact::ResultReported { spot, side, result } => {
            let json = with_member(game_fact("said", *spot), "side", Some(write_word(side, SIDES)));
            with_member(json, "result", Some(write_word(result, RESULTS)))
        }
        ContestFact::ResultDisputed { spot, said } => write_dispute(*spot, said.as_ref()),
        ContestFact::PlayOffDecided { stage, winner, loser } => {
            write_play_off(*stage, winner, loser)
        }
        ContestFact::WindowOpened { stage, round, table, window } => {
            let json =
                with_member(round_fact("windowed", *stage, *round), "table", table.map(number));
            scheduling::write_window(json, window)
        }
        ContestFact::MatchScheduling { table: of, at, event: what } => {
            let json = round_fact(scheduling::fact_name(what), of.stage, of.round);
            scheduling::write_event(with_member(json, "table", Some(number(of.table))), *at, what)
        }
    }
}

fn write_withdrawal(entrant: EntrantId, plays_on: bool, own: bool) -> Json {
    with_member(
        with_member(entrant_fact("withdrew", entrant), "plays_on", true_or_absent(plays_on)),
        "own",
        true_or_absent(own),
    )
}

fn write_requested_bye(json: Json, entrant: &EntrantId, bye: Option<RequestedBye>) -> Json {
    let json = with_member(json, "entrant", Some(write_id(entrant)));
    with_member(json, "bye", Some(or_null(bye, |bye| write_word(&bye, BYES))))
}

fn write_stage_start(stage: usize, groups: &[Vec<EntrantId>], initial: Color) -> Json {
    fact_object(
        "begun",
        [
            ("stage", number(stage)),
            ("groups", write_groups(groups)),
            ("initial", write_word(&initial, COLORS)),
        ],
    )
}

fn write_draft(json: Json, meetings: &[Meeting], byes: &[EntrantId], by_hand: bool) -> Json {
    let json = with_member(json, "meetings", Some(written_list(meetings, write_meeting)));
    let json = with_member(json, "byes", Some(written_list(byes, write_id)));
    with_member(json, "by_hand", true_or_absent(by_hand))
}

fn write_result(spot: GameSlot, result: Option<GameResult>, why: &str) -> Json {
    let result = or_null(result, |result| write_word(&result, RESULTS));
    let json = with_member(game_fact("result", spot), "result", Some(result));
    with_member(json, "why", (!why.is_empty()).then(|| written(why)))
}

fn write_play_off(stage: usize, winner: &EntrantId, loser: &EntrantId) -> Json {
    let of = [("stage", number(stage)), ("winner", write_id(winner)), ("loser", write_id(loser))];
    fact_object("played-off", of)
}

fn write_dispute(spot: GameSlot, said: Option<&DisputedResult>) -> Json {
    let json =
        with_member(game_fact("contested", spot), "by", said.map(|said| written(&said.link_name)));
    let result = said.map(|said| said.result);
    with_member(json, "result", Some(or_null(result, |result| write_word(&result, RESULTS))))
}

pub(super) fn fact_object<const N: usize>(name: &str, members: [(&str, Json); N]) -> Json {
    let json = object([("fact", written(name))]);
    members.into_iter().fold(json, |json, (name, value)| with_member(json, name, Some(value)))
}

/// A flag that is off where it is left out.
pub(super) fn true_or_absent(flag: bool) -> Option<Json> {
    flag.then_some(Json::Flag(true))
}

pub(super) fn entrant_fact(name: &str, entrant: EntrantId) -> Json {
    fact_object(name, [("entrant", write_id(&entrant))])
}

pub(super) fn round_fact(name: &str, stage: usize, round: usize) -> Json {
    fact_object(name, [("stage", number(stage)), ("round", number(round))])
}

fn game_fact(name: &str, spot: GameSlot) -> Json {
    let GameSlot { stage, round, table, game } = spot;
    let json = round_fact(name, stage, round);
    with_member(with_member(json, "table", Some(number(table))), "game", Some(number(game)))
}

fn write_groups(groups: &[Vec<EntrantId>]) -> Json {
    written_list(groups, |group| written_list(group, write_id))
}

fn write_meeting(meeting: &Meeting) -> Json {
    let Meeting { sides, group, knockout_match: of, games, .. } = meeting;
    let mut json = object([("sides", written_list(sides, write_id))]);
    json = with_member(json, "group", (*group != 0).then(|| number(*group)));
    json = with_member(json, "match", of.map(|of| number(of.0)));
    let decided = meeting.by_withdrawal && !games.is_empty();
    with_member(
        json,
        "games",
        decided.then(|| written_list(games, |game| write_word(game, RESULTS))),
    )
}

pub(super) fn read(json: &Json) -> JsonResult<ContestFact> {
    let mut members = JsonMembers::from_json(json)?;
    let name = members.required("fact", |json| text(json, 20))?;
    let fact = read_entrant_fact(&name, &mut members)
        .or_else(|| teams::read(&name, &mut members))
        .or_else(|| read_stage_fact(&name, &mut members))
        .unwrap_or_else(|| Err(json_error(format!("there is no fact `{name}`"))))?;
    members.finish()?;
    Ok(fact)
}

/// Facts about the event and its people.
fn read_entrant_fact(name: &str, members: &mut JsonMembers<'_>) -> Option<JsonResult<ContestFact>> {
    let mut read = || {
        Ok(Some(match name {
            "settled" => ContestFact::SettingsChanged(Box::new(
                members.required("settings", settings::read)?,
            )),
            "opened" => {
                ContestFact::RegistrationToggled(members.required("open", super::reader::flag)?)
            }
            "ended" => ContestFact::EventEndedSet(members.required("over", super::reader::flag)?),
            "entered" => ContestFact::EntrantRegistered {
                person: members.required("person", people::read)?,
                waiting: members.flag("waiting")?,
            },
            "amended" => ContestFact::PersonAmended {
                entrant: members.required("entrant", read_id)?,
                person: members.required("person", people::read)?,
            },
            "admitted" => ContestFact::EntrantAdmitted(members.required("entrant", read_id)?),
            "withdrew" => ContestFact::EntrantWithdrew {
                entrant: members.required("entrant", read_id)?,
                plays_on: members.flag("plays_on")?,
                by_entrant: members.flag("own")?,
            },
            "paid" => ContestFact::FeePaidSet {
                entrant: members.required("entrant", read_id)?,
                paid: members.required("paid", super::reader::flag)?,
            },
            "present" => ContestFact::PresenceSet {
                entrant: members.required("entrant", read_id)?,
                present: members.required("present", super::reader::flag)?,
            },
            "kept-apart" => ContestFact::ProhibitedGroupsSet(
                members.required("groups", people::read_prohibited_groups)?,
            ),
            _ => return Ok(None),
        }))
    };
    read().transpose()
}

/// Facts about stages, their rounds and their tables.
fn read_stage_fact(name: &str, members: &mut JsonMembers<'_>) -> Option<JsonResult<ContestFact>> {
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
    let is_known = known.contains(&name) || scheduling::SCHEDULING_FACT_NAMES.contains(&name);
    is_known.then(|| read_round_fact(name, members))
}

fn read_round_fact(name: &str, members: &mut JsonMembers<'_>) -> JsonResult<ContestFact> {
    let stage = members.number("stage", MAX_STAGE_INDEX)?;
    let of_stage = matches!(name, "begun" | "begin-taken-back" | "joined" | "played-off");
    let round = if of_stage { 0 } else { members.number("round", MAX_ROUND_INDEX)? };
    Ok(match name {
        "begun" => ContestFact::StageStarted {
            stage,
            groups: members.required("groups", read_groups)?,
            initial: members.required("initial", |json| read_word(json, COLORS))?,
        },
        "begin-taken-back" => ContestFact::StageStartTakenBack { stage },
        "joined" => ContestFact::StageJoined {
            stage,
            entrant: members.required("entrant", read_id)?,
            at: members.number("at", MAX_TABLE_INDEX)?,
        },
        "played-off" => ContestFact::PlayOffDecided {
            stage,
            winner: members.required("winner", read_id)?,
            loser: members.required("loser", read_id)?,
        },
        "asked-bye" => ContestFact::ByeRequested {
            stage,
            round,
            entrant: members.required("entrant", read_id)?,
            bye: members.optional("bye", |json| read_word(json, BYES))?,
        },
        "drafted" => ContestFact::RoundDrafted {
            stage,
            round,
            meetings: members
                .required("meetings", |json| list(json, MAX_MEETINGS, read_meeting))?,
            byes: members.required("byes", read_ids)?,
            is_manual: members.flag("by_hand")?,
        },
        "published" => ContestFact::RoundPublished { stage, round },
        "taken-back" => ContestFact::RoundTakenBack { stage, round },
        "grace-over" => ContestFact::GraceEnded { stage, round },
        "restored" => ContestFact::RoundRestored { stage, round },
        "windowed" => {
            let table = members.optional("table", |json| integer(json, 0, MAX_TABLE_INDEX))?;
            ContestFact::WindowOpened {
                stage,
                round,
                table,
                window: scheduling::read_window(members)?,
            }
        }
        _ if scheduling::SCHEDULING_FACT_NAMES.contains(&name) => {
            let of = TableId { stage, round, table: members.number("table", MAX_TABLE_INDEX)? };
            let (at, what) = scheduling::read_event(name, members)?;
            ContestFact::MatchScheduling { table: of, at, event: what }
        }
        _ => read_game_fact(name, stage, round, members)?,
    })
}

fn read_game_fact(
    name: &str,
    stage: usize,
    round: usize,
    members: &mut JsonMembers<'_>,
) -> JsonResult<ContestFact> {
    let table = members.number("table", MAX_TABLE_INDEX)?;
    let game = members.number("game", MAX_GAME_INDEX)?;
    let spot = GameSlot { stage, round, table, game };
    if name == "said" {
        let side = members.required("side", |json| read_word(json, SIDES))?;
        let result = members.required("result", |json| read_word(json, RESULTS))?;
        return Ok(ContestFact::ResultReported { spot, side, result });
    }
    let result = members.optional("result", |json| read_word(json, RESULTS))?;
    if name == "contested" {
        let by = members.optional("by", |json| text(json, MAX_LINK_NAME_LEN))?;
        let said = match (by, result) {
            (Some(by), Some(result)) => Some(DisputedResult { link_name: by, result }),
            (None, None) => None,
            _ => return Err(json_error("`by` goes with a `result`")),
        };
        return Ok(ContestFact::ResultDisputed { spot, said });
    }
    let why = members.optional_or("why", String::new(), |json| text(json, MAX_REASON_LEN))?;
    Ok(ContestFact::ResultEntered { spot, result, reason: why })
}

/// Whose turn it is follows from the series, which the fold knows.
fn read_meeting(json: &Json) -> JsonResult<Meeting> {
    let mut members = JsonMembers::from_json(json)?;
    let sides = members.required("sides", |json| pair(json, read_id))?;
    let group = members.optional_or("group", 0, |json| integer(json, 0, MAX_GROUP_INDEX))?;
    let of = members.optional("match", |json| integer(json, 0, MAX_MATCH_INDEX).map(MatchId))?;
    let game = |json: &Json| read_word(json, RESULTS);
    let games = |json: &Json| list(json, results::MAX_GAME_INDEX, game);
    let games: Vec<GameResult> = members.optional_or("games", Vec::new(), games)?;
    members.finish()?;
    let next = Next::Play { game: games.len(), first: Color::White, part: PartOf::Main };
    let by_withdrawal = !games.is_empty();
    let (said, team) = ([None; 2], None);
    Ok(Meeting {
        sides,
        group,
        knockout_match: of,
        games,
        team,
        reports: said,
        by_withdrawal,
        next,
    })
}
