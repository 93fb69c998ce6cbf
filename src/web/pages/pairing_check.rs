//! Checks how a visitor's tournament was paired: each round of a TRF file is paired again by FIDE's
//! Dutch system. Nothing of it is stored.

use std::time::{Duration, Instant};

use crate::web::prelude::*;
use adjutant_domain::organisation::text_decoding;
use adjutant_service::App;
use adjutant_site::forms::{FileLimits, SubmittedForm};
use adjutant_site::pairing_text::{self, RoundText};
use adjutant_site::use_cases::run_heavy_use_case;
use swiss::Tournament;
use swiss::pairing::checker::{Difference, check_round};
use swiss::pairing::explain::{changes, explain};
use swiss::pairing::{Pairing, Round};
use swiss::trf::{self, Purpose};

const ADDRESS: &str = "/pairings/check";
const MAX_FILE_BYTES: usize = 1 << 20;
/// The largest tournament; the command line checks any.
const MAX_PLAYERS: usize = 300;
const MAX_ROUNDS: usize = 30;
/// The largest number of numbers that are kept apart, over all lines: each makes every round slower.
const MAX_APART: usize = 2_000;
/// How long rounds are checked and explained; those after that are not.
const MAX_TIME: Duration = Duration::from_secs(10);
/// Rounds with differences that are explained: after some, the others follow from the same cause.
const MAX_EXPLAINED: usize = 3;
/// Faults of a file that are listed.
const MAX_LISTED_FAULTS: usize = 5;
const TRF_FILE: FileLimits = &[("trf", MAX_FILE_BYTES)];

#[derive(Deserialize)]
struct CheckForm {
    text: Verbatim,
}

/// Pairs that are in only one of the pairings.
struct PairRow {
    published: String,
    by_the_rules: String,
}

struct RoundCheck {
    number: usize,
    /// Empty if the round is as the rules pair it.
    rows: Vec<PairRow>,
    is_same: bool,
    /// Why the rules pair it as they do; `None` if it is the same, or one of too many.
    words: Option<RoundText>,
}

/// What was found in a file.
struct CheckReport {
    name: String,
    players: usize,
    rounds: Vec<RoundCheck>,
    /// The number of finished rounds for which time was too short.
    left: usize,
}

#[derive(Template)]
#[template(path = "pages/pairing-check.html")]
struct CheckResultPage {
    frame: PageFrame,
    report: CheckReport,
    /// The result in a sentence.
    summary: String,
}

fn form_page(visit: &RequestContext) -> FormPage {
    let texts = visit.texts();
    let form = visit.form("check", ADDRESS, "check-do").with_fields([
        Field::file(texts, "trf", "pairing-check-file", ".trf,.trfx,.txt,text/plain")
            .hint("pairing-check-file-hint"),
        Field::textarea(texts, "text", "pairing-check-text"),
    ]);
    FormPage::signed_out(visit, "pairing-check-title").paragraph("pairing-check-words").form(form)
}

pub async fn show(visit: RequestContext) -> PageResult {
    form_page(&visit).respond(&visit)
}

/// Checks a file or a text. It changes nothing.
pub async fn submit(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read_unchanging::<CheckForm>(&visit, TRF_FILE).await?;
    let texts = visit.texts();
    let chosen = sent.file("trf").map(|file| file.bytes.clone());
    let bytes = chosen.unwrap_or_else(|| sent.text.as_bytes().to_vec().into());
    if bytes.trim_ascii().is_empty() {
        return refuse(&visit, sent.raw(), texts.get("pairing-check-none"));
    }
    // Anybody can ask for this, so one check runs at a time.
    let turn = visit.site.lanes.pairing_check(visit.caller).await.or_page(&visit)?;
    let check = move |_: &App| {
        let _turn = turn;
        Ok(check_file(&bytes, texts))
    };
    let checked = run_heavy_use_case(&visit, check).await?;
    match checked {
        Ok(report) => {
            let frame = visit.frame(texts.get("pairing-check-title"));
            let summary = summary(&report, texts);
            let page = CheckResultPage { frame, report, summary };
            private_html(&visit, StatusCode::OK, &page)
        }
        Err(message) => refuse(&visit, sent.raw(), message),
    }
}

fn refuse(visit: &RequestContext, sent: &SubmittedForm, message: String) -> PageResult {
    form_page(visit).respond_again(visit, sent, FormRefusal::fault("trf", message))
}

