//! The page of an arranged match: proposed times, the forfeit rule, check-in, and the history.

use actix_web::http::StatusCode;
use actix_web::web;
use askama::Template;
use chrono_tz::Tz;

use crate::web::assets;
use crate::web::error::{PageError, PageResult};
use crate::web::forms;
use crate::web::html::private_html;
use crate::web::i18n::Texts;
use crate::web::kit::FlashMessage;
use crate::web::page_frame::PageFrame;
use crate::web::parameters::{AcceptedValues, ParameterError, QueryString};
use crate::web::request_context::RequestContext;
use crate::web::time_format::{now_micros, to_rfc3339};
use crate::web::time_zones::{self, format_local_minute};
use crate::web::use_cases::run_use_case;
use adjutant_domain::contest::scheduling::{
    DefaultClause, DefaultConsequence, DefaultRule, MINUTE, TableId,
};
use adjutant_domain::contest::{Contest, ContestError, EntrantId};
use adjutant_service::contests::{
    self, MatchDetails, MatchState, MatchView, ScheduledMatch, match_key, match_view,
    parse_match_key, zone_name,
};
use swiss::series::Side;

use super::match_log::log_entries;
use super::round_views::PairingPlayLink;
use super::{address, with_query};

pub const DONE_KEYS: &[&str] = &["done-match-noted"];

/// A time for machines and in the shown time zone.
pub struct ZonedMoment {
    pub exact: String,
    pub words: String,
    /// As the form returns it.
    pub value: i64,
}

impl ZonedMoment {
    pub fn new(at: i64, zone: Tz) -> ZonedMoment {
        ZonedMoment { exact: to_rfc3339(at), words: format_local_minute(at, zone), value: at }
    }
}

/// The actions of a player.
pub struct PlayerActions {
    pub proposed: Vec<ZonedMoment>,
    pub theirs: Vec<ZonedMoment>,
    pub other: String,
    pub may_propose: bool,
    pub may_say_here: bool,
    pub is_here: bool,
    pub may_appeal: bool,
    /// The refused input.
    pub words: String,
}

/// The actions of officials.
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

/// The state of a match in words.
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

/// A clause of the forfeit rule in words.
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
fn is_allowed(done: &Result<Vec<adjutant_domain::contest::ContestFact>, ContestError>) -> bool {
    matches!(done, Ok(_) | Err(ContestError::InvalidTime | ContestError::TooManyProposals))
}

fn player_actions(
    contest: &Contest,
    line: &ScheduledMatch,
    inside: &MatchDetails,
    zone: Tz,
    sent: Option<&forms::SubmittedForm>,
) -> Option<PlayerActions> {
    let side = inside.own_side?;
    let (who, other): (EntrantId, Side) = (line.sides[side.index()], side.other());
    let (of, now) = (line.table, now_micros());
    let all = |side: Side| {
        let times = inside.dossier.schedule.proposals[side.index()].iter();
        times.map(|time| ZonedMoment::new(*time, zone)).collect()
    };
    let next = (now / MINUTE + 1) * MINUTE;
    let here = contest.check_in_to_match(of, who, now);
    Some(PlayerActions {
        proposed: all(side),
        theirs: all(other),
        other: line.names[other.index()].clone(),
        may_propose: is_allowed(&contest.propose_times(of, who, &[next], now)),
        is_here: inside.dossier.schedule.checked_in_at[side.index()].is_some(),
        // In games played here, deploying counts as checking in.
        may_say_here: !contest.has_match_started(of) && here.is_ok_and(|facts| !facts.is_empty()),
        may_appeal: contest.appeal(of, who, "-", now).is_ok(),
        words: sent.map(|sent| sent.text("words").to_owned()).unwrap_or_default(),
    })
}

fn official_actions(
    line: &ScheduledMatch,
    inside: &MatchDetails,
    zone: Tz,
    sent: Option<&forms::SubmittedForm>,
) -> Option<OfficialActions> {
    let dossier = &inside.dossier.schedule;
    let all = |at: usize| {
        dossier.proposals[at].iter().map(|time| ZonedMoment::new(*time, zone)).collect()
    };
    inside.can_decide.then(|| OfficialActions {
        may_rule: dossier.applied_default.is_some() && !dossier.has_ruling,
        is_open: line.state != MatchState::Over,
        proposed: [all(0), all(1)],
        why: sent.map(|sent| sent.text("words").to_owned()).unwrap_or_default(),
    })
}

/// The query of the address.
#[derive(Debug, Clone, Default)]
pub struct MatchQuery {
    pub zone: Option<Tz>,
    pub done: Option<FlashMessage>,
}

impl MatchQuery {
    pub fn read(parameters: &QueryString) -> Result<MatchQuery, ParameterError> {
        let given = parameters.parse(&["zone", "done"])?;
        let takes = AcceptedValues::one_of("Asia/Manila, UTC".to_owned());
        let zone = given.parse_with("zone", takes, time_zones::parse_zone)?;
        Ok(MatchQuery { zone, done: FlashMessage::from_query(&given, DONE_KEYS)? })
    }
}

/// The address of a match page.
pub fn match_url(slug: &str, of: TableId) -> String {
    address(slug, &format!("matches/{}", match_key(of)))
}

/// Builds the page; `sent` is refused input with its `faults`.
pub fn page(
    visit: &RequestContext,
    seen: &MatchView,
    asked: &MatchQuery,
    faults: Vec<String>,
    sent: Option<&forms::SubmittedForm>,
) -> MatchPage {
    let (texts, line, contest) = (visit.texts(), &seen.summary, &seen.loaded.contest);
    let zone = asked.zone.or_else(|| time_zones::parse_zone(zone_name(contest))).unwrap_or(Tz::UTC);
    let (row, window) = (&seen.loaded.row, line.window);
    let of = |at: i64| ZonedMoment::new(at, zone);
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
        rule: rule_lines(&window.rule, contest.settings.onsite_games.is_some(), texts),
        play: seen.play.as_ref().map(PairingPlayLink::new),
        is_inside: inside.is_some(),
        own: inside.and_then(|inside| player_actions(contest, line, inside, zone, sent)),
        official: inside.and_then(|inside| official_actions(line, inside, zone, sent)),
        log: inside.map_or_else(Vec::new, |inside| log_entries(line, inside, zone, texts)),
        script: assets::address("js/contest/times.js"),
    }
}

/// The match of an address as the viewer may see it.
pub async fn find(visit: &RequestContext, slug: &str, key: &str) -> Result<MatchView, PageError> {
    let (actor, slug, key) = (visit.actor().clone(), slug.to_owned(), key.to_owned());
    run_use_case(visit, move |app| {
        contests::load_contest(app, &slug)?;
        match_view(app, &actor, &slug, parse_match_key(&key)?, now_micros())
    })
    .await
}

/// The page of a match.
pub async fn show(
    visit: RequestContext,
    path: web::Path<(String, String)>,
    parameters: QueryString,
) -> PageResult {
    let asked = MatchQuery::read(&parameters).map_err(|e| PageError::from_parameter(&visit, &e))?;
    let (slug, key) = path.into_inner();
    let seen = find(&visit, &slug, &key).await?;
    private_html(&visit, StatusCode::OK, &page(&visit, &seen, &asked, Vec::new(), None))
}

/// The same address with another time zone.
pub fn with_zone(address: &str, zone: &str) -> String {
    with_query(address, &[("zone", zone.replace('/', "%2F"))])
}
