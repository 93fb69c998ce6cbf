//! Turns a submission into a record: the arbiter replays it and every claim is checked
//! (`NOTATION.md`, "Verdict of the verifier").

use crate::rules::{
    Announcement, Arbiter, ByColor, Color, Deployment, Draft, DraftFault, Ending, Outcome, RuleSet,
    Square, Termination,
};

use super::submission::{Fault, Place, Submission, SubmittedPly};
use super::{Armies, Declaration, Header, JudgedRecord, Ply, PublicFlag, Timeline};

/// Judges a submission by the rules.
///
/// # Errors
/// Returns the first [`Fault`] in reading order: set-ups, plies, then result and termination.
pub fn judge(submission: Submission) -> Result<JudgedRecord, Fault> {
    let armies = deploy(&submission)?;
    let (timeline, end) = replay(&submission, &armies)?;
    let (outcome, termination) = conclude(&submission, end)?;
    let Submission { roster, time_control, annotations, .. } = submission;
    let header = Header { roster, time_control, outcome, termination };
    Ok(JudgedRecord { header, timeline, annotations, armies })
}

/// The first fault of a truncated text, in its set-ups or plies. Its end is not judged because the
/// rest is unknown.
pub fn judge_beginning(submission: &Submission) -> Option<Fault> {
    deploy(submission).and_then(|armies| replay(submission, &armies)).err()
}

fn deploy(submission: &Submission) -> Result<Armies, Fault> {
    let mut armies = Armies::default();
    for color in Color::ALL {
        armies[color] = match &submission.drafts[color] {
            Some(draft) => Some(check_draft(draft, &submission.rules)?),
            None if submission.plies.is_empty() => None,
            None => {
                let message =
                    format!("{color}Setup is missing; a record with plies needs both set-ups");
                return Err(Fault::new(Place::Record, message));
            }
        };
    }
    Ok(armies)
}

fn check_draft(draft: &Draft, rules: &RuleSet) -> Result<Deployment, Fault> {
    draft.check(rules).map_err(|faults| {
        let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
        let message =
            format!("{}'s set-up does not fit {rules}: {}", draft.color(), all.join("; "));
        let at = match faults.first() {
            Some(DraftFault::OutsideZone(square) | DraftFault::Crowded(square)) => {
                text_offset(draft.color(), *square)
            }
            _ => 0,
        };
        Fault::new(Place::Setup(draft.color(), at), message)
    })
}

/// The offset, in characters, of `square` in the notation's set-up.
fn text_offset(color: Color, square: Square) -> usize {
    let depth = square.depth(color) as usize;
    let row = if color == Color::White { 2_usize.saturating_sub(depth) } else { depth };
    row * 10 + square.file() as usize
}

fn replay(submission: &Submission, armies: &Armies) -> Result<(Timeline, Option<Ending>), Fault> {
    let Submission { rules, first, plies, .. } = submission;
    let mut timeline = Timeline {
        rules: *rules,
        first: *first,
        taken: armies.as_ref().map(|army| army.map(|army| army.squares())),
        plies: Vec::with_capacity(plies.len()),
        ending: None,
        declared: Vec::new(),
        flags: public_flags(submission, armies),
    };
    if let (Some(white), Some(black)) = (&armies.white, &armies.black) {
        let mut arbiter = Arbiter::new(rules, ByColor::new(white, black), *first);
        for (number, ply) in (1..).zip(plies) {
            play(&mut arbiter, &mut timeline, number, ply)?;
        }
    }
    let end = timeline.ending;
    Ok((timeline, end))
}

fn play(
    arbiter: &mut Arbiter,
    timeline: &mut Timeline,
    number: u32,
    ply: &SubmittedPly,
) -> Result<(), Fault> {
    let place = Place::Ply(number);
    let said = arbiter.play(ply.mv).map_err(|illegal| {
        Fault::new(place, format!("{} to {} is illegal: {illegal}", ply.mv.from, ply.mv.to))
    })?;
    agree(ply, said).map_err(|message| Fault::new(place, message))?;
    timeline.plies.push(Ply { mv: ply.mv, verdict: said.verdict, clock: ply.clock });
    timeline.ending = said.ending;
    if let Some((challenger, defender)) = said.declared {
        timeline.declared.push(Declaration { ply: number, challenger, defender });
    }
    Ok(())
}

/// Compares what is written with the arbiter's announcement.
fn agree(ply: &SubmittedPly, said: Announcement) -> Result<(), String> {
    let (from, to) = (ply.mv.from, ply.mv.to);
    match (ply.challenge, said.verdict) {
        (Some(true), None) => {
            return Err(format!("{from}x{to} is written as a challenge, but {to} is empty"));
        }
        (Some(false), Some(_)) => {
            return Err(format!(
                "{from}-{to} is written as a plain move, but it challenges the piece on {to}; \
                 write {from}x{to}"
            ));
        }
        _ => {}
    }
    match (ply.verdict, said.verdict) {
        (Some(written), None) => {
            return Err(format!(
                "'{}' is written after {from}-{to}, which is no challenge",
                written.symbol()
            ));
        }
        (Some(written), Some(true_one)) if written != true_one => {
            return Err(format!(
                "the outcome of {from}x{to} is '{}' by the set-ups, not '{}'",
                true_one.symbol(),
                written.symbol()
            ));
        }
        _ => {}
    }
    if ply.ends && said.ending.is_none() {
        return Err(format!("'#' is written, but {from} to {to} does not end the game by rule"));
    }
    Ok(())
}

