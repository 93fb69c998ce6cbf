//! Why a Swiss round is paired as it is. Entrants are identified by their numbers in the event.

use adjutant_domain::contest::{EntrantId, RoundExplanation, RoundId};
use adjutant_service::contests::{self, ExplainedRound, no_spot, points_text};
use adjutant_site::schema_enums::{
    BracketKindName, CandidateVerdictName, FloatCountReason, FloatReason, PairingFaultName,
};
use swiss::Color;
use swiss::pairing::Pairing;
use swiss::pairing::explain::{
    Allotted, Bar, BracketSaid, Breach, ByeSaid, Changes, ColorRule, Due, Fault, Floater, HowMany,
    Measure, PreferenceStrength, Spared, Verdict, WhyFloats,
};
use swiss::points::Points;

use super::MAX_ROUNDS;
use super::tie_break_explanation::EntrantName;
use crate::prelude::*;

endpoints! {
    explain_round: ReadPublic, OfficiateEvent;
}

/// Why a round is paired as it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoundExplanationResponse {
    pub stage: usize,
    pub round: usize,
    /// Whether the round is published. Only officials see a draft.
    pub published: bool,
    /// Whether officials have edited the pairing.
    pub by_hand: bool,
    /// Whether a result that it is based on was corrected after it was published; the explanation
    /// uses the old one.
    pub stale: bool,
    /// Whether a pairing by the rules exists at all; if not, there are no brackets.
    pub is_legal: bool,
    /// All entrants of the stage.
    pub entrants: Vec<EntrantName>,
    /// The brackets of the pairing by the rules, from the highest score down.
    pub brackets: Vec<BracketItem>,
    pub bye: Option<ByeExplanationItem>,
    /// How the round differs from the pairing by the rules; null if it does not.
    pub changed: Option<OfficialChangeItem>,
}

/// A bracket.
#[derive(Debug, Serialize, ToSchema)]
pub struct BracketItem {
    /// The residents' score, with acceleration.
    pub score: String,
    /// `homogeneous`, or `heterogeneous` if entrants were moved down into it.
    #[schema(value_type = BracketKindName)]
    pub kind: &'static str,
    pub moved: Vec<DownfloaterItem>,
    pub residents: Vec<u32>,
    pub pairs: Vec<ExplainedPairItem>,
    /// Why this number floats down: `nobody`, `odd`, `no-more-pairs` (are legal), `for-others`
    /// (C4), `for-the-bye` (C5) or `untold` (the bracket is too large).
    #[schema(value_type = FloatCountReason)]
    pub how_many_float: &'static str,
    /// The downfloaters; in the last bracket, the entrant with the bye.
    pub floaters: Vec<FloaterItem>,
    pub first: FirstCandidateItem,
}

/// An entrant who was moved down.
#[derive(Debug, Serialize, ToSchema)]
pub struct DownfloaterItem {
    pub entrant: u32,
    pub score: String,
}

/// A pair.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExplainedPairItem {
    pub white: u32,
    pub black: u32,
    /// The higher-ranked of the two.
    pub higher: u32,
    /// Whether `higher` was moved down; the other pairs of such a bracket are its remainder.
    pub moved: bool,
    /// The color preferences of White and of Black.
    pub due: [ColorPreferenceItem; 2],
    /// The rule that decided the colors: `both`, `stronger`, `wider`, `alternate`, `higher` or `initial`.
    #[schema(value_type = String)]
    pub rule: ColorRule,
    /// The article of C.04.3.
    pub article: &'static str,
}

/// The color preference of an entrant.
#[derive(Debug, Serialize, ToSchema)]
pub struct ColorPreferenceItem {
    /// `absolute`, `strong`, `mild` or `none`.
    #[schema(value_type = String)]
    pub strength: PreferenceStrength,
    /// `white` or `black`; null before the first game.
    #[schema(value_type = Option<String>)]
    pub color: Option<Color>,
    pub granted: bool,
}

