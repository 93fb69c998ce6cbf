//! The facts of events in the audit log as sentences. The log stores them in short English phrases,
//! one form for each kind; a phrase that is not known here is shown as it is.

use crate::i18n::Texts;

/// Phrases of the log with the keys of their sentences. `{}` in a phrase is read up to the text that
/// follows it.
const SENTENCES: [(&str, &str); 75] = [
    ("settings", "told-settings"),
    ("settings, stage {stage} with the lot {number}", "told-settings-lot"),
    ("stage {stage} lot {number} drawn", "told-lot-drawn"),
    ("registration opened", "told-registration-opened"),
    ("registration closed", "told-registration-closed"),
    ("entrant {entrant} amended", "told-amended"),
    ("team {entrant} amended", "told-amended"),
    ("entrant {entrant} admitted", "told-admitted"),
    ("entrant {entrant} withdrew by themselves", "told-left"),
    ("entrant {entrant} withdrew", "told-withdrew"),
    ("entrant {entrant} removed", "told-removed"),
    ("{number} facts merged from a file ({text})", "told-copied"),
    ("entrant {entrant} merged into {other}", "told-merged"),
    ("entrant {entrant} paid", "told-paid"),
    ("entrant {entrant} paid {text}", "told-paid-amount"),
    ("entrant {entrant} owes", "told-owes"),
    ("entrant {entrant} not there", "told-away"),
    ("entrant {entrant} there", "told-there"),
    ("stage {stage} round {round}: bye of entrant {entrant}", "told-bye"),
    ("stage {stage} round {round}: no bye of entrant {entrant}", "told-no-bye"),
    ("{number} groups kept apart", "told-apart"),
    ("stage {stage} begun", "told-begun"),
    ("stage {stage} not begun after all", "told-not-begun"),
    ("stage {stage} joined by entrant {entrant}", "told-joined"),
    ("stage {stage} numbered again", "told-renumbered"),
    ("stage {stage} round {round} changed by hand", "told-by-hand"),
    ("stage {stage} round {round} paired", "told-paired"),
    ("stage {stage} round {round} published", "told-published"),
    ("stage {stage} round {round} grace over", "told-grace"),
    ("stage {stage} round {round} taken back", "told-taken-back"),
    ("stage {stage} round {round} restored", "told-restored"),
    ("stage {stage} round {round} altered by hand", "told-altered"),
    ("stage {stage} round {round} has more matches", "told-extended"),
    ("stage {stage}: clock of the arena set", "told-arena-clock"),
    ("stage {stage}: arena ended", "told-arena-ended"),
    ("stage {stage}: entrant {entrant} pauses", "told-arena-paused"),
    ("stage {stage}: entrant {entrant} is back", "told-arena-back"),
    ("stage {stage}: entrant {entrant} challenges {other}", "told-challenged"),
    (
        "stage {stage}: challenge of entrant {entrant} accepted by {other}",
        "told-challenge-accepted",
    ),
    ("stage {stage}: challenge of entrant {entrant} to {other} played", "told-challenge-played"),
    ("stage {stage}: challenge of entrant {entrant} to {other} refused", "told-challenge-refused"),
    (
        "stage {stage}: challenge of entrant {entrant} to {other} not answered",
        "told-challenge-unanswered",
    ),
    (
        "stage {stage}: challenge of entrant {entrant} to {other} taken back",
        "told-challenge-withdrawn",
    ),
    ("stage {stage}: challenge of entrant {entrant} to {other} lapsed", "told-challenge-lapsed"),
    ("stage {stage}: clock of the ladder set", "told-ladder-clock"),
    ("stage {stage}: {number} entrants fall without a game", "told-ladder-fell"),
    ("stage {stage}: ladder ended", "told-ladder-ended"),
    ("stage {stage} round {round} revoked", "told-revoked"),
    ("facts {number} to {other} undone", "told-undone"),
    ("what was undone from fact {number} on done again", "told-redone"),
    ("stage {stage} round {round} table {table} game 1: {result} ({why})", "told-corrected"),
    ("stage {stage} round {round} table {table} game 1: {result}", "told-result"),
    (
        "stage {stage} round {round} table {table} game {game}: {result} ({why})",
        "told-game-corrected",
    ),
    ("stage {stage} round {round} table {table} game {game}: {result}", "told-game-result"),
    ("stage {stage} round {round} table {table}: line-up of the first", "told-line-up-first"),
    ("stage {stage} round {round} table {table}: line-up of the second", "told-line-up-second"),
    ("stage {stage} round {round} table {table}: line-ups released", "told-line-ups"),
    ("stage {stage} round {round} table {table}: stands as it is", "told-stands"),
    ("stage {stage} round {round} table {table}: time agreed on", "told-agreed"),
    ("stage {stage} round {round} table {table}: players reminded", "told-reminded"),
    ("stage {stage} round {round} table {table}: game made", "told-game"),
    ("stage {stage} round {round} table {table}: {who} says {result}", "told-says"),
    ("stage {stage} round {round} table {table}: window set", "told-window"),
    ("stage {stage} round {round}: window set", "told-windows"),
    ("stage {stage} play-off: {entrant} before {other}", "told-play-off"),
    ("announcement {number} taken down", "told-taken-down"),
    ("announcement {number}: {text}", "told-announced"),
    ("over", "told-over"),
    ("opened again", "told-opened-again"),
    ("cancelled", "told-cancelled"),
    ("cancelled: {text}", "told-cancelled-why"),
    ("moved from {text} to {result}", "told-moved"),
    ("and {count} more", "told-more"),
    ("entrant, waiting", "told-waiting-one"),
    ("team, waiting", "told-waiting-one"),
];

