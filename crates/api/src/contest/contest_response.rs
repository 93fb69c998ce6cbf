//! An event in responses. Officials get additional fields.

use serde_json::Value;

use crate::prelude::*;
use adjutant_domain::contest::{
    Award, DisputedResult, EntrantId, PairingWarning, Prize, PrizeCriterion, RequestedBye, json,
};
use adjutant_service::contests::{
    BoardScoreLine, ContestBoard, EntrantLine, GroupStandings, MeetingLine, RoundBoard,
    SeparationGroup, StageBoard, StandingsPlace, TablePlay, points_text,
};
use adjutant_site::play_commands::play_id;
use swiss::knockout::Section;
use swiss::series::Next;
use swiss::stage::System;

use super::teams::TeamMatchItem;
use super::views::{day_text, phase_name};
use super::{GameResultName, color_name, side_name};

/// An event that is run on this site.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContestResponse {
    pub name: String,
    pub slug: String,
    pub first_day: String,
    /// `to-come`, `under-way` or `over`.
    pub phase: &'static str,
    /// The number of the event's facts.
    pub version: i32,
    /// Whether players can register themselves.
    pub open: bool,
    /// The settings. Stages and sources in it are counted from 0, as in the plan.
    #[schema(value_type = Object)]
    pub settings: Value,
    /// The entrants by number. Only officials see the waiting list.
    pub entrants: Vec<EntrantLine>,
    pub stages: Vec<StageItem>,
    /// The prizes, and who would win them now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prizes: Vec<PrizeItem>,
    /// Officials only: forbidden pairings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apart: Option<Vec<SeparationGroup>>,
}

/// A prize.
#[derive(Debug, Serialize, ToSchema)]
pub struct PrizeItem {
    pub what: String,
    /// The first and the last place that the prize is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<[u32; 2]>,
    /// The name of a prize that is not for places.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The entrants who would win it now; empty if that is not known yet.
    pub winners: Vec<u32>,
    /// Whether more entrants are equal than there are prizes, so that the winner is not decided.
    pub tied: bool,
}

/// A stage.
#[derive(Debug, Serialize, ToSchema)]
pub struct StageItem {
    pub stage: usize,
    pub name: String,
    /// `swiss`, `round-robin`, `knock-out`, `board-groups` or `scheveningen`.
    pub system: &'static str,
    pub has_begun: bool,
    pub is_over: bool,
    /// The number of rounds to be played; null if not known.
    pub planned: Option<usize>,
    /// The groups with their standings; empty for a knock-out.
    pub groups: Vec<GroupItem>,
    /// The published rounds. Officials also see the draft.
    pub rounds: Vec<RoundItem>,
    /// The final places of a knock-out, best first.
    pub places: Vec<KnockOutPlace>,
    /// For teams: the scores of each board, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<BoardScoreLine>,
    /// Officials only: whether a round that was retracted can be restored.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub may_restore: bool,
    /// The number of rounds that were retracted since the last one was published.
    #[serde(skip_serializing_if = "is_none")]
    pub revoked: usize,
}

const fn is_none(count: &usize) -> bool {
    *count == 0
}

/// A group of a stage.
#[derive(Debug, Serialize, ToSchema)]
pub struct GroupItem {
    pub group: usize,
    /// The number of rounds that count in the standings.
    pub after: usize,
    /// The codes of the tie-breaks: those of FIDE's C.07, and the league's own.
    pub tie_breaks: Vec<String>,
    pub standings: Vec<StandingsPlace>,
}

/// Places decided by a knock-out.
#[derive(Debug, Serialize, ToSchema)]
pub struct KnockOutPlace {
    pub from: usize,
    /// The same as `from`, unless several entrants share these places.
    pub to: usize,
    pub entrant: u32,
    pub name: String,
}

/// A round.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoundItem {
    pub round: usize,
    /// Whether the round is published. Only officials see a draft.
    pub published: bool,
    /// Whether officials have edited the pairing.
    pub by_hand: bool,
    /// Whether a result that the pairing is based on was corrected after the round was published.
    pub stale: bool,
    pub is_over: bool,
    pub tables: Vec<TableItem>,
    pub byes: Vec<ByeItem>,
    /// Requested byes.
    pub asked_byes: Vec<RequestedByeItem>,
    /// Officials only, for a draft: send it to publish exactly this draft.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft: Option<String>,
    /// Officials only: the rules that a draft breaks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<DraftWarningItem>,
}

/// An entrant with a bye.
#[derive(Debug, Serialize, ToSchema)]
pub struct ByeItem {
    pub entrant: u32,
    pub name: String,
}