/// Why an entrant floats down.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct FloaterItem {
    pub entrant: u32,
    /// `alone`, `no-opponent`, `last` (the first candidate leaves this entrant, too), `all-lower`
    /// (float as well), `instead`, or `withheld`.
    #[schema(value_type = FloatReason)]
    pub why: &'static str,
    /// For `no-opponent`: all forbidden opponents.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<PairingFaultItem>,
    /// For `instead`: who would float instead, and how the best pairing with that floater compares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<CandidateVerdictItem>,
}

/// The first candidate of a bracket.
#[derive(Debug, Serialize, ToSchema)]
pub struct FirstCandidateItem {
    pub taken: bool,
    /// The higher-ranked first.
    pub pairs: Vec<[u32; 2]>,
    pub left: Vec<u32>,
    /// Why it was rejected.
    pub verdict: Option<CandidateVerdictItem>,
}

/// How another pairing compares with the chosen one.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct CandidateVerdictItem {
    /// `breaks` (an absolute criterion, or C4 or C6 because others could not be paired), `worse`, `later` (in the order
    /// of candidates), `untold` (the bracket is too large) or `withheld`.
    #[schema(value_type = CandidateVerdictName)]
    pub verdict: &'static str,
    /// `C1` to `C21`, or `Apart`: the first criterion that decides.
    pub criterion: Option<String>,
    /// Its value for the chosen pairing and for the other one; less is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<MeasureItem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<MeasureItem>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<PairingFaultItem>,
}

/// A number, or scores or differences of scores in descending order.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct MeasureItem {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<String>>,
}

/// A rule that is broken, or would be.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct PairingFaultItem {
    /// `met` (C1), `kept-apart`, `same-color` (both have an absolute preference for it, C3), `second-bye` (C2) or
    /// `colors` (the rules give both the other color).
    #[schema(value_type = PairingFaultName)]
    pub fault: &'static str,
    pub entrants: Vec<u32>,
    /// The round in which the two have met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub color: Option<Color>,
    /// For `colors`: the article of C.04.3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub article: Option<&'static str>,
}

/// Why an entrant gets the pairing-allocated bye.
#[derive(Debug, Serialize, ToSchema)]
pub struct ByeExplanationItem {
    pub entrant: u32,
    pub score: String,
    /// The number of unplayed rounds.
    pub unplayed: usize,
    /// The entrants who would have got the bye before.
    pub spared: Vec<ByeSparedItem>,
}

/// Why an entrant does not get the bye.
#[derive(Debug, Serialize, ToSchema)]
pub struct ByeSparedItem {
    pub entrant: u32,
    /// `has-had-one` (C2) or `others-unpaired` (C4).
    #[schema(value_type = String)]
    pub why: Spared,
}

/// How a round differs from the pairing by the rules.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfficialChangeItem {
    /// The pairs of this round, White first.
    pub has: Vec<[u32; 2]>,
    pub has_bye: Option<u32>,
    /// The pairs by the rules.
    pub instead: Vec<[u32; 2]>,
    pub instead_bye: Option<u32>,
    pub breaks: Vec<PairingFaultItem>,
}

fn measure_item(measure: &Measure) -> MeasureItem {
    let scores = |all: &[Points]| MeasureItem {
        scores: Some(all.iter().map(|score| points_text(*score)).collect()),
        ..MeasureItem::default()
    };
    match measure {
        Measure::Count(count) => MeasureItem { count: Some(*count), ..MeasureItem::default() },
        Measure::Score(score) => scores(&[*score]),
        Measure::Scores(all) | Measure::Next(all) => scores(all),
    }
}

fn color_preference_item(due: Due) -> ColorPreferenceItem {
    ColorPreferenceItem { strength: due.strength, color: due.color, granted: due.is_granted }
}

fn entrants_fault(fault: &'static str, entrants: Vec<u32>) -> PairingFaultItem {
    PairingFaultItem { fault, entrants, ..PairingFaultItem::default() }
}

fn bar_fault(entrants: Vec<u32>, bar: Bar) -> PairingFaultItem {
    match bar {
        Bar::Met { round } => {
            PairingFaultItem { round: Some(round + 1), ..entrants_fault("met", entrants) }
        }
        Bar::Apart => entrants_fault("kept-apart", entrants),
        Bar::SameColor(of) => {
            PairingFaultItem { color: Some(of), ..entrants_fault("same-color", entrants) }
        }
    }
}

