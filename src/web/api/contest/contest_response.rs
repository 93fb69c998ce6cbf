//! An event as answers have it; officials' answers have more of the same.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::contest::{
    Award, DisputedResult, EntrantId, EntrantStatus, PairingWarning, Prize, PrizeCriterion, json,
};
use crate::service::contests::{
    ContestBoard, EntrantLine, GroupStandings, MeetingLine, RoundBoard, StageBoard, StandingsPlace,
    TablePlay,
};
use crate::web::play_commands::play_id;
use swiss::Color;
use swiss::knockout::Section;
use swiss::series::{Next, Side};
use swiss::stage::System;

use super::byes::{ByeItem, RequestedByeItem};
use super::separation::SeparationGroup;
use super::teams::{BoardScoreItem, TeamItem, TeamMatchItem};
use super::views::{day_text, phase_name};
use super::{GameResultName, points_text};

/// An event that is run here.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContestResponse {
    pub name: String,
    pub slug: String,
    pub first_day: String,
    /// `to-come`, `under-way` or `over`.
    pub phase: &'static str,
    /// So many facts were told of it.
    pub version: i32,
    /// Whether people register themselves.
    pub open: bool,
    /// How it is played; stages and sources in it are counted from 0, as a plan has them.
    #[schema(value_type = Object)]
    pub settings: Value,
    /// In the order of their numbers; who waits for a place is shown to officials alone.
    pub entrants: Vec<EntrantItem>,
    pub stages: Vec<StageItem>,
    /// What is won, and by whom as it stands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prizes: Vec<PrizeItem>,
    /// For officials alone: who is kept apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apart: Option<Vec<SeparationGroup>>,
}

/// A prize.
#[derive(Debug, Serialize, ToSchema)]
pub struct PrizeItem {
    pub what: String,
    /// The places that it is for, the first and the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<[u32; 2]>,
    /// What it is called, where it is for no places.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Entrants who have it as it stands; none where that is not known yet.
    pub winners: Vec<u32>,
    /// Whether more are equal than there are prizes: who has it is not decided.
    pub tied: bool,
}

/// Somebody who is registered.
#[derive(Debug, Serialize, ToSchema)]
pub struct EntrantItem {
    pub entrant: u32,
    /// Of a player his handle.
    pub name: String,
    /// Whether he is a player here.
    pub player: bool,
    pub rating: u32,
    pub club: String,
    pub province: String,
    /// `in`, `waiting` or `withdrawn`.
    pub standing: &'static str,
    /// Who is in it, where teams take part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<TeamItem>,
    /// For officials alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid: Option<bool>,
    /// For officials alone: whether he was seen on the day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub present: Option<bool>,
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
    /// So many rounds are to be played; null where that is not known.
    pub planned: Option<usize>,
    /// With their standings; none of a knock-out.
    pub groups: Vec<GroupItem>,
    /// Those that are published; officials see the draft, too.
    pub rounds: Vec<RoundItem>,
    /// Of a knock-out, the best first.
    pub places: Vec<KnockOutPlace>,
    /// Of teams: what everybody has on his board, board by board, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<BoardScoreItem>,
    /// For officials alone: whether a round that was taken back can be restored.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub may_restore: bool,
    /// So many rounds were published and hold no longer, since the last was published.
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
    /// After so many rounds.
    pub after: usize,
    /// Codes of FIDE's C.07, and the league's.
    pub tie_breaks: Vec<String>,
    pub standings: Vec<RankItem>,
}

/// A row of the standings.
#[derive(Debug, Serialize, ToSchema)]
pub struct RankItem {
    pub place: usize,
    pub entrant: u32,
    pub name: String,
    pub points: String,
    /// He left a round robin before half of his games, and his results do not count.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub left_out: bool,
    /// One for each tie-break; null where it was left out.
    pub values: Vec<Option<String>>,
    /// The rating that the games over the board were worth (C.07, 10.2); null where there are none, or an opponent has no
    /// rating.
    pub performance: Option<i32>,
    /// One for each round, as a cross-table has it: `3w1` is a win with White against the third row, `3+` and
    /// `3-` are defaults, `bye 1` and `bye =` byes, `–` a round in which he was not there.
    pub rounds: Vec<String>,
}

/// Places that a knock-out has given.
#[derive(Debug, Serialize, ToSchema)]
pub struct KnockOutPlace {
    pub from: usize,
    /// The same, but where several share places.
    pub to: usize,
    pub entrant: u32,
    pub name: String,
}

