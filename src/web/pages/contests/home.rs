//! An event's page for everybody: who plays whom, who stands where, and how one takes part.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

use crate::contest::{Contest, EntrantId, Spot, Standing};
use crate::service::contests::{
    self, Board, Boards, StageBoard, host, own_entry, own_team, own_titles,
};
use crate::service::live::{Lifting, liftings};
use crate::service::owner::Whose;
use crate::service::records::date_of;
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::kit::{Done, Fact, Tab};
use crate::web::pages::plays::event_desk::opened_lines;
use crate::web::pages::{ask_long, encode, html_as};
use crate::web::parameters::{BadParameter, Parameters, Takes};
use crate::web::visit::{Frame, Visit};
use ledger_ratings::Day;
use swiss::series::Next;

use super::desk::Deed;
use super::prizes::{PrizeView, shown as shown_of};
use super::tables::{self, Grace, GroupView, Of, RoundView, SeatLine, round_of, stage_of};
use super::teams::{self, OwnTeamPart, ScoreTable};
use super::terms::terms;
use super::views::{VIEWS, orders, revoked, shown, stages, tabs, way};
use super::{address, eligible, rounds, why, words};

const KNOWN: &[&str] = &["view", "stage", "round", "after", "order", "name", "done"];
const DONE: &[&str] = &[
    "done-contest-entered",
    "done-contest-left",
    "done-contest-back",
    "done-contest-forfeited",
    "done-contest-arrived",
    "done-contest-said",
    "done-contest-team",
    "done-contest-line-up",
];
/// More rounds or stages than anything has.
const MOST: usize = 1_000;

/// What an address asks of the page.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    view: Option<&'static str>,
    stage: Option<usize>,
    round: Option<usize>,
    after: Option<usize>,
    by_name: bool,
    name: String,
    done: Option<Done>,
}

impl Asked {
    /// The order of rows, as addresses have it.
    const fn order(&self) -> &'static str {
        if self.by_name { "name" } else { "" }
    }

    pub fn read(parameters: &Parameters) -> Result<Asked, BadParameter> {
        let given = parameters.read(KNOWN)?;
        let of = |text: &str| VIEWS.into_iter().find(|view| *view == text);
        let order = |text: &str| ["table", "name"].contains(&text).then(|| text == "name");
        let takes = Takes::one_of("table, name".to_owned());
        Ok(Asked {
            view: given.parsed("view", Takes::one_of(VIEWS.join(", ")), of)?,
            stage: given.number("stage", 1..=MOST)?,
            round: given.number("round", 1..=MOST)?,
            after: given.number("after", 0..=MOST)?,
            by_name: given.parsed("order", takes, order)?.unwrap_or(false),
            name: given.text("name").unwrap_or_default(),
            done: Done::of(&given, DONE)?,
        })
    }
}

/// Somebody who is registered.
pub struct Entrant {
    pub number: u32,
    pub name: String,
    /// The address of his own page; empty for a guest.
    pub link: String,
    pub rating: String,
    pub club: String,
    pub standing: String,
    /// Of a team who is in it.
    pub members: Vec<String>,
    /// The captain, where he does not play.
    pub captain: String,
}

/// A game of the visitor's of which he can say what came.
pub struct OwnGame {
    pub stage: usize,
    pub round: usize,
    pub table: usize,
    /// Of a match of teams the board, counted from 0; else nothing that matters.
    pub board: usize,
    pub words: String,
}

/// What the visitor has to do with the event himself.
pub struct Own {
    pub csrf: String,
    /// How he stands; empty for who is not in it.
    pub standing: String,
    pub may_enter: bool,
    pub may_leave: bool,
    /// Whether they may take part again.
    pub may_return: bool,
    /// What is open for them, and may be forfeited.
    pub open: Vec<Deed>,
    /// Whether he checks himself in.
    pub may_arrive: bool,
    pub games: Vec<OwnGame>,
    /// Of a captain.
    pub team: OwnTeamPart,
}

/// A round of a knock-out.
pub struct Column {
    pub number: usize,
    pub view: RoundView,
}

