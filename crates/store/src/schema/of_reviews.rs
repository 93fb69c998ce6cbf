//! The table of reviews of games.

diesel::table! {
    reviews (id) {
        id -> Integer,
        game_id -> Integer,
        account_id -> Integer,
        title -> Text,
        published -> SmallInt,
        body -> Text,
        created_at -> BigInt,
        changed_at -> BigInt,
        taken_down_at -> BigInt,
        taken_down_for -> Text,
    }
}
