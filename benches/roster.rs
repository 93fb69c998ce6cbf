//! How long a roster of 10,000 rows takes on SQLite: looking at it, writing it, changing every
//! row. `cargo bench --bench roster`; it fails where a step takes more than five seconds.

use std::fmt::Write;
use std::time::{Duration, Instant};

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant};
use adjutant_domain::moment::Micros;
use adjutant_service::access::{Actor, Credential};
use adjutant_service::organisations::{self, CreationPolicy, CreationRules, NewOrganisation};
use adjutant_service::roster::{self, Options};
use adjutant_service::{App, AppSettings, Location};
use adjutant_store::Store;

const ROWS: usize = 10_000;
const LIMIT: Duration = Duration::from_secs(5);
const NOW: Micros = Micros(1_760_000_000_000_000);

fn main() {
    let dir = tempfile::tempdir().expect("a directory");
    let database = Location::Sqlite(dir.path().join("adjutant.sqlite"));
    let settings = AppSettings { database, key_file: dir.path().join("seal.key") };
    let app = App::open(&settings).expect("it opens");
    account(&settings.database);
    let through = Credential::Session { id: 1, authenticated_at: NOW };
    let person = Actor { account: 1, credential: through, ..Actor::nobody() };
    let rules = CreationRules { policy: CreationPolicy::Anyone, max_per_owner: 5 };
    let new = NewOrganisation { name: "League".into(), ..NewOrganisation::default() };
    let made = organisations::create(&app, &person, rules, &new, NOW).expect("it is made");
    let grant = RoleGrant {
        organisation: made.id,
        role: OrganisationRole::Owner,
        event: 0,
        duties: Duties::NONE,
    };
    let owner = Actor { grants: vec![grant], ..person };
    let mut file = String::from("handle,name,club,province,number,age\n");
    for at in 0..ROWS {
        let age = ["u13", "13-17", "18-59", "60+"][at % 4];
        let club = at % 50;
        writeln!(file, "Player {at},Real Name {at},Club {club},Laguna,{at},{age}").expect("text");
    }
    import(&app, &owner, &made.slug, "new", &file);
    import(&app, &owner, &made.slug, "same", &file);
    import(&app, &owner, &made.slug, "club", &file.replace("Club", "Guild"));
    import(&app, &owner, &made.slug, "of age", &file.replace("u13", "60+").replace("13-17", "60+"));
}

/// Looks at a file and writes it, and says how long both took.
fn import(app: &App, actor: &Actor, slug: &str, what: &str, file: &str) {
    let start = Instant::now();
    let seen = roster::preview(app, actor, slug, file.as_bytes(), Options::default(), NOW)
        .expect("it is read");
    let looked = start.elapsed();
    let done = roster::apply(app, actor, slug, &seen.digest, NOW).expect("it is written");
    let written = start.elapsed().saturating_sub(looked);
    println!("{what:>8}: looked at in {looked:.2?}, written in {written:.2?} ({done:?})");
    assert!(looked < LIMIT && written < LIMIT, "a step took more than {LIMIT:?}");
}

fn account(database: &Location) {
    use diesel::connection::SimpleConnection;
    let mut connection = Store::open(database.clone())
        .expect("it opens")
        .dedicated_connection()
        .expect("a connection");
    connection
        .batch_execute(
            "INSERT INTO accounts (id, name, name_key, look_key, email, email_confirmed, \
             password, state, site_role, totp, totp_on, totp_step, language, created_at, \
             signed_in_at, password_at) VALUES (1, 'owner', 'owner', 'pwner', '', 0, '', 0, 0, \
             '', 0, 0, 'en', 0, 0, 0)",
        )
        .expect("an account");
}
