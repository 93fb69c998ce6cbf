//! `adjutant db`: what it reads, what it refuses, and what it keeps.

use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;

use diesel::connection::{Connection, SimpleConnection};
use diesel::sql_types::Integer;
use diesel::sqlite::SqliteConnection;
use diesel::{QueryableByName, RunQueryDsl};

use crate::support::{Place, demo, import_text};

/// What the command printed, and how it ended.
#[derive(Debug)]
struct Told {
    code: Option<i32>,
    out: String,
    err: String,
}

fn db_with(place: &Place, arguments: &[&str], input: &str) -> Told {
    let mut command = place.adjutant(&[&["db"], arguments].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    // It may have ended without reading everything.
    let _ = child.stdin.take().expect("its input").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Told { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

fn db(place: &Place, arguments: &[&str]) -> Told {
    db_with(place, arguments, "")
}

fn printed(place: &Place, arguments: &[&str]) -> String {
    let told = db(place, arguments);
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""), "{arguments:?}: {told:?}");
    told.out
}

fn refused(told: &Told, code: i32, words: &[&str]) {
    assert_eq!(told.code, Some(code), "{told:?}");
    for word in words {
        assert!(told.err.contains(word), "{word:?} is missing in: {told:?}");
    }
}

fn games(count: usize) -> Place {
    let place = Place::sqlite();
    import_text(&place.open(), &demo()[..count].concat());
    place
}

fn sites(place: &Place) -> i64 {
    place.numbers("SELECT count(*) AS number FROM sites")[0]
}

const NEW_SITE: &str = "INSERT INTO sites (id, name) VALUES (900, 'Cebu');";
const LOST_SEASON: &str = "INSERT INTO seasons (id, organisation_id, name, first_day, last_day) \
    VALUES (5, 77, 'lost', 0, 1);";

#[test]
fn sql_is_read_beside_a_server_and_nothing_is_changed_while_it_serves() {
    let place = games(3);
    let app = place.open();
    let serving = app.lock_for_serving(|why| panic!("{why}")).expect("nobody else serves");
    assert_eq!(printed(&place, &["SELECT count(*) AS games FROM games"]), "games\n3\n");
    import_text(&app, demo()[3]);
    assert_eq!(printed(&place, &["SELECT count(*) AS games FROM games"]), "games\n4\n");
    let before = sites(&place);
    let told = db(&place, &["--write", NEW_SITE]);
    refused(&told, 2, &["adjutant serves", "adjutant.sqlite", "stop the server first", "--write"]);
    assert_eq!(sites(&place), before);
    drop(serving);
    assert_eq!(db(&place, &["--write", NEW_SITE]).code, Some(0));
    assert_eq!(sites(&place), before + 1);
}

#[test]
fn no_server_starts_while_somebody_changes_the_database() {
    let place = games(3);
    let mut command = place.adjutant(&["db", "--write"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it starts");
    let mut input = child.stdin.take().expect("its input");
    writeln!(input, "{NEW_SITE} SELECT 1;").expect("it reads");
    let mut out = child.stdout.take().expect("its output");
    out.read_exact(&mut [0]).expect("it has done that");
    let app = place.open();
    let refused = app.lock_for_serving(|why| panic!("{why}")).expect_err("somebody changes it");
    assert!(matches!(refused, adjutant_service::Error::Conflict(_)), "{refused:?}");
    drop(input);
    assert!(child.wait().expect("it ends").success());
    app.lock_for_serving(|why| panic!("{why}")).expect("nobody holds it");
}

#[test]
fn reading_changes_nothing() {
    let place = games(3);
    let file = place.dir.path().join("adjutant.sqlite");
    let before = fs::read(&file).expect("it is there");
    for sql in [
        NEW_SITE,
        "DELETE FROM games",
        "CREATE TABLE mine (a)",
        "CREATE TEMP TABLE mine (a)",
        "PRAGMA query_only = OFF",
        "PRAGMA user_version = 5",
        "PRAGMA journal_mode = DELETE",
        "PRAGMA wal_checkpoint",
        "VACUUM",
        "VACUUM INTO 'copy'",
        "ATTACH 'copy' AS other",
        "BEGIN",
        "SAVEPOINT a",
    ] {
        let told = db(&place, &[sql]);
        assert_eq!((told.code, told.out.as_str()), (Some(1), ""), "{sql}: {told:?}");
        assert!(told.err.starts_with("adjutant: statement 1, line 1: "), "{sql}: {told:?}");
    }
    refused(&db(&place, &[NEW_SITE]), 1, &["open for reading", "--write"]);
    refused(&db(&place, &["BEGIN"]), 1, &["each statement reads by itself"]);
    assert_eq!(fs::read(&file).expect("it is there"), before);
    assert!(!place.dir.path().join("copy").exists());
}

#[test]
fn a_batch_is_kept_whole_or_not_at_all_and_the_statement_that_fails_is_named() {
    let place = games(3);
    let before = sites(&place);
    let twice =
        format!("{NEW_SITE}\n-- again\nINSERT INTO sites (id, name)\n VALUES (901, 'Cebu');");
    let told = db_with(&place, &["--write"], &twice);
    refused(
        &told,
        1,
        &["statement 2, line 3: ", "UNIQUE constraint failed", "nothing was changed"],
    );
    let wrong = db_with(&place, &["--write"], &format!("{NEW_SITE}\n\nSELECT 1,\n  absent;"));
    refused(&wrong, 1, &["statement 2, line 4: no such column: absent", "nothing was changed"]);
    for early in ["COMMIT;", "END;", "ROLLBACK;", "SAVEPOINT a;"] {
        let told = db(&place, &["--write", &format!("{NEW_SITE}{early}SELECT nonsense;")]);
        refused(&told, 1, &["statement 2, line 1: ", "one transaction", "nothing was changed"]);
    }
    assert_eq!(sites(&place), before);
    let more = format!("{NEW_SITE} UPDATE sites SET name = 'Davao' WHERE id = 900; SELECT 7 AS n;");
    let told = db_with(&place, &["--write"], &more);
    assert_eq!((told.code, told.out.as_str()), (Some(0), "n\n7\n"), "{told:?}");
    for word in ["adjutant backup", "2 rows changed, and kept", "adjutant check"] {
        assert!(told.err.contains(word), "{told:?}");
    }
    assert_eq!(printed(&place, &["SELECT name FROM sites WHERE id = 900"]), "name\nDavao\n");
}

#[test]
fn a_change_that_points_to_nothing_is_undone() {
    let place = games(3);
    let told = db(&place, &["--write", &format!("{NEW_SITE}{LOST_SEASON}")]);
    refused(&told, 1, &["statement 2", "FOREIGN KEY constraint failed", "nothing was changed"]);
    let later = format!("PRAGMA defer_foreign_keys = ON; {NEW_SITE}{LOST_SEASON}");
    let told = db(&place, &["--write", &later]);
    let what = "seasons, row 5, refers to a row of organisations that is not there";
    refused(&told, 1, &[what, "nothing was changed"]);
    let told = db(&place, &["--write", &format!("PRAGMA foreign_keys = OFF; {LOST_SEASON}")]);
    refused(&told, 1, &["statement 1, line 1: this PRAGMA cannot be set here"]);
    assert_eq!(printed(&place, &["SELECT count(*) AS n FROM seasons"]), "n\n0\n");
    assert_eq!(place.numbers("SELECT count(*) AS number FROM sites WHERE id = 900"), [0]);
}

#[test]
fn results_are_printed_in_the_form_that_is_asked_for() {
    let place = games(3);
    let sql = "SELECT 1 AS a, 'x,y' AS b, x'00ff' AS c, NULL AS d; SELECT 2.5 AS e WHERE 0";
    for (form, expected) in [
        ("csv", "a,b,c,d\n1,\"x,y\",00ff,\ne\n"),
        ("ndjson", "{\"a\":1,\"b\":\"x,y\",\"c\":\"00ff\",\"d\":null}\n"),
        ("tabs", "a\tb\tc\td\n1\tx,y\t00ff\t\ne\n"),
        ("table", "a  b    c     d\n-  ---  ----  ----\n1  x,y  00ff  NULL\ne\n-\n"),
    ] {
        assert_eq!(printed(&place, &[sql, "--form", form]), expected, "{form}");
    }
    assert_eq!(printed(&place, &[sql]), printed(&place, &[sql, "--form", "tabs"]));
}

#[test]
fn only_a_table_cuts_long_blobs() {
    let place = games(3);
    let sql = "SELECT zeroblob(40) AS body";
    let whole = "00".repeat(40);
    assert_eq!(printed(&place, &[sql]), format!("body\n{whole}\n"));
    assert_eq!(printed(&place, &[sql, "--form", "ndjson"]), format!("{{\"body\":\"{whole}\"}}\n"));
    let cut = printed(&place, &[sql, "--form", "table"]);
    assert!(cut.contains(&format!("{}… (40 bytes)", "00".repeat(16))), "{cut}");
    assert!(!cut.contains(&whole), "{cut}");
}

#[test]
fn commands_show_the_tables_and_how_they_were_made() {
    let place = games(3);
    let told = db_with(&place, &[], ".tables\n.schema Seasons\n.help\n.quit\nSELECT nonsense;\n");
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""), "{told:?}");
    for word in
        ["\ngames\n", "\nseasons\n", "CREATE TABLE seasons (", "CREATE INDEX seasons_by_", ".quit"]
    {
        assert!(told.out.contains(word), "{word:?}: {told:?}");
    }
    refused(&db(&place, &[".schema nothing"]), 1, &["line 1: there is no table nothing"]);
    refused(
        &db_with(&place, &[], "SELECT 1;\n.open x\n"),
        1,
        &["line 2: there is no command .open x", ".help"],
    );
}

#[test]
fn a_statement_that_reads_for_too_long_is_ended() {
    let place = games(3);
    let endless =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";
    refused(&db(&place, &["--timeout", "1", endless]), 1, &["longer than 1 s", "--timeout"]);
}

#[test]
fn a_slow_reader_does_not_block_the_checkpoint() {
    #[derive(QueryableByName)]
    struct Checkpoint {
        #[diesel(sql_type = Integer)]
        busy: i32,
    }
    let place = games(60);
    let app = place.open();
    let sql = "SELECT a.id, b.id, c.id FROM games a, games b, games c";
    let mut child = place.adjutant(&["db", sql]).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut out = child.stdout.take().expect("its output");
    out.read_exact(&mut [0; 100]).expect("the first rows");
    import_text(&app, demo()[60]);
    let path = place.dir.path().join("adjutant.sqlite");
    let mut connection =
        SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("it opens");
    let done: Checkpoint = diesel::sql_query("PRAGMA wal_checkpoint(TRUNCATE)")
        .get_result(&mut connection)
        .expect("it runs");
    assert_eq!(done.busy, 0, "somebody still reads");
    assert!(child.try_wait().expect("a state").is_none(), "it has ended before");
    std::io::copy(&mut out, &mut std::io::sink()).expect("the rest");
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn postgresql_has_a_shell_of_its_own_and_its_password_is_not_said() {
    let place = Place::sqlite();
    let told = db(
        &place,
        &["SELECT 1", "--database-url", "postgres://ana:geheim@localhost/x?password=geheim"],
    );
    refused(&told, 2, &["psql \"postgres://…\""]);
    assert!(!told.err.contains("geheim"), "{told:?}");
}

#[test]
fn only_a_database_of_this_program_is_opened() {
    let place = Place::without_database();
    let dir = place.dir.path();
    let other = dir.join("other.sqlite");
    let mut connection =
        SqliteConnection::establish(other.to_str().expect("UTF-8")).expect("a file");
    connection.batch_execute("CREATE TABLE games (id INTEGER)").expect("it runs");
    let another = dir.join("another.sqlite");
    let mut connection =
        SqliteConnection::establish(another.to_str().expect("UTF-8")).expect("a file");
    let sql = "CREATE TABLE __diesel_schema_migrations (version TEXT); INSERT INTO __diesel_schema_migrations VALUES ('1')";
    connection.batch_execute(sql).expect("it runs");
    drop(connection);
    fs::write(
        dir.join("words"),
        "these are words and no database, however long one reads ".repeat(20),
    )
    .expect("it is written");
    fs::write(dir.join("empty"), "").expect("it is written");
    let names = ["other.sqlite", "another.sqlite", "words", "empty"];
    let all = || names.map(|name| fs::read(dir.join(name)).expect("it is there"));
    let before = all();
    for name in names {
        for write in [&["--write"][..], &[]] {
            let told = db(&place, &[write, &["--database-url", name, "SELECT 1"]].concat());
            refused(&told, 2, &[name, "no database of adjutant", "--data-dir"]);
        }
    }
    let told = db(&place, &["--database-url", "absent", "SELECT 1"]);
    refused(&told, 2, &["there is no database absent", "--data-dir"]);
    assert_eq!(all(), before);
    assert_eq!(fs::read_dir(dir).expect("a directory").count(), names.len());
}

#[test]
fn a_newer_database_is_left_alone_and_an_older_one_is_only_read() {
    let place = games(3);
    place.run_sql("INSERT INTO __diesel_schema_migrations (version) VALUES ('99990101000000')");
    for arguments in [&["SELECT 1"][..], &["--write", NEW_SITE]] {
        refused(&db(&place, arguments), 2, &["newer adjutant", "99990101000000"]);
    }
    place.run_sql(
        "DELETE FROM __diesel_schema_migrations WHERE version = '99990101000000';
         DELETE FROM __diesel_schema_migrations WHERE version = (SELECT max(version) FROM __diesel_schema_migrations)",
    );
    let told = db(&place, &["SELECT count(*) AS n FROM games"]);
    assert_eq!((told.code, told.out.as_str()), (Some(0), "n\n3\n"), "{told:?}");
    for word in ["older than this program", "000115_unfinished_contests", "adjutant migrate"] {
        assert!(told.err.contains(word), "{told:?}");
    }
    let before = sites(&place);
    let told = db(&place, &["--write", NEW_SITE]);
    refused(&told, 2, &["older than this program", "`adjutant migrate` first"]);
    assert_eq!(sites(&place), before);
}

#[test]
fn at_a_terminal_a_mistake_ends_nothing_and_changes_are_kept_by_commit_alone() {
    let place = games(3);
    let at_a_terminal = |arguments: &[&str], typed: &str| {
        // A terminal of its own, on which the lines are typed.
        let script = "import os, pty, sys\n\
            child, terminal = pty.fork()\n\
            if child == 0: os.execv(sys.argv[2], sys.argv[2:])\n\
            os.write(terminal, sys.argv[1].encode())\n\
            try:\n    while True: sys.stdout.buffer.write(os.read(terminal, 4096))\n\
            except OSError: pass\n\
            sys.stdout.flush()\n\
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))";
        let mut command = std::process::Command::new("python3");
        command.args(["-c", script, typed, env!("CARGO_BIN_EXE_adjutant"), "db"]).args(arguments);
        let output =
            command.arg("--data-dir").arg(place.dir.path()).output().expect("python3 runs");
        let out = String::from_utf8(output.stdout).expect("UTF-8").replace('\r', "");
        (output.status.code(), out)
    };
    let (code, out) =
        at_a_terminal(&[], "SELECT nonsense;\nSELECT count(*)\nAS n FROM games;\n.quit\n");
    assert_eq!(code, Some(0), "{out}");
    for word in
        ["adjutant> ", "     ...> ", "statement 1, line 1: no such column: nonsense", "n\n-\n3\n"]
    {
        assert!(out.contains(word), "{word:?} is missing in: {out}");
    }
    let before = sites(&place);
    for (end, more) in [(".quit\n", 0), ("\x04", 0), ("SELECT nonsense;\n", 0), (".commit\n", 1)] {
        let (code, out) = at_a_terminal(&["--write"], &format!("{NEW_SITE}\n{end}"));
        assert_eq!(code, Some(i32::from(end.starts_with("SELECT"))), "{end}: {out}");
        assert!(out.contains("1 row changed"), "{end}: {out}");
        assert_eq!(out.contains("nothing was changed"), more == 0, "{end}: {out}");
        assert_eq!(sites(&place), before + more, "{end}");
    }
}
