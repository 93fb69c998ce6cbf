//! The state of an event for the public, with additional details for its officials.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::access::{Act, Actor};
use crate::{App, Result};
use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::{
    Amount, Challenge, Contest, EntrantId, EntrantStatus, GroupTournament, Meeting, PairingWarning,
    RegisteredEntrant, RequestedBye, Round, RoundId,
};
use adjutant_domain::moment::Micros;
use serde::Serialize;
use swiss::knockout::Section;
use swiss::points::Points;
use swiss::series::{GameResult, Next, Side};
use swiss::stage::{System, Unit};
use swiss::tiebreak::Working;
use utoipa::ToSchema;

use super::cache::{self, LoadedContest};
use super::error_messages::no_spot;
use super::event_row;
use super::execution::{authorize, is_official};
use super::group_board::{ARENA_POINTS, KEIZER_POINTS, Keeping, group_standings};
use super::match_board::{
    BoardScoreLine, MatchLine, TeamLine, board_scores, entrant_name, match_line, team_line,
};
use super::onsite_games::{self, EventPlays, TablePlay};
use super::personal::PersonalFields;
use super::wire::{self, DraftWarningItem, GameResultName, NextGameItem};

/// An entrant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = EntrantItem)]
pub struct EntrantLine {
    #[serde(rename = "entrant")]
    #[schema(value_type = u32)]
    pub id: EntrantId,
    /// The handle, for players of this site.
    pub name: String,
    /// Whether the entrant is a player of this site.
    #[serde(rename = "player")]
    pub is_player: bool,
    /// Whether it is the computer, which plays where the number of players is odd and does not compete.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stands_in: bool,
    pub rating: u32,
    pub club: String,
    pub province: String,
    /// `in`, `waiting` or `withdrawn`.
    #[schema(value_type = String)]
    pub standing: EntrantStatus,
    /// The members, in team events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<TeamLine>,
    /// Officials only: whether the entrant has paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid: Option<bool>,
    /// Officials only: how much the entrant has paid in all, such as `75.00`, if that was recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub amount_paid: Option<Amount>,
    /// Officials only: whether the entrant is checked in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub present: Option<bool>,
    /// Officials only: details for federations and prizes, if any are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub personal: Option<PersonalFields>,
}

/// A row of the standings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RankItem)]
pub struct StandingsPlace {
    /// From 1; the computer as a stand-in takes nobody's place, and has the one behind the last.
    pub place: usize,
    #[serde(rename = "entrant")]
    #[schema(value_type = u32)]
    pub id: EntrantId,
    pub name: String,
    #[serde(serialize_with = "wire::points")]
    #[schema(value_type = String)]
    pub points: Points,
    /// Whether the entrant left a round robin before playing half of the games, so that the results do not count.
    #[serde(rename = "left_out", skip_serializing_if = "std::ops::Not::not")]
    pub is_excluded: bool,
    /// Whether it is the computer, which stands in and does not compete.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stands_in: bool,
    /// One per tie-break; null if it was skipped.
    pub values: Vec<Option<String>>,
    /// The performance rating of the games that were played over the board (C.07, 10.2); null if there are none, or if
    /// an opponent has no rating.
    pub performance: Option<i32>,
    /// One cell per round, as in a cross-table: `3w1` is a win with White against the third row, `3+` and `3-` are
    /// forfeits, `bye 1` and `bye =` byes, `–` is a round that was not played.
    pub rounds: Vec<String>,
}

