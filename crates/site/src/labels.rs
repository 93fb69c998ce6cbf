//! Values in the visitor's language, as several pages show them.

use std::borrow::Cow;

use adjutant_domain::account::roles::OrganisationRole;
use adjutant_domain::game::GameKind;
use adjutant_domain::moment::SECOND;
use adjutant_domain::organisation::text_decoding::TextEncoding;
use adjutant_service::annulments::RecordAnnulment;
use adjutant_service::events::Event;
use adjutant_service::games::Game;
use adjutant_service::live::ComputerLevel;
use adjutant_service::owner::Whose;
use adjutant_service::records::Provenance;
use ledger_ratings::{AnyTitle, Pool, Unrated};
use salpakan::clock::{Pace, SideControl, TimeControl, format_clock};
use salpakan::rules::{Preset, RuleSet};

use crate::i18n::Texts;
use crate::kit::Choice;
use crate::ranks::RankNames;
use crate::time_format::format_date;

/// A title in the visitor's language.
pub fn title_label(title: AnyTitle<'_>, texts: Texts) -> Cow<'static, str> {
    match title {
        AnyTitle::Site(title) => texts.text(&format!("title-{}", title.key())).into(),
        AnyTitle::Own(name) => name.to_owned().into(),
    }
}

/// The name of a pool, with its organisation if it has one.
pub fn pool_name(pool: &Pool, texts: Texts) -> String {
    match &pool.owner {
        None => texts.get(&format!("pool-{}", pool.key)),
        Some(own) => {
            let key = format!("pool-{}", own.kind.key_of(pool.family));
            texts.one(&key, "organisation", own.name.to_owned())
        }
    }
}

/// The name of a rule-set without options, such as `Eleven pieces`.
pub fn rule_set_name(texts: Texts, preset: &Preset) -> String {
    texts.get(&format!("rule-set-{}", preset.name))
}

/// The rule-sets of Salpakan as the choices of a form, each with what it changes.
pub fn rule_set_choices(texts: Texts) -> Vec<Choice> {
    let choice = |preset: &&Preset| {
        let key = match preset.name == RuleSet::STANDARD.preset().name {
            true => "rule-set-standard".to_owned(),
            false => format!("rule-set-{}-words", preset.name),
        };
        Choice::new(preset.name, texts.get(&key))
    };
    Preset::ALL.iter().map(choice).collect()
}

/// The name of a game in the reader's language.
pub fn game_name(texts: Texts, kind: GameKind) -> String {
    texts.get(match kind {
        GameKind::Salpakan => "salpakan-name",
        GameKind::ThreeGenerals => "tg-name",
    })
}

/// The name of a game, unless it is the usual one, which needs no mention.
pub fn unusual_game_name(texts: Texts, kind: GameKind) -> Option<String> {
    (kind != GameKind::default()).then(|| game_name(texts, kind))
}

/// Every game, for a field that chooses one.
pub fn game_choices(texts: Texts) -> Vec<Choice> {
    GameKind::ALL.map(|kind| Choice::new(kind.key(), game_name(texts, kind))).to_vec()
}

pub fn role_label(role: OrganisationRole, texts: Texts) -> String {
    texts.get(match role {
        OrganisationRole::Owner => "org-role-owner",
        OrganisationRole::Organizer => "org-role-organizer",
        OrganisationRole::Official => "org-role-official",
    })
}

/// The label of a pace; its key if it has no label.
pub fn pace_label(texts: Texts, pace: Pace) -> String {
    match (pace, pace.time_control()) {
        (Pace::Untimed, _) => texts.get("play-untimed"),
        (_, Some(tc)) => time_control_label(texts, tc),
        (_, None) => pace.key(),
    }
}

pub fn time_control_label(texts: Texts, tc: TimeControl) -> String {
    match tc {
        TimeControl::Same(side) => side_control_label(texts, side),
        TimeControl::Unequal(white, black) => texts.fill(
            "time-control-sides",
            &[
                ("white", side_control_label(texts, white)),
                ("black", side_control_label(texts, black)),
            ],
        ),
    }
}

fn side_control_label(texts: Texts, side: SideControl) -> String {
    const DAY: u32 = 24 * 3600;
    let minutes = |seconds: u32| match seconds.is_multiple_of(60) {
        true => format!("{}", seconds / 60),
        false => format!("{:.1}", f64::from(seconds) / 60.0),
    };
    match side {
        SideControl::Increment { base, increment } => texts.fill(
            "time-control",
            &[("minutes", minutes(base)), ("seconds", increment.to_string())],
        ),
        SideControl::Delay { base, delay } => texts.fill(
            "time-control-delay",
            &[("minutes", minutes(base)), ("seconds", delay.to_string())],
        ),
        SideControl::EachPly { seconds } if seconds.is_multiple_of(DAY) => {
            texts.count("play-days", seconds / DAY)
        }
        SideControl::EachPly { seconds } => {
            texts.fill("time-control-ply", &[("minutes", minutes(seconds))])
        }
    }
}

/// Formats a clock, with hours only if there are any.
pub fn clock_text(seconds: u32) -> String {
    if seconds >= 3600 {
        format_clock(seconds)
    } else {
        format!("{:02}:{:02}", seconds / 60, seconds % 60)
    }
}

/// Formats the time left on a clock, in microseconds.
pub fn time_left_text(left: i64) -> String {
    clock_text(u32::try_from(left / SECOND).unwrap_or(u32::MAX))
}

/// Formats a value with its sign and one decimal.
pub fn format_signed(value: f64) -> String {
    let tenth = (value * 10.0).round() / 10.0;
    if tenth == 0.0 { "0.0".to_owned() } else { format!("{tenth:+.1}") }
}

/// Formats a difference of percentiles in percentage points.
pub fn format_points(value: f64) -> String {
    format_signed(value * 100.0)
}

/// A remark on a file's encoding; empty for UTF-8.
pub fn encoding_notice(encoding: TextEncoding, texts: Texts) -> String {
    match encoding {
        TextEncoding::Utf8 => String::new(),
        TextEncoding::Utf16 => texts.get("file-is-utf16"),
        TextEncoding::Windows1252 => texts.get("file-is-windows"),
    }
}

/// Where the record came from and who owns it.
pub fn provenance_label(game: &Game, texts: Texts) -> String {
    match (&game.summary.whose, game.provenance) {
        (Whose::Organisation(own), Provenance::Played) => {
            texts.one("provenance-played-for", "organisation", &own.name)
        }
        (Whose::Organisation(own), _) => {
            texts.one("provenance-organisation", "organisation", &own.name)
        }
        (Whose::Member, _) => texts.get("provenance-member"),
        (Whose::Site, Provenance::Demo) => texts.get("provenance-demo"),
        (Whose::Site, Provenance::Played) => texts.get("provenance-played"),
        (Whose::Site, _) => texts.get("provenance-imported"),
    }
}

/// The owner of an event; empty if it is the site.
pub fn event_owner_label(event: &Event, texts: Texts) -> String {
    match &event.whose {
        Whose::Site => String::new(),
        Whose::Member => texts.get("event-of-members"),
        Whose::Organisation(own) => texts.one("event-of-organisation", "organisation", &own.name),
    }
}

pub fn unrated_reason(reason: Unrated, texts: Texts) -> String {
    match reason {
        Unrated::Member => texts.get("unrated-member"),
        Unrated::NotAsked => texts.get("unrated-not-asked"),
        Unrated::Casual => texts.get("unrated-casual"),
        Unrated::Annulled => texts.get("unrated-annulled"),
        Unrated::Bot => texts.get("unrated-bot"),
        Unrated::RuleSet | Unrated::Ending(_) | Unrated::Nobody | Unrated::SamePlayer => {
            texts.get("unrated")
        }
    }
}

/// When and why a game was annulled; empty for a game that counts.
pub fn annulment_notice(annulment: Option<&RecordAnnulment>, texts: Texts) -> String {
    annulment.map_or_else(String::new, |one| {
        let date = format_date(texts, one.annulled_at);
        texts.fill("annulled-for", &[("date", date), ("reason", one.reason.clone())])
    })
}

/// A level of the computer: its number and the rank that it is named by.
pub fn computer_level_label(texts: Texts, level: ComputerLevel) -> String {
    let names = RankNames { texts, rules: RuleSet::STANDARD };
    format!("{} · {}", level.number(), names.name(level.rank()))
}
