//! Sheets that players write on or carry: set-up slips, move sheets, name cards; and the prize
//! list.

use crate::web::i18n::Texts;
use crate::web::ranks::RankNames;
use adjutant_domain::contest::{Contest, EntrantStatus};
use adjutant_service::contests::{ContestBoard, RoundBoard, StageBoard};
use salpakan::rules::{Rank, RuleSet};
use swiss::performance::performance;

use super::labels;
use super::round_views::side_headings;

/// Set-up slips per sheet.
pub const SLIPS_PER_SHEET: usize = 6;
/// Name cards per sheet.
const CARDS_PER_SHEET: usize = 10;
/// Lines for moves per sheet, both sides together.
const MOVES_PER_SHEET: usize = 120;
const MOVE_COLUMNS: usize = 3;
/// Names longer than these are printed smaller, and smaller still.
const LONG_NAME_LENGTHS: [usize; 2] = [16, 28];

/// A slip on which a player writes their set-up.
#[derive(Default)]
pub struct SetUpSlip {
    /// Empty on a blank slip, like the next three.
    pub name: String,
    pub opponent: String,
    pub table: String,
    pub side: String,
}

/// A sheet for the moves of a game.
#[derive(Default)]
pub struct MoveSheet {
    /// Empty on a blank sheet.
    pub table: String,
    pub names: [String; 2],
}

/// A card that stands in front of a player.
pub struct NameCard {
    pub name: String,
    /// `""`, `"long"` or `"longer"`.
    pub size: &'static str,
    pub number: u32,
    pub from: String,
}

/// A line of the prize list.
pub struct PrizeLine {
    pub place: String,
    pub name: String,
    pub points: String,
    pub performance: String,
}

/// Slips for everybody at a table of a round, or blank ones.
pub fn set_up_slips(
    stage: &StageBoard,
    round: Option<&RoundBoard>,
    texts: Texts,
) -> Vec<SetUpSlip> {
    let Some(round) = round else {
        return (0..SLIPS_PER_SHEET).map(|_| SetUpSlip::default()).collect();
    };
    let names = side_headings(stage, texts);
    let mut slips = Vec::new();
    for line in &round.meetings {
        for at in [0, 1] {
            slips.push(SetUpSlip {
                name: line.names[at].clone(),
                opponent: line.names[1 - at].clone(),
                table: line.table.to_string(),
                side: names[at].clone(),
            });
        }
    }
    slips
}

/// The pieces of an army with their numbers, to tick off beside the grid.
pub fn army_counts(texts: Texts) -> Vec<(String, u8)> {
    let words = RankNames { texts, rules: RuleSet::STANDARD };
    let army = RuleSet::STANDARD.army();
    let all = Rank::ALL.into_iter().map(|rank| (words.label(rank).to_owned(), army.count(rank)));
    all.filter(|(_, count)| *count > 0).collect()
}

/// A sheet for each table of a round, or a blank one.
pub fn move_sheets(round: Option<&RoundBoard>) -> Vec<MoveSheet> {
    let Some(round) = round else { return vec![MoveSheet::default()] };
    let sheet = |line: &adjutant_service::contests::MeetingLine| MoveSheet {
        table: line.table.to_string(),
        names: line.names.clone(),
    };
    round.meetings.iter().map(sheet).collect()
}

/// The line numbers of a move sheet, column by column.
pub fn move_number_columns() -> Vec<Vec<usize>> {
    let each = MOVES_PER_SHEET / MOVE_COLUMNS;
    (0..MOVE_COLUMNS).map(|column| (column * each + 1..=(column + 1) * each).collect()).collect()
}

/// Cards of all active entrants, sheet by sheet.
pub fn name_cards(board: &ContestBoard) -> Vec<Vec<NameCard>> {
    let mut all: Vec<NameCard> = Vec::new();
    for one in board.entrants.iter().filter(|one| one.standing == EntrantStatus::Active) {
        let from = [one.club.as_str(), one.province.as_str()];
        let from: Vec<&str> = from.into_iter().filter(|text| !text.is_empty()).collect();
        let length = one.name.chars().count();
        let size = match LONG_NAME_LENGTHS.iter().filter(|most| length > **most).count() {
            0 => "",
            1 => "long",
            _ => "longer",
        };
        all.push(NameCard {
            name: one.name.clone(),
            size,
            number: one.id.0,
            from: from.join(" · "),
        });
    }
    all.sort_by_cached_key(|card| card.name.to_lowercase());
    let mut sheets = Vec::new();
    while !all.is_empty() {
        let rest = all.split_off(all.len().min(CARDS_PER_SHEET));
        sheets.push(all);
        all = rest;
    }
    sheets
}

/// The places of a stage with points and performance; for a knockout the places decided so far.
pub fn prize_sheets(contest: &Contest, at: usize, stage: &StageBoard) -> Vec<Vec<PrizeLine>> {
    if !stage.places.is_empty() {
        let place = |first: usize, last: usize| match first == last {
            true => first.to_string(),
            false => format!("{first}–{last}"),
        };
        let line = |(first, last, _, name): &(usize, usize, _, String)| PrizeLine {
            place: place(*first, *last),
            name: name.clone(),
            points: String::new(),
            performance: String::new(),
        };
        return vec![stage.places.iter().map(line).collect()];
    }
    let of_group = |(group, board): (usize, &adjutant_service::contests::GroupStandings)| {
        let table = contest.group_tournament(at, group, usize::MAX);
        let performed = |id| {
            let table = table.as_ref()?;
            let own = table.entrants.iter().position(|one| *one == id)?;
            let rounds = table.tournament.played;
            Some(performance(&table.tournament, own, rounds, None)?.tournament.to_string())
        };
        let line = |line: &adjutant_service::contests::StandingsPlace| PrizeLine {
            place: line.place.to_string(),
            name: line.name.clone(),
            points: labels::format_points(line.points),
            performance: performed(line.id).unwrap_or_default(),
        };
        board.lines.iter().map(line).collect()
    };
    stage.groups.iter().enumerate().map(of_group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::i18n::Language;

    #[test]
    fn a_slip_has_all_pieces_of_an_army() {
        let army = army_counts(Texts(Language::English));
        assert_eq!(army.iter().map(|(_, count)| u32::from(*count)).sum::<u32>(), 21);
        assert!(army.contains(&("SPY".to_owned(), 2)) && army.contains(&("FLAG".to_owned(), 1)));
    }

    #[test]
    fn a_move_sheet_counts_on_from_column_to_column() {
        let columns = move_number_columns();
        assert_eq!((columns.len(), columns[0][0], columns[1][0]), (3, 1, 41));
        assert_eq!(columns[2].last(), Some(&120));
    }
}
