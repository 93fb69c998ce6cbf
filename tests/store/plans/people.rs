//! What pages of people and organisations ask and write, each use case once.

use std::io::Cursor;
use std::net::IpAddr;

use adjutant_domain::account::age::AgeBand;
use adjutant_domain::account::roles::{Duties, OrganisationRole, SiteRole};
use adjutant_domain::account::scopes::TokenScopes;
use adjutant_domain::account::secret::Secret;
use adjutant_domain::account::session::SessionLifetimes;
use adjutant_domain::moment::{DAY, Micros};
use adjutant_domain::organisation::roster::MemberDetails;
use adjutant_domain::organisation::seasons::Season;
use adjutant_domain::organisation::titles::TitleDraft;
use adjutant_domain::rating_list::RatingKind;
use adjutant_service::access::Actor;
use adjutant_service::accounts::{
    self, ClientInfo, LinkKind, MailMessage, NewInvitation, RelyingParty, SignInOutcome,
    SignUpForm, SignUpOutcome, SignUpPolicy,
};
use adjutant_service::audit::{self, Action, AuditScope, AuditView};
use adjutant_service::follows::{self, FollowKind};
use adjutant_service::members::{self, MemberFilter};
use adjutant_service::organisations::{
    self, CreationPolicy, CreationRules, NewOrganisation, OrganisationFilter, OrganisationProfile,
    OrganisationState,
};
use adjutant_service::own_set_ups::{self, NewSetUp};
use adjutant_service::owner::Limits;
use adjutant_service::profiles::{self, NewProfile};
use adjutant_service::rating_lists::{self, NewRatingList};
use adjutant_service::roles::{self, NewRole};
use adjutant_service::roster::{self, Options};
use adjutant_service::tokens::{self, NewToken};
use adjutant_service::{
    App, claims, housekeeping, importing, me, merging, player_pictures, players, privacy, sessions,
};
use ledger_ratings::Day;
use salpakan::rules::RuleSet;

use crate::authenticator::Authenticator;
use crate::support::NOW;

const PASSWORD: &str = "tatlong bibe sa ilog";
/// The smallest picture: one dot.
pub const PICTURE: &[u8] = &[
    0x89, b'P', b'N', b'G', 13, 10, 26, 10, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0, 1, 0, 0,
    0, 1, 8, 6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89, 0, 0, 0, 13, b'I', b'D', b'A', b'T', 0x78, 0xda,
    0x63, 0x64, 0xf8, 0xcf, 0x50, 0x0f, 0, 3, 0x86, 1, 0x80, 0x5a, 0x34, 0x7d, 0x6b, 0, 0, 0, 0,
    b'I', b'E', b'N', b'D', 0xae, 0x42, 0x60, 0x82,
];
const LIVES: SessionLifetimes = SessionLifetimes::from_days(14, 90);
const ANYONE: CreationRules = CreationRules { policy: CreationPolicy::Anyone, max_per_owner: 5 };
const APPROVED: CreationRules =
    CreationRules { policy: CreationPolicy::ByApproval, max_per_owner: 5 };
const DUTIES: NewRole =
    NewRole { role: OrganisationRole::Official, event: None, duties: Duties::RESULTS };

fn arrival() -> ClientInfo<'static> {
    let network = IpAddr::from([192, 0, 2, 1]);
    ClientInfo { network, device: None, session: None, user_agent: "Firefox/140 (Android)" }
}

fn sign_up<'a>(name: &'a str, email: &'a str, invitation: Option<&'a Secret>) -> SignUpForm<'a> {
    SignUpForm { name, email, password: PASSWORD, language: "en", invitation, guest: None }
}

/// The session's account; its rights are read again each time.
pub fn who(app: &App, session: &Secret) -> Actor {
    let found = sessions::who(app, session, LIVES, NOW).expect("a session").expect("it lives");
    Actor { has_second_factor: true, gave_second_factor: true, ..found.actor }
}

