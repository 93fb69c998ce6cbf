//! Settings of an event and eligibility.

use std::ops::Not;

use crate::message::{ToMessage as _, message_enum};
use crate::play::TermsFault;
use serde::{Deserialize, Deserializer, Serialize};
use swiss::points::PointSystem;
use swiss::series::Format;
use swiss::stage::{self, Plan, Stage, System, Unit};
use swiss::tiebreak::Criterion;

use super::json::limits::{Number, is_zero, list, text};
use super::json::points::point_system;
use super::json::settings::SettingsJson;
use super::plan_faults::plan_fault_message;
use super::prizes::{DuplicatePlace, find_duplicate_place};
use super::registration::MAX_CLUB_LEN;
use super::scheduling::SchedulingRules;
use super::teams::TeamRules;
use super::{
    Amount, EntrantProfile, EventDetails, EventGames, FeeDue, MAX_CURRENCY_LEN, Prize,
    PrizeSharing, Timetable, json,
};

pub const MAX_FEE_LEN: usize = 80;
/// Maximum length of the place where an event is played.
pub const MAX_PLACE_LEN: usize = 120;
/// Maximum length of an event type.
pub const MAX_KIND_LEN: usize = 30;
pub const MAX_PROVINCES: usize = 100;
pub const MAX_ENTRANTS: u32 = 5_000;
/// The highest number that the first table can have.
pub const MAX_FIRST_TABLE: u32 = 9_000;

/// Which players are kept apart in a Swiss stage, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "Option<ProtectionJson>", into = "Option<ProtectionJson>")]
pub enum Protection {
    #[default]
    None,
    /// Members of one club do not meet in this many first rounds.
    Club(usize),
    /// The same for players of one province.
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
        json.map_or(Protection::None, |ProtectionJson { of, rounds }| match of {
            ProtectedUnit::Club => Protection::Club(rounds.0),
            ProtectedUnit::Province => Protection::Province(rounds.0),
        })
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

/// Who is eligible.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object")]
pub struct Eligibility {
    /// The highest eligible title, by its place in the organisation's table; 0 is the lowest.
    #[serde(rename = "title_at_most")]
    pub max_title: Option<u8>,
    /// The range of eligible ratings.
    #[serde(rename = "rating_from")]
    pub min_rating: Option<u32>,
    #[serde(rename = "rating_to")]
    pub max_rating: Option<u32>,
    /// Players who have won this many events of the type in the season are excluded.
    pub titles_won: Option<u32>,
    /// Eligible provinces, if not all.
    #[serde(deserialize_with = "provinces")]
    pub provinces: Vec<String>,
}

fn provinces<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    struct Province(#[serde(deserialize_with = "text::<MAX_CLUB_LEN, _>")] String);
    let provinces = list::<MAX_PROVINCES, Province, D>(deserializer)?;
    Ok(provinces.into_iter().map(|province| province.0).collect())
}

message_enum! {
    /// Why a person is not eligible.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum IneligibleReason {
        Title => "refused-unfit-title",
        RatingTooLow => "refused-unfit-rating-low",
        RatingTooHigh => "refused-unfit-rating-high",
        TitlesWon => "refused-unfit-titles-won",
        Province => "refused-unfit-province",
    }
}

impl Eligibility {
    /// Returns all reasons why a person is not eligible.
    pub fn ineligible_reasons(&self, person: &EntrantProfile) -> Vec<IneligibleReason> {
        let EntrantProfile { title, rating, titles_won, province, .. } = person;
        let is_own = |one: &String| one.eq_ignore_ascii_case(province);
        let title_fits = |most: u8| title.is_none_or(|own| own <= most);
        let in_province = self.provinces.is_empty() || self.provinces.iter().any(is_own);
        let checks = [
            (self.max_title.is_none_or(title_fits), IneligibleReason::Title),
            (self.min_rating.is_none_or(|from| *rating >= from), IneligibleReason::RatingTooLow),
            (self.max_rating.is_none_or(|to| *rating <= to), IneligibleReason::RatingTooHigh),
            (self.titles_won.is_none_or(|most| *titles_won < most), IneligibleReason::TitlesWon),
            (in_province, IneligibleReason::Province),
        ];
        checks.into_iter().filter(|(fits, _)| !fits).map(|(_, reason)| reason).collect()
    }
}

