//! What officials, players and everybody ask of events that are run here, each use case once.

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant, SiteRole};
use adjutant_domain::account::secret::Secret;
use adjutant_domain::contest::fair_play::cases::CaseOutcome;
use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::teams::BoardPlayers;
use adjutant_domain::contest::{EntrantId, GameSlot, ResultEntry, RoundId, StewardScope, json};
use adjutant_domain::game::GameKind;
use adjutant_domain::moment::{DAY, Micros};
use adjutant_domain::organisation::season_points::PointScales;
use adjutant_domain::organisation::seasons::Season;
use adjutant_domain::rating_list::RatingKind;
use adjutant_service::access::{Act, Actor, Credential};
use adjutant_service::contests::{
    self, BadgeReader, BoardOptions, CaseAction, ContestCommand, DivisionEdit, EntrantCorrection,
    EventEdit, FillOptions, ImportOptions, NewCase, NewContest, NewEntrant, NewSection,
    NewStewardLink, NewTeam, NextSeason, PersonalFields, RoundCommand, SectionMove, StewardDuties,
};
use adjutant_service::rating_lists::{self, NewRatingList};
use adjutant_service::roles::{self, NewRole};
use adjutant_service::{App, accounts, organisations, players};
use ledger_ratings::Day;
use swiss::series::{GameResult, Side};
use swiss::trf::Edition;

use crate::support::NOW;

/// When all was told that is told here.
const LATER: Micros = NOW.saturating_add(30 * DAY);

/// Somebody with these parts in the first organisation, and with this player.
fn actor(grants: Vec<RoleGrant>, player: Option<i32>) -> Actor {
    let through = Credential::Session { id: 1, authenticated_at: NOW };
    Actor { account: 1, player, grants, credential: through, ..Actor::nobody() }
}

/// A Swiss evening of one round: two players, and nobody but the organizer to run it.
pub fn ask(app: &App) {
    let part = RoleGrant {
        organisation: 1,
        role: OrganisationRole::Organizer,
        event: 0,
        duties: Duties::NONE,
    };
    let organizer = actor(vec![part], None);
    let settings = r#"{"plan":{"template":"swiss","entrants":4,"rounds":1},"players_report":true,"arranged":{}}"#;
    let settings = json::read_settings(settings).expect("settings");
    let new = NewContest { name: "An evening".to_owned(), first_day: Day(20_463), settings };
    contests::authorize_creation(app, &organizer, "club").expect("he may");
    let slug = contests::create_contest(app, &organizer, "club", &new, NOW).expect("it is made");
    contests::authorize(app, &organizer, Act::RunEvent, &slug).expect("he may");
    let tell = |command: ContestCommand| {
        contests::execute(app, &organizer, &slug, &command, NOW).expect("it is told");
    };
    tell(ContestCommand::SetRegistrationOpen(true));
    let own = players::by_handle(app, "Sidapa").expect("a player").id;
    let himself = actor(Vec::new(), Some(own));
    contests::register_self(app, &himself, &slug, NOW).expect("he is in");
    let guest = ["Pandesal", "A guest"]
        .map(|name| NewEntrant { name: name.to_owned(), ..NewEntrant::default() });
    contests::register_entrants(app, &organizer, &slug, &guest, false, NOW).expect("they are in");
    let begun = [
        ContestCommand::Round(RoundCommand::Begin { stage: 0, white: true }),
        ContestCommand::Round(RoundCommand::Pair { stage: 0 }),
    ];
    contests::execute_all(app, &organizer, &slug, &begun, NOW).expect("it begins");
    tell(ContestCommand::Round(RoundCommand::Publish { stage: 0, round: 0, draft: None }));
    contests::public_version(app, &organizer, &slug).expect("a version");
    // The players are told at once that they are to agree.
    contests::run_due_actions(app, NOW + 5 * DAY, Micros(0)).expect("it is done");
    let of = contests::parse_match_key("1-1-1").expect("a table");
    assert_eq!(contests::match_key(of), "1-1-1");
    let (run, _) = contests::matches(app, &slug, NOW).expect("matches");
    assert_eq!(contests::zone_name(&run.contest), "Asia/Manila");
    contests::match_view(app, &organizer, &slug, of, NOW).expect("a match");
    assert_eq!(contests::own_matches(app, &himself, NOW).expect("matches").len(), 1);
    let run = contests::load_contest(app, &slug).expect("it is run");
    let spot = GameSlot { stage: 0, round: 0, table: 0, game: 0 };
    let sides = run.contest.meeting_at(spot).expect("a table").sides;
    let result = Some(GameResult::Won(Side::First));
    let entry = ResultEntry { spot, sides, expected: None, result, reason: String::new() };
    tell(ContestCommand::EnterResults(vec![entry]));
    assert_eq!(contests::own_badge(app, &himself, &slug).expect("a badge").1.id, EntrantId(1));
    let found = contests::recorded_result(app, &organizer, &slug, (spot, sides));
    assert_eq!(found.expect("an answer").expect("a table").result, result);
    let listed = NewContest { name: "A listed evening".to_owned(), ..new.clone() };
    let rows = contests::preview_first_entrants(app, &organizer, "club", (&listed, &guest));
    assert_eq!(rows.expect("rows").len(), 2);
    contests::create_contest_with(app, &organizer, "club", (&listed, &guest), NOW)
        .expect("it is made");
    assert_eq!(contests::end_grace_periods(app, Day(20_463), NOW).expect("an answer"), 0);
    change_what_was_done(app, &organizer, &slug);
    stewards(app, &organizer, &slug);
    fair_play(app, &organizer, &himself, &slug);
    look(app, &organizer, &slug);
    ask_of_teams(app, &organizer, &himself);
}

