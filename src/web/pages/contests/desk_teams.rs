//! What is settled of teams, at the desk: alternates, line-ups, what a match is worth, and the share of lower titles.

use crate::contest::Settings;
use crate::contest::teams::{MOST_ALTERNATES, TeamRules};
use crate::service::Error;
use crate::service::contests::no_points;
use crate::web::forms;
use crate::web::i18n::Texts;
use crate::web::kit::{Field, Form};
use swiss::points::{PointSystem, Points};
use swiss::teams::Share;

use super::desk_settings::whole;
use super::eligible::titles;

/// What the form does, as it is sent.
pub const DEED: &str = "teams";

/// More are on no team's boards.
const MOST_BOARDS: u32 = 100;
const POINTS: [(&str, &str); 3] = [
    ("match-win", "contest-match-win"),
    ("match-draw", "contest-match-draw"),
    ("match-loss", "contest-match-loss"),
];

/// As people write points: without a point where they are whole.
fn points(points: Points) -> String {
    let written = points.to_string();
    written.strip_suffix(".0").map_or_else(|| written.clone(), str::to_owned)
}

/// The form with what holds now.
pub fn form(
    settings: &Settings,
    own_titles: &[String],
    action: &str,
    csrf: &str,
    texts: Texts,
) -> Form {
    let rules = settings.teams;
    let PointSystem { win, draw, loss, .. } = rules.match_points;
    let lines = POINTS.into_iter().zip([win, draw, loss]).map(|((name, words), now)| {
        Field::line(texts, name, words).value(points(now)).inputmode("decimal").autocomplete("off")
    });
    let (share, title) = rules.share.map_or((0, 0), |share| (share.at_least, share.title_at_most));
    Form::new(texts, "teams", action, csrf, "contest-teams-save")
        .with(Field::hidden(texts, "do", DEED))
        .with(
            Field::number(texts, "alternates", "contest-alternates")
                .hint("contest-alternates-hint")
                .value(rules.alternates.to_string()),
        )
        .with(Field::check(texts, "sealed", "contest-sealed", rules.sealed))
        .with_all(lines)
        .with(
            Field::number(texts, "share", "contest-share")
                .hint("contest-share-hint")
                .value(share.to_string()),
        )
        .with(
            Field::select(texts, "share-title", "contest-share-title", titles(own_titles, texts))
                .value(title.to_string()),
        )
}

/// What was sent.
///
/// # Errors
/// [`Error::Invalid`] for what is no number, or no points.
pub fn settled(settings: &Settings, sent: &forms::Form) -> Result<Settings, Error> {
    let now = settings.teams;
    let number = |name, most, now| Ok::<u32, Error>(whole(sent, name, most)?.unwrap_or(now));
    let [win, draw, loss] = POINTS.map(|(name, _)| match sent.text(name) {
        "" => Ok(None),
        text => Points::parse(text).map(Some).ok_or_else(|| no_points(name)),
    });
    let old = now.match_points;
    let win = win?.unwrap_or(old.win);
    let match_points = PointSystem {
        win,
        draw: draw?.unwrap_or(old.draw),
        loss: loss?.unwrap_or(old.loss),
        // Who has no opponent has what a match won is worth, where that was so before.
        allocated_bye: if old.allocated_bye == old.win { win } else { old.allocated_bye },
        ..old
    };
    let at_least = number("share", MOST_BOARDS, 0)? as usize;
    let title = u8::try_from(number("share-title", 255, 0)?).unwrap_or(u8::MAX);
    let teams = TeamRules {
        alternates: number("alternates", MOST_ALTERNATES, now.alternates)?,
        sealed: sent.is_ticked("sealed"),
        match_points,
        share: (at_least > 0).then_some(Share { at_least, title_at_most: title }),
    };
    Ok(Settings { teams, ..settings.clone() })
}
