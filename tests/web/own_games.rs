//! Nobody is an official of their own game, whatever way leads to it: the desk, a draft, the door, a link.

use std::sync::Arc;

use crate::client::Reply;
use crate::contest_pages::{SWISS, act, called, done, event, organizer, pair, site, text};
use crate::contest_stewards::{link, phone, press};
use crate::service::Service;
use crate::visitor::Visitor;

/// What one who plays reads.
const GAME: &str = "play in this game yourself. Another official has to do this";
const ENTRY: &str = "this may change your own place. Another official has to do this";

/// An event of eight, of whom the first runs it; and another organizer who plays nowhere.
fn of_eight(name: &str, other: &str, league: &str) -> (Arc<Service>, Visitor, Visitor, String) {
    let service = site();
    let slug = league.to_lowercase().replace(' ', "-");
    let mut keeper = organizer(&service, name, league);
    let second = called(&service, other);
    let fields = [
        ("way", "account"),
        ("account", other),
        ("email", ""),
        ("role", "organizer"),
        ("event", ""),
    ];
    let appointed = keeper.post(&format!("/organisations/{slug}/officials/appoint"), &fields);
    assert_eq!(appointed.status, 303, "{}", appointed.text());
    let more = [SWISS, ("check-in", "1"), ("rounds", "2")];
    let event = event(&mut keeper, &slug, &format!("{league} Cup"), &more);
    let lines = format!(
        "{name}; 1800\nBen; 1700\nCora; 1600\nDan; 1500\nElsa; 1400\nFe; 1300\nGil; 1200\nHana; 1100"
    );
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", &lines)]);
    (service, keeper, second, event)
}

fn refused(of: &mut Visitor, event: &str, duty: &str, fields: &[(&str, &str)], why: &str) {
    let reply = act(of, event, duty, fields);
    assert_eq!(reply.status, 409, "{duty} {fields:?}: {}", reply.text());
    assert!(reply.text().contains(why), "{duty} {fields:?}: {}", reply.text());
}

/// The value of a result at the table of the first entrant, as the desk's form has it; and those of the other tables.
fn results(page: &str, key: char) -> (String, Vec<String>) {
    let mut all = crate::contest_pages::choices(page, key);
    let is_own = |value: &String| value.split('.').skip(2).take(2).any(|side| side == "1");
    let own = all.iter().position(is_own).expect("a table");
    (all.remove(own), all)
}

fn entering<'a>(round: &'a str, result: &'a str, why: &'a str) -> [(&'a str, &'a str); 5] {
    [("do", "enter"), ("stage", "0"), ("round", round), ("why", why), ("result", result)]
}

#[test]
fn an_official_who_plays_leaves_their_own_game_to_another() {
    let (_service, mut keeper, mut second, event) =
        of_eight("Leonora", "Marcelino", "Liga ng Sarili");
    let people = |what| [("do", what), ("entrant", "1")];
    refused(&mut keeper, &event, "people", &people("there"), ENTRY);
    // All others are there by one button, and oneself by another official.
    done(&mut keeper, &event, "people", &[("do", "all-there")]);
    assert!(text(&mut keeper, &format!("{event}/run")).contains("8 registered, 7 checked in."));
    done(&mut second, &event, "people", &people("there"));
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    done(&mut keeper, &event, "rounds", &[("do", "pair"), ("stage", "1")]);
    let exchange =
        |one, other| [("do", "exchange"), ("stage", "1"), ("entrant", one), ("with", other)];
    for (one, other) in [("1", "2"), ("5", "3"), ("1", "5")] {
        refused(&mut keeper, &event, "rounds", &exchange(one, other), GAME);
    }
    // What is told of the drafted opponent, or of a newcomer, moves oneself, too.
    let bye = |entrant| {
        [("do", "bye"), ("stage", "1"), ("round", "1"), ("entrant", entrant), ("bye", "zero")]
    };
    refused(&mut keeper, &event, "rounds", &bye("5"), GAME);
    done(&mut keeper, &event, "rounds", &exchange("2", "3"));
    let seen = crate::contest_pages::seen(&mut keeper, &event, 1);
    let publish = [("do", "publish"), ("stage", "1"), ("round", "1"), ("draft", &seen)];
    done(&mut keeper, &event, "rounds", &publish);
    // The opponent, who is the fifth, is there and stays in.
    for what in ["gone", "withdraw"] {
        refused(&mut keeper, &event, "people", &[("do", what), ("entrant", "5")], GAME);
        refused(&mut keeper, &event, "people", &people(what), ENTRY);
    }
    refused(&mut keeper, &event, "people", &[("do", "clear"), ("sure", "1")], GAME);
    done(&mut second, &event, "people", &[("do", "gone"), ("entrant", "5")]);
    let no_shows = [("do", "no-shows"), ("stage", "0"), ("round", "0")];
    refused(&mut keeper, &event, "results", &no_shows, GAME);
    done(&mut second, &event, "people", &[("do", "there"), ("entrant", "5")]);
    let page = text(&mut keeper, &format!("{event}/run?part=results&round=1"));
    let (own, others) = results(&page, '1');
    refused(&mut keeper, &event, "results", &entering("0", &own, ""), GAME);
    for result in others {
        done(&mut keeper, &event, "results", &entering("0", &result, ""));
    }
    done(&mut second, &event, "results", &entering("0", &own, ""));
    let take_back = [("do", "take-back"), ("stage", "1"), ("round", "1"), ("results_too", "1")];
    refused(&mut keeper, &event, "rounds", &take_back, GAME);
    done(&mut second, &event, "rounds", &take_back);
    let restore = [("do", "restore"), ("stage", "1")];
    refused(&mut keeper, &event, "rounds", &restore, GAME);
    done(&mut second, &event, "rounds", &restore);
    pair(&mut keeper, &event, 2);
    let page = text(&mut second, &format!("{event}/run?part=results&round=2"));
    for result in crate::contest_pages::choices(&page, '3') {
        done(&mut second, &event, "results", &entering("1", &result, ""));
    }
    let play_off =
        |winner, loser| [("do", "play-off"), ("stage", "0"), ("winner", winner), ("loser", loser)];
    refused(&mut keeper, &event, "results", &play_off("1", "2"), ENTRY);
    refused(&mut keeper, &event, "results", &play_off("2", "1"), ENTRY);
    done(&mut second, &event, "results", &play_off("1", "2"));
    done(&mut keeper, &event, "results", &play_off("3", "4"));
}

