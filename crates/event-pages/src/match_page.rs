//! The page of an arranged match: proposed times, the forfeit rule, check-in, and the history.

use actix_web::web::Path;
use chrono_tz::Tz;

use adjutant_domain::contest::scheduling::{
    DefaultClause, DefaultConsequence, DefaultRule, DefaultRuling, TableId,
};
use adjutant_domain::contest::{Contest, ContestError, ContestFact, EntrantId};
use adjutant_domain::moment::{MINUTE, Micros};
use adjutant_service::contests::{
    self, ContestCommand, MatchDetails, MatchState, MatchView, ScheduledMatch, SchedulingCommand,
    execute, match_key, match_view, no_spot, parse_match_key, zone_name,
};
use adjutant_service::{Error, Thing, refusals};
use adjutant_site::assets;
use adjutant_site::forms::{FormSchema, SubmittedForm, run_attempt};
use adjutant_site::parameters::{AcceptedValues, ParameterError};
use adjutant_site::prelude::*;
use adjutant_site::time_format::{format_zoned_minute, to_rfc3339};
use adjutant_site::time_zones;
use adjutant_site::use_cases::run_use_case;
use swiss::series::Side;

use super::desk_results::parse_result;
use super::match_log::log_entries;
use super::round_views::PairingPlayLink;
use super::{address, with_query};

const DONE_KEYS: &[&str] = &["done-match-noted", "done-match-agreed"];
const PLAYER_SHAPE: FormSchema =
    FormSchema { single: &["do", "zone", "words"], repeated: &["time", "exact"], files: &[] };
const RULING_SHAPE: FormSchema =
    FormSchema::new(&["do", "zone", "words", "time", "days", "result", "whole"]);

/// A time for machines and in the shown time zone.
pub struct ZonedMoment {
    pub exact: String,
    pub words: String,
    /// As the form returns it.
    pub value: i64,
}

impl ZonedMoment {
    pub fn new(texts: Texts, at: Micros, zone: Tz) -> ZonedMoment {
        let words = format_zoned_minute(texts, at, zone);
        ZonedMoment { exact: to_rfc3339(at), words, value: at.0 }
    }
}

/// A time that is asked for, as it was sent and with what is wrong with it.
pub struct AskedTime {
    /// From 1.
    pub number: usize,
    pub value: String,
    pub fault: String,
}

pub struct PlayerActions {
    pub proposed: Vec<ZonedMoment>,
    pub theirs: Vec<ZonedMoment>,
    pub other: String,
    pub may_propose: bool,
    pub asked: Vec<AskedTime>,
    pub may_say_here: bool,
    pub is_here: bool,
    pub may_appeal: bool,
    pub words: String,
}

pub struct OfficialActions {
    pub may_rule: bool,
    pub is_open: bool,
    pub proposed: [Vec<ZonedMoment>; 2],
    pub why: String,
}

#[derive(Template)]
#[template(path = "contests/match.html")]
pub struct MatchPage {
    pub frame: PageFrame,
    event: String,
    event_link: String,
    all_link: String,
    action: String,
    heading: String,
    names: [String; 2],
    over: String,
    state: &'static str,
    is_waiting: bool,
    done: String,
    faults: Vec<String>,
    csrf: String,
    zone: String,
    zones: Vec<String>,
    agree_by: ZonedMoment,
    until: ZonedMoment,
    time: Option<ZonedMoment>,
    play: Option<PairingPlayLink>,
    left: String,
    rule: Vec<String>,
    is_inside: bool,
    own: Option<PlayerActions>,
    official: Option<OfficialActions>,
    log: Vec<(ZonedMoment, String)>,
    script: &'static str,
}

pub fn state_label(state: MatchState, texts: Texts) -> &'static str {
    texts.text(match state {
        MatchState::Unscheduled => "match-to-agree",
        MatchState::Scheduled => "match-agreed",
        MatchState::Playing => "match-playing",
        MatchState::AwaitingOfficials => "match-waiting",
        MatchState::Over => "match-over",
    })
}

/// A duration in words: days and hours, or hours and minutes.
pub fn duration_label(micros: i64, texts: Texts) -> String {
    let minutes = (micros / MINUTE).max(0);
    let (days, hours) = (minutes / 1_440, minutes / 60 % 24);
    let (key, values) = if days > 0 {
        ("match-days-hours", [("days", days.to_string()), ("hours", hours.to_string())])
    } else {
        let minutes = (minutes % 60).to_string();
        ("match-hours-minutes", [("hours", hours.to_string()), ("minutes", minutes)])
    };
    texts.fill(key, &values)
}

