//! Notices in the reader's language, as pages, mail and push messages show them.

use adjutant_domain::contest::ChallengeEnd;
use adjutant_domain::moment::Micros;
use adjutant_domain::notice::Notice;
use adjutant_service::notices::ShownNotice;
use ledger_ratings::Day;
use swiss::Color;

use crate::i18n::Texts;
use crate::time_format::{format_day, format_in_zone};

/// The key of a notice's text.
const fn key(notice: &Notice) -> &'static str {
    match notice {
        Notice::Paired { color: Some(Color::White), .. } => "notice-paired-white",
        Notice::Paired { color: Some(Color::Black), .. } => "notice-paired-black",
        Notice::Paired { color: None, .. } => "notice-paired",
        Notice::Bye { .. } => "notice-bye",
        Notice::StartsSoon { .. } => "notice-starts",
        Notice::RoundStarts { .. } => "notice-round-starts",
        Notice::YourMove { .. } => "notice-move",
        Notice::GameOver { .. } => "notice-over",
        Notice::GameRequest { .. } => "notice-request",
        Notice::RequestAccepted { .. } => "notice-accepted",
        Notice::RequestDeclined { .. } => "notice-declined",
        Notice::ResultEntered { .. } => "notice-result",
        Notice::ResultReported { .. } => "notice-reported",
        Notice::ResultDisputed { .. } => "notice-disputed",
        Notice::DecisionNeeded { .. } => "notice-decide",
        Notice::ActUndone { .. } => "notice-undone",
        Notice::CaseReported { .. } => "notice-case-reported",
        Notice::CaseDecided { .. } => "notice-case-decided",
        Notice::CaseAppealed { .. } => "notice-case-appealed",
        Notice::CaseRuled { .. } => "notice-case-ruled",
        Notice::EventCancelled { .. } => "notice-cancelled",
        Notice::EventResumed { .. } => "notice-resumed",
        Notice::EventMoved { day: Some(_), place: false, .. } => "notice-moved-day",
        Notice::EventMoved { day: None, .. } => "notice-moved-place",
        Notice::EventMoved { .. } => "notice-moved",
        Notice::RanksOpened { .. } => "notice-ranks",
        Notice::Reviewed { .. } => "notice-reviewed",
        Notice::TimesProposed { .. } => "notice-proposed",
        Notice::TimeFixed { .. } => "notice-fixed",
        Notice::Challenged { .. } => "notice-challenged",
        Notice::ChallengeClosed { how: ChallengeEnd::Refused, .. } => "notice-challenge-refused",
        Notice::ChallengeClosed { how: ChallengeEnd::Unanswered, .. } => {
            "notice-challenge-unanswered"
        }
        Notice::ChallengeClosed { how: ChallengeEnd::Withdrawn, .. } => {
            "notice-challenge-withdrawn"
        }
        Notice::ChallengeClosed { .. } => "notice-challenge-lapsed",
        Notice::RoundPublished { .. } => "notice-round",
        Notice::GameFinished { .. } => "notice-finished",
    }
}

/// The table of a notice, counted from 1, and the time that it tells.
fn details(notice: &Notice) -> (Option<usize>, Option<Micros>) {
    match notice {
        Notice::StartsSoon { table, at, .. }
        | Notice::RoundStarts { table, at, .. }
        | Notice::TimeFixed { table, at, .. } => (Some(table.table + 1), Some(*at)),
        Notice::Challenged { at, .. } => (None, Some(*at)),
        Notice::Paired { hall_table: Some(number), .. } => (Some(*number), None),
        Notice::Paired { table, .. } | Notice::TimesProposed { table, .. } => {
            (Some(table.table + 1), None)
        }
        Notice::ResultEntered { game, .. }
        | Notice::ResultReported { game, .. }
        | Notice::ResultDisputed { game, .. }
        | Notice::DecisionNeeded { game, .. } => (Some(game.table + 1), None),
        _ => (None, None),
    }
}

