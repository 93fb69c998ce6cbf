//! How an event is played, and who may take part.

use std::ops::Not;

use crate::play::TermsFault;
use serde::{Deserialize, Deserializer, Serialize};
use swiss::points::PointSystem;
use swiss::series::Format;
use swiss::stage::{self, Plan, Stage, System, Unit};
use swiss::tiebreak::Criterion;

use super::json::limits::{Number, is_zero, list, text};
use super::json::points::point_system;
use super::json::settings::SettingsJson;
use super::prizes::{DuplicatePlace, find_duplicate_place};
use super::registration::MAX_CLUB_LEN;
use super::scheduling::SchedulingRules;
use super::teams::TeamRules;
use super::{EntrantProfile, OnsiteGames, Prize, json};

/// Longest words about the fee.
pub const MAX_FEE_LEN: usize = 80;
/// Longest name of a kind of event.
pub const MAX_KIND_LEN: usize = 30;
/// So many provinces may be named.
pub const MAX_PROVINCES: usize = 100;
/// So many may take part at most.
pub const MAX_ENTRANTS: u32 = 5_000;

/// Who is kept from meeting whom in a Swiss stage, and how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "Option<ProtectionJson>", into = "Option<ProtectionJson>")]
pub enum Protection {
    #[default]
    None,
    /// Those of one club do not meet in the first so many rounds.
    Club(usize),
    /// Those of one province.
    Province(usize),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct ProtectionJson {
    of: ProtectedUnit,
    rounds: Number<usize, 0, 1_000>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ProtectedUnit {
    Club,
    Province,
}

impl From<Option<ProtectionJson>> for Protection {
    fn from(json: Option<ProtectionJson>) -> Protection {
        match json {
            None => Protection::None,
            Some(ProtectionJson { of: ProtectedUnit::Club, rounds }) => Protection::Club(rounds.0),
            Some(ProtectionJson { of: ProtectedUnit::Province, rounds }) => {
                Protection::Province(rounds.0)
            }
        }
    }
}

impl From<Protection> for Option<ProtectionJson> {
    fn from(protection: Protection) -> Option<ProtectionJson> {
        let json = |of, rounds| Some(ProtectionJson { of, rounds: Number(rounds) });
        match protection {
            Protection::None => None,
            Protection::Club(rounds) => json(ProtectedUnit::Club, rounds),
            Protection::Province(rounds) => json(ProtectedUnit::Province, rounds),
        }
    }
}

/// Who may take part.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object")]
pub struct Eligibility {
    /// The highest title that may, by its place in the organisation's table, the lowest 0.
    #[serde(rename = "title_at_most")]
    pub max_title: Option<u8>,
    /// Ratings, from and to.
    #[serde(rename = "rating_from")]
    pub min_rating: Option<u32>,
    #[serde(rename = "rating_to")]
    pub max_rating: Option<u32>,
    /// Who has won so many events of this kind in the season may not.
    pub titles_won: Option<u32>,
    /// Provinces, if not all.
    #[serde(deserialize_with = "provinces")]
    pub provinces: Vec<String>,
}

fn provinces<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    struct Province(#[serde(deserialize_with = "text::<MAX_CLUB_LEN, _>")] String);
    let provinces = list::<MAX_PROVINCES, Province, D>(deserializer)?;
    Ok(provinces.into_iter().map(|province| province.0).collect())
}

/// Why somebody may not take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IneligibleReason {
    Title,
    RatingTooLow,
    RatingTooHigh,
    TitlesWon,
    Province,
}

impl Eligibility {
    /// Why a person may not take part; all reasons.
    pub fn ineligible_reasons(&self, person: &EntrantProfile) -> Vec<IneligibleReason> {
        let mut reasons = Vec::new();
        let mut unless = |fits: bool, reason| {
            if !fits {
                reasons.push(reason);
            }
        };
        let title = person.title;
        unless(
            self.max_title.is_none_or(|most| title.is_none_or(|own| own <= most)),
            IneligibleReason::Title,
        );
        unless(
            self.min_rating.is_none_or(|from| person.rating >= from),
            IneligibleReason::RatingTooLow,
        );
        unless(
            self.max_rating.is_none_or(|to| person.rating <= to),
            IneligibleReason::RatingTooHigh,
        );
        unless(
            self.titles_won.is_none_or(|most| person.titles_won < most),
            IneligibleReason::TitlesWon,
        );
        let province = |one: &String| one.eq_ignore_ascii_case(&person.province);
        unless(
            self.provinces.is_empty() || self.provinces.iter().any(province),
            IneligibleReason::Province,
        );
        reasons
    }
}

/// How an event is played. In JSON members stand in this order; those that were added later, from `teams` on, only where
/// they are not as usual.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SettingsJson")]
pub struct ContestSettings {
    #[serde(serialize_with = "json::settings::write_plan")]
    pub plan: Plan,
    /// What a game is worth.
    #[serde(serialize_with = "point_system::serialize")]
    pub points: PointSystem,
    /// One after the other.
    #[serde(serialize_with = "json::settings::write_tie_breaks")]
    pub tie_breaks: Vec<Criterion>,
    pub eligibility: Eligibility,
    /// So many take part at most; who comes later waits.
    #[serde(rename = "cap")]
    pub max_entrants: Option<u32>,
    /// What it costs, in words; empty where it costs nothing.
    pub fee: String,
    pub protection: Protection,
    /// Whether Swiss rounds are accelerated (FIDE C.04.5.1, Baku).
    pub accelerated: bool,
    /// Whether only those are paired who were seen on the day.
    pub check_in: bool,
    /// After so many minutes of a round somebody who has not come loses by default.
    pub grace_minutes: u32,
    /// Whether players report results, which count when both sides say the same.
    #[serde(rename = "players_report")]
    pub player_reports: bool,
    /// Whether its games count in the organisation's pool.
    pub rated: bool,
    /// Of an event of teams; as usual in any other.
    #[serde(skip_serializing_if = "is_zero")]
    pub teams: TeamRules,
    /// Whether grace ends without an official's doing, where people are checked in.
    #[serde(rename = "defaults_by_itself", skip_serializing_if = "Not::not")]
    pub auto_default: bool,
    /// Whether players check themselves in.
    #[serde(skip_serializing_if = "Not::not")]
    pub self_check_in: bool,
    /// Whether in a round robin results of one who withdrew before he had played half of his games stay in the
    /// cross-table and do not count (FIDE Competition Rules, C.05, withdrawal from a round robin).
    #[serde(rename = "half_rule", skip_serializing_if = "Not::not")]
    pub exclude_early_withdrawals: bool,
    /// How its games are played here, if they are.
    #[serde(rename = "games", skip_serializing_if = "Option::is_none")]
    pub onsite_games: Option<OnsiteGames>,
    /// What kind of event it is for its organisation's season, as `monthly`; empty for none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// What is won.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prizes: Vec<Prize>,
    /// Whether one player may win several of them; else who has a place's prize, or one that stands before, is passed over.
    #[serde(rename = "prizes_add_up", skip_serializing_if = "Not::not")]
    pub prizes_cumulative: bool,
    /// How its matches are arranged, where their players do that.
    #[serde(rename = "arranged", skip_serializing_if = "Option::is_none")]
    pub scheduling: Option<SchedulingRules>,
}

/// What is wrong with settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContestSettingsError {
    /// With what the stages of the plan are called.
    Plan {
        fault: stage::Fault,
        stages: Vec<String>,
    },
    /// Fewer than two may take part, or more than [`MAX_ENTRANTS`].
    MaxEntrants,
    /// A game lost is worth more than one drawn, or that more than one won, or points are negative or above 100.
    Points,
    /// The lowest rating is above the highest.
    Ratings,
    FeeTooLong,
    /// A window, an hour or a zone of arranged matches that cannot be.
    Scheduling,
    /// Two prizes are for the same place.
    DuplicatePrizePlace(DuplicatePlace),
    /// A text or a number of it is larger than can be written.
    NotSerializable(json::JsonError),
    /// A knock-out of teams whose meetings are something else than one match that is won.
    TeamSeries,
    /// More of lower titles are required than there are boards.
    TitleShare,
    /// Games cannot be played so.
    OnsiteGames(TermsFault),
}

