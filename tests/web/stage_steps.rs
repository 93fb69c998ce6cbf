//! From stage to stage: what the desk leads to when one is over, and what pages show first.

use crate::contest_pages::{
    EIGHT, SWISS, act, begun, choices, done, event, organizer, seen, site, text,
};
use crate::visitor::Visitor;

const GROUPS: (&str, &str) = ("template", "groups-to-knock-out");

/// Pairs the next round of a stage, publishes it and enters that the first of each table won; both from 1.
fn play(of: &mut Visitor, event: &str, stage: usize, round: usize) {
    let [by_stage, by_round] = [stage, round].map(|number| number.to_string());
    done(of, event, "rounds", &[("do", "pair"), ("stage", &by_stage)]);
    let draft = seen(of, event, stage);
    let fields = [("do", "publish"), ("stage", &by_stage), ("round", &by_round), ("draft", &draft)];
    done(of, event, "rounds", &fields);
    let results = format!("{event}/run?part=results&stage={stage}&round={round}");
    let said = choices(&text(of, &results), '1');
    let [at_stage, at_round] = [stage - 1, round - 1].map(|number| number.to_string());
    let mut fields =
        vec![("do", "enter"), ("stage", &*at_stage), ("round", &*at_round), ("why", "")];
    fields.extend(said.iter().map(|one| ("result", one.as_str())));
    assert_eq!(act(of, event, "results", &fields).status, 303);
}

#[test]
fn a_stage_that_is_over_leads_to_the_next_one_and_the_last_one_to_the_end() {
    let service = site();
    let mut keeper = organizer(&service, "Purisima Yugto", "Liga ng Yugto Linapacan");
    let event = event(&mut keeper, "liga-ng-yugto-linapacan", "Group Cup", &[GROUPS]);
    begun(&mut keeper, &event);
    let desk = |of: &mut Visitor, part: &str, stage: usize| {
        text(of, &format!("{event}/run?part={part}&stage={stage}"))
    };
    for round in 1..=3 {
        assert!(!desk(&mut keeper, "rounds", 1).contains(">Start Knock-out</a>"));
        play(&mut keeper, &event, 1, round);
    }
    for part in ["rounds", "results"] {
        let page = desk(&mut keeper, part, 1);
        assert!(page.contains(">Start Knock-out</a>"), "{part}: {page}");
        assert!(page.contains("run?part=rounds&#38;stage=2"), "{part}: {page}");
    }
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "2"), ("white", "true")]);
    let page = desk(&mut keeper, "rounds", 2);
    assert!(page.contains("Knockout") && page.contains("Rounds published: 0 of 2."), "{page}");
    play(&mut keeper, &event, 2, 1);
    play(&mut keeper, &event, 2, 2);
    for part in ["rounds", "results"] {
        let page = desk(&mut keeper, part, 2);
        assert!(page.contains("run?part=settings#settings\">End event</a>"), "{part}: {page}");
    }
    let mut public = Visitor::new(&service);
    assert!(text(&mut public, &event).contains("class=\"pairings\""), "while it goes on");
    done(&mut keeper, &event, "settings", &[("do", "end")]);
    let over = text(&mut public, &event);
    assert!(over.contains("class=\"bracket\"") && over.contains("final-places"), "{over}");
    assert!(text(&mut public, &format!("{event}?stage=1")).contains("After 3 rounds"));
    assert!(text(&mut public, &format!("{event}?stage=1&round=2")).contains("class=\"pairings\""));
    assert!(!desk(&mut keeper, "rounds", 2).contains("End event</a>"));
}

#[test]
fn a_plan_is_shown_for_as_many_as_it_takes() {
    let service = site();
    let mut keeper = organizer(&service, "Asuncionita", "Liga ng Yugto Agutaya");
    let event =
        event(&mut keeper, "liga-ng-yugto-agutaya", "Large Cup", &[GROUPS, ("entrants", "64")]);
    for people in [None, Some(EIGHT)] {
        if let Some(lines) = people {
            done(&mut keeper, &event, "people", &[("do", "add"), ("lines", lines)]);
        }
        let page = text(&mut keeper, &format!("{event}/run/plan"));
        assert!(!page.contains("class=\"faults\"") && page.contains("id=\"schedule\""), "{page}");
    }
}

#[test]
fn a_round_of_many_tables_has_the_big_screen_for_itself_until_a_result_is_in() {
    let service = site();
    let mut keeper = organizer(&service, "Encarnacionita", "Liga ng Yugto Cuyo");
    let event = event(&mut keeper, "liga-ng-yugto-cuyo", "Wide Open", &[SWISS, ("entrants", "40")]);
    let lines: Vec<String> = (1..=40).map(|n| format!("Player {n}; {}", 2000 - n)).collect();
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", &lines.join("\n"))]);
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    crate::contest_pages::pair(&mut keeper, &event, 1);
    let panes = |of: &mut Visitor| {
        text(of, &format!("{event}/screen")).matches("<section data-pane>").count()
    };
    assert_eq!(panes(&mut keeper), 1, "everybody looks for a table");
    let said = choices(&text(&mut keeper, &format!("{event}/run?part=results")), '1');
    let fields =
        [("do", "enter"), ("stage", "0"), ("round", "0"), ("why", ""), ("result", &*said[0])];
    assert_eq!(act(&mut keeper, &event, "results", &fields).status, 303);
    assert_eq!(panes(&mut keeper), 2);
}

