//! Each cell of the table, and what no table says.

use std::collections::BTreeMap;

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant};
use adjutant_domain::account::scopes::TokenScopes;
use adjutant_service::Error;
use adjutant_service::access::{Act, ActTarget, Actor, Part, TABLE, require};

use crate::actors::{
    ACCOUNT, EVENT, HERE, KINDS, PLAYER, by_token, of, on_of, without_second_factor,
};

/// The second statement: a row an act, a letter a kind.
fn stated() -> BTreeMap<String, Vec<char>> {
    let text = include_str!("data/rights.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let mut words = line.split_whitespace();
            let act = words.next().expect("an act").to_owned();
            (act, words.map(|word| word.chars().next().expect("a letter")).collect())
        })
        .collect()
}

fn name(act: Act) -> String {
    format!("{act:?}")
}

fn cell(actor: &Actor, act: Act, on: ActTarget, demanded: bool) -> char {
    match require(actor, act, on, demanded) {
        Ok(_) => 'y',
        Err(Error::SignIn) => 's',
        Err(Error::Hidden) => '-',
        Err(Error::Role { needed }) => {
            assert_eq!(needed, act.right().parts, "{act:?}");
            'r'
        }
        Err(Error::SecondFactor) => 'f',
        Err(Error::Scope { .. }) => 'c',
        Err(other) => panic!("{act:?}: {other}"),
    }
}

#[test]
fn every_act_is_stated_twice_and_both_agree_for_every_actor() {
    let stated = stated();
    let acts: Vec<String> = TABLE.iter().map(|right| name(right.act)).collect();
    assert_eq!(acts.len(), stated.len(), "a row is missing on one side");
    for right in TABLE {
        let act = name(right.act);
        let row = stated.get(&act).unwrap_or_else(|| panic!("{act} has no row in the data file"));
        assert_eq!(row.len(), KINDS.len(), "{act}");
        for (kind, expected) in KINDS.iter().zip(row) {
            let found = cell(&of(kind), right.act, on_of(&act), false);
            assert_eq!(found, *expected, "{kind} and {act}");
        }
    }
}

#[test]
fn the_acting_role_is_the_first_that_fits() {
    let on = ActTarget::Event { organisation: HERE, event: EVENT };
    let acting = |kind: &str, act, on| require(&of(kind), act, on, false).map(|part| part.key());
    assert_eq!(acting("owner", Act::EditRoster, on).ok(), Some("owner"));
    assert_eq!(acting("results", Act::EnterResults, on).ok(), Some("official"));
    assert_eq!(acting("oneself", Act::DeleteOwn, ActTarget::Account(ACCOUNT)).ok(), Some("self"));
    assert_eq!(acting("command", Act::Suspend, ActTarget::Site).ok(), Some("operator"));
}

#[test]
fn nobody_is_an_official_of_a_game_that_he_plays_in() {
    let all = Duties::PAIRINGS.union(Duties::RESULTS).union(Duties::CHECK_IN);
    let grant = |role| RoleGrant { organisation: HERE, role, event: 0, duties: all };
    let game = |players| ActTarget::Game { organisation: HERE, event: EVENT, players };
    for kind in ["results", "organizer", "owner"] {
        for role in OrganisationRole::ALL {
            let actor = Actor { player: Some(PLAYER), grants: vec![grant(role)], ..of(kind) };
            for right in TABLE.iter().filter(|right| !right.parts.contains(&Part::SignedIn)) {
                if right.parts.contains(&Part::Anybody) {
                    continue;
                }
                let own = cell(&actor, right.act, game([PLAYER, 5]), false);
                assert!(['-', 'r'].contains(&own), "{kind}, {role:?}, {:?}", right.act);
                let own = cell(&actor, right.act, game([5, PLAYER]), false);
                assert!(['-', 'r'].contains(&own), "{kind}, {role:?}, {:?}", right.act);
            }
        }
    }
    let organizer = Actor { player: Some(PLAYER), ..of("organizer") };
    assert_eq!(cell(&organizer, Act::EnterResults, game([5, 6]), false), 'y');
}

