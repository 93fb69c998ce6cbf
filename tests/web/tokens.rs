//! Tokens over HTTP: what they open, and how a program is told that they do not (RFC 6750).

use std::path::Path;

use adjutant_domain::account::scopes::TokenScopes;
use adjutant_domain::moment::Micros;
use adjutant_service::access::{Actor, Credential};
use adjutant_service::tokens::{NewToken, make};
use adjutant_service::{App, AppSettings, Location};

use crate::client::{Reply, send};
use crate::service::{GAMES, Service, Start, TOKEN};

/// A service with two accounts, the first an owner of the organisation `liga`; and tokens of the
/// first with a scope each.
struct Hall {
    service: Service,
    profile: String,
    audit: String,
    import: String,
    /// Of the second account, for everything.
    other: String,
}

fn sql(dir: &Path, sql: &str) {
    use diesel::connection::{Connection, SimpleConnection};
    let path = dir.join("data/adjutant.sqlite");
    let mut connection = diesel::sqlite::SqliteConnection::establish(path.to_str().expect("UTF-8"))
        .expect("it opens");
    connection.batch_execute("PRAGMA busy_timeout = 10000").expect("a pragma");
    connection.batch_execute(sql).expect("the SQL runs");
}

fn token(app: &App, account: i32, scopes: TokenScopes) -> String {
    let now = Micros::from(chrono::Utc::now());
    let through = Credential::Session { id: 1, authenticated_at: now };
    let actor = Actor { account, credential: through, ..Actor::nobody() };
    let new = NewToken { name: "a program".into(), scopes, days: 1 };
    make(app, &actor, &new, now).expect("it is made").text
}

impl Hall {
    fn open() -> Hall {
        let start = Start::empty().token();
        let data = start.dir().join("data");
        std::fs::create_dir(&data).expect("a directory");
        let settings = AppSettings {
            database: Location::Sqlite(data.join("adjutant.sqlite")),
            key_file: data.join("seal.key"),
        };
        let app = App::open(&settings).expect("the service opens");
        for id in 1..=2 {
            sql(
                start.dir(),
                &format!(
                    "INSERT INTO accounts VALUES ({id}, 'person {id}', 'person {id}', 'person {id}', \
                     '', NULL, 0, '', 0, 0, NULL, '', 0, 0, 'en', 0, 0, 0, 0)"
                ),
            );
        }
        sql(
            start.dir(),
            "INSERT INTO organisations VALUES (1, 'Liga', 'liga', 'liga', 'liga', 1, '', '', '', 0, \
             0, '', '', 0, 0, 1, ''); INSERT INTO roles VALUES (1, 1, 1, 1, NULL, 0, 1, 0); \
             UPDATE counters SET value = 2 WHERE name = 'accounts'; \
             UPDATE counters SET value = 1 WHERE name IN ('organisations', 'roles')",
        );
        let all =
            TokenScopes::ALL.iter().fold(TokenScopes::NONE, |all, (scope, _)| all.union(*scope));
        let (profile, audit) =
            (token(&app, 1, TokenScopes::PROFILE_READ), token(&app, 1, TokenScopes::AUDIT_READ));
        let import = token(&app, 1, TokenScopes::RECORDS_IMPORT);
        let other = token(&app, 2, all);
        drop(app);
        Hall { service: start.serve(), profile, audit, import, other }
    }

    fn get(&self, path: &str, token: &str) -> Reply {
        let header = format!("Bearer {token}");
        send(self.service.address, "GET", path, &[("Authorization", &header)], b"")
    }
}

fn kind(reply: &Reply) -> String {
    assert_eq!(reply.must("content-type"), "application/problem+json", "{}", reply.whole());
    assert_eq!(reply.must("cache-control"), "no-store");
    reply.json()["type"].as_str().expect("a kind").replace("/api/problems#", "")
}

#[test]
fn a_token_says_whose_it_is_and_what_it_is_for() {
    let hall = Hall::open();
    let reply = hall.get("/api/v1/me", &hall.profile);
    assert_eq!(reply.status, 200, "{}", reply.whole());
    assert_eq!(reply.must("cache-control"), "private, no-store");
    let me = reply.json();
    assert_eq!((&me["name"], &me["player"]), (&"person 1".into(), &serde_json::Value::Null));
    assert_eq!(me["scopes"], serde_json::json!(["profile:read"]));
    assert_eq!(
        (&me["roles"][0]["organisation"], &me["roles"][0]["role"]),
        (&"liga".into(), &"owner".into())
    );
    let operator = hall.get("/api/v1/me", TOKEN).json();
    assert_eq!(
        (&operator["name"], &operator["site_role"]),
        (&serde_json::Value::Null, &"operator".into())
    );
}

