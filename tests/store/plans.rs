//! No question that a page or the API asks scans a table, and no change that it makes: every
//! statement of every use case that the web floor calls is shown to the engine's planner.

mod collections;
mod contests;
mod people;
mod plays;
mod reviews;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;

use adjutant_domain::game::GameKind;
use adjutant_service::access::Actor;
use adjutant_service::event_list::{self, EventFilter, EventPhase};
use adjutant_service::games::{self, Cursor, Filter};
use adjutant_service::player_list::{self, PlayerOrder};
use adjutant_service::{
    App, analyses, events, leaderboard, organisation_games, players, pools, ratings, search,
    strength,
};
use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel::{SqliteConnection, sql_query};
use ledger_ratings::{Day, Pool};

use crate::support::{Place, demo, import_text, on_both_engines, unfinished};

/// Indices that have few of the rows of a large table, and are read as a whole.
const SMALL: [&str; 2] = ["contest_facts_with_personal_details", "unfinished_contests"];

/// Tables that grow with games or people; the others have a few rows for ever.
const LARGE: [&str; 55] = [
    "analyses",
    "rating_lists",
    "listed_players",
    "follows",
    "chapters",
    "collections",
    "notices",
    "notice_settings",
    "outbox",
    "passkeys",
    "player_pictures",
    "event_logos",
    "passkey_challenges",
    "push_subscriptions",
    "webhooks",
    "games",
    "game_tallies",
    "players",
    "timelines",
    "deployments",
    "player_ratings",
    "staged_ratings",
    "events",
    "accounts",
    "sessions",
    "devices",
    "recovery_codes",
    "links",
    "tokens",
    "organisations",
    "roles",
    "members",
    "seasons",
    "titles",
    "profiles",
    "claims",
    "merges",
    "merge_moves",
    "retired_names",
    "audit",
    "own_set_ups",
    "plays",
    "play_events",
    "set_ups",
    "toss_seeds",
    "play_notes",
    "seeks",
    "outages",
    "play_reports",
    "reviews",
    "contests",
    "contest_facts",
    "contest_dues",
    "white_player",
    "black_player",
];

/// Statements that sort: the rows of one person or of one organisation, which are found by key.
const SORTED: [&str; 9] = [
    r#"FROM "claims" WHERE (("claims"."state" = $1) AND ("claims"."player_id" IN"#,
    // An organisation's own.
    r#"FROM ("contests" INNER JOIN"#,
    r#"FROM "devices" WHERE ("devices"."account_id" = $1)"#,
    r#"FROM ("members" INNER JOIN"#,
    r#"FROM "organisations" WHERE ("organisations"."id" IN ("#,
    r#"FROM ("roles" INNER JOIN"#,
    r#"FROM (("roles" INNER JOIN"#,
    r#"FROM "games" WHERE ("games"."white_id" = $1) ORDER BY "games"."id""#,
    r#"FROM "games" WHERE ("games"."black_id" = $1) ORDER BY "games"."id""#,
];

/// What rating from nothing asks, as after a merge: it reads everything, and is meant to. The first
/// is asked of a pool that may have nobody yet, and ends at the first row.
const RATED_ANEW: [&str; 3] = [
    "SELECT shown_ratings.player_id FROM shown_ratings WHERE (shown_ratings.pool =",
    "SELECT events.id, events.name_key FROM events",
    "FROM (shown_ratings INNER JOIN players ON (shown_ratings.player_id = players.id))",
];

/// Called, too, but named apart: they answer from memory once the leaderboards were read at
/// start, which reads every rating once, and set-ups once everybody's are. Five ask the store nothing at all, and
/// the analysis of a game of Three Generals what that of another game asks.
const ASKED_APART: [&str; 11] = [
    "analyses::has_plies",
    "analyses::loss_of",
    "analyses::of_three_generals",
    "analyses::three_generals_loss_of",
    "contests::entrant_name",
    "formations::refresh_index",
    "formations::set_up_links",
    "leaderboard::at_hand",
    "leaderboard::board",
    "leaderboard::busiest_pool",
    "players::leads_elsewhere",
];

/// The rooms whose use cases are meant.
const ROOMS: [&str; 37] = [
    "accounts",
    "analyses",
    "audit",
    "calibration",
    "claims",
    "collections",
    "contests",
    "event_list",
    "events",
    "follows",
    "formations",
    "games",
    "importing",
    "knowing",
    "leaderboard",
    "me",
    "members",
    "merging",
    "organisation_games",
    "organisations",
    "own_set_ups",
    "player_list",
    "players",
    "pools",
    "privacy",
    "profiles",
    "quiz",
    "rating_lists",
    "ratings",
    "reviews",
    "roles",
    "roster",
    "search",
    "sessions",
    "strength",
    "tallies",
    "tokens",
];

