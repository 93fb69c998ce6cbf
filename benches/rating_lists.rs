//! How long a rating list of 500,000 players takes on SQLite: imported as FIDE's XML and as its text,
//! replaced, and 300 entrants looked up. `cargo bench --bench rating_lists`; it fails where an import
//! takes more than thirty seconds.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant};
use adjutant_domain::contest::json;
use adjutant_domain::moment::Micros;
use adjutant_domain::rating_list::RatingKind;
use adjutant_service::access::{Actor, Credential};
use adjutant_service::contests::{self, FillOptions, NewContest, NewEntrant};
use adjutant_service::organisations::{self, CreationPolicy, CreationRules, NewOrganisation};
use adjutant_service::rating_lists::{self, NewRatingList};
use adjutant_service::{App, AppSettings, Location};
use adjutant_store::Store;
use ledger_ratings::Day;

const PLAYERS: usize = 500_000;
const ENTRANTS: usize = 300;
const LIMIT: Duration = Duration::from_secs(30);
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
    let file = dir.path().join("list");
    write_xml(&file);
    import(&app, &owner, &made.slug, "XML", &file);
    write_text(&file);
    import(&app, &owner, &made.slug, "text, in place of it", &file);
    fill(&app, &owner, &made.slug);
}

/// A made-up name, of which some are the same.
fn name(at: usize) -> String {
    const SURNAMES: [&str; 7] = ["Reyes", "dela Cruz", "Peña", "Santos", "Garcia", "Lim", "Ocampo"];
    let mixed = at.wrapping_mul(2_654_435_761) % PLAYERS;
    format!("{} {}, Given {}", SURNAMES[at % 7], mixed / 9, mixed % 1_000)
}

fn year(at: usize) -> usize {
    1940 + at % 75
}

fn write_xml(path: &Path) {
    let mut file = BufWriter::new(File::create(path).expect("a file"));
    writeln!(file, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<playerslist>").expect("written");
    for at in 0..PLAYERS {
        let (name, sex, rating, year) = (name(at), ["M", "F"][at % 2], 1000 + at % 1_800, year(at));
        writeln!(
            file,
            "<player>\n<fideid>{at}</fideid>\n<name>{name}</name>\n<country>PHI</country>\n<sex>{sex}</sex>\n\
             <title></title>\n<w_title></w_title>\n<o_title></o_title>\n<foa_title></foa_title>\n\
             <rating>{rating}</rating>\n<games>0</games>\n<k>20</k>\n<rapid_rating></rapid_rating>\n\
             <blitz_rating></blitz_rating>\n<birthday>{year}</birthday>\n<flag></flag>\n</player>"
        )
        .expect("written");
    }
    writeln!(file, "</playerslist>").expect("written");
    file.flush().expect("written");
}

fn write_text(path: &Path) {
    let mut file = BufWriter::new(File::create(path).expect("a file"));
    let row = |number: &str, name: &str, sex: &str, rating: &str, year: &str| {
        format!("{number:<15}{name:<61}PHI {sex:<4}{rating:<6}{year:<6}")
    };
    let heading = row("ID Number", "Name", "Sex", "SRtng", "B-day").replace("PHI ", "Fed ");
    writeln!(file, "{heading}").expect("written");
    for at in 0..PLAYERS {
        let (rating, year) = (1000 + at % 1_800, year(at));
        let sex = ["M", "F"][at % 2];
        let line = row(&at.to_string(), &name(at), sex, &rating.to_string(), &year.to_string());
        writeln!(file, "{line}").expect("written");
    }
    file.flush().expect("written");
}

/// Imports a file and says how long that took.
fn import(app: &App, actor: &Actor, slug: &str, what: &str, path: &Path) {
    let bytes = std::fs::metadata(path).expect("a size").len() >> 20;
    let file = BufReader::with_capacity(1 << 20, File::open(path).expect("it opens"));
    let new = NewRatingList { name: "FIDE".into(), day: Day(20_000), kind: RatingKind::Standard };
    let start = Instant::now();
    let permit = rating_lists::permit(app, actor, slug).expect("they may");
    let done = rating_lists::import(app, &permit, &new, file, NOW).expect("it is imported");
    let took = start.elapsed();
    println!("{what} ({bytes} MiB): {} players in {took:.2?}", done.list.players);
    assert_eq!((done.list.players as usize, done.fault_count), (PLAYERS, 0));
    assert!(took < LIMIT, "an import took more than {LIMIT:?}");
}

/// Looks up the entrants of an event by name, and completes them.
fn fill(app: &App, actor: &Actor, slug: &str) {
    let settings = json::read_settings(r#"{"plan":{"template":"swiss","entrants":300}}"#);
    let new = NewContest {
        name: "Open".into(),
        first_day: Day(20_001),
        settings: settings.expect("settings"),
    };
    let event = contests::create_contest(app, actor, slug, &new, NOW).expect("it is made");
    let entrant = |at: usize| {
        let name = name(at * 977);
        let (surname, given) = name.split_once(", ").expect("two parts");
        NewEntrant { name: format!("{given} {surname}"), ..NewEntrant::default() }
    };
    let list: Vec<NewEntrant> = (0..ENTRANTS).map(entrant).collect();
    contests::register_entrants(app, actor, &event, &list, false, NOW).expect("in");
    let (options, start) = (FillOptions::default(), Instant::now());
    let preview = contests::preview_fill(app, actor, &event, options).expect("a preview");
    let looked = start.elapsed();
    let fill = (options, preview.digest.as_str());
    contests::apply_fill(app, actor, &event, fill, NOW).expect("filled");
    let written = start.elapsed().saturating_sub(looked);
    println!(
        "{} of {ENTRANTS} entrants found in {looked:.2?}, written in {written:.2?}",
        preview.filled_count()
    );
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
