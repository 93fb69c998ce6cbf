//! How like the computer the players of an event played, while a game of it goes on: the table is the same in two worlds that
//! differ in the hidden ranks of that game, for whoever reads it.

use std::time::{Duration, Instant};

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant};
use adjutant_domain::account::scopes::TokenScopes;
use adjutant_domain::contest::json;
use adjutant_domain::moment::Micros;
use adjutant_domain::play::{PlayId, PlayerAction, Sent, State};
use adjutant_service::access::{Actor, Credential};
use adjutant_service::contests::{
    self, BoardOptions, ContestCommand, NewContest, NewEntrant, RoundCommand,
};
use adjutant_service::live::{self, AskedPly};
use adjutant_service::{Error, analyses};
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use ledger_ratings::Day;
use salpakan::rules::{Color, Draft, Move, RuleSet};

use crate::people::Who;
use crate::world::World;

/// An official who does not play, and an official who does; two more play.
const CORA: i32 = 3;
const PLAYERS: [(i32, &str); 3] = [(1, "Ana"), (2, "Ben"), (4, "Dalisay")];

const SLUG: &str = "league-fair";
const PAGE: &str = "/events/league-fair/run/fair-play";
const API: &str = "/api/v1/events/league-fair/fair-play";
const WHITE: &str = "3..PL5P../.ASKTP.4S/BMCPPF12P";
const BLACK: &str = "...3FT.../12SLPASKM/BPP4P5PPC";
/// The same squares with other ranks on them.
const OTHER_WHITE: &str = "5..PLAP../.3SKTF.4S/BMCPPP12P";
const OTHER_BLACK: &str = "...3PT.../125LPASKM/BFP4PSPPC";
/// Rounds of three players, each with one game, before the one that goes on.
const OVER: usize = 3;
/// Plies of a game that is over; those from the 21st on can count.
const PLIES: u32 = 48;
/// Plies of the game that goes on, none of which is a challenge.
const QUIET: u32 = 8;

fn actor(account: i32) -> Actor {
    let name = ["", "Ana", "Ben", "Cora", "Dalisay"][account as usize].to_owned();
    let credential = Credential::Session { id: account, authenticated_at: Micros(0) };
    let player = Some(account);
    Actor { account, name, player, credential, ..Actor::nobody() }
}

fn organizer() -> Actor {
    let role = OrganisationRole::Organizer;
    let grants = vec![RoleGrant { organisation: 1, role, event: 0, duties: Duties::NONE }];
    Actor { grants, ..actor(CORA) }
}

/// Looks again until something has been done that the server does by itself.
fn once<T>(what: impl Fn() -> Option<T>) -> T {
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(found) = what() {
            return found;
        }
        assert!(Instant::now() < end, "the server does nothing by itself");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// An event of one world.
struct Fair<'a> {
    world: &'a World,
    /// The number of the next command.
    commands: std::cell::Cell<u64>,
}

