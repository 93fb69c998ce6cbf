//! How an event is played, and who may take part.

use crate::play::TermsFault;
use swiss::points::PointSystem;
use swiss::series::Format;
use swiss::stage::{self, Plan, Stage, System, Unit};
use swiss::tiebreak::Criterion;

use super::arranged::Arranged;
use super::prizes::{PlaceTwice, place_twice};
use super::teams::TeamRules;
use super::{GamesHere, Person, Prize, written};

/// Longest words about the fee.
pub const LONGEST_FEE: usize = 80;
/// Longest name of a kind of event.
pub const LONGEST_KIND: usize = 30;
/// So many provinces may be named.
pub const MOST_PROVINCES: usize = 100;
/// So many may take part at most.
pub const MOST_ENTRANTS: u32 = 5_000;

/// Who is kept from meeting whom in a Swiss stage, and how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Protection {
    #[default]
    None,
    /// Those of one club do not meet in the first so many rounds.
    Club(usize),
    /// Those of one province.
    Province(usize),
}

/// Who may take part.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Eligibility {
    /// The highest title that may, by its place in the organisation's table, the lowest 0.
    pub title_at_most: Option<u8>,
    /// Ratings, from and to.
    pub rating_from: Option<u32>,
    pub rating_to: Option<u32>,
    /// Who has won so many events of this kind in the season may not.
    pub titles_won: Option<u32>,
    /// Provinces, if not all.
    pub provinces: Vec<String>,
}

/// Why somebody may not take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    Title,
    RatingTooLow,
    RatingTooHigh,
    TitlesWon,
    Province,
}

impl Eligibility {
    /// Why a person may not take part; all reasons.
    #[must_use]
    pub fn unfit(&self, person: &Person) -> Vec<Unfit> {
        let mut reasons = Vec::new();
        let mut unless = |fits: bool, reason| {
            if !fits {
                reasons.push(reason);
            }
        };
        let title = person.title;
        unless(
            self.title_at_most.is_none_or(|most| title.is_none_or(|own| own <= most)),
            Unfit::Title,
        );
        unless(self.rating_from.is_none_or(|from| person.rating >= from), Unfit::RatingTooLow);
        unless(self.rating_to.is_none_or(|to| person.rating <= to), Unfit::RatingTooHigh);
        unless(self.titles_won.is_none_or(|most| person.titles_won < most), Unfit::TitlesWon);
        let province = |one: &String| one.eq_ignore_ascii_case(&person.province);
        unless(self.provinces.is_empty() || self.provinces.iter().any(province), Unfit::Province);
        reasons
    }
}

/// How an event is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    pub plan: Plan,
    /// What a game is worth.
    pub points: PointSystem,
    /// Of an event of teams; as usual in any other.
    pub teams: TeamRules,
    /// One after the other.
    pub tie_breaks: Vec<Criterion>,
    pub eligibility: Eligibility,
    /// So many take part at most; who comes later waits.
    pub cap: Option<u32>,
    /// What it costs, in words; empty where it costs nothing.
    pub fee: String,
    pub protection: Protection,
    /// Whether Swiss rounds are accelerated (FIDE C.04.5.1, Baku).
    pub accelerated: bool,
    /// Whether only those are paired who were seen on the day.
    pub check_in: bool,
    /// After so many minutes of a round somebody who has not come loses by default.
    pub grace_minutes: u32,
    /// Whether that is so without an official's doing, where people are checked in.
    pub defaults_by_itself: bool,
    /// Whether in a round robin results of one who withdrew before he had played half of his games stay in the
    /// cross-table and do not count (FIDE Competition Rules, C.05, withdrawal from a round robin).
    pub half_rule: bool,
    /// Whether players check themselves in.
    pub self_check_in: bool,
    /// Whether players report results, which count when both sides say the same.
    pub players_report: bool,
    /// Whether its games count in the organisation's pool.
    pub rated: bool,
    /// How its games are played here, if they are.
    pub games: Option<GamesHere>,
    /// What kind of event it is for its organisation's season, as `monthly`; empty for none.
    pub kind: String,
    /// What is won.
    pub prizes: Vec<Prize>,
    /// Whether one player may win several of them; else who has a place's prize, or one that stands before, is passed over.
    pub prizes_add_up: bool,
    /// How its matches are arranged, where their players do that.
    pub arranged: Option<Arranged>,
}

