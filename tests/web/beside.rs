//! Around a game, without script: who watches, whom one challenges, what is asked twice, the rematch,
//! what a device hides, and what somebody who waits sees.

use crate::by_forms::{BLACK, WHITE, assert_no_rank, begun, chosen, deploy, game, is_to_move};
use crate::by_forms::{main, word};
use crate::lobby::{offer, press};
use crate::markup::forms;
use crate::visitor::Visitor;

/// The card of a game in the list of those to watch; `None` where it is not in it.
fn card(visitor: &mut Visitor, address: &str) -> Option<String> {
    let page = main(visitor, "/play/watch");
    let link = format!("href=\"{address}\"");
    page.split("<li").find(|card| card.contains(&link)).map(str::to_owned)
}

/// Says a word of a game from a page of it; gives where it leads.
fn say(visitor: &mut Visitor, page: &str, what: &str) -> String {
    let form = word(visitor, page, what);
    let sent = visitor.send_form(&form, &[]);
    assert_eq!(sent.status, 303, "{what}: {}", sent.text());
    sent.must("location").to_owned()
}

/// Plays something.
fn step(visitor: &mut Visitor, address: &str) {
    let (form, plies) = chosen(visitor, address);
    let sent = visitor.send_form(&form, &[("ply", &plies[0])]);
    assert_eq!(sent.status, 303, "{}", sent.text());
}

/// Ends a game that has begun.
fn resign(visitor: &mut Visitor, address: &str) {
    say(visitor, &format!("{address}?ask=resign"), "resign");
}

#[test]
fn everybody_finds_a_game_to_watch_and_its_board_shows_no_rank() {
    let (mut ana, mut ben, address) = game("Abra", "Aklan");
    let mut nobody = Visitor::anybody();
    assert_eq!(card(&mut nobody, &address), None, "nobody plays yet");
    deploy(&mut ana, &address, WHITE);
    deploy(&mut ben, &address, BLACK);
    let shown = card(&mut nobody, &address).expect("it is listed");
    assert!(shown.contains("Abra – Aklan") && shown.contains("20 min + 5 s"), "{shown}");
    let pieces = |color: &str| shown.matches(&format!("<rect class=\"{color}\"")).count();
    assert_eq!((pieces("white"), pieces("black")), (21, 21));
    assert!(!shown.contains("#rank-") && !shown.contains("class=\"mark\""), "{shown}");
    let mover = if is_to_move(&mut ana, &address) { &mut ana } else { &mut ben };
    step(mover, &address);
    let shown = card(&mut nobody, &address).expect("it is listed");
    assert_eq!(shown.matches("class=\"mark\"").count(), 2, "the last ply: {shown}");
    assert!(main(&mut nobody, "/play").contains("href=\"/play/watch\""));
    assert_eq!(nobody.get("/play/watch?before=x").status, 400);
    let before = format!("/play/watch{}", address.replace("/play/", "?before="));
    assert!(!main(&mut nobody, &before).contains(&address), "it is newer than what is before it");
    resign(&mut ana, &address);
    assert_eq!(card(&mut nobody, &address), None, "it is over");
}

#[test]
fn a_player_s_page_leads_to_an_offer_to_him_and_one_s_own_does_not() {
    let (mut ana, mut ben) = (Visitor::called("Antique"), Visitor::called("Apayao"));
    let challenge = "href=\"/play/new?to=Apayao\"";
    assert!(main(&mut ana, "/players/Apayao").contains(challenge));
    assert!(!main(&mut ben, "/players/Apayao").contains(challenge));
    assert!(!main(&mut ana, "/players/Sidapa").contains("/play/new"), "nobody signs in for him");
    let sent = ana.fill("/play/new?to=Apayao", "/play/new", &[]);
    assert_eq!(sent.status, 303, "{}", sent.text());
    assert!(main(&mut ben, "/play").contains("Game requests"));
    assert_eq!(press(&mut ben, "Antique", "/accept").status, 303);
}

