//! Labels of events and their parts.

use std::fmt::Display;

use adjutant_domain::contest::{Contest, EntrantStatus, PairingWarning, RequestedBye, StageState};
use adjutant_service::contests::{self, entrant_name};
use adjutant_site::i18n::Texts;
use swiss::Color;
use swiss::knockout::Section;
use swiss::series::{GameResult, Side};
use swiss::stage::System;
use swiss::tiebreak::{self, Verdict};

pub fn phase_label(contest: &Contest, texts: Texts) -> String {
    let begun = contest.stages.iter().any(StageState::has_begun);
    if contest.cancelled.is_some() {
        return texts.get("contest-cancelled");
    }
    texts.get(match (contest.is_over, begun, contest.registration_open) {
        (true, ..) => "contest-over",
        (false, true, _) => "contest-under-way",
        (false, false, true) => "contest-open",
        (false, false, false) => "contest-to-come",
    })
}

/// That the event is cancelled, with the reason; empty if it is not.
pub fn cancellation_label(contest: &Contest, texts: Texts) -> String {
    match contest.cancelled.as_deref() {
        None => String::new(),
        Some("") => texts.get("contest-cancelled-words"),
        Some(reason) => texts.one("contest-cancelled-why", "why", reason),
    }
}

pub fn system_label(system: &System, texts: Texts) -> String {
    match system {
        System::Swiss { rounds } => texts.count("contest-swiss", *rounds),
        System::Keizer { rounds, .. } => texts.count("contest-keizer", *rounds),
        System::Arena { minutes, .. } => texts.count("contest-arena", *minutes),
        System::Ladder { .. } => texts.get("contest-ladder"),
        System::RoundRobin { .. } => texts.get("contest-round-robin"),
        System::Knockout { .. } => texts.get("contest-knock-out"),
        System::BoardGroups { .. } => texts.get("contest-board-groups"),
        System::Scheveningen => texts.get("contest-scheveningen"),
    }
}

pub fn standing_label(standing: EntrantStatus, texts: Texts) -> String {
    texts.get(match standing {
        EntrantStatus::Waiting => "contest-waiting",
        EntrantStatus::Active => "contest-in",
        EntrantStatus::Withdrawn | EntrantStatus::Removed => "contest-withdrawn",
    })
}

/// A rating; empty if there is none.
pub fn rating_label(rating: u32) -> String {
    if rating == 0 { String::new() } else { rating.to_string() }
}

/// What is known of somebody, such as club and province.
pub fn joined(parts: &[&str]) -> String {
    let known: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    known.join(" · ")
}

/// From one number to another, or the number if they are the same.
pub fn range_label<T: PartialEq + Display>(from: T, to: T) -> String {
    if from == to { from.to_string() } else { format!("{from}–{to}") }
}

/// A result as on score sheets; a plus is a win by forfeit.
pub const fn result_mark(result: GameResult) -> &'static str {
    match result {
        GameResult::Won(Side::First) => "1–0",
        GameResult::Won(Side::Second) => "0–1",
        GameResult::Drawn => "½–½",
        GameResult::Default { absent: Side::Second } => "+ −",
        GameResult::Default { absent: Side::First } => "− +",
        GameResult::BothAbsent => "− −",
    }
}

pub fn result_marks(games: &[GameResult]) -> String {
    games.iter().map(|game| result_mark(*game)).collect::<Vec<_>>().join(", ")
}

/// The section of a knockout; empty for the main one.
pub fn section_label(section: Option<Section>, texts: Texts) -> String {
    match section {
        None | Some(Section::Main) => String::new(),
        Some(Section::ThirdPlace) => texts.get("contest-third-place"),
        Some(Section::Placement(best)) => texts.one("contest-placement", "place", best),
        Some(Section::Losers) => texts.get("contest-losers"),
        Some(Section::GrandFinal) => texts.get("contest-grand-final"),
        Some(Section::Reset) => texts.get("contest-reset"),
    }
}

/// The name of a group, from 0: a letter, or a number beyond Z.
pub fn group_label(number: usize, texts: Texts) -> String {
    let letter = u8::try_from(number).ok().filter(|number| *number < 26);
    let name = letter.map_or_else(|| (number + 1).to_string(), |n| char::from(b'A' + n).into());
    texts.one("contest-group", "name", name)
}

