//! Leaving a round robin before having played half of the games (FIDE Competition Rules, C.05).

use crate::event::{Event, id, stages, stronger};

const ALL: &str = r#"{"name":"All","system":{"type":"round-robin"}}"#;

#[test]
fn results_of_early_leavers_of_a_round_robin_do_not_count_if_the_rule_says_so() {
    for (rule, played, counts) in
        [("", 2, true), (r#","half_rule":true"#, 2, false), (r#","half_rule":true"#, 3, true)]
    {
        let mut event = Event::of(6, &stages(ALL, rule));
        event.begin(0);
        for _ in 0..played {
            let round = event.next_round(0);
            event.play(0, round, stronger);
        }
        event.tell(|contest| contest.withdraw(id(6), false));
        event.play_out(0, stronger);
        let met = event.contest.stages[0].rounds[..played]
            .iter()
            .flat_map(|round| &round.meetings)
            .filter_map(|meeting| {
                meeting.side_of(id(6)).map(|side| meeting.entrant_on(side.other()))
            });
        let met: Vec<u32> = met.map(|one| one.0).collect();
        assert_eq!(met.len(), played);
        // Each beats those behind them, the sixth by playing or by forfeit: 2 points a win.
        for number in 1..=5 {
            let beaten = if counts { 6 - number } else { 5 - number };
            assert_eq!(event.points(0, number), 20 * beaten as i32, "{number} {rule} {played}");
        }
        let table = event.contest.group_tournament(0, 0, usize::MAX).expect("a table");
        assert_eq!(table.all_results.is_some(), !counts);
        let last = table.with_all_results().entrants[5].entries.iter();
        let kept = last.filter(|entry| entry.opponent().is_some()).count();
        assert_eq!(kept, 5, "the cross-table has all of them");
        event.check();
    }
}