pub fn clause_label(clause: DefaultClause, rule: &DefaultRule, texts: Texts) -> String {
    let key = match clause {
        DefaultClause::OneSilent => "match-clause-one-silent",
        DefaultClause::BothSilent => "match-clause-both-silent",
        DefaultClause::NotAgreed => "match-clause-not-agreed",
        DefaultClause::OneAbsent => "match-clause-one-absent",
        DefaultClause::BothAbsent => "match-clause-both-absent",
    };
    texts.one(key, "grace", rule.grace_minutes)
}

/// The rule in sentences, with the period for appeals and, for games played here, how they start.
fn rule_lines(rule: &DefaultRule, is_here: bool, texts: Texts) -> Vec<String> {
    let sentence = |of: DefaultClause| {
        let then = match (rule.consequence(of), of) {
            (DefaultConsequence::Officials, _) => "match-then-officials",
            (
                DefaultConsequence::LossByDefault,
                DefaultClause::OneSilent | DefaultClause::OneAbsent,
            ) => "match-then-one",
            (DefaultConsequence::LossByDefault, _) => "match-then-both",
        };
        format!("{}: {}", clause_label(of, rule, texts), texts.text(then))
    };
    let here = is_here.then(|| texts.one("match-begins-here", "grace", rule.grace_minutes));
    let appeals = texts.one("match-appeal-rule", "hours", rule.appeal_hours);
    here.into_iter().chain(DefaultClause::ALL.into_iter().map(sentence)).chain([appeals]).collect()
}

/// Whether a player's action would be accepted now.
fn is_allowed(done: &Result<Vec<ContestFact>, ContestError>) -> bool {
    matches!(done, Ok(_) | Err(ContestError::InvalidTime | ContestError::TooManyProposals))
}

/// The times that a side proposes.
fn proposals(texts: Texts, inside: &MatchDetails, side: Side, zone: Tz) -> Vec<ZonedMoment> {
    let times = inside.dossier.schedule.proposals[side.index()].iter();
    times.map(|time| ZonedMoment::new(texts, *time, zone)).collect()
}

fn player_actions(
    contest: &Contest,
    line: &ScheduledMatch,
    inside: &MatchDetails,
    (texts, zone): (Texts, Tz),
    sent: Option<&SubmittedForm>,
) -> Option<PlayerActions> {
    let side = inside.own_side?;
    let (who, other): (EntrantId, Side) = (line.sides[side.index()], side.other());
    let (of, now) = (line.table, now_micros());
    let next = Micros((now.0 / MINUTE + 1) * MINUTE);
    let here = contest.check_in_to_match(of, who, now);
    Some(PlayerActions {
        proposed: proposals(texts, inside, side, zone),
        theirs: proposals(texts, inside, other, zone),
        other: line.names[other.index()].clone(),
        may_propose: is_allowed(&contest.propose_times(of, who, &[next], now)),
        is_here: inside.dossier.schedule.checked_in_at[side.index()].is_some(),
        asked: asked_times(line, (texts, zone), sent),
        // In games played here, deploying counts as checking in.
        may_say_here: !contest.has_match_started(of) && here.is_ok_and(|facts| !facts.is_empty()),
        may_appeal: contest.appeal(of, who, "-", now).is_ok(),
        words: sent.map(|sent| sent.text("words").to_owned()).unwrap_or_default(),
    })
}

/// The three times of the form, each with its own fault if one of those that were sent is wrong.
fn asked_times(
    line: &ScheduledMatch,
    (texts, zone): (Texts, Tz),
    sent: Option<&SubmittedForm>,
) -> Vec<AskedTime> {
    let sent = sent.filter(|sent| sent.text("do") == "propose");
    let mut given = sent.into_iter().flat_map(|sent| sent.all("time"));
    let fault = |text: &str| match time_zones::parse_local_minute(text, zone) {
        _ if text.is_empty() => String::new(),
        None => texts.get("match-time-unreadable"),
        Some(time) if time <= now_micros() => texts.get("match-time-past"),
        Some(time) if time > line.window.until => {
            let until = format_zoned_minute(texts, line.window.until, zone);
            texts.one("match-time-late", "until", until)
        }
        Some(_) => String::new(),
    };
    let asked = (1..=3).map(|number| {
        let value = given.next().unwrap_or_default().to_owned();
        AskedTime { number, fault: fault(&value), value }
    });
    asked.collect()
}

fn official_actions(
    line: &ScheduledMatch,
    inside: &MatchDetails,
    (texts, zone): (Texts, Tz),
    sent: Option<&SubmittedForm>,
) -> Option<OfficialActions> {
    let dossier = &inside.dossier.schedule;
    inside.can_decide.then(|| OfficialActions {
        may_rule: dossier.applied_default.is_some() && !dossier.has_ruling,
        is_open: line.state != MatchState::Over,
        proposed: [Side::First, Side::Second].map(|side| proposals(texts, inside, side, zone)),
        why: sent.map(|sent| sent.text("words").to_owned()).unwrap_or_default(),
    })
}

