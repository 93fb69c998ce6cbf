//! Signs in words: what is unusual, and why it may be innocent.

use adjutant_domain::contest::GameSlot;
use adjutant_domain::contest::fair_play::{Gain, SignKind};
use adjutant_service::contests::{ShownGame, ShownSign};
use adjutant_site::i18n::Texts;

use super::likeness::{percent_of_win, share};

/// The keys of a kind: its heading, and why it may be innocent.
pub const fn kind_keys(kind: SignKind) -> [&'static str; 2] {
    match kind {
        SignKind::ResignedAtOnce { .. } => ["sign-resigned", "sign-resigned-words"],
        SignKind::ShortGame { .. } => ["sign-short", "sign-short-words"],
        SignKind::QuickResult { .. } => ["sign-quick", "sign-quick-words"],
        SignKind::OnlyDraws { .. } => ["sign-draws", "sign-draws-words"],
        SignKind::ForfeitToClubmate => ["sign-forfeit", "sign-forfeit-words"],
        SignKind::LastRoundGift { .. } => ["sign-gift", "sign-gift-words"],
        SignKind::CorrectedInFavor { .. } => ["sign-corrected", "sign-corrected-words"],
        SignKind::LikeComputer(_) => ["sign-like-computer", "sign-like-computer-words"],
    }
}

pub fn game_text(game: &ShownGame, texts: Texts) -> String {
    let GameSlot { stage, round, table, .. } = game.spot;
    let [one, other] = &game.names;
    let values = [
        ("stage", (stage + 1).to_string()),
        ("round", (round + 1).to_string()),
        ("table", (table + 1).to_string()),
        ("one", one.clone()),
        ("other", other.clone()),
    ];
    texts.fill(if stage == 0 { "sign-game" } else { "sign-game-of-stage" }, &values)
}

/// What is unusual about the games of a sign.
pub fn detail(sign: &ShownSign, texts: Texts) -> String {
    let name = || sign.entrants.first().map(|(_, name)| name.clone()).unwrap_or_default();
    match sign.kind {
        SignKind::ResignedAtOnce { plies } => texts.count("sign-plies-resigned", i64::from(plies)),
        SignKind::ShortGame { plies } => texts.count("sign-plies", i64::from(plies)),
        SignKind::QuickResult { minutes, usual } => {
            let values = [("minutes", minutes.to_string()), ("usual", usual.to_string())];
            texts.fill("sign-quick-detail", &values)
        }
        SignKind::OnlyDraws { games, events } => {
            let values = [("games", games.to_string()), ("events", events.to_string())];
            texts.fill("sign-draws-detail", &values)
        }
        SignKind::ForfeitToClubmate => texts.get("sign-forfeit-detail"),
        SignKind::LastRoundGift { gain, difference } => gift(gain, difference, texts),
        SignKind::CorrectedInFavor { corrections, .. } => {
            let official = sign.official.clone().unwrap_or_else(|| "—".to_owned());
            let count = corrections.to_string();
            let values = [("official", official), ("name", name()), ("count", count)];
            texts.fill("sign-corrected-detail", &values)
        }
        SignKind::LikeComputer(counts) => {
            let values = [
                ("name", name()),
                ("alike", share(counts.alike, counts.plies)),
                ("plies", counts.plies.to_string()),
                ("usual", share(counts.usual, counts.plies)),
                ("lost", percent_of_win(counts.lost)),
                ("usually", percent_of_win(counts.usually_lost)),
                ("deviations", format!("{:.1}", f64::from(counts.deviations) / 10.0)),
            ];
            texts.fill("sign-like-computer-detail", &values)
        }
    }
}

fn gift(gain: Gain, difference: Option<u32>, texts: Texts) -> String {
    let gain = texts.get(match gain {
        Gain::Prize => "sign-gain-prize",
        Gain::Qualification => "sign-gain-qualification",
    });
    match difference {
        Some(difference) => {
            let values = [("gain", gain), ("difference", difference.to_string())];
            texts.fill("sign-gift-detail", &values)
        }
        None => texts.one("sign-gift-absent", "gain", gain),
    }
}