#[test]
fn acts_that_end_a_game_or_reveal_something_ask_for_confirmation() {
    let (mut ana, mut ben, address) = begun("Aurora", "Basilan");
    for (deed, sure) in [
        ("resign", "You lose the game if you resign."),
        ("show-flag", "Everybody will see where your Flag is"),
        ("abort", "The game ends and does not count."),
    ] {
        let page = main(&mut ana, &address);
        let link = format!("{address}?ask={deed}");
        assert!(page.contains(&format!("href=\"{link}\"")), "{deed}: {page}");
        assert!(!page.contains(&format!("value=\"{deed}\"")), "{deed} is not done at once");
        let asked = main(&mut ana, &link);
        assert!(asked.contains(sure) && asked.contains(">Cancel</a>"), "{deed}: {asked}");
    }
    assert_eq!(ana.get(&format!("{address}?ask=offer")).status, 400, "that is no question");
    say(&mut ana, &address, "offer");
    let offered = main(&mut ben, &address);
    assert!(offered.contains("Aurora offers a draw.") && offered.contains("Decline draw"));
    let own = main(&mut ana, &address);
    assert!(own.contains("You offered a draw.") && !own.contains("offers a draw"), "{own}");
    let question = format!("{address}?ask=accept");
    assert!(main(&mut ben, &question).contains("The game ends in a draw."));
    say(&mut ben, &question, "accept");
    assert!(main(&mut ana, &address).contains("½–½"), "it is a draw");
}

#[test]
fn a_game_is_stopped_paused_and_lengthened_by_its_buttons() {
    let (mut ana, mut ben, address) = begun("Bataan", "Batanes");
    say(&mut ana, &address, "pause");
    let requested = main(&mut ben, &address);
    assert!(requested.contains("Bataan requests a pause."), "{requested}");
    assert!(requested.contains("Accept pause"), "{requested}");
    let own = main(&mut ana, &address);
    assert!(own.contains("You requested a pause.") && !own.contains("Accept pause"), "{own}");
    say(&mut ben, &address, "pause");
    assert!(main(&mut ana, &address).contains("The game is paused; both clocks are stopped."));
    say(&mut ana, &address, "resume");
    let clock = |page: &str| -> i64 {
        let left = page.split("data-black=\"").nth(1).and_then(|rest| rest.split('"').next());
        left.and_then(|left| left.parse().ok()).expect("a clock")
    };
    let before = clock(&main(&mut ana, &address));
    say(&mut ana, &address, "add-time");
    let after = clock(&main(&mut ana, &address));
    assert!((14_000..=15_100).contains(&(after - before)), "{before} {after}");
    assert!(!main(&mut ana, &address).contains("?ask=claim"), "he is there");
    say(&mut ana, &format!("{address}?ask=abort"), "abort");
    assert!(main(&mut ben, &address).contains("The game was aborted and does not count."));
}

#[test]
fn a_win_is_claimed_once_the_opponent_has_been_gone_long_enough() {
    let (mut ana, mut ben) = (Visitor::called("Davao"), Visitor::called("Dinagat"));
    assert_eq!(offer(&mut ana, &[("color", "white"), ("pace", "300+3")]).status, 303);
    let address = press(&mut ben, "Davao", "/accept").must("location").to_owned();
    deploy(&mut ana, &address, WHITE);
    deploy(&mut ben, &address, BLACK);
    if !is_to_move(&mut ana, &address) {
        step(&mut ben, &address);
    }
    step(&mut ana, &address);
    // A player counts as present for a minute after each request, in a game of five.
    let question = format!("{address}?ask=claim");
    assert!(!main(&mut ana, &question).contains("value=\"claim\""), "he is there");
    std::thread::sleep(std::time::Duration::from_secs(30));
    let soon = main(&mut ana, &address);
    assert!(soon.contains("You can claim victory in") && !soon.contains("ask=claim"), "{soon}");
    std::thread::sleep(std::time::Duration::from_secs(31));
    let gone = main(&mut ana, &address);
    assert!(
        gone.contains("You can claim victory, or wait.") && gone.contains("ask=claim"),
        "{gone}"
    );
    assert!(main(&mut ana, &question).contains("The game ends and you win."));
    say(&mut ana, &question, "claim");
    assert!(main(&mut ben, &address).contains("1–0 White won"), "he has lost");
}

