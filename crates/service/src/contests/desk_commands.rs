//! Commands of officials about stages, rounds and entrants, and of participants, as API and forms send them.

use rand::RngExt;
use serde::de::{Error, IntoDeserializer};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use adjutant_domain::contest::teams::BoardPlayers;
use adjutant_domain::contest::{
    ChallengeAnswer, Contest, ContestError, ContestFact, EntrantId, PairingChange, ProhibitedGroup,
    RequestedBye, RoundId, SubmittedBy,
};
use adjutant_domain::moment::Micros;

use super::command::ContestCommand;

/// An action on a stage or a round.
// Outside stages, rounds, tables and places are counted from 1, here from 0.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RoundCommand {
    /// Starts the stage with those who qualify for it.
    Begin {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
        /// Whether the top seed has White in round 1, if officials have drawn the lot; drawn here if left out.
        #[serde(default = "draw_lot")]
        white: bool,
    },
    /// Undoes the start of a stage without results; `rounds_too` removes its published rounds.
    TakeBackBegin {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
        #[serde(default)]
        rounds_too: bool,
    },
    /// Adds a late `entrant` to the stage.
    Join {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
        #[schema(value_type = u32)]
        entrant: EntrantId,
    },
    /// Gives an `entrant` of a Swiss stage the pairing `number`; those between move by one.
    Number {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
        #[schema(value_type = u32)]
        entrant: EntrantId,
        #[schema(minimum = 1)]
        number: u32,
    },
    /// Numbers the entrants of a Swiss stage by rating again.
    NumberByRating {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
    },
    /// Pairs the next round as a draft, or pairs the draft again.
    Pair {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
    },
    /// Swaps `entrant` and `with` in the draft.
    Exchange {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
        #[schema(value_type = u32)]
        entrant: EntrantId,
        #[schema(value_type = u32)]
        with: EntrantId,
    },
    /// Publishes the `round`; with `draft`, the fingerprint from the desk, only if the draft has not changed since.
    Publish {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
        #[serde(deserialize_with = "from_one")]
        #[schema(minimum = 1)]
        round: usize,
        #[serde(default, deserialize_with = "draft")]
        #[schema(value_type = Option<String>)]
        draft: Option<u64>,
    },
    /// Changes the pairings of a published `round` by hand, all at once; with `results_too` also if results are lost.
    /// Pairs that stay keep theirs.
    Alter {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
        #[serde(deserialize_with = "from_one")]
        #[schema(minimum = 1)]
        round: usize,
        #[schema(value_type = Vec<AlterationRequest>, max_items = 500)]
        changes: Vec<PairingChange>,
        #[serde(default)]
        results_too: bool,
    },
    /// Retracts the last `round`; with `results_too` also if it has results.
    TakeBack {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
        #[serde(deserialize_with = "from_one")]
        #[schema(minimum = 1)]
        round: usize,
        #[serde(default)]
        results_too: bool,
    },
    /// Restores the round that was retracted last.
    Restore {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
    },
    /// Records that an `entrant` asks for a `bye` in a `round`, or no longer does.
    Bye {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
        #[serde(deserialize_with = "from_one")]
        #[schema(minimum = 1)]
        round: usize,
        #[schema(value_type = u32)]
        entrant: EntrantId,
        /// `half`, `zero` or `full`, as points; or `none`.
        #[serde(deserialize_with = "bye_or_none")]
        #[schema(value_type = String, pattern = "^(half|zero|full|none)$")]
        bye: Option<RequestedBye>,
    },
    /// Sets the line-up of the team `entrant` at a `table`: the places of the `players` among its members, from 1, by board.
    LineUp {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
        #[serde(deserialize_with = "from_one")]
        #[schema(minimum = 1)]
        round: usize,
        #[serde(deserialize_with = "from_one")]
        #[schema(minimum = 1)]
        table: usize,
        #[schema(value_type = u32)]
        entrant: EntrantId,
        #[serde(deserialize_with = "member_places")]
        #[schema(value_type = Vec<usize>)]
        players: BoardPlayers,
    },
    /// Releases the line-ups of a `table`, or of the whole `round`.
    Release {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
        #[serde(deserialize_with = "from_one")]
        #[schema(minimum = 1)]
        round: usize,
        #[serde(default, deserialize_with = "optional_from_one")]
        #[schema(minimum = 1)]
        table: Option<usize>,
    },
    /// Creates another game for a table whose `play` was annulled.
    PlayAgain { play: String },
    /// Publishes the matches of a knock-out whose players are known, whatever round the others are in.
    StartMatches {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
    },
    /// Lets somebody in an arena take a break: nobody is paired with them until they `resume`.
    Pause {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
        #[schema(value_type = u32)]
        entrant: EntrantId,
    },
    /// Ends the break of somebody in an arena.
    Resume {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
        #[schema(value_type = u32)]
        entrant: EntrantId,
    },
    /// Ends an arena: nobody is paired any more, and open games count when they end.
    EndArena {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
    },
    /// Lets an arena end this many `minutes` from now.
    SetArenaEnd {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
        #[schema(minimum = 1, maximum = 10080)]
        minutes: u32,
    },
    /// In a ladder, lets an `entrant` challenge one above, `with`.
    Challenge {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
        #[schema(value_type = u32)]
        entrant: EntrantId,
        #[schema(value_type = u32)]
        with: EntrantId,
    },
    /// Answers the challenge in a ladder that an `entrant` has made, or takes it back.
    AnswerChallenge {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
        #[schema(value_type = u32)]
        entrant: EntrantId,
        answer: ChallengeAnswerName,
    },
    /// Ends a ladder: open challenges lapse, and accepted ones are still played.
    EndLadder {
        #[serde(default, deserialize_with = "from_one")]
        #[schema(minimum = 1, default = 1)]
        stage: usize,
    },
    /// Announces a `text` on the event's page and big screen.
    Announce { text: String },
    /// Takes the announcement with this number down.
    TakeDown {
        #[schema(minimum = 0)]
        announcement: i32,
    },
    /// Replaces the groups whose members must not be paired, at all or in the first `rounds`.
    KeepApart {
        #[schema(value_type = Vec<SeparationGroup>)]
        groups: Vec<ProhibitedGroup>,
    },
}

