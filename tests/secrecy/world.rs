//! One world: the whole site in this process, from what stands before its handlers down to its files,
//! under a clock that the test moves and chance that comes alike in both worlds.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use actix_web::HttpResponse;
use actix_web::body::{BoxBody, MessageBody, to_bytes};
use actix_web::dev::Service;
use actix_web::test::{TestRequest, init_service};
use adjutant::web::{Site, SiteSettings, WebApp};
use adjutant_domain::play::PlayId;
use adjutant_service::access::Actor;
use adjutant_service::live;
use adjutant_service::{App, AppSettings, Location, edition, ratings};
use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, poll_fn};
use ledger_ratings::Day;
use metrics_exporter_prometheus::PrometheusBuilder;
use salpakan::rules::ByColor;

use crate::chance;
use crate::people::{OPERATOR, Who, give_passes, keep_delivery_key, move_in, people_in_postgres};
use crate::postgres;
use adjutant_domain::moment::Micros;

/// When it begins: microseconds since 1970.
const NOON: Micros = Micros(1_795_000_000_000_000);
const TODAY: Day = Day(20_775);

type Ask = Box<dyn Fn(TestRequest) -> LocalBoxFuture<'static, HttpResponse>>;

/// An answer, each byte of it; a line of events has a piece for each time that something came.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub pieces: Vec<Vec<u8>>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.pieces.concat()).into_owned()
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.text()).unwrap_or_default()
    }
}

/// How a client authenticates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    Page,
    Api,
}

impl Door {
    pub fn of(path: &str) -> Door {
        if path.starts_with("/api/v1/") { Door::Api } else { Door::Page }
    }
}

/// A line of events that is open.
pub struct Line {
    pub who: Who,
    pub path: String,
    body: std::pin::Pin<Box<BoxBody>>,
}

impl Line {
    /// What has come since it was looked at last; each piece as it was sent.
    pub fn news(&mut self) -> Vec<Vec<u8>> {
        let mut pieces = Vec::new();
        let body = &mut self.body;
        loop {
            let next = poll_fn(|context| body.as_mut().poll_next(context));
            match tokio::task::unconstrained(next).now_or_never() {
                Some(Some(Ok(piece))) => pieces.push(piece.to_vec()),
                _ => return pieces,
            }
        }
    }
}

/// One server of a world: how it is asked, and what stands before its handlers.
struct Server {
    ask: Ask,
    door: WebApp,
}

impl Server {
    async fn open(settings: &AppSettings, clock: &Arc<AtomicI64>, chance: &live::Chance) -> Server {
        let app = App::open(settings).expect("the service opens");
        let own = Arc::clone(clock);
        let settings = SiteSettings {
            operator_token: Some(OPERATOR.to_owned()),
            requests_per_minute: 0,
            ..SiteSettings::default()
        };
        let source = Arc::new(move || Micros(own.load(Ordering::SeqCst)));
        let site = Site::with_clock(app, settings, source, chance.clone()).expect("the site opens");
        let metrics = PrometheusBuilder::new().build_recorder().handle();
        let door = WebApp::new(site, metrics);
        let service = Rc::new(init_service(door.app()).await);
        let ask: Ask = Box::new(move |request| {
            let answer = service.call(request.to_request());
            Box::pin(async move {
                match answer.await {
                    Ok(response) => response.into_parts().1.map_into_boxed_body(),
                    Err(e) => e.error_response(),
                }
            })
        });
        Server { ask, door }
    }
}

pub struct World {
    servers: Vec<Server>,
    /// So many requests were made: each goes to the next server.
    asked: std::cell::Cell<usize>,
    clock: Arc<AtomicI64>,
    /// The play whose passes everybody's browsers hold.
    at_table: std::cell::Cell<Option<u64>>,
    pub dir: tempfile::TempDir,
}