thread_local! {
    /// Statements of this thread, while it records.
    static RECORDED: RefCell<Option<BTreeSet<String>>> = const { RefCell::new(None) };
}

struct Recorder;

impl Instrumentation for Recorder {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            let text = query.to_string();
            let sql = text.split(" -- binds: ").next().unwrap_or_default().trim().to_owned();
            RECORDED.with_borrow_mut(|recorded| recorded.as_mut().map(|all| all.insert(sql)));
        }
    }
}

fn recorder() -> Option<Box<dyn Instrumentation>> {
    Some(Box::new(Recorder))
}

/// Every filter that chooses another walk through the games, from the top and further on.
fn filters() -> Vec<(Filter, Option<Cursor>)> {
    let mut all = Vec::new();
    for bits in 0..128_u32 {
        let given = |bit: u32, text: &str| (bits >> bit & 1 == 1).then(|| text.to_owned());
        let day = |bit: u32, text: &str| (bits >> bit & 1 == 1).then(|| Day::of_tag(text));
        let filter = Filter {
            player: given(0, "Sidapa"),
            opponent: given(0, "Pandesal").filter(|_| bits >> 1 & 1 == 1),
            event: given(2, "ranked-evening-10-january"),
            from: day(3, "2026.01.20"),
            to: day(4, "2026.03.20"),
            round: given(5, "2"),
            rule_set: given(5, "standard"),
            least_plies: given(5, "").map(|_| 20),
            organisation: given(6, "club"),
            ..Filter::default()
        };
        all.push((filter.clone(), None));
        all.push((filter, Cursor::parse("20500_300")));
    }
    all
}

fn ask_everything(app: &App) {
    let pool = pools::by_key(app, "rapid").expect("a default pool");
    for own in pools::of_organisation(app, "club").expect("its pools") {
        pools::titles(app, own).expect("titles");
        assert!(pools::is_open(app, own).expect("an answer"));
        assert_eq!(pools::by_key(app, own.key).expect("its pool").id, own.id);
        leaderboard::find(app, &Actor::nobody(), own, "Sidapa").expect("a search");
    }
    let days = (Day::of_tag("2026.01.01"), Day::of_tag("2026.12.31"));
    organisation_games::table(app, 1, days).expect("a table");
    for (filter, cursor) in filters() {
        games::page(app, &filter, cursor, 50).expect("a page");
    }
    games::totals(app).expect("counts");
    let some = games::page(app, &Filter::default(), None, 50).expect("a page").items;
    for game in &some {
        games::get(app, game.id).expect("a game");
        assert!(!games::is_long(app, game.id).expect("a game"));
        games::get_rated(app, game.id).expect("a game");
        games::get_any(app, game.id).expect("a game");
        games::get_any_rated(app, game.id).expect("a game");
        let whole = games::get(app, game.id).expect("a game");
        if analyses::is_possible(&whole) {
            analyses::of_game(app, &whole).expect("none yet");
        }
        for (filter, _) in filters().into_iter().step_by(9) {
            games::neighbors(app, whole.number, &filter).expect("games beside it");
        }
    }
    for (prefix, after) in [("", ""), ("s", ""), ("", "m"), ("s", "sid")] {
        players::page(app, prefix, after, 50).expect("players");
    }
    let player = players::by_handle(app, "Sidapa").expect("a player");
    players::summary(app, "Sidapa").expect("a summary");
    analyses::of_player(app, player.id).expect("lessons");
    players::summary_and_newest(app, &player, 12).expect("a summary");
    players::head_to_head(app, "Sidapa", "Pandesal", None).expect("both are there");
    for query in ["s", "si", "sidapa", "ranked evening", "al pa", "0123456789abcdef"] {
        search::find(app, query, 10).expect("an answer");
    }
    events::page(app, None, None, 100).expect("events");
    events::page(app, Some(GameKind::ThreeGenerals), Cursor::parse("20500_3"), 100)
        .expect("events");
    ask_of_lists(app);
    events::get(app, "ranked-evening-10-january").expect("an event");
    leaderboard::find(app, &Actor::nobody(), pool, "Sidapa").expect("a search");
    leaderboard::row(app, pool, "Sidapa").expect("a row");
    leaderboard::refresh(app).expect("the version is read");
    let ledgers = ratings::of_player(app, player.id).expect("ledgers");
    strength::results(app, &ledgers).expect("results");
    let history = ratings::history(app, pool, player.id).expect("a history");
    assert!(!history.is_empty());
    ratings::named(app, &history).expect("names");
}