/// Reads a number that is counted from 1 outside.
fn from_one<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let number = u32::deserialize(deserializer)? as usize;
    number
        .checked_sub(1)
        .ok_or_else(|| D::Error::custom("stages, rounds and tables are counted from 1"))
}

fn optional_from_one<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<usize>, D::Error> {
    #[derive(Deserialize)]
    struct Ordinal(#[serde(deserialize_with = "from_one")] usize);
    Ok(Option::<Ordinal>::deserialize(deserializer)?.map(|number| number.0))
}

fn member_places<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BoardPlayers, D::Error> {
    let places = Vec::<u32>::deserialize(deserializer)?;
    let places = places.into_iter().map(|place| (place as usize).checked_sub(1));
    let places: Option<Vec<usize>> = places.collect();
    places.map(BoardPlayers).ok_or_else(|| D::Error::custom("places are counted from 1"))
}

fn draft<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let seen = Option::<String>::deserialize(deserializer)?;
    // An unreadable fingerprint counts as a different draft.
    Ok(seen.map(|seen| u64::from_str_radix(&seen, 16).unwrap_or_default()))
}

fn bye_or_none<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<RequestedBye>, D::Error> {
    let word = String::deserialize(deserializer)?;
    match word.as_str() {
        "none" => Ok(None),
        word => RequestedBye::deserialize(word.into_deserializer()).map(Some),
    }
}

fn draw_lot() -> bool {
    rand::rng().random()
}