pub fn joined(app: &App, name: &str, email: &str) -> SignUpOutcome {
    let form = sign_up(name, email, None);
    accounts::set_sign_up_limit(app, 0);
    accounts::begin_as_guest(app, "", "en", &arrival(), NOW).expect("a guest");
    accounts::count_guest_game(app, &arrival(), NOW).expect("it is counted");
    let registered = accounts::sign_up(app, SignUpPolicy::Open, &form, &arrival(), NOW);
    let registered = registered.expect("somebody new");
    let link = registered.mail[0].link.as_ref().expect("a link");
    accounts::preview_link(app, LinkKind::Confirm, link, NOW).expect("it is alive");
    accounts::confirm_email(app, link, NOW).expect("the address is his");
    registered
}

fn link(letter: MailMessage) -> Secret {
    letter.link.expect("a link")
}

/// The code that an app shows.
fn code(key: &str, now: Micros) -> String {
    let bytes = data_encoding::BASE32_NOPAD.decode(key.replace(' ', "").as_bytes());
    let bytes: [u8; 20] = bytes.expect("base 32").try_into().expect("twenty bytes");
    let app = totp_rs::Builder::new().with_secret(bytes).build().expect("an app");
    app.generate((now.0 / 1_000_000) as u64).to_string()
}

fn signed_in(app: &App, name: &str) -> Secret {
    match accounts::sign_in(app, name, PASSWORD, &arrival(), NOW).expect("the password is right") {
        SignInOutcome::Complete(opened) => opened.session,
        SignInOutcome::SecondFactorRequired(_) => panic!("there is no second factor"),
    }
}

/// Entering, and what one does with one's own account.
fn ask_of_an_account(app: &App) {
    let ana = joined(app, "Ana", "ana@example.org");
    let me = who(app, &ana.session.session);
    sessions::touch(app, 1, NOW).expect("touched");
    accounts::own_account(app, &me).expect("mine");
    accounts::reauthenticate(app, &me, PASSWORD, &arrival(), NOW).expect("the password is right");
    accounts::require_recent_authentication(&me, NOW).expect("it was given");
    accounts::change_email(app, &me, "new@example.org", &arrival(), NOW).expect("changed");
    signed_in(app, "ana@example.org");
    let listed = accounts::sessions(app, &me, LIVES, NOW).expect("a list");
    let other = listed.iter().find(|session| !session.is_current).expect("another");
    accounts::end_session(app, &me, other.id, NOW).expect("ended");
    accounts::end_other_sessions(app, &me, NOW).expect("ended");
    let changed = accounts::change_password(app, &me, PASSWORD, PASSWORD, &arrival(), NOW);
    let me = who(app, &changed.expect("changed").session.session);
    accounts::sign_out(app, &me, NOW).expect("out");
    let asked =
        accounts::request_password_reset(app, "ana@example.org", &arrival(), NOW).expect("asked");
    let reset = link(asked.expect("a letter"));
    accounts::reset_password(app, &reset, PASSWORD, Some(arrival().network), NOW).expect("reset");
    ask_of_a_second_factor(app, &who(app, &signed_in(app, "Ana")));
}

fn ask_of_a_second_factor(app: &App, me: &Actor) {
    let setup = accounts::begin_second_factor(app, me, NOW).expect("begun");
    let first = code(&setup.key, NOW);
    let armed = accounts::confirm_second_factor(app, me, &first, &arrival(), NOW).expect("on");
    let me = who(app, &armed.session.session);
    let later = NOW + 120_000_000;
    let entered = accounts::sign_in(app, "Ana", PASSWORD, &arrival(), later).expect("right");
    let SignInOutcome::SecondFactorRequired(pending) = entered else {
        panic!("a second step is due")
    };
    accounts::sign_in_second_step(app, &pending, &code(&setup.key, later), &arrival(), later)
        .expect("in");
    let codes = accounts::replace_recovery_codes(app, &me, NOW).expect("new ones");
    accounts::disable_second_factor(app, &me, &codes[0], &arrival(), NOW).expect("off");
    ask_of_passkeys(app, &me);
}

