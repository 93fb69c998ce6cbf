//! Games that are played on this site.

use adjutant_domain::contest::{
    Contest, ContestError, ContestSettings, ContestSettingsError, EventGames, GameSlot,
    OnsiteGames, json, to_game_result,
};
use adjutant_domain::game::{GameKind, Rules};
use adjutant_domain::play::{Confirm, Disclosure, Spectators, TermsFault, Venue};
use salpakan::clock::Pace;
use salpakan::rules::{Color, Outcome, Termination};
use swiss::series::{GameResult, Side};

use crate::event::{Event, round_id};

const EVENING: &str = r#"{"plan": {"template": "swiss", "entrants": 4, "rounds": 2}, "rated": true,
    "grace_minutes": 5, "games": {"pace": "600+5", "disclosure": "round", "spectators": "minutes:15"}}"#;

#[test]
fn how_games_are_played_is_written_and_read_again() {
    let settings = json::read_settings(EVENING).expect("settings");
    let games = settings.onsite_games().expect("games");
    assert_eq!((games.venue, games.disclosure), (Venue::Online, Disclosure::Round));
    assert_eq!((games.spectators, games.auto_confirm), (Spectators::DelayedMinutes(15), true));
    assert_eq!(json::read_settings(&json::write_settings(&settings)).as_ref(), Ok(&settings));
    let terms = games.terms(games.pace, settings.rated, settings.grace_minutes);
    assert_eq!(
        (terms.deployment, terms.confirm, terms.rated),
        (300_000_000, Confirm::ByOfficial, true)
    );
    for wrong in [r#"{}"#, r#"{"pace": "soon"}"#, r#"{"pace": "600+5", "venue": "here"}"#] {
        let text =
            format!(r#"{{"plan": {{"template": "swiss", "entrants": 4}}, "games": {wrong}}}"#);
        let fault = json::read_settings(&text).expect_err(wrong);
        assert!(fault.place.starts_with("games"), "{fault}");
    }
}

#[test]
fn games_that_cannot_be_played_so_are_refused_beforehand() {
    let text = EVENING.replace("600+5", "-");
    let settings = json::read_settings(&text).expect("settings");
    assert_eq!(settings.validate(), [ContestSettingsError::OnsiteGames(TermsFault::UntimedOnline)]);
}

#[test]
fn each_table_of_a_published_round_has_one_open_game_until_its_result_is_there() {
    let mut event = Event::of(4, EVENING);
    event.begin(0);
    event.tell(|contest| contest.pair_round(0));
    assert_eq!(event.contest.open_games(), [], "a draft");
    event.tell(|contest| contest.publish_round(round_id(0, 0)));
    let open = event.contest.open_games();
    assert_eq!(open.len(), 2);
    assert_eq!(open[0].entrants_by_color()[Color::White], open[0].sides[0], "the first has White");
    assert_eq!(
        open[0].pace(Pace::parse("600+5").expect("a pace")),
        Pace::parse("600+5").expect("a pace")
    );
    event.result(GameSlot { stage: 0, round: 0, table: 0, game: 0 }, GameResult::Drawn);
    assert_eq!(event.contest.open_games(), open[1..]);
}

#[test]
fn an_armageddon_has_the_clocks_of_its_odds() {
    let mut event = Event::of(
        2,
        r#"{"plan": {"unit": "players", "stages": [{"name": "Final", "sources": [{"from": "registration"}],
            "system": {"type": "knock-out", "left": 1},
            "series": {"format": "games", "count": 1, "extras": [{"extra": "armageddon", "white": "first",
            "white_seconds": 300, "black_seconds": 240, "draw_odds": "black"}]}}]},
            "games": {"pace": "600+5"}}"#,
    );
    event.begin(0);
    event.tell(|contest| contest.pair_round(0));
    event.tell(|contest| contest.publish_round(round_id(0, 0)));
    let usual = Pace::parse("600+5").expect("a pace");
    assert_eq!(event.contest.open_games()[0].pace(usual), usual);
    event.result(GameSlot { stage: 0, round: 0, table: 0, game: 0 }, GameResult::Drawn);
    let open = event.contest.open_games();
    assert_eq!((open.len(), open[0].spot.game), (1, 1));
    assert_eq!(open[0].pace(usual).to_string(), "300/240+0");
}

