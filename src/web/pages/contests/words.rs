//! An event's parts in the words of its pages.

use crate::contest::{AskedBye, Contest, Standing, Warning};
use crate::web::i18n::Texts;
use swiss::Color;
use swiss::knockout::Section;
use swiss::points::Points;
use swiss::series::{GameResult, Side};
use swiss::stage::System;
use swiss::tiebreak::Verdict;

/// How far an event has come.
pub fn phase(contest: &Contest, texts: Texts) -> String {
    let begun = contest.stages.iter().any(crate::contest::StageState::has_begun);
    texts.get(match (contest.is_over, begun, contest.is_open) {
        (true, ..) => "contest-over",
        (false, true, _) => "contest-under-way",
        (false, false, true) => "contest-open",
        (false, false, false) => "contest-to-come",
    })
}

/// How a stage is played.
pub fn system(system: &System, texts: Texts) -> String {
    match system {
        System::Swiss { rounds } => texts.count("contest-swiss", *rounds),
        System::RoundRobin { .. } => texts.get("contest-round-robin"),
        System::Knockout { .. } => texts.get("contest-knock-out"),
        System::BoardGroups { .. } => texts.get("contest-board-groups"),
        System::Scheveningen => texts.get("contest-scheveningen"),
    }
}

/// Whether somebody takes part.
pub fn standing(standing: Standing, texts: Texts) -> String {
    texts.get(match standing {
        Standing::Waiting => "contest-waiting",
        Standing::In => "contest-in",
        Standing::Withdrawn => "contest-withdrawn",
    })
}

/// Points without a tenth that is none.
pub fn points(points: Points) -> String {
    let text = points.to_string();
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// A result as score sheets have it; a plus is a win by default.
pub const fn mark(result: GameResult) -> &'static str {
    match result {
        GameResult::Won(Side::First) => "1–0",
        GameResult::Won(Side::Second) => "0–1",
        GameResult::Drawn => "½–½",
        GameResult::Default { absent: Side::Second } => "+ −",
        GameResult::Default { absent: Side::First } => "− +",
        GameResult::BothAbsent => "− −",
    }
}

/// The results of a meeting.
pub fn marks(games: &[GameResult]) -> String {
    games.iter().map(|game| mark(*game)).collect::<Vec<_>>().join(", ")
}

/// Which part of a knock-out a meeting is of; empty for the main one.
pub fn section(section: Option<Section>, texts: Texts) -> String {
    match section {
        None | Some(Section::Main) => String::new(),
        Some(Section::ThirdPlace) => texts.get("contest-third-place"),
        Some(Section::Placement(best)) => texts.one("contest-placement", "place", best),
        Some(Section::Losers) => texts.get("contest-losers"),
        Some(Section::GrandFinal) => texts.get("contest-grand-final"),
        Some(Section::Reset) => texts.get("contest-reset"),
    }
}

/// The name of a group, counted from 0: a letter as long as there are some.
pub fn group(number: usize, texts: Texts) -> String {
    let letter = u8::try_from(number).ok().filter(|number| *number < 26);
    let name = letter.map_or_else(|| (number + 1).to_string(), |n| char::from(b'A' + n).into());
    texts.one("contest-group", "name", name)
}

/// What a tie-break counts; empty for one whose code says all that we can.
pub fn tie_break(code: &str, texts: Texts) -> String {
    let key = match code.split('/').next().unwrap_or_default() {
        "DE" | "DEL" => "tie-break-encounter",
        "PO" => "tie-break-play-off",
        "NDW" => "tie-break-no-default",
        "WIN" | "WON" => "tie-break-wins",
        "BPG" | "BWG" => "tie-break-black",
        "PS" => "tie-break-progressive",
        "BH" => "tie-break-buchholz",
        "AOB" | "FB" => "tie-break-buchholz-of",
        "SB" => "tie-break-sonneborn",
        "KS" => "tie-break-koya",
        "ARO" | "APRO" | "APPO" => "tie-break-ratings",
        "TPR" | "PTP" => "tie-break-performance",
        "MPvGP" => "tie-break-other-points",
        "BC" => "tie-break-board-count",
        _ => return String::new(),
    };
    texts.get(key)
}

/// Why a round does not count in a tie-break; empty where it does.
pub fn verdict(verdict: Verdict, texts: Texts) -> String {
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

fn color(color: Color, texts: Texts) -> String {
    texts.get(if color == Color::White { "white" } else { "black" })
}

/// Which rule a draft breaks, and for whom.
pub fn warning(contest: &Contest, warning: &Warning, texts: Texts) -> String {
    let name = |id| contest.entrant(id).map(|one| one.person.name.clone()).unwrap_or_default();
    let two =
        |key: &str, one, other| texts.fill(key, &[("one", name(one)), ("other", name(other))]);
    match *warning {
        Warning::MetBefore { one, other, round } => texts.fill(
            "warning-met",
            &[("one", name(one)), ("other", name(other)), ("round", (round + 1).to_string())],
        ),
        Warning::SecondBye(one) => texts.one("warning-second-bye", "one", name(one)),
        Warning::ThirdInRow(one, side) => {
            texts.fill("warning-third-in-row", &[("one", name(one)), ("color", color(side, texts))])
        }
        Warning::TooOften(one, side) => {
            texts.fill("warning-too-often", &[("one", name(one)), ("color", color(side, texts))])
        }
        Warning::KeptApart { one, other } => two("warning-kept-apart", one, other),
        Warning::FarApart { one, other } => two("warning-far-apart", one, other),
    }
}

/// What a bye is worth that somebody asked for.
pub fn asked_bye(bye: AskedBye, texts: Texts) -> String {
    texts.get(match bye {
        AskedBye::Half => "contest-bye-half",
        AskedBye::Zero => "contest-bye-zero",
        AskedBye::Full => "contest-bye-full",
    })
}