#[derive(Debug, Clone, Default)]
struct MatchQuery {
    zone: Option<Tz>,
    done: Option<FlashMessage>,
}

impl MatchQuery {
    fn read(query: &QueryString) -> Result<MatchQuery, ParameterError> {
        let given = query.parse(&["zone", "done"])?;
        let takes = AcceptedValues::one_of("Asia/Manila, UTC".to_owned());
        let zone = given.parse_with("zone", takes, time_zones::parse_zone)?;
        Ok(MatchQuery { zone, done: FlashMessage::from_query(&given, DONE_KEYS)? })
    }
}

pub fn match_url(slug: &str, of: TableId) -> String {
    address(slug, &format!("matches/{}", match_key(of)))
}

/// Builds the page; `sent` is refused input with its `faults`.
fn page(
    visit: &RequestContext,
    seen: &MatchView,
    asked: &MatchQuery,
    faults: Vec<String>,
    sent: Option<&SubmittedForm>,
) -> MatchPage {
    let (texts, line, contest) = (visit.texts(), &seen.summary, &seen.loaded.contest);
    let zone = asked.zone.or_else(|| time_zones::parse_zone(zone_name(contest))).unwrap_or(Tz::UTC);
    let (row, window) = (&seen.loaded.row, line.window);
    let of = |at: Micros| ZonedMoment::new(texts, at, zone);
    let heading = format!("{} – {}", line.names[0], line.names[1]);
    let ends = line.time.unwrap_or(window.agree_by);
    let left = ends - now_micros();
    let is_counted = left > 0 && line.state != MatchState::Over;
    let round = texts.one("contest-round", "number", line.table.round + 1);
    let inside = seen.details.as_ref();
    MatchPage {
        frame: visit.frame(format!("{heading} · {}", row.name)),
        event: row.name.clone(),
        event_link: address(&row.slug, ""),
        all_link: address(&row.slug, "matches"),
        action: match_url(&row.slug, line.table),
        over: format!("{} · {round}", line.stage),
        heading,
        names: line.names.clone(),
        state: state_label(line.state, texts),
        is_waiting: line.state == MatchState::AwaitingOfficials,
        done: asked.done.map(|done| done.text(texts)).unwrap_or_default(),
        faults,
        csrf: if visit.is_signed_in() { visit.form_token() } else { String::new() },
        zones: time_zones::zone_choices(zone.name()),
        zone: zone.name().to_owned(),
        agree_by: of(window.agree_by),
        until: of(window.until),
        time: line.time.map(of),
        left: if is_counted { duration_label(left, texts) } else { String::new() },
        rule: rule_lines(&window.rule, contest.settings.onsite_games().is_some(), texts),
        play: seen.play.as_ref().map(PairingPlayLink::new),
        is_inside: inside.is_some(),
        own: inside.and_then(|inside| player_actions(contest, line, inside, (texts, zone), sent)),
        official: inside.and_then(|inside| official_actions(line, inside, (texts, zone), sent)),
        log: inside.map_or_else(Vec::new, |inside| log_entries(line, inside, zone, texts)),
        script: assets::address("js/shell/times.js"),
    }
}

/// The match of an address as the viewer may see it.
async fn find(visit: &RequestContext, slug: &str, key: &str) -> Result<MatchView, PageError> {
    let (actor, slug, key) = (visit.actor().clone(), slug.to_owned(), key.to_owned());
    run_use_case(visit, move |app| {
        contests::load_contest(app, &slug)?;
        match_view(app, &actor, &slug, parse_match_key(&key)?, now_micros())
    })
    .await
}

pub async fn show(
    visit: RequestContext,
    path: Path<(String, String)>,
    query: QueryString,
) -> PageResult {
    let asked = MatchQuery::read(&query).or_page(&visit)?;
    let (slug, key) = path.into_inner();
    let seen = find(&visit, &slug, &key).await?;
    private_html(&visit, StatusCode::OK, &page(&visit, &seen, &asked, Vec::new(), None))
}

/// The times in a form: local times of its zone, and moments that the page itself offered.
fn parse_times(sent: &SubmittedForm) -> Result<Vec<Micros>, Error> {
    let zone = parse_zone(sent);
    let bad = || Error::invalid("times", refusals::EVENT_BAD_TIME);
    let written = sent.all("time").filter(|text| !text.is_empty());
    let written = written.map(|text| time_zones::parse_local_minute(text, zone).ok_or_else(bad));
    let named = sent.all("exact").map(|text| text.parse().map(Micros).map_err(|_| bad()));
    written.chain(named).collect()
}

fn parse_zone(sent: &SubmittedForm) -> Tz {
    time_zones::parse_zone(sent.text("zone")).unwrap_or(Tz::UTC)
}

