//! When rounds start, for those who play and watch; and the table of the visitor.

use adjutant_domain::contest::{Contest, EntrantId, RoundId, RoundStart};
use adjutant_domain::moment::Micros;
use adjutant_service::contests::{ContestBoard, MeetingLine, RoundBoard, StageBoard};
use adjutant_site::i18n::Texts;
use adjutant_site::time_format::{format_in_zone, to_rfc3339};
use swiss::series::Next;

use super::labels;
use super::round_views::{PairingPlayLink, has_colors};

/// The start of a round. Without script it is in the event's time zone, which it names.
pub struct StartTime {
    pub iso: String,
    pub words: String,
    pub is_ahead: bool,
}

/// A round that is to start.
pub struct NextRound {
    pub round: String,
    pub time: StartTime,
}

/// Where the visitor plays.
pub struct OwnTable {
    pub round: String,
    pub words: String,
    /// The results so far.
    pub result: String,
    pub time: Option<StartTime>,
    pub play: Option<PairingPlayLink>,
}

impl StartTime {
    pub fn new(texts: Texts, contest: &Contest, at: Micros, now: Micros) -> StartTime {
        StartTime {
            iso: to_rfc3339(at),
            words: format_in_zone(texts, at, &contest.settings.timetable.time_zone),
            is_ahead: at > now,
        }
    }

    fn of_round(texts: Texts, contest: &Contest, round: RoundId, now: Micros) -> Option<StartTime> {
        let at = contest.settings.timetable.start_of(round)?;
        Some(StartTime::new(texts, contest, at, now))
    }
}

/// The name of a round, with its stage if there are several.
pub fn round_name(board: &ContestBoard, at: RoundId, texts: Texts) -> String {
    let round = texts.one("contest-round", "number", at.round + 1);
    match board.stages.get(at.stage).filter(|_| board.stages.len() > 1) {
        Some(stage) => format!("{}, {round}", stage.name),
        None => round,
    }
}

/// All rounds that have a time, with it in the event's time zone.
pub fn timetable_lines(board: &ContestBoard, texts: Texts) -> Vec<(String, String)> {
    let timetable = &board.loaded.contest.settings.timetable;
    let line = |start: &RoundStart| {
        let words = format_in_zone(texts, start.at, &timetable.time_zone);
        (round_name(board, start.round_id(), texts), words)
    };
    timetable.starts.iter().map(line).collect()
}

/// The next round that has a time and is not over, unless the event is.
pub fn next_round(board: &ContestBoard, now: Micros, texts: Texts) -> Option<NextRound> {
    let contest = &board.loaded.contest;
    let is_over = |RoundId { stage, round }| {
        let rounds = board.stages.get(stage).map(|stage| &stage.rounds[..]).unwrap_or_default();
        rounds.iter().any(|one| one.number == round + 1 && one.is_over)
    };
    let next = contest.settings.timetable.next_start(now, is_over).filter(|_| !contest.is_over)?;
    Some(NextRound {
        round: round_name(board, next.round_id(), texts),
        time: StartTime::new(texts, contest, next.at, now),
    })
}

/// The last published round of the event that has this entrant.
fn last_round_of(
    board: &ContestBoard,
    own: EntrantId,
) -> Option<(usize, &StageBoard, &RoundBoard)> {
    let has = |round: &&RoundBoard| {
        let seated = round.meetings.iter().any(|line| line.sides.contains(&own));
        let asked = round.requested_byes.iter().any(|bye| bye.entrant == own);
        round.published && (seated || asked || round.byes.iter().any(|bye| bye.entrant == own))
    };
    let mut stages = board.stages.iter().enumerate().rev();
    stages.find_map(|(at, stage)| Some((at, stage, stage.rounds.iter().rev().find(has)?)))
}

/// The table of an entrant in the last round that they are in.
pub fn own_table(
    board: &ContestBoard,
    own: EntrantId,
    now: Micros,
    texts: Texts,
) -> Option<OwnTable> {
    let contest = &board.loaded.contest;
    if contest.is_over {
        return None;
    }
    let (stage_number, stage, round) = last_round_of(board, own)?;
    let at = RoundId { stage: stage_number, round: round.number - 1 };
    let name = round_name(board, at, texts);
    // Of an arena or a ladder the last game.
    let Some(line) = round.meetings.iter().rfind(|line| line.sides.contains(&own)) else {
        let words = texts.get("contest-card-bye");
        return Some(OwnTable {
            round: name,
            words,
            result: String::new(),
            time: None,
            play: None,
        });
    };
    let is_open = matches!(line.next, Next::Play { .. });
    Some(OwnTable {
        round: name,
        words: seat_words(stage, line, own, texts),
        result: labels::result_marks(&line.games),
        time: StartTime::of_round(texts, contest, at, now).filter(|_| is_open),
        play: line.play.as_ref().map(PairingPlayLink::new),
    })
}

/// The seat of an entrant in a published round, or that they have a bye.
pub fn seat_in_round(
    board: &ContestBoard,
    at: RoundId,
    own: EntrantId,
    texts: Texts,
) -> Option<String> {
    let stage = board.stages.get(at.stage)?;
    let round =
        stage.rounds.iter().find(|round| round.published && round.number == at.round + 1)?;
    let line = round.meetings.iter().rfind(|line| line.sides.contains(&own));
    let has_bye = || {
        let asked = round.requested_byes.iter().any(|bye| bye.entrant == own);
        asked || round.byes.iter().any(|bye| bye.entrant == own)
    };
    match line {
        Some(line) => Some(seat_words(stage, line, own, texts)),
        None => has_bye().then(|| texts.get("contest-bye")),
    }
}

/// The seat of an entrant: their table, their colour, and whom they meet.
fn seat_words(stage: &StageBoard, line: &MeetingLine, own: EntrantId, texts: Texts) -> String {
    let side = usize::from(line.sides[1] == own);
    let key = match (has_colors(stage), side) {
        (false, _) => "contest-card-against",
        (true, 0) => "contest-card-white",
        (true, _) => "contest-card-black",
    };
    let values =
        [("table", line.shown_table().to_string()), ("other", line.names[1 - side].clone())];
    texts.fill(key, &values)
}