#[test]
fn a_double_elimination_names_both_brackets_and_the_match_between_their_winners() {
    let service = site();
    let mut keeper = organizer(&service, "Visitacionang", "Liga ng Magsaysay");
    let double = ("template", "double-elimination");
    let event = event(&mut keeper, "liga-ng-magsaysay", "Double Cup", &[double]);
    begun(&mut keeper, &event);
    play(&mut keeper, &event, 1, 1);
    let mut public = Visitor::new(&service);
    let page = text(&mut public, &format!("{event}?view=bracket"));
    let headings: Vec<&str> = page.split("class=\"heading\" x=\"").skip(1).collect();
    let at = |words: &str| {
        let heading = headings.iter().find(|one| one.contains(&format!(">{words}</text>")));
        let x = heading.unwrap_or_else(|| panic!("{words}: {page}")).split('"').next();
        x.expect("where it is").parse::<u32>().expect("a number")
    };
    assert_eq!((at("Winners’ bracket"), at("Losers’ bracket")), (0, 0));
    assert!(at("Grand final") > 0, "above the match itself");
}

const KNOCKOUT: (&str, &str) = ("template", "single-elimination");

#[test]
fn a_play_off_is_offered_to_those_who_are_tied() {
    let service = site();
    let mut keeper = organizer(&service, "Perpetua Tabla", "Liga ng Tabla Culion");
    let event = event(&mut keeper, "liga-ng-tabla-culion", "Tied Cup", &[SWISS]);
    begun(&mut keeper, &event);
    let results = format!("{event}/run?part=results");
    let mut round = 0;
    while !text(&mut keeper, &format!("{event}/run?part=rounds")).contains(">End event</a>") {
        assert!(!text(&mut keeper, &results).contains("value=\"play-off\""));
        round += 1;
        crate::contest_pages::pair(&mut keeper, &event, round);
        let entered = crate::contest_pages::enter(&mut keeper, &event, round, '3', "");
        assert_eq!(entered.status, 303, "{}", entered.text());
    }
    let page = text(&mut keeper, &results);
    let form = page.split("value=\"play-off\"").nth(1).expect("some are tied");
    let form = form.split("</form>").next().expect("a form");
    assert!(form.contains("<b>Tied for place "), "{form}");
    let chosen: Vec<&str> = form
        .split("\" selected>")
        .filter_map(|before| before.rsplit("<option value=\"").next())
        .take(2)
        .collect();
    assert_ne!(chosen[0], chosen[1], "{form}");
    let won = [("do", "play-off"), ("stage", "0"), ("winner", chosen[1]), ("loser", chosen[0])];
    done(&mut keeper, &event, "results", &won);
    assert!(text(&mut keeper, &results).contains("value=\"play-off\""), "it may be corrected");
}

#[test]
fn the_first_game_of_a_match_is_corrected_after_the_second_has_decided_it() {
    let service = site();
    let mut keeper = organizer(&service, "Apolonia Laban", "Liga ng Laban Busuanga");
    let event = event(&mut keeper, "liga-ng-laban-busuanga", "Match Cup", &[KNOCKOUT]);
    begun(&mut keeper, &event);
    crate::contest_pages::pair(&mut keeper, &event, 1);
    let drawn = crate::contest_pages::enter(&mut keeper, &event, 1, '3', "");
    assert_eq!(drawn.status, 303, "{}", drawn.text());
    // Round, table and game begin a choice.
    let choice = |of: &mut Visitor, at: &str, key: char| {
        let page = text(of, &format!("{event}/run?part=results"));
        choices(&page, key).into_iter().find(|one| one.starts_with(at))
    };
    let enter = |of: &mut Visitor, result: &str| {
        let fields = [
            ("do", "enter"),
            ("stage", "0"),
            ("round", "0"),
            ("why", "swapped"),
            ("result", result),
        ];
        act(of, &event, "results", &fields)
    };
    let second = choice(&mut keeper, "0.0.1.", '1').expect("the second game is open");
    assert_eq!(enter(&mut keeper, &second).status, 303);
    assert_eq!(choice(&mut keeper, "0.0.0.", '0'), None, "the last result is removed first");
    let first = choice(&mut keeper, "0.0.0.", '2').expect("the first game is listed");
    let refused = enter(&mut keeper, &first);
    assert_eq!(refused.status, 409, "{}", refused.text());
    assert!(refused.text().contains("Remove the result of game 2 first"), "{}", refused.text());
    let removed = choice(&mut keeper, "0.0.1.", '0').expect("the last result can be removed");
    assert_eq!(enter(&mut keeper, &removed).status, 303);
    assert_eq!(enter(&mut keeper, &first).status, 303);
    assert_eq!(choice(&mut keeper, "0.0.1.", '1'), None, "the first game has decided");
}
