//! Rounds at the desk: starting stages; pairing, reviewing, changing, publishing and undoing
//! rounds.

use actix_web::web::Path;
use adjutant_domain::search::name_order;
use serde_json::{Map, Value};

use adjutant_domain::contest::{
    Contest, EntrantId, EntrantStatus, MAX_PROHIBITED_ROUNDS, ProhibitedGroup, Round,
};
use adjutant_domain::moment::MINUTE;
use adjutant_service::access::Act;
use adjutant_service::contests::{
    ContestCommand, MeetingLine, RoundBoard, RoundCommand, StageBoard, authorize, entrant_name,
    execute, load_contest, no_spot, unconfirmed, unknown_entrant_name,
};
use adjutant_service::{App, Error};
use adjutant_site::forms::{FormSchema, SubmittedForm};
use adjutant_site::moment_text::MomentText;
use adjutant_site::prelude::*;
use swiss::knockout::{MatchId, State};
use swiss::stage::{Source, System};

use super::alteration::alteration_address;
use super::bracket_drawing::capitalized;
use super::desk::{DeskData, run_and_redirect, unknown_event};
use super::desk_ladder::{LadderPart, ladder_part};
use super::next_step::{NextStep, next_step};
use super::prizes::find_entrant;
use super::round_views::{self, RoundView};
use super::{address, explanations, labels, with_query};

pub struct EntrantChoice {
    pub number: u32,
    pub name: String,
}

/// A round with the available actions.
pub struct RoundCard {
    pub view: RoundView,
    /// The fingerprint of the draft.
    pub seen: String,
    pub by_hand: bool,
    pub warnings: Vec<String>,
    /// Only the last round can be undone.
    pub is_last: bool,
    pub has_results: bool,
    pub results: String,
    pub print: String,
    pub slips: String,
    /// The address where the published pairings are changed by hand; empty if they cannot be.
    pub alter: String,
    /// The address of the pairing's explanation; empty for other systems than Swiss.
    pub why: String,
    pub sides: [String; 2],
    /// Whether its line-ups are hidden.
    pub is_sealed: bool,
    /// Teams whose line-up can be entered: table and number, and name.
    pub teams: Vec<(String, String)>,
}

pub struct RoundsPart {
    pub may: bool,
    pub name: String,
    pub system: String,
    pub has_begun: bool,
    pub is_swiss: bool,
    pub may_restore: bool,
    /// Whether the start of the stage can be undone.
    pub may_take_begin_back: bool,
    /// Whether published rounds would be undone with it.
    pub is_published: bool,
    /// Whether the next round can probably be paired.
    pub may_pair: bool,
    /// Whether there is a round in which somebody could have a bye.
    pub has_round_left: bool,
    /// Whether it pairs by itself, so that the button is only for what remains.
    pub pairs_itself: bool,
    /// Whether there is a draft, which would be paired again, and whether that discards manual
    /// changes.
    pub is_drafted: bool,
    /// The button that starts matches of a knock-out; empty if none is ready.
    pub start_matches: String,
    pub is_by_hand: bool,
    /// The arena, if the stage is one that pairs.
    pub arena: Option<ArenaPart>,
    /// The ladder, if the stage is one that takes challenges.
    pub ladder: Option<LadderPart>,
    /// Whether colors of the first round are drawn by lot.
    pub has_lot: bool,
    /// The number of published rounds of the total; empty for a ladder, which has none.
    pub progress: String,
    pub next_step: Option<NextStep>,
    /// Newest first.
    pub cards: Vec<RoundCard>,
    /// Entrants in the draft, to swap two of them.
    pub seated: Vec<EntrantChoice>,
    /// Late entrants who may join.
    pub late: Vec<EntrantChoice>,
    /// Who is missing in the draft of a Swiss or Keizer stage for want of a check-in.
    pub left_out: Vec<EntrantChoice>,
    pub check_in: String,
    /// Active entrants of the stage.
    pub inside: Vec<EntrantChoice>,
    /// Entrants kept apart, a group per line.
    pub apart: String,
    pub bye: ByeRequestForm,
    /// What is announced now, by number.
    pub announcements: Vec<(u32, String)>,
    /// A refused announcement.
    pub announcement: String,
}

/// An arena in progress.
pub struct ArenaPart {
    pub until: MomentText,
    /// Minutes until it ends, as they are set.
    pub minutes: i64,
    /// Who could take a break, and who does.
    pub playing: Vec<EntrantChoice>,
    pub paused: Vec<EntrantChoice>,
}

