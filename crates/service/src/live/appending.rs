//! The data written when events are appended to a live game.

use adjutant_domain::play::{self, Event, Fact, Play};
use adjutant_store::plays::{NewEvent, PlayAppend, PlayRowUpdate};

/// The append of `events` after `before`, which turn the game into `next`.
pub(super) fn append_of(play: i32, before: &[Event], next: &Play, events: &[Event]) -> PlayAppend {
    let state = next.state();
    let ended = before.iter().chain(events).find(|event| is_end(&event.fact));
    let body = |event: &Event| NewEvent { at: event.at, body: play::write(event) };
    PlayAppend {
        play,
        version: i32::try_from(before.len()).unwrap_or(i32::MAX),
        after: PlayRowUpdate {
            state,
            due_at: next.due().map_or(0, |due| due.at.max(1)),
            ended_at: if state.is_over() { ended.map_or(1, |event| event.at) } else { 0 },
            game_id: None,
        },
        events: events.iter().map(body).collect(),
    }
}

const fn is_end(fact: &Fact) -> bool {
    match fact {
        Fact::Ply(ply) => ply.said.ending.is_some(),
        Fact::Over { .. } | Fact::Aborted { .. } => true,
        _ => false,
    }
}
