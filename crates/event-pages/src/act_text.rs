//! What was done in an event, as a sentence.

use adjutant_domain::contest::{
    ChallengeEnd, Contest, ContestFact, EntrantId, GameSlot, RoundId, TableId, chosen_lot,
};
use adjutant_service::contests::{ActState, DeskAct, entrant_name};
use adjutant_site::i18n::Texts;
use adjutant_site::time_format::format_day;
use swiss::series::GameResult;

use super::labels;

/// The names that sentences use.
#[derive(Clone, Copy)]
pub struct ActTexts<'a> {
    pub contest: &'a Contest,
    /// The acts among which those that were undone are looked up.
    pub acts: &'a [DeskAct],
    pub texts: Texts,
}

impl ActTexts<'_> {
    /// An act as a sentence, such as `Round 2, table 7: 1–0`.
    pub fn sentence(self, act: &DeskAct) -> String {
        match act.facts.first() {
            Some(ContestFact::Undone { first, .. }) => self.about("act-undone", *first),
            Some(ContestFact::Redone { first }) => self.about("act-redone", *first),
            _ if act.first == 1 => self.texts.get("act-created"),
            Some(ContestFact::ResultEntered { spot, reason, .. }) => {
                let before = self.result_before(act, *spot);
                self.corrected(self.of_facts(&act.facts), before, reason)
            }
            _ => self.of_facts(&act.facts),
        }
    }

    /// The result that an act replaced, if it is among these acts.
    fn result_before(self, act: &DeskAct, spot: GameSlot) -> Option<GameResult> {
        let in_force = self.acts.iter().filter(|other| other.state == ActState::InForce);
        let earlier = in_force.filter(|other| other.first < act.first);
        let entered = earlier.filter_map(|other| Some((other.first, entered_at(other, spot)?)));
        entered.max_by_key(|(first, _)| *first).and_then(|(_, result)| result)
    }

    /// What was done, with the result that it replaced and the reason.
    fn corrected(self, done: String, before: Option<GameResult>, reason: &str) -> String {
        let done = match before {
            Some(result) => {
                let mark = labels::result_mark(result).to_owned();
                self.texts.fill("act-result-before", &[("act", done), ("result", mark)])
            }
            None => done,
        };
        match reason {
            "" => done,
            why => self.texts.fill("act-why", &[("act", done), ("why", why.to_owned())]),
        }
    }

    fn about(self, key: &str, first: usize) -> String {
        let meant = self.acts.iter().find(|act| act.first == first);
        let act = meant.map_or_else(|| self.texts.get("act-earlier"), |act| self.sentence(act));
        self.texts.one(key, "act", act)
    }

    /// The first fact, and how many others are of the same kind; what else follows from it is not told.
    fn of_facts(self, facts: &[ContestFact]) -> String {
        // Latecomers join a stage for a change of its round.
        let altered = facts.iter().find(|fact| matches!(fact, ContestFact::RoundAltered { .. }));
        let Some(first) = altered.or(facts.first()) else { return String::new() };
        let kind = std::mem::discriminant(first);
        let same = facts.iter().filter(|fact| std::mem::discriminant(*fact) == kind);
        let others = same.count().saturating_sub(1);
        let sentence = self.of_fact(first);
        match others {
            0 => sentence,
            count => {
                let values = [("act", sentence), ("count", count.to_string())];
                self.texts.fill("act-and-more", &values)
            }
        }
    }

    fn name(self, id: EntrantId) -> String {
        match self.contest.entrant(id) {
            Some(_) => entrant_name(self.contest, id),
            None => self.texts.one("act-entrant", "number", id.0),
        }
    }

    fn named(self, key: &str, id: EntrantId) -> String {
        self.texts.one(key, "name", self.name(id))
    }

    fn stage(self, stage: usize) -> String {
        let plan = self.contest.settings.plan.stages.get(stage);
        plan.map(|stage| stage.name.clone()).unwrap_or_default()
    }

    /// A round, with its stage if there are several.
    fn round(self, at: RoundId) -> String {
        let round = self.texts.one("contest-round", "number", at.round + 1);
        match self.contest.settings.plan.stages.len() {
            0 | 1 => round,
            _ => format!("{}, {round}", self.stage(at.stage)),
        }
    }

    fn of_round(self, key: &str, at: RoundId) -> String {
        self.texts.one(key, "round", self.round(at))
    }

    fn table(self, at: TableId) -> String {
        let table = self.texts.one("act-table", "table", self.contest.table_number(at));
        format!("{}, {table}", self.round(at.round_id()))
    }

    fn at_table(self, key: &str, at: TableId) -> String {
        self.texts.one(key, "table", self.table(at))
    }

    /// What happens in a ladder beside its games.
    fn of_ladder(self, fact: &ContestFact) -> String {
        use ContestFact::*;
        let texts = self.texts;
        match fact {
            ChallengeMade { challenger, challenged, .. } => {
                self.of_two("act-challenged", *challenger, *challenged)
            }
            ChallengeAccepted { challenger, challenged, .. } => {
                self.of_two("act-challenge-accepted", *challenger, *challenged)
            }
            ChallengeClosed { challenger, challenged, how, .. } => {
                self.of_two(challenge_end_key(*how), *challenger, *challenged)
            }
            LadderClockStarted { stage, .. } => {
                texts.one("act-ladder-clock", "stage", self.stage(*stage))
            }
            LadderFell { entrants, .. } => {
                let names: Vec<String> = entrants.iter().map(|id| self.name(*id)).collect();
                texts.one("act-ladder-fell", "names", names.join(", "))
            }
            LadderEnded { stage, .. } => texts.one("act-ladder-ended", "stage", self.stage(*stage)),
            _ => String::new(),
        }
    }

    fn of_two(self, key: &str, one: EntrantId, other: EntrantId) -> String {
        self.texts.fill(key, &[("one", self.name(one)), ("other", self.name(other))])
    }

    fn result(self, spot: GameSlot, result: Option<GameResult>) -> String {
        let at = spot.table_id();
        let Some(result) = result else { return self.at_table("act-result-cleared", at) };
        let sides = self.contest.meeting(at).map(|meeting| meeting.sides.map(|id| self.name(id)));
        let [one, other] = sides.unwrap_or_default();
        let values = [
            ("table", self.table(at)),
            ("one", one),
            ("other", other),
            ("result", labels::result_mark(result).to_owned()),
        ];
        self.texts.fill("act-result", &values)
    }

    /// A fact about the whole event.
    fn of_event(self, fact: &ContestFact) -> String {
        use ContestFact::*;
        let texts = self.texts;
        match fact {
            SettingsChanged { settings } => match chosen_lot(&settings.plan) {
                Some((stage, lot)) => {
                    let values = [("stage", self.stage(stage)), ("lot", lot.to_string())];
                    texts.fill("act-settings-lot", &values)
                }
                None => texts.get("act-settings"),
            },
            Announced { text: Some(text), .. } => texts.one("act-announced", "text", text),
            Announced { text: None, .. } => texts.get("act-taken-down"),
            EventEndedSet { over: true } => texts.get("act-ended"),
            EventEndedSet { over: false } => texts.get("act-reopened"),
            EventCancelled { reason } if reason.is_empty() => texts.get("act-cancelled"),
            EventCancelled { reason } => texts.one("act-cancelled-why", "why", reason),
            EventMoved(moved) => texts.one("act-moved", "day", format_day(texts, moved.to)),
            _ => String::new(),
        }
    }

    /// A fact as a sentence.
    pub fn of_fact(self, fact: &ContestFact) -> String {
        use ContestFact::*;
        let texts = self.texts;
        match fact {
            SettingsChanged { .. }
            | Announced { .. }
            | EventEndedSet { .. }
            | EventCancelled { .. }
            | EventMoved(_) => self.of_event(fact),
            RegistrationToggled { open: true } => texts.get("act-registration-opened"),
            RegistrationToggled { open: false } => texts.get("act-registration-closed"),
            EntrantRegistered { person, .. } => texts.one("act-entered", "name", &person.name),
            TeamRegistered { team, .. } => texts.one("act-entered", "name", &team.name),
            PersonAmended { entrant, .. } | TeamAmended { entrant, .. } => {
                self.named("act-amended", *entrant)
            }
            EntrantAdmitted { entrant } => self.named("act-admitted", *entrant),
            EntrantWithdrew { entrant, .. } => self.named("act-withdrew", *entrant),
            EntrantRemoved { entrant } => texts.one("act-removed", "number", entrant.0),
            EntrantsMerged { entrant, into } => {
                let values = [("number", entrant.0.to_string()), ("name", self.name(*into))];
                texts.fill("act-merged", &values)
            }
            StageRenumbered { stage, .. } => {
                texts.one("act-renumbered", "stage", self.stage(*stage))
            }
            FeePaidSet { entrant, amount, .. } if amount.0 > 0 => {
                let values = [("name", self.name(*entrant)), ("amount", amount.to_string())];
                texts.fill("act-paid-amount", &values)
            }
            FeePaidSet { entrant, paid: true, .. } => self.named("act-paid", *entrant),
            FeePaidSet { entrant, paid: false, .. } => self.named("act-unpaid", *entrant),
            PresenceSet { entrant, present: true } => self.named("act-present", *entrant),
            PresenceSet { entrant, present: false } => self.named("act-absent", *entrant),
            ByeRequested { stage, round, entrant, bye } => {
                let at = RoundId { stage: *stage, round: *round };
                let key = if bye.is_some() { "act-bye" } else { "act-no-bye" };
                texts.fill(key, &[("name", self.name(*entrant)), ("round", self.round(at))])
            }
            ProhibitedGroupsSet { .. } => texts.get("act-apart"),
            StageStarted { stage, .. } => texts.one("act-begun", "stage", self.stage(*stage)),
            StageStartTakenBack { stage } => {
                texts.one("act-begin-taken-back", "stage", self.stage(*stage))
            }
            StageJoined { stage, entrant, .. } => {
                let values = [("name", self.name(*entrant)), ("stage", self.stage(*stage))];
                texts.fill("act-joined", &values)
            }
            RoundDrafted { stage, round, is_manual, .. } => {
                let key = if *is_manual { "act-swapped" } else { "act-paired" };
                self.of_round(key, RoundId { stage: *stage, round: *round })
            }
            RoundPublished(at) => self.of_round("act-published", *at),
            RoundTakenBack(at) => self.of_round("act-taken-back", *at),
            RoundRestored(at) => self.of_round("act-restored", *at),
            RoundRevoked(at) => self.of_round("act-revoked", *at),
            RoundAltered { stage, round, .. } => {
                self.of_round("act-altered", RoundId { stage: *stage, round: *round })
            }
            RoundExtended { stage, round, .. } => {
                self.of_round("act-extended", RoundId { stage: *stage, round: *round })
            }
            ArenaClockSet { stage, .. } => {
                texts.one("act-arena-clock", "stage", self.stage(*stage))
            }
            ArenaEnded { stage } => texts.one("act-arena-ended", "stage", self.stage(*stage)),
            ArenaPaused { entrant, paused: true, .. } => self.named("act-arena-paused", *entrant),
            ArenaPaused { entrant, paused: false, .. } => self.named("act-arena-back", *entrant),
            ChallengeMade { .. }
            | ChallengeAccepted { .. }
            | ChallengeClosed { .. }
            | LadderClockStarted { .. }
            | LadderFell { .. }
            | LadderEnded { .. } => self.of_ladder(fact),
            GraceEnded(at) => self.of_round("act-grace", *at),
            ResultEntered { spot, result, .. } => self.result(*spot, *result),
            ResultReported { spot, result, .. } => {
                let said = self.result(*spot, Some(*result));
                texts.one("act-reported", "result", said)
            }
            ResultDisputed { spot, said: Some(_) } => {
                self.at_table("act-disputed", spot.table_id())
            }
            ResultDisputed { spot, said: None } => self.at_table("act-settled", spot.table_id()),
            LineUpSubmitted { at, .. } => self.at_table("act-line-up", *at),
            LineUpsReleased(at) => self.at_table("act-line-ups", *at),
            WindowOpened { stage, round, .. } => {
                self.of_round("act-window", RoundId { stage: *stage, round: *round })
            }
            MatchScheduling { table, .. } => self.at_table("act-match", *table),
            PlayOffDecided { winner, loser, .. } => {
                let values = [("one", self.name(*winner)), ("other", self.name(*loser))];
                texts.fill("act-play-off", &values)
            }
            LotDrawn { stage, lot } => {
                let values = [("stage", self.stage(*stage)), ("lot", lot.to_string())];
                texts.fill("act-lot-drawn", &values)
            }
            Undone { .. } => texts.one("act-undone", "act", texts.get("act-earlier")),
            Redone { .. } => texts.one("act-redone", "act", texts.get("act-earlier")),
        }
    }
}

/// The last result that an act entered in a game; `Some(None)` if it removed it.
fn entered_at(act: &DeskAct, at: GameSlot) -> Option<Option<GameResult>> {
    act.facts.iter().rev().find_map(|fact| match fact {
        ContestFact::ResultEntered { spot, result, .. } if *spot == at => Some(*result),
        _ => None,
    })
}

const fn challenge_end_key(how: ChallengeEnd) -> &'static str {
    match how {
        ChallengeEnd::Played => "act-challenge-played",
        ChallengeEnd::Refused => "act-challenge-refused",
        ChallengeEnd::Unanswered => "act-challenge-unanswered",
        ChallengeEnd::Withdrawn => "act-challenge-withdrawn",
        ChallengeEnd::Lapsed => "act-challenge-lapsed",
    }
}