fn arena_part(desk: &DeskData, at: usize, texts: Texts) -> Option<ArenaPart> {
    let contest = &desk.board.loaded.contest;
    let arena = desk.board.stages[at].arena.as_ref().filter(|arena| arena.is_running)?;
    let (ends, state) = (arena.ends?, &contest.stages[at]);
    let zone = &contest.settings.timetable.time_zone;
    let is_active = |id: &EntrantId| {
        contest.entrant(*id).is_some_and(|one| one.status == EntrantStatus::Active)
    };
    let (paused, playing): (Vec<EntrantId>, Vec<EntrantId>) =
        state.entrants().filter(is_active).partition(|id| state.arena.paused.contains(id));
    let choices = |all: Vec<EntrantId>| {
        sorted_by_name(all.into_iter().map(|id| EntrantChoice::new(contest, id)).collect())
    };
    Some(ArenaPart {
        until: MomentText::in_zone(texts, ends, zone)
            .within(|at| texts.one("arena-until", "at", at)),
        minutes: ((ends - now_micros()) / MINUTE + 1).max(1),
        playing: choices(playing),
        paused: choices(paused),
    })
}

pub struct ByeRequestForm {
    /// The entrant; 0 for none.
    pub entrant: u32,
    /// As typed, otherwise the next round, from 1.
    pub round: String,
    /// Key, label and whether it is selected, for each kind.
    pub kinds: Vec<(&'static str, String, bool)>,
    pub is_refused: bool,
}

/// Builds the form for a bye, with refused input.
fn bye_form(sent: Option<&SubmittedForm>, next: usize, texts: Texts) -> ByeRequestForm {
    let sent = sent.filter(|sent| sent.text("do") == "bye");
    let kind = sent.map_or("half", |sent| sent.text("bye"));
    let kinds = [
        ("half", "contest-bye-half"),
        ("zero", "contest-bye-zero"),
        ("full", "contest-bye-full"),
        ("none", "contest-bye-none"),
    ];
    ByeRequestForm {
        entrant: sent.and_then(|sent| sent.text("entrant").parse().ok()).unwrap_or_default(),
        round: sent.map_or_else(|| next.to_string(), |sent| sent.text("round").to_owned()),
        kinds: kinds.map(|(key, words)| (key, texts.get(words), key == kind)).to_vec(),
        is_refused: sent.is_some(),
    }
}

impl EntrantChoice {
    pub fn new(contest: &Contest, id: EntrantId) -> EntrantChoice {
        EntrantChoice { number: id.0, name: entrant_name(contest, id) }
    }
}

/// Whether officials can change anything in published rounds of a stage.
fn can_be_altered(contest: &Contest, stage: usize) -> bool {
    let system = contest.settings.plan.stages.get(stage).map(|stage| stage.system);
    let has_teams = contest.settings.team_boards().is_some();
    let is_fixed = matches!(system, Some(System::RoundRobin { .. })) && has_teams;
    !contest.is_over
        && !is_fixed
        && matches!(
            system,
            Some(System::Swiss { .. } | System::Keizer { .. } | System::RoundRobin { .. })
        )
}

fn sorted_by_name(mut all: Vec<EntrantChoice>) -> Vec<EntrantChoice> {
    all.sort_by_cached_key(|one| name_order(&one.name));
    all
}

/// Whether line-ups of a round are hidden.
fn has_hidden_line_ups(round: &RoundBoard) -> bool {
    let mut matches = round.meetings.iter().filter_map(|line| line.team.as_ref());
    round.published && matches.any(|team| !team.is_released)
}

/// The teams of a round, each with its table.
fn teams_by_table(round: &RoundBoard) -> Vec<(String, String)> {
    let matches = round.meetings.iter().filter(|line| line.team.is_some());
    let side = |line: &MeetingLine, at: usize| {
        (format!("{}.{}", line.table, line.sides[at].0), line.names[at].clone())
    };
    matches.flat_map(|line| [side(line, 0), side(line, 1)]).collect()
}

fn card(
    desk: &DeskData,
    at: usize,
    stage: &StageBoard,
    round: &RoundBoard,
    texts: Texts,
) -> RoundCard {
    let (slug, contest) = (&desk.board.loaded.row.slug, &desk.board.loaded.contest);
    let of = [("stage", (at + 1).to_string()), ("round", round.number.to_string())];
    let results = [&[("part", "results".to_owned())], &of[..]].concat();
    RoundCard {
        view: round_views::round_view(stage, round, "", texts),
        seen: round.draft.clone().unwrap_or_default(),
        by_hand: round.by_hand,
        warnings: round
            .warnings
            .iter()
            .map(|one| labels::warning_text(contest, one, texts))
            .collect(),
        is_last: stage.rounds.last().is_some_and(|last| last.number == round.number),
        has_results: round.meetings.iter().any(|line| !line.games.is_empty()),
        results: with_query(&address(slug, "run"), &results),
        print: with_query(&address(slug, "print/pairings"), &of),
        slips: with_query(&address(slug, "print/slips"), &of),
        alter: match desk.rights.rounds && round.published && can_be_altered(contest, at) {
            true => alteration_address(slug, at + 1, round.number),
            false => String::new(),
        },
        why: explanations::explanation_url(slug, at, stage, round.number),
        sides: round_views::side_headings(stage, texts),
        is_sealed: has_hidden_line_ups(round),
        teams: if round.published && !round.is_over { teams_by_table(round) } else { Vec::new() },
    }
}

/// Whether a Swiss or Keizer stage, an arena or a ladder began without this entrant, who may join it.
pub fn is_late_entrant(contest: &Contest, stage: usize, id: EntrantId) -> bool {
    let (plan, state) = (&contest.settings.plan.stages[stage], &contest.stages[stage]);
    let is_open =
        plan.system.grows() || matches!(plan.system, System::Swiss { .. } | System::Keizer { .. });
    let takes = is_open && plan.sources.contains(&Source::Registration);
    takes && state.has_begun() && !state.entrants().any(|own| own == id)
}

/// How many rounds a stage has, as far as it is known: of a knock-out those in which somebody plays.
fn planned_rounds(contest: &Contest, at: usize) -> Option<usize> {
    let of_knockout = || {
        let (knockout, progress) = (contest.knockout(at)?, contest.knockout_progress(at)?);
        let is_played = |of: &MatchId| {
            let state = progress.matches[of.0].state;
            !matches!(state, State::PassedThrough(_) | State::Empty | State::NotNeeded)
        };
        Some(knockout.rounds().iter().filter(|round| round.iter().any(is_played)).count())
    };
    contest.round_count(at).or_else(of_knockout)
}

pub fn rounds_part(
    desk: &DeskData,
    at: usize,
    sent: Option<&SubmittedForm>,
    texts: Texts,
) -> RoundsPart {
    let contest = &desk.board.loaded.contest;
    let (stage, state) = (&desk.board.stages[at], &contest.stages[at]);
    let is_swiss = matches!(stage.system, System::Swiss { .. } | System::Keizer { .. });
    let draft = state.rounds.last().filter(|round| !round.published);
    let seated = draft.filter(|_| is_swiss).map_or_else(Vec::new, |round| {
        let sides = round.meetings.iter().flat_map(|meeting| meeting.sides);
        sides.chain(round.byes.iter().copied()).map(|id| EntrantChoice::new(contest, id)).collect()
    });
    let late = contest.numbered_entrants().filter(|(id, one)| {
        one.status == EntrantStatus::Active && is_late_entrant(contest, at, *id)
    });
    let published = state.rounds.iter().filter(|round| round.published).count();
    let has_round_left = contest.has_round_left(at);
    let values = [
        ("count", published.to_string()),
        ("of", planned_rounds(contest, at).map_or_else(|| "–".to_owned(), |all| all.to_string())),
    ];
    let is_ladder = matches!(stage.system, System::Ladder { .. });
    RoundsPart {
        may: desk.rights.rounds && !contest.is_over,
        name: stage.name.clone(),
        system: capitalized(&labels::system_label(&stage.system, texts)),
        has_begun: stage.has_begun,
        is_swiss,
        may_restore: stage.can_restore,
        may_take_begin_back: contest.take_back_stage_start(at, true).is_ok(),
        is_published: published > 0,
        // Arenas and ladders get their games by themselves once their round is published.
        may_pair: stage.has_begun
            && !stage.is_over
            && has_round_left
            && !(stage.system.grows() && published > 0),
        has_round_left,
        pairs_itself: contest.settings.continuous_knockout && stage.is_knockout() && published > 0,
        next_step: next_step(desk, at, texts),
        arena: arena_part(desk, at, texts),
        ladder: ladder_part(desk, at, texts),
        is_drafted: draft.is_some(),
        start_matches: match contest.ready_match_count(at) {
            0 => String::new(),
            count => texts.count("contest-start-matches", count),
        },
        is_by_hand: draft.is_some_and(|round| round.is_manual),
        has_lot: !is_ladder,
        progress: match is_ladder {
            true => String::new(),
            false => texts.fill("contest-progress", &values),
        },
        cards: stage.rounds.iter().rev().map(|one| card(desk, at, stage, one, texts)).collect(),
        seated: sorted_by_name(seated),
        late: sorted_by_name(late.map(|(id, _)| EntrantChoice::new(contest, id)).collect()),
        left_out: match is_swiss {
            true => {
                let ids = contest.left_out_of_draft(at).into_iter();
                sorted_by_name(ids.map(|id| EntrantChoice::new(contest, id)).collect())
            }
            false => Vec::new(),
        },
        check_in: with_query(
            &address(&desk.board.loaded.row.slug, "run"),
            &[("part", "people".to_owned())],
        ),
        inside: sorted_by_name(
            state.entrants().map(|id| EntrantChoice::new(contest, id)).collect(),
        ),
        apart: match sent.filter(|sent| sent.text("do") == "apart") {
            Some(sent) => sent.raw("lines").to_owned(),
            None => kept_apart_lines(contest),
        },
        bye: bye_form(sent, published + 1, texts),
        announcements: contest.announcements.clone().into_iter().collect(),
        announcement: sent
            .filter(|sent| sent.text("do") == "announce")
            .map(|sent| sent.text("text").to_owned())
            .unwrap_or_default(),
    }
}

/// The fields of forms about rounds: the members of [`RoundCommand`], and those of the form itself.
const ROUND_FIELDS: &[&str] = &[
    "do",
    "stage",
    "round",
    "table",
    "white",
    "entrant",
    "with",
    "bye",
    "draft",
    "results_too",
    "rounds_too",
    "players",
    "text",
    "announcement",
    "number",
    "minutes",
    "answer",
    "lines",
    "sure",
];

fn rounds_command(sent: &SubmittedForm) -> Result<RoundCommand, Error> {
    // What is no number, or none from 1, names nothing that exists and is refused as such.
    let number = |text: &str| text.trim().parse::<u32>().unwrap_or(u32::MAX);
    let ordinal = |text: &str| match number(text) {
        0 => u32::MAX,
        number => number,
    };
    let member = |name: &str, text: &str| match name {
        "stage" | "round" | "table" => Value::from(ordinal(text)),
        "entrant" | "with" | "announcement" | "number" | "minutes" => Value::from(number(text)),
        "white" => Value::from(text == "true"),
        "results_too" | "rounds_too" => Value::from(true),
        "players" => {
            let places = text.split([' ', ',', ';']).filter(|part| !part.is_empty());
            places.map(ordinal).collect()
        }
        _ => Value::from(text),
    };
    let named =
        ROUND_FIELDS.iter().filter(|name| sent.has(name) && !["lines", "sure"].contains(name));
    let mut members: Map<String, Value> =
        named.map(|name| ((*name).to_owned(), member(name, sent.text(name)))).collect();
    // One of the teams of a round is chosen with its table.
    if let Some((table, team)) = sent.text("entrant").split_once('.') {
        members.insert("table".to_owned(), ordinal(table).into());
        members.insert("entrant".to_owned(), number(team).into());
    }
    // A form of ours tells which draft it has shown.
    if sent.text("do") == "publish" {
        members.entry("draft").or_insert_with(|| Value::from(""));
    }
    serde_json::from_value(Value::Object(members)).map_err(|_| no_spot())
}

fn discarded_draft<'a>(contest: &'a Contest, command: &RoundCommand) -> Option<&'a Round> {
    let (RoundCommand::Pair { stage } | RoundCommand::TakeBack { stage, .. }) = command else {
        return None;
    };
    contest.stages.get(*stage)?.rounds.last().filter(|round| !round.published)
}