/// What a tie-break counts; empty for an unknown code.
pub fn tie_break_label(code: &str, texts: Texts) -> String {
    let (code, modifiers) = code.split_once('/').unwrap_or((code, ""));
    // Columns and points of the Keizer system and of arenas, which are no tie-breaks.
    match code {
        code if code == contests::KEIZER_COLUMNS[0] => return texts.get("keizer-value"),
        code if code == contests::KEIZER_COLUMNS[1] => return texts.get("keizer-game-score"),
        code if code == contests::ARENA_COLUMNS[0] => return texts.get("arena-games"),
        code if code == contests::ARENA_COLUMNS[1] => return texts.get("arena-wins"),
        contests::ARENA_POINTS => return texts.get("arena-points"),
        contests::KEIZER_POINTS => return texts.get("keizer-points"),
        _ => {}
    }
    if !tiebreak::codes().any(|known| known == code) {
        return String::new();
    }
    let own = texts.get(&format!("tie-break-{}", code.to_ascii_lowercase()));
    // Progressive scores leave out the first rounds, whatever they are.
    let cuts = modifiers.split('/').filter(|_| code != "PS");
    let cuts = cuts.filter_map(|modifier| cut_label(modifier, texts));
    std::iter::once(own).chain(cuts).collect::<Vec<_>>().join(" ")
}

/// What a modifier of a tie-break leaves out, such as `C1` (C.07, article 14); `None` for one that leaves out nothing.
fn cut_label(modifier: &str, texts: Texts) -> Option<String> {
    let key = match modifier.chars().next()? {
        'C' => "tie-break-cut",
        'M' => "tie-break-median",
        _ => return None,
    };
    Some(texts.count(key, modifier[1..].parse::<u32>().ok()?))
}

/// Why a round does not count in a tie-break; empty if it does.
pub fn verdict_label(verdict: Verdict, texts: Texts) -> String {
    let key = match verdict {
        Verdict::Counts => return String::new(),
        Verdict::CutLowest => "contest-cut-lowest",
        Verdict::CutVoluntary => "contest-cut-voluntary",
        Verdict::CutHighest => "contest-cut-highest",
        Verdict::NotPlayed => "contest-not-played",
        Verdict::BelowLimit => "contest-below-limit",
    };
    let article = verdict.article().map(|article| format!(" (C.07 {article})"));
    texts.get(key) + &article.unwrap_or_default()
}

fn color_label(color: Color, texts: Texts) -> String {
    texts.get(if color == Color::White { "white" } else { "black" })
}

/// The rule that a draft breaks, with names.
pub fn warning_text(contest: &Contest, warning: &PairingWarning, texts: Texts) -> String {
    let name = |id| entrant_name(contest, id);
    let two =
        |key: &str, one, other| texts.fill(key, &[("one", name(one)), ("other", name(other))]);
    match *warning {
        PairingWarning::MetBefore { one, other, round } => texts.fill(
            "warning-met",
            &[("one", name(one)), ("other", name(other)), ("round", (round + 1).to_string())],
        ),
        PairingWarning::SecondBye(one) => texts.one("warning-second-bye", "one", name(one)),
        PairingWarning::ColorThreeTimes(one, side) => texts.fill(
            "warning-third-in-row",
            &[("one", name(one)), ("color", color_label(side, texts))],
        ),
        PairingWarning::ColorImbalance(one, side) => texts
            .fill("warning-too-often", &[("one", name(one)), ("color", color_label(side, texts))]),
        PairingWarning::ProhibitedPair { one, other } => two("warning-kept-apart", one, other),
        PairingWarning::ScoreGap { one, other } => two("warning-far-apart", one, other),
    }
}

pub fn bye_request_label(bye: RequestedBye, texts: Texts) -> String {
    texts.get(match bye {
        RequestedBye::Half => "contest-bye-half",
        RequestedBye::Zero => "contest-bye-zero",
        RequestedBye::Full => "contest-bye-full",
    })
}
