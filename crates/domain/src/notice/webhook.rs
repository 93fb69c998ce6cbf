//! What organisations have sent to an address of theirs. Each message names public things only;
//! receivers ask the API for the rest.

use serde::{Deserialize, Serialize};
use swiss::series::GameResult;

use crate::contest::{ContestFact, GameSlot, RoundId};
use crate::macros::keyed_set;

keyed_set! {
    /// Kinds of messages; an address gets those that it was set up for.
    pub struct WebhookKinds(i32) {
        ROUND = 1 => "round.published",
        RESULT = 2 => "result.entered",
        STANDINGS = 4 => "standings.changed",
        RANKS = 8 => "ranks.opened",
        ROUND_CHANGED = 16 => "round.changed",
    }
}

/// A message. Rounds, tables and games are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", content = "data")]
pub enum WebhookEvent {
    #[serde(rename = "round.published")]
    RoundPublished { event: String, stage: usize, round: usize },
    /// The pairings of a published round are others, or more: altered by hand, those of the next games of an arena or of
    /// a knock-out, or none because its publication was undone.
    #[serde(rename = "round.changed")]
    RoundChanged { event: String, stage: usize, round: usize },
    #[serde(rename = "result.entered")]
    ResultEntered {
        event: String,
        stage: usize,
        round: usize,
        table: usize,
        game: usize,
        /// `null` if a result was removed.
        result: Option<GameResult>,
    },
    #[serde(rename = "standings.changed")]
    StandingsChanged { event: String, version: i32 },
    #[serde(rename = "ranks.opened")]
    RanksOpened { event: String, play: String },
}

impl WebhookEvent {
    pub const fn kind(&self) -> WebhookKinds {
        match self {
            WebhookEvent::RoundPublished { .. } => WebhookKinds::ROUND,
            WebhookEvent::RoundChanged { .. } => WebhookKinds::ROUND_CHANGED,
            WebhookEvent::ResultEntered { .. } => WebhookKinds::RESULT,
            WebhookEvent::StandingsChanged { .. } => WebhookKinds::STANDINGS,
            WebhookEvent::RanksOpened { .. } => WebhookKinds::RANKS,
        }
    }

    /// The message about a fact of an event, if there is one.
    pub fn from_fact(slug: &str, fact: &ContestFact) -> Option<WebhookEvent> {
        let event = slug.to_owned();
        match fact {
            ContestFact::RoundPublished(RoundId { stage, round }) => {
                Some(WebhookEvent::RoundPublished { event, stage: stage + 1, round: round + 1 })
            }
            ContestFact::RoundAltered { stage, round, .. }
            | ContestFact::RoundExtended { stage, round, .. }
            | ContestFact::RoundRevoked(RoundId { stage, round })
            | ContestFact::RoundRestored(RoundId { stage, round }) => {
                Some(WebhookEvent::RoundChanged { event, stage: stage + 1, round: round + 1 })
            }
            ContestFact::ResultEntered { spot, result, .. } => {
                let GameSlot { stage, round, table, game } = *spot;
                let [stage, round, table, game] = [stage, round, table, game].map(|at| at + 1);
                let result = *result;
                Some(WebhookEvent::ResultEntered { event, stage, round, table, game, result })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_a_type_and_its_data() {
        let at = GameSlot { stage: 0, round: 2, table: 6, game: 0 };
        let fact = ContestFact::ResultEntered {
            spot: at,
            result: Some(GameResult::Drawn),
            reason: "what an official wrote".to_owned(),
        };
        let event = WebhookEvent::from_fact("august", &fact).unwrap();
        assert_eq!(event.kind(), WebhookKinds::RESULT);
        assert_eq!(
            serde_json::to_string(&event).unwrap(),
            r#"{"type":"result.entered","data":{"event":"august","stage":1,"round":3,"table":7,"game":1,"result":"drawn"}}"#
        );
    }

    #[test]
    fn a_round_that_is_altered_extended_or_revoked_has_changed() {
        let (stage, round, meetings) = (0, 2, Vec::new());
        let extended = ContestFact::RoundExtended { stage, round, meetings: meetings.clone() };
        let altered = ContestFact::RoundAltered { stage, round, meetings, byes: Vec::new() };
        let revoked = ContestFact::RoundRevoked(RoundId { stage, round });
        for fact in [extended, altered, revoked] {
            let event = WebhookEvent::from_fact("august", &fact).unwrap();
            assert_eq!(event.kind(), WebhookKinds::ROUND_CHANGED);
            assert_eq!(
                serde_json::to_string(&event).unwrap(),
                r#"{"type":"round.changed","data":{"event":"august","stage":1,"round":3}}"#
            );
        }
    }

    #[test]
    fn facts_that_are_not_public_make_no_message() {
        let drafted = ContestFact::RoundDrafted {
            stage: 0,
            round: 0,
            meetings: Vec::new(),
            byes: Vec::new(),
            is_manual: false,
        };
        assert_eq!(WebhookEvent::from_fact("august", &drafted), None);
    }
}