/// Points in their shortest form: `2`, `2.5`.
pub fn points_text(points: Points) -> String {
    let text = points.to_string();
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// A group of a stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = GroupItem)]
pub struct GroupStandings {
    #[serde(rename = "group")]
    pub number: usize,
    /// The number of rounds that count in the standings.
    #[serde(rename = "after")]
    pub rounds: usize,
    /// The codes of the tie-breaks: those of FIDE's C.07, and the league's own.
    pub tie_breaks: Vec<String>,
    #[serde(rename = "standings")]
    pub lines: Vec<StandingsPlace>,
    /// Of a round robin, also of one on each board: the results of each against each, in the order of the lines; otherwise
    /// empty. `1`, `=` and `0` are games, `+` and `-` forfeits.
    #[serde(skip)]
    pub against: Vec<Vec<String>>,
}

/// A pair, or a match of two teams.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TableItem)]
pub struct MeetingLine {
    pub table: usize,
    /// The number of the table in the hall, if it is another: in a section that does not begin at table 1, in an arena or a
    /// ladder, where `table` counts the games, and for a knock-out match that started while others of an earlier round
    /// were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hall_table: Option<usize>,
    #[serde(serialize_with = "wire::from_one")]
    pub group: usize,
    /// The entrants' numbers. The first side has White in the first game.
    #[schema(value_type = [u32; 2])]
    pub sides: [EntrantId; 2],
    pub names: [String; 2],
    /// Points of both sides before the round, in a stage that counts points.
    #[serde(serialize_with = "wire::optional_scores")]
    #[schema(value_type = Option<[String; 2]>)]
    pub scores: Option<[Points; 2]>,
    /// The result of each game so far.
    #[serde(rename = "results")]
    #[schema(value_type = Vec<GameResultName>)]
    pub games: Vec<GameResult>,
    #[serde(serialize_with = "wire::next_game")]
    #[schema(value_type = NextGameItem)]
    pub next: Next,
    /// The boards of a team match. `results` then has the results of the whole match.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub team: Option<MatchLine>,
    /// Officials only: the sides reported different results.
    #[serde(rename = "disputed", skip_serializing_if = "std::ops::Not::not")]
    pub is_disputed: bool,
    /// Officials only: the results reported by the sides.
    #[serde(rename = "said", skip_serializing_if = "is_nothing_reported")]
    #[schema(value_type = Option<[Option<GameResultName>; 2]>)]
    pub reports: [Option<GameResult>; 2],
    /// Officials only: results entered by stewards that differ from the current one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contested: Vec<ContestedResult>,
    /// The section of a knock-out: `main`, `third-place`, `placement-5`, `losers`, `grand-final` or `reset`.
    #[serde(serialize_with = "wire::section", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub section: Option<Section>,
    /// The last game that was created here for this table; omitted if its players keep off lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<TablePlay>,
}

pub(super) fn is_nothing_reported(reports: &[Option<GameResult>; 2]) -> bool {
    *reports == [None; 2]
}

/// A result entered by a steward that differs from the current one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ContestedResultItem)]
pub struct ContestedResult {
    #[serde(serialize_with = "wire::from_one")]
    pub game: usize,
    /// The name of the steward's link.
    pub by: String,
    #[schema(value_type = GameResultName)]
    pub result: GameResult,
}

impl MeetingLine {
    /// The number of the table at which it is played.
    pub fn shown_table(&self) -> usize {
        self.hall_table.unwrap_or(self.table)
    }

    /// Whether a game is to be played.
    pub const fn is_open(&self) -> bool {
        matches!(self.next, Next::Play { .. })
    }
}

/// An entrant with a bye, or in an arena without a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ByeItem)]
pub struct ByeLine {
    #[schema(value_type = u32)]
    pub entrant: EntrantId,
    pub name: String,
}

/// An entrant with a bye on request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RequestedByeItem)]
pub struct RequestedByeLine {
    #[schema(value_type = u32)]
    pub entrant: EntrantId,
    pub name: String,
    /// What the bye is worth: the points of a draw (`half`), of a loss (`zero`) or of a win (`full`).
    #[schema(value_type = String)]
    pub bye: RequestedBye,
}

/// A round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RoundItem)]
pub struct RoundBoard {
    #[serde(rename = "round")]
    pub number: usize,
    /// Whether tables are added to it one by one, as in arenas and ladders.
    #[serde(skip)]
    pub grows: bool,
    /// Whether the round is published. Only officials see a draft.
    pub published: bool,
    /// Whether officials have edited the pairing.
    pub by_hand: bool,
    /// Whether a result that the pairing is based on was corrected after the round was published.
    pub stale: bool,
    pub is_over: bool,
    #[serde(rename = "tables")]
    pub meetings: Vec<MeetingLine>,
    pub byes: Vec<ByeLine>,
    /// Requested byes.
    #[serde(rename = "asked_byes")]
    pub requested_byes: Vec<RequestedByeLine>,
    /// Officials only, for a draft: send it to publish exactly this draft.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft: Option<String>,
    /// Officials only: the rules that a draft breaks.
    #[serde(serialize_with = "wire::warnings", skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<DraftWarningItem>)]
    pub warnings: Vec<PairingWarning>,
}

impl RoundBoard {
    /// The tables as they are listed: of arenas and ladders first those at which somebody plays, then the finished games,
    /// the latest first.
    pub fn listed_tables(&self) -> Vec<&MeetingLine> {
        let mut all: Vec<&MeetingLine> = self.meetings.iter().collect();
        if self.grows {
            all.sort_by_key(|line| match line.is_open() {
                true => (false, line.shown_table()),
                false => (true, usize::MAX - line.table),
            });
        }
        all
    }

    /// The tables at which people sit: all, but of arenas and ladders those at which somebody plays.
    pub fn current_tables(&self) -> Vec<&MeetingLine> {
        let all = self.listed_tables().into_iter();
        all.filter(|line| !self.grows || line.is_open()).collect()
    }
}

/// Places decided by a knock-out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct KnockOutPlace {
    pub from: usize,
    /// The same as `from`, unless several entrants share these places.
    pub to: usize,
    #[schema(value_type = u32)]
    pub entrant: EntrantId,
    pub name: String,
}

