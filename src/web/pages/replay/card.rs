//! What the pages of both games begin with: who played, how it ended, and where.

use crate::web::prelude::*;
use adjutant_service::games::GameSummary;
use adjutant_site::game_rows::result_text;
use adjutant_site::games::heading;
use game_record::Roster;

/// The game, how it ended, and its event. Players are spelled as in the record.
pub struct GameCard {
    /// Both players.
    pub heading: String,
    pub result: &'static str,
    /// Whether it no longer counts.
    pub annulled: bool,
    pub how: String,
    pub plies: u32,
    /// Empty without one.
    pub event: String,
    pub event_slug: String,
    /// Empty where it is unknown.
    pub round: String,
}

impl GameCard {
    pub fn new(texts: Texts, summary: &GameSummary, roster: &Roster) -> GameCard {
        let known = |text: &str| if text == "?" { String::new() } else { text.to_owned() };
        GameCard {
            heading: heading(&roster.white, &roster.black),
            result: result_text(summary.outcome),
            annulled: summary.annulled,
            how: texts.get(&format!("termination-{}", summary.termination.name())),
            plies: summary.plies,
            event: known(&summary.event),
            event_slug: summary.event_slug.clone(),
            round: known(&roster.round),
        }
    }

    /// The frame of its page.
    pub fn frame(&self, visit: &RequestContext) -> PageFrame {
        let GameCard { heading, result, how, event, .. } = self;
        let mut frame = visit.frame(format!("{heading} {result}"));
        frame.description = format!("{heading}: {how}. {event}").trim_end().to_owned().into();
        frame.skip_to_board();
        frame
    }
}
