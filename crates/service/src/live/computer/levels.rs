//! Which levels of the computer play which game. A level is named by a rank, and has one player in all games.

use adjutant_domain::game::GameKind;
use adjutant_store::AnyConnection;
use salpakan_computer::Level;

use super::players::{self, ComputerPlayer};
use crate::{Error, Result};

/// The levels that play a game, the weakest first.
pub fn levels_of(kind: GameKind) -> Vec<Level> {
    let plays = |level: &Level| match kind {
        GameKind::Salpakan => true,
        GameKind::ThreeGenerals => three_generals_level(*level).is_some(),
    };
    Level::all().filter(plays).collect()
}

/// A level by its number in a game, counted from 1, the weakest.
///
/// # Errors
/// Returns [`Error::Invalid`] for a number that the game has no level of.
pub fn level_of(kind: GameKind, number: u8) -> Result<Level> {
    let levels = levels_of(kind);
    let at = usize::from(number).checked_sub(1);
    let level = at.and_then(|at| levels.get(at)).copied();
    level.ok_or_else(|| no_level(levels.len()))
}

/// Checks that a level plays a game.
///
/// # Errors
/// Returns [`Error::Invalid`] if it does not.
pub(super) fn check_plays(level: Level, kind: GameKind) -> Result<()> {
    let levels = levels_of(kind);
    levels.contains(&level).then_some(()).ok_or_else(|| no_level(levels.len()))
}

/// The number of a level in a game, counted from 1; `None` if it does not play it.
pub fn number_in(kind: GameKind, level: Level) -> Option<u8> {
    let at = levels_of(kind).into_iter().position(|one| one == level)?;
    u8::try_from(at + 1).ok()
}

/// Whether a player of the computer's plays a game; `None` for everybody else.
pub(in super::super::super) fn plays(
    conn: &mut AnyConnection,
    player: i32,
    kind: GameKind,
) -> Result<Option<bool>> {
    let own = players::all(conn)?.into_iter().find(|one| one.player == player);
    Ok(own.map(|one| levels_of(kind).contains(&one.level)))
}

/// Checks that a player plays a game, if it is one of the computer's.
///
/// # Errors
/// Returns [`Error::Invalid`] with those that do, if it does not.
pub(in super::super) fn check_asked(
    conn: &mut AnyConnection,
    player: i32,
    kind: GameKind,
) -> Result<()> {
    let all = players::all(conn)?;
    let levels = levels_of(kind);
    let plays = |one: &&ComputerPlayer| levels.contains(&one.level);
    if all.iter().filter(|one| one.player == player).all(|one| plays(&one)) {
        return Ok(());
    }
    let can_be_asked = |one: &&ComputerPlayer| one.is_active && plays(one);
    let names: Vec<&str> = all.iter().filter(can_be_asked).map(|one| &*one.name).collect();
    Err(Error::invalid("rules", refusal!(COMPUTER_RULES, levels = names.join(", "))))
}

fn no_level(most: usize) -> Error {
    Error::invalid("level", refusal!(COMPUTER_LEVEL, most))
}

/// How a level plays the Game of Three Generals: as the level of the same rank there.
pub(super) fn three_generals_level(level: Level) -> Option<three_generals_computer::Level> {
    three_generals_computer::Level::all().find(|own| own.rank() == level.rank())
}

#[cfg(test)]
mod tests {
    use adjutant_domain::game::GameKind;

    use super::{level_of, levels_of, number_in};

    #[test]
    fn every_level_of_a_game_has_a_player_and_each_is_stronger_than_the_one_before() {
        let counts = GameKind::ALL.map(|kind| levels_of(kind).len());
        assert_eq!(counts, [9, three_generals_computer::Level::all().count()]);
        for kind in GameKind::ALL {
            assert_eq!(levels_of(kind).len(), usize::from(kind.computer_levels()));
            let numbers = levels_of(kind).into_iter().map(|level| number_in(kind, level));
            assert!(numbers.eq((1..=kind.computer_levels()).map(Some)));
            assert!(levels_of(kind).is_sorted());
            assert_eq!(level_of(kind, 1).ok(), levels_of(kind).first().copied());
            let beyond = u8::try_from(levels_of(kind).len()).expect("few") + 1;
            assert!(level_of(kind, 0).is_err() && level_of(kind, beyond).is_err());
        }
    }
}