/// Looks up the entrants of an explanation.
struct ExplanationBuilder<'a>(&'a RoundExplanation);

impl RoundExplanationResponse {
    pub fn from_explanation(
        of: &ExplainedRound,
        stage: usize,
        round: usize,
    ) -> RoundExplanationResponse {
        let explained = &*of.explanation;
        let names = ExplanationBuilder(explained);
        let contest = &of.loaded.contest;
        let name = |id: &EntrantId| EntrantName {
            entrant: id.0,
            name: contest.entrant(*id).map(|one| one.person.name.clone()).unwrap_or_default(),
        };
        let said = explained.explanation.as_ref().ok();
        let changed = said.and_then(|said| said.changed.as_ref()).or(explained.changes.as_ref());
        RoundExplanationResponse {
            stage,
            round,
            published: of.is_published,
            by_hand: of.by_hand,
            stale: of.is_stale,
            is_legal: said.is_some(),
            entrants: explained.ids.iter().map(name).collect(),
            brackets: said
                .map(|said| said.brackets.iter().map(|one| names.bracket(one)).collect())
                .unwrap_or_default(),
            bye: said.and_then(|said| said.bye.as_ref()).map(|bye| names.bye(bye)),
            changed: changed.map(|changes| names.change_item(changes)),
        }
    }
}