fn ask_of_passkeys(app: &App, me: &Actor) {
    let origin = "https://games.example";
    let party = RelyingParty::new(origin).expect("HTTPS and a name");
    let begun = accounts::begin_passkey(app, me, &party, "Phone", NOW).expect("begun");
    let (mut device, answer) = Authenticator::register(&begun.options, origin, 7);
    let answered = (&begun.secret, answer.as_str());
    let added = accounts::add_passkey(app, me, &party, answered, "Phone", &arrival(), NOW);
    let added = added.expect("added");
    let me = who(app, &added.session.session);
    accounts::give_second_factor(app, &me, &added.recovery_codes[0], &arrival(), NOW)
        .expect("given");
    let begun = accounts::begin_passkey_sign_in(app, &party, &arrival(), NOW).expect("a challenge");
    let signed = device.sign(&begun.options);
    let answered = (&begun.secret, signed.as_str());
    let nobody = Actor::nobody();
    accounts::sign_in_by_passkey(app, &nobody, &party, answered, &arrival(), NOW).expect("in");
    let passkey = accounts::passkeys(app, &me).expect("mine")[0].id;
    accounts::remove_passkey(app, &me, passkey, NOW).expect("removed");
    let asked = accounts::request_sign_in_link(app, "ana@example.org", &arrival(), NOW);
    let link = link(asked.expect("asked").expect("a letter"));
    accounts::sign_in_by_link(app, &link, &arrival(), NOW).expect("in");
}

/// What the operator does with accounts.
fn ask_of_overseeing(app: &App, operator: &Actor) {
    let ben = joined(app, "Ben", "ben@example.org");
    accounts::list(app, operator, "b", "a", 50).expect("a list");
    accounts::list(app, operator, "", "", 50).expect("a list");
    accounts::find(app, operator, "ben").expect("he is there");
    accounts::suspend(app, operator, ben.account, "rude", NOW).expect("suspended");
    accounts::reinstate(app, operator, ben.account, "sorry", NOW).expect("back");
    for role in [SiteRole::Operator, SiteRole::None] {
        accounts::set_site_role(app, operator, ben.account, role, "help", NOW).expect("given");
    }
    accounts::create_reset_link(app, operator, ben.account, NOW).expect("a link");
    let found = accounts::create_account(app, operator, "Cora", "", SiteRole::None, NOW);
    found.expect("an account");
    let invite =
        NewInvitation { email: "new@example.org", grant: None, demands_second_factor: false };
    // One by a command lasts; the operator here is no account.
    let invitation = accounts::invite(app, &Actor::for_command(), &invite, NOW).expect("invited");
    let invitation = link(invitation);
    let form = sign_up("Dora", "", Some(&invitation));
    let invited = accounts::sign_up(app, SignUpPolicy::ByInvitation, &form, &arrival(), NOW);
    invited.expect("invited");
}

fn ask_of_set_ups(app: &App, me: &Actor) {
    let rules = own_set_ups::rules_of(&RuleSet::STANDARD);
    let army = own_set_ups::by_share_code(&rules, "000000000000000").expect("the first of all");
    let new = NewSetUp { name: "mine".into(), rules, army };
    let id = own_set_ups::keep(app, me, &new, NOW).expect("kept");
    own_set_ups::rename(app, me, id, "other", NOW).expect("renamed");
    own_set_ups::replace(app, me, id, &new, NOW).expect("replaced");
    own_set_ups::list(app, me).expect("a list");
    own_set_ups::get(app, me, id).expect("it is there");
    own_set_ups::remove(app, me, id).expect("removed");
}

fn ask_of_tokens(app: &App, me: &Actor) {
    let new = NewToken { name: "mine".into(), scopes: TokenScopes::PROFILE_READ, days: 30 };
    let made = tokens::make(app, me, &new, NOW).expect("made");
    tokens::list(app, me, NOW).expect("a list");
    let bearer = tokens::who(app, &made.text, NOW).expect("an answer").expect("it works");
    me::me(app, &bearer.actor).expect("he");
    tokens::touch(app, made.id, NOW).expect("touched");
    tokens::revoke(app, me, made.id, NOW).expect("revoked");
}

