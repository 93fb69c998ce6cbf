//! Explains the pairing of a Swiss round in words, for the page and the command line.

mod reasons;

use std::fmt::Display;

use crate::i18n::Texts;
use adjutant_service::contests::points_text as points;
use swiss::Color;
use swiss::pairing::explain::{
    Allotted, BracketSaid, Breach, ByeSaid, Changes, ColorRule, Due, Explanation, Floater, HowMany,
    PreferenceStrength, Spared, WhyFloats,
};
use swiss::pairing::{NoPairing, Pairing};

/// A pair, and why they have their colours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairText {
    /// White first.
    pub names: [String; 2],
    /// The colour preference of each.
    pub due: [String; 2],
    pub colors: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BracketText {
    pub heading: String,
    pub about: String,
    pub pairs: Vec<PairText>,
    pub floaters: Vec<String>,
    /// Whether the first candidate was chosen, and if not, why.
    pub first: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RoundText {
    /// How the round deviates from the rules' pairing, and what that violates.
    pub changed: Vec<String>,
    pub bye: Vec<String>,
    pub brackets: Vec<BracketText>,
}

/// Returns the name of an entrant by their index.
pub type EntrantNames<'a> = &'a dyn Fn(usize) -> String;

/// Explains a round or, if the rules find no pairing for it, what it violates.
pub fn pairing_text(
    said: &Result<Explanation, NoPairing>,
    changes: Option<&Changes>,
    texts: Texts,
    names: EntrantNames<'_>,
) -> RoundText {
    let speaker = PairingNarrator { texts, names };
    let changed = |changes: &Changes| speaker.changes_text(changes, said.is_err());
    match said {
        Ok(said) => RoundText {
            changed: said.changed.as_ref().or(changes).map(changed).unwrap_or_default(),
            bye: said.bye.as_ref().map(|bye| speaker.bye(bye)).unwrap_or_default(),
            brackets: speaker.brackets(said),
        },
        Err(_) => {
            RoundText { changed: changes.map(changed).unwrap_or_default(), ..RoundText::default() }
        }
    }
}

struct PairingNarrator<'a> {
    texts: Texts,
    names: EntrantNames<'a>,
}

