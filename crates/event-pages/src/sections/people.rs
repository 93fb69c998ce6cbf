//! The people of all sections: where they are, and who is there.

use adjutant_domain::search::{folded, name_order};
use std::collections::HashMap;

use adjutant_domain::contest::EntrantStatus;
use adjutant_service::access::Actor;
use adjutant_service::contests::{EntrantLine, is_own_entry};
use adjutant_site::i18n::Texts;
use adjutant_site::kit::Choice;

use super::super::labels;
use super::results::SectionBoard;

/// Maximum number of people shown at once; search finds the others.
const MAX_SHOWN: usize = 300;

pub struct SectionPerson {
    pub name: String,
    pub number: u32,
    /// The slug and the name of the section.
    pub slug: String,
    pub section: String,
    pub about: String,
    /// Empty for those who are in.
    pub standing: String,
    /// Whether they are there; `None` if nobody is checked in there.
    pub present: Option<bool>,
    pub paid: bool,
    /// Whether another section has them, too.
    pub is_twice: bool,
    pub may_check_in: bool,
    /// The sections into which they can be moved.
    pub targets: Vec<Choice>,
}

pub struct SectionPeople {
    pub rows: Vec<SectionPerson>,
    pub searched: String,
    pub count: String,
    /// How many are not shown; empty if all are.
    pub more: String,
}

/// The sections into which somebody of this one can be moved by an official of both.
fn targets(all: &[SectionBoard], from: &SectionBoard, one: &EntrantLine) -> Vec<Choice> {
    let contest = from.section.contest();
    if !from.rights.people || contest.is_over || !contest.can_remove(one.id) {
        return Vec::new();
    }
    let others = all.iter().filter(|other| {
        let target = other.section.contest();
        other.section.slug() != from.section.slug()
            && other.rights.people
            && !target.is_over
            && target.settings.team_boards().is_some() == one.team.is_some()
    });
    others.map(|other| Choice::new(other.section.slug(), other.section.name())).collect()
}

fn person(
    all: &[SectionBoard],
    (from, one): (&SectionBoard, &EntrantLine),
    is_twice: bool,
    texts: Texts,
) -> SectionPerson {
    let contest = from.section.contest();
    let is_in = one.standing == EntrantStatus::Active;
    SectionPerson {
        name: one.name.clone(),
        number: one.id.0,
        slug: from.section.slug().to_owned(),
        section: from.section.name().to_owned(),
        about: labels::joined(&[&labels::rating_label(one.rating), &one.club, &one.province]),
        standing: if is_in { String::new() } else { labels::standing_label(one.standing, texts) },
        present: one.present.filter(|_| contest.settings.check_in && is_in),
        paid: one.paid == Some(true) && contest.settings.has_fee(),
        is_twice,
        may_check_in: from.rights.people && !contest.is_over,
        targets: targets(all, from, one),
    }
}

/// Whose name it is: a player's, or a guest's.
fn name_key(one: &EntrantLine) -> (bool, String) {
    (one.is_player, one.name.to_lowercase())
}

/// Everybody in the sections of which the visitor is an official, by name.
pub fn section_people(
    all: &[SectionBoard],
    searched: &str,
    actor: &Actor,
    texts: Texts,
) -> SectionPeople {
    let wanted = folded(searched);
    let everybody: Vec<(&SectionBoard, &EntrantLine)> = all
        .iter()
        .flat_map(|from| from.board.entrants.iter().map(move |one| (from, one)))
        .collect();
    let mut entries: HashMap<(bool, String), usize> = HashMap::new();
    let (mut here, mut count) = (0, 0);
    for (_, one) in &everybody {
        if one.standing == EntrantStatus::Active {
            count += 1;
            here += usize::from(one.present == Some(true));
        }
        if one.standing != EntrantStatus::Withdrawn {
            *entries.entry(name_key(one)).or_default() += 1;
        }
    }
    let is_found = |one: &EntrantLine| folded(&one.name).contains(&wanted);
    let mut shown: Vec<_> = everybody.into_iter().filter(|(_, one)| is_found(one)).collect();
    shown.sort_by_cached_key(|(_, one)| name_order(&one.name));
    let more = shown.len().saturating_sub(MAX_SHOWN);
    let row = |(from, one): (&SectionBoard, &EntrantLine)| {
        let is_twice = one.standing != EntrantStatus::Withdrawn
            && entries.get(&name_key(one)).is_some_and(|count| *count > 1);
        let mut row = person(all, (from, one), is_twice, texts);
        // Nobody is an official of their own entry.
        if is_own_entry(&from.board.loaded, actor, one.id) {
            row.may_check_in = false;
            row.targets.clear();
        }
        row
    };
    let values = [("count", count.to_string()), ("here", here.to_string())];
    SectionPeople {
        rows: shown.into_iter().take(MAX_SHOWN).map(row).collect(),
        searched: searched.to_owned(),
        count: texts.fill("contest-count", &values),
        more: match more {
            0 => String::new(),
            more => texts.one("contest-more-people", "count", more),
        },
    }
}