fn named(name: &str, slug: &str) -> NewOrganisation {
    NewOrganisation { name: name.into(), slug: slug.into(), ..NewOrganisation::default() }
}

/// An organisation of somebody's, from its beginning.
fn ask_of_an_organisation(app: &App, operator: &Actor) {
    let owner = joined(app, "Owner", "owner@example.org");
    let founder = who(app, &owner.session.session);
    organisations::create(app, &founder, ANYONE, &named("League", "league"), NOW).expect("made");
    organisations::create(app, &founder, APPROVED, &named("Later", "later"), NOW).expect("made");
    let reason = "we know them";
    let open = organisations::OrganisationDecision::Open;
    organisations::decide(app, operator, "later", open, reason, NOW).expect("opened");
    let actor = who(app, &owner.session.session);
    let seen = organisations::get(app, &actor, "league").expect("it is there");
    assert!(organisations::rights(&actor, &seen).is_owner);
    for (prefix, after) in [("", ""), ("l", ""), ("", "later"), ("l", "later")] {
        let (prefix, after) = (prefix.to_owned(), after.to_owned());
        let listing = OrganisationFilter { prefix, after, state: OrganisationState::Open };
        organisations::page(app, &actor, &listing, 50).expect("a page");
    }
    organisations::own_organisations(app, &actor).expect("mine");
    me::me(app, &actor).expect("me");
    let profile = OrganisationProfile {
        name: "The League".into(),
        color: "#000000".into(),
        accent: "#ffffff".into(),
        ..OrganisationProfile::default()
    };
    organisations::edit(app, &actor, "league", &profile, NOW).expect("edited");
    organisations::set_logo(app, &actor, "league", None, NOW).expect("none");
    organisations::logo(app, &actor, "league").expect("an answer");
    organisations::events(app, &actor, "league", None, 50).expect("events");
    let before = adjutant_service::games::Cursor::parse("20500_3");
    organisations::events(app, &actor, "league", before, 50).expect("events");
    ask_of_seasons(app, &actor);
    ask_of_roles(app, &actor, operator);
    ask_of_a_roster(app, &actor);
    ask_of_rating_lists(app, &actor);
    ask_of_claims(app, &actor, operator);
}

fn ask_of_seasons(app: &App, actor: &Actor) {
    let season = |name: &str| Season {
        name: name.into(),
        first: Day::of_tag("2026.01.01"),
        last: Day::of_tag("2026.05.31"),
    };
    let id = organisations::add_season(app, actor, "league", &season("Spring"), NOW);
    let id = id.expect("added");
    organisations::edit_season(app, actor, "league", id, &season("Dry"), NOW).expect("edited");
    organisations::seasons(app, actor, "league").expect("a list");
    let day = Day::of_tag("2026.02.01");
    organisations::season_on_day(app, actor, "league", day).expect("an answer");
    organisations::remove_season(app, actor, "league", id, NOW).expect("removed");
    let titles = [("Private", 0), ("General", 200_000)];
    let titles = titles.map(|(name, from)| TitleDraft { name: name.into(), min_rating: from });
    organisations::set_titles(app, actor, "league", &titles, NOW).expect("set");
    organisations::titles(app, actor, "league").expect("a table");
}

fn ask_of_roles(app: &App, actor: &Actor, operator: &Actor) {
    let held = roles::grant(app, actor, "league", "ben", &DUTIES, NOW).expect("given");
    roles::list(app, actor, "league").expect("a list");
    roles::keepers(app, actor, "league").expect("a list");
    roles::revoke(app, actor, "league", held.id, "done", NOW).expect("taken");
    let letter = roles::invite(app, actor, "league", &DUTIES, "ben@example.org", NOW);
    letter.expect("invited");
    let open = accounts::open_invitations(app, actor, Some("league"), NOW).expect("a list");
    let back = accounts::revoke_invitation(app, actor, Some("league"), open[0].id, NOW);
    back.expect("taken back");
    let letter = roles::invite(app, actor, "league", &DUTIES, "ben@example.org", NOW);
    let link = link(letter.expect("invited"));
    let ben = signed_in(app, "Ben");
    accounts::accept_invitation(app, &who(app, &ben), &link, NOW).expect("accepted");
    let own = roles::list(app, actor, "league").expect("a list");
    let own = own.iter().find(|held| held.account == "Ben").expect("he has it");
    roles::leave(app, &who(app, &ben), "league", own.id, NOW).expect("left");
    audit::page(app, operator, &AuditView::all_of(AuditScope::Site), None, 50).expect("a page");
}