/// The message when it is done.
const fn done_key(command: &RoundCommand) -> &'static str {
    match command {
        RoundCommand::Begin { .. } => "done-contest-begun",
        RoundCommand::Pair { .. } => "done-contest-paired",
        RoundCommand::StartMatches { .. } => "done-contest-matches",
        RoundCommand::Pause { .. } => "done-contest-paused-one",
        RoundCommand::Resume { .. } => "done-contest-resumed-one",
        RoundCommand::EndArena { .. } => "done-contest-arena-ended",
        RoundCommand::SetArenaEnd { .. } => "done-contest-arena-clock",
        RoundCommand::Challenge { .. } => "done-contest-challenge",
        RoundCommand::AnswerChallenge { .. } => "done-contest-challenge-answered",
        RoundCommand::EndLadder { .. } => "done-contest-ladder-ended",
        RoundCommand::Publish { .. } => "done-contest-published",
        RoundCommand::Alter { .. } => "done-contest-altered",
        RoundCommand::TakeBack { .. } => "done-contest-taken-back",
        RoundCommand::TakeBackBegin { .. } => "done-contest-begin-taken-back",
        RoundCommand::Restore { .. } => "done-contest-restored",
        RoundCommand::Announce { .. } => "done-contest-announced",
        RoundCommand::TakeDown { .. } => "done-contest-taken-down",
        RoundCommand::LineUp { .. } | RoundCommand::Release { .. } => "done-contest-line-ups",
        RoundCommand::Number { .. } | RoundCommand::NumberByRating { .. } => {
            "done-contest-numbered"
        }
        RoundCommand::Exchange { .. }
        | RoundCommand::Join { .. }
        | RoundCommand::Bye { .. }
        | RoundCommand::KeepApart { .. }
        | RoundCommand::PlayAgain { .. } => "done-contest-rounds",
    }
}