#[test]
fn a_rematch_is_asked_for_once_has_the_colors_changed_and_a_fresh_deployment() {
    let (mut ana, mut ben, address) = begun("Batangas", "Benguet");
    let rematch = format!("{address}/rematch");
    let early = [("csrf", &*ana.token("/play/new"))];
    let refused = ana.post_bare(&rematch, &early, &[]);
    assert_eq!(refused.status, 409, "the game goes on");
    resign(&mut ana, &address);
    for _again in 0..2 {
        let token = ana.token("/play/new");
        let asked = ana.post_bare(&rematch, &[("csrf", &token)], &[]);
        assert_eq!((asked.status, asked.must("location")), (303, &*address), "{}", asked.text());
    }
    let waits = main(&mut ana, &address);
    assert!(waits.contains("Rematch requested from Benguet."), "{waits}");
    let lobby = main(&mut ben, "/play");
    assert_eq!(lobby.matches("<b>Batangas</b>").count(), 1, "asked twice, offered once: {lobby}");
    let asked = main(&mut ben, &address);
    assert!(asked.contains("Batangas wants a rematch with colors swapped."), "{asked}");
    let taken = ben.fill(&address, &rematch, &[]);
    assert_eq!(taken.status, 303, "{}", taken.text());
    let next = taken.must("location").to_owned();
    assert_ne!(next, address);
    for player in [&mut ana, &mut ben] {
        assert!(main(player, &address).contains(&format!("data-next=\"{next}\"")));
        let page = main(player, &next);
        assert!(page.contains("Benguet – Batangas"), "the colors are changed: {page}");
        assert!(page.contains("Deploy your pieces.") && page.contains("20 min + 5 s · rated"));
        let form = forms(&player.get(&next).text());
        let form = form.into_iter().find(|form| form.action.ends_with("/deployment"));
        let filled = form.expect("a board").fields.into_iter();
        let filled = filled.filter(|(name, _)| name == "cell" || name == "setup");
        let other: Vec<_> = filled.filter(|(_, value)| value != "." && !value.is_empty()).collect();
        assert_eq!(other, [], "nothing of the game before is on the board");
    }
    let mut cora = Visitor::called("Biliran");
    assert!(!main(&mut cora, &address).contains("id=\"rematch\""));
    let token = cora.token("/play/new");
    assert_eq!(cora.post_bare(&rematch, &[("csrf", &token)], &[]).status, 404);
}

#[test]
fn a_set_up_is_chosen_square_by_square_and_what_is_wrong_is_marked() {
    let (mut ana, _ben, address) = game("Bohol", "Bukidnon");
    let deployment = format!("{address}/deployment");
    let mut form = ana.form(&address, &deployment);
    let cells: Vec<char> = WHITE.chars().filter(|one| *one != '/').collect();
    let fill = |form: &mut crate::markup::Shown, letters: &[char]| {
        let fields = form.fields.iter_mut().filter(|(name, _)| name == "cell");
        let mut filled = 0;
        for ((_, value), letter) in fields.zip(letters) {
            *value = letter.to_string();
            filled += 1;
        }
        assert_eq!(filled, 27, "a choice for each square");
    };
    let mut wrong = cells.clone();
    *wrong.iter_mut().find(|one| **one == '5').expect("a general") = '4';
    fill(&mut form, &wrong);
    let refused = ana.send_form(&form, &[]);
    assert_eq!(refused.status, 422);
    let text = refused.text();
    assert!(text.contains("General: 2 instead of 1") && text.contains("aria-invalid=\"true\""));
    assert_eq!(text.matches("<option value=\"4\" selected").count(), 2, "it stands as it was sent");
    fill(&mut form, &cells);
    assert_eq!(ana.send_form(&form, &[]).must("location"), address);
    let waiting = ana.get(&address);
    assert!(
        waiting.text().contains("Your set-up") && waiting.text().contains("Time left to deploy")
    );
    let refresh = "http-equiv=\"refresh\"";
    assert!(waiting.text().contains(refresh), "it looks again by itself");
    let stays = ana.get(&format!("{address}?stay=1")).text();
    assert!(!stays.contains(refresh) && stays.contains("Refresh"), "{stays}");
    assert_eq!(waiting.text().matches("<use href=\"#own-").count(), 21);
    let opponent = main(&mut Visitor::anybody(), &address);
    assert!(!opponent.contains("#own-"), "nobody else sees it: {opponent}");
}

#[test]
fn a_device_that_hides_ranks_has_none_on_the_page_until_it_is_asked() {
    let (mut ana, _ben, address) = begun("Bulacan", "Cagayan");
    let hide = |visitor: &mut Visitor, how: &str| {
        let fields = [("back", address.as_str()), ("ranks", how)];
        let sent = visitor.post_bare("/preferences", &fields, &[]);
        assert_eq!((sent.status, sent.must("location")), (303, address.as_str()));
    };
    assert!(main(&mut ana, &address).contains("White: 5★ General of the Army"));
    hide(&mut ana, "hidden");
    assert_no_rank(&main(&mut ana, &address));
    let peek = format!("{address}?peek=1");
    let shown = main(&mut ana, &peek);
    assert!(
        shown.contains("White: 5★ General of the Army") && shown.contains("Hide my ranks again")
    );
    assert_no_rank(&main(&mut Visitor::anybody(), &peek));
    hide(&mut ana, "shown");
    assert!(main(&mut ana, &address).contains("White: 5★ General of the Army"));
}

