//! Imports an event that was started in another program from its TRF file, as the facts that would have been recorded
//! here.

use swiss::Color;
use swiss::entrant::{Bye, Entry, Score};
use swiss::pairing::Pairing;
use swiss::pairing::checker::published;
use swiss::points::Points;
use swiss::series::{GameResult, Side};
use swiss::stage::{Plan, Source, Stage, System, Unit};
use swiss::tiebreak::parse_list;
use swiss::trf::{Fault, TrfFile};
use swiss::{Apart, Tournament};

use crate::game::GameKind;

use super::administration::{MAX_PROHIBITED_NAMES, exceeds_prohibited_limit};
use super::qualification::entrant_id_at;
use super::settings::MAX_ENTRANTS;
use super::{
    Contest, ContestFact, ContestSettings, EntrantProfile, EventGames, GameSlot, ProhibitedGroup,
    RequestedBye, RoundId, json,
};

/// How a remark begins that says which game is played.
const GAME_REMARK: &str = "game ";
const DEFAULT_SETTINGS: &str = r#"{"plan": {"template": "swiss", "entrants": 8}}"#;

/// A fact with its line in the file; 0 if it has no single line.
pub type FactAtLine = (usize, ContestFact);

impl Contest {
    /// The facts of a file: settings, entrants, rounds, and byes and players kept apart in the
    /// remaining rounds. `people` are its entrants in order. A tournament without rounds and first
    /// color is only registered, and starts here. [`ContestSettings::validate`] checks the
    /// settings.
    /// Returns every error with its line: what the file contains that an event here has no facts
    /// for.
    pub fn import_trf(
        file: &TrfFile,
        people: &[EntrantProfile],
    ) -> Result<Vec<FactAtLine>, Vec<Fault>> {
        let punctual = TrfImporter::new(file, people, &[])?;
        if punctual.matches_acceleration() {
            return Ok(punctual.facts);
        }
        // Late entrants are not counted in the accelerated group.
        let of = &file.tournament;
        let late: Vec<usize> =
            (0..of.entrants.len()).filter(|one| is_late_entry(of, *one)).collect();
        let told = TrfImporter::new(file, people, &late)?;
        if told.matches_acceleration() {
            return Ok(told.facts);
        }
        let what =
            "points are added otherwise than by Baku acceleration (C.04.5.1), the only one here";
        Err(vec![Fault { line: file.acceleration_line, what: what.to_owned() }])
    }
}

impl Contest {
    /// Byes of the unfinished rounds of a Swiss stage, for a file: requested ones, and every round
    /// of withdrawn entrants. Rounds are counted from 0; places are those in the first group.
    pub fn upcoming_byes(&self, stage: usize) -> Vec<(usize, usize, Bye)> {
        let (Some(state), Some(rounds)) = (self.stages.get(stage), self.round_count(stage)) else {
            return Vec::new();
        };
        let group =
            state.groups.first().filter(|_| self.is_swiss(stage)).map_or(&[][..], Vec::as_slice);
        let mut byes = Vec::new();
        for round in state.played_rounds()..rounds {
            for (place, id) in group.iter().enumerate() {
                let asked = state.requested_byes.get(&(round, *id)).map(|asked| asked.bye());
                let gone = self.has_withdrawn(*id).then_some(Bye::Zero);
                byes.extend(asked.or(gone).map(|bye| (round, place, bye)));
            }
        }
        byes
    }
}

/// Whether an entrant missed the first round without notice.
fn is_late_entry(of: &Tournament, entrant: usize) -> bool {
    matches!(of.entrants[entrant].entries.first(), Some(Entry::Bye(Bye::Zero)))
}

/// The facts so far and their state.
struct TrfImporter<'a> {
    file: &'a TrfFile,
    contest: Contest,
    facts: Vec<FactAtLine>,
    faults: Vec<Fault>,
}

