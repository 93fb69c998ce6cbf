//! Golden files of every page and every answer of the API: what each viewer of a site with something of everything on
//! it is answered, so that a change which is meant to change nothing can be seen to.
//!
//! `GOLDEN=write cargo test --test web -- golden` updates them; review the diff.

mod even;
mod folded;
mod scene;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::client::Reply;
use crate::matrix;
use crate::routes::routes;
use crate::visitor::Visitor;

use even::{Even, Sort, description_lines, json_lines, lines, page_lines};
use folded::Earlier;
use scene::{ARRANGED, OF_RECORDS, OF_THREE, OPEN, OVER, PLAYED, SITE, Scene};

/// Pages with examples of days, which are those of no run.
const UNDATED: [&str; 6] =
    ["/api", "/api/problems", "/api/v1/openapi.json", "/notation", "/notation.md", "/rules"];

const HOW: &str = "if this is meant: GOLDEN=write cargo test --test web -- golden; review the diff";

const NOBODY: &str = "nobody";
const FILIPINO: &str = "nobody, in Filipino";
/// Whose phone or device has opened a link.
const HOLDER: &str = "who holds a link";
/// The stranger has White in the games that are played here, and writes reviews; the organizer runs the events.
const KINDS: [&str; 4] = ["stranger", "organizer", "owner", "operator"];

/// Routes of which the status and the headers alone are held, and why.
const WITHOUT_BODY: [(&str, &str); 19] = [
    ("/metrics", "figures of this run"),
    ("/healthz", "how long it runs"),
    ("/readyz", "what it waits for"),
    ("/sw.js", "a file with the addresses of others, which are in the repository as they are"),
    ("/operator/status", "disks and figures of this run"),
    ("/quiz", "each day has its own questions"),
    ("/quiz/{date}", "each day has its own questions"),
    ("/api/v1/quiz/{date}", "each day has its own questions"),
    ("/play/{id}/events", "a line that does not end"),
    ("/overlay/play/{id}/events", "a line that does not end"),
    ("/at/events", "a line that does not end"),
    ("/rooms/{link}/events", "a line that does not end"),
    ("/events/{slug}/events", "a line that does not end"),
    ("/notices/events", "a line that does not end"),
    ("/api/v1/plays/{id}/events", "a line that does not end"),
    ("/api/v1/me/events", "a line that does not end"),
    ("/events/{slug}/badge", "each server draws its own codes"),
    ("/events/{slug}/run/badges", "each server draws its own codes"),
    ("/api/v1/events/{slug}/badges", "each server draws its own codes"),
];

/// Routes that are not asked, and why.
const LEFT_OUT: [(&str, &str); 1] =
    [("/static/{digest}/{name:.*}", "files, which are in the repository as they are")];

/// Routes that nobody here is answered anything but an error by, and why.
const FRUITLESS: [(&str, &str); 14] = [
    ("/players/{handle}/picture.jpg", "nobody shows one; the tests of people have one"),
    ("/archive", "the site publishes none; the tests of the open archive have one"),
    ("/archive/{file}", "the site publishes none; the tests of the open archive have one"),
    ("/events/{slug}/logo.png", "the event has no logo; the tests of logos have one"),
    ("/events/{slug}/badges/{badge}", "each server draws its own codes; their tests read them"),
    ("/sign-in/link/{token}", "nobody has mail; the tests of letters have a link"),
    ("/unsubscribe/{link}", "nobody has mail; the tests of the outbox have a link"),
    (
        "/organisations/{slug}/logo.png",
        "the league has no logo; the tests of organisations have one",
    ),
    ("/api/v1/plays/events", "a line that does not end; the tests of bots read one"),
    ("/api/v1/events/{slug}/ratings", "no event is rated; the tests of rated results have one"),
    ("/api/v1/events/{slug}/cases/{case}", "no case is open; the tests of fair play have one"),
    ("/api/v1/events/{slug}/cases/{case}/own", "no case is open; the tests of fair play have one"),
    ("/api/v1/archive", "the site publishes none; the tests of the open archive have one"),
    (
        "/api/v1/organisations/{slug}/rating-lists/{list}",
        "the league has no list; the tests of rating lists have one",
    ),
];

