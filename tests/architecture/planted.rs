//! Offences planted in made-up files: each rule must find its own, and nothing in sound code.

use crate::rules::offences;
use crate::source::{CratePath, Source};

/// `line: what` of each offence in a file of that name and text.
fn found(name: &str, text: &str) -> Vec<String> {
    let offences = offences(&Source::new(name, text));
    offences.into_iter().map(|offence| format!("{}: {}", offence.line, offence.what)).collect()
}

#[test]
fn a_lower_floor_that_uses_a_higher_one_is_found_with_its_line() {
    let text = "//! Doc.\n\nuse crate::web::pages;\n";
    assert_eq!(found("src/store/games.rs", text), ["3: store (floor 2) may not use web (floor 4)"]);
}

#[test]
fn a_higher_floor_that_uses_a_lower_one_is_sound() {
    assert!(found("src/service/app.rs", "use crate::{rules::Color, store::Games};").is_empty());
    assert!(found("src/web/pages/home.rs", "use crate::service::{App, Error};").is_empty());
    assert!(found("src/cli/serve.rs", "use crate::web::serve;").is_empty());
}

#[test]
fn neighbours_on_a_floor_are_only_those_of_the_table() {
    assert!(found("src/view/scene.rs", "use crate::record::Timeline;").is_empty());
    assert_eq!(found("src/record/timeline.rs", "use crate::view::Scene;").len(), 1);
    assert_eq!(found("src/rating/pool.rs", "use crate::record::Ply;").len(), 1);
    assert_eq!(found("src/web/a.rs", "use crate::cli::run;").len(), 1);
}

#[test]
fn a_tree_of_uses_and_a_climb_by_super_hide_nothing() {
    let tree = "use crate::{\n    rules::{Board, Color},\n    service::App,\n};";
    assert_eq!(found("src/bot/a.rs", tree), ["1: bot (floor 1) may not use service (floor 3)"]);
    assert_eq!(found("src/bot/a.rs", "use super::super::store::Games;").len(), 1);
    assert_eq!(found("src/bot/mod.rs", "use super::store::Games;").len(), 1);
    assert!(found("src/bot/a.rs", "use super::store::Games;").is_empty());
}

#[test]
fn pages_use_no_rooms_but_their_own_and_those_listed() {
    for text in ["use crate::web::pages::account::data::show;", "use super::super::account::data;"]
    {
        assert_eq!(
            found("src/web/pages/rooms/a.rs", text),
            ["1: rooms may not use pages::account"]
        );
        assert!(found("src/web/pages/account/a.rs", text).is_empty());
    }
    assert_eq!(found("src/web/kit/a.rs", "use crate::web::pages::replay;").len(), 1);
    assert_eq!(found("src/web/pages/rooms/a.rs", "use adjutant_api::plays::hex;").len(), 1);
    assert!(found("src/web/pages/rooms/a.rs", "use super::super::replay::Query;").is_empty());
}

#[test]
fn the_edges_libraries_stay_at_the_edge() {
    let json = "use serde_json::Value;\nfn f() -> serde_json::Value {}";
    assert_eq!(found("src/record/ply.rs", json).len(), 2);
    // What serde may write is for `ranks.rs` to say.
    assert!(found("src/contest/fact.rs", "use serde::Serialize;").is_empty());
    assert_eq!(found("src/service/a.rs", "fn f(r: actix_web::HttpRequest) {}").len(), 1);
    assert_eq!(found("src/rating/a.rs", "use diesel::prelude::*;").len(), 1);
    assert!(found("src/store/a.rs", "use diesel::prelude::*;").is_empty());
    assert!(found("src/game_record/notation/json.rs", "use serde_json::Value;").is_empty());
    assert!(found("src/web/a.rs", "use actix_web::web;\nuse serde::Serialize;").is_empty());
}

#[test]
fn the_rules_need_nothing_but_the_standard_library() {
    assert_eq!(
        found("src/rules/board.rs", "use rand::Rng;\nuse std::fmt;\nuse super::Move;"),
        ["1: floor 0 uses std and game-record only, not rand"]
    );
}

#[test]
fn time_randomness_and_files_come_as_arguments() {
    assert_eq!(found("src/service/a.rs", "let now = Utc::now();").len(), 1);
    assert_eq!(found("src/bot/a.rs", "let mut rng = rand::rng();").len(), 1);
    assert_eq!(found("src/record/a.rs", "std::fs::read(path)").len(), 1);
    assert_eq!(found("src/service/a.rs", "async fn f() { g().await }").len(), 2);
    assert!(found("src/cli/a.rs", "let now = Utc::now(); println!(\"{now}\");").is_empty());
}

#[test]
fn left_overs_are_found_outside_tests_comments_and_texts() {
    let text = "fn f() { a.unwrap(); todo!(); dbg!(b); unimplemented!() }";
    assert_eq!(found("src/lib.rs", text).len(), 4);
    let sound = "// a.unwrap()\n/* dbg!(x) */ let text = \"todo!()\"; let raw = r#\"a.unwrap() \" \"#;\n\
                 #[cfg(test)]\nmod tests {\n    fn f() { a.unwrap(); }\n}\n";
    assert!(found("src/rules/a.rs", sound).is_empty());
    assert_eq!(found("src/rules/a.rs", &format!("{sound}fn g() {{ a.unwrap() }}")).len(), 1);
    assert!(found("src/rules/tests.rs", "fn f() { a.unwrap() }").is_empty());
}

#[test]
fn quotes_do_not_lead_it_astray() {
    let text = "fn f<'a>(x: &'a str) -> char { let q = '\"'; let b = '\\''; x.unwrap() }\n";
    assert_eq!(found("src/rules/a.rs", text).len(), 1);
}

#[test]
fn paths_are_read_to_their_last_branch() {
    let source =
        Source::new("src/web/a.rs", "\nuse crate::{a::{b, c::D as E}, f};\nlet x = crate::g::h();");
    let path =
        |line, text: &str| CratePath { line, parts: text.split("::").map(str::to_owned).collect() };
    assert_eq!(
        source.crate_paths(),
        [path(2, "a::b"), path(2, "a::c::D"), path(2, "f"), path(3, "g::h")]
    );
}