impl<'a> Fair<'a> {
    /// The event with its first rounds over, revealed and analyzed.
    async fn new(world: &'a World) -> Fair<'a> {
        let fair = Fair { world, commands: std::cell::Cell::new(1) };
        let text = r#"{"plan": {"template": "double-round-robin", "entrants": 3}, "games": {"pace": "3d"}}"#;
        let settings = json::read_settings(text).expect("settings");
        let new = NewContest { name: "Fair".to_owned(), first_day: Day(20_770), settings };
        let (app, now) = (&world.site().app, world.now());
        let slug = contests::create_contest(app, &organizer(), "league", &new, now).expect("made");
        assert_eq!(slug, SLUG);
        let people =
            PLAYERS.map(|(_, name)| NewEntrant { name: name.to_owned(), ..NewEntrant::default() });
        contests::register_entrants(app, &organizer(), SLUG, &people, false, now).expect("in");
        fair.tell(RoundCommand::Begin { stage: 0, white: true });
        for round in 0..OVER {
            let play = fair.begin(round, [WHITE, BLACK]);
            fair.is_played_to_the_end(round, &play);
        }
        fair
    }

    fn live(&self) -> &live::Live {
        &self.world.site().live
    }

    fn tell(&self, command: RoundCommand) {
        let (app, now) = (&self.world.site().app, self.world.now());
        let command = ContestCommand::Round(command);
        contests::execute(app, &organizer(), SLUG, &command, now).expect("it is done");
    }

    fn sent(&self) -> Sent {
        let number = self.commands.replace(self.commands.get() + 1);
        Sent { id: number.to_le_bytes(), received: self.world.now() }
    }

    /// Publishes a round; both deploy in its game.
    fn begin(&self, round: usize, [white, black]: [&str; 2]) -> PlayId {
        self.tell(RoundCommand::Pair { stage: 0 });
        self.tell(RoundCommand::Publish { stage: 0, round, draft: None });
        let app = &self.world.site().app;
        let play = once(|| {
            let board =
                contests::contest_board(app, &Actor::nobody(), SLUG, BoardOptions::default());
            board.expect("a board").stages[0].rounds[round].meetings[0].play
        });
        for (account, color) in self.seats(&play.id) {
            let army = if color == Color::White { white } else { black };
            let draft = |color: Color, rules: &RuleSet| {
                Draft::parse(color, rules, army).map_err(|_| Error::invalid("setup", "no set-up"))
            };
            live::deploy(self.live(), &actor(account), &play.id, self.sent(), draft, None)
                .expect("they deploy");
        }
        assert_eq!(self.state(&play.id), State::InPlay);
        play.id
    }

    fn seats(&self, play: &PlayId) -> Vec<(i32, Color)> {
        let color = |account: i32| {
            let seen = live::see(self.live(), &actor(account), play).expect("seen");
            seen.viewer.color().map(|color| (account, color))
        };
        PLAYERS.into_iter().filter_map(|(account, _)| color(account)).collect()
    }

    fn state(&self, play: &PlayId) -> State {
        live::see(self.live(), &Actor::nobody(), play).expect("seen").play.state()
    }

    /// Plays a legal ply that the position and its number alone decide, if there is one of this kind.
    fn ply(&self, play: &PlayId, is_meant: impl Fn(bool) -> bool) -> bool {
        let seen = live::see(self.live(), &Actor::nobody(), play).expect("seen").play;
        let (Some(board), Some(mover)) = (seen.board(), seen.to_move()) else { return false };
        let number = seen.progress().len() + 1;
        let moves: Vec<Move> =
            board.moves().filter(|mv| is_meant(board.is_challenge(*mv))).collect();
        let Some(mv) = moves.get((number as usize * 7) % moves.len().max(1)).copied() else {
            return false;
        };
        let (account, _) =
            self.seats(play).into_iter().find(|(_, color)| *color == mover).expect("a player");
        let asked = AskedPly { sent: self.sent(), number, ply: format!("{}-{}", mv.from, mv.to) };
        live::ply(self.live(), &actor(account), play, asked).expect("a legal ply");
        true
    }

    fn is_played_to_the_end(&self, round: usize, play: &PlayId) {
        for _ in 0..PLIES {
            if !self.ply(play, |_| true) || self.state(play) != State::InPlay {
                break;
            }
        }
        if self.state(play) == State::InPlay {
            let (account, _) = self.seats(play)[0];
            let resign = (PlayerAction::Resign, 0);
            live::act(self.live(), &actor(account), play, self.sent(), resign).expect("resigned");
        }
        let app = &self.world.site().app;
        once(|| {
            let board =
                contests::contest_board(app, &Actor::nobody(), SLUG, BoardOptions::default());
            let games = board.expect("a board").stages[0].rounds[round].meetings[0].games.clone();
            (!games.is_empty() && self.state(play) == State::Revealed).then_some(())
        });
    }

    /// An official has all games analyzed; waits until that is done.
    async fn is_analyzed(&self) {
        self.world.catch_up();
        let asked = self.world.fill(Who::Spectator, &format!("{PAGE}/analyses"), "", false).await;
        assert_eq!(asked.status, 303, "{}", asked.text());
        let (app, at) = (self.world.site().app.clone(), || Micros(1_795_000_000_000_000));
        let made = std::thread::spawn(move || analyses::work_off(&app, at));
        assert_eq!(made.join().expect("it works").expect("analyses"), OVER);
        let told = self.world.get(Who::Spectator, API).await.json();
        let players = told["likeness"]["players"].as_array().expect("players").clone();
        assert_eq!((players.len(), told["likeness"]["analyzed"].as_u64()), (3, Some(OVER as u64)));
        let plies = |one: &serde_json::Value| one["likeness"]["plies"].as_u64().expect("plies");
        assert!(players.iter().map(plies).sum::<u64>() > 0, "nothing counts: {told}");
    }

    /// What everybody reads now.
    async fn read(&self) -> Vec<(Who, &'static str, crate::world::Answer)> {
        let mut all = Vec::new();
        for who in Who::ALL {
            for path in [PAGE, API] {
                all.push((who, path, self.world.get(who, path).await));
            }
        }
        all
    }
}

/// Cora and Ana run the event, by their sessions and their tokens.
fn appoint(world: &World) {
    let file = world.dir.path().join("adjutant.sqlite");
    let mut raw = SqliteConnection::establish(file.to_str().expect("UTF-8")).expect("a file");
    let (role, scopes) = (OrganisationRole::Organizer as i16, TokenScopes::OFFICIATE.bits());
    let sql = format!(
        "PRAGMA busy_timeout = 10000; \
         INSERT INTO roles VALUES (2, 1, 1, {role}, NULL, 0, NULL, 0), (3, {CORA}, 1, {role}, NULL, 0, NULL, 0); \
         UPDATE counters SET value = 3 WHERE name = 'roles'; \
         UPDATE tokens SET scopes = scopes | {scopes} WHERE account_id IN (1, {CORA});"
    );
    raw.batch_execute(&sql).expect("they are appointed");
}

type Answers = Vec<(Who, &'static str, crate::world::Answer)>;

/// All that is read in the world with this number, ply by ply of the game that goes on.
fn readings(which: usize) -> Vec<Answers> {
    let read = std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async {
            let world = World::new().await;
            appoint(&world);
            let fair = Fair::new(&world).await;
            fair.is_analyzed().await;
            let armies = [[WHITE, BLACK], [OTHER_WHITE, OTHER_BLACK]][which];
            let play = fair.begin(OVER, armies);
            let mut all = vec![fair.read().await];
            for _ in 0..QUIET {
                assert!(fair.ply(&play, |is_challenge| !is_challenge), "a quiet ply");
                all.push(fair.read().await);
            }
            all
        })
    });
    read.join().expect("it is read")
}