/// The state of an arena.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ArenaItem)]
pub struct ArenaBoard {
    /// Whether it pairs.
    #[serde(rename = "running")]
    pub is_running: bool,
    /// When pairing ends or was to end; null before it starts.
    #[serde(serialize_with = "wire::optional_moment")]
    #[schema(value_type = Option<String>)]
    pub ends: Option<Micros>,
    /// Entrants who wait for a game.
    pub free: Vec<ByeLine>,
    /// Entrants who take a break.
    pub paused: Vec<ByeLine>,
    /// After how many wins in a row points count double; null for never.
    pub doubled_after: Option<u32>,
}

/// The state of a ladder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LadderItem)]
pub struct LadderBoard {
    /// Whether it takes challenges.
    #[serde(rename = "running")]
    pub is_running: bool,
    /// When it ends; null if officials end it, or it has ended.
    #[serde(serialize_with = "wire::optional_moment")]
    #[schema(value_type = Option<String>)]
    pub ends: Option<Micros>,
    /// From the first place to the last.
    pub line: Vec<LadderLine>,
    /// The challenges that are to be answered or played.
    pub challenges: Vec<ChallengeLine>,
}

/// A place of a ladder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LadderPlaceItem)]
pub struct LadderLine {
    pub place: usize,
    #[schema(value_type = u32)]
    pub entrant: EntrantId,
    pub name: String,
    /// When they fall if they neither play nor challenge before; null if they do not.
    #[serde(serialize_with = "wire::optional_moment")]
    #[schema(value_type = Option<String>)]
    pub falls: Option<Micros>,
}

/// A challenge that is to be answered or played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LadderChallengeItem)]
pub struct ChallengeLine {
    #[schema(value_type = u32)]
    pub challenger: EntrantId,
    #[schema(value_type = u32)]
    pub challenged: EntrantId,
    /// Whether it is accepted, and to be played.
    #[serde(rename = "accepted")]
    pub is_accepted: bool,
    /// Until when it is to be answered or played.
    #[serde(serialize_with = "wire::moment")]
    #[schema(value_type = String)]
    pub until: Micros,
    /// The number of the table in the round of the ladder.
    pub table: Option<usize>,
}

