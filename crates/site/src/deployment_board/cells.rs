//! A draft cell by cell as in forms and pages: seen from its owner's side, front row first, each
//! row from left to right.

use std::fmt;

use rand::{Rng, RngExt};

use salpakan::record::codec::{deployment_count, deployment_from_number};
use salpakan::rules::{
    Color, Deployment, Draft, DraftFault, FILES, ROWS, Rank, RuleSet, Square, Zone,
};

const EMPTY_CELL: char = '.';

/// A draft: at most one piece on each cell. As secret as a deployment.
#[derive(Clone, PartialEq, Eq)]
pub struct DraftCells {
    rules: RuleSet,
    ranks: Vec<Option<Rank>>,
}

impl fmt::Debug for DraftCells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cells(..)")
    }
}

impl DraftCells {
    pub fn empty(rules: RuleSet) -> DraftCells {
        let rows = match rules.zone() {
            Zone::Home => 3,
            Zone::HomeAndBorder => 4,
        };
        DraftCells { rules, ranks: vec![None; rows * usize::from(FILES)] }
    }

    /// The cells of a deployment of either side, from its own point of view.
    pub fn from_deployment(rules: RuleSet, army: &Deployment) -> DraftCells {
        let mut cells = DraftCells::empty(rules);
        for at in 0..cells.ranks.len() {
            cells.ranks[at] =
                cells.square_of(army.color(), at).and_then(|square| army.rank_at(square));
        }
        cells
    }

    /// Parses a form: a letter of the notation for each cell, `.` for an empty one. `None` if the
    /// number of cells is wrong or one is invalid.
    pub fn parse_form<'a>(
        rules: RuleSet,
        sent: impl Iterator<Item = &'a str>,
    ) -> Option<DraftCells> {
        let mut cells = DraftCells::empty(rules);
        let letters: Option<Vec<Option<Rank>>> = sent.map(parse_cell).collect();
        cells.ranks = letters.filter(|letters| letters.len() == cells.ranks.len())?;
        Some(cells)
    }

    /// Parses White's set-up in notation, legal or not.
    pub fn from_notation(rules: RuleSet, text: &str) -> Option<DraftCells> {
        let mut cells = DraftCells::empty(rules);
        let rows: Vec<&str> = text.trim().split('/').collect();
        let missing = cells.rows().checked_sub(rows.len())?;
        let letters = rows.iter().flat_map(|row| row.chars());
        let letters = std::iter::repeat_n(EMPTY_CELL, missing * usize::from(FILES)).chain(letters);
        let nine = |row: &&str| row.chars().count() == usize::from(FILES);
        let read: Option<Vec<Option<Rank>>> =
            letters.map(|one| parse_cell(one.encode_utf8(&mut [0; 4]))).collect();
        cells.ranks = read.filter(|_| rows.len() >= 3 && rows.iter().all(nine))?;
        Some(cells)
    }

    /// A legal set-up, uniformly distributed.
    pub fn at_random(rules: RuleSet, random: &mut impl Rng) -> DraftCells {
        let number = random.random_range(0..deployment_count(&rules));
        let army = deployment_from_number(&rules, Color::White, number);
        army.map_or_else(
            |_| DraftCells::empty(rules),
            |army| DraftCells::from_deployment(rules, &army),
        )
    }

    /// Swaps left and right.
    pub fn mirrored(mut self) -> DraftCells {
        self.ranks.chunks_exact_mut(usize::from(FILES)).for_each(<[Option<Rank>]>::reverse);
        self
    }

    pub const fn rules(&self) -> RuleSet {
        self.rules
    }

    pub fn rows(&self) -> usize {
        self.ranks.len() / usize::from(FILES)
    }

    pub fn ranks(&self) -> &[Option<Rank>] {
        &self.ranks
    }

    /// The square of a cell.
    pub fn square_of(&self, color: Color, at: usize) -> Option<Square> {
        let file = (at % usize::from(FILES)) as u8;
        let row = (self.rows().checked_sub(1 + at / usize::from(FILES))?) as u8;
        match color {
            Color::White => Square::new(file, row),
            Color::Black => Square::new(FILES - 1 - file, ROWS - 1 - row),
        }
    }

    pub fn cell_of(&self, color: Color, square: Square) -> Option<usize> {
        (0..self.ranks.len()).find(|at| self.square_of(color, *at) == Some(square))
    }

    /// The letters of all cells, for the script.
    pub fn to_text(&self) -> String {
        self.ranks.iter().map(|rank| rank.map_or(EMPTY_CELL, Rank::letter)).collect()
    }

    /// The draft on the side of `color`.
    pub fn to_draft(&self, color: Color) -> Draft {
        let placed = self
            .ranks
            .iter()
            .enumerate()
            .filter_map(|(at, rank)| Some((self.square_of(color, at)?, (*rank)?)));
        Draft::new(color, placed.collect())
    }

    /// White's deployment.
    pub fn to_deployment(&self) -> Result<Deployment, Vec<DraftFault>> {
        self.to_draft(Color::White).check(&self.rules)
    }
}

