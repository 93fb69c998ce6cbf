//! Every command in every state: the table in `data/transitions.txt` names each cell.

use adjutant_domain::play::{
    Command, Decision, Event, Life, OfficialCommand, PlayerCommand, PlyCommand, Refusal, Rule,
    Seed, State, Step, Terms, What,
};
use salpakan::clock::SECOND;
use salpakan::rules::{ByColor, Color, Move, Outcome, Termination};

use crate::support::{Game, LONG_GONE, OFFICIAL, casual, event, nonce, reason, square};

const WHITE: Color = Color::White;
const BLACK: Color = Color::Black;

/// The states of the table, in the order of its columns.
const COLUMNS: [&str; 19] = [
    "created",
    "deploying",
    "one-ready",
    "both-ready",
    "begun",
    "moved",
    "offered",
    "asked",
    "agreed-pause",
    "ruled-pause",
    "ended",
    "ended-by-rule",
    "defaulted",
    "final",
    "final-by-rule",
    "recorded",
    "revealed",
    "revealed-corrected",
    "aborted",
];

/// A play in the state of that column; `None` where these terms have no such state.
fn in_state(column: &str, terms: Terms) -> Option<Game> {
    let absent: &[&str] = if terms.is_of_event() {
        &["agreed-pause"]
    } else {
        &["ended", "ended-by-rule", "defaulted"]
    };
    if absent.contains(&column) {
        return None;
    }
    let mut game = before_the_first_ply(column, terms).unwrap_or_else(|| Game::begun(terms));
    if game.play.state() == State::InPlay && column != "begun" {
        game.moves("e3e4").expect("the first ply");
        after_the_first_ply(column, &mut game);
    }
    game.later(SECOND);
    Some(game)
}

fn before_the_first_ply(column: &str, terms: Terms) -> Option<Game> {
    let ready: &[Color] = match column {
        "created" | "defaulted" | "deploying" => &[],
        "one-ready" => &[WHITE],
        "both-ready" => &[WHITE, BLACK],
        _ => return None,
    };
    let mut game = Game::small(terms);
    if column == "defaulted" {
        official(&mut game, Rule::Default { loser: BLACK });
    } else if column != "created" {
        game.done(&Command::Server(Step::Open));
    }
    for seat in ready {
        game.wishes(*seat, PlayerCommand::Ready { nonce: Some(nonce(*seat)) }).expect("it is open");
    }
    Some(game)
}

fn after_the_first_ply(column: &str, game: &mut Game) {
    let wish = |game: &mut Game, seat, wish| drop(game.wishes(seat, wish).expect("it may"));
    match column {
        "offered" => wish(game, WHITE, PlayerCommand::Offer),
        "asked" => wish(game, BLACK, PlayerCommand::Pause),
        "agreed-pause" => {
            [BLACK, WHITE].map(|seat| wish(game, seat, PlayerCommand::Pause)).into_iter().collect()
        }
        "ruled-pause" => official(game, Rule::Pause),
        "aborted" => official(game, Rule::Annul),
        "ended" => wish(game, BLACK, PlayerCommand::Resign),
        "ended-by-rule" => end_by_rule(game),
        "final" => end(game, false),
        "final-by-rule" => end(game, true),
        "recorded" | "revealed" | "revealed-corrected" => {
            end(game, false);
            game.steps(Step::Record).expect("it is final");
        }
        _ => {}
    }
    if matches!(column, "revealed" | "revealed-corrected") {
        game.steps(Step::Reveal).expect("it is kept");
    }
    if column == "revealed-corrected" {
        let (outcome, termination) = (Outcome::Win(BLACK), Termination::Adjudication);
        official(game, Rule::Correct { outcome, termination });
    }
}

fn official(game: &mut Game, rule: Rule) {
    game.rules(rule).expect("officials may");
}

fn end_by_rule(game: &mut Game) {
    for mv in ["i8h8", "e4e5", "h8g8", "e5e6"] {
        game.moves(mv).expect("a legal ply");
    }
}

fn end(game: &mut Game, by_rule: bool) {
    if by_rule {
        end_by_rule(game);
    } else {
        game.wishes(BLACK, PlayerCommand::Resign).expect("it resigns");
    }
    if game.play.state() == State::Ended {
        game.acts(OfficialCommand::Confirm).expect("it waits for that");
    }
}

type Answer = Result<Decision, Refusal>;

/// A row of the table: its name, and what it asks in a state.
type Row = (String, Box<dyn Fn(&mut Game) -> Answer>);

fn row(name: &str, ask: impl Fn(&mut Game) -> Answer + 'static) -> Row {
    (name.to_owned(), Box::new(ask))
}

