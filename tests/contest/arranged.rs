//! Matches whose players agree on a time: windows, proposals, presence, the default rule, appeals, and the dossier.

use adjutant_domain::contest::scheduling::{
    DefaultClause, DefaultRule, DefaultRuling, DueAction, DueMatch, FixedBy, MAX_PROPOSALS,
    Reminder, ScheduleLogEntry, SchedulingEvent, SchedulingRules, TableId,
};
use adjutant_domain::contest::{Contest, ContestError, ContestFact};
use adjutant_domain::moment::{DAY, HOUR, MINUTE, Micros, SECOND};
use swiss::series::{GameResult, Side};

use crate::event::{Event, FIRST, id, round_id, spot, stages, swiss};

/// Noon of the 22nd of November 2026 in Manila.
pub const NOON: Micros = Micros(1_795_320_000_000_000);
/// The end of a window of three days that is opened then: 11 pm of the 24th.
const UNTIL: Micros = NOON.saturating_add(2 * DAY + 11 * HOUR);
/// A day before.
const AGREE_BY: Micros = UNTIL.saturating_sub(DAY);
const THREE_DAYS: &str = r#","arranged":{"days":3},"players_report":true"#;
pub const TABLE: TableId = TableId { stage: 0, round: 0, table: 0 };

/// An event whose first round is published at noon.
pub fn published(settings: &str) -> Event {
    let mut event = Event::of(4, settings);
    event.begin(0);
    event.tell(|contest| contest.pair_round(0));
    event.tell(|contest| contest.publish_round_at(round_id(0, 0), NOON));
    event
}

fn event() -> Event {
    published(&swiss(3, THREE_DAYS))
}

