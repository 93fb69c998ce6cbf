//! An explained round as an answer has it. Entrants are named by their numbers in the event.

use serde::Serialize;
use utoipa::ToSchema;

use crate::contest::RoundExplained;
use crate::service::contests::ExplainedRound;
use swiss::Color;
use swiss::pairing::Pairing;
use swiss::pairing::explain::{
    Allotted, Bar, BracketSaid, Breach, ByeSaid, Changes, ColorRule, Due, Fault, Floater, HowMany,
    Measure, PreferenceStrength, Spared, Verdict, WhyFloats,
};

use super::places::EntrantName;
use super::points;

/// Why a round is paired as it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoundWhyAnswer {
    pub stage: usize,
    pub round: usize,
    /// A draft is seen by officials alone.
    pub published: bool,
    /// Whether officials have changed what was paired.
    pub by_hand: bool,
    /// Whether a result that it was paired by was set right after it was published; this is of what was known then.
    pub stale: bool,
    /// Whether the rules find a pairing at all; where they find none, there are no brackets.
    pub is_legal: bool,
    /// Everybody who was in the stage.
    pub entrants: Vec<EntrantName>,
    /// Of the pairing that the rules have, from the highest score down.
    pub brackets: Vec<BracketItem>,
    pub bye: Option<ByeWhy>,
    /// Where the round is not the one that the rules pair.
    pub changed: Option<ChangedItem>,
}

/// A bracket.
#[derive(Debug, Serialize, ToSchema)]
pub struct BracketItem {
    /// Of the residents, with what acceleration adds.
    pub score: String,
    /// `homogeneous`, or `heterogeneous` where somebody was moved down into it.
    pub kind: &'static str,
    pub moved: Vec<MovedItem>,
    pub residents: Vec<u32>,
    pub pairs: Vec<PairItem>,
    /// Why so many float down: `nobody`, `odd`, `no-more-pairs` (are legal), `for-others` (C4), `for-the-bye` (C5) or
    /// `untold` (it is too large).
    pub how_many_float: &'static str,
    /// Who floats down; of the last bracket, who gets the bye.
    pub floaters: Vec<FloaterItem>,
    pub first: FirstItem,
}

/// Somebody who was moved down.
#[derive(Debug, Serialize, ToSchema)]
pub struct MovedItem {
    pub entrant: u32,
    pub score: String,
}

/// Two who meet.
#[derive(Debug, Serialize, ToSchema)]
pub struct PairItem {
    pub white: u32,
    pub black: u32,
    /// Which of the two is ranked higher.
    pub higher: u32,
    /// Whether that one was moved down; the other pairs of such a bracket are its remainder.
    pub moved: bool,
    /// Of White and of Black.
    pub due: [DueItem; 2],
    /// The rule of colors that decided: `both`, `stronger`, `wider`, `alternate`, `higher` or `initial`.
    pub rule: &'static str,
    /// The article of C.04.3.
    pub article: &'static str,
}

/// The color that somebody is due.
#[derive(Debug, Serialize, ToSchema)]
pub struct DueItem {
    /// `absolute`, `strong`, `mild` or `none`.
    pub strength: &'static str,
    /// `white` or `black`; null before his first game.
    pub color: Option<&'static str>,
    pub granted: bool,
}

/// Why somebody floats down.
#[derive(Debug, Serialize, ToSchema)]
pub struct FloaterItem {
    pub entrant: u32,
    /// `alone`, `no-opponent`, `last` (the first candidate leaves him, too), `all-lower` (float as well), `instead`, or
    /// `withheld`.
    pub why: &'static str,
    /// Of `no-opponent`: everybody whom he may not meet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<FaultItem>,
    /// Of `instead`: who would float in his place, and how the best pairing in which he does compares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<VerdictItem>,
}

/// The first candidate of a bracket.
#[derive(Debug, Serialize, ToSchema)]
pub struct FirstItem {
    pub taken: bool,
    /// The higher ranked first.
    pub pairs: Vec<[u32; 2]>,
    pub left: Vec<u32>,
    /// Why it was not taken.
    pub verdict: Option<VerdictItem>,
}

/// How another pairing compares with the one that was taken.
#[derive(Debug, Serialize, ToSchema)]
pub struct VerdictItem {
    /// `breaks` (an absolute criterion, or C4 or C6 in that others cannot be paired), `worse`, `later` (in the order of
    /// candidates), `untold` (it is too large) or `withheld`.
    pub verdict: &'static str,
    /// `C1` to `C21`, or `Apart`: the first that tells them apart.
    pub criterion: Option<String>,
    /// What it measures, of the pairing that was taken and of the other: less is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<MeasureItem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<MeasureItem>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultItem>,
}

/// A number, or scores or differences of scores in descending order.
#[derive(Debug, Serialize, ToSchema)]
pub struct MeasureItem {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<String>>,
}

