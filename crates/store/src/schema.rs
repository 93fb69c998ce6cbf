//! The tables as diesel sees them, with who may know each column.
//!
//! | word | who may know the column |
//! |---|---|
//! | `public` | everybody, at any time |
//! | `owner` | the operator |
//! | `secret` | nobody, before the game it belongs to is final; then it is public |
//! | `seat` | who has that seat of a play, and nobody else, ever |
//! | `person` | whom it is about; officials as far as `crates/service/src/access/rights.rs` lets them |
//! | `key` | nobody: what opens a door, hashed or sealed |
//! | `own` | whom it is about alone, for ever: sealed |
//!
//! A backup has the columns of a table in this order, so new ones come last; it leaves out those
//! after `+`, which are derived or written in another way.

/// Declares tables, and `with_columns!`, which appends the columns of a table to the arguments of
/// another macro.
macro_rules! tables {
    ($dollar:tt $(
        $table:ident ($($key:ident),+) {
            $($column:ident -> $sql:ident $(<$some:ident>)?: $who:ident,)+
        } $(+ {
            $($late:ident -> $late_sql:ident $(<$late_some:ident>)?: $late_who:ident,)+
        })?
    )+) => {
        $(
            diesel::table! {
                $table ($($key),+) {
                    $($column -> $sql $(<$some>)?,)+
                    $($($late -> $late_sql $(<$late_some>)?,)+)?
                }
            }
        )+

        macro_rules! with_columns {
            $(
                ($table, $dollar call:ident!($dollar($dollar argument:tt)*)) => {
                    $dollar call! { $dollar($dollar argument)* $($column)+ }
                };
            )+
        }
        pub(super) use with_columns;
    };
}