/// How an event is played. In JSON, members have this order. Those added later, from `teams` on, are written only if
/// they differ from the default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SettingsJson")]
pub struct ContestSettings {
    #[serde(serialize_with = "json::settings::write_plan")]
    pub plan: Plan,
    #[serde(serialize_with = "point_system::serialize")]
    pub points: PointSystem,
    /// In the order in which they apply.
    #[serde(serialize_with = "json::settings::write_tie_breaks")]
    pub tie_breaks: Vec<Criterion>,
    pub eligibility: Eligibility,
    /// The maximum number of entrants; further ones go on the waiting list.
    #[serde(rename = "cap")]
    pub max_entrants: Option<u32>,
    /// The entry fee in words; empty if free.
    pub fee: String,
    pub protection: Protection,
    /// Whether Swiss rounds are accelerated (FIDE C.04.5.1, Baku).
    pub accelerated: bool,
    /// Whether only checked-in entrants are paired.
    pub check_in: bool,
    /// Minutes after the start of a round when absent players lose by forfeit.
    pub grace_minutes: u32,
    /// Whether players report results, which count when both report the same.
    #[serde(rename = "players_report")]
    pub player_reports: bool,
    /// Whether its games are rated in the organisation's pool.
    pub rated: bool,
    /// For team events; the default otherwise.
    #[serde(skip_serializing_if = "is_zero")]
    pub teams: TeamRules,
    /// Whether the grace period ends automatically, in events with check-in.
    #[serde(rename = "defaults_by_itself", skip_serializing_if = "Not::not")]
    pub auto_default: bool,
    /// Whether a knock-out match starts as soon as both of its players are known, and does not wait for a round.
    #[serde(skip_serializing_if = "Not::not")]
    pub continuous_knockout: bool,
    /// Whether players check themselves in.
    #[serde(skip_serializing_if = "Not::not")]
    pub self_check_in: bool,
    /// Whether the results of players who withdrew from a round robin before playing half of their games stay in the
    /// cross-table but do not count (FIDE Competition Rules, C.05, withdrawal from a round robin).
    #[serde(rename = "half_rule", skip_serializing_if = "Not::not")]
    pub exclude_early_withdrawals: bool,
    /// Which game it is, and the terms of games that are played on this site: the members `game` and `games`.
    #[serde(flatten)]
    pub games: EventGames,
    /// The event type for the organisation's season, such as `monthly`; empty for none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub kind: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prizes: Vec<Prize>,
    /// Whether a player may win several prizes; otherwise the winner of a place's prize, or of one
    /// listed earlier, is passed over.
    #[serde(rename = "prizes_add_up", skip_serializing_if = "Not::not")]
    pub prizes_cumulative: bool,
    /// How players who are equal on points share the money.
    #[serde(rename = "prizes_shared", skip_serializing_if = "is_zero")]
    pub prize_sharing: PrizeSharing,
    /// The currency of the amounts in words, such as `pesos`; empty if that is not said.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub currency: String,
    /// How players arrange their matches; `None` if they do not.
    #[serde(rename = "arranged", skip_serializing_if = "Option::is_none")]
    pub scheduling: Option<SchedulingRules>,
    /// Where it is played, in words; empty if that is not said.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub place: String,
    #[serde(skip_serializing_if = "Timetable::is_empty")]
    pub timetable: Timetable,
    #[serde(skip_serializing_if = "is_zero")]
    pub about: EventDetails,
    /// The entry fee as an amount; `None` if it is free, or told in words alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fee_due: Option<FeeDue>,
    /// The number of the first table in the hall: sections at one desk share the hall.
    #[serde(skip_serializing_if = "is_first")]
    pub first_table: u32,
    /// Whether its entrants may be in other sections, too.
    #[serde(skip_serializing_if = "Not::not")]
    pub several_sections: bool,
    /// The level of the computer that plays where the number of players is odd; `None` for byes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<u8>,
}

const fn is_first(table: &u32) -> bool {
    *table == 1
}

message_enum! {
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum ContestSettingsError {
        /// Errors in the plan, with the names of its stages.
        Plan { fault: stage::Fault, stages: Vec<String> } => (plan_fault_message(stages, fault)),
        /// The limit is below two or above [`MAX_ENTRANTS`].
        MaxEntrants => "refused-settings-cap",
        /// A loss is worth more than a draw, a draw more than a win, or points are negative or above
        /// 100.
        Points => "refused-settings-points",
        /// The lowest rating is above the highest.
        Ratings => "refused-settings-ratings",
        /// The number of the first table is 0 or above [`MAX_FIRST_TABLE`].
        FirstTable => "refused-settings-first-table",
        FeeTooLong => "refused-settings-fee",
        /// An amount of nothing, or a currency that is missing or too long.
        FeeDue => "refused-settings-fee-due",
        PlaceTooLong => "refused-settings-place",
        AddressTooLong => "refused-settings-address",
        /// Not an address as of a website.
        MapLink => "refused-settings-map",
        DescriptionTooLong => "refused-settings-description",
        ContactTooLong => "refused-settings-contact",
        RegulationsTooLong => "refused-settings-regulations",
        /// An unknown time zone, a round with two times, or one of an unknown stage.
        Timetable => "refused-settings-timetable",
        /// An invalid window, time or time zone of arranged matches.
        Scheduling => "refused-settings-arranged",
        /// Two prizes are for the same place.
        DuplicatePrizePlace(twice: DuplicatePlace) => "refused-settings-prizes" {
            one = twice.prizes[0] + 1,
            other = twice.prizes[1] + 1,
            place = twice.place,
        },
        /// A text or number is too large to be written.
        NotSerializable(why: json::JsonError) => (why.to_message()),
        /// In a knockout of teams, some meetings are not a single match that must be won.
        TeamSeries => "refused-settings-team-series",
        /// More players with lower titles are required than there are boards.
        TitleShare => "refused-settings-share",
        /// The computer cannot stand in: the games are rated or not played online, the times are arranged, teams play, or no
        /// stage is suitable.
        StandIn => "refused-settings-stand-in",
        /// The computer has no such level in this game.
        StandInLevel { most: u8 } => "refused-computer-level",
        /// The terms of games on this site are invalid.
        OnsiteGames(why: TermsFault) => "refused-settings-games" { why = why.message() },
    }
}

