//! What clients of several servers asked and were answered, and whether one server alone could have answered
//! so: a check of linearizability that knows nothing of the program but its answers.
//!
//! A game is a log. A command that is answered names the number of its event; a look names how many events it
//! has seen. A history is linearizable if and only if events have numbers of their own, what began after an
//! answer comes after it, and a look sees what was answered before it began, and nothing that nobody has asked for.
//! (Herlihy and Wing, "Linearizability", 1990; for a log whose places are known, its order is given.)

use std::time::Instant;

/// Something asked of a game, and what came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    pub began: Instant,
    pub ended: Instant,
    pub told: Told,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// The command is the event with this number.
    Event(u64),
    /// So many events were seen.
    Seen(u64),
}

/// What no single server could have answered.
pub fn contradictions(history: &[Asked]) -> Vec<String> {
    let mut all = Vec::new();
    let mut events: Vec<(u64, Asked)> = Vec::new();
    for asked in history {
        if let Told::Event(number) = asked.told {
            events.push((number, *asked));
        }
    }
    events.sort_by_key(|(number, _)| *number);
    for pair in events.windows(2) {
        if pair[0].0 == pair[1].0 {
            all.push(format!("two commands are event {}", pair[0].0));
        }
        if pair[1].1.ended < pair[0].1.began {
            all.push(format!("event {} was answered before {} began", pair[1].0, pair[0].0));
        }
    }
    // The most events that an answer has told of so far, by the time of the answer.
    let mut ended: Vec<(Instant, u64)> = history
        .iter()
        .map(|asked| match asked.told {
            Told::Event(number) | Told::Seen(number) => (asked.ended, number),
        })
        .collect();
    ended.sort();
    let mut most = 0;
    for one in &mut ended {
        most = most.max(one.1);
        one.1 = most;
    }
    for asked in history {
        let Told::Seen(seen) = asked.told else { continue };
        let before = ended.partition_point(|(at, _)| *at < asked.began);
        let known = before.checked_sub(1).map_or(0, |last| ended[last].1);
        if seen < known {
            all.push(format!("a look saw {seen} events when {known} were known already"));
        }
        let at = events.partition_point(|(number, _)| *number <= seen);
        if let Some((number, early)) = at.checked_sub(1).map(|last| events[last])
            && early.began > asked.ended
        {
            all.push(format!("a look saw event {number} before it was asked for"));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn history(all: &[(u64, u64, Told)]) -> Vec<Asked> {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        all.iter()
            .map(|(began, ended, told)| Asked { began: at(*began), ended: at(*ended), told: *told })
            .collect()
    }

    #[test]
    fn what_one_server_could_have_answered_has_no_contradiction() {
        let fine = history(&[
            (0, 10, Told::Event(1)),
            (5, 30, Told::Event(2)),
            (12, 14, Told::Seen(2)),
            (12, 15, Told::Seen(1)),
            (31, 32, Told::Seen(2)),
        ]);
        assert_eq!(contradictions(&fine), Vec::<String>::new());
    }

    #[test]
    fn each_contradiction_is_found() {
        for (wrong, why) in [
            (vec![(0, 1, Told::Event(1)), (2, 3, Told::Event(1))], "two commands"),
            (vec![(0, 1, Told::Event(2)), (2, 3, Told::Event(1))], "was answered before"),
            (vec![(0, 1, Told::Event(2)), (2, 3, Told::Seen(1))], "2 were known already"),
            (vec![(0, 1, Told::Seen(3)), (2, 3, Told::Seen(2))], "3 were known already"),
            (vec![(0, 1, Told::Seen(1)), (2, 3, Told::Event(1))], "before it was asked for"),
        ] {
            let found = contradictions(&history(&wrong));
            assert!(found.iter().any(|one| one.contains(why)), "{wrong:?}: {found:?}");
        }
    }
}