#[derive(Template)]
#[template(path = "contests/event.html")]
pub struct EventPage {
    pub frame: Frame,
    base: String,
    name: String,
    /// Name and address of whose it is.
    host: Option<(String, String)>,
    phase: String,
    facts: Vec<Fact>,
    done: String,
    fault: String,
    own: Option<Own>,
    /// For who may only look because he is not signed in.
    is_closed_to_strangers: bool,
    is_official: bool,
    tabs: Vec<Tab>,
    tabs_label: String,
    stages: Vec<Tab>,
    view: &'static str,
    rounds: Vec<Tab>,
    orders: Vec<Tab>,
    searched: String,
    stage_number: usize,
    round_number: usize,
    sides: [String; 2],
    round: Option<RoundView>,
    /// When who is not here loses by default.
    grace: Option<Grace>,
    /// Where it is told why the round is paired so; empty where it is no Swiss one.
    why: String,
    seats: Option<Vec<SeatLine>>,
    groups: Vec<GroupView>,
    columns: Vec<Column>,
    places: Vec<(String, String)>,
    entrants: Vec<Entrant>,
    prizes: Vec<PrizeView>,
    /// What members of teams have on their boards.
    scores: Vec<ScoreTable>,
    games: String,
    /// That published rounds of the stage hold no longer; empty where all do.
    revoked: String,
    /// Ranks that were opened early, with the reason of each.
    opened: Vec<(String, String)>,
    /// The address of the list of matches; empty where players arrange none.
    matches: String,
}

fn own(visit: &Visit, board: &Board) -> Option<Own> {
    if !visit.is_signed_in() {
        return None;
    }
    let (texts, contest) = (visit.texts(), &board.run.contest);
    let id = own_entry(&board.run, visit.actor());
    let standing = id.and_then(|id| contest.entrant(id)).map(|one| one.standing);
    let is_in = matches!(standing, Some(Standing::In | Standing::Waiting));
    let of_teams = contest.settings.team_boards().is_some();
    let led = own_team(&board.run, visit.actor());
    let speaks = !contest.is_over && (led.is_some() || !of_teams);
    // Who plays here resigns at the game itself.
    let own = id.filter(|_| speaks && contest.settings.games.is_none());
    let open = own.map(|id| contest.open_tables(id)).unwrap_or_default();
    let says = contest.settings.players_report && !contest.is_over;
    let games = match id.filter(|_| says) {
        None => Vec::new(),
        Some(_) if of_teams => own_boards(&board.run, visit, texts),
        Some(id) => open_games(contest, id, texts),
    };
    let may_return =
        speaks && id.and_then(|id| contest.entrant(id)).is_some_and(|one| one.may_return);
    let registers = contest.is_open && !contest.is_over && !is_in && !of_teams;
    Some(Own {
        csrf: visit.form_token(),
        standing: standing.map(|one| words::standing(one, texts)).unwrap_or_default(),
        // Who may come back does just that.
        may_enter: registers && !may_return,
        may_leave: is_in && speaks,
        may_return,
        open: open.into_iter().map(|at| Deed::new(at, texts)).collect(),
        may_arrive: id.is_some_and(|id| !contest.is_over && may_arrive(contest, id)),
        games,
        team: teams::own_part(contest, led.as_ref(), is_in, texts),
    })
}

/// The boards of the visitor's team of which he can say what came.
fn own_boards(run: &contests::Run, visit: &Visit, texts: Texts) -> Vec<OwnGame> {
    let own = |one: contests::OwnBoard| {
        let Spot { stage, round, table, game } = one.spot;
        let values = [
            ("round", (round + 1).to_string()),
            ("table", (table + 1).to_string()),
            ("board", (game + 1).to_string()),
            ("other", one.opponent),
        ];
        let words = texts.fill("contest-own-board", &values);
        OwnGame { stage, round, table, board: game, words }
    };
    contests::own_boards(run, visit.actor()).into_iter().map(own).collect()
}

/// Whether somebody checks himself in here, and has not yet.
fn may_arrive(contest: &Contest, id: EntrantId) -> bool {
    let settings = &contest.settings;
    let waited_for =
        contest.entrant(id).is_some_and(|one| one.standing == Standing::In && !one.present);
    settings.check_in && settings.self_check_in && waited_for
}