/// A stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = StageItem)]
pub struct StageBoard {
    #[serde(rename = "stage")]
    pub number: usize,
    pub name: String,
    /// `swiss`, `keizer`, `arena`, `ladder`, `round-robin`, `knock-out`, `board-groups` or `scheveningen`.
    #[serde(serialize_with = "wire::system")]
    #[schema(value_type = String)]
    pub system: System,
    pub has_begun: bool,
    pub is_over: bool,
    /// The number of rounds to be played; null if not known.
    pub planned: Option<usize>,
    /// The groups with their standings; empty for a knock-out.
    pub groups: Vec<GroupStandings>,
    /// The published rounds. Officials also see the draft.
    pub rounds: Vec<RoundBoard>,
    /// The final places of a knock-out, best first.
    pub places: Vec<KnockOutPlace>,
    /// For teams: the scores of each board, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<BoardScoreLine>,
    /// Of an arena: its clock, and who is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arena: Option<ArenaBoard>,
    /// Of a ladder: its places and open challenges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ladder: Option<LadderBoard>,
    /// Officials only: whether a round that was retracted can be restored.
    #[serde(rename = "may_restore", skip_serializing_if = "std::ops::Not::not")]
    pub can_restore: bool,
    /// The number of rounds that were retracted since the last one was published.
    #[serde(skip_serializing_if = "is_zero")]
    pub revoked: usize,
}

impl StageBoard {
    /// The rounds in play, in order: the last published one, and of a knock-out the earlier ones that have open
    /// matches, because it may have started before they are over.
    pub fn rounds_in_play(&self) -> Vec<&RoundBoard> {
        let published: Vec<&RoundBoard> = self.rounds.iter().filter(|one| one.published).collect();
        let Some((last, earlier)) = published.split_last() else { return Vec::new() };
        let is_open = |round: &&&RoundBoard| self.is_knockout() && !round.is_over;
        earlier.iter().filter(is_open).chain([last]).copied().collect()
    }

    /// The number of published rounds.
    pub fn published(&self) -> usize {
        self.rounds.iter().filter(|round| round.published).count()
    }

    pub const fn is_knockout(&self) -> bool {
        matches!(self.system, System::Knockout { .. })
    }
}

const fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[derive(Debug, Clone)]
pub struct ContestBoard {
    pub loaded: Arc<LoadedContest>,
    pub for_officials: bool,
    pub entrants: Vec<EntrantLine>,
    pub stages: Vec<StageBoard>,
}

impl ContestBoard {
    /// Whether the event was played to its end.
    pub fn has_ended(&self) -> bool {
        self.loaded.contest.is_over && self.loaded.contest.cancelled.is_none()
    }
}

/// The round after which to show the standings; by default all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BoardOptions {
    pub after_round: Option<usize>,
}

/// Returns the event as visible to the actor.
pub fn contest_board(
    app: &App,
    actor: &Actor,
    slug: &str,
    boards: BoardOptions,
) -> Result<ContestBoard> {
    let for_officials = is_official(app, actor, slug)?;
    build_board(app, &load_contest(app, slug)?, for_officials, boards)
}

/// Returns the event as visible to its officials.
pub fn official_board(
    app: &App,
    actor: &Actor,
    slug: &str,
    boards: BoardOptions,
) -> Result<ContestBoard> {
    authorize(app, actor, Act::OfficiateEvent, slug)?;
    build_board(app, &load_contest(app, slug)?, true, boards)
}

