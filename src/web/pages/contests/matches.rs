//! The page of a match whose players arrange its time: what they propose, the rule, who is there, and the dossier.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;
use chrono_tz::Tz;

use crate::contest::arranged::{Clause, Consequence, DefaultRule, MINUTE, TableId};
use crate::contest::{Contest, EntrantId, Refusal};
use crate::service::contests::{
    self, Inside, MatchSeen, MatchState, TimedMatch, match_key, match_of, one_match, zone_of,
};
use crate::web::assets;
use crate::web::error::PageError;
use crate::web::forms;
use crate::web::i18n::Texts;
use crate::web::kit::Done;
use crate::web::moments::exact;
use crate::web::pages::account::attempt::now;
use crate::web::pages::{ask, private_html};
use crate::web::parameters::{BadParameter, Parameters, Takes};
use crate::web::visit::{Frame, Visit};
use crate::web::zones::{self, written};
use swiss::series::Side;

use super::match_log::entries;
use super::tables::PlayPart;
use super::{address, asking};

pub const DONE: &[&str] = &["done-match-noted"];

/// A moment on a page: for programs, and by the clocks of the zone that is shown.
pub struct Moment {
    pub exact: String,
    pub words: String,
    /// As a form sends it back.
    pub value: i64,
}

impl Moment {
    pub fn of(at: i64, zone: Tz) -> Moment {
        Moment { exact: exact(at), words: written(at, zone), value: at }
    }
}

/// What a player of the match does.
pub struct OwnPart {
    pub proposed: Vec<Moment>,
    pub theirs: Vec<Moment>,
    pub other: String,
    pub may_propose: bool,
    pub may_say_here: bool,
    pub is_here: bool,
    pub may_appeal: bool,
    /// What he wrote that was refused.
    pub words: String,
}

/// What officials do.
pub struct OfficialPart {
    pub may_rule: bool,
    pub is_open: bool,
    pub proposed: [Vec<Moment>; 2],
    pub why: String,
}

#[derive(Template)]
#[template(path = "contests/match.html")]
pub struct MatchPage {
    pub frame: Frame,
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
    agree_by: Moment,
    until: Moment,
    time: Option<Moment>,
    play: Option<PlayPart>,
    left: String,
    rule: Vec<String>,
    is_inside: bool,
    own: Option<OwnPart>,
    official: Option<OfficialPart>,
    log: Vec<(Moment, String)>,
    script: &'static str,
}

/// The state of a match in words.
pub fn state(state: MatchState, texts: Texts) -> &'static str {
    texts.text(match state {
        MatchState::ToAgree => "match-to-agree",
        MatchState::Agreed => "match-agreed",
        MatchState::Playing => "match-playing",
        MatchState::Waiting => "match-waiting",
        MatchState::Over => "match-over",
    })
}

/// A stretch of time in words: days and hours, or hours and minutes.
pub fn stretch(micros: i64, texts: Texts) -> String {
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

/// A clause of the default rule in words.
pub fn clause(clause: Clause, rule: &DefaultRule, texts: Texts) -> String {
    let key = match clause {
        Clause::OneSilent => "match-clause-one-silent",
        Clause::BothSilent => "match-clause-both-silent",
        Clause::NotAgreed => "match-clause-not-agreed",
        Clause::OneAbsent => "match-clause-one-absent",
        Clause::BothAbsent => "match-clause-both-absent",
    };
    texts.one(key, "grace", rule.grace_minutes)
}

/// The rule in sentences, with the time for appeals, and where its games are played here how they begin.
fn rule(rule: &DefaultRule, is_here: bool, texts: Texts) -> Vec<String> {
    let sentence = |of: Clause| {
        let then = match (rule.consequence(of), of) {
            (Consequence::Officials, _) => "match-then-officials",
            (Consequence::Default, Clause::OneSilent | Clause::OneAbsent) => "match-then-one",
            (Consequence::Default, _) => "match-then-both",
        };
        format!("{}: {}", clause(of, rule, texts), texts.text(then))
    };
    let here = is_here.then(|| texts.one("match-begins-here", "grace", rule.grace_minutes));
    let appeals = texts.one("match-appeal-rule", "hours", rule.appeal_hours);
    here.into_iter().chain(Clause::ALL.into_iter().map(sentence)).chain([appeals]).collect()
}

/// Whether something that a player may do would be taken now.
fn may(done: &Result<Vec<crate::contest::Fact>, Refusal>) -> bool {
    matches!(done, Ok(_) | Err(Refusal::BadTime | Refusal::TooManyTimes))
}

fn own(
    contest: &Contest,
    line: &TimedMatch,
    inside: &Inside,
    zone: Tz,
    sent: Option<&forms::Form>,
) -> Option<OwnPart> {
    let side = inside.own?;
    let (who, other): (EntrantId, Side) = (line.sides[side.index()], side.other());
    let (of, now) = (line.of, now());
    let all = |side: Side| {
        let times = inside.dossier.now.times[side.index()].iter();
        times.map(|time| Moment::of(*time, zone)).collect()
    };
    let next = (now / MINUTE + 1) * MINUTE;
    let here = contest.say_here(of, who, now);
    Some(OwnPart {
        proposed: all(side),
        theirs: all(other),
        other: line.names[other.index()].clone(),
        may_propose: may(&contest.propose(of, who, &[next], now)),
        is_here: inside.dossier.now.here[side.index()].is_some(),
        // Where the game is made here, who deploys in it is there.
        may_say_here: !contest.has_started(of) && here.is_ok_and(|facts| !facts.is_empty()),
        may_appeal: contest.appeal(of, who, "-", now).is_ok(),
        words: sent.map(|sent| sent.text("words").to_owned()).unwrap_or_default(),
    })
}

fn official(
    line: &TimedMatch,
    inside: &Inside,
    zone: Tz,
    sent: Option<&forms::Form>,
) -> Option<OfficialPart> {
    let dossier = &inside.dossier.now;
    let all = |at: usize| dossier.times[at].iter().map(|time| Moment::of(*time, zone)).collect();
    inside.rules.then(|| OfficialPart {
        may_rule: dossier.lapsed.is_some() && !dossier.is_ruled,
        is_open: line.state != MatchState::Over,
        proposed: [all(0), all(1)],
        why: sent.map(|sent| sent.text("words").to_owned()).unwrap_or_default(),
    })
}

/// What an address asks of the page.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    pub zone: Option<Tz>,
    pub done: Option<Done>,
}