/// The games of somebody that are to be played, of published rounds.
fn open_games(contest: &Contest, own: EntrantId, texts: Texts) -> Vec<OwnGame> {
    let mut found = Vec::new();
    for (stage, state) in contest.stages.iter().enumerate() {
        for (round, one) in state.rounds.iter().enumerate().filter(|(_, one)| one.published) {
            for (table, meeting) in one.meetings.iter().enumerate() {
                let Some(side) = meeting.side_of(own) else { continue };
                let Next::Play { .. } = meeting.next else { continue };
                let other = contest.entrant(meeting.of_side(side.other()));
                let other = other.map(|one| one.person.name.clone()).unwrap_or_default();
                let values =
                    [("round", (round + 1).to_string()), ("table", (table + 1).to_string())];
                let values = [&values[..], &[("other", other)]].concat();
                let words = texts.fill("contest-own-game", &values);
                found.push(OwnGame { stage, round, table, board: 0, words });
            }
        }
    }
    found
}

/// The open game of somebody at a table, with the side that is his.
pub fn own_spot(
    contest: &Contest,
    own: EntrantId,
    (stage, round, table): (usize, usize, usize),
) -> Option<(Spot, swiss::series::Side)> {
    let meeting = contest.stages.get(stage)?.rounds.get(round)?.meetings.get(table)?;
    let Next::Play { game, .. } = meeting.next else { return None };
    Some((Spot { stage, round, table, game }, meeting.side_of(own)?))
}

fn facts(seen: &Seen, texts: Texts) -> Vec<Fact> {
    let board = &seen.board;
    let (row, contest) = (&board.run.row, &board.run.contest);
    let settings = &contest.settings;
    let day = crate::web::moments::known(&date_of(Day(row.first_day)));
    let how: Vec<String> =
        settings.plan.stages.iter().map(|stage| words::system(&stage.system, texts)).collect();
    let count = contest.count_in();
    let taking = match settings.cap {
        Some(cap) => {
            texts.fill("contest-of", &[("count", count.to_string()), ("cap", cap.to_string())])
        }
        None => count.to_string(),
    };
    let mut all = vec![
        Fact::new(texts, "contest-first-day", day),
        Fact::new(texts, "contest-how", how.join("; ")),
        Fact::new(texts, who(contests::is_of_teams(contest)), taking),
    ];
    if !settings.fee.is_empty() {
        all.push(Fact::new(texts, "contest-fee", &settings.fee));
    }
    if !settings.kind.is_empty() {
        all.push(Fact::new(texts, "contest-kind", &settings.kind));
    }
    let who = eligible::rules(&settings.eligibility, &seen.titles, texts);
    if !who.is_empty() {
        all.push(Fact::new(texts, "contest-who", who.join(" · ")));
    }
    all.extend(terms(settings, &seen.whose, texts));
    all
}

fn entrants(board: &Board, texts: Texts) -> Vec<Entrant> {
    let line = |one: &contests::EntrantLine| Entrant {
        number: one.id.0,
        name: one.name.clone(),
        link: if one.is_player { format!("/players/{}", encode(&one.name)) } else { String::new() },
        rating: if one.rating == 0 { String::new() } else { one.rating.to_string() },
        club: [one.club.as_str(), one.province.as_str()]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join(" · "),
        members: teams::members(one),
        captain: teams::captain(&board.run.contest, one.id),
        standing: match one.standing {
            Standing::In => String::new(),
            other => words::standing(other, texts),
        },
    };
    board.entrants.iter().map(line).collect()
}

/// Who takes part, as its heading has it.
pub const fn who(of_teams: bool) -> &'static str {
    if of_teams { "contest-teams" } else { "contest-players" }
}

/// Name and address of whose it is, where it is an organisation's.
fn host_of(whose: &Whose) -> Option<(String, String)> {
    let own = whose.organisation()?;
    Some((own.name.clone(), format!("/organisations/{}", own.slug)))
}

/// The rounds of a knock-out.
fn columns(stage: &StageBoard, texts: Texts) -> Vec<Column> {
    let column = |one: &contests::RoundBoard| Column {
        number: one.number,
        view: tables::round(stage, one, "", texts),
    };
    stage.rounds.iter().map(column).collect()
}

/// Places of a knock-out with their names.
fn places(stage: &StageBoard) -> Vec<(String, String)> {
    let place = |first: usize, last: usize| match first == last {
        true => first.to_string(),
        false => format!("{first}–{last}"),
    };
    let all = stage.places.iter();
    all.map(|(first, last, _, name)| (place(*first, *last), name.clone())).collect()
}

