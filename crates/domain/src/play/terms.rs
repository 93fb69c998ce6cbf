//! The terms of a play: agreed before it begins, and never changed.

use serde::{Deserialize, Serialize};
use std::fmt;

use crate::game::Rules;
use crate::macros::keyed_enum;
use crate::message::{Message, message, message_enum};
use crate::moment::{DAY, MINUTE, SECOND};

use salpakan::clock::{Pace, PaceFault};
use salpakan::rules::Color;

/// Microseconds per unit.
const MILLISECOND: i64 = 1000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Terms {
    pub rules: Rules,
    pub pace: Pace,
    pub rated: bool,
    pub venue: Venue,
    pub spectators: Spectators,
    pub disclosure: Disclosure,
    /// How long both sides have to deploy, in microseconds (whole seconds).
    pub deployment: i64,
    /// The most network latency that is credited per ply, in microseconds (whole milliseconds). 0
    /// credits nothing.
    pub credit: i64,
    pub confirm: Confirm,
    /// Whether a player may claim the win if the opponent leaves.
    pub claims: bool,
}

keyed_enum! {
    /// Where the players are.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Venue {
        #[default]
        Online => "online",
        /// At one shared device.
        Table => "table",
    }
}

/// Who may watch the game while it is played. Delays are applied on the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Spectators {
    None,
    #[default]
    Public,
    DelayedPlies(u16),
    DelayedMinutes(u16),
}

keyed_enum! {
    /// When ranks are revealed once the result is final.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Disclosure {
        #[default]
        Game => "game",
        /// When the round is over.
        Round => "round",
        /// When the event is over.
        Event => "event",
    }
}

keyed_enum! {
    /// What makes a result final.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Confirm {
        /// The end of the game: a casual game.
        AtOnce => "at-once",
        /// An official's confirmation: a game of an event.
        ByOfficial => "official",
    }
}

message_enum! {
    /// What is wrong with terms.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum TermsFault {
        /// The text is malformed or not in canonical form.
        Form => "refused-terms-form",
        Pace(fault: PaceFault) => (pace_message(*fault)),
        /// The spectators' delay is out of range.
        Delay => "refused-terms-delay",
        /// The time to deploy is out of range or not in whole seconds.
        Deployment => "refused-terms-deployment",
        /// The credit is out of range or not in whole milliseconds.
        Credit => "refused-terms-credit",
        /// Days per ply at one shared device.
        DaysAtTable => "refused-terms-days-at-table",
        /// No clocks in an online game, in which nobody could stop an opponent who never moves.
        UntimedOnline => "refused-terms-untimed-online",
        /// Ranks of a casual game cannot stay hidden until a round or event is over.
        NoEvent => "refused-terms-no-event",
        /// Ranks that stay hidden, in a game that has none.
        NothingHidden => "refused-terms-nothing-hidden",
        /// Claims where nobody can leave, or where officials decide about it.
        Claims => "refused-terms-claims",
    }
}

/// What to write instead of a time control that is refused.
pub fn pace_message(fault: PaceFault) -> Message {
    match fault {
        PaceFault::Form => message!("refused-pace-written"),
        PaceFault::Base => message!("refused-pace-base"),
        PaceFault::Increment => message!("refused-pace-increment"),
        PaceFault::Delay => message!("refused-pace-delay"),
        PaceFault::IncrementAndDelay => message!("refused-pace-both"),
        PaceFault::Days => message!("refused-pace-days"),
    }
}

impl Terms {
    /// The least and most time to deploy: 1 minute, 14 days.
    pub const DEPLOYMENT: [i64; 2] = [MINUTE, 14 * DAY];
    /// The largest credit per ply: 1 second.
    pub const LARGEST_CREDIT: i64 = SECOND;
    /// The largest delay for spectators in plies.
    pub const MOST_PLIES_LATE: u16 = 200;
    /// The largest delay for spectators in minutes: 1 day.
    pub const MOST_MINUTES_LATE: u16 = 24 * 60;

    /// An unrated casual game that everybody may watch, with the usual time to deploy.
    pub const fn casual(rules: Rules, pace: Pace) -> Terms {
        Terms {
            rules,
            pace,
            rated: false,
            venue: Venue::Online,
            spectators: Spectators::Public,
            disclosure: Disclosure::Game,
            deployment: Terms::usual_deployment(pace),
            credit: 0,
            confirm: Confirm::AtOnce,
            claims: matches!(pace, Pace::Clocked { .. }),
        }
    }

    /// An unrated game of an event, whose officials decide.
    pub const fn of_event(rules: Rules, pace: Pace) -> Terms {
        Terms { confirm: Confirm::ByOfficial, claims: false, ..Terms::casual(rules, pace) }
    }

    /// The usual time to deploy: ten minutes, or the time per ply in a correspondence game.
    pub const fn usual_deployment(pace: Pace) -> i64 {
        match pace {
            Pace::Clocked { .. } | Pace::Untimed => 10 * MINUTE,
            Pace::Correspondence { days } => days as i64 * DAY,
        }
    }

    /// Whether the play belongs to an event, whose officials decide.
    pub const fn is_of_event(&self) -> bool {
        matches!(self.confirm, Confirm::ByOfficial)
    }

    /// How a record gives a clock that shows `left` microseconds after a ply: in whole seconds;
    /// `None` in correspondence and untimed games.
    pub fn told_clock(&self, left: i64) -> Option<u32> {
        match self.pace {
            Pace::Clocked { .. } => u32::try_from(left / SECOND).ok(),
            Pace::Correspondence { .. } | Pace::Untimed => None,
        }
    }