/// What else is asked of an address.
const ASKED: [(&str, &[&str]); 12] = [
    ("/", &["?nothing=1"]),
    ("/games", &["?player=Sidapa&result=1-0", "?player=x&nothing=1"]),
    ("/games/{id}", &["?ply=7&view=white"]),
    ("/games/{id}/board.png", &["?ply=7&size=small"]),
    ("/embed/games/{id}", &["?ply=7"]),
    ("/players", &["?search=Sid"]),
    ("/formations", &["?player=Sidapa"]),
    ("/leaderboards/{pool}", &["?handle=Sidapa"]),
    ("/account/security", &["?done=password"]),
    ("/api/v1/games", &["?player=Sidapa&limit=2", "?limit=0"]),
    ("/api/v1/leaderboards/{pool}", &["?limit=3"]),
    ("/hall", &["?part=people"]),
];

impl Scene {
    /// The addresses that are asked of a route.
    fn addresses(&self, pattern: &str) -> Vec<String> {
        let mut patterns = vec![pattern.to_owned()];
        let asked = ASKED.iter().filter(|(own, _)| *own == pattern);
        let more = asked.flat_map(|(_, more)| *more).map(|more| format!("{pattern}{more}"));
        patterns.extend(more);
        if pattern == "/oembed" {
            patterns.push(format!("{pattern}?url={SITE}games/{{id}}"));
        }
        let named = patterns.iter().flat_map(|pattern| self.of_plays(pattern));
        named
            .map(|pattern| self.of_letters(&matrix_free(&pattern)))
            .flat_map(|pattern| of_events(&pattern))
            .map(|pattern| matrix::address(&self.world, &pattern, "league"))
            .collect()
    }

    /// The addresses of a route below a game that is played here, one for each of them.
    fn of_plays(&self, pattern: &str) -> Vec<String> {
        let rooms = ["/play/{id}", "/plays/{id}"];
        if pattern == "/games/{id}" {
            let record = pattern.replace("{id}", &self.record);
            return vec![pattern.to_owned(), record];
        }
        if !rooms.iter().any(|room| pattern.contains(room)) {
            return vec![pattern.to_owned()];
        }
        let games = [&self.live, &self.waiting, &self.ended, &self.at_a_table];
        games.map(|id| pattern.replace("{id}", id)).to_vec()
    }

    fn of_letters(&self, pattern: &str) -> String {
        let letters = self.letters.iter();
        let opened = letters.fold(pattern.to_owned(), |pattern, (name, secret)| {
            pattern.replace(&format!("/{name}/{{token}}"), &format!("/{name}/{secret}"))
        });
        [("/rooms/{link}", &self.room), ("/hall/{link}", &self.hall), ("/at/{link}", &self.pass)]
            .iter()
            .fold(opened, |pattern, (own, link)| pattern.replace(own, link))
    }

    /// What has another name in each run, and the name that it has in the files.
    fn names(&self) -> Vec<(String, &'static str)> {
        let games = [
            (&self.live, "LIVE"),
            (&self.waiting, "WAITING"),
            (&self.ended, "ENDED"),
            (&self.at_a_table, "AT-A-TABLE"),
            (&self.record, "RECORD"),
        ];
        let mut all: Vec<_> = games.map(|(id, name)| (id.clone(), name)).into();
        all.push((self.world.service.address.to_string(), "HOST"));
        all
    }

    /// What a viewer is answered.
    fn ask(&self, viewer: &str, path: &str, tokens: &BTreeMap<&str, String>) -> Reply {
        let api = path.starts_with("/api/v1/");
        let mut headers: Vec<(&str, String)> = Vec::new();
        let cookies = |of: &Visitor| {
            let all: Vec<String> = of.cookies.iter().map(|(n, v)| format!("{n}={v}")).collect();
            all.join("; ")
        };
        match viewer {
            NOBODY => {}
            FILIPINO => headers.push(("Accept-Language", "fil".to_owned())),
            HOLDER if path.starts_with("/hall") => headers.push(("Cookie", cookies(&self.steward))),
            HOLDER => headers.push(("Cookie", cookies(&self.device))),
            kind if api => headers.push(("Authorization", format!("Bearer {}", tokens[kind]))),
            kind => headers.push(("Cookie", cookies(&self.world.browser(kind)))),
        }
        let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        match path.split('?').next().is_some_and(|path| path.ends_with("/events") && is_line(path))
        {
            true => scene::listen(&self.world, path, &headers).0,
            false => self.world.service.ask("GET", path, &headers),
        }
    }
}

/// Whether events are told at the address for as long as somebody listens.
fn is_line(path: &str) -> bool {
    ["/play/", "/plays/", "/at/", "/rooms/", "/me/", "/events/", "/notices/"]
        .iter()
        .any(|room| path.contains(room))
}

/// What `address` of the other tests would fill with something that is not there.
fn matrix_free(pattern: &str) -> String {
    pattern
        .replace("/operator/accounts/{name}", "/operator/accounts/stranger")
        .replace("/contest/{file}", "/contest/standings-1.csv")
        .replace("/{review}/give-back", "/3/give-back")
}

