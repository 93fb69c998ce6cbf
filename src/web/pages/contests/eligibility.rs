//! Eligibility in words, and the choice of the highest eligible title.

use crate::web::i18n::Texts;
use crate::web::kit::{Choice, Field};
use adjutant_domain::contest::Eligibility;
use ledger_ratings::Title;

/// The field of the highest eligible title.
pub const HIGHEST_TITLE_FIELD: &str = "title-most";

/// Title names, lowest first: the organisation's own, or the site's.
fn title_names(own: &[String], texts: Texts) -> Vec<String> {
    let site = || Title::ALL.iter().map(|title| texts.get(&format!("title-{}", title.key())));
    if own.is_empty() { site().collect() } else { own.to_vec() }
}

/// Titles, lowest first.
pub fn title_choices(own: &[String], texts: Texts) -> Vec<Choice> {
    let choice = |(height, name): (usize, String)| Choice::new(height.to_string(), name);
    title_names(own, texts).into_iter().enumerate().map(choice).collect()
}

/// The highest eligible title; none selected if all may play.
pub fn highest_title_field(own: &[String], now: Option<u8>, texts: Texts) -> Field {
    let all = Choice::new("", texts.get("contest-title-any"));
    let choices = std::iter::once(all).chain(title_choices(own, texts)).collect();
    let now = now.map(|height| height.to_string()).unwrap_or_default();
    Field::select(texts, HIGHEST_TITLE_FIELD, "contest-title-most", choices)
        .hint("contest-title-most-hint")
        .value(now)
}

/// The eligibility rules, one per line; empty if everybody may play.
pub fn eligibility_lines(of: &Eligibility, own: &[String], texts: Texts) -> Vec<String> {
    let title =
        of.max_title.and_then(|most| title_names(own, texts).get(usize::from(most)).cloned());
    let rating = match (of.min_rating, of.max_rating) {
        (None, None) => None,
        (Some(from), None) => Some(texts.one("contest-ratings-from", "from", from)),
        (None, Some(to)) => Some(texts.one("contest-ratings-to", "to", to)),
        (Some(from), Some(to)) => {
            let values = [("from", from.to_string()), ("to", to.to_string())];
            Some(texts.fill("contest-ratings-between", &values))
        }
    };
    let provinces = (!of.provinces.is_empty()).then(|| of.provinces.join(", "));
    let all = [
        title.map(|title| texts.one("contest-titles-to", "title", title)),
        rating,
        provinces.map(|all| texts.one("contest-provinces", "provinces", all)),
        of.titles_won.map(|most| texts.count("contest-titles-bar", most)),
    ];
    all.into_iter().flatten().collect()
}