fn ask_of_lists(app: &App) {
    let today = Day(20_463);
    let month = Some((Day(20_454), Day(20_484)));
    for organisation in [None, Some("club".to_owned())] {
        for (days, game) in [(None, None), (month, None), (None, Some(GameKind::ThreeGenerals))] {
            let filter = EventFilter { organisation: organisation.clone(), days, game };
            for phase in EventPhase::ALL {
                for cursor in [None, Cursor::parse("20500_3")] {
                    event_list::page(app, today, Some(phase), &filter, (cursor, 100))
                        .expect("events");
                }
            }
        }
    }
    let command = Actor::for_command();
    event_list::of_official(app, &command, today).expect("none");
    let player = Actor { player: Some(1), ..command };
    event_list::of_participant(app, &player, today).expect("some");
    let pool = leaderboard::busiest_pool(app).expect("a pool");
    for order in PlayerOrder::ALL {
        for given in [("", ""), ("s", ""), ("", "m")] {
            player_list::page(app, pool, order, given, 50).expect("players");
        }
    }
}

fn recorded(place: &Place, app: &App) -> BTreeSet<String> {
    reviews::read_at_start(app);
    RECORDED.set(Some(BTreeSet::new()));
    reviews::ask_of_memory(app);
    ask_everything(app);
    contests::ask(app);
    people::ask(app);
    reviews::ask(app);
    plays::ask(place);
    let mut all = RECORDED.take().unwrap_or_default();
    all.retain(|sql| has_plan(sql));
    all
}

/// What is added, and where a transaction begins and ends, has no plan; what nothing is looked
/// up for needs none.
fn has_plan(sql: &str) -> bool {
    let looks = ["SELECT", "UPDATE", "DELETE", "WITH"].iter().any(|word| sql.starts_with(word));
    let bare = sql.replace('"', "");
    let anew = RATED_ANEW.iter().any(|known| bare.contains(known));
    looks && !anew && !sql.ends_with("WHERE (1=0)")
}

#[derive(QueryableByName)]
struct Step {
    #[diesel(sql_type = Text)]
    detail: String,
}

/// What SQLite would do, step by step.
fn sqlite_plan(connection: &mut SqliteConnection, sql: &str) -> Vec<String> {
    let steps: Vec<Step> =
        sql_query(format!("EXPLAIN QUERY PLAN {sql}")).load(connection).expect("a plan");
    steps.into_iter().map(|step| step.detail).collect()
}

/// Whether a step of SQLite's reads all rows of a large table, or sorts them.
fn sqlite_scans(sql: &str, step: &str) -> bool {
    let scanned = step.strip_prefix("SCAN ").and_then(|rest| rest.split(' ').next());
    // What has no condition walks along a key, and its LIMIT ends it.
    let ends = sql.contains(" LIMIT ") && !sql.contains(" WHERE ");
    let sorts = step == "USE TEMP B-TREE FOR ORDER BY";
    let is_small = SMALL.iter().any(|index| step.ends_with(index));
    scanned.is_some_and(|table| LARGE.contains(&table) && !ends && !is_small)
        || sorts && !SORTED.iter().any(|few| sql.contains(few))
}

/// What PostgreSQL would do if it could help scanning, for any values: a plan a statement.
fn postgres_plans(place: &Place, statements: &[String]) -> Vec<Vec<String>> {
    let database = place.postgres.as_ref().expect("a database");
    let mut script =
        "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan;".to_owned();
    for (n, sql) in statements.iter().enumerate() {
        let values = (1..).take_while(|n| sql.contains(&format!("${n}"))).count();
        let nulls = vec!["NULL"; values].join(", ");
        let given = if values == 0 { String::new() } else { format!("({nulls})") };
        script += &format!("PREPARE p{n} AS {sql}; EXPLAIN (COSTS OFF) EXECUTE p{n}{given};");
        script += "SELECT 'plan';";
    }
    let said = database.run_sql(&script);
    let plans = said.split_terminator("plan").map(|plan| plan.trim().lines());
    plans.map(|plan| plan.map(|line| line.trim().to_owned()).collect()).collect()
}

