//! The bar above the desk of a section, which leads to the others.

use adjutant_domain::contest::Contest;
use adjutant_service::contests::{DeskRights, Section};
use adjutant_site::i18n::Texts;
use adjutant_site::kit::NavTab;

use super::super::{address, labels};

/// Sections after the ninth have no key.
const MAX_KEYS: usize = 9;

/// A section as an official of another one may see it.
pub type DeskSection = (Section, Option<DeskRights>);

pub struct SectionTab {
    /// The key that leads there, from 1; empty for none.
    pub key: String,
    pub name: String,
    pub address: String,
    /// Its round, how many results are open, and how many are not there.
    pub about: String,
    pub here: bool,
}

pub struct SectionBar {
    pub festival: String,
    pub tabs: Vec<SectionTab>,
    /// What there is of all sections together.
    pub shared: Vec<NavTab>,
    /// Sections that have tables with the same numbers.
    pub clashes: Vec<String>,
}

/// The last published round, or the phase before there is one.
pub fn round_label(contest: &Contest, texts: Texts) -> String {
    match contest.current_rounds().last() {
        Some(at) if !contest.is_over => texts.one("contest-round", "number", at.round + 1),
        _ => labels::phase_label(contest, texts),
    }
}

fn about((section, rights): &DeskSection, texts: Texts) -> String {
    let contest = section.contest();
    let open = match contest.open_table_count() {
        0 => String::new(),
        open => texts.count("section-open", open),
    };
    let away = contest.absent_count().filter(|away| *away > 0 && rights.is_some());
    let away = away.map(|away| texts.count("section-away", away)).unwrap_or_default();
    labels::joined(&[&round_label(contest, texts), &open, &away])
}

fn clashes(all: &[DeskSection], texts: Texts) -> Vec<String> {
    let mut found = Vec::new();
    for (at, (one, _)) in all.iter().enumerate() {
        for (other, _) in &all[at + 1..] {
            if one.contest().shares_tables_with(other.contest()) {
                let values = [("one", one.name().to_owned()), ("other", other.name().to_owned())];
                found.push(texts.fill("section-clash", &values));
            }
        }
    }
    found
}

/// The bar at a section's desk, or at the desk of all if `part` names what of it is shown; `None` for an event on its
/// own.
pub fn section_bar(
    all: &[DeskSection],
    slug: &str,
    part: Option<&str>,
    texts: Texts,
) -> Option<SectionBar> {
    let own = all.iter().find(|(section, _)| section.slug() == slug)?;
    let festival = own.0.loaded.row.festival.clone()?;
    let tab = |(at, one): (usize, &DeskSection)| SectionTab {
        key: if at < MAX_KEYS { (at + 1).to_string() } else { String::new() },
        name: one.0.name().to_owned(),
        address: address(one.0.slug(), if one.1.is_some() { "run" } else { "" }),
        about: about(one, texts),
        here: part.is_none() && one.0.slug() == slug,
    };
    let shared = [
        ("run/sections", "results", "sections-results"),
        ("run/sections?part=people", "people", "sections-people"),
        ("sections", "", "sections-pairings"),
    ];
    Some(SectionBar {
        festival,
        tabs: all.iter().enumerate().map(tab).collect(),
        shared: shared
            .map(|(page, name, words)| NavTab {
                address: address(slug, page),
                words: texts.get(words),
                here: part == Some(name),
            })
            .into(),
        clashes: clashes(all, texts),
    })
}
