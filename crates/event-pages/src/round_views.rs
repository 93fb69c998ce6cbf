//! Rounds and standings for pages and sheets.

use adjutant_domain::contest::RoundId;
use adjutant_domain::moment::Micros;
use adjutant_domain::play::State;
use adjutant_domain::search::{folded, name_order};
use adjutant_service::contests::{
    ArenaBoard, ByeLine, ContestBoard, GroupStandings, MeetingLine, RoundBoard, StageBoard,
    StandingsPlace, TablePlay, points_text,
};
use adjutant_site::assets;
use adjutant_site::i18n::Texts;
use adjutant_site::moment_text::MomentText;
use salpakan::record::short_id_text;
use swiss::series::GameResult;
use swiss::stage::System;

use super::teams::{self, BoardRow};
use super::{address, labels, with_query};

pub struct PairingRow {
    pub table: usize,
    pub names: [String; 2],
    /// Scores before the round; empty if nothing is counted.
    pub scores: [String; 2],
    pub result: String,
    /// The section of a knockout, or the group.
    pub part: String,
    /// Whether both players reported different results; only for officials.
    pub is_disputed: bool,
    pub boards: Vec<BoardRow>,
    /// The address of the replay that the result leads to; empty for none.
    pub replay: String,
    /// The game, unless it is over and the result leads to it.
    pub play: Option<PairingPlayLink>,
}

pub struct PairingPlayLink {
    pub id: String,
    pub address: String,
    /// The key of its label.
    pub words: &'static str,
    pub is_running: bool,
    /// Whether it is still in progress.
    pub is_open: bool,
    /// Whether it can be replayed.
    pub is_replay: bool,
}

/// Where an entrant finds their table; all is empty on a blank slip.
#[derive(Default)]
pub struct SeatRow {
    pub name: String,
    /// Empty for a bye.
    pub table: String,
    pub seat: String,
    pub opponent: String,
    pub result: String,
}

pub struct RoundView {
    pub number: usize,
    pub is_stale: bool,
    pub is_draft: bool,
    pub lines: Vec<PairingRow>,
    pub byes: Vec<String>,
    pub asked_byes: Vec<String>,
    /// In an arena: who waits for a game, and who takes a break.
    pub free: Vec<String>,
    pub paused: Vec<String>,
}

impl RoundView {
    /// The rounds in play as one list: the open tables of earlier rounds, then the last round.
    pub fn of_hall(stage: &StageBoard, texts: Texts) -> Option<RoundView> {
        let rounds = stage.rounds_in_play();
        let (last, earlier) = rounds.split_last()?;
        let mut view = round_view(stage, last, "", texts).only_current(last);
        let open = earlier.iter().flat_map(|round| open_tables(round));
        let open = open.map(|line| pairing_row(stage, line, texts));
        view.lines = open.chain(std::mem::take(&mut view.lines)).collect();
        Some(view)
    }

    /// Without the finished games of an arena or a ladder, which nobody looks for in the hall.
    pub fn only_current(mut self, round: &RoundBoard) -> RoundView {
        self.lines.truncate(round.current_tables().len());
        self
    }
}

#[derive(Clone)]
pub struct GroupView {
    /// Empty if there is only one group.
    pub name: String,
    /// The heading: players or teams.
    pub who: String,
    /// After how many rounds it is.
    pub after: String,
    /// Codes with their meaning.
    pub codes: Vec<(String, String)>,
    /// What columns mean and where they are explained.
    pub hint: String,
    pub has_performance: bool,
    /// Whether places come from points: not in ladders.
    pub has_points: bool,
    pub rows: Vec<StandingsPlace>,
    pub cross_table: CrossTable,
    /// The address of explanations of places, to be followed by an entrant and the query.
    pub places: String,
    pub query: String,
}

/// The columns beside the names: those of a round robin are for its entrants, all others for rounds.
#[derive(Clone, Default)]
pub struct CrossTable {
    /// What each number over a column stands for.
    pub columns: Vec<String>,
    /// The cells of each row.
    pub cells: Vec<Vec<String>>,
}

impl CrossTable {
    fn new(group: &GroupStandings, texts: Texts) -> CrossTable {
        if group.against.is_empty() {
            let round = texts.text("contest-round-short");
            let cells: Vec<_> = group.lines.iter().map(|line| line.rounds.clone()).collect();
            let count = cells.first().map_or(0, Vec::len);
            return CrossTable { columns: vec![round.to_owned(); count], cells };
        }
        let mut cells = group.against.clone();
        for (at, row) in cells.iter_mut().enumerate() {
            row[at] = "×".to_owned();
        }
        let columns = group.lines.iter().map(|line| line.name.clone()).collect();
        CrossTable { columns, cells }
    }
}