/// The public Flags: from the start under `open-flag`, otherwise from the ply that `[%flag reveal]`
/// follows.
fn public_flags(submission: &Submission, armies: &Armies) -> ByColor<Option<PublicFlag>> {
    let flag_of = |color: Color| armies[color].as_ref().and_then(Deployment::flag);
    if submission.rules.options().open_flag {
        return ByColor::from_fn(|color| {
            flag_of(color).map(|origin| PublicFlag { since: 0, origin })
        });
    }
    let mut flags = ByColor::<Option<PublicFlag>>::default();
    for (&ply, comment) in &submission.annotations.comments {
        if !comment.contains("[%flag") {
            continue;
        }
        for color in revealing_sides(submission.first, ply, comment) {
            if flags[color].is_none() {
                flags[color] = flag_of(color).map(|origin| PublicFlag { since: ply, origin });
            }
        }
    }
    flags
}

fn revealing_sides(first: Color, ply: u32, comment: &str) -> Vec<Color> {
    let mover = if ply % 2 == 1 { first } else { first.opponent() };
    let mut sides = Vec::new();
    for part in comment.split("[%flag reveal").skip(1) {
        let Some((argument, _)) = part.split_once(']') else { continue };
        match argument.trim() {
            "" if ply > 0 => sides.push(mover),
            name => sides.extend(Color::parse(name)),
        }
    }
    sides
}

fn conclude(
    submission: &Submission,
    end: Option<Ending>,
) -> Result<(Option<Outcome>, Termination), Fault> {
    match end {
        Some(end) => conclude_by_rule(submission, end),
        None => conclude_otherwise(submission),
    }
}

fn conclude_by_rule(
    submission: &Submission,
    end: Ending,
) -> Result<(Option<Outcome>, Termination), Fault> {
    let outcome = Some(end.outcome());
    if let Some(stated) = submission.outcome.filter(|stated| *stated != outcome) {
        let message = format!(
            "the result is {}, but the last ply gives {} ({})",
            result_text(stated),
            end.outcome().notation(),
            end.termination.name()
        );
        return Err(Fault::new(Place::Result, message));
    }
    if let Some(stated) = submission.termination.filter(|stated| *stated != end.termination) {
        let message = format!(
            "the termination is {}, but the last ply ends the game by {}",
            stated.name(),
            end.termination.name()
        );
        return Err(Fault::new(Place::Termination, message));
    }
    Ok((outcome, end.termination))
}

fn conclude_otherwise(submission: &Submission) -> Result<(Option<Outcome>, Termination), Fault> {
    let termination = termination_without_end(submission)?;
    if termination.is_by_rule() {
        let message =
            format!("the termination is {}, but no ply ends the game by rule", termination.name());
        return Err(Fault::new(Place::Termination, message));
    }
    if termination == Termination::Default && !submission.plies.is_empty() {
        let message = "a default has no plies; a game that was begun ends another way";
        return Err(Fault::new(Place::Termination, message));
    }
    let outcome = outcome_without_end(submission, termination)?;
    if !termination.allows(outcome) {
        let message = format!(
            "the result {} does not fit the termination {}",
            result_text(outcome),
            termination.name()
        );
        return Err(Fault::new(Place::Result, message));
    }
    Ok((outcome, termination))
}

/// The stated termination, or the only possible one for `*`.
fn termination_without_end(submission: &Submission) -> Result<Termination, Fault> {
    match (submission.termination, submission.outcome) {
        (Some(stated), _) => Ok(stated),
        (None, Some(None)) => Ok(Termination::Unterminated),
        (None, None) => Err(Fault::new(
            Place::Record,
            "neither Result nor Termination is given, and the plies do not end the game by rule: \
             add both (\"*\" and unterminated for a game that is not over)",
        )),
        (None, Some(Some(outcome))) => Err(Fault::new(
            Place::Result,
            format!(
                "the result is {}, but the plies do not end the game by rule: add a Termination \
                 (resignation, agreement, time, default or adjudication)",
                outcome.notation()
            ),
        )),
    }
}

/// The stated result, or the only one that the termination allows.
fn outcome_without_end(
    submission: &Submission,
    termination: Termination,
) -> Result<Option<Outcome>, Fault> {
    match (submission.outcome, termination) {
        (Some(stated), _) => Ok(stated),
        (None, Termination::Agreement) => Ok(Some(Outcome::Draw)),
        (None, Termination::Abandoned | Termination::Unterminated) => Ok(None),
        (None, _) => Err(Fault::new(
            Place::Termination,
            format!("the game ended by {}; add a Result", termination.name()),
        )),
    }
}

fn result_text(outcome: Option<Outcome>) -> &'static str {
    outcome.map_or("*", Outcome::notation)
}