impl ContestSettings {
    pub fn validate(&self) -> Vec<ContestSettingsError> {
        let mut faults = Vec::new();
        // The maximum number: whether enough have entered is checked when a stage starts.
        let expected = self.max_entrants.unwrap_or(MAX_ENTRANTS) as usize;
        let plan = self.plan.check(expected).into_iter();
        let named = |fault| ContestSettingsError::Plan { fault, stages: self.plan.stage_names() };
        faults.extend(plan.map(named));
        let cap_fits = self.max_entrants.is_none_or(|cap| (2..=MAX_ENTRANTS).contains(&cap));
        let points_fit = [&self.points, &self.teams.match_points].map(is_valid_point_system);
        let lowest = self.eligibility.min_rating.unwrap_or(0);
        let ratings_fit = self.eligibility.max_rating.is_none_or(|to| lowest <= to);
        let of = [
            (cap_fits, ContestSettingsError::MaxEntrants),
            (points_fit == [true; 2], ContestSettingsError::Points),
            (ratings_fit, ContestSettingsError::Ratings),
            (self.fee.chars().count() <= MAX_FEE_LEN, ContestSettingsError::FeeTooLong),
            (self.has_valid_fee(), ContestSettingsError::FeeDue),
            (self.has_valid_first_table(), ContestSettingsError::FirstTable),
            (self.place.chars().count() <= MAX_PLACE_LEN, ContestSettingsError::PlaceTooLong),
            (self.timetable.is_valid(self.plan.stages.len()), ContestSettingsError::Timetable),
            (self.has_valid_team_series(), ContestSettingsError::TeamSeries),
            (self.is_share_possible(), ContestSettingsError::TitleShare),
            (self.has_valid_scheduling(), ContestSettingsError::Scheduling),
            (self.stand_in.is_none() || self.can_have_stand_in(), ContestSettingsError::StandIn),
            (
                self.has_stand_in_level(),
                ContestSettingsError::StandInLevel { most: self.game().computer_levels() },
            ),
        ];
        faults.extend(of.into_iter().filter(|(fits, _)| !fits).map(|(_, fault)| fault));
        faults.extend(self.about.faults());
        faults.extend(
            find_duplicate_place(&self.prizes).map(ContestSettingsError::DuplicatePrizePlace),
        );
        faults.extend(self.onsite_game_faults().into_iter().map(ContestSettingsError::OnsiteGames));
        if faults.is_empty() {
            // Stored settings must be readable again.
            let again = json::read_settings(&json::write_settings(self));
            faults.extend(again.err().map(ContestSettingsError::NotSerializable));
        }
        faults
    }

    fn has_valid_fee(&self) -> bool {
        self.fee_due.as_ref().is_none_or(|due| {
            let currency = due.currency.trim();
            due.amount > Amount::default()
                && !currency.is_empty()
                && currency.chars().nth(MAX_CURRENCY_LEN).is_none()
        })
    }

    fn has_valid_first_table(&self) -> bool {
        (1..=MAX_FIRST_TABLE).contains(&self.first_table)
    }

    /// In a knockout of teams, one match decides.
    fn has_valid_team_series(&self) -> bool {
        let is_one = |stage: &Stage| {
            let is_knockout = matches!(stage.system, System::Knockout { .. });
            let usual = Format::Wins { wins: 1, most: None };
            !is_knockout || (stage.series.format == usual && stage.series.extras.is_empty())
        };
        self.plan.unit == Unit::Players || self.plan.stages.iter().all(is_one)
    }

    /// Only players arrange matches; those of teams start with the round. Games played here need
    /// time to deploy.
    fn has_valid_scheduling(&self) -> bool {
        let is_of_players = self.plan.unit == Unit::Players;
        let fits = |of: &SchedulingRules| {
            let deploys = self.onsite_games().is_none() || of.rule.grace_minutes > 0;
            is_of_players && deploys && of.is_valid()
        };
        self.scheduling.as_ref().is_none_or(fits)
    }

    fn is_share_possible(&self) -> bool {
        let share = self.teams.title_share.map_or(0, |share| share.at_least);
        self.team_boards().is_none_or(|boards| share <= boards)
    }
}

/// Whether points grow with the result and stay within bounds.
fn is_valid_point_system(system: &PointSystem) -> bool {
    let PointSystem { win, draw, loss, forfeit_loss, zero_bye, allocated_bye } = *system;
    let all = [win, draw, loss, forfeit_loss, zero_bye, allocated_bye];
    let in_range = all.iter().all(|points| (0..=1_000).contains(&points.0));
    in_range && win >= draw && draw >= loss && win > loss
}