/// What is wrong with settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingsFault {
    /// With what the stages of the plan are called.
    Plan {
        fault: stage::Fault,
        stages: Vec<String>,
    },
    /// Fewer than two may take part, or more than [`MOST_ENTRANTS`].
    Cap,
    /// A game lost is worth more than one drawn, or that more than one won, or points are negative or above 100.
    Points,
    /// The lowest rating is above the highest.
    Ratings,
    FeeTooLong,
    /// A window, an hour or a zone of arranged matches that cannot be.
    Arranged,
    /// Two prizes are for the same place.
    Prizes(PlaceTwice),
    /// A text or a number of it is larger than can be written.
    Unwritten(written::Fault),
    /// A knock-out of teams whose meetings are something else than one match that is won.
    TeamSeries,
    /// More of lower titles are required than there are boards.
    Share,
    /// Games cannot be played so.
    Games(TermsFault),
}

impl Settings {
    /// Everything that is wrong.
    #[must_use]
    pub fn faults(&self) -> Vec<SettingsFault> {
        let mut faults = Vec::new();
        // As many as can be wanted: whether enough have come is seen when a stage begins.
        let expected = self.cap.unwrap_or(MOST_ENTRANTS) as usize;
        let plan = self.plan.check(expected).into_iter();
        let named = |fault| SettingsFault::Plan { fault, stages: self.plan.stage_names() };
        faults.extend(plan.map(named));
        let cap_fits = self.cap.is_none_or(|cap| (2..=MOST_ENTRANTS).contains(&cap));
        let lowest = self.eligibility.rating_from.unwrap_or(0);
        let ratings_fit = self.eligibility.rating_to.is_none_or(|to| lowest <= to);
        let of = [
            (cap_fits, SettingsFault::Cap),
            (fit(&self.points) && fit(&self.teams.match_points), SettingsFault::Points),
            (ratings_fit, SettingsFault::Ratings),
            (self.fee.chars().count() <= LONGEST_FEE, SettingsFault::FeeTooLong),
            (self.are_series_of_teams(), SettingsFault::TeamSeries),
            (self.is_share_possible(), SettingsFault::Share),
            (self.is_arranged_well(), SettingsFault::Arranged),
        ];
        faults.extend(of.into_iter().filter(|(fits, _)| !fits).map(|(_, fault)| fault));
        faults.extend(place_twice(&self.prizes).map(SettingsFault::Prizes));
        faults.extend(self.faults_of_games().into_iter().map(SettingsFault::Games));
        if faults.is_empty() {
            // What rests in a store must be readable from there.
            let again = written::read_settings(&written::settings(self));
            faults.extend(again.err().map(SettingsFault::Unwritten));
        }
        faults
    }

    /// Where teams meet in a knock-out, one match decides.
    fn are_series_of_teams(&self) -> bool {
        let is_one = |stage: &Stage| {
            let is_knockout = matches!(stage.system, System::Knockout { .. });
            let usual = Format::Wins { wins: 1, most: None };
            !is_knockout || (stage.series.format == usual && stage.series.extras.is_empty())
        };
        self.plan.unit == Unit::Players || self.plan.stages.iter().all(is_one)
    }

    /// Players arrange their matches; those of teams begin with the round. Where games are played here, there is some
    /// time to deploy in them.
    fn is_arranged_well(&self) -> bool {
        let is_of_players = self.plan.unit == Unit::Players;
        let fits = |of: &Arranged| {
            let deploys = self.games.is_none() || of.rule.grace_minutes > 0;
            is_of_players && deploys && of.is_well_said()
        };
        self.arranged.as_ref().is_none_or(fits)
    }

    fn is_share_possible(&self) -> bool {
        let share = self.teams.share.map_or(0, |share| share.at_least);
        self.team_boards().is_none_or(|boards| share <= boards)
    }
}

/// Whether points grow with the result, and stay within bounds.
fn fit(system: &PointSystem) -> bool {
    let PointSystem { win, draw, loss, forfeit_loss, zero_bye, allocated_bye } = *system;
    let all = [win, draw, loss, forfeit_loss, zero_bye, allocated_bye];
    let in_range = all.iter().all(|points| (0..=1_000).contains(&points.0));
    in_range && win >= draw && draw >= loss && win > loss
}
