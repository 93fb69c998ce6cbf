//! Results at the desk: a round in one form, with a choice for each table.

use actix_web::web::Path;

use adjutant_domain::contest::{Contest, EntrantId, PlayOffTie, ResultEntry, RoundId};
use adjutant_domain::play::State;
use adjutant_service::contests::{
    ContestCommand, MatchLine, MeetingLine, RoundBoard, StageBoard, execute, no_spot,
};
use adjutant_service::{Error, live};
use adjutant_site::forms::{FormSchema, SubmittedForm};
use adjutant_site::html::wants_json;
use adjutant_site::json_block::JsonBlock;
use adjutant_site::prelude::*;
use salpakan::record::parse_short_id;
use swiss::series::{GameResult, Next, Side};

use super::desk::{
    DeskData, DeskQuery, require_confirmation, required_entrant, required_number, run_and_redirect,
    unknown_event,
};
use super::desk_rounds::EntrantChoice;
use super::next_step::{NextStep, next_step};
use super::round_views::{self, GracePeriod, PairingPlayLink};
use super::{labels, result_answers, round_tabs};

const SCHEMA: FormSchema = FormSchema {
    single: &[
        "do", "stage", "round", "table", "game", "why", "winner", "loser", "absent", "play",
        "entrant", "sure",
    ],
    repeated: &["result"],
    files: &[],
};
/// Results by key: 1, 2, 3, ...
pub const RESULT_KEYS: [(&str, GameResult); 6] = [
    ("first", GameResult::Won(Side::First)),
    ("second", GameResult::Won(Side::Second)),
    ("drawn", GameResult::Drawn),
    ("first-absent", GameResult::Default { absent: Side::First }),
    ("second-absent", GameResult::Default { absent: Side::Second }),
    ("both-absent", GameResult::BothAbsent),
];
pub const NO_RESULT: &str = "none";

pub struct ResultChoice {
    /// The table, its players, the recorded and the new result; [`parse_entry`] reads it.
    pub value: String,
    pub label: String,
    pub key: char,
    pub chosen: bool,
}

/// A game whose result is entered or corrected.
pub struct ResultRow {
    /// The row's number on the page.
    pub number: usize,
    /// The game: how the values of its choices begin.
    pub game: String,
    /// The key of the recorded result.
    pub recorded: &'static str,
    pub table: usize,
    /// The section, where there are several; otherwise empty.
    pub section: String,
    pub names: [String; 2],
    /// The game or board number; empty if there is only one.
    pub part: String,
    pub stands: String,
    pub choices: Vec<ResultChoice>,
    pub is_disputed: bool,
    /// Who reported what, if the reports differ; otherwise empty.
    pub said: String,
    pub play: Option<PairingPlayLink>,
    /// Whether its result comes from that game.
    pub is_judged_here: bool,
}

pub struct ResultsPart {
    pub may: bool,
    pub rounds: Vec<NavTab>,
    /// From 1; 0 if no round is published.
    pub number: usize,
    /// The rounds whose results are here.
    pub heading: String,
    /// Whether these are all rounds in play of a knock-out, whichever they are by and by.
    pub follows_play: bool,
    pub rows: Vec<ResultRow>,
    pub open: String,
    pub why: String,
    pub defaults: bool,
    /// Whether line-ups are not released.
    pub is_sealed: bool,
    /// Absences of teams: the form value and its label.
    pub absences: Vec<(String, String)>,
    pub may_pair: bool,
    pub next_step: Option<NextStep>,
    pub grace: Option<GracePeriod>,
    /// Results of stewards that contradict the recorded ones.
    pub contested: Vec<ContestedResultRow>,
    /// Those who are tied at the end of the stage: of each tie, one may win a play-off against another.
    pub ties: Vec<TiedEntrants>,
    /// What the script says.
    pub strings: JsonBlock,
}

/// Tied entrants between whom a play-off decides.
pub struct TiedEntrants {
    pub label: String,
    pub entrants: Vec<EntrantChoice>,
    /// The numbers of winner and loser as chosen.
    pub chosen: [u32; 2],
}

