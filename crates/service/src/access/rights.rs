//! The table of permissions: one row per act, which lists everybody who may perform it.

use adjutant_domain::account::roles::Duties;
use adjutant_domain::account::scopes::TokenScopes;

/// The relation of an actor to the target of an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    Anybody,
    /// Has an account; grants nothing in organisations of others.
    SignedIn,
    /// The target is the actor's own, and they have signed up.
    Oneself,
    /// The target is that of somebody who plays without having signed up.
    Guest,
    /// An official of the event with this duty.
    Official(Duties),
    Organizer,
    Owner,
    Moderator,
    Operator,
}

impl Part {
    /// Whether it is granted to an account by somebody else.
    pub const fn is_role(self) -> bool {
        !matches!(self, Part::Anybody | Part::SignedIn | Part::Oneself | Part::Guest)
    }

    /// The key in the audit log; frozen.
    pub const fn key(self) -> &'static str {
        match self {
            Part::Anybody => "anybody",
            Part::SignedIn => "member",
            Part::Oneself => "self",
            Part::Guest => "guest",
            Part::Official(_) => "official",
            Part::Organizer => "organizer",
            Part::Owner => "owner",
            Part::Moderator => "moderator",
            Part::Operator => "operator",
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Right {
    pub act: Act,
    /// Who may perform the act; the first match is recorded in the audit log.
    pub parts: &'static [Part],
    /// The scope that a token needs; `None` if tokens do not suffice.
    pub scope: Option<TokenScopes>,
    /// Whether the act is recorded in the audit log.
    pub audited: bool,
}

use Part::{Anybody, Guest, Moderator, Oneself, Operator, Organizer, Owner, SignedIn};

macro_rules! rights {
    ($($(#[$doc:meta])* $act:ident: $parts:expr, $scope:expr, $audited:expr;)+) => {
        /// What somebody may want to do.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Act {
            $($(#[$doc])* $act,)+
        }

        /// Every act with who may do it, in the order of [`Act`].
        pub const TABLE: &[Right] = &[
            $(Right { act: Act::$act, parts: &$parts, scope: $scope, audited: $audited },)+
        ];
    };
}

/// Requires a session; tokens do not suffice.
const SESSION: Option<TokenScopes> = None;
const AUDITED: bool = true;
const UNMARKED: bool = false;

const fn scope(scope: TokenScopes) -> Option<TokenScopes> {
    Some(scope)
}

const PAIRINGS: Part = Part::Official(Duties::PAIRINGS);
const RESULTS: Part = Part::Official(Duties::RESULTS);
const CHECK_IN: Part = Part::Official(Duties::CHECK_IN);
const OFFICIAL: Part = Part::Official(Duties::NONE);

rights! {
    // What everybody may see and do.
    /// Read what is public: games as far as they are over, players, ratings, events, organisations.
    ReadPublic: [Anybody], SESSION, UNMARKED;
    /// Choose language and theme: two cookies, nothing here.
    ChooseLooks: [Anybody], SESSION, UNMARKED;
    /// Sign up, sign in, ask for a new password.
    Enter: [Anybody], SESSION, AUDITED;
    /// Do at a table, or in an event's hall, what one holds a pass or a link for: that is looked at besides.
    HoldPass: [Anybody], SESSION, UNMARKED;
    /// Ask how the machine does; the figures answer this machine alone.
    Probe: [Anybody], SESSION, UNMARKED;

    // One's own.
    /// See and change one's account: password, e-mail, second factor, sessions, tokens.
    KeepAccount: [Oneself], SESSION, AUDITED;
    /// See one's own account and permissions.
    ReadOwnProfile: [Oneself], scope(TokenScopes::PROFILE_READ), UNMARKED;
    /// Say who one's player is and what of it is public.
    KeepProfile: [Oneself], SESSION, AUDITED;
    /// Say that a program plays for one's player, from now on and for good.
    BecomeBot: [Oneself], scope(TokenScopes::PLAY), AUDITED;
    /// Read what was done by oneself or to oneself.
    ReadOwnAudit: [Oneself], scope(TokenScopes::AUDIT_READ), UNMARKED;
    /// Take all one's data along.
    ExportOwn: [Oneself], SESSION, AUDITED;
    /// Leave for good.
    DeleteOwn: [Oneself], SESSION, AUDITED;
    /// Keep set-ups of one's own: nobody else, and no program, is ever shown them.
    KeepSetUps: [Oneself], SESSION, UNMARKED;
    /// Read what one is told of, and say of what and how one wants to be told.
    KeepNotices: [Oneself], scope(TokenScopes::PROFILE_READ), UNMARKED;
    /// Say which notices one has read.
    MarkNotices: [Oneself], scope(TokenScopes::NOTICES), UNMARKED;
    /// Write about games that are over, and see what one's own notes in play were worth.
    KeepReviews: [Oneself], scope(TokenScopes::REVIEWS), UNMARKED;
    /// Follow players, events and organisations.
    Follow: [Oneself], SESSION, UNMARKED;
    /// Say that a player is oneself.
    ClaimPlayer: [SignedIn], SESSION, AUDITED;

    // Playing.
    /// Play for one's own account: offer, deploy, move, and everything else a player may do in a game.
    Play: [Oneself], scope(TokenScopes::PLAY), UNMARKED;
    /// Play casual games by link and by quick pairing: deploy, move, and everything else in such a game.
    PlayCasually: [Oneself, Guest], scope(TokenScopes::PLAY), UNMARKED;
    /// Begin a casual game at once: who has not signed up plays it as a guest, or both sides on one device.
    PlayNow: [Anybody], SESSION, UNMARKED;

    // Records.
    /// Bring records that are not rated.
    ImportUnrated: [SignedIn], scope(TokenScopes::RECORDS_IMPORT), AUDITED;
    /// Bring records for an organisation, rated in its pools.
    ImportForOrganisation: [Organizer, Owner], scope(TokenScopes::RECORDS_IMPORT), AUDITED;
    /// Bring records for the site.
    ImportForSite: [Operator], scope(TokenScopes::RECORDS_IMPORT), AUDITED;

    // An organisation.
    /// Make one; whether it waits for approval is the operator's switch.
    CreateOrganisation: [SignedIn], SESSION, AUDITED;
    /// See one that is not open.
    ReadUnopened: [Organizer, Owner, Moderator, Operator], SESSION, UNMARKED;
    /// Change its profile, logo, colours, and what it demands.
    EditOrganisation: [Owner], SESSION, AUDITED;
    /// Change seasons and titles.
    EditSeasons: [Organizer, Owner], SESSION, AUDITED;
    /// Have news of its events sent to addresses, and see the answers.
    ManageWebhooks: [Organizer, Owner], scope(TokenScopes::OFFICIATE), AUDITED;
    /// See of its members what is not public.
    ReadRoster: [Organizer, Owner], scope(TokenScopes::ROSTER_READ), UNMARKED;
    /// Put people on the roster, change and remove them, verify affiliations.
    EditRoster: [Organizer, Owner], scope(TokenScopes::ROSTER_WRITE), AUDITED;
    /// Decide whether a claim to be a member is true.
    DecideClaim: [Organizer, Owner, Operator], SESSION, AUDITED;
    /// See who its officials are.
    ReadRoles: [Organizer, Owner, Operator], SESSION, UNMARKED;
    /// Make event officials, and end that.
    GrantOfficial: [Organizer, Owner], SESSION, AUDITED;
    /// Make organizers and owners, and end that.
    GrantOrganizer: [Owner, Operator], SESSION, AUDITED;
    /// Give one's own role back.
    LeaveRole: [OFFICIAL, Organizer, Owner], SESSION, AUDITED;
    /// Read what was done in it.
    ReadOrganisationAudit: [Owner], scope(TokenScopes::AUDIT_READ), UNMARKED;

    // An event.
    /// Read what was done in it.
    ReadEventAudit: [OFFICIAL, Organizer, Owner], scope(TokenScopes::AUDIT_READ), UNMARKED;
    /// Pair rounds and publish them.
    ManagePairings: [PAIRINGS, Organizer, Owner], scope(TokenScopes::OFFICIATE), AUDITED;
    /// See what waits for an event's officials.
    OfficiateEvent: [OFFICIAL, Organizer, Owner], scope(TokenScopes::OFFICIATE), UNMARKED;
    /// Open the ranks of a round, or of the whole event, once it is over.
    LiftEmbargo: [RESULTS, Organizer, Owner], scope(TokenScopes::OFFICIATE), AUDITED;
    /// Enter and correct results.
    EnterResults: [RESULTS, Organizer, Owner], scope(TokenScopes::OFFICIATE), AUDITED;
    /// See what looks arranged in an event, and open, decide and rule on cases about it.
    ReviewFairPlay: [RESULTS, Organizer, Owner], scope(TokenScopes::OFFICIATE), AUDITED;
    /// Rule on a game that is played here; on which in which way, the next rows say.
    RulePlay: [RESULTS, Organizer, Owner, Moderator], scope(TokenScopes::OFFICIATE), AUDITED;
    /// Have a game of the event paused, and have it go on.
    PausePlay: [RESULTS, Organizer, Owner], scope(TokenScopes::OFFICIATE), AUDITED;
    /// Give time in a game of the event, take back what ended it, say that its result is right.
    ArbitratePlay: [RESULTS], scope(TokenScopes::OFFICIATE), AUDITED;
    /// Set a result right that was final.
    CorrectFinal: [RESULTS, Organizer, Owner], scope(TokenScopes::OFFICIATE), AUDITED;
    /// Annul or correct a game that belongs to nobody but the site.
    ModeratePlay: [Moderator], scope(TokenScopes::OFFICIATE), AUDITED;
    /// Register people, and check them in.
    CheckIn: [CHECK_IN, Organizer, Owner], scope(TokenScopes::OFFICIATE), AUDITED;
    /// Make an event, settle how it is played, open its registration, end it.
    RunEvent: [Organizer, Owner], scope(TokenScopes::OFFICIATE), AUDITED;
    /// Make an event again from its file, or of another program's.
    RestoreEvent: [Organizer, Owner, Operator], scope(TokenScopes::OFFICIATE), AUDITED;
    /// Take part in an event oneself: register, withdraw, say what came of one's game.
    TakePart: [Oneself], scope(TokenScopes::PLAY), AUDITED;

    // The site.
    /// See accounts and organisations, with what is not public of them.
    OverseeSite: [Moderator, Operator], SESSION, UNMARKED;
    /// Suspend an account, and end that.
    Suspend: [Moderator, Operator], SESSION, AUDITED;
    /// Take a published review of somebody else's down, and give it back.
    ModerateReviews: [Moderator, Operator], scope(TokenScopes::OFFICIATE), AUDITED;
    /// Take away what somebody else shows of themselves: picture, line, club.
    ModerateProfiles: [Moderator, Operator], SESSION, AUDITED;
    /// Open, refuse and close organisations.
    ApproveOrganisation: [Operator], SESSION, AUDITED;
    /// Help people who lost their password or second factor to sign in.
    HelpIn: [Operator], SESSION, AUDITED;
    /// Decide whether any claim to be a player is true.
    DecideAnyClaim: [Operator], SESSION, AUDITED;
    /// Make moderators and operators, and end that.
    GrantSiteRole: [Operator], SESSION, AUDITED;
    /// Invite somebody to sign up.
    Invite: [Operator], SESSION, AUDITED;
    /// Say that two players are one person, and undo it; detach a player from their account.
    MergePlayers: [Operator], SESSION, AUDITED;
    /// Delete a player without an account, at their request.
    DeletePlayer: [Operator], SESSION, AUDITED;
    /// Read all that was done.
    ReadSiteAudit: [Moderator, Operator], scope(TokenScopes::AUDIT_READ), UNMARKED;
}

impl Act {
    pub fn right(self) -> &'static Right {
        &TABLE[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, TABLE};

    #[test]
    fn owners_may_do_what_organizers_may() {
        for right in TABLE {
            let organizers = right.parts.contains(&Part::Organizer);
            assert!(!organizers || right.parts.contains(&Part::Owner), "{:?}", right.act);
        }
    }

    #[test]
    fn each_act_finds_its_own_row() {
        for right in TABLE {
            assert_eq!(right.act.right().act, right.act);
            assert!(!right.parts.is_empty(), "{:?} is for nobody", right.act);
        }
    }
}
