//! The demo data of `adjutant serve --demo`: games, and an organisation with events.

use std::io::Read;

use chrono::NaiveDate;

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant, SiteRole};
use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::seasons::Season;
use adjutant_domain::organisation::titles::TitleDraft;
use adjutant_service::access::Actor;
use adjutant_service::accounts::{self, AccountError};
use adjutant_service::collections::{self, ChapterDraft, CollectionTarget, CollectionText};
use adjutant_service::games::{self, Filter, totals};
use adjutant_service::import::import;
use adjutant_service::organisations::{
    self, CreationPolicy, CreationRules, NewOrganisation, Organisation, OrganisationProfile,
};
use adjutant_service::records::Provenance;
use adjutant_service::roster::{self, Options};
use adjutant_service::{App, Error};
use adjutant_site::time_format::now_micros;
use ledger_ratings::Day;
use salpakan::rules::{RuleSet, Termination};

use super::demo_events::{self, DemoMember};
use super::import::progress_bar;
use super::words::{count_text, say};

/// The demo's records: 800 games of 60 players.
const RECORDS: &[u8] = include_bytes!("../../demo/sample.ggn");
/// Games of Three Generals of the same players, six of which are those of a cup: played by levels of the computer.
const THREE_GENERALS: &[u8] = include_bytes!("../../demo/three-generals.ggn");
/// The members of the demo organisation, all of whom play in the records.
const ROSTER: &[u8] = include_bytes!("../../demo/roster.csv");
const ORGANISATION_SLUG: &str = "demo-league";

/// Loads the demo into a database without games.
pub(super) fn load(app: &App) -> Result<(), Error> {
    if totals(app)?.games > 0 {
        return Ok(());
    }
    let bar = progress_bar(Some((RECORDS.len() + THREE_GENERALS.len()) as u64));
    let now = now_micros();
    let records = RECORDS.chain(THREE_GENERALS);
    let counts = import(app, records, Provenance::Demo, now, &mut |_, counts| {
        bar.set_position(counts.bytes);
    })?;
    bar.finish_and_clear();
    say!("{} loaded", count_text(counts.added, "demo game"));
    match create_organisation(app, now) {
        Ok(()) => {
            say!(
                "an organisation with a roster, four events and a collection made: /organisations/{ORGANISATION_SLUG}"
            )
        }
        // A database with accounts but no games may already contain the organisation.
        Err(e @ (Error::Internal(_) | Error::Unavailable(_) | Error::NotSaved { .. })) => {
            return Err(e);
        }
        Err(e) => say!("no demo organisation was made: {e}"),
    }
    say!("nobody can sign in yet: make an operator by `adjutant admin create-operator NAME`");
    Ok(())
}

/// The organisation belongs to an account without a password, so nobody can sign in to it.
fn create_organisation(app: &App, now: Micros) -> Result<(), Error> {
    let name = "Demo League desk";
    let role = SiteRole::None;
    let (account, _) = accounts::create_account(app, &Actor::for_command(), name, "", role, now)
        .map_err(|refused| match refused {
            AccountError::Error(e) => e,
            refused => Error::conflict(refused.to_string()),
        })?;
    let mut desk = Actor { account, name: name.to_owned(), ..Actor::for_command() };
    let new = NewOrganisation {
        name: "Demo League".to_owned(),
        slug: ORGANISATION_SLUG.to_owned(),
        about: "Players of the demonstration, so that there is something to see.".to_owned(),
        place: "Manila".to_owned(),
        website: String::new(),
    };
    let rules = CreationRules { policy: CreationPolicy::Anyone, max_per_owner: 1 };
    let made = organisations::create(app, &desk, rules, &new, now)?;
    let owner = OrganisationRole::Owner;
    desk.grants =
        vec![RoleGrant { organisation: made.id, role: owner, event: 0, duties: Duties::NONE }];
    fill_organisation(app, &desk, &made, now)?;
    create_collection(app, &desk, now)?;
    demo_events::load(app, &desk, (made.id, ORGANISATION_SLUG), &members(), now.day(), now)?;
    demo_events::load_cup(app, &desk, (made.id, ORGANISATION_SLUG), now)
}