impl ExplanationBuilder<'_> {
    fn id(&self, place: usize) -> u32 {
        self.0.ids.get(place).map_or(0, |id| id.0)
    }

    fn ids(&self, places: impl IntoIterator<Item = usize>) -> Vec<u32> {
        places.into_iter().map(|place| self.id(place)).collect()
    }

    fn pair_ids(&self, pairs: &[Pairing]) -> Vec<[u32; 2]> {
        pairs.iter().map(|pair| [self.id(pair.white), self.id(pair.black)]).collect()
    }

    fn bracket(&self, bracket: &BracketSaid) -> BracketItem {
        let moved = bracket.moved.iter();
        let first = &bracket.first;
        BracketItem {
            score: points_text(bracket.score),
            kind: if bracket.moved.is_empty() { "homogeneous" } else { "heterogeneous" },
            moved: moved
                .map(|one| DownfloaterItem {
                    entrant: self.id(one.entrant),
                    score: points_text(one.from),
                })
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
            first: FirstCandidateItem {
                taken: first.verdict.is_none(),
                pairs: first.pairs.iter().map(|pair| pair.map(|one| self.id(one))).collect(),
                left: self.ids(first.floaters.iter().copied()),
                verdict: first.verdict.as_ref().map(|verdict| self.verdict(verdict)),
            },
        }
    }

    fn pair(&self, pair: &Allotted) -> ExplainedPairItem {
        ExplainedPairItem {
            white: self.id(pair.pairing.white),
            black: self.id(pair.pairing.black),
            higher: self.id(pair.higher),
            moved: pair.is_moved,
            due: pair.due.map(color_preference_item),
            rule: pair.rule,
            article: pair.rule.article(),
        }
    }

    fn floater(&self, floater: &Floater) -> FloaterItem {
        let entrant = self.id(floater.entrant);
        let plain = |why| FloaterItem { entrant, why, ..FloaterItem::default() };
        match &floater.why {
            WhyFloats::Alone => plain("alone"),
            WhyFloats::NoOpponent(bars) => {
                let barred = bars.iter().map(|(other, own)| bar_fault(vec![self.id(*other)], *own));
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

    fn verdict(&self, verdict: &Verdict) -> CandidateVerdictItem {
        let plain = |verdict| CandidateVerdictItem { verdict, ..CandidateVerdictItem::default() };
        match verdict {
            Verdict::Breaks { criterion, faults } => CandidateVerdictItem {
                criterion: Some(criterion.to_string()),
                faults: faults.iter().map(|fault| self.fault(fault)).collect(),
                ..plain("breaks")
            },
            Verdict::Worse { criterion, chosen, other } => CandidateVerdictItem {
                criterion: Some(criterion.to_string()),
                chosen: Some(measure_item(chosen)),
                other: Some(measure_item(other)),
                ..plain("worse")
            },
            Verdict::Later => plain("later"),
            Verdict::Untold => plain("untold"),
            Verdict::Withheld => plain("withheld"),
        }
    }

    fn fault(&self, fault: &Fault) -> PairingFaultItem {
        match fault {
            Fault::Pair { pair, bar: own } => bar_fault(self.ids(*pair), *own),
            Fault::Bye(one) => entrants_fault("second-bye", vec![self.id(*one)]),
        }
    }

    fn bye(&self, bye: &ByeSaid) -> ByeExplanationItem {
        let spared = bye.spared.iter();
        let spared = spared.map(|(one, why)| ByeSparedItem { entrant: self.id(*one), why: *why });
        ByeExplanationItem {
            entrant: self.id(bye.entrant),
            score: points_text(bye.score),
            unplayed: bye.unplayed,
            spared: spared.collect(),
        }
    }

    fn change_item(&self, changes: &Changes) -> OfficialChangeItem {
        let breach = |breach: &Breach| match breach {
            Breach::Pair { pair, bar: own } => bar_fault(self.ids(*pair), *own),
            Breach::Bye(one) => entrants_fault("second-bye", vec![self.id(*one)]),
            Breach::Colors { pairing, rule } => PairingFaultItem {
                article: Some(rule.article()),
                ..entrants_fault("colors", self.ids([pairing.white, pairing.black]))
            },
        };
        OfficialChangeItem {
            has: self.pair_ids(&changes.has),
            has_bye: changes.has_bye.map(|one| self.id(one)),
            instead: self.pair_ids(&changes.instead),
            instead_bye: changes.instead_bye.map(|one| self.id(one)),
            breaks: changes.breaches.iter().map(breach).collect(),
        }
    }
}

/// Explains the pairing of a Swiss round: its brackets, who floats and why, which color preferences
/// FIDE's C.04.3 denied, and the criterion that decided. Officials also see drafts and forbidden
/// pairings.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}/rounds/{round}/why", operation_id = "explainRound",
    params(
        ("round" = u32, Path, description = "The round, from 1"),
        ("stage" = Option<usize>, Query, description = "The stage; the first by default", minimum = 1, maximum = 64),
    ),
    responses(
        (status = 200, description = "The explanation", body = RoundExplanationResponse,
            example = json!({"stage": 1, "round": 1, "published": true, "by_hand": false, "stale": false, "is_legal": true, "entrants": [{"entrant": 1, "name": "Lakandula"}, {"entrant": 2, "name": "Maharlika"}], "brackets": [{"score": "0", "kind": "homogeneous", "moved": [], "residents": [1, 2], "pairs": [{"white": 1, "black": 2, "higher": 1, "moved": false, "due": [{"strength": "none", "color": null, "granted": true}, {"strength": "none", "color": null, "granted": true}], "rule": "initial", "article": "5.2.5"}], "how_many_float": "nobody", "floaters": [], "first": {"taken": true, "pairs": [[1, 2]], "left": [], "verdict": null}}], "bye": null, "changed": null})),
        (status = 404, description = "No such event or Swiss round, or the round is not published yet"),
    ),
)]
pub async fn explain_round(
    site: SiteData,
    caller: Caller,
    path: Path<(String, String)>,
    parameters: QueryString,
    BearerAuth(actor): BearerAuth,
) -> ApiResult {
    let stage = parameters.parse(&["stage"])?.number("stage", 1..=64)?.unwrap_or(1_usize);
    let (slug, round) = path.into_inner();
    let number = round.parse().ok().filter(|number| (1..=MAX_ROUNDS).contains(number));
    let Some(number) = number else {
        return Err(no_spot().into());
    };
    let at = RoundId { stage: stage - 1, round: number - 1 };
    let explain = move |app: &_| contests::explain_round(app, &actor, &slug, at);
    let of = run_heavy(&site, caller, explain).await?;
    let keep = if of.for_officials { CachePolicy::Private } else { CachePolicy::Revalidate };
    Ok(json_response(&RoundExplanationResponse::from_explanation(&of, stage, number), keep))
}