/// A result is undone and redone, and an entrant corrected.
fn change_what_was_done(app: &App, organizer: &Actor, slug: &str) {
    let acts = contests::desk_acts(app, organizer, slug, None).expect("acts").acts;
    let last = acts.iter().find(|act| act.is_reversible).expect("one can be undone").first;
    contests::undo_act(app, organizer, slug, last, NOW + 1).expect("it is undone");
    contests::redo_act(app, organizer, slug, last, NOW + 2).expect("it is done again");
    let correction = EntrantCorrection { rating: Some(1_500), ..EntrantCorrection::default() };
    contests::correct_entrant(app, organizer, slug, EntrantId(2), &correction, NOW + 3)
        .expect("it is corrected");
}

/// A case about the player, who appeals the decision, and reports somebody else.
fn fair_play(app: &App, organizer: &Actor, player: &Actor, slug: &str) {
    let words = || "As it was seen.".to_owned();
    let about = |number: u32| NewCase {
        entrants: vec![EntrantId(number)],
        tables: vec![TableId { stage: 0, round: 0, table: 0 }],
        words: words(),
    };
    let number = contests::open_case(app, organizer, slug, &about(1), LATER).expect("it is open");
    let outcome = Some(CaseOutcome::Warning);
    let decide = CaseAction::Decide { outcome, words: words(), appeal_days: 1 };
    contests::change_case(app, organizer, slug, (number, &decide), LATER).expect("it is decided");
    let appeal = CaseAction::Appeal { words: words() };
    contests::change_case(app, player, slug, (number, &appeal), LATER).expect("it is appealed");
    assert_eq!(contests::own_cases(app, player, slug).expect("cases").len(), 1);
    let own = contests::own_case(app, player, slug, number, LATER).expect("a case");
    assert_eq!(own.entries.len(), 2);
    assert_eq!(contests::case(app, organizer, slug, number).expect("a case").entries.len(), 3);
    contests::report_entrant(app, player, slug, &about(2), LATER).expect("it is reported");
    let report = contests::fair_play_report(app, organizer, slug).expect("a report");
    contests::analyze_event(app, organizer, slug, NOW).expect("as many as there are");
    assert_eq!(report.cases.len(), 1, "the account does not judge what it reported");
    assert!(contests::unknown_case_entrant("Nobody").to_string().contains("Nobody"));
    assert!(contests::unknown_case_table("x").to_string().contains("x"));
}