impl ContestSettings {
    /// Everything that is wrong.
    pub fn validate(&self) -> Vec<ContestSettingsError> {
        let mut faults = Vec::new();
        // As many as can be wanted: whether enough have come is seen when a stage begins.
        let expected = self.max_entrants.unwrap_or(MAX_ENTRANTS) as usize;
        let plan = self.plan.check(expected).into_iter();
        let named = |fault| ContestSettingsError::Plan { fault, stages: self.plan.stage_names() };
        faults.extend(plan.map(named));
        let cap_fits = self.max_entrants.is_none_or(|cap| (2..=MAX_ENTRANTS).contains(&cap));
        let lowest = self.eligibility.min_rating.unwrap_or(0);
        let ratings_fit = self.eligibility.max_rating.is_none_or(|to| lowest <= to);
        let of = [
            (cap_fits, ContestSettingsError::MaxEntrants),
            (
                is_valid_point_system(&self.points)
                    && is_valid_point_system(&self.teams.match_points),
                ContestSettingsError::Points,
            ),
            (ratings_fit, ContestSettingsError::Ratings),
            (self.fee.chars().count() <= MAX_FEE_LEN, ContestSettingsError::FeeTooLong),
            (self.has_valid_team_series(), ContestSettingsError::TeamSeries),
            (self.is_share_possible(), ContestSettingsError::TitleShare),
            (self.has_valid_scheduling(), ContestSettingsError::Scheduling),
        ];
        faults.extend(of.into_iter().filter(|(fits, _)| !fits).map(|(_, fault)| fault));
        faults.extend(
            find_duplicate_place(&self.prizes).map(ContestSettingsError::DuplicatePrizePlace),
        );
        faults.extend(self.onsite_game_faults().into_iter().map(ContestSettingsError::OnsiteGames));
        if faults.is_empty() {
            // What rests in a store must be readable from there.
            let again = json::read_settings(&json::write_settings(self));
            faults.extend(again.err().map(ContestSettingsError::NotSerializable));
        }
        faults
    }

