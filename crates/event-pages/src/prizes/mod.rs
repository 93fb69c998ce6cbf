//! Prizes of an event: entered one per line, and shown with their current winners.

mod amounts;
mod lines;

use std::collections::BTreeMap;

use adjutant_domain::contest::{
    Award, Contest, ContestSettings, EntrantId, Prize, PrizeCriterion, PrizeSharing,
    find_duplicate_place,
};
use adjutant_service::Error;
use adjutant_service::contests::{ContestCommand, duplicate_prize_place, entrant_name};
use adjutant_site::forms::SubmittedForm;
use adjutant_site::i18n::Texts;

use super::{labels, terms};
pub use amounts::amount_label;
pub use lines::find_entrant;
use lines::{parse_prize, to_prize_lines};

const SHARING: [(PrizeSharing, &str, &str); 3] = [
    (PrizeSharing::None, "none", "contest-prize-shared-none"),
    (PrizeSharing::Equal, "equal", "contest-prize-shared-equal"),
    (PrizeSharing::Hort, "hort", "contest-prize-shared-hort"),
];

/// More winners than this are only counted: after the first round, dozens are tied.
const MAX_NAMED_WINNERS: usize = 6;

/// A prize with its winners.
pub struct PrizeView {
    /// The places, or the prize's name.
    pub name: String,
    pub what: String,
    /// Empty if not known yet.
    pub winners: String,
    /// What is said of the winners: that it is undecided between them, or that they share; empty if neither.
    pub note: &'static str,
}

/// All prizes, and who is paid what.
#[derive(Default)]
pub struct PrizesView {
    pub all: Vec<PrizeView>,
    /// Names with amounts.
    pub payouts: Vec<(String, String)>,
}

pub fn prizes_view(contest: &Contest, texts: Texts) -> PrizesView {
    let (awards, settings) = (contest.awards(), &contest.settings);
    let view = |(prize, award): (&Prize, Award)| {
        let names: Vec<String> =
            award.winners.iter().map(|id| entrant_name(contest, *id)).collect();
        PrizeView {
            name: prize_name(prize, texts),
            what: prize_words(prize, &settings.currency),
            winners: match names.len() {
                ..=MAX_NAMED_WINNERS => names.join(", "),
                many => texts.one("contest-prize-many", "count", many),
            },
            note: match (award.is_tied, award.is_shared) {
                (true, _) => "contest-prize-tied",
                (false, true) => "contest-prize-shares",
                (false, false) => "",
            },
        }
    };
    let paid = awards.payouts.iter().map(|one| {
        (entrant_name(contest, one.entrant), amount_label(one.amount, &settings.currency))
    });
    PrizesView {
        payouts: paid.collect(),
        all: settings.prizes.iter().zip(awards.prizes).map(view).collect(),
    }
}

/// What each winner has won: the prizes as long as they are decided, and the money in all.
pub fn won_prizes(contest: &Contest, texts: Texts) -> BTreeMap<EntrantId, Vec<String>> {
    let (awards, settings) = (contest.awards(), &contest.settings);
    let mut won: BTreeMap<EntrantId, Vec<String>> = BTreeMap::new();
    for (prize, award) in settings.prizes.iter().zip(&awards.prizes) {
        for id in award.winners.iter().filter(|_| !award.is_tied) {
            let name = prize_name(prize, texts);
            let words = match prize.description.as_str() {
                "" => name,
                what => format!("{name}: {what}"),
            };
            won.entry(*id).or_default().push(words);
        }
    }
    for paid in &awards.payouts {
        let amount = amount_label(paid.amount, &settings.currency);
        won.entry(paid.entrant).or_default().push(amount);
    }
    won
}

/// The names of prizes that are not for a place of the event, each with a winner.
pub fn named_prizes(contest: &Contest, texts: Texts) -> Vec<(String, EntrantId)> {
    let awards = contest.awards();
    let all = contest.settings.prizes.iter().zip(&awards.prizes);
    let named = all.filter(|(prize, award)| {
        !award.is_tied && !matches!(prize.criterion, PrizeCriterion::Places { .. })
    });
    let won = |(prize, award): (&Prize, &Award)| -> Vec<(String, EntrantId)> {
        award.winners.iter().map(|id| (prize_name(prize, texts), *id)).collect()
    };
    named.flat_map(won).collect()
}