impl<'a> TrfImporter<'a> {
    fn new(
        file: &'a TrfFile,
        people: &[EntrantProfile],
        late: &[usize],
    ) -> Result<TrfImporter<'a>, Vec<Fault>> {
        if let Some(line) = file.lines.get(MAX_ENTRANTS as usize) {
            let what = format!("more than {MAX_ENTRANTS} take part");
            return Err(vec![Fault { line: *line, what }]);
        }
        let settled = ContestFact::SettingsChanged {
            settings: Box::new(import_settings(file).map_err(|fault| vec![fault])?),
        };
        let contest = Contest::from_facts([&settled]).map_err(|_| vec![unsupported(0)])?;
        let facts = vec![(0, settled)];
        let mut told = TrfImporter { file, contest, facts, faults: Vec::new() };
        for (person, line) in people.iter().zip(&file.lines) {
            told.add_fact(
                *line,
                ContestFact::EntrantRegistered { person: person.clone(), waiting: false },
            );
        }
        let of = &file.tournament;
        if of.played > 0 || of.initial.is_some() {
            told.start(late);
        }
        let mut apart = Vec::new();
        for round in 0..of.played {
            told.import_prohibited_groups(round, &mut apart);
            told.import_round(round);
            if round == 0 {
                told.join_late_entrants(late);
            }
        }
        if of.played < of.rounds {
            told.import_prohibited_groups(of.played, &mut apart);
            told.check_prohibited_groups();
        }
        for bye in &file.byes {
            let asked = requested_bye(bye.bye);
            let (round, entrant) = (bye.round, entrant_id_at(bye.entrant));
            told.add_fact(
                bye.line,
                ContestFact::ByeRequested { stage: 0, round, entrant, bye: asked },
            );
        }
        if told.faults.is_empty() && !told.matches_file() {
            told.faults.push(unsupported(0));
        }
        if told.faults.is_empty() { Ok(told) } else { Err(told.faults) }
    }

    fn add_fact(&mut self, line: usize, fact: ContestFact) {
        match self.contest.apply_facts(std::slice::from_ref(&fact)) {
            Ok(()) => self.facts.push((line, fact)),
            Err(_) => self.faults.push(unsupported(line)),
        }
    }

    fn start(&mut self, late: &[usize]) {
        let all = 0..self.file.tournament.entrants.len();
        let group = all.filter(|one| !late.contains(one)).map(entrant_id_at).collect();
        let initial = self.file.tournament.initial.unwrap_or(Color::White);
        self.add_fact(0, ContestFact::StageStarted { stage: 0, groups: vec![group], initial });
    }

    fn join_late_entrants(&mut self, late: &[usize]) {
        for at in late {
            let line = self.file.lines[*at];
            self.add_fact(
                line,
                ContestFact::StageJoined { stage: 0, entrant: entrant_id_at(*at), at: *at },
            );
        }
    }

    /// Records who is kept apart from a round on, if it changes. The last round is part of it:
    /// clubs are kept apart in some first rounds, and finished rounds stay as they are.
    fn import_prohibited_groups(&mut self, round: usize, before: &mut Vec<ProhibitedGroup>) {
        let of = &self.file.tournament;
        let begun = of.apart.iter().filter(|apart| is_effective(apart) && apart.rounds.0 <= round);
        let now: Vec<ProhibitedGroup> =
            begun.map(|apart| prohibited_group(apart, of.rounds)).collect();
        if now == *before {
            return;
        }
        if exceeds_prohibited_limit(&now) {
            let what =
                format!("more than {MAX_PROHIBITED_NAMES} are kept apart in round {}", round + 1);
            self.faults.push(Fault { line: 0, what });
        } else {
            self.add_fact(0, ContestFact::ProhibitedGroupsSet { groups: now.clone() });
        }
        *before = now;
    }

    /// Here players are kept apart from now on, not from a later round on.
    fn check_prohibited_groups(&mut self) {
        let of = &self.file.tournament;
        let later = |apart: &Apart| {
            is_effective(apart) && (of.played + 1..of.rounds).contains(&apart.rounds.0)
        };
        for (apart, line) in of.apart.iter().zip(&self.file.apart_lines) {
            if later(apart) {
                let what = format!(
                    "kept apart from round {} on, which is not the next: leave it out, and keep them apart at the \
                     event's desk when it is",
                    apart.rounds.0 + 1
                );
                self.faults.push(Fault { line: *line, what });
            }
        }
    }

    fn import_round(&mut self, round: usize) {
        let of = &self.file.tournament;
        let paired = published(of, &of.before_round(round), round);
        let mut byes = Vec::new();
        for (at, entrant) in of.entrants.iter().enumerate() {
            match entrant.entries[round] {
                Entry::Bye(Bye::Allocated) => byes.push(at),
                Entry::Bye(bye @ (Bye::Half | Bye::Full)) => {
                    let (entrant, bye) = (entrant_id_at(at), requested_bye(bye));
                    let line = self.file.lines[at];
                    self.add_fact(
                        line,
                        ContestFact::ByeRequested { stage: 0, round, entrant, bye },
                    );
                }
                _ => {}
            }
        }
        for second in byes.iter().skip(1) {
            let what = format!("the bye that pairing gives in round {} is given twice", round + 1);
            self.faults.push(Fault { line: self.file.lines[*second], what });
        }
        let sides =
            |pairing: &Pairing| [entrant_id_at(pairing.white), entrant_id_at(pairing.black)];
        let meeting = |pairing| self.contest.new_meeting(0, sides(pairing), 0, None);
        let meetings = paired.pairings.iter().map(meeting).collect();
        let byes = byes.into_iter().map(entrant_id_at).collect();
        self.add_fact(
            0,
            ContestFact::RoundDrafted { stage: 0, round, meetings, byes, is_manual: false },
        );
        self.add_fact(0, ContestFact::RoundPublished(RoundId { stage: 0, round }));
        for (table, pairing) in paired.pairings.iter().enumerate() {
            self.import_result(GameSlot { stage: 0, round, table, game: 0 }, *pairing);
        }
    }

    fn import_result(&mut self, spot: GameSlot, pairing: Pairing) {
        let of = &self.file.tournament;
        let entry = |entrant: usize| of.entrants[entrant].entries[spot.round];
        let line = self.file.lines[pairing.white];
        match game_result(entry(pairing.white), entry(pairing.black)) {
            Some(result) => {
                self.add_fact(line, ContestFact::result(spot, result));
            }
            None => {
                let round = spot.round + 1;
                let what =
                    format!("both have lost the game of round {round}: tell it by - for both");
                self.faults.push(Fault { line, what });
            }
        }
    }

    /// Whether the event equals the tournament of the file.
    fn matches_file(&self) -> bool {
        let of = &self.file.tournament;
        let Some(table) = self.contest.group_tournament(0, 0, usize::MAX) else {
            return of.played == 0;
        };
        let own = &table.tournament;
        let entries = |of: &Tournament| of.entrants.iter().map(|one| one.entries.clone()).collect();
        let (ours, theirs): (Vec<_>, Vec<_>) = (entries(own), entries(of));
        ours == theirs && (own.played, own.rounds) == (of.played, of.rounds)
    }

    /// Whether the acceleration here equals the file's, as far as the file says.
    fn matches_acceleration(&self) -> bool {
        let of = &self.file.tournament;
        if !self.contest.settings.accelerated {
            return true;
        }
        let Some(table) = self.contest.group_tournament(0, 0, usize::MAX) else { return true };
        let told = of.entrants.iter().map(|one| one.accelerations.len()).max().unwrap_or(0);
        let rounds = told.max(of.played + 1).min(of.rounds);
        let both = table.tournament.entrants.iter().zip(&of.entrants);
        let added = |all: &[Points], round: usize| all.get(round).copied().unwrap_or_default();
        both.into_iter().all(|(own, of)| {
            let same = |round| added(&own.accelerations, round) == added(&of.accelerations, round);
            (0..rounds).all(same)
        })
    }
}

