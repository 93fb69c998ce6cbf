//! People at a place for a database on either engine, and records to put there.

use adjutant_domain::account::roles::SiteRole;
use adjutant_domain::moment::Micros;
use adjutant_service::App;
use adjutant_service::access::{Actor, Credential};
use adjutant_service::export::export;
use adjutant_service::games::Filter;
use adjutant_service::import::{Counts, Verdict, import};
use adjutant_service::records::Provenance;

pub(crate) use crate::engines::on_both_engines;
pub use crate::place::Place;

pub const NOW: Micros = Micros(1_760_000_000_000_000);

impl Place {
    /// What a query of one column, called `word`, finds, in its order.
    pub fn words(&self, sql: &str) -> Vec<String> {
        use diesel::{Connection, RunQueryDsl};
        #[derive(diesel::QueryableByName)]
        struct Row {
            #[diesel(sql_type = diesel::sql_types::Text)]
            word: String,
        }
        if let Some(database) = &self.postgres {
            return database.run_sql(sql).lines().map(str::to_owned).collect();
        }
        let path = self.dir.path().join("adjutant.sqlite");
        let path = path.to_str().expect("UTF-8");
        let mut connection = diesel::sqlite::SqliteConnection::establish(path).expect("it opens");
        let rows: Vec<Row> = diesel::sql_query(sql).load(&mut connection).expect("rows");
        rows.into_iter().map(|row| row.word).collect()
    }

    /// An account with this name and, where it is not 0, this player; gives who is signed in.
    pub fn account(&self, id: i32, name: &str, player: i32) -> Actor {
        let key = name.to_lowercase();
        let player_sql = if player == 0 { "NULL".to_owned() } else { player.to_string() };
        let empty = if self.postgres.is_some() { "''::bytea" } else { "x''" };
        self.run_sql(&format!(
            "INSERT INTO accounts VALUES ({id}, '{name}', '{key}', 'look of {key}', \
             '{key}@example.org', '{key}@example.org', 1, 'a hash', 0, 0, {player_sql}, {empty}, \
             0, 0, 'en', {NOW}, {NOW}, {NOW}, 0); \
             UPDATE counters SET value = {id} WHERE name = 'accounts'"
        ));
        Actor {
            account: id,
            name: name.to_owned(),
            is_guest: false,
            player: Some(player).filter(|player| *player != 0),
            site_role: SiteRole::None,
            grants: Vec::new(),
            has_second_factor: true,
            gave_second_factor: true,
            credential: Credential::Session { id: 1, authenticated_at: NOW },
        }
    }

    /// An open organisation with this number.
    pub fn organisation(&self, id: i32, slug: &str) {
        let empty = if self.postgres.is_some() { "''::bytea" } else { "x''" };
        self.run_sql(&format!(
            "INSERT INTO organisations VALUES ({id}, '{slug}', '{slug}', 'look of {slug}', \
             '{slug}', 1, '', '', '', 0, 0, {empty}, '', 0, {NOW}, 0, ''); \
             UPDATE counters SET value = {id} WHERE name = 'organisations'"
        ));
    }

    /// Puts a player on an organisation's roster; the band of a minor is 1 or 2.
    pub fn member(&self, id: i32, organisation: i32, player: i32, band: i16) {
        self.run_sql(&format!(
            "INSERT INTO members (id, organisation_id, player_id, reference, real_name, club, province, \
             age_band, verified_at, joined_at) VALUES ({id}, {organisation}, {player}, 'no. {id}', \
             'Real {id}', 'Club', 'Cebu', {band}, 0, {NOW}); \
             UPDATE counters SET value = {id} WHERE name = 'members'"
        ));
    }

    /// The number of the row with this handle itself.
    pub fn row_of(&self, handle: &str) -> i32 {
        let sql = format!("SELECT CAST(id AS TEXT) AS word FROM players WHERE handle = '{handle}'");
        self.words(&sql)[0].parse().expect("a number")
    }
}

/// Imports by command; gives the counts and what became of each game.
pub fn import_text(app: &App, text: &str) -> (Counts, Vec<Verdict>) {
    let mut verdicts = Vec::new();
    let mut take = |verdict: &Verdict, _: &Counts| verdicts.push(verdict.clone());
    let counts =
        import(app, text.as_bytes(), Provenance::Command, NOW, &mut take).expect("the import ends");
    (counts, verdicts)
}

/// The demo's first games, each a text of its own.
pub fn demo(games: usize) -> String {
    let text = include_str!("../../demo/sample.ggn");
    let mut starts: Vec<usize> = text.match_indices("[Event ").map(|(at, _)| at).collect();
    starts.push(text.len());
    text[..starts[games]].to_owned()
}

/// A resignation between these two, with a comment.
pub fn game(white: &str, black: &str, round: u32, comment: &str) -> String {
    format!(
        "[Event \"Cup\"]\n[Date \"2026.04.30\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n\
         [Black \"{black}\"]\n[Result \"0-1\"]\n[TimeControl \"1200+5\"]\n\
         [Termination \"resignation\"]\n[Annotator \"{comment}\"]\n\
         [WhiteSetup \"3..PL5P../.ASKTP.4S/BMCPPF12P\"]\n\
         [BlackSetup \"...3FT.../12SLPASKM/BPP4P5PPC\"]\n\n\
         1. e3-e4 {{{comment}}} e6-e5 0-1\n\n"
    )
}

/// A game that is not over, with a comment that is secret until then.
pub fn unfinished(white: &str, black: &str, comment: &str) -> String {
    format!(
        "[Event \"Open\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"*\"]\n\
         [Termination \"unterminated\"]\n[Annotator \"{comment}\"]\n\
         [WhiteSetup \"3..PL5P../.ASKTP.4S/BMCPPF12P\"]\n\
         [BlackSetup \"...3FT.../12SLPASKM/BPP4P5PPC\"]\n\n\
         1. e3-e4 {{{comment}}} e6-e5 2. e4xe5+ *\n\n"
    )
}

/// The canonical export of everything that is revealed.
pub fn exported(app: &App) -> String {
    let mut text = String::new();
    export(app, &Filter::default(), &mut |record| {
        adjutant_domain::game::write_ggn(&mut text, record);
        true
    })
    .expect("the export ends");
    text
}

/// The faults that a whole check finds.
pub fn faults(app: &App) -> Vec<String> {
    let mut found = Vec::new();
    adjutant_service::integrity::check(
        app,
        &mut |fault| found.push(fault.message.clone()),
        &mut |_| (),
    )
    .expect("it reads");
    found
}

/// Every row of the tables that a merge or a deletion may change, as text.
pub fn ledgers(place: &Place) -> Vec<String> {
    let hex = if place.postgres.is_some() { "encode(history, 'hex')" } else { "hex(history)" };
    place
        .words(&format!(
            "SELECT player_id || ' ' || pool || ' ' || rating || ' ' || deviation || ' ' || \
             volatility || ' ' || wins || ' ' || draws || ' ' || losses || ' ' || opponents || \
             ' ' || last_day || ' ' || {hex} AS word FROM player_ratings ORDER BY player_id, pool"
        ))
        .into_iter()
        .map(|line| line.to_lowercase())
        .collect()
}
