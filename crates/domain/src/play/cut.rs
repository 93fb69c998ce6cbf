//! What delayed spectators may know of a play in progress.

use salpakan::rules::ByColor;

use super::life::End;
use super::{Event, Fact, Play, Spectators, Terms};
use crate::moment::{MINUTE, Micros};

/// How many events, from the first on, spectators may know at `now`. All of them once the end is
/// final: nothing can be given away any more. An end that officials may still take back is not
/// final.
pub fn known_to_spectators(spectators: Spectators, events: &[Event], now: Micros) -> usize {
    if is_final(events) {
        return events.len();
    }
    match spectators {
        Spectators::None => 0,
        Spectators::Public => events.len(),
        Spectators::DelayedPlies(late) => {
            let plies = events.iter().filter(|event| is_ply(event)).count();
            let known = plies.saturating_sub(usize::from(late));
            let places = events.iter().enumerate().filter(|(_, event)| is_ply(event));
            places.map(|(place, _)| place).nth(known).unwrap_or(events.len())
        }
        Spectators::DelayedMinutes(late) => {
            let known = now.saturating_sub(i64::from(late) * MINUTE);
            events.partition_point(|event| event.at <= known)
        }
    }
}

/// The result of a finished play that awaits confirmation. Delayed spectators learn it before the
/// plies that led to it.
pub fn provisional_end(play: &Play) -> Option<End> {
    match play.life() {
        super::Life::Ended(state) => Some(state.game.end),
        _ => None,
    }
}

const fn is_ply(event: &Event) -> bool {
    matches!(event.fact, Fact::Ply(_))
}

/// Whether a play with these events has ended for good.
fn is_final(events: &[Event]) -> bool {
    let at_once = events.iter().find_map(|event| match &event.fact {
        Fact::Created { terms, .. } => Some(!Terms::is_of_event(terms)),
        _ => None,
    });
    let (mut is_over, mut is_final) = (false, false);
    let mut accepted = ByColor::<bool>::default();
    for event in events {
        match &event.fact {
            Fact::Ply(ply) if ply.made.ending().is_none() => {}
            Fact::Ply(_) | Fact::Over { .. } => {
                is_over = true;
                is_final |= at_once == Some(true);
                accepted = ByColor::default();
            }
            Fact::Reinstated { .. } => is_over = false,
            Fact::Accepted { color } => {
                accepted[*color] = true;
                is_final |= is_over && accepted.white && accepted.black;
            }
            Fact::Corrected { .. } => accepted = ByColor::default(),
            Fact::Confirmed { .. } | Fact::Aborted { .. } | Fact::Recorded | Fact::Revealed => {
                is_final = true;
            }
            _ => {}
        }
    }
    is_final
}