fn tied_entrants(
    contest: &Contest,
    stage: usize,
    sent: Option<&SubmittedForm>,
    texts: Texts,
) -> Vec<TiedEntrants> {
    let tie = |one: PlayOffTie| TiedEntrants {
        label: match one.place {
            Some(place) => texts.one("contest-tied-for", "place", place),
            None => texts.get("contest-tied-across"),
        },
        chosen: chosen_play_off(&one, sent),
        entrants: one.entrants.into_iter().map(|id| EntrantChoice::new(contest, id)).collect(),
    };
    contest.play_off_ties(stage).into_iter().map(tie).collect()
}

/// The winner and the loser that were sent, if they are of this tie, otherwise its first two.
fn chosen_play_off(tie: &PlayOffTie, sent: Option<&SubmittedForm>) -> [u32; 2] {
    let sent = sent.map(|sent| ["winner", "loser"].map(|field| sent.text(field).parse().ok()));
    let is_of_tie = |one: &u32| tie.entrants.contains(&EntrantId(*one));
    if let Some([Some(winner), Some(loser)]) = sent
        && is_of_tie(&winner)
        && is_of_tie(&loser)
    {
        return [winner, loser];
    }
    [0, 1].map(|at| tie.entrants.get(at).map_or(0, |one| one.0))
}

/// A steward's result that contradicts the recorded one.
pub struct ContestedResultRow {
    /// From 0.
    pub round: usize,
    /// The table in its round, from 1.
    pub table: usize,
    /// From 0.
    pub game: usize,
    pub words: String,
}

/// What is contested in all rounds: whoever is at a later round must not overlook it.
fn contested_rows(
    stage: &StageBoard,
    shown: &ShownRounds<'_>,
    texts: Texts,
) -> Vec<ContestedResultRow> {
    let mut lines = Vec::new();
    let all =
        stage.rounds.iter().flat_map(|round| round.meetings.iter().map(move |line| (round, line)));
    for (round, line) in all {
        let is_shown = shown.rounds.iter().any(|one| one.number == round.number);
        let key = if is_shown { "contest-contested" } else { "contest-contested-round" };
        for one in &line.contested {
            let stands = line.games.get(one.game).map_or("–", |one| labels::result_mark(*one));
            let values = [
                ("round", round.number.to_string()),
                ("table", line.shown_table().to_string()),
                ("by", one.by.clone()),
                ("said", labels::result_mark(one.result).to_owned()),
                ("stands", stands.to_owned()),
            ];
            let words = texts.fill(key, &values);
            let (round, table) = (round.number - 1, line.table);
            lines.push(ContestedResultRow { round, table, game: one.game, words });
        }
    }
    lines
}

pub fn result_key(result: Option<GameResult>) -> &'static str {
    RESULT_KEYS.iter().find(|(_, own)| Some(*own) == result).map_or(NO_RESULT, |(key, _)| key)
}

/// The result with this key, which may be no result; `None` for an unknown key.
pub fn parse_result(key: &str) -> Option<Option<GameResult>> {
    let known = RESULT_KEYS.iter().find(|(own, _)| *own == key).map(|(_, result)| Some(*result));
    known.or((key == NO_RESULT).then_some(None))
}

pub fn result_label(key: &str, names: &[String; 2], texts: Texts) -> String {
    match key {
        "first" => texts.one("contest-wins", "name", &names[0]),
        "second" => texts.one("contest-wins", "name", &names[1]),
        "drawn" => texts.get("contest-drawn"),
        "first-absent" => texts.one("contest-absent", "name", &names[0]),
        "second-absent" => texts.one("contest-absent", "name", &names[1]),
        "both-absent" => texts.get("contest-both-absent"),
        _ => texts.get("contest-take-away"),
    }
}

/// The rounds of a stage whose results are entered together.
pub struct ShownRounds<'a> {
    rounds: Vec<&'a RoundBoard>,
    /// Whether values name their round, because in a knock-out several rounds are played at once.
    names_round: bool,
}

