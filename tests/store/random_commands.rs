//! The same commands, in any order, make the same database on both engines.

use adjutant_service::games::totals;
use adjutant_service::import::Counts;
use adjutant_service::ratings;
use proptest::prelude::*;

use crate::support::{Place, demo, exported, import_text, resignation, unfinished};

#[derive(Debug, Clone)]
enum Command {
    /// Games of the demo: first, how many, whether the last one is broken.
    Import(usize, usize, bool),
    Unfinished(u8),
    Handed(u8, u8),
    Recompute,
    Reopen,
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        4 => (0..760_usize, 1..40_usize, any::<bool>())
            .prop_map(|(first, count, broken)| Command::Import(first, count, broken)),
        1 => (0..5_u8).prop_map(Command::Unfinished),
        1 => (0..4_u8, 0..4_u8).prop_map(|(player, round)| Command::Handed(player, round)),
        1 => Just(Command::Recompute),
        1 => Just(Command::Reopen),
    ]
}

fn text(command: &Command) -> Option<String> {
    Some(match command {
        Command::Import(first, count, broken) => {
            let mut text = demo()[*first..first + count].concat();
            if *broken {
                text += &resignation("Broken", "Datu", "9").replace("e6-e5", "e6-e4");
            }
            text
        }
        Command::Unfinished(player) => unfinished(&format!("Player {player}"), "secret"),
        Command::Handed(player, round) => {
            resignation("Cup", &format!("Player {player}"), &round.to_string())
        }
        Command::Recompute | Command::Reopen => return None,
    })
}

/// What everybody can see of a database after the commands.
fn outcome(place: &Place, commands: &[Command]) -> (Vec<Counts>, u64, String) {
    let mut app = place.open();
    let mut counts = Vec::new();
    for command in commands {
        if let Some(text) = text(command) {
            counts.push(import_text(&app, &text).counts);
        } else if matches!(command, Command::Recompute) {
            let pools = ratings::recompute(&app, false, 3).expect("it recomputes");
            assert!(pools.iter().all(ratings::Recomputed::agrees), "{pools:?}");
        } else {
            drop(app);
            app = place.open();
        }
    }
    (counts, totals(&app).expect("totals").games as u64, exported(&app))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    #[test]
    fn both_engines_end_alike(commands in proptest::collection::vec(command(), 1..10)) {
        let sqlite = outcome(&Place::sqlite(), &commands);
        let postgres = outcome(&Place::postgres(), &commands);
        prop_assert_eq!(sqlite, postgres);
    }
}