#[test]
fn errors_are_in_filipino_on_a_filipino_page() {
    let (mut ana, mut ben, address) = game("Camiguin", "Capiz");
    for visitor in [&mut ana, &mut ben] {
        visitor.post_bare("/preferences", &[("back", "/"), ("language", "fil")], &[]);
    }
    let deployment = format!("{address}/deployment");
    let refused = ana.fill(&address, &deployment, &[("setup", "hindi")]);
    assert!(refused.text().contains("Hindi wasto ang pormasyon."));
    deploy(&mut ana, &address, WHITE);
    deploy(&mut ben, &address, BLACK);
    let mover = [&mut ana, &mut ben]
        .into_iter()
        .find_map(|one| main(one, &address).contains("?from=").then_some(one));
    let mover = mover.expect("somebody has the first ply");
    let (form, plies) = chosen(mover, &address);
    let refused = mover.send_form(&form, &[("ply", "x")]);
    assert!(refused.text().contains("Isulat ito nang gaya ng e3-e4."), "{}", refused.text());
    let from = &plies[0][..2];
    let far =
        format!("{from}-{}{}", &from[..1], if from.ends_with(['1', '2', '3']) { 8 } else { 1 });
    let refused = mover.send_form(&form, &[("ply", &far)]);
    assert!(refused.text().contains("Hindi isang hakbang"), "{}", refused.text());
    for (pace, words) in [
        ("soon", "gaya ng 1200+5"),
        ("5+5", "10 segundo hanggang 60 araw"),
        ("600+4000", "3600 buong segundo"),
        ("600+5d5", "hindi pareho"),
        ("15d", "1 hanggang 14 na araw"),
    ] {
        let refused = offer(&mut ana, &[("pace", "other"), ("other_pace", pace)]);
        assert_eq!(refused.status, 422, "{pace}");
        assert!(refused.text().contains(words), "{pace}: {}", refused.text());
    }
}

#[test]
fn a_declined_offer_is_told_to_whoever_made_it_and_the_end_from_each_side() {
    let (mut ana, mut ben, address) = begun("Palanan", "Palimbang");
    say(&mut ana, &address, "offer");
    say(&mut ben, &address, "decline");
    let told = "Your draw offer was declined.";
    assert!(main(&mut ana, &address).contains(&format!("<p class=\"notice\">{told}</p>")));
    let shown = |visitor: &mut Visitor| main(visitor, &address).matches("class=\"notice\"").count();
    assert_eq!((shown(&mut ben), shown(&mut Visitor::anybody())), (0, 0));
    let mover = if is_to_move(&mut ana, &address) { &mut ana } else { &mut ben };
    step(mover, &address);
    assert_eq!(shown(&mut ana), 0, "a move later it is over");
    let (open, hidden) = ("White: 5★ General of the Army", "Black: hidden rank");
    assert!(main(&mut ana, &address).contains(hidden));
    resign(&mut ana, &address);
    let ends = ["You resigned", "You won: your opponent resigned", "Black won: Resignation"];
    for (visitor, title) in [&mut ana, &mut ben, &mut Visitor::anybody()].into_iter().zip(ends) {
        let page = main(visitor, &address);
        assert!(page.contains(&format!("id=\"end-title\">{title}</p>")), "{title}: {page}");
        assert!(page.contains(open) && !page.contains(hidden), "both armies are open: {title}");
    }
}

#[test]
fn who_moves_first_is_shown_with_what_it_takes_to_check_it() {
    let (mut ana, mut ben, address) = begun("Paluan", "Pandami");
    let first = if is_to_move(&mut ana, &address) { "White" } else { "Black" };
    for visitor in [&mut ana, &mut ben, &mut Visitor::anybody()] {
        let page = main(visitor, &address);
        assert!(page.contains(&format!("{first} moves first, by a fair toss")), "{page}");
        assert_eq!(page.matches("<code>").count(), 5, "promise, game and three parts");
    }
}