/// An evening of two teams, one of them the player's own.
fn ask_of_teams(app: &App, organizer: &Actor, captain: &Actor) {
    let settings = r#"{"plan":{"template":"swiss","entrants":2,"rounds":1,"team_boards":2},"players_report":true}"#;
    let settings = json::read_settings(settings).expect("settings");
    let new = NewContest { name: "A team evening".to_owned(), first_day: Day(20_464), settings };
    let slug = contests::create_contest(app, organizer, "club", &new, NOW).expect("it is made");
    contests::execute(app, organizer, &slug, &ContestCommand::SetRegistrationOpen(true), NOW)
        .expect("it is open");
    let team = |name: &str, members: [&str; 2]| {
        let member = |name: &str| NewEntrant { name: name.to_owned(), ..NewEntrant::default() };
        let members = members.map(member).into();
        NewTeam { name: name.to_owned(), members, ..NewTeam::default() }
    };
    let own = team("Eagles", ["Sidapa", "Amihan"]);
    contests::register_own_team(app, captain, &slug, &own, NOW).expect("it is in");
    let other = [team("Herons", ["Pandesal", "Bayani"])];
    contests::register_teams(app, organizer, &slug, &other, false, NOW).expect("it is in");
    let begun = [
        ContestCommand::Round(RoundCommand::Begin { stage: 0, white: true }),
        ContestCommand::Round(RoundCommand::Pair { stage: 0 }),
    ];
    contests::execute_all(app, organizer, &slug, &begun, NOW).expect("it begins");
    let publish = ContestCommand::Round(RoundCommand::Publish { stage: 0, round: 0, draft: None });
    contests::execute(app, organizer, &slug, &publish, NOW).expect("it is published");
    let at = TableId { stage: 0, round: 0, table: 0 };
    let line_up = ContestCommand::SubmitLineUp { at, players: BoardPlayers(vec![1, 0]) };
    contests::execute(app, captain, &slug, &line_up, NOW).expect("it is in");
    let run = contests::load_contest(app, &slug).expect("it is run");
    assert!(contests::is_team_event(&run.contest));
    assert_eq!(contests::own_team(&run, captain).expect("his team").matches.len(), 1);
    assert_eq!(contests::own_boards(&run, captain).len(), 2);
    assert_eq!(contests::own_team(&run, organizer), None);
}

/// A steward's link: made, opened, used and ended.
fn stewards(app: &App, organizer: &Actor, slug: &str) {
    let duties = StewardDuties { results: true, check_in: true };
    let name = "Hall B".to_owned();
    let new = NewStewardLink { name, duties, scope: StewardScope::default(), hours: 8 };
    let secret =
        contests::create_steward_link(app, organizer, slug, &new, NOW).expect("it is made");
    assert!(contests::steward_link_label(app, &secret, NOW).expect("an answer").is_some());
    assert!(contests::record_link_use(app, &secret, NOW).expect("an answer"));
    let hall = contests::hall(app, &secret, NOW).expect("an answer").expect("it is open");
    let table = &hall.rounds[0].tables[0];
    let said = (table.slot, table.sides, GameResult::Drawn);
    let taken = contests::enter_hall_result(app, &secret, said, NOW).expect("it is noted");
    assert_eq!(taken, contests::HallEntryOutcome::Disputed);
    contests::check_in_at_hall(app, &secret, EntrantId(1), true, NOW).expect("he is there");
    ask_of_badges(app, organizer, slug, &secret);
    assert_eq!(contests::steward_links(app, organizer, slug, NOW).expect("links").len(), 1);
    contests::revoke_steward_link(app, organizer, slug, 1, NOW).expect("it is ended");
}

/// Badges at the door, on the phones of a helper and of the organizer.
fn ask_of_badges(app: &App, organizer: &Actor, slug: &str, link: &Secret) {
    let badges = contests::badges(app, organizer, slug).expect("badges");
    let at = (slug, badges[0].key.as_str());
    let nobody = Actor::nobody();
    for reader in [
        BadgeReader { actor: &nobody, link: Some(link) },
        BadgeReader { actor: organizer, link: None },
    ] {
        let seen = contests::scan_badge(app, reader, at, NOW).expect("an answer");
        assert_eq!(seen.expect("somebody").name, badges[0].name);
        contests::check_in_by_badge(app, reader, at, true, NOW).expect("they are there");
    }
}

