//! The table of records of plays.

diesel::table! {
    played_games (game_id) {
        game_id -> Integer,
        play_id -> Integer,
        content_id -> Binary,
    }
}
