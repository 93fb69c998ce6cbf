//! `RULES.md`, "Rule-sets": presets, options, keys.

use salpakan::rules::{
    Army, ArmyFault, Color, Draft, FlagHome, Preset, Rank, RuleSet, RuleSetError, Zone,
};

use crate::table::rule_set;

fn refused(key: &str) -> String {
    match key.parse::<RuleSet>() {
        Ok(rules) => panic!("{key} was read as {}", rules.key()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_four_presets_are_known_by_name_and_standard_is_the_default() {
    let names: Vec<_> = Preset::ALL.iter().map(|preset| preset.name).collect();
    assert_eq!(names, ["standard", "electronic", "eleven", "krig"]);
    assert_eq!(RuleSet::default().key(), "standard");
    for name in names {
        assert_eq!(rule_set(name).key(), name);
    }
}

#[test]
fn only_the_electronic_flag_wins_on_arrival_whatever_stands_beside_it() {
    for preset in Preset::ALL {
        let at_once = preset.flag_home == FlagHome::AtOnce;
        assert_eq!(at_once, preset.name == "electronic");
    }
}

#[test]
fn only_krig_deploys_on_the_border() {
    for preset in Preset::ALL {
        assert_eq!(preset.zone == Zone::HomeAndBorder, preset.name == "krig");
    }
}

#[test]
fn the_standard_army_has_21_pieces_and_the_eleven_has_eleven() {
    assert_eq!(rule_set("standard").army().size(), 21);
    assert_eq!(rule_set("standard").army().letters(), "FSSPPPPPP54321CLMKABT");
    assert_eq!(rule_set("krig").army(), Army::STANDARD);
    assert_eq!(rule_set("electronic").army(), Army::STANDARD);
    assert_eq!(rule_set("eleven").army().letters(), "FSPPP54321C");
    assert_eq!(rule_set("eleven").army().size(), 11);
}

#[test]
fn options_are_written_in_alphabetical_order_whatever_their_order_was() {
    let key = "krig+army=FSP+open-challenges+open-flag+promotion";
    assert_eq!(rule_set("krig+promotion+open-flag+open-challenges+army=FSP").key(), key);
    assert_eq!(rule_set(key).key(), key);
}

#[test]
fn each_option_stands_alone_and_with_each_preset() {
    for preset in Preset::ALL {
        for option in ["army=F5", "open-challenges", "open-flag", "promotion"] {
            let key = format!("{}+{option}", preset.name);
            assert_eq!(rule_set(&key).key(), key);
            let options = rule_set(&key).options();
            assert_eq!(options.army.is_some(), option.starts_with("army"));
            assert_eq!(options.open_challenges, option == "open-challenges");
            assert_eq!(options.open_flag, option == "open-flag");
            assert_eq!(options.promotion, option == "promotion");
        }
    }
}

#[test]
fn an_army_in_any_order_of_letters_is_the_same_army_with_the_same_key() {
    let one = rule_set("standard+army=FSPPP54321C");
    assert_eq!(one, rule_set("standard+army=C12345PPPSF"));
    assert_eq!(one.key(), "standard+army=FSPPP54321C");
    assert_eq!(one.army(), rule_set("eleven").army());
    assert_ne!(one, rule_set("eleven"), "the key tells them apart");
}

#[test]
fn an_army_has_exactly_one_flag_and_at_most_27_pieces() {
    assert_eq!(Army::from_letters("PP"), Err(ArmyFault::Flags(0)));
    assert_eq!(Army::from_letters(""), Err(ArmyFault::Flags(0)));
    assert_eq!(Army::from_letters("FF"), Err(ArmyFault::Flags(2)));
    assert_eq!(Army::from_letters("F5x"), Err(ArmyFault::UnknownLetter('x')));
    let many = |count: usize| format!("F{}", "P".repeat(count - 1));
    assert!(Army::from_letters(&many(27)).is_ok());
    assert_eq!(Army::from_letters(&many(28)), Err(ArmyFault::TooLarge(28)));
    assert_eq!(Army::from_letters(&many(5000)), Err(ArmyFault::TooLarge(5000)));
    assert_eq!(Army::from_letters(&"F".repeat(300)), Err(ArmyFault::TooLarge(300)));
}

#[test]
fn what_is_no_rule_set_is_refused_with_what_would_be_one() {
    assert!(
        refused("chess").contains("\"chess\"; known are standard, electronic, eleven and krig")
    );
    assert!(refused("").contains("known are"));
    assert!(refused("Standard").contains("\"Standard\""));
    assert!(refused("standard+").contains("unknown rule-set option \"\""));
    assert!(refused("standard+open").contains("known are army=<letters>, open-challenges"));
    assert!(refused("standard+promotion+promotion").contains("\"promotion\" is given twice"));
    assert!(refused("standard+army=F+army=F").contains("given twice"));
    assert!(refused("standard+army=").contains("exactly one Flag (F), not 0"));
    assert!(refused("standard+army=FQ").contains("'Q' is no piece"));
    assert!(matches!(
        "standard+army=FF".parse::<RuleSet>(),
        Err(RuleSetError::Army(ArmyFault::Flags(2)))
    ));
}

#[test]
fn the_table_of_pieces_has_fifteen_ranks_with_letters_of_their_own() {
    let letters: String = Rank::ALL.into_iter().map(Rank::letter).collect();
    assert_eq!(letters, "54321CLMKABTPSF");
    for rank in Rank::ALL {
        assert!(Rank::from_letter(rank.letter()) == Some(rank));
        assert!(Rank::from_index(rank.index()) == Some(rank));
    }
    assert!(Rank::from_letter('f').is_none() && Rank::from_letter('.').is_none());
    let officers = Rank::ALL.into_iter().filter(|rank| rank.is_officer()).count();
    assert_eq!(officers, 12);
    let short: Vec<_> = Rank::ALL.into_iter().map(Rank::abbreviation).collect();
    assert_eq!(short.join(" "), "5*G 4*G 3*G 2*G 1*G COL LTC MAJ CPT 1LT 2LT SGT PVT SPY FLG");
}

#[test]
fn only_electronic_has_a_name_of_its_own_for_a_rank() {
    for preset in Preset::ALL {
        let rules = rule_set(&format!("{}+promotion", preset.name));
        for rank in Rank::ALL {
            let agent = preset.name == "electronic" && rank == Rank::Spy;
            assert_eq!(rules.rank_name(rank), if agent { "Agent" } else { rank.name() });
            let short = rules.own_name(rank).map(|own| (own.name, own.abbreviation));
            assert_eq!(short, agent.then_some(("Agent", "AGT")), "{}", preset.name);
        }
    }
}

#[test]
fn a_wrong_count_is_told_in_the_rule_sets_own_words() {
    let rules = rule_set("electronic");
    let draft = Draft::parse(Color::White, &rules, "F......../........./.........");
    let faults = draft.expect("a draft").check(&rules).expect_err("too few pieces");
    let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(said.contains(&"0 of Agent (S) instead of 2".to_owned()), "{said:?}");
}
