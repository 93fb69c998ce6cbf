//! What the pages of both games begin with: who played, how it ended, and where.

use crate::web::prelude::*;
use adjutant_service::games::GameSummary;
use adjutant_site::game_rows::result_text;
use adjutant_site::games::heading;

/// The game, how it ended, and its event.
pub struct GameHead {
    /// Both players.
    pub heading: String,
    pub result: &'static str,
    pub how: String,
    pub plies: u32,
    /// Empty without one.
    pub event: String,
    pub event_slug: String,
    /// Empty where it is unknown.
    pub round: String,
}

impl GameHead {
    pub fn new(texts: Texts, summary: &GameSummary) -> GameHead {
        let known = |text: &str| if text == "?" { String::new() } else { text.to_owned() };
        GameHead {
            heading: heading(&summary.white, &summary.black),
            result: result_text(summary.outcome),
            how: texts.get(&format!("termination-{}", summary.termination.name())),
            plies: summary.plies,
            event: known(&summary.event),
            event_slug: summary.event_slug.clone(),
            round: known(&summary.round),
        }
    }

    /// The frame of its page.
    pub fn frame(&self, visit: &RequestContext) -> PageFrame {
        let GameHead { heading, result, how, event, .. } = self;
        let mut frame = visit.frame(format!("{heading} {result}"));
        frame.description = format!("{heading}: {how}. {event}").trim_end().to_owned().into();
        frame.skip_to_board();
        frame
    }
}