impl Asked {
    pub fn read(parameters: &Parameters) -> Result<Asked, BadParameter> {
        let given = parameters.read(&["zone", "done"])?;
        let takes = Takes::one_of("Asia/Manila, UTC".to_owned());
        let zone = given.parsed("zone", takes, zones::zone)?;
        Ok(Asked { zone, done: Done::of(&given, DONE)? })
    }
}

/// The address of a match's page.
pub fn link(slug: &str, of: TableId) -> String {
    address(slug, &format!("matches/{}", match_key(of)))
}

/// The page; `sent` is what was refused, with `faults`.
pub fn page(
    visit: &Visit,
    seen: &MatchSeen,
    asked: &Asked,
    faults: Vec<String>,
    sent: Option<&forms::Form>,
) -> MatchPage {
    let (texts, line, contest) = (visit.texts(), &seen.line, &seen.run.contest);
    let zone = asked.zone.or_else(|| zones::zone(zone_of(contest))).unwrap_or(Tz::UTC);
    let (row, window) = (&seen.run.row, line.window);
    let of = |at: i64| Moment::of(at, zone);
    let heading = format!("{} – {}", line.names[0], line.names[1]);
    let ends = line.time.unwrap_or(window.agree_by);
    let left = ends - now();
    let is_counted = left > 0 && line.state != MatchState::Over;
    let round = texts.one("contest-round", "number", line.of.round + 1);
    let inside = seen.inside.as_ref();
    MatchPage {
        frame: visit.frame(format!("{heading} · {}", row.name)),
        event: row.name.clone(),
        event_link: address(&row.slug, ""),
        all_link: address(&row.slug, "matches"),
        action: link(&row.slug, line.of),
        over: format!("{} · {round}", line.stage),
        heading,
        names: line.names.clone(),
        state: state(line.state, texts),
        is_waiting: line.state == MatchState::Waiting,
        done: asked.done.map(|done| done.words(texts)).unwrap_or_default(),
        faults,
        csrf: if visit.is_signed_in() { visit.form_token() } else { String::new() },
        zones: zones::choices(zone.name()),
        zone: zone.name().to_owned(),
        agree_by: of(window.agree_by),
        until: of(window.until),
        time: line.time.map(of),
        left: if is_counted { stretch(left, texts) } else { String::new() },
        rule: rule(&window.rule, contest.settings.games.is_some(), texts),
        play: seen.play.as_ref().map(PlayPart::of),
        is_inside: inside.is_some(),
        own: inside.and_then(|inside| own(contest, line, inside, zone, sent)),
        official: inside.and_then(|inside| official(line, inside, zone, sent)),
        log: inside.map_or_else(Vec::new, |inside| entries(line, inside, zone, texts)),
        script: assets::address("js/contest/times.js"),
    }
}

/// The match that an address names, as the visitor may see it.
pub async fn find(visit: &Visit, slug: &str, key: &str) -> Result<MatchSeen, PageError> {
    let (actor, slug, key) = (visit.actor().clone(), slug.to_owned(), key.to_owned());
    ask(visit, move |app| {
        contests::run(app, &slug)?;
        one_match(app, &actor, &slug, match_of(&key)?, now())
    })
    .await
}

/// The page of a match.
pub async fn show(
    visit: Visit,
    path: web::Path<(String, String)>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let asked = Asked::read(&parameters).map_err(|e| PageError::parameter(&visit, &e))?;
    let (slug, key) = path.into_inner();
    let seen = find(&visit, &slug, &key).await?;
    private_html(&visit, StatusCode::OK, &page(&visit, &seen, &asked, Vec::new(), None))
}

/// The same address with the zone that was chosen.
pub fn with_zone(address: &str, zone: &str) -> String {
    asking(address, &[("zone", zone.replace('/', "%2F"))])
}
