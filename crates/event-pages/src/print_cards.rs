//! What is cut from sheets, stands on tables or is handed out: cards, badges, certificates.

use adjutant_domain::contest::EntrantStatus;
use adjutant_domain::search::name_order;
use adjutant_service::contests::{
    ContestBoard, EntrantLine, StageBoard, entrant_name, points_text,
};
use adjutant_site::prelude::*;
use adjutant_site::time_format::format_day;
use ledger_ratings::Day;

use super::home::EventData;
use super::{labels, prizes};

const CARDS_PER_SHEET: usize = 10;
pub const BADGES_PER_SHEET: usize = 8;
const TABLE_CARDS_PER_SHEET: usize = 4;
/// The places with a certificate unless more are asked for.
pub const USUAL_CERTIFICATES: usize = 3;
/// Names longer than these are printed smaller, and smaller still.
const LONG_NAME_LENGTHS: [usize; 2] = [16, 28];

/// A card that stands in front of a player.
pub struct NameCard {
    pub name: String,
    /// `""`, `"long"` or `"longer"`.
    pub size: &'static str,
    pub number: u32,
    pub from: String,
}

/// A certificate, on a sheet of its own.
pub struct Certificate {
    pub name: String,
    pub size: &'static str,
    pub place: String,
    /// Points, or empty.
    pub about: String,
    pub day: String,
    pub organisation: String,
}

/// The class of a name by its length.
pub fn name_size(name: &str) -> &'static str {
    let length = name.chars().count();
    match LONG_NAME_LENGTHS.iter().filter(|most| length > **most).count() {
        0 => "",
        1 => "long",
        _ => "longer",
    }
}

/// Distributes what is printed over sheets, in order.
pub fn sheets<T>(all: Vec<T>, each: usize) -> Vec<Vec<T>> {
    let mut rest = all.into_iter().peekable();
    let mut sheets = Vec::new();
    while rest.peek().is_some() {
        sheets.push(rest.by_ref().take(each).collect());
    }
    sheets
}

/// Whether somebody comes to the hall, who needs a card.
fn is_coming(one: &EntrantLine) -> bool {
    one.standing == EntrantStatus::Active && !one.stands_in
}

/// Cards of all active entrants, sheet by sheet.
pub fn name_cards(board: &ContestBoard) -> Vec<Vec<NameCard>> {
    let mut all: Vec<NameCard> = Vec::new();
    for one in board.entrants.iter().filter(|one| is_coming(one)) {
        all.push(NameCard {
            name: one.name.clone(),
            size: name_size(&one.name),
            number: one.id.0,
            from: labels::joined(&[&one.club, &one.province]),
        });
    }
    all.sort_by_cached_key(|card| name_order(&card.name));
    sheets(all, CARDS_PER_SHEET)
}

/// A card for each table that a round has or may have.
pub fn table_cards(board: &ContestBoard) -> Vec<Vec<usize>> {
    let paired = board.stages.iter().flat_map(|stage| &stage.rounds);
    let used = paired.map(|round| round.meetings.len()).max().unwrap_or(0);
    let possible = board.loaded.contest.active_count() / 2;
    let first = board.loaded.contest.settings.first_table as usize;
    sheets((first..first + used.max(possible)).collect(), TABLE_CARDS_PER_SHEET)
}

/// The certificates of a stage down to a place, of its standings or of a knockout's places, and those of prizes with
/// a name.
pub fn certificates(
    seen: &EventData,
    stage: &StageBoard,
    last_place: usize,
    texts: Texts,
) -> Vec<Certificate> {
    let row = &seen.board.loaded.row;
    let organisation = seen.whose.organisation().map_or("", |one| one.name.as_str());
    let certificate = |name: &str, place: String, about: String| Certificate {
        name: name.to_owned(),
        size: name_size(name),
        place,
        about,
        day: format_day(texts, Day(row.first_day)),
        organisation: organisation.to_owned(),
    };
    let places = stage.places.iter().filter(|one| one.from <= last_place).map(|one| {
        let shared = one.from < one.to;
        let place = match shared {
            true => {
                texts.one("certificate-places", "places", labels::range_label(one.from, one.to))
            }
            false => texts.count("certificate-place", one.from),
        };
        certificate(&one.name, place, String::new())
    });
    let several = stage.groups.len() > 1;
    let ranked = stage.groups.iter().enumerate().flat_map(|(at, group)| {
        let of_group = if several { labels::group_label(at, texts) } else { String::new() };
        let is_ranked = group.rounds > 0;
        let lines = group
            .lines
            .iter()
            .filter(move |line| is_ranked && line.place <= last_place && !line.stands_in);
        lines.map(move |line| (of_group.clone(), line))
    });
    let ranked = ranked.filter(|_| stage.places.is_empty()).map(|(group, line)| {
        let points = texts.one("certificate-points", "points", points_text(line.points));
        let place = texts.count("certificate-place", line.place);
        certificate(&line.name, place, labels::joined(&[&group, &points]))
    });
    let contest = &seen.board.loaded.contest;
    let named = prizes::named_prizes(contest, texts).into_iter();
    let named =
        named.map(|(prize, id)| certificate(&entrant_name(contest, id), prize, String::new()));
    places.chain(ranked).chain(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_are_filled_in_order() {
        assert_eq!(sheets((1..=5).collect(), 2), [vec![1, 2], vec![3, 4], vec![5]]);
        assert!(sheets(Vec::<u8>::new(), 2).is_empty());
    }

    #[test]
    fn long_names_are_printed_smaller() {
        let sizes = ["Ana", "Maria Teresa dela Cruz", "Maria Teresa Evangelista dela Cruz"];
        assert_eq!(sizes.map(name_size), ["", "long", "longer"]);
    }
}