#[test]
fn likeness_is_the_same_whatever_the_hidden_ranks_of_a_game_that_goes_on() {
    let [one, other] = [0, 1].map(|which| std::thread::spawn(move || readings(which)));
    let [one, other] = [one, other].map(|world| world.join().expect("a world"));
    assert_eq!(one.len(), 1 + QUIET as usize);
    for (ply, (one, other)) in one.iter().zip(&other).enumerate() {
        for ((who, path, answer), (_, _, there)) in one.iter().zip(other) {
            assert_eq!(answer, there, "{who:?} after ply {ply}: {path}");
        }
    }
    let find = |who: Who, path: &str| {
        let found = one[0].iter().find(|(reader, asked, _)| *reader == who && *asked == path);
        found.expect("it was read").2.clone()
    };
    let page = find(Who::Spectator, PAGE);
    assert_eq!(page.status, 200, "{}", page.text());
    for (_, name) in PLAYERS {
        assert!(
            page.text().contains(&format!("{name} </th>")),
            "the table has {name}: {}",
            page.text()
        );
    }
    for who in [Who::Black, Who::Nobody, Who::Guest] {
        assert_ne!(find(who, PAGE).status, 200, "{who:?}");
        assert_ne!(find(who, API).status, 200, "{who:?}");
    }
}

#[test]
fn an_official_who_plays_sees_nothing_of_the_likeness_in_games_of_their_own() {
    let all = readings(0);
    let read = |path: &str| {
        let found = all[0].iter().find(|(who, asked, _)| (*who, *asked) == (Who::White, path));
        let (_, _, answer) = found.expect("Ana read it");
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.clone()
    };
    // Both others met her, so that what is known of them is of her games, too.
    assert_eq!(read(API).json()["likeness"]["players"], serde_json::json!([]));
    let page = read(PAGE).text();
    for (_, name) in PLAYERS {
        assert!(!page.contains(&format!("{name} </th>")), "{name}: {page}");
    }
}