fn is_searched(line: &MeetingLine, name: &str) -> bool {
    let boards = line.team.iter().flat_map(|team| &team.boards);
    let mut all =
        line.names.iter().chain(boards.filter_map(|board| board.names.as_ref()).flatten());
    name.is_empty() || all.any(|own| folded(own).contains(name))
}

pub fn side_headings(stage: &StageBoard, texts: Texts) -> [String; 2] {
    let keys =
        if has_colors(stage) { ["white", "black"] } else { ["contest-first", "contest-second"] };
    keys.map(|key| texts.get(key))
}

/// The names of rounds that are shown together.
pub fn rounds_heading(rounds: &[&RoundBoard], texts: Texts) -> String {
    let all = rounds.iter().map(|round| texts.one("contest-round", "number", round.number));
    all.collect::<Vec<_>>().join(" · ")
}

/// Whether sides of a table have a colour; teams have both.
pub fn has_colors(stage: &StageBoard) -> bool {
    !is_team_stage(stage) && !matches!(stage.system, System::Knockout { .. })
}

fn is_team_stage(stage: &StageBoard) -> bool {
    stage.rounds.iter().flat_map(|one| &one.meetings).any(|one| one.team.is_some())
}

/// The results of a meeting so far, as the side with this number tells them.
fn result_marks(line: &MeetingLine, side: usize) -> String {
    if let Some(team) = &line.team {
        return teams::match_score(team, side);
    }
    let own = |game: &GameResult| if side == 0 { *game } else { game.exchanged() };
    labels::result_marks(&line.games.iter().map(own).collect::<Vec<_>>())
}

fn pairing_row(stage: &StageBoard, line: &MeetingLine, texts: Texts) -> PairingRow {
    let result = result_marks(line, 0);
    let play = line.play.as_ref().map(PairingPlayLink::new);
    let (replay, play) = match play {
        Some(play) if play.is_replay && !result.is_empty() => (play.address, None),
        play => (String::new(), play),
    };
    let several = stage.groups.len() > 1;
    let of_group = if several { labels::group_label(line.group, texts) } else { String::new() };
    let section = labels::section_label(line.section, texts);
    let scores = line.scores.map(|both| both.map(points_text));
    PairingRow {
        table: line.shown_table(),
        names: line.names.clone(),
        scores: scores.unwrap_or_default(),
        result,
        boards: teams::board_rows(line),
        part: if section.is_empty() { of_group } else { section },
        is_disputed: line.is_disputed,
        replay,
        play,
    }
}

impl SeatRow {
    /// Both seats of a table, under the headings of their sides.
    pub fn both(line: &MeetingLine, sides: &[String; 2]) -> [SeatRow; 2] {
        [0, 1].map(|at| SeatRow {
            name: line.names[at].clone(),
            table: line.shown_table().to_string(),
            seat: sides[at].clone(),
            opponent: line.names[1 - at].clone(),
            result: result_marks(line, at),
        })
    }
}

impl PairingPlayLink {
    /// The label for one of its players.
    pub const fn own_words(&self) -> &'static str {
        if self.is_replay { "contest-card-replay" } else { "contest-card-play" }
    }

    pub fn new(play: &TablePlay) -> PairingPlayLink {
        let words = match play.state {
            State::Created | State::Deploying => "contest-play-deploying",
            State::InPlay | State::Paused => "contest-play-running",
            State::Ended => "contest-play-ended",
            State::Final | State::Revealed => "contest-play-over",
            State::Aborted => "contest-play-annulled",
        };
        let is_running = matches!(play.state, State::InPlay | State::Paused);
        let is_open = is_running || matches!(play.state, State::Created | State::Deploying);
        let id = short_id_text(&play.id);
        let record = play.record.map(|record| format!("/games/{record}"));
        PairingPlayLink {
            is_replay: record.is_some(),
            address: record.unwrap_or_else(|| format!("/play/{id}")),
            id,
            words,
            is_running,
            is_open,
        }
    }
}

