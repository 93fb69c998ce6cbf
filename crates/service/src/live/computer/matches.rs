//! Rated games between neighbouring levels of the computer, now and then, which hold their ratings among bots.

use adjutant_domain::game::{GameKind, Rules};
use adjutant_domain::moment::{MINUTE, SECOND};
use adjutant_domain::play::Terms;
use adjutant_store::computers;
use adjutant_store::plays::SeatHolder;
use salpakan::clock::Pace;
use salpakan::rules::ByColor;

use super::super::lobby::lot;
use super::super::making::{self, NewGame};
use super::super::{Live, Purpose};
use super::levels::levels_of;
use super::players::{self, ComputerPlayer};
use crate::Result;

/// Blitz, which is long enough for any level.
const PACE: Pace = Pace::Clocked {
    base: ByColor { white: 5 * MINUTE, black: 5 * MINUTE },
    increment: 3 * SECOND,
    delay: 0,
};

/// Begins a match if the last one is so many minutes ago and this server is the one that does; there are none before somebody has
/// played the computer.
pub(super) fn begin_if_due(live: &Live, minutes: u16) -> Result<()> {
    let now = live.moments().now();
    let interval = i64::from(minutes) * MINUTE;
    let is_due = |live: &Live| -> Result<bool> {
        let conn = &mut *live.app().store().read_connection()?;
        let newest = computers::newest_match(conn)?;
        Ok(newest.is_none_or(|at| now.since(at) >= interval))
    };
    let is_first = live.server_ids().iter().all(|other| *other >= live.own_server());
    if minutes == 0 || !is_first || live.broken_since().is_some() || !is_due(live)? {
        return Ok(());
    }
    let made_by = live.clone();
    let draw = live.chance().bytes(Purpose::Computer);
    let made = live.writer().run(move |conn| {
        let mut all = players::all(conn)?;
        all.retain(|one| one.is_active);
        let Some((rules, weaker, stronger)) = pair(&all, u16::from_le_bytes(draw)) else {
            return Ok(None);
        };
        let seat =
            |one: &ComputerPlayer| SeatHolder { player: one.player, account: Some(one.account) };
        let (weaker, stronger) = (seat(weaker), seat(stronger));
        let white = lot(made_by.chance());
        let seats = ByColor::from_fn(|side| if side == white { weaker } else { stronger });
        let terms = Terms { rated: true, ..Terms::casual(rules, PACE) };
        let new =
            NewGame { terms, seats, organisation: None, event: None, round: String::new(), now };
        let (play, _) = making::make(conn, &made_by, &new)?;
        Ok(Some((play, seats)))
    })?;
    if let Some((play, seats)) = made {
        live.play_created(&play, &seats);
    }
    Ok(())
}

/// A game and two neighbouring levels of it, drawn from all that there are.
fn pair(all: &[ComputerPlayer], draw: u16) -> Option<(Rules, &ComputerPlayer, &ComputerPlayer)> {
    let mut pairs = Vec::new();
    for kind in GameKind::ALL {
        let levels = levels_of(kind);
        let own: Vec<_> = all.iter().filter(|one| levels.contains(&one.level)).collect();
        let rules = kind.usual_rules();
        pairs.extend(own.windows(2).map(|two| (rules, two[0], two[1])));
    }
    pairs.get(usize::from(draw).checked_rem(pairs.len())?).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use adjutant_domain::game::GameKind;
    use salpakan_computer::Level;

    use super::{ComputerPlayer, pair};

    fn players(levels: impl Iterator<Item = Level>) -> Vec<ComputerPlayer> {
        let player = |level: Level| ComputerPlayer {
            level,
            account: 1,
            player: 1,
            name: String::new(),
            is_active: true,
        };
        levels.map(player).collect()
    }

    #[test]
    fn neighbours_of_every_game_are_drawn_and_nobody_else() {
        let all = players(Level::all());
        let drawn: HashSet<_> = (0..200)
            .filter_map(|draw| pair(&all, draw))
            .map(|(rules, one, other)| (rules.kind(), one.level, other.level))
            .collect();
        let of = |kind| drawn.iter().filter(|(own, ..)| *own == kind).count();
        assert_eq!(GameKind::ALL.map(of), [8, 4], "one fewer than levels");
        assert!(drawn.iter().all(|(_, one, other)| one < other));
    }

    #[test]
    fn one_level_alone_has_nobody_to_play() {
        assert!(pair(&players(Level::all().take(1)), 7).is_none());
        assert!(pair(&[], 7).is_none());
    }
}