#[test]
fn conflicts_in_an_officials_own_game_are_settled_by_another() {
    let (service, mut keeper, mut second, event) =
        of_eight("Natividad", "Olimpio", "Liga ng Pasya");
    done(&mut second, &event, "people", &[("do", "all-there")]);
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    pair(&mut keeper, &event, 1);
    let own = link(&mut keeper, &event, &[("results", "1"), ("check-in", "1")]);
    let others = link(&mut second, &event, &[("results", "1"), ("check-in", "1")]);
    let (mut own, mut others) = (phone(&service, &own), phone(&service, &others));
    let hall = text(&mut own, "/hall");
    let mine = if hall.split("id=\"table-2\"").next().expect("a part").contains("Natividad") {
        1
    } else {
        2
    };
    let words = "created your link plays in this game; another official must do this";
    assert_eq!(hall.matches(words).count(), 1, "the phone says so beforehand: {hall}");
    let others_hall = text(&mut others, "/hall");
    let at = |table: usize| {
        let row = others_hall.split(&format!("id=\"table-{table}\"")).nth(1).expect("the table");
        crate::visitor::hidden(row, "at").expect("a form")
    };
    let token = crate::visitor::hidden(&text(&mut own, "/hall"), "csrf").expect("a form");
    let sent = |own: &mut Visitor, table: usize, came: &str| -> Reply {
        let at = at(table);
        own.post_bare(
            "/hall/results",
            &[("csrf", token.as_str()), ("at", &at), ("came", came)],
            &[],
        )
    };
    let refused_there = |reply: Reply, why: &str| {
        assert_eq!(reply.status, 409, "{}", reply.text());
        assert!(reply.text().contains(why), "{}", reply.text());
    };
    refused_there(
        sent(&mut own, mine, "first"),
        "created your link plays in this game. Another official has to do this",
    );
    assert_eq!(sent(&mut own, mine % 4 + 1, "first").status, 303);
    let away = [("csrf", token.as_str()), ("entrant", "1"), ("there", "0"), ("name", "")];
    let reply = own.post_bare("/hall/people", &away, &[]);
    refused_there(
        reply,
        "is about the person who created your link. Another official has to do this",
    );
    assert_eq!(press(&mut others, mine, "first").status, 303);
    // Somebody says something else; the one whose game it is does not decide.
    assert_eq!(press(&mut others, mine, "drawn").status, 303);
    let table = (mine - 1).to_string();
    let settle = [
        ("do", "settle"),
        ("stage", "0"),
        ("round", "0"),
        ("table", table.as_str()),
        ("game", "0"),
    ];
    refused(&mut keeper, &event, "results", &settle, GAME);
    done(&mut second, &event, "results", &settle);
}

#[test]
fn an_official_who_plays_in_an_arena_lets_only_themselves_take_a_break() {
    let service = site();
    let mut keeper = organizer(&service, "Leticia", "Liga ng Lakas");
    let event = event(&mut keeper, "liga-ng-lakas", "Own Arena", &[("template", "arena")]);
    let lines = "Leticia; 1800\nBen; 1700\nCora; 1600\nDan; 1500";
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", lines)]);
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    pair(&mut keeper, &event, 1);
    let of = |what, entrant| [("do", what), ("stage", "1"), ("entrant", entrant)];
    refused(&mut keeper, &event, "rounds", &of("pause", "3"), ENTRY);
    refused(&mut keeper, &event, "rounds", &[("do", "end-arena"), ("stage", "1")], ENTRY);
    done(&mut keeper, &event, "rounds", &of("pause", "1"));
    refused(&mut keeper, &event, "rounds", &of("resume", "1"), ENTRY);
}
