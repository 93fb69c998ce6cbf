//! An event's public page: pairings, standings, and participation.

use adjutant_domain::contest::{Contest, EntrantId, EntrantStatus, GameSlot, Meeting, TableId};
use adjutant_service::access::Actor;
use adjutant_service::contests::{
    self, BoardOptions, BoardScoreLine, ContestBoard, ContestRow, EntrantLine, PublicVersion,
    RoundBoard, Section, StageBoard, StandingsPlace, entrant_name, host_organisation, own_entry,
    own_team, title_names,
};
use adjutant_service::follows::FollowKind;
use adjutant_service::live::{Lifting, liftings};
use adjutant_service::owner::Whose;
use adjutant_site::assets;
use adjutant_site::early_reveals::early_reveal_lines;
use adjutant_site::embed_code::EmbedCode;
use adjutant_site::event_stream::follow_event;
use adjutant_site::filters;
use adjutant_site::follow_button::follow_button;
use adjutant_site::html::html_with_status;
use adjutant_site::markup::Markup;
use adjutant_site::moment_text::MomentText;
use adjutant_site::parameters::{AcceptedValues, ParameterError};
use adjutant_site::prelude::*;
use adjutant_site::series_link::{league_address, series_address};
use adjutant_site::time_format::format_day;
use adjutant_site::use_cases::run_heavy_use_case;
use ledger_ratings::Day;
use swiss::series::{GameResult, Next, Side};
use swiss::stage::System;

use super::bracket_drawing::{BracketTree, bracket_tree};
use super::desk_details::{DetailTexts, detail_facts};
use super::desk_people::TableAction;
use super::embed::EMBEDDED_VIEWS;
use super::event_logo::{logo_url, preview_url};
use super::ladder::{LadderView, OwnChallenge, Reason, ladder_view, own_challenge};
use super::prizes::{PrizesView, prizes_view};
use super::round_views::{
    self, GracePeriod, GroupView, RoundView, SeatRow, StandingsQuery, selected_round,
    selected_rounds, selected_stage,
};
use super::sections::public::section_links;
use super::starts::{self, NextRound, OwnTable};
use super::teams::{self, CaptainPart, board_prize_tables};
use super::terms::{eligibility_lines, event_terms};
use super::view_links::{VIEWS, order_tabs, selected_view, stage_tabs, view_address, view_tabs};
use super::{MAX_QUERY_NUMBER, address, explanations, labels, round_tabs, with_query};

/// The height of a frame on another site, in pixels.
const EMBED_HEIGHT: u32 = 600;
/// Places beside the pairings.
const LEADERS: usize = 10;
const KNOWN: &[&str] = &["view", "stage", "round", "after", "order", "name", "done"];
const DONE_KEYS: &[&str] = &[
    "done-contest-entered",
    "done-contest-left",
    "done-contest-left-event",
    "done-contest-waits",
    "done-contest-back",
    "done-contest-forfeited",
    "done-contest-arrived",
    "done-contest-said",
    "done-contest-said-agreed",
    "done-contest-said-differs",
    "done-contest-paused",
    "done-contest-resumed",
    "done-contest-challenged",
    "done-contest-challenge-accepted",
    "done-contest-challenge-refused",
    "done-contest-challenge-withdrawn",
    "done-contest-team",
    "done-contest-line-up",
    "done-case-reported",
];

#[derive(Debug, Clone, Default)]
pub struct EventQuery {
    view: Option<&'static str>,
    stage: Option<usize>,
    round: Option<usize>,
    after: Option<usize>,
    by_name: bool,
    name: String,
    done: Option<FlashMessage>,
}

