//! Sections at one desk: people change from one to another and lose nothing, and tables are numbered through the hall.

use std::collections::BTreeMap;

use adjutant_domain::contest::{
    Amount, Contest, ContestSettings, ContestSettingsError, EntrantStatus, FeeDue, StewardScope,
    SubmittedBy, TableId, json,
};

use crate::event::{DESK, Event, id, round_id, swiss};
use crate::random::Random;

/// What goes along with somebody: payments by the player's number, and who is in.
fn people(sections: &[Event]) -> BTreeMap<i32, (bool, u32)> {
    let mut all = BTreeMap::new();
    for section in sections {
        for (_, one) in section.contest.numbered_entrants() {
            let known = all.insert(one.person.player, (one.paid, one.amount_paid.0));
            assert_eq!(known, None, "player {} is in two sections", one.person.player);
        }
    }
    all
}

#[test]
fn whoever_changes_sections_is_neither_lost_nor_in_two() {
    for seed in 0..60 {
        let mut random = Random(seed);
        let due = FeeDue { amount: Amount(7_500), currency: "PHP".to_owned() };
        let mut sections: Vec<Event> = (0..3)
            .map(|_| {
                let mut event = Event::new(&swiss(3, r#","check_in":true"#));
                event.contest.settings.fee_due = Some(due.clone());
                event
            })
            .collect();
        for player in 1..=20 {
            let section = random.below(3) as usize;
            sections[section].register([player]);
            let last = id(sections[section].contest.entrants.len() as u32);
            match random.below(3) {
                0 => drop(sections[section].tell(|contest| contest.set_paid(last, true))),
                1 => {
                    let amount = Amount(1 + random.below(9_999) as u32);
                    sections[section].tell(|contest| contest.record_payment(last, amount));
                }
                _ => {}
            }
        }
        let before = people(&sections);
        for _ in 0..40 {
            let (from, into) = (random.below(3) as usize, random.below(3) as usize);
            let in_it: Vec<_> =
                sections[from].contest.numbered_entrants().map(|(id, _)| id).collect();
            if from == into || in_it.is_empty() {
                continue;
            }
            let who = in_it[random.below(in_it.len() as u64) as usize];
            let one = sections[from].contest.entrant(who).expect("they are in").clone();
            sections[from].tell(|contest| contest.remove(who));
            sections[into].tell(|contest| contest.take_over(&one, DESK));
            let now = sections[into].contest.entrants.last().expect("they entered");
            assert_eq!((&now.person, now.present), (&one.person, one.present), "seed {seed}");
        }
        assert_eq!(people(&sections), before, "seed {seed}");
    }
}

#[test]
fn whoever_left_a_section_comes_back_with_what_they_paid_in_both() {
    let [mut open, mut women] = [(); 2].map(|()| Event::new(&swiss(3, "")));
    open.register([1]);
    women.register([1]);
    open.tell(|contest| contest.record_payment(id(1), Amount(500)));
    open.tell(|contest| contest.withdraw(id(1), false));
    women.tell(|contest| contest.record_payment(id(1), Amount(250)));
    let one = women.contest.entrant(id(1)).expect("they are in").clone();
    open.tell(|contest| contest.take_over(&one, DESK));
    let back = open.contest.entrant(id(1)).expect("they are in");
    assert_eq!((back.status, back.amount_paid), (EntrantStatus::Active, Amount(750)));
    open.check();
}

#[test]
fn a_section_that_is_full_or_for_others_lets_nobody_in() {
    let mut full = Event::of(2, &swiss(1, r#","cap":2"#));
    let open = Event::of(3, &swiss(3, ""));
    let one = open.contest.entrant(id(3)).expect("they are in").clone();
    full.tell(|contest| contest.take_over(&one, DESK));
    assert_eq!(full.contest.entrants[2].status, EntrantStatus::Waiting);
    let mut weak = Event::new(&swiss(3, r#","eligibility":{"rating_to":1}"#));
    let by = SubmittedBy::Official { waives_eligibility: false };
    weak.refused(|contest| contest.take_over(&one, by));
    weak.tell(|contest| {
        contest.take_over(&one, SubmittedBy::Official { waives_eligibility: true })
    });
    weak.check();
}

fn from_table(first: u32) -> Event {
    let mut event = Event::of(8, &swiss(3, &format!(r#","first_table":{first}"#)));
    event.begin(0);
    event.next_round(0);
    event
}

#[test]
fn tables_are_numbered_from_the_first_one_of_the_section() {
    let event = from_table(51);
    let contest = &event.contest;
    let numbers: Vec<usize> =
        contest.published_tables().map(|(at, _)| contest.table_number(at)).collect();
    assert_eq!(numbers, [51, 52, 53, 54]);
    assert_eq!(contest.table_number(TableId { stage: 0, round: 0, table: 0 }), 51);
    // Helpers are given tables by the numbers in the hall.
    let scope = StewardScope { tables: Some(51..=52), ..StewardScope::default() };
    let covered: Vec<usize> = contest.tables_in_scope(&scope).map(|(at, _)| at.table).collect();
    assert_eq!(covered, [1, 2], "they are counted from 0");
    assert_eq!(contest.open_table_count(), 4);
    assert!(contest.round(round_id(0, 0)).is_some());
}

#[test]
fn sections_are_laid_out_one_behind_the_other() {
    let shares = |one: &Contest, other: &Contest| one.shares_tables_with(other);
    let [first, second, third] = [1, 5, 4].map(from_table);
    assert!(!shares(&first.contest, &second.contest), "4 tables each");
    assert!(shares(&first.contest, &third.contest) && shares(&third.contest, &second.contest));
    assert_eq!(first.contest.first_table_behind(), 51);
    assert_eq!(second.contest.settings.first_table_behind(200), 205);
    let capped = Event::of(2, &swiss(3, r#","cap":30"#));
    assert_eq!(capped.contest.first_table_behind(), 16);
}

#[test]
fn what_holds_in_a_section_is_read_as_it_is_written() {
    let usual = Event::new(&swiss(3, "")).contest.settings;
    assert!(!json::write_settings(&usual).contains("first_table"));
    let settings = ContestSettings { first_table: 9_000, several_sections: true, ..usual };
    let written = json::write_settings(&settings);
    assert!(written.ends_with(r#","first_table":9000,"several_sections":true}"#), "{written}");
    assert_eq!(json::read_settings(&written), Ok(settings.clone()));
    for first_table in [0, 9_001] {
        let wrong = ContestSettings { first_table, ..settings.clone() };
        assert_eq!(wrong.validate(), [ContestSettingsError::FirstTable]);
        json::read_settings(&json::write_settings(&wrong)).expect_err("no such table");
    }
}