impl RoundCommand {
    pub(super) fn to_facts(
        &self,
        contest: &Contest,
        now: Micros,
    ) -> Result<Vec<ContestFact>, ContestError> {
        use RoundCommand::*;
        let at = |stage: &usize, round: &usize| RoundId { stage: *stage, round: *round };
        match self {
            Begin { stage, white } => {
                // Nobody may know it before, not even who sends the command.
                let lot = rand::rng().random();
                let started = contest.start_drawn_stage(*stage, *white, lot);
                started.map(|facts| contest.with_ladder_round(*stage, facts))
            }
            TakeBackBegin { stage, rounds_too } => {
                contest.take_back_stage_start(*stage, *rounds_too)
            }
            Join { stage, entrant } if contest.is_arena(*stage) => {
                contest.join_arena(*stage, *entrant)
            }
            Join { stage, entrant } if contest.is_ladder(*stage) => {
                contest.join_ladder(*stage, *entrant)
            }
            Join { stage, entrant } => contest.join_stage(*stage, *entrant),
            Number { stage, entrant, number } => {
                contest.set_pairing_number(*stage, *entrant, *number as usize)
            }
            NumberByRating { stage } => contest.number_by_rating(*stage),
            Pair { stage } => contest.pair_round(*stage),
            Exchange { stage, entrant, with } => contest.swap_seats(*stage, *entrant, *with),
            Publish { stage, round, draft: None } => {
                contest.publish_round_at(at(stage, round), now)
            }
            Publish { stage, round, draft: Some(seen) } => {
                contest.publish_seen_draft(at(stage, round), *seen, now)
            }
            Alter { changes, .. } if changes.len() > MAX_CHANGES => Err(ContestError::InvalidText),
            Alter { stage, round, changes, results_too } => {
                contest.alter_round(at(stage, round), changes, *results_too)
            }
            TakeBack { stage, round, results_too } => {
                contest.take_back_round(at(stage, round), *results_too)
            }
            Restore { stage } => contest.restore_round(*stage),
            Bye { stage, round, entrant, bye } => {
                contest.request_bye(at(stage, round), *entrant, *bye)
            }
            LineUp { stage, round, table, entrant, players } => {
                let at = at(stage, round).table(*table);
                let by = SubmittedBy::Official { waives_eligibility: false };
                contest.submit_line_up(at, *entrant, players.clone(), by)
            }
            Release { stage, round, table } => contest.release_line_ups(at(stage, round), *table),
            // It has no facts: `live::play_again` makes the game.
            PlayAgain { .. } => Err(ContestError::NotFound),
            StartMatches { stage } => contest.start_ready_matches(*stage, now),
            Pause { stage, entrant } => contest.pause_in_arena(*stage, *entrant, true),
            Resume { stage, entrant } => contest.pause_in_arena(*stage, *entrant, false),
            EndArena { stage } => contest.end_arena(*stage),
            SetArenaEnd { stage, minutes } => contest.set_arena_end(*stage, *minutes, now),
            Challenge { stage, entrant, with } => contest.challenge(*stage, *entrant, *with, now),
            AnswerChallenge { stage, entrant, answer } => {
                contest.answer_challenge(*stage, *entrant, (*answer).into(), now)
            }
            EndLadder { stage } => contest.end_ladder(*stage, now),
            Announce { text } => contest.announce(text),
            TakeDown { announcement } => u32::try_from(*announcement)
                .map_err(|_| ContestError::NotFound)
                .and_then(|number| contest.take_announcement_down(number)),
            KeepApart { groups } => contest.keep_apart(groups.clone()),
        }
    }
}

/// What is done about a challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChallengeAnswerName {
    Accept,
    Refuse,
    Withdraw,
}

impl From<ChallengeAnswerName> for ChallengeAnswer {
    fn from(name: ChallengeAnswerName) -> ChallengeAnswer {
        match name {
            ChallengeAnswerName::Accept => ChallengeAnswer::Accept,
            ChallengeAnswerName::Refuse => ChallengeAnswer::Refuse,
            ChallengeAnswerName::Withdraw => ChallengeAnswer::Withdraw,
        }
    }
}

/// Changes of a round at once.
const MAX_CHANGES: usize = 500;