/// A rule that is broken, or would be.
#[derive(Debug, Serialize, ToSchema)]
pub struct FaultItem {
    /// `met` (C1), `kept-apart`, `same-color` (both must have it, C3), `second-bye` (C2) or `colors` (the rules give
    /// both the other one).
    pub fault: &'static str,
    pub entrants: Vec<u32>,
    /// In which they have met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<&'static str>,
    /// Of colors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub article: Option<&'static str>,
}

/// Why somebody gets the bye that pairing gives.
#[derive(Debug, Serialize, ToSchema)]
pub struct ByeWhy {
    pub entrant: u32,
    pub score: String,
    /// Rounds that he has not played.
    pub unplayed: usize,
    /// Everybody who has less.
    pub spared: Vec<SparedItem>,
}

/// Why somebody does not get the bye.
#[derive(Debug, Serialize, ToSchema)]
pub struct SparedItem {
    pub entrant: u32,
    /// `has-had-one` (C2) or `others-unpaired` (C4).
    pub why: &'static str,
}

/// In what a round is not the one that the rules pair.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangedItem {
    /// White first.
    pub has: Vec<[u32; 2]>,
    pub has_bye: Option<u32>,
    /// What the rules have.
    pub instead: Vec<[u32; 2]>,
    pub instead_bye: Option<u32>,
    pub breaks: Vec<FaultItem>,
}

const fn color(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn measure(measure: &Measure) -> MeasureItem {
    match measure {
        Measure::Count(count) => MeasureItem { count: Some(*count), scores: None },
        Measure::Score(score) => MeasureItem { count: None, scores: Some(vec![points(*score)]) },
        Measure::Scores(scores) | Measure::Next(scores) => {
            let scores = scores.iter().map(|score| points(*score)).collect();
            MeasureItem { count: None, scores: Some(scores) }
        }
    }
}

fn due(due: Due) -> DueItem {
    DueItem {
        strength: match due.strength {
            PreferenceStrength::None => "none",
            PreferenceStrength::Mild => "mild",
            PreferenceStrength::Strong => "strong",
            PreferenceStrength::Absolute => "absolute",
        },
        color: due.color.map(color),
        granted: due.is_granted,
    }
}

fn plain(fault: &'static str, entrants: Vec<u32>) -> FaultItem {
    FaultItem { fault, entrants, round: None, color: None, article: None }
}

fn bar(entrants: Vec<u32>, bar: Bar) -> FaultItem {
    match bar {
        Bar::Met { round } => FaultItem { round: Some(round + 1), ..plain("met", entrants) },
        Bar::Apart => plain("kept-apart", entrants),
        Bar::SameColor(of) => FaultItem { color: Some(color(of)), ..plain("same-color", entrants) },
    }
}

/// Whoever has a place in what is explained.
struct Of<'a>(&'a RoundExplained);

impl RoundWhyAnswer {
    pub fn of(of: &ExplainedRound, stage: usize, round: usize) -> RoundWhyAnswer {
        let explained = &*of.explained;
        let names = Of(explained);
        let name = |id: &crate::contest::EntrantId| EntrantName {
            entrant: id.0,
            name: of
                .run
                .contest
                .entrant(*id)
                .map(|one| one.person.name.clone())
                .unwrap_or_default(),
        };
        let said = explained.said.as_ref().ok();
        let changed = said.and_then(|said| said.changed.as_ref()).or(explained.changes.as_ref());
        RoundWhyAnswer {
            stage,
            round,
            published: of.published,
            by_hand: of.by_hand,
            stale: of.stale,
            is_legal: said.is_some(),
            entrants: explained.ids.iter().map(name).collect(),
            brackets: said
                .map(|said| said.brackets.iter().map(|one| names.bracket(one)).collect())
                .unwrap_or_default(),
            bye: said.and_then(|said| said.bye.as_ref()).map(|bye| names.bye(bye)),
            changed: changed.map(|changes| names.changed(changes)),
        }
    }
}

