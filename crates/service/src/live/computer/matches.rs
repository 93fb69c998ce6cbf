//! Rated games between neighbouring levels of the computer, now and then, which hold their ratings among bots.

use adjutant_domain::moment::{MINUTE, SECOND};
use adjutant_domain::play::Terms;
use adjutant_store::computers;
use adjutant_store::plays::SeatHolder;
use salpakan::clock::Pace;
use salpakan::rules::{ByColor, RuleSet};

use super::super::lobby::lot;
use super::super::making::{self, NewGame};
use super::super::{Live, Purpose};
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
    let [draw] = live.chance().bytes(Purpose::Computer);
    let made = live.writer().run(move |conn| {
        let mut all = players::all(conn)?;
        all.retain(|one| one.is_active);
        let pairs = all.len().saturating_sub(1);
        if pairs == 0 {
            return Ok(None);
        }
        let seat =
            |one: &ComputerPlayer| SeatHolder { player: one.player, account: Some(one.account) };
        let weaker = usize::from(draw) % pairs;
        let (weaker, stronger) = (seat(&all[weaker]), seat(&all[weaker + 1]));
        let white = lot(made_by.chance());
        let seats = ByColor::from_fn(|side| if side == white { weaker } else { stronger });
        let terms = Terms { rated: true, ..Terms::casual(RuleSet::STANDARD.into(), PACE) };
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
