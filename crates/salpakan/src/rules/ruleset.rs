//! Rule-sets: a preset with options, identified by a frozen key.

use std::fmt;
use std::str::FromStr;

use super::roster::ArmyFault;
use super::{Army, Rank, rulesets};

/// Where a side may deploy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Zone {
    /// The three home rows.
    Home,
    /// Home, and at most one piece on the fourth row.
    HomeAndBorder,
}

/// When a Flag on the enemy's back row wins (`RULES.md`, flag-reached).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FlagHome {
    /// On arrival, whether or not an enemy is adjacent.
    AtOnce,
    /// On arrival if no enemy is adjacent, otherwise after the opponent's turn.
    AfterReply,
}

/// A rule-set's own name for a rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OwnName {
    pub rank: Rank,
    pub name: &'static str,
    /// Three letters, for a piece's face.
    pub abbreviation: &'static str,
}

/// A named variant without options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Preset {
    pub name: &'static str,
    pub army: Army,
    pub zone: Zone,
    pub flag_home: FlagHome,
    /// Ranks with another name; the notation's letters are the same everywhere.
    pub own_names: &'static [OwnName],
}

impl Preset {
    /// All presets, `standard` first.
    pub const ALL: [&'static Preset; 4] =
        [&rulesets::STANDARD, &rulesets::ELECTRONIC, &rulesets::ELEVEN, &rulesets::KRIG];
}

/// The options of a rule-set, appended to the preset with `+`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Options {
    /// `army=<letters>`: another army than the preset's.
    pub army: Option<Army>,
    /// `open-challenges`: both ranks of a challenge are declared publicly.
    pub open_challenges: bool,
    /// `open-flag`: both Flags are public from the deployment on.
    pub open_flag: bool,
    /// `promotion`: a Private on the enemy's back row becomes a Spy, unannounced.
    pub promotion: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RuleSet {
    preset: &'static Preset,
    options: Options,
}

impl RuleSet {
    /// The published game.
    pub const STANDARD: RuleSet = RuleSet {
        preset: &rulesets::STANDARD,
        options: Options { army: None, open_challenges: false, open_flag: false, promotion: false },
    };

    pub const fn new(preset: &'static Preset, options: Options) -> RuleSet {
        RuleSet { preset, options }
    }

    pub const fn preset(&self) -> &'static Preset {
        self.preset
    }

    pub const fn options(&self) -> Options {
        self.options
    }

    /// The army that both sides deploy.
    pub const fn army(&self) -> Army {
        match self.options.army {
            Some(army) => army,
            None => self.preset.army,
        }
    }

    pub const fn zone(&self) -> Zone {
        self.preset.zone
    }

    pub const fn flag_home(&self) -> FlagHome {
        self.preset.flag_home
    }

    /// These rules' name of `rank` if it differs from [`Rank::name`].
    pub fn own_name(&self, rank: Rank) -> Option<&'static OwnName> {
        self.preset.own_names.iter().find(|own| own.rank == rank)
    }

    /// The English name of `rank` under these rules.
    pub fn rank_name(&self, rank: Rank) -> &'static str {
        self.own_name(rank).map_or(rank.name(), |own| own.name)
    }

    /// The frozen key, with options in alphabetical order: `standard+open-flag+promotion`.
    pub fn key(&self) -> String {
        self.to_string()
    }
}

impl Default for RuleSet {
    fn default() -> Self {
        RuleSet::STANDARD
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.preset.name)?;
        if let Some(army) = self.options.army {
            write!(f, "+army={}", army.letters())?;
        }
        let named = [
            ("open-challenges", self.options.open_challenges),
            ("open-flag", self.options.open_flag),
            ("promotion", self.options.promotion),
        ];
        for (name, _) in named.into_iter().filter(|(_, on)| *on) {
            write!(f, "+{name}")?;
        }
        Ok(())
    }
}

/// Why a text is not a rule-set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleSetError {
    UnknownPreset(String),
    UnknownOption(String),
    OptionTwice(String),
    Army(ArmyFault),
}

impl fmt::Display for RuleSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleSetError::UnknownPreset(name) => write!(
                f,
                "unknown rule-set {name:?}; known are standard, electronic, eleven and krig"
            ),
            RuleSetError::UnknownOption(name) => write!(
                f,
                "unknown rule-set option {name:?}; known are army=<letters>, open-challenges, \
                 open-flag and promotion"
            ),
            RuleSetError::OptionTwice(name) => {
                write!(f, "the rule-set option {name:?} is given twice")
            }
            RuleSetError::Army(fault) => write!(f, "in the army of the rule-set: {fault}"),
        }
    }
}

impl std::error::Error for RuleSetError {}

impl FromStr for RuleSet {
    type Err = RuleSetError;

    /// Parses a key; options may be in any order.
    fn from_str(text: &str) -> Result<RuleSet, RuleSetError> {
        let mut parts = text.split('+');
        let name = parts.next().unwrap_or_default();
        let preset = Preset::ALL
            .into_iter()
            .find(|preset| preset.name == name)
            .ok_or_else(|| RuleSetError::UnknownPreset(name.to_owned()))?;
        let mut options = Options::default();
        for part in parts {
            add_option(&mut options, part)?;
        }
        Ok(RuleSet { preset, options })
    }
}

fn add_option(options: &mut Options, part: &str) -> Result<(), RuleSetError> {
    let was_set = if let Some(letters) = part.strip_prefix("army=") {
        let army = Army::from_letters(letters).map_err(RuleSetError::Army)?;
        options.army.replace(army).is_some()
    } else {
        let option = match part {
            "open-challenges" => &mut options.open_challenges,
            "open-flag" => &mut options.open_flag,
            "promotion" => &mut options.promotion,
            _ => return Err(RuleSetError::UnknownOption(part.to_owned())),
        };
        std::mem::replace(option, true)
    };
    if was_set { Err(RuleSetError::OptionTwice(part.to_owned())) } else { Ok(()) }
}