fn parse_cell(sent: &str) -> Option<Option<Rank>> {
    let mut letters = sent.chars();
    match (letters.next(), letters.next()) {
        (Some(EMPTY_CELL), None) => Some(None),
        (Some(letter), None) => Rank::from_letter(letter).map(Some),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(key: &str, text: &str) -> Option<DraftCells> {
        let rules = key.parse().expect("a rule-set");
        let letters: Vec<String> = text.chars().map(String::from).collect();
        DraftCells::parse_form(rules, letters.iter().map(String::as_str))
    }

    #[test]
    fn either_side_reads_its_own_board_from_the_front_and_from_its_left() {
        let text = "3..PL5P...ASKTP.4SBMCPPF12P";
        let cells = cells("standard", text).expect("27 letters");
        assert_eq!(cells.to_text(), text);
        let white = cells.to_deployment().expect("legal");
        assert_eq!(white.notation(), "3..PL5P../.ASKTP.4S/BMCPPF12P");
        let black = cells.to_draft(Color::Black).check(&RuleSet::STANDARD).expect("legal");
        assert!(black == white.seen_by(Color::Black), "what looks alike is alike");
        assert!(DraftCells::from_deployment(RuleSet::STANDARD, &black) == cells);
        let names =
            |color| [0, 8, 18, 26].map(|at| cells.square_of(color, at).map(|s| s.to_string()));
        assert_eq!(names(Color::White), ["a3", "i3", "a1", "i1"].map(|s| Some(s.to_owned())));
        assert_eq!(names(Color::Black), ["i6", "a6", "i8", "a8"].map(|s| Some(s.to_owned())));
        assert_eq!(cells.square_of(Color::White, 27), None);
    }

    #[test]
    fn other_letters_and_other_numbers_of_them_are_no_draft() {
        let empty = ".".repeat(27);
        assert!(cells("standard", &empty).is_some() && cells("krig", &empty).is_none());
        assert!(cells("krig", &".".repeat(36)).is_some());
        for wrong in ["x", "p", "/", "é"] {
            assert!(cells("standard", &(".".repeat(26) + wrong)).is_none(), "{wrong}");
        }
        assert!(DraftCells::parse_form(RuleSet::STANDARD, std::iter::repeat_n("..", 27)).is_none());
        assert!(DraftCells::parse_form(RuleSet::STANDARD, std::iter::repeat_n("", 27)).is_none());
        assert!(DraftCells::parse_form(RuleSet::STANDARD, std::iter::empty()).is_none());
    }

    #[test]
    fn the_notation_is_read_with_its_border_or_without() {
        let rules = |key: &str| key.parse().expect("a rule-set");
        let rows = "3..PL5P../.ASKTP.4S/BMCPPF12P";
        let read = |key: &str, text: &str| {
            DraftCells::from_notation(rules(key), text).map(|cells| cells.to_text())
        };
        assert_eq!(read("standard", &format!(" {rows} ")), Some(rows.replace('/', "")));
        assert_eq!(read("krig", rows), Some(".........".to_owned() + &rows.replace('/', "")));
        let four = format!("....5..../{}", rows.replace('5', "."));
        assert_eq!(read("krig", &four), Some(four.replace('/', "")));
        for wrong in
            [four.as_str(), "", "//", "3..PL5P../.ASKTP.4S", "3..PL5P.../ASKTP.4S/BMCPPF12P"]
        {
            assert_eq!(read("standard", wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_mirror_changes_left_and_right_and_twice_gives_the_first() {
        let cells = cells("standard", "3..PL5P...ASKTP.4SBMCPPF12P").expect("27 letters");
        let mirrored = cells.clone().mirrored();
        assert_eq!(mirrored.to_text(), "..P5LP..3S4.PTKSA.P21FPPCMB");
        assert!(mirrored.mirrored() == cells);
    }

    #[test]
    fn what_is_drawn_at_random_is_legal() {
        for key in ["standard", "krig", "eleven", "standard+army=F"] {
            let rules: RuleSet = key.parse().expect("a rule-set");
            let one = DraftCells::at_random(rules, &mut rand::rng());
            assert!(one.to_deployment().is_ok(), "{key}");
        }
    }
}
