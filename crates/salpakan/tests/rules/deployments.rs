//! `RULES.md`, "Board, armies, deployment": any arrangement at home is legal, and an illegal draft
//! gets all its faults at once.

use salpakan::rules::{
    Color, Deployment, Draft, DraftFault, Rank, RuleSet, Square, Squares, TextFaultKind,
};

use crate::table::{deployment, rule_set};

const WHITE: &str = "3..PL5P../.ASKTP.4S/BMCPPF12P";
const BLACK: &str = "...3FT.../12SLPASKM/BPP4P5PPC";

fn square(name: &str) -> Square {
    name.parse().unwrap_or_else(|()| panic!("{name} is no square"))
}

fn text_faults(color: Color, key: &str, setup: &str) -> Vec<(usize, TextFaultKind)> {
    let faults = Draft::parse(color, &rule_set(key), setup).err().unwrap_or_default();
    faults.into_iter().map(|fault| (fault.at, fault.kind)).collect()
}

fn faults(key: &str, color: Color, pieces: &[(&str, Rank)]) -> Vec<DraftFault> {
    let pieces = pieces.iter().map(|(name, rank)| (square(name), *rank)).collect();
    Draft::new(color, pieces).check(&rule_set(key)).err().unwrap_or_default()
}

#[test]
fn the_published_example_is_read_and_written_back() {
    let rules = RuleSet::STANDARD;
    for (color, setup) in [(Color::White, WHITE), (Color::Black, BLACK)] {
        let army = deployment(&rules, color, setup);
        assert_eq!(army.notation(), setup);
        assert_eq!(army.squares().len(), 21);
        assert_eq!(army.color(), color);
    }
}

#[test]
fn rows_are_written_from_the_highest_number_for_both_sides() {
    let white = deployment(&RuleSet::STANDARD, Color::White, WHITE);
    assert!(white.rank_at(square("a3")) == Some(Rank::LieutenantGeneral));
    assert!(white.rank_at(square("f1")) == Some(Rank::Flag));
    assert_eq!(white.flag(), Some(square("f1")));
    assert!(white.rank_at(square("b3")).is_none());
    let black = deployment(&RuleSet::STANDARD, Color::Black, BLACK);
    assert!(black.rank_at(square("e8")) == Some(Rank::Flag));
    assert!(black.rank_at(square("i6")) == Some(Rank::Colonel));
    assert!(black.rank_at(square("e1")).is_none());
}

#[test]
fn the_pieces_of_a_deployment_are_those_of_the_army_on_distinct_squares() {
    let army = deployment(&RuleSet::STANDARD, Color::Black, BLACK);
    for rank in Rank::ALL {
        let count = army.pieces().filter(|(_, r)| *r == rank).count();
        assert_eq!(count, RuleSet::STANDARD.army().count(rank) as usize, "{}", rank.name());
    }
    let squares: Squares = army.pieces().map(|(square, _)| square).collect();
    assert_eq!(squares, army.squares());
}

#[test]
fn a_text_that_is_no_set_up_hears_of_each_wrong_letter_and_row_with_its_place() {
    use TextFaultKind::{RowCount, RowLength, UnknownLetter};
    let faults = |text| text_faults(Color::White, "standard", text);
    assert_eq!(faults(""), [(0, RowCount(1))]);
    assert_eq!(faults("........./........."), [(0, RowCount(2))]);
    assert_eq!(faults("........./........./........./........."), [(0, RowCount(4))]);
    assert_eq!(faults("......../........./........."), [(0, RowLength(8))]);
    assert_eq!(faults("........./........../........."), [(10, RowLength(10))]);
    let both = faults("x......../.....f.../..........");
    assert_eq!(both, [(0, UnknownLetter('x')), (15, UnknownLetter('f')), (20, RowLength(10))]);
    assert_eq!(faults("....é..../........./........."), [(4, UnknownLetter('é'))]);
    assert_eq!(faults("//"), [(0, RowLength(0)), (1, RowLength(0)), (2, RowLength(0))]);
}

#[test]
fn a_fourth_row_is_read_only_where_there_is_a_border() {
    let four = "........./........./........./.........";
    for color in Color::ALL {
        assert_eq!(text_faults(color, "standard", four), [(0, TextFaultKind::RowCount(4))]);
        assert_eq!(text_faults(color, "electronic", four), [(0, TextFaultKind::RowCount(4))]);
        assert_eq!(text_faults(color, "krig", four), []);
    }
}

#[test]
fn two_flags_and_a_missing_spy_are_told_together() {
    let draft = Draft::parse(Color::White, &RuleSet::STANDARD, &WHITE.replacen('S', "F", 1));
    let Ok(draft) = draft else { panic!("the text is a draft") };
    let faults = draft.check(&RuleSet::STANDARD).err().unwrap_or_default();
    assert_eq!(
        faults,
        [
            DraftFault::WrongCount { rank: Rank::Spy, rules: RuleSet::STANDARD, have: 1, want: 2 },
            DraftFault::WrongCount { rank: Rank::Flag, rules: RuleSet::STANDARD, have: 2, want: 1 },
        ]
    );
}