/// Starts stages, pairs and publishes.
pub async fn submit(visit: RequestContext, path: Path<String>, post: Post) -> PageResult {
    let sent = post.read_fields(&visit, FormSchema::new(ROUND_FIELDS)).await?;
    let slug = path.into_inner();
    if sent.text("do") == "apart" {
        return run_and_redirect(&visit, slug, "rounds", sent, keep_apart).await;
    }
    let command = rounds_command(&sent).map_err(|e| unknown_event(&visit, &slug, e))?;
    run_and_redirect(&visit, slug, "rounds", sent, move |app, visit, slug, sent| {
        // Without permission nothing about drafts is revealed.
        authorize(app, visit.actor(), Act::ManagePairings, slug)?;
        let known = load_contest(app, slug)?;
        let draft = discarded_draft(&known.contest, &command);
        if draft.is_some_and(|draft| draft.is_manual) && !sent.is_checked("sure") {
            return Err(unconfirmed(visit.texts().text("contest-by-hand-sure")));
        }
        let done = match command {
            RoundCommand::Pair { .. } if draft.is_some() => "done-contest-paired-anew",
            RoundCommand::Begin { stage, .. } if known.contest.is_ladder(stage) => {
                "done-contest-ladder-begun"
            }
            _ => done_key(&command),
        };
        execute(app, visit.actor(), slug, &ContestCommand::Round(command), now_micros())?;
        Ok(done)
    })
    .await
}

