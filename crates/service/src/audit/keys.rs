//! Keys of actions and fields in the audit log.

/// Defines an enum with stored keys. A key must not be changed or reused once entries with it may
/// exist.
macro_rules! keys {
    ($(#[$about:meta])* $name:ident { $($(#[$note:meta])* $variant:ident $key:literal)+ }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$note])* $variant),+ }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            pub fn key(self) -> &'static str {
                match self { $($name::$variant => $key),+ }
            }

            pub fn of(key: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|one| one.key() == key)
            }
        }
    };
}

keys! {
    /// What somebody did.
    Action {
        AccountCreated "account.created"
        AccountSignedIn "account.signed-in"
        AccountSignedOut "account.signed-out"
        AccountEmailChanged "account.email-changed"
        AccountEmailConfirmed "account.email-confirmed"
        AccountPasswordChanged "account.password-changed"
        AccountPasswordReset "account.password-reset"
        AccountResetAsked "account.reset-asked"
        AccountLinkAsked "account.link-asked"
        AccountLinkUsed "account.link-used"
        AccountSecondFactorOn "account.second-factor-on"
        AccountSecondFactorOff "account.second-factor-off"
        AccountPasskeyAdded "account.passkey-added"
        AccountPasskeyRemoved "account.passkey-removed"
        AccountPasskeyUsed "account.passkey-used"
        AccountRecoveryCodesMade "account.recovery-codes-made"
        AccountRecoveryCodeUsed "account.recovery-code-used"
        AccountSuspended "account.suspended"
        AccountRestored "account.restored"
        AccountDeleted "account.deleted"
        AccountExported "account.exported"
        SessionRevoked "session.revoked"
        SessionsRevoked "session.all-revoked"
        TokenMade "token.made"
        TokenRevoked "token.revoked"
        InvitationMade "invitation.made"
        InvitationUsed "invitation.used"
        InvitationRevoked "invitation.revoked"
        SiteRoleGranted "site-role.granted"
        SiteRoleRevoked "site-role.revoked"
        RoleGranted "role.granted"
        RoleChanged "role.changed"
        RoleRevoked "role.revoked"
        OrganisationCreated "organisation.created"
        OrganisationApproved "organisation.approved"
        OrganisationRefused "organisation.refused"
        OrganisationClosed "organisation.closed"
        OrganisationReopened "organisation.reopened"
        OrganisationChanged "organisation.changed"
        OrganisationLogoChanged "organisation.logo-changed"
        SeasonAdded "season.added"
        SeasonChanged "season.changed"
        SeasonRemoved "season.removed"
        WebhookAdded "webhook.added"
        WebhookRemoved "webhook.removed"
        TitlesChanged "titles.changed"
        PointsChanged "points.changed"
        MemberAdded "member.added"
        MemberChanged "member.changed"
        MemberRemoved "member.removed"
        MemberVerified "member.verified"
        RosterImported "roster.imported"
        RegistrationsRead "registrations.read"
        RatingListImported "rating-list.imported"
        RatingListRemoved "rating-list.removed"
        PlayerChanged "player.changed"
        ProfileCleared "profile.cleared"
        PlayerReleased "player.released"
        PlayerDeleted "player.deleted"
        PlayersMerged "player.merged"
        MergeUndone "player.merge-undone"
        ClaimMade "claim.made"
        ClaimConfirmed "claim.confirmed"
        ClaimRefused "claim.refused"
        ClaimWithdrawn "claim.withdrawn"
        RecordsImported "records.imported"
        PlayReported "play.reported"
        AuditExported "audit.exported"
        PlayRuled "play.ruled"
        RecordAnnulled "record.annulled"
        RecordReinstated "record.reinstated"
        PlayMade "play.made"
        EventMade "event.made"
        EventRestored "event.restored"
        EventChanged "event.changed"
        EventDeleted "event.deleted"
        EventTold "event.told"
        CaseReported "case.reported"
        CaseOpened "case.opened"
        CaseNoted "case.noted"
        CaseDecided "case.decided"
        CaseAppealed "case.appealed"
        CaseRuled "case.ruled"
        EmbargoLifted "embargo.lifted"
        EmbargoLiftingAsked "embargo.lifting-asked"
        EmbargoLiftingDropped "embargo.lifting-dropped"
        PassMade "pass.made"
        PassAsked "pass.asked"
        PassConfirmed "pass.confirmed"
        PassRefused "pass.refused"
        StewardMade "steward.made"
        StewardEnded "steward.ended"
        BotDeclared "bot.declared"
        ReviewTakenDown "review.taken-down"
        ReviewGivenBack "review.given-back"
        SealKeyLost "seal-key.lost"
        SealKeyReplaced "seal-key.replaced"
    }
}