impl Of<'_> {
    fn id(&self, place: usize) -> u32 {
        self.0.ids.get(place).map_or(0, |id| id.0)
    }

    fn ids(&self, places: impl IntoIterator<Item = usize>) -> Vec<u32> {
        places.into_iter().map(|place| self.id(place)).collect()
    }

    fn both(&self, pairs: &[Pairing]) -> Vec<[u32; 2]> {
        pairs.iter().map(|pair| [self.id(pair.white), self.id(pair.black)]).collect()
    }

    fn bracket(&self, bracket: &BracketSaid) -> BracketItem {
        let moved = bracket.moved.iter();
        let first = &bracket.first;
        BracketItem {
            score: points(bracket.score),
            kind: if bracket.moved.is_empty() { "homogeneous" } else { "heterogeneous" },
            moved: moved
                .map(|one| MovedItem { entrant: self.id(one.entrant), score: points(one.from) })
                .collect(),
            residents: self.ids(bracket.residents.iter().copied()),
            pairs: bracket.pairs.iter().map(|pair| self.pair(pair)).collect(),
            how_many_float: match bracket.how_many {
                HowMany::Nobody => "nobody",
                HowMany::Odd => "odd",
                HowMany::NoMorePairs(_) => "no-more-pairs",
                HowMany::ForOthers => "for-others",
                HowMany::ForTheBye => "for-the-bye",
                HowMany::Untold => "untold",
            },
            floaters: bracket.floaters.iter().map(|one| self.floater(one)).collect(),
            first: FirstItem {
                taken: first.verdict.is_none(),
                pairs: first.pairs.iter().map(|pair| pair.map(|one| self.id(one))).collect(),
                left: self.ids(first.floaters.iter().copied()),
                verdict: first.verdict.as_ref().map(|verdict| self.verdict(verdict)),
            },
        }
    }

    fn pair(&self, pair: &Allotted) -> PairItem {
        PairItem {
            white: self.id(pair.pairing.white),
            black: self.id(pair.pairing.black),
            higher: self.id(pair.higher),
            moved: pair.is_moved,
            due: pair.due.map(due),
            rule: match pair.rule {
                ColorRule::Both => "both",
                ColorRule::Stronger => "stronger",
                ColorRule::Wider => "wider",
                ColorRule::Alternate => "alternate",
                ColorRule::Higher => "higher",
                ColorRule::Initial => "initial",
            },
            article: pair.rule.article(),
        }
    }

    fn floater(&self, floater: &Floater) -> FloaterItem {
        let plain = |why| FloaterItem {
            entrant: self.id(floater.entrant),
            why,
            barred: Vec::new(),
            other: None,
            verdict: None,
        };
        match &floater.why {
            WhyFloats::Alone => plain("alone"),
            WhyFloats::NoOpponent(bars) => {
                let barred = bars.iter().map(|(other, own)| bar(vec![self.id(*other)], *own));
                FloaterItem { barred: barred.collect(), ..plain("no-opponent") }
            }
            WhyFloats::Last => plain("last"),
            WhyFloats::AllLower => plain("all-lower"),
            WhyFloats::Instead { other, verdict } => FloaterItem {
                other: Some(self.id(*other)),
                verdict: Some(self.verdict(verdict)),
                ..plain("instead")
            },
            WhyFloats::Withheld => plain("withheld"),
        }
    }

    fn verdict(&self, verdict: &Verdict) -> VerdictItem {
        let plain = |verdict| VerdictItem {
            verdict,
            criterion: None,
            chosen: None,
            other: None,
            faults: Vec::new(),
        };
        match verdict {
            Verdict::Breaks { criterion, faults } => VerdictItem {
                criterion: Some(criterion.to_string()),
                faults: faults.iter().map(|fault| self.fault(fault)).collect(),
                ..plain("breaks")
            },
            Verdict::Worse { criterion, chosen, other } => VerdictItem {
                criterion: Some(criterion.to_string()),
                chosen: Some(measure(chosen)),
                other: Some(measure(other)),
                ..plain("worse")
            },
            Verdict::Later => plain("later"),
            Verdict::Untold => plain("untold"),
            Verdict::Withheld => plain("withheld"),
        }
    }

    fn fault(&self, fault: &Fault) -> FaultItem {
        match fault {
            Fault::Pair { pair, bar: own } => bar(self.ids(*pair), *own),
            Fault::Bye(one) => plain("second-bye", vec![self.id(*one)]),
        }
    }

    fn bye(&self, bye: &ByeSaid) -> ByeWhy {
        let spared = bye.spared.iter().map(|(one, why)| SparedItem {
            entrant: self.id(*one),
            why: match why {
                Spared::HasHadOne => "has-had-one",
                Spared::OthersUnpaired => "others-unpaired",
            },
        });
        ByeWhy {
            entrant: self.id(bye.entrant),
            score: points(bye.score),
            unplayed: bye.unplayed,
            spared: spared.collect(),
        }
    }

    fn changed(&self, changes: &Changes) -> ChangedItem {
        let breach = |breach: &Breach| match breach {
            Breach::Pair { pair, bar: own } => bar(self.ids(*pair), *own),
            Breach::Bye(one) => plain("second-bye", vec![self.id(*one)]),
            Breach::Colors { pairing, rule } => FaultItem {
                article: Some(rule.article()),
                ..plain("colors", self.ids([pairing.white, pairing.black]))
            },
        };
        ChangedItem {
            has: self.both(&changes.has),
            has_bye: changes.has_bye.map(|one| self.id(one)),
            instead: self.both(&changes.instead),
            instead_bye: changes.instead_bye.map(|one| self.id(one)),
            breaks: changes.breaches.iter().map(breach).collect(),
        }
    }
}