/// A round by table; `name` keeps rows with a matching name.
pub fn round_view(stage: &StageBoard, round: &RoundBoard, name: &str, texts: Texts) -> RoundView {
    let name = folded(name);
    let shown = round.listed_tables().into_iter().filter(|line| is_searched(line, &name));
    let byes = round.byes.iter().map(|bye| bye.name.clone());
    let without = |of: fn(&ArenaBoard) -> &Vec<ByeLine>| {
        let all = stage.arena.as_ref().filter(|_| round.published).map(of).into_iter().flatten();
        all.map(|one| one.name.clone()).filter(|own| folded(own).contains(&name)).collect()
    };
    RoundView {
        free: without(|arena| &arena.free),
        paused: without(|arena| &arena.paused),
        number: round.number,
        is_stale: round.stale,
        is_draft: !round.published,
        lines: shown.map(|line| pairing_row(stage, line, texts)).collect(),
        byes: byes.filter(|own| folded(own).contains(&name)).collect(),
        asked_byes: round
            .requested_byes
            .iter()
            .filter(|one| folded(&one.name).contains(&name))
            .map(|one| format!("{} ({})", one.name, labels::bye_request_label(one.bye, texts)))
            .collect(),
    }
}

/// Rounds by name: the last one, and the open tables of those before it.
pub fn seat_rows(
    stage: &StageBoard,
    rounds: &[&RoundBoard],
    name: &str,
    texts: Texts,
) -> Vec<SeatRow> {
    let (name, sides) = (folded(name), side_headings(stage, texts));
    let Some((round, earlier)) = rounds.split_last() else { return Vec::new() };
    let mut all: Vec<SeatRow> = Vec::new();
    for line in earlier.iter().flat_map(|round| open_tables(round)).chain(round.current_tables()) {
        all.extend(teams::seat_rows(line, texts));
        all.extend(SeatRow::both(line, &sides));
    }
    let bye = |name: &String, opponent: String| SeatRow {
        name: name.clone(),
        opponent,
        ..SeatRow::default()
    };
    all.extend(round.byes.iter().map(|one| bye(&one.name, texts.get("contest-bye"))));
    all.extend(round.requested_byes.iter().map(|one| {
        let kind = labels::bye_request_label(one.bye, texts);
        bye(&one.name, format!("{} ({kind})", texts.text("contest-bye")))
    }));
    all.retain(|line| folded(&line.name).contains(&name));
    all.sort_by_cached_key(|line| name_order(&line.name));
    all
}

/// The end of an arena, or of the automatic grace period of a round, in words and in milliseconds since 1970.
pub fn grace_period(
    board: &ContestBoard,
    at: usize,
    round: Option<&RoundBoard>,
    texts: Texts,
) -> Option<GracePeriod> {
    let of = RoundId { stage: at, round: round?.number - 1 };
    let zone = &board.loaded.contest.settings.timetable.time_zone;
    let period = |key: &str, end: Micros| {
        let words = MomentText::in_zone(texts, end, zone).within(|at| texts.one(key, "at", at));
        GracePeriod::new(words, end)
    };
    let arena = board.stages[at].arena.as_ref().filter(|arena| arena.is_running);
    if let Some(ends) = arena.and_then(|arena| arena.ends) {
        return Some(period("arena-until", ends));
    }
    let mut graces = board.loaded.automatic_grace_ends().into_iter();
    let (_, end) = graces.find(|(round, _)| *round == of)?;
    Some(period("contest-grace-until", end))
}

pub struct GracePeriod {
    pub words: MomentText,
    /// Milliseconds since 1970.
    pub until: i64,
    pub script: &'static str,
}

impl GracePeriod {
    fn new(words: MomentText, end: Micros) -> GracePeriod {
        let script = assets::address("js/contest/countdown.js");
        GracePeriod { words, until: end.0 / 1_000, script }
    }
}

/// The query of the standings, for links in their rows.
#[derive(Debug, Clone, Copy)]
pub struct StandingsQuery<'a> {
    pub slug: &'a str,
    /// From 1.
    pub stage: usize,
    pub after: Option<usize>,
}

pub fn group_views(stage: &StageBoard, of: StandingsQuery<'_>, texts: Texts) -> Vec<GroupView> {
    let several = stage.groups.len() > 1;
    let who = texts.text(if is_team_stage(stage) { "contest-team" } else { "column-player" });
    let after = of.after.map(|after| after.to_string()).unwrap_or_default();
    let query = with_query("", &[("stage", of.stage.to_string()), ("after", after)]);
    let codes = |group: &GroupStandings| {
        let codes = group.tie_breaks.iter();
        codes.map(|code| (code.clone(), labels::tie_break_label(code, texts))).collect()
    };
    let view = |(at, group): (usize, &GroupStandings)| GroupView {
        name: if several { labels::group_label(at, texts) } else { String::new() },
        who: who.to_owned(),
        after: match stage.system {
            System::Arena { .. } | System::Ladder { .. } => texts.get("standings"),
            _ => texts.count("contest-after", group.rounds),
        },
        codes: codes(group),
        hint: texts.get(match stage.system {
            System::Keizer { .. } => "keizer-hint",
            System::Arena { .. } => "arena-hint",
            System::Ladder { .. } => "ladder-hint",
            _ => "contest-why-hint",
        }),
        has_performance: group.lines.iter().any(|line| line.performance.is_some()),
        has_points: !matches!(stage.system, System::Ladder { .. }),
        rows: decided_lines(group),
        cross_table: CrossTable::new(group, texts),
        places: address(of.slug, "places/"),
        query: query.clone(),
    };
    stage.groups.iter().enumerate().map(view).collect()
}