/// The page.
pub fn page(visit: &Visit, seen: &Seen, asked: &Asked, fault: String) -> EventPage {
    let board = &seen.board;
    let (texts, slug) = (visit.texts(), board.run.row.slug.as_str());
    let at = stage_of(board, asked.stage);
    let stage = &board.stages[at];
    let (view, round) = (shown(stage, asked.view), round_of(stage, asked.round));
    let (number, by_name) =
        (round.map_or(0, |round| round.number), round.filter(|_| asked.by_name));
    let link =
        |what: &str, number: usize, order: &str| way(slug, (view, at), (what, number), order);
    let (order, counts) = (asked.order(), ["standings", "cross-table"].contains(&view));
    let played = stage.rounds.iter().filter(|round| round.published).count();
    let after = asked.after.unwrap_or(played).min(played);
    let of = Of { slug, stage: at + 1, after: asked.after };
    EventPage {
        frame: visit.frame(board.run.row.name.clone()),
        base: address(slug, ""),
        name: board.run.row.name.clone(),
        host: host_of(&seen.whose),
        phase: words::phase(&board.run.contest, texts),
        facts: facts(seen, texts),
        done: asked.done.map(|done| done.words(texts)).unwrap_or_default(),
        fault,
        own: own(visit, board),
        is_closed_to_strangers: !visit.is_signed_in()
            && board.run.contest.is_open
            && !board.run.contest.is_over,
        is_official: board.for_officials,
        tabs: tabs(board, at, view, texts),
        tabs_label: texts.get("contest-parts"),
        stages: stages(board, slug, at),
        view,
        rounds: match view {
            "standings" | "cross-table" => rounds(played, after, texts, |n| link("after", n, "")),
            "pairings" => rounds(stage.rounds.len(), number, texts, |n| link("round", n, order)),
            _ => Vec::new(),
        },
        orders: orders(asked.by_name, texts, |order| link("round", number, order)),
        searched: asked.name.clone(),
        stage_number: at + 1,
        round_number: number,
        sides: tables::sides(stage, texts),
        seats: by_name.map(|one| tables::seats(stage, one, &asked.name, texts)),
        why: round.map(|one| why::link(slug, at, stage, one.number)).unwrap_or_default(),
        grace: tables::grace(board, at, round, texts),
        round: round.map(|one| tables::round(stage, one, &asked.name, texts)),
        groups: if counts { tables::standings(stage, of, texts) } else { Vec::new() },
        columns: if view == "bracket" { columns(stage, texts) } else { Vec::new() },
        places: places(stage),
        scores: if view == "boards" { teams::scores(&stage.boards) } else { Vec::new() },
        prizes: if view == "prizes" { shown_of(&board.run.contest, texts) } else { Vec::new() },
        entrants: if view == "players" { entrants(board, texts) } else { Vec::new() },
        games: format!("/games?event={slug}"),
        revoked: revoked(stage, texts),
        opened: opened_lines(texts, &seen.opened),
        matches: matches(board, slug),
    }
}

/// Where matches are arranged; empty where nobody does.
fn matches(board: &Board, slug: &str) -> String {
    let arranged = board.run.contest.settings.arranged.as_ref();
    arranged.map(|_| address(slug, "matches")).unwrap_or_default()
}

/// What the page is drawn from.
pub struct Seen {
    pub board: Board,
    whose: Whose,
    /// What the organisation's own titles are called, the lowest first.
    titles: Vec<String>,
    opened: Vec<Lifting>,
}

/// The board of an event with whose it is.
pub async fn find(visit: &Visit, slug: &str, after: Option<usize>) -> Result<Seen, PageError> {
    let (actor, slug, live) = (visit.actor().clone(), slug.to_owned(), visit.site.live.clone());
    ask_long(visit, move |app| {
        let mut board = contests::board(app, &actor, &slug, Boards { after })?;
        // Officials see drafts at their desk alone, so that this page is the same for them as for everybody.
        for stage in &mut board.stages {
            stage.rounds.retain(|round| round.published);
        }
        let whose = host(app, &board.run)?;
        let titles = own_titles(app, &board.run)?;
        let opened = liftings(&live, &slug)?;
        Ok(Seen { board, whose, titles, opened })
    })
    .await
}

/// The page of an event that is run here.
pub async fn show(
    visit: Visit,
    slug: &str,
    parameters: &Parameters,
) -> Result<HttpResponse, PageError> {
    let asked = Asked::read(parameters).map_err(|e| PageError::parameter(&visit, &e))?;
    let seen = find(&visit, slug, asked.after).await?;
    html_as(&visit, StatusCode::OK, &page(&visit, &seen, &asked, String::new()))
}