/// Steps of PostgreSQL's that read a whole large table: a scan of it, or of an index without
/// a condition where no LIMIT ends it.
fn postgres_scans(plan: &[String]) -> bool {
    let limited = plan.iter().any(|line| line.starts_with("Limit"));
    plan.iter().enumerate().any(|(n, line)| {
        let large = line
            .split_once(" on ")
            .and_then(|(_, rest)| rest.split(' ').next())
            .is_some_and(|table| LARGE.contains(&table.trim_matches('"')));
        let whole = line.contains("Index") && line.contains("Scan using");
        let is_small = SMALL.iter().any(|index| line.contains(index));
        let condition = plan.get(n + 1).is_some_and(|next| next.starts_with("Index Cond"));
        let filtered = plan.get(n + 1).is_some_and(|next| next.starts_with("Filter"));
        large
            && (line.contains("Seq Scan")
                || (whole && !condition && !is_small && (!limited || filtered)))
    })
}

/// What the engine would do for each statement, and whether that reads a whole table.
fn plans(place: &Place, statements: &[String]) -> Vec<(Vec<String>, bool)> {
    if place.postgres.is_some() {
        // A command line holds a few dozen of them.
        let plans = statements.chunks(40).flat_map(|some| {
            let plans = postgres_plans(place, some);
            assert_eq!(plans.len(), some.len(), "a plan each");
            plans
        });
        return plans.map(|plan| (plan.clone(), postgres_scans(&plan))).collect();
    }
    let path = place.dir.path().join("adjutant.sqlite");
    let mut raw = SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("the file");
    let plan_of = |sql: &String| {
        let plan = sqlite_plan(&mut raw, sql);
        let bad = plan.iter().any(|step| sqlite_scans(sql, step));
        (plan, bad)
    };
    statements.iter().map(plan_of).collect()
}

on_both_engines! {
    fn no_question_of_a_page_scans_a_table(place: &Place) {
        set_default_instrumentation(recorder).expect("the recorder");
        let app = place.open();
        import_text(&app, &(demo().concat() + &unfinished("Sidapa", "nothing")));
        place.run_sql(
            "INSERT INTO organisations VALUES (1, 'The Club', 'club', 'club', 'club', 1, '', '', '', \
             0, 0, '', '', 0, 0, 0, ''); UPDATE counters SET value = 1 WHERE name = 'organisations'",
        );
        ratings::bring_up_to_date(&app).expect("rated");
        for pool in Pool::ALL {
            leaderboard::board(&app, pool).expect("read at start");
        }
        let statements: Vec<String> = recorded(place, &app).into_iter().collect();
        assert!(statements.len() > 200, "{} statements", statements.len());
        let mut scans = Vec::new();
        for (sql, (plan, bad)) in statements.iter().zip(plans(place, &statements)) {
            assert!(!plan.is_empty(), "no plan for {sql}");
            if bad {
                scans.push(format!("{sql}\n    {}", plan.join("\n    ")));
            }
        }
        assert!(scans.is_empty(), "{} statements scan:\n{}", scans.len(), scans.join("\n"));
    }
}

/// The `room::use_case` calls in all files below a directory.
fn calls(dir: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(dir).expect("a directory").flatten() {
        let path = entry.path();
        if path.is_dir() {
            calls(&path, found);
            continue;
        }
        // Tables of routes name handlers of pages, in rooms that are called like those of use cases.
        if path.ends_with("src/web/routes.rs") || path.ends_with("event-pages/src/routes.rs") {
            continue;
        }
        calls_in(&std::fs::read_to_string(&path).expect("a source file"), found);
    }
}

fn calls_in(text: &str, found: &mut BTreeSet<String>) {
    for room in ROOMS {
        for (at, start) in text.match_indices(&format!("{room}::")) {
            let rest = &text[at + start.len()..];
            let name: String =
                rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
            let own =
                !text[..at].ends_with(|c: char| c.is_alphanumeric() || ['_', ':'].contains(&c));
            // `endpoints` lists the handlers of a room of the API.
            let is_list = name.is_empty() || name == "endpoints";
            if own && !is_list && rest[name.len()..].starts_with('(') {
                found.insert(format!("{room}::{name}"));
            }
        }
    }
}

#[test]
fn every_use_case_of_the_web_floor_is_asked_here() {
    let mut called = BTreeSet::new();
    for folder in ["src/web", "crates/api/src", "crates/event-pages/src", "crates/site/src"] {
        calls(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut called);
    }
    let mut known = BTreeSet::new();
    let texts = [
        include_str!("plans.rs"),
        include_str!("plans/people.rs"),
        include_str!("plans/collections.rs"),
        include_str!("plans/contests.rs"),
        include_str!("plans/reviews.rs"),
    ];
    for text in texts {
        calls_in(text, &mut known);
    }
    known.extend(ASKED_APART.map(str::to_owned));
    let unknown: Vec<&String> = called.difference(&known).collect();
    assert!(
        unknown.is_empty(),
        "ask these in `ask_everything`, or in one of the rooms below tests/store/plans: {unknown:?}"
    );
}
