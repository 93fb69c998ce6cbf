//! The routes of these pages. They are added in their own package, because an `async` handler is compiled where its
//! route is added.

use adjutant_site::routes;
use adjutant_site::routes::Routes;

use crate::*;

/// Adds the routes of events that are run on this site.
pub fn configure(routes: &mut Routes) {
    routes! { routes,
        get_with_query ReadPublic "/embed/events/{slug}/{view}" embed::show;
        get_with_query ReadPublic "/events/{slug}/places/{entrant}" explanations::show_place;
        get_with_query ReadPublic "/events/{slug}/why/{round}" explanations::show_pairing;
        get_with_query ReadPublic "/events/{slug}/print/{sheet}" print::show;
        get_with_query ReadPublic "/events/{slug}/events" home::events;
        get_with_query ReadPublic "/events/{slug}/screen" screen::show;
        get_with_query ReadPublic "/events/{slug}/sections" sections::public::show;
        get_with_query ReadPublic "/events/{slug}/logo.png" event_logo::show;
        get ReadPublic "/events/{slug}/event.ics" calendar::show;
        get ReadPublic "/events/{slug}/entrants/{entrant}.ics" calendar::show_entrant;
        post TakePart "/events/{slug}/part" participation::submit;
        get ReadPublic "/events/{slug}/matches" match_lists::show;
        get_with_query ReadPublic "/events/{slug}/matches.ics" match_lists::event_calendar;
        get_with_query ReadPublic "/events/{slug}/matches/{match}" match_page::show;
        post TakePart "/events/{slug}/matches/{match}/part" match_page::submit_player_action;
        post EnterResults "/events/{slug}/matches/{match}/ruling" match_page::submit_ruling;
        get Play "/matches" match_lists::show_own;
        get Play "/matches.ics" match_lists::own_calendar;
        get_with_query OfficiateEvent "/events/{slug}/run" desk::show;
        post CheckIn "/events/{slug}/run/people" desk_people::submit;
        post ManagePairings "/events/{slug}/run/rounds" desk_rounds::submit;
        post EnterResults "/events/{slug}/run/results" desk_results::submit;
        post OfficiateEvent "/events/{slug}/run/history" desk_log::submit;
        form ManagePairings "/events/{slug}/run/alter" alteration::show, alteration::submit;
        post RunEvent "/events/{slug}/run/settings" desk_settings::submit;
        get_with_query OfficiateEvent "/events/{slug}/run/sections" sections::desk::show;
        post EnterResults "/events/{slug}/run/sections/results" sections::desk::submit_results;
        post CheckIn "/events/{slug}/run/sections/people" sections::desk::submit_people;
        get ReadPublic "/events/{slug}/files" files::show;
        form RunEvent "/events/{slug}/run/logo" event_logo::show_form, event_logo::submit;
        form RunEvent "/events/{slug}/run/plan" plan::show, plan::submit;
        get RunEvent "/events/{slug}/run/plan.json" plan::download;
        form RunEvent "/events/{slug}/run/copy" copies::show, copies::submit;
        get OfficiateEvent "/events/{slug}/run/event.ndjson" restore::download;
        get CheckIn "/events/{slug}/run/badges" print::show_badges;
        form CheckIn "/events/{slug}/run/fees" fees::show, fees::submit;
        get CheckIn "/events/{slug}/run/fees.csv" fees::download;
        form ReviewFairPlay "/events/{slug}/run/fair-play" fair_play::show, fair_play::submit;
        post ReviewFairPlay "/events/{slug}/run/fair-play/analyses"
            fair_play::ask_for_analyses;
        form ReviewFairPlay "/events/{slug}/run/fair-play/{number}"
            fair_play::show_case, fair_play::submit_to_case;
        form TakePart "/events/{slug}/cases/{number}"
            fair_play::show_own_case, fair_play::submit_appeal;
        form TakePart "/events/{slug}/report" fair_play::show_report, fair_play::submit_report;
        form CheckIn "/events/{slug}/run/rating-list" rating_fill::show, rating_fill::submit;
        get TakePart "/events/{slug}/badge" badges::show_own;
        form HoldPass "/events/{slug}/badges/{badge}" badges::show, badges::submit;
        post OfficiateEvent "/events/{slug}/run/stewards" desk_stewards::submit;
        get_with_query ReadPublic "/hall" hall::show;
        post HoldPass "/hall/results" hall::submit_results;
        post HoldPass "/hall/people" hall::submit_check_ins;
        form HoldPass "/hall/{link}" hall::show_link, hall::open_link;
        form RunEvent "/organisations/{slug}/events/new" new::show, new::submit;
        form RunEvent "/organisations/{slug}/events/restore" restore::show, restore::submit;
    }
}