/// Those below an event, one for each event of another kind.
fn of_events(pattern: &str) -> Vec<String> {
    let Some(rest) = pattern.split("/events/{slug}").nth(1) else {
        return vec![pattern.to_owned()];
    };
    let slugs: &[&str] = match rest {
        "" => &[OF_RECORDS, PLAYED, OVER, OPEN, OF_THREE, ARRANGED],
        _ if rest.starts_with("/matches") => &[ARRANGED, PLAYED],
        "/contest" => &[PLAYED, OVER, OPEN, OF_THREE, ARRANGED],
        "/plays" => &[OF_RECORDS, PLAYED],
        _ => &[PLAYED, OVER],
    };
    let views: &[&str] = match (pattern.starts_with("/api/"), rest) {
        (false, "") => {
            &["", "?view=players", "?view=pairings", "?view=standings", "?view=cross-table"]
        }
        (false, "/run") => {
            &["?part=people", "?part=rounds", "?part=results", "?part=stewards", "?part=settings"]
        }
        _ => &[""],
    };
    let sheets: &[&str] = match rest {
        "/print/{sheet}" => &[
            "pairings",
            "names",
            "standings",
            "cross-table",
            "prizes",
            "slips",
            "set-ups",
            "moves",
            "cards",
            "table-cards",
            "certificates",
        ],
        _ => &[""],
    };
    let mut all = Vec::new();
    for slug in slugs {
        // What is run here has views; records have none.
        let of_records = *slug == OF_RECORDS;
        for view in views.iter().take(if of_records { 1 } else { views.len() }) {
            let begun = [PLAYED, OVER].contains(slug) || view.is_empty();
            // Empty sheets are the same for each event.
            let some = if *slug == OVER { sheets.len().min(5) } else { sheets.len() };
            for sheet in sheets.iter().take(some).filter(|_| begun) {
                let pattern = pattern.replace("/events/{slug}", &format!("/events/{slug}"));
                all.push(pattern.replace("{sheet}", sheet) + view);
            }
        }
    }
    all
}

/// The headers that say what may be done with an answer. Of those that are new each time, that they are there.
fn headers(reply: &Reply, even: &mut Even<'_>) -> String {
    let whole = [
        "content-type",
        "cache-control",
        "location",
        "content-disposition",
        "www-authenticate",
        "x-robots-tag",
        "content-language",
    ];
    let mut all = reply.status.to_string();
    for name in whole {
        if let Some(value) = reply.header(name) {
            write!(all, " | {name}: {}", even.text(value)).expect("a string takes all");
        }
    }
    if reply.header("etag").is_some() {
        all += " | etag";
    }
    for (_, cookie) in reply.headers.iter().filter(|(name, _)| name == "set-cookie") {
        let name = cookie.split('=').next().unwrap_or_default();
        write!(all, " | sets {name}").expect("a string takes all");
    }
    all
}

/// Without the public key for push messages, which each server draws for itself.
fn without_push_key(text: &str) -> String {
    const BEFORE: &str = "id=\"push\" class=\"push\" hidden data-key=\"";
    match text.split_once(BEFORE).and_then(|(before, rest)| Some((before, rest.split_once('"')?.1)))
    {
        Some((before, behind)) => format!("{before}{BEFORE}KEY\"{behind}"),
        None => text.to_owned(),
    }
}

/// Without the values by which a toss is checked: codes of hexadecimal digits.
fn without_toss(text: &str) -> String {
    let mut parts = text.split("<code>");
    let mut found = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        found += "<code>";
        let digits = part.bytes().take_while(u8::is_ascii_hexdigit).count();
        let is_drawn = digits >= 20 && part[digits..].starts_with("</code>");
        found += if is_drawn { "TOSS" } else { &part[..digits] };
        found += &part[digits..];
    }
    found
}

/// An answer in lines: of a page what stands between its head and its foot, and the rest.
struct Shown {
    head: String,
    body: Vec<String>,
    around: Vec<String>,
}

