//! The tables of events run on this site.

diesel::table! {
    contests (id) {
        id -> Integer,
        version -> Integer,
        phase -> SmallInt,
        first_day -> Integer,
        created_at -> BigInt,
    }
}

diesel::table! {
    contest_dues (contest_id) {
        contest_id -> Integer,
        due_at -> BigInt,
    }
}

diesel::table! {
    contest_facts (contest_id, number) {
        contest_id -> Integer,
        number -> Integer,
        told_at -> BigInt,
        account_id -> Integer,
        body -> Text,
    }
}

diesel::table! {
    pass_renewals (play_id, number) {
        play_id -> Integer,
        number -> Integer,
        place -> SmallInt,
        asked_by -> Integer,
        asked_at -> BigInt,
        white_at -> BigInt,
        black_at -> BigInt,
        confirmed_by -> Integer,
        made_at -> BigInt,
    }
}

diesel::table! {
    embargo_liftings (event_id, number) {
        event_id -> Integer,
        number -> Integer,
        round -> Text,
        reason -> Text,
        asked_by -> Integer,
        asked_at -> BigInt,
        confirmed_by -> Integer,
        confirmed_at -> BigInt,
    }
}

diesel::table! {
    steward_links (contest_id, number) {
        contest_id -> Integer,
        number -> Integer,
        token_hash -> Binary,
        name -> Text,
        duties -> SmallInt,
        stage -> Integer,
        round -> Integer,
        first_table -> Integer,
        last_table -> Integer,
        made_by -> Integer,
        made_at -> BigInt,
        expires_at -> BigInt,
        revoked_at -> BigInt,
        used_at -> BigInt,
    }
}

diesel::table! {
    unrecorded_games (id) {
        id -> Integer,
        number -> Integer,
        event_id -> Integer,
        rated_in -> SmallInt,
        stage -> SmallInt,
        round -> SmallInt,
        place -> Integer,
        game -> SmallInt,
        white_id -> Integer,
        black_id -> Integer,
        outcome -> SmallInt,
        day -> Integer,
        round_name -> Text,
        order_key -> Binary,
        gone -> SmallInt,
    }
}

diesel::table! {
    contest_games (contest_id) {
        contest_id -> Integer,
        followed -> SmallInt,
    }
}

diesel::table! {
    contest_plays (play_id) {
        play_id -> Integer,
        contest_id -> Integer,
        stage -> SmallInt,
        round -> SmallInt,
        place -> Integer,
        game -> SmallInt,
        first_entrant -> Integer,
        second_entrant -> Integer,
        first_color -> SmallInt,
        taken -> SmallInt,
        seen -> Integer,
    }
}