tables! { $
    counters (name) {
        name -> Text: public,
        value -> BigInt: public,
    }

    players (id) {
        id -> Integer: public,
        handle -> Text: public,
        name_key -> Text: public,
        look_key -> Text: public,
        state -> SmallInt: public,
        merged_into -> Nullable<Integer>: public,
        private -> SmallInt: public,
    } + {
        bot -> SmallInt: public,
        search_key -> Text: public,
    }

    events (id) {
        id -> Integer: public,
        name -> Text: public,
        name_key -> Text: public,
        slug -> Text: public,
        organisation_id -> Nullable<Integer>: public,
        renamed_key -> Nullable<Text>: public,
    } + {
        last_day -> Integer: public,
        by_member -> SmallInt: public,
        search_key -> Text: public,
    }

    sites (id) {
        id -> Integer: public,
        name -> Text: public,
    }

    rule_sets (id) {
        id -> Integer: public,
        name -> Text: public,
    }

    games (id) {
        id -> Integer: public,
        content_id -> Binary: public,
        white_id -> Integer: public,
        black_id -> Integer: public,
        event_id -> Integer: public,
        site_id -> Integer: public,
        rule_set_id -> Integer: public,
        round -> Text: public,
        white_as -> Text: public,
        black_as -> Text: public,
        event_as -> Text: public,
        day -> Integer: public,
        date_text -> Text: public,
        base_seconds -> Integer: public,
        increment_seconds -> Integer: public,
        first_color -> SmallInt: public,
        outcome -> SmallInt: public,
        termination -> SmallInt: public,
        plies -> Integer: public,
        revealed -> SmallInt: public,
        provenance -> SmallInt: public,
        imported_at -> BigInt: public,
        organisation_id -> Nullable<Integer>: public,
        rated_in -> SmallInt: public,
        imported_by -> Nullable<Integer>: owner,
        time_control -> Text: public,
        revealed_at -> BigInt: public,
    } + {
        by_member -> SmallInt: public,
    }

    timelines (game_id) {
        game_id -> Integer: public,
        body -> Binary: public,
        // Empty while the game is not revealed: comments may name ranks.
        annotations -> Binary: public,
        checksum -> Integer: public,
    }

    deployments (game_id) {
        game_id -> Integer: public,
        sealed -> SmallInt: public,
        // Both armies: sealed until the game is final.
        body -> Binary: secret,
        // Comments and unknown tags of a game that is not final, sealed; empty for one that is.
        annotations -> Binary: secret,
    }

    accounts (id) {
        id -> Integer: person,
        name -> Text: person,
        name_key -> Text: person,
        look_key -> Text: person,
        email -> Text: person,
        email_key -> Nullable<Text>: person,
        email_confirmed -> SmallInt: person,
        password -> Text: key,
        state -> SmallInt: person,
        site_role -> SmallInt: person,
        player_id -> Nullable<Integer>: person,
        totp -> Binary: key,
        totp_on -> SmallInt: person,
        totp_step -> BigInt: key,
        language -> Text: person,
        created_at -> BigInt: person,
        signed_in_at -> BigInt: person,
        password_at -> BigInt: person,
        passkeys -> SmallInt: person,
    }

    passkeys (id) {
        id -> Integer: person,
        account_id -> Integer: person,
        credential_hash -> Binary: key,
        user_handle -> Binary: key,
        name -> Text: person,
        credential -> Binary: key,
        made_at -> BigInt: person,
        used_at -> BigInt: person,
    }

    passkey_challenges (id) {
        id -> Integer: person,
        token_hash -> Binary: key,
        account_id -> Nullable<Integer>: person,
        state -> Binary: key,
        expires_at -> BigInt: person,
    }

    sessions (id) {
        id -> Integer: person,
        token_hash -> Binary: key,
        account_id -> Integer: person,
        created_at -> BigInt: person,
        seen_at -> BigInt: person,
        proved_at -> BigInt: person,
        second_factor -> SmallInt: person,
        agent -> Text: person,
    }

    devices (id) {
        id -> Integer: person,
        token_hash -> Binary: key,
        account_id -> Integer: person,
        created_at -> BigInt: person,
        seen_at -> BigInt: person,
    }

    recovery_codes (id) {
        id -> Integer: person,
        account_id -> Integer: person,
        code_hash -> Binary: key,
        used_at -> BigInt: person,
    }

    links (id) {
        id -> Integer: owner,
        token_hash -> Binary: key,
        kind -> SmallInt: owner,
        account_id -> Integer: owner,
        organisation_id -> Integer: owner,
        role -> SmallInt: owner,
        event_id -> Integer: owner,
        duties -> SmallInt: owner,
        email -> Text: owner,
        created_at -> BigInt: owner,
        expires_at -> BigInt: owner,
        used_at -> BigInt: owner,
    }

    tokens (id) {
        id -> Integer: person,
        token_hash -> Binary: key,
        account_id -> Integer: person,
        name -> Text: person,
        scopes -> Integer: person,
        created_at -> BigInt: person,
        expires_at -> BigInt: person,
        used_at -> BigInt: person,
        revoked_at -> BigInt: person,
    }

    organisations (id) {
        id -> Integer: public,
        name -> Text: public,
        name_key -> Text: public,
        look_key -> Text: public,
        slug -> Text: public,
        state -> SmallInt: public,
        about -> Text: public,
        place -> Text: public,
        website -> Text: public,
        color -> Integer: public,
        accent -> Integer: public,
        logo -> Binary: public,
        logo_digest -> Text: public,
        second_factor -> SmallInt: owner,
        created_at -> BigInt: public,
        created_by -> Integer: owner,
    } + {
        search_key -> Text: public,
    }

    roles (id) {
        id -> Integer: person,
        account_id -> Integer: person,
        organisation_id -> Integer: person,
        role -> SmallInt: person,
        event_id -> Nullable<Integer>: person,
        duties -> SmallInt: person,
        granted_by -> Nullable<Integer>: person,
        granted_at -> BigInt: person,
    }

    members (id) {
        // A private player's club and province are shown to officials alone.
        id -> Integer: public,
        organisation_id -> Integer: public,
        player_id -> Integer: public,
        reference -> Text: person,
        real_name -> Text: person,
        club -> Text: public,
        province -> Text: public,
        age_band -> SmallInt: person,
        verified_at -> BigInt: public,
        verified_by -> Nullable<Integer>: public,
        joined_at -> BigInt: public,
    }

    seasons (id) {
        id -> Integer: public,
        organisation_id -> Integer: public,
        name -> Text: public,
        first_day -> Integer: public,
        last_day -> Integer: public,
    }

    season_points (organisation_id) {
        organisation_id -> Integer: public,
        body -> Text: public,
    }

    titles (id) {
        id -> Integer: public,
        organisation_id -> Integer: public,
        place -> SmallInt: public,
        name -> Text: public,
        from_rating -> Integer: public,
    }

    profiles (id) {
        id -> Integer: public,
        player_id -> Integer: public,
        display_name -> Text: public,
        real_name -> Text: person,
        real_name_public -> SmallInt: public,
        age_band -> SmallInt: person,
        guardian_agrees -> SmallInt: person,
        about -> Text: public,
        club -> Text: public,
    }

    player_pictures (player_id) {
        player_id -> Integer: public,
        picture -> Binary: public,
        digest -> Text: public,
    }

    claims (id) {
        id -> Integer: person,
        account_id -> Integer: person,
        player_id -> Integer: person,
        state -> SmallInt: person,
        words -> Text: person,
        made_at -> BigInt: person,
        decided_at -> BigInt: person,
        decided_by -> Integer: person,
        organisation_id -> Integer: person,
    }

    merges (id) {
        id -> Integer: public,
        from_player -> Integer: public,
        into_player -> Integer: public,
        made_at -> BigInt: owner,
        made_by -> Nullable<Integer>: owner,
        undone_at -> BigInt: owner,
        undone_by -> Nullable<Integer>: owner,
        reason -> Text: owner,
    }

    merge_moves (id) {
        id -> Integer: owner,
        merge_id -> Integer: owner,
        game_id -> Integer: owner,
        color -> SmallInt: owner,
        as_before -> Text: owner,
    }

    retired_names (id) {
        id -> Integer: owner,
        name_hash -> Binary: key,
    }

    own_set_ups (id) {
        id -> Integer: person,
        account_id -> Integer: person,
        rule_set -> Text: person,
        // The pieces and the name, which may say something about them.
        body -> Binary: own,
        created_at -> BigInt: person,
        changed_at -> BigInt: person,
    }

    audit (id) {
        id -> Integer: person,
        at -> BigInt: person,
        account_id -> Integer: person,
        acting_as -> Text: person,
        action -> Text: person,
        organisation_id -> Integer: person,
        event_id -> Integer: person,
        player_id -> Integer: person,
        subject_id -> Integer: person,
        changes -> Text: person,
        reason -> Text: person,
        chain -> Binary: person,
    }

    plays (id) {
        // Where spectators see a play late, or not at all, they see none of this row.
        id -> Integer: public,
        public_id -> Binary: public,
        state -> SmallInt: public,
        version -> Integer: public,
        rule_set_id -> Integer: public,
        white_id -> Integer: public,
        black_id -> Integer: public,
        white_account -> Nullable<Integer>: owner,
        black_account -> Nullable<Integer>: owner,
        organisation_id -> Nullable<Integer>: public,
        event_id -> Nullable<Integer>: public,
        rated -> SmallInt: public,
        listed -> SmallInt: public,
        speed -> SmallInt: public,
        created_at -> BigInt: public,
        due_at -> BigInt: owner,
        ended_at -> BigInt: public,
        game_id -> Nullable<Integer>: public,
        round -> Text: public,
    }

    play_events (play_id, number) {
        // What the arbiter says aloud and what officials do, to whoever may watch.
        play_id -> Integer: public,
        number -> Integer: public,
        at -> BigInt: public,
        body -> Binary: public,
    }

    set_ups (play_id, color) {
        play_id -> Integer: public,
        // The opponent sees that a side is ready.
        color -> SmallInt: public,
        // One army, sealed.
        body -> Binary: secret,
    }

    toss_seeds (play_id) {
        play_id -> Integer: public,
        // Sealed; public once the toss has fallen.
        body -> Binary: secret,
    }

    play_notes (play_id, color) {
        play_id -> Integer: seat,
        color -> SmallInt: seat,
        // Sealed.
        body -> Binary: seat,
    }

    play_passes (play_id, place) {
        play_id -> Integer: owner,
        place -> SmallInt: owner,
        token_hash -> Binary: key,
        made_by -> Integer: owner,
        made_at -> BigInt: owner,
        opened_at -> BigInt: owner,
        look_hash -> Nullable<Binary>: key,
        look_version -> Integer: owner,
    }

    seeks (id) {
        // One to a player is between the two, one by link is for who has it.
        id -> Integer: public,
        public_id -> Binary: public,
        player_id -> Integer: public,
        account_id -> Integer: owner,
        to_player_id -> Nullable<Integer>: person,
        terms -> Binary: public,
        color -> SmallInt: public,
        created_at -> BigInt: public,
        expires_at -> BigInt: public,
        by_link -> SmallInt: owner,
    }

    outages (id) {
        id -> Integer: public,
        stopped_at -> BigInt: public,
        resumed_at -> BigInt: public,
    }

    uploads (account_id, organisation_id, kind) {
        account_id -> Integer: owner,
        organisation_id -> Integer: owner,
        kind -> SmallInt: owner,
        digest -> Text: owner,
        options -> Text: owner,
        length -> Integer: owner,
        bytes -> Binary: owner,
        kept_at -> BigInt: owner,
    }

    idempotency_keys (key_hash) {
        key_hash -> Binary: key,
        account_id -> Integer: owner,
        fingerprint -> Binary: key,
        answer -> Binary: key,
        claimed_at -> BigInt: owner,
    }

    review_rooms (key_hash) {
        key_hash -> Binary: key,
        id -> Binary: key,
        game -> Binary: public,
        plies -> Integer: public,
        opener -> Integer: owner,
        state -> Text: owner,
    }

    computer_games (play_id) {
        play_id -> Integer: public,
        personality -> SmallInt: public,
    }

    computers (level) {
        level -> SmallInt: public,
        account_id -> Integer: public,
        player_id -> Integer: public,
    }

    pairing_places (account_id) {
        account_id -> Integer: owner,
        player_id -> Integer: owner,
        pace -> Text: owner,
        rating -> Integer: owner,
        avoids -> Text: owner,
        may_be_rated -> SmallInt: owner,
        since -> BigInt: owner,
        seen_at -> BigInt: owner,
        away -> SmallInt: owner,
        play -> Nullable<Binary>: owner,
        game -> Text: owner,
    }

    servers (id) {
        id -> Integer: public,
        version -> Text: public,
        started_at -> BigInt: public,
        ran_until -> BigInt: public,
        game_at -> BigInt: public,
        clock_at -> BigInt: public,
        gone -> SmallInt: public,
    }

    play_reports (id) {
        id -> Integer: person,
        play_id -> Integer: person,
        account_id -> Integer: person,
        text -> Text: person,
        at -> BigInt: person,
    }

    played_games (game_id) {
        game_id -> Integer: public,
        play_id -> Integer: public,
        content_id -> Binary: public,
    }

    game_tallies (game_id) {
        game_id -> Integer: public,
        content_id -> Binary: public,
        form -> SmallInt: public,
        // Derived from records whose ranks everybody may know; a row ends with the record, or once this is hidden again.
        body -> Binary: public,
    }

    analyses (game_id) {
        game_id -> Integer: public,
        content_id -> Binary: public,
        version -> BigInt: public,
        state -> SmallInt: public,
        account_id -> Nullable<Integer>: person,
        number -> Integer: public,
        asked_at -> BigInt: public,
        bulk -> SmallInt: public,
        tries -> SmallInt: owner,
        leased_until -> BigInt: owner,
        done_at -> BigInt: public,
        // Derived from records whose ranks everybody may know; a row ends with the record, or once this is hidden again.
        body -> Binary: public,
    }

    player_ratings (player_id, pool) {
        player_id -> Integer: public,
        pool -> SmallInt: public,
        rating -> Integer: public,
        deviation -> Integer: public,
        volatility -> Integer: public,
        wins -> Integer: public,
        draws -> Integer: public,
        losses -> Integer: public,
        opponents -> Integer: public,
        last_day -> Integer: public,
        peak -> Nullable<Integer>: public,
        trend -> Binary: public,
        history -> Binary: public,
    }

    staged_ratings (player_id, pool) {
        player_id -> Integer: public,
        pool -> SmallInt: public,
        rating -> Integer: public,
        deviation -> Integer: public,
        volatility -> Integer: public,
        wins -> Integer: public,
        draws -> Integer: public,
        losses -> Integer: public,
        opponents -> Integer: public,
        last_day -> Integer: public,
        peak -> Nullable<Integer>: public,
        trend -> Binary: public,
        history -> Binary: public,
        run -> BigInt: public,
        gone -> SmallInt: public,
    }

    // The ledgers as everybody reads them.
    // A view of the two before it.
    shown_ratings (player_id, pool) {
        player_id -> Integer: public,
        pool -> SmallInt: public,
        rating -> Integer: public,
        deviation -> Integer: public,
        volatility -> Integer: public,
        wins -> Integer: public,
        draws -> Integer: public,
        losses -> Integer: public,
        opponents -> Integer: public,
        last_day -> Integer: public,
        peak -> Nullable<Integer>: public,
        trend -> Binary: public,
        history -> Binary: public,
    }

    rating_pools (pool) {
        pool -> SmallInt: public,
        games -> BigInt: public,
        players -> BigInt: public,
        checksum -> BigInt: public,
    }

    contests (id) {
        id -> Integer: public,
        version -> Integer: public,
        phase -> SmallInt: public,
        first_day -> Integer: public,
        created_at -> BigInt: public,
        series -> Nullable<Text>: public,
        festival -> Nullable<Text>: public,
        section -> Nullable<Text>: public,
        league -> Nullable<Text>: public,
        level -> SmallInt: public,
        ups -> SmallInt: public,
        downs -> SmallInt: public,
        play_offs -> SmallInt: public,
        logo_digest -> Nullable<Text>: public,
        game -> Text: public,
    }

    record_annulments (game_id) {
        game_id -> Integer: public,
        annulled_at -> BigInt: public,
        reason -> Text: public,
        rated_in_before -> SmallInt: public,
    }

    former_record_ids (id) {
        id -> Integer: public,
        game_id -> Integer: public,
        content_id -> Binary: public,
    }

    former_slugs (id) {
        id -> Integer: public,
        event_id -> Integer: public,
        slug -> Text: public,
    }

    event_logos (contest_id) {
        contest_id -> Integer: public,
        picture -> Binary: public,
    }

    contest_dues (contest_id) {
        contest_id -> Integer: public,
        due_at -> BigInt: public,
    }

    contest_facts (contest_id, number) {
        contest_id -> Integer: public,
        number -> Integer: public,
        told_at -> BigInt: owner,
        account_id -> Integer: owner,
        body -> Text: owner,
    }

    case_entries (contest_id, number) {
        contest_id -> Integer: person,
        number -> Integer: person,
        case_number -> Integer: person,
        at -> BigInt: person,
        account_id -> Integer: person,
        body -> Text: person,
    }

    pass_renewals (play_id, number) {
        play_id -> Integer: public,
        number -> Integer: public,
        place -> SmallInt: public,
        asked_by -> Integer: owner,
        asked_at -> BigInt: public,
        white_at -> BigInt: public,
        black_at -> BigInt: public,
        confirmed_by -> Integer: owner,
        made_at -> BigInt: public,
    }

    embargo_liftings (event_id, number) {
        event_id -> Integer: public,
        number -> Integer: public,
        round -> Text: public,
        reason -> Text: public,
        asked_by -> Integer: owner,
        asked_at -> BigInt: owner,
        confirmed_by -> Integer: owner,
        confirmed_at -> BigInt: public,
    }

    steward_links (contest_id, number) {
        contest_id -> Integer: owner,
        number -> Integer: owner,
        token_hash -> Binary: key,
        name -> Text: owner,
        duties -> SmallInt: owner,
        stage -> Integer: owner,
        round -> Integer: owner,
        first_table -> Integer: owner,
        last_table -> Integer: owner,
        made_by -> Integer: owner,
        made_at -> BigInt: owner,
        expires_at -> BigInt: owner,
        revoked_at -> BigInt: owner,
        used_at -> BigInt: owner,
    }

    unrecorded_games (id) {
        id -> Integer: public,
        number -> Integer: public,
        event_id -> Integer: public,
        rated_in -> SmallInt: public,
        stage -> SmallInt: public,
        round -> SmallInt: public,
        place -> Integer: public,
        game -> SmallInt: public,
        white_id -> Integer: public,
        black_id -> Integer: public,
        outcome -> SmallInt: public,
        day -> Integer: public,
        round_name -> Text: public,
        order_key -> Binary: public,
        gone -> SmallInt: public,
    }

    contest_games (contest_id) {
        contest_id -> Integer: public,
        followed -> SmallInt: public,
    }

    contest_plays (play_id) {
        play_id -> Integer: public,
        contest_id -> Integer: public,
        stage -> SmallInt: public,
        round -> SmallInt: public,
        place -> Integer: public,
        game -> SmallInt: public,
        first_entrant -> Integer: public,
        second_entrant -> Integer: public,
        first_color -> SmallInt: public,
        taken -> SmallInt: public,
        seen -> Integer: public,
    }

    collections (id) {
        id -> Integer: person,
        account_id -> Integer: person,
        // Everybody's where they are published.
        title -> Text: person,
        words -> Text: person,
        published -> SmallInt: person,
        created_at -> BigInt: person,
        changed_at -> BigInt: person,
    }

    chapters (id) {
        id -> Integer: person,
        collection_id -> Integer: person,
        place -> Integer: person,
        // A game whose ranks are open; what is shown of it is looked at each time.
        game_id -> Integer: person,
        ply -> Integer: person,
        review_id -> Integer: person,
        title -> Text: person,
        words -> Text: person,
    }

    reviews (id) {
        id -> Integer: person,
        game_id -> Integer: person,
        account_id -> Integer: person,
        // Everybody's where they are published.
        title -> Text: person,
        published -> SmallInt: person,
        body -> Text: person,
        created_at -> BigInt: person,
        changed_at -> BigInt: person,
        // Its author's and the moderators'.
        taken_down_at -> BigInt: person,
        taken_down_for -> Text: person,
    }

    follows (id) {
        id -> Integer: person,
        account_id -> Integer: person,
        player_id -> Nullable<Integer>: person,
        event_id -> Nullable<Integer>: person,
        organisation_id -> Nullable<Integer>: person,
        created_at -> BigInt: person,
    }

    notices (id) {
        id -> Integer: person,
        account_id -> Integer: person,
        cause -> Text: person,
        kind -> Integer: person,
        body -> Text: person,
        on_site -> SmallInt: person,
        made_at -> BigInt: person,
        read_at -> BigInt: person,
    }

    notice_settings (account_id) {
        account_id -> Integer: person,
        site_kinds -> Integer: person,
        mail_kinds -> Integer: person,
        push_kinds -> Integer: person,
        quiet_from -> SmallInt: person,
        quiet_until -> SmallInt: person,
        zone -> Text: person,
        digest -> SmallInt: person,
    }

    outbox (id) {
        id -> Integer: owner,
        channel -> SmallInt: owner,
        work_key -> Text: owner,
        account_id -> Nullable<Integer>: owner,
        target -> Integer: owner,
        body -> Text: owner,
        state -> SmallInt: owner,
        tries -> SmallInt: owner,
        due_at -> BigInt: owner,
        leased_until -> BigInt: owner,
        answer -> Text: owner,
        made_at -> BigInt: owner,
        done_at -> BigInt: owner,
    }

    push_subscriptions (id) {
        id -> Integer: person,
        account_id -> Integer: person,
        endpoint -> Text: key,
        p256dh -> Binary: key,
        auth -> Binary: key,
        made_at -> BigInt: person,
    }

    webhooks (id) {
        id -> Integer: owner,
        organisation_id -> Integer: owner,
        url -> Text: owner,
        kinds -> Integer: owner,
        made_at -> BigInt: owner,
    }

    // For the officials of the organisation; a backup has neither lists nor players.
    rating_lists (id) {
        id -> Integer: owner,
        organisation_id -> Integer: owner,
        name -> Text: owner,
        day -> Integer: owner,
        players -> Integer: owner,
        state -> SmallInt: owner,
        imported_at -> BigInt: owner,
    }

    // Published by a federation; here for the officials of the organisation alone.
    listed_players (list_id, number) {
        list_id -> Integer: owner,
        number -> Integer: owner,
        federation_number -> Text: person,
        name -> Text: person,
        name_key -> Text: person,
        federation -> Text: person,
        rating -> Integer: person,
        birth_year -> Integer: person,
        gender -> SmallInt: person,
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
diesel::joinable!(former_slugs -> events (event_id));
diesel::joinable!(contest_games -> contests (contest_id));
diesel::joinable!(contest_plays -> plays (play_id));
diesel::joinable!(contest_dues -> contests (contest_id));
diesel::joinable!(games -> sites (site_id));
diesel::joinable!(games -> rule_sets (rule_set_id));
diesel::joinable!(sessions -> accounts (account_id));
diesel::joinable!(computers -> accounts (account_id));
diesel::joinable!(tokens -> accounts (account_id));
diesel::joinable!(roles -> accounts (account_id));
diesel::joinable!(roles -> organisations (organisation_id));
diesel::joinable!(members -> organisations (organisation_id));
diesel::joinable!(members -> players (player_id));
diesel::joinable!(claims -> players (player_id));
diesel::joinable!(follows -> accounts (account_id));
diesel::joinable!(follows -> players (player_id));
diesel::joinable!(follows -> organisations (organisation_id));
diesel::allow_tables_to_appear_in_same_query! {
    counters, players, events, sites, rule_sets, game_tallies, analyses, games, timelines, deployments, player_ratings, shown_ratings,
    rating_pools, accounts, sessions, devices, recovery_codes, links, tokens, organisations,
    roles, members, seasons, titles, profiles, claims, merges, merge_moves, retired_names,
    own_set_ups, audit, plays, play_events, set_ups, toss_seeds, play_notes, play_passes, seeks,
    outages, play_reports, contests, case_entries, contest_facts, contest_dues, steward_links, contest_games,
    contest_plays, collections, embargo_liftings, former_slugs, pass_renewals, played_games, follows,
    computers
}