pub(super) fn build_board(
    app: &App,
    run: &Arc<LoadedContest>,
    for_officials: bool,
    boards: BoardOptions,
) -> Result<ContestBoard> {
    let contest = &run.contest;
    let games = onsite_games::load_event_plays(&mut *app.store().read_connection()?, run)?;
    let is_shown = |standing: EntrantStatus| for_officials || standing != EntrantStatus::Waiting;
    let entrants = contest.numbered_entrants().filter(|(_, one)| is_shown(one.status));
    let line = |(id, one): (EntrantId, &RegisteredEntrant)| {
        let person = &one.person;
        // Origins of people who are not listed publicly are shown to officials only.
        let told = for_officials || !run.private_entrants.contains(&id);
        let place = |text: &String| if told { text.clone() } else { String::new() };
        EntrantLine {
            id,
            name: person.name.clone(),
            is_player: person.player != 0,
            stands_in: person.stands_in,
            rating: person.rating,
            club: place(&person.club),
            province: place(&person.province),
            standing: one.status,
            team: one
                .team
                .as_ref()
                .zip(contest.settings.team_boards())
                .map(|(team, boards)| team_line(team, boards)),
            paid: for_officials.then_some(one.paid),
            amount_paid: Some(one.amount_paid)
                .filter(|amount| for_officials && *amount > Amount::default()),
            present: for_officials.then_some(one.present),
            personal: Some(&person.personal)
                .filter(|details| for_officials && !details.is_empty())
                .map(PersonalFields::from_details),
        }
    };
    let entrants = entrants.map(line).collect();
    let keeping = Keeping { cache: &app.memory.contests, event: run.row.id };
    let of = |stage| stage_board(contest, &keeping, &games, stage, for_officials, boards);
    let stages = (0..contest.stages.len()).map(of).collect();
    Ok(ContestBoard { loaded: Arc::clone(run), for_officials, entrants, stages })
}

pub fn load_contest(app: &App, slug: &str) -> Result<Arc<LoadedContest>> {
    let mut conn = app.store().read_connection()?;
    let row = event_row(&mut conn, slug)?;
    cache::load(app, &mut conn, &row)
}

fn arena_board(contest: &Contest, stage: usize) -> Option<ArenaBoard> {
    let (_, rules) = contest.arena_rules(stage)?;
    let state = &contest.stages[stage];
    let is_running = contest.is_arena_running(stage);
    let free = if is_running { contest.free_in_arena(stage) } else { Vec::new() };
    let line = |entrant| ByeLine { entrant, name: entrant_name(contest, entrant) };
    let doubled_after = (rules.streak > 0).then_some(rules.streak);
    Some(ArenaBoard {
        is_running,
        ends: state.arena.ends,
        free: free.into_iter().map(line).collect(),
        paused: state.arena.paused.iter().copied().map(line).collect(),
        doubled_after,
    })
}

fn ladder_board(contest: &Contest, stage: usize) -> Option<LadderBoard> {
    let places = contest.ladder_places(stage)?;
    let is_running = contest.is_ladder_running(stage);
    let line = |(at, entrant): (usize, EntrantId)| LadderLine {
        place: at + 1,
        entrant,
        name: entrant_name(contest, entrant),
        falls: contest.falls_at(stage, entrant),
    };
    let challenge = |one: &Challenge| {
        let table = contest.challenge_table(stage, one);
        let window = table.and_then(|table| contest.match_window(table));
        ChallengeLine {
            challenger: one.challenger,
            challenged: one.challenged,
            is_accepted: one.accepted.is_some(),
            until: window.map_or_else(|| one.until, |own| own.until),
            table: one.table.map(|table| table + 1),
        }
    };
    Some(LadderBoard {
        is_running,
        ends: contest.ladder_ends_at(stage).filter(|_| is_running),
        line: places.line.into_iter().enumerate().map(line).collect(),
        challenges: contest.open_challenges(stage).map(challenge).collect(),
    })
}

