//! One actor of each kind.

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant, SiteRole};
use adjutant_domain::account::scopes::TokenScopes;
use adjutant_domain::moment::Micros;
use adjutant_service::access::{ActTarget, Actor, Credential};

/// The organisation and the event that things are done in.
pub const HERE: i32 = 7;
pub const EVENT: i32 = 70;
const FOREIGN: i32 = 8;
const OTHER_EVENT: i32 = 71;
/// Whom acts on oneself are about.
pub const ACCOUNT: i32 = 1;
pub const PLAYER: i32 = 100;

/// Every kind, in the order of the columns of the data file.
pub const KINDS: [&str; 14] = [
    "nobody",
    "guest",
    "stranger",
    "oneself",
    "results",
    "pairings",
    "checkin",
    "elsewhere",
    "organizer",
    "owner",
    "foreign",
    "moderator",
    "operator",
    "command",
];

fn signed_in(account: i32, player: Option<i32>) -> Actor {
    Actor {
        account,
        name: format!("account {account}"),
        player,
        has_second_factor: true,
        gave_second_factor: true,
        credential: Credential::Session { id: account, authenticated_at: Micros(0) },
        ..Actor::nobody()
    }
}

fn serving(role: OrganisationRole, organisation: i32, event: i32, duties: Duties) -> Actor {
    let grants = vec![RoleGrant { organisation, role, event, duties }];
    Actor { grants, ..signed_in(2, Some(200)) }
}

/// The actor of a kind.
pub fn of(kind: &str) -> Actor {
    let official = |duties| serving(OrganisationRole::Official, HERE, EVENT, duties);
    match kind {
        "nobody" => Actor::nobody(),
        "guest" => Actor {
            is_guest: true,
            has_second_factor: false,
            gave_second_factor: false,
            ..signed_in(ACCOUNT, Some(PLAYER))
        },
        "stranger" => signed_in(2, Some(200)),
        "oneself" => signed_in(ACCOUNT, Some(PLAYER)),
        "results" => official(Duties::RESULTS),
        "pairings" => official(Duties::PAIRINGS),
        "checkin" => official(Duties::CHECK_IN),
        "elsewhere" => {
            let all = Duties::PAIRINGS.union(Duties::RESULTS).union(Duties::CHECK_IN);
            serving(OrganisationRole::Official, HERE, OTHER_EVENT, all)
        }
        "organizer" => serving(OrganisationRole::Organizer, HERE, 0, Duties::NONE),
        "owner" => serving(OrganisationRole::Owner, HERE, 0, Duties::NONE),
        "foreign" => serving(OrganisationRole::Owner, FOREIGN, 0, Duties::NONE),
        "moderator" => Actor { site_role: SiteRole::Moderator, ..signed_in(2, None) },
        "operator" => Actor { site_role: SiteRole::Operator, ..signed_in(2, None) },
        "command" => Actor::for_command(),
        other => panic!("no kind {other}"),
    }
}

/// The same without having given the second factor.
pub fn without_second_factor(kind: &str) -> Actor {
    Actor { gave_second_factor: false, ..of(kind) }
}

/// The same by a token with these scopes.
pub fn by_token(kind: &str, scopes: TokenScopes) -> Actor {
    Actor { credential: Credential::Token { id: 5, scopes }, gave_second_factor: false, ..of(kind) }
}

/// What an act is done on where nothing else is said: the event of [`HERE`], the account and
/// the player of [`ACCOUNT`], or the site.
pub fn on_of(act: &str) -> ActTarget {
    match act {
        "KeepAccount" | "ReadOwnProfile" | "ExportOwn" | "DeleteOwn" | "ReadOwnAudit"
        | "BecomeBot" | "KeepSetUps" | "Follow" | "KeepNotices" | "MarkNotices" | "KeepReviews"
        | "Play" | "PlayCasually" | "TakePart" => ActTarget::Account(ACCOUNT),
        "KeepProfile" => ActTarget::Player(PLAYER),
        "ReadPublic"
        | "ChooseLooks"
        | "Enter"
        | "HoldPass"
        | "PlayNow"
        | "Probe"
        | "ClaimPlayer"
        | "ImportUnrated"
        | "ImportForSite"
        | "CreateOrganisation"
        | "OverseeSite"
        | "Suspend"
        | "ModerateReviews"
        | "ModerateProfiles"
        | "ApproveOrganisation"
        | "DecideAnyClaim"
        | "HelpIn"
        | "GrantSiteRole"
        | "Invite"
        | "MergePlayers"
        | "ReadSiteAudit" => ActTarget::Site,
        _ => ActTarget::Event { organisation: HERE, event: EVENT },
    }
}
