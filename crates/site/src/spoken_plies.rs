//! Announcements of plies in words.

use salpakan::record::Timeline;
use salpakan::rules::{ByColor, Color, Verdict};
use salpakan::view::{Actor, Event, View};

use crate::board::{fill_placeholders, side_name};
use crate::i18n::Texts;
use crate::ranks::RankNames;
use crate::replay::square_name;

/// Describes plies in one language.
pub struct PlySpeaker {
    texts: Texts,
    moves: &'static str,
    challenges: &'static str,
    sides: ByColor<&'static str>,
}

impl PlySpeaker {
    pub fn new(texts: Texts) -> PlySpeaker {
        let (moves, challenges) = (texts.text("ply-moves"), texts.text("ply-challenges"));
        let sides = ByColor::new(side_name(texts, Color::White), side_name(texts, Color::Black));
        PlySpeaker { texts, moves, challenges, sides }
    }

    /// Describes a ply in one sentence; 0 is the start.
    pub fn describe(&self, timeline: &Timeline, number: u32) -> String {
        let Some(ply) = (number as usize).checked_sub(1).and_then(|n| timeline.plies.get(n)) else {
            return self.texts.get("js-start");
        };
        let side = self.sides[timeline.mover(number)];
        let (from, to) = (square_name(ply.mv.from), square_name(ply.mv.to));
        let digits = number.to_string();
        let values = [("ply", digits.as_str()), ("side", side), ("from", from), ("to", to)];
        let verdict = match ply.verdict {
            None => return fill_placeholders(self.moves, &values),
            Some(Verdict::ChallengerWins) => "ply-verdict-challenger",
            Some(Verdict::DefenderWins) => "ply-verdict-defender",
            Some(Verdict::Split) => "ply-verdict-split",
        };
        let mut text = fill_placeholders(self.challenges, &values);
        text.push(' ');
        text.push_str(&fill_placeholders(self.texts.text(verdict), &values));
        text
    }

    /// Describes a ply like [`Self::describe`], with the ranks of a challenge that the view knows.
    pub fn describe_known(&self, view: &View<'_>, ranks: RankNames, number: u32) -> String {
        let event = (number as usize)
            .checked_sub(1)
            .and_then(|index| view.events(None).into_iter().nth(index));
        event
            .and_then(|event| self.describe_challenge(&event, ranks))
            .unwrap_or_else(|| self.describe(view.timeline, number))
    }

    fn describe_challenge(&self, event: &Event, ranks: RankNames) -> Option<String> {
        let challenge = event.challenge?;
        let key = match challenge.verdict {
            Verdict::ChallengerWins => "js-fight-challenger",
            Verdict::DefenderWins => "js-fight-defender",
            Verdict::Split => "js-fight-split",
        };
        let name = |actor: Actor| match actor.rank {
            Some(rank) => ranks.name(rank),
            None => self.texts.text("js-fight-piece"),
        };
        let values = [
            ("ply", event.ply.to_string()),
            ("side", self.sides[challenge.challenger.color].to_owned()),
            ("other", self.sides[challenge.defender.color].to_owned()),
            ("attacker", name(challenge.challenger).to_owned()),
            ("defender", name(challenge.defender).to_owned()),
            ("from", square_name(event.mv.from).to_owned()),
            ("to", square_name(event.mv.to).to_owned()),
        ];
        let values = values.each_ref().map(|(key, value)| (*key, value.as_str()));
        Some(fill_placeholders(self.texts.text(key), &values))
    }
}