#[test]
fn all_faults_come_at_once_by_square_and_then_by_rank() {
    let rules = rule_set("standard+army=F5");
    let found = faults(
        "standard+army=F5",
        Color::White,
        &[("e4", Rank::Flag), ("a8", Rank::Spy), ("b1", Rank::Flag), ("b1", Rank::Private)],
    );
    assert_eq!(
        found,
        [
            DraftFault::Crowded(square("b1")),
            DraftFault::OutsideZone(square("e4")),
            DraftFault::OutsideZone(square("a8")),
            DraftFault::WrongCount { rank: Rank::GeneralOfTheArmy, rules, have: 0, want: 1 },
            DraftFault::WrongCount { rank: Rank::Private, rules, have: 1, want: 0 },
            DraftFault::WrongCount { rank: Rank::Spy, rules, have: 1, want: 0 },
            DraftFault::WrongCount { rank: Rank::Flag, rules, have: 2, want: 1 },
        ]
    );
}

#[test]
fn an_empty_draft_misses_every_rank() {
    assert_eq!(faults("standard", Color::Black, &[]).len(), Rank::COUNT);
}

#[test]
fn each_side_deploys_at_its_own_home() {
    let army = [Rank::Flag, Rank::GeneralOfTheArmy];
    let at = |color, flag, other| {
        faults("standard+army=F5", color, &[(flag, army[0]), (other, army[1])])
    };
    assert_eq!(at(Color::White, "a1", "i3"), []);
    assert_eq!(at(Color::Black, "a8", "i6"), []);
    assert_eq!(at(Color::White, "a1", "i4"), [DraftFault::OutsideZone(square("i4"))]);
    assert_eq!(at(Color::Black, "a8", "i5"), [DraftFault::OutsideZone(square("i5"))]);
    assert_eq!(at(Color::Black, "a1", "i6"), [DraftFault::OutsideZone(square("a1"))]);
}

#[test]
fn under_krig_one_piece_may_stand_on_the_own_border() {
    let army = [Rank::Flag, Rank::GeneralOfTheArmy];
    let at =
        |color, flag, other| faults("krig+army=F5", color, &[(flag, army[0]), (other, army[1])]);
    assert_eq!(at(Color::White, "a1", "i3"), []);
    assert_eq!(at(Color::White, "a1", "i4"), []);
    assert_eq!(at(Color::Black, "e5", "i6"), []);
    let both: Squares = [square("a4"), square("i4")].into_iter().collect();
    assert_eq!(at(Color::White, "a4", "i4"), [DraftFault::BorderCrowded(both)]);
    assert_eq!(at(Color::White, "a1", "i5"), [DraftFault::OutsideZone(square("i5"))]);
    assert_eq!(at(Color::Black, "a8", "i4"), [DraftFault::OutsideZone(square("i4"))]);
    assert_eq!(at(Color::White, "b4", "b4"), [DraftFault::Crowded(square("b4"))]);
}

#[test]
fn under_krig_the_border_row_is_written_where_a_piece_stands_on_it() {
    let rules = rule_set("krig+army=F5");
    let cases = [
        (Color::White, "....5..../........./........./F........"),
        (Color::White, "....5..../........./F........"),
        (Color::Black, "F......../........./........./....5...."),
        (Color::Black, "F......../........./....5...."),
    ];
    for (color, setup) in cases {
        assert_eq!(deployment(&rules, color, setup).notation(), setup);
    }
    let empty_border = deployment(&rules, Color::White, "........./....5..../F......../.........");
    assert_eq!(empty_border.notation(), "....5..../F......../.........");
}

#[test]
fn an_army_of_27_fills_the_home_and_a_flag_alone_is_an_army() {
    let letters = "F5PPPPPPPPPPPPPPPPPPPPPPPPP";
    let full = rule_set(&format!("standard+army={letters}"));
    let army = deployment(&full, Color::White, "PPPPPPPPP/PPPPPPPPP/F5PPPPPPP");
    assert_eq!(army.squares().len(), 27);
    let alone =
        deployment(&rule_set("standard+army=F"), Color::Black, "F......../........./.........");
    assert_eq!(alone.squares().len(), 1);
}

#[test]
fn local_indices_count_from_the_own_back_row_for_both_sides() {
    assert_eq!(Deployment::square_of_local(Color::White, 0), Some(square("a1")));
    assert_eq!(Deployment::square_of_local(Color::White, 26), Some(square("i3")));
    assert_eq!(Deployment::square_of_local(Color::Black, 0), Some(square("a8")));
    assert_eq!(Deployment::square_of_local(Color::Black, 35), Some(square("i5")));
}

#[test]
fn neither_a_draft_nor_a_deployment_nor_a_rank_says_anything_to_a_log() {
    let draft = Draft::parse(Color::White, &RuleSet::STANDARD, WHITE);
    let Ok(draft) = draft else { panic!("the text is a draft") };
    assert_eq!(format!("{draft:?}"), "Draft(..)");
    assert_eq!(format!("{:?}", draft.check(&RuleSet::STANDARD)), "Ok(Deployment(..))");
    assert_eq!(format!("{:?}", Rank::Flag), "Rank(..)");
    let fault =
        DraftFault::WrongCount { rank: Rank::Flag, rules: RuleSet::STANDARD, have: 2, want: 1 };
    assert!(!format!("{fault:?}").contains("Flag"));
}

#[test]
fn the_faults_say_in_words_what_is_wrong() {
    let said = |fault: DraftFault| fault.to_string();
    let fault =
        DraftFault::WrongCount { rank: Rank::Flag, rules: RuleSet::STANDARD, have: 2, want: 1 };
    assert_eq!(said(fault), "2 of Flag (F) instead of 1");
    assert!(said(DraftFault::Crowded(square("b1"))).starts_with("b1 holds more"));
    assert!(said(DraftFault::OutsideZone(square("e4"))).starts_with("e4 is outside"));
}