/// A change of the pairings of a published round. Entrants are numbers.
#[derive(Serialize, ToSchema)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum AlterationRequest {
    /// Two entrants change places: at tables, with the bye, or without either.
    Exchange { one: u32, other: u32 },
    /// The two at the table of the `entrant` change colors; the result stays with the players.
    SwapColors { entrant: u32 },
    /// The two at the table of the `entrant` are no longer paired.
    Unpair { entrant: u32 },
    /// Two who are at no table meet at a new one. Who is not in the stage yet joins it.
    Pair { white: u32, black: u32 },
    /// An entrant who is at no table has the pairing-allocated bye, or no longer has it.
    Bye { entrant: u32, bye: bool },
}

/// Entrants who must not be paired with each other, as it is sent and shown.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum SeparationGroup {
    /// In no Swiss round.
    Always(Vec<u32>),
    /// In none of the first ones.
    First(FirstRoundsSeparation),
}

/// Entrants who must not be paired in the first Swiss rounds.
#[derive(Debug, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstRoundsSeparation {
    pub entrants: Vec<u32>,
    /// The number of rounds.
    #[schema(minimum = 1, maximum = 1000)]
    pub rounds: usize,
}

impl From<&ProhibitedGroup> for SeparationGroup {
    fn from(group: &ProhibitedGroup) -> SeparationGroup {
        let entrants = group.entrants.iter().map(|id| id.0).collect();
        match group.rounds {
            None => SeparationGroup::Always(entrants),
            Some(rounds) => SeparationGroup::First(FirstRoundsSeparation { entrants, rounds }),
        }
    }
}

/// An action on an entrant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EntrantAction {
    /// Admits somebody from the waiting list, or who had withdrawn.
    Admit,
    /// Withdraws the entrant from the next round on. Forfeiting a game in progress is a result.
    Withdraw,
    /// Removes somebody who was registered by mistake, before a stage starts with them.
    Remove,
    /// Merges the entrant with the row of the same person, which stays.
    Merge,
    /// Marks the fee as paid.
    Paid,
    Owes,
    /// Marks the entrant as present.
    There,
    Gone,
    /// Marks everybody as absent, for a new day.
    Clear,
}

impl EntrantAction {
    /// The command about an entrant; `into` is the row that stays when two are merged.
    pub const fn command(self, entrant: EntrantId, into: EntrantId) -> ContestCommand {
        use EntrantAction::*;
        match self {
            Merge => ContestCommand::Merge { entrant, into },
            Admit => ContestCommand::Admit(entrant),
            Withdraw => ContestCommand::Withdraw(entrant),
            Remove => ContestCommand::Remove(entrant),
            Paid => ContestCommand::SetFeePaid { entrant, paid: true },
            Owes => ContestCommand::SetFeePaid { entrant, paid: false },
            There => ContestCommand::SetPresence { entrant, present: true },
            Gone => ContestCommand::SetPresence { entrant, present: false },
            Clear => ContestCommand::ClearPresence,
        }
    }
}

/// An action of a participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ParticipantAction {
    Enter,
    /// Registers a `team` with you as captain, or changes it.
    EnterTeam,
    /// As captain, sets your team's line-up: the places of the `players` among its members, from 1, by board.
    LineUp,
    /// Withdraws from the next round on.
    Leave,
    /// Takes part again after withdrawing, as long as no round was published since.
    Return,
    /// Forfeits the open games at your table.
    Forfeit,
    /// Checks in, if players check themselves in.
    Arrive,
    /// Reports the result of your game.
    Say,
    /// In an arena, takes a break after the game in progress.
    Pause,
    /// In an arena, is paired again.
    Resume,
    /// In a ladder, challenges the `entrant` with this number.
    Challenge,
    /// Accepts the challenge of the `entrant` with this number; its game follows.
    AcceptChallenge,
    /// Refuses the challenge of the `entrant` with this number.
    RefuseChallenge,
    /// Takes back your challenge to the `entrant` with this number, as long as it has no answer.
    WithdrawChallenge,
}
