//! The tables as diesel sees them; `visibility.toml` states who may know each column.

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
        look_key -> Text,
        state -> SmallInt,
        merged_into -> Nullable<Integer>,
        private -> SmallInt,
        bot -> SmallInt,
    }
}

diesel::table! {
    events (id) {
        id -> Integer,
        name -> Text,
        name_key -> Text,
        slug -> Text,
        last_day -> Integer,
        organisation_id -> Nullable<Integer>,
        by_member -> SmallInt,
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
        organisation_id -> Nullable<Integer>,
        by_member -> SmallInt,
        rated_in -> SmallInt,
        imported_by -> Nullable<Integer>,
        time_control -> Text,
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
    accounts (id) {
        id -> Integer,
        name -> Text,
        name_key -> Text,
        look_key -> Text,
        email -> Text,
        email_key -> Nullable<Text>,
        email_confirmed -> SmallInt,
        password -> Text,
        state -> SmallInt,
        site_role -> SmallInt,
        player_id -> Nullable<Integer>,
        totp -> Binary,
        totp_on -> SmallInt,
        totp_step -> BigInt,
        language -> Text,
        created_at -> BigInt,
        signed_in_at -> BigInt,
        password_at -> BigInt,
    }
}

diesel::table! {
    sessions (id) {
        id -> Integer,
        token_hash -> Binary,
        account_id -> Integer,
        created_at -> BigInt,
        seen_at -> BigInt,
        proved_at -> BigInt,
        second_factor -> SmallInt,
        agent -> Text,
    }
}

diesel::table! {
    devices (id) {
        id -> Integer,
        token_hash -> Binary,
        account_id -> Integer,
        created_at -> BigInt,
        seen_at -> BigInt,
    }
}

diesel::table! {
    recovery_codes (id) {
        id -> Integer,
        account_id -> Integer,
        code_hash -> Binary,
        used_at -> BigInt,
    }
}

diesel::table! {
    links (id) {
        id -> Integer,
        token_hash -> Binary,
        kind -> SmallInt,
        account_id -> Integer,
        organisation_id -> Integer,
        role -> SmallInt,
        event_id -> Integer,
        duties -> SmallInt,
        email -> Text,
        created_at -> BigInt,
        expires_at -> BigInt,
        used_at -> BigInt,
    }
}

diesel::table! {
    tokens (id) {
        id -> Integer,
        token_hash -> Binary,
        account_id -> Integer,
        name -> Text,
        scopes -> Integer,
        created_at -> BigInt,
        expires_at -> BigInt,
        used_at -> BigInt,
        revoked_at -> BigInt,
    }
}

diesel::table! {
    organisations (id) {
        id -> Integer,
        name -> Text,
        name_key -> Text,
        look_key -> Text,
        slug -> Text,
        state -> SmallInt,
        about -> Text,
        place -> Text,
        website -> Text,
        color -> Integer,
        accent -> Integer,
        logo -> Binary,
        logo_digest -> Text,
        second_factor -> SmallInt,
        created_at -> BigInt,
        created_by -> Integer,
    }
}

diesel::table! {
    roles (id) {
        id -> Integer,
        account_id -> Integer,
        organisation_id -> Integer,
        role -> SmallInt,
        event_id -> Nullable<Integer>,
        duties -> SmallInt,
        granted_by -> Nullable<Integer>,
        granted_at -> BigInt,
    }
}

diesel::table! {
    members (id) {
        id -> Integer,
        organisation_id -> Integer,
        player_id -> Integer,
        reference -> Text,
        real_name -> Text,
        club -> Text,
        province -> Text,
        age_band -> SmallInt,
        verified_at -> BigInt,
        verified_by -> Nullable<Integer>,
        joined_at -> BigInt,
    }
}

diesel::table! {
    seasons (id) {
        id -> Integer,
        organisation_id -> Integer,
        name -> Text,
        first_day -> Integer,
        last_day -> Integer,
    }
}

diesel::table! {
    titles (id) {
        id -> Integer,
        organisation_id -> Integer,
        place -> SmallInt,
        name -> Text,
        from_rating -> Integer,
    }
}

diesel::table! {
    profiles (id) {
        id -> Integer,
        player_id -> Integer,
        display_name -> Text,
        real_name -> Text,
        real_name_public -> SmallInt,
        age_band -> SmallInt,
        guardian_agrees -> SmallInt,
    }
}

diesel::table! {
    claims (id) {
        id -> Integer,
        account_id -> Integer,
        player_id -> Integer,
        state -> SmallInt,
        words -> Text,
        made_at -> BigInt,
        decided_at -> BigInt,
        decided_by -> Integer,
        organisation_id -> Integer,
    }
}

diesel::table! {
    merges (id) {
        id -> Integer,
        from_player -> Integer,
        into_player -> Integer,
        made_at -> BigInt,
        made_by -> Nullable<Integer>,
        undone_at -> BigInt,
        undone_by -> Nullable<Integer>,
        reason -> Text,
    }
}

diesel::table! {
    merge_moves (id) {
        id -> Integer,
        merge_id -> Integer,
        game_id -> Integer,
        color -> SmallInt,
        as_before -> Text,
    }
}

diesel::table! {
    retired_names (id) {
        id -> Integer,
        name_hash -> Binary,
    }
}

diesel::table! {
    own_set_ups (id) {
        id -> Integer,
        account_id -> Integer,
        rule_set -> Text,
        body -> Binary,
        created_at -> BigInt,
        changed_at -> BigInt,
    }
}

diesel::table! {
    audit (id) {
        id -> Integer,
        at -> BigInt,
        account_id -> Integer,
        acting_as -> Text,
        action -> Text,
        organisation_id -> Integer,
        event_id -> Integer,
        player_id -> Integer,
        subject_id -> Integer,
        changes -> Text,
        reason -> Text,
        chain -> Binary,
    }
}

diesel::table! {
    plays (id) {
        id -> Integer,
        public_id -> Binary,
        state -> SmallInt,
        version -> Integer,
        rule_set_id -> Integer,
        white_id -> Integer,
        black_id -> Integer,
        white_account -> Nullable<Integer>,
        black_account -> Nullable<Integer>,
        organisation_id -> Nullable<Integer>,
        event_id -> Nullable<Integer>,
        rated -> SmallInt,
        listed -> SmallInt,
        speed -> SmallInt,
        created_at -> BigInt,
        due_at -> BigInt,
        ended_at -> BigInt,
        game_id -> Nullable<Integer>,
        round -> Text,
    }
}

diesel::table! {
    play_events (play_id, number) {
        play_id -> Integer,
        number -> Integer,
        at -> BigInt,
        body -> Binary,
    }
}

diesel::table! {
    set_ups (play_id, color) {
        play_id -> Integer,
        color -> SmallInt,
        body -> Binary,
    }
}

diesel::table! {
    toss_seeds (play_id) {
        play_id -> Integer,
        body -> Binary,
    }
}

diesel::table! {
    play_notes (play_id, color) {
        play_id -> Integer,
        color -> SmallInt,
        body -> Binary,
    }
}

diesel::table! {
    play_passes (play_id, place) {
        play_id -> Integer,
        place -> SmallInt,
        token_hash -> Binary,
        made_by -> Integer,
        made_at -> BigInt,
        opened_at -> BigInt,
    }
}

diesel::table! {
    seeks (id) {
        id -> Integer,
        public_id -> Binary,
        player_id -> Integer,
        account_id -> Integer,
        to_player_id -> Nullable<Integer>,
        terms -> Binary,
        color -> SmallInt,
        created_at -> BigInt,
        expires_at -> BigInt,
    }
}

diesel::table! {
    outages (id) {
        id -> Integer,
        stopped_at -> BigInt,
        resumed_at -> BigInt,
    }
}

diesel::table! {
    play_reports (id) {
        id -> Integer,
        play_id -> Integer,
        account_id -> Integer,
        text -> Text,
        at -> BigInt,
    }
}

diesel::table! {
    played_games (game_id) {
        game_id -> Integer,
        play_id -> Integer,
        content_id -> Binary,
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
    /// A view of the two before it.
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

diesel::joinable!(played_games -> plays (play_id));
diesel::joinable!(set_ups -> plays (play_id));
diesel::joinable!(toss_seeds -> plays (play_id));
diesel::joinable!(play_notes -> plays (play_id));
diesel::joinable!(play_passes -> plays (play_id));
diesel::joinable!(shown_ratings -> players (player_id));
diesel::joinable!(games -> events (event_id));
diesel::joinable!(contests -> events (id));
diesel::joinable!(contest_games -> contests (contest_id));
diesel::joinable!(contest_plays -> plays (play_id));
diesel::joinable!(contest_dues -> contests (contest_id));
diesel::joinable!(games -> sites (site_id));
diesel::joinable!(games -> rule_sets (rule_set_id));
diesel::joinable!(sessions -> accounts (account_id));
diesel::joinable!(tokens -> accounts (account_id));
diesel::joinable!(roles -> accounts (account_id));
diesel::joinable!(roles -> organisations (organisation_id));
diesel::joinable!(members -> organisations (organisation_id));
diesel::joinable!(members -> players (player_id));
diesel::joinable!(claims -> players (player_id));
diesel::allow_tables_to_appear_in_same_query! {
    counters, players, events, sites, rule_sets, games, timelines, deployments, player_ratings, shown_ratings,
    rating_pools, accounts, sessions, devices, recovery_codes, links, tokens, organisations,
    roles, members, seasons, titles, profiles, claims, merges, merge_moves, retired_names,
    own_set_ups, audit, plays, play_events, set_ups, toss_seeds, play_notes, play_passes, seeks,
    outages, play_reports, contests, contest_facts, contest_dues, steward_links, contest_games,
    contest_plays, collections, embargo_liftings, pass_renewals, played_games
}
