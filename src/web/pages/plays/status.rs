//! The state of a game in words.

use adjutant_domain::moment::SECOND;
use adjutant_domain::play::{End, Life, RemarkKind, State};
use adjutant_service::live::Seen;
use adjutant_site::board::side_name;
use adjutant_site::game_rows::result_text;
use adjutant_site::i18n::Texts;
use salpakan::rules::Color;

use super::action_buttons::opponent_absence;
use super::end_label;

/// After how long, in microseconds, a disconnected player is shown as away.
const AWAY_AFTER: i64 = 20 * SECOND;

/// Whether a side has deployed, before play begins.
pub fn has_deployed(seen: &Seen, color: Color) -> bool {
    match seen.play.life() {
        Life::Created(_) => false,
        Life::Deploying(state) => state.ready[color],
        _ => true,
    }
}

pub fn is_deploying(seen: &Seen) -> bool {
    matches!(seen.play.state(), State::Created | State::Deploying)
}

/// The stage for which the page is built; a player's page stays the same while the opponent
/// deploys.
pub fn page_stage(seen: &Seen) -> String {
    match seen.play.state() {
        State::Created | State::Deploying => {
            let own = seen.viewer.color().map(|color| has_deployed(seen, color));
            format!("deploying-{}", own.map_or("seen", |own| if own { "ready" } else { "open" }))
        }
        State::Aborted => "aborted".to_owned(),
        _ => "board".to_owned(),
    }
}

pub fn status_text(texts: Texts, seen: &Seen) -> String {
    let own = seen.viewer.color();
    if let Some(end) = seen.provisional {
        return format!("{} {}", end_text(texts, end), texts.get("play-status-provisional"));
    }
    match seen.play.state() {
        State::Created | State::Deploying => match own {
            Some(color) if has_deployed(seen, color) => texts.get("play-status-ready"),
            Some(_) if !seen.play.hides_ranks() => texts.get("play-status-begin"),
            Some(_) => texts.get("play-status-deploy"),
            None if !seen.play.hides_ranks() => texts.get("play-status-beginning"),
            None => texts.get("play-status-deploying"),
        },
        State::InPlay => {
            seen.play.to_move().map(|color| turn_text(texts, color, own)).unwrap_or_default()
        }
        State::Paused => texts.get("play-status-paused"),
        State::Aborted => texts.get("play-status-aborted"),
        State::Ended | State::Final | State::Revealed => {
            seen.play.life().finished().map(|game| end_text(texts, game.end)).unwrap_or_default()
        }
    }
}

/// Whose turn it is, to the player of `own` or to a spectator.
pub fn turn_text(texts: Texts, to_move: Color, own: Option<Color>) -> String {
    match own {
        Some(own) if to_move == own => texts.get("play-status-yours"),
        Some(_) => texts.get("play-status-theirs"),
        None => texts.one("play-status-turn", "side", side_name(texts, to_move)),
    }
}

fn end_text(texts: Texts, end: End) -> String {
    let how = end_label(texts, end.outcome, end.termination);
    format!("{} {how}.", result_text(Some(end.outcome)))
}

/// A notice that the clocks are stopped because nothing can be saved.
pub fn clocks_stopped_notice(texts: Texts, seen: &Seen) -> Option<String> {
    seen.stands_still().then(|| texts.get("play-clocks-stand"))
}

/// Which sides are ready, during deployment.
pub fn readiness(texts: Texts, seen: &Seen) -> Vec<(String, bool)> {
    if !is_deploying(seen) {
        return Vec::new();
    }
    let line = |color: Color| {
        let ready = has_deployed(seen, color);
        let key = match (ready, seen.play.hides_ranks()) {
            (true, _) => "play-side-ready",
            (false, true) => "play-side-not-ready",
            (false, false) => "play-side-not-there",
        };
        (texts.one(key, "player", &seen.players[color]), ready)
    };
    Color::ALL.map(line).to_vec()
}

pub fn deploy_time_left(seen: &Seen) -> Option<i64> {
    let end = seen.play.time_is_up_at().filter(|_| is_deploying(seen));
    end.map(|end| end.since(seen.now).max(0))
}

/// Notices during play; the offers that the viewer can answer come first.
pub fn notices(texts: Texts, seen: &Seen) -> Vec<String> {
    let mut all = Vec::new();
    let Some(game) = seen.play.life().going_on() else { return all };
    let plies = seen.play.progress().len();
    let declined = game.talk.remarks.last().filter(|last| {
        let offerer = Some(last.color.opponent());
        last.what == RemarkKind::Declined && last.ply == plies && seen.viewer.color() == offerer
    });
    if declined.is_some() {
        all.push(texts.get("js-play-declined"));
    }
    let told = |color: Color, own: &str, other: &str| match seen.viewer.color() == Some(color) {
        true => texts.get(own),
        false => texts.one(other, "player", &seen.players[color]),
    };
    if let Some(color) = game.talk.offer {
        all.push(told(color, "play-offered-draw", "play-offers-draw"));
    }
    for color in Color::ALL.into_iter().filter(|color| game.talk.asks[*color]) {
        all.push(told(color, "play-asked-pause", "play-asks-pause"));
    }
    if seen.gone_since.is_some_and(|since| seen.now.since(since) > AWAY_AFTER) {
        all.push(opponent_away_text(texts, seen));
    }
    all
}

fn opponent_away_text(texts: Texts, seen: &Seen) -> String {
    match opponent_absence(seen) {
        Some((gone, after)) if gone >= after => texts.get("play-gone-claim"),
        Some((gone, after)) => texts.count("play-gone-soon", (after - gone + SECOND - 1) / SECOND),
        None => texts.get("play-gone"),
    }
}

/// After how many milliseconds the page should refresh without an event, since there is none when
/// a claim becomes possible or ratings have been calculated (`rating_due`). 0 for never.
pub fn refresh_after_millis(seen: &Seen, rating_due: bool) -> i64 {
    if rating_due {
        return 1500;
    }
    if seen.viewer.color().is_none() || seen.play.life().going_on().is_none() {
        return 0;
    }
    match opponent_absence(seen) {
        Some((gone, after)) if gone < after => (after - gone).min(AWAY_AFTER) / 1000 + 500,
        _ => AWAY_AFTER / 1000,
    }
}

/// Whether the viewer waits for somebody else, so that a page without a script should refresh.
pub fn is_waiting(seen: &Seen) -> bool {
    let over = seen.play.state().is_over();
    let own = seen.viewer.color();
    let acts = own.is_some_and(|own| match is_deploying(seen) {
        true => !has_deployed(seen, own),
        false => seen.play.to_move() == Some(own),
    });
    !over && !acts && seen.may_rule.is_empty()
}

#[cfg(test)]
mod tests {
    use adjutant_site::i18n::Language;
    use salpakan::rules::{Outcome, Termination};

    use super::*;

    #[test]
    fn the_end_of_a_game_says_draw_once() {
        let text =
            |outcome, termination| end_text(Texts(Language::English), End { outcome, termination });
        assert_eq!(text(Outcome::Draw, Termination::Agreement), "½–½ Draw by agreement.");
        assert_eq!(text(Outcome::Draw, Termination::Repetition), "½–½ Draw by repetition.");
        assert_eq!(text(Outcome::Draw, Termination::Adjudication), "½–½ Draw: Adjudication.");
        let won = text(Outcome::Win(Color::White), Termination::Resignation);
        assert_eq!(won, "1–0 White won: Resignation.");
    }
}
