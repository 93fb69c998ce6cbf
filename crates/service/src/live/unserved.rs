//! Commands that came while nothing could be written. Who sends one again to this server is not charged for what their program
//! waited before it tried again: the command counts from the moment at which games went on.

use std::collections::HashMap;
use std::sync::Mutex;

use adjutant_domain::moment::{Micros, SECOND};
use adjutant_domain::play::{Outage, PlayId};

use crate::threads::lock;

/// How long after games went on a command may be sent again: pages try once a second, and nobody is to think for long about whether
/// they stand by what they sent.
const AGAIN_WITHIN: i64 = 3 * SECOND;
/// How long before a failure something may have arrived that was not written then.
const ON_ITS_WAY: i64 = SECOND;
/// The most failures in a row.
const MOST_OUTAGES: usize = 100;
/// The most senders that are known; what others send counts from when it comes again.
const MOST: usize = 20_000;

/// A command as it was sent, by digests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SentCommand {
    pub play: PlayId,
    /// Of what its sender is known by.
    pub sender: u128,
    /// Of what is asked, with the command's own id.
    pub asked: u128,
}

/// The last command of each sender in each game, and the last times in which nothing could be written.
#[derive(Debug, Default)]
pub(super) struct Unserved(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    last: HashMap<(PlayId, u128), Arrival>,
    /// Each soon after the one before: connections that broke with the database fail once more when they are next used.
    outages: Vec<Outage>,
}

#[derive(Debug, Clone, Copy)]
struct Arrival {
    asked: u128,
    /// When it came first, as far as it could not be served since.
    first: Micros,
}

impl Unserved {
    /// Notes a command that arrives now, while nothing can be written since `broken`, if that is so; returns from when it counts.
    /// It takes the place of its sender's last one, so that nobody can choose afterwards among several.
    pub(super) fn arrives(&self, sent: SentCommand, now: Micros, broken: Option<Micros>) -> Micros {
        let mut state = lock(&self.0);
        let of = (sent.play, sent.sender);
        let known = state.last.get(&of).copied();
        if known.is_none() && state.last.len() >= MOST {
            // What came during a failure is kept until games go on.
            if broken.is_some() {
                return now;
            }
            state.last.clear();
        }
        let again = known.filter(|before| before.asked == sent.asked);
        let unserved = again.filter(|before| state.is_unserved(before.first, now, broken));
        let first = unserved.map_or(now, |before| before.first);
        state.last.insert(of, Arrival { asked: sent.asked, first });
        state.counts_from(first).map_or(now, |from| from.min(now))
    }

    /// Notes a time in which nothing could be written.
    pub(super) fn games_go_on(&self, outage: Outage) {
        let outages = &mut lock(&self.0).outages;
        let is_soon = |last: &Outage| outage.stopped.since(last.resumed) <= AGAIN_WITHIN;
        if outages.len() >= MOST_OUTAGES || !outages.last().is_some_and(is_soon) {
            outages.clear();
        }
        outages.push(outage);
    }
}

impl State {
    /// The time in which what arrived at that moment could not be served.
    fn outage_at(&self, at: Micros) -> Option<usize> {
        self.outages.iter().position(|one| was_on_its_way(at, one.stopped) && at <= one.resumed)
    }

    /// Whether what arrived at that moment may still come again without being charged.
    fn is_unserved(&self, at: Micros, now: Micros, broken: Option<Micros>) -> bool {
        // Another failure that follows soon may last.
        let until = broken.unwrap_or(now);
        let is_soon = |last: &Outage| until.since(last.resumed) <= AGAIN_WITHIN;
        broken.is_some_and(|since| was_on_its_way(at, since))
            || self.outage_at(at).is_some() && self.outages.last().is_some_and(is_soon)
    }

    /// From when a command counts that came first at that moment. The times that follow the one it came in are charged to nobody, and
    /// move that moment.
    fn counts_from(&self, first: Micros) -> Option<Micros> {
        let index = self.outage_at(first)?;
        let Outage { stopped, resumed } = self.outages[index];
        let later = self.outages[index + 1..].iter().map(|one| one.resumed.since(one.stopped));
        Some(resumed.saturating_add(later.sum()).saturating_sub(stopped.since(first).max(0)))
    }
}