fn shown(reply: &Reply, is_held: bool, even: &mut Even<'_>) -> Shown {
    let head = headers(reply, even);
    let kind = reply.header("content-type").unwrap_or_default();
    let (mut body, mut around) = (Vec::new(), Vec::new());
    let Some(text) = std::str::from_utf8(&reply.body).ok().filter(|text| !text.contains('\0'))
    else {
        let magnitude = reply.body.len().max(1).ilog10();
        body.push(format!("[about 10^{magnitude} bytes]"));
        return Shown { head, body, around };
    };
    if is_held {
        let text = without_toss(&without_push_key(&even.text(text)));
        if kind.starts_with("text/html") {
            let (before, rest) = text.split_once("<main").unwrap_or((&text, ""));
            let (main, after) = rest.split_once("</main>").unwrap_or((rest, ""));
            around = page_lines(before);
            if !rest.is_empty() {
                body = page_lines(&format!("<main{main}"));
                around.extend(page_lines(after));
            }
        } else if text.starts_with("{\"openapi\"") || text.contains("\"openapi\": \"3") {
            body = description_lines(&text);
        } else if kind.contains("json") && !kind.contains("ndjson") {
            body = json_lines(&text);
        } else {
            body = lines(&text);
        }
    }
    Shown { head, body, around }
}

/// What pages of one viewer have around their middles: what all have is written once, and else the difference.
#[derive(Default)]
struct Frames(BTreeMap<String, Vec<String>>);

/// What every page has in its own way: that another's is not there is not said.
const OWN: [&str; 6] = [
    "<title>",
    "<meta property=\"og:",
    "<meta name=\"description\"",
    "<input type=\"hidden\" name=\"back\"",
    "<a href=\"/sign-in",
    "<a class=\"up\" href=\"/sign-up",
];

impl Frames {
    fn lines(&mut self, viewer: &str, around: &[String]) -> Vec<String> {
        let Some(usual) = self.0.get(viewer) else {
            self.0.insert(viewer.to_owned(), around.to_vec());
            return around.iter().map(|line| format!("~ {line}")).collect();
        };
        let is_own = |line: &str| OWN.iter().any(|own| line.starts_with(own));
        let other = |of: &[String], those: &[String], mark: &str| -> Vec<String> {
            let mut left: Vec<&String> = those.iter().collect();
            let mut all = Vec::new();
            for line in of {
                match left.iter().position(|other| *other == line) {
                    Some(at) => drop(left.remove(at)),
                    None if is_own(line) && mark == "-" => {}
                    None => all.push(format!("~{mark} {line}")),
                }
            }
            all
        };
        [other(usual, around, "-"), other(around, usual, "+")].concat()
    }
}

/// The file of a route.
fn group(pattern: &str) -> String {
    let (before, path) = match pattern.strip_prefix("/api/v1/") {
        Some(path) => ("api-", path),
        None => ("", pattern.trim_start_matches('/')),
    };
    let name = match path.split(['/', '.']).next().unwrap_or_default() {
        "" => "home",
        // These show a game as its own page does.
        "embed" | "rooms" | "collections" => "games",
        name => name,
    };
    format!("{before}{name}.txt")
}

fn viewers(pattern: &str) -> Vec<&'static str> {
    let mut all = vec![NOBODY];
    if !pattern.starts_with("/api/") {
        all.push(FILIPINO);
    }
    all.extend(KINDS);
    if pattern.ends_with("/passes") {
        all.push("results");
    }
    if ["/at", "/hall"].iter().any(|room| pattern.starts_with(room)) {
        all.push(HOLDER);
    }
    all
}

/// Everything that is answered, by file; and the routes that answer nobody anything but errors.
fn answered(scene: &Scene) -> (BTreeMap<String, String>, Vec<String>) {
    let tokens: BTreeMap<&str, String> =
        KINDS.map(|kind| (kind, scene.world.token(kind, scene::all()))).into();
    let known = scene.names();
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    let mut frames = Frames::default();
    let mut earlier: BTreeMap<String, Vec<Earlier>> = BTreeMap::new();
    let mut fruitless = Vec::new();
    for pattern in asked() {
        let mut bears = false;
        let is_held = WITHOUT_BODY.iter().all(|(own, _)| *own != pattern);
        for address in scene.addresses(&pattern) {
            let is_live = pattern.contains("/play") || pattern.starts_with("/at");
            let sort = match UNDATED.contains(&pattern.as_str()) {
                true => Sort::Examples,
                false if is_live || address.contains(&scene.record) => Sort::Clocks,
                false => Sort::Days,
            };
            let mut of_viewers: Vec<(&str, Vec<String>)> = Vec::new();
            for viewer in viewers(&pattern) {
                let reply = scene.ask(viewer, &address, &tokens);
                bears |= reply.status < 400;
                let shown = shown(&reply, is_held, &mut Even::new(&known, sort));
                let mut lines = vec![shown.head];
                if !shown.around.is_empty() {
                    lines.extend(frames.lines(viewer, &shown.around));
                }
                lines.extend(shown.body);
                of_viewers.push((viewer, lines));
            }
            let name = Even::new(&known, sort).text(&address);
            let before = earlier.entry(group(&pattern)).or_default();
            *files.entry(group(&pattern)).or_default() += &folded::fold(&name, &of_viewers, before);
            before.extend(
                of_viewers.into_iter().map(|(viewer, lines)| Earlier::new(&name, viewer, lines)),
            );
        }
        if !bears {
            fruitless.push(pattern);
        }
    }
    (files, fruitless)
}