fn ask_of_a_roster(app: &App, actor: &Actor) {
    let details = MemberDetails { club: "Knights".into(), ..MemberDetails::default() };
    members::add(app, actor, "league", "Sidapa", &details, NOW).expect("added");
    members::edit(app, actor, "league", "Sidapa", &details, NOW).expect("edited");
    members::set_verified(app, actor, "league", "Sidapa", true, NOW).expect("verified");
    for club in [None, Some("Knights".to_owned())] {
        for (prefix, after) in [("", ""), ("s", ""), ("", "a"), ("s", "a")] {
            let (prefix, after) = (prefix.to_owned(), after.to_owned());
            let search = MemberFilter { prefix, club: club.clone(), after };
            members::page(app, actor, "league", &search, 50).expect("a page");
            members::export_page(app, actor, "league", &search, (50, true), NOW).expect("a page");
        }
    }
    members::get(app, actor, "league", "Sidapa").expect("he is there");
    let file = b"handle,name,club,age\nSidapa,S,Bishops,18-59\nNew One,N,Bishops,u13\n";
    let options = Options { remove_missing: true };
    roster::permit(app, actor, "league").expect("he may");
    roster::look(app, actor, "league", file, options).expect("it is read");
    let seen = roster::preview(app, actor, "league", file, options, NOW).expect("it is read");
    roster::apply(app, actor, "league", &seen.digest, NOW).expect("written");
    roster::apply_file(app, actor, "league", file, options, None, NOW).expect("written");
    roster::export(app, actor, "league", NOW).expect("a file");
    members::remove(app, actor, "league", "New One", "moved", NOW).expect("removed");
}

fn ask_of_rating_lists(app: &App, actor: &Actor) {
    let new = NewRatingList { name: "FIDE".into(), day: Day(20_000), kind: RatingKind::Standard };
    let file = &b"id,name,rating\n7,\"Reyes, Ana\",2100\n"[..];
    for _ in 0..2 {
        let permit = rating_lists::permit(app, actor, "league").expect("he may");
        rating_lists::import(app, &permit, &new, file, NOW).expect("imported");
    }
    let list = rating_lists::lists(app, actor, "league").expect("lists").remove(0).id;
    for query in ["7", "reyes", "ana reyes"] {
        let found = rating_lists::search(app, actor, "league", list, query).expect("an answer");
        assert_eq!(found.len(), 1, "{query}");
    }
    rating_lists::remove(app, actor, "league", list, NOW).expect("removed");
}