/// Whether a group keeps anybody apart.
fn is_effective(apart: &Apart) -> bool {
    apart.entrants.len() > 1 && apart.rounds.0 < apart.rounds.1
}

/// The same group as a fact, for a tournament of this many rounds.
fn prohibited_group(apart: &Apart, rounds: usize) -> ProhibitedGroup {
    let bounded = apart.rounds.1 < rounds;
    ProhibitedGroup {
        entrants: apart.entrants.iter().map(|one| entrant_id_at(*one)).collect(),
        rounds: bounded.then_some(apart.rounds.1),
    }
}

fn unsupported(line: usize) -> Fault {
    Fault { line, what: "this cannot be told of an event here".to_owned() }
}

const fn requested_bye(bye: Bye) -> Option<RequestedBye> {
    match bye {
        Bye::Half => Some(RequestedBye::Half),
        Bye::Full => Some(RequestedBye::Full),
        Bye::Zero => Some(RequestedBye::Zero),
        Bye::Allocated => None,
    }
}

/// The result of a game; `None` if both lost over the board, which no game here can end with.
const fn game_result(white: Entry, black: Entry) -> Option<GameResult> {
    match (white, black) {
        (Entry::Played { score: Score::Win, .. }, _) => Some(GameResult::Won(Side::First)),
        (Entry::Played { score: Score::Draw, .. }, _) => Some(GameResult::Drawn),
        (_, Entry::Played { score: Score::Win, .. }) => Some(GameResult::Won(Side::Second)),
        (Entry::Forfeit { score: Score::Win, .. }, _) => {
            Some(GameResult::Default { absent: Side::Second })
        }
        (_, Entry::Forfeit { score: Score::Win, .. }) => {
            Some(GameResult::Default { absent: Side::First })
        }
        (Entry::Forfeit { .. }, Entry::Forfeit { .. }) => Some(GameResult::BothAbsent),
        _ => None,
    }
}

/// Says which game a tournament is of, as no line of the format does. Of the usual game nothing is said.
pub fn game_remark(game: GameKind) -> Option<String> {
    (game != GameKind::default()).then(|| format!("{GAME_REMARK}{}", game.key()))
}

/// The game of a file with these remarks.
pub fn game_of_remarks(remarks: &[String]) -> GameKind {
    let games = remarks.iter().filter_map(|remark| remark.strip_prefix(GAME_REMARK));
    games.filter_map(GameKind::parse).next_back().unwrap_or_default()
}

fn import_settings(file: &TrfFile) -> Result<ContestSettings, Fault> {
    let of = &file.tournament;
    let usual = json::read_settings(DEFAULT_SETTINGS).expect("these settings are read");
    let (line, codes) = &file.tie_breaks;
    let tie_breaks = match codes.is_empty() {
        true => usual.tie_breaks,
        false => parse_list(codes).map_err(|e| Fault { line: *line, what: e.to_string() })?,
    };
    let stage =
        Stage::new("Swiss", vec![Source::Registration], System::Swiss { rounds: of.rounds });
    let adds = |points: &Points| *points != Points(0);
    Ok(ContestSettings {
        plan: Plan { unit: Unit::Players, stages: vec![stage] },
        points: of.points,
        tie_breaks,
        games: EventGames::Elsewhere(game_of_remarks(&file.remarks)),
        accelerated: of.entrants.iter().any(|one| one.accelerations.iter().any(adds)),
        ..usual
    })
}