impl EventQuery {
    /// The order of rows in addresses.
    const fn order(&self) -> &'static str {
        if self.by_name { "name" } else { "" }
    }

    /// Whether nothing is asked for that only pairings have.
    fn shows_no_round(&self) -> bool {
        self.round.is_none() && !self.by_name && self.name.is_empty()
    }

    pub fn read(query: &QueryString) -> Result<EventQuery, ParameterError> {
        let given = query.parse(KNOWN)?;
        let of = |text: &str| VIEWS.into_iter().find(|view| *view == text);
        let order = |text: &str| ["table", "name"].contains(&text).then(|| text == "name");
        let takes = AcceptedValues::one_of("table, name".to_owned());
        Ok(EventQuery {
            view: given.parse_with("view", AcceptedValues::one_of(VIEWS.join(", ")), of)?,
            stage: given.number("stage", 1..=MAX_QUERY_NUMBER)?,
            round: given.number("round", 1..=MAX_QUERY_NUMBER)?,
            after: given.number("after", 0..=MAX_QUERY_NUMBER)?,
            by_name: given.parse_with("order", takes, order)?.unwrap_or(false),
            name: given.text("name").unwrap_or_default(),
            done: FlashMessage::from_query(&given, DONE_KEYS)?,
        })
    }
}

pub struct EntrantRow {
    pub line: EntrantLine,
    pub rating: String,
    pub club: String,
    pub standing: String,
    pub members: Vec<String>,
    /// The captain, if they do not play.
    pub captain: String,
}

/// The visitor's own part in the event.
pub struct OwnParticipation {
    pub csrf: String,
    /// Their state; empty for visitors who take no part.
    pub standing: String,
    pub may_enter: bool,
    pub may_leave: bool,
    pub may_return: bool,
    /// Open games they may forfeit.
    pub open: Vec<TableAction>,
    /// In an arena in progress: whether they take a break.
    pub paused: Option<bool>,
    /// In a ladder: the open challenge.
    pub challenge: Option<OwnChallenge>,
    /// Whether they can check themselves in.
    pub may_arrive: bool,
    pub has_badge: bool,
    /// Games whose result they can report.
    pub games: Vec<TableAction>,
    /// For captains.
    pub team: CaptainPart,
}

#[derive(Template)]
#[template(path = "contests/event.html")]
pub struct EventPage {
    pub frame: PageFrame,
    base: String,
    name: String,
    /// The address of its logo; empty if there is none.
    logo: String,
    logo_label: String,
    host: Option<(String, String)>,
    /// Names and addresses of the series and the league that it belongs to.
    part_of: Vec<(String, String)>,
    /// The sections of its festival, if it is one of several.
    sections: Vec<NavTab>,
    phase: String,
    /// That it is cancelled, with the reason; empty if it is not.
    cancelled: String,
    /// The button to follow the event.
    follow: Markup,
    /// Changes with everything that is shown here; the page follows it.
    version: String,
    live: &'static str,
    announcements: Vec<String>,
    place: String,
    day: String,
    taking: String,
    next_round: Option<NextRound>,
    table: Option<OwnTable>,
    /// The calendar of the visitor's rounds; empty if there is none.
    own_calendar: String,
    facts: Vec<LabeledFact>,
    details: DetailTexts,
    /// The rounds whose start is announced, each with it in the event's time zone.
    timetable: Vec<(String, String)>,
    done: String,
    fault: String,
    own: Option<OwnParticipation>,
    /// For visitors who are not signed in.
    is_closed_to_strangers: bool,
    /// Whether one can register: what the event is like is told at once.
    is_registering: bool,
    is_official: bool,
    tabs: Vec<NavTab>,
    tabs_label: String,
    stages: Vec<NavTab>,
    view: &'static str,
    rounds: Vec<NavTab>,
    orders: Vec<NavTab>,
    searched: String,
    stage_number: usize,
    round_number: usize,
    sides: [String; 2],
    /// The names of the rounds that are shown.
    heading: String,
    /// Open rounds before it, shown with it.
    earlier: Vec<RoundView>,
    round: Option<RoundView>,
    /// When absent players lose by forfeit.
    grace: Option<GracePeriod>,
    /// The address of the pairing's explanation; empty for other systems than Swiss.
    why: String,
    seats: Option<Vec<SeatRow>>,
    /// The first places, beside the pairings of a stage with one group.
    leaders: Vec<StandingsPlace>,
    groups: Vec<GroupView>,
    ladder: Option<LadderView>,
    /// How groups were drawn, if by lot.
    lot: String,
    bracket: Option<BracketTree>,
    zoom: &'static str,
    /// The bracket on paper.
    sheet: String,
    places: Vec<(String, String)>,
    entrants: Vec<EntrantRow>,
    prizes: Option<PrizesView>,
    /// Board scores of team members.
    scores: Vec<Vec<BoardScoreLine>>,
    games: String,
    /// Notice that published rounds of the stage were undone; empty if none were.
    revoked: String,
    /// Early reveals of ranks, each with its reason.
    opened: Vec<(MomentText, String)>,
    /// The address of the arranged matches; empty if there are none.
    matches: String,
    /// The view in a frame on another site, if it can be.
    embed: Option<EmbedCode>,
}