/// Whether what arrived at that moment had not been written when writing failed.
fn was_on_its_way(at: Micros, stopped: Micros) -> bool {
    stopped.since(at) <= ON_ITS_WAY
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(play: u8, sender: u128, asked: u128) -> SentCommand {
        SentCommand { play: [play; 10], sender, asked }
    }

    fn at(seconds: i64) -> Micros {
        Micros(seconds * SECOND)
    }

    /// Commands that arrived at second 5, when nothing could be written from second 4 to 20.
    fn with(commands: &[SentCommand]) -> Unserved {
        let all = Unserved::default();
        for sent in commands {
            all.arrives(*sent, at(5), Some(at(4)));
        }
        all.games_go_on(Outage { stopped: at(4), resumed: at(20) });
        all
    }

    #[test]
    fn a_command_that_is_sent_again_counts_from_when_games_went_on() {
        let all = with(&[sent(1, 7, 70), sent(1, 7, 70)]);
        assert_eq!(all.arrives(sent(1, 7, 70), at(22), None), at(20));
        assert_eq!(
            all.arrives(sent(1, 7, 70), at(23), None),
            at(20),
            "the try before may have failed"
        );
    }

    #[test]
    fn what_had_just_come_when_writing_failed_is_charged_until_it_came() {
        let all = Unserved::default();
        all.arrives(sent(1, 7, 70), at(3), None);
        all.games_go_on(Outage { stopped: at(4), resumed: at(20) });
        assert_eq!(all.arrives(sent(1, 7, 70), at(22), None), at(19), "a second less");
    }

    #[test]
    fn between_failures_that_follow_each_other_soon_nobody_is_charged() {
        let all = with(&[sent(1, 7, 70)]);
        // It comes again, and fails again, and once more before games go on.
        assert_eq!(all.arrives(sent(1, 7, 70), at(22), None), at(20));
        all.arrives(sent(1, 7, 70), at(24), Some(at(21)));
        all.games_go_on(Outage { stopped: at(21), resumed: at(25) });
        assert_eq!(all.arrives(sent(1, 7, 70), at(26), None), at(24), "less the second failure");
        let all = with(&[sent(1, 7, 70)]);
        all.games_go_on(Outage { stopped: at(40), resumed: at(41) });
        assert_eq!(all.arrives(sent(1, 7, 70), at(42), None), at(42), "that is another one");
    }

    #[test]
    fn no_other_command_game_or_sender_gains_by_it() {
        for other in [sent(2, 7, 70), sent(1, 8, 70), sent(1, 7, 71)] {
            assert_eq!(with(&[sent(1, 7, 70)]).arrives(other, at(22), None), at(22));
        }
        let all = with(&[sent(1, 7, 70), sent(1, 7, 71)]);
        assert_eq!(all.arrives(sent(1, 7, 70), at(22), None), at(22), "the last one counts");
    }

    #[test]
    fn what_came_before_the_failure_or_comes_much_later_is_charged() {
        let all = Unserved::default();
        all.arrives(sent(1, 7, 70), at(2), None);
        all.games_go_on(Outage { stopped: at(4), resumed: at(20) });
        let again = all.arrives(sent(1, 7, 70), at(22), None);
        assert_eq!(again, at(22), "it was answered, and refused");
        assert_eq!(with(&[sent(1, 7, 70)]).arrives(sent(1, 7, 70), at(24), None), at(24));
    }

    #[test]
    fn no_more_are_known_than_there_is_room_for() {
        let all = Unserved::default();
        for sender in 0..MOST as u128 {
            all.arrives(sent(1, sender, 1), at(5), Some(at(4)));
        }
        all.arrives(sent(2, 7, 1), at(5), Some(at(4)));
        all.games_go_on(Outage { stopped: at(4), resumed: at(20) });
        assert_eq!(
            all.arrives(sent(1, 7, 1), at(22), None),
            at(20),
            "those that were there first stay"
        );
        assert_eq!(lock(&all.0).last.len(), MOST);
        assert_eq!(all.arrives(sent(2, 7, 1), at(22), None), at(22));
        assert_eq!(lock(&all.0).last.len(), 1);
    }
}