#[test]
fn a_result_is_the_sides_and_not_the_colors() {
    let won = |first, winner, how| to_game_result(first, Outcome::Win(winner), how);
    let (white, black) = (Color::White, Color::Black);
    assert_eq!(won(white, white, Termination::FlagCaptured), GameResult::Won(Side::First));
    assert_eq!(won(black, white, Termination::Time), GameResult::Won(Side::Second));
    assert_eq!(
        won(black, white, Termination::Default),
        GameResult::Default { absent: Side::First }
    );
    assert_eq!(to_game_result(black, Outcome::Draw, Termination::Agreement), GameResult::Drawn);
}

/// The evening of another game.
fn evening_of(game: &str, games: &str) -> String {
    format!(
        r#"{{"plan": {{"template": "swiss", "entrants": 4, "rounds": 2}}, "game": "{game}", "games": {games}}}"#
    )
}

#[test]
fn an_event_is_of_the_usual_game_unless_it_says_which_and_only_then_writes_it() {
    let usual = json::read_settings(EVENING).expect("settings");
    assert_eq!(usual.game(), GameKind::Salpakan);
    assert!(!json::write_settings(&usual).contains("\"game\""));
    let said = json::read_settings(&evening_of("salpakan", r#"{"pace": "600+5"}"#));
    let unsaid = json::read_settings(
        &evening_of("salpakan", r#"{"pace": "600+5"}"#).replace(r#""game": "salpakan", "#, ""),
    );
    assert_eq!(said, unsaid);
    for games in ["null", r#"{"pace": "600+5"}"#] {
        let settings = json::read_settings(&evening_of("three-generals", games)).expect("settings");
        assert_eq!((settings.game(), settings.validate()), (GameKind::ThreeGenerals, vec![]));
        let written = json::write_settings(&settings);
        assert!(written.contains(r#""game":"three-generals""#), "{written}");
        assert!(!["rules", "disclosure"].iter().any(|word| written.contains(word)), "{written}");
        assert_eq!(json::read_settings(&written), Ok(settings));
    }
}

#[test]
fn what_a_game_does_not_have_is_refused_with_the_reason() {
    for (game, games, why) in [
        ("chess", "null", "expected `salpakan` or `three-generals`"),
        ("three-generals", r#"{"pace": "600+5", "rules": "standard"}"#, "rule-sets"),
        ("three-generals", r#"{"pace": "600+5", "disclosure": "round"}"#, "hides ranks"),
    ] {
        let fault = json::read_settings(&evening_of(game, games)).expect_err(games).to_string();
        assert!(fault.contains(why), "{fault}");
    }
    let open = json::read_settings(&evening_of("three-generals", r#"{"pace": "600+5"}"#));
    let mut settings = open.expect("settings");
    let games = settings.onsite_games().expect("games");
    let terms = games.terms(games.pace, false, 5);
    assert_eq!((terms.rules, terms.deployment), (Rules::ThreeGenerals, 300_000_000));
    settings.games = EventGames::Here(OnsiteGames { disclosure: Disclosure::Event, ..games });
    assert_eq!(settings.validate(), [ContestSettingsError::OnsiteGames(TermsFault::NothingHidden)]);
    let stand_in = |level: u8| {
        let games = format!(r#"{{"pace": "600+5"}}, "stand_in": {level}"#);
        json::read_settings(&evening_of("three-generals", &games)).expect("settings").validate()
    };
    assert_eq!(stand_in(5), []);
    assert_eq!(stand_in(6), [ContestSettingsError::StandInLevel { most: 5 }]);
}

#[test]
fn the_game_of_an_event_changes_until_somebody_is_registered() {
    let of = |contest: &Contest, kind| {
        let settings = contest.settings.clone();
        let games = settings.games.of_game(kind, &settings.plan);
        ContestSettings { games, ..settings }
    };
    let to = |kind| move |contest: &Contest| contest.change_settings(of(contest, kind));
    let mut event = Event::of(0, EVENING);
    event.tell(to(GameKind::ThreeGenerals));
    let games = event.contest.settings.onsite_games().expect("games");
    assert_eq!((games.rules, games.disclosure), (Rules::ThreeGenerals, Disclosure::Game));
    event.tell(to(GameKind::Salpakan));
    assert_eq!(event.contest.settings.game(), GameKind::Salpakan);
    let event = Event::of(4, EVENING);
    assert_eq!(event.refused(to(GameKind::ThreeGenerals)), ContestError::GameLocked);
    event.check();
}
