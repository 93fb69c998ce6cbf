//! What a game says of itself to be recorded.

use crate::notation::SetUpFault;
use crate::{Annotations, ByColor, Color, Fault, Header, Submission, Termination};

/// A game for two. Whoever implements it can read, judge and write records in GGN and JSON.
pub trait Game: Sized {
    /// The value of the tag `Game`, in JSON of the key `game`.
    const KEY: &'static str;
    /// How it may end, in the order in which errors name them.
    const TERMINATIONS: &'static [Termination];

    /// What its own tags say: `Ruleset`, `First`, `WhiteSetup` and `BlackSetup`.
    type Terms: Default;
    /// A ply as it is written, before it is judged.
    type Ply;
    /// A record that was judged.
    type Record;

    /// Takes the tag `Ruleset`.
    ///
    /// # Errors
    /// Returns what is wrong with the value, and what to write instead; so do all that take a tag.
    fn take_rules(terms: &mut Self::Terms, value: &str) -> Result<(), String>;

    /// Takes the tag `First`.
    ///
    /// # Errors
    /// If this side cannot make the first ply.
    fn take_first(terms: &mut Self::Terms, first: Color) -> Result<(), String>;

    /// Takes a set-up, after all other tags.
    ///
    /// # Errors
    /// Returns the character at which the value is wrong as well.
    fn take_setup(terms: &mut Self::Terms, color: Color, value: &str) -> Result<(), SetUpFault>;

    /// Parses a ply, which has no white space.
    ///
    /// # Errors
    /// Returns why it is none, and what plies look like.
    fn parse_ply(word: &str) -> Result<Self::Ply, String>;

    /// Judges by the rules what a text claims; [`conclude`](crate::conclude) judges the end.
    ///
    /// # Errors
    /// Returns the first [`Fault`] in reading order: set-ups, plies, then result and termination.
    fn judge(game: Submission<Self>) -> Result<Self::Record, Fault>;

    /// The first fault of a truncated text, in its set-ups or plies. Its end is not judged because the rest is unknown.
    fn judge_beginning(game: &Submission<Self>) -> Option<Fault>;

    fn header(record: &Self::Record) -> &Header;

    fn annotations(record: &Self::Record) -> &Annotations;

    /// What its own tags are in the canonical form.
    fn own_tags(record: &Self::Record) -> OwnTags;

    /// The number of plies.
    fn ply_count(record: &Self::Record) -> u32;

    /// Appends the canonical text of a ply, counted from 1.
    fn push_ply(record: &Self::Record, ply: u32, text: &mut String);

    /// The mover's clock after a ply, counted from 1, in seconds.
    fn clock(record: &Self::Record, ply: u32) -> Option<u32>;
}

/// The tags of a game's own in their canonical form; what is absent is not written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OwnTags {
    /// The tag `Game`, which a game lacks that is meant where nothing is said.
    pub game: Option<&'static str>,
    pub rules: Option<String>,
    pub first: Option<Color>,
    pub setups: ByColor<Option<String>>,
}