/// Phrases that say nothing of whom: they are counted.
const COUNTED: [(&str, &str); 2] = [("entrant", "told-entrants"), ("team", "told-teams")];

/// Results as the log has them, with their marks.
const RESULTS: [(&str, &str); 6] = [
    ("first won", "1–0"),
    ("second won", "0–1"),
    ("drawn", "½–½"),
    ("first won by default", "+ −"),
    ("second won by default", "− +"),
    ("both absent", "− −"),
];

/// The values of a phrase that has the form of a pattern.
fn values_of(pattern: &'static str, phrase: &str) -> Option<Vec<(&'static str, String)>> {
    let (mut pattern, mut rest, mut values) = (pattern, phrase, Vec::new());
    while let Some((before, behind)) = pattern.split_once('{') {
        let (name, after) = behind.split_once('}')?;
        rest = rest.strip_prefix(before)?;
        let literal = after.split('{').next().unwrap_or_default();
        let end = if literal.is_empty() { rest.len() } else { rest.find(literal)? };
        let value = &rest[..end];
        let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
        if value.is_empty() || !is_number && !["result", "why", "who", "text"].contains(&name) {
            return None;
        }
        values.push((name, value.to_owned()));
        (pattern, rest) = (after, &rest[end..]);
    }
    (pattern == rest).then_some(values)
}

fn sentence(texts: Texts, phrase: &str) -> String {
    let found =
        SENTENCES.iter().find_map(|(pattern, key)| Some((*key, values_of(pattern, phrase)?)));
    let Some((key, mut values)) = found else { return phrase.to_owned() };
    for (name, value) in &mut values {
        let marks = RESULTS.iter().find(|(words, _)| *name == "result" && words == value);
        match (marks, value.as_str()) {
            (Some((_, mark)), _) => (*mark).clone_into(value),
            (None, "no result") => *value = texts.get("told-no-result"),
            (None, "first") if *name == "who" => *value = texts.get("white"),
            (None, "second") if *name == "who" => *value = texts.get("black"),
            _ => {}
        }
    }
    texts.fill(key, &values)
}

/// Sentences for the phrases of an entry, in order; equal ones that name nobody are counted.
pub fn fact_sentences(texts: Texts, phrases: &[&str]) -> Vec<String> {
    let mut sentences = Vec::new();
    for same in phrases.chunk_by(|one, other| one == other) {
        let counted = COUNTED.iter().find(|(phrase, _)| *phrase == same[0]);
        match counted {
            Some((_, key)) => sentences.push(texts.count(key, same.len())),
            None => sentences.extend(same.iter().map(|phrase| sentence(texts, phrase))),
        }
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Language;

    #[test]
    fn facts_are_told_in_the_readers_words() {
        let phrases = [
            "entrant",
            "entrant",
            "entrant",
            "stage 1 round 2 table 3 game 1: second won",
            "stage 1 round 2 table 3 game 1: drawn (slip: misread)",
            "stage 1 round 2 table 3: Hall B says first won",
            "entrant 12 there",
            "a fact of tomorrow",
        ];
        let english = fact_sentences(Texts(Language::English), &phrases);
        assert_eq!(
            english,
            [
                "3 players registered",
                "Round 2, table 3: 0–1 (stage 1)",
                "Round 2, table 3: corrected to ½–½ (stage 1). Reason: slip: misread",
                "Round 2, table 3 (stage 1): Hall B reports 1–0",
                "No. 12 checked in",
                "a fact of tomorrow",
            ]
        );
        let filipino = fact_sentences(Texts(Language::Filipino), &phrases);
        assert_eq!(filipino[0], "3 manlalaro ang nairehistro");
        assert!(filipino.iter().zip(&english).take(5).all(|(one, other)| one != other));
    }

    #[test]
    fn each_form_is_read_as_itself() {
        for (pattern, key) in SENTENCES {
            let phrase = ["entrant", "stage", "round", "table", "game", "number", "count", "other"]
                .into_iter()
                .fold(pattern.to_owned(), |text, name| text.replace(&format!("{{{name}}}"), "7"));
            let phrase = phrase.replace("{result}", "drawn").replace("{why}", "asked");
            let phrase = phrase.replace("{who}", "first").replace("{text}", "lunch");
            let found = SENTENCES.iter().find(|(own, _)| values_of(own, &phrase).is_some());
            assert_eq!(found.map(|(_, own)| *own), Some(key), "{phrase}");
        }
    }
}