impl PairingNarrator<'_> {
    fn name(&self, entrant: usize) -> String {
        (self.names)(entrant)
    }

    fn color(&self, color: Color) -> String {
        self.texts.get(if color == Color::White { "white" } else { "black" })
    }

    /// Joins a list with commas; a dash if it is empty.
    fn list(all: impl IntoIterator<Item = impl Display>) -> String {
        let all: Vec<String> = all.into_iter().map(|one| one.to_string()).collect();
        if all.is_empty() { "–".to_owned() } else { all.join(", ") }
    }

    fn pairing(&self, pairing: &Pairing) -> String {
        format!("{} – {}", self.name(pairing.white), self.name(pairing.black))
    }

    fn changes_text(&self, changes: &Changes, has_no_pairing: bool) -> Vec<String> {
        let texts = self.texts;
        let mut all = vec![texts.get("why-changed")];
        let pairs = |pairs: &[Pairing], bye: Option<usize>| {
            let bye = bye.map(|one| texts.one("why-has-bye", "name", self.name(one)));
            Self::list(pairs.iter().map(|pairing| self.pairing(pairing)).chain(bye))
        };
        all.push(texts.one("why-has", "pairs", pairs(&changes.has, changes.has_bye)));
        if has_no_pairing {
            all.push(texts.get("why-no-pairing"));
        } else {
            let instead = pairs(&changes.instead, changes.instead_bye);
            all.push(texts.one("why-instead", "pairs", instead));
        }
        if changes.breaches.is_empty() {
            all.push(texts.get("why-no-breach"));
        }
        all.extend(changes.breaches.iter().map(|breach| self.breach(breach)));
        all
    }

    fn breach(&self, breach: &Breach) -> String {
        match breach {
            Breach::Pair { pair, bar } => self.sentence(&self.bar_reason(*pair, *bar)),
            Breach::Bye(one) => self.sentence(&self.bye_bar_reason(*one)),
            Breach::Colors { pairing, rule } => self.texts.fill(
                "why-other-colors",
                &[("pair", self.pairing(pairing)), ("article", rule.article().to_owned())],
            ),
        }
    }

    fn bye(&self, bye: &ByeSaid) -> Vec<String> {
        let values = [
            ("name", self.name(bye.entrant)),
            ("score", points(bye.score)),
            ("unplayed", bye.unplayed.to_string()),
        ];
        let mut all = vec![self.texts.fill("why-bye", &values)];
        for (key, why) in
            [("why-bye-had", Spared::HasHadOne), ("why-bye-others", Spared::OthersUnpaired)]
        {
            let spared = bye.spared.iter().filter(|(_, own)| *own == why);
            let spared: Vec<String> = spared.map(|(one, _)| self.name(*one)).collect();
            if !spared.is_empty() {
                all.push(self.texts.one(key, "names", Self::list(spared)));
            }
        }
        all
    }

    fn brackets(&self, said: &Explanation) -> Vec<BracketText> {
        let last = said.brackets.len().saturating_sub(1);
        let each = said.brackets.iter().enumerate();
        each.map(|(at, bracket)| self.bracket(bracket, at == last)).collect()
    }

    fn bracket(&self, bracket: &BracketSaid, is_last: bool) -> BracketText {
        let residents = Self::list(bracket.residents.iter().map(|one| self.name(*one)));
        let moved = bracket.moved.iter();
        let moved = moved.map(|one| format!("{} ({})", self.name(one.entrant), points(one.from)));
        let about = if bracket.moved.is_empty() {
            self.texts.one("why-homogeneous", "names", residents)
        } else {
            let values = [("moved", Self::list(moved)), ("names", residents)];
            self.texts.fill("why-heterogeneous", &values)
        };
        let mut floaters: Vec<String> =
            self.candidate_count_text(bracket.how_many, is_last).into_iter().collect();
        floaters.extend(bracket.floaters.iter().map(|one| self.floater(one, is_last)));
        BracketText {
            heading: self.texts.one("why-bracket", "score", points(bracket.score)),
            about,
            pairs: bracket.pairs.iter().map(|pair| self.pair(pair)).collect(),
            floaters,
            first: self.first_candidate_reasons(&bracket.first),
        }
    }

    fn candidate_count_text(&self, how: HowMany, is_last: bool) -> Option<String> {
        let texts = self.texts;
        Some(match how {
            HowMany::Nobody => return None,
            HowMany::Odd if is_last => texts.get("why-odd-bye"),
            HowMany::Odd => texts.get("why-odd"),
            HowMany::NoMorePairs(pairs) => texts.one("why-no-more-pairs", "pairs", pairs),
            HowMany::ForOthers => texts.get("why-for-others"),
            HowMany::ForTheBye => texts.get("why-for-the-bye"),
            HowMany::Untold => texts.get("why-untold"),
        })
    }

    fn floater(&self, floater: &Floater, is_last: bool) -> String {
        let texts = self.texts;
        let why = match &floater.why {
            WhyFloats::Alone => texts.get("why-alone"),
            WhyFloats::NoOpponent(bars) => {
                let bars = bars.iter().map(|(one, bar)| self.bar_reason_for(*one, *bar));
                texts.one("why-no-opponent", "bars", Self::list(bars))
            }
            WhyFloats::Last => texts.get("why-last"),
            WhyFloats::AllLower => texts.get("why-all-lower"),
            WhyFloats::Withheld => texts.get("why-withheld"),
            WhyFloats::Instead { other, verdict } => {
                let values = [("other", self.name(*other)), ("why", self.verdict_reason(verdict))];
                texts.fill("why-not-other", &values)
            }
        };
        let key = if is_last { "why-gets-bye" } else { "why-floats" };
        texts.fill(key, &[("name", self.name(floater.entrant)), ("why", why)])
    }

    fn preference_text(&self, due: Due) -> String {
        let key = match due.strength {
            PreferenceStrength::None => return self.texts.get("why-due-none"),
            PreferenceStrength::Mild => "why-due-mild",
            PreferenceStrength::Strong => "why-due-strong",
            PreferenceStrength::Absolute => "why-due-absolute",
        };
        let color = due.color.map(|color| self.color(color)).unwrap_or_default();
        self.texts.one(key, "color", color)
    }

    fn pair(&self, pair: &Allotted) -> PairText {
        let both = [pair.pairing.white, pair.pairing.black];
        let denied = pair.due.iter().position(|due| !due.is_granted).unwrap_or(0);
        let key = match pair.rule {
            ColorRule::Both => "why-colors-both",
            ColorRule::Stronger => "why-colors-stronger",
            ColorRule::Wider => "why-colors-wider",
            ColorRule::Alternate => "why-colors-alternate",
            ColorRule::Higher => "why-colors-higher",
            ColorRule::Initial => "why-colors-initial",
        };
        let color = pair.due[denied].color.map(|color| self.color(color)).unwrap_or_default();
        let values = [
            ("denied", self.name(both[denied])),
            ("granted", self.name(both[1 - denied])),
            ("higher", self.name(pair.higher)),
            ("color", color),
        ];
        PairText {
            names: both.map(|one| self.name(one)),
            due: pair.due.map(|due| self.preference_text(due)),
            colors: self.texts.fill(key, &values),
        }
    }
}
