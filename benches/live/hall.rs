//! A database with players, their tokens and games that have begun.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use adjutant_domain::account::roles::SiteRole;
use adjutant_domain::account::scopes::TokenScopes;
use adjutant_domain::moment::Micros;
use adjutant_domain::play::Sent;
use adjutant_service::access::{Actor, Credential};
use adjutant_service::live::{self, Live, Offer};
use adjutant_service::tokens::{self, NewToken};
use adjutant_service::{App, AppSettings, Location};
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, SqliteConnection};
use rayon::prelude::*;
use salpakan::clock::Pace;
use salpakan::record::short_id_text;
use salpakan::rules::{Arbiter, Board, ByColor, Color, Deployment, Draft, RuleSet};

use crate::random_play::Random;

/// A game that has begun, and the plies that it is to have.
pub struct Game {
    pub id: String,
    pub tokens: ByColor<String>,
    pub first: Color,
    /// `e3-e4`, in order.
    pub plies: Vec<String>,
}

pub struct Hall {
    pub dir: PathBuf,
    pub url: Option<String>,
    pub games: Vec<Game>,
}

impl Hall {
    /// So many games that have begun, each with at least so many plies to come.
    pub fn fill(dir: &Path, url: Option<String>, games: usize, plies: usize) -> Hall {
        std::fs::create_dir_all(dir).expect("a directory");
        let database = match &url {
            None => Location::Sqlite(dir.join("adjutant.sqlite")),
            Some(url) => Location::parse(url).expect("an address"),
        };
        let settings = AppSettings { database, key_file: dir.join("seal.key") };
        let app = App::open(&settings).expect("the service opens");
        match &url {
            None => {
                let path = dir.join("adjutant.sqlite");
                let path = path.to_str().expect("UTF-8");
                people(&mut SqliteConnection::establish(path).expect("the file"), games, "x''");
            }
            Some(url) => {
                let mut connection = PgConnection::establish(url).expect("a connection");
                people(&mut connection, games, "''::bytea");
            }
        }
        let source = Arc::new(now);
        let (live, threads) = Live::start(&app, source, &dir.join("pulse")).expect("the desk");
        // Many at once: they share commits.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(16).build().expect("threads");
        let games = pool.install(|| {
            (0..games).into_par_iter().map(|number| begin(&app, &live, number, plies)).collect()
        });
        drop((live, threads));
        Hall { dir: dir.to_owned(), url, games }
    }
}

fn now() -> Micros {
    chrono::Utc::now().into()
}

/// Two players a game, each with an account that nobody can sign in to by a password.
fn people(connection: &mut impl SimpleConnection, games: usize, empty: &str) {
    let at = now();
    let mut sql = "BEGIN;".to_owned();
    for id in 1..=games * 2 {
        sql += &format!(
            "INSERT INTO players (id, handle, name_key, look_key, state, private)
             VALUES ({id}, 'P{id}', 'p{id}', 'look {id}', 0, 0);
             INSERT INTO accounts VALUES ({id}, 'P{id}', 'p{id}', 'look {id}', '', NULL, 0, 'a hash', 0,
             0, {id}, {empty}, 0, 0, 'en', {at}, {at}, {at}, 0);"
        );
    }
    let most = games * 2;
    sql += &format!("UPDATE counters SET value = {most} WHERE name IN ('accounts', 'players');");
    connection.batch_execute(&(sql + "COMMIT")).expect("the people go in");
}

fn actor(account: usize) -> Actor {
    let account = i32::try_from(account).expect("an account");
    Actor {
        account,
        name: format!("P{account}"),
        player: Some(account),
        site_role: SiteRole::None,
        credential: Credential::Session { id: 1, authenticated_at: now() },
        ..Actor::nobody()
    }
}

fn begin(app: &App, live: &Live, number: usize, plies: usize) -> Game {
    let rules: RuleSet = "standard".parse().expect("a rule-set");
    let both = ByColor::new(actor(number * 2 + 1), actor(number * 2 + 2));
    let tokens = both.as_ref().map(|actor| {
        let new = NewToken { name: "bench".to_owned(), scopes: TokenScopes::PLAY, days: 1 };
        tokens::make(app, actor, &new, now()).expect("a token").text
    });
    let pace = Pace::parse("3600+30").expect("a pace");
    let to = Some(both.black.name.clone());
    let offer = Offer { rules: rules.into(), pace, rated: false, color: Some(Color::White), to };
    let seek = live::offer(live, &both.white, &offer).expect("offered");
    let play = live::accept(live, &both.black, &seek).expect("accepted");
    let mut random = Random(number as u64);
    let armies = ByColor::from_fn(|color| random.deployment(&rules, color));
    for color in Color::ALL {
        let sent = Sent { id: [200 + color as u8; 8], received: now() };
        let draft = |_: Color, _: &RuleSet| Ok(Draft::new(color, armies[color].pieces().collect()));
        live::deploy(live, &both[color], &play, sent, draft, None).expect("deployed");
    }
    let first = live::see(live, &both.white, &play).expect("seen").play.to_move();
    let first = first.expect("somebody begins");
    let plies = long_enough(&mut random, &rules, &armies, first, plies);
    Game { id: short_id_text(&play), tokens, first, plies }
}

/// Random legal plies that do not end the game for so long.
fn long_enough(
    random: &mut Random,
    rules: &RuleSet,
    armies: &ByColor<Deployment>,
    first: Color,
    wanted: usize,
) -> Vec<String> {
    loop {
        let mut arbiter = Arbiter::new(rules, armies.as_ref(), first);
        let taken = ByColor::from_fn(|color| armies[color].squares());
        let mut board = Board::new(taken, first);
        let mut plies = Vec::new();
        while plies.len() < wanted && !arbiter.is_over() {
            let index = random.below(u64::from(board.move_count()));
            let mv = board.move_at(index as u32).expect("a move");
            let said = arbiter.play(mv).expect("a legal move");
            board.apply(mv, said.verdict);
            plies.push(format!("{}-{}", mv.from, mv.to));
        }
        if plies.len() == wanted && !arbiter.is_over() {
            return plies;
        }
    }
}