#[test]
fn missing_and_dead_tokens_are_explained() {
    let hall = Hall::open();
    let ask =
        |headers: &[(&str, &str)]| send(hall.service.address, "GET", "/api/v1/me", headers, b"");
    for headers in [&[][..], &[("Authorization", "Basic YTpi")], &[("Cookie", "session=abc")]] {
        let reply = ask(headers);
        assert_eq!((reply.status, kind(&reply).as_str()), (401, "unauthorized"), "{headers:?}");
        assert_eq!(reply.must("www-authenticate"), "Bearer realm=\"adjutant\"");
    }
    let wrong = format!("Bearer adj_{}", "a".repeat(52));
    let good = format!("Bearer {}", hall.profile);
    let wrongs = [
        &[("Authorization", wrong.as_str())][..],
        &[("Authorization", "Bearer")],
        &[("Authorization", "Bearer x y")],
        &[("Authorization", &good), ("Authorization", &good)],
    ];
    for headers in wrongs {
        let reply = ask(headers);
        assert_eq!((reply.status, kind(&reply).as_str()), (401, "invalid-token"), "{headers:?}");
        let challenge = reply.must("www-authenticate");
        assert_eq!(challenge, "Bearer realm=\"adjutant\", error=\"invalid_token\"");
    }
    sql(hall.service.dir.path(), "UPDATE accounts SET state = 1 WHERE id = 1");
    assert_eq!(kind(&hall.get("/api/v1/me", &hall.profile)), "invalid-token", "suspended");
    sql(hall.service.dir.path(), "UPDATE accounts SET state = 0 WHERE id = 1");
    assert_eq!(hall.get("/api/v1/me", &hall.profile).status, 200);
    sql(hall.service.dir.path(), "UPDATE tokens SET revoked_at = 1");
    assert_eq!(kind(&hall.get("/api/v1/me", &hall.profile)), "invalid-token", "revoked");
}

#[test]
fn a_token_without_the_scope_is_told_which_it_lacks() {
    let hall = Hall::open();
    let reply = hall.get("/api/v1/me", &hall.audit);
    assert_eq!((reply.status, kind(&reply).as_str()), (403, "insufficient-scope"));
    assert_eq!(reply.json()["scope"], "profile:read");
    let challenge = reply.must("www-authenticate");
    let expected =
        "Bearer realm=\"adjutant\", error=\"insufficient_scope\", scope=\"profile:read\"";
    assert_eq!(challenge, expected);
    assert_eq!(hall.get("/api/v1/me/audit", &hall.import).status, 403);
}

#[test]
fn a_token_in_the_address_or_in_a_cookie_counts_for_nothing() {
    let hall = Hall::open();
    for name in ["access_token", "token"] {
        let reply = hall.service.get(&format!("/api/v1/me?{name}={}", hall.profile));
        assert_eq!(reply.status, 400, "{}", reply.whole());
        assert!(!reply.whole().contains(&hall.profile));
    }
    let cookie = format!("session={0}; __Host-session={0}", &hall.profile[4..]);
    let reply = hall.service.ask("GET", "/api/v1/me", &[("Cookie", &cookie)]);
    assert_eq!(reply.status, 401);
    let reply = hall.service.ask("POST", "/api/v1/records", &[("Cookie", &cookie)]);
    assert_eq!(reply.status, 401);
}