fn own_participation(visit: &RequestContext, board: &ContestBoard) -> Option<OwnParticipation> {
    if !visit.is_signed_in() {
        return None;
    }
    let (texts, contest) = (visit.texts(), &board.loaded.contest);
    let id = own_entry(&board.loaded, visit.actor());
    let standing = id.and_then(|id| contest.entrant(id)).map(|one| one.status);
    let is_in = matches!(standing, Some(EntrantStatus::Active | EntrantStatus::Waiting));
    let of_teams = contest.settings.team_boards().is_some();
    let led = own_team(&board.loaded, visit.actor());
    let speaks = !contest.is_over && (led.is_some() || !of_teams);
    // Players of games on this site resign in the game itself.
    let own = id.filter(|_| speaks && contest.settings.onsite_games().is_none());
    let open = own.map(|id| contest.open_tables(id)).unwrap_or_default();
    let says = contest.settings.player_reports && !contest.is_over;
    let games = match id.filter(|_| says) {
        None => Vec::new(),
        Some(_) if of_teams => own_game_links(&board.loaded, visit, texts),
        Some(id) => open_game_links(contest, id, texts),
    };
    let may_return =
        speaks && id.and_then(|id| contest.entrant(id)).is_some_and(|one| one.may_return);
    let registers = contest.is_open_to_new_entrants() && !is_in && !of_teams;
    Some(OwnParticipation {
        csrf: visit.form_token(),
        standing: standing.map(|one| labels::standing_label(one, texts)).unwrap_or_default(),
        // Withdrawn players re-enter instead.
        may_enter: registers && !may_return,
        may_leave: is_in && speaks,
        may_return,
        open: open.into_iter().map(|at| TableAction::new(contest, at, texts)).collect(),
        paused: id.and_then(|id| {
            let stage = contest.own_arena(id)?;
            let is_active = standing == Some(EntrantStatus::Active);
            is_active.then(|| contest.stages[stage].arena.paused.contains(&id))
        }),
        challenge: id.and_then(|id| own_challenge(board, id, texts)),
        has_badge: contest.settings.check_in && is_in && !contest.is_over,
        may_arrive: id.is_some_and(|id| !contest.is_over && can_check_in(contest, id)),
        games,
        team: teams::captain_part(contest, led.as_ref(), is_in, texts),
    })
}

/// The boards of the visitor's team whose results they can report.
fn own_game_links(
    run: &contests::LoadedContest,
    visit: &RequestContext,
    texts: Texts,
) -> Vec<TableAction> {
    let own = |one: contests::OwnBoard| {
        let values = [
            ("round", (one.slot.round + 1).to_string()),
            ("table", (one.slot.table + 1).to_string()),
            ("board", (one.slot.game + 1).to_string()),
            ("other", one.opponent),
        ];
        let asked = texts.fill("contest-own-board", &values);
        let meeting = run.contest.meeting(one.slot.table_id());
        let words = with_own_report(asked, meeting, one.slot.game, one.side, texts);
        TableAction { at: one.slot, words }
    };
    contests::own_boards(run, visit.actor()).into_iter().map(own).collect()
}