/// Keeps people apart by name.
fn keep_apart(
    app: &App,
    visit: &RequestContext,
    slug: &str,
    sent: &SubmittedForm,
) -> Result<&'static str, Error> {
    // Without permission nothing about entrants is revealed.
    authorize(app, visit.actor(), Act::ManagePairings, slug)?;
    let command = kept_apart_command(&load_contest(app, slug)?.contest, sent.raw("lines"))?;
    execute(app, visit.actor(), slug, &command, now_micros())?;
    Ok("done-contest-rounds")
}

/// Entrants kept apart, a group per line, for the form.
fn kept_apart_lines(contest: &Contest) -> String {
    let line = |group: &ProhibitedGroup| {
        let names = group.entrants.iter().map(|id| entrant_name(contest, *id));
        let names = names.collect::<Vec<_>>().join("; ");
        match group.rounds {
            None => names,
            Some(rounds) => format!("{rounds}: {names}"),
        }
    };
    contest.prohibited.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The number of rounds before a colon at the beginning of a line, and the rest.
fn split_round_prefix(line: &str) -> Option<(usize, &str)> {
    let (rounds, names) = line.split_once(':')?;
    let rounds = rounds.trim().parse().ok()?;
    (1..=MAX_PROHIBITED_ROUNDS).contains(&rounds).then_some((rounds, names))
}

/// Reads groups of names or numbers, one per line; a number and a colon before them limits the
/// group to that many first rounds.
fn kept_apart_command(contest: &Contest, lines: &str) -> Result<ContestCommand, Error> {
    let group = |line: &str| {
        let (rounds, names) = match split_round_prefix(line) {
            Some((rounds, names)) => (Some(rounds), names),
            None => (None, line),
        };
        let parts = names.split([';', '\t']).map(str::trim).filter(|part| !part.is_empty());
        let all =
            parts.map(|text| find_entrant(contest, text).ok_or_else(|| unknown_entrant_name(text)));
        all.collect::<Result<Vec<EntrantId>, Error>>()
            .map(|entrants| ProhibitedGroup { entrants, rounds })
    };
    let lines = lines.lines().filter(|line| !line.trim().is_empty());
    let groups = lines.map(group).collect::<Result<_, _>>()?;
    Ok(ContestCommand::Round(RoundCommand::KeepApart { groups }))
}