#[test]
fn the_sites_people_always_need_their_second_factor_and_officials_where_it_is_demanded() {
    for right in TABLE {
        let act = name(right.act);
        for kind in KINDS {
            let full = cell(&of(kind), right.act, on_of(&act), true);
            let without = cell(&without_second_factor(kind), right.act, on_of(&act), true);
            let open =
                right.parts.contains(&Part::Anybody) || right.parts.contains(&Part::SignedIn);
            let oneself = right.parts.contains(&Part::Oneself);
            let expected = match full {
                'y' if open || oneself || kind == "command" => 'y',
                'y' => 'f',
                other => other,
            };
            assert_eq!(without, expected, "{kind} and {act}");
        }
    }
    let relaxed =
        cell(&without_second_factor("owner"), Act::EditRoster, on_of("EditRoster"), false);
    assert_eq!(relaxed, 'y', "where nobody demands it");
    let site = cell(&without_second_factor("operator"), Act::Suspend, ActTarget::Site, false);
    assert_eq!(site, 'f', "the site always does");
}

#[test]
fn a_token_does_what_it_was_made_for_and_never_more_than_its_owner() {
    let all =
        TokenScopes::ALL.into_iter().fold(TokenScopes::NONE, |all, (scope, _)| all.union(scope));
    for right in TABLE {
        let act = name(right.act);
        for kind in KINDS.into_iter().filter(|kind| !["nobody", "guest", "command"].contains(kind))
        {
            let owner = cell(&of(kind), right.act, on_of(&act), false);
            let anybody = right.parts.contains(&Part::Anybody);
            let full = cell(&by_token(kind, all), right.act, on_of(&act), false);
            let expected = match owner {
                'y' if anybody || right.scope.is_some() => 'y',
                'y' => 'c',
                other => other,
            };
            assert_eq!(full, expected, "{kind} by a full token and {act}");
            let none = cell(&by_token(kind, TokenScopes::NONE), right.act, on_of(&act), false);
            let expected = if owner == 'y' && !anybody { 'c' } else { owner };
            assert_eq!(none, expected, "{kind} by an empty token and {act}");
        }
    }
}

#[test]
fn each_scope_opens_what_names_it_alone() {
    for (scope, key) in TokenScopes::ALL {
        for right in TABLE.iter().filter(|right| right.scope.is_some()) {
            let act = name(right.act);
            let kind = ["oneself", "owner", "organizer", "results", "moderator", "operator"]
                .into_iter()
                .find(|kind| cell(&of(kind), right.act, on_of(&act), false) == 'y')
                .expect("somebody may");
            let found = cell(&by_token(kind, scope), right.act, on_of(&act), false);
            let expected = if right.scope == Some(scope) { 'y' } else { 'c' };
            assert_eq!(found, expected, "{key} and {act}");
        }
    }
}

#[test]
fn a_token_of_an_official_without_second_factor_is_none_where_it_is_demanded() {
    let owner = Actor { has_second_factor: false, ..by_token("owner", TokenScopes::ROSTER_WRITE) };
    assert_eq!(cell(&owner, Act::EditRoster, on_of("EditRoster"), true), 'f');
    assert_eq!(cell(&owner, Act::EditRoster, on_of("EditRoster"), false), 'y');
}

#[test]
fn a_number_that_stands_for_no_organisation_is_served_by_nobody() {
    let odd = RoleGrant {
        organisation: 0,
        role: OrganisationRole::Owner,
        event: 0,
        duties: Duties::NONE,
    };
    let actor = Actor { grants: vec![odd], ..of("stranger") };
    assert_eq!(cell(&actor, Act::EditRoster, ActTarget::Organisation(0), false), 'r');
    let member = RoleGrant { organisation: -1, ..odd };
    let actor = Actor { grants: vec![member], ..of("stranger") };
    assert_eq!(cell(&actor, Act::ImportForOrganisation, ActTarget::Organisation(-1), false), 'r');
}