fn player_time_command(sent: &SubmittedForm, of: TableId) -> Result<SchedulingCommand, Error> {
    Ok(match sent.text("do") {
        "propose" => SchedulingCommand::ProposeTimes { table: of, times: parse_times(sent)? },
        "take-back" => {
            SchedulingCommand::WithdrawProposals { table: of, times: parse_times(sent)? }
        }
        "here" => SchedulingCommand::CheckIn(of),
        "appeal" => SchedulingCommand::Appeal { table: of, text: sent.text("words").to_owned() },
        _ => return Err(no_spot()),
    })
}

fn ruling_command(sent: &SubmittedForm, of: TableId) -> Result<SchedulingCommand, Error> {
    let words = sent.text("words").to_owned();
    let bad = || Error::invalid("times", refusals::EVENT_BAD_TIME);
    // An invalid number of days is refused with the valid ones.
    let days = sent.text("days").parse().unwrap_or(0);
    let decide =
        |ruling, words| SchedulingCommand::DecideDefault { table: of, ruling, text: words };
    Ok(match sent.text("do") {
        "fix" => {
            let time = time_zones::parse_local_minute(sent.text("time"), parse_zone(sent))
                .ok_or_else(bad)?;
            SchedulingCommand::FixTime { table: of, time: Some(time), reason: words }
        }
        "reopen" => SchedulingCommand::FixTime { table: of, time: None, reason: words },
        "window" => {
            let table = (!sent.is_checked("whole")).then_some(of.table);
            SchedulingCommand::OpenWindow { round: of.round_id(), table, days }
        }
        "rule" => match sent.text("result") {
            "stands" => decide(DefaultRuling::Uphold, words),
            "anew" => decide(DefaultRuling::Reschedule { days }, words),
            other => {
                let result = parse_result(other).flatten();
                let result = result.ok_or_else(no_spot)?;
                decide(DefaultRuling::Replace(result), words)
            }
        },
        _ => return Err(no_spot()),
    })
}

/// Runs the command of a form and redirects to the page, or shows it again with the error.
async fn run_and_redirect(
    visit: RequestContext,
    (slug, key): (String, String),
    sent: SubmittedForm,
    command: fn(&SubmittedForm, TableId) -> Result<SchedulingCommand, Error>,
) -> PageResult {
    let missing = |_| PageError::new(&visit, &Error::missing(Thing::Event, &slug));
    let of = parse_match_key(&key).map_err(missing)?;
    let (looks, own, form) = (visit.clone(), slug.clone(), sent.clone());
    let told = run_attempt(&visit, move |app| {
        let command = command(&form, of)?;
        let proposed = match &command {
            SchedulingCommand::ProposeTimes { times, .. } => times.clone(),
            _ => Vec::new(),
        };
        let command = ContestCommand::Scheduling(command);
        execute(app, looks.actor(), &own, &command, now_micros())?;
        if proposed.is_empty() {
            return Ok("done-match-noted");
        }
        let after = match_view(app, looks.actor(), &own, of, now_micros())?;
        let is_agreed = after.summary.time.is_some_and(|time| proposed.contains(&time));
        Ok(if is_agreed { "done-match-agreed" } else { "done-match-noted" })
    });
    let refusal = match told.await? {
        Ok(done) => {
            let zone = time_zones::parse_zone(sent.text("zone")).map_or("", Tz::name);
            let asked = [("zone", zone.replace('/', "%2F"))];
            let shown = with_query(&match_url(&slug, of), &asked);
            return Ok(redirect_with_flash(&shown, done));
        }
        Err(refusal) => refusal,
    };
    render_refused(&visit, (&slug, &key), &sent, refusal).await
}

async fn render_refused(
    visit: &RequestContext,
    (slug, key): (&str, &str),
    sent: &SubmittedForm,
    refusal: FormRefusal,
) -> PageResult {
    let (status, faults) = refusal.into_messages();
    let seen = find(visit, slug, key).await?;
    let asked = MatchQuery { zone: time_zones::parse_zone(sent.text("zone")), done: None };
    let mut page = page(visit, &seen, &asked, faults, Some(sent));
    // Preferences return to the form.
    page.frame.address = match_url(slug, seen.summary.table);
    private_html(visit, status, &page)
}

/// A player proposes or withdraws times, checks in, or appeals.
pub async fn submit_player_action(
    visit: RequestContext,
    path: Path<(String, String)>,
    post: Post,
) -> PageResult {
    let sent = post.read_fields(&visit, PLAYER_SHAPE).await?;
    run_and_redirect(visit, path.into_inner(), sent, player_time_command).await
}

/// Officials set a time, open a window, or rule on a forfeit.
pub async fn submit_ruling(
    visit: RequestContext,
    path: Path<(String, String)>,
    post: Post,
) -> PageResult {
    let sent = post.read_fields(&visit, RULING_SHAPE).await?;
    run_and_redirect(visit, path.into_inner(), sent, ruling_command).await
}