/// The chapters of the demo collection: how a game ended, with a title and a text.
const CHAPTERS: [(Termination, &str, &str); 4] = [
    (
        Termination::FlagCaptured,
        "Capturing the flag",
        "Look for what the winner knew before the last challenge.",
    ),
    (
        Termination::FlagReached,
        "Bringing the flag home",
        "A flag on the last row wins if nothing can capture it.",
    ),
    (Termination::Resignation, "Resignation", "Compare both armies: when was the game decided?"),
    (Termination::Time, "On time", "The chart shows where the minutes went."),
];
/// How many plies before the end a chapter begins.
const LAST_PLIES: u32 = 6;

/// A published collection: the newest game for each way to win.
fn create_collection(app: &App, desk: &Actor, now: Micros) -> Result<(), Error> {
    let words = CollectionText {
        title: "Four ways to win".to_owned(),
        description: "A game for each, from shortly before its end.".to_owned(),
    };
    let id = collections::create(app, desk, &words, now)?;
    let into = CollectionTarget::Existing(id);
    for (termination, title, text) in CHAPTERS {
        // Chapters are games with set-ups to learn from.
        let rule_set = Some(RuleSet::STANDARD.to_string());
        let filter = Filter { termination: Some(termination), rule_set, ..Filter::default() };
        for found in games::page(app, &filter, None, 1)?.items {
            let game = games::get_any(app, found.id)?.head();
            let draft = ChapterDraft {
                ply: found.plies.saturating_sub(LAST_PLIES),
                review: None,
                title: title.to_owned(),
                text: text.to_owned(),
            };
            collections::add_game(app, desk, &into, (game, &draft), now)?;
        }
    }
    collections::set_published(app, desk, id, true, now)
}

/// The roster: handles are in the first column, clubs in the third.
fn members() -> Vec<DemoMember> {
    let lines = String::from_utf8_lossy(ROSTER);
    let member = |line: &str| {
        let mut parts = line.split(',').map(|part| part.trim().to_owned());
        Some(DemoMember { handle: parts.next()?, club: parts.nth(1)? })
    };
    lines.lines().skip(1).filter_map(member).collect()
}

/// Adds colours, members, seasons and titles.
fn fill_organisation(
    app: &App,
    desk: &Actor,
    made: &Organisation,
    now: Micros,
) -> Result<(), Error> {
    let profile = OrganisationProfile {
        color: "#1d4e5f".to_owned(),
        accent: "#f2c14e".to_owned(),
        ..OrganisationProfile::from(made)
    };
    organisations::edit(app, desk, ORGANISATION_SLUG, &profile, now)?;
    roster::apply_file(app, desk, ORGANISATION_SLUG, ROSTER, Options::default(), None, now)?;
    for (name, first, last) in
        [("Cool season 2026", (1, 1), (2, 28)), ("Hot season 2026", (3, 1), (5, 31))]
    {
        let season =
            Season { name: name.to_owned(), first: day_of_2026(first), last: day_of_2026(last) };
        organisations::add_season(app, desk, ORGANISATION_SLUG, &season, now)?;
    }
    let title = |(name, from): (&str, i32)| TitleDraft { name: name.to_owned(), min_rating: from };
    let titles =
        [("Recruit", 0), ("Scout", 140_000), ("Strategist", 155_000), ("Marshal", 170_000)];
    organisations::set_titles(app, desk, ORGANISATION_SLUG, &titles.map(title), now)
}

fn day_of_2026((month, day): (u32, u32)) -> Day {
    let date = NaiveDate::from_ymd_opt(2026, month, day).unwrap_or_default();
    Day(date.to_epoch_days())
}
