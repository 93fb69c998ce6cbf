//! What spectators who are told late may know of a play that is still being played.

use crate::clock::SECOND;

use super::{Event, Fact, Spectators};

/// How many of a play's events, from the first on, spectators may know at `now` (microseconds since
/// 1970). All of them once it is over: then there is nothing that could be told ahead of time.
#[must_use]
pub fn known_to_spectators(spectators: Spectators, events: &[Event], now: i64) -> usize {
    if events.iter().rev().any(|event| ends(&event.fact)) {
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
            let known = now.saturating_sub(i64::from(late) * 60 * SECOND);
            events.partition_point(|event| event.at <= known)
        }
    }
}

const fn is_ply(event: &Event) -> bool {
    matches!(event.fact, Fact::Ply(_))
}

const fn ends(fact: &Fact) -> bool {
    match fact {
        Fact::Ply(ply) => ply.said.ending.is_some(),
        Fact::Over { .. } | Fact::Aborted { .. } => true,
        _ => false,
    }
}