/// Whether an entrant can check in here and has not yet.
fn can_check_in(contest: &Contest, id: EntrantId) -> bool {
    let settings = &contest.settings;
    let waited_for =
        contest.entrant(id).is_some_and(|one| one.status == EntrantStatus::Active && !one.present);
    settings.check_in && settings.self_check_in && waited_for
}

/// What is asked about a game, with what the visitor reported of it before, and whether the opponent
/// reported something else.
fn with_own_report(
    asked: String,
    meeting: Option<&Meeting>,
    game: usize,
    side: Side,
    texts: Texts,
) -> String {
    let reports = meeting.map(|meeting| meeting.reports_of(game)).unwrap_or_default();
    let Some(own) = reports[side.index()] else { return asked };
    let came = match own {
        GameResult::Won(winner) if winner == side => "contest-i-won",
        GameResult::Drawn => "contest-drawn",
        _ => "contest-i-lost",
    };
    let differs = reports[side.other().index()].is_some_and(|other| other != own);
    let key = if differs { "contest-reports-differ" } else { "contest-you-reported" };
    format!("{asked} {}", texts.one(key, "result", texts.get(came)))
}

/// An entrant's open games in published rounds.
fn open_game_links(contest: &Contest, own: EntrantId, texts: Texts) -> Vec<TableAction> {
    let mut found = Vec::new();
    for (at, meeting) in contest.published_tables() {
        let Some(side) = meeting.side_of(own) else { continue };
        let Next::Play { game, .. } = meeting.next else { continue };
        let values = [
            ("round", (at.round + 1).to_string()),
            ("table", contest.table_number(at).to_string()),
            ("other", entrant_name(contest, meeting.entrant_on(side.other()))),
        ];
        let asked = texts.fill("contest-own-game", &values);
        let words = with_own_report(asked, Some(meeting), game, side, texts);
        found.push(TableAction { at: at.game(0), words });
    }
    found
}

/// An entrant's open game at a table, with their side.
pub fn own_open_game(
    contest: &Contest,
    own: EntrantId,
    at: TableId,
) -> Option<(GameSlot, swiss::series::Side)> {
    let meeting = contest.meeting(at)?;
    let Next::Play { game, .. } = meeting.next else { return None };
    Some((at.game(game), meeting.side_of(own)?))
}

/// How many take part, of how many, and how many have left.
fn entrant_count(contest: &Contest, texts: Texts) -> String {
    let count = contest.active_count();
    let count = match contest.settings.max_entrants {
        Some(cap) => {
            texts.fill("contest-of", &[("count", count.to_string()), ("cap", cap.to_string())])
        }
        None => count.to_string(),
    };
    let who = texts.text(participants_heading(contests::is_team_event(contest)));
    match contest.withdrawn_count() {
        0 => format!("{who}: {count}"),
        gone => format!("{who}: {count}, {}", texts.one("contest-withdrawn-count", "count", gone)),
    }
}

fn facts(seen: &EventData, texts: Texts) -> Vec<LabeledFact> {
    let settings = &seen.board.loaded.contest.settings;
    let stages = settings.plan.stages.iter();
    let how: Vec<String> = stages.map(|stage| labels::system_label(&stage.system, texts)).collect();
    let mut all = vec![LabeledFact::new(texts, "contest-how", how.join("; "))];
    let who = eligibility_lines(&settings.eligibility, &seen.titles, texts).join(" · ");
    let fee = settings.fee_text();
    let optional = [("contest-fee", &fee), ("contest-kind", &settings.kind), ("contest-who", &who)];
    let given = optional.into_iter().filter(|(_, value)| !value.is_empty());
    all.extend(given.map(|(name, value)| LabeledFact::new(texts, name, value)));
    let is_to_come = |system: &System| {
        matches!(system, System::RoundRobin { groups: 2.., drawn: true, lot: None, .. })
    };
    if settings.plan.stages.iter().any(|stage| is_to_come(&stage.system)) {
        let words = texts.get("contest-lot-to-come");
        all.push(LabeledFact::new(texts, "plan-drawing", words));
    }
    all.extend(event_terms(settings, &seen.whose, texts));
    all.extend(detail_facts(&settings.about, texts));
    all
}