/// The routes that are read, but those that are left out.
fn asked() -> Vec<String> {
    let reads = routes().into_iter().filter(|route| !route.kind.starts_with("post_"));
    let left_out = |pattern: &String| LEFT_OUT.iter().any(|(own, _)| own == pattern);
    reads.map(|route| route.pattern).filter(|pattern| !left_out(pattern)).collect()
}

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/web/data/golden")
}

/// Where two texts of a file differ: for each answer the first line.
fn differences(name: &str, kept: &str, found: &str) -> Vec<String> {
    let (kept, found) = (folded::unfold(kept), folded::unfold(found));
    let mut all = Vec::new();
    for place in kept.keys().chain(found.keys().filter(|place| !kept.contains_key(*place))) {
        let (Some(old), Some(new)) = (kept.get(place), found.get(place)) else {
            let how = if kept.contains_key(place) { "is not asked any more" } else { "is new" };
            all.push(format!("{name}: {place}: {how}"));
            continue;
        };
        if old == new {
            continue;
        }
        let at = old.iter().zip(new).position(|(old, new)| old != new);
        let at = at.unwrap_or(old.len().min(new.len()));
        let some = |mark: &str, lines: &[String]| -> String {
            let lines = lines.iter().skip(at).take(3);
            lines
                .map(|line| format!("\n  {mark} {}", line.chars().take(400).collect::<String>()))
                .collect()
        };
        all.push(format!(
            "{name}: {place}, line {}{}{}",
            at + 1,
            some("kept ", old),
            some("found", new)
        ));
    }
    all
}

/// Compares with the files below `directory`, or writes them.
fn hold(directory: &Path, files: &BTreeMap<String, String>) {
    let there: Vec<String> = std::fs::read_dir(directory)
        .map(|all| all.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect())
        .unwrap_or_default();
    if std::env::var("GOLDEN").is_ok_and(|wish| wish == "write") {
        std::fs::create_dir_all(directory).expect("a directory");
        for name in there.iter().filter(|name| !files.contains_key(*name)) {
            std::fs::remove_file(directory.join(name)).expect("what is over goes");
        }
        for (name, text) in files {
            std::fs::write(directory.join(name), text).expect("the golden file is written");
        }
        return;
    }
    let mut all: Vec<String> = there
        .iter()
        .filter(|name| !files.contains_key(*name))
        .map(|name| format!("{name}: nothing is written to it any more"))
        .collect();
    for (name, found) in files {
        let kept = std::fs::read_to_string(directory.join(name)).unwrap_or_default();
        all.extend(differences(name, &kept, found));
    }
    let more = all.len().saturating_sub(20);
    all.truncate(20);
    assert!(all.is_empty(), "{}\nand {more} more; {HOW}", all.join("\n"));
}

#[test]
fn golden_pages_and_answers_are_as_they_were() {
    let (files, fruitless) = answered(&Scene::new());
    hold(&directory(), &files);
    assert_eq!(fruitless, FRUITLESS.map(|(pattern, _)| pattern), "these show nothing to anybody");
}

#[test]
fn golden_exceptions_are_routes() {
    let all: Vec<String> = routes().into_iter().map(|route| route.pattern).collect();
    for (pattern, why) in WITHOUT_BODY.iter().chain(&LEFT_OUT).chain(&FRUITLESS) {
        assert!(all.iter().any(|own| own == pattern) && !why.is_empty(), "{pattern}");
    }
}

#[test]
fn golden_differences_name_the_route_the_viewer_and_the_line() {
    let kept = "== /a\n-- nobody\n200\n<p>one\n-- owner\n200\n[as nobody]\n== /b\n-- nobody\n200\n";
    let found = kept.replace("<p>one", "<p>two").replace("== /b", "== /c");
    assert_eq!(
        differences("a.txt", kept, &found),
        [
            "a.txt: /a, nobody, line 2\n  kept  <p>one\n  found <p>two",
            "a.txt: /b, nobody: is not asked any more",
            "a.txt: /c, nobody: is new",
        ]
    );
    assert!(differences("a.txt", kept, kept).is_empty());
}