#[test]
fn the_audit_trail_is_read_by_whom_it_is_for_in_each_form() {
    let hall = Hall::open();
    let page = hall.get("/api/v1/me/audit?limit=2", &hall.audit);
    assert_eq!((page.status, page.must("cache-control")), (200, "private, no-store"));
    let page = page.json();
    assert_eq!(page["entries"].as_array().map(Vec::len), Some(2));
    assert_eq!(page["entries"][0]["action"], "token.made");
    assert_eq!(
        (&page["entries"][0]["by"], &page["entries"][0]["by_kind"]),
        (&"person 1".into(), &"account".into())
    );
    let next = page["next"].as_i64().expect("there are more");
    let rest = hall.get(&format!("/api/v1/me/audit?cursor={next}"), &hall.audit).json();
    assert_eq!(
        (rest["entries"].as_array().map(Vec::len), &rest["next"]),
        (Some(1), &serde_json::Value::Null)
    );
    let none =
        hall.get("/api/v1/me/audit?action=role.granted&since=2026-01-01", &hall.audit).json();
    assert_eq!(none["entries"], serde_json::json!([]));
    let header = format!("Bearer {}", hall.audit);
    let form = |accept: &str, path: &str| {
        let headers = [("Authorization", header.as_str()), ("Accept", accept)];
        let reply = hall.service.ask("GET", path, &headers);
        assert_eq!((reply.status, reply.must("cache-control")), (200, "private, no-store"));
        reply.text()
    };
    let lines = form("application/x-ndjson", "/api/v1/me/audit");
    assert_eq!(lines.lines().count(), 3);
    assert!(lines.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
    let table = form("text/csv", "/api/v1/me/audit");
    assert!(table.starts_with("id,at,by,by_kind,acting_as,action,"), "{table}");
    assert_eq!(form("text/csv", "/api/v1/organisations/liga/audit").lines().count(), 1);
}

#[test]
fn exporting_a_whole_trail_is_recorded_in_it() {
    let hall = Hall::open();
    let take = |path: &str, token: &str| {
        let header = format!("Bearer {token}");
        let headers = [("Authorization", header.as_str()), ("Accept", "application/x-ndjson")];
        hall.service.ask("GET", path, &headers).status
    };
    let exports = || {
        let page = hall.get("/api/v1/audit?action=audit.exported", TOKEN).json();
        page["entries"].as_array().expect("entries").clone()
    };
    assert_eq!(hall.get("/api/v1/me/audit", &hall.audit).status, 200);
    assert_eq!(take("/api/v1/me/audit?limit=2", &hall.audit), 200);
    assert!(exports().is_empty(), "a page is no export");
    assert_eq!(take("/api/v1/organisations/liga/audit", &hall.other), 403);
    assert!(exports().is_empty(), "who gets nothing takes nothing");
    assert_eq!(take("/api/v1/me/audit", &hall.audit), 200);
    assert_eq!(take("/api/v1/organisations/liga/audit", &hall.audit), 200);
    assert_eq!(take("/api/v1/audit", TOKEN), 200);
    let null = serde_json::Value::Null;
    let expected = [
        (null.clone(), "operator", null.clone(), null.clone()),
        ("person 1".into(), "owner", "liga".into(), null.clone()),
        ("person 1".into(), "self", null, "person 1".into()),
    ];
    for (entry, (by, acting_as, organisation, subject)) in exports().iter().zip(&expected) {
        assert_eq!((&entry["by"], &entry["acting_as"]), (by, &(*acting_as).into()));
        assert_eq!((&entry["organisation"], &entry["subject"]), (organisation, subject));
    }
    assert_eq!(exports().len(), expected.len());
}

#[test]
fn refused_trails_name_the_required_role() {
    let hall = Hall::open();
    let answer = |path: &str, token: &str| {
        let reply = hall.get(path, token);
        (reply.status, reply.text())
    };
    let theirs = answer("/api/v1/organisations/liga/audit", &hall.other);
    assert!(theirs.0 == 403 && theirs.1.contains("one of these roles: owner"), "{}", theirs.1);
    let none = answer("/api/v1/organisations/nobody/audit", &hall.other);
    assert_eq!(none.0, 404, "{}", none.1);
    assert_eq!(none, answer("/api/v1/events/nothing/audit", &hall.other));
    let sites = answer("/api/v1/audit", &hall.other);
    assert!(sites.0 == 403 && sites.1.contains("moderator or operator"), "{}", sites.1);
    assert_eq!(answer("/api/v1/organisations/liga/audit", &hall.audit).0, 200);
    assert_eq!(answer("/api/v1/audit", TOKEN).0, 200);
    for path in
        ["/api/v1/organisations/liga/audit", "/api/v1/organisations/nobody/audit", "/api/v1/audit"]
    {
        assert_eq!(hall.service.get(path).status, 401, "{path}");
    }
    for wrong in ["limit=0", "limit=501", "cursor=0", "action=nothing", "since=today", "colour=red"]
    {
        let reply = hall.get(&format!("/api/v1/me/audit?{wrong}"), &hall.audit);
        assert_eq!((reply.status, kind(&reply).as_str()), (400, "invalid"), "{wrong}");
    }
}

/// What a query of one column, called `number`, finds.
fn numbers(hall: &Hall, sql: &str) -> Vec<i64> {
    use diesel::{Connection, RunQueryDsl};
    #[derive(diesel::QueryableByName)]
    struct Row {
        #[diesel(sql_type = diesel::sql_types::BigInt)]
        number: i64,
    }
    let path = hall.service.dir.path().join("data/adjutant.sqlite");
    let path = path.to_str().expect("UTF-8");
    let mut connection = diesel::sqlite::SqliteConnection::establish(path).expect("it opens");
    let rows: Vec<Row> = diesel::sql_query(sql).load(&mut connection).expect("rows");
    rows.into_iter().map(|row| row.number).collect()
}

impl Hall {
    fn post(&self, query: &str, token: &str, body: &str) -> Reply {
        let (path, header) = (format!("/api/v1/records{query}"), format!("Bearer {token}"));
        let headers = [("Authorization", header.as_str())];
        send(self.service.address, "POST", &path, &headers, body.as_bytes())
    }
}

#[test]
fn games_belong_to_whom_the_importer_may_import_for() {
    let hall = Hall::open();
    let imports = [
        ("", hall.other.as_str(), [-1, -1, 2]),
        ("?organisation=liga&pool=online", &hall.import, [1, 102, 1]),
        ("?organisation=liga&pool=face-to-face", &hall.import, [1, 103, 1]),
        ("?organisation=liga&pool=none", &hall.import, [1, -1, 1]),
        ("?organisation=liga", &hall.import, [1, -1, 1]),
        ("", TOKEN, [0, 0, 0]),
    ];
    for (n, (query, token, expected)) in imports.into_iter().enumerate() {
        let reply = hall.post(query, token, &GAMES[n]);
        assert_eq!((reply.status, &reply.json()["added"]), (200, &1.into()), "{}", reply.whole());
        let column = |name: &str| {
            numbers(&hall, &format!("SELECT {name} AS number FROM games ORDER BY id DESC LIMIT 1"))
        };
        let owner = "CASE by_member WHEN 1 THEN -1 ELSE coalesce(organisation_id, 0) END";
        let found = [owner, "rated_in", "coalesce(imported_by, 0)"].map(|name| column(name)[0]);
        assert_eq!(found, expected, "{query}");
    }
    let all = hall.get("/api/v1/audit?action=records.imported", TOKEN).json();
    let entries = all["entries"].as_array().expect("entries");
    assert_eq!(entries.len(), 6);
    let roles: Vec<&str> = entries.iter().filter_map(|one| one["acting_as"].as_str()).collect();
    assert_eq!(roles, ["operator", "owner", "owner", "owner", "owner", "member"]);
    let added = serde_json::json!({"field": "added", "before": "", "after": "1"});
    assert_eq!(entries[5]["changes"][0], added);
    let theirs = hall.get("/api/v1/organisations/liga/audit", &hall.audit).json();
    assert_eq!(theirs["entries"].as_array().map(Vec::len), Some(4));
}

#[test]
fn nobody_imports_for_others_or_beyond_his_token() {
    let hall = Hall::open();
    let refusals = [
        ("", hall.profile.as_str(), 403, "insufficient-scope"),
        ("?organisation=liga", &hall.profile, 403, "insufficient-scope"),
        ("?organisation=liga&pool=online", &hall.other, 403, "forbidden"),
        ("?organisation=nobody", &hall.import, 404, "not-found"),
        ("?pool=online", &hall.import, 409, "conflict"),
        ("?organisation=liga&pool=blitz", &hall.import, 400, "invalid"),
        ("?as=operator", &hall.import, 400, "invalid"),
    ];
    for (query, token, status, expected) in refusals {
        let reply = hall.post(query, token, &GAMES[0]);
        assert_eq!((reply.status, kind(&reply).as_str()), (status, expected), "{query}");
    }
    sql(hall.service.dir.path(), "UPDATE organisations SET second_factor = 1");
    let reply = hall.post("?organisation=liga", &hall.import, &GAMES[0]);
    assert_eq!((reply.status, kind(&reply).as_str()), (403, "second-factor"));
    sql(hall.service.dir.path(), "UPDATE organisations SET second_factor = 0, state = 3");
    assert_eq!(hall.post("?organisation=liga", &hall.import, &GAMES[0]).status, 404, "closed");
    assert_eq!(numbers(&hall, "SELECT count(*) AS number FROM games"), [0]);
}
