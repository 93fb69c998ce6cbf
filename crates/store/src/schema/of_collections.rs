//! The tables of collections and their chapters.

diesel::table! {
    collections (id) {
        id -> Integer,
        account_id -> Integer,
        title -> Text,
        words -> Text,
        published -> SmallInt,
        created_at -> BigInt,
        changed_at -> BigInt,
    }
}

diesel::table! {
    chapters (id) {
        id -> Integer,
        collection_id -> Integer,
        place -> Integer,
        game_id -> Integer,
        ply -> Integer,
        review_id -> Integer,
        title -> Text,
        words -> Text,
    }
}
