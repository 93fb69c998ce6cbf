//! Simulated games are valid records.

use ledger_ratings::{Day, FoldGame, PlayerState, Pool, Score, fold};
use salpakan::record::JudgedRecord;
use salpakan::record::notation::{GameReader, ggn, json, read_game};
use salpakan::rules::{Color, RuleSet, Termination};
use salpakan_bot::{Endings, Field, simulate};

const RULE_SETS: [&str; 10] = [
    "standard",
    "electronic",
    "eleven",
    "krig",
    "standard+open-challenges",
    "standard+open-flag",
    "standard+promotion",
    "standard+army=FSSPPPP5432",
    "eleven+open-flag+promotion",
    "krig+open-challenges",
];

fn text(record: &JudgedRecord) -> String {
    let mut text = String::new();
    ggn::write(&mut text, record);
    text
}

fn read(text: &str) -> JudgedRecord {
    let mut games = GameReader::new(text.as_bytes()).expect("it can be read");
    let game = games.next().expect("there is a game").expect("it is whole");
    read_game(&game).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn every_rule_sets_games_are_judged_valid_and_read_as_they_were_written() {
    let field = Field::new(5, 12, 400);
    for key in RULE_SETS {
        let rules: RuleSet = key.parse().expect("a rule-set");
        for index in 0..25 {
            let record = simulate(&field, &rules, index, Endings::All).expect("armies fit");
            let written = text(&record);
            assert_eq!(text(&read(&written)), written);
            let mut twin = String::new();
            json::write(&mut twin, &record);
            assert_eq!(text(&read(&twin)), written);
        }
    }
}

#[test]
fn all_terminations_but_none_other_come_about() {
    let field = Field::new(2, 40, 4_000);
    let mut seen = std::collections::BTreeMap::new();
    for index in 0..4_000 {
        let record = simulate(&field, &RuleSet::STANDARD, index, Endings::All).expect("armies fit");
        *seen.entry(record.header.termination.name()).or_insert(0) += 1;
    }
    for termination in [
        Termination::FlagCaptured,
        Termination::FlagReached,
        Termination::Resignation,
        Termination::Agreement,
        Termination::Time,
        Termination::Default,
        Termination::Adjudication,
        Termination::Abandoned,
        Termination::Unterminated,
    ] {
        assert!(seen.contains_key(termination.name()), "{}: {seen:?}", termination.name());
    }
}

#[test]
fn only_final_games_are_over() {
    let field = Field::new(3, 40, 1_000);
    for index in 0..1_000 {
        let record =
            simulate(&field, &RuleSet::STANDARD, index, Endings::Final).expect("armies fit");
        assert!(record.header.outcome.is_some(), "{}", text(&record));
    }
}

#[test]
fn clocks_never_show_more_than_the_time_control_can_give() {
    let field = Field::new(4, 10, 200);
    for index in 0..200 {
        let record = simulate(&field, &RuleSet::STANDARD, index, Endings::All).expect("armies fit");
        let Some(control) = record.header.time_control else { continue };
        for (number, ply) in record.timeline.plies.iter().enumerate() {
            let clock = ply.clock.expect("a timed game has clocks");
            let own = number as u32 / 2 + 1;
            let (base, step) = control.base_and_step().expect("seconds for the game");
            assert!(clock <= base + own * step, "{}", text(&record));
        }
    }
}

/// Spearman's rank correlation; ties get the mean rank.
fn spearman(left: &[i64], right: &[i64]) -> f64 {
    let ranks = |values: &[i64]| -> Vec<f64> {
        let rank = |value: &i64| {
            let below = values.iter().filter(|other| *other < value).count();
            let same = values.iter().filter(|other| *other == value).count();
            below as f64 + (same as f64 - 1.0) / 2.0
        };
        values.iter().map(rank).collect()
    };
    let (left, right) = (ranks(left), ranks(right));
    let squares: f64 = left.iter().zip(&right).map(|(left, right)| (left - right).powi(2)).sum();
    let n = left.len() as f64;
    1.0 - 6.0 * squares / (n * (n * n - 1.0))
}

#[test]
fn after_a_hundred_games_a_player_the_ratings_know_the_hidden_strengths() {
    const PLAYERS: u32 = 100;
    let games = u64::from(PLAYERS) * 50;
    let field = Field::new(1, PLAYERS, games);
    let pool = Pool::by_key("rapid").expect("a default pool");
    let numbers: std::collections::HashMap<String, u32> =
        (0..PLAYERS).map(|player| (field.handle(player), player)).collect();
    let mut rated = Vec::new();
    for index in 0..games {
        let record =
            simulate(&field, &RuleSet::STANDARD, index, Endings::Final).expect("armies fit");
        let roster = &record.header.roster;
        rated.push(FoldGame {
            white: numbers[&roster.white],
            black: numbers[&roster.black],
            day: Day::of_tag(&roster.date),
            event: 0,
            white_score: Score::of(record.header.outcome.expect("it is over"), Color::White),
        });
    }
    let mut players = vec![PlayerState::new(pool); PLAYERS as usize];
    fold(pool, &mut players, &rated, |_, _, _| {});
    let ratings: Vec<i64> =
        players.iter().map(|player| (player.glicko.points() * 100.0) as i64).collect();
    let strengths: Vec<i64> =
        (0..PLAYERS).map(|player| i64::from(field.strength(player).0)).collect();
    let correlation = spearman(&strengths, &ratings);
    assert!(correlation > 0.9, "{correlation}");
}