    /// Where teams meet in a knock-out, one match decides.
    fn has_valid_team_series(&self) -> bool {
        let is_one = |stage: &Stage| {
            let is_knockout = matches!(stage.system, System::Knockout { .. });
            let usual = Format::Wins { wins: 1, most: None };
            !is_knockout || (stage.series.format == usual && stage.series.extras.is_empty())
        };
        self.plan.unit == Unit::Players || self.plan.stages.iter().all(is_one)
    }

    /// Players arrange their matches; those of teams begin with the round. Where games are played here, there is some
    /// time to deploy in them.
    fn has_valid_scheduling(&self) -> bool {
        let is_of_players = self.plan.unit == Unit::Players;
        let fits = |of: &SchedulingRules| {
            let deploys = self.onsite_games.is_none() || of.rule.grace_minutes > 0;
            is_of_players && deploys && of.is_valid()
        };
        self.scheduling.as_ref().is_none_or(fits)
    }

    fn is_share_possible(&self) -> bool {
        let share = self.teams.title_share.map_or(0, |share| share.at_least);
        self.team_boards().is_none_or(|boards| share <= boards)
    }
}

/// Whether points grow with the result, and stay within bounds.
fn is_valid_point_system(system: &PointSystem) -> bool {
    let PointSystem { win, draw, loss, forfeit_loss, zero_bye, allocated_bye } = *system;
    let all = [win, draw, loss, forfeit_loss, zero_bye, allocated_bye];
    let in_range = all.iter().all(|points| (0..=1_000).contains(&points.0));
    in_range && win >= draw && draw >= loss && win > loss
}