impl<'a> ShownRounds<'a> {
    /// The asked round; with it all in play if it is one of them.
    fn of(stage: &'a StageBoard, number: usize) -> ShownRounds<'a> {
        let mut rounds = stage.rounds_in_play();
        if !rounds.iter().any(|round| round.number == number) {
            let is_asked = |round: &&RoundBoard| round.number == number && round.published;
            rounds = stage.rounds.iter().filter(is_asked).collect();
        }
        ShownRounds { rounds, names_round: stage.is_knockout() }
    }

    /// One round alone, which is named elsewhere.
    pub fn single(round: &'a RoundBoard) -> ShownRounds<'a> {
        ShownRounds { rounds: vec![round], names_round: false }
    }

    fn is_of_last(&self, number: usize) -> bool {
        self.rounds.last().is_some_and(|last| last.number == number)
    }

    /// How values of a table begin: the round, if it is named, and the table.
    fn table_key(&self, round: &RoundBoard, line: &MeetingLine) -> String {
        let table = line.table - 1;
        if self.names_round { format!("{}.{table}", round.number - 1) } else { table.to_string() }
    }

    /// How the values of a game's choices begin: its table, itself and its players.
    fn game_key(&self, round: &RoundBoard, line: &MeetingLine, game: usize) -> String {
        let [one, other] = line.sides.map(|side| side.0);
        format!("{}.{game}.{one}.{other}", self.table_key(round, line))
    }

    /// The round, if several are shown, and the game or board.
    fn part(&self, round: &RoundBoard, game: String, texts: Texts) -> String {
        let several = self.rounds.len() > 1;
        let round = several.then(|| texts.one("contest-round", "number", round.number));
        let parts = round.into_iter().chain(Some(game).filter(|game| !game.is_empty()));
        parts.collect::<Vec<_>>().join(", ")
    }
}

/// A value without its round, and that round, or the one of the form.
fn split_round(
    mut parts: Vec<&str>,
    of_form: RoundId,
    named: usize,
) -> Option<(RoundId, Vec<&str>)> {
    if parts.len() != named {
        return Some((of_form, parts));
    }
    let round = parts.remove(0).parse().ok()?;
    Some((RoundId { round, ..of_form }, parts))
}

/// The results to choose from; `removable` if the one that stands can be removed.
fn choices(
    of: &str,
    names: &[String; 2],
    (stands, removable): (Option<GameResult>, bool),
    sent: &[&str],
    texts: Texts,
) -> Vec<ResultChoice> {
    let value = |said: &str| format!("{of}.{}.{said}", result_key(stands));
    let others = RESULT_KEYS.iter().map(|(key, _)| *key).chain(removable.then_some(NO_RESULT));
    let digit = |at: usize| char::from_digit(u32::try_from(at + 1).unwrap_or(0), 10);
    let numbered = others.enumerate().map(|(at, said)| {
        let key = if said == NO_RESULT { '0' } else { digit(at).unwrap_or('0') };
        let value = value(said);
        let label = format!("{key} · {}", result_label(said, names, texts));
        ResultChoice { chosen: sent.contains(&value.as_str()), value, label, key }
    });
    numbered.collect()
}

/// The games of a table that can be entered or corrected: those played, and the next.
fn enterable_games(line: &MeetingLine) -> Vec<usize> {
    let next = match line.next {
        Next::Play { game, .. } => Some(game),
        _ => None,
    };
    (0..line.games.len()).chain(next).collect()
}

fn matches(round: &RoundBoard) -> impl Iterator<Item = (&MeetingLine, &MatchLine)> {
    round.meetings.iter().filter_map(|line| Some((line, line.team.as_ref()?)))
}

fn absence_choices(shown: &ShownRounds<'_>, texts: Texts) -> Vec<(String, String)> {
    let all = shown.rounds.iter().flat_map(|round| matches(round).map(|(line, _)| (*round, line)));
    let open = all.filter(|(_, line)| line.is_open());
    let of = |round: &RoundBoard, line: &MeetingLine| {
        let [one, other] = line.sides.map(|side| side.0);
        let table = shown.table_key(round, line);
        let value = |who: &str| format!("{table}.{one}.{other}.{who}");
        let both =
            format!("{}: {} – {}", texts.get("contest-both-absent"), line.names[0], line.names[1]);
        [
            (value("first"), texts.one("contest-absent", "name", &line.names[0])),
            (value("second"), texts.one("contest-absent", "name", &line.names[1])),
            (value("both"), both),
        ]
    };
    open.flat_map(|(round, line)| of(round, line)).collect()
}

/// Reads a selected absence; `None` for a value that no page of ours sends.
fn parse_absence(text: &str, round: RoundId) -> Option<ContestCommand> {
    let (round, parts) = split_round(text.split('.').collect(), round, 5)?;
    let [table, one, other, who] = parts[..] else { return None };
    let side = |text: &str| text.parse().ok().map(EntrantId);
    let absent = match who {
        "first" => Some(Side::First),
        "second" => Some(Side::Second),
        "both" => None,
        _ => return None,
    };
    let at = round.table(table.parse().ok()?);
    Some(ContestCommand::DefaultMatch { at, sides: [side(one)?, side(other)?], absent })
}

/// The boards of a match with released line-ups, and the tie-break game.
fn push_board_rows(
    shown: &ShownRounds<'_>,
    (round, line, team): (&RoundBoard, &MeetingLine, &MatchLine),
    rows: &mut Vec<ResultRow>,
    sent: &[&str],
    texts: Texts,
) {
    if !team.is_released {
        return;
    }
    let tied = usize::from(team.is_tied);
    for game in 0..team.boards.len() + team.deciders.len() + tied {
        let board = team.boards.get(game);
        let decider = game.checked_sub(team.boards.len()).and_then(|at| team.deciders.get(at));
        let stands = board.map_or_else(|| decider.copied(), |board| board.result);
        let names = board.and_then(|board| board.names.clone());
        let names = names.unwrap_or_else(|| line.names.clone());
        let key = shown.game_key(round, line, game);
        rows.push(ResultRow {
            number: rows.len() + 1,
            choices: choices(&key, &names, (stands, stands.is_some()), sent, texts),
            game: key,
            recorded: result_key(stands),
            table: line.shown_table(),
            section: String::new(),
            part: shown.part(round, texts.one("contest-board", "number", game + 1), texts),
            stands: stands.map(labels::result_mark).unwrap_or_default().into(),
            is_disputed: board.is_some_and(|board| board.is_disputed),
            said: board
                .filter(|board| board.is_disputed)
                .map(|board| reports_label(&board.reports, &names, texts))
                .unwrap_or_default(),
            play: None,
            is_judged_here: false,
            names,
        });
    }
}

/// Who reported what.
fn reports_label(reports: &[Option<GameResult>; 2], names: &[String; 2], texts: Texts) -> String {
    let said = names.iter().zip(reports).filter_map(|(name, report)| {
        let result = result_label(result_key(Some((*report)?)), names, texts);
        Some(texts.fill("contest-reported-by", &[("name", name.clone()), ("result", result)]))
    });
    said.collect::<Vec<_>>().join("; ")
}

/// The games of a meeting of two that can be entered or corrected.
fn push_game_rows(
    shown: &ShownRounds<'_>,
    (round, line): (&RoundBoard, &MeetingLine),
    rows: &mut Vec<ResultRow>,
    sent: &[&str],
    texts: Texts,
) {
    let games = enterable_games(line);
    let is_series = games.len() > 1;
    for game in games {
        let stands = line.games.get(game).copied();
        let play = line.play.filter(|play| play.game == game);
        let of_series =
            if is_series { texts.one("contest-game", "number", game + 1) } else { String::new() };
        // Of several games, the last result is removed first.
        let removable = game + 1 == line.games.len();
        let key = shown.game_key(round, line, game);
        rows.push(ResultRow {
            number: rows.len() + 1,
            choices: choices(&key, &line.names, (stands, removable), sent, texts),
            game: key,
            recorded: result_key(stands),
            table: line.shown_table(),
            section: String::new(),
            names: line.names.clone(),
            part: shown.part(round, of_series, texts),
            stands: stands.map(labels::result_mark).unwrap_or_default().into(),
            is_disputed: line.is_disputed,
            said: if line.is_disputed {
                reports_label(&line.reports, &line.names, texts)
            } else {
                String::new()
            },
            play: play.as_ref().map(PairingPlayLink::new),
            is_judged_here: play.is_some_and(|play| play.state != State::Aborted),
        });
    }
}

pub fn result_rows(shown: &ShownRounds<'_>, sent: &[&str], texts: Texts) -> Vec<ResultRow> {
    let mut rows: Vec<ResultRow> = Vec::new();
    for round in &shown.rounds {
        for line in round.listed_tables() {
            match &line.team {
                Some(team) => {
                    push_board_rows(shown, (round, line, team), &mut rows, sent, texts);
                }
                None => push_game_rows(shown, (round, line), &mut rows, sent, texts),
            }
        }
    }
    rows
}

pub fn results_part(
    desk: &DeskData,
    (at, asked): (usize, &DeskQuery),
    sent: Option<&SubmittedForm>,
    texts: Texts,
) -> ResultsPart {
    let (contest, stage) = (&desk.board.loaded.contest, &desk.board.stages[at]);
    let slug = &desk.board.loaded.row.slug;
    let published = stage.published();
    let number = asked.round.unwrap_or(published).min(published);
    let round = stage.rounds.iter().find(|round| round.number == number && round.published);
    let shown = ShownRounds::of(stage, number);
    let said: Vec<&str> = sent.into_iter().flat_map(|sent| sent.all("result")).collect();
    let open_in = |round: &RoundBoard| round.meetings.iter().filter(|line| line.is_open()).count();
    let open: usize = shown.rounds.iter().map(|round| open_in(round)).sum();
    let ties = tied_entrants(contest, at, sent, texts);
    ResultsPart {
        may: desk.rights.results && !contest.is_over,
        rounds: round_tabs(published, number, texts, |number| {
            DeskQuery {
                part: "results",
                stage: Some(at + 1),
                round: Some(number),
                ..DeskQuery::default()
            }
            .address(slug)
        }),
        number,
        heading: round_views::rounds_heading(&shown.rounds, texts),
        follows_play: shown.names_round && shown.is_of_last(published),
        rows: result_rows(&shown, &said, texts),
        open: texts.count("contest-open-games", open),
        why: sent.map(|sent| sent.text("why").to_owned()).unwrap_or_default(),
        defaults: contest.settings.check_in && round.is_some_and(|round| open_in(round) > 0),
        is_sealed: shown
            .rounds
            .iter()
            .any(|round| matches(round).any(|(_, team)| !team.is_released)),
        absences: absence_choices(&shown, texts),
        may_pair: desk.rights.rounds
            && number == stage.rounds.len()
            && round.is_some_and(|round| round.is_over)
            && !stage.is_over
            && !contest.is_over,
        next_step: next_step(desk, at, texts),
        grace: round_views::grace_period(&desk.board, at, round, texts),
        contested: contested_rows(stage, &shown, texts),
        ties,
        strings: result_answers::strings(texts),
    }
}

/// Reads the choice for a table, which names its round or is of this one; `None` for a value that no page of ours
/// sends.
pub fn parse_entry(text: &str, round: RoundId, why: &str) -> Option<ResultEntry> {
    let (round, parts) = split_round(text.split('.').collect(), round, 7)?;
    let [table, game, one, other, stands, said] = parts[..] else { return None };
    let side = |text: &str| text.parse().ok().map(EntrantId);
    let (instead_of, result) = (parse_result(stands)?, parse_result(said)?);
    let spot = round.table(table.parse().ok()?).game(game.parse().ok()?);
    // Only corrections keep a reason.
    let why = if instead_of.is_some() { why.to_owned() } else { String::new() };
    Some(ResultEntry {
        spot,
        sides: [side(one)?, side(other)?],
        expected: instead_of,
        result,
        reason: why,
    })
}

/// Reads a form about results: its command, and the message when it is done.
fn results_command(sent: &SubmittedForm) -> Result<(ContestCommand, &'static str), Error> {
    let stage = required_number(sent, "stage")?;
    let round = || Ok::<_, Error>(RoundId { stage, round: required_number(sent, "round")? });
    Ok(match sent.text("do") {
        "enter" => {
            let at = round()?;
            let said = sent.all("result").filter(|text| !text.is_empty());
            let entries: Option<Vec<ResultEntry>> =
                said.map(|text| parse_entry(text, at, sent.text("why"))).collect();
            let entries = entries.ok_or_else(no_spot)?;
            (ContestCommand::EnterResults(entries), "done-contest-results")
        }
        "no-shows" => (ContestCommand::DefaultNoShows(round()?), "done-contest-defaults"),
        "default" => {
            let command = parse_absence(sent.text("absent"), round()?);
            (command.ok_or_else(no_spot)?, "done-contest-defaults")
        }
        "settle" => {
            let (table, game) = (required_number(sent, "table")?, required_number(sent, "game")?);
            let spot = round()?.table(table).game(game);
            (ContestCommand::ResolveDispute(spot), "done-contest-contested-settled")
        }
        deed @ ("forfeit" | "undo-forfeit") => {
            let at = round()?.table(required_number(sent, "table")?);
            let entrant = required_entrant(sent, "entrant")?;
            match deed {
                "forfeit" => (ContestCommand::Forfeit { entrant, at }, "done-contest-desk-forfeit"),
                _ => {
                    let command = ContestCommand::TakeBackForfeit { entrant, at };
                    (command, "done-contest-forfeit-undone")
                }
            }
        }
        "play-off" => {
            let winner = required_entrant(sent, "winner")?;
            let loser = required_entrant(sent, "loser")?;
            let command = ContestCommand::DecidePlayOff { stage, winner, loser };
            (command, "done-contest-play-off")
        }
        _ => return Err(no_spot()),
    })
}

/// Enters and corrects results.
pub async fn submit(
    request: HttpRequest,
    visit: RequestContext,
    path: Path<String>,
    post: Post,
) -> PageResult {
    let sent = post.read_fields(&visit, SCHEMA).await?;
    let slug = path.into_inner();
    if wants_json(&request) {
        return result_answers::answer(&visit, slug, &sent).await;
    }
    if sent.text("do") == "again" {
        return restart_game(&visit, slug, sent).await;
    }
    let (command, done) = results_command(&sent).map_err(|e| unknown_event(&visit, &slug, e))?;
    run_and_redirect(&visit, slug, "results", sent, move |app, visit, slug, sent| {
        require_confirmation(visit.texts(), sent)?;
        let outcome = execute(app, visit.actor(), slug, &command, now_micros())?;
        Ok(match (&command, outcome.fact_count) {
            (ContestCommand::DefaultNoShows(_), 0) => "done-contest-no-defaults",
            (ContestCommand::EnterResults(_), 0) => "done-contest-no-results",
            _ => done,
        })
    })
    .await
}

/// Makes a new game for a table whose game was annulled.
async fn restart_game(visit: &RequestContext, slug: String, sent: SubmittedForm) -> PageResult {
    let play = parse_short_id(sent.text("play"));
    let play = play.ok_or_else(|| unknown_event(visit, &slug, no_spot()))?;
    let live = visit.site.live.clone();
    run_and_redirect(visit, slug, "results", sent, move |_, visit, slug, _| {
        live::play_again(&live, visit.actor(), slug, &play).map(|_| "done-contest-again")
    })
    .await
}

#[cfg(test)]
mod tests {
    use adjutant_domain::contest::GameSlot;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Any text is either an entry as our pages write it, or none.
        #[test]
        fn any_text_is_refused_or_is_as_it_is_written(
            text in "[0-9]{0,3}(\\.[0-9-]{0,4}){3}\\.(none|first|drawn|x)\\.(none|second|both-absent|)|.{0,40}"
        ) {
            if let Some(read) = parse_entry(&text, RoundId { stage: 0, round: 3 }, "why") {
                let [one, other] = read.sides.map(|side| side.0);
                let (stands, said) = (result_key(read.expected), result_key(read.result));
                let GameSlot { table, game, .. } = read.spot;
                let written = format!("{table}.{game}.{one}.{other}.{stands}.{said}");
                prop_assert_eq!(parse_entry(&written, read.spot.table_id().round_id(), "why"), Some(read));
            }
        }
    }

    #[test]
    fn what_is_chosen_for_a_table_is_read_as_it_was_written() {
        let read = parse_entry(
            "4.0.9.12.first.drawn",
            RoundId { stage: 1, round: 2 },
            "a slip of the pen",
        )
        .expect("an entry");
        assert_eq!(read.spot, GameSlot { stage: 1, round: 2, table: 4, game: 0 });
        assert_eq!(read.sides, [EntrantId(9), EntrantId(12)]);
        assert_eq!(read.expected, Some(GameResult::Won(Side::First)));
        assert_eq!(
            (read.result, read.reason.as_str()),
            (Some(GameResult::Drawn), "a slip of the pen")
        );
        let new = parse_entry("4.0.9.12.none.both-absent", RoundId { stage: 0, round: 0 }, "why")
            .expect("an entry");
        assert_eq!((new.expected, new.result), (None, Some(GameResult::BothAbsent)));
        assert_eq!(new.reason, "", "nothing was set right");
    }

    #[test]
    fn what_no_page_of_ours_says_is_no_entry() {
        for wrong in [
            "",
            "4.0.9.12.first",
            "4.0.9.12.first.lost",
            "-1.0.9.12.none.first",
            "4.0.9.12.none.first.x",
        ] {
            assert_eq!(parse_entry(wrong, RoundId { stage: 0, round: 0 }, ""), None, "{wrong}");
        }
    }
}