fn ask_of_claims(app: &App, owner: &Actor, operator: &Actor) {
    let eva = joined(app, "Eva", "eva@example.org");
    let me = || who(app, &eva.session.session);
    let claim = claims::ask(app, &me(), "Sidapa", "it is I", NOW).expect("asked");
    claims::withdraw(app, &me(), claim.id, NOW).expect("withdrawn");
    let claim = claims::ask(app, &me(), "Sidapa", "it is I", NOW).expect("asked");
    claims::own(app, &me()).expect("mine");
    members::own_affiliations(app, &me()).expect("mine");
    members::leave(app, &me(), "league", NOW).expect_err("not on that roster");
    claims::of_organisation(app, owner, "league", 50).expect("a list");
    claims::all_open(app, operator, 50).expect("a list");
    let confirm = claims::Decision::Confirm;
    claims::decide(app, operator, claim.id, confirm, "I know her", NOW).expect("confirmed");
    let profile =
        NewProfile { age: AgeBand::parse("18-59").expect("a band"), ..NewProfile::default() };
    profiles::edit(app, &me(), &profile, NOW).expect("edited");
    profiles::own(app, &me()).expect("mine");
    let player = players::by_handle(app, "Sidapa").expect("a player");
    profiles::shown(app, &player).expect("what is shown");
    player_pictures::set_own(app, &me(), Some(PICTURE), NOW).expect("set");
    let own =
        players::by_handle(app, &profiles::own(app, &me()).expect("mine").expect("one").handle)
            .expect("a player");
    player_pictures::public_picture(app, &own).expect("it is shown");
    player_pictures::may_clear(operator).expect("the operator may");
    player_pictures::clear(app, operator, &own, "rude", NOW).expect("cleared");
    profiles::profile(app, &player, 5).expect("a player");
    ask_of_trails(app, &me(), owner, operator);
    let merge = merging::merge(app, operator, "Bagong Tao", "Sidapa", "one person", NOW);
    let merge = merge.expect("merged");
    merging::list(app, operator, None, 50).expect("a list");
    merging::preview(app, operator, "Maharlika", "Sidapa").expect("a preview");
    merging::undo(app, operator, merge.id, "two", NOW).expect("undone");
    ask_of_tokens(app, &me());
    ask_of_set_ups(app, &me());
    super::collections::ask(app, &me());
    ask_of_follows(app, &me());
    privacy::export(app, &me(), eva.account, NOW, &mut |_| true).expect("exported");
    privacy::delete(app, &me(), eva.account, NOW).expect("deleted");
    privacy::delete_player(app, operator, "New One", "asked", NOW).expect("deleted");
}

fn ask_of_follows(app: &App, me: &Actor) {
    let followed = [
        (FollowKind::Player, "Pandesal"),
        (FollowKind::Event, "ranked-evening-10-january"),
        (FollowKind::Organisation, "league"),
    ];
    for one in followed {
        follows::set(app, me, one, true, NOW).expect("followed");
        assert_eq!(follows::state(app, me, one.0, one.1).expect("an answer"), Some(true));
    }
    assert_eq!(follows::own(app, me).expect("mine").len(), followed.len());
    for one in followed.into_iter().skip(1) {
        follows::set(app, me, one, false, NOW).expect("ended");
    }
}

fn ask_of_trails(app: &App, me: &Actor, owner: &Actor, operator: &Actor) {
    let league = audit::organisation_scope(app, owner, "league").expect("its trail");
    let event = audit::event_scope(app, operator, "ranked-evening-10-january").expect("its trail");
    for (actor, of) in [
        (me, AuditScope::Account(me.account)),
        (owner, league),
        (operator, event),
        (operator, AuditScope::Site),
    ] {
        for action in [None, Some(Action::AccountSignedIn)] {
            let view = AuditView { scope: of, action, since: Some(Micros(0)), until: Some(NOW) };
            audit::page(app, actor, &view, Some(9), 50).expect("a page");
            audit::export_page(app, actor, &view, Some(9), 50, NOW).expect("a page");
        }
    }
}

fn ask_of_importing(app: &App, operator: &Actor) {
    let permit = importing::permit(app, operator, &importing::Wish::default()).expect("he may");
    let game = crate::support::resignation("Open", "Bagong Tao", "77");
    let input = Cursor::new(game.into_bytes());
    importing::import(app, &permit, input, &Limits::default(), NOW, &mut |_, _| ())
        .expect("imported");
}

/// Asks and does everything that the pages of people and organisations do.
pub fn ask(app: &App) {
    let command = Actor::for_command();
    let (root, _) = accounts::create_account(app, &command, "Root", "", SiteRole::Operator, NOW)
        .expect("the first operator");
    let operator = Actor { account: root, ..Actor::for_command() };
    ask_of_an_account(app);
    ask_of_overseeing(app, &operator);
    ask_of_importing(app, &operator);
    let lives = SessionLifetimes::from_days(1, 1);
    housekeeping::tidy(app, lives, NOW + 90 * DAY).expect("what is over goes");
    ask_of_an_organisation(app, &operator);
}
