//! Results that come in while pages are asked for: records of games, each imported and rated by itself.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use adjutant_domain::moment::Micros;
use adjutant_service::import::import;
use adjutant_service::records::Provenance;
use adjutant_service::{App, games, ratings};
use salpakan::record::notation::ggn;
use salpakan::rules::RuleSet;
use salpakan_bot::{Endings, Field, simulate};

use super::fill::{REGULARS, VETERANS};

/// The number of results in a second.
const A_SECOND: u32 = 20;
/// Whether they come.
static COME: AtomicBool = AtomicBool::new(false);

/// Has results come in, or come no more.
pub fn come(come: bool) {
    COME.store(come, Ordering::Relaxed);
}

/// Starts the thread that brings games between regulars, later than those that are stored.
pub fn start(app: &App, size: u32) {
    let app = app.clone();
    let field = Field::new(2, size / REGULARS, u64::from(size) / 4);
    let filled = u64::from(size) + VETERANS.games;
    let stored = games::totals(&app).expect("counts").games.unsigned_abs();
    thread::spawn(move || {
        // In a directory that is used again some have come before.
        let mut index = u64::from(size) / 4 + stored.saturating_sub(filled);
        let mut due = Instant::now();
        loop {
            due = (due + Duration::from_secs(1) / A_SECOND).max(Instant::now());
            thread::sleep(due - Instant::now());
            if COME.load(Ordering::Relaxed) {
                index += 1;
                bring(&app, &field, index);
            }
        }
    });
}

fn bring(app: &App, field: &Field, index: u64) {
    let Some(game) = simulate(field, &RuleSet::STANDARD, index, Endings::All) else { return };
    let mut text = String::new();
    ggn::write(&mut text, &game);
    import(app, text.as_bytes(), Provenance::Command, Micros(0), &mut |_, _| {})
        .expect("the game goes in");
    ratings::bring_up_to_date(app).expect("it is rated");
}
