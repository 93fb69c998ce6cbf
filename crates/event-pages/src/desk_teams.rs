//! Team settings at the desk: alternates, line-ups, match points, and the share of lower titles.

use adjutant_domain::contest::ContestSettings;
use adjutant_domain::contest::teams::{MAX_ALTERNATES, TeamRules};
use adjutant_service::Error;
use adjutant_service::contests::{invalid_points, points_text};
use adjutant_site::forms;
use adjutant_site::kit::{Field, Form};
use adjutant_site::request_context::RequestContext;
use swiss::points::{PointSystem, Points};
use swiss::teams::Share;

use super::desk_settings::parse_optional_number;
use super::terms::title_choices;

pub const FORM_ACTION: &str = "teams";

const MAX_BOARDS: u32 = 100;
const MATCH_POINT_FIELDS: [(&str, &str); 3] = [
    ("match-win", "contest-match-win"),
    ("match-draw", "contest-match-draw"),
    ("match-loss", "contest-match-loss"),
];

pub fn form(
    visit: &RequestContext,
    settings: &ContestSettings,
    own_titles: &[String],
    action: &str,
) -> Form {
    let texts = visit.texts();
    let rules = settings.teams;
    let PointSystem { win, draw, loss, .. } = rules.match_points;
    let lines =
        MATCH_POINT_FIELDS.into_iter().zip([win, draw, loss]).map(|((name, words), now)| {
            Field::text(texts, name, words)
                .value(points_text(now))
                .inputmode("decimal")
                .autocomplete("off")
        });
    let titles = title_choices(own_titles, texts);
    let (share, title) =
        rules.title_share.map_or((0, 0), |share| (share.at_least, share.title_at_most));
    visit
        .form("teams", action, "contest-teams-save")
        .with_fields([
            Field::hidden(texts, "do", FORM_ACTION),
            Field::number(texts, "alternates", "contest-alternates")
                .hint("contest-alternates-hint")
                .value(rules.alternates.to_string()),
            Field::checkbox(texts, "sealed", "contest-sealed", rules.sealed_line_ups),
        ])
        .with_fields(lines)
        .with_fields([
            Field::number(texts, "share", "contest-share")
                .hint("contest-share-hint")
                .value(share.to_string()),
            Field::select(texts, "share-title", "contest-share-title", titles)
                .value(title.to_string()),
        ])
}

pub fn apply_form(
    settings: &ContestSettings,
    sent: &forms::SubmittedForm,
) -> Result<ContestSettings, Error> {
    let now = settings.teams;
    let number =
        |name, most, now| Ok::<u32, Error>(parse_optional_number(sent, name, most)?.unwrap_or(now));
    let [win, draw, loss] = MATCH_POINT_FIELDS.map(|(name, _)| match sent.text(name) {
        "" => Ok(None),
        text => Points::parse(text).map(Some).ok_or_else(|| invalid_points(name)),
    });
    let old = now.match_points;
    let win = win?.unwrap_or(old.win);
    let match_points = PointSystem {
        win,
        draw: draw?.unwrap_or(old.draw),
        loss: loss?.unwrap_or(old.loss),
        // A bye stays worth as much as a won match if it was before.
        allocated_bye: if old.allocated_bye == old.win { win } else { old.allocated_bye },
        ..old
    };
    let at_least = number("share", MAX_BOARDS, 0)? as usize;
    let title = u8::try_from(number("share-title", 255, 0)?).unwrap_or(u8::MAX);
    let teams = TeamRules {
        alternates: number("alternates", MAX_ALTERNATES, now.alternates)?,
        sealed_line_ups: sent.is_checked("sealed"),
        match_points,
        title_share: (at_least > 0).then_some(Share { at_least, title_at_most: title }),
    };
    Ok(ContestSettings { teams, ..settings.clone() })
}
