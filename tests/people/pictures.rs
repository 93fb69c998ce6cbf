//! What people show of themselves besides names: a picture, a line, their club.

use std::io::Cursor;

use adjutant_domain::account::age::AgeBand;
use adjutant_service::access::Actor;
use adjutant_service::audit::{self, AuditScope, AuditView};
use adjutant_service::privacy::{self, Part};
use adjutant_service::profiles::{self, NewProfile};
use adjutant_service::{App, Error, player_pictures, players};

use crate::support::{NOW, Place, game, import_text, on_both_engines};

fn picture() -> Vec<u8> {
    let dots = image::RgbImage::from_pixel(40, 30, image::Rgb([200, 30, 30]));
    let mut bytes = Cursor::new(Vec::new());
    dots.write_to(&mut bytes, image::ImageFormat::Png).expect("a PNG");
    bytes.into_inner()
}

fn new(age: AgeBand) -> NewProfile {
    NewProfile {
        about: "  I open  on the left ".to_owned(),
        club: "Tondo Generals".to_owned(),
        age,
        ..NewProfile::default()
    }
}

/// Somebody of age who shows everything.
fn shower(place: &Place, app: &App) -> Actor {
    import_text(app, &game("Lakandula", "Tala", 1, ""));
    let actor = place.account(1, "Lakandula", place.row_of("Lakandula"));
    profiles::edit(app, &actor, &new(AgeBand::From18To59), NOW).expect("edited");
    player_pictures::set_own(app, &actor, Some(&picture()), NOW).expect("set");
    actor
}

fn shown(app: &App, handle: &str) -> (Option<String>, Option<String>, bool, bool) {
    let player = players::by_handle(app, handle).expect("a player");
    let profile = profiles::shown(app, &player).expect("what is shown");
    let served = player_pictures::public_picture(app, &player).is_ok();
    assert_eq!(profile.picture.is_some(), served);
    (profile.about, profile.club, profile.picture.is_some(), served)
}

on_both_engines! {
    fn a_player_shows_a_picture_a_line_and_a_club_and_a_minor_none_of_them(place: &Place) {
        let app = place.open();
        let actor = shower(place, &app);
        let (about, club) = ("I open on the left".to_owned(), "Tondo Generals".to_owned());
        assert_eq!(shown(&app, "Lakandula"), (Some(about), Some(club), true, true));
        let player = players::by_handle(&app, "Lakandula").expect("a player");
        let jpeg = player_pictures::public_picture(&app, &player).expect("it is shown").jpeg;
        let read = image::load_from_memory_with_format(&jpeg, image::ImageFormat::Jpeg);
        let read = read.expect("a JPEG");
        assert_eq!((read.width(), read.height()), (256, 256));
        profiles::edit(&app, &actor, &new(AgeBand::Below13), NOW).expect("edited");
        assert_eq!(shown(&app, "Lakandula"), (None, None, false, false));
        profiles::edit(&app, &actor, &new(AgeBand::From18To59), NOW).expect("edited");
        assert!(shown(&app, "Lakandula").2, "it was kept");
        player_pictures::set_own(&app, &actor, None, NOW).expect("removed");
        assert!(!shown(&app, "Lakandula").2);
        let refused = player_pictures::set_own(&app, &actor, Some(b"<svg/>"), NOW);
        assert!(matches!(refused, Err(Error::Invalid { field: "picture", .. })));
        let long = NewProfile { about: "x".repeat(161), ..new(AgeBand::From18To59) };
        assert!(matches!(profiles::edit(&app, &actor, &long, NOW), Err(Error::Invalid { field: "about", .. })));
    }

    fn moderators_clear_a_profile_for_a_reason_that_its_owner_reads(place: &Place) {
        let app = place.open();
        let owner = shower(place, &app);
        let player = players::by_handle(&app, "Lakandula").expect("a player");
        let stranger = place.account(2, "Tala", place.row_of("Tala"));
        let refused = player_pictures::clear(&app, &stranger, &player, "why", NOW);
        assert!(matches!(refused, Err(Error::Role { .. })));
        let moderator = Actor::for_command();
        let refused = player_pictures::clear(&app, &moderator, &player, " ", NOW);
        assert!(matches!(refused, Err(Error::Invalid { .. })), "a reason is needed");
        player_pictures::clear(&app, &moderator, &player, "an insult", NOW).expect("cleared");
        assert_eq!(shown(&app, "Lakandula"), (None, None, false, false));
        let view = AuditView::all_of(AuditScope::Account(owner.account));
        let trail = audit::page(&app, &owner, &view, None, 50).expect("a page").entries;
        let entry = trail.iter().find(|one| one.action == "profile.cleared").expect("an entry");
        assert_eq!(entry.reason, "an insult");
        let again = player_pictures::clear(&app, &moderator, &player, "why", NOW);
        assert!(matches!(again, Err(Error::Conflict(_))), "there is nothing left");
    }

    fn what_somebody_shows_is_exported_and_goes_with_the_account(place: &Place) {
        let app = place.open();
        let actor = shower(place, &app);
        let (mut lines, mut pictures) = (Vec::new(), 0);
        privacy::export(&app, &actor, actor.account, NOW, &mut |part| {
            match part {
                Part::Player(own) => lines.extend([own.about.clone(), own.club.clone()]),
                Part::Picture(_) => pictures += 1,
                _ => {}
            }
            true
        })
        .expect("exported");
        assert_eq!((lines, pictures), (vec!["I open on the left".to_owned(), "Tondo Generals".to_owned()], 1));
        privacy::delete(&app, &actor, actor.account, NOW).expect("deleted");
        assert_eq!(place.words("SELECT digest AS word FROM player_pictures"), [""; 0]);
        assert_eq!(place.words("SELECT club AS word FROM profiles"), [""; 0]);
    }
}