fn prize_name(prize: &Prize, texts: Texts) -> String {
    match &prize.criterion {
        PrizeCriterion::Places { from, to } => {
            texts.one("contest-prize-place", "place", labels::range_label(*from, *to))
        }
        PrizeCriterion::Class { title, from: 1, to: 1, .. }
        | PrizeCriterion::Best { title, .. }
        | PrizeCriterion::Performance { title, .. } => title.clone(),
        PrizeCriterion::Class { title, from, to, .. } => {
            format!("{title}: {}", labels::range_label(*from, *to))
        }
    }
}

/// The amount and the description.
fn prize_words(prize: &Prize, currency: &str) -> String {
    match (prize.amount, prize.description.as_str()) {
        (0, what) => what.to_owned(),
        (amount, "") => amount_label(amount, currency),
        (amount, what) => format!("{} + {what}", amount_label(amount, currency)),
    }
}

/// The form with the prizes.
pub struct PrizesForm {
    /// One prize per line.
    pub lines: String,
    /// Whether a player may win several prizes.
    pub add_up: bool,
    pub currency: String,
    /// The values and labels of the ways to share, and whether each is chosen.
    pub sharing: Vec<(&'static str, &'static str, bool)>,
    /// As saved.
    pub preview: PrizesView,
}

/// The form with what is saved, or was refused.
pub fn prizes_form(
    contest: &Contest,
    own_titles: &[String],
    refused: Option<&SubmittedForm>,
    texts: Texts,
) -> PrizesForm {
    let settings = &contest.settings;
    let chosen = refused.map_or(settings.prize_sharing, sent_sharing);
    PrizesForm {
        lines: refused.map_or_else(
            || to_prize_lines(contest, &terms::title_names(own_titles, texts)),
            |sent| sent.raw("lines").to_owned(),
        ),
        add_up: refused.map_or(settings.prizes_cumulative, |sent| sent.is_checked("add-up")),
        currency: refused
            .map_or_else(|| settings.currency.clone(), |sent| sent.text("currency").to_owned()),
        sharing: SHARING.map(|(one, value, label)| (value, label, one == chosen)).to_vec(),
        preview: prizes_view(contest, texts),
    }
}

fn sent_sharing(sent: &SubmittedForm) -> PrizeSharing {
    let known = SHARING.into_iter().find(|(_, value, _)| *value == sent.text("sharing"));
    known.map_or(PrizeSharing::None, |(sharing, ..)| sharing)
}

/// The settings with the prizes that were sent instead.
pub fn set_prizes_command(
    contest: &Contest,
    own_titles: &[String],
    sent: &SubmittedForm,
    texts: Texts,
) -> Result<ContestCommand, Error> {
    let (titles, currency) = (terms::title_names(own_titles, texts), sent.text("currency"));
    let lines = (1..).zip(sent.raw("lines").lines()).filter(|(_, line)| !line.trim().is_empty());
    let numbered = lines.map(|(number, line)| {
        Ok((number, parse_prize(contest, &titles, currency, (number, line))?))
    });
    let numbered = numbered.collect::<Result<Vec<(usize, Prize)>, Error>>()?;
    let (numbers, prizes): (Vec<usize>, Vec<Prize>) = numbered.into_iter().unzip();
    if let Some(twice) = find_duplicate_place(&prizes) {
        return Err(duplicate_prize_place(twice.prizes.map(|at| numbers[at]), twice.place));
    }
    Ok(ContestCommand::ChangeSettings(Box::new(ContestSettings {
        prizes,
        prizes_cumulative: sent.is_checked("add-up"),
        prize_sharing: sent_sharing(sent),
        currency: currency.to_owned(),
        ..contest.settings.clone()
    })))
}
