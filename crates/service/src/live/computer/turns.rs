//! What the computer does in a game, by what it sees as a player of it.

use std::time::Duration;

use adjutant_domain::game::Rules;
use adjutant_domain::moment::{DAY, Micros};
use adjutant_domain::play::{PlayId, PlayerAction, Sent};
use salpakan::clock::Pace;
use salpakan::rules::{Color, Draft};
use salpakan_bot::Random;

use super::super::session::Refused;
use super::super::watch::Seen;
use super::super::{AskedPly, Live, Purpose, act, deploy, ply};
use super::mind::{Mind, salpakan_player};
use super::players::ComputerPlayer;
use crate::Error;

/// After this time, in microseconds, the computer ends a pause that its opponent has asked for.
const LONGEST_PAUSE: i64 = DAY;
/// So many plies the computer expects still to make when it divides the time that is left, at any moment.
const PLIES_TO_GO: i64 = 40;
/// The nodes that it looks at in a millisecond, at least, on a processor that it shares.
const NODES_PER_MILLISECOND: u64 = 60;
/// The fewest nodes, however little time is left.
const FEWEST_NODES: u64 = 100;

/// The time that the computer may take for a ply by its clock; `None` without one, and where no ply is awaited.
pub(super) fn time_by_clock(seen: &Seen, now: Micros) -> Option<Duration> {
    let (own, pace) = (seen.viewer.color()?, seen.play.terms().pace);
    if pace.is_untimed() || seen.play.to_move().is_none() {
        return None;
    }
    Some(time_for_ply(pace, seen.play.clocks()?.left(own, now.0)))
}

/// The same with this time left, in microseconds.
fn time_for_ply(pace: Pace, left: i64) -> Duration {
    let time = left / PLIES_TO_GO + (pace.increment() + pace.delay()) * 3 / 4;
    Duration::from_micros(time.min(left / 3).max(0).unsigned_abs())
}

/// How many nodes it looks at in half of that time.
fn nodes_in(time: Duration) -> u32 {
    let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX) / 2;
    let nodes = milliseconds.saturating_mul(NODES_PER_MILLISECOND).max(FEWEST_NODES);
    u32::try_from(nodes).unwrap_or(u32::MAX)
}

/// Does the next thing that the computer can do in a game as it has seen it, in about this time if it is short; returns
/// whether there may be another at once.
pub(super) fn take_turn(
    live: &Live,
    computer: &ComputerPlayer,
    play: &PlayId,
    seen: &Seen,
    time: Option<Duration>,
) -> Result<bool, Refused> {
    let actor = computer.actor();
    let Some(color) = seen.viewer.color() else { return Ok(false) };
    let may = |action| seen.may.contains(&action);
    let say = |action| act(live, &actor, play, sent(live), (action, 0)).map(|_| ());
    if may(PlayerAction::Ready) {
        match seen.play.terms().rules {
            Rules::Salpakan(rules) => {
                let player = salpakan_player(computer.level, seen.personality);
                let army = player.deploy(&rules, color, &mut random(live));
                let army =
                    army.ok_or_else(|| Error::Internal("an army has no set-up".to_owned()))?;
                let draft = |_, _: &_| Ok(Draft::new(color, army.pieces().collect()));
                deploy(live, &actor, play, sent(live), draft, None)?;
            }
            Rules::ThreeGenerals => say(PlayerAction::Ready)?,
        }
        return Ok(true);
    }
    if may(PlayerAction::AcceptResult) {
        say(PlayerAction::AcceptResult)?;
        return Ok(false);
    }
    // Whoever is losing a rated game would pause it and never come back.
    if is_asked_to_pause(seen, color) && may(PlayerAction::Pause) && !seen.play.terms().rated {
        say(PlayerAction::Pause)?;
        return Ok(false);
    }
    if may(PlayerAction::Resume) && live.moments().now().since(seen.play.at()) >= LONGEST_PAUSE {
        say(PlayerAction::Resume)?;
        return Ok(true);
    }
    let Some(mut mind) = Mind::of_level(computer.level, seen) else { return Ok(false) };
    if let Some(time) = time {
        mind.limit_nodes(nodes_in(time));
    }
    if may(PlayerAction::Accept) {
        let accepts = mind.accepts_draw(&mut random(live));
        say(if accepts { PlayerAction::Accept } else { PlayerAction::Decline })?;
        return Ok(!accepts);
    }
    if !may(PlayerAction::Ply) {
        return Ok(false);
    }
    let mut random = random(live);
    if may(PlayerAction::Resign) && mind.resigns(&mut random) {
        say(PlayerAction::Resign)?;
        return Ok(false);
    }
    if may(PlayerAction::Offer) && mind.offers_draw(&mut random) {
        say(PlayerAction::Offer)?;
    }
    let choice = mind.decide(&mut random);
    let choice = choice.ok_or_else(|| Error::Internal("no ply was found".to_owned()))?;
    let number = seen.play.progress().len() + 1;
    ply(live, &actor, play, AskedPly { sent: sent(live), number, ply: choice.ply.to_string() })?;
    Ok(false)
}

fn is_asked_to_pause(seen: &Seen, own: Color) -> bool {
    seen.play
        .life()
        .going_on()
        .is_some_and(|play| play.talk.asks[own.opponent()] && !play.talk.asks[own])
}

/// Drawn anew for each decision, so that nobody can calculate it ahead.
pub(super) fn random(live: &Live) -> Random {
    Random::new(u64::from_le_bytes(live.chance().bytes(Purpose::Computer)), 0)
}

fn sent(live: &Live) -> Sent {
    Sent { id: live.chance().bytes(Purpose::Command), received: live.moments().now() }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use adjutant_domain::moment::SECOND;
    use salpakan::clock::Pace;
    use salpakan_computer::Effort;

    use super::{nodes_in, time_for_ply};

    fn time(pace: &str, left: i64) -> Duration {
        time_for_ply(Pace::parse(pace).expect("a pace"), left)
    }

    #[test]
    fn with_little_time_it_hurries_and_never_takes_more_than_a_third_of_it() {
        assert_eq!(time("10+0", 10 * SECOND), Duration::from_millis(250));
        assert_eq!(time("300+3", 10 * SECOND), Duration::from_millis(2_500));
        assert_eq!(time("300+3", 3 * SECOND), Duration::from_secs(1));
        assert_eq!(time("10+0d2", 0), Duration::ZERO);
        assert_eq!(nodes_in(Duration::from_millis(250)), 7_500);
        assert_eq!(nodes_in(Duration::ZERO), 100);
    }

    #[test]
    fn where_there_is_time_it_looks_at_all_that_its_level_does() {
        for pace in ["60+0", "300+3", "14d"] {
            let pace = Pace::parse(pace).expect("a pace");
            let nodes = nodes_in(time_for_ply(pace, pace.base(salpakan::rules::Color::White)));
            assert!(nodes >= Effort::default().nodes, "{pace:?}: {nodes}");
        }
    }
}
