//! The tables of ratings; `shown_ratings` is a view of the two before it.

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
    staged_ratings (player_id, pool) {
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
        run -> BigInt,
        gone -> SmallInt,
    }
}

diesel::table! {
    shown_ratings (player_id, pool) {
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
