//! Turns a submission into a record: the arbiter replays it and every claim is checked
//! (`NOTATION.md`, "Verdict of the verifier").

use crate::rules::{
    Announcement, Arbiter, ByColor, Color, Deployment, Draft, DraftFault, Ending, RuleSet, Square,
};

use game_record::conclude;

use super::{
    Armies, Declaration, Fault, Header, JudgedRecord, Place, Ply, PublicFlag, Submission, Terms,
    Timeline, Written, WrittenPly,
};

/// Judges a submission by the rules.
///
/// # Errors
/// Returns the first [`Fault`] in reading order: set-ups, plies, then result and termination.
pub fn judge(submission: Submission) -> Result<JudgedRecord, Fault> {
    let armies = deploy(&submission)?;
    let (timeline, end) = replay(&submission, &armies)?;
    let end = end.map(|end| (end.outcome(), end.termination));
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
        armies[color] = match &submission.terms.drafts[color] {
            Some(draft) => Some(check_draft(draft, &submission.terms.rules)?),
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
    let Submission { terms: Terms { rules, first, .. }, plies, .. } = submission;
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
    Written { ply, clock }: &Written<WrittenPly>,
) -> Result<(), Fault> {
    let place = Place::Ply(number);
    let said = arbiter.play(ply.mv).map_err(|illegal| {
        Fault::new(place, format!("{} to {} is illegal: {illegal}", ply.mv.from, ply.mv.to))
    })?;
    agree(ply, said).map_err(|message| Fault::new(place, message))?;
    timeline.plies.push(Ply { mv: ply.mv, verdict: said.verdict, clock: *clock });
    timeline.ending = said.ending;
    if let Some((challenger, defender)) = said.declared {
        timeline.declared.push(Declaration { ply: number, challenger, defender });
    }
    Ok(())
}

/// Compares what is written with the arbiter's announcement.
fn agree(ply: &WrittenPly, said: Announcement) -> Result<(), String> {
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
    if submission.terms.rules.options().open_flag {
        return ByColor::from_fn(|color| {
            flag_of(color).map(|origin| PublicFlag { since: 0, origin })
        });
    }
    let mut flags = ByColor::<Option<PublicFlag>>::default();
    for (&ply, comment) in &submission.annotations.comments {
        if !comment.contains("[%flag") {
            continue;
        }
        for color in revealing_sides(submission.terms.first, ply, comment) {
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