/// A league of one division, and its next season.
fn ask_of_leagues(app: &App, organizer: &Actor) {
    let settings = json::read_settings(r#"{"plan":{"template":"swiss","entrants":4}}"#);
    let new = NewContest {
        name: "League 1".to_owned(),
        first_day: Day(20_463),
        settings: settings.expect("settings"),
    };
    let slug = contests::create_contest(app, organizer, "club", &new, NOW).expect("it is made");
    let division = DivisionEdit { league: "League 1".to_owned(), level: 1, ..Default::default() };
    let edit = EventEdit { division: Some(division), ..EventEdit::default() };
    contests::edit_event(app, organizer, &slug, &edit, NOW).expect("it is a division");
    let own = [NewEntrant { name: "Sidapa".to_owned(), ..NewEntrant::default() }];
    contests::register_entrants(app, organizer, &slug, &own, false, NOW).expect("he is in");
    contests::execute(app, organizer, &slug, &ContestCommand::Cancel(String::new()), NOW)
        .expect("over");
    assert_eq!(contests::leagues(app, organizer, "club").expect("leagues").len(), 1);
    let league = contests::league(app, organizer, "club", "League 1").expect("a league");
    assert_eq!(league.divisions[0].places.len(), 1);
    let (league, name) = (league.name, "League 2".to_owned());
    let decisions = contests::Decisions::new();
    let next = NextSeason { league, name, first_day: Day(20_900), decisions };
    contests::make_next_season(app, organizer, "club", &next, NOW).expect("it is made");
    contests::delete_drafts(app, organizer, "club", "League 2", NOW).expect("it is deleted");
}

/// Every way in which an event is looked at.
fn look(app: &App, organizer: &Actor, slug: &str) {
    assert!(!contests::upcoming(app, Day(20_000), 50).expect("events").is_empty());
    assert!(
        !contests::upcoming_for_organisation(app, 1, Day(20_000), 50).expect("events").is_empty()
    );
    assert!(contests::news(app, "club").expect("news").1.len() >= 2, "it is made, and a round");
    assert!(!contests::calendar_events(app, "club").expect("dates").1.is_empty());
    assert_eq!(contests::calendar_event(app, slug).expect("a date").slug, slug);
    let edit = EventEdit {
        name: Some("Renamed".to_owned()),
        first_day: Some(Day(20_464)),
        keeps_starts: false,
        address: Some("another".to_owned()),
        series: Some("Evenings".to_owned()),
        section: Some(("Weekend".to_owned(), "Open".to_owned())),
        division: None,
    };
    contests::edit_event(app, organizer, slug, &edit, NOW).expect("it is renamed and moved");
    assert!(contests::current_address(app, slug).is_some());
    contests::event_logo(app, slug).expect_err("it is found by its former slug, and has no logo");
    let logo: &[u8] = super::people::PICTURE;
    contests::set_event_logo(app, organizer, slug, Some(logo), NOW).expect("it has a logo");
    contests::event_logo(app, slug).expect("it is shown");
    contests::event_series(app, organizer, "club", "Evenings").expect("it has one event");
    assert_eq!(contests::sections(app, slug).expect("sections").len(), 1);
    assert_eq!(contests::desk_sections(app, organizer, slug).expect("sections").len(), 1);
    assert_eq!(contests::all_series(app, organizer, "club").expect("series").len(), 1);
    ask_of_leagues(app, organizer);
    let [women, youth] = ["Women", "Under 18"].map(|name| {
        let new = NewSection { section: name.to_owned(), ..NewSection::default() };
        contests::add_section(app, organizer, slug, &new, NOW).expect("it is made")
    });
    let list = [NewEntrant { name: "Maria".to_owned(), ..NewEntrant::default() }];
    contests::register_entrants(app, organizer, &women, &list, false, NOW).expect("she is in");
    let (from, into, entrant) = (women, youth, EntrantId(1));
    let wanted = SectionMove { from, into, entrant, exception: false };
    contests::move_entrant(app, organizer, &wanted, NOW).expect("she is moved");
    let new = NewContest {
        name: "Never played".to_owned(),
        first_day: Day(20_463),
        settings: json::read_settings(r#"{"plan":{"template":"swiss","entrants":4}}"#).unwrap(),
    };
    let gone = contests::create_contest(app, organizer, "club", &new, NOW).expect("it is made");
    contests::delete_event(app, organizer, &gone, "Never played", NOW).expect("it is deleted");
    season(app, organizer, slug);
    assert!(contests::is_official(app, organizer, slug).expect("an answer"));
    assert!(contests::desk_rights(app, organizer, slug).expect("an answer").settings);
    assert!(contests::is_managed_here(app, slug).expect("an answer"));
    let seen = contests::contest_board(app, &Actor::nobody(), slug, BoardOptions::default())
        .expect("a board");
    let meeting = &seen.stages[0].rounds[0].meetings[0];
    assert_eq!(contests::winner(meeting), Some(Side::First));
    assert!(!contests::is_team_event(&seen.loaded.contest));
    contests::official_board(app, organizer, slug, BoardOptions::default()).expect("a desk");
    contests::explain_place(app, slug, 0, EntrantId(1), None).expect("a place");
    contests::explain_round(app, organizer, slug, RoundId { stage: 0, round: 0 }).expect("a round");
    contests::export_trf(app, slug, (0, 0, Edition::Trf26)).expect("a file");
    contests::export_official_trf(app, organizer, slug, (0, 0, Edition::Trf26)).expect("a file");
    assert!(!contests::fee_report(app, organizer, slug).expect("fees").entrants.is_empty());
    assert!(contests::export_fees(app, organizer, slug).expect("a table").contains("number"));
    rating_report(app, organizer);
    rating_fill(app, organizer);
    assert!(contests::exported_facts(app, organizer, slug).expect("facts").len() > 5);
    let file = contests::export_event(app, organizer, slug).expect("a file");
    let same = contests::preview_copy(app, organizer, slug, &file, LATER).expect("it is read");
    assert_eq!((same.added.len(), same.conflicts.len()), (0, 0));
    let merged = contests::merge_copy(app, organizer, slug, (&file, None), LATER);
    assert_eq!(merged.expect("nothing to merge").1.fact_count, 0);
    let gone = contests::merge_previewed_copy(app, organizer, slug, &same.digest, LATER);
    assert_eq!(gone.expect("nothing to merge").added.len(), 0);
    let wish = ImportOptions { name: "The same again".to_owned(), first_day: None };
    let seen = contests::preview_import(app, organizer, "club", (&file, &wish), LATER)
        .expect("it is read");
    assert_eq!((seen.players, seen.guests), (2, 1));
    let again = contests::import_previewed(app, organizer, "club", &seen.digest, LATER);
    assert_ne!(again.expect("it is made"), slug);
    let wish = ImportOptions { name: "And again".to_owned(), first_day: None };
    contests::import_event(app, organizer, "club", (&file, &wish), LATER).expect("it is made");
    assert!(contests::unknown_file("game.ggn").to_string().contains("game.ggn"));
}

/// Stores the organizer's account, the first of all, and role: they are asked for again at the end of an import.
fn store_organizer(app: &App) {
    let command = Actor::for_command();
    accounts::create_account(app, &command, "Keeper", "", SiteRole::None, NOW).expect("an account");
    let role = OrganisationRole::Organizer;
    let new = NewRole { role, event: None, duties: Duties::NONE };
    roles::grant(app, &command, "club", "Keeper", &new, NOW).expect("a role");
}

/// An event whose entrants are completed from a rating list.
fn rating_fill(app: &App, organizer: &Actor) {
    let settings = json::read_settings(r#"{"plan":{"template":"swiss","entrants":4}}"#).unwrap();
    let new = NewContest { name: "Listed".to_owned(), first_day: Day(20_471), settings };
    let slug = contests::create_contest(app, organizer, "club", &new, NOW).expect("it is made");
    store_organizer(app);
    let permit = rating_lists::permit(app, organizer, "club").expect("they may");
    let new = NewRatingList { name: "FIDE".into(), day: Day(20_000), kind: RatingKind::Standard };
    let file = &b"id,name,rating\n7,\"Reyes, Ana\",2100\n8,\"Cruz, Ben\",1900\n"[..];
    rating_lists::import(app, &permit, &new, file, NOW).expect("imported");
    let number =
        PersonalFields { federation_number: Some("8".into()), ..PersonalFields::default() };
    let mut list = [
        NewEntrant { name: "Ana Reyes".into(), ..NewEntrant::default() },
        NewEntrant { name: "Benjamin".into(), personal: number, ..NewEntrant::default() },
    ];
    contests::register_entrants(app, organizer, &slug, &list, false, NOW).expect("in");
    contests::fill_new_entrants(app, organizer, &slug, &mut list).expect("filled");
    contests::fill_first_entrants(app, organizer, ("club", GameKind::Salpakan), &mut list)
        .expect("filled already");
    assert_eq!(contests::lists_to_fill_from(app, organizer, &slug).expect("lists").len(), 1);
    let loaded = contests::load_contest(app, &slug).expect("it is run");
    assert!(contests::has_rating_list(app, &loaded).expect("an answer"));
    let options = FillOptions::default();
    let preview = contests::preview_fill(app, organizer, &slug, options).expect("a preview");
    let fill = (options, preview.digest.as_str());
    contests::apply_fill(app, organizer, &slug, fill, NOW).expect("filled");
}

/// The report of a rated event with a player.
fn rating_report(app: &App, organizer: &Actor) {
    let rated = r#"{"plan":{"template":"swiss","entrants":4},"rated":true}"#;
    let settings = json::read_settings(rated).expect("settings");
    let new = NewContest { name: "Rated".to_owned(), first_day: Day(20_470), settings };
    let slug = contests::create_contest(app, organizer, "club", &new, NOW).expect("it is made");
    let handle = players::page(app, "", "", 1).expect("players").remove(0).handle;
    let player = NewEntrant { name: handle, ..NewEntrant::default() };
    contests::register_entrants(app, organizer, &slug, &[player], false, NOW).expect("in");
    let report = contests::rating_report(app, &slug).expect("a report").expect("it is rated");
    assert_eq!(report.lines.len(), 1);
}

/// A season in which the event counts once it is over.
fn season(app: &App, organizer: &Actor, slug: &str) {
    let year = Season { name: "A year".to_owned(), first: Day(20_454), last: Day(20_818) };
    let id = organisations::add_season(app, organizer, "club", &year, NOW).expect("a season");
    let scales = PointScales::parse("3 2 1").expect("scales");
    organisations::set_point_scales(app, organizer, "club", &scales, NOW).expect("they are kept");
    assert_eq!(organisations::point_scales(app, organizer, "club").expect("scales"), scales);
    let asked = (Some(id), Day(20_463));
    let table = || contests::season_table(app, organizer, "club", asked).expect("a table");
    assert!(table().expect("a season").rows.is_empty());
    let tell = |command: ContestCommand| contests::execute(app, organizer, slug, &command, NOW);
    tell(ContestCommand::SetEnded(true)).expect("it is over");
    assert!(!table().expect("a season").rows.is_empty());
    tell(ContestCommand::SetEnded(false)).expect("it is open again");
    let bar = r#"{"plan":{"template":"swiss","entrants":4},"eligibility":{"titles_won":1}}"#;
    let settings = json::read_settings(bar).expect("settings");
    let new = NewContest { name: "Barred".to_owned(), first_day: Day(20_470), settings };
    let barred = contests::create_contest(app, organizer, "club", &new, NOW).expect("it is made");
    let guest = NewEntrant { name: "A guest".to_owned(), ..NewEntrant::default() };
    contests::register_entrants(app, organizer, &barred, &[guest], false, NOW).expect("he is in");
}