    /// How long `color` must be gone before the opponent may claim the win: 2 minutes if the base
    /// time is 10 minutes or more, otherwise 1. In microseconds.
    pub fn gone_after(&self, color: Color) -> i64 {
        if self.pace.base(color) >= 10 * MINUTE { 2 * MINUTE } else { MINUTE }
    }

    /// Checks the bounds and the combination of the terms.
    pub fn check(&self) -> Result<(), Vec<TermsFault>> {
        let whole = |time: i64, unit: i64| time % unit == 0;
        let [least, most] = Terms::DEPLOYMENT;
        let deploys = (least..=most).contains(&self.deployment) && whole(self.deployment, SECOND);
        let credits =
            (0..=Terms::LARGEST_CREDIT).contains(&self.credit) && whole(self.credit, MILLISECOND);
        let days = self.pace.is_correspondence();
        let at_table = self.venue == Venue::Table;
        let found = [
            (self.pace.check().is_ok(), self.pace.check().err().map(TermsFault::Pace)),
            (self.spectators.fits(), Some(TermsFault::Delay)),
            (deploys, Some(TermsFault::Deployment)),
            (credits, Some(TermsFault::Credit)),
            (!(days && at_table), Some(TermsFault::DaysAtTable)),
            (at_table || !self.pace.is_untimed(), Some(TermsFault::UntimedOnline)),
            (self.disclosure == Disclosure::Game || self.is_of_event(), Some(TermsFault::NoEvent)),
            (
                self.disclosure == Disclosure::Game || self.rules.hides_ranks(),
                Some(TermsFault::NothingHidden),
            ),
            (!(self.claims && (days || at_table || self.is_of_event())), Some(TermsFault::Claims)),
        ];
        let faults: Vec<TermsFault> =
            found.into_iter().filter(|(fits, _)| !fits).filter_map(|(_, fault)| fault).collect();
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// The frozen text form, for example `rules=standard pace=1200+5 rated=yes venue=online
    /// spectators=public disclosure=game deployment=600 credit=0 confirm=at-once claims=yes`:
    /// deployment in seconds, credit in milliseconds.
    pub fn key(&self) -> String {
        self.to_string()
    }

    /// Parses the canonical form of [`Terms::key`], and only that.
    /// Returns [`TermsFault::Form`] alone, or every fault of parsed terms.
    pub fn parse(text: &str) -> Result<Terms, Vec<TermsFault>> {
        let terms = read(text).ok_or_else(|| vec![TermsFault::Form])?;
        terms.check()?;
        if terms.key() == text { Ok(terms) } else { Err(vec![TermsFault::Form]) }
    }
}

impl Spectators {
    fn fits(self) -> bool {
        match self {
            Spectators::None | Spectators::Public => true,
            Spectators::DelayedPlies(plies) => (1..=Terms::MOST_PLIES_LATE).contains(&plies),
            Spectators::DelayedMinutes(minutes) => {
                (1..=Terms::MOST_MINUTES_LATE).contains(&minutes)
            }
        }
    }

    /// Parses the text form: `none`, `public`, `plies:6`, `minutes:15`.
    pub fn parse(text: &str) -> Option<Spectators> {
        match text.split_once(':') {
            None if text == "none" => Some(Spectators::None),
            None if text == "public" => Some(Spectators::Public),
            Some(("plies", plies)) => plies.parse().ok().map(Spectators::DelayedPlies),
            Some(("minutes", minutes)) => minutes.parse().ok().map(Spectators::DelayedMinutes),
            _ => None,
        }
    }
}

fn read(text: &str) -> Option<Terms> {
    let mut words = text.split(' ');
    let mut value = |name: &str| -> Option<&str> {
        let (written, value) = words.next()?.split_once('=')?;
        (written == name).then_some(value)
    };
    let terms = Terms {
        rules: value("rules")?.parse().ok()?,
        pace: value("pace")?.parse().ok()?,
        rated: yes_or_no(value("rated")?)?,
        venue: Venue::parse(value("venue")?)?,
        spectators: Spectators::parse(value("spectators")?)?,
        disclosure: Disclosure::parse(value("disclosure")?)?,
        deployment: time(value("deployment")?, SECOND)?,
        credit: time(value("credit")?, MILLISECOND)?,
        confirm: Confirm::parse(value("confirm")?)?,
        claims: yes_or_no(value("claims")?)?,
    };
    words.next().is_none().then_some(terms)
}

fn yes_or_no(text: &str) -> Option<bool> {
    match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

const fn yes(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

fn time(text: &str, unit: i64) -> Option<i64> {
    let count: u32 = text.parse().ok()?;
    Some(i64::from(count) * unit)
}

impl fmt::Display for Spectators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spectators::None => f.write_str("none"),
            Spectators::Public => f.write_str("public"),
            Spectators::DelayedPlies(plies) => write!(f, "plies:{plies}"),
            Spectators::DelayedMinutes(minutes) => write!(f, "minutes:{minutes}"),
        }
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Terms { rules, pace, rated, venue, spectators, .. } = self;
        let (rated, venue) = (yes(*rated), venue.key());
        write!(f, "rules={rules} pace={pace} rated={rated} venue={venue} spectators={spectators}")?;
        let (deployment, credit) = (self.deployment / SECOND, self.credit / MILLISECOND);
        write!(
            f,
            " disclosure={} deployment={deployment} credit={credit} confirm={} claims={}",
            self.disclosure.key(),
            self.confirm.key(),
            yes(self.claims)
        )
    }
}