/// A round.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoundItem {
    pub round: usize,
    /// A draft is seen by officials alone.
    pub published: bool,
    /// Whether officials have changed what was paired.
    pub by_hand: bool,
    /// Whether a result that it was paired by was set right after it was published.
    pub stale: bool,
    pub is_over: bool,
    pub tables: Vec<TableItem>,
    pub byes: Vec<ByeItem>,
    /// Who has asked for a bye in it, and has it.
    pub asked_byes: Vec<RequestedByeItem>,
    /// For officials alone, of a draft: what it is published by, if it is to be published as it was seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft: Option<String>,
    /// For officials alone: which rules a draft breaks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<DraftWarningItem>,
}

/// Two who meet.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableItem {
    pub table: usize,
    pub group: usize,
    /// The first has White in the first game.
    pub sides: [u32; 2],
    pub names: [String; 2],
    /// Points of both before the round, of a stage that counts points.
    pub scores: Option<[String; 2]>,
    /// What came of each game so far.
    pub results: Vec<GameResultName>,
    pub next: NextGameItem,
    /// Where two teams meet: their boards. `results` has what came of the whole match then.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub team_match: Option<TeamMatchItem>,
    /// For officials alone: both have said what came of it, and not the same.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub disputed: bool,
    /// For officials alone: what both say of the game that is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<[Option<GameResultName>; 2]>,
    /// For officials alone: what stewards say else than stands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contested: Vec<ContestedResultItem>,
    /// Of a knock-out: `main`, `third-place`, `placement-5`, `losers`, `grand-final`, `reset`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The game here that was made for it last; none where its players keep off lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<PlayItem>,
}

/// A game that is played here.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayItem {
    /// As under `/api/v1/plays/{id}`.
    pub id: String,
    /// Which of the table's games it is, from 1 on.
    pub game: usize,
    /// `deploying`, `in-play`, `paused`, `ended`, `final`, `revealed` or `aborted`.
    pub state: &'static str,
}

/// What somebody says by a link else than stands.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContestedResultItem {
    pub game: usize,
    /// What his link is called.
    pub by: String,
    pub result: GameResultName,
}

/// What happens next at a table.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct NextGameItem {
    /// `play`, `decided`, `tied` or `both-out`.
    pub next: &'static str,
    /// The game that is to be played.
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
#[derive(Debug, Serialize, ToSchema)]
pub struct DraftWarningItem {
    /// `met-before`, `second-bye`, `third-in-row`, `too-often`, `kept-apart` or `far-apart`.
    pub warning: &'static str,
    pub entrants: Vec<u32>,
    /// In which they have met.
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
            entrants: board.entrants.into_iter().map(EntrantItem::from).collect(),
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

impl From<EntrantLine> for EntrantItem {
    fn from(line: EntrantLine) -> EntrantItem {
        EntrantItem {
            entrant: line.id.0,
            name: line.name,
            player: line.is_player,
            rating: line.rating,
            club: line.club,
            province: line.province,
            standing: match line.standing {
                EntrantStatus::Active => "in",
                EntrantStatus::Waiting => "waiting",
                EntrantStatus::Withdrawn => "withdrawn",
            },
            team: line.team.map(TeamItem::from),
            paid: line.paid,
            present: line.present,
        }
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
        boards: board.boards.into_iter().map(BoardScoreItem::from).collect(),
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
            standings: board.lines.into_iter().map(RankItem::from).collect(),
        }
    }
}

impl From<StandingsPlace> for RankItem {
    fn from(line: StandingsPlace) -> RankItem {
        let StandingsPlace {
            place,
            id,
            name,
            points: has,
            is_excluded: left_out,
            values,
            performance,
            rounds,
        } = line;
        RankItem {
            place,
            entrant: id.0,
            name,
            points: points_text(has),
            left_out,
            values,
            performance,
            rounds,
        }
    }
}

fn round(board: RoundBoard, officials: bool) -> RoundItem {
    RoundItem {
        round: board.number,
        published: board.published,
        by_hand: board.by_hand,
        stale: board.stale,
        is_over: board.is_over,
        tables: board.meetings.into_iter().map(|one| table(one, officials)).collect(),
        byes: board.byes.into_iter().map(ByeItem::from).collect(),
        asked_byes: board.requested_byes.into_iter().map(RequestedByeItem::from).collect(),
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

const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
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
                let winner = if winner == Side::First { "first" } else { "second" };
                NextGameItem { winner: Some(winner), ..plain("decided") }
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
            round: None,
            color: None,
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
