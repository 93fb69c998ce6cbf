//! Results of the current rounds of all sections, by the numbers of their tables in the hall.

use adjutant_domain::contest::{ResultEntry, RoundId};
use adjutant_service::contests::{ContestBoard, DeskRights, Section};
use adjutant_site::i18n::Texts;
use adjutant_site::json_block::JsonBlock;

use super::super::desk_results::{ResultRow, ShownRounds, parse_entry, result_rows};
use super::super::result_answers;

pub struct SectionResults {
    pub rows: Vec<ResultRow>,
    pub open: String,
    pub why: String,
    pub strings: JsonBlock,
}

/// A section with its board, and what the official may do there.
pub struct SectionBoard {
    pub section: Section,
    pub board: ContestBoard,
    pub rights: DeskRights,
}

/// The row of a result as it is known here: with its section, stage and round before what it is called there.
fn with_place(mut row: ResultRow, section: &Section, at: RoundId) -> ResultRow {
    let place = format!("{}/{}/{}/", section.slug(), at.stage, at.round);
    row.game.insert_str(0, &place);
    for choice in &mut row.choices {
        choice.value.insert_str(0, &place);
    }
    section.name().clone_into(&mut row.section);
    // Games on this site are watched at the section's own desk.
    row.play = None;
    row
}

/// Results that the official enters, by table; `sent` are refused choices.
pub fn section_results(
    all: &[SectionBoard],
    sent: &[&str],
    why: &str,
    texts: Texts,
) -> SectionResults {
    let mut rows = Vec::new();
    for SectionBoard { section, board, rights } in all {
        if !rights.results || section.contest().is_over {
            continue;
        }
        for at in section.contest().current_rounds() {
            let stage = &board.stages[at.stage];
            let Some(round) = stage.rounds.iter().find(|one| one.number == at.round + 1) else {
                continue;
            };
            let place = format!("{}/{}/{}/", section.slug(), at.stage, at.round);
            let own: Vec<&str> = sent.iter().filter_map(|text| text.strip_prefix(&place)).collect();
            let of_round = result_rows(&ShownRounds::single(round), &own, texts).into_iter();
            rows.extend(of_round.map(|row| with_place(row, section, at)));
        }
    }
    rows.sort_by_key(|row: &ResultRow| row.table);
    for (number, row) in (1..).zip(&mut rows) {
        row.number = number;
    }
    let open: usize = all.iter().map(|one| one.section.contest().open_table_count()).sum();
    SectionResults {
        rows,
        open: texts.count("contest-open-games", open),
        why: why.to_owned(),
        strings: result_answers::strings(texts),
    }
}

/// Reads the choice for a table of any section: the section's slug and the entry.
pub fn parse_placed(text: &str, why: &str) -> Option<(String, ResultEntry)> {
    let mut parts = text.splitn(4, '/');
    let slug = parts.next()?.to_owned();
    let stage = parts.next()?.parse().ok()?;
    let round = parts.next()?.parse().ok()?;
    Some((slug, parse_entry(parts.next()?, RoundId { stage, round }, why)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_read_with_its_section() {
        let (slug, entry) =
            parse_placed("liga-open/1/2/4.0.9.12.none.drawn", "").expect("a choice");
        assert_eq!((slug.as_str(), entry.spot.stage, entry.spot.round), ("liga-open", 1, 2));
        assert_eq!((entry.spot.table, entry.expected), (4, None));
        for wrong in ["", "liga-open", "liga-open/1/2", "liga-open/x/2/4.0.9.12.none.drawn"] {
            assert_eq!(parse_placed(wrong, ""), None, "{wrong}");
        }
    }
}