fn stage_board(
    contest: &Contest,
    keeping: &Keeping<'_>,
    games: &EventPlays,
    stage: usize,
    officials: bool,
    boards: BoardOptions,
) -> StageBoard {
    let (state, plan) = (&contest.stages[stage], &contest.settings.plan.stages[stage]);
    let after = boards.after_round.unwrap_or(usize::MAX);
    let tables: Vec<Option<GroupTournament>> = (0..state.groups.len())
        .map(|group| contest.group_tournament(stage, group, after))
        .collect();
    let progress = contest.knockout_progress(stage);
    let places = progress.iter().flat_map(|progress| &progress.places).map(|placed| {
        let id = EntrantId(u32::try_from(placed.entrant + 1).unwrap_or(u32::MAX));
        let (from, to) = (placed.places.first, placed.places.last);
        KnockOutPlace { from, to, entrant: id, name: entrant_name(contest, id) }
    });
    let shown = state.rounds.iter().enumerate().filter(|(_, round)| officials || round.published);
    let rounds = shown.map(|(at, round)| {
        let play = |table, board| games.play_at_table(contest, table, board, officials);
        round_board(contest, RoundId { stage, round: at }, round, officials, play)
    });
    let groups = tables.iter().enumerate().filter_map(|(group, table)| {
        let table = table.as_ref()?;
        Some(match boards.after_round {
            Some(_) => group_standings(contest, (stage, group), table, &table.standings()),
            None => keeping.standings(contest, (stage, group), table),
        })
    });
    StageBoard {
        number: stage + 1,
        name: plan.name.clone(),
        system: plan.system,
        has_begun: state.has_begun(),
        is_over: contest.is_stage_over(stage),
        planned: contest.round_count(stage),
        places: places.collect(),
        boards: board_scores(contest, stage),
        groups: groups.collect(),
        rounds: rounds.collect(),
        arena: arena_board(contest, stage),
        ladder: ladder_board(contest, stage),
        can_restore: officials && contest.restore_round(stage).is_ok(),
        revoked: state.revoked_rounds(),
    }
}

fn round_board(
    contest: &Contest,
    at: RoundId,
    round: &Round,
    officials: bool,
    play: impl Fn(TableId, Option<usize>) -> Option<TablePlay>,
) -> RoundBoard {
    let RoundId { stage, round: number } = at;
    let groups = 0..contest.stages[stage].groups.len();
    let before: Vec<_> =
        groups.map(|group| contest.group_tournament(stage, group, number)).collect();
    let knockout = contest.knockout(stage);
    let seats = |table: &GroupTournament| -> BTreeMap<EntrantId, usize> {
        table.entrants.iter().enumerate().map(|(place, id)| (*id, place)).collect()
    };
    let seats: Vec<_> = before.iter().map(|table| table.as_ref().map(seats)).collect();
    let score = |group: usize, id: EntrantId| {
        let table = before.get(group)?.as_ref()?;
        let place = *seats[group].as_ref()?.get(&id)?;
        Some(table.tournament.score(place, number.min(table.tournament.played)))
    };
    let line = |(table, meeting): (TableId, &Meeting)| MeetingLine {
        table: table.table + 1,
        hall_table: Some(contest.table_number(table)).filter(|number| *number != table.table + 1),
        group: meeting.group,
        sides: meeting.sides,
        names: meeting.sides.map(|side| entrant_name(contest, side)),
        // In a round that grows there is no time before it.
        scores: score(meeting.group, meeting.sides[0])
            .zip(score(meeting.group, meeting.sides[1]))
            .filter(|_| !contest.grows(stage))
            .map(|(one, other)| [one, other]),
        games: meeting.games.clone(),
        team: match_line(contest, table, meeting, officials, |board| play(table, Some(board))),
        next: meeting.next,
        is_disputed: officials && meeting.is_disputed(),
        contested: contested_results(contest, table, officials),
        reports: if officials { meeting.reports } else { [None; 2] },
        section: meeting
            .knockout_match
            .and_then(|of| knockout.as_ref().map(|all| all.matches()[of.0].section)),
        play: if meeting.team.is_none() { play(table, None) } else { None },
    };
    let bye = |entrant| ByeLine { entrant, name: entrant_name(contest, entrant) };
    // Whom the bracket lets wait in its first round has a bye there.
    let waiting = |id: &EntrantId| {
        let plays = round.meetings.iter().any(|one| one.sides.contains(id));
        !plays && contest.entrant(*id).is_some_and(|one| one.status == EntrantStatus::Active)
    };
    let byes: Vec<EntrantId> = if knockout.is_some() && number == 0 {
        contest.stages[stage].entrants().filter(waiting).collect()
    } else {
        round.byes.clone()
    };
    let requested = |(entrant, bye)| {
        let name = entrant_name(contest, entrant);
        RequestedByeLine { entrant, name, bye }
    };
    let draft = contest.draft_fingerprint(at);
    RoundBoard {
        number: number + 1,
        published: round.published,
        grows: contest.grows(stage),
        by_hand: round.is_manual,
        stale: round.stale,
        is_over: round.is_over(),
        meetings: (0..).map(|table| at.table(table)).zip(&round.meetings).map(line).collect(),
        byes: byes.into_iter().map(bye).collect(),
        requested_byes: contest.requested_byes(at).into_iter().map(requested).collect(),
        draft: draft.filter(|_| officials).map(|print| format!("{print:016x}")),
        warnings: if round.published || !officials { Vec::new() } else { contest.warnings(stage) },
    }
}