/// How many of the rounds differ.
fn summary(report: &CheckReport, texts: Texts) -> String {
    let other = report.rounds.iter().filter(|round| !round.is_same).count();
    let values = [("all", report.rounds.len().to_string()), ("count", other.to_string())];
    match other {
        0 => texts.count("pairing-check-all-same", report.rounds.len()),
        _ => texts.fill("pairing-check-some-other", &values),
    }
}

/// Checks the rounds of a file, or says what is wrong with it.
fn check_file(bytes: &[u8], texts: Texts) -> Result<CheckReport, String> {
    let Ok((text, _)) = text_decoding::decode(bytes) else {
        return Err(texts.get("pairing-check-not-text"));
    };
    let tournament = trf::read(&text, Purpose::Check).map_err(|faults| {
        let listed = faults.iter().take(MAX_LISTED_FAULTS).map(ToString::to_string);
        let all = listed.collect::<Vec<_>>().join(" · ");
        texts.one("pairing-check-faults", "faults", all)
    })?;
    if tournament.entrants.len() > MAX_PLAYERS || tournament.played > MAX_ROUNDS {
        let values = [("players", MAX_PLAYERS.to_string()), ("rounds", MAX_ROUNDS.to_string())];
        return Err(texts.fill("pairing-check-too-large", &values));
    }
    if tournament.apart.iter().map(|apart| apart.entrants.len()).sum::<usize>() > MAX_APART {
        return Err(texts.one("pairing-check-many-apart", "count", MAX_APART));
    }
    if tournament.played == 0 {
        return Err(texts.get("pairing-check-no-rounds"));
    }
    Ok(check_rounds(&tournament, texts))
}

fn check_rounds(tournament: &Tournament, texts: Texts) -> CheckReport {
    let (began, mut rounds, mut explained) = (Instant::now(), Vec::new(), 0);
    for round in 0..tournament.played {
        if began.elapsed() > MAX_TIME {
            break;
        }
        let Some(difference) = check_round(tournament, round) else {
            rounds.push(RoundCheck {
                number: round + 1,
                rows: Vec::new(),
                is_same: true,
                words: None,
            });
            continue;
        };
        let is_explained = explained < MAX_EXPLAINED && began.elapsed() <= MAX_TIME;
        explained += usize::from(is_explained);
        rounds.push(RoundCheck {
            number: round + 1,
            rows: differing_pairs(tournament, &difference),
            is_same: false,
            words: is_explained.then(|| explanation(tournament, &difference, texts)),
        });
    }
    CheckReport {
        name: tournament.name.clone(),
        players: tournament.entrants.len(),
        left: tournament.played - rounds.len(),
        rounds,
    }
}

fn player_name(tournament: &Tournament, entrant: usize) -> String {
    let own = &tournament.entrants[entrant];
    format!("{} {}", own.number, own.name).trim_end().to_owned()
}

/// Why the rules pair a round as they do, and what the published pairing breaks.
fn explanation(tournament: &Tournament, difference: &Difference, texts: Texts) -> RoundText {
    let before = tournament.before_round(difference.round);
    let said = explain(&before, Some(&difference.published));
    let broken = said.is_err().then(|| changes(&before, &difference.published));
    let name = |entrant: usize| player_name(tournament, entrant);
    pairing_text::pairing_text(&said, broken.as_ref(), texts, &name)
}

fn differing_pairs(tournament: &Tournament, difference: &Difference) -> Vec<PairRow> {
    let pairs = |round: &Round| -> Vec<String> {
        let pair = |pair: &Pairing| {
            let [white, black] = [pair.white, pair.black].map(|own| player_name(tournament, own));
            format!("{white} – {black}")
        };
        let bye = round.bye.map(|entrant| format!("{} –", player_name(tournament, entrant)));
        round.pairings.iter().map(pair).chain(bye).collect()
    };
    let published = pairs(&difference.published);
    let right = difference.by_the_rules.as_ref().map(pairs).unwrap_or_default();
    let only = |own: &[String], other: &[String]| -> Vec<String> {
        own.iter().filter(|pair| !other.contains(pair)).cloned().collect()
    };
    let (own, other) = (only(&published, &right), only(&right, &published));
    let at = |list: &[String], at: usize| list.get(at).cloned().unwrap_or_default();
    let rows = 0..own.len().max(other.len());
    rows.map(|row| PairRow { published: at(&own, row), by_the_rules: at(&other, row) }).collect()
}