/// A notice as one sentence; times are in the reader's zone.
pub fn notice_sentence(texts: Texts, shown: &ShownNotice, zone: &str) -> String {
    let (table, at) = details(&shown.notice);
    let number =
        |number: Option<usize>| number.map(|number| number.to_string()).unwrap_or_default();
    let round = shown.notice.round().map(|round| round.round + 1);
    let event = shown.event.as_ref().map(|event| event.name.clone()).unwrap_or_default();
    let key = match (&shown.notice, shown.name.is_empty()) {
        // It says no place any more.
        (Notice::EventMoved { day: Some(_), .. }, true) => "notice-moved-day",
        (Notice::EventMoved { .. }, true) => "notice-no-place",
        (notice, _) => key(notice),
    };
    let day = match shown.notice {
        Notice::EventMoved { day: Some(day), .. } => format_day(texts, Day(day)),
        _ => String::new(),
    };
    texts.fill(
        key,
        &[
            ("event", event),
            ("round", number(round)),
            ("table", number(table)),
            ("name", shown.name.clone()),
            ("day", day),
            ("when", at.map(|at| format_in_zone(texts, at, zone)).unwrap_or_default()),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Language;
    use adjutant_domain::contest::{EntrantId, RoundId, TableId};

    fn shown(notice: Notice) -> ShownNotice {
        ShownNotice {
            id: 1,
            notice,
            event: None,
            name: "Ana".to_owned(),
            path: String::new(),
            made_at: Micros(1),
            read_at: None,
        }
    }

    #[test]
    fn every_notice_has_a_sentence_in_both_languages() {
        let table = TableId { stage: 0, round: 2, table: 6 };
        let (event, opponent, play) = (1, EntrantId(2), "0123456789abcdef".to_owned());
        let at = Micros(1_795_320_000_000_000);
        let game = table.game(0);
        let all = [
            Notice::Paired { event, table, color: Some(Color::White), opponent, hall_table: None },
            Notice::Paired { event, table, color: Some(Color::Black), opponent, hall_table: None },
            Notice::Paired { event, table, color: None, opponent, hall_table: None },
            Notice::Bye { event, round: RoundId { stage: 0, round: 2 } },
            Notice::StartsSoon { event, table, at, opponent },
            Notice::RoundStarts { event, table, at, opponent },
            Notice::YourMove { play: play.clone() },
            Notice::GameOver { play: play.clone() },
            Notice::GameRequest { by: 1 },
            Notice::RequestAccepted { play: play.clone(), by: 1 },
            Notice::RequestDeclined { by: 1 },
            Notice::ResultEntered { event, game, opponent },
            Notice::ResultReported { event, game, opponent },
            Notice::ResultDisputed { event, game },
            Notice::DecisionNeeded { event, game },
            Notice::ActUndone { event },
            Notice::CaseReported { event, case: 1 },
            Notice::CaseDecided { event, case: 1 },
            Notice::CaseAppealed { event, case: 1 },
            Notice::CaseRuled { event, case: 1 },
            Notice::EventCancelled { event },
            Notice::EventResumed { event },
            Notice::EventMoved { event, day: Some(20_000), place: false },
            Notice::EventMoved { event, day: Some(20_000), place: true },
            Notice::EventMoved { event, day: None, place: true },
            Notice::RanksOpened { play: play.clone() },
            Notice::Reviewed { game: "a".to_owned(), review: 1, by: 1 },
            Notice::TimesProposed { event, table, opponent },
            Notice::TimeFixed { event, table, at, opponent },
            Notice::Challenged { event, at, opponent },
            Notice::ChallengeClosed { event, how: ChallengeEnd::Refused, opponent },
            Notice::ChallengeClosed { event, how: ChallengeEnd::Unanswered, opponent },
            Notice::ChallengeClosed { event, how: ChallengeEnd::Withdrawn, opponent },
            Notice::ChallengeClosed { event, how: ChallengeEnd::Lapsed, opponent },
            Notice::RoundPublished { event, round: RoundId { stage: 0, round: 2 } },
            Notice::GameFinished { play, by: 1 },
        ];
        for notice in all {
            for language in Language::ALL {
                let text = notice_sentence(Texts(language), &shown(notice.clone()), "Asia/Manila");
                assert!(text.len() > 10 && !text.contains("notice-"), "{notice:?}: {text}");
                assert!(!text.contains('{'), "{text}");
            }
        }
    }

    #[test]
    fn a_pairing_tells_table_color_and_opponent() {
        let table = TableId { stage: 0, round: 2, table: 6 };
        let notice = Notice::Paired {
            event: 1,
            table,
            color: Some(Color::White),
            opponent: EntrantId(2),
            hall_table: None,
        };
        let text = notice_sentence(Texts(Language::English), &shown(notice), "UTC");
        assert!(text.ends_with("round 3: table 7, White against Ana."), "{text}");
    }
}