/// The differing results of stewards at a table, for officials.
fn contested_results(contest: &Contest, at: TableId, officials: bool) -> Vec<ContestedResult> {
    let all = contest.stages[at.stage].disputed.range(at.game(0)..=at.game(usize::MAX));
    let contested = all.map(|(slot, said)| ContestedResult {
        game: slot.game,
        by: said.link_name.clone(),
        result: said.result,
    });
    contested.filter(|_| officials).collect()
}

/// Explains a place: for each tie-break its code and computation.
#[derive(Debug, Clone, PartialEq)]
pub struct PlaceExplanation {
    pub name: String,
    pub place: usize,
    pub points: Points,
    pub criteria: Vec<(String, Working)>,
    /// Names by index in the tournament.
    pub names: Vec<String>,
    /// Entrant ids by index in the tournament.
    pub ids: Vec<EntrantId>,
}

pub fn explain_place(
    app: &App,
    slug: &str,
    stage: usize,
    entrant: EntrantId,
    after: Option<usize>,
) -> Result<PlaceExplanation> {
    let run = load_contest(app, slug)?;
    let state = run.contest.stages.get(stage).ok_or_else(no_spot)?;
    let group = state.groups.iter().position(|group| group.contains(&entrant));
    let table = group
        .and_then(|group| run.contest.group_tournament(stage, group, after.unwrap_or(usize::MAX)));
    let table = table.ok_or_else(no_spot)?;
    let at = table.entrants.iter().position(|one| *one == entrant).ok_or_else(no_spot)?;
    let standings = table.standings();
    let row = standings.rows().iter().find(|row| row.entrant == at).ok_or_else(no_spot)?;
    let codes = table.regulations.criteria.iter().enumerate();
    let of_keizer = standings.keizer().zip(table.regulations.keizer).map(|(ranking, rules)| {
        let working = ranking.working(&table.tournament, &rules, at, standings.rounds());
        (KEIZER_POINTS.to_owned(), working)
    });
    let of_arena = standings
        .arena()
        .map(|ranking| (ARENA_POINTS.to_owned(), ranking.working(&table.tournament, at)));
    Ok(PlaceExplanation {
        name: entrant_name(&run.contest, entrant),
        place: row.place,
        points: row.points,
        criteria: codes
            .map(|(number, code)| (code.to_string(), standings.working(at, number)))
            .chain(of_keizer)
            .chain(of_arena)
            .collect(),
        names: table.entrants.iter().map(|id| entrant_name(&run.contest, *id)).collect(),
        ids: table.entrants.clone(),
    })
}

pub const fn is_team_event(contest: &Contest) -> bool {
    matches!(contest.settings.plan.unit, Unit::Teams { .. })
}

/// The winner of a meeting, if any.
pub const fn winner(meeting: &MeetingLine) -> Option<Side> {
    match meeting.next {
        Next::Decided { winner, .. } => Some(winner),
        _ => None,
    }
}
