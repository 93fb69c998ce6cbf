//! The option `--game` of the commands that know both games.

use clap::ValueEnum;

/// A game with rules of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum GameChoice {
    Salpakan,
    ThreeGenerals,
}