fn entrant_rows(board: &ContestBoard, texts: Texts) -> Vec<EntrantRow> {
    let line = |one: &EntrantLine| EntrantRow {
        line: one.clone(),
        rating: labels::rating_label(one.rating),
        club: labels::joined(&[&one.club, &one.province]),
        members: teams::member_labels(one),
        captain: teams::captain_name(&board.loaded.contest, one.id),
        standing: match one.standing {
            EntrantStatus::Active => String::new(),
            other => labels::standing_label(other, texts),
        },
    };
    board.entrants.iter().map(line).collect()
}

/// The heading of the entrants.
pub const fn participants_heading(of_teams: bool) -> &'static str {
    if of_teams { "contest-teams" } else { "contest-players" }
}

/// Name and address of the owner, if it is an organisation.
fn host_link(whose: &Whose) -> Option<(String, String)> {
    let own = whose.organisation()?;
    Some((own.name.clone(), format!("/organisations/{}", own.slug)))
}

/// How groups were drawn, if by lot.
fn lot_label(stage: &StageBoard, texts: Texts) -> String {
    match stage.system {
        System::RoundRobin { groups: 2.., lot: Some(lot), drawn, .. } => {
            let key = if drawn { "contest-lot-drawn" } else { "contest-drawn-by-lot" };
            texts.one(key, "lot", lot)
        }
        _ => String::new(),
    }
}

/// That published rounds were undone; empty if none were.
fn revoked_label(stage: &StageBoard, texts: Texts) -> String {
    match stage.revoked {
        0 => String::new(),
        count => texts.count("contest-revoked", count),
    }
}

fn part_of_links(whose: &Whose, row: &ContestRow) -> Vec<(String, String)> {
    let Some(own) = whose.organisation() else { return Vec::new() };
    let series = row.series.iter().map(|name| (name.clone(), series_address(&own.slug, name)));
    let league = row.league.iter().map(|name| (name.clone(), league_address(&own.slug, name)));
    series.chain(league).collect()
}

fn knockout_places(stage: &StageBoard) -> Vec<(String, String)> {
    let all = stage.places.iter();
    all.map(|one| (labels::range_label(one.from, one.to), one.name.clone())).collect()
}

/// The calendar of an entrant's rounds; empty if none has a time.
fn own_calendar(board: &ContestBoard, own: EntrantId) -> String {
    let is_timed = !board.loaded.contest.settings.timetable.starts.is_empty();
    let path = format!("entrants/{}.ics", own.0);
    if is_timed { address(&board.loaded.row.slug, &path) } else { String::new() }
}

/// The first places of a stage with one group.
fn leaders(stage: &StageBoard) -> Vec<StandingsPlace> {
    match stage.groups.as_slice() {
        [group] => group.lines.iter().take(LEADERS).cloned().collect(),
        _ => Vec::new(),
    }
}

/// Links to the rounds of a view, which is of one round or after one.
fn round_links(
    stage: &StageBoard,
    view: &str,
    (number, after): (usize, usize),
    texts: Texts,
    link: impl Fn(&str, usize) -> String,
) -> Vec<NavTab> {
    match view {
        // Arenas and ladders are one round.
        _ if stage.system.grows() => Vec::new(),
        "standings" | "cross-table" => {
            round_tabs(stage.published(), after, texts, |number| link("after", number))
        }
        "pairings" => round_tabs(stage.rounds.len(), number, texts, |number| link("round", number)),
        _ => Vec::new(),
    }
}