/// An entrant with a bye on request.
#[derive(Debug, Serialize, ToSchema)]
pub struct RequestedByeItem {
    pub entrant: u32,
    pub name: String,
    /// What the bye is worth: the points of a draw (`half`), of a loss (`zero`) or of a win (`full`).
    pub bye: &'static str,
}

/// A pair, or a match of two teams.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableItem {
    pub table: usize,
    pub group: usize,
    /// The entrants' numbers. The first side has White in the first game.
    pub sides: [u32; 2],
    pub names: [String; 2],
    /// Points of both sides before the round, in a stage that counts points.
    pub scores: Option<[String; 2]>,
    /// The result of each game so far.
    pub results: Vec<GameResultName>,
    pub next: NextGameItem,
    /// The boards of a team match. `results` then has the results of the whole match.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub team_match: Option<TeamMatchItem>,
    /// Officials only: the sides reported different results.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub disputed: bool,
    /// Officials only: the results reported by the sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<[Option<GameResultName>; 2]>,
    /// Officials only: results entered by stewards that differ from the current one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contested: Vec<ContestedResultItem>,
    /// The section of a knock-out: `main`, `third-place`, `placement-5`, `losers`, `grand-final` or `reset`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The last game that was created here for this table; omitted if its players keep off lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<PlayItem>,
}

/// A game played on this site.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayItem {
    /// The id, as under `/api/v1/plays/{id}`.
    pub id: String,
    /// Which of the table's games it is, from 1.
    pub game: usize,
    /// `deploying`, `in-play`, `paused`, `ended`, `final`, `revealed` or `aborted`.
    pub state: &'static str,
}

/// A result entered by a steward that differs from the current one.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContestedResultItem {
    pub game: usize,
    /// The name of the steward's link.
    pub by: String,
    pub result: GameResultName,
}

/// The next step at a table.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct NextGameItem {
    /// `play`, `decided`, `tied` or `both-out`.
    pub next: &'static str,
    /// The game to be played next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<usize>,
    /// The color of the first side in it: `white` or `black`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<&'static str>,
    /// `first` or `second`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<&'static str>,
}

/// A rule that a draft breaks.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct DraftWarningItem {
    /// `met-before`, `second-bye`, `third-in-row`, `too-often`, `kept-apart` or `far-apart`.
    pub warning: &'static str,
    pub entrants: Vec<u32>,
    /// The round in which the two have met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<&'static str>,
}

impl From<ContestBoard> for ContestResponse {
    fn from(board: ContestBoard) -> ContestResponse {
        let (row, contest) = (&board.loaded.row, &board.loaded.contest);
        let apart = || contest.prohibited.iter().map(SeparationGroup::from).collect();
        ContestResponse {
            name: row.name.clone(),
            slug: row.slug.clone(),
            first_day: day_text(row.first_day),
            phase: phase_name(row.phase),
            version: row.version,
            open: contest.registration_open,
            settings: serde_json::from_str(&json::write_settings(&contest.settings))
                .unwrap_or_default(),
            apart: board.for_officials.then(apart),
            entrants: board.entrants,
            prizes: contest.settings.prizes.iter().zip(contest.awards()).map(prize).collect(),
            stages: (1..)
                .zip(board.stages)
                .map(|(n, one)| stage(n, one, board.for_officials))
                .collect(),
        }
    }
}

fn prize((prize, award): (&Prize, Award)) -> PrizeItem {
    let (places, title) = match &prize.criterion {
        PrizeCriterion::Places { from, to } => (Some([*from, *to]), None),
        PrizeCriterion::Best { title, .. } | PrizeCriterion::Performance { title, .. } => {
            (None, Some(title.clone()))
        }
    };
    PrizeItem {
        what: prize.description.clone(),
        places,
        title,
        winners: award.winners.iter().map(|id| id.0).collect(),
        tied: award.is_tied,
    }
}

const fn system_name(system: System) -> &'static str {
    match system {
        System::Swiss { .. } => "swiss",
        System::RoundRobin { .. } => "round-robin",
        System::Knockout { .. } => "knock-out",
        System::BoardGroups { .. } => "board-groups",
        System::Scheveningen => "scheveningen",
    }
}

fn stage(number: usize, board: StageBoard, officials: bool) -> StageItem {
    let place = |(from, to, id, name): (_, _, EntrantId, _)| KnockOutPlace {
        from,
        to,
        entrant: id.0,
        name,
    };
    let groups = (1..).zip(board.groups).map(|(number, group)| GroupItem::new(number, group));
    StageItem {
        stage: number,
        name: board.name,
        system: system_name(board.system),
        has_begun: board.has_begun,
        is_over: board.is_over,
        planned: board.planned,
        groups: groups.collect(),
        rounds: board.rounds.into_iter().map(|one| round(one, officials)).collect(),
        places: board.places.into_iter().map(place).collect(),
        boards: board.boards,
        may_restore: board.can_restore,
        revoked: board.revoked,
    }
}