/// Where nothing waits for a disk, if there is such a place.
fn directory() -> tempfile::TempDir {
    let memory = std::path::Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.expect("a directory")
}

impl World {
    /// A world with one server, and all in one SQLite file.
    pub async fn new() -> World {
        let dir = directory();
        let database = dir.path().join("adjutant.sqlite");
        let settings = AppSettings {
            database: Location::Sqlite(database.clone()),
            key_file: dir.path().join("seal.key"),
        };
        drop(App::open(&settings).expect("the service opens"));
        keep_delivery_key(&settings.key_file);
        move_in(&database);
        World::of(dir, &[settings]).await
    }

    /// A world with two servers on one PostgreSQL database, which are asked in turn.
    pub async fn of_two_servers(database: &postgres::Database) -> World {
        let dir = directory();
        let settings = ["one", "two"].map(|server| AppSettings {
            database: Location::parse(&database.url()).expect("an address"),
            key_file: dir.path().join(server).join("seal.key"),
        });
        let [first, second] = settings.each_ref().map(|settings| &settings.key_file);
        for key in [first, second] {
            std::fs::create_dir(key.with_file_name("")).expect("a directory");
            keep_delivery_key(key);
        }
        drop(App::open(&settings[0]).expect("the service opens"));
        std::fs::copy(first, second).expect("the same key");
        database.execute(&people_in_postgres());
        let world = World::of(dir, &settings).await;
        for server in &world.servers {
            while server.door.site().live.running_servers().len() < 2 {
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
        }
        world
    }

    async fn of(dir: tempfile::TempDir, settings: &[AppSettings]) -> World {
        let clock = Arc::new(AtomicI64::new(NOON.0));
        let (chance, mut servers) = (chance::streams(), Vec::new());
        for settings in settings {
            servers.push(Server::open(settings, &clock, &chance).await);
        }
        let world = World {
            servers,
            asked: std::cell::Cell::default(),
            clock,
            at_table: std::cell::Cell::new(None),
            dir,
        };
        world.catch_up();
        world
    }

    /// Whether what one server does is told by another a moment later.
    pub fn has_many_servers(&self) -> bool {
        self.servers.len() > 1
    }

    /// Whether each server knows that both players of the game are there, which one tells the other.
    pub fn all_see_both_players(&self, play: &PlayId) -> bool {
        let present = |server: &Server| {
            let live = &server.door.site().live;
            live::see(live, &Actor::nobody(), play).expect("seen").present
        };
        self.servers.iter().all(|server| present(server) == ByColor { white: true, black: true })
    }

    /// Asks the server whose turn it is.
    fn ask(&self, request: TestRequest) -> LocalBoxFuture<'static, HttpResponse> {
        let asked = self.asked.replace(self.asked.get() + 1);
        (self.servers[asked % self.servers.len()].ask)(request)
    }

    pub fn site(&self) -> &Site {
        self.servers[0].door.site()
    }

    pub fn pass(&self, time: i64) {
        self.clock.fetch_add(time, Ordering::SeqCst);
    }

    /// The time on its clock.
    pub fn now(&self) -> Micros {
        Micros(self.clock.load(Ordering::SeqCst))
    }

    /// Does at once what the server's own threads do by and by.
    pub fn catch_up(&self) {
        for server in &self.servers {
            let app = &server.door.site().app;
            ratings::bring_up_to_date(app).expect("ratings");
            edition::look_for_changes(app, TODAY).expect("an edition");
        }
    }

    /// What everybody's browser sends.
    fn request(&self, who: Who, method: &str, path: &str) -> TestRequest {
        let method = method.parse().expect("a method");
        let request = TestRequest::default()
            .method(method)
            .uri(path)
            .peer_addr("127.0.0.1:5000".parse().expect("an address"))
            .insert_header(("Host", "localhost"))
            .insert_header(("Accept-Encoding", "gzip, br"));
        match (Door::of(path), who.authorization()) {
            (Door::Page, _) => request.insert_header(("Cookie", self.cookies(who))),
            (Door::Api, Some(shown)) => request.insert_header(("Authorization", shown)),
            (Door::Api, None) => request,
        }
    }

