//! The table that links records with live games.

diesel::table! {
    played_games (game_id) {
        game_id -> Integer,
        play_id -> Integer,
        content_id -> Binary,
    }
}
