//! The tables as diesel sees them; `visibility.toml` says who may know each column.

diesel::table! {
    counters (name) {
        name -> Text,
        value -> BigInt,
    }
}

diesel::table! {
    players (id) {
        id -> Integer,
        handle -> Text,
        name_key -> Text,
    }
}

diesel::table! {
    events (id) {
        id -> Integer,
        name -> Text,
        name_key -> Text,
        slug -> Text,
        last_day -> Integer,
    }
}

diesel::table! {
    sites (id) {
        id -> Integer,
        name -> Text,
    }
}

diesel::table! {
    rule_sets (id) {
        id -> Integer,
        name -> Text,
    }
}

diesel::table! {
    games (id) {
        id -> Integer,
        content_id -> Binary,
        white_id -> Integer,
        black_id -> Integer,
        event_id -> Integer,
        site_id -> Integer,
        rule_set_id -> Integer,
        round -> Text,
        white_as -> Text,
        black_as -> Text,
        event_as -> Text,
        day -> Integer,
        date_text -> Text,
        base_seconds -> Integer,
        increment_seconds -> Integer,
        first_color -> SmallInt,
        outcome -> SmallInt,
        termination -> SmallInt,
        plies -> Integer,
        revealed -> SmallInt,
        provenance -> SmallInt,
        imported_at -> BigInt,
    }
}

diesel::table! {
    timelines (game_id) {
        game_id -> Integer,
        body -> Binary,
        annotations -> Binary,
        checksum -> Integer,
    }
}

diesel::table! {
    deployments (game_id) {
        game_id -> Integer,
        sealed -> SmallInt,
        body -> Binary,
        annotations -> Binary,
    }
}

diesel::table! {
    player_ratings (player_id, pool) {
        player_id -> Integer,
        pool -> SmallInt,
        rating -> Integer,
        deviation -> Integer,
        volatility -> Integer,
        wins -> Integer,
        draws -> Integer,
        losses -> Integer,
        opponents -> Integer,
        last_day -> Integer,
        peak -> Nullable<Integer>,
        trend -> Binary,
        history -> Binary,
    }
}

diesel::table! {
    rating_pools (pool) {
        pool -> SmallInt,
        games -> BigInt,
        players -> BigInt,
        checksum -> BigInt,
    }
}

diesel::joinable!(player_ratings -> players (player_id));
diesel::joinable!(games -> events (event_id));
diesel::joinable!(games -> sites (site_id));
diesel::joinable!(games -> rule_sets (rule_set_id));
diesel::allow_tables_to_appear_in_same_query!(
    counters,
    players,
    events,
    sites,
    rule_sets,
    games,
    timelines,
    deployments,
    player_ratings,
    rating_pools
);