keys! {
    /// A field whose values may be written: nothing personal, nothing secret.
    Field {
        Role "role"
        SiteRole "site_role"
        Duties "duties"
        State "state"
        Name "name"
        Slug "slug"
        About "about"
        Place "place"
        Website "website"
        Color "color"
        Accent "accent"
        Logo "logo"
        SecondFactorDemanded "second_factor"
        Season "season"
        Series "series"
        Festival "festival"
        Section "section"
        Division "division"
        Webhook "webhook"
        RatingList "rating_list"
        FirstDay "first_day"
        LastDay "last_day"
        Title "title"
        FromRating "from_rating"
        Points "points"
        /// Of a member whom the roster does not say to be a minor.
        Club "club"
        /// Of a member whom the roster does not say to be a minor.
        Province "province"
        Verified "verified"
        Private "private"
        RealNamePublic "real_name_public"
        Scopes "scopes"
        Days "days"
        Pool "pool"
        Player "player_id"
        MergedInto "merged_into"
        Games "games"
        Added "added"
        Changed "changed"
        Unchanged "unchanged"
        Removed "removed"
        Duplicates "duplicates"
        Refused "refused"
        Rows "rows"
        Sessions "sessions"
        Tokens "tokens"
        Invitations "invitations"
        /// A game that is played here, by its public id.
        Play "play"
        /// A stored game, by its id.
        Game "game"
        Event "event"
        Told "told"
        Ruling "ruling"
        Round "round"
        Pass "pass"
        /// A steward's link, by its number and name.
        Steward "steward"
        /// A case about fair play, by its number in the event.
        Case "case"
        Result "result"
        Termination "termination"
        /// A review, by its game and its number.
        Review "review"
        /// Whole seconds on a clock.
        WhiteClock "white_clock"
        BlackClock "black_clock"
    }
}

keys! {
    /// A personal or secret field: that it changed may be written, and nothing else.
    Hidden {
        AccountName "account_name"
        Handle "handle"
        DisplayName "display_name"
        RealName "real_name"
        Email "email"
        AgeBand "age_band"
        GuardianAgrees "guardian_agrees"
        Picture "picture"
        About "about_oneself"
        Password "password"
        SecondFactor "totp"
        Passkey "passkey"
        RecoveryCodes "recovery_codes"
        Token "token"
        Reference "reference"
        /// Club and province of a member whom the roster says to be a minor.
        Affiliation "affiliation"
        Words "words"
        Language "language"
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Action, Field, Hidden};

    #[test]
    fn no_two_have_the_same_key() {
        let actions: BTreeSet<&str> = Action::ALL.iter().map(|one| one.key()).collect();
        assert_eq!(actions.len(), Action::ALL.len());
        let shown = Field::ALL.iter().map(|one| one.key());
        let fields: BTreeSet<&str> = shown.chain(Hidden::ALL.iter().map(|one| one.key())).collect();
        assert_eq!(fields.len(), Field::ALL.len() + Hidden::ALL.len());
        assert!(Action::ALL.iter().all(|one| Action::of(one.key()) == Some(*one)));
    }
}