/// The view in a frame on another site, if it can be.
fn embed_code(visit: &RequestContext, row: &ContestRow, view: &str) -> Option<EmbedCode> {
    let path = format!("/embed/events/{}/{view}", row.slug);
    let code = || EmbedCode::new(visit, &path, &row.name, EMBED_HEIGHT);
    EMBEDDED_VIEWS.contains(&view).then(code)
}

pub fn page(
    visit: &RequestContext,
    seen: &EventData,
    asked: &EventQuery,
    fault: String,
) -> EventPage {
    let board = &seen.board;
    let (texts, slug) = (visit.texts(), board.loaded.row.slug.as_str());
    let is_registering = board.loaded.contest.is_open_to_new_entrants();
    let at = selected_stage(board, asked.stage);
    let stage = &board.stages[at];
    let round = selected_round(stage, asked.round);
    let looks_back = board.has_ended() && asked.shows_no_round();
    let view = selected_view(stage, asked.view, looks_back);
    let shown = selected_rounds(stage, asked.round);
    let earlier = shown.split_last().map_or(&[][..], |(_, earlier)| earlier);
    let number = round.map_or(0, |round| round.number);
    let link = |what: &str, number: usize, order: &str| {
        view_address(slug, (view, at), (what, number), order)
    };
    let counts = ["standings", "cross-table"].contains(&view);
    let after = asked.after.map_or(stage.published(), |after| after.min(stage.published()));
    let of = StandingsQuery { slug, stage: at + 1, after: asked.after };
    let round_view = |one: &RoundBoard| round_views::round_view(stage, one, &asked.name, texts);
    let contest = &board.loaded.contest;
    let is_arranged = contest.arranges_matches();
    let (now, entry) = (now_micros(), own_entry(&board.loaded, visit.actor()));
    EventPage {
        frame: visit.frame(board.loaded.row.name.clone()),
        base: address(slug, ""),
        name: board.loaded.row.name.clone(),
        logo: logo_url(&board.loaded.row),
        logo_label: texts.one("contest-logo-of", "event", &board.loaded.row.name),
        host: host_link(&seen.whose),
        part_of: part_of_links(&seen.whose, &board.loaded.row),
        sections: section_links(&seen.sections, slug),
        phase: labels::phase_label(&board.loaded.contest, texts),
        cancelled: labels::cancellation_label(contest, texts),
        follow: Markup::default(),
        version: seen.version.to_string(),
        live: assets::address("js/contest/live.js"),
        announcements: contest.announcements.values().cloned().collect(),
        place: contest.settings.place.clone(),
        day: format_day(texts, Day(board.loaded.row.first_day)),
        taking: entrant_count(contest, texts),
        next_round: starts::next_round(board, now, texts),
        table: entry.and_then(|own| starts::own_table(board, own, now, texts)),
        own_calendar: entry.map(|own| own_calendar(board, own)).unwrap_or_default(),
        facts: facts(seen, texts),
        details: DetailTexts::new(&board.loaded.contest.settings.about),
        timetable: starts::timetable_lines(board, texts),
        done: asked.done.map(|done| done.text(texts)).unwrap_or_default(),
        fault,
        own: own_participation(visit, board),
        is_closed_to_strangers: !visit.is_signed_in() && is_registering,
        is_registering,
        is_official: board.for_officials,
        tabs: view_tabs(board, at, view, texts),
        tabs_label: texts.get("contest-parts"),
        stages: stage_tabs(board, slug, at),
        view,
        rounds: round_links(stage, view, (number, after), texts, |what, number| {
            link(what, number, if what == "round" { asked.order() } else { "" })
        }),
        orders: order_tabs(asked.by_name, texts, |order| match earlier {
            [] => link("round", number, order),
            _ => link("round", 0, order),
        }),
        searched: asked.name.clone(),
        stage_number: at + 1,
        round_number: number,
        sides: round_views::side_headings(stage, texts),
        leaders: if view == "pairings" { leaders(stage) } else { Vec::new() },
        seats: round
            .filter(|_| asked.by_name)
            .map(|_| round_views::seat_rows(stage, &shown, &asked.name, texts)),
        why: round
            .map(|one| explanations::explanation_url(slug, at, stage, one.number))
            .unwrap_or_default(),
        grace: round_views::grace_period(board, at, round, texts),
        heading: round_views::rounds_heading(&shown, texts),
        earlier: earlier.iter().map(|one| round_view(one)).collect(),
        round: round.map(round_view),
        lot: lot_label(stage, texts),
        groups: if counts { round_views::group_views(stage, of, texts) } else { Vec::new() },
        ladder: ladder_view(visit, board, at, now).filter(|_| view == "standings"),
        bracket: Some(view)
            .filter(|view| *view == "bracket")
            .and_then(|_| bracket_tree(contest, at, stage, texts)),
        zoom: assets::address("js/contest/bracket.js"),
        sheet: with_query(&address(slug, "print/bracket"), &[("stage", (at + 1).to_string())]),
        places: knockout_places(stage),
        scores: if view == "boards" { board_prize_tables(&stage.boards) } else { Vec::new() },
        prizes: (view == "prizes").then(|| prizes_view(contest, texts)),
        entrants: if view == "players" { entrant_rows(board, texts) } else { Vec::new() },
        games: format!("/games?event={slug}"),
        revoked: revoked_label(stage, texts),
        opened: early_reveal_lines(texts, &seen.opened),
        embed: embed_code(visit, &board.loaded.row, view),
        matches: if is_arranged { address(slug, "matches") } else { String::new() },
    }
}