    fn cookies(&self, who: Who) -> String {
        match self.at_table.get().and_then(|play| who.pass(play)) {
            Some((_, secret)) => format!("{}; table={}", who.cookie(), secret.to_base32()),
            None => who.cookie(),
        }
    }

    /// Everybody's browsers hold the passes to the table of the play with this number from now on.
    pub fn sit_at(&self, play: u64) {
        give_passes(&self.dir.path().join("adjutant.sqlite"), play);
        self.at_table.set(Some(play));
    }

    async fn answer(&self, request: TestRequest) -> Answer {
        let response = self.ask(request).await;
        let (status, headers) = head(&response);
        let body = to_bytes(response.into_body()).await.unwrap_or_else(|e| panic!("{e}"));
        Answer { status, headers, pieces: vec![body.to_vec()] }
    }

    pub async fn get(&self, who: Who, path: &str) -> Answer {
        self.answer(self.request(who, "GET", path)).await
    }

    /// Sends a command to the API.
    pub async fn send(&self, who: Who, path: &str, body: &serde_json::Value) -> Answer {
        self.answer(self.request(who, "POST", path).set_payload(body.to_string())).await
    }

    /// Sends records to the API.
    pub async fn import(&self, who: Who, text: &str) -> Answer {
        let request = self.request(who, "POST", "/api/v1/records");
        let request = request.insert_header(("Content-Type", "text/plain; charset=utf-8"));
        self.answer(request.set_payload(text.to_owned())).await
    }

    /// Sends a form of a page; a script's is answered with JSON.
    pub async fn fill(&self, who: Who, path: &str, fields: &str, script: bool) -> Answer {
        let request = self
            .request(who, "POST", path)
            .insert_header(("Sec-Fetch-Site", "same-origin"))
            .insert_header(("Content-Type", "application/x-www-form-urlencoded"))
            .insert_header(("Accept", if script { "application/json" } else { "text/html" }))
            .set_payload(format!("csrf={}&{fields}", who.form_token()));
        self.answer(request).await
    }

    /// Has records checked on their page.
    pub async fn check(&self, who: Who, text: &str) -> Answer {
        let written = text.bytes().map(|byte| format!("%{byte:02X}")).collect::<String>();
        self.fill(who, "/records/check", &format!("text={written}&title=&url="), false).await
    }

    /// Listens to a game.
    pub async fn listen(&self, who: Who, path: &str, last: Option<u32>) -> (Answer, Option<Line>) {
        let mut request = self.request(who, "GET", path);
        if let Some(last) = last {
            request = request.insert_header(("Last-Event-ID", last.to_string()));
        }
        let response = self.ask(request).await;
        let (status, headers) = head(&response);
        let mut answer = Answer { status, headers, pieces: Vec::new() };
        if status != 200 {
            let body = to_bytes(response.into_body()).await.unwrap_or_else(|e| panic!("{e}"));
            answer.pieces.push(body.to_vec());
            return (answer, None);
        }
        let body = Box::pin(response.into_body());
        (answer, Some(Line { who, path: path.to_owned(), body }))
    }
}

fn head(response: &HttpResponse) -> (u16, Vec<(String, String)>) {
    let value = |value: &actix_web::http::header::HeaderValue| {
        String::from_utf8_lossy(value.as_bytes()).into_owned()
    };
    // The number of the request is random: it differs between equal worlds, too.
    let headers = response.headers().iter().filter(|(name, _)| *name != "x-request-id");
    let mut headers: Vec<_> = headers.map(|(n, v)| (n.to_string(), value(v))).collect();
    // The map of headers has no order of its own; what is sent is compared by name.
    headers.sort();
    (response.status().as_u16(), headers)
}