impl GroupItem {
    fn new(number: usize, board: GroupStandings) -> GroupItem {
        GroupItem {
            group: number,
            after: board.rounds,
            tie_breaks: board.tie_breaks,
            standings: board.lines,
        }
    }
}

fn round(board: RoundBoard, officials: bool) -> RoundItem {
    let bye = |(id, name): (EntrantId, String)| ByeItem { entrant: id.0, name };
    let requested = |(id, name, bye): (EntrantId, String, RequestedBye)| RequestedByeItem {
        entrant: id.0,
        name,
        bye: match bye {
            RequestedBye::Half => "half",
            RequestedBye::Zero => "zero",
            RequestedBye::Full => "full",
        },
    };
    RoundItem {
        round: board.number,
        published: board.published,
        by_hand: board.by_hand,
        stale: board.stale,
        is_over: board.is_over,
        tables: board.meetings.into_iter().map(|one| table(one, officials)).collect(),
        byes: board.byes.into_iter().map(bye).collect(),
        asked_byes: board.requested_byes.into_iter().map(requested).collect(),
        draft: board.draft_fingerprint.map(|print| format!("{print:016x}")),
        warnings: board.warnings.iter().map(DraftWarningItem::from).collect(),
    }
}

fn table(line: MeetingLine, officials: bool) -> TableItem {
    let said = line.reports.map(|one| one.map(GameResultName::from));
    TableItem {
        table: line.table,
        group: line.group + 1,
        sides: line.sides.map(|id| id.0),
        names: line.names,
        scores: line.scores.map(|scores| scores.map(points_text)),
        results: line.games.into_iter().map(GameResultName::from).collect(),
        next: NextGameItem::from(line.next),
        team_match: line.team.map(TeamMatchItem::from),
        disputed: line.is_disputed,
        said: (officials && said != [None; 2]).then_some(said),
        contested: line.disputed.into_iter().map(ContestedResultItem::from).collect(),
        section: line.section.map(section_name),
        play: line.play.as_ref().map(PlayItem::from),
    }
}

impl From<&TablePlay> for PlayItem {
    fn from(play: &TablePlay) -> PlayItem {
        PlayItem { id: play_id(&play.id), game: play.game + 1, state: play.state.key() }
    }
}

impl From<(usize, DisputedResult)> for ContestedResultItem {
    fn from((game, said): (usize, DisputedResult)) -> ContestedResultItem {
        ContestedResultItem { game: game + 1, by: said.link_name, result: said.result.into() }
    }
}

fn section_name(section: Section) -> String {
    match section {
        Section::Main => "main".to_owned(),
        Section::ThirdPlace => "third-place".to_owned(),
        Section::Placement(best) => format!("placement-{best}"),
        Section::Losers => "losers".to_owned(),
        Section::GrandFinal => "grand-final".to_owned(),
        Section::Reset => "reset".to_owned(),
    }
}

impl From<Next> for NextGameItem {
    fn from(next: Next) -> NextGameItem {
        let plain = |next| NextGameItem { next, ..NextGameItem::default() };
        match next {
            Next::Play { game, first, .. } => NextGameItem {
                game: Some(game + 1),
                first: Some(color_name(first)),
                ..plain("play")
            },
            Next::Decided { winner, .. } => {
                NextGameItem { winner: Some(side_name(winner)), ..plain("decided") }
            }
            Next::Tied => plain("tied"),
            Next::BothOut => plain("both-out"),
        }
    }
}

impl From<&PairingWarning> for DraftWarningItem {
    fn from(warning: &PairingWarning) -> DraftWarningItem {
        let plain = |warning, entrants: &[EntrantId]| DraftWarningItem {
            warning,
            entrants: entrants.iter().map(|id| id.0).collect(),
            ..DraftWarningItem::default()
        };
        let of_color = |warning, one, of| DraftWarningItem {
            color: Some(color_name(of)),
            ..plain(warning, &[one])
        };
        match *warning {
            PairingWarning::MetBefore { one, other, round } => {
                DraftWarningItem { round: Some(round + 1), ..plain("met-before", &[one, other]) }
            }
            PairingWarning::SecondBye(one) => plain("second-bye", &[one]),
            PairingWarning::ColorThreeTimes(one, of) => of_color("third-in-row", one, of),
            PairingWarning::ColorImbalance(one, of) => of_color("too-often", one, of),
            PairingWarning::ProhibitedPair { one, other } => plain("kept-apart", &[one, other]),
            PairingWarning::ScoreGap { one, other } => plain("far-apart", &[one, other]),
        }
    }
}
