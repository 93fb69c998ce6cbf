//! Explains which pairings are illegal or worse, and why.

use swiss::pairing::explain::{Bar, Criterion, Fault, First, Measure, Verdict};

use super::{PairingNarrator, points};

impl PairingNarrator<'_> {
    /// Turns a clause into a sentence.
    pub fn sentence(&self, clause: &str) -> String {
        let mut letters = clause.chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string());
        format!("{}{}.", first.unwrap_or_default(), letters.as_str())
    }

    /// Why two entrants may not meet.
    pub fn bar_reason(&self, [one, other]: [usize; 2], bar: Bar) -> String {
        let both = [("one", self.name(one)), ("other", self.name(other))];
        let (key, more) = match bar {
            Bar::Met { round } => ("why-met", ("round", (round + 1).to_string())),
            Bar::Apart => ("why-apart", ("round", String::new())),
            Bar::SameColor(color) => ("why-same-color", ("color", self.color(color))),
        };
        self.texts.fill(key, &[&both[..], &[more]].concat())
    }

    /// Why somebody may not meet the entrant `other`, naming only the latter.
    pub fn bar_reason_for(&self, other: usize, bar: Bar) -> String {
        let (key, more) = match bar {
            Bar::Met { round } => ("why-from-met", ("round", (round + 1).to_string())),
            Bar::Apart => ("why-from-apart", ("round", String::new())),
            Bar::SameColor(color) => ("why-from-same-color", ("color", self.color(color))),
        };
        self.texts.fill(key, &[("other", self.name(other)), more])
    }

    pub fn bye_bar_reason(&self, one: usize) -> String {
        self.texts.one("why-no-bye", "one", self.name(one))
    }

    /// The first candidate, and why it was not chosen.
    pub fn first_candidate_reasons(&self, first: &First) -> Vec<String> {
        let Some(verdict) = &first.verdict else {
            // A single candidate needs no explanation.
            let stands = Some("why-first-stands").filter(|_| !first.pairs.is_empty());
            return stands.map(|key| self.texts.get(key)).into_iter().collect();
        };
        let pairs = first.pairs.iter();
        let pairs =
            pairs.map(|[one, other]| format!("{} – {}", self.name(*one), self.name(*other)));
        let left = first.floaters.iter().map(|one| self.name(*one));
        let values = [("pairs", Self::list(pairs)), ("left", Self::list(left))];
        let key = if first.floaters.is_empty() { "why-first" } else { "why-first-and-left" };
        let why = self.texts.one("why-not-first", "why", self.verdict_reason(verdict));
        vec![self.texts.fill(key, &values), why]
    }

    /// Compares another candidate, as a clause.
    pub fn verdict_reason(&self, verdict: &Verdict) -> String {
        match verdict {
            Verdict::Breaks { criterion: Criterion::C4, .. } => self.texts.get("why-breaks-c4"),
            Verdict::Breaks { faults, .. } if faults.is_empty() => self.texts.get("why-breaks-c6"),
            Verdict::Breaks { faults, .. } => {
                let faults = faults.iter().map(|fault| match fault {
                    Fault::Pair { pair, bar } => self.bar_reason(*pair, *bar),
                    Fault::Bye(one) => self.bye_bar_reason(*one),
                });
                faults.collect::<Vec<_>>().join("; ")
            }
            Verdict::Worse { criterion, chosen, other } => {
                let key = format!("why-worse-{}", criterion.to_string().to_lowercase());
                let values = [("chosen", measure_text(chosen)), ("other", measure_text(other))];
                self.texts.fill(&key, &values)
            }
            Verdict::Later => self.texts.get("why-later"),
            Verdict::Withheld => self.texts.get("why-withheld"),
            Verdict::Untold => self.texts.get("why-verdict-untold"),
        }
    }
}

/// Formats a number or a list of scores; a dash if there are none.
fn measure_text(measure: &Measure) -> String {
    match measure {
        Measure::Count(count) => count.to_string(),
        Measure::Score(score) => points(*score),
        Measure::Scores(scores) | Measure::Next(scores) => {
            PairingNarrator::list(scores.iter().map(|score| points(*score)))
        }
    }
}
