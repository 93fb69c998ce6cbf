//! Rounds at the desk: starting stages; pairing, reviewing, changing, publishing and undoing
//! rounds.

use crate::web::forms;
use crate::web::i18n::Texts;
use adjutant_domain::contest::{Contest, EntrantId, EntrantStatus};
use adjutant_service::contests::{MeetingLine, RoundBoard, StageBoard};
use swiss::stage::{Source, System};

use super::desk::DeskData;
use super::desk_settings;
use super::round_views::{self, RoundView};
use super::{address, labels, pairing_explanation, with_query};

/// A selectable entrant.
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
    /// The address of the pairing's explanation; empty for other systems than Swiss.
    pub why: String,
    pub sides: [String; 2],
    /// Whether its line-ups are hidden.
    pub is_sealed: bool,
    /// Teams whose line-up can be entered: table and number, and name.
    pub teams: Vec<(String, String)>,
}

/// The rounds of a stage.
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
    /// Whether there is a draft, which would be paired again, and whether that discards manual
    /// changes.
    pub is_drafted: bool,
    pub is_by_hand: bool,
    /// The number of published rounds of the total.
    pub progress: String,
    /// Newest first.
    pub cards: Vec<RoundCard>,
    /// Entrants in the draft, to swap two of them.
    pub seated: Vec<EntrantChoice>,
    /// Late entrants who may join.
    pub late: Vec<EntrantChoice>,
    /// Active entrants of the stage.
    pub inside: Vec<EntrantChoice>,
    /// Entrants kept apart, a group per line.
    pub apart: String,
    pub bye: ByeRequestForm,
}

/// The form for a requested bye.
pub struct ByeRequestForm {
    /// The entrant; 0 for none.
    pub entrant: u32,
    /// As typed, otherwise the next round, from 1.
    pub round: String,
    /// Key, label and whether it is selected, for each kind.
    pub kinds: Vec<(&'static str, String, bool)>,
    /// Whether it was refused.
    pub is_refused: bool,
}

/// Builds the form for a bye, with refused input.
fn bye_form(sent: Option<&forms::SubmittedForm>, next: usize, texts: Texts) -> ByeRequestForm {
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

fn entrant_choice(contest: &Contest, id: EntrantId) -> EntrantChoice {
    let name = contest.entrant(id).map(|one| one.person.name.clone()).unwrap_or_default();
    EntrantChoice { number: id.0, name }
}

fn sorted_by_name(mut all: Vec<EntrantChoice>) -> Vec<EntrantChoice> {
    all.sort_by_cached_key(|one| one.name.to_lowercase());
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
        seen: round.draft_fingerprint.map(|print| format!("{print:016x}")).unwrap_or_default(),
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
        why: pairing_explanation::explanation_url(slug, at, stage, round.number),
        sides: round_views::side_headings(stage, texts),
        is_sealed: has_hidden_line_ups(round),
        teams: if round.published && !round.is_over { teams_by_table(round) } else { Vec::new() },
    }
}

/// Whether a Swiss stage began without this entrant, who may join it.
pub fn is_late_entrant(contest: &Contest, stage: usize, id: EntrantId) -> bool {
    let (plan, state) = (&contest.settings.plan.stages[stage], &contest.stages[stage]);
    let is_swiss = matches!(plan.system, System::Swiss { .. });
    let takes = is_swiss && plan.sources.contains(&Source::Registration);
    takes && state.has_begun() && !state.entrants().any(|own| own == id)
}

/// Builds the rounds of a stage.
pub fn rounds_part(
    desk: &DeskData,
    at: usize,
    sent: Option<&forms::SubmittedForm>,
    texts: Texts,
) -> RoundsPart {
    let contest = &desk.board.loaded.contest;
    let (stage, state) = (&desk.board.stages[at], &contest.stages[at]);
    let is_swiss = matches!(stage.system, System::Swiss { .. });
    let draft = state.rounds.last().filter(|round| !round.published);
    let seated = draft.filter(|_| is_swiss).map_or_else(Vec::new, |round| {
        let sides = round.meetings.iter().flat_map(|meeting| meeting.sides);
        sides.chain(round.byes.iter().copied()).map(|id| entrant_choice(contest, id)).collect()
    });
    let late = contest.numbered_entrants().filter(|(id, one)| {
        one.status == EntrantStatus::Active && is_late_entrant(contest, at, *id)
    });
    let published = state.rounds.iter().filter(|round| round.published).count();
    let values = [
        ("count", published.to_string()),
        ("of", stage.planned.map_or_else(|| "–".to_owned(), |planned| planned.to_string())),
    ];
    RoundsPart {
        may: desk.rights.rounds && !contest.is_over,
        name: stage.name.clone(),
        system: labels::system_label(&stage.system, texts),
        has_begun: stage.has_begun,
        is_swiss,
        may_restore: stage.can_restore,
        may_take_begin_back: contest.take_back_stage_start(at, true).is_ok(),
        is_published: published > 0,
        may_pair: stage.has_begun && !stage.is_over,
        is_drafted: draft.is_some(),
        is_by_hand: draft.is_some_and(|round| round.is_manual),
        progress: texts.fill("contest-progress", &values),
        cards: stage.rounds.iter().rev().map(|one| card(desk, at, stage, one, texts)).collect(),
        seated: sorted_by_name(seated),
        late: sorted_by_name(late.map(|(id, _)| entrant_choice(contest, id)).collect()),
        inside: sorted_by_name(state.entrants().map(|id| entrant_choice(contest, id)).collect()),
        apart: match sent.filter(|sent| sent.text("do") == "apart") {
            Some(sent) => sent.raw("lines").to_owned(),
            None => desk_settings::kept_apart_lines(contest),
        },
        bye: bye_form(sent, published + 1, texts),
    }
}
