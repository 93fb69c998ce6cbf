//! What a kept response shows, and so which changes it has to follow.

use ledger_ratings::Pool;

use crate::App;
use crate::games::{AnyGame, Game};
use crate::leaderboard;
use crate::profiles::PlayerProfile;

/// What changes by itself, by the ids of its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topic {
    /// A stored game and its ratings.
    Game(i32),
    /// The games and ratings of a player.
    Player(i32),
    /// The games of an event, and what is told of it.
    Event(i32),
    /// The order of the games of an event, unless games are only added at its end.
    OrderInEvent(i32),
    /// The leaderboards.
    Boards,
    /// The index of revealed set-ups.
    Formations,
}

/// What a response shows. Names, and whatever else changes seldom, concern every response.
#[derive(Debug, Clone)]
pub struct Concerns {
    topics: Vec<Topic>,
    /// The player whose places it shows: of each pool the place and their number.
    places: Option<(i32, Vec<PlaceShown>)>,
}

type PlaceShown = (&'static Pool, Option<usize>, usize);

impl Concerns {
    /// What shows nothing but `topics`.
    pub fn only(topics: impl Into<Vec<Topic>>) -> Concerns {
        Concerns { topics: topics.into(), places: None }
    }

    /// What shows a record and its ratings. `None` before the game is revealed: what it then shows
    /// is made for each request.
    pub fn of_record(game: &Game) -> Option<Concerns> {
        game.stored.revealed()?;
        Some(Concerns::only([Topic::Game(game.number)]))
    }

    /// Like [`Concerns::of_record`], for a game of any kind.
    pub fn of_any_record(game: &AnyGame) -> Option<Concerns> {
        match game {
            AnyGame::Salpakan(game) => Concerns::of_record(game),
            AnyGame::ThreeGenerals(game) => Some(Concerns::only([Topic::Game(game.number)])),
        }
    }

    /// Like [`Concerns::of_record`], for what also shows which games of its event are beside it;
    /// `is_last` if none follows.
    pub fn of_record_in_event(game: &Game, is_last: bool) -> Option<Concerns> {
        game.stored.revealed()?;
        Some(Concerns::of_open_record_in_event(game, is_last))
    }

    /// The same for a record that is open to all.
    pub fn of_open_record_in_event<S>(game: &Game<S>, is_last: bool) -> Concerns {
        let event = match is_last {
            true => Topic::Event(game.event_id),
            false => Topic::OrderInEvent(game.event_id),
        };
        Concerns::only([Topic::Game(game.number), event])
    }

    /// What shows a player with the places in `profile`, and whether there are set-ups of theirs.
    pub fn of_player(player: i32, profile: &PlayerProfile, has_formations: bool) -> Concerns {
        let mut topics = vec![Topic::Player(player)];
        if !has_formations {
            topics.push(Topic::Formations);
        }
        let places = profile.ratings.iter().map(|one| (one.pool, one.place, one.total));
        Concerns { topics, places: Some((player, places.collect())) }
    }

    /// Whether a response that was begun at the version `since` still shows the public data, apart
    /// from places.
    pub fn are_unchanged(&self, app: &App, since: u64) -> bool {
        app.editions().last_change(&self.topics) <= since
    }

    /// Whether the places are those of the leaderboards. They move with the results of others.
    pub fn are_places_current(&self, app: &App) -> bool {
        let Some((player, shown)) = &self.places else { return true };
        shown.iter().all(|(pool, place, total)| {
            leaderboard::at_hand(app, pool).is_some_and(|board| {
                let standing = board.standing(i64::from(*player));
                let number = standing.as_ref().map_or(0, |standing| standing.position.total);
                let placed = standing.filter(|standing| standing.shortfalls.is_empty());
                placed.map(|standing| standing.position.place) == *place && number == *total
            })
        })
    }
}