/// Tie-breaks that rank those who are tied: the same for all of them before it has decided anything.
const RANKING_TIE_BREAKS: [&str; 3] = ["DE", "DEL", "PO"];

/// The rows of a group without values of tie-breaks that rank the tied and leave them all equal.
fn decided_lines(group: &GroupStandings) -> Vec<StandingsPlace> {
    let mut lines = group.lines.clone();
    for (at, code) in group.tie_breaks.iter().enumerate() {
        if !RANKING_TIE_BREAKS.contains(&code.split('/').next().unwrap_or_default()) {
            continue;
        }
        let is_tied = |one: &StandingsPlace, other: &StandingsPlace| {
            one.points == other.points
                && one.values.iter().take(at).eq(other.values.iter().take(at))
        };
        let mut first = 0;
        for tied in group.lines.chunk_by(is_tied) {
            if tied.iter().all(|one| one.values.get(at) == tied[0].values.get(at)) {
                let shown = lines.iter_mut().skip(first).take(tied.len());
                shown.filter_map(|one| one.values.get_mut(at)).for_each(|value| *value = None);
            }
            first += tied.len();
        }
    }
    lines
}

/// The requested stage (from 1), otherwise the last one that has started.
pub fn selected_stage(board: &ContestBoard, asked: Option<usize>) -> usize {
    let begun = board.stages.iter().rposition(|stage| stage.has_begun).unwrap_or(0);
    asked.map_or(begun, |number| number - 1).min(board.stages.len().saturating_sub(1))
}

fn open_tables(round: &RoundBoard) -> impl Iterator<Item = &MeetingLine> {
    round.meetings.iter().filter(|line| line.is_open())
}

/// The requested round, otherwise those in play, in order.
pub fn selected_rounds(stage: &StageBoard, asked: Option<usize>) -> Vec<&RoundBoard> {
    match asked {
        Some(_) => selected_round(stage, asked).into_iter().collect(),
        None => stage.rounds_in_play(),
    }
}

/// The requested round, otherwise the last.
pub fn selected_round(stage: &StageBoard, asked: Option<usize>) -> Option<&RoundBoard> {
    match asked {
        Some(number) => stage.rounds.iter().find(|round| round.number == number),
        None => stage.rounds.last(),
    }
}

#[cfg(test)]
mod tests {
    use adjutant_domain::contest::EntrantId;
    use swiss::points::Points;

    use super::*;

    fn line(place: usize, points: i32, values: [&str; 2]) -> StandingsPlace {
        StandingsPlace {
            place,
            id: EntrantId(1),
            name: String::new(),
            points: Points(points),
            is_excluded: false,
            stands_in: false,
            values: values.map(|value| Some(value.to_owned())).to_vec(),
            performance: None,
            rounds: Vec::new(),
        }
    }

    #[test]
    fn a_tie_break_that_ranks_the_tied_is_blank_where_it_decides_nothing() {
        let tied = [["1", "7"], ["2", "5"], ["1", "4"], ["1", "3"], ["1", "2"]];
        let points = [20, 20, 10, 10, 0];
        let lines = (1..).zip(tied).zip(points);
        let group = GroupStandings {
            number: 1,
            rounds: 2,
            tie_breaks: ["DE", "SB"].map(str::to_owned).to_vec(),
            lines: lines.map(|((place, values), points)| line(place, points, values)).collect(),
            against: Vec::new(),
        };
        let shown = decided_lines(&group);
        let of = |at: usize| shown.iter().map(|one| one.values[at].as_deref()).collect::<Vec<_>>();
        assert_eq!(of(0), [Some("1"), Some("2"), None, None, None]);
        assert_eq!(of(1), ["7", "5", "4", "3", "2"].map(Some), "sums are always shown");
    }
}