pub struct EventData {
    pub board: ContestBoard,
    pub whose: Whose,
    /// The event, and the other sections of its festival.
    pub sections: Vec<Section>,
    /// The organisation's own titles, lowest first.
    titles: Vec<String>,
    opened: Vec<Lifting>,
    pub version: PublicVersion,
}

/// Loads the board of an event as the visitor may see it, and its owner.
pub async fn load_event(
    visit: &RequestContext,
    slug: &str,
    after: Option<usize>,
) -> Result<EventData, PageError> {
    load_event_as(visit, visit.actor().clone(), slug, after).await
}

/// Loads the board of an event as an actor may see it, and its owner.
pub async fn load_event_as(
    visit: &RequestContext,
    actor: Actor,
    slug: &str,
    after: Option<usize>,
) -> Result<EventData, PageError> {
    let (slug, live) = (slug.to_owned(), visit.site.live.clone());
    run_heavy_use_case(visit, move |app| {
        // Before the board: what changes meanwhile is then announced to the page.
        let version = contests::public_version(app, &actor, &slug)?;
        let mut board =
            contests::contest_board(app, &actor, &slug, BoardOptions { after_round: after })?;
        // Officials see drafts only at the desk, so that this page is the same for everybody.
        for stage in &mut board.stages {
            stage.rounds.retain(|round| round.published);
        }
        let whose = host_organisation(app, &board.loaded)?;
        let titles = title_names(app, &board.loaded)?;
        let opened = liftings(&live, &slug)?;
        let sections = contests::sections(app, &slug)?;
        Ok(EventData { board, whose, sections, titles, opened, version })
    })
    .await
}

/// Streams the version of what the page shows.
pub async fn events(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    parameters.parse(&[]).or_page(&visit)?;
    let (slug, feeds) = (path.into_inner(), visit.site.feeds.clone());
    let line = visit.run(move |app, actor| follow_event(app, &feeds, actor, &slug)).await?;
    Ok(line.into_response())
}

pub async fn show(visit: RequestContext, slug: &str, query: &QueryString) -> PageResult {
    let asked = EventQuery::read(query).or_page(&visit)?;
    let seen = load_event(&visit, slug, asked.after).await?;
    let mut page = page(&visit, &seen, &asked, String::new());
    page.frame.logo = preview_url(&visit, &seen.board.loaded.row);
    page.follow = follow_button(&visit, FollowKind::Event, slug).await?;
    html_with_status(&visit, StatusCode::OK, &page)
}