/// The event with another rule.
fn ruled(rule: &str) -> Event {
    published(&swiss(3, &format!(r#","arranged":{{"days":3,"rule":{{{rule}}}}}"#)))
}

/// Who sits at the first table.
fn sides(event: &Event) -> [u32; 2] {
    event.sides(0, 0)[0]
}

impl Event {
    fn proposes(&mut self, side: usize, times: &[Micros], now: Micros) -> Vec<ContestFact> {
        let who = id(sides(self)[side]);
        self.tell(|contest| contest.propose_times(TABLE, who, times, now))
    }

    fn is_here(&mut self, side: usize, now: Micros) {
        let who = id(sides(self)[side]);
        self.tell(|contest| contest.check_in_to_match(TABLE, who, now));
    }

    /// Does what is due, as a server does that was never away; answers what it was of the first table.
    fn sweep(&mut self, now: Micros) -> Vec<DueAction> {
        let due = self.contest.due_matches(now, Micros(0));
        self.tell(|contest| contest.execute_due(&due, now));
        due.iter().filter(|one| one.table == TABLE).map(|one| one.action).collect()
    }

    fn games(&self) -> Vec<GameResult> {
        self.contest.stages[0].rounds[0].meetings[0].games.clone()
    }

    fn agrees_on(&mut self, time: Micros, now: Micros) {
        self.proposes(0, &[time], now);
        self.proposes(1, &[time], now);
    }
}

fn arranged(json: &str) -> SchedulingRules {
    let settings = swiss(3, &format!(r#","arranged":{{{json}}}"#));
    let settings = adjutant_domain::contest::json::read_settings(&settings).expect("settings");
    settings.scheduling.expect("it is arranged")
}

#[test]
fn a_window_ends_at_the_cut_off_of_its_last_day_by_the_clocks_of_its_zone() {
    let window = arranged(r#""days":3"#).window_from(NOON);
    assert_eq!((window.from, window.agree_by, window.until), (NOON, AGREE_BY, UNTIL));
    // Half past eleven in the evening: the day that counts first is the next one.
    let late = NOON + 11 * HOUR + 30 * MINUTE;
    assert_eq!(arranged(r#""days":1"#).window_from(late).until, NOON + DAY + 11 * HOUR);
    assert_eq!(arranged(r#""days":1"#).window_from(NOON).until, NOON + 11 * HOUR);
}

#[test]
fn a_window_keeps_its_hour_where_clocks_are_changed() {
    let until = |json: &str, seconds: i64| {
        arranged(json).window_from(Micros(seconds * SECOND)).until.0 / SECOND
    };
    let zone = r#""zone":"America/New_York","days":2,"cut_off""#;
    // Clocks in New York skip from 2 to 3 on the 14th of March 2027.
    assert_eq!(until(&format!(r#"{zone}:"20:00""#), 1_804_957_200), 1_805_068_800);
    assert_eq!(until(&format!(r#"{zone}:"02:30""#), 1_804_917_600), 1_805_009_400);
}

#[test]
fn the_cut_off_for_agreeing_is_never_in_the_first_half_of_the_window() {
    let window = arranged(r#""days":1,"agree_hours":24"#).window_from(NOON);
    assert_eq!(window.agree_by, NOON + 11 * HOUR / 2);
}

#[test]
fn settings_that_cannot_be_are_refused() {
    for wrong in [r#""zone":"Manila""#, r#""zone":"""#] {
        let settings = swiss(3, &format!(r#","arranged":{{{wrong}}}"#));
        let settings =
            adjutant_domain::contest::json::read_settings(&settings).expect("it is read");
        let faults = settings.validate();
        assert_eq!(faults, [adjutant_domain::contest::ContestSettingsError::Scheduling], "{wrong}");
    }
    for wrong in [
        r#""days":0"#,
        r#""days":61"#,
        r#""cut_off":"24:00""#,
        r#""cut_off":"7:00""#,
        r#""cut_off":"+1:00""#,
        r#""agree_hours":721"#,
        r#""rule":{"one_silent":"loses"}"#,
        r#""rule":{"grace_minutes":1441}"#,
        r#""rules":{}"#,
    ] {
        let settings = swiss(3, &format!(r#","arranged":{{{wrong}}}"#));
        let fault = adjutant_domain::contest::json::read_settings(&settings).expect_err(wrong);
        assert!(fault.place.starts_with("arranged"), "{fault}");
    }
}

#[test]
fn an_equal_proposal_fixes_the_match_and_of_several_the_earliest() {
    let mut event = event();
    let [one, two, three] = [NOON + DAY, NOON + DAY + HOUR, NOON + DAY + 2 * HOUR];
    event.proposes(0, &[three, two], NOON + MINUTE);
    assert_eq!(event.contest.match_time(TABLE), None);
    let facts = event.proposes(1, &[one, three, two], NOON + HOUR);
    assert_eq!(event.contest.match_time(TABLE), Some(two));
    let fixed =
        SchedulingEvent::TimeFixed { time: Some(two), by: FixedBy::Players, why: String::new() };
    assert_eq!(
        facts[1],
        ContestFact::MatchScheduling { table: TABLE, at: NOON + HOUR, event: fixed }
    );
    assert_eq!(event.contest.matches_starting(two, two + 1), [(TABLE, two)]);
    assert!(event.contest.matches_starting(NOON, two).is_empty());
    event.check();
}

#[test]
fn a_time_that_was_taken_back_fixes_nothing() {
    let mut event = event();
    let time = NOON + DAY;
    event.proposes(0, &[time, time + HOUR], NOON + MINUTE);
    let who = id(sides(&event)[0]);
    event.tell(|contest| contest.withdraw_proposals(TABLE, who, &[time, NOON], NOON + HOUR));
    event.proposes(1, &[time], NOON + HOUR);
    assert_eq!(event.contest.match_time(TABLE), None);
    event.proposes(1, &[time + HOUR], NOON + HOUR);
    assert_eq!(event.contest.match_time(TABLE), Some(time + HOUR));
}

#[test]
fn an_agreed_time_moves_by_another_equal_proposal_alone() {
    let mut event = event();
    let (first, other) = (NOON + DAY, NOON + DAY + 3 * HOUR);
    event.proposes(0, &[first, other], NOON + MINUTE);
    event.proposes(1, &[first], NOON + MINUTE);
    // The second proposal no longer counts, since the match was fixed.
    event.proposes(1, &[other], NOON + HOUR);
    assert_eq!(event.contest.match_time(TABLE), Some(first));
    event.proposes(0, &[other], NOON + HOUR);
    assert_eq!(event.contest.match_time(TABLE), Some(other));
    let who = id(sides(&event)[0]);
    let late = |contest: &Contest| contest.propose_times(TABLE, who, &[other + HOUR], other);
    assert_eq!(event.refused(late), ContestError::TooLate);
    event.check();
}

#[test]
fn a_time_that_officials_set_holds_until_they_say_otherwise() {
    let mut event = event();
    let (time, who) = (UNTIL + DAY, id(sides(&event)[0]));
    let unsaid = |contest: &Contest| contest.fix_time(TABLE, Some(time), " ", NOON);
    assert_eq!(event.refused(unsaid), ContestError::ReasonMissing);
    event.tell(|contest| contest.fix_time(TABLE, Some(time), "both called", NOON + MINUTE));
    let proposed =
        |contest: &Contest| contest.propose_times(TABLE, who, &[NOON + DAY], NOON + HOUR);
    assert_eq!(event.refused(proposed), ContestError::TimeFixedByOfficial);
    event.tell(|contest| contest.fix_time(TABLE, None, "agree on it anew", NOON + HOUR));
    event.tell(proposed);
    let late = |contest: &Contest| contest.fix_time(TABLE, None, "agree on it anew", AGREE_BY);
    assert_eq!(event.refused(late), ContestError::TooLate);
    event.check();
}

#[test]
fn invalid_proposals_are_refused() {
    let mut event = event();
    let who = id(sides(&event)[0]);
    let propose = |event: &Event, times: &[Micros], now: Micros| {
        let times = times.to_vec();
        event.refused(|contest| contest.propose_times(TABLE, who, &times, now))
    };
    for times in [&[][..], &[NOON], &[UNTIL + MINUTE], &[NOON + DAY + 1]] {
        assert_eq!(propose(&event, times, NOON), ContestError::InvalidTime, "{times:?}");
    }
    assert_eq!(propose(&event, &[UNTIL], AGREE_BY), ContestError::TooLate);
    let many: Vec<Micros> = (1..=21).map(|hour| NOON + hour * HOUR).collect();
    assert_eq!(propose(&event, &many, NOON), ContestError::TooManyProposals);
    event.proposes(0, &many[..MAX_PROPOSALS], NOON);
    assert_eq!(propose(&event, &many, NOON), ContestError::TooManyProposals);
    assert!(event.proposes(0, &many[..2], NOON).is_empty(), "the same again");
    let stranger = event.sides(0, 0)[1][0];
    let others =
        |contest: &Contest| contest.propose_times(TABLE, id(stranger), &[NOON + DAY], NOON);
    assert_eq!(event.refused(others), ContestError::NotAtThisTable);
    event.result(spot(0, 0, 0, 0), FIRST);
    assert_eq!(propose(&event, &[NOON + DAY], NOON), ContestError::AlreadyDecided);
    let none = Event::swiss(4, 3);
    let nowhere = |contest: &Contest| contest.propose_times(TABLE, who, &[NOON + DAY], NOON);
    assert_eq!(none.refused(nowhere), ContestError::NotFound);
    let mut plain = published(&swiss(3, ""));
    assert_eq!(plain.refused(nowhere), ContestError::NotScheduledByPlayers);
    assert!(plain.sweep(UNTIL + DAY).is_empty());
}

#[test]
fn at_the_cut_off_who_has_proposed_nothing_loses_against_who_has() {
    let mut event = event();
    event.proposes(1, &[NOON + DAY], NOON + HOUR);
    assert_eq!(event.contest.next_due_at(), Some(AGREE_BY - DAY));
    event.sweep(AGREE_BY - 1);
    assert_eq!(event.contest.next_due_at(), Some(AGREE_BY));
    let result = Some(GameResult::Default { absent: Side::First });
    let expected = DueAction::ApplyDefault { clause: DefaultClause::OneSilent, result };
    assert_eq!(event.sweep(AGREE_BY), [expected]);
    assert_eq!(event.games(), [GameResult::Default { absent: Side::First }]);
    assert!(event.sweep(AGREE_BY).is_empty(), "it fires once");
    assert_eq!(event.contest.next_due_at(), None);
    event.check();
}

#[test]
fn withdrawing_all_proposals_counts_as_none() {
    let mut event = event();
    let who = id(sides(&event)[0]);
    event.proposes(0, &[NOON + DAY], NOON + HOUR);
    event.tell(|contest| contest.withdraw_proposals(TABLE, who, &[NOON + DAY], NOON + HOUR));
    let result = Some(GameResult::BothAbsent);
    let expected = DueAction::ApplyDefault { clause: DefaultClause::BothSilent, result };
    assert_eq!(event.sweep(AGREE_BY), [expected]);
    assert_eq!(event.games(), [GameResult::BothAbsent]);
}

#[test]
fn where_no_times_are_equal_officials_decide_and_players_may_still_agree() {
    let mut event = event();
    let (first, other) = (NOON + DAY, NOON + DAY + HOUR);
    event.proposes(0, &[first], NOON + HOUR);
    event.proposes(1, &[other], NOON + HOUR);
    let expected = DueAction::ApplyDefault { clause: DefaultClause::NotAgreed, result: None };
    assert_eq!(event.sweep(AGREE_BY), [expected]);
    assert!(event.games().is_empty());
    assert!(event.contest.matches_awaiting_officials(AGREE_BY).contains(&TABLE));
    event.agrees_on(UNTIL - HOUR, AGREE_BY + HOUR);
    assert_eq!(event.contest.match_time(TABLE), Some(UNTIL - HOUR));
    assert!(!event.contest.matches_awaiting_officials(AGREE_BY + HOUR).contains(&TABLE));
    event.check();
}

#[test]
fn when_the_grace_is_over_who_is_not_there_loses_against_who_is() {
    let mut event = event();
    let time = NOON + DAY;
    event.agrees_on(time, NOON + HOUR);
    let grace = 30 * MINUTE;
    event.is_here(1, time - HOUR);
    assert!(
        !event
            .sweep(time + grace - 1)
            .iter()
            .any(|what| matches!(what, DueAction::ApplyDefault { .. }))
    );
    let result = Some(GameResult::Default { absent: Side::First });
    let expected = DueAction::ApplyDefault { clause: DefaultClause::OneAbsent, result };
    assert_eq!(event.sweep(time + grace), [expected]);
    let who = id(sides(&event)[0]);
    let late = |contest: &Contest| contest.check_in_to_match(TABLE, who, time + grace);
    assert_eq!(event.refused(late), ContestError::AlreadyDecided);
}

#[test]
fn nobody_loses_where_both_are_there_or_either_tells_of_a_result() {
    let time = NOON + DAY;
    let mut both = event();
    both.agrees_on(time, NOON + HOUR);
    both.is_here(0, time + 29 * MINUTE);
    both.is_here(1, time);
    assert!(both.sweep(UNTIL).is_empty());
    assert!(
        both.contest.matches_awaiting_officials(UNTIL).contains(&TABLE),
        "officials see it at the end"
    );
    let mut told = event();
    told.agrees_on(time, NOON + HOUR);
    let who = id(sides(&told)[0]);
    told.tell(|contest| contest.report_result(spot(0, 0, 0, 0), who, FIRST));
    assert!(told.sweep(UNTIL).is_empty());
    assert_eq!(told.contest.next_due_at(), None);
}

#[test]
fn presence_is_told_within_the_hour_before_and_for_the_time_that_holds() {
    let mut event = event();
    let (time, who) = (NOON + DAY, id(sides(&event)[0]));
    let here = |contest: &Contest| contest.check_in_to_match(TABLE, who, time - HOUR);
    assert_eq!(event.refused(here), ContestError::NoTimeAgreed);
    event.agrees_on(time, NOON + HOUR);
    let early = |contest: &Contest| contest.check_in_to_match(TABLE, who, time - HOUR - 1);
    assert_eq!(event.refused(early), ContestError::TooEarly);
    event.tell(here);
    assert!(event.tell(here).is_empty(), "the same again");
    // The match is moved: who was there is to come again.
    event.agrees_on(time + 3 * HOUR, time - MINUTE);
    let arrangement = event.contest.match_schedule(TABLE).expect("something was told");
    assert_eq!(arrangement.checked_in_at, [None; 2]);
}

#[test]
fn the_rule_is_the_one_that_was_published_whatever_becomes_of_the_settings() {
    let mut event = event();
    let mut settings = event.contest.settings.clone();
    let rule = DefaultRule { grace_minutes: 0, ..DefaultRule::default() };
    settings.scheduling =
        settings.scheduling.map(|of| SchedulingRules { rule, window_days: 9, ..of });
    event.tell(|contest| contest.change_settings(settings));
    let window = event.contest.match_window(TABLE).expect("a window");
    assert_eq!((window.rule.grace_minutes, window.until), (30, UNTIL));
}

#[test]
fn a_rule_says_of_each_clause_what_follows() {
    let officials = r#""one_silent":"officials","both_silent":"officials""#;
    let mut event = ruled(officials);
    let expected = DueAction::ApplyDefault { clause: DefaultClause::BothSilent, result: None };
    assert_eq!(event.sweep(AGREE_BY), [expected]);
    let mut event = ruled(r#""not_agreed":"default","both_absent":"default","grace_minutes":5"#);
    event.proposes(0, &[NOON + DAY], NOON + HOUR);
    event.proposes(1, &[NOON + 2 * DAY], NOON + HOUR);
    event.sweep(AGREE_BY);
    assert_eq!(event.games(), [GameResult::BothAbsent]);
    let mut event = ruled(r#""both_absent":"default","grace_minutes":5"#);
    event.agrees_on(NOON + DAY, NOON + HOUR);
    event.sweep(NOON + DAY + 5 * MINUTE);
    assert_eq!(event.games(), [GameResult::BothAbsent]);
}

#[test]
fn people_are_reminded_once_of_each_thing() {
    let mut event = event();
    event.proposes(0, &[NOON + DAY], NOON + HOUR);
    // Who has proposed waits for the other, who is reminded alone.
    let remind = AGREE_BY - DAY;
    let to_agree = DueAction::Remind { of: Reminder::ToAgree, sides: [false, true] };
    assert!(event.sweep(remind - 1).is_empty());
    assert_eq!(event.sweep(remind), [to_agree]);
    assert!(event.sweep(remind + HOUR).is_empty());
    event.proposes(1, &[NOON + DAY], remind + HOUR);
    let start = DueAction::Remind { of: Reminder::Start, sides: [true; 2] };
    assert_eq!(event.sweep(remind + HOUR), [start], "it is within a day");
    assert!(event.sweep(remind + 2 * HOUR).is_empty());
    // Another time is another thing.
    event.agrees_on(NOON + DAY + HOUR, remind + 2 * HOUR);
    assert_eq!(event.sweep(remind + 3 * HOUR), [start]);
    let mut silent = ruled(r#""remind_hours":0"#);
    assert!(silent.sweep(AGREE_BY - 1).is_empty());
}

#[test]
fn a_default_whose_moment_came_while_the_server_was_away_waits_for_the_grace() {
    let event = event();
    let lapses = |now: Micros, up_since: Micros| {
        let due = event.contest.due_matches(now, up_since);
        due.iter().filter(|one| matches!(one.action, DueAction::ApplyDefault { .. })).count()
    };
    let back = AGREE_BY + 3 * HOUR;
    assert_eq!(lapses(back + 30 * MINUTE - 1, back), 0);
    assert_eq!(lapses(back + 30 * MINUTE, back), 2);
    assert_eq!(lapses(AGREE_BY, AGREE_BY), 2, "it was there at the moment");
}

#[test]
fn a_default_in_a_series_loses_all_games_that_are_left() {
    let final_ =
        r#"{"name":"Final","system":{"type":"knock-out"},"series":{"format":"race","target":"4"}}"#;
    let mut event = published(&stages(final_, THREE_DAYS));
    event.proposes(0, &[NOON + DAY], NOON + HOUR);
    event.sweep(AGREE_BY);
    assert_eq!(event.games(), [GameResult::Default { absent: Side::Second }; 2]);
    assert!(event.contest.stages[0].rounds[0].meetings[0].is_over());
    event.check();
}

#[test]
fn an_appeal_is_heard_once_from_each_and_ruled_on_once() {
    let mut event = event();
    event.proposes(0, &[NOON + DAY], NOON + HOUR);
    let who = sides(&event).map(id);
    let appeal = |words: &'static str, now: Micros| {
        move |contest: &Contest| contest.appeal(TABLE, who[1], words, now)
    };
    assert_eq!(event.refused(appeal("No.", AGREE_BY)), ContestError::DefaultNotApplied);
    event.sweep(AGREE_BY);
    assert_eq!(event.refused(appeal(" ", AGREE_BY)), ContestError::ReasonMissing);
    assert_eq!(event.refused(appeal("Two\nlines", AGREE_BY)), ContestError::InvalidText);
    assert_eq!(event.refused(appeal("Late.", AGREE_BY + 48 * HOUR)), ContestError::TooLate);
    event.tell(appeal("I was in hospital.", AGREE_BY + HOUR));
    assert_eq!(event.refused(appeal("Again.", AGREE_BY + HOUR)), ContestError::AlreadyAppealed);
    let stands = |contest: &Contest| {
        contest.rule_on_default(TABLE, DefaultRuling::Uphold, "No proof came.", AGREE_BY + DAY)
    };
    event.tell(stands);
    assert_eq!(event.games(), [GameResult::Default { absent: Side::Second }]);
    assert_eq!(event.refused(stands), ContestError::AlreadyRuled);
    assert_eq!(event.refused(appeal("Again.", AGREE_BY + DAY)), ContestError::AlreadyRuled);
    event.check();
}

#[test]
fn officials_give_another_result_or_another_window() {
    let mut instead = event();
    instead.proposes(0, &[NOON + DAY], NOON + HOUR);
    instead.sweep(AGREE_BY);
    let mut anew = instead.clone();
    instead.tell(|contest| {
        let ruling = DefaultRuling::Replace(GameResult::Won(Side::Second));
        contest.rule_on_default(TABLE, ruling, "They had played.", AGREE_BY + HOUR)
    });
    assert_eq!(instead.games(), [GameResult::Won(Side::Second)]);
    instead.check();
    let now = AGREE_BY + HOUR;
    anew.tell(|contest| {
        contest.rule_on_default(
            TABLE,
            DefaultRuling::Reschedule { days: 2 },
            "The site was down.",
            now,
        )
    });
    assert!(anew.games().is_empty());
    let window = anew.contest.match_window(TABLE).expect("its own window");
    assert_eq!((window.from, window.until), (now, UNTIL + DAY), "now is midnight");
    let other = TableId { table: 1, ..TABLE };
    assert_eq!(anew.contest.match_window(other).map(|window| window.from), Some(NOON));
    // The rule fires again, in the new window.
    assert!(
        anew.sweep(window.agree_by)
            .iter()
            .any(|what| matches!(what, DueAction::ApplyDefault { .. }))
    );
    anew.check();
}

#[test]
fn a_ruling_keeps_results_that_officials_entered_after_a_forfeit() {
    let mut event = event();
    event.proposes(0, &[NOON + DAY], NOON + HOUR);
    event.sweep(AGREE_BY);
    event.result(spot(0, 0, 0, 0), FIRST);
    let ruling = |contest: &Contest| {
        contest.rule_on_default(
            TABLE,
            DefaultRuling::Reschedule { days: 2 },
            "Again.",
            AGREE_BY + HOUR,
        )
    };
    assert_eq!(event.refused(ruling), ContestError::ResultConflict(Some(FIRST)));
}

#[test]
fn the_dossier_has_everything_in_the_order_in_which_it_happened() {
    let mut event = event();
    let who = id(sides(&event)[1]);
    event.proposes(0, &[NOON + DAY], NOON + HOUR);
    event.sweep(AGREE_BY - DAY);
    event.sweep(AGREE_BY);
    event.tell(|contest| contest.appeal(TABLE, who, "I was ill.", AGREE_BY + HOUR));
    event.tell(|contest| {
        contest.rule_on_default(
            TABLE,
            DefaultRuling::Reschedule { days: 1 },
            "He was.",
            AGREE_BY + 2 * HOUR,
        )
    });
    let dossier = event.contest.dossier(TABLE).expect("it is arranged");
    let kinds: Vec<(Micros, &str)> = dossier
        .lines
        .iter()
        .map(|line| {
            let kind = match &line.entry {
                ScheduleLogEntry::Window(_) => "window",
                ScheduleLogEntry::Event(SchedulingEvent::TimesProposed { .. }) => "proposed",
                ScheduleLogEntry::Event(SchedulingEvent::Reminded { .. }) => "reminded",
                ScheduleLogEntry::Event(SchedulingEvent::DefaultApplied { .. }) => "lapsed",
                ScheduleLogEntry::Event(SchedulingEvent::Appealed { .. }) => "appealed",
                ScheduleLogEntry::Event(SchedulingEvent::Ruled { .. }) => "ruled",
                ScheduleLogEntry::Event(_) => "other",
            };
            (line.at, kind)
        })
        .collect();
    let expected = [
        (NOON, "window"),
        (NOON + HOUR, "proposed"),
        (AGREE_BY - DAY, "reminded"),
        (AGREE_BY, "lapsed"),
        (AGREE_BY + HOUR, "appealed"),
        (AGREE_BY + 2 * HOUR, "ruled"),
        (AGREE_BY + 2 * HOUR, "window"),
    ];
    assert_eq!(kinds, expected);
    assert!(event.contest.dossier(TableId { table: 2, ..TABLE }).is_none());
}

#[test]
fn a_round_that_was_taken_back_and_restored_keeps_what_was_agreed() {
    let mut event = event();
    event.agrees_on(NOON + DAY, NOON + HOUR);
    event.tell(|contest| contest.take_back_round(round_id(0, 0), false));
    assert!(event.contest.due_matches(UNTIL, Micros(0)).is_empty());
    event.tell(|contest| contest.restore_round(0));
    assert_eq!(event.contest.match_time(TABLE), Some(NOON + DAY));
    event.check();
}

#[test]
fn a_window_opens_for_a_round_that_was_published_without_and_is_prolonged() {
    let mut event = Event::of(4, &swiss(3, ""));
    event.begin(0);
    event.next_round(0);
    let open = |contest: &Contest| contest.open_window(round_id(0, 0), None, 3, NOON);
    assert_eq!(event.refused(open), ContestError::NotScheduledByPlayers);
    let mut settings = event.contest.settings.clone();
    settings.scheduling = Some(arranged(""));
    event.tell(|contest| contest.change_settings(settings));
    event.tell(open);
    assert_eq!(event.contest.match_window(TABLE).map(|window| window.until), Some(UNTIL));
    event.tell(|contest| contest.open_window(round_id(0, 0), None, 5, NOON));
    assert_eq!(event.contest.match_window(TABLE).map(|window| window.until), Some(UNTIL + 2 * DAY));
    event.check();
}

#[test]
fn nobody_waits_for_a_player_who_forfeited() {
    let mut event = event();
    let who = id(sides(&event)[0]);
    event.tell(|contest| contest.withdraw(who, false));
    assert!(
        event.contest.due_matches(UNTIL, Micros(0)).iter().any(|one| one.table == TABLE),
        "it is still played"
    );
    event.tell(|contest| contest.forfeit(who, TABLE));
    let due: Vec<DueMatch> = event.contest.due_matches(UNTIL, Micros(0));
    assert!(due.iter().all(|one| one.table != TABLE), "{due:?}");
}

#[test]
fn the_grace_period_of_a_round_does_not_forfeit_arranged_matches() {
    let mut event = Event::of(4, &swiss(3, r#","check_in":true,"arranged":{"days":3}"#));
    (1..=4).for_each(|number| {
        event.tell(|contest| contest.set_present(id(number), true));
    });
    event.begin(0);
    event.tell(|contest| contest.pair_round(0));
    event.tell(|contest| contest.publish_round_at(round_id(0, 0), NOON));
    event.tell(Contest::clear_check_in);
    assert!(event.contest.no_shows(round_id(0, 0)).is_empty());
    assert!(event.tell(|contest| contest.default_no_shows(round_id(0, 0), &[])).is_empty());
}