fn wishes() -> [(&'static str, PlayerCommand); 15] {
    [
        ("ready", PlayerCommand::Ready { nonce: Some([9; 32]) }),
        ("offer", PlayerCommand::Offer),
        ("decline", PlayerCommand::Decline),
        ("withdraw", PlayerCommand::Withdraw),
        ("accept", PlayerCommand::Accept),
        ("resign", PlayerCommand::Resign),
        ("abort", PlayerCommand::Abort),
        ("pause", PlayerCommand::Pause),
        ("resume", PlayerCommand::Resume),
        ("claim", PlayerCommand::Claim { gone: LONG_GONE }),
        ("claim-too-soon", PlayerCommand::Claim { gone: 59 * SECOND }),
        ("add-time", PlayerCommand::AddTime { amount: 15 * SECOND }),
        ("add-half-a-second", PlayerCommand::AddTime { amount: SECOND / 2 }),
        ("accept-result", PlayerCommand::AcceptResult),
        ("take-back", PlayerCommand::TakeBack),
    ]
}

fn seat_rows(seat: Color) -> Vec<Row> {
    let name = |wish: &str| format!("{} {wish}", seat.key());
    let wished = move |game: &mut Game, wish| {
        let sent = game.sent();
        game.play.decide(&Command::Seat { sent, seat, command: wish }, game.now)
    };
    let mut rows: Vec<Row> = wishes()
        .into_iter()
        .map(|(key, wish)| row(&name(key), move |game| wished(game, wish)))
        .collect();
    // Where the Flag is, and where none of the side's pieces was deployed.
    let flag = [("show-flag", ["a1", "e6"]), ("show-another-square", ["d4", "d4"])];
    for (key, origins) in flag {
        let origin = square(origins[seat as usize]);
        rows.push(row(&name(key), move |game| wished(game, PlayerCommand::ShowFlag { origin })));
    }
    let late = [
        ("offer-late", PlayerCommand::Offer, 60 * SECOND),
        ("ready-late", PlayerCommand::Ready { nonce: Some([9; 32]) }, 600 * SECOND),
    ];
    for (key, wish, wait) in late {
        rows.push(row(&name(key), move |game| {
            game.later(wait);
            wished(game, wish)
        }));
    }
    let plies = [
        ("ply", 1, ["a1a2", "i8h8"], 0),
        ("ply-of-another-number", 2, ["a1a2", "i8h8"], 0),
        ("illegal-ply", 1, ["a1a3", "i8i8"], 0),
        ("ply-late", 1, ["a1a2", "i8h8"], 60 * SECOND),
    ];
    for (key, ahead, moves, wait) in plies {
        let mv = Move::parse(moves[seat as usize]).expect("a move");
        rows.push(row(&name(key), move |game| {
            game.later(wait);
            let number = game.play.progress().len() + ahead;
            let sent = game.sent();
            game.ply(&PlyCommand { sent, seat, number, ply: mv.into(), credit: SECOND })
        }));
    }
    rows
}

fn official_rows() -> Vec<Row> {
    let correct = |outcome, termination| Rule::Correct { outcome, termination };
    let rules = [
        ("pause", Rule::Pause),
        ("resume", Rule::Resume),
        ("add-time", Rule::AddTime { to: WHITE, amount: SECOND }),
        ("add-60-days", Rule::AddTime { to: WHITE, amount: 60 * 24 * 3600 * SECOND }),
        ("adjudicate", Rule::Adjudicate { outcome: Outcome::Draw }),
        ("annul", Rule::Annul),
        ("default", Rule::Default { loser: WHITE }),
        ("reinstate", Rule::Reinstate),
        ("correct", correct(Outcome::Draw, Termination::Adjudication)),
        ("correct-to-the-same", correct(Outcome::Win(WHITE), Termination::Resignation)),
        ("correct-to-a-default", correct(Outcome::Win(WHITE), Termination::Default)),
        ("correct-to-a-drawn-resignation", correct(Outcome::Draw, Termination::Resignation)),
        ("correct-to-flag-captured", correct(Outcome::Win(WHITE), Termination::FlagCaptured)),
    ];
    let ruled = |game: &mut Game, act| {
        let sent = game.sent();
        game.play.decide(&Command::Official { sent, account: OFFICIAL, command: act }, game.now)
    };
    let mut rows = vec![row("official confirm", move |game| ruled(game, OfficialCommand::Confirm))];
    for (key, rule) in rules {
        rows.push(row(&format!("official {key}"), move |game| {
            ruled(game, OfficialCommand::Rule(rule, reason()))
        }));
    }
    for (key, rule) in [("pause-late", Rule::Pause), ("annul-late", Rule::Annul)] {
        rows.push(row(&format!("official {key}"), move |game| {
            game.later(60 * SECOND);
            ruled(game, OfficialCommand::Rule(rule, reason()))
        }));
    }
    rows
}

fn server_rows() -> Vec<Row> {
    let step = |game: &Game, step| game.play.decide(&Command::Server(step), game.now);
    vec![
        row("server open", move |game| step(game, Step::Open)),
        row("server begin", |game| game.play.decide(&game.begin(), game.now)),
        row("server begin-with-another-seed", move |game| {
            let footings = game.footings();
            step(game, Step::Begin { seed: Seed([77; 32]), footings })
        }),
        row("server begin-with-sides-changed", move |game| {
            let ByColor { white, black } = game.footings();
            let footings = ByColor { white: black, black: white };
            step(game, Step::Begin { seed: game.seed, footings })
        }),
        row("server time-passed", move |game| step(game, Step::TimePassed)),
        row("server time-passed-when-due", move |game| {
            let due = game.play.due().filter(|due| due.what == What::TimePassed);
            game.now = due.map_or(game.now, |due| due.at);
            step(game, Step::TimePassed)
        }),
        row("server record", move |game| step(game, Step::Record)),
        row("server reveal", move |game| step(game, Step::Reveal)),
    ]
}

fn rows() -> Vec<Row> {
    let mut rows = seat_rows(WHITE);
    rows.extend(seat_rows(BLACK));
    rows.extend(official_rows());
    rows.extend(server_rows());
    rows
}

/// The first word of what `Debug` says: the name of a kind.
fn word(debug: String) -> String {
    debug.chars().take_while(|one| one.is_alphanumeric()).collect()
}

/// `Fact>state` after it, or the refusal's name.
fn cell(game: &Game, answer: Answer) -> String {
    match answer {
        Err(refusal) => word(format!("{refusal:?}")),
        Ok(Decision::Repeated(_)) => "Repeated".to_owned(),
        Ok(Decision::Done(event)) => {
            let mut play = game.play.clone();
            play.apply(&event).expect("what is decided can follow");
            format!("{}>{}", fact(&event), play.state().key())
        }
    }
}

fn fact(event: &Event) -> String {
    word(format!("{:?}", event.fact))
}

/// The table as it is, one line a cell: terms, state, command, what comes of it.
fn table() -> String {
    let rows = rows();
    let mut text = String::new();
    for (name, terms) in [("casual", casual()), ("event", event())] {
        for column in COLUMNS {
            let Some(game) = in_state(column, terms) else { continue };
            text.push_str(&format!("== {name} {column}\n"));
            for (command, ask) in &rows {
                let mut game = game.clone();
                let answer = ask(&mut game);
                text.push_str(&format!("{command}: {}\n", cell(&game, answer)));
            }
        }
    }
    text
}

#[test]
fn every_command_in_every_state_gives_what_the_table_says() {
    let actual = table();
    // Changes to the table must be reviewed.
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/transitions.txt");
    std::fs::write(path, &actual).expect("it can be written");
    let expected = include_str!("data/transitions.txt").lines();
    let expected: Vec<&str> = expected.filter(|line| !line.starts_with('#')).collect();
    let mut section = "";
    for (at, line) in actual.lines().enumerate() {
        section = if line.starts_with("==") { line } else { section };
        assert_eq!(Some(&line), expected.get(at), "in {section}; the whole is in {path}");
    }
    assert_eq!(actual.lines().count(), expected.len(), "cells of the table");
    assert!(expected.len() > 1500, "{} cells", expected.len());
}

#[test]
fn the_states_of_the_table_are_all_states() {
    let mut found = std::collections::BTreeSet::new();
    for column in COLUMNS {
        for terms in [casual(), event()] {
            let Some(game) = in_state(column, terms) else { continue };
            assert_eq!(game.rebuilt(), game.play, "{column}");
            found.insert(game.play.state());
        }
    }
    assert_eq!(found.into_iter().collect::<Vec<State>>(), State::ALL);
    for (number, state) in State::ALL.into_iter().enumerate() {
        assert_eq!(State::from_number(number as u8), Some(state));
        assert_eq!(state as usize, number);
    }
    assert_eq!(State::from_number(8), None);
}

#[test]
fn available_actions_are_those_not_refused() {
    let rows = rows();
    for column in COLUMNS {
        for terms in [casual(), event()] {
            let Some(game) = in_state(column, terms) else { continue };
            let allowed = |name: &str| {
                let (_, ask) = rows.iter().find(|(row, _)| row == name).expect("a row");
                ask(&mut game.clone()).is_ok()
            };
            for seat in Color::ALL {
                let may = game.play.available_actions(seat, game.now);
                for action in adjutant_domain::play::PlayerAction::ALL {
                    let name = format!("{} {}", seat.key(), action.key());
                    assert_eq!(may.contains(&action), allowed(&name), "{column}: {name}");
                }
            }
            let may = game.play.official_actions(game.now);
            for action in adjutant_domain::play::OfficialAction::ALL {
                let name = format!("official {}", action.key());
                assert_eq!(may.contains(&action), allowed(&name), "{column}: {name}");
            }
        }
    }
}

#[test]
fn all_states_hold_the_one_timeline() {
    for column in COLUMNS {
        let Some(game) = in_state(column, event()) else { continue };
        let plies = match game.play.life() {
            Life::Created(_) | Life::Deploying(_) => 0,
            _ if matches!(column, "begun" | "defaulted") => 0,
            _ if column.ends_with("by-rule") => 5,
            _ => 1,
        };
        let timeline = game.play.timeline().expect("a game of Salpakan");
        assert_eq!(timeline.len(), plies, "{column}");
        let state = game.play.state();
        let begun = !matches!(state, State::Created | State::Deploying) && column != "defaulted";
        let taken = game.armies.map(|army| begun.then(|| army.squares()));
        assert_eq!(timeline.taken, taken, "{column}");
    }
}
